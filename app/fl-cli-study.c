/* study: a grid of graphs, strategies, values of options and targets, kept in a folder line by line, so that it can be
 * cut off and go on; its summary as CSV and HTML; and study merge, which collects folders. */
#include "fl-cli-study.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"
#include "fl-remote-address.h"

#define DEFAULT_FOLDER "fuseloom-study"
#define DEFAULT_TIMEOUT_S 600

enum
{
  MAX_JOBS = 1024,
  MAX_TASKS = 10000
};

void
fl_cli_add_study_options (FlCli *cli, GOptionGroup *group)
{
  const GOptionEntry entries[] = {
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &cli->study.jobs,
      "So many cells at the same time (default: one a processor; with --run one, as cells disturb each other's times)",
      "N" },
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &cli->study.timeout, "A cell may take so long (default: 600)", "S" },
    { "retry", 0, 0, G_OPTION_ARG_NONE, &cli->study.retry, "Run cells again that ended with an error", NULL },
    { "part", 0, 0, G_OPTION_ARG_STRING, &cli->study.part,
      "Only part I of N of the cells, I from 0: what one of several machines does", "I/N" },
    { "slurm", 0, 0, G_OPTION_ARG_NONE, &cli->study.slurm,
      "Write study.sbatch, a Slurm job array, into the folder and submit it", NULL },
    { "slurm=write", 0, 0, G_OPTION_ARG_NONE, &cli->study.slurm_write, "Only write it", NULL },
    { "tasks", 0, 0, G_OPTION_ARG_INT, &cli->study.tasks, "--slurm: tasks of the array (default: 16)", "N" },
    { "sbatch", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->study.sbatch,
      "--slurm: an option of sbatch, as --sbatch=--partition=gpu; may be given again", "OPTION" },
    { NULL }
  };

  fl_cli_add_entries (cli, group, entries);
}

void
fl_cli_study_clear (FlCliStudy *study)
{
  g_free (study->part);
  g_strfreev (study->sbatch);
}

/* --- the folder ------------------------------------------------------------------------------- */

static gboolean
make_folder (const char *folder, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (folder);

  if (g_mkdir_with_parents (folder, 0777) == 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the study's folder cannot be made: %s", shown, g_strerror (errno));
  return FALSE;
}

/* The cells of a folder's file, where it has one. */
static gboolean
read_cells (FlStudy *study, const char *folder, gboolean *has_file, GError **error)
{
  g_autofree char *path = g_build_filename (folder, FL_CLI_STUDY_CELLS, NULL), *text = NULL;
  gsize length;

  *has_file = fl_file_exists (path);
  if (!*has_file)
    return TRUE;
  if (!fl_file_read (path, &text, &length, error))
    return FALSE;
  fl_study_read (study, text, length, path);
  return TRUE;
}

/* Opens the folder for this process alone, and reads what is done there. */
static FlFileLines *
open_folder (const FlCli *cli, FlStudy *study, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, FL_CLI_STUDY_CELLS, NULL);
  g_autoptr (FlFileLines) lines = NULL;
  gboolean has_file;
  gsize n_cut = 0;

  if (!make_folder (folder, error))
    return NULL;
  lines = fl_file_lines_open (path, &n_cut, error);
  if (!lines || !read_cells (study, folder, &has_file, error))
    return NULL;
  if (n_cut > 0 && !cli->quiet)
    fl_cli_say ("%s: the last line was cut off (%" G_GSIZE_FORMAT " bytes): its cell is run again", path, n_cut);
  for (guint i = 0; i < study->warnings->len && !cli->quiet; i++)
    fl_cli_say ("warning: a line that is no cell: %s", (const char *) study->warnings->pdata[i]);
  return g_steal_pointer (&lines);
}

/* cells.csv, study.html; then the means, to standard output. */
static FlCliStatus
write_summary (const FlCli *cli, FlStudy *study, const char *folder)
{
  g_autofree char *csv_path = g_build_filename (folder, "cells.csv", NULL),
                  *html_path = g_build_filename (folder, "study.html", NULL),
                  *whole = g_canonicalize_filename (folder, NULL), *title = g_path_get_basename (whole), *csv = NULL,
                  *html = NULL, *torch = NULL;
  g_autoptr (FlStudySummary) summary = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;

  fl_study_sort (study);
  csv = fl_study_dup_csv (study);
  html = fl_study_dup_html (study, title);
  if (!fl_file_write (csv_path, csv, -1, &error) || !fl_file_write_text (html_path, html, -1, &error))
    return fl_cli_fail (error);
  if (cli->quiet)
    return FL_CLI_OK;
  summary = fl_study_summary_new (study);
  fl_study_append_text (text, summary);
  torch = fl_study_dup_torch (study);
  if (torch != NULL)
    g_string_append_printf (text, "%s\n", torch);
  g_string_append_printf (text, "%s\n", html_path);
  return fl_cli_write_out (text->str);
}

/* --- merge ------------------------------------------------------------------------------------ */

/* Adds the cells of the folder, and of its tasks' folders. FALSE + error: there is none. */
static gboolean
read_folder (FlStudy *study, const char *folder, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (folder);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gboolean has_file, has_any;
  const char *name;

  if (!read_cells (study, folder, &has_any, error))
    return FALSE;
  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *below = g_build_filename (folder, name, NULL);

      if (!g_str_has_prefix (name, FL_CLI_STUDY_TASK))
        continue;
      if (!read_cells (study, below, &has_file, error))
        return FALSE;
      has_any |= has_file;
    }
  if (!has_any)
    g_set_error (error, FL_ERROR, FL_ERROR_IO,
                 "%s: no study: neither the folder nor a " FL_CLI_STUDY_TASK "… in it has " FL_CLI_STUDY_CELLS, shown);
  return has_any;
}

static gboolean
add_new_cells (const FlStudy *others, FlStudy *study, FlFileLines *lines, guint *n_new, GError **error)
{
  for (guint i = 0; i < others->cells->len; i++)
    {
      const FlStudyCell *cell = others->cells->pdata[i];
      g_autofree char *line = NULL;

      if (fl_study_has (study, cell))
        continue;
      line = fl_study_cell_dup_line (cell);
      if (!fl_file_lines_add (lines, line, error))
        return FALSE;
      fl_study_take (study, fl_study_cell_parse (line, strlen (line), FL_CLI_STUDY_CELLS, NULL));
      (*n_new)++;
    }
  return TRUE;
}

static FlCliStatus
merge (FlCli *cli)
{
  const char *folder = cli->output ? cli->output : cli->words[1];
  g_autoptr (FlStudy) study = fl_study_new (), others = fl_study_new ();
  g_autoptr (FlFileLines) lines = NULL;
  GError *error = NULL;
  guint n_new = 0;

  if (cli->n_words < 2)
    {
      fl_cli_say ("usage: fuseloom-cli study merge FOLDER… [OPTION…] (for a graph of that name: ./merge)");
      return FL_CLI_USAGE;
    }
  for (guint i = 1; i < cli->n_words; i++)
    if (!read_folder (others, cli->words[i], &error))
      return fl_cli_fail (error);
  for (guint i = 0; i < others->warnings->len && !cli->quiet; i++)
    fl_cli_say ("warning: a line that is no cell: %s", (const char *) others->warnings->pdata[i]);
  fl_study_sort (others);
  lines = open_folder (cli, study, folder, &error);
  if (!lines || !add_new_cells (others, study, lines, &n_new, &error))
    return fl_cli_fail (error);
  if (!cli->quiet)
    fl_cli_say ("%u cells collected, %u of them new in %s", others->cells->len, n_new, folder);
  return write_summary (cli, study, folder);
}

/* --- study ------------------------------------------------------------------------------------ */

/* --part I/N */
static gboolean
read_part (const FlCli *cli, guint64 *part, guint64 *n_parts, GError **error)
{
  const char *text = cli->study.part;
  char *end = NULL;

  *part = 0;
  *n_parts = 1;
  if (!text)
    return TRUE;
  *part = g_ascii_strtoull (text, &end, 10);
  if (g_ascii_isdigit (*text) && *end == '/' && g_ascii_isdigit (end[1]))
    *n_parts = g_ascii_strtoull (end + 1, &end, 10);
  if (*end == '\0' && *n_parts <= MAX_TASKS && *part < *n_parts)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--part %s: part I of N is I/N, from 0/N on, with N up to %d", text,
               MAX_TASKS);
  return FALSE;
}

/* Another machine for the kernels of all cells. */
static gboolean
check_device (const FlCli *cli, GError **error)
{
  g_autoptr (FlRemoteAddress) address = NULL;

  if (!cli->device)
    return TRUE;
  if (!fl_remote_address_is (cli->device))
    {
      g_autofree char *shown = fl_quote_dup_shown (cli->device);

      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "--device %s: a study takes ssh://HOST there, and targets by --target A,B", shown);
      return FALSE;
    }
  if (!cli->whatif.run)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--device says where kernels run: use it with --run");
      return FALSE;
    }
  address = fl_remote_address_parse (cli->device, error);
  return address != NULL;
}

static gboolean
check_numbers (FlCli *cli, GError **error)
{
  const gboolean is_slurm = cli->study.slurm || cli->study.slurm_write;

  if (cli->study.timeout == 0)
    cli->study.timeout = DEFAULT_TIMEOUT_S;
  if (cli->study.jobs < 0 || cli->study.jobs > MAX_JOBS)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--jobs %d: from 1 to %d cells run at the same time", cli->study.jobs,
                 MAX_JOBS);
  else if (!(cli->study.timeout > 0 && cli->study.timeout <= 1e6))
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--timeout: seconds, more than 0 and up to 1000000");
  else if (cli->study.tasks < 0 || cli->study.tasks > MAX_TASKS)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--tasks %d: an array has from 1 to %d tasks", cli->study.tasks,
                 MAX_TASKS);
  else if (!is_slurm && (cli->study.tasks > 0 || cli->study.sbatch))
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "--tasks and --sbatch say how --slurm divides and submits: use them with it");
  else if (is_slurm && cli->study.part)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--slurm divides the cells itself: leave --part out");
  else if (!cli->whatif.run && (cli->no_verify || cli->no_measure || cli->sizes || cli->fault))
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "--no-verify, --no-measure and --size are about running kernels: use them with --run");
  else
    return TRUE;
  return FALSE;
}

/* Cells of this part that are not done yet; borrowed. */
static GPtrArray *
choose_cells (const FlCli *cli, const GPtrArray *grid, const FlStudy *study, guint64 part, guint64 n_parts)
{
  GPtrArray *cells = g_ptr_array_new ();

  for (guint i = 0; i < grid->len; i++)
    {
      const FlStudyCell *asked = grid->pdata[i];
      const FlStudyCell *old = fl_study_find (study, asked->asked.key);

      if (i % n_parts == part && (!old || (old->error && cli->study.retry)))
        g_ptr_array_add (cells, (gpointer) asked);
    }
  return cells;
}

/* What became of the cells that were run, and the exit status that says so. */
static FlCliStatus
judge (FlCliStudyRun *run)
{
  const guint n_left = run->cells->len - run->n_done;

  if (run->error)
    return fl_cli_fail (g_steal_pointer (&run->error));
  if (run->was_cancelled && n_left > 0)
    {
      fl_cli_say ("cancelled: %u cells are done, %u are left; the same command goes on with them", run->n_done, n_left);
      return FL_CLI_INPUT;
    }
  if (run->n_errors > 0 && !run->cli->quiet)
    fl_cli_say ("%u of %u cells ended with an error (--retry runs them again)", run->n_errors, run->n_done);
  if (run->n_disagree > 0)
    {
      fl_cli_say ("the results of %u cells disagree with the reference", run->n_disagree);
      return FL_CLI_MISMATCH;
    }
  if (run->n_defects > 0)
    return FL_CLI_DEFECT;
  return run->n_errors > 0 && run->n_errors == run->n_done ? FL_CLI_INPUT : FL_CLI_OK;
}

static FlCliStatus
run_grid (FlCli *cli, const GPtrArray *grid, const char *folder, guint64 part, guint64 n_parts)
{
  g_autoptr (FlStudy) study = fl_study_new ();
  g_autoptr (FlFileLines) lines = NULL;
  g_autoptr (GPtrArray) cells = NULL;
  FlCliStudyRun run = { .cli = cli, .study = study };
  FlCliStatus status, judged;
  GError *error = NULL;

  lines = open_folder (cli, study, folder, &error);
  if (!lines)
    return fl_cli_fail (error);
  cells = choose_cells (cli, grid, study, part, n_parts);
  if (!cli->quiet)
    fl_cli_say ("%u cells, %u of them to run", grid->len, cells->len);
  run.lines = lines;
  run.cells = cells;
  fl_cli_study_run_cells (&run);
  status = write_summary (cli, study, folder);
  judged = judge (&run);
  return judged ? judged : status;
}

FlCliStatus
fl_cli_study (FlCli *cli)
{
  const char *folder = cli->output ? cli->output : DEFAULT_FOLDER;
  g_autoptr (GPtrArray) grid = NULL;
  FlCliStatus status = FL_CLI_OK;
  guint64 part, n_parts;
  GError *error = NULL;

  if (strcmp (cli->words[0], "merge") == 0)
    return merge (cli);
  if (!check_numbers (cli, &error) || !check_device (cli, &error) || !read_part (cli, &part, &n_parts, &error))
    return fl_cli_fail (error);
  grid = fl_cli_study_new_grid (cli, &status);
  if (!grid)
    return status;
  if (!cli->study.slurm && !cli->study.slurm_write)
    return run_grid (cli, grid, folder, part, n_parts);
  if (!make_folder (folder, &error))
    return fl_cli_fail (error);
  return fl_cli_study_submit (cli, folder, grid->len);
}
