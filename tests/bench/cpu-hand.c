/* Kernels written by hand, in the place of generated ones: what the machine allows where a target is missed.
 *
 * In: hand/CASE-SIZE.c, with a function `static void hand (void *const *buffers, int64_t begin, int64_t end)`, which
 * computes parts begin to end of all, with the generated kernel's arguments in their order, and a first line that says
 * how many elements a part has:
 *
 *     // part: 1024 elements. One sentence on how it goes about it.
 *
 * N_ELEMENTS and N_PARTS are defined for it, and the helpers of generated kernels are there. Out: the same program with
 * that kernel, compiled, checked and timed as the generated one is. */
#include "cpu-bench.h"

#include <string.h>

#include "fl-c-preamble.h"

/* "part: 1024 elements" of the first line; 0: it does not say. */
static gint64
read_part (const char *text)
{
  const char *end = strchr (text, '\n'), *found = strstr (text, "part: ");

  return found != NULL && end != NULL && found < end ? g_ascii_strtoll (found + strlen ("part: "), NULL, 10) : 0;
}

/* The only kernel of a program that consists of one function with loops to share; else NULL. */
static const FlKernel *
find_kernel (const FlProgram *program)
{
  const FlKernel *found = NULL;

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source != NULL || program->kernels[i].kind == FL_KERNEL_EXTERN)
      {
        if (found != NULL)
          return NULL;
        found = &program->kernels[i];
      }
  return found != NULL && found->source != NULL && found->n_phases == 1 && found->phases[0].extent != NULL ? found
                                                                                                           : NULL;
}

static char *
join_source (const FlProgram *program, const char *kernel)
{
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  fl_c_preamble_note (&used, kernel);
  fl_c_preamble_append (out, used, program->head);
  g_string_append_printf (out, "\n%s", kernel);
  return g_string_free (out, FALSE);
}

FlProgram *
bench_hand_new (const char *folder, const char *name, const char *size_name, const FlProgram *program,
                gint64 n_elements, char **error)
{
  g_autofree char *file = g_strconcat (name, "-", size_name, ".c", NULL), *path = g_build_filename (folder, file, NULL),
                  *text = NULL;
  const FlKernel *kernel = find_kernel (program);
  gint64 part;
  FlProgram *hand;
  FlKernel *kernels;
  FlKernelPhase *phase;
  char *source;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  part = read_part (text);
  if (kernel == NULL || part <= 0 || n_elements % part != 0)
    {
      *error = g_strdup_printf (
          "%s: %s", path,
          kernel == NULL
              ? "the generated program is not one kernel with parts to share; a kernel by hand has no place in it"
          : part <= 0 ? "its first line has to say how large a part is: \"// part: 1024 elements\""
                      : "the case's elements are no multiple of its part");
      return NULL;
    }
  source = g_strdup_printf (
      "#define N_ELEMENTS %" G_GINT64_FORMAT "\n#define N_PARTS %" G_GINT64_FORMAT
      "\n%s\nvoid\n%s (void *const *buffers, "
      "const int64_t *sizes, int64_t begin, int64_t end)\n{\n  (void) sizes;\n  hand (buffers, begin, end);\n}\n",
      n_elements, n_elements / part, text, kernel->name);
  hand = g_memdup2 (program, sizeof *program);
  hand->kernels = kernels = g_memdup2 (program->kernels, program->n_kernels * sizeof *kernels);
  phase = g_memdup2 (kernel->phases, sizeof *phase);
  phase->extent = fl_sym_int (fl_sym_get_table (phase->extent), n_elements / part);
  phase->step = 1;
  kernels[kernel - program->kernels].source = source;
  kernels[kernel - program->kernels].phases = phase;
  kernels[kernel - program->kernels].n_spans = 0;
  hand->source = join_source (program, source);
  return hand;
}

void
bench_hand_free (FlProgram *hand)
{
  const FlKernel *kernel = hand != NULL ? find_kernel (hand) : NULL;

  if (hand == NULL)
    return;
  g_free ((gpointer) kernel->source);
  g_free ((gpointer) kernel->phases);
  g_free ((gpointer) hand->source);
  g_free ((gpointer) hand->kernels);
  g_free (hand);
}
