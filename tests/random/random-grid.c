/* CUDA's loop programs of random programs: kernels that were planned for a GPU, as all functions that they consist of,
 * some of which are divided where one function would do. No thread races or waits for ever, nothing is read that nobody
 * wrote, and what is computed is what the program says that was built. */
#include "random-loops.h"

#include "fl-cuda-phases.h"
#include "fl-kernel-loops.h"

#include "random-trial.h"

enum
{
  N_TRIES = 3 /* of each kernel, with passes off */
};

static gboolean
any_approximates (const GPtrArray *programs)
{
  for (guint i = 0; i < programs->len; i++)
    for (const FlLoopProgram *at = programs->pdata[i]; at->before; at = at->before)
      if (rnd_trial_approximates (at))
        return TRUE;
  return FALSE;
}

/* Means, variances and sums of exponentials round otherwise when they are merged in another order, whatever the
 * numbers; of infinities they are other kinds of no number. What is merged has a weight, which is none below 0. */
static void
note_numbers (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlReductionType combiner
      = stmt->kind == FL_STMT_ACCUMULATE ? fl_loop_get_home (kernel, stmt->home)->combiner : FL_N_REDUCTIONS;
  RndNumbers *numbers = data;

  if (combiner == FL_REDUCTION_WELFORD_COMBINE)
    *numbers = RND_POSITIVE;
  else if (combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_ONLINE_SOFTMAX)
    *numbers = MAX (*numbers, RND_FINITE);
}

/* Small grids, too: what one block could do goes to several functions. */
static FlCudaPhasesRequest
draw_request (const RndTrial *trial, FlArena *arena, const FlProgram *program, guint position, GRand *random)
{
  return (FlCudaPhasesRequest) {
    .arena = arena,
    .plan = program->plan,
    .nest = fl_kernel_make_nest (arena, program->plan, trial->kernel->node),
    .kernel = &program->kernels[position],
    .machine = { .n_lanes = 1, .target = FL_TARGET_CUDA, .cluster = g_rand_boolean (random) ? 8 : 1 },
    .off = rnd_trial_draw_off (random),
    .one_block_steps = g_rand_boolean (random) ? 0 : FL_CUDA_ONE_BLOCK_STEPS
  };
}

static void
compare (const RndTrial *trial, const GPtrArray *programs, gboolean is_close, FlLoopOrder order)
{
  FlLoopMemory *got = rnd_trial_interpret_all (trial, programs, order);
  g_autofree char *difference = NULL;

  if (!got)
    return;
  rnd_trial_get_totals ()->n_interpreted++;
  rnd_trial_get_totals ()->n_divided += programs->len > 1;
  if (!rnd_trial_are_same (trial->kernel, trial->expected, got)
      && !(is_close && rnd_trial_are_close (trial->kernel, trial->expected, got)))
    {
      difference = rnd_trial_dup_difference (trial->kernel, trial->expected, got);
      rnd_trial_fail (trial, "loops: wrong for CUDA", difference);
    }
  rnd_trial_free_memory (got, trial->kernel->n_args);
}

static void
try_once (RndTrial *trial, const FlProgram *program, guint position, gboolean is_close, GRand *random)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  const FlCudaPhasesRequest request = draw_request (trial, arena, program, position, random);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) programs = fl_cuda_phases_make (&request, &error);

  trial->seed = g_rand_int (random);
  rnd_trial_get_totals ()->n_subsets++;
  for (guint i = 0; programs && i < programs->len; i++)
    rnd_trial_note_changed (programs->pdata[i]);
  if (!programs)
    rnd_trial_fail (trial, "loops: pass for CUDA", error->message);
  else if (trial->expected)
    compare (trial, programs, is_close || any_approximates (programs), (FlLoopOrder) g_rand_int_range (random, 0, 3));
}

static void
check_kernel (RndCheck *self, guint run, guint position, GRand *random)
{
  const FlProgram *program = self->runs[run]->program;
  const FlKernel *kernel = &program->kernels[position];
  g_autofree char *words = g_strdup_printf ("%s, %s", self->names[run], kernel->name);
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  RndTrial trial = { .check = self, .kernel = kernel, .words = words, .sizes = self->points->pdata[0] };
  const FlLoopProgram *built = fl_kernel_build_loops (arena, program, position, &error);
  FlLoopMemory *arguments, *expected;
  RndNumbers numbers = RND_ANY;

  if (!built)
    {
      rnd_trial_fail (&trial, "loops: build", error->message);
      return;
    }
  rnd_trial_get_totals ()->n_kernels++;
  fl_loop_visit (built->kernel, built->root, note_numbers, &numbers);
  trial.arguments = arguments
      = rnd_trial_make_arguments (kernel, self->graph->symbols, trial.sizes, numbers, self->seed);
  trial.expected = expected = arguments ? rnd_trial_interpret (&trial, built, FL_LOOP_FORWARD) : NULL;
  for (guint i = 0; i < N_TRIES && self->verdict->klass == NULL; i++)
    try_once (&trial, program, position, numbers != RND_ANY, random);
  if (expected)
    rnd_trial_free_memory (expected, kernel->n_args);
  if (arguments)
    rnd_trial_free_memory (arguments, kernel->n_args);
}

void
rnd_grid_check (RndCheck *self)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed ^ 0x61d5);

  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < self->runs[i]->program->n_kernels && self->verdict->klass == NULL; k++)
      if (self->runs[i]->program->kernels[k].source)
        check_kernel (self, i, k, random);
  rnd_trial_end_program ();
}
