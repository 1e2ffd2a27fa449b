#include "fl-compare-run.h"

#include "fl-intern.h"

FlRun *
fl_compare_run_strategy (FlGraph *graph, const FlOptions *options, const char *strategy, const gint *cancelled)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options = *options;
  request.options.strategy = fl_intern (strategy);
  request.with_unfused = TRUE;
  request.cancelled = cancelled;
  return fl_pipeline_run (graph, &request);
}

/* The strategy's name, and where that is not enough the column's letter. */
static const char *
name_variant (const FlComparison *comparison, guint c)
{
  const FlCompareColumn *column = &comparison->columns[c];

  for (guint k = 0; k < comparison->n_columns; k++)
    if (k != c && comparison->columns[k].strategy == column->strategy)
      return fl_intern_printf ("%s (%c)", column->strategy, column->letter);
  return column->strategy;
}

FlRun *
fl_compare_execute (const FlComparison *comparison, const FlExecuteRequest *request, const gint *cancelled,
                    FlProgress progress, gpointer data, GError **error)
{
  g_autofree FlVariant *variants = g_new0 (FlVariant, comparison->n_columns);
  FlExecuteRequest full = *request;

  for (guint c = 0; c < comparison->n_columns; c++)
    {
      const FlCompareColumn *column = &comparison->columns[c];

      variants[c] = (FlVariant) { name_variant (comparison, c),
                                  column->is_unfused ? column->run->unfused : column->run->program };
      if (variants[c].program != NULL)
        continue;
      if (column->run->error != NULL)
        g_propagate_prefixed_error (error, g_error_copy (column->run->error),
                                    "column %c (%s) has no kernels: ", column->letter, column->title);
      else
        g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "column %c (%s) has no kernels to run", column->letter,
                     column->title);
      return NULL;
    }
  full.n_variants = comparison->n_columns;
  full.variants = variants;
  return fl_pipeline_execute (comparison->columns[0].run, &full, cancelled, progress, data, error);
}
