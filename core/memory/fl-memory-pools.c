/* Pools: intermediates at offsets of shared memory, by TorchInductor's memory planner
 * (torch/_inductor/codegen/memory_planning.py).
 *
 * A pool is a tree. A temporal split holds what never lives at the same time, in one place; a
 * spatial split puts its right side behind its left one. Blocks are placed largest first, where
 * they disturb nothing; what fits nowhere is put behind everything of the last pool. Times count
 * runs of allocations and frees between calls, so what is freed just before an allocation is out of
 * its way. */
#include "fl-event-kinds.h"
#include "fl-memory-private.h"

enum
{
  ALIGNMENT = 64
};

/* All names of one piece of memory. */
typedef struct
{
  const FlBuffer *owner;
  GPtrArray *names;
  const FlSym *bytes;
  gint64 hint;
  guint begin, end;
  gboolean is_output;
  guint pool;
  const FlSym *offset;
  const char *offset_text;
} Block;

typedef struct
{
  FlPlanner *planner;
  FlMemoryPlan *plan;
  GPtrArray *blocks; /* in the order of allocation */
  GHashTable *by_owner;
  FlPoolForest *forest;
  GPtrArray *arrays; /* of names: to be freed */
} Pools;

/* --- sizes and offsets ------------------------------------------------------------------------ */

static const FlSym *
align (const Pools *pools, const FlSym *bytes)
{
  const FlSym *alignment = fl_sym_int (pools->planner->schedule->lowered->symbols, ALIGNMENT);

  if (fl_sym_is_int_value (fl_sym_mod (bytes, alignment), 0))
    return bytes;
  return fl_sym_mul (fl_sym_ceil_div (bytes, alignment), alignment);
}

static Block *
get_block (const Pools *pools, const FlPoolNode *node)
{
  return pools->blocks->pdata[node->block];
}

static const FlSym *
get_bytes (const Pools *pools, const FlPoolNode *node)
{
  const FlSym *bytes = fl_sym_int (pools->planner->schedule->lowered->symbols, 0);

  if (node->kind == FL_POOL_NODE_BLOCK)
    return get_block (pools, node)->bytes;
  if (node->kind == FL_POOL_NODE_SPATIAL && fl_pool_node_is_empty (node->right))
    return get_bytes (pools, node->left);
  if (node->kind == FL_POOL_NODE_SPATIAL)
    return fl_sym_add (align (pools, get_bytes (pools, node->left)), get_bytes (pools, node->right));
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    bytes = i == 0 ? get_bytes (pools, node->parts->pdata[i])
                   : fl_sym_max (bytes, get_bytes (pools, node->parts->pdata[i]));
  return bytes;
}

/* A sum as Inductor prints it: sizes, then the terms align(size), whose rounding up stays
 * unevaluated. */
typedef struct
{
  const FlSym *plain;
  char *terms; /* in the arena; NULL: none */
} Sum;

static void
add_term (const Pools *pools, Sum *sum, const char *term)
{
  FlArena *arena = pools->planner->pass->arena;

  sum->terms = sum->terms ? fl_arena_printf (arena, "%s + %s", sum->terms, term) : fl_arena_strdup (arena, term);
}

static const char *
get_sum_text (const Pools *pools, const Sum *sum)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!sum->terms || !fl_sym_is_int_value (sum->plain, 0))
    fl_sym_append_python (text, sum->plain);
  if (sum->terms)
    g_string_append_printf (text, "%s%s", text->len ? " + " : "", sum->terms);
  return fl_arena_strdup (pools->planner->pass->arena, text->str);
}

static void add_size (const Pools *pools, const FlPoolNode *node, Sum *sum);

static void
add_aligned (const Pools *pools, const FlPoolNode *node, Sum *sum)
{
  const FlSym *bytes = get_bytes (pools, node), *aligned = align (pools, bytes);
  Sum inner = { .plain = fl_sym_int (pools->planner->schedule->lowered->symbols, 0) };

  if (bytes == aligned || fl_sym_is_int (aligned, NULL))
    {
      sum->plain = fl_sym_add (sum->plain, aligned);
      return;
    }
  add_size (pools, node, &inner);
  add_term (pools, sum, fl_arena_printf (pools->planner->pass->arena, "align(%s)", get_sum_text (pools, &inner)));
}

static void
add_size (const Pools *pools, const FlPoolNode *node, Sum *sum)
{
  const FlSym *bytes = get_bytes (pools, node);

  if (node->kind == FL_POOL_NODE_BLOCK)
    sum->plain = fl_sym_add (sum->plain, bytes);
  else if (node->kind == FL_POOL_NODE_SPATIAL)
    {
      if (fl_pool_node_is_empty (node->right))
        {
          add_size (pools, node->left, sum);
          return;
        }
      add_aligned (pools, node->left, sum);
      add_size (pools, node->right, sum);
    }
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    if (get_bytes (pools, node->parts->pdata[i]) == bytes)
      {
        add_size (pools, node->parts->pdata[i], sum);
        return;
      }
  if (node->kind == FL_POOL_NODE_TEMPORAL && node->parts->len > 0)
    {
      g_autofree char *text = fl_sym_dup_text (bytes);

      add_term (pools, sum, text);
    }
}

static void
set_offsets (const Pools *pools, const FlPoolNode *node, guint pool, const FlSym *offset, Sum sum)
{
  if (node->kind == FL_POOL_NODE_BLOCK)
    {
      get_block (pools, node)->pool = pool;
      get_block (pools, node)->offset = offset;
      get_block (pools, node)->offset_text = get_sum_text (pools, &sum);
    }
  else if (node->kind == FL_POOL_NODE_SPATIAL)
    {
      set_offsets (pools, node->left, pool, offset, sum);
      if (!fl_pool_node_is_empty (node->right))
        {
          add_aligned (pools, node->left, &sum);
          set_offsets (pools, node->right, pool, fl_sym_add (offset, align (pools, get_bytes (pools, node->left))),
                       sum);
        }
    }
  for (guint i = 0; node->kind == FL_POOL_NODE_TEMPORAL && i < node->parts->len; i++)
    set_offsets (pools, node->parts->pdata[i], pool, offset, sum);
}

/* --- which goes where ------------------------------------------------------------------------- */

/* What every step decided, and why places before were refused. */
static void
record_step (const Pools *pools, const FlPoolStep *step)
{
  const Block *block = pools->blocks->pdata[step->block];
  FlPlanner *planner = pools->planner;
  const FlMemoryInfo *info = fl_planner_find (planner, block->owner->name);
  FlArena *arena = planner->pass->arena;
  const char *refused = "";

  if (step->n_many > 0 || step->n_small > 0)
    refused = fl_arena_printf (arena, "; refused before: %u places where two or more live with it, %u too small",
                               step->n_many, step->n_small);
  fl_planner_record (planner, FL_EVENT_POOL, FL_VERDICT_ACCEPT, info, NULL, fl_pool_outcome_get_name (step->outcome),
                     fl_arena_printf (arena, "pool%u at %" G_GINT64_FORMAT "%s", step->pool,
                                      pools->forest->offsets[step->block], refused));
}

static void
place_all (Pools *pools)
{
  static const FlPoolMode modes[]
      = { FL_POOL_MODE_NONE, FL_POOL_MODE_INTERMEDIATES, FL_POOL_MODE_OUTPUTS, FL_POOL_MODE_COMBINED };
  FlArena *arena = pools->planner->pass->arena;
  FlPoolBlock *blocks = fl_arena_new (arena, FlPoolBlock, pools->blocks->len + 1);

  for (guint i = 0; i < pools->blocks->len; i++)
    {
      const Block *block = pools->blocks->pdata[i];

      blocks[i] = (FlPoolBlock) { block->hint, block->begin, block->end, block->is_output, block->owner };
    }
  pools->forest
      = fl_pool_forest_new (arena, blocks, pools->blocks->len,
                            modes[CLAMP (pools->planner->pass->options->memory_pool, 0, 3)], ALIGNMENT, G_MAXUINT);
  for (guint i = 0; i < pools->forest->n_steps; i++)
    record_step (pools, &pools->forest->steps[i]);
}

/* --- what there is to place ------------------------------------------------------------------- */

static void
add_block (Pools *pools, const FlBuffer *buffer)
{
  const FlMemoryInfo *info = fl_planner_find (pools->planner, buffer->name);
  FlSymTable *symbols = pools->planner->schedule->lowered->symbols;
  Block *block;

  if (buffer->kind == FL_BUFFER_EXTERN_ALLOC || buffer->kind == FL_BUFFER_FALLBACK
      || buffer->kind == FL_BUFFER_MULTI_OUTPUT)
    return; /* the library allocates these */
  block = fl_arena_new (pools->planner->pass->arena, Block, 1);
  block->owner = buffer;
  block->names = g_ptr_array_new ();
  g_ptr_array_add (pools->arrays, block->names);
  g_ptr_array_add (block->names, (gpointer) buffer);
  block->bytes = fl_sym_mul (info->elements, fl_sym_int (symbols, fl_dtype_get_size_bytes (buffer->layout.dtype)));
  block->hint = info->size_bytes;
  block->begin = G_MAXUINT;
  block->is_output = info->is_output;
  g_ptr_array_add (pools->blocks, block);
  g_hash_table_insert (pools->by_owner, (gpointer) buffer, block);
}

static void
use_block (Pools *pools, const FlBuffer *buffer, guint time)
{
  Block *block = g_hash_table_lookup (pools->by_owner, buffer);

  if (!block)
    return;
  block->begin = MIN (block->begin, time);
  block->end = MAX (block->end, time);
}

gboolean
fl_memory_line_is_planning (const FlMemoryLine *line)
{
  switch (line->kind)
    {
    case FL_LINE_ALLOCATE:
    case FL_LINE_INPLACE:
    case FL_LINE_REUSE:
    case FL_LINE_ALIAS: return TRUE;
    case FL_LINE_FREE: return line->buffer->kind != FL_BUFFER_INPUT;
    case FL_LINE_CALL:
    case FL_LINE_RETURN:
    default: return FALSE;
    }
}

static void
find_blocks (Pools *pools)
{
  const FlMemoryPlan *plan = pools->plan;
  guint time = 0;

  for (guint i = 0; i < plan->n_lines; i++)
    {
      const FlMemoryLine *line = &plan->lines[i];
      Block *block;

      if (!fl_memory_line_is_planning (line))
        continue;
      time += i == 0 || !fl_memory_line_is_planning (&plan->lines[i - 1]);
      if (line->kind == FL_LINE_ALLOCATE)
        add_block (pools, line->buffer);
      else if (line->kind == FL_LINE_INPLACE && (block = g_hash_table_lookup (pools->by_owner, line->other)))
        {
          g_ptr_array_add (block->names, (gpointer) line->buffer);
          g_hash_table_insert (pools->by_owner, (gpointer) line->buffer, block);
          block->is_output |= fl_planner_find (pools->planner, line->buffer->name)->is_output;
        }
      if (line->kind == FL_LINE_ALLOCATE || line->kind == FL_LINE_FREE)
        use_block (pools, line->buffer, time);
    }
  for (guint i = 0; i < pools->blocks->len; i++)
    if (((Block *) pools->blocks->pdata[i])->is_output)
      use_block (pools, ((Block *) pools->blocks->pdata[i])->owner, time + 1);
}

/* --- into the plan ---------------------------------------------------------------------------- */

/* The one block that is as large as the pool: the pool is made in its shape. */
static const FlBuffer *
find_shape (const Pools *pools, const FlPoolNode *root)
{
  const FlSym *bytes = get_bytes (pools, root);

  for (guint i = 0; i < root->parts->len; i++)
    {
      const FlPoolNode *part = root->parts->pdata[i];

      if (part->kind == FL_POOL_NODE_BLOCK && get_block (pools, part)->bytes == bytes)
        return get_block (pools, part)->owner;
    }
  return NULL;
}

static void
fill_plan (Pools *pools)
{
  FlMemoryPlan *plan = pools->plan;
  FlMemoryPool *result = fl_arena_new (pools->planner->pass->arena, FlMemoryPool, pools->forest->n_pools + 1);

  for (guint i = 0; i < pools->forest->n_pools; i++)
    {
      const FlSym *zero = fl_sym_int (pools->planner->schedule->lowered->symbols, 0);
      Sum sum = { .plain = zero };

      set_offsets (pools, pools->forest->roots[i], i, zero, sum);
      add_size (pools, pools->forest->roots[i], &sum);
      result[i].bytes = get_bytes (pools, pools->forest->roots[i]);
      result[i].bytes_text = get_sum_text (pools, &sum);
      result[i].shape = find_shape (pools, pools->forest->roots[i]);
    }
  for (guint i = 0; i < pools->blocks->len; i++)
    {
      const Block *block = pools->blocks->pdata[i];

      result[block->pool].end = MAX (result[block->pool].end, block->end);
      for (guint k = 0; k < block->names->len; k++)
        {
          FlMemoryBuffer *entry
              = (FlMemoryBuffer *) fl_memory_plan_find (plan, ((const FlBuffer *) block->names->pdata[k])->name);

          if (!entry)
            continue;
          entry->pool = block->pool + 1;
          entry->pool_offset = block->offset;
          entry->pool_offset_text = block->offset_text;
        }
    }
  plan->n_pools = pools->forest->n_pools;
  plan->pools = result;
  plan->forest = pools->forest;
  plan->planner = "pools";
}

void
fl_planner_make_pools (FlPlanner *planner, FlMemoryPlan *plan)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_owner = g_hash_table_new (NULL, NULL);
  Pools pools = { .planner = planner, .plan = plan, .blocks = blocks, .by_owner = by_owner, .arrays = arrays };

  find_blocks (&pools);
  place_all (&pools);
  fill_plan (&pools);
}
