/* Means and variances of loop programs: every formula that passes choose from yields what double arithmetic does. */
#include "fl-intern.h"
#include "fl-loops-fixture.h"

enum
{
  N_ROWS = 5
};

typedef struct
{
  const char *name;
  gint64 outer, inner; /* elements of a result: two loops where both are more than 1 */
  gboolean is_column;  /* results lie side by side */
  gboolean is_one_pass;
} MomentsCase;

static const MomentsCase cases[] = {
  { "rows", 1, 1100, FALSE, TRUE },    { "images", 4, 273, FALSE, TRUE },
  { "pieces", 3, 4100, FALSE, TRUE },  { "few", 2, 30, FALSE, FALSE }, /* fewer than 256 elements */
  { "narrow", 90, 13, FALSE, FALSE },                                  /* an innermost loop of fewer than 16 */
  { "columns", 1, 1100, TRUE, FALSE },
};

/* x [outer, N_ROWS, inner], reduced to N_ROWS, or x [inner, N_ROWS]. what: var_mean's 0 or 1. */
static FlGraph *
make_graph (const MomentsCase *c, guint what)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sizes = c->is_column ? g_strdup_printf ("%d, %d", (int) c->inner, N_ROWS)
                                        : g_strdup_printf ("%d, %d, %d", (int) c->outer, N_ROWS, (int) c->inner);
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, x: \"f32[%s]\"):\n"
                         "        pair = torch.ops.aten.var_mean.correction(x, [%s], correction = 0)\n"
                         "        y: \"f32[%d]\" = pair[%u]\n        return (y,)\n",
                         sizes, c->is_column ? "0" : "0, 2", N_ROWS, what);
  FlGraph *graph = fl_graph_read_text (c->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static gint64
find_element (const MomentsCase *c, gint64 result, gint64 k)
{
  return c->is_column ? k * N_ROWS + result : (k / c->inner * N_ROWS + result) * c->inner + k % c->inner;
}

/* Plain numbers; a mean that is large, of which squares keep nothing; one number only; what overflows when it is
 * squared; an infinity. */
static double
make_element (gint64 result, gint64 k, GRand *random)
{
  const double number = g_rand_double_range (random, -1, 1);

  switch (result)
    {
    case 1: return (float) (300 + number);
    case 2: return 0.1f;
    case 3: return (float) (1e30 * number);
    case 4: return k == 7 ? (double) INFINITY : (float) number;
    default: return (float) number;
    }
}

static void
check_result (const MomentsCase *c, guint what, const FlLoopMemory *x, gint64 result, double got)
{
  const gint64 n = c->outer * c->inner;
  double mean = 0, squares = 0, expected;

  for (gint64 k = 0; k < n; k++)
    mean += x->elements[find_element (c, result, k)].number / (double) n;
  for (gint64 k = 0; k < n; k++)
    squares += pow (x->elements[find_element (c, result, k)].number - mean, 2);
  expected = what == 1 ? mean : squares / (double) n;
  if (isnan (expected))
    g_assert_true (isnan (got) || got > 3e38);
  else if (expected > 3e38) /* beyond floats, which is an infinity and no NaN */
    g_assert_cmpfloat (got, >, 3e38);
  else if (isinf (expected))
    g_assert_cmpfloat (got, ==, expected);
  else if (what == 0 && result == 2 && n > 1024)
    /* Of equal numbers: 4e-5 of the squares about a mean that is off by 4e-5, which the correction rounds away. */
    g_assert_cmpfloat (fabs (got), <=, 4e-5 * pow (4e-5 * 0.1, 2) * 2);
  else /* sums in float of as many as 4100 terms, one by one: 2^-24 times their square root, times 8 where bits cancel
        */
    g_assert_cmpfloat (fabs (got - expected), <=, 4e-5 * fabs (expected) + (what == 1 ? 2e-5 : 1e-9));
}

static gboolean
has_pass (const FlLoopProgram *program, const char *pass)
{
  for (; program; program = program->before)
    if (g_str_equal (program->pass, pass))
      return TRUE;
  return FALSE;
}

static void
check_kernel (const MomentsCase *c, guint what, const FlRun *run, guint64 off)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error), *last;
  /* Too little work for threads to share one reduction. */
  const FlLoopMachine machine = { .n_lanes = 16, .grain = 4, .work_grain = 1 << 20, .parts = 7 };
  FlLoopContext context = { .machine = &machine };
  LoopsArguments arguments;

  g_assert_no_error (error);
  last = fl_loop_passes_run (&context, built, off, &error);
  g_assert_no_error (error);
  if (off == 0)
    g_assert_true (has_pass (last, "two-pass variance")
                   || c->outer * c->inner <= 1024); /* short rows come as two sums */
  if (off == 0 && what == 0)
    g_assert_cmpint (has_pass (last, "one-pass moments"), ==, c->is_one_pass);
  if (off == 0 && what == 0)
    g_assert_cmpint (has_pass (last, "distribute"), ==, c->is_column);
  g_assert_true (loops_arguments_init (&arguments, &run->program->kernels[0], run->symbols, random, TRUE));
  g_assert_cmpuint (arguments.n, ==, 2);
  for (gint64 r = 0; r < N_ROWS; r++)
    for (gint64 k = 0; k < c->outer * c->inner; k++)
      arguments.numbers[0].elements[find_element (c, r, k)].number = make_element (r, k, random);
  arguments.n_lanes = 8;
  for (FlLoopOrder order = FL_LOOP_FORWARD; order <= FL_LOOP_EVEN_ODD; order++)
    {
      FlLoopInput input = { .n_arguments = 2,
                            .arguments = loops_dup_memory (&arguments),
                            .lookup = loops_look_up,
                            .order = order,
                            .n_lanes = 8,
                            .max_steps = 20 * 1000 * 1000 };

      g_assert_true (fl_loop_interpret (last, &input, &error));
      g_assert_no_error (error);
      for (gint64 r = 0; r < N_ROWS; r++)
        check_result (c, what, &input.arguments[0], r, input.arguments[1].elements[r].number);
      loops_free_memory (input.arguments, 2);
    }
  loops_arguments_clear (&arguments);
}

static void
test_moments (gconstpointer data)
{
  const MomentsCase *c = data;

  for (guint what = 0; what < 2; what++)
    {
      g_autoptr (FlGraph) graph = make_graph (c, what);
      FlPipelineRequest request;
      g_autoptr (FlRun) run = NULL;

      fl_pipeline_request_init (&request);
      request.options.target = FL_TARGET_CPU;
      request.options.strategy = fl_intern ("inductor");
      run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      g_assert_cmpuint (run->program->n_kernels, ==, 1);
      for (guint n = 0; n < 8; n++) /* all passes, then subsets that differ */
        check_kernel (c, what, run, n * G_GUINT64_CONSTANT (0x9e3779b9));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/moments/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_moments);
    }
  return g_test_run ();
}
