/* Convolutions of doubles, and of floats where the library has no primitive, also transposed ones,
 * strided, dilated and in groups. For some output positions at a time what each tap and channel
 * reads there is a row of a matrix of doubles; weights by it give the positions of all output
 * channels. */
#include <string.h>

#include "fl-library-op.h"
#include "fl-product-other.h"

enum
{
  MAX_SPATIAL = 3,
  COLUMNS_DOUBLES = 64 << 10, /* of a strip's matrix: in the second-level cache */
  LEAST_STRIP = 24,
  MOST_STRIP = 192,
  ALIGNMENT = 64
};

/* What one thread needs. */
typedef struct
{
  double *columns, *sums; /* of a strip: taps and channels by positions, outputs by positions */
  gint64 *places;         /* of each position, for one tap: from the image's first pixel; -1: outside */
} Scratch;

typedef struct
{
  FlWorkView in, weight, bias, out; /* bias: bytes NULL where there is none */
  guint n_spatial, n_threads;
  gint64 groups, channels, outputs; /* the latter two of a group */
  gint64 kernel[MAX_SPATIAL], stride[MAX_SPATIAL], padding[MAX_SPATIAL], dilation[MAX_SPATIAL];
  gboolean is_transposed;
  gboolean needs_pixels;                       /* see find_infinities */
  gint64 n_taps, n_positions, strip, n_strips; /* positions of an image's outputs */
  double *rows;                                /* weights: [group][output][tap][channel] */
  Scratch *scratch;
} FlColumnsCall;

/* --- preparing ------------------------------------------------------------------------------ */

static inline double
get_element (const FlWorkView *view, gint64 place)
{
  return view->dtype == FL_DTYPE_F64 ? ((const double *) view->bytes)[place] : ((const float *) view->bytes)[place];
}

/* One number a dimension, or one for all. */
static gboolean
read_numbers (const FlLibraryStep *step, guint position, const char *keyword, gint64 least, guint n, gint64 *numbers)
{
  const FlWorkArg *arg = fl_library_find_arg (step, position, keyword);

  if (arg == NULL || arg->value.kind != FL_DATUM_LIST || (arg->n_items != 1 && arg->n_items != n))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = arg->items[arg->n_items == 1 ? 0 : i].value.integer;
      if (numbers[i] < least)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_tensors (FlColumnsCall *self, const FlLibraryStep *step)
{
  const FlWorkView *in = fl_library_find_tensor (step, 0, "input", step->out[0].dtype),
                   *weight = fl_library_find_tensor (step, 1, "weight", step->out[0].dtype), *out = &step->out[0];
  const FlWorkArg *bias = fl_library_find_arg (step, 2, "bias"),
                  *transposed = fl_library_find_arg (step, 6, "transposed"),
                  *groups = fl_library_find_arg (step, 8, "groups");

  if (in == NULL || weight == NULL || (out->dtype != FL_DTYPE_F64 && out->dtype != FL_DTYPE_F32) || in->n_dims < 3
      || in->n_dims > 2 + MAX_SPATIAL || weight->n_dims != in->n_dims || out->n_dims != in->n_dims
      || in->sizes[0] != out->sizes[0])
    return FALSE;
  if (bias != NULL && bias->value.kind == FL_DATUM_TENSOR
      && (bias->view.dtype != out->dtype || bias->view.n_dims != 1 || bias->view.sizes[0] != out->sizes[1]))
    return FALSE;
  self->in = *in;
  self->weight = *weight;
  self->out = *out;
  if (bias != NULL && bias->value.kind == FL_DATUM_TENSOR)
    self->bias = bias->view;
  self->n_spatial = in->n_dims - 2;
  self->is_transposed = transposed != NULL && transposed->value.integer != 0;
  self->groups = groups == NULL ? 1 : groups->value.integer;
  return TRUE;
}

/* Sizes that fit each other; else the interpreter says what is wrong. */
static gboolean
is_sound (FlColumnsCall *self)
{
  const gint64 *weight = self->weight.sizes;
  gint64 n = 1;

  if (self->groups < 1 || self->in.sizes[1] % self->groups != 0 || self->out.sizes[1] % self->groups != 0)
    return FALSE;
  self->channels = self->in.sizes[1] / self->groups;
  self->outputs = self->out.sizes[1] / self->groups;
  self->n_taps = self->n_positions = 1;
  for (guint d = 0; d < self->n_spatial; d++)
    {
      self->kernel[d] = weight[2 + d];
      self->n_taps *= weight[2 + d];
      self->n_positions *= self->out.sizes[2 + d];
      n *= self->in.sizes[2 + d];
    }
  if (n * self->n_taps * self->n_positions * self->channels * self->outputs * self->in.sizes[0] <= 0)
    return FALSE;
  return self->is_transposed ? weight[0] == self->in.sizes[1] && weight[1] == self->outputs
                             : weight[0] == self->out.sizes[1] && weight[1] == self->channels;
}

static gpointer
take (gint64 n)
{
  return g_aligned_alloc0 (MAX (n, 1), sizeof (double), ALIGNMENT);
}

static void
take_memory (FlColumnsCall *self)
{
  const gint64 depth = self->n_taps * self->channels;

  self->strip = CLAMP (COLUMNS_DOUBLES / depth / LEAST_STRIP * LEAST_STRIP, LEAST_STRIP, MOST_STRIP);
  self->n_strips = (self->n_positions + self->strip - 1) / self->strip;
  self->rows = take (self->groups * self->outputs * depth);
  self->scratch = g_new0 (Scratch, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    self->scratch[i] = (Scratch) { take (depth * self->strip), take (self->outputs * self->strip), take (self->strip) };
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  FlColumnsCall *self = g_new0 (FlColumnsCall, 1);

  self->n_threads = n_threads;
  if (step->row->op == FL_ATEN_OP_CONVOLUTION && read_tensors (self, step) && is_sound (self)
      && read_numbers (step, 3, "stride", 1, self->n_spatial, self->stride)
      && read_numbers (step, 4, "padding", 0, self->n_spatial, self->padding)
      && read_numbers (step, 5, "dilation", 1, self->n_spatial, self->dilation))
    {
      take_memory (self);
      return self;
    }
  g_free (self);
  return NULL;
}

/* --- running -------------------------------------------------------------------------------- */

static void
find_index (const gint64 *sizes, guint n, gint64 at, gint64 *index)
{
  for (guint d = n; d-- > 0; at /= sizes[d])
    index[d] = at % sizes[d];
}

/* Weights in rows, one an output channel. */
static void
pack_rows (gpointer data, gint64 begin, gint64 end)
{
  const FlColumnsCall *self = data;
  const FlWorkView *view = &self->weight;
  const guint output_dim = self->is_transposed ? 1 : 0, channel_dim = self->is_transposed ? 0 : 1;

  for (gint64 row = begin; row < end; row++)
    {
      const gint64 group = row / self->outputs, output = row % self->outputs,
                   each = self->is_transposed ? self->channels : self->outputs;
      const gint64 first = view->offset + group * each * view->strides[0] + output * view->strides[output_dim];
      double *to = self->rows + row * self->n_taps * self->channels;
      for (gint64 tap = 0; tap < self->n_taps; tap++)
        {
          gint64 index[MAX_SPATIAL], place = 0;
          find_index (self->kernel, self->n_spatial, tap, index);
          for (guint d = 0; d < self->n_spatial; d++)
            place += index[d] * view->strides[2 + d];
          for (gint64 c = 0; c < self->channels; c++)
            *to++ = get_element (view, first + place + c * view->strides[channel_dim]);
        }
    }
}

/* Where in its image a tap reads for an output position; -1: nowhere. */
static gint64
find_place (const FlColumnsCall *self, const gint64 *tap, const gint64 *at)
{
  gint64 place = 0;

  for (guint d = 0; d < self->n_spatial; d++)
    {
      const gint64 shift = tap[d] * self->dilation[d], step = self->stride[d];
      gint64 x = self->is_transposed ? at[d] + self->padding[d] - shift : at[d] * step - self->padding[d] + shift;
      if (self->is_transposed && (x < 0 || x % step != 0))
        return -1;
      x /= self->is_transposed ? step : 1;
      if (x < 0 || x >= self->in.sizes[2 + d])
        return -1;
      place += x * self->in.strides[2 + d];
    }
  return place;
}

/* What tap t reads for n output positions. */
static void
find_places (const FlColumnsCall *self, gint64 t, gint64 first, gint64 n, gint64 *places)
{
  gint64 tap[MAX_SPATIAL], at[MAX_SPATIAL];

  find_index (self->kernel, self->n_spatial, t, tap);
  find_index (self->out.sizes + 2, self->n_spatial, first, at);
  for (gint64 i = 0; i < n; i++)
    {
      places[i] = find_place (self, tap, at);
      fl_index_next (at, self->out.sizes + 2, self->n_spatial);
    }
}

static void
fill_columns (const FlColumnsCall *self, const Scratch *scratch, gint64 image, gint64 first, gint64 n)
{
  double *to = scratch->columns;

  for (gint64 t = 0; t < self->n_taps; t++)
    {
      find_places (self, t, first, n, scratch->places);
      for (gint64 c = 0; c < self->channels; c++, to += n)
        for (gint64 i = 0; i < n; i++)
          to[i] = scratch->places[i] < 0
                      ? 0
                      : get_element (&self->in, image + c * self->in.strides[1] + scratch->places[i]);
    }
}

/* A transposed convolution multiplies no pixels that are not there: a 0 in their places is well
 * with numbers, but 0 times infinity is none. */
static gboolean
find_infinities (const FlColumnsCall *self)
{
  double sum = 0; /* of zeros, or of none */

  for (gint64 i = 0; self->is_transposed && i < self->groups * self->outputs * self->n_taps * self->channels; i++)
    sum += 0 * self->rows[i];
  return sum != 0;
}

static void
add_pixels (const FlColumnsCall *self, const Scratch *scratch, const double *rows, gint64 image, gint64 first, gint64 n)
{
  memset (scratch->sums, 0, self->outputs * n * sizeof *scratch->sums);
  for (gint64 t = 0; t < self->n_taps; t++)
    {
      find_places (self, t, first, n, scratch->places);
      for (gint64 o = 0; o < self->outputs; o++)
        for (gint64 c = 0; c < self->channels; c++)
          for (gint64 i = 0; i < n; i++)
            if (scratch->places[i] >= 0)
              scratch->sums[o * n + i]
                  += rows[(o * self->n_taps + t) * self->channels + c]
                     * get_element (&self->in, image + c * self->in.strides[1] + scratch->places[i]);
    }
}

static void
write_sums (const FlColumnsCall *self, const double *sums, gint64 image, gint64 group, gint64 first, gint64 n)
{
  const FlWorkView *out = &self->out, *bias = &self->bias;
  gint64 at[MAX_SPATIAL];

  find_index (out->sizes + 2, self->n_spatial, first, at);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 to = out->offset + image * out->strides[0] + group * self->outputs * out->strides[1];
      for (guint d = 0; d < self->n_spatial; d++)
        to += at[d] * out->strides[2 + d];
      for (gint64 o = 0; o < self->outputs; o++)
        {
          const gint64 channel = group * self->outputs + o;
          const double sum
              = sums[o * n + i]
                + (bias->bytes == NULL ? 0 : get_element (bias, bias->offset + channel * bias->strides[0]));
          if (out->dtype == FL_DTYPE_F64)
            ((double *) out->bytes)[to + o * out->strides[1]] = sum;
          else
            ((float *) out->bytes)[to + o * out->strides[1]] = sum;
        }
      fl_index_next (at, out->sizes + 2, self->n_spatial);
    }
}

/* One strip of positions of one group of one image. */
static void
run_strip (const FlColumnsCall *self, const Scratch *scratch, gint64 task)
{
  const gint64 depth = self->n_taps * self->channels, strip = task % self->n_strips, lane = task / self->n_strips;
  const gint64 group = lane % self->groups, image = lane / self->groups, first = strip * self->strip,
               n = MIN (self->strip, self->n_positions - first);
  const FlWorkView *in = &self->in;
  const FlOtherMatrix a = { self->rows + group * self->outputs * depth, self->outputs, depth, depth, 1 },
                      b = { scratch->columns, depth, n, n, 1 };

  const gint64 pixels = in->offset + image * in->strides[0] + group * self->channels * in->strides[1];

  if (self->needs_pixels)
    add_pixels (self, scratch, a.data, pixels, first, n);
  else
    {
      fill_columns (self, scratch, pixels, first, n);
      fl_doubles_run (&a, &b, 1, 0, scratch->sums, n);
    }
  write_sums (self, scratch->sums, image, group, first, n);
}

static void
run_shares (gpointer data, gint64 begin, gint64 end)
{
  const FlColumnsCall *self = data;
  const gint64 n_tasks = self->in.sizes[0] * self->groups * self->n_strips;

  for (gint64 s = begin; s < end; s++)
    for (gint64 task = n_tasks * s / self->n_threads; task < n_tasks * (s + 1) / self->n_threads; task++)
      run_strip (self, &self->scratch[s], task);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlColumnsCall *self = state;

  fl_thread_pool_run (pool, pack_rows, self, self->groups * self->outputs);
  self->needs_pixels = find_infinities (self);
  fl_thread_pool_run (pool, run_shares, self, self->n_threads);
  return TRUE;
}

static const char *
describe (gconstpointer state)
{
  return "GEMM micro-kernel of doubles over columns of the pixels that taps read";
}

static void
free_state (gpointer state)
{
  FlColumnsCall *self = state;

  for (guint i = 0; i < self->n_threads; i++)
    {
      g_aligned_free (self->scratch[i].columns);
      g_aligned_free (self->scratch[i].sums);
      g_aligned_free (self->scratch[i].places);
    }
  g_free (self->scratch);
  g_aligned_free (self->rows);
  g_free (self);
}

const FlLibraryOp fl_columns_op = { .name = "convolution by columns",
                                    .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART | FL_LIBRARY_WIDENED,
                                    .prepare = prepare,
                                    .run = run,
                                    .describe = describe,
                                    .free = free_state };
