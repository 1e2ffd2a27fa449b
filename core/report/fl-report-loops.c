/* Loop programs of kernels, as outlines with what the passes decided. */
#include "fl-kernel-loops.h"
#include "fl-loop-passes.h"
#include "fl-report.h"

/* Every pass switched off behind the one that --after names. */
static gboolean
find_off (const char *after, guint64 *off)
{
  *off = 0;
  if (!after)
    return TRUE;
  if (g_str_equal (after, "build"))
    *off = G_MAXUINT64;
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (after, fl_loop_passes_get (i)->name))
      *off = G_MAXUINT64 << (i + 1);
  return *off != 0;
}

static void
append_notes (GString *text, const GArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const FlLoopNote *note = &g_array_index (notes, FlLoopNote, i);

      g_string_append_printf (text, "  %s %s: %s%s", note->pass, note->subject, note->verdict == FL_VERDICT_ACCEPT ? "" : "not ", note->reason);
      if (note->facts)
        g_string_append_printf (text, ": %s", note->facts);
      g_string_append_c (text, '\n');
    }
}

static gboolean
append_kernel (GString *text, const FlRun *run, guint kernel, guint64 off, GError **error)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  const FlLoopMachine machine = fl_kernel_get_machine (&run->options);
  FlLoopContext context = { .machine = &machine, .notes = notes };
  g_autoptr (GError) unsupported = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, kernel, &unsupported);

  if (!program)
    {
      g_string_append_printf (text, "%s%s\n", text->len ? "\n" : "", unsupported->message);
      return TRUE;
    }
  program = fl_loop_passes_run (&context, program, off, error);
  if (!program)
    return FALSE;
  g_string_append_printf (text, "%s%s, after %s:\n", text->len ? "\n" : "", run->program->kernels[kernel].name, program->pass);
  append_notes (text, notes);
  fl_loop_program_append (text, program, run->decomposed);
  return TRUE;
}

static gboolean
has_loops (const FlRun *run, guint kernel)
{
  const FlKernelKind kind = run->program->kernels[kernel].kind;

  return kind != FL_KERNEL_EXTERN && kind != FL_KERNEL_NOP;
}

/* By its own name, or by that of the scheduler node that it does. */
static gboolean
is_called (const FlKernel *kernel, const char *name)
{
  return g_strcmp0 (kernel->name, name) == 0 || g_strcmp0 (kernel->node->name, name) == 0;
}

gboolean
fl_report_append_loops (GString *text, const FlRun *run, const char *kernel, const char *after, GError **error)
{
  guint64 off;
  guint n = 0;

  if (!find_off (after, &off))
    {
      g_autoptr (GString) names = g_string_new ("build");

      for (guint i = 0; i < fl_loop_passes_get_n (); i++)
        g_string_append_printf (names, ", %s", fl_loop_passes_get (i)->name);
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no pass \"%s\" over loop programs; there are %s", after, names->str);
      return FALSE;
    }
  for (guint i = 0; i < run->program->n_kernels; i++)
    if (kernel ? is_called (&run->program->kernels[i], kernel) : has_loops (run, i))
      {
        if (!append_kernel (text, run, i, off | run->options.loops_off, error))
          return FALSE;
        n++;
      }
  if (!kernel || n > 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "no kernel is called \"%s\" here; `fuseloom-cli dump GRAPH --stage codegen` shows them", kernel);
  return FALSE;
}
