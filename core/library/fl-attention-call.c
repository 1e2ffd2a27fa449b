/* Attention: which calls are taken, and rows of their operands. */
#include <math.h>
#include <string.h>

#include "fl-attention.h"
#include "fl-half-copies.h"

/* --- arguments -------------------------------------------------------------------------------- */

gboolean
fl_attention_is_float (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_half_is (dtype);
}

/* Finds an argument by its place in the operator's signature. NULL: it was not given. */
static const FlWorkArg *
find_arg (const FlLibraryStep *step, const char *name, const char *other)
{
  guint n;
  const FlAtenParam *parameters = fl_aten_get_params (step->row, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (parameters[i].name, name) == 0 || g_strcmp0 (parameters[i].name, other) == 0)
      return fl_library_find_arg (step, i, parameters[i].name);
  return NULL;
}

gboolean
fl_attention_read_view (const FlLibraryStep *step, const char *name, const char *other, FlWorkView *view)
{
  const FlWorkArg *arg = find_arg (step, name, other);
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR || arg->view.n_dims != 4
      || !fl_attention_is_float (arg->view.dtype))
    return FALSE;
  *view = arg->view;
  return TRUE;
}

/* Reads the mask or bias; a dimension that is repeated gets a stride of 0. */
static gboolean
read_bias (FlAttention *self, const FlLibraryStep *step)
{
  const FlWorkArg *arg = find_arg (step, "attn_mask", "attn_bias");
  const gint64 sizes[4] = { self->q.sizes[0], self->q.sizes[1], self->rows, self->columns };
  if (arg == NULL || arg->value.kind != FL_DATUM_TENSOR)
    return TRUE;
  const FlWorkView *from = &arg->view;
  if (from->n_dims > 4 || !(fl_attention_is_float (from->dtype) || from->dtype == FL_DTYPE_BOOL))
    return FALSE;
  self->bias = (FlWorkView) {
    .bytes = from->bytes, .tensor = from->tensor, .dtype = from->dtype, .n_dims = 4, .offset = from->offset
  };
  for (guint d = 4 - from->n_dims; d < 4; d++)
    {
      const guint own = d - (4 - from->n_dims);
      if (from->sizes[own] != 1 && from->sizes[own] != sizes[d])
        return FALSE;
      self->bias.strides[d] = from->sizes[own] == 1 ? 0 : from->strides[own];
    }
  return TRUE;
}

gboolean
fl_attention_read (FlAttention *self, const FlLibraryStep *step)
{
  const FlWorkArg *dropout = find_arg (step, "dropout_p", NULL), *scale = find_arg (step, "scale", NULL),
                  *causal = find_arg (step, "is_causal", NULL);
  const FlWorkView *q = &self->q, *k = &self->k, *v = &self->v;
  if ((dropout != NULL && dropout->value.kind != FL_DATUM_NONE && dropout->value.number != 0)
      || !fl_attention_read_view (step, "query", NULL, &self->q)
      || !fl_attention_read_view (step, "key", NULL, &self->k)
      || !fl_attention_read_view (step, "value", NULL, &self->v))
    return FALSE;
  self->rows = q->sizes[2];
  self->depth = q->sizes[3];
  self->columns = k->sizes[2];
  self->value_depth = v->sizes[3];
  self->block = MIN (FL_ATTENTION_ROWS, self->rows);
  self->is_causal = causal != NULL && causal->value.kind == FL_DATUM_BOOL && causal->value.integer != 0;
  const gboolean has_scale
      = scale != NULL && (scale->value.kind == FL_DATUM_FLOAT || scale->value.kind == FL_DATUM_INT);
  self->scale = has_scale ? scale->value.number : 1 / sqrt ((double) self->depth);
  return fl_sizes_product (q->sizes, 4) > 0 && fl_sizes_product (k->sizes, 4) > 0 && fl_sizes_product (v->sizes, 4) > 0
         && k->sizes[3] == self->depth && v->sizes[2] == self->columns && k->sizes[0] == q->sizes[0]
         && v->sizes[0] == q->sizes[0] && v->sizes[1] == k->sizes[1] && q->sizes[1] % k->sizes[1] == 0
         && read_bias (self, step);
}

/* --- rows ------------------------------------------------------------------------------------- */

gint64
fl_attention_count_columns (const FlAttention *self, gint64 row)
{
  return self->is_causal ? MIN (self->columns, row + 1) : self->columns;
}

gint64
fl_attention_get_place (const FlWorkView *view, gint64 batch, gint64 head, gint64 row)
{
  return view->offset + batch * view->strides[0] + head * view->strides[1] + row * view->strides[2];
}

static void
widen (const FlWorkView *view, gint64 place, gint64 step, gint64 n, float *to)
{
  const float *from = (const float *) view->bytes + place;
  if (view->dtype != FL_DTYPE_F32)
    fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, to, n);
  else if (step == 1)
    memcpy (to, from, n * sizeof (float));
  else
    for (gint64 i = 0; i < n; i++)
      to[i] = from[i * step];
}

void
fl_attention_read_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n, float *to)
{
  for (gint64 r = 0; r < n; r++, to += view->sizes[3])
    widen (view, fl_attention_get_place (view, batch, head, begin + r), view->strides[3], view->sizes[3], to);
}

void
fl_attention_write_rows (const FlWorkView *view, gint64 batch, gint64 head, gint64 begin, gint64 n, const float *from)
{
  const gint64 length = view->sizes[3], step = view->strides[3];
  for (gint64 r = 0; r < n && view->bytes != NULL; r++, from += length)
    {
      const gint64 place = fl_attention_get_place (view, batch, head, begin + r);
      float *to = (float *) view->bytes + place;
      if (view->dtype != FL_DTYPE_F32)
        fl_half_round_row (view->dtype, from, (guint16 *) view->bytes + place, step, length);
      else if (step == 1)
        memcpy (to, from, length * sizeof (float));
      else
        for (gint64 i = 0; i < length; i++)
          to[i * step] = from[i];
    }
}

const float *
fl_attention_read_bias (const FlAttention *self, gint64 batch, gint64 head, gint64 row, gint64 begin, gint64 n,
                        float *scratch)
{
  const FlWorkView *bias = &self->bias;
  const gint64 step = bias->strides[3], place = fl_attention_get_place (bias, batch, head, row) + begin * step;
  if (bias->bytes == NULL)
    return NULL;
  if (bias->dtype == FL_DTYPE_F32 && step == 1 && n % FL_ATTENTION_STEP == 0)
    return (const float *) bias->bytes + place;
  if (bias->dtype == FL_DTYPE_BOOL)
    for (gint64 c = 0; c < n; c++)
      scratch[c] = ((const guint8 *) bias->bytes)[place + c * step] ? 0 : -INFINITY;
  else
    widen (bias, place, step, n, scratch);
  for (gint64 c = n; c % FL_ATTENTION_STEP != 0; c++) /* an earlier row may have left something there */
    scratch[c] = 0;
  return scratch;
}

gint64
fl_attention_fill_up (gint64 columns)
{
  return (columns + FL_ATTENTION_STEP - 1) / FL_ATTENTION_STEP * FL_ATTENTION_STEP;
}

float *
fl_attention_take_floats (gint64 n)
{
  return g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
}
