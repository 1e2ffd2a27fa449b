/* Which command takes which option. What is typed and not taken is an error: nobody shall believe that it did
 * something. */
#include <string.h>

#include "fl-cli.h"
#include "fl-error.h"
#include "fl-quote.h"
#include "fl-text.h"

/* Commands that run the pipeline over a graph. */
#define PIPELINE "stages steps dump report run compare regions why story whatif gate kernels plan"
/* "plan PROBLEM.csv" has no graph, and takes less than "plan GRAPH". */
#define PROBLEM "problem"

typedef struct
{
  const char *name;
  gboolean has_value;
  const char *commands; /* NULL: all */
} Row;

static const Row rows[] = {
  { "target", TRUE, PIPELINE " parity options study" },
  { "device", TRUE, PIPELINE " parity options study" },
  { "strategy", TRUE, PIPELINE " parity options study" },
  { "rules", TRUE, PIPELINE " parity options study" },
  { "planner", TRUE, PIPELINE " parity options " PROBLEM },
  { "order", TRUE, PIPELINE " parity options" },
  { "torch", TRUE, PIPELINE " parity options" },
  { "format", TRUE, PIPELINE " parity options" },
  { "set", TRUE, PIPELINE " parity options study" },
  { "seed", TRUE, PIPELINE " parity options study" },
  { "seconds", TRUE, PIPELINE " parity options " PROBLEM },
  { "at", TRUE, "plan " PROBLEM },
  { "buffer", TRUE, "plan " PROBLEM },
  { "capacity", TRUE, "plan " PROBLEM },
  { "export-problem", TRUE, "plan" },
  { "json", FALSE, "stages steps dump run compare why whatif gate parity kernels plan ops graphs times" },
  { "quiet", FALSE, NULL },
  { "verbose", FALSE, "run whatif" },
  { "output", TRUE,
    "stages steps dump report run compare regions why story whatif gate parity kernels plan import options explain ops graphs bundle study times " PROBLEM },
  { "archive", TRUE, "bundle" },
  { "stage", TRUE, "steps dump" },
  { "kernel", TRUE, "steps dump" },
  { "after", TRUE, "dump" },
  { "language", TRUE, "kernels" },
  { "step", TRUE, "stages steps dump report kernels plan" },
  { "verdict", TRUE, "steps" },
  { "svg", TRUE, "dump regions plan run compare times " PROBLEM },
  { "pdf", TRUE, "dump regions plan compare " PROBLEM },
  { "png", TRUE, "dump regions plan compare " PROBLEM },
  { "dot", TRUE, "dump regions" },
  { "dark", FALSE, "dump regions plan run compare times " PROBLEM },
  { "size", TRUE, "run compare whatif study" },
  { "graph", TRUE, PIPELINE " import" },
  { "ablate", FALSE, "run" },
  { "no-verify", FALSE, "run compare whatif study" },
  { "no-measure", FALSE, "run compare whatif study" },
  { "input", TRUE, "run" },
  { "inputs", TRUE, "run" },
  { "save-outputs", TRUE, "run" },
  { "expect", TRUE, "run" },
  { "require-verified", FALSE, "run" },
  { "differences", FALSE, "compare" },
  { "variant", TRUE, PIPELINE " import" },
  { "diff", FALSE, "dump parity" },
  { "table", FALSE, "parity" },
  { "unknown", FALSE, "ops" },
  { "test-fault", TRUE, "run compare whatif study" },
  { "forbid", TRUE, "whatif" },
  { "force", TRUE, "whatif" },
  { "realize", TRUE, "whatif" },
  { "inline", TRUE, "whatif" },
  { "rewrite", TRUE, "whatif" },
  { "variant-strategy", TRUE, "whatif" },
  { "run", FALSE, "why story whatif study" },
  { "name", TRUE, "whatif" },
  { "note", TRUE, "whatif" },
  { "markdown", FALSE, "gate compare" },
  { "max-lost-fusions", TRUE, "gate" },
  { "max-kernels", TRUE, "gate" },
  { "max-bytes", TRUE, "gate" },
  { "max-peak", TRUE, "gate" },
  { "max-buffers", TRUE, "gate" },
  { "max-time", TRUE, "gate" },
  { "min-matched", TRUE, "gate" },
  { "base-variant", TRUE, "gate" },
  { "jobs", TRUE, "study" },
  { "timeout", TRUE, "study" },
  { "retry", FALSE, "study" },
  { "part", TRUE, "study" },
  { "slurm", FALSE, "study" },
  { "slurm=write", FALSE, "study" }, /* an option of its own to GLib, which has no values that may be left out */
  { "tasks", TRUE, "study" },
  { "sbatch", TRUE, "study" },
};

static gboolean
takes (const Row *row, const char *command)
{
  g_auto (GStrv) commands = row->commands ? g_strsplit (row->commands, " ", -1) : NULL;

  return !commands || g_strv_contains ((const char *const *) commands, command);
}

static const Row *
find_row (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

void
fl_cli_add_entries (FlCli *cli, GOptionGroup *group, const GOptionEntry *entries)
{
  for (; entries->long_name; entries++)
    {
      const GOptionEntry own[] = { *entries, { NULL } };
      const Row *row = find_row (entries->long_name);

      if (!row || row->has_value != (entries->arg != G_OPTION_ARG_NONE))
        g_error ("fl-cli-words.c has no row for --%s, or one that is wrong about its value", entries->long_name);
      if (takes (row, cli->command))
        g_option_group_add_entries (group, own);
    }
}

/* "svg" of "--svg=x" and "--svg", "output" of "-o" and "-ox"; NULL: it is no option. */
static char *
dup_option (const char *word)
{
  if (g_str_has_prefix (word, "--") && word[2] != '\0')
    return g_strndup (word + 2, strcspn (word + 2, "="));
  if (word[0] != '-' || word[1] == '\0' || word[1] == '-')
    return NULL;
  return word[1] == 'o'   ? g_strdup ("output")
         : word[1] == 'q' ? g_strdup ("quiet")
         : word[1] == 'j' ? g_strdup ("jobs")
                          : NULL;
}

static gboolean
has_own_value (const char *word)
{
  return g_str_has_prefix (word, "--") ? strchr (word, '=') != NULL : word[2] != '\0';
}

/* Of the options that the command takes: equal letters in front count more than the distance alone would. */
static const char *
find_nearest (const char *command, const char *name)
{
  const char *nearest = NULL;
  guint best = G_MAXUINT;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint distance = 2 * fl_text_get_distance (name, rows[i].name);

      if (!takes (&rows[i], command) || strcmp (rows[i].name, "test-fault") == 0)
        continue;
      if (g_str_has_prefix (rows[i].name, name) || g_str_has_prefix (name, rows[i].name))
        distance = 1;
      if (distance < best)
        {
          best = distance;
          nearest = rows[i].name;
        }
    }
  return nearest;
}

static gboolean
fail_not_taken (const Row *row, const char *command, GError **error)
{
  g_autofree char *commands = g_strdelimit (g_strdup (row->commands), " ", ',');
  g_auto (GStrv) names = g_strsplit (commands, ",", -1);
  g_autoptr (GString) list = g_string_new (NULL);
  const gboolean is_problem = strcmp (command, PROBLEM) == 0;

  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], PROBLEM) != 0)
      g_string_append_printf (list, "%s%s%s", list->len > 0 ? ", " : "", names[i],
                              is_problem && strcmp (names[i], "plan") == 0 ? " GRAPH" : "");
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s does not take --%s; these do: %s",
               is_problem ? "plan PROBLEM.csv" : command, row->name, list->str);
  return FALSE;
}

/* GLib would leave the value out, and say nothing. */
static gboolean
fail_valued (const Row *row, const char *word, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (word);

  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: --%s takes no value%s", shown, row->name,
               strcmp (row->name, "slurm") == 0 ? " but --slurm=write" : "");
  return FALSE;
}

/* Is one of the words that are no options, and no values of options, an allocation problem? */
static gboolean
has_problem (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = dup_option (argv[i]);
      const Row *row = name ? find_row (name) : NULL;

      if (!name && g_str_has_suffix (argv[i], ".csv"))
        return TRUE;
      i += row && row->has_value && !has_own_value (argv[i]);
    }
  return FALSE;
}

gboolean
fl_cli_check_words (const char *command, int argc, char **argv, GError **error)
{
  if (strcmp (command, "plan") == 0 && has_problem (argc, argv))
    command = PROBLEM;
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      g_autofree char *name = dup_option (argv[i]);
      const Row *row = name ? find_row (name) : NULL;

      if (!row)
        continue;
      if (!takes (row, command))
        return fail_not_taken (row, command, error);
      if (!row->has_value && g_str_has_prefix (argv[i], "--") && has_own_value (argv[i]) && !find_row (argv[i] + 2))
        return fail_valued (row, argv[i], error);
      i += row->has_value && !has_own_value (argv[i]);
    }
  return TRUE;
}

void
fl_cli_explain_unknown (const char *command, int argc, char **argv, GError **error)
{
  g_autofree char *shown = NULL;
  const char *nearest;

  if (!g_error_matches (*error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    return;
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = g_str_has_prefix (argv[i], "--") ? dup_option (argv[i]) : NULL;

      if (!name || find_row (name) || !strstr ((*error)->message, name))
        continue;
      nearest = find_nearest (command, name);
      shown = fl_quote_dup_shown (name);
      g_clear_error (error);
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "there is no option --%s; the nearest that %s takes is --%s (`fuseloom-cli %s --help` lists all)",
                   shown, command, nearest, command);
      return;
    }
}

gboolean
fl_cli_wants_help (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    {
      g_autofree char *name = dup_option (argv[i]);
      const Row *row = name ? find_row (name) : NULL;

      if (strcmp (argv[i], "--help") == 0 || strcmp (argv[i], "-h") == 0 || strcmp (argv[i], "-?") == 0)
        return TRUE;
      i += row && row->has_value && !has_own_value (argv[i]);
    }
  return FALSE;
}
