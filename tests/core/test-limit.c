/* Why a kernel is no faster: the sentence follows from what was measured. */
#include <math.h>
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-limit.h"
#include "fl-report.h"
#include "fl-roofline.h"
#include "fl-slower.h"

typedef struct
{
  const char *name;
  FlKernelTime time;
  const char *says;
} Case;

static const FlKernel scatter = { .kind = FL_KERNEL_SCATTER };
static const FlSourceSpan spans[] = { { 1, "op0", "exp = ops.exp(sub)", { 0 } } };
static const FlKernel softmax = { .kind = FL_KERNEL_REDUCTION, .n_spans = 1, .spans = spans };
static const FlSourceSpan random_spans[] = { { 1, "op0", "tmp1 = ops.rand(tmp0, index)", { 0 } } };
static const FlKernel random_numbers = { .kind = FL_KERNEL_POINTWISE, .n_spans = 1, .spans = random_spans };
static const FlSourceSpan index_spans[] = { { 1, "op0", "at = ops.set_indirect(load)", { 0 } } };
static const FlKernel gather = { .kind = FL_KERNEL_POINTWISE,
                                 .n_spans = 1,
                                 .spans = index_spans,
                                 .source = "i0 += FL_LANES) fl_gather_f32 (x, at);" };
static const FlKernel embedding = { .kind = FL_KERNEL_POINTWISE,
                                    .n_spans = 1,
                                    .spans = index_spans,
                                    .source = "i1 += FL_LANES) fl_load_f32 (x + 64 * at + i1);" };
static const FlKernel gather_plain
    = { .kind = FL_KERNEL_POINTWISE, .n_spans = 1, .spans = index_spans, .source = "y[i0] = x[at];" };
static const FlKernel product = { .kind = FL_KERNEL_EXTERN };
static const FlAtenRow convolution_row = { .op = FL_ATEN_OP_CONVOLUTION };
static const FlBuffer convolution_call = { .kind = FL_BUFFER_EXTERN_ALLOC, .aten = &convolution_row };
static const FlKernel convolution = { .kind = FL_KERNEL_EXTERN, .call = &convolution_call };
static const FlKernel plain
    = { .kind = FL_KERNEL_POINTWISE, .source = "for (int64_t i0 = begin; i0 < end; i0++) y[i0] = x[i0] + 1;" };
static const FlKernel left_to_compiler
    = { .kind = FL_KERNEL_POINTWISE, .source = "#pragma omp simd for (…) y[i0] = x[i0] + 1;" };
static const FlKernel turned
    = { .kind = FL_KERNEL_POINTWISE, .source = "FL_LANES fl_transpose_f32 (to, from, step, 64, 16);" };
static const FlKernel turned_whole
    = { .kind = FL_KERNEL_POINTWISE,
        .source = "fl_copy_transposed_32 (to, 64, from, 16, 16, 64);" }; /* no loop of its own */
static const FlKernel rows = { .kind = FL_KERNEL_REDUCTION, .n_passes = 2, .source = "FL_LANES fl_load_f32 (x + i1)" };
static const FlKernelArg changed[] = { { NULL, TRUE, TRUE } };
static const FlKernel in_place = { .kind = FL_KERNEL_POINTWISE, .n_args = 1, .args = changed };
static const FlKernel vectors
    = { .kind = FL_KERNEL_POINTWISE, .source = "FL_LANES fl_load_f32 (x + i0) fl_load_f32 (x + 5 + i0)" };

static const Case cases[] = {
  /* 9000 / 10000 = 90 % of the stream */
  { "memory",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 9000, .ceiling = "copy" },
    "memory-bound: 90 % of STREAM copy bandwidth" },
  { "memory-non-temporal",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 9000,
      .ceiling = "copy with non-temporal stores" },
    "memory-bound: 90 % of STREAM copy bandwidth (non-temporal stores)" },
  /* 6000 / 10000 of the multiply-adds, and that is nearer than the stream's 1000 / 10000 */
  { "arithmetic",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 1000, .compute_ns = 6000, .ceiling = "read" },
    "compute-bound: 60 % of peak FMA throughput" },
  /* 900 - 100 */
  { "small",
    { .median_ns = 900, .low_ns = 890, .high_ns = 910, .ceiling_ns = 100, .ceiling = "copy" },
    "launch-bound: 800 ns of its 900 ns are launch overhead" },
  { "stream-held-up",
    { .median_ns = 10000, .low_ns = 9000, .high_ns = 11000, .ceiling_ns = 90000, .ceiling = "copy" },
    "unknown: the STREAM loop beside it took 9 times as long" },
  { "disturbed",
    { .median_ns = 10000, .low_ns = 9000, .high_ns = 19000, .ceiling_ns = 9000, .ceiling = "copy" },
    "unknown: its samples differ by a factor of 2.1" },
  { "function",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &softmax },
    "compute-bound in exp: 30 % of STREAM copy bandwidth" },
  /* exp took 0.11 ns for each of 80000 elements, whose 10000 ns are 0.125 each; all arithmetic 9000, the stream 3000.
   */
  { "functions",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &softmax,
      .arithmetic_ns = 9000,
      .function = "exp",
      .function_ns = 0.11,
      .n_function = 80000 },
    "compute-bound in exp: 0.11 of 0.12 ns an element, all arithmetic 90 %" },
  /* 4000 + 5000 of 10000. */
  { "turns",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 5000,
      .ceiling = "copy",
      .of = &softmax,
      .arithmetic_ns = 4000,
      .function = "exp",
      .function_ns = 0.1,
      .n_function = 40000 },
    "arithmetic and memory do not overlap: exp takes 0.1 of 0.25 ns an element, 50 % of STREAM copy bandwidth" },
  { "scatter",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &scatter },
    "scatter-bound: writes by index, 30 % of STREAM copy bandwidth" },
  { "product",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .compute_ns = 4000,
      .flops = 1,
      .ceiling = "copy",
      .of = &product },
    "library call (GEMM or convolution): 40 % of peak FMA throughput, 30 % of STREAM copy bandwidth" },
  /* 14000 of multiply-adds in 10000 */
  { "fewer",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .compute_ns = 14000,
      .flops = 1,
      .ceiling = "copy",
      .of = &convolution },
    "compute-bound: 140 % of peak FMA throughput, with fewer multiplications than its sums have (Winograd)" },
  { "scalar",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &plain },
    "scalar: no loop is vectorized (the steps of its kernel say why), 30 % of STREAM copy bandwidth" },
  { "left-to-compiler",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &left_to_compiler },
    "vectorized by the C compiler at most (the steps of its kernel say why), 30 % of STREAM copy bandwidth" },
  { "gather",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &gather },
    "gather-bound: reads by index, 30 % of STREAM copy bandwidth" },
  { "rows-by-index",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &embedding },
    "gather-bound: reads rows by index, 30 % of STREAM copy bandwidth" },
  { "gather-one-by-one",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &gather_plain },
    "gather-bound: scalar reads by index, 30 % of STREAM copy bandwidth" },
  { "random",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "fill",
      .of = &random_numbers },
    "compute-bound in rand: 30 % of STREAM fill bandwidth" },
  /* gelu takes 700 of 10000: what the loops do matters more */
  { "tiles-and-function",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &turned,
      .arithmetic_ns = 800,
      .function = "gelu",
      .function_ns = 0.07,
      .n_function = 10000 },
    "transpose-bound: strided reads, transposed in registers" },
  { "tiles",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &turned },
    "transpose-bound: strided reads, transposed in registers" },
  { "tiles-by-one-call",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &turned_whole },
    "transpose-bound: strided reads, transposed in registers" },
  { "passes",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 6000, .ceiling = "copy", .of = &rows },
    "2 passes over each row, of which only the first is served by memory: 60 % of STREAM copy bandwidth" },
  /* 256 KiB of a program of 8 MiB, with 1 MiB near by */
  { "afar",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .bytes = 1 << 18,
      .program_bytes = 8 << 20,
      .near_bytes = 1 << 20,
      .of = &vectors },
    "working set (8 MiB) exceeds L2 (1 MiB): served by L3/DRAM, 30 % of STREAM copy bandwidth" },
  { "nearly-full",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .bytes = 1 << 18,
      .program_bytes = 960 << 10,
      .near_bytes = 1 << 20,
      .of = &vectors },
    "working set (960 KiB) nearly fills L2 (1 MiB): served by L3/DRAM" },
  { "mostly",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 6000, .ceiling = "copy", .of = &vectors },
    "mostly memory-bound: 60 % of STREAM copy bandwidth" },
  { "above",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 14600, .ceiling = "copy" },
    "memory-bound: 146 % of STREAM copy bandwidth, as some of its data hit in nearer caches" },
  { "loops",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy" },
    "not explained: 30 % of STREAM copy bandwidth, 0 % of peak FMA throughput" },
  /* 256 KiB of a program of 1 MiB by two threads with 1 MiB each: it stays near them, but not always near the same one
   */
  { "other-processor",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .bytes = 1 << 18,
      .program_bytes = 1 << 20,
      .near_bytes = 1 << 20,
      .n_threads = 2,
      .is_among_others = TRUE,
      .of = &vectors },
    "cache-to-cache transfers: other kernels partition its data over the 2 threads differently" },
  { "in-place",
    { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 14600, .ceiling = "copy", .of = &in_place },
    "memory-bound: 146 % of STREAM copy bandwidth, as it updates in place" },
  /* 17200 of 10000 cannot be: 0.215 ns for each of 80000 elements, that take 0.125 */
  { "measured-slower",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 3000,
      .ceiling = "copy",
      .of = &softmax,
      .arithmetic_ns = 17200,
      .function = "exp",
      .function_ns = 0.2,
      .n_function = 80000 },
    "compute-bound in exp: 0.12 ns an element, no more than its arithmetic takes alone in L1 (0.21 ns)" },
  { "peak-measured-slower",
    { .median_ns = 10000,
      .low_ns = 9900,
      .high_ns = 10100,
      .ceiling_ns = 1000,
      .compute_ns = 13200,
      .flops = 1,
      .ceiling = "copy",
      .of = &product },
    "compute-bound: 132 % of peak FMA throughput, which was slower when it was measured" },
};

static void
test_limit_says (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *text = fl_kernel_time_dup_limit (&row->time);

  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, row->says));
}

static void
test_limit_needs_a_measurement (void)
{
  FlKernelTime time = { .median_ns = 10 };

  g_assert_null (fl_kernel_time_dup_limit (&time));
  g_assert_null (fl_kernel_time_dup_roofline (&time));
}

/* 4000 operations over 1000 bytes are 4 a byte; in 2000 ns they are 2 GFLOP/s. The roofs: 4000 / 500 = 8 by arithmetic,
 * 4000 / 1000 = 4 by memory: the lower one counts. */
static void
test_roofline_takes_the_lower_roof (void)
{
  FlKernelTime time
      = { .median_ns = 2000, .ceiling_ns = 1000, .compute_ns = 500, .flops = 4000, .bytes = 1000, .ceiling = "copy" };
  g_autofree char *text = fl_kernel_time_dup_roofline (&time), *lower = NULL;

  g_assert_cmpstr (text, ==, "4 operations a byte, 2 of at most 4 GFLOP/s");
  time.arithmetic_ns = 1250; /* 4000 / 1250 = 3.2 */
  lower = fl_kernel_time_dup_roofline (&time);
  g_assert_cmpstr (lower, ==, "4 operations a byte, 2 of at most 3.2 GFLOP/s");
}

/* --- the picture ------------------------------------------------------------------------------ */

/* Two kernels, one of them without arithmetic. Peak: 4000 / 500 = 8 GFLOP/s; the stream: 1000 / 1000 = 1 GB/s. */
static FlKernelTime timed[] = {
  { .kernel = "cpp_fused_a_0",
    .median_ns = 2000,
    .low_ns = 1990,
    .high_ns = 2010,
    .ceiling_ns = 1000,
    .compute_ns = 500,
    .flops = 4000,
    .bytes = 1000,
    .ceiling = "copy" },
  { .kernel = "cpp_fused_clone_1",
    .median_ns = 2000,
    .low_ns = 1990,
    .high_ns = 2010,
    .ceiling_ns = 1000,
    .bytes = 1000,
    .ceiling = "copy" },
};
static FlVariantTime variant = { .name = "fused", .n_kernels = 2, .kernels = timed };

static void
test_picture_places_kernels (void)
{
  FlExecution execution = { .n_variants = 1, .variants = &variant };
  FlRooflinePaint paint = { .width = 720, .height = 420, .marked = G_MAXUINT, .hovered = G_MAXUINT };
  g_autoptr (FlRoofline) roofline = fl_roofline_new (&execution);
  g_autofree char *svg = fl_roofline_dup_svg (roofline, TRUE), *text = fl_roofline_dup_text (&roofline->points[0]);
  guint n_found = 0;

  g_assert_cmpuint (roofline->n_points, ==, 1);
  g_assert_cmpuint (roofline->n_left_out, ==, 1);
  g_assert_cmpfloat (roofline->peak, ==, 8);
  g_assert_cmpfloat (roofline->slow, ==, 1);
  g_assert_cmpfloat (roofline->points[0].intensity, ==, 4);
  g_assert_cmpfloat (roofline->points[0].rate, ==, 2);
  g_assert_cmpfloat (roofline->points[0].roof, ==, 4); /* the lower one: memory's */
  g_assert_true (roofline->left <= log10 (4) && log10 (4) <= roofline->right);
  g_assert_true (roofline->bottom <= log10 (2) && log10 (8) <= roofline->top);
  g_assert_true (g_str_has_prefix (text, "cpp_fused_a_0 (fused): 4 operations a byte, 2 of at most 4 GFLOP/s"));
  for (guint x = 0; x < 720; x += 4)
    for (guint y = 0; y < 420; y += 4)
      n_found += fl_roofline_find (roofline, &paint, x, y, 14) == 0;
  g_assert_cmpuint (n_found, >, 20); /* a disc of 14 pixels around it: pi * 14 * 14 / 16 = 38 */
  g_assert_cmpuint (n_found, <, 60);
  g_assert_nonnull (strstr (svg, "</svg>"));
}

static void
test_picture_needs_a_kernel (void)
{
  FlVariantTime still = { .name = "fused", .n_kernels = 1, .kernels = &timed[1] };
  FlExecution execution = { .n_variants = 1, .variants = &still };

  g_assert_null (fl_roofline_new (&execution));
}

static void
test_share_is_of_the_nearer_roof (void)
{
  FlKernelTime dense = { .median_ns = 1000, .ceiling_ns = 30, .compute_ns = 640 };
  g_autofree char *stream = fl_kernel_time_dup_share (&timed[1]), *peak = fl_kernel_time_dup_share (&dense),
                  *own = NULL;

  dense.arithmetic_ns = 810;
  own = fl_kernel_time_dup_share (&dense);
  g_assert_cmpstr (own, ==, "81 % is arithmetic");
  g_assert_cmpstr (stream, ==, "50 % of STREAM");
  g_assert_cmpstr (peak, ==, "64 % of peak FMA");
}

/* 300 ns where its parts take 100 + 90, one of them in vectors: slower by 290 / 190 - 1 = 53 %. The same within the
 * spread: nothing is said. */
static void
test_slower_names_kernel_and_reason (void)
{
  FlSchedNode first = { .name = "op0" }, second = { .name = "op1" }, *both[] = { &first, &second }, *one[] = { &first },
              *other[] = { &second };
  FlSchedNode joined = { .n_originals = 2, .originals = both }, alone = { .n_originals = 1, .originals = one },
              last = { .n_originals = 1, .originals = other };
  FlKernel whole = { .name = "cpp_fused_both", .node = &joined, .source = "y[i0] = x[i0];" },
           pool = { .node = &alone, .source = "y[i0] = x[i0];" }, gelu = { .node = &last, .source = "i0 += FL_LANES" };
  FlKernelTime slow = { .kernel = "cpp_fused_both", .median_ns = 300, .of = &whole },
               parts[] = { { .median_ns = 100, .of = &pool }, { .median_ns = 90, .of = &gelu } };
  FlVariantTime variants[] = { { .name = "unfused",
                                 .n_kernels = 2,
                                 .kernels = parts,
                                 .total_low_ns = 180,
                                 .total_median_ns = 190,
                                 .total_high_ns = 200 },
                               { .name = "fused",
                                 .n_kernels = 1,
                                 .kernels = &slow,
                                 .total_low_ns = 280,
                                 .total_median_ns = 290,
                                 .total_high_ns = 300 } };
  FlExecution execution
      = { .n_variants = 2, .variants = variants, .speedup = 190.0 / 290, .speedup_low = 0.6, .speedup_high = 0.7 };
  g_autofree char *says = fl_execution_dup_slower (&execution, 1, 0),
                  *reverse = fl_execution_dup_slower (&execution, 0, 1), *near = NULL;
  g_autoptr (GString) summary = g_string_new (NULL);

  g_assert_cmpstr (
      says, ==,
      "fused is slower than unfused by 53 % (beyond the spread); most of it in cpp_fused_both, 300 ns where its 2 parts by "
      "themselves take 190 ns: 1 of them is vectorized, the fused loops are not");
  g_assert_null (reverse);
  /* What `run` prints, report.html and the window's Timings page all take these lines. */
  fl_report_append_speed (summary, &execution);
  g_assert_nonnull (strstr (summary->str, says));
  execution.speedup_high = 1.01;
  near = fl_execution_dup_slower (&execution, 1, 0);
  g_assert_null (near);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/report/limit/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_limit_says);
    }
  g_test_add_func ("/core/report/limit/needs-a-measurement", test_limit_needs_a_measurement);
  g_test_add_func ("/core/report/limit/roofline-takes-the-lower-roof", test_roofline_takes_the_lower_roof);
  g_test_add_func ("/core/report/limit/share-is-of-the-nearer-roof", test_share_is_of_the_nearer_roof);
  g_test_add_func ("/core/report/roofline/places-kernels", test_picture_places_kernels);
  g_test_add_func ("/core/report/slower/names-kernel-and-reason", test_slower_names_kernel_and_reason);
  g_test_add_func ("/core/report/roofline/needs-a-kernel", test_picture_needs_a_kernel);
  return g_test_run ();
}
