/* Elements from anywhere: every type, indices of 32 and 64 bits, all widths of vectors, rows of every length; what is
 * read lies between pages that may not be touched. Expected values are those of the definition, element by element. */
#include "fl-codegen-fixture.h"
#include "fl-loop-program.h"
#include "fl-test-long.h"

static const char *const widths[]
    = { "cpu.vector_bytes=0", "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };
static const FlDtype dtypes[] = { FL_DTYPE_F32, FL_DTYPE_F64, FL_DTYPE_BF16, FL_DTYPE_F16, FL_DTYPE_I64,
                                  FL_DTYPE_I32, FL_DTYPE_I16, FL_DTYPE_I8,   FL_DTYPE_U8,  FL_DTYPE_BOOL };

static guint
count_widths (void)
{
  return get_cross () ? 2 : G_N_ELEMENTS (widths);
}

/* Bytes that end where a page ends (is_low: begin where one begins), with nothing to be touched beyond. */
static guint8 *
make_fenced (gsize bytes, gboolean is_low)
{
  gsize page = sysconf (_SC_PAGESIZE), whole = (bytes + page - 1) / page * page;
  guint8 *pages = mmap (NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (pages != MAP_FAILED);
  g_assert_cmpint (mprotect (pages + page, whole, PROT_READ | PROT_WRITE), ==, 0);
  return pages + page + (is_low ? 0 : whole - bytes);
}

/* Numbers that every type has, bit by bit the same after a copy. */
static void
fill (guint8 *data, FlDtype dtype, guint n)
{
  for (guint i = 0; i < n; i++)
    switch (fl_dtype_get_size_bytes (dtype))
      {
      case 1: data[i] = dtype == FL_DTYPE_BOOL ? i % 3 == 0 : i * 7; break;
      case 2:
        ((guint16 *) data)[i] = dtype == FL_DTYPE_I16 ? i * 37 : 0x3C00 + i; /* floats above 1 and 0.0078 */
        break;
      case 4: ((guint32 *) data)[i] = 0x3F800000 + i * 77; break;
      default: ((guint64 *) data)[i] = G_GUINT64_CONSTANT (0x3FF0000000000000) + i * G_GUINT64_CONSTANT (0x123456789);
      }
}

typedef struct
{
  FlDtype dtype, index_dtype;
  guint rows, columns, size; /* columns: of the result; size: of the dimension that is indexed */
  gboolean is_outer;         /* the outer dimension is indexed, at each element */
  gboolean is_low;
} Case;

static gint64
make_index (guint i, const Case *c, gboolean *is_outside)
{
  gint64 index = (gint64) ((i * 2654435761u) >> 8) % c->size;

  *is_outside = FALSE;
  if (c->size == 1)
    return 0; /* of one element, no index is asked for */
  if (i % 5 == 1)
    return index - c->size; /* counts from the end */
  if (i % 23 == 7)
    {
      *is_outside = TRUE;
      return i % 2 ? c->size + i : -(gint64) c->size - 1 - i;
    }
  if (i % 29 == 11 && c->index_dtype == FL_DTYPE_I64)
    {
      *is_outside = TRUE; /* in the lower 32 bits it would not be */
      return (i % 2 ? 1 : -1) * (G_GINT64_CONSTANT (1) << 33) + index;
    }
  return index;
}

static void
check_case (const Case *c, guint w)
{
  Fixture *fix = fixture_new ();
  const guint bytes = fl_dtype_get_size_bytes (c->dtype), index_bytes = fl_dtype_get_size_bytes (c->index_dtype),
              n = c->rows * c->columns;
  const guint in_rows = c->is_outer ? c->size : c->rows, in_columns = c->is_outer ? c->columns : c->size;
  const FlSym *sizes[] = { num (fix, c->rows), num (fix, c->columns) },
              *in_sizes[] = { num (fix, in_rows), num (fix, in_columns) };
  guint8 *x = make_fenced (in_rows * in_columns * bytes, c->is_low),
         *indices = make_fenced (n * index_bytes, c->is_low);
  FlBuffer *in = add_input (fix, c->dtype, 2, in_sizes, x), *where = add_input (fix, c->index_dtype, 2, sizes, indices),
           *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, c->dtype, 2, 0, sizes);
  const FlSym *place = fl_expr_indirect (fix->pool, load (fix, where, loops->vars), num (fix, c->size), TRUE, TRUE);
  const FlSym *index[] = { c->is_outer ? place : loops->vars[0], c->is_outer ? loops->vars[1] : place };
  g_autofree gint64 *rows = g_new (gint64, n);
  gint64 *errors, n_outside = 0;
  const guint8 *y;

  g_assert_true (fl_options_set (&fix->options, widths[w], NULL));
  fill (x, c->dtype, in_rows * in_columns);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_outside;
      gint64 value = make_index (i, c, &is_outside);

      if (c->index_dtype == FL_DTYPE_I64)
        ((gint64 *) indices)[i] = value;
      else
        ((gint32 *) indices)[i] = value;
      n_outside += is_outside;
      rows[i] = is_outside  ? c->size - 1
                : value < 0 ? value + c->size
                            : value; /* the last element stands for what is not there */
    }
  loops->values[0] = load (fix, in, index);
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < n; i++)
    {
      guint from = c->is_outer ? rows[i] * c->columns + i % c->columns : i / c->columns * c->size + rows[i];

      if (memcmp (y + i * bytes, x + from * bytes, bytes) != 0)
        g_error ("%s by %s, %u x %u of %u, outer %d, %s: element %u is not %u", fl_dtype_get_short_name (c->dtype),
                 fl_dtype_get_short_name (c->index_dtype), c->rows, c->columns, c->size, c->is_outer, widths[w], i,
                 from);
    }
  errors = get_cross () ? NULL : dlsym (fix->library, "fl_index_errors"); /* an emulated process has ended */
  g_assert_true (errors || get_cross ());
  g_assert_cmpint (errors ? *errors : n_outside, ==, n_outside);
  if (c->size > 3 && c->columns >= FL_LOOP_FEWEST_FLOATS && bytes >= 4)
    g_assert_nonnull (strstr (fix->program->source, "fl_gather_"));
  fixture_free (fix);
}

static void
test_every_type_is_gathered (void)
{
  for (guint w = 0; w < count_widths (); w++)
    for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
      for (guint k = 0; k < 4; k++)
        if (!is_left_to_long_runs (3))
          check_case (&(Case) { .dtype = dtypes[d],
                                .index_dtype = k & 1 ? FL_DTYPE_I32 : FL_DTYPE_I64,
                                .rows = 3,
                                .columns = 37,
                                .size = 11,
                                .is_outer = k >> 1,
                                .is_low = d & 1 },
                      w);
}

static void
test_rows_of_every_length_are_gathered (void)
{
  static const guint lengths[] = { 1, 2, 3, 15, 16, 17, 31, 33, 64, 100 }, sizes[] = { 1, 2, 3, 4, 65 };

  for (guint w = 0; w < count_widths (); w += 3)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        if (!is_left_to_long_runs (3))
          check_case (&(Case) { .dtype = (l + s) % 2 ? FL_DTYPE_F32 : FL_DTYPE_BF16,
                                .index_dtype = FL_DTYPE_I64,
                                .rows = 2,
                                .columns = lengths[l],
                                .size = sizes[s],
                                .is_outer = l % 2,
                                .is_low = s % 2 },
                      w);
}

/* y[r][i] = x[r][phase + step i], where the last row ends with the last element that is read. */
static void
check_step (guint step, guint phase, guint columns, gboolean is_low, guint w)
{
  Fixture *fix = fixture_new ();
  const guint rows = 3, width = phase + step * (columns - 1) + 1;
  const FlSym *sizes[] = { num (fix, rows), num (fix, columns) }, *in_sizes[] = { num (fix, rows), num (fix, width) };
  float *x = (float *) make_fenced (rows * width * sizeof *x, is_low), *y;
  FlBuffer *in = add_input (fix, FL_DTYPE_F32, 2, in_sizes, x), *out;
  FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 2, 0, sizes);
  const FlSym *index[] = { loops->vars[0], fl_sym_add (num (fix, phase), fl_sym_mul_int (loops->vars[1], step)) };

  g_assert_true (fl_options_set (&fix->options, widths[w], NULL));
  for (guint i = 0; i < rows * width; i++)
    x[i] = i;
  loops->values[0] = load (fix, in, index);
  out = add_computed (fix, loops, 2, sizes);
  add_output (fix, out);
  schedule_all (fix);
  build_and_run (fix);
  y = get_memory (fix, out);
  for (guint i = 0; i < rows * columns; i++)
    if (y[i] != i / columns * width + phase + step * (i % columns))
      g_error ("step %u from %u, %u columns, %s: element %u is %g", step, phase, columns, widths[w], i, y[i]);
  if (columns >= FL_LOOP_FEWEST_FLOATS && step <= 4)
    g_assert_true (strstr (fix->program->source, step == 2 ? "fl_load_even_" : "fl_gather_part_") != NULL
                   || (step > 2 && strstr (fix->program->source, "fl_load_apart_f32") != NULL));
  if (columns > 64 && step <= 4)
    g_assert_nonnull (strstr (fix->program->source, step == 2 ? "fl_load_even_f32" : "fl_load_apart_f32"));
  if (columns > 64 && step > 4)
    g_assert_nonnull (strstr (fix->program->source, "fl_load_steps_f32"));
  fixture_free (fix);
}

static void
test_every_second_element_is_loaded (void)
{
  static const guint columns[] = { 1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 64, 100 };

  for (guint w = 0; w < count_widths (); w++)
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      for (guint step = 2; step <= 5; step++)
        if (!is_left_to_long_runs (3))
          check_step (step, c % step, columns[c], (c + step) % 2, w);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/gather/every-type-is-gathered", test_every_type_is_gathered);
  g_test_add_func ("/core/codegen/gather/rows-of-every-length-are-gathered", test_rows_of_every_length_are_gathered);
  g_test_add_func ("/core/codegen/gather/every-second-element-is-loaded", test_every_second_element_is_loaded);
  return has_cross_or_none () ? g_test_run () : 0;
}
