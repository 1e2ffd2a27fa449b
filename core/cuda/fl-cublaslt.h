/* cuBLASLt, NVIDIA's library of matrix products, opened at run time. Matrices are column-major as it wants: whose rows
 * lie side by side is given as its transpose, C' = B' A'. */
#pragma once

#include "fl-cuda.h"

G_BEGIN_DECLS

typedef enum
{
  FL_CUBLAS_F64,
  FL_CUBLAS_F32, /* by f32 arithmetic: no TF32 */
  FL_CUBLAS_F16,
  FL_CUBLAS_BF16,
  FL_N_CUBLAS_TYPES
} FlCublasType;

/* As it lies in memory: rows x columns before the transposition, elements between columns, and between the matrices of
 * a batch. */
typedef struct
{
  FlCudaAddress address;
  gint64 rows, columns, stride, batch_stride;
  gboolean is_transposed;
} FlCublasMatrix;

/* d = alpha a b + beta c, or plus a column that is added to each (bias). c is as d lies unless beta is 0. */
typedef struct
{
  FlCublasType type;
  gint64 n_batches;
  double alpha, beta;
  FlCublasMatrix a, b, c, d;
  FlCudaAddress bias; /* 0: none */
} FlCublasCall;

typedef struct _FlCublas FlCublas;
typedef struct _FlCublasProduct FlCublasProduct;

/* The work space is the current context's, and everything is put onto the stream. NULL: *why is a part of a sentence.
 * g_free it. */
FlCublas *fl_cublas_open (const FlCudaDriver *driver, FlCudaStream stream, char **why);
const char *fl_cublas_get_name (const FlCublas *cublas); /* "cuBLASLt 13.1.0" */
/* NULL: the library has no way for it, *why says so. g_free it. The result's memory is written, to time the ways. */
FlCublasProduct *fl_cublas_product_new (FlCublas *cublas, const FlCublasCall *call, char **why);
void fl_cublas_product_free (FlCublasProduct *product);
gboolean fl_cublas_product_run (FlCublasProduct *product, const char *doing, GError **error);

G_END_DECLS
