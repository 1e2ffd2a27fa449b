/* Shapes follow the number of elements asked for, as in cpu-cases.c. */
#include "cpu-cases-common.h"

#include <math.h>

#include "fl-intern.h"

#define L G_GINT64_FORMAT
#define INPUT bench_add_input
#define CALL bench_add_call

/* q cos + rotated q sin, where halves of a head change places. */
const char *
bench_write_rotary (BenchText *t, gint64 n)
{
  gint64 heads = MAX (n / (256 * 128), 1);
  const char *q = INPUT (t, 0, "f32[1, %" L ", 256, 128]", heads), *cosine = INPUT (t, 0, "f32[256, 128]"),
             *sine = INPUT (t, 0, "f32[256, 128]");
  const char *low = CALL (t, "slice.Tensor", "%s, 3, 0, 64", q), *high = CALL (t, "slice.Tensor", "%s, 3, 64, 128", q);
  const char *turned = CALL (t, "cat.default", "[%s, %s], -1", CALL (t, "neg.default", "%s", high), low);

  t->n_elements = heads * 256 * 128;
  return CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", q, cosine),
               CALL (t, "mul.Tensor", "%s, %s", turned, sine));
}

/* One step of a whole parameter: its moments are updated in place. */
const char *
bench_write_adamw (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *p = INPUT (t, 0, "f32[%" L ", 1024]", rows), *g = INPUT (t, 0, "f32[%" L ", 1024]", rows),
             *m = INPUT (t, 0, "f32[%" L ", 1024]", rows), *v = INPUT (t, 0, "f32[%" L ", 1024]", rows);
  const char *first
      = CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, 0.9", m), CALL (t, "mul.Tensor", "%s, 0.1", g));
  const char *square = CALL (t, "mul.Tensor", "%s, 0.001", CALL (t, "mul.Tensor", "%s, %s", g, g));
  const char *second
      = CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, 0.999", CALL (t, "abs.default", "%s", v)), square);
  const char *root = CALL (t, "add.Tensor", "%s, 1e-08", CALL (t, "sqrt.default", "%s", second));
  const char *step = CALL (t, "mul.Tensor", "%s, -0.001", CALL (t, "div.Tensor", "%s, %s", first, root));
  const char *next = CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, 0.99999", p), step);

  CALL (t, "copy_.default", "%s, %s", m, first);
  CALL (t, "copy_.default", "%s, %s", v, second);
  return next;
}

const char *
bench_write_batch_norm_train (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 2);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images), *weight = INPUT (t, 0, "f32[64, 1, 1]"),
             *bias = INPUT (t, 0, "f32[64, 1, 1]");
  const char *pair = CALL (t, "var_mean.correction", "%s, [0, 2, 3], correction = 0, keepdim = True", x);
  const char *variance = bench_add_item (t, pair, 0), *mean = bench_add_item (t, pair, 1);
  const char *root = CALL (t, "rsqrt.default", "%s", CALL (t, "add.Tensor", "%s, 1e-05", variance));
  const char *normal = CALL (t, "mul.Tensor", "%s, %s", CALL (t, "sub.Tensor", "%s, %s", x, mean), root);

  t->n_elements = images * 64 * 28 * 28;
  return CALL (t, "relu.default", "%s",
               CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", normal, weight), bias));
}

const char *
bench_write_max_pool (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 56 * 56), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 56, 56]", images);

  t->n_elements = images * 64 * 56 * 56;
  return bench_add_item (t, CALL (t, "max_pool2d_with_indices.default", "%s, [3, 3], [2, 2], [1, 1]", x), 0);
}

/* As a data loader hands them over: bytes, channels last. */
const char *
bench_write_image_normalize (BenchText *t, gint64 n)
{
  gint64 rows = MAX (n / (224 * 3), 8);
  const char *x = INPUT (t, 256, "u8[1, %" L ", 224, 3]", rows), *mean = INPUT (t, 0, "f32[3, 1, 1]"),
             *spread = INPUT (t, 0, "f32[3, 1, 1]");
  const char *image = CALL (t, "permute.default", "%s, [0, 3, 1, 2]", x);
  const char *number
      = CALL (t, "div.Tensor", "%s, 255.0", CALL (t, "prims.convert_element_type.default", "%s, torch.float32", image));

  t->n_elements = rows * 224 * 3;
  return CALL (t, "div.Tensor", "%s, %s", CALL (t, "sub.Tensor", "%s, %s", number, mean), spread);
}

const char *
bench_write_quantize_rows (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows);
  const char *largest = CALL (t, "amax.default", "%s, [1], True", CALL (t, "abs.default", "%s", x));
  const char *scaled = CALL (t, "div.Tensor", "%s, %s", x, CALL (t, "div.Tensor", "%s, 127.0", largest));
  const char *whole = CALL (t, "clamp.default", "%s, -127, 127", CALL (t, "round.default", "%s", scaled));

  return CALL (t, "prims.convert_element_type.default", "%s, torch.int8", whole);
}

/* Weights of four bits, two in a byte. */
const char *
bench_write_unpack_nibbles (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 256, "u8[%" L ", 512]", rows);
  const char *low = CALL (t, "unsqueeze.default", "%s, 2", CALL (t, "bitwise_and.Scalar", "%s, 15", x));
  const char *high = CALL (t, "unsqueeze.default", "%s, 2", CALL (t, "__rshift__.Scalar", "%s, 4", x));
  const char *both
      = CALL (t, "view.default", "%s, [%" L ", 1024]", CALL (t, "cat.default", "[%s, %s], -1", low, high), rows);

  return CALL (t, "sub.Tensor", "%s, 8", CALL (t, "prims.convert_element_type.default", "%s, torch.float32", both));
}

/* Heat spreads: five points of a grid. */
const char *
bench_write_stencil (BenchText *t, gint64 n)
{
  gint64 rows = MAX (n / 1022, 2);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows + 2);
  const char *middle = CALL (t, "slice.Tensor", "%s, 0, 1, %" L, x, rows + 1),
             *here = CALL (t, "slice.Tensor", "%s, 1, 1, 1023", middle);
  const char *above = CALL (t, "slice.Tensor", "%s, 1, 1, 1023", CALL (t, "slice.Tensor", "%s, 0, 0, %" L, x, rows));
  const char *below
      = CALL (t, "slice.Tensor", "%s, 1, 1, 1023", CALL (t, "slice.Tensor", "%s, 0, 2, %" L, x, rows + 2));
  const char *left = CALL (t, "slice.Tensor", "%s, 1, 0, 1022", middle),
             *right = CALL (t, "slice.Tensor", "%s, 1, 2, 1024", middle);
  const char *around = CALL (t, "add.Tensor", "%s, %s", CALL (t, "add.Tensor", "%s, %s", above, below),
                             CALL (t, "add.Tensor", "%s, %s", left, right));
  const char *change = CALL (t, "sub.Tensor", "%s, %s", around, CALL (t, "mul.Tensor", "%s, 4", here));

  t->n_elements = rows * 1022;
  return CALL (t, "add.Tensor", "%s, %s", here, CALL (t, "mul.Tensor", "%s, 0.1", change));
}

const char *
bench_write_segment_max (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 128);
  const char *x = INPUT (t, 0, "f32[512, 128]"), *index = INPUT (t, 512, "i64[%" L "]", rows),
             *from = INPUT (t, 0, "f32[%" L ", 128]", rows);
  const char *wide = CALL (t, "expand.default", "%s, [-1, 128]", CALL (t, "unsqueeze.default", "%s, 1", index));

  return CALL (t, "scatter_reduce.two", "%s, 0, %s, %s, 'amax'", x, wide, from);
}

const char *
bench_write_sort_rows (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 512);

  return bench_add_item (t,
                         CALL (t, "sort.stable", "%s, stable = True, dim = 1", INPUT (t, 0, "f32[%" L ", 512]", rows)),
                         1);
}

/* As a training step needs it: the places of the largest, too. */
const char *
bench_write_max_pool_indices (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 64 * 64), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 64, 64]", images);
  const char *pair = CALL (t, "max_pool2d_with_indices.default", "%s, [2, 2], [2, 2]", x),
             *largest = bench_add_item (t, pair, 0);
  g_autofree char *both = g_strdup_printf ("%s, %s", largest, bench_add_item (t, pair, 1));

  t->n_elements = images * 64 * 64 * 64;
  return fl_intern (both);
}

const char *
bench_write_histogram (BenchText *t, gint64 n)
{
  const char *index = INPUT (t, 256, "i64[%" L "]", n / 2), *weight = INPUT (t, 0, "f32[%" L "]", n / 2),
             *bins = INPUT (t, 0, "f32[256]");

  t->n_elements = n / 2;
  return CALL (t, "scatter_add.default", "%s, 0, %s, %s", bins, index, weight);
}

const char *
bench_write_count (BenchText *t, gint64 n)
{
  const char *index = INPUT (t, 1000, "i64[%" L "]", n / 2), *bins = INPUT (t, 1000, "i64[1000]");
  const char *one = CALL (t, "full.default", "[%" L "], 1, dtype = torch.int64, device = device (type = 'cpu')", n / 2);

  t->n_elements = n / 2;
  return CALL (t, "index_put.default", "%s, [%s], %s, True", bins, index, one);
}

/* --- layouts, with something computed on the way ---------------------------------------------- */

static gint64
get_side (gint64 n)
{
  gint64 side = MAX ((gint64) sqrt (n) / 128 * 128, 128);

  return side % 256 == 0 ? side + 128 : side;
}

const char *
bench_write_transpose_add (BenchText *t, gint64 n)
{
  gint64 side = get_side (n);
  const char *x = INPUT (t, 0, "f32[%" L ", %" L "]", side, side), *y = INPUT (t, 0, "f32[%" L ", %" L "]", side, side);

  t->n_elements = side * side;
  return CALL (t, "add.Tensor", "%s, %s", y, CALL (t, "permute.default", "%s, [1, 0]", x));
}

const char *
bench_write_transpose_widen (BenchText *t, gint64 n)
{
  gint64 side = get_side (n);
  const char *x = INPUT (t, 0, "bf16[%" L ", %" L "]", side, side);
  const char *wide = CALL (t, "prims.convert_element_type.default", "%s, torch.float32",
                           CALL (t, "permute.default", "%s, [1, 0]", x));

  t->n_elements = side * side;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format", wide);
}

/* Windows of 3 x 3 side by side, as a product takes them. */
const char *
bench_write_unfold (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (9 * 16 * 64 * 64), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 16, 64, 64]", images), *place[2];
  const char *padded = CALL (t, "constant_pad_nd.default", "%s, [1, 1, 1, 1], 0.0", x), *windows;

  for (int i = 0; i < 2; i++)
    {
      const char *first
          = CALL (t, "prims.iota.default",
                  "64, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False");
      const char *tap
          = CALL (t, "prims.iota.default",
                  "3, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False");

      place[i] = CALL (t, "add.Tensor", "%s, %s", CALL (t, "unsqueeze.default", "%s, 0", first),
                       CALL (t, "unsqueeze.default", "%s, -1", tap));
    }
  place[0] = CALL (t, "unsqueeze.default", "%s, -1", CALL (t, "unsqueeze.default", "%s, -1", place[0]));
  windows = CALL (t, "index.Tensor", "%s, [None, None, %s, %s]", padded, place[0], place[1]);
  t->n_elements = images * 9 * 16 * 64 * 64;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [0, 1, 2, 4, 3, 5]", windows));
}
