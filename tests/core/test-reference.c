/* The reference interpreter against PyTorch: every case of tests/data/ops, which PyTorch computed. */
#include "fl-formats.h"
#include "fl-op-cases.h"

#include <math.h>
#include <string.h>

static GHashTable *has_case; /* FlAtenRow */

static char *
compare_datum (const cJSON *expected, const FlDatum *got)
{
  if (cJSON_IsNull (expected))
    return NULL; /* an empty result of a mask: PyTorch gives None, and nobody reads ours */
  if (!op_case_is_tensor (expected))
    {
      FlDatum value = op_case_read_datum (expected);
      gboolean is_equal = value.kind == FL_DATUM_FLOAT
                              ? fabs (value.number - got->number) <= 1e-12 * fabs (value.number)
                              : value.integer == got->integer;
      fl_datum_clear (&value);
      return is_equal ? NULL : g_strdup_printf ("another number: %g", got->number);
    }
  if (got->kind != FL_DATUM_TENSOR)
    return g_strdup ("no tensor");
  g_autoptr (FlArray) have = fl_view_dup_array (got->view);
  return op_case_compare (expected, have);
}

static char *
compare_results (const cJSON *outputs, const FlDatum *result)
{
  guint n = cJSON_GetArraySize (outputs);
  if (result->kind != FL_DATUM_LIST)
    return n == 1   ? compare_datum (cJSON_GetArrayItem (outputs, 0), result)
           : n == 0 ? NULL
                    : g_strdup ("one result, not several");
  if (n != result->n_items)
    return g_strdup_printf ("%u results, expected %u", result->n_items, n);
  for (guint i = 0; i < n; i++)
    {
      char *why = compare_datum (cJSON_GetArrayItem (outputs, i), &result->items[i]);
      if (why != NULL)
        return why;
    }
  return NULL;
}

static char *
compare_written (const cJSON *written, const FlDatum *datums)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, written)
    {
      int position = cJSON_GetObjectItem (item, "arg")->valuedouble;
      const cJSON *value = cJSON_GetObjectItem (item, "value");
      const cJSON *tensor = cJSON_GetObjectItem (value, "tensor");
      char *why = compare_datum (tensor != NULL ? tensor : value, &datums[position]);
      if (why != NULL)
        return why;
    }
  return NULL;
}

static char *
run_case (const FlAtenRow *row, const cJSON *object)
{
  const cJSON *args = cJSON_GetObjectItem (object, "args"), *kwargs = cJSON_GetObjectItem (object, "kwargs"), *item;
  guint n = 0;
  g_autofree FlDatum *datums = g_new0 (FlDatum, cJSON_GetArraySize (args) + cJSON_GetArraySize (kwargs) + 1);
  cJSON_ArrayForEach (item, args)
    datums[n++] = op_case_read_datum (item);
  cJSON_ArrayForEach (item, kwargs)
    {
      datums[n] = op_case_read_datum (item);
      datums[n++].keyword = item->string;
    }
  g_autoptr (GError) error = NULL;
  FlCall call;
  char *why = NULL;
  if (!fl_call_open (&call, row, datums, n, &error) || !fl_call_execute (&call))
    why = g_strdup (error == NULL ? "failed without a reason" : error->message);
  else
    why = compare_results (cJSON_GetObjectItem (object, "outputs"), &call.result);
  if (why == NULL)
    why = compare_written (cJSON_GetObjectItem (object, "written"), datums);
  fl_call_close (&call);
  for (guint i = 0; i < n; i++)
    fl_datum_clear (&datums[i]);
  return why;
}

static void
test_reference_agrees_with_pytorch (gconstpointer data)
{
  cJSON *cases = op_cases_read (data);
  g_assert_nonnull (cases);
  guint n_run = 0, n_skipped = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, cases)
    {
      const char *name = cJSON_GetStringValue (cJSON_GetObjectItem (item, "op"));
      const FlAtenRow *row = fl_aten_find (name);
      if (row == NULL || fl_reference_find (row) == NULL)
        {
          n_skipped++;
          continue;
        }
      g_hash_table_add (has_case, (gpointer) row);
      n_run++;
      g_autofree char *why = run_case (row, item);
      if (why != NULL)
        {
          g_autofree char *shown = cJSON_PrintUnformatted (cJSON_GetObjectItem (item, "args"));
          const char *variant = cJSON_GetStringValue (cJSON_GetObjectItem (item, "variant"));
          g_test_message ("%s (%s): %s: %.300s", name, variant == NULL ? "by hand" : variant, why, shown);
          g_test_fail ();
        }
    }
  g_test_message ("%u cases agree or were reported; %u are of operators without a reference", n_run, n_skipped);
  cJSON_Delete (cases);
}

/* Operators with a reference but nothing to compare it with, by kind: random numbers, memory that is not initialised,
 * other devices' attention, symbolic integers (they are evaluated by the driver, not by kernels). */
static gboolean
is_exempt (const FlAtenRow *row)
{
  static const char *const names[]
      = { "empty", "operator.", "sym_", "math.", "device_put", "_scaled_dot_product", "inductor_force_stride",
          "_inductor_test.realize", "fuseloom.", "wait_tensor", "_assert", "sym_constrain", "item",
          "_local_scalar_dense", "cudnn", "_efficientzerotensor",
          /* thin names of kernels that other rows test */
          "aten.to.dtype_layout", "aten.to.device", "detach_", "view_as_complex", "view_as_real", "_int_mm",
          "_unsafe_index_put_", "avg_pool3d_backward", "_native_batch_norm_legit.default",
          "_low_memory_max_pool2d_with_offsets", "_grouped_mm", "_fft_c2c",
          /* by arithmetic, in test-f8.c */
          "_scaled_mm" };
  if (row->kind == FL_ATEN_RANDOM)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (row->name, names[i]) != NULL)
      return TRUE;
  return strstr (row->name, "uniform_") != NULL || strstr (row->name, "normal_") != NULL
         || strstr (row->name, "bernoulli_") != NULL || strstr (row->name, "exponential_") != NULL;
}

static void
test_reference_every_operator_has_a_case (void)
{
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      if (fl_reference_find (row) == NULL || g_hash_table_contains (has_case, row) || is_exempt (row))
        continue;
      g_test_message ("%s has a reference and no case", row->name);
      g_test_fail ();
    }
}

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

/* (x + y) - x with |x| near 1e6: an ulp of the sum is 2^-4, so noise of one ulp moves the difference by up to about
 * 0.1; x * y moves by an ulp only. */
static void
test_reference_noise_shows_what_rounding_does (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[64][1]cpu\", y: \"f32[64][1]cpu\"):\n"
                             "        add: \"f32[64][1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n"
                             "        sub: \"f32[64][1]cpu\" = torch.ops.aten.sub.Tensor(add, x)\n"
                             "        mul: \"f32[64][1]cpu\" = torch.ops.aten.mul.Tensor(x, y)\n"
                             "        return (sub, mul)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 64;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size), y = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    {
      x->numbers[i] = 1000000 + i;
      y->numbers[i] = 1 + i;
    }
  FlArray *inputs[] = { x, y };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  double moved[2] = { 0 };
  for (guint output = 0; output < 2; output++)
    for (gint64 i = 0; i < size; i++)
      {
        const FlArray *a = exact->pdata[output], *b = noisy->pdata[output];
        moved[output] = MAX (moved[output], fabs (b->numbers[i] / a->numbers[i] - 1));
      }
  g_assert_cmpfloat (moved[0], >, 0.01);
  g_assert_cmpfloat (moved[0], <, 0.2);
  g_assert_cmpfloat (moved[1], >, 0);
  g_assert_cmpfloat (moved[1], <, 0x1p-22);
}

static double
run_noisy (const char *body, FlArray *x, guint64 noise)
{
  g_autofree char *text = g_strdup_printf ("def forward(self, x: \"%s[%d][1]cpu\"):\n%s",
                                           x->dtype == FL_DTYPE_F64 ? "f64" : "f32", (int) x->numel, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) out
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = noise }, &error);
  g_assert_no_error (error);
  const FlArray *first = out->pdata[0];
  return first->numbers[0];
}

/* exp (96.875) is 1.2e42, beyond f32: PyTorch's loss is infinite there, and 96.875 of doubles. */
static void
test_reference_loses_powers_out_of_range (void)
{
  gint64 one = 1;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &one), wide = fl_array_new (FL_DTYPE_F64, 1, &one);
  const char *body
      = "    n = torch.ops.aten.full_like.default(x, 3.125)\n    l = torch.ops.aten.soft_margin_loss.default(x, n)\n    return (l,)\n";
  x->numbers[0] = wide->numbers[0] = -31;
  g_assert_true (isinf (run_noisy (body, x, 0)));
  g_assert_cmpfloat_with_epsilon (run_noisy (body, wide, 0), 96.875, 1e-9);
}

/* 1e30 * 1e30 * 0 in f32 is infinity times 0 from the left and 0 from the right. floor (1 / 0.1f), of 0.1f =
 * 0.100000001490, is 9, and 10 where the quotient 9.99999985 is rounded first. At 1.375, digamma is a sum of terms
 * around 2 that leaves 0.09. */
static void
test_reference_noise_tells_order_and_steps (void)
{
  gint64 three = 3, one = 1;
  g_autoptr (FlArray) factors = fl_array_new (FL_DTYPE_F32, 1, &three), x = fl_array_new (FL_DTYPE_F32, 1, &one),
                      z = fl_array_new (FL_DTYPE_F64, 1, &one);
  double low = INFINITY, high = -INFINITY, moved = 0;
  factors->numbers[0] = factors->numbers[1] = (float) 1e30;
  x->numbers[0] = 1;
  z->numbers[0] = 1.375;
  const char *prod = "    p = torch.ops.aten.prod.default(x)\n    return (p,)\n";
  const char *quotient = "    q = torch.ops.aten.floor_divide.Scalar(x, 0.1)\n    return (q,)\n";
  const char *sign
      = "    l = torch.ops.aten.log.default(x)\n    v = torch.ops.aten.view.dtype(l, torch.int32)\n"
        "    n = torch.ops.aten.lt.Scalar(v, 0)\n    f = torch.ops.prims.convert_element_type.default(n, torch.float32)\n    return (f,)\n";
  guint n_negative = 0;
  const char *gamma = "    d = torch.ops.aten.digamma.default(x)\n    return (d,)\n";
  g_assert_true (run_noisy (prod, factors, 0) == 0);
  g_assert_true (isnan (run_noisy (prod, factors, 1)));
  g_assert_true (run_noisy (prod, factors, 2) == 0);
  for (guint64 noise = 1; noise <= 8; noise++)
    {
      double q = round (run_noisy (quotient, x, noise));
      low = MIN (low, q);
      high = MAX (high, q);
      moved = MAX (moved, fabs (run_noisy (gamma, z, noise) - run_noisy (gamma, z, 0)));
    }
  x->numbers[0] = -1;
  for (guint64 noise = 1; noise <= 8; noise++) /* of NaN, as log (-1) yields on this machine or that */
    n_negative += run_noisy (sign, x, noise) > 0.5;
  g_assert_cmpuint (n_negative, >, 0);
  g_assert_cmpuint (n_negative, <, 8);
  x->numbers[0] = 1;
  g_assert_cmpfloat (run_noisy (quotient, x, 0), ==, 9);
  x->numbers[0] = INFINITY; /* PyTorch: inf // 0.1 is NaN */
  g_assert_true (isnan (run_noisy (quotient, x, 0)) && isnan (run_noisy (quotient, x, 1)));
  g_assert_cmpfloat (low, ==, 10); /* always: kernels round nothing else of what is exact */
  g_assert_cmpfloat (high, ==, 10);
  g_assert_cmpfloat (moved, >, 0x1p-52);
  g_assert_cmpfloat (moved, <, 0x1p-48);
}

/* gelu at -4 is -2 (1 + tanh (…)), of which f32 keeps steps of 2 * 2^-24 where the whole is near 1e-4: noise moves it
 * by more than its own unit, and by no more than two units of 1. The product of a vector by itself is 0, and rounded
 * products leave less than a unit. */
static void
test_reference_noise_of_what_cancels (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[3][1]cpu\"):\n"
                             "        a: \"f32[3][1]cpu\" = torch.ops.aten.gelu.default(x, approximate = 'tanh')\n"
                             "        b: \"f32[3][1]cpu\" = torch.ops.aten.linalg_cross.default(x, x)\n"
                             "        y: \"f32[3][1]cpu\" = torch.ops.aten.mul.Tensor(x, 64)\n"
                             "        c: \"f32[3][1]cpu\" = torch.ops.aten._log_softmax.default(y, 0, False)\n"
                             "        return (a, b, c)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 3;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    x->numbers[i] = -4 - 0.125 * i;
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  const FlArray *gelu[] = { exact->pdata[0], noisy->pdata[0] }, *cross[] = { exact->pdata[1], noisy->pdata[1] };
  double moved = 0, left = 0;
  for (gint64 i = 0; i < size; i++)
    {
      moved = MAX (moved, fabs (gelu[1]->numbers[i] - gelu[0]->numbers[i]));
      left = MAX (left, fabs (cross[1]->numbers[i]));
      g_assert_cmpfloat (cross[0]->numbers[i], ==, 0);
    }
  g_assert_cmpfloat (moved, >, 0x1p-24);
  g_assert_cmpfloat (moved, <, 5 * 0x1p-23);
  g_assert_cmpfloat (left, >, 0);
  g_assert_cmpfloat (left, <, 5 * 5 * 4 * 0x1p-23);
  /* -log (1 + e^-8 + e^-16) is -3.4e-4, whose unit is below 2^-34: the logarithm of a number near 1 is no better than
   * 2^-23 */
  const FlArray *logs[] = { exact->pdata[2], noisy->pdata[2] };
  g_assert_cmpfloat (fabs (logs[1]->numbers[0] - logs[0]->numbers[0]), >, 0x1p-30);
  g_assert_cmpfloat (fabs (logs[1]->numbers[0] - logs[0]->numbers[0]), <, 0x1p-22);
}

/* 4096 squares of 0.6 or -0.6, one after the other in f32: where the sum is large, what 0.36 has below its unit is lost
 * at every step in the same way. The noise of the terms, units of each, cancels out. */
static void
test_reference_noise_adds_in_order (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[4096][1]cpu\"):\n"
                             "        a: \"f32[]\" = torch.ops.aten.var.correction(x, [0], correction = 0)\n"
                             "        return (a,)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 4096;
  float sum = 0;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    {
      x->numbers[i] = i % 2 == 0 ? 0.6f : -0.6f;
      sum += (float) (x->numbers[i] * x->numbers[i]);
    }
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  const FlArray *a[] = { exact->pdata[0], noisy->pdata[0] };
  const double lost = fabs (sum / 4096 - a[0]->numbers[0]);
  g_assert_cmpfloat (lost, >, 0.36 * 0x1p-23); /* more than the units of 4096 terms leave of one */
  g_assert_cmpfloat (fabs (a[1]->numbers[0] - a[0]->numbers[0]), >, lost / 2);
  g_assert_cmpfloat (fabs (a[1]->numbers[0] - a[0]->numbers[0]), <, 2 * lost);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  has_case = g_hash_table_new (NULL, NULL);
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/reference/reference/agrees-with-pytorch/%s", op_case_families[i]);
      g_test_add_data_func (path, op_case_families[i], test_reference_agrees_with_pytorch);
    }
  g_test_add_func ("/core/reference/reference/refuses-dimensions-that-there-are-not",
                   test_reference_refuses_dimensions_that_there_are_not);
  g_test_add_func ("/core/reference/reference/drops-the-same-weights-backwards",
                   test_reference_drops_the_same_weights_backwards);
  g_test_add_func ("/core/reference/reference/keeps-scores-that-are-no-numbers",
                   test_reference_keeps_scores_that_are_no_numbers);
  g_test_add_func ("/core/reference/reference/refuses-sizes-that-do-not-fit",
                   test_reference_refuses_sizes_that_do_not_fit);
  g_test_add_func ("/core/reference/reference/refuses-sizes-of-a-run", test_reference_refuses_sizes_of_a_run);
  g_test_add_func ("/core/reference/reference/has-bessel-i1-of-zero", test_reference_has_bessel_i1_of_zero);
  g_test_add_func ("/core/reference/reference/has-zeros-of-products-and-gamma",
                   test_reference_has_zeros_of_products_and_gamma);
  g_test_add_func ("/core/reference/reference/has-gradients-of-what-is-not-resized",
                   test_reference_has_gradients_of_what_is_not_resized);
  g_test_add_func ("/core/reference/reference/keeps-nan-and-signs", test_reference_keeps_nan_and_signs);
  g_test_add_func ("/core/reference/reference/noise-shows-what-rounding-does",
                   test_reference_noise_shows_what_rounding_does);
  g_test_add_func ("/core/reference/reference/loses-powers-out-of-range", test_reference_loses_powers_out_of_range);
  g_test_add_func ("/core/reference/reference/noise-tells-order-and-steps", test_reference_noise_tells_order_and_steps);
  g_test_add_func ("/core/reference/reference/noise-of-what-cancels", test_reference_noise_of_what_cancels);
  g_test_add_func ("/core/reference/reference/noise-adds-in-order", test_reference_noise_adds_in_order);
  g_test_add_func ("/core/reference/reference-table/every-operator-has-a-case",
                   test_reference_every_operator_has_a_case);
  return g_test_run ();
}
