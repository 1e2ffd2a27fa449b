/* Single passes over loop programs, with the one that CONTRIBUTING shows. */
#include "fl-loops-cases.h"

/* 44 * 7 + 3 = 311 fits into 32 bits; 44 * 100000000 does not: 4.4e9. */
static void
test_narrow_keeps_what_is_long (void)
{
  static const struct
  {
    const char *step;
    gboolean is_narrowed;
  } iotas[] = { { "7", TRUE }, { "100000000", FALSE } };
  static const FlLoopPass pass = { "narrow", "", FL_PASS_EXACT, fl_pass_narrow };
  const FlLoopMachine machine = { .n_lanes = 16 };

  for (guint i = 0; i < G_N_ELEMENTS (iotas); i++)
    {
      g_autofree char *body = g_strdup_printf (
          "        i: \"i64[45]\" = torch.ops.prims.iota.default(45, start = 3, step = %s, dtype = torch.int64, "
          "device = device(type='cpu'), requires_grad = False)\n"
          "        gt: \"b8[45]\" = torch.ops.aten.gt.Scalar(x, 0)\n"
          "        where: \"i64[45]\" = torch.ops.aten.where.ScalarOther(gt, i, 5)\n"
          "        return (where,)\n",
          iotas[i].step);
      const LoopsCase c = { "iota", "x: \"f32[45]\"", body };
      g_autoptr (FlGraph) graph = loops_read_graph (&c);
      g_autoptr (FlRun) run = loops_plan (graph, "inductor");
      g_autoptr (FlArena) arena = fl_arena_open ();
      FlLoopContext context = { .machine = &machine };
      g_autoptr (GError) error = NULL;
      const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error);

      g_assert_no_error (error);
      g_assert_true ((fl_loop_passes_apply (&context, &pass, built, &error) != built) == iotas[i].is_narrowed);
      g_assert_no_error (error);
    }
}

/* Positions of 64 bits that the pass asked for. */
static guint n_wide_positions;

static const char *
refuse_wide_positions (const FlLoopKernel *kernel, FlValueId id, FlAxisId axis)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const gboolean is_wide
      = value->op == FL_SCALAR_SET_INDIRECT && fl_loop_get_value (kernel, value->args[0])->dtype == FL_DTYPE_I64;

  (void) axis;
  n_wide_positions += is_wide;
  return is_wide ? "positions of 64 bits" : NULL;
}

/* Where a store goes is made in vectors as well. */
static void
test_vectorize_asks_for_positions_of_stores (void)
{
  static const LoopsCase c = { "scatter", "w: \"f32[40]\", i: \"i64[40]\", y: \"f32[40]\"",
                               "        a: \"i64[40]\" = torch.ops.aten.remainder.Scalar(i, 40)\n"
                               "        s: \"f32[40]\" = torch.ops.aten.scatter.src(w, 0, a, y)\n"
                               "        return (s,)\n" };
  static const FlLoopPass pass = { "vectorize", "", FL_PASS_REORDERS, fl_pass_vectorize };
  const FlLoopMachine machine = { .n_lanes = 16, .refuse_vector = refuse_wide_positions };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  guint n_refused = 0;

  for (guint k = 0; k < run->program->n_kernels; k++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (GError) error = NULL;
      FlLoopContext context = { .machine = &machine };
      const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, k, &error), *made;

      g_assert_no_error (error);
      n_wide_positions = 0;
      made = fl_loop_passes_apply (&context, &pass, built, &error);
      g_assert_no_error (error);
      g_assert_true (n_wide_positions == 0 || made == built);
      n_refused += n_wide_positions > 0;
    }
  g_assert_cmpuint (n_refused, ==, 1);
}

/* --- the outline ------------------------------------------------------------------------------ */

/* A kernel whose two inner loops were exchanged gets them back. */
static void
test_loops_are_interchanged (void)
{
  static const LoopsCase c = { "interchanged", "x: \"f32[3, 20, 30][600, 1, 20]cpu\", y: \"f32[3, 20, 1]\"",
                               "        mul: \"f32[3, 20, 30]\" = torch.ops.aten.mul.Tensor(x, y)\n"
                               "        return (mul,)\n" };
  static const FlLoopPass pass = { "interchange", "", FL_PASS_EXACT, fl_pass_interchange };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error), *swapped, *done;
  FlStmtId loops[3], id;
  LoopsArguments arguments;
  LoopsTally tally = { 0 };

  g_assert_no_error (error);
  loops[0] = fl_loop_get_stmt (built->kernel, built->root)->children[0];
  for (guint i = 1; i < 3; i++)
    loops[i] = fl_loop_get_stmt (built->kernel, loops[i - 1])->children[0];
  id = fl_loop_get_stmt (built->kernel, loops[2])->children[0];
  for (guint i = 1; i < 3; i++)
    id = fl_loop_with_children (built->kernel, loops[i], &id, 1);
  id = fl_loop_with_children (built->kernel, loops[0], &id, 1);
  id = fl_loop_with_children (built->kernel, built->root, &id, 1);
  swapped = fl_loop_program_new (built->kernel, id, "test", built);
  done = fl_loop_passes_apply (&context, &pass, swapped, &error);
  g_assert_no_error (error);
  fl_loop_program_append (before, built, NULL);
  fl_loop_program_append (after, done, NULL);
  g_assert_cmpstr (after->str, ==, before->str);
  g_assert_true (fl_loop_passes_apply (&context, &pass, built, &error) == built);
  g_assert_true (loops_arguments_init (&arguments, &run->program->kernels[0], run->symbols, random, TRUE));
  loops_free_memory (loops_validate (done, &arguments, &tally), arguments.n);
  loops_arguments_clear (&arguments);
  g_assert_cmpuint (tally.n_checked, ==, 6);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* --- CONTRIBUTING's example ------------------------------------------------------------------- */

const FlLoopProgram *fl_pass_unroll_short (FlLoopContext *context, const FlLoopProgram *program);

static void
test_example_is_a_pass (void)
{
  static const LoopsCase c = { "example", "x: \"f32[3, 40]\", y: \"f32[40, 3]\"",
                               "        t: \"f32[40, 3]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
                               "        add: \"f32[40, 3]\" = torch.ops.aten.add.Tensor(y, t)\n"
                               "        return (add,)\n" };
  static const FlLoopPass pass
      = { "unroll short loops", "Loops of at most four steps are unrolled.", FL_PASS_EXACT, fl_pass_unroll_short };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  FlLoopContext context = { .notes = notes };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error), *done;
  LoopsArguments arguments;
  LoopsTally tally = { 0 };

  g_assert_no_error (error);
  done = fl_loop_passes_apply (&context, &pass, built, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, done, NULL);
  g_assert_nonnull (strstr (text->str, "for i1 [3] unrolled\n"));
  g_assert_cmpuint (notes->len, ==, 2); /* of 40 steps, and of 3 */
  g_assert_true (loops_arguments_init (&arguments, &run->program->kernels[0], run->symbols, random, TRUE));
  loops_free_memory (loops_validate (done, &arguments, &tally), arguments.n);
  loops_arguments_clear (&arguments);
  g_assert_cmpuint (tally.n_checked, ==, 3);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* CONTRIBUTING shows what is compiled here, to the byte. */
static void
test_example_is_shown (void)
{
  g_autofree char *guide = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "CONTRIBUTING.md", NULL);
  g_autofree char *file = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "core", "example-pass.c", NULL);
  g_autofree char *text = NULL, *code = NULL;

  g_assert_true (g_file_get_contents (guide, &text, NULL, NULL));
  g_assert_true (g_file_get_contents (file, &code, NULL, NULL));
  g_assert_nonnull (strstr (text, code));
}

/* More axes than there may be, and a program that is of no use. */
static const FlLoopProgram *
ask_for_axes (FlLoopContext *context, const FlLoopProgram *program)
{
  const FlLoopAxis axis = *fl_loop_get_axis (program->kernel, 1);

  (void) context;
  for (guint i = 0; i <= FL_LOOP_MAX_AXES; i++)
    g_assert_cmpuint (fl_loop_add_axis (program->kernel, &axis), <, FL_LOOP_MAX_AXES);
  return fl_loop_program_new (program->kernel, program->root, "greedy", program);
}

static void
test_a_pass_without_room_changes_nothing (void)
{
  static const LoopsCase c = { "relu", "x: \"f32[45]\"",
                               "        relu: \"f32[45]\" = torch.ops.aten.relu.default(x)\n"
                               "        return (relu,)\n" };
  const FlLoopPass pass = { "greedy", "", FL_PASS_EXACT, ask_for_axes },
                   required = { "greedy", "", FL_PASS_EXACT, ask_for_axes, .is_required = TRUE };
  const FlLoopMachine machine = { .n_lanes = 16 };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  g_assert_true (fl_loop_passes_apply (&context, &pass, built, &error) == built);
  g_assert_no_error (error);
  g_assert_null (fl_loop_passes_apply (&context, &required, built, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED);
}

/* Where stores are non-temporal all passes make programs that the verifier takes. */
static const struct
{
  LoopsCase graph;
  const char *strategy;
} streamed[] = {
  /* Rows that are stored by blocks, the last of which may be shorter: the mean is that of all elements. */
  { { "variance-of-blocks", "s0: \"Sym(s0)\", x: \"f32[s0, s0, s0, 2][2*s0*s0, 3*s0, 3, 1]\"",
      "        e: \"f32[s0, s0, s0, 2]\" = torch.ops.aten.special_expm1.default(x)\n"
      "        v: \"f32[]\" = torch.ops.aten.var.default(x)\n"
      "        return (e, v)\n" },
    "stitch-cpu" },
  /* One memory, of which only some loops write rows that would be combined. */
  { { "joined-rows", "x: \"f32[2, 128][1, 2]\", y: \"f32[4, 128]\", z: \"f32[2, 128]\"",
      "        cat: \"f32[8, 128]\" = torch.ops.aten.cat.default([x, y, z])\n"
      "        return (cat,)\n" },
    "stitch" },
};

static void
test_streamed_programs_are_valid (gconstpointer data)
{
  const guint which = GPOINTER_TO_UINT (data);
  const FlLoopMachine machine = { .n_lanes = 16, .stream_bytes = 1 };
  g_autoptr (FlGraph) graph = loops_read_graph (&streamed[which].graph);
  g_autoptr (FlRun) run = loops_plan (graph, streamed[which].strategy);
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;

  g_assert_no_error (run->error);
  for (guint i = 0; i < run->program->n_kernels; i++)
    {
      const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, i, &error);

      g_assert_no_error (error);
      g_assert_nonnull (fl_loop_passes_run (&context, built, 0, &error));
      g_assert_no_error (error);
    }
}

static gboolean
look_up_zero (const FlSym *symbol, gpointer data, gint64 *value)
{
  (void) symbol, (void) data;
  *value = 0;
  return TRUE;
}

/* No element: the squares about a mean that is none come to 0 in Welford's steps, 0 / (0 + 1) with this correction. */
static void
test_variance_of_no_elements (void)
{
  static const LoopsCase c = { "nothing", "s0: \"Sym(s0)\", x: \"f32[s0, 3]\"",
                               "        v: \"f32[3]\" = torch.ops.aten.var.correction(x, [0], correction = -1)\n"
                               "        return (v,)\n" };
  const FlLoopMachine machine = { .n_lanes = 16 };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error),
                      *last = fl_loop_passes_run (&context, built, 0, &error);
  const FlLoopProgram *const programs[] = { built, last };

  g_assert_no_error (error);
  g_assert_cmpuint (run->program->n_kernels, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      FlLoopNumber none = { 0 }, results[3] = { { .number = 7 }, { .number = 7 }, { .number = 7 } };
      FlLoopMemory memory[] = { { .elements = &none, .n = 0 }, { .elements = results, .n = 3 } };
      FlLoopInput input
          = { .n_arguments = 2, .arguments = memory, .lookup = look_up_zero, .n_lanes = 8, .max_steps = 1000 };

      g_assert_true (fl_loop_interpret (programs[i], &input, &error));
      g_assert_no_error (error);
      for (guint k = 0; k < G_N_ELEMENTS (results); k++)
        g_assert_cmpfloat (results[k].number, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/loops/example/is-a-pass", test_example_is_a_pass);
  g_test_add_func ("/core/loops/example/is-shown", test_example_is_shown);
  g_test_add_func ("/core/loops/room", test_a_pass_without_room_changes_nothing);
  for (guint i = 0; i < G_N_ELEMENTS (streamed); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/streamed/%s", streamed[i].graph.name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_streamed_programs_are_valid);
    }
  g_test_add_func ("/core/loops/variance/nothing", test_variance_of_no_elements);
  g_test_add_func ("/core/loops/narrow", test_narrow_keeps_what_is_long);
  g_test_add_func ("/core/loops/vectorize/positions-of-stores", test_vectorize_asks_for_positions_of_stores);
  g_test_add_func ("/core/loops/interchange", test_loops_are_interchanged);
  return g_test_run ();
}
