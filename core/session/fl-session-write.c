/* Writing a session file. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-session-private.h"

/* --- the graph -------------------------------------------------------------------------------- */

char *
fl_session_dup_hash (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  /* Of the text, so that compressing a graph does not change it. */
  return path != NULL && fl_file_read (path, &text, &length, NULL)
             ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length)
             : NULL;
}

/* The way from one folder to a file, both absolute and canonical: "../graphs/a.py". */
static char *
dup_relative (const char *folder, const char *file)
{
  g_auto (GStrv) from = g_strsplit (folder, G_DIR_SEPARATOR_S, -1), to = g_strsplit (file, G_DIR_SEPARATOR_S, -1);
  g_autoptr (GString) path = g_string_new (NULL);
  guint n = 0;

  while (from[n] != NULL && to[n] != NULL && to[n + 1] != NULL && g_str_equal (from[n], to[n]))
    n++;
  for (guint i = n; from[i] != NULL; i++)
    if (*from[i] != '\0')
      g_string_append (path, ".." G_DIR_SEPARATOR_S);
  for (guint i = n; to[i] != NULL; i++)
    g_string_append_printf (path, "%s%s", i > n ? G_DIR_SEPARATOR_S : "", to[i]);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

/* As the file at `path` names the graph; as it is when there is no such file. */
static char *
dup_graph_path (const FlSession *session, const char *path)
{
  g_autofree char *full = NULL, *graph = NULL, *folder = NULL;

  if (path == NULL || session->graph_path == NULL)
    return g_strdup (session->graph_path != NULL ? session->graph_path : "");
  full = g_canonicalize_filename (path, NULL);
  folder = g_path_get_dirname (full);
  graph = g_canonicalize_filename (session->graph_path, NULL);
  return dup_relative (folder, graph);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Paths and notes from the world may be no UTF-8. */
static void
add_text (cJSON *object, const char *key, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    cJSON_AddStringToObject (object, key, valid);
}

static void
add_unknown (cJSON *object, const cJSON *unknown)
{
  const cJSON *item;

  cJSON_ArrayForEach (item, unknown)
    cJSON_AddItemToObject (object, item->string, cJSON_Duplicate (item, TRUE));
}

static cJSON *
push_object (cJSON *array)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (array, object);
  return object;
}

static void
add_override (cJSON *list, const FlOverride *override)
{
  cJSON *object = push_object (list), *pair;
  const char *name = fl_override_get_info (override->kind)->name;

  if (override->b == NULL)
    {
      add_text (object, name, override->a);
      return;
    }
  pair = cJSON_AddArrayToObject (object, name);
  cJSON_AddItemToArray (pair, cJSON_CreateString (override->a));
  cJSON_AddItemToArray (pair, cJSON_CreateString (override->b));
}

static void
add_variants (cJSON *root, const FlSession *session)
{
  cJSON *list = cJSON_AddArrayToObject (root, "variants");

  for (guint i = 0; i < session->variants->len; i++)
    {
      const FlSessionVariant *variant = session->variants->pdata[i];
      cJSON *object = push_object (list), *overrides;

      add_text (object, "name", variant->name);
      add_text (object, "note", variant->note);
      add_text (object, "strategy", variant->strategy);
      overrides = cJSON_AddArrayToObject (object, "overrides");
      for (guint k = 0; k < variant->overrides->len; k++)
        add_override (overrides, &g_array_index (variant->overrides, FlOverride, k));
      add_unknown (object, variant->unknown);
    }
}

static void
add_bookmarks (cJSON *root, const FlSession *session)
{
  cJSON *list = cJSON_AddArrayToObject (root, "bookmarks");

  for (guint i = 0; i < session->bookmarks->len; i++)
    {
      const FlSessionBookmark *bookmark = session->bookmarks->pdata[i];
      cJSON *object = push_object (list);

      add_text (object, "stage", bookmark->stage);
      if (bookmark->step >= 0)
        cJSON_AddNumberToObject (object, "step", (double) bookmark->step);
      add_text (object, "subject", bookmark->subject);
      add_text (object, "note", bookmark->note);
      add_unknown (object, bookmark->unknown);
    }
}

static void
add_options (cJSON *root, const FlSession *session)
{
  cJSON *options = cJSON_AddObjectToObject (root, "options"), *settings;

  if (session->has_target)
    add_text (options, "target", fl_target_get_name (session->target));
  add_text (options, "strategy", session->strategy);
  settings = cJSON_AddArrayToObject (options, "set");
  for (guint i = 0; i < session->settings->len; i++)
    cJSON_AddItemToArray (settings, cJSON_CreateString (session->settings->pdata[i]));
  add_unknown (options, session->options_unknown);
}

char *
fl_session_dup_text (const FlSession *session, const char *path)
{
  cJSON *root = cJSON_CreateObject (), *graph;
  g_autofree char *graph_path = dup_graph_path (session, path);
  char *printed, *text;

  cJSON_AddNumberToObject (root, "fuseloom_session", FL_SESSION_VERSION);
  graph = cJSON_AddObjectToObject (root, "graph");
  add_text (graph, "path", graph_path);
  if (session->graph_number > 0)
    cJSON_AddNumberToObject (graph, "number", session->graph_number);
  add_text (graph, "sha256", session->graph_sha256);
  add_unknown (graph, session->graph_unknown);
  add_options (root, session);
  add_variants (root, session);
  add_bookmarks (root, session);
  if (session->view != NULL)
    cJSON_AddItemToObject (root, "view", cJSON_Duplicate (session->view, TRUE));
  add_unknown (root, session->unknown);
  printed = cJSON_Print (root);
  text = g_strconcat (printed, "\n", NULL);
  cJSON_free (printed);
  cJSON_Delete (root);
  return text;
}

gboolean
fl_session_write (FlSession *session, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  char *hash = fl_session_dup_hash (session->graph_path);

  if (hash != NULL)
    {
      g_free (session->graph_sha256);
      session->graph_sha256 = hash;
    }
  text = fl_session_dup_text (session, path);
  if (!fl_file_write_text (path, text, -1, error))
    return FALSE;
  if (session->path != path)
    {
      g_free (session->path);
      session->path = g_strdup (path);
    }
  return TRUE;
}
