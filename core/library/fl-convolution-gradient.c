/* Gradients of a convolution. The input's is a convolution of the result's gradient by the same weight, transposed if
 * the convolution was not, and the other way round. The weight's comes from the library, in shares of the groups or
 * of the output channels. */
#include "fl-library-convolution.h"
#include "fl-shares.h"

#include <string.h>

enum
{
  N_ARGS = 9,
  CHANNELS = 16 /* of a thread's share, at least: vectors of them lie side by side */
};

typedef struct
{
  const FlLibraryOp *op;  /* computes the input's gradient */
  gpointer input;         /* state of `op`; NULL: nobody asked */
  FlConvolutionStep step; /* the convolution that made the result; of a transposed one the other way round */
  FlWorkView grad;        /* gradient of the result */
  float *weight, *bias;   /* NULL: nobody asked */
  FlShares shares;        /* of the weight's gradient */
} FlConvolutionGradient;

/* --- the weight's ----------------------------------------------------------------------------- */

/* Groups, or output channels of the only one, [begin, end). */
static gboolean
add_part (FlConvolutionGradient *self, gint64 begin, gint64 end)
{
  FlConvolution share = self->step.shape;
  FlShare *part = &self->shares.shares[self->shares.n++];
  const gint64 groups = share.groups, each = groups > 1 ? share.out_sizes[1] / groups : 1,
               channels = groups > 1 ? share.sizes[1] / groups : 0;

  *part = (FlShare) { .n_runs = 1,
                      .in = begin * channels * share.in_strides[1],
                      .right = begin * each * share.out_strides[1],
                      .out = begin * each * share.weight_strides[0] };
  share.out_sizes[1] = share.weight_sizes[0] = (end - begin) * each;
  if (groups > 1)
    {
      share.groups = end - begin;
      share.sizes[1] = (end - begin) * channels;
    }
  part->primitive = fl_primitive_new_weight_gradient (&share);
  return part->primitive != NULL;
}

static gboolean
open_weight (FlConvolutionGradient *self, guint n_threads)
{
  const FlConvolution *shape = &self->step.shape;
  const gint64 extent = shape->groups > 1 ? shape->groups : shape->out_sizes[1],
               n_blocks = (extent + CHANNELS - 1) / CHANNELS, n = MIN (n_blocks, n_threads);

  self->shares.shares = g_new0 (FlShare, n);
  for (gint64 i = 0; i < n; i++)
    if (!add_part (self, n_blocks * i / n * CHANNELS, MIN (n_blocks * (i + 1) / n * CHANNELS, extent)))
      return FALSE;
  return TRUE;
}

/* --- the bias's ------------------------------------------------------------------------------- */

/* Sums all positions, of some channels side by side. */
static void
sum_channels (gpointer data, gint64 begin, gint64 end)
{
  FlConvolutionGradient *self = data;
  const FlWorkView *grad = &self->grad;
  const guint last = grad->n_dims - 1;
  const gint64 first = begin * CHANNELS, n = MIN (end * CHANNELS, grad->sizes[1]) - first, apart = grad->strides[1],
               length = grad->sizes[last], step = grad->strides[last];
  g_autofree double *sums = g_new0 (double, n);
  gint64 index[FL_MAX_DIMS] = { 0 }, sizes[FL_MAX_DIMS];
  memcpy (sizes, grad->sizes, sizeof sizes);
  sizes[1] = 1;
  do
    {
      const float *row = fl_library_get_floats (grad) + first * apart;
      for (guint d = 0; d < last; d++)
        row += index[d] * grad->strides[d];
      for (gint64 i = 0; i < length && apart == 1; i++)
        for (gint64 c = 0; c < n; c++)
          sums[c] += row[i * step + c];
      for (gint64 c = 0; c < n && apart != 1; c++)
        {
          double some[4] = { 0 }; /* one would wait for itself */
          for (gint64 i = 0; i < length; i++)
            some[i % 4] += row[c * apart + i * step];
          sums[c] += (some[0] + some[1]) + (some[2] + some[3]);
        }
    }
  while (fl_index_next (index, sizes, last));
  for (gint64 c = 0; c < n; c++)
    self->bias[first + c] = sums[c];
}

/* --- as convolutions -------------------------------------------------------------------------- */

static gboolean
is_transposed (const FlLibraryStep *step)
{
  const FlWorkArg *arg = fl_library_find_arg (step, 7, "transposed");
  return arg != NULL && arg->value.integer != 0;
}

/* Makes convolution (in, weight, None, stride, padding, dilation, transposed, output_padding, groups) of the gradient's
 * arguments, which are called by position and name. */
static FlLibraryStep
make_step (const FlLibraryStep *step, const FlWorkArg *in, FlWorkView *out, gboolean is_other_way, FlWorkArg *args)
{
  static const char *const names[N_ARGS]
      = { NULL, "weight", NULL, "stride", "padding", "dilation", "transposed", "output_padding", "groups" };
  for (guint i = 0; i < N_ARGS; i++)
    {
      const FlWorkArg *arg = i == 0 ? in : names[i] == NULL ? NULL : fl_library_find_arg (step, i + 1, names[i]);
      if (arg != NULL)
        args[i] = *arg;
      else
        args[i].value.kind = FL_DATUM_NONE;
      args[i].value.keyword = NULL;
    }
  args[6].value = (FlDatum) { .kind = FL_DATUM_BOOL, .integer = is_other_way };
  return (FlLibraryStep) {
    .row = fl_aten_get_named (FL_ATEN_OP_CONVOLUTION), .n_args = N_ARGS, .args = args, .n_out = 1, .out = out
  };
}

static gboolean
open_input (FlConvolutionGradient *self, const FlLibraryStep *step, guint n_threads)
{
  const FlLibraryOp *const ops[] = { &fl_convolution_op, &fl_convolution_columns_op };
  FlWorkArg args[N_ARGS] = { 0 };
  const FlLibraryStep other
      = make_step (step, fl_library_find_arg (step, 0, "grad_output"), step->out, !is_transposed (step), args);
  for (guint i = 0; i < G_N_ELEMENTS (ops) && self->input == NULL; i++)
    {
      self->op = ops[i];
      self->input = self->op->prepare (&other, n_threads);
    }
  return self->input != NULL;
}

/* Reads the convolution that the weight belongs to. */
static gboolean
read_forward (FlConvolutionStep *convolution, const FlLibraryStep *step)
{
  const FlWorkArg *grad = fl_library_find_arg (step, 0, "grad_output"), *input = fl_library_find_arg (step, 1, "input");
  const gboolean is_other_way = is_transposed (step);
  FlWorkArg args[N_ARGS] = { 0 };
  if (grad == NULL || input == NULL || grad->value.kind != FL_DATUM_TENSOR || input->value.kind != FL_DATUM_TENSOR)
    return FALSE;
  FlWorkView out = is_other_way ? input->view : grad->view;
  const FlLibraryStep forward = make_step (step, is_other_way ? grad : input, &out, FALSE, args);
  return fl_convolution_read (convolution, &forward);
}

gboolean
fl_convolution_gradient_read (FlConvolutionStep *self, const FlLibraryStep *step)
{
  const gboolean ok = read_forward (self, step);
  self->shape.is_transposed = ok && is_transposed (step);
  return ok;
}

static gboolean
read_arguments (FlConvolutionGradient *self, const FlLibraryStep *step)
{
  if (!read_forward (&self->step, step) || self->step.out.dtype != FL_DTYPE_F32)
    return FALSE;
  self->grad = *fl_library_find_view (step, 0, "grad_output");
  return self->grad.dtype == FL_DTYPE_F32;
}

/* --- the interface ---------------------------------------------------------------------------- */

/* Prepares the results that are asked for. FALSE: they are left to the interpreter. */
static gboolean
open_results (FlConvolutionGradient *self, const FlLibraryStep *step, guint n_threads)
{
  static const FlWorkView absent = { NULL };
  const FlWorkView *results[3] = { &absent, &absent, &absent }, *input, *weight,
                   *bias; /* results that nobody asks for may be missing at the end */

  for (guint i = 0; i < MIN (step->n_out, 3); i++)
    if ((results[i] = &step->out[i])->bytes != NULL && results[i]->dtype != FL_DTYPE_F32)
      return FALSE;
  input = results[0];
  weight = results[1];
  bias = results[2];
  if (bias->bytes != NULL)
    {
      if (bias->n_dims != 1 || bias->sizes[0] != self->grad.sizes[1] || (bias->sizes[0] > 1 && bias->strides[0] != 1))
        return FALSE;
      self->bias = fl_library_get_floats (bias);
    }
  if (weight->bytes != NULL)
    {
      if (weight->n_dims != self->step.shape.n_spatial + 2
          || memcmp (weight->sizes, self->step.shape.weight_sizes, weight->n_dims * sizeof (gint64)) != 0)
        return FALSE;
      memcpy (self->step.shape.weight_strides, weight->strides, weight->n_dims * sizeof (gint64));
      self->weight = fl_library_get_floats (weight);
      if (!open_weight (self, n_threads))
        return FALSE;
    }
  return input->bytes == NULL || open_input (self, step, n_threads);
}

static void
free_state (gpointer state)
{
  FlConvolutionGradient *self = state;

  if (self->input != NULL)
    self->op->free (self->input);
  fl_shares_close (&self->shares);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  if (step->row->op != FL_ATEN_OP_CONVOLUTION_BACKWARD || step->n_out == 0)
    return NULL;
  FlConvolutionGradient *self = g_new0 (FlConvolutionGradient, 1);
  if (!read_arguments (self, step) || !open_results (self, step, n_threads))
    g_clear_pointer (&self, free_state);
  return self;
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlConvolutionGradient *self = state;

  if (self->input != NULL)
    self->op->run (self->input, pool);
  if (self->weight != NULL)
    fl_shares_run (&self->shares, pool, fl_library_get_floats (&self->step.in), fl_library_get_floats (&self->step.out),
                   NULL, self->weight);
  if (self->bias != NULL)
    fl_thread_pool_run (pool, sum_channels, self, (self->grad.sizes[1] + CHANNELS - 1) / CHANNELS);
  return TRUE;
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlConvolutionGradient *self = state;

  if (self->input != NULL && self->op->pack != NULL)
    self->op->pack (self->input, pool);
}

static void
forget (gpointer state)
{
  FlConvolutionGradient *self = state;

  if (self->input != NULL && self->op->forget != NULL)
    self->op->forget (self->input);
}

static const char *
describe (gconstpointer state)
{
  const FlConvolutionGradient *self = state;

  return self->input == NULL ? "the library's gradient of the weight" : self->op->describe (self->input);
}

const FlLibraryOp fl_convolution_gradient_op = { .name = "gradients of a convolution",
                                                 .needs = FL_LIBRARY_RETURNS_APART,
                                                 .prepare = prepare,
                                                 .run = run,
                                                 .describe = describe,
                                                 .pack = pack,
                                                 .forget = forget,
                                                 .free = free_state };
