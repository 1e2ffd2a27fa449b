/* From a nest to a loop program, second half: the operations of one leaf as values and statements.
 *
 * A value becomes part of the statement that uses it. It gets a name (LET) where two operations use it, so that no recipe grows with
 * every use, and where a later store of the kernel could change what it read. */
#include "fl-loop-build-private.h"

#include "fl-intern.h"

#include <string.h>

typedef struct
{
  FlLoopBuilder *builder;
  FlLoopLeaf *leaf;
  const FlBodyBlock *block;
  FlValueId *values;
  GArray *stmts;           /* NULL inside a masked block: nothing there is a statement */
} Site;

FlLoopLeaf *
fl_loop_leaf_new (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  FlLoopLeaf *state = g_new0 (FlLoopLeaf, 1);

  *state = (FlLoopLeaf) { .leaf = leaf, .values = g_new0 (FlValueId, block->n_ops + 1), .is_after = g_new0 (gboolean, block->n_ops + 1),
                          .n_uses = g_new0 (guint, block->n_ops + 1), .old = g_ptr_array_new (), .fresh = g_ptr_array_new () };
  for (guint i = 0; i < block->n_ops; i++)
    {
      state->is_after[i] = block->ops[i].op == FL_SCALAR_REDUCTION;
      for (guint a = 0; a < block->ops[i].n_args; a++)
        {
          state->is_after[i] |= state->is_after[block->ops[i].args[a]];
          state->n_uses[block->ops[i].args[a]]++;
        }
    }
  return state;
}

void
fl_loop_leaf_free (FlLoopLeaf *leaf)
{
  g_free (leaf->values);
  g_free (leaf->is_after);
  g_free (leaf->n_uses);
  g_ptr_array_unref (leaf->old);
  g_ptr_array_unref (leaf->fresh);
  g_free (leaf);
}

static const FlBodyOp *
find_accumulation (const FlLoopLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION || block->ops[i].op == FL_SCALAR_SCAN)
      return &block->ops[i];
  return NULL;
}

gboolean
fl_loop_leaf_accumulates (const FlLoopLeaf *leaf)
{
  return find_accumulation (leaf) != NULL;
}

static void
fail (FlLoopBuilder *builder, const char *what)
{
  if (!builder->unsupported)
    builder->unsupported = g_strdup (what);
}

/* --- homes ------------------------------------------------------------------------------------------------------- */

static FlReductionType
get_combiner (const FlBodyOp *op)
{
  if (op->op == FL_SCALAR_REDUCTION)
    return op->reduction;
  return g_str_equal (op->scan_op, "mul")       ? FL_REDUCTION_PROD
         : g_str_equal (op->scan_op, "maximum") ? FL_REDUCTION_MAX
         : g_str_equal (op->scan_op, "minimum") ? FL_REDUCTION_MIN
                                                : FL_REDUCTION_SUM;
}

/* The graph's own name reads best, amax or sum_1; but the sum that a mean or a variance begins with is neither. */
static const char *
choose_name (const FlLoopBuilder *builder, const FlBodyOp *op)
{
  const FlGraph *graph = builder->nest->schedule->lowered->graph;
  const FlNode *node = graph && op->origin.index < graph->n_nodes ? &graph->nodes[op->origin.index] : NULL;

  if (!node || strstr (node->target, "mean") || strstr (node->target, "var") || strstr (node->target, "std"))
    return op->op == FL_SCALAR_REDUCTION ? fl_reduction_get_name (op->reduction) : op->name;
  return node->name;
}

FlHomeId
fl_loop_leaf_add_accumulator (FlLoopBuilder *builder, FlLoopLeaf *leaf)
{
  const FlBodyOp *op = find_accumulation (leaf);
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];
  FlLoopHome home = { .name = choose_name (builder, op), .kind = FL_HOME_REGISTER, .dtype = op->dtype, .combiner = get_combiner (op),
                      .varies = builder->open, .source_dtype = block->ops[op->args[0]].dtype };

  home.n_components = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN ? 2 : fl_reduction_get_n_outputs (home.combiner);
  home.size = fl_sym_int (fl_loop_kernel_get_symbols (builder->kernel), 1);
  leaf->accumulator = fl_loop_add_home (builder->kernel, &home);
  return leaf->accumulator;
}

/* The home that a buffer lies in, and the index of an element there. 0: in a register. */
static FlHomeId
find_home (Site *site, const FlBuffer *buffer, const FlSym **index)
{
  FlLoopBuilder *builder = site->builder;
  const FlNestLocal *local = fl_nest_find_local (builder->nest, buffer->name);
  FlLoopBinding binding = { 0 };
  FlHomeId home;

  if (local && local->place == FL_LOCAL_REGISTER)
    return 0;
  if (local && local->place == FL_LOCAL_ROW)
    {
      *index = fl_nest_get_row_index (site->leaf->leaf, *index, local->depth);
      return GPOINTER_TO_UINT (g_hash_table_lookup (builder->homes, buffer));
    }
  if (!builder->bind (builder->data, buffer, &binding))
    {
      fail (builder, "a buffer of it is no argument of the kernel");
      return 0;
    }
  if (binding.offset)
    *index = fl_sym_add (*index, binding.offset);
  home = GPOINTER_TO_UINT (g_hash_table_lookup (builder->homes, binding.storage));
  if (!home)
    {
      const FlLoopHome argument = { .name = binding.storage->name, .kind = FL_HOME_ARGUMENT, .dtype = binding.storage->layout.dtype,
                                    .size = fl_layout_get_storage_size (&binding.storage->layout, fl_loop_kernel_get_symbols (builder->kernel)),
                                    .combiner = FL_N_REDUCTIONS, .n_components = 1, .buffer = binding.storage, .argument = binding.argument,
                                    .is_written = binding.is_written };

      home = fl_loop_add_home (builder->kernel, &argument);
      g_hash_table_insert (builder->homes, (gpointer) binding.storage, GUINT_TO_POINTER (home));
    }
  return home;
}

static guint *
get_epoch (FlLoopBuilder *builder, FlHomeId home)
{
  if (builder->epochs->len <= home)
    g_array_set_size (builder->epochs, home + 1);
  return &g_array_index (builder->epochs, guint, home);
}

/* --- statements -------------------------------------------------------------------------------------------------- */

static guint
make_origins (Site *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlGraph *graph = builder->nest->schedule->lowered->graph;
  FlLoopOrigins origins = { .op = site->leaf->leaf->node->name };

  if (graph && op->origin.index < graph->n_nodes)
    {
      origins.n = 1;
      origins.nodes = fl_arena_memdup (fl_loop_kernel_get_arena (builder->kernel), &op->origin, sizeof op->origin);
    }
  return fl_loop_add_origins (builder->kernel, &origins);
}

static void
add_stmt (Site *site, const FlBodyOp *op, FlLoopStmt stmt)
{
  FlStmtId id;

  if (!site->stmts)
    {
      fail (site->builder, "a statement under a mask");
      return;
    }
  stmt.origins = make_origins (site, op);
  id = fl_loop_add_stmt (site->builder->kernel, &stmt);
  g_array_append_val (site->stmts, id);
}

/* A name for a value, unless it has one that reaches here. */
static void
add_let (Site *site, const FlBodyOp *op, FlValueId value)
{
  GArray *lets = site->builder->lets;

  for (guint i = 0; i < lets->len; i++)
    if (g_array_index (lets, FlValueId, i) == value)
      return;
  add_stmt (site, op, (FlLoopStmt) { .kind = FL_STMT_LET, .value = value });
  g_array_append_val (lets, value);
}

static const FlSym *
get_index (const Site *site, gint32 position)
{
  return fl_sym_substitute (site->leaf->leaf->indices[position], (const FlSym *const *) site->leaf->old->pdata,
                            (const FlSym *const *) site->leaf->fresh->pdata, site->leaf->old->len);
}

static gint64
double_to_bits (double number)
{
  gint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static gint64
get_bits (FlDtype dtype, double number, gint64 integer)
{
  if (fl_dtype_is_float (dtype))
    return double_to_bits (number);
  return dtype == FL_DTYPE_BOOL ? number != 0 || integer != 0 : integer;
}

/* --- operations -------------------------------------------------------------------------------------------------- */

static FlLoopValue
make_value (const Site *site, const FlBodyOp *op)
{
  FlLoopValue value = { .op = op->op, .dtype = op->dtype, .src_dtype = op->src_dtype, .n_args = op->n_args, .name = op->name };

  for (guint i = 0; i < op->n_args && i < 4; i++)
    value.args[i] = site->values[op->args[i]];
  return value;
}

static FlValueId
build_load (Site *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlBuffer *buffer = fl_lowered_find_buffer (builder->nest->schedule->lowered, op->buffer);
  FlLoopValue value = make_value (site, op);
  FlValueId id;

  value.index = get_index (site, op->index);
  value.home = find_home (site, buffer, &value.index);
  if (!value.home)
    {
      id = GPOINTER_TO_UINT (g_hash_table_lookup (builder->registers, buffer));
      if (!id)
        fail (builder, "a register is read before it is written");
      return id;
    }
  value.epoch = *get_epoch (builder, value.home);
  id = fl_loop_add_value (builder->kernel, &value);
  if (site->stmts && fl_loop_get_home (builder->kernel, value.home)->is_written)
    add_let (site, op, id);
  return id;
}

static void
build_store (Site *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlBuffer *buffer = fl_lowered_find_buffer (builder->nest->schedule->lowered, op->buffer);
  FlLoopStmt stmt = { .kind = FL_STMT_STORE, .value = site->values[op->args[0]], .index = get_index (site, op->index) };
  FlDtype dtype = buffer->layout.dtype;

  stmt.home = find_home (site, buffer, &stmt.index);
  if (!stmt.home)
    {
      const FlDtype from = fl_loop_get_value (builder->kernel, stmt.value)->dtype;

      /* A register holds a float as it was computed; other types become what the buffer holds. */
      if (from != dtype && !(fl_dtype_is_float (dtype) && fl_dtype_is_float (from)))
        {
          const FlLoopValue converted = { .op = FL_SCALAR_TO_DTYPE, .dtype = dtype, .src_dtype = from, .n_args = 1, .args = { stmt.value },
                                          .name = op->name };

          stmt.value = fl_loop_add_value (builder->kernel, &converted);
        }
      g_hash_table_insert (builder->registers, (gpointer) buffer, GUINT_TO_POINTER (stmt.value));
      /* The total of a reduction stays where it is. */
      if (fl_loop_get_value (builder->kernel, stmt.value)->op != FL_SCALAR_GETITEM || !site->leaf->leaf->is_reduction)
        add_let (site, op, stmt.value);
      return;
    }
  stmt.mode = op->mode == FL_STORE_ATOMIC_ADD ? FL_LOOP_STORE_ATOMIC_ADD : FL_LOOP_STORE_PLAIN;
  add_stmt (site, op, stmt);
  (*get_epoch (builder, stmt.home))++;
}

/* An index that is read from memory: a value with a symbol of its own, since every body counts its symbols from 0. */
static FlValueId
build_indirect (Site *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  FlLoopValue value = make_value (site, op);
  const FlSym *symbol = fl_sym_indirect (fl_loop_kernel_get_symbols (builder->kernel), fl_intern_printf ("at%u", builder->n_indirect++));

  value.index = symbol;
  value.dtype = FL_DTYPE_I64;
  value.wrap = op->indirect_wrap;
  value.check = op->indirect_check;
  value.bound = op->indirect_size;
  g_ptr_array_add (site->leaf->old, (gpointer) op->indirect_symbol);
  g_ptr_array_add (site->leaf->fresh, (gpointer) symbol);
  return fl_loop_add_value (builder->kernel, &value);
}

static void
build_check (Site *site, const FlBodyOp *op)
{
  FlLoopKernel *kernel = site->builder->kernel;
  const FlSym *index = get_index (site, op->index), *bound = get_index (site, op->bound);
  FlLoopValue condition = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_BOOL, .name = op->name };
  const FlSym *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);

  if (!op->check_lower && !op->check_upper)
    return;
  condition.index = fl_sym_mul (fl_sym_rel (FL_SYM_GE, index, zero), fl_sym_rel (FL_SYM_LT, index, bound));
  add_stmt (site, op, (FlLoopStmt) { .kind = FL_STMT_ASSERT, .condition = fl_loop_add_value (kernel, &condition), .message = "index out of bounds" });
}

static FlValueId
read_accumulator (Site *site, const FlBodyOp *op, guint component)
{
  FlLoopKernel *kernel = site->builder->kernel;
  FlLoopValue value = { .op = FL_SCALAR_GETITEM, .dtype = op->dtype, .home = site->leaf->accumulator, .component = component,
                        .name = fl_loop_get_home (kernel, site->leaf->accumulator)->name };

  value.epoch = *get_epoch (site->builder, value.home);
  return fl_loop_add_value (kernel, &value);
}

static FlValueId
build_accumulate (Site *site, const FlBodyOp *op)
{
  FlLoopKernel *kernel = site->builder->kernel;
  FlLoopStmt stmt = { .kind = FL_STMT_ACCUMULATE, .value = site->values[op->args[0]], .home = site->leaf->accumulator };
  FlValueId id;

  for (guint i = 1; i < op->n_args && i < 3; i++)
    stmt.more[i - 1] = site->values[op->args[i]];
  if (op->op == FL_SCALAR_REDUCTION && fl_reduction_is_arg (op->reduction) && op->n_args < 2)
    {
      const FlLoopValue position = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_I64, .index = site->leaf->leaf->reduction_index, .name = "place" };

      stmt.more[0] = fl_loop_add_value (kernel, &position);
    }
  add_stmt (site, op, stmt);
  (*get_epoch (site->builder, stmt.home))++;
  id = read_accumulator (site, op, 0);
  if (op->op == FL_SCALAR_SCAN)
    add_let (site, op, id);
  return id;
}

static FlValueId build_named_op (Site *site, guint32 position);

static FlValueId
build_masked (Site *site, const FlBodyOp *op)
{
  const FlBodyBlock *block = &site->leaf->leaf->body->blocks[op->block];
  g_autofree FlValueId *values = g_new0 (FlValueId, block->n_ops + 1);
  Site inner = { .builder = site->builder, .leaf = site->leaf, .block = block, .values = values };
  FlLoopValue value = { .op = FL_SCALAR_MASKED, .dtype = op->dtype, .n_args = 2, .name = op->name,
                        .bits = get_bits (op->dtype, op->number, op->integer) };

  for (guint i = 0; i < block->n_ops && !site->builder->unsupported; i++)
    values[i] = build_named_op (&inner, i);
  value.args[0] = site->values[op->args[0]];
  value.args[1] = values[block->result];
  return site->builder->unsupported ? 0 : fl_loop_add_value (site->builder->kernel, &value);
}

static FlValueId
build_op (Site *site, guint32 position)
{
  const FlBodyOp *op = &site->block->ops[position];
  FlLoopValue value = make_value (site, op);

  switch (op->op)
    {
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED:
      return build_load (site, op);
    case FL_SCALAR_MASKED:
      return build_masked (site, op);
    case FL_SCALAR_SET_INDIRECT:
      return build_indirect (site, op);
    case FL_SCALAR_CHECK_BOUNDS:
      build_check (site, op);
      return 0;
    case FL_SCALAR_DEVICE_ASSERT:
      add_stmt (site, op, (FlLoopStmt) { .kind = FL_STMT_ASSERT, .condition = value.args[0], .message = op->message });
      return value.args[0];
    case FL_SCALAR_REDUCTION:
    case FL_SCALAR_SCAN:
      return build_accumulate (site, op);
    case FL_SCALAR_GETITEM:
      return site->block->ops[op->args[0]].op == FL_SCALAR_REDUCTION ? read_accumulator (site, op, op->output) : value.args[0];
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION:
      build_store (site, op);
      return 0;
    case FL_SCALAR_SORT:
      fail (site->builder, "sorting inside a kernel");
      return 0;
    case FL_SCALAR_CONSTANT:
      value.bits = get_bits (op->dtype, op->number, op->integer);
      break;
    case FL_SCALAR_INDEX_EXPR:
      value.index = get_index (site, op->index);
      break;
    default:
      break;
    }
  return fl_loop_add_value (site->builder->kernel, &value);
}

static FlValueId
build_named_op (Site *site, guint32 position)
{
  const FlValueId value = build_op (site, position);

  if (value)
    fl_loop_set_value_origins (site->builder->kernel, value, make_origins (site, &site->block->ops[position]));
  return value;
}

/* Does it deserve a name? Numbers and indices are as short as their names would be. */
static gboolean
is_worth_a_name (const FlLoopLeaf *leaf, guint position)
{
  switch (leaf->leaf->body->blocks[0].ops[position].op)
    {
    case FL_SCALAR_CONSTANT:
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_CHECK_BOUNDS:
    case FL_SCALAR_DEVICE_ASSERT:
    case FL_SCALAR_REDUCTION:
    case FL_SCALAR_SCAN:
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION:
      return FALSE;
    default:
      return leaf->n_uses[position] > 1;
    }
}

static void
build_ops (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts, gboolean is_after)
{
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];
  Site site = { .builder = builder, .leaf = leaf, .block = block, .values = leaf->values, .stmts = stmts };

  for (guint i = 0; i < block->n_ops && !builder->unsupported; i++)
    {
      if ((leaf->is_after[i] && block->ops[i].op != FL_SCALAR_REDUCTION) != is_after || (is_after && leaf->values[i]))
        continue;
      if (is_after && block->ops[i].op == FL_SCALAR_REDUCTION)
        continue;
      leaf->values[i] = build_named_op (&site, i);
      if (leaf->values[i] && is_worth_a_name (leaf, i) && !builder->unsupported)
        add_let (&site, &block->ops[i], leaf->values[i]);
    }
}

void
fl_loop_leaf_build_inside (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts)
{
  build_ops (builder, leaf, stmts, FALSE);
}

void
fl_loop_leaf_build_after (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts)
{
  build_ops (builder, leaf, stmts, TRUE);
}
