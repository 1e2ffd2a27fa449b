/* The .safetensors format: eight bytes of length, a JSON object "name": { dtype, shape,
 * data_offsets }, the elements one after the other without gaps.
 *
 * In: bytes. Out: the tensors, in the order of their bytes. As Hugging Face's own reader, it
 * refuses gaps and overlaps. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-quote.h"
#include "fl-tensor-file.h"

enum
{
  LENGTH_BYTES = 8,
  MAX_HEADER_BYTES = 16 << 20
};

static const struct
{
  const char *name;
  FlDtype dtype;
} types[] = {
  { "BOOL", FL_DTYPE_BOOL },
  { "U8", FL_DTYPE_U8 },
  { "I8", FL_DTYPE_I8 },
  { "U16", FL_DTYPE_U16 },
  { "I16", FL_DTYPE_I16 },
  { "U32", FL_DTYPE_U32 },
  { "I32", FL_DTYPE_I32 },
  { "U64", FL_DTYPE_U64 },
  { "I64", FL_DTYPE_I64 },
  { "F16", FL_DTYPE_F16 },
  { "BF16", FL_DTYPE_BF16 },
  { "F32", FL_DTYPE_F32 },
  { "F64", FL_DTYPE_F64 },
  { "C64", FL_DTYPE_C64 },
  { "F8_E4M3", FL_DTYPE_F8E4M3 },
  { "F8_E5M2", FL_DTYPE_F8E5M2 },
  { "F8_E8M0", FL_DTYPE_F8E8M0 },
  { "F8_E4M3FNUZ", FL_DTYPE_F8E4M3Z },
  { "F8_E5M2FNUZ", FL_DTYPE_F8E5M2Z },
};

static gboolean
fail (GError **error, FlErrorCode code, const char *name, const char *what)
{
  g_autofree char *shown = fl_quote_dup_shown (name);

  g_set_error (error, FL_ERROR, code, "tensor \"%s\": %s", shown, what);
  return FALSE;
}

/* A whole number that a double holds exactly. */
static gboolean
read_whole (const cJSON *item, gint64 *value)
{
  if (!cJSON_IsNumber (item) || !(item->valuedouble >= 0 && item->valuedouble <= 0x1p53)
      || item->valuedouble != (double) (gint64) item->valuedouble)
    return FALSE;
  *value = (gint64) item->valuedouble;
  return TRUE;
}

static gboolean
read_type (const cJSON *item, FlFileTensor *tensor, GError **error)
{
  const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (item, "dtype"));

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].name, text) == 0)
      {
        tensor->dtype = types[i].dtype;
        tensor->width = fl_dtype_get_size_bytes (types[i].dtype);
        return TRUE;
      }
  return fail (error, FL_ERROR_UNSUPPORTED, tensor->name,
               text == NULL ? "it has no dtype" : "its dtype is not one that Fuseloom knows");
}

static gboolean
read_shape (const cJSON *item, FlFileTensor *tensor, guint64 *n_bytes, GError **error)
{
  const cJSON *shape = cJSON_GetObjectItemCaseSensitive (item, "shape"), *size;

  if (!cJSON_IsArray (shape))
    return fail (error, FL_ERROR_SYNTAX, tensor->name, "its shape should be a list");
  cJSON_ArrayForEach (size, shape)
    {
      if (tensor->n_dims == FL_TENSOR_FILE_MAX_DIMS)
        return fail (error, FL_ERROR_LIMIT, tensor->name, "more than 16 dimensions");
      if (!read_whole (size, &tensor->sizes[tensor->n_dims++]))
        return fail (error, FL_ERROR_SYNTAX, tensor->name, "its sizes should be whole numbers from 0 on");
    }
  return fl_file_tensor_count (tensor, n_bytes)
         || fail (error, FL_ERROR_LIMIT, tensor->name, "more elements than can be counted");
}

static gboolean
read_tensor (FlTensorFile *file, const cJSON *item, const guint8 *data, gsize length, GError **error)
{
  FlFileTensor tensor = { .name = item->string };
  const cJSON *offsets = cJSON_GetObjectItemCaseSensitive (item, "data_offsets");
  gint64 begin, end;
  guint64 n_bytes;

  if (!cJSON_IsObject (item))
    return fail (error, FL_ERROR_SYNTAX, tensor.name, "it should be an object");
  if (!read_type (item, &tensor, error) || !read_shape (item, &tensor, &n_bytes, error))
    return FALSE;
  if (!cJSON_IsArray (offsets) || cJSON_GetArraySize (offsets) != 2
      || !read_whole (cJSON_GetArrayItem (offsets, 0), &begin) || !read_whole (cJSON_GetArrayItem (offsets, 1), &end))
    return fail (error, FL_ERROR_SYNTAX, tensor.name, "its data_offsets should be two whole numbers");
  if (end < begin || (guint64) end > length)
    return fail (error, FL_ERROR_SYNTAX, tensor.name, "its data_offsets lie outside of the file: it was cut off");
  if ((guint64) (end - begin) != n_bytes)
    return fail (error, FL_ERROR_SYNTAX, tensor.name, "its data_offsets do not span what its dtype and shape need");
  tensor.bytes = data + begin;
  tensor.name = g_strdup (tensor.name);
  g_ptr_array_add (file->names, (gpointer) tensor.name);
  g_array_append_val (file->tensors, tensor);
  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const FlFileTensor *one = a, *other = b;
  const guint8 *end = one->bytes + one->numel * one->width, *other_end = other->bytes + other->numel * other->width;

  if (one->bytes != other->bytes)
    return one->bytes < other->bytes ? -1 : 1;
  return end < other_end ? -1 : end > other_end;
}

/* One after the other, up to the end of the file. */
static gboolean
check_places (const FlTensorFile *file, const guint8 *data, gsize length, GError **error)
{
  const guint8 *at = data;

  g_array_sort (file->tensors, compare_places);
  for (guint i = 0; i < file->tensors->len; i++)
    {
      const FlFileTensor *tensor = &g_array_index (file->tensors, FlFileTensor, i);

      if (tensor->bytes != at)
        return fail (error, FL_ERROR_SYNTAX, tensor->name,
                     tensor->bytes < at ? "it overlaps another one" : "a gap lies before it");
      at += tensor->numel * tensor->width;
    }
  if (at == data + length)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "%" G_GSIZE_FORMAT " bytes at the end belong to no tensor",
               (gsize) (data + length - at));
  return FALSE;
}

static gboolean
read_tensors (FlTensorFile *file, const cJSON *root, const guint8 *data, gsize length, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const cJSON *item;

  cJSON_ArrayForEach (item, root)
    {
      if (strcmp (item->string, "__metadata__") == 0)
        continue;
      if (!g_hash_table_add (seen, item->string))
        return fail (error, FL_ERROR_SYNTAX, item->string, "it stands there twice");
      if (!read_tensor (file, item, data, length, error))
        return FALSE;
    }
  return check_places (file, data, length, error);
}

gboolean
fl_tensor_safetensors_parse (FlTensorFile *file, GError **error)
{
  const guint8 *data = file->data;
  guint64 length = 0;
  const char *end = NULL, *text;
  cJSON *root = NULL;
  gboolean ok = FALSE;

  for (guint i = 0; i < LENGTH_BYTES && file->length >= LENGTH_BYTES; i++)
    length |= (guint64) data[i] << (8 * i);
  if (file->length < LENGTH_BYTES + 2 || data[LENGTH_BYTES] != '{')
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "neither a .npy nor a .safetensors file");
      return FALSE;
    }
  if (length > MAX_HEADER_BYTES || length > file->length - LENGTH_BYTES)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "a header of %" G_GUINT64_FORMAT " bytes: %s", length,
                   length > MAX_HEADER_BYTES ? "more than the limit of 16 MiB" : "the file ends inside of it");
      return FALSE;
    }
  text = (const char *) data + LENGTH_BYTES;
  if (g_utf8_validate_len (text, length, NULL))
    root = cJSON_ParseWithLengthOpts (text, length, &end, FALSE);
  while (root != NULL && end < text + length && g_ascii_isspace (*end))
    end++;
  if (!cJSON_IsObject (root) || end != text + length)
    g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "its header is not one JSON object");
  else
    ok = read_tensors (file, root, data + LENGTH_BYTES + length, file->length - LENGTH_BYTES - length, error);
  cJSON_Delete (root);
  return ok;
}
