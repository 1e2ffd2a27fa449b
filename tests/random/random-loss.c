/* Arguments of losses and of what is left of operators that move elements. */
#include "random-private.h"

static gboolean
make_loss (RndMaker *m)
{
  gboolean is_binary = rnd_is (m, "binary"), is_entropy = is_binary && !rnd_is (m, "logits"),
           is_backward = rnd_is (m, "backward");
  int self = rnd_any (m, RND_FLOATS | RND_EXACT, 1, 4);
  const FlView *view = rnd_view (m, self);

  if (view->numel == 0)
    return FALSE;
  if (is_entropy)
    self = rnd_input (m, view->dtype, view->n_dims, view->sizes, rnd_fill (m, "unit", 0));
  if (is_backward)
    rnd_give_value (m, rnd_shaped (m, view->dtype, 0, NULL, 0));
  rnd_give_value (m, self);
  rnd_give_value (m, is_binary ? rnd_input (m, view->dtype, view->n_dims, view->sizes, rnd_fill (m, "unit", 0))
                               : rnd_like (m, self, RND_EXACT));
  if (is_binary && rnd_chance (m, 30))
    rnd_give_value (m, rnd_like (m, self, 0));
  else if (is_binary)
    rnd_give_none (m);
  if (is_binary && !is_entropy)
    rnd_give_none (m);
  if (is_backward || rnd_chance (m, 60))
    rnd_give_int (m, is_backward ? rnd_between (m, 1, 2) : rnd_between (m, 0, 2));
  return TRUE;
}

/* Classes, scores for each of them, and which is right; some are to be ignored. */
static gboolean
make_nll (RndMaker *m)
{
  gboolean is_2d = rnd_is (m, "2d"), is_backward = rnd_is (m, "backward"), is_cross = rnd_is (m, "cross");
  gint64 n = rnd_between (m, 1, 5), c = rnd_between (m, 2, 6), h = rnd_between (m, 1, 4), sizes[4] = { n, c, h, 2 },
         targets[3] = { n, h, 2 };
  int self = rnd_shaped (m, FL_DTYPE_F32, is_2d ? 4 : 2, sizes, 0),
      target = rnd_index (m, is_2d ? 3 : 1, targets, c, FALSE), weight = -1, results[2];
  gint64 reduction = rnd_between (m, 0, 2), ignored = rnd_chance (m, 30) ? 1 : -100;

  if (rnd_chance (m, 40))
    weight = rnd_input (m, FL_DTYPE_F32, 1, &c, rnd_fill (m, "positive", 0));
  for (guint way = is_backward ? 0 : 1; way < 2; way++)
    {
      if (is_backward && way == 1)
        {
          if (!rnd_forward (m, is_2d ? "aten.nll_loss2d_forward.default" : "aten.nll_loss_forward.default", 2, results))
            return FALSE;
          rnd_give_value (m,
                          rnd_shaped (m, FL_DTYPE_F32, rnd_rank (m, results[0]), rnd_view (m, results[0])->sizes, 0));
        }
      rnd_give_value (m, self);
      rnd_give_value (m, target);
      if (weight >= 0)
        rnd_give_value (m, weight);
      else
        rnd_give_none (m);
      rnd_give_int (m, reduction);
      rnd_give_int (m, ignored);
    }
  if (is_backward)
    rnd_give_value (m, results[1]);
  if (is_cross && rnd_chance (m, 20))
    rnd_give_float (m, 0.125);
  return TRUE;
}

/* --- moving, the rest -------------------------------------------------------------------------- */

static gboolean
make_diagonal (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 2, 4);
  const FlView *view = rnd_view (m, self);
  gint64 offset = rnd_between (m, -1, 1), sizes[FL_MAX_DIMS];
  guint n = 0, one = 0, other = 1;

  if (rnd_chance (m, 50))
    {
      one = view->n_dims - 1;
      other = 0;
    }
  for (guint d = 0; d < view->n_dims; d++)
    if (d != one && d != other)
      sizes[n++] = view->sizes[d];
  sizes[n++] = MAX (offset >= 0 ? MIN (view->sizes[one], view->sizes[other] - offset)
                                : MIN (view->sizes[one] + offset, view->sizes[other]),
                    0);
  if (!rnd_is (m, "backward"))
    rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, view->dtype, n, sizes, 0));
  if (rnd_is (m, "backward"))
    rnd_give_sizes (m, view->n_dims, view->sizes);
  rnd_give_int (m, offset);
  rnd_give_int (m, one);
  rnd_give_int (m, other);
  return TRUE;
}

static gboolean
make_as_strided_scatter (RndMaker *m)
{
  int self = rnd_any (m, RND_NUMBERS, 1, 3);
  const FlView *view = rnd_view (m, self);
  gint64 sizes[2], strides[2], left = view->numel - 1;

  if (view->numel < 2 || !fl_view_is_dense (view) || view->storage->array->numel != view->numel)
    return FALSE;
  sizes[1] = rnd_between (m, 1, MIN (left, 4));
  strides[1] = 1;
  strides[0] = rnd_between (m, sizes[1], MAX (sizes[1], 6));
  sizes[0] = MAX ((left - (sizes[1] - 1)) / strides[0], 0) + 1;
  sizes[0] = rnd_between (m, 1, sizes[0]);
  rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, view->dtype, 2, sizes, 0));
  rnd_give_sizes (m, 2, sizes);
  rnd_give_ints (m, 2, strides);
  return TRUE;
}

static gboolean
make_masked_scatter (RndMaker *m)
{
  int self = rnd_any (m, RND_NUMBERS, 1, 3);

  rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_BOOL, rnd_rank (m, self), rnd_view (m, self)->sizes, 0));
  rnd_give_value (m, rnd_like (m, self, 0));
  return TRUE;
}

static gboolean
make_unfold_backward (RndMaker *m)
{
  gint64 n = rnd_between (m, 2, 9), size = rnd_between (m, 1, n), step = rnd_between (m, 1, 3),
         rows = rnd_between (m, 1, 4), sizes[2] = { rows, n };

  rnd_give_shaped (m, FL_DTYPE_F32, 3, rows, (n - size) / step + 1, size, 0);
  rnd_give_sizes (m, 2, sizes);
  rnd_give_int (m, 1);
  rnd_give_int (m, size);
  rnd_give_int (m, step);
  return TRUE;
}

static gboolean
make_value_selecting (RndMaker *m)
{
  gint64 n = rnd_between (m, 1, 9), rows = rnd_between (m, 1, 5), sizes[2] = { rows, n };

  rnd_give_shaped (m, FL_DTYPE_F32, 1, rows, 0, 0, 0);
  rnd_give_int (m, 1);
  rnd_give_value (m, rnd_index (m, 1, &rows, n, FALSE));
  rnd_give_sizes (m, 2, sizes);
  rnd_give_bool (m, FALSE);
  return TRUE;
}

static gboolean
make_force_stride_order (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 1, 4);
  const FlView *view = rnd_view (m, self);
  gint64 strides[FL_MAX_DIMS], step = 1;

  for (guint d = 0; d < view->n_dims; step *= MAX (view->sizes[d], 1), d++) /* the first dimension is the innermost */
    strides[d] = step;
  rnd_give_value (m, self);
  rnd_give_ints (m, view->n_dims, strides);
  return TRUE;
}

const RndMakerRow rnd_loss_makers[] = {
  { "loss", make_loss },
  { "aten.mse_loss_backward.default", make_loss },
  { "nll_loss", make_nll },
  { "nll_loss_forward", make_nll },
  { "cross_entropy", make_nll },
  { "aten.nll_loss_backward.default", make_nll },
  { "aten.nll_loss2d_backward.default", make_nll },
  { "aten.diagonal_scatter.default", make_diagonal },
  { "aten.diagonal_backward.default", make_diagonal },
  { "aten.as_strided_scatter.default", make_as_strided_scatter },
  { "aten.masked_scatter.default", make_masked_scatter },
  { "aten.unfold_backward.default", make_unfold_backward },
  { "aten.value_selecting_reduction_backward.default", make_value_selecting },
  { "force_stride_order", make_force_stride_order },
  { NULL, NULL },
};
