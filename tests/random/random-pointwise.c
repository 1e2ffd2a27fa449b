/* Arguments of operators on elements. */
#include "random-private.h"

gboolean
rnd_is (RndMaker *m, const char *part)
{
  return strstr (m->row->name, part) != NULL;
}

static gboolean
is_one_of (const char *name, const char *const *parts)
{
  for (; *parts != NULL; parts++)
    if (strstr (name, *parts) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
rnd_jumps (const FlAtenRow *row)
{
  static const char *const names[] = { ".ceil",
                                       ".floor",
                                       ".round",
                                       ".trunc",
                                       ".sign.",
                                       ".sgn",
                                       ".fmod",
                                       ".remainder",
                                       "_mode",
                                       ".eq.",
                                       ".ne.",
                                       ".lt.",
                                       ".le.",
                                       ".gt.",
                                       ".ge.",
                                       ".heaviside",
                                       ".nextafter",
                                       ".logical_",
                                       ".threshold",
                                       ".copysign",
                                       ".argmax",
                                       ".argmin",
                                       ".max.dim",
                                       ".min.dim",
                                       ".any",
                                       ".all.",
                                       ".cummax",
                                       ".cummin",
                                       "sort",
                                       ".topk",
                                       ".kthvalue",
                                       ".median",
                                       ".mode",
                                       ".bucketize",
                                       ".histc",
                                       "convert_element",
                                       "to_copy",
                                       "to.d",
                                       "type_as",
                                       ".copy",
                                       ".signbit",
                                       "max_pool",
                                       ".atan2",
                                       "elu_backward",
                                       "shrink",
                                       "item",
                                       "_local_scalar",
                                       "view.dtype",
                                       "searchsorted",
                                       "_backward.default",
                                       NULL };

  return is_one_of (row->name, names);
}

guint
rnd_kinds_of (const FlAtenRow *row, guint kinds)
{
  const char *scalar = fl_reference_get_scalar (row);

  if (g_str_has_prefix (scalar, "BITWISE"))
    kinds &= strstr (scalar, "SHIFT") != NULL ? RND_INTS : RND_INTS | RND_BOOLS;
  else if (g_str_equal (scalar, "SUB") || g_str_equal (scalar, "NEG") || g_str_equal (scalar, "CEIL")
           || g_str_equal (scalar, "FLOOR") || g_str_equal (scalar, "ROUND") || g_str_equal (scalar, "TRUNC")
           || g_str_equal (scalar, "ABS") || g_str_equal (scalar, "RELU") || g_str_equal (scalar, "POW")
           || g_str_equal (scalar, "FLOORDIV") || g_str_equal (scalar, "REMAINDER") || g_str_equal (scalar, "FMOD"))
    kinds &= RND_NUMBERS;
  else if (g_str_equal (scalar, "HYPOT") || g_str_equal (scalar, "NEXTAFTER") || g_str_equal (scalar, "FMA"))
    kinds &= RND_FLOATS;
  if (strstr (row->name, "bitwise") != NULL || strstr (row->name, "__i") != NULL || strstr (row->name, "gcd") != NULL
      || strstr (row->name, "lcm") != NULL)
    kinds = RND_INTS;
  return kinds | (rnd_jumps (row) ? RND_EXACT : 0);
}

int
rnd_any_in_domain (RndMaker *m, guint kinds)
{
  static const char *const limited[] = { "log", "sqrt",  "acos",  "asin",  "atanh",      "erfinv", "lgamma", "digamma",
                                         "pow", "xlogy", "logit", "rsqrt", "reciprocal", "div",    NULL };
  gint64 sizes[3];
  guint rank;

  if (!is_one_of (m->row->name, limited) || rnd_chance (m, 30))
    return rnd_any (m, kinds, 0, RND_MAX_RANK);
  rank = rnd_pick (m, 4);
  for (guint d = 0; d < rank; d++)
    sizes[d] = rnd_size (m);
  if (fl_sizes_product (sizes, rank) > RND_MAX_ELEMENTS)
    rank = 1;
  return rnd_input (m, rnd_dtype (m, kinds), rank, sizes, rnd_fill (m, rnd_is (m, "acosh") ? "positive" : "unit", 0));
}

/* --- one operand ------------------------------------------------------------------------------- */

static gboolean
is_written (RndMaker *m)
{
  return m->row->kind == FL_ATEN_MUTATION && strstr (m->row->name, "_foreach") == NULL;
}

/* Further parameters that most operators leave at their defaults. */
static void
give_tail (RndMaker *m, const char *const *names, const double *numbers)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);

  for (guint i = m->n_args; i < n_params; i++)
    for (guint k = 0; names[k] != NULL; k++)
      if (g_str_equal (params[i].name, names[k]) && rnd_chance (m, params[i].default_text == NULL ? 100 : 40))
        {
          rnd_give_float (m, numbers[k] * (1 + rnd_pick (m, 2)));
          if (params[i].is_keyword_only || m->n_args - 1 != i)
            rnd_by_name (m, params[i].name);
        }
}

static gboolean
make_unary (RndMaker *m, guint kinds)
{
  static const char *const names[]
      = { "alpha",   "scale", "negative_slope", "lambd",  "threshold", "value", "beta", "min_val",
          "max_val", "nan",   "posinf",         "neginf", "eps",       NULL };
  static const double numbers[] = { 0.5, 1.5, 0.125, 0.25, 0.5, 0.75, 1, -1, 1, 0.5, 8, -8, 0.125 };

  if (is_written (m))
    rnd_give_value (m, rnd_any (m, rnd_kinds_of (m->row, RND_FLOATS) | RND_FRESH, 0, RND_MAX_RANK));
  else
    rnd_give_value (m, rnd_any_in_domain (m, rnd_kinds_of (m->row, kinds)));
  if (rnd_is (m, "gelu") && rnd_chance (m, 50))
    {
      rnd_give_string (m, "tanh");
      rnd_by_name (m, "approximate");
    }
  else
    give_tail (m, names, numbers);
  return TRUE;
}

static gboolean
make_same (RndMaker *m)
{
  gboolean is_scalar_op = !g_str_equal (fl_reference_get_scalar (m->row), "NONE");

  if (g_str_has_prefix (m->row->name, "prims.") && !rnd_is (m, "bitwise")) /* bitwise operators promote nothing */
    return make_unary (m, RND_FLOATS);
  return make_unary (m, is_scalar_op ? RND_ALL : RND_FLOATS);
}

/* Of integers, functions yield floats. */
static gboolean
make_float (RndMaker *m)
{
  gboolean is_scalar_op = !g_str_equal (fl_reference_get_scalar (m->row), "NONE");

  return make_unary (m, is_scalar_op ? RND_ALL : RND_FLOATS);
}

static gboolean
make_copy_like (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL | RND_NARROW, 0, RND_MAX_RANK));
  return TRUE;
}

/* --- two operands ------------------------------------------------------------------------------ */

/* Divisors of integers that are not 0, shifts that are within the width, exponents that are not
 * negative. */
static int
make_partner (RndMaker *m, int self, guint kinds)
{
  const char *scalar = fl_reference_get_scalar (m->row);
  gboolean is_shift = strstr (scalar, "SHIFT") != NULL || rnd_is (m, "_polynomial_"),
           is_power = g_str_equal (scalar, "POW");
  gboolean divides = g_str_equal (scalar, "FLOORDIV") || g_str_equal (scalar, "REMAINDER")
                     || g_str_equal (scalar, "FMOD") || g_str_equal (scalar, "TRUEDIV") || rnd_is (m, "_mode");
  const FlView *view = rnd_view (m, self);

  if (is_shift || is_power || (divides && rnd_chance (m, 70)))
    {
      FlDtype dtype = is_written (m) ? view->dtype : rnd_chance (m, 60) ? view->dtype : rnd_dtype (m, kinds);

      return rnd_input (m, dtype, view->n_dims, view->sizes, rnd_fill (m, is_shift ? "below" : "positive", 5));
    }
  return rnd_partner (m, self, kinds, is_written (m));
}

/* Written in place: the result keeps its type, so nothing of a higher category may be added. */
static guint
get_kinds_within (FlDtype dtype, guint kinds)
{
  return kinds
         & (RND_EXACT
            | (fl_dtype_is_float (dtype)     ? RND_ALL
               : fl_dtype_is_integer (dtype) ? RND_INTS | RND_BOOLS
                                             : RND_BOOLS));
}

static gboolean
make_broadcast_of (RndMaker *m, guint kinds)
{
  guint n_params, own = rnd_kinds_of (m->row, kinds);
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);
  const char *name = m->row->name;
  gboolean takes_scalar = n_params > 1 && params[1].type.base == FL_ATEN_BASE_SCALAR;
  int self;

  if (params[0].type.base == FL_ATEN_BASE_SCALAR)
    {
      int other = rnd_is (m, "_polynomial_") /* a degree */
                      ? rnd_index (m, 1, (gint64[]) { 5 }, 6, FALSE)
                      : rnd_any (m, own, 0, RND_MAX_RANK);

      if (rnd_is (m, "bitwise"))
        rnd_give_int (m, rnd_between (m, 0, 5));
      else
        rnd_give_float (m, 0.5 + rnd_pick (m, 5));
      rnd_give_value (m, other);
      return TRUE;
    }
  if (is_written (m) && (rnd_is (m, "div") || rnd_is (m, "igamma") || rnd_yields_floats (m->row)))
    own &= RND_FLOATS | RND_EXACT;
  self = rnd_any (m, own | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);
  rnd_give_value (m, self);
  if (is_written (m))
    own = get_kinds_within (rnd_view (m, self)->dtype, own);
  if (takes_scalar
      || (rnd_chance (m, 12) && strstr (name, "Tensor") != NULL && !g_str_has_suffix (name, "_Tensor") && n_params > 1
          && params[1].type.base != FL_ATEN_BASE_TENSOR))
    {
      FlDtype dtype = rnd_view (m, self)->dtype;
      RndArg scalar = rnd_scalar (m, dtype);

      if (is_written (m) && dtype == FL_DTYPE_BOOL)
        scalar = (RndArg) { .kind = RND_BOOL, .integer = rnd_pick (m, 2) };
      else if (strstr (fl_reference_get_scalar (m->row), "SHIFT") != NULL || rnd_is (m, "_polynomial_"))
        scalar = (RndArg) { .kind = RND_INT, .integer = rnd_between (m, 0, 5) };
      else if (strstr (name, "pow") != NULL && !fl_dtype_is_float (dtype))
        scalar = (RndArg) { .kind = RND_INT, .integer = rnd_between (m, 0, 3) };
      else if ((strstr (name, "div") != NULL || strstr (name, "fmod") != NULL || strstr (name, "rem") != NULL)
               && scalar.integer == 0 && scalar.number == 0)
        scalar = (RndArg) { .kind = RND_INT, .integer = 3 };
      rnd_give (m, scalar);
    }
  else
    rnd_give_value (m, make_partner (m, self, own));
  for (guint i = 2; i < n_params; i++)
    if (g_str_equal (params[i].name, "alpha") && rnd_chance (m, 35))
      {
        rnd_give_int (m, rnd_between (m, 1, 3));
        if (params[i].is_keyword_only)
          rnd_by_name (m, "alpha");
      }
  return TRUE;
}

/* Operators of prims neither broadcast nor promote. */
static gboolean
make_prims_pair (RndMaker *m)
{
  const char *scalar = fl_reference_get_scalar (m->row);
  guint kinds = rnd_kinds_of (m->row, rnd_is (m, "bitwise") || rnd_is (m, "_shift") || rnd_is (m, "gcd") ? RND_INTS
                                      : rnd_is (m, ".eq") || rnd_is (m, ".ne")                           ? RND_ALL
                                      : g_str_equal (scalar, "NONE") || rnd_yields_floats (m->row)       ? RND_FLOATS
                                                                                                         : RND_NUMBERS);
  int self = rnd_any (m, kinds, 0, RND_MAX_RANK);
  const FlView *view = rnd_view (m, self);

  rnd_give_value (m, self);
  if (rnd_is (m, "shift") || rnd_is (m, "div") || rnd_is (m, "fmod") || rnd_is (m, "remainder") || rnd_is (m, "pow"))
    rnd_give_value (m, rnd_input (m, view->dtype, view->n_dims, view->sizes,
                                  rnd_fill (m, rnd_is (m, "shift") ? "below" : "positive", 5)));
  else
    rnd_give_value (m, rnd_like (m, self, kinds & RND_EXACT));
  return TRUE;
}

static gboolean
make_broadcast (RndMaker *m)
{
  gboolean is_scalar_op = !g_str_equal (fl_reference_get_scalar (m->row), "NONE");

  if (g_str_has_prefix (m->row->name, "prims."))
    return make_prims_pair (m);
  if (rnd_is (m, "igamma") || rnd_is (m, "gammainc"))
    return make_broadcast_of (m, RND_FLOATS);
  return make_broadcast_of (m, is_scalar_op && !rnd_is (m, "prims.div") ? RND_ALL : RND_FLOATS);
}

static gboolean
make_div_mode (RndMaker *m)
{
  const guint kinds = RND_NUMBERS | RND_EXACT;
  int self = rnd_any (m, kinds | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);

  rnd_give_value (m, self);
  if (rnd_is (m, "Scalar"))
    rnd_give_int (m, rnd_between (m, 1, 5));
  else
    rnd_give_value (m, make_partner (m, self,
                                     is_written (m) ? get_kinds_within (rnd_view (m, self)->dtype, kinds) : kinds));
  rnd_give_string (m, rnd_chance (m, 50) ? "floor" : "trunc");
  rnd_by_name (m, "rounding_mode");
  return TRUE;
}

static gboolean
make_clamp (RndMaker *m)
{
  gboolean of_tensors = rnd_is (m, ".Tensor"), has_two = !rnd_is (m, "clamp_m");
  int self = rnd_any (m, RND_NUMBERS | RND_EXACT | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);
  guint which = has_two ? 1 + rnd_pick (m, 3) : 1;
  FlDtype dtype = rnd_view (m, self)->dtype;

  rnd_give_value (m, self);
  for (guint i = 0; i < (has_two ? 2u : 1u); i++)
    if (!(which & (1u << i)))
      rnd_give_none (m);
    else if (of_tensors)
      rnd_give_value (m, rnd_partner (m, self,
                                      rnd_is_kind (dtype, RND_FLOATS) ? RND_FLOATS | RND_EXACT : RND_INTS | RND_EXACT,
                                      is_written (m)));
    else if (fl_dtype_is_float (dtype))
      rnd_give_float (m, i == 0 ? -1.5 : 1.25);
    else
      rnd_give_int (m, i == 0 ? 1 : 4);
  return TRUE;
}

/* --- three operands ---------------------------------------------------------------------------- */

static gboolean
make_where (RndMaker *m)
{
  int condition = rnd_any (m, RND_BOOLS, 0, RND_MAX_RANK), self = rnd_partner (m, condition, RND_ALL, FALSE);
  gboolean first_is_scalar = rnd_is (m, "ScalarSelf") || g_str_has_suffix (m->row->name, ".Scalar");
  gboolean second_is_scalar = rnd_is (m, "ScalarOther") || g_str_has_suffix (m->row->name, ".Scalar");

  if (g_str_has_prefix (m->row->name, "prims.")) /* does not broadcast, nor promote */
    {
      self = rnd_any (m, RND_ALL, 0, RND_MAX_RANK);
      rnd_give_value (m, rnd_shaped (m, FL_DTYPE_BOOL, rnd_rank (m, self), rnd_view (m, self)->sizes, 0));
      rnd_give_value (m, self);
      rnd_give_value (m, rnd_like (m, self, 0));
      return TRUE;
    }
  rnd_give_value (m, condition);
  if (first_is_scalar)
    rnd_give (m, rnd_scalar (m, FL_DTYPE_F32));
  else
    rnd_give_value (m, self);
  if (second_is_scalar)
    rnd_give (m, rnd_scalar (m, FL_DTYPE_F32));
  else
    rnd_give_value (m, rnd_partner (m, first_is_scalar ? condition : self, RND_ALL, FALSE));
  return TRUE;
}

static gboolean
make_masked_fill (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);
  FlDtype dtype = rnd_view (m, self)->dtype;

  rnd_give_value (m, self);
  rnd_give_value (m, rnd_partner (m, self, RND_BOOLS, is_written (m)));
  if (rnd_is (m, "Tensor"))
    rnd_give_value (m, rnd_shaped (m, dtype, 0, NULL, 0));
  else
    rnd_give (m, rnd_scalar (m, dtype));
  return TRUE;
}

static gboolean
make_ternary (RndMaker *m)
{
  gboolean is_lerp = rnd_is (m, "lerp"), is_div = rnd_is (m, "addcdiv");
  int self
      = rnd_any (m, (is_lerp || is_div ? RND_FLOATS : RND_NUMBERS) | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);
  FlDtype dtype = rnd_view (m, self)->dtype;
  guint kinds = fl_dtype_is_float (dtype) ? RND_FLOATS : RND_INTS;
  int first = rnd_partner (m, self, kinds, is_written (m));

  if (rnd_view (m, first)->dtype != dtype)
    first = rnd_shaped (m, dtype, rnd_rank (m, self), rnd_view (m, self)->sizes, 0);
  rnd_give_value (m, self);
  rnd_give_value (m, first);
  if (rnd_is (m, "lerp") && rnd_is (m, "Scalar"))
    rnd_give_float (m, rnd_pick (m, 5) / 4.0);
  else if (is_div)
    rnd_give_value (m,
                    rnd_input (m, dtype, rnd_rank (m, self), rnd_view (m, self)->sizes, rnd_fill (m, "positive", 0)));
  else
    rnd_give_value (m, rnd_like (m, self, 0));
  if (!is_lerp && rnd_chance (m, 40))
    {
      rnd_give (m, rnd_scalar (m, dtype));
      rnd_by_name (m, "value");
    }
  return TRUE;
}

/* --- conversions and copies
 * ------------------------------------------------------------------------------------------ */

static gboolean
make_conversion (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL | RND_NARROW | RND_EXACT, 0, RND_MAX_RANK));
  if (rnd_is (m, "to.device"))
    rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "device(type='cpu')" });
  rnd_give_dtype (m, rnd_dtype (m, RND_ALL | RND_NARROW));
  if (rnd_is (m, "_to_copy") || rnd_is (m, "dtype_layout"))
    rnd_by_name (m, "dtype");
  return TRUE;
}

static gboolean
make_type_as (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL | RND_EXACT, 0, RND_MAX_RANK));
  rnd_give_value (m, rnd_any (m, RND_ALL, 0, RND_MAX_RANK));
  return TRUE;
}

static gboolean
make_device_put (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_ALL, 0, RND_MAX_RANK));
  rnd_give (m, (RndArg) { .kind = RND_NAME, .text = "device(type='cpu')" });
  return TRUE;
}

static gboolean
make_copy (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);

  rnd_give_value (m, self);
  rnd_give_value (m, rnd_partner (m, self,
                                  (rnd_is_kind (rnd_view (m, self)->dtype, RND_FLOATS) ? RND_ALL : RND_INTS | RND_BOOLS)
                                      | RND_EXACT,
                                  TRUE));
  return TRUE;
}

static gboolean
make_fill (RndMaker *m)
{
  int self = rnd_any (m, RND_ALL | (is_written (m) ? RND_FRESH : 0), 0, RND_MAX_RANK);

  rnd_give_value (m, self);
  if (rnd_is (m, "Tensor"))
    rnd_give_value (m, rnd_shaped (m, rnd_view (m, self)->dtype, 0, NULL, RND_EXACT));
  else if (!rnd_is (m, "zero_"))
    rnd_give (m, rnd_scalar (m, rnd_view (m, self)->dtype));
  return TRUE;
}

static gboolean
make_prims (RndMaker *m)
{
  int self = rnd_any (m, rnd_kinds_of (m->row, rnd_is (m, "div") || rnd_is (m, "exp") ? RND_FLOATS : RND_NUMBERS), 0,
                      RND_MAX_RANK);
  guint n_params;

  fl_aten_get_params (m->row, &n_params);
  rnd_give_value (m, self);
  if (n_params > 1)
    rnd_give_value (m, rnd_like (m, self, 0));
  return TRUE;
}

/* Operators that write their first operand: by what else they take. */
static gboolean
make_written (RndMaker *m)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);

  if (n_params > 1 && (g_str_equal (params[1].name, "other") || g_str_equal (params[1].name, "exponent")))
    return make_broadcast (m);
  return make_same (m);
}

const RndMakerRow rnd_pointwise_makers[] = {
  { "same", make_same },
  { "float", make_float },
  { "boolean", make_same },
  { "broadcast", make_broadcast },
  { "broadcast_float", make_broadcast },
  { "broadcast_boolean", make_broadcast },
  { "div_mode", make_div_mode },
  { "clamp", make_clamp },
  { "where", make_where },
  { "masked_fill", make_masked_fill },
  { "ternary", make_ternary },
  { "ternary_float", make_ternary },
  { "log_sigmoid", make_float },
  { "to_copy", make_conversion },
  { "convert_element_type", make_conversion },
  { "to_other", make_type_as },
  { "device_put", make_device_put },
  { "copy", make_copy },
  { "fill", make_fill },
  { "prims.add.default", make_prims },
  { "prims.sub.default", make_prims },
  { "prims.mul.default", make_prims },
  { "prims.div.default", make_prims },
  { "prims.exp.default", make_prims },
  { "aten.clone.default", make_copy_like },
  { "prims.clone.default", make_copy_like },
  { "aten.lift_fresh_copy.default", make_copy_like },
  { "aten.contiguous.default", make_copy_like },
  { "_inductor_test.realize.default", make_copy_like },
  { "aten.copy_.default", make_copy },
  { "aten.fill_.Scalar", make_fill },
  { "aten.fill_.Tensor", make_fill },
  { "aten.zero_.default", make_fill },
  { "aten.add_.Tensor", make_broadcast },
  { "aten.add_.Scalar", make_broadcast },
  { "aten.sub_.Tensor", make_broadcast },
  { "aten.mul_.Tensor", make_broadcast },
  { "aten.mul_.Scalar", make_broadcast },
  { "aten.div_.Tensor", make_broadcast },
  { "aten.div_.Scalar", make_broadcast },
  { "aten.addcmul_.default", make_ternary },
  { "aten.addcdiv_.default", make_ternary },
  { "aten.lerp_.Scalar", make_ternary },
  { "aten.clamp_.default", make_clamp },
  { "aten.clamp_min_.default", make_clamp },
  { "aten.masked_fill_.Scalar", make_masked_fill },
  { "aten.masked_fill_.Tensor", make_masked_fill },
  { "first", make_written },
  { NULL, NULL },
};
