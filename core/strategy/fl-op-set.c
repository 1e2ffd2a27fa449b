/* Inputs, results and bytes of a set of ops. */
#include "fl-op-set.h"

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return one < other ? -1 : one > other;
}

gint64
fl_op_set_count_read (const FlOpSet *set, guint32 value)
{
  const FlOpNode *node = &set->graph->nodes[value];
  gint64 part = 0;

  for (guint i = 0; i < node->n_users; i++)
    {
      const FlOpNode *user = &set->graph->nodes[node->users[i]];

      if (!fl_op_set_has (set, user->id))
        continue;
      if ((user->kind != FL_OP_SLICE && user->kind != FL_OP_GATHER) || user->inputs[0] != value
          || (user->n_inputs > 1 && user->inputs[1] == value))
        return node->bytes;
      part += user->bytes;
    }
  return MIN (part, node->bytes);
}

static void
find_inputs (FlOpSet *set)
{
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      for (guint k = 0; k < node->n_inputs; k++)
        if (!fl_op_set_has (set, node->inputs[k]) && set->graph->nodes[node->inputs[k]].kind != FL_OP_CONSTANT)
          g_array_append_val (set->inputs, node->inputs[k]);
    }
  g_array_sort (set->inputs, compare_ids);
  for (guint i = set->inputs->len; i-- > 1;)
    if (g_array_index (set->inputs, guint32, i) == g_array_index (set->inputs, guint32, i - 1))
      g_array_remove_index (set->inputs, i);
  for (guint i = 0; i < set->inputs->len; i++)
    set->bytes_read += fl_op_set_count_read (set, g_array_index (set->inputs, guint32, i));
}

static gboolean
is_result (const FlOpSet *set, const FlOpNode *node)
{
  if (node->is_output)
    return TRUE;
  for (guint i = 0; i < node->n_users; i++)
    if (!fl_op_set_has (set, node->users[i]))
      return TRUE;
  return FALSE;
}

static void
start (FlOpSet *set, const FlOpGraph *graph, const guint32 *members, guint n_members)
{
  memset (set, 0, sizeof *set);
  set->graph = graph;
  set->bits = fl_bits_new (graph->n_nodes);
  set->members = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_members);
  set->inputs = g_array_new (FALSE, FALSE, sizeof (guint32));
  set->results = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_members; i++)
    if (!fl_op_set_has (set, members[i]))
      {
        fl_bits_add (set->bits, members[i]);
        g_array_append_val (set->members, members[i]);
      }
  g_array_sort (set->members, compare_ids);
  find_inputs (set);
}

static void
sum_written (FlOpSet *set)
{
  for (guint i = 0; i < set->results->len; i++)
    set->bytes_written += set->graph->nodes[g_array_index (set->results, guint32, i)].bytes;
}

void
fl_op_set_init (FlOpSet *set, const FlOpGraph *graph, const guint32 *members, guint n_members)
{
  start (set, graph, members, n_members);
  for (guint i = 0; i < set->members->len; i++)
    {
      guint32 member = g_array_index (set->members, guint32, i);

      if (is_result (set, &graph->nodes[member]))
        g_array_append_val (set->results, member);
    }
  sum_written (set);
}

void
fl_op_set_init_with_results (FlOpSet *set, const FlOpGraph *graph, const guint32 *members, guint n_members,
                             const guint32 *results, guint n_results)
{
  start (set, graph, members, n_members);
  g_array_append_vals (set->results, results, n_results);
  g_array_sort (set->results, compare_ids);
  sum_written (set);
}

void
fl_op_set_clear (FlOpSet *set)
{
  g_clear_pointer (&set->bits, g_free);
  g_clear_pointer (&set->members, g_array_unref);
  g_clear_pointer (&set->inputs, g_array_unref);
  g_clear_pointer (&set->results, g_array_unref);
}

gboolean
fl_op_set_uses (const FlOpSet *set, guint32 node)
{
  const FlOpNode *value = &set->graph->nodes[node];

  for (guint i = 0; i < value->n_users; i++)
    if (fl_op_set_has (set, value->users[i]))
      return TRUE;
  return FALSE;
}

FlReduceShape
fl_op_get_reduce_shape (const FlOpGraph *graph, const FlOpNode *node)
{
  guint n, n_reduced;
  guint32 all;

  if (node->kind != FL_OP_REDUCE)
    return FL_REDUCE_NONE;
  n = graph->nodes[node->inputs[0]].n_dims;
  n_reduced = __builtin_popcount (node->axes);
  all = n >= 32 ? G_MAXUINT32 : ((guint32) 1 << n) - 1;
  if (node->axes == all || node->axes == ((guint32) 1 << n_reduced) - 1)
    return FL_REDUCE_COLUMN; /* all: the elements of one long column */
  return node->axes == (all & ~(((guint32) 1 << (n - n_reduced)) - 1)) ? FL_REDUCE_ROW : FL_REDUCE_OTHER;
}

const FlOpNode *
fl_op_get_domain (const FlOpGraph *graph, const FlOpNode *node)
{
  return node->kind == FL_OP_REDUCE ? &graph->nodes[node->inputs[0]] : node;
}

gboolean
fl_op_same_sizes (const FlOpNode *a, const FlOpNode *b)
{
  if (a->n_dims != b->n_dims)
    return FALSE;
  for (guint i = 0; i < a->n_dims; i++)
    if (!fl_sym_known_equal (a->sizes[i], b->sizes[i]))
      return FALSE;
  return TRUE;
}

gboolean
fl_op_same_numel (const FlOpNode *a, const FlOpNode *b)
{
  return fl_sym_known_equal (a->numel, b->numel);
}
