/* Tables of a loop program that passes add much to: items in chunks of the arena, which stay where they are. A table
 * that doubles would copy all that it has, into fresh pages. */
#pragma once

#include "fl-arena.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_CHUNK_ITEMS = 32
};

typedef struct
{
  GPtrArray *chunks;
  gsize item_bytes;
  guint n;
} FlLoopTable;

/* Position 0 is none: an item of zeros. */
void fl_loop_table_init (FlLoopTable *table, FlArena *arena, gsize item_bytes);
/* A new last item, zeroed. */
gpointer fl_loop_table_add (FlLoopTable *table, FlArena *arena);

static inline gpointer
fl_loop_table_get (const FlLoopTable *table, guint position)
{
  return (char *) table->chunks->pdata[position / FL_LOOP_CHUNK_ITEMS]
         + position % FL_LOOP_CHUNK_ITEMS * table->item_bytes;
}

G_END_DECLS
