/* The cache of compiled kernels, damaged and out of room; and compilers that are none. */
#include "fl-compiler.h"

#include <glib/gstdio.h>

static char *folder;

static const char source[] = "int fl_seven (void) { return 7; }\n";

static char *
build (gboolean *was_cached)
{
  g_autoptr (GError) error = NULL;
  char *object = fl_compiler_build ("seven", source, folder, was_cached, &error);

  g_assert_no_error (error);
  g_assert_nonnull (object);
  return object;
}

static gboolean
has_compiler (void)
{
  if (fl_compiler_get (NULL) != NULL)
    return TRUE;
  g_test_skip ("no C compiler");
  return FALSE;
}

/* Cut to half its length, then with one bit of it turned over. */
static void
test_damaged_object_is_made_again (void)
{
  for (guint what = 0; what < 2; what++)
    {
      g_autofree char *again = NULL, *once = NULL, *object = NULL, *bytes = NULL;
      gboolean was_cached = FALSE;
      gsize length;

      if (!has_compiler ())
        return;
      object = build (NULL);
      once = build (&was_cached);
      g_assert_true (was_cached);
      g_assert_true (g_file_get_contents (object, &bytes, &length, NULL));
      bytes[length / 2] ^= 1;
      g_assert_true (g_file_set_contents (object, bytes, what == 0 ? length / 2 : length, NULL));
      again = build (&was_cached);
      g_assert_false (was_cached);
      g_assert_cmpstr (again, ==, object);
    }
}

/* A file stands where the folder should be: nobody can write into it, root neither. */
static void
test_other_folder_is_taken (void)
{
  g_autofree char *file = g_build_filename (folder, "no-folder", NULL), *object = NULL;
  g_autoptr (GError) error = NULL;

  if (!has_compiler ())
    return;
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  object = fl_compiler_build ("seven", source, file, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (object, g_get_tmp_dir ()));
  g_assert_true (g_file_test (object, G_FILE_TEST_IS_REGULAR));
  g_unlink (object);
}

typedef struct
{
  const char *name, *script, *says;
} Bad;

static const Bad bad[] = {
  { "makes-nothing", "#!/bin/sh\nexit 0\n", "made no object" },
  { "crashes", "#!/bin/sh\nkill -SEGV $$\n", "cannot be used" },
  { "refuses", "#!/bin/sh\necho no such option >&2\nexit 1\n", "no such option" },
  { "speaks-garbage", "#!/bin/sh\nprintf '\\377\\001\\376'\n", "made no object" },
};

static void
test_bad_compiler (gconstpointer data)
{
  const Bad *row = data;
  g_autofree char *path = g_build_filename (folder, row->name, NULL), *object = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_test_subprocess ()) /* each process asks for its compiler once */
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  g_assert_true (g_file_set_contents (path, row->script, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("FUSELOOM_CC", path, TRUE);
  object = fl_compiler_build ("seven", source, folder, NULL, &error);
  g_assert_null (object);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, row->says));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_add_func ("/core/run/compiler/damaged-object-is-made-again", test_damaged_object_is_made_again);
  g_test_add_func ("/core/run/compiler/other-folder-is-taken", test_other_folder_is_taken);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/core/run/compiler/", bad[i].name, NULL);

      g_test_add_data_func (path, &bad[i], test_bad_compiler);
    }
  return g_test_run ();
}
