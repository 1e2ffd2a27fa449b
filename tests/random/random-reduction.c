/* Arguments of reductions, scans and sorts. */
#include "random-private.h"

static guint
get_kinds (RndMaker *m)
{
  guint kinds = RND_NUMBERS;

  if (rnd_is (m, "any") || rnd_is (m, ".all") || rnd_is (m, "amax") || rnd_is (m, "amin") || rnd_is (m, "argsort")
      || rnd_is (m, "sort"))
    kinds = RND_ALL;
  if (rnd_is (m, "mean") || rnd_is (m, "var") || rnd_is (m, "std") || rnd_is (m, "norm") || rnd_is (m, "logsumexp")
      || rnd_is (m, "logcumsumexp") || rnd_is (m, "softmax"))
    kinds = RND_FLOATS;
  return rnd_kinds_of (m->row, kinds);
}

/* The operand; what looks for places gets elements that differ. */
static int
give_self (RndMaker *m, guint least_rank)
{
  gboolean looks_for_places = rnd_is (m, "arg") || rnd_is (m, "sort") || rnd_is (m, "topk") || rnd_is (m, ".max.dim")
                              || rnd_is (m, ".min.dim") || rnd_is (m, "median") || rnd_is (m, "kthvalue")
                              || rnd_is (m, "cumm");
  int self;

  if (looks_for_places)
    {
      gint64 sizes[3];
      guint drawn = rnd_pick (m, 4), rank = MAX (least_rank, drawn);

      for (guint d = 0; d < rank; d++)
        sizes[d] = rnd_size (m);
      if (fl_sizes_product (sizes, rank) > 400)
        return -1;
      self = rnd_chance (m, 40) ? rnd_any (m, get_kinds (m), least_rank, RND_MAX_RANK)
                                : rnd_input (m, rnd_chance (m, 70) ? FL_DTYPE_F32 : FL_DTYPE_I64, rank, sizes,
                                             rnd_fill (m, "distinct", 0));
    }
  else
    self = rnd_any (m, get_kinds (m), least_rank, RND_MAX_RANK);
  rnd_give_value (m, self);
  return self;
}

void
rnd_give_dim (RndMaker *m, guint rank)
{
  rnd_give_int (m, rnd_dim (m, rank));
}

static void
give_dtype (RndMaker *m, int self)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);

  if (m->row->kind == FL_ATEN_MUTATION || !g_str_equal (params[n_params - 1].name, "dtype") || !rnd_chance (m, 15))
    return;
  rnd_give_dtype (m, rnd_view (m, self)->dtype == FL_DTYPE_F64 && rnd_is (m, "norm") /* not to be narrowed */
                         ? FL_DTYPE_F64
                         : fl_dtype_is_float (rnd_view (m, self)->dtype)
                               ? (rnd_chance (m, 50) ? FL_DTYPE_F32 : FL_DTYPE_F64)
                           : rnd_chance (m, 50) ? FL_DTYPE_I64
                                                : FL_DTYPE_F32);
  rnd_by_name (m, "dtype");
}

static gboolean
make_all (RndMaker *m)
{
  int self = give_self (m, 0);

  if (self < 0 || rnd_view (m, self)->numel == 0)
    return FALSE;
  if (strstr (m->row->signature, "unbiased") != NULL && rnd_chance (m, 50))
    rnd_give_bool (m, rnd_chance (m, 50));
  give_dtype (m, self);
  return TRUE;
}

/* Is a reduced dimension empty? */
static gboolean
has_nothing (const FlView *view)
{
  return view->numel == 0;
}

static gboolean
make_dims (RndMaker *m)
{
  int self = give_self (m, rnd_is (m, "prod.dim") ? 1 : 0);
  gint64 dims[RND_MAX_RANK + 3];
  gboolean takes_one = rnd_is (m, "prod.dim") || rnd_is (m, ".any.dim.") || g_str_has_suffix (m->row->name, ".any.dim")
                       || g_str_has_suffix (m->row->name, ".all.dim");
  guint n_params, rank;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);
  gboolean needs_some = !rnd_is (m, ".sum") && !rnd_is (m, ".prod") && !rnd_is (m, ".any") && !rnd_is (m, ".all");

  if (self < 0 || (needs_some && has_nothing (rnd_view (m, self))))
    return FALSE;
  rank = rnd_rank (m, self);
  for (guint i = 1; i < n_params; i++)
    {
      const char *name = params[i].name;
      gboolean is_kept = !params[i].is_keyword_only;

      if (g_str_equal (name, "dim") || g_str_equal (name, "dims"))
        {
          if (takes_one)
            rnd_give_dim (m, rank);
          else
            {
              guint n = rnd_dims (m, rank, rnd_chance (m, 90) || rnd_is (m, "logsumexp") ? 1 : 0, dims);

              for (guint k = 0; rnd_is (m, "prims.") && k < n; k++) /* dimensions of prims count from the front */
                dims[k] = fl_wrap_dim (dims[k], rank);
              rnd_give_ints (m, n, dims);
            }
        }
      else if (g_str_equal (name, "keepdim"))
        rnd_give_bool (m, rnd_chance (m, 50));
      else if (g_str_equal (name, "unbiased"))
        rnd_give_bool (m, rnd_chance (m, 50));
      else if (g_str_equal (name, "correction"))
        {
          static const double corrections[] = { 0, 1, 2, 0.5 };
          double correction = corrections[rnd_pick (m, 4)];

          if (correction == 0.5 || rnd_chance (m, 20))
            rnd_give_float (m, correction);
          else
            rnd_give_int (m, (gint64) correction);
        }
      else if (g_str_equal (name, "ord") || g_str_equal (name, "p"))
        {
          static const double orders[] = { 2, 1, 0, 3, INFINITY, -INFINITY };
          double order = orders[rnd_pick (m, 6)];

          if (isfinite (order) && rnd_chance (m, 60))
            rnd_give_int (m, (gint64) order);
          else
            rnd_give_float (m, order);
        }
      else
        continue;
      if (!is_kept)
        rnd_by_name (m, name);
    }
  give_dtype (m, self);
  return TRUE;
}

static gboolean
make_aminmax (RndMaker *m)
{
  int self = give_self (m, 1);

  if (self < 0 || has_nothing (rnd_view (m, self)))
    return FALSE;
  if (rnd_chance (m, 70))
    {
      rnd_give_dim (m, rnd_rank (m, self));
      rnd_by_name (m, "dim");
      rnd_give_bool (m, rnd_chance (m, 50));
      rnd_by_name (m, "keepdim");
    }
  return TRUE;
}

static gboolean
make_pair (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim;

  if (self < 0 || has_nothing (rnd_view (m, self)))
    return FALSE;
  dim = rnd_dim (m, rnd_rank (m, self));
  if (rnd_is (m, "kthvalue"))
    rnd_give_int (m, rnd_between (m, 1, rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))]));
  rnd_give_int (m, dim);
  rnd_give_bool (m, rnd_chance (m, 50));
  return TRUE;
}

static gboolean
make_index (RndMaker *m)
{
  int self = give_self (m, 1);

  if (self < 0 || has_nothing (rnd_view (m, self)))
    return FALSE;
  if (rnd_chance (m, 70))
    {
      rnd_give_dim (m, rnd_rank (m, self));
      rnd_give_bool (m, rnd_chance (m, 50));
    }
  return TRUE;
}

static gboolean
make_scan (RndMaker *m)
{
  int self = give_self (m, rnd_is (m, "cumm") ? 1 : 0);

  if (self < 0)
    return FALSE;
  rnd_give_dim (m, rnd_rank (m, self));
  give_dtype (m, self);
  return TRUE;
}

static gboolean
make_sort (RndMaker *m)
{
  int self = give_self (m, 1);

  if (rnd_is (m, "cumm")) /* cummax, cummin: one parameter more */
    {
      if (self >= 0)
        rnd_give_dim (m, rnd_rank (m, self));
      return self >= 0;
    }
  if (self < 0)
    return FALSE;
  if (!rnd_is (m, "stable"))
    {
      rnd_give_dim (m, rnd_rank (m, self));
      rnd_give_bool (m, rnd_chance (m, 50));
      return TRUE;
    }
  rnd_give_bool (m, TRUE);
  rnd_by_name (m, "stable");
  rnd_give_int (m, rnd_dim (m, rnd_rank (m, self)));
  rnd_by_name (m, "dim");
  rnd_give_bool (m, rnd_chance (m, 50));
  rnd_by_name (m, "descending");
  return TRUE;
}

static gboolean
make_topk (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim;

  if (self < 0 || has_nothing (rnd_view (m, self)))
    return FALSE;
  dim = rnd_dim (m, rnd_rank (m, self));
  rnd_give_int (m, rnd_between (m, 1, rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))]));
  rnd_give_int (m, dim);
  if (rnd_chance (m, 50))
    rnd_give_bool (m, rnd_chance (m, 50));
  return TRUE;
}

static gboolean
make_histc (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_FLOATS | RND_EXACT, 1, 3));
  rnd_give_int (m, rnd_between (m, 1, 9));
  rnd_give_int (m, -3);
  rnd_give_int (m, 3);
  return rnd_view (m, m->args[0].value)->dtype == FL_DTYPE_F32;
}

static gboolean
make_softmax (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 1, RND_MAX_RANK);

  if (has_nothing (rnd_view (m, self)))
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_dim (m, rnd_rank (m, self));
  if (strstr (m->row->signature, "half_to_float") != NULL)
    rnd_give_bool (m, FALSE);
  else if (strstr (m->row->signature, "dtype=") != NULL && rnd_chance (m, 20))
    {
      rnd_give_dtype (m, FL_DTYPE_F32);
      if (strstr (m->row->signature, "*dtype=") != NULL)
        rnd_by_name (m, "dtype");
    }
  return TRUE;
}

static gboolean
make_softmax_backward (RndMaker *m)
{
  int output = rnd_any (m, RND_FLOATS, 1, RND_MAX_RANK);

  if (has_nothing (rnd_view (m, output)))
    return FALSE;
  rnd_give_value (m, rnd_like (m, output, 0));
  rnd_give_value (m, output);
  rnd_give_dim (m, rnd_rank (m, output));
  rnd_give_dtype (m, rnd_view (m, output)->dtype);
  return TRUE;
}

const RndMakerRow rnd_reduction_makers[] = {
  { "reduce_all", make_all },
  { "reduce_all_same", make_all },
  { "reduce_float_all", make_all },
  { "reduce", make_dims },
  { "reduce_same", make_dims },
  { "reduce_float", make_dims },
  { "reduce_boolean", make_dims },
  { "aten.any.default", make_all },
  { "aten.all.default", make_all },
  { "reduce_norm", make_dims },
  { "reduce_norm_all", make_all },
  { "reduce_var_mean", make_dims },
  { "aminmax", make_aminmax },
  { "reduce_pair", make_pair },
  { "reduce_index", make_index },
  { "scan", make_scan },
  { "sort", make_sort },
  { "argsort", make_sort },
  { "topk", make_topk },
  { "histc", make_histc },
  { "softmax", make_softmax },
  { "prepare_softmax_online", make_softmax },
  { "gradient_cast", make_softmax_backward },
  { NULL, NULL },
};
