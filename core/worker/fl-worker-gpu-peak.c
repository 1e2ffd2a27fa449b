/* What a GPU's arithmetic reaches, measured in the same run as the kernels: fused multiply-adds of f32 by all of its
 * multiprocessors, and cuBLASLt's products of the types that the programs multiply. They are the flat roofs of a
 * roofline; its slanted one is the copy rate (fl-worker-gpu-measure.c). */
#include "fl-cublaslt.h"
#include "fl-worker-gpu-private.h"

#include <string.h>

enum
{
  N_CHAINS = 8,    /* independent chains of a thread: more than an addition waits for the one before */
  N_UNROLLED = 16, /* of each in a step of the loop */
  N_STEPS = 256,
  N_THREADS = 256,
  N_BLOCKS = 8, /* a multiprocessor: all of its threads */
  WARM_UPS = 2,
  SIDE_A_MULTIPROCESSOR = 32, /* rows of the product that is timed: 4096 for 132 multiprocessors */
  FEWEST_ROWS = 256,
  MOST_ROWS = 4096
};

/* PTX, which the driver compiles for its device: no NVRTC is asked for. What the chains come to is stored where it is
 * a number that they cannot come to, or a compiler would leave them out. */
static char *
dup_ptx (void)
{
  GString *text = g_string_new ("// fl_peak_fma\n.version 6.0\n.target sm_50\n.address_size 64\n"
                                ".visible .entry fl_peak_fma (.param .u64 fl_out, .param .f32 fl_a)\n{\n"
                                "  .reg .pred %p<2>;\n  .reg .f32 %x<8>, %a;\n  .reg .u32 %i<3>;\n  .reg .u64 %o;\n"
                                "  ld.param.u64 %o, [fl_out];\n  ld.param.f32 %a, [fl_a];\n"
                                "  mov.u32 %i0, %tid.x;\n  mov.u32 %i1, 0;\n");

  for (guint c = 0; c < N_CHAINS; c++)
    g_string_append_printf (text, "  add.u32 %%i2, %%i0, %u;\n  cvt.rn.f32.u32 %%x%u, %%i2;\n", c, c);
  g_string_append (text, "fl_loop:\n");
  for (guint u = 0; u < N_UNROLLED; u++)
    for (guint c = 0; c < N_CHAINS; c++)
      g_string_append_printf (text, "  fma.rn.f32 %%x%u, %%x%u, %%a, %%a;\n", c, c);
  g_string_append_printf (text, "  add.u32 %%i1, %%i1, 1;\n  setp.lt.u32 %%p0, %%i1, %u;\n  @%%p0 bra fl_loop;\n",
                          N_STEPS);
  for (guint c = 1; c < N_CHAINS; c++)
    g_string_append_printf (text, "  add.f32 %%x0, %%x0, %%x%u;\n", c);
  g_string_append (text, "  setp.eq.f32 %p1, %x0, 0fC9742400;\n  @!%p1 bra fl_end;\n  st.global.f32 [%o], %x0;\n"
                         "fl_end:\n  ret;\n}\n");
  return g_string_free (text, FALSE);
}

/* --- timing --------------------------------------------------------------------------------------------------------
 */

typedef gboolean (*Start) (FlGpu *gpu, gpointer data, GError **error);

static gboolean
take_sample (FlGpu *gpu, FlCudaEvent *events, Start start, gpointer data, double *ns, GError **error)
{
  const char *doing = "while measuring the GPU's arithmetic";
  float ms = 0;

  if (!FL_CUDA_TRY (gpu->cuda, doing, error, cuEventRecord, events[0], gpu->stream) || !start (gpu, data, error)
      || !FL_CUDA_TRY (gpu->cuda, doing, error, cuEventRecord, events[1], gpu->stream)
      || !fl_gpu_synchronize (gpu, doing, error)
      || !FL_CUDA_TRY (gpu->cuda, doing, error, cuEventElapsedTime, &ms, events[0], events[1]))
    return FALSE;
  *ns = MAX (ms * 1e6, 1);
  return TRUE;
}

static gboolean
take_samples (FlGpu *gpu, guint n, double flops, Start start, gpointer data, cJSON *list, GError **error)
{
  const char *doing = "while measuring the GPU's arithmetic";
  FlCudaEvent events[2] = { NULL, NULL };
  gboolean ok = FL_CUDA_TRY (gpu->cuda, doing, error, cuEventCreate, &events[0], 0)
                && FL_CUDA_TRY (gpu->cuda, doing, error, cuEventCreate, &events[1], 0);

  for (guint i = 0; i < WARM_UPS + n && ok; i++)
    {
      double ns = 0;

      ok = take_sample (gpu, events, start, data, &ns, error);
      if (ok && i >= WARM_UPS)
        cJSON_AddItemToArray (list, cJSON_CreateNumber (flops / ns * 1e9));
    }
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i] != NULL)
      gpu->cuda->cuEventDestroy (events[i]);
  return ok;
}

/* --- fused multiply-adds -------------------------------------------------------------------------------------------
 */

static gboolean
start_fma (FlGpu *gpu, gpointer data, GError **error)
{
  FlCudaAddress out = gpu->flush;
  float a = 0.5f; /* each chain goes towards 1 */
  gpointer arguments[] = { &out, &a };

  return FL_CUDA_TRY (gpu->cuda, "while measuring the GPU's arithmetic", error, cuLaunchKernel, data,
                      (guint) gpu->n_multiprocessors * N_BLOCKS, 1, 1, N_THREADS, 1, 1, 0, gpu->stream, arguments,
                      NULL);
}

/* A driver that does not compile PTX leaves the roof out. */
static gboolean
measure_fma (FlGpu *gpu, guint n, cJSON *list, GError **error)
{
  g_autofree char *ptx = dup_ptx ();
  const double flops = 2.0 * gpu->n_multiprocessors * N_BLOCKS * N_THREADS * N_CHAINS * N_UNROLLED * N_STEPS;
  FlCudaModule module = NULL;
  FlCudaFunction function = NULL;
  gboolean ok;

  if (gpu->cuda->cuModuleLoadData (&module, ptx) != FL_CUDA_SUCCESS)
    return TRUE;
  ok = FL_CUDA_TRY (gpu->cuda, "while measuring the GPU's arithmetic", error, cuModuleGetFunction, &function, module,
                    "fl_peak_fma")
       && take_samples (gpu, n, flops, start_fma, function, list, error);
  gpu->cuda->cuModuleUnload (module);
  return ok;
}

/* --- products ------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  const char *name; /* as messages have it */
  guint bytes;
  guint64 keep, exponent; /* of random bits: numbers from a quarter to a half, of either sign */
} Type;

static const Type types[FL_N_CUBLAS_TYPES] = {
  [FL_CUBLAS_F64] = { "f64", 8, 0x800fffffffffffff, 0x3fd0000000000000 },
  [FL_CUBLAS_F32] = { "f32", 4, 0x807fffff807fffff, 0x3e8000003e800000 },
  [FL_CUBLAS_F16] = { "f16", 2, 0x83ff83ff83ff83ff, 0x3400340034003400 },
  [FL_CUBLAS_BF16] = { "bf16", 2, 0x807f807f807f807f, 0x3e803e803e803e80 },
};

/* Zeros, or one number everywhere, would flip fewer bits and be faster than anybody's matrices. */
static gboolean
fill (FlGpu *gpu, const Type *type, FlCudaAddress memory, gsize bytes, GError **error)
{
  g_autofree guint64 *words = g_new (guint64, bytes / 8);
  guint64 state = 88172645463325252u;

  for (gsize i = 0; i < bytes / 8; i++)
    {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      words[i] = (state & type->keep) | type->exponent;
    }
  return fl_gpu_copy_there (gpu, memory, words, bytes, error)
         && fl_gpu_synchronize (gpu, "while measuring a product", error);
}

static gboolean
start_product (FlGpu *gpu, gpointer data, GError **error)
{
  return fl_cublas_product_run (data, "the product that is measured", error);
}

/* A product that the library has no way for, or no memory, leaves the roof out. */
static gboolean
measure_product (FlGpu *gpu, guint type, guint n, cJSON *object, GError **error)
{
  const gint64 rows
      = CLAMP ((gint64) gpu->n_multiprocessors * SIDE_A_MULTIPROCESSOR / 256 * 256, FEWEST_ROWS, MOST_ROWS);
  const gsize bytes = (gsize) (rows * rows * types[type].bytes);
  FlCublasMatrix matrix = { 0, rows, rows, rows, 0, FALSE };
  FlCublasCall call = { type, 1, 1, 0, matrix, matrix, matrix, matrix, 0 };
  FlCudaAddress memory = 0;
  g_autofree char *why = NULL;
  FlCublasProduct *product;
  gboolean ok;

  if (gpu->cuda->cuMemAlloc (&memory, 3 * bytes) != FL_CUDA_SUCCESS)
    return TRUE;
  call.a.address = memory;
  call.b.address = memory + bytes;
  call.c.address = call.d.address = memory + 2 * bytes;
  ok = fill (gpu, &types[type], memory, 2 * bytes, error); /* before the library times its ways */
  product = ok ? fl_cublas_product_new (gpu->cublas, &call, &why) : NULL;
  if (product != NULL)
    ok = take_samples (gpu, n, 2.0 * rows * rows * rows, start_product, product,
                       cJSON_AddArrayToObject (object, "flops_per_s"), error);
  fl_cublas_product_free (product);
  gpu->cuda->cuMemFree (memory);
  return ok;
}

gboolean
fl_gpu_measure_peaks (FlGpu *gpu, const cJSON *message, guint n, cJSON *answer, GError **error)
{
  cJSON *products = cJSON_AddArrayToObject (answer, "products");
  const cJSON *item;
  gboolean ok = measure_fma (gpu, n, cJSON_AddArrayToObject (answer, "flops_per_s"), error);

  cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive (message, "products"))
    for (guint i = 0; i < FL_N_CUBLAS_TYPES && ok && gpu->cublas != NULL; i++)
      if (cJSON_IsString (item) && strcmp (item->valuestring, types[i].name) == 0)
        {
          cJSON *object = cJSON_CreateObject ();

          cJSON_AddItemToArray (products, object);
          cJSON_AddStringToObject (object, "type", types[i].name);
          ok = measure_product (gpu, i, n, object, error);
        }
  return ok;
}
