/* Calling the compiler: GCC's own compiler, assembler and linker where they are known, else the driver.
 *
 * The compiler writes to the assembler through a pipe; the source comes from a file in memory, and what either says
 * goes to another, so that nobody waits for anybody. */
#include "fl-compiler-private.h"
#include "fl-confine.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  MAX_MESSAGE_LENGTH = 4000,
  MAX_ANSWER_LENGTH = 1 << 16,
  MAX_ANSWER_S = 10, /* a busy machine needs some hundredths of it */
  ANSWER_STEP_US = 500
};

static GSubprocess *start (const char *const *argv, const char *work, int in, int out, int messages, GError **error);

static gint timeout_s = 120;

void
fl_compiler_set_timeout (guint seconds)
{
  g_atomic_int_set (&timeout_s, (gint) seconds);
}

/* What was written to a file, up to so many bytes. */
static char *
dup_file (int fd, gsize most, gssize *length)
{
  char *text = g_malloc0 (most + 1);
  lseek (fd, 0, SEEK_SET);
  *length = read (fd, text, most);
  text[MAX (*length, 0)] = '\0';
  return text;
}

/* --- what it says of itself ------------------------------------------------------------------- */

/* NULL: none can be had. */
static char *
make_work (void)
{
  char *work = fl_compiler_work_new (0);
  for (guint attempt = 1; work != NULL && *work == '\0'; attempt++)
    {
      g_free (work);
      work = fl_compiler_work_new (attempt);
    }
  return work;
}

/* GCC makes the temporary files that its answers name, and says nothing more where it may not. */
char *
fl_compiler_dup_output (const char *const *argv, gboolean *is_dead)
{
  int out = memfd_create ("fuseloom-compiler-says", MFD_CLOEXEC), nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  char *work = make_work ();
  g_autoptr (GSubprocess) process = out < 0 ? NULL : start (argv, work, nothing, -1, out, NULL);
  const gint64 end = g_get_monotonic_time () + MAX_ANSWER_S * G_USEC_PER_SEC;
  char *text = NULL;
  gssize length;
  while (process != NULL && g_subprocess_get_identifier (process) != NULL && g_get_monotonic_time () < end)
    g_usleep (ANSWER_STEP_US);
  if (process != NULL && g_subprocess_get_identifier (process) != NULL)
    g_subprocess_force_exit (process);
  if (process != NULL && g_subprocess_wait (process, NULL, NULL))
    {
      if (is_dead != NULL)
        *is_dead = g_subprocess_get_if_signaled (process);
      if (g_subprocess_get_successful (process))
        text = dup_file (out, MAX_ANSWER_LENGTH, &length);
    }
  if (out >= 0)
    close (out);
  if (work != NULL)
    fl_compiler_work_free (work);
  return text;
}

/* --- the parts -------------------------------------------------------------------------------- */

/* The arguments of a line of "-###" without input, output and names of temporary files. */
static GStrv
clean_line (const char *line, const char *const *dropped_with_value, const char *const *more)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  if (!g_shell_parse_argv (line, NULL, &words, NULL))
    return NULL;
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (g_strv_contains (dropped_with_value, words[i]) && words[i + 1] != NULL)
        i++;
      else if (strcmp (words[i], "-") != 0 && !(i > 0 && g_str_has_suffix (words[i], ".s"))
               && !g_str_has_suffix (words[i], ".o"))
        g_strv_builder_add (builder, words[i]);
    }
  for (guint i = 0; more[i] != NULL; i++)
    g_strv_builder_add (builder, more[i]);
  return g_strv_builder_end (builder);
}

/* libgcc holds what the processor cannot do in one instruction, libmvec the vector forms of libm's functions, where the
 * system has it; libm and libc are the worker's own. */
static GStrv
find_linker (const FlCompilerParts *parts)
{
  const char *ask_vector[] = { parts->path, "-print-file-name=libmvec.so.1", NULL };
  g_autofree char *vector = fl_compiler_dup_output (ask_vector, NULL);
  const char *ask[] = { parts->path, "-print-libgcc-file-name", NULL };
  g_autofree char *library = fl_compiler_dup_output (ask, NULL), *linker = g_find_program_in_path ("ld");
  if (library == NULL || linker == NULL || !g_file_test (g_strstrip (library), G_FILE_TEST_IS_REGULAR))
    return NULL;
  gboolean has_vector = vector != NULL && g_path_is_absolute (g_strstrip (vector));
  const char *argv[] = {
    linker, "-shared", "-z", "noexecstack", "--as-needed", has_vector ? vector : library, has_vector ? library : NULL,
    NULL
  };
  return g_strdupv ((char **) argv);
}

static void
read_line (FlCompilerParts *parts, const char *line)
{
  static const char *const compile_drops[]
      = { "-o", "-dumpdir", "-dumpbase", "-dumpbase-ext", "-auxbase", "-auxbase-strip", NULL };
  static const char *const assemble_drops[] = { "-o", NULL };
  static const char *const compile_more[] = { "-o", "-", "-", NULL }, *const assemble_more[] = { "-o", NULL };
  while (*line == ' ')
    line++;
  const char *end = strchr (line, ' ');
  if (end == NULL)
    return;
  g_autofree char *program = g_strndup (line, end - line), *base = g_path_get_basename (program);
  if (parts->compile == NULL && strcmp (base, "cc1") == 0)
    parts->compile = clean_line (line, compile_drops, compile_more);
  else if (parts->assemble == NULL && (strcmp (base, "as") == 0 || g_str_has_suffix (base, "-as")))
    parts->assemble = clean_line (line, assemble_drops, assemble_more);
}

gboolean
fl_compiler_parts_are_there (const FlCompilerParts *parts)
{
  if (parts->compile == NULL || parts->assemble == NULL || parts->link == NULL)
    return parts->compile == NULL && parts->assemble == NULL && parts->link == NULL;
  return g_file_test (parts->compile[0], G_FILE_TEST_IS_EXECUTABLE)
         && g_file_test (parts->link[0], G_FILE_TEST_IS_EXECUTABLE)
         && g_file_test (parts->link[g_strv_length (parts->link) - 1], G_FILE_TEST_IS_REGULAR);
}

void
fl_compiler_parts_find (FlCompilerParts *parts, const char *const *flags)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  static const char *const rest[] = { "-###", "-x", "c", "-", "-shared", "-o", "kernels.so", NULL };
  g_ptr_array_add (argv, parts->path);
  for (guint i = 0; flags[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    g_ptr_array_add (argv, (gpointer) rest[i]);
  g_autofree char *said = fl_compiler_dup_output ((const char *const *) argv->pdata, NULL);
  g_auto (GStrv) lines = g_strsplit (said != NULL ? said : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] == ' ')
      read_line (parts, lines[i]);
  if (parts->compile != NULL && parts->assemble != NULL)
    parts->link = find_linker (parts);
  if (parts->link == NULL || !fl_compiler_parts_are_there (parts))
    {
      g_clear_pointer (&parts->compile, g_strfreev);
      g_clear_pointer (&parts->assemble, g_strfreev);
      g_clear_pointer (&parts->link, g_strfreev);
    }
}

/* --- calling ---------------------------------------------------------------------------------- */

/* Between fork and exec. Ours end with us. */
static void
enter_cage (gpointer cage)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  fl_compiler_cage_enter (cage);
}

static int
open_memory (const char *text)
{
  int fd = memfd_create ("fuseloom-compiler", MFD_CLOEXEC);
  gsize length = text != NULL ? strlen (text) : 0;
  for (gsize done = 0; fd >= 0 && done < length;)
    {
      gssize n = write (fd, text + done, length - done);
      if (n < 0 && errno != EINTR)
        {
          close (fd);
          return -1;
        }
      done += MAX (n, 0);
    }
  if (fd >= 0)
    lseek (fd, 0, SEEK_SET);
  return fd;
}

/* Descriptors are taken; -1: the caller's own. work: the only folder that it may write to, or NULL. */
static GSubprocess *
start (const char *const *argv, const char *work, int in, int out, int messages, GError **error)
{
  g_autoptr (FlCompilerCage) cage = fl_compiler_cage_new (argv[0], work, (guint) g_atomic_int_get (&timeout_s));
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_set_child_setup (launcher, enter_cage, cage, NULL);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  g_subprocess_launcher_setenv (launcher, "CCACHE_DISABLE", "1", TRUE); /* ccache may not write to its folder */
  if (work != NULL)
    g_subprocess_launcher_setenv (launcher, "TMPDIR", work, TRUE);
  if (in >= 0)
    g_subprocess_launcher_take_stdin_fd (launcher, in);
  g_subprocess_launcher_take_stdout_fd (launcher, out >= 0 ? out : dup (messages));
  g_subprocess_launcher_take_stderr_fd (launcher, dup (messages));
  GSubprocess *process = g_subprocess_launcher_spawnv (launcher, argv, error);
  if (process == NULL)
    g_prefix_error (error, "while starting %s: ", argv[0]);
  return process;
}

/* The compiler's words without our temporary names, cut to a length that a dialog can show. */
static char *
dup_message (int fd)
{
  gssize n;
  g_autofree char *text = dup_file (fd, MAX_MESSAGE_LENGTH, &n);
  g_autofree char *valid = g_utf8_make_valid (g_strstrip (text), -1);
  return g_strconcat (valid, n == MAX_MESSAGE_LENGTH ? "\n…" : "", NULL);
}

/* FALSE: it did not end in time, and was killed. */
static gboolean
wait_until (GSubprocess *process, gint64 deadline_us)
{
  const char *text = g_subprocess_get_identifier (process);
  struct pollfd ended
      = { .fd = text == NULL ? -1 : (int) syscall (SYS_pidfd_open, (pid_t) g_ascii_strtoll (text, NULL, 10), 0),
          .events = POLLIN };
  gint64 left_ms = 0;
  while (ended.fd >= 0 && (left_ms = (deadline_us - g_get_monotonic_time ()) / 1000) > 0)
    if (poll (&ended, 1, (int) MIN (left_ms, G_MAXINT)) > 0)
      break;
  if (ended.fd < 0)
    return TRUE; /* the process has ended already, or this kernel has no such call: the run's own time-out must do */
  close (ended.fd);
  if (left_ms > 0)
    return TRUE;
  g_subprocess_force_exit (process);
  return FALSE;
}

static gboolean
wait_for (GSubprocess *process, const FlCompilerParts *parts, const char *name, int messages, gint64 deadline_us,
          GError **error)
{
  if (process == NULL)
    return FALSE;
  gboolean is_late = !wait_until (process, deadline_us);
  if (!g_subprocess_wait (process, NULL, error))
    return FALSE;
  if (is_late && error != NULL && *error == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                 "%s did not finish compiling %s within %d s and was stopped (run.timeout)", parts->summary, name,
                 g_atomic_int_get (&timeout_s));
  if (g_subprocess_get_successful (process) || (error != NULL && *error != NULL))
    return g_subprocess_get_successful (process);
  g_autofree char *message = dup_message (messages);
  if (g_subprocess_get_if_signaled (process))
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s was killed by signal %d (%s) while compiling %s%s%s",
                 parts->summary, g_subprocess_get_term_sig (process), g_strsignal (g_subprocess_get_term_sig (process)),
                 name, *message != '\0' ? ":\n" : "", message);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_KERNEL, "%s refused the kernels of %s:\n%s", parts->summary, name, message);
  return FALSE;
}

static GStrv
join (const char *const *first, const char *const *second)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (guint i = 0; first[i] != NULL; i++)
    g_strv_builder_add (builder, first[i]);
  for (guint i = 0; second[i] != NULL; i++)
    g_strv_builder_add (builder, second[i]);
  return g_strv_builder_end (builder);
}

static gboolean
call_driver (const FlCompilerParts *parts, const char *const *flags, const char *name, int source, const char *object,
             int messages, gint64 deadline_us, GError **error)
{
  g_autofree char *work = g_path_get_dirname (object);
  const char *path[] = { parts->path, NULL }, *rest[] = { "-x", "c", "-", "-shared", "-o", object, "-lm", NULL };
  const char *plain[] = { "-shared", "-o", object, "-", "-lm", NULL };
  g_auto (GStrv) first = join (path, flags),
                 argv = join ((const char *const *) first, parts->kind == FL_COMPILER_TCC ? plain : rest);
  g_autoptr (GSubprocess) process = start ((const char *const *) argv, work, dup (source), -1, messages, error);
  return wait_for (process, parts, name, messages, deadline_us, error);
}

/* The libraries come after what needs them: one that nothing needs is not looked for when the kernels are loaded,
 * either. */
static GStrv
dup_link (const FlCompilerParts *parts, const char *object, const char *middle)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (guint i = 0; parts->link[i] != NULL; i++)
    {
      if (i == FL_N_LINK_OPTIONS)
        g_strv_builder_add_many (builder, "-o", object, middle, NULL);
      g_strv_builder_add (builder, parts->link[i]);
    }
  return g_strv_builder_end (builder);
}

static gboolean
call_parts (const FlCompilerParts *parts, const char *name, int source, const char *object, int messages,
            gint64 deadline_us, GError **error)
{
  g_autofree char *middle = g_strconcat (object, ".o", NULL), *work = g_path_get_dirname (object);
  const char *assembled[] = { middle, NULL };
  g_auto (GStrv) assemble = join ((const char *const *) parts->assemble, assembled),
                 link = dup_link (parts, object, middle);
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "no pipe to the assembler can be had: %s", g_strerror (errno));
      return FALSE;
    }
  g_autoptr (GSubprocess) compiler
      = start ((const char *const *) parts->compile, NULL, dup (source), ends[1], messages, error);
  g_autoptr (GSubprocess) assembler
      = compiler == NULL ? NULL : start ((const char *const *) assemble, work, ends[0], -1, messages, error);
  if (compiler == NULL)
    close (ends[0]);
  gboolean ok = wait_for (compiler, parts, name, messages, deadline_us, error);
  ok = wait_for (assembler, parts, name, messages, deadline_us, ok ? error : NULL) && ok;
  if (ok)
    {
      g_autoptr (GSubprocess) linker = start ((const char *const *) link, work, -1, -1, messages, error);
      ok = wait_for (linker, parts, name, messages, deadline_us, error);
    }
  g_unlink (middle);
  return ok;
}

gboolean
fl_compiler_parts_call (const FlCompilerParts *parts, const char *const *flags, const char *name, const char *source,
                        const char *object, GError **error)
{
  int text = open_memory (source), messages = open_memory (NULL);
  gint64 deadline_us = g_get_monotonic_time () + g_atomic_int_get (&timeout_s) * G_USEC_PER_SEC;
  gboolean ok = FALSE;
  if (text < 0 || messages < 0)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "no memory for the compiler's source can be had: %s",
                 g_strerror (errno));
  else if (parts->compile != NULL)
    ok = call_parts (parts, name, text, object, messages, deadline_us, error);
  else
    ok = call_driver (parts, flags, name, text, object, messages, deadline_us, error);
  if (text >= 0)
    close (text);
  if (messages >= 0)
    close (messages);
  return ok;
}
