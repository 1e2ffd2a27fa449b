/* Arguments of gradients of losses and norms, of margins, and of gradients of bags. */
#include "random-private.h"

/* --- losses --- */

/* Without a reduction the gradient has an element for each; else it is one number. */
static gboolean
make_loss_backward (RndMaker *m)
{
  gboolean is_entropy = rnd_is (m, "binary_cross");
  int self = rnd_any (m, RND_FLOATS | RND_EXACT, 1, 4), target;
  const FlView *view = rnd_view (m, self);
  gint64 reduction = rnd_between (m, 0, 2);

  if (view->numel == 0)
    return FALSE;
  if (is_entropy)
    self = rnd_input (m, view->dtype, view->n_dims, view->sizes, rnd_fill (m, "unit", 0));
  view = rnd_view (m, self);
  target = is_entropy ? rnd_input (m, view->dtype, view->n_dims, view->sizes, rnd_fill (m, "unit", 0))
                      : rnd_like (m, self, RND_EXACT);
  view = rnd_view (m, self);
  rnd_give_value (m, rnd_shaped (m, view->dtype, reduction == 0 ? view->n_dims : 0, view->sizes, 0));
  rnd_give_value (m, self);
  rnd_give_value (m, target);
  if (is_entropy && rnd_chance (m, 40))
    rnd_give_value (m, rnd_like (m, self, 0));
  else if (is_entropy)
    rnd_give_none (m);
  rnd_give_int (m, reduction);
  if (rnd_is (m, "smooth") || rnd_is (m, "huber"))
    rnd_give_float (m, rnd_chance (m, 50) ? 1 : 0.5);
  return TRUE;
}

static gboolean
make_margin_ranking (RndMaker *m)
{
  int first = rnd_any (m, RND_FLOATS, 1, 3);

  if (rnd_view (m, first)->numel == 0)
    return FALSE;
  rnd_give_value (m, first);
  rnd_give_value (m, rnd_like (m, first, 0));
  rnd_give_value (m, rnd_like (m, first, 0));
  rnd_give_float (m, rnd_between (m, 0, 4) / 4.0);
  rnd_give_int (m, rnd_between (m, 0, 2));
  return TRUE;
}

static gboolean
make_multi_margin (RndMaker *m)
{
  gint64 sizes[2] = { rnd_between (m, 1, 5), rnd_between (m, 2, 6) };
  guint from = rnd_chance (m, 75) ? 0 : 1;

  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2 - from, sizes + from, 0));
  if (rnd_is (m, "multilabel"))
    {
      rnd_give_value (m, rnd_input (m, FL_DTYPE_I64, 2 - from, sizes + from, rnd_fill (m, "below", sizes[1])));
      rnd_give_int (m, rnd_between (m, 0, 2));
      return TRUE;
    }
  rnd_give_value (m, rnd_index (m, 1 - from, sizes, sizes[1], FALSE));
  rnd_give_int (m, rnd_between (m, 1, 2));
  rnd_give_float (m, rnd_between (m, 1, 4) / 2.0);
  if (rnd_chance (m, 50))
    rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 1, &sizes[1], rnd_fill (m, "positive", 0)));
  else
    rnd_give_none (m);
  rnd_give_int (m, rnd_between (m, 0, 2));
  return TRUE;
}

/* --- norms --- */

static void
give_mask (RndMaker *m, guint n)
{
  RndArg mask = { .kind = RND_LIST, .n_items = n, .items = fl_arena_new (m->arena, RndArg, n) };

  for (guint i = 0; i < n; i++)
    mask.items[i] = (RndArg) { .kind = RND_BOOL, .integer = i == 0 || rnd_chance (m, 70) };
  rnd_give (m, mask);
}

static gboolean
make_batch_norm_backward (RndMaker *m)
{
  gint64 sizes[4] = { 2, rnd_between (m, 1, 4), rnd_between (m, 2, 5), rnd_between (m, 1, 4) }, none = 0;
  gint64 n = sizes[1];
  int input = rnd_shaped (m, FL_DTYPE_F32, 4, sizes, 0);

  rnd_give_value (m, rnd_like (m, input, 0));
  rnd_give_value (m, input);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &n, 0));
  for (guint i = 0; i < 2; i++) /* running ones, then those of the batch */
    {
      rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &n, 0));
      rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 1, &n, rnd_fill (m, "positive", 0)));
    }
  rnd_give_bool (m, rnd_chance (m, 50));
  rnd_give_float (m, 1e-5);
  give_mask (m, 3);
  rnd_give_value (m, rnd_input (m, FL_DTYPE_U8, 1, &none, rnd_fill (m, "plain", 0)));
  return TRUE;
}

static gboolean
make_rms_norm_backward (RndMaker *m)
{
  gint64 sizes[3] = { rnd_between (m, 1, 4), rnd_between (m, 1, 4), rnd_between (m, 3, 6) };
  guint rank = 1 + rnd_pick (m, 3), n = 1 + rnd_pick (m, rank);
  const gint64 *whole = sizes + 3 - rank, *norm = sizes + 3 - n;
  int input = rnd_shaped (m, FL_DTYPE_F32, rank, whole, 0), weight = rnd_shaped (m, FL_DTYPE_F32, n, norm, 0),
      results[2];

  rnd_give_value (m, input);
  rnd_give_sizes (m, n, norm);
  rnd_give_value (m, weight);
  rnd_give_float (m, 0.125);
  if (!rnd_forward (m, "aten._fused_rms_norm.default", 2, results))
    return FALSE;
  rnd_give_value (m, rnd_like (m, input, 0));
  rnd_give_value (m, input);
  rnd_give_sizes (m, n, norm);
  rnd_give_value (m, results[1]);
  rnd_give_value (m, weight);
  give_mask (m, 2);
  return TRUE;
}

static gboolean
make_norm_dtype (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 0, 4);

  if (rnd_view (m, self)->numel == 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_int (m, rnd_between (m, 0, 3));
  rnd_give_dtype (m, rnd_view (m, self)->dtype == FL_DTYPE_F64 || rnd_chance (m, 30) ? FL_DTYPE_F64 : FL_DTYPE_F32);
  rnd_by_name (m, "dtype");
  return TRUE;
}

static gboolean
make_count_nonzero (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL | RND_EXACT, 1, 4);
  gint64 dims[RND_MAX_RANK + 3];

  rnd_give_value (m, self);
  rnd_give_ints (m, rnd_dims (m, rnd_rank (m, self), 1, dims), dims);
  return TRUE;
}

/* --- activations --- */

static gboolean
make_prelu_backward (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS | RND_EXACT, 2, 4);
  gint64 sizes[RND_MAX_RANK] = { 1, 1, 1, 1, 1 };

  if (rnd_chance (m, 60))
    sizes[1] = rnd_view (m, self)->sizes[1];
  rnd_give_value (m, rnd_like (m, self, 0));
  rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, rnd_view (m, self)->dtype, rnd_rank (m, self), sizes, 0));
  return TRUE;
}

static gboolean
make_glu_backward (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 1, RND_MAX_RANK);
  const FlView *view = rnd_view (m, self);
  gint64 dim = rnd_dim (m, view->n_dims), sizes[FL_MAX_DIMS];
  guint along = fl_wrap_dim (dim, view->n_dims);

  if (view->sizes[along] % 2 != 0)
    return FALSE;
  memcpy (sizes, view->sizes, sizeof sizes);
  sizes[along] /= 2;
  rnd_give_value (m, rnd_shaped (m, view->dtype, view->n_dims, sizes, 0));
  rnd_give_value (m, self);
  rnd_give_int (m, dim);
  return TRUE;
}

/* --- bags of embeddings --- */

static gboolean
make_bag_backward (RndMaker *m)
{
  gint64 rows = rnd_between (m, 2, 6), width = rnd_between (m, 1, 5), n = rnd_between (m, 1, 9),
         bags = rnd_between (m, 1, 4), mode = rnd_is (m, "sample_weights") ? 0 : rnd_between (m, 0, 2);
  gint64 sizes[2] = { rows, width };
  int weight = rnd_input (m, FL_DTYPE_F32, 2, sizes, rnd_fill (m, "distinct", 0)),
      indices = rnd_index (m, 1, &n, rows, FALSE),
      offsets = rnd_input (m, FL_DTYPE_I64, 1, &bags, rnd_fill (m, "offsets", n)), scales = -1, results[4];

  if (rnd_is (m, "sample_weights") || (mode == 0 && rnd_chance (m, 30)))
    scales = rnd_shaped (m, FL_DTYPE_F32, 1, &n, 0);
  rnd_give_value (m, weight);
  rnd_give_value (m, indices);
  rnd_give_value (m, offsets);
  rnd_give_bool (m, FALSE);
  rnd_give_int (m, mode);
  rnd_give_bool (m, FALSE);
  if (scales >= 0)
    rnd_give_value (m, scales);
  if (!rnd_forward (m, "aten._embedding_bag.default", 4, results))
    return FALSE;
  rnd_give_value (m, rnd_like (m, results[0], 0));
  if (rnd_is (m, "sample_weights"))
    rnd_give_value (m, weight);
  rnd_give_value (m, indices);
  rnd_give_value (m, offsets);
  rnd_give_value (m, results[1]);
  if (rnd_is (m, "sample_weights"))
    {
      rnd_give_int (m, mode);
      return TRUE;
    }
  rnd_give_value (m, results[2]);
  rnd_give_value (m, results[3]);
  rnd_give_int (m, rows);
  rnd_give_bool (m, FALSE);
  rnd_give_int (m, mode);
  rnd_give_bool (m, FALSE);
  if (scales >= 0)
    rnd_give_value (m, scales);
  else
    rnd_give_none (m);
  return TRUE;
}

/* --- groups of products --- */

/* A batch of pairs, or rows of the one that go to matrices of the other in turn. */
static gboolean
make_grouped_mm (RndMaker *m)
{
  gint64 groups = rnd_between (m, 1, 3), rows = 8 * rnd_between (m, 1, 2), k = 8 * rnd_between (m, 1, 2),
         columns = 8 * rnd_between (m, 1, 2);
  gboolean is_flat = rnd_chance (m, 60);
  RndArg ends[4] = { { .kind = RND_INT, .integer = rows },
                     { .kind = RND_INT, .integer = groups * rows + 1 },
                     { .kind = RND_INT, .integer = rows },
                     { .kind = RND_DTYPE, .dtype = FL_DTYPE_I32, .keyword = "dtype" } };
  int offsets = is_flat ? rnd_call (m, "aten.arange.start_step", ends, 4) : -1;

  if (is_flat && offsets < 0)
    return FALSE;
  gint64 left[3] = { groups, is_flat ? groups * rows : rows, k }, right[3] = { groups, k, columns };
  int first = rnd_contiguous (m, FL_DTYPE_BF16, is_flat ? 2 : 3, left + is_flat),
      second = rnd_contiguous (m, FL_DTYPE_BF16, 3, right);

  if (first < 0 || second < 0)
    return FALSE;
  rnd_give_value (m, first);
  rnd_give_value (m, second);
  if (is_flat)
    {
      rnd_give_value (m, offsets);
      rnd_by_name (m, "offs");
    }
  return TRUE;
}

const RndMakerRow rnd_margin_makers[] = {
  { "loss_gradient", make_loss_backward },
  { "margin_ranking", make_margin_ranking },
  { "multi_margin", make_multi_margin },
  { "multilabel_margin", make_multi_margin },
  { "aten.batch_norm_backward.default", make_batch_norm_backward },
  { "fused_rms_norm_backward", make_rms_norm_backward },
  { "aten.norm.ScalarOpt_dtype", make_norm_dtype },
  { "aten.count_nonzero.dim_IntList", make_count_nonzero },
  { "prelu_backward", make_prelu_backward },
  { "aten.glu_backward.default", make_glu_backward },
  { "aten._embedding_bag_backward.default", make_bag_backward },
  { "aten._embedding_bag_per_sample_weights_backward.default", make_bag_backward },
  { "grouped_mm", make_grouped_mm },
  { NULL, NULL },
};
