/* Products, convolutions and attention. Shapes follow the number of elements asked for, as in cpu-cases.c. */
#include "cpu-cases-common.h"

#include <math.h>

#define L G_GINT64_FORMAT
#define INPUT bench_add_input
#define CALL bench_add_call

const char *
bench_write_product (BenchText *t, gint64 n)
{
  gint64 side = MAX ((gint64) sqrt (n) / 64 * 64, 64);
  const char *a, *b;

  side = MIN (side, 1536); /* longer ones take seconds and say nothing new */
  a = INPUT (t, 0, "f32[%" L ", %" L "]", side, side);
  b = INPUT (t, 0, "f32[%" L ", %" L "]", side, side);
  t->n_elements = side * side;
  t->flops = 2.0 * side * side * side;
  return CALL (t, "mm.default", "%s, %s", a, b);
}

const char *
bench_write_linear_relu (BenchText *t, gint64 n)
{
  gint64 rows = CLAMP (n / 768 / 32 * 32, 64, 2048);
  const char *x = INPUT (t, 0, "f32[%" L ", 768]", rows), *weight = INPUT (t, 0, "f32[768, 768]"),
             *bias = INPUT (t, 0, "f32[768]");

  t->n_elements = rows * 768;
  t->flops = 2.0 * rows * 768 * 768;
  return CALL (t, "relu.default", "%s",
               CALL (t, "addmm.default", "%s, %s, %s", bias, x, CALL (t, "permute.default", "%s, [1, 0]", weight)));
}

const char *
bench_write_batched_product (BenchText *t, gint64 n)
{
  gint64 batch = CLAMP (n / (128 * 128), 2, 512);
  const char *a = INPUT (t, 0, "f32[%" L ", 128, 128]", batch), *b = INPUT (t, 0, "f32[%" L ", 128, 128]", batch);

  t->n_elements = batch * 128 * 128;
  t->flops = 2.0 * batch * 128 * 128 * 128;
  return CALL (t, "bmm.default", "%s, %s", a, b);
}

const char *
bench_write_product_of_row (BenchText *t, gint64 n)
{
  gint64 rows = MAX (n / 1024, 64);
  const char *x = INPUT (t, 0, "f32[1, 1024]"), *weight = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  t->n_elements = rows * 1024; /* bound by reading the matrix, not by peak FMA throughput */
  return CALL (t, "mm.default", "%s, %s", x, CALL (t, "permute.default", "%s, [1, 0]", weight));
}

const char *
bench_write_attention (BenchText *t, gint64 n)
{
  gint64 heads = CLAMP (n / (256 * 64), 2, 96);
  const char *q = INPUT (t, 0, "f32[1, %" L ", 256, 64]", heads), *k = INPUT (t, 0, "f32[1, %" L ", 256, 64]", heads),
             *v = INPUT (t, 0, "f32[1, %" L ", 256, 64]", heads);

  t->n_elements = heads * 256 * 256;
  t->flops = 4.0 * heads * 256 * 256 * 64;
  return CALL (t, "scaled_dot_product_attention.default", "%s, %s, %s", q, k, v);
}

const char *
bench_write_convolution (BenchText *t, gint64 n)
{
  gint64 images = CLAMP (n / (64 * 28 * 28), 1, 32);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images), *weight = INPUT (t, 0, "f32[64, 64, 3, 3]"),
             *bias = INPUT (t, 0, "f32[64]");

  t->n_elements = images * 64 * 28 * 28;
  t->flops = 2.0 * t->n_elements * 64 * 9;
  return CALL (t, "relu.default", "%s",
               CALL (t, "convolution.default", "%s, %s, %s, [1, 1], [1, 1], [1, 1], False, [0, 0], 1", x, weight,
                     bias));
}

const char *
bench_write_convolution_line (BenchText *t, gint64 n)
{
  gint64 length = 256, images = CLAMP (n / (128 * length), 1, 32);
  const char *x = INPUT (t, 0, "f32[%" L ", 128, %" L "]", images, length), *weight = INPUT (t, 0, "f32[128, 128, 3]"),
             *bias = INPUT (t, 0, "f32[128]");

  t->n_elements = images * 128 * length;
  t->flops = 2.0 * t->n_elements * 128 * 3;
  return CALL (t, "relu.default", "%s",
               CALL (t, "convolution.default", "%s, %s, %s, [1], [1], [1], False, [0], 1", x, weight, bias));
}

const char *
bench_write_depthwise (BenchText *t, gint64 n)
{
  gint64 images = CLAMP (n / (96 * 28 * 28), 1, 512);
  const char *x = INPUT (t, 0, "f32[%" L ", 96, 28, 28]", images), *weight = INPUT (t, 0, "f32[96, 1, 3, 3]"),
             *bias = INPUT (t, 0, "f32[96]");

  t->n_elements = images * 96 * 28 * 28;
  return CALL (t, "relu.default", "%s",
               CALL (t, "convolution.default", "%s, %s, %s, [1, 1], [1, 1], [1, 1], False, [0, 0], 96", x, weight,
                     bias));
}

const char *
bench_write_transposed_convolution (BenchText *t, gint64 n)
{
  gint64 images = CLAMP (n / (64 * 28 * 28), 1, 32);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 14, 14]", images), *weight = INPUT (t, 0, "f32[64, 64, 4, 4]"),
             *bias = INPUT (t, 0, "f32[64]");

  t->n_elements = images * 64 * 28 * 28;
  t->flops = 2.0 * t->n_elements * 64 * 4; /* of the 16 taps 4 reach each output */
  return CALL (t, "relu.default", "%s",
               CALL (t, "convolution.default", "%s, %s, %s, [2, 2], [1, 1], [1, 1], True, [0, 0], 1", x, weight, bias));
}
