/* In-place rows, which need no memory of their own: what a kernel computes of a row on the way may lie where the row's
 * result goes in the end, when each element of the result replaces the very element that it is made of. The result's
 * lines are in the cache then when they are written for good, and long rows leave more of the cache to others. Not for
 * results that go past the caches. */
#include "fl-c-writer.h"

typedef struct
{
  guint leaf; /* position */
  const FlBodyOp *op;
  const FlSym *index;
  gboolean is_write, is_reduction;
} Access;

static GArray *
collect (const FlCWriter *writer, const char *name)
{
  GArray *accesses = g_array_new (FALSE, FALSE, sizeof (Access));

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];

      for (guint b = 0; b < leaf->body->n_blocks; b++)
        for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
          {
            const FlBodyOp *op = &leaf->body->blocks[b].ops[i];
            Access access = { .leaf = l, .op = op };

            if (op->buffer != name || op->index < 0)
              continue;
            access.index = leaf->indices[op->index];
            access.is_write = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
            access.is_reduction = op->op == FL_SCALAR_STORE_REDUCTION || b > 0;
            g_array_append_val (accesses, access);
          }
    }
  return accesses;
}

/* Is every access to the row at the element that the result is stored to, and the last one in the leaf that stores it?
 */
static gboolean
fits (const FlCWriter *writer, const char *row, const Access *result)
{
  g_autoptr (GArray) accesses = collect (writer, row);
  gboolean is_read_there = FALSE;

  for (guint i = 0; i < accesses->len; i++)
    {
      const Access *access = &g_array_index (accesses, Access, i);

      if (access->index != result->index || access->is_reduction || access->leaf > result->leaf
          || (access->is_write && access->leaf == result->leaf))
        return FALSE;
      is_read_there |= access->leaf == result->leaf;
    }
  return is_read_there;
}

static gboolean
is_free_result (const FlCWriter *writer, const FlKernel *kernel, const FlBuffer *buffer, const FlCPlace *place,
                Access *result)
{
  g_autoptr (GArray) accesses = NULL;

  if (place->local || place->is_streamed || kernel->args[place->arg].is_read || buffer->layout.dtype != FL_DTYPE_F32)
    return FALSE;
  accesses = collect (writer, buffer->name);
  if (accesses->len != 1)
    return FALSE;
  *result = g_array_index (accesses, Access, 0);
  return result->is_write && !result->is_reduction && result->op->mode != FL_STORE_ATOMIC_ADD
         && !fl_sym_contains_kind (result->index, FL_SYM_INDIRECT);
}

/* Is the argument's memory anyone else's, too? */
static gboolean
is_alone (const FlCWriter *writer, const FlCPlace *place)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, writer->places);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const FlCPlace *other = value;

      if (other != place && !other->local && other->arg == place->arg)
        return FALSE;
    }
  return TRUE;
}

static void
place_row (FlCWriter *writer, const FlKernel *kernel, const FlNestLocal *local)
{
  FlCPlace *row = g_hash_table_lookup (writer->places, local->buffer->name);

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    for (guint i = 0; i < writer->nest->leaves[l].node->n_outputs; i++)
      {
        const FlBuffer *buffer = writer->nest->leaves[l].node->outputs[i]->buffer;
        FlCPlace *place = g_hash_table_lookup (writer->places, buffer->name);
        Access result;

        if (!place || !is_free_result (writer, kernel, buffer, place, &result) || !is_alone (writer, place)
            || !fits (writer, local->buffer->name, &result))
          continue;
        row->local = NULL;
        row->name = place->name;
        row->arg = place->arg;
        row->slice_offset = NULL;
        fl_c_note_choice (writer, FL_VERDICT_ACCEPT, local->buffer, "kept in the row of a result",
                          fl_arena_printf (writer->pass->arena,
                                           "each element of %s replaces the one that it is made of", buffer->name));
        return;
      }
}

void
fl_c_rows_decide (FlCWriter *writer, const FlKernel *kernel)
{
  for (guint i = 0; i < writer->nest->n_locals; i++)
    if (writer->nest->locals[i].place == FL_LOCAL_ROW && writer->nest->locals[i].buffer->layout.dtype == FL_DTYPE_F32)
      place_row (writer, kernel, &writer->nest->locals[i]);
}
