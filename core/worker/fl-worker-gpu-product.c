/* Which matrix products cuBLASLt takes, and how. A result whose rows lie side by side is its transpose to the library:
 * C' = B' A'. */
#include "fl-cublaslt.h"
#include "fl-worker-gpu-private.h"

typedef struct
{
  FlCudaAddress address;
  gint64 rows, columns, row_stride, column_stride, batch_stride;
} Matrix;

static Matrix
get_matrix (const FlGpuProgram *self, const FlWorkView *view)
{
  const guint r = view->n_dims - 2, c = view->n_dims - 1;
  return (Matrix) { self->arena + self->program->tensors[view->tensor].offset
                        + view->offset * fl_dtype_get_size_bytes (view->dtype),
                    view->sizes[r],
                    view->sizes[c],
                    view->strides[r],
                    view->strides[c],
                    view->n_dims == 3 ? view->strides[0] : 0 };
}

static Matrix
transpose (Matrix m)
{
  return (Matrix) { m.address, m.columns, m.rows, m.column_stride, m.row_stride, m.batch_stride };
}

/* As it lies, or transposed, where one of its strides is 1. */
static gboolean
find_layout (Matrix m, FlCublasMatrix *out)
{
  gboolean by_columns = (m.row_stride == 1 || m.rows == 1) && (m.columns == 1 || m.column_stride >= m.rows);
  if (!by_columns && !((m.column_stride == 1 || m.columns == 1) && (m.rows == 1 || m.row_stride >= m.columns)))
    return FALSE;
  out->address = m.address;
  out->rows = by_columns ? m.rows : m.columns;
  out->columns = by_columns ? m.columns : m.rows;
  out->stride
      = MAX (by_columns ? (m.columns == 1 ? m.rows : m.column_stride) : (m.rows == 1 ? m.columns : m.row_stride),
             out->rows);
  out->batch_stride = m.batch_stride;
  out->is_transposed = !by_columns;
  return TRUE;
}

static gboolean
find_type (FlDtype dtype, FlCublasType *type)
{
  static const FlDtype known[] = { [FL_CUBLAS_F64] = FL_DTYPE_F64,
                                   [FL_CUBLAS_F32] = FL_DTYPE_F32,
                                   [FL_CUBLAS_F16] = FL_DTYPE_F16,
                                   [FL_CUBLAS_BF16] = FL_DTYPE_BF16 };
  for (guint i = 0; i < FL_N_CUBLAS_TYPES; i++)
    if (known[i] == dtype)
      {
        *type = i;
        return TRUE;
      }
  return FALSE;
}

/* --- what is added --------------------------------------------------------------------------------------------------
 */

/* A keyword among those behind the operands, or what holds without it. */
static double
find_number (const FlLibraryStep *call, const char *keyword)
{
  const FlWorkArg *arg = fl_library_find_arg (call, 3, keyword);
  if (arg == NULL || arg->value.keyword == NULL)
    return 1;
  return arg->value.kind == FL_DATUM_FLOAT ? arg->value.number : (double) arg->value.integer;
}

/* One value each of the result's columns, which lie side by side, is the library's bias; a whole matrix its c. */
static const char *
read_addend (const FlGpuProgram *self, const FlWorkView *add, gboolean is_by_rows, Matrix d, FlCublasCall *out)
{
  const FlCudaAddress address
      = self->arena + self->program->tensors[add->tensor].offset + add->offset * fl_dtype_get_size_bytes (add->dtype);
  const guint last = add->n_dims - 1;
  gint64 rows = 1;
  if (out->beta == 0)
    return NULL;
  if (add->n_dims == 0 || add->n_dims > 3 || add->dtype == FL_DTYPE_NONE)
    return "cuBLASLt adds no single number";
  for (guint i = 0; i < last; i++)
    rows *= add->strides[i] == 0 ? 1 : add->sizes[i];
  if (rows == 1 && is_by_rows && add->sizes[last] == d.columns && add->strides[last] == 1 && out->beta == 1)
    {
      out->bias = address;
      out->beta = 0;
      return NULL;
    }
  if (add->n_dims < 2 || add->sizes[last] != d.columns || add->sizes[last - 1] != d.rows
      || (out->n_batches > 1 && (add->n_dims < 3 || add->sizes[0] != out->n_batches)))
    return "cuBLASLt adds only a row, or a matrix of the result's size";
  Matrix m = get_matrix (self, add);
  if (!find_layout (is_by_rows ? transpose (m) : m, &out->c) || out->c.is_transposed)
    return "what is added lies otherwise than the result";
  return NULL;
}

/* --- the call -------------------------------------------------------------------------------------------------------
 */

/* NULL: out is all that the library needs; else why it cannot take it. */
static const char *
read_call (const FlGpuProgram *self, const FlLibraryStep *call, FlCublasCall *out)
{
  const gboolean adds = call->row->op == FL_ATEN_OP_ADDMM || call->row->op == FL_ATEN_OP_BADDBMM;
  const guint first = adds ? 1 : 0;
  *out = (FlCublasCall) { .alpha = 1, .n_batches = 1 };
  if (call->n_args < first + 2 || call->n_out != 1)
    return "it has other arguments than a product";
  const FlWorkView *a = &call->args[first].view, *b = &call->args[first + 1].view, *d = &call->out[0];
  if (a->bytes == NULL || b->bytes == NULL || d->bytes == NULL || a->n_dims < 2 || a->n_dims > 3
      || b->n_dims != a->n_dims || d->n_dims != a->n_dims)
    return "its operands are not two matrices, or batches of these";
  if (!find_type (d->dtype, &out->type) || a->dtype != d->dtype || b->dtype != d->dtype)
    return "its types are not those of cuBLASLt's products";
  out->n_batches = d->n_dims == 3 ? d->sizes[0] : 1;
  Matrix of_a = get_matrix (self, a), of_b = get_matrix (self, b), of_d = get_matrix (self, d);
  if (of_d.rows == 0 || of_d.columns == 0 || of_a.columns == 0 || out->n_batches == 0 || out->n_batches > G_MAXINT32)
    return "it is empty";
  const gboolean is_by_rows = find_layout (transpose (of_d), &out->d) && !out->d.is_transposed;
  if (!is_by_rows && (!find_layout (of_d, &out->d) || out->d.is_transposed))
    return "its result has gaps in both directions";
  if (!find_layout (is_by_rows ? transpose (of_b) : of_a, &out->a)
      || !find_layout (is_by_rows ? transpose (of_a) : of_b, &out->b))
    return "an operand has gaps in both directions";
  out->c = out->d;
  if (!adds)
    return NULL;
  out->alpha = find_number (call, "alpha");
  out->beta = find_number (call, "beta");
  if (call->args[0].view.bytes == NULL || call->args[0].view.dtype != d->dtype)
    return "what is added has another type";
  return read_addend (self, &call->args[0].view, is_by_rows, of_d, out);
}

static gboolean
is_product (const FlLibraryStep *call)
{
  return call->row != NULL
         && (call->row->op == FL_ATEN_OP_MM || call->row->op == FL_ATEN_OP_BMM || call->row->op == FL_ATEN_OP_ADDMM
             || call->row->op == FL_ATEN_OP_BADDBMM);
}

static FlCublas *
get_library (FlGpu *gpu)
{
  if (gpu->cublas == NULL && gpu->no_cublas_why == NULL)
    gpu->cublas = fl_cublas_open (gpu->cuda, gpu->stream, &gpu->no_cublas_why);
  return gpu->cublas;
}

gboolean
fl_gpu_prepare_product (FlGpuProgram *self, const FlWorkStep *step, FlGpuStep *out)
{
  FlCublasCall call;
  g_autofree char *why = NULL;
  if (!is_product (&step->call))
    {
      out->why = "no implementation for GPUs yet";
      return FALSE;
    }
  const char *refused = read_call (self, &step->call, &call);
  FlCublas *cublas = refused == NULL ? get_library (self->gpu) : NULL;
  if (cublas != NULL)
    out->product = fl_cublas_product_new (cublas, &call, &why);
  if (out->product != NULL)
    {
      out->place = FL_GPU_LIBRARY;
      return TRUE;
    }
  out->why = fl_intern (refused != NULL ? refused : why != NULL ? why : self->gpu->no_cublas_why);
  return FALSE;
}
