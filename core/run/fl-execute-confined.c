/* What is refused to the kernels of a run, in words: what is in force, and what this system lacks.
 */
#include "fl-confine.h"

#include <unistd.h>
#include "fl-execute-private.h"

static const char *
dup_modes (FlExecutor *self, const cJSON *confined)
{
  gboolean has_calls = cJSON_IsTrue (cJSON_GetObjectItem (confined, "seccomp"));
  const cJSON *abi = cJSON_GetObjectItem (confined, "landlock");
  gint64 landlock = cJSON_IsNumber (abi) ? (gint64) abi->valuedouble : 0;
  const char *files = landlock > 0 ? fl_arena_printf (self->pass->arena, "Landlock %" G_GINT64_FORMAT, landlock) : NULL;

  if (has_calls && files != NULL)
    return fl_arena_printf (self->pass->arena, "seccomp, %s", files);
  return has_calls ? "seccomp" : files;
}

void
fl_executor_tell_confined (FlExecutor *self, gint64 memory_limit)
{
  const cJSON *confined = cJSON_GetObjectItem (fl_worker_client_get_facts (self->client), "confined");
  const char *missing = cJSON_GetStringValue (cJSON_GetObjectItem (confined, "missing")),
             *modes = dup_modes (self, confined);
  gboolean is_relaxed = cJSON_IsTrue (cJSON_GetObjectItem (confined, "relaxed"));
  const char *memory = memory_limit > 0 ? fl_arena_printf (self->pass->arena, "at most %.1f GiB of memory",
                                                           (double) memory_limit / (1 << 30))
                                        : "memory without a limit";
  const char *what = modes == NULL                                          ? "only resources are limited"
                     : cJSON_IsTrue (cJSON_GetObjectItem (confined, "gpu")) ? "on the host no TCP, and no files written"
                     : is_relaxed                                           ? "no network, nothing written"
                                                                            : "no network, no files, no new processes";

  self->result->confined
      = fl_arena_printf (self->pass->arena, "%s%s%s%s, %s%s", what, modes != NULL ? " (" : "",
                         modes != NULL ? modes : "", modes != NULL ? ")" : "", memory,
                         modes == NULL || fl_executor_is_for_gpu (self)
                             ? ""
                             : "; the compiler has no network and writes to a folder of its own alone");
  if (is_relaxed && modes != NULL)
    missing = fl_arena_printf (self->pass->arena,
                               "%s%sa sanitizer's runtime is in the worker, so it may read files and start programs",
                               missing != NULL ? missing : "", missing != NULL ? "; " : "");
  self->result->not_confined = missing != NULL ? fl_arena_strdup (self->pass->arena, missing) : NULL;
}

/* What of the cache was passed over, and why: once, however many modules. */
void
fl_executor_note_cache (FlExecutor *self, const cJSON *modules)
{
  const cJSON *module;

  cJSON_ArrayForEach (module, modules)
    {
      const char *note = cJSON_GetStringValue (cJSON_GetObjectItem (module, "note"));

      if (note != NULL)
        {
          fl_execution_add_note (self, "kernel cache", fl_arena_strdup (self->pass->arena, note));
          return;
        }
    }
}

/* Fewer threads than were asked for, or than the machine has processors. */
void
fl_executor_note_threads (FlExecutor *self)
{
  const gint64 asked = MAX (self->pass->options->cpp_threads, 0),
               online = self->device.text != NULL ? self->device.n_processors : sysconf (_SC_NPROCESSORS_ONLN),
               n = self->result->n_threads;
  const char *wanted = asked > n
                           ? fl_arena_printf (self->pass->arena,
                                              "%" G_GINT64_FORMAT " threads were asked for (cpp.threads), and", asked)
                           : "by default each processor has one, but";

  if (asked > n || (asked == 0 && n < online))
    fl_execution_add_note (self, "threads",
                           fl_arena_printf (self->pass->arena,
                                            "kernels run on %" G_GINT64_FORMAT
                                            " %s: %s this process may use %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                                            " processors (taskset, a container or a machine with fewer)",
                                            n, n == 1 ? "thread" : "threads", wanted, MIN (n, online), online));
}
