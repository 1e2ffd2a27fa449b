/* The worker's main loop: reads a line, does what it says, answers. See fl-worker-protocol.h. */
#include "fl-compiler.h"
#include "fl-execute.h"
#include "fl-product.h"
#include "fl-sanitize.h"
#include "fl-worker-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

gint64
fl_worker_now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

void
fl_worker_send (cJSON *object)
{
  char *text = cJSON_PrintUnformatted (object);
  fputs (text, stdout);
  fputc ('\n', stdout);
  fflush (stdout);
  cJSON_free (text);
  cJSON_Delete (object);
}

static const char *
get_code_name (int code)
{
  static const char *const names[] = {
    [FL_ERROR_IO] = "io",       [FL_ERROR_SYNTAX] = "syntax",           [FL_ERROR_GRAPH] = "graph",
    [FL_ERROR_SHAPE] = "shape", [FL_ERROR_UNSUPPORTED] = "unsupported", [FL_ERROR_LIMIT] = "limit",
    [FL_ERROR_CANCELLED] = "cancelled", [FL_ERROR_USAGE] = "usage",     [FL_ERROR_COMPILER] = "compiler",
    [FL_ERROR_WORKER] = "worker",       [FL_ERROR_MISMATCH] = "mismatch",
  };
  return code >= 0 && code < (int) G_N_ELEMENTS (names) ? names[code] : "worker";
}

static double
get_number (const cJSON *message, const char *name, double fallback)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (message, name);
  return cJSON_IsNumber (item) ? item->valuedouble : fallback;
}

static const char *
get_text (const cJSON *message, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (message, name);
  return cJSON_IsString (item) ? item->valuestring : NULL;
}

/* --- commands -------------------------------------------------------------------------------------------------------- */

static char *
describe_machine (const FlWorker *worker)
{
  return g_strdup_printf ("%u x %s", fl_thread_pool_get_n_threads (worker->pool), fl_compiler_get_processor ());
}

static gboolean
do_hello (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  if (worker->pool == NULL)
    {
      guint n_threads = CLAMP (get_number (message, "threads", 0), 0, 1024);
      worker->pool = fl_thread_pool_new (n_threads);
      worker->limit_bytes = get_number (message, "limit_bytes", 0);
    }
  g_autofree char *machine = describe_machine (worker);
  const FlCompiler *compiler = fl_compiler_get (NULL);
  cJSON_AddNumberToObject (answer, "pid", getpid ());
  cJSON_AddNumberToObject (answer, "threads", fl_thread_pool_get_n_threads (worker->pool));
  cJSON_AddStringToObject (answer, "machine", machine);
  cJSON_AddStringToObject (answer, "compiler", compiler == NULL ? "none" : compiler->summary);
  cJSON_AddStringToObject (answer, "library", fl_library_get_name ());
  return TRUE;
}

static gboolean
map_exchange (FlWorker *worker, gsize size_bytes, GError **error)
{
  if (size_bytes <= worker->exchange_bytes)
    return TRUE;
  struct stat facts;
  gpointer memory = MAP_FAILED;
  if (fstat (FL_WORKER_EXCHANGE_FD, &facts) == 0 && facts.st_size >= (off_t) size_bytes)
    memory = mmap (NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, FL_WORKER_EXCHANGE_FD, 0);
  if (memory == MAP_FAILED)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "the exchange memory of %" G_GSIZE_FORMAT " bytes cannot be mapped: %s",
                   size_bytes, g_strerror (errno));
      return FALSE;
    }
  if (worker->exchange != NULL)
    munmap (worker->exchange, worker->exchange_bytes);
  worker->exchange = memory;
  worker->exchange_bytes = size_bytes;
  return TRUE;
}

/* What choices depend on beside what they are of: the processor, the library, and this very program. */
static void
open_choices (FlWorker *worker, const cJSON *message)
{
  GStatBuf facts = { 0 };
  g_stat ("/proc/self/exe", &facts);
  g_autofree char *machine = g_strdup_printf ("%s, %s, %s, %" G_GINT64_FORMAT " bytes of %" G_GINT64_FORMAT, fl_compiler_get_processor (),
                                              fl_library_get_name (), fl_tile_set_get ()->name, (gint64) facts.st_size, (gint64) facts.st_mtime);
  g_clear_pointer (&worker->choices, fl_choices_free);
  if (cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "choices")))
    worker->choices = fl_choices_open (get_text (message, "cache"), machine);
}

static gboolean
do_program (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  guint id = CLAMP (get_number (message, "id", 0), 0, 4096);
  if (!map_exchange (worker, get_number (message, "exchange_bytes", 0), error))
    return FALSE;
  gint64 begin = fl_worker_now ();
  open_choices (worker, message);
  FlWorkProgram *program = fl_work_program_new (worker, message, error);
  if (program == NULL)
    return FALSE;
  cJSON_AddNumberToObject (answer, "ns", fl_worker_now () - begin);
  if (worker->jobs->len == 0 && !fl_work_program_link (worker, program, error))
    {
      fl_work_program_free (program);
      return FALSE;
    }
  if (id >= worker->programs->len)
    g_ptr_array_set_size (worker->programs, id + 1);
  g_clear_pointer ((FlWorkProgram **) &worker->programs->pdata[id], fl_work_program_free);
  worker->programs->pdata[id] = program;
  begin = fl_worker_now ();
  fl_work_program_fill (worker, program); /* while compilers are at work */
  cJSON_AddNumberToObject (answer, "fill_ns", fl_worker_now () - begin);
  begin = fl_worker_now ();
  fl_work_program_pack (worker, program);
  cJSON_AddNumberToObject (answer, "pack_ns", fl_worker_now () - begin);
  return TRUE;
}

/* Faults that tests ask for: what a broken kernel would do. */
static void
commit_fault (FlWorker *worker, const FlWorkProgram *program, const char *fault)
{
  if (fault == NULL || program->n_steps == 0)
    return;
  g_strlcpy (worker->control->kernel, program->steps[0].name, sizeof worker->control->kernel);
  if (strcmp (fault, "crash") == 0)
    raise (SIGSEGV);
  while (strcmp (fault, "hang") == 0)
    pause ();
}

/* What library calls became. */
static void
add_choices (const FlWorkProgram *program, cJSON *answer)
{
  cJSON *list = cJSON_AddArrayToObject (answer, "choices");
  for (guint i = 0; i < program->n_steps; i++)
    {
      FlLibraryChoice choice = { NULL };
      if (program->steps[i].library != NULL)
        fl_library_describe (program->steps[i].library, &choice);
      if (choice.what == NULL)
        continue;
      cJSON *object = cJSON_CreateObject ();
      cJSON_AddNumberToObject (object, "step", i);
      cJSON_AddStringToObject (object, "what", choice.what);
      cJSON_AddNumberToObject (object, "own_ns", choice.own_ns);
      cJSON_AddNumberToObject (object, "library_ns", choice.library_ns);
      cJSON_AddNumberToObject (object, "packed_bytes", choice.packed_bytes);
      if (choice.is_unsure)
        cJSON_AddTrueToObject (object, "unsure");
      cJSON_AddItemToArray (list, object);
    }
}

/* Library calls and chains of steps find their fastest way; then the same results once more, as they are measured. */
static gboolean
tune (FlWorker *worker, FlWorkProgram *program, gboolean with_calls, const char *panels, GError **error)
{
  gboolean ok = TRUE;
  fl_work_program_load (worker, program, FALSE);
  fl_thread_pool_begin (worker->pool);
  for (guint i = 0; ok && with_calls && i < program->n_steps; i++)
    ok = fl_work_step_tune (worker, &program->steps[i], error);
  fl_thread_pool_end (worker->pool);
  if (!ok)
    return FALSE;
  if (program->chains == NULL && g_strcmp0 (panels, "never") != 0)
    program->chains = fl_work_chains_find (program, fl_thread_pool_get_n_threads (worker->pool));
  fl_work_program_load (worker, program, FALSE);
  if (program->chains != NULL && program->chains->len > 0
      && !fl_work_chains_tune (worker, program, g_strcmp0 (panels, "always") == 0, error))
    return FALSE;
  fl_work_program_load (worker, program, FALSE);
  fl_thread_pool_begin (worker->pool);
  for (guint i = 0, n; ok && i < program->n_steps; i += MAX (n, 1))
    {
      n = fl_work_chain_run_at (worker, program, i);
      n = n > 0 ? n : fl_work_row_run_at (worker, program, i);
      ok = n > 0 || fl_work_step_run (worker, &program->steps[i], error);
    }
  fl_thread_pool_end (worker->pool);
  if (ok)
    fl_work_program_save (worker, program);
  if (ok && worker->choices != NULL)
    fl_choices_save (worker->choices);
  return ok;
}

static gboolean
do_run (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  guint id = CLAMP (get_number (message, "id", 0), 0, 4096);
  FlWorkProgram *program = id < worker->programs->len ? worker->programs->pdata[id] : NULL;
  if (program == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "run: there is no program %u", id);
      return FALSE;
    }
  if (!fl_work_program_link (worker, program, error))
    return FALSE;
  gboolean is_tracked = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "track"));
  cJSON *resident = is_tracked ? cJSON_AddArrayToObject (answer, "resident") : NULL;
  if (is_tracked)
    fl_work_resident_start (program);
  gboolean tunes = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "tune"));
  fl_work_program_load (worker, program, FALSE);
  commit_fault (worker, program, get_text (message, "fault"));
  fl_thread_pool_begin (worker->pool);
  fl_worker_take_index_errors (worker);
  gint64 begin = fl_worker_now ();
  for (guint i = 0; i < program->n_steps; i++)
    {
      fl_work_zones_fill (program, i);
      g_autofree guint64 *hashes = fl_work_zones_hash (program, i);
      if (!fl_work_step_run (worker, &program->steps[i], error) || !fl_work_zones_check (program, i, hashes, error))
        {
          fl_thread_pool_end (worker->pool);
          return FALSE;
        }
      if (is_tracked)
        {
          cJSON_AddItemToArray (resident, cJSON_CreateNumber (fl_work_resident_measure (program)));
          fl_work_resident_release (program, &program->steps[i]);
        }
      fl_work_step_stomp (program, &program->steps[i]);
    }
  cJSON_AddNumberToObject (answer, "ns", fl_worker_now () - begin);
  cJSON_AddNumberToObject (answer, "index_errors", fl_worker_take_index_errors (worker));
  fl_thread_pool_end (worker->pool);
  fl_work_program_save (worker, program);
  if (is_tracked)
    {
      cJSON_AddNumberToObject (answer, "page_bytes", sysconf (_SC_PAGESIZE));
      fl_work_resident_stop (worker, program);
    }
  const char *panels = get_text (message, "panels");
  if ((tunes || g_strcmp0 (panels, "always") == 0) && !tune (worker, program, tunes, panels, error))
    return FALSE;
  add_choices (program, answer);
  fl_work_chains_describe (program, answer);
  return TRUE;
}

static const struct
{
  const char *name;
  gboolean (*func) (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
} commands[] = {
  { "hello", do_hello }, { "compile", fl_worker_compile }, { "compiled", fl_worker_finish_compiling }, { "program", do_program }, { "run", do_run }, { "measure", fl_worker_measure },
  { "ceilings", fl_worker_find_ceilings }, { "streaming", fl_worker_find_streaming },
};

static gboolean
dispatch (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  const char *name = get_text (message, "do");
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      {
        if (worker->pool != NULL || commands[i].func == do_hello)
          return commands[i].func (worker, message, answer, error);
        g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s came before hello", name);
        return FALSE;
      }
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "\"do\" is none of hello, compile, compiled, program, run, measure, ceilings, streaming");
  return FALSE;
}

static void
answer_line (FlWorker *worker, const char *line)
{
  g_autoptr (GError) error = NULL;
  cJSON *message = cJSON_Parse (line);
  cJSON *answer = cJSON_CreateObject ();
  gboolean ok = FALSE;
  if (message == NULL)
    g_set_error (&error, FL_ERROR, FL_ERROR_WORKER, "the line is not JSON");
  else
    ok = dispatch (worker, message, answer, &error);
  worker->control->kernel[0] = '\0';
  cJSON_AddBoolToObject (answer, "ok", ok);
  if (!ok)
    {
      cJSON_AddStringToObject (answer, "code", error->domain == FL_ERROR ? get_code_name (error->code) : "worker");
      cJSON_AddStringToObject (answer, "message", error->message);
    }
  cJSON_Delete (message);
  fl_worker_send (answer);
}

/* Dies with its owner, leaves no core file. */
static void
confine (void)
{
  struct rlimit none = { 0, 0 };
  setrlimit (RLIMIT_CORE, &none);
  prctl (PR_SET_DUMPABLE, 0);
  pid_t parent = getppid ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (0);
  signal (SIGINT, SIG_IGN); /* a terminal's ^C goes to the owner, who ends us */
}

int
fl_worker_main (int argc, char **argv)
{
  confine ();
  if (fl_sanitize_is_on ())
    g_unsetenv ("LD_PRELOAD"); /* compilers are not to run with it */
  FlWorker worker = { .modules = g_ptr_array_new (), .programs = g_ptr_array_new (), .jobs = g_ptr_array_new () };
  worker.control = mmap (NULL, sizeof (FlControlPage), PROT_READ | PROT_WRITE, MAP_SHARED, FL_WORKER_CONTROL_FD, 0);
  if (worker.control == MAP_FAILED)
    {
      fputs ("fuseloom-worker is started by fuseloom and fuseloom-cli; it does nothing by itself\n", stderr);
      return 2;
    }
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, stdin) > 0)
    answer_line (&worker, line);
  free (line);
  fl_thread_pool_free (worker.pool);
  g_aligned_free (worker.streams);
  fl_choices_free (worker.choices);
  fl_worker_forget_functions (&worker);
  return 0;
}
