/* Measuring one graph on several devices, several strategies on each. */
#pragma once

#include "fl-pipeline.h"
#include "fl-times.h"

G_BEGIN_DECLS

typedef struct
{
  FlOptions options; /* whose target and strategy do not count */
  guint n_targets;
  const FlTarget *targets;
  const char *const *strategies; /* NULL-terminated; "none" is measured in any case, as the unfused program */
  FlExecuteRequest execute;      /* without variants: all programs of a target run in one worker, interleaved */
  const char *by;                /* "Fuseloom 0.1.0" */
} FlTimesRequest;

/* A device that cannot be used, or a strategy that fails there, is a part with its error: the rest is measured. NULL +
 * error: cancelled, or the graph cannot be compiled at all. */
FlTimes *fl_times_run (FlGraph *graph, const FlTimesRequest *request, const gint *cancelled, FlProgress progress,
                       gpointer data, GError **error);

G_END_DECLS
