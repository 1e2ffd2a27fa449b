/* Making a nest: leaves over shared variables, then the tree of loops, from outside in.
 * In: one scheduled node.  Out: its loops.  Keeps: the order of operations that depend on each other. */
#include "fl-nest-private.h"

#include <string.h>

typedef struct
{
  FlArena *arena;
  const FlSchedule *schedule;
  const FlSchedNode *node;
  GArray *ops;        /* FlNestOp */
  GPtrArray *wholes;  /* FlBuffer: concatenations that are cut */
  const GArray *cuts; /* where loops are cut as others are; NULL: nowhere */
} Maker;

/* --- splitting loops ---------------------------------------------------------------------------------------------
 * An index such as i0 // 64 or i0 % 64 costs a division an element. Where 64 divides the length of the loop, the loop is cut
 * in two and both become plain variables. The loops at the same place of all operations are cut alike, so that they can still
 * be shared. */

enum
{
  MAX_PIECES = 6
};

static void
add_divisor (GArray *divisors, gint64 divisor, gint64 size)
{
  if (divisor <= 1 || divisor >= size || size % divisor != 0)
    return;
  for (guint i = 0; i < divisors->len; i++)
    if (g_array_index (divisors, gint64, i) == divisor)
      return;
  g_array_append_val (divisors, divisor);
}

/* Divisors of the variable where it stands alone in a division or modulo inside sym. */
static void
collect_divisors (const FlSym *sym, const FlSym *var, gint64 size, GArray *divisors)
{
  FlSymKind kind = fl_sym_get_kind (sym);

  if (kind == FL_SYM_FLOOR_DIV || kind == FL_SYM_MOD_INDEX)
    {
      const FlSym *x = fl_sym_get_arg (sym, 0);
      gint64 divisor = 0, modulus = 0;
      gboolean is_const = fl_sym_is_int (fl_sym_get_arg (sym, 1), &divisor);

      if (x == var && is_const)
        {
          add_divisor (divisors, divisor, size);
          if (kind == FL_SYM_MOD_INDEX && fl_sym_is_int (fl_sym_get_arg (sym, 2), &modulus))
            add_divisor (divisors, divisor * modulus, size);
        }
    }
  for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
    collect_divisors (fl_sym_get_arg (sym, i), var, size, divisors);
}

static int
compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Lengths of the pieces of the loop at a position, outermost first. */
static guint
get_pieces (const Maker *maker, guint position, gint64 size, gint64 *pieces)
{
  g_autoptr (GArray) divisors = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 inner = 1;
  guint n = 0;
  gint64 chain[MAX_PIECES];

  for (guint i = 0; i < maker->ops->len; i++)
    {
      const FlLoopBody *body = g_array_index (maker->ops, FlNestOp, i).body;

      if (!body || position >= body->n_vars || !fl_sym_is_int_value (body->sizes[position], size))
        continue;
      for (guint k = 0; k < body->n_indices; k++)
        collect_divisors (body->indices[k], body->vars[position], size, divisors);
    }
  g_array_sort (divisors, compare_int64);
  for (guint i = 0; i < divisors->len && n + 1 < MAX_PIECES; i++)
    {
      gint64 divisor = g_array_index (divisors, gint64, i);

      if (divisor % inner != 0)
        continue; /* not a multiple of the piece below: this division stays */
      chain[n++] = divisor / inner;
      inner = divisor;
    }
  chain[n++] = size / inner;
  for (guint i = 0; i < n; i++)
    pieces[i] = chain[n - 1 - i];
  return n;
}

/* --- leaves ------------------------------------------------------------------------------------------------------ */

const FlSym *
fl_nest_make_var (FlSymTable *symbols, guint depth, const FlSym *size)
{
  g_autofree char *name = g_strdup_printf ("i%u", depth);

  return fl_sym_var (symbols, name, size);
}

static void
look_at_ops (FlNestLeaf *leaf)
{
  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];

        if (op->op == FL_SCALAR_REDUCTION)
          {
            leaf->is_reduction = TRUE;
            leaf->is_two_pass |= op->reduction == FL_REDUCTION_WELFORD_REDUCE || op->reduction == FL_REDUCTION_ONLINE_SOFTMAX;
          }
        if (op->op == FL_SCALAR_STORE
            && (op->mode == FL_STORE_ATOMIC_ADD || fl_sym_contains_kind (leaf->body->indices[op->index], FL_SYM_INDIRECT)))
          leaf->is_scatter = TRUE;
      }
}

static const FlSym *
make_reduction_index (FlSymTable *symbols, const FlNestLeaf *leaf)
{
  const FlSym *flat = fl_sym_int (symbols, 0);

  for (guint i = leaf->n_iter; i < leaf->n_loops; i++)
    flat = fl_sym_add (fl_sym_mul (flat, leaf->sizes[i]), leaf->vars[i]);
  return flat;
}

static void
make_leaf (const Maker *maker, const FlNestOp *op, guint position, FlNestLeaf *leaf)
{
  FlSymTable *symbols = maker->schedule->lowered->symbols;
  const FlLoopBody *body = op->body;
  const FlSym **vars = fl_arena_new (maker->arena, const FlSym *, body->n_vars * MAX_PIECES);
  const FlSym **sizes = fl_arena_new (maker->arena, const FlSym *, body->n_vars * MAX_PIECES);
  const FlSym **values = g_newa (const FlSym *, body->n_vars + 1);
  const FlSym **indices = fl_arena_new (maker->arena, const FlSym *, body->n_indices);
  guint n = 0, n_iter = 0;

  for (guint v = 0; v < body->n_vars; v++)
    {
      gint64 size, pieces[MAX_PIECES];
      guint n_pieces = fl_sym_is_int (body->sizes[v], &size) && size > 1 ? get_pieces (maker, v, size, pieces) : 0;

      if (maker->cuts && v < body->n_iter && n_pieces > 0)
        n_pieces = fl_nest_cut_pieces (maker->cuts, body, v, pieces, n_pieces, MAX_PIECES);
      if (v == body->n_iter)
        n_iter = n;
      values[v] = fl_sym_int (symbols, 0);
      for (guint p = 0; p < MAX (n_pieces, 1); p++, n++)
        {
          sizes[n] = n_pieces > 1 ? fl_sym_int (symbols, pieces[p]) : body->sizes[v];
          vars[n] = fl_nest_make_var (symbols, n, sizes[n]);
          values[v] = fl_sym_add (fl_sym_mul (values[v], sizes[n]), vars[n]);
        }
    }
  if (body->n_iter >= body->n_vars)
    n_iter = n;
  for (guint k = 0; k < body->n_indices; k++)
    {
      const FlSym *index = fl_sym_substitute (fl_sym_drop_identities (body->indices[k]), body->vars, values, body->n_vars);

      indices[k] = fl_sym_simplify (index, vars, sizes, n);
    }
  *leaf = (FlNestLeaf) { .node = op->node, .body = body, .position = position, .part = op->part, .n_loops = n, .n_iter = n_iter,
                         .vars = vars, .sizes = sizes, .indices = indices };
  look_at_ops (leaf);
  leaf->reduction_index = make_reduction_index (symbols, leaf);
}

static void
make_leaves (const Maker *maker, FlNest *nest)
{
  const guint n = maker->ops->len;
  FlNestLeaf *leaves = fl_arena_new (maker->arena, FlNestLeaf, n);

  for (guint i = 0; i < n; i++)
    make_leaf (maker, &g_array_index (maker->ops, FlNestOp, i), i, &leaves[i]);
  fl_nest_flatten (maker->arena, maker->schedule, leaves, n);
  nest->merged = fl_nest_merge_rows (maker->arena, maker->schedule, leaves, maker->node->n_originals);
  nest->inward = fl_nest_order_leaves (maker->arena, maker->schedule, leaves, n, maker->wholes->len > 0);
  nest->leaves = leaves;
  nest->n_leaves = n;
}

/* --- the tree ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlNestLeaf *leaf;  /* a leaf whose loops are all open; else NULL */
  GPtrArray *leaves;       /* those of a loop */
} Run;

static void
run_clear (gpointer data)
{
  g_ptr_array_unref (((Run *) data)->leaves);
}

static gboolean is_order_free (const FlSchedule *schedule, const FlNestLeaf *leaf);
static gint balance_columns (const FlNestLeaf *leaf);
static gboolean reduces_columns (const FlNestLeaf *leaf);
static guint count_contiguous (const Maker *maker, const FlNestLeaf *leaf, const FlSym *var, const FlSym *other, guint *n_writes);

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
          && (block->ops[i].reduction == FL_REDUCTION_WELFORD_COMBINE || block->ops[i].reduction == FL_REDUCTION_ONLINE_SOFTMAX))
        return FALSE;
    }
  return TRUE;
}

static gboolean
depends_on (const Maker *maker, const FlNestLeaf *leaf, const Run *run)
{
  if (run->leaf)
    return fl_nest_conflicts (maker->schedule, run->leaf, leaf);
  for (guint i = 0; i < run->leaves->len; i++)
    if (fl_nest_conflicts (maker->schedule, g_ptr_array_index (run->leaves, i), leaf))
      return TRUE;
  return FALSE;
}

/* Columns reduced once more, with what the first reduction came to, as the squares about a mean: each of the two reads memory in whole
 * rows when it has loops of its own. In one loop over the columns both would jump through memory. */
static gboolean
are_strips_apart (const Maker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  if (!leaf->is_reduction || leaf->n_iter != depth + 1 || !reduces_columns (leaf))
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (other->is_reduction && other->n_iter == depth + 1 && reduces_columns (other) && depends_on (maker, leaf, run))
        return TRUE;
    }
  return FALSE;
}

/* Elements that lie the other way round than what they are written to, behind a reduction of columns: the one goes by tiles, the other by
 * whole rows. In one loop over the columns both would jump through memory. */
static gboolean
is_tile_apart (const Maker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  const FlSym *row, *column;
  guint n_writes = 0;

  if (leaf->is_reduction || leaf->is_scatter || leaf->n_iter != leaf->n_loops || leaf->n_loops != depth + 2)
    return FALSE;
  row = leaf->vars[depth];
  column = leaf->vars[depth + 1];
  if (fl_sym_get_hint (leaf->sizes[depth], 8) < FL_NEST_TILE / 2 || fl_sym_get_hint (leaf->sizes[depth + 1], 8) < FL_NEST_TILE / 2
      || count_contiguous (maker, leaf, row, column, &n_writes) == 0 || count_contiguous (maker, leaf, column, row, &n_writes) == 0)
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (other->is_reduction && other->n_iter == depth + 1 && reduces_columns (other))
        return TRUE;
    }
  return FALSE;
}

/* Does the leaf go along rows of memory, within the loop at depth, and nowhere across them? */
static gboolean
goes_along_rows (const Maker *maker, const FlNestLeaf *leaf, guint depth)
{
  guint n_writes = 0;

  if (leaf->is_scatter || leaf->n_loops != depth + 2 || fl_sym_get_hint (leaf->sizes[depth], 8) < FL_NEST_TILE / 2
      || fl_sym_get_hint (leaf->sizes[depth + 1], 8) < FL_NEST_TILE / 2)
    return FALSE;
  if (leaf->is_reduction)
    return leaf->n_iter == depth + 1 && balance_columns (leaf) < 0;
  return leaf->n_iter == leaf->n_loops && count_contiguous (maker, leaf, leaf->vars[depth], leaf->vars[depth + 1], &n_writes) == 0
         && count_contiguous (maker, leaf, leaf->vars[depth + 1], leaf->vars[depth], &n_writes) > 0;
}

/* Whole rows beside a reduction of columns, which only happen to be as many: in one loop the columns would be read one by one. */
static gboolean
are_rows_apart (const Maker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  const gboolean is_column = leaf->is_reduction && leaf->n_iter == depth + 1 && reduces_columns (leaf);
  const gboolean is_row = !is_column && goes_along_rows (maker, leaf, depth);

  for (guint i = 0; i < run->leaves->len && (is_row || is_column); i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);
      const gboolean has_columns = other->is_reduction && other->n_iter == depth + 1 && reduces_columns (other);

      if (is_column ? goes_along_rows (maker, other, depth) : has_columns)
        return TRUE;
    }
  return FALSE;
}

static gboolean
can_join (const Maker *maker, const Run *run, const FlNestLeaf *leaf, guint depth)
{
  if (run->leaf || are_strips_apart (maker, run, leaf, depth) || is_tile_apart (maker, run, leaf, depth)
      || are_rows_apart (maker, run, leaf, depth))
    return FALSE;
  for (guint i = 0; i < run->leaves->len; i++)
    {
      const FlNestLeaf *other = g_ptr_array_index (run->leaves, i);

      if (!fl_sym_known_equal (other->sizes[depth], leaf->sizes[depth]))
        return FALSE;
      /* Outermost loops stay pure when they could not be shared out to threads otherwise. */
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
place_leaf (const Maker *maker, GArray *runs, const FlNestLeaf *leaf, guint depth)
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

/* Loads whose reduced elements are far apart, those of neighbouring results being side by side, less those that are the other way. */
static gint
balance_columns (const FlNestLeaf *leaf)
{
  gint balance = 0;

  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];
        const FlSym *across, *along;

        if (op->op != FL_SCALAR_LOAD || fl_sym_contains_kind (leaf->indices[op->index], FL_SYM_INDIRECT))
          continue;
        across = fl_sym_get_stride (leaf->indices[op->index], leaf->vars[leaf->n_iter - 1], leaf->vars, leaf->n_loops);
        along = fl_sym_get_stride (leaf->indices[op->index], leaf->vars[leaf->n_loops - 1], leaf->vars, leaf->n_loops);
        /* What is the same for neighbouring results (the left side of a product) is no reason either way. Windows that overlap are side
         * by side both ways: as columns, a vector of results takes one load for each element of a window. */
        if (fl_sym_is_int_value (across, 1) && !fl_sym_is_int_value (along, 0))
          balance++;
        else if (fl_sym_is_int_value (along, 1))
          balance -= !fl_sym_is_int_value (across, 0);
      }
  return balance;
}

static gboolean
reduces_columns (const FlNestLeaf *leaf)
{
  return balance_columns (leaf) > 0;
}

static gboolean
has_strip_reduction (const FlNestLeaf *leaf)
{
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

      if (op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_SORT)
        return FALSE;
      if (op->op == FL_SCALAR_REDUCTION && op->reduction == FL_REDUCTION_WELFORD_COMBINE)
        return FALSE;
    }
  return TRUE;
}

/* Done for each element that is reduced, on the way. */
static gboolean
is_on_the_way (const FlNestLoop *loop, const FlNestLeaf *leaf)
{
  return !leaf->is_reduction && leaf->n_iter == leaf->n_loops && leaf->n_loops == loop->depth + 2;
}

/* One nest of reduction loops, then perhaps operations on its results. */
static gboolean
is_strip (const FlNestLoop *loop)
{
  gboolean is_gain = FALSE, has_elements = FALSE, is_flat = TRUE;

  if (loop->n_items == 0 || !loop->items[0].loop)
    return FALSE;
  for (guint i = 1; i < loop->n_items; i++)
    if (loop->items[i].loop)
      return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      const FlNestLeaf *leaf = loop->leaves[i];

      if (leaf->is_scatter || (leaf->n_iter != loop->depth + 1 && !is_on_the_way (loop, leaf)))
        return FALSE;
      has_elements |= leaf->n_iter > loop->depth + 1;
      is_flat &= !leaf->is_two_pass && leaf->n_loops <= loop->depth + 2;
      if (leaf->n_loops == leaf->n_iter)
        continue;
      if (!leaf->is_reduction || !has_strip_reduction (leaf))
        return FALSE;
      is_gain |= reduces_columns (leaf);
    }
  return is_gain && (is_flat || !has_elements);
}

/* Counts accesses that are contiguous along var and jump along the other; writes count for much. */
static guint
count_contiguous (const Maker *maker, const FlNestLeaf *leaf, const FlSym *var, const FlSym *other, guint *n_writes)
{
  g_autoptr (GArray) accesses = fl_nest_leaf_get_accesses (maker->schedule, leaf);
  guint n = 0;

  for (guint i = 0; i < accesses->len; i++)
    {
      const FlNestAccess *access = &g_array_index (accesses, FlNestAccess, i);
      const FlSym *along = fl_sym_get_stride (access->index, var, leaf->vars, leaf->n_loops);
      const FlSym *across = fl_sym_get_stride (access->index, other, leaf->vars, leaf->n_loops);

      if (!fl_sym_is_int_value (along, 1) || fl_sym_is_int_value (across, 0) || fl_sym_is_int_value (across, 1))
        continue;
      n++;
      *n_writes += access->is_write;
    }
  return n;
}

/* Two plain loops, the inner one innermost, with some accesses contiguous along the one and some along the other. */
static void
decide_tiles (const Maker *maker, FlNestLoop *loop)
{
  const FlNestLoop *inner = loop->n_items == 1 ? loop->items[0].loop : NULL;
  guint n_along = 0, n_across = 0, written_along = 0, written_across = 0;

  if (!inner || fl_sym_get_hint (loop->size, 8) < FL_NEST_TILE / 2 || fl_sym_get_hint (inner->size, 8) < FL_NEST_TILE / 2)
    return;
  for (guint i = 0; i < inner->n_items; i++)
    {
      const FlNestLeaf *leaf = inner->items[i].leaf;

      if (!leaf || leaf->is_reduction || leaf->is_scatter || leaf->n_iter != leaf->n_loops)
        return;
      n_along += count_contiguous (maker, leaf, inner->var, loop->var, &written_along);
      n_across += count_contiguous (maker, leaf, loop->var, inner->var, &written_across);
    }
  loop->is_tiled = n_along > 0 && n_across > 0;
  loop->is_tile_swapped = written_across > written_along;
}

static const FlNestItem *
make_items (const Maker *maker, const FlNestLeaf *const *leaves, guint n_leaves, guint depth, guint *n_items)
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
      loop->is_strip = is_strip (loop);
      decide_tiles (maker, loop);
    }
  *n_items = runs->len;
  return items;
}

/* --- parallelism ------------------------------------------------------------------------------------------------- */

/* A leaf that reads its own output's memory elsewhere than where it writes depends on the order of its iterations. */
static gboolean
is_order_free (const FlSchedule *schedule, const FlNestLeaf *leaf)
{
  g_autoptr (GArray) accesses = fl_nest_leaf_get_accesses (schedule, leaf);

  for (guint i = 0; i < accesses->len; i++)
    for (guint j = 0; j < accesses->len; j++)
      {
        const FlNestAccess *x = &g_array_index (accesses, FlNestAccess, i), *y = &g_array_index (accesses, FlNestAccess, j);

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
make_nest (const Maker *maker)
{
  FlNest *nest = fl_arena_new (maker->arena, FlNest, 1);
  const FlNestLeaf **leaves;

  nest->n_wholes = maker->wholes->len;
  nest->wholes = fl_arena_memdup (maker->arena, maker->wholes->pdata, maker->wholes->len * sizeof (gpointer));
  nest->schedule = maker->schedule;
  nest->node = maker->node;
  make_leaves (maker, nest);
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
  Maker maker = { .arena = arena, .schedule = schedule, .node = node, .ops = ops, .wholes = wholes };
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
