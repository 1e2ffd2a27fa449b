/* Is there a GPU that kernels can run on? Asked before anything is compiled, so that an action that needs one can say
 * beforehand what is missing. */
#include "fl-execute-private.h"

char *
fl_execute_dup_gpu_lack (const char *worker_path, char **name)
{
  const FlWorkerOptions options
      = { .path = worker_path, .exchange_bytes = 4096, .timeout_s = 30, .n_threads = 1, .for_gpu = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = fl_worker_client_open (&options, &error);
  const cJSON *device = client == NULL ? NULL : cJSON_GetObjectItem (fl_worker_client_get_facts (client), "device");
  const char *text = cJSON_GetStringValue (cJSON_GetObjectItem (device, "name"));
  *name = g_strdup (text);
  if (client == NULL)
    return g_strdup (error->message);
  return text == NULL ? g_strdup ("the worker tells of no GPU") : NULL;
}
