/* Convolutions in a chain of steps: panels of images, each while what it reads and writes is in the cache. */
#include "fl-library-convolution.h"

guint
fl_convolution_get_plain_way (const FlConvolutionCall *self)
{
  return self->parts[BY_DIRECT] != NULL ? BY_DIRECT : BY_GEMM;
}

/* Counts elements from the first to the last one of an image. */
static gint64
count_span (const gint64 *sizes, const gint64 *strides, guint n)
{
  gint64 span = 1;
  for (guint d = 1; d < n; d++)
    span += (sizes[d] - 1) * strides[d];
  return span;
}

static gboolean
get_panels (gconstpointer state, FlLibraryPanels *panels)
{
  const FlConvolutionCall *self = state;
  const FlConvolution *shape = &self->step.shape;
  const guint n = shape->n_spatial + 2;
  *panels = (FlLibraryPanels) { .n_parts = shape->sizes[0], .n_whole = shape->sizes[0], .right = -1 };
  return !shape->is_transposed && shape->out_strides[0] == count_span (shape->out_sizes, shape->out_strides, n);
}

static guint
list_accesses (gconstpointer state, FlWorkAccess *accesses)
{
  const FlConvolutionCall *self = state;
  const FlConvolution *shape = &self->step.shape;
  const guint n = shape->n_spatial + 2;
  const gint64 width = sizeof (float), in = count_span (shape->sizes, shape->in_strides, n),
               last = (shape->sizes[0] - 1) * shape->in_strides[0];
  const gint64 weight = (shape->weight_sizes[0] - 1) * shape->weight_strides[0]
                        + count_span (shape->weight_sizes, shape->weight_strides, n);
  accesses[0] = (FlWorkAccess) { (const guint8 *) self->in, (last + in) * width, shape->in_strides[0] == in, FALSE,
                                 self->step.in.tensor };
  accesses[1] = (FlWorkAccess) { (const guint8 *) self->out, shape->sizes[0] * shape->out_strides[0] * width, TRUE,
                                 TRUE, self->step.out.tensor };
  accesses[2]
      = (FlWorkAccess) { (const guint8 *) self->weight, weight * width, FALSE, FALSE, self->step.weight.tensor };
  if (self->bias == NULL)
    return 3;
  accesses[3] = (FlWorkAccess) { (const guint8 *) self->bias, shape->out_sizes[1] * width, FALSE, FALSE,
                                 self->step.bias.tensor };
  return 4;
}

static void
begin_panels (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  if (self->of_thread == NULL)
    self->of_thread = g_new0 (FlPrimitive *, self->n_threads);
}

/* Runs one image after the other; the thread's first image makes the primitive. */
static void
run_panel (gpointer state, guint share, gint64 p, gint64 n, guint8 *const *places)
{
  FlConvolutionCall *self = state;
  const gint64 images = self->step.shape.sizes[0];
  const float *in = places[0] != NULL ? (const float *) places[0] : self->in,
              *weight = self->step.weight.is_fixed ? NULL : self->weight;
  float *out = places[1] != NULL ? (float *) places[1] : self->out;
  FlPrimitive **primitive = &self->of_thread[share];
  if (*primitive == NULL)
    {
      FlConvolution one = self->step.shape;
      one.sizes[0] = one.out_sizes[0] = 1;
      *primitive = fl_primitive_new_convolution (&one, fl_convolution_get_plain_way (self), NULL);
      weight = self->weight;
    }
  for (gint64 image = images * p / n; image < images * (p + 1) / n; image++, weight = NULL)
    fl_primitive_run (*primitive, in + image * self->step.shape.in_strides[0], weight, self->bias,
                      out + image * self->step.shape.out_strides[0]);
}

const FlLibraryChain fl_convolution_chain = { get_panels, list_accesses, begin_panels, run_panel };
