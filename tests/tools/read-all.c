/* Reads every graph file given (or every *.py below the folders given) and says what was understood:
 *   read-all [--shapes] [--verbose] PATH…
 * A line per file that fails, then totals. With --shapes also the differences between annotated and propagated values,
 * by operator. Not part of the test run: the graphs that it is meant for are not in the repository. */
#include <string.h>

#include "fl-formats.h"

typedef struct
{
  guint n_files;
  guint n_read;
  guint n_truncated;
  guint n_nodes;
  guint n_opaque;
  guint n_unknown; /* calls whose value is not known */
  guint n_warnings;
  gint64 slowest_us;
  char *slowest;
  gboolean with_shapes;
  gboolean is_verbose;
  GHashTable *opaque; /* target -> count */
} Totals;

static void
count_nodes (Totals *totals, const FlGraph *graph)
{
  totals->n_nodes += graph->n_nodes;
  totals->n_truncated += graph->truncated;
  totals->n_warnings += graph->n_warnings;
  for (guint i = 0; i < graph->n_nodes; i++)
    totals->n_unknown += graph->nodes[i].kind == FL_NODE_CALL && graph->nodes[i].value.kind == FL_VALUE_UNKNOWN;
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_CALL && graph->nodes[i].op == NULL)
      {
        const char *target = graph->nodes[i].target;
        const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (totals->opaque, target));

        totals->n_opaque++;
        g_hash_table_insert (totals->opaque, (gpointer) target, GUINT_TO_POINTER (n + 1));
      }
}

static void
read_one (Totals *totals, const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  gsize length;
  gint64 start;

  totals->n_files++;
  if (!g_file_get_contents (path, &text, &length, &error))
    {
      g_print ("%s\n", error->message);
      return;
    }
  start = g_get_monotonic_time ();
  graph = fl_fx_read (path, text, length, &error);
  if (graph != NULL && g_get_monotonic_time () - start > totals->slowest_us)
    {
      totals->slowest_us = g_get_monotonic_time () - start;
      g_free (totals->slowest);
      totals->slowest = g_strdup_printf ("%s, %u nodes, %" G_GSIZE_FORMAT " bytes", path, graph->n_nodes, length);
    }
  if (graph != NULL && !fl_graph_verify (graph, &error))
    g_clear_pointer (&graph, fl_graph_unref);
  if (graph != NULL && totals->with_shapes && !fl_shapes_propagate (graph, NULL, &error))
    g_clear_pointer (&graph, fl_graph_unref);
  if (graph == NULL)
    {
      g_print ("FAIL %s\n", error->message);
      return;
    }
  totals->n_read++;
  count_nodes (totals, graph);
  if (graph->truncated)
    g_print ("TRUNCATED %s: %s\n", path, graph->truncated_why);
  if (totals->is_verbose)
    for (guint i = 0; i < graph->n_warnings; i++)
      g_print ("%s: %s\n", path, graph->warnings[i]);
}

static void
read_below (Totals *totals, const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    {
      read_one (totals, path);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        read_below (totals, child);
      else if (strcmp (name, "fx.py") == 0 || strcmp (name, "fx_runnable.py") == 0)
        read_one (totals, child);
    }
}

int
main (int argc, char **argv)
{
  Totals totals = { .opaque = g_hash_table_new (NULL, NULL) };
  GHashTableIter iter;
  gpointer target, count;

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--shapes") == 0)
      totals.with_shapes = TRUE;
    else if (strcmp (argv[i], "--verbose") == 0)
      totals.is_verbose = TRUE;
    else
      read_below (&totals, argv[i]);

  g_print ("%u of %u files read, %u truncated, %u nodes, %u opaque, %u of unknown shape, %u warnings\n", totals.n_read,
           totals.n_files, totals.n_truncated, totals.n_nodes, totals.n_opaque, totals.n_unknown, totals.n_warnings);
  g_print ("slowest: %.1f ms, %s\n", totals.slowest_us / 1000.0, totals.slowest);
  g_hash_table_iter_init (&iter, totals.opaque);
  while (totals.is_verbose && g_hash_table_iter_next (&iter, &target, &count))
    g_print ("opaque %6u %s\n", GPOINTER_TO_UINT (count), (const char *) target);
  return totals.n_read == totals.n_files ? 0 : 1;
}
