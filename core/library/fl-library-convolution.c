/* Convolutions of f32: by the library's primitives, direct, as a matrix product or by Winograd's
 * form; by Winograd's form of our own where the library has none; and by columns of pixels where an
 * infinite weight meets pixels that are not there. Weights that are the same in every run are
 * brought into shape once. */
#include "fl-library-convolution.h"

#include <string.h>

/* --- preparing -------------------------------------------------------------------------------- */

/* Sizes that fit each other; else the interpreter says what is wrong. */
static gboolean
is_sound (const FlConvolutionCall *self)
{
  const FlConvolution *shape = &self->shape;
  const gint64 groups = shape->groups, *weight = shape->weight_sizes, channels = shape->sizes[1],
               outputs = shape->out_sizes[1];
  const guint n = shape->n_spatial + 2;
  if (groups < 1 || channels % groups != 0 || outputs % groups != 0 || shape->sizes[0] != shape->out_sizes[0])
    return FALSE;
  for (guint d = 0; d < shape->n_spatial; d++)
    if (shape->stride[d] < 1 || shape->dilation[d] < 1 || shape->padding[d] < 0)
      return FALSE;
  if (fl_sizes_product (shape->sizes, n) == 0 || fl_sizes_product (shape->out_sizes, n) == 0
      || fl_sizes_product (weight, n) == 0)
    return FALSE;
  return self->is_transposed ? weight[0] == channels && weight[1] == outputs / groups
                             : weight[0] == outputs && weight[1] == channels / groups;
}

static gboolean
read_arguments (FlConvolutionCall *self, const FlLibraryStep *step)
{
  const FlWorkView *in = fl_library_find_tensor (step, 0, "input", FL_DTYPE_F32),
                   *weight = fl_library_find_tensor (step, 1, "weight", FL_DTYPE_F32), *out = &step->out[0];
  const FlWorkArg *bias = fl_library_find_arg (step, 2, "bias"),
                  *transposed = fl_library_find_arg (step, 6, "transposed");
  FlConvolution *shape = &self->shape;
  if (in == NULL || weight == NULL || in->n_dims < 3 || in->n_dims > 2 + MAX_SPATIAL || weight->n_dims != in->n_dims
      || out->n_dims != in->n_dims)
    return FALSE;
  const gsize bytes = in->n_dims * sizeof (gint64);
  shape->n_spatial = in->n_dims - 2;
  shape->groups = fl_library_find_number (step, 8, "groups", 1);
  memcpy (shape->sizes, in->sizes, bytes);
  memcpy (shape->in_strides, in->strides, bytes);
  memcpy (shape->weight_sizes, weight->sizes, bytes);
  memcpy (shape->weight_strides, weight->strides, bytes);
  memcpy (shape->out_sizes, out->sizes, bytes);
  memcpy (shape->out_strides, out->strides, bytes);
  shape->has_bias = bias != NULL && bias->value.kind == FL_DATUM_TENSOR;
  if (shape->has_bias && (bias->view.dtype != FL_DTYPE_F32 || (bias->view.sizes[0] > 1 && bias->view.strides[0] != 1)))
    return FALSE;
  if (!fl_library_find_ints (step, 3, "stride", shape->stride, shape->n_spatial)
      || !fl_library_find_ints (step, 4, "padding", shape->padding, shape->n_spatial)
      || !fl_library_find_ints (step, 5, "dilation", shape->dilation, shape->n_spatial))
    return FALSE;
  memcpy (shape->behind, shape->padding, sizeof shape->behind);
  self->is_transposed = transposed != NULL && transposed->value.integer != 0;
  self->in = fl_library_get_floats (in);
  self->weight = fl_library_get_floats (weight);
  self->out = fl_library_get_floats (out);
  self->bias = shape->has_bias ? fl_library_get_floats (&bias->view) : NULL;
  self->tensors[0] = in->tensor;
  self->tensors[1] = out->tensor;
  self->tensors[2] = weight->tensor;
  self->tensors[3] = shape->has_bias ? bias->view.tensor : -1;
  self->weight_is_fixed = weight->is_fixed;
  self->step = *step;
  return is_sound (self);
}

static gboolean
open_way (FlConvolutionCall *self, guint way)
{
  const gboolean was_tried = self->has_tried[way];
  self->has_tried[way] = TRUE;
  if (way == BY_WINOGRAD)
    {
      if (!was_tried)
        self->winograd = fl_winograd_new (&self->shape, self->is_transposed, self->n_threads);
      return self->winograd != NULL && (open_way (self, BY_DIRECT) || open_way (self, BY_GEMM));
    }
  if (way == BY_LIBRARY_WINOGRAD && (self->is_transposed && self->phases.n > 1))
    return FALSE;
  if (!was_tried)
    self->parts[way] = fl_convolution_parts_new (&self->phases, way, self->n_threads);
  return self->parts[way] != NULL
         && (way != BY_LIBRARY_WINOGRAD || open_way (self, BY_DIRECT) || open_way (self, BY_GEMM));
}

static void
close_way (FlConvolutionCall *self, guint way)
{
  self->has_tried[way] = self->is_packed[way] = FALSE;
  if (way == BY_WINOGRAD)
    g_clear_pointer (&self->winograd, fl_winograd_free);
  else
    g_clear_pointer (&self->parts[way], fl_convolution_parts_free);
}

static void
free_state (gpointer state)
{
  FlConvolutionCall *self = state;
  for (guint i = 0; i < self->n_threads && self->of_thread != NULL; i++)
    g_clear_pointer (&self->of_thread[i], fl_primitive_free);
  g_free (self->of_thread);
  for (guint way = 0; way < N_HOWS; way++)
    close_way (self, way);
  fl_convolution_phases_close (&self->phases);
  g_clear_pointer (&self->columns, fl_columns_op.free);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  static const guint first[] = { BY_WINOGRAD, BY_DIRECT, BY_GEMM };
  if (step->row->op != FL_ATEN_OP_CONVOLUTION || step->out[0].dtype != FL_DTYPE_F32)
    return NULL;
  FlConvolutionCall *self = g_new0 (FlConvolutionCall, 1);
  self->n_threads = n_threads;
  self->how = N_HOWS;
  if (read_arguments (self, step) && fl_convolution_phases_open (&self->phases, &self->shape, self->is_transposed))
    for (guint i = 0; i < G_N_ELEMENTS (first) && self->how == N_HOWS; i++)
      if (open_way (self, first[i]))
        self->how = first[i];
  if (self->how == N_HOWS)
    g_clear_pointer (&self, free_state);
  return self;
}

/* --- running -------------------------------------------------------------------------------- */

/* A transposed convolution multiplies each input pixel by each tap, and no pixel that is not there:
 * zeros in their places are well with numbers, but 0 times infinity is none. */
static gboolean
find_infinity (const FlConvolutionCall *self)
{
  const FlConvolution *shape = &self->shape;
  gint64 index[FL_PRIMITIVE_DIMS] = { 0 };
  float sum = 0; /* of zeros, or of none */
  if (!self->is_transposed)
    return FALSE;
  do
    {
      gint64 place = 0;
      for (guint d = 0; d < shape->n_spatial + 2; d++)
        place += index[d] * shape->weight_strides[d];
      sum += 0 * self->weight[place];
    }
  while (fl_index_next (index, shape->weight_sizes, shape->n_spatial + 2));
  return sum != 0;
}

static void
pack_way (FlConvolutionCall *self, FlThreadPool *pool, guint way)
{
  if (self->weight_is_fixed && self->is_packed[way])
    return;
  self->is_packed[way] = TRUE;
  if (way == BY_WINOGRAD)
    {
      self->has_infinity = find_infinity (self);
      fl_winograd_pack (self->winograd, self->weight);
      return;
    }
  if (self->is_transposed)
    {
      self->has_infinity = find_infinity (self);
      fl_convolution_phases_gather (&self->phases, &self->shape, self->weight);
    }
  fl_convolution_parts_pack (self->parts[way], pool, self->weight);
}

/* Outputs that read no tap are the bias alone. */
static void
fill_gaps (const FlConvolutionCall *self)
{
  const FlConvolution *shape = &self->shape;
  gint64 index[FL_PRIMITIVE_DIMS] = { 0 };
  do
    {
      gint64 place = 0;
      for (guint d = 0; d < shape->n_spatial + 2; d++)
        place += index[d] * shape->out_strides[d];
      self->out[place] = self->bias == NULL ? 0 : self->bias[index[1]];
    }
  while (self->phases.has_gaps && fl_index_next (index, shape->out_sizes, shape->n_spatial + 2));
}

static gboolean
run_way (FlConvolutionCall *self, FlThreadPool *pool, guint way)
{
  pack_way (self, pool, way);
  if (self->has_infinity)
    {
      if (self->columns == NULL)
        self->columns = fl_columns_op.prepare (&self->step, self->n_threads);
      return self->columns != NULL && fl_columns_op.run (self->columns, pool);
    }
  if (way == BY_WINOGRAD)
    return fl_winograd_run (self->winograd, pool, self->in, self->bias, self->out);
  if (self->phases.has_gaps)
    fill_gaps (self);
  return fl_convolution_parts_run (self->parts[way], pool, self->in, self->bias, self->out);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  return run_way (self, pool, self->how) || run_way (self, pool, fl_convolution_get_plain_way (self));
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  if (self->weight_is_fixed)
    pack_way (self, pool, self->how);
}

static void
forget (gpointer state)
{
  FlConvolutionCall *self = state;
  memset (self->is_packed, 0, sizeof self->is_packed);
  for (guint i = 0; i < self->n_threads && self->of_thread != NULL; i++)
    g_clear_pointer (&self->of_thread[i], fl_primitive_free);
}

/* --- ways ----------------------------------------------------------------------------------- */

static gboolean
can (gpointer state, guint way)
{
  return open_way (state, way);
}

/* What the others packed is given back in the end. */
static void
choose (gpointer state, guint way, gboolean is_final)
{
  FlConvolutionCall *self = state;
  self->how = way;
  for (guint other = 0; is_final && other < N_HOWS; other++)
    if (other != way && !(way >= BY_LIBRARY_WINOGRAD && other == fl_convolution_get_plain_way (self)))
      close_way (self, other);
}

static void
append_numbers (GString *text, const char *what, const gint64 *numbers, guint n)
{
  g_string_append_printf (text, ", %s", what);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, numbers[i]);
}

static char *
dup_subject (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  const FlConvolution *shape = &self->shape;
  const guint n = shape->n_spatial;
  GString *text = g_string_new (NULL);
  g_string_printf (text, "convolution by %u threads in %" G_GINT64_FORMAT " groups%s%s%s", self->n_threads,
                   shape->groups, self->is_transposed ? ", transposed" : "", self->weight_is_fixed ? ", fixed" : "",
                   self->bias != NULL ? ", bias" : "");
  append_numbers (text, "sizes", shape->sizes, n + 2);
  append_numbers (text, "weight", shape->weight_sizes, n + 2);
  append_numbers (text, "out", shape->out_sizes, n + 2);
  append_numbers (text, "stride", shape->stride, n);
  append_numbers (text, "padding", shape->padding, n);
  append_numbers (text, "dilation", shape->dilation, n);
  append_numbers (text, "apart", shape->in_strides, n + 2);
  append_numbers (text, "and", shape->out_strides, n + 2);
  return g_string_free (text, FALSE);
}

static const char *
describe (gconstpointer state)
{
  static const char *const names[N_HOWS]
      = { [BY_DIRECT] = "direct convolution of the library",
          [BY_GEMM] = "convolution of the library as a matrix product",
          [BY_LIBRARY_WINOGRAD] = "Winograd's convolution of the library",
          [BY_WINOGRAD] = "Winograd's convolution over batched products of the library" };
  const FlConvolutionCall *self = state;
  return self->has_infinity ? "convolution by columns of pixels: a weight is infinite" : names[self->how];
}

static gint64
count_packed (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  if (!self->weight_is_fixed)
    return 0;
  return self->how == BY_WINOGRAD ? fl_winograd_count_packed (self->winograd)
                                  : fl_convolution_parts_count_packed (self->parts[self->how])
                                        + fl_convolution_phases_count_bytes (&self->phases);
}

static gint64
count_scratch (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  return self->how == BY_WINOGRAD ? fl_winograd_count_scratch (self->winograd) : 0;
}

/* --- the interface -------------------------------------------------------------------------- */

static const FlLibraryWays ways = { N_HOWS, can, choose, dup_subject };

const FlLibraryOp fl_convolution_op = { .name = "convolution",
                                        .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART | FL_LIBRARY_WIDENED,
                                        .prepare = prepare,
                                        .run = run,
                                        .describe = describe,
                                        .count_scratch = count_scratch,
                                        .count_packed = count_packed,
                                        .pack = pack,
                                        .forget = forget,
                                        .free = free_state,
                                        .ways = &ways,
                                        .chain = &fl_convolution_chain };
