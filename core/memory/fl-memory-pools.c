/* Pools: intermediates at offsets of shared memory, by TorchInductor's memory planner
 * (inductor.md 10.4).
 *
 * A pool is a tree. A temporal split holds what never lives at the same time, in one place; a
 * spatial split puts its right side behind its left one. Blocks are placed largest first, where
 * they disturb nothing; what fits nowhere is put behind everything of the last pool. Times count
 * runs of allocations and frees between calls, so what is freed just before an allocation is out of
 * its way. */
#include "fl-memory-private.h"

enum
{
  ALIGNMENT = 64
};

typedef enum
{
  NODE_BLOCK,
  NODE_EMPTY,
  NODE_TEMPORAL,
  NODE_SPATIAL
} NodeKind;

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

typedef struct _Node Node;
struct _Node
{
  NodeKind kind;
  Block *block;       /* BLOCK */
  gint64 empty;       /* EMPTY: bytes */
  GPtrArray *parts;   /* TEMPORAL */
  Node *left, *right; /* SPATIAL: both TEMPORAL */
};

typedef struct
{
  FlPlanner *planner;
  FlMemoryPlan *plan;
  GPtrArray *blocks; /* in the order of allocation */
  GHashTable *by_owner;
  GPtrArray *roots;  /* of pools: TEMPORAL nodes */
  GArray *can_grow;  /* gboolean, by pool */
  GPtrArray *arrays; /* of nodes: to be freed */
} Pools;

/* --- trees
 * --------------------------------------------------------------------------------------------------------
 */

static Node *
make_node (Pools *pools, NodeKind kind)
{
  Node *node = fl_arena_new (pools->planner->pass->arena, Node, 1);

  node->kind = kind;
  if (kind == NODE_TEMPORAL)
    {
      node->parts = g_ptr_array_new ();
      g_ptr_array_add (pools->arrays, node->parts);
    }
  return node;
}

static Node *
make_temporal (Pools *pools, Node *part)
{
  Node *node = make_node (pools, NODE_TEMPORAL);

  g_ptr_array_add (node->parts, part);
  return node;
}

static Node *
make_block (Pools *pools, Block *block)
{
  Node *node = make_node (pools, NODE_BLOCK);

  node->block = block;
  return node;
}

static Node *
make_spatial (Pools *pools, Node *left, Node *right)
{
  Node *node = make_node (pools, NODE_SPATIAL);

  node->left = left;
  node->right = right;
  return node;
}

static Node *
put_before_empty (Pools *pools, Node *part, gint64 bytes)
{
  Node *empty = make_node (pools, NODE_EMPTY);

  empty->empty = bytes;
  return make_spatial (pools, make_temporal (pools, part), make_temporal (pools, empty));
}

static gint64
get_hint (const Node *node)
{
  gint64 most = 0;

  switch (node->kind)
    {
    case NODE_BLOCK:
      return node->block->hint;
    case NODE_EMPTY:
      return node->empty;
    case NODE_SPATIAL:
      return (get_hint (node->left) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
             + get_hint (node->right);
    case NODE_TEMPORAL:
    default:
      for (guint i = 0; i < node->parts->len; i++)
        most = MAX (most, get_hint (node->parts->pdata[i]));
      return most;
    }
}

static gboolean
overlap (const Block *a, const Block *b)
{
  return a->begin <= b->begin ? a->end > b->begin : b->end > a->begin;
}

static gboolean
lives_with (const Node *node, const Block *block)
{
  if (node->kind == NODE_BLOCK)
    return overlap (node->block, block);
  if (node->kind == NODE_SPATIAL)
    return lives_with (node->left, block) || lives_with (node->right, block);
  for (guint i = 0; node->kind == NODE_TEMPORAL && i < node->parts->len; i++)
    if (lives_with (node->parts->pdata[i], block))
      return TRUE;
  return FALSE;
}

static gboolean place_in (Pools *pools, Node *node, Block *block, gboolean is_last);

/* Beside nothing that lives at the same time. */
static void
add_part (Pools *pools, Node *node, Block *block, gint64 slot)
{
  if (node->parts->len == 1 && ((Node *) node->parts->pdata[0])->kind == NODE_EMPTY)
    g_ptr_array_set_size (node->parts, 0);
  if (slot > block->hint)
    g_ptr_array_add (node->parts,
                     put_before_empty (pools, make_block (pools, block), slot - block->hint));
  else
    {
      for (guint i = 0; slot < block->hint && i < node->parts->len; i++)
        node->parts->pdata[i] = put_before_empty (pools, node->parts->pdata[i], block->hint - slot);
      g_ptr_array_add (node->parts, make_block (pools, block));
    }
}

static gboolean
place_in_temporal (Pools *pools, Node *node, Block *block, gboolean is_last)
{
  gint64 slot = get_hint (node);
  Node *other = NULL;

  if (!is_last && block->hint > slot)
    return FALSE;
  for (guint i = 0; i < node->parts->len; i++)
    if (lives_with (node->parts->pdata[i], block))
      {
        if (other)
          return FALSE;
        other = node->parts->pdata[i];
      }
  if (other)
    return place_in (pools, other, block, is_last);
  add_part (pools, node, block, slot);
  return TRUE;
}

static gboolean
place_in (Pools *pools, Node *node, Block *block, gboolean is_last)
{
  if (node->kind == NODE_TEMPORAL)
    return place_in_temporal (pools, node, block, is_last);
  if (node->kind == NODE_SPATIAL)
    return place_in_temporal (pools, node->left, block, FALSE)
           || place_in_temporal (pools, node->right, block, is_last);
  return FALSE;
}

/* --- sizes and offsets
 * -------------------------------------------------------------------------------------------- */

static const FlSym *
align (const Pools *pools, const FlSym *bytes)
{
  const FlSym *alignment = fl_sym_int (pools->planner->schedule->lowered->symbols, ALIGNMENT);

  if (fl_sym_is_int_value (fl_sym_mod (bytes, alignment), 0))
    return bytes;
  return fl_sym_mul (fl_sym_ceil_div (bytes, alignment), alignment);
}

static gboolean
is_empty (const Node *node)
{
  if (node->kind == NODE_TEMPORAL)
    return node->parts->len == 0 || (node->parts->len == 1 && is_empty (node->parts->pdata[0]));
  return node->kind == NODE_EMPTY;
}

static const FlSym *
get_bytes (const Pools *pools, const Node *node)
{
  const FlSym *bytes = fl_sym_int (pools->planner->schedule->lowered->symbols, 0);

  if (node->kind == NODE_BLOCK)
    return node->block->bytes;
  if (node->kind == NODE_SPATIAL && is_empty (node->right))
    return get_bytes (pools, node->left);
  if (node->kind == NODE_SPATIAL)
    return fl_sym_add (align (pools, get_bytes (pools, node->left)),
                       get_bytes (pools, node->right));
  for (guint i = 0; node->kind == NODE_TEMPORAL && i < node->parts->len; i++)
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

  sum->terms = sum->terms ? fl_arena_printf (arena, "%s + %s", sum->terms, term)
                          : fl_arena_strdup (arena, term);
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

static void add_size (const Pools *pools, const Node *node, Sum *sum);

static void
add_aligned (const Pools *pools, const Node *node, Sum *sum)
{
  const FlSym *bytes = get_bytes (pools, node), *aligned = align (pools, bytes);
  Sum inner = { .plain = fl_sym_int (pools->planner->schedule->lowered->symbols, 0) };

  if (bytes == aligned || fl_sym_is_int (aligned, NULL))
    {
      sum->plain = fl_sym_add (sum->plain, aligned);
      return;
    }
  add_size (pools, node, &inner);
  add_term (pools, sum,
            fl_arena_printf (pools->planner->pass->arena, "align(%s)",
                             get_sum_text (pools, &inner)));
}

static void
add_size (const Pools *pools, const Node *node, Sum *sum)
{
  const FlSym *bytes = get_bytes (pools, node);

  if (node->kind == NODE_BLOCK)
    sum->plain = fl_sym_add (sum->plain, bytes);
  else if (node->kind == NODE_SPATIAL)
    {
      if (is_empty (node->right))
        {
          add_size (pools, node->left, sum);
          return;
        }
      add_aligned (pools, node->left, sum);
      add_size (pools, node->right, sum);
    }
  for (guint i = 0; node->kind == NODE_TEMPORAL && i < node->parts->len; i++)
    if (get_bytes (pools, node->parts->pdata[i]) == bytes)
      {
        add_size (pools, node->parts->pdata[i], sum);
        return;
      }
  if (node->kind == NODE_TEMPORAL && node->parts->len > 0)
    {
      g_autofree char *text = fl_sym_dup_text (bytes);

      add_term (pools, sum, text);
    }
}

static void
set_offsets (const Pools *pools, const Node *node, guint pool, const FlSym *offset, Sum sum)
{
  if (node->kind == NODE_BLOCK)
    {
      node->block->pool = pool;
      node->block->offset = offset;
      node->block->offset_text = get_sum_text (pools, &sum);
    }
  else if (node->kind == NODE_SPATIAL)
    {
      set_offsets (pools, node->left, pool, offset, sum);
      if (!is_empty (node->right))
        {
          add_aligned (pools, node->left, &sum);
          set_offsets (pools, node->right, pool,
                       fl_sym_add (offset, align (pools, get_bytes (pools, node->left))), sum);
        }
    }
  for (guint i = 0; node->kind == NODE_TEMPORAL && i < node->parts->len; i++)
    set_offsets (pools, node->parts->pdata[i], pool, offset, sum);
}

/* --- which goes where
 * --------------------------------------------------------------------------------------------- */

static void
add_pool (Pools *pools, Block *block, gboolean can_grow)
{
  g_ptr_array_add (pools->roots, make_temporal (pools, make_block (pools, block)));
  g_array_append_val (pools->can_grow, can_grow);
}

static void
place_at_end (Pools *pools, guint pool, Block *block)
{
  pools->roots->pdata[pool]
      = make_temporal (pools, make_spatial (pools, pools->roots->pdata[pool],
                                            make_temporal (pools, make_block (pools, block))));
}

static gboolean
is_mode (const Pools *pools, const char *mode)
{
  static const char *const modes[] = { "none", "intermediates", "outputs", "combined" };

  return g_str_equal (modes[CLAMP (pools->planner->pass->options->memory_pool, 0, 3)], mode);
}

/* The device of the first decides: pools of one device only are made, since all buffers of a plan
 * lie on one. */
static void
place_block (Pools *pools, Block *block)
{
  for (guint i = 0; i < pools->roots->len; i++)
    {
      gboolean is_last = i + 1 == pools->roots->len && g_array_index (pools->can_grow, gboolean, i);

      if (place_in_temporal (pools, pools->roots->pdata[i], block, is_last))
        return;
      if (is_last)
        {
          place_at_end (pools, i, block);
          return;
        }
    }
  add_pool (pools, block, !is_mode (pools, "none"));
}

static void
place_output (Pools *pools, Block *block)
{
  if (pools->roots->len > 0 && is_mode (pools, "outputs"))
    place_at_end (pools, pools->roots->len - 1, block);
  else
    add_pool (pools, block, FALSE);
}

static int
compare_outputs (gconstpointer a, gconstpointer b)
{
  const Block *x = *(Block *const *) a, *y = *(Block *const *) b;

  if (x->hint != y->hint)
    return x->hint < y->hint ? -1 : 1;
  return (int) (y->end - y->begin) - (int) (x->end - x->begin);
}

static int
compare_intermediates (gconstpointer a, gconstpointer b)
{
  const Block *x = *(Block *const *) a, *y = *(Block *const *) b;

  if (x->hint != y->hint)
    return x->hint > y->hint ? -1 : 1;
  return (int) (y->end - y->begin) - (int) (x->end - x->begin);
}

static void
place_all (Pools *pools)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new (), rest = g_ptr_array_new ();

  for (guint i = 0; i < pools->blocks->len; i++)
    {
      Block *block = pools->blocks->pdata[i];

      g_ptr_array_add (block->is_output && !is_mode (pools, "combined") ? outputs : rest, block);
    }
  g_ptr_array_sort (outputs, compare_outputs);
  g_ptr_array_sort (rest, compare_intermediates);
  for (guint i = 0; i < outputs->len; i++)
    place_output (pools, outputs->pdata[i]);
  for (guint i = 0; i < rest->len; i++)
    place_block (pools, rest->pdata[i]);
}

/* --- what there is to place
 * --------------------------------------------------------------------------------------- */

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
  block->bytes = fl_sym_mul (info->elements,
                             fl_sym_int (symbols, fl_dtype_get_size_bytes (buffer->layout.dtype)));
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
    case FL_LINE_ALIAS:
      return TRUE;
    case FL_LINE_FREE:
      return line->buffer->kind != FL_BUFFER_INPUT;
    case FL_LINE_CALL:
    case FL_LINE_RETURN:
    default:
      return FALSE;
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
      else if (line->kind == FL_LINE_INPLACE
               && (block = g_hash_table_lookup (pools->by_owner, line->other)))
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

/* --- into the plan
 * ------------------------------------------------------------------------------------------------
 */

/* The one block that is as large as the pool: the pool is made in its shape. */
static const FlBuffer *
find_shape (const Pools *pools, const Node *root)
{
  const FlSym *bytes = get_bytes (pools, root);

  for (guint i = 0; i < root->parts->len; i++)
    {
      const Node *part = root->parts->pdata[i];

      if (part->kind == NODE_BLOCK && part->block->bytes == bytes)
        return part->block->owner;
    }
  return NULL;
}

static void
fill_plan (Pools *pools)
{
  FlMemoryPlan *plan = pools->plan;
  FlMemoryPool *result
      = fl_arena_new (pools->planner->pass->arena, FlMemoryPool, pools->roots->len + 1);

  for (guint i = 0; i < pools->roots->len; i++)
    {
      const FlSym *zero = fl_sym_int (pools->planner->schedule->lowered->symbols, 0);
      Sum sum = { .plain = zero };

      set_offsets (pools, pools->roots->pdata[i], i, zero, sum);
      add_size (pools, pools->roots->pdata[i], &sum);
      result[i].bytes = get_bytes (pools, pools->roots->pdata[i]);
      result[i].bytes_text = get_sum_text (pools, &sum);
      result[i].shape = find_shape (pools, pools->roots->pdata[i]);
    }
  for (guint i = 0; i < pools->blocks->len; i++)
    {
      const Block *block = pools->blocks->pdata[i];

      result[block->pool].end = MAX (result[block->pool].end, block->end);
      for (guint k = 0; k < block->names->len; k++)
        {
          FlMemoryBuffer *entry = (FlMemoryBuffer *)
              fl_memory_plan_find (plan, ((const FlBuffer *) block->names->pdata[k])->name);

          if (!entry)
            continue;
          entry->pool = block->pool + 1;
          entry->pool_offset = block->offset;
          entry->pool_offset_text = block->offset_text;
        }
    }
  plan->n_pools = pools->roots->len;
  plan->pools = result;
  plan->planner = "pools";
}

void
fl_planner_make_pools (FlPlanner *planner, FlMemoryPlan *plan)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new (), roots = g_ptr_array_new ();
  g_autoptr (GPtrArray) arrays
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_owner = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) can_grow = g_array_new (FALSE, FALSE, sizeof (gboolean));
  Pools pools = { planner, plan, blocks, by_owner, roots, can_grow, arrays };

  find_blocks (&pools);
  place_all (&pools);
  fill_plan (&pools);
}
