/* What the phases of a kernel share: values that one makes and another one reads. */
#include "fl-c-threads.h"

#include "fl-intern.h"

static guint
find_item (const FlNest *nest, const FlNestLeaf *leaf)
{
  for (guint i = 0; i < nest->n_items; i++)
    {
      if (nest->items[i].leaf == leaf)
        return i;
      for (guint l = 0; nest->items[i].loop && l < nest->items[i].loop->n_leaves; l++)
        if (nest->items[i].loop->leaves[l] == leaf)
          return i;
    }
  return G_MAXUINT;
}

static gboolean
is_in_phase (const FlCPhase *phase, guint item)
{
  return item >= phase->first_item && item < phase->first_item + phase->n_items;
}

static gboolean
is_alone (const FlCWriter *writer, guint a, guint b)
{
  for (guint i = 0; i < writer->phases->len; i++)
    {
      const FlCPhase *phase = &g_array_index (writer->phases, FlCPhase, i);

      if (phase->kind != FL_C_PHASE_REDUCE
          && is_in_phase (phase, a) != is_in_phase (phase, b)) /* a reduction's results come of its join */
        return FALSE;
    }
  return TRUE;
}

static gboolean
touches (const FlNestLeaf *leaf, const FlBuffer *buffer)
{
  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      if (leaf->body->blocks[b].ops[i].buffer == buffer->name)
        return TRUE;
  return FALSE;
}

/* A value that a register would hold, had all the kernel one function: it waits in static memory, as a row of one
 * element. */
static void
share_local (FlCWriter *writer, const FlNestLocal *local)
{
  FlNestLocal *shared;
  FlCPlace *place = g_hash_table_lookup (writer->places, local->buffer->name);
  guint first = G_MAXUINT;
  gboolean is_shared = FALSE;

  for (guint i = 0; i < writer->nest->n_leaves; i++)
    {
      guint item = touches (&writer->nest->leaves[i], local->buffer)
                       ? find_item (writer->nest, &writer->nest->leaves[i])
                       : G_MAXUINT;

      if (item == G_MAXUINT)
        continue;
      is_shared |= first != G_MAXUINT && item != first && !is_alone (writer, first, item);
      first = MIN (first, item);
    }
  if (!is_shared || !place)
    return;
  shared = fl_arena_memdup (writer->pass->arena, local, sizeof *local);
  shared->place = FL_LOCAL_ROW;
  shared->depth = 0;
  shared->row_elements = 1;
  place->local = shared;
  place->is_shared = TRUE;
  place->name = fl_intern_printf ("%s_%s", writer->kernel_name, place->name);
}

void
fl_c_threads_share_locals (FlCWriter *writer)
{
  for (guint i = 0; i < writer->nest->n_locals && writer->phases->len > 1; i++)
    if (writer->nest->locals[i].place == FL_LOCAL_REGISTER)
      share_local (writer, &writer->nest->locals[i]);
}
