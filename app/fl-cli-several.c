/* Several targets or strategies for `run`: which were asked for. */
#include <string.h>

#include "fl-cli.h"
#include "fl-error.h"
#include "fl-fuse.h"
#include "fl-quote.h"

static gboolean
has_several (const char *word)
{
  return word && (strchr (word, ',') || strcmp (word, "all") == 0);
}

gboolean
fl_cli_is_side_by_side (const FlCli *cli)
{
  return strcmp (cli->command, "run") == 0 && (has_several (cli->target) || has_several (cli->strategy));
}

gboolean
fl_cli_is_matrix (const FlCli *cli)
{
  return strcmp (cli->command, "compare") == 0 && cli->target && strchr (cli->target, ',');
}

static gboolean
settle_targets (FlCli *cli, GError **error)
{
  g_auto (GStrv) names = g_strsplit (cli->target ? cli->target : "cpu", ",", -1);

  for (guint i = 0; names[i]; i++)
    {
      FlTarget target;
      gboolean is_new = TRUE;

      if (!fl_target_find (names[i], &target))
        {
          g_autofree char *shown = fl_quote_dup_shown (names[i]);

          g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no target \"%s\": use cpu, cuda or cpu,cuda", shown);
          return FALSE;
        }
      for (guint k = 0; k < cli->times.n_targets; k++)
        is_new = is_new && cli->times.targets[k] != target;
      if (is_new)
        cli->times.targets[cli->times.n_targets++] = target;
    }
  cli->options.target = cli->times.targets[0];
  return TRUE;
}

static gboolean
settle_strategies (FlCli *cli, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = g_strsplit (cli->strategy ? cli->strategy : "inductor", ",", -1);

  if (g_strcmp0 (cli->strategy, "all") == 0)
    for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
      g_strv_builder_add (builder, fl_strategies_get_row (i)->name);
  else
    for (guint i = 0; names[i]; i++)
      {
        if (!fl_strategies_find (names[i]))
          {
            g_autofree char *shown = fl_quote_dup_shown (names[i]);

            g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no strategy \"%s\" in this version", shown);
            return FALSE;
          }
        g_strv_builder_add (builder, names[i]);
      }
  cli->times.strategies = g_strv_builder_end (builder);
  return TRUE;
}

gboolean
fl_cli_settle_side_by_side (FlCli *cli, GError **error)
{
  if (cli->ablate)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--ablate is for one target and one strategy");
      return FALSE;
    }
  return settle_targets (cli, error) && settle_strategies (cli, error);
}

void
fl_cli_times_clear (FlCliTimes *times)
{
  g_clear_pointer (&times->strategies, g_strfreev);
  g_clear_pointer (&times->python, g_free);
}
