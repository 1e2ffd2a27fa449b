/* Generated kernels of several operations: softmax, transposed uses, results in place of arguments,
 * beside values that the test computes in double. */
#include "fl-codegen-fixture.h"

/* --- groups ----------------------------------------------------------------------------------- */

/* max, exp (x - max), sum, quotient: four operations of softmax in the given grouping. */
static Fixture *
make_softmax (float *x, const FlSym *(*make_rows) (Fixture *fix), gint64 length, FlBuffer **out)
{
  Fixture *fix = fixture_new ();
  const FlSym *sizes[] = { make_rows (fix), num (fix, length) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *max, *exps, *sum;
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);

  loops->reduction = FL_REDUCTION_MAX;
  loops->values[0] = load (fix, in, loops->vars);
  max = add_computed (fix, loops, 1, sizes);
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  loops->values[0]
      = fl_expr_op1 (fix->pool, FL_SCALAR_EXP,
                     fl_expr_op2 (fix->pool, FL_SCALAR_SUB, load (fix, in, loops->vars), load (fix, max, loops->vars)));
  exps = add_computed (fix, loops, 2, sizes);
  loops = new_loops (fix, FL_LOOPS_REDUCTION, FL_DTYPE_F32, 1, 1, sizes);
  loops->reduction = FL_REDUCTION_SUM;
  loops->values[0] = load (fix, exps, loops->vars);
  sum = add_computed (fix, loops, 1, sizes);
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  loops->values[0]
      = fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, load (fix, exps, loops->vars), load (fix, sum, loops->vars));
  *out = add_computed (fix, loops, 2, sizes);
  add_output (fix, *out);
  schedule_all (fix);
  return fix;
}

static const FlSym *
make_forty_rows (Fixture *fix)
{
  return num (fix, 40);
}

static const FlSym *
make_two_rows (Fixture *fix)
{
  return num (fix, 2);
}

static const FlSym *
make_symbolic_rows (Fixture *fix)
{
  const FlSym *rows = fl_sym_size (fix->symbols, "s0");

  fl_sym_set_hint (rows, 40);
  return rows;
}

static void
check_softmax (Fixture *fix, const FlBuffer *out, const float *x, guint rows, guint length)
{
  const float *y = get_memory (fix, out);

  for (guint i = 0; i < rows; i++)
    {
      double max = -INFINITY, sum = 0;

      for (guint j = 0; j < length; j++)
        max = MAX (max, x[length * i + j]);
      for (guint j = 0; j < length; j++)
        sum += exp (x[length * i + j] - max);
      for (guint j = 0; j < length; j++)
        assert_close (y[length * i + j], exp (x[length * i + j] - max) / sum, 1e-6);
    }
}

static void
test_softmax_unfused (void)
{
  g_autofree float *x = make_floats (40 * 100, 9);
  FlBuffer *out;
  Fixture *fix = make_softmax (x, make_forty_rows, 100, &out);

  build_and_run (fix);
  check_softmax (fix, out, x, 40, 100);
  g_assert_cmpint (fix->program->n_kernels, ==, 4);
  fixture_free (fix);
}

/* One outer loop; maximum and sum in registers, the exponentials in a row on the stack: no memory but the output. */
static void
test_softmax_in_one_loop (void)
{
  g_autofree float *x = make_floats (40 * 100, 10);
  FlBuffer *out;
  Fixture *fix = make_softmax (x, make_forty_rows, 100, &out);
  const FlKernel *kernel;

  fuse_all (fix, FL_SCHED_OUTER_LOOP);
  build_and_run (fix);
  check_softmax (fix, out, x, 40, 100);
  kernel = &fix->program->kernels[0];
  g_assert_cmpint (fix->program->n_kernels, ==, 1);
  g_assert_cmpint (kernel->n_args, ==, 2);
  g_assert_cmpint (get_extent (kernel), ==, 40);
  g_assert_true (fl_memory_plan_find (fix->plan, fl_intern ("buf0"))->is_removed);
  g_assert_true (fl_memory_plan_find (fix->plan, fl_intern ("buf1"))->is_removed);
  g_assert_cmpint (fix->plan->peak_bytes, ==, 40 * 100 * 4);
  /* The map names every line that came from an operation. */
  g_assert_cmpint (kernel->n_spans, >, 8);
  for (guint i = 0; i < kernel->n_spans; i++)
    {
      g_auto (GStrv) lines = g_strsplit (kernel->source, "\n", -1);

      g_assert_cmpint (kernel->spans[i].line, <=, g_strv_length (lines));
      if (g_str_has_prefix (kernel->spans[i].text, "exp = "))
        g_assert_nonnull (strstr (lines[kernel->spans[i].line - 1], "fl_exp_below_vec"));
    }
  fixture_free (fix);
}

/* Two rows of 700 columns: Inductor would give up the shared loop (700 > 300 * 2); here it stays. */
static void
test_flat_softmax_stays_in_one_loop (void)
{
  g_autofree float *x = make_floats (2 * 700, 11);
  FlBuffer *out;
  Fixture *fix = make_softmax (x, make_two_rows, 700, &out);

  fuse_all (fix, FL_SCHED_OUTER_LOOP);
  build_and_run (fix);
  check_softmax (fix, out, x, 2, 700);
  g_assert_true (fl_memory_plan_find (fix->plan, fl_intern ("buf1"))->is_removed);
  g_assert_cmpint (get_extent (&fix->program->kernels[0]), ==, 2);
  fixture_free (fix);
}

static void
test_softmax_of_symbolic_rows (void)
{
  g_autofree float *x = make_floats (40 * 100, 12);
  FlBuffer *out;
  Fixture *fix = make_softmax (x, make_symbolic_rows, 100, &out);

  fuse_all (fix, FL_SCHED_OUTER_LOOP);
  build_and_run (fix);
  check_softmax (fix, out, x, 40, 100);
  fixture_free (fix);
}

/* y[j, i] = x[i, j]: tiles, and every element is moved whatever the sizes. */
static void
test_transposition_runs_in_tiles (void)
{
  enum
  {
    ROWS = 37,
    COLUMNS = 53
  };
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (ROWS * COLUMNS, 15);
  const FlSym *sizes[] = { num (fix, COLUMNS), num (fix, ROWS) }, *in_sizes[] = { num (fix, ROWS), num (fix, COLUMNS) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, in_sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  const FlSym *swapped[] = { loops->vars[1], loops->vars[0] };
  const float *y;

  loops->values[0] = load (fix, in, swapped);
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < ROWS; i++)
    for (guint j = 0; j < COLUMNS; j++)
      g_assert_cmpfloat (y[ROWS * j + i], ==, x[COLUMNS * i + j]);
  g_assert_nonnull (strstr (fix->program->source, "tiles"));
  fixture_free (fix);
}

/* Transposed read between two operations of one group: they may not share loops, and the order is kept. */
static void
test_transposed_use_keeps_nests_apart (void)
{
  enum
  {
    N = 24
  };
  Fixture *fix = fixture_new ();
  g_autofree float *x = make_floats (N * N, 13);
  const FlSym *sizes[] = { num (fix, N), num (fix, N) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *middle, *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  const float *y;

  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, loops->vars));
  middle = add_computed (fix, loops, 2, sizes);
  loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  {
    const FlSym *swapped[] = { loops->vars[1], loops->vars[0] };

    loops->values[0]
        = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, middle, loops->vars), load (fix, middle, swapped));
  }
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < N; i++)
    for (guint j = 0; j < N; j++)
      g_assert_cmpfloat (y[N * i + j], ==, -x[N * i + j] - x[N * j + i]);
  fixture_free (fix);
}

/* --- memory ----------------------------------------------------------------------------------- */

/* b = exp (a); c = b + 1; d = c * c: b's memory is taken over by c, c's by d. */
static void
test_chain_is_written_in_place (void)
{
  Fixture *fix = fixture_new ();
  g_autofree float *a = make_floats (1000, 14);
  const FlSym *sizes[] = { num (fix, 1000) };
  FlBuffer *last = add_input (fix, FL_DTYPE_F32, 1, sizes, a);
  const float *y;

  for (guint k = 0; k < 3; k++)
    {
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
      const FlExpr *x = load (fix, last, loops->vars);

      loops->values[0] = k == 0 ? fl_expr_op1 (fix->pool, FL_SCALAR_EXP, x)
                         : k == 1
                             ? fl_expr_op2 (fix->pool, FL_SCALAR_ADD, x, fl_expr_constant (fix->pool, FL_DTYPE_F32, 1))
                             : fl_expr_op2 (fix->pool, FL_SCALAR_MUL, x, x);
      last = add_computed (fix, loops, 1, sizes);
    }
  add_output (fix, last);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, last);
  for (guint i = 0; i < 1000; i++)
    assert_close (y[i], pow (exp (a[i]) + 1, 2), 1e-6);
  g_assert_cmpint (fix->plan->peak_bytes, ==, 4000);
  g_assert_cmpint (fix->plan->lower_bound_bytes, ==, 4000);
  fixture_free (fix);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/pointwise/transposition-runs-in-tiles", test_transposition_runs_in_tiles);
  g_test_add_func ("/core/codegen/group/softmax-unfused", test_softmax_unfused);
  g_test_add_func ("/core/codegen/group/softmax-in-one-loop", test_softmax_in_one_loop);
  g_test_add_func ("/core/codegen/group/flat-softmax-stays-in-one-loop", test_flat_softmax_stays_in_one_loop);
  g_test_add_func ("/core/codegen/group/softmax-of-symbolic-rows", test_softmax_of_symbolic_rows);
  g_test_add_func ("/core/codegen/group/transposed-use-keeps-nests-apart", test_transposed_use_keeps_nests_apart);
  g_test_add_func ("/core/codegen/memory/chain-is-written-in-place", test_chain_is_written_in_place);
  return has_cross_or_none () ? g_test_run () : 0;
}
