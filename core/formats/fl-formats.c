/* The table of formats, and reading a file of any of them. */
#include "fl-formats.h"

#include <string.h>

#include "fl-file.h"

static const FlFormatRow rows[] = {
  { "json", "Fuseloom graph", ".json", fl_json_probe, fl_json_read, fl_json_write },
  { "fx", "FX graph text", ".py", fl_fx_probe, fl_fx_read, NULL },
};

guint
fl_formats_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlFormatRow *
fl_formats_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

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

/* Shapes are not propagated yet. */
static FlGraph *
read_text (const char *path, const char *text, gsize length, GError **error)
{
  const FlFormatRow *row;

  if (length >= 2 && (memcmp (text, "\377\376", 2) == 0 || memcmp (text, "\376\377", 2) == 0))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "%s: this is UTF-16 text (as PowerShell's '>' writes); save it as UTF-8", path != NULL ? path : "text");
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
      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX,
                   "%s: not a graph that Fuseloom reads: it reads FX graph text (fx_graph_readable.py, fx_graph_transformed.py, "
                   "fx_graph_runnable.py, logs of TORCH_LOGS, print (graph)) and its own JSON",
                   path != NULL ? path : "text");
      return NULL;
    }
  return row->read (path, text, length, error);
}

FlGraph *
fl_graph_read_text (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (FlGraph) graph = read_text (path, text, length, error);

  if (graph == NULL || !fl_shapes_propagate (graph, NULL, error))
    return NULL;
  return g_steal_pointer (&graph);
}

FlGraph *
fl_graph_read_file_beside (const char *path, const char *inputs_path, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *inputs = NULL;
  g_autoptr (FlGraph) graph = NULL;
  gsize length, inputs_length;

  if (!fl_file_read (path, &text, &length, error))
    return NULL;
  graph = read_text (path, text, length, error);
  if (graph == NULL)
    return NULL;
  if (inputs_path != NULL && fl_file_read (inputs_path, &inputs, &inputs_length, NULL))
    fl_fx_read_load_args (graph, inputs, inputs + inputs_length);
  if (!fl_shapes_propagate (graph, NULL, error))
    return NULL;
  return g_steal_pointer (&graph);
}

FlGraph *
fl_graph_read_file (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!fl_file_read (path, &text, &length, error))
    return NULL;
  return fl_graph_read_text (path, text, length, error);
}
