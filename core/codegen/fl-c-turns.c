/* Even/odd lane split of bf16: which loops compute even lanes, then odd ones, and how the results of both are
 * interleaved and stored. */
#include "fl-c-turns.h"

#include "fl-c-gather.h"
#include "fl-c-nest-private.h"
#include "fl-c-stage.h"
#include "fl-c-vector.h"

#include <string.h>

enum
{
  MAX_FLOPS_OF_TWO = 16
};

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
    case FL_REDUCTION_MIN: return fl_dtype_is_float (op->dtype);
    default: return FALSE;
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
  return !place->local && buffer->layout.dtype == FL_DTYPE_BF16
         && fl_sym_is_int_value (fl_sym_get_stride (state->leaf->indices[op->index], var, state->leaf->vars,
                                                    state->leaf->n_loops),
                                 1)
         && op->mode != FL_STORE_ATOMIC_ADD && !fl_c_stage_has (writer, place)
         && !fl_c_gather_has_position (state, state->leaf->indices[op->index], var);
}

/* Does a leaf load again what was stored before? A turn would find what memory held earlier, unless the value itself is
 * at hand. */
static gboolean
is_loaded_after (const FlCWriter *writer, const FlNestLoop *loop, guint l, guint position)
{
  const FlBodyBlock *storing = &loop->leaves[l]->body->blocks[0];
  const FlBodyOp *store = &storing->ops[position], *value = &storing->ops[store->args[0]];
  const FlCPlace *stored = g_hash_table_lookup (writer->places, store->buffer);
  const FlSym *index = value->dtype == FL_DTYPE_BF16 && value->op != FL_SCALAR_TO_DTYPE
                           ? loop->leaves[l]->indices[store->index]
                           : NULL;

  for (; l < loop->n_leaves; l++, position = 0)
    {
      const FlBodyBlock *block = &loop->leaves[l]->body->blocks[0];

      for (guint i = position; i < block->n_ops; i++)
        {
          const FlCPlace *place
              = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

          if (place && !place->local && !stored->local && place->arg == stored->arg
              && !(place == stored && loop->leaves[l]->indices[block->ops[i].index] == index))
            return TRUE;
        }
    }
  return FALSE;
}

/* All of its memory is bf16, and of neighbours it does not matter which comes first. */
static gboolean
is_of_pairs (const FlCWriter *writer, const FlNestLoop *loop, guint n_vectors)
{
  guint n_accesses = 0;

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
              if (op->op == FL_SCALAR_STORE && (n_vectors > 1 || is_loaded_after (writer, loop, l, i)))
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
            case FL_SCALAR_RANDN: return FALSE;
            default: break;
            }
        }
    }
  return n_accesses > 0;
}

/* Cheap loops over vectors that store bf16: two of them are rounded by one instruction, and stored as a whole cache
 * line. */
static gboolean
stores_two (const FlCWriter *writer, const FlNestLoop *loop)
{
  gboolean is_found = FALSE;

  if (fl_c_nest_has_reduction (loop) || fl_c_vector_count_flops (loop) > MAX_FLOPS_OF_TWO)
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
          const FlCPlace *place = op->op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, op->buffer) : NULL;

          if (!place || state->ops[i].level <= loop->depth || state->ops[i].is_after)
            continue;
          if (fl_c_stage_has (writer, place) || op->mode == FL_STORE_ATOMIC_ADD)
            return FALSE;
          if (place->local || !is_accessed_by_turns (writer, state, op, loop->var))
            continue;
          if (!fl_dtype_is_float (block->ops[op->args[0]].dtype) || is_loaded_after (writer, loop, l, i))
            return FALSE;
          is_found = TRUE;
        }
    }
  return is_found;
}

FlCTurns
fl_c_turns_choose (const FlCWriter *writer, const FlNestLoop *loop, guint n_vectors)
{
  if (writer->lanes == FL_C_LANES_WIDE || writer->strip || writer->tile_row || writer->values || writer->moments)
    return FL_C_TURNS_NONE;
  if (writer->lanes == FL_C_LANES_FLOATS && is_of_pairs (writer, loop, n_vectors))
    return FL_C_TURNS_PAIRS;
  return n_vectors == 1 && stores_two (writer, loop) ? FL_C_TURNS_HALVES : FL_C_TURNS_NONE;
}

/* Is all that the kernel computes with bf16, or no float? Then the lower halves of NaNs are 0: arithmetic keeps the NaN
 * that it met, and makes new ones without lower bits. */
static gboolean
has_plain_nans (const FlCWriter *writer)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    for (guint b = 0; b < writer->nest->leaves[l].body->n_blocks; b++)
      {
        const FlBodyBlock *block = &writer->nest->leaves[l].body->blocks[b];

        for (guint i = 0; i < block->n_ops; i++)
          {
            const FlCPlace *place = block->ops[i].op == FL_SCALAR_LOAD
                                        ? g_hash_table_lookup (writer->places, block->ops[i].buffer)
                                        : NULL;
            const FlDtype dtype
                = place ? fl_lowered_find_buffer (writer->nest->schedule->lowered, block->ops[i].buffer)->layout.dtype
                        : FL_DTYPE_BF16;

            if (place && !place->local && fl_dtype_is_float (dtype) && dtype != FL_DTYPE_BF16)
              return FALSE;
          }
      }
  return TRUE;
}

void
fl_c_turns_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                  gboolean is_streamed, const char *access, const char *value)
{
  g_autofree char *base = g_strconcat (place->name, "_both", NULL);
  const FlCJoined joined
      = { state, op, fl_c_make_name (writer, base), fl_arena_strdup (writer->pass->arena, access), is_streamed };

  fl_c_op_line (writer, state, op, "%s[%s] = %s;", joined.array, writer->turn ? writer->turn : "half", value);
  g_array_append_val (writer->joined, joined);
}

/* "buf0 + 1024 * i0 + i1" of the first element of both: i1_at. */
static char *
dup_first (const char *access, const char *var)
{
  const gsize length = strlen (var);
  GString *text = g_string_new (NULL);

  for (const char *at = access; *at; at++)
    {
      const gboolean is_begin = at == access || !(g_ascii_isalnum (at[-1]) || at[-1] == '_');

      g_string_append_c (text, *at);
      if (is_begin && strncmp (at, var, length) == 0 && !g_ascii_isalnum (at[length]) && at[length] != '_')
        {
          g_string_append_printf (text, "%s_at", var + 1);
          at += length - 1;
        }
    }
  return g_string_free (text, FALSE);
}

static void
write_joined (FlCWriter *writer, const FlNestLoop *loop, const FlCJoined *joined)
{
  const gboolean is_of_pairs = writer->turns == FL_C_TURNS_PAIRS;
  g_autofree char *first
      = is_of_pairs ? g_strdup (joined->access) : dup_first (joined->access, fl_sym_get_name (loop->var));

  fl_c_op_line (writer, joined->state, joined->op, "fl_%s_%s (%s, %s);", joined->is_streamed ? "stream" : "store",
                !is_of_pairs              ? "two_bf16"
                : has_plain_nans (writer) ? "both_of_bf16"
                                          : "both_bf16",
                first, joined->array);
}

void
fl_c_turns_write (FlCWriter *writer, const FlNestLoop *loop,
                  void (*write_body) (FlCWriter *writer, const FlNestLoop *loop))
{
  const gboolean is_of_pairs = writer->turns == FL_C_TURNS_PAIRS;
  GString *turns;
  FlCCapture capture;

  fl_c_begin_capture (writer, &capture);
  writer->joined = g_array_new (FALSE, FALSE, sizeof (FlCJoined));
  writer->turn = is_of_pairs ? "odd" : NULL;
  fl_c_line (writer, "#pragma GCC unroll 2");
  fl_c_line (writer, is_of_pairs
                         ? "for (int odd = 0; odd < 2; odd++) {  /* elements at even places, then those at odd ones */"
                         : "for (int half = 0; half < 2; half++) {");
  write_body (writer, loop);
  writer->turn = NULL;
  turns = fl_c_end_capture (writer, &capture);
  for (guint i = 0; i < writer->joined->len; i++)
    fl_c_line (writer, "fl_vec %s[2];", g_array_index (writer->joined, FlCJoined, i).array);
  fl_c_paste (writer, turns, capture.n_spans);
  for (guint i = 0; i < writer->joined->len; i++)
    write_joined (writer, loop, &g_array_index (writer->joined, FlCJoined, i));
  g_clear_pointer (&writer->joined, g_array_unref);
}

void
fl_c_turns_note (FlCWriter *writer, const FlNestLoop *loop)
{
  if (writer->turns == FL_C_TURNS_HALVES)
    fl_c_note_choice (
        writer, FL_VERDICT_ACCEPT, NULL, "bf16 of two vectors",
        fl_arena_printf (writer->pass->arena,
                         "along i%u, %u operations an element (at most %d) leave room: two vectors are rounded by one "
                         "instruction where the machine has it, and stored as a whole line",
                         loop->depth, fl_c_vector_count_flops (loop), MAX_FLOPS_OF_TWO));
  else
    fl_c_note_choice (
        writer, FL_VERDICT_ACCEPT, NULL, "bf16 by turns",
        fl_arena_printf (writer->pass->arena,
                         "along i%u, where all that is loaded and stored is bf16: elements at even places, then those "
                         "at odd ones, as a shift or a mask makes them floats; both are rounded at once%s",
                         loop->depth, has_plain_nans (writer) ? "" : ", after a look for NaNs"));
}
