/* Compiling in the worker: one thread a module, which starts a compiler or finds the module in the cache, and loads it. What else a
 * program needs is done meanwhile. */
#include "fl-compiler.h"
#include "fl-worker-private.h"

#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct
{
  FlWorker *worker;
  guint module;
  char *name, *folder, *source;
  gpointer handle;
  gboolean was_cached;
  gint64 duration_ns;
  GError *error;
  GThread *thread;
} Compilation;

/* The descriptor stays open as long as the module: its name is what tells modules apart. */
static gpointer
load_object (int object)
{
  char path[32];
  g_snprintf (path, sizeof path, "/proc/self/fd/%d", object);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}

static gpointer
open_module (const char *name, const char *source, const char *folder, gboolean *was_cached, GError **error)
{
  for (int attempt = 0; attempt < 2; attempt++)
    {
      g_auto (FlBuildFacts) facts = { 0 };
      int object = fl_compiler_build (name, source, folder, &facts, error);
      *was_cached = facts.was_cached;
      if (object < 0)
        return NULL;
      gpointer handle = load_object (object);
      if (handle != NULL)
        return handle;
      close (object);
      fl_compiler_forget (source, folder); /* else it would be found the next time */
      if (facts.was_cached && attempt == 0)
        continue; /* made for another system: make it again */
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "the kernels that %s made cannot be loaded: %s", fl_compiler_get (NULL)->path, dlerror ());
      return NULL;
    }
  g_assert_not_reached ();
}

static gpointer
compile_module (gpointer data)
{
  Compilation *self = data;
  gint64 begin = fl_worker_now ();
  fl_thread_pool_unpin (self->worker->pool); /* else the compiler would share one processor */
  self->handle = open_module (self->name, self->source, self->folder, &self->was_cached, &self->error);
  self->duration_ns = fl_worker_now () - begin;
  return NULL;
}

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
  self->worker = worker;
  self->module = cJSON_IsNumber (module) ? CLAMP (module->valuedouble, 0, 4096) : 0;
  self->name = g_strdup (name);
  self->folder = g_strdup (folder);
  self->source = g_strconcat (source, is_broken ? "\n#error this fault was asked for\n" : "", NULL);
  self->thread = g_thread_new ("compile", compile_module, self);
  return self;
}

static void
close_compilation (Compilation *self, cJSON *modules, GError **error)
{
  g_thread_join (self->thread);
  if (self->error != NULL && error != NULL && *error == NULL)
    g_propagate_error (error, self->error);
  else
    g_clear_error (&self->error);
  FlWorker *worker = self->worker;
  if (self->module >= worker->modules->len)
    g_ptr_array_set_size (worker->modules, self->module + 1);
  worker->modules->pdata[self->module] = self->handle;
  cJSON *object = cJSON_CreateObject ();
  cJSON_AddBoolToObject (object, "cached", self->was_cached);
  cJSON_AddNumberToObject (object, "ns", self->duration_ns);
  cJSON_AddItemToArray (modules, object);
  g_free (self->name);
  g_free (self->folder);
  g_free (self->source);
  g_free (self);
}

/* Processor time of ended children: compilers are all that a worker starts. */
static gint64
get_children_ns (void)
{
  struct rusage usage;
  getrusage (RUSAGE_CHILDREN, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_GINT64_CONSTANT (1000000000)
         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * G_GINT64_CONSTANT (1000);
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
  worker->compilers_ns = get_children_ns ();
  cJSON_ArrayForEach (item, list)
  {
    Compilation *job = inner != NULL ? NULL : compilation_new (worker, item, get_text (message, "cache"), is_broken, &inner);
    if (job != NULL)
      g_ptr_array_add (worker->jobs, job);
  }
  if (inner == NULL && cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "later")))
    return TRUE;
  if (inner == NULL)
    return fl_worker_finish_compiling (worker, message, answer, error);
  fl_worker_finish_compiling (worker, message, answer, NULL); /* those that were started */
  g_propagate_error (error, inner);
  return FALSE;
}

gboolean
fl_worker_finish_compiling (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  cJSON *modules = cJSON_AddArrayToObject (answer, "modules");
  guint n = worker->jobs->len;
  GError *inner = NULL;
  for (guint i = 0; i < n; i++)
    close_compilation (worker->jobs->pdata[i], modules, &inner);
  g_ptr_array_set_size (worker->jobs, 0);
  if (n == 0)
    g_set_error (&inner, FL_ERROR, FL_ERROR_WORKER, "compile: there are no modules");
  if (inner != NULL)
    {
      g_propagate_error (error, inner);
      return FALSE;
    }
  cJSON_AddNumberToObject (answer, "cpu_ns", get_children_ns () - worker->compilers_ns);
  cJSON_AddStringToObject (answer, "compiler", fl_compiler_get (NULL)->summary);
  return TRUE;
}
