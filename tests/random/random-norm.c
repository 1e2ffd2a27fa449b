/* Arguments of normalizations and their gradients. */
#include "random-private.h"

static FlDtype
pick_dtype (RndMaker *m)
{
  return rnd_chance (m, 70) ? FL_DTYPE_F32 : rnd_dtype (m, RND_FLOATS);
}

static void
give_maybe (RndMaker *m, FlDtype dtype, guint n, const gint64 *sizes)
{
  if (rnd_chance (m, 65))
    rnd_give_value (m, rnd_shaped (m, dtype, n, sizes, 0));
  else
    rnd_give_none (m);
}

/* Rows that a norm goes over: several elements, and not all of them equal. */
static int
pick_rows (RndMaker *m, FlDtype dtype, guint *n_norm, const gint64 **norm)
{
  gint64 sizes[4];
  guint rank = 1 + rnd_pick (m, 3);
  int value;

  for (guint d = 0; d < rank; d++)
    sizes[d] = rnd_size_within (m, 1, G_MAXINT64);
  sizes[rank - 1] = MAX (sizes[rank - 1], 3);
  if (fl_sizes_product (sizes, rank) > RND_MAX_ELEMENTS)
    return -1;
  value = rnd_shaped (m, dtype, rank, sizes, 0);
  *n_norm = 1 + rnd_pick (m, rank);
  *norm = rnd_view (m, value)->sizes + rank - *n_norm;
  return value;
}

static gboolean
make_layer_norm (RndMaker *m)
{
  FlDtype dtype = pick_dtype (m);
  const gint64 *norm;
  guint n;
  int input = pick_rows (m, dtype, &n, &norm);
  gboolean is_native = rnd_is (m, "native") || rnd_is (m, "_fused");

  if (input < 0)
    return FALSE;
  rnd_give_value (m, input);
  rnd_give_sizes (m, n, norm);
  give_maybe (m, dtype, n, norm);
  if (!rnd_is (m, "rms"))
    give_maybe (m, dtype, n, norm);
  if (is_native || rnd_chance (m, 50))
    rnd_give_float (m, rnd_chance (m, 50) ? 1e-5 : 0.125);
  return TRUE;
}

static gboolean
make_layer_norm_backward (RndMaker *m)
{
  RndArg mask = { .kind = RND_LIST, .n_items = 3, .items = fl_arena_new (m->arena, RndArg, 4) };
  const gint64 *norm;
  guint n;
  int input = pick_rows (m, FL_DTYPE_F32, &n, &norm), results[3], weight, bias;

  if (input < 0)
    return FALSE;
  weight = rnd_shaped (m, FL_DTYPE_F32, n, norm, 0);
  bias = rnd_shaped (m, FL_DTYPE_F32, n, norm, 0);
  rnd_give_value (m, input);
  rnd_give_sizes (m, n, norm);
  rnd_give_value (m, weight);
  rnd_give_value (m, bias);
  rnd_give_float (m, 0.125);
  if (!rnd_forward (m, "aten.native_layer_norm.default", 3, results))
    return FALSE;
  rnd_give_value (m, rnd_like (m, input, 0));
  rnd_give_value (m, input);
  rnd_give_sizes (m, n, norm);
  rnd_give_value (m, results[1]);
  rnd_give_value (m, results[2]);
  rnd_give_value (m, weight);
  rnd_give_value (m, bias);
  for (guint i = 0; i < 3; i++)
    mask.items[i] = (RndArg) { .kind = RND_BOOL, .integer = i == 0 || rnd_chance (m, 70) };
  rnd_give (m, mask);
  return TRUE;
}

static gboolean
make_group_norm (RndMaker *m)
{
  FlDtype dtype = pick_dtype (m);
  gint64 groups = rnd_between (m, 1, 3), sizes[4] = { 1 + rnd_pick (m, 2), groups * rnd_between (m, 1, 3),
                                                      rnd_between (m, 2, 5), rnd_between (m, 1, 4) };
  int input = rnd_shaped (m, dtype, 4, sizes, 0);

  rnd_give_value (m, input);
  if (!rnd_is (m, "native"))
    {
      rnd_give_int (m, groups);
      give_maybe (m, dtype, 1, &sizes[1]);
      give_maybe (m, dtype, 1, &sizes[1]);
      return TRUE;
    }
  give_maybe (m, dtype, 1, &sizes[1]);
  give_maybe (m, dtype, 1, &sizes[1]);
  rnd_give_int (m, sizes[0]);
  rnd_give_int (m, sizes[1]);
  rnd_give_int (m, sizes[2] * sizes[3]);
  rnd_give_int (m, groups);
  rnd_give_float (m, 1e-5);
  return TRUE;
}

static int
make_positive (RndMaker *m, gint64 n)
{
  return rnd_input (m, FL_DTYPE_F32, 1, &n, rnd_fill (m, "positive", 0));
}

/* Statistics that are written have a place for each channel: where they have not, compiled PyTorch
 * refuses the program, and which channel remains is open in eager mode. */
static gboolean
has_places (RndMaker *m, int value)
{
  const RndValue *of = &g_array_index (m->values, RndValue, value);

  return rnd_is_fresh (rnd_view (m, value)) && of->stride_symbols[0] >= 0;
}

static gboolean
make_batch_norm (RndMaker *m)
{
  gint64 sizes[4] = { 1 + rnd_pick (m, 3), rnd_between (m, 1, 5), rnd_between (m, 2, 5), rnd_between (m, 1, 4) };
  gboolean trains = rnd_chance (m, 50),
           is_plain = strstr (m->row->signature, "training") == NULL && strstr (m->row->signature, "use_input") == NULL;
  gboolean is_functional = rnd_is (m, "functional");

  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, rnd_chance (m, 70) ? 4 : 3, sizes, 0));
  give_maybe (m, FL_DTYPE_F32, 1, &sizes[1]);
  give_maybe (m, FL_DTYPE_F32, 1, &sizes[1]);
  if (!rnd_is (m, "no_stats"))
    {
      gint64 n = sizes[1];
      int mean = rnd_input (m, FL_DTYPE_F32, 1, &n, rnd_fill (m, "plain", 0)), variance = make_positive (m, n);

      if (!is_functional && (!has_places (m, mean) || !has_places (m, variance)))
        return FALSE;
      rnd_give_value (m, mean);
      rnd_give_value (m, variance);
    }
  if (!is_plain)
    rnd_give_bool (m, trains || rnd_is (m, "no_stats") || is_functional);
  rnd_give_float (m, 0.125);
  rnd_give_float (m, 1e-5);
  if (g_str_equal (m->row->name, "aten.batch_norm.default") || rnd_is (m, "instance"))
    rnd_give_bool (m, FALSE);
  return TRUE;
}

static gboolean
make_batch_norm_backward (RndMaker *m)
{
  gint64 sizes[4] = { 2, rnd_between (m, 1, 4), rnd_between (m, 2, 5), rnd_between (m, 1, 4) };
  RndArg mask = { .kind = RND_LIST, .n_items = 3, .items = fl_arena_new (m->arena, RndArg, 4) };
  gboolean trains = rnd_chance (m, 50);
  int input = rnd_shaped (m, FL_DTYPE_F32, 4, sizes, 0);

  rnd_give_value (m, rnd_like (m, input, 0));
  rnd_give_value (m, input);
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &sizes[1], 0));
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &sizes[1], 0));
  rnd_give_value (m, make_positive (m, sizes[1]));
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &sizes[1], 0));
  rnd_give_value (m, make_positive (m, sizes[1]));
  rnd_give_bool (m, trains);
  rnd_give_float (m, 1e-5);
  for (guint i = 0; i < 3; i++)
    mask.items[i] = (RndArg) { .kind = RND_BOOL, .integer = i == 0 || rnd_chance (m, 70) };
  rnd_give (m, mask);
  return TRUE;
}

const RndMakerRow rnd_norm_makers[] = {
  { "aten.layer_norm.default", make_layer_norm },
  { "native_layer_norm", make_layer_norm },
  { "aten.rms_norm.default", make_layer_norm },
  { "fused_rms_norm", make_layer_norm },
  { "aten.native_layer_norm_backward.default", make_layer_norm_backward },
  { "aten.group_norm.default", make_group_norm },
  { "native_group_norm", make_group_norm },
  { "batch_norm", make_batch_norm },
  { "batch_norm_functional", make_batch_norm },
  { "aten.batch_norm.default", make_batch_norm },
  { "aten.instance_norm.default", make_batch_norm },
  { "aten.native_batch_norm_backward.default", make_batch_norm_backward },
  { NULL, NULL },
};
