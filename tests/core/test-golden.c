/* Every case of tests/golden/{cpu,cuda}: the graph through our decomposition, lowering, scheduling
 * and fusion must give the reports that PyTorch gave, to the byte.
 * tests/golden/expected-differences.txt names the cases that do not, with the cause; one that has
 * become equal must be taken off the list.
 *
 *     test-golden --print DEVICE/CASE pre|post     our report of one case
 *     test-golden --list                           one line a case: what is equal */
#include <string.h>

<<<<<<< HEAD
#include "fl-golden.h"
=======
#include "fl-error.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-lower.h"

typedef struct
{
  char *error; /* the first stage that failed, and why */
  GString *pre, *post;
  GPtrArray *groups;     /* names of the originals of each scheduled node, sorted and joined */
  GHashTable *decisions; /* "2 refused op0 op5": round, what, pair, and the score of a candidate ->
                            why refused */
} Outcome;

typedef struct
{
  gboolean runs, partition, pre, post, decisions;
} Verdict;

/* --- running ---------------------------------------------------------------------------------- */

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_names (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
note_groups (Outcome *outcome, const FlSchedule *schedule)
{
  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (guint k = 0; k < schedule->nodes[i]->n_originals; k++)
        g_ptr_array_add (names, (gpointer) schedule->nodes[i]->originals[k]->name);
      g_ptr_array_add (outcome->groups, join_names (names));
    }
  g_ptr_array_sort (outcome->groups, compare_texts);
}

/* --- decisions -------------------------------------------------------------------------------- */

/* Where Inductor's CPU rules refuse without a word, the words are ours. */
static gboolean
is_silent_in_pytorch (const char *reason)
{
  static const char *const reasons[]
      = { "loops do not match", "too many nodes side by side",
          "nothing joins an outer loop sideways",
          "nothing joins a kernel of both orders from before",
          "it fits neither reduction of a kernel of both orders",
          "a kernel of both orders reads too much",
          "a part of it cannot be fused",
          "a reduction is read after its loops, and no outer loop is shared" };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reason, reasons[i]))
      return TRUE;
  return FALSE;
}

static void
add_decision (GHashTable *decisions,
              guint round,
              const char *what,
              const char *a,
              const char *b,
              const char *score,
              const char *reason)
{
  /* Some of PyTorch's rules turn a pair round before they refuse it. */
  gboolean is_turned = g_str_equal (what, "refused") && strcmp (a, b) > 0;
  g_autofree char *key = g_strdup_printf ("%u %s %s %s %s", round, what, is_turned ? b : a,
                                          is_turned ? a : b, score);

  if (!g_hash_table_contains (decisions, key))
    g_hash_table_insert (decisions, g_steal_pointer (&key), g_strdup (reason));
}

static void
note_decision (GHashTable *decisions, const FlEvent *event)
{
  const char *a = event->subject.name, *b = event->object.name;
  gboolean is_postponed = event->reason != NULL && g_str_has_prefix (event->reason, "postponed");

  if (event->verdict == FL_VERDICT_ACCEPT && event->kind == FL_EVENT_FUSE)
    add_decision (decisions, event->round, "fused", a, b, "", "");
  else if (event->verdict == FL_VERDICT_ACCEPT)
    add_decision (decisions, event->round, "candidate", a, b, event->facts, "");
  else if (is_postponed)
    add_decision (decisions, event->round, "postponed", a, b, "", "");
  else if (!is_silent_in_pytorch (event->reason))
    add_decision (decisions, event->round, "refused", a, b, "", event->reason);
}

/* A pair that was postponed is no candidate of its round. */
static gboolean
was_postponed (gpointer key, gpointer value, gpointer data)
{
  g_auto (GStrv) words = g_strsplit (key, " ", 5);
  g_autofree char *other = g_strdup_printf ("%s postponed %s %s ", words[0], words[2], words[3]);

  return g_str_equal (words[1], "candidate") && g_hash_table_contains (data, other);
}

static void
note_decisions (Outcome *outcome, const FlTrace *trace)
{
  for (guint i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);

      if (event->kind == FL_EVENT_CANDIDATE || event->kind == FL_EVENT_FUSE)
        note_decision (outcome->decisions, event);
    }
  g_hash_table_foreach_remove (outcome->decisions, was_postponed, outcome->decisions);
}

static gint64
read_field (const char *line, const char *field)
{
  const char *at = strstr (line, field);

  return at != NULL ? g_ascii_strtoll (at + strlen (field), NULL, 10) : 0;
}

/* fusion.txt, in the same words. */
static GHashTable *
read_decisions (const char *path)
{
  GHashTable *decisions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint round = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (lines[i]), " ", 4);
      g_autofree char *score = NULL;

      if (words[0] == NULL || g_str_equal (words[0], "round"))
        round += words[0] != NULL;
      else if (g_strv_length (words) >= 3)
        {
          if (g_str_equal (words[0], "candidate"))
            score = g_strdup_printf ("same kind %d, shared bytes %" G_GINT64_FORMAT ", distance %d",
                                     (int) read_field (lines[i], "node_type_score="),
                                     read_field (lines[i], " memory_score="),
                                     -(int) read_field (lines[i], "proximity_score="));
          g_strdelimit (words[2], ":", '\0');
          add_decision (decisions, round, words[0], words[1], words[2], score != NULL ? score : "",
                        g_str_equal (words[0], "refused") ? words[3] : "");
        }
    }
  return decisions;
}

/* A graph's text has no hints, so of symbolic sizes only the verdicts are compared. */
static gboolean
have_equal_decisions (GHashTable *ours, GHashTable *theirs, gboolean with_scores)
{
  GHashTableIter iter;
  gpointer key, reason;

  if (g_hash_table_size (ours) != g_hash_table_size (theirs))
    return FALSE;
  g_hash_table_iter_init (&iter, ours);
  while (g_hash_table_iter_next (&iter, &key, &reason))
    {
      const char *expected = g_hash_table_lookup (theirs, key);

      /* PyTorch writes the values compared into the reason; ours stand beside it. */
      if (expected != NULL ? !g_str_has_prefix (expected, reason)
                           : with_scores || strstr (key, "candidate") == NULL)
        return FALSE;
    }
  return TRUE;
}

/* --- running, continued ----------------------------------------------------------------------- */

static gboolean
run_stages (const FlPass *pass, const FlGraph *graph, Outcome *outcome, GError **error)
{
  g_autoptr (FlGraph) decomposed = fl_decompose_run (pass, graph, error);
  const FlLowered *lowered = decomposed != NULL ? fl_lower_run (pass, decomposed, error) : NULL;
  const FlSchedule *schedule = lowered != NULL ? fl_schedule_run (pass, lowered, error) : NULL;
  FlFormat format = pass->options->format;

  if (schedule == NULL || !fl_schedule_verify (schedule, error))
    return FALSE;
  fl_schedule_append_text (outcome->pre, schedule, format);
  schedule = fl_fuse_run (pass, schedule, error);
  if (schedule == NULL || !fl_schedule_verify (schedule, error))
    return FALSE;
  fl_schedule_append_text (outcome->post, schedule, format);
  note_groups (outcome, schedule);
  return TRUE;
}

static void
apply_settings (FlOptions *options, const cJSON *settings, GError **error)
{
  const cJSON *setting;

  cJSON_ArrayForEach (setting, settings)
  {
    g_autofree char *value
        = cJSON_IsBool (setting)
              ? g_strdup (cJSON_IsTrue (setting) ? "true" : "false")
              : g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) setting->valuedouble);
    g_autofree char *assignment = g_strdup_printf ("%s=%s", setting->string, value);

    /* What Fuseloom has no option for does not touch the scheduler. */
    fl_options_set (options, assignment, NULL);
  }
}

static void
run_case (const char *folder, FlTarget target, const cJSON *settings, Outcome *outcome)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *path = g_build_filename (folder, "fx.py", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  FlOptions options;
  FlPass pass = { .arena = arena,
                  .trace = fl_trace_new (arena),
                  .options = &options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };

  *outcome = (Outcome){ NULL, g_string_new (NULL), g_string_new (NULL),
                        g_ptr_array_new_with_free_func (g_free),
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };
  fl_options_init (&options);
  options.target = target;
  apply_settings (&options, settings, &error);
  if (error != NULL || graph == NULL || !run_stages (&pass, graph, outcome, &error))
    {
      outcome->error = g_strdup (error != NULL ? error->message : "no graph");
      for (char *c = outcome->error; *c != '\0'; c++)
        if (*c == '\n')
          *c = ' ';
    }
  note_decisions (outcome, pass.trace);
}

static void
outcome_clear (Outcome *outcome)
{
  g_free (outcome->error);
  g_string_free (outcome->pre, TRUE);
  g_string_free (outcome->post, TRUE);
  g_ptr_array_unref (outcome->groups);
  g_hash_table_unref (outcome->decisions);
}

/* --- comparing -------------------------------------------------------------------------------- */

static char *
get_golden_path (const char *device, const char *name, const char *file)
{
  return g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden", device, name, file,
                           NULL);
}

static gboolean
equals_file (const GString *text, const char *device, const char *name, const char *file)
{
  g_autofree char *path = get_golden_path (device, name, file);
  g_autofree char *golden = NULL;
  gsize length;

  return g_file_get_contents (path, &golden, &length, NULL) && length == text->len
         && memcmp (golden, text->str, length) == 0;
}

static gboolean
has_groups (const Outcome *outcome, const cJSON *groups)
{
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  const cJSON *group, *name;

  cJSON_ArrayForEach (group, groups)
  {
    g_autoptr (GPtrArray) names = g_ptr_array_new ();

    cJSON_ArrayForEach (name, group) g_ptr_array_add (names, name->valuestring);
    g_ptr_array_add (expected, join_names (names));
  }
  g_ptr_array_sort (expected, compare_texts);
  if (expected->len != outcome->groups->len)
    return FALSE;
  for (guint i = 0; i < expected->len; i++)
    if (!g_str_equal (expected->pdata[i], outcome->groups->pdata[i]))
      return FALSE;
  return TRUE;
}

static Verdict
judge (const Outcome *outcome, const char *device, const cJSON *golden)
{
  Verdict verdict = { .runs = outcome->error == NULL };
  g_autofree char *path = get_golden_path (device, golden->string, "fusion.txt");
  g_autoptr (GHashTable) decisions = read_decisions (path);

  verdict.pre = equals_file (outcome->pre, device, golden->string, "ir_pre_fusion.txt");
  verdict.post
      = verdict.runs && equals_file (outcome->post, device, golden->string, "ir_post_fusion.txt");
  verdict.partition = verdict.runs && has_groups (outcome, cJSON_GetObjectItem (golden, "groups"));
  verdict.decisions = have_equal_decisions (outcome->decisions, decisions,
                                            strstr (golden->string, "dynamic") == NULL);
  return verdict;
}

/* --- the list of known differences ------------------------------------------------------------ */

/* "cpu/case: cause", one a line; # begins a comment. */
static GHashTable *
read_expected (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"),
                                            "tests/golden/expected-differences.txt", NULL);
  GHashTable *causes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *colon = strstr (lines[i], ": ");

      if (lines[i][0] == '#' || lines[i][0] == '\0')
        continue;
      g_assert_nonnull (colon);
      g_hash_table_insert (causes, g_strndup (lines[i], colon - lines[i]), g_strdup (colon + 2));
    }
  return causes;
}

static cJSON *
read_index (const char *device)
{
  g_autofree char *path = get_golden_path (device, "index.json", NULL);
  g_autofree char *text = NULL;
  cJSON *index;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  index = cJSON_Parse (text);
  g_assert_nonnull (index);
  return index;
}
>>>>>>> 6d53629 (Fuse reductions over rows and columns of one input)

/* --- tests ------------------------------------------------------------------------------------ */

typedef void (*CaseFunc) (const char *device,
                          const cJSON *golden,
                          const Outcome *outcome,
                          gpointer data);

static void
for_each_case (const char *device, CaseFunc func, gpointer data)
{
  g_autofree char *top = golden_get_path (device, NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
  {
    g_autofree char *folder = golden_get_path (device, golden->string, NULL);
    Outcome outcome;

    outcome_run (&outcome, folder, g_str_equal (device, "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU,
                 golden);
    func (device, golden, &outcome, data);
    outcome_clear (&outcome);
  }
  cJSON_Delete (index);
}

typedef struct
{
  GHashTable *causes;
  guint n, n_partitions, n_texts, n_decisions;
} Tally;

static void
check_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  Tally *tally = data;
  g_autofree char *folder = golden_get_path (device, golden->string, NULL);
  Verdict verdict = outcome_judge (outcome, folder, golden);
  g_autofree char *key = g_strdup_printf ("%s/%s", device, golden->string);
  const char *cause = g_hash_table_lookup (tally->causes, key);
  gboolean is_equal = verdict.partition && verdict.pre && verdict.post && verdict.decisions;

  tally->n++;
  tally->n_partitions += verdict.partition;
  tally->n_texts += verdict.pre && verdict.post;
  tally->n_decisions += verdict.decisions;
  if (is_equal && cause != NULL)
    {
      g_test_message ("%s is equal now: take it off tests/golden/expected-differences.txt (%s)",
                      key, cause);
      g_test_fail ();
    }
  else if (!is_equal && cause == NULL)
    {
      g_test_message ("%s differs: %s%s%s%s%s", key, outcome->error != NULL ? outcome->error : "",
                      verdict.partition ? "" : " other kernels;",
                      verdict.pre ? "" : " other text before fusion;",
                      verdict.post ? "" : " other text after fusion;",
                      verdict.decisions ? "" : " other decisions");
      g_test_fail ();
    }
}

static void
test_device (gconstpointer device)
{
  g_autofree char *top = golden_get_path (".", NULL);
  Tally tally = { .causes = golden_read_expected (top) };

  for_each_case (device, check_case, &tally);
  g_test_message (
      "%s: %u cases, %u with equal kernels, %u with equal texts, %u with equal decisions",
      (const char *) device, tally.n, tally.n_partitions, tally.n_texts, tally.n_decisions);
  g_hash_table_unref (tally.causes);
}

/* --- for people ------------------------------------------------------------------------------- */

static void
list_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  g_autofree char *folder = golden_get_path (device, golden->string, NULL);
  Verdict verdict = outcome_judge (outcome, folder, golden);

  g_print ("%s/%s%s%s%s%s%s%s%s\n", device, golden->string, verdict.partition ? "" : " KERNELS",
           verdict.pre ? "" : " PRE", verdict.post ? "" : " POST",
           verdict.decisions ? "" : " DECISIONS", verdict.runs ? "" : " FAILS (",
           verdict.runs ? "" : outcome->error, verdict.runs ? "" : ")");
}

typedef struct
{
  const char *name;
  gboolean post;
} PrintRequest;

static void
print_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  const PrintRequest *request = data;

  if (!g_str_equal (golden->string, request->name))
    return;
  if (outcome->error != NULL)
    g_printerr ("%s\n", outcome->error);
  g_print ("%s", request->post ? outcome->post->str : outcome->pre->str);
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "--list"))
    {
      for_each_case ("cpu", list_case, NULL);
      for_each_case ("cuda", list_case, NULL);
      return 0;
    }
  if (argc >= 4 && g_str_equal (argv[1], "--print"))
    {
      g_auto (GStrv) parts = g_strsplit (argv[2], "/", 2);
      PrintRequest request = { parts[1], g_str_equal (argv[3], "post") };

      for_each_case (parts[0], print_case, &request);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/golden/cpu", "cpu", test_device);
  g_test_add_data_func ("/core/golden/cuda", "cuda", test_device);
  return g_test_run ();
}
