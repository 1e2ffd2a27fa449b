/* Starting and talking to fuseloom-worker. */
#include "fl-worker-client.h"

#include "fl-compiler.h"
#include "fl-confine.h"
#include "fl-remote-address.h"
#include "fl-remote.h"
#include "fl-sanitize.h"
#include "fl-worker-protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum
{
  POLL_MS = 20,
  END_MS = 2000, /* a large process takes a while to end */
  MAX_LINE_BYTES = 256 << 20
};

static const gint64 USUAL_BYTES = G_GINT64_CONSTANT (8)
                                  << 30; /* of tensors: a worker that was started in advance will do */

struct _FlWorkerClient
{
  GSubprocess *process;
  GOutputStream *in; /* the worker's stdin */
  int out_fd;
  GByteArray *unread;
  guint n_taken, n_sought; /* of it: in lines that are done, and without an end of a line */
  int exchange_fd;
  guint8 *exchange;
  gsize exchange_bytes;
  FlControlPage *control;
  const gint *cancelled;
  guint timeout_s;
  gboolean sanitize, only_bounds;
  int report; /* descriptor of the sanitizers' report; -1: none */
  cJSON *facts;
  gboolean is_dead;
  FlRemote *remote; /* on another machine: of the rest, nothing is there */
};

/* --- the environment -------------------------------------------------------------------------- */

#if defined __GLIBC__
/* The runtime of threads that a library brings along binds whoever loads it to one processor when these are set, before
 * main is there, and a worker inherits that: eight threads became one. Before the libraries' own beginnings, they go;
 * and before those of sanitizers. */
__attribute__ ((no_sanitize ("address"), no_sanitize ("thread"), no_sanitize ("undefined"))) static void
leave_processors_free (int argc, char **argv, char **environment)
{
  static const char *const names[] = { "OMP_PROC_BIND=", "OMP_PLACES=", "GOMP_CPU_AFFINITY=", "KMP_AFFINITY=" };
  char **to = environment;
  for (char **from = environment; *from != NULL; from++)
    {
      gboolean is_kept = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        for (const char *a = *from, *b = names[i]; is_kept && *a == *b; a++)
          is_kept = *++b != '\0'; /* nothing may be called yet */
      if (is_kept)
        *to++ = *from;
    }
  *to = NULL;
}

__attribute__ ((section (".preinit_array"), used)) static void (*const leave_free) (int, char **, char **)
    = leave_processors_free;
#endif

/* --- starting --------------------------------------------------------------------------------- */

char *
fl_worker_client_find (const char *path)
{
  if (path == NULL)
    path = g_getenv ("FUSELOOM_WORKER");
  if (path != NULL)
    return g_strdup (path);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self == NULL ? g_strdup (".") : g_path_get_dirname (self);
  static const char *const places[] = { "fuseloom-worker", "../app/fuseloom-worker", "../../app/fuseloom-worker" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      char *file = g_build_filename (folder, places[i], NULL);
      if (g_file_test (file, G_FILE_TEST_IS_EXECUTABLE))
        return file;
      g_free (file);
    }
  return g_find_program_in_path ("fuseloom-worker");
}

static gpointer
map_memory (int fd, gsize size_bytes, GError **error)
{
  gpointer memory = MAP_FAILED;
  if (fd >= 0 && ftruncate (fd, size_bytes) == 0)
    memory = mmap (NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory != MAP_FAILED)
    return memory;
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%" G_GSIZE_FORMAT " bytes of shared memory cannot be had: %s", size_bytes,
               g_strerror (errno));
  return NULL;
}

static gboolean
launch (FlWorkerClient *self, const char *path, const char *argument, gint64 limit_bytes, GError **error)
{
  int exchange = memfd_create ("fuseloom-exchange", MFD_CLOEXEC),
      control = memfd_create ("fuseloom-control", MFD_CLOEXEC);
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  if (exchange >= 0)
    g_subprocess_launcher_take_fd (launcher, exchange, FL_WORKER_EXCHANGE_FD);
  if (control >= 0)
    g_subprocess_launcher_take_fd (launcher, control, FL_WORKER_CONTROL_FD);
  self->exchange_fd = fcntl (exchange, F_DUPFD_CLOEXEC, 0);
  self->control = map_memory (control, sizeof (FlControlPage), error);
  if (self->control == NULL)
    return FALSE;
  /* The library for products works on one thread, and the worker's pool calls it on parts. Its runtime reads this
   * before main; two sets of spinning threads on the same pinned processors would take turns at being in each other's
   * way. */
  g_subprocess_launcher_setenv (launcher, "OMP_NUM_THREADS", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "OPENBLAS_NUM_THREADS", "1", TRUE);
  if (limit_bytes > USUAL_BYTES)
    {
      g_autofree char *most = g_strdup_printf ("%" G_GINT64_FORMAT, MIN (limit_bytes, G_MAXINT64 / 2) * 2);
      g_subprocess_launcher_setenv (launcher, FL_WORKER_LARGEST_MAP, most, TRUE);
    }
  else
    g_subprocess_launcher_unsetenv (launcher, FL_WORKER_LARGEST_MAP);
  if (self->sanitize && !fl_sanitize_prepare (launcher, self->only_bounds, &self->report, error))
    return FALSE;
  const char *argv[] = { path, argument, NULL };
  self->process = g_subprocess_launcher_spawnv (launcher, argv, error);
  if (self->process == NULL)
    {
      g_prefix_error (error, "while starting the worker: ");
      return FALSE;
    }
  self->in = g_subprocess_get_stdin_pipe (self->process);
  self->out_fd = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (self->process)));
  return TRUE;
}

static FlWorkerClient *
client_new (const char *path, const char *argument, const FlWorkerOptions *options, GError **error)
{
  g_autoptr (FlWorkerClient) self = g_new0 (FlWorkerClient, 1);
  self->exchange_fd = -1;
  self->unread = g_byte_array_new ();
  self->timeout_s = 1;
  self->sanitize = options->sanitize;
  self->only_bounds = options->only_bounds;
  self->report = -1;
  return launch (self, path, argument, options->limit_bytes, error) ? g_steal_pointer (&self) : NULL;
}

/* One that was started in advance, and by which program. */
static struct
{
  GMutex lock;
  FlWorkerClient *client;
  char *path;
} spare;

void
fl_worker_client_prepare (const char *given)
{
  if (fl_remote_address_is (given))
    return; /* whoever opens it says what goes wrong */
  g_autofree char *path = fl_worker_client_find (given);
  g_mutex_lock (&spare.lock);
  if (path != NULL && spare.client == NULL)
    {
      spare.client = client_new (path, "--in-advance", &(FlWorkerOptions) { 0 }, NULL);
      g_free (spare.path);
      spare.path = g_steal_pointer (&path);
    }
  g_mutex_unlock (&spare.lock);
}

static FlWorkerClient *
take_spare (const char *path)
{
  FlWorkerClient *client = NULL;
  g_mutex_lock (&spare.lock);
  if (g_strcmp0 (spare.path, path) == 0)
    client = g_steal_pointer (&spare.client);
  g_mutex_unlock (&spare.lock);
  return client;
}

static gboolean
say_hello (FlWorkerClient *self, const FlWorkerOptions *options, GError **error)
{
  self->exchange_bytes = MAX (options->exchange_bytes, 4096);
  self->cancelled = options->cancelled;
  self->timeout_s = MAX (options->timeout_s, 1);
  self->exchange = map_memory (self->exchange_fd, self->exchange_bytes, error);
  if (self->exchange == NULL)
    return FALSE;
  cJSON *hello = cJSON_CreateObject ();
  cJSON_AddStringToObject (hello, "do", "hello");
  cJSON_AddNumberToObject (hello, "threads", options->n_threads);
  cJSON_AddNumberToObject (hello, "limit_bytes", options->limit_bytes);
  cJSON_AddNumberToObject (hello, "timeout_s", self->timeout_s);
  self->facts = fl_worker_client_call (self, hello, NULL, NULL, error);
  return self->facts != NULL;
}

static FlWorkerClient *
open_remote (const FlWorkerOptions *options, GError **error)
{
  FlRemote *remote = fl_remote_open (options, error);
  FlWorkerClient *self = remote == NULL ? NULL : g_new0 (FlWorkerClient, 1);
  if (self != NULL)
    self->remote = remote;
  return self;
}

FlWorkerClient *
fl_worker_client_open (const FlWorkerOptions *options, GError **error)
{
  g_autofree char *path = fl_worker_client_find (options->path);
  if (fl_remote_address_is (path))
    {
      FlWorkerOptions there = *options;
      there.path = path;
      return open_remote (&there, error);
    }
  if (path == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                   "fuseloom-worker was not found beside the program or in PATH; name it in FUSELOOM_WORKER");
      return NULL;
    }
  g_autoptr (FlWorkerClient) early
      = options->sanitize || options->for_gpu || options->limit_bytes > USUAL_BYTES ? NULL : take_spare (path);
  if (early != NULL && say_hello (early, options, NULL))
    return g_steal_pointer (&early);
  g_autoptr (FlWorkerClient) self = client_new (path, options->for_gpu ? FL_WORKER_FOR_GPU : NULL, options, error);
  return self != NULL && say_hello (self, options, error) ? g_steal_pointer (&self) : NULL;
}

void
fl_worker_client_close (FlWorkerClient *self)
{
  if (self == NULL)
    return;
  if (self->remote != NULL)
    {
      fl_remote_close (self->remote);
      g_free (self);
      return;
    }
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
      g_object_unref (self->process);
    }
  if (self->exchange_fd >= 0)
    close (self->exchange_fd);
  if (self->exchange != NULL)
    munmap (self->exchange, self->exchange_bytes);
  if (self->control != NULL)
    munmap (self->control, sizeof *self->control);
  if (self->report >= 0)
    close (self->report);
  g_byte_array_unref (self->unread);
  cJSON_Delete (self->facts);
  g_free (self);
}

guint8 *
fl_worker_client_get_exchange (FlWorkerClient *self)
{
  return self->remote != NULL ? fl_remote_get_exchange (self->remote) : self->exchange;
}

const cJSON *
fl_worker_client_get_facts (FlWorkerClient *self)
{
  return self->remote != NULL ? fl_remote_get_facts (self->remote) : self->facts;
}

/* --- asking ----------------------------------------------------------------------------------- */

/* "kernel cpp_fused_add_0", or "the worker" between kernels. */
static char *
name_culprit (FlWorkerClient *self)
{
  char kernel[sizeof self->control->kernel];
  memcpy (kernel, self->control->kernel, sizeof kernel);
  kernel[sizeof kernel - 1] = '\0';
  g_autofree char *valid = g_utf8_make_valid (kernel, -1);
  return *kernel == '\0' ? g_strdup ("the worker") : g_strdup_printf ("kernel %s", valid);
}

/* FALSE: it closed its pipes and stayed. It is gone then. */
static gboolean
wait_for_end (FlWorkerClient *self)
{
  const gint64 end = g_get_monotonic_time () + END_MS * 1000;
  while (g_subprocess_get_identifier (self->process) != NULL && g_get_monotonic_time () < end)
    g_usleep (1000);
  gboolean has_ended = g_subprocess_get_identifier (self->process) == NULL;
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  return has_ended;
}

static void
report_death (FlWorkerClient *self, GError **error)
{
  self->is_dead = TRUE;
  gboolean has_ended = wait_for_end (self);
  g_autofree char *culprit = name_culprit (self);
  g_autofree char *said = self->report < 0 ? NULL : fl_sanitize_read (self->report);
  g_autofree char *found = said == NULL ? NULL : fl_sanitize_explain (said, self->control);
  if (found != NULL)
    g_set_error_literal (error, FL_ERROR, FL_ERROR_WORKER, found);
  else if (!has_ended)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                 "%s closed the worker's pipes, or said what nobody can read, and was stopped", culprit);
  else if (self->control->refused > 0 && g_subprocess_get_if_exited (self->process)
           && g_subprocess_get_exit_status (self->process) == FL_WORKER_EXIT_REFUSED)
    {
      g_autofree char *wanted = fl_confine_describe_call (self->control->refused - 1);
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s was stopped: it asked %s, which kernels may not", culprit,
                   wanted);
    }
  else if (g_subprocess_get_if_signaled (self->process) && g_subprocess_get_term_sig (self->process) == SIGSYS)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                 "%s was stopped: it asked for a system call that kernels may not (SIGSYS)", culprit);
  else if (g_subprocess_get_if_signaled (self->process))
    {
      int number = g_subprocess_get_term_sig (self->process);
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s crashed: SIG%s (%s)", culprit, sigabbrev_np (number),
                   g_strsignal (number));
    }
  else
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s ended the worker with status %d", culprit,
                 g_subprocess_get_exit_status (self->process));
}

static void
kill_worker (FlWorkerClient *self)
{
  self->is_dead = TRUE;
  g_subprocess_force_exit (self->process);
}

/* Takes one line out of what has been read; NULL when there is no whole line yet. */
static char *
take_line (FlWorkerClient *self)
{
  const guint8 *bytes = self->unread->data + self->n_taken;
  const guint8 *end = self->n_sought == self->unread->len
                          ? NULL
                          : memchr (self->unread->data + self->n_sought, '\n', self->unread->len - self->n_sought);
  self->n_sought = self->unread->len;
  if (end == NULL)
    {
      if (self->n_taken > 0)
        g_byte_array_remove_range (self->unread, 0, self->n_taken);
      self->n_sought -= self->n_taken;
      self->n_taken = 0;
      return NULL;
    }
  char *line = g_strndup ((const char *) bytes, end - bytes);
  self->n_taken = self->n_sought = end + 1 - self->unread->data;
  return line;
}

/* Waits a moment for more bytes. FALSE on the end of the stream. */
static gboolean
read_more (FlWorkerClient *self)
{
  struct pollfd fd = { .fd = self->out_fd, .events = POLLIN };
  if (poll (&fd, 1, POLL_MS) <= 0)
    return TRUE;
  guint8 buffer[65536];
  gssize n = read (self->out_fd, buffer, sizeof buffer);
  if (n > 0)
    g_byte_array_append (self->unread, buffer, n);
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static char *
wait_for_line (FlWorkerClient *self, gint64 deadline_us, GError **error)
{
  for (;;)
    {
      if (self->cancelled != NULL && g_atomic_int_get (self->cancelled))
        {
          kill_worker (self);
          g_set_error (error, FL_ERROR, FL_ERROR_CANCELLED, "the run was cancelled");
          return NULL;
        }
      if (g_get_monotonic_time () > deadline_us)
        {
          g_autofree char *culprit = name_culprit (self);
          kill_worker (self);
          g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s did not finish within %u s and was stopped (run.timeout)",
                       culprit, self->timeout_s);
          return NULL;
        }
      char *line = take_line (self);
      if (line != NULL)
        return line;
      if (!read_more (self) || self->unread->len - self->n_taken > MAX_LINE_BYTES)
        {
          report_death (self, error);
          return NULL;
        }
    }
}

/* A worker that has died closes its end: writing there must fail, not end this process. The signal goes to the thread
 * that wrote, so it is held back here and taken away unseen; what the program does with it elsewhere stays as it is. */
static gboolean
write_line (FlWorkerClient *self, const char *text)
{
  struct timespec at_once = { 0 };
  sigset_t broken_pipe, before;
  sigemptyset (&broken_pipe);
  sigaddset (&broken_pipe, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &broken_pipe, &before);
  gboolean ok = g_output_stream_write_all (self->in, text, strlen (text), NULL, NULL, NULL)
                && g_output_stream_write_all (self->in, "\n", 1, NULL, NULL, NULL);
  while (!ok && !sigismember (&before, SIGPIPE) && sigtimedwait (&broken_pipe, NULL, &at_once) < 0 && errno == EINTR)
    ;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return ok;
}

static gboolean
send_message (FlWorkerClient *self, cJSON *message, GError **error)
{
  char *text = cJSON_PrintUnformatted (message);
  cJSON_Delete (message);
  gboolean ok = write_line (self, text);
  cJSON_free (text);
  if (!ok)
    report_death (self, error);
  return ok;
}

gboolean
fl_worker_client_send (FlWorkerClient *self, cJSON *message, GError **error)
{
  if (self->remote != NULL)
    return fl_remote_send (self->remote, message, error);
  if (!self->is_dead)
    return send_message (self, message, error);
  cJSON_Delete (message);
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "the worker has ended");
  return FALSE;
}

cJSON *
fl_worker_client_receive (FlWorkerClient *self, FlWorkerProgress progress, gpointer data, GError **error)
{
  if (self->remote != NULL)
    return fl_remote_receive (self->remote, progress, data, error);
  gint64 deadline_us = g_get_monotonic_time () + self->timeout_s * G_USEC_PER_SEC;
  for (;;)
    {
      g_autofree char *line = wait_for_line (self, deadline_us, error);
      if (line == NULL)
        return NULL;
      cJSON *answer = cJSON_Parse (line);
      const cJSON *fraction = cJSON_GetObjectItemCaseSensitive (answer, "progress");
      const cJSON *ok = cJSON_GetObjectItemCaseSensitive (answer, "ok");
      if (cJSON_IsTrue (ok))
        return answer;
      if (cJSON_IsNumber (fraction) && progress != NULL)
        progress (fraction->valuedouble, data);
      else if (cJSON_IsFalse (ok))
        {
          const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (answer, "message"));
          const char *code = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (answer, "code"));
          g_set_error_literal (error, FL_ERROR, fl_worker_find_code (code), text == NULL ? "the worker failed" : text);
          cJSON_Delete (answer);
          return NULL;
        }
      /* Anything else was printed by a kernel or a library: not for us. */
      cJSON_Delete (answer);
    }
}

cJSON *
fl_worker_client_call (FlWorkerClient *self, cJSON *message, FlWorkerProgress progress, gpointer data, GError **error)
{
  if (!fl_worker_client_send (self, message, error))
    return NULL;
  return fl_worker_client_receive (self, progress, data, error);
}
