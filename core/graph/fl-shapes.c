/* Shape propagation: every node's value by its operator's rule, after its arguments were checked. Where the file says
 * otherwise the graph gets a warning and the trace an event: of sizes and kinds the rule's hold, since the file's
 * cannot be; of layout, element type and device the file's. The rules are in fl-shapes-<family>.c. */
#include "fl-shapes-private.h"

#include <string.h>

#include "fl-args-check.h"
#include "fl-aten-ids.h"
#include "fl-event-kinds.h"
#include "fl-graph-private.h"
#include "fl-intern.h"
#include "fl-trace.h"

#define SHAPE(rule) SHAPE_RULE (rule);
#include "fl-aten-ops.def"

#define fl_shape_none NULL

static const FlShapeRule rules[] = {
#define SHAPE(rule) fl_shape_##rule,
#include "fl-aten-ops.def"
};

typedef struct
{
  FlGraph *graph;
  struct _FlTrace *trace;
  FlDevice default_device; /* of inputs for which the file gives none */
  GPtrArray *warnings;
} Propagation;

/* --- reports ---------------------------------------------------------------------------------- */

static void
warn (Propagation *self, const FlNode *node, const char *text)
{
  char *warning = node->line > 0 ? fl_arena_printf (self->graph->arena, "line %u: %s (%s): %s", node->line, node->name,
                                                    node->target, text)
                                 : fl_arena_printf (self->graph->arena, "%s (%s): %s", node->name, node->target, text);

  g_ptr_array_add (self->warnings, warning);
}

static void
record (Propagation *self, guint32 position, FlVerdict verdict, const char *reason, const char *facts)
{
  const FlNode *node = &self->graph->nodes[position];
  const FlEvent event = {
    .stage = FL_STAGE_GRAPH,
    .kind = FL_EVENT_SHAPE,
    .verdict = verdict,
    .subject = { FL_REF_NODE, position, node->name },
    .reason = fl_intern (reason),
    .facts = facts,
  };

  if (self->trace != NULL)
    fl_trace_record (self->trace, &event);
}

static const char *
print_value (FlArena *arena, const FlValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (value->kind == FL_VALUE_TENSOR)
    fl_tensor_append (text, &value->tensor, TRUE, TRUE);
  else
    fl_value_append (text, value);
  return fl_arena_strdup (arena, text->str);
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Symbols may be equal for reasons that only the guards know: only what is certain counts as a difference. */
static gboolean
differ (const FlSym *a, const FlSym *b)
{
  gint64 a_value, b_value;

  return fl_sym_is_int (a, &a_value) && fl_sym_is_int (b, &b_value) && a_value != b_value;
}

static gboolean
strides_differ (const FlTensor *a, const FlTensor *b)
{
  if (a->strides == NULL || b->strides == NULL)
    return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    if (fl_sym_is_int_value (a->sizes[i], 0))
      return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    if (!fl_shape_is_one (a->sizes[i]) && differ (a->strides[i], b->strides[i]))
      return TRUE;
  return FALSE;
}

static gboolean
sizes_differ (const FlTensor *a, const FlTensor *b)
{
  if (a->n_dims != b->n_dims)
    return TRUE;
  for (guint i = 0; i < a->n_dims; i++)
    if (differ (a->sizes[i], b->sizes[i]))
      return TRUE;
  return FALSE;
}

/* What of the two tensors differs; NULL: nothing. */
static const char *
find_difference (const FlTensor *a, const FlTensor *b)
{
  if (sizes_differ (a, b))
    return a->n_dims != b->n_dims ? "the number of dimensions" : "the sizes";
  if (a->dtype != b->dtype && a->dtype != FL_DTYPE_NONE && b->dtype != FL_DTYPE_NONE)
    return "the dtype";
  if (a->device.type != NULL && b->device.type != NULL
      && (a->device.type != b->device.type
          || (a->device.index >= 0 && b->device.index >= 0 && a->device.index != b->device.index)))
    return "the device";
  return strides_differ (a, b) ? "the strides" : NULL;
}

/* What attention kernels keep for their backward (lengths, random state) is a different thing in every version. */
static gboolean
is_version_dependent (const FlGraph *graph, const FlNode *node)
{
  const FlNode *tuple;
  gint64 index;

  if (node->op->op != FL_ATEN_OP_OPERATOR_GETITEM || node->n_args != 2 || node->args[0].kind != FL_ARG_NODE)
    return FALSE;
  tuple = fl_graph_get_node (graph, node->args[0].node);
  return g_str_has_prefix (tuple->target, "aten._scaled_dot_product_") && node->args[1].kind == FL_ARG_INT
         && fl_sym_is_int (node->args[1].sym, &index) && index >= 1;
}

static void
compare (Propagation *self, guint32 position, const FlValue *annotated, const FlValue *propagated)
{
  const FlNode *node = &self->graph->nodes[position];
  FlArena *arena = self->graph->arena;
  const char *what = NULL, *facts;
  g_autofree char *text = NULL;

  if (annotated->kind == FL_VALUE_TENSOR && propagated->kind == FL_VALUE_TENSOR)
    what = find_difference (&annotated->tensor, &propagated->tensor);
  else if (annotated->kind == FL_VALUE_SYM && propagated->kind == FL_VALUE_SYM)
    what = differ (annotated->sym, propagated->sym) ? "the integer" : NULL;
  else if ((annotated->kind == FL_VALUE_TENSOR) != (propagated->kind == FL_VALUE_TENSOR))
    what = "the kind of value";
  if (what == NULL || is_version_dependent (self->graph, node))
    return;
  facts = fl_arena_printf (arena, "the file says %s, the rule %s", print_value (arena, annotated),
                           print_value (arena, propagated));
  text = g_strdup_printf ("%s: %s", what, facts);
  warn (self, node, text);
  record (self, position, FL_VERDICT_REJECT, "annotated and propagated shape differ", facts);
}

/* --- filling in ------------------------------------------------------------------------------- */

/* Does the file say what cannot be: another kind of value, other sizes? The passes count on what the rules yield, so
 * the file's word would break them further on. */
static gboolean
is_contradiction (const FlValue *annotated, const FlValue *propagated)
{
  if (annotated->kind == FL_VALUE_SYM && propagated->kind == FL_VALUE_SYM)
    return FALSE;
  if (annotated->kind != propagated->kind)
    return TRUE;
  if (annotated->kind == FL_VALUE_TENSOR)
    return sizes_differ (&annotated->tensor, &propagated->tensor);
  if (annotated->n_items != propagated->n_items)
    return TRUE;
  for (guint i = 0; i < annotated->n_items; i++)
    if (annotated->items[i].kind != FL_VALUE_UNKNOWN && is_contradiction (&annotated->items[i], &propagated->items[i]))
      return TRUE;
  return FALSE;
}

/* Does the file give a name only to what the rule computes? */
static gboolean
is_named_only (const FlValue *annotated, const FlValue *propagated)
{
  return annotated->sym != NULL && propagated->sym != NULL && annotated->kind != FL_VALUE_TENSOR
         && propagated->kind != FL_VALUE_TENSOR && fl_sym_contains_kind (annotated->sym, FL_SYM_OPAQUE)
         && !fl_sym_contains_kind (propagated->sym, FL_SYM_OPAQUE);
}

/* The annotated value, completed with strides, offset and device of the propagated one. */
static FlValue
merge (const FlValue *annotated, const FlValue *propagated, gboolean is_certain)
{
  FlValue value = *annotated;

  if (annotated->kind == FL_VALUE_UNKNOWN || is_named_only (annotated, propagated)
      || (is_certain && is_contradiction (annotated, propagated)))
    return *propagated;
  if (annotated->kind != FL_VALUE_TENSOR || propagated->kind != FL_VALUE_TENSOR
      || annotated->tensor.n_dims != propagated->tensor.n_dims)
    return value;
  if (value.tensor.strides == NULL)
    value.tensor.strides = propagated->tensor.strides;
  if (value.tensor.offset == NULL)
    value.tensor.offset = propagated->tensor.offset;
  if (value.tensor.device.type == NULL)
    value.tensor.device = propagated->tensor.device;
  return value;
}

/* Where no rule speaks: contiguous, on the default device. */
static void
complete (Propagation *self, FlValue *value)
{
  const FlShape shape = { .graph = self->graph, .arena = self->graph->arena, .symbols = self->graph->symbols };

  if (value->kind != FL_VALUE_TENSOR)
    return;
  if (value->tensor.strides == NULL)
    value->tensor.strides = fl_shape_make_contiguous_strides (&shape, value->tensor.sizes, value->tensor.n_dims);
  if (value->tensor.device.type == NULL)
    value->tensor.device = self->default_device;
}

/* Operators without a rule that yield a tuple: their items are known from the getitem nodes that the file annotates. */
static void
collect_items (Propagation *self, FlNode *node)
{
  gboolean is_known_any = FALSE;
  guint n_items = 0;
  FlValue *items = NULL;

  for (guint pass = 0; pass < 2; pass++)
    {
      items = pass == 1 && n_items > 0 && n_items <= 4096 ? fl_arena_new (self->graph->arena, FlValue, n_items) : NULL;
      if (pass == 1 && items == NULL)
        return;
      for (guint i = 0; i < node->n_users; i++)
        {
          const FlNode *user = fl_graph_get_node (self->graph, node->users[i]);
          gint64 index;

          if (user->op == NULL || user->op->op != FL_ATEN_OP_OPERATOR_GETITEM || user->n_args != 2
              || user->args[1].kind != FL_ARG_INT || !fl_sym_is_int (user->args[1].sym, &index) || index < 0
              || index >= 4096)
            continue;
          if (pass == 0)
            n_items = MAX (n_items, (guint) index + 1);
          else
            items[index] = user->value;
          is_known_any = is_known_any || user->value.kind != FL_VALUE_UNKNOWN;
        }
    }
  if (is_known_any)
    node->value = (FlValue) { .kind = FL_VALUE_TUPLE, .n_items = n_items, .items = items };
}

static gboolean
is_too_wide (const FlValue *value)
{
  if (value->kind == FL_VALUE_TENSOR)
    return value->tensor.n_dims > FL_SHAPE_MAX_DIMS;
  for (guint i = 0; i < value->n_items; i++)
    if (is_too_wide (&value->items[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_known (const FlArg *arg, gpointer data)
{
  const FlGraph *graph = data;

  return fl_graph_get_node (graph, arg->node)->value.kind != FL_VALUE_UNKNOWN;
}

/* Warns where the trail is lost, not about all that follows from it. */
static void
note_unknown (Propagation *self, guint32 position, const char *why)
{
  const FlNode *node = &self->graph->nodes[position];

  record (self, position, FL_VERDICT_REJECT, "shape not known", why);
  if (node->n_users > 0 && fl_args_visit_nodes (node->args, node->n_args, is_known, self->graph))
    warn (self, node, fl_arena_printf (self->graph->arena, "its shape is not known: %s", why));
}

/* Functional twins of views have the rules of these, but yield copies without gaps: FALSE when the rule cannot tell. */
static gboolean
apply_rule (FlShape *shape, FlValue *out)
{
  const FlAtenRow *row = shape->node->op;
  FlValue *items;

  if (row == NULL || rules[row->position] == NULL || !rules[row->position](shape, out) || is_too_wide (out))
    return FALSE;
  if (!fl_aten_is_view_copy (row))
    return TRUE;
  if (out->kind == FL_VALUE_TENSOR)
    return fl_shape_set (out, fl_shape_make_contiguous (shape, out->tensor.dtype, out->tensor.sizes, out->tensor.n_dims,
                                                        out->tensor.device));
  items = fl_arena_memdup (shape->arena, out->items, out->n_items * sizeof *items);
  for (guint i = 0; i < out->n_items; i++)
    if (items[i].kind == FL_VALUE_TENSOR)
      fl_shape_set (&items[i], fl_shape_make_contiguous (shape, items[i].tensor.dtype, items[i].tensor.sizes,
                                                         items[i].tensor.n_dims, items[i].tensor.device));
  out->items = items;
  return TRUE;
}

/* c10::canCast: complex numbers become no real ones, floats no integers, and what is no truth value
 * none. */
static gboolean
can_cast (FlDtype from, FlDtype to)
{
  if (fl_dtype_is_complex (from) && !fl_dtype_is_complex (to))
    return FALSE;
  if (!fl_dtype_is_integer (from) && from != FL_DTYPE_BOOL && (fl_dtype_is_integer (to) || to == FL_DTYPE_BOOL))
    return FALSE;
  return from == FL_DTYPE_BOOL || to != FL_DTYPE_BOOL;
}

/* The type of what the operator without the underscore yields for the same arguments;
 * FL_DTYPE_NONE: not known. */
static FlDtype
find_computed_type (const FlShape *shape)
{
  const char *name = shape->node->op->name, *mark = strstr (name, "_.");
  g_autofree char *plain_name = g_strdup_printf ("%.*s%s", (int) (mark - name), name, mark + 1);
  FlNode plain = *shape->node;
  FlShape inner = *shape;
  g_autofree char *other_name
      = g_strdup_printf ("%.*s.Tensor", (int) (mark - name), name); /* ldexp.Tensor beside ldexp_ */
  FlValue value = { 0 };

  plain.op = fl_aten_find (plain_name);
  plain.op = plain.op != NULL ? plain.op : fl_aten_find (other_name);
  plain.target = plain.op != NULL ? plain.op->name : NULL;
  inner.node = &plain;
  if (plain.op == NULL || rules[plain.op->position] == NULL || !rules[plain.op->position](&inner, &value)
      || value.kind != FL_VALUE_TENSOR)
    return FL_DTYPE_NONE;
  return value.tensor.dtype;
}

/* What is written keeps its type, which must hold what is computed; and of some types PyTorch has
 * no such operator. */
static gboolean
can_write_type (FlShape *shape)
{
  static const struct
  {
    const char *name;
    gboolean takes_integers, takes_bools;
  } written[] = {
#define WRITTEN(name, takes_integers, takes_bools) { name, takes_integers, takes_bools },
#include "fl-written-types.def"
  };
  const FlAtenRow *row = shape->node->op;
  const FlTensor *self = row != NULL && row->kind == FL_ATEN_MUTATION && strstr (row->name, "_.") != NULL
                             ? fl_shape_get_tensor_of (shape, fl_node_get_arg (shape->node, 0))
                             : NULL;
  FlDtype computed;

  if (self == NULL || self->dtype == FL_DTYPE_NONE)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    if (strcmp (written[i].name, row->name) == 0
        && ((!written[i].takes_bools && self->dtype == FL_DTYPE_BOOL)
            || (!written[i].takes_integers && fl_dtype_is_integer (self->dtype))))
      return fl_shape_fail (shape,
                            "the first argument, which is written, is of type %s, for which "
                            "PyTorch does not have this operator",
                            fl_dtype_get_short_name (self->dtype));
  computed = find_computed_type (shape);
  return computed == FL_DTYPE_NONE || can_cast (computed, self->dtype)
         || fl_shape_fail (shape,
                           "the result is of type %s, which cannot be cast to that of the first "
                           "argument, %s, which is written",
                           fl_dtype_get_short_name (computed), fl_dtype_get_short_name (self->dtype));
}

static gboolean
propagate_call (Propagation *self, guint32 position, GError **error)
{
  FlNode *node = &self->graph->nodes[position];
  FlShape shape = { .graph = self->graph,
                    .arena = self->graph->arena,
                    .symbols = self->graph->symbols,
                    .node = node,
                    .infer = fl_shapes_infer };
  FlValue propagated = { 0 };

  if (!fl_value_check (self->graph, node, &node->annotated, error) || !fl_args_check (self->graph, node, error))
    return FALSE;
  if (node->op != NULL && (!fl_shape_fits (&shape) || !can_write_type (&shape)))
    {
      fl_args_set_error (self->graph, node, error, "%s", shape.why);
      return FALSE;
    }
  if (shape.doubt != NULL)
    warn (self, node, shape.doubt);
  if (apply_rule (&shape, &propagated))
    {
      if (node->annotated.kind != FL_VALUE_UNKNOWN)
        compare (self, position, &node->annotated, &propagated);
      node->value = merge (&node->annotated, &propagated, !is_version_dependent (self->graph, node));
      record (self, position, FL_VERDICT_NOTE, "propagated",
              self->trace != NULL ? print_value (shape.arena, &node->value) : NULL);
    }
  else if (shape.is_wrong)
    {
      fl_args_set_error (self->graph, node, error, "%s", shape.why);
      return FALSE;
    }
  else if (node->value.kind == FL_VALUE_UNKNOWN)
    {
      collect_items (self, node);
      if (node->value.kind == FL_VALUE_UNKNOWN)
        note_unknown (self, position,
                      shape.why != NULL ? shape.why : "there is no rule for this operator, and the file gives no type");
    }
  complete (self, &node->value);
  return fl_value_check (self->graph, node, &node->value, error);
}

/* --- the graph -------------------------------------------------------------------------------- */

/* The device that the file's own device arguments name: an accelerator before the CPU. */
static FlDevice
find_default_device (const FlGraph *graph)
{
  FlDevice found = { NULL, -1 };

  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint j = 0; j < graph->nodes[i].n_args; j++)
      {
        const FlArg *arg = &graph->nodes[i].args[j];

        if (arg->kind != FL_ARG_DEVICE || arg->device.type == NULL)
          continue;
        if (strcmp (arg->device.type, "cpu") != 0)
          return arg->device;
        found = arg->device;
      }
  return found;
}

static void
keep_warnings (Propagation *self)
{
  FlGraph *graph = self->graph;
  const guint n = graph->n_warnings + self->warnings->len;
  const char **all;

  if (self->warnings->len == 0)
    return;
  all = fl_arena_new (graph->arena, const char *, n);
  if (graph->n_warnings > 0)
    memcpy (all, graph->warnings, graph->n_warnings * sizeof *all);
  memcpy (all + graph->n_warnings, self->warnings->pdata, self->warnings->len * sizeof *all);
  graph->warnings = all;
  graph->n_warnings = n;
}

gboolean
fl_shapes_propagate (FlGraph *graph, struct _FlTrace *trace, GError **error)
{
  g_autoptr (GPtrArray) warnings = g_ptr_array_new ();
  Propagation self = { graph, trace, find_default_device (graph), warnings };

  for (guint32 i = 0; i < graph->n_nodes; i++)
    switch (graph->nodes[i].kind)
      {
      case FL_NODE_CALL:
        if (!propagate_call (&self, i, error))
          return FALSE;
        break;
      case FL_NODE_GET_ATTR:
        if (graph->nodes[i].subgraph != NULL
            && !fl_shapes_propagate ((FlGraph *) graph->nodes[i].subgraph, NULL, error))
          return FALSE;
        complete (&self, &graph->nodes[i].value);
        if (!fl_value_check (graph, &graph->nodes[i], &graph->nodes[i].value, error))
          return FALSE;
        break;
      case FL_NODE_PLACEHOLDER:
        complete (&self, &graph->nodes[i].value);
        if (!fl_value_check (graph, &graph->nodes[i], &graph->nodes[i].value, error))
          return FALSE;
        break;
      case FL_NODE_OUTPUT: break;
      }
  keep_warnings (&self);
  return TRUE;
}

gboolean
fl_shapes_infer (FlGraph *graph, const FlNode *node, FlValue *value)
{
  FlShape shape
      = { .graph = graph, .arena = graph->arena, .symbols = graph->symbols, .node = node, .infer = fl_shapes_infer };

  return apply_rule (&shape, value);
}
