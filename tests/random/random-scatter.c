/* Arguments of operators that write by index. */
#include "random-private.h"

/* --- writing by index -------------------------------------------------------------------------- */

/* Different places, so that the order of writes does not matter. */
static int
make_places (RndMaker *m, gint64 n, gint64 bound)
{
  (void) bound;
  return rnd_input (m, FL_DTYPE_I64, 1, &n, rnd_fill (m, "distinct", 0));
}

/* A number that is known when the kernel is made. */
static int
make_number (RndMaker *m, FlDtype dtype)
{
  const RndArg args[]
      = { { .kind = RND_LIST }, rnd_scalar (m, dtype), { .kind = RND_DTYPE, .dtype = dtype, .keyword = "dtype" } };

  return rnd_call (m, "aten.full.default", args, G_N_ELEMENTS (args));
}

static gboolean
make_index_put (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_FLOATS | RND_INTS, 1);
  const FlView *view = rnd_view (m, self);
  gboolean adds = rnd_chance (m, 50);
  gint64 result[FL_MAX_DIMS];
  guint n;
  int values;

  if (adds)
    n = rnd_give_indices (m, self, result);
  else /* one dimension, no place twice */
    {
      guint dim = rnd_pick (m, view->n_dims);
      gint64 length = rnd_between (m, 0, view->sizes[dim]);
      RndArg list = { .kind = RND_LIST, .n_items = dim + 1, .items = fl_arena_new (m->arena, RndArg, dim + 2) };

      list.items[dim] = (RndArg) { .kind = RND_VALUE, .value = make_places (m, length, view->sizes[dim]) };
      rnd_give (m, list);
      n = view->n_dims;
      memcpy (result, view->sizes, n * sizeof *result);
      result[dim] = length;
    }
  if (n == G_MAXUINT)
    return FALSE;
  if (n > 0 && rnd_chance (m, 25))
    values = rnd_chance (m, 50) ? make_number (m, view->dtype) : rnd_shaped (m, view->dtype, 0, NULL, 0);
  else
    values = rnd_shaped (m, view->dtype, n, result, 0);
  if (values < 0) /* more elements than a program may have */
    return FALSE;
  rnd_give_value (m, values);
  if (adds)
    rnd_give_bool (m, TRUE);
  return TRUE;
}

static gboolean
make_index_add (RndMaker *m)
{
  int self = rnd_give_operand (m, RND_NUMBERS, 1);
  const FlView *view = rnd_view (m, self);
  gint64 dim = rnd_dim (m, view->n_dims), bound = rnd_size_of (m, self, dim), n, sizes[FL_MAX_DIMS];
  gboolean adds = rnd_is (m, "add"), fills = rnd_is (m, "fill"), reduces = rnd_is (m, "reduce");

  if (bound == 0)
    return FALSE;
  n = adds || reduces ? rnd_between (m, 1, 9) : rnd_between (m, 1, bound);
  rnd_give_int (m, dim);
  rnd_give_value (m, adds || reduces || fills ? rnd_index (m, 1, &n, bound, FALSE) : make_places (m, n, bound));
  if (fills)
    {
      if (rnd_is (m, "int_Tensor"))
        rnd_give_value (m, rnd_shaped (m, view->dtype, 0, NULL, 0));
      else
        rnd_give (m, rnd_scalar (m, view->dtype));
      return TRUE;
    }
  memcpy (sizes, view->sizes, sizeof sizes);
  sizes[fl_wrap_dim (dim, view->n_dims)] = n;
  if (fl_sizes_product (sizes, view->n_dims) > RND_MAX_ELEMENTS)
    return FALSE;
  rnd_give_value (m, rnd_shaped (m, view->dtype, view->n_dims, sizes, 0));
  if (reduces)
    {
      static const char *const ways[] = { "amax", "amin", "mean", "prod" };
      rnd_give_string (m, ways[rnd_pick (m, fl_dtype_is_float (view->dtype) ? 4 : 2)]);
      rnd_give_bool (m, rnd_chance (m, 50));
      rnd_by_name (m, "include_self");
    }
  else if (adds && rnd_chance (m, 30))
    {
      rnd_give_int (m, 2);
      rnd_by_name (m, "alpha");
    }
  return TRUE;
}

/* Places along one dimension that differ in each line: a row of a permutation, spread over the
 * others. */
static int
make_scatter_index (RndMaker *m, const FlView *view, guint dim, gint64 *sizes, gboolean may_repeat)
{
  gint64 length = sizes[dim], shape[FL_MAX_DIMS];
  int places, line;
  RndArg args[2];

  if (may_repeat)
    return rnd_index (m, view->n_dims, sizes, view->sizes[dim], FALSE);
  places = make_places (m, length, view->sizes[dim]);
  for (guint d = 0; d < view->n_dims; d++)
    shape[d] = d == dim ? length : 1;
  args[0] = (RndArg) { .kind = RND_VALUE, .value = places };
  args[1] = (RndArg) { .kind = RND_LIST,
                       .n_items = view->n_dims,
                       .items = fl_arena_new (m->arena, RndArg, view->n_dims + 1) };
  for (guint d = 0; d < view->n_dims; d++)
    args[1].items[d] = (RndArg) { .kind = RND_INT, .integer = shape[d] };
  line = rnd_call (m, "aten.view.default", args, 2);
  if (line < 0)
    return -1;
  args[0] = (RndArg) { .kind = RND_VALUE, .value = line };
  args[1].items = fl_arena_new (m->arena, RndArg, view->n_dims + 1);
  for (guint d = 0; d < view->n_dims; d++)
    args[1].items[d] = (RndArg) { .kind = RND_INT, .integer = sizes[d] };
  return rnd_call (m, "aten.expand.default", args, 2);
}

static gboolean
make_scatter (RndMaker *m)
{
  gboolean adds = rnd_is (m, "scatter_add"), reduces = rnd_is (m, "reduce"), of_value = rnd_is (m, "value"),
           is_named = reduces && !rnd_is (m, "scatter_reduce");
  int self = rnd_give_operand (m, adds || reduces ? RND_NUMBERS : RND_ALL, 1), index;
  const FlView *view = rnd_view (m, self);
  gint64 dim = rnd_dim (m, view->n_dims), sizes[FL_MAX_DIMS];
  guint along = fl_wrap_dim (dim, view->n_dims);

  if (view->numel == 0)
    return FALSE;
  for (guint d = 0; d < view->n_dims; d++)
    sizes[d] = rnd_chance (m, 60) ? view->sizes[d] : rnd_between (m, 1, view->sizes[d]);
  if (adds || reduces)
    sizes[along] = rnd_between (m, 1, 9);
  if (fl_sizes_product (sizes, view->n_dims) > RND_MAX_ELEMENTS)
    return FALSE;
  index = make_scatter_index (m, view, along, sizes, adds || reduces || of_value);
  if (index < 0)
    return FALSE;
  rnd_give_int (m, dim);
  rnd_give_value (m, index);
  if (of_value)
    rnd_give (m, rnd_scalar (m, view->dtype));
  else
    rnd_give_value (m, rnd_shaped (m, view->dtype, view->n_dims, sizes, 0));
  if (is_named)
    {
      rnd_give_string (m, rnd_chance (m, 50) ? "add" : "multiply");
      rnd_by_name (m, "reduce");
    }
  else if (reduces)
    {
      static const char *const ways[] = { "amax", "amin", "sum", "mean", "prod" };
      rnd_give_string (m, ways[rnd_pick (m, fl_dtype_is_float (view->dtype) ? 5 : 3)]);
      if (rnd_chance (m, 50))
        {
          rnd_give_bool (m, rnd_chance (m, 50));
          rnd_by_name (m, "include_self");
        }
    }
  return TRUE;
}

/* --- writing parts ----------------------------------------------------------------------------- */

static gboolean
make_slice_scatter (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 1, RND_MAX_RANK - 1);
  const FlView *view = rnd_view (m, self);
  guint dim = rnd_pick (m, view->n_dims);
  gint64 start = rnd_between (m, 0, view->sizes[dim]), end = rnd_between (m, start, view->sizes[dim]),
         step = rnd_between (m, 1, 3), sizes[FL_MAX_DIMS];
  gboolean is_backward = rnd_is (m, "backward");

  memcpy (sizes, view->sizes, sizeof sizes);
  sizes[dim] = (end - start + step - 1) / step;
  if (!is_backward)
    rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, view->dtype, view->n_dims, sizes, 0));
  if (is_backward)
    rnd_give_sizes (m, view->n_dims, view->sizes);
  rnd_give_int (m, dim);
  rnd_give_int (m, start);
  rnd_give_int (m, end == view->sizes[dim] && rnd_chance (m, 50) ? G_MAXINT64 : end);
  rnd_give_int (m, step);
  return !is_backward || rnd_is_kind (view->dtype, RND_FLOATS);
}

static gboolean
make_select_scatter (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 1, RND_MAX_RANK - 1);
  const FlView *view = rnd_view (m, self);
  guint dim = rnd_pick (m, view->n_dims), n = 0;
  gboolean is_backward = rnd_is (m, "backward");
  gint64 sizes[FL_MAX_DIMS];

  for (guint d = 0; d < view->n_dims; d++)
    if (d != dim)
      sizes[n++] = view->sizes[d];
  if (view->sizes[dim] == 0)
    return FALSE;
  if (!is_backward)
    rnd_give_value (m, self);
  rnd_give_value (m, rnd_shaped (m, view->dtype, n, sizes, 0));
  if (is_backward)
    rnd_give_sizes (m, view->n_dims, view->sizes);
  rnd_give_int (m, dim);
  rnd_give_int (m, rnd_between (m, -view->sizes[dim], view->sizes[dim] - 1));
  return !is_backward || rnd_is_kind (view->dtype, RND_FLOATS);
}

const RndMakerRow rnd_scatter_makers[] = {
  { "aten.index_put.default", make_index_put },
  { "aten._unsafe_index_put.default", make_index_put },
  { "aten.index_put_.default", make_index_put },
  { "prims._unsafe_index_put_.default", make_index_put },
  { "aten.index_add.default", make_index_add },
  { "aten.index_add_.default", make_index_add },
  { "aten.index_copy.default", make_index_add },
  { "aten.index_copy_.default", make_index_add },
  { "aten.index_fill.int_Scalar", make_index_add },
  { "aten.index_fill.int_Tensor", make_index_add },
  { "aten.index_reduce.default", make_index_add },
  { "aten.scatter.reduce", make_scatter },
  { "aten.scatter.value_reduce", make_scatter },
  { "aten.scatter.src", make_scatter },
  { "aten.scatter.value", make_scatter },
  { "aten.scatter_.src", make_scatter },
  { "aten.scatter_.value", make_scatter },
  { "aten.scatter_add.default", make_scatter },
  { "aten.scatter_add_.default", make_scatter },
  { "aten.scatter_reduce.two", make_scatter },
  { "aten.slice_scatter.default", make_slice_scatter },
  { "aten.slice_backward.default", make_slice_scatter },
  { "aten.select_scatter.default", make_select_scatter },
  { "aten.select_backward.default", make_select_scatter },
  { NULL, NULL },
};
