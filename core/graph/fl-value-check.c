/* Tensors that cannot be: negative sizes, more bytes than 64 bits count. */
#include "fl-args-check.h"

enum
{
  MAX_DIMS = 64
};

static gboolean
is_negative (const FlSym *sym)
{
  gint64 value;

  return sym != NULL && fl_sym_is_int (sym, &value) && value < 0;
}

static gboolean
is_overflow (const FlSym *sym)
{
  return sym != NULL && fl_sym_is_overflow (sym);
}

/* Bytes from the first element to the last one: known sizes alone, others count as one. FALSE when
 * they pass 62 bits. */
static gboolean
fits_memory (const FlTensor *tensor)
{
  const gint64 most = G_GINT64_CONSTANT (1) << 62;
  gint64 numel = MAX (fl_dtype_get_size_bytes (tensor->dtype), 1), reach = numel, size, stride, step;
  const gint64 unit = numel;

  if (tensor->offset != NULL && fl_sym_is_int (tensor->offset, &size)
      && (__builtin_mul_overflow (size, unit, &size) || __builtin_add_overflow (reach, size, &reach)))
    return FALSE;
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      if (!fl_sym_is_int (tensor->sizes[i], &size))
        continue;
      size = MAX (size, 1); /* strides count an empty dimension as one */
      if (__builtin_mul_overflow (numel, size, &numel))
        return FALSE;
      if (tensor->strides != NULL && fl_sym_is_int (tensor->strides[i], &stride)
          && (__builtin_mul_overflow (size - 1, stride, &step) || __builtin_mul_overflow (step, unit, &step)
              || __builtin_add_overflow (reach, step, &reach)))
        return FALSE;
    }
  return numel <= most && reach <= most;
}

static gboolean
check_tensor (const FlGraph *graph, const FlNode *node, const FlTensor *tensor, GError **error)
{
  g_autoptr (GString) text = NULL;
  const char *what = NULL;

  if (tensor->n_dims > MAX_DIMS)
    {
      fl_args_set_error (graph, node, error, "a tensor with %u dimensions; at most %d are handled", tensor->n_dims,
                         MAX_DIMS);
      return FALSE;
    }
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      if (is_overflow (tensor->sizes[i]) || (tensor->strides != NULL && is_overflow (tensor->strides[i])))
        what = "a size or stride that does not fit 64 bits";
      else if (is_negative (tensor->sizes[i]))
        what = "a negative size";
      else if (tensor->strides != NULL && is_negative (tensor->strides[i]))
        what = "a negative stride";
    }
  if (is_overflow (tensor->offset) || is_negative (tensor->offset))
    what = "an offset that is negative or does not fit 64 bits";
  if (what == NULL && !fits_memory (tensor))
    what = "more bytes than 2**62";
  if (what == NULL)
    return TRUE;
  text = g_string_new (NULL);
  fl_tensor_append (text, tensor, TRUE, FALSE);
  fl_args_set_error (graph, node, error, "yields %s, a tensor with %s", text->str, what);
  return FALSE;
}

gboolean
fl_value_check (const FlGraph *graph, const FlNode *node, const FlValue *value, GError **error)
{
  if (value->kind == FL_VALUE_TENSOR)
    return check_tensor (graph, node, &value->tensor, error);
  if (value->sym != NULL && fl_sym_is_overflow (value->sym))
    {
      fl_args_set_error (graph, node, error, "yields an integer that does not fit 64 bits");
      return FALSE;
    }
  for (guint i = 0; i < value->n_items; i++)
    if (!fl_value_check (graph, node, &value->items[i], error))
      return FALSE;
  return TRUE;
}
