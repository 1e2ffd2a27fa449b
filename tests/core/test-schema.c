/* Every operator of the table with missing, surplus, misnamed, wrong and extreme arguments, through
 * all stages up to the kernels: refused with the operator's signature or gone through, never a
 * signal, an assertion, a hang or memory without end. Calls of one operator run in a process of
 * their own, and what it was at when it died stands in memory shared with this one.
 *   FUSELOOM_SCHEMA_SEED=N   of the random calls (1)
 *   FUSELOOM_SCHEMA_OP=NAME  only operators whose names begin so; their calls are printed */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-pipeline.h"
#include "fl-schema-cases.h"
#include "fl-test-long.h"

enum
{
  USUAL_CASES = 4, /* random calls an operator; many in the long form */
  MANY_CASES = 40,
  MAX_SECONDS = 20, /* of processor time, for one call */
  CASE_BYTES = 16 * 1024
};
#define MAX_MEMORY_BYTES ((rlim_t) 4 << 30)

/* What the child is at. */
typedef struct
{
  char text[CASE_BYTES];
  char strategy[64];
  FlTarget target;
  guint n_done;
  guint n_accepted;
} Shared;

static guint
get_number (const char *name, guint usual)
{
  const char *text = g_getenv (name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : usual;
}

/* --- one call ---------------------------------------------------------------------------------- */

/* Kernels and plans, or an error that says something. */
static void
run_stages (FlGraph *graph, Shared *shared, const FlStrategyRow *strategy, FlTarget target)
{
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = strategy->name;
  request.options.target = target;
  g_strlcpy (shared->strategy, strategy->name, sizeof shared->strategy);
  shared->target = target;
  run = fl_pipeline_run (graph, &request);
  g_assert_true (run->error != NULL || run->program != NULL);
  if (run->error != NULL)
    g_assert_true (run->error->domain == FL_ERROR && run->error->message[0] != '\0');
}

/* A call that must be refused is, with the operator's name and the reason. */
static FlGraph *
read_case (const FlAtenRow *row, FlSchemaFault fault, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("case.py", text, strlen (text), &error);

  g_assert_true ((graph == NULL) == (error != NULL));
  if (error != NULL)
    {
      g_assert_true (error->domain == FL_ERROR);
      g_assert_true (strlen (error->message) < 4096);
    }
  if (fault != FL_SCHEMA_RANDOM)
    {
      g_assert_nonnull (error);
      if (error->code == FL_ERROR_GRAPH)
        {
          g_assert_nonnull (strstr (error->message, row->name));
          g_assert_nonnull (strstr (error->message, "case.py:2"));
        }
    }
  return g_steal_pointer (&graph);
}

static void
try_case (const FlAtenRow *row, FlSchemaFault fault, Shared *shared, guint n_strategies, GRand *rand)
{
  g_autofree char *text = fl_schema_dup_case (row, fault, rand);
  g_autoptr (FlGraph) graph = NULL;
  const struct itimerval limit = { .it_value = { .tv_sec = MAX_SECONDS } };

  if (text == NULL)
    return;
  g_strlcpy (shared->text, text, sizeof shared->text);
  g_strlcpy (shared->strategy, "reading", sizeof shared->strategy);
  setitimer (ITIMER_PROF, &limit, NULL);
  graph = read_case (row, fault, text);
  if (g_getenv ("FUSELOOM_SCHEMA_OP") != NULL)
    g_printerr ("%s %s\n", graph != NULL ? "accepted" : "refused", strchr (text, '\n') + 1);
  shared->n_done++;
  shared->n_accepted += graph != NULL;
  for (guint i = 0; graph != NULL && i < n_strategies; i++)
    {
      const guint at = n_strategies == 1 ? g_rand_int_range (rand, 0, (gint32) fl_strategies_get_n_rows ())
                                         : i % fl_strategies_get_n_rows ();

      run_stages (graph, shared, fl_strategies_get_row (at),
                  (n_strategies == 1 ? g_rand_boolean (rand) : i >= fl_strategies_get_n_rows ()) ? FL_TARGET_CUDA
                                                                                                 : FL_TARGET_CPU);
    }
}

/* --- one operator ------------------------------------------------------------------------------ */

static void
try_operator (const FlAtenRow *row, Shared *shared, guint n_cases)
{
  const guint32 seed[] = { get_number ("FUSELOOM_SCHEMA_SEED", 1), g_str_hash (row->name) };
  GRand *rand = g_rand_new_with_seed_array (seed, G_N_ELEMENTS (seed));
  const guint n_strategies = n_cases > USUAL_CASES ? 2 * fl_strategies_get_n_rows () : 1;

  for (guint fault = FL_SCHEMA_RANDOM + 1; fault < FL_N_SCHEMA_FAULTS; fault++)
    for (guint i = 0; i < (fault == FL_SCHEMA_WRONG_KIND || fault == FL_SCHEMA_MISSING ? n_cases : 1); i++)
      try_case (row, (FlSchemaFault) fault, shared, 1, rand);
  for (guint i = 0; i < n_cases; i++)
    try_case (row, FL_SCHEMA_RANDOM, shared, i % 8 == 0 ? n_strategies : 1, rand);
  g_rand_free (rand);
}

static void
limit_memory (void)
{
#if !defined(__SANITIZE_ADDRESS__)                                                                                     \
    && !defined(__SANITIZE_THREAD__) /* shadow memory of the sanitizers alone is larger */
  const struct rlimit limit = { MAX_MEMORY_BYTES, MAX_MEMORY_BYTES };

  setrlimit (RLIMIT_AS, &limit);
#endif
}

/* In a process of its own; TRUE when it ended well. */
static gboolean
survives (const FlAtenRow *row, Shared *shared, guint n_cases)
{
  int status;
  const pid_t child = fork ();

  if (child == 0)
    {
      limit_memory ();
      try_operator (row, shared, n_cases);
      _exit (0);
    }
  g_assert_cmpint (child, >, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return TRUE;
  g_test_message ("%s: %s %d, at %s (%s) of\n%s", row->name, WIFSIGNALED (status) ? "signal" : "exit status",
                  WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status), shared->strategy,
                  shared->target == FL_TARGET_CUDA ? "CUDA" : "CPU", strchr (shared->text, '\n'));
  return FALSE;
}

static void
test_every_operator (void)
{
  Shared *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const char *only = g_getenv ("FUSELOOM_SCHEMA_OP");
  const guint n_cases = get_test_count (USUAL_CASES, MANY_CASES);
  guint n_failed = 0;

  g_assert_true (shared != MAP_FAILED);
  fl_aten_find ("aten.add.Tensor"); /* the index is made once, before the forks */
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    if (only == NULL || g_str_has_prefix (fl_aten_get_row (i)->name, only))
      n_failed += !survives (fl_aten_get_row (i), shared, n_cases);
  g_test_message ("%u calls of %u operators, %u accepted; %u operators failed", shared->n_done, fl_aten_get_n_rows (),
                  shared->n_accepted, n_failed);
  g_assert_cmpuint (shared->n_done, >, 0);
  munmap (shared, sizeof *shared);
  g_assert_cmpuint (n_failed, ==, 0);
}

/* Kinds are looked up by name: a row that finds none would take anything. */
static void
test_every_operator_has_kinds (void)
{
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      guint n, n_known = 0;
      const FlAtenParam *params = fl_aten_get_params (row, &n);

      for (guint j = 0; j < n; j++)
        n_known += params[j].type.base != FL_ATEN_BASE_ANY;
      if (n > 0 && n_known == 0 && !g_str_has_prefix (row->name, "operator.")
          && strcmp (row->name, "torch.sym_sum") != 0)
        g_error ("%s has no kinds: add it to tests/tools/make-aten-kinds.py and run that", row->name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/schema/every-operator-has-kinds", test_every_operator_has_kinds);
  g_test_add_func ("/core/schema/every-operator", test_every_operator);
  return g_test_run ();
}
