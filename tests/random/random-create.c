/* Arguments of operators that make tensors of nothing, and of matrix products. */
#include "random-private.h"

static guint
make_shape (RndMaker *m, gint64 *sizes)
{
  guint n = rnd_pick (m, 4);

  for (guint d = 0; d < n; d++)
    sizes[d] = rnd_size (m);
  return fl_sizes_product (sizes, n) > RND_MAX_ELEMENTS ? 1 : n;
}

static gboolean
has_param (RndMaker *m, const char *name)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);

  for (guint i = 0; i < n_params; i++)
    if (g_str_equal (params[i].name, name))
      return TRUE;
  return FALSE;
}

/* dtype, device and the like, as Inductor's graphs have them. */
static void
give_options (RndMaker *m, FlDtype dtype)
{
  if (dtype != FL_DTYPE_NONE)
    {
      rnd_give_dtype (m, dtype);
      rnd_by_name (m, "dtype");
    }
  if (has_param (m, "layout") && rnd_chance (m, 50))
    {
      rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "torch.strided" });
      rnd_by_name (m, "layout");
    }
  if (!has_param (m, "device") || (!rnd_is (m, "prims.") && !rnd_chance (m, 70)))
    return;
  rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "device(type='cpu')" });
  rnd_by_name (m, "device");
  if (!has_param (m, "pin_memory"))
    return;
  rnd_give_bool (m, FALSE);
  rnd_by_name (m, "pin_memory");
}

static gboolean
make_full (RndMaker *m)
{
  gint64 sizes[RND_MAX_RANK];
  FlDtype dtype = rnd_dtype (m, m->row->kind == FL_ATEN_RANDOM ? RND_FLOATS : RND_ALL);
  guint n = make_shape (m, sizes);

  if (rnd_is (m, "scalar_tensor"))
    rnd_give (m, rnd_scalar (m, dtype));
  else
    rnd_give_sizes (m, n, sizes);
  if (rnd_is (m, ".full."))
    rnd_give (m, rnd_scalar (m, dtype));
  give_options (m, dtype);
  return TRUE;
}

static gboolean
make_full_like (RndMaker *m)
{
  gboolean is_random = m->row->kind == FL_ATEN_RANDOM;
  int self = rnd_any (m, is_random ? RND_FLOATS : RND_ALL, 0, RND_MAX_RANK);
  FlDtype dtype = rnd_chance (m, 40) ? rnd_dtype (m, is_random ? RND_FLOATS : RND_ALL) : FL_DTYPE_NONE;
  gint64 sizes[RND_MAX_RANK];
  gboolean is_new = rnd_is (m, "new_");

  rnd_give_value (m, self);
  if (is_new)
    {
      guint n = make_shape (m, sizes);

      rnd_give_sizes (m, n, sizes);
    }
  if (rnd_is (m, "randint"))
    rnd_give_int (m, rnd_between (m, 2, 9));
  else if (rnd_is (m, "full"))
    rnd_give (m, rnd_scalar (m, dtype != FL_DTYPE_NONE ? dtype : rnd_view (m, self)->dtype));
  give_options (m, dtype);
  return TRUE;
}

static gboolean
make_arange (RndMaker *m)
{
  gboolean has_step = rnd_is (m, "start_step"), has_start = has_step || rnd_is (m, "start");
  gint64 start = has_start ? rnd_between (m, -3, 5) : 0, step = has_step ? rnd_between (m, 1, 3) : 1;
  FlDtype dtype = rnd_chance (m, 50) ? FL_DTYPE_NONE : rnd_chance (m, 50) ? FL_DTYPE_I64 : rnd_dtype (m, RND_NUMBERS);

  if (dtype == FL_DTYPE_U8)
    dtype = FL_DTYPE_I32;
  if (has_start)
    rnd_give_int (m, start);
  rnd_give_int (m, start + rnd_size_within (m, 1, G_MAXINT64) * step - (has_step ? rnd_between (m, 0, step - 1) : 0));
  if (has_step)
    rnd_give_int (m, step);
  give_options (m, dtype);
  return TRUE;
}

static gboolean
make_linspace (RndMaker *m)
{
  rnd_give_int (m, rnd_between (m, -2, 2));
  rnd_give_int (m, rnd_between (m, -2, 5));
  rnd_give_int (m, rnd_size (m));
  give_options (m, rnd_chance (m, 60) ? FL_DTYPE_F32 : FL_DTYPE_NONE);
  return TRUE;
}

static gboolean
make_eye (RndMaker *m)
{
  rnd_give_int (m, rnd_size (m));
  if (rnd_is (m, ".m"))
    rnd_give_int (m, rnd_size (m));
  give_options (m, rnd_dtype (m, RND_ALL));
  return TRUE;
}

static gboolean
make_iota (RndMaker *m)
{
  rnd_give_int (m, rnd_size (m));
  rnd_give_int (m, rnd_between (m, -3, 3));
  rnd_by_name (m, "start");
  rnd_give_int (m, rnd_between (m, 1, 3));
  rnd_by_name (m, "step");
  rnd_give_dtype (m, rnd_chance (m, 70) ? FL_DTYPE_I64 : FL_DTYPE_I32);
  rnd_by_name (m, "dtype");
  rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "device(type='cpu')" });
  rnd_by_name (m, "device");
  rnd_give_bool (m, FALSE);
  rnd_by_name (m, "requires_grad");
  return TRUE;
}

static gboolean
make_randint (RndMaker *m)
{
  gint64 sizes[RND_MAX_RANK];
  guint n = make_shape (m, sizes);

  if (rnd_is (m, "low"))
    rnd_give_int (m, rnd_between (m, -5, 0));
  rnd_give_int (m, rnd_between (m, 1, 9));
  rnd_give_sizes (m, n, sizes);
  give_options (m, rnd_chance (m, 50) ? FL_DTYPE_I64 : FL_DTYPE_NONE);
  return TRUE;
}

static gboolean
make_dropout (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_FLOATS, 1, RND_MAX_RANK));
  rnd_give_float (m, 0.25);
  if (!rnd_is (m, "bernoulli"))
    rnd_give_bool (m, rnd_chance (m, 70));
  return TRUE;
}

const RndMakerRow rnd_create_makers[] = {
  { "randint", make_randint },
  { "native_dropout", make_dropout },
  { "aten.dropout.default", make_dropout },
  { "aten.bernoulli.p", make_dropout },
  { "full", make_full },
  { "scalar_tensor", make_full },
  { "full_like", make_full_like },
  { "new_full", make_full_like },
  { "arange", make_arange },
  { "linspace", make_linspace },
  { "eye", make_eye },
  { "iota", make_iota },
  { NULL, NULL },
};

/* --- products ---------------------------------------------------------------------------------- */

static FlDtype
pick_product_dtype (RndMaker *m)
{
  static const FlDtype dtypes[] = { FL_DTYPE_F32,  FL_DTYPE_F32, FL_DTYPE_F32, FL_DTYPE_F64,
                                    FL_DTYPE_BF16, FL_DTYPE_F16, FL_DTYPE_I64, FL_DTYPE_I32 };

  return rnd_is (m, "_int_mm") ? FL_DTYPE_I8 : dtypes[rnd_pick (m, G_N_ELEMENTS (dtypes))];
}

/* beta and alpha, keyword-only. */
static void
give_factors (RndMaker *m, FlDtype dtype)
{
  static const char *const names[] = { "beta", "alpha" };

  for (guint i = 0; i < 2; i++)
    if (rnd_chance (m, 25))
      {
        if (fl_dtype_is_float (dtype) && rnd_chance (m, 50))
          rnd_give_float (m, 0.5);
        else
          rnd_give_int (m, rnd_between (m, 0, 2));
        rnd_by_name (m, names[i]);
      }
}

static gboolean
make_product (RndMaker *m)
{
  gint64 b = rnd_size_within (m, 0, 5), r = rnd_size_within (m, 0, 33), k = rnd_size_within (m, 0, 33),
         c = rnd_size_within (m, 0, 33);
  FlDtype dtype = pick_product_dtype (m);
  gboolean is_batched = rnd_is (m, "bmm"), adds = rnd_is (m, "add"), is_vector = rnd_is (m, "mv") && !rnd_is (m, "bmm");

  if (b * r * k > RND_MAX_ELEMENTS || b * k * c > RND_MAX_ELEMENTS)
    return FALSE;
  if (adds)
    {
      gint64 sizes[3] = { b, r, c };
      gboolean is_written = m->row->kind == FL_ATEN_MUTATION;
      guint from = is_batched ? 0 : 1, n = is_vector ? 1 : 3 - from,
            dropped = !is_written && rnd_chance (m, 30) ? rnd_pick (m, n + 1) : 0;

      if (is_vector)
        sizes[0] = r, from = 0;
      for (guint d = from + dropped; d < from + n; d++)
        if (!is_written && rnd_chance (m, 15))
          sizes[d] = 1;
      rnd_give_value (m, rnd_shaped (m, dtype, n - dropped, sizes + from + dropped, 0));
    }
  if (is_vector)
    {
      rnd_give_shaped (m, dtype, 2, r, k, 0, 0);
      rnd_give_shaped (m, dtype, 1, k, 0, 0, 0);
    }
  else if (is_batched)
    {
      rnd_give_shaped (m, dtype, 3, b, r, k, 0);
      rnd_give_shaped (m, dtype, 3, b, k, c, 0);
    }
  else
    {
      rnd_give_shaped (m, dtype, 2, r, k, 0, 0);
      rnd_give_shaped (m, dtype, 2, k, c, 0, 0);
    }
  if (adds)
    give_factors (m, dtype);
  return TRUE;
}

static gboolean
make_dot (RndMaker *m)
{
  FlDtype dtype = pick_product_dtype (m);
  gint64 n = rnd_size (m);

  rnd_give_shaped (m, dtype, 1, n, 0, 0, 0);
  rnd_give_shaped (m, dtype, 1, n, 0, 0, 0);
  return TRUE;
}

static gboolean
make_linear (RndMaker *m)
{
  FlDtype dtype = pick_product_dtype (m);
  int input = rnd_any (m, RND_FLOATS, 1, 4);
  gint64 n, c = rnd_size_within (m, 0, 33);

  dtype = rnd_view (m, input)->dtype;
  n = rnd_view (m, input)->sizes[rnd_rank (m, input) - 1];
  if (n == 0 || rnd_view (m, input)->numel / n * c > RND_MAX_ELEMENTS || rnd_view (m, input)->numel == 0)
    return FALSE;
  rnd_give_value (m, input);
  rnd_give_shaped (m, dtype, 2, c, n, 0, 0);
  if (rnd_chance (m, 60))
    rnd_give_shaped (m, dtype, 1, c, 0, 0, 0);
  return TRUE;
}

static gboolean
make_matmul (RndMaker *m)
{
  FlDtype dtype = pick_product_dtype (m);
  gint64 b = rnd_size_within (m, 0, 4), r = rnd_size_within (m, 0, 17), k = rnd_size_within (m, 0, 17),
         c = rnd_size_within (m, 0, 17);

  switch (rnd_pick (m, 5))
    {
    case 0:
      rnd_give_shaped (m, dtype, 1, k, 0, 0, 0);
      rnd_give_shaped (m, dtype, 2, k, c, 0, 0);
      break;
    case 1:
      rnd_give_shaped (m, dtype, 3, b, r, k, 0);
      rnd_give_shaped (m, dtype, 2, k, c, 0, 0);
      break;
    case 2:
      rnd_give_shaped (m, dtype, 3, b, r, k, 0);
      rnd_give_shaped (m, dtype, 3, 1, k, c, 0);
      break;
    case 3:
      rnd_give_shaped (m, dtype, 2, r, k, 0, 0);
      rnd_give_shaped (m, dtype, 1, k, 0, 0, 0);
      break;
    default:
      rnd_give_shaped (m, dtype, 2, r, k, 0, 0);
      rnd_give_shaped (m, dtype, 2, k, c, 0, 0);
      break;
    }
  return b * r * k <= RND_MAX_ELEMENTS && b * k * c <= RND_MAX_ELEMENTS;
}

const RndMakerRow rnd_product_makers[] = {
  { "mm", make_product },
  { "addmm", make_product },
  { "bmm", make_product },
  { "baddbmm", make_product },
  { "mv", make_product },
  { "addmv", make_product },
  { "int_mm", make_product },
  { "dot", make_dot },
  { "linear", make_linear },
  { "matmul", make_matmul },
  { NULL, NULL },
};
