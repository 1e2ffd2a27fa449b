/* The process that starts compilers: a thread for each line, and one for each compilation. */
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fl-choices.h"
#include "fl-compiler.h"
#include "fl-machine.h"
#include "fl-service.h"

typedef struct
{
  const FlService *service;
  GMutex lock; /* of the folder, and of what is written */
  gboolean has_folder;
  char *folder;
} Broker;

typedef struct
{
  Broker *broker;
  guint32 id;
  cJSON *request;
} Job;

/* Of ended compilers: RUSAGE_CHILDREN, or RUSAGE_SELF where the compiler is a library. */
static gint64
get_compilers_ns (int whose)
{
  struct rusage usage;
  getrusage (whose, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_GINT64_CONSTANT (1000000000)
         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * G_GINT64_CONSTANT (1000);
}

static const char *
get_text (const cJSON *request, const char *name)
{
  return cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (request, name));
}

/* Is it the folder of the first request? */
static gboolean
may_use (Broker *broker, const char *folder)
{
  g_mutex_lock (&broker->lock);
  if (!broker->has_folder)
    broker->folder = g_strdup (folder);
  broker->has_folder = TRUE;
  gboolean may = g_strcmp0 (broker->folder, folder) == 0;
  g_mutex_unlock (&broker->lock);
  return may;
}

static void
answer (Broker *broker, FlServiceLine line, guint32 id, cJSON *object, int fd)
{
  char *text = cJSON_PrintUnformatted (object);
  g_mutex_lock (&broker->lock);
  fl_service_write (broker->service->lines[line], id, text, fd);
  g_mutex_unlock (&broker->lock);
  cJSON_free (text);
  cJSON_Delete (object);
  if (fd >= 0)
    close (fd);
}

/* --- compiling --------------------------------------------------------------------------------- */

static int
build (Broker *broker, const cJSON *request, FlBuildFacts *facts, GError **error)
{
  const char *name = get_text (request, "name"), *source = get_text (request, "source"),
             *folder = get_text (request, "folder");
  const cJSON *timeout = cJSON_GetObjectItemCaseSensitive (request, "timeout_s");
  if (name == NULL || source == NULL || !may_use (broker, folder))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "compile: %s",
                   source == NULL ? "name or source is lacking" : "another folder than at first");
      return -1;
    }
  if (cJSON_IsNumber (timeout))
    fl_compiler_set_timeout ((guint) CLAMP (timeout->valuedouble, 1, 86400));
  if (cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (request, "again")))
    fl_compiler_forget (source, folder);
  const cJSON *capability = cJSON_GetObjectItemCaseSensitive (request, "cuda");
  return cJSON_IsNumber (capability)
             ? fl_compiler_build_cuda (name, source, (guint) capability->valuedouble, folder, facts, error)
             : fl_compiler_build (name, source, folder, facts, error);
}

static gpointer
compile (gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  g_auto (FlBuildFacts) facts = { 0 };
  gint64 begin = fl_now_ns ();
  int object = build (job->broker, job->request, &facts, &error);
  cJSON *out = cJSON_CreateObject ();
  cJSON_AddBoolToObject (out, "ok", object >= 0);
  cJSON_AddBoolToObject (out, "cached", facts.was_cached);
  cJSON_AddNumberToObject (out, "ns", fl_now_ns () - begin);
  cJSON_AddNumberToObject (out, "cpu_ns",
                           get_compilers_ns (cJSON_HasObjectItem (job->request, "cuda") ? RUSAGE_SELF
                                                                                        : RUSAGE_CHILDREN));
  if (facts.note != NULL)
    cJSON_AddStringToObject (out, "note", facts.note);
  if (error != NULL)
    {
      cJSON_AddNumberToObject (out, "code", error->domain == FL_ERROR ? error->code : FL_ERROR_WORKER);
      cJSON_AddStringToObject (out, "message", error->message);
    }
  answer (job->broker, FL_LINE_COMPILERS, job->id, out, object);
  cJSON_Delete (job->request);
  g_free (job);
  return NULL;
}

static gpointer
serve_compilers (gpointer data)
{
  Broker *broker = data;
  guint32 id;
  int fd;
  for (char *text; (text = fl_service_read (broker->service->lines[FL_LINE_COMPILERS], &id, &fd)) != NULL;)
    {
      Job *job = g_new0 (Job, 1);
      *job = (Job) { broker, id, cJSON_Parse (text) };
      g_free (text);
      g_thread_unref (g_thread_new ("compile", compile, job));
    }
  _exit (0); /* with all threads: the worker has ended */
}

/* --- facts ------------------------------------------------------------------------------------- */

static cJSON *
tell_compiler (void)
{
  const FlCompiler *compiler = fl_compiler_get (NULL);
  cJSON *out = cJSON_CreateObject ();
  if (compiler != NULL)
    {
      cJSON_AddStringToObject (out, "summary", compiler->summary);
      cJSON_AddStringToObject (out, "path", compiler->path);
    }
  return out;
}

static cJSON *
do_choices (Broker *broker, const cJSON *request, gboolean is_kept)
{
  const char *machine = get_text (request, "machine"), *folder = get_text (request, "folder"),
             *text = get_text (request, "text");
  cJSON *out = cJSON_CreateObject ();
  if (machine == NULL || !may_use (broker, folder))
    return out;
  FlChoices *choices = fl_choices_open (folder, machine);
  if (is_kept && text != NULL)
    {
      fl_choices_add_text (choices, text);
      fl_choices_save (choices);
    }
  else
    {
      g_autofree char *known = fl_choices_dup_text (choices);
      cJSON_AddStringToObject (out, "text", known);
    }
  fl_choices_free (choices);
  return out;
}

void
fl_service_serve (const FlService *service)
{
  static Broker broker;
  guint32 id;
  int fd;
  broker.service = service;
  g_thread_unref (g_thread_new ("compilers", serve_compilers, &broker));
  for (char *text; (text = fl_service_read (service->lines[FL_LINE_FACTS], &id, &fd)) != NULL;)
    {
      cJSON *request = cJSON_Parse (text);
      const char *what = get_text (request, "do");
      cJSON *out = g_strcmp0 (what, "compiler") == 0 ? tell_compiler ()
                   : g_strcmp0 (what, "choices") == 0 || g_strcmp0 (what, "keep") == 0
                       ? do_choices (&broker, request, g_strcmp0 (what, "keep") == 0)
                       : cJSON_CreateObject ();
      answer (&broker, FL_LINE_FACTS, id, out, -1);
      cJSON_Delete (request);
      g_free (text);
    }
  _exit (0);
}
