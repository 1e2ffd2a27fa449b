/* Copies that transpose memory, and pieces of rows that change places: elements of every size, whole tiles and what is
 * left, with ordinary and with non-temporal stores. Elements are bytes with no pattern; what is expected is where each
 * comes from.
 */
#include "fl-codegen-fixture.h"
#include "fl-test-long.h"

static const char *const widths[] = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };

static guint
count_widths (void)
{
  return get_cross () ? 1 : G_N_ELEMENTS (widths);
}

static Fixture *
new_at_width (guint w, gboolean is_streamed)
{
  Fixture *fix = fixture_new ();

  if (!fl_options_set (&fix->options, widths[w], NULL))
    g_assert_not_reached ();
  fix->options.cpu_stream_bytes = is_streamed ? 1 : 0;
  return fix;
}

static guint8 *
make_bytes (gsize n)
{
  guint8 *bytes = g_malloc (n);

  for (gsize i = 0; i < n; i++)
    bytes[i] = i * 2654435761u >> 13;
  return bytes;
}

/* y[k, i, j] = x[k, j, i]: images, so that one copy begins where another ends. */
static void
check_transposed (guint w, FlDtype dtype, guint rows, guint columns, gboolean is_streamed)
{
  enum
  {
    IMAGES = 2
  };
  Fixture *fix = new_at_width (w, is_streamed);
  const gsize size = fl_dtype_get_size_bytes (dtype);
  g_autofree guint8 *x = make_bytes (IMAGES * rows * columns * size);
  g_autofree char *name = g_strdup_printf ("fl_%s_%s_%u (buf", is_streamed ? "stream" : "copy",
                                           columns <= 4 ? "interleaved" : "transposed", (guint) (8 * size));
  const FlSym *sizes[] = { num (fix, IMAGES), num (fix, rows), num (fix, columns) },
              *transposed[] = { sizes[0], sizes[2], sizes[1] }, *index[3];
  FlBuffer *in = add_input (fix, dtype, 3, transposed, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtype, 3, 0, sizes);
  const guint8 *y;

  index[0] = loops->vars[0];
  index[1] = loops->vars[2];
  index[2] = loops->vars[1];
  loops->values[0] = load (fix, in, index);
  out = add_computed (fix, loops, 3, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  if (!strstr (fix->program->kernels[0].source, name))
    g_error ("no %s…) in\n%s", name, fix->program->kernels[0].source);
  y = get_memory (fix, out);
  for (guint k = 0; k < IMAGES; k++)
    for (guint i = 0; i < rows; i++)
      for (guint j = 0; j < columns; j++)
        g_assert_cmpint (memcmp (y + size * ((k * rows + i) * columns + j), x + size * ((k * columns + j) * rows + i),
                                 size),
                         ==, 0);
  fixture_free (fix);
}

static void
test_elements_of_all_sizes_are_transposed (void)
{
  static const FlDtype dtypes[] = { FL_DTYPE_I8, FL_DTYPE_BF16, FL_DTYPE_F32, FL_DTYPE_I64 };
  static const guint sizes[][2] = { { 64, 128 }, { 37, 83 }, { 128, 24 }, { 5, 200 }, { 150, 64 }, { 128, 192 } };

  for (guint w = 0; w < count_widths (); w++)
    for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        if ((s + d + w) % 3 != 0 || is_long_run ()) /* each shape with each type at two widths of three */
          check_transposed (w, dtypes[d], sizes[s][0], sizes[s][1], (s + d + w) % 2 == 0);
}

static void
test_few_rows_are_interleaved (void)
{
  static const guint sizes[][2] = { { 77, 3 }, { 64, 2 }, { 203, 4 }, { 5, 3 }, { 48, 3 }, { 31, 2 } };

  for (guint w = 0; w < count_widths (); w++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      check_transposed (w, (s + w) % 2 == 0 ? FL_DTYPE_F32 : FL_DTYPE_I32, sizes[s][0], sizes[s][1], (s + w) % 3 == 0);
}

/* y[i, j] = x[j, i] by non-temporal stores, divided among threads by rows of y. */
static void
check_shared (guint w, FlDtype dtype, guint rows, guint columns)
{
  Fixture *fix = new_at_width (w, TRUE);
  const gsize size = fl_dtype_get_size_bytes (dtype);
  g_autofree guint8 *x = make_bytes (rows * columns * size);
  const FlSym *sizes[] = { num (fix, columns), num (fix, rows) }, *read[] = { sizes[1], sizes[0] }, *index[2];
  FlBuffer *in = add_input (fix, dtype, 2, read, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtype, 2, 0, sizes);
  const FlKernelPhase *phase;
  const guint8 *y;
  gint64 extent;

  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  loops->values[0] = load (fix, in, index);
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  phase = fix->program->kernels[0].phases;
  g_assert_true (fl_sym_is_int (phase->extent, &extent));
  g_assert_cmpint (extent, ==, columns);
  y = get_memory (fix, out);
  for (guint i = 0; i < columns; i++)
    for (guint j = 0; j < rows; j++)
      g_assert_cmpint (memcmp (y + size * (i * rows + j), x + size * (j * columns + i), size), ==, 0);
  fixture_free (fix);
}

static void
test_threads_write_whole_rows (void)
{
  for (guint w = 0; w < count_widths (); w++)
    {
      check_shared (w, FL_DTYPE_BF16, 331, 219);
      check_shared (w, FL_DTYPE_F32, 256, 192);
      check_shared (w, FL_DTYPE_I8, 1024, 1500);
      check_shared (w, FL_DTYPE_F32, 70, 700);
    }
}

/* Heads and tokens: y[h, t, i] = x[t, h, i], and back. Either way the few heads run inside. */
static void
check_pieces (guint w, guint outer, guint inner, guint length, gboolean is_changed)
{
  Fixture *fix = new_at_width (w, FALSE);
  g_autofree float *x = make_floats (outer * inner * length, 5);
  const FlSym *sizes[] = { num (fix, outer), num (fix, inner), num (fix, length) },
              *moved[] = { sizes[1], sizes[0], sizes[2] }, *index[3];
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 3, moved, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 3, 0, sizes);
  g_autofree char *loop = g_strdup_printf ("i1 < %u;", is_changed ? outer : inner);

  index[0] = loops->vars[1];
  index[1] = loops->vars[0];
  index[2] = loops->vars[2];
  loops->values[0] = fl_expr_op1 (fix->pool, FL_SCALAR_NEG, load (fix, in, index));
  out = add_computed (fix, loops, 3, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  g_assert_nonnull (strstr (fix->program->kernels[0].source, loop));
  for (guint i = 0; i < outer; i++)
    for (guint k = 0; k < inner; k++)
      for (guint j = 0; j < length; j++)
        g_assert_cmpfloat (((float *) get_memory (fix, out))[(i * inner + k) * length + j], ==,
                           -x[(k * outer + i) * length + j]);
  fixture_free (fix);
}

static void
test_short_loops_run_inside (void)
{
  for (guint w = 0; w < count_widths (); w++)
    {
      check_pieces (w, 12, 50, 64, TRUE);
      check_pieces (w, 50, 12, 64, FALSE); /* the short loop is the inner one already */
      check_pieces (w, 12, 50, 20, FALSE); /* 80 bytes are no whole lines */
      check_pieces (w, 40, 50, 64, FALSE); /* too many to be gone through side by side */
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/transposed/elements-of-all-sizes-are-transposed",
                   test_elements_of_all_sizes_are_transposed);
  g_test_add_func ("/core/codegen/transposed/few-rows-are-interleaved", test_few_rows_are_interleaved);
  g_test_add_func ("/core/codegen/transposed/threads-write-whole-rows", test_threads_write_whole_rows);
  g_test_add_func ("/core/codegen/transposed/short-loops-run-inside", test_short_loops_run_inside);
  return has_cross_or_none () ? g_test_run () : 0;
}
