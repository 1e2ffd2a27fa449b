/* A worker behind a stream of bytes: addresses, frames, and a worker whose "ssh" is a script that starts it here. The
 * real ssh, its keys and its errors: tests/cli/test-remote.py. */
#include "fl-remote-address.h"
#include "fl-remote-frame.h"
#include "fl-remote.h"
#include "fl-worker-client.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

static char *folder, *address;

/* --- addresses --------------------------------------------------------------------------------- */

static void
test_address_has_its_parts (void)
{
  static const struct
  {
    const char *text, *user, *host;
    guint port;
    const char *worker;
  } cases[] = {
    { "ssh://far", NULL, "far", 0, "fuseloom-worker" },
    { "ssh://me@far.example:22", "me", "far.example", 22, "fuseloom-worker" },
    { "ssh://far/", NULL, "far", 0, "fuseloom-worker" },
    { "ssh://far/opt/bundle", NULL, "far", 0, "/opt/bundle/fuseloom-worker" },
    { "ssh://far/opt/bundle/", NULL, "far", 0, "/opt/bundle/fuseloom-worker" },
    { "ssh://far/opt/fuseloom-worker", NULL, "far", 0, "/opt/fuseloom-worker" },
    { "ssh://far/~/b", NULL, "far", 0, "./b/fuseloom-worker" },
    { "ssh://[fe80::1%eth0]:2022/b", NULL, "fe80::1%eth0", 2022, "/b/fuseloom-worker" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlRemoteAddress) parsed = fl_remote_address_parse (cases[i].text, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (parsed->user, ==, cases[i].user);
      g_assert_cmpstr (parsed->host, ==, cases[i].host);
      g_assert_cmpuint (parsed->port, ==, cases[i].port);
      g_assert_cmpstr (parsed->worker, ==, cases[i].worker);
    }
}

/* What ssh would take for an option, or the far side's shell for anything but a path. */
static void
test_address_refuses_words_of_shells (void)
{
  static const char *const cases[] = { "far",
                                       "ssh://",
                                       "ssh://-oProxyCommand=x",
                                       "ssh://-l@far",
                                       "ssh://far:0",
                                       "ssh://far:x",
                                       "ssh://far:65536",
                                       "ssh://fa r",
                                       "ssh://far/$(x)",
                                       "ssh://far/a b",
                                       "ssh://far/a;b",
                                       "ssh://far/`a`",
                                       "ssh://far/a'",
                                       "ssh://far/a\nb",
                                       "ssh://[::1",
                                       "ssh://a;b@far",
                                       "ssh://far/~/-x",
                                       "ssh://far/a|b",
                                       "ssh://[::1]x",
                                       "ssh://far/\xc3\xa9" };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (fl_remote_address_parse (cases[i], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
    }
}

/* --- frames ------------------------------------------------------------------------------------ */

static void
test_frames_come_back_as_they_were (void)
{
  static const gsize sizes[] = { 0, 1, 511, 512, 5000, FL_REMOTE_PIECE_BYTES };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint is_random = 0; is_random < 2; is_random++)
      {
        g_autoptr (GByteArray) stream = g_byte_array_new ();
        g_autoptr (GRand) random = g_rand_new_with_seed (sizes[i]);
        g_autoptr (GError) error = NULL;
        g_autofree guint8 *bytes = g_malloc0 (sizes[i] + 1);
        for (gsize k = 0; k < sizes[i] && is_random; k++)
          bytes[k] = g_rand_int (random);
        fl_frame_append (stream, FL_FRAME_BYTES, 77, bytes, sizes[i]);
        if (!is_random && sizes[i] >= 512) /* zeros become fewer bytes; random ones, nothing but the head is added */
          g_assert_cmpuint (stream->len, <, sizes[i] / 4);
        g_assert_cmpuint (stream->len, <=, sizes[i] + FL_FRAME_HEAD_BYTES);
        g_byte_array_append (stream, (const guint8 *) "x", 1);
        g_autoptr (FlFrame) frame = fl_frame_take (stream, &error);
        g_assert_no_error (error);
        g_assert_cmpmem (frame->bytes, frame->n_bytes, bytes, sizes[i]);
        g_assert_cmpuint (frame->offset, ==, 77);
        g_assert_cmpuint (stream->len, ==, 1);
      }
}

/* A stream with one byte changed is an error, a frame, or more bytes are awaited: nothing else. */
static void
test_frames_survive_damage (void)
{
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_autofree guint8 *zeros = g_malloc0 (3000);
  guint n_errors = 0;
  fl_frame_append (whole, FL_FRAME_BYTES, 0, zeros, 3000);
  for (guint i = 0; i < whole->len; i++)
    for (guint change = 1; change < 256; change += 31)
      {
        g_autoptr (GByteArray) stream = g_byte_array_new ();
        g_autoptr (GError) error = NULL;
        g_byte_array_append (stream, whole->data, whole->len);
        stream->data[i] ^= change;
        g_autoptr (FlFrame) frame = fl_frame_take (stream, &error);
        g_assert_true (frame == NULL || error == NULL);
        g_assert_true (frame == NULL || frame->n_bytes <= FL_REMOTE_MAX_TEXT);
        n_errors += error != NULL;
      }
  g_assert_cmpuint (n_errors, >, 100); /* 4 bytes of magic alone are 36 */
}

static void
test_mirror_sends_what_changed (void)
{
  const gsize n = 3 * FL_REMOTE_PIECE_BYTES + 100;
  g_autofree guint8 *here = g_malloc0 (n), *there = g_malloc0 (n);
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  FlMirror mine, other;
  guint n_frames = 0;
  g_assert_true (fl_mirror_init (&mine, here, n, &error) && fl_mirror_init (&other, there, n, &error));
  here[FL_REMOTE_PIECE_BYTES + 5] = 1; /* the second piece, and the short last one */
  here[n - 1] = 2;
  for (gsize offset = 0; fl_mirror_append_next (&mine, &offset, stream); n_frames++)
    ;
  g_assert_cmpuint (n_frames, ==, 2);
  for (FlFrame *frame; (frame = fl_frame_take (stream, &error)) != NULL; fl_frame_free (frame))
    g_assert_true (fl_mirror_store (&other, frame, &error));
  g_assert_cmpmem (here, n, there, n);
  for (gsize offset = 0; fl_mirror_append_next (&other, &offset, stream);)
    g_assert_not_reached (); /* a piece that came is not sent back */
  g_autofree FlFrame *beyond = g_new0 (FlFrame, 1);
  *beyond = (FlFrame) { FL_FRAME_BYTES, n - 50, 51, here };
  g_assert_false (fl_mirror_store (&other, beyond, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  fl_mirror_clear (&mine);
  fl_mirror_clear (&other);
}

/* --- a worker ---------------------------------------------------------------------------------- */

static FlWorkerClient *
open_client (guint timeout_s, const gint *cancelled)
{
  g_autoptr (GError) error = NULL;
  FlWorkerOptions options
      = { .path = address, .exchange_bytes = 1 << 20, .timeout_s = timeout_s, .n_threads = 2, .cancelled = cancelled };
  FlWorkerClient *client = fl_worker_client_open (&options, &error);
  g_assert_no_error (error);
  return client;
}

static cJSON *
call (FlWorkerClient *client, const char *text, GError **error)
{
  return fl_worker_client_call (client, cJSON_Parse (text), NULL, NULL, error);
}

static const char source[]
    = "void twice (void *const *b, const long *s, long begin, long end)\n"
      "{ const float *x = b[0]; float *y = b[1]; for (long i = begin; i < end; i++) y[i] = x[i] * 2 + s[0]; }\n"
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
  cJSON *message = cJSON_Parse ("{\"do\":\"compile\",\"modules\":[{\"module\":0,\"name\":\"program\"}]}");
  cJSON_AddStringToObject (cJSON_GetArrayItem (cJSON_GetObjectItem (message, "modules"), 0), "source", source);
  cJSON_Delete (fl_worker_client_call (client, message, NULL, NULL, &error));
  g_assert_no_error (error);
  cJSON_Delete (call (client, program, &error));
  g_assert_no_error (error);
}

static void
run_and_check (FlWorkerClient *client, float first)
{
  g_autoptr (GError) error = NULL;
  float *exchange = (float *) fl_worker_client_get_exchange (client);
  for (int i = 0; i < 16384; i++)
    exchange[i] = first + i;
  cJSON_Delete (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_no_error (error);
  for (int i = 0; i < 16384; i++)
    g_assert_cmpfloat (exchange[16384 + i], ==, 2.0f * (first + i) + 3);
}

/* The process that serves, by the file that the script wrote. */
static pid_t
read_pid (void)
{
  g_autofree char *path = g_build_filename (folder, "pid", NULL), *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return (pid_t) g_ascii_strtoll (text, NULL, 10);
}

static void
wait_for_end (pid_t pid)
{
  const gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  while (kill (pid, 0) == 0 && g_get_monotonic_time () < end)
    g_usleep (5000);
  g_assert_cmpint (kill (pid, 0), !=, 0);
}

static void
test_remote_runs_a_kernel (void)
{
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  const cJSON *remote = cJSON_GetObjectItem (fl_worker_client_get_facts (client), "remote");
  g_assert_cmpstr (cJSON_GetStringValue (cJSON_GetObjectItem (remote, "host")), ==, "near");
  g_assert_nonnull (cJSON_GetStringValue (cJSON_GetObjectItem (remote, "machine")));
  start_program (client, PROGRAM ("twice"));
  run_and_check (client, 0);
  run_and_check (client, 5);
}

/* A closed client leaves its link to the next one. */
static void
test_remote_keeps_a_link (void)
{
  g_autoptr (FlWorkerClient) first = open_client (30, NULL);
  pid_t pid = read_pid ();
  g_clear_pointer (&first, fl_worker_client_close);
  g_autoptr (FlWorkerClient) second = open_client (30, NULL);
  g_assert_cmpint (read_pid (), ==, pid);
  start_program (second, PROGRAM ("twice"));
  run_and_check (second, 0);
}

/* Between programs the link is made once more, and the worker there knows its programs again; a second time is one too
 * many. */
static void
test_remote_reconnects_once (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  pid_t pid = read_pid ();
  start_program (client, PROGRAM ("twice"));
  run_and_check (client, 0);
  kill (pid, SIGKILL);
  wait_for_end (pid);
  g_usleep (100000); /* the end of the stream travels, too */
  run_and_check (client, 9);
  g_assert_cmpint (read_pid (), !=, pid);
  pid = read_pid ();
  kill (pid, SIGKILL);
  wait_for_end (pid);
  g_usleep (100000);
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_assert_nonnull (strstr (error->message, "near"));
}

static gpointer
kill_later (gpointer data)
{
  g_usleep (300000);
  kill (GPOINTER_TO_INT (data), SIGKILL);
  return NULL;
}

static void
test_remote_tells_a_cut_link (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (30, NULL);
  start_program (client, PROGRAM ("hang"));
  GThread *thread = g_thread_new ("kill", kill_later, GINT_TO_POINTER (read_pid ()));
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_assert_nonnull (strstr (error->message, "while an answer was awaited"));
  g_assert_nonnull (strstr (error->message, "near"));
  g_thread_join (thread);
}

static void
test_remote_passes_the_time_out_on (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (1, NULL);
  start_program (client, PROGRAM ("hang"));
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_assert_nonnull (strstr (error->message, "on near: kernel hang did not finish within 1 s"));
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep (300000);
  g_atomic_int_set ((gint *) data, TRUE);
  return NULL;
}

/* A cancelled run ends over there, too. */
static void
test_remote_is_cancelled (void)
{
  gint cancelled = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlWorkerClient) client = open_client (60, &cancelled);
  pid_t pid = read_pid ();
  start_program (client, PROGRAM ("hang"));
  GThread *thread = g_thread_new ("cancel", cancel_later, &cancelled);
  g_assert_null (call (client, "{\"do\":\"run\",\"id\":0}", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
  g_thread_join (thread);
  g_clear_pointer (&client, fl_worker_client_close);
  wait_for_end (pid);
}

/* --- main -------------------------------------------------------------------------------------- */

/* In ssh's place: its options up to "--", the host, and what is to be started. */
static const char script[] = "#!/bin/sh\n"
                             "while [ \"$1\" != -- ]; do shift; done\n"
                             "shift 2\n"
                             "echo $$ > '%s/pid'\n"
                             "echo a shell that greets\n"
                             "exec \"$@\"\n";

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("fuseloom-remote-XXXXXX", NULL);
  g_autofree char *ssh = g_build_filename (folder, "ssh", NULL), *text = g_strdup_printf (script, folder),
                  *pid = g_build_filename (folder, "pid", NULL),
                  *path = g_strdup_printf ("%s:%s", folder, g_getenv ("PATH"));
  g_assert_true (g_file_set_contents (ssh, text, -1, NULL) && g_chmod (ssh, 0755) == 0);
  g_setenv ("PATH", path, TRUE);
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  address = g_strconcat ("ssh://near", g_getenv ("FUSELOOM_WORKER"), NULL);
  g_test_add_func ("/core/remote/address-has-its-parts", test_address_has_its_parts);
  g_test_add_func ("/core/remote/address-refuses-words-of-shells", test_address_refuses_words_of_shells);
  g_test_add_func ("/core/remote/frames-come-back-as-they-were", test_frames_come_back_as_they_were);
  g_test_add_func ("/core/remote/frames-survive-damage", test_frames_survive_damage);
  g_test_add_func ("/core/remote/mirror-sends-what-changed", test_mirror_sends_what_changed);
  g_test_add_func ("/core/remote/runs-a-kernel", test_remote_runs_a_kernel);
  g_test_add_func ("/core/remote/keeps-a-link", test_remote_keeps_a_link);
  g_test_add_func ("/core/remote/reconnects-once", test_remote_reconnects_once);
  g_test_add_func ("/core/remote/tells-a-cut-link", test_remote_tells_a_cut_link);
  g_test_add_func ("/core/remote/passes-the-time-out-on", test_remote_passes_the_time_out_on);
  g_test_add_func ("/core/remote/is-cancelled", test_remote_is_cancelled);
  int status = g_test_run ();
  fl_remote_forget ();
  g_remove (ssh);
  g_remove (pid);
  g_rmdir (folder);
  return status;
}
