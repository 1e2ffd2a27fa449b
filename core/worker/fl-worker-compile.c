/* Compiling for the worker: another process (fl-service.h) compiles, or finds the module in the cache, and hands over
 * what is to be loaded. What else a program needs is done meanwhile. */
#include "fl-worker-private.h"

#include <dlfcn.h>
#include <unistd.h>

typedef struct
{
  guint module;
  char *name, *folder, *source;
  guint timeout_s;
  gpointer handle;
  int object; /* for a GPU: what is loaded when all are there; else -1 */
  gboolean was_cached, is_second;
  gint64 duration_ns;
  char *note;
  GError *error;
} Compilation;

/* --- the loader's part ------------------------------------------------------------------------ */

static void
ask (FlWorker *worker, guint position, Compilation *self)
{
  cJSON *request = cJSON_CreateObject ();
  cJSON_AddStringToObject (request, "do", "compile");
  cJSON_AddStringToObject (request, "name", self->name);
  cJSON_AddStringToObject (request, "source", self->source);
  if (self->folder != NULL)
    cJSON_AddStringToObject (request, "folder", self->folder);
  if (worker->gpu != NULL)
    cJSON_AddNumberToObject (request, "cuda", fl_gpu_get_capability (worker->gpu));
  if (self->is_second)
    cJSON_AddTrueToObject (request, "again");
  cJSON_AddNumberToObject (request, "timeout_s", self->timeout_s);
  fl_service_send (&worker->service, FL_LINE_COMPILERS, position, request);
}

/* The descriptor stays open as long as the module: its name is what tells modules apart. */
static gboolean
load_object (Compilation *self, int object)
{
  char path[32];
  g_snprintf (path, sizeof path, "/proc/self/fd/%d", object);
  self->handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (self->handle == NULL)
    close (object);
  return self->handle != NULL;
}

static double
get_number (const cJSON *answer, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (answer, name);
  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

static const char *get_text (const cJSON *message, const char *name);

/* FALSE: it is asked for once more. */
static gboolean
take_answer (FlWorker *worker, Compilation *self, const cJSON *answer, int object)
{
  self->duration_ns += get_number (answer, "ns");
  worker->compilers_ns = MAX (worker->compilers_ns, (gint64) get_number (answer, "cpu_ns"));
  self->was_cached = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (answer, "cached"));
  if (self->note == NULL)
    self->note = g_strdup (get_text (answer, "note"));
  if (!cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (answer, "ok")) || object < 0)
    {
      const char *message = get_text (answer, "message");
      g_set_error_literal (&self->error, FL_ERROR, (int) get_number (answer, "code"),
                           message != NULL ? message : "compile: no object came");
      return TRUE;
    }
  if (worker->gpu != NULL) /* the GPU's thread is another one */
    {
      self->object = object;
      return TRUE;
    }
  gint64 begin = fl_now_ns ();
  gboolean is_loaded = load_object (self, object);
  self->duration_ns += fl_now_ns () - begin;
  if (is_loaded)
    return TRUE;
  if (self->was_cached && !self->is_second) /* made for another system: make it again */
    {
      self->is_second = TRUE;
      return FALSE;
    }
  g_set_error (&self->error, FL_ERROR, FL_ERROR_COMPILER, "the kernels that %s made cannot be loaded: %s",
               worker->compiler_path, dlerror ());
  return TRUE;
}

static void
collect (gpointer data, gpointer unused)
{
  FlWorker *worker = data;
  for (guint left = worker->jobs->len; left > 0;)
    {
      guint32 position = G_MAXUINT32;
      int object = -1;
      cJSON *answer = fl_service_receive (&worker->service, FL_LINE_COMPILERS, &position, &object);
      Compilation *job = position < worker->jobs->len ? worker->jobs->pdata[position] : NULL;
      if (answer == NULL)
        break; /* the compiling process has ended */
      if (job != NULL && take_answer (worker, job, answer, object))
        left--;
      else if (job != NULL)
        ask (worker, position, job);
      cJSON_Delete (answer);
    }
  for (guint i = 0; i < worker->jobs->len; i++)
    {
      Compilation *job = worker->jobs->pdata[i];
      if (job->handle == NULL && job->object < 0 && job->error == NULL)
        g_set_error (&job->error, FL_ERROR, FL_ERROR_WORKER, "the process that starts compilers has ended");
    }
}

static void
nothing (gpointer data, gpointer unused)
{
}

/* --- the protocol's part ---------------------------------------------------------------------- */

static const char *
get_text (const cJSON *message, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (message, name);
  return cJSON_IsString (item) ? item->valuestring : NULL;
}

static Compilation *
compilation_new (FlWorker *worker, const cJSON *item, const char *folder, gboolean is_broken, GError **error)
{
  const char *source = get_text (item, "source"), *name = get_text (item, "name");
  const cJSON *module = cJSON_GetObjectItemCaseSensitive (item, "module");
  if (name == NULL || source == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "compile: name or source is lacking");
      return NULL;
    }
  Compilation *self = g_new0 (Compilation, 1);
  self->object = -1;
  self->module = cJSON_IsNumber (module) ? CLAMP (module->valuedouble, 0, 4096) : 0;
  self->name = g_strdup (name);
  self->folder = g_strdup (folder);
  self->timeout_s = worker->timeout_s;
  self->source = g_strconcat (source, is_broken ? "\n#error this fault was asked for\n" : "", NULL);
  return self;
}

static void
close_compilation (Compilation *self)
{
  g_free (self->name);
  g_free (self->folder);
  g_free (self->source);
  g_free (self->note);
  g_clear_error (&self->error);
  if (self->object >= 0)
    close (self->object);
  g_free (self);
}

static void
tell_compilation (FlWorker *worker, Compilation *self, cJSON *modules, GError **error)
{
  if (self->object >= 0 && self->error == NULL)
    {
      gint64 begin = fl_now_ns ();
      fl_gpu_load_module (worker->gpu, self->module, self->object, &self->error);
      self->duration_ns += fl_now_ns () - begin;
    }
  if (self->error != NULL && error != NULL && *error == NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  if (self->module >= worker->modules->len)
    g_ptr_array_set_size (worker->modules, self->module + 1);
  worker->modules->pdata[self->module] = self->handle;
  cJSON *object = cJSON_CreateObject ();
  cJSON_AddBoolToObject (object, "cached", self->was_cached);
  cJSON_AddNumberToObject (object, "ns", self->duration_ns);
  if (self->note != NULL)
    cJSON_AddStringToObject (object, "note", self->note);
  cJSON_AddItemToArray (modules, object);
  close_compilation (self);
}

gpointer
fl_worker_load (FlWorker *worker, const char *name, const char *source, const char *folder)
{
  Compilation *self = g_new0 (Compilation, 1);
  *self = (Compilation) { .name = g_strdup (name),
                          .source = g_strdup (source),
                          .folder = g_strdup (folder),
                          .object = -1,
                          .timeout_s = worker->timeout_s };
  g_ptr_array_add (worker->jobs, self);
  ask (worker, 0, self);
  fl_loader_run (worker->loader, collect, worker);
  g_ptr_array_set_size (worker->jobs, 0);
  gpointer handle = self->handle;
  close_compilation (self);
  return handle;
}

gint64
fl_worker_take_index_errors (FlWorker *worker)
{
  gint64 n = 0;
  for (guint i = 0; i < worker->modules->len; i++)
    {
      gint64 *count = worker->modules->pdata[i] == NULL ? NULL : dlsym (worker->modules->pdata[i], "fl_index_errors");
      if (count == NULL)
        continue;
      n += *count;
      *count = 0;
    }
  return n;
}

gboolean
fl_worker_compile (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (message, "modules"), *item;
  gboolean is_broken = g_strcmp0 (get_text (message, "fault"), "compile") == 0;
  GError *inner = NULL;
  if (worker->jobs->len > 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "compile: the one before was not waited for");
      return FALSE;
    }
  worker->compilers_before_ns = worker->compilers_ns;
  cJSON_ArrayForEach (item, list)
    {
      Compilation *job
          = inner != NULL ? NULL : compilation_new (worker, item, get_text (message, "cache"), is_broken, &inner);
      if (job == NULL)
        continue;
      g_ptr_array_add (worker->jobs, job);
      ask (worker, worker->jobs->len - 1, job);
    }
  fl_loader_begin (worker->loader, collect, worker);
  if (inner == NULL && cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "later")))
    return TRUE;
  if (inner == NULL)
    return fl_worker_finish_compiling (worker, message, answer, error);
  fl_worker_finish_compiling (worker, message, answer, NULL); /* compilers that were started must be waited for */
  g_propagate_error (error, inner);
  return FALSE;
}

gboolean
fl_worker_finish_compiling (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  cJSON *modules = cJSON_AddArrayToObject (answer, "modules");
  guint n = worker->jobs->len;
  GError *inner = NULL;
  fl_loader_run (worker->loader, nothing,
                 NULL); /* the loader does one thing after the other: an empty job waits for all before it */
  for (guint i = 0; i < n; i++)
    tell_compilation (worker, worker->jobs->pdata[i], modules, &inner);
  g_ptr_array_set_size (worker->jobs, 0);
  if (n == 0)
    g_set_error (&inner, FL_ERROR, FL_ERROR_WORKER, "compile: there are no modules");
  if (inner != NULL)
    {
      g_propagate_error (error, inner);
      return FALSE;
    }
  cJSON_AddNumberToObject (answer, "cpu_ns", worker->compilers_ns - worker->compilers_before_ns);
  cJSON_AddStringToObject (answer, "compiler", worker->compiler);
  return TRUE;
}
