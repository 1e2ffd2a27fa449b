#include "fl-streaming.h"

#include "fl-compiler-private.h"
#include "fl-remote-address.h"
#include "fl-trust.h"
#include "fl-worker-client.h"

enum
{
  VERSION = 2, /* of what is measured */
  TIMEOUT_S = 10,
  MAX_FILE_BYTES = 1 << 16
};

static char *
dup_path (const FlOptions *options, const char *folder)
{
  const gint64 n_threads = options->cpp_threads > 0 ? options->cpp_threads : g_get_num_processors ();
  g_autofree char *text = g_strdup_printf ("%d %s %" G_GINT64_FORMAT, VERSION, fl_compiler_get_processor (), n_threads);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *name = g_strdup_printf ("streaming-%.16s.ini", sum);
  return folder != NULL ? g_build_filename (folder, name, NULL)
                        : g_build_filename (g_get_user_cache_dir (), "fuseloom", name, NULL);
}

static gboolean
is_asked_for (const FlOptions *options)
{
  return options->cpu_stream_bytes < 0 && options->target == FL_TARGET_CPU;
}

gboolean
fl_streaming_find (FlOptions *options, const char *folder)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = is_asked_for (options) ? dup_path (options, folder) : NULL;
  gsize length = 0;
  g_autofree char *text = path == NULL ? NULL : fl_trust_read_path (path, MAX_FILE_BYTES, &length, NULL);
  if (text == NULL || !g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, NULL))
    return FALSE;
  gint64 bytes = g_key_file_get_int64 (file, "streaming", "bytes", NULL),
         read_bytes = g_key_file_get_int64 (file, "streaming", "read_bytes", NULL);
  if (bytes <= 0 || read_bytes <= 0)
    return FALSE; /* somebody wrote into it */
  options->measured_stream_bytes = bytes;
  options->measured_stream_read_bytes = read_bytes;
  return TRUE;
}

static gint64
get_int (const cJSON *answer, const char *name)
{
  const cJSON *item = cJSON_GetObjectItem (answer, name);
  return cJSON_IsNumber (item) ? (gint64) item->valuedouble : 0;
}

static void
keep (const cJSON *answer, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  const cJSON *row;
  g_key_file_set_int64 (file, "streaming", "bytes", get_int (answer, "bytes"));
  g_key_file_set_int64 (file, "streaming", "read_bytes", get_int (answer, "read_bytes"));
  g_key_file_set_int64 (file, "streaming", "ns", get_int (answer, "ns"));
  cJSON_ArrayForEach (row, cJSON_GetObjectItem (answer, "rows"))
    {
      g_autofree char *name = g_strdup_printf ("%s_%" G_GINT64_FORMAT,
                                               cJSON_IsTrue (cJSON_GetObjectItem (row, "read")) ? "read" : "unread",
                                               get_int (row, "bytes"));
      g_autofree char *text
          = g_strdup_printf ("ordinary stores %" G_GINT64_FORMAT " ns, non-temporal stores %" G_GINT64_FORMAT " ns",
                             get_int (row, "plain_ns"), get_int (row, "non_temporal_ns"));
      g_key_file_set_string (file, "copies", name, text);
    }
  gsize length;
  g_autofree char *whole = g_key_file_to_data (file, &length, NULL);
  fl_trust_write_path (path, whole, length, NULL); /* if the file cannot be written, the next process measures again */
}

gboolean
fl_streaming_measure (FlOptions *options, const char *folder, const char *worker_path)
{
  const gboolean is_remote = fl_remote_address_is (worker_path);
  if (!is_asked_for (options))
    return FALSE;
  /* Of another machine, nothing is kept on this one. */
  if (!is_remote && fl_streaming_find (options, folder))
    return options->measured_stream_bytes > 0;
  const FlWorkerOptions asked
      = { .path = worker_path, .timeout_s = TIMEOUT_S, .n_threads = MAX (options->cpp_threads, 0) };
  g_autoptr (FlWorkerClient) client = fl_worker_client_open (&asked, NULL);
  if (client == NULL)
    return FALSE;
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "streaming");
  cJSON *answer = fl_worker_client_call (client, message, NULL, NULL, NULL);
  if (answer == NULL)
    return FALSE;
  g_autofree char *path = is_remote ? NULL : dup_path (options, folder);
  if (path != NULL)
    keep (answer, path);
  options->measured_stream_bytes = get_int (answer, "bytes");
  options->measured_stream_read_bytes = get_int (answer, "read_bytes");
  cJSON_Delete (answer);
  return options->measured_stream_bytes > 0;
}
