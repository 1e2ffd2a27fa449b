/* A matrix product's call, as the files on it share it. */
#pragma once

#include "fl-library-op.h"
#include "fl-shares.h"

G_BEGIN_DECLS

/* Ways to compute a product. */
typedef enum
{
  FL_PRODUCT_GEMM,   /* operands are packed in each call, by the library or by a micro-kernel */
  FL_PRODUCT_PACKED, /* the library's kernel of f32, right operand packed once */
  FL_PRODUCT_GEMV    /* of one row of f32, B packed once in panels */
} FlProductHow;

/* The right operand, packed once for all runs. */
typedef struct
{
  FlShares kernels;
  gboolean is_packed; /* the operand of the kernels is */
  float *panels;      /* of a fixed B, for GEMV; NULL: not yet, or not needed */
} FlProductPacked;

/* The call makes C = alpha A B + beta add of each entry of a batch, C with columns side by side. */
typedef struct
{
  FlDtype dtype; /* of the operands: f32, f64 or i8 */
  gint64 batch;
  FlMatrix a, b;
  gint64 a_step, b_step, c_step; /* from one entry of the batch to the next */
  gpointer copies[2];            /* of A and B, where they cannot be taken as they lie; else NULL */
  gpointer c;
  gint64 c_stride;
  gint8 *narrow; /* of i8: where the lowest bits of C go, which is scratch memory then; NULL: nowhere */
  double alpha, beta;
  gconstpointer add;     /* NULL: nothing; may be C */
  gint64 add_strides[3]; /* of an entry, a row, a column; 0 where it is broadcast */
  int tensors[4];        /* of A, B, C and what is added */
  guint n_threads;
  FlProductHow how;
  gboolean b_is_fixed;
  FlProductPacked packed;
} FlProductCall;

static const double FL_PRODUCT_PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

/* fl-product-run.c. Rows [begin, end) of an entry, which lie at c, become what is added. */
void fl_product_fill_rows (const FlProductCall *call, gint64 entry, gint64 begin, gint64 end, gpointer c);
void fl_product_run_gemm (FlProductCall *call, FlThreadPool *pool);
gboolean fl_product_can_gemv (const FlProductCall *call);
void fl_product_pack_panels (FlProductCall *call, FlThreadPool *pool); /* before the first run */
void fl_product_run_gemv (FlProductCall *call, FlThreadPool *pool);

/* fl-product-parts.c: kernels whose right operand is packed once. FALSE: there are none. */
gboolean fl_product_open_parts (FlProductCall *call);

/* fl-product-chain.c: panels of rows in a chain of steps. */
extern const FlLibraryChain fl_product_chain;

G_END_DECLS
