/* A loop over rows whose loops become stages of a pipeline: fl-pass-pipeline.c finds them, fl-pipeline-make.c makes the
 * loops. */
#pragma once

#include "fl-loop-access.h"
#include "fl-loop-passes.h"
#include "fl-loop-walk.h"

G_BEGIN_DECLS

enum
{
  FL_PIPELINE_STAGES = 4
};

/* Children of the loop over rows, one of which is a loop over the row. */
typedef struct
{
  guint begin, loop, end;
} FlPipelineStage;

/* An accumulator or a row on the stack that begins with each row. */
typedef struct
{
  FlHomeId home;
  FlValueId value; /* reads the home */
  gboolean is_written;
  guint made, first, last; /* stages that write it, and read it */
  gint64 n_rows;           /* rows that the home is kept for; 0: for one stage */
  FlHomeId kept;           /* of so many rows */
} FlPipelineHome;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlStmtId id;
  FlLoopStmt rows; /* the loop over them */
  FlLoopAxis axis;
  const GPtrArray *around; /* FlSym: variables of loops around it */
  FlPipelineStage stages[FL_PIPELINE_STAGES];
  guint n_stages;
  gint64 distance; /* rows from a stage to the next one */
  GArray *homes;   /* FlPipelineHome */
  guint n_loops;   /* over iterations, so far */
  const char *why_not;
} FlPipeline;

FlPipelineHome *fl_pipeline_find_home (const FlPipeline *self, FlHomeId home);
const FlLoopStmt *fl_pipeline_get_loop (const FlPipeline *self, guint stage);
/* Do children of the loop over rows, from `begin` to before `end`, touch the home? */
gboolean fl_pipeline_reads (const FlPipeline *self, guint begin, guint end, FlHomeId home);

/* All iterations; 0: the loop over several rows at once has no vector form. */
FlStmtId fl_pipeline_make (FlPipeline *self);

G_END_DECLS
