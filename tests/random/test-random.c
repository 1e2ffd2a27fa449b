/* A fixed slice of the random programs, those that once failed, and what the generator reaches. The
 * long form is random-programs. */
#include <string.h>

#include "random-check.h"
#include "random-maker.h"

enum
{
  N_PROGRAMS = 8, /* of these seeds, with FUSELOOM_RANDOM_PROGRAMS more */
  TRIES_OF_SEEDS = 6,
  LEAST_REACHED = 560
};

static void
check (const char *name, const char *text, guint32 seed)
{
  RndCheckRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER"),
                              .seed = seed,
                              .is_checked = g_getenv ("FUSELOOM_TEST_SANITIZE") == NULL };
  RndVerdict verdict;

  rnd_check_text (text, &request, &verdict);
  if (verdict.klass != NULL)
    {
      g_test_message ("%s: %s\n%s\n%s", name, verdict.klass, verdict.detail, text);
      g_test_fail ();
    }
  g_assert_cmpuint (verdict.n_programs + (verdict.klass != NULL), >, 0);
  rnd_verdict_clear (&verdict);
}

static char *
make (guint32 seed)
{
  RndRequest request = { .seed = seed, .only = FL_N_ATEN_OPS };

  return rnd_program_make (&request, NULL);
}

static void
test_random_slice_is_right (void)
{
  const char *more = g_getenv ("FUSELOOM_RANDOM_PROGRAMS");
  guint n = more != NULL ? (guint) g_ascii_strtoull (more, NULL, 10) : N_PROGRAMS;

  for (guint32 seed = 1; seed <= n; seed++)
    {
      g_autofree char *text = make (seed), *name = g_strdup_printf ("seed %u", seed);

      if (text != NULL)
        check (name, text, seed);
    }
}

/* Each failed once. */
static void
test_random_kept_programs_are_right (void)
{
  g_autofree char *folder
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "random", "programs", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL; n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;

      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      check (name, text, 0);
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_random_equal_seeds_give_equal_programs (void)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_made = 0;

  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autofree char *again = make (seed);
      char *text = make (seed);

      g_assert_cmpstr (text, ==, again);
      n_made += text != NULL;
      if (text != NULL)
        g_hash_table_add (texts, text);
    }
  g_assert_cmpuint (n_made, >=, 18);
  g_assert_cmpuint (g_hash_table_size (texts), ==, n_made);
}

/* Most operators with a reference kernel are in some program; the others are listed, with the
 * reason. */
static void
test_random_operators_are_reached (void)
{
  guint n_reached = 0, n_excused = 0, n_missed = 0;

  for (guint op = 0; op < FL_N_ATEN_OPS; op++)
    {
      const FlAtenRow *row = fl_aten_get_row (op);
      const char *why = NULL;
      gboolean was_made = FALSE;

      if (fl_reference_find (op) == NULL)
        continue;
      if (rnd_find_maker (row, &why) == NULL)
        {
          if (g_str_equal (why, RND_NO_MAKER) && !g_str_equal (row->name, "operator.getitem"))
            {
              g_test_message ("%s (%s): %s", row->name, row->signature, why);
            }
          n_missed += g_str_equal (why, RND_NO_MAKER);
          n_excused += !g_str_equal (why, RND_NO_MAKER);
          continue;
        }
      for (guint32 seed = 1; seed <= TRIES_OF_SEEDS && !was_made; seed++)
        {
          RndRequest request = { .seed = seed, .n_calls = 1, .only = op };
          g_autofree char *text = rnd_program_make (&request, &why);

          was_made = text != NULL;
        }
      if (!was_made)
        {
          g_test_message ("%s (%s): in no program: %s", row->name, row->signature, why);
        }
      n_missed += !was_made;
      n_reached += was_made;
    }
  g_test_message ("%u operators are reached, %u have a reason why not, %u are still to be reached",
                  n_reached, n_excused, n_missed);
  g_assert_cmpuint (n_reached, >=, LEAST_REACHED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/operators-are-reached", test_random_operators_are_reached);
  g_test_add_func ("/random/equal-seeds-give-equal-programs",
                   test_random_equal_seeds_give_equal_programs);
  g_test_add_func ("/random/kept-programs-are-right", test_random_kept_programs_are_right);
  g_test_add_func ("/random/slice-is-right", test_random_slice_is_right);
  return g_test_run ();
}
