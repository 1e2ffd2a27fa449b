/* What a plan costs: bytes live at every call, the peak, the least that any plan of this order needs, and offsets in
 * one arena. */
#include "fl-memory-private.h"

#include <string.h>

#include "fl-error.h"

static gboolean
is_stored (const FlMemoryBuffer *entry)
{
  FlLayoutKind kind = entry->buffer->layout.kind;

  return !entry->is_removed && (kind == FL_LAYOUT_FIXED || kind == FL_LAYOUT_FLEXIBLE);
}

/* --- sizes ------------------------------------------------------------------------------------ */

gboolean
fl_buffer_get_size_bytes (const FlBuffer *buffer, FlSymTable *symbols, FlSymLookup lookup, gpointer data,
                          gint64 *size_bytes, GError **error)
{
  const FlSym *elements = fl_layout_get_storage_size (&buffer->layout, symbols);
  gint64 n;

  /* Samples may be none for which the graph holds; what is planned at them is only shown. */
  if (lookup == NULL)
    n = MAX (fl_sym_get_sample (elements), 0);
  else if (!fl_sym_evaluate (elements, lookup, data, &n) || n < 0)
    {
      g_autofree char *text = fl_sym_dup_text (elements);

      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "%s: its size, %s elements, has no value: give every symbol a size",
                   buffer->name, text);
      return FALSE;
    }
  if (n > FL_MAX_ARENA_BYTES / 16)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: %" G_GINT64_FORMAT " elements are too many for one buffer",
                   buffer->name, n);
      return FALSE;
    }
  *size_bytes = n * fl_dtype_get_size_bytes (buffer->layout.dtype);
  return TRUE;
}

/* --- offsets ---------------------------------------------------------------------------------- */

/* A piece of memory and all that lie in it, one after the other. */
typedef struct
{
  const FlBuffer *owner;
  guint first, last;
  gint64 bytes, offset;
} Slot;

/* First fit: the lowest gap between the slots that live at the same time. placed: by offset. Returns where in it the
 * slot belongs. */
static guint
place_slot (const GPtrArray *placed, Slot *slot)
{
  gint64 offset = 0;
  guint at = 0;

  for (guint i = 0; i < placed->len; i++)
    {
      const Slot *other = placed->pdata[i];

      if (other->first > slot->last || slot->first > other->last)
        continue;
      if (other->offset >= offset + slot->bytes)
        break;
      offset = MAX (offset, other->offset + other->bytes);
    }
  slot->offset = offset;
  while (at < placed->len && ((const Slot *) placed->pdata[at])->offset <= offset)
    at++;
  return at;
}

/* Slots that ended before all that are still to be placed need not be looked at any more. */
static void
forget_ended (GPtrArray *placed, guint first)
{
  guint n = 0;

  for (guint i = 0; i < placed->len; i++)
    if (((const Slot *) placed->pdata[i])->last >= first)
      placed->pdata[n++] = placed->pdata[i];
  g_ptr_array_set_size (placed, n);
}

/* Returns the end of the last one; -1: too large. */
static gint64
place_slots (GArray *slots)
{
  g_autofree guint *earliest = g_new (guint, slots->len + 1); /* first use of this slot or any after it */
  g_autoptr (GPtrArray) placed = g_ptr_array_new ();
  gint64 end = 0;

  earliest[slots->len] = G_MAXUINT;
  for (guint i = slots->len; i-- > 0;)
    earliest[i] = MIN (earliest[i + 1], g_array_index (slots, Slot, i).first);
  for (guint i = 0; i < slots->len; i++)
    {
      Slot *slot = &g_array_index (slots, Slot, i);

      forget_ended (placed, earliest[i]);
      g_ptr_array_insert (placed, place_slot (placed, slot), slot);
      end = MAX (end, slot->offset + slot->bytes);
      if (end > FL_MAX_ARENA_BYTES)
        return -1;
    }
  return end;
}

/* positions: owner -> its slot. */
static GArray *
make_slots (const FlMemoryPlan *plan, const gint64 *sizes, GHashTable *positions)
{
  GArray *slots = g_array_new (FALSE, TRUE, sizeof (Slot));

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &plan->buffers[i];
      gpointer position;
      Slot *slot;

      if (entry->is_removed || entry->owner->kind == FL_BUFFER_INPUT || entry->owner->kind == FL_BUFFER_CONSTANT)
        continue;
      if (!g_hash_table_lookup_extended (positions, entry->owner, NULL, &position))
        {
          position = GUINT_TO_POINTER (slots->len);
          g_array_append_val (slots, ((Slot) { .owner = entry->owner, .first = entry->first, .last = entry->last }));
          g_hash_table_insert (positions, (gpointer) entry->owner, position);
        }
      slot = &g_array_index (slots, Slot, GPOINTER_TO_UINT (position));
      slot->first = MIN (slot->first, entry->first);
      slot->last = MAX (slot->last, entry->last);
      slot->bytes = MAX (slot->bytes, (sizes[i] + FL_ARENA_ALIGNMENT - 1) / FL_ARENA_ALIGNMENT * FL_ARENA_ALIGNMENT);
    }
  return slots;
}

/* One pool after the other, and behind them what a library allocates. */
static gint64
lay_out_pools (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, const gint64 *sizes, gint64 *offsets,
               GError **error)
{
  g_autofree gint64 *starts = g_new0 (gint64, plan->n_pools + 1);
  gint64 end = 0;

  for (guint i = 0; i <= plan->n_pools; i++)
    {
      gint64 bytes = 0;

      starts[i] = end;
      if (i < plan->n_pools
          && (!fl_sym_evaluate (plan->pools[i].bytes, lookup ? lookup : fl_sym_look_up_sample, data, &bytes)
              || bytes < 0 || bytes > FL_MAX_ARENA_BYTES))
        {
          g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "pool%u: its size, %s bytes, has no value or too large a one",
                       i, plan->pools[i].bytes_text);
          return -1;
        }
      end += (bytes + FL_ARENA_ALIGNMENT - 1) / FL_ARENA_ALIGNMENT * FL_ARENA_ALIGNMENT;
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &plan->buffers[i], *owner = fl_memory_plan_find (plan, entry->owner->name);
      gint64 offset;

      if (entry->pool == 0 && (!owner || owner->pool == 0))
        continue;
      owner = entry->pool > 0 ? entry : owner;
      if (!fl_sym_evaluate (owner->pool_offset, lookup ? lookup : fl_sym_look_up_sample, data, &offset))
        continue;
      offsets[i] = entry->is_removed ? -1 : starts[owner->pool - 1] + offset;
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &plan->buffers[i], *owner = fl_memory_plan_find (plan, entry->owner->name);

      if (offsets[i] >= 0 || entry->is_removed || entry->owner->kind == FL_BUFFER_INPUT
          || entry->owner->kind == FL_BUFFER_CONSTANT)
        continue;
      if (owner && owner != entry && offsets[owner - plan->buffers] >= 0)
        {
          offsets[i] = offsets[owner - plan->buffers];
          continue;
        }
      offsets[i] = end;
      end += (sizes[i] + FL_ARENA_ALIGNMENT - 1) / FL_ARENA_ALIGNMENT * FL_ARENA_ALIGNMENT;
    }
  return end;
}

gboolean
fl_memory_plan_measure_sizes (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 *sizes,
                              GError **error)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      FlLayoutKind kind = plan->buffers[i].buffer->layout.kind;

      if (kind != FL_LAYOUT_NONE && kind != FL_LAYOUT_MULTI_OUTPUT
          && !fl_buffer_get_size_bytes (plan->buffers[i].buffer, plan->schedule->lowered->symbols, lookup, data,
                                        &sizes[i], error))
        return FALSE;
    }
  return TRUE;
}

static gint64
lay_out_slots (const FlMemoryPlan *plan, const gint64 *sizes, gint64 *offsets, GError **error)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) slots = make_slots (plan, sizes, positions);
  gint64 end = place_slots (slots);

  if (end < 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "the buffers need more than 64 TiB together");
      return -1;
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      gpointer position;

      offsets[i] = -1;
      if (!plan->buffers[i].is_removed
          && g_hash_table_lookup_extended (positions, plan->buffers[i].owner, NULL, &position))
        offsets[i] = g_array_index (slots, Slot, GPOINTER_TO_UINT (position)).offset;
    }
  return end;
}

gint64
fl_memory_plan_lay_out_apart (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 gap_bytes,
                              gint64 *offsets, gint64 *sizes_bytes, GError **error)
{
  g_autofree gint64 *sizes = g_new0 (gint64, plan->n_buffers + 1);

  if (!fl_memory_plan_measure_sizes (plan, lookup, data, sizes, error))
    return -1;
  if (sizes_bytes)
    memcpy (sizes_bytes, sizes, plan->n_buffers * sizeof *sizes);
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      offsets[i] = -1;
      sizes[i] += gap_bytes;
    }
  if (plan->row && !(plan->keeps_lines && !fl_memory_plan_can_place (plan, sizes)))
    return fl_memory_plan_place (plan, sizes, offsets, NULL, error);
  if (plan->n_pools == 0)
    return lay_out_slots (plan, sizes, offsets, error);
  if (gap_bytes == 0)
    return lay_out_pools (plan, lookup, data, sizes, offsets, error);
  g_set_error (
      error, FL_ERROR, FL_ERROR_UNSUPPORTED,
      "pools say where every buffer lies: nothing can be put between them; leave run.guard or memory_planning off");
  return -1;
}

gint64
fl_memory_plan_lay_out (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 *offsets,
                        gint64 *sizes_bytes, GError **error)
{
  return fl_memory_plan_lay_out_apart (plan, lookup, data, 0, offsets, sizes_bytes, error);
}

/* --- peak ------------------------------------------------------------------------------------- */

static gint64
get_slot_bytes (const FlPlanner *planner, const FlBuffer *owner)
{
  const FlMemoryInfo *info = fl_planner_find (planner, owner->name);

  return info ? info->size_bytes : 0;
}

static void
measure_live (FlPlanner *planner, FlMemoryPlan *plan)
{
  gint64 *live = fl_arena_new (planner->pass->arena, gint64, plan->n_calls + 1);
  gint64 now = 0;
  guint call = 0;

  for (guint i = 0; i < plan->n_lines; i++)
    {
      const FlMemoryLine *line = &plan->lines[i];

      if (line->kind == FL_LINE_ALLOCATE)
        now += fl_planner_find (planner, line->buffer->name)->size_bytes;
      else if (line->kind == FL_LINE_FREE && line->buffer->kind != FL_BUFFER_INPUT)
        now -= get_slot_bytes (planner, fl_planner_find (planner, line->buffer->name)->owner);
      else if (line->kind == FL_LINE_CALL)
        live[call++] = now;
      plan->peak_bytes = MAX (plan->peak_bytes, now);
    }
  plan->live_bytes = live;
}

/* What is live at a call whatever the plan: an input and the output written over it count once. */
static void
measure_lower_bound (const FlPlanner *planner, FlMemoryPlan *plan)
{
  g_autofree gint64 *change = g_new0 (gint64, plan->n_calls + 3);
  gint64 now = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &plan->buffers[i];

      if (!is_stored (entry))
        continue;
      change[entry->first] += entry->size_bytes;
      change[MIN (entry->last, plan->n_calls) + 1] -= entry->size_bytes;
    }
  for (guint i = 0; i < plan->n_lines; i++)
    if (plan->lines[i].kind == FL_LINE_INPLACE)
      {
        const FlMemoryBuffer *output = fl_memory_plan_find (plan, plan->lines[i].buffer->name);
        const FlMemoryBuffer *input = fl_memory_plan_find (plan, plan->lines[i].other->name);
        gint64 once = MIN (output->size_bytes, input->size_bytes);

        if (input->last < output->first)
          continue;
        change[output->first] -= once;
        change[input->last + 1] += once;
      }
  for (guint i = 0; i <= plan->n_calls; i++)
    {
      now += change[i];
      plan->lower_bound_bytes = MAX (plan->lower_bound_bytes, now);
    }
}

void
fl_planner_measure (FlPlanner *planner, FlMemoryPlan *plan)
{
  measure_live (planner, plan);
  measure_lower_bound (planner, plan);
}
