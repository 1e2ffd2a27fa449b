/* Idioms over rows: reductions, norms and copies of rows as long, as short and as many as passes over loops ask for. */
#include "random-idiom-private.h"

enum
{
  MOST_ELEMENTS = 12000 /* more than programs have: rows of some hundred elements, or some hundred rows */
};

#define CORRECTION(n) rnd_idiom_by_name (I (n), "correction")
#define KEEPDIM rnd_idiom_by_name (B (TRUE), "keepdim")

static int
copy (RndMaker *m, int x)
{
  return CALL ("aten.clone.default", V (x),
               rnd_idiom_by_name ((RndArg) { .kind = RND_NAME, .text = "torch.contiguous_format" }, "memory_format"));
}

/* A tensor of its own: a sum of one with itself takes one load. */
#define FRESH(dtype, ...)                                                                                              \
  rnd_input (m, dtype, sizeof ((gint64[]) { __VA_ARGS__ }) / sizeof (gint64), (gint64[]) { __VA_ARGS__ },              \
             rnd_fill (m, NULL, 0))

/* Lengths of a row: whole vectors, or a few elements more or less. */
static gint64
pick_length (RndMaker *m)
{
  static const gint64 lengths[] = { 64, 64, 128, 128, 256, 256, 512, 1040 };

  return lengths[rnd_pick (m, G_N_ELEMENTS (lengths))] + (rnd_chance (m, 40) ? rnd_between (m, -3, 5) : 0);
}

/* Fewer than that, and enough for a pipeline. */
static gint64
pick_rows (RndMaker *m)
{
  return rnd_chance (m, 60) ? rnd_between (m, 8, 11) : rnd_between (m, 1, 4);
}

/* A row's elements, some of which take two tensors and much arithmetic. */
static int
make_rows (RndMaker *m, FlDtype dtype, gint64 rows, gint64 n)
{
  int x = rnd_idiom_to_f32 (m, TENSOR (dtype, rows, n));

  if (rnd_chance (m, 50))
    x = CALL ("aten.add.Tensor", V (x), V (rnd_idiom_to_f32 (m, FRESH (dtype, rows, n))));
  return rnd_chance (m, 40) ? rnd_idiom_chain (m, x, 1 + rnd_pick (m, 4)) : x;
}

static int
normalize (RndMaker *m, int x, int mean, int variance)
{
  x = CALL ("aten.sub.Tensor", V (x), V (mean));
  return CALL ("aten.mul.Tensor", V (x),
               V (CALL ("aten.rsqrt.default", V (CALL ("aten.add.Scalar", V (variance), F (0.125))))));
}

/* --- long rows --- */

static void
make_softmax (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 rows = pick_rows (m), n = pick_length (m);
  int x = make_rows (m, dtype, rows, n);

  if (rnd_chance (m, 25)) /* softmax takes this maximum, too */
    CALL ("aten.amax.default", V (x), INTS (1), B (rnd_chance (m, 50)));
  x = CALL (rnd_chance (m, 60) ? "aten._softmax.default" : "aten._log_softmax.default", V (x), I (1), B (FALSE));
  if (rnd_chance (m, 30))
    x = CALL ("aten.mul.Tensor", V (x), V (TENSOR (FL_DTYPE_F32, rows, n)));
  rnd_idiom_to_type (m, x, dtype);
}

static void
make_softmax_backward (RndMaker *m)
{
  gint64 rows = pick_rows (m), n = pick_length (m);
  int gradient = make_rows (m, FL_DTYPE_F32, rows, n), y = make_rows (m, FL_DTYPE_F32, rows, n), sum;

  gradient = CALL ("aten.mul.Tensor", V (gradient), V (y));
  sum = CALL ("aten.sum.dim_IntList", V (gradient), INTS (1), B (TRUE));
  CALL ("aten.sub.Tensor", V (gradient), V (CALL ("aten.mul.Tensor", V (y), V (sum))));
}

static void
make_norm (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 rows = pick_rows (m), n = pick_length (m);
  int x = make_rows (m, dtype, rows, n), weight = TENSOR (FL_DTYPE_F32, n), pair[2];

  switch (rnd_pick (m, 4))
    {
    case 0: x = CALL ("aten.layer_norm.default", V (x), INTS (n), V (weight), V (TENSOR (FL_DTYPE_F32, n))); break;
    case 1: x = CALL ("aten.rms_norm.default", V (x), INTS (n), V (weight)); break;
    case 2:
      x = normalize (m, x, CALL ("aten.mean.dim", V (x), INTS (1), B (TRUE)),
                     CALL ("aten.var.correction", V (x), INTS (1), CORRECTION (rnd_pick (m, 2)), KEEPDIM));
      break;
    default:
      if (TUPLE (pair, "aten.var_mean.correction", V (x), INTS (1), CORRECTION (0), KEEPDIM))
        x = normalize (m, x, pair[1], pair[0]);
    }
  rnd_idiom_to_type (m, rnd_chance (m, 30) ? rnd_idiom_activate (m, x) : x, dtype);
}

/* Which element is the largest, or smallest, of a row, and that element beside. */
static void
make_places (RndMaker *m)
{
  static const FlDtype types[] = { FL_DTYPE_F32, FL_DTYPE_F32, FL_DTYPE_BF16, FL_DTYPE_I32, FL_DTYPE_F64 };
  gint64 rows = pick_rows (m), n = pick_length (m);
  int x = TENSOR (types[rnd_pick (m, G_N_ELEMENTS (types))], rows, n), pair[2];
  const gboolean is_least = rnd_chance (m, 40);

  if (rnd_chance (m, 30))
    x = rnd_idiom_chain (m, rnd_idiom_to_f32 (m, x), 1);
  if (rnd_chance (m, 50))
    CALL (is_least ? "aten.argmin.default" : "aten.argmax.default", V (x), I (1), B (rnd_chance (m, 50)));
  else
    TUPLE (pair, is_least ? "aten.min.dim" : "aten.max.dim", V (x), I (1), B (rnd_chance (m, 50)));
}

/* Is any element of a row, or of all, beyond a number? */
static void
make_any (RndMaker *m)
{
  static const char *const names[] = { "aten.gt.Scalar", "aten.lt.Scalar", "aten.ge.Scalar", "aten.le.Scalar" };
  int x = make_rows (m, rnd_idiom_type (m), pick_rows (m), pick_length (m));

  x = CALL (names[rnd_pick (m, G_N_ELEMENTS (names))], V (x), F (rnd_chance (m, 50) ? 1.5 : -0.5));
  if (rnd_chance (m, 60))
    CALL (rnd_chance (m, 75) ? "aten.any.dim" : "aten.all.dim", V (x), I (1), B (rnd_chance (m, 50)));
  else
    CALL ("aten.any.default", V (x));
}

/* Two reductions of the same elements, which are one, and others beside. */
static void
make_equal_reductions (RndMaker *m)
{
  const gboolean is_column = rnd_chance (m, 30);
  int x = make_rows (m, FL_DTYPE_F32, pick_rows (m), pick_length (m)), pair[2];
  RndArg dim = INTS (is_column ? 0 : 1);

  TUPLE (pair, "aten.var_mean.correction", V (x), dim, CORRECTION (0), KEEPDIM);
  CALL ("aten.var.correction", V (x), dim, CORRECTION (1), KEEPDIM);
  CALL ("aten.mean.dim", V (x), dim, B (TRUE));
  CALL ("aten.std.correction", V (x), dim, CORRECTION (1), KEEPDIM);
  CALL ("aten.sum.dim_IntList", V (x), dim, B (rnd_chance (m, 50)));
}

/* --- short rows, and columns --- */

static void
make_short_rows (RndMaker *m)
{
  static const char *const names[]
      = { "aten.sum.dim_IntList", "aten.amax.default", "aten.mean.dim", "aten.amin.default", "aten.prod.dim_int" };
  gint64 rows = rnd_between (m, 64, 200), n = rnd_between (m, 4, 26);
  guint which = rnd_pick (m, G_N_ELEMENTS (names) + 2);
  int x = make_rows (m, rnd_idiom_type (m), rows, n);

  if (which < G_N_ELEMENTS (names))
    CALL (names[which], V (x), which == 4 ? I (1) : INTS (1), B (rnd_chance (m, 50)));
  else if (which == G_N_ELEMENTS (names))
    CALL ("aten._softmax.default", V (x), I (1), B (FALSE));
  else
    x = normalize (m, x, CALL ("aten.mean.dim", V (x), INTS (1), B (TRUE)),
                   CALL ("aten.var.correction", V (x), INTS (1), CORRECTION (1), KEEPDIM));
}

/* Reductions of columns that lie side by side, some of which wait for each other. */
static void
make_columns (RndMaker *m)
{
  static const char *const names[] = { "aten.sum.dim_IntList", "aten.amax.default", "aten.mean.dim" };
  const gboolean is_tall = rnd_chance (m, 60);
  gint64 rows = is_tall ? rnd_between (m, 1025, 1100) : rnd_between (m, 20, 140),
         n = is_tall ? rnd_between (m, 3, 10) : rnd_between (m, 16, 70);
  int x = make_rows (m, rnd_idiom_type (m), rows, n), pair[2];

  switch (rnd_pick (m, 3))
    {
    case 0: CALL (names[rnd_pick (m, 3)], V (x), INTS (0), B (rnd_chance (m, 50))); break;
    case 1: CALL ("aten._softmax.default", V (x), I (0), B (FALSE)); break;
    default:
      if (TUPLE (pair, "aten.var_mean.correction", V (x), INTS (0), CORRECTION (rnd_pick (m, 2)), KEEPDIM)
          && rnd_chance (m, 60))
        normalize (m, x, pair[1], pair[0]);
    }
}

/* --- copies --- */

/* What is contiguous along one dimension here is along another there. */
static void
make_transposed (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 batch = rnd_between (m, 1, 3), a = rnd_between (m, 5, 70), b = rnd_between (m, 5, 50);
  int x = rnd_idiom_transpose (m, TENSOR (dtype, batch, a, b), 1, 2);

  switch (rnd_pick (m, 4))
    {
    case 0: copy (m, x); break;
    case 1: CALL ("aten.add.Tensor", V (x), V (FRESH (dtype, batch, b, a))); break;
    case 2: copy (m, rnd_idiom_chain (m, CALL ("aten.add.Tensor", V (x), V (FRESH (dtype, batch, b, a))), 2)); break;
    default:
      copy (m, rnd_idiom_activate (m, x));
      CALL ("aten.sum.dim_IntList", V (rnd_idiom_to_f32 (m, x)), INTS (rnd_between (m, 1, 2)));
    }
}

/* All reads go along a dimension that is not the last one. */
static void
make_strided (RndMaker *m)
{
  gint64 a = rnd_between (m, 9, 60), b = rnd_between (m, 9, 60);
  int x = rnd_idiom_transpose (m, TENSOR (FL_DTYPE_F32, a, b), 0, 1),
      y = rnd_idiom_transpose (m, FRESH (FL_DTYPE_F32, a, b), 0, 1);

  x = rnd_idiom_activate (m, CALL ("aten.add.Tensor", V (x), V (y)));
  if (rnd_chance (m, 50))
    CALL ("aten.sum.dim_IntList", V (CALL ("aten.mul.Tensor", V (x), V (y))), INTS (rnd_between (m, 0, 1)), B (TRUE));
  else
    CALL ("aten.index_select.default", V (x), I (0),
          V (rnd_input (m, FL_DTYPE_I64, 1, &a, (RndFill) { .kind = "below", .bound = b, .seed = rnd_pick (m, 99) })));
}

/* A short row beside each of many, as means of colours are: one loop over all. */
static void
make_round_rows (RndMaker *m)
{
  gint64 n = rnd_between (m, 3, 17), rows = rnd_between (m, 200 / n, 900 / n);
  int x = TENSOR (rnd_chance (m, 40) ? FL_DTYPE_U8 : FL_DTYPE_F32, rows * n),
      row = CALL ("aten.repeat.default", V (TENSOR (FL_DTYPE_F32, n)), INTS (rows));

  x = CALL ("aten.sub.Tensor", V (rnd_idiom_to_f32 (m, x)), V (row));
  if (rnd_chance (m, 50))
    x = CALL ("aten.mul.Tensor", V (x), V (CALL ("aten.repeat.default", V (TENSOR (FL_DTYPE_F32, n)), INTS (rows))));
  rnd_idiom_activate (m, x);
}

/* Conditions on a row's elements: what is joined, padded, cut off or below a diagonal. */
static void
make_parts (RndMaker *m)
{
  FlDtype dtype = rnd_idiom_type (m);
  gint64 rows = rnd_between (m, 2, 40), n = rnd_between (m, 9, 130), before = rnd_between (m, 0, 9);
  int x = make_rows (m, dtype, rows, n), y = TENSOR (FL_DTYPE_F32, rows, rnd_between (m, 1, 60));

  switch (rnd_pick (m, 5))
    {
    case 0: x = CALL ("aten.constant_pad_nd.default", V (x), INTS (before, rnd_between (m, 1, 9)), F (0.5)); break;
    case 1: x = CALL ("aten.cat.default", VALUES (x, y, x), I (1)); break;
    case 2: x = CALL ("aten.tril.default", V (x), I (before)); break;
    case 3:
      y = CALL ("aten.slice.Tensor", V (x), I (1), I (0), I (n - before));
      x = CALL ("aten.slice_scatter.default", V (x), V (rnd_idiom_activate (m, y)), I (1), I (before), I (n));
      break;
    default: x = CALL ("aten.roll.default", V (x), INTS (before), INTS (1));
    }
  x = rnd_idiom_chain (m, x, 1 + rnd_pick (m, 2));
  if (rnd_chance (m, 30))
    CALL ("aten.sum.dim_IntList", V (x), INTS (rnd_pick (m, 2)));
}

/* Rows that indices choose, read, or written to. */
static void
make_chosen_rows (RndMaker *m)
{
  gint64 rows = rnd_between (m, 3, 20), n = rnd_between (m, 32, 100), chosen = rnd_between (m, 4, 30);
  int table = TENSOR (FL_DTYPE_F32, rows, n), x = FRESH (FL_DTYPE_F32, chosen, n),
      indices = rnd_input (m, FL_DTYPE_I64, 1, &chosen,
                           (RndFill) { .kind = "below", .bound = rows, .seed = rnd_pick (m, 999) });

  x = rnd_chance (m, 50) ? rnd_idiom_activate (m, x) : x;
  switch (rnd_pick (m, 4))
    {
    case 0: CALL ("aten.index_add.default", V (table), I (0), V (indices), V (x)); break;
    case 1: CALL ("aten.index_put.default", V (table), VALUES (indices), V (x), B (TRUE)); break;
    case 2: CALL ("aten.embedding_dense_backward.default", V (x), V (indices), I (rows), I (-1), B (FALSE)); break;
    default: rnd_idiom_chain (m, CALL ("aten.embedding.default", V (table), V (indices)), 2);
    }
}

void
rnd_rows_add (RndMaker *m)
{
  static void (*const makers[]) (RndMaker * m)
      = { make_softmax,     make_softmax,    make_softmax_backward, make_norm,    make_norm,
          make_norm,        make_places,     make_places,           make_any,     make_equal_reductions,
          make_short_rows,  make_columns,    make_columns,          make_columns, make_transposed,
          make_strided,     make_strided,    make_round_rows,       make_parts,   make_parts,
          make_chosen_rows, make_chosen_rows };

  m->most_elements = MOST_ELEMENTS;
  makers[rnd_pick (m, G_N_ELEMENTS (makers))](m);
  m->most_elements = 0;
}
