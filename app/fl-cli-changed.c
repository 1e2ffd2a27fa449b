/* `parity --torch A,B GRAPH`: one graph by the rules of two versions of PyTorch, the groups that differ, and the rules
 * that make them differ. Each rule and each default that changed between the two is switched back alone in the rules of
 * B; those that move a group are taken, and all of them together must give A's groups. */
#include <string.h>

#include "fl-cli.h"
#include "fl-graph-list.h"
#include "fl-intern.h"
#include "fl-pipeline.h"

typedef struct
{
  FlCli *cli;
  FlGraph *graph;
  guint versions[2];
  GPtrArray *groups[2]; /* names of the originals of each group, sorted */
  GString *out;
} Changed;

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What was fused; NULL + error: the run failed. */
static GPtrArray *
find_groups (FlGraph *graph, const FlOptions *options, GError **error)
{
  GPtrArray *groups;
  FlPipelineRequest request;
  g_autoptr (FlRun) run = NULL;

  fl_pipeline_request_init (&request);
  request.options = *options;
  request.until = FL_STAGE_FUSE;
  run = fl_pipeline_run (graph, &request);
  if (run->error != NULL)
    {
      g_propagate_error (error, g_error_copy (run->error));
      return NULL;
    }
  groups = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < run->fused->n_nodes; i++)
    {
      const FlSchedNode *node = run->fused->nodes[i];
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (guint k = 0; k < node->n_originals; k++)
        g_ptr_array_add (names, (gpointer) node->originals[k]->name);
      g_ptr_array_sort (names, compare_texts);
      g_ptr_array_add (names, NULL);
      g_ptr_array_add (groups, g_strjoinv (" ", (char **) names->pdata));
    }
  g_ptr_array_sort (groups, compare_texts);
  return groups;
}

static gboolean
are_equal (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static void
append_only (Changed *changed, guint which)
{
  const GPtrArray *own = changed->groups[which], *other = changed->groups[1 - which];

  for (guint i = 0; i < own->len; i++)
    if (!g_ptr_array_find_with_equal_func ((GPtrArray *) other, own->pdata[i], g_str_equal, NULL))
      g_string_append_printf (changed->out, "only %s: %s\n", fl_torch_get_name (changed->versions[which]),
                              (const char *) own->pdata[i]);
}

static gboolean
parse_versions (Changed *changed, GError **error)
{
  g_auto (GStrv) names = g_strsplit (changed->cli->torch, ",", -1);

  for (guint i = 0; i < 2 && names[0] != NULL && names[i] != NULL; i++)
    changed->versions[i] = fl_torch_parse (names[i]);
  if (g_strv_length (names) == 2 && changed->versions[0] != 0 && changed->versions[1] != 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--torch takes two versions of PyTorch here, as 2.11,2.15, not \"%s\"",
               changed->cli->torch);
  return FALSE;
}

static FlOptions
get_options (const Changed *changed, guint which)
{
  FlOptions options = changed->cli->options;
  g_autofree char *setting = g_strconcat ("torch=", fl_torch_get_name (changed->versions[which]), NULL);

  g_assert (fl_options_set (&options, setting, NULL));
  return options;
}

/* TRUE: with one thing switched back the groups are others. */
static gboolean
moves (Changed *changed, const FlOptions *options)
{
  g_autoptr (GPtrArray) groups = find_groups (changed->graph, options, NULL);

  return groups != NULL && !are_equal (groups, changed->groups[1]);
}

static void
append_rule (Changed *changed, guint rule)
{
  const FlTorchRuleInfo *info = fl_torch_rule_get_info (rule);

  g_string_append_printf (changed->out, "rule %s (%s to %s): %s [%s]\n", info->name, fl_torch_get_name (info->since),
                          fl_torch_get_name (info->until), info->sentence, info->source);
}

/* The rules and defaults that move a group each; `all` gets them together. Their number. */
static guint
find_causes (Changed *changed, FlOptions *all)
{
  const FlOptions before = get_options (changed, 0), after = get_options (changed, 1);
  guint n = 0;

  *all = after;
  for (guint i = 0; i < fl_torch_get_n_rules (); i++)
    {
      FlOptions options = after;

      if (fl_torch_version_has (changed->versions[0], i) == fl_torch_version_has (changed->versions[1], i))
        continue;
      fl_torch_flip (&options.rules, i);
      if (!moves (changed, &options))
        continue;
      fl_torch_flip (&all->rules, i);
      append_rule (changed, i);
      n++;
    }
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      const gint64 value = fl_options_get_value (&before, row);
      g_autofree char *old = fl_options_dup_value_text (&before, row), *new = fl_options_dup_value_text (&after, row);
      FlOptions options = after;

      if (strcmp (row->name, "torch") == 0 || value == fl_options_get_value (&after, row))
        continue;
      fl_options_set_value (&options, row, value);
      if (!moves (changed, &options))
        continue;
      fl_options_set_value (all, row, value);
      g_string_append_printf (changed->out, "default of %s (%s, now %s): %s\n", row->name, old, new, row->sentence);
      n++;
    }
  return n;
}

static void
explain (Changed *changed)
{
  FlOptions all;
  const guint n = find_causes (changed, &all);
  g_autoptr (GPtrArray) groups = n > 0 ? find_groups (changed->graph, &all, NULL) : NULL;
  const char *first = fl_torch_get_name (changed->versions[0]), *second = fl_torch_get_name (changed->versions[1]);

  if (groups != NULL && are_equal (groups, changed->groups[0]))
    g_string_append_printf (changed->out, "proved: switched back in %s, %s exactly the groups of %s\n", second,
                            n == 1 ? "it gives" : "they give together", first);
  else
    g_string_append_printf (
        changed->out, "not proved: switched back in %s, these do not give the groups of %s; others act together\n",
        second, first);
}

FlCliStatus
fl_cli_changed (FlCli *cli)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Changed changed = { .cli = cli, .out = out };
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  if (!parse_versions (&changed, &error))
    return fl_cli_fail (error);
  graph = changed.graph = fl_cli_read_graph (cli, &status);
  if (graph == NULL)
    return status;
  for (guint i = 0; i < 2 && error == NULL; i++)
    {
      const FlOptions options = get_options (&changed, i);

      changed.groups[i] = find_groups (graph, &options, &error);
      if (error == NULL)
        g_string_append_printf (out, "PyTorch %s: %u groups\n", fl_torch_get_name (changed.versions[i]),
                                changed.groups[i]->len);
    }
  if (error == NULL && are_equal (changed.groups[0], changed.groups[1]))
    g_string_append (out, "the same groups in both\n");
  else if (error == NULL)
    {
      append_only (&changed, 0);
      append_only (&changed, 1);
      explain (&changed);
    }
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&changed.groups[i], g_ptr_array_unref);
  return error != NULL ? fl_cli_fail (error) : fl_cli_print (cli, out);
}
