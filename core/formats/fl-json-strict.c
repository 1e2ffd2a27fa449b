/* Strict reading of JSON. */
#include "fl-json-strict.h"

#include <string.h>

#include "fl-error.h"

void
fl_json_strict_init (FlJsonStrict *json, const char *path, GError **error)
{
  *json = (FlJsonStrict) { path, g_string_new (NULL), error };
}

void
fl_json_strict_clear (FlJsonStrict *json)
{
  g_string_free (json->where, TRUE);
}

gboolean
fl_json_strict_fail (FlJsonStrict *json, const char *key, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (json->error, FL_ERROR, FL_ERROR_SYNTAX, "%s: %s%s%s%s%s", json->path != NULL ? json->path : "text",
               json->where->str, key != NULL && json->where->len > 0 ? "." : "", key != NULL ? key : "",
               key != NULL || json->where->len > 0 ? ": " : "", message);
  return FALSE;
}

gsize
fl_json_strict_enter (FlJsonStrict *json, const char *key, int index)
{
  gsize ticket = json->where->len;

  if (key != NULL)
    g_string_append_printf (json->where, "%s%s", ticket > 0 ? "." : "", key);
  if (index >= 0)
    g_string_append_printf (json->where, "[%d]", index);
  return ticket;
}

void
fl_json_strict_leave (FlJsonStrict *json, gsize ticket)
{
  g_string_truncate (json->where, ticket);
}

/* cJSON nests 1000 deep before it gives up; what walks the tree afterwards need not. */
static gboolean
is_too_deep (const cJSON *item, guint depth)
{
  if (depth > FL_JSON_STRICT_MAX_DEPTH)
    return TRUE;
  for (const cJSON *child = item->child; child != NULL; child = child->next)
    if (is_too_deep (child, depth + 1))
      return TRUE;
  return FALSE;
}

/* A key that stands twice would be read once and written once: one of the two would be lost in
 * silence. */
static gboolean
check_keys (FlJsonStrict *json, const cJSON *item)
{
  g_autoptr (GHashTable) seen = cJSON_IsObject (item) ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;
  int index = 0;

  for (const cJSON *child = item->child; child != NULL; child = child->next)
    {
      gsize ticket;
      gboolean is_right;

      if (seen != NULL && !g_hash_table_add (seen, child->string))
        return fl_json_strict_fail (json, child->string, "the key stands here twice");
      ticket = fl_json_strict_enter (json, seen != NULL ? child->string : NULL, seen != NULL ? -1 : index++);
      is_right = check_keys (json, child);
      fl_json_strict_leave (json, ticket);
      if (!is_right)
        return FALSE;
    }
  return TRUE;
}

static void
set_position (FlJsonStrict *json, const char *text, const char *at)
{
  guint line = 1, column = 1;

  for (const char *p = text; p < at; p++)
    {
      column = *p == '\n' ? 1 : column + 1;
      line += *p == '\n';
    }
  fl_json_strict_fail (json, NULL, "line %u, column %u: no JSON from here on", line, column);
}

cJSON *
fl_json_strict_parse (FlJsonStrict *json, const char *text, gsize length)
{
  g_autofree char *copy = NULL;
  const char *end = NULL;
  cJSON *root;

  if (length > FL_JSON_STRICT_MAX_BYTES)
    {
      fl_json_strict_fail (json, NULL, "more than %d MiB", FL_JSON_STRICT_MAX_BYTES / 1024 / 1024);
      return NULL;
    }
  if (!g_utf8_validate (text, length, NULL))
    {
      fl_json_strict_fail (json, NULL, "the text is no UTF-8, or has a zero byte in it");
      return NULL;
    }
  copy = g_strndup (text, length);
  root = cJSON_ParseWithOpts (copy, &end, TRUE);
  if (root == NULL)
    set_position (json, copy, end != NULL ? end : copy);
  else if (!cJSON_IsObject (root))
    fl_json_strict_fail (json, NULL, "an object { … } should stand here");
  else if (is_too_deep (root, 0))
    fl_json_strict_fail (json, NULL, "nested more than %d deep", FL_JSON_STRICT_MAX_DEPTH);
  else if (check_keys (json, root))
    return root;
  cJSON_Delete (root);
  return NULL;
}

/* --- members ---------------------------------------------------------------------------------- */

/* TRUE: *item is the member; NULL when it is absent and need not be there. */
static gboolean
get_member (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed, const cJSON **item)
{
  *item = cJSON_GetObjectItemCaseSensitive (object, key);
  if (*item != NULL && cJSON_IsNull (*item))
    *item = NULL;
  return *item != NULL || !is_needed || fl_json_strict_fail (json, key, "this key is needed, but it is missing");
}

/* Leaves *item NULL where a member that is not needed is missing. */
static gboolean
get_member_of_kind (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                    cJSON_bool (*is_kind) (const cJSON *item), const char *complaint, const cJSON **item)
{
  if (!get_member (json, object, key, is_needed, item))
    return FALSE;
  return *item == NULL || is_kind (*item) || fl_json_strict_fail (json, key, "%s", complaint);
}

gboolean
fl_json_strict_get_string (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                           const char **value)
{
  const cJSON *item;

  if (!get_member_of_kind (json, object, key, is_needed, cJSON_IsString, "a text should stand here", &item))
    return FALSE;
  if (item != NULL)
    *value = item->valuestring;
  return TRUE;
}

gboolean
fl_json_strict_get_number (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed, double minimum,
                           double maximum, double *value)
{
  const cJSON *item;

  if (!get_member_of_kind (json, object, key, is_needed, cJSON_IsNumber, "a number should stand here", &item))
    return FALSE;
  if (item == NULL)
    return TRUE;
  if (!(item->valuedouble >= minimum && item->valuedouble <= maximum))
    {
      char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];

      return fl_json_strict_fail (json, key, "the number must be from %s to %s",
                                  g_ascii_formatd (low, sizeof low, "%.17g", minimum),
                                  g_ascii_formatd (high, sizeof high, "%.17g", maximum));
    }
  *value = item->valuedouble;
  return TRUE;
}

gboolean
fl_json_strict_get_array (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                          const cJSON **value)
{
  const cJSON *item;

  if (!get_member_of_kind (json, object, key, is_needed, cJSON_IsArray, "a list [ … ] should stand here", &item))
    return FALSE;
  if (item != NULL)
    *value = item;
  return TRUE;
}

gboolean
fl_json_strict_get_object (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                           const cJSON **value)
{
  const cJSON *item;

  if (!get_member_of_kind (json, object, key, is_needed, cJSON_IsObject, "an object { … } should stand here", &item))
    return FALSE;
  if (item != NULL)
    *value = item;
  return TRUE;
}

gboolean
fl_json_strict_check_object (FlJsonStrict *json, const cJSON *item)
{
  return cJSON_IsObject (item) || fl_json_strict_fail (json, NULL, "an object { … } should stand here");
}
