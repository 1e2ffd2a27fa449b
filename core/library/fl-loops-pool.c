/* Means of windows that cut an image into as many pieces as the result has (adaptive_avg_pool2d): TorchInductor hands these to ATen where
 * windows are large. Rows of a window are added up first, along contiguous memory, then the pieces of the row that it leaves. */
#include "fl-library-loops.h"
#include "fl-library-private.h"

#ifndef __clang__ /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

typedef struct
{
  FlWorkView in, out;
  gint64 channels, height, width, out_height, out_width;
} Pool;

/* Of one plane. sums: of `width` columns. */
#define DEFINE_POOL(name, type)                                                                                             \
  static void pool_##name (const Pool *self, const type *in, type *out, type *restrict sums)                                \
  {                                                                                                                         \
    const guint n = self->in.n_dims;                                                                                        \
    const gint64 *steps = self->in.strides + n - 2, *out_steps = self->out.strides + n - 2;                                 \
    for (gint64 y = 0; y < self->out_height; y++)                                                                           \
      {                                                                                                                     \
        const gint64 top = y * self->height / self->out_height;                                                             \
        const gint64 bottom = ((y + 1) * self->height + self->out_height - 1) / self->out_height;                           \
        for (gint64 i = 0; i < self->width; i++)                                                                            \
          sums[i] = in[top * steps[0] + i * steps[1]];                                                                      \
        for (gint64 row = top + 1; row < bottom; row++)                                                                     \
          if (steps[1] == 1)                                                                                                \
            for (gint64 i = 0; i < self->width; i++)                                                                        \
              sums[i] += in[row * steps[0] + i];                                                                            \
          else                                                                                                              \
            for (gint64 i = 0; i < self->width; i++)                                                                        \
              sums[i] += in[row * steps[0] + i * steps[1]];                                                                 \
        for (gint64 x = 0; x < self->out_width; x++)                                                                        \
          {                                                                                                                 \
            const gint64 left = x * self->width / self->out_width;                                                          \
            const gint64 right = ((x + 1) * self->width + self->out_width - 1) / self->out_width;                           \
            type sum = sums[left];                                                                                          \
            for (gint64 i = left + 1; i < right; i++)                                                                       \
              sum += sums[i];                                                                                               \
            out[y * out_steps[0] + x * out_steps[1]] = sum / ((bottom - top) * (right - left));                             \
          }                                                                                                                 \
      }                                                                                                                     \
  }

DEFINE_POOL (f32, float)
DEFINE_POOL (f64, double)

static void
run_planes (gpointer data, gint64 begin, gint64 end)
{
  const Pool *self = data;
  const gint64 *in_steps = self->in.strides, *out_steps = self->out.strides;
  const guint n = self->in.n_dims;
  g_autofree double *sums = g_new (double, self->width);

  for (gint64 plane = begin; plane < end; plane++)
    {
      const gint64 image = plane / self->channels, channel = plane % self->channels;
      gint64 in = self->in.offset + channel * in_steps[n - 3], out = self->out.offset + channel * out_steps[n - 3];

      if (n == 4)
        {
          in += image * in_steps[0];
          out += image * out_steps[0];
        }
      if (self->in.dtype == FL_DTYPE_F32)
        pool_f32 (self, (const float *) self->in.bytes + in, (float *) self->out.bytes + out, (float *) sums);
      else
        pool_f64 (self, (const double *) self->in.bytes + in, (double *) self->out.bytes + out, sums);
    }
}

static void
run_pool (gpointer data, FlThreadPool *pool)
{
  const Pool *self = data;
  const gint64 images = self->in.n_dims == 4 ? self->in.sizes[0] : 1;

  fl_loops_share_out (pool, run_planes, data, images * self->channels, images * self->channels * self->height * self->width);
}

gboolean
fl_loops_prepare_pool (const FlLibraryStep *step, FlLoopsCall *call)
{
  const FlWorkArg *in = fl_library_find_arg (step, 0, "self");
  const FlWorkView *out = &step->out[0];
  const guint n = out->n_dims;

  if ((step->row->op != FL_ATEN_OP__ADAPTIVE_AVG_POOL2D && step->row->op != FL_ATEN_OP_ADAPTIVE_AVG_POOL2D) || in == NULL
      || in->value.kind != FL_DATUM_TENSOR || in->view.dtype != out->dtype || (out->dtype != FL_DTYPE_F32 && out->dtype != FL_DTYPE_F64)
      || n < 3 || n > 4 || in->view.n_dims != n || fl_work_views_overlap (&in->view, out)
      || fl_sizes_product (in->view.sizes, n) == 0)
    return FALSE;
  for (guint d = 0; d + 2 < n; d++)
    if (in->view.sizes[d] != out->sizes[d])
      return FALSE;
  Pool *self = g_new (Pool, 1);
  *self = (Pool){ .in = in->view, .out = *out, .channels = out->sizes[n - 3], .height = in->view.sizes[n - 2],
                  .width = in->view.sizes[n - 1], .out_height = out->sizes[n - 2], .out_width = out->sizes[n - 1] };
  *call = (FlLoopsCall){ self, run_pool };
  return TRUE;
}
