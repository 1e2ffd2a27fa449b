/* cuBLASLt's entry points, and one product: its descriptors and the way that the library's own estimate finds fastest.
 */
#include "fl-cublaslt.h"

#include <dlfcn.h>

enum
{
  WORKSPACE_BYTES = 32 << 20,
  /* The library's numbers. */
  OF_TRANSPOSE_A = 3,
  OF_TRANSPOSE_B = 4,
  OF_EPILOGUE = 7,
  OF_BIAS = 8,
  OF_BATCH_COUNT = 5,
  OF_BATCH_STRIDE = 6,
  OF_MOST_WORKSPACE = 1,
  OF_ALIGNMENT_A = 5, /* of b, c and d: the next ones */
  EPILOGUE_BIAS = 4,
  TRANSPOSED = 1
};

/* The library's struct of a way, and what it is estimated to need. */
typedef struct
{
  guint64 way[8];
  gsize workspace_bytes;
  int status;
  float waves;
  int reserved[4];
} Found;

typedef struct _Description *Description;
typedef struct _Layout *Layout;
typedef struct _Preference *Preference;

struct _FlCublas
{
#define ENTRIES                                                                                                        \
  ENTRY (int, cublasLtCreate, (gpointer * handle))                                                                     \
  ENTRY (gsize, cublasLtGetVersion, (void) )                                                                           \
  ENTRY (const char *, cublasLtGetStatusName, (int status))                                                            \
  ENTRY (int, cublasLtMatmulDescCreate, (Description * description, int compute, int scale))                           \
  ENTRY (int, cublasLtMatmulDescDestroy, (Description description))                                                    \
  ENTRY (int, cublasLtMatmulDescSetAttribute, (Description description, int of, const void *value, gsize bytes))       \
  ENTRY (int, cublasLtMatrixLayoutCreate, (Layout * layout, int type, guint64 rows, guint64 columns, gint64 stride))   \
  ENTRY (int, cublasLtMatrixLayoutDestroy, (Layout layout))                                                            \
  ENTRY (int, cublasLtMatrixLayoutSetAttribute, (Layout layout, int of, const void *value, gsize bytes))               \
  ENTRY (int, cublasLtMatmulPreferenceCreate, (Preference * preference))                                               \
  ENTRY (int, cublasLtMatmulPreferenceDestroy, (Preference preference))                                                \
  ENTRY (int, cublasLtMatmulPreferenceSetAttribute, (Preference preference, int of, const void *value, gsize bytes))   \
  ENTRY (int, cublasLtMatmulAlgoGetHeuristic,                                                                          \
         (gpointer handle, Description description, Layout a, Layout b, Layout c, Layout d, Preference preference,     \
          int asked, Found *found, int *n_found))                                                                      \
  ENTRY (int, cublasLtMatmul,                                                                                          \
         (gpointer handle, Description description, const void *alpha, FlCudaAddress a, Layout of_a, FlCudaAddress b,  \
          Layout of_b, const void *beta, FlCudaAddress c, Layout of_c, FlCudaAddress d, Layout of_d, const void *way,  \
          FlCudaAddress workspace, gsize workspace_bytes, FlCudaStream stream))
#define ENTRY(result, function, arguments) result (*function) arguments;
  ENTRIES
#undef ENTRY
  gpointer handle;
  char *name;
  FlCudaAddress workspace;
};

struct _FlCublasProduct
{
  FlCublas *cublas;
  FlCublasCall call;
  Description description;
  Layout layouts[4]; /* a, b, c, d */
  Found found;
  float alpha, beta;
};

/* --- opening --------------------------------------------------------------------------------------------------------
 */

static const char *
open_entries (gpointer library, FlCublas *self)
{
  const char *missing = NULL;
#define ENTRY(result, function, arguments)                                                                             \
  *(gpointer *) &self->function = dlsym (library, #function);                                                          \
  if (self->function == NULL)                                                                                          \
    missing = #function;
  ENTRIES
#undef ENTRY
  return missing;
}

FlCublas *
fl_cublas_open (const FlCudaDriver *driver, char **why)
{
  static const char *const names[] = { "libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so", NULL };
  gpointer library = fl_cuda_find_library (names);
  if (library == NULL)
    {
      g_autofree char *places = fl_cuda_dup_places ();
      *why = g_strdup_printf ("libcublasLt.so.13 and .12 are not in %s", places);
      return NULL;
    }
  FlCublas *self = g_new0 (FlCublas, 1);
  const char *missing = open_entries (library, self);
  if (missing != NULL)
    *why = g_strdup_printf ("libcublasLt.so has no %s", missing);
  else if (self->cublasLtCreate (&self->handle) != 0)
    *why = g_strdup ("cublasLtCreate failed");
  else if (driver->cuMemAlloc (&self->workspace, WORKSPACE_BYTES) != FL_CUDA_SUCCESS)
    *why = g_strdup ("the GPU has no 32 MiB for the work space of cuBLASLt");
  if (*why != NULL)
    {
      g_free (self);
      return NULL;
    }
  gsize version = self->cublasLtGetVersion (); /* 130100; before CUDA 13: 120805 */
  self->name = g_strdup_printf ("cuBLASLt %" G_GSIZE_FORMAT ".%" G_GSIZE_FORMAT, version / 10000, version / 100 % 100);
  return self;
}

const char *
fl_cublas_get_name (const FlCublas *cublas)
{
  return cublas->name;
}

/* --- a product ------------------------------------------------------------------------------------------------------
 */

static int
make_layout (FlCublas *cublas, const FlCublasMatrix *matrix, int type, gint64 n_batches, Layout *layout)
{
  gint32 n = (gint32) n_batches;
  int status = cublas->cublasLtMatrixLayoutCreate (layout, type, matrix->rows, matrix->columns, matrix->stride);
  if (status == 0)
    status = cublas->cublasLtMatrixLayoutSetAttribute (*layout, OF_BATCH_COUNT, &n, sizeof n);
  if (status == 0)
    status = cublas->cublasLtMatrixLayoutSetAttribute (*layout, OF_BATCH_STRIDE, &matrix->batch_stride,
                                                       sizeof matrix->batch_stride);
  return status;
}

static int
describe (FlCublasProduct *self, int compute, int scale)
{
  const FlCublasCall *call = &self->call;
  const gint32 transposed = TRANSPOSED, epilogue = EPILOGUE_BIAS;
  FlCublas *cublas = self->cublas;
  int status = cublas->cublasLtMatmulDescCreate (&self->description, compute, scale);
  if (status == 0 && call->a.is_transposed)
    status = cublas->cublasLtMatmulDescSetAttribute (self->description, OF_TRANSPOSE_A, &transposed, sizeof transposed);
  if (status == 0 && call->b.is_transposed)
    status = cublas->cublasLtMatmulDescSetAttribute (self->description, OF_TRANSPOSE_B, &transposed, sizeof transposed);
  if (status == 0 && call->bias != 0)
    status = cublas->cublasLtMatmulDescSetAttribute (self->description, OF_EPILOGUE, &epilogue, sizeof epilogue);
  if (status == 0 && call->bias != 0)
    status = cublas->cublasLtMatmulDescSetAttribute (self->description, OF_BIAS, &call->bias, sizeof call->bias);
  return status;
}

/* Addresses are multiples of no more than they are. */
static int
find_way (FlCublasProduct *self)
{
  const FlCudaAddress addresses[]
      = { self->call.a.address, self->call.b.address, self->call.c.address, self->call.d.address };
  FlCublas *cublas = self->cublas;
  Preference preference = NULL;
  const gsize most = WORKSPACE_BYTES;
  int n = 0, status = cublas->cublasLtMatmulPreferenceCreate (&preference);
  if (status == 0)
    status = cublas->cublasLtMatmulPreferenceSetAttribute (preference, OF_MOST_WORKSPACE, &most, sizeof most);
  for (guint i = 0; i < G_N_ELEMENTS (addresses) && status == 0; i++)
    {
      guint32 alignment = 256;
      while (addresses[i] % alignment != 0)
        alignment /= 2;
      status = cublas->cublasLtMatmulPreferenceSetAttribute (preference, OF_ALIGNMENT_A + (int) i, &alignment,
                                                             sizeof alignment);
    }
  if (status == 0)
    status
        = cublas->cublasLtMatmulAlgoGetHeuristic (cublas->handle, self->description, self->layouts[0], self->layouts[1],
                                                  self->layouts[2], self->layouts[3], preference, 1, &self->found, &n);
  if (preference != NULL)
    cublas->cublasLtMatmulPreferenceDestroy (preference);
  return status != 0 ? status : n > 0 ? self->found.status : 15; /* NOT_SUPPORTED */
}

FlCublasProduct *
fl_cublas_product_new (FlCublas *cublas, const FlCublasCall *call, char **why)
{
  static const int types[] = { [FL_CUBLAS_F64] = 1, [FL_CUBLAS_F32] = 0, [FL_CUBLAS_F16] = 2, [FL_CUBLAS_BF16] = 14 };
  const gboolean is_double = call->type == FL_CUBLAS_F64;
  FlCublasProduct *self = g_new0 (FlCublasProduct, 1);
  self->cublas = cublas;
  self->call = *call;
  self->alpha = (float) call->alpha;
  self->beta = (float) call->beta;
  const FlCublasMatrix *matrices[] = { &self->call.a, &self->call.b, &self->call.c, &self->call.d };
  int status = describe (self, is_double ? 70 : 68, is_double ? 1 : 0); /* computed in, and scaled by, f64 or f32 */
  for (guint i = 0; i < G_N_ELEMENTS (matrices) && status == 0; i++)
    status = make_layout (cublas, matrices[i], types[call->type], call->n_batches, &self->layouts[i]);
  if (status == 0)
    status = find_way (self);
  if (status == 0)
    return self;
  *why = g_strdup_printf ("cuBLASLt has no way for it (%s)", cublas->cublasLtGetStatusName (status));
  fl_cublas_product_free (self);
  return NULL;
}

void
fl_cublas_product_free (FlCublasProduct *product)
{
  if (product == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (product->layouts); i++)
    if (product->layouts[i] != NULL)
      product->cublas->cublasLtMatrixLayoutDestroy (product->layouts[i]);
  if (product->description != NULL)
    product->cublas->cublasLtMatmulDescDestroy (product->description);
  g_free (product);
}

gboolean
fl_cublas_product_run (FlCublasProduct *product, FlCudaStream stream, const char *doing, GError **error)
{
  const FlCublasCall *call = &product->call;
  FlCublas *cublas = product->cublas;
  const gboolean is_double = call->type == FL_CUBLAS_F64;
  const void *alpha = is_double ? (const void *) &call->alpha : &product->alpha,
             *beta = is_double ? (const void *) &call->beta : &product->beta;
  int status = cublas->cublasLtMatmul (cublas->handle, product->description, alpha, call->a.address,
                                       product->layouts[0], call->b.address, product->layouts[1], beta, call->c.address,
                                       product->layouts[2], call->d.address, product->layouts[3], &product->found.way,
                                       cublas->workspace, WORKSPACE_BYTES, stream);
  if (status == 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s: cublasLtMatmul returned %s", doing,
               cublas->cublasLtGetStatusName (status));
  return FALSE;
}
