/* All kernels of the cases as one program for a GPU: nvcc compiles it, it starts each kernel on the
 * arguments of the case and compares what it leaves with what the interpreter left. */
#pragma once

#include "fl-cuda-fixture.h"

static inline void
cuda_append_words (GString *out, const char *type, const char *name, const guint8 *bytes, gsize n_bytes)
{
  g_string_append_printf (out, "static const %s %s[] = {", type, name);
  for (gsize i = 0; i < n_bytes || i < 1; i++)
    g_string_append_printf (out, "%s%u,", i % 32 ? "" : "\n  ", i < n_bytes ? bytes[i] : 0);
  g_string_append (out, "\n};\n");
}

/* "check_0 (…)": its arguments before and after. */
static inline void
cuda_append_check (GString *out, const CudaKernel *kernel, guint number)
{
  g_autofree char *call = cuda_dup_call (kernel);

  for (guint i = 0; i < kernel->arguments.n; i++)
    {
      const gsize bytes = (gsize) kernel->arguments.counts[i] * fl_dtype_get_size_bytes (kernel->arguments.dtypes[i]);
      g_autofree char *before = g_strdup_printf ("before_%u_%u", number, i),
                      *after = g_strdup_printf ("after_%u_%u", number, i);
      g_autofree double *numbers = g_new (double, kernel->arguments.counts[i] + 1);

      cuda_append_words (out, "unsigned char", before, kernel->arguments.bytes[i], bytes);
      g_string_append_printf (out, "static const double %s[] = {", after);
      for (gint64 k = 0; k < MAX (kernel->arguments.counts[i], 1); k++)
        {
          const FlLoopNumber number_at = kernel->arguments.numbers[i].elements[k];
          const double value
              = fl_dtype_is_float (kernel->arguments.dtypes[i]) ? number_at.number : (double) number_at.integer;

          if (isnan (value) || isinf (value))
            g_string_append (out, isnan (value) ? "NAN," : value < 0 ? "-INFINITY," : "INFINITY,");
          else
            g_string_append_printf (out, "%s%.17g,", k % 8 ? "" : "\n  ", value);
        }
      g_string_append (out, "\n};\n");
    }
  g_string_append_printf (out, "static int\ncheck_%u (void)\n{\n  void *buffers[%u];\n  const int64_t sizes[] = { ",
                          number, MAX (kernel->arguments.n, 1));
  for (guint i = 0; i < kernel->kernel->n_sizes; i++)
    g_string_append_printf (out, "%" G_GINT64_FORMAT ", ", kernel->sizes[i]);
  g_string_append (out, "0 };\n  int n_wrong = 0;\n");
  for (guint i = 0; i < kernel->arguments.n; i++)
    g_string_append_printf (out, "  buffers[%u] = upload (before_%u_%u, sizeof before_%u_%u);\n", i, number, i, number,
                            i);
  for (guint i = 0; i < kernel->kernel->n_phases; i++)
    {
      g_autofree char *phase = cuda_dup_phase (kernel, i);

      g_string_append_printf (out, "  %s<<<%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ">>> (%s);\n", phase,
                              kernel->n_blocks[i], kernel->kernel->phases[i].step, call);
    }
  for (guint i = 0; i < kernel->arguments.n; i++)
    g_string_append_printf (out,
                            "  n_wrong += compare<%s> (buffers[%u], after_%u_%u, %" G_GINT64_FORMAT
                            ", \"%s\", \"%s\", %u);\n",
                            fl_dtype_get_c_type (kernel->arguments.dtypes[i]), i, number, i,
                            kernel->arguments.counts[i], fl_dtype_get_short_name (kernel->arguments.dtypes[i]),
                            kernel->name, i);
  g_string_append (out, "  (void) sizes;\n  return n_wrong;\n}\n");
}

static const char cuda_write_head[]
    = "\n#include <cuda_runtime.h>\n#include <stdio.h>\n#include <string.h>\n#include <vector>\n\n"
      "static void *\nupload (const void *bytes, size_t n)\n{\n  void *place;\n  cudaMalloc "
      "(&place, n);\n  cudaMemcpy (place, bytes, n, cudaMemcpyHostToDevice);\n  return "
      "place;\n}\n\n"
      "static double\nread_bf16 (unsigned short x)\n{\n  unsigned bits = (unsigned) x << 16;\n  "
      "float f;\n  memcpy (&f, &bits, 4);\n  return f;\n}\n\n"
      "static double\nread_f16 (unsigned short x)\n{\n  const int e = x >> 10 & 31;\n  const "
      "double rest = x & 1023,\n"
      "               y = e == 31 ? (rest ? NAN : INFINITY) : e ? ldexp (1024 + rest, e - 25) : "
      "ldexp (rest, -24);\n  return x & 0x8000 ? -y : y;\n}\n\n"
      "template <typename T> static int\ncompare (const void *place, const double *expected, long "
      "n, const char *type, const char *kernel, int argument)\n{\n"
      "  std::vector<T> got (n + 1);\n  int n_wrong = 0;\n  const cudaError_t status = "
      "cudaDeviceSynchronize ();\n\n"
      "  if (status != cudaSuccess)\n    {\n      printf (\"%s: %s\\n\", kernel, "
      "cudaGetErrorString (status));\n      return 1;\n    }\n"
      "  cudaMemcpy (got.data (), place, n * sizeof (T), cudaMemcpyDeviceToHost);\n  for (long i = "
      "0; i < n; i++)\n    {\n"
      "      const bool is_float = type[0] == 'f' || type[0] == 'b' && type[1] == 'f';\n"
      "      const double x = !strcmp (type, \"bf16\") ? read_bf16 ((unsigned short) got[i]) : "
      "!strcmp (type, \"f16\") ? read_f16 ((unsigned short) got[i]) : (double) got[i];\n"
      "      const double tolerance = !is_float ? 0 : !strcmp (type, \"f64\") ? 1e-10 : !strcmp "
      "(type, \"f32\") ? 2e-5 : 2e-2;\n"
      "      const bool is_right = isnan (expected[i]) ? isnan (x) : isinf (expected[i]) ? x == "
      "expected[i] : fabs (x - expected[i]) <= tolerance * (1 + fabs (expected[i]));\n\n"
      "      if (!is_right && n_wrong++ < 3)\n        printf (\"%s, argument %d, element %ld: "
      "%.9g, expected %.9g\\n\", kernel, argument, i, x, expected[i]);\n    }\n"
      "  return n_wrong;\n}\n\n";

/* Returns the exit status. */
static inline int
cuda_write (const GArray *kernels, const char *source, const char *path)
{
  g_autoptr (GString) out = g_string_new (source);
  g_autoptr (GError) error = NULL;

  g_string_append (out, cuda_write_head);
  for (guint i = 0; i < kernels->len; i++)
    cuda_append_check (out, &g_array_index (kernels, CudaKernel, i), i);
  g_string_append (out, "int\nmain (void)\n{\n  int n_wrong = 0, n = 0;\n");
  for (guint i = 0; i < kernels->len; i++)
    g_string_append_printf (out, "  n_wrong += check_%u () > 0, n++;\n", i);
  g_string_append (out, "  printf (\"%d kernels, %d wrong\\n\", n, n_wrong);\n  return n_wrong > 0;\n}\n");
  if (g_file_set_contents (path, out->str, out->len, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}
