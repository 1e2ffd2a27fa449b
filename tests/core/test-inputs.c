/* Dense tensors in memory, and the inputs that are made for a graph. */
#include "fl-formats.h"
#include "fl-inputs.h"

#include <math.h>
#include <string.h>

/* Expected: PyTorch's tensor.to (dtype). */
static void
test_array_rounds_as_pytorch (void)
{
  static const double values[] = { 1.00390625, 1.01171875, 65519, 65520, 6e-8, 2e-8, 448, 464, 0.1, 57344 };
  static const struct
  {
    FlDtype dtype;
    double expected[G_N_ELEMENTS (values)];
  } rows[] = {
    { FL_DTYPE_BF16,
      { 1.0, 1.015625, 65536, 65536, 6.007030606269836e-08, 2.0023435354232788e-08, 448, 464, 0.10009765625, 57344 } },
    { FL_DTYPE_F16,
      { 1.00390625, 1.01171875, 65504, INFINITY, 5.960464477539063e-08, 0, 448, 464, 0.0999755859375, 57344 } },
    { FL_DTYPE_F8E4M3, { 1, 1, 448, 448, 0, 0, 448, 448, 0.1015625, 448 } },
    { FL_DTYPE_F8E5M2, { 1, 1, INFINITY, INFINITY, 0, 0, 448, 448, 0.09375, 57344 } },
  };
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      g_assert_cmpfloat (fl_dtype_round (rows[r].dtype, values[i]), ==, rows[r].expected[i]);
  g_assert_true (isnan (fl_dtype_round (FL_DTYPE_F16, NAN)));
  g_assert_true (signbit (fl_dtype_round (FL_DTYPE_BF16, -0.0)) != 0);
}

/* Every value of the 16-bit formats comes back from its bytes. */
static void
test_array_keeps_all_halves (void)
{
  static const FlDtype dtypes[] = { FL_DTYPE_F16, FL_DTYPE_BF16 };
  const gint64 size = 65536, stride = 1;
  g_autofree guint16 *bits = g_new (guint16, size), *back = g_new0 (guint16, size);
  for (gint64 i = 0; i < size; i++)
    bits[i] = i;
  for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
    {
      g_autoptr (FlArray) array = fl_array_load (dtypes[d], 1, &size, &stride, 0, bits);
      fl_array_store (array, &stride, 0, back);
      for (gint64 i = 0; i < size; i++)
        if (!isnan (array->numbers[i]))
          g_assert_cmpint (back[i], ==, bits[i]);
    }
}

static void
test_array_follows_strides (void)
{
  const gint32 bytes[] = { 9, 1, 4, 2, 5, 3, 6 };
  const gint64 sizes[] = { 2, 3 }, strides[] = { 1, 2 };
  g_autoptr (FlArray) array = fl_array_load (FL_DTYPE_I32, 2, sizes, strides, 1, bytes);
  for (gint64 i = 0; i < 6; i++)
    g_assert_cmpint (array->integers[i], ==, i + 1);
  gint32 back[7] = { 9 };
  fl_array_store (array, strides, 1, back);
  g_assert_cmpmem (back, sizeof back, bytes, sizeof bytes);
}

static FlGraph *
read_graph (const char *signature, const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s", signature, body);
  FlGraph *graph = fl_graph_read_text ("test", text, strlen (text), &error);
  g_assert_no_error (error);
  return graph;
}

static GPtrArray *
make (const FlGraph *graph, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *inputs = fl_inputs_new (graph, seed, NULL, NULL, &error);
  g_assert_no_error (error);
  return inputs;
}

/* ids + 2 index 50 rows: ids are in [0, 48). */
static void
test_inputs_keep_indices_in_range (void)
{
  g_autoptr (FlGraph) graph
      = read_graph ("weight: \"f32[50, 16][16, 1]cpu\", ids: \"i64[40, 25][25, 1]cpu\"",
                    "        add: \"i64[40, 25][25, 1]cpu\" = torch.ops.aten.add.Tensor(ids, 2)\n"
                    "        view: \"i64[1000][1]cpu\" = torch.ops.aten.view.default(add, [1000])\n"
                    "        embedding: \"f32[1000, 16][16, 1]cpu\" = torch.ops.aten.embedding.default(weight, view)\n"
                    "        return (embedding,)\n");
  g_autoptr (GPtrArray) inputs = make (graph, 0);
  const FlArray *ids = inputs->pdata[1];
  gint64 high = 0;
  for (gint64 i = 0; i < ids->numel; i++)
    {
      g_assert_cmpint (ids->integers[i], >=, 0);
      g_assert_cmpint (ids->integers[i], <, 48);
      high = MAX (high, ids->integers[i]);
    }
  g_assert_cmpint (high, >, 40);
}

/* A mask that becomes indices of ten elements stays one: a byte of 7 is neither true nor false. */
static void
test_inputs_of_masks_are_masks (void)
{
  g_autoptr (FlGraph) graph = read_graph (
      "mask: \"b8[5, 10][10, 1]cpu\"",
      "        convert: \"i64[5, 10][10, 1]cpu\" = torch.ops.prims.convert_element_type.default(mask, torch.int64)\n"
      "        scatter: \"b8[5, 10][10, 1]cpu\" = torch.ops.aten.scatter.value(mask, 1, convert, 1)\n"
      "        return (scatter,)\n");
  g_autoptr (GPtrArray) inputs = make (graph, 0);
  const FlArray *mask = inputs->pdata[0];

  for (gint64 i = 0; i < mask->numel; i++)
    g_assert_cmpint (mask->integers[i], <=, 1);
}

static void
test_inputs_are_positive_under_roots (void)
{
  g_autoptr (FlGraph) graph = read_graph ("x: \"f32[64][1]cpu\", y: \"f32[64][1]cpu\"",
                                          "        add: \"f32[64][1]cpu\" = torch.ops.aten.add.Tensor(x, 1e-05)\n"
                                          "        rsqrt: \"f32[64][1]cpu\" = torch.ops.aten.rsqrt.default(add)\n"
                                          "        mul: \"f32[64][1]cpu\" = torch.ops.aten.mul.Tensor(rsqrt, y)\n"
                                          "        return (mul,)\n");
  g_autoptr (GPtrArray) inputs = make (graph, 0);
  const FlArray *x = inputs->pdata[0], *y = inputs->pdata[1];
  gboolean has_negative = FALSE;
  for (gint64 i = 0; i < x->numel; i++)
    {
      g_assert_cmpfloat (x->numbers[i], >, 0);
      has_negative |= y->numbers[i] < 0;
    }
  g_assert_true (has_negative);
}

static void
test_inputs_follow_the_seed (void)
{
  g_autoptr (FlGraph) graph = read_graph ("x: \"f32[32][1]cpu\", m: \"b8[64][1]cpu\"",
                                          "        relu: \"f32[32][1]cpu\" = torch.ops.aten.relu.default(x)\n"
                                          "        return (relu, m)\n");
  g_autoptr (GPtrArray) a = make (graph, 7), b = make (graph, 7), c = make (graph, 8);
  const FlArray *x = a->pdata[0], *y = b->pdata[0], *z = c->pdata[0], *mask = a->pdata[1];
  g_assert_cmpmem (x->numbers, 32 * sizeof (double), y->numbers, 32 * sizeof (double));
  g_assert_cmpint (memcmp (x->numbers, z->numbers, 32 * sizeof (double)), !=, 0);
  guint n_true = 0;
  for (guint i = 0; i < 64; i++)
    {
      g_assert_true (mask->integers[i] == 0 || mask->integers[i] == 1);
      n_true += mask->integers[i];
    }
  g_assert_cmpint (n_true, >, 10);
  g_assert_cmpint (n_true, <, 54);
}

/* A batch of one matrix, expanded to three: its memory holds only one. */
static void
test_inputs_repeat_what_is_expanded (void)
{
  static const char text[] = "class G(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[3, 4, 5][0, 5, 1]cpu\"):\n"
                             "        relu: \"f32[3, 4, 5][20, 5, 1]cpu\" = torch.ops.aten.relu.default(x)\n"
                             "        return (relu,)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("expanded.py", text, strlen (text), &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) inputs = fl_inputs_new (graph, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  const FlArray *x = inputs->pdata[0];
  g_assert_cmpint (x->numel, ==, 60);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpfloat (x->numbers[i], ==, x->numbers[i + 20]);
  g_assert_cmpfloat (x->numbers[0], !=, x->numbers[1]);
}

/* Numbers that are made elsewhere are the same as those of the whole input; positive ones are made here. */
static void
test_inputs_can_be_made_in_parts (gconstpointer data)
{
  const char *dtype = data;
  g_autofree char *arguments
      = g_strdup_printf ("x: \"%s[37, 91]\", w: \"%s[91, 8]\", p: \"%s[5]\"", dtype, dtype, dtype);
  g_autofree char *body = g_strdup_printf ("        mm: \"%s[37, 8]\" = torch.ops.aten.mm.default(x, w)\n"
                                           "        log: \"%s[5]\" = torch.ops.aten.log.default(p)\n"
                                           "        return (mm, log)\n",
                                           dtype, dtype);
  g_autoptr (FlGraph) graph = read_graph (arguments, body);
  g_autoptr (GPtrArray) inputs = make (graph, 3);
  const gint64 strides[2][2] = { { 91, 1 }, { 8, 1 } }, turned[] = { 1, 37 }, one = 1;
  FlInputFill fill;
  for (guint i = 0; i < 2; i++)
    {
      const FlArray *array = inputs->pdata[i];
      const gint64 size = fl_dtype_get_size_bytes (array->dtype), dense = 1;
      g_autofree guint8 *made = g_new0 (guint8, (array->numel + 1) * size);
      g_assert_true (fl_inputs_find_fill (graph, i, 3, NULL, NULL, strides[i], &fill));
      g_assert_cmpint (fill.n, ==, array->numel);
      fl_inputs_fill (&fill, made, 0, 13);
      fl_inputs_fill (&fill, made, 13, fill.n);
      const gint64 n = fill.n + 1;
      g_autoptr (FlArray) read = fl_array_load (array->dtype, 1, &n, &dense, 0, made);
      for (gint64 k = 0; k < fill.n; k++)
        g_assert_cmpfloat (read->numbers[k], ==, array->numbers[k]);
      g_assert_cmpfloat (read->numbers[fill.n], ==, 0);
    }
  g_assert_false (fl_inputs_find_fill (graph, 0, 3, NULL, NULL, turned, &fill)); /* not in order */
  g_assert_false (fl_inputs_find_fill (graph, 2, 3, NULL, NULL, &one, &fill));   /* under a logarithm */
}

/* Of a million numbers some are subnormal in f16, or lie between two neighbours. */
static void
test_inputs_round_as_arrays_do (gconstpointer data)
{
  const char *dtype = data;
  g_autofree char *arguments = g_strdup_printf ("x: \"%s[4099]\", w: \"%s[4099, 256]\"", dtype, dtype);
  g_autofree char *body = g_strdup_printf ("        mv: \"%s[4099]\" = torch.ops.aten.neg.default(x)\n"
                                           "        neg: \"%s[4099, 256]\" = torch.ops.aten.neg.default(w)\n"
                                           "        return (mv, neg)\n",
                                           dtype, dtype);
  g_autoptr (FlGraph) graph = read_graph (arguments, body);
  g_autoptr (GPtrArray) inputs = make (graph, 7);
  const gint64 strides[] = { 256, 1 }, dense = 1;
  const FlArray *array = inputs->pdata[1];
  g_autofree guint16 *made = g_new0 (guint16, array->numel);
  FlInputFill fill;
  g_assert_true (fl_inputs_find_fill (graph, 1, 7, NULL, NULL, strides, &fill));
  fl_inputs_fill (&fill, made, 0, fill.n);
  g_autoptr (FlArray) read = fl_array_load (array->dtype, 1, &array->numel, &dense, 0, made);
  guint n_low = 0;
  for (gint64 i = 0; i < fill.n; i++)
    {
      g_assert_cmpfloat (read->numbers[i], ==, array->numbers[i]);
      n_low += fabs (array->numbers[i]) < 0x1p-14;
    }
  g_assert_cmpuint (n_low, >, 0);
}

/* Windows of 3 x 3 by steps of 2 over 5 x 4 numbers with one row and column of padding: they begin at rows -1, 1 and 3
 * and at columns -1, 1. The first ones have no row (column) 0, the last one of the rows none 2, the last one of the
 * columns all: rows 1, columns 1 and 2 lie inside for all, which are the offsets 3 * 1 + 1 and 3 * 1 + 2. */
static void
test_inputs_keep_offsets_out_of_the_padding (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = read_graph (
      "x: \"i8[2, 3, 3, 2]\"",
      "        y = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(x, [3, 3], [5, 4], [2, 2], [1, 1], "
      "[1, 1])\n        return (y,)\n");
  g_autoptr (GPtrArray) inputs = fl_inputs_new (graph, 7, NULL, NULL, &error);
  gboolean has[9] = { FALSE };

  g_assert_no_error (error);
  const FlArray *array = inputs->pdata[0];
  for (gint64 i = 0; i < array->numel; i++)
    {
      g_assert_true (array->integers[i] == 4 || array->integers[i] == 5);
      has[array->integers[i]] = TRUE;
    }
  g_assert_true (has[4] && has[5]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/values/array/rounds-as-pytorch", test_array_rounds_as_pytorch);
  g_test_add_func ("/core/values/array/keeps-all-halves", test_array_keeps_all_halves);
  g_test_add_func ("/core/values/array/follows-strides", test_array_follows_strides);
  g_test_add_func ("/core/values/inputs/keep-indices-in-range", test_inputs_keep_indices_in_range);
  g_test_add_func ("/core/values/inputs/keep-offsets-out-of-the-padding", test_inputs_keep_offsets_out_of_the_padding);
  g_test_add_func ("/core/values/inputs/of-masks-are-masks", test_inputs_of_masks_are_masks);
  g_test_add_func ("/core/values/inputs/are-positive-under-roots", test_inputs_are_positive_under_roots);
  g_test_add_func ("/core/values/inputs/follow-the-seed", test_inputs_follow_the_seed);
  g_test_add_func ("/core/values/inputs/repeat-what-is-expanded", test_inputs_repeat_what_is_expanded);
  g_test_add_data_func ("/core/values/inputs/can-be-made-in-parts/f32", "f32", test_inputs_can_be_made_in_parts);
  g_test_add_data_func ("/core/values/inputs/can-be-made-in-parts/bf16", "bf16", test_inputs_can_be_made_in_parts);
  g_test_add_data_func ("/core/values/inputs/can-be-made-in-parts/f16", "f16", test_inputs_can_be_made_in_parts);
  g_test_add_data_func ("/core/values/inputs/round-as-arrays-do/bf16", "bf16", test_inputs_round_as_arrays_do);
  g_test_add_data_func ("/core/values/inputs/round-as-arrays-do/f16", "f16", test_inputs_round_as_arrays_do);
  return g_test_run ();
}
