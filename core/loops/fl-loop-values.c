/* Values of a loop program, in an open-addressed table of their numbers. */
#include "fl-loop-values.h"

#include <string.h>

enum
{
  FIRST_SLOTS = 64 /* a power of two */
};

static guint
hash_value (const FlLoopValue *value)
{
  guint hash = value->op * 31 + value->dtype;

  for (guint i = 0; i < value->n_args; i++)
    hash = hash * 31 + value->args[i];
  hash = hash * 31 + value->home;
  hash = hash * 31 + value->epoch;
  hash = hash * 31 + (value->index ? fl_sym_get_id (value->index) : 0);
  hash = (hash * 31 + g_int64_hash (&value->bits)) * 0x9e3779b1u;
  return hash ^ hash >> 16; /* slots are found by the lowest bits */
}

static gboolean
are_equal (const FlLoopValue *a, const FlLoopValue *b)
{
  return a->op == b->op && a->dtype == b->dtype && a->src_dtype == b->src_dtype && a->n_args == b->n_args
         && memcmp (a->args, b->args, sizeof a->args) == 0 && a->home == b->home && a->epoch == b->epoch
         && a->index == b->index && a->component == b->component && a->function == b->function && a->of == b->of
         && a->wrap == b->wrap && a->check == b->check && a->bound == b->bound && a->bits == b->bits;
}

/* Where an equal value's number is, or can be put. */
static guint
find_slot (const FlLoopValues *values, const FlLoopValue *value, guint hash)
{
  guint slot = hash & (values->n_slots - 1);

  for (; values->slots[slot]; slot = (slot + 1) & (values->n_slots - 1))
    {
      const FlLoopValueRow *known = fl_loop_values_get (values, values->slots[slot]);

      if (known->hash == hash && are_equal (&known->value, value))
        break;
    }
  return slot;
}

static void
grow (FlLoopValues *values, FlArena *arena)
{
  values->n_slots = values->n_slots ? 2 * values->n_slots : FIRST_SLOTS;
  values->slots = fl_arena_new (arena, guint, values->n_slots);
  for (FlValueId id = 1; id < values->table.n; id++)
    {
      guint slot = fl_loop_values_get (values, id)->hash & (values->n_slots - 1);

      while (values->slots[slot])
        slot = (slot + 1) & (values->n_slots - 1);
      values->slots[slot] = id;
    }
}

void
fl_loop_values_init (FlLoopValues *values, FlArena *arena)
{
  fl_loop_table_init (&values->table, arena, sizeof (FlLoopValueRow));
  grow (values, arena);
}

FlValueId
fl_loop_values_add (FlLoopValues *values, FlArena *arena, const FlLoopValue *value, gboolean *is_new)
{
  const guint hash = hash_value (value), slot = find_slot (values, value, hash);
  const FlValueId id = values->table.n;

  *is_new = values->slots[slot] == 0;
  if (!*is_new)
    return values->slots[slot];
  *(FlLoopValueRow *) fl_loop_table_add (&values->table, arena) = (FlLoopValueRow) { .value = *value, .hash = hash };
  values->slots[slot] = id;
  if (2 * id > values->n_slots)
    grow (values, arena);
  return id;
}
