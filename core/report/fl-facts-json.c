/* Facts as part of a report, and back. */
#include <string.h>

#include "fl-error.h"
#include "fl-facts.h"
#include "fl-intern.h"
#include "fl-json-strict.h"

enum
{
  MAX_VALUES = 10 * 1000 * 1000
};

static const double max_amount = 1e18;

/* --- writing ---------------------------------------------------------------------------------- */

static void
add_text (cJSON *object, const char *key, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    cJSON_AddStringToObject (object, key, valid);
}

static void
add_value (cJSON *values, const FlFactValue *value)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (values, object);
  add_text (object, "subject", value->subject);
  add_text (object, "op", value->op);
  add_text (object, "shape", value->shape);
  add_text (object, "module", value->module);
  add_text (object, "buffer", value->buffer);
  if (value->buffer != NULL)
    cJSON_AddNumberToObject (object, "bytes", (double) value->bytes);
  if (value->kernel != G_MAXUINT)
    cJSON_AddNumberToObject (object, "kernel", value->kernel);
}

cJSON *
fl_facts_new_json (const FlFacts *facts)
{
  cJSON *object = cJSON_CreateObject (), *list;

  add_text (object, "graph_hash", facts->graph_hash);
  for (guint i = 0; i < FL_N_FACTS; i++)
    if (facts->has[i])
      cJSON_AddNumberToObject (object, fl_fact_get_info (i)->name, facts->amount[i]);
  if (facts->has[FL_FACT_TIME])
    {
      cJSON_AddNumberToObject (object, "time_low", facts->time_low_ns);
      cJSON_AddNumberToObject (object, "time_high", facts->time_high_ns);
    }
  list = cJSON_AddArrayToObject (object, "kernel_names");
  for (guint i = 0; i < facts->n_kernels; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (facts->kernels[i], -1);

      cJSON_AddItemToArray (list, cJSON_CreateString (valid));
    }
  list = cJSON_AddArrayToObject (object, "values");
  for (guint i = 0; i < facts->n_values; i++)
    add_value (list, &facts->values[i]);
  return object;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const char *
dup_text (FlFacts *facts, const char *text)
{
  return text != NULL ? fl_arena_strdup (facts->arena, text) : NULL;
}

static gboolean
read_amounts (FlJsonStrict *json, const cJSON *object, FlFacts *facts)
{
  for (guint i = 0; i < FL_N_FACTS; i++)
    {
      double amount = -1;

      if (!fl_json_strict_get_number (json, object, fl_fact_get_info (i)->name, FALSE, 0, max_amount, &amount))
        return FALSE;
      facts->has[i] = amount >= 0;
      facts->amount[i] = MAX (amount, 0);
    }
  facts->time_low_ns = facts->time_high_ns = facts->amount[FL_FACT_TIME];
  return fl_json_strict_get_number (json, object, "time_low", FALSE, 0, max_amount, &facts->time_low_ns)
         && fl_json_strict_get_number (json, object, "time_high", FALSE, 0, max_amount, &facts->time_high_ns);
}

static gboolean
read_kernels (FlJsonStrict *json, const cJSON *object, FlFacts *facts)
{
  const cJSON *list = NULL, *item;
  const char **names;
  gsize ticket;

  if (!fl_json_strict_get_array (json, object, "kernel_names", TRUE, &list))
    return FALSE;
  names = fl_arena_new (facts->arena, const char *, (guint) cJSON_GetArraySize (list) + 1);
  facts->kernels = names;
  cJSON_ArrayForEach (item, list)
    {
      ticket = fl_json_strict_enter (json, "kernel_names", (int) facts->n_kernels);
      if (!cJSON_IsString (item))
        return fl_json_strict_fail (json, NULL, "a text should stand here");
      names[facts->n_kernels++] = dup_text (facts, item->valuestring);
      fl_json_strict_leave (json, ticket);
    }
  return TRUE;
}

static gboolean
read_value (FlJsonStrict *json, const cJSON *item, FlFacts *facts, FlFactValue *value)
{
  const char *subject = NULL, *op = NULL, *shape = NULL, *module = NULL, *buffer = NULL;
  double bytes = 0, kernel = -1;

  if (!fl_json_strict_check_object (json, item) || !fl_json_strict_get_string (json, item, "subject", TRUE, &subject)
      || !fl_json_strict_get_string (json, item, "op", TRUE, &op)
      || !fl_json_strict_get_string (json, item, "shape", TRUE, &shape)
      || !fl_json_strict_get_string (json, item, "module", FALSE, &module)
      || !fl_json_strict_get_string (json, item, "buffer", FALSE, &buffer)
      || !fl_json_strict_get_number (json, item, "bytes", FALSE, 0, max_amount, &bytes)
      || !fl_json_strict_get_number (json, item, "kernel", FALSE, 0, (double) facts->n_kernels - 1, &kernel))
    return FALSE;
  *value = (FlFactValue) { .subject = fl_arena_strdup (facts->arena, subject),
                           .op = fl_arena_strdup (facts->arena, op),
                           .shape = fl_arena_strdup (facts->arena, shape),
                           .module = dup_text (facts, module),
                           .buffer = dup_text (facts, buffer),
                           .bytes = (gint64) bytes,
                           .kernel = kernel >= 0 ? (guint) kernel : G_MAXUINT };
  return TRUE;
}

static gboolean
read_values (FlJsonStrict *json, const cJSON *object, FlFacts *facts)
{
  const cJSON *list = NULL, *item;
  FlFactValue *values;
  int n;

  if (!fl_json_strict_get_array (json, object, "values", TRUE, &list))
    return FALSE;
  n = cJSON_GetArraySize (list);
  if (n > MAX_VALUES)
    return fl_json_strict_fail (json, "values", "more than %d values", MAX_VALUES);
  values = fl_arena_new (facts->arena, FlFactValue, (guint) n + 1);
  facts->values = values;
  cJSON_ArrayForEach (item, list)
    {
      gsize ticket = fl_json_strict_enter (json, "values", (int) facts->n_values);

      if (!read_value (json, item, facts, &values[facts->n_values++]))
        return FALSE;
      fl_json_strict_leave (json, ticket);
    }
  return TRUE;
}

static gboolean
read_root (FlJsonStrict *json, const cJSON *root, FlFacts *facts)
{
  const cJSON *object = NULL, *options = NULL;
  const char *hash = NULL, *strategy = NULL;
  double version = 0;

  if (!fl_json_strict_get_number (json, root, "schema_version", TRUE, 1, 1, &version))
    return FALSE;
  if (!fl_json_strict_get_object (json, root, "options", FALSE, &options)
      || (options != NULL && !fl_json_strict_get_string (json, options, "strategy", FALSE, &strategy)))
    return FALSE;
  if (cJSON_GetObjectItemCaseSensitive (root, "facts") == NULL)
    return fl_json_strict_fail (json, "facts",
                                "this report has no facts to compare: it is of an older version, or the "
                                "run did not reach fusion; make it anew");
  if (!fl_json_strict_get_object (json, root, "facts", TRUE, &object))
    return FALSE;
  fl_json_strict_enter (json, "facts", -1);
  if (!fl_json_strict_get_string (json, object, "graph_hash", FALSE, &hash))
    return FALSE;
  facts->graph_hash = dup_text (facts, hash);
  facts->strategy = strategy != NULL ? fl_intern (strategy) : NULL;
  return read_amounts (json, object, facts) && read_kernels (json, object, facts) && read_values (json, object, facts);
}

FlFacts *
fl_facts_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_auto (FlJsonStrict) json;
  FlArena *arena = fl_arena_open ();
  FlFacts *facts = fl_arena_new (arena, FlFacts, 1);
  cJSON *root;
  gboolean is_read;

  facts->arena = arena;
  facts->name = fl_arena_strdup (arena, path != NULL ? path : "report");
  fl_json_strict_init (&json, path, error);
  root = fl_json_strict_parse (&json, text, length);
  is_read = root != NULL && read_root (&json, root, facts);
  cJSON_Delete (root);
  if (is_read)
    return facts;
  fl_facts_free (facts);
  return NULL;
}
