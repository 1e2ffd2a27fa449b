/* The ssh process. The command line is a list of words, none of which a shell here reads; of the words that the shell
 * over there reads, the path has only plain letters (fl-remote-address.h). */
#include "fl-remote-link.h"

#include "fl-remote-explain.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum
{
  POLL_MS = 20,
  END_MS = 3000,
  GREETING_S = 40, /* ssh itself gives up after ConnectTimeout */
  MAX_CHATTER_BYTES = 1 << 16,
  MAX_SAID_BYTES = 4096
};

struct _FlRemoteLink
{
  FlRemoteAddress *address;
  GSubprocess *process;
  int in_fd, out_fd, err_fd;
  GByteArray *unread;
  GString *said; /* on stderr, by ssh and by what it started */
  cJSON *greeting;
  gboolean has_ended; /* of its output */
};

/* --- what went wrong --------------------------------------------------------------------------- */

static void
read_said (FlRemoteLink *self)
{
  char buffer[1024];
  gssize n = -1;
  while (self->err_fd >= 0 && (n = read (self->err_fd, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (self->said, buffer, n);
      if (self->said->len > MAX_SAID_BYTES)
        g_string_erase (self->said, 0, self->said->len - MAX_SAID_BYTES);
    }
  if (n == 0)
    self->err_fd = -1; /* poll would always say that the stream has ended */
}

/* The exit status of ssh once its output has ended; of one that stays, or was killed: 255. */
static int
wait_for_end (FlRemoteLink *self)
{
  const gint64 end = g_get_monotonic_time () + END_MS * 1000;
  while (g_subprocess_get_identifier (self->process) != NULL && g_get_monotonic_time () < end)
    {
      read_said (self);
      g_usleep (1000);
    }
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  read_said (self);
  return g_subprocess_get_if_exited (self->process) ? g_subprocess_get_exit_status (self->process)
                                                    : FL_REMOTE_EXIT_OF_SSH;
}

static void
report_end (FlRemoteLink *self, GError **error)
{
  const int status = wait_for_end (self);
  self->has_ended = TRUE;
  if (self->greeting == NULL)
    {
      g_autofree char *why = fl_remote_explain_start (self->address, self->said->str, status);
      g_set_error_literal (error, FL_ERROR, FL_ERROR_WORKER, why);
      return;
    }
  g_autofree char *words = fl_remote_dup_last_words (self->said->str);
  if (status == FL_REMOTE_EXIT_OF_SSH)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                 "the link to %s was cut, or fuseloom-worker there was stopped (ssh: %s)", self->address->host, words);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "fuseloom-worker on %s ended with status %d (%s)",
                 self->address->host, status, words);
}

/* --- bytes ------------------------------------------------------------------------------------- */

static gboolean
is_cancelled (const gint *cancelled, GError **error)
{
  if (cancelled == NULL || !g_atomic_int_get (cancelled))
    return FALSE;
  g_set_error (error, FL_ERROR, FL_ERROR_CANCELLED, "the run was cancelled");
  return TRUE;
}

/* Takes in what has come. FALSE: the stream has ended. */
static gboolean
read_some (FlRemoteLink *self, int fd)
{
  guint8 buffer[65536];
  gssize n = read (fd, buffer, sizeof buffer);
  if (n > 0)
    g_byte_array_append (self->unread, buffer, n);
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Waits a moment. FALSE: the stream has ended, or the wait has. moved: something came or can be written. */
static gboolean
wait_a_moment (FlRemoteLink *self, gboolean wants_out, gboolean *can_write, gint64 *deadline_us, guint silence_s,
               const gint *cancelled, GError **error)
{
  struct pollfd fds[] = { { .fd = self->out_fd, .events = POLLIN },
                          { .fd = self->err_fd, .events = POLLIN },
                          { .fd = wants_out ? self->in_fd : -1, .events = POLLOUT } };
  if (is_cancelled (cancelled, error))
    return FALSE;
  gboolean has_any = poll (fds, G_N_ELEMENTS (fds), POLL_MS) > 0;
  if (has_any && fds[1].revents & POLLIN)
    read_said (self);
  if (has_any && fds[0].revents != 0 && !read_some (self, self->out_fd))
    {
      report_end (self, error);
      return FALSE;
    }
  *can_write = has_any && fds[2].revents != 0;
  const gint64 now = g_get_monotonic_time ();
  if (has_any && (fds[0].revents != 0 || *can_write))
    *deadline_us = now + silence_s * G_USEC_PER_SEC;
  else if (silence_s > 0 && now > *deadline_us)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s has not answered for %u s, and the link was given up",
                   self->address->host, silence_s);
      return FALSE;
    }
  return TRUE;
}

/* Writing to a process that has ended must fail, not end this one: as in fl-worker-client.c. */
static gssize
write_quietly (int fd, const guint8 *bytes, gsize n_bytes)
{
  struct timespec at_once = { 0 };
  sigset_t broken_pipe, before;
  sigemptyset (&broken_pipe);
  sigaddset (&broken_pipe, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &broken_pipe, &before);
  gssize n = write (fd, bytes, n_bytes);
  int number = errno;
  if (n < 0 && number == EPIPE && !sigismember (&before, SIGPIPE))
    while (sigtimedwait (&broken_pipe, NULL, &at_once) < 0 && errno == EINTR)
      ;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = number;
  return n;
}

gboolean
fl_remote_link_write (FlRemoteLink *self, GByteArray *bytes, const gint *cancelled, guint silence_s, GError **error)
{
  gint64 deadline_us = g_get_monotonic_time () + silence_s * G_USEC_PER_SEC;
  gsize done = 0;
  while (done < bytes->len)
    {
      gboolean can_write;
      if (!wait_a_moment (self, TRUE, &can_write, &deadline_us, silence_s, cancelled, error))
        return FALSE;
      gssize n = can_write ? write_quietly (self->in_fd, bytes->data + done, bytes->len - done) : 0;
      if (n < 0 && errno != EAGAIN && errno != EINTR)
        {
          report_end (self, error);
          return FALSE;
        }
      done += MAX (n, 0);
    }
  g_byte_array_set_size (bytes, 0);
  return TRUE;
}

FlFrame *
fl_remote_link_read (FlRemoteLink *self, const gint *cancelled, guint silence_s, GError **error)
{
  gint64 deadline_us = g_get_monotonic_time () + silence_s * G_USEC_PER_SEC;
  for (;;)
    {
      GError *own = NULL;
      gboolean can_write;
      FlFrame *frame = fl_frame_take (self->unread, &own);
      if (own != NULL)
        {
          self->has_ended = TRUE;
          g_propagate_prefixed_error (error, own, "%s: ", self->address->host);
        }
      if (frame != NULL || own != NULL)
        return frame;
      if (!wait_a_moment (self, FALSE, &can_write, &deadline_us, silence_s, cancelled, error))
        return NULL;
    }
}

gboolean
fl_remote_link_is_up (FlRemoteLink *self)
{
  struct pollfd fd = { .fd = self->out_fd, .events = POLLIN };
  if (!self->has_ended && poll (&fd, 1, 0) > 0)
    self->has_ended = !read_some (self, self->out_fd);
  return !self->has_ended;
}

/* --- starting ---------------------------------------------------------------------------------- */

static gboolean
start (FlRemoteLink *self, GError **error)
{
  const FlRemoteAddress *address = self->address;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *port = g_strdup_printf ("%u", address->port), *ssh = g_find_program_in_path ("ssh");
  static const char *const fixed[] = { "-T",
                                       "-x",
                                       "-a",
                                       "-o",
                                       "BatchMode=yes",
                                       "-o",
                                       "ConnectTimeout=15",
                                       "-o",
                                       "ServerAliveInterval=10",
                                       "-o",
                                       "ServerAliveCountMax=3",
                                       "-o",
                                       "ClearAllForwardings=yes" };
  if (ssh == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                   "there is no ssh in PATH (Debian, Ubuntu: apt install openssh-client)");
      return FALSE;
    }
  g_ptr_array_add (argv, ssh);
  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    g_ptr_array_add (argv, (gpointer) fixed[i]);
  if (address->port > 0)
    {
      g_ptr_array_add (argv, (gpointer) "-p");
      g_ptr_array_add (argv, port);
    }
  if (address->user != NULL)
    {
      g_ptr_array_add (argv, (gpointer) "-l");
      g_ptr_array_add (argv, address->user);
    }
  const char *const last[] = { "--", address->host, address->worker, "serve", NULL };
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    g_ptr_array_add (argv, (gpointer) last[i]);
  self->process = g_subprocess_newv ((const char *const *) argv->pdata,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                         | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                     error);
  if (self->process == NULL)
    return FALSE;
  self->in_fd = g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (g_subprocess_get_stdin_pipe (self->process)));
  self->out_fd = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (self->process)));
  self->err_fd = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stderr_pipe (self->process)));
  fcntl (self->in_fd, F_SETFL, fcntl (self->in_fd, F_GETFL) | O_NONBLOCK);
  fcntl (self->err_fd, F_SETFL, fcntl (self->err_fd, F_GETFL) | O_NONBLOCK);
  return TRUE;
}

/* The line that the far side begins with; what a shell printed before is dropped. */
static gboolean
skip_to_greeting (FlRemoteLink *self, const gint *cancelled, GError **error)
{
  static const char line[] = FL_REMOTE_GREETING "\n";
  gint64 deadline_us = g_get_monotonic_time () + GREETING_S * G_USEC_PER_SEC;
  for (;;)
    {
      gboolean can_write;
      const guint8 *found = memmem (self->unread->data, self->unread->len, line, strlen (line));
      if (found != NULL)
        {
          g_byte_array_remove_range (self->unread, 0, found + strlen (line) - self->unread->data);
          return TRUE;
        }
      if (self->unread->len > MAX_CHATTER_BYTES)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s on %s printed much, but not Fuseloom's greeting",
                       self->address->worker, self->address->host);
          return FALSE;
        }
      if (!wait_a_moment (self, FALSE, &can_write, &deadline_us, GREETING_S, cancelled, error))
        return FALSE;
    }
}

static gboolean
check_versions (const FlRemoteLink *self, GError **error)
{
  const cJSON *protocol = cJSON_GetObjectItemCaseSensitive (self->greeting, "protocol");
  const char *version = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (self->greeting, "version"));
  if (version != NULL && cJSON_IsNumber (protocol) && protocol->valuedouble == FL_REMOTE_PROTOCOL
      && strcmp (version, FL_VERSION) == 0)
    return TRUE;
  g_autofree char *advice = fl_remote_address_dup_advice (self->address);
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
               "%s has Fuseloom %.32s (protocol %.0f), this is Fuseloom " FL_VERSION
               " (protocol %d), and both must be the same: %s",
               self->address->host, version != NULL ? version : "of no version",
               cJSON_IsNumber (protocol) ? protocol->valuedouble : 0.0, FL_REMOTE_PROTOCOL, advice);
  return FALSE;
}

FlRemoteLink *
fl_remote_link_open (const char *text, const gint *cancelled, GError **error)
{
  FlRemoteAddress *address = fl_remote_address_parse (text, error);
  if (address == NULL)
    return NULL;
  g_autoptr (FlRemoteLink) self = g_new0 (FlRemoteLink, 1);
  self->address = address;
  self->unread = g_byte_array_new ();
  self->said = g_string_new (NULL);
  self->in_fd = self->out_fd = self->err_fd = -1;
  if (!start (self, error) || !skip_to_greeting (self, cancelled, error))
    return NULL;
  g_autoptr (FlFrame) frame = fl_remote_link_read (self, cancelled, GREETING_S, error);
  if (frame == NULL)
    return NULL;
  self->greeting = frame->kind == FL_FRAME_TEXT ? cJSON_Parse ((const char *) frame->bytes) : NULL;
  return check_versions (self, error) ? g_steal_pointer (&self) : NULL;
}

void
fl_remote_link_close (FlRemoteLink *self)
{
  if (self == NULL)
    return;
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
      g_object_unref (self->process);
    }
  fl_remote_address_free (self->address);
  g_byte_array_unref (self->unread);
  g_string_free (self->said, TRUE);
  cJSON_Delete (self->greeting);
  g_free (self);
}

const FlRemoteAddress *
fl_remote_link_get_address (const FlRemoteLink *self)
{
  return self->address;
}

const cJSON *
fl_remote_link_get_greeting (const FlRemoteLink *self)
{
  return self->greeting;
}
