/* Whom `why` is asked about: any name that the file, a stage or a kernel knows is led to an
 * operation that the strategy decided on; what has none (views, what readers compute, what was
 * removed) is an answer, too. */
#include "fl-cli.h"
#include "fl-intern.h"
#include "fl-run.h"

/* The name that the strategy's decisions have for it; NULL: they have none. */
static const char *
find_decided (const FlRun *run, const char *name)
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

/* Its kin in all stages; of no kind: unknown. */
static FlItem
find_item (FlKin *kin, const char *name, const FlItem **items, guint *n)
{
  static const FlItemKind kinds[] = { FL_ITEM_OP,         FL_ITEM_BUFFER, FL_ITEM_NODE,
                                      FL_ITEM_GRAPH_NODE, FL_ITEM_GROUP,  FL_ITEM_KERNEL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const FlItem item = { kinds[i], fl_intern (name) };

      *items = fl_kin_get (kin, item, n);
      if (*n > 0)
        return item;
    }
  return (FlItem){ FL_ITEM_NONE, NULL };
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

  *settled = find_decided (run, name);
  if (*settled)
    return TRUE;
  kin = fl_kin_new (run);
  item = find_item (kin, name, &items, &n);
  if (item.kind == FL_ITEM_NONE && is_library_call (run, name))
    {
      g_string_append_printf (
          text, "%s is a library that kernels call: ask about the operation that it computes\n",
          name);
      return TRUE;
    }
  if (item.kind == FL_ITEM_NONE)
    {
      if (!fl_graph_find_node (run->decomposed, name) && !fl_graph_find_node (run->graph, name))
        return FALSE;
      g_string_append_printf (text, "%s is no operation: nothing is decided on it\n", name);
      return TRUE;
    }
  for (guint i = 0; i < n && *settled == NULL; i++)
    *settled = find_decided (run, items[i].name);
  if (*settled && item.kind != FL_ITEM_GROUP && item.kind != FL_ITEM_KERNEL)
    g_string_append_printf (text, "%s is not computed by itself, but within %s\n", name, *settled);
  else if (!*settled)
    {
      g_autofree char *status = fl_kin_dup_status (kin, item);

      g_string_append_printf (text, "%s\n", status);
    }
  return TRUE;
}
