/* Tables that grow by chunks. */
#include "fl-loop-table.h"

void
fl_loop_table_init (FlLoopTable *table, FlArena *arena, gsize item_bytes)
{
  GPtrArray *chunks = g_ptr_array_new ();

  *table = (FlLoopTable) { .chunks = chunks, .item_bytes = item_bytes };
  fl_arena_adopt (arena, chunks, (GDestroyNotify) g_ptr_array_unref);
  fl_loop_table_add (table, arena);
}

gpointer
fl_loop_table_add (FlLoopTable *table, FlArena *arena)
{
  if (table->n % FL_LOOP_CHUNK_ITEMS == 0)
    g_ptr_array_add (table->chunks, fl_arena_alloc_n (arena, FL_LOOP_CHUNK_ITEMS, table->item_bytes));
  return fl_loop_table_get (table, table->n++);
}
