/* Arguments of operators on lists, of random numbers, of assertions and of collectives. */
#include "random-private.h"

enum
{
  MOST_ITEMS = 3
};

static void
give_partners (RndMaker *m, guint n, const int *selves, const char *fill)
{
  int values[MOST_ITEMS];

  for (guint i = 0; i < n; i++)
    {
      const FlView *view = rnd_view (m, selves[i]);

      values[i] = fill != NULL ? rnd_input (m, view->dtype, view->n_dims, view->sizes, rnd_fill (m, fill, 0))
                               : rnd_like (m, selves[i], 0);
    }
  rnd_give_values (m, n, values);
}

static void
give_numbers (RndMaker *m, guint n)
{
  RndArg list = { .kind = RND_LIST, .n_items = n, .items = fl_arena_new (m->arena, RndArg, n + 1) };

  for (guint i = 0; i < n; i++)
    list.items[i] = (RndArg) { .kind = RND_FLOAT, .number = rnd_chance (m, 50) ? 0.5 : 2 };
  rnd_give (m, list);
}

static gboolean
make_foreach (RndMaker *m)
{
  guint n = 1 + rnd_pick (m, MOST_ITEMS), n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);
  gboolean is_written = strstr (m->row->name, "_.") != NULL,
           divides = rnd_is (m, "div") || rnd_is (m, "sqrt") || rnd_is (m, "reciprocal") || rnd_is (m, "pow");
  int selves[MOST_ITEMS];

  for (guint i = 0; i < n; i++)
    {
      selves[i] = divides ? -1 : rnd_any (m, RND_FLOATS | (is_written ? RND_FRESH : 0), 0, 3);
      if (selves[i] < 0)
        {
          gint64 size = rnd_size (m);

          selves[i] = rnd_input (m, FL_DTYPE_F32, 1, &size, rnd_fill (m, "positive", 0));
          if (is_written && !fl_view_is_dense (rnd_view (m, selves[i]))) /* perhaps one place */
            return FALSE;
        }
      for (guint k = 0; is_written && k < i; k++) /* one is not to be written through the other */
        if (rnd_view (m, selves[k])->storage == rnd_view (m, selves[i])->storage)
          return FALSE;
    }
  if (rnd_is (m, "ScalarAndTensor"))
    rnd_give_float (m, 2);
  else
    rnd_give_values (m, n, selves);
  for (guint i = 1; i < n_params; i++)
    {
      const char *name = params[i].name;
      gboolean is_list = rnd_is (m, ".List") || rnd_is (m, "_copy") || g_str_has_prefix (name, "tensor");

      if (params[i].default_text != NULL && !g_str_equal (name, "value"))
        continue;
      if (rnd_is (m, "ScalarAndTensor"))
        give_partners (m, n, selves, "positive");
      else if (is_list)
        give_partners (m, n, selves,
                       rnd_is (m, "addcdiv") && g_str_equal (name, "tensor2") ? "positive"
                       : divides                                              ? "positive"
                                                                              : NULL);
      else if (rnd_is (m, ".ScalarList"))
        give_numbers (m, n);
      else if (rnd_is (m, ".Tensor"))
        rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 0, NULL, rnd_fill (m, "positive", 0)));
      else
        rnd_give_float (m, rnd_chance (m, 50) ? 0.5 : 2);
    }
  for (guint i = 0; !rnd_is (m, "ScalarAndTensor") && rnd_is (m, ".Tensor") && i < n; i++)
    if (rnd_view (m, selves[i])->dtype != FL_DTYPE_F32)
      return FALSE;
  return TRUE;
}

/* --- assertions and collectives
 * -------------------------------------------------------------------------------------- */

static gboolean
make_collective (RndMaker *m)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);
  gint64 sizes[2] = { 2 * rnd_between (m, 1, 4), rnd_size (m) };
  int input = rnd_shaped (m, FL_DTYPE_F32, 2, sizes, strstr (m->row->name, "_.") != NULL ? RND_FRESH : 0);

  for (guint i = 0; i < n_params; i++)
    {
      const char *name = params[i].name;

      if (g_str_equal (name, "inputs"))
        rnd_give_values (m, 1, &input);
      else if (i == 0)
        rnd_give_value (m, input);
      else if (g_str_equal (name, "reduce_op"))
        rnd_give_string (m, "sum");
      else if (g_str_equal (name, "group_name"))
        rnd_give_string (m, "0");
      else if (g_str_has_suffix (name, "split_sizes"))
        {
          gint64 halves[2] = { sizes[0] / 2, sizes[0] / 2 };

          rnd_give_ints (m, 2, halves);
        }
      else
        rnd_give_int (m, g_str_equal (name, "group_size") ? 2 : 0);
    }
  return TRUE;
}

static gboolean
make_wait (RndMaker *m)
{
  rnd_give_value (m, rnd_any (m, RND_FLOATS, 0, 4));
  return TRUE;
}

const RndMakerRow rnd_list_makers[] = {
  { "foreach", make_foreach },
  { "_c10d_functional.all_reduce.default", make_collective },
  { "_c10d_functional.all_reduce_.default", make_collective },
  { "_c10d_functional.all_reduce_coalesced.default", make_collective },
  { "_c10d_functional.broadcast.default", make_collective },
  { "_c10d_functional.broadcast_.default", make_collective },
  { "all_gather", make_collective },
  { "all_gather_coalesced", make_collective },
  { "reduce_scatter", make_collective },
  { "reduce_scatter_coalesced", make_collective },
  { "all_to_all", make_collective },
  { "_c10d_functional.wait_tensor.default", make_wait },
  { NULL, NULL },
};
