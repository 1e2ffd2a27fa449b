#include "fl-c-stage.h"

#include "fl-c-ranges.h"
#include "fl-c-threads.h"
#include "fl-c-vector.h"
#include "fl-options.h"

#include <string.h>

enum
{
  MAX_PIECES = 64,
  MAX_FLOATS = 4096, /* that an iteration writes: with as much again they stay in the first-level cache */
  LONG_ROW = 512,    /* floats: of so long rows the ends count for little */
  LINE = 16,
  FLUSHED = 128,       /* as FL_STAGED of the helper */
  MAX_SINGLE_PUTS = 4, /* elements of a piece that may be put into a line one by one */
  MAX_PUT_FLOPS = 8    /* of rows that are not streamed: more arithmetic takes longer than stores across two lines */
};

struct _FlCStage
{
  guint arg;
  const FlNestLoop *loop;  /* whose iterations write one after the other */
  const FlNestLoop *inner; /* so do those of this one, inside it, or the same: what it writes is put together */
  const FlSym *first;      /* the index of what is first of its memory */
  const FlNestLeaf *leaf;  /* that writes it */
  gboolean has_one_piece;
  const char *memory; /* the argument's pointer */
  gint64 n_floats;    /* of an iteration of the inner loop */
  gboolean is_line;   /* pieces come in the order of memory: they are put together in registers, not on the stack */
  gboolean is_unfit;  /* a line, but many elements came one by one */
  gboolean has_singles, has_several; /* what was put into it: single elements, vectors of them */
  gboolean is_streamed;
  gboolean is_open;
  const char *row, *staged, *kept; /* names, while it is open */
  const char *line;
};

typedef struct
{
  const FlNestLeaf *leaf; /* that writes it */
  gint64 begin, length, innermost;
} Piece;

/* --- finding ---------------------------------------------------------------------------------- */

/* What the store writes in an iteration of the loop, when that lies in one piece. */
static gboolean
find_piece (const FlNestLeaf *leaf, const FlNestLoop *loop, const FlSym *index, gint64 offset, gint64 *step,
            Piece *piece)
{
  const FlSym *row = fl_nest_get_row_index (leaf, index, loop->depth + 1), *outer;
  gint64 stride, size;

  if (leaf->n_loops <= loop->depth + 1 || fl_sym_contains_kind (index, FL_SYM_INDIRECT)
      || !fl_sym_is_int (fl_sym_get_stride (index, loop->var, leaf->vars, leaf->n_loops), step))
    return FALSE;
  outer = fl_sym_sub (fl_sym_sub (index, row), fl_sym_mul_int (loop->var, *step));
  for (guint d = loop->depth; d < leaf->n_loops; d++)
    if (fl_sym_contains (outer, leaf->vars[d]))
      return FALSE;
  *piece = (Piece) { .leaf = leaf, .length = 1 };
  for (guint d = leaf->n_loops; d-- > loop->depth + 1;)
    {
      if (!fl_sym_is_int (leaf->sizes[d], &size)
          || !fl_sym_is_int (fl_sym_get_stride (row, leaf->vars[d], leaf->vars, leaf->n_loops), &stride) || size < 1
          || stride != piece->length || size > MAX_FLOATS)
        return FALSE;
      row = fl_sym_sub (row, fl_sym_mul_int (leaf->vars[d], stride));
      piece->innermost = d + 1 == leaf->n_loops ? size : piece->innermost;
      piece->length *= size;
    }
  if (!fl_sym_is_int (row, &piece->begin) || piece->length > MAX_FLOATS)
    return FALSE;
  piece->begin += offset;
  return TRUE;
}

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const Piece *x = a, *y = b;

  return (x->begin > y->begin) - (x->begin < y->begin);
}

static gboolean
is_inside (const FlNestLoop *loop, const FlNestLeaf *leaf)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i] == leaf)
      return TRUE;
  return FALSE;
}

/* Is each piece written before the one that follows it in memory? */
static gboolean
are_in_order (const FlNestLoop *loop, const GArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->leaf->n_loops < loop->depth + 2)
        return FALSE;
      if (pieces->len > 1
          && (loop->n_items != pieces->len || !loop->items[i].loop || !is_inside (loop->items[i].loop, piece->leaf)))
        return FALSE;
      if (i > 0 && piece->begin < g_array_index (pieces, Piece, i - 1).begin)
        return FALSE;
    }
  return TRUE;
}

/* Do elements only pass through, or nearly so? */
static gboolean
is_cheap (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_reduction)
      return FALSE;
  return fl_c_vector_count_flops (loop) <= MAX_PUT_FLOPS;
}

/* Nothing missing, nothing twice; and is it worth the while? */
static gboolean
are_whole (GArray *pieces, gint64 n_floats, gint64 long_row)
{
  gboolean is_ragged = n_floats % LINE != 0 && pieces->len > 1;
  gint64 end = 0;

  g_array_sort (pieces, compare_pieces);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->begin != end)
        return FALSE;
      end += piece->length;
      is_ragged |= piece->innermost < long_row && (piece->innermost % LINE != 0 || (i > 0 && piece->begin % LINE != 0));
    }
  return end == n_floats && is_ragged;
}

/* Loops that hold nothing but one more loop: memory goes on where the next one's iterations end. Few rows at a time are
 * put together, so that reading and writing take turns. */
static void
find_inner (FlCStage *stage, const GArray *pieces)
{
  stage->inner = stage->loop;
  while (pieces->len == 1 && stage->inner->n_items == 1 && stage->inner->items[0].loop
         && stage->inner->items[0].loop->n_items == 1 && stage->inner->items[0].loop->items[0].loop)
    {
      gint64 size;

      stage->inner = stage->inner->items[0].loop;
      fl_sym_is_int (stage->inner->size, &size);
      stage->n_floats /= size;
    }
}

static gboolean
add_pieces (FlCWriter *writer, const FlNestLoop *loop, const FlNestLeaf *leaf, FlCStage *stage, GArray *pieces)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place
          = block->ops[i].op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;
      const FlSym *index = place ? leaf->indices[block->ops[i].index] : NULL;
      gint64 offset = 0, step = 0;
      Piece piece;

      if (!place || place->local || place->arg != stage->arg)
        continue;
      if (!is_inside (loop, leaf) || leaf->is_scatter || leaf->is_reduction || block->ops[i].mode == FL_STORE_ATOMIC_ADD
          || pieces->len == MAX_PIECES || (place->slice_offset && !fl_sym_is_int (place->slice_offset, &offset))
          || !find_piece (leaf, loop, index, offset, &step, &piece) || (stage->n_floats > 0 && step != stage->n_floats)
          || step < 1)
        return FALSE;
      stage->n_floats = step;
      g_array_append_val (pieces, piece);
      if (piece.begin == 0 && !place->slice_offset)
        {
          stage->memory = place->name;
          stage->first = index;
          stage->leaf = leaf;
        }
    }
  return TRUE;
}

static gboolean
find_loop (FlCWriter *writer, const FlNestItem *items, guint n_items, FlCStage *stage)
{
  for (guint i = 0; i < n_items; i++)
    {
      const FlNestLoop *loop = items[i].loop;
      g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
      gboolean is_found = loop && fl_nest_loop_is_plain (loop), is_copy;

      stage->n_floats = 0;
      stage->first = NULL;
      for (guint l = 0; is_found && l < writer->nest->n_leaves; l++)
        is_found = add_pieces (writer, loop, &writer->nest->leaves[l], stage, pieces);
      is_copy = is_found && is_cheap (loop);
      stage->is_line
          = is_found && !writer->avoids_lines && are_in_order (loop, pieces) && (stage->is_streamed || is_copy);
      if (is_found && stage->first && (stage->is_line || stage->is_streamed)
          && are_whole (pieces, stage->n_floats, stage->is_line && is_copy ? G_MAXINT64 : LONG_ROW))
        {
          stage->loop = loop;
          stage->has_one_piece = pieces->len == 1;
          find_inner (stage, pieces);
          return TRUE;
        }
      if (loop && find_loop (writer, loop->items, loop->n_items, stage))
        return TRUE;
    }
  return FALSE;
}

gboolean
fl_c_stage_find (FlCWriter *writer, const FlKernel *kernel, guint arg, gboolean is_streamed)
{
  FlCStage *stage;

  if (writer->stage)
    return writer->stage->arg == arg;
  if (kernel->args[arg].buffer->layout.dtype != FL_DTYPE_F32 || kernel->args[arg].is_read
      || !kernel->args[arg].is_written)
    return FALSE;
  stage = fl_arena_new (writer->pass->arena, FlCStage, 1);
  stage->arg = arg;
  stage->is_streamed = is_streamed;
  if (!find_loop (writer, writer->nest->items, writer->nest->n_items, stage))
    return FALSE;
  writer->stage = stage;
  return TRUE;
}

/* --- text ------------------------------------------------------------------------------------- */

gboolean
fl_c_stage_has (const FlCWriter *writer, const FlCPlace *place)
{
  return writer->stage && !place->local && place->arg == writer->stage->arg
         && (!writer->stage->is_line || writer->stage->is_open);
}

void
fl_c_stage_drop (FlCWriter *writer, guint arg)
{
  if (writer->stage && writer->stage->arg == arg)
    writer->stage = NULL;
}

const FlSym *
fl_c_stage_get_index (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                      const char **name)
{
  const FlCStage *stage = writer->stage;
  const FlSym *row;

  if (!fl_c_stage_has (writer, place) || !stage->is_open || stage->is_line || op->op != FL_SCALAR_STORE)
    return NULL;
  *name = stage->row;
  row = fl_nest_get_row_index (state->leaf, state->leaf->indices[op->index], stage->inner->depth + 1);
  return place->slice_offset ? fl_sym_add (row, place->slice_offset) : row;
}

static gboolean
has_leaf (const FlNestLoop *loop, guint position)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->position == position)
      return TRUE;
  return FALSE;
}

/* Where threads or ranges share out an inner loop, a line is begun there. */
static gboolean
begins_line (const FlCStage *stage, const FlNestLoop *loop)
{
  return stage->is_line && loop->depth >= stage->loop->depth && loop->depth <= stage->inner->depth
         && loop->depth + 1 < stage->leaf->n_loops && has_leaf (loop, stage->leaf->position)
         && fl_nest_loop_is_plain (loop) && (loop->depth == stage->loop->depth || stage->has_one_piece);
}

gboolean
fl_c_stage_open (FlCWriter *writer, const FlNestLoop *loop)
{
  FlCStage *stage = writer->stage;

  if (!stage || !(stage->loop == loop || begins_line (stage, loop)) || stage->is_open || writer->pass_number != 1)
    return FALSE;
  stage->is_open = TRUE;
  if (stage->is_line)
    {
      stage->line = fl_c_make_name (writer, "line");
      return TRUE;
    }
  stage->row = fl_c_make_name (writer, "row");
  stage->staged = fl_c_make_name (writer, "staged");
  stage->kept = fl_c_make_name (writer, "kept");
  return TRUE;
}

gboolean
fl_c_stage_is_line (const FlCWriter *writer, const FlCPlace *place)
{
  return writer->stage && writer->stage->is_line && writer->stage->is_open && !place->local
         && place->arg == writer->stage->arg;
}

/* Are all leaves of the loop that put something into the open line such that it takes vectors of them, however few
 * elements there are? */
gboolean
fl_c_stage_puts (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCStage *stage = writer->stage;

  if (!stage || !stage->is_line || !stage->is_open)
    return FALSE;
  for (guint l = 0; l < loop->n_leaves; l++)
    for (guint i = 0; i < loop->leaves[l]->body->blocks[0].n_ops; i++)
      {
        const FlBodyOp *op = &loop->leaves[l]->body->blocks[0].ops[i];
        const FlCPlace *place = op->op == FL_SCALAR_STORE ? g_hash_table_lookup (writer->places, op->buffer) : NULL;

        if (place && fl_c_stage_is_line (writer, place))
          return TRUE;
      }
  return FALSE;
}

char *
fl_c_stage_dup_put (FlCWriter *writer, const char *operand, const char *count)
{
  FlCStage *stage = writer->stage;

  *(g_str_equal (count, "1") ? &stage->has_singles : &stage->has_several) = TRUE;
  return g_strdup_printf ("%s (&%s, %s, %s)", stage->is_streamed ? "fl_put_past_f32" : "fl_put_f32", stage->line,
                          operand, count);
}

void
fl_c_stage_check_singles (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCRange *range = fl_c_ranges_get (writer, loop);
  gint64 length = range ? fl_loop_range_get_length (&range->bounds) : -1;

  if (!range && !fl_sym_is_int (loop->size, &length))
    length = -1;
  if (fl_c_stage_puts (writer, loop) && (length < 0 || length > MAX_SINGLE_PUTS))
    writer->stage->is_unfit = TRUE;
}

gboolean
fl_c_stage_is_unfit (const FlCWriter *writer)
{
  const FlCStage *stage = writer->stage;

  return stage && (stage->is_unfit || (stage->is_line && stage->has_singles && !stage->has_several));
}

gboolean
fl_c_stage_is_row (const FlCWriter *writer, const FlNestLoop *loop)
{
  return writer->stage && writer->stage->is_open && !writer->stage->is_line
         && loop->depth == writer->stage->inner->depth;
}

void
fl_c_stage_write_first (FlCWriter *writer)
{
  const FlCStage *stage = writer->stage;

  fl_c_line (writer, "float *const %s = %s + %s;", stage->row, stage->staged, stage->kept);
}

void
fl_c_stage_write_last (FlCWriter *writer)
{
  const FlCStage *stage = writer->stage;
  const FlSym *row = fl_nest_get_row_index (stage->leaf, stage->first, stage->inner->depth + 1);
  g_autofree char *end = fl_c_dup_sym (writer, NULL, fl_sym_add_int (fl_sym_sub (stage->first, row), stage->n_floats));

  fl_c_line (writer, "%s = fl_stream_row_f32 (%s + %s, %s, %s + %" G_GINT64_FORMAT ");", stage->kept, stage->memory,
             end, stage->staged, stage->kept, stage->n_floats);
}

/* The index of what is first of the memory that iterations from one on write. */
static char *
dup_first (FlCWriter *writer, const FlNestLoop *loop, const char *at)
{
  const FlCStage *stage = writer->stage;
  const FlSym *row = fl_nest_get_row_index (stage->leaf, stage->first, loop->depth + 1);
  g_autofree char *factor
      = strchr (at, ' ') ? g_strdup_printf ("(%s)", at) : g_strdup (at); /* "s0 + 3" is multiplied by a step */
  const FlSym *first = fl_sym_var (fl_sym_get_table (stage->first), factor, loop->size);

  return fl_c_dup_sym (writer, NULL, fl_sym_substitute (fl_sym_sub (stage->first, row), &loop->var, &first, 1));
}

void
fl_c_stage_write_before (FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCStage *stage = writer->stage;

  if (stage->is_line)
    {
      const FlCRange *range = fl_c_ranges_get (writer, loop);
      const char *begin = range ? range->begin : fl_c_threads_get_first (writer, loop);
      g_autofree char *first
          = g_str_equal (begin, "0") ? fl_c_dup_sym (
                writer, NULL,
                fl_sym_substitute (fl_sym_sub (stage->first,
                                               fl_nest_get_row_index (stage->leaf, stage->first, loop->depth + 1)),
                                   &loop->var, (const FlSym *[]) { fl_sym_int (fl_sym_get_table (stage->first), 0) },
                                   1))
                                     : dup_first (writer, loop, begin);

      fl_c_line (writer, "fl_line %s = fl_line_at (%s + %s);  /* it is stored in whole lines */", stage->line,
                 stage->memory, first);
      return;
    }
  fl_c_line (writer, "_Alignas (64) float %s[%" G_GINT64_FORMAT "];  /* of %s: it is stored in whole lines */",
             stage->staged, stage->n_floats + FLUSHED + LINE, stage->memory);
  fl_c_line (writer, "int64_t %s = 0;", stage->kept);
}

void
fl_c_stage_write_after (FlCWriter *writer, const FlNestLoop *loop)
{
  FlCStage *stage = writer->stage;
  g_autofree char *end = stage->is_line ? NULL : dup_first (writer, loop, fl_c_threads_get_last (writer, loop));

  if (stage->is_line)
    fl_c_line (writer, "fl_line_end (&%s);", stage->line);
  else
    fl_c_line (writer, "fl_store_row_f32 (%s + %s, %s, %s);", stage->memory, end, stage->staged, stage->kept);
  stage->is_open = FALSE;
  writer->has_streams |= stage->is_streamed;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL,
                    stage->is_line ? "put together in registers" : "put together on the stack",
                    fl_arena_printf (writer->pass->arena,
                                     "an iteration over i%u writes %" G_GINT64_FORMAT
                                     " floats of %s in pieces that are no "
                                     "whole cache lines, %s",
                                     stage->inner->depth, stage->n_floats, stage->memory,
                                     stage->is_streamed ? "and only whole ones go past the caches"
                                                        : "and a store across two takes as long as two"));
}
