/* FluiPlan: a memory plan with its map and its picture: frozen, counted, readable from any thread.
 * And the jobs that make one in a thread: a graph planned by other options, or an allocation
 * problem solved. */
#pragma once

#include "fl-memory-picture.h"
#include "fl-pipeline.h"

#include "flui-problem.h"

G_BEGIN_DECLS

typedef struct
{
  FlArena *arena;
  FlRun *run;           /* referenced; NULL: an allocation problem */
  FluiProblem *problem; /* referenced; NULL: a run */
  FlAllocPlan solution; /* of a problem */
  const FlMemoryMap *map;
  FlMemoryPicture *picture;
  gatomicrefcount refs;
} FluiPlan;

/* NULL: the run has no plan. */
FluiPlan *flui_plan_new (const FlRun *run);
FluiPlan *flui_plan_ref (FluiPlan *self);
void flui_plan_unref (FluiPlan *self); /* may be NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FluiPlan, flui_plan_unref)

/* --- jobs -------------------------------------------------------------------------------------- */
typedef struct _FluiPlanJob FluiPlanJob;
/* On the main thread. is_last FALSE: the best so far, more may come. plan is NULL only with an
 * error. Not called after the job was cancelled by flui_plan_job_drop. */
typedef void (*FluiPlanDone) (FluiPlan *plan, gboolean is_last, const GError *error, gpointer data);

/* The graph of that run under other options, with what was decided by hand in it, as far as its
 * memory plan. */
FluiPlanJob *flui_plan_job_start (const FlRun *run, const FlOptions *options, FluiPlanDone done, gpointer data);
/* The plan of that run as it is: its map and picture, which take longer than a frame for thousands of buffers. */
FluiPlanJob *flui_plan_job_start_drawing (const FlRun *run, FluiPlanDone done, gpointer data);
/* limits: capacity and seconds. */
FluiPlanJob *flui_plan_job_start_problem (FluiProblem *problem, const FlAllocRow *row, const FlAllocLimits *limits,
                                          FluiPlanDone done, gpointer data);
/* Ends a search with the best it has: done is called. */
void flui_plan_job_stop (FluiPlanJob *job);
/* Nobody waits for it any more. May be NULL. After its last call of done a job is gone by itself.
 */
void flui_plan_job_drop (FluiPlanJob *job);

G_END_DECLS
