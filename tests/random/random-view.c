/* Arguments of views, and of their twins that copy. */
#include "random-private.h"

/* No memory shared by two places: the copying twins and views alike take any operand. */
static int
give_self (RndMaker *m, guint least_rank)
{
  int self = rnd_any (m, RND_ALL, least_rank, RND_MAX_RANK);

  rnd_give_value (m, self);
  return self;
}

static gboolean
make_alias (RndMaker *m)
{
  give_self (m, 0);
  return TRUE;
}

/* Makes other sizes for the same number of elements: some dimensions joined, some split, ones put
 * in. */
static guint
make_sizes (RndMaker *m, const FlView *view, gint64 *sizes)
{
  guint n = 0;

  for (guint d = 0; d < view->n_dims && n < RND_MAX_RANK; d++)
    {
      gint64 size = view->sizes[d];

      if (n > 0 && rnd_chance (m, 35))
        sizes[n - 1] *= size;
      else
        sizes[n++] = size;
      for (gint64 factor = 2; n < RND_MAX_RANK && size > 2 && factor <= 4; factor++)
        if (sizes[n - 1] % factor == 0 && sizes[n - 1] > factor && rnd_chance (m, 20))
          {
            sizes[n] = sizes[n - 1] / factor;
            sizes[n - 1] = factor;
            n++;
            break;
          }
      if (n < RND_MAX_RANK && rnd_chance (m, 10))
        sizes[n++] = 1;
    }
  return n;
}

static gboolean
make_view (RndMaker *m)
{
  int self = give_self (m, 0);
  const FlView *view = rnd_view (m, self);
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], step = 1;
  guint n;

  if (!rnd_is (m, "reshape.default") && !fl_view_is_dense (view))
    return FALSE;
  n = make_sizes (m, view, sizes);
  if (rnd_is (m, "prims.") && n == 0)
    return FALSE;
  if (n > 0 && view->numel > 0 && !rnd_is (m, "prims.") && rnd_chance (m, 25))
    sizes[rnd_pick (m, n)] = -1;
  rnd_give_sizes (m, n, sizes);
  if (!rnd_is (m, "_reshape_alias"))
    return TRUE;
  for (guint d = n; d-- > 0; step *= MAX (sizes[d], 1))
    {
      if (sizes[d] < 0)
        return FALSE;
      strides[d] = step;
    }
  rnd_give_ints (m, n, strides);
  return TRUE;
}

static gboolean
make_view_as (RndMaker *m)
{
  int self = give_self (m, 0);
  gint64 sizes[FL_MAX_DIMS];
  guint n = make_sizes (m, rnd_view (m, self), sizes);

  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, n, sizes, 0));
  return fl_view_is_dense (rnd_view (m, self));
}

static gboolean
make_view_dtype (RndMaker *m)
{
  static const FlDtype pairs[][2]
      = { { FL_DTYPE_F32, FL_DTYPE_I32 },  { FL_DTYPE_I32, FL_DTYPE_F32 }, { FL_DTYPE_F16, FL_DTYPE_I16 },
          { FL_DTYPE_BF16, FL_DTYPE_I16 }, { FL_DTYPE_F64, FL_DTYPE_I64 }, { FL_DTYPE_I8, FL_DTYPE_U8 },
          { FL_DTYPE_U8, FL_DTYPE_I8 },    { FL_DTYPE_BF16, FL_DTYPE_F16 } };
  int self = rnd_any (m, RND_NUMBERS | RND_EXACT, 0, RND_MAX_RANK);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (pairs[i][0] == rnd_view (m, self)->dtype)
      {
        rnd_give_value (m, self);
        rnd_give_dtype (m, pairs[i][1]);
        return TRUE;
      }
  return FALSE;
}

static gboolean
make_expand (RndMaker *m)
{
  int self = give_self (m, 0);
  const FlView *view = rnd_view (m, self);
  gint64 sizes[FL_MAX_DIMS], numel = MAX (view->numel, 1);
  guint more = view->n_dims < RND_MAX_RANK ? rnd_pick (m, 2) : 0;

  for (guint d = 0; d < more + view->n_dims; d++)
    {
      gint64 own = d < more ? 1 : view->sizes[d - more];

      sizes[d] = own;
      if (own == 1 && rnd_chance (m, 60))
        sizes[d] = rnd_size (m);
      if (numel * MAX (sizes[d], 1) / MAX (own, 1) > RND_MAX_ELEMENTS)
        sizes[d] = own;
      numel = numel * MAX (sizes[d], 1) / MAX (own, 1);
      if (d >= more && sizes[d] == own && rnd_chance (m, 20))
        sizes[d] = -1;
    }
  rnd_give_sizes (m, more + view->n_dims, sizes);
  return TRUE;
}

static gboolean
make_expand_as (RndMaker *m)
{
  int other = rnd_any (m, RND_ALL, 0, RND_MAX_RANK);

  rnd_give_value (m, rnd_partner (m, other, RND_ALL, TRUE));
  rnd_give_value (m, other);
  return TRUE;
}

static gboolean
make_permute (RndMaker *m)
{
  int self = give_self (m, 0);
  gint64 dims[RND_MAX_RANK + 3];
  guint n = rnd_dims (m, rnd_rank (m, self), 99, dims);

  for (guint d = 0; rnd_is (m, "prims.") && d < n; d++) /* dimensions of prims count from the front */
    dims[d] = fl_wrap_dim (dims[d], n);
  rnd_give_ints (m, n, dims);
  return TRUE;
}

static gboolean
make_movedim (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 from[RND_MAX_RANK + 3], to[RND_MAX_RANK + 3];
  guint rank = rnd_rank (m, self), n;

  if (rnd_is (m, ".int") && !rnd_is (m, "intlist"))
    {
      rnd_give_dim (m, rank);
      rnd_give_dim (m, rank);
      return TRUE;
    }
  n = rnd_dims (m, rank, 1, from);
  rnd_dims (m, rank, 99, to);
  rnd_give_ints (m, n, from);
  rnd_give_ints (m, n, to);
  return TRUE;
}

static gboolean
make_transpose (RndMaker *m)
{
  int self = give_self (m, 1);

  rnd_give_dim (m, rnd_rank (m, self));
  rnd_give_dim (m, rnd_rank (m, self));
  return TRUE;
}

static gboolean
make_t (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL, 0, 2));
  return TRUE;
}

static gboolean
make_select (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))];

  if (size == 0)
    return FALSE;
  rnd_give_int (m, dim);
  rnd_give_int (m, rnd_between (m, -size, size - 1));
  return TRUE;
}

/* Bounds beyond the ends are cut, as Python's are. */
static gboolean
make_slice (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))];

  rnd_give_int (m, dim);
  if (rnd_chance (m, 10))
    rnd_give_none (m);
  else
    rnd_give_int (m, rnd_between (m, rnd_chance (m, 20) ? -size - 1 : 0, size));
  if (rnd_chance (m, 10))
    rnd_give_none (m);
  else
    rnd_give_int (m, rnd_chance (m, 25) ? G_MAXINT64 : rnd_between (m, rnd_chance (m, 20) ? -size - 1 : 0, size + 1));
  if (rnd_chance (m, 35))
    rnd_give_int (m, rnd_between (m, 1, 4));
  return TRUE;
}

static gboolean
make_narrow (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))],
         start = rnd_between (m, 0, size);

  rnd_give_int (m, dim);
  rnd_give_int (m, start);
  rnd_give_int (m, rnd_between (m, 0, size - start));
  return TRUE;
}

static gboolean
make_split (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))],
         parts[3];

  if (size == 0)
    return FALSE;
  if (rnd_is (m, "sizes"))
    {
      parts[0] = rnd_between (m, 0, size);
      parts[1] = rnd_between (m, 0, size - parts[0]);
      parts[2] = size - parts[0] - parts[1];
      rnd_give_ints (m, 3, parts);
    }
  else
    rnd_give_int (m, rnd_is (m, "chunk") ? rnd_between (m, 1, 4) : rnd_between (m, (size + 4) / 5, size + 1));
  rnd_give_int (m, dim);
  return TRUE;
}

static gboolean
make_unbind (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self));

  rnd_give_int (m, dim);
  return rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))] <= 9;
}

static gboolean
make_squeeze (RndMaker *m)
{
  int self = give_self (m, 0);
  gint64 dims[RND_MAX_RANK + 3];
  guint rank = rnd_rank (m, self), n;

  if ((rnd_is (m, "squeeze.default") || rnd_is (m, "squeeze_copy.default")) && !rnd_is (m, "prims"))
    return TRUE;
  if (!rnd_is (m, "dims") && !rnd_is (m, "prims"))
    {
      rnd_give_dim (m, rank);
      return TRUE;
    }
  n = rnd_dims (m, rank, 1, dims);
  for (guint i = 0; rnd_is (m, "prims") && i < n; i++) /* takes only dimensions of one */
    if (dims[i] < 0 || rnd_view (m, self)->sizes[dims[i]] != 1)
      return FALSE;
  rnd_give_ints (m, n, dims);
  return TRUE;
}

static gboolean
make_unsqueeze (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 0, RND_MAX_RANK - 1);

  rnd_give_value (m, self);
  rnd_give_dim (m, rnd_rank (m, self) + 1);
  return TRUE;
}

static gboolean
make_flatten (RndMaker *m)
{
  int self = give_self (m, 0);
  guint rank = rnd_rank (m, self), start = rnd_pick (m, MAX (rank, 1));

  rnd_give_int (m, start);
  rnd_give_int (m, rank == 0 ? 0 : rnd_between (m, start, rank - 1));
  return TRUE;
}

static gboolean
make_unflatten (RndMaker *m)
{
  int self = give_self (m, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))],
         sizes[2] = { 1, size };

  for (gint64 factor = 2; factor < 5; factor++)
    if (size > 0 && size % factor == 0 && rnd_chance (m, 60))
      {
        sizes[0] = factor;
        sizes[1] = size / factor;
      }
  rnd_give_int (m, dim);
  rnd_give_ints (m, 2, sizes);
  return TRUE;
}

static gboolean
make_diagonal (RndMaker *m)
{
  int self = give_self (m, 2);
  gint64 dims[RND_MAX_RANK + 3];

  rnd_dims (m, rnd_rank (m, self), 99, dims);
  rnd_give_int (m, rnd_between (m, -1, 1));
  rnd_give_int (m, dims[0]);
  rnd_give_int (m, dims[1]);
  return TRUE;
}

static gboolean
make_unfold (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 1, RND_MAX_RANK - 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), size = rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))];

  if (size == 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_int (m, dim);
  rnd_give_int (m, rnd_between (m, 1, size));
  rnd_give_int (m, rnd_between (m, 1, 3));
  return TRUE;
}

/* Any places of a dense operand's memory. */
static gboolean
make_as_strided (RndMaker *m)
{
  int self = give_self (m, 0);
  const FlView *view = rnd_view (m, self);
  gint64 sizes[3], strides[3], left = view->numel - 1, offset;
  guint n = rnd_pick (m, 4);

  if (view->numel == 0 || !fl_view_is_dense (view) || view->offset != 0 || view->storage->array->numel != view->numel)
    return FALSE;
  offset = rnd_chance (m, 40) ? rnd_between (m, 0, MIN (left, 3)) : 0;
  left -= offset;
  for (guint d = 0; d < n; d++)
    {
      strides[d] = rnd_between (m, 0, MIN (left, 9));
      sizes[d] = strides[d] == 0 ? rnd_between (m, 1, 3) : rnd_between (m, 1, MIN (left / strides[d] + 1, 8));
      left -= (sizes[d] - 1) * strides[d];
    }
  rnd_give_sizes (m, n, sizes);
  rnd_give_ints (m, n, strides);
  if (offset > 0 || rnd_chance (m, 50))
    rnd_give_int (m, offset);
  return TRUE;
}

static gboolean
make_broadcast_in_dim (RndMaker *m)
{
  int self = give_self (m, 0);
  const FlView *view = rnd_view (m, self);
  gint64 sizes[RND_MAX_RANK + 3], dims[RND_MAX_RANK + 3];
  guint n = 0;

  if (view->n_dims > 3)
    return FALSE;
  for (guint d = 0; d < view->n_dims; d++)
    {
      if (rnd_chance (m, 30))
        sizes[n++] = rnd_between (m, 1, 4);
      dims[d] = n;
      sizes[n++] = view->sizes[d] == 1 ? rnd_between (m, 1, 4) : view->sizes[d];
    }
  rnd_give_sizes (m, n, sizes);
  rnd_give_ints (m, view->n_dims, dims);
  return TRUE;
}

static gboolean
make_view_as_real (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_COMPLEX, 0, RND_MAX_RANK - 1));
  return TRUE;
}

/* Diagonals of matrices of their own, in two new dimensions. */
static gboolean
make_diag_embed (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 1, 3);
  guint rank = rnd_rank (m, self) + 1, one = rnd_pick (m, rank), other = (one + 1 + rnd_pick (m, rank - 1)) % rank;

  if (rnd_view (m, self)->numel > 300)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_int (m, rnd_between (m, -1, 2));
  rnd_give_int (m, one);
  rnd_give_int (m, rnd_chance (m, 30) ? (gint64) other - rank : other);
  return TRUE;
}

static gboolean
make_rot90 (RndMaker *m)
{
  int self = give_self (m, 2);
  gint64 dims[RND_MAX_RANK + 3];

  rnd_dims (m, rnd_rank (m, self), 99, dims);
  rnd_give_int (m, rnd_between (m, -2, 5));
  rnd_give_ints (m, 2, dims);
  return TRUE;
}

const RndMakerRow rnd_view_makers[] = {
  { "diag_embed", make_diag_embed },
  { "rot90", make_rot90 },
  { "aten.view_as_real.default", make_view_as_real },
  { "alias", make_alias },
  { "view", make_view },
  { "reshape", make_view },
  { "view_as", make_view_as },
  { "view_dtype", make_view_dtype },
  { "expand", make_expand },
  { "expand_as", make_expand_as },
  { "permute", make_permute },
  { "movedim", make_movedim },
  { "transpose", make_transpose },
  { "t", make_t },
  { "select", make_select },
  { "slice", make_slice },
  { "narrow", make_narrow },
  { "split", make_split },
  { "split_with_sizes", make_split },
  { "chunk", make_split },
  { "split_with_sizes_copy", make_split },
  { "unbind", make_unbind },
  { "unbind_copy", make_unbind },
  { "squeeze", make_squeeze },
  { "unsqueeze", make_unsqueeze },
  { "flatten", make_flatten },
  { "unflatten", make_unflatten },
  { "diagonal", make_diagonal },
  { "unfold", make_unfold },
  { "as_strided", make_as_strided },
  { "broadcast_in_dim", make_broadcast_in_dim },
  { NULL, NULL },
};
