#include "flui-samples.h"

#include <cjson/cJSON.h>

#include "fl-file.h"

#define APP_NAME "Fuseloom"
#define N_RECENT_IN_MENU 6

static char *
find_folder (void)
{
  const char *const candidates[] = { g_getenv ("FUSELOOM_DATA_DIR"), FL_SOURCE_DATA_DIR, FL_INSTALL_DATA_DIR };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      g_autofree char *path = candidates[i] ? g_build_filename (candidates[i], "graphs", NULL) : NULL;

      if (path && g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

const char *
flui_samples_get_folder (void)
{
  static char *folder;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      folder = find_folder ();
      g_once_init_leave (&once, 1);
    }
  return folder;
}

static const char *
get_text (const cJSON *entry, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (entry, name);

  return cJSON_IsString (item) ? item->valuestring : NULL;
}

static char *
dup_teaches (const cJSON *entry)
{
  GString *text = g_string_new (NULL);
  const cJSON *word;

  cJSON_ArrayForEach (word, cJSON_GetObjectItemCaseSensitive (entry, "teaches"))
    if (cJSON_IsString (word))
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", word->valuestring);
  return g_string_free (text, FALSE);
}

static GArray *
read_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (FluiSample));
  g_autofree char *path
      = flui_samples_get_folder () ? g_build_filename (flui_samples_get_folder (), "index.json", NULL) : NULL;
  g_autofree char *text = NULL;
  gsize length;
  static cJSON *index; /* the texts are used as long as the program runs */
  const cJSON *entry;

  if (path && fl_file_read_up_to (path, FL_FILE_MAX_SMALL_BYTES, &text, &length, NULL))
    index = cJSON_Parse (text);
  cJSON_ArrayForEach (entry, index)
    {
      FluiSample sample = { .title = get_text (entry, "title"), .note = get_text (entry, "note") };

      if (!sample.title || !get_text (entry, "file"))
        continue;
      sample.path = g_build_filename (flui_samples_get_folder (), get_text (entry, "file"), NULL);
      sample.teaches = dup_teaches (entry);
      g_array_append_val (samples, sample);
    }
  return samples;
}

static GArray *
get_samples (void)
{
  static GArray *samples;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      samples = read_samples ();
      g_once_init_leave (&once, 1);
    }
  return samples;
}

guint
flui_samples_get_n_rows (void)
{
  return get_samples ()->len;
}

const FluiSample *
flui_samples_get_row (guint position)
{
  return &g_array_index (get_samples (), FluiSample, position);
}

const FluiSample *
flui_samples_find (const char *path)
{
  for (guint i = 0; path && i < get_samples ()->len; i++)
    if (g_strcmp0 (flui_samples_get_row (i)->path, path) == 0)
      return flui_samples_get_row (i);
  return NULL;
}

/* --- recent graphs ----------------------------------------------------------------------------- */

void
flui_recent_add (const char *path)
{
  static char *groups[] = { (char *) "fuseloom", NULL };
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkRecentData data = { .mime_type = (char *) "text/plain",
                         .app_name = (char *) APP_NAME,
                         .app_exec = (char *) "fuseloom %f",
                         .groups = groups };

  if (uri && !flui_samples_find (path))
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_visits (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

GPtrArray *
flui_recent_list (guint n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), compare_visits);

  for (GList *l = items; l && paths->len < n; l = l->next)
    {
      g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (l->data), NULL, NULL);

      if (path && gtk_recent_info_has_application (l->data, APP_NAME) && gtk_recent_info_exists (l->data))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return paths;
}

/* --- menu -------------------------------------------------------------------------------------- */

static void
append_path (GMenu *menu, const char *title, const char *path)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target (item, "win.open-path", "s", path);
  g_menu_append_item (menu, item);
}

void
flui_samples_fill_menu (GMenu *menu)
{
  g_autoptr (GPtrArray) paths = flui_recent_list (N_RECENT_IN_MENU);
  g_autoptr (GMenu) recent = g_menu_new ();
  g_autoptr (GMenu) samples = g_menu_new ();

  g_menu_remove_all (menu);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_auto (GStrv) parts = g_strsplit (name, "_", -1);
      g_autofree char *title = g_strjoinv ("__", parts); /* an underscore marks a mnemonic */

      append_path (recent, title, paths->pdata[i]);
    }
  for (guint i = 0; i < flui_samples_get_n_rows (); i++)
    append_path (samples, flui_samples_get_row (i)->title, flui_samples_get_row (i)->path);
  if (paths->len)
    g_menu_append_section (menu, "Recent", G_MENU_MODEL (recent));
  g_menu_append_section (menu, "Samples", G_MENU_MODEL (samples));
}
