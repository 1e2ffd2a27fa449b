/* A slice of the random programs as CUDA kernels, run by the emulation: whole programs, threads in orders by chance,
 * results as the reference has them. The long forms are random-programs --cuda, and --cuda --loops. */
#include <stdio.h>
#include <string.h>

#include "random-check.h"
#include "random-choices.h"
#include "random-maker.h"
#include "random-trial.h"

/* Of seeds. */
static const guint32 blocks[] = { 31, 36 };

static char *
make (guint32 seed)
{
  RndRequest request = { .seed = seed, .is_cuda = TRUE };

  return rnd_program_make (&request, NULL);
}

static void
test_random_slice_is_right (gconstpointer data)
{
  const guint32 first = *(const guint32 *) data * RND_BLOCK;
  const RndCheckRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER"), .is_cuda = TRUE };
  RndItem items[RND_BLOCK] = { 0 };
  guint n_ran = 0;

  for (guint32 i = 0; i < RND_BLOCK; i++)
    items[i] = (RndItem) { .text = make (first + i), .seed = first + i };
  rnd_check_items (items, RND_BLOCK, &request);
  for (guint i = 0; i < RND_BLOCK; i++)
    {
      RndVerdict *verdict = &items[i].verdict;

      if (verdict->klass != NULL)
        {
          g_test_message ("seed %u: %s\n%s\n%s", items[i].seed, verdict->klass, verdict->detail, items[i].text);
          g_test_fail ();
        }
      n_ran += verdict->n_variants > 0;
      rnd_verdict_clear (verdict);
      g_free ((char *) items[i].text);
    }
  g_test_message ("%u programs ran", n_ran);
  g_assert_cmpuint (n_ran, >=, 28); /* others have kernels that are not written, and say so */
}

/* Programs that failed once, as CUDA kernels, too. */
static void
test_random_kept_programs_are_right (void)
{
  const RndCheckRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER"), .is_cuda = TRUE };
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "random", "programs", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir), n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
      RndVerdict verdict = { 0 };

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      rnd_check_text (text, 1, &request, &verdict);
      if (verdict.klass != NULL)
        g_test_message ("%s: %s", name, verdict.detail);
      g_assert_null (verdict.klass);
      rnd_verdict_clear (&verdict);
    }
  g_assert_cmpuint (n, >=, 12);
}

/* Loop programs of more of them, as all functions that a kernel consists of, by the interpreter. */
static void
test_random_loops_are_right (void)
{
  enum
  {
    FIRST = 7400,
    N = 60
  };
  const RndCheckRequest request = { .is_cuda = TRUE, .only_loops = TRUE };
  const RndLoopTotals before = *rnd_trial_get_totals ();
  guint64 n_divided, n_interpreted;

  for (guint32 seed = FIRST; seed < FIRST + N; seed++)
    {
      RndVerdict verdict = { 0 };
      g_autofree char *text = make (seed);

      if (text == NULL)
        continue;
      rnd_check_text (text, seed, &request, &verdict);
      if (verdict.klass != NULL)
        {
          g_test_message ("seed %u: %s\n%s\n%s", seed, verdict.klass, verdict.detail, text);
          g_test_fail ();
        }
      rnd_verdict_clear (&verdict);
    }
  n_interpreted = rnd_trial_get_totals ()->n_interpreted - before.n_interpreted;
  n_divided = rnd_trial_get_totals ()->n_divided - before.n_divided;
  g_test_message ("%" G_GUINT64_FORMAT " kernels interpreted, %" G_GUINT64_FORMAT " of them in several functions",
                  n_interpreted, n_divided);
  g_assert_cmpuint (n_interpreted, >, 1000);
  g_assert_cmpuint (n_divided, >, 10);
}

/* One that is made wrong on purpose is found: sums of the emulated kernel lack a lane's part. */
static char *
spoil (const char *kernel)
{
  g_autoptr (GString) text = g_string_new (kernel);

  return g_string_replace (text, " + ", " - ", 0) > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
test_random_wrong_kernel_is_found (void)
{
  static const char program[] = "# fill arg0_1 plain 0 1\n"
                                "# fill arg1_1 plain 0 2\n"
                                "class GraphModule(torch.nn.Module):\n"
                                "    def forward(self, arg0_1: \"f32[3][1]cpu\", arg1_1: \"f32[3][1]cpu\"):\n"
                                "        add = torch.ops.aten.add.Tensor(arg0_1, arg1_1)\n"
                                "        return (add,)\n";
  RndCheckRequest request = { .worker_path = g_getenv ("FUSELOOM_WORKER"), .is_cuda = TRUE };
  RndVerdict verdict = { 0 };

  rnd_check_text (program, 1, &request, &verdict);
  g_assert_null (verdict.klass);
  rnd_verdict_clear (&verdict);
  request.doctor = spoil;
  rnd_check_text (program, 1, &request, &verdict);
  g_assert_nonnull (verdict.klass);
  rnd_verdict_clear (&verdict);
}

int
main (int argc, char **argv)
{
  g_autofree char *compiler = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "cuda", "emulated-cc", NULL),
                  *cpp = g_find_program_in_path ("g++");

  g_test_init (&argc, &argv, NULL);
  if (!cpp || g_getenv ("FUSELOOM_TEST_SANITIZE"))
    {
      fputs ("1..0 # SKIP the emulation needs g++, and stacks of its own, which no sanitizer knows\n", stdout);
      return 0;
    }
  g_setenv ("FUSELOOM_CC", compiler, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/random/cuda/block-%u", blocks[i]);

      g_test_add_data_func (path, &blocks[i], test_random_slice_is_right);
    }
  g_test_add_func ("/random/cuda/kept", test_random_kept_programs_are_right);
  g_test_add_func ("/random/cuda/loops", test_random_loops_are_right);
  g_test_add_func ("/random/cuda/wrong", test_random_wrong_kernel_is_found);
  return g_test_run ();
}
