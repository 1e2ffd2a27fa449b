/* How the loop interpreter says what was wrong. */
#include "fl-loop-interpret-private.h"

gboolean
fl_loop_runner_fail (FlLoopRunner *runner, int code, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (runner->error && !*runner->error)
    g_set_error (runner->error, FL_ERROR, code, "loop program %s, %s %u: %s", fl_loop_kernel_get_name (runner->kernel),
                 runner->stmt ? fl_stmt_kind_get_name (fl_loop_get_stmt (runner->kernel, runner->stmt)->kind)
                              : "statement",
                 runner->stmt, text);
  return FALSE;
}

gboolean
fl_loop_runner_is_exact_sum (const FlLoopRunner *runner, const FlLoopHome *home)
{
  return runner->input->has_exact_sums && fl_loop_number_is_sum (home->combiner, home->source_dtype);
}
