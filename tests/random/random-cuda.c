/* CUDA kernels as functions for the CPU. */
#include "random-cuda.h"

#include <string.h>

#include "random-fill.h"

enum
{
  MOST_THREADS = 1 << 18 /* of one kernel */
};

static const char *
rename_size (const FlSym *symbol, gpointer data)
{
  static char name[32];
  const FlKernel *kernel = data;

  for (guint i = 0; i < kernel->n_sizes; i++)
    if (kernel->size_symbols[i] == symbol)
      {
        g_snprintf (name, sizeof name, "sizes[%u]", i);
        return name;
      }
  return NULL;
}

const char *
rnd_cuda_get_head (void)
{
  static char *head;

  if (head == NULL)
    {
      const char *folder = g_getenv ("FUSELOOM_SOURCE_DIR");
      g_autofree char *path
          = g_build_filename (folder != NULL ? folder : ".", "tests", "cuda", "fl-cuda-emulate.h", NULL),
          *text = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) whole = NULL;

      if (!g_file_get_contents (path, &text, NULL, &error))
        g_error ("%s; name the source folder in FUSELOOM_SOURCE_DIR", error->message);
      whole = g_string_new (text);
      g_string_replace (whole, "#pragma once", "", 1);
      head = g_string_free (g_steal_pointer (&whole), FALSE);
    }
  return head;
}

char *
rnd_cuda_dup_phase (const char *kernel)
{
  return g_strconcat (kernel, "_grid", NULL);
}

/* "emulate_or_stop (2, 256, 7u, [=] { triton_poi_fused_add_0 ((float *) buffers[0], sizes[0]); }, 1);" */
static void
append_start (GString *out, const FlKernel *kernel, const FlKernelPhase *phase)
{
  g_string_append (out, "  emulate_or_stop (");
  fl_sym_append_c (out, phase->extent, rename_size, (gpointer) kernel);
  g_string_append_printf (out, ", %" G_GINT64_FORMAT ", %uu, [=] { %s (", phase->step, (guint) strlen (kernel->source),
                          phase->name);
  for (guint i = 0; i < kernel->n_args; i++)
    g_string_append_printf (out, "%s(%s *) buffers[%u]", i > 0 ? ", " : "",
                            fl_dtype_get_c_type (kernel->args[i].buffer->layout.dtype), i);
  for (guint i = 0; i < kernel->n_sizes; i++)
    g_string_append_printf (out, "%ssizes[%u]", i > 0 || kernel->n_args > 0 ? ", " : "", i);
  g_string_append_printf (out, "); }, %u);\n", phase->cluster);
}

/* Blocks and threads go in an order that the kernel's text chooses: always the same for the same kernel. */
char *
rnd_cuda_dup_source (const FlKernel *kernel, const char *source)
{
  GString *out = g_string_new (source);
  g_autofree char *phase = rnd_cuda_dup_phase (kernel->name);

  g_string_append_printf (out,
                          "\nextern \"C\" void\n%s (void *const *buffers, const int64_t *sizes, int64_t begin, "
                          "int64_t end)\n{\n",
                          phase);
  for (guint k = 0; k < kernel->n_phases; k++)
    append_start (out, kernel, &kernel->phases[k]);
  g_string_append (out, "}\n");
  return g_string_free (out, FALSE);
}

static gboolean
look_up (const FlSym *symbol, gpointer sizes, gint64 *value)
{
  *value = rnd_fill_look_up (symbol, sizes);
  return TRUE;
}

/* Unbacked sizes have hints of thousands, by which reductions are split over as many blocks. */
static gboolean
is_large (const FlKernel *kernel, const GPtrArray *points)
{
  for (guint i = 0; i < points->len; i++)
    {
      gint64 n_blocks = 0;

      for (guint k = 0; k < kernel->n_phases; k++)
        if (!fl_sym_evaluate (kernel->phases[k].extent, look_up, points->pdata[i], &n_blocks)
            || n_blocks * kernel->phases[k].step > MOST_THREADS)
          return TRUE;
    }
  return FALSE;
}

const char *
rnd_cuda_find_why_not (const FlProgram *program, const GPtrArray *points)
{
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source != NULL && is_large (&program->kernels[i], points))
      return "a grid of more threads than the emulation runs";
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].why_no_source != NULL)
      return program->kernels[i].why_no_source;
  return NULL;
}
