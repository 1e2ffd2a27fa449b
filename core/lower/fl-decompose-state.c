/* What the graph passes ask of the run that they are in, and its events. */
#include "fl-decompose-pass.h"

gboolean
fl_decompose_is_stopped (FlDecompose *run)
{
  return fl_pass_is_stopped (run->pass, FL_STAGE_DECOMPOSE);
}

void
fl_decompose_trace (FlDecompose *run, FlEventKind kind, FlVerdict verdict, const FlGraph *graph, guint index,
                    const char *reason, gint64 amount, const char *facts)
{
  guint origin = graph == run->given ? index : graph->nodes[index].origin.index;

  fl_trace_record (run->pass->trace, &(FlEvent) {
                                         .kind = kind,
                                         .verdict = verdict,
                                         .subject = { FL_REF_NODE, origin, run->given->nodes[origin].name },
                                         .amount = amount,
                                         .reason = reason,
                                         .facts = facts,
                                     });
}

gboolean
fl_decompose_is_before_passes (const FlDecompose *run)
{
  return run->was_opened || (run->level > FL_LEVEL_UNKNOWN && run->level < FL_LEVEL_TRANSFORMED)
         || run->pass->options->graph_passes == FL_GRAPH_PASSES_ALWAYS;
}
