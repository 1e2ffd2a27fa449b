/* Processes of this program: started in a process group of their own, ended with all that they started. */
#include "fl-cli-child.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "fl-error.h"

struct _FlCliChild
{
  GSubprocess *process;
  FlCliChildDone done;
  gpointer data;
  guint timer;
  pid_t group;
  FlCliChildEnd end;
};

const char *
fl_cli_skip_name (const char *message)
{
  static const char name[] = "fuseloom-cli: ";

  return g_str_has_prefix (message, name) ? message + sizeof name - 1 : message;
}

const char *
fl_cli_get_self (void)
{
  static char *path;

  if (path == NULL)
    path = g_file_read_link ("/proc/self/exe", NULL);
  return path;
}

/* In the new process, before the program: a group of its own, so that Ctrl-C reaches only who decides; and no life
 * beyond the study's. */
static void
enter_group (gpointer data)
{
  setpgid (0, 0);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static void
end_all (FlCliChild *child, FlCliChildEnd why)
{
  if (child->end != FL_CHILD_EXITED || child->group <= 0 || g_subprocess_get_identifier (child->process) == NULL)
    return;
  child->end = why;
  kill (-child->group, SIGKILL);
}

static gboolean
on_time_out (gpointer data)
{
  FlCliChild *child = data;

  child->timer = 0;
  end_all (child, FL_CHILD_TIMED_OUT);
  return G_SOURCE_REMOVE;
}

/* With a zero behind; of nothing the empty text. */
static char *
dup_text (GBytes *bytes)
{
  gsize length = 0;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return g_strndup (text != NULL ? text : "", length);
}

static void
on_end (GObject *source, GAsyncResult *result, gpointer data)
{
  FlCliChild *child = data;
  g_autoptr (GBytes) out = NULL, messages = NULL;
  g_autofree char *out_text = NULL, *messages_text = NULL;
  FlCliChildAnswer answer = { .end = child->end };

  g_subprocess_communicate_finish (child->process, result, &out, &messages, NULL);
  answer.out = out_text = dup_text (out);
  answer.out_length = out != NULL ? g_bytes_get_size (out) : 0;
  answer.messages = messages_text = dup_text (messages);
  if (g_subprocess_get_if_signaled (child->process))
    {
      answer.end = child->end != FL_CHILD_EXITED ? child->end : FL_CHILD_CRASHED;
      answer.status = g_subprocess_get_term_sig (child->process);
    }
  else
    {
      answer.end = FL_CHILD_EXITED; /* ended by itself, before it was to be ended */
      answer.status = g_subprocess_get_if_exited (child->process) ? g_subprocess_get_exit_status (child->process) : -1;
    }
  if (child->timer > 0)
    g_source_remove (child->timer);
  child->done (&answer, child->data);
  g_object_unref (child->process);
  g_free (child);
}

FlCliChild *
fl_cli_child_start (const char *const *words, double timeout_s, FlCliChildDone done, gpointer data, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  const char *identifier;
  FlCliChild *child;
  GSubprocess *process;

  if (fl_cli_get_self () == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "/proc does not tell where this program is");
      return NULL;
    }
  g_ptr_array_add (argv, (gpointer) fl_cli_get_self ());
  for (; *words != NULL; words++)
    g_ptr_array_add (argv, (gpointer) *words);
  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_set_child_setup (launcher, enter_group, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, error);
  if (process == NULL)
    return NULL;
  child = g_new0 (FlCliChild, 1);
  child->process = process;
  child->done = done;
  child->data = data;
  identifier = g_subprocess_get_identifier (process);
  child->group = identifier != NULL ? (pid_t) atoi (identifier) : 0; /* 0: so quick that it has ended */
  child->timer = g_timeout_add (CLAMP (timeout_s, 0.001, 1e6) * 1000, on_time_out, child);
  g_subprocess_communicate_async (process, NULL, NULL, on_end, child);
  return child;
}

void
fl_cli_child_cancel (FlCliChild *child)
{
  end_all (child, FL_CHILD_CANCELLED);
}
