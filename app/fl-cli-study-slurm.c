/* A study beyond one machine: a script for Slurm's sbatch whose array tasks each take a part of the cells. Whatever
 * stands in names and values is a quoted word in there; directives of sbatch, which have no quoting to rely on, hold
 * numbers only. */
#include <gio/gio.h>
#include <string.h>

#include "fl-cli-child.h"
#include "fl-cli-study.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"

#define SCRIPT "study.sbatch"

enum
{
  N_TASKS = 16
};

static void
add_word (GString *script, const char *word)
{
  g_autofree char *quoted = fl_quote_dup_shell (word, FALSE);

  g_string_append_printf (script, " %s", quoted);
}

/* "--strategy=A,B": a word that is read as one option, whatever is in the value. */
static void
add_option (GString *script, const char *name, const char *value)
{
  g_autofree char *word = value ? g_strdup_printf ("--%s=%s", name, value) : NULL;

  if (word)
    add_word (script, word);
}

static void
add_options (GString *script, const char *name, char **values)
{
  for (guint i = 0; values && values[i]; i++)
    add_option (script, name, values[i]);
}

/* The options that make the grid, as they were given here. */
static void
add_grid (GString *script, const FlCli *cli)
{
  add_option (script, "strategy", cli->strategy);
  add_option (script, "target", cli->target);
  add_option (script, "device", cli->device);
  add_options (script, "set", cli->settings);
  add_options (script, "size", cli->sizes);
  for (guint i = 0; cli->rules && cli->rules[i]; i++)
    {
      g_autofree char *path = g_canonicalize_filename (cli->rules[i], NULL);

      add_option (script, "rules", path);
    }
  if (cli->has_seed)
    g_string_append_printf (script, " --seed=%" G_GINT64_FORMAT, cli->seed);
  if (cli->study.jobs > 0)
    g_string_append_printf (script, " --jobs=%d", cli->study.jobs);
  g_string_append_printf (script, " --timeout=%.0f", MAX (cli->study.timeout, 1));
  g_string_append_printf (script, "%s%s%s%s", cli->whatif.run ? " --run" : "", cli->no_verify ? " --no-verify" : "",
                          cli->no_measure ? " --no-measure" : "", cli->study.retry ? " --retry" : "");
}

static GString *
new_script (const FlCli *cli, const char *folder, guint n_tasks)
{
  GString *script = g_string_new ("#!/bin/bash\n");
  g_autofree char *whole = g_canonicalize_filename (folder, NULL), *quoted = fl_quote_dup_shell (whole, TRUE);
  g_auto (GStrv) paths = fl_cli_study_dup_paths (cli);

  g_string_append_printf (
      script, "#SBATCH --job-name=fuseloom-study\n#SBATCH --array=0-%u\n#SBATCH --output=slurm-%%A-%%a.txt\n",
      n_tasks - 1);
  if (cli->study.jobs > 1)
    g_string_append_printf (script, "#SBATCH --cpus-per-task=%d\n", cli->study.jobs);
  g_string_append (
      script,
      "# Made by `fuseloom-cli study --slurm`. Each task takes its part of the cells and keeps them in a folder of\n"
      "# its own; `fuseloom-cli study merge` collects them. A task that runs again goes on where it was.\n");
  g_string_append_printf (script, "cd -- %s || exit 1\nexec", quoted);
  add_word (script, fl_cli_get_self ());
  g_string_append (script, " study");
  for (guint i = 0; paths[i]; i++)
    add_word (script, paths[i]);
  add_grid (script, cli);
  g_string_append_printf (script,
                          " --output=\"" FL_CLI_STUDY_TASK
                          "$SLURM_ARRAY_TASK_ID\" --part=\"$SLURM_ARRAY_TASK_ID/%u\"\n",
                          n_tasks);
  return script;
}

/* Runs sbatch in the folder, so that no name of a folder stands in one of its own options. *job: its number. */
static gboolean
submit (const FlCli *cli, const char *folder, char **job, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *out = NULL, *messages = NULL;

  g_ptr_array_add (argv, "sbatch");
  g_ptr_array_add (argv, "--parsable");
  for (guint i = 0; cli->study.sbatch && cli->study.sbatch[i]; i++)
    g_ptr_array_add (argv, cli->study.sbatch[i]);
  g_ptr_array_add (argv, SCRIPT);
  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_set_cwd (launcher, folder);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, error);
  if (!process)
    {
      g_prefix_error (error, "sbatch could not be started (is this a machine of a Slurm cluster?): ");
      return FALSE;
    }
  if (!g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &messages, error))
    return FALSE;
  if (g_subprocess_get_successful (process))
    {
      *job = g_strstrip (g_steal_pointer (&out));
      return TRUE;
    }
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "sbatch refused the job: %s", messages ? g_strstrip (messages) : "");
  return FALSE;
}

static gboolean
check_sbatch (const FlCli *cli, GError **error)
{
  for (guint i = 0; cli->study.sbatch && cli->study.sbatch[i]; i++)
    if (*cli->study.sbatch[i] != '-')
      {
        g_autofree char *shown = fl_quote_dup_shown (cli->study.sbatch[i]);

        g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                     "--sbatch %s: options of sbatch begin with -, as in --sbatch=--partition=gpu", shown);
        return FALSE;
      }
  return TRUE;
}

FlCliStatus
fl_cli_study_submit (FlCli *cli, const char *folder, guint n_cells)
{
  const guint n_tasks = MIN (cli->study.tasks > 0 ? (guint) cli->study.tasks : N_TASKS, MAX (n_cells, 1));
  g_autofree char *path = g_build_filename (folder, SCRIPT, NULL), *shown = fl_quote_dup_shell (folder, TRUE),
                  *job = NULL;
  g_autoptr (GString) script = NULL;
  GError *error = NULL;

  if (!check_sbatch (cli, &error))
    return fl_cli_fail (error);
  script = new_script (cli, folder, n_tasks);
  if (!fl_file_write (path, script->str, (gssize) script->len, &error)
      || (!cli->study.slurm_write && !submit (cli, folder, &job, &error)))
    return fl_cli_fail (error);
  if (cli->quiet)
    return FL_CLI_OK;
  if (job)
    fl_cli_say ("submitted as job %s: %u cells, %u tasks; when they are done:\n  fuseloom-cli study merge %s", job,
                n_cells, n_tasks, shown);
  else
    fl_cli_say ("%u cells, %u tasks; to submit, and to collect when the tasks are done:\n  cd %s && sbatch " SCRIPT "\n"
                "  fuseloom-cli study merge %s",
                n_cells, n_tasks, shown, shown);
  return FL_CLI_OK;
}
