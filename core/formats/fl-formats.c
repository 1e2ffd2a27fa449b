/* The table of formats, and reading a file of any of them. */
#include "fl-formats.h"

#include <string.h>

#include "fl-file.h"

static const FlFormatRow rows[] = {
  { "json", "Fuseloom graph", ".json", fl_json_probe, fl_json_read, fl_json_write },
  { "fx", "FX graph text", ".py", fl_fx_probe, fl_fx_read, NULL },
};

const FlFormatRow *
fl_formats_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

/* The row that is surest of the text; NULL when none is. */
static const FlFormatRow *
find_best (const char *text, gsize length)
{
  const FlFormatRow *best = NULL;
  guint best_score = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const guint score = rows[i].probe (text, length);

      if (score > best_score)
        {
          best = &rows[i];
          best_score = score;
        }
    }
  return best;
}

static void
set_no_format (const char *path, GError **error)
{
  g_set_error (
      error, FL_ERROR, FL_ERROR_SYNTAX,
      "%s: not a graph that Fuseloom reads: it reads FX graph text (fx_graph_readable.py, fx_graph_transformed.py, "
      "fx_graph_runnable.py, logs of TORCH_LOGS, print (graph)) and its own JSON",
      path != NULL ? path : "text");
}

GPtrArray *
fl_graphs_read_text (const char *path, const char *text, gsize length, GError **error)
{
  const FlFormatRow *row;
  FlFoundGraph *found;
  GPtrArray *all;
  FlGraph *graph;

  if (length >= 2 && (memcmp (text, "\377\376", 2) == 0 || memcmp (text, "\376\377", 2) == 0))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX,
                   "%s: this is UTF-16 text (as PowerShell's '>' writes); save it as UTF-8",
                   path != NULL ? path : "text");
      return NULL;
    }
  if (length >= 3 && memcmp (text, "\357\273\277", 3) == 0) /* a byte order mark */
    {
      text += 3;
      length -= 3;
    }
  row = find_best (text, length);
  if (row == NULL)
    {
      set_no_format (path, error);
      return NULL;
    }
  if (row->read == fl_fx_read)
    return fl_fx_read_all (path, text, length, error);
  graph = row->read (path, text, length, error);
  if (graph == NULL)
    return NULL;
  found = g_new0 (FlFoundGraph, 1);
  *found = (FlFoundGraph) { .graph = graph, .name = g_strdup (graph->name), .line = 1 };
  all = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_found_graph_free);
  g_ptr_array_add (all, found);
  return all;
}

FlGraph *
fl_graph_read_text (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) all = fl_graphs_read_text (path, text, length, error);
  g_autoptr (FlGraph) graph = all != NULL ? fl_found_graphs_take (all, 0, error) : NULL;

  if (graph == NULL || !fl_shapes_propagate (graph, NULL, error))
    return NULL;
  return g_steal_pointer (&graph);
}
