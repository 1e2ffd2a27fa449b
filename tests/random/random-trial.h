/* One kernel's loop programs on trial: what random-loops.c and random-grid.c share. */
#pragma once

#include "random-check-private.h"

#include "fl-loop-interpret.h"
#include "fl-loop-passes.h"

G_BEGIN_DECLS

typedef struct
{
  RndCheck *check;
  const FlKernel *kernel;
  const FlLoopMemory *arguments, *expected; /* before and behind what was built; NULL: too much for the interpreter */
  GArray *sizes;
  const char *words; /* variant and kernel */
  gint64 n_lanes;
  guint32 seed; /* of the order of warps and lanes */
} RndTrial;

typedef enum
{
  RND_ANY, /* some infinities, too */
  RND_FINITE,
  RND_POSITIVE
} RndNumbers;

void rnd_trial_fail (const RndTrial *trial, const char *kind, const char *message);
/* Whole numbers of few bits, of which sums are exact, and some NaN. NULL: too much for the interpreter. */
FlLoopMemory *rnd_trial_make_arguments (const FlKernel *kernel, FlSymTable *symbols, GArray *sizes, RndNumbers numbers,
                                        guint32 seed);
FlLoopMemory *rnd_trial_dup_memory (const FlLoopMemory *memory, guint n);
void rnd_trial_free_memory (FlLoopMemory *memory, guint n);

/* What one program, or all programs (FlLoopProgram) of a kernel leave in memory; NULL: it does too much or what the
 * interpreter does not know, or it is wrong, which was said. */
FlLoopMemory *rnd_trial_interpret (const RndTrial *trial, const FlLoopProgram *program, FlLoopOrder order);
FlLoopMemory *rnd_trial_interpret_all (const RndTrial *trial, const GPtrArray *programs, FlLoopOrder order);

gboolean rnd_trial_are_same (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b);
/* Of floats; whole numbers may be on the other side of a comparison, so that as many floats may be. */
gboolean rnd_trial_are_close (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b);
/* "buf3[5] is 2, 4 before" */
char *rnd_trial_dup_difference (const FlKernel *kernel, const FlLoopMemory *before, const FlLoopMemory *now);

/* Does the pass that made this version? */
gboolean rnd_trial_approximates (const FlLoopProgram *program);

/* Of all calls so far. */
typedef struct
{
  guint64 n_programs, n_kernels;
  guint64 n_subsets;     /* of passes that were tried on a kernel */
  guint64 n_interpreted; /* whose results were compared */
  guint64 n_divided;     /* of these: in several functions, as CUDA kernels */
  guint64 *n_changed;    /* by position of a pass's row: programs that it changed something in */
} RndLoopTotals;

RndLoopTotals *rnd_trial_get_totals (void);
/* Passes from the one that built it to the last one, of the program at hand. */
void rnd_trial_note_changed (const FlLoopProgram *last);
void rnd_trial_end_program (void);

/* Passes to switch off: none, a single one, about every second one, or nearly all of them. */
guint64 rnd_trial_draw_off (GRand *random);

G_END_DECLS
