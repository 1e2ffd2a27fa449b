/* Where kernels run: this machine, or one that is reached by ssh. Its compiler, processors and vectors decide how
 * programs are sent, and its name goes with every time. */
#include "fl-execute-private.h"
#include "fl-remote-address.h"
#include "fl-remote-explain.h"
#include "fl-remote.h"

static const char *
get_text (FlExecutor *self, const cJSON *object, const char *name)
{
  const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (object, name));
  return text != NULL ? fl_arena_strdup (self->pass->arena, text) : NULL;
}

static guint
get_number (const cJSON *object, const char *name, guint fallback)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (object, name);
  return cJSON_IsNumber (item) && item->valuedouble >= 1 && item->valuedouble <= 4096 ? (guint) item->valuedouble
                                                                                      : fallback;
}

static void
read_greeting (FlExecutor *self, const cJSON *greeting)
{
  FlExecuteDevice *device = &self->device;
  FlCompiler *compiler = fl_arena_new (self->pass->arena, FlCompiler, 1);
  g_autofree char *text = fl_remote_describe (greeting);
  device->n_processors = get_number (greeting, "processors", 1);
  device->vector_bytes = get_number (greeting, "vector_bytes", 16);
  compiler->path = get_text (self, greeting, "compiler_path");
  compiler->flags = get_text (self, greeting, "compiler_flags");
  compiler->summary = compiler->identity = get_text (self, greeting, "compiler");
  compiler->is_plain = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (greeting, "compiler_is_plain"));
  device->compiler = compiler->path != NULL && compiler->summary != NULL ? compiler : NULL;
  device->text = fl_arena_printf (self->pass->arena, "%s (%s)", self->request->worker_path, text);
}

gboolean
fl_executor_find_device (FlExecutor *self, GError **error)
{
  FlExecuteDevice *device = &self->device;
  if (!fl_remote_address_is (self->request->worker_path))
    {
      g_autoptr (GError) lack = NULL;
      device->compiler = fl_compiler_get (&lack);
      device->n_processors = g_get_num_processors ();
      device->vector_bytes = fl_compiler_get_vector_bytes ();
      device->no_compiler = lack != NULL ? fl_arena_strdup (self->pass->arena, lack->message) : NULL;
      return TRUE;
    }
  fl_executor_report (self, 0, "Connecting to %s", self->request->worker_path);
  cJSON *greeting = fl_remote_greet (self->request->worker_path, error);
  if (greeting == NULL)
    return FALSE;
  read_greeting (self, greeting);
  cJSON_Delete (greeting);
  device->no_compiler = fl_arena_printf (self->pass->arena,
                                         "%s has no C compiler in the PATH that ssh gives it: install one there "
                                         "(Debian, Ubuntu: apt install gcc)",
                                         device->text);
  self->result->device = device->text;
  return TRUE;
}
