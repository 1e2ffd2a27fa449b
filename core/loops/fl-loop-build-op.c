/* From a nest to a loop program, third part: the operations of a leaf, one by one. */
#include "fl-loop-build-private.h"

#include "fl-intern.h"

/* --- operations ------------------------------------------------------------------------------- */

static FlLoopValue
make_value (const FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopValue value
      = { .op = op->op, .dtype = op->dtype, .src_dtype = op->src_dtype, .n_args = op->n_args, .name = op->name };

  for (guint i = 0; i < op->n_args && i < 4; i++)
    value.args[i] = site->values[op->args[i]];
  return value;
}

static FlValueId
build_load (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlBuffer *buffer = fl_lowered_find_buffer (builder->nest->schedule->lowered, op->buffer);
  FlLoopValue value = make_value (site, op);
  FlValueId id;

  value.index = fl_loop_site_get_index (site, op->index);
  value.home = fl_loop_site_find_home (site, buffer, &value.index);
  if (!value.home)
    {
      id = GPOINTER_TO_UINT (g_hash_table_lookup (builder->registers, buffer));
      if (!id)
        fl_loop_builder_fail (builder, "a register is read before it is written");
      return id;
    }
  value.epoch = *fl_loop_builder_get_epoch (builder, value.home);
  id = fl_loop_add_value (builder->kernel, &value);
  if (site->stmts && fl_loop_get_home (builder->kernel, value.home)->is_written)
    fl_loop_site_add_let (site, op, id);
  return id;
}

static void
build_store (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlBuffer *buffer = fl_lowered_find_buffer (builder->nest->schedule->lowered, op->buffer);
  FlLoopStmt stmt = { .kind = FL_STMT_STORE,
                      .value = site->values[op->args[0]],
                      .index = fl_loop_site_get_index (site, op->index) };
  FlDtype dtype = buffer->layout.dtype;

  stmt.home = fl_loop_site_find_home (site, buffer, &stmt.index);
  if (!stmt.home)
    {
      const FlDtype from = fl_loop_get_value (builder->kernel, stmt.value)->dtype;

      /* A register holds a float as it was computed; other types become what the buffer holds. */
      if (from != dtype && !(fl_dtype_is_float (dtype) && fl_dtype_is_float (from)))
        {
          const FlLoopValue converted = { .op = FL_SCALAR_TO_DTYPE,
                                          .dtype = dtype,
                                          .src_dtype = from,
                                          .n_args = 1,
                                          .args = { stmt.value },
                                          .name = op->name };

          stmt.value = fl_loop_add_value (builder->kernel, &converted);
        }
      g_hash_table_insert (builder->registers, (gpointer) buffer, GUINT_TO_POINTER (stmt.value));
      /* The total of a reduction stays where it is. */
      if (fl_loop_get_value (builder->kernel, stmt.value)->op != FL_SCALAR_GETITEM || !site->leaf->leaf->is_reduction)
        fl_loop_site_add_let (site, op, stmt.value);
      return;
    }
  stmt.mode = op->mode == FL_STORE_ATOMIC_ADD ? FL_LOOP_STORE_ATOMIC_ADD : FL_LOOP_STORE_PLAIN;
  fl_loop_site_add_stmt (site, op, stmt);
  (*fl_loop_builder_get_epoch (builder, stmt.home))++;
}

/* An index that is read from memory: a value with a symbol of its own, since every body counts its symbols from 0. */
static FlValueId
build_indirect (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  FlLoopValue value = make_value (site, op);
  const FlSym *symbol = fl_sym_indirect (fl_loop_kernel_get_symbols (builder->kernel),
                                         fl_intern_printf ("at%u", builder->n_indirect++));

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
build_check (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopKernel *kernel = site->builder->kernel;
  const FlSym *index = fl_loop_site_get_index (site, op->index), *bound = fl_loop_site_get_index (site, op->bound);
  FlLoopValue condition = { .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_BOOL, .name = op->name };
  const FlSym *zero = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);

  if (!op->check_lower && !op->check_upper)
    return;
  condition.index = fl_sym_mul (fl_sym_rel (FL_SYM_GE, index, zero), fl_sym_rel (FL_SYM_LT, index, bound));
  fl_loop_site_add_stmt (site, op,
                         (FlLoopStmt) { .kind = FL_STMT_ASSERT,
                                        .condition = fl_loop_add_value (kernel, &condition),
                                        .message = "index out of bounds" });
}

static FlValueId
read_accumulator (FlLoopSite *site, const FlBodyOp *op, guint component)
{
  FlLoopKernel *kernel = site->builder->kernel;
  FlLoopValue value = { .op = FL_SCALAR_GETITEM,
                        .dtype = op->dtype,
                        .home = site->leaf->accumulator,
                        .component = component,
                        .name = fl_loop_get_home (kernel, site->leaf->accumulator)->name };

  value.epoch = *fl_loop_builder_get_epoch (site->builder, value.home);
  return fl_loop_add_value (kernel, &value);
}

static FlValueId
add_op (FlLoopSite *site, const FlBodyOp *op, FlScalar scalar, FlDtype dtype, FlValueId a, FlValueId b, FlValueId c)
{
  const FlLoopValue value = { .op = scalar,
                              .dtype = dtype,
                              .n_args = c   ? 3
                                        : b ? 2
                                            : 1,
                              .args = { a, b, c },
                              .name = op->name };

  return fl_loop_add_value (site->builder->kernel, &value);
}

/* An accumulator of several components as a scan reads it: the logarithm of a sum of exponentials is kept as their
 * largest one and what they are of it; the place of an extreme as its negative, so that the last of equals counts. */
static FlValueId
read_scan (FlLoopSite *site, const FlBodyOp *op, const FlBodyOp *scan)
{
  const FlReductionType combiner = fl_loop_get_home (site->builder->kernel, site->leaf->accumulator)->combiner;
  FlBodyOp part = *op;
  FlValueId first, second;

  if (fl_reduction_is_arg (combiner) && op->output == 0)
    part.dtype = fl_loop_get_home (site->builder->kernel, site->leaf->accumulator)->source_dtype;
  if (fl_reduction_is_arg (combiner) && op->output > 0)
    part.dtype = FL_DTYPE_I64;
  first = read_accumulator (site, &part, op->output);
  if (fl_reduction_is_arg (combiner) && op->output > 0)
    return add_op (site, op, FL_SCALAR_NEG, FL_DTYPE_I64, first, 0, 0);
  if (combiner != FL_REDUCTION_ONLINE_SOFTMAX || scan != op)
    return first;
  second = add_op (site, op, FL_SCALAR_LOG, op->dtype, read_accumulator (site, op, 1), 0, 0);
  return add_op (site, op, FL_SCALAR_WHERE, op->dtype, add_op (site, op, FL_SCALAR_ISINF, FL_DTYPE_BOOL, first, 0, 0),
                 first, add_op (site, op, FL_SCALAR_ADD, op->dtype, first, second, 0));
}

static FlValueId
build_accumulate (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopKernel *kernel = site->builder->kernel;
  FlLoopStmt stmt = { .kind = FL_STMT_ACCUMULATE, .value = site->values[op->args[0]], .home = site->leaf->accumulator };
  FlValueId id;

  for (guint i = 1; i < op->n_args && i < 3; i++)
    stmt.more[i - 1] = op->op == FL_SCALAR_SCAN
                           ? add_op (site, op, FL_SCALAR_NEG, FL_DTYPE_I64, site->values[op->args[i]], 0, 0)
                           : site->values[op->args[i]];
  if (op->op == FL_SCALAR_REDUCTION && fl_reduction_is_arg (op->reduction) && op->n_args < 2)
    {
      const FlLoopValue position = {
        .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_I64, .index = site->leaf->leaf->reduction_index, .name = "place"
      };

      stmt.more[0] = fl_loop_add_value (kernel, &position);
    }
  fl_loop_site_add_stmt (site, op, stmt);
  (*fl_loop_builder_get_epoch (site->builder, stmt.home))++;
  id = op->op == FL_SCALAR_SCAN ? read_scan (site, op, op) : read_accumulator (site, op, 0);
  if (op->op == FL_SCALAR_SCAN)
    fl_loop_site_add_let (site, op, id);
  return id;
}

static FlValueId build_named_op (FlLoopSite *site, guint32 position);

static FlValueId
build_masked (FlLoopSite *site, const FlBodyOp *op)
{
  const FlBodyBlock *block = &site->leaf->leaf->body->blocks[op->block];
  g_autofree FlValueId *values = g_new0 (FlValueId, block->n_ops + 1);
  FlLoopSite inner = { .builder = site->builder, .leaf = site->leaf, .block = block, .values = values };
  FlLoopValue value = { .op = FL_SCALAR_MASKED,
                        .dtype = op->dtype,
                        .n_args = 2,
                        .name = op->name,
                        .bits = fl_loop_get_bits (op->dtype, op->number, op->integer) };

  for (guint i = 0; i < block->n_ops && !site->builder->unsupported; i++)
    values[i] = build_named_op (&inner, i);
  value.args[0] = site->values[op->args[0]];
  value.args[1] = values[block->result];
  return site->builder->unsupported ? 0 : fl_loop_add_value (site->builder->kernel, &value);
}

static FlValueId
build_op (FlLoopSite *site, guint32 position)
{
  const FlBodyOp *op = &site->block->ops[position];
  FlLoopValue value = make_value (site, op);

  switch (op->op)
    {
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED: return build_load (site, op);
    case FL_SCALAR_MASKED: return build_masked (site, op);
    case FL_SCALAR_SET_INDIRECT: return build_indirect (site, op);
    case FL_SCALAR_CHECK_BOUNDS: build_check (site, op); return 0;
    case FL_SCALAR_DEVICE_ASSERT:
      fl_loop_site_add_stmt (site, op,
                             (FlLoopStmt) {
                                 .kind = FL_STMT_ASSERT, .condition = value.args[0], .message = op->message });
      return value.args[0];
    case FL_SCALAR_REDUCTION:
    case FL_SCALAR_SCAN: return build_accumulate (site, op);
    case FL_SCALAR_GETITEM:
      return site->block->ops[op->args[0]].op == FL_SCALAR_REDUCTION ? read_accumulator (site, op, op->output)
             : site->block->ops[op->args[0]].n_args > 1 && site->block->ops[op->args[0]].op == FL_SCALAR_SCAN
                 ? read_scan (site, op, &site->block->ops[op->args[0]])
                 : value.args[0];
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION: build_store (site, op); return 0;
    case FL_SCALAR_SORT: fl_loop_builder_fail (site->builder, "sorting inside a kernel"); return 0;
    case FL_SCALAR_CONSTANT: value.bits = fl_loop_get_bits (op->dtype, op->number, op->integer); break;
    case FL_SCALAR_INDEX_EXPR: value.index = fl_loop_site_get_index (site, op->index); break;
    default: break;
    }
  return fl_loop_add_value (site->builder->kernel, &value);
}

static FlValueId
build_named_op (FlLoopSite *site, guint32 position)
{
  const FlValueId value = build_op (site, position);

  if (value)
    fl_loop_set_value_origins (site->builder->kernel, value,
                               fl_loop_site_make_origins (site, &site->block->ops[position]));
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
    case FL_SCALAR_STORE_REDUCTION: return FALSE;
    default: return leaf->n_uses[position] > 1;
    }
}

static void
build_ops (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts, gboolean is_after)
{
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];
  FlLoopSite site = { .builder = builder, .leaf = leaf, .block = block, .values = leaf->values, .stmts = stmts };

  for (guint i = 0; i < block->n_ops && !builder->unsupported; i++)
    {
      if ((leaf->is_after[i] && block->ops[i].op != FL_SCALAR_REDUCTION) != is_after || (is_after && leaf->values[i]))
        continue;
      if (is_after && block->ops[i].op == FL_SCALAR_REDUCTION)
        continue;
      leaf->values[i] = build_named_op (&site, i);
      if (leaf->values[i] && is_worth_a_name (leaf, i) && !builder->unsupported)
        fl_loop_site_add_let (&site, &block->ops[i], leaf->values[i]);
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
