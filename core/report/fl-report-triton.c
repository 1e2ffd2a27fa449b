/* A run's kernels for a GPU as a Python module of Triton kernels. */
#include "fl-error.h"
#include "fl-report.h"
#include "fl-triton.h"

gboolean
fl_report_append_triton (GString *out, const FlRun *run, GPtrArray *why_not, GError **error)
{
  g_autoptr (FlArena) arena = NULL;
  g_autofree char *text = NULL;
  FlPass pass = { .options = &run->options, .stop_stage = FL_N_STAGES, .stop_step = G_MAXUINT32 };

  if (!run->program || run->program->target != FL_TARGET_CUDA)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "Triton kernels are for a GPU and this graph is planned for the CPU: use --target cuda");
      return FALSE;
    }
  pass.arena = arena = fl_arena_open ();
  text = fl_triton_dup_module (&pass, run->program, why_not);
  g_string_append (out, text);
  return TRUE;
}
