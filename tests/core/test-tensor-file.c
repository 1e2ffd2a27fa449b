/* Files of tensors made by hand, byte by byte as the two formats' descriptions have them, sound
 * ones and broken ones. What NumPy and safetensors themselves write is read by
 * tests/tools/check-tensor-files.py. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-tensor-file.h"

/* Version 1.0; the header is padded to what `length` says, and `data` follows. */
static GByteArray *
make_npy (guint8 major, const char *dict, gconstpointer data, gsize n)
{
  GByteArray *out = g_byte_array_new ();
  guint32 length = strlen (dict);
  const guint8 lengths[4] = { length & 0xff, length >> 8, 0, 0 };

  g_byte_array_append (out, (const guint8 *) "\x93NUMPY", 6);
  g_byte_array_append (out, &major, 1);
  g_byte_array_append (out, (const guint8 *) "", 1);
  g_byte_array_append (out, lengths, major == 1 ? 2 : 4);
  g_byte_array_append (out, (const guint8 *) dict, length);
  g_byte_array_append (out, data, n);
  return out;
}

static GByteArray *
make_safetensors (const char *json, gconstpointer data, gsize n)
{
  GByteArray *out = g_byte_array_new ();
  guint64 length = GUINT64_TO_LE (strlen (json));

  g_byte_array_append (out, (const guint8 *) &length, 8);
  g_byte_array_append (out, (const guint8 *) json, strlen (json));
  g_byte_array_append (out, data, n);
  return out;
}

static FlTensorFile *
parse (const GByteArray *bytes, GError **error)
{
  return fl_tensor_file_parse ("x", g_memdup2 (bytes->data, bytes->len), bytes->len, error);
}

static void
test_npy_is_read (void)
{
  static const guint8 data[] = { 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0 };
  static const struct
  {
    guint8 major;
    const char *dict;
    FlDtype dtype;
    guint width, n_dims;
    gint64 sizes[3];
    gboolean is_fortran;
    guint8 second; /* the byte behind the first one of the first element, once it is little-endian */
  } cases[] = {
    { 1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n", FL_DTYPE_I16, 2, 2, { 2, 3 }, FALSE, 0 },
    { 2, "{\"shape\": (6,), \"descr\": \"<u2\", \"fortran_order\": True}", FL_DTYPE_U16, 2, 1, { 6 }, TRUE, 0 },
    { 3,
      "{'descr': '>i2', 'fortran_order': False, 'shape': (1, 6L, 1)}   \n",
      FL_DTYPE_I16,
      2,
      3,
      { 1, 6, 1 },
      FALSE,
      1 }, /* 01 00 becomes 00 01 */
    { 1, "{'descr': '<V2', 'fortran_order': False, 'shape': (6,)}", FL_DTYPE_NONE, 2, 1, { 6 }, FALSE, 0 },
    { 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (12,)}", FL_DTYPE_BOOL, 1, 1, { 12 }, FALSE, 0 },
    { 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", FL_DTYPE_F32, 4, 1, { 3 }, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = make_npy (cases[i].major, cases[i].dict, data, sizeof data);
      g_autoptr (FlTensorFile) file = parse (bytes, &error);
      const FlFileTensor *tensor;

      g_assert_no_error (error);
      g_assert_cmpint (file->tensors->len, ==, 1);
      tensor = &g_array_index (file->tensors, FlFileTensor, 0);
      g_assert_cmpint (tensor->dtype, ==, cases[i].dtype);
      g_assert_cmpint (tensor->width, ==, cases[i].width);
      g_assert_cmpint (tensor->n_dims, ==, cases[i].n_dims);
      g_assert_cmpint (tensor->is_fortran, ==, cases[i].is_fortran);
      g_assert_cmpint (tensor->numel * tensor->width, ==, sizeof data);
      for (guint d = 0; d < tensor->n_dims; d++)
        g_assert_cmpint (tensor->sizes[d], ==, cases[i].sizes[d]);
      g_assert_cmpint (tensor->bytes[1], ==, cases[i].second);
    }
}

static void
test_npy_is_refused (void)
{
  static const guint8 data[12] = { 0 };
  static const struct
  {
    const char *dict;
    FlErrorCode code;
    const char *says;
  } cases[] = {
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", FL_ERROR_SYNTAX, "needs 16 bytes, but 12" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", FL_ERROR_SYNTAX, "too many" },
    { "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", FL_ERROR_UNSUPPORTED, "never loaded" },
    { "{'descr': '<U3', 'fortran_order': False, 'shape': (1,)}", FL_ERROR_UNSUPPORTED, "type" },
    { "{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}", FL_ERROR_UNSUPPORTED, "type" },
    { "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", FL_ERROR_UNSUPPORTED, "structured" },
    { "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}", FL_ERROR_SYNTAX, "True or False" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,)}", FL_ERROR_SYNTAX, "whole numbers" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': [3]}", FL_ERROR_SYNTAX, "tuple" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'x': 1}", FL_ERROR_SYNTAX, "a key other" },
    { "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", FL_ERROR_SYNTAX, "twice" },
    { "{'descr': '<f4', 'fortran_order': False}", FL_ERROR_SYNTAX, "all be there" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} + __import__('os')", FL_ERROR_SYNTAX,
      "behind the dict" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", FL_ERROR_LIMIT, "counted" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", FL_ERROR_SYNTAX, "63 bits" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3)}", FL_ERROR_LIMIT,
      "16 dimensions" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (3,", FL_ERROR_SYNTAX, "whole numbers" },
    { "{'descr': '<f4", FL_ERROR_SYNTAX, "'descr' should be" },
    { "", FL_ERROR_SYNTAX, "dict" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = make_npy (1, cases[i].dict, data, sizeof data);

      g_assert_null (parse (bytes, &error));
      g_assert_error (error, FL_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_prefix (error->message, "x: "));
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

/* Every prefix of a sound file is refused, and none is read beyond its end. */
static void
test_prefixes_are_refused (void)
{
  static const guint8 data[12] = { 0 };
  g_autoptr (GByteArray) npy
      = make_npy (2, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", data, sizeof data);
  g_autoptr (GByteArray) named
      = make_safetensors ("{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}}", data, sizeof data);
  GByteArray *const files[] = { npy, named };

  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    for (guint n = 0; n < files[k]->len; n++)
      {
        g_autoptr (GError) error = NULL;

        g_assert_null (fl_tensor_file_parse ("x", g_memdup2 (files[k]->data, n), n, &error));
        g_assert_nonnull (error);
      }
}

static void
test_safetensors_is_read (void)
{
  static const guint8 data[] = { 0x80, 0x3f, 0, 0xc0, 7, 0, 0, 0, 0, 0, 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) bytes
      = make_safetensors ("{\"__metadata__\":{\"format\":\"pt\"},\"n\":{\"dtype\":\"I64\",\"shape\":[],\"data_"
                          "offsets\":[4,12]},"
                          "\"a.b\":{\"dtype\":\"BF16\",\"shape\":[1,2],\"data_offsets\":[0,4]},"
                          "\"none\":{\"dtype\":\"F8_E4M3\",\"shape\":[0,9],\"data_offsets\":[12,12]}}   ",
                          data, sizeof data);
  g_autoptr (FlTensorFile) file = parse (bytes, &error);
  const FlFileTensor *tensors;

  g_assert_no_error (error);
  g_assert_cmpint (file->tensors->len, ==, 3);
  tensors = (const FlFileTensor *) file->tensors->data; /* in the order of their bytes */
  g_assert_cmpstr (tensors[0].name, ==, "a.b");
  g_assert_cmpint (tensors[0].dtype, ==, FL_DTYPE_BF16);
  g_assert_cmpint (tensors[0].sizes[1], ==, 2);
  g_assert_cmpint (tensors[0].bytes[3], ==, 0xc0);
  g_assert_cmpstr (tensors[1].name, ==, "n");
  g_assert_cmpint (tensors[1].numel, ==, 1);
  g_assert_cmpint (tensors[1].bytes[0], ==, 7);
  g_assert_cmpint (tensors[2].dtype, ==, FL_DTYPE_F8E4M3);
  g_assert_cmpint (tensors[2].numel, ==, 0);
}

static void
test_safetensors_is_refused (void)
{
  static const guint8 data[12] = { 0 };
  static const struct
  {
    const char *json, *says;
  } cases[] = {
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,16]}}", "cut off" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,12]}}", "span" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", "belong to no tensor" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", "a gap" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},\"b\":{\"dtype\":\"F32\","
      "\"shape\":[2],\"data_offsets\":[4,12]}}",
      "overlaps" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[12,0]}}", "cut off" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[-3],\"data_offsets\":[0,12]}}", "whole numbers" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1.5],\"data_offsets\":[0,12]}}", "whole numbers" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[4503599627370496,4503599627370496],\"data_offsets\":[0,"
      "12]}}",
      "counted" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3],\"data_offsets\":[0,"
      "12]}}",
      "16 dimensions" },
    { "{\"a\":{\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,12]}}", "dtype" },
    { "{\"a\":{\"shape\":[3],\"data_offsets\":[0,12]}}", "no dtype" },
    { "{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,12]}}", "shape should" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[3]}}", "data_offsets should" },
    { "{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]},\"a\":{\"dtype\":\"F32\","
      "\"shape\":[3],\"data_offsets\":[0,12]}}",
      "twice" },
    { "{\"a\":7}", "an object" },
    { "{\"a\":", "JSON" },
    { "{} {}", "JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GByteArray) bytes = make_safetensors (cases[i].json, data, sizeof data);

      g_assert_null (parse (bytes, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

/* The header's length is a number of the attacker's. */
static void
test_lengths_are_checked (void)
{
  static const guint64 lengths[] = { 0, 1, 3, 1 << 20, G_MAXUINT32, G_MAXINT64, G_MAXUINT64, G_MAXUINT64 - 7 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (GError) error = NULL;
      guint8 *data = g_malloc0 (16);
      guint64 length = GUINT64_TO_LE (lengths[i]);

      memcpy (data, &length, 8);
      memcpy (data + 8, "{}", 2);
      g_assert_null (fl_tensor_file_parse ("x", data, 16, &error));
      g_assert_nonnull (error);
    }
}

/* Names of a file reach messages short, and without what a terminal obeys. */
static void
test_names_are_shown_inert (void)
{
  g_autoptr (GString) json = g_string_new ("{\"\\u001b]0;");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (json, 'a');
  g_string_append (json, "\":7}");
  {
    g_autoptr (GByteArray) bytes = make_safetensors (json->str, "", 0);

    g_assert_null (parse (bytes, &error));
  }
  g_assert_cmpint (strlen (error->message), <, 300);
  g_assert_null (strchr (error->message, '\033'));
}

static void
test_only_files_are_read (void)
{
  static const char *const paths[] = { "/dev/zero", "/", "/no/such/file.npy" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fl_tensor_file_read (paths[i], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_IO);
      g_assert_true (g_str_has_prefix (error->message, paths[i]));
    }
}

/* What is written is read again, and the header is the text that NumPy's description asks for, up
 * to a multiple of 64 bytes. */
static void
test_npy_is_written (void)
{
  static const guint16 data[] = { 0x3f80, 0xc000, 0x7f80, 1, 2, 3 };
  static const gint64 sizes[] = { 2, 3 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-npy-XXXXXX", &error),
                  *path = g_build_filename (folder, "a.npy", NULL), *text = NULL;
  gsize length;

  g_assert_true (fl_tensor_file_write_npy (path, FL_DTYPE_BF16, 2, sizes, data, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  g_assert_cmpint ((length - sizeof data) % 64, ==, 0);
  g_assert_cmpmem (text, 10, "\x93NUMPY\x01\x00\x76\x00", 10); /* 128 - 10 = 0x76 */
  g_assert_true (g_str_has_prefix (text + 10, "{'descr': '<V2', 'fortran_order': False, 'shape': (2, 3), }"));
  g_assert_cmpmem (text + length - sizeof data, sizeof data, data, sizeof data);
  {
    g_autoptr (FlTensorFile) file = fl_tensor_file_read (path, &error);

    g_assert_no_error (error);
    g_assert_cmpint (g_array_index (file->tensors, FlFileTensor, 0).width, ==, 2);
  }
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/tensor-file/npy", test_npy_is_read);
  g_test_add_func ("/formats/tensor-file/npy-refused", test_npy_is_refused);
  g_test_add_func ("/formats/tensor-file/prefixes", test_prefixes_are_refused);
  g_test_add_func ("/formats/tensor-file/safetensors", test_safetensors_is_read);
  g_test_add_func ("/formats/tensor-file/safetensors-refused", test_safetensors_is_refused);
  g_test_add_func ("/formats/tensor-file/lengths", test_lengths_are_checked);
  g_test_add_func ("/formats/tensor-file/names", test_names_are_shown_inert);
  g_test_add_func ("/formats/tensor-file/files-only", test_only_files_are_read);
  g_test_add_func ("/formats/tensor-file/written", test_npy_is_written);
  return g_test_run ();
}
