/* A nest before its loops are shared. */
#include "fl-nest-private.h"

static const FlNestItem *
make_chain (FlArena *arena, const FlNestLeaf *leaf, guint depth)
{
  FlNestItem *item = fl_arena_new (arena, FlNestItem, 1);
  FlNestLoop *loop;

  if (depth == leaf->n_loops)
    {
      item->leaf = leaf;
      return item;
    }
  item->loop = loop = fl_arena_new (arena, FlNestLoop, 1);
  *loop = (FlNestLoop) { .depth = depth,
                         .var = leaf->vars[depth],
                         .size = leaf->sizes[depth],
                         .n_leaves = 1,
                         .leaves = fl_arena_memdup (arena, &leaf, sizeof leaf),
                         .n_items = 1,
                         .items = make_chain (arena, leaf, depth + 1) };
  return item;
}

const FlNest *
fl_nest_take_apart (FlArena *arena, const FlNest *nest)
{
  FlNest *apart = fl_arena_memdup (arena, nest, sizeof *nest);
  FlNestItem *items = fl_arena_new (arena, FlNestItem, nest->n_leaves);
  FlNestLocal *locals = fl_arena_memdup (arena, nest->locals, nest->n_locals * sizeof *locals);

  for (guint i = 0; i < nest->n_leaves; i++)
    items[i] = *make_chain (arena, &nest->leaves[i], 0);
  for (guint i = 0; i < nest->n_locals; i++)
    if (locals[i].place != FL_LOCAL_MEMORY)
      locals[i].place = FL_LOCAL_ARRAY;
  apart->items = items;
  apart->n_items = nest->n_leaves;
  apart->locals = locals;
  return apart;
}
