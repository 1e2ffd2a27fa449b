/* Files of lines: whole lines, one writer, and an end in the middle of a line mended. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-file-lines.h"
#include "fl-file.h"

static void
test_lines (const char *before, const char *after, gsize cut)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-lines-XXXXXX", NULL),
                  *path = g_build_filename (folder, "cells.jsonl", NULL), *text = NULL;
  g_autoptr (FlFileLines) lines = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_cut = 99, length;

  if (before != NULL)
    g_assert_true (fl_file_write (path, before, -1, NULL));
  lines = fl_file_lines_open (path, &n_cut, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_cut, ==, cut);
  g_assert_true (fl_file_lines_add (lines, "{\"a\":3}", &error));
  g_assert_true (fl_file_read (path, &text, &length, NULL));
  g_assert_cmpstr (text, ==, after);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_lines_are_whole (void)
{
  test_lines (NULL, "{\"a\":3}\n", 0);
  test_lines ("", "{\"a\":3}\n", 0);
  test_lines ("{\"a\":1}\n", "{\"a\":1}\n{\"a\":3}\n", 0);
  test_lines ("{\"a\":1}\n{\"a\"", "{\"a\":1}\n{\"a\":3}\n", 4);
  test_lines ("{\"a\"", "{\"a\":3}\n", 4);
  test_lines ("{\"a\":1}", "{\"a\":1}\n{\"a\":3}\n", 0); /* lacks only its end */
}

static void
test_lines_have_one_writer (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-lines-XXXXXX", NULL),
                  *path = g_build_filename (folder, "cells.jsonl", NULL);
  FlFileLines *first = fl_file_lines_open (path, &(gsize) { 0 }, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (first);
  g_assert_null (fl_file_lines_open (path, &(gsize) { 0 }, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "another process"));
  fl_file_lines_close (first);
  first = fl_file_lines_open (path, &(gsize) { 0 }, NULL);
  g_assert_nonnull (first);
  fl_file_lines_close (first);
  g_unlink (path);
  g_clear_error (&error);
  g_assert_null (fl_file_lines_open (folder, &(gsize) { 0 }, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/file-lines/are-whole", test_lines_are_whole);
  g_test_add_func ("/core/file-lines/have-one-writer", test_lines_have_one_writer);
  return g_test_run ();
}
