/* What of a graph rests on numbers that nobody knows.
 *
 * In: a graph, and which constants are given. Out: for each value NULL, or a sentence that names the first unknown
 * thing it depends on. Values that share memory share the answer, and whatever is written into memory makes all of it
 * unverified; where it is not known what an operator writes, it is taken to write. */
#include "fl-execute-private.h"

#include <string.h>

struct _FlUnverified
{
  const FlGraph *graph;
  const FlGiven *given;
  FlArena *arena;
  guint *bases;     /* one a node: the node whose memory it is seen in */
  const char **why; /* one a node, of bases only */
};

static const char *
find_why (const FlUnverified *self, const FlArg *args, guint n)
{
  const char *why = NULL;
  for (guint i = 0; i < n && why == NULL; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        why = self->why[self->bases[args[i].node.index]];
      if (why == NULL)
        why = find_why (self, args[i].items, args[i].n_items);
    }
  return why;
}

const char *
fl_unverified_find (const FlUnverified *self, const FlArg *arg)
{
  return arg == NULL ? NULL : find_why (self, arg, 1);
}

/* All memory that the arguments are seen in. */
static void
mark (FlUnverified *self, const FlArg *args, guint n, const char *why)
{
  for (guint i = 0; i < n; i++)
    {
      if (args[i].kind == FL_ARG_NODE && self->why[self->bases[args[i].node.index]] == NULL)
        self->why[self->bases[args[i].node.index]] = why;
      mark (self, args[i].items, args[i].n_items, why);
    }
}

/* "aten.add_.Tensor", but not "aten.__and__.Tensor". */
static gboolean
is_in_place (const char *target)
{
  const char *overload = strrchr (target, '.');
  return overload != NULL && overload > target + 1 && overload[-1] == '_' && overload[-2] != '_';
}

static gboolean
has_tensor (const FlValue *value)
{
  gboolean has_any = value->kind == FL_VALUE_TENSOR;
  for (guint i = 0; value->kind == FL_VALUE_TUPLE && i < value->n_items && !has_any; i++)
    has_any = value->items[i].kind == FL_VALUE_TENSOR;
  return has_any;
}

/* Only the shape of what it is given counts. */
static gboolean
ignores_values (const FlNode *node)
{
  static const char *const names[] = { "zeros_like", "ones_like", "empty_like", "rand_like",  "randn_like",
                                       "aten.new_",  "sym_size",  "sym_numel",  "sym_stride", "sym_storage_offset" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (node->target, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

static const char *
describe_call (const FlNode *node, FlArena *arena)
{
  const char *inner
      = node->op != NULL && node->n_args > 0 && node->args[0].kind == FL_ARG_NAME ? node->args[0].text : NULL;
  return fl_arena_printf (arena, "%s is not known here", inner != NULL ? inner : node->target);
}

/* The first unknown call inside of a sub-graph. */
static const char *
find_inside (const FlUnverified *self, const FlArg *args, guint n)
{
  const char *why = NULL;
  for (guint i = 0; i < n && why == NULL; i++)
    {
      const FlGraph *inner = args[i].kind == FL_ARG_NODE ? self->graph->nodes[args[i].node.index].subgraph : NULL;
      for (guint k = 0; inner != NULL && k < inner->n_nodes && why == NULL; k++)
        if (inner->nodes[k].kind == FL_NODE_CALL && fl_calls_unknown (inner->nodes[k].op))
          why = describe_call (&inner->nodes[k], self->arena);
      if (why == NULL)
        why = find_inside (self, args[i].items, args[i].n_items);
    }
  return why;
}

/* What the call writes beside its result. */
static void
mark_written (FlUnverified *self, const FlNode *node, const char *why)
{
  gboolean is_unknown = fl_calls_unknown (node->op);
  if (node->n_args > 0 && (is_in_place (node->target) || (!is_unknown && node->op->kind == FL_ATEN_MUTATION)))
    mark (self, node->args, 1, why);
  if (is_unknown && !has_tensor (&node->value))
    mark (self, node->args, node->n_args, why);
  for (guint i = 0; i < node->n_args; i++)
    {
      const char *name = node->args[i].keyword;
      if (name != NULL && g_str_has_prefix (name, "out"))
        mark (self, &node->args[i], 1, why);
    }
  for (guint i = 0; fl_node_writes_statistics (node) && i < 2; i++)
    {
      const FlArg *running = fl_node_find_arg (node, i == 0 ? "running_mean" : "running_var");
      if (running != NULL)
        mark (self, running, 1, why);
    }
}

static void
visit_call (FlUnverified *self, guint position)
{
  const FlNode *node = &self->graph->nodes[position];
  gboolean is_unknown = fl_calls_unknown (node->op);
  gboolean shares = node->n_args > 0 && node->args[0].kind == FL_ARG_NODE
                    && (is_in_place (node->target) || g_str_equal (node->target, "operator.getitem")
                        || (!is_unknown && (node->op->kind == FL_ATEN_VIEW || node->op->kind == FL_ATEN_MUTATION)));
  const char *why = is_unknown ? describe_call (node, self->arena) : find_inside (self, node->args, node->n_args);
  if (why == NULL && !ignores_values (node))
    why = find_why (self, node->args, node->n_args);
  if (shares)
    self->bases[position] = self->bases[node->args[0].node.index];
  if (why == NULL)
    return;
  if (!shares || is_unknown || is_in_place (node->target))
    self->why[self->bases[position]] = why;
  mark_written (self, node, why);
}

const FlUnverified *
fl_unverified_new (const FlGraph *graph, const FlGiven *given, FlArena *arena)
{
  FlUnverified *self = fl_arena_new (arena, FlUnverified, 1);
  *self = (FlUnverified) { graph, given, arena, fl_arena_new (arena, guint, graph->n_nodes + 1),
                           fl_arena_new (arena, const char *, graph->n_nodes + 1) };
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      self->bases[i] = i;
      if (node->kind == FL_NODE_GET_ATTR && node->n_args == 0 && node->value.kind == FL_VALUE_TENSOR
          && fl_given_find_constant (given, node->target) == NULL)
        self->why[i] = fl_arena_printf (arena, "the values of constant %s are not in the file", node->target);
      else if (node->kind == FL_NODE_CALL)
        visit_call (self, i);
    }
  return self;
}
