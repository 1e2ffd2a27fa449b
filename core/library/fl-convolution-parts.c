/* Shares of a convolution by primitives of the library. Where operands are copied into another layout, that is done
 * image by image, while they are in the L2 cache. */
#include "fl-convolution-parts.h"
#include "fl-shares.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

enum
{
  MIN_IMAGE_FLOATS = 16 << 10 /* of an image that is worth a run of its own */
};

static const double PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

struct _FlConvolutionParts
{
  FlConvolution shape;
  FlConvolutionForm form;
  FlShares shares;
  gint is_poisoned;
};

/* --- cutting -------------------------------------------------------------------------------- */

typedef enum
{
  BY_IMAGES,
  BY_GROUPS,
  BY_ROWS,
  BY_CHANNELS
} Cut;

static Cut
choose_cut (const FlConvolution *shape, guint n_threads, gint64 *extent)
{
  const gboolean has_rows = shape->out_sizes[2] >= 2 * (gint64) n_threads && !shape->is_transposed;
  const Cut cut = shape->sizes[0] >= n_threads ? BY_IMAGES
                  : shape->groups >= n_threads ? BY_GROUPS
                  : has_rows                   ? BY_ROWS
                  : shape->groups > 1          ? BY_GROUPS
                                               : BY_CHANNELS;
  const gint64 extents[] = { shape->sizes[0], shape->groups, shape->out_sizes[2], shape->out_sizes[1] };
  *extent = extents[cut];
  return cut;
}

/* A share of rows [begin, begin + length) of the output reads these rows of the input. */
static void
cut_rows (FlConvolution *share, FlShare *part, gint64 begin, gint64 length)
{
  const gint64 first = begin * share->stride[0] - share->padding[0],
               reach = (share->weight_sizes[2] - 1) * share->dilation[0],
               last = first + (length - 1) * share->stride[0] + reach, n = share->sizes[2];
  part->in = MAX (first, 0) * share->in_strides[2];
  part->out = begin * share->out_strides[2];
  share->padding[0] = MAX (-first, 0);
  share->behind[0] = MAX (last - (n - 1), 0);
  share->sizes[2] = MIN (last, n - 1) - MAX (first, 0) + 1;
  share->out_sizes[2] = length;
}

/* A share is of some groups, or of some output channels of the only one. */
static void
cut_channels (FlConvolution *share, FlShare *part, gint64 begin, gint64 length)
{
  const gint64 groups = share->groups, outputs = groups > 1 ? share->out_sizes[1] / groups : 1,
               channels = share->sizes[1] / groups;
  const guint output_dim = share->is_transposed ? 1 : 0;
  part->out = begin * outputs * share->out_strides[1];
  part->bias = begin * outputs;
  share->out_sizes[1] = length * outputs;
  if (groups == 1)
    {
      part->right = begin * share->weight_strides[output_dim];
      share->weight_sizes[output_dim] = length;
      return;
    }
  part->right = begin * (share->weight_sizes[0] / groups) * share->weight_strides[0];
  part->in = begin * channels * share->in_strides[1];
  share->weight_sizes[0] = share->weight_sizes[0] / groups * length;
  share->groups = length;
  share->sizes[1] = channels * length;
}

static void
cut_images (FlConvolution *share, FlShare *part, gint64 begin, gint64 length)
{
  share->sizes[0] = share->out_sizes[0] = length;
  part->in = begin * share->in_strides[0];
  part->out = begin * share->out_strides[0];
}

/* with: a share whose weight this one may read; NULL: none. */
static gboolean
open_part (const FlConvolutionParts *self, FlShare *part, FlConvolution *share, const FlPrimitive *with)
{
  const gint64 n_images = share->sizes[0],
               n_floats = fl_sizes_product (share->sizes, share->n_spatial + 2) / MAX (n_images, 1);
  part->n_runs = 1;
  part->in_step = self->shape.in_strides[0];
  part->out_step = self->shape.out_strides[0];
  part->primitive = fl_primitive_new_convolution (share, self->form, with);
  if (part->primitive == NULL || n_images == 1 || !fl_primitive_copies_operands (part->primitive)
      || n_floats < MIN_IMAGE_FLOATS)
    return part->primitive != NULL;
  fl_primitive_free (part->primitive);
  part->n_runs = n_images;
  share->sizes[0] = share->out_sizes[0] = 1;
  part->primitive = fl_primitive_new_convolution (share, self->form, with);
  return part->primitive != NULL;
}

FlConvolutionParts *
fl_convolution_parts_new (const FlConvolution *shape, FlConvolutionForm form, guint n_threads)
{
  static void (*const cuts[]) (FlConvolution *, FlShare *, gint64, gint64)
      = { [BY_IMAGES] = cut_images, [BY_GROUPS] = cut_channels, [BY_ROWS] = cut_rows, [BY_CHANNELS] = cut_channels };
  FlConvolutionParts *self = g_new0 (FlConvolutionParts, 1);
  const double flops = 2.0
                       * fl_sizes_product (shape->is_transposed ? shape->sizes : shape->out_sizes, shape->n_spatial + 2)
                       * fl_sizes_product (shape->weight_sizes + 1, shape->n_spatial + 1);
  gint64 extent;
  const Cut cut = choose_cut (shape, n_threads, &extent);
  const gint64 n = flops < PARALLEL_FLOPS ? 1 : MIN (n_threads, extent);
  self->shape = *shape;
  self->form = form;
  self->shares.shares = g_new0 (FlShare, n);
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 begin = extent * i / n;
      FlConvolution share = *shape;
      FlShare *part = &self->shares.shares[self->shares.n++];
      cuts[cut](&share, part, begin, extent * (i + 1) / n - begin);
      if (!open_part (self, part, &share,
                      i > 0 && (cut == BY_IMAGES || cut == BY_ROWS) ? self->shares.shares->primitive : NULL))
        {
          fl_convolution_parts_free (self);
          return NULL;
        }
    }
  return self;
}

/* --- running -------------------------------------------------------------------------------- */

void
fl_convolution_parts_pack (FlConvolutionParts *self, FlThreadPool *pool, const float *weight)
{
  fl_shares_pack (&self->shares, pool, weight);
}

/* Counts numbers whose exponent is that of infinities and NaNs. */
static guint32
count_bad (const float *data, gint64 n, gint64 step)
{
  const guint32 *bits = (const guint32 *) data, exponent = 0x7f800000;
  guint32 n_bad = 0;
  if (step == 1)
    for (gint64 i = 0; i < n; i++)
      n_bad += (bits[i] & exponent) == exponent;
  else
    for (gint64 i = 0; i < n; i++)
      n_bad += (bits[i * step] & exponent) == exponent;
  return n_bad;
}

/* Looks at images of the output, after Winograd's form: at once where they lie without gaps, else row by row. */
static void
look_at_images (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionParts *self = data;
  const FlConvolution *shape = &self->shape;
  const guint n = shape->n_spatial; /* dimensions of an image but the last one */
  const gint64 *sizes = shape->out_sizes + 1, *strides = shape->out_strides + 1,
               numel = fl_sizes_product (sizes, n + 1);
  gint64 span = 1;
  for (guint d = 0; d <= n; d++)
    span += (sizes[d] - 1) * strides[d];
  for (gint64 image = begin; image < end; image++)
    {
      const float *out = self->shares.out + image * shape->out_strides[0];
      gint64 index[FL_PRIMITIVE_DIMS] = { 0 };
      guint32 n_bad = span == numel ? count_bad (out, span, 1) : 0;
      do
        {
          gint64 row = 0;
          for (guint d = 0; d < n; d++)
            row += index[d] * strides[d];
          n_bad += span == numel ? 0 : count_bad (out + row, sizes[n], strides[n]);
        }
      while (span != numel && fl_index_next (index, sizes, n));
      if (n_bad > 0)
        g_atomic_int_set (&self->is_poisoned, TRUE);
    }
}

gboolean
fl_convolution_parts_run (FlConvolutionParts *self, FlThreadPool *pool, const float *in, const float *bias, float *out)
{
  self->is_poisoned = FALSE;
  fl_shares_run (&self->shares, pool, in, NULL, bias, out);
  if (self->form == FL_CONVOLUTION_WINOGRAD)
    fl_thread_pool_run (pool, look_at_images, self, self->shape.sizes[0]);
  return !self->is_poisoned;
}

gint64
fl_convolution_parts_count_packed (const FlConvolutionParts *self)
{
  return fl_shares_count_packed (&self->shares);
}

void
fl_convolution_parts_free (FlConvolutionParts *self)
{
  fl_shares_close (&self->shares);
  g_free (self);
}
