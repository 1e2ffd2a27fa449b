/* Why a kernel is no faster: the sentence follows from what was measured. */
#include "fl-limit.h"

#include <string.h>

typedef struct
{
  const char *name;
  FlKernelTime time;
  const char *says;
} Case;

static const FlKernel scatter = { .kind = FL_KERNEL_SCATTER };
static const FlSourceSpan spans[] = { { 1, "op0", "exp = ops.exp(sub)", { 0 } } };
static const FlKernel softmax = { .kind = FL_KERNEL_REDUCTION, .n_spans = 1, .spans = spans };
static const FlKernel product = { .kind = FL_KERNEL_EXTERN };

static const Case cases[] = {
  /* 9000 / 10000 = 90 % of the stream */
  { "memory", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 9000, .ceiling = "copy" }, "memory-bound: at 90 % of a plain copy" },
  /* 6000 / 10000 of the multiply-adds, and that is nearer than the stream's 1000 / 10000 */
  { "arithmetic", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 1000, .compute_ns = 6000, .ceiling = "read" },
    "compute-bound: at 60 % of multiply-adds" },
  { "small", { .median_ns = 900, .low_ns = 890, .high_ns = 910, .ceiling_ns = 100, .ceiling = "copy" }, "too small" },
  { "disturbed", { .median_ns = 10000, .low_ns = 9000, .high_ns = 19000, .ceiling_ns = 9000, .ceiling = "copy" }, "disturbed" },
  { "function", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &softmax },
    "compute-bound in exp: 30 % of a plain copy" },
  { "scatter", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy", .of = &scatter }, "writes by index" },
  { "product", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .compute_ns = 4000, .flops = 1, .ceiling = "copy", .of = &product },
    "a product by the library: 40 % of multiply-adds" },
  { "loops", { .median_ns = 10000, .low_ns = 9900, .high_ns = 10100, .ceiling_ns = 3000, .ceiling = "copy" }, "the order of its loops" },
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

/* 4000 operations over 1000 bytes are 4 a byte; in 2000 ns they are 2 GFLOP/s. The roofs: 4000 / 500 = 8 by arithmetic, 4000 / 1000 = 4 by
 * memory: the lower one counts. */
static void
test_roofline_takes_the_lower_roof (void)
{
  FlKernelTime time = { .median_ns = 2000, .ceiling_ns = 1000, .compute_ns = 500, .flops = 4000, .bytes = 1000, .ceiling = "copy" };
  g_autofree char *text = fl_kernel_time_dup_roofline (&time);

  g_assert_cmpstr (text, ==, "4 operations a byte, 2 of at most 4 GFLOP/s");
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
  return g_test_run ();
}
