/* fuseloom-worker: kernels written by hand run, crash, hang and fail to compile, and the owner is told which one. */
#include "fl-compiler.h"
#include "fl-execute.h"
#include "fl-inputs.h"
#include "fl-worker-client.h"

#include <glib/gstdio.h>
#include <string.h>

static char *cache_folder;

static FlWorkerClient *
open_client (guint timeout_s, const gint *cancelled)
{
  g_autoptr (GError) error = NULL;
  FlWorkerOptions options = { .path = g_getenv ("FUSELOOM_WORKER"),
                              .exchange_bytes = 1 << 20,
                              .timeout_s = timeout_s,
                              .n_threads = 2,
                              .cancelled = cancelled };
  FlWorkerClient *client = fl_worker_client_open (&options, &error);
  g_assert_no_error (error);
  return client;
}

static cJSON *
parse (const char *text)
{
  cJSON *object = cJSON_Parse (text);
  g_assert_nonnull (object);
  return object;
}

static cJSON *
call (FlWorkerClient *client, const char *text, GError **error)
{
  return fl_worker_client_call (client, parse (text), NULL, NULL, error);
}

static cJSON *
compile (FlWorkerClient *client, const char *source, const char *fault, GError **error)
{
  cJSON *message = parse ("{\"do\":\"compile\",\"modules\":[{\"module\":0,\"name\":\"program\"}]}");
  cJSON_AddStringToObject (cJSON_GetArrayItem (cJSON_GetObjectItem (message, "modules"), 0), "source", source);
  cJSON_AddStringToObject (message, "cache", cache_folder);
  if (fault != NULL)
    cJSON_AddStringToObject (message, "fault", fault);
  return fl_worker_client_call (client, message, NULL, NULL, error);
}

static const char source[]
    = "void twice (void *const *b, const long *s, long begin, long end)\n"
      "{ const float *x = b[0]; float *y = b[1]; for (long i = begin; i < end; i++) y[i] = x[i] * 2 + s[0]; }\n"
      "void beyond (void *const *b, const long *s, long begin, long end)\n"
      "{ float *y = b[1]; if (end == 16384) y[end] = 1; }\n"
      "void crash (void *const *b, const long *s, long begin, long end) { *(volatile int *) 0 = 1; }\n"
      "void hang (void *const *b, const long *s, long begin, long end) { for (;;) __asm__ volatile (\"\"); }\n";

/* Two tensors of 16384 floats; the input at 0 of the exchange memory, the result at 65536. */
#define PROGRAM(kernel)                                                                                                \
  "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131072,\"exchange_bytes\":131072,\"tensors\":["        \
  "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"                                              \
  "{\"name\":\"y\",\"offset\":65536,\"bytes\":65536,\"load\":-1,\"save\":65536}],"                                     \
  "\"steps\":[{\"kernel\":\"" kernel "\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072}]}"

static void
start_program (FlWorkerClient *client, const char *program)
{
  g_autoptr (GError) error = NULL;
  cJSON_Delete (compile (client, source, NULL, &error));
  g_assert_no_error (error);
  cJSON_Delete (call (client, program, &error));
  g_assert_no_error (error);
}

static void
test_worker_runs_a_kernel (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  start_program (client, PROGRAM ("twice"));
  float *exchange = (float *) fl_worker_client_get_exchange (client);
  for (int i = 0; i < 16384; i++)
    exchange[i] = i;
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  for (int i = 0; i < 16384; i++)
    g_assert_cmpfloat (exchange[16384 + i], ==, 2.0f * i + 3);
}

/* The second half of the result is called free after the step that makes it: it comes back as ones in every bit. */
static void
test_worker_fills_what_is_free (void)
{
  static const char program[]
      = "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131072,\"exchange_bytes\":131072,\"tensors\":["
        "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"
        "{\"name\":\"y\",\"offset\":65536,\"bytes\":65536,\"load\":-1,\"save\":65536}],\"steps\":["
        "{\"kernel\":\"twice\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072,\"stomp\":[0,64,98304,32768]}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  start_program (client, program);
  float *exchange = (float *) fl_worker_client_get_exchange (client);
  for (int i = 0; i < 16384; i++)
    exchange[i] = i;
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  for (int i = 0; i < 8192; i++)
    g_assert_cmpfloat (exchange[16384 + i], ==, 2.0f * i + 3);
  for (int i = 8192; i < 16384; i++)
    g_assert_true (exchange[16384 + i] != exchange[16384 + i]);
}

/* 64 bytes behind each tensor are not to be written: the second kernel writes one float too many. */
#define GUARDED(kernel, zones)                                                                                         \
  "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131200,\"exchange_bytes\":131072,\"tensors\":["        \
  "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"                                              \
  "{\"name\":\"y\",\"offset\":65600,\"bytes\":65536,\"load\":-1,\"save\":65536}],\"zones\":[" zones "],\"steps\":["    \
  "{\"kernel\":\"twice\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072},"                          \
  "{\"kernel\":\"" kernel "\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072}]}"

static void
test_worker_looks_at_guard_zones (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);

  start_program (client, GUARDED ("twice", "65536,64,0,1,0,131136,64,0,1,1"));
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  /* Behind y only while the first kernel runs: what the second does there is its own affair. */
  cJSON_Delete (call (client, GUARDED ("beyond", "65536,64,0,1,0,131136,64,0,0,1"), &error));
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  cJSON_Delete (call (client, GUARDED ("beyond", "65536,64,0,1,0,131136,64,0,1,1"), &error));
  g_assert_no_error (error);
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_assert_nonnull (
      strstr (error->message, "beyond wrote where nothing may be written: byte 0 behind y, at offset 131136"));
  g_clear_error (&error);
  g_assert_null (call (client, GUARDED ("twice", "131136,65,0,1,1"), &error)); /* one byte past the arena */
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

/* A kernel may write its result; it may not write an input. */
static void
test_worker_looks_at_bystanders (void)
{
  static const char program[]
      = "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131200,\"exchange_bytes\":131072,\"tensors\":["
        "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"
        "{\"name\":\"y\",\"offset\":65600,\"bytes\":65536,\"load\":-1,\"save\":65536}],"
        "\"zones\":[65536,64,0,0,0,131136,64,0,0,1],\"steps\":["
        "{\"kernel\":\"twice\",\"buffers\":[%s],\"sizes\":[3],\"extent\":16384,\"bytes\":131072,\"writes\":[1]}]}";
  g_autofree char *right = g_strdup_printf (program, "0,1"), *wrong = g_strdup_printf (program, "1,0");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);

  start_program (client, right);
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  cJSON_Delete (call (client, wrong, &error)); /* x = 2 y + 3 */
  g_assert_no_error (error);
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_assert_nonnull (strstr (error->message, "twice changed x, which is alive and none of its results"));
}

/* Both tensors of 65536 bytes are touched by the first step; then the input is given back, and the second step needs y
 * alone. The results are there all the same, and a second run begins with the inputs. */
static void
test_worker_measures_memory_in_use (void)
{
  static const char program[]
      = "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":131072,\"planned_bytes\":131072,\"exchange_bytes\":131072,"
        "\"tensors\":[{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":0,\"save\":-1},"
        "{\"name\":\"y\",\"offset\":65536,\"bytes\":65536,\"load\":-1,\"save\":65536}],\"steps\":["
        "{\"kernel\":\"twice\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072,\"free\":[0,65536]},"
        "{\"kernel\":\"twice\",\"buffers\":[1,1],\"sizes\":[0],\"extent\":16384,\"bytes\":131072}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  start_program (client, program);
  float *exchange = (float *) fl_worker_client_get_exchange (client);
  for (int i = 0; i < 16384; i++)
    exchange[i] = i;
  for (guint run = 0; run < 2; run++)
    {
      cJSON *answer = call (client, "{\"do\":\"run\",\"id\":0,\"track\":true}", &error);
      g_assert_no_error (error);
      const cJSON *resident = cJSON_GetObjectItem (answer, "resident");
      g_assert_cmpint (cJSON_GetArraySize (resident), ==, 2);
      g_assert_cmpint (cJSON_GetArrayItem (resident, 0)->valueint, ==, 131072);
      g_assert_cmpint (cJSON_GetArrayItem (resident, 1)->valueint, ==, 65536);
      g_assert_cmpint (65536 % cJSON_GetObjectItem (answer, "page_bytes")->valueint, ==, 0);
      cJSON_Delete (answer);
      for (int i = 0; i < 16384; i++)
        g_assert_cmpfloat (exchange[16384 + i], ==, 2 * (2.0f * i + 3));
    }
}

static void
test_worker_refuses_to_fill_outside (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  cJSON_Delete (compile (client, source, NULL, &error));
  g_assert_no_error (error);
  g_assert_null (
      call (client,
            "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":64,\"exchange_bytes\":64,\"tensors\":[],"
            "\"steps\":[{\"kernel\":\"twice\",\"buffers\":[],\"sizes\":[],\"stomp\":[32,64]}]}",
            &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

static void
test_worker_measures_in_pairs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (60, NULL);
  start_program (client, PROGRAM ("twice"));
  cJSON *answer = call (client, "{\"do\":\"measure\",\"ids\":[0,0],\"samples\":5,\"budget_ns\":2e9}", &error);
  g_assert_no_error (error);
  const cJSON *programs = cJSON_GetObjectItem (answer, "programs");
  g_assert_cmpint (cJSON_GetArraySize (programs), ==, 2);
  const cJSON *a = cJSON_GetObjectItem (cJSON_GetArrayItem (programs, 0), "totals");
  const cJSON *b = cJSON_GetObjectItem (cJSON_GetArrayItem (programs, 1), "totals");
  g_assert_cmpint (cJSON_GetArraySize (a), ==, cJSON_GetArraySize (b));
  g_assert_cmpint (cJSON_GetArraySize (a), >=, 3);
  g_assert_cmpfloat (cJSON_GetArrayItem (a, 0)->valuedouble, >, 0);
  g_assert_cmpfloat (cJSON_GetObjectItem (answer, "foreign")->valuedouble, >=, 0);
  g_assert_cmpfloat (cJSON_GetObjectItem (answer, "foreign")->valuedouble, <=, 1);
  cJSON_Delete (answer);
}

static void
test_worker_finds_ceilings (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (60, NULL);
  cJSON *answer = call (client,
                        "{\"do\":\"ceilings\",\"samples\":2,\"streams\":[{\"kind\":\"read\",\"bytes\":1e5},"
                        "{\"kind\":\"add\",\"bytes\":1e6}]}",
                        &error);
  g_assert_no_error (error);
  const cJSON *rows = cJSON_GetObjectItem (answer, "rows"), *row;
  g_assert_cmpint (cJSON_GetArraySize (rows), ==, 3); /* read; add, and add with non-temporal stores */
  cJSON_ArrayForEach (row, rows)
    {
      double bytes = cJSON_GetObjectItem (row, "bytes")->valuedouble, asked = row == rows->child ? 1e5 : 1e6;
      g_assert_cmpint (cJSON_GetArraySize (cJSON_GetObjectItem (row, "ns")), ==, 2);
      g_assert_cmpfloat (cJSON_GetArrayItem (cJSON_GetObjectItem (row, "ns"), 0)->valuedouble, >, 0);
      g_assert_cmpfloat (bytes, >, 0.99 * asked);
      g_assert_cmpfloat (bytes, <=, asked);
    }
  g_assert_cmpfloat (cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "flops_per_s"), 0)->valuedouble, >, 0);
  cJSON_Delete (answer);
  g_assert_null (call (client, "{\"do\":\"ceilings\",\"streams\":[{\"kind\":\"swim\",\"bytes\":1}]}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

static void
check_failure (const char *kernel_program, const char *run, guint timeout_s, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (timeout_s, NULL);
  start_program (client, kernel_program);
  cJSON *answer = call (client, run, &error);
  g_assert_null (answer);
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  for (guint i = 0; words[i] != NULL; i++)
    g_assert_nonnull (strstr (error->message, words[i]));
  g_clear_error (&error);
  /* The dead one stays dead, and a fresh one works. */
  g_assert_null (call (client, run, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_autoptr (FlWorkerClient) fresh = open_client (30, NULL);
  start_program (fresh, PROGRAM ("twice"));
}

static void
test_worker_crash_names_signal_and_kernel (void)
{
  check_failure (PROGRAM ("crash"), "{\"do\":\"run\",\"id\":0}", 30,
                 (const char *[]) { "kernel crash", "SIGSEGV", NULL });
  check_failure (PROGRAM ("twice"), "{\"do\":\"run\",\"id\":0,\"fault\":\"crash\"}", 30,
                 (const char *[]) { "kernel twice", "SIGSEGV", NULL });
}

static void
test_worker_hang_is_stopped (void)
{
  check_failure (PROGRAM ("hang"), "{\"do\":\"run\",\"id\":0}", 1,
                 (const char *[]) { "kernel hang", "within 1 s", NULL });
}

static void
test_worker_shows_the_compilers_words (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  g_assert_null (compile (client, "int f (void) { return undeclared_thing; }", NULL, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_KERNEL);
  g_assert_nonnull (strstr (error->message, "undeclared_thing"));
  g_assert_nonnull (strstr (error->message, "This is a defect of Fuseloom"));
  g_autofree char *kept = g_strdup (strstr (error->message, cache_folder)), *text = NULL;
  g_assert_true (g_file_get_contents (kept, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "int f (void) { return undeclared_thing; }");
  g_clear_error (&error);
  g_assert_null (compile (client, source, "compile", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_KERNEL);
  g_clear_error (&error);
  cJSON *answer = compile (client, source, NULL, &error); /* the worker survives */
  g_assert_no_error (error);
  cJSON_Delete (answer);
}

static void
test_worker_caches_what_it_compiled (void)
{
  g_autoptr (GError) error = NULL;
  const char *text = "int answer_for_the_cache (void) { return 42; }";
  gboolean expected[] = { FALSE, TRUE };
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (FlWorkerClient) client = open_client (30, NULL);
      cJSON *answer = compile (client, text, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (cJSON_IsTrue (
                           cJSON_GetObjectItem (cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "modules"), 0),
                                                "cached")),
                       ==, expected[i]);
      cJSON_Delete (answer);
    }
}

static gpointer
cancel_soon (gpointer cancelled)
{
  g_usleep (200000);
  g_atomic_int_set ((gint *) cancelled, 1);
  return NULL;
}

static void
test_worker_can_be_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;
  g_autoptr (FlWorkerClient) client = open_client (30, &cancelled);
  start_program (client, PROGRAM ("hang"));
  GThread *thread = g_thread_new ("cancel", cancel_soon, &cancelled);
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
  g_thread_join (thread);
}

static void
test_worker_refuses_bad_messages (void)
{
  static const char *const messages[] = {
    "{\"do\":\"nothing\"}",
    "{\"do\":\"run\",\"id\":7}",
    "{\"do\":\"compile\"}",
    "{\"do\":\"compile\",\"modules\":[{\"name\":\"x\"}]}",
    "{\"do\":\"program\",\"arena_bytes\":64,\"tensors\":[{\"offset\":60,\"bytes\":8}],\"steps\":[]}",
    "{\"do\":\"program\",\"arena_bytes\":64,\"tensors\":[],\"steps\":[{\"kernel\":\"none_such\"}]}",
    "{\"do\":\"measure\",\"ids\":[3]}",
  };
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (call (client, messages[i], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
    }
}

/* [1 2; 3 4] x [1 0; 2 1] = [5 2; 11 4], by the library; the same, transposed, by strides. */
static void
test_worker_multiplies_matrices (void)
{
  static const char program[]
      = "{\"do\":\"program\",\"id\":0,\"arena_bytes\":12288,\"exchange_bytes\":128,\"tensors\":["
        "{\"name\":\"a\",\"offset\":0,\"bytes\":16,\"load\":0,\"save\":-1},"
        "{\"name\":\"b\",\"offset\":4096,\"bytes\":16,\"load\":16,\"save\":-1},"
        "{\"name\":\"c\",\"offset\":8192,\"bytes\":16,\"load\":-1,\"save\":32}],"
        "\"steps\":[{\"extern\":\"aten.mm.default\",\"name\":\"extern_kernels.mm\",\"args\":["
        "{\"t\":0,\"dtype\":\"f32\",\"sizes\":[2,2],\"strides\":[2,1]},{\"t\":1,\"dtype\":\"f32\",\"sizes\":[2,2],\"strides\":[2,1]}],"
        "\"out\":[{\"t\":2,\"dtype\":\"f32\",\"sizes\":[2,2],\"strides\":[1,2]}]}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  cJSON_Delete (call (client, program, &error));
  g_assert_no_error (error);
  float *exchange = (float *) fl_worker_client_get_exchange (client);
  memcpy (exchange, (float[]) { 1, 2, 3, 4, 1, 0, 2, 1 }, 8 * sizeof (float));
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  const float expected[] = { 5, 11, 2, 4 }; /* column by column */
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (exchange[8 + i], ==, expected[i]);
}

/* An input that the worker makes is what fl_inputs_fill says, from the first element to the last, in a large tensor,
 * too; and a compiler that is waited for later may be overtaken by the program that needs its kernels. */
static void
test_worker_makes_inputs_while_it_compiles (void)
{
  static const char program[]
      = "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":4194304,\"exchange_bytes\":1048576,\"tensors\":["
        "{\"name\":\"x\",\"offset\":0,\"bytes\":65536,\"load\":-1,\"save\":-1,\"fill\":\"18446744073709551600\",\"fan_in\":9,\"n\":16383,\"dtype\":\"f32\"},"
        "{\"name\":\"y\",\"offset\":65536,\"bytes\":65536,\"load\":-1,\"save\":65536},"
        "{\"name\":\"z\",\"offset\":131072,\"bytes\":600000,\"load\":-1,\"save\":131072,\"fill\":\"5\",\"fan_in\":0,\"n\":150000,\"dtype\":\"f32\"}],"
        "\"steps\":[{\"kernel\":\"twice\",\"buffers\":[0,1],\"sizes\":[3],\"extent\":16384,\"bytes\":131072}]}";
  const FlInputFill x = { G_GUINT64_CONSTANT (18446744073709551600), 9, 16383 }, z = { 5, 0, 150000 };
  g_autofree float *expected = g_new0 (float, 150000);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  cJSON *message = parse ("{\"do\":\"compile\",\"later\":true,\"modules\":[{\"module\":0,\"name\":\"program\"}]}"),
        *answer;
  cJSON_AddStringToObject (cJSON_GetArrayItem (cJSON_GetObjectItem (message, "modules"), 0), "source", source);
  cJSON_AddStringToObject (message, "cache", cache_folder);
  g_assert_true (fl_worker_client_send (client, message, &error));
  g_assert_true (fl_worker_client_send (client, parse (program), &error));
  for (guint i = 0; i < 2; i++)
    cJSON_Delete (fl_worker_client_receive (client, NULL, NULL, &error));
  g_assert_no_error (error);
  answer = call (client, "{\"do\":\"compiled\"}", &error);
  g_assert_no_error (error);
  g_assert_cmpint (cJSON_GetArraySize (cJSON_GetObjectItem (answer, "modules")), ==, 1);
  cJSON_Delete (answer);
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  const float *exchange = (const float *) fl_worker_client_get_exchange (client);
  for (gint64 i = 0; i < x.n; i++) /* one at a time: what vectors make must be the same */
    fl_inputs_fill (&x, expected, i, i + 1);
  for (gint64 i = 0; i < x.n; i++)
    g_assert_cmpfloat (exchange[16384 + i], ==, 2.0f * expected[i] + 3);
  for (gint64 i = 0; i < z.n; i++)
    fl_inputs_fill (&z, expected, i, i + 1);
  g_assert_cmpmem (exchange + 32768, z.n * sizeof (float), expected, z.n * sizeof (float));
  g_assert_null (call (client, "{\"do\":\"compiled\"}", &error)); /* there is nothing to wait for */
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

/* A worker that was started in advance serves the next client, and only one; a dead one is replaced. */
static void
test_worker_can_be_started_in_advance (void)
{
  g_autoptr (GError) error = NULL;
  fl_worker_client_prepare (g_getenv ("FUSELOOM_WORKER"));
  fl_worker_client_prepare (g_getenv ("FUSELOOM_WORKER"));
  g_autoptr (FlWorkerClient) first = open_client (30, NULL), second = open_client (30, NULL);
  double pids[] = { cJSON_GetNumberValue (cJSON_GetObjectItem (fl_worker_client_get_facts (first), "pid")),
                    cJSON_GetNumberValue (cJSON_GetObjectItem (fl_worker_client_get_facts (second), "pid")) };
  g_assert_cmpfloat (pids[0], !=, pids[1]);
  start_program (first, PROGRAM ("twice"));
  cJSON_Delete (call (first, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  fl_worker_client_prepare ("/bin/false");
  FlWorkerOptions options = { .path = "/bin/false", .exchange_bytes = 1, .timeout_s = 5 };
  g_assert_null (fl_worker_client_open (&options, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

/* Writing to a worker that is gone is an error of this call, not the end of this process. */
static void
test_worker_may_be_gone (void)
{
  FlWorkerOptions options = { .exchange_bytes = 1 << 16, .timeout_s = 5 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = fl_worker_client_open (&options, &error);
  g_assert_no_error (error);
  double pid = cJSON_GetNumberValue (cJSON_GetObjectItem (fl_worker_client_get_facts (client), "pid"));
  g_assert_cmpint (kill ((pid_t) pid, SIGKILL), ==, 0);
  g_usleep (200000); /* by then its end of the pipe is closed */
  g_assert_false (fl_worker_client_send (client, cJSON_Parse ("{\"do\":\"run\",\"id\":0}"), &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  cache_folder = g_dir_make_tmp ("fuseloom-cache-XXXXXX", NULL);
  g_test_add_func ("/core/worker/worker/runs-a-kernel", test_worker_runs_a_kernel);
  g_test_add_func ("/core/worker/worker/may-be-gone", test_worker_may_be_gone);
  g_test_add_func ("/core/worker/worker/fills-what-is-free", test_worker_fills_what_is_free);
  g_test_add_func ("/core/worker/worker/looks-at-guard-zones", test_worker_looks_at_guard_zones);
  g_test_add_func ("/core/worker/worker/looks-at-bystanders", test_worker_looks_at_bystanders);
  g_test_add_func ("/core/worker/worker/measures-memory-in-use", test_worker_measures_memory_in_use);
  g_test_add_func ("/core/worker/worker/refuses-to-fill-outside", test_worker_refuses_to_fill_outside);
  g_test_add_func ("/core/worker/worker/multiplies-matrices", test_worker_multiplies_matrices);
  g_test_add_func ("/core/worker/worker/measures-in-pairs", test_worker_measures_in_pairs);
  g_test_add_func ("/core/worker/worker/finds-ceilings", test_worker_finds_ceilings);
  g_test_add_func ("/core/worker/worker/crash-names-signal-and-kernel", test_worker_crash_names_signal_and_kernel);
  g_test_add_func ("/core/worker/worker/hang-is-stopped", test_worker_hang_is_stopped);
  g_test_add_func ("/core/worker/worker/shows-the-compilers-words", test_worker_shows_the_compilers_words);
  g_test_add_func ("/core/worker/worker/caches-what-it-compiled", test_worker_caches_what_it_compiled);
  g_test_add_func ("/core/worker/worker/can-be-cancelled", test_worker_can_be_cancelled);
  g_test_add_func ("/core/worker/worker/refuses-bad-messages", test_worker_refuses_bad_messages);
  g_test_add_func ("/core/worker/worker/makes-inputs-while-it-compiles", test_worker_makes_inputs_while_it_compiles);
  g_test_add_func ("/core/worker/worker/can-be-started-in-advance", test_worker_can_be_started_in_advance);
  int status = g_test_run ();
  GDir *folder = g_dir_open (cache_folder, 0, NULL);
  for (const char *name; folder != NULL && (name = g_dir_read_name (folder)) != NULL;)
    {
      g_autofree char *path = g_build_filename (cache_folder, name, NULL);
      g_unlink (path);
    }
  g_clear_pointer (&folder, g_dir_close);
  g_rmdir (cache_folder);
  g_free (cache_folder);
  return status;
}
