/* Finding the files of a compilation, and what they say of PyTorch's version and settings. */
#include "fl-debug-folder.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"

enum
{
  MAX_DEPTH = 12
};

/* Best first: fx_graph_transformed.py is the graph that the scheduler's dumps belong to. */
static const char *const graph_names[]
    = { "fx_graph_transformed.py", "fx_transformed.py", "fx.py", "fx_graph_readable.py",
        "fx_graph_runnable.py",    "fx_runnable.py",    NULL };
static const char *const pre_names[] = { "ir_pre_fusion.txt", "pre_fusion.txt", NULL };
static const char *const post_names[] = { "ir_post_fusion.txt", "post_fusion.txt", NULL };
static const char *const code_names[] = { "output_code.py", "wrapper.py", NULL };
static const char *const runnable_names[] = { "fx_graph_runnable.py", "fx_runnable.py", NULL };

static char *
find_file (const char *folder, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (fl_file_exists (path))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* --- what files say --------------------------------------------------------------------------- */

/* fx_graph_runnable.py: "# torch version: 2.9.0", "torch._inductor.config.max_fusion_size = 8". */
static void
read_runnable (FlDebugFolder *folder, GStrvBuilder *settings)
{
  static const char version[] = "# torch version:", config[] = "torch._inductor.config.";
  const char *path = folder->runnable_path;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (path == NULL || !fl_file_read (path, &text, &length, NULL))
    return;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (g_str_has_prefix (line, version) && folder->torch_version == NULL)
        folder->torch_version = g_strstrip (g_strdup (line + strlen (version)));
      else if (g_str_has_prefix (line, config) && strstr (line, " = ") != NULL)
        {
          g_auto (GStrv) sides = g_strsplit (line + strlen (config), " = ", 2);
          g_autofree char *setting = g_strdup_printf ("%s=%s", sides[0], sides[1]);

          g_strv_builder_add (settings, setting);
        }
    }
}

static void
add_setting (GStrvBuilder *settings, const cJSON *setting)
{
  g_autofree char *value = cJSON_IsBool (setting)
                               ? g_strdup (cJSON_IsTrue (setting) ? "true" : "false")
                               : g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) cJSON_GetNumberValue (setting));
  g_autofree char *text = g_strdup_printf ("%s=%s", setting->string, value);

  g_strv_builder_add (settings, text);
}

/* index.json beside a case of our own tests: {"pytorch": "2.15.0", "cases": {"NAME": {"settings":
 * {…}}}}. */
static void
read_index (FlDebugFolder *folder, GStrvBuilder *settings)
{
  g_autofree char *parent = g_path_get_dirname (folder->path);
  g_autofree char *path = g_build_filename (parent, "index.json", NULL);
  g_autofree char *text = NULL;
  cJSON *index;
  const cJSON *found, *setting;
  gsize length;

  if (!fl_file_exists (path) || !fl_file_read (path, &text, &length, NULL))
    return;
  index = cJSON_ParseWithLength (text, length);
  found = cJSON_GetObjectItemCaseSensitive (cJSON_GetObjectItemCaseSensitive (index, "cases"), folder->title);
  if (cJSON_IsObject (found))
    {
      const cJSON *version = cJSON_GetObjectItemCaseSensitive (index, "pytorch");

      if (cJSON_IsString (version) && folder->torch_version == NULL)
        folder->torch_version = g_strdup (version->valuestring);
      cJSON_ArrayForEach (setting, cJSON_GetObjectItemCaseSensitive (found, "settings"))
        if (cJSON_IsBool (setting) || cJSON_IsNumber (setting))
          add_setting (settings, setting);
    }
  cJSON_Delete (index);
}

/* --- folders ---------------------------------------------------------------------------------- */

FlDebugFolder *
fl_debug_folder_new (const char *path, GError **error)
{
  g_autoptr (FlDebugFolder) folder = g_new0 (FlDebugFolder, 1);
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();
  static const char *const decisions_names[] = { "fusion.txt", NULL };

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: there is no such folder", path);
      return NULL;
    }
  folder->path = g_canonicalize_filename (path, NULL);
  folder->title = g_path_get_basename (folder->path);
  folder->graph_path = find_file (path, graph_names);
  folder->runnable_path = find_file (path, runnable_names);
  folder->pre_path = find_file (path, pre_names);
  folder->post_path = find_file (path, post_names);
  folder->code_path = find_file (path, code_names);
  folder->decisions_path = find_file (path, decisions_names);
  if (folder->graph_path == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO,
                   "%s: no graph in this folder: a debug folder of TORCH_COMPILE_DEBUG=1 holds "
                   "fx_graph_transformed.py (or fx_graph_readable.py, fx_graph_runnable.py)",
                   path);
      return NULL;
    }
  read_runnable (folder, settings);
  read_index (folder, settings);
  folder->settings = g_strv_builder_end (settings);
  return g_steal_pointer (&folder);
}

void
fl_debug_folder_free (FlDebugFolder *folder)
{
  g_free (folder->path);
  g_free (folder->title);
  g_free (folder->graph_path);
  g_free (folder->runnable_path);
  g_free (folder->pre_path);
  g_free (folder->post_path);
  g_free (folder->code_path);
  g_free (folder->decisions_path);
  g_free (folder->torch_version);
  g_strfreev (folder->settings);
  g_free (folder);
}

static gboolean
is_named (const char *name, const char *const *names)
{
  const gsize length = strlen (name) - (g_str_has_suffix (name, ".gz") ? strlen (".gz") : 0);

  for (guint i = 0; names[i] != NULL; i++)
    if (strlen (names[i]) == length && strncmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

FlDebugFolder *
fl_debug_folder_new_around (const char *path)
{
  static const char *const other_names[] = { "fusion.txt", "inductor_provenance_tracking_node_mappings.json",
                                             "inductor_provenance_tracking_kernel_stack_traces.json", NULL };
  static const char *const *const all[] = { graph_names, pre_names, post_names, code_names, other_names };
  g_autofree char *parent = g_path_get_dirname (path), *name = g_path_get_basename (path);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return fl_debug_folder_new (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (is_named (name, all[i]))
      return fl_debug_folder_new (parent, NULL);
  return NULL;
}

gboolean
fl_debug_folder_is_one (const char *path)
{
  g_autofree char *graph = find_file (path, graph_names);
  g_autofree char *pre = find_file (path, pre_names);
  g_autofree char *post = find_file (path, post_names);

  return graph != NULL && (pre != NULL || post != NULL);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_all (const char *path, guint depth, GPtrArray *found)
{
  g_autoptr (GPtrArray) inner = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (fl_debug_folder_is_one (path))
    {
      g_ptr_array_add (found, g_strdup (path));
      return;
    }
  dir = depth < MAX_DEPTH ? g_dir_open (path, 0, NULL) : NULL;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (g_file_test (below, G_FILE_TEST_IS_DIR) && !g_file_test (below, G_FILE_TEST_IS_SYMLINK))
        g_ptr_array_add (inner, g_steal_pointer (&below));
    }
  g_ptr_array_sort (inner, compare_names);
  for (guint i = 0; i < inner->len; i++)
    add_all (inner->pdata[i], depth + 1, found);
}

GPtrArray *
fl_debug_folder_find_all (const char *path)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  add_all (path, 0, found);
  return found;
}
