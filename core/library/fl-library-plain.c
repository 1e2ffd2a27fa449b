/* Products by CBLAS, or by plain loops; convolutions are left to loops over columns. */
#include "fl-primitive.h"

#ifdef FL_WITH_CBLAS
#include <cblas.h>

void
fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride)
{
  gboolean a_plain = a->column_stride == 1, b_plain = b->column_stride == 1;
  gint64 lda = MAX (a_plain ? a->row_stride : a->column_stride, a_plain ? a->columns : a->rows);
  gint64 ldb = MAX (b_plain ? b->row_stride : b->column_stride, b_plain ? b->columns : b->rows);
  cblas_sgemm (CblasRowMajor, a_plain ? CblasNoTrans : CblasTrans, b_plain ? CblasNoTrans : CblasTrans, a->rows,
               b->columns, a->columns, alpha, a->data, MAX (lda, 1), b->data, MAX (ldb, 1), beta, c, stride);
}
#else
void
fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride)
{
  for (gint64 i = 0; i < a->rows; i++)
    {
      float *row = c + i * stride;
      for (gint64 j = 0; j < b->columns; j++)
        row[j] = beta == 0 ? 0 : beta * row[j];
      for (gint64 k = 0; k < a->columns; k++)
        {
          float x = alpha * ((const float *) a->data)[i * a->row_stride + k * a->column_stride];
          const float *from = (const float *) b->data + k * b->row_stride;
          for (gint64 j = 0; j < b->columns; j++)
            row[j] += x * from[j * b->column_stride];
        }
    }
}
#endif

gboolean
fl_library_gemm_bytes (const FlMatrix *a, const FlMatrix *b, gint32 *c, gint64 stride)
{
  return FALSE;
}

/* --- primitives: none ----------------------------------------------------------------------- */

FlPrimitive *
fl_primitive_new_matmul (const FlMatmul *shape, const FlPrimitive *with)
{
  return NULL;
}

FlPrimitive *
fl_primitive_new_convolution (const FlConvolution *shape, FlConvolutionForm form, const FlPrimitive *with)
{
  return NULL;
}

FlPrimitive *
fl_primitive_new_weight_gradient (const FlConvolution *shape)
{
  return NULL;
}

void
fl_primitive_run (FlPrimitive *kernel, const float *in, const float *right, const float *bias, float *out)
{
}

void
fl_primitive_pack (FlPrimitive *kernel, const float *right)
{
}

gboolean
fl_primitive_copies_operands (const FlPrimitive *kernel)
{
  return FALSE;
}

gint64
fl_primitive_count_packed (const FlPrimitive *kernel)
{
  return 0;
}

void
fl_primitive_free (FlPrimitive *kernel)
{
}
