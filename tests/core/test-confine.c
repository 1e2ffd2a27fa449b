/* Kernels that try what no kernel should: each is refused, and the refusal names the kernel and what it asked for. */
#include "fl-confine.h"
#include "fl-worker-client.h"

#include <string.h>
#include <unistd.h>

static char *folder;

typedef struct
{
  const char *name, *body, *says; /* says NULL: it comes back with a number below 0 */
  gboolean by_threads;            /* both of them */
} Probe;

/* Numbers of calls are x86-64's; those that the C library has are called by name. */
static const Probe probes[] = {
  { "probe_socket", "r = socket (2, 1, 0);", "to open a network connection (socket)" },
  { "probe_unix_socket", "r = socket (1, 1, 0);", "to open a network connection (socket)" },
  { "probe_open", "r = open (\"/etc/passwd\", 0);", "to open a file (openat)" },
  { "probe_open_memory", "r = open (\"/proc/self/mem\", 2);", "to open a file (openat)" },
  { "probe_create", "r = open (\"/tmp/fuseloom-probe\", 0101, 0600);", "to open a file (openat)" },
  { "probe_raw_open", "r = syscall (2, \"/etc/passwd\", 0);", "to open a file (open)" },
  { "probe_stat", "char f[512]; r = stat (\"/etc/passwd\", f);", "newfstatat" },
  { "probe_unlink", "r = unlink (\"/tmp/fuseloom-probe\");", "to remove a file (unlink)" },
  { "probe_mkdir", "r = mkdir (\"/tmp/fuseloom-probe\", 0700);", "to make a folder (mkdir)" },
  { "probe_write", "r = pwrite (3, b, 8, 1 << 20);", "pwrite64" },
  { "probe_clone", "r = syscall (56, 17L, 0L, 0L, 0L, 0L);", "to start a process (clone)" },
  { "probe_fork", "r = fork ();",
    "was stopped: it asked " }, /* since glibc 2.41 with every signal blocked: nobody can say what for */
  { "probe_vfork", "r = syscall (58);", "to start a process (vfork)" },
  { "probe_exec", "char *v[] = { \"/bin/true\", 0 }; r = execve (v[0], v, v + 1);", "to start a program (execve)" },
  { "probe_system", "r = system (\"true\");", "for a system call that kernels may not (SIGSYS)" },
  { "probe_kill", "r = kill (getppid (), 0);", "to send a signal (kill)" },
  { "probe_tgkill", "r = syscall (234, getppid (), getppid (), 0);", "to send a signal (tgkill)" },
  { "probe_ptrace", "r = ptrace (16, getppid (), 0, 0);", "to look into another process (ptrace)" },
  { "probe_read_other",
    "char c[8]; void *i[] = { c, (void *) 8, b, (void *) 8 }; r = process_vm_readv (getppid (), i, 1L, i + 2, 1L, 0L);",
    "to look into another process (process_vm_readv)" },
  { "probe_map", "r = mmap (0, 64L << 30, 3, 0x22, -1, 0L) == (void *) -1 ? -1 : 0;",
    "for more memory than any run has (mmap)" },
  { "probe_ring", "char p[120] = { 0 }; r = syscall (425, 8, p);", "for calls past the filter (io_uring_setup)" },
  { "probe_file_in_memory", "r = syscall (319, \"x\", 0);", "to make a file in memory (memfd_create)" },
  { "probe_handler", "char a[160] = { 0 }; r = sigaction (31, a, (void *) 0);",
    "to hide a refused call (rt_sigaction)" },
  { "probe_dump", "r = prctl (4, 1L, 0L, 0L, 0L);", "(prctl)" },
  { "probe_personality", "r = syscall (135, 0x0400000);", "(personality)" },
  { "probe_mount", "r = syscall (165, \"a\", \"/\", \"b\", 0L, (void *) 0);", "(mount)" },
  { "probe_segment", "r = syscall (158, 0x1002, 0L);", "(arch_prctl)" },
  { "probe_counters", "char a[128] = { 0 }; r = syscall (298, a, 0, -1, -1, 0L);", "(perf_event_open)" },
  { "probe_old_calls", "__asm__ volatile (\"int $0x80\" : \"=a\" (r) : \"a\" (20L) : \"memory\");",
    "for a system call that kernels may not (SIGSYS)" },
  { "probe_exit", "_exit (0);", "kernel probe_exit ended the worker with status 0" },
  { "probe_large_file", "r = write (3, b, 8);", "kernel probe_large_file crashed: SIGXFSZ" },
};

static char *
write_source (const Probe *probe)
{
  return g_strdup_printf (
      "#define _GNU_SOURCE\nlong syscall (long, ...); int socket (int, int, int), open (const char *, int, ...), stat (), unlink (const char *), mkdir ();\n"
      "long pwrite (int, const void *, unsigned long, long), write (int, const void *, unsigned long); int fork (void), execve (), system (), kill (int, int), getppid (void);\n"
      "long ptrace (), process_vm_readv (); void *mmap (void *, unsigned long, int, int, int, long); int sigaction (), prctl (); void _exit (int);\n"
      "void %s (void *const *buffers, const long *s, long begin, long end)\n"
      "{ float *b = buffers[1]; long r = -1; %s b[0] = r; }\n",
      probe->name, probe->body);
}

static char *
write_program (const Probe *probe)
{
  return g_strdup_printf (
      "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131072,\"exchange_bytes\":131072,\"tensors\":["
      "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"
      "{\"name\":\"y\",\"offset\":65536,\"bytes\":65536,\"load\":-1,\"save\":65536}],"
      "\"steps\":[{\"kernel\":\"%s\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":%d,\"bytes\":131072}]}",
      probe->name, probe->by_threads ? 2 : 1);
}

static FlWorkerClient *
open_client (void)
{
  const FlWorkerOptions options
      = { .path = g_getenv ("FUSELOOM_WORKER"), .exchange_bytes = 1 << 20, .timeout_s = 30, .n_threads = 2 };
  g_autoptr (GError) error = NULL;
  FlWorkerClient *client = fl_worker_client_open (&options, &error);

  g_assert_no_error (error);
  return client;
}

/* Compiles the kernel and runs it. What it stored is in the exchange memory. */
static gboolean
run (FlWorkerClient *client, const Probe *probe, GError **error)
{
  cJSON *message = cJSON_Parse ("{\"do\":\"compile\",\"modules\":[{\"module\":0,\"name\":\"probe\"}]}");
  g_autofree char *source = write_source (probe), *program = write_program (probe);
  g_autoptr (GError) inner = NULL;
  cJSON *answer;

  cJSON_AddStringToObject (cJSON_GetArrayItem (cJSON_GetObjectItem (message, "modules"), 0), "source", source);
  cJSON_AddStringToObject (message, "cache", folder);
  cJSON_Delete (fl_worker_client_call (client, message, NULL, NULL, &inner));
  g_assert_no_error (inner);
  cJSON_Delete (fl_worker_client_call (client, cJSON_Parse (program), NULL, NULL, &inner));
  g_assert_no_error (inner);
  answer = fl_worker_client_call (client, cJSON_Parse ("{\"do\":\"run\",\"id\":0}"), NULL, NULL, error);
  cJSON_Delete (answer);
  return answer != NULL;
}

static const cJSON *
get_confined (FlWorkerClient *client, const char *name)
{
  return cJSON_GetObjectItem (cJSON_GetObjectItem (fl_worker_client_get_facts (client), "confined"), name);
}

static gboolean
can_probe (FlWorkerClient *client)
{
  const char *missing = cJSON_GetStringValue (get_confined (client, "missing"));

#ifndef __x86_64__
  missing = "the probes are written for x86-64";
#endif
  if (cJSON_IsTrue (get_confined (client, "relaxed")))
    missing = "a sanitizer's runtime is in the worker";
  if (missing == NULL)
    return TRUE;
  g_test_skip (missing); /* another test covers the sentence about a missing confinement */
  return FALSE;
}

static void
test_probe_is_refused (gconstpointer data)
{
  const Probe *probe = data;
  g_autoptr (FlWorkerClient) client = open_client ();
  g_autoptr (GError) error = NULL;

  if (!can_probe (client))
    return;
  g_assert_false (run (client, probe, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, probe->name));
  g_assert_nonnull (strstr (error->message, probe->says));
}

/* Ordinary work is not refused: reading memory, a clock; and asking for tile registers, as libraries do that compute
 * products (an old system may not know the question, but the answer comes from it). */
static const Probe ordinary[] = {
  { "probe_heap",
    "void *malloc (unsigned long), free (void *); void *m[64]; for (int i = 0; i < 64; i++) m[i] = malloc (65536); "
    "for (int i = 64; i-- > 0;) free (m[i]); r = 0;",
    NULL, TRUE }, /* the first heap of a thread that shrinks makes the C library open a file */
  { "probe_nothing", "long t[2]; extern int clock_gettime (int, void *); r = clock_gettime (1, t);", NULL },
#ifdef __x86_64__
  { "probe_tiles", "unsigned long m = 0; syscall (158, 0x1022, &m); r = 0;", NULL },
#endif
};

static void
test_ordinary_kernel_runs (gconstpointer data)
{
  g_autoptr (FlWorkerClient) client = open_client ();
  g_autoptr (GError) error = NULL;

  g_assert_true (run (client, data, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (((float *) fl_worker_client_get_exchange (client))[16384], ==, 0);
}

/* 2 x 64 KiB of tensors: 4 GiB and 8 times as much may be added, and the libraries have taken less than 3 GiB before.
 */
static void
test_memory_is_limited (void)
{
  static const Probe probe
      = { "probe_memory", "r = 0; while (r < 64 && mmap (0, 1L << 30, 3, 0x22, -1, 0L) != (void *) -1) r++;", NULL };
  g_autoptr (FlWorkerClient) client = open_client ();
  g_autoptr (GError) error = NULL;

  if (!can_probe (client))
    return;
  g_assert_true (run (client, &probe, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (((float *) fl_worker_client_get_exchange (client))[16384], >=, 1);
  g_assert_cmpfloat (((float *) fl_worker_client_get_exchange (client))[16384], <=, 5);
}

/* A kernel may write to the worker's owner, who listens to well-formed lines alone; the last line has no end. */
static void
test_garbage_is_passed_over (void)
{
  static const Probe probe = {
    "probe_garbage",
    "char g[512]; for (int i = 0; i < 512; i++) g[i] = i % 64 == 63 ? 10 : (char) (i * 37); for (int i = 0; i < 200; i++) r = write (1, g, 512);"
    " r = write (1, \"{\\\"ok\\\":5}\\n[]\\n\", 11);",
    NULL
  };
  g_autoptr (FlWorkerClient) client = open_client ();
  g_autoptr (GError) error = NULL;

  g_assert_true (run (client, &probe, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (((float *) fl_worker_client_get_exchange (client))[16384], ==, 11);
}

/* Without the filters it says so. */
static void
test_what_is_missing_is_said (void)
{
  g_autoptr (FlWorkerClient) client = NULL;
  const char *missing;

  g_setenv ("FUSELOOM_CONFINE", "none", TRUE);
  client = open_client ();
  g_unsetenv ("FUSELOOM_CONFINE");
  missing = cJSON_GetStringValue (get_confined (client, "missing"));
  g_assert_nonnull (missing);
  g_assert_nonnull (strstr (missing, "FUSELOOM_CONFINE"));
  g_assert_true (cJSON_IsFalse (get_confined (client, "seccomp")));
}

/* What is in force is what this kernel has. */
static void
test_what_is_in_force_is_said (void)
{
  g_autoptr (FlWorkerClient) client = open_client ();

  g_assert_cmpint (get_confined (client, "landlock")->valueint, ==, fl_landlock_get_abi ());
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("fuseloom-confine-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ordinary); i++)
    {
      g_autofree char *path = g_strconcat ("/core/worker/confine/ordinary/", ordinary[i].name, NULL);
      g_test_add_data_func (path, &ordinary[i], test_ordinary_kernel_runs);
    }
  g_test_add_func ("/core/worker/confine/memory-is-limited", test_memory_is_limited);
  g_test_add_func ("/core/worker/confine/garbage-is-passed-over", test_garbage_is_passed_over);
  g_test_add_func ("/core/worker/confine/what-is-missing-is-said", test_what_is_missing_is_said);
  g_test_add_func ("/core/worker/confine/what-is-in-force-is-said", test_what_is_in_force_is_said);
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      g_autofree char *path = g_strconcat ("/core/worker/confine/", probes[i].name, NULL);

      g_test_add_data_func (path, &probes[i], test_probe_is_refused);
    }
  return g_test_run ();
}
