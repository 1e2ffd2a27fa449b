/* Which loops over bf16 are written by turns, and how the results of both turns are stored. */
#include "fl-c-turns.h"

#include "fl-c-gather.h"
#include "fl-c-stage.h"
#include "fl-c-vector.h"

/* A store that waits for both turns. */
typedef struct
{
  const FlCLeaf *state;
  const FlBodyOp *op;
  const char *array, *access;
  gboolean is_streamed;
} FlCJoined;

static gboolean
is_reduced_by_turns (const FlBodyOp *op)
{
  switch (op->reduction)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      return fl_dtype_is_float (op->dtype);
    default:
      return FALSE;
    }
}

/* Memory of bf16, or what never gets there. */
static gboolean
is_accessed_by_turns (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);

  if (place->local && place->local->place == FL_LOCAL_REGISTER)
    return TRUE;
  return !place->local && buffer->layout.dtype == FL_DTYPE_BF16 && op->mode != FL_STORE_ATOMIC_ADD && !fl_c_stage_has (writer, place)
         && !fl_c_gather_has_position (state, state->leaf->indices[op->index], var);
}

/* Does a leaf load again what was stored before? A turn would find what memory held earlier, unless the value itself is at hand. */
static gboolean
is_loaded_after (const FlCWriter *writer, const FlNestLoop *loop, guint l, guint position)
{
  const FlBodyBlock *storing = &loop->leaves[l]->body->blocks[0];
  const FlBodyOp *store = &storing->ops[position], *value = &storing->ops[store->args[0]];
  const FlCPlace *stored = g_hash_table_lookup (writer->places, store->buffer);
  const FlSym *index = value->dtype == FL_DTYPE_BF16 && value->op != FL_SCALAR_TO_DTYPE ? loop->leaves[l]->indices[store->index] : NULL;

  for (; l < loop->n_leaves; l++, position = 0)
    {
      const FlBodyBlock *block = &loop->leaves[l]->body->blocks[0];

      for (guint i = position; i < block->n_ops; i++)
        {
          const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

          if (place && !place->local && !stored->local && place->arg == stored->arg
              && !(place == stored && loop->leaves[l]->indices[block->ops[i].index] == index))
            return TRUE;
        }
    }
  return FALSE;
}

gboolean
fl_c_turns_can_write (const FlCWriter *writer, const FlNestLoop *loop, guint n_vectors)
{
  guint n_accesses = 0;

  if (writer->lanes != FL_C_LANES_FLOATS || writer->strip || writer->tile_row || writer->values || writer->moments)
    return FALSE;
  for (guint l = 0; l < loop->n_leaves; l++)
    {
      const FlCLeaf *state = &writer->leaves[loop->leaves[l]->position];
      const FlBodyBlock *block = &state->leaf->body->blocks[0];

      if (state->leaf->is_scatter)
        return FALSE;
      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlBodyOp *op = &block->ops[i];

          if (state->ops[i].level <= loop->depth || (state->ops[i].is_after && op->op != FL_SCALAR_REDUCTION))
            continue;
          switch (op->op)
            {
            case FL_SCALAR_LOAD:
            case FL_SCALAR_STORE:
              if (!is_accessed_by_turns (writer, state, op, loop->var))
                return FALSE;
              if (op->op == FL_SCALAR_STORE
                  && (n_vectors > 1 || is_loaded_after (writer, loop, l, i)))
                return FALSE;
              n_accesses++;
              break;
            case FL_SCALAR_REDUCTION:
              if (!is_reduced_by_turns (op))
                return FALSE;
              break;
            case FL_SCALAR_INDEX_EXPR:
            case FL_SCALAR_SET_INDIRECT:
            case FL_SCALAR_CHECK_BOUNDS:
            case FL_SCALAR_RAND:
            case FL_SCALAR_RANDN:
              return FALSE;
            default:
              break;
            }
        }
    }
  return n_accesses > 0;
}

/* Is all that its leaves compute with bf16, or no float? Then the lower halves of NaNs are 0: arithmetic keeps the NaN that it met, and
 * makes new ones without lower bits. */
static gboolean
has_plain_nans (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint l = 0; l < loop->n_leaves; l++)
    {
      const FlBodyBlock *block = &loop->leaves[l]->body->blocks[0];

      for (guint i = 0; i < block->n_ops; i++)
        {
          const FlBuffer *buffer = block->ops[i].op == FL_SCALAR_LOAD
                                       ? fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[i].buffer) : NULL;

          if (buffer && fl_dtype_is_float (buffer->layout.dtype) && buffer->layout.dtype != FL_DTYPE_BF16)
            return FALSE;
        }
    }
  return TRUE;
}

void
fl_c_turns_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place, gboolean is_streamed,
                  const char *access, const char *value)
{
  g_autofree char *base = g_strconcat (place->name, "_both", NULL);
  const FlCJoined joined = { state, op, fl_c_make_name (writer, base), fl_arena_strdup (writer->pass->arena, access), is_streamed };

  fl_c_op_line (writer, state, op, "%s[%s] = %s;", joined.array, writer->turn, value);
  g_array_append_val (writer->joined, joined);
}

void
fl_c_turns_write (FlCWriter *writer, const FlNestLoop *loop, void (*write_body) (FlCWriter *writer, const FlNestLoop *loop))
{
  const char *memory = has_plain_nans (writer, loop) ? "of_bf16" : "bf16";
  GString *turns;
  FlCCapture capture;

  fl_c_begin_capture (writer, &capture);
  writer->joined = g_array_new (FALSE, FALSE, sizeof (FlCJoined));
  writer->turn = "odd";
  fl_c_line (writer, "#pragma GCC unroll 2");
  fl_c_line (writer, "for (int odd = 0; odd < 2; odd++) {  /* elements at even places, then those at odd ones */");
  write_body (writer, loop);
  writer->turn = NULL;
  turns = fl_c_end_capture (writer, &capture);
  for (guint i = 0; i < writer->joined->len; i++)
    fl_c_line (writer, "fl_vec %s[2];", g_array_index (writer->joined, FlCJoined, i).array);
  fl_c_paste (writer, turns, capture.n_spans);
  for (guint i = 0; i < writer->joined->len; i++)
    {
      const FlCJoined *joined = &g_array_index (writer->joined, FlCJoined, i);

      fl_c_op_line (writer, joined->state, joined->op, "fl_%s_both_%s (%s, %s);", joined->is_streamed ? "stream" : "store", memory, joined->access,
                    joined->array);
    }
  g_clear_pointer (&writer->joined, g_array_unref);
}

void
fl_c_turns_note (FlCWriter *writer, const FlNestLoop *loop)
{
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "bf16 by turns",
                    fl_arena_printf (writer->pass->arena, "along i%u, where all that is loaded and stored is bf16: elements at even places, then those at "
                                     "odd ones, as a shift or a mask makes them floats; both are rounded at once%s",
                                     loop->depth, has_plain_nans (writer, loop) ? "" : ", after a look for NaNs"));
}
