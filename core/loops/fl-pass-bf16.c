/* Loops over vectors that store bf16 are unrolled by two: 16 bits of twice as many elements fill a vector, which is rounded and stored at once.
 *
 * - Pairs: where all memory is bf16, an element is the upper half of its lane, or the lower one: a shift or a mask makes floats of those at
 *   even places, or of those at odd ones. i = block + odd + 2 * lane.
 * - Halves: other cheap loops do one vector, then the next. i = block + lanes * half + lane.
 *
 * What both come to waits in registers for its store, behind both. Exact: the iterations of a loop in vectors touch nothing of each
 * other's, so that they may run in any order, and a store may move behind statements that do not read its memory. */
#include "fl-loop-passes.h"

#include "fl-intern.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

enum
{
  MAX_FLOPS_OF_TWO = 16 /* of an element; dearer loops hide the rounding */
};

typedef enum
{
  TURNS_NONE,
  TURNS_PAIRS,
  TURNS_HALVES
} Turns;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
} Unroller;

/* --- which loops --------------------------------------------------------------------------------------------------- */

typedef struct
{
  const FlLoopKernel *kernel;
  FlAxisId lanes;
  GHashTable *seen;
  guint n_accesses, n_flops;
  gboolean is_of_pairs;   /* all memory is bf16, all values floats or truth values */
} Finder;

static gboolean
is_next_to_each_other (const Finder *finder, const FlSym *index)
{
  const FlSym *var = fl_loop_get_axis (finder->kernel, finder->lanes)->var;

  return !fl_sym_contains_kind (index, FL_SYM_INDIRECT) && fl_sym_is_int_value (fl_sym_get_stride (index, var, &var, 1), 1)
         && !fl_sym_contains (fl_sym_sub (index, var), var);
}

static gboolean
is_memory_of_bf16 (const Finder *finder, FlHomeId id, const FlSym *index)
{
  const FlLoopHome *home = fl_loop_get_home (finder->kernel, id);

  return home->kind == FL_HOME_ARGUMENT && home->dtype == FL_DTYPE_BF16 && is_next_to_each_other (finder, index);
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Finder *finder = data;

  finder->n_flops += fl_scalar_get_info (value->op)->flops;
  if (value->op == FL_SCALAR_CONSTANT || !(fl_loop_value_get_axes (kernel, id) >> finder->lanes & 1))
    return TRUE;
  finder->is_of_pairs &= fl_dtype_is_float (value->dtype) ? value->dtype != FL_DTYPE_F64 : value->dtype == FL_DTYPE_BOOL;
  switch (value->op)
    {
    case FL_SCALAR_LOAD:
      finder->is_of_pairs &= is_memory_of_bf16 (finder, value->home, value->index);
      finder->n_accesses++;
      break;
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_MASKED:
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN:
      finder->is_of_pairs = FALSE;
      break;
    default:
      break;
    }
  return TRUE;
}

static gboolean
is_store_of_bf16 (const Finder *finder, const FlLoopStmt *stmt)
{
  return stmt->kind == FL_STMT_STORE && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD && is_memory_of_bf16 (finder, stmt->home, stmt->index)
         && fl_dtype_is_float (fl_loop_get_value (finder->kernel, stmt->value)->dtype);
}

/* Does a statement behind this one read what it stores to? */
static gboolean
is_read_behind (const FlLoopKernel *kernel, const FlLoopStmt *loop, guint position)
{
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);

  g_hash_table_add (written, GUINT_TO_POINTER (fl_loop_get_stmt (kernel, loop->children[position])->home));
  for (guint i = position + 1; i < loop->n_children; i++)
    if (fl_loop_value_reads (kernel, fl_loop_get_stmt (kernel, loop->children[i])->value, written))
      return TRUE;
  return FALSE;
}

/* Of the loop over lanes. */
static Turns
choose_turns (const FlLoopKernel *kernel, const FlLoopStmt *loop, guint *n_flops)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Finder finder = { .kernel = kernel, .lanes = loop->axis, .seen = seen, .is_of_pairs = TRUE };
  guint n_of_bf16 = 0;

  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, loop->children[i]);

      if (stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_STORE)
        return TURNS_NONE;
      fl_loop_visit_value (kernel, stmt->value, seen, enter_value, &finder);
      if (is_store_of_bf16 (&finder, stmt))
        {
          if (is_read_behind (kernel, loop, i))
            return TURNS_NONE;
          n_of_bf16++;
        }
      else if (stmt->kind == FL_STMT_STORE)
        finder.is_of_pairs = FALSE;
    }
  *n_flops = finder.n_flops;
  if (n_of_bf16 == 0)
    return TURNS_NONE;
  return finder.is_of_pairs ? TURNS_PAIRS : finder.n_flops <= MAX_FLOPS_OF_TWO ? TURNS_HALVES : TURNS_NONE;
}

/* --- two vectors ---------------------------------------------------------------------------------------------------- */

/* A loop over two vectors, its registers, and the stores behind it. */
typedef struct
{
  FlLoopKernel *kernel;
  Turns turns;
  const FlSym *lanes;
  FlAxisId block, turn, lane, both; /* both: all elements of the two */
  guint64 open;                     /* axes around */
  GArray *homes, *stores;           /* FlHomeId, FlStmtId */
} Two;

static FlAxisId
add_turn (FlLoopKernel *kernel, const char *name)
{
  const FlSym *two = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 2);
  const FlLoopAxis axis = { .name = name, .var = fl_sym_var (fl_loop_kernel_get_symbols (kernel), name, two), .extent = two };
  const FlAxisId known = fl_loop_find_axis (kernel, axis.var);

  return known ? known : fl_loop_add_axis (kernel, &axis);
}

/* Where an element of both lies among the registers, of which the first are of the first turn. */
static const FlSym *
find_register (const Two *two)
{
  const FlSym *at = fl_loop_get_axis (two->kernel, two->both)->var, *pair = fl_sym_int (fl_sym_get_table (at), 2);

  return two->turns == TURNS_HALVES ? at : fl_sym_add (fl_sym_mul (fl_sym_mod (at, pair), two->lanes), fl_sym_floor_div (at, pair));
}

/* In place of a store: one to registers, and one of those that waits for both turns. index: of an element of both. */
static FlStmtId
split_store (Two *two, const FlLoopStmt *stored, FlStmtId id, const FlSym *index)
{
  FlLoopKernel *kernel = two->kernel;
  const FlLoopHome memory = *fl_loop_get_home (kernel, stored->home);
  const FlSym *turn = fl_loop_get_axis (kernel, two->turn)->var, *lane = fl_loop_get_axis (kernel, two->lane)->var;
  FlLoopHome home = { .name = fl_intern_printf ("%s_both", memory.name), .kind = FL_HOME_REGISTER, .dtype = memory.dtype,
                      .size = fl_sym_mul_int (two->lanes, 2), .combiner = FL_N_REDUCTIONS, .n_components = 1, .source_dtype = memory.dtype,
                      .varies = two->open };
  FlLoopStmt to_registers = *stored, to_memory = *fl_loop_get_stmt (kernel, id);
  FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = fl_loop_get_value (kernel, stored->value)->dtype, .epoch = 1, .name = home.name };

  load.home = to_registers.home = fl_loop_add_home (kernel, &home);
  load.index = find_register (two);
  to_registers.mode = FL_LOOP_STORE_PLAIN;
  to_registers.index = fl_sym_add (fl_sym_mul (turn, two->lanes), lane);
  to_memory.index = index;
  to_memory.value = fl_loop_add_value (kernel, &load);
  id = fl_loop_add_stmt (kernel, &to_memory);
  g_array_append_val (two->homes, load.home);
  g_array_append_val (two->stores, id);
  return fl_loop_add_stmt (kernel, &to_registers);
}

/* The statements of one turn, which of what they store keep bf16 in registers. vector: the loop over lanes, whose block is that axis. */
static FlStmtId
make_turn (Two *two, const FlLoopStmt *vector, FlAxisId old_block)
{
  FlLoopKernel *kernel = two->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel), whole = fl_loop_rewrite_new (kernel);
  const FlSym *block = fl_loop_get_axis (kernel, two->block)->var, *lane = fl_loop_get_axis (kernel, vector->axis)->var;
  const FlSym *turn = fl_loop_get_axis (kernel, two->turn)->var, *old = fl_loop_get_axis (kernel, old_block)->var;
  const gboolean is_of_pairs = two->turns == TURNS_PAIRS;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const Finder finder = { .kernel = kernel, .lanes = vector->axis };
  FlLoopStmt loop = *vector;

  fl_loop_rewrite_add_var (rewrite, old, fl_sym_add (block, is_of_pairs ? turn : fl_sym_mul (turn, two->lanes)));
  if (is_of_pairs)
    fl_loop_rewrite_add_var (rewrite, lane, fl_sym_mul_int (lane, 2));
  fl_loop_rewrite_add_var (whole, old, block);
  fl_loop_rewrite_add_var (whole, lane, fl_loop_get_axis (kernel, two->both)->var);
  for (guint i = 0; i < vector->n_children; i++)
    {
      const gboolean is_kept = is_store_of_bf16 (&finder, fl_loop_get_stmt (kernel, vector->children[i]));
      FlStmtId made = fl_loop_rewrite_stmt (rewrite, vector->children[i]);
      const FlLoopStmt stored = *fl_loop_get_stmt (kernel, made);

      if (is_kept)
        made = split_store (two, &stored, vector->children[i],
                            fl_loop_rewrite_index (whole, fl_loop_get_stmt (kernel, vector->children[i])->index));
      g_array_append_val (children, made);
    }
  loop.axis = two->lane;
  loop.n_children = children->len;
  loop.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children->data, sizeof (FlStmtId) * children->len);
  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = two->turn, .map = FL_MAP_UNROLLED }, fl_loop_add_stmt (kernel, &loop));
}

/* Blocks of two vectors. */
static FlStmtId
make_blocks (Two *two, const FlLoopStmt *blocks, const FlLoopStmt *vector, FlAxisTail tail)
{
  FlLoopKernel *kernel = two->kernel;
  const FlStmtId turns = make_turn (two, vector, blocks->axis);
  FlStmtId children[2] = { turns };
  FlLoopStmt loop = { .kind = FL_STMT_LOOP, .axis = two->both, .map = FL_MAP_VECTOR, .n_children = two->stores->len };

  loop.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), two->stores->data, sizeof (FlStmtId) * two->stores->len);
  children[1] = fl_loop_add_stmt (kernel, &loop);
  loop = *blocks;
  loop.axis = two->block;
  loop.tail = tail;
  loop.n_homes = two->homes->len;
  loop.homes = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), two->homes->data, sizeof (FlHomeId) * two->homes->len);
  loop.n_children = G_N_ELEMENTS (children);
  loop.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children, sizeof children);
  return fl_loop_add_stmt (kernel, &loop);
}

/* What the blocks of two vectors leave over goes vector by vector; the last of them may be partial. begin: of it. */
static FlStmtId
make_rest (Two *two, const FlLoopStmt *blocks, const FlLoopStmt *vector, const FlSym *begin)
{
  FlLoopKernel *kernel = two->kernel;
  const FlAxisId of = fl_loop_get_axis (kernel, blocks->axis)->of;
  const FlSym *extent = fl_loop_get_axis (kernel, of)->extent;
  const FlAxisId rest = fl_loop_add_part (kernel, of, "r", (FlLoopAxis) { .begin = begin, .extent = extent, .step = two->lanes });
  const FlSym *block = fl_loop_get_axis (kernel, rest)->var, *left = fl_sym_sub (extent, block);
  const gboolean is_whole = blocks->tail == FL_TAIL_NONE;
  const FlAxisId lane = is_whole ? two->lane : fl_loop_add_part (kernel, of, "t", (FlLoopAxis) { .extent = fl_sym_min (left, two->lanes) });
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  FlLoopStmt loop = *vector, outer = *blocks;
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, vector->n_children);

  fl_loop_rewrite_add_var (rewrite, fl_loop_get_axis (kernel, blocks->axis)->var, block);
  if (lane != vector->axis)
    fl_loop_rewrite_add_var (rewrite, fl_loop_get_axis (kernel, vector->axis)->var, fl_loop_get_axis (kernel, lane)->var);
  for (guint i = 0; i < vector->n_children; i++)
    children[i] = fl_loop_rewrite_stmt (rewrite, vector->children[i]);
  loop.axis = lane;
  loop.children = children;
  outer.axis = rest;
  outer.tail = FL_TAIL_REST;
  return fl_loop_wrap (kernel, outer, fl_loop_add_stmt (kernel, &loop));
}

static guint
unroll (const Unroller *unroller, const FlLoopStmt *blocks, const FlLoopStmt *vector, Turns turns, guint64 open, FlStmtId made[2])
{
  FlLoopKernel *kernel = unroller->kernel;
  const FlLoopAxis old = *fl_loop_get_axis (kernel, blocks->axis);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, old.of);
  const FlSym *lanes = fl_loop_kernel_get_lanes (kernel), *step = fl_sym_mul_int (lanes, 2);
  const FlSym *begin = whole.begin ? whole.begin : fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const FlSym *end = fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (whole.extent, begin), step), step));
  const gboolean divides = fl_loop_axis_is_multiple (kernel, old.of, 2 * FL_LOOP_MOST_FLOATS);
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId)), stores = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Two two = { .kernel = kernel, .turns = turns, .lanes = lanes, .lane = vector->axis, .homes = homes, .stores = stores };

  two.block = fl_loop_add_part (kernel, old.of, "b", (FlLoopAxis) { .begin = old.begin, .extent = divides ? whole.extent : end, .step = step });
  two.turn = add_turn (kernel, turns == TURNS_PAIRS ? "odd" : "half");
  two.both = fl_loop_add_part (kernel, old.of, "w", (FlLoopAxis) { .extent = step });
  two.open = open | G_GUINT64_CONSTANT (1) << two.block;
  made[0] = make_blocks (&two, blocks, vector, divides ? FL_TAIL_NONE : FL_TAIL_MASK);
  if (!divides)
    made[1] = make_rest (&two, blocks, vector, end);
  return divides ? 1 : 2;
}

/* --- the tree ------------------------------------------------------------------------------------------------------- */

/* The loop over the lanes of whole vectors of floats; NULL: the statement is no loop over such. */
static const FlLoopStmt *
find_vector (const Unroller *unroller, const FlLoopStmt *stmt)
{
  const FlLoopStmt *inner = stmt->kind == FL_STMT_LOOP && stmt->n_children == 1 ? fl_loop_get_stmt (unroller->kernel, stmt->children[0]) : NULL;
  const FlSym *lanes = fl_loop_kernel_get_lanes (unroller->kernel);

  return inner && inner->kind == FL_STMT_LOOP && inner->map == FL_MAP_VECTOR && stmt->n_homes == 0
                 && fl_loop_get_axis (unroller->kernel, stmt->axis)->step == lanes && fl_loop_get_axis (unroller->kernel, inner->axis)->extent == lanes
             ? inner
             : NULL;
}

static void
note_turns (const Unroller *unroller, FlAxisId axis, Turns turns, guint n_flops)
{
  const char *name = fl_loop_get_axis (unroller->kernel, fl_loop_get_whole (unroller->kernel, axis))->name;

  if (turns == TURNS_HALVES)
    fl_loop_note (unroller->context, unroller->program, FL_VERDICT_ACCEPT, name, "bf16 of two vectors",
                  "%u operations an element (at most %d) leave room: two vectors are rounded by one instruction where the machine has it, "
                  "and stored as a whole line",
                  n_flops, MAX_FLOPS_OF_TWO);
  else
    fl_loop_note (unroller->context, unroller->program, FL_VERDICT_ACCEPT, name, "bf16 in pairs",
                  "all that is loaded and stored is bf16: elements at even places, then those at odd ones, as a shift or a mask makes "
                  "them floats; both are rounded at once");
}

static FlStmtId
unroll_in (const Unroller *unroller, FlStmtId id, guint64 open)
{
  FlLoopKernel *kernel = unroller->kernel;
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.kind == FL_STMT_LOOP)
    open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt blocks = *fl_loop_get_stmt (kernel, stmt.children[i]);
      const FlLoopStmt *found = find_vector (unroller, &blocks);
      const FlLoopStmt vector = found ? *found : (FlLoopStmt) { .kind = FL_STMT_LOOP };
      guint n_flops = 0;
      const Turns turns
          = found && fl_loop_get_n_axes (kernel) + 6 < FL_LOOP_MAX_AXES ? choose_turns (kernel, &vector, &n_flops) : TURNS_NONE;
      FlStmtId made[2];

      if (turns == TURNS_NONE)
        {
          made[0] = unroll_in (unroller, stmt.children[i], open);
          g_array_append_val (children, made[0]);
          continue;
        }
      note_turns (unroller, blocks.axis, turns, n_flops);
      g_array_append_vals (children, made, unroll (unroller, &blocks, &vector, turns, open, made)); 
      if (blocks.tail == FL_TAIL_MASK && i + 1 < stmt.n_children && fl_loop_get_stmt (kernel, stmt.children[i + 1])->tail == FL_TAIL_REST)
        i++; /* the blocks of two vectors have a rest of their own */
    }
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

const FlLoopProgram *
fl_pass_bf16 (FlLoopContext *context, const FlLoopProgram *program)
{
  const Unroller unroller = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = unroll_in (&unroller, program->root, 0);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
