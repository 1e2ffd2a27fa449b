/* Rows that overlap, whatever overlaps with what: which loops over a row may run in the turn of another one, and the
 * operations of one row written again for another. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

/* --- whether ---------------------------------------------------------------------------------- */

/* A loop over one row, with leaves only. */
gboolean
fl_c_nest_is_row (const FlNestItem *item, const FlNestLoop *rows)
{
  const FlNestLoop *loop = item->loop;

  if (!loop || loop->depth != rows->depth + 1 || loop->is_strip || loop->is_tiled)
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      return FALSE;
  return TRUE;
}

/* Does any leaf write memory that this one reads? Writing over the very element that is read, later in the row's turn,
 * does no harm. */
gboolean
fl_c_nest_reads_written (const FlCWriter *writer, const FlNestLeaf *reader, gboolean may_be_local)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place
          = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (block->ops[i].op == FL_SCALAR_LOAD
          && (!place || place->is_shared || place->slice_offset || (place->local && !may_be_local)))
        return TRUE;
      for (guint l = 0; place && !place->local && l < writer->nest->n_leaves; l++)
        for (guint b = 0; b < writer->nest->leaves[l].body->n_blocks; b++)
          for (guint k = 0; k < writer->nest->leaves[l].body->blocks[b].n_ops; k++)
            {
              const FlNestLeaf *leaf = &writer->nest->leaves[l];
              const FlBodyOp *op = &leaf->body->blocks[b].ops[k];
              const FlCPlace *other = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION
                                          ? g_hash_table_lookup (writer->places, op->buffer)
                                          : NULL;

              if (other && !other->local && other->arg == place->arg
                  && (op->op != FL_SCALAR_STORE || leaf->indices[op->index] != reader->indices[block->ops[i].index]))
                return TRUE;
            }
    }
  return FALSE;
}

/* Operations that depend on nothing but where they are, and on memory. */
gboolean
fl_c_nest_is_plain (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->body->n_blocks != 1 || leaf->is_two_pass || block->n_ops == 0
      || block->ops[block->n_ops - 1].op != FL_SCALAR_STORE_REDUCTION)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_SET_INDIRECT || block->ops[i].op == FL_SCALAR_CHECK_BOUNDS
        || block->ops[i].op == FL_SCALAR_DEVICE_ASSERT || block->ops[i].op == FL_SCALAR_SCAN
        || (block->ops[i].index >= 0 && fl_sym_contains_kind (leaf->indices[block->ops[i].index], FL_SYM_INDIRECT)))
      return FALSE;
  return TRUE;
}

/* --- leaves of another row -------------------------------------------------------------------- */

/* The same operations, of the row that has this name; of a reduction, those but the last, which stores its result. */
const FlNestLeaf *
fl_c_nest_make_leaf (FlCWriter *writer, const FlNestLeaf *leaf, guint depth, const char *row)
{
  FlArena *arena = writer->pass->arena;
  FlNestLeaf *copy = fl_arena_memdup (arena, leaf, sizeof *leaf);
  FlLoopBody *body = fl_arena_memdup (arena, leaf->body, sizeof *leaf->body);
  FlBodyBlock *block = fl_arena_memdup (arena, &leaf->body->blocks[0], sizeof *block);
  FlSchedNode *node = fl_arena_memdup (arena, leaf->node, sizeof *node);
  FlSymTable *symbols = fl_sym_get_table (leaf->sizes[depth]);
  const FlSym *from = leaf->vars[depth],
              *to = g_str_equal (row, "0") ? fl_sym_int (symbols, 0) : fl_sym_var (symbols, row, leaf->sizes[depth]);
  const FlSym **vars = fl_arena_memdup (arena, leaf->vars, leaf->n_loops * sizeof *vars);
  guint n_indices = 0;

  vars[depth] = to;
  for (guint i = 0; i < block->n_ops; i++)
    n_indices = MAX (n_indices, (guint) (MAX (block->ops[i].index, block->ops[i].bound) + 1));
  if (n_indices > 0)
    {
      const FlSym **indices = fl_arena_new (arena, const FlSym *, n_indices);

      for (guint i = 0; i < n_indices; i++)
        indices[i] = fl_sym_substitute (leaf->indices[i], &from, &to, 1);
      copy->indices = indices;
    }
  if (leaf->is_reduction)
    {
      block->n_ops--;
      node->n_outputs = 0;
    }
  body->blocks = block;
  copy->body = body;
  copy->node = node;
  copy->vars = vars;
  copy->reduction_index = fl_sym_substitute (leaf->reduction_index, &from, &to, 1);
  return copy;
}

/* In the place of the leaf it was made of, whose state is returned. */
FlCLeaf
fl_c_nest_begin_leaf (FlCWriter *writer, const FlNestLeaf *leaf)
{
  FlCLeaf *state = &writer->leaves[leaf->position], saved = *state;

  *state = (FlCLeaf) { 0 };
  fl_c_leaf_init (writer, state, leaf);
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      state->ops[i].idiom = saved.ops[i].idiom;
      state->ops[i].idiom_arg = saved.ops[i].idiom_arg;
      state->ops[i].is_idle = saved.ops[i].is_idle;
    }
  return saved;
}

void
fl_c_nest_end_leaf (FlCWriter *writer, const FlNestLeaf *leaf, FlCLeaf saved)
{
  fl_c_leaf_clear (&writer->leaves[leaf->position]);
  writer->leaves[leaf->position] = saved;
}
