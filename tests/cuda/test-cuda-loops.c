/* Loop programs for CUDA: what the passes make computes what was built, in any order of blocks,
 * warps and lanes, without races. */
#include "fl-cuda-fixture.h"
#include "fl-test-long.h"

static gboolean
are_close (const LoopsArguments *arguments, const FlLoopMemory *a, const FlLoopMemory *b)
{
  for (guint i = 0; i < arguments->n; i++)
    for (gint64 k = 0; k < arguments->counts[i]; k++)
      if (!loops_is_close (arguments->dtypes[i], b[i].elements[k], a[i].elements[k]))
        return FALSE;
  return TRUE;
}

static void
check_programs (const GPtrArray *programs, const LoopsArguments *arguments, const FlLoopMemory *expected,
                gboolean rounds)
{
  const FlLoopProgram *first = programs->pdata[0];

  for (guint seed = 0; seed < 3; seed++)
    {
      g_autoptr (GError) error = NULL;
      FlLoopMemory *got = loops_interpret_all (programs, arguments, (FlLoopOrder) seed, seed, &error);

      g_assert_no_error (error);
      g_assert_true (rounds ? are_close (arguments, expected, got)
                            : loops_are_same (arguments, expected, got, first->pass));
      loops_free_memory (got, arguments->n);
    }
}

/* A version between passes: before the last one barriers are still missing. NULL: there is none. */
static const FlLoopProgram *
find_version_before (const GPtrArray *programs, const char *pass)
{
  for (const FlLoopProgram *at = programs->len == 1 ? ((const FlLoopProgram *) programs->pdata[0])->before : NULL; at;
       at = at->before)
    if (g_str_equal (at->pass, pass))
      return at;
  return NULL;
}

/* With most passes off a kernel is what it is with all: one that has been interpreted is so again in the long form
 * only. done: outlines of what was. */
static gboolean
is_repetition (const GPtrArray *programs, const FlLoopProgram *before, GHashTable *done)
{
  GString *outline = g_string_new (NULL);

  for (guint i = 0; i < programs->len; i++)
    fl_loop_program_append (outline, programs->pdata[i], NULL);
  if (before)
    fl_loop_program_append (outline, before, NULL);
  return !g_hash_table_add (done, g_string_free (outline, FALSE)) && !is_long_run ();
}

static void
check_results (const CudaCase *c, const GPtrArray *programs, const FlLoopProgram *before, const FlLoopProgram *built,
               const LoopsArguments *arguments)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  FlLoopMemory *expected = loops_interpret (built, arguments, FL_LOOP_FORWARD, &error);

  g_assert_no_error (error);
  check_programs (programs, arguments, expected, c->rounds);
  if (before)
    {
      g_ptr_array_add (one, (gpointer) before);
      check_programs (one, arguments, expected, c->rounds);
    }
  loops_free_memory (expected, arguments->n);
}

/* Of whole numbers, of which sums are exact, each pass keeps the bits. Returns how many functions the kernel has. */
static guint
check_kernel (const CudaCase *c, const FlRun *run, guint position, guint64 off, GHashTable *done, GString *outlines)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (position + 3);
  const FlKernel *kernel = &run->program->kernels[position];
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, position, &error);
  const FlCudaPhasesRequest request = { .arena = arena,
                                        .plan = run->program->plan,
                                        .nest = fl_kernel_make_nest (arena, run->program->plan, kernel->node),
                                        .kernel = kernel,
                                        .machine = { .n_lanes = 1, .target = FL_TARGET_CUDA, .cluster = 8 },
                                        .off = off,
                                        .one_block_steps = FL_CUDA_ONE_BLOCK_STEPS };
  g_autoptr (GPtrArray) programs = fl_cuda_phases_make (&request, &error);
  const FlLoopProgram *before;
  LoopsArguments arguments;

  g_assert_no_error (error);
  for (guint i = 0; i < programs->len; i++)
    fl_loop_program_append (outlines, programs->pdata[i], NULL);
  before = find_version_before (programs, "wide-accesses");
  g_assert_true (loops_arguments_init (&arguments, kernel, run->symbols, random, TRUE));
  if (!is_repetition (programs, before, done))
    check_results (c, programs, before, built, &arguments);
  loops_arguments_clear (&arguments);
  return programs->len;
}

static void
test_passes_keep_results (gconstpointer data)
{
  const CudaCase *c = data;
  g_autoptr (FlRun) run = cuda_plan (c);
  g_autoptr (GString) outlines = g_string_new (NULL), others = g_string_new (NULL);
  guint most = 0;

  for (guint k = 0; k < run->program->n_kernels; k++)
    {
      g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      most = MAX (most, check_kernel (c, run, k, 0, done, outlines));
      for (guint i = 0; i < fl_loop_passes_get_n (); i++)
        if ((fl_loop_passes_get (i)->targets & FL_PASS_FOR_CUDA) && !fl_loop_passes_get (i)->is_required)
          check_kernel (c, run, k, G_GUINT64_CONSTANT (1) << i, done, others);
      g_test_message ("kernel %u: %u different programs", k, g_hash_table_size (done));
    }
  if (!strstr (outlines->str, c->words))
    g_test_message ("%s", outlines->str);
  g_assert_nonnull (strstr (outlines->str, c->words));
  g_assert_cmpuint (most, ==, MAX (c->n_functions, 1));
}

static guint
count_words (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    n++;
  return n;
}

static guint64
find_row (const char *name)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, name))
      return G_GUINT64_CONSTANT (1) << i;
  g_assert_not_reached ();
}

/* A layer norm's mean and variance are two Welford reductions of one row, which is read from memory
 * once. */
static void
test_rows_are_reduced_and_read_once (void)
{
  static const struct
  {
    const char *off, *word;
    guint n_with, n_without;
  } rows[] = {
    { "merge reductions", "combines by welford_reduce", 1, 2 }, { "keep rows", "x_kept[", 2, 0 }, /* filled, and read */
  };
  g_autoptr (FlRun) run = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cuda_cases); i++)
    if (g_str_equal (cuda_cases[i].name, "norm"))
      run = cuda_plan (&cuda_cases[i]);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint is_off = 0; is_off < 2; is_off++)
      {
        g_autoptr (FlArena) arena = fl_arena_open ();
        g_autoptr (GString) outline = g_string_new (NULL);
        g_autoptr (GError) error = NULL;
        const FlLoopMachine machine = { .n_lanes = 1, .target = FL_TARGET_CUDA };
        FlLoopContext context = { .machine = &machine };
        const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

        program = fl_loop_passes_run (&context, program,
                                      find_row ("two-pass variance") | (is_off ? find_row (rows[i].off) : 0), &error);
        g_assert_no_error (error);
        fl_loop_program_append (outline, program, NULL);
        g_assert_cmpuint (count_words (outline->str, rows[i].word), ==, is_off ? rows[i].n_without : rows[i].n_with);
      }
}

/* Rows that are not gone through twice: with that pass off, short ones are taken in by chunks, too (and what comes of
 * it agrees: each pass is switched off alone above). */
static void
test_long_rows_go_by_chunks (void)
{
  static const CudaCase long_rows
      = { .name = "long-rows",
          .signature = "s0: \"Sym(s0)\", x: \"f32[s0, 81920]\"",
          .body = "        softmax: \"f32[s0, 81920]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
                  "        return (softmax,)\n" };
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) outline = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL;
  const FlLoopMachine machine = { .n_lanes = 1, .target = FL_TARGET_CUDA };
  FlLoopContext context = { .machine = &machine };
  const FlLoopProgram *program;

  run = cuda_plan (&long_rows);
  program = fl_kernel_build_loops (arena, run->program, 0, &error);
  g_assert_no_error (error);
  program = fl_loop_passes_run (&context, program, find_row ("two-pass softmax") | find_row ("keep rows"), &error);
  g_assert_no_error (error);
  fl_loop_program_append (outline, program, NULL);
  g_assert_nonnull (strstr (outline->str, "sum_of_chunk sum= exp_below"));
  g_assert_nonnull (strstr (outline->str, "81920*block - ")); /* a row that is read again: from the end */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cuda/loops/passes/%s", cuda_cases[i].name);

      g_test_add_data_func (path, &cuda_cases[i], test_passes_keep_results);
    }
  g_test_add_func ("/cuda/loops/rows-once", test_rows_are_reduced_and_read_once);
  g_test_add_func ("/cuda/loops/long-rows", test_long_rows_go_by_chunks);
  return g_test_run ();
}
