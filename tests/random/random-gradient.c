/* Arguments of activations with more operands, and of their gradients. */
#include "random-private.h"

/* --- gradients of activations
 * ---------------------------------------------------------------------------------------- */

static gboolean
make_gradient (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS | RND_EXACT, 0, RND_MAX_RANK);
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);

  for (guint i = 0; i < n_params; i++)
    {
      const char *name = params[i].name;

      if (g_str_has_prefix (name, "grad"))
        rnd_give_value (m, rnd_like (m, self, 0));
      else if (g_str_equal (name, "self") || g_str_equal (name, "output") || g_str_equal (name, "self_or_result"))
        rnd_give_value (m, self);
      else if (g_str_equal (name, "mask"))
        rnd_give_value (m, rnd_shaped (m, FL_DTYPE_BOOL, rnd_rank (m, self), rnd_view (m, self)->sizes, 0));
      else if (g_str_has_prefix (name, "is_result") || g_str_has_suffix (name, "is_result"))
        rnd_give_bool (m, FALSE);
      else if (g_str_equal (name, "approximate"))
        {
          rnd_give_string (m, rnd_chance (m, 50) ? "tanh" : "none");
          rnd_by_name (m, name);
        }
      else if (params[i].type.base == FL_ATEN_BASE_TENSOR)
        rnd_give_value (m, rnd_like (m, self, 0));
      else if (params[i].type.base == FL_ATEN_BASE_BOOL)
        rnd_give_bool (m, FALSE);
      else if (g_str_equal (name, "min_val"))
        rnd_give_float (m, -1);
      else
        rnd_give_float (m, g_str_equal (name, "threshold") && rnd_is (m, "softplus") ? 20 : 1);
    }
  return TRUE;
}

static gboolean
make_prelu (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 2, 4);
  gint64 n = rnd_chance (m, 50) ? 1 : rnd_view (m, self)->sizes[1];
  gint64 sizes[RND_MAX_RANK] = { 1, 1, 1, 1, 1 };

  sizes[1] = n;
  rnd_give_value (m, self);
  rnd_give_value (m, rnd_is (m, "_kernel") ? rnd_shaped (m, rnd_view (m, self)->dtype, rnd_rank (m, self), sizes, 0)
                                           : rnd_shaped (m, rnd_view (m, self)->dtype, 1, &n, 0));
  return TRUE;
}

static gboolean
make_glu (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 1, RND_MAX_RANK);
  gint64 dim = rnd_dim (m, rnd_rank (m, self));

  if (rnd_view (m, self)->sizes[fl_wrap_dim (dim, rnd_rank (m, self))] % 2 != 0)
    return FALSE;
  rnd_give_value (m, self);
  rnd_give_int (m, dim);
  return TRUE;
}

static gboolean
make_fma (RndMaker *m)
{
  int self = rnd_any (m, RND_FLOATS, 0, RND_MAX_RANK);

  rnd_give_value (m, self);
  rnd_give_value (m, rnd_like (m, self, 0));
  rnd_give_value (m, rnd_like (m, self, 0));
  return TRUE;
}

const RndMakerRow rnd_gradient_makers[] = {
  { "prims.fma.default", make_fma },
  { "gradient", make_gradient },
  { "gradient_where", make_gradient },
  { "glu", make_glu },
  { "aten.prelu.default", make_prelu },
  { "aten._prelu_kernel.default", make_prelu },
  { NULL, NULL },
};
