/* Non-temporal stores, prefetch distance and vector width, decided before a kernel is written: which results bypass the
 * caches, which rows are prefetched, how wide vectors are. Each choice is kept with its reason.
 *
 * Source: measured on machines of two makers. A store that misses reads the line first (write-allocate), so that
 * ordinary stores move half as much again as they must: non-temporal stores do not, which pays as soon as the data
 * would not stay there anyhow. A row kernel computes for a while between two rows, and the machine's own prefetcher has
 * given up by then. */
#include "fl-c-nest-private.h"
#include "fl-c-stage.h"
#include "fl-options.h"

enum
{
  STREAM_BYTES = 8 << 20,         /* touched by a kernel, where the machine has not been measured */
  INTERMEDIATE_FACTOR = 4,        /* what the next kernel reads should stay in the caches if it may */
  MIN_PREFETCHED_BYTES = 2 << 20, /* less is in the second-level cache already */
  MIN_PREFETCHED_ROWS = 48 << 10, /* rows that are gone through several times: less is in the first-level cache */
  MIN_PLACE_BYTES = 128 << 10,  /* the end of a row, when a place is sought, takes so long that even that is far away */
  MIN_STREAMED_ROW_BYTES = 512, /* of a slice */
  MIN_CUT_ROW_BYTES = 1024,     /* where conditions cut rows: sixteen lines, one or two of them stored in parts */
  MIN_LINE_BYTES = 48 << 10,    /* as many are in the first-level cache */
  MAX_FIRST_LEVEL_ROW = 16 << 10, /* rows that fit there together with the next one and what is written */
  MAX_ROW_AHEAD_BYTES = 256 << 10,
  MIN_SLICE_BYTES = 1 << 10, /* of a row: of less, all is fetched */
  ROW_START_BYTES = 512,     /* of a slice: then the machine's own prefetcher has seen where it goes */
  STORED_AHEAD_MASKED
  = 512, /* in rows with masked lanes: short, and mostly read from the first-level cache. From beyond the second level,
          * lines asked for in order to be written took a sixth longer than lines asked for to be read */
  STORED_AHEAD_ALONE = 256 /* where nothing else is on its way */
};

void
fl_c_note_choice (FlCWriter *writer, FlVerdict verdict, const FlBuffer *object, const char *reason, const char *facts)
{
  FlCChoice choice = { .verdict = verdict, .object = object, .reason = reason, .facts = facts };

  for (guint i = 0; i < writer->choices->len; i++)
    {
      const FlCChoice *known = &g_array_index (writer->choices, FlCChoice, i);

      if (known->object == object && g_str_equal (known->reason, reason) && g_strcmp0 (known->facts, facts) == 0)
        return;
    }
  g_array_append_val (writer->choices, choice);
}

void
fl_c_schedule_forget (FlCWriter *writer)
{
  for (guint i = writer->choices->len; i-- > 0;)
    {
      const char *reason = g_array_index (writer->choices, FlCChoice, i).reason;

      if (g_str_equal (reason, "stored past the caches") || g_str_equal (reason, "fetched ahead")
          || g_str_equal (reason, "shared out to threads")
          || g_str_equal (reason, "outermost loop is shared out to threads")
          || g_str_equal (reason, "outer loops are shared out to threads as one"))
        g_array_remove_index (writer->choices, i);
    }
}

static gint64
count_elements (const FlBuffer *buffer)
{
  gint64 n = 1;

  for (guint i = 0; i < buffer->layout.n_dims; i++)
    n *= MAX (fl_sym_get_hint (buffer->layout.sizes[i], 8), 1);
  return n;
}

/* Does the kernel put whole rows here and there into memory that the kernel before it has filled? That one stored past
 * the caches what no cache would hold: then the rows are not there either, and a store that misses would read them
 * first. */
static gboolean
scatters_rows (const FlCWriter *writer, const char *name, const FlBuffer *memory)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, name);
  const gint64 bytes = fl_dtype_get_size_bytes (buffer->layout.dtype);

  for (guint l = 0; l < writer->nest->n_leaves && memory->kind == FL_BUFFER_COMPUTED; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];
      const FlBodyBlock *block = &leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops && leaf->is_scatter && leaf->n_loops > 0; i++)
        if (block->ops[i].op == FL_SCALAR_STORE && block->ops[i].buffer == name
            && block->ops[i].mode != FL_STORE_ATOMIC_ADD)
          {
            const FlSym *row = leaf->vars[leaf->n_loops - 1];

            return fl_sym_is_int_value (fl_sym_get_stride (leaf->indices[block->ops[i].index], row, leaf->vars,
                                                           leaf->n_loops),
                                        1)
                   && fl_sym_get_hint (leaf->sizes[leaf->n_loops - 1], 1) * bytes >= MIN_STREAMED_ROW_BYTES;
          }
    }
  return FALSE;
}

/* Elements of the memory that the kernel writes, by one name or by several: pieces of rows that are joined. */
static gint64
count_written (FlCWriter *writer, const FlCPlace *place)
{
  GHashTableIter iter;
  gpointer name, value;
  gint64 n = 0;

  g_hash_table_iter_init (&iter, writer->places);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const FlCPlace *other = value;
      const FlBuffer *slice = other->local || other->arg != place->arg
                                  ? NULL
                                  : fl_lowered_find_buffer (writer->nest->schedule->lowered, name);

      if (slice && slice->layout.kind == FL_LAYOUT_NON_OWNING)
        n += count_elements (slice);
    }
  return n;
}

/* What kernels touch that together write the memory, of which this one may write a slice: tensors that are joined. */
static gint64
get_footprint (FlCWriter *writer, const FlKernel *kernel, const char *name, const FlCPlace *place)
{
  const FlBuffer *slice = fl_lowered_find_buffer (writer->nest->schedule->lowered, name);
  const gint64 footprint = kernel->read_bytes + kernel->written_bytes;
  const gint64 whole = count_elements (kernel->args[place->arg].buffer), part = count_elements (slice);
  gint64 row;

  if (scatters_rows (writer, name, kernel->args[place->arg].buffer))
    return MAX (footprint, 2 * whole * fl_dtype_get_size_bytes (slice->layout.dtype));
  if (slice->layout.kind != FL_LAYOUT_NON_OWNING || part >= whole || slice->layout.n_dims == 0)
    return footprint;
  row = fl_sym_get_hint (slice->layout.sizes[slice->layout.n_dims - 1], 1)
        * fl_dtype_get_size_bytes (slice->layout.dtype);
  if (row < MIN_STREAMED_ROW_BYTES && !fl_c_stage_find (writer, kernel, place->arg, TRUE))
    return 0; /* lines that it shares with its neighbours */
  return footprint * (whole / MAX (count_written (writer, place), 1));
}

/* Does the call write over it, as a scatter does? */
static gboolean
is_mutated_by (const FlBuffer *call, const FlBuffer *buffer)
{
  for (guint i = 0; i < call->n_mutates; i++)
    if (fl_buffer_get_base (call->mutates[i]) == fl_buffer_get_base (buffer))
      return TRUE;
  return FALSE;
}

/* A product may take it panel by panel, right behind the kernel's part: then it is in a cache however large the whole
 * is. A result of the graph that a call goes on with would be read at places that nobody foresees. */
static gboolean
is_for_library (const FlCWriter *writer, const FlBuffer *buffer)
{
  const FlLowered *lowered = writer->plan->schedule->lowered;

  for (guint i = 0; i < lowered->n_buffers; i++)
    for (guint k = 0; (!buffer->is_output || is_mutated_by (lowered->buffers[i], buffer))
                      && lowered->buffers[i]->aten != NULL && k < lowered->buffers[i]->n_args;
         k++)
      {
        const FlExternArg *arg = &lowered->buffers[i]->args[k];

        if (arg->kind == FL_EXTERN_TENSOR && arg->tensor.buffer != NULL
            && fl_buffer_get_base (arg->tensor.buffer) == fl_buffer_get_base (buffer))
          return TRUE;
      }
  return FALSE;
}

/* Bytes touched from which on a result is better stored past the caches; 0: never. why: where the number comes from. */
static gint64
get_stream_limit (const FlOptions *options, gboolean is_output, const char **why)
{
  const gint64 measured = is_output ? options->measured_stream_bytes : options->measured_stream_read_bytes;
  const gint64 fixed = options->cpu_stream_bytes >= 0 ? options->cpu_stream_bytes : STREAM_BYTES;

  if (options->cpu_stream_bytes < 0 && measured > 0)
    {
      *why = is_output ? "measured on this machine, nobody reading the result"
                       : "measured on this machine, the result being read next";
      return measured;
    }
  *why = is_output ? "cpu.stream_bytes" : "cpu.stream_bytes x 4, being no result of the graph";
  return is_output ? fixed : INTERMEDIATE_FACTOR * fixed;
}

/* Is it written in rows of a few lines that conditions cut (a window over padded rows)? Where these begin and end is
 * then known nowhere but inside the loops: their lines would be stored in parts, of which memory reads and writes each.
 */
static gboolean
is_in_pieces (const FlCWriter *writer, const char *name, gsize element)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];
      const FlBodyBlock *block = &leaf->body->blocks[0];

      for (guint i = 0; i < block->n_ops && leaf->body->n_blocks > 1 && leaf->n_loops > 0; i++)
        if (block->ops[i].op == FL_SCALAR_STORE && block->ops[i].buffer == name
            && fl_sym_get_hint (leaf->sizes[leaf->n_loops - 1], 0) * (gint64) element < MIN_CUT_ROW_BYTES)
          return TRUE;
    }
  return FALSE;
}

static void
note_stream (FlCWriter *writer, const FlCPlace *place, const FlBuffer *buffer, gint64 footprint, gint64 least,
             const char *why, gboolean is_cut)
{
  const gboolean is_large = footprint >= least;

  if (is_cut)
    fl_c_note_choice (
        writer, FL_VERDICT_REJECT, buffer, "stored past the caches",
        fl_arena_printf (writer->pass->arena,
                         "rows under %d bytes are cut by conditions: lines would be stored in parts, each of "
                         "which memory reads first",
                         MIN_CUT_ROW_BYTES));
  else if (is_large && !place->is_streamed)
    fl_c_note_choice (writer, FL_VERDICT_REJECT, buffer, "stored past the caches",
                      buffer->is_output
                          ? "a library call writes here and there into it next"
                          : "a library call reads it, which may follow panel by panel while a panel is in the caches");
  else
    fl_c_note_choice (writer, place->is_streamed ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT, buffer,
                      "stored past the caches",
                      fl_arena_printf (writer->pass->arena,
                                       "%" G_GINT64_FORMAT " bytes are touched, %s %" G_GINT64_FORMAT " (%s): %s",
                                       footprint, is_large ? "at least" : "under", least, why,
                                       is_large ? "nobody would find the result in a cache"
                                                : "its reader finds the result in a cache"));
}

static void
decide_streams (FlCWriter *writer, const FlKernel *kernel)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, writer->places);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      FlCPlace *place = value;
      const FlKernelArg *arg = place->local ? NULL : &kernel->args[place->arg];
      gint64 least, footprint;
      const char *why;
      gboolean is_cut;

      if (!arg || !arg->is_written)
        continue;
      least = get_stream_limit (writer->pass->options, arg->buffer->is_output, &why);
      if (least == 0)
        continue;
      footprint = get_footprint (writer, kernel, name, place);
      place->is_streamed = !arg->is_read && footprint >= least && !is_for_library (writer, arg->buffer);
      is_cut = place->is_streamed && !fl_c_stage_find (writer, kernel, place->arg, TRUE)
               && is_in_pieces (writer, name, fl_dtype_get_size_bytes (arg->buffer->layout.dtype));
      place->is_streamed &= !is_cut;
      if (!place->is_streamed)
        fl_c_stage_drop (writer, place->arg);
      if (!arg->is_read)
        note_stream (writer, place, arg->buffer, footprint, least, why, is_cut);
    }
}

/* Results that stay in the caches, too, are stored in whole lines, once there is more than the first level holds. */
static void
decide_lines (FlCWriter *writer, const FlKernel *kernel)
{
  for (guint i = 0; i < kernel->n_args && !writer->stage; i++)
    if (kernel->args[i].is_written && kernel->read_bytes + kernel->written_bytes >= MIN_LINE_BYTES)
      fl_c_stage_find (writer, kernel, i, FALSE);
}

/* The last operation that reads each buffer: what comes next of it is fetched then. */
static void
find_last_readers (FlCWriter *writer)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    for (guint b = 0; b < writer->nest->leaves[l].body->n_blocks; b++)
      {
        const FlBodyBlock *block = &writer->nest->leaves[l].body->blocks[b];

        for (guint i = 0; i < block->n_ops; i++)
          if (block->ops[i].op == FL_SCALAR_LOAD)
            {
              FlCPlace *place = g_hash_table_lookup (writer->places, block->ops[i].buffer);

              if (!place->local)
                place->last_reader = l + 1;
            }
      }
}

/* Does it reduce rows and go through them again? It computes long enough meanwhile to bring the next row nearer. */
static gboolean
goes_again (const FlNest *nest)
{
  gboolean is_reduction = FALSE;

  for (guint l = 0; l < nest->n_leaves; l++)
    is_reduction |= nest->leaves[l].is_reduction;
  return is_reduction && nest->n_leaves > 1;
}

static void
note_order (FlCWriter *writer)
{
  const guint d = writer->nest->inward;
  const FlNestLeaf *leaf = writer->nest->leaves;

  if (writer->nest->merged > 0)
    fl_c_note_choice (
        writer, FL_VERDICT_ACCEPT, NULL, "one loop over all rows",
        fl_arena_printf (writer->pass->arena,
                         "two loops lead from row to row; memory goes on from the last of %" G_GINT64_FORMAT
                         " inner iterations to the next outer one, and what is the same in each is read again",
                         writer->nest->merged));
  if (d == 0)
    return;
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "short loop inside",
                    fl_arena_printf (writer->pass->arena,
                                     "i%u has %" G_GINT64_FORMAT " iterations, i%u %" G_GINT64_FORMAT
                                     ": inside, it goes through "
                                     "a few pieces of memory side by side, each without gaps",
                                     d, fl_sym_get_hint (leaf->sizes[d], 0), d - 1,
                                     fl_sym_get_hint (leaf->sizes[d - 1], 0)));
}

static const char fetched[] = "fetched ahead";

static void
note_unfetched (FlCWriter *writer, gint64 bytes, gint64 least)
{
  const char *facts
      = writer->pass->options->cpu_prefetch_bytes == 0
            ? "cpu.prefetch_bytes is 0"
            : fl_arena_printf (writer->pass->arena,
                               "%" G_GINT64_FORMAT " bytes are touched, under %" G_GINT64_FORMAT ": they are found in "
                               "the %s-level cache",
                               bytes, least, least == MIN_PREFETCHED_ROWS ? "first" : "second");

  fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, fetched, facts);
}

void
fl_c_schedule_note_fetch (FlCWriter *writer, const char *buffer, gint64 distance, guint element_bytes,
                          gboolean is_written)
{
  /* Where a place is sought less is enough: it is one of the kernel's loops that was refused. */
  for (guint i = 0; i < writer->choices->len; i++)
    if (g_array_index (writer->choices, FlCChoice, i).reason == fetched
        && g_array_index (writer->choices, FlCChoice, i).verdict == FL_VERDICT_REJECT)
      g_array_remove_index (writer->choices, i--);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, fl_lowered_find_buffer (writer->nest->schedule->lowered, buffer), fetched,
      fl_arena_printf (writer->pass->arena,
                       "%" G_GINT64_FORMAT " elements (%" G_GINT64_FORMAT
                       " bytes) before they are %s, as not all that the "
                       "kernel touches is in the cache next to it; cpu.prefetch_bytes is %" G_GINT64_FORMAT,
                       distance, distance * element_bytes, is_written ? "written" : "read",
                       (gint64) writer->pass->options->cpu_prefetch_bytes));
}

void
fl_c_schedule_decide (FlCWriter *writer, const FlKernel *kernel)
{
  const gint64 bytes = kernel->read_bytes + kernel->written_bytes;
  const gint64 least = goes_again (writer->nest) ? MIN_PREFETCHED_ROWS : MIN_PREFETCHED_BYTES;

  note_order (writer);
  decide_streams (writer, kernel);
  decide_lines (writer, kernel);
  if (writer->pass->options->cpu_prefetch_bytes == 0 || bytes < least)
    note_unfetched (writer, bytes, least);
  if (writer->pass->options->cpu_prefetch_bytes == 0)
    return;
  writer->does_prefetch = bytes >= least;
  writer->is_within_l2 = bytes < MIN_PREFETCHED_BYTES;
  writer->does_prefetch_places = bytes >= MIN_PLACE_BYTES;
  find_last_readers (writer);
}

/* How many of the loops around it lead from one row to the next: a row that is reduced first may have loops of its own,
 * as the channels of a group have. */
static guint
get_row_depth (const FlCWriter *writer, const FlCPlace *place, guint depth)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];

      for (guint i = 0; leaf->is_reduction && leaf->n_iter > 0 && i < leaf->body->blocks[0].n_ops; i++)
        if (leaf->body->blocks[0].ops[i].op == FL_SCALAR_LOAD
            && g_hash_table_lookup (writer->places, leaf->body->blocks[0].ops[i].buffer) == place)
          depth = MIN (depth, leaf->n_iter);
    }
  return depth;
}

/* A row that stays in the second-level cache between the loops over it. */
static gboolean
reads_long_rows (const FlCWriter *writer)
{
  const FlNestLoop *loop = writer->vector;

  for (guint l = 0; l < loop->n_leaves; l++)
    for (guint i = 0; i < loop->leaves[l]->body->blocks[0].n_ops; i++)
      {
        const FlNestLeaf *leaf = loop->leaves[l];
        const FlBodyOp *op = &leaf->body->blocks[0].ops[i];
        const FlCPlace *place = op->op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, op->buffer) : NULL;
        gint64 row = 0;
        guint depth;

        if (!place || place->local || leaf->is_reduction || !fl_sym_contains (leaf->indices[op->index], loop->var))
          continue;
        depth = get_row_depth (writer, place, loop->depth);
        if (depth > 0 && depth < G_MAXUINT
            && fl_sym_is_int (fl_sym_get_stride (leaf->indices[op->index], leaf->vars[depth - 1], leaf->vars,
                                                 leaf->n_loops),
                              &row)
            && row * (gint64) sizeof (float) > MAX_FIRST_LEVEL_ROW)
          return TRUE;
      }
  return FALSE;
}

/* Stores leave the processor in their order. Where a loop stores to the stack as well, or has nothing to wait for but
 * its stores, one that misses the first-level cache holds up all that follow. */
gint64
fl_c_schedule_get_store_distance (const FlCWriter *writer, const FlCPlace *place)
{
  if (writer->masked && writer->masked == writer->vector)
    return writer->does_prefetch && !place->local && !place->is_streamed ? STORED_AHEAD_MASKED : 0;
  if (!writer->does_prefetch || !writer->is_within_l2 || writer->strip || writer->left || writer->lanes || place->local
      || place->is_streamed)
    return 0;
  return goes_again (writer->nest) && reads_long_rows (writer) ? STORED_AHEAD_ALONE : 0;
}

static gboolean
is_last_reader (const FlCWriter *writer, const FlCPlace *place)
{
  for (guint i = 0; i < writer->vector->n_leaves; i++)
    {
      const FlNestLeaf *leaf = writer->vector->leaves[i];

      if (place->last_reader == leaf->position + 1)
        return writer->pass_number == 2 || !leaf->is_two_pass || (writer->moments && !writer->is_within_l2);
    }
  return FALSE;
}

/* Slices of rows that are only copied: along a row the machine's own prefetcher is ahead, but it stops where the next
 * row lies farther on. So what begins that row is fetched while this one ends. The distance, and from which element on;
 * 0: rows go on into each other, or are short. */
static gint64
get_distance_to_next (FlCWriter *writer, const FlNestLeaf *leaf, gint64 row, guint element_bytes, gint64 *first)
{
  const gint64 ahead = ROW_START_BYTES / element_bytes;
  gint64 length;

  if (goes_again (writer->nest) || leaf->n_loops != writer->vector->depth + 1
      || !fl_sym_is_int (writer->vector->size, &length) || length * element_bytes < MIN_SLICE_BYTES || row <= length)
    return 0;
  *first = length - ahead;
  return row - *first;
}

/* Runs of elements that are reduced, each far from the one before, as the images of a channel: the machine's own
 * prefetcher begins anew with each. So the same element of the next run is fetched. 0: elements lie otherwise. */
static gint64
get_distance_to_run (const FlCWriter *writer, const FlNestLeaf *leaf, const FlSym *index, guint element_bytes)
{
  const guint d = writer->vector->depth;
  gint64 length, step;

  if (writer->is_within_l2 || !leaf->is_reduction || d == 0 || d <= leaf->n_iter || leaf->n_loops != d + 1
      || !fl_sym_is_int (writer->vector->size, &length) || length * element_bytes < MIN_SLICE_BYTES
      || length * element_bytes > MAX_FIRST_LEVEL_ROW
      || !fl_sym_is_int_value (fl_sym_get_stride (index, leaf->vars[d], leaf->vars, leaf->n_loops), 1)
      || !fl_sym_is_int (fl_sym_get_stride (index, leaf->vars[d - 1], leaf->vars, leaf->n_loops), &step))
    return 0;
  return step > length ? step : 0;
}

gint64
fl_c_schedule_get_distance (FlCWriter *writer, const FlNestLeaf *leaf, const FlCPlace *place, const FlSym *index,
                            guint element_bytes, gint64 *first)
{
  const guint depth = get_row_depth (writer, place, writer->vector->depth);
  gint64 ahead = MAX (writer->pass->options->cpu_prefetch_bytes / element_bytes, 1), row, piece = 1, next;

  if (!(writer->values ? writer->does_prefetch_places : writer->does_prefetch) || writer->strip || writer->is_again
      || place->local || writer->left)
    return 0;
  if (!is_last_reader (writer, place))
    return 0;
  next = get_distance_to_run (writer, leaf, index, element_bytes);
  if (next > 0 || depth == 0)
    return next > 0 ? next : ahead;
  if (!fl_sym_is_int (fl_sym_get_stride (index, leaf->vars[depth - 1], leaf->vars, leaf->n_loops), &row) || row <= 0)
    return 0; /* the same row again, or an unknown one */
  if (row * element_bytes > MAX_FIRST_LEVEL_ROW && writer->is_within_l2)
    return 0;
  if (row * element_bytes > MAX_ROW_AHEAD_BYTES)
    return ahead;
  next = depth == writer->vector->depth ? get_distance_to_next (writer, leaf, row, element_bytes, first) : 0;
  if (next > 0)
    return next;
  /* Pieces of longer rows: as many of them ahead as it takes. */
  for (guint d = depth; d <= writer->vector->depth && piece < row; d++)
    piece *= MAX (fl_sym_get_hint (leaf->sizes[d], 1), 1);
  piece = MIN (row, piece);
  return row * ((ahead + piece - 1) / piece);
}
