/* The preamble's files are C that stands alone: every compiler takes each of them with what it
 * includes and nothing else, at every width; and the cutter, which makes helpers of them, refuses a
 * file that does not state what it uses. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-test-long.h"
#include "fl-c-preamble.h"
#include "fl-compiler-private.h"

static char *
get_folder (void)
{
  return g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "core", "codegen", "preamble", NULL);
}

/* The files that helpers stand in, in their order. */
static GPtrArray *
list_files (void)
{
  GPtrArray *files = g_ptr_array_new ();
  guint n;
  const FlCHelper *rows = fl_c_preamble_get_helpers (&n);

  for (guint i = 0; i < n; i++)
    if (files->len == 0 || strcmp (files->pdata[files->len - 1], rows[i].file) != 0)
      g_ptr_array_add (files, (gpointer) rows[i].file);
  g_assert_cmpuint (files->len, >, 20);
  return files;
}

/* Whether the program ends well; what it says is the caller's. */
static gboolean
run (const char *const *argv, char **messages)
{
  g_autoptr (GError) error = NULL;
  int status = -1;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                messages, &status, &error);
  g_assert_no_error (error);
  return status == 0;
}

static void
remove_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* --- every file by itself
 * -------------------------------------------------------------------------------------------- */

/* Vectors of 64, 32 and 16 bytes, and such as the processor does not have, which are plain GNU C.
 */
static const char *const widths[][2] = {
#ifdef __x86_64__
  { "-DFL_LANES=16", "-march=x86-64-v4" },
  { "-DFL_LANES=8", "-march=x86-64-v3" },
  { "-DFL_LANES=4", "-march=x86-64" },
  { "-DFL_LANES=16", "-march=x86-64" },
#else
  { "-DFL_LANES=16", "-O0" },
  { "-DFL_LANES=8", "-O0" },
  { "-DFL_LANES=4", "-O0" },
#endif
};

/* Whether a compiler takes the text, from a file and to a file in a folder of their own: a compiler
 * that runs as root deletes what it may not keep, /dev/null too. */
static gboolean
compile_text (const char *text, const char *const *options, char **messages)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL),
                  *source = g_build_filename (folder, "one.c", NULL);
  g_autofree char *object = g_build_filename (folder, "one.o", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  gboolean is_right;

  g_assert_true (g_file_set_contents (source, text, -1, NULL));
  for (guint i = 0; options[i]; i++)
    g_ptr_array_add (argv, (gpointer) options[i]);
  g_ptr_array_add (argv, (gpointer) "-o");
  g_ptr_array_add (argv, object);
  g_ptr_array_add (argv, source);
  g_ptr_array_add (argv, NULL);
  is_right = run ((const char *const *) argv->pdata, messages);
  remove_files (folder);
  return is_right;
}

/* A file of helpers uses none of them, and a helper need not use at every width what it is given;
 * -Wpsabi speaks of calls between files, of which there are none; clang has no attribute noclone.
 */
static gboolean
compile (const char *compiler, const char *path, const char *const *width, const char *how, char **messages)
{
  const gboolean is_clang = strstr (compiler, "clang") != NULL;
  const char *const options[] = { compiler,
                                  "-std=gnu17",
                                  "-Wall",
                                  "-Wextra",
                                  "-Werror",
                                  "-Wno-unused",
                                  "-Wno-unused-parameter",
                                  "-Wno-psabi",
                                  is_clang ? "-Wno-unknown-attributes" : "-Wall",
                                  "-fwrapv",
                                  "-fopenmp-simd",
                                  "-fno-math-errno",
                                  "-fno-trapping-math",
                                  width[0],
                                  width[1],
                                  how,
                                  NULL };
  g_autofree char *text = g_strdup_printf ("#include \"%s\"\n", path);

  return compile_text (text, options, messages);
}

static void
test_files_stand_alone (gconstpointer name)
{
  g_autofree char *folder = get_folder (), *compiler = g_find_program_in_path (name);
  g_autoptr (GPtrArray) files = list_files ();

  for (guint i = 0; i < files->len && compiler; i++)
    {
      g_autofree char *path = g_build_filename (folder, files->pdata[i], NULL);

      for (guint w = 0; w <= G_N_ELEMENTS (widths); w++)
        {
          const char *const *width = widths[w < G_N_ELEMENTS (widths) ? w : i % G_N_ELEMENTS (widths)];
          g_autofree char *messages = NULL;

          /* The second compiler takes each file at one width, and at all in the long form. */
          if (!is_long_run () && strcmp (name, "gcc") != 0 && w != i % G_N_ELEMENTS (widths))
            continue;
          if (!compile (compiler, path, width, w < G_N_ELEMENTS (widths) ? "-fsyntax-only" : "-c", &messages))
            g_error ("%s %s %s %s: %s", compiler, width[0], width[1], path, messages);
        }
    }
  if (compiler == NULL)
    g_test_skip ("the compiler is not here");
}

/* Kernels one element at a time are for compilers that know no vectors, too: what is put before
 * them is put before these. */
static void
test_scalar_files_need_no_vectors (void)
{
  g_autofree char *folder = get_folder (), *compiler = g_find_program_in_path ("tcc");
  g_autoptr (GPtrArray) files = list_files ();
  guint n = 0;

  if (compiler == NULL)
    {
      g_test_skip ("tcc is not here");
      return;
    }
  for (guint i = 0; i < files->len; i++)
    if (g_str_has_prefix (files->pdata[i], "scalar-") || strcmp (files->pdata[i], FL_C_PREAMBLE_ALWAYS) == 0
        || strcmp (files->pdata[i], "special.h") == 0)
      {
        g_autofree char *text = g_strdup_printf ("%s#include \"%s/%s\"\n", fl_compiler_get_plain_head (), folder,
                                                 (char *) files->pdata[i]);
        g_autofree char *messages = NULL;
        const char *const options[] = { compiler, "-Wall", "-Werror", "-c", NULL };

        if (!compile_text (text, options, &messages))
          g_error ("%s %s: %s", compiler, (char *) files->pdata[i], messages);
        n++;
      }
  g_assert_cmpuint (n, ==, 8);
}

/* --- what a file does not state
 * --------------------------------------------------------------------------------------- */

/* A copy of the preamble's files, in a folder of its own. */
static char *
copy_files (void)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  char *copy = g_dir_make_tmp ("fuseloom-XXXXXX", &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".h"))
      {
        g_autofree char *from = g_build_filename (folder, name, NULL), *to = g_build_filename (copy, name, NULL),
                        *text = NULL;
        gsize n;

        g_assert_true (g_file_get_contents (from, &text, &n, NULL));
        g_assert_true (g_file_set_contents (to, text, n, NULL));
      }
  return copy;
}

/* The cutter's verdict on files of a folder. */
static gboolean
cut (const char *folder, const GPtrArray *files, char **messages)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (g_getenv ("FUSELOOM_CUT_PREAMBLE")));
  g_ptr_array_add (argv, g_build_filename (folder, "table.c", NULL));
  g_ptr_array_add (argv, g_strdup ("fl_c_preamble"));
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (argv, g_build_filename (folder, files->pdata[i], NULL));
  g_ptr_array_add (argv, NULL);
  return run ((const char *const *) argv->pdata, messages);
}

/* Each include of each file taken away: the cutter names the file, and the one that is missing.
 * With all taken away the compiler finds what it does not know, but for special.h, which takes over
 * declarations of the C library: compilers have those. */
static void
test_files_state_what_they_use (void)
{
  g_autofree char *folder = copy_files (), *compiler = g_find_program_in_path ("gcc");
  g_autoptr (GPtrArray) files = list_files ();
  g_autoptr (GRegex) regex
      = g_regex_new ("^#include \"((?!naming)[a-z0-9-]+(?<!-template)\\.h)\"\\n", G_REGEX_MULTILINE, 0, NULL);
  guint n_includes = 0;

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, files->pdata[i], NULL), *text = NULL, *bare = NULL,
                      *messages = NULL;
      g_autoptr (GMatchInfo) match = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
        {
          g_autofree char *name = g_match_info_fetch (match, 1), *line = g_match_info_fetch (match, 0), *said = NULL,
                          *expected = NULL;
          g_auto (GStrv) parts = NULL;
          g_autofree char *without = NULL;

          parts = g_strsplit (text, line, 2);
          without = g_strconcat (parts[0], parts[1], NULL);
          expected = g_strdup_printf (" of %s, which the file does not include\n", name);
          g_assert_true (g_file_set_contents (path, without, -1, NULL));
          g_assert_false (cut (folder, files, &said));
          g_test_message ("%s", said);
          g_assert_true (g_str_has_prefix (said, path));
          g_assert_true (g_str_has_suffix (said, expected));
          n_includes++;
        }
      bare = g_regex_replace_literal (regex, text, -1, 0, "", 0, NULL);
      g_assert_true (g_file_set_contents (path, bare, -1, NULL));
      if (compiler && strcmp (bare, text) != 0 && strcmp (files->pdata[i], "special.h") != 0)
        g_assert_false (compile (compiler, path, widths[0], "-fsyntax-only", &messages));
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
  g_assert_cmpuint (n_includes, >, 80);
  remove_files (folder);
}

/* Two small files each: what the cutter says of them, NULL where it is content. */
static const struct
{
  const char *first, *second, *message;
} small[] = {
  { "int fl_a (void) { return 1; }\n", "#include \"first.h\"\n\nint fl_b (void) { return fl_a (); }\n", NULL },
  { "int fl_a (void) { return 1; }\n", "#include \"first.h\"\n\nint fl_b (void) { return 2; }\n",
    "second.h:1: includes first.h and uses nothing of it\n" },
  { "int fl_a (void) { return 1; }\n", "int fl_b (void) { return 2; }\n\nint fl_a (void) { return 2; }\n",
    "first.h:1\n" },
  { "int fl_a (void) { return fl_c (); }\n\nint fl_c (void) { return 1; }\n", "int fl_b;\n",
    "first.h:1: uses fl_c, which first.h defines behind it\n" },
  { "#include \"second.h\"\n\nint fl_a (void) { return fl_b; }\n", "int fl_b;\n",
    "first.h:1: includes second.h, which does not come before this file\n" },
  { "int fl_a (void)\n{\n\n  return 1;\n}\n", "int fl_b;\n",
    "first.h:4: defines nothing: no kernel could ask for it\n" },
  { "#define SUM(a, b) a + b\n\nint fl_a (int x) { return SUM (x); }\n", "int fl_b;\n",
    "first.h:3: calls a macro with other arguments than it has, or one that names itself\n" },
  { "#define X X\n\nint fl_a = X;\n", "int fl_b;\n",
    "first.h:3: calls a macro with other arguments than it has, or one that names itself\n" },
};

static void
test_cutter_says_what_is_wrong (void)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_ptr_array_add (files, (gpointer) "first.h");
  g_ptr_array_add (files, (gpointer) "second.h");
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("fuseloom-XXXXXX", NULL),
                      *first = g_build_filename (folder, "first.h", NULL);
      g_autofree char *second = g_build_filename (folder, "second.h", NULL), *messages = NULL;
      gboolean is_right;

      g_assert_true (g_file_set_contents (first, small[i].first, -1, NULL));
      g_assert_true (g_file_set_contents (second, small[i].second, -1, NULL));
      is_right = cut (folder, files, &messages);
      g_test_message ("%s", messages);
      g_assert_cmpint (is_right, ==, small[i].message == NULL);
      g_assert_true (small[i].message == NULL || g_str_has_suffix (messages, small[i].message));
      remove_files (folder);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/codegen/preamble-files/stand-alone/gcc", "gcc", test_files_stand_alone);
  g_test_add_data_func ("/core/codegen/preamble-files/stand-alone/clang", "clang", test_files_stand_alone);
  g_test_add_func ("/core/codegen/preamble-files/scalar-ones-need-no-vectors", test_scalar_files_need_no_vectors);
  g_test_add_func ("/core/codegen/preamble-files/state-what-they-use", test_files_state_what_they_use);
  g_test_add_func ("/core/codegen/preamble-files/cutter-says-what-is-wrong", test_cutter_says_what_is_wrong);
  return g_test_run ();
}
