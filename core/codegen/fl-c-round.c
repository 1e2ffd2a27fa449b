/* Rows that are read over and over. */
#include "fl-c-round.h"

#include <string.h>

struct _FlCRound
{
  const char *name, *from;
  gint64 length, first;
};

static gboolean
find_modulus (const FlSym *index, const FlSym *var, const FlSym **modulus)
{
  if (fl_sym_get_kind (index) == FL_SYM_MOD_INDEX && fl_sym_get_arg (index, 0) == var
      && fl_sym_is_int_value (fl_sym_get_arg (index, 1), 1))
    {
      *modulus = index;
      return TRUE;
    }
  for (guint i = 0; i < fl_sym_get_n_args (index); i++)
    if (find_modulus (fl_sym_get_arg (index, i), var, modulus))
      return TRUE;
  return FALSE;
}

gboolean
fl_c_round_find (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, const FlSym *var, gint64 *length,
                 gint64 *first)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlSym *modulus;

  return op->op == FL_SCALAR_LOAD && !place->local && !place->slice_offset && !writer->tile_row && !writer->strip
         && !writer->lane
         && fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype == FL_DTYPE_F32
         && find_modulus (leaf->indices[op->index], var, &modulus)
         && fl_sym_is_int (fl_sym_get_arg (modulus, 2), length)
         && fl_sym_is_int (fl_sym_sub (leaf->indices[op->index], modulus), first);
}

const char *
fl_c_round_get_row (FlCWriter *writer, const FlCPlace *place, gint64 length, gint64 first)
{
  FlCRound *row;
  g_autofree char *name = NULL;

  for (guint i = 0; i < writer->rounds->len; i++)
    {
      row = g_ptr_array_index (writer->rounds, i);
      if (strcmp (row->from, place->name) == 0 && row->length == length && row->first == first)
        return row->name;
    }
  name = g_strdup_printf ("%s_round", place->name);
  row = fl_arena_new (writer->pass->arena, FlCRound, 1);
  *row = (FlCRound) { fl_c_make_name (writer, name), place->name, length, first };
  g_ptr_array_add (writer->rounds, row);
  return row->name;
}

gboolean
fl_c_round_reads (const FlCWriter *writer, const char *pointer)
{
  for (guint i = 0; i < writer->rounds->len; i++)
    if (strcmp (((const FlCRound *) g_ptr_array_index (writer->rounds, i))->from, pointer) == 0)
      return TRUE;
  return FALSE;
}

void
fl_c_round_write_rows (FlCWriter *writer)
{
  for (guint i = 0; i < writer->rounds->len; i++)
    {
      const FlCRound *row = g_ptr_array_index (writer->rounds, i);
      g_autofree char *first = row->first > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT " + ", row->first) : g_strdup ("");

      fl_c_line (writer, "float %s[%" G_GINT64_FORMAT " + FL_LANES - 1];  /* over and over */", row->name, row->length);
      fl_c_line (writer, "for (int64_t i = 0; i < %" G_GINT64_FORMAT " + FL_LANES - 1; i++)", row->length);
      fl_c_line (writer, "  %s[i] = %s[%si %% %" G_GINT64_FORMAT "];", row->name, row->from, first, row->length);
    }
}
