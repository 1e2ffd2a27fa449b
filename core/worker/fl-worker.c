/* The worker's main loop: reads a line, does what it says, answers. See fl-worker-protocol.h. */
#include "fl-worker.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fl-cache-sizes.h"
#include "fl-compiler.h"
#include "fl-error.h"
#include "fl-sanitize.h"
#include "fl-worker-private.h"

enum
{
  CPU_S = 60,
  MAX_ANSWERS = 16, /* answers that may each take the whole time-out */
  MEMORY_FACTOR = 8 /* bytes of a tensor, as doubles */
};
static const gint64 MEMORY_MARGIN_BYTES = G_GINT64_CONSTANT (4) << 30;

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

/* --- commands --------------------------------------------------------------------------------- */

static char *
describe_machine (const FlWorker *worker)
{
  return g_strdup_printf ("%u x %s", fl_thread_pool_get_n_threads (worker->pool), fl_compiler_get_processor ());
}

static void
learn_compiler (FlWorker *worker)
{
  cJSON *request = cJSON_CreateObject ();
  cJSON_AddStringToObject (request, "do", "compiler");
  cJSON *answer = fl_service_ask (&worker->service, request);
  const char *summary = get_text (answer, "summary");
  worker->compiler = g_strdup (summary != NULL ? summary : "none");
  worker->compiler_path = g_strdup (get_text (answer, "path"));
  cJSON_Delete (answer);
}

static gboolean
do_hello (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  if (worker->pool == NULL)
    {
      guint n_threads = CLAMP (get_number (message, "threads", 0), 0, 1024);
      worker->pool = fl_thread_pool_new (n_threads);
      worker->limit_bytes = get_number (message, "limit_bytes", 0);
      worker->timeout_s = CLAMP (get_number (message, "timeout_s", 120), 1, 86400);
      fl_confine_cpu (CPU_S + (gint64) MAX_ANSWERS * worker->timeout_s * fl_thread_pool_get_n_threads (worker->pool));
      learn_compiler (worker);
    }
  g_autofree char *machine = describe_machine (worker);
  cJSON_AddNumberToObject (answer, "pid", getpid ());
  cJSON_AddNumberToObject (answer, "threads", fl_thread_pool_get_n_threads (worker->pool));
  cJSON_AddStringToObject (answer, "machine", machine);
  cJSON_AddStringToObject (answer, "compiler", worker->compiler);
  cJSON_AddStringToObject (answer, "library", fl_library_get_name ());
  cJSON_AddItemToObject (answer, "confined", fl_confined_to_json (&worker->confined));
  return worker->gpu == NULL || fl_gpu_describe (worker->gpu, answer, error);
}

static gboolean
map_exchange (FlWorker *worker, gsize size_bytes, GError **error)
{
  if (size_bytes <= worker->exchange_bytes)
    return TRUE;
  gpointer memory = MAP_FAILED;
  if (lseek (FL_WORKER_EXCHANGE_FD, 0, SEEK_END) >= (off_t) size_bytes) /* a confined worker may not look at files */
    memory = mmap (NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, FL_WORKER_EXCHANGE_FD, 0);
  if (memory == MAP_FAILED)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                   "the exchange memory of %" G_GSIZE_FORMAT " bytes cannot be mapped: %s", size_bytes,
                   g_strerror (errno));
      return FALSE;
    }
  if (worker->exchange != NULL)
    munmap (worker->exchange, worker->exchange_bytes);
  worker->exchange = memory;
  worker->exchange_bytes = size_bytes;
  return TRUE;
}

/* --- choices, which the other process reads and writes ---------------------------------------- */

static cJSON *
ask_for_choices (FlWorker *worker, const char *what, const char *text)
{
  cJSON *request = cJSON_CreateObject ();
  cJSON_AddStringToObject (request, "do", what);
  cJSON_AddStringToObject (request, "machine", worker->machine);
  if (worker->cache != NULL)
    cJSON_AddStringToObject (request, "folder", worker->cache);
  if (text != NULL)
    cJSON_AddStringToObject (request, "text", text);
  return fl_service_ask (&worker->service, request);
}

static void
open_choices (FlWorker *worker, const cJSON *message)
{
  g_clear_pointer (&worker->choices, fl_choices_free);
  if (worker->decided == NULL)
    worker->decided = fl_choices_new (NULL);
  if (!cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "choices")))
    return;
  g_free (worker->cache);
  worker->cache = g_strdup (get_text (message, "cache"));
  cJSON *answer = ask_for_choices (worker, "choices", NULL);
  worker->choices = fl_choices_new (get_text (answer, "text"));
  cJSON_Delete (answer);
}

static void
keep_choices (FlWorker *worker)
{
  if (worker->choices == NULL || !fl_choices_are_changed (worker->choices))
    return;
  g_autofree char *text = fl_choices_dup_text (worker->choices);
  cJSON_Delete (ask_for_choices (worker, "keep", text));
}

/* Before the first kernel runs: what the process has by then, the plan's tensors in the widest element that the
 * interpreter takes them to, and a margin for what libraries pack. */
static void
limit_memory (FlWorker *worker)
{
  gint64 bytes = 0;
  if (worker->is_limited)
    return;
  worker->is_limited = TRUE;
  for (guint i = 0; i < worker->programs->len; i++)
    if (worker->programs->pdata[i] != NULL)
      bytes += ((const FlWorkProgram *) worker->programs->pdata[i])->asked_bytes;
  worker->memory_limit = fl_confine_memory (MEMORY_MARGIN_BYTES + MEMORY_FACTOR * bytes);
}

static gboolean
do_program (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  guint id = CLAMP (get_number (message, "id", 0), 0, 4096);
  if (!map_exchange (worker, get_number (message, "exchange_bytes", 0), error))
    return FALSE;
  gint64 begin = fl_now_ns ();
  open_choices (worker, message);
  FlWorkProgram *program = fl_work_program_new (worker, message, error);
  if (program == NULL)
    return FALSE;
  cJSON_AddNumberToObject (answer, "ns", fl_now_ns () - begin);
  if (worker->gpu == NULL && worker->jobs->len == 0 && !fl_work_program_link (worker, program, error))
    {
      fl_work_program_free (program);
      return FALSE;
    }
  if (id >= worker->programs->len)
    g_ptr_array_set_size (worker->programs, id + 1);
  g_clear_pointer ((FlWorkProgram **) &worker->programs->pdata[id], fl_work_program_free);
  worker->programs->pdata[id] = program;
  begin = fl_now_ns ();
  fl_work_program_fill (worker, program); /* while compilers are at work */
  cJSON_AddNumberToObject (answer, "fill_ns", fl_now_ns () - begin);
  begin = fl_now_ns ();
  if (worker->gpu == NULL)
    fl_work_program_pack (worker, program);
  cJSON_AddNumberToObject (answer, "pack_ns", fl_now_ns () - begin);
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
  if (ok)
    keep_choices (worker);
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
  if (worker->gpu != NULL)
    return fl_gpu_run (worker, program, get_text (message, "fault"), answer, error);
  if (!fl_work_program_link (worker, program, error))
    return FALSE;
  limit_memory (worker);
  cJSON_AddNumberToObject (answer, "memory_limit", worker->memory_limit);
  gboolean is_tracked = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "track"));
  cJSON *resident = is_tracked ? cJSON_AddArrayToObject (answer, "resident") : NULL;
  if (is_tracked)
    fl_work_resident_start (program);
  gboolean tunes = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (message, "tune"));
  fl_work_program_load (worker, program, FALSE);
  commit_fault (worker, program, get_text (message, "fault"));
  fl_thread_pool_begin (worker->pool);
  fl_worker_take_index_errors (worker);
  gint64 begin = fl_now_ns ();
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
  cJSON_AddNumberToObject (answer, "ns", fl_now_ns () - begin);
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

static gboolean
do_measure (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  return (worker->gpu != NULL ? fl_gpu_measure : fl_worker_measure) (worker, message, answer, error);
}

static gboolean
do_ceilings (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error)
{
  return (worker->gpu != NULL ? fl_gpu_find_ceilings : fl_worker_find_ceilings) (worker, message, answer, error);
}

static const struct
{
  const char *name;
  gboolean (*func) (FlWorker *worker, const cJSON *message, cJSON *answer, GError **error);
} commands[] = {
  { "hello", do_hello },
  { "compile", fl_worker_compile },
  { "compiled", fl_worker_finish_compiling },
  { "program", do_program },
  { "run", do_run },
  { "measure", do_measure },
  { "ceilings", do_ceilings },
  { "streaming", fl_worker_find_streaming },
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
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
               "\"do\" is none of hello, compile, compiled, program, run, measure, ceilings, streaming");
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
      cJSON_AddStringToObject (answer, "code",
                               error->domain == FL_ERROR ? fl_worker_get_code_name (error->code) : "worker");
      cJSON_AddStringToObject (answer, "message", error->message);
    }
  cJSON_Delete (message);
  fl_worker_send (answer);
}

/* Dies with its owner, leaves no core file. */
static void
end_with_owner (void)
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

/* What choices depend on beside what they are of: the processor, the library, and this very program. */
static char *
describe_program (void)
{
  GStatBuf facts = { 0 };
  g_stat ("/proc/self/exe", &facts);
  return g_strdup_printf ("%s, %s, %" G_GINT64_FORMAT " bytes of %" G_GINT64_FORMAT, fl_compiler_get_processor (),
                          fl_library_get_name (), (gint64) facts.st_size, (gint64) facts.st_mtime);
}

/* All that needs files is had before they are given up. Kernels need the vector forms of libm's functions, and what a
 * compiler's own library adds: where they are loaded already, nothing is looked for. */
static void
give_up_files (FlWorker *worker, gboolean is_for_gpu)
{
  static const char *const libraries[] = { "libmvec.so.1", "libm.so.6", "libgcc_s.so.1" };
  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    dlopen (libraries[i], RTLD_NOW | RTLD_GLOBAL);
  worker->usage_fd = open ("/proc/stat", O_RDONLY | O_CLOEXEC);
  worker->machine = describe_program ();
  fl_cache_get_bytes (3);
  fl_work_look_around ();
  if (is_for_gpu)
    {
      worker->gpu = fl_gpu_open ();
      fl_confine_gpu_worker (worker->control, &worker->confined);
      worker->loader = fl_loader_new ();
      return;
    }
  fl_confine_worker (worker->control, &worker->confined);
  worker->loader = fl_loader_new ();
  fl_confine_worker_threads (&worker->confined);
}

int
fl_worker_main (int argc, char **argv)
{
  end_with_owner ();
  if (fl_sanitize_is_on ())
    g_unsetenv ("LD_PRELOAD"); /* compilers are not to run with it */
  FlWorker worker
      = { .modules = g_ptr_array_new (), .programs = g_ptr_array_new (), .jobs = g_ptr_array_new (), .timeout_s = 120 };
  worker.control = mmap (NULL, sizeof (FlControlPage), PROT_READ | PROT_WRITE, MAP_SHARED, FL_WORKER_CONTROL_FD, 0);
  if (worker.control == MAP_FAILED)
    {
      fputs ("fuseloom-worker is started by fuseloom and fuseloom-cli; it does nothing by itself\n", stderr);
      return 2;
    }
  syscall (SYS_close_range, FL_WORKER_CONTROL_FD + 1, ~0U, 0); /* the worker was handed no other descriptors */
  fl_service_start (&worker.service);
  give_up_files (&worker, argc > 1 && strcmp (argv[1], FL_WORKER_FOR_GPU) == 0);
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, stdin) > 0)
    answer_line (&worker, line);
  free (line);
  fl_thread_pool_free (worker.pool);
  fl_loader_free (worker.loader);
  g_aligned_free (worker.streams);
  fl_choices_free (worker.choices);
  fl_choices_free (worker.decided);
  fl_worker_forget_functions (&worker);
  return 0;
}
