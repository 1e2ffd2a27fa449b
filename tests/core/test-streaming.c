/* Since when non-temporal stores are faster: measured once, kept in a file, used where it is asked for. */
#include "fl-streaming.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
find_only_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = g_dir_read_name (dir);

  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (dir));
  return g_build_filename (folder, name, NULL);
}

/* What a worker measured is found again, from the file alone, for as many threads. */
static void
test_measured_once (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL), *path = NULL, *text = NULL;
  FlOptions first, second;

  fl_options_init (&first);
  fl_options_init (&second);
  first.cpp_threads = second.cpp_threads = 1;
  g_assert_cmpint (first.cpu_stream_bytes, ==, -1);
  g_assert_false (fl_streaming_find (&first, folder));
  g_assert_cmpint (first.measured_stream_bytes, ==, 0);
  g_assert_true (fl_streaming_measure (&first, folder, NULL));
  /* Sizes that were timed are from 2 to 32 MiB; beyond there is one more answer. */
  g_assert_cmpint (first.measured_stream_bytes, >=, 2 << 20);
  g_assert_cmpint (first.measured_stream_read_bytes, >=, 2 << 20);
  g_assert_true (fl_streaming_measure (&second, folder, "/nowhere/fuseloom-worker")); /* no worker is needed any more */
  g_assert_cmpint (second.measured_stream_bytes, ==, first.measured_stream_bytes);
  g_assert_cmpint (second.measured_stream_read_bytes, ==, first.measured_stream_read_bytes);
  path = find_only_file (folder);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "unread_33554432=ordinary stores "));
  g_assert_nonnull (strstr (text, "\nread_33554432=ordinary stores "));
  fl_options_init (&second);
  second.cpp_threads = 3;
  g_assert_false (fl_streaming_find (&second, folder));
  g_unlink (path);
  g_rmdir (folder);
}

/* A number given, or never, or a GPU: the file does not count. Nor does one that somebody wrote into. */
static void
test_options_come_first (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL), *path = NULL;
  FlOptions options;

  fl_options_init (&options);
  options.cpp_threads = 1;
  g_assert_true (fl_streaming_measure (&options, folder, NULL));
  for (guint i = 0; i < 3; i++)
    {
      fl_options_init (&options);
      options.cpp_threads = 1;
      options.cpu_stream_bytes = i == 0 ? 0 : i == 1 ? 12345 : -1;
      options.target = i == 2 ? FL_TARGET_CUDA : FL_TARGET_CPU;
      g_assert_false (fl_streaming_find (&options, folder));
      g_assert_false (fl_streaming_measure (&options, folder, NULL));
      g_assert_cmpint (options.measured_stream_bytes, ==, 0);
    }
  path = find_only_file (folder);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const texts[]
          = { "[streaming]\nbytes=x\nread_bytes=5\n", "[streaming]\nbytes=-4\nread_bytes=1\n", "\001\002" };

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      fl_options_init (&options);
      options.cpp_threads = 1;
      g_assert_false (fl_streaming_find (&options, folder));
      g_assert_cmpint (options.measured_stream_bytes, ==, 0);
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* No worker, no measurement, no harm. */
static void
test_without_worker (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL);
  FlOptions options;

  fl_options_init (&options);
  g_assert_false (fl_streaming_measure (&options, folder, "/nowhere/fuseloom-worker"));
  g_assert_cmpint (options.measured_stream_bytes, ==, 0);
  g_assert_cmpint (options.measured_stream_read_bytes, ==, 0);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/worker/streaming/measured-once", test_measured_once);
  g_test_add_func ("/core/worker/streaming/options-come-first", test_options_come_first);
  g_test_add_func ("/core/worker/streaming/without-worker", test_without_worker);
  return g_test_run ();
}
