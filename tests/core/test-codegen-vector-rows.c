/* Rows in vectors, at every width that generated source knows: of every length, backwards, transposed, large. */
#include "fl-c-preamble.h"
#include "fl-codegen-fixture.h"
#include "fl-codegen-functions.h"
#include "fl-codegen-widths.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

/* --- rows ------------------------------------------------------------------------------------- */

static FlBuffer *
add_reduction (Fixture *fix, FlReductionType type, FlDtype dtype, const FlBuffer *in, const FlSym *const *sizes)
{
  FlLoops *loops = new_loops (fix, FL_LOOPS_REDUCTION, dtype, 1, 1, sizes);
  FlBuffer *out;

  loops->src_dtype = FL_DTYPE_F32;
  loops->reduction = type;
  loops->values[0] = load (fix, in, loops->vars);
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  return out;
}

/* Sums, extremes and their places of three rows of every length from 1 to 70, and of longer ones: whole vectors, parts
 * of one, four accumulators, pieces in double. The second row has equal extremes, the third a NaN. */
static void
check_rows (guint w, guint length)
{
  Fixture *fix = new_at_width (w);
  g_autofree float *x = make_floats (3 * length, length + 1);
  const FlSym *sizes[] = { num (fix, 3), num (fix, length) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x);
  FlBuffer *sums = add_reduction (fix, FL_REDUCTION_SUM, FL_DTYPE_F32, in, sizes);
  FlBuffer *most = add_reduction (fix, FL_REDUCTION_MAX, FL_DTYPE_F32, in, sizes);
  FlBuffer *places = add_reduction (fix, FL_REDUCTION_ARGMAX, FL_DTYPE_I64, in, sizes);
  FlBuffer *least = add_reduction (fix, FL_REDUCTION_ARGMIN, FL_DTYPE_I64, in, sizes);

  for (guint i = 0; i < length; i++)
    x[length + i] = i % 3 == 2 ? 7 : 1.5f;
  x[2 * length + length / 2] = NAN;
  schedule_all (fix);
  fuse_all (fix, FL_SCHED_FUSED);
  build_and_run (fix);
  for (guint r = 0; r < 3; r++)
    {
      const float *row = x + r * length;
      guint max = 0, min = 0;
      double sum = 0;

      for (guint i = 0; i < length; i++)
        {
          sum += row[i];
          if (!isnan (row[max]) && (isnan (row[i]) || row[i] > row[max]))
            max = i;
          if (!isnan (row[min]) && (isnan (row[i]) || row[i] < row[min]))
            min = i;
        }
      g_assert_cmpint (((gint64 *) get_memory (fix, places))[r], ==, max);
      g_assert_cmpint (((gint64 *) get_memory (fix, least))[r], ==, min);
      if (r == 2)
        g_assert_true (isnan (((float *) get_memory (fix, most))[r]) && isnan (((float *) get_memory (fix, sums))[r]));
      else
        {
          g_assert_cmpfloat (((float *) get_memory (fix, most))[r], ==, row[max]);
          assert_close (((float *) get_memory (fix, sums))[r], sum, 1e-5);
        }
    }
  fixture_free (fix);
}

static void
test_rows_of_every_length (void)
{
  static const guint lengths[] = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 256, 320, 4096, 4099, 8192 };

  for (guint w = 0; w < count_widths (); w++)
    for (guint i = w % 2; i < G_N_ELEMENTS (lengths); i += w == 0 ? 1 : 2)
      check_rows (w, lengths[i]);
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* y[i, j] = x[j, i] + z[i, j], in tiles that are whole and in such that are not. */
static void
check_tiles (guint w, guint rows, guint columns)
{
  Fixture *fix = new_at_width (w);
  g_autofree float *x = make_floats (rows * columns, 3), *z = make_floats (rows * columns, 4);
  const FlSym *sizes[] = { num (fix, rows), num (fix, columns) }, *turned[] = { sizes[1], sizes[0] }, *index[2];
  FlBuffer *in_x = add_input (fix, FL_DTYPE_F32, 2, turned, x), *in_z = add_input (fix, FL_DTYPE_F32, 2, sizes, z),
           *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, load (fix, in_x, index), load (fix, in_z, loops->vars));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_transpose_f32"));
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      g_assert_cmpfloat (((float *) get_memory (fix, out))[columns * i + j], ==, x[rows * j + i] + z[columns * i + j]);
  fixture_free (fix);
}

/* y[i, j] = x[j, i], of 16 bits, as floats: as wide as they were, each is what it is. */
static void
check_half_tiles (guint w, FlDtype dtype, guint rows, guint columns)
{
  Fixture *fix = new_at_width (w);
  g_autofree guint16 *x = g_new (guint16, rows * columns);
  const FlSym *sizes[] = { num (fix, rows), num (fix, columns) }, *turned[] = { sizes[1], sizes[0] }, *index[2];
  FlBuffer *in = add_input (fix, dtype, 2, turned, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

  for (guint i = 0; i < rows * columns; i++)
    x[i] = dtype == FL_DTYPE_BF16 ? 0x4000 + i % 0x7F
                                  : 0x3C00 + i % 0x3FF; /* the upper half of a float; 1 + (i % 1023) / 1024 */
  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, index));
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_transpose_16"));
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      {
        const guint at = rows * j + i;
        const union
        {
          guint32 bits;
          float value;
        } wide = { .bits = (guint32) x[at] << 16 };

        g_assert_cmpfloat (((float *) get_memory (fix, out))[columns * i + j], ==,
                           -(dtype == FL_DTYPE_BF16 ? wide.value : 1 + (at % 0x3FF) / 1024.0f));
      }
  fixture_free (fix);
}

static void
test_tiles_are_transposed (void)
{
  for (guint w = 0; w < count_widths (); w++)
    {
      check_half_tiles (w, FL_DTYPE_BF16, 64, 128);
      check_half_tiles (w, FL_DTYPE_F16, 37, 83);
      check_half_tiles (w, FL_DTYPE_BF16, 16, 70);
      check_tiles (w, 64, 128);
      check_tiles (w, 37, 83);
      check_tiles (w, 16, 9);
    }
}

/* --- choices ---------------------------------------------------------------------------------- */

/* Of 40000 bytes that are touched, half of them read: is the result written by non-temporal stores? */
static void
check_streamed (gint64 stream_bytes, gint64 measured, gint64 measured_read, gboolean is_streamed)
{
  Fixture *fix = new_at_width (0);
  g_autofree float *x = make_floats (5000, 3);
  const FlSym *sizes[] = { num (fix, 5000) };
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);

  fix->options.cpu_stream_bytes = stream_bytes;
  fix->options.measured_stream_bytes = measured;
  fix->options.measured_stream_read_bytes = measured_read;
  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, loops->vars));
  out = add_computed (fix, loops, 1, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_cmpint (strstr (fix->program->kernels[0].source, "fl_stream_f32") != NULL, ==, is_streamed);
  for (guint i = 0; i < 5000; i++)
    g_assert_cmpfloat (((float *) get_memory (fix, out))[i], ==, -x[i]);
  fixture_free (fix);
}

/* From cpu.stream_bytes on, and not below; from as many as were measured on, if that is what it says. */
static void
test_large_results_are_streamed (void)
{
  check_streamed (40000, 0, 0, TRUE);
  check_streamed (40001, 0, 0, FALSE);
  check_streamed (40001, 1, 1, FALSE); /* the option comes first */
  check_streamed (0, 1, 1, FALSE);
  check_streamed (-1, 40000, 50000, TRUE);
  check_streamed (-1, 40001, 1, FALSE); /* nobody reads it next */
  check_streamed (-1, 0, 0, FALSE);     /* 8 MiB */
}

/* --- integers and doubles --------------------------------------------------------------------- */

/* Rows that begin anywhere: those with non-temporal stores are combined in a register, of other long ones, and such of
 * dear elements, those before the first whole vector of memory are a part of one. */
static void
check_rows_of_any_length (gboolean is_dear)
{
  static const guint lengths[] = { 1, 3, 15, 17, 31, 33, 67, 1003 };

  for (guint w = 0; w < 2 * G_N_ELEMENTS (widths); w++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      {
        if (is_left_to_long_runs (3))
          continue;
        enum
        {
          ROWS = 21
        };
        const gboolean is_streamed = w < G_N_ELEMENTS (widths);
        guint n = lengths[l];
        const gboolean is_combined = is_streamed && n > 1 && !(is_dear && n >= 512);
        Fixture *fix = new_at_width (w % G_N_ELEMENTS (widths));
        g_autofree float *x = make_floats (ROWS * n, n), *column = make_floats (ROWS, 7);
        const FlSym *sizes[] = { num (fix, ROWS), num (fix, n) };
        FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x),
                 *scale = add_input (fix, FL_DTYPE_F32, 1, sizes, column), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

        fix->options.cpu_stream_bytes = is_streamed;
        loops->values[0]
            = fl_expr_op2 (fix->pool, FL_SCALAR_MUL, load (fix, in, loops->vars), load (fix, scale, loops->vars));
        if (is_dear)
          loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_EXP, loops->values[0]);
        out = add_computed (fix, loops, 2, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        g_assert_cmpint (strstr (fix->program->kernels[0].source, "fl_put_f32 (&line, ") != NULL, ==, is_combined);
        if (n >= 512 && !is_combined)
          g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_until_aligned"));
        for (guint i = 0; i < ROWS * n; i++)
          {
            const float product = x[i] * column[i / n], expected = is_dear ? exp ((double) product) : product;

            g_assert_cmpfloat_with_epsilon (((float *) get_memory (fix, out))[i], expected,
                                            is_dear ? 1e-6 * expected + 1e-40 : 1e-30);
          }
        fixture_free (fix);
      }
}

static void
test_rows_are_put_together (void)
{
  check_rows_of_any_length (FALSE);
}

static void
test_rows_are_stored_from_where_vectors_begin (void)
{
  check_rows_of_any_length (TRUE);
}

/* y[i][j] = x[i][n - 1 - j]: loads go down, in vectors. */
static void
test_rows_are_read_backwards (void)
{
  static const guint lengths[] = { 3, 4, 15, 16, 17, 33, 1003 };

  for (guint w = 0; w < 2 * G_N_ELEMENTS (widths); w++)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      {
        if (is_left_to_long_runs (3))
          continue;
        enum
        {
          ROWS = 21
        };
        guint n = lengths[l];
        Fixture *fix = new_at_width (w % G_N_ELEMENTS (widths));
        g_autofree float *x = make_floats (ROWS * n, n);
        const FlSym *sizes[] = { num (fix, ROWS), num (fix, n) }, *from[2];
        FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, sizes, x), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);

        fix->options.cpu_stream_bytes = w < G_N_ELEMENTS (widths);
        from[0] = loops->vars[0];
        from[1] = fl_sym_sub (num (fix, n - 1), loops->vars[1]);
        loops->values[0] = load (fix, in, from);
        out = add_computed (fix, loops, 2, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        if (n >= FL_LOOP_FEWEST_FLOATS)
          g_assert_nonnull (strstr (fix->program->kernels[0].source, "fl_load_back"));
        for (guint i = 0; i < ROWS * n; i++)
          g_assert_cmpfloat (((float *) get_memory (fix, out))[i], ==, x[i / n * n + n - 1 - i % n]);
        fixture_free (fix);
      }
}

/* --- pieces of a line -------------------------------------------------------------------------- */

/* Piece i has the elements 64 * i + 1, 64 * i + 2, … and goes to its place. */
static void *
build_pieces (const char *compiler, const char *head)
{
  static const char pieces[]
      = "void f0 (float *memory, const int *places, const int *lengths, int n)\n"
        "{\n"
        "  fl_line line = { 0 };\n"
        "  for (int i = 0; i < n; i++)\n"
        "    fl_put_f32 (&line, memory + places[i],\n"
        "                (fl_vec) __builtin_convertvector (fl_count_from (64 * i + 1, 1), fl_vec),\n"
        "                lengths[i] < FL_LANES ? lengths[i] : FL_LANES);\n"
        "  fl_line_end (&line);\n"
        "  fl_stream_end ();\n"
        "}\n";
  static const char *const flags[] = { "-march=native", "-fwrapv", NULL };
  g_autoptr (GString) source = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  fl_c_preamble_note (&used, pieces);
  fl_c_preamble_append (source, used, head);
  g_string_append (source, pieces);
  return build_source (compiler, source->str, flags);
}

/* Pieces behind each other, and such that go back or leave gaps: memory holds what stores one after the other leave,
 * and what none wrote stays. */
static void
check_pieces (const char *compiler, guint lanes)
{
  typedef void (*Put) (float *memory, const int *places, const int *lengths, int n);
  enum
  {
    N = 40,
    SIZE = 2048
  };
  static _Alignas(64) float memory[SIZE], expected[SIZE];
  g_autofree char *head = g_strdup_printf ("#define FL_LANES %u\n", lanes);
  const Put put = (Put) find_function (build_pieces (compiler, head), 'f', 0);
  g_autoptr (GRand) random = g_rand_new_with_seed (lanes);

  for (guint round = 0; round < 500; round++)
    {
      int places[N], lengths[N], at = g_rand_int_range (random, 0, 100);

      for (guint i = 0; i < SIZE; i++)
        memory[i] = expected[i] = -1;
      for (guint i = 0; i < N; i++)
        {
          lengths[i] = g_rand_boolean (random) ? lanes : g_rand_int_range (random, 1, lanes + 1);
          places[i] = at = g_rand_int_range (random, 0, 10) ? at : g_rand_int_range (random, 0, SIZE - N * 16);
          at += lengths[i];
          for (int k = 0; k < lengths[i]; k++)
            expected[places[i] + k] = 64 * i + 1 + k;
        }
      put (memory, places, lengths, N);
      g_assert_cmpmem (memory, sizeof memory, expected, sizeof expected);
    }
}

static void
test_pieces_go_to_their_places (void)
{
  static const char *const compilers[] = { "gcc", "clang" };

  for (guint c = 0; c < G_N_ELEMENTS (compilers) && !get_cross (); c++)
    {
      g_autofree char *compiler = find_test_compiler (compilers[c], c == 0);

      for (guint lanes = FL_LOOP_FEWEST_FLOATS; lanes <= FL_LOOP_MOST_FLOATS && compiler; lanes *= 2)
        check_pieces (compiler, lanes);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/vectors/rows-of-every-length", test_rows_of_every_length);
  g_test_add_func ("/core/codegen/vectors/tiles-are-transposed", test_tiles_are_transposed);
  g_test_add_func ("/core/codegen/vectors/rows-are-put-together-in-whole-vectors", test_rows_are_put_together);
  g_test_add_func ("/core/codegen/vectors/rows-are-stored-from-where-vectors-begin",
                   test_rows_are_stored_from_where_vectors_begin);
  g_test_add_func ("/core/codegen/vectors/rows-are-read-backwards", test_rows_are_read_backwards);
  g_test_add_func ("/core/codegen/vectors/pieces-go-to-their-places", test_pieces_go_to_their_places);
  g_test_add_func ("/core/codegen/vectors/large-results-are-streamed", test_large_results_are_streamed);
  return has_cross_or_none () ? g_test_run () : 0;
}
