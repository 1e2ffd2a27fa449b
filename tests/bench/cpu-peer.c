/* Talking with cpu-torch.py. */
#include "cpu-bench.h"

#include <gio/gio.h>
#include <string.h>

struct _BenchPeer
{
  GSubprocess *process;
  GDataInputStream *from;
  GOutputStream *to;
  char *version;
  guint n_threads;
};

static cJSON *
receive (BenchPeer *peer, GError **error)
{
  g_autofree char *line = g_data_input_stream_read_line (peer->from, NULL, NULL, error);
  cJSON *answer = line != NULL ? cJSON_Parse (line) : NULL;
  const char *message;

  if (answer == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PyTorch's process ended or did not answer");
      return NULL;
    }
  if (cJSON_IsTrue (cJSON_GetObjectItem (answer, "ok")))
    return answer;
  message = cJSON_GetStringValue (cJSON_GetObjectItem (answer, "message"));
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PyTorch: %s", message ? message : "no message");
  cJSON_Delete (answer);
  return NULL;
}

static cJSON *
call (BenchPeer *peer, cJSON *message, GError **error)
{
  g_autofree char *text = cJSON_PrintUnformatted (message), *line = g_strconcat (text, "\n", NULL);

  cJSON_Delete (message);
  if (!g_output_stream_write_all (peer->to, line, strlen (line), NULL, NULL, error))
    return NULL;
  return receive (peer, error);
}

BenchPeer *
bench_peer_open (const char *python, const char *script, guint n_threads, const char *cache, GError **error)
{
  g_autofree char *threads = g_strdup_printf ("%u", n_threads);
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  BenchPeer *peer = g_new0 (BenchPeer, 1);
  cJSON *hello;

  if (cache != NULL)
    g_subprocess_launcher_setenv (launcher, "TORCHINDUCTOR_CACHE_DIR", cache, TRUE);
  peer->process = g_subprocess_launcher_spawn (launcher, error, python, script, threads, NULL);
  if (peer->process == NULL)
    {
      g_free (peer);
      return NULL;
    }
  peer->from = g_data_input_stream_new (g_subprocess_get_stdout_pipe (peer->process));
  peer->to = g_subprocess_get_stdin_pipe (peer->process);
  hello = receive (peer, error);
  if (hello == NULL)
    {
      bench_peer_close (peer);
      return NULL;
    }
  peer->version = g_strdup_printf ("PyTorch %s, %s", cJSON_GetStringValue (cJSON_GetObjectItem (hello, "version")),
                                   cJSON_GetStringValue (cJSON_GetObjectItem (hello, "capability")));
  peer->n_threads = cJSON_GetNumberValue (cJSON_GetObjectItem (hello, "threads"));
  cJSON_Delete (hello);
  return peer;
}

void
bench_peer_close (BenchPeer *peer)
{
  if (peer == NULL)
    return;
  g_output_stream_close (peer->to, NULL, NULL);
  g_subprocess_wait (peer->process, NULL, NULL);
  g_object_unref (peer->from);
  g_object_unref (peer->process);
  g_free (peer->version);
  g_free (peer);
}

const char *
bench_peer_get_version (BenchPeer *peer)
{
  return peer->version;
}

guint
bench_peer_get_n_threads (BenchPeer *peer)
{
  return peer->n_threads;
}

cJSON *
bench_peer_load (BenchPeer *peer, const char *fx_text, const BenchText *facts, const char *const *modes, GError **error)
{
  g_autofree char *limits = g_strdup_printf ("{%s}", facts->limits->str);
  cJSON *message = cJSON_CreateObject (), *list, *answer, *result;

  cJSON_AddStringToObject (message, "do", "load");
  cJSON_AddStringToObject (message, "text", fx_text);
  cJSON_AddItemToObject (message, "limits", cJSON_Parse (limits));
  list = cJSON_AddArrayToObject (message, "modes");
  for (guint i = 0; modes[i] != NULL; i++)
    cJSON_AddItemToArray (list, cJSON_CreateString (modes[i]));
  answer = call (peer, message, error);
  if (answer == NULL)
    return NULL;
  result = cJSON_DetachItemFromObject (answer, "modes");
  cJSON_Delete (answer);
  return result;
}

cJSON *
bench_peer_measure (BenchPeer *peer, guint n_samples, GError **error)
{
  cJSON *message = cJSON_CreateObject (), *answer, *result;

  cJSON_AddStringToObject (message, "do", "measure");
  cJSON_AddNumberToObject (message, "samples", n_samples);
  answer = call (peer, message, error);
  if (answer == NULL)
    return NULL;
  result = cJSON_DetachItemFromObject (answer, "samples");
  cJSON_Delete (answer);
  return result;
}
