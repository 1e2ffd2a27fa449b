/* For tests of functions in generated source: C text compiled and loaded by itself. */
#pragma once

#include <dlfcn.h>
#include <glib.h>
#include <glib/gstdio.h>

/* The compiler, NULL-terminated flags. */
static void *
build_source (const char *compiler, const char *source, const char *const *flags)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL);
  g_autofree char *c = g_build_filename (folder, "functions.c", NULL),
                  *so = g_build_filename (folder, "functions.so", NULL);
  g_autofree char *errors = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  void *library;
  int status;

  g_assert_true (g_file_set_contents (c, source, -1, NULL));
  g_ptr_array_add (argv, (gpointer) compiler);
  for (guint i = 0; flags[i]; i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  for (guint i = 0; i < 9; i++)
    g_ptr_array_add (argv, (gpointer) (const char *[]) { "-O2", "-std=gnu17", "-w", "-shared", "-fPIC", c, "-o", so,
                                                         "-lm" }[i]);
  g_ptr_array_add (argv, NULL);
  g_assert_true (
      g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &errors, &status, NULL));
  if (status != 0)
    g_test_message ("%s", errors);
  g_assert_cmpint (status, ==, 0);
  library = dlopen (so, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (library);
  g_unlink (c);
  g_unlink (so);
  g_rmdir (folder);
  return library;
}

/* Functions are named by a letter and the row of the table that they are made from: "f3". */
static inline gpointer
find_function (void *library, char kind, guint row)
{
  g_autofree char *name = g_strdup_printf ("%c%u", kind, row);
  gpointer function = dlsym (library, name);

  g_assert_nonnull (function);
  return function;
}
