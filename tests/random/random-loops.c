/* Loop programs of random programs: what is built holds to every rule, and so does what any subset of the passes makes
 * of it; the interpreter finds the same bits before and after each pass, whatever the order of parallel iterations.
 * Inputs are whole numbers of few bits, of which sums are exact. */
#include "random-loops.h"

#include <math.h>
#include <string.h>

#include "fl-kernel-loops.h"
#include "fl-loop-interpret.h"
#include "fl-loop-passes.h"
#include "fl-loop-verify.h"

enum
{
  MAX_ELEMENTS = 1 << 15, /* of a kernel's arguments */
  MAX_STEPS = 1 << 18,    /* statements of one interpretation */
  MAX_RUNS = 2,           /* variants of a program */
  N_SUBSETS = 3           /* of passes, of each kernel */
};

static RndLoopTotals totals;
static guint64 changed; /* bit k: the pass of row k changed something in this program */

const RndLoopTotals *
rnd_loops_get_totals (void)
{
  if (!totals.n_changed)
    totals.n_changed = g_new0 (guint64, fl_loop_passes_get_n ());
  return &totals;
}

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const GArray *sizes = data;

  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      {
        *value = g_array_index (sizes, FlSizeValue, i).value;
        return TRUE;
      }
  return fl_sym_look_up_sample (symbol, NULL, value);
}

static FlLoopNumber
make_number (FlDtype dtype, GRand *random)
{
  const gint64 number = g_rand_int_range (random, -6, 7), chance = g_rand_int_range (random, 0, 120);

  if (fl_dtype_is_float (dtype))
    return fl_loop_number_convert (dtype, FL_DTYPE_F64,
                                   (FlLoopNumber) { .number = chance < 3   ? NAN
                                                              : chance < 6 ? copysign (INFINITY, number)
                                                                           : (double) number });
  return fl_loop_number_convert (dtype, FL_DTYPE_I64, (FlLoopNumber) { .integer = ABS (number) });
}

static void
free_memory (FlLoopMemory *memory, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (memory[i].elements);
  g_free (memory);
}

static FlLoopMemory *
dup_memory (const FlLoopMemory *memory, guint n)
{
  FlLoopMemory *copy = g_new0 (FlLoopMemory, n + 1);

  for (guint i = 0; i < n; i++)
    copy[i] = (FlLoopMemory) { g_memdup2 (memory[i].elements, sizeof (FlLoopNumber) * memory[i].n), memory[i].n };
  return copy;
}

/* NULL: too much for the interpreter. */
static FlLoopMemory *
make_arguments (const FlKernel *kernel, FlSymTable *symbols, GArray *sizes, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  FlLoopMemory *memory = g_new0 (FlLoopMemory, kernel->n_args + 1);
  gint64 total = 0;

  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlLayout *layout = &kernel->args[i].buffer->layout;

      if (!fl_sym_evaluate (fl_layout_get_storage_size (layout, symbols), look_up, sizes, &memory[i].n)
          || memory[i].n < 0 || (total += memory[i].n) > MAX_ELEMENTS)
        {
          free_memory (memory, i);
          return NULL;
        }
      memory[i].elements = g_new0 (FlLoopNumber, memory[i].n + 1);
      for (gint64 k = 0; k < memory[i].n; k++)
        memory[i].elements[k] = make_number (layout->dtype, random);
    }
  return memory;
}

/* A NaN has no sign that counts. */
static gboolean
is_same (const FlKernel *kernel, guint arg, FlLoopNumber x, FlLoopNumber y)
{
  return x.integer == y.integer
         || (fl_dtype_is_float (kernel->args[arg].buffer->layout.dtype) && isnan (x.number) && isnan (y.number));
}

static gboolean
are_same (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b)
{
  for (guint i = 0; i < kernel->n_args; i++)
    for (gint64 k = 0; k < a[i].n; k++)
      if (!is_same (kernel, i, a[i].elements[k], b[i].elements[k]))
        return FALSE;
  return TRUE;
}

typedef struct
{
  RndCheck *check;
  const FlKernel *kernel;
  const FlLoopMemory *arguments, *expected; /* before and behind what was built; NULL: too much for the interpreter */
  GArray *sizes;
  const char *words; /* variant and kernel */
  gint64 n_lanes;
  guint32 seed; /* of the order of warps and lanes */
} Trial;

static void
fail (const Trial *trial, const char *kind, const char *message)
{
  g_autofree char *detail = g_strdup_printf ("%s: %s", trial->words, message);

  rnd_check_fail (trial->check, kind, message, detail);
}

/* What it leaves in memory; NULL: it does too much or what the interpreter does not know, or it is wrong, which was
 * said. */
static FlLoopMemory *
interpret (const Trial *trial, const FlLoopProgram *program, FlLoopOrder order)
{
  g_autoptr (GError) error = NULL;
  FlLoopMemory *memory = dup_memory (trial->arguments, trial->kernel->n_args);
  FlLoopInput input = { .n_arguments = trial->kernel->n_args,
                        .arguments = memory,
                        .lookup = look_up,
                        .data = trial->sizes,
                        .order = order,
                        .n_lanes = trial->n_lanes,
                        .has_exact_sums = TRUE,
                        .seed = trial->seed,
                        .max_steps = MAX_STEPS,
                        .clamps = TRUE };

  if (fl_loop_interpret (program, &input, &error))
    return memory;
  if (!g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
    fail (trial, program->before ? "loops: pass" : "loops: build", error->message);
  free_memory (memory, trial->kernel->n_args);
  return NULL;
}

/* The row that made this version. */
static guint
find_row (const FlLoopProgram *program)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, program->pass))
      return i;
  g_error ("no pass is called %s", program->pass);
}

static gboolean
approximates (const FlLoopProgram *program)
{
  return fl_loop_passes_get (find_row (program))->effect == FL_PASS_APPROXIMATES;
}

static void
note_changed (const FlLoopProgram *built, const FlLoopProgram *last)
{
  for (const FlLoopProgram *at = last; at && at != built; at = at->before)
    changed |= G_GUINT64_CONSTANT (1) << find_row (at);
}

/* Of floats; whole numbers may be on the other side of a comparison, so that as many floats may be. */
static gboolean
are_close (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b)
{
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlDtype dtype = kernel->args[i].buffer->layout.dtype;
      double largest = 0;
      gint64 n_far = 0;

      for (gint64 k = 0; k < a[i].n; k++)
        if (isfinite (a[i].elements[k].number))
          largest = MAX (largest, fabs (a[i].elements[k].number));
      for (gint64 k = 0; fl_dtype_is_float (dtype) && k < a[i].n; k++)
        {
          const double x = a[i].elements[k].number, y = b[i].elements[k].number;

          n_far += isnan (x) ? !isnan (y) : x != y && !(fabs (x - y) <= 1e-5 + 1e-2 * (fabs (x) + 1e-2 * largest));
        }
      if (n_far > a[i].n / 16)
        return FALSE;
    }
  return TRUE;
}

/* "buf3[5] is 2, 4 before" */
static char *
dup_difference (const FlKernel *kernel, const FlLoopMemory *before, const FlLoopMemory *now)
{
  for (guint i = 0; i < kernel->n_args; i++)
    for (gint64 k = 0; k < before[i].n; k++)
      if (!is_same (kernel, i, before[i].elements[k], now[i].elements[k]))
        {
          const gboolean is_float = fl_dtype_is_float (kernel->args[i].buffer->layout.dtype);
          const FlLoopNumber a = before[i].elements[k], b = now[i].elements[k];

          return g_strdup_printf ("%s[%" G_GINT64_FORMAT "] is %.9g, %.9g before", kernel->args[i].buffer->name, k,
                                  is_float ? b.number : (double) b.integer, is_float ? a.number : (double) a.integer);
        }
  return g_strdup ("nothing differs");
}

static void
fail_result (const Trial *trial, const char *pass, const FlLoopMemory *before, const FlLoopMemory *now)
{
  g_autofree char *message = g_strdup_printf ("pass %s changed the result", pass),
                  *difference = dup_difference (trial->kernel, before, now),
                  *detail = g_strdup_printf ("%s: %s: %s", trial->words, message, difference);

  rnd_check_fail (trial->check, "loops: wrong", message, detail);
}

/* Is this version to be interpreted? Of all passes each one; of other subsets what all of them leave, and both sides of
 * one that approximates. */
static gboolean
is_chosen (const GPtrArray *versions, guint i, gboolean has_each)
{
  return has_each || i + 1 == versions->len || approximates (versions->pdata[i])
         || approximates (versions->pdata[i + 1]);
}

/* What a pass that approximates yields is close to what was there before, and what the following ones are held to.
 * FALSE: some version computes something else, which was said where each pass was looked at. */
static gboolean
compare_versions (const Trial *trial, const GPtrArray *versions, FlLoopOrder order, gboolean has_each)
{
  FlLoopMemory *expected = dup_memory (trial->expected, trial->kernel->n_args);
  gboolean are_right = TRUE;

  for (guint i = 0; i < versions->len && are_right; i++)
    {
      const FlLoopProgram *at = versions->pdata[i];
      FlLoopMemory *got = is_chosen (versions, i, has_each) ? interpret (trial, at, order) : NULL;
      const gboolean is_equal = got && are_same (trial->kernel, expected, got),
                     is_close = is_equal || (got && approximates (at) && are_close (trial->kernel, expected, got));

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
        free_memory (got, trial->kernel->n_args);
    }
  free_memory (expected, trial->kernel->n_args);
  return are_right;
}

static void
validate (const Trial *trial, const FlLoopProgram *built, const FlLoopProgram *last, FlLoopOrder order,
          gboolean has_each)
{
  g_autoptr (GPtrArray) versions = g_ptr_array_new ();

  for (const FlLoopProgram *at = last; at && at != built; at = at->before)
    g_ptr_array_insert (versions, 0, (gpointer) at);
  totals.n_interpreted++;
  if (!has_each && compare_versions (trial, versions, order, FALSE))
    return;
  if (compare_versions (trial, versions, order, TRUE) && !has_each && trial->check->verdict->klass == NULL)
    fail (trial, "loops: wrong", "all passes together changed the result, no single one did");
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
    if (approximates (last))
      return TRUE;
  return FALSE;
}

/* Loops that were mapped to blocks, warps and lanes: every rule holds, no thread races or waits for ever, and what adds
 * up no floats, whose sums come in another order, is the same, or close behind a pass that approximates. */
static void
validate_grid (const Trial *trial, const FlLoopProgram *built, guint64 off, FlLoopOrder order)
{
  const FlLoopMachine machine = { .n_lanes = 1, .target = FL_TARGET_CUDA };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *last = fl_loop_passes_run (&context, built, off, &error);
  FlLoopMemory *got;
  gboolean reorders = FALSE;

  if (!last)
    {
      fail (trial, "loops: pass for CUDA", error->message);
      return;
    }
  note_changed (built, last);
  fl_loop_visit (built->kernel, built->root, note_float_sum, &reorders);
  got = interpret (trial, last, order);
  if (got && !reorders && !are_same (trial->kernel, trial->expected, got)
      && !(any_approximates (last, built) && are_close (trial->kernel, trial->expected, got)))
    {
      g_autofree char *difference = dup_difference (trial->kernel, trial->expected, got),
                      *message = g_strdup_printf ("the passes for CUDA changed the result: %s", difference);

      fail (trial, "loops: wrong for CUDA", message);
    }
  if (got)
    free_memory (got, trial->kernel->n_args);
}

/* None, a single one, about every second one, or nearly all of them. */
static guint64
draw_off (GRand *random)
{
  const guint64 one = G_GUINT64_CONSTANT (1) << g_rand_int_range (random, 0, (gint32) fl_loop_passes_get_n ()),
                half = (guint64) g_rand_int (random) << 32 | g_rand_int (random),
                other = (guint64) g_rand_int (random) << 32 | g_rand_int (random);

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0: return 0;
    case 1: return one;
    case 2: return half;
    default: return half | other;
    }
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
build (Trial *trial, FlArena *arena, guint run, guint position)
{
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, trial->check->runs[run]->program, position, &error);

  if (built && fl_loop_verify (built, &error))
    return built;
  fail (trial, "loops: build", error->message);
  return NULL;
}

/* One subset of the passes. */
static void
check_subset (Trial *trial, const FlLoopProgram *built, guint64 off, GRand *random)
{
  const FlLoopMachine machine = draw_machine (random);
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *last = fl_loop_passes_run (&context, built, off, &error);

  if (!last)
    {
      fail (trial, "loops: pass", error->message);
      return;
    }
  totals.n_subsets++;
  note_changed (built, last);
  trial->n_lanes = FL_LOOP_FEWEST_FLOATS << g_rand_int_range (random, 0, 3);
  if (trial->expected)
    validate (trial, built, last, (FlLoopOrder) g_rand_int_range (random, 0, 3), off == 0);
}

static void
check_kernel (RndCheck *self, guint run, guint position, GRand *random)
{
  const FlKernel *kernel = &self->runs[run]->program->kernels[position];
  g_autofree char *words = g_strdup_printf ("%s, %s", self->names[run], kernel->name);
  Trial trial = { .check = self, .kernel = kernel, .words = words, .sizes = self->points->pdata[0] };
  FlLoopMemory *arguments, *expected = NULL;

  totals.n_kernels++;
  trial.arguments = arguments = make_arguments (kernel, self->graph->symbols, trial.sizes, self->seed);
  trial.seed = g_rand_int (random);
  for (guint i = 0; i <= N_SUBSETS && self->verdict->klass == NULL; i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      const FlLoopProgram *built = build (&trial, arena, run, position);

      if (built && i == 0 && arguments)
        trial.expected = expected = interpret (&trial, built, FL_LOOP_FORWARD);
      if (built && i < N_SUBSETS)
        check_subset (&trial, built, i == 0 ? 0 : draw_off (random), random);
      else if (built && expected)
        validate_grid (&trial, built, draw_off (random), (FlLoopOrder) g_rand_int_range (random, 0, 3));
    }
  if (expected)
    free_memory (expected, kernel->n_args);
  if (arguments)
    free_memory (arguments, kernel->n_args);
}

void
rnd_loops_check (RndCheck *self)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed ^ 0x10095);

  changed = 0;
  for (guint i = 0; i < self->n && i < MAX_RUNS; i++)
    for (guint k = 0; k < self->runs[i]->program->n_kernels && self->verdict->klass == NULL; k++)
      if (self->runs[i]->program->plan->nests[k])
        check_kernel (self, i, k, random);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    rnd_loops_get_totals ()->n_changed[i] += changed >> i & 1;
  totals.n_programs++;
}
