/* Sizes of caches: from folders as Linux has them, and into options that do not give others. */
#include "fl-cache-sizes.h"

#include <glib/gstdio.h>

typedef struct
{
  const char *level, *type, *size;
} Index;

static void
write_word (const char *folder, guint index, const char *name, const char *word)
{
  g_autofree char *inner = g_strdup_printf ("%s/index%u", folder, index), *path = g_build_filename (inner, name, NULL),
                  *line = g_strconcat (word, "\n", NULL);

  g_mkdir_with_parents (inner, 0700);
  g_assert_true (g_file_set_contents (path, line, -1, NULL));
}

static void
remove_all (const char *folder, guint n)
{
  static const char *const names[] = { "level", "type", "size", "" };

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      {
        g_autofree char *path = g_strdup_printf ("%s/index%u/%s", folder, i, names[k]);

        g_assert_cmpint (g_remove (path), ==, 0);
      }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Instructions have a first level of their own; sizes come in units. A size that is none counts as unknown. */
static void
test_folders_are_read (void)
{
  static const Index indices[]
      = { { "1", "Instruction", "32K" }, { "1", "Data", "48K" }, { "2", "Unified", "2M" }, { "3", "Unified", "many" } };
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL);

  g_assert_cmpint (fl_cache_read_bytes (folder, 1), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      write_word (folder, i, "level", indices[i].level);
      write_word (folder, i, "type", indices[i].type);
      write_word (folder, i, "size", indices[i].size);
    }
  g_assert_cmpint (fl_cache_read_bytes (folder, 1), ==, 48 << 10);
  g_assert_cmpint (fl_cache_read_bytes (folder, 2), ==, 2 << 20);
  g_assert_cmpint (fl_cache_read_bytes (folder, 3), ==, 0);
  remove_all (folder, G_N_ELEMENTS (indices));
}

static void
test_options_are_filled (void)
{
  FlOptions options;

  fl_options_init (&options);
  g_assert_cmpint (options.machine_l1_bytes, ==, 0);
  g_assert_cmpint (options.machine_l2_bytes, ==, 0);
  fl_cache_find_sizes (&options);
  g_assert_cmpint (options.machine_l1_bytes, ==, fl_cache_get_bytes (1));
  g_assert_cmpint (options.machine_l2_bytes, ==, fl_cache_get_bytes (2));
  for (guint level = 1; level <= 3; level++)
    g_assert_cmpint (fl_cache_get_bytes (level), >=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/cache-sizes/folders", test_folders_are_read);
  g_test_add_func ("/core/base/cache-sizes/options", test_options_are_filled);
  return g_test_run ();
}
