/* Outlines of loop programs: how passes leave the loops, as text. */
#include "fl-loops-cases.h"

static void
test_outline_reads_as_loops (void)
{
  static const LoopsCase c = { "outline", "x: \"f32[6, 40]\", y: \"f32[6]\"",
                               "        unsqueeze: \"f32[6, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                               "        neg: \"f32[6, 1]\" = torch.ops.aten.neg.default(unsqueeze)\n"
                               "        mul: \"f32[6, 40]\" = torch.ops.aten.mul.Tensor(x, neg)\n"
                               "        return (mul,)\n" };
  static const char built[] = "for i0 [6]\n"
                              "  for i1 [40]\n"
                              "    buf0[40*i0 + i1] = x[40*i0 + i1] * neg (y[i0])                      # op0: mul\n";
  static const char done[] = "for i0p [6] parallel\n"
                             "  for i0s [i0_begin .. i0_end]\n"
                             "    let neg = neg (y[i0s])\n"
                             "    for i1b [0 .. lanes*((40//lanes)) by lanes], tail masked\n"
                             "      for i1v [lanes] vector\n"
                             "        buf0[40*i0s + i1b + i1v] = x[40*i0s + i1b + i1v] * neg          # op0: mul\n"
                             "    for i1r [lanes*((40//lanes)) .. 40 by lanes], what is left\n"
                             "      for i1t [40 - i1r] vector\n"
                             "        buf0[40*i0s + i1r + i1t] = x[40*i0s + i1r + i1t] * neg          # op0: mul\n";
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  fl_loop_program_append (before, program, run->decomposed);
  g_assert_cmpstr (before->str, ==, built);
  program = fl_loop_passes_run (&context, program, 0, &error);
  g_assert_no_error (error);
  fl_loop_program_append (after, program, run->decomposed);
  g_assert_cmpstr (after->str, ==, done);
}

/* y[i] = 2 <= i < 42 ? x[i - 2] : 0.5 of 45 elements: parts of 2, 40 and 3, none of which asks where it is. */
static void
test_index_sets_are_split (void)
{
  static const LoopsCase c = { "split", "x: \"f32[6, 40]\"",
                               "        pad: \"f32[6, 45]\" = torch.ops.aten.constant_pad_nd.default(x, [2, 3], 0.5)\n"
                               "        return (pad,)\n" };
  static const char done[] = "for i0p [6] parallel\n"
                             "  for i0s [i0_begin .. i0_end]\n"
                             "    for i1c [2]\n"
                             "      buf0[45*i0s + i1c] = 0.5                                          # op0: pad\n"
                             "    for i1c [2 .. 42]\n"
                             "      buf0[45*i0s + i1c] = x[40*i0s + i1c - 2]                          # op0: pad\n"
                             "    for i1c [42 .. 45]\n"
                             "      buf0[45*i0s + i1c] = 0.5                                          # op0: pad\n";
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 1 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  program = fl_loop_passes_run (&context, program, 0, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  g_assert_cmpstr (text->str, ==, done);
}

/* For switching a row off. */
static guint64
find_bit (const char *pass)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, pass))
      return G_GUINT64_CONSTANT (1) << i;
  g_assert_not_reached ();
}

/* y[i0, i1] = x[i1, i0] + z[i0, i1]: x comes by way of 16 rows of 64 columns, of which 40 are there; a copy alone is
 * one statement. */
static void
test_transposed_access_is_tiled (void)
{
  static const LoopsCase c = {
    "tile", "x: \"f32[40, 48]\", z: \"f32[48, 40]\", w: \"f32[9, 64, 32]\"",
    "        t: \"f32[48, 40]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[48, 40]\" = torch.ops.aten.add.Tensor(z, t)\n"
    "        u: \"f32[9, 32, 64]\" = torch.ops.aten.permute.default(w, [0, 2, 1])\n"
    "        copy: \"f32[9, 32, 64]\" = torch.ops.aten.clone.default(u, memory_format = torch.contiguous_format)\n"
    "        return (add, copy)\n"
  };
  static const char *const done[] = {
    "for i0p [48] parallel\n"
    "  for i1_tile [0 .. 40 by 64]\n"
    "    for i0s_tile [i0_begin .. i0_end by 16]\n"
    "      x_tile: f32[1024] in stack\n"
    "      relayout i0s_in [i0s_tile .. Min(i0_end, i0s_tile + 16)], i1_in [i1_tile .. Min(40, i1_tile + 64)]: "
    "x_tile[64*i0s_in - 64*i0s_tile + i1_in - i1_tile] = x[i0s_in + 48*i1_in]  # op0: add\n"
    "      for i0s_in [i0s_tile .. Min(i0_end, i0s_tile + 16)]\n"
    "        for i1_in [i1_tile .. Min(40, i1_tile + 64)]\n"
    "          buf0[40*i0s_in + i1_in] = z[40*i0s_in + i1_in] + x_tile[64*i0s_in - 64*i0s_tile + i1_in - i1_tile]  # op0: add\n",
    "for i0p [9] parallel\n"
    "  for i0s [i0_begin .. i0_end]\n"
    "    relayout i1 [32], i2 [64]: buf1[2048*i0s + 64*i1 + i2] = w[2048*i0s + i1 + 32*i2]  # op1: copy\n"
  };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };

  for (guint i = 0; i < G_N_ELEMENTS (done); i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, i, &error);

      g_assert_no_error (error);
      program = fl_loop_passes_run (&context, program, find_bit ("vectorize"), &error);
      g_assert_no_error (error);
      fl_loop_program_append (text, program, run->decomposed);
      g_assert_cmpstr (text->str, ==, done[i]);
    }
}

/* Three pictures of 17 rows of 14 elements, which follow each other in memory. */
static void
test_pieces_are_put_together (void)
{
  static const LoopsCase c
      = { "pieces", "x: \"f32[3, 14, 12]\"",
          "        pad: \"f32[3, 17, 14]\" = torch.ops.aten.constant_pad_nd.default(x, [1, 1, 2, 1], 0.5)\n"
          "        return (pad,)\n" };
  static const FlLoopPass pass = { "write combining", "", FL_PASS_EXACT, fl_pass_write_combining };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16, .stream_bytes = 1 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  program = fl_loop_passes_apply (&context, &pass, program, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  g_assert_cmpstr (
      text->str, ==,
      "for i0 [3]\n"
      "  for i1 [17]\n"
      "    for i2 [14]\n"
      "      buf0[238*i0 + 14*i1 + i2] = if (((((i1 - 2) >= 0) and ((i1 - 2) < 14)) and ((i2 - 1) >= 0)) and "
      "((i2 - 1) < 12)) then x[168*i0 + 12*i1 + i2 - 25] else 0.5  combined  # op0: pad\n");
}

/* The largest of a row, which is a result, too, is at hand in the operation behind. */
static void
test_stored_values_are_at_hand (void)
{
  static const LoopsCase c = { "stored", "x: \"f32[5, 41]\"",
                               "        amax: \"f32[5, 1]\" = torch.ops.aten.amax.default(x, [1], True)\n"
                               "        sub: \"f32[5, 41]\" = torch.ops.aten.sub.Tensor(x, amax)\n"
                               "        sum_1: \"f32[5]\" = torch.ops.aten.sum.dim_IntList(sub, [1])\n"
                               "        return (amax, sum_1)\n" };
  g_autoptr (FlGraph) graph = loops_read_graph (&c);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (fl_loop_passes_get (i)->run == fl_pass_join || fl_loop_passes_get (i)->run == fl_pass_forward)
      program = fl_loop_passes_apply (&context, fl_loop_passes_get (i), program, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  g_assert_cmpstr (text->str, ==,
                   "for i0 [5]\n"
                   "  amax: f32 in registers, combines by max\n"
                   "  for i1 [41] reduces\n"
                   "    amax max= x[41*i0 + i1]                                             # op0: amax\n"
                   "  let amax_1 = amax\n"
                   "  buf0[i0] = amax_1                                                     # op0: amax\n"
                   "  sum_1: f32 in registers, combines by sum\n"
                   "  for i1 [41] reduces\n"
                   "    sum_1 sum= x[41*i0 + i1] - amax_1                                   # op1: sum_1\n"
                   "  buf1[i0] = sum_1                                                      # op1: sum_1\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/loops/index-sets", test_index_sets_are_split);
  g_test_add_func ("/core/loops/stored", test_stored_values_are_at_hand);
  g_test_add_func ("/core/loops/pieces", test_pieces_are_put_together);
  g_test_add_func ("/core/loops/tiles", test_transposed_access_is_tiled);
  g_test_add_func ("/core/loops/outline", test_outline_reads_as_loops);
  return g_test_run ();
}
