/* What passes over loop programs decided, and why. */
#include "fl-loop-passes.h"

#include <stdarg.h>

void
fl_loop_note (FlLoopContext *context, const FlLoopProgram *program, FlVerdict verdict, const char *subject,
              const char *reason, const char *format, ...)
{
  FlLoopNote note = { .pass = context->pass, .verdict = verdict, .subject = subject, .reason = reason };
  va_list args;

  if (!context->notes)
    return;
  if (format)
    {
      g_autofree char *facts = NULL;

      va_start (args, format);
      facts = g_strdup_vprintf (format, args);
      va_end (args);
      note.facts = fl_arena_strdup (fl_loop_kernel_get_arena (program->kernel), facts);
    }
  g_array_append_val (context->notes, note);
}
