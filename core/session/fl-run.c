/* FlRun: life and death. */
#include "fl-run.h"

FlRun *
fl_run_ref (const FlRun *run)
{
  FlRun *own = (FlRun *) run;

  g_atomic_ref_count_inc (&own->refs);
  return own;
}

void
fl_run_unref (FlRun *run)
{
  if (run == NULL || !g_atomic_ref_count_dec (&run->refs))
    return;
  g_clear_error (&run->error);
  g_clear_pointer (&run->arena, fl_arena_close);
  g_clear_pointer (&run->decomposed, fl_graph_unref);
  g_clear_pointer (&run->graph, fl_graph_unref);
  g_clear_pointer (&run->symbols, fl_sym_table_unref);
  fl_run_unref ((FlRun *) run->base);
  g_free (run);
}

char *
fl_run_dup_kernels (const FlSchedule *fused)
{
  guint n = fl_schedule_count_kernels (fused, TRUE);

  if (fused->unjoined != NULL)
    return g_strdup_printf ("%u in ir_post_fusion, %u kernel%s after joining", fl_schedule_count_kernels (fused, FALSE),
                            n, n == 1 ? "" : "s");
  return g_strdup_printf ("%u kernel%s", n, n == 1 ? "" : "s");
}

static const FlOpNode *
find_op_of (const FlRun *run, const FlSchedNode *original)
{
  const FlOpNode *op = NULL;

  for (guint i = original->op->n_origins; i-- > 0 && !op;)
    op = fl_op_graph_find (run->partition->graph, run->decomposed->nodes[original->op->origins[i].index].name);
  return op;
}

const FlOpNode *
fl_run_find_op (const FlRun *run, const char *name)
{
  const FlOpNode *op;
  const FlSchedNode *node;
  const FlSchedBuffer *buffer;

  if (!run->partition)
    return NULL;
  op = fl_op_graph_find (run->partition->graph, name);
  node = !op && run->fused ? fl_schedule_find_node (run->fused, name) : NULL;
  buffer = !op && !node && run->fused ? fl_schedule_find_buffer (run->fused, name) : NULL;
  if (buffer)
    node = buffer->node;
  if (node)
    op = find_op_of (run, node->originals[node->n_originals - 1]);
  return op && fl_op_is_work (op) ? op : NULL;
}
