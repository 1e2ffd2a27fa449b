/* Convolutions of doubles, and of floats where the library has no primitive, by plain loops: each row of the result is
 * summed in double, a row of pixels times one weight at a time. */
#include "fl-library-convolution.h"
#include "fl-vectors.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

enum
{
  DIMS = FL_CONVOLUTION_SPATIAL
};

/* A convolution in three dimensions, of which the first ones may be but one pixel. */
typedef struct
{
  FlConvolutionStep step;
  gint64 in[DIMS], out[DIMS], taps[DIMS], stride[DIMS], dilation[DIMS], padding[DIMS];
  gint64 in_steps[DIMS], out_steps[DIMS], weight_steps[DIMS];
} FlConvolutionLoops;

static inline double
get_element (const FlWorkView *view, gint64 place)
{
  return view->dtype == FL_DTYPE_F64 ? ((const double *) view->bytes)[place] : ((const float *) view->bytes)[place];
}

/* Finds the pixel that a tap reads for an output; -1: none. */
static gint64
find_pixel (const FlConvolutionLoops *self, guint d, gint64 at, gint64 tap)
{
  const gint64 shift = tap * self->dilation[d], stride = self->stride[d];
  if (!self->step.shape.is_transposed)
    {
      const gint64 x = at * stride - self->padding[d] + shift;
      return x < self->in[d] ? MAX (x, -1) : -1;
    }
  const gint64 x = at + self->padding[d] - shift;
  return x >= 0 && x % stride == 0 && x / stride < self->in[d] ? x / stride : -1;
}

/* sums[x] += weight * from[x], in vectors where pixels lie side by side. */
#define DEFINE_ADD(name, type)                                                                                         \
  FL_CLONES static void name (double *restrict sums, const type *restrict from, gint64 step, gint64 n, double weight)  \
  {                                                                                                                    \
    if (step == 1)                                                                                                     \
      for (gint64 x = 0; x < n; x++)                                                                                   \
        sums[x] += weight * from[x];                                                                                   \
    else                                                                                                               \
      for (gint64 x = 0; x < n; x++)                                                                                   \
        sums[x] += weight * from[x * step];                                                                            \
  }

DEFINE_ADD (add_f32, float)
DEFINE_ADD (add_f64, double)

/* Adds a row of pixels, from element `from` on, times the weight of one tap, to outputs [begin, end). A transposed
 * convolution multiplies no pixels that are not there; another one multiplies zeros: 0 times infinity is no number. */
static void
add_row (const FlConvolutionLoops *self, gint64 from, gint64 shift, gint64 begin, gint64 end, double weight,
         double *sums)
{
  const FlWorkView *in = &self->step.in;
  const gint64 step = self->in_steps[2], stride = self->stride[2], first = from + (begin * stride + shift) * step;
  if (self->step.shape.is_transposed)
    {
      for (gint64 i = 0; i < self->in[2]; i++)
        if (i * stride + shift >= 0 && i * stride + shift < self->out[2])
          sums[i * stride + shift] += weight * get_element (in, from + i * step);
      return;
    }
  if (in->dtype == FL_DTYPE_F64)
    add_f64 (sums + begin, (const double *) in->bytes + first, stride * step, end - begin, weight);
  else
    add_f32 (sums + begin, (const float *) in->bytes + first, stride * step, end - begin, weight);
  for (gint64 x = 0; x < self->out[2] && 0 * weight != 0; x++)
    if (x < begin || x >= end)
      sums[x] += 0 * weight;
}

/* Sums row `at` of output o of an image. */
static void
sum_row (const FlConvolutionLoops *self, gint64 image, gint64 o, const gint64 at[2], double *sums)
{
  const FlConvolution *shape = &self->step.shape;
  const gint64 outputs = shape->out_sizes[1] / shape->groups, channels = shape->sizes[1] / shape->groups,
               group = o / outputs, *strides = shape->weight_strides, stride = self->stride[2];
  const gint64 first = shape->is_transposed ? group * channels * strides[0] + o % outputs * strides[1] : o * strides[0],
               apart = strides[shape->is_transposed ? 0 : 1];
  const FlWorkView *in = &self->step.in, *weight = &self->step.weight, *bias = &self->step.bias;
  for (gint64 x = 0; x < self->out[2]; x++)
    sums[x] = bias->bytes == NULL ? 0 : get_element (bias, bias->offset + o * bias->strides[0]);
  for (gint64 k = 0; k < self->taps[0] * self->taps[1] * self->taps[2]; k++)
    {
      const gint64 tap[DIMS]
          = { k / (self->taps[1] * self->taps[2]), k / self->taps[2] % self->taps[1], k % self->taps[2] };
      const gint64 z = find_pixel (self, 0, at[0], tap[0]), y = find_pixel (self, 1, at[1], tap[1]),
                   shift = tap[2] * self->dilation[2] - self->padding[2],
                   begin = CLAMP ((stride - 1 - shift) / stride, 0, self->out[2]),
                   end
                   = shift < self->in[2] ? CLAMP ((self->in[2] - 1 - shift) / stride + 1, begin, self->out[2]) : begin;
      const gboolean is_there = z >= 0 && y >= 0;
      for (gint64 c = 0; c < channels && (is_there || !shape->is_transposed); c++)
        {
          const double w = get_element (weight, weight->offset + first + c * apart + tap[0] * self->weight_steps[0]
                                                    + tap[1] * self->weight_steps[1] + tap[2] * self->weight_steps[2]);
          const gint64 from = in->offset + image * in->strides[0] + (group * channels + c) * in->strides[1]
                              + z * self->in_steps[0] + y * self->in_steps[1];
          if (is_there)
            add_row (self, from, shift, begin, end, w, sums);
          else if (0 * w != 0)
            add_row (self, 0, 0, 0, 0, w, sums);
        }
    }
}

static void
run_rows (gpointer data, gint64 begin, gint64 end)
{
  const FlConvolutionLoops *self = data;
  const FlWorkView *out = &self->step.out;
  g_autofree double *sums = g_new (double, self->out[2]);
  for (gint64 row = begin; row < end; row++)
    {
      const gint64 at[2] = { row / self->out[1] % self->out[0], row % self->out[1] },
                   plane = row / (self->out[0] * self->out[1]), image = plane / out->sizes[1],
                   o = plane % out->sizes[1];
      const gint64 to = out->offset + image * out->strides[0] + o * out->strides[1] + at[0] * self->out_steps[0]
                        + at[1] * self->out_steps[1];
      sum_row (self, image, o, at, sums);
      for (gint64 x = 0; x < self->out[2]; x++)
        if (out->dtype == FL_DTYPE_F64)
          ((double *) out->bytes)[to + x * self->out_steps[2]] = sums[x];
        else
          ((float *) out->bytes)[to + x * self->out_steps[2]] = sums[x];
    }
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlConvolutionLoops *self = state;
  fl_thread_pool_run (pool, run_rows, self,
                      self->step.out.sizes[0] * self->step.out.sizes[1] * self->out[0] * self->out[1]);
  return TRUE;
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlConvolutionLoops self = { 0 };
  const FlConvolution *shape = &self.step.shape;
  if (step->row->op != FL_ATEN_OP_CONVOLUTION
      || (step->out[0].dtype != FL_DTYPE_F64 && step->out[0].dtype != FL_DTYPE_F32)
      || !fl_convolution_read (&self.step, step))
    return NULL;
  for (guint d = 0; d < DIMS; d++)
    {
      const guint lack = DIMS - shape->n_spatial;
      self.in[d] = d < lack ? 1 : shape->sizes[2 + d - lack];
      self.out[d] = d < lack ? 1 : shape->out_sizes[2 + d - lack];
      self.taps[d] = d < lack ? 1 : shape->weight_sizes[2 + d - lack];
      self.stride[d] = d < lack ? 1 : shape->stride[d - lack];
      self.dilation[d] = d < lack ? 1 : shape->dilation[d - lack];
      self.padding[d] = d < lack ? 0 : shape->padding[d - lack];
      self.in_steps[d] = d < lack ? 0 : shape->in_strides[2 + d - lack];
      self.out_steps[d] = d < lack ? 0 : shape->out_strides[2 + d - lack];
      self.weight_steps[d] = d < lack ? 0 : shape->weight_strides[2 + d - lack];
    }
  return g_memdup2 (&self, sizeof self);
}

static const char *
describe (gconstpointer state)
{
  return "convolution by plain loops over rows";
}

const FlLibraryOp fl_convolution_loops_op
    = { .name = "convolution by plain loops",
        .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART | FL_LIBRARY_WIDENED,
        .prepare = prepare,
        .run = run,
        .describe = describe,
        .free = g_free };
