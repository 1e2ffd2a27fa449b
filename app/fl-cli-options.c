/* What the options of the command line say, made the options of runs. */
#include <string.h>

#include "fl-cli.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-remote-address.h"
#include "fl-torch-config.h"

gboolean
fl_cli_set_planner (FlCli *cli, const char *name, GError **error)
{
  g_autofree char *setting = g_strconcat ("memory_planner=", name, NULL);

  if (name && !fl_options_set (&cli->options, setting, NULL))
    {
      g_autoptr (GString) names = g_string_new ("reuse");

      for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
        g_string_append_printf (names, ", %s", fl_alloc_get_row (i)->name);
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no planner \"%s\" for graphs; there are: %s%s", name,
                   names->str, strcmp (cli->command, "plan") == 0 ? ", all" : "");
      return FALSE;
    }
  if (cli->seconds > 0)
    cli->options.memory_planner_limit_ms = CLAMP (cli->seconds * 1e3, 1, 3.6e6);
  return TRUE;
}

/* "all" is plan's to do. */
static gboolean
set_order (FlCli *cli, GError **error)
{
  g_autofree char *setting = g_strconcat ("peak_order=", cli->order, NULL);
  gboolean is_plan = strcmp (cli->command, "plan") == 0;

  if (!cli->order || (is_plan && strcmp (cli->order, "all") == 0) || fl_options_set (&cli->options, setting, NULL))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "there is no order of kernels \"%s\"; there are: best, given, lpmf, bfs, dfs, ours, "
               "exact, lowest%s",
               cli->order, is_plan ? ", all" : "");
  return FALSE;
}

/* Another machine, or another word for --target. */
static gboolean
settle_device (FlCli *cli, GError **error)
{
  static const char *const running[] = { "run", "compare", "whatif", "gate", "steps", "dump", "study", NULL };
  g_autoptr (FlRemoteAddress) address = NULL;

  if (!cli->device)
    return TRUE;
  if (!fl_remote_address_is (cli->device))
    {
      if (cli->target && strcmp (cli->target, cli->device) != 0)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--target %s and --device %s contradict each other",
                       cli->target, cli->device);
          return FALSE;
        }
      g_free (cli->target);
      cli->target = g_strdup (cli->device);
      return TRUE;
    }
  if (!g_strv_contains (running, cli->command))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "%s runs no kernels: --device ssh://HOST is for run, compare, whatif, gate, study, steps and dump",
                   cli->command);
      return FALSE;
    }
  address = fl_remote_address_parse (cli->device, error);
  return address != NULL;
}

static gboolean
set_torch (FlCli *cli, GError **error)
{
  const guint version = cli->torch ? fl_torch_parse (cli->torch) : 0;
  g_autofree char *setting = g_strconcat ("torch=", version ? fl_torch_get_name (version) : "", NULL);

  /* Several versions: fl-cli-changed.c, fl-cli-compare.c. */
  if (!cli->torch
      || ((strcmp (cli->command, "parity") == 0 || strcmp (cli->command, "compare") == 0)
          && strchr (cli->torch, ',') != NULL)
      || (version && fl_options_set (&cli->options, setting, NULL)))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--torch is a version of PyTorch from %s to %s here, not \"%s\"",
               fl_torch_get_name (FL_TORCH_OLDEST), fl_torch_get_name (FL_TORCH_NEWEST), cli->torch);
  return FALSE;
}

gboolean
fl_cli_settle_options (FlCli *cli, GError **error)
{
  if (strcmp (cli->command, "study") == 0) /* several of each: fl-cli-study-grid.c */
    return TRUE;
  if (!settle_device (cli, error))
    return FALSE;
  if (fl_cli_is_side_by_side (cli))
    {
      if (!fl_cli_settle_side_by_side (cli, error))
        return FALSE;
    }
  else if (fl_cli_is_matrix (cli))
    cli->options.target = FL_TARGET_CPU; /* each column says its own */
  else if (cli->target && strcmp (cli->target, "triton") == 0)
    cli->options.target = FL_TARGET_CUDA;
  else if (cli->target && !fl_target_find (cli->target, &cli->options.target))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no target \"%s\": use cpu or cuda", cli->target);
      return FALSE;
    }
  if (!set_order (cli, error) || !set_torch (cli, error))
    return FALSE;
  if (cli->strategy && strcmp (cli->command, "compare") != 0 && !cli->times.strategies)
    {
      if (!fl_strategies_find (cli->strategy))
        {
          g_autoptr (GString) names = g_string_new (NULL);

          for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
            g_string_append_printf (names, "%s%s", i ? ", " : "", fl_strategies_get_row (i)->name);
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no strategy \"%s\": this version has %s",
                       cli->strategy, names->str);
          return FALSE;
        }
      cli->options.strategy = fl_intern (cli->strategy);
    }
  /* plan knows more planners, and its file says which. */
  if (strcmp (cli->command, "plan") != 0 && !fl_cli_set_planner (cli, cli->planner, error))
    return FALSE;
  if (cli->format)
    {
      g_autofree char *setting = g_strconcat ("format=", cli->format, NULL);

      if (!fl_options_set (&cli->options, setting, error))
        return FALSE;
    }
  /* whatif changes options in the variant only. */
  for (guint i = 0; cli->settings && cli->settings[i] && strcmp (cli->command, "whatif") != 0; i++)
    {
      g_autofree char *answer = fl_torch_config_explain (cli->settings[i]);

      if (!fl_options_set (&cli->options, cli->settings[i], error))
        return FALSE;
      if (answer != NULL)
        fl_cli_say ("%s", answer);
    }
  if (cli->rules)
    {
      g_autofree char *paths = g_strjoinv (":", cli->rules);

      cli->options.rule_files = fl_intern (paths);
    }
  if (cli->has_seed)
    cli->options.seed = cli->seed;
  return TRUE;
}
