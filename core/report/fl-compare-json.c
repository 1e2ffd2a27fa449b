/* The comparison as JSON. */
#include <cJSON.h>

#include "fl-compare-private.h"
#include "fl-report-json.h"

static void
add_ops (cJSON *parent, const char *name, const FlComparison *comparison, const guint32 *ops, guint n)
{
  cJSON *array = cJSON_AddArrayToObject (parent, name);

  for (guint i = 0; i < n; i++)
    cJSON_AddItemToArray (array, cJSON_CreateString (fl_comparison_get_op_name (comparison, ops[i])));
}

/* Groups that are not one kernel, and why. */
static void
add_split_groups (cJSON *parent, const FlCompareColumn *column)
{
  const FlPartition *partition = column->run->partition;
  cJSON *groups = cJSON_AddArrayToObject (parent, "split_groups");

  for (guint i = 0; column->group_runs != NULL && i < partition->n_groups; i++)
    {
      const FlGroupRun *run = &column->group_runs[i];
      cJSON *object, *operators;

      if (run->why == NULL)
        continue;
      object = cJSON_CreateObject ();
      cJSON_AddItemToArray (groups, object);
      operators = cJSON_AddArrayToObject (object, "operators");
      for (guint k = 0; k < partition->groups[i].n_members; k++)
        cJSON_AddItemToArray (operators,
                              cJSON_CreateString (partition->graph->nodes[partition->groups[i].members[k]].name));
      cJSON_AddStringToObject (object, "template", fl_template_get_name (partition->groups[i].emission.template));
      cJSON_AddNumberToObject (object, "kernels", run->n_kernels);
      cJSON_AddStringToObject (object, "why", run->why);
    }
}

static void
add_column (cJSON *rows, const FlComparison *comparison, const FlExecution *execution, guint c)
{
  const FlCompareColumn *column = &comparison->columns[c];
  const FlVariantTime *time = execution != NULL && c < execution->n_variants ? &execution->variants[c] : NULL;
  int agrees = fl_comparison_get_agreement (execution, c);
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (rows, object);
  cJSON_AddStringToObject (object, "strategy", column->strategy);
  cJSON_AddStringToObject (object, "title", column->title);
  fl_json_add_torch (object, &column->run->options);
  cJSON_AddBoolToObject (object, "before_fusion", column->is_unfused);
  cJSON_AddNumberToObject (object, "kernels", column->n_groups);
  cJSON_AddNumberToObject (object, "kernels_post_fusion",
                           column->is_unfused ? column->n_groups
                                              : fl_schedule_count_kernels (column->run->fused, FALSE));
  cJSON_AddNumberToObject (object, "bytes_read", (double) column->read_bytes);
  cJSON_AddNumberToObject (object, "bytes_written", (double) column->written_bytes);
  cJSON_AddNumberToObject (object, "bytes_estimate", (double) column->estimate_bytes);
  if (!column->is_unfused && column->run->options.strategy != column->strategy)
    cJSON_AddStringToObject (object, "taken_from", column->run->options.strategy);
  if (column->peak_bytes >= 0)
    cJSON_AddNumberToObject (object, "peak_bytes", (double) column->peak_bytes);
  cJSON_AddNumberToObject (object, "groups_in_parts", column->n_split);
  add_split_groups (object, column);
  cJSON_AddNumberToObject (object, "fusions", column->n_joins);
  cJSON_AddNumberToObject (object, "fusions_lost", column->n_lost);
  cJSON_AddNumberToObject (object, "operators", column->n_nodes);
  cJSON_AddNumberToObject (object, "operators_matched", column->n_matched);
  if (time != NULL && time->total_median_ns > 0)
    {
      cJSON_AddNumberToObject (object, "median_ns", time->total_median_ns);
      cJSON_AddNumberToObject (object, "low_ns", time->total_low_ns);
      cJSON_AddNumberToObject (object, "high_ns", time->total_high_ns);
      cJSON_AddNumberToObject (object, "samples", time->n_samples);
    }
  if (agrees >= 0)
    cJSON_AddBoolToObject (object, "agrees", agrees);
  cJSON_AddStringToObject (object, "check",
                           fl_check_get_word (agrees < 0 ? FL_CHECK_UNVERIFIED
                                              : agrees   ? FL_CHECK_AGREES
                                                         : FL_CHECK_DISAGREES));
}

static void
add_kernels (cJSON *parent, const FlComparison *comparison, guint c, guint difference)
{
  const FlCompareColumn *column = &comparison->columns[c];
  cJSON *object = cJSON_CreateObject (), *kernels;
  char letter[2] = { column->letter, '\0' };

  cJSON_AddItemToArray (parent, object);
  cJSON_AddStringToObject (object, "column", letter);
  cJSON_AddNumberToObject (object, "bytes", (double) comparison->differences[difference].bytes[c]);
  kernels = cJSON_AddArrayToObject (object, "kernels");
  for (guint g = 0; g < column->n_groups; g++)
    if (column->groups[g].difference == difference)
      {
        cJSON *kernel = cJSON_CreateObject ();

        cJSON_AddItemToArray (kernels, kernel);
        cJSON_AddStringToObject (kernel, "label", column->groups[g].label);
        cJSON_AddStringToObject (kernel, "name", column->groups[g].name);
        cJSON_AddStringToObject (kernel, "relation", fl_relation_get_name (column->groups[g].relation));
        add_ops (kernel, "operators", comparison, column->groups[g].ops, column->groups[g].n_ops);
      }
}

static void
add_reason (cJSON *parent, const FlComparison *comparison, const FlCompareReason *reason)
{
  static const char *const verdicts[] = { "not-considered", "allowed", "refused", "illegal" };
  char letter[2] = { comparison->columns[reason->column].letter, '\0' };
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (parent, object);
  cJSON_AddStringToObject (object, "column", letter);
  cJSON_AddStringToObject (object, "a", fl_comparison_get_op_name (comparison, reason->a));
  cJSON_AddStringToObject (object, "b", fl_comparison_get_op_name (comparison, reason->b));
  cJSON_AddStringToObject (object, "verdict", verdicts[reason->verdict]);
  if (reason->reason != NULL)
    cJSON_AddStringToObject (object, "reason", reason->reason);
  if (reason->facts != NULL)
    cJSON_AddStringToObject (object, "facts", reason->facts);
}

static void
add_difference (cJSON *parent, const FlComparison *comparison, guint d)
{
  const FlCompareDifference *difference = &comparison->differences[d];
  cJSON *object = cJSON_CreateObject (), *columns, *reasons;

  cJSON_AddItemToArray (parent, object);
  cJSON_AddStringToObject (object, "title", difference->title);
  cJSON_AddNumberToObject (object, "spread_bytes", (double) difference->spread_bytes);
  add_ops (object, "operators", comparison, difference->ops, difference->n_ops);
  columns = cJSON_AddArrayToObject (object, "columns");
  for (guint c = 0; c < comparison->n_columns; c++)
    add_kernels (columns, comparison, c, d);
  reasons = cJSON_AddArrayToObject (object, "reasons");
  for (guint i = 0; i < difference->n_reasons; i++)
    add_reason (reasons, comparison, &difference->reasons[i]);
}

cJSON *
fl_comparison_new_json (const FlComparison *comparison, const FlExecution *execution, gboolean with_differences)
{
  cJSON *root = cJSON_CreateObject (), *rows = cJSON_AddArrayToObject (root, "strategies"), *differences;

  if (execution != NULL && execution->device != NULL)
    cJSON_AddStringToObject (root, "device", execution->device);
  for (guint c = 0; c < comparison->n_columns; c++)
    add_column (rows, comparison, execution, c);
  if (comparison->least_bytes > 0)
    cJSON_AddNumberToObject (root, "least_bytes", (double) comparison->least_bytes);
  if (comparison->bound_bytes > 0)
    {
      cJSON_AddNumberToObject (root, "bound_bytes", (double) comparison->bound_bytes);
      cJSON_AddBoolToObject (root, "bound_is_optimum", comparison->bound_is_optimum);
    }
  cJSON_AddStringToObject (root, "summary", comparison->summary);
  if (!with_differences)
    return root;
  differences = cJSON_AddArrayToObject (root, "differences");
  for (guint d = 0; d < comparison->n_differences; d++)
    add_difference (differences, comparison, d);
  return root;
}
