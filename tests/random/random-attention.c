/* Arguments of attention, of bags of embeddings, of scaled and grouped products. */
#include "random-private.h"

typedef struct
{
  gint64 batch, heads, queries, keys, width;
  gboolean is_causal;
  int q, k, v;
} Attention;

static int
make_tokens (RndMaker *m, gint64 batch, gint64 heads, gint64 tokens, gint64 width)
{
  gint64 sizes[4] = { batch, heads, tokens, width };

  return rnd_shaped (m, FL_DTYPE_F32, 4, sizes, 0);
}

static Attention
give_tokens (RndMaker *m)
{
  Attention a = { 1 + rnd_pick (m, 2),   rnd_between (m, 1, 3),      rnd_between (m, 1, 9),
                  rnd_between (m, 1, 9), rnd_chance (m, 50) ? 8 : 4, rnd_chance (m, 30) };

  if (a.is_causal)
    a.keys = a.queries;
  a.q = make_tokens (m, a.batch, a.heads, a.queries, a.width);
  a.k = make_tokens (m, a.batch, a.heads, a.keys, a.width);
  a.v = make_tokens (m, a.batch, a.heads, a.keys, a.width);
  rnd_give_value (m, a.q);
  rnd_give_value (m, a.k);
  rnd_give_value (m, a.v);
  return a;
}

static void
give_bias (RndMaker *m, const Attention *a, gboolean may_have_one)
{
  gint64 sizes[4] = { rnd_chance (m, 50) ? 1 : a->batch, rnd_chance (m, 50) ? 1 : a->heads, a->queries, a->keys };

  if (may_have_one && !a->is_causal && rnd_chance (m, 50))
    rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 4, sizes, 0));
  else
    rnd_give_none (m);
}

static gboolean
make_attention (RndMaker *m)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (m->row, &n_params);
  Attention a = give_tokens (m);

  for (guint i = 3; i < n_params; i++)
    {
      const char *name = params[i].name;

      if (g_str_equal (name, "attn_mask") || g_str_equal (name, "attn_bias"))
        give_bias (m, &a, TRUE);
      else if (g_str_equal (name, "dropout_p"))
        rnd_give_float (m, 0);
      else if (g_str_equal (name, "is_causal"))
        rnd_give_bool (m, a.is_causal);
      else if (g_str_equal (name, "compute_log_sumexp"))
        rnd_give_bool (m, TRUE);
      else if (g_str_equal (name, "scale") && rnd_chance (m, 40))
        rnd_give_float (m, 0.25);
      else
        continue;
      if (params[i].is_keyword_only)
        rnd_by_name (m, name);
    }
  return TRUE;
}

/* The CPU's, whose forward gives all that the gradient needs. */
static gboolean
make_attention_backward (RndMaker *m)
{
  Attention a = give_tokens (m);
  int results[2];

  if (!rnd_is (m, "for_cpu"))
    return FALSE;
  rnd_give_float (m, 0);
  rnd_give_bool (m, a.is_causal);
  if (!rnd_forward (m, "aten._scaled_dot_product_flash_attention_for_cpu.default", 2, results))
    return FALSE;
  rnd_give_value (m, make_tokens (m, a.batch, a.heads, a.queries, a.width));
  rnd_give_value (m, a.q);
  rnd_give_value (m, a.k);
  rnd_give_value (m, a.v);
  rnd_give_value (m, results[0]);
  rnd_give_value (m, results[1]);
  rnd_give_float (m, 0);
  rnd_give_bool (m, a.is_causal);
  return TRUE;
}

static gboolean
make_bag (RndMaker *m)
{
  gint64 rows = rnd_between (m, 2, 9), width = rnd_between (m, 1, 9), n = rnd_between (m, 1, 9),
         bags = rnd_between (m, 1, 4), mode = rnd_between (m, 0, 1);
  gint64 sizes[2] = { rows, width };

  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 2, sizes, 0));
  rnd_give_value (m, rnd_index (m, 1, &n, rows, FALSE));
  rnd_give_value (m, rnd_input (m, FL_DTYPE_I64, 1, &bags, rnd_fill (m, "offsets", n)));
  rnd_give_bool (m, FALSE);
  rnd_give_int (m, mode);
  rnd_give_bool (m, FALSE);
  if (mode == 0 && rnd_chance (m, 30))
    rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F32, 1, &n, 0));
  return TRUE;
}

static gboolean
make_scaled_mm (RndMaker *m)
{
  gint64 r = rnd_between (m, 1, 9), k = 16 * rnd_between (m, 1, 2), c = 16, left[2] = { r, k }, right[2] = { c, k };
  int transposed;
  RndArg args[] = { { .kind = RND_VALUE }, { .kind = RND_INT, .integer = 0 }, { .kind = RND_INT, .integer = 1 } };

  args[0].value = rnd_input (m, FL_DTYPE_F8E4M3, 2, right, rnd_fill (m, "plain", 0));
  transposed = rnd_call (m, "aten.transpose.int", args, 3);
  if (transposed < 0)
    return FALSE;
  rnd_give_value (m, rnd_shaped (m, FL_DTYPE_F8E4M3, 2, left, 0));
  rnd_give_value (m, transposed);
  rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 0, NULL, rnd_fill (m, "positive", 0)));
  rnd_give_value (m, rnd_input (m, FL_DTYPE_F32, 0, NULL, rnd_fill (m, "positive", 0)));
  rnd_give_dtype (m, rnd_chance (m, 50) ? FL_DTYPE_F32 : FL_DTYPE_BF16);
  rnd_by_name (m, "out_dtype");
  return TRUE;
}

const RndMakerRow rnd_attention_makers[] = {
  { "sdpa", make_attention },
  { "sdpa_math", make_attention },
  { "sdpa_cpu", make_attention },
  { "sdpa_flash", make_attention },
  { "sdpa_efficient", make_attention },
  { "sdpa_cudnn", make_attention },
  { "aten._scaled_dot_product_flash_attention_for_cpu_backward.default", make_attention_backward },
  { "embedding_bag", make_bag },
  { "scaled_mm", make_scaled_mm },
  { NULL, NULL },
};
