/* cuBLASLt's entry points, and one product: its descriptors and the fastest of the ways that the library's own estimate
 * lists first. Equal products share what was found. */
#include "fl-cublaslt.h"

#include "fl-cuda-trials.h"

#include <dlfcn.h>

enum
{
  WORKSPACE_BYTES = 32 << 20,
  MAX_WAYS = 6, /* timed */
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
  const FlCudaDriver *driver;
  FlCudaStream stream;
  GHashTable *choices; /* char * -> the fastest way's place in the library's list, of products that were timed */
};

struct _FlCublasProduct
{
  FlCublas *cublas;
  FlCublasCall call;
  Description description;
  Layout layouts[4]; /* a, b, c, d */
  Found ways[MAX_WAYS];
  int n_ways;
  guint best;
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
fl_cublas_open (const FlCudaDriver *driver, FlCudaStream stream, char **why)
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
  self->driver = driver;
  self->stream = stream;
  self->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
list_ways (FlCublasProduct *self)
{
  const FlCudaAddress addresses[]
      = { self->call.a.address, self->call.b.address, self->call.c.address, self->call.d.address };
  FlCublas *cublas = self->cublas;
  Preference preference = NULL;
  const gsize most = WORKSPACE_BYTES;
  int status = cublas->cublasLtMatmulPreferenceCreate (&preference);
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
    status = cublas->cublasLtMatmulAlgoGetHeuristic (cublas->handle, self->description, self->layouts[0],
                                                     self->layouts[1], self->layouts[2], self->layouts[3], preference,
                                                     MAX_WAYS, self->ways, &self->n_ways);
  if (preference != NULL)
    cublas->cublasLtMatmulPreferenceDestroy (preference);
  return status != 0 ? status : self->n_ways > 0 ? self->ways[0].status : 15; /* NOT_SUPPORTED */
}

static int
run_way (const FlCublasProduct *self, guint way)
{
  const FlCublasCall *call = &self->call;
  FlCublas *cublas = self->cublas;
  const gboolean is_double = call->type == FL_CUBLAS_F64;
  const void *alpha = is_double ? (const void *) &call->alpha : &self->alpha,
             *beta = is_double ? (const void *) &call->beta : &self->beta;
  return cublas->cublasLtMatmul (cublas->handle, self->description, alpha, call->a.address, self->layouts[0],
                                 call->b.address, self->layouts[1], beta, call->c.address, self->layouts[2],
                                 call->d.address, self->layouts[3], &self->ways[way].way, cublas->workspace,
                                 WORKSPACE_BYTES, cublas->stream);
}

static gboolean
try_way (gpointer data, guint i)
{
  FlCublasProduct *self = data;
  return self->ways[i].status == 0 && run_way (self, i) == 0;
}

static void
print_matrix (GString *out, const FlCublasMatrix *matrix)
{
  g_string_append_printf (out,
                          "%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "%s+%d ",
                          matrix->rows, matrix->columns, matrix->stride, matrix->batch_stride,
                          matrix->is_transposed ? "'" : "", (int) (matrix->address % 256));
}

static void
find_fastest (FlCublasProduct *self)
{
  const FlCublasCall *call = &self->call;
  GHashTable *choices = self->cublas->choices;
  g_autoptr (GString) subject = g_string_new (NULL);
  const FlCublasMatrix *const matrices[] = { &call->a, &call->b, &call->c, &call->d };
  gpointer known;
  for (guint i = 0; i < G_N_ELEMENTS (matrices); i++)
    print_matrix (subject, matrices[i]);
  g_string_append_printf (subject, "type %d, %" G_GINT64_FORMAT " of them, %g, %s", (int) call->type, call->n_batches,
                          call->beta, call->bias != 0 ? "bias" : "plain");
  if (g_hash_table_lookup_extended (choices, subject->str, NULL, &known))
    {
      self->best = MIN (GPOINTER_TO_UINT (known), (guint) self->n_ways - 1);
      return;
    }
  const guint best = fl_cuda_trials_run (self->cublas->driver, self->cublas->stream, try_way, self, self->n_ways);
  self->best = best < (guint) self->n_ways ? best : 0;
  g_hash_table_insert (choices, g_strdup (subject->str), GUINT_TO_POINTER (self->best));
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
    status = list_ways (self);
  if (status == 0)
    {
      find_fastest (self);
      return self;
    }
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
fl_cublas_product_run (FlCublasProduct *product, const char *doing, GError **error)
{
  const int status = run_way (product, product->best);
  if (status == 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s: cublasLtMatmul returned %s", doing,
               product->cublas->cublasLtGetStatusName (status));
  return FALSE;
}
