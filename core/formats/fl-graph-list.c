#include "fl-graph-list.h"

#include <string.h>

#include "fl-debug-folder.h"
#include "fl-file.h"
#include "fl-graph-device.h"
#include "fl-graph-level.h"
#include "fl-graph-torch.h"

enum
{
  MAX_DEPTH = 12,
  MAX_FILES = 2000 /* of a folder */
};

/* --- one file --------------------------------------------------------------------------------- */

static void
free_listed (gpointer data)
{
  FlListedGraph *listed = data;

  g_free (listed->path);
  g_free (listed->folder);
  g_free (listed->name);
  g_free (listed->kind);
  g_free (listed->device);
  g_free (listed->why);
  g_free (listed->obstacle);
  g_free (listed);
}

static GPtrArray *
read_all (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  return fl_file_read (path, &text, &length, error) ? fl_graphs_read_text (path, text, length, error) : NULL;
}

static void
describe (FlListedGraph *listed, FlFoundGraph *found, const FlDebugFolder *folder)
{
  g_autoptr (GString) device = g_string_new (NULL);

  listed->name = g_strdup (found->name);
  listed->kind = fl_found_graph_dup_kind (found);
  listed->line = found->line;
  listed->folder = folder != NULL ? g_strdup (folder->path) : NULL;
  if (found->graph == NULL)
    {
      listed->obstacle = g_strdup (found->error->message);
      return;
    }
  fl_graph_settle_device (found->graph, folder);
  fl_graph_settle_torch (found->graph, folder);
  listed->n_nodes = found->graph->n_nodes;
  listed->obstacle = g_strdup (fl_graph_find_obstacle (found->graph));
  if (fl_graph_get_device (found->graph).type == NULL)
    return;
  fl_device_append (device, fl_graph_get_device (found->graph));
  listed->device = g_strdup (device->str);
  listed->why = g_strdup (found->graph->device_why);
}

/* FALSE + error: it has no graph. found, which may be NULL, gets them as read. */
static gboolean
add_file (FlGraphList *list, const char *path, GPtrArray **found, GError **error)
{
  g_autoptr (GPtrArray) all = read_all (path, error);
  g_autoptr (FlDebugFolder) folder = all != NULL ? fl_debug_folder_new_around (path) : NULL;

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      FlListedGraph *listed = g_new0 (FlListedGraph, 1);

      listed->path = g_strdup (path);
      listed->number = i + 1;
      describe (listed, all->pdata[i], folder);
      g_ptr_array_add (list->graphs, listed);
    }
  if (all != NULL && found != NULL)
    *found = g_steal_pointer (&all);
  return all != NULL || (found != NULL && *found != NULL);
}

/* --- folders ---------------------------------------------------------------------------------- */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
find_files (const char *path, guint depth, GPtrArray *files)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = depth < MAX_DEPTH ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && files->len < MAX_FILES; i++)
    {
      g_autofree char *below = g_build_filename (path, names->pdata[i], NULL);

      if (g_file_test (below, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (below, G_FILE_TEST_IS_DIR))
        find_files (below, depth + 1, files);
      else if (g_file_test (below, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&below));
    }
}

/* A folder without compilations: every file that is a graph. */
static void
add_files (FlGraphList *list, const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  find_files (path, 0, files);
  for (guint i = 0; i < files->len; i++)
    add_file (list, files->pdata[i], NULL, NULL);
}

static gboolean
add_folder (FlGraphList *list, const char *path, GError **error)
{
  g_autoptr (GPtrArray) compilations = fl_debug_folder_find_all (path);
  g_autoptr (FlDebugFolder) own = compilations->len == 0 ? fl_debug_folder_new (path, NULL) : NULL;

  if (own != NULL)
    return add_file (list, own->graph_path, NULL, error);
  for (guint i = 0; i < compilations->len; i++)
    {
      g_autoptr (FlDebugFolder) folder = fl_debug_folder_new (compilations->pdata[i], NULL);

      if (folder != NULL)
        add_file (list, folder->graph_path, NULL, NULL);
    }
  if (list->graphs->len == 0)
    add_files (list, path);
  if (list->graphs->len > 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_IO,
               "%s: no graph in this folder: a debug folder of TORCH_COMPILE_DEBUG=1 holds "
               "fx_graph_transformed.py (or fx_graph_readable.py, fx_graph_runnable.py)",
               path);
  return FALSE;
}

/* A file of a compilation that is no graph (output_code.py, ir_post_fusion.txt) stands for the compilation. FALSE: it
 * is none; error, which is set, then says why it is no graph. */
static gboolean
add_folder_around (FlGraphList *list, const char *path, GError **error)
{
  g_autoptr (FlDebugFolder) folder = fl_debug_folder_new_around (path);
  g_autofree char *name = g_path_get_basename (path), *graph = NULL;

  if (folder == NULL || !add_file (list, folder->graph_path, NULL, NULL))
    return FALSE;
  g_clear_error (error);
  graph = g_path_get_basename (folder->graph_path);
  list->note = g_strdup_printf ("%s holds no graph: this is %s beside it", name, graph);
  return TRUE;
}

/* --- the list --------------------------------------------------------------------------------- */

static guint
choose (const FlGraphList *list)
{
  guint readable = 1;

  for (guint i = list->graphs->len; i-- > 0;)
    if (((const FlListedGraph *) list->graphs->pdata[i])->n_nodes > 0)
      readable = i + 1;
  for (guint i = 0; i < list->graphs->len; i++)
    if (((const FlListedGraph *) list->graphs->pdata[i])->obstacle == NULL)
      return i + 1;
  return readable;
}

FlGraphList *
fl_graph_list_new (const char *path, GError **error)
{
  g_autoptr (FlGraphList) list = g_new0 (FlGraphList, 1);
  g_autoptr (GError) wrong = NULL;

  list->path = g_strdup (path);
  list->graphs = g_ptr_array_new_with_free_func (free_listed);
  if (!(g_file_test (path, G_FILE_TEST_IS_DIR) ? add_folder (list, path, &wrong)
                                               : add_file (list, path, &list->found, &wrong))
      && !add_folder_around (list, path, &wrong))
    {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return NULL;
    }
  list->chosen = choose (list);
  return g_steal_pointer (&list);
}

void
fl_graph_list_free (FlGraphList *list)
{
  g_free (list->path);
  g_free (list->note);
  g_ptr_array_unref (list->graphs);
  g_clear_pointer (&list->found, g_ptr_array_unref);
  g_free (list);
}

FlGraph *
fl_graph_list_read (const FlGraphList *list, guint number, GError **error)
{
  const FlListedGraph *listed;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlDebugFolder) folder = NULL;

  if (number > list->graphs->len)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: there is no graph %u: it holds %u", list->path, number,
                   list->graphs->len);
      return NULL;
    }
  listed = list->graphs->pdata[(number == 0 ? list->chosen : number) - 1];
  all = list->found != NULL ? g_ptr_array_ref (list->found) : read_all (listed->path, error);
  graph = all != NULL ? fl_found_graphs_take (all, listed->number, error) : NULL;
  if (graph == NULL)
    return NULL;
  folder = fl_debug_folder_new_around (listed->path);
  fl_graph_settle_device (graph, folder);
  fl_graph_settle_level (graph, listed->path, listed->kind);
  if (list->note != NULL)
    fl_graph_append_warning (graph, list->note);
  fl_graph_settle_torch (graph, folder);
  return fl_shapes_propagate (graph, NULL, error) ? g_steal_pointer (&graph) : NULL;
}

FlGraph *
fl_graph_read_file_number (const char *path, guint number, GError **error)
{
  g_autoptr (FlGraphList) list = fl_graph_list_new (path, error);

  return list != NULL ? fl_graph_list_read (list, number, error) : NULL;
}

void
fl_graph_list_append (GString *out, const FlGraphList *list)
{
  for (guint i = 0; i < list->graphs->len; i++)
    {
      const FlListedGraph *listed = list->graphs->pdata[i];
      const char *place = listed->folder != NULL ? listed->folder : listed->path;
      g_autofree char *file = g_path_get_basename (place);

      g_string_append_printf (out, "%c %3u  %-24s %6u nodes  %-8s  %s line %u, %s", i + 1 == list->chosen ? '*' : ' ',
                              i + 1, listed->kind, listed->n_nodes, listed->device != NULL ? listed->device : "-", file,
                              listed->line, listed->name);
      if (listed->why != NULL && !g_str_equal (listed->why, "its own text"))
        g_string_append_printf (out, "; device: %s", listed->why);
      if (listed->obstacle != NULL)
        g_string_append_printf (out, "; %.*s", (int) strcspn (listed->obstacle, "\n"), listed->obstacle);
      g_string_append_c (out, '\n');
    }
}

FlGraph *
fl_graph_read_file (const char *path, GError **error)
{
  return fl_graph_read_file_number (path, 0, error);
}
