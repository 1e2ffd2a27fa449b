/* Reading a session file. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-json-strict.h"
#include "fl-session-private.h"

enum
{
  MAX_VARIANTS = 1000,
  MAX_OVERRIDES = 10000,
  MAX_BOOKMARKS = 10000
};

typedef struct
{
  FlJsonStrict json;
  FlSession *session;
} Reader;

/* --- unknown keys ----------------------------------------------------------------------------- */

/* What stands in the object besides `known` (NULL-terminated) is kept, and listed. */
static cJSON *
keep_unknown (Reader *reader, const cJSON *object, const char *const *known)
{
  cJSON *kept = NULL;

  for (const cJSON *item = object->child; item != NULL; item = item->next)
    {
      if (g_strv_contains (known, item->string))
        continue;
      if (kept == NULL)
        kept = cJSON_CreateObject ();
      cJSON_AddItemToObject (kept, item->string, cJSON_Duplicate (item, TRUE));
      g_ptr_array_add (reader->session->notices,
                       g_strdup_printf ("%s%s%s: this version does not know the key; it is kept as it is",
                                        reader->json.where->str, reader->json.where->len > 0 ? "." : "", item->string));
    }
  return kept;
}

static gboolean
check_strategy (FlJsonStrict *json, const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (fl_strategies_find (name) != NULL)
    return TRUE;
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", fl_strategies_get_row (i)->name);
  return fl_json_strict_fail (json, "strategy", "there is no strategy “%s”; there are: %s", name, names->str);
}

/* --- parts ------------------------------------------------------------------------------------ */

static gboolean
read_graph (Reader *reader, const cJSON *root)
{
  static const char *const known[] = { "path", "number", "sha256", NULL };
  const cJSON *graph = NULL;
  double number = 0;
  const char *path = NULL, *sha256 = NULL;
  gsize ticket;

  if (!fl_json_strict_get_object (&reader->json, root, "graph", TRUE, &graph))
    return FALSE;
  ticket = fl_json_strict_enter (&reader->json, "graph", -1);
  if (!fl_json_strict_get_string (&reader->json, graph, "path", TRUE, &path)
      || !fl_json_strict_get_number (&reader->json, graph, "number", FALSE, 1, G_MAXINT, &number)
      || !fl_json_strict_get_string (&reader->json, graph, "sha256", FALSE, &sha256))
    return FALSE;
  if (number != (double) (guint) number)
    return fl_json_strict_fail (&reader->json, "number", "a whole number should stand here");
  if (*path == '\0')
    return fl_json_strict_fail (&reader->json, "path", "an empty path names no graph");
  if (sha256 != NULL && (strlen (sha256) != 64 || strspn (sha256, "0123456789abcdef") != 64))
    return fl_json_strict_fail (&reader->json, "sha256", "64 hexadecimal digits should stand here");
  g_free (reader->session->graph_path);
  reader->session->graph_path = g_strdup (path);
  reader->session->graph_number = (guint) number;
  reader->session->graph_sha256 = g_strdup (sha256);
  reader->session->graph_unknown = keep_unknown (reader, graph, known);
  fl_json_strict_leave (&reader->json, ticket);
  return TRUE;
}

static gboolean
read_setting (Reader *reader, const cJSON *item)
{
  FlOptions options;
  g_autoptr (GError) error = NULL;

  if (!cJSON_IsString (item))
    return fl_json_strict_fail (&reader->json, NULL, "a text \"NAME=VALUE\" should stand here");
  fl_options_init (&options);
  if (!fl_options_set (&options, item->valuestring, &error))
    return fl_json_strict_fail (&reader->json, NULL, "%s", error->message);
  g_ptr_array_add (reader->session->settings, g_strdup (item->valuestring));
  return TRUE;
}

static gboolean
read_options (Reader *reader, const cJSON *root)
{
  static const char *const known[] = { "target", "strategy", "set", NULL };
  const cJSON *options = NULL, *settings = NULL, *item;
  const char *target = NULL, *strategy = NULL;
  gsize ticket, inner;
  int index = 0;

  if (!fl_json_strict_get_object (&reader->json, root, "options", FALSE, &options))
    return FALSE;
  if (options == NULL)
    return TRUE;
  ticket = fl_json_strict_enter (&reader->json, "options", -1);
  if (!fl_json_strict_get_string (&reader->json, options, "target", FALSE, &target)
      || !fl_json_strict_get_string (&reader->json, options, "strategy", FALSE, &strategy)
      || !fl_json_strict_get_array (&reader->json, options, "set", FALSE, &settings))
    return FALSE;
  if (target != NULL && !fl_target_find (target, &reader->session->target))
    return fl_json_strict_fail (&reader->json, "target", "there is no target “%s”: cpu or cuda", target);
  reader->session->has_target = target != NULL;
  if (strategy != NULL && !check_strategy (&reader->json, strategy))
    return FALSE;
  if (strategy != NULL)
    {
      g_free (reader->session->strategy);
      reader->session->strategy = g_strdup (strategy);
    }
  cJSON_ArrayForEach (item, settings)
    {
      inner = fl_json_strict_enter (&reader->json, "set", index++);
      if (!read_setting (reader, item))
        return FALSE;
      fl_json_strict_leave (&reader->json, inner);
    }
  reader->session->options_unknown = keep_unknown (reader, options, known);
  fl_json_strict_leave (&reader->json, ticket);
  return TRUE;
}

/* { "forbid": ["relu", "add"] }, { "realize": "exp" }, { "set": "max_fusion_size=8" } */
static gboolean
read_override (Reader *reader, const cJSON *item, GArray *overrides)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const cJSON *value = item->child;
  FlOverrideKind kind;
  FlOverride override;
  guint n;

  if (!fl_json_strict_check_object (&reader->json, item))
    return FALSE;
  if (value == NULL || value->next != NULL)
    return fl_json_strict_fail (&reader->json, NULL,
                                "an object with one key should stand here: forbid, force, realize, inline or set");
  if (!fl_override_find_kind (value->string, &kind))
    return fl_json_strict_fail (&reader->json, value->string,
                                "there is no such override: forbid, force, realize, inline or set");
  n = fl_override_get_info (kind)->n_subjects;
  if (n == 2 ? !cJSON_IsArray (value) || cJSON_GetArraySize (value) != 2 || !cJSON_IsString (value->child)
                   || !cJSON_IsString (value->child->next)
             : !cJSON_IsString (value))
    return fl_json_strict_fail (&reader->json, value->string,
                                n == 2 ? "a list of two texts should stand here" : "a text should stand here");
  if (n == 2 && (strchr (value->child->valuestring, ',') || strchr (value->child->next->valuestring, ',')))
    return fl_json_strict_fail (&reader->json, value->string, "a value's name has no comma");
  text = n == 2 ? g_strdup_printf ("%s,%s", value->child->valuestring, value->child->next->valuestring)
                : g_strdup (value->valuestring);
  if (!fl_override_parse (kind, text, &override, &error))
    return fl_json_strict_fail (&reader->json, value->string, "%s", error->message);
  g_array_append_val (overrides, override);
  return TRUE;
}

static gboolean
read_variant (Reader *reader, const cJSON *item)
{
  static const char *const known[] = { "name", "note", "strategy", "overrides", NULL };
  const cJSON *overrides = NULL, *child;
  const char *name = NULL, *note = NULL, *strategy = NULL;
  FlSessionVariant *variant;
  int index = 0;

  if (!fl_json_strict_check_object (&reader->json, item)
      || !fl_json_strict_get_string (&reader->json, item, "name", TRUE, &name)
      || !fl_json_strict_get_string (&reader->json, item, "note", FALSE, &note)
      || !fl_json_strict_get_string (&reader->json, item, "strategy", FALSE, &strategy)
      || !fl_json_strict_get_array (&reader->json, item, "overrides", FALSE, &overrides))
    return FALSE;
  if (*name == '\0' || fl_session_find_variant (reader->session, name) != NULL)
    return fl_json_strict_fail (&reader->json, "name",
                                *name == '\0' ? "a variant needs a name" : "two variants have this name");
  if (strategy != NULL && !check_strategy (&reader->json, strategy))
    return FALSE;
  if (cJSON_GetArraySize (overrides) > MAX_OVERRIDES)
    return fl_json_strict_fail (&reader->json, "overrides", "more than %d overrides", MAX_OVERRIDES);
  variant = fl_session_add_variant (reader->session, name);
  variant->note = g_strdup (note);
  variant->strategy = g_strdup (strategy);
  cJSON_ArrayForEach (child, overrides)
    {
      gsize ticket = fl_json_strict_enter (&reader->json, "overrides", index++);

      if (!read_override (reader, child, variant->overrides))
        return FALSE;
      fl_json_strict_leave (&reader->json, ticket);
    }
  variant->unknown = keep_unknown (reader, item, known);
  return TRUE;
}

static gboolean
read_bookmark (Reader *reader, const cJSON *item)
{
  static const char *const known[] = { "stage", "step", "subject", "note", NULL };
  const char *stage = NULL, *subject = NULL, *note = NULL;
  double step = -1;

  if (!fl_json_strict_check_object (&reader->json, item)
      || !fl_json_strict_get_string (&reader->json, item, "stage", TRUE, &stage)
      || !fl_json_strict_get_number (&reader->json, item, "step", FALSE, -1, G_MAXUINT32, &step)
      || !fl_json_strict_get_string (&reader->json, item, "subject", FALSE, &subject)
      || !fl_json_strict_get_string (&reader->json, item, "note", FALSE, &note))
    return FALSE;
  if (fl_stage_find (stage) < 0)
    return fl_json_strict_fail (&reader->json, "stage", "there is no stage “%s”", stage);
  fl_session_add_bookmark (reader->session, stage, (gint64) step, subject, note)->unknown
      = keep_unknown (reader, item, known);
  return TRUE;
}

static gboolean
read_list (Reader *reader, const cJSON *root, const char *key, int limit,
           gboolean (*read) (Reader *reader, const cJSON *item))
{
  const cJSON *list = NULL, *item;
  int index = 0;

  if (!fl_json_strict_get_array (&reader->json, root, key, FALSE, &list))
    return FALSE;
  if (cJSON_GetArraySize (list) > limit)
    return fl_json_strict_fail (&reader->json, key, "more than %d entries", limit);
  cJSON_ArrayForEach (item, list)
    {
      gsize ticket = fl_json_strict_enter (&reader->json, key, index++);

      if (!read (reader, item))
        return FALSE;
      fl_json_strict_leave (&reader->json, ticket);
    }
  return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static gboolean
read_root (Reader *reader, const cJSON *root)
{
  static const char *const known[] = { "fuseloom_session", "graph", "options", "variants", "bookmarks", "view", NULL };
  const cJSON *view = NULL;
  double version = 0;

  if (!fl_json_strict_get_number (&reader->json, root, "fuseloom_session", TRUE, 1, G_MAXINT, &version))
    return FALSE;
  if (version != FL_SESSION_VERSION)
    return fl_json_strict_fail (&reader->json, "fuseloom_session",
                                "this is version %.0f of the format; this program reads version %d", version,
                                FL_SESSION_VERSION);
  if (!read_graph (reader, root) || !read_options (reader, root)
      || !read_list (reader, root, "variants", MAX_VARIANTS, read_variant)
      || !read_list (reader, root, "bookmarks", MAX_BOOKMARKS, read_bookmark)
      || !fl_json_strict_get_object (&reader->json, root, "view", FALSE, &view))
    return FALSE;
  reader->session->view = view != NULL ? cJSON_Duplicate (view, TRUE) : NULL;
  reader->session->unknown = keep_unknown (reader, root, known);
  return TRUE;
}

FlSession *
fl_session_parse (const char *text, gsize length, const char *path, GError **error)
{
  g_autoptr (FlSession) session = fl_session_new (NULL);
  Reader reader = { .session = session };
  cJSON *root;
  gboolean is_read;

  fl_json_strict_init (&reader.json, path, error);
  root = fl_json_strict_parse (&reader.json, text, length);
  is_read = root != NULL && read_root (&reader, root);
  cJSON_Delete (root);
  fl_json_strict_clear (&reader.json);
  session->path = g_strdup (path);
  return is_read ? g_steal_pointer (&session) : NULL;
}

/* The path in the file is relative to the file. */
static void
resolve_graph (FlSession *session)
{
  g_autofree char *folder = g_path_get_dirname (session->path);
  g_autofree char *own = session->graph_path;
  g_autofree char *now = NULL;

  session->graph_path
      = g_path_is_absolute (own) || g_str_equal (folder, ".") ? g_strdup (own) : g_build_filename (folder, own, NULL);
  now = fl_session_dup_hash (session->graph_path);
  /* What is there and cannot be read is an error where it is read. */
  if (now == NULL && !g_file_test (session->graph_path, G_FILE_TEST_EXISTS))
    g_ptr_array_add (session->notices, g_strdup_printf ("the graph %s is not there", session->graph_path));
  else if ((now != NULL || g_file_test (session->graph_path, G_FILE_TEST_IS_DIR)) && session->graph_sha256 != NULL
           && g_strcmp0 (now, session->graph_sha256) != 0)
    g_ptr_array_add (session->notices,
                     g_strdup_printf ("the graph %s has changed since the session was saved", session->graph_path));
}

FlSession *
fl_session_read (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  FlSession *session;

  if (!fl_file_read_up_to (path, FL_FILE_MAX_SMALL_BYTES, &text, &length, error))
    return NULL;
  session = fl_session_parse (text, length, path, error);
  if (session != NULL)
    resolve_graph (session);
  return session;
}
