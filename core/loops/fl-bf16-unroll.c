/* Two vectors of bf16 at once: the loops. See fl-pass-bf16.c. */
#include "fl-bf16.h"

#include "fl-intern.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

/* --- two vectors ------------------------------------------------------------------------------ */

/* A loop over two vectors, its registers, and the stores behind it. */
typedef struct
{
  FlLoopKernel *kernel;
  FlBf16Split split;
  const FlSym *lanes;
  FlAxisId block, half, lane, both; /* both: all elements of the two */
  guint64 open;                     /* axes around */
  GArray *homes, *stores;           /* FlHomeId, FlStmtId */
} Two;

static FlAxisId
add_half (FlLoopKernel *kernel, const char *name)
{
  const FlSym *two = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 2);
  const FlLoopAxis axis
      = { .name = name, .var = fl_sym_var (fl_loop_kernel_get_symbols (kernel), name, two), .extent = two };
  const FlAxisId known = fl_loop_find_axis (kernel, axis.var);

  return known ? known : fl_loop_add_axis (kernel, &axis);
}

/* Where an element of both lies among the registers, of which the first are of the first half. */
static const FlSym *
find_register (const Two *two)
{
  const FlSym *at = fl_loop_get_var (two->kernel, two->both), *pair = fl_sym_int (fl_sym_get_table (at), 2);

  return two->split == FL_BF16_HALVES
             ? at
             : fl_sym_add (fl_sym_mul (fl_sym_mod (at, pair), two->lanes), fl_sym_floor_div (at, pair));
}

/* In place of a store: one to registers, and one of those that waits for both halves. index: of an element of both. */
static FlStmtId
split_store (Two *two, const FlLoopStmt *stored, FlStmtId id, const FlSym *index)
{
  FlLoopKernel *kernel = two->kernel;
  const FlLoopHome memory = *fl_loop_get_home (kernel, stored->home);
  const FlSym *half = fl_loop_get_var (kernel, two->half), *lane = fl_loop_get_var (kernel, two->lane);
  FlLoopHome home = { .name = fl_intern_printf ("%s_both", memory.name),
                      .kind = FL_HOME_REGISTER,
                      .dtype = memory.dtype,
                      .size = fl_sym_mul_int (two->lanes, 2),
                      .combiner = FL_N_REDUCTIONS,
                      .n_components = 1,
                      .source_dtype = memory.dtype,
                      .varies = two->open };
  FlLoopStmt to_registers = *stored, to_memory = *fl_loop_get_stmt (kernel, id);
  FlLoopValue load = {
    .op = FL_SCALAR_LOAD, .dtype = fl_loop_get_value (kernel, stored->value)->dtype, .epoch = 1, .name = home.name
  };

  load.home = to_registers.home = fl_loop_add_home (kernel, &home);
  load.index = find_register (two);
  to_registers.mode = FL_LOOP_STORE_PLAIN;
  to_registers.index = fl_sym_add (fl_sym_mul (half, two->lanes), lane);
  to_memory.index = index;
  to_memory.value = fl_loop_add_value (kernel, &load);
  id = fl_loop_add_stmt (kernel, &to_memory);
  g_array_append_val (two->homes, load.home);
  g_array_append_val (two->stores, id);
  return fl_loop_add_stmt (kernel, &to_registers);
}

/* The statements of one half, which of what they store keep bf16 in registers. vector: the loop over lanes, whose block
 * is that axis. */
static FlStmtId
make_half (Two *two, const FlLoopStmt *vector, FlAxisId old_block)
{
  FlLoopKernel *kernel = two->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel), whole = fl_loop_rewrite_new (kernel);
  const FlSym *block = fl_loop_get_var (kernel, two->block), *lane = fl_loop_get_var (kernel, vector->axis);
  const FlSym *half = fl_loop_get_var (kernel, two->half), *old = fl_loop_get_var (kernel, old_block);
  const gboolean is_of_pairs = two->split == FL_BF16_PAIRS;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlLoopStmt loop = *vector;

  fl_loop_rewrite_add_var (rewrite, old, fl_sym_add (block, is_of_pairs ? half : fl_sym_mul (half, two->lanes)));
  if (is_of_pairs)
    fl_loop_rewrite_add_var (rewrite, lane, fl_sym_mul_int (lane, 2));
  fl_loop_rewrite_add_var (whole, old, block);
  fl_loop_rewrite_add_var (whole, lane, fl_loop_get_var (kernel, two->both));
  for (guint i = 0; i < vector->n_children; i++)
    {
      const gboolean is_kept = fl_bf16_is_store (kernel, vector->axis, fl_loop_get_stmt (kernel, vector->children[i]));
      FlStmtId made = fl_loop_rewrite_stmt (rewrite, vector->children[i]);
      FlLoopStmt stored = *fl_loop_get_stmt (kernel, made);

      if (stored.kind == FL_STMT_ACCUMULATE) /* in its own lanes */
        {
          stored.index = fl_loop_get_stmt (kernel, vector->children[i])->index;
          made = fl_loop_add_stmt (kernel, &stored);
        }
      if (is_kept)
        made = split_store (two, &stored, vector->children[i],
                            fl_loop_rewrite_index (whole, fl_loop_get_stmt (kernel, vector->children[i])->index));
      g_array_append_val (children, made);
    }
  loop.axis = two->lane;
  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = two->half, .map = FL_MAP_UNROLLED },
                       fl_loop_add_block (kernel, loop, children, NULL));
}

/* Blocks of two vectors. */
static FlStmtId
make_blocks (Two *two, const FlLoopStmt *blocks, const FlLoopStmt *vector, FlAxisTail tail)
{
  FlLoopKernel *kernel = two->kernel;
  const FlStmtId halves = make_half (two, vector, blocks->axis);
  const FlLoopStmt both = { .kind = FL_STMT_LOOP, .axis = two->both, .map = FL_MAP_VECTOR };
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlLoopStmt loop = *blocks;

  g_array_append_val (children, halves);
  if (two->stores->len > 0)
    fl_loop_append (children, fl_loop_add_block (kernel, both, two->stores, NULL));
  loop.axis = two->block;
  loop.tail = tail;
  return fl_loop_add_block (kernel, loop, children, two->homes);
}

/* What the blocks of two vectors leave over goes vector by vector; the last of them may be partial. begin: of it. */
static FlStmtId
make_rest (Two *two, const FlLoopStmt *blocks, const FlLoopStmt *vector, const FlSym *begin)
{
  FlLoopKernel *kernel = two->kernel;
  const FlAxisId of = fl_loop_get_axis (kernel, blocks->axis)->of;
  const FlSym *extent = fl_loop_get_axis (kernel, of)->extent;
  const FlAxisId rest
      = fl_loop_add_part (kernel, of, "r", (FlLoopAxis) { .begin = begin, .extent = extent, .step = two->lanes });
  const FlSym *block = fl_loop_get_var (kernel, rest), *left = fl_sym_sub (extent, block);
  const gboolean is_whole = blocks->tail == FL_TAIL_NONE;
  const FlAxisId lane
      = is_whole ? two->lane
                 : fl_loop_add_part (kernel, of, "t", (FlLoopAxis) { .extent = fl_sym_min (left, two->lanes) });
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlLoopStmt loop = *vector, outer = *blocks;
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, vector->n_children);

  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, blocks->axis), block);
  if (lane != vector->axis)
    fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, vector->axis), fl_loop_get_var (kernel, lane));
  for (guint i = 0; i < vector->n_children; i++)
    children[i] = fl_loop_rewrite_stmt (rewrite, vector->children[i]);
  loop.axis = lane;
  loop.children = children;
  outer.axis = rest;
  outer.tail = FL_TAIL_REST;
  return fl_loop_wrap (kernel, outer, fl_loop_add_stmt (kernel, &loop));
}

guint
fl_bf16_unroll (FlLoopKernel *kernel, const FlLoopStmt *blocks, const FlLoopStmt *vector, FlBf16Split split,
                guint64 open, FlStmtId made[2])
{
  const FlLoopAxis old = *fl_loop_get_axis (kernel, blocks->axis);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, old.of);
  const FlSym *lanes = fl_loop_kernel_get_lanes (kernel), *step = fl_sym_mul_int (lanes, 2);
  const FlSym *begin = whole.begin ? whole.begin : fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const FlSym *end = fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (whole.extent, begin), step), step));
  const gboolean divides = fl_loop_axis_is_multiple (kernel, old.of, 2 * FL_LOOP_MOST_FLOATS);
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId)),
                     stores = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Two two
      = { .kernel = kernel, .split = split, .lanes = lanes, .lane = vector->axis, .homes = homes, .stores = stores };

  two.block
      = fl_loop_add_part (kernel, old.of, "b",
                          (FlLoopAxis) { .begin = old.begin, .extent = divides ? whole.extent : end, .step = step });
  two.half = add_half (kernel, split == FL_BF16_PAIRS ? "odd" : "half");
  two.both = fl_loop_add_part (kernel, old.of, "w", (FlLoopAxis) { .extent = step });
  two.open = open | G_GUINT64_CONSTANT (1) << two.block;
  made[0] = make_blocks (&two, blocks, vector, divides ? FL_TAIL_NONE : FL_TAIL_MASK);
  if (!divides)
    made[1] = make_rest (&two, blocks, vector, end);
  return divides ? 1 : 2;
}

/* --- several vectors that are reduced --------------------------------------------------------- */

FlStmtId
fl_bf16_pair_unrolled (FlLoopKernel *kernel, const FlLoopStmt *unrolled, const FlLoopStmt *vector)
{
  const FlSym *u = fl_loop_get_var (kernel, unrolled->axis), *lane = fl_loop_get_var (kernel, vector->axis);
  const FlSym *lanes = fl_loop_kernel_get_lanes (kernel), *two = fl_sym_int (fl_sym_get_table (u), 2);
  const FlSym *first = fl_sym_mul (fl_sym_mul_int (lanes, 2), fl_sym_floor_div (u, two));
  const FlSym *element = fl_sym_add (fl_sym_add (first, fl_sym_mod (u, two)), fl_sym_mul_int (lane, 2));
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, vector->n_children);
  FlLoopStmt loop = *vector;

  fl_loop_rewrite_add_var (rewrite, lane, fl_sym_sub (element, fl_sym_mul (u, lanes)));
  for (guint i = 0; i < vector->n_children; i++)
    {
      const FlLoopStmt old = *fl_loop_get_stmt (kernel, vector->children[i]);
      FlLoopStmt made = *fl_loop_get_stmt (kernel, fl_loop_rewrite_stmt (rewrite, vector->children[i]));

      made.index = old.index; /* of an accumulator */
      children[i] = fl_loop_add_stmt (kernel, &made);
    }
  loop.children = children;
  return fl_loop_wrap (kernel, *unrolled, fl_loop_add_stmt (kernel, &loop));
}
