/* Reference kernels: losses over classes. self [N, C] or [N, C, …] or [C]; target holds class numbers. */
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (nll_loss);
REFERENCE_KERNEL (nll_loss_backward);
REFERENCE_KERNEL (cross_entropy);

/* Classes stand at dim 1, or at dim 0 of a vector. */
typedef struct
{
  gint64 classes, inner, numel; /* numel: targets */
  const double *in;
  const gint64 *target;
  const double *weight; /* may be NULL */
  gint64 ignored, reduction;
  const FlView *self;
} Loss;

static gboolean
open_loss (FlCall *call, Loss *loss)
{
  const FlView *self = fl_call_get_view (call, "self"), *target = fl_call_get_view (call, "target");
  if (self == NULL || target == NULL)
    return FALSE;
  guint dim = self->n_dims == 1 ? 0 : 1;
  *loss = (Loss) { .classes = self->sizes[dim],
                   .inner = fl_sizes_product (self->sizes + dim + 1, self->n_dims - dim - 1),
                   .numel = target->numel,
                   .self = self };
  loss->in = fl_call_dense (call, self)->numbers;
  loss->target = fl_call_dense (call, target)->integers;
  const FlView *weight = fl_call_find_view (call, "weight");
  loss->weight = weight == NULL ? NULL : fl_call_dense (call, weight)->numbers;
  loss->ignored = fl_call_get_int (call, "ignore_index", -100);
  loss->reduction = fl_call_get_int (call, "reduction", 1);
  if (loss->target == NULL)
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s with probabilities as target has no reference",
                         call->row->name);
  for (gint64 i = 0; i < loss->numel; i++)
    if (loss->target[i] != loss->ignored && (loss->target[i] < 0 || loss->target[i] >= loss->classes))
      return fl_call_fail (call, FL_ERROR_SHAPE, "%s: class %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, call->row->name,
                           loss->target[i], loss->classes);
  return TRUE;
}

static gint64
get_place (const Loss *loss, gint64 i, gint64 class)
{
  return i / loss->inner * loss->classes * loss->inner + class * loss->inner + i % loss->inner;
}

static double
get_weight (const Loss *loss, gint64 class)
{
  return loss->weight == NULL ? 1 : loss->weight[class];
}

/* The loss of each target, -w in[target]; total: the weights that counted. */
static double *
find_terms (FlCall *call, const Loss *loss, const double *in, double *total)
{
  double *terms = fl_call_alloc (call, loss->numel, sizeof *terms);
  *total = 0;
  for (gint64 i = 0; i < loss->numel; i++)
    if (loss->target[i] != loss->ignored)
      {
        double weight = get_weight (loss, loss->target[i]);
        terms[i] = -weight * in[get_place (loss, i, loss->target[i])];
        *total += weight;
      }
  return terms;
}

static FlArray *
reduce (FlCall *call, const Loss *loss, const double *terms, double total)
{
  const FlView *target = fl_call_find_view (call, "target");
  gboolean is_whole = loss->reduction != 0;
  FlArray *out = fl_call_new_array (call, loss->self->dtype, is_whole ? 0 : target->n_dims, target->sizes);
  for (gint64 i = 0; i < loss->numel; i++)
    out->numbers[is_whole ? 0 : i] = is_whole ? out->numbers[0] + terms[i] : terms[i]; /* a term of -0 stays one */
  if (loss->reduction == 1)
    out->numbers[0] /= total;
  return out;
}

gboolean
reference_nll_loss (FlCall *call)
{
  Loss loss;
  double total;
  if (!open_loss (call, &loss))
    return FALSE;
  const double *terms = find_terms (call, &loss, loss.in, &total);
  FlArray *out = reduce (call, &loss, terms, total);
  if (strstr (call->row->name, "nll_loss_nd") != NULL)
    return fl_call_return (call, out);
  FlArray *weights = fl_call_new_array (call, loss.self->dtype, 0, NULL);
  weights->numbers[0] = loss.reduction == 0 ? 0 : total;
  return fl_call_return_list (call, 2, (FlArray *[]) { out, weights });
}

gboolean
reference_nll_loss_backward (FlCall *call)
{
  Loss loss;
  const FlView *grad = fl_call_get_view (call, "grad_output");
  if (grad == NULL || !open_loss (call, &loss))
    return FALSE;
  const double *g = fl_call_dense (call, grad)->numbers;
  double total = loss.reduction == 1 ? fl_call_get_double (call, "total_weight", 1) : 1;
  FlArray *out = fl_call_new_array (call, loss.self->dtype, loss.self->n_dims, loss.self->sizes);
  /* Compiled PyTorch multiplies by -1 at the target and by 0 elsewhere, where eager mode leaves zeros. */
  for (gint64 i = 0; i < loss.numel; i++)
    for (gint64 c = 0; loss.target[i] != loss.ignored && c < loss.classes; c++)
      {
        double slope = get_weight (&loss, c) * g[loss.reduction == 0 ? i : 0] / total;
        if (c == loss.target[i])
          out->numbers[get_place (&loss, i, c)] = -slope;
        else if (!isfinite (slope))
          out->numbers[get_place (&loss, i, c)] = NAN;
      }
  return fl_call_return (call, out);
}

gboolean
reference_cross_entropy (FlCall *call)
{
  Loss loss;
  double total;
  if (!open_loss (call, &loss))
    return FALSE;
  double smoothing = fl_call_get_double (call, "label_smoothing", 0);
  double *logs = fl_call_alloc (call, loss.self->numel, sizeof *logs);
  fl_softmax_rows (loss.in, logs, loss.self->numel / MAX (loss.classes * loss.inner, 1), loss.classes, loss.inner,
                   TRUE);
  fl_softmax_shake_logs (call, loss.self->dtype, logs, loss.self->numel, loss.classes);
  double *terms = find_terms (call, &loss, logs, &total);
  for (gint64 i = 0; smoothing != 0 && i < loss.numel; i++)
    {
      double all = 0;
      for (gint64 c = 0; c < loss.classes && loss.target[i] != loss.ignored; c++)
        all -= get_weight (&loss, c) * logs[get_place (&loss, i, c)];
      terms[i] = (1 - smoothing) * terms[i] + smoothing / loss.classes * all;
    }
  return fl_call_return (call, reduce (call, &loss, terms, total));
}
