/* Files with several graphs: what each is, and which is meant. */
#include <string.h>

#include "fl-fx-private.h"

enum
{
  MAX_LINES_ABOVE = 6 /* between a title and its graph: a path, an empty line */
};

/* --- what the text says ----------------------------------------------------------------------- */

/* {"aot_forward_graph": {}, …, "has_payload": …}, {"artifact": {"name": "before_post_grad_graph", …}, …}: a record of
 * TORCH_TRACE. */
static char *
dup_record (const char *line, const char *end)
{
  static const char name[] = "\"name\": \"", artifact[] = "artifact";
  const char *key = memchr (line, '"', end - line), *after;

  if (*line != '{' || key == NULL || memmem (line, end - line, "has_payload", strlen ("has_payload")) == NULL)
    return NULL;
  key++;
  after = memchr (key, '"', end - key);
  if (after != NULL && (gsize) (after - key) == strlen (artifact) && memcmp (key, artifact, strlen (artifact)) == 0)
    {
      key = memmem (line, end - line, name, strlen (name));
      key = key != NULL ? key + strlen (name) : NULL;
      after = key != NULL ? memchr (key, '"', end - key) : NULL;
    }
  return after != NULL ? g_strndup (key, after - key) : NULL;
}

/* "TRACED GRAPH", " ===== Forward graph 0 =====" */
static char *
dup_title (const char *line, const char *end)
{
  static const char bar[] = "=====", traced[] = "TRACED GRAPH";
  const char *open = memmem (line, end - line, bar, strlen (bar)), *close;

  if (memmem (line, end - line, traced, strlen (traced)) != NULL)
    return g_strdup ("Dynamo's");
  if (open == NULL)
    return NULL;
  open += strspn (open, "=");
  close = open < end ? memmem (open, end - open, bar, strlen (bar)) : NULL;
  return close != NULL ? g_strstrip (g_strndup (open, close - open)) : NULL;
}

char *
fl_fx_dup_kind (const FlFx *fx, const char *start)
{
  g_autofree char *title = NULL;
  const char *end = start;

  for (guint i = 0; i < MAX_LINES_ABOVE && end > fx->text; i++)
    {
      const char *line = end - 1;
      char *found;

      while (line > fx->text && line[-1] != '\n')
        line--;
      found = dup_record (line, end - 1);
      if (found == NULL)
        found = dup_title (line, end - 1);
      if (found != NULL && (title == NULL || g_str_equal (found, "Dynamo's")))
        {
          g_free (title);
          title = found;
        }
      else
        g_free (found);
      if (fl_fx_starts (fx, line + strspn (line, " \t"), "return"))
        break; /* of the graph before */
      end = line;
    }
  return g_steal_pointer (&title);
}

/* --- what the graph says ---------------------------------------------------------------------- */

const char *
fl_graph_find_obstacle (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];

      if (node->kind == FL_NODE_CALL && node->op == NULL
          && (g_str_has_prefix (node->target, "torch.") || g_str_has_prefix (node->target, "method.")))
        return fl_arena_printf (graph->arena, "line %u calls %s, which is Python that Dynamo traced, no operator",
                                node->line, node->target);
    }
  return NULL;
}

static gboolean
has_input (const FlGraph *graph, const char *prefix)
{
  for (guint i = 0; i < graph->n_inputs; i++)
    if (g_str_has_prefix (fl_graph_get_node (graph, graph->inputs[i])->name, prefix))
      return TRUE;
  return FALSE;
}

char *
fl_found_graph_dup_kind (const FlFoundGraph *found)
{
  if (found->kind != NULL)
    return g_strdup (found->kind);
  if (found->graph == NULL)
    return g_strdup ("not readable");
  if (fl_graph_find_obstacle (found->graph) != NULL)
    return g_strdup ("Dynamo's");
  if (g_str_has_prefix (found->name, "joint") || g_str_equal (found->name, "inner_f"))
    return g_strdup ("joint");
  if (has_input (found->graph, "tangents"))
    return g_strdup ("backward");
  return g_strdup (has_input (found->graph, "primals") ? "forward" : "inference");
}

/* --- which ------------------------------------------------------------------------------------ */

guint
fl_found_graphs_choose (const GPtrArray *all)
{
  guint readable = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const FlGraph *graph = ((const FlFoundGraph *) all->pdata[i])->graph;

      if (graph != NULL && fl_graph_find_obstacle (graph) == NULL)
        return i + 1;
      readable = graph != NULL && readable == 0 ? i + 1 : readable;
    }
  return readable > 0 ? readable : 1;
}

/* Warnings are found after the graph is frozen: the list is made anew, longer by one. */
void
fl_graph_append_warning (FlGraph *graph, const char *text)
{
  const char **warnings = fl_arena_new (graph->arena, const char *, graph->n_warnings + 1);

  if (graph->n_warnings > 0)
    memcpy (warnings, graph->warnings, graph->n_warnings * sizeof *warnings);
  warnings[graph->n_warnings++] = fl_arena_strdup (graph->arena, text);
  graph->warnings = warnings;
}

static void
warn_about_others (const GPtrArray *all, guint number, FlGraph *graph)
{
  const guint n_shown = 8;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *kind = fl_found_graph_dup_kind (all->pdata[number - 1]);

  if (all->len < 2)
    return;
  g_string_append_printf (text, "the file has more graphs: this is %u of %u, %s; the others are", number, all->len,
                          kind);
  for (guint i = 0, n = 0; i < all->len; i++)
    {
      const FlFoundGraph *found = all->pdata[i];
      g_autofree char *other = i + 1 != number && n < n_shown ? fl_found_graph_dup_kind (found) : NULL;

      if (other != NULL)
        g_string_append_printf (text, "%s %u: %s, %s (line %u)", n++ > 0 ? "," : "", i + 1, other, found->name,
                                found->line);
    }
  fl_graph_append_warning (graph, text->str);
}

FlGraph *
fl_found_graphs_take (const GPtrArray *all, guint number, GError **error)
{
  const FlFoundGraph *found;
  FlGraph *graph;

  if (number > all->len)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no graph %u: there %s %u", number,
                   all->len == 1 ? "is only" : "are", all->len);
      return NULL;
    }
  if (number == 0)
    number = fl_found_graphs_choose (all);
  found = all->pdata[number - 1];
  if (found->graph == NULL)
    {
      g_propagate_error (error, g_error_copy (found->error));
      return NULL;
    }
  graph = fl_graph_ref (found->graph);
  warn_about_others (all, number, graph);
  return graph;
}
