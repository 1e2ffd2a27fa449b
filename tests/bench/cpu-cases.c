/* Single kernels. Shapes follow the number of elements asked for: as a rule only the number of rows grows. */
#include "cpu-cases-common.h"

#include <math.h>

#define L G_GINT64_FORMAT
#define INPUT bench_add_input
#define CALL bench_add_call

/* --- elementwise ------------------------------------------------------------------------------ */

static const char *
write_add_relu (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  return CALL (t, "relu.default", "%s", CALL (t, "add.Tensor", "%s, %s", a, b));
}

static const char *
write_scale_clamp (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  return CALL (t, "clamp.default", "%s, -1.0, 1.0", CALL (t, "mul.Tensor", "%s, 1.7", a));
}

static const char *
write_multiply_add (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows),
             *c = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  return CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", a, b), c);
}

static const char *
write_where (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows);
  const char *positive = CALL (t, "gt.Tensor", "%s, %s", a, b);

  return CALL (t, "where.self", "%s, %s, %s", positive, CALL (t, "mul.Tensor", "%s, 2.0", a), b);
}

static const char *
write_bias_residual (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows),
             *row = INPUT (t, 0, "f32[1024]");

  return CALL (t, "add.Tensor", "%s, %s", CALL (t, "add.Tensor", "%s, %s", a, row), b);
}

static const char *
write_odd_rows (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1003);
  const char *a = INPUT (t, 0, "f32[%" L ", 1003]", rows), *b = INPUT (t, 0, "f32[%" L ", 1]", rows);

  return CALL (t, "relu.default", "%s", CALL (t, "mul.Tensor", "%s, %s", a, b));
}

static const char *
write_batch_norm (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images), *mean = INPUT (t, 0, "f32[64]"),
             *variance = INPUT (t, 0, "f32[64]"), *weight = INPUT (t, 0, "f32[64]"), *bias = INPUT (t, 0, "f32[64]");
  const char *v = CALL (t, "abs.default", "%s", variance), *normal;

  t->n_elements = images * 64 * 28 * 28;
  normal = CALL (t, "_native_batch_norm_legit_no_training.default", "%s, %s, %s, %s, %s, 0.1, 1e-05", x, weight, bias,
                 mean, v);
  return CALL (t, "relu.default", "%s", bench_add_item (t, normal, 0));
}

/* --- copies ----------------------------------------------------------------------------------- */

static const char *
write_concat_columns (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1536);
  const char *a = INPUT (t, 0, "f32[%" L ", 512]", rows), *b = INPUT (t, 0, "f32[%" L ", 512]", rows),
             *c = INPUT (t, 0, "f32[%" L ", 512]", rows);

  return CALL (t, "cat.default", "[%s, %s, %s], 1", a, b, c);
}

static const char *
write_concat_rows (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n / 2, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  t->n_elements *= 2;
  return CALL (t, "cat.default", "[%s, %s]", CALL (t, "relu.default", "%s", a), b);
}

static const char *
write_pad (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 58 * 58), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 56, 56]", images);

  t->n_elements = images * 64 * 58 * 58;
  return CALL (t, "constant_pad_nd.default", "%s, [1, 1, 1, 1], 0.0", x);
}

static const char *
write_pad_mirrored (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 62 * 62), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 56, 56]", images);

  t->n_elements = images * 64 * 62 * 62;
  return CALL (t, "reflection_pad2d.default", "%s, [3, 3, 3, 3]", x);
}

static const char *
write_concat_small (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 48);
  const char *a = INPUT (t, 0, "f32[%" L ", 24]", rows), *b = INPUT (t, 0, "f32[%" L ", 8]", rows),
             *c = INPUT (t, 0, "f32[%" L ", 16]", rows);

  return CALL (t, "cat.default", "[%s, %s, %s], 1", a, b, c);
}

static const char *
write_slice (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  t->moved_bytes = 2 * 4 * t->n_elements;
  return CALL (t, "relu.default", "%s", CALL (t, "slice.Tensor", "%s, 1, 128, 896", x));
}

static const char *
write_embedding (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);
  const char *table = INPUT (t, 0, "f32[%" L ", 768]", rows), *index = INPUT (t, rows, "i64[%" L "]", rows);

  t->moved_bytes = 2 * 4 * t->n_elements + 8 * rows;
  return CALL (t, "embedding.default", "%s, %s", table, index);
}

static const char *
write_gather (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows), *index = INPUT (t, 1024, "i64[%" L ", 1024]", rows);

  return CALL (t, "gather.default", "%s, 1, %s", x, index);
}

static const char *
write_scatter_add (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 256);
  const char *x = INPUT (t, 0, "f32[1024, 256]"), *index = INPUT (t, 1024, "i64[%" L "]", rows),
             *source = INPUT (t, 0, "f32[%" L ", 256]", rows);

  return CALL (t, "index_add.default", "%s, 0, %s, %s", x, index, source);
}

static const char *
write_index_put (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 256);
  const char *x = INPUT (t, 0, "f32[%" L ", 256]", rows), *index = INPUT (t, rows, "i64[%" L "]", rows / 4),
             *source = INPUT (t, 0, "f32[%" L ", 256]", rows / 4);

  return CALL (t, "index_put.default", "%s, [%s], %s", x, index, source);
}

/* --- norms and reductions --------------------------------------------------------------------- */

static const char *
write_layer_norm (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows), *weight = INPUT (t, 0, "f32[1024]"),
             *bias = INPUT (t, 0, "f32[1024]");

  return bench_add_item (t, CALL (t, "native_layer_norm.default", "%s, [1024], %s, %s, 1e-05", x, weight, bias), 0);
}

static const char *
write_layer_norm_residual (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);
  const char *x = INPUT (t, 0, "f32[%" L ", 768]", rows), *y = INPUT (t, 0, "f32[%" L ", 768]", rows),
             *weight = INPUT (t, 0, "f32[768]"), *bias = INPUT (t, 0, "f32[768]");
  const char *sum = CALL (t, "add.Tensor", "%s, %s", x, y);

  return bench_add_item (t, CALL (t, "native_layer_norm.default", "%s, [768], %s, %s, 1e-05", sum, weight, bias), 0);
}

static const char *
write_rms_norm (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows), *weight = INPUT (t, 0, "f32[1024]");
  const char *square = CALL (t, "mul.Tensor", "%s, %s", x, x), *mean = CALL (t, "mean.dim", "%s, [1], True", square);
  const char *root = CALL (t, "rsqrt.default", "%s", CALL (t, "add.Tensor", "%s, 1e-06", mean));

  return CALL (t, "mul.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", x, root), weight);
}

static const char *
write_group_norm (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images), *weight = INPUT (t, 0, "f32[64]"),
             *bias = INPUT (t, 0, "f32[64]");

  t->n_elements = images * 64 * 28 * 28;
  return bench_add_item (t,
                         CALL (t, "native_group_norm.default", "%s, %s, %s, %" L ", 64, 784, 8, 1e-05", x, weight, bias,
                               images),
                         0);
}

static const char *
write_batch_statistics (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 2);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images);
  const char *pair = CALL (t, "var_mean.correction", "%s, [0, 2, 3], correction = 0, keepdim = True", x);
  const char *variance = bench_add_item (t, pair, 0), *mean = bench_add_item (t, pair, 1);

  t->n_elements = images * 64 * 28 * 28;
  return CALL (t, "add.Tensor", "%s, %s", variance, mean);
}

static const char *
write_column_sum (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, "sum.dim_IntList", "%s, [0]", INPUT (t, 0, "f32[%" L ", 1024]", rows));
}

static const char *
write_row_sum (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, "sum.dim_IntList", "%s, [1]", INPUT (t, 0, "f32[%" L ", 1024]", rows));
}

static const char *
write_sum (BenchText *t, gint64 n)
{
  const char *x = INPUT (t, 0, "f32[%" L "]", n);

  return CALL (t, "sum.default", "%s", CALL (t, "mul.Tensor", "%s, %s", x, x));
}

static const char *
write_argmax (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);

  return CALL (t, "argmax.default", "%s, 1", INPUT (t, 0, "f32[%" L ", 768]", rows));
}

static const char *
write_any (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *x = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  return CALL (t, "any.dim", "%s, 1", CALL (t, "gt.Scalar", "%s, 100.0", x));
}

/* --- mathematics ------------------------------------------------------------------------------ */

static const char *
write_unary (BenchText *t, gint64 n, const char *target, const char *more)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, target, "%s%s", INPUT (t, 0, "f32[%" L ", 1024]", rows), more);
}

static const char *
write_gelu (BenchText *t, gint64 n)
{
  return write_unary (t, n, "gelu.default", "");
}

static const char *
write_gelu_tanh (BenchText *t, gint64 n)
{
  return write_unary (t, n, "gelu.default", ", approximate = 'tanh'");
}

static const char *
write_sigmoid (BenchText *t, gint64 n)
{
  return write_unary (t, n, "sigmoid.default", "");
}

static const char *
write_silu (BenchText *t, gint64 n)
{
  return write_unary (t, n, "silu.default", "");
}

static const char *
write_tanh (BenchText *t, gint64 n)
{
  return write_unary (t, n, "tanh.default", "");
}

static const char *
write_exp (BenchText *t, gint64 n)
{
  return write_unary (t, n, "exp.default", "");
}

static const char *
write_silu_times (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows);

  return CALL (t, "mul.Tensor", "%s, %s", CALL (t, "silu.default", "%s", a), b);
}

static const char *
write_bias_gelu_residual (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "f32[%" L ", 1024]", rows), *b = INPUT (t, 0, "f32[%" L ", 1024]", rows),
             *bias = INPUT (t, 0, "f32[1024]");

  return CALL (t, "add.Tensor", "%s, %s", CALL (t, "gelu.default", "%s", CALL (t, "add.Tensor", "%s, %s", a, bias)), b);
}

/* --- softmax ---------------------------------------------------------------------------------- */

static const char *
write_softmax (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);

  return CALL (t, "_softmax.default", "%s, -1, False", INPUT (t, 0, "f32[%" L ", 768]", rows));
}

static const char *
write_softmax_long (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 32768);

  return CALL (t, "_softmax.default", "%s, -1, False", INPUT (t, 0, "f32[%" L ", 32768]", rows));
}

static const char *
write_log_softmax (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 768);

  return CALL (t, "_log_softmax.default", "%s, -1, False", INPUT (t, 0, "f32[%" L ", 768]", rows));
}

static const char *
write_cross_entropy (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 8192);
  const char *x = INPUT (t, 0, "f32[%" L ", 8192]", rows), *target = INPUT (t, 8192, "i64[%" L "]", rows);
  const char *logs = CALL (t, "_log_softmax.default", "%s, 1, False", x);

  return bench_add_item (t, CALL (t, "nll_loss_forward.default", "%s, %s, None, 1, -100", logs, target), 0);
}

static const char *
write_attention_softmax (BenchText *t, gint64 n)
{
  gint64 heads = MAX (n / (256 * 256), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 256, 256]", heads), *mask = INPUT (t, 0, "f32[256, 256]");
  const char *scaled = CALL (t, "mul.Tensor", "%s, 0.125", x);

  t->n_elements = heads * 256 * 256;
  return CALL (t, "_softmax.default", "%s, -1, False", CALL (t, "add.Tensor", "%s, %s", scaled, mask));
}

/* About half of the elements masked: exp of -inf must cost no more than exp of anything else. */
static const char *
write_masked_softmax (BenchText *t, gint64 n)
{
  gint64 heads = MAX (n / (256 * 256), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 256, 256]", heads), *mask = INPUT (t, 0, "f32[256, 256]");
  const char *is_seen = CALL (t, "gt.Scalar", "%s, 0.0", mask),
             *nothing = CALL (t, "full.default", "[], %s, dtype = torch.float32", "-inf");

  t->n_elements = heads * 256 * 256;
  return CALL (t, "_softmax.default", "%s, -1, False", CALL (t, "where.self", "%s, %s, %s", is_seen, x, nothing));
}

/* --- layouts ---------------------------------------------------------------------------------- */

static const char *
write_turned (BenchText *t, gint64 side)
{
  const char *x = INPUT (t, 0, "f32[%" L ", %" L "]", side, side);

  t->n_elements = side * side;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [1, 0]", x));
}

static const char *
write_transpose (BenchText *t, gint64 n)
{
  gint64 side = MAX ((gint64) sqrt (n) / 128 * 128, 128);

  return write_turned (t, side % 256 == 0 ? side + 128 : side);
}

static const char *
write_transpose_power (BenchText *t, gint64 n)
{
  return write_turned (t, G_GINT64_CONSTANT (1) << (int) round (log2 (sqrt (n))));
}

static const char *
write_heads (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 12 * 64);
  const char *x = INPUT (t, 0, "f32[1, %" L ", 12, 64]", rows);

  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [0, 2, 1, 3]", x));
}

static const char *
write_channels_last (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 64, 28, 28]", images);

  t->n_elements = images * 64 * 28 * 28;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [0, 2, 3, 1]", x));
}

static const char *
write_channels_first (BenchText *t, gint64 n)
{
  gint64 images = MAX (n / (64 * 28 * 28), 1);
  const char *x = INPUT (t, 0, "f32[%" L ", 28, 28, 64]", images);

  t->n_elements = images * 64 * 28 * 28;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [0, 3, 1, 2]", x));
}

static const char *
write_transpose_half (BenchText *t, gint64 n)
{
  gint64 side = MAX ((gint64) sqrt (n) / 128 * 128, 128);
  const char *x;

  side += side % 256 == 0 ? 128 : 0;
  x = INPUT (t, 0, "bf16[%" L ", %" L "]", side, side);
  t->n_elements = side * side;
  return CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
               CALL (t, "permute.default", "%s, [1, 0]", x));
}

static const char *
write_cumsum_columns (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, "cumsum.default", "%s, 0", INPUT (t, 0, "f32[%" L ", 1024]", rows));
}

static const char *
write_cumsum (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, "cumsum.default", "%s, 1", INPUT (t, 0, "f32[%" L ", 1024]", rows));
}

/* --- types ------------------------------------------------------------------------------------ */

static const char *
write_convert (BenchText *t, gint64 n, const char *from, const char *to)
{
  gint64 rows = bench_get_rows (t, n, 1024);

  return CALL (t, "prims.convert_element_type.default", "%s, torch.%s", INPUT (t, 0, "%s[%" L ", 1024]", from, rows),
               to);
}

static const char *
write_to_bf16 (BenchText *t, gint64 n)
{
  return write_convert (t, n, "f32", "bfloat16");
}

static const char *
write_from_f16 (BenchText *t, gint64 n)
{
  return write_convert (t, n, "f16", "float32");
}

static const char *
write_bf16_add_relu (BenchText *t, gint64 n)
{
  gint64 rows = bench_get_rows (t, n, 1024);
  const char *a = INPUT (t, 0, "bf16[%" L ", 1024]", rows), *b = INPUT (t, 0, "bf16[%" L ", 1024]", rows);

  return CALL (t, "relu.default", "%s", CALL (t, "add.Tensor", "%s, %s", a, b));
}

const BenchCase bench_cases[] = {
  { "add-relu", "elementwise", 3, "relu (a + b)", write_add_relu },
  { "scale-clamp", "elementwise", 2, "clamp (1.7 a)", write_scale_clamp },
  { "multiply-add", "elementwise", 4, "a b + c", write_multiply_add },
  { "where", "elementwise", 3, "2 a where a > b, else b", write_where },
  { "bias-residual", "elementwise", 3, "a + row + b", write_bias_residual },
  { "odd-rows", "elementwise", 2, "relu (a column), rows of 1003", write_odd_rows },
  { "batch-norm-relu", "batch norm", 2, "known statistics, NCHW", write_batch_norm },
  { "concat-columns", "concat", 2, "three of 512 columns", write_concat_columns },
  { "concat-rows", "concat", 2, "relu (a) over b", write_concat_rows },
  { "pad", "concat", 2, "zeroes around images of 56 x 56", write_pad },
  { "pad-mirrored", "concat", 2, "three rows and columns around images of 56 x 56", write_pad_mirrored },
  { "concat-small", "concat", 2, "24, 8 and 16 columns", write_concat_small },
  { "slice", "concat", 2.33, "768 of 1024 columns", write_slice },
  { "embedding", "gather", 2, "rows of 768 by index", write_embedding },
  { "gather", "other", 4, "within rows, by 64-bit indices", write_gather },
  { "scatter-add", "other", 1, "rows of 256 summed by index", write_scatter_add },
  { "index-put", "other", 2.25, "a quarter of the rows replaced", write_index_put },
  { "layer-norm", "norm", 2, "rows of 1024", write_layer_norm },
  { "layer-norm-residual", "norm", 3, "of a sum, rows of 768", write_layer_norm_residual },
  { "rms-norm", "norm", 2, "rows of 1024", write_rms_norm },
  { "group-norm", "norm", 2, "8 groups of 64 channels", write_group_norm },
  { "batch-statistics", "column", 1, "variance and mean a channel", write_batch_statistics },
  { "column-sum", "column", 1, "over rows, 1024 columns", write_column_sum },
  { "row-sum", "column", 1, "of 1024", write_row_sum },
  { "sum", "column", 1, "of squares, to one number", write_sum },
  { "argmax", "column", 1, "rows of 768", write_argmax },
  { "any", "column", 1, "of a row beyond 100", write_any },
  { "gelu", "gelu", 2, "by erf", write_gelu },
  { "gelu-tanh", "gelu", 2, "by tanh", write_gelu_tanh },
  { "sigmoid", "gelu", 2, "", write_sigmoid },
  { "silu", "gelu", 2, "", write_silu },
  { "tanh", "gelu", 2, "", write_tanh },
  { "exp", "gelu", 2, "", write_exp },
  { "silu-times", "gelu", 3, "silu (a) b", write_silu_times },
  { "bias-gelu-residual", "gelu", 3, "gelu (a + row) + b", write_bias_gelu_residual },
  { "softmax", "softmax", 2, "rows of 768", write_softmax },
  { "softmax-long", "softmax", 2, "rows of 32768", write_softmax_long },
  { "log-softmax", "softmax", 2, "rows of 768", write_log_softmax },
  { "cross-entropy", "softmax", 1, "8192 classes, mean", write_cross_entropy },
  { "attention-softmax", "attention softmax", 2, "softmax (x / 8 + mask), rows of 256", write_attention_softmax },
  { "masked-softmax", "attention softmax", 2, "softmax of x or -inf, rows of 256", write_masked_softmax },
  { "transpose", "transpose", 2, "sides no power of two", write_transpose },
  { "transpose-power", "transpose, power of two", 2, "sides a power of two", write_transpose_power },
  { "heads", "transpose", 2, "[T, 12, 64] to [12, T, 64]", write_heads },
  { "channels-last", "transpose", 2, "NCHW to NHWC", write_channels_last },
  { "channels-first", "transpose", 2, "NHWC to NCHW", write_channels_first },
  { "transpose-bf16", "transpose", 1, "of 16 bits", write_transpose_half },
  { "cumsum", "other", 2, "rows of 1024", write_cumsum },
  { "cumsum-columns", "other", 2, "over rows, 1024 columns", write_cumsum_columns },
  { "to-bf16", "elementwise", 1.5, "from f32", write_to_bf16 },
  { "from-f16", "elementwise", 1.5, "to f32", write_from_f16 },
  { "bf16-add-relu", "elementwise", 1.5, "relu (a + b)", write_bf16_add_relu },
  { "rotary", "other", 2, "x cos + rotated x sin, heads of 128", bench_write_rotary },
  { "adamw", "other", 7, "one step, moments in place", bench_write_adamw },
  { "batch-norm-train", "other", 2, "own statistics, relu, NCHW", bench_write_batch_norm_train },
  { "max-pool", "other", 1.25, "3 x 3, stride 2, of 56 x 56", bench_write_max_pool },
  { "image-normalize", "other", 1.25, "bytes, channels last, to floats", bench_write_image_normalize },
  { "quantize-rows", "other", 1.25, "rows of 1024 to bytes by their largest", bench_write_quantize_rows },
  { "unpack-nibbles", "other", 1.75, "two weights a byte, to floats", bench_write_unpack_nibbles },
  { "stencil", "other", 2, "five points", bench_write_stencil },
  { "max-pool-indices", "other", 1.75, "2 x 2, and where the largest are", bench_write_max_pool_indices },
  { "histogram", "other", 1.5, "weights added to 256 bins by index", bench_write_histogram },
  { "count", "other", 1, "how often each of 1000 indices occurs", bench_write_count },
  { "segment-max", "other", 1, "rows of 128 by index", bench_write_segment_max },
  { "sort-rows", "other", 3, "places of rows of 512 in order", bench_write_sort_rows },
  { "transpose-add", "other", 3, "a + b transposed", bench_write_transpose_add },
  { "transpose-widen", "other", 1.5, "from bf16 to f32", bench_write_transpose_widen },
  { "unfold", "other", 1.1, "windows of 3 x 3 of 64 x 64, padded", bench_write_unfold },
  { "product", "product", 3, "square matrices", bench_write_product },
  { "linear-relu", "product", 2, "768 to 768, bias, relu", bench_write_linear_relu },
  { "batched-product", "product", 3, "128 x 128 x 128 each", bench_write_batched_product },
  { "row-product", "column", 1, "a row by a matrix: as fast as the matrix is read", bench_write_product_of_row },
  { "attention", "attention", 4, "256 tokens, heads of 64, by one operator", bench_write_attention },
  { "convolution", "product", 2, "3 x 3, 64 to 64 channels, bias, relu", bench_write_convolution },
  { "convolution-line", "product", 2, "3 taps, 128 to 128 channels, bias, relu", bench_write_convolution_line },
  { "depthwise", "other", 2, "3 x 3, each of 96 channels alone, bias, relu", bench_write_depthwise },
  { "transposed-convolution", "product", 2, "4 x 4, stride 2, 64 to 64 channels, bias, relu",
    bench_write_transposed_convolution },
};
const guint n_bench_cases = G_N_ELEMENTS (bench_cases);
