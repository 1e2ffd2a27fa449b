/* A cell of a study: what it is, and what the figures of its run are. */
#include "fl-study-cell.h"

#include <string.h>

#include "fl-json-strict.h"
#include "fl-quote.h"
#include "fl-text.h"

static const FlMeasureInfo infos[FL_N_MEASURES] = {
  [FL_MEASURE_KERNELS] = { "kernels", "Kernels", "Kernels that the program calls, library calls included." },
  [FL_MEASURE_BYTES] = { "bytes", "Bytes moved", "What all kernels read and write, each value once a kernel." },
  [FL_MEASURE_PEAK] = { "peak", "Peak memory", "The most memory that results and intermediates hold at one time." },
  [FL_MEASURE_TIME] = { "time", "Time", "The whole program, median of its runs." },
};

const FlMeasureInfo *
fl_measure_get_info (FlMeasure measure)
{
  g_assert ((guint) measure < FL_N_MEASURES);
  return &infos[measure];
}

char *
fl_measure_dup_amount (FlMeasure measure, double amount)
{
  if (measure == FL_MEASURE_TIME)
    return fl_text_dup_duration (amount);
  if (measure == FL_MEASURE_KERNELS)
    return g_strdup_printf ("%.0f", amount);
  return fl_text_dup_bytes ((guint64) MAX (amount, 0));
}

/* --- questions -------------------------------------------------------------------------------- */

/* A zero byte behind each part: what one part ends with, no other begins with. */
static void
add (GChecksum *sum, const char *text)
{
  const char *part = text != NULL ? text : "";

  g_checksum_update (sum, (const guchar *) part, (gssize) strlen (part) + 1);
}

char *
fl_cell_question_dup_key (const FlCellQuestion *question)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *numbers = g_strdup_printf ("%u %d", question->number, question->is_run);

  add (sum, question->graph);
  add (sum, numbers);
  add (sum, question->sha256);
  add (sum, question->target);
  add (sum, question->strategy);
  for (guint i = 0; question->options != NULL && question->options[i] != NULL; i++)
    add (sum, question->options[i]);
  add (sum, "");
  for (guint i = 0; question->words != NULL && question->words[i] != NULL; i++)
    add (sum, question->words[i]);
  return g_strndup (g_checksum_get_string (sum), 24);
}

char *
fl_cell_question_dup_label (const FlCellQuestion *question)
{
  g_autofree char *options = question->options != NULL ? g_strjoinv (", ", question->options) : g_strdup ("");

  return *options != '\0' ? g_strdup_printf ("%s, %s", question->strategy, options) : g_strdup (question->strategy);
}

/* --- cells ------------------------------------------------------------------------------------ */

FlStudyCell *
fl_study_cell_new (void)
{
  FlStudyCell *cell = g_new0 (FlStudyCell, 1);

  cell->max_rel_error = -1;
  return cell;
}

FlStudyCell *
fl_study_cell_new_asked (const FlCellQuestion *question)
{
  FlStudyCell *cell = fl_study_cell_new ();

  cell->asked = (FlCellQuestion) { .key = g_strdup (question->key),
                                   .place = question->place,
                                   .graph = g_strdup (question->graph),
                                   .number = question->number,
                                   .name = g_strdup (question->name),
                                   .sha256 = g_strdup (question->sha256),
                                   .target = g_strdup (question->target),
                                   .strategy = g_strdup (question->strategy),
                                   .options = g_strdupv (question->options),
                                   .words = g_strdupv (question->words),
                                   .is_run = question->is_run };
  return cell;
}

void
fl_study_cell_free (FlStudyCell *cell)
{
  char *texts[] = { cell->asked.key,      cell->asked.graph, cell->asked.name, cell->asked.sha256, cell->asked.target,
                    cell->asked.strategy, cell->rules,       cell->torch,      cell->check,        cell->why,
                    cell->device,         cell->machine,     cell->error_kind, cell->error,        cell->finished,
                    cell->program };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (cell->asked.options);
  g_strfreev (cell->asked.words);
  g_free (cell);
}

/* One line of a message that may be long. */
void
fl_study_cell_set_error (FlStudyCell *cell, const char *kind, const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);

  g_free (cell->error_kind);
  g_free (cell->error);
  cell->error_kind = g_strdup (kind);
  cell->error = fl_quote_dup_message (g_strstrip (valid));
}

/* --- figures ---------------------------------------------------------------------------------- */

static gboolean
take_facts (FlStudyCell *cell, FlJsonStrict *json, const cJSON *facts)
{
  gsize ticket = fl_json_strict_enter (json, "facts", -1);

  for (guint i = 0; i < FL_N_MEASURES; i++)
    {
      double amount = -1;

      if (!fl_json_strict_get_number (json, facts, infos[i].name, i != FL_MEASURE_TIME, 0, 1e18, &amount))
        return FALSE;
      cell->has[i] = amount >= 0;
      cell->amount[i] = MAX (amount, 0);
    }
  fl_json_strict_leave (json, ticket);
  return TRUE;
}

static void
take_text (char **place, const char *text)
{
  g_free (*place);
  *place = g_strdup (text);
}

/* "NVIDIA H200", "cpu", "NVIDIA H200, ssh://HOST (…)" */
static void
take_device (FlStudyCell *cell, const char *gpu, const char *remote)
{
  const char *name = gpu != NULL ? gpu : cell->rules;

  g_free (cell->device);
  cell->device = remote != NULL ? g_strdup_printf ("%s, %s", name, remote) : g_strdup (name);
}

static gboolean
take_run (FlStudyCell *cell, FlJsonStrict *json, const cJSON *run)
{
  const char *check = NULL, *why = NULL, *machine = NULL, *remote = NULL, *gpu = NULL;
  double threads = 0;
  gsize ticket = fl_json_strict_enter (json, "run", -1);

  if (!fl_json_strict_get_string (json, run, "check", TRUE, &check)
      || !fl_json_strict_get_string (json, run, "not_verified_why", FALSE, &why)
      || !fl_json_strict_get_string (json, run, "machine", FALSE, &machine)
      || !fl_json_strict_get_string (json, run, "device", FALSE, &remote)
      || !fl_json_strict_get_string (json, run, "gpu", FALSE, &gpu)
      || !fl_json_strict_get_number (json, run, "max_rel_error", FALSE, 0, G_MAXDOUBLE, &cell->max_rel_error)
      || !fl_json_strict_get_number (json, run, "threads", FALSE, 0, 1e6, &threads)
      || !fl_json_strict_get_number (json, run, "total_low_ns", FALSE, 0, 1e18, &cell->time_low_ns)
      || !fl_json_strict_get_number (json, run, "total_high_ns", FALSE, 0, 1e18, &cell->time_high_ns)
      || !fl_json_strict_get_number (json, run, "speedup", FALSE, 0, 1e18, &cell->speedup))
    return FALSE;
  take_text (&cell->check, check);
  take_text (&cell->why, why);
  take_text (&cell->machine, machine);
  take_device (cell, gpu, remote);
  cell->n_threads = (guint) threads;
  fl_json_strict_leave (json, ticket);
  return TRUE;
}

/* The programs of the run, side by side: the time of the unfused one. */
static gboolean
take_unfused (FlStudyCell *cell, FlJsonStrict *json, const cJSON *run)
{
  const cJSON *variants = NULL, *variant;

  if (!fl_json_strict_get_array (json, run, "variants", FALSE, &variants))
    return FALSE;
  cJSON_ArrayForEach (variant, variants)
    {
      const char *name = NULL;

      if (!fl_json_strict_check_object (json, variant)
          || !fl_json_strict_get_string (json, variant, "name", TRUE, &name))
        return FALSE;
      if (strcmp (name, "unfused") == 0
          && !fl_json_strict_get_number (json, variant, "total_ns", FALSE, 0, 1e18, &cell->unfused_ns))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_all (FlStudyCell *cell, FlJsonStrict *json, const cJSON *root)
{
  const cJSON *facts = NULL, *run = NULL, *graph = NULL, *options = NULL;
  const char *rules = NULL, *torch = NULL, *name = NULL;

  if (!fl_json_strict_get_object (json, root, "facts", TRUE, &facts)
      || !fl_json_strict_get_object (json, root, "run", cell->asked.is_run, &run)
      || !fl_json_strict_get_object (json, root, "graph", TRUE, &graph)
      || !fl_json_strict_get_object (json, root, "options", TRUE, &options)
      || !fl_json_strict_get_string (json, options, "target", TRUE, &rules)
      || !fl_json_strict_get_string (json, options, "torch_why", TRUE, &torch)
      || !fl_json_strict_get_string (json, graph, "name", FALSE, &name))
    return FALSE;
  take_text (&cell->rules, rules);
  take_text (&cell->torch, torch);
  if (cell->asked.name == NULL)
    take_text (&cell->asked.name, name);
  return take_facts (cell, json, facts)
         && (run == NULL || (take_run (cell, json, run) && take_unfused (cell, json, run)));
}

gboolean
fl_study_cell_take_figures (FlStudyCell *cell, const char *text, gsize length, GError **error)
{
  g_auto (FlJsonStrict) json;
  cJSON *root;
  gboolean is_taken;

  fl_json_strict_init (&json, "the cell's output", error);
  root = fl_json_strict_parse (&json, text, length);
  is_taken = root != NULL && take_all (cell, &json, root);
  cJSON_Delete (root);
  return is_taken;
}
