/* A fixed slice of the random programs, those that once failed, and what the generator reaches. The
 * long form is random-programs. */
#include <string.h>

#include "fl-formats.h"

#include "fl-aten-ids.h"
#include "fl-execute.h"
#include "random-check.h"
#include "random-choices.h"
#include "random-maker.h"

enum
{
  TRIES_OF_SEEDS = 6,
  LEAST_REACHED = 1040
};

/* Of seeds: the first one, and all in the long form; with FUSELOOM_RANDOM_PROGRAMS so many programs from the first on.
 */
static const guint32 blocks[] = { 1, 2 };

/* NULL: kernels are checked. Where a worker refuses to, which it says itself, they run as users run
 * them. */
static const char *
find_why_unchecked (void)
{
  static gboolean is_known;
  static char *why;
  g_autoptr (GError) error = NULL;
  FlExecuteSession *session;

  if (g_getenv ("FUSELOOM_TEST_SANITIZE") != NULL)
    return "kernels are not checked in a build with sanitizers";
  if (is_known)
    return why;
  session = fl_execute_session_new (g_getenv ("FUSELOOM_WORKER"), NULL, 1, 60, FL_SESSION_BOUNDS, 1 << 20, &error);
  if (session != NULL)
    fl_execute_session_free (session);
  else if (g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
    why = g_strdup (error->message);
  else
    g_assert_no_error (error);
  is_known = TRUE;
  return why;
}

static RndCheckRequest
make_request (void)
{
  const char *why = find_why_unchecked ();

  if (why != NULL)
    g_test_message ("%s", why);
  return (RndCheckRequest) { .worker_path = g_getenv ("FUSELOOM_WORKER"), .is_unchecked = why != NULL };
}

static char *
make (guint32 seed)
{
  RndRequest request = { .seed = seed };

  return rnd_program_make (&request, NULL);
}

/* Frees the texts. */
static void
check (RndItem *items, guint n, const RndCheckRequest *request)
{
  guint n_idle = 0;

  rnd_check_items (items, n, request);
  for (guint i = 0; i < n; i++)
    {
      RndVerdict *verdict = &items[i].verdict;

      if (verdict->klass != NULL)
        {
          g_test_message ("seed %u: %s\n%s\n%s", items[i].seed, verdict->klass, verdict->detail, items[i].text);
          g_test_fail ();
        }
      n_idle += verdict->is_idle;
      g_assert_true (verdict->n_variants > 0 || verdict->klass != NULL || verdict->is_idle || items[i].text == NULL);
      rnd_verdict_clear (verdict);
      g_free ((char *) items[i].text);
    }
  g_assert_cmpuint (n_idle, <=, n / 8); /* complex numbers, which fused kernels do not have */
}

static void
test_random_slice_is_right (void)
{
  const char *more = g_getenv ("FUSELOOM_RANDOM_PROGRAMS");
  guint n = more != NULL ? ((guint) g_ascii_strtoull (more, NULL, 10) + RND_BLOCK - 1) / RND_BLOCK
            : g_getenv ("FUSELOOM_TEST_ALL") != NULL ? G_N_ELEMENTS (blocks)
                                                     : 1;
  RndCheckRequest request = make_request ();

  for (guint b = 0; b < n; b++)
    {
      RndItem items[RND_BLOCK] = { 0 };
      guint32 first = (more != NULL ? b : blocks[b]) * RND_BLOCK;

      for (guint32 i = 0; i < RND_BLOCK; i++)
        items[i] = (RndItem) { .text = make (first + i), .seed = first + i };
      check (items, RND_BLOCK, &request);
    }
}

/* Each failed once. */
static void
test_random_kept_programs_are_right (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "random", "programs", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GArray) items = g_array_new (FALSE, TRUE, sizeof (RndItem));
  RndCheckRequest request = make_request ();

  request.is_full = TRUE;
  g_assert_no_error (error);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      RndItem item = { 0 };

      g_file_get_contents (path, (char **) &item.text, NULL, &error);
      g_assert_no_error (error);
      g_array_append_val (items, item);
    }
  g_assert_cmpuint (items->len, >, 0);
  check ((RndItem *) items->data, items->len, &request);
}

/* --- what must be found ------------------------------------------------------------------------ */

static const char planted[] = "# fill arg0_1 plain 0 1\n"
                              "# fill arg1_1 plain 0 2\n"
                              "class GraphModule(torch.nn.Module):\n"
                              "    def forward(self, arg0_1: \"f32[3, 7][7, 1]cpu\", arg1_1: "
                              "\"f32[3, 7][7, 1]cpu\"):\n"
                              "        sub = torch.ops.aten.sub.Tensor(arg0_1, arg1_1)\n"
                              "        return (sub)\n";

static char *
replace (const char *kernel, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (kernel, from, -1);

  g_assert_nonnull (parts[1]); /* without it nothing was planted */
  return g_strjoinv (to, parts);
}

static char *
read_behind (const char *kernel)
{
  return replace (kernel, "= buffers[0];", "= (const float *) buffers[0] + 1;");
}

static char *
read_before (const char *kernel)
{
  return replace (kernel, "= buffers[1];", "= (const float *) buffers[1] - 1;");
}

static char *
write_behind (const char *kernel)
{
  return replace (kernel, "= buffers[2];", "= (float *) buffers[2] + 1;");
}

/* What is read too much is not used: results agree. */
static char *
read_for_nothing (const char *kernel)
{
  return replace (kernel, "= buffers[0];", "= buffers[0]; (void) ((volatile const float *) buffers[0])[21];");
}

static char *
swap_operands (const char *kernel)
{
  g_autofree char *first = replace (kernel, "buffers[0]", "buffers[at]"),
                  *second = replace (first, "buffers[1]", "buffers[0]");

  return replace (second, "buffers[at]", "buffers[1]");
}

static char *
forget_semicolon (const char *kernel)
{
  return replace (kernel, "= buffers[0];", "= buffers[0]");
}

/* Kernels that are wrong on purpose, in four blocks of other choices and in full. */
static void
test_random_planted_faults_are_found (void)
{
  static const struct
  {
    char *(*doctor) (const char *kernel);
    const char *klass;
  } faults[] = { { read_behind, "bounds: " },      { read_before, "bounds: " }, { write_behind, "bounds: " },
                 { read_for_nothing, "bounds: " }, { swap_operands, "wrong" },  { forget_semicolon, "compile: " } };

  if (find_why_unchecked () != NULL)
    {
      g_test_skip (find_why_unchecked ());
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    for (guint32 block = 0; block < 2; block++)
      {
        RndCheckRequest request = make_request ();
        RndVerdict verdict;

        request.doctor = faults[i].doctor;
        rnd_check_text (planted, block * RND_BLOCK + i, &request, &verdict);
        g_test_message ("%u: %s: %s", i, verdict.klass, verdict.detail);
        g_assert_true (verdict.klass != NULL && g_str_has_prefix (verdict.klass, faults[i].klass));
        rnd_verdict_clear (&verdict);
      }
}

/* -3 / inf rounds down to -1, by PyTorch of today (-3 = -1 inf + inf); compiled PyTorch 2.1 floored
 * the quotient, -0. inf / inf is NaN by both, inf / 2 by that of today alone. */
static const char quotients[] = "# fill arg0_1 data -3 inf 2 -inf\n"
                                "# fill arg1_1 data inf inf 2 2\n"
                                "class GraphModule(torch.nn.Module):\n"
                                "    def forward(self, arg0_1: \"f32[4][1]cpu\", arg1_1: "
                                "\"f32[4][1]cpu\"):\n"
                                "        div = torch.ops.aten.floor_divide.default(arg0_1, arg1_1)\n"
                                "        return (div)\n";

static char *
floor_quotients (const char *kernel)
{
  g_auto (GStrv) parts = g_strsplit (kernel, "(-1.0f)", -1);

  return g_strjoinv ("(-0.0f)", parts);
}

static guint32
find_seed (gboolean is_classic)
{
  for (guint32 seed = 0;; seed++)
    {
      RndChoices choices;

      rnd_choices_draw (&choices, seed, FALSE);
      if (!choices.is_full && g_str_equal (choices.option, "torch=2.1") == is_classic)
        return seed;
    }
}

/* The quotient of the classic dialect is its own, and nobody else's. */
static void
test_random_quotients_of_infinities_are_of_the_dialect (void)
{
  RndCheckRequest request = make_request ();
  RndVerdict verdict;

  rnd_check_text (quotients, find_seed (TRUE), &request, &verdict);
  g_test_message ("%s: %s", verdict.klass, verdict.detail);
  g_assert_null (verdict.klass);
  g_assert_cmpuint (verdict.n_variants, >, 0);
  rnd_verdict_clear (&verdict);
  request.doctor = floor_quotients;
  rnd_check_text (quotients, find_seed (FALSE), &request, &verdict);
  g_assert_cmpstr (verdict.klass, ==, "wrong");
  g_assert_nonnull (strstr (verdict.detail, "div[0] is -0, expected -1"));
  rnd_verdict_clear (&verdict);
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

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      const char *why = NULL;
      gboolean was_made = FALSE;

      if (fl_reference_find (row) == NULL)
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
          RndRequest request = { .seed = seed, .n_calls = 1, .only = row };
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
  g_test_message ("%u operators are reached, %u have a reason why not, %u are still to be reached", n_reached,
                  n_excused, n_missed);
  g_assert_cmpuint (n_reached, >=, LEAST_REACHED);
}

/* PyTorch: what is written keeps its type, so that integers are divided by none but integers. A
 * graph that does otherwise is refused when it is read. */
static void
test_random_quotients_in_place_are_read (void)
{
  for (guint32 seed = 1; seed <= 600; seed++)
    {
      RndRequest request = { .seed = seed, .n_calls = 1, .only = fl_aten_get_named (FL_ATEN_OP_DIV__TENSOR_MODE) };
      g_autofree char *text = rnd_program_make (&request, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = text == NULL ? NULL : fl_graph_read_text ("random.py", text, strlen (text), &error);

      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/quotients-in-place-are-read", test_random_quotients_in_place_are_read);
  g_test_add_func ("/random/operators-are-reached", test_random_operators_are_reached);
  g_test_add_func ("/random/equal-seeds-give-equal-programs", test_random_equal_seeds_give_equal_programs);
  g_test_add_func ("/random/planted-faults-are-found", test_random_planted_faults_are_found);
  g_test_add_func ("/random/quotients-of-infinities-are-of-the-dialect",
                   test_random_quotients_of_infinities_are_of_the_dialect);
  g_test_add_func ("/random/kept-programs-are-right", test_random_kept_programs_are_right);
  g_test_add_func ("/random/slice-is-right", test_random_slice_is_right);
  return g_test_run ();
}
