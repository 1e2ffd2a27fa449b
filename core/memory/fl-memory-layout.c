/* What a plan costs: bytes live at every call, the peak, the least that any plan of this order needs, and offsets in one arena. */
#include "fl-memory-private.h"

#include "fl-error.h"

enum
{
  ALIGNMENT = 64 /* a cache line, and the widest vector load */
};

static const gint64 MAX_ARENA_BYTES = G_GINT64_CONSTANT (1) << 46;

static gboolean
is_stored (const FlMemoryBuffer *entry)
{
  FlLayoutKind kind = entry->buffer->layout.kind;

  return !entry->is_removed && (kind == FL_LAYOUT_FIXED || kind == FL_LAYOUT_FLEXIBLE);
}

/* --- sizes ------------------------------------------------------------------------------------------------------- */

static gboolean
get_hint (const FlSym *symbol, gpointer data, gint64 *value)
{
  *value = fl_sym_get_hint (symbol, 8);
  return TRUE;
}

gboolean
fl_buffer_get_size_bytes (const FlBuffer *buffer, FlSymTable *symbols, FlSymLookup lookup, gpointer data, gint64 *size_bytes,
                          GError **error)
{
  const FlSym *elements = fl_layout_get_storage_size (&buffer->layout, symbols);
  gint64 n;

  if (!fl_sym_evaluate (elements, lookup ? lookup : get_hint, data, &n) || n < 0)
    {
      g_autofree char *text = fl_sym_dup_text (elements);

      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "%s: its size, %s elements, has no value: give every symbol a size",
                   buffer->name, text);
      return FALSE;
    }
  if (n > MAX_ARENA_BYTES / 16)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: %" G_GINT64_FORMAT " elements are too many for one buffer", buffer->name, n);
      return FALSE;
    }
  *size_bytes = n * fl_dtype_get_size_bytes (buffer->layout.dtype);
  return TRUE;
}

/* --- offsets ----------------------------------------------------------------------------------------------------- */

/* A piece of memory and all that lie in it, one after the other. */
typedef struct
{
  const FlBuffer *owner;
  guint first, last;
  gint64 bytes, offset;
} Slot;

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  const Slot *x = *(Slot *const *) a, *y = *(Slot *const *) b;

  return (x->offset > y->offset) - (x->offset < y->offset);
}

/* First fit: the lowest gap between the slots that live at the same time. */
static void
place_slot (GArray *slots, guint position)
{
  Slot *slot = &g_array_index (slots, Slot, position);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  gint64 offset = 0;

  for (guint i = 0; i < position; i++)
    {
      Slot *other = &g_array_index (slots, Slot, i);

      if (other->first <= slot->last && slot->first <= other->last)
        g_ptr_array_add (others, other);
    }
  g_ptr_array_sort (others, compare_offsets);
  for (guint i = 0; i < others->len; i++)
    {
      const Slot *other = g_ptr_array_index (others, i);

      if (other->offset >= offset + slot->bytes)
        break;
      offset = MAX (offset, other->offset + other->bytes);
    }
  slot->offset = offset;
}

static GArray *
make_slots (const FlMemoryPlan *plan, const gint64 *sizes)
{
  GArray *slots = g_array_new (FALSE, TRUE, sizeof (Slot));
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);

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
      slot->bytes = MAX (slot->bytes, (sizes[i] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }
  return slots;
}

gint64
fl_memory_plan_lay_out (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 *offsets, gint64 *sizes_bytes,
                        GError **error)
{
  g_autofree gint64 *sizes = g_new0 (gint64, plan->n_buffers + 1);
  g_autoptr (GArray) slots = NULL;
  gint64 end = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      FlLayoutKind kind = plan->buffers[i].buffer->layout.kind;

      if (kind != FL_LAYOUT_NONE && kind != FL_LAYOUT_MULTI_OUTPUT
          && !fl_buffer_get_size_bytes (plan->buffers[i].buffer, plan->schedule->lowered->symbols, lookup, data, &sizes[i], error))
        return -1;
    }
  slots = make_slots (plan, sizes);
  for (guint i = 0; i < slots->len; i++)
    {
      const Slot *slot = &g_array_index (slots, Slot, i);

      place_slot (slots, i);
      end = MAX (end, slot->offset + slot->bytes);
      if (end > MAX_ARENA_BYTES)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "the buffers need more than 64 TiB together");
          return -1;
        }
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      offsets[i] = -1;
      for (guint k = 0; k < slots->len && !plan->buffers[i].is_removed; k++)
        if (g_array_index (slots, Slot, k).owner == plan->buffers[i].owner)
          offsets[i] = g_array_index (slots, Slot, k).offset;
      if (sizes_bytes)
        sizes_bytes[i] = sizes[i];
    }
  return end;
}

/* --- peak -------------------------------------------------------------------------------------------------------- */

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
