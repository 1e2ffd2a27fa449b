/* Inductor's pools in a memory picture: their nested splits, laid over the boxes. */
#include "fl-event-kinds.h"
#include "fl-memory-picture-private.h"

typedef struct
{
  FlMemoryPicture *picture;
  const FlMemoryPlan *plan;
  const FlPoolForest *forest;
  GArray *splits; /* FlPictureSplit */
  guint pool;
  gint64 start; /* of the pool in the arena */
} Walk;

static guint
find_box (const Walk *walk, guint block)
{
  return fl_memory_map_find (walk->picture->map, fl_memory_map_name_block (&walk->forest->blocks[block]));
}

/* Where the pool begins: what is in it has an offset in the arena and one in the pool. */
static gboolean
find_start (Walk *walk)
{
  for (guint i = 0; i < walk->forest->n_blocks; i++)
    {
      const FlMemoryBuffer *entry
          = fl_memory_plan_find (walk->plan, fl_memory_map_name_block (&walk->forest->blocks[i]));

      if (walk->forest->offsets[i] < 0 || walk->forest->pools[i] != walk->pool || !entry || entry->offset < 0)
        continue;
      walk->start = entry->offset - walk->forest->offsets[i];
      return TRUE;
    }
  return FALSE;
}

/* A block holds a buffer and all that are written over it: it lasts as long as they do. */
static void
set_block (const Walk *walk, FlPictureSplit *drawn, guint block)
{
  const FlMemoryMap *map = walk->picture->map;
  guint box = find_box (walk, block);

  if (box == G_MAXUINT)
    return;
  drawn->box = (gint32) box;
  drawn->begin = map->boxes[box].first;
  drawn->end = map->boxes[box].last + 1.0;
  for (guint i = 0; i < map->n_boxes; i++)
    if (map->boxes[i].storage == map->boxes[box].storage)
      {
        drawn->begin = MIN (drawn->begin, map->boxes[i].first);
        drawn->end = MAX (drawn->end, map->boxes[i].last + 1.0);
      }
}

static guint
append_split (Walk *walk, const FlPoolNode *node, guint depth, gint64 offset)
{
  FlPictureSplit drawn = { .kind = node->kind,
                           .pool = walk->pool,
                           .depth = depth,
                           .offset = walk->start + offset,
                           .size_bytes = node->kind == FL_POOL_NODE_EMPTY ? node->bytes : node->used_bytes,
                           .begin = G_MAXDOUBLE,
                           .end = -G_MAXDOUBLE,
                           .n_parts = node->kind == FL_POOL_NODE_TEMPORAL  ? node->parts->len
                                      : node->kind == FL_POOL_NODE_SPATIAL ? 2
                                                                           : 0,
                           .box = -1 };

  if (node->kind == FL_POOL_NODE_BLOCK)
    set_block (walk, &drawn, node->block);
  g_array_append_val (walk->splits, drawn);
  return walk->splits->len - 1;
}

static gint64
align_up (const FlPoolForest *forest, gint64 bytes)
{
  return (bytes + forest->alignment - 1) / forest->alignment * forest->alignment;
}

/* A split lasts as long as the buffers in it. */
static guint
add_split (Walk *walk, const FlPoolNode *node, guint depth, gint64 offset)
{
  guint at = append_split (walk, node, depth, offset);

  for (guint i = 0; i < g_array_index (walk->splits, FlPictureSplit, at).n_parts; i++)
    {
      const FlPoolNode *child = node->kind == FL_POOL_NODE_TEMPORAL ? node->parts->pdata[i]
                                : i == 0                            ? node->left
                                                                    : node->right;
      gint64 behind
          = node->kind == FL_POOL_NODE_SPATIAL && i == 1 ? align_up (walk->forest, node->left->used_bytes) : 0;
      guint part = add_split (walk, child, depth + 1, offset + behind);
      FlPictureSplit *self = &g_array_index (walk->splits, FlPictureSplit, at);

      self->begin = MIN (self->begin, g_array_index (walk->splits, FlPictureSplit, part).begin);
      self->end = MAX (self->end, g_array_index (walk->splits, FlPictureSplit, part).end);
    }
  return at;
}

/* A pool lasts all the time; what lies one behind the other, and what is free, as long as what
 * holds it. */
static void
spread_times (Walk *walk)
{
  g_autoptr (GArray) holders = g_array_new (FALSE, TRUE, sizeof (guint)); /* by depth: the last split there */

  for (guint i = 0; i < walk->splits->len; i++)
    {
      FlPictureSplit *split = &g_array_index (walk->splits, FlPictureSplit, i);
      const FlPictureSplit *holder
          = split->depth > 0
                ? &g_array_index (walk->splits, FlPictureSplit, g_array_index (holders, guint, split->depth - 1))
                : NULL;

      if (!holder || holder->kind == FL_POOL_NODE_SPATIAL || split->begin > split->end)
        {
          split->begin = holder ? holder->begin : 0;
          split->end = holder ? holder->end : walk->picture->map->n_steps;
        }
      g_array_set_size (holders, split->depth + 1);
      g_array_index (holders, guint, split->depth) = i;
    }
}

/* Blocks of the steps that are still to come, with all that is written over them. */
static void
mark_waiting (const Walk *walk)
{
  const FlMemoryMap *map = walk->picture->map;

  for (guint i = 0; i < walk->forest->n_blocks; i++)
    {
      guint box = walk->forest->offsets[i] < 0 ? find_box (walk, i) : G_MAXUINT;

      for (guint k = 0; box != G_MAXUINT && k < map->n_boxes; k++)
        walk->picture->boxes[k].is_waiting |= map->boxes[k].storage == map->boxes[box].storage;
    }
}

/* As far as the run went: one step a block. */
static const FlPoolForest *
find_forest (FlMemoryPicture *picture, const FlRun *run)
{
  guint n_placed = 0;

  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_MEMORY); i++)
    n_placed += fl_trace_get_step (run->trace, FL_STAGE_MEMORY, i)->kind == FL_EVENT_POOL;
  if (!run->plan->forest || n_placed >= run->plan->forest->n_steps)
    return run->plan->forest;
  return fl_memory_map_replay_pools (picture->arena, run, n_placed);
}

void
fl_memory_picture_add_splits (FlMemoryPicture *picture, const FlRun *run)
{
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (FlPictureSplit));
  Walk walk = { picture, run->plan, find_forest (picture, run), splits, 0, 0 };

  if (!walk.forest)
    return;
  for (walk.pool = 0; walk.pool < walk.forest->n_pools; walk.pool++)
    if (find_start (&walk))
      add_split (&walk, walk.forest->roots[walk.pool], 0, 0);
  spread_times (&walk);
  mark_waiting (&walk);
  picture->n_splits = splits->len;
  picture->splits = fl_arena_memdup (picture->arena, splits->data, splits->len * sizeof (FlPictureSplit));
}

char *
fl_memory_picture_dup_split (const FlMemoryPicture *picture, guint split)
{
  const FlPictureSplit *drawn = &picture->splits[split];

  if (drawn->kind == FL_POOL_NODE_BLOCK)
    return g_strdup (drawn->box >= 0 ? picture->map->boxes[drawn->box].name : "a buffer");
  if (drawn->kind == FL_POOL_NODE_EMPTY)
    return g_strdup ("free");
  if (drawn->kind == FL_POOL_NODE_SPATIAL)
    return g_strdup ("one behind the other (SpatialSplit)");
  if (drawn->depth == 0)
    return g_strdup_printf ("pool %u: one after the other (TemporalSplit of %u)", drawn->pool, drawn->n_parts);
  return g_strdup_printf ("one after the other (TemporalSplit of %u)", drawn->n_parts);
}
