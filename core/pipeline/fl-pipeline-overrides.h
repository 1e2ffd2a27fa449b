/* Overrides between the passes: what they mean in the graph at hand, and whether they held. Private
 * to core/pipeline. */
#pragma once

#include "fl-override.h"
#include "fl-run.h"

G_BEGIN_DECLS

/* Options of the variant take effect in *options. */
void fl_pipeline_take_options (const FlPass *pass, FlOptions *options);
/* Looks up every subject in a graph made from given: the nodes that passes over that graph meet. */
void fl_pipeline_locate_nodes (const FlPass *pass, const FlGraph *given, const FlGraph *graph);
/* Obeys the overrides that write an operation in another way: takes the decomposed graph, hands over what it became.
 * NULL + error. */
FlGraph *fl_pipeline_rewrite (const FlPass *pass, const FlGraph *given, FlGraph *graph, GError **error);
/* Looks up every subject in a graph of operations: ops was made of graph, in which fl_pipeline_locate_nodes has looked
 * before. */
void fl_pipeline_locate_ops (const FlPass *pass, const FlGraph *graph, const FlOpGraph *ops);
/* Would a node of two that must be apart be computed inside the other, or both inside a third?
 * Lowers on trial; what it finds makes lowering store the first. */
gboolean fl_pipeline_part_values (const FlPass *pass, const FlGraph *graph, GError **error);
/* Values that a plan's groups were to compute inside, and that lowering stores all the same:
 * refused after all. */
void fl_pipeline_check_inlined (const FlPass *pass, const FlRun *run);
/* Two that must be apart and share a scheduled node nevertheless: the override is refused after
 * all. */
void fl_pipeline_check_forbidden (const FlPass *pass, const FlRun *run);
/* What nobody settled: a run that stopped early leaves it pending. */
void fl_pipeline_settle_rest (const FlPass *pass, const FlRun *run);

/* How runs are made with the first n of the overrides. is_trial: only as far as overrides are settled, without stops.
 * refused: overrides that it leaves out. */
typedef struct
{
  FlRun *(*run) (gpointer data, guint n, gboolean is_trial, const FlOverrides *refused);
  gpointer data;
  const FlOverride *list;
  guint n;
  gboolean is_whole; /* the request reaches as far as a trial */
} FlObeying;

/* The run with the overrides of which none is refused; what is refused changes nothing, neither a group nor what
 * becomes of the other overrides. Each is tried in its turn, with those before it that hold. */
FlRun *fl_pipeline_run_obeying (const FlObeying *obeying);

G_END_DECLS
