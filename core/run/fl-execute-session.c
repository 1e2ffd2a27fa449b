/* Workers that outlive an execution: one process and its loaded kernels for many small programs.
 *
 * In: units of kernels, then executions whose programs call them. Out: their results, as from a
 * worker of their own. Keeps: the worker, until it fails or the session ends. */
#include "fl-execute-private.h"

struct _FlExecuteSession
{
  FlWorkerClient *client;
  char *cache_folder;
  gsize exchange_bytes;
  guint n_modules, n_compiled;
  gint64 compile_ns;
};

FlExecuteSession *
fl_execute_session_new (const char *worker_path, const char *cache_folder, guint n_threads, guint timeout_s,
                        FlSessionChecks checks, gsize exchange_bytes, GError **error)
{
  FlWorkerOptions options = { .path = worker_path,
                              .exchange_bytes = exchange_bytes,
                              .timeout_s = timeout_s,
                              .n_threads = n_threads,
                              .sanitize = checks != FL_SESSION_UNCHECKED,
                              .only_bounds = checks == FL_SESSION_BOUNDS };
  FlWorkerClient *client = fl_worker_client_open (&options, error);
  FlExecuteSession *self;

  if (client == NULL)
    return NULL;
  self = g_new0 (FlExecuteSession, 1);
  self->client = client;
  self->cache_folder = g_strdup (cache_folder);
  self->exchange_bytes = exchange_bytes;
  return self;
}

void
fl_execute_session_free (FlExecuteSession *self)
{
  if (self == NULL)
    return;
  fl_worker_client_close (self->client);
  g_free (self->cache_folder);
  g_free (self);
}

static double
get_number (const cJSON *object, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (object, name);

  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

gboolean
fl_execute_session_load (FlExecuteSession *self, const char *name, const char *source, GError **error)
{
  cJSON *message = cJSON_CreateObject (), *module = cJSON_CreateObject (), *answer;

  cJSON_AddStringToObject (message, "do", "compile");
  if (self->cache_folder != NULL)
    cJSON_AddStringToObject (message, "cache", self->cache_folder);
  cJSON_AddItemToArray (cJSON_AddArrayToObject (message, "modules"), module);
  cJSON_AddNumberToObject (module, "module", self->n_modules);
  cJSON_AddStringToObject (module, "name", name);
  cJSON_AddStringToObject (module, "source", source);
  answer = fl_worker_client_call (self->client, message, NULL, NULL, error);
  if (answer == NULL)
    return FALSE;
  self->n_modules++;
  self->compile_ns += (gint64) get_number (answer, "cpu_ns");
  module = cJSON_GetArrayItem (cJSON_GetObjectItemCaseSensitive (answer, "modules"), 0);
  self->n_compiled += !cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (module, "cached"));
  cJSON_Delete (answer);
  return TRUE;
}

gint64
fl_execute_session_get_compile_ns (const FlExecuteSession *self)
{
  return self->compile_ns;
}

guint
fl_execute_session_get_n_compiled (const FlExecuteSession *self)
{
  return self->n_compiled;
}

/* --- in an execution ----------------------------------------------------------------------------
 */

gboolean
fl_executor_enter_session (FlExecutor *self, GError **error)
{
  FlExecuteSession *session = self->request->session;

  if (self->exchange_bytes > (gint64) session->exchange_bytes)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "inputs and outputs need %" G_GINT64_FORMAT " bytes, more than the %" G_GSIZE_FORMAT
                   " of the session",
                   self->exchange_bytes, session->exchange_bytes);
      return FALSE;
    }
  self->client = session->client;
  return TRUE;
}

void
fl_executor_name_modules (FlExecutor *self)
{
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      cJSON *numbers = cJSON_AddArrayToObject (self->programs[i].message, "modules");

      for (guint k = 0; k < self->request->session->n_modules; k++)
        cJSON_AddItemToArray (numbers, cJSON_CreateNumber (k));
    }
}

void
fl_executor_close_worker (FlExecutor *self)
{
  if (self->request->session == NULL)
    fl_worker_client_close (self->client);
  self->client = NULL;
}
