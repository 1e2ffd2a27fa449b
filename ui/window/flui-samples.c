#include "flui-samples.h"

#include <cjson/cJSON.h>

static cJSON *
get_index (void)
{
  static cJSON *index;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      const char *folder = flui_samples_get_folder ();
      g_autofree char *path = folder ? g_build_filename (folder, "index.json", NULL) : NULL;
      g_autofree char *text = NULL;

      if (path && g_file_get_contents (path, &text, NULL, NULL))
        index = cJSON_Parse (text);
      g_once_init_leave (&once, 1);
    }
  return index;
}

const char *
flui_samples_get_folder (void)
{
  static char *folder;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      const char *given = g_getenv ("FUSELOOM_DATA_DIR");
      const char *const candidates[] = { given, FL_SOURCE_DATA_DIR, FL_INSTALL_DATA_DIR };

      for (guint i = 0; i < G_N_ELEMENTS (candidates) && !folder; i++)
        {
          g_autofree char *path = candidates[i] ? g_build_filename (candidates[i], "graphs", NULL) : NULL;

          if (path && g_file_test (path, G_FILE_TEST_IS_DIR))
            folder = g_steal_pointer (&path);
        }
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

GMenuModel *
flui_samples_new_menu (void)
{
  GMenu *menu = g_menu_new ();
  const cJSON *entry;

  cJSON_ArrayForEach (entry, get_index ())
    {
      const char *file = get_text (entry, "file");
      g_autofree char *path = file ? g_build_filename (flui_samples_get_folder (), file, NULL) : NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (!file || !get_text (entry, "title"))
        continue;
      item = g_menu_item_new (get_text (entry, "title"), NULL);
      g_menu_item_set_action_and_target (item, "win.open-path", "s", path);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

const char *
flui_samples_get_note (const char *path)
{
  const cJSON *entry;

  cJSON_ArrayForEach (entry, get_index ())
    {
      const char *file = get_text (entry, "file");
      g_autofree char *sample = file ? g_build_filename (flui_samples_get_folder (), file, NULL) : NULL;

      if (sample && g_strcmp0 (sample, path) == 0)
        return get_text (entry, "note");
    }
  return NULL;
}
