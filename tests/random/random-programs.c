/* random-programs --seed N --count M --jobs J --out DIR: makes programs, tries each in children
 * that may crash, shrinks those that fail, and writes them with a line that says how.
 * random-programs --check FILE tries one; --print prints them. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random-check.h"
#include "random-dump.h"
#include "random-maker.h"
#include "random-shrink.h"

enum
{
  MOST_TRIES = 400
};

static gint64 first_seed = 1, count = 100, seconds, n_each;
static gint jobs = 1;
static char *out_folder, *worker_path, *check_path, *shrink_path, *dump_path, *only_name,
    *cache_path, *program_path;
static gboolean prints, no_checked, is_child, no_shrink, lists_unreached;

static const GOptionEntry entries[] = {
  { "seed", 0, 0, G_OPTION_ARG_INT64, &first_seed, "First seed", "N" },
  { "count", 0, 0, G_OPTION_ARG_INT64, &count, "How many programs", "M" },
  { "seconds", 0, 0, G_OPTION_ARG_INT64, &seconds, "End after so long, however many were asked for",
    "S" },
  { "jobs", 0, 0, G_OPTION_ARG_INT, &jobs, "Children at the same time", "J" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, &out_folder, "Where failing programs are written", "DIR" },
  { "worker", 0, 0, G_OPTION_ARG_FILENAME, &worker_path,
    "fuseloom-worker (default: $FUSELOOM_WORKER)", "PATH" },
  { "cache", 0, 0, G_OPTION_ARG_FILENAME, &cache_path,
    "Folder of compiled kernels (default: OUT/kernels)", "DIR" },
  { "check", 0, 0, G_OPTION_ARG_FILENAME, &check_path,
    "Try this program: exit 1 and a line when it fails", "FILE" },
  { "shrink", 0, 0, G_OPTION_ARG_FILENAME, &shrink_path,
    "Make this failing program smaller: FILE.min.py", "FILE" },
  { "dump", 0, 0, G_OPTION_ARG_FILENAME, &dump_path,
    "Write programs, inputs and the reference's results", "DIR" },
  { "each", 0, 0, G_OPTION_ARG_INT64, &n_each,
    "With --dump: so many of one call for every operator", "N" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only_name, "Begin every program with this operator",
    "aten.add.Tensor" },
  { "print", 0, 0, G_OPTION_ARG_NONE, &prints, "Print the programs and do no more", NULL },
  { "unreached", 0, 0, G_OPTION_ARG_NONE, &lists_unreached,
    "List operators that no program has, with the reason", NULL },
  { "no-bounds", 0, 0, G_OPTION_ARG_NONE, &no_checked, "Without kernels that check their bounds",
    NULL },
  { "no-shrink", 0, 0, G_OPTION_ARG_NONE, &no_shrink, "Write failing programs as they are", NULL },
  { "child", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &is_child, NULL, NULL },
  { NULL },
};

static RndCheckRequest
make_request (guint32 seed)
{
  return (RndCheckRequest){
    .worker_path = worker_path, .cache_folder = cache_path, .seed = seed, .is_checked = !no_checked
  };
}

static char *
make_program (guint32 seed, const char **why)
{
  const FlAtenRow *row = only_name != NULL ? fl_aten_find (only_name) : NULL;
  RndRequest request = { .seed = seed, .only = row != NULL ? row->op : FL_N_ATEN_OPS };

  return rnd_program_make (&request, why);
}

/* --- the child
 * -------------------------------------------------------------------------------------------------------
 */

/* Lines to the parent: "begin SEED", "good SEED programs modules compiled", "bad SEED class", "idle
 * SEED why", "none SEED why". */
static int
run_child (void)
{
  for (gint64 seed = first_seed; seed < first_seed + count; seed++)
    {
      RndCheckRequest request = make_request ((guint32) seed);
      const char *why = NULL;
      g_autofree char *text = NULL;
      RndVerdict verdict = { 0 };

      printf ("begin %" G_GINT64_FORMAT "\n", seed);
      fflush (stdout);
      text = make_program ((guint32) seed, &why);
      if (text == NULL)
        {
          printf ("none %" G_GINT64_FORMAT " %s\n", seed, why);
          continue;
        }
      rnd_check_text (text, &request, &verdict);
      if (verdict.klass != NULL)
        printf ("bad %" G_GINT64_FORMAT " %s\n", seed, verdict.klass);
      else if (verdict.is_idle)
        printf ("idle %" G_GINT64_FORMAT " %s\n", seed, verdict.detail);
      else
        printf ("good %" G_GINT64_FORMAT " %u %u %u\n", seed, verdict.n_programs, verdict.n_modules,
                verdict.n_compiled);
      fflush (stdout);
      rnd_verdict_clear (&verdict);
    }
  return 0;
}

static int
check_file (void)
{
  RndCheckRequest request = make_request ((guint32) first_seed);
  RndVerdict verdict = { 0 };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (!g_file_get_contents (check_path, &text, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  rnd_check_text (text, &request, &verdict);
  if (verdict.klass != NULL)
    {
      printf ("%s\n%s\n", verdict.klass, verdict.detail != NULL ? verdict.detail : "");
      status = 1;
    }
  else
    printf ("fine\n%s\n", verdict.detail != NULL ? verdict.detail : "");
  rnd_verdict_clear (&verdict);
  return status;
}

static void
dump_one (const RndRequest *request, const char *name)
{
  g_autofree char *text = rnd_program_make (request, NULL),
                  *stem = g_strdup_printf ("%s/%s%u", dump_path, name, request->seed);
  g_autoptr (GError) error = NULL;

  if (text != NULL && !rnd_dump (text, stem, &error))
    fprintf (stderr, "%s: %s\n", stem, error->message);
}

static int
dump (void)
{
  if (g_mkdir_with_parents (dump_path, 0755) != 0)
    g_error ("%s cannot be made", dump_path);
  for (guint op = 0; n_each > 0 && op < FL_N_ATEN_OPS; op++)
    {
      const char *why;
      g_autofree char *name = g_strconcat (fl_aten_get_row (op)->name, "-", NULL);

      for (gint64 seed = first_seed;
           rnd_find_maker (fl_aten_get_row (op), &why) != NULL && seed < first_seed + n_each;
           seed++)
        dump_one (&(RndRequest){ .seed = (guint32) seed, .n_calls = 1, .only = op }, name);
    }
  for (gint64 seed = first_seed; n_each == 0 && seed < first_seed + count; seed++)
    dump_one (&(RndRequest){ .seed = (guint32) seed, .only = FL_N_ATEN_OPS }, "");
  return 0;
}

static int
shrink_file (void)
{
  g_autofree char *seed = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, first_seed),
                  *worker = g_strconcat ("--worker=", worker_path, NULL),
                  *cache = g_strconcat ("--cache=", cache_path, NULL),
                  *base = g_str_has_suffix (shrink_path, ".py")
                              ? g_strndup (shrink_path, strlen (shrink_path) - 3)
                              : g_strdup (shrink_path),
                  *minimal = g_strconcat (base, ".min.py", NULL);
  const char *argv[]
      = { program_path, seed, worker, cache, no_checked ? "--no-bounds" : NULL, NULL };

  return rnd_shrink (argv, shrink_path, minimal, MOST_TRIES) ? 0 : 1;
}

/* --- the parent
 * ------------------------------------------------------------------------------------------------------
 */

typedef struct
{
  GSubprocess *process;
  GDataInputStream *lines;
  gint64 next, last, current; /* seeds; current: begun and not ended, or -1 */
} Job;

typedef struct
{
  GMainLoop *loop;
  gint64 next, end, begin_us;
  gint64 n_good, n_bad, n_none, n_idle, n_programs, n_modules, n_compiled;
  guint n_running;
  GHashTable *classes; /* text -> count */
} Parent;

enum
{
  SHARE = 50, /* programs a child */
  SHRUNK_OF_CLASS = 3
};

static void start_shrinking (Parent *parent, const char *option, gint64 seed);
static void end_shrinking (GObject *process, GAsyncResult *result, gpointer data);
static void start_job (Parent *parent, gint64 first, gint64 last);

static void
report (Parent *parent, gint64 seed, const char *klass)
{
  g_autofree char *name = g_strdup_printf ("%s/%" G_GINT64_FORMAT, out_folder, seed),
                  *path = g_strconcat (name, ".py", NULL), *line = NULL,
                  *text = make_program ((guint32) seed, NULL);
  guint seen = GPOINTER_TO_UINT (g_hash_table_lookup (parent->classes, klass));
  FILE *list;

  parent->n_bad++;
  g_hash_table_insert (parent->classes, g_strdup (klass), GUINT_TO_POINTER (seen + 1));
  line = g_strdup_printf ("%s/failures.txt", out_folder);
  list = fopen (line, "a");
  if (list != NULL)
    {
      fprintf (list, "%" G_GINT64_FORMAT "\t%s\n", seed, klass);
      fclose (list);
    }
  printf ("%" G_GINT64_FORMAT ": %s\n", seed, klass);
  fflush (stdout);
  if (text != NULL)
    g_file_set_contents (path, text, -1, NULL);
  if (text != NULL && !no_shrink && seen < SHRUNK_OF_CLASS)
    {
      g_autofree char *option = g_strconcat ("--shrink=", path, NULL);
      start_shrinking (parent, option, seed);
    }
}

/* A child of its own, beside the others: failures are to be few. */
static void
start_shrinking (Parent *parent, const char *option, gint64 seed)
{
  g_autofree char *number = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, seed),
                  *worker = g_strconcat ("--worker=", worker_path, NULL),
                  *cache = g_strconcat ("--cache=", cache_path, NULL);
  const char *argv[]
      = { program_path, option, number, worker, cache, no_checked ? "--no-bounds" : NULL, NULL };
  GSubprocess *process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_NONE, NULL);

  if (process == NULL)
    return;
  parent->n_running++;
  g_subprocess_wait_async (process, NULL, end_shrinking, parent);
}

static void
take_line (Parent *parent, Job *job, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 3);

  if (g_strv_length (words) < 2)
    return;
  if (g_str_equal (words[0], "begin"))
    {
      job->current = g_ascii_strtoll (words[1], NULL, 10);
      return;
    }
  job->next = g_ascii_strtoll (words[1], NULL, 10) + 1;
  job->current = -1;
  if (g_str_equal (words[0], "bad"))
    report (parent, job->next - 1, words[2]);
  else if (g_str_equal (words[0], "none"))
    parent->n_none++;
  else if (g_str_equal (words[0], "idle"))
    parent->n_idle++;
  else
    {
      guint a = 0, b = 0, c = 0;

      parent->n_good++;
      if (words[2] != NULL && sscanf (words[2], "%u %u %u", &a, &b, &c) == 3)
        {
          parent->n_programs += a;
          parent->n_modules += b;
          parent->n_compiled += c;
        }
    }
}

static void
say (Parent *parent)
{
  double s = (g_get_monotonic_time () - parent->begin_us) / 1e6;
  gint64 n = parent->n_good + parent->n_bad + parent->n_idle;

  printf ("%" G_GINT64_FORMAT " programs in %.0f s (%.2f/s): %" G_GINT64_FORMAT
          " good, %" G_GINT64_FORMAT " bad, %" G_GINT64_FORMAT
          " compared nothing, %" G_GINT64_FORMAT " not made; %" G_GINT64_FORMAT
          " variants run, %" G_GINT64_FORMAT " modules, %" G_GINT64_FORMAT " compiled\n",
          n, s, n / MAX (s, 0.001), parent->n_good, parent->n_bad, parent->n_idle, parent->n_none,
          parent->n_programs, parent->n_modules, parent->n_compiled);
  fflush (stdout);
}

static void
next_job (Parent *parent)
{
  gboolean is_late
      = seconds > 0 && g_get_monotonic_time () - parent->begin_us > seconds * G_USEC_PER_SEC;

  if (parent->next < parent->end && !is_late)
    {
      gint64 first = parent->next;

      parent->next = MIN (parent->end, first + SHARE);
      start_job (parent, first, parent->next);
    }
  else if (parent->n_running == 0)
    g_main_loop_quit (parent->loop);
}

static void
end_shrinking (GObject *process, GAsyncResult *result, gpointer data)
{
  Parent *parent = data;

  g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
  g_object_unref (process);
  if (--parent->n_running == 0)
    g_main_loop_quit (parent->loop);
}

static void
end_job (Parent *parent, Job *job)
{
  int status;

  g_subprocess_wait (job->process, NULL, NULL);
  status = g_subprocess_get_status (job->process);
  parent->n_running--;
  if (job->current >= 0) /* it went down with it */
    {
      g_autofree char *klass = WIFSIGNALED (status)
                                   ? g_strdup_printf ("crash: signal %d (%s)", WTERMSIG (status),
                                                      g_strsignal (WTERMSIG (status)))
                                   : g_strdup ("crash: exit");

      report (parent, job->current, klass);
      job->next = job->current + 1;
    }
  if (job->next < job->last)
    start_job (parent, job->next, job->last);
  else
    {
      if (parent->next / SHARE % 10 == 0)
        say (parent);
      next_job (parent);
    }
  g_object_unref (job->lines);
  g_object_unref (job->process);
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
  g_autofree char *line
      = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  if (line == NULL)
    {
      end_job (reader->parent, reader->job);
      g_free (reader);
      return;
    }
  take_line (reader->parent, reader->job, line);
  g_data_input_stream_read_line_async (reader->job->lines, G_PRIORITY_DEFAULT, NULL, read_line,
                                       reader);
}

static void
start_job (Parent *parent, gint64 first, gint64 last)
{
  g_autofree char *seed = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, first),
                  *n = g_strdup_printf ("--count=%" G_GINT64_FORMAT, last - first),
                  *worker = g_strconcat ("--worker=", worker_path, NULL),
                  *cache = g_strconcat ("--cache=", cache_path, NULL),
                  *only = g_strconcat ("--only=", only_name, NULL);
  const char *argv[10] = { program_path, "--child", seed, n, worker, cache };
  guint n_args = 6;
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);
  Reader *reader = g_new0 (Reader, 1);

  if (no_checked)
    argv[n_args++] = "--no-bounds";
  if (only_name != NULL)
    argv[n_args++] = only;
  *job = (Job){ .next = first, .last = last, .current = -1 };
  job->process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  if (job->process == NULL)
    g_error ("%s", error->message);
  job->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (job->process));
  *reader = (Reader){ parent, job };
  parent->n_running++;
  g_data_input_stream_read_line_async (job->lines, G_PRIORITY_DEFAULT, NULL, read_line, reader);
}

static int
run_parent (void)
{
  Parent parent = { .loop = g_main_loop_new (NULL, FALSE),
                    .next = first_seed,
                    .end = first_seed + count,
                    .begin_us = g_get_monotonic_time () };
  GHashTableIter iter;
  gpointer klass, n;

  parent.classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_mkdir_with_parents (out_folder, 0755) != 0)
    g_error ("%s cannot be made", out_folder);
  for (gint i = 0; i < jobs && parent.next < parent.end; i++)
    next_job (&parent);
  g_main_loop_run (parent.loop);
  say (&parent);
  g_hash_table_iter_init (&iter, parent.classes);
  while (g_hash_table_iter_next (&iter, &klass, &n))
    printf ("%6u  %s\n", GPOINTER_TO_UINT (n), (const char *) klass);
  g_hash_table_unref (parent.classes);
  g_main_loop_unref (parent.loop);
  return parent.n_bad > 0;
}

/* --- */

static int
list_unreached (void)
{
  guint n = 0;

  for (guint op = 0; op < FL_N_ATEN_OPS; op++)
    {
      const FlAtenRow *row = fl_aten_get_row (op);
      const char *why = NULL;

      if (rnd_find_maker (row, &why) != NULL)
        {
          gboolean was_made = FALSE;

          for (guint32 seed = 1; seed <= 8 && !was_made; seed++)
            {
              RndRequest request = { .seed = seed, .n_calls = 1, .only = op };
              g_autofree char *text = rnd_program_make (&request, &why);

              was_made = text != NULL;
            }
          if (was_made)
            continue;
        }
      printf ("%s(%s): %s\n", row->name, row->signature, why);
      n++;
    }
  printf ("%u of %u operators in no program\n", n, (guint) FL_N_ATEN_OPS);
  return 0;
}

/* In the environment, beside this program, or where the build has it. */
static char *
find_worker (void)
{
  static const char *const places[] = { "fuseloom-worker", "../../app/fuseloom-worker" };
  g_autofree char *folder = g_path_get_dirname (program_path);

  if (g_getenv ("FUSELOOM_WORKER") != NULL)
    return g_strdup (g_getenv ("FUSELOOM_WORKER"));
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_canonicalize_filename (path, NULL);
    }
  return g_strdup ("fuseloom-worker");
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- random programs");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  program_path = g_file_read_link ("/proc/self/exe", NULL);
  if (worker_path == NULL)
    worker_path = find_worker ();
  if (out_folder == NULL)
    out_folder = g_strdup ("random-failures");
  if (cache_path == NULL)
    cache_path = g_build_filename (out_folder, "kernels", NULL);
  if (lists_unreached)
    return list_unreached ();
  if (check_path != NULL)
    return check_file ();
  if (shrink_path != NULL)
    return shrink_file ();
  if (dump_path != NULL)
    return dump ();
  if (prints)
    {
      for (gint64 seed = first_seed; seed < first_seed + count; seed++)
        {
          const char *why = NULL;
          g_autofree char *text = make_program ((guint32) seed, &why);

          printf ("# seed %" G_GINT64_FORMAT "\n%s\n", seed, text != NULL ? text : why);
        }
      return 0;
    }
  return is_child ? run_child () : run_parent ();
}
