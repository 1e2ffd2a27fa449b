/* Idioms: several calls in the order in which models have them, where calls drawn one by one would
 * hardly meet. */
#include "random-idiom.h"

#include "random-idiom-private.h"

enum
{
  MOST_OF_ROWS = 5 /* idioms of random-rows.c, each of which reaches passes that others do not */
};

/* --- chains of elements --- */

/* Long, in a narrow type in between. */
static void
make_long_chain (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  int x = TENSOR (dtype, rnd_size (m), rnd_size_within (m, 1, 33));

  x = rnd_idiom_chain (m, rnd_idiom_to_f32 (m, x), 3 + rnd_pick (m, 4));
  x = rnd_idiom_to_f32 (m, rnd_idiom_to_type (m, x, dtype));
  rnd_idiom_to_type (m, rnd_idiom_chain (m, x, 3 + rnd_pick (m, 4)), dtype);
}

/* Many loops over little, which are joined. */
static void
make_small_loops (RndMaker *m)
{
  guint n = 4 + rnd_pick (m, 6);

  for (guint i = 0; i < n; i++)
    rnd_idiom_chain (m, TENSOR (FL_DTYPE_F32, rnd_between (m, 1, 9)), 1 + rnd_pick (m, 2));
}

static void
make_bytes (RndMaker *m)
{
  static const char *const names[] = { "aten.add.Tensor",         "aten.mul.Tensor",         "aten.sub.Tensor",
                                       "aten.bitwise_xor.Tensor", "aten.bitwise_and.Tensor", "aten.maximum.default" };
  FlDtype dtype = rnd_chance (m, 50) ? FL_DTYPE_U8 : FL_DTYPE_I8;
  gint64 n = rnd_size_within (m, 1, 65);
  int x = TENSOR (dtype, n), y = TENSOR (dtype, n), mask;

  for (guint i = 0; i < 4; i++)
    x = CALL (names[rnd_pick (m, G_N_ELEMENTS (names))], V (x), V (y));
  mask = CALL ("aten.gt.Scalar", V (x), I (3));
  x = CALL ("aten.where.self", V (mask), V (x), V (y));
  CALL ("aten.bitwise_and.Tensor", V (mask), V (CALL ("aten.lt.Tensor", V (x), V (y))));
  CALL ("prims.convert_element_type.default", V (x), T (FL_DTYPE_F32));
  CALL ("aten.sum.default", V (x));
}

/* --- reductions --- */

/* Of one value, over other dimensions each, and both used with it again. */
static void
make_two_axes (RndMaker *m)
{
  int x = TENSOR (FL_DTYPE_F32, rnd_size_within (m, 1, 33), rnd_size_within (m, 1, 33)), rows, columns, all;

  x = rnd_chance (m, 50) ? rnd_idiom_chain (m, x, 2) : x;
  rows = CALL ("aten.sum.dim_IntList", V (x), INTS (1), B (TRUE));
  columns = CALL ("aten.amax.default", V (x), INTS (0), B (TRUE));
  all = CALL ("aten.mean.default", V (x));
  x = CALL ("aten.sub.Tensor", V (x), V (rows));
  x = CALL ("aten.mul.Tensor", V (x), V (columns));
  x = CALL ("aten.add.Tensor", V (x), V (all));
  CALL ("aten.sum.dim_IntList", V (x), INTS (rnd_pick (m, 2)));
}

static void
make_softmax_by_hand (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  int x = rnd_idiom_to_f32 (m, TENSOR (dtype, rnd_size_within (m, 1, 16), rnd_size_within (m, 1, 65))), most, sum;
  gint64 dim = rnd_chance (m, 70) ? 1 : 0;

  if (rnd_chance (m, 50))
    x = CALL ("aten.mul.Scalar", V (x), F (0.125));
  most = CALL ("aten.amax.default", V (x), INTS (dim), B (TRUE));
  x = CALL ("aten.exp.default", V (CALL ("aten.sub.Tensor", V (x), V (most))));
  sum = CALL ("aten.sum.dim_IntList", V (x), INTS (dim), B (TRUE));
  rnd_idiom_to_type (m, CALL ("aten.div.Tensor", V (x), V (sum)), dtype);
}

/* Layer norm as decompositions leave it, with a residual before and an activation behind. */
static void
make_norm_by_hand (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 rows = rnd_size_within (m, 1, 16), n = rnd_size_within (m, 3, 65);
  int x = rnd_idiom_to_f32 (m, TENSOR (dtype, rows, n)), residual = TENSOR (FL_DTYPE_F32, rows, n),
      weight = TENSOR (FL_DTYPE_F32, n), bias = TENSOR (FL_DTYPE_F32, n), mean, square;

  x = CALL ("aten.add.Tensor", V (x), V (residual));
  mean = CALL ("aten.mean.dim", V (x), INTS (-1), B (TRUE));
  x = CALL ("aten.sub.Tensor", V (x), V (mean));
  square = CALL ("aten.mean.dim", V (CALL ("aten.mul.Tensor", V (x), V (x))), INTS (-1), B (TRUE));
  square = CALL ("aten.rsqrt.default", V (CALL ("aten.add.Scalar", V (square), F (0.125))));
  x = CALL ("aten.mul.Tensor", V (x), V (square));
  x = CALL ("aten.add.Tensor", V (CALL ("aten.mul.Tensor", V (x), V (weight))), V (bias));
  rnd_idiom_to_type (m, rnd_idiom_activate (m, x), dtype);
}

/* More than a block of a sum, a tile or a thread's share. */
static void
make_large_reduction (RndMaker *m)
{
  static const char *const names[]
      = { "aten.sum.dim_IntList", "aten.amax.default", "aten.mean.dim", "aten.sum.dim_IntList" };
  gint64 rows = rnd_between (m, 1, 3), n = 4090 + rnd_pick (m, 300), sizes[2] = { rows, n };
  gboolean is_outer = rnd_chance (m, 40);
  int x;

  if (m->n_symbols > 0)
    return;
  if (is_outer)
    {
      sizes[0] = n;
      sizes[1] = rows;
    }
  m->most_elements = 16000;
  x = rnd_input (m, rnd_chance (m, 70) ? FL_DTYPE_F32 : rnd_idiom_type (m), 2, sizes, rnd_fill (m, NULL, 0));
  if (rnd_chance (m, 60))
    x = rnd_idiom_activate (m, rnd_idiom_to_f32 (m, x));
  CALL (names[rnd_pick (m, 4)], V (x), INTS (is_outer ? 0 : 1), B (rnd_chance (m, 50)));
  if (rnd_chance (m, 40))
    CALL ("aten._softmax.default", V (rnd_idiom_to_f32 (m, x)), I (is_outer ? 0 : 1), B (FALSE));
  if (rnd_chance (m, 40))
    CALL ("aten.var_mean.correction", V (rnd_idiom_to_f32 (m, x)), INTS (is_outer ? 0 : 1),
          rnd_idiom_by_name (I (1), "correction"), rnd_idiom_by_name (B (TRUE), "keepdim"));
  m->most_elements = 0;
}

/* Deviations from means of channels, which come first or last: of images, and of bytes that an image is read from. */
static void
make_statistics (RndMaker *m)
{
  gint64 images = rnd_between (m, 1, 3), channels = rnd_between (m, 1, 5), pixels = 20 + rnd_pick (m, 300);
  const gboolean is_last = rnd_chance (m, 40);
  int x, y = TENSOR (FL_DTYPE_F32, channels, 1), mean, variance;

  if (m->n_symbols > 0)
    return;
  m->most_elements = 5000;
  x = is_last ? TENSOR (rnd_chance (m, 40) ? FL_DTYPE_U8 : FL_DTYPE_F32, images, pixels, channels)
              : TENSOR (rnd_idiom_type (m), images, channels, pixels);
  x = rnd_idiom_to_f32 (m, is_last ? rnd_idiom_transpose (m, x, 1, 2) : x);
  y = CALL ("aten.mul.Tensor", V (CALL ("aten.sub.Tensor", V (x), V (y))), V (TENSOR (FL_DTYPE_F32, channels, 1)));
  if (rnd_chance (m, 50))
    x = y;
  mean = CALL ("aten.mean.dim", V (x), INTS (0, 2), B (TRUE));
  variance = CALL ("aten.var.correction", V (x), INTS (0, 2), rnd_idiom_by_name (I (rnd_pick (m, 2)), "correction"),
                   rnd_idiom_by_name (B (TRUE), "keepdim"));
  x = CALL ("aten.mul.Tensor", V (CALL ("aten.sub.Tensor", V (x), V (mean))),
            V (CALL ("aten.rsqrt.default", V (CALL ("aten.add.Scalar", V (variance), F (0.125))))));
  rnd_idiom_activate (m, x);
  m->most_elements = 0;
}

/* --- products --- */

/* A product, one operand of which is transposed, and what follows it in one layer. */
static void
make_layer (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 rows = rnd_size_within (m, 1, 17), k = rnd_size_within (m, 1, 17), n = rnd_size_within (m, 1, 17);
  int x = TENSOR (dtype, rows, k), weight = rnd_idiom_transpose (m, TENSOR (dtype, n, k), 0, 1),
      bias = TENSOR (dtype, n);

  if (rnd_chance (m, 30))
    x = rnd_idiom_transpose (m, TENSOR (dtype, k, rows), 0, 1);
  x = rnd_chance (m, 50) ? CALL ("aten.addmm.default", V (bias), V (x), V (weight))
                         : CALL ("aten.add.Tensor", V (CALL ("aten.mm.default", V (x), V (weight))), V (bias));
  x = rnd_idiom_activate (m, x);
  CALL ("aten.add.Tensor", V (x), V (TENSOR (dtype, rows, n)));
  if (rnd_chance (m, 50))
    CALL ("aten.sum.dim_IntList", V (x), INTS (0));
}

static void
make_attention (RndMaker *m)
{
  gint64 heads = rnd_between (m, 1, 3), queries = rnd_between (m, 1, 7), keys = rnd_between (m, 1, 9),
         width = rnd_chance (m, 50) ? 8 : 4;
  int q = rnd_idiom_transpose (m, TENSOR (FL_DTYPE_F32, queries, heads, width), 0, 1),
      k = rnd_idiom_transpose (m, TENSOR (FL_DTYPE_F32, keys, heads, width), 0, 1),
      v = TENSOR (FL_DTYPE_F32, heads, keys, width), scores;

  scores = CALL ("aten.bmm.default", V (q), V (rnd_idiom_transpose (m, k, 1, 2)));
  scores = CALL ("aten.mul.Scalar", V (scores), F (0.5));
  if (rnd_chance (m, 50))
    scores = CALL ("aten.add.Tensor", V (scores), V (TENSOR (FL_DTYPE_F32, 1, queries, keys)));
  scores = CALL ("aten._softmax.default", V (scores), I (-1), B (FALSE));
  v = CALL ("aten.bmm.default", V (scores), V (v));
  v = CALL ("aten.clone.default", V (rnd_idiom_transpose (m, v, 0, 1)),
            rnd_idiom_by_name ((RndArg) { .kind = RND_NAME, .text = "torch.contiguous_format" }, "memory_format"));
  CALL ("aten.reshape.default", V (v), INTS (queries, heads * width));
}

/* Channels last or first, a norm with statistics, an activation, a pool or a mean. */
static void
make_block (RndMaker *m)
{
  gint64 batch = rnd_between (m, 1, 2), channels = rnd_between (m, 1, 4), out = rnd_between (m, 1, 5),
         side = rnd_between (m, 4, 7), n = out;
  int x = rnd_chance (m, 50)
              ? CALL ("aten.permute.default", V (TENSOR (FL_DTYPE_F32, batch, side, side, channels)), INTS (0, 3, 1, 2))
              : TENSOR (FL_DTYPE_F32, batch, channels, side, side),
      weight = TENSOR (FL_DTYPE_F32, out, channels, 3, 3), scale = TENSOR (FL_DTYPE_F32, n),
      shift = TENSOR (FL_DTYPE_F32, n), mean = TENSOR (FL_DTYPE_F32, n),
      variance = rnd_input (m, FL_DTYPE_F32, 1, &n, rnd_fill (m, "positive", 0)), results[3];
  RndArg none = { .kind = RND_NONE };

  x = CALL ("aten.convolution.default", V (x), V (weight), none, INTS (1, 1), INTS (1, 1), INTS (1, 1), B (FALSE),
            INTS (0, 0), I (1));
  if (x < 0)
    return;
  m->n_args = 0;
  m->row = fl_aten_find ("aten._native_batch_norm_legit_no_training.default");
  for (guint i = 0; i < 5; i++)
    rnd_give_value (m, (int[]) { x, scale, shift, mean, variance }[i]);
  rnd_give_float (m, 0.125);
  rnd_give_float (m, 1e-5);
  if (!rnd_forward (m, m->row->name, 1, results))
    return;
  x = rnd_idiom_activate (m, results[0]);
  if (rnd_chance (m, 50))
    CALL ("aten.avg_pool2d.default", V (x), INTS (2, 2), INTS (2, 2));
  else
    CALL ("aten.mean.dim", V (x), INTS (-1, -2), B (rnd_chance (m, 50)));
}

/* --- joins, parts and writes --- */

static void
make_joined_reductions (RndMaker *m)
{
  gint64 rows = rnd_size_within (m, 1, 9), n = 2 * rnd_size_within (m, 1, 16);
  int x = rnd_idiom_chain (m, TENSOR (FL_DTYPE_F32, rows, n), 1), first, second, whole;

  first = CALL ("aten.slice.Tensor", V (x), I (1), I (0), I (n / 2));
  second = CALL ("aten.slice.Tensor", V (x), I (1), I (n / 2), I (G_MAXINT64));
  whole = CALL ("aten.cat.default", VALUES (second, first), I (1));
  CALL ("aten.sum.dim_IntList", V (whole), INTS (1), B (TRUE));
  first = CALL ("aten.sum.dim_IntList", V (first), INTS (1), B (TRUE));
  second = CALL ("aten.amax.default", V (second), INTS (1), B (TRUE));
  whole = CALL ("aten.cat.default", VALUES (first, second, x), I (1));
  rnd_idiom_activate (m, whole);
  CALL ("aten.stack.default", VALUES (first, second), I (0));
}

/* Rows of a computed value are written through views; readers before and behind. */
static void
make_written_parts (RndMaker *m)
{
  gint64 rows = rnd_size_within (m, 2, 9), n = rnd_size_within (m, 1, 17), two = 2;
  int row = TENSOR (FL_DTYPE_F32, 1, n), x = CALL ("aten.expand.default", V (row), INTS (rows, n)), part, places;

  x = CALL ("aten.clone.default", V (x),
            rnd_idiom_by_name ((RndArg) { .kind = RND_NAME, .text = "torch.contiguous_format" }, "memory_format"));
  rnd_idiom_activate (m, x);
  part = CALL ("aten.select.int", V (x), I (0), I (rows - 1));
  CALL ("aten.add_.Tensor", V (part), V (CALL ("aten.reshape.default", V (row), INTS (n))));
  part = CALL ("aten.slice.Tensor", V (x), I (0), I (0), I (2));
  switch (rnd_pick (m, 3))
    {
    case 0: CALL ("aten.mul_.Scalar", V (part), F (0.5)); break;
    case 1:
      places = rnd_input (m, FL_DTYPE_I64, 1, &two, rnd_fill (m, "distinct", 0));
      CALL ("aten.index_put_.default", V (part), VALUES (places), V (TENSOR (FL_DTYPE_F32, 2, n)));
      break;
    default: CALL ("aten.copy_.default", V (part), V (TENSOR (FL_DTYPE_F32, 1, n))); break;
    }
  rnd_idiom_activate (m, x);
  CALL ("aten.sum.dim_IntList", V (x), INTS (0));
}

gboolean
rnd_add_idiom (RndMaker *m)
{
  static void (*const makers[]) (RndMaker * m)
      = { make_long_chain,   make_small_loops,       make_bytes,        make_two_axes, make_softmax_by_hand,
          make_norm_by_hand, make_large_reduction,   make_statistics,   make_layer,    make_attention,
          make_block,        make_joined_reductions, make_written_parts };
  const guint before = m->n_calls, n_rows = rnd_chance (m, m->idioms_of_rows) ? 1 + rnd_pick (m, MOST_OF_ROWS) : 0;

  m->row = fl_aten_find ("aten.exp.default");
  if (n_rows == 0 || m->n_symbols > 0)
    makers[rnd_pick (m, G_N_ELEMENTS (makers))](m);
  for (guint i = 0; i < n_rows && m->n_symbols == 0; i++)
    rnd_rows_add (m);
  m->has_idiom |= m->n_calls > before;
  return m->n_calls > before;
}
