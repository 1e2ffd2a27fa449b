/* Files by Landlock, privileges and resources; the system calls are in fl-confine-calls.c. Landlock has no library:
 * three system calls. */
#include "fl-confine.h"

#include "fl-sanitize.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

/* What headers of Debian 12 may not have yet; each with the version of the interface that brought it. */
enum
{
  ABI_NET = 4,
  ABI_SCOPE = 6
};

#define FS_ALL(abi)                                                                                                    \
  ((abi) >= 5 ? (1ULL << 16) - 1 : (abi) >= 3 ? (1ULL << 15) - 1 : (abi) >= 2 ? (1ULL << 14) - 1 : (1ULL << 13) - 1)
#define FS_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FS_OF_FILES                                                                                                    \
  (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | 1ULL << 14 | 1ULL << 15)

/* The kernel's struct landlock_ruleset_attr, of which older kernels take the first members. */
typedef struct
{
  guint64 files, ports, scopes;
} Ruleset;

enum
{
  COMPILER_FILE_BYTES = 256 << 20
};
static const rlim_t compiler_memory = (rlim_t) 8 << 30;

gboolean
fl_confine_is_wanted (void)
{
  return g_strcmp0 (g_getenv ("FUSELOOM_CONFINE"), "none") != 0;
}

int
fl_landlock_get_abi (void)
{
  long abi = syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi > 0 ? (int) abi : 0;
}

/* --- Landlock --------------------------------------------------------------------------------- */

/* Refuses everything that this kernel can refuse. -1: there is no Landlock. */
static int
create_ruleset (int abi)
{
  Ruleset rules = { .files = FS_ALL (abi), .ports = abi >= ABI_NET ? 3 : 0, .scopes = abi >= ABI_SCOPE ? 3 : 0 };
  gsize size = abi >= ABI_SCOPE ? sizeof rules : abi >= ABI_NET ? 2 * sizeof (guint64) : sizeof (guint64);
  return abi == 0 ? -1 : (int) syscall (SYS_landlock_create_ruleset, &rules, size, 0);
}

/* What is not there needs no rule. */
static void
allow_path (int ruleset, int abi, const char *path, guint64 access)
{
  int fd = open (path, O_PATH | O_CLOEXEC);
  struct landlock_path_beneath_attr rule = { .allowed_access = access & FS_ALL (abi), .parent_fd = fd };
  if (fd < 0)
    return;
  if (syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
    {
      rule.allowed_access &= FS_OF_FILES; /* a rule for a file may not have a folder's rights */
      syscall (SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
  close (fd);
}

static gboolean
enforce (int ruleset)
{
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ruleset >= 0
         && syscall (SYS_landlock_restrict_self, ruleset, 0) == 0;
}

/* --- privileges and limits -------------------------------------------------------------------- */

/* All but looking at the processor's counters, which the loader does. */
static void
drop_capabilities (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = { { 0 } };
  syscall (SYS_capget, &header, sets);
  for (guint i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
    {
      guint32 kept = i == CAP_PERFMON / 32 ? sets[i].permitted & 1u << CAP_PERFMON % 32 : 0;
      sets[i] = (struct __user_cap_data_struct) { kept, kept, 0 };
    }
  syscall (SYS_capset, &header, sets);
}

static void
limit (int resource, rlim_t most)
{
  struct rlimit now, then;
  if (getrlimit (resource, &now) != 0)
    return;
  then.rlim_cur = then.rlim_max = MIN (most, now.rlim_max);
  setrlimit (resource, &then);
}

static gboolean
has_sanitizer (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  return TRUE;
#else
  return fl_sanitize_is_on ();
#endif
}

/* --- a worker --------------------------------------------------------------------------------- */

static int statm = -1; /* tells what memory the process has, when it can open nothing any more */

static void
miss (FlConfined *confined, const char *what, const char *why)
{
  char *before = confined->missing;
  confined->missing
      = g_strdup_printf ("%s%s%s: %s", before != NULL ? before : "", before != NULL ? "; " : "", what, why);
  g_free (before);
}

/* The loader lists the process's threads for the processor's counters, and a runtime of sanitizers reads all there is.
 */
static gboolean
refuse_files (gboolean is_relaxed, int abi)
{
  int ruleset = create_ruleset (abi);
  allow_path (ruleset, abi, "/proc/self/task", LANDLOCK_ACCESS_FS_READ_DIR);
  allow_path (ruleset, abi, "/proc/sys/kernel/perf_event_paranoid", LANDLOCK_ACCESS_FS_READ_FILE);
  if (is_relaxed)
    allow_path (ruleset, abi, "/", FS_READ);
  gboolean done = enforce (ruleset);
  if (ruleset >= 0)
    close (ruleset);
  return done;
}

/* Freed in the heap of a thread that is not the first one, which shrinks. */
static gpointer
free_blocks (gpointer data)
{
  char *volatile blocks[8]; /* each too small for a mapping of its own, all together more than a heap keeps */
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    blocks[i] = malloc (64 << 10);
  for (guint i = G_N_ELEMENTS (blocks); i-- > 0;)
    free (blocks[i]);
  return NULL;
}

void
fl_confine_worker (FlControlPage *control, FlConfined *confined)
{
  /* The C library opens /proc/sys/vm/overcommit_memory when a heap first shrinks, and never again. */
  g_thread_join (g_thread_new ("memory", free_blocks, NULL));
  const char *why = NULL;
  int abi = fl_landlock_get_abi ();
  *confined = (FlConfined) { .is_relaxed = has_sanitizer () };
  fl_calls_set_page (control);
  statm = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  limit (RLIMIT_FSIZE, confined->is_relaxed ? COMPILER_FILE_BYTES
                                            : 0); /* pipes and shared memory of the process are not files that grow */
  if (!fl_confine_is_wanted ())
    {
      miss (confined, "system calls and files", "FUSELOOM_CONFINE is \"none\"");
      return;
    }
  drop_capabilities ();
  if (refuse_files (confined->is_relaxed, abi))
    confined->landlock = abi;
  else
    miss (confined, "Landlock (files)", "this kernel has none");
  confined->has_calls = fl_calls_refuse_all_but_worker (confined->is_relaxed, &why);
  if (!confined->has_calls)
    miss (confined, "seccomp (system calls)", why);
}

/* Reading stays, which the driver does: what is handled is writing alone. */
static gboolean
refuse_writing (int abi)
{
  Ruleset rules = { .files = FS_ALL (abi) & ~(guint64) FS_READ & ~(1ULL << 15), .ports = abi >= ABI_NET ? 3 : 0 };
  gsize size = abi >= ABI_NET ? 2 * sizeof (guint64) : sizeof (guint64);
  int ruleset = abi == 0 ? -1 : (int) syscall (SYS_landlock_create_ruleset, &rules, size, 0);
  allow_path (ruleset, abi, "/dev", rules.files);
  allow_path (ruleset, abi, "/proc", rules.files);
  gboolean done = enforce (ruleset);
  if (ruleset >= 0)
    close (ruleset);
  return done;
}

void
fl_confine_gpu_worker (FlControlPage *control, FlConfined *confined)
{
  int abi = fl_landlock_get_abi ();
  *confined = (FlConfined) { .is_for_gpu = TRUE };
  fl_calls_set_page (control);
  statm = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  miss (confined,
        "system calls, reading files, memory, the driver's own threads, and the process that NVRTC compiles in",
        "NVIDIA's libraries work in these processes; kernels run on the GPU, which lets them at the "
        "memory of this worker's context alone");
  if (!fl_confine_is_wanted ())
    {
      miss (confined, "writing files", "FUSELOOM_CONFINE is \"none\"");
      return;
    }
  drop_capabilities ();
  if (refuse_writing (abi))
    confined->landlock = abi;
  else
    miss (confined, "Landlock (writing files)", "this kernel has none");
}

void
fl_confine_worker_threads (FlConfined *confined)
{
  if (confined->has_calls && !confined->is_relaxed && !fl_calls_refuse_files ())
    miss (confined, "seccomp (files)", "the second filter was refused");
}

cJSON *
fl_confined_to_json (const FlConfined *confined)
{
  cJSON *object = cJSON_CreateObject ();
  cJSON_AddBoolToObject (object, "seccomp", confined->has_calls);
  cJSON_AddNumberToObject (object, "landlock", confined->landlock);
  cJSON_AddBoolToObject (object, "relaxed", confined->is_relaxed);
  cJSON_AddBoolToObject (object, "gpu", confined->is_for_gpu);
  if (confined->missing != NULL)
    cJSON_AddStringToObject (object, "missing", confined->missing);
  return object;
}

gint64
fl_confine_memory (gint64 more_bytes)
{
  char text[64] = "";
  if (has_sanitizer () || statm < 0 || pread (statm, text, sizeof text - 1, 0) <= 0)
    return 0; /* a sanitizer's shadow alone is larger than any limit */
  gint64 most = g_ascii_strtoll (text, NULL, 10) * sysconf (_SC_PAGESIZE) + more_bytes;
  limit (RLIMIT_AS, (rlim_t) most);
  return most;
}

void
fl_confine_cpu (gint64 seconds)
{
  limit (RLIMIT_CPU, (rlim_t) seconds);
}

/* --- layouts ---------------------------------------------------------------------------------- */

void
fl_confine_layout (void)
{
  int abi = fl_landlock_get_abi (), ruleset;
  limit (RLIMIT_FSIZE, 0);
#if !defined __SANITIZE_ADDRESS__                                                                                      \
    && !defined __SANITIZE_THREAD__ /* shadow memory of the sanitizers is larger than any limit */
  limit (RLIMIT_AS, (rlim_t) 2 << 30);
#endif
  if (!fl_confine_is_wanted () || has_sanitizer ())
    return;
  drop_capabilities ();
  ruleset = create_ruleset (abi);
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  enforce (ruleset);
  fl_calls_refuse_all_but_layout ();
}

/* --- compilers -------------------------------------------------------------------------------- */

struct _FlCompilerCage
{
  int ruleset;
  struct sock_fprog filter;
  struct rlimit memory, cpu, file, core;
  gboolean is_wanted;
};

static struct sock_fprog
get_filter (void)
{
  static gsize once = 0;
  static struct sock_fprog program;
  if (g_once_init_enter (&once))
    {
      gsize n = 0;
      program.filter = fl_calls_new_compiler_filter (&n);
      program.len = (unsigned short) n;
      g_once_init_leave (&once, 1);
    }
  return program;
}

/* A compiler outside of the system's folders lies in a folder of its own: /home/u/gcc/bin/gcc. A home is not one. */
static void
allow_program (int ruleset, int abi, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path), *base = g_path_get_basename (folder),
                  *above = g_path_get_dirname (folder);
  allow_path (ruleset, abi, folder, FS_READ);
  if (strcmp (base, "bin") == 0 && strcmp (above, "/") != 0 && g_strcmp0 (above, g_get_home_dir ()) != 0)
    allow_path (ruleset, abi, above, FS_READ);
}

static int
make_compiler_rules (const char *compiler, const char *work, int abi)
{
  static const char *const programs[]
      = { "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt", "/nix", "/gnu" };
  static const char *const reads[]
      = { "/etc", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/dev/urandom", "/dev/zero" };
  const char *more = g_getenv ("FUSELOOM_COMPILER_READS");
  g_auto (GStrv) folders = g_strsplit (more != NULL ? more : "", ":", -1);
  g_autofree char *real = realpath (compiler, NULL);
  int ruleset = create_ruleset (abi);
  if (ruleset < 0)
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    allow_path (ruleset, abi, programs[i], FS_READ);
  for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
    allow_path (ruleset, abi, reads[i], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
  for (guint i = 0; folders[i] != NULL; i++)
    if (g_path_is_absolute (folders[i]))
      allow_path (ruleset, abi, folders[i], FS_READ);
  allow_path (ruleset, abi, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  allow_program (ruleset, abi, compiler);
  if (real != NULL)
    allow_program (ruleset, abi, real);
  if (work != NULL)
    allow_path (ruleset, abi, work,
                FS_ALL (abi)
                    & ~(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK
                        | LANDLOCK_ACCESS_FS_MAKE_SOCK));
  return ruleset;
}

static struct rlimit
make_limit (int resource, rlim_t most)
{
  struct rlimit now = { RLIM_INFINITY, RLIM_INFINITY };
  getrlimit (resource, &now);
  return (struct rlimit) { MIN (most, now.rlim_max), MIN (most, now.rlim_max) };
}

FlCompilerCage *
fl_compiler_cage_new (const char *compiler, const char *work, guint timeout_s)
{
  FlCompilerCage *self = g_new0 (FlCompilerCage, 1);
  self->is_wanted = fl_confine_is_wanted ();
  self->ruleset = self->is_wanted ? make_compiler_rules (compiler, work, fl_landlock_get_abi ()) : -1;
  if (self->is_wanted)
    self->filter = get_filter ();
  self->memory = make_limit (RLIMIT_AS, compiler_memory);
  self->cpu = make_limit (RLIMIT_CPU, timeout_s + 1);
  self->file = make_limit (RLIMIT_FSIZE, COMPILER_FILE_BYTES);
  self->core = make_limit (RLIMIT_CORE, 0);
  return self;
}

/* Between fork and exec: system calls alone. */
void
fl_compiler_cage_enter (FlCompilerCage *self)
{
  setrlimit (RLIMIT_AS, &self->memory);
  setrlimit (RLIMIT_CPU, &self->cpu);
  setrlimit (RLIMIT_FSIZE, &self->file);
  setrlimit (RLIMIT_CORE, &self->core);
  if (!self->is_wanted)
    return;
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (self->ruleset >= 0 && syscall (SYS_landlock_restrict_self, self->ruleset, 0) != 0)
    _exit (126);
  if (self->filter.filter != NULL && prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &self->filter) != 0)
    _exit (126);
}

void
fl_compiler_cage_free (FlCompilerCage *self)
{
  if (self->ruleset >= 0)
    close (self->ruleset);
  g_free (self);
}
