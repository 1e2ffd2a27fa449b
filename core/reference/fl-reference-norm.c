/* Reference kernels: normalizations and their gradients. All of them subtract a mean, divide by a root, scale and
 * shift; they differ in which elements share a mean, and which a weight. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (layer_norm);
REFERENCE_KERNEL (native_layer_norm);
REFERENCE_KERNEL (native_layer_norm_backward);
REFERENCE_KERNEL (rms_norm);
REFERENCE_KERNEL (fused_rms_norm);
REFERENCE_KERNEL (group_norm);
REFERENCE_KERNEL (native_group_norm);
REFERENCE_KERNEL (instance_norm);
REFERENCE_KERNEL (batch_norm);
REFERENCE_KERNEL (native_batch_norm);
REFERENCE_KERNEL (native_batch_norm_backward);
REFERENCE_KERNEL (fused_rms_norm_backward);

/* Element e belongs to group group_of (e) and to channel channel_of (e), given as (e / outer step % count) pieces:
 * group = e / g_step, or, for batch norm, the channel itself. */
typedef struct
{
  const FlView *view;
  const double *in;
  gint64 numel;
  gint64 n_groups, group_size;
  gint64 n_channels, channel_inner; /* channel = e / channel_inner % n_channels */
  gboolean group_is_channel;        /* batch norm */
  const FlArray *weight, *bias;     /* may be NULL; one a channel */
} Norm;

static gint64
get_group (const Norm *self, gint64 e)
{
  return self->group_is_channel ? e / self->channel_inner % self->n_channels : e / self->group_size;
}

static gint64
get_channel (const Norm *self, gint64 e)
{
  return e / self->channel_inner % self->n_channels;
}

/* The mean of each group: over its elements x of (x - means[g])^2, or of x where means is NULL. */
static void
average_groups (FlCall *call, const Norm *self, const double *means, double *sums)
{
  double *lost = fl_call_alloc (call, self->n_groups, sizeof (double));

  memset (sums, 0, self->n_groups * sizeof (double));
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e);
      double d = self->in[e] - (means != NULL ? means[g] : 0);
      fl_sum_add (&sums[g], &lost[g], means != NULL ? d * d : d);
    }
  for (gint64 g = 0; g < self->n_groups; g++)
    sums[g] = (sums[g] + lost[g]) / self->group_size;
}

static void
find_moments (FlCall *call, const Norm *self, double *means, double *variances)
{
  average_groups (call, self, NULL, means);
  average_groups (call, self, means, variances);
}

static FlArray *
normalize (FlCall *call, const Norm *self, const double *means, const double *roots)
{
  FlArray *out = fl_call_new_array (call, self->view->dtype, self->view->n_dims, self->view->sizes);
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e), c = get_channel (self, e);
      double y = (self->in[e] - means[g]) * roots[g];
      out->numbers[e] = y * (self->weight != NULL ? self->weight->numbers[c] : 1)
                        + (self->bias != NULL ? self->bias->numbers[c] : 0);
    }
  return out;
}

/* Weight and bias of a group's channels taken together first, as PyTorch does on a CPU, compiled or not: of infinite
 * ones nothing is left. */
static FlArray *
normalize_folded (FlCall *call, const Norm *self, const double *means, const double *roots)
{
  FlArray *out = fl_call_new_array (call, self->view->dtype, self->view->n_dims, self->view->sizes);
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e), c = get_channel (self, e);
      double scale = roots[g] * self->weight->numbers[c],
             shift = (self->bias != NULL ? self->bias->numbers[c] : 0) - means[g] * scale;
      out->numbers[e] = isfinite (shift)
                            ? (self->in[e] - means[g]) * scale + (self->bias != NULL ? self->bias->numbers[c] : 0)
                            : self->in[e] * scale + shift;
    }
  return out;
}

static gboolean
open_norm (FlCall *call, Norm *self, const char *input)
{
  const FlView *view = fl_call_get_view (call, input);
  if (view == NULL)
    return FALSE;
  *self = (Norm) { .view = view, .numel = view->numel };
  self->in = fl_call_dense (call, view)->numbers;
  const FlView *weight = fl_call_find_view (call, "weight"), *bias = fl_call_find_view (call, "bias");
  self->weight = weight == NULL ? NULL : fl_call_dense (call, weight);
  self->bias = bias == NULL ? NULL : fl_call_dense (call, bias);
  return TRUE;
}

/* Weights, biases and statistics that were kept have an element a channel: graphs of symbolic sizes may be run with
 * sizes for which they have not, and would be read behind their end. */
static gboolean
have_all_channels (FlCall *call, const Norm *self)
{
  static const char *const names[]
      = { "weight", "bias", "running_mean", "running_var", "save_mean", "save_invstd|save_var" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const FlView *view = fl_call_find_view (call, names[i]);

      if (view != NULL && view->numel != self->n_channels && (view->numel != 0 || *names[i] != 's'))
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: %s has %" G_GINT64_FORMAT " elements, the input %" G_GINT64_FORMAT " channels",
                             call->row->name, names[i], view->numel, self->n_channels);
    }
  return TRUE;
}

static double *
new_numbers (FlCall *call, gint64 n)
{
  return fl_call_alloc (call, n, sizeof (double));
}

static FlArray *
new_filled (FlCall *call, FlDtype dtype, guint n_dims, const gint64 *sizes, const double *numbers)
{
  FlArray *array = fl_call_new_array (call, dtype, n_dims, sizes);
  memcpy (array->numbers, numbers, array->numel * sizeof (double));
  return array;
}

static void
take_roots (const double *variances, double *roots, gint64 n, double epsilon)
{
  for (gint64 i = 0; i < n; i++)
    roots[i] = 1 / sqrt (variances[i] + epsilon);
}

/* The statistics of low-precision inputs are of f32 on a GPU, which the graph says and nobody else, and where the
 * weight is. */
static FlDtype
get_stats_dtype (const FlCall *call, const Norm *self)
{
  if (call->n_outputs >= 3 && fl_dtype_is_float (call->outputs[1].dtype))
    return call->outputs[1].dtype;
  return self->weight != NULL ? fl_dtype_promote (self->view->dtype, self->weight->dtype) : self->view->dtype;
}

/* --- layer norm ------------------------------------------------------------------------------- */

/* Sets groups and channels; sizes[]: the shape with the normalized dims at 1. FALSE: the normalized shape is not that
 * of the input's last dimensions, or weights have another one. */
static gboolean
set_layer (FlCall *call, Norm *self, gint64 *sizes)
{
  gint64 shape[FL_MAX_DIMS];
  const int n = fl_call_get_ints (call, "normalized_shape", shape, FL_MAX_DIMS);
  const guint first = self->view->n_dims - MIN ((guint) MAX (n, 0), self->view->n_dims);

  self->group_size = fl_sizes_product (self->view->sizes + first, self->view->n_dims - first);
  self->n_groups = fl_sizes_product (self->view->sizes, first);
  self->n_channels = self->group_size;
  self->channel_inner = 1;
  for (guint d = 0; d < self->view->n_dims; d++)
    sizes[d] = d < first ? self->view->sizes[d] : 1;
  for (int i = 0; i < n; i++)
    if ((guint) n > self->view->n_dims || shape[i] != self->view->sizes[first + i])
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the normalized shape is not that of the last %d dimensions",
                           call->row->name, n);
  return have_all_channels (call, self);
}

static gboolean
do_layer_norm (FlCall *call, gboolean with_stats)
{
  Norm self;
  gint64 sizes[FL_MAX_DIMS];
  if (!open_norm (call, &self, "input") || !set_layer (call, &self, sizes))
    return FALSE;
  double *means = new_numbers (call, self.n_groups), *roots = new_numbers (call, self.n_groups);
  find_moments (call, &self, means, roots);
  take_roots (roots, roots, self.n_groups, fl_call_get_double (call, "eps", 1e-5));
  FlArray *out = normalize (call, &self, means, roots);
  if (!with_stats)
    return fl_call_return (call, out);
  FlDtype dtype = get_stats_dtype (call, &self);
  return fl_call_return_list (call, 3,
                              (FlArray *[]) { out, new_filled (call, dtype, self.view->n_dims, sizes, means),
                                              new_filled (call, dtype, self.view->n_dims, sizes, roots) });
}

gboolean
reference_layer_norm (FlCall *call)
{
  return do_layer_norm (call, FALSE);
}

gboolean
reference_native_layer_norm (FlCall *call)
{
  return do_layer_norm (call, TRUE);
}

/* With x' = (x - mean) root and g = dy weight: dx = root (g - mean (g) - x' mean (g x')). */
static FlArray *
find_input_gradient (FlCall *call, const Norm *self, const double *dy, const double *means, const double *roots)
{
  double *sum = new_numbers (call, self->n_groups), *dot = new_numbers (call, self->n_groups);
  double *lost_of_sum = new_numbers (call, self->n_groups), *lost_of_dot = new_numbers (call, self->n_groups);
  FlArray *out = fl_call_new_array (call, self->view->dtype, self->view->n_dims, self->view->sizes);
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e);
      double slope = dy[e] * (self->weight != NULL ? self->weight->numbers[get_channel (self, e)] : 1);
      fl_sum_add (&sum[g], &lost_of_sum[g], slope / self->group_size);
      fl_sum_add (&dot[g], &lost_of_dot[g], slope * (self->in[e] - means[g]) * roots[g] / self->group_size);
    }
  for (gint64 g = 0; g < self->n_groups; g++)
    {
      sum[g] += lost_of_sum[g];
      dot[g] += lost_of_dot[g];
    }
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e);
      double slope = dy[e] * (self->weight != NULL ? self->weight->numbers[get_channel (self, e)] : 1);
      double x = (self->in[e] - means[g]) * roots[g];
      out->numbers[e] = roots[g] * (slope - sum[g] - x * dot[g]);
    }
  return out;
}

static void
find_weight_gradients (const Norm *self, const double *dy, const double *means, const double *roots, FlArray *dw,
                       FlArray *db)
{
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e), c = get_channel (self, e);
      if (dw != NULL)
        dw->numbers[c] += dy[e] * (self->in[e] - means[g]) * roots[g];
      if (db != NULL)
        db->numbers[c] += dy[e];
    }
}

gboolean
reference_native_layer_norm_backward (FlCall *call)
{
  Norm self;
  const FlView *grad = fl_call_get_view (call, "grad_out"), *mean = fl_call_get_view (call, "mean"),
               *root = fl_call_get_view (call, "rstd");
  gint64 sizes[FL_MAX_DIMS], shape[FL_MAX_DIMS], mask[3] = { 1, 1, 1 };
  if (grad == NULL || mean == NULL || root == NULL || !open_norm (call, &self, "input")
      || !set_layer (call, &self, sizes))
    return FALSE;
  int n = MAX (fl_call_get_ints (call, "normalized_shape", shape, FL_MAX_DIMS), 0);
  if (grad->numel != self.numel || mean->numel != self.n_groups || root->numel != self.n_groups)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands do not fit", call->row->name);
  fl_call_get_ints (call, "output_mask", mask, 3);
  const double *dy = fl_call_dense (call, grad)->numbers;
  const double *means = fl_call_dense (call, mean)->numbers, *roots = fl_call_dense (call, root)->numbers;
  FlDtype dtype = self.weight != NULL ? self.weight->dtype : self.view->dtype;
  FlArray *dw = mask[1] && self.weight != NULL ? fl_call_new_array (call, dtype, n, shape) : NULL;
  FlArray *db = mask[2] && self.bias != NULL ? fl_call_new_array (call, dtype, n, shape) : NULL;
  find_weight_gradients (&self, dy, means, roots, dw, db);
  return fl_call_return_list (call, 3,
                              (FlArray *[]) { mask[0] ? find_input_gradient (call, &self, dy, means, roots) : NULL, dw,
                                              db });
}

/* --- root mean square ------------------------------------------------------------------------- */

static gboolean
do_rms_norm (FlCall *call, gboolean with_stats)
{
  Norm self;
  gint64 sizes[FL_MAX_DIMS];
  if (!open_norm (call, &self, "input") || !set_layer (call, &self, sizes))
    return FALSE;
  double *zeros = new_numbers (call, self.n_groups), *roots = new_numbers (call, self.n_groups);
  double epsilon = self.view->dtype == FL_DTYPE_F64 ? 0x1p-52 : 0x1p-23;
  average_groups (call, &self, zeros, roots);
  take_roots (roots, roots, self.n_groups, fl_call_get_double (call, "eps", epsilon));
  FlArray *out = normalize (call, &self, zeros, roots);
  if (!with_stats)
    return fl_call_return (call, out);
  FlDtype dtype = self.view->dtype == FL_DTYPE_F64 ? FL_DTYPE_F64 : FL_DTYPE_F32;
  return fl_call_return_list (call, 2,
                              (FlArray *[]) { out, new_filled (call, dtype, self.view->n_dims, sizes, roots) });
}

gboolean
reference_rms_norm (FlCall *call)
{
  return do_rms_norm (call, FALSE);
}

gboolean
reference_fused_rms_norm (FlCall *call)
{
  return do_rms_norm (call, TRUE);
}

/* --- group norm ------------------------------------------------------------------------------- */

static gboolean
do_group_norm (FlCall *call, gint64 batch, gint64 channels, gint64 groups, gboolean with_stats)
{
  Norm self;
  if (!open_norm (call, &self, "input"))
    return FALSE;
  if (channels <= 0 || groups <= 0 || batch < 0 || channels % groups != 0)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: %" G_GINT64_FORMAT " groups of %" G_GINT64_FORMAT " channels",
                         call->row->name, groups, channels);
  self.n_channels = channels;
  if (!have_all_channels (call, &self))
    return FALSE;
  self.channel_inner = self.numel / MAX (batch * channels, 1);
  self.n_groups = batch * groups;
  self.group_size = self.numel / MAX (self.n_groups, 1);
  double *means = new_numbers (call, self.n_groups), *roots = new_numbers (call, self.n_groups);
  find_moments (call, &self, means, roots);
  take_roots (roots, roots, self.n_groups, fl_call_get_double (call, "eps", 1e-5));
  FlArray *out = self.weight != NULL && !call->is_for_gpu ? normalize_folded (call, &self, means, roots)
                                                          : normalize (call, &self, means, roots);
  if (!with_stats)
    return fl_call_return (call, out);
  gint64 sizes[] = { batch, groups };
  FlDtype dtype = get_stats_dtype (call, &self);
  return fl_call_return_list (call, 3,
                              (FlArray *[]) { out, new_filled (call, dtype, 2, sizes, means),
                                              new_filled (call, dtype, 2, sizes, roots) });
}

gboolean
reference_group_norm (FlCall *call)
{
  const FlView *input = fl_call_get_view (call, "input");
  return input != NULL && input->n_dims >= 2
         && do_group_norm (call, input->sizes[0], input->sizes[1], fl_call_get_int (call, "num_groups", 1), FALSE);
}

gboolean
reference_native_group_norm (FlCall *call)
{
  const FlView *input = fl_call_get_view (call, "input");
  gint64 n = fl_call_get_int (call, "N", 1), c = fl_call_get_int (call, "C", 1),
         rest = fl_call_get_int (call, "HxW", 1);

  if (input == NULL)
    return FALSE;
  if (n * c * rest != fl_sizes_product (input->sizes, input->n_dims))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: N * C * HxW are not the elements of the input", call->row->name);
  return do_group_norm (call, n, c, fl_call_get_int (call, "group", 1), TRUE);
}

/* --- batch norm ------------------------------------------------------------------------------- */

static gboolean
open_batch (FlCall *call, Norm *self)
{
  if (!open_norm (call, self, "input"))
    return FALSE;
  if (self->view->n_dims < 2)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s of a tensor with %u dimensions", call->row->name,
                         self->view->n_dims);
  self->group_is_channel = TRUE;
  self->n_channels = self->n_groups = self->view->sizes[1];
  self->channel_inner = fl_sizes_product (self->view->sizes + 2, self->view->n_dims - 2);
  self->group_size = self->numel / MAX (self->n_channels, 1);
  return have_all_channels (call, self);
}

/* From the variance of n elements to the unbiased one: of a single element, whose variance is 0, it
 * makes NaN. */
static double
get_unbiasing (gint64 n)
{
  return n > 0 ? n / (n - 1.0) : 0;
}

/* running = (1 - momentum) running + momentum new; the variance that is kept is the unbiased one. NULL when there is
 * none. */
static FlArray *
update_running (FlCall *call, const Norm *self, const char *name, const double *fresh, double factor)
{
  FlView *running = fl_call_find_view (call, name);
  if (running == NULL)
    return NULL;
  double momentum = fl_call_get_double (call, "momentum|exponential_average_factor", 0.1);
  const FlArray *old = fl_call_dense (call, running);
  FlArray *out = fl_call_new_array (call, running->dtype, running->n_dims, running->sizes);
  for (gint64 c = 0; c < self->n_channels; c++)
    out->numbers[c] = fl_dtype_round (running->dtype, (1 - momentum) * old->numbers[c] + momentum * factor * fresh[c]);
  return out;
}

/* Of statistics that are not made here a GPU saves some, too: the graph says how many. */
static gint64
count_saved (const FlCall *call, const Norm *self, gboolean is_training)
{
  const gboolean says = call->n_outputs >= 3 && call->outputs[1].n_dims == 1;

  return is_training || (says && call->outputs[1].sizes[0] == self->n_channels) ? self->n_channels : 0;
}

static gboolean
return_batch (FlCall *call, const Norm *self, gboolean is_training, FlArray *out, const double *means,
              const double *variances, const double *roots)
{
  const char *name = call->row->name;
  FlArray *new_mean = NULL, *new_variance = NULL;
  if (is_training)
    {
      new_mean = update_running (call, self, "running_mean", means, 1);
      new_variance = update_running (call, self, "running_var", variances, get_unbiasing (self->group_size));
    }
  gboolean is_functional = strstr (name, "functional") != NULL;
  if (!is_functional && new_mean != NULL)
    fl_view_write (fl_call_find_view (call, "running_mean"), new_mean);
  if (!is_functional && new_variance != NULL)
    fl_view_write (fl_call_find_view (call, "running_var"), new_variance);
  if (strcmp (name, "aten.batch_norm.default") == 0)
    return fl_call_return (call, out);
  gint64 n_saved = count_saved (call, self, is_training), none = 0;
  FlArray *saved_mean = new_filled (call, get_stats_dtype (call, self), 1, &n_saved, means);
  FlArray *saved_root = new_filled (call, get_stats_dtype (call, self), 1, &n_saved, roots);
  if (strstr (name, "cudnn") != NULL || g_str_has_suffix (name, "_update.default"))
    return fl_call_return_list (call, 4,
                                (FlArray *[]) { out, saved_mean, saved_root,
                                                fl_call_new_array (call, FL_DTYPE_U8, 1, &none) });
  return fl_call_return_list (call, is_functional ? 5 : 3,
                              (FlArray *[]) { out, saved_mean, saved_root, new_mean, new_variance });
}

static gboolean
do_batch_norm (FlCall *call)
{
  Norm self;
  if (!open_batch (call, &self))
    return FALSE;
  gboolean is_training = fl_call_get_bool (call, "training", strstr (call->row->name, "with_update") != NULL);
  double *means = new_numbers (call, self.n_groups), *variances = new_numbers (call, self.n_groups),
         *roots = new_numbers (call, self.n_groups);
  const FlView *mean = fl_call_find_view (call, "running_mean"), *variance = fl_call_find_view (call, "running_var");
  if (is_training || mean == NULL || variance == NULL)
    find_moments (call, &self, means, variances);
  else
    {
      memcpy (means, fl_call_dense (call, mean)->numbers, self.n_groups * sizeof (double));
      memcpy (variances, fl_call_dense (call, variance)->numbers, self.n_groups * sizeof (double));
    }
  take_roots (variances, roots, self.n_groups, fl_call_get_double (call, "eps|epsilon", 1e-5));
  FlArray *out = normalize (call, &self, means, roots);
  return return_batch (call, &self, is_training, out, means, variances, roots);
}

/* Of each channel of each instance, or those that are kept; what is kept then blends with the mean over the instances.
 */
gboolean
reference_instance_norm (FlCall *call)
{
  Norm self;
  if (!open_batch (call, &self))
    return FALSE;
  self.group_is_channel = FALSE;
  self.group_size = self.channel_inner;
  self.n_groups = self.view->sizes[0] * self.n_channels;
  gboolean is_training = fl_call_get_bool (call, "use_input_stats", TRUE);
  const FlView *mean = fl_call_find_view (call, "running_mean"), *variance = fl_call_find_view (call, "running_var");
  double *means = new_numbers (call, self.n_groups), *variances = new_numbers (call, self.n_groups),
         *roots = new_numbers (call, self.n_groups);
  if (!is_training && (mean == NULL || variance == NULL))
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s: the statistics are lacking", call->row->name);
  if (is_training)
    find_moments (call, &self, means, variances);
  for (gint64 g = 0; g < self.n_groups && !is_training; g++)
    {
      means[g] = fl_call_dense (call, mean)->numbers[g % self.n_channels];
      variances[g] = fl_call_dense (call, variance)->numbers[g % self.n_channels];
    }
  take_roots (variances, roots, self.n_groups, fl_call_get_double (call, "eps", 1e-5));
  FlArray *out = normalize (call, &self, means, roots);
  if (is_training)
    {
      gint64 n = self.view->sizes[0];
      for (gint64 g = self.n_channels; g < self.n_groups; g++)
        {
          means[g % self.n_channels] += means[g];
          variances[g % self.n_channels] += variances[g];
        }
      FlArray *new_mean = update_running (call, &self, "running_mean", means, 1.0 / n);
      FlArray *new_variance
          = update_running (call, &self, "running_var", variances, get_unbiasing (self.group_size) / n);
      if (new_mean != NULL)
        fl_view_write (fl_call_find_view (call, "running_mean"), new_mean);
      if (new_variance != NULL)
        fl_view_write (fl_call_find_view (call, "running_var"), new_variance);
    }
  return fl_call_return (call, out);
}

gboolean
reference_batch_norm (FlCall *call)
{
  return do_batch_norm (call);
}

gboolean
reference_native_batch_norm (FlCall *call)
{
  return do_batch_norm (call);
}

/* In the order of eager and compiled PyTorch, which infinities tell: with d = x - mean, dot = sum
 * (dy d) and k = dot root root / n, dx = (dy - d k - mean (dy)) root weight, dw = dot root, db =
 * sum (dy). Any of the arrays may be NULL. */
static void
find_batch_gradients (FlCall *call, const Norm *self, const double *dy, const double *means, const double *roots,
                      gboolean is_constant, FlArray *const out[3])
{
  double *sum = new_numbers (call, self->n_groups), *dot = new_numbers (call, self->n_groups);
  double *lost_of_sum = new_numbers (call, self->n_groups), *lost_of_dot = new_numbers (call, self->n_groups);
  for (gint64 e = 0; e < self->numel; e++)
    {
      gint64 g = get_group (self, e);
      fl_sum_add (&sum[g], &lost_of_sum[g], dy[e]);
      fl_sum_add (&dot[g], &lost_of_dot[g], dy[e] * (self->in[e] - means[g]));
    }
  for (gint64 g = 0; g < self->n_groups; g++)
    {
      sum[g] += lost_of_sum[g];
      dot[g] += lost_of_dot[g];
      if (out[1] != NULL)
        out[1]->numbers[g] = dot[g] * roots[g];
      if (out[2] != NULL)
        out[2]->numbers[g] = sum[g];
    }
  for (gint64 e = 0; out[0] != NULL && e < self->numel; e++)
    {
      gint64 g = get_group (self, e);
      double slope = dy[e], k = dot[g] / self->group_size * (roots[g] * roots[g]);
      if (!is_constant)
        slope = slope - (self->in[e] - means[g]) * k - sum[g] / self->group_size;
      out[0]->numbers[e] = slope * (roots[g] * (self->weight != NULL ? self->weight->numbers[g] : 1));
    }
}

gboolean
reference_native_batch_norm_backward (FlCall *call)
{
  Norm self;
  const FlView *grad = fl_call_get_view (call, "grad_out");
  gint64 mask[3] = { 1, 1, 1 };
  if (grad == NULL || !open_batch (call, &self))
    return FALSE;
  fl_call_get_ints (call, "output_mask", mask, 3);
  gboolean is_training = fl_call_get_bool (call, "train|update", FALSE);
  const FlView *mean = fl_call_find_view (call, is_training ? "save_mean" : "running_mean");
  const FlView *spread = fl_call_find_view (call, is_training ? "save_invstd|save_var" : "running_var");
  if (mean == NULL || spread == NULL)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s: the statistics are lacking", call->row->name);
  if (grad->numel != self.numel || mean->numel != self.n_groups || spread->numel != self.n_groups)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands do not fit", call->row->name);
  const double *dy = fl_call_dense (call, grad)->numbers, *means = fl_call_dense (call, mean)->numbers;
  double *roots = new_numbers (call, self.n_groups);
  memcpy (roots, fl_call_dense (call, spread)->numbers, self.n_groups * sizeof (double));
  if (!is_training)
    take_roots (roots, roots, self.n_groups, fl_call_get_double (call, "eps", 1e-5));
  FlDtype dtype = self.weight != NULL ? self.weight->dtype : self.view->dtype;
  FlArray *out[3] = { NULL };
  for (guint i = 0; i < 3; i++)
    if (mask[i])
      out[i] = i == 0 ? fl_call_new_array (call, self.view->dtype, self.view->n_dims, self.view->sizes)
                      : fl_call_new_array (call, dtype, 1, &self.n_channels);
  find_batch_gradients (call, &self, dy, means, roots, !is_training, out);
  return fl_call_return_list (call, 3, out);
}

/* y = x r w, and r the root of the mean of x squared, upside down: dx = r (w dy - x r / n sum (x r w dy)). */
gboolean
reference_fused_rms_norm_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad_out"), *input = fl_call_get_view (call, "input"),
               *rstd = fl_call_get_view (call, "rstd");
  const FlView *weight = fl_call_find_view (call, "weight");
  gint64 shape[FL_MAX_DIMS], mask[2] = { 1, 1 };
  int n_inner = fl_call_get_ints (call, "normalized_shape", shape, FL_MAX_DIMS);
  if (grad == NULL || input == NULL || rstd == NULL)
    return FALSE;
  gint64 n = fl_sizes_product (shape, MAX (n_inner, 0));
  fl_call_get_ints (call, "output_mask", mask, 2);
  if (n_inner < 1 || n < 1 || input->numel % n != 0 || rstd->numel != input->numel / n || grad->numel != input->numel
      || (weight != NULL && weight->numel != n) || !fl_dtype_is_float (input->dtype))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands do not fit", call->row->name);
  const double *dy = fl_call_numbers (call, grad), *x = fl_call_numbers (call, input),
               *roots = fl_call_numbers (call, rstd);
  const double *w = weight != NULL ? fl_call_numbers (call, weight) : NULL;
  FlArray *dx = fl_call_new_array (call, input->dtype, input->n_dims, input->sizes),
          *dw = fl_call_new_array (call, input->dtype, n_inner, shape);
  for (gint64 row = 0; row < input->numel / n; row++)
    {
      double sum = 0;
      for (gint64 i = row * n; i < (row + 1) * n; i++)
        {
          sum += x[i] * roots[row] * dy[i] * (w != NULL ? w[i % n] : 1);
          dw->numbers[i % n] += dy[i] * x[i] * roots[row];
        }
      for (gint64 i = row * n; i < (row + 1) * n; i++)
        dx->numbers[i] = roots[row] * (dy[i] * (w != NULL ? w[i % n] : 1) - x[i] * roots[row] / n * sum);
    }
  return fl_call_return_list (call, 2, (FlArray *[]) { mask[0] ? dx : NULL, mask[1] && w != NULL ? dw : NULL });
}
