/* The values of a loop program, equal ones once. Private to fl-loop-kernel.c. */
#pragma once

#include "fl-loop-program.h"
#include "fl-loop-table.h"

G_BEGIN_DECLS

typedef struct
{
  FlLoopValue value;
  guint64 axes; /* on which the value depends; the caller fills it in */
  guint origins;
  guint hash;
} FlLoopValueRow;

typedef struct
{
  FlLoopTable table;     /* FlLoopValueRow */
  guint *slots, n_slots; /* numbers by their hashes, in the arena; 0: free */
} FlLoopValues;

void fl_loop_values_init (FlLoopValues *values, FlArena *arena);
/* The number of the value. */
FlValueId fl_loop_values_add (FlLoopValues *values, FlArena *arena, const FlLoopValue *value, gboolean *is_new);

static inline FlLoopValueRow *
fl_loop_values_get (const FlLoopValues *values, FlValueId value)
{
  return fl_loop_table_get (&values->table, value);
}

G_END_DECLS
