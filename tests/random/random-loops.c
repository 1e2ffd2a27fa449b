/* Loop programs of random programs: what is built holds to every rule, and so does what any subset of the passes makes
 * of it; the interpreter finds the same bits before and after each pass, whatever the order of parallel iterations.
 * Inputs are whole numbers of few bits, of which sums are exact. */
#include "random-loops.h"

#include "fl-kernel-loops.h"
#include "fl-loop-verify.h"

#include "random-trial.h"

enum
{
  MAX_RUNS = 2, /* variants of a program */
  N_SUBSETS = 3 /* of passes, of each kernel */
};

static void
fail_result (const RndTrial *trial, const char *pass, const FlLoopMemory *before, const FlLoopMemory *now)
{
  g_autofree char *message = g_strdup_printf ("pass %s changed the result", pass),
                  *difference = rnd_trial_dup_difference (trial->kernel, before, now),
                  *detail = g_strdup_printf ("%s: %s: %s", trial->words, message, difference);

  rnd_check_fail (trial->check, "loops: wrong", message, detail);
}

/* Is this version to be interpreted? Of all passes each one; of other subsets what all of them leave, and both sides of
 * one that approximates. */
static gboolean
is_chosen (const GPtrArray *versions, guint i, gboolean has_each)
{
  return has_each || i + 1 == versions->len || rnd_trial_approximates (versions->pdata[i])
         || rnd_trial_approximates (versions->pdata[i + 1]);
}

/* What a pass that approximates yields is close to what was there before, and what the following ones are held to.
 * FALSE: some version computes something else, which was said where each pass was looked at. */
static gboolean
compare_versions (const RndTrial *trial, const GPtrArray *versions, FlLoopOrder order, gboolean has_each)
{
  FlLoopMemory *expected = rnd_trial_dup_memory (trial->expected, trial->kernel->n_args);
  gboolean are_right = TRUE;

  for (guint i = 0; i < versions->len && are_right; i++)
    {
      const FlLoopProgram *at = versions->pdata[i];
      FlLoopMemory *got = is_chosen (versions, i, has_each) ? rnd_trial_interpret (trial, at, order) : NULL;
      const gboolean is_equal
          = got && rnd_trial_are_same (trial->kernel, expected, got),
          is_close
          = is_equal || (got && rnd_trial_approximates (at) && rnd_trial_are_close (trial->kernel, expected, got));

      are_right = !got || is_close;
      if (!are_right && has_each)
        fail_result (trial, at->pass, expected, got);
      if (is_close && !is_equal)
        {
          FlLoopMemory *before = expected;

          expected = got;
          got = before;
        }
      if (got)
        rnd_trial_free_memory (got, trial->kernel->n_args);
    }
  rnd_trial_free_memory (expected, trial->kernel->n_args);
  return are_right;
}

static void
validate (const RndTrial *trial, const FlLoopProgram *built, const FlLoopProgram *last, FlLoopOrder order,
          gboolean has_each)
{
  g_autoptr (GPtrArray) versions = g_ptr_array_new ();

  for (const FlLoopProgram *at = last; at && at != built; at = at->before)
    g_ptr_array_insert (versions, 0, (gpointer) at);
  rnd_trial_get_totals ()->n_interpreted++;
  if (!has_each && compare_versions (trial, versions, order, FALSE))
    return;
  if (compare_versions (trial, versions, order, TRUE) && !has_each && trial->check->verdict->klass == NULL)
    rnd_trial_fail (trial, "loops: wrong", "all passes together changed the result, no single one did");
}

static void
note_float_sum (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ACCUMULATE && fl_dtype_is_float (fl_loop_get_home (kernel, stmt->home)->source_dtype))
    *(gboolean *) data = TRUE;
}

static gboolean
any_approximates (const FlLoopProgram *last, const FlLoopProgram *built)
{
  for (; last != built; last = last->before)
    if (rnd_trial_approximates (last))
      return TRUE;
  return FALSE;
}

/* Loops that were mapped to blocks, warps and lanes: every rule holds, no thread races or waits for ever, and what adds
 * up no floats, whose sums come in another order, is the same, or close behind a pass that approximates. */
static void
validate_grid (const RndTrial *trial, const FlLoopProgram *built, guint64 off, FlLoopOrder order)
{
  const FlLoopMachine machine = { .n_lanes = 1, .target = FL_TARGET_CUDA };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *last = fl_loop_passes_run (&context, built, off, &error);
  FlLoopMemory *got;
  gboolean reorders = FALSE;

  if (!last)
    {
      rnd_trial_fail (trial, "loops: pass for CUDA", error->message);
      return;
    }
  rnd_trial_note_changed (last);
  fl_loop_visit (built->kernel, built->root, note_float_sum, &reorders);
  got = rnd_trial_interpret (trial, last, order);
  if (got && !reorders && !rnd_trial_are_same (trial->kernel, trial->expected, got)
      && !(any_approximates (last, built) && rnd_trial_are_close (trial->kernel, trial->expected, got)))
    {
      g_autofree char *difference = rnd_trial_dup_difference (trial->kernel, trial->expected, got),
                      *message = g_strdup_printf ("the passes for CUDA changed the result: %s", difference);

      rnd_trial_fail (trial, "loops: wrong for CUDA", message);
    }
  if (got)
    rnd_trial_free_memory (got, trial->kernel->n_args);
}

/* Kernels are large for small caches, and small for others; stores are non-temporal or not, whatever these are. */
static FlLoopMachine
draw_machine (GRand *random)
{
  static const gint64 caches[] = { 0, 0, 1, 2048 };
  const gint64 size = caches[g_rand_int_range (random, 0, G_N_ELEMENTS (caches))];
  const gint64 second = g_rand_boolean (random) ? 4 * size : 1 << 20; /* rows too long for the one fit the other */

  return (FlLoopMachine) { .n_lanes = FL_LOOP_MOST_FLOATS,
                           .grain = 1u << g_rand_int_range (random, 0, 5),
                           .caches = { size, second },
                           .stream_bytes = g_rand_boolean (random),
                           .work_grain = 1,
                           .parts = g_rand_int_range (random, 2, 20),
                           .prefetch_bytes = 64 };
}

/* A table of its own for each subset: passes that need many axes do without once there are many. NULL: it breaks a
 * rule, which was said. */
static const FlLoopProgram *
build (RndTrial *trial, FlArena *arena, guint run, guint position)
{
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, trial->check->runs[run]->program, position, &error);

  if (built && fl_loop_verify (built, &error))
    return built;
  rnd_trial_fail (trial, "loops: build", error->message);
  return NULL;
}

/* One subset of the passes. */
static void
check_subset (RndTrial *trial, const FlLoopProgram *built, guint64 off, GRand *random)
{
  const FlLoopMachine machine = draw_machine (random);
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *last = fl_loop_passes_run (&context, built, off, &error);

  if (!last)
    {
      rnd_trial_fail (trial, "loops: pass", error->message);
      return;
    }
  rnd_trial_get_totals ()->n_subsets++;
  rnd_trial_note_changed (last);
  trial->n_lanes = FL_LOOP_FEWEST_FLOATS << g_rand_int_range (random, 0, 3);
  if (trial->expected)
    validate (trial, built, last, (FlLoopOrder) g_rand_int_range (random, 0, 3), off == 0);
}

static void
check_kernel (RndCheck *self, guint run, guint position, GRand *random)
{
  const FlKernel *kernel = &self->runs[run]->program->kernels[position];
  g_autofree char *words = g_strdup_printf ("%s, %s", self->names[run], kernel->name);
  RndTrial trial = { .check = self, .kernel = kernel, .words = words, .sizes = self->points->pdata[0] };
  FlLoopMemory *arguments, *expected = NULL;

  rnd_trial_get_totals ()->n_kernels++;
  trial.arguments = arguments
      = rnd_trial_make_arguments (kernel, self->graph->symbols, trial.sizes, RND_ANY, self->seed);
  trial.seed = g_rand_int (random);
  for (guint i = 0; i <= N_SUBSETS && self->verdict->klass == NULL; i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      const FlLoopProgram *built = build (&trial, arena, run, position);

      if (built && i == 0 && arguments)
        trial.expected = expected = rnd_trial_interpret (&trial, built, FL_LOOP_FORWARD);
      if (built && i < N_SUBSETS)
        check_subset (&trial, built, i == 0 ? 0 : rnd_trial_draw_off (random), random);
      else if (built && expected)
        validate_grid (&trial, built, rnd_trial_draw_off (random), (FlLoopOrder) g_rand_int_range (random, 0, 3));
    }
  if (expected)
    rnd_trial_free_memory (expected, kernel->n_args);
  if (arguments)
    rnd_trial_free_memory (arguments, kernel->n_args);
}

void
rnd_loops_check (RndCheck *self)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed ^ 0x10095);

  for (guint i = 0; i < self->n && i < MAX_RUNS; i++)
    for (guint k = 0; k < self->runs[i]->program->n_kernels && self->verdict->klass == NULL; k++)
      if (self->runs[i]->program->plan->nests[k])
        check_kernel (self, i, k, random);
  rnd_trial_end_program ();
}
