/* The steps of a kernel: what each pass over its loop program did and why, as lines that people read: the outline
 * before and after with what changed, and the target's code after it. Frozen once made. */
#pragma once

#include "fl-run.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

/* What a pass decided about an axis, a home or a value. */
typedef struct
{
  FlVerdict verdict;
  const char *subject; /* "i1" */
  const char *reason;  /* "vectorized", "it reduces" */
  const char *facts;   /* the values compared; NULL: none */
} FlStepNote;

typedef enum
{
  FL_STEP_LINE_KEPT,
  FL_STEP_LINE_ADDED,
  FL_STEP_LINE_REMOVED,
  FL_STEP_LINE_RESPELLED, /* an equal statement, written otherwise: a value in it has a name now */
  FL_N_STEP_LINES
} FlStepLineMark;

/* One line of the difference between two outlines. */
typedef struct
{
  FlStepLineMark mark;
  guint before, after; /* numbers of the line in each outline, from 1; 0: it has none */
} FlStepLine;

typedef struct
{
  const char *name;     /* "vectorize"; the first one is "build" */
  const char *sentence; /* on the pass, without a full stop */
  const char *effect;   /* on results: "exact", "reorders sums", "approximates" */
  gboolean is_off;      /* by option loops.off */
  gboolean is_required; /* the pass always runs: what comes before is no kernel yet */
  gboolean has_changed; /* the program */
  guint n_notes;
  const FlStepNote *notes;
  guint n_outline;
  const char *const *outline; /* after it, line by line */
  guint n_lines;
  const FlStepLine *lines; /* from the step before to this one */
  guint n_of[FL_N_STEP_LINES];
  const char *code;    /* of the target, after it; NULL: */
  const char *no_code; /* why there is none */
} FlKernelStep;

typedef struct
{
  FlArena *arena;
  guint position;       /* in run->program->kernels */
  const char *name;     /* of the kernel */
  const char *node;     /* the scheduler node that it does: "op0_op1" */
  const char *why_none; /* there is no loop program; NULL: there are steps */
  gboolean is_made_of;  /* the kernel's code is printed from the last step */
  guint n_steps;
  const FlKernelStep *steps;
} FlKernelSteps;

/* What an outline's line is in a difference: ' ', '+', '-', '~'. */
char fl_step_line_get_sign (FlStepLineMark mark);
const char *fl_step_line_get_name (FlStepLineMark mark); /* "kept", "added", "removed", "respelled" */

/* Of a run that reached CODEGEN. It may be made in any thread, and outlives the run. NULL: a defect of a pass:
 * FL_ERROR_MISMATCH names it and the rule that it broke. */
FlKernelSteps *fl_kernel_steps_new (const FlRun *run, guint kernel, GError **error);
void fl_kernel_steps_free (FlKernelSteps *steps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlKernelSteps, fl_kernel_steps_free)

/* By its own name, or by that of the scheduler node that it does. Of several calls of one library function all are. */
gboolean fl_kernel_steps_is_called (const FlRun *run, guint kernel, const char *name);
/* Has the kernel loops of its own? Others are calls of a library. */
gboolean fl_kernel_steps_has_loops (const FlRun *run, guint kernel);
/* Is it "build" or a pass? The list of names otherwise: "build, parallelize, …". */
gboolean fl_kernel_steps_has_pass (const char *name);
char *fl_kernel_steps_dup_passes (void);
/* The option's value without, or with, one pass more: "loops.off=hoist,vectorize". */
char *fl_kernel_steps_dup_assignment (const FlOptions *options, const char *pass, gboolean is_off);

/* "16 lines kept, 2 added, 1 removed, 1 respelled", "changed nothing", "switched off". */
char *fl_kernel_step_dup_summary (const FlKernelStep *step);
/* One line: "not vectorized: it reduces: 3,840 steps". */
void fl_step_note_append (GString *out, const FlStepNote *note);
/* All steps with their notes; verdict: only notes of that one; -1: all. */
void fl_kernel_steps_append (GString *out, const FlKernelSteps *steps, int verdict);
/* What a pass left, with the notes up to it. after: NULL: the last pass. with_diff: against the step before, with
 * signs. */
void fl_kernel_steps_append_outline (GString *out, const FlKernelSteps *steps, const char *after, gboolean with_diff);
cJSON *fl_kernel_steps_new_json (const FlKernelSteps *steps);

G_END_DECLS
