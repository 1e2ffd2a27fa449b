/* What the parent of random programs makes of its children's words and deaths. The children are a
 * shell script: no program runs. */
#include <glib/gstdio.h>
#include <stdlib.h>

#include "random-parent.h"

/* Seed 130 ends by an assertion, whose last words GLib writes among ours; asked to leave that one
 * out, the script goes on. --print is how the parent asks for a failing program's text. */
#define SAY_ALL                                                                                                        \
  "case \"$*\" in"                                                                                                     \
  " *--print*) echo text;;"                                                                                            \
  " *--skip=,130*) echo begin 131; echo good 131;;"                                                                    \
  " *) echo begin 130; echo 'Bail out! ERROR:fl-box.c:188: assertion failed'; kill -ABRT $$;;"                         \
  " esac"

/* One that never gets as far as its first program. */
#define SAY_NOTHING "case \"$*\" in *--print*) echo text;; *) exit 3;; esac"

static void
run (const char *script)
{
  const char *argv[] = { "/bin/sh", "-c", script, "sh", NULL };
  g_autofree char *folder = g_dir_make_tmp ("fl-parent-XXXXXX", NULL);
  RndParentRequest request = { .program_path = argv[0],
                               .out_folder = folder,
                               .child_argv = argv,
                               .first_seed = 130,
                               .count = 2,
                               .jobs = 1,
                               .no_shrink = TRUE };
  static const char *const names[] = { "130.py", "131.py", "failures.txt" };
  int status = rnd_parent_run (&request);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  exit (status);
}

static void
test_parent_counts_assertions (void)
{
  if (g_test_subprocess ())
    run (SAY_ALL);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stdout ("*130: crash: signal 6*");
  g_test_trap_assert_stdout ("*2 programs in*1 good, 1 bad,*");
}

static void
test_parent_counts_what_was_not_tried (void)
{
  if (g_test_subprocess ())
    run (SAY_NOTHING);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stdout ("*131: not tried*");
  g_test_trap_assert_stdout ("*2 programs in*0 good, 2 bad,*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random-parent/assertions-are-counted", test_parent_counts_assertions);
  g_test_add_func ("/random-parent/what-is-not-tried-is-counted", test_parent_counts_what_was_not_tried);
  return g_test_run ();
}
