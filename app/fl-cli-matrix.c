/* compare --target cpu,cuda: every strategy by the rules of every target, on one page. */

#include "fl-cli.h"
#include "fl-compare-markdown.h"
#include "fl-compare-run.h"
#include "fl-fuse.h"

enum
{
  MAX_SIDES = FL_N_TARGETS
};

typedef struct
{
  FlCli *cli;
  FlGraph *graph;
  GStrv names;
  guint n_sides;
  FlMatrixSide sides[MAX_SIDES];
  FlComparison *comparisons[MAX_SIDES];
  FlRun *executed[MAX_SIDES];
  GError *errors[MAX_SIDES];
} Matrix;

static FlCliStatus
run_side (Matrix *matrix, guint side, FlTarget target)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (FlCompareSource));
  const FlExecuteRequest request = { .verify = !matrix->cli->no_verify,
                                     .measure = !matrix->cli->no_measure,
                                     .worker_path = fl_cli_get_device (matrix->cli),
                                     .fault = matrix->cli->fault };
  FlOptions options = matrix->cli->options;
  GError *error = NULL;

  options.target = target;
  for (guint i = 0; matrix->names[i]; i++)
    {
      FlRun *run = fl_compare_run_strategy (matrix->graph, &options, matrix->names[i], NULL);
      const FlCompareSource source = { .run = run };

      g_ptr_array_add (runs, run);
      if (!run->program)
        return fl_cli_check_run (run);
      g_array_append_val (sources, source);
    }
  matrix->comparisons[side]
      = fl_comparison_new ((const FlCompareSource *) (gpointer) sources->data, sources->len, NULL, &error);
  if (!matrix->comparisons[side])
    return fl_cli_fail (error);
  if (request.verify || request.measure)
    matrix->executed[side]
        = fl_compare_execute (matrix->comparisons[side], &request, NULL, NULL, NULL, &matrix->errors[side]);
  matrix->sides[side] = (FlMatrixSide) { .target = fl_target_get_name (target),
                                         .comparison = matrix->comparisons[side],
                                         .execution = matrix->executed[side] ? matrix->executed[side]->execution : NULL,
                                         .why_not = matrix->errors[side] ? matrix->errors[side]->message : NULL };
  return FL_CLI_OK;
}

static FlCliStatus
run_all (Matrix *matrix)
{
  g_auto (GStrv) targets = g_strsplit (matrix->cli->target, ",", -1);
  FlCliStatus status = FL_CLI_OK;

  for (guint i = 0; targets[i] && !status; i++)
    {
      FlTarget target;

      if (i >= MAX_SIDES || !fl_target_find (targets[i], &target))
        {
          fl_cli_say ("there is no target \"%s\" to set beside the others: use cpu,cuda", targets[i]);
          return FL_CLI_USAGE;
        }
      status = run_side (matrix, i, target);
      matrix->n_sides = i + 1;
    }
  return status;
}

/* Results that disagree fail, wherever they were computed. */
static FlCliStatus
check_results (const Matrix *matrix)
{
  FlCliStatus status = FL_CLI_OK;

  for (guint s = 0; s < matrix->n_sides; s++)
    for (guint c = 0; matrix->sides[s].execution && c < matrix->comparisons[s]->n_columns; c++)
      if (fl_comparison_get_agreement (matrix->sides[s].execution, c) == FALSE)
        {
          fl_cli_say ("the results under %s for %s disagree with the reference",
                      matrix->comparisons[s]->columns[c].title, matrix->sides[s].target);
          status = FL_CLI_MISMATCH;
        }
  return status;
}

FlCliStatus
fl_cli_matrix (FlCli *cli, FlGraph *graph, const char *const *names)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Matrix matrix = { .cli = cli, .graph = graph, .names = (GStrv) names };
  FlCliStatus status = FL_CLI_OK;

  if (cli->json || cli->differences || cli->svg || cli->pdf || cli->png)
    {
      fl_cli_say ("compare --target A,B prints one table, or --markdown; pictures, --json and --differences are of one "
                  "target");
      return FL_CLI_USAGE;
    }
  status = run_all (&matrix);
  if (!status)
    {
      fl_comparison_append_matrix (text, matrix.sides, matrix.n_sides, cli->gate.markdown);
      status = fl_cli_print (cli, text);
    }
  if (!status)
    status = check_results (&matrix);
  for (guint i = 0; i < MAX_SIDES; i++)
    {
      g_clear_pointer (&matrix.comparisons[i], fl_comparison_unref);
      if (matrix.executed[i])
        fl_run_unref (matrix.executed[i]);
      g_clear_error (&matrix.errors[i]);
    }
  return status;
}
