/* Running one golden case through our passes, and comparing the outcome with PyTorch's. */
#include "fl-golden.h"

#include <gio/gio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-lower.h"
#include "fl-wrapper-plan.h"

/* --- files ------------------------------------------------------------------------------------ */

static char *
read_packed (const char *path, gsize *length)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) raw = g_file_read (file, NULL, NULL);
  g_autoptr (GZlibDecompressor) opener = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GInputStream) in = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  if (raw == NULL)
    return NULL;
  in = g_converter_input_stream_new (G_INPUT_STREAM (raw), G_CONVERTER (opener));
  g_assert_cmpint (g_output_stream_splice (out, in, G_OUTPUT_STREAM_SPLICE_NONE, NULL, NULL), >=, 0);
  g_assert_true (g_output_stream_write_all (out, "", 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (out, NULL, NULL));
  if (length != NULL)
    *length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out)) - 1;
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
}

char *
golden_read (const char *folder, const char *name, gsize *length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);
  char *text = NULL;

  if (g_file_get_contents (path, &text, length, NULL))
    return text;
  return read_packed (packed, length);
}

char *
golden_get_path (const char *part, ...)
{
  GString *path = g_string_new (g_getenv ("FUSELOOM_SOURCE_DIR"));
  va_list parts;

  g_string_append (path, "/tests/golden");
  va_start (parts, part);
  for (; part != NULL; part = va_arg (parts, const char *))
    g_string_append_printf (path, "/%s", part);
  va_end (parts);
  return g_string_free (path, FALSE);
}

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
  static const char *const reasons[] = { "already in one group",
                                         "loops do not match",
                                         "too many nodes side by side",
                                         "nothing joins an outer loop sideways",
                                         "nothing joins a kernel of both orders from before",
                                         "nothing joins a nested reduction from before",
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
add_decision (GHashTable *decisions, guint round, const char *what, const char *a, const char *b, const char *score,
              const char *reason)
{
  /* Some of PyTorch's rules turn a pair round before they refuse it. */
  gboolean is_turned = g_str_equal (what, "refused") && strcmp (a, b) > 0;
  g_autofree char *key = g_strdup_printf ("%u %s %s %s %s", round, what, is_turned ? b : a, is_turned ? a : b, score);

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
  else if (!is_silent_in_pytorch (fl_event_get_upstream (event)))
    add_decision (decisions, event->round, "refused", a, b, "", fl_event_get_upstream (event));
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
read_decisions (const char *folder)
{
  GHashTable *decisions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = golden_read (folder, "fusion.txt", NULL);
  g_auto (GStrv) lines = NULL;
  guint round = 0;

  if (text == NULL)
    return g_steal_pointer (&decisions);
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
      if (expected != NULL ? !g_str_has_prefix (expected, reason) : with_scores || strstr (key, "candidate") == NULL)
        return FALSE;
    }
  return TRUE;
}

/* --- running  ----------------------------------------------------------------------- */

static gboolean
run_stages (const FlPass *pass, const FlGraph *decomposed, Outcome *outcome, const FlSchedule **before, GError **error)
{
  const FlLowered *lowered = decomposed != NULL ? fl_lower_run (pass, decomposed, error) : NULL;
  const FlSchedule *schedule = lowered != NULL ? fl_schedule_run (pass, lowered, error) : NULL;

  if (schedule == NULL || !fl_schedule_verify (schedule, error))
    return FALSE;
  *before = schedule;
  fl_schedule_append_text (outcome->pre, schedule);
  schedule = fl_fuse_run (pass, schedule, error);
  if (schedule == NULL || !fl_schedule_verify (schedule, error))
    return FALSE;
  fl_schedule_append_text (outcome->post, schedule);
  note_groups (outcome, schedule);
  fl_wrapper_plan_append (outcome->wrapper, pass, fl_wrapper_plan_new (pass, schedule));
  return TRUE;
}

/* What the text of a graph does not say: the processors of the machine that Inductor ran on, and the sizes that it saw.
 */
static void
apply_circumstances (FlOptions *options, const FlGraph *graph, const cJSON *golden)
{
  const cJSON *processors = cJSON_GetObjectItem (golden, "processors"), *hint;

  if (processors != NULL && options->target == FL_TARGET_CPU)
    options->cpp_threads = processors->valueint;
  cJSON_ArrayForEach (hint, cJSON_GetObjectItem (golden, "hints"))
    fl_sym_set_hint (fl_sym_size (graph->symbols, hint->string), hint->valueint);
}

static void
apply_settings (FlOptions *options, const cJSON *settings)
{
  const cJSON *setting;

  cJSON_ArrayForEach (setting, settings)
    {
      g_autofree char *value = cJSON_IsBool (setting)
                                   ? g_strdup (cJSON_IsTrue (setting) ? "true" : "false")
                                   : g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) setting->valuedouble);
      g_autofree char *assignment = g_strdup_printf ("%s=%s", setting->string, value);

      /* What Fuseloom has no option for does not touch the scheduler. */
      fl_options_set (options, assignment, NULL);
    }
}

void
outcome_run (Outcome *outcome, const char *folder, FlTarget target, const cJSON *golden)
{
  outcome_run_watched (outcome, folder, target, golden, NULL, NULL);
}

void
outcome_run_watched (Outcome *outcome, const char *folder, FlTarget target, const cJSON *golden, OutcomeWatch watch,
                     gpointer data)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *path = g_build_filename (folder, "fx.py", NULL);
  gsize length = 0;
  g_autofree char *text = golden_read (folder, "fx.py", &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = text != NULL ? fl_graph_read_text (path, text, length, &error) : NULL;
  g_autoptr (FlGraph) decomposed = NULL;
  const FlSchedule *before = NULL;
  FlOptions options;
  FlPass pass = { .arena = arena,
                  .trace = fl_trace_new (arena),
                  .options = &options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };

  *outcome = (Outcome) { NULL,
                         g_string_new (NULL),
                         g_string_new (NULL),
                         g_string_new (NULL),
                         g_ptr_array_new_with_free_func (g_free),
                         g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free) };
  fl_options_init (&options);
  options.target = target;
  options.graph_level = FL_LEVEL_TRANSFORMED; /* fx.py is what Inductor's passes left */
  if (cJSON_GetObjectItem (golden, "torch") != NULL)
    {
      g_autofree char *torch = g_strconcat ("torch=", cJSON_GetObjectItem (golden, "torch")->valuestring, NULL);

      g_assert_true (fl_options_set (&options, torch, NULL));
    }
  apply_settings (&options, cJSON_GetObjectItem (golden, "settings"));
  if (graph != NULL)
    apply_circumstances (&options, graph, golden);
  if (graph != NULL && error == NULL)
    decomposed = fl_decompose_run (&pass, graph, &error);
  if (error != NULL || graph == NULL || !run_stages (&pass, decomposed, outcome, &before, &error))
    {
      outcome->error = g_strdup (error != NULL ? error->message : "no graph");
      for (char *c = outcome->error; *c != '\0'; c++)
        if (*c == '\n')
          *c = ' ';
    }
  note_decisions (outcome, pass.trace);
  if (watch != NULL && outcome->error == NULL)
    watch (before, pass.trace, data);
}

void
outcome_clear (Outcome *outcome)
{
  g_free (outcome->error);
  g_string_free (outcome->pre, TRUE);
  g_string_free (outcome->post, TRUE);
  g_string_free (outcome->wrapper, TRUE);
  g_ptr_array_unref (outcome->groups);
  g_hash_table_unref (outcome->decisions);
}

/* --- comparing -------------------------------------------------------------------------------- */

static gboolean
equals_file (const GString *text, const char *folder, const char *file)
{
  gsize length = 0;
  g_autofree char *golden = golden_read (folder, file, &length);

  return golden != NULL && length == text->len && memcmp (golden, text->str, length) == 0;
}

static gboolean
has_groups (const Outcome *outcome, const cJSON *groups)
{
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  const cJSON *group, *name;

  cJSON_ArrayForEach (group, groups)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      cJSON_ArrayForEach (name, group)
        g_ptr_array_add (names, name->valuestring);
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

Verdict
outcome_judge (const Outcome *outcome, const char *folder, const cJSON *golden)
{
  Verdict verdict = { .runs = outcome->error == NULL };
  g_autoptr (GHashTable) decisions = read_decisions (folder);

  verdict.pre = equals_file (outcome->pre, folder, "ir_pre_fusion.txt");
  verdict.post = verdict.runs && equals_file (outcome->post, folder, "ir_post_fusion.txt");
  verdict.partition = verdict.runs && has_groups (outcome, cJSON_GetObjectItem (golden, "groups"));
  verdict.decisions = have_equal_decisions (outcome->decisions, decisions, strstr (golden->string, "dynamic") == NULL);
  return verdict;
}

char *
golden_dup_memory_lines (const char *text, gsize length)
{
  g_autoptr (GPtrArray) lines = text != NULL ? fl_wrapper_find_memory_lines (text, length) : NULL;

  if (lines == NULL)
    return NULL;
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* --- the list of known differences ------------------------------------------------------------ */

/* "cpu/case: cause", one a line; # begins a comment. */
GHashTable *
golden_read_causes (const char *path)
{
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

GHashTable *
golden_read_expected (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "expected-differences.txt", NULL);

  return golden_read_causes (path);
}

cJSON *
golden_read_index (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "index.json", NULL);
  g_autofree char *text = NULL;
  cJSON *index;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  index = cJSON_Parse (text);
  g_assert_nonnull (index);
  return index;
}
