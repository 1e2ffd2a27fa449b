/* Arguments of what counts, cuts into segments, and looks numbers up. */
#include "random-private.h"

/* --- histograms --- */

static void
give_counted (RndMaker *m, gint64 rows)
{
  if (rnd_chance (m, 40))
    {
      rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 1, &rows, rnd_fill (m, "positive", 0)));
      rnd_by_name (m, "weight");
    }
  if (rnd_chance (m, 40))
    {
      rnd_give_bool (m, TRUE);
      rnd_by_name (m, "density");
    }
}

/* Bins as wide as a number of two bits: no number is near an edge and not on it. */
static void
give_range (RndMaker *m, guint n)
{
  RndArg list = { .kind = RND_LIST, .n_items = 2 * n, .items = fl_arena_new (m->arena, RndArg, 2 * n + 1) };

  for (guint i = 0; i < 2 * n; i++)
    list.items[i] = (RndArg) { .kind = RND_FLOAT, .number = i % 2 == 0 ? -4 : 4 };
  rnd_give (m, list);
  rnd_by_name (m, "range");
}

static gboolean
make_histogram (RndMaker *m)
{
  static const gint64 powers[] = { 1, 2, 4, 8 };
  gboolean has_columns = rnd_is (m, "histogramdd");
  gint64 sizes[2] = { rnd_between (m, 1, 20), rnd_between (m, 1, 3) }, bins[3];
  int self = rnd_input (m, FL_DTYPE_F32, has_columns ? 2 : 1, sizes, rnd_fill (m, "plain", 0));

  for (guint d = 0; d < 3; d++)
    bins[d] = powers[rnd_pick (m, 4)];
  rnd_give_value (m, self);
  if (has_columns)
    rnd_give_ints (m, (guint) sizes[1], bins);
  else
    rnd_give_int (m, bins[0]);
  give_range (m, has_columns ? (guint) sizes[1] : 1);
  give_counted (m, sizes[0]);
  return TRUE;
}

static gboolean
make_nonzero_static (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL | RND_EXACT, 0, 3));
  rnd_give_int (m, rnd_between (m, 0, 9));
  rnd_by_name (m, "size");
  if (rnd_chance (m, 40))
    {
      rnd_give_int (m, rnd_between (m, -3, 3));
      rnd_by_name (m, "fill_value");
    }
  return TRUE;
}

/* --- segments --- */

/* Makes parts of equal lengths, by their lengths or by where they begin and where the last one
 * ends. */
static int
make_parts (RndMaker *m, gint64 n, gint64 length, gboolean by_offsets)
{
  RndArg args[4] = { { .kind = RND_INT, .integer = 0 },
                     { .kind = RND_INT, .integer = n * length + 1 },
                     { .kind = RND_INT, .integer = MAX (length, 1) },
                     { .kind = RND_DTYPE, .dtype = FL_DTYPE_I64, .keyword = "dtype" } };
  RndArg sizes[3] = { { .kind = RND_LIST, .n_items = 1, .items = fl_arena_new (m->arena, RndArg, 1) },
                      { .kind = RND_INT, .integer = length },
                      { .kind = RND_DTYPE, .dtype = FL_DTYPE_I64, .keyword = "dtype" } };

  sizes[0].items[0] = (RndArg) { .kind = RND_INT, .integer = n };
  return by_offsets ? rnd_call (m, "aten.arange.start_step", args, 4) : rnd_call (m, "aten.full.default", sizes, 3);
}

static void
give_parts (RndMaker *m, int parts, gboolean by_offsets, gboolean has_unsafe)
{
  rnd_give_value (m, parts);
  rnd_by_name (m, by_offsets ? "offsets" : "lengths");
  rnd_give_int (m, 0);
  rnd_by_name (m, "axis");
  if (!has_unsafe)
    return;
  rnd_give_bool (m, TRUE);
  rnd_by_name (m, "unsafe");
}

static gboolean
make_segments (RndMaker *m)
{
  static const char *const ways[] = { "sum", "mean", "max", "min", "prod" };
  gint64 n = rnd_between (m, 1, 5), length = rnd_between (m, 1, 4), sizes[2] = { n * length, rnd_between (m, 1, 5) };
  guint rank = 1 + rnd_pick (m, 2);
  int data = rnd_input (m, FL_DTYPE_F32, rank, sizes, rnd_fill (m, "distinct", 0)), result, parts;
  gboolean by_offsets = rnd_chance (m, 50);
  const char *way = ways[rnd_pick (m, 5)];

  parts = make_parts (m, n, length, by_offsets);
  if (parts < 0)
    return FALSE;
  rnd_give_value (m, data);
  rnd_give_string (m, way);
  give_parts (m, parts, by_offsets, TRUE);
  if (!rnd_is (m, "backward"))
    return TRUE;
  if (!rnd_forward (m, "aten.segment_reduce.default", 1, &result))
    return FALSE;
  rnd_give_value (m, rnd_like (m, result, 0));
  rnd_give_value (m, result);
  rnd_give_value (m, data);
  rnd_give_string (m, way);
  give_parts (m, parts, by_offsets, FALSE);
  return TRUE;
}

/* How many there are in all is known: so it is said. */
static gboolean
make_repeats (RndMaker *m)
{
  gint64 n = rnd_between (m, 1, 9), total = 0;
  int repeats = rnd_input (m, FL_DTYPE_I64, 1, &n, rnd_fill (m, "below", 4));
  g_autoptr (FlArray) array = fl_view_dup_array (rnd_view (m, repeats));

  for (gint64 i = 0; i < n; i++)
    total += array->integers[i];
  rnd_give_value (m, repeats);
  rnd_give_int (m, total);
  rnd_by_name (m, "output_size");
  return TRUE;
}

/* --- looking up --- */

static gboolean
make_isin (RndMaker *m)
{
  guint kinds = RND_INTS | RND_FLOATS | RND_EXACT;
  int elements = rnd_any (m, kinds, 0, 3);
  FlDtype dtype = rnd_view (m, elements)->dtype;
  gint64 n = rnd_between (m, 0, 5);

  if (rnd_is (m, ".Scalar_Tensor"))
    rnd_give (m, rnd_scalar (m, dtype));
  rnd_give_value (m, elements);
  if (rnd_is (m, ".Tensor_Scalar"))
    rnd_give (m, rnd_scalar (m, dtype));
  else if (rnd_is (m, ".Tensor_Tensor"))
    rnd_give_value (m, rnd_shaped (m, dtype, 1, &n, RND_EXACT));
  if (rnd_chance (m, 40))
    {
      rnd_give_bool (m, TRUE);
      rnd_by_name (m, "invert");
    }
  return TRUE;
}

static gboolean
make_bucketize_scalar (RndMaker *m)
{
  gint64 n = rnd_between (m, 1, 9);
  int boundaries = rnd_input (m, FL_DTYPE_F32, 1, &n, rnd_fill (m, "sorted", 0));

  if (rnd_is (m, "searchsorted"))
    rnd_give_value (m, boundaries);
  rnd_give_float (m, rnd_between (m, -8, 12) / 4.0);
  if (rnd_is (m, "bucketize"))
    rnd_give_value (m, boundaries);
  if (rnd_chance (m, 50))
    {
      rnd_give_bool (m, TRUE);
      rnd_by_name (m, "right");
    }
  return TRUE;
}

static gboolean
make_take (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL, 0, 4);
  gint64 sizes[2] = { rnd_size (m), rnd_between (m, 1, 4) }, numel = rnd_view (m, self)->numel;

  if (numel == 0 || sizes[0] * sizes[1] > RND_MAX_ELEMENTS)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_value (m, rnd_index (m, rnd_pick (m, 3), sizes, numel, TRUE));
  return TRUE;
}

/* Different places, or sums. */
static gboolean
make_put (RndMaker *m)
{
  int self = rnd_any (m, RND_NUMBERS, 1, 3);
  gint64 numel = rnd_view (m, self)->numel, n = rnd_between (m, 1, MIN (numel, 9));
  gboolean adds = rnd_chance (m, 50);

  if (numel == 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_value (m, adds ? rnd_index (m, 1, &n, numel, TRUE)
                          : rnd_input (m, FL_DTYPE_I64, 1, &n, rnd_fill (m, "distinct", 0)));
  rnd_give_value (m, rnd_shaped (m, rnd_view (m, self)->dtype, 1, &n, 0));
  if (adds)
    rnd_give_bool (m, TRUE);
  return TRUE;
}

static gboolean
make_masked_scatter_backward (RndMaker *m)
{
  int grad = rnd_any (m, RND_FLOATS, 1, 3);
  const FlView *view = rnd_view (m, grad);

  rnd_give_value (m, grad);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_BOOL, view->n_dims, view->sizes, 0));
  rnd_give_sizes (m, view->n_dims, view->sizes);
  return TRUE;
}

/* --- joins --- */

static gboolean
make_chunk_cat (RndMaker *m)
{
  gint64 sizes[3] = { rnd_size_within (m, 1, 9), rnd_size_within (m, 1, 9), rnd_between (m, 1, 4) };
  guint n = 1 + rnd_pick (m, 3), rank = 1 + rnd_pick (m, 3), dim = rnd_pick (m, rank);
  FlDtype dtype = rnd_dtype (m, RND_FLOATS);
  int values[3];

  for (guint i = 0; i < n; i++)
    {
      sizes[dim] = rnd_size_within (m, 1, 9);
      values[i] = rnd_shaped (m, dtype, rank, sizes, 0);
    }
  rnd_give_values (m, n, values);
  rnd_give_int (m, dim);
  rnd_give_int (m, rnd_between (m, 1, 4));
  return TRUE;
}

static gboolean
make_block_diag (RndMaker *m)
{
  int values[3];
  guint n = 1 + rnd_pick (m, 3);

  for (guint i = 0; i < n; i++)
    {
      values[i] = rnd_any (m, RND_ALL, 0, 2);
      if (rnd_view (m, values[i])->numel > 400)
        return FALSE;
    }
  rnd_give_values (m, n, values);
  return TRUE;
}

const RndMakerRow rnd_count_makers[] = {
  { "histogram", make_histogram },
  { "histogramdd", make_histogram },
  { "histogramdd_edges", make_histogram },
  { "nonzero_static", make_nonzero_static },
  { "segment_reduce", make_segments },
  { "aten._segment_reduce_backward.default", make_segments },
  { "repeat_interleave_tensor", make_repeats },
  { "isin", make_isin },
  { "bucketize_scalar", make_bucketize_scalar },
  { "take", make_take },
  { "aten.put.default", make_put },
  { "aten.masked_scatter_backward.default", make_masked_scatter_backward },
  { "chunk_cat", make_chunk_cat },
  { "block_diag", make_block_diag },
  { NULL, NULL },
};
