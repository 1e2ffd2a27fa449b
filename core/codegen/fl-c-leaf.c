/* The operations of one leaf as C statements: one constant an operation, in the block that its loops allow.
 *
 * Equal expressions within reach are written once, across leaves too; a value that was just stored is not loaded again.
 * What does not depend on the inner loops is written outside of them. */
#include "fl-c-idiom.h"
#include "fl-c-leaf-private.h"
#include "fl-c-small.h"

#include "fl-intern.h"

/* --- levels ----------------------------------------------------------------------------------- */

typedef struct
{
  const FlNestLeaf *leaf;
  GHashTable *levels; /* indirect FlSym -> level + 1 */
} Leveller;

static guint
get_index_level (const Leveller *leveller, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  guint level = 0;

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = g_ptr_array_index (symbols, i);
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (leveller->levels, symbol));

      if (known)
        level = MAX (level, known - 1);
      for (guint v = 0; v < leveller->leaf->n_loops; v++)
        if (leveller->leaf->vars[v] == symbol)
          level = MAX (level, v + 1);
    }
  return level;
}

static guint
find_block_level (Leveller *leveller, guint position, FlCOpState *states)
{
  const FlBodyBlock *block = &leveller->leaf->body->blocks[position];
  g_autofree guint *levels = g_new0 (guint, block->n_ops + 1);
  guint highest = 0;

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      for (guint a = 0; a < op->n_args; a++)
        {
          levels[i] = MAX (levels[i], levels[op->args[a]]);
          if (states)
            states[i].is_after |= states[op->args[a]].is_after;
        }
      if (op->index >= 0)
        levels[i] = MAX (levels[i], get_index_level (leveller, leveller->leaf->indices[op->index]));
      if (op->bound >= 0)
        levels[i] = MAX (levels[i], get_index_level (leveller, leveller->leaf->indices[op->bound]));
      if (op->block >= 0)
        levels[i] = MAX (levels[i], find_block_level (leveller, op->block, NULL));
      if (op->op == FL_SCALAR_SET_INDIRECT)
        g_hash_table_insert (leveller->levels, (gpointer) op->indirect_symbol, GUINT_TO_POINTER (levels[i] + 1));
      if (op->op == FL_SCALAR_REDUCTION && states)
        states[i].is_after = TRUE;
      if (op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_REDUCTION || op->op == FL_SCALAR_STORE)
        levels[i] = leveller->leaf->n_loops;
      if (states)
        states[i].level = levels[i];
      highest = MAX (highest, levels[i]);
    }
  return highest;
}

void
fl_c_leaf_init (FlCWriter *writer, FlCLeaf *state, const FlNestLeaf *leaf)
{
  g_autoptr (GHashTable) levels = g_hash_table_new (NULL, NULL);
  Leveller leveller = { .leaf = leaf, .levels = levels };

  state->leaf = leaf;
  state->ops = g_new0 (FlCOpState, leaf->body->blocks[0].n_ops + 1);
  state->indirect = g_hash_table_new (NULL, NULL);
  find_block_level (&leveller, 0, state->ops);
  fl_c_idiom_find (state);
  fl_c_small_find (writer, state);
}

void
fl_c_leaf_clear (FlCLeaf *state)
{
  g_free (state->ops);
  g_hash_table_unref (state->indirect);
}
/* --- tiles ------------------------------------------------------------------------------------ */

static const FlSym *
get_begin (const FlNestLoop *loop)
{
  return fl_sym_var (fl_sym_get_table (loop->size), fl_intern_printf ("i%u_begin", loop->depth), loop->size);
}

void
fl_c_leaf_write_tiles (FlCWriter *writer, FlCLeaf *state)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlBodyBlock *block = &leaf->body->blocks[0];
  const FlNestLoop *row = writer->tile_row, *column = writer->vector;
  const FlSym *vars[] = { row->var, column->var }, *begins[] = { get_begin (row), get_begin (column) };

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlCPlace *place;
      g_autofree char *text = NULL, *element = NULL, *first = NULL, *step = NULL;
      const FlSym *index;
      const char *name;
      gboolean is_half;

      if (op->op != FL_SCALAR_LOAD || !fl_c_vector_is_across (writer, leaf, op))
        continue;
      index = leaf->indices[op->index];
      place = g_hash_table_lookup (writer->places, op->buffer);
      text = fl_c_dup_sym (writer, state, index);
      element = g_strdup_printf ("%s[%s]", place->name, text);
      if (g_hash_table_contains (writer->tiles, element))
        continue;
      name = fl_c_make_name (writer, fl_intern_printf ("%s_tile", place->name));
      first = fl_c_dup_sym (writer, state, fl_sym_substitute (index, vars, begins, 2));
      step = fl_c_dup_sym (writer, state, fl_sym_get_stride (index, column->var, leaf->vars, leaf->n_loops));
      is_half
          = fl_dtype_get_size_bytes (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype)
            == 2;
      fl_c_line (writer, "_Alignas (64) %s %s[%d * %d];", is_half ? "uint16_t" : "float", name, FL_NEST_TILE,
                 FL_C_TILE);
      fl_c_op_line (writer, state, op, "fl_transpose_%s (%s, %s + %s, %s, i%u_end - i%u_begin, i%u_end - i%u_begin);",
                    is_half ? "16" : "f32", name, place->name, first, step, column->depth, column->depth, row->depth,
                    row->depth);
      g_hash_table_insert (writer->tiles, g_steal_pointer (&element), (gpointer) name);
    }
}

/* --- the root block --------------------------------------------------------------------------- */

static gboolean
is_written (const FlCWriter *writer, const FlCOpState *op)
{
  return op->serial && op->frame < writer->frames->len
         && g_array_index (writer->frames, FlCFrame, op->frame).serial == op->serial;
}

static void
write_root_op (FlCWriter *writer, FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  g_autofree FlCValue *values = g_new0 (FlCValue, block->n_ops + 1);
  FlCSite site = { .writer = writer, .state = state, .block = block, .values = values };

  for (guint i = 0; i < block->ops[position].n_args; i++)
    values[block->ops[position].args[i]] = state->ops[block->ops[position].args[i]].value;
  if (state->ops[position].idiom != FL_C_IDIOM_NONE)
    values[state->ops[position].idiom_arg] = state->ops[state->ops[position].idiom_arg].value;
  fl_c_site_write_op (&site, position);
  state->ops[position].value = values[position];
  state->ops[position].frame = writer->frames->len - 1;
  state->ops[position].serial = g_array_index (writer->frames, FlCFrame, writer->frames->len - 1).serial;
}

static gboolean
reads_written (const FlCWriter *writer, const FlNestLeaf *leaf, guint position, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &leaf->body->blocks[position];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlBuffer *buffer
          = op->op == FL_SCALAR_LOAD ? fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer) : NULL;

      if (op->block >= 0 && reads_written (writer, leaf, op->block, loop))
        return TRUE;
      for (guint l = 0; buffer && l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          if (fl_buffer_get_base (loop->leaves[l]->node->outputs[k]->buffer) == fl_buffer_get_base (buffer))
            return TRUE;
    }
  return FALSE;
}

static gboolean
can_hoist (const FlCWriter *writer, const FlCLeaf *state, guint position, guint level, const FlNestLoop *loop)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];

  if (state->ops[position].is_after || state->ops[position].level > level || op->op == FL_SCALAR_STORE
      || op->op == FL_SCALAR_STORE_REDUCTION || op->op == FL_SCALAR_CONSTANT)
    return FALSE;
  for (guint i = 0; i < op->n_args; i++)
    if (!is_written (writer, &state->ops[op->args[i]])
        && state->leaf->body->blocks[0].ops[op->args[i]].op != FL_SCALAR_CONSTANT)
      return FALSE;
  if (op->op == FL_SCALAR_LOAD)
    {
      const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);

      for (guint l = 0; l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          if (fl_buffer_get_base (loop->leaves[l]->node->outputs[k]->buffer) == fl_buffer_get_base (buffer))
            return FALSE;
    }
  return op->block < 0 || !reads_written (writer, state->leaf, op->block, loop);
}

/* Reciprocals of divisors that stay the same in the loop, when it is the innermost one of the leaf.
 * That of a subnormal number may be infinite, where a quotient is not: both are scaled by the same
 * power of two, which rounds nothing. */
static void
hoist_reciprocals (FlCWriter *writer, FlCLeaf *state, guint level)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops && level + 1 == state->leaf->n_loops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlCOpState *divisor;
      g_autofree char *text = NULL;
      FlCValue inverse = { .dtype = FL_DTYPE_F32 }, scale = { .dtype = FL_DTYPE_F32 };

      if (op->op != FL_SCALAR_TRUEDIV || state->ops[i].is_after || state->ops[i].level <= level
          || op->dtype == FL_DTYPE_F64)
        continue;
      divisor = &state->ops[op->args[1]];
      if (!is_written (writer, divisor) || block->ops[op->args[1]].op == FL_SCALAR_CONSTANT
          || fl_c_get_compute_type (divisor->value.dtype) != fl_c_get_compute_type (FL_DTYPE_F32))
        continue;
      text = g_strdup_printf ("1.0f / %s", divisor->value.text);
      if (fl_c_find_value (writer, text))
        continue;
      scale.text = fl_c_make_name (writer, "scale");
      inverse.text = fl_c_make_name (writer, "inverse");
      fl_c_op_line (writer, state, op, "const float %s = %s > -0x1p-126f && %s < 0x1p-126f ? 0x1p24f : 1.0f;",
                    scale.text, divisor->value.text, divisor->value.text);
      fl_c_op_line (writer, state, op, "const float %s = 1.0f / (%s * %s);", inverse.text, divisor->value.text,
                    scale.text);
      fl_c_remember (writer, text, inverse);
      g_free (text);
      text = g_strdup_printf ("scale of %s", divisor->value.text);
      fl_c_remember (writer, text, scale);
    }
}

void
fl_c_leaf_hoist (FlCWriter *writer, FlCLeaf *state, guint level, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      if (is_written (writer, &state->ops[i]) || !can_hoist (writer, state, i, level, loop))
        continue;
      for (guint a = 0; a < block->ops[i].n_args; a++)
        if (!is_written (writer, &state->ops[block->ops[i].args[a]]))
          write_root_op (writer, state, block->ops[i].args[a]);
      write_root_op (writer, state, i);
    }
  hoist_reciprocals (writer, state, level);
}

static gboolean
is_store (const FlBodyOp *op)
{
  return op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
}

void
fl_c_leaf_write_inside (FlCWriter *writer, FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      gboolean is_reduction = block->ops[i].op == FL_SCALAR_REDUCTION;

      if ((state->ops[i].is_after && !is_reduction) || is_written (writer, &state->ops[i])
          || (writer->vector && state->ops[i].is_idle))
        continue;
      if (writer->pass_number == 2 && is_store (&block->ops[i]))
        continue;
      write_root_op (writer, state, i);
    }
}

void
fl_c_leaf_write_after (FlCWriter *writer, FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      if (!state->ops[i].is_after || op->op == FL_SCALAR_REDUCTION)
        continue;
      /* What it needs besides the reduction, unless the loops left it in reach. */
      for (guint a = 0; a < op->n_args; a++)
        if (!state->ops[op->args[a]].is_after && !is_written (writer, &state->ops[op->args[a]]))
          write_root_op (writer, state, op->args[a]);
      for (guint a = 0; a < op->n_args; a++)
        if (block->ops[op->args[a]].op == FL_SCALAR_REDUCTION)
          state->ops[op->args[a]].value
              = (FlCValue) { .text = fl_c_get_reduced (writer, state, &block->ops[op->args[a]], 0),
                             .dtype = op->dtype };
      write_root_op (writer, state, i);
    }
}
