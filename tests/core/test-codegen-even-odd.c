/* The even/odd lane split of bf16, at every width: sums of every bf16 with another, rows of every length, NaNs of every
 * kind. What is expected is computed here, in double and by whole numbers. */
#include "fl-c-preamble.h"
#include "fl-codegen-fixture.h"
#include "fl-codegen-functions.h"
#include "fl-codegen-widths.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

static float
widen (guint16 half)
{
  guint32 word = (guint32) half << 16;
  float x;

  memcpy (&x, &word, sizeof x);
  return x;
}

/* To nearest, ties to even: the lower half is compared with 1/2 as a number. */
static guint16
narrow (float x)
{
  guint32 word, kept, lost;

  memcpy (&word, &x, sizeof word);
  kept = word >> 16;
  lost = word & 0xFFFF;
  return kept + (lost > 0x8000 || (lost == 0x8000 && kept % 2 == 1));
}

static void
assert_half (guint16 y, float expected, const char *what, guint i)
{
  if (isnan (expected) ? !isnan (widen (y)) : expected == 0 ? widen (y) != 0 : y != narrow (expected))
    g_error ("%s, element %u: %a (0x%04x) instead of %a (0x%04x)", what, i, widen (y), y, expected, narrow (expected));
}

/* Every bf16 there is, each plus one from elsewhere; relu of that, and a quotient, of values that are stored, too. */
static void
check_all (guint w)
{
  enum
  {
    N = 65536 + 13
  };
  Fixture *fix = new_at_width (w);
  g_autofree guint16 *a = g_new (guint16, N), *b = g_new (guint16, N);
  const FlSym *sizes[] = { num (fix, N) };
  FlBuffer *x = add_input (fix, FL_DTYPE_BF16, 1, sizes, a), *y = add_input (fix, FL_DTYPE_BF16, 1, sizes, b), *sums,
           *positive;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_BF16, 1, 0, sizes), *relu;
  const FlExpr *left, *right;

  for (guint i = 0; i < N; i++)
    {
      a[i] = i;
      b[i] = i % 3 == 0 ? i * 40503u >> 3 : (i ^ 0x8000) + i % 5 * 0x7F; /* of like size, too: ties */
    }
  left = fl_expr_to_dtype (fix->pool, load (fix, x, loops->vars), FL_DTYPE_F32);
  right = fl_expr_to_dtype (fix->pool, load (fix, y, loops->vars), FL_DTYPE_F32);
  loops->values[0] = fl_expr_to_dtype (fix->pool, fl_expr_op2 (fix->pool, FL_SCALAR_ADD, left, right), FL_DTYPE_BF16);
  sums = add_computed (fix, loops, 1, sizes);
  add_output (fix, sums);
  relu = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_BF16, 1, 0, sizes);
  left = fl_expr_to_dtype (fix->pool, load (fix, x, relu->vars), FL_DTYPE_F32);
  right = fl_expr_to_dtype (fix->pool, load (fix, y, relu->vars), FL_DTYPE_F32);
  relu->values[0]
      = fl_expr_to_dtype (fix->pool,
                          fl_expr_op1 (fix->pool, FL_SCALAR_RELU, fl_expr_op2 (fix->pool, FL_SCALAR_MUL, left, right)),
                          FL_DTYPE_BF16);
  positive = add_computed (fix, relu, 1, sizes);
  add_output (fix, positive);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_store_both_of_bf16"));
  for (guint i = 0; i < N; i++)
    {
      const float sum = widen (a[i]) + widen (b[i]), product = widen (a[i]) * widen (b[i]);

      assert_half (((guint16 *) get_memory (fix, sums))[i], sum, "sum", i);
      assert_half (((guint16 *) get_memory (fix, positive))[i], product < 0 ? 0.0f : product, "relu", i);
    }
  fixture_free (fix);
}

static void
test_all_numbers_are_rounded (void)
{
  for (guint w = 0; w < count_widths (); w++)
    check_all (w);
}

/* Rows times a float each, of which some are NaNs that have lower bits only, or all bits: they stay NaNs. And the rows'
 * sums. */
static void
check_rows (guint w, guint length)
{
  enum
  {
    ROWS = 5
  };
  static const guint32 bits[ROWS] = { 0x3FC00000, 0x7FFFFFFF, 0x7F800001, 0xFFFFFFFF, 0xBDCCCCCD };
  Fixture *fix = new_at_width (w);
  g_autofree guint16 *a = g_new (guint16, ROWS * length);
  float factors[ROWS];
  const FlSym *sizes[] = { num (fix, ROWS), num (fix, length) };
  FlBuffer *x = add_input (fix, FL_DTYPE_BF16, 2, sizes, a), *y = add_input (fix, FL_DTYPE_F32, 1, sizes, factors),
           *products, *sums;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_BF16, 2, 0, sizes), *sum;
  const FlExpr *left, *right;

  memcpy (factors, bits, sizeof factors);
  for (guint i = 0; i < ROWS * length; i++)
    a[i] = narrow ((int) (i * 2654435761u >> 8) % 1000 / 128.0f);
  left = fl_expr_to_dtype (fix->pool, load (fix, x, loops->vars), FL_DTYPE_F32);
  right = load (fix, y, loops->vars);
  loops->values[0] = fl_expr_to_dtype (fix->pool, fl_expr_op2 (fix->pool, FL_SCALAR_MUL, left, right), FL_DTYPE_BF16);
  products = add_computed (fix, loops, 2, sizes);
  add_output (fix, products);
  sum = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
  sum->src_dtype = FL_DTYPE_F32;
  sum->reduction = FL_REDUCTION_SUM;
  sum->values[0] = fl_expr_to_dtype (fix->pool, load (fix, x, sum->vars), FL_DTYPE_F32);
  sums = add_computed (fix, sum, 1, sizes);
  add_output (fix, sums);
  schedule_all (fix);
  build_and_run (fix);
  if (length > 1)
    g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_store_both_bf16"));
  for (guint r = 0; r < ROWS; r++)
    {
      double total = 0;

      for (guint i = r * length; i < (r + 1) * length; i++)
        {
          assert_half (((guint16 *) get_memory (fix, products))[i], widen (a[i]) * factors[r], "product", i);
          total += widen (a[i]);
        }
      assert_close (((float *) get_memory (fix, sums))[r], total, 1e-5);
    }
  fixture_free (fix);
}

/* Floats beside bf16: two vectors one after the other, of which only the result is put together. It is stored as
 * floats, too. */
static void
check_mixed (guint w, guint length)
{
  enum
  {
    ROWS = 3
  };
  static const guint32 bits[]
      = { 0x7FFFFFFF, 0x7F800001, 0xFFFFFFFF, 0x80000001, 0x007FFFFF, 0x00018000, 0x7F7FFFFF, 0xFF800000 };
  Fixture *fix = new_at_width (w);
  g_autofree guint16 *a = g_new (guint16, ROWS * length);
  g_autofree float *b = g_new (float, ROWS *length);
  const FlSym *sizes[] = { num (fix, ROWS), num (fix, length) };
  FlBuffer *x = add_input (fix, FL_DTYPE_BF16, 2, sizes, a), *y = add_input (fix, FL_DTYPE_F32, 2, sizes, b), *sums,
           *floats;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_BF16, 2, 0, sizes),
          *plain = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

  for (guint i = 0; i < ROWS * length; i++)
    {
      a[i] = i % 5 == 0 ? 0 : narrow ((int) (i * 2654435761u >> 8) % 1000 / 128.0f);
      b[i] = (int) (i * 40503u % 4096) / 4096.0f;
      if (i % 7 == 3)
        memcpy (&b[i], &bits[i / 7 % G_N_ELEMENTS (bits)], sizeof *b);
    }
  loops->values[0]
      = fl_expr_to_dtype (fix->pool,
                          fl_expr_op2 (fix->pool, FL_SCALAR_ADD,
                                       fl_expr_to_dtype (fix->pool, load (fix, x, loops->vars), FL_DTYPE_F32),
                                       load (fix, y, loops->vars)),
                          FL_DTYPE_BF16);
  sums = add_computed (fix, loops, 2, sizes);
  add_output (fix, sums);
  plain->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, y, plain->vars));
  floats = add_computed (fix, plain, 2, sizes);
  add_output (fix, floats);
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  if (length >= FL_LOOP_FEWEST_FLOATS)
    g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_store_two_bf16"));
  for (guint i = 0; i < ROWS * length; i++)
    {
      const float expected = widen (a[i]) + b[i];

      assert_half (((guint16 *) get_memory (fix, sums))[i], expected, "sum", i);
      g_assert_true (((float *) get_memory (fix, floats))[i] == -b[i] || isnan (b[i]));
    }
  fixture_free (fix);
}

static void
test_rows_of_every_length (void)
{
  static const guint lengths[] = { 1, 7, 16, 31, 32, 33, 48, 63, 64, 65, 127, 128, 129, 160, 1000, 4096, 4200 };

  for (guint w = 0; w < count_widths (); w++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      {
        if (is_left_to_long_runs (2))
          continue;
        check_rows (w, lengths[i]);
        check_mixed (w, lengths[i]);
      }
}

/* --- NaNs ------------------------------------------------------------------------------------- */

typedef void (*Call) (void *const *buffers, const gint64 *sizes, gint64 begin, gint64 end);

/* What is computed from bf16 is rounded without a look for NaNs, as the lower halves of theirs are 0: so say all
 * functions. */
static void
test_functions_keep_lower_halves_of_nans (void)
{
  enum
  {
    N = 4096
  };
  static const char *const calls[] = {
#define RESULT 0
#define ARGUMENT 0
#define ACCURACY(id, call, ...) call,
#include "fl-c-accuracy.def"
    "x / y",
    "x * y + x",
    "fl_max_vec (x, y)",
    "fl_min_vec (x, y)",
    "fl_abs_vec (x - y)",
    "fl_nextafter_vec (x, y)",
    "fl_erfinv_vec (x)"
  };
  static const struct
  {
    const char *head;
    const char *flags[4];
  } kinds[] = {
    { "", { "-march=native", "-mprefer-vector-width=512", NULL } },
    { "#define FL_LANES 8\n", { "-march=native", NULL } },
    { "#define FL_LANES 4\n", { "-march=native", NULL } },
  };
  static float x[N] __attribute__ ((aligned (64))), y[N] __attribute__ ((aligned (64))),
      z[N] __attribute__ ((aligned (64)));
  void *const buffers[] = { z, x, y };

  if (get_cross ())
    return;
  for (guint i = 0; i < N; i++)
    {
      x[i] = widen (i % 4 < 3 ? 0x7F80 + i % 128 + i % 2 * 0x8000 : i * 40503u >> 2);
      y[i] = widen (i % 4 > 1 ? 0x7F80 + i % 127 + i % 3 % 2 * 0x8000 : i * 2654435761u >> 11);
    }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autofree char *source = fl_codegen_dup_calls (kinds[k].head, calls, G_N_ELEMENTS (calls));
      void *library = build_source ("gcc", source, kinds[k].flags);

      for (guint c = 0; c < G_N_ELEMENTS (calls); c++)
        {
          g_autofree char *name = g_strdup_printf ("fl_call_%u", c);
          Call call = (Call) dlsym (library, name);

          g_assert_nonnull (call);
          call (buffers, NULL, 0, N);
          for (guint i = 0; i < N; i++)
            {
              guint32 word;

              memcpy (&word, &z[i], sizeof word);
              if (isnan (z[i]) && (word & 0xFFFF) != 0)
                g_error ("%s of %a (and %a) is a NaN with lower bits: 0x%08x", calls[c], x[i], y[i], word);
            }
        }
      dlclose (library);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/even-odd/all-numbers-are-rounded", test_all_numbers_are_rounded);
  g_test_add_func ("/core/codegen/even-odd/rows-of-every-length", test_rows_of_every_length);
  g_test_add_func ("/core/codegen/even-odd/functions-keep-lower-halves-of-nans",
                   test_functions_keep_lower_halves_of_nans);
  return has_cross_or_none () ? g_test_run () : 0;
}
