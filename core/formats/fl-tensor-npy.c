/* NumPy's .npy, versions 1 to 3: six bytes of magic, the version, the header's length, a Python
 * dict of three entries, the elements.
 *
 * In: bytes. Out: one tensor. The dict is read by a grammar of its own: strings, True, False,
 * tuples of whole numbers; nothing is evaluated. Big-endian elements are turned around in place. */
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-tensor-file.h"

#define MAGIC "\x93NUMPY"

enum
{
  MAGIC_BYTES = 6,
  MAX_HEADER_BYTES = 65535 + 12, /* of version 1; larger ones have structured types, which are refused anyway */
  ALIGNMENT = 64
};

typedef struct
{
  const char *at, *end;
  FlFileTensor *tensor;
  gboolean is_big;  /* the byte order is not this machine's */
  guint swap_bytes; /* a number; half an element of a complex one */
  guint seen;       /* bit by key */
  GError **error;
} Header;

typedef struct
{
  const char *name; /* without the byte order */
  FlDtype dtype;
  guint width;
} Row;

static const Row rows[] = {
  { "b1", FL_DTYPE_BOOL, 1 }, { "i1", FL_DTYPE_I8, 1 },     { "i2", FL_DTYPE_I16, 2 },  { "i4", FL_DTYPE_I32, 4 },
  { "i8", FL_DTYPE_I64, 8 },  { "u1", FL_DTYPE_U8, 1 },     { "u2", FL_DTYPE_U16, 2 },  { "u4", FL_DTYPE_U32, 4 },
  { "u8", FL_DTYPE_U64, 8 },  { "f2", FL_DTYPE_F16, 2 },    { "f4", FL_DTYPE_F32, 4 },  { "f8", FL_DTYPE_F64, 8 },
  { "c8", FL_DTYPE_C64, 8 },  { "c16", FL_DTYPE_C128, 16 }, { "V1", FL_DTYPE_NONE, 1 }, { "V2", FL_DTYPE_NONE, 2 },
};

gboolean
fl_tensor_npy_probe (const guint8 *data, gsize length)
{
  return length >= MAGIC_BYTES && memcmp (data, MAGIC, MAGIC_BYTES) == 0;
}

static gboolean
fail (Header *header, const char *what)
{
  g_set_error (header->error, FL_ERROR, FL_ERROR_SYNTAX, "damaged npy header: %s", what);
  return FALSE;
}

static void
skip_spaces (Header *header)
{
  while (header->at < header->end && (*header->at == ' ' || *header->at == '\n' || *header->at == '\t'))
    header->at++;
}

static gboolean
take (Header *header, char c)
{
  skip_spaces (header);
  if (header->at >= header->end || *header->at != c)
    return FALSE;
  header->at++;
  return TRUE;
}

static gboolean
take_word (Header *header, const char *word)
{
  gsize length = strlen (word);

  skip_spaces (header);
  if ((gsize) (header->end - header->at) < length || memcmp (header->at, word, length) != 0)
    return FALSE;
  header->at += length;
  return TRUE;
}

/* Without escapes: none of the keys and types has any. */
static gboolean
read_string (Header *header, char *out, gsize size)
{
  gsize n = 0;
  char quote;

  skip_spaces (header);
  if (header->at >= header->end || (*header->at != '\'' && *header->at != '"'))
    return FALSE;
  quote = *header->at++;
  while (header->at < header->end && *header->at != quote && n + 1 < size && g_ascii_isprint (*header->at)
         && *header->at != '\\')
    out[n++] = *header->at++;
  out[n] = '\0';
  return take (header, quote);
}

static gboolean
set_type (Header *header, const char *text)
{
  FlFileTensor *tensor = header->tensor;
  const char order = text[0];
  gboolean has_order = strchr ("<>|=", order) != NULL && order != '\0';

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (has_order && strcmp (rows[i].name, text + 1) == 0)
      {
        tensor->dtype = rows[i].dtype;
        tensor->width = rows[i].width;
        header->swap_bytes = rows[i].name[0] == 'c' ? rows[i].width / 2 : rows[i].name[0] == 'V' ? 1 : rows[i].width;
        header->is_big = order == '>' || (order == '=' && G_BYTE_ORDER == G_BIG_ENDIAN);
        return TRUE;
      }
  g_set_error (header->error, FL_ERROR, FL_ERROR_UNSUPPORTED, "elements of type \"%s\": %s", text,
               has_order && text[1] == 'O'
                   ? "Python objects are never loaded"
                   : "Fuseloom reads truth values, integers and floats up to 64 bits, complex64 "
                     "and complex128, and raw <V2 (bf16) and |V1 (8-bit floats)");
  return FALSE;
}

static gboolean
read_type (Header *header)
{
  char text[32];

  skip_spaces (header);
  if (header->at < header->end && *header->at == '[')
    {
      g_set_error (header->error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "a structured array: save each field as an array of its own");
      return FALSE;
    }
  if (!read_string (header, text, sizeof text))
    return fail (header, "'descr' should be a string as '<f4'");
  return set_type (header, text);
}

static gboolean
read_size (Header *header, gint64 *size)
{
  guint64 value = 0;
  guint n = 0;

  skip_spaces (header);
  for (; header->at < header->end && g_ascii_isdigit (*header->at); header->at++, n++)
    if (!g_uint64_checked_mul (&value, value, 10)
        || !g_uint64_checked_add (&value, value, (guint64) (*header->at - '0')) || value > G_MAXINT64)
      return fail (header, "a size does not fit 63 bits");
  if (n == 0)
    return fail (header, "'shape' should be a tuple of whole numbers");
  if (header->at < header->end && *header->at == 'L') /* Python 2 */
    header->at++;
  *size = (gint64) value;
  return TRUE;
}

static gboolean
read_shape (Header *header)
{
  FlFileTensor *tensor = header->tensor;

  if (!take (header, '('))
    return fail (header, "'shape' should be a tuple");
  while (!take (header, ')'))
    {
      if (tensor->n_dims == FL_TENSOR_FILE_MAX_DIMS)
        {
          g_set_error (header->error, FL_ERROR, FL_ERROR_LIMIT, "more than %d dimensions", FL_TENSOR_FILE_MAX_DIMS);
          return FALSE;
        }
      if (!read_size (header, &tensor->sizes[tensor->n_dims]))
        return FALSE;
      tensor->n_dims++;
      if (!take (header, ','))
        {
          if (!take (header, ')'))
            return fail (header, "a comma or ) should follow a size");
          return TRUE;
        }
    }
  return TRUE;
}

static gboolean
read_order (Header *header)
{
  if (take_word (header, "True"))
    header->tensor->is_fortran = TRUE;
  else if (!take_word (header, "False"))
    return fail (header, "'fortran_order' should be True or False");
  return TRUE;
}

static gboolean
read_entry (Header *header)
{
  static const struct
  {
    const char *key;
    gboolean (*read) (Header *header);
  } entries[] = { { "descr", read_type }, { "fortran_order", read_order }, { "shape", read_shape } };
  char key[32];

  if (!read_string (header, key, sizeof key) || !take (header, ':'))
    return fail (header, "a key should be a string with a colon behind it");
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (strcmp (entries[i].key, key) == 0)
      {
        if (header->seen & (1u << i))
          return fail (header, "a key stands there twice");
        header->seen |= 1u << i;
        return entries[i].read (header);
      }
  return fail (header, "a key other than 'descr', 'fortran_order' and 'shape'");
}

static gboolean
read_dict (Header *header)
{
  if (!take (header, '{'))
    return fail (header, "it should be a dict");
  while (!take (header, '}'))
    {
      if (!read_entry (header))
        return FALSE;
      if (!take (header, ','))
        {
          if (!take (header, '}'))
            return fail (header, "a comma or } should follow an entry");
          break;
        }
    }
  skip_spaces (header);
  if (header->at != header->end)
    return fail (header, "something stands behind the dict");
  return header->seen == 7 || fail (header, "'descr', 'fortran_order' and 'shape' should all be there");
}

static void
turn_around (guint8 *bytes, gsize n_bytes, guint width)
{
  for (gsize at = 0; at + width <= n_bytes; at += width)
    for (guint i = 0; i < width / 2; i++)
      {
        guint8 other = bytes[at + i];

        bytes[at + i] = bytes[at + width - 1 - i];
        bytes[at + width - 1 - i] = other;
      }
}

/* Where the dict begins and ends. */
static gboolean
find_header (const FlTensorFile *file, gsize *begin, gsize *end, GError **error)
{
  const guint8 *data = file->data;
  gsize fixed = MAGIC_BYTES + 2 + (file->length > MAGIC_BYTES && data[MAGIC_BYTES] == 1 ? 2 : 4), length;

  if (file->length < fixed)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "the file ends inside the npy header");
      return FALSE;
    }
  if (data[MAGIC_BYTES] < 1 || data[MAGIC_BYTES] > 3)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "npy version %u: there are 1, 2 and 3", data[MAGIC_BYTES]);
      return FALSE;
    }
  length = data[8] | (gsize) data[9] << 8;
  if (fixed == 12)
    length |= (gsize) data[10] << 16 | (gsize) data[11] << 24;
  if (length > MAX_HEADER_BYTES || length > file->length - fixed)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "an npy header of %" G_GSIZE_FORMAT " bytes: %s", length,
                   length > MAX_HEADER_BYTES ? "more than the limit of 64 KiB" : "the file ends inside of it");
      return FALSE;
    }
  *begin = fixed;
  *end = fixed + length;
  return TRUE;
}

gboolean
fl_tensor_npy_parse (FlTensorFile *file, GError **error)
{
  FlFileTensor tensor = { 0 };
  gsize begin, end;
  guint64 n_bytes;
  Header header;

  if (!find_header (file, &begin, &end, error))
    return FALSE;
  header = (Header) {
    .at = (const char *) file->data + begin, .end = (const char *) file->data + end, .tensor = &tensor, .error = error
  };
  if (!read_dict (&header))
    return FALSE;
  if (!fl_file_tensor_count (&tensor, &n_bytes))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "the shape has more elements than can be counted");
      return FALSE;
    }
  if (n_bytes != file->length - end)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX,
                   "the shape needs %" G_GUINT64_FORMAT " bytes, but %" G_GSIZE_FORMAT " follow the header: %s",
                   n_bytes, file->length - end, n_bytes > file->length - end ? "the file was cut off" : "too many");
      return FALSE;
    }
  if (header.is_big && header.swap_bytes > 1)
    turn_around (file->data + end, (gsize) n_bytes, header.swap_bytes);
  tensor.bytes = file->data + end;
  g_array_append_val (file->tensors, tensor);
  return TRUE;
}

/* --- writing ----------------------------------------------------------------------------------- */

static const char *
describe_type (FlDtype dtype, char *out, gsize size)
{
  const guint width = fl_dtype_get_size_bytes (dtype);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].dtype == dtype
        || (rows[i].name[0] == 'V' && rows[i].width == width && dtype != FL_DTYPE_C32 && fl_dtype_is_float (dtype)))
      {
        g_snprintf (out, size, "%c%s", width == 1 ? '|' : '<', rows[i].name);
        return out;
      }
  return NULL;
}

gboolean
fl_tensor_file_write_npy (const char *path, FlDtype dtype, guint n_dims, const gint64 *sizes, gconstpointer bytes,
                          GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gsize n_bytes = fl_dtype_get_size_bytes (dtype), header;
  char type[16];

  if (describe_type (dtype, type, sizeof type) == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s: npy has no elements of type %s", path,
                   fl_dtype_get_short_name (dtype));
      return FALSE;
    }
  g_string_append_len (out, MAGIC "\x01\x00\x00\x00", MAGIC_BYTES + 4);
  g_string_append_printf (out, "{'descr': '%s', 'fortran_order': False, 'shape': (", type);
  for (guint d = 0; d < n_dims; d++)
    {
      g_string_append_printf (out, "%s%" G_GINT64_FORMAT "%s", d == 0 ? "" : ", ", sizes[d], n_dims == 1 ? "," : "");
      n_bytes *= (gsize) sizes[d];
    }
  g_string_append (out, "), }");
  while ((out->len + 1) % ALIGNMENT != 0)
    g_string_append_c (out, ' ');
  g_string_append_c (out, '\n');
  header = out->len - MAGIC_BYTES - 4;
  out->str[8] = (char) (header & 0xff);
  out->str[9] = (char) (header >> 8);
  g_string_append_len (out, bytes, (gssize) n_bytes);
  return fl_file_write (path, out->str, (gssize) out->len, error);
}
