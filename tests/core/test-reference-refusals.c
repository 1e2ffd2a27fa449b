/* The reference interpreter: what it refuses, and values at the edges of functions. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-op-cases.h"

/* A dimension beyond those of the operand is refused, whatever the kernel would make of it. */
static void
test_reference_refuses_dimensions_that_there_are_not (void)
{
  static const char *const names[]
      = { "aten.cumsum.default", "aten._softmax.default", "prims.prepare_softmax_online.default",
          "aten.amax.default",   "aten.sort.default",     "aten.unbind.int" };
  const gint64 sizes[] = { 2, 3 }, wrong[] = { 2, -3, G_MAXINT64, G_MININT64 };
  for (guint i = 0; i < G_N_ELEMENTS (names) * G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      FlCall call;
      FlDatum x = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_F32, 2, sizes)));
      FlDatum dim = fl_datum_int (wrong[i % G_N_ELEMENTS (wrong)]);
      g_assert_true (
          fl_call_open (&call, fl_aten_find (names[i / G_N_ELEMENTS (wrong)]), (FlDatum[]) { x, dim }, 2, &error));
      g_assert_false (fl_call_execute (&call));
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      fl_call_close (&call);
      fl_datum_clear (&x);
    }
}

/* What a kernel would take for numbers without being able to: no order and no extremes, products of many, a truth that
 * only both parts have, a weight that multiplies. */
static void
test_reference_refuses_complex_numbers_that_it_does_not_know (void)
{
  static const char *const names[] = { "aten.prod.default", "aten.any.default",     "aten.logical_and.default",
                                       "aten.lt.Tensor",    "aten.maximum.default", "aten.lerp.Tensor" };
  const gint64 sizes[] = { 2, 3 };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const guint n = i < 2 ? 1 : g_str_has_prefix (names[i], "aten.lerp") ? 3 : 2;
      g_autoptr (GError) error = NULL;
      FlCall call;
      FlDatum x = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_C64, 2, sizes)));
      g_assert_true (fl_call_open (&call, fl_aten_find (names[i]), (FlDatum[]) { x, x, x }, n, &error));
      g_assert_false (fl_call_execute (&call));
      g_assert_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED);
      fl_call_close (&call);
      fl_datum_clear (&x);
    }
}

/* Weights of attention over the unit matrix are the result: with dropout, each is 0 or twice what it is without. The
 * gradient of the value is then the transposed result times the gradient, by the same mask. */
static void
test_reference_drops_the_same_weights_backwards (void)
{
  enum
  {
    N = 8
  };
  const gint64 sizes[] = { 1, 1, N, N };
  FlArray *q = fl_array_new (FL_DTYPE_F32, 4, sizes), *v = fl_array_new (FL_DTYPE_F32, 4, sizes),
          *g = fl_array_new (FL_DTYPE_F32, 4, sizes);
  for (guint i = 0; i < N * N; i++)
    {
      q->numbers[i] = (i * 7 % 11) / 8.0;
      v->numbers[i] = i / N == i % N;
      g->numbers[i] = (i * 5 % 13) / 4.0 - 1;
    }
  FlDatum qd = fl_datum_view (fl_view_new_array (q)), vd = fl_datum_view (fl_view_new_array (v)),
          gd = fl_datum_view (fl_view_new_array (g));
  FlDatum none = { 0 }, kept = fl_datum_float (0), p = fl_datum_float (0.5), yes = fl_datum_bool (TRUE);
  const FlAtenRow *row = fl_aten_find ("aten._scaled_dot_product_efficient_attention.default");
  FlCall plain, dropped, back;
  g_assert_true (fl_call_open (&plain, row, (FlDatum[]) { qd, qd, vd, none, yes, kept }, 6, NULL)
                 && fl_call_execute (&plain));
  g_assert_true (fl_call_open (&dropped, row, (FlDatum[]) { qd, qd, vd, none, yes, p }, 6, NULL));
  dropped.seed = 42;
  g_assert_true (fl_call_execute (&dropped));
  const FlDatum *out = &dropped.result.items[0];
  row = fl_aten_find ("aten._scaled_dot_product_efficient_attention_backward.default");
  g_assert_true (fl_call_open (&back, row,
                               (FlDatum[]) { gd, qd, qd, vd, none, *out, dropped.result.items[1],
                                             dropped.result.items[2], dropped.result.items[3], p, none },
                               11, NULL)
                 && fl_call_execute (&back));
  g_autoptr (FlArray) weights = fl_view_dup_array (plain.result.items[0].view);
  g_autoptr (FlArray) some = fl_view_dup_array (out->view);
  g_autoptr (FlArray) dv = fl_view_dup_array (back.result.items[2].view);
  guint n_dropped = 0;
  for (guint i = 0; i < N * N; i++)
    {
      n_dropped += some->numbers[i] == 0;
      g_assert_true (some->numbers[i] == 0 || fabs (some->numbers[i] - 2 * weights->numbers[i]) < 1e-6);
      double sum = 0;
      for (guint r = 0; r < N; r++)
        sum += some->numbers[r * N + i / N] * g->numbers[r * N + i % N];
      g_assert_cmpfloat (fabs (dv->numbers[i] - sum), <, 1e-5);
    }
  g_assert_cmpint (n_dropped, >, 16); /* 32 of 64 are expected, with a deviation of 4 */
  g_assert_cmpint (n_dropped, <, 48);
  fl_call_close (&plain);
  fl_call_close (&dropped);
  fl_call_close (&back);
  fl_datum_clear (&qd);
  fl_datum_clear (&vd);
  fl_datum_clear (&gd);
}

/* Scores -inf and NaN in one row: its softmax is NaN throughout, and only a row that is -inf throughout weighs nothing.
 */
static void
test_reference_keeps_scores_that_are_no_numbers (void)
{
  const gint64 sizes[] = { 1, 1, 2, 2 };
  FlArray *q = fl_array_new (FL_DTYPE_F32, 4, sizes), *bias = fl_array_new (FL_DTYPE_F32, 4, sizes);
  for (guint i = 0; i < 4; i++)
    {
      q->numbers[i] = 1;
      bias->numbers[i] = i == 0 ? NAN : -INFINITY;
    }
  FlDatum qd = fl_datum_view (fl_view_new_array (q)), bd = fl_datum_view (fl_view_new_array (bias));
  FlCall call;
  g_assert_true (fl_call_open (&call, fl_aten_find ("aten._scaled_dot_product_efficient_attention.default"),
                               (FlDatum[]) { qd, qd, qd, bd, fl_datum_bool (FALSE) }, 5, NULL)
                 && fl_call_execute (&call));
  g_autoptr (FlArray) out = fl_view_dup_array (call.result.items[0].view);
  g_assert_true (isnan (out->numbers[0]) && isnan (out->numbers[1]));
  g_assert_cmpfloat (out->numbers[2], ==, 0);
  g_assert_cmpfloat (out->numbers[3], ==, 0);
  fl_call_close (&call);
  fl_datum_clear (&qd);
  fl_datum_clear (&bd);
}

/* What PyTorch refuses has no value to compare with: a factor that does not divide, a size that is broadcast to
 * another, elements that overlap, a group norm told other sizes than its input's. */
static void
test_reference_refuses_sizes_that_do_not_fit (void)
{
  static const struct
  {
    const char *input, *call;
    gboolean is_refused;
  } cases[] = {
    { "f32[1, 1, 4, 6]", "aten.pixel_unshuffle.default(x, 3)", TRUE },
    { "f32[1, 1, 3, 6]", "aten.pixel_unshuffle.default(x, 3)", FALSE },
    { "f32[1, 6, 2, 2]", "aten.pixel_shuffle.default(x, 2)", TRUE },
    { "f32[1, 8, 2, 2]", "aten.pixel_shuffle.default(x, 2)", FALSE },
    { "f32[3, 16]", "prims.broadcast_in_dim.default(x, [3, 22], [0, 1])", TRUE },
    { "f32[3, 1]", "prims.broadcast_in_dim.default(x, [3, 22], [0, 1])", FALSE },
    { "f32[3, 31, 3]", "prims.inductor_force_stride_order.default(x, [1, 3, 39])", TRUE },
    { "f32[3, 13, 3]", "prims.inductor_force_stride_order.default(x, [1, 3, 39])", FALSE },
    { "f32[3, 31]", "prims.copy_strided.default(x, [1, 2])", TRUE },
    { "f32[2, 6, 8, 1]", "aten.native_group_norm.default(x, None, None, 2, 6, 5, 2, 1e-05)", TRUE },
    { "f32[2, 6, 5, 1]", "aten.native_group_norm.default(x, None, None, 2, 6, 5, 2, 1e-05)", FALSE },
    { "f32[4, 6]", "aten.glu_backward.default(x, x, 1)", TRUE },
    { "f32[3, 5]", "aten.glu_backward.default(x, x, 1)", TRUE },
    { "f32[2, 6, 0, 4]", "aten.upsample_nearest2d.default(x, [2, 2])", TRUE },
    { "f32[3]", "aten.fake_quantize_per_channel_affine.default(x, x, x, 0, 0, 7)", FALSE },
    { "f32[3, 2]", "aten.fake_quantize_per_channel_affine.default(x, x, x, 0, 0, 7)", TRUE },
    { "f32[1, 1, 4, 4]", "aten.fractional_max_pool3d.default(x, [2, 2, 2], [1, 3, 2], x)", TRUE },
    { "f32[1, 2, 3, 3]", "aten.avg_pool2d_backward.default(x, x, [1, 1], [1, 1], [0, 0], False, True, None)", FALSE },
    { "f32[1, 2, 3, 3]", "aten.avg_pool2d_backward.default(x, x, [1, 1], [2, 2], [0, 0], False, True, None)", TRUE },
    { "f32[4]", "aten.native_layer_norm.default(x, [4], x, x, 1e-05)", FALSE },
    { "f32[4]", "aten.native_layer_norm.default(x, [3], None, None, 1e-05)", TRUE },
    { "f32[4, 3]", "aten.native_layer_norm.default(x, [3], x, None, 1e-05)", TRUE },
    { "f32[4, 3]", "aten.rms_norm.default(x, [3], x)", TRUE },
    { "f32[4, 3]", "aten.group_norm.default(x, 1, None, x)", TRUE },
    { "f32[4, 3]", "aten.native_batch_norm.default(x, None, None, x, None, True, 0.1, 1e-05)", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("class GraphModule(torch.nn.Module):\n"
                                               "    def forward(self, x: \"%s\"):\n"
                                               "        y = torch.ops.%s\n"
                                               "        return (y,)\n",
                                               cases[i].input, cases[i].call);
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("fit.py", text, strlen (text), &error);
      gint64 sizes[FL_MAX_DIMS];
      guint n = 0;

      if (graph == NULL) /* refused while it is read */
        {
          g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
          g_assert_true (cases[i].is_refused);
          continue;
        }
      for (const char *at = strchr (cases[i].input, '['); *at != ']'; n++)
        sizes[n] = g_ascii_strtoll (at + 1, (char **) &at, 10);
      g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, n, sizes);
      g_autoptr (GPtrArray) results = fl_reference_run (graph, (FlArray *[]) { x }, NULL, NULL, NULL, &error);

      if (cases[i].is_refused)
        g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      else
        g_assert_no_error (error);
      g_assert_true ((results == NULL) == cases[i].is_refused);
    }
}

/* Reductions of an image without pixels, or of channels that groups do not divide, have no result: sizes that only a
 * run tells. */
static void
test_reference_refuses_sizes_of_a_run (void)
{
  const gint64 sizes[] = { 1, 3, 0, 4 };
  FlDatum x = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_F32, 4, sizes))),
          two[] = { fl_datum_int (2), fl_datum_int (2) };
  const FlDatum size = { .kind = FL_DATUM_LIST, .n_items = 2, .items = two };
  static const char *const names[] = { "aten.upsample_nearest2d.default", "aten.group_norm.default" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      FlCall call;

      g_assert_true (fl_call_open (&call, fl_aten_find (names[i]), (FlDatum[]) { x, i == 0 ? size : fl_datum_int (2) },
                                   2, &error));
      g_assert_false (fl_call_execute (&call));
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      fl_call_close (&call);
    }
  fl_datum_clear (&x);
}

/* PyTorch 2.15: special.i1 (0) and special.i1e (0) are 0, whose sign they keep. */
static void
test_reference_has_bessel_i1_of_zero (void)
{
  static const char *const names[]
      = { "aten.special_i1.default", "aten.special_i1e.default", "aten.special_modified_bessel_i1.default" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      FlDatum x = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_F64, 0, NULL)));
      FlCall call;

      g_assert_true (fl_call_open (&call, fl_aten_find (names[i]), &x, 1, NULL) && fl_call_execute (&call));
      g_autoptr (FlArray) out = fl_view_dup_array (call.result.view);
      g_assert_cmpfloat (out->numbers[0], ==, 0);
      fl_call_close (&call);
      fl_datum_clear (&x);
    }
}

static void
call_with_number (const char *name, FlArray *x, double number, double *first)
{
  FlDatum xd = fl_datum_view (fl_view_new_array (x));
  FlCall call;
  g_assert_true (fl_call_open (&call, fl_aten_find (name), (FlDatum[]) { xd, fl_datum_float (number) }, 2, NULL)
                 && fl_call_execute (&call));
  g_autoptr (FlArray) out = fl_view_dup_array (call.result.view);
  *first = out->numbers[0];
  fl_call_close (&call);
  fl_datum_clear (&xd);
}

/* PyTorch 2.15: prod ([-1, 0]) is -0; gammainc (nan, 0) is 0, since 0 is asked for first. */
static void
test_reference_has_zeros_of_products_and_gamma (void)
{
  const gint64 two = 2;
  FlArray *x = fl_array_new (FL_DTYPE_F32, 1, &two);
  x->numbers[0] = -1;
  FlDatum xd = fl_datum_view (fl_view_new_array (x)),
          nan = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_F64, 0, NULL))),
          zero = fl_datum_view (fl_view_new_array (fl_array_new (FL_DTYPE_F64, 0, NULL)));
  FlCall call;

  g_assert_true (fl_call_open (&call, fl_aten_find ("aten.prod.default"), &xd, 1, NULL) && fl_call_execute (&call));
  g_autoptr (FlArray) product = fl_view_dup_array (call.result.view);
  g_assert_true (product->numbers[0] == 0 && signbit (product->numbers[0]));
  fl_call_close (&call);
  nan.view->storage->array->numbers[0] = NAN;
  g_assert_true (
      fl_call_open (&call, fl_aten_find ("aten.special_gammainc.default"), (FlDatum[]) { nan, zero }, 2, NULL)
      && fl_call_execute (&call));
  g_autoptr (FlArray) share = fl_view_dup_array (call.result.view);
  g_assert_cmpfloat (share->numbers[0], ==, 0);
  fl_call_close (&call);
  fl_datum_clear (&xd);
  fl_datum_clear (&nan);
  fl_datum_clear (&zero);
}

/* PyTorch 2.15: upsample_linear1d_backward ([inf, 2], [2], [1, 1, 2], True) is [nan, 2]: the second tap, of no weight,
 * is the first one's place where nothing is resized. airy_ai (1.5) is 0.0717494970081054 (30 digits of mpmath). */
static void
test_reference_has_gradients_of_what_is_not_resized (void)
{
  const gint64 sizes[] = { 1, 1, 2 }, two = 2;
  FlArray *grad = fl_array_new (FL_DTYPE_F32, 3, sizes), *x = fl_array_new (FL_DTYPE_F64, 1, &two);
  FlDatum items[] = { fl_datum_int (1), fl_datum_int (1), fl_datum_int (2) },
          large = { .kind = FL_DATUM_LIST, .n_items = 1, .items = items + 2 },
          small = { .kind = FL_DATUM_LIST, .n_items = 3, .items = items };
  FlCall call;

  grad->numbers[0] = INFINITY;
  grad->numbers[1] = 2;
  x->numbers[0] = 1.5;
  FlDatum gd = fl_datum_view (fl_view_new_array (grad)), xd = fl_datum_view (fl_view_new_array (x));
  g_assert_true (fl_call_open (&call, fl_aten_find ("aten.upsample_linear1d_backward.default"),
                               (FlDatum[]) { gd, large, small, fl_datum_bool (TRUE) }, 4, NULL)
                 && fl_call_execute (&call));
  g_autoptr (FlArray) out = fl_view_dup_array (call.result.view);
  g_assert_true (isnan (out->numbers[0]) && out->numbers[1] == 2);
  fl_call_close (&call);
  g_assert_true (fl_call_open (&call, fl_aten_find ("aten.special_airy_ai.default"), &xd, 1, NULL)
                 && fl_call_execute (&call));
  g_autoptr (FlArray) airy = fl_view_dup_array (call.result.view);
  g_assert_cmpfloat (fabs (airy->numbers[0] / 0.0717494970081054 - 1), <, 1e-15);
  fl_call_close (&call);
  fl_datum_clear (&gd);
  fl_datum_clear (&xd);
}

/* PyTorch 2.15: linalg_vector_norm ([nan, 1], inf) is nan, softshrink (-0.25, 0.25) is -0. */
static void
test_reference_keeps_nan_and_signs (void)
{
  const gint64 two = 2;
  double first;
  FlArray *x = fl_array_new (FL_DTYPE_F32, 1, &two);
  x->numbers[0] = NAN;
  x->numbers[1] = 1;
  call_with_number ("aten.linalg_vector_norm.default", x, INFINITY, &first);
  g_assert_true (isnan (first));
  x = fl_array_new (FL_DTYPE_F32, 1, &two);
  x->numbers[0] = -0.25;
  call_with_number ("aten.softshrink.default", x, 0.25, &first);
  g_assert_true (first == 0 && signbit (first));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/reference/reference/refuses-dimensions-that-there-are-not",
                   test_reference_refuses_dimensions_that_there_are_not);
  g_test_add_func ("/core/reference/reference/drops-the-same-weights-backwards",
                   test_reference_drops_the_same_weights_backwards);
  g_test_add_func ("/core/reference/reference/keeps-scores-that-are-no-numbers",
                   test_reference_keeps_scores_that_are_no_numbers);
  g_test_add_func ("/core/reference/reference/refuses-complex-numbers-that-it-does-not-know",
                   test_reference_refuses_complex_numbers_that_it_does_not_know);
  g_test_add_func ("/core/reference/reference/refuses-sizes-that-do-not-fit",
                   test_reference_refuses_sizes_that_do_not_fit);
  g_test_add_func ("/core/reference/reference/refuses-sizes-of-a-run", test_reference_refuses_sizes_of_a_run);
  g_test_add_func ("/core/reference/reference/has-bessel-i1-of-zero", test_reference_has_bessel_i1_of_zero);
  g_test_add_func ("/core/reference/reference/has-zeros-of-products-and-gamma",
                   test_reference_has_zeros_of_products_and_gamma);
  g_test_add_func ("/core/reference/reference/has-gradients-of-what-is-not-resized",
                   test_reference_has_gradients_of_what_is_not_resized);
  g_test_add_func ("/core/reference/reference/keeps-nan-and-signs", test_reference_keeps_nan_and_signs);
  return g_test_run ();
}
