#include "flui-state.h"

#include <glib/gstdio.h>

#include "fl-file.h"

#define GROUP "window"

static const struct
{
  const char *name;
  gsize offset;
  int value, minimum, maximum;
} numbers[] = {
  { "width", G_STRUCT_OFFSET (FluiState, width), 1280, 640, 20000 },
  { "height", G_STRUCT_OFFSET (FluiState, height), 800, 480, 20000 },
  { "inspector-width", G_STRUCT_OFFSET (FluiState, inspector_width), 0, 0, 4000 },
  { "drawer-height", G_STRUCT_OFFSET (FluiState, drawer_height), 0, 0, 4000 },
  { "side-width", G_STRUCT_OFFSET (FluiState, side_width), 0, 0, 4000 },
};

static const struct
{
  const char *name;
  gsize offset;
  gboolean value;
} switches[] = {
  { "maximized", G_STRUCT_OFFSET (FluiState, is_maximized), FALSE },
  { "rail", G_STRUCT_OFFSET (FluiState, rail), TRUE },
  { "inspector", G_STRUCT_OFFSET (FluiState, inspector), TRUE },
  { "drawer", G_STRUCT_OFFSET (FluiState, drawer), TRUE },
  { "legend", G_STRUCT_OFFSET (FluiState, legend), FALSE },
  { "minimap", G_STRUCT_OFFSET (FluiState, minimap), TRUE },
};

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "fuseloom", "window.ini", NULL);
}

void
flui_state_load (FluiState *state)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = dup_path (), *text = NULL;
  gsize length;

  if (fl_file_read_up_to (path, FL_FILE_MAX_SMALL_BYTES, &text, &length, NULL))
    g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GError) error = NULL;
      int value = g_key_file_get_integer (file, GROUP, numbers[i].name, &error);

      G_STRUCT_MEMBER (int, state, numbers[i].offset)
          = error ? numbers[i].value : CLAMP (value, numbers[i].minimum, numbers[i].maximum);
    }
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean value = g_key_file_get_boolean (file, GROUP, switches[i].name, &error);

      G_STRUCT_MEMBER (gboolean, state, switches[i].offset) = error ? switches[i].value : value;
    }
}

/* A window that cannot be remembered is no reason to bother anybody. */
void
flui_state_save (const FluiState *state)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_key_file_set_integer (file, GROUP, numbers[i].name, G_STRUCT_MEMBER (int, state, numbers[i].offset));
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    g_key_file_set_boolean (file, GROUP, switches[i].name, G_STRUCT_MEMBER (gboolean, state, switches[i].offset));
  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      g_autofree char *text = g_key_file_to_data (file, NULL, NULL);

      fl_file_write_text (path, text, -1, NULL);
    }
}
