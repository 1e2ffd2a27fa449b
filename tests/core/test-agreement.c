/* How far results may be from the reference's: each by its own history, told with its reason; what cancels out is held
 * against what went in, and nothing that is wrong passes for rounding. */
#include "fl-execute-private.h"
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <math.h>
#include <string.h>

static FlGraph *
read_graph (const char *signature, const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s", signature, body);
  FlGraph *graph = fl_graph_read_text ("agreement", text, strlen (text), &error);
  g_assert_no_error (error);
  return graph;
}

/* The kernels of one graph against what the reference says of another. */
static FlRun *
execute_against (FlGraph *graph, const FlGraph *claimed, FlArray *const *inputs)
{
  g_autoptr (GError) error = NULL;
  FlPipelineRequest pipeline;
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  const FlExecuteRequest request
      = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .graph = claimed, .inputs = inputs };
  FlRun *done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (done->execution->not_verified_why, ==, NULL);
  return done;
}

static const FlAgreement *
get_agreement (const FlRun *run, const char *output)
{
  for (guint i = 0; i < run->execution->n_agreements; i++)
    if (strcmp (run->execution->agreements[i].output, output) == 0)
      return &run->execution->agreements[i];
  g_assert_not_reached ();
}

/* --- each by its own ancestors ---------------------------------------------------------------- */

#define A "torch.ops.aten."
#define BRANCHES(factor)                                                                                               \
  "        mul: \"f32[64, 70]\" = " A "mul.Tensor(x, " factor ")\n"                                                    \
  "        add: \"f32[64, 70]\" = " A "add.Tensor(mul, x)\n"                                                           \
  "        square: \"bf16[64, 70]\" = " A "mul.Tensor(y, y)\n"                                                         \
  "        cube: \"bf16[64, 70]\" = " A "mul.Tensor(square, y)\n"                                                      \
  "        wide: \"f32[64, 70]\" = torch.ops.prims.convert_element_type.default(y, torch.float32)\n"                   \
  "        both: \"f32[64, 70]\" = " A "mul.Tensor(wide, " factor ")\n"                                                \
  "        t: \"bf16[70, 64]\" = " A "permute.default(y, [1, 0])\n"                                                    \
  "        clone: \"bf16[70, 64]\" = " A "clone.default(t, memory_format = torch.contiguous_format)\n"                 \
  "        gt: \"b8[64, 70]\" = " A "gt.Scalar(x, 0.0)\n"                                                              \
  "        return (add, cube, both, clone, gt)\n"
#define BRANCHES_OF "x: \"f32[64, 70]\", y: \"bf16[64, 70]\""

static void
test_each_result_has_its_own (void)
{
  g_autoptr (FlGraph) graph = read_graph (BRANCHES_OF, BRANCHES ("2.0"));
  g_autoptr (FlRun) run = execute_against (graph, NULL, NULL);
  g_assert_true (run->execution->agrees);
  g_assert_cmpuint (run->execution->n_widened, ==, 0);
  /* (24 + 2) * 2^-23 * sqrt (1 + 2 / 8): two operators of f32. */
  g_assert_cmpfloat_with_epsilon (get_agreement (run, "add")->tolerance, 26 * 0x1p-23 * sqrt (1.25), 1e-9);
  g_assert_true (g_str_has_prefix (get_agreement (run, "add")->tolerance_why, "f32 "));
  /* Two roundings to bf16, two units each, like a random walk: 2 * 2^-7 * sqrt (2), and what f32 does within them. */
  g_assert_cmpfloat_with_epsilon (get_agreement (run, "cube")->tolerance, 0x1p-6 * sqrt (2), 1e-5);
  g_assert_cmpstr (get_agreement (run, "cube")->tolerance_why, ==, "bf16 (last: cube), 2 operators");
  /* An input of bf16 is exact, and so is f32 that comes from it. */
  g_assert_cmpfloat (get_agreement (run, "both")->tolerance, <, 1e-5);
  /* What is moved or compared, not computed, is equal. */
  g_assert_cmpfloat (get_agreement (run, "clone")->tolerance, ==, 0);
  g_assert_cmpfloat (get_agreement (run, "gt")->tolerance, ==, 0);
}

/* An error of 1e-3 beside a branch of bf16. */
static void
test_small_errors_beside_bf16 (void)
{
  g_autoptr (FlGraph) graph = read_graph (BRANCHES_OF, BRANCHES ("2.0")),
                      claimed = read_graph (BRANCHES_OF, BRANCHES ("2.002"));
  g_autoptr (FlRun) run = execute_against (graph, claimed, NULL);
  g_assert_false (run->execution->agrees);
  g_assert_false (get_agreement (run, "add")->agrees);
  g_assert_false (get_agreement (run, "both")->agrees);
  g_assert_true (get_agreement (run, "cube")->agrees);
}

/* Written inputs have the history of what is written; the sum's length counts in its own result only. */
static void
test_sums_and_written_inputs (void)
{
  g_autoptr (FlGraph) graph
      = read_graph ("x: \"f32[16, 4096]\", s: \"bf16[16]\"",
                    "        sum_1: \"f32[16]\" = " A "sum.dim_IntList(x, [1])\n"
                    "        neg: \"f32[16, 4096]\" = " A "neg.default(x)\n"
                    "        low: \"bf16[16]\" = torch.ops.prims.convert_element_type.default(sum_1, torch.bfloat16)\n"
                    "        copy_: \"bf16[16]\" = " A "copy_.default(s, low)\n"
                    "        return (sum_1, neg)\n");
  g_autoptr (FlRun) run = execute_against (graph, NULL, NULL);
  g_assert_true (run->execution->agrees);
  g_assert_nonnull (strstr (get_agreement (run, "sum_1")->tolerance_why, "1 sum of up to 4096 terms"));
  g_assert_null (strstr (get_agreement (run, "neg")->tolerance_why, "sum"));
  g_assert_true (g_str_has_prefix (get_agreement (run, "s")->tolerance_why, "bf16 (low)"));
}

/* A mean of all elements has as many terms beside its variance as alone. */
static void
test_sums_of_all_elements (void)
{
  g_autoptr (FlGraph) graph
      = read_graph ("x: \"f32[16, 4096]\"", "        var_mean = " A "var_mean.correction(x, [0, 1])\n"
                                            "        var: \"f32[]\" = var_mean[0]\n"
                                            "        mean: \"f32[]\" = " A "mean.default(x)\n"
                                            "        return (var, mean)\n");
  g_autoptr (FlRun) run = execute_against (graph, NULL, NULL);
  g_assert_nonnull (strstr (get_agreement (run, "var")->tolerance_why, "1 sum of up to 65536 terms"));
  g_assert_nonnull (strstr (get_agreement (run, "mean")->tolerance_why, "1 sum of up to 65536 terms"));
}

/* --- what cancels out ------------------------------------------------------------------------- */

/* Equal products of numbers up to 1: a fused multiply-add leaves the rounding of one of them. 1e-3 is no rounding. */
static void
test_nothing_is_left (void)
{
  static const char signature[] = "x: \"f32[8, 100]\", y: \"f32[8, 100]\"";
  static const char body[] = "        a: \"f32[8, 100]\" = " A "mul.Tensor(x, y)\n"
                             "        b: \"f32[8, 100]\" = " A "mul.Tensor(x, y)\n"
                             "        sub: \"f32[8, 100]\" = " A "sub.Tensor(a, b)\n"
                             "        same: \"f32[8, 100]\" = " A "sub.Tensor(x, x)\n"
                             "        return (sub, same)\n";
  static const char tiny[] = "        a: \"f32[8, 100]\" = " A "mul.Tensor(x, y)\n"
                             "        b: \"f32[8, 100]\" = " A "mul.Tensor(a, 1.00000003)\n"
                             "        c: \"f32[8, 100]\" = " A "mul.Tensor(x, 3e-8)\n"
                             "        sub: \"f32[8, 100]\" = " A "mul.Tensor(c, y)\n"
                             "        same: \"f32[8, 100]\" = " A "sub.Tensor(x, x)\n"
                             "        return (sub, same)\n";
  static const char wrong[] = "        a: \"f32[8, 100]\" = " A "mul.Tensor(x, y)\n"
                              "        sub: \"f32[8, 100]\" = " A "mul.Tensor(a, 0.001)\n"
                              "        same: \"f32[8, 100]\" = " A "mul.Tensor(x, 1e-9)\n"
                              "        return (sub, same)\n";
  g_autoptr (FlGraph) graph = read_graph (signature, body), off_by_roundings = read_graph (signature, tiny),
                      off = read_graph (signature, wrong);
  g_autoptr (FlRun) right = execute_against (graph, NULL, NULL);
  g_assert_true (right->execution->agrees);
  g_autoptr (FlRun) near = execute_against (off_by_roundings, graph, NULL);
  const FlAgreement *sub = get_agreement (near, "sub");
  g_assert_true (sub->agrees);
  g_assert_cmpfloat (sub->scale, >, 0.1);
  g_assert_cmpfloat (sub->scale, <, 100);
  g_autoptr (FlRun) far = execute_against (off, graph, NULL);
  g_assert_false (get_agreement (far, "sub")->agrees);
  g_assert_false (get_agreement (far, "same")->agrees); /* x - x of an input is exact, whatever is left is wrong */
}

/* Terms that come in pairs of opposite signs sum to 0 in doubles, and to rounding errors of their partial sums in f32.
 */
static void
test_sums_around_nothing (void)
{
  static const char signature[] = "x: \"f32[2, 8192]\"";
  static const char body[] = "        sum_1: \"f32[2]\" = " A "sum.dim_IntList(x, [1])\n        return (sum_1,)\n";
  static const char wrong[] = "        sum_1: \"f32[2]\" = " A "sum.dim_IntList(x, [1])\n"
                              "        add: \"f32[2]\" = " A "add.Tensor(sum_1, 0.05)\n        return (add,)\n";
  const gint64 sizes[] = { 2, 8192 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 2, sizes);
  FlArray *const inputs[] = { x };
  for (guint i = 0; i < 8192; i++)
    for (guint row = 0; row < 2; row++)
      {
        guint k = i < 4096 ? i : (i * 37 + 11) % 4096; /* each of the 4096 once more, in another order: 37 is odd */
        double value = (float) (sin (k * 12.9898 + row) * 43.758);
        x->numbers[row * 8192 + i] = i < 4096 ? value : -value;
      }
  g_autoptr (FlGraph) graph = read_graph (signature, body), off = read_graph (signature, wrong);
  g_autoptr (FlRun) right = execute_against (graph, NULL, inputs);
  g_assert_true (right->execution->agrees);
  g_autoptr (FlRun) far = execute_against (off, graph, inputs);
  g_assert_false (far->execution->agrees);
}

/* --- without a run ---------------------------------------------------------------------------- */

static void
test_complex_parts_count (void)
{
  const gint64 size = 2;
  FlArena *arena = fl_arena_open ();
  g_autoptr (FlArray) expected = fl_array_new (FL_DTYPE_C64, 1, &size), got = fl_array_new (FL_DTYPE_C64, 1, &size);
  for (guint i = 0; i < 4; i++)
    expected->numbers[i] = got->numbers[i] = i + 1;
  FlAgreement agreement = { 0 };
  fl_agreement_compare (&agreement, expected, got, 1e-6, arena);
  g_assert_true (agreement.is_within);
  got->numbers[3] = 4.1; /* the imaginary part of the last */
  fl_agreement_compare (&agreement, expected, got, 1e-6, arena);
  g_assert_false (agreement.is_within);
  g_assert_cmpint (agreement.worst_index, ==, 1);
  fl_arena_close (arena);
}

/* 300 * 300 is more than f16 holds: so says the reference, whose operators round one by one; a kernel keeps f32. That
 * is no agreement, but a note tells how it comes about. */
static void
test_overflow_is_explained (void)
{
  g_autoptr (FlGraph) graph
      = read_graph ("x: \"f16[64]\"",
                    "        mul: \"f16[64]\" = " A "mul.Tensor(x, x)\n"
                    "        wide: \"f32[64]\" = torch.ops.prims.convert_element_type.default(mul, torch.float32)\n"
                    "        return (wide,)\n");
  const gint64 size = 64;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F16, 1, &size);
  FlArray *const inputs[] = { x };
  for (guint i = 0; i < size; i++)
    x->numbers[i] = 300;
  g_autoptr (FlRun) run = execute_against (graph, NULL, inputs);
  g_assert_false (run->execution->agrees);
  g_assert_cmpfloat (get_agreement (run, "wide")->got, ==, 90000);
  g_assert_cmpuint (run->execution->n_notes, ==, 1);
  g_assert_nonnull (strstr (run->execution->notes[0], "f16"));
}

/* 2^4096 is no f32, 2^4096 2^-4096 is 1: whether a product of both halves passes by infinity is the order's choice.
 * That is no agreement, but a note tells how it comes about; an infinity that no order makes has none. */
static void
test_order_of_infinities_is_explained (void)
{
  static const char signature[] = "x: \"f32[8192]\"";
  g_autoptr (FlGraph) graph
      = read_graph (signature, "        prod: \"f32[]\" = " A "prod.default(x)\n        return (prod,)\n");
  g_autoptr (FlGraph) plain
      = read_graph (signature, "        mul: \"f32[8192]\" = " A "mul.Tensor(x, 2.0)\n        return (mul,)\n");
  g_autoptr (FlGraph) off
      = read_graph (signature, "        mul: \"f32[8192]\" = " A "mul.Tensor(x, inf)\n        return (mul,)\n");
  const gint64 size = 8192;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size);
  FlArray *const inputs[] = { x };
  for (guint i = 0; i < size; i++)
    x->numbers[i] = i < size / 2 ? 2 : 0.5;
  g_autoptr (FlRun) run = execute_against (graph, NULL, inputs), wrong = execute_against (off, plain, inputs);
  g_assert_false (run->execution->agrees);
  g_assert_cmpuint (run->execution->n_notes, ==, 1);
  g_assert_nonnull (strstr (run->execution->notes[0], "on one side only (1 of its elements) is so by the order"));
  g_assert_false (wrong->execution->agrees);
  g_assert_cmpuint (wrong->execution->n_notes, ==, 0);
}

/* An infinite weight meets zeros beside the image, or nothing: libraries differ by the sizes, as PyTorch's results do.
 * Some lay out the zeros beside each row, those above the first one, or both. */
static void
test_infinities_beside_images_are_explained (void)
{
  g_autoptr (FlGraph) graph = read_graph ("x: \"f32[1, 1, 3, 3]\", w: \"f32[1, 1, 3, 3]\"",
                                          "        y: \"f32[1, 1, 3, 3]\" = " A
                                          "convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)\n"
                                          "        return (y,)\n");
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 4, (const gint64[]) { 1, 1, 3, 3 }),
                      w = fl_array_new (FL_DTYPE_F32, 4, (const gint64[]) { 1, 1, 3, 3 });
  FlArray *const inputs[] = { x, w };
  for (guint i = 0; i < 9; i++)
    x->numbers[i] = w->numbers[i] = 1 + i;
  w->numbers[0] = INFINITY;
  g_autoptr (FlRun) run = execute_against (graph, NULL, inputs);
  if (run->execution->agrees)
    return; /* a library that lays columns out */
  g_assert_cmpuint (run->execution->n_notes, ==, 1);
  const char *note = run->execution->notes[0];
  g_assert_true (strstr (note, "on one side only (5 of its elements) is so by the order") != NULL
                 || strstr (note, "on one side only (3 of its elements) is so by the order") != NULL);
}

/* A share of integers that rounding tips is no licence for all of them: here all of them are wrong. */
static void
test_all_integers_are_no_share (void)
{
  static const char signature[] = "x: \"f32[64, 64]\"";
  static const char body[]
      = "        mul: \"f32[64, 64]\" = " A "mul.Tensor(x, 100.0)\n"
        "        floor: \"i32[64, 64]\" = torch.ops.prims.convert_element_type.default(mul, torch.int32)\n"
        "        return (floor,)\n";
  static const char wrong[]
      = "        mul: \"f32[64, 64]\" = " A "mul.Tensor(x, 100.0)\n"
        "        add: \"f32[64, 64]\" = " A "add.Tensor(mul, 1000.0)\n"
        "        floor: \"i32[64, 64]\" = torch.ops.prims.convert_element_type.default(add, torch.int32)\n"
        "        return (floor,)\n";
  g_autoptr (FlGraph) graph = read_graph (signature, body), off = read_graph (signature, wrong);
  g_autoptr (FlRun) right = execute_against (graph, NULL, NULL);
  g_assert_true (right->execution->agrees);
  g_autoptr (FlRun) far = execute_against (off, graph, NULL);
  g_assert_false (far->execution->agrees);
  g_assert_cmpfloat (get_agreement (far, "floor")->tolerance, <, 1);
}

/* Indices beyond a tensor are counted and told, as PyTorch would have stopped. */
static void
test_indices_outside_are_told (void)
{
  g_autoptr (FlGraph) graph
      = read_graph ("x: \"f32[8, 50]\", i: \"i64[9]\"", "        b: \"i64[9]\" = " A "add.Tensor(i, 1000)\n"
                                                        "        index: \"f32[9, 50]\" = " A "index.Tensor(x, [b])\n"
                                                        "        return (index,)\n");
  g_autoptr (GError) error = NULL;
  FlPipelineRequest pipeline;
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &pipeline);
  const FlExecuteRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (done->execution->n_notes, ==, 1);
  g_assert_nonnull (strstr (done->execution->notes[0], "9 indices lay outside of their tensors"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/agreement/each-result-has-its-own", test_each_result_has_its_own);
  g_test_add_func ("/core/run/agreement/small-errors-beside-bf16", test_small_errors_beside_bf16);
  g_test_add_func ("/core/run/agreement/sums-and-written-inputs", test_sums_and_written_inputs);
  g_test_add_func ("/core/run/agreement/sums-of-all-elements", test_sums_of_all_elements);
  g_test_add_func ("/core/run/agreement/nothing-is-left", test_nothing_is_left);
  g_test_add_func ("/core/run/agreement/sums-around-nothing", test_sums_around_nothing);
  g_test_add_func ("/core/run/agreement/overflow-is-explained", test_overflow_is_explained);
  g_test_add_func ("/core/run/agreement/order-of-infinities-is-explained", test_order_of_infinities_is_explained);
  g_test_add_func ("/core/run/agreement/infinities-beside-images", test_infinities_beside_images_are_explained);
  g_test_add_func ("/core/run/agreement/all-integers-are-no-share", test_all_integers_are_no_share);
  g_test_add_func ("/core/run/agreement/complex-parts-count", test_complex_parts_count);
  g_test_add_func ("/core/run/agreement/indices-outside-are-told", test_indices_outside_are_told);
  return g_test_run ();
}
