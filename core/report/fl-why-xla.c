/* What XLA itself does beside the planner that the strategy is: said where somebody asks about two operations that it
 * concerns, with the option that follows it. */
#include <string.h>

#include "fl-fusion-log-private.h"
#include "fl-xla-limits.h"

static const FlOpNode *
get_op (const FlFusionLog *log, guint32 position)
{
  return fl_op_graph_find (log->run->partition->graph, log->nodes[position].name);
}

static void
append_window (GString *out, const FlFusionLog *log, const FlOpNode *node)
{
  if (fl_xla_is_split (log->run->partition->graph, node, FL_XLA_CPU_WINDOW) && log->run->options.xla_window == 0
      && !fl_options_is_gpu (&log->run->options))
    g_string_append_printf (out,
                            " XLA's own compiler for the CPU first splits %s, a reduction of more than %u elements, in "
                            "windows (TreeReductionRewriter), and fuses nothing into them: --set xla.window=%u follows "
                            "that.",
                            node->name, FL_XLA_CPU_WINDOW, FL_XLA_CPU_WINDOW);
}

static gboolean
is_fusible (const FlOpNode *node)
{
  return node->kind == FL_OP_POINTWISE || node->kind == FL_OP_REDUCE;
}

void
fl_why_append_xla (GString *out, const FlFusionLog *log, guint32 a, guint32 b, const FlWhy *why)
{
  const FlOpNode *one, *other;

  if (!log->is_over_ops || !g_str_equal (log->run->options.strategy, "xla"))
    return;
  one = get_op (log, a);
  other = get_op (log, b);
  if (one == NULL || other == NULL)
    return;
  append_window (out, log, one);
  append_window (out, log, other);
  if (why->kind != FL_WHY_NEVER || why->shared + why->inputs <= 0 || !is_fusible (one) || !is_fusible (other)
      || log->run->options.xla_siblings != FL_XLA_SIBLINGS_NONE || !fl_options_is_gpu (&log->run->options))
    return;
  g_string_append (out, " XLA's multi-output fusion, a later pass, makes siblings that read one value one kernel, "
                        "without asking what that costs: --set xla.siblings=all follows it.");
  if (fl_xla_is_column_reduction (log->run->partition->graph, one)
      != fl_xla_is_column_reduction (log->run->partition->graph, other))
    g_string_append (out, " A column reduction and a result in rows want different tiles, so that this may be slower "
                          "than two kernels; xla.siblings=guarded keeps them apart.");
}
