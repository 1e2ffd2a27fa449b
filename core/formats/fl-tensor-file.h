/* Files of tensors: NumPy's .npy (one) and .safetensors (many, by name). Hostile input: every
 * length is checked before it is used, and nothing in a file is executed (Python objects are
 * refused). */
#pragma once

#include "fl-dtype.h"

G_BEGIN_DECLS

enum
{
  FL_TENSOR_FILE_MAX_DIMS = 16
};

#define FL_TENSOR_FILE_MAX_BYTES ((guint64) 8 << 30)

/* A dense tensor in the file's memory, little-endian. */
typedef struct
{
  const char *name;    /* safetensors; NULL: npy has none */
  FlDtype dtype;       /* NONE: only the width of an element is known, as NumPy has bf16 and 8-bit floats
                          ("<V2", "|V1") */
  guint width;         /* bytes an element */
  gboolean is_fortran; /* the first dimension is the dense one */
  guint n_dims;
  gint64 sizes[FL_TENSOR_FILE_MAX_DIMS];
  gint64 numel;
  const guint8 *bytes; /* numel * width; not aligned */
} FlFileTensor;

typedef struct
{
  char *path;
  guint8 *data;
  gsize length;
  GArray *tensors; /* FlFileTensor */
  GPtrArray *names;
} FlTensorFile;

/* Does the name end in .npy or .safetensors? */
gboolean fl_tensor_file_has_suffix (const char *path);
/* Errors name the file: FL_ERROR_IO, SYNTAX, LIMIT (more than 8 GiB, or 16 dimensions), UNSUPPORTED
 * (an element type). */
FlTensorFile *fl_tensor_file_read (const char *path, GError **error);
/* Parses bytes in memory as fl_tensor_file_read does a file's. The bytes are taken: they are freed
 * (g_free) even when they are refused. path: for messages. */
FlTensorFile *fl_tensor_file_parse (const char *path, guint8 *data, gsize length, GError **error);
void fl_tensor_file_free (FlTensorFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlTensorFile, fl_tensor_file_free)

/* Dense row-major elements of that dtype, little-endian, as version 1.0 of .npy. bf16 is "<V2" and
 * 8-bit floats "|V1", as PyTorch's and JAX's users write them; NumPy reads them as raw bytes. */
gboolean fl_tensor_file_write_npy (const char *path, FlDtype dtype, guint n_dims, const gint64 *sizes,
                                   gconstpointer bytes, GError **error);

/* fl-tensor-npy.c, fl-tensor-safetensors.c: the tensors of file->data into file->tensors. */
gboolean fl_tensor_npy_probe (const guint8 *data, gsize length);
gboolean fl_tensor_npy_parse (FlTensorFile *file, GError **error);
gboolean fl_tensor_safetensors_parse (FlTensorFile *file, GError **error);
/* Sets numel; FALSE: sizes are negative or their product times width does not fit. */
gboolean fl_file_tensor_count (FlFileTensor *tensor, guint64 *n_bytes);

G_END_DECLS
