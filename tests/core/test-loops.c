/* Loop programs beside compiled kernels, and each pass beside the version before: bit for bit. */
#include "fl-intern.h"
#include "fl-loops-cases.h"

/* --- the interpreter beside compiled kernels -------------------------------------------------- */

static void
check_kernel (const FlRun *run, void *library, guint position, LoopsTally *tally)
{
  const FlKernel *kernel = &run->program->kernels[position];
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, position, &error);
  LoopsArguments arguments;
  FlLoopInput input = { .lookup = loops_look_up, .max_steps = 20 * 1000 * 1000 };

  g_assert_no_error (error);
  if (!loops_arguments_init (&arguments, kernel, run->symbols, random, FALSE))
    {
      loops_arguments_clear (&arguments);
      tally->n_skipped++;
      return;
    }
  input.n_arguments = arguments.n;
  input.arguments = arguments.numbers;
  if (!fl_loop_interpret (program, &input, &error))
    {
      if (g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
        tally->n_skipped++;
      else
        {
          g_test_message ("%s", error->message);
          tally->n_wrong++;
        }
    }
  else
    {
      loops_call (library, kernel, &arguments);
      tally->n_checked++;
      tally->n_wrong += loops_compare (&arguments, &arguments, kernel->name) > 0;
    }
  loops_arguments_clear (&arguments);
}

static void
check_run (const FlRun *run, LoopsTally *tally)
{
  void *library = loops_compile (run->program->source);

  for (guint i = 0; i < run->program->n_kernels; i++)
    if (run->program->plan->nests[i])
      check_kernel (run, library, i, tally);
  dlclose (library);
}

static void
test_interpreter_agrees_with_kernels (gconstpointer data)
{
  static const char *const strategies[] = { "inductor", "none", "stitch-cpu", "xla" };
  g_autoptr (FlGraph) graph = loops_read_graph (data);
  g_autoptr (GHashTable) sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LoopsTally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++) /* equal texts once in the short form */
    {
      g_autoptr (FlRun) run = loops_plan (graph, strategies[i]);

      g_assert_no_error (run->error);
      if (g_hash_table_add (sources, g_strdup (run->program->source)) || is_long_run ())
        check_run (run, &tally);
    }
  g_assert_cmpuint (tally.n_checked, >=, g_hash_table_size (sources));
  g_assert_cmpuint (tally.n_skipped, ==, 0);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* The second part of each row of 41 begins at 41 - 41 * i0: what is left of it begins behind the vectors that fit from
 * there. */
static void
test_parts_begin_where_rows_say (void)
{
  static const LoopsCase c = { "stack", "x: \"f32[41, 1]\", y: \"f32[41, 1]\"",
                               "        stack: \"f32[2, 41, 1]\" = torch.ops.aten.stack.default([x, y])\n"
                               "        return (stack,)\n" };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "xla-base");
  LoopsTally tally = { 0 };

  g_assert_no_error (run->error);
  check_run (run, &tally);
  g_assert_cmpuint (tally.n_checked, ==, 1);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* The mean is written over the sum that it was computed from; threads share the loop behind it, which reads the mean.
 */
static void
test_phases_hand_on_memory (void)
{
  static const LoopsCase c = { "phases", "x: \"f32[24]\"",
                               "        norm: \"f32[24]\" = torch.ops.aten.layer_norm.default(x, [24])\n"
                               "        return (norm,)\n" };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  guint n_phases = 0;
  LoopsTally tally = { 0 };

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern ("stitch-cpu");
  request.options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  request.options.cpu_grain_bytes = 16;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < run->program->n_kernels; i++)
    n_phases = MAX (n_phases, run->program->kernels[i].n_phases);
  g_assert_cmpuint (n_phases, ==, 2);
  check_run (run, &tally);
  g_assert_cmpuint (tally.n_checked, ==, run->program->n_kernels);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* --- passes ----------------------------------------------------------------------------------- */

static void
validate_kernel (const FlRun *run, guint position, guint lanes, guint64 off, FlLoopCaches caches, LoopsTally *tally)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (position + 11);
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, position, &error), *last;
  const FlLoopMachine machine = { .n_lanes = lanes,
                                  .grain = lanes / 2,
                                  .caches = caches,
                                  .stream_bytes = off >> 1 & 1,
                                  .work_grain = 1,
                                  .parts = off >> 2 & 1 ? 2 : 7,
                                  .prefetch_bytes = 64 };
  FlLoopContext context = { .machine = &machine };
  LoopsArguments arguments;

  g_assert_no_error (error);
  g_assert_true (fl_loop_verify (built, &error));
  last = fl_loop_passes_run (&context, built, off, &error);
  g_assert_no_error (error);
  if (loops_arguments_init (&arguments, &run->program->kernels[position], run->symbols, random, TRUE))
    {
      FlLoopMemory *left;

      arguments.n_lanes = lanes;
      left = loops_validate (last, &arguments, tally);

      if (left && !tally->known)
        loops_free_memory (left, arguments.n);
    }
  loops_arguments_clear (&arguments);
}

/* Subsets of passes have most versions in common: each is interpreted once in the short form. */
static void
validate_subsets (const FlRun *run, guint position, LoopsTally *tally)
{
  static const FlLoopCaches tiny = { 1, 1 }, large = { 0 }, apart = { 1, 1 << 20 }; /* a row fits the L2 cache alone */
  const guint n_arguments = run->program->kernels[position].n_args;
  GHashTableIter iter;
  gpointer memory;

  tally->known = is_long_run () ? NULL : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint n = 0; n < 16; n++) /* all passes, then subsets that differ */
    {
      const guint64 off = n * G_GUINT64_CONSTANT (0x9e3779b9);

      validate_kernel (run, position, n & 1 ? 16 : 4, off, off >> 2 & 1 ? large : tiny, tally);
    }
  validate_kernel (run, position, 4, 0, apart, tally);
  if (!tally->known)
    return;
  g_hash_table_iter_init (&iter, tally->known);
  while (g_hash_table_iter_next (&iter, NULL, &memory))
    loops_free_memory (memory, n_arguments);
  g_clear_pointer (&tally->known, g_hash_table_unref);
}

static void
test_passes_keep_bits (gconstpointer data)
{
  static const char *const strategies[] = { "inductor", "stitch-cpu" };
  g_autoptr (FlGraph) graph = loops_read_graph (data);
  LoopsTally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (FlRun) run = loops_plan (graph, strategies[i]);

      for (guint k = 0; k < run->program->n_kernels; k++)
        if (run->program->plan->nests[k])
          validate_subsets (run, k, &tally);
    }
  g_assert_cmpuint (tally.n_checked, >, 0);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* --- CONTRIBUTING's example ------------------------------------------------------------------- */

/* Where no pass forwards stores, each exponential is loaded behind its store: in a pipeline that is not the load of the
 * row before, which is divided beside it and lies in the same place. */
static void
test_stages_load_their_own_rows (void)
{
  static const LoopsCase c = { "stages", "x: \"f32[40, 96]\"",
                               "        softmax: \"f32[40, 96]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
                               "        return (softmax,)\n" };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  LoopsTally tally = { 0 };

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  g_assert_true (fl_options_set (&request.options, "loops.off=forward stores", NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  check_run (run, &tally);
  g_assert_cmpuint (tally.n_checked, ==, 1);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* Graphs of FUSELOOM_LOOPS_GRAPHS, one path a line: for looking at many by hand. */
static void
test_files (void)
{
  g_auto (GStrv) paths = g_strsplit (g_getenv ("FUSELOOM_LOOPS_GRAPHS"), "\n", -1);
  LoopsTally all = { 0 };

  for (guint i = 0; paths[i] && *paths[i]; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_file (paths[i], &error);
      g_autoptr (FlRun) run = graph ? loops_plan (graph, "inductor") : NULL;
      LoopsTally tally = { 0 };

      if (!run || run->error || !run->program || !run->program->source)
        continue;
      check_run (run, &tally);
      if (tally.n_wrong)
        g_test_message ("%s: %u wrong of %u", paths[i], tally.n_wrong, tally.n_checked);
      all.n_checked += tally.n_checked;
      all.n_skipped += tally.n_skipped;
      all.n_wrong += tally.n_wrong;
    }
  g_test_message ("%u kernels beside the interpreter, %u skipped, %u wrong", all.n_checked, all.n_skipped, all.n_wrong);
  g_assert_cmpuint (all.n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < loops_n_cases; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/interpreter/%s", loops_cases[i].name);

      g_test_add_data_func (path, &loops_cases[i], test_interpreter_agrees_with_kernels);
    }
  for (guint i = 0; i < loops_n_cases; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/passes/%s", loops_cases[i].name);

      g_test_add_data_func (path, &loops_cases[i], test_passes_keep_bits);
    }
  g_test_add_func ("/core/loops/phases", test_phases_hand_on_memory);
  g_test_add_func ("/core/loops/parts", test_parts_begin_where_rows_say);
  g_test_add_func ("/core/loops/stages", test_stages_load_their_own_rows);
  if (g_getenv ("FUSELOOM_LOOPS_GRAPHS"))
    g_test_add_func ("/core/loops/files", test_files);
  return g_test_run ();
}
