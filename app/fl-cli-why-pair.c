/* Names that stand for several operations, a split reduction or a line of source: which two of them `why` is about. */
#include "fl-cli-private.h"
#include "fl-run.h"

enum
{
  MAX_PARTS = 64 /* the last of a module's are compared with one another */
};

static void
add_layers (GPtrArray *parts, const FlRun *run, const FlNode *fx)
{
  const FlNodeId id = { fx - run->decomposed->nodes };

  for (guint i = 0; run->lowered->nodes[id.index].buffer && i < run->schedule->n_originals; i++)
    {
      const FlSchedNode *node = run->schedule->originals[i];

      if (node->n_outputs > 0 && fl_cli_why_is_part (node->outputs[0]->buffer, id))
        g_ptr_array_add (parts, (gpointer) node->name);
    }
}

static GPtrArray *
list_parts (const FlRun *run, const char *word, const char *settled)
{
  const FlNode *fx = fl_graph_find_node (run->decomposed, word);
  g_autoptr (GPtrArray) parts = NULL;
  const char *kind;

  if (fx && fl_cli_why_find_decided (run, word))
    {
      parts = g_ptr_array_new ();
      add_layers (parts, run, fx);
    }
  else if (fx || fl_graph_find_node (run->graph, word) || fl_cli_why_find_decided (run, word))
    parts = g_ptr_array_new ();
  else
    parts = fl_cli_names_list_place (run, word, fl_cli_why_find_decided, &kind);
  if (!g_ptr_array_find (parts, settled, NULL))
    g_ptr_array_add (parts, (gpointer) settled);
  if (parts->len > MAX_PARTS)
    g_ptr_array_remove_range (parts, 0, parts->len - MAX_PARTS);
  return g_steal_pointer (&parts);
}

static gint64
count_bytes (const FlRun *run, const char *name)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (run->lowered, name);
  gint64 bytes;

  if (!buffer || buffer->layout.kind == FL_LAYOUT_NONE || buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    return 0;
  bytes = fl_sym_get_hint (fl_layout_get_numel (&buffer->layout, run->symbols), 1);
  return bytes * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

static const FlDep *
get_dep (const FlSchedNode *node, guint i)
{
  return i < node->n_reads ? &node->reads[i] : &node->writes[i - node->n_reads];
}

/* Of the buffers that both touch. */
static gint64
count_common (const FlRun *run, const FlSchedNode *a, const FlSchedNode *b)
{
  gint64 bytes = 0;

  for (guint i = 0; i < a->n_reads + a->n_writes; i++)
    for (guint k = 0; k < b->n_reads + b->n_writes; k++)
      if (get_dep (a, i)->name == get_dep (b, k)->name)
        {
          bytes += count_bytes (run, get_dep (a, i)->name);
          break;
        }
  return bytes;
}

void
fl_cli_why_choose_pair (GString *text, const FlRun *run, const char *const *words, const char **names)
{
  g_autoptr (GPtrArray) one = list_parts (run, words[0], names[0]), other = list_parts (run, words[1], names[1]);
  const char *best[2] = { names[0], names[1] };
  gint64 most = -1;

  for (guint i = one->len; i-- > 0;)
    for (guint k = other->len; k-- > 0;)
      {
        const FlSchedNode *a = fl_schedule_find_node (run->schedule, one->pdata[i]);
        const FlSchedNode *b = fl_schedule_find_node (run->schedule, other->pdata[k]);
        const gint64 bytes = a && b && a != b ? count_common (run, a, b) : -1;

        if (bytes <= most)
          continue;
        most = bytes;
        best[0] = one->pdata[i];
        best[1] = other->pdata[k];
      }
  if (one->len > 1 || other->len > 1)
    g_string_append_printf (text, "asked about %s and %s%s\n", best[0], best[1],
                            most > 0 ? ", which touch the most bytes together" : "");
  names[0] = best[0];
  names[1] = best[1];
}
