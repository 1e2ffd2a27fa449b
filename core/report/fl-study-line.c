/* Cells of a study as lines of JSON, and back. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-json-strict.h"
#include "fl-quote.h"
#include "fl-study-cell.h"

enum
{
  LINE_VERSION = 1,
  MAX_PLACE = 1 << 30
};

/* --- writing ---------------------------------------------------------------------------------- */

static void
add_text (cJSON *object, const char *key, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    cJSON_AddStringToObject (object, key, valid);
}

static void
add_texts (cJSON *object, const char *key, char **texts)
{
  cJSON *array = cJSON_AddArrayToObject (object, key);

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (texts[i], -1);

      cJSON_AddItemToArray (array, cJSON_CreateString (valid));
    }
}

static void
add_question (cJSON *object, const FlCellQuestion *asked)
{
  add_text (object, "key", asked->key);
  cJSON_AddNumberToObject (object, "place", asked->place);
  add_text (object, "graph", asked->graph);
  if (asked->number > 0)
    cJSON_AddNumberToObject (object, "number", asked->number);
  add_text (object, "name", asked->name);
  add_text (object, "sha256", asked->sha256);
  add_text (object, "target", asked->target);
  add_text (object, "strategy", asked->strategy);
  add_texts (object, "options", asked->options);
  add_texts (object, "words", asked->words);
  cJSON_AddBoolToObject (object, "run", asked->is_run);
}

static void
add_execution (cJSON *object, const FlStudyCell *cell)
{
  cJSON *time = cell->machine != NULL ? cJSON_AddObjectToObject (object, "execution") : NULL;

  if (time == NULL)
    return;
  add_text (time, "device", cell->device);
  add_text (time, "machine", cell->machine);
  cJSON_AddNumberToObject (time, "threads", cell->n_threads);
  cJSON_AddNumberToObject (time, "jobs", cell->n_jobs);
  if (cell->has[FL_MEASURE_TIME])
    {
      cJSON_AddNumberToObject (time, "low_ns", cell->time_low_ns);
      cJSON_AddNumberToObject (time, "high_ns", cell->time_high_ns);
    }
  if (cell->unfused_ns > 0)
    cJSON_AddNumberToObject (time, "unfused_ns", cell->unfused_ns);
  if (cell->speedup > 0)
    cJSON_AddNumberToObject (time, "speedup", cell->speedup);
  add_text (time, "check", cell->check);
  add_text (time, "why", cell->why);
  if (cell->max_rel_error >= 0)
    cJSON_AddNumberToObject (time, "max_rel_error", cell->max_rel_error);
}

char *
fl_study_cell_dup_line (const FlStudyCell *cell)
{
  cJSON *object = cJSON_CreateObject ();
  g_autoptr (GString) line = g_string_new (NULL);
  char *text;

  cJSON_AddNumberToObject (object, "version", LINE_VERSION);
  add_question (object, &cell->asked);
  add_text (object, "rules", cell->rules);
  add_text (object, "torch", cell->torch);
  for (guint i = 0; i < FL_N_MEASURES; i++)
    if (cell->has[i])
      cJSON_AddNumberToObject (object, fl_measure_get_info (i)->name, cell->amount[i]);
  add_execution (object, cell);
  if (cell->error != NULL)
    {
      cJSON *error = cJSON_AddObjectToObject (object, "error");

      add_text (error, "kind", cell->error_kind);
      add_text (error, "message", cell->error);
    }
  cJSON_AddNumberToObject (object, "wall_s", cell->wall_s);
  add_text (object, "finished", cell->finished);
  add_text (object, "program", cell->program);
  text = cJSON_PrintUnformatted (object);
  fl_quote_append_text (line, text, -1);
  cJSON_free (text);
  cJSON_Delete (object);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean
get_text (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed, char **value)
{
  const char *text = NULL;

  if (!fl_json_strict_get_string (json, object, key, is_needed, &text))
    return FALSE;
  *value = g_strdup (text);
  return TRUE;
}

static gboolean
get_count (FlJsonStrict *json, const cJSON *object, const char *key, guint *value)
{
  double number = *value;

  if (!fl_json_strict_get_number (json, object, key, FALSE, 0, MAX_PLACE, &number))
    return FALSE;
  *value = (guint) number;
  return TRUE;
}

static gboolean
get_texts (FlJsonStrict *json, const cJSON *object, const char *key, char ***value)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  const cJSON *array = NULL, *item;

  if (!fl_json_strict_get_array (json, object, key, FALSE, &array))
    return FALSE;
  cJSON_ArrayForEach (item, array)
    {
      if (!cJSON_IsString (item))
        return fl_json_strict_fail (json, key, "a list of texts should stand here");
      g_strv_builder_add (texts, item->valuestring);
    }
  *value = g_strv_builder_end (texts);
  return TRUE;
}

static gboolean
read_question (FlJsonStrict *json, const cJSON *root, FlCellQuestion *asked)
{
  asked->is_run = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (root, "run"));
  return get_text (json, root, "key", TRUE, &asked->key) && get_count (json, root, "place", &asked->place)
         && get_text (json, root, "graph", TRUE, &asked->graph) && get_count (json, root, "number", &asked->number)
         && get_text (json, root, "name", FALSE, &asked->name) && get_text (json, root, "sha256", FALSE, &asked->sha256)
         && get_text (json, root, "target", TRUE, &asked->target)
         && get_text (json, root, "strategy", TRUE, &asked->strategy)
         && get_texts (json, root, "options", &asked->options) && get_texts (json, root, "words", &asked->words);
}

static gboolean
read_measures (FlJsonStrict *json, const cJSON *root, FlStudyCell *cell)
{
  for (guint i = 0; i < FL_N_MEASURES; i++)
    {
      double amount = -1;

      if (!fl_json_strict_get_number (json, root, fl_measure_get_info (i)->name, FALSE, 0, 1e18, &amount))
        return FALSE;
      cell->has[i] = amount >= 0;
      cell->amount[i] = MAX (amount, 0);
    }
  return TRUE;
}

static gboolean
read_execution (FlJsonStrict *json, const cJSON *root, FlStudyCell *cell)
{
  const cJSON *time = NULL;

  if (!fl_json_strict_get_object (json, root, "execution", FALSE, &time))
    return FALSE;
  if (time == NULL)
    return TRUE;
  return get_text (json, time, "device", TRUE, &cell->device) && get_text (json, time, "machine", TRUE, &cell->machine)
         && get_count (json, time, "threads", &cell->n_threads) && get_count (json, time, "jobs", &cell->n_jobs)
         && fl_json_strict_get_number (json, time, "low_ns", FALSE, 0, 1e18, &cell->time_low_ns)
         && fl_json_strict_get_number (json, time, "high_ns", FALSE, 0, 1e18, &cell->time_high_ns)
         && fl_json_strict_get_number (json, time, "unfused_ns", FALSE, 0, 1e18, &cell->unfused_ns)
         && fl_json_strict_get_number (json, time, "speedup", FALSE, 0, 1e18, &cell->speedup)
         && get_text (json, time, "check", FALSE, &cell->check) && get_text (json, time, "why", FALSE, &cell->why)
         && fl_json_strict_get_number (json, time, "max_rel_error", FALSE, 0, G_MAXDOUBLE, &cell->max_rel_error);
}

static gboolean
read_error (FlJsonStrict *json, const cJSON *root, FlStudyCell *cell)
{
  const cJSON *error = NULL;

  if (!fl_json_strict_get_object (json, root, "error", FALSE, &error))
    return FALSE;
  return error == NULL
         || (get_text (json, error, "kind", TRUE, &cell->error_kind)
             && get_text (json, error, "message", TRUE, &cell->error));
}

static gboolean
read_cell (FlJsonStrict *json, const cJSON *root, FlStudyCell *cell)
{
  double version = 0;

  return fl_json_strict_get_number (json, root, "version", TRUE, LINE_VERSION, LINE_VERSION, &version)
         && read_question (json, root, &cell->asked) && get_text (json, root, "rules", FALSE, &cell->rules)
         && get_text (json, root, "torch", FALSE, &cell->torch) && read_measures (json, root, cell)
         && read_execution (json, root, cell) && read_error (json, root, cell)
         && fl_json_strict_get_number (json, root, "wall_s", FALSE, 0, 1e9, &cell->wall_s)
         && get_text (json, root, "finished", FALSE, &cell->finished)
         && get_text (json, root, "program", FALSE, &cell->program);
}

FlStudyCell *
fl_study_cell_parse (const char *line, gsize length, const char *place, GError **error)
{
  g_autoptr (FlStudyCell) cell = fl_study_cell_new ();
  g_auto (FlJsonStrict) json;
  gboolean is_read;
  cJSON *root;

  fl_json_strict_init (&json, place, error);
  root = fl_json_strict_parse (&json, line, length);
  is_read = root != NULL && read_cell (&json, root, cell);
  cJSON_Delete (root);
  return is_read ? g_steal_pointer (&cell) : NULL;
}
