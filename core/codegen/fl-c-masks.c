/* Predication: which rows are written with masked lanes, and how such lanes are loaded. */
#include "fl-c-masks.h"

#include "fl-c-stage.h"

#include <math.h>

enum
{
  MAX_ROW = 256, /* elements: in longer rows, the vectors at their ends count for little */
  LINE = 16      /* floats of a cache line */
};

/* Does each row begin where a cache line does, if the memory does? */
static gboolean
begins_lines (const FlNestLeaf *leaf, const FlSym *index, const FlSym *var)
{
  const FlSym *rest = fl_sym_sub (index, var);
  gint64 step, offset;

  if (!fl_sym_is_int_value (fl_sym_get_stride (index, var, leaf->vars, leaf->n_loops), 1)
      || fl_sym_contains (rest, var))
    return FALSE;
  for (guint i = 0; i < leaf->n_loops; i++)
    if (leaf->vars[i] != var)
      {
        if (!fl_sym_is_int (fl_sym_get_stride (index, leaf->vars[i], leaf->vars, leaf->n_loops), &step)
            || step % LINE != 0)
          return FALSE;
        rest = fl_sym_sub (rest, fl_sym_mul_int (leaf->vars[i], step));
      }
  return fl_sym_is_int (rest, &offset) && offset % LINE == 0;
}

/* Stores of floats only, in whole lines; and is anything masked? */
static gboolean
has_whole_lines (const FlCWriter *writer, const FlNestLoop *loop)
{
  gboolean is_masked = FALSE;

  for (guint l = 0; l < loop->n_leaves; l++)
    {
      const FlNestLeaf *leaf = loop->leaves[l];
      const FlBodyBlock *block = &leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlBodyOp *op = &block->ops[i];
          const FlCPlace *place = op->op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, op->buffer) : NULL;

          is_masked |= op->op == FL_SCALAR_MASKED;
          if (op->op == FL_SCALAR_STORE
              && (!place || place->local || fl_c_stage_has (writer, place) || op->mode == FL_STORE_ATOMIC_ADD
                  || fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype != FL_DTYPE_F32
                  || !begins_lines (leaf, leaf->indices[op->index], loop->var)))
            return FALSE;
        }
    }
  return is_masked;
}

gboolean
fl_c_masks_begin (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *why_not;
  gint64 size;

  if (!fl_sym_is_int (loop->size, &size) || size % LINE != 0 || size > MAX_ROW || !has_whole_lines (writer, loop))
    return FALSE;
  writer->masked = loop;
  if (!fl_c_vector_can_write (writer, loop, &why_not))
    {
      writer->masked = NULL;
      return FALSE;
    }
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "conditions asked of lanes",
                    fl_arena_printf (writer->pass->arena,
                                     "rows of %" G_GINT64_FORMAT
                                     " elements along i%u (at most %d) begin and end where cache lines "
                                     "do: cut, they would be stored across them",
                                     size, loop->depth, MAX_ROW));
  return TRUE;
}

void
fl_c_masks_end (FlCWriter *writer)
{
  writer->masked = NULL;
}

FlCValue
fl_c_masks_write (FlCSite *site, const FlBodyOp *op, FlCValue mask)
{
  const FlBodyBlock *block = &site->state->leaf->body->blocks[op->block];
  g_autofree char *where = fl_c_vector_dup_operand (mask), *other = NULL, *chosen = NULL;
  FlCValue value = fl_c_site_write_load_where (site, &block->ops[0], where);

  if (op->number == 0.0 && !signbit (op->number))
    return value;
  other = fl_c_dup_constant (op->dtype, op->number, op->integer);
  chosen = g_strdup_printf ("fl_select (%s, %s, fl_splat (%s))", where, value.text, other);
  return fl_c_site_define_as (site, op, FL_DTYPE_F32, TRUE, "fl_vec", chosen);
}
