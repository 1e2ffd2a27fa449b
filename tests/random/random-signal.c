/* Arguments of complex numbers and their transforms, of rows of numbers, of quantization, and of
 * functions with a parameter. */
#include "random-private.h"

/* --- complex numbers --- */

static gboolean
make_complex (RndMaker *m)
{
  int real = rnd_any (m, RND_FLOATS, 0, 3);

  if (rnd_view (m, real)->dtype == FL_DTYPE_BF16 || rnd_view (m, real)->dtype == FL_DTYPE_F16)
    return FALSE;
  rnd_give_value (m, real);
  rnd_give_value (m, rnd_like (m, real, 0));
  return TRUE;
}

static gboolean
make_view_as_complex (RndMaker *m)
{
  gint64 sizes[3] = { rnd_size (m), rnd_between (m, 1, 4), 2 };
  guint from = rnd_pick (m, 3);
  int self;

  self = rnd_contiguous (m, rnd_chance (m, 60) ? FL_DTYPE_F32 : FL_DTYPE_F64, 3 - from, sizes + from);
  rnd_give_value (m, MAX (self, 0));
  return self >= 0;
}

static gboolean
make_conj (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_COMPLEX, 0, 4));
  return TRUE;
}

static gboolean
make_fft (RndMaker *m)
{
  gboolean is_real = rnd_is (m, "_r2c"), yields_real = rnd_is (m, "_c2r");
  gint64 sizes[3] = { rnd_between (m, 1, 5), rnd_between (m, 1, 5), rnd_between (m, 2, 6) }, dims[8];
  guint rank = 1 + rnd_pick (m, 3), n;
  FlDtype dtype = is_real ? (rnd_chance (m, 60) ? FL_DTYPE_F32 : FL_DTYPE_F64)
                          : (rnd_chance (m, 60) ? FL_DTYPE_C64 : FL_DTYPE_C128);
  int self = rnd_input (m, dtype, rank, sizes + 3 - rank, rnd_fill (m, "plain", 0));

  n = rnd_dims (m, rank, 1, dims);
  for (guint i = 0; i < n; i++)
    dims[i] = fl_wrap_dim (dims[i], rank);
  rnd_give_value (m, self);
  rnd_give_ints (m, n, dims);
  rnd_give_int (m, rnd_between (m, 0, 2));
  if (yields_real)
    {
      gint64 half = rnd_view (m, self)->sizes[dims[n - 1]];

      rnd_give_int (m, MAX (2 * (half - 1) + rnd_between (m, 0, 1), 1));
    }
  else
    rnd_give_bool (m, rnd_chance (m, 50));
  return TRUE;
}

/* --- rows of numbers --- */

static void
give_float_options (RndMaker *m)
{
  if (rnd_chance (m, 60))
    {
      rnd_give_dtype (m, rnd_chance (m, 70) ? FL_DTYPE_F32 : FL_DTYPE_F64);
      rnd_by_name (m, "dtype");
    }
  if (rnd_chance (m, 60))
    {
      rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "device(type='cpu')" });
      rnd_by_name (m, "device");
    }
}

static gboolean
make_hann (RndMaker *m)
{
  rnd_give_int (m, rnd_size_within (m, 1, 33));
  if (rnd_is (m, ".periodic"))
    rnd_give_bool (m, rnd_chance (m, 50));
  give_float_options (m);
  return TRUE;
}

/* Ends that are numbers in tensors of no dimensions, or just numbers. */
static gboolean
make_space (RndMaker *m)
{
  static const char *const sides[] = { ".Tensor", "_Tensor" };

  for (guint i = 0; i < 2; i++)
    if (strstr (m->row->name, sides[i]) != NULL)
      rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 0, NULL, rnd_fill (m, "unit", 0)));
    else
      rnd_give_int (m, rnd_between (m, -1, 2));
  rnd_give_int (m, rnd_size_within (m, 0, 33));
  if (rnd_is (m, "logspace") && rnd_chance (m, 50))
    rnd_give_float (m, 2);
  give_float_options (m);
  return TRUE;
}

/* --- quantization --- */

/* A power of two, so that no quotient is near the middle between integers and not there. */
static int
make_constant (RndMaker *m, gint64 n, FlDtype dtype)
{
  RndArg args[3] = { { .kind = RND_LIST, .n_items = 1, .items = fl_arena_new (m->arena, RndArg, 1) },
                     { .kind = fl_dtype_is_float (dtype) ? RND_FLOAT : RND_INT, .number = 0.25 },
                     { .kind = RND_DTYPE, .dtype = dtype, .keyword = "dtype" } };

  args[1].integer = rnd_between (m, 0, 1);
  args[0].items[0] = (RndArg) { .kind = n > 1 ? RND_SIZE : RND_INT, .integer = n };
  return rnd_call (m, "aten.full.default", args, 3);
}

static gboolean
make_quantize (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS | RND_EXACT, 1, 4), scale = -1, zero = -1, on = -1;
  gboolean of_channels = rnd_is (m, "channel"), of_tensors = rnd_is (m, "tensor_qparams");
  guint axis = rnd_pick (m, rnd_rank (m, self));
  gint64 n = of_channels ? rnd_view (m, self)->sizes[axis] : 1;

  if (rnd_view (m, self)->dtype != FL_DTYPE_F32)
    return FALSE;
  if (of_channels || of_tensors)
    {
      scale = make_constant (m, n, FL_DTYPE_F32);
      zero = make_constant (m, n, FL_DTYPE_I32);
      on = rnd_is (m, "cachemask_tensor") ? make_constant (m, 1, FL_DTYPE_I64) : -1;
      if (scale < 0 || zero < 0 || (on < 0 && rnd_is (m, "cachemask_tensor")))
        return FALSE;
    }
  rnd_give_value (m, self);
  if (scale >= 0)
    {
      rnd_give_value (m, scale);
      rnd_give_value (m, zero);
    }
  else
    {
      rnd_give_float (m, 0.25);
      rnd_give_int (m, rnd_between (m, -2, 3));
    }
  if (on >= 0)
    rnd_give_value (m, on);
  if (of_channels)
    rnd_give_int (m, axis);
  rnd_give_int (m, -8);
  rnd_give_int (m, 7);
  return TRUE;
}

/* --- functions with a parameter --- */

static gboolean
make_frexp (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_FLOATS | RND_EXACT, 0, 4));
  return TRUE;
}

static gboolean
make_polygamma (RndMaker *m)
{
  gint64 sizes[2] = { rnd_size (m), rnd_between (m, 1, 4) };

  if (!rnd_is (m, "mvlgamma") && !rnd_is (m, "multigammaln") && m->row->kind != FL_ATEN_MUTATION)
    rnd_give_int (m, rnd_between (m, 0, 3));
  rnd_give_value (m, rnd_input (m, rnd_chance (m, 70) ? FL_DTYPE_F32 : FL_DTYPE_F64, rnd_pick (m, 3), sizes,
                                rnd_fill (m, "positive", 0)));
  if (rnd_is (m, "mvlgamma") || rnd_is (m, "multigammaln"))
    rnd_give_int (m, 1);
  else if (m->row->kind == FL_ATEN_MUTATION)
    rnd_give_int (m, rnd_between (m, 0, 3));
  return TRUE;
}

static gboolean
make_round_decimals (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_FLOATS | RND_EXACT, 0, 4));
  rnd_give_int (m, rnd_between (m, -1, 1));
  rnd_by_name (m, "decimals");
  return TRUE;
}

static gboolean
make_float_power (RndMaker *m)
{
  gint64 sizes[2] = { rnd_size (m), rnd_between (m, 1, 4) };
  guint rank = rnd_pick (m, 3);
  FlDtype dtype = m->row->kind == FL_ATEN_MUTATION ? FL_DTYPE_F64 : rnd_dtype (m, RND_NUMBERS);
  int self = rnd_input (m, dtype, rank, sizes, rnd_fill (m, "positive", 0));

  if (rnd_is (m, ".Scalar") && m->row->kind != FL_ATEN_MUTATION)
    rnd_give_float (m, rnd_between (m, 1, 6) / 2.0);
  rnd_give_value (m, self);
  if (rnd_is (m, "Tensor_Scalar") || (rnd_is (m, ".Scalar") && m->row->kind == FL_ATEN_MUTATION))
    rnd_give_float (m, rnd_between (m, -4, 4) / 2.0);
  else if (!rnd_is (m, ".Scalar"))
    rnd_give_value (m, rnd_partner (m, self, RND_NUMBERS, m->row->kind == FL_ATEN_MUTATION));
  return TRUE;
}

static gboolean
make_bernoulli (RndMaker *m)
{
  gint64 sizes[2] = { rnd_size (m), rnd_between (m, 1, 4) };

  rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, rnd_pick (m, 3), sizes, rnd_fill (m, "unit", 0)));
  return TRUE;
}

static gboolean
make_zero (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL, 0, 4));
  return TRUE;
}

const RndMakerRow rnd_signal_makers[] = {
  { "complex", make_complex },
  { "view_as_complex", make_view_as_complex },
  { "aten.conj_physical.default", make_conj },
  { "aten._conj.default", make_conj },
  { "aten._fft_c2c.default", make_fft },
  { "fft_r2c", make_fft },
  { "fft_c2r", make_fft },
  { "hann_window", make_hann },
  { "aten.linspace.Tensor_Tensor", make_space },
  { "aten.linspace.Tensor_Scalar", make_space },
  { "aten.linspace.Scalar_Tensor", make_space },
  { "aten.logspace.default", make_space },
  { "aten.logspace.Tensor_Tensor", make_space },
  { "aten.logspace.Tensor_Scalar", make_space },
  { "aten.logspace.Scalar_Tensor", make_space },
  { "fake_quantize", make_quantize },
  { "aten.fake_quantize_per_tensor_affine.default", make_quantize },
  { "aten.fake_quantize_per_channel_affine.default", make_quantize },
  { "aten.fake_quantize_per_tensor_affine.tensor_qparams", make_quantize },
  { "frexp", make_frexp },
  { "aten.polygamma.default", make_polygamma },
  { "aten.polygamma_.default", make_polygamma },
  { "aten.special_polygamma.default", make_polygamma },
  { "aten.mvlgamma.default", make_polygamma },
  { "aten.special_multigammaln.default", make_polygamma },
  { "aten.round.decimals", make_round_decimals },
  { "aten.float_power.Tensor_Tensor", make_float_power },
  { "aten.float_power.Tensor_Scalar", make_float_power },
  { "aten.float_power.Scalar", make_float_power },
  { "aten.float_power_.Tensor", make_float_power },
  { "aten.float_power_.Scalar", make_float_power },
  { "aten.bernoulli.default", make_bernoulli },
  { "aten.zero.default", make_zero },
  { NULL, NULL },
};
