/* Checks a plan against the schedule it is for; a failure is our own fault, reported as an error so that it can be
 * shown. */
#include "fl-memory.h"

#include "fl-error.h"

/* Is `later`, or what it changes, written over `earlier`, maybe through others that begin and end within the same call?
 */
static gboolean
is_over (const FlMemoryPlan *plan, const FlMemoryBuffer *later, const FlMemoryBuffer *earlier)
{
  if (earlier->last != later->first)
    return FALSE;
  for (const FlBuffer *under = g_hash_table_lookup (plan->overwritten, fl_buffer_get_base (later->buffer));
       under != NULL; under = g_hash_table_lookup (plan->overwritten, under))
    {
      const FlMemoryBuffer *entry = fl_memory_plan_find (plan, under->name);

      if (under == fl_buffer_get_base (earlier->buffer))
        return TRUE;
      if (entry == NULL || entry->first != later->first)
        return FALSE;
    }
  return FALSE;
}

static gboolean
takes_over (const FlMemoryPlan *plan, const FlMemoryBuffer *a, const FlMemoryBuffer *b)
{
  return is_over (plan, a, b) || is_over (plan, b, a);
}

static int
compare_firsts (gconstpointer a, gconstpointer b)
{
  const FlMemoryBuffer *x = *(const FlMemoryBuffer *const *) a, *y = *(const FlMemoryBuffer *const *) b;

  return (x->first > y->first) - (x->first < y->first);
}

static gboolean
check_pair (const FlMemoryPlan *plan, const FlMemoryBuffer *a, const FlMemoryBuffer *b, GError **error)
{
  if (a->offset >= b->offset + b->size_bytes || b->offset >= a->offset + a->size_bytes)
    return TRUE;
  if (fl_buffer_get_base (a->buffer) == fl_buffer_get_base (b->buffer) || takes_over (plan, a, b))
    return TRUE;
  g_set_error (
      error, FL_ERROR, FL_ERROR_GRAPH,
      "memory plan: %s (calls %u to %u) and %s (calls %u to %u) live at the same time and overlap in the arena",
      a->buffer->name, a->first, a->last, b->buffer->name, b->first, b->last);
  return FALSE;
}

/* By the time of their first use: each is compared with those that live then. */
static gboolean
check_overlaps (const FlMemoryPlan *plan, GError **error)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new (), live = g_ptr_array_new ();

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].offset >= 0)
      g_ptr_array_add (order, (gpointer) &plan->buffers[i]);
  g_ptr_array_sort (order, compare_firsts);
  for (guint i = 0; i < order->len; i++)
    {
      const FlMemoryBuffer *entry = order->pdata[i];
      guint n = 0;

      for (guint k = 0; k < live->len; k++)
        {
          const FlMemoryBuffer *other = live->pdata[k];

          if (other->last < entry->first)
            continue;
          live->pdata[n++] = (gpointer) other;
          if (!check_pair (plan, entry, other, error))
            return FALSE;
        }
      g_ptr_array_set_size (live, n);
      g_ptr_array_add (live, (gpointer) entry);
    }
  return TRUE;
}

static gboolean
check_read (const FlMemoryPlan *plan, GHashTable *live, const char *name, const FlSchedNode *node, GError **error)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (plan->schedule->lowered, name), *base;
  const FlMemoryBuffer *entry;

  if (!buffer || buffer->layout.kind == FL_LAYOUT_NONE || buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    return TRUE;
  base = fl_buffer_get_base (buffer);
  entry = fl_memory_plan_find (plan, base->name);
  if (base->kind == FL_BUFFER_INPUT || base->kind == FL_BUFFER_CONSTANT || (entry && entry->is_removed))
    return TRUE;
  if (g_hash_table_contains (live, base))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "memory plan: %s reads %s, which has no memory at that time",
               node->name, name);
  return FALSE;
}

static gboolean
check_call (const FlMemoryPlan *plan, GHashTable *live, const FlSchedNode *node, GError **error)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      for (guint k = 0; k < original->n_reads; k++)
        if (original->reads[k].kind != FL_DEP_WEAK && !check_read (plan, live, original->reads[k].name, node, error))
          return FALSE;
      for (guint k = 0; k < original->n_outputs; k++)
        if (!check_read (plan, live, original->outputs[k]->buffer->name, node, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
check_lines (const FlMemoryPlan *plan, GError **error)
{
  g_autoptr (GHashTable) live = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plan->n_lines; i++)
    {
      const FlMemoryLine *line = &plan->lines[i];

      switch (line->kind)
        {
        case FL_LINE_ALLOCATE:
        case FL_LINE_REUSE:
        case FL_LINE_INPLACE: g_hash_table_add (live, (gpointer) line->buffer); break;
        case FL_LINE_CALL:
          if (!check_call (plan, live, line->node, error))
            return FALSE;
          /* What was written over is gone once the kernel has run. */
          for (guint k = i; k-- > 0 && plan->lines[k].kind != FL_LINE_CALL;)
            if (plan->lines[k].kind == FL_LINE_INPLACE)
              g_hash_table_remove (live, plan->lines[k].other);
          break;
        case FL_LINE_FREE:
          if (line->buffer->kind != FL_BUFFER_INPUT && !g_hash_table_remove (live, line->buffer))
            {
              g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "memory plan: %s is freed but has no memory",
                           line->buffer->name);
              return FALSE;
            }
          break;
        case FL_LINE_ALIAS:
        case FL_LINE_RETURN: break;
        }
    }
  return TRUE;
}

gboolean
fl_memory_plan_verify (const FlMemoryPlan *plan, GError **error)
{
  if (!check_lines (plan, error) || !check_overlaps (plan, error))
    return FALSE;
  if (plan->peak_bytes < plan->lower_bound_bytes)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_GRAPH,
                   "memory plan: the peak of %" G_GINT64_FORMAT " bytes is below the lower bound of %" G_GINT64_FORMAT
                   " bytes",
                   plan->peak_bytes, plan->lower_bound_bytes);
      return FALSE;
    }
  return TRUE;
}
