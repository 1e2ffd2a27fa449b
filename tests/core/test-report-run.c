/* What `run` says first: agreement, speed, and the kernels that take the time. */
#include <string.h>

#include "fl-report.h"

#define TIMED(name, ns, stream_ns)                                                                                     \
  {                                                                                                                    \
    .kernel = name, .median_ns = ns, .low_ns = ns, .high_ns = ns, .ceiling_ns = stream_ns, .ceiling = "copy"           \
  }

/* Five calls of four kernels, 10 µs in all: the product's two take 1500 + 2500 = 4000 ns, 40 %. */
static FlKernelTime kernels[] = { TIMED ("extern_kernels.mm", 1500, 1400), TIMED ("cpp_fused_add_0", 3000, 2700),
                                  TIMED ("extern_kernels.mm", 2500, 2000), TIMED ("cpp_fused_relu_1", 1000, 900),
                                  TIMED ("cpp_fused_sum_2", 2000, 1800) };
static FlVariantTime variants[]
    = { { .name = "unfused", .total_median_ns = 15000 },
        { .name = "fused", .n_kernels = G_N_ELEMENTS (kernels), .kernels = kernels, .total_median_ns = 10000 } };
static FlAgreement agreements[] = { { .variant = "fused", .output = "good", .agrees = TRUE, .is_within = TRUE },
                                    { .variant = "fused", .output = "wrong" } };

static char *
dup_verdict (FlExecution *execution)
{
  FlRun run = { .execution = execution };
  GString *text = g_string_new (NULL);

  fl_report_append_verdict (text, &run);
  return g_string_free (text, FALSE);
}

/* The longest call of the product, 2500 ns, is at 2000 / 2500 = 80 % of the copy. */
static void
test_verdict_shows_three_kernels (void)
{
  FlExecution execution = { .n_variants = 2,
                            .variants = variants,
                            .n_agreements = 1,
                            .agreements = agreements,
                            .check = FL_CHECK_AGREES,
                            .is_compared = TRUE,
                            .verified = TRUE,
                            .agrees = TRUE,
                            .speedup = 1.5,
                            .speedup_low = 1.4,
                            .speedup_high = 1.6,
                            .machine = "a machine" };
  g_autofree char *text = dup_verdict (&execution);

  g_assert_cmpstr (text, ==,
                   "agrees with the reference: largest relative error 0 over 1 result\n"
                   "fused 10 µs, unfused 15 µs: 1.5 times as fast (quartiles of pairs 1.4 … 1.6)\n"
                   "most of the fused program's time, in 3 of 4 kernels:\n"
                   "kernel                        time  of all  why not faster\n"
                   "extern_kernels.mm  4 µs in 2 calls    40 %  memory-bound: 80 % of STREAM copy bandwidth\n"
                   "cpp_fused_add_0               3 µs    30 %  memory-bound: 90 % of STREAM copy bandwidth\n"
                   "cpp_fused_sum_2               2 µs    20 %  memory-bound: 90 % of STREAM copy bandwidth\n");
}

/* A result that disagrees is shown without --verbose, one that agrees is not. */
static void
test_verdict_shows_what_disagrees (void)
{
  FlExecution execution
      = { .n_agreements = 2, .agreements = agreements, .check = FL_CHECK_DISAGREES, .is_compared = TRUE };
  g_autofree char *text = dup_verdict (&execution);

  g_assert_true (g_str_has_prefix (text, "DISAGREES with the reference"));
  g_assert_nonnull (strstr (text, "wrong"));
  g_assert_null (strstr (text, "good"));
}

static void
test_noise_is_no_gain (void)
{
  FlExecution execution = { .n_variants = 2,
                            .variants = variants,
                            .speedup = 1.01,
                            .speedup_low = 0.9,
                            .speedup_high = 1.1,
                            .foreign_share = 0.5 };
  g_autofree char *text = dup_verdict (&execution);

  g_assert_nonnull (strstr (text, ": 1.01 times as fast, within the noise (quartiles of pairs 0.9 … 1.1)\n"));
  g_assert_nonnull (strstr (text, "other processes used 50 % of the machine"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/run/verdict-shows-three-kernels", test_verdict_shows_three_kernels);
  g_test_add_func ("/core/report/run/verdict-shows-what-disagrees", test_verdict_shows_what_disagrees);
  g_test_add_func ("/core/report/run/noise-is-no-gain", test_noise_is_no_gain);
  return g_test_run ();
}
