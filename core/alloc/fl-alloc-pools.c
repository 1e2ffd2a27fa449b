/* Pools as nested splits of time and space, and the planner that puts everything into one of them.
 */
#include "fl-alloc-pools.h"

#include <string.h>

#include "fl-alloc-private.h"

enum
{
  MAX_DEPTH = 8000 /* of one pool: what comes then begins another, so that no tree overflows the stack */
};

typedef struct
{
  FlArena *arena;
  FlPoolForest *forest;
  FlPoolMode mode;
  GPtrArray *roots;
  GArray *can_grow; /* gboolean, by pool */
  GArray *depths;   /* guint: nestings by FL_POOL_END */
  FlPoolStep step;  /* under way */
} Grower;

/* --- nodes ------------------------------------------------------------------------------------ */

static gint64
align_up (const Grower *self, gint64 bytes)
{
  return (bytes + self->forest->alignment - 1) / self->forest->alignment * self->forest->alignment;
}

static void
measure_node (const Grower *self, FlPoolNode *node)
{
  if (node->kind == FL_POOL_NODE_SPATIAL)
    {
      node->bytes = align_up (self, node->left->bytes) + node->right->bytes;
      node->begin = MIN (node->left->begin, node->right->begin);
      node->end = MAX (node->left->end, node->right->end);
    }
  if (node->kind != FL_POOL_NODE_TEMPORAL)
    return;
  node->bytes = 0;
  node->begin = G_MAXUINT;
  node->end = 0;
  for (guint i = 0; i < node->parts->len; i++)
    {
      const FlPoolNode *part = node->parts->pdata[i];

      node->bytes = MAX (node->bytes, part->bytes);
      node->begin = MIN (node->begin, part->begin);
      node->end = MAX (node->end, part->end);
    }
}

static FlPoolNode *
make_node (Grower *self, FlPoolNodeKind kind, gint64 bytes)
{
  FlPoolNode *node = fl_arena_new (self->arena, FlPoolNode, 1);

  node->kind = kind;
  node->bytes = bytes;
  node->begin = G_MAXUINT;
  if (kind == FL_POOL_NODE_TEMPORAL)
    node->parts = fl_arena_adopt (self->arena, g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
  return node;
}

static FlPoolNode *
make_temporal (Grower *self, FlPoolNode *part)
{
  FlPoolNode *node = make_node (self, FL_POOL_NODE_TEMPORAL, 0);

  g_ptr_array_add (node->parts, part);
  measure_node (self, node);
  return node;
}

static FlPoolNode *
make_block (Grower *self, guint block)
{
  FlPoolNode *node = make_node (self, FL_POOL_NODE_BLOCK, self->forest->blocks[block].bytes);

  node->block = block;
  node->begin = self->forest->blocks[block].begin;
  node->end = self->forest->blocks[block].end;
  return node;
}

static FlPoolNode *
make_spatial (Grower *self, FlPoolNode *left, FlPoolNode *right)
{
  FlPoolNode *node = make_node (self, FL_POOL_NODE_SPATIAL, 0);

  node->left = left;
  node->right = right;
  measure_node (self, node);
  return node;
}

static FlPoolNode *
put_before_empty (Grower *self, FlPoolNode *part, gint64 bytes)
{
  return make_spatial (self, make_temporal (self, part),
                       make_temporal (self, make_node (self, FL_POOL_NODE_EMPTY, bytes)));
}

gboolean
fl_pool_node_is_empty (const FlPoolNode *node)
{
  if (node->kind == FL_POOL_NODE_TEMPORAL)
    return node->parts->len == 0 || (node->parts->len == 1 && fl_pool_node_is_empty (node->parts->pdata[0]));
  return node->kind == FL_POOL_NODE_EMPTY;
}

/* Two lives overlap when the one that begins first ends after the other begins. */
static gboolean
overlaps (guint begin, guint end, const FlPoolBlock *block)
{
  return begin <= block->begin ? end > block->begin : block->end > begin;
}

static gboolean
lives_with (const FlPoolNode *node, const FlPoolBlock *block)
{
  if (!overlaps (node->begin, node->end, block))
    return FALSE;
  if (node->kind == FL_POOL_NODE_SPATIAL)
    return lives_with (node->left, block) || lives_with (node->right, block);
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    if (lives_with (node->parts->pdata[i], block))
      return TRUE;
  return node->kind == FL_POOL_NODE_BLOCK;
}

/* --- placing ---------------------------------------------------------------------------------- */

static gboolean place_in (Grower *self, FlPoolNode *node, guint block, gboolean is_last);

/* Beside nothing that lives at the same time. */
static void
add_part (Grower *self, FlPoolNode *node, guint block)
{
  gint64 slot = node->bytes, bytes = self->forest->blocks[block].bytes;

  self->step.slot_bytes = slot;
  self->step.outcome = slot > bytes ? FL_POOL_SPLIT : slot < bytes ? FL_POOL_GROW : FL_POOL_PERFECT;
  if (node->parts->len == 1 && ((FlPoolNode *) node->parts->pdata[0])->kind == FL_POOL_NODE_EMPTY)
    g_ptr_array_set_size (node->parts, 0);
  if (slot > bytes)
    {
      g_ptr_array_add (node->parts, put_before_empty (self, make_block (self, block), slot - bytes));
      return;
    }
  for (guint i = 0; slot < bytes && i < node->parts->len; i++)
    node->parts->pdata[i] = put_before_empty (self, node->parts->pdata[i], bytes - slot);
  g_ptr_array_add (node->parts, make_block (self, block));
}

static gboolean
place_in_temporal (Grower *self, FlPoolNode *node, guint block, gboolean is_last)
{
  const FlPoolBlock *own = &self->forest->blocks[block];
  FlPoolNode *other = NULL;

  if (!is_last && own->bytes > node->bytes)
    {
      self->step.n_small++;
      return FALSE;
    }
  for (guint i = 0; i < node->parts->len; i++)
    if (lives_with (node->parts->pdata[i], own))
      {
        if (other != NULL)
          {
            self->step.n_many++;
            return FALSE;
          }
        other = node->parts->pdata[i];
      }
  if (other == NULL)
    add_part (self, node, block);
  else if (!place_in (self, other, block, is_last))
    return FALSE;
  measure_node (self, node);
  return TRUE;
}

static gboolean
place_in (Grower *self, FlPoolNode *node, guint block, gboolean is_last)
{
  gboolean is_done;

  if (node->kind == FL_POOL_NODE_TEMPORAL)
    return place_in_temporal (self, node, block, is_last);
  if (node->kind != FL_POOL_NODE_SPATIAL)
    return FALSE;
  is_done = place_in_temporal (self, node->left, block, FALSE) || place_in_temporal (self, node->right, block, is_last);
  if (is_done)
    measure_node (self, node);
  return is_done;
}

static void
add_pool (Grower *self, guint block, gboolean can_grow)
{
  const guint depth = 0;

  self->step.outcome = FL_POOL_NEW;
  self->step.pool = self->roots->len;
  g_ptr_array_add (self->roots, make_temporal (self, make_block (self, block)));
  g_array_append_val (self->can_grow, can_grow);
  g_array_append_val (self->depths, depth);
}

static void
place_at_end (Grower *self, guint pool, guint block)
{
  self->step.outcome = FL_POOL_END;
  self->step.pool = pool;
  self->roots->pdata[pool] = make_temporal (self, make_spatial (self, self->roots->pdata[pool],
                                                                make_temporal (self, make_block (self, block))));
  g_array_index (self->depths, guint, pool)++;
}

static void
place_block (Grower *self, guint block)
{
  for (guint i = 0; i < self->roots->len; i++)
    {
      gboolean is_last = i + 1 == self->roots->len && g_array_index (self->can_grow, gboolean, i);

      self->step.pool = i;
      if (place_in_temporal (self, self->roots->pdata[i], block, is_last))
        return;
      if (is_last && g_array_index (self->depths, guint, i) < MAX_DEPTH)
        {
          place_at_end (self, i, block);
          return;
        }
    }
  add_pool (self, block, self->mode != FL_POOL_MODE_NONE);
}

static void
place_output (Grower *self, guint block)
{
  if (self->roots->len > 0 && self->mode == FL_POOL_MODE_OUTPUTS)
    place_at_end (self, self->roots->len - 1, block);
  else
    add_pool (self, block, FALSE);
}

/* --- which comes when ------------------------------------------------------------------------- */

typedef struct
{
  const FlPoolBlock *block;
  guint position;
  gboolean comes_first; /* outputs, unless all share one pool: the smallest of them first */
} Turn;

static gint
compare_turns (gconstpointer a, gconstpointer b)
{
  const Turn *one = a, *other = b;
  gint64 life = one->block->life > 0 ? one->block->life : (gint64) one->block->end - one->block->begin;
  gint64 other_life = other->block->life > 0 ? other->block->life : (gint64) other->block->end - other->block->begin;

  if (one->comes_first != other->comes_first)
    return one->comes_first ? -1 : 1;
  if (one->block->bytes != other->block->bytes)
    return (one->block->bytes < other->block->bytes) == one->comes_first ? -1 : 1;
  if (life != other_life)
    return life > other_life ? -1 : 1;
  return one->position < other->position ? -1 : one->position > other->position;
}

static GArray *
make_turns (const Grower *self)
{
  GArray *turns = g_array_new (FALSE, FALSE, sizeof (Turn));

  for (guint i = 0; i < self->forest->n_blocks; i++)
    {
      Turn turn
          = { &self->forest->blocks[i], i, self->forest->blocks[i].is_output && self->mode != FL_POOL_MODE_COMBINED };

      g_array_append_val (turns, turn);
    }
  g_array_sort (turns, compare_turns);
  return turns;
}

/* Bottom up; an empty right side and the padding before it do not count. */
static void
measure_used (const Grower *self, FlPoolNode *node)
{
  node->used_bytes = node->kind == FL_POOL_NODE_BLOCK ? node->bytes : 0;
  if (node->kind == FL_POOL_NODE_SPATIAL)
    {
      measure_used (self, node->left);
      measure_used (self, node->right);
      node->used_bytes = fl_pool_node_is_empty (node->right)
                             ? node->left->used_bytes
                             : align_up (self, node->left->used_bytes) + node->right->used_bytes;
    }
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    {
      measure_used (self, node->parts->pdata[i]);
      node->used_bytes = MAX (node->used_bytes, ((const FlPoolNode *) node->parts->pdata[i])->used_bytes);
    }
}

static void
set_offsets (const Grower *self, const FlPoolNode *node, guint pool, gint64 offset)
{
  if (node->kind == FL_POOL_NODE_BLOCK)
    {
      self->forest->offsets[node->block] = offset;
      self->forest->pools[node->block] = pool;
    }
  if (node->kind == FL_POOL_NODE_SPATIAL)
    {
      set_offsets (self, node->left, pool, offset);
      set_offsets (self, node->right, pool, offset + align_up (self, node->left->used_bytes));
    }
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    set_offsets (self, node->parts->pdata[i], pool, offset);
}

FlPoolForest *
fl_pool_forest_new (FlArena *arena, const FlPoolBlock *blocks, guint n_blocks, FlPoolMode mode, gint64 alignment,
                    guint n_steps)
{
  FlPoolForest *forest = fl_arena_new (arena, FlPoolForest, 1);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  g_autoptr (GArray) can_grow = g_array_new (FALSE, FALSE, sizeof (gboolean)),
                     depths = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) turns = NULL;
  Grower self
      = { .arena = arena, .forest = forest, .mode = mode, .roots = roots, .can_grow = can_grow, .depths = depths };
  FlPoolStep *steps;

  *forest = (FlPoolForest) {
    .alignment = alignment, .mode = mode, .n_blocks = n_blocks, .blocks = blocks, .n_steps = MIN (n_steps, n_blocks)
  };
  forest->steps = steps = fl_arena_new (arena, FlPoolStep, n_blocks + 1);
  forest->offsets = fl_arena_new (arena, gint64, n_blocks + 1);
  forest->pools = fl_arena_new (arena, guint, n_blocks + 1);
  turns = make_turns (&self);
  for (guint i = 0; i < n_blocks; i++)
    forest->offsets[i] = -1;
  for (guint i = 0; i < forest->n_steps; i++)
    {
      const Turn *turn = &g_array_index (turns, Turn, i);

      self.step = (FlPoolStep) { .block = turn->position };
      if (turn->comes_first)
        place_output (&self, turn->position);
      else
        place_block (&self, turn->position);
      steps[i] = self.step;
    }
  for (guint i = 0; i < roots->len; i++)
    {
      measure_used (&self, roots->pdata[i]);
      set_offsets (&self, roots->pdata[i], i, 0);
    }
  forest->n_pools = roots->len;
  forest->roots = fl_arena_memdup (arena, roots->pdata, roots->len * sizeof (gpointer));
  return forest;
}

/* --- text ------------------------------------------------------------------------------------- */

const char *
fl_pool_outcome_get_name (FlPoolOutcome outcome)
{
  static const char *const names[] = {
    [FL_POOL_NEW] = "begins a pool",
    [FL_POOL_PERFECT] = "fits where nothing lives with it",
    [FL_POOL_SPLIT] = "takes a part of where nothing lives with it",
    [FL_POOL_GROW] = "makes the place larger where nothing lives with it",
    [FL_POOL_END] = "goes behind everything of the last pool",
  };

  return names[outcome];
}

void
fl_pool_node_append (GString *out, const FlPoolForest *forest, const FlPoolNode *node,
                     const char *(*name_block) (const FlPoolBlock *block))
{
  switch (node->kind)
    {
    case FL_POOL_NODE_BLOCK: g_string_append (out, name_block (&forest->blocks[node->block])); break;
    case FL_POOL_NODE_EMPTY: g_string_append_printf (out, "empty %" G_GINT64_FORMAT, node->bytes); break;
    case FL_POOL_NODE_SPATIAL:
      g_string_append (out, "(");
      fl_pool_node_append (out, forest, node->left, name_block);
      g_string_append (out, ", ");
      fl_pool_node_append (out, forest, node->right, name_block);
      g_string_append (out, ")");
      break;
    case FL_POOL_NODE_TEMPORAL:
    default:
      g_string_append (out, "[");
      for (guint i = 0; i < node->parts->len; i++)
        {
          g_string_append (out, i > 0 ? " | " : "");
          fl_pool_node_append (out, forest, node->parts->pdata[i], name_block);
        }
      g_string_append (out, "]");
      break;
    }
}

/* --- as a planner ----------------------------------------------------------------------------- */

/* Lifetimes are any integers: their order is what counts. */
static void
number_times (const FlAllocProblem *problem, FlPoolBlock *blocks)
{
  g_autoptr (GArray) points = fl_alloc_collect_points (problem);
  guint time = 0;

  for (guint p = 0; p < points->len; p++)
    {
      const FlAllocPoint *point = &g_array_index (points, FlAllocPoint, p);

      time += p > 0 && point->time != g_array_index (points, FlAllocPoint, p - 1).time;
      if (point->is_start)
        blocks[point->index].begin = time;
      else
        blocks[point->index].end = time;
    }
}

FlPoolForest *
fl_pool_forest_new_problem (FlArena *arena, const FlAllocProblem *problem, guint n_steps)
{
  FlPoolBlock *all = fl_arena_new (arena, FlPoolBlock, problem->n + 1);
  guint n = 0;

  number_times (problem, all);
  for (guint i = 0; i < problem->n; i++)
    {
      const FlAllocBuffer *buffer = &problem->buffers[i];

      if (!fl_alloc_takes_part (buffer))
        continue;
      all[n] = (FlPoolBlock) { .bytes = fl_alloc_get_size (problem, i),
                               .begin = all[i].begin,
                               .end = all[i].end,
                               .data = buffer->id,
                               .life = buffer->upper - buffer->lower };
      n++;
    }
  return fl_pool_forest_new (arena, all, n, FL_POOL_MODE_COMBINED, problem->alignment, n_steps);
}

void
fl_alloc_pool_tree (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  const FlPoolForest *forest = fl_pool_forest_new_problem (arena, problem, G_MAXUINT);
  g_autofree gint64 *starts = g_new0 (gint64, forest->n_pools + 1);
  guint n = 0;

  for (guint i = 0; i < forest->n_pools; i++)
    starts[i + 1] = starts[i] + fl_align_up (forest->roots[i]->used_bytes, problem->alignment);
  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      {
        plan->offsets[i] = starts[forest->pools[n]] + forest->offsets[n];
        n++;
      }
}
