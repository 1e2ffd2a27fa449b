/* Kernels that models, data loaders and training are full of: what the plain ones of cpu-cases.c leave out. */
#pragma once

#include "cpu-cases.h"

const char *bench_write_rotary (BenchText *t, gint64 n);
const char *bench_write_adamw (BenchText *t, gint64 n);
const char *bench_write_batch_norm_train (BenchText *t, gint64 n);
const char *bench_write_max_pool (BenchText *t, gint64 n);
const char *bench_write_max_pool_indices (BenchText *t, gint64 n);
const char *bench_write_histogram (BenchText *t, gint64 n);
const char *bench_write_count (BenchText *t, gint64 n);
const char *bench_write_image_normalize (BenchText *t, gint64 n);
const char *bench_write_quantize_rows (BenchText *t, gint64 n);
const char *bench_write_unpack_nibbles (BenchText *t, gint64 n);
const char *bench_write_stencil (BenchText *t, gint64 n);
const char *bench_write_segment_max (BenchText *t, gint64 n);
const char *bench_write_sort_rows (BenchText *t, gint64 n);
const char *bench_write_transpose_add (BenchText *t, gint64 n);
const char *bench_write_transpose_widen (BenchText *t, gint64 n);
const char *bench_write_unfold (BenchText *t, gint64 n);

/* Products, convolutions and attention: cpu-cases-products.c. */
const char *bench_write_product (BenchText *t, gint64 n);
const char *bench_write_linear_relu (BenchText *t, gint64 n);
const char *bench_write_batched_product (BenchText *t, gint64 n);
const char *bench_write_product_of_row (BenchText *t, gint64 n);
const char *bench_write_attention (BenchText *t, gint64 n);
const char *bench_write_convolution (BenchText *t, gint64 n);
const char *bench_write_convolution_line (BenchText *t, gint64 n);
const char *bench_write_depthwise (BenchText *t, gint64 n);
const char *bench_write_transposed_convolution (BenchText *t, gint64 n);
