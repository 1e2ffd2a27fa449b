/* How far a result may be from the reference's: by what went into it, and nothing else.
 *
 * In: a graph and one of its results. Out: a relative tolerance with its reason. The result's own ancestors count, what
 * was written into memory that they read included: the coarsest format that one of them was rounded to, how many follow
 * each other, and the longest sum. Inputs are exact, whatever their format, and so is what only moves them. */
#include "fl-execute-private.h"

#include <math.h>
#include <string.h>

static const double SHARE_OF_INTEGERS
    = 1e-4; /* of the elements: so many may differ where integers come from rounded floats */

/* --- sums ------------------------------------------------------------------------------------- */

static double
get_hint_numel (const FlTensor *tensor)
{
  double numel = 1;
  for (guint d = 0; d < tensor->n_dims; d++)
    numel *= MAX (fl_sym_get_hint (tensor->sizes[d], 8), 1);
  return numel;
}

static gboolean
is_real (const FlValue *value)
{
  return value->kind == FL_VALUE_TENSOR
         && (fl_dtype_is_float (value->tensor.dtype) || fl_dtype_is_complex (value->tensor.dtype));
}

/* Elements of the smallest float result, beside which single numbers do not count; 0: it has none. */
static double
get_result_numel (const FlValue *value)
{
  double least = value->kind == FL_VALUE_TENSOR ? get_hint_numel (&value->tensor) : 0;
  gboolean has_number = FALSE;
  for (guint i = 0; value->kind == FL_VALUE_TUPLE && i < value->n_items; i++)
    if (is_real (&value->items[i]) && value->items[i].tensor.n_dims > 0)
      {
        double numel = get_hint_numel (&value->items[i].tensor);
        least = least == 0 ? numel : MIN (least, numel);
      }
    else
      has_number |= is_real (&value->items[i]);
  return least == 0 && has_number ? 1 : least;
}

static gboolean
is_named (const FlNode *node, const char *const *names)
{
  for (; *names != NULL; names++)
    if (strstr (node->target, *names) != NULL)
      return TRUE;
  return FALSE;
}

/* How many terms an element of the result sums, roughly: of a reduction the elements in over the elements out, of a
 * product the last dim of the left operand, of a convolution what one output channel weighs. */
static double
get_length (const FlGraph *graph, const FlNode *node)
{
  static const char *const accumulating[]
      = { "scatter", "index_add", "index_put", "cumsum", "backward", "embedding_bag", "pool", NULL };
  gboolean is_reduction = node->op->kind == FL_ATEN_REDUCTION || node->value.kind == FL_VALUE_TUPLE;
  double length = 1, out = get_result_numel (&node->value);
  if (node->op->kind != FL_ATEN_REDUCTION && node->op->kind != FL_ATEN_EXTERN && node->op->kind != FL_ATEN_COMPOSITE
      && !is_named (node, accumulating))
    return 1;
  for (guint a = 0; a < node->n_args && a < 3; a++)
    {
      if (node->args[a].kind != FL_ARG_NODE)
        continue;
      const FlNode *from = &graph->nodes[node->args[a].node.index];
      if (from->value.kind != FL_VALUE_TENSOR || from->value.tensor.n_dims == 0)
        continue;
      const FlTensor *tensor = &from->value.tensor;
      double last = MAX (fl_sym_get_hint (tensor->sizes[tensor->n_dims - 1], 8), 1);
      if (is_reduction && out > 0)
        length = MAX (length, get_hint_numel (tensor) / out);
      if (node->op->kind == FL_ATEN_REDUCTION)
        continue;
      if (strstr (node->target, "conv") != NULL && a == 1)
        length = MAX (length, get_hint_numel (tensor) / MAX (fl_sym_get_hint (tensor->sizes[0], 8), 1));
      else
        length = MAX (length, last);
    }
  return length;
}

/* Sums that follow each other within one operator. In the gradient of attention: scores, the total of a row's weights,
 * the weights' gradients, their mean, and the result. (PyTorch's own kernel of f32, 33 tokens with q = k = v, is off by
 * 6e-6 in the median and up to 1.8e-5 over 20 draws; with one sum 6.0e-6 would be allowed there.) */
static guint
count_sums (const FlNode *node, double length)
{
  if (strstr (node->target, "attention") != NULL && strstr (node->target, "backward") != NULL)
    return 5;
  return length > 1;
}

/* --- ancestors -------------------------------------------------------------------------------- */

/* What was counted of a result's ancestors. */
typedef struct
{
  double epsilon; /* of the coarsest format that one was rounded to; 0: nothing was rounded */
  const FlNode *coarsest;
  guint n_rounded[FL_N_DTYPES];
  double longest; /* sum */
  const FlNode *sums;
  guint n_sums, n_calls;
} Ancestry;

/* "aten.add_.Tensor", but not "aten.__and__.Tensor". */
static gboolean
is_in_place (const FlNode *node)
{
  const char *overload = strrchr (node->target, '.');
  return (node->op != NULL && node->op->kind == FL_ATEN_MUTATION)
         || (overload != NULL && overload > node->target + 1 && overload[-1] == '_' && overload[-2] != '_');
}

static gboolean
is_view (const FlNode *node)
{
  return node->kind == FL_NODE_CALL
         && ((node->op != NULL && node->op->kind == FL_ATEN_VIEW) || strstr (node->target, "getitem") != NULL);
}

/* Where the memory that a node shows comes from. */
static guint32
find_root (const FlGraph *graph, guint32 index)
{
  const FlNode *node = &graph->nodes[index];
  while ((is_view (node) || (node->kind == FL_NODE_CALL && is_in_place (node))) && node->n_args > 0
         && node->args[0].kind == FL_ARG_NODE)
    {
      index = node->args[0].node.index;
      node = &graph->nodes[index];
    }
  return index;
}

static void
mark (const FlGraph *graph, const FlArg *args, guint n, guint8 *is_used, guint8 *is_read)
{
  for (guint i = 0; i < n; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        {
          is_used[args[i].node.index] = TRUE;
          is_read[find_root (graph, args[i].node.index)] = TRUE;
        }
      mark (graph, args[i].items, args[i].n_items, is_used, is_read);
    }
}

static gboolean
has_read (const FlGraph *graph, const FlArg *args, guint n, const guint8 *is_read)
{
  for (guint i = 0; i < n; i++)
    if ((args[i].kind == FL_ARG_NODE && is_read[find_root (graph, args[i].node.index)])
        || has_read (graph, args[i].items, args[i].n_items, is_read))
      return TRUE;
  return FALSE;
}

/* Normalizations write their running statistics. */
static gboolean
writes_what_is_read (const FlGraph *graph, const FlNode *node, const guint8 *is_read)
{
  if (is_in_place (node))
    return has_read (graph, node->args, MIN (node->n_args, 1), is_read);
  return fl_node_writes_statistics (node) && has_read (graph, node->args, node->n_args, is_read);
}

/* Data movement: an element is one of those that went in. */
static gboolean
moves_only (const FlGraph *graph, const FlNode *node)
{
  static const char *const moving[]
      = { ".cat.",   ".gather.",          ".index.",         ".index_select.",   ".embedding.", ".flip.",  ".roll.",
          ".clone.", ".constant_pad_nd.", ".slice_scatter.", ".select_scatter.", ".copy.",      ".copy_.", NULL };
  if (is_view (node))
    return TRUE;
  if (node->op == NULL || !is_named (node, moving) || node->value.kind != FL_VALUE_TENSOR)
    return FALSE;
  for (guint a = 0; a < node->n_args; a++) /* no promotion */
    {
      const FlArg *arg = &node->args[a];
      for (guint i = 0; i < MAX (arg->n_items, 1); i++)
        {
          const FlArg *item = arg->n_items > 0 ? &arg->items[i] : arg;
          const FlValue *value = item->kind == FL_ARG_NODE ? &graph->nodes[item->node.index].value : NULL;
          if (value != NULL && is_real (value) && value->tensor.dtype != node->value.tensor.dtype)
            return FALSE;
        }
    }
  return TRUE;
}

/* What the value is rounded to; of several, the finest, as each item tells its own. NONE: no float. */
static FlDtype
get_format (const FlValue *value)
{
  FlDtype format = is_real (value) ? value->tensor.dtype : FL_DTYPE_NONE;
  for (guint i = 0; value->kind == FL_VALUE_TUPLE && i < value->n_items; i++)
    if (is_real (&value->items[i])
        && (format == FL_DTYPE_NONE || fl_dtype_get_unit (value->items[i].tensor.dtype) < fl_dtype_get_unit (format)))
      format = value->items[i].tensor.dtype;
  return format;
}

static void
note_rounding (const FlNode *node, Ancestry *out)
{
  FlDtype format = get_format (&node->value);
  if (format == FL_DTYPE_NONE)
    return;
  out->n_rounded[format]++;
  if (fl_dtype_get_unit (format) <= out->epsilon)
    return;
  out->epsilon = fl_dtype_get_unit (format);
  out->coarsest = node;
}

static gboolean
is_exact (const FlGraph *graph, const FlNode *node)
{
  static const char *const constants[]
      = { ".full", ".zeros", ".ones", ".empty", ".scalar_tensor", ".eye", ".new_full", ".new_zeros", NULL };
  return node->op == NULL || node->op->kind == FL_ATEN_SYMBOLIC || is_named (node, constants)
         || moves_only (graph, node);
}

static void
count_node (const FlGraph *graph, const FlNode *node, Ancestry *out)
{
  if (strstr (node->target, "getitem") != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
      && graph->nodes[node->args[0].node.index].op != NULL)
    note_rounding (node, out);
  if (is_exact (graph, node) || get_format (&node->value) == FL_DTYPE_NONE)
    return;
  double length = get_length (graph, node);
  note_rounding (node, out);
  if (length > out->longest)
    {
      out->longest = length;
      out->sums = node;
    }
  out->n_sums += count_sums (node, length);
  out->n_calls++;
}

/* Of one argument's ancestors; an input counts with what the graph writes into it. NULL: of all nodes. */
static void
count_ancestors (const FlGraph *graph, const FlArg *result, Ancestry *out)
{
  g_autofree guint8 *is_used = g_new0 (guint8, graph->n_nodes + 1), *is_read = g_new0 (guint8, graph->n_nodes + 1);
  *out = (Ancestry) { .longest = 1 };
  if (result != NULL)
    mark (graph, result, 1, is_used, is_read);
  for (guint i = graph->n_nodes; i-- > 0;)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->kind != FL_NODE_CALL || (result != NULL && !is_used[i] && !writes_what_is_read (graph, node, is_read)))
        continue;
      mark (graph, node->args, node->n_args, is_used, is_read);
      count_node (graph, node, out);
    }
}

/* --- the tolerance ---------------------------------------------------------------------------- */

static const char *
describe (const Ancestry *seen, FlArena *arena)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FlDtype coarsest = get_format (&seen->coarsest->value);
  guint n = seen->n_rounded[coarsest];
  g_string_append_printf (text, "%s (%s%s), %u %s", fl_dtype_get_short_name (coarsest), n > 1 ? "last: " : "",
                          seen->coarsest->name, seen->n_calls, seen->n_calls == 1 ? "operator" : "operators");
  if (n > 1 && n < seen->n_calls)
    g_string_append_printf (text, ", %u of them %s", n, fl_dtype_get_short_name (coarsest));
  if (seen->n_sums > 0)
    g_string_append_printf (text, ", %u %s", seen->n_sums, seen->n_sums == 1 ? "sum" : "sums");
  if (seen->longest > 1)
    g_string_append_printf (text, " of up to %.0f terms", seen->longest);
  return fl_arena_strdup (arena, text->str);
}

static void
take_larger (Ancestry *seen, const Ancestry *more)
{
  seen->longest = MAX (seen->longest, more->longest);
  seen->n_sums = MAX (seen->n_sums, more->n_sums);
  seen->n_calls = MAX (seen->n_calls, more->n_calls);
  for (guint i = 0; i < FL_N_DTYPES; i++)
    if (seen->n_rounded[i] > 0) /* a format that the graph does not have is no excuse */
      seen->n_rounded[i] = MAX (seen->n_rounded[i], more->n_rounded[i]);
}

/* A format that numbers of f32 may overflow. */
static FlDtype
find_narrow (const Ancestry *seen)
{
  static const FlDtype narrow[]
      = { FL_DTYPE_F16, FL_DTYPE_F8E4M3, FL_DTYPE_F8E5M2, FL_DTYPE_F8E4M3Z, FL_DTYPE_F8E5M2Z };
  for (guint i = 0; i < G_N_ELEMENTS (narrow); i++)
    if (seen->n_rounded[narrow[i]] > 0)
      return narrow[i];
  return FL_DTYPE_NONE;
}

FlTolerance
fl_tolerance_find (const FlGraph *graph, const FlArg *result, const FlGraph *opened, const FlArg *opened_result,
                   FlDtype dtype, FlArena *arena)
{
  Ancestry seen, more;
  count_ancestors (graph, result, &seen);
  if (seen.epsilon == 0)
    return (FlTolerance) { 0, "nothing: no ancestor was rounded, so it must be equal", FL_DTYPE_NONE };
  if (opened != NULL)
    {
      count_ancestors (opened, opened_result, &more);
      take_larger (&seen, &more); /* composites hide sums */
    }
  if (!fl_dtype_is_float (dtype) && !fl_dtype_is_complex (dtype))
    return (FlTolerance) { SHARE_OF_INTEGERS, "elements that another rounding may tip", find_narrow (&seen) };
  /* Rounding errors add up like a random walk, in the terms of a sum as in the operators of the graph. Sums of the
   * low-precision formats are kept in f32, so their length counts there; each rounding to such a format may come out on
   * the other side, which is one unit, and kernels skip those between operators of their own. */
  double fine = MIN (seen.epsilon, 0x1p-23), of_formats = 0;
  for (guint i = 0; i < FL_N_DTYPES; i++)
    if (seen.n_rounded[i] > 0 && fl_dtype_get_unit (i) > 0x1p-23)
      of_formats += 4 * fl_dtype_get_unit (i) * fl_dtype_get_unit (i) * seen.n_rounded[i];
  double of_sums = 2 * sqrt (seen.longest) * fine;
  return (FlTolerance) { (24 * fine + of_sums) * sqrt (1 + seen.n_sums + seen.n_calls / 8.0) + sqrt (of_formats),
                         describe (&seen, arena), find_narrow (&seen) };
}
