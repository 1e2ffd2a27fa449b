/* cuBLASLt without a GPU: products of f32 and f64 in the host's memory, element by element, as their descriptors say.
 * A CUDA graph of the fake driver does not have them. FUSELOOM_FAKE_CUDA with "no-products": none has a way. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__ ((visibility ("default")))

enum
{
  INVALID_VALUE = 7,
  NOT_SUPPORTED = 15
};

typedef struct
{
  int type, n;
  uint64_t rows, columns;
  int64_t stride, batch_stride;
} Layout;

typedef struct
{
  int compute, transposes_a, transposes_b, epilogue;
  uint64_t bias;
} Description;

typedef struct
{
  uint64_t way[8];
  size_t workspace_bytes;
  int status;
  float waves;
  int reserved[4];
} Found;

EXPORT int
cublasLtCreate (void **handle)
{
  *handle = &cublasLtCreate;
  return 0;
}

EXPORT size_t
cublasLtGetVersion (void)
{
  return 139900;
}

EXPORT const char *
cublasLtGetStatusName (int status)
{
  return status == NOT_SUPPORTED ? "CUBLAS_STATUS_NOT_SUPPORTED" : "CUBLAS_STATUS_INVALID_VALUE";
}

EXPORT int
cublasLtMatmulDescCreate (Description **description, int compute, int scale)
{
  *description = calloc (1, sizeof **description);
  (*description)->compute = compute;
  return 0;
}

EXPORT int
cublasLtMatmulDescDestroy (Description *description)
{
  free (description);
  return 0;
}

EXPORT int
cublasLtMatmulDescSetAttribute (Description *description, int of, const void *value, size_t bytes)
{
  void *const places[] = { [3] = &description->transposes_a,
                           [4] = &description->transposes_b,
                           [7] = &description->epilogue,
                           [8] = &description->bias };

  if (of != 3 && of != 4 && of != 7 && of != 8)
    return INVALID_VALUE;
  if (bytes != (of == 8 ? 8 : 4))
    return INVALID_VALUE;
  memcpy (places[of], value, bytes);
  return 0;
}

EXPORT int
cublasLtMatrixLayoutCreate (Layout **layout, int type, uint64_t rows, uint64_t columns, int64_t stride)
{
  *layout = calloc (1, sizeof **layout);
  **layout = (Layout) { type, 1, rows, columns, stride, 0 };
  return stride < (int64_t) rows ? INVALID_VALUE : 0;
}

EXPORT int
cublasLtMatrixLayoutDestroy (Layout *layout)
{
  free (layout);
  return 0;
}

EXPORT int
cublasLtMatrixLayoutSetAttribute (Layout *layout, int of, const void *value, size_t bytes)
{
  if (of != 5 && of != 6)
    return INVALID_VALUE;
  memcpy (of == 5 ? (void *) &layout->n : &layout->batch_stride, value, bytes);
  return 0;
}

EXPORT int
cublasLtMatmulPreferenceCreate (void **preference)
{
  *preference = calloc (1, 1);
  return 0;
}

EXPORT int
cublasLtMatmulPreferenceDestroy (void *preference)
{
  free (preference);
  return 0;
}

EXPORT int
cublasLtMatmulPreferenceSetAttribute (void *preference, int of, const void *value, size_t bytes)
{
  return 0;
}

/* Rows and columns of op (a). */
static uint64_t
get_rows (const Layout *layout, int is_transposed)
{
  return is_transposed ? layout->columns : layout->rows;
}

EXPORT int
cublasLtMatmulAlgoGetHeuristic (void *handle, const Description *description, const Layout *a, const Layout *b,
                                const Layout *c, const Layout *d, void *preference, int asked, Found *found,
                                int *n_found)
{
  const char *faults = getenv ("FUSELOOM_FAKE_CUDA");
  const int a_turned = description->transposes_a, b_turned = description->transposes_b;

  *n_found = 0;
  if (get_rows (a, a_turned) != d->rows || get_rows (b, !b_turned) != d->columns
      || get_rows (a, !a_turned) != get_rows (b, b_turned) || c->rows != d->rows || c->columns != d->columns)
    return INVALID_VALUE;
  if (d->type > 1 || (faults != NULL && strstr (faults, "no-products") != NULL))
    return NOT_SUPPORTED;
  memset (found, 0, sizeof *found);
  *n_found = 1;
  return 0;
}

static double
read_element (int type, uint64_t address, int64_t index)
{
  return type == 1 ? ((const double *) (uintptr_t) address)[index] : ((const float *) (uintptr_t) address)[index];
}

static int64_t
find_index (const Layout *layout, int is_transposed, int batch, int64_t row, int64_t column)
{
  return batch * layout->batch_stride + (is_transposed ? column + row * layout->stride : row + column * layout->stride);
}

EXPORT int
cublasLtMatmul (void *handle, const Description *description, const void *alpha, uint64_t a, const Layout *of_a,
                uint64_t b, const Layout *of_b, const void *beta, uint64_t c, const Layout *of_c, uint64_t d,
                const Layout *of_d, const void *way, uint64_t workspace, size_t workspace_bytes, void *stream)
{
  const int type = of_d->type, a_turned = description->transposes_a, b_turned = description->transposes_b;
  const uint64_t n_terms = get_rows (of_b, b_turned);
  const double times = read_element (type, (uint64_t) (uintptr_t) alpha, 0),
               plus = read_element (type, (uint64_t) (uintptr_t) beta, 0);

  for (int batch = 0; batch < of_d->n; batch++)
    for (uint64_t column = 0; column < of_d->columns; column++)
      for (uint64_t row = 0; row < of_d->rows; row++)
        {
          const int64_t at = find_index (of_d, 0, batch, row, column);
          double sum = 0;

          for (uint64_t k = 0; k < n_terms; k++)
            sum += read_element (type, a, find_index (of_a, a_turned, batch, row, k))
                   * read_element (type, b, find_index (of_b, b_turned, batch, k, column));
          sum *= times;
          if (plus != 0)
            sum += plus * read_element (type, c, find_index (of_c, 0, batch, row, column));
          if (description->epilogue == 4)
            sum += read_element (type, description->bias, row);
          if (type == 1)
            ((double *) (uintptr_t) d)[at] = sum;
          else
            ((float *) (uintptr_t) d)[at] = (float) sum;
        }
  return 0;
}
