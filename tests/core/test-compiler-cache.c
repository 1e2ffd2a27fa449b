/* The cache of compiled kernels, damaged, foreign and in others' hands; and compilers that are none. */
#include "fl-compiler-private.h"

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *folder;

static const char source[] = "int fl_seven (void) { return 7; }\n";

/* What it is can be called. The facts are the caller's. */
static void
build_in (const char *where, FlBuildFacts *facts)
{
  g_autoptr (GError) error = NULL;
  int object = fl_compiler_build ("seven", source, where, facts, &error);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", object);
  int (*seven) (void);
  gpointer handle;

  g_assert_no_error (error);
  g_assert_cmpint (object, >=, 0);
  handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (handle);
  *(gpointer *) &seven = dlsym (handle, "fl_seven");
  g_assert_cmpint (seven (), ==, 7);
  dlclose (handle);
  close (object);
}

static gboolean
has_compiler (void)
{
  if (fl_compiler_get (NULL) != NULL)
    return TRUE;
  g_test_skip ("no C compiler");
  return FALSE;
}

static char *
make_folder (const char *name)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  return path;
}

/* Cut to half its length, with one bit of it flipped, another kernel's object in its place, or nothing. */
static void
test_damaged_object_is_made_again (void)
{
  g_autofree char *where = make_folder ("damaged");

  for (guint what = 0; what < 4 && has_compiler (); what++)
    {
      g_auto (FlBuildFacts) first = { 0 }, second = { 0 }, third = { 0 }, other = { 0 };
      g_autofree char *bytes = NULL;
      gsize length;

      build_in (where, &first);
      build_in (where, &second);
      g_assert_true (second.was_cached);
      g_assert_null (second.note);
      close (fl_compiler_build ("eight", "int fl_eight (void) { return 8; }\n", where, &other, NULL));
      g_assert_true (g_file_get_contents (what == 2 ? other.path : first.path, &bytes, &length, NULL));
      bytes[length / 2] ^= what == 1;
      g_assert_true (g_file_set_contents_full (first.path, bytes,
                                               what == 0   ? length / 2
                                               : what == 3 ? 0
                                                           : length,
                                               G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
      build_in (where, &third);
      g_assert_false (third.was_cached);
      g_assert_cmpstr (third.path, ==, first.path);
      g_assert_nonnull (strstr (third.note, "is damaged"));
    }
}

typedef struct
{
  const char *name, *says;
  gboolean is_kept; /* in the folder that was asked for */
} Foreign;

static const Foreign foreign[] = {
  { "writable-entry", "may be written by others", TRUE },
  { "foreign-entry", "belongs to user 12345", TRUE },
  { "link-to-entry", "is a link", TRUE },
  { "pipe-for-entry", "is not a regular file", TRUE },
  { "empty-folder-for-entry", "is not a regular file", TRUE },
  { "full-folder-for-entry", "is not a regular file", FALSE },
  { "writable-folder", "may be written by others", FALSE },
  { "foreign-folder", "belongs to user 12345", FALSE },
  { "link-to-folder", "is not a folder, or a link to one", FALSE },
  { "file-for-folder", "cannot be made", FALSE },
};

/* Puts it there; FALSE: only root can. */
static gboolean
spoil (const char *what, const char *where, const char *entry)
{
  g_autofree char *other = g_strconcat (where, "-other", NULL), *below = g_build_filename (entry, "below", NULL);

  if (g_str_equal (what, "writable-entry"))
    return g_chmod (entry, 0662) == 0;
  if (g_str_equal (what, "foreign-entry"))
    return chown (entry, 12345, 12345) == 0;
  if (g_str_equal (what, "writable-folder"))
    return g_chmod (where, 0777) == 0;
  if (g_str_equal (what, "foreign-folder"))
    return chown (where, 12345, 12345) == 0;
  if (g_str_equal (what, "link-to-entry"))
    return g_rename (entry, other) == 0 && symlink (other, entry) == 0;
  if (g_str_equal (what, "link-to-folder"))
    return g_rename (where, other) == 0 && symlink (other, where) == 0;
  if (g_str_equal (what, "file-for-folder"))
    return g_rename (where, other) == 0 && g_file_set_contents (where, "", 0, NULL);
  return g_unlink (entry) == 0
         && (g_str_equal (what, "pipe-for-entry") ? mkfifo (entry, 0600)
                                                  : g_mkdir_with_parents (strstr (what, "full") ? below : entry, 0700))
                == 0;
}

/* Each is said, and none is a defeat: the kernel is there all the same, and it is our own. */
static void
test_foreign_is_passed_over (gconstpointer data)
{
  const Foreign *row = data;
  g_autofree char *where = NULL;
  g_auto (FlBuildFacts) first = { 0 }, second = { 0 };

  if (!has_compiler ())
    return;
  where = make_folder (row->name);
  build_in (where, &first);
  g_assert_true (g_str_has_prefix (first.path, where));
  if (!spoil (row->name, where, first.path))
    {
      g_test_skip ("only root can give files away");
      return;
    }
  build_in (where, &second);
  g_assert_nonnull (strstr (second.note, row->says));
  if (row->is_kept)
    g_assert_false (second.was_cached);
  if (row->is_kept)
    g_assert_cmpstr (second.path, ==, first.path);
  if (!row->is_kept)
    {
      g_assert_nonnull (second.path);
      g_assert_false (g_str_has_prefix (second.path, where));
      g_unlink (second.path); /* the next row begins without */
    }
}

static gint is_made;

/* Whether it had been made by then. One who comes late has a turn of its own. */
static gpointer
take_turn (gpointer key)
{
  gboolean is_first = fl_compiler_turn_begin (key);
  gpointer made = GINT_TO_POINTER (g_atomic_int_get (&is_made));

  if (is_first)
    fl_compiler_turn_end (key);
  return made;
}

/* Who asks for what is being made waits until it is; who asks for something else does not. */
static void
test_equal_sources_wait_for_one_compiler (void)
{
  GThread *threads[3];

  g_assert_true (fl_compiler_turn_begin ("one"));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("waits", take_turn, (gpointer) "one");
  g_assert_null (take_turn ((gpointer) "two"));
  g_usleep (20000);
  g_atomic_int_set (&is_made, 1);
  fl_compiler_turn_end ("one");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_nonnull (g_thread_join (threads[i]));
}

/* What another program with the same kernel wrote in the meantime is as good; both find one entry afterwards. */
static gpointer
build_many (gpointer where)
{
  for (guint i = 0; i < 8; i++)
    {
      g_auto (FlBuildFacts) facts = { 0 };

      build_in (where, &facts);
      g_assert_cmpstr (facts.note, ==, NULL);
      g_unlink (facts.path);
    }
  return NULL;
}

static void
test_two_at_once (void)
{
  g_autofree char *where = make_folder ("two");
  GThread *threads[3];

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("build", build_many, where);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
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
  g_autofree char *path = g_build_filename (folder, row->name, NULL);
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
  g_assert_cmpint (fl_compiler_build ("seven", source, folder, NULL, &error), <, 0);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, row->says));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* Behind ours: the last -O counts. */
static void
test_more_flags (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (FlBuildFacts) facts = { 0 };

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  g_setenv ("FUSELOOM_CFLAGS", " -O0  -DFL_ASKED", TRUE);
  if (!has_compiler () || fl_compiler_get (NULL)->is_plain)
    return;
  int object = fl_compiler_build ("asked", "#if !defined FL_ASKED || defined __OPTIMIZE__\n#error\n#endif\n", folder,
                                  &facts, &error);

  g_assert_no_error (error);
  g_assert_cmpint (object, >=, 0);
  g_assert_true (g_str_has_suffix (fl_compiler_get (NULL)->flags, " -O0 -DFL_ASKED"));
  close (object);
}

/* GCC's own programs are called without its driver, which takes as long as they do: they are asked for in the cage that
 * they will work in. */
static void
test_parts_are_found (void)
{
  static const char *const flags[] = { "-O1", "-fPIC", NULL };
  FlCompilerParts parts = { .path = g_find_program_in_path ("gcc") };

  if (parts.path == NULL)
    g_test_skip ("no GCC");
  else
    {
      fl_compiler_parts_find (&parts, flags);
      g_assert_nonnull (parts.compile);
      g_assert_nonnull (parts.assemble);
      g_assert_nonnull (parts.link);
    }
  g_strfreev (parts.compile);
  g_strfreev (parts.assemble);
  g_strfreev (parts.link);
  g_free (parts.path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_mkdtemp (
      g_build_filename (g_getenv ("TMPDIR") != NULL ? g_getenv ("TMPDIR") : "/tmp", "fuseloom-XXXXXX", NULL));
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_setenv ("TMPDIR", folder, TRUE); /* where the cache falls back to */
  g_test_add_func ("/core/worker/compiler/damaged-object-is-made-again", test_damaged_object_is_made_again);
  g_test_add_func ("/core/worker/compiler/two-at-once", test_two_at_once);
  g_test_add_func ("/core/worker/compiler/equal-sources-wait-for-one-compiler",
                   test_equal_sources_wait_for_one_compiler);
  g_test_add_func ("/core/worker/compiler/parts-are-found", test_parts_are_found);
  g_test_add_func ("/core/worker/compiler/more-flags", test_more_flags);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autofree char *path = g_strconcat ("/core/worker/compiler/passes-over/", foreign[i].name, NULL);

      g_test_add_data_func (path, &foreign[i], test_foreign_is_passed_over);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/core/worker/compiler/", bad[i].name, NULL);

      g_test_add_data_func (path, &bad[i], test_bad_compiler);
    }
  return g_test_run ();
}
