/* Online softmax of long rows, block by block: exponentials below the largest so far (Milakov, Gimelshein: arXiv
 * 1805.02867).
 *
 * Where a row is too long for the L1 cache, it would come there twice: once for its largest element, once for its
 * exponentials. So both are made block by block. The exponentials of a block are below the largest element up to there;
 * what was added up before is scaled when a larger one is found. Beside them the largest of the next block is sought,
 * which is in the first-level cache afterwards:
 *
 *     for (i0 …) {
 *       amax = -inf;  sum = 0;
 *       for (block …) {
 *         if (amax_next > amax) { sum *= exp (amax - amax_next);  amax = amax_next; }
 *         largest[block] = amax;
 *         for (i1 of block …) { amax_next = max (x of the next block);  sum += row[i1] = exp (x[i0][i1] - amax); }
 *       }
 *       factors[…] = exp (largest[…] - amax);
 *     }
 *
 * What is made of the row one turn later (see fl-c-nest-ahead.c) takes the factor of its block. Where nothing but the
 * sum is wanted (log-sum-exp, cross-entropy), nothing is kept, and there are no factors. */
#include "fl-c-nest-private.h"
#include "fl-c-softmax.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

enum
{
  MIN_ROW = 8192,  /* elements: of shorter rows the next one is in the caches, too */
  MIN_BLOCK = 512, /* elements: each block ends in sums across lanes */
  MAX_BLOCK
  = 2048 /* of this block, the next one and the row on the stack: they are in the first-level cache together */
};

struct _FlCBlocks
{
  const FlNestLoop *rows;
  gint64 size, length;    /* of a row, and of a block */
  const char *kept;       /* the row on the stack that has the exponentials; NULL: none */
  gboolean has_only_sums; /* nothing is made of the row afterwards */
  const char *base, *running, *below,
      *next; /* names: of the largest, so far; of what exponentials are below; of the next block */
  const char *largest, *factors, *factor; /* of blocks */
};

/* --- whether ---------------------------------------------------------------------------------- */

/* As long as may be, all blocks alike. */
static gint64
choose_length (gint64 size)
{
  for (gint64 length = MAX_BLOCK; length >= MIN_BLOCK; length -= FL_C_LANES)
    if (size % length == 0)
      return length;
  return 0;
}

static gboolean
reads (const FlNestLeaf *leaf, const char *buffer)
{
  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      if (leaf->body->blocks[b].ops[i].op == FL_SCALAR_LOAD && leaf->body->blocks[b].ops[i].buffer == buffer)
        return TRUE;
  return FALSE;
}

static gboolean
has_leaf (const FlNestLoop *loop, const FlNestLeaf *leaf)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i] == leaf)
      return TRUE;
  return FALSE;
}

/* Exponentials that nobody but the last loop reads, in vectors; and results of floats. */
static gboolean
can_scale (const FlCWriter *writer, const FlCAhead *ahead, const char *kept)
{
  const FlCPlace *place = kept ? g_hash_table_lookup (writer->places, kept) : NULL;

  if (kept && (!place || !place->local || place->local->place != FL_LOCAL_ROW))
    return FALSE;
  for (guint l = 0; kept && l < writer->nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];

      if (reads (leaf, kept) && !has_leaf (ahead->behind, leaf) && !has_leaf (ahead->rows->items[1].loop, leaf))
        return FALSE;
    }
  for (guint l = 0; ahead->behind && l < ahead->behind->n_leaves; l++)
    for (guint k = 0; k < ahead->behind->leaves[l]->node->n_outputs; k++)
      if (ahead->behind->leaves[l]->node->outputs[k]->buffer->layout.dtype != FL_DTYPE_F32)
        return FALSE;
  return TRUE;
}

/* Is the row done with when its sum is known? */
static gboolean
is_done_then (const FlNestLoop *rows, const char *kept)
{
  for (guint i = 2; i < rows->n_items; i++)
    if (!rows->items[i].leaf)
      return FALSE;
  return !kept;
}

FlCBlocks *
fl_c_nest_find_blocks (FlCWriter *writer, const FlCAhead *ahead)
{
  const FlNestLoop *first = ahead->rows->items[0].loop, *second = ahead->rows->items[1].loop;
  const char *kept;
  FlCBlocks *blocks;
  gint64 size;

  if ((ahead->behind && !ahead->is_beside) || !fl_sym_is_int (first->size, &size) || size < MIN_ROW
      || choose_length (size) == 0 || !fl_c_softmax_ignores_nan (writer, ahead->leaf)
      || !fl_c_softmax_only_sums (ahead->leaf, second->leaves, second->n_leaves, &kept)
      || !(ahead->behind ? can_scale (writer, ahead, kept) : is_done_then (ahead->rows, kept)))
    return NULL;
  blocks = fl_arena_new (writer->pass->arena, FlCBlocks, 1);
  *blocks = (FlCBlocks) {
    .rows = ahead->rows, .size = size, .length = choose_length (size), .kept = kept, .has_only_sums = !ahead->behind
  };
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, ahead->leaf->node->op, "made block by block",
                    fl_arena_printf (writer->pass->arena,
                                     "a row of %" G_GINT64_FORMAT
                                     " elements, at least %d, would come to the first-level cache twice: "
                                     "exponentials are below the largest so far of %" G_GINT64_FORMAT
                                     " at a time, and scaled in the end",
                                     size, MIN_ROW, blocks->length));
  return blocks;
}

gboolean
fl_c_nest_has_only_sums (const FlCBlocks *blocks)
{
  return blocks->has_only_sums;
}

/* --- another block ---------------------------------------------------------------------------- */

const FlNestLoop *
fl_c_nest_cut_block (FlCWriter *writer, const FlCBlocks *blocks, const FlNestLoop *loop)
{
  FlNestLoop *copy = fl_arena_memdup (writer->pass->arena, loop, sizeof *loop);

  copy->size = fl_sym_int (fl_sym_get_table (loop->size), blocks->length);
  return copy;
}

const FlNestLeaf *
fl_c_nest_shift_block (FlCWriter *writer, const FlCBlocks *blocks, const FlNestLeaf *leaf, guint depth)
{
  FlNestLeaf *copy = fl_arena_memdup (writer->pass->arena, leaf, sizeof *leaf);
  FlSymTable *symbols = fl_sym_get_table (leaf->sizes[depth]);
  const FlSym *from = leaf->vars[depth],
              *step = fl_sym_var (symbols, fl_intern_printf ("i%u_ahead", depth), leaf->sizes[depth]);
  const FlSym *to = fl_sym_add (from, step), **indices;
  const FlBodyBlock *block = &leaf->body->blocks[0];
  guint n = 0;

  for (guint i = 0; i < block->n_ops; i++)
    n = MAX (n, (guint) (block->ops[i].index + 1));
  indices = fl_arena_new (writer->pass->arena, const FlSym *, n + 1);
  for (guint i = 0; i < n; i++)
    indices[i] = fl_sym_substitute (leaf->indices[i], &from, &to, 1);
  copy->indices = indices;
  return copy;
}

/* --- text ------------------------------------------------------------------------------------- */

void
fl_c_nest_declare_blocks (FlCWriter *writer, FlCBlocks *blocks, const char *next, const char *base)
{
  const gint64 n = blocks->size / blocks->length;

  blocks->next = next;
  blocks->base = base;
  blocks->running = fl_c_make_name (writer, base);
  blocks->below = fl_c_make_name (writer, fl_intern_printf ("%s_here", base));
  if (!blocks->kept)
    return;
  blocks->largest = fl_c_make_name (writer, "largest");
  blocks->factors = fl_c_make_name (writer, "factors");
  blocks->factor = fl_c_make_name (writer, "factor");
  fl_c_line (writer,
             "float %s[%" G_GINT64_FORMAT "], %s[%" G_GINT64_FORMAT
             "] = { 0 };  /* of blocks: what their exponentials are below; what then "
             "remains to be multiplied by */",
             blocks->largest, n, blocks->factors, n);
}

const char *
fl_c_nest_begin_blocks (FlCWriter *writer, const FlCBlocks *blocks)
{
  fl_c_line (writer, "float %s = -__builtin_inff ();", blocks->running);
  return blocks->running;
}

const char *
fl_c_nest_get_below (const FlCBlocks *blocks)
{
  return blocks->below;
}

void
fl_c_nest_append_factor (const FlCWriter *writer, GString *expression, const char *buffer)
{
  if (writer->blocks && writer->blocks->kept && buffer == writer->blocks->kept)
    g_string_append_printf (expression, " * %s", writer->blocks->factor);
}

static const FlCAccumulator *
find_made (const FlCWriter *writer, guint first, FlReductionType type)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (accumulator->type == type)
        return accumulator;
    }
  return NULL;
}

/* What changes from block to block. Where nothing is added up, the row is only finished. */
static void
write_start (FlCWriter *writer, const FlCBlocks *blocks, guint d, const char *sum)
{
  const guint r = blocks->rows->depth;
  g_autofree char *last = fl_c_nest_dup_shifted (fl_c_threads_get_last (writer, blocks->rows), -1);

  if (blocks->kept)
    fl_c_line (writer, "const float %s = %s[i%u_begin / %" G_GINT64_FORMAT "];", blocks->factor, blocks->factors, d,
               blocks->length);
  if (!sum)
    return;
  fl_c_line (writer, "if (%s > %s) {  /* what has been added up is below that */", blocks->next, blocks->running);
  fl_c_line (writer, "  %s *= fl_exp_f32 (%s - %s);", sum, blocks->running, blocks->next);
  fl_c_line (writer, "  %s = %s;", blocks->running, blocks->next);
  fl_c_line (writer, "}");
  fl_c_line (writer, "const float %s = %s > -__builtin_inff () ? %s : 0;  /* -inf - -inf would be NaN */",
             blocks->below, blocks->running, blocks->running);
  if (blocks->kept)
    fl_c_line (writer, "%s[i%u_begin / %" G_GINT64_FORMAT "] = %s;", blocks->largest, d, blocks->length,
               blocks->running);
  fl_c_line (writer,
             "const int64_t i%u_next = i%u_end < %" G_GINT64_FORMAT
             " ? i%u : fl_min (i%u + 1, %s);  /* the next block, perhaps of the next row */",
             r, d, blocks->size, r, r, last);
  fl_c_line (writer, "const int64_t i%u_ahead = i%u_end < %" G_GINT64_FORMAT " ? %" G_GINT64_FORMAT " : -i%u_begin;", d,
             d, blocks->size, blocks->length, d);
}

void
fl_c_nest_write_block_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const FlCBlocks *blocks = writer->blocks;
  const guint d = loop->depth;
  g_autofree char *start = g_strdup_printf ("i%u_begin", d), *end = g_strdup_printf ("i%u_end", d);
  g_autoptr (GPtrArray) pieces = NULL;
  const FlCAccumulator *sum, *next;
  FlCLoopText text;
  GString *loops;

  fl_c_nest_begin_text (writer, &text);
  writer->vector = loop;
  writer->n_vectors = 1;
  writer->indent++;
  fl_c_nest_write_vector_loops (writer, loop, d, start, end, FALSE);
  writer->indent--;
  writer->vector = NULL;
  loops = fl_c_end_capture (writer, &text.capture);
  pieces = g_steal_pointer (&writer->pieces);
  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  sum = find_made (writer, first_accumulator, FL_REDUCTION_SUM);
  next = find_made (writer, first_accumulator, FL_REDUCTION_MAX);
  fl_c_declare_accumulators (writer, first_accumulator);
  fl_c_line (writer, "for (int64_t %s = 0; %s < %" G_GINT64_FORMAT "; %s += %" G_GINT64_FORMAT ") {", start, start,
             blocks->size, start, blocks->length);
  writer->indent++;
  fl_c_line (writer, "const int64_t %s = %s + %" G_GINT64_FORMAT ";", end, start, blocks->length);
  write_start (writer, blocks, d, sum ? sum->names[0] : NULL);
  fl_c_declare_vectors (writer, first_accumulator);
  fl_c_declare_pieces (writer, pieces);
  fl_c_paste (writer, loops, text.first_span);
  fl_c_combine_pieces (writer, pieces);
  fl_c_combine_vectors (writer, first_accumulator);
  if (next)
    fl_c_line (writer, "%s = %s;", blocks->next, next->names[0]);
  writer->indent--;
  fl_c_line (writer, "}");
  if (sum)
    fl_c_line (writer, "%s += %s - %s;  /* NaN, if the largest is infinite */", sum->names[0], blocks->running,
               blocks->running);
  writer->has_inner_loop = TRUE;
}

void
fl_c_nest_end_blocks (FlCWriter *writer, const FlCBlocks *blocks)
{
  if (!blocks->kept)
    return;
  fl_c_line (writer, "for (int block = 0; block < %" G_GINT64_FORMAT "; block++)", blocks->size / blocks->length);
  fl_c_line (writer, "  %s[block] = fl_exp_f32 (%s[block] - %s);", blocks->factors, blocks->largest, blocks->running);
}
