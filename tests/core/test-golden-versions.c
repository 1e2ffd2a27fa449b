/* What other versions of PyTorch make of the cases of test-golden: tests/golden/versions/VERSION-DEVICE.json.gz, made
 * by make-version-goldens.py. One test a file; expected-differences.txt there names what differs
 * ("2.11-cuda/norm-group-norm: cause"), and a case that has become equal must be taken off the list. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-golden.h"

typedef struct
{
  const char *name; /* "2.11-cuda" */
  GHashTable *causes;
} File;

/* A text of a case: its own, or that of the newest version's file, whose hash must be the one kept. */
static char *
get_text (const cJSON *text)
{
  g_autofree char *path = NULL, *hash = NULL;
  char *same = NULL;

  if (cJSON_IsString (text))
    return g_strdup (text->valuestring);
  path = golden_get_path (cJSON_GetObjectItem (text, "same")->valuestring, NULL);
  g_assert_true (g_file_get_contents (path, &same, NULL, NULL));
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, same, -1);
  g_assert_cmpstr (hash, ==, cJSON_GetObjectItem (text, "sha256")->valuestring);
  return same;
}

static void
write_text (const char *folder, const char *name, const cJSON *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *contents = get_text (text);

  /* Thousands of small files: none waits for the disk. */
  g_assert_true (g_file_set_contents_full (path, contents, -1, G_FILE_SET_CONTENTS_NONE, 0666, NULL));
}

static void
remove_folder (const char *folder)
{
  static const char *const names[] = { "fx.py", "ir_pre_fusion.txt", "ir_post_fusion.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
check_case (const File *file, const cJSON *golden, FlTarget target)
{
  g_autofree char *key = g_strdup_printf ("%s/%s", file->name, golden->string);
  const char *cause = g_hash_table_lookup (file->causes, key);
  g_autofree char *folder = g_dir_make_tmp ("golden-XXXXXX", NULL);
  Outcome outcome;
  Verdict verdict;
  gboolean is_equal;

  write_text (folder, "fx.py", cJSON_GetObjectItem (golden, "fx"));
  write_text (folder, "ir_pre_fusion.txt", cJSON_GetObjectItem (golden, "pre"));
  write_text (folder, "ir_post_fusion.txt", cJSON_GetObjectItem (golden, "post"));
  outcome_run (&outcome, folder, target, golden);
  verdict = outcome_judge (&outcome, folder, golden);
  is_equal = verdict.runs && verdict.partition && verdict.pre && verdict.post;
  if (is_equal != (cause == NULL))
    {
      g_test_message ("%s %s%s", key, is_equal ? "is equal now: take it off the list" : "differs",
                      outcome.error != NULL ? outcome.error : "");
      g_test_fail ();
    }
  outcome_clear (&outcome);
  remove_folder (folder);
}

static void
test_file (gconstpointer data)
{
  const File *file = data;
  g_autofree char *name = g_strconcat (file->name, ".json", NULL), *folder = golden_get_path ("versions", NULL);
  g_autofree char *text = golden_read (folder, name, NULL);
  g_auto (GStrv) parts = g_strsplit (file->name, "-", 2);
  cJSON *root = cJSON_Parse (text), *golden;
  guint n = 0;

  g_assert_nonnull (root);
  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (root, "cases"))
    {
      if (cJSON_GetObjectItem (golden, "missing") != NULL)
        continue;
      cJSON_AddStringToObject (golden, "torch", parts[0]);
      check_case (file, golden, g_str_equal (parts[1], "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU);
      n++;
    }
  g_assert_cmpuint (n, >=, 60);
  cJSON_Delete (root);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = golden_get_path ("versions", NULL);
  g_autoptr (GHashTable) causes = golden_read_expected (folder);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json.gz"))
      {
        File *file = g_new0 (File, 1);
        g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".json.gz"));
        g_autofree char *path = g_strconcat ("/core/golden-versions/", stem, NULL);

        *file = (File) { g_intern_string (stem), causes };
        g_ptr_array_add (files, file);
        g_test_add_data_func (path, file, test_file);
      }
  g_assert_cmpuint (files->len, >, 0);
  return g_test_run ();
}
