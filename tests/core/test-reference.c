/* The reference interpreter against PyTorch: every case of tests/golden/ops, which PyTorch computed. */
#include "fl-formats.h"
#include "fl-reference-private.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static const char *const families[] = { "pointwise", "reduction", "view", "index", "create", "extern", "composite", "mutation", "other" };
static gboolean has_case[FL_N_ATEN_OPS];

static char *
read_family (const char *family)
{
  g_autofree char *file = g_strconcat (family, ".json", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", "ops", file, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static double
read_number (const cJSON *item)
{
  if (cJSON_IsString (item))
    return g_ascii_strtod (item->valuestring, NULL);
  if (cJSON_IsBool (item))
    return cJSON_IsTrue (item);
  return item->valuedouble;
}

static gint64
read_integer (const cJSON *item)
{
  return cJSON_IsString (item) ? g_ascii_strtoll (item->valuestring, NULL, 10) : (gint64) read_number (item);
}

static FlArray *
read_array (const cJSON *object)
{
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (object, "shape"))
    sizes[n_dims++] = item->valuedouble;
  FlDtype dtype = fl_dtype_find (cJSON_GetStringValue (cJSON_GetObjectItem (object, "dtype")), -1);
  g_assert_cmpint (dtype, !=, FL_DTYPE_NONE);
  FlArray *array = fl_array_new (dtype, n_dims, sizes);
  gint64 i = 0;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (object, "data"))
  {
    if (fl_dtype_is_complex (dtype) && cJSON_IsArray (item))
      {
        array->numbers[2 * i] = read_number (cJSON_GetArrayItem (item, 0));
        array->numbers[2 * i + 1] = read_number (cJSON_GetArrayItem (item, 1));
      }
    else if (array->numbers != NULL)
      array->numbers[i] = read_number (item);
    else
      array->integers[i] = read_integer (item);
    i++;
  }
  return array;
}

/* A tensor with the strides of the case, in a storage just large enough. */
static FlView *
read_tensor (const cJSON *object)
{
  g_autoptr (FlArray) array = read_array (object);
  gint64 strides[FL_MAX_DIMS] = { 0 };
  guint d = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (object, "stride"))
    strides[d++] = item->valuedouble;
  const cJSON *start = cJSON_GetObjectItem (object, "offset");
  gint64 offset = start == NULL ? 0 : start->valuedouble;
  gint64 length = offset + 1;
  for (d = 0; d < array->n_dims; d++)
    length += MAX (array->sizes[d] - 1, 0) * strides[d];
  FlView *whole = fl_view_new_array (fl_array_new (array->dtype, 1, &length));
  FlView *view = fl_view_new (whole, array->n_dims, array->sizes, strides, offset);
  fl_view_unref (whole);
  fl_view_write (view, array);
  return view;
}

static FlDatum
read_datum (const cJSON *item)
{
  const cJSON *member;
  if (cJSON_IsBool (item))
    return fl_datum_bool (cJSON_IsTrue (item));
  if (cJSON_IsNumber (item))
    return fl_datum_int (item->valuedouble);
  if (cJSON_IsString (item))
    return (FlDatum){ .kind = FL_DATUM_STRING, .text = item->valuestring };
  if ((member = cJSON_GetObjectItem (item, "tensor")) != NULL)
    return fl_datum_view (read_tensor (member));
  if ((member = cJSON_GetObjectItem (item, "float")) != NULL)
    return fl_datum_float (read_number (member));
  if ((member = cJSON_GetObjectItem (item, "int")) != NULL)
    return fl_datum_int (read_integer (member));
  if ((member = cJSON_GetObjectItem (item, "dtype")) != NULL)
    return (FlDatum){ .kind = FL_DATUM_DTYPE, .dtype = fl_dtype_find (member->valuestring, -1) };
  FlDatum list = { 0 };
  if (cJSON_IsArray (item))
    {
      list.kind = FL_DATUM_LIST;
      list.items = g_new0 (FlDatum, cJSON_GetArraySize (item) + 1);
      cJSON_ArrayForEach (member, item)
        list.items[list.n_items++] = read_datum (member);
    }
  return list;
}

static double
get_tolerance (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_C128 ? 1e-12 : dtype == FL_DTYPE_BF16 ? 1e-2 : dtype == FL_DTYPE_F16 ? 2e-3 : 1e-5;
}

static char *
compare_array (const FlArray *expected, const FlArray *got)
{
  if (expected->dtype != got->dtype)
    return g_strdup_printf ("dtype %s, expected %s", fl_dtype_get_short_name (got->dtype), fl_dtype_get_short_name (expected->dtype));
  if (expected->n_dims != got->n_dims || memcmp (expected->sizes, got->sizes, got->n_dims * sizeof (gint64)) != 0)
    return g_strdup ("another shape");
  double tolerance = get_tolerance (got->dtype), scale = 0;
  gint64 n = fl_dtype_is_complex (got->dtype) ? 2 * got->numel : got->numel;
  for (gint64 i = 0; i < n && expected->numbers != NULL; i++)
    if (isfinite (expected->numbers[i]))
      scale = MAX (scale, fabs (expected->numbers[i]));
  for (gint64 i = 0; i < n; i++)
    {
      if (expected->numbers == NULL)
        {
          if (expected->integers[i] != got->integers[i])
            return g_strdup_printf ("[%d] is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, (int) i, got->integers[i],
                                    expected->integers[i]);
          continue;
        }
      double e = expected->numbers[i], g = got->numbers[i];
      if (isnan (e) ? !isnan (g) : isinf (e) ? e != g : !(fabs (e - g) <= tolerance * MAX (fabs (e), scale / 16) + 1e-45))
        return g_strdup_printf ("[%d] is %.9g, expected %.9g", (int) i, g, e);
    }
  return NULL;
}

static char *
compare_datum (const cJSON *expected, const FlDatum *got)
{
  if (cJSON_IsNull (expected))
    return NULL; /* an empty result of a mask: PyTorch gives None, and nobody reads ours */
  if (cJSON_GetObjectItem (expected, "data") == NULL)
    {
      FlDatum value = read_datum (expected);
      gboolean is_equal = value.kind == FL_DATUM_FLOAT ? fabs (value.number - got->number) <= 1e-12 * fabs (value.number)
                                                       : value.integer == got->integer;
      fl_datum_clear (&value);
      return is_equal ? NULL : g_strdup_printf ("another number: %g", got->number);
    }
  if (got->kind != FL_DATUM_TENSOR)
    return g_strdup ("no tensor");
  g_autoptr (FlArray) want = read_array (expected);
  g_autoptr (FlArray) have = fl_view_dup_array (got->view);
  return compare_array (want, have);
}

static char *
compare_results (const cJSON *outputs, const FlDatum *result)
{
  guint n = cJSON_GetArraySize (outputs);
  if (result->kind != FL_DATUM_LIST)
    return n == 1 ? compare_datum (cJSON_GetArrayItem (outputs, 0), result) : n == 0 ? NULL : g_strdup ("one result, not several");
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
    datums[n++] = read_datum (item);
  cJSON_ArrayForEach (item, kwargs)
  {
    datums[n] = read_datum (item);
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
  g_autofree char *text = read_family (data);
  cJSON *cases = cJSON_Parse (text);
  g_assert_nonnull (cases);
  guint n_run = 0, n_skipped = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, cases)
  {
    const char *name = cJSON_GetStringValue (cJSON_GetObjectItem (item, "op"));
    const FlAtenRow *row = fl_aten_find (name);
    if (row == NULL || fl_reference_find (row->op) == NULL)
      {
        n_skipped++;
        continue;
      }
    has_case[row->op] = TRUE;
    n_run++;
    g_autofree char *why = run_case (row, item);
    if (why != NULL)
      {
        g_autofree char *shown = cJSON_PrintUnformatted (item);
        g_test_message ("%s: %s: %.400s", name, why, shown);
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
  static const char *const names[] = { "empty", "operator.", "sym_", "math.", "device_put", "_scaled_dot_product", "inductor_force_stride",
                                       "wait_tensor", "_assert", "sym_constrain", "item", "_local_scalar_dense", "cudnn", "_efficientzerotensor",
                                       /* thin names of kernels that other rows test */
                                       "aten.to.dtype_layout", "aten.to.device", "detach_", "view_as_complex", "view_as_real", "_int_mm",
                                       "_unsafe_index_put_", "avg_pool3d_backward", "_native_batch_norm_legit.default",
                                       "_low_memory_max_pool2d_with_offsets", "_grouped_mm", "_fft_c2c" };
  if (row->kind == FL_ATEN_RANDOM)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (row->name, names[i]) != NULL)
      return TRUE;
  return strstr (row->name, "uniform_") != NULL || strstr (row->name, "normal_") != NULL || strstr (row->name, "bernoulli_") != NULL
         || strstr (row->name, "exponential_") != NULL;
}

static void
test_reference_every_operator_has_a_case (void)
{
  for (guint op = 0; op < FL_N_ATEN_OPS; op++)
    {
      const FlAtenRow *row = fl_aten_get_row (op);
      if (fl_reference_find (op) == NULL || has_case[op] || is_exempt (row))
        continue;
      g_test_message ("%s has a reference and no case", row->name);
      g_test_fail ();
    }
}

/* (x + y) - x with |x| near 1e6: an ulp of the sum is 2^-4, so noise of one ulp moves the difference by up to about 0.1; x * y
 * moves by an ulp only. */
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
  g_autoptr (GPtrArray) noisy = fl_reference_run_noisy (graph, inputs, NULL, NULL, 1, NULL, &error);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/run/reference/agrees-with-pytorch/%s", families[i]);
      g_test_add_data_func (path, families[i], test_reference_agrees_with_pytorch);
    }
  g_test_add_func ("/core/run/reference/noise-shows-what-rounding-does", test_reference_noise_shows_what_rounding_does);
  g_test_add_func ("/core/run/reference-table/every-operator-has-a-case", test_reference_every_operator_has_a_case);
  return g_test_run ();
}
