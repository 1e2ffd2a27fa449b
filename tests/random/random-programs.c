/* random-programs --seed N --count M --jobs J --out DIR: makes programs, tries each in children
 * that may crash, makes those that fail smaller, and writes them with a line that says how.
 * random-programs --check FILE tries one; --print prints them. */
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fl-loop-passes.h"

#include "random-check.h"
#include "random-choices.h"
#include "random-dump.h"
#include "random-features.h"
#include "random-maker.h"
#include "random-parent.h"
#include "random-shrink.h"
#include "random-trial.h"

enum
{
  MOST_TRIES = 250,
  MOST_S = 600 /* of one program, and the block's compilers: then the child ends */
};

static gint64 first_seed = -1, count = 100, seconds, n_each;
static gint jobs = 1;
static char *out_folder, *worker_path, *check_path, *shrink_path, *dump_path, *only_name, *cache_path, *program_path,
    *variant, *skipped;
static gboolean is_cuda, prints, no_checked, only_loops, is_child, no_shrink, lists_unreached, is_full, prints_features,
    prints_passes;

static const GOptionEntry entries[] = {
  { "seed", 0, 0, G_OPTION_ARG_INT64, &first_seed,
    "First seed (default: 1; with --check and --shrink: the one that the file names)", "N" },
  { "count", 0, 0, G_OPTION_ARG_INT64, &count, "How many programs", "M" },
  { "seconds", 0, 0, G_OPTION_ARG_INT64, &seconds, "Begin nothing new after so long, however many were asked for",
    "S" },
  { "jobs", 0, 0, G_OPTION_ARG_INT, &jobs, "Children at the same time", "J" },
  { "out", 0, 0, G_OPTION_ARG_FILENAME, &out_folder,
    "Where failing programs and failures.txt are written (default: random-failures)", "DIR" },
  { "worker", 0, 0, G_OPTION_ARG_FILENAME, &worker_path,
    "fuseloom-worker (default: $FUSELOOM_WORKER, or beside this program)", "PATH" },
  { "cache", 0, 0, G_OPTION_ARG_FILENAME, &cache_path, "Folder of compiled kernels (default: OUT/kernels)", "DIR" },
  { "check", 0, 0, G_OPTION_ARG_FILENAME, &check_path, "Try this program: exit 1 and how it fails, in three lines",
    "FILE" },
  { "shrink", 0, 0, G_OPTION_ARG_FILENAME, &shrink_path, "Make this failing program smaller: FILE.min.py", "FILE" },
  { "full", 0, 0, G_OPTION_ARG_NONE, &is_full, "Every planner, pool and width for every program, not for one in twenty",
    NULL },
  { "variant", 0, 0, G_OPTION_ARG_STRING, &variant, "Only this variant, as --check named it", "NAME" },
  { "dump", 0, 0, G_OPTION_ARG_FILENAME, &dump_path,
    "Write programs, or that of --check, with inputs and the reference's results", "DIR" },
  { "each", 0, 0, G_OPTION_ARG_INT64, &n_each, "With --dump: so many of one call for every operator", "N" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only_name, "Begin every program with this operator", "aten.add.Tensor" },
  { "print", 0, 0, G_OPTION_ARG_NONE, &prints, "Print the programs and do no more", NULL },
  { "unreached", 0, 0, G_OPTION_ARG_NONE, &lists_unreached, "List operators that no program has, with the reason",
    NULL },
  { "histogram", 0, 0, G_OPTION_ARG_NONE, &prints_features,
    "Print how many programs have symbols, strides of 0, views of views and the like", NULL },
  { "no-bounds", 0, 0, G_OPTION_ARG_NONE, &no_checked, "Kernels as users run them, none that check their bounds",
    NULL },
  { "loops", 0, 0, G_OPTION_ARG_NONE, &only_loops, "Loop programs and their passes alone: no kernel is compiled",
    NULL },
  { "passes", 0, 0, G_OPTION_ARG_NONE, &prints_passes,
    "Say of every pass over loop programs how many programs it changed something in", NULL },
  { "cuda", 0, 0, G_OPTION_ARG_NONE, &is_cuda, "CUDA kernels, run by an emulation on the CPU", NULL },
  { "no-shrink", 0, 0, G_OPTION_ARG_NONE, &no_shrink, "Write failing programs as they are", NULL },
  { "child", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &is_child, NULL, NULL },
  { "skip", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &skipped, NULL, NULL },
  { NULL },
};

static char *
make_program (gint64 seed, const char **why, gboolean *was_made)
{
  const FlAtenRow *row = only_name != NULL ? fl_aten_find (only_name) : NULL;
  RndRequest request
      = { .seed = (guint32) seed, .only = row, .was_made = was_made, .is_cuda = is_cuda, .is_for_loops = only_loops };

  return rnd_program_make (&request, why);
}

static RndCheckRequest
make_request (void)
{
  return (RndCheckRequest) { .worker_path = worker_path,
                             .cache_folder = cache_path,
                             .is_unchecked = no_checked,
                             .only_loops = only_loops,
                             .is_cuda = is_cuda,
                             .is_full = is_full,
                             .only_variant = variant };
}

/* --- the child --------------------------------------------------------------------------------- */

static void
say_begin (guint32 seed)
{
  printf (RND_SAYS_BEGIN " %u\n", seed);
  fflush (stdout);
  alarm (MOST_S);
}

static void
say_item (const RndItem *item, const char *why)
{
  const RndVerdict *verdict = &item->verdict;

  if (item->text == NULL)
    printf (RND_SAYS_NONE " %u %s\n", item->seed, why);
  else if (verdict->klass != NULL)
    printf (RND_SAYS_BAD " %u %s\n", item->seed, verdict->klass);
  else if (verdict->is_idle)
    printf (RND_SAYS_IDLE " %u %s\n", item->seed, verdict->detail);
  else
    printf (RND_SAYS_GOOD " %u\n", item->seed);
}

static gboolean
is_skipped (gint64 seed)
{
  g_auto (GStrv) words = g_strsplit (skipped != NULL ? skipped : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && g_ascii_strtoll (words[i], NULL, 10) == seed)
      return TRUE;
  return FALSE;
}

/* What the block ran; what was compiled since the last one. */
static void
say_block (const RndItem *items, guint n, const gboolean *was_made)
{
  static RndTotals before;
  const RndTotals *now = rnd_get_totals ();
  guint64 n_variants = 0, n_kernels = 0;

  for (guint i = 0; i < n; i++)
    {
      n_variants += items[i].verdict.n_variants;
      n_kernels += items[i].verdict.n_kernels;
    }
  printf (RND_SAYS_BLOCK " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
          n_variants, n_kernels, now->n_units - before.n_units, now->n_kernels - before.n_kernels);
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    if (was_made[i])
      printf (" %u", i);
  printf ("\n");
  fflush (stdout);
  before = *now;
}

/* What passes changed since the last block. */
static void
say_passes (void)
{
  static RndLoopTotals before;
  static guint64 *n_before;
  const RndLoopTotals *now = rnd_trial_get_totals ();

  printf (RND_SAYS_PASSES " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                          " %" G_GUINT64_FORMAT,
          now->n_programs - before.n_programs, now->n_kernels - before.n_kernels, now->n_subsets - before.n_subsets,
          now->n_interpreted - before.n_interpreted, now->n_divided - before.n_divided);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    printf (" %" G_GUINT64_FORMAT, now->n_changed[i] - (n_before != NULL ? n_before[i] : 0));
  printf ("\n");
  fflush (stdout);
  g_free (n_before);
  n_before = g_memdup2 (now->n_changed, sizeof *n_before * fl_loop_passes_get_n ());
  before = *now;
}

static void
try_block (gint64 first, gint64 end)
{
  g_autofree gboolean *was_made = g_new0 (gboolean, fl_aten_get_n_rows ());
  RndItem items[RND_BLOCK] = { 0 };
  const char *why[RND_BLOCK] = { NULL };
  RndCheckRequest request = make_request ();
  guint n = 0;

  request.begin = say_begin;
  for (gint64 seed = first; seed < end; seed++)
    if (!is_skipped (seed))
      {
        say_begin ((guint32) seed);
        items[n].seed = (guint32) seed;
        items[n].text = make_program (seed, &why[n], was_made);
        n++;
      }
  rnd_check_items (items, n, &request);
  for (guint i = 0; i < n; i++)
    say_item (&items[i], why[i]);
  say_block (items, n, was_made);
  say_passes ();
  for (guint i = 0; i < n; i++)
    {
      g_free ((char *) items[i].text);
      rnd_verdict_clear (&items[i].verdict);
    }
}

static int
run_child (void)
{
  gint64 end = first_seed + count;

  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* compilers count as ours */
  for (gint64 seed = first_seed; seed < end;)
    {
      gint64 next = MIN (end, (seed / RND_BLOCK + 1) * RND_BLOCK);

      try_block (seed, next);
      seed = next;
    }
  while (wait (NULL) > 0)
    ;
  return 0;
}

/* --- one file ---------------------------------------------------------------------------------- */

/* The one that the file names, unless another was asked for. */
static guint32
find_seed (const char *text)
{
  const char *line = strstr (text, "# seed ");

  return first_seed >= 0 || line == NULL ? (guint32) MAX (first_seed, 0)
                                         : (guint32) g_ascii_strtoll (line + strlen ("# seed "), NULL, 10);
}

static int
check_file (void)
{
  RndCheckRequest request = make_request ();
  RndVerdict verdict = { 0 };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  request.is_strict = TRUE;
  if (!g_file_get_contents (check_path, &text, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  rnd_check_text (text, find_seed (text), &request, &verdict);
  if (verdict.klass != NULL)
    {
      printf ("%s\n%s\n%s\n", verdict.klass, verdict.variant != NULL ? verdict.variant : "",
              verdict.detail != NULL ? verdict.detail : "");
      status = 1;
    }
  else
    printf ("fine\n%s\n", verdict.detail != NULL ? verdict.detail : "");
  rnd_verdict_clear (&verdict);
  return status;
}

/* What all children are called with. */
static GStrv
make_child_argv (void)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_autofree char *worker = g_strconcat ("--worker=", worker_path, NULL),
                  *cache = g_strconcat ("--cache=", cache_path, NULL), *only = g_strconcat ("--only=", only_name, NULL);

  g_strv_builder_add_many (argv, program_path, worker, cache, NULL);
  if (no_checked)
    g_strv_builder_add (argv, "--no-bounds");
  if (is_cuda)
    g_strv_builder_add (argv, "--cuda");
  if (only_loops)
    g_strv_builder_add (argv, "--loops");
  if (is_full)
    g_strv_builder_add (argv, "--full");
  if (only_name != NULL)
    g_strv_builder_add (argv, only);
  return g_strv_builder_end (argv);
}

static int
shrink_file (void)
{
  g_auto (GStrv) argv = make_child_argv ();
  g_autofree char *base = g_str_has_suffix (shrink_path, ".py") ? g_strndup (shrink_path, strlen (shrink_path) - 3)
                                                                : g_strdup (shrink_path),
                  *minimal = g_strconcat (base, ".min.py", NULL), *text = NULL;

  if (!g_file_get_contents (shrink_path, &text, NULL, NULL))
    return 1;
  return rnd_shrink ((const char *const *) argv, find_seed (text), shrink_path, minimal, MOST_TRIES) ? 0 : 1;
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
dump_file (void)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (check_path),
                  *stem = g_strdup_printf ("%s/%.*s", dump_path, (int) strcspn (name, "."), name);
  g_autoptr (GError) error = NULL;

  if (g_file_get_contents (check_path, &text, NULL, &error) && rnd_dump (text, stem, &error))
    return 0;
  fprintf (stderr, "%s: %s\n", check_path, error->message);
  return 1;
}

static int
dump (void)
{
  if (g_mkdir_with_parents (dump_path, 0755) != 0)
    g_error ("%s cannot be made", dump_path);
  if (check_path != NULL)
    return dump_file ();
  for (guint i = 0; n_each > 0 && i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      const char *why;
      g_autofree char *name = g_strconcat (row->name, "-", NULL);

      for (gint64 seed = first_seed; rnd_find_maker (row, &why) != NULL && seed < first_seed + n_each; seed++)
        dump_one (&(RndRequest) { .seed = (guint32) seed, .n_calls = 1, .only = row }, name);
    }
  for (gint64 seed = first_seed; n_each == 0 && seed < first_seed + count; seed++)
    dump_one (&(RndRequest) { .seed = (guint32) seed }, "");
  return 0;
}

static int
list_unreached (void)
{
  guint n = 0;

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      const char *why = NULL;

      if (rnd_find_maker (row, &why) != NULL)
        {
          gboolean was_made = FALSE;

          for (guint32 seed = 1; seed <= 8 && !was_made; seed++)
            {
              RndRequest request = { .seed = seed, .n_calls = 1, .only = row };
              g_autofree char *text = rnd_program_make (&request, &why);

              was_made = text != NULL;
            }
          if (was_made)
            continue;
        }
      printf ("%s(%s): %s\n", row->name, row->signature, why);
      n++;
    }
  printf ("%u of %u operators in no program\n", n, fl_aten_get_n_rows ());
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

/* Kernels of CUDA are compiled by what brings the emulation. */
static void
choose_emulation (void)
{
  g_autofree char *folder = g_path_get_dirname (program_path),
                  *source = g_build_filename (folder, "..", "..", "..", NULL), *compiler = NULL;

  g_setenv ("FUSELOOM_SOURCE_DIR", source, FALSE);
  compiler = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "cuda", "emulated-cc", NULL);
  g_setenv ("FUSELOOM_CC", compiler, TRUE);
}

static int
run_parent (void)
{
  g_auto (GStrv) argv = make_child_argv ();
  RndParentRequest request = { .program_path = program_path,
                               .out_folder = out_folder,
                               .child_argv = (const char *const *) argv,
                               .first_seed = first_seed,
                               .count = count,
                               .seconds = seconds,
                               .jobs = (guint) MAX (jobs, 1),
                               .no_shrink = no_shrink,
                               .prints_passes = prints_passes };

  return rnd_parent_run (&request);
}

static int
print_programs (void)
{
  for (gint64 seed = first_seed; seed < first_seed + count; seed++)
    {
      const char *why = NULL;
      g_autofree char *text = make_program (seed, &why, NULL);

      printf ("# seed %" G_GINT64_FORMAT "\n%s\n", seed, text != NULL ? text : why);
    }
  return 0;
}

static int
print_features (void)
{
  RndFeatures features = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  for (gint64 seed = first_seed; seed < first_seed + count; seed++)
    {
      RndRequest request = { .seed = (guint32) seed, .features = &features };

      g_free (rnd_program_make (&request, NULL));
    }
  rnd_features_append (&features, out);
  fputs (out->str, stdout);
  return 0;
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
  if (is_cuda)
    choose_emulation ();
  if (worker_path == NULL)
    worker_path = find_worker ();
  if (out_folder == NULL)
    out_folder = g_strdup ("random-failures");
  if (cache_path == NULL)
    cache_path = g_build_filename (out_folder, "kernels", NULL);
  {
    g_autofree char *given = cache_path;

    cache_path = g_canonicalize_filename (given, NULL); /* sanitizers name kernels by it */
  }
  if (check_path != NULL && dump_path == NULL)
    return check_file ();
  if (shrink_path != NULL)
    return shrink_file ();
  first_seed = MAX (first_seed, 1);
  if (lists_unreached)
    return list_unreached ();
  if (dump_path != NULL)
    return dump ();
  if (prints)
    return print_programs ();
  if (prints_features)
    return print_features ();
  return is_child ? run_child () : run_parent ();
}
