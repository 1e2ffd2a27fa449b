/* Comparing a program's outputs with the reference interpreter's. */
#include "fl-execute-private.h"

#include <math.h>
#include <string.h>

/* --- the tolerance --------------------------------------------------------------------------------------------------- */

static double
get_epsilon (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_F64:
    case FL_DTYPE_C128:
      return 0x1p-52;
    case FL_DTYPE_F16:
      return 0x1p-10;
    case FL_DTYPE_BF16:
      return 0x1p-7;
    case FL_DTYPE_F8E4M3:
    case FL_DTYPE_F8E4M3Z:
      return 0x1p-3;
    case FL_DTYPE_F8E5M2:
    case FL_DTYPE_F8E5M2Z:
      return 0x1p-2;
    default:
      return 0x1p-23;
    }
}

static gint64
get_hint_numel (const FlTensor *tensor)
{
  gint64 numel = 1;
  for (guint d = 0; d < tensor->n_dims; d++)
    numel *= MAX (fl_sym_get_hint (tensor->sizes[d], 8), 1);
  return numel;
}

/* How many terms an element of the result sums, roughly: of a reduction the elements in over the elements out, of a product
 * the last dim of the left operand, of a convolution what one output channel weighs. */
static double
get_length (const FlGraph *graph, const FlNode *node)
{
  double length = 1;
  if (node->op->kind != FL_ATEN_REDUCTION && node->op->kind != FL_ATEN_EXTERN && node->op->kind != FL_ATEN_COMPOSITE)
    return 1;
  for (guint a = 0; a < node->n_args && a < 3; a++)
    {
      if (node->args[a].kind != FL_ARG_NODE)
        continue;
      const FlNode *from = &graph->nodes[node->args[a].node.index];
      if (from->value.kind != FL_VALUE_TENSOR || from->value.tensor.n_dims == 0)
        continue;
      const FlTensor *tensor = &from->value.tensor;
      gint64 last = MAX (fl_sym_get_hint (tensor->sizes[tensor->n_dims - 1], 8), 1);
      double share = node->value.kind == FL_VALUE_TENSOR ? (double) get_hint_numel (tensor) / get_hint_numel (&node->value.tensor) : 1;
      if (node->op->kind == FL_ATEN_REDUCTION)
        length = MAX (length, share);
      else if (strstr (node->target, "conv") != NULL && a == 1)
        length = MAX (length, (double) get_hint_numel (tensor) / MAX (fl_sym_get_hint (tensor->sizes[0], 8), 1));
      else
        length = MAX (length, last);
    }
  return length;
}

/* Sums that follow each other within one operator. In the gradient of attention: scores, the total of a row's weights, the weights'
 * gradients, their mean, and the result. (PyTorch's own kernel of f32, 33 tokens with q = k = v, is off by 6e-6 in the median and up to
 * 1.8e-5 over 20 draws; with one sum 6.0e-6 would be allowed there.) */
static guint
count_sums (const FlNode *node, double length)
{
  if (strstr (node->target, "attention") != NULL && strstr (node->target, "backward") != NULL)
    return 5;
  return length > 1;
}

double
fl_agreement_get_tolerance (const FlGraph *graph, FlDtype dtype)
{
  double epsilon = get_epsilon (dtype), longest = 1;
  guint n_sums = 0, n_calls = 0;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->value.kind == FL_VALUE_TENSOR && fl_dtype_is_float (node->value.tensor.dtype))
        epsilon = MAX (epsilon, get_epsilon (node->value.tensor.dtype));
      if (node->kind != FL_NODE_CALL || node->op == NULL)
        continue;
      double length = get_length (graph, node);
      longest = MAX (longest, length);
      n_sums += count_sums (node, length);
      n_calls += node->op->kind != FL_ATEN_VIEW;
    }
  /* Sums of the low-precision formats are kept in f32, so their length counts there. Rounding errors add up like a
   * random walk, in the terms of a sum as in the operators of the graph. */
  double of_sums = 2 * sqrt (longest) * MIN (epsilon, 0x1p-23);
  return (24 * epsilon + of_sums) * sqrt (1 + n_sums + n_calls / 8.0);
}

/* --- the comparison -------------------------------------------------------------------------------------------------- */

static double
get_mean (const FlArray *array)
{
  double sum = 0;
  gint64 n = 0;
  for (gint64 i = 0; i < array->numel; i++)
    if (isfinite (array->numbers[i]))
      {
        sum += fabs (array->numbers[i]);
        n++;
      }
  return n == 0 ? 0 : sum / n;
}

static const char *
name_place (const FlArray *array, gint64 position, FlArena *arena)
{
  g_autoptr (GString) text = g_string_new ("]");
  for (guint d = array->n_dims; d-- > 0;)
    {
      g_autofree char *index = g_strdup_printf ("%s%" G_GINT64_FORMAT, d == 0 ? "" : ", ", position % array->sizes[d]);
      g_string_prepend (text, index);
      position /= array->sizes[d];
    }
  g_string_prepend_c (text, '[');
  return fl_arena_strdup (arena, text->str);
}

static void
compare_floats (FlAgreement *self, const FlArray *expected, const FlArray *got)
{
  double scale = MAX (get_mean (expected), 1e-30), worst = -1;
  self->agrees = TRUE;
  for (gint64 i = 0; i < expected->numel; i++)
    {
      double e = expected->numbers[i], g = got->numbers[i], error, absolute;
      if (isnan (e) || isnan (g))
        absolute = error = isnan (e) && isnan (g) ? 0 : INFINITY;
      else if (isinf (e) || isinf (g))
        absolute = error = e == g ? 0 : INFINITY;
      else
        {
          absolute = fabs (g - e);
          error = absolute / MAX (fabs (e), scale);
        }
      self->max_abs = MAX (self->max_abs, absolute);
      if (error > worst)
        {
          worst = error;
          self->worst_index = i;
        }
    }
  self->max_rel = MAX (worst, 0);
  self->agrees = self->max_rel <= self->tolerance;
  if (expected->numel > 0)
    {
      self->expected = expected->numbers[self->worst_index];
      self->got = got->numbers[self->worst_index];
    }
}

static void
compare_integers (FlAgreement *self, const FlArray *expected, const FlArray *got)
{
  gint64 n_different = 0;
  for (gint64 i = 0; i < expected->numel; i++)
    {
      double distance = fabs ((double) got->integers[i] - (double) expected->integers[i]);
      n_different += distance != 0;
      if (distance > self->max_abs)
        {
          self->max_abs = distance;
          self->worst_index = i;
        }
    }
  self->max_rel = expected->numel == 0 ? 0 : (double) n_different / expected->numel;
  self->agrees = self->max_rel <= self->tolerance;
  if (expected->numel > 0)
    {
      self->expected = expected->integers[self->worst_index];
      self->got = got->integers[self->worst_index];
    }
}

void
fl_agreement_compare (FlAgreement *self, const FlArray *expected, const FlArray *got, double tolerance, FlArena *arena)
{
  self->tolerance = tolerance;
  gboolean is_same = expected->dtype == got->dtype && expected->numel == got->numel;
  if (!is_same)
    {
      self->max_abs = self->max_rel = INFINITY;
      self->worst_place = "another dtype or shape";
      return;
    }
  if (expected->numbers != NULL)
    compare_floats (self, expected, got);
  else
    compare_integers (self, expected, got);
  self->worst_place = expected->numel == 0 ? "no elements" : name_place (expected, self->worst_index, arena);
}
