/* Whom `why` is asked about: any name that the file, a stage or a kernel knows is led to an
 * operation that the strategy decided on; what has none (views, what readers compute, what was
 * removed) is an answer, too. */
#include "fl-cli-private.h"
#include "fl-intern.h"
#include "fl-run.h"

const char *
fl_cli_why_find_decided (const FlRun *run, const char *name)
{
  const FlNode *fx = fl_graph_find_node (run->decomposed, name);
  const FlSchedNode *node;
  const FlSchedBuffer *buffer;

  if (run->partition)
    return fl_run_find_op (run, name) ? name : NULL;
  node = fl_schedule_find_node (run->schedule, name);
  if (!node && fx && run->lowered->nodes[fx - run->decomposed->nodes].buffer)
    name = run->lowered->nodes[fx - run->decomposed->nodes].buffer->name;
  buffer = node ? NULL : fl_schedule_find_buffer (run->schedule, name);
  if (buffer)
    node = buffer->node;
  return node && fl_schedule_find_group (run->fused, node) ? node->name : NULL;
}

/* Finds an item and its related nodes in all stages; FL_ITEM_NONE: unknown. */
static FlItem
find_item (FlKin *kin, const char *name, const FlItem **items, guint *n)
{
  static const FlItemKind kinds[]
      = { FL_ITEM_OP, FL_ITEM_BUFFER, FL_ITEM_NODE, FL_ITEM_GRAPH_NODE, FL_ITEM_GROUP, FL_ITEM_KERNEL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const FlItem item = { kinds[i], fl_intern (name) };

      *items = fl_kin_get (kin, item, n);
      if (*n > 0)
        return item;
    }
  return (FlItem) { FL_ITEM_NONE, NULL };
}

/* The node whose sub-graph has a node of this name, at any depth; NULL: none has. */
static const FlNode *
find_caller (const FlGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlGraph *inner = graph->nodes[i].subgraph;

      if (inner != NULL && (fl_graph_find_node (inner, name) || find_caller (inner, name)))
        return &graph->nodes[i];
    }
  return NULL;
}

/* Calls of one library function share its name. */
static gboolean
is_library_call (const FlRun *run, const char *name)
{
  for (guint i = 0; run->program && i < run->program->n_kernels; i++)
    if (g_str_equal (run->program->kernels[i].name, name))
      return TRUE;
  return FALSE;
}

gboolean
fl_cli_why_settle (const FlRun *run, const char *name, const char **settled, GString *text)
{
  g_autoptr (FlKin) kin = NULL;
  const FlItem *items = NULL;
  FlItem item;
  guint n = 0;

  *settled = fl_cli_why_find_decided (run, name);
  if (*settled)
    return TRUE;
  kin = fl_kin_new (run);
  item = find_item (kin, name, &items, &n);
  if (item.kind == FL_ITEM_NONE && !is_library_call (run, name))
    *settled = fl_cli_names_find_place (run, name, fl_cli_why_find_decided, text);
  if (*settled)
    return TRUE;
  if (item.kind == FL_ITEM_NONE && is_library_call (run, name))
    {
      g_string_append_printf (text, "%s is a library that kernels call: ask about the operation that it computes\n",
                              name);
      return TRUE;
    }
  if (item.kind == FL_ITEM_NONE)
    {
      const FlNode *caller = find_caller (run->graph, name);

      if (!fl_graph_find_node (run->decomposed, name) && !fl_graph_find_node (run->graph, name))
        {
          if (caller)
            g_string_append_printf (text,
                                    "%s is in the sub-graph %s, which is called as a whole: no rule looks inside\n",
                                    name, caller->target);
          return caller != NULL;
        }
      g_string_append_printf (text, "%s is no operation: nothing is decided on it\n", name);
      return TRUE;
    }
  for (guint i = 0; i < n && *settled == NULL; i++)
    *settled = fl_cli_why_find_decided (run, items[i].name);
  if (*settled && item.kind != FL_ITEM_GROUP && item.kind != FL_ITEM_KERNEL)
    g_string_append_printf (text, "%s is not computed by itself, but within %s\n", name, *settled);
  else if (!*settled)
    *settled = fl_cli_names_find_reader (run, name, fl_cli_why_find_decided, text);
  if (!*settled)
    {
      g_autofree char *status = fl_kin_dup_status (kin, item);

      g_string_append_printf (text, "%s\n", status);
    }
  return TRUE;
}

/* What is stored is not computed again by its readers: a buffer that computes it and nothing after it is a part of it,
 * as the two layers of a split reduction are. */
gboolean
fl_cli_why_is_part (const FlBuffer *buffer, FlNodeId node)
{
  gboolean is_origin = FALSE;

  for (guint i = 0; i < buffer->n_origins; i++)
    {
      if (buffer->origins[i].index > node.index)
        return FALSE;
      is_origin = is_origin || buffer->origins[i].index == node.index;
    }
  return is_origin;
}

void
fl_cli_why_append_layers (GString *text, const FlRun *run, const char *name, const char *other)
{
  const FlNode *fx = fl_graph_find_node (run->decomposed, name);
  g_autoptr (GPtrArray) layers = g_ptr_array_new ();
  gboolean is_stored = fx != NULL && fl_cli_why_find_decided (run, name) != NULL
                       && run->lowered->nodes[fx - run->decomposed->nodes].buffer != NULL;

  for (guint i = 0; is_stored && i < run->schedule->n_originals; i++)
    {
      const FlSchedNode *node = run->schedule->originals[i];

      const FlNodeId id = { fx - run->decomposed->nodes };

      if (node->n_outputs > 0 && fl_cli_why_is_part (node->outputs[0]->buffer, id))
        g_ptr_array_add (layers, (gpointer) node->name);
    }
  if (layers->len < 2)
    return;
  g_string_append_printf (text, "%s is computed in %u layers: ", name, layers->len);
  for (guint i = 0; i < layers->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", then " : "", (char *) layers->pdata[i]);
  g_string_append_c (text, '\n');
  for (guint i = 0; other != NULL && i < layers->len; i++)
    if (g_str_equal (layers->pdata[i], other))
      g_string_append_printf (text, "%s is layer %u of it\n", other, i + 1);
}
