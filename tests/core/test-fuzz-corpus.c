/* Every file of tests/fuzz/corpus through the body of its fuzzer: what once broke a reader stays mended. */
#include <string.h>

#include "fuzz-common.h"
#include "fuzz-pipeline-body.h"

typedef void (*FuzzBody) (const char *text, gsize length);

typedef struct
{
  char *path;
  FuzzBody body;
} CorpusFile;

static void
test_replay (gconstpointer data)
{
  const CorpusFile *file = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *exact = NULL;
  gint64 start;
  gsize length;

  g_file_get_contents (file->path, &text, &length, &error);
  g_assert_no_error (error);
  exact = g_memdup2 (text, length); /* without the zero that g_file_get_contents puts behind it */
  start = g_get_monotonic_time ();
  file->body (exact, length);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

static void
free_file (gpointer data)
{
  CorpusFile *file = data;

  g_free (file->path);
  g_free (file);
}

static void
add_folder (const char *kind, FuzzBody body)
{
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "fuzz", "corpus", kind, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/fuzz/%s/%s", kind, name);
      CorpusFile *file = g_new0 (CorpusFile, 1);

      file->path = g_build_filename (folder, name, NULL);
      file->body = body;
      g_test_add_data_func_full (test, file, test_replay, free_file);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_folder ("fx", fuzz_fx);
  add_folder ("json", fuzz_json);
  add_folder ("pipeline", fuzz_pipeline);
  add_folder ("tensors", fuzz_tensors);
  return g_test_run ();
}
