/* Jobs: a child takes some blocks of seeds and says, a line each:
 *   begin SEED                       it works on this one now
 *   good|bad|idle|none SEED TEXT     what became of it; all of a block, when the block is done
 *   block VARIANTS KERNELS UNITS COMPILED OP OP…   of a block: what ran, and operators in it
 *   passes PROGRAMS KERNELS SUBSETS INTERPRETED DIVIDED N N…   of a block: programs that each pass changed
 * A child that dies leaves the block to the next one, without the program that it was at. */
#include "random-parent.h"

#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "fl-aten.h"
#include "fl-loop-passes.h"

#include "random-choices.h"
#include "random-groups.h"

typedef struct
{
  GSubprocess *process;
  GDataInputStream *lines;
  gint64 first, next, last, current; /* seeds; current: begun and not ended, or -1 */
  GString *skipped;
} Job;

typedef struct
{
  const RndParentRequest *request;
  GMainLoop *loop;
  gint64 next, end, begin_us, said_us;
  gint64 n_good, n_bad, n_none, n_idle, n_variants, n_kernels, n_units, n_compiled;
  guint n_running;
  gboolean *was_made; /* by position of an operator's row */
  GArray *passes;     /* gint64: sums of what lines of passes say */
  GQueue waiting;     /* seeds to be made smaller */
  RndGroups *groups;
} Parent;

enum
{
  SHARE = 4 * RND_BLOCK, /* programs a child */
  SAY_EACH_S = 20,
  N_PASS_SUMS = 5 /* in front of the passes' own ones */
};

static void start_job (Parent *parent, gint64 first, gint64 last, const char *skipped);
static void next_job (Parent *parent);

/* --- failures ---------------------------------------------------------------------------------- */

static char *
get_path (const Parent *parent, gint64 seed, const char *ending)
{
  return g_strdup_printf ("%s/%" G_GINT64_FORMAT "%s", parent->request->out_folder, seed, ending);
}

/* By a child: what ends one that makes the program must not end us. */
static char *
make_text (const Parent *parent, gint64 seed)
{
  g_autofree char *number = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, seed);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_autoptr (GSubprocess) process = NULL;
  char *text = NULL;

  g_strv_builder_addv (argv, (const char **) parent->request->child_argv);
  g_strv_builder_add_many (argv, "--print", "--count=1", number, NULL);
  g_auto (GStrv) words = g_strv_builder_end (argv);
  process = g_subprocess_newv ((const char *const *) words,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  if (process != NULL && g_subprocess_communicate_utf8 (process, NULL, NULL, &text, NULL, NULL)
      && g_subprocess_get_successful (process))
    return text;
  g_free (text);
  return NULL;
}

static void
report (Parent *parent, gint64 seed, const char *klass)
{
  g_autofree char *path = get_path (parent, seed, ".py"), *text = make_text (parent, seed);

  parent->n_bad++;
  printf ("%" G_GINT64_FORMAT ": %s\n", seed, klass);
  fflush (stdout);
  if (text != NULL)
    g_file_set_contents (path, text, -1, NULL);
  if (rnd_groups_add (parent->groups, seed, klass) && text != NULL && !parent->request->no_shrink)
    g_queue_push_tail (&parent->waiting, GSIZE_TO_POINTER ((gsize) seed));
}

typedef struct
{
  Parent *parent;
  gint64 seed;
} Shrinking;

static void
end_shrinking (GObject *process, GAsyncResult *result, gpointer data)
{
  Shrinking *self = data;
  Parent *parent = self->parent;
  g_autofree char *path = get_path (parent, self->seed, ".min.py"), *text = NULL;

  g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
  g_object_unref (process);
  if (g_file_get_contents (path, &text, NULL, NULL))
    rnd_groups_explain (parent->groups, self->seed, path, text);
  g_free (self);
  parent->n_running--;
  next_job (parent);
}

/* A child of its own, in turn with the others: failures are to be few. */
static void
start_shrinking (Parent *parent, gint64 seed)
{
  g_autofree char *path = get_path (parent, seed, ".py"), *option = g_strconcat ("--shrink=", path, NULL),
                  *number = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, seed);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  Shrinking *self = g_new0 (Shrinking, 1);

  *self = (Shrinking) { parent, seed };
  g_strv_builder_addv (argv, (const char **) parent->request->child_argv);
  g_strv_builder_add_many (argv, option, number, NULL);
  g_auto (GStrv) words = g_strv_builder_end (argv);
  GSubprocess *process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL);

  parent->n_running++;
  if (process != NULL)
    g_subprocess_wait_async (process, NULL, end_shrinking, self);
  else
    g_error ("%s cannot be started", words[0]);
}

/* --- what children say ------------------------------------------------------------------------- */

static void
take_block (Parent *parent, const char *text)
{
  char *end = (char *) text;
  gint64 *sums[] = { &parent->n_variants, &parent->n_kernels, &parent->n_units, &parent->n_compiled };

  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    *sums[i] += g_ascii_strtoll (end, &end, 10);
  for (guint64 op; *end == ' ';)
    if ((op = g_ascii_strtoull (end, &end, 10)) < fl_aten_get_n_rows ())
      parent->was_made[op] = TRUE;
}

static void
take_passes (Parent *parent, const char *text)
{
  char *end = (char *) text;

  for (guint i = 0; *end == ' '; i++)
    {
      const gint64 n = g_ascii_strtoll (end, &end, 10);

      if (i == parent->passes->len)
        g_array_set_size (parent->passes, i + 1);
      g_array_index (parent->passes, gint64, i) += n;
    }
}

static void
print_passes (const Parent *parent)
{
  const gint64 *sums = (const gint64 *) parent->passes->data;

  if (parent->passes->len != N_PASS_SUMS + fl_loop_passes_get_n ())
    return;
  printf ("%" G_GINT64_FORMAT " kernels of %" G_GINT64_FORMAT " programs, %" G_GINT64_FORMAT
          " subsets of passes, %" G_GINT64_FORMAT " of them interpreted, %" G_GINT64_FORMAT
          " in several functions; programs that a pass changed:\n",
          sums[1], sums[0], sums[2], sums[3], sums[4]);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    printf ("%6" G_GINT64_FORMAT "  %5.1f %%  %s\n", sums[N_PASS_SUMS + i],
            100.0 * sums[N_PASS_SUMS + i] / MAX (sums[0], 1), fl_loop_passes_get (i)->name);
}

/* All other lines are not ours: GLib says an assertion's last words here, too, and those end no
 * program. */
static void
take_line (Parent *parent, Job *job, const char *line)
{
  const struct
  {
    const char *word;
    gint64 *n; /* NULL: told by report */
  } ends[] = { { RND_SAYS_GOOD, &parent->n_good },
               { RND_SAYS_BAD, NULL },
               { RND_SAYS_IDLE, &parent->n_idle },
               { RND_SAYS_NONE, &parent->n_none } };
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  gint64 seed;

  if (g_str_has_prefix (line, RND_SAYS_BLOCK " "))
    {
      take_block (parent, line + strlen (RND_SAYS_BLOCK " "));
      return;
    }
  if (g_str_has_prefix (line, RND_SAYS_PASSES " "))
    {
      take_passes (parent, line + strlen (RND_SAYS_PASSES));
      return;
    }
  if (g_strv_length (words) < 2)
    return;
  seed = g_ascii_strtoll (words[1], NULL, 10);
  if (g_str_equal (words[0], RND_SAYS_BEGIN))
    {
      job->current = seed;
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_equal (words[0], ends[i].word))
      {
        job->current = -1;
        job->next = MAX (job->next, seed + 1);
        if (ends[i].n != NULL)
          ++*ends[i].n;
        else
          report (parent, seed, words[2] != NULL ? words[2] : "?");
      }
}

/* Of this process and all that have ended. */
static double
get_processor_s (void)
{
  struct rusage own, others;

  getrusage (RUSAGE_SELF, &own);
  getrusage (RUSAGE_CHILDREN, &others);
  return own.ru_utime.tv_sec + own.ru_stime.tv_sec + others.ru_utime.tv_sec + others.ru_stime.tv_sec
         + (own.ru_utime.tv_usec + own.ru_stime.tv_usec + others.ru_utime.tv_usec + others.ru_stime.tv_usec) / 1e6;
}

static void
say (Parent *parent)
{
  double s = (g_get_monotonic_time () - parent->begin_us) / 1e6, processor_s = get_processor_s ();
  gint64 n = parent->n_good + parent->n_bad + parent->n_idle;
  guint n_ops = 0;

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    n_ops += parent->was_made[i];
  printf ("%" G_GINT64_FORMAT " programs in %.0f s (%.2f/s; %.3f s of processor time each, %.0f in "
          "all): %" G_GINT64_FORMAT " good, %" G_GINT64_FORMAT " bad, %" G_GINT64_FORMAT
          " compared nothing, %" G_GINT64_FORMAT " not made; %u of %u operators; %" G_GINT64_FORMAT
          " variants and %" G_GINT64_FORMAT " kernels run, %" G_GINT64_FORMAT " kernels compiled in %" G_GINT64_FORMAT
          " units\n",
          n, s, n / MAX (s, 0.001), processor_s / MAX (n, 1), processor_s, parent->n_good, parent->n_bad,
          parent->n_idle, parent->n_none, n_ops, fl_aten_get_n_rows (), parent->n_variants, parent->n_kernels,
          parent->n_compiled, parent->n_units);
  fflush (stdout);
  parent->said_us = g_get_monotonic_time ();
  rnd_groups_write (parent->groups);
}

/* --- jobs -------------------------------------------------------------------------------------- */

static void
next_job (Parent *parent)
{
  gboolean is_late = parent->request->seconds > 0
                     && g_get_monotonic_time () - parent->begin_us > parent->request->seconds * G_USEC_PER_SEC;

  if (!g_queue_is_empty (&parent->waiting))
    start_shrinking (parent, (gint64) GPOINTER_TO_SIZE (g_queue_pop_head (&parent->waiting)));
  else if (parent->next < parent->end && !is_late)
    {
      gint64 first = parent->next;

      parent->next = MIN (parent->end, (first / SHARE + 1) * SHARE);
      start_job (parent, first, parent->next, "");
    }
  else if (parent->n_running == 0)
    g_main_loop_quit (parent->loop);
}

static gboolean
is_skipped (const Job *job, gint64 seed)
{
  g_autofree char *word = g_strdup_printf ("%" G_GINT64_FORMAT, seed);
  g_auto (GStrv) words = g_strsplit (job->skipped->str, ",", -1);

  return g_strv_contains ((const char *const *) words, word);
}

static void
end_job (Parent *parent, Job *job)
{
  int status;

  g_subprocess_wait (job->process, NULL, NULL);
  status = g_subprocess_get_status (job->process);
  parent->n_running--;
  if (job->current >= 0) /* the job went down with the process */
    {
      g_autofree char *klass = WIFSIGNALED (status) ? g_strdup_printf ("crash: signal %d (%s)", WTERMSIG (status),
                                                                       g_strsignal (WTERMSIG (status)))
                                                    : g_strdup ("crash: exit");

      report (parent, job->current, klass);
      g_string_append_printf (job->skipped, ",%" G_GINT64_FORMAT, job->current);
    }
  /* One that ends before it began on anything, and made no way, is not tried for ever: its programs
   * count as failed, since nobody knows what they are. */
  if (job->next < job->last && (job->current >= 0 || job->next > job->first))
    start_job (parent, job->next, job->last, job->skipped->str);
  else
    {
      for (gint64 seed = job->next; status != 0 && seed < job->last; seed++)
        if (!is_skipped (job, seed))
          report (parent, seed, "not tried: its child ended before");
      next_job (parent);
    }
  if (g_get_monotonic_time () - parent->said_us > SAY_EACH_S * G_USEC_PER_SEC)
    say (parent);
  g_object_unref (job->lines);
  g_object_unref (job->process);
  g_string_free (job->skipped, TRUE);
  g_free (job);
}

typedef struct
{
  Parent *parent;
  Job *job;
} Reader;

static void
read_line (GObject *source, GAsyncResult *result, gpointer data)
{
  Reader *reader = data;
  g_autofree char *line = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  if (line == NULL)
    {
      end_job (reader->parent, reader->job);
      g_free (reader);
      return;
    }
  take_line (reader->parent, reader->job, line);
  g_data_input_stream_read_line_async (reader->job->lines, G_PRIORITY_DEFAULT, NULL, read_line, reader);
}

static void
start_job (Parent *parent, gint64 first, gint64 last, const char *skipped)
{
  g_autofree char *seed = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, first),
                  *n = g_strdup_printf ("--count=%" G_GINT64_FORMAT, last - first),
                  *skip = g_strconcat ("--skip=", skipped, NULL);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);
  Reader *reader = g_new0 (Reader, 1);

  g_strv_builder_addv (argv, (const char **) parent->request->child_argv);
  g_strv_builder_add_many (argv, "--child", seed, n, skip, NULL);
  g_auto (GStrv) words = g_strv_builder_end (argv);
  *job = (Job) { .first = first, .next = first, .last = last, .current = -1, .skipped = g_string_new (skipped) };
  job->process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  if (job->process == NULL)
    g_error ("%s", error->message);
  job->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (job->process));
  *reader = (Reader) { parent, job };
  parent->n_running++;
  g_data_input_stream_read_line_async (job->lines, G_PRIORITY_DEFAULT, NULL, read_line, reader);
}

int
rnd_parent_run (const RndParentRequest *request)
{
  Parent parent = { .request = request,
                    .loop = g_main_loop_new (NULL, FALSE),
                    .next = request->first_seed,
                    .end = request->first_seed + request->count,
                    .begin_us = g_get_monotonic_time (),
                    .said_us = g_get_monotonic_time (),
                    .was_made = g_new0 (gboolean, fl_aten_get_n_rows ()),
                    .passes = g_array_new (FALSE, TRUE, sizeof (gint64)) };

  if (g_mkdir_with_parents (request->out_folder, 0755) != 0)
    g_error ("%s cannot be made", request->out_folder);
  parent.groups = rnd_groups_new (request->out_folder);
  for (guint i = 0; i < request->jobs && (i == 0 || parent.next < parent.end); i++)
    next_job (&parent);
  g_main_loop_run (parent.loop);
  say (&parent);
  if (request->prints_passes)
    print_passes (&parent);
  rnd_groups_print (parent.groups);
  rnd_groups_free (parent.groups);
  g_queue_clear (&parent.waiting);
  g_free (parent.was_made);
  g_array_unref (parent.passes);
  g_main_loop_unref (parent.loop);
  return parent.n_bad > 0;
}
