/* What every plan pays, and what a set of ops costs as one kernel. */
#include "fl-optimal-private.h"
#include "fl-options.h"

void
fl_optimal_init (FlOptimal *optimal, const FlPass *pass, const FlOpGraph *graph)
{
  optimal->pass = pass;
  optimal->graph = graph;
  optimal->ops = g_new (guint32, graph->n_nodes + 1);
  optimal->position = g_new (guint32, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      optimal->position[i] = fl_op_is_work (&graph->nodes[i]) ? optimal->n : G_MAXUINT32;
      if (fl_op_is_work (&graph->nodes[i]))
        optimal->ops[optimal->n++] = i;
    }
  optimal->is_forced = g_new0 (gboolean, optimal->n + 1);
  optimal->part_of = g_new0 (guint32, optimal->n + 1);
  optimal->row_counts = g_array_new (FALSE, FALSE, sizeof (const FlSym *));
  optimal->work = g_new0 (gint64, 1);
  optimal->work_limit = pass->options->optimal_limit_ms * FL_OPTIMAL_WORK_PER_MS;
  optimal->guard = fl_op_guard_new (pass, graph);
  g_assert (pass->options->optimal_all_ops <= FL_OPTIMAL_MAX_ALL);
  optimal->templates = ~0u;
  if (pass->options->optimal_templates != 0) /* loops */
    optimal->templates
        = 1u << FL_TEMPLATE_LOOP | 1u << FL_TEMPLATE_ROW | 1u << FL_TEMPLATE_COLUMN | 1u << FL_TEMPLATE_EXTERN;
}

void
fl_optimal_clear (FlOptimal *optimal)
{
  for (guint i = 0; i < optimal->n; i++)
    {
      if (optimal->reach != NULL)
        g_free (optimal->reach[i]);
      if (optimal->clash != NULL)
        g_free (optimal->clash[i]);
    }
  g_free (optimal->reach);
  g_free (optimal->clash);
  g_free (optimal->ops);
  g_free (optimal->position);
  g_free (optimal->is_forced);
  g_free (optimal->part_of);
  g_array_unref (optimal->row_counts);
  g_free (optimal->work);
  fl_op_guard_free (optimal->guard);
}

gboolean
fl_optimal_is_late (const FlOptimal *optimal, gint64 work)
{
  *optimal->work += work;
  return *optimal->work > optimal->work_limit || fl_pass_is_cancelled (optimal->pass, NULL);
}

/* --- kernels ----------------------------------------------------------------------------------- */

/* A row reduction that shares nothing with the set may lend it its rows. */
static gboolean
can_be_lent_rows (const FlOptimal *optimal, const FlOpSet *set)
{
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (node->kind == FL_OP_REDUCE || (node->kind == FL_OP_TRANSPOSE && (node->n_dims == 2 || node->n_dims == 3))
          || node->kind == FL_OP_MATMUL || node->kind == FL_OP_CONVOLUTION || node->kind == FL_OP_OPAQUE)
        return FALSE;
    }
  for (guint i = 0; i < optimal->row_counts->len; i++)
    {
      g_auto (FlStitch) stitch;

      fl_stitch_analyse_rows (set, g_array_index (optimal->row_counts, const FlSym *, i), &stitch);
      if (stitch.reason == NULL)
        return TRUE;
    }
  return FALSE;
}

static gint64
price (const FlOptimal *optimal, const FlOpSet *set, gboolean is_loose)
{
  FlEmission emission;

  if (!fl_op_guard_allows (optimal->guard, set))
    return -1;
  fl_oracle_ask (set, &emission);
  if (emission.template != FL_TEMPLATE_NONE && ((optimal->templates >> emission.template) & 1))
    return set->bytes_read + set->bytes_written;
  if (is_loose && ((optimal->templates >> FL_TEMPLATE_STITCH) & 1) && can_be_lent_rows (optimal, set))
    return set->bytes_read + set->bytes_written;
  return -1;
}

gint64
fl_optimal_ask (const FlOptimal *optimal, const guint32 *ids, guint n, gboolean is_loose)
{
  g_auto (FlOpSet) set = { 0 };

  *optimal->work += FL_OPTIMAL_ASK_WORK * n;
  fl_op_set_init (&set, optimal->graph, ids, n);
  return price (optimal, &set, is_loose);
}

gint64
fl_optimal_ask_with_results (const FlOptimal *optimal, const guint32 *ids, guint n, const guint32 *results,
                             guint n_results)
{
  g_auto (FlOpSet) set = { 0 };

  *optimal->work += FL_OPTIMAL_ASK_WORK * n;
  fl_op_set_init_with_results (&set, optimal->graph, ids, n, results, n_results);
  return price (optimal, &set, FALSE);
}

/* --- bounds ------------------------------------------------------------------------------------ */

static gboolean
reads_in_part (const FlOpNode *value, const FlOpNode *user)
{
  return (user->kind == FL_OP_SLICE || user->kind == FL_OP_GATHER) && user->inputs[0] == value->id
         && (user->n_inputs < 2 || user->inputs[1] != value->id);
}

/* Kernels of the part that read the whole value, at least: readers of which no two can share one,
 * nor one with what computes the value. Where only parts are read, what is read of it. */
static gint64
bound_reads (const FlOptimal *optimal, const FlOpNode *node, guint part)
{
  g_autoptr (GArray) apart = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 own = optimal->position[node->id];
  gint64 pieces = 0;

  for (guint i = 0; i < node->n_users; i++)
    {
      guint32 user = optimal->position[node->users[i]];
      gboolean clashes = own == G_MAXUINT32 || fl_bits_has (optimal->clash[own], user);

      if (optimal->part_of[user] != part || !clashes)
        continue;
      if (reads_in_part (node, &optimal->graph->nodes[node->users[i]]))
        {
          pieces += optimal->graph->nodes[node->users[i]].bytes;
          continue;
        }
      for (guint k = 0; k < apart->len && clashes; k++)
        clashes = fl_bits_has (optimal->clash[user], g_array_index (apart, guint32, k));
      if (clashes)
        g_array_append_val (apart, user);
    }
  return apart->len > 0 ? apart->len * node->bytes : MIN (pieces, node->bytes);
}

gint64
fl_optimal_get_part_bound (const FlOptimal *optimal, guint part)
{
  g_autofree FlBits *seen = fl_bits_new (optimal->graph->n_nodes);
  gint64 bound = 0;

  for (guint i = 0; i < optimal->n; i++)
    {
      const FlOpNode *node = &optimal->graph->nodes[optimal->ops[i]];

      if (optimal->part_of[i] != part)
        continue;
      bound += optimal->is_forced[i] ? node->bytes : 0;
      for (guint k = 0; k < node->n_inputs; k++)
        if (!fl_bits_has (seen, node->inputs[k]))
          {
            fl_bits_add (seen, node->inputs[k]);
            if (optimal->graph->nodes[node->inputs[k]].kind != FL_OP_CONSTANT)
              bound += bound_reads (optimal, &optimal->graph->nodes[node->inputs[k]], part);
          }
    }
  return bound;
}

/* A library call computes its result and reads its arguments in full: those values cannot stay
 * inside a kernel. */
static void
get_forced (const FlOpGraph *graph, const FlOpNode *node, gboolean *is_written, gboolean *is_read)
{
  *is_written = node->is_output || (node->kind == FL_OP_OPAQUE && node->n_users > 0);
  *is_read = FALSE;
  for (guint i = 0; i < node->n_users; i++)
    {
      FlOpKind kind = graph->nodes[node->users[i]].kind;

      *is_read |= kind == FL_OP_MATMUL || kind == FL_OP_CONVOLUTION || kind == FL_OP_OPAQUE
                  || (node->kind == FL_OP_OPAQUE && kind != FL_OP_SLICE && kind != FL_OP_GATHER);
    }
  *is_written |= *is_read;
}

gint64
fl_optimal_get_free_bound (const FlOpGraph *graph)
{
  gint64 bound = fl_op_graph_get_compulsory_bytes (graph);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i];
      gboolean is_written, is_read;

      if (!fl_op_is_work (node))
        continue;
      get_forced (graph, node, &is_written, &is_read);
      bound += (is_written && !node->is_output ? node->bytes : 0) + (is_read ? node->bytes : 0);
    }
  return bound;
}
