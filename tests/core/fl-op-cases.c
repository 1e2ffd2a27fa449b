/* Reading tests/data/ops. */
#include "fl-op-cases.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

const char *const op_case_families[]
    = { "pointwise", "reduction",  "view",     "index",    "create", "extern", "composite",
        "random",    "collective", "mutation", "symbolic", "other",  NULL };

static char *
read_compressed (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) packed = G_INPUT_STREAM (g_file_read (file, NULL, NULL));
  if (packed == NULL)
    return NULL;
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (packed, converter);
  g_autoptr (GOutputStream) text = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_output_stream_splice (text, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (text, "", 1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (text, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (text));
}

cJSON *
op_cases_read (const char *family)
{
  g_autofree char *file = g_strconcat (family, ".json.gz", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "data", "ops", file, NULL);
  g_autofree char *text = read_compressed (path);
  cJSON *cases = text == NULL ? NULL : cJSON_Parse (text);
  g_assert_true (text == NULL || cases != NULL);
  return cases;
}

double
op_case_read_number (const cJSON *item)
{
  if (cJSON_IsString (item))
    return g_ascii_strtod (item->valuestring, NULL);
  return cJSON_IsBool (item) ? cJSON_IsTrue (item) : item->valuedouble;
}

gint64
op_case_read_integer (const cJSON *item)
{
  return cJSON_IsString (item) ? g_ascii_strtoll (item->valuestring, NULL, 10) : (gint64) op_case_read_number (item);
}

static guint
read_sizes (const cJSON *list, gint64 *sizes)
{
  guint n = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    {
      g_assert_cmpuint (n, <, FL_MAX_DIMS);
      sizes[n++] = item->valuedouble;
    }
  return n;
}

static void
make_contiguous_strides (const gint64 *sizes, guint n_dims, gint64 *strides)
{
  gint64 step = 1;
  for (guint d = n_dims; d-- > 0; step *= MAX (sizes[d], 1))
    strides[d] = step;
}

gint64
op_case_read_strides (const cJSON *tensor, gint64 *strides)
{
  gint64 sizes[FL_MAX_DIMS];
  guint n_dims = read_sizes (cJSON_GetObjectItem (tensor, "shape"), sizes);
  const cJSON *given = cJSON_GetObjectItem (tensor, "stride"), *offset = cJSON_GetObjectItem (tensor, "offset");
  if (given != NULL)
    read_sizes (given, strides);
  else
    make_contiguous_strides (sizes, n_dims, strides);
  return offset == NULL ? 0 : offset->valuedouble;
}

gboolean
op_case_is_tensor (const cJSON *result)
{
  return cJSON_GetObjectItem (result, "shape") != NULL;
}

gboolean
op_case_has_values (const cJSON *tensor)
{
  return cJSON_GetObjectItem (tensor, "hex") != NULL;
}

FlArray *
op_case_read_array (const cJSON *tensor)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS];
  guint n_dims = read_sizes (cJSON_GetObjectItem (tensor, "shape"), sizes);
  FlDtype dtype = fl_dtype_find (cJSON_GetStringValue (cJSON_GetObjectItem (tensor, "dtype")), -1);
  const char *hex = cJSON_GetStringValue (cJSON_GetObjectItem (tensor, "hex"));
  g_assert_cmpint (dtype, !=, FL_DTYPE_NONE);
  if (hex == NULL)
    return fl_array_new (dtype, n_dims, sizes);
  gsize n_bytes = strlen (hex) / 2;
  g_assert_cmpint (n_bytes, ==, fl_sizes_product (sizes, n_dims) * fl_dtype_get_size_bytes (dtype));
  g_autofree guint8 *bytes = g_malloc (n_bytes + 16);
  for (gsize i = 0; i < n_bytes; i++)
    bytes[i] = g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]);
  make_contiguous_strides (sizes, n_dims, strides);
  return fl_array_load (dtype, n_dims, sizes, strides, 0, bytes);
}

/* A tensor with the strides of the case, in a storage just large enough. */
static FlView *
read_tensor (const cJSON *object)
{
  g_autoptr (FlArray) array = op_case_read_array (object);
  gint64 strides[FL_MAX_DIMS], offset = op_case_read_strides (object, strides), length = offset + 1;
  for (guint d = 0; d < array->n_dims; d++)
    length += MAX (array->sizes[d] - 1, 0) * strides[d];
  FlView *whole = fl_view_new_array (fl_array_new (array->dtype, 1, &length));
  FlView *view = fl_view_new (whole, array->n_dims, array->sizes, strides, offset);
  fl_view_unref (whole);
  fl_view_write (view, array);
  return view;
}

static FlDatum
read_list (const cJSON *array)
{
  FlDatum list = { .kind = FL_DATUM_LIST, .items = g_new0 (FlDatum, cJSON_GetArraySize (array) + 1) };
  const cJSON *member;
  cJSON_ArrayForEach (member, array)
    list.items[list.n_items++] = op_case_read_datum (member);
  return list;
}

FlDatum
op_case_read_datum (const cJSON *item)
{
  const cJSON *member;
  if (cJSON_IsBool (item))
    return fl_datum_bool (cJSON_IsTrue (item));
  if (cJSON_IsNumber (item))
    return fl_datum_int (item->valuedouble);
  if (cJSON_IsString (item))
    return (FlDatum) { .kind = FL_DATUM_STRING, .text = item->valuestring };
  if (cJSON_IsArray (item))
    return read_list (item);
  if ((member = cJSON_GetObjectItem (item, "tensor")) != NULL)
    return fl_datum_view (read_tensor (member));
  if ((member = cJSON_GetObjectItem (item, "float")) != NULL)
    return fl_datum_float (op_case_read_number (member));
  if ((member = cJSON_GetObjectItem (item, "int")) != NULL)
    return fl_datum_int (op_case_read_integer (member));
  if ((member = cJSON_GetObjectItem (item, "dtype")) != NULL)
    return (FlDatum) { .kind = FL_DATUM_DTYPE, .dtype = fl_dtype_find (member->valuestring, -1) };
  return (FlDatum) { 0 };
}

/* --- comparing --------------------------------------------------------------------------------- */

static double
get_tolerance (FlDtype dtype)
{
  return dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_C128 ? 1e-12
         : dtype == FL_DTYPE_BF16                        ? 1e-2
         : dtype == FL_DTYPE_F16                         ? 2e-3
                                                         : 1e-5;
}

static char *
compare_integers (const FlArray *expected, const FlArray *got)
{
  for (gint64 i = 0; i < got->numel; i++)
    if (expected->integers[i] != got->integers[i])
      return g_strdup_printf ("[%d] is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, (int) i, got->integers[i],
                              expected->integers[i]);
  return NULL;
}

/* Within the precision of the dtype, of the element or of a sixteenth of the largest: sums of what
 * cancels are no better. */
static char *
compare_numbers (const FlArray *expected, const FlArray *got)
{
  double tolerance = get_tolerance (got->dtype), scale = 0;
  gint64 n = fl_dtype_is_complex (got->dtype) ? 2 * got->numel : got->numel;
  for (gint64 i = 0; i < n; i++)
    if (isfinite (expected->numbers[i]))
      scale = MAX (scale, fabs (expected->numbers[i]));
  for (gint64 i = 0; i < n; i++)
    {
      double e = expected->numbers[i], g = got->numbers[i];
      if (isnan (e)   ? !isnan (g)
          : isinf (e) ? e != g
                      : !(fabs (e - g) <= tolerance * MAX (fabs (e), scale / 16) + 1e-45))
        return g_strdup_printf ("[%d] is %.9g, expected %.9g", (int) i, g, e);
    }
  return NULL;
}

char *
op_case_compare (const cJSON *tensor, const FlArray *got)
{
  g_autoptr (FlArray) expected = op_case_read_array (tensor);
  if (expected->dtype != got->dtype)
    return g_strdup_printf ("dtype %s, expected %s", fl_dtype_get_short_name (got->dtype),
                            fl_dtype_get_short_name (expected->dtype));
  if (expected->n_dims != got->n_dims || memcmp (expected->sizes, got->sizes, got->n_dims * sizeof (gint64)) != 0)
    return g_strdup ("another shape");
  if (!op_case_has_values (tensor))
    return NULL;
  return expected->numbers == NULL ? compare_integers (expected, got) : compare_numbers (expected, got);
}

char *
op_cases_read_text (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "data", "ops", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

GHashTable *
op_cases_read_lacking (void)
{
  g_autofree char *text = op_cases_read_text ("lacking.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GHashTable *lacking = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '#' && lines[i][0] != '\0')
      g_hash_table_insert (lacking, g_strndup (lines[i], strcspn (lines[i], " ")), g_new0 (gint, 1));
  return lacking;
}
