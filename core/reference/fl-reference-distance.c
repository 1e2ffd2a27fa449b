/* Reference kernels: distances of rows, their gradients, and sums of products of three operands. */
#include <math.h>
#include <string.h>

#include "fl-reference-kernels.h"

REFERENCE_KERNEL (cdist);
REFERENCE_KERNEL (cdist_backward);
REFERENCE_KERNEL (pdist);
REFERENCE_KERNEL (pdist_backward);
REFERENCE_KERNEL (trilinear);

static double
measure (const double *a, const double *b, gint64 n, double p)
{
  double sum = 0;
  for (gint64 k = 0; k < n; k++)
    {
      double d = fabs (a[k] - b[k]);
      sum = isinf (p) ? (d > sum || isnan (d) ? d : sum) : sum + (p == 0 ? d != 0 : pow (d, p));
    }
  return p == 0 || isinf (p) ? sum : pow (sum, 1 / p);
}

/* The derivative of a p-norm by the element whose difference is d. */
static double
slope (double d, double distance, double p)
{
  double sign = (d > 0) - (d < 0);
  if (p == 0 || distance == 0 || d == 0)
    return 0;
  if (isinf (p))
    return fabs (d) == distance ? sign : 0;
  return sign * pow (fabs (d) / distance, p - 1);
}

typedef struct
{
  gint64 sizes[FL_MAX_DIMS]; /* of the batch, then rows of the first, rows of the second */
  guint n;                   /* batch dimensions */
  gint64 batch, rows[2], columns;
  const double *x[2];
} Rows;

static gboolean
open_rows (FlCall *call, Rows *self)
{
  static const char *const names[] = { "x1", "x2" };
  const FlView *views[2];
  FlView parts[2];
  for (guint i = 0; i < 2; i++)
    if ((views[i] = fl_call_get_view (call, names[i])) == NULL || views[i]->n_dims < 2)
      return views[i] != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs matrices", call->row->name);
  self->columns = views[0]->sizes[views[0]->n_dims - 1];
  if (views[1]->sizes[views[1]->n_dims - 1] != self->columns)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: rows of different lengths", call->row->name);
  FlDatum batches[2];
  const FlDatum *both[] = { &batches[0], &batches[1] };
  for (guint i = 0; i < 2; i++)
    {
      parts[i] = *views[i];
      parts[i].n_dims -= 2;
      batches[i] = (FlDatum) { .kind = FL_DATUM_TENSOR, .view = &parts[i] };
      self->rows[i] = views[i]->sizes[views[i]->n_dims - 2];
    }
  if (!fl_call_broadcast_shapes (call, 2, both, &self->n, self->sizes))
    return FALSE;
  self->batch = fl_sizes_product (self->sizes, self->n);
  for (guint i = 0; i < 2; i++)
    {
      FlDatum whole = { .kind = FL_DATUM_TENSOR, .view = (FlView *) views[i] };
      self->sizes[self->n] = self->rows[i];
      self->sizes[self->n + 1] = self->columns;
      self->x[i] = fl_call_broadcast (call, &whole, FL_DTYPE_F64, self->n + 2, self->sizes)->numbers;
    }
  self->sizes[self->n] = self->rows[0];
  self->sizes[self->n + 1] = self->rows[1];
  return TRUE;
}

gboolean
reference_cdist (FlCall *call)
{
  Rows self;
  if (!open_rows (call, &self))
    return FALSE;
  double p = fl_call_get_double (call, "p", 2);
  FlArray *out = fl_call_new_array (call, fl_call_get_view (call, "x1")->dtype, self.n + 2, self.sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 second = i % self.rows[1], first = i / self.rows[1];
      sums[i] = measure (self.x[0] + first * self.columns,
                         self.x[1] + (first / self.rows[0] * self.rows[1] + second) * self.columns, self.columns, p);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_cdist_backward (FlCall *call)
{
  Rows self;
  const FlView *grad = fl_call_get_view (call, "grad_output"), *distances = fl_call_get_view (call, "cdist");
  if (grad == NULL || distances == NULL || !open_rows (call, &self))
    return FALSE;
  double p = fl_call_get_double (call, "p", 2);
  gint64 n = self.batch * self.rows[0] * self.rows[1];
  if (grad->numel != n || distances->numel != n)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient does not fit", call->row->name);
  const double *g = fl_call_numbers (call, grad), *length = fl_call_numbers (call, distances);
  self.sizes[self.n + 1] = self.columns;
  FlArray *out = fl_call_new_array (call, fl_call_get_view (call, "x1")->dtype, self.n + 2, self.sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 second = i % self.rows[1], first = i / self.rows[1];
      const double *a = self.x[0] + first * self.columns,
                   *b = self.x[1] + (first / self.rows[0] * self.rows[1] + second) * self.columns;
      for (gint64 k = 0; k < self.columns; k++)
        sums[first * self.columns + k] += g[i] * slope (a[k] - b[k], length[i], p);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* Each pair of rows once. */
gboolean
reference_pdist (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self");
  if (self == NULL || self->n_dims != 2)
    return self != NULL && fl_call_fail (call, FL_ERROR_SHAPE, "%s needs a matrix", call->row->name);
  double p = fl_call_get_double (call, "p", 2);
  gint64 rows = self->sizes[0], columns = self->sizes[1], n = rows < 2 ? 0 : rows * (rows - 1) / 2, at = 0;
  const double *x = fl_call_numbers (call, self);
  FlArray *out = fl_call_new_array (call, self->dtype, 1, &n);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < rows; i++)
    for (gint64 j = i + 1; j < rows; j++)
      sums[at++] = measure (x + i * columns, x + j * columns, columns, p);
  return fl_call_return (call, fl_call_settle (out, sums));
}

gboolean
reference_pdist_backward (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, "self"), *grad = fl_call_get_view (call, "grad_output"),
               *distances = fl_call_get_view (call, "pdist");
  if (self == NULL || grad == NULL || distances == NULL)
    return FALSE;
  double p = fl_call_get_double (call, "p", 2);
  gint64 rows = self->sizes[0], columns = self->n_dims == 2 ? self->sizes[1] : 0, at = 0;
  if (self->n_dims != 2 || grad->numel != rows * (rows - 1) / 2 || distances->numel != grad->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the gradient does not fit", call->row->name);
  const double *x = fl_call_numbers (call, self), *g = fl_call_numbers (call, grad),
               *length = fl_call_numbers (call, distances);
  FlArray *out = fl_call_new_array (call, self->dtype, 2, self->sizes);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < rows; i++)
    for (gint64 j = i + 1; j < rows; j++, at++)
      for (gint64 k = 0; k < columns; k++)
        {
          double share = g[at] * slope (x[i * columns + k] - x[j * columns + k], length[at], p);
          sums[i * columns + k] += share;
          sums[j * columns + k] -= share;
        }
  return fl_call_return (call, fl_call_settle (out, sums));
}

/* --- three operands ---------------------------------------------------------------------------- */

/* Each operand gets dimensions of size 1 where its list says, the product is broadcast, and summed
 * over some dimensions. */
gboolean
reference_trilinear (FlCall *call)
{
  static const char *const names[] = { "i1", "i2", "i3" }, *const lists[] = { "expand1", "expand2", "expand3" };
  gint64 sizes[FL_MAX_DIMS], own[3][FL_MAX_DIMS], strides[3][FL_MAX_DIMS], wanted[FL_MAX_DIMS],
      index[FL_MAX_DIMS] = { 0 };
  const double *x[3];
  guint total = 0, n = 0;
  for (guint i = 0; i < 3; i++)
    {
      const FlView *view = fl_call_get_view (call, names[i]);
      gint64 added[FL_MAX_DIMS], step = 1;
      gboolean is_added[FL_MAX_DIMS] = { FALSE };
      int n_added = fl_call_get_ints (call, lists[i], added, FL_MAX_DIMS);
      if (view == NULL)
        return FALSE;
      n_added = MAX (n_added, 0);
      if (i > 0 && view->n_dims + n_added != total)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands have different ranks", call->row->name);
      total = view->n_dims + n_added;
      for (int k = 0; k < n_added; k++)
        if (added[k] >= 0 && added[k] < total && total <= FL_MAX_DIMS)
          is_added[added[k]] = TRUE;
        else
          return fl_call_fail (call, FL_ERROR_SHAPE, "%s: dimension %" G_GINT64_FORMAT " of %u", call->row->name,
                               added[k], total);
      for (guint d = 0, from = 0; d < total; d++)
        own[i][d] = is_added[d] || from >= view->n_dims ? 1 : view->sizes[from++];
      for (guint d = total; d-- > 0; step *= own[i][d])
        strides[i][d] = own[i][d] == 1 ? 0 : step;
      x[i] = fl_call_numbers (call, view);
    }
  for (guint d = 0; d < total; d++)
    for (guint i = 0; i < 3; i++)
      {
        if (i == 0 || sizes[d] == 1)
          sizes[d] = own[i][d];
        else if (own[i][d] != 1 && own[i][d] != sizes[d])
          return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands do not broadcast", call->row->name);
      }
  gint64 summed[FL_MAX_DIMS], place[FL_MAX_DIMS] = { 0 }, step = 1;
  gboolean is_summed[FL_MAX_DIMS] = { FALSE };
  int n_summed = MAX (fl_call_get_ints (call, "sumdim", summed, FL_MAX_DIMS), 0);
  for (int k = 0; k < n_summed; k++)
    if (summed[k] >= 0 && summed[k] < total)
      is_summed[summed[k]] = TRUE;
  for (guint d = 0; d < total; d++)
    if (!is_summed[d])
      wanted[n++] = sizes[d];
  for (guint d = total; d-- > 0;)
    if (!is_summed[d])
      {
        place[d] = step;
        step *= sizes[d];
      }
  FlArray *out = fl_call_new_array (call, fl_call_get_view (call, "i1")->dtype, n, wanted);
  double *sums = fl_call_open_numbers (call, out);
  for (gint64 i = 0; i < fl_sizes_product (sizes, total); i++)
    {
      gint64 at[3] = { 0 }, to = 0;
      for (guint d = 0; d < total; d++)
        {
          to += index[d] * place[d];
          for (guint k = 0; k < 3; k++)
            at[k] += index[d] * strides[k][d];
        }
      sums[to] += x[0][at[0]] * x[1][at[1]] * x[2][at[2]];
      fl_index_next (index, sizes, total);
    }
  return fl_call_return (call, fl_call_settle (out, sums));
}
