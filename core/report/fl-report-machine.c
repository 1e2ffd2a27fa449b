/* What the CUDA kernels of a run become: PTX, SASS, and a table of what each one takes of a multiprocessor. */
#include "fl-error.h"
#include "fl-occupancy.h"
#include "fl-report-private.h"
#include "fl-report.h"

/* words: "REGISTERS", "SHARED" and "STACK" of one function. */
static void
add_row (FlTable *table, const FlKernelPhase *phase, guint capability, const char *const *words)
{
  const FlOccupancyBlock block = { .n_threads = phase->step,
                                   .n_registers = g_ascii_strtoll (words[0], NULL, 10),
                                   .n_shared_bytes = g_ascii_strtoll (words[1], NULL, 10) };
  FlOccupancy held;

  fl_table_add (table, phase->name);
  fl_table_take (table, g_strdup_printf ("%" G_GINT64_FORMAT, phase->step));
  for (guint i = 0; i < 3; i++)
    fl_table_add (table, words[i]);
  if (!fl_occupancy_find (capability, &block, &held))
    {
      for (guint i = 0; i < 3; i++)
        fl_table_add (table, "not known");
      return;
    }
  fl_table_take (table, g_strdup_printf ("%" G_GINT64_FORMAT, held.n_blocks));
  fl_table_take (table, g_strdup_printf ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, held.n_warps, held.most_warps));
  fl_table_add (table, held.n_warps < held.most_warps ? held.limit : "nothing: all warps");
}

/* In the program's order, or of one kernel alone; lines: "NAME REGISTERS SHARED STACK" each. */
static void
add_rows (FlTable *table, const FlProgram *program, const FlKernel *only, guint capability, const char *lines)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_strfreev);
  g_auto (GStrv) list = g_strsplit (lines, "\n", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      GStrv words = g_strsplit (list[i], " ", -1);

      if (g_strv_length (words) == 4)
        g_hash_table_insert (by_name, words[0], words);
      else
        g_strfreev (words);
    }
  for (guint i = 0; i < program->n_kernels; i++)
    for (guint k = 0; (only == NULL || only == &program->kernels[i]) && k < program->kernels[i].n_phases; k++)
      {
        const FlKernelPhase *phase = &program->kernels[i].phases[k];
        const char *const *words = g_hash_table_lookup (by_name, phase->name);

        if (words != NULL)
          add_row (table, phase, capability, words + 1);
      }
}

static void
append_resources (GString *out, const FlProgram *program, const FlKernel *only, guint capability, const char *lines)
{
  static const char *const titles[]
      = { "function", "threads", "registers", "shared bytes", "stack bytes", "blocks together", "warps", "limited by" };
  FlTable table;

  fl_table_init (&table, titles, G_N_ELEMENTS (titles), 0x3e);
  add_rows (&table, program, only, capability, lines);
  g_string_append_printf (out,
                          "sm_%u: registers and stack of a thread, threads and shared memory of a block, blocks and "
                          "warps that a multiprocessor holds\n",
                          capability);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
}

static void
append_parts (GString *out, const FlKernel *kernel, FlMachineCode kind, const char *text)
{
  for (guint i = 0; i < kernel->n_phases; i++)
    {
      g_autofree char *part = fl_machine_code_dup_part (kind, text, kernel->phases[i].name);

      g_string_append (out, part);
    }
}

gboolean
fl_report_append_machine_code (GString *out, const FlRun *run, FlMachineCode kind, const char *worker_path,
                               const FlKernel *only, GError **error)
{
  const guint capability = (guint) run->options.cuda_capability;
  g_autofree char *text = NULL;

  if (!run->program || run->program->target != FL_TARGET_CUDA)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "a GPU's machine code is of kernels for a GPU and this graph is planned for the CPU: use --target "
                   "cuda");
      return FALSE;
    }
  text = fl_machine_code_make (worker_path, kind, capability, run->program->source, error);
  if (text == NULL)
    return FALSE;
  if (kind == FL_MACHINE_RESOURCES)
    append_resources (out, run->program, only, capability, text);
  else if (only != NULL)
    append_parts (out, only, kind, text);
  else
    g_string_append (out, text);
  return TRUE;
}
