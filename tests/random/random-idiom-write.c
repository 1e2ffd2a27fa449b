/* Calls of idioms. */
#include "random-idiom-private.h"

RndArg
rnd_idiom_list (RndMaker *m, RndArgKind kind, guint n, const gint64 *numbers)
{
  RndArg arg = { .kind = RND_LIST, .n_items = n, .items = fl_arena_new (m->arena, RndArg, n + 1) };

  for (guint i = 0; i < n; i++)
    arg.items[i] = (RndArg) { .kind = kind, .integer = numbers[i], .value = (int) numbers[i] };
  return arg;
}

static gboolean
is_whole (const RndArg *args, guint n)
{
  for (guint i = 0; i < n; i++)
    if ((args[i].kind == RND_VALUE && args[i].value < 0)
        || (args[i].kind == RND_LIST && !is_whole (args[i].items, args[i].n_items)))
      return FALSE;
  return TRUE;
}

int
rnd_idiom_call (RndMaker *m, const char *target, const RndArg *args, guint n)
{
  m->row = fl_aten_find (target);
  return is_whole (args, n) ? rnd_call (m, target, args, n) : -1;
}

gboolean
rnd_idiom_tuple (RndMaker *m, const char *target, const RndArg *args, guint n, guint n_results, int *results)
{
  for (guint i = 0; i < n_results; i++)
    results[i] = -1;
  if (!is_whole (args, n))
    return FALSE;
  m->row = fl_aten_find (target);
  memcpy (m->args, args, n * sizeof *args);
  m->n_args = n;
  return rnd_forward (m, target, n_results, results);
}

RndArg
rnd_idiom_by_name (RndArg arg, const char *keyword)
{
  arg.keyword = keyword;
  return arg;
}

FlDtype
rnd_idiom_type (RndMaker *m)
{
  static const FlDtype types[] = { FL_DTYPE_F32, FL_DTYPE_F32, FL_DTYPE_F32, FL_DTYPE_BF16, FL_DTYPE_F16 };

  return types[rnd_pick (m, G_N_ELEMENTS (types))];
}

int
rnd_idiom_tensor (RndMaker *m, FlDtype dtype, guint n, const gint64 *sizes)
{
  return rnd_shaped (m, dtype, n, sizes, 0);
}

int
rnd_idiom_to_f32 (RndMaker *m, int x)
{
  return x < 0 || rnd_view (m, x)->dtype == FL_DTYPE_F32
             ? x
             : CALL ("prims.convert_element_type.default", V (x), T (FL_DTYPE_F32));
}

int
rnd_idiom_to_type (RndMaker *m, int x, FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 ? x : CALL ("prims.convert_element_type.default", V (x), T (dtype));
}

int
rnd_idiom_transpose (RndMaker *m, int x, gint64 a, gint64 b)
{
  return CALL ("aten.transpose.int", V (x), I (a), I (b));
}

int
rnd_idiom_activate (RndMaker *m, int x)
{
  static const char *const names[]
      = { "aten.sigmoid.default",  "aten.tanh.default", "aten.relu.default", "aten.silu.default",
          "aten.gelu.default",     "aten.sin.default",  "aten.abs.default",  "aten.neg.default",
          "aten.hardtanh.default", "aten.exp2.default" };

  return CALL (names[rnd_pick (m, G_N_ELEMENTS (names))], V (x));
}

int
rnd_idiom_chain (RndMaker *m, int x, guint n)
{
  static const char *const pairs[]
      = { "aten.add.Tensor", "aten.mul.Tensor", "aten.sub.Tensor", "aten.maximum.default" };
  int first = x;

  for (guint i = 0; x >= 0 && i < n; i++)
    x = rnd_chance (m, 50)   ? rnd_idiom_activate (m, x)
        : rnd_chance (m, 50) ? CALL (pairs[rnd_pick (m, 4)], V (x), V (first))
                             : CALL ("aten.mul.Scalar", V (x), F (rnd_chance (m, 50) ? 0.5 : -0.25));
  return x;
}
