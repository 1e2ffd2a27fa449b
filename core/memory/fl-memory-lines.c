/* The stream of wrapper lines: what is allocated, taken over, called and freed, node by node
 * (torch/_inductor/codegen/wrapper.py, memory_plan_reuse).
 *
 * One scheduled node is one call here, so memory is freed right after the node that reads it last. (Inductor's CPU back
 * end collects consecutive loop nests in one C++ function and frees after the whole function.) */
#include "fl-event-kinds.h"
#include "fl-memory-private.h"
#include "fl-text.h"
#include "fl-torch-rules.h"

#include <string.h>

static void
add_line (FlPlanner *planner, FlLineKind kind, const FlBuffer *buffer, const FlBuffer *other, const FlSchedNode *node)
{
  FlMemoryLine line = { .kind = kind, .buffer = buffer, .other = other, .node = node };

  if (!planner->is_halted)
    g_array_append_val (planner->lines, line);
}

/* --- allocation ------------------------------------------------------------------------------- */

/* Classic Inductor always takes freed memory of the right size. Modern Inductor refuses when keeping it allocated since
 * then would raise the estimated peak. */
static gboolean
should_reuse (const FlPlanner *planner, const FlPoolEntry *entry, const FlMemoryInfo *info, const char **facts)
{
  g_autofree char *own = NULL, *live = NULL, *peak = NULL;
  gint64 between = 0;

  if (!fl_options_has (planner->pass->options, FL_RULE_REUSE_BY_ESTIMATE) || entry->node + 1 == planner->node)
    return TRUE;
  for (guint i = entry->node + 1; i + 1 <= planner->node; i++)
    between = MAX (between, planner->estimate[i]);
  own = fl_text_dup_bytes ((guint64) MAX (info->size_bytes, 0));
  live = fl_text_dup_bytes ((guint64) MAX (between, 0));
  peak = fl_text_dup_bytes ((guint64) MAX (planner->estimated_peak, 0));
  *facts = fl_arena_printf (planner->pass->arena, "%s + %s live meanwhile, estimated peak %s", own, live, peak);
  return info->size_bytes + between <= planner->estimated_peak;
}

/* The key of reuse: equal dtype, device and number of elements. */
static guint
hash_reuse_key (gconstpointer data)
{
  const FlMemoryInfo *info = data;

  return g_direct_hash (info->elements) * 31u + info->buffer->layout.dtype;
}

static gboolean
has_reuse_key (gconstpointer a, gconstpointer b)
{
  const FlMemoryInfo *one = a, *other = b;
  const FlLayout *x = &one->buffer->layout, *y = &other->buffer->layout;

  return x->dtype == y->dtype && one->elements == other->elements && x->device.type == y->device.type
         && x->device.index == y->device.index;
}

GHashTable *
fl_memory_pool_new (void)
{
  return g_hash_table_new_full (hash_reuse_key, has_reuse_key, NULL, (GDestroyNotify) g_array_unref);
}

static void
add_to_pool (FlPlanner *planner, FlMemoryInfo *info)
{
  FlPoolEntry entry = { .info = info, .node = planner->node, .line = planner->lines->len - 1 };
  GArray *entries = g_hash_table_lookup (planner->pool, info);

  if (!entries)
    {
      entries = g_array_new (FALSE, FALSE, sizeof (FlPoolEntry));
      g_hash_table_insert (planner->pool, info, entries);
    }
  g_array_append_val (entries, entry);
}

/* A library call that returns its result cannot be told where to put it. */
static gboolean
can_be_placed (const FlBuffer *buffer)
{
  return buffer->kind != FL_BUFFER_EXTERN_ALLOC && buffer->kind != FL_BUFFER_FALLBACK
         && buffer->kind != FL_BUFFER_MULTI_OUTPUT;
}

static gboolean
reuse_freed (FlPlanner *planner, FlMemoryInfo *info)
{
  GArray *entries;
  const FlMemoryInfo *freed;
  const char *facts = NULL;
  FlPoolEntry entry;

  if (!planner->pass->options->allow_buffer_reuse || planner->pass->options->memory_planning || planner->row
      || !can_be_placed (info->buffer))
    return FALSE;
  entries = g_hash_table_lookup (planner->pool, info);
  if (!entries || entries->len == 0)
    return FALSE;
  entry = g_array_index (entries, FlPoolEntry, entries->len - 1);
  freed = entry.info;
  if (!should_reuse (planner, &entry, info, &facts))
    {
      info->why = "keeping freed memory for it would raise the peak";
      fl_planner_record (planner, FL_EVENT_REUSE, FL_VERDICT_REJECT, info, freed, info->why, facts);
      return FALSE;
    }
  fl_planner_record (planner, FL_EVENT_REUSE, FL_VERDICT_ACCEPT, info, freed,
                     "takes memory of the same size and dtype that was freed last", facts);
  info->is_allocated = !planner->is_halted;
  if (planner->is_halted)
    return TRUE;
  for (guint k = entry.node + 1; k + 1 <= planner->node; k++)
    planner->estimate[k] += info->size_bytes;
  /* The free line becomes the reuse line. */
  g_array_index (planner->lines, FlMemoryLine, entry.line).buffer = NULL;
  info->owner = freed->owner;
  info->source = freed->buffer;
  info->why = "takes memory of the same size and dtype that was freed last";
  add_line (planner, FL_LINE_REUSE, info->buffer, freed->buffer, NULL);
  g_array_set_size (entries, entries->len - 1);
  return TRUE;
}

static void
allocate (FlPlanner *planner, FlMemoryInfo *info)
{
  FlLayoutKind kind = info->buffer->layout.kind;

  if (info->is_allocated || info->is_input)
    return;
  info->is_allocated = TRUE;
  if (kind == FL_LAYOUT_MUTATION || kind == FL_LAYOUT_NONE || kind == FL_LAYOUT_MULTI_OUTPUT)
    {
      const FlMemoryInfo *base = kind == FL_LAYOUT_MUTATION ? fl_planner_find (planner, info->owner->name) : NULL;

      info->why = kind == FL_LAYOUT_MUTATION ? "written into the memory of what it changes" : "no tensor";
      if (base)
        info->owner = base->owner; /* the changed buffer may lie in another buffer's memory */
      return;
    }
  if (info->is_removed)
    {
      fl_planner_record (planner, FL_EVENT_ALLOCATE, FL_VERDICT_REJECT, info, NULL, "lives only inside the kernel",
                         info->why);
      return;
    }
  if (kind == FL_LAYOUT_NON_OWNING && info->buffer->layout.target)
    {
      FlMemoryInfo *whole = fl_planner_find (planner, info->buffer->layout.target->name);

      allocate (planner, whole);
      info->why = "a slice of the concatenated buffer";
      info->owner = whole->owner;
      add_line (planner, FL_LINE_ALIAS, info->buffer, whole->buffer, NULL);
      return;
    }
  if (reuse_freed (planner, info))
    return;
  if (!info->why)
    info->why = planner->row                   ? "the planner finds a place for it in the arena"
                : can_be_placed (info->buffer) ? "no freed memory of its size and dtype"
                                               : "the library allocates its result";
  fl_planner_record (planner, FL_EVENT_ALLOCATE, FL_VERDICT_ACCEPT, info, NULL, info->why, NULL);
  info->is_allocated = !planner->is_halted;
  add_line (planner, FL_LINE_ALLOCATE, info->buffer, NULL, NULL);
}

static void
allocate_output (FlPlanner *planner, const FlSchedNode *original, FlMemoryInfo *info)
{
  gboolean is_plain = info->buffer->layout.kind == FL_LAYOUT_FIXED || info->buffer->layout.kind == FL_LAYOUT_FLEXIBLE;
  FlMemoryInfo *input = NULL;

  if (!info->is_allocated && !info->is_removed && is_plain && info->sched && info->sched->n_aliases == 0
      && info->sched->n_mutations == 0)
    input = fl_planner_find_inplace (planner, original, info);
  if (!input)
    {
      allocate (planner, info);
      return;
    }
  if (input->is_removed)
    {
      input->is_removed = input->is_allocated = FALSE;
      allocate (planner, input);
    }
  input->is_freed = TRUE;
  info->is_allocated = !planner->is_halted;
  info->owner = input->owner;
  info->source = input->buffer;
  info->why = "written over an input that is read for the last time";
  add_line (planner, FL_LINE_INPLACE, info->buffer, input->buffer, NULL);
}

/* --- freeing ---------------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const FlMemoryInfo *x = *(FlMemoryInfo *const *) a, *y = *(FlMemoryInfo *const *) b;

  return strcmp (x->buffer->name, y->buffer->name);
}

static gboolean
should_free (const FlPlanner *planner, const FlMemoryInfo *info)
{
  FlLayoutKind kind = info->buffer->layout.kind;

  if (info->last != planner->node || info->is_freed || info->is_removed || info->is_output)
    return FALSE;
  if (info->is_input)
    return info->buffer->kind == FL_BUFFER_INPUT;
  return kind == FL_LAYOUT_FIXED || kind == FL_LAYOUT_FLEXIBLE;
}

static void
free_dead (FlPlanner *planner)
{
  const GPtrArray *ends = planner->ends[planner->node];
  g_autoptr (GPtrArray) dead = g_ptr_array_new ();

  for (guint i = 0; ends && i < ends->len; i++)
    if (should_free (planner, g_ptr_array_index (ends, i)))
      g_ptr_array_add (dead, g_ptr_array_index (ends, i));
  g_ptr_array_sort (dead, compare_names);
  for (guint i = 0; i < dead->len; i++)
    {
      FlMemoryInfo *info = g_ptr_array_index (dead, i);

      info->is_freed = TRUE;
      add_line (planner, FL_LINE_FREE, info->buffer, NULL, NULL);
      fl_planner_record (planner, FL_EVENT_FREE, FL_VERDICT_NOTE, info, NULL,
                         info->is_input ? "last read of a graph input" : "read for the last time", NULL);
      if (!info->is_input && info->buffer->n_aliases == 0 && !planner->is_halted)
        add_to_pool (planner, info);
    }
}

/* --- the whole stream ------------------------------------------------------------------------- */

static void
allocate_tuple_elements (FlPlanner *planner, const FlBuffer *tuple)
{
  for (guint i = 0; i < planner->order->len; i++)
    {
      FlMemoryInfo *info = g_ptr_array_index (planner->order, i);

      if (info->buffer->kind == FL_BUFFER_MULTI_OUTPUT && info->buffer->n_args > 0
          && info->buffer->args[0].tensor.buffer == tuple)
        allocate (planner, info);
    }
}

static void
write_node (FlPlanner *planner, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    for (guint k = 0; k < node->originals[i]->n_outputs; k++)
      {
        const FlBuffer *buffer = node->originals[i]->outputs[k]->buffer;

        if (buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
          allocate_tuple_elements (planner, buffer);
        allocate_output (planner, node->originals[i], fl_planner_find (planner, buffer->name));
      }
  if (node->kind != FL_SCHED_NOP)
    add_line (planner, FL_LINE_CALL, NULL, NULL, node);
  free_dead (planner);
}

/* Freeing just before the return changes nothing. */
static void
drop_trailing_frees (FlPlanner *planner)
{
  while (planner->lines->len > 0)
    {
      const FlMemoryLine *line = &g_array_index (planner->lines, FlMemoryLine, planner->lines->len - 1);

      if (line->kind != FL_LINE_FREE || (line->buffer && line->buffer->kind == FL_BUFFER_INPUT))
        return;
      g_array_set_size (planner->lines, planner->lines->len - 1);
    }
}

static void
drop_reused_frees (FlPlanner *planner)
{
  guint n = 0;

  for (guint i = 0; i < planner->lines->len; i++)
    {
      const FlMemoryLine *line = &g_array_index (planner->lines, FlMemoryLine, i);

      if (line->kind == FL_LINE_FREE && !line->buffer)
        continue;
      g_array_index (planner->lines, FlMemoryLine, n++) = *line;
    }
  g_array_set_size (planner->lines, n);
}

void
fl_planner_write_lines (FlPlanner *planner)
{
  for (planner->node = 0; planner->node < planner->schedule->n_nodes; planner->node++)
    {
      if (planner->is_halted)
        break;
      write_node (planner, planner->schedule->nodes[planner->node]);
    }
  if (!planner->is_halted && !planner->pass->options->memory_planning)
    drop_trailing_frees (planner);
  drop_reused_frees (planner);
  add_line (planner, FL_LINE_RETURN, NULL, NULL, NULL);
}
