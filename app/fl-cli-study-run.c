/* Cells of a study, each in a process of its own. */
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "fl-cli-child.h"
#include "fl-cli-study.h"
#include "fl-machine.h"
#include "fl-quote.h"

typedef struct _Pool Pool;

typedef struct
{
  Pool *pool;
  FlStudyCell *cell;
  FlCliChild *child;
  gint64 start_ns;
} Job;

struct _Pool
{
  FlCliStudyRun *run;
  GMainLoop *loop;
  GPtrArray *jobs; /* Job: those that run */
  guint next, n_most;
};

/* --- one cell --------------------------------------------------------------------------------- */

/* The command line that answers the cell's question. */
static GPtrArray *
new_words (const FlCellQuestion *asked)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_strdup (asked->is_run ? "run" : "stages"));
  g_ptr_array_add (words, g_strdup (asked->graph));
  g_ptr_array_add (words, g_strdup ("--json"));
  g_ptr_array_add (words, g_strdup ("--quiet"));
  g_ptr_array_add (words, g_strconcat ("--strategy=", asked->strategy, NULL));
  if (strcmp (asked->target, "auto") != 0)
    g_ptr_array_add (words, g_strconcat ("--target=", asked->target, NULL));
  if (asked->number > 0)
    g_ptr_array_add (words, g_strdup_printf ("--graph=%u", asked->number));
  for (guint i = 0; asked->options[i]; i++)
    g_ptr_array_add (words, g_strconcat ("--set=", asked->options[i], NULL));
  for (guint i = 0; asked->words[i]; i++)
    g_ptr_array_add (words, g_strdup (asked->words[i]));
  g_ptr_array_add (words, NULL);
  return words;
}

static void
take_answer (FlStudyCell *cell, const FlCli *cli, const FlCliChildAnswer *answer)
{
  g_autofree char *said = g_strstrip (g_strdup (answer->messages));
  const char *message = fl_cli_skip_name (said);
  g_autoptr (GError) error = NULL;

  if (answer->end == FL_CHILD_TIMED_OUT)
    {
      g_autofree char *why = g_strdup_printf ("not done after %g s (--timeout)", cli->study.timeout);

      fl_study_cell_set_error (cell, "timeout", why);
    }
  else if (answer->end == FL_CHILD_CRASHED)
    {
      g_autofree char *why = g_strdup_printf ("ended by signal %d (%s)%s%s", answer->status,
                                              g_strsignal (answer->status), *message ? ": " : "", message);

      fl_study_cell_set_error (cell, "crash", why);
    }
  else if (answer->status != FL_CLI_OK && answer->status != FL_CLI_MISMATCH)
    fl_study_cell_set_error (cell, answer->status == FL_CLI_DEFECT ? "defect" : "failed",
                             *message ? message : "the command failed and did not say why");
  else if (!fl_study_cell_take_figures (cell, answer->out, answer->out_length, &error))
    fl_study_cell_set_error (cell, "defect", error->message);
}

/* Errors stay to be read; what went well is progress on a terminal. */
static void
show (const FlCliStudyRun *run, const FlStudyCell *cell)
{
  g_autofree char *base = g_path_get_basename (cell->asked.graph), *file = fl_quote_dup_shown (base),
                  *label = fl_cell_question_dup_label (&cell->asked),
                  *error = cell->error ? fl_quote_dup_shown (cell->error) : g_strdup (""), *line = NULL;
  const gboolean is_terminal = isatty (STDERR_FILENO);

  line = g_strdup_printf ("%u of %u  %s, %s%s%s%s%s", run->n_done, run->cells->len, file, label,
                          cell->error ? ": " : "", cell->error ? cell->error_kind : "", cell->error ? ": " : "", error);
  if (is_terminal && cell->error)
    fl_cli_clear_progress ();
  if (is_terminal && !cell->error)
    fl_cli_show_progress ((double) run->n_done / run->cells->len, line, NULL);
  else
    fl_cli_say ("%s", line);
}

/* --- all of them ------------------------------------------------------------------------------ */

static void start_more (Pool *pool);

/* No more is begun, and what runs is ended. */
static void
stop (Pool *pool)
{
  pool->next = pool->run->cells->len;
  for (guint i = 0; i < pool->jobs->len; i++)
    fl_cli_child_cancel (((Job *) pool->jobs->pdata[i])->child);
}

static void
keep (Pool *pool, FlStudyCell *cell)
{
  FlCliStudyRun *run = pool->run;
  g_autofree char *line = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  cell->finished = g_date_time_format_iso8601 (now);
  cell->program = g_strdup (FL_VERSION);
  cell->n_jobs = pool->n_most;
  line = fl_study_cell_dup_line (cell);
  if (run->error || !fl_file_lines_add (run->lines, line, &run->error))
    {
      fl_study_cell_free (cell);
      stop (pool);
      return;
    }
  run->n_done++;
  run->n_errors += cell->error != NULL;
  run->n_defects
      += cell->error && (strcmp (cell->error_kind, "defect") == 0 || strcmp (cell->error_kind, "crash") == 0);
  run->n_disagree += g_strcmp0 (cell->check, "disagrees") == 0;
  if (!run->cli->quiet)
    show (run, cell);
  fl_study_take (run->study, cell);
}

static void
on_answer (const FlCliChildAnswer *answer, gpointer data)
{
  Job *job = data;
  Pool *pool = job->pool;
  FlStudyCell *cell = job->cell;

  g_ptr_array_remove_fast (pool->jobs, job);
  cell->wall_s = (double) (fl_now_ns () - job->start_ns) / 1e9;
  g_free (job);
  if (answer->end == FL_CHILD_CANCELLED)
    fl_study_cell_free (cell);
  else
    {
      take_answer (cell, pool->run->cli, answer);
      keep (pool, cell);
    }
  start_more (pool);
}

static void
start (Pool *pool, const FlStudyCell *asked)
{
  g_autoptr (GPtrArray) words = new_words (&asked->asked);
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);

  job->pool = pool;
  job->cell = fl_study_cell_new_asked (&asked->asked);
  job->start_ns = fl_now_ns ();
  job->child
      = fl_cli_child_start ((const char *const *) words->pdata, pool->run->cli->study.timeout, on_answer, job, &error);
  if (job->child)
    {
      g_ptr_array_add (pool->jobs, job);
      return;
    }
  /* No process could be had: that is not the cell's fault, and the study can go on later. */
  if (!pool->run->error)
    pool->run->error = g_steal_pointer (&error);
  fl_study_cell_free (job->cell);
  g_free (job);
  stop (pool);
}

static void
start_more (Pool *pool)
{
  while (pool->jobs->len < pool->n_most && pool->next < pool->run->cells->len)
    start (pool, pool->run->cells->pdata[pool->next++]);
  if (pool->jobs->len == 0)
    g_main_loop_quit (pool->loop);
}

static gboolean
on_signal (gpointer data)
{
  Pool *pool = data;

  pool->run->was_cancelled = TRUE;
  stop (pool);
  return G_SOURCE_CONTINUE;
}

void
fl_cli_study_run_cells (FlCliStudyRun *run)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GPtrArray) jobs = g_ptr_array_new ();
  const guint n_own = run->cli->whatif.run ? 1 : fl_count_processors ();
  Pool pool = { .run = run, .loop = loop, .jobs = jobs };
  guint sources[G_N_ELEMENTS (signals)];

  pool.n_most = run->cli->study.jobs > 0 ? (guint) run->cli->study.jobs : n_own;
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sources[i] = g_unix_signal_add (signals[i], on_signal, &pool);
  start_more (&pool);
  if (jobs->len > 0)
    g_main_loop_run (loop);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_source_remove (sources[i]);
  if (!run->cli->quiet && isatty (STDERR_FILENO))
    fl_cli_clear_progress ();
}
