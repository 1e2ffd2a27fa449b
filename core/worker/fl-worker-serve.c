/* `fuseloom-worker serve`: at the far end of ssh, between the stream of frames and a worker of this machine, which is
 * started, confined and watched as a program here would do it. Two threads: one takes in frames, so that the other side
 * is never kept from sending and the end of the stream stops a run at once; the other asks the worker. */
#include "fl-worker-serve.h"

#include "fl-cache-sizes.h"
#include "fl-compiler.h"
#include "fl-remote-frame.h"
#include "fl-worker-client.h"
#include "fl-worker-protocol.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum
{
  READ_BYTES = 1 << 16,
  FLUSH_BYTES = 1 << 20
};

typedef struct
{
  GAsyncQueue *frames; /* FlFrame; the last is `end` */
  gint is_over;        /* no frames will come */
  int out_fd;
  GByteArray *out;
  FlWorkerClient *client; /* NULL: none is open */
  FlMirror mirror;
} Serve;

static FlFrame end;

/* --- bytes ------------------------------------------------------------------------------------- */

static gpointer
take_in (gpointer data)
{
  Serve *self = data;
  g_autoptr (GByteArray) unread = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (READ_BYTES);
  for (;;)
    {
      FlFrame *frame;
      gssize n = read (STDIN_FILENO, buffer, READ_BYTES);
      g_autoptr (GError) error = NULL;
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      g_byte_array_append (unread, buffer, n);
      while ((frame = fl_frame_take (unread, &error)) != NULL)
        g_async_queue_push (self->frames, frame);
      if (error != NULL)
        break;
    }
  g_atomic_int_set (&self->is_over, TRUE);
  g_async_queue_push (self->frames, &end);
  return NULL;
}

static void
flush (Serve *self)
{
  for (gsize done = 0; done < self->out->len;)
    {
      gssize n = write (self->out_fd, self->out->data + done, self->out->len - done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        _exit (1); /* nobody listens */
      done += n;
    }
  g_byte_array_set_size (self->out, 0);
}

static void
send_text (Serve *self, cJSON *object)
{
  char *text = cJSON_PrintUnformatted (object);
  fl_frame_append (self->out, FL_FRAME_TEXT, 0, text, strlen (text));
  cJSON_free (text);
  cJSON_Delete (object);
  flush (self);
}

/* --- facts ------------------------------------------------------------------------------------- */

/* "NVIDIA H200" of each, from the driver's own files. */
static void
add_gpus (cJSON *greeting)
{
  static const char folder[] = "/proc/driver/nvidia/gpus", key[] = "Model:";
  cJSON *list = cJSON_AddArrayToObject (greeting, "gpus");
  g_autoptr (GDir) devices = g_dir_open (folder, 0, NULL);
  const char *name;
  while (devices != NULL && (name = g_dir_read_name (devices)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, "information", NULL), *text = NULL;
      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      for (guint i = 0; lines[i] != NULL; i++)
        if (g_str_has_prefix (lines[i], key))
          cJSON_AddItemToArray (list, cJSON_CreateString (g_strstrip (lines[i] + strlen (key))));
    }
}

static void
add_greeting_facts (cJSON *greeting)
{
  const FlCompiler *compiler = fl_compiler_get (NULL);
  g_autofree char *system = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);
  cJSON *caches = cJSON_AddArrayToObject (greeting, "caches");
  cJSON_AddStringToObject (greeting, "machine", fl_compiler_get_processor ());
  cJSON_AddNumberToObject (greeting, "processors", g_get_num_processors ());
  cJSON_AddStringToObject (greeting, "system", system != NULL ? system : "Linux");
  for (guint level = 1; level <= 3; level++)
    cJSON_AddItemToArray (caches, cJSON_CreateNumber (fl_cache_get_bytes (level)));
  if (compiler != NULL)
    {
      cJSON_AddStringToObject (greeting, "compiler", compiler->summary);
      cJSON_AddStringToObject (greeting, "compiler_path", compiler->path);
      cJSON_AddStringToObject (greeting, "compiler_flags", compiler->flags);
      cJSON_AddBoolToObject (greeting, "compiler_is_plain", compiler->is_plain);
    }
  cJSON_AddNumberToObject (greeting, "vector_bytes", fl_compiler_get_vector_bytes ());
  add_gpus (greeting);
}

static void
greet (Serve *self)
{
  static const char line[] = "\n" FL_REMOTE_GREETING "\n";
  cJSON *greeting = cJSON_CreateObject ();
  cJSON_AddStringToObject (greeting, "version", FL_VERSION);
  cJSON_AddNumberToObject (greeting, "protocol", FL_REMOTE_PROTOCOL);
  add_greeting_facts (greeting);
  g_byte_array_append (self->out, (const guint8 *) line, strlen (line));
  send_text (self, greeting);
}

/* --- asking the worker ------------------------------------------------------------------------- */

static double
get_number (const cJSON *message, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (message, name);
  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

static void
close_client (Serve *self)
{
  fl_mirror_clear (&self->mirror);
  g_clear_pointer (&self->client, fl_worker_client_close);
}

static cJSON *
open_client (Serve *self, const cJSON *message, GError **error)
{
  g_autofree char *path = g_file_read_link ("/proc/self/exe", error);
  const gsize n_bytes = CLAMP (get_number (message, "exchange_bytes"), 4096, (double) (G_GINT64_CONSTANT (1) << 46));
  FlWorkerOptions options
      = { .path = path,
          .exchange_bytes = n_bytes,
          .timeout_s = CLAMP (get_number (message, "timeout_s"), 1, 86400),
          .n_threads = CLAMP (get_number (message, "threads"), 0, 1024),
          .limit_bytes = CLAMP (get_number (message, "limit_bytes"), 0, (double) (G_GINT64_CONSTANT (1) << 46)),
          .cancelled = &self->is_over,
          .for_gpu = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "for_gpu")),
          .sanitize = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "sanitize")),
          .only_bounds = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "only_bounds")) };
  close_client (self);
  if (path == NULL || (self->client = fl_worker_client_open (&options, error)) == NULL)
    return NULL;
  if (!fl_mirror_init (&self->mirror, fl_worker_client_get_exchange (self->client), n_bytes, error))
    return NULL;
  return cJSON_Duplicate (fl_worker_client_get_facts (self->client), TRUE);
}

static void
show_progress (double fraction, gpointer data)
{
  cJSON *line = cJSON_CreateObject ();
  cJSON_AddNumberToObject (line, "progress", fraction);
  send_text (data, line);
}

static cJSON *
answer (Serve *self, cJSON *message, GError **error)
{
  const char *name = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (message, "do"));
  cJSON *facts = NULL;
  if (name != NULL && (strcmp (name, "open") == 0 || strcmp (name, "close") == 0))
    {
      if (strcmp (name, "open") == 0)
        facts = open_client (self, message, error);
      else
        {
          close_client (self);
          facts = cJSON_CreateObject ();
          cJSON_AddTrueToObject (facts, "ok");
        }
      cJSON_Delete (message);
      return facts;
    }
  if (self->client != NULL)
    return fl_worker_client_call (self->client, message, show_progress, self, error);
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "no worker is open");
  cJSON_Delete (message);
  return NULL;
}

static void
answer_text (Serve *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  cJSON *message = cJSON_Parse (text), *reply = NULL;
  if (message == NULL)
    g_set_error (&error, FL_ERROR, FL_ERROR_WORKER, "a message is not JSON");
  else
    reply = answer (self, message, &error);
  for (gsize offset = 0;
       reply != NULL && self->mirror.memory != NULL && fl_mirror_append_next (&self->mirror, &offset, self->out);)
    if (self->out->len > FLUSH_BYTES)
      flush (self);
  if (reply == NULL)
    {
      reply = cJSON_CreateObject ();
      cJSON_AddFalseToObject (reply, "ok");
      cJSON_AddStringToObject (reply, "code", fl_worker_get_code_name (error->domain == FL_ERROR ? error->code : -1));
      cJSON_AddStringToObject (reply, "message", error->message);
    }
  send_text (self, reply);
}

int
fl_worker_serve_main (void)
{
  Serve self = { .frames = g_async_queue_new (), .out = g_byte_array_new () };
  gboolean is_good = TRUE;
  signal (SIGPIPE, SIG_IGN);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  /* Whatever else prints must not come between frames. */
  self.out_fd = dup (STDOUT_FILENO);
  if (self.out_fd < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
    return 1;
  greet (&self);
  GThread *thread = g_thread_new ("frames", take_in, &self);
  for (FlFrame *frame; is_good && (frame = g_async_queue_pop (self.frames)) != &end; fl_frame_free (frame))
    {
      g_autoptr (GError) error = NULL;
      if (frame->kind == FL_FRAME_TEXT)
        answer_text (&self, (const char *) frame->bytes);
      else
        is_good = fl_mirror_store (&self.mirror, frame, &error);
      if (!is_good)
        fprintf (stderr, "fuseloom-worker: %s\n", error->message);
    }
  close_client (&self);
  if (is_good)
    g_thread_join (thread);
  return is_good ? 0 : 1;
}
