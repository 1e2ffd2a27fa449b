/* Making a nest, second half: the tree of loops, from outside in.
 * In: one scheduled node.  Out: its loops.  Keeps: the order of operations that depend on each other. */
#include "fl-nest-private.h"

/* --- the tree --------------------------------------------------------------------------------- */

typedef struct
{
  const FlNestLeaf *leaf; /* a leaf whose loops are all open; else NULL */
  GPtrArray *leaves;      /* leaves of a loop */
} Run;

static void
run_clear (gpointer data)
{
  g_ptr_array_unref (((Run *) data)->leaves);
}

static gboolean is_order_free (const FlSchedule *schedule, const FlNestLeaf *leaf);

gboolean
fl_nest_can_split (const FlSchedule *schedule, const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->is_scatter || (!leaf->is_reduction && leaf->n_iter < leaf->n_loops) || !is_order_free (schedule, leaf))
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    {
      if (block->ops[i].op == FL_SCALAR_SCAN || block->ops[i].op == FL_SCALAR_SORT)
        return FALSE;
      if (block->ops[i].op == FL_SCALAR_REDUCTION
          && (block->ops[i].reduction == FL_REDUCTION_WELFORD_COMBINE
              || block->ops[i].reduction == FL_REDUCTION_ONLINE_SOFTMAX))
        return FALSE;
    }
  return TRUE;
}

static gboolean
depends_on (const FlNestMaker *maker, const FlNestLeaf *leaf, const Run *run)
{
  if (run->leaf)
    return fl_nest_conflicts (maker->schedule, run->leaf, leaf);
  for (guint i = 0; i < run->leaves->len; i++)
    if (fl_nest_conflicts (maker->schedule, g_ptr_array_index (run->leaves, i), leaf))
      return TRUE;
  return FALSE;
}

/* Columns reduced once more, with what the first reduction came to, as the squares about a mean: each of the two reads
 * memory in whole rows when it has loops of its own. In one loop over the columns both would jump through memory. */
static gboolean
are_strips_apart (const FlNestMaker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  if (!leaf->is_reduction || leaf->n_iter != depth + 1 || !fl_nest_reduces_columns (leaf))
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (other->is_reduction && other->n_iter == depth + 1 && fl_nest_reduces_columns (other)
          && depends_on (maker, leaf, run))
        return TRUE;
    }
  return FALSE;
}

/* Elements that lie the other way round than what they are written to, behind a reduction of columns: the one goes by
 * tiles, the other by whole rows. In one loop over the columns both would jump through memory. */
static gboolean
is_tile_apart (const FlNestMaker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  const FlSym *row, *column;
  guint n_writes = 0;

  if (leaf->is_reduction || leaf->is_scatter || leaf->n_iter != leaf->n_loops || leaf->n_loops != depth + 2)
    return FALSE;
  row = leaf->vars[depth];
  column = leaf->vars[depth + 1];
  if (fl_sym_get_hint (leaf->sizes[depth], 8) < FL_NEST_TILE / 2
      || fl_sym_get_hint (leaf->sizes[depth + 1], 8) < FL_NEST_TILE / 2
      || fl_nest_count_contiguous (maker->schedule, leaf, row, column, &n_writes) == 0
      || fl_nest_count_contiguous (maker->schedule, leaf, column, row, &n_writes) == 0)
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (other->is_reduction && other->n_iter == depth + 1 && fl_nest_reduces_columns (other))
        return TRUE;
    }
  return FALSE;
}

/* Does the leaf go along rows of memory, within the loop at depth, and nowhere across them? */
static gboolean
goes_along_rows (const FlNestMaker *maker, const FlNestLeaf *leaf, guint depth)
{
  guint n_writes = 0;

  if (leaf->is_scatter || leaf->n_loops != depth + 2 || fl_sym_get_hint (leaf->sizes[depth], 8) < FL_NEST_TILE / 2
      || fl_sym_get_hint (leaf->sizes[depth + 1], 8) < FL_NEST_TILE / 2)
    return FALSE;
  if (leaf->is_reduction)
    return leaf->n_iter == depth + 1 && fl_nest_balance_columns (leaf) < 0;
  return leaf->n_iter == leaf->n_loops
         && fl_nest_count_contiguous (maker->schedule, leaf, leaf->vars[depth], leaf->vars[depth + 1], &n_writes) == 0
         && fl_nest_count_contiguous (maker->schedule, leaf, leaf->vars[depth + 1], leaf->vars[depth], &n_writes) > 0;
}

/* Whole rows beside a reduction of columns, which only happen to be as many: in one loop the columns would be read one
 * by one. */
static gboolean
are_rows_apart (const FlNestMaker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  const gboolean is_column = leaf->is_reduction && leaf->n_iter == depth + 1 && fl_nest_reduces_columns (leaf);
  const gboolean is_row = !is_column && goes_along_rows (maker, leaf, depth);

  for (guint i = 0; i < run->leaves->len && (is_row || is_column); i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);
      const gboolean has_columns = other->is_reduction && other->n_iter == depth + 1 && fl_nest_reduces_columns (other);

      if (is_column ? goes_along_rows (maker, other, depth) : has_columns)
        return TRUE;
    }
  return FALSE;
}

/* Do both reduce, or scan, along the loop at depth, one of them along a loop around it as well? What the one is adding
 * up outlives the loop, while the other begins anew with each: they are two loops, one behind the other. */
static gboolean
begin_apart (const FlNestLeaf *a, const FlNestLeaf *b, guint depth)
{
  return a->n_iter != b->n_iter && depth >= MAX (a->n_iter, b->n_iter);
}

static gboolean
can_join (const FlNestMaker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  if (run->leaf || are_strips_apart (maker, run, leaf, depth) || is_tile_apart (maker, run, leaf, depth)
      || are_rows_apart (maker, run, leaf, depth))
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (!fl_sym_known_equal (other->sizes[depth], leaf->sizes[depth]) || begin_apart (other, leaf, depth))
        return FALSE;
      /* Outermost loops stay pure when they could not be divided among threads otherwise. */
      if (depth == 0 && (other->n_iter == 0) != (leaf->n_iter == 0)
          && (!fl_nest_can_split (maker->schedule, other) || !fl_nest_can_split (maker->schedule, leaf)))
        return FALSE;
      if (!fl_nest_can_share (maker->schedule, other, leaf, depth))
        return FALSE;
    }
  return TRUE;
}

/* Puts a leaf into the last run that can take it and that nothing it depends on follows; else into a new one. */
static void
place_leaf (const FlNestMaker *maker, GArray *runs, const FlNestLeaf *leaf, guint depth)
{
  Run run = { .leaf = leaf->n_loops == depth ? leaf : NULL, .leaves = g_ptr_array_new () };

  for (guint i = runs->len; leaf->n_loops > depth && i-- > 0;)
    {
      Run *earlier = &g_array_index (runs, Run, i);

      if (can_join (maker, earlier, leaf, depth))
        {
          g_ptr_array_add (earlier->leaves, (gpointer) leaf);
          g_ptr_array_unref (run.leaves);
          return;
        }
      if (depends_on (maker, leaf, earlier))
        break;
    }
  g_ptr_array_add (run.leaves, (gpointer) leaf);
  g_array_append_val (runs, run);
}

static const FlNestItem *
make_items (const FlNestMaker *maker, const FlNestLeaf *const *leaves, guint n_leaves, guint depth, guint *n_items)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  FlNestItem *items;

  g_array_set_clear_func (runs, run_clear);
  for (guint i = 0; i < n_leaves; i++)
    place_leaf (maker, runs, leaves[i], depth);
  items = fl_arena_new (maker->arena, FlNestItem, runs->len);
  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      FlNestLoop *loop;

      items[i].leaf = run->leaf;
      if (run->leaf)
        continue;
      items[i].loop = loop = fl_arena_new (maker->arena, FlNestLoop, 1);
      loop->depth = depth;
      loop->n_leaves = run->leaves->len;
      loop->leaves = fl_arena_memdup (maker->arena, run->leaves->pdata, run->leaves->len * sizeof (gpointer));
      loop->var = loop->leaves[0]->vars[depth];
      loop->size = loop->leaves[0]->sizes[depth];
      loop->items = make_items (maker, loop->leaves, loop->n_leaves, depth + 1, &loop->n_items);
      loop->is_strip = fl_nest_is_strip (loop);
      fl_nest_decide_tiles (maker->schedule, loop);
    }
  *n_items = runs->len;
  return items;
}

/* --- parallelism ------------------------------------------------------------------------------ */

/* A leaf that reads its own output's memory elsewhere than where it writes depends on the order of its iterations. */
static gboolean
is_order_free (const FlSchedule *schedule, const FlNestLeaf *leaf)
{
  g_autoptr (GArray) accesses = fl_nest_leaf_get_accesses (schedule, leaf);

  for (guint i = 0; i < accesses->len; i++)
    for (guint j = 0; j < accesses->len; j++)
      {
        const FlNestAccess *x = &g_array_index (accesses, FlNestAccess, i),
                           *y = &g_array_index (accesses, FlNestAccess, j);

        if (x->is_write && !y->is_write && x->storage == y->storage && !fl_nest_is_same_point (x, y))
          return FALSE;
      }
  return TRUE;
}

const char *
fl_nest_find_order (const FlNest *nest, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      if (loop->leaves[i]->n_iter == 0)
        return "the outermost loop reduces";
      if (loop->leaves[i]->is_scatter)
        return "writes at indices that may meet";
      if (!is_order_free (nest->schedule, loop->leaves[i]))
        return "reads what other iterations write";
    }
  return NULL;
}

static const char *
find_why_serial (const FlNest *nest)
{
  if (nest->n_items != 1 || !nest->items[0].loop)
    return nest->n_items > 1 ? "several loop nests in sequence" : "no loop";
  return fl_nest_find_order (nest, nest->items[0].loop);
}

static FlNest *
make_nest (const FlNestMaker *maker)
{
  FlNest *nest = fl_arena_new (maker->arena, FlNest, 1);
  const FlNestLeaf **leaves;

  nest->n_wholes = maker->wholes->len;
  nest->wholes = fl_arena_memdup (maker->arena, maker->wholes->pdata, maker->wholes->len * sizeof (gpointer));
  nest->schedule = maker->schedule;
  nest->node = maker->node;
  fl_nest_make_leaves (maker, nest);
  leaves = fl_arena_new (maker->arena, const FlNestLeaf *, nest->n_leaves);
  for (guint i = 0; i < nest->n_leaves; i++)
    leaves[i] = &nest->leaves[i];
  nest->items = make_items (maker, leaves, nest->n_leaves, 0, &nest->n_items);
  nest->why_serial = find_why_serial (nest);
  nest->is_parallel = !nest->why_serial;
  fl_nest_place_buffers (maker->arena, nest);
  return nest;
}

const FlNest *
fl_nest_new (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *node)
{
  g_autoptr (GArray) ops = g_array_new (FALSE, FALSE, sizeof (FlNestOp)), cuts = NULL;
  g_autoptr (GPtrArray) wholes = g_ptr_array_new ();
  FlNestMaker maker = { .arena = arena, .schedule = schedule, .node = node, .ops = ops, .wholes = wholes };
  FlNest *nest, *aligned;

  if (!fl_nest_cut_wholes (arena, schedule, node, ops, wholes))
    for (guint i = 0; i < node->n_originals; i++)
      if (node->originals[i]->kind != FL_SCHED_NOP)
        g_array_append_vals (ops, &(FlNestOp) { .node = node->originals[i], .body = node->originals[i]->body }, 1);
  nest = make_nest (&maker);
  if (nest->n_items < 2 || nest->n_wholes > 0)
    return nest;
  cuts = fl_nest_collect_cuts (node);
  maker.cuts = cuts;
  aligned = make_nest (&maker);
  return fl_nest_is_better (aligned, nest) ? aligned : nest;
}

const FlNestLocal *
fl_nest_find_local (const FlNest *nest, const char *buffer)
{
  for (guint i = 0; i < nest->n_locals; i++)
    if (nest->locals[i].buffer->name == buffer)
      return &nest->locals[i];
  return NULL;
}

gboolean
fl_nest_loop_is_plain (const FlNestLoop *loop)
{
  if (loop->is_strip || loop->is_tiled)
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (loop->items[i].loop && !fl_nest_loop_is_plain (loop->items[i].loop))
      return FALSE;
  return TRUE;
}
