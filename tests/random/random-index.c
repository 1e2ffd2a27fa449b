/* Arguments of operators that move elements: joins, pads, gathers, scatters. */
#include "random-private.h"

static gboolean
is_written (RndMaker *m)
{
  return m->row->kind == FL_ATEN_MUTATION;
}

int
rnd_give_operand (RndMaker *m, guint kinds, guint least_rank)
{
  int self = rnd_any (m, kinds | (is_written (m) ? RND_FRESH : 0), least_rank, RND_MAX_RANK - 1);

  rnd_give_value (m, self);
  return self;
}

gint64
rnd_size_of (RndMaker *m, int value, gint64 dim)
{
  const FlView *view = rnd_view (m, value);

  return view->n_dims == 0 ? 1 : view->sizes[fl_wrap_dim (dim, view->n_dims)];
}

/* --- joins ------------------------------------------------------------------------------------- */

static gboolean
make_cat (RndMaker *m)
{
  int values[4] = { rnd_any (m, RND_ALL, 1, RND_MAX_RANK - 1) };
  guint n = 1 + rnd_pick (m, 4);
  gint64 dim = rnd_dim (m, rnd_rank (m, values[0]));

  for (guint i = 1; i < n; i++)
    {
      const FlView *view = rnd_view (m, values[0]);
      gint64 sizes[FL_MAX_DIMS];

      memcpy (sizes, view->sizes, sizeof sizes);
      if (!rnd_is (m, "stack") && rnd_chance (m, 50))
        sizes[fl_wrap_dim (dim, view->n_dims)] = rnd_size (m);
      values[i] = rnd_shaped (m, rnd_chance (m, 90) ? view->dtype : rnd_dtype (m, RND_ALL), view->n_dims, sizes, 0);
    }
  rnd_give_values (m, n, values);
  rnd_give_int (m, dim);
  return TRUE;
}

static gboolean
make_meshgrid (RndMaker *m)
{
  int values[3];
  guint n = 1 + rnd_pick (m, 3);

  values[0] = rnd_any (m, RND_ALL, 1, 1);
  for (guint i = 1; i < n; i++)
    {
      gint64 size = rnd_size (m);
      values[i] = rnd_shaped (m, rnd_view (m, values[0])->dtype, 1, &size, 0);
    }
  rnd_give_values (m, n, values);
  if (rnd_is (m, "indexing"))
    {
      rnd_give_string (m, rnd_chance (m, 50) ? "ij" : "xy");
      rnd_by_name (m, "indexing");
    }
  return TRUE;
}

static gboolean
make_repeat (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 0);
  gint64 repeats[FL_MAX_DIMS], numel = rnd_view (m, self)->numel;
  guint rank = rnd_rank (m, self), n = rank + rnd_pick (m, 2);

  for (guint d = 0; d < n; d++)
    {
      repeats[d] = rnd_chance (m, 40) ? rnd_between (m, rnd_chance (m, 5) ? 0 : 1, 3) : 1;
      numel *= MAX (repeats[d], 1);
    }
  rnd_give_ints (m, n, repeats);
  return numel <= RND_MAX_ELEMENTS;
}

static gboolean
make_repeat_interleave (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 1);

  rnd_give_int (m, rnd_between (m, 1, 3));
  if (rnd_chance (m, 80))
    rnd_give_int (m, rnd_dim (m, rnd_rank (m, self)));
  return rnd_view (m, self)->numel <= RND_MAX_ELEMENTS / 3;
}

/* --- turning and padding
 * --------------------------------------------------------------------------------------------- */

static gboolean
make_flip (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 1);
  gint64 dims[RND_MAX_RANK + 3];
  guint n = rnd_dims (m, rnd_rank (m, self), 1, dims);

  for (guint i = 0; rnd_is (m, "prims") && i < n; i++)
    dims[i] = fl_wrap_dim (dims[i], rnd_rank (m, self));
  rnd_give_ints (m, n, dims);
  return TRUE;
}

static gboolean
make_roll (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 1);
  gint64 dims[RND_MAX_RANK + 3], shifts[RND_MAX_RANK + 3];
  guint n = rnd_chance (m, 15) ? 0 : rnd_dims (m, rnd_rank (m, self), 1, dims);

  for (guint i = 0; i < MAX (n, 1); i++)
    shifts[i] = rnd_between (m, -3, 9);
  rnd_give_ints (m, MAX (n, 1), shifts);
  if (n > 0)
    rnd_give_ints (m, n, dims);
  return TRUE;
}

static gboolean
make_pad (RndMaker *m)
{
  gboolean reflects = rnd_is (m, "reflection"),
           is_constant = rnd_is (m, "constant") || g_str_equal (m->row->name, "aten.pad.default");
  guint n = rnd_is (m, "pad1d") ? 1 : rnd_is (m, "pad2d") ? 2 : rnd_is (m, "pad3d") ? 3 : 0;
  int self = rnd_any (m, is_constant ? RND_ALL : RND_FLOATS, n > 0 ? n + 1 : 1, n > 0 ? n + 2 : 4);
  gint64 pad[8];
  const FlView *view = rnd_view (m, self);

  if (n > 0 && view->n_dims > n + 2)
    return FALSE;
  if (n == 0)
    n = 1 + rnd_pick (m, view->n_dims);
  for (guint d = 0; d < n; d++)
    for (guint side = 0; side < 2; side++)
      {
        gint64 size = view->sizes[view->n_dims - 1 - d], most = reflects ? MIN (size - 1, 3) : 3;

        if (most < 0)
          return FALSE;
        pad[2 * d + side] = rnd_between (m, is_constant && size > 2 && rnd_chance (m, 20) ? -1 : 0, most);
      }
  rnd_give_value (m, self);
  rnd_give_ints (m, 2 * n, pad);
  if (g_str_equal (m->row->name, "aten.pad.default"))
    {
      rnd_give_string (m, "constant");
      if (rnd_chance (m, 50))
        rnd_give (m, rnd_scalar (m, view->dtype));
    }
  else if (is_constant && rnd_chance (m, 60))
    rnd_give (m, rnd_scalar (m, view->dtype));
  return view->numel > 0 || is_constant;
}

static gboolean
make_tri (RndMaker *m)
{
  rnd_give_operand (m, RND_ALL, 2);
  if (rnd_chance (m, 70))
    rnd_give_int (m, rnd_between (m, -2, 3));
  return TRUE;
}

/* --- reading by index -------------------------------------------------------------------------- */

static gboolean
make_gather (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 1);
  const FlView *view = rnd_view (m, self);
  gint64 dim = rnd_dim (m, view->n_dims), sizes[FL_MAX_DIMS], bound = rnd_size_of (m, self, dim);
  gboolean along = rnd_is (m, "take_along");

  if (bound == 0)
    return FALSE;
  for (guint d = 0; d < view->n_dims; d++)
    sizes[d] = along ? view->sizes[d] : rnd_between (m, MIN (view->sizes[d], 1), view->sizes[d]);
  sizes[fl_wrap_dim (dim, view->n_dims)] = rnd_size (m);
  if (fl_sizes_product (sizes, view->n_dims) > RND_MAX_ELEMENTS)
    return FALSE;
  if (!along)
    rnd_give_int (m, dim);
  rnd_give_value (m, rnd_index (m, view->n_dims, sizes, bound, FALSE));
  if (along)
    rnd_give_int (m, dim);
  return TRUE;
}

static gboolean
make_index_select (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_ALL, 1);
  gint64 dim = rnd_dim (m, rnd_rank (m, self)), bound = rnd_size_of (m, self, dim), n = rnd_size (m);

  if (bound == 0 || rnd_view (m, self)->numel / bound * n > RND_MAX_ELEMENTS)
    return FALSE;
  rnd_give_int (m, dim);
  rnd_give_value (m, rnd_index (m, 1, &n, bound, FALSE));
  return TRUE;
}

static gboolean
make_embedding (RndMaker *m)
{
  int weight = rnd_any (m, RND_FLOATS, 2, 2);
  gint64 sizes[2] = { rnd_size (m), rnd_size (m) }, bound = rnd_view (m, weight)->sizes[0];

  if (bound == 0 || sizes[0] * sizes[1] * rnd_view (m, weight)->sizes[1] > RND_MAX_ELEMENTS)
    return FALSE;
  rnd_give_value (m, weight);
  rnd_give_value (m, rnd_index (m, rnd_pick (m, 3), sizes, bound, FALSE));
  if (rnd_chance (m, 30))
    rnd_give_int (m, rnd_between (m, -1, bound - 1));
  return TRUE;
}

static gboolean
make_embedding_backward (RndMaker *m)
{
  gint64 n = rnd_between (m, 1, 9), sizes[3] = { rnd_size (m), rnd_size (m), rnd_size (m) };
  guint rank = 1 + rnd_pick (m, 2);

  if (fl_sizes_product (sizes, 3) > RND_MAX_ELEMENTS)
    return FALSE;
  sizes[rank] = sizes[2];
  rnd_give_value (m, rnd_shaped (m, rnd_chance (m, 70) ? FL_DTYPE_F32 : FL_DTYPE_BF16, rank + 1, sizes, 0));
  rnd_give_value (m, rnd_index (m, rank, sizes, n, FALSE));
  rnd_give_int (m, n);
  rnd_give_int (m, rnd_between (m, -1, n - 1));
  rnd_give_bool (m, FALSE);
  return TRUE;
}

/* Indices of some dimensions, None for the others; sizes of the result's indexed part. */
guint
rnd_give_indices (RndMaker *m, int self, gint64 *result)
{
  const FlView *view = rnd_view (m, self);
  gint64 sizes[2] = { rnd_size (m), rnd_size (m) };
  guint rank = 1 + rnd_pick (m, 2), n = 1 + rnd_pick (m, view->n_dims), first = G_MAXUINT, last = 0, n_result = 0;
  RndArg list = { .kind = RND_LIST, .n_items = n, .items = fl_arena_new (m->arena, RndArg, n + 1) };
  gboolean is_together = TRUE;
  /* TorchInductor takes the indices of this one as they are, where eager mode counts from the end. */
  gboolean with_negative = !rnd_is (m, "aten._unsafe_masked_index.default");

  for (guint d = 0; d < n; d++)
    {
      gint64 own[2] = { sizes[0], sizes[1] };
      guint own_rank = rank;

      if ((d + 1 < n || first != G_MAXUINT) && rnd_chance (m, 45))
        continue; /* None */
      if (view->sizes[d] == 0)
        return G_MAXUINT;
      if (rank == 2 && rnd_chance (m, 20))
        own[rnd_pick (m, 2)] = 1; /* broadcast against the others */
      if (rank == 2 && rnd_chance (m, 15))
        {
          own[0] = own[1];
          own_rank = 1;
        }
      list.items[d]
          = (RndArg) { .kind = RND_VALUE, .value = rnd_index (m, own_rank, own, view->sizes[d], with_negative) };
      is_together &= first == G_MAXUINT || last + 1 == d;
      first = MIN (first, d);
      last = d;
    }
  if (first == G_MAXUINT)
    return G_MAXUINT;
  /* the broadcast shape of those that were given */
  gint64 shape[2] = { 1, 1 };
  guint shape_rank = 0;
  for (guint d = 0; d < n; d++)
    if (list.items[d].kind == RND_VALUE)
      {
        const FlView *index = rnd_view (m, list.items[d].value);

        shape_rank = MAX (shape_rank, index->n_dims);
        for (guint k = 1; k <= index->n_dims; k++)
          if (index->sizes[index->n_dims - k] != 1)
            shape[2 - k] = index->sizes[index->n_dims - k];
      }
  for (guint d = 0; d < view->n_dims || d == 0; d++)
    {
      gboolean is_place = is_together ? d == first : d == 0;

      for (guint k = 0; is_place && k < shape_rank; k++)
        result[n_result++] = shape[2 - shape_rank + k];
      if (d < view->n_dims && !(d < n && list.items[d].kind == RND_VALUE))
        result[n_result++] = view->sizes[d];
    }
  if (fl_sizes_product (result, n_result) > RND_MAX_ELEMENTS)
    return G_MAXUINT;
  rnd_give (m, list);
  return n_result;
}

static gboolean
make_index (RndMaker *m)
{
  gint64 result[FL_MAX_DIMS];
  int self = rnd_give_operand (m, RND_ALL, 1);

  return rnd_give_indices (m, self, result) != G_MAXUINT;
}

static gboolean
make_masked_index (RndMaker *m)
{
  gint64 result[FL_MAX_DIMS];
  int self = rnd_give_operand (m, RND_FLOATS, 1);
  guint n = rnd_give_indices (m, self, result);
  RndArg indices;

  if (n == G_MAXUINT)
    return FALSE;
  indices = m->args[--m->n_args];
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_BOOL, n, result, 0));
  rnd_give (m, indices);
  if (rnd_is (m, "accumulate"))
    rnd_give_value (m, rnd_shaped (m, rnd_view (m, self)->dtype, n, result, 0));
  else
    rnd_give_float (m, 0.5);
  return TRUE;
}

static gboolean
make_bucketize (RndMaker *m)
{
  gint64 n = rnd_between (m, 1, 9);
  FlDtype dtype = rnd_chance (m, 80) ? FL_DTYPE_F32 : FL_DTYPE_I64;
  int self = rnd_any (m, (fl_dtype_is_float (dtype) ? RND_FLOATS : RND_INTS) | RND_EXACT, 0, 3), boundaries;

  if (rnd_view (m, self)->dtype != dtype)
    return FALSE;
  boundaries = rnd_input (m, dtype, 1, &n, rnd_fill (m, "sorted", 0));
  rnd_give_value (m, rnd_is (m, "searchsorted") ? boundaries : self);
  rnd_give_value (m, rnd_is (m, "searchsorted") ? self : boundaries);
  if (rnd_chance (m, 50))
    {
      rnd_give_bool (m, rnd_chance (m, 70));
      rnd_by_name (m, "right");
    }
  if (rnd_chance (m, 20))
    {
      rnd_give_bool (m, TRUE);
      rnd_by_name (m, "out_int32");
    }
  return TRUE;
}

const RndMakerRow rnd_index_makers[] = {
  { "cat", make_cat },
  { "stack", make_cat },
  { "meshgrid", make_meshgrid },
  { "repeat", make_repeat },
  { "repeat_interleave", make_repeat_interleave },
  { "aten.flip.default", make_flip },
  { "prims.rev.default", make_flip },
  { "aten.roll.default", make_roll },
  { "pad", make_pad },
  { "aten.tril.default", make_tri },
  { "aten.triu.default", make_tri },
  { "gather", make_gather },
  { "index_select", make_index_select },
  { "embedding", make_embedding },
  { "embedding_dense_backward", make_embedding_backward },
  { "index", make_index },
  { "unsafe_masked_index", make_masked_index },
  { "aten._unsafe_masked_index_put_accumulate.default", make_masked_index },
  { "bucketize", make_bucketize },
  { NULL, NULL },
};
