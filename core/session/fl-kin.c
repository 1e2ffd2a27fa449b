/* Provenance: one table of what is the same thing in other stages. Items stand on levels (graph node,
 * decomposed node, buffer, operation, group, kernel); origins link neighbouring levels. The kin of
 * an item is everything reached by going only down, or only up: siblings that merely share a kernel
 * are not the same thing. */
#include <string.h>

#include "fl-intern.h"
#include "fl-run.h"
#include "fl-text.h"

typedef struct
{
  FlItem item;
  GArray *up, *down; /* guint positions in entries */
  const FlItem *kin; /* made when first asked for */
  guint n_kin;
} Entry;

struct _FlKin
{
  FlRun *run;
  FlArena *arena;
  GMutex lock;
  GArray *entries;                           /* Entry */
  GHashTable *positions[FL_ITEM_KERNEL + 1]; /* name -> position + 1 */
};

/* --- the table ------------------------------------------------------------------------------ */
static guint
add_entry (FlKin *kin, FlItemKind kind, const char *name)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (kin->positions[kind], name));
  Entry entry = { .item = { kind, name } };

  if (position > 0)
    return position - 1;
  entry.up = g_array_new (FALSE, FALSE, sizeof (guint));
  entry.down = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (kin->entries, entry);
  g_hash_table_insert (kin->positions[kind], (gpointer) name, GUINT_TO_POINTER (kin->entries->len));
  return kin->entries->len - 1;
}

static void
link_entries (FlKin *kin, guint lower, guint upper)
{
  g_array_append_val (g_array_index (kin->entries, Entry, lower).up, upper);
  g_array_append_val (g_array_index (kin->entries, Entry, upper).down, lower);
}

static void
add_graphs (FlKin *kin)
{
  const FlGraph *graph = kin->run->graph, *decomposed = kin->run->decomposed;

  for (guint i = 0; graph != NULL && i < graph->n_nodes; i++)
    add_entry (kin, FL_ITEM_GRAPH_NODE, graph->nodes[i].name);
  for (guint i = 0; decomposed != NULL && i < decomposed->n_nodes; i++)
    {
      const FlNode *node = &decomposed->nodes[i];
      guint position = add_entry (kin, FL_ITEM_NODE, node->name);

      if (graph != NULL && node->origin.index < graph->n_nodes)
        link_entries (kin, add_entry (kin, FL_ITEM_GRAPH_NODE, graph->nodes[node->origin.index].name), position);
    }
}

static void
add_buffer (FlKin *kin, const FlLowered *lowered, const FlBuffer *buffer)
{
  guint position = add_entry (kin, FL_ITEM_BUFFER, buffer->name);
  gboolean has_own = FALSE;

  for (guint i = 0; i < buffer->n_origins; i++)
    {
      link_entries (kin, add_entry (kin, FL_ITEM_NODE, fl_graph_get_node (lowered->graph, buffer->origins[i])->name),
                    position);
      has_own = has_own || buffer->origins[i].index == buffer->fx_node.index;
    }
  if (!has_own && buffer->fx_node.index < lowered->graph->n_nodes)
    link_entries (kin, add_entry (kin, FL_ITEM_NODE, fl_graph_get_node (lowered->graph, buffer->fx_node)->name),
                  position);
}

static void
add_lowered (FlKin *kin)
{
  const FlLowered *lowered = kin->run->lowered;

  if (lowered == NULL)
    return;
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL)
      add_buffer (kin, lowered, lowered->inputs[i]);
  for (guint i = 0; i < lowered->n_constants; i++)
    add_buffer (kin, lowered, lowered->constants[i]);
  for (guint i = 0; i < lowered->n_buffers; i++)
    add_buffer (kin, lowered, lowered->buffers[i]);
}

static void
add_schedule (FlKin *kin)
{
  const FlSchedule *schedule = kin->run->fused != NULL ? kin->run->fused : kin->run->schedule;

  for (guint i = 0; schedule != NULL && i < schedule->n_originals; i++)
    {
      const FlSchedNode *node = schedule->originals[i];
      guint position = add_entry (kin, FL_ITEM_OP, node->name);

      for (guint o = 0; o < node->n_outputs; o++)
        link_entries (kin, add_entry (kin, FL_ITEM_BUFFER, node->outputs[o]->buffer->name), position);
    }
  for (guint i = 0; kin->run->fused != NULL && i < kin->run->fused->n_nodes; i++)
    {
      const FlSchedNode *group = kin->run->fused->nodes[i];
      guint position = add_entry (kin, FL_ITEM_GROUP, group->name);

      for (guint o = 0; o < group->n_originals; o++)
        link_entries (kin, add_entry (kin, FL_ITEM_OP, group->originals[o]->name), position);
    }
  for (guint i = 0; kin->run->program != NULL && i < kin->run->program->n_kernels; i++)
    {
      const FlKernel *kernel = &kin->run->program->kernels[i];

      if (kernel->node != NULL)
        link_entries (kin, add_entry (kin, FL_ITEM_GROUP, kernel->node->name),
                      add_entry (kin, FL_ITEM_KERNEL, kernel->name));
    }
}

FlKin *
fl_kin_new (const FlRun *run)
{
  FlKin *kin = g_new0 (FlKin, 1);

  kin->run = fl_run_ref (run);
  kin->arena = fl_arena_open ();
  kin->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_mutex_init (&kin->lock);
  for (guint i = 0; i < G_N_ELEMENTS (kin->positions); i++)
    kin->positions[i] = g_hash_table_new (NULL, NULL);
  add_graphs (kin);
  add_lowered (kin);
  add_schedule (kin);
  return kin;
}

void
fl_kin_free (FlKin *kin)
{
  if (kin == NULL)
    return;
  for (guint i = 0; i < kin->entries->len; i++)
    {
      g_array_unref (g_array_index (kin->entries, Entry, i).up);
      g_array_unref (g_array_index (kin->entries, Entry, i).down);
    }
  g_array_unref (kin->entries);
  for (guint i = 0; i < G_N_ELEMENTS (kin->positions); i++)
    g_hash_table_unref (kin->positions[i]);
  fl_arena_close (kin->arena);
  g_mutex_clear (&kin->lock);
  fl_run_unref (kin->run);
  g_free (kin);
}

/* --- asking --------------------------------------------------------------------------------- */
static void
collect (FlKin *kin, guint position, gboolean upwards, GHashTable *seen, GArray *out)
{
  const Entry *entry = &g_array_index (kin->entries, Entry, position);
  const GArray *next = upwards ? entry->up : entry->down;

  for (guint i = 0; i < next->len; i++)
    {
      guint other = g_array_index (next, guint, i);

      if (!g_hash_table_add (seen, GUINT_TO_POINTER (other + 1)))
        continue;
      g_array_append_val (out, g_array_index (kin->entries, Entry, other).item);
      collect (kin, other, upwards, seen, out);
    }
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const FlItem *p = a, *q = b;

  return p->kind != q->kind ? (p->kind < q->kind ? -1 : 1) : strcmp (p->name, q->name);
}

const FlItem *
fl_kin_get (FlKin *kin, FlItem item, guint *n_items)
{
  guint position = 0;
  Entry *entry;

  *n_items = 0;
  if (item.kind == FL_ITEM_NONE || item.kind > FL_ITEM_KERNEL || item.name == NULL)
    return NULL;
  position = GPOINTER_TO_UINT (g_hash_table_lookup (kin->positions[item.kind], fl_intern (item.name)));
  if (position == 0)
    return NULL;
  g_mutex_lock (&kin->lock);
  entry = &g_array_index (kin->entries, Entry, position - 1);
  if (entry->kin == NULL)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
      g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (FlItem));

      g_hash_table_add (seen, GUINT_TO_POINTER (position));
      g_array_append_val (out, entry->item);
      collect (kin, position - 1, FALSE, seen, out);
      collect (kin, position - 1, TRUE, seen, out);
      g_array_sort (out, compare_items);
      entry->n_kin = out->len;
      entry->kin = fl_arena_memdup (kin->arena, out->data, sizeof (FlItem) * out->len);
    }
  *n_items = entry->n_kin;
  g_mutex_unlock (&kin->lock);
  return entry->kin;
}

/* --- the status sentence -------------------------------------------------------------------- */
typedef struct
{
  guint n[FL_ITEM_KERNEL + 1];
  const char *first[FL_ITEM_KERNEL + 1];
} Counts;

static gboolean
has_item (const FlItem *items, guint n_items, FlItemKind kind, const char *name)
{
  for (guint i = 0; i < n_items; i++)
    if (items[i].kind == kind && items[i].name == name)
      return TRUE;
  return FALSE;
}

static void append_part (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_part (GString *out, const char *format, ...)
{
  va_list args;

  if (out->len > 0)
    g_string_append (out, ", ");
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

static guint
count_lines (const FlRun *run, const FlKernel *kernel, const FlItem *items, guint n_items)
{
  guint n = 0, last_line = 0;

  for (guint i = 0; i < kernel->n_spans; i++)
    {
      const FlSourceSpan *span = &kernel->spans[i];
      gboolean is_mine = has_item (items, n_items, FL_ITEM_OP, span->node);

      if (is_mine && run->decomposed != NULL && span->origin.index < run->decomposed->n_nodes)
        is_mine = has_item (items, n_items, FL_ITEM_NODE, run->decomposed->nodes[span->origin.index].name);
      if (is_mine && span->line != last_line)
        {
          n++;
          last_line = span->line;
        }
    }
  return n;
}

static void
append_kernel (GString *out, const FlRun *run, const FlItem *items, guint n_items)
{
  const FlVariantTime *times = NULL;

  for (guint v = 0; run->execution != NULL && v < run->execution->n_variants; v++)
    if (run->execution->variants[v].program == run->program)
      times = &run->execution->variants[v];
  for (guint i = 0; run->program != NULL && i < run->program->n_kernels; i++)
    {
      const FlKernel *kernel = &run->program->kernels[i];
      guint n_lines;

      if (kernel->node == NULL || !has_item (items, n_items, FL_ITEM_GROUP, kernel->node->name))
        continue;
      append_part (out, "in kernel %s", kernel->name);
      n_lines = count_lines (run, kernel, items, n_items);
      if (n_lines > 0)
        append_part (out, "%u line%s", n_lines, n_lines == 1 ? "" : "s");
      if (times != NULL && times->n_kernels == run->program->n_kernels)
        {
          g_autofree char *text = fl_text_dup_duration (times->kernels[i].median_ns);
          append_part (out, "%s", text);
        }
    }
}

static void
append_bytes (GString *out, const FlRun *run, const FlItem *items, guint n_items)
{
  gint64 total = 0;

  for (guint i = 0; run->plan != NULL && i < n_items; i++)
    if (items[i].kind == FL_ITEM_BUFFER)
      {
        const FlMemoryBuffer *buffer = fl_memory_plan_find (run->plan, items[i].name);
        total += buffer != NULL ? buffer->size_bytes : 0;
      }
  if (total > 0)
    {
      g_autofree char *text = fl_text_dup_bytes ((guint64) total);
      append_part (out, "%s", text);
    }
}

/* The event that says what became of a node. */
static const FlEvent *
find_event (const FlRun *run, FlStage stage, const char *name)
{
  for (guint32 i = 0; run->trace != NULL && i < fl_trace_get_n_steps (run->trace, stage); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, stage, i);
      if (event->subject.name == name)
        return event;
    }
  return NULL;
}

static const char *
explain_lowered (const FlLowered *lowered, const char *name)
{
  const FlNode *node = fl_graph_find_node (lowered->graph, name);
  const FlLoweredNode *what;

  if (node == NULL)
    return "not in the lowered graph";
  what = &lowered->nodes[node - lowered->graph->nodes];
  switch (what->kind)
    {
    case FL_LOWERED_NOTHING: return "no kernel: it yields no tensor, or nobody uses it";
    case FL_LOWERED_INPUT: return "a graph input: memory that exists before the first kernel";
    case FL_LOWERED_CONSTANT: return "a constant: memory that exists before the first kernel";
    case FL_LOWERED_VIEW: return "a view: it only renames memory, so no kernel does it";
    case FL_LOWERED_TUPLE: return "a tuple: its elements have buffers of their own";
    case FL_LOWERED_OUTPUT: return "the graph's output: it returns buffers, no kernel does it";
    default: return what->buffer == NULL ? "inlined, but into nothing that is kept" : "removed: nobody reads it";
    }
}

static void
append_missing (GString *out, const FlRun *run, FlItem item, const Counts *counts)
{
  if (counts->n[FL_ITEM_GROUP] > 0)
    return;
  if (item.kind == FL_ITEM_GRAPH_NODE && run->decomposed != NULL && counts->n[FL_ITEM_NODE] == 0)
    {
      const FlEvent *event = find_event (run, FL_STAGE_DECOMPOSE, item.name);

      if (event != NULL)
        append_part (out, "optimised away in step %u of %s: %s", event->step + 1,
                     fl_stage_get_info (FL_STAGE_DECOMPOSE)->title, event->reason);
      else
        append_part (out, "optimised away while decomposing");
    }
  else if (run->lowered != NULL && counts->n[FL_ITEM_OP] == 0 && counts->n[FL_ITEM_NODE] > 0)
    append_part (out, "%s", explain_lowered (run->lowered, counts->first[FL_ITEM_NODE]));
  else if (run->program == NULL)
    append_part (out, "no kernel yet: the run went as far as %s", fl_stage_get_info (run->last_stage)->title);
  else
    append_part (out, "no kernel");
}

char *
fl_kin_dup_status (FlKin *kin, FlItem item)
{
  GString *out = g_string_new (NULL);
  guint n_items;
  const FlItem *items = fl_kin_get (kin, item, &n_items);
  Counts counts = { 0 };

  if (n_items == 0)
    {
      g_string_append_printf (out, "%s has no counterpart in this run", item.name != NULL ? item.name : "This");
      return g_string_free (out, FALSE);
    }
  for (guint i = 0; i < n_items; i++)
    {
      if (counts.n[items[i].kind]++ == 0)
        counts.first[items[i].kind] = items[i].name;
    }
  g_string_append_printf (out, "%s: ", item.name);
  {
    g_autoptr (GString) parts = g_string_new (NULL);
    guint n_ops = counts.n[FL_ITEM_NODE] > 0 ? counts.n[FL_ITEM_NODE] : counts.n[FL_ITEM_GRAPH_NODE];

    append_part (parts, "%u op%s", n_ops, n_ops == 1 ? "" : "s");
    if (counts.n[FL_ITEM_BUFFER] == 1 && item.kind != FL_ITEM_BUFFER)
      append_part (parts, "buffer %s", counts.first[FL_ITEM_BUFFER]);
    else if (counts.n[FL_ITEM_BUFFER] > 1)
      append_part (parts, "%u buffers", counts.n[FL_ITEM_BUFFER]);
    append_kernel (parts, kin->run, items, n_items);
    append_bytes (parts, kin->run, items, n_items);
    append_missing (parts, kin->run, item, &counts);
    g_string_append (out, parts->str);
  }
  return g_string_free (out, FALSE);
}
