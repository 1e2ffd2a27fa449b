/* Arguments of distances, outer products, and what is scaled by norms. */
#include <math.h>

#include "random-private.h"

static FlDtype
pick_float (RndMaker *m)
{
  return rnd_chance (m, 75) ? FL_DTYPE_F32 : FL_DTYPE_F64;
}

static double
pick_order (RndMaker *m)
{
  static const double orders[] = { 2, 1, 0, 3, INFINITY };

  return orders[rnd_pick (m, G_N_ELEMENTS (orders))];
}

/* Elements in order and without gaps: some kernels of the library read them so, whatever their
 * strides are. What is computed may lie as its operands do, where the reference has it dense. */
int
rnd_contiguous (RndMaker *m, FlDtype dtype, guint n, const gint64 *sizes)
{
  RndArg arg = { .kind = RND_VALUE, .value = rnd_shaped (m, dtype, n, sizes, 0) };

  return rnd_call (m, "aten.contiguous.default", &arg, 1);
}

/* --- distances of rows --- */

static gboolean
make_cdist (RndMaker *m)
{
  gint64 rows = rnd_between (m, 1, 6), others = rnd_between (m, 1, 6), n = rnd_between (m, 1, 5),
         batch = rnd_chance (m, 40) ? rnd_between (m, 1, 3) : 0, first[3] = { batch, rows, n },
         second[3] = { batch, others, n };
  guint from = batch == 0 ? 1 : 0;
  FlDtype dtype = pick_float (m);
  double p = pick_order (m);
  RndArg kept[2];
  int result;

  rnd_give_value (m, rnd_shaped (m, dtype, 3 - from, first + from, 0));
  rnd_give_value (m, rnd_shaped (m, dtype, 3 - from, second + from, 0));
  if (rnd_is (m, "_euclidean"))
    return TRUE;
  memcpy (kept, m->args, sizeof kept);
  rnd_give_float (m, p);
  rnd_give_none (m);
  if (!rnd_is (m, "backward"))
    return TRUE;
  if (!rnd_forward (m, "aten._cdist_forward.default", 1, &result))
    return FALSE;
  rnd_give_value (m, rnd_like (m, result, 0));
  rnd_give (m, kept[0]);
  rnd_give (m, kept[1]);
  rnd_give_float (m, p);
  rnd_give_value (m, result);
  return TRUE;
}

static gboolean
make_pdist (RndMaker *m)
{
  gint64 sizes[2] = { rnd_between (m, 2, 6), rnd_between (m, 1, 5) };
  int self = rnd_contiguous (m, pick_float (m), 2, sizes), result;
  double p = pick_order (m);

  if (self < 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_float (m, p);
  if (!rnd_is (m, "backward"))
    return TRUE;
  if (!rnd_forward (m, "aten._pdist_forward.default", 1, &result))
    return FALSE;
  rnd_give_value (m, rnd_like (m, result, 0));
  rnd_give_value (m, self);
  rnd_give_float (m, p);
  rnd_give_value (m, result);
  return TRUE;
}

static gboolean
make_dist (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 0, 3);

  if (rnd_view (m, self)->numel == 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_value (m, rnd_like (m, self, 0));
  if (rnd_chance (m, 70))
    rnd_give_float (m, pick_order (m));
  return TRUE;
}

/* --- products --- */

static gboolean
make_outer (RndMaker *m)
{
  int first = rnd_any (m, RND_NUMBERS, 1, 1);
  const FlView *view = rnd_view (m, first);
  gint64 n = rnd_size_within (m, 0, RND_MAX_ELEMENTS / MAX (view->sizes[0], 1)), sizes[2] = { view->sizes[0], n };

  if (rnd_is (m, "addr"))
    {
      if (m->row->kind != FL_ATEN_MUTATION && rnd_chance (m, 25))
        sizes[rnd_pick (m, 2)] = 1;
      rnd_give_value (m, rnd_shaped (m, view->dtype, 2, sizes, 0));
    }
  rnd_give_value (m, first);
  rnd_give_value (m, rnd_shaped (m, view->dtype, 1, &n, 0));
  for (guint i = 0; rnd_is (m, "addr") && i < 2; i++)
    if (rnd_chance (m, 30))
      {
        rnd_give_int (m, rnd_between (m, 0, 3));
        rnd_by_name (m, i == 0 ? "beta" : "alpha");
      }
  return TRUE;
}

static gboolean
make_vecdot (RndMaker *m)
{
  int x = rnd_any (m, RND_FLOATS, 1, 4);

  rnd_give_value (m, x);
  rnd_give_value (m, rnd_like (m, x, 0));
  if (rnd_chance (m, 50))
    {
      rnd_give_int (m, rnd_dim (m, rnd_rank (m, x)));
      rnd_by_name (m, "dim");
    }
  return TRUE;
}

/* Three numbers along one dimension of both; along others one of them may have a single element. */
static gboolean
make_cross (RndMaker *m)
{
  FlDtype dtype = rnd_dtype (m, RND_NUMBERS);
  gint64 sizes[4];
  guint n = 1 + rnd_pick (m, 3), dim = rnd_pick (m, n);

  for (guint d = 0; d < n; d++)
    sizes[d] = d == dim ? 3 : rnd_between (m, 1, 6);
  rnd_give_value (m, rnd_shaped (m, dtype, n, sizes, 0));
  for (guint d = 0; d < n; d++)
    if (d != dim && rnd_chance (m, 20))
      sizes[d] = 1;
  rnd_give_value (m, rnd_shaped (m, dtype, n, sizes, 0));
  if (dim + 1 < n || rnd_chance (m, 30))
    {
      rnd_give_int (m, rnd_chance (m, 50) ? (gint64) dim : (gint64) dim - n);
      rnd_by_name (m, "dim");
    }
  return TRUE;
}

/* As a bilinear layer has it: batch and two rows of features, and a weight for each pair. */
static gboolean
make_trilinear (RndMaker *m)
{
  gint64 batch = rnd_between (m, 1, 4), out = rnd_between (m, 1, 4), a = rnd_between (m, 1, 5),
         b = rnd_between (m, 1, 5);

  rnd_give_shaped (m, FL_DTYPE_F32, 2, batch, a, 0, 0);
  rnd_give_shaped (m, FL_DTYPE_F32, 3, out, a, b, 0);
  rnd_give_shaped (m, FL_DTYPE_F32, 2, batch, b, 0, 0);
  rnd_give_ints (m, 2, (gint64[]) { 1, 3 });
  rnd_give_ints (m, 1, (gint64[]) { 0 });
  rnd_give_ints (m, 2, (gint64[]) { 1, 2 });
  rnd_give_ints (m, 2, (gint64[]) { 2, 3 });
  return TRUE;
}

static gboolean
make_addbmm (RndMaker *m)
{
  gint64 b = rnd_between (m, 1, 4), r = rnd_between (m, 1, 6), k = rnd_between (m, 1, 6), c = rnd_between (m, 1, 6);
  FlDtype dtype = pick_float (m);

  rnd_give_shaped (m, dtype, 2, r, c, 0, 0);
  rnd_give_shaped (m, dtype, 3, b, r, k, 0);
  rnd_give_shaped (m, dtype, 3, b, k, c, 0);
  for (guint i = 0; i < 2; i++)
    if (rnd_chance (m, 30))
      {
        rnd_give_float (m, 0.5);
        rnd_by_name (m, i == 0 ? "beta" : "alpha");
      }
  return TRUE;
}

static gboolean
make_int8pack (RndMaker *m)
{
  gint64 rows = rnd_between (m, 1, 5), n = rnd_between (m, 1, 6), k = rnd_between (m, 1, 9);
  FlDtype dtype = rnd_chance (m, 50) ? FL_DTYPE_F32 : FL_DTYPE_BF16;
  int self = rnd_contiguous (m, dtype, 2, (gint64[]) { rows, k }),
      other = rnd_contiguous (m, FL_DTYPE_I8, 2, (gint64[]) { n, k });

  if (self < 0 || other < 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_value (m, other);
  rnd_give_value (m, rnd_input (m, dtype, 1, &n, rnd_fill (m, "sorted", 0)));
  return TRUE;
}

/* Products whose result has another type than the operands. */
static gboolean
make_product_dtype (RndMaker *m)
{
  gint64 b = rnd_between (m, 1, 3), r = rnd_between (m, 1, 9), k = rnd_between (m, 1, 9), c = rnd_between (m, 1, 9);
  FlDtype dtype = rnd_chance (m, 50) ? FL_DTYPE_F16 : FL_DTYPE_BF16;
  guint n = rnd_is (m, "bmm") ? 3 : 2;
  gint64 sizes[3] = { b, r, c };

  if (rnd_is (m, "add"))
    rnd_give_value (m, rnd_shaped (m, dtype, n, sizes + 3 - n, 0));
  sizes[2] = k;
  rnd_give_value (m, rnd_shaped (m, dtype, n, sizes + 3 - n, 0));
  sizes[1] = k;
  sizes[2] = c;
  rnd_give_value (m, rnd_shaped (m, dtype, n, sizes + 3 - n, 0));
  rnd_give_dtype (m, FL_DTYPE_F32);
  return TRUE;
}

/* --- norms --- */

static gboolean
make_renorm (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 2, 4);
  static const double orders[] = { 2, 1, 3, INFINITY };

  if (rnd_view (m, self)->numel == 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_float (m, orders[rnd_pick (m, 4)]);
  rnd_give_int (m, rnd_dim (m, rnd_rank (m, self)));
  rnd_give_float (m, rnd_between (m, 1, 8) / 2.0);
  return TRUE;
}

/* A norm for each place of the first dimension, or the last; what it is of is not 0. Distinct: they
 * lie in order. */
static gboolean
make_weight_norm (RndMaker *m)
{
  gint64 sizes[3] = { rnd_between (m, 1, 5), rnd_between (m, 1, 4), rnd_between (m, 2, 5) }, norms[3] = { 1, 1, 1 };
  guint rank = 2 + rnd_pick (m, 2), dim = rnd_chance (m, 60) ? 0 : rank - 1;
  int v = rnd_input (m, FL_DTYPE_F32, rank, sizes, rnd_fill (m, "distinct", 0)), g, results[2];

  norms[dim] = sizes[dim];
  g = rnd_shaped (m, FL_DTYPE_F32, rank, norms, 0);
  rnd_give_value (m, v);
  rnd_give_value (m, g);
  rnd_give_int (m, dim);
  if (!rnd_is (m, "backward"))
    return TRUE;
  if (!rnd_forward (m, "aten._weight_norm_interface.default", 2, results))
    return FALSE;
  /* not what the norm made of v: the gradient along v itself is a difference of equal numbers; and
   * in order, as the library reads it */
  rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, rank, sizes, rnd_fill (m, "distinct", 0)));
  rnd_give_value (m, v);
  rnd_give_value (m, g);
  rnd_give_value (m, results[1]);
  rnd_give_int (m, dim);
  return TRUE;
}

const RndMakerRow rnd_distance_makers[] = {
  { "cdist", make_cdist },
  { "cdist_backward", make_cdist },
  { "pdist", make_pdist },
  { "aten._pdist_backward.default", make_pdist },
  { "dist", make_dist },
  { "outer", make_outer },
  { "addr", make_outer },
  { "vecdot", make_vecdot },
  { "aten.linalg_cross.default", make_cross },
  { "trilinear", make_trilinear },
  { "addbmm", make_addbmm },
  { "int8pack_mm", make_int8pack },
  { "aten.mm.dtype", make_product_dtype },
  { "aten.bmm.dtype", make_product_dtype },
  { "aten.addmm.dtype", make_product_dtype },
  { "aten.baddbmm.dtype", make_product_dtype },
  { "aten.renorm.default", make_renorm },
  { "weight_norm", make_weight_norm },
  { "weight_norm_backward", make_weight_norm },
  { NULL, NULL },
};
