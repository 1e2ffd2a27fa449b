/* The pipeline: the list of stages, and the only way in. */
#pragma once

#include "fl-report.h"

G_BEGIN_DECLS

typedef struct
{
  FlOptions options;
  FlStage until;      /* last stage to run; FL_STAGE_CODEGEN for everything but executing */
  FlStage stop_stage; /* exact stepping: this stage stops after stop_step events, and nothing after it runs */
  guint32 stop_step;  /* G_MAXUINT32: do not stop */
  const gint *cancelled;
  guint n_overrides;
  const struct _FlOverride *overrides; /* of FlOverride; copied */
  const char *target_why;              /* interned: why the options' target is meant, for texts; NULL: nobody says */
  gboolean with_unfused;               /* make the program of strategy "none", too */
} FlPipelineRequest;

void fl_pipeline_request_init (FlPipelineRequest *request);

/* How far PyTorch had come with a graph, under these options, and what says so; the words of `why` are the graph's. */
FlLevelFact fl_pipeline_find_level (const FlGraph *graph, const FlOptions *options);

/* Never returns NULL: a stage that fails leaves run->error and everything before it, so that what can be shown is
 * shown. */
FlRun *fl_pipeline_run (FlGraph *graph, const FlPipelineRequest *request);

/* A new run that shares `run`'s stages and adds the execution. NULL + error when it could not run. */
FlRun *fl_pipeline_execute (const FlRun *run, const FlExecuteRequest *request, const gint *cancelled,
                            FlProgress progress, gpointer data, GError **error);

G_END_DECLS
