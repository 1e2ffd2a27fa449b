/* The caller's side of machine code: a worker makes it, so that nothing of a toolkit is loaded here. */
#include "fl-machine-code.h"

#include "fl-worker-client.h"

#include <gio/gio.h>
#include <string.h>

static const char *const names[FL_N_MACHINE_CODES]
    = { [FL_MACHINE_PTX] = "ptx", [FL_MACHINE_SASS] = "sass", [FL_MACHINE_RESOURCES] = "resources" };

gboolean
fl_machine_code_find (const char *name, FlMachineCode *kind)
{
  for (guint i = 0; i < FL_N_MACHINE_CODES; i++)
    if (g_str_equal (names[i], name))
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

char *
fl_machine_code_make (const char *worker_path, FlMachineCode kind, guint capability, const char *source, GError **error)
{
  g_autofree char *path = fl_worker_client_find (worker_path), *number = g_strdup_printf ("%u", capability),
                  *text = NULL, *messages = NULL;
  g_autoptr (GSubprocess) process = NULL;

  if (path == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                   "fuseloom-worker, which compiles kernels, is neither beside this program nor in PATH");
      return NULL;
    }
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                  | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                              error, path, "machine-code", names[kind], number, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, source, NULL, &text, &messages, error))
    return NULL;
  if (g_subprocess_get_successful (process))
    return g_steal_pointer (&text);
  g_strstrip (messages);
  g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s",
               *messages != '\0' ? messages : "the compiler of CUDA kernels ended without a word");
  return NULL;
}

char *
fl_machine_code_dup_lack (const char *worker_path, FlMachineCode kind)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = fl_machine_code_make (worker_path, kind, 0, "", &error);

  return text == NULL ? g_strdup (error->message) : NULL;
}

/* PTX begins a function with ".visible .entry NAME(", the disassembler with a line of its section, ".text.NAME". */
char *
fl_machine_code_dup_part (FlMachineCode kind, const char *text, const char *function)
{
  const char *const mark = kind == FL_MACHINE_PTX ? "\n.visible .entry " : "\n//--------------------- .text.";
  g_autofree char *head = g_strdup_printf ("%s%s%c", mark, function, kind == FL_MACHINE_PTX ? '(' : ' ');
  const char *start = strstr (text, head), *end;

  if (start == NULL)
    return g_strdup ("");
  start++;
  end = strstr (start, kind == FL_MACHINE_PTX ? "\n.visible .entry " : "\n//--------------------- ");
  return end != NULL ? g_strndup (start, end - start + 1) : g_strdup (start);
}
