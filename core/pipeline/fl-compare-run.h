/* Making and executing what a comparison shows. */
#pragma once

#include "fl-compare.h"
#include "fl-pipeline.h"

G_BEGIN_DECLS

/* A whole run of the graph under another strategy (interned, or a name of the table), otherwise
 * with these options. Never NULL, as fl_pipeline_run. */
FlRun *fl_compare_run_strategy (FlGraph *graph, const FlOptions *options, const char *strategy, const gint *cancelled);

/* All columns in one worker on the same inputs, timed in interleaved rounds: a new run whose execution has one
 * variant a column, in order. request: variants are filled in here. NULL + error as
 * fl_pipeline_execute; also where a column has no kernels to run. */
FlRun *fl_compare_execute (const FlComparison *comparison, const FlExecuteRequest *request, const gint *cancelled,
                           FlProgress progress, gpointer data, GError **error);

G_END_DECLS
