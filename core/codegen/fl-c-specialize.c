/* One leaf in one range of a loop: conditions on the variable become constants, masked bodies go or lose their mask,
 * indices lose what does nothing. In: a leaf and bounds of one variable.  Out: a leaf of its own over the same
 * variables.  Keeps: what is stored. */
#include "fl-c-ranges.h"

#include "fl-intern.h"

typedef struct
{
  guint32 position; /* in the new block */
  const FlSym *sym; /* its value over loop variables; NULL: not known */
  int truth;        /* 1 or 0; -1: not known */
} Value;

typedef struct
{
  FlCSpecial *special;
  const FlNestLeaf *leaf;
  GArray *indices;       /* const FlSym * */
  GArray *blocks;        /* FlBodyBlock; the first is the root's, filled last */
  GHashTable *indirect;  /* FlSym -> the index that it is */
  gboolean *is_relevant; /* of the root's operations: does a cut pay that decides them? */
} Maker;

static const FlSym *
settle_index (Maker *maker, const FlSym *index)
{
  FlCSpecial asked = *maker->special;
  GHashTableIter iter;
  gpointer symbol, value;

  if (asked.only_masks)
    asked.cuts = NULL;
  g_hash_table_iter_init (&iter, maker->indirect);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    if (fl_sym_contains (index, symbol))
      {
        const FlSym *symbols[] = { symbol }, *values[] = { value };

        index = fl_sym_substitute (index, symbols, values, 1);
      }
  return fl_loop_range_settle (&asked.range->bounds, index, asked.cuts);
}

static gint32
add_index (Maker *maker, const FlSym *index)
{
  g_array_append_val (maker->indices, index);
  return maker->indices->len - 1;
}

/* --- operations ------------------------------------------------------------------------------- */

static gboolean
is_integer (FlDtype dtype)
{
  return dtype == FL_DTYPE_I64 || dtype == FL_DTYPE_I32;
}

/* Numbers of 32 bits wrap around; only such are followed as are sure not to. */
static gboolean
fits (FlDtype dtype, const FlSym *sym)
{
  gint64 low, high;

  if (dtype == FL_DTYPE_I64)
    return TRUE;
  fl_sym_get_range (sym, &low, &high);
  return dtype == FL_DTYPE_I32 && low >= G_MININT32 && high <= G_MAXINT32;
}

static Value
add_op (GArray *ops, const FlBodyOp *op)
{
  g_array_append_vals (ops, op, 1);
  return (Value) { .position = ops->len - 1, .truth = -1 };
}

static Value
add_constant (GArray *ops, const FlBodyOp *like, FlDtype dtype, double number, gint64 integer)
{
  FlBodyOp op = { .op = FL_SCALAR_CONSTANT,
                  .dtype = dtype,
                  .src_dtype = dtype,
                  .index = -1,
                  .number = number,
                  .integer = integer,
                  .block = -1,
                  .bound = -1,
                  .origin = like->origin,
                  .name = like->name };

  return add_op (ops, &op);
}

static Value
add_truth (GArray *ops, const FlBodyOp *like, int truth)
{
  Value value = add_constant (ops, like, FL_DTYPE_BOOL, truth, truth);

  value.truth = truth;
  return value;
}

/* A number that is known as an expression is one, whatever operations made it. */
static Value
add_number (Maker *maker, GArray *ops, const FlBodyOp *like, const FlSym *sym)
{
  FlBodyOp op = *like;
  gint64 constant;
  Value value;

  if (fl_sym_is_int (sym, &constant))
    value = add_constant (ops, like, like->dtype, constant, constant);
  else
    {
      op.op = FL_SCALAR_INDEX_EXPR;
      op.n_args = 0;
      op.index = add_index (maker, sym);
      value = add_op (ops, &op);
    }
  value.sym = sym;
  return value;
}

static const FlSym *
compute_number (Maker *maker, const FlBodyOp *op, const Value *args, gboolean is_relevant)
{
  FlCSpecial quiet = *maker->special, *special = is_relevant ? maker->special : &quiet;
  const FlSym *a = op->n_args > 0 ? args[0].sym : NULL, *b = op->n_args > 1 ? args[1].sym : NULL;
  int known;

  quiet.cuts = NULL;
  if (!is_integer (op->dtype))
    return NULL;
  switch (op->op)
    {
    case FL_SCALAR_CONSTANT: return fl_sym_int (fl_sym_get_table (special->loop->size), op->integer);
    case FL_SCALAR_INDEX_EXPR: return settle_index (maker, maker->leaf->indices[op->index]);
    case FL_SCALAR_TO_DTYPE: return a;
    case FL_SCALAR_ADD: return a && b ? fl_sym_add (a, b) : NULL;
    case FL_SCALAR_SUB: return a && b ? fl_sym_sub (a, b) : NULL;
    case FL_SCALAR_MUL:
      return a && b && (fl_sym_is_int (a, NULL) || fl_sym_is_int (b, NULL)) ? fl_sym_mul (a, b) : NULL;
    case FL_SCALAR_NEG: return a ? fl_sym_neg (a) : NULL;
    case FL_SCALAR_ABS:
      known = a ? fl_loop_range_decide (&special->range->bounds, a, special->cuts) : -1;
      return known < 0 ? NULL : known ? a : fl_sym_neg (a);
    case FL_SCALAR_MAXIMUM:
    case FL_SCALAR_MINIMUM:
      known = a && b ? fl_loop_range_decide (&special->range->bounds, fl_sym_sub (a, b), special->cuts) : -1;
      return known < 0 ? NULL : (known == 1) == (op->op == FL_SCALAR_MAXIMUM) ? a : b;
    default: return NULL;
    }
}

/* The integer that an operation makes of others that are known. */
static const FlSym *
find_number (Maker *maker, const FlBodyOp *op, const Value *args, gboolean is_relevant)
{
  const FlSym *number = compute_number (maker, op, args, is_relevant);

  return number && !fl_sym_contains_kind (number, FL_SYM_OPAQUE) && fits (op->dtype, number) ? number : NULL;
}

/* What an operation on truth values is when one or both of them are known. *same: it is that argument. */
static int
find_truth (FlCSpecial *special, const FlBodyOp *op, const Value *args, int *same)
{
  static const FlSymRelation relations[FL_N_SCALARS]
      = { [FL_SCALAR_GE] = FL_SYM_GE, [FL_SCALAR_GT] = FL_SYM_GT, [FL_SCALAR_LE] = FL_SYM_LE,
          [FL_SCALAR_LT] = FL_SYM_LT, [FL_SCALAR_EQ] = FL_SYM_EQ, [FL_SCALAR_NE] = FL_SYM_NE };
  int a = op->n_args > 0 ? args[0].truth : -1, b = op->n_args > 1 ? args[1].truth : -1;

  *same = -1;
  switch ((int) op->op)
    {
    case FL_SCALAR_GE:
    case FL_SCALAR_GT:
    case FL_SCALAR_LE:
    case FL_SCALAR_LT:
    case FL_SCALAR_EQ:
    case FL_SCALAR_NE:
      return args[0].sym && args[1].sym ? fl_loop_range_decide_relation (&special->range->bounds, relations[op->op],
                                                                         args[0].sym, args[1].sym, special->cuts)
                                        : -1;
    case FL_SCALAR_LOGICAL_NOT: return a < 0 ? -1 : !a;
    case FL_SCALAR_AND:
    case FL_SCALAR_LOGICAL_AND:
    case FL_SCALAR_BITWISE_AND:
      if (op->dtype != FL_DTYPE_BOOL || a == 0 || b == 0)
        return op->dtype == FL_DTYPE_BOOL ? 0 : -1;
      *same = a == 1 ? 1 : b == 1 ? 0 : -1;
      return a == 1 && b == 1 ? 1 : -1;
    case FL_SCALAR_LOGICAL_OR:
    case FL_SCALAR_BITWISE_OR:
      if (op->dtype != FL_DTYPE_BOOL || a == 1 || b == 1)
        return op->dtype == FL_DTYPE_BOOL ? 1 : -1;
      *same = a == 0 ? 1 : b == 0 ? 0 : -1;
      return a == 0 && b == 0 ? 0 : -1;
    default: return -1;
    }
}

/* --- what is left over ------------------------------------------------------------------------ */

static gboolean
has_effect (const FlBodyOp *op)
{
  return op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION || op->op == FL_SCALAR_REDUCTION
         || op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_SORT || op->op == FL_SCALAR_SET_INDIRECT
         || op->op == FL_SCALAR_DEVICE_ASSERT
         || (op->op == FL_SCALAR_CHECK_BOUNDS && (op->check_lower || op->check_upper));
}

/* Without the operations that nobody needs. */
static void
drop_unused (GArray *ops, guint32 *result)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, ops->len + 1);
  g_autofree guint32 *places = g_new0 (guint32, ops->len + 1);
  guint n = 0;

  for (guint i = ops->len; i-- > 0;)
    {
      const FlBodyOp *op = &g_array_index (ops, FlBodyOp, i);

      is_used[i] |= has_effect (op) || (result && *result == i);
      for (guint a = 0; is_used[i] && a < op->n_args; a++)
        is_used[op->args[a]] = TRUE;
    }
  for (guint i = 0; i < ops->len; i++)
    if (is_used[i])
      {
        FlBodyOp op = g_array_index (ops, FlBodyOp, i);

        for (guint a = 0; a < op.n_args; a++)
          op.args[a] = places[op.args[a]];
        places[i] = n;
        g_array_index (ops, FlBodyOp, n++) = op;
      }
  if (result)
    *result = places[*result];
  g_array_set_size (ops, n);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static Value copy_block (Maker *maker, guint position, GArray *ops, gboolean is_relevant);

/* The variable of an index that turns out to be known is replaced by it. */
static gboolean
settle_indirect (Maker *maker, const FlBodyOp *op, const Value *value, gboolean is_relevant)
{
  FlCSpecial quiet = *maker->special, *special = is_relevant ? maker->special : &quiet;
  const FlSym *index = value->sym;
  int is_positive;

  quiet.cuts = NULL;
  if (!index)
    return FALSE;
  is_positive = fl_loop_range_decide (&special->range->bounds, index, special->cuts);
  if (is_positive == 0 && op->indirect_wrap)
    {
      index = fl_sym_add (index, op->indirect_size);
      is_positive = fl_loop_range_decide (&special->range->bounds, index, NULL);
    }
  if (is_positive != 1
      || fl_loop_range_decide (&special->range->bounds, fl_sym_add_int (fl_sym_sub (op->indirect_size, index), -1),
                               NULL)
             != 1)
    return FALSE;
  g_hash_table_insert (maker->indirect, (gpointer) op->indirect_symbol, (gpointer) index);
  return TRUE;
}

static Value
copy_masked (Maker *maker, const FlBodyOp *op, const Value *args, GArray *ops, gboolean is_relevant)
{
  const FlBodyBlock *from = &maker->leaf->body->blocks[op->block];
  FlBodyBlock block = { .name = from->name };
  FlBodyOp copy = *op;
  Value value;

  if (args[0].truth == 0)
    return add_constant (ops, op, op->dtype, op->number, op->integer);
  if (args[0].truth == 1 && from->ops[from->result].dtype == op->dtype)
    return copy_block (maker, op->block, ops, is_relevant);
  {
    g_autoptr (GArray) inner = g_array_new (FALSE, TRUE, sizeof (FlBodyOp));

    value = copy_block (maker, op->block, inner, is_relevant);
    block.result = value.position;
    drop_unused (inner, &block.result);
    block.n_ops = inner->len;
    block.ops = fl_arena_memdup (maker->special->arena, inner->data, inner->len * sizeof (FlBodyOp));
  }
  g_array_append_val (maker->blocks, block);
  copy.block = maker->blocks->len - 1;
  for (guint i = 0; i < op->n_args; i++)
    copy.args[i] = args[i].position;
  return add_op (ops, &copy);
}

/* What is sure to hold need not be checked. */
static void
settle_check (Maker *maker, FlBodyOp *copy, const FlBodyOp *op)
{
  const FlSym *index = g_array_index (maker->indices, const FlSym *, copy->index);
  const FlSym *bound = settle_index (maker, maker->leaf->indices[op->bound]);

  copy->bound = add_index (maker, bound);
  copy->check_lower &= fl_loop_range_decide (&maker->special->range->bounds, index, NULL) != 1;
  copy->check_upper
      &= fl_loop_range_decide (&maker->special->range->bounds, fl_sym_add_int (fl_sym_sub (bound, index), -1), NULL)
         != 1;
}

static Value
copy_op (Maker *maker, const FlBodyOp *op, const Value *args, GArray *ops, gboolean is_relevant)
{
  FlCSpecial quiet = *maker->special;
  FlBodyOp copy = *op;
  const FlSym *number;
  int truth, same;

  quiet.cuts = NULL;
  if (op->op == FL_SCALAR_MASKED)
    return copy_masked (maker, op, args, ops, is_relevant);
  if (op->op == FL_SCALAR_SET_INDIRECT && settle_indirect (maker, op, &args[0], is_relevant))
    return args[0];
  number = find_number (maker, op, args, is_relevant);
  if (number)
    return add_number (maker, ops, op, number);
  truth = find_truth (is_relevant ? maker->special : &quiet, op, args, &same);
  if (truth >= 0)
    return add_truth (ops, op, truth);
  if (same >= 0)
    return args[same];
  if (op->op == FL_SCALAR_WHERE && args[0].truth >= 0)
    {
      guint chosen = args[0].truth ? 1 : 2;

      if (g_array_index (ops, FlBodyOp, args[chosen].position).dtype == op->dtype)
        return args[chosen];
    }
  if (op->index >= 0)
    copy.index = add_index (maker, settle_index (maker, maker->leaf->indices[op->index]));
  if (op->bound >= 0)
    settle_check (maker, &copy, op);
  for (guint i = 0; i < op->n_args; i++)
    copy.args[i] = args[i].position;
  return add_op (ops, &copy);
}

/* The operations of a block, appended to ops; its result. */
static Value
copy_block (Maker *maker, guint position, GArray *ops, gboolean is_relevant)
{
  const FlBodyBlock *block = &maker->leaf->body->blocks[position];
  g_autofree Value *values = g_new0 (Value, block->n_ops + 1);

  for (guint i = 0; i < block->n_ops; i++)
    {
      Value args[4] = { { 0 } };

      for (guint a = 0; a < block->ops[i].n_args; a++)
        args[a] = values[block->ops[i].args[a]];
      values[i] = copy_op (maker, &block->ops[i], args, ops, position == 0 ? maker->is_relevant[i] : is_relevant);
    }
  return values[block->result];
}

/* --- the leaf --------------------------------------------------------------------------------- */

/* Masks, indices read from numbers, and what these are made of; of all operations unless only masks count. */
static void
find_relevant (const FlCSpecial *special, gboolean *is_relevant)
{
  const FlBodyBlock *block = &special->leaf->body->blocks[0];

  for (guint i = block->n_ops; i-- > 0;)
    {
      const FlBodyOp *op = &block->ops[i];

      is_relevant[i] |= !special->only_masks;
      for (guint a = 0; a < op->n_args; a++)
        is_relevant[op->args[a]] |= is_relevant[i] || op->op == FL_SCALAR_MASKED;
    }
}

FlNestLeaf *
fl_c_specialize (FlCSpecial *special)
{
  const FlNestLeaf *leaf = special->leaf;
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (gpointer)),
                     ops = g_array_new (FALSE, TRUE, sizeof (FlBodyOp)),
                     blocks = g_array_new (FALSE, TRUE, sizeof (FlBodyBlock));
  g_autoptr (GHashTable) indirect = g_hash_table_new (NULL, NULL);
  g_autofree gboolean *is_relevant = g_new0 (gboolean, leaf->body->blocks[0].n_ops + 1);
  Maker maker = { .special = special,
                  .leaf = leaf,
                  .indices = indices,
                  .blocks = blocks,
                  .indirect = indirect,
                  .is_relevant = is_relevant };
  FlLoopBody *body = fl_arena_memdup (special->arena, leaf->body, sizeof *body);
  FlNestLeaf *copy = fl_arena_memdup (special->arena, leaf, sizeof *copy);

  g_array_append_vals (blocks, &leaf->body->blocks[0], 1);
  find_relevant (special, is_relevant);
  copy_block (&maker, 0, ops, TRUE);
  drop_unused (ops, NULL);
  g_array_index (blocks, FlBodyBlock, 0).n_ops = ops->len;
  g_array_index (blocks, FlBodyBlock, 0).result = 0;
  g_array_index (blocks, FlBodyBlock, 0).ops
      = fl_arena_memdup (special->arena, ops->data, ops->len * sizeof (FlBodyOp));
  body->n_blocks = blocks->len;
  body->blocks = fl_arena_memdup (special->arena, blocks->data, blocks->len * sizeof (FlBodyBlock));
  body->n_indices = indices->len;
  body->indices = fl_arena_memdup (special->arena, indices->data, indices->len * sizeof (gpointer));
  copy->body = body;
  copy->indices = body->indices;
  return copy;
}
