/* Which loops of a kernel that the old writer makes are shared out to threads. Each choice is kept with its reason.
 *
 * In: a nest.  Out: phases, functions that run one after the other, each by all threads or by one.  Keeps: the order of
 * operations that depend on each other.
 *
 * Parts depend on sizes and options alone, never on the machine: results are the same with any number of threads, and
 * the same source serves all machines. */
#include "fl-c-threads.h"

#include "fl-intern.h"
#include "fl-options.h"

enum
{
  MEMORY_WORK = 4 << 20, /* what no second-level cache holds */
  ALIGNED = 64,          /* iterations of a vector loop: parts begin at whole cache lines and whole vectors */
  MAX_PARTIALS = 16384,  /* results of parts that wait in static memory */
  MAX_PARTIAL_COLUMNS = 16384,
  LEAST_ROWS = 64, /* of a part: a row of results a part is written and read again */
  ROWS_AT_A_TIME = 8,
  LEAST_COLUMNS = 256 /* that a thread may read of each row: a quarter of a page */
};

/* --- work ------------------------------------------------------------------------------------- */

/* Bytes that an iteration moves and operations that it does. */
static gint64
count_once (const FlCWriter *writer, const FlNestLeaf *leaf)
{
  gint64 work = 0;

  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];
        const FlCPlace *place = op->buffer ? g_hash_table_lookup (writer->places, op->buffer) : NULL;
        const FlBuffer *buffer
            = op->buffer ? fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer) : NULL;

        work += fl_scalar_get_info (op->op)->flops;
        if (place && buffer && !place->local && (op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_STORE))
          work += fl_dtype_get_size_bytes (buffer->layout.dtype);
      }
  return MAX (work, 1);
}

static gint64
count_work (const FlCWriter *writer, const FlNestLoop *loop)
{
  gint64 total = 0;

  for (guint l = 0; l < loop->n_leaves; l++)
    {
      const FlNestLeaf *leaf = loop->leaves[l];
      gint64 times = 1, work;

      for (guint i = 0; i < leaf->n_loops; i++)
        if (__builtin_mul_overflow (times, MAX (fl_sym_get_hint (leaf->sizes[i], 8), 0), &times))
          return G_MAXINT64 / 4;
      if (__builtin_mul_overflow (times, count_once (writer, leaf), &work)
          || __builtin_add_overflow (total, work, &total))
        return G_MAXINT64 / 4;
    }
  return total;
}

/* --- loops ------------------------------------------------------------------------------------ */

static gint64
get_length (const FlNestLoop *loop)
{
  return MAX (fl_sym_get_hint (loop->size, 8), 0);
}

static gboolean
is_innermost (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_items; i++)
    if (loop->items[i].loop)
      return FALSE;
  return TRUE;
}

/* Parts begin at multiples of this. */
static gint64
get_step (const FlNestLoop *loop)
{
  return loop->is_strip || loop->is_tiled || is_innermost (loop) ? ALIGNED : 1;
}

/* Does a row on the stack last longer than an iteration of the loop? Then its iterations belong together. */
static gboolean
has_row_around (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < writer->nest->n_locals; i++)
    {
      const FlNestLocal *local = &writer->nest->locals[i];

      for (guint l = 0; l < loop->n_leaves && local->place == FL_LOCAL_ROW; l++)
        if (loop->leaves[l]->node->op == local->buffer && local->depth <= loop->depth)
          return TRUE;
    }
  return FALSE;
}

/* The loop inside, if both may be shared out as one. */
static const FlNestLoop *
get_inner (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *inner = loop->n_items == 1 ? loop->items[0].loop : NULL;

  if (!inner || loop->is_strip || loop->is_tiled || has_row_around (writer, inner))
    return NULL;
  for (guint i = 0; i < inner->n_leaves; i++)
    if (inner->leaves[i]->n_iter <= inner->depth)
      return NULL;
  return inner;
}

/* A reduction, whose parts are joined. Where nothing is reduced, there is nothing to join: the loop would run once
 * more. */
static gboolean
can_split (const FlCWriter *writer, const FlNestLoop *loop)
{
  gboolean is_reduction = FALSE;

  if (loop->is_strip || loop->is_tiled)
    return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      const FlNestLeaf *leaf = loop->leaves[i];

      if (!fl_nest_can_split (writer->nest->schedule, leaf))
        return FALSE;
      if (leaf->is_reduction ? leaf->n_iter != loop->depth : leaf->n_iter <= loop->depth)
        return FALSE;
      is_reduction |= leaf->is_reduction;
    }
  return is_reduction;
}

/* --- phases ----------------------------------------------------------------------------------- */

static const char *
make_name (FlCWriter *writer, const FlCPhase *phase)
{
  const char *base = writer->kernel_name;

  if (writer->phases->len == 0)
    return base;
  base = fl_intern_printf (phase->joined ? "%s_join" : "%s_then", base);
  for (guint i = 0; i < writer->phases->len; i++)
    if (g_str_has_prefix (g_array_index (writer->phases, FlCPhase, i).name, base))
      return fl_intern_printf ("%s_%u", base, writer->phases->len);
  return base;
}

static void
add_phase (FlCWriter *writer, FlCPhase phase)
{
  phase.name = make_name (writer, &phase);
  g_array_append_val (writer->phases, phase);
}

static void
add_serial (FlCWriter *writer, guint item, const FlNestLoop *joined, gint64 work)
{
  FlCPhase *last = writer->phases->len ? &g_array_index (writer->phases, FlCPhase, writer->phases->len - 1) : NULL;

  if (last && last->kind == FL_C_PHASE_SERIAL && !joined)
    {
      last->n_items++;
      last->work += work;
      return;
    }
  add_phase (writer, (FlCPhase) { .kind = FL_C_PHASE_SERIAL,
                                  .first_item = item,
                                  .n_items = 1,
                                  .joined = joined,
                                  .step = 1,
                                  .work = work });
}

static void
note_too_small (FlCWriter *writer, gint64 work)
{
  const gint64 least = 2 * (gint64) writer->pass->options->cpu_grain_bytes;

  fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, "shared out to threads",
                    fl_arena_printf (writer->pass->arena,
                                     "work of %" G_GINT64_FORMAT
                                     " (bytes moved, and operations) is under %" G_GINT64_FORMAT
                                     " (2 x cpu.grain_bytes): starting a second thread would take as long",
                                     work, least));
}

static void
add_range (FlCWriter *writer, guint item, const FlNestLoop *loop, gint64 work)
{
  gint64 step = get_step (loop);

  add_phase (writer, (FlCPhase) { .kind = FL_C_PHASE_RANGE,
                                  .first_item = item,
                                  .n_items = 1,
                                  .outer = loop,
                                  .loop = loop,
                                  .extent = loop->size,
                                  .step = step,
                                  .work = work });
  if (work < 2 * (gint64) writer->pass->options->cpu_grain_bytes)
    note_too_small (writer, work);
  else
    fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "outermost loop is shared out to threads",
                      fl_arena_printf (writer->pass->arena,
                                       "i0 has %" G_GINT64_FORMAT
                                       " iterations%s; a thread has work of %" G_GINT64_FORMAT
                                       " or more (cpu.grain_bytes) out of %" G_GINT64_FORMAT
                                       " (bytes moved, and operations)",
                                       get_length (loop), step > 1 ? ", shared out by 64" : "",
                                       (gint64) writer->pass->options->cpu_grain_bytes, work));
}

/* Parts of an inner loop, for each iteration of those from `outer` on. */
static FlCPhase
make_parts (FlCPhaseKind kind, guint item, const FlNestLoop *outer, const FlNestLoop *loop, const FlSym *block,
            gint64 work)
{
  FlCPhase phase
      = { .kind = kind, .first_item = item, .n_items = 1, .outer = outer, .loop = loop, .step = 1, .work = work };

  phase.block = block;
  phase.n_blocks = fl_sym_ceil_div (loop->size, phase.block);
  phase.extent = phase.n_blocks;
  for (const FlNestLoop *at = outer; at != loop; at = at->items[0].loop)
    phase.extent = fl_sym_mul (at->size, phase.extent);
  return phase;
}

static gint64
round_up (gint64 value, gint64 step)
{
  return (value + step - 1) / step * step;
}

/* How long parts of a loop are whose length comes with the call: a multiple of `least`, at most so many of them. */
static const FlSym *
make_block (const FlNestLoop *loop, gint64 least, gint64 most)
{
  FlSymTable *symbols = fl_sym_get_table (loop->size);
  const FlSym *pieces = fl_sym_ceil_div (loop->size, fl_sym_int (symbols, least * most));

  return fl_sym_mul_int (fl_sym_max (pieces, fl_sym_int (symbols, 1)), least);
}

/* --- decisions -------------------------------------------------------------------------------- */

static gint64
count_wanted (const FlCWriter *writer, gint64 work)
{
  const FlOptions *options = writer->pass->options;

  return MIN (work / MAX (options->cpu_grain_bytes, 1), options->cpu_parts);
}

/* The same where its length comes with the call: as many parts as there may be, or fewer, longer ones. */
static gboolean
share_unknown (FlCWriter *writer, guint item, const FlNestLoop *outer, const FlNestLoop *loop, gint64 work)
{
  const gint64 step = is_innermost (loop) ? FL_C_PIECE : 1;
  gint64 around = 1, most;
  FlCPhase phase;

  if (!can_split (writer, loop) || (outer != loop && !fl_sym_is_int (outer->size, &around)) || around <= 0)
    return FALSE;
  most = writer->pass->options->cpu_parts / around;
  if (most < 2)
    return FALSE;
  phase = make_parts (FL_C_PHASE_REDUCE, item, outer, loop, make_block (loop, step, most), work);
  phase.most = most * around;
  add_phase (writer, phase);
  add_serial (writer, item, loop, phase.most);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, NULL, "reduction is split over threads",
      fl_arena_printf (writer->pass->arena,
                       "how many iterations i%u has comes with the call: parts of a multiple of %" G_GINT64_FORMAT
                       ", at most %" G_GINT64_FORMAT
                       " (cpu.parts), joined in their order: any number of threads gives the same result",
                       loop->depth, step, phase.most));
  return TRUE;
}

/* The reduction is cut, for each iteration of the loop around it if there is one. */
static gboolean
share_reduction (FlCWriter *writer, guint item, const FlNestLoop *outer, const FlNestLoop *loop, gint64 work)
{
  const gint64 step = is_innermost (loop) ? FL_C_PIECE : 1, length = get_length (loop);
  gint64 around = outer == loop ? 1 : get_length (outer), wanted = count_wanted (writer, work), block, n_blocks;
  FlCPhase phase;

  if (!fl_sym_is_int (loop->size, NULL))
    return share_unknown (writer, item, outer, loop, work);
  if (!can_split (writer, loop) || !fl_sym_is_int (outer->size, NULL) || around <= 0)
    return FALSE;
  wanted = (wanted + around - 1) / around;
  block = round_up ((length + wanted - 1) / MAX (wanted, 1), step);
  n_blocks = (length + block - 1) / MAX (block, 1);
  if (n_blocks < 2 || n_blocks * around > MAX_PARTIALS)
    return FALSE;
  phase = make_parts (FL_C_PHASE_REDUCE, item, outer, loop, fl_sym_int (fl_sym_get_table (loop->size), block), work);
  add_phase (writer, phase);
  add_serial (writer, item, loop, n_blocks * around);
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "reduction is split over threads",
                    fl_arena_printf (writer->pass->arena,
                                     "%" G_GINT64_FORMAT " parts of %" G_GINT64_FORMAT
                                     " iterations of i%u, at most %" G_GINT64_FORMAT
                                     " (cpu.parts), joined in their order: any number of threads gives the same result",
                                     n_blocks * around, block, loop->depth, (gint64) writer->pass->options->cpu_parts));
  return TRUE;
}

/* A reduction that is all there is in the loop, beside what is done with its results. */
static const FlNestLoop *
get_only_reduction (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlNestLoop *inner = loop->n_items > 0 ? loop->items[0].loop : NULL;

  if (!inner || loop->is_strip || loop->is_tiled || has_row_around (writer, inner))
    return NULL;
  for (guint i = 1; i < loop->n_items; i++)
    if (loop->items[i].loop)
      return NULL;
  return can_split (writer, inner) ? inner : NULL;
}

/* Memory that is turned over past the caches: each thread reads whole rows, as memory itself does, and stores pieces of
 * the results' rows that are whole lines. Measured with two threads: 1.02 to 1.05 times as fast as where each reads
 * half of every row. */
static gboolean
share_turned (FlCWriter *writer, guint item, const FlNestLoop *outer, gint64 work)
{
  const FlNestLoop *rows = writer->nest->n_items == 1 ? writer->turned_rows : NULL;
  const gint64 least = MIN (get_length (outer), 16 * ALIGNED);

  if (!rows || get_length (rows) < least)
    return FALSE;
  add_phase (writer, (FlCPhase) { .kind = FL_C_PHASE_RANGE,
                                  .first_item = item,
                                  .n_items = 1,
                                  .outer = outer,
                                  .loop = rows,
                                  .is_inner = TRUE,
                                  .extent = rows->size,
                                  .step = ALIGNED,
                                  .work = work });
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "threads take rows of what is read",
                    fl_arena_printf (writer->pass->arena,
                                     "i%u has %" G_GINT64_FORMAT " iterations (at least %" G_GINT64_FORMAT
                                     "), shared out by %d: memory is read in "
                                     "whole rows, and results are stored past the caches in whole lines",
                                     rows->depth, get_length (rows), least, ALIGNED));
  return TRUE;
}

/* Columns of rows: threads take columns, where these are wide enough, else rows, and write rows of their own to be
 * joined. Reading whole rows is faster from memory, too. */
static gboolean
share_rows (FlCWriter *writer, guint item, const FlNestLoop *strip, gint64 work)
{
  const FlNestLoop *rows = strip->items[0].loop;
  const gboolean is_known = fl_sym_is_int (rows->size, NULL);
  const gint64 n_columns
      = MAX (get_length (strip), 1),
      n_rows = get_length (rows), by_columns = MAX (n_columns / LEAST_COLUMNS, 1),
      by_rows = is_known ? MIN (MIN (count_wanted (writer, work), MAX_PARTIAL_COLUMNS / n_columns), n_rows / LEAST_ROWS)
                         : MIN (writer->pass->options->cpu_parts, MAX_PARTIAL_COLUMNS / n_columns);
  gboolean is_gain = by_rows > 2 * by_columns || (by_rows >= 4 && by_rows > by_columns && work >= MEMORY_WORK), ok;
  const char *facts = fl_arena_printf (writer->pass->arena,
                                       "%" G_GINT64_FORMAT " columns make %" G_GINT64_FORMAT
                                       " parts of %d or more; %" G_GINT64_FORMAT " rows make %" G_GINT64_FORMAT
                                       " parts of %d or more, whose results are joined in their order%s",
                                       n_columns, by_columns, LEAST_COLUMNS, n_rows, MAX (by_rows, 1), LEAST_ROWS,
                                       work >= MEMORY_WORK ? "; memory is read faster in whole rows" : "");
  const FlSym *block;
  FlCPhase parts, join;

  if (!is_known)
    facts = fl_arena_printf (
        writer->pass->arena,
        "%" G_GINT64_FORMAT " columns make %" G_GINT64_FORMAT
        " parts of %d or more; how many rows there are comes with the call: at most %" G_GINT64_FORMAT
        " parts of a multiple of %d, whose results are joined in their order",
        n_columns, by_columns, LEAST_COLUMNS, MAX (by_rows, 1), LEAST_ROWS);
  ok = is_gain && can_split (writer, rows) && fl_sym_is_int (strip->size, NULL);
  fl_c_note_choice (writer, ok ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT, NULL,
                    "threads take rows and join what they come to", facts);
  if (!ok)
    return FALSE;
  block = is_known
              ? fl_sym_int (fl_sym_get_table (rows->size), round_up ((n_rows + by_rows - 1) / by_rows, ROWS_AT_A_TIME))
              : make_block (rows, LEAST_ROWS, by_rows);
  parts = make_parts (FL_C_PHASE_REDUCE, item, rows, rows, block, work);
  parts.most = is_known ? 0 : by_rows;
  parts.strip = strip;
  add_phase (writer, parts);
  join = (FlCPhase) { .kind = FL_C_PHASE_RANGE,
                      .first_item = item,
                      .n_items = 1,
                      .outer = strip,
                      .loop = strip,
                      .strip = strip,
                      .joined = rows,
                      .extent = strip->size,
                      .step = ALIGNED,
                      .work = by_rows * n_columns * 8 };
  add_phase (writer, join);
  return TRUE;
}

/* The outermost loop alone, or so many loops together that there are parts enough. */
static void
share_loops (FlCWriter *writer, guint item, const FlNestLoop *outer, gint64 work)
{
  const gint64 wanted = count_wanted (writer, work);
  const FlNestLoop *loop = outer, *inner;
  gint64 around = 1, block, n_blocks;

  if ((outer->is_strip && share_rows (writer, item, outer, work)) || share_turned (writer, item, outer, work))
    return;
  while (around * (get_length (loop) / get_step (loop)) < wanted && (inner = get_inner (writer, loop)))
    {
      if (get_length (loop) * around * get_length (inner) / get_step (inner)
          <= get_length (loop) * around / get_step (loop))
        break;
      around *= get_length (loop);
      loop = inner;
    }
  if (loop == outer)
    {
      inner = get_length (outer) < wanted / 2 || work < 2 * (gint64) writer->pass->options->cpu_grain_bytes
                  ? get_only_reduction (writer, outer)
                  : NULL;
      if (!inner || !share_reduction (writer, item, outer, inner, work))
        add_range (writer, item, outer, work);
      return;
    }
  n_blocks = (wanted + around - 1) / MAX (around, 1);
  block = round_up ((get_length (loop) + n_blocks - 1) / MAX (n_blocks, 1), get_step (loop));
  add_phase (writer, make_parts (FL_C_PHASE_BLOCKS, item, outer, loop,
                                 fl_sym_int (fl_sym_get_table (loop->size), MAX (block, 1)), work));
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "outer loops are shared out to threads as one",
                    fl_arena_printf (writer->pass->arena,
                                     "%" G_GINT64_FORMAT " iterations around i%u are under the %" G_GINT64_FORMAT
                                     " parts that work of %" G_GINT64_FORMAT
                                     " is worth (cpu.grain_bytes, cpu.parts): each is cut into %" G_GINT64_FORMAT
                                     " parts of %" G_GINT64_FORMAT " of its %" G_GINT64_FORMAT,
                                     around, loop->depth, wanted, work,
                                     (get_length (loop) + block - 1) / MAX (block, 1), block, get_length (loop)));
}

/* Does it reduce along a loop whose length comes with the call? What is known of its work may be far too little. */
static gboolean
may_be_long (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    for (guint k = loop->leaves[i]->n_iter; loop->leaves[i]->is_reduction && k < loop->leaves[i]->n_loops; k++)
      if (!fl_sym_is_int (loop->leaves[i]->sizes[k], NULL))
        return TRUE;
  return FALSE;
}

static void
share_item (FlCWriter *writer, guint item)
{
  const FlNestLoop *loop = writer->nest->items[item].loop;
  const gint64 work = loop ? count_work (writer, loop) : 1, grain = writer->pass->options->cpu_grain_bytes;
  const char *order = loop ? fl_nest_find_order (writer->nest, loop) : NULL;

  if (!loop)
    add_serial (writer, item, NULL, work);
  else if (!order && (work >= 2 * grain || may_be_long (loop)))
    share_loops (writer, item, loop, work);
  else if (!order && writer->nest->n_items == 1)
    add_range (writer, item, loop, work); /* sizes that come with the call may be larger */
  else if (work < 2 * grain && !(order && may_be_long (loop) && share_reduction (writer, item, loop, loop, work)))
    {
      add_serial (writer, item, NULL, work);
      note_too_small (writer, work);
    }
  else if (work < 2 * grain)
    return; /* shared just now */
  else if (!share_reduction (writer, item, loop, loop, work))
    {
      add_serial (writer, item, NULL, work);
      fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, "shared out to threads", order);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

void
fl_c_threads_decide (FlCWriter *writer, const FlKernel *kernel)
{
  writer->kernel_name = kernel->name;
  for (guint i = 0; i < writer->nest->n_items; i++)
    share_item (writer, i);
  if (writer->phases->len == 0)
    add_serial (writer, 0, NULL, 0);
  fl_c_threads_share_locals (writer);
}

void
fl_c_threads_fill_kernel (const FlCWriter *writer, FlKernel *kernel)
{
  FlKernelPhase *phases = fl_arena_new (writer->pass->arena, FlKernelPhase, writer->phases->len + 1);

  for (guint i = 0; i < writer->phases->len; i++)
    {
      const FlCPhase *phase = &g_array_index (writer->phases, FlCPhase, i);

      phases[i] = (FlKernelPhase) { .name = phase->name,
                                    .extent = phase->extent,
                                    .step = phase->step,
                                    .work = phase->work,
                                    .is_inner = phase->is_inner };
    }
  kernel->n_phases = writer->phases->len;
  kernel->phases = phases;
}
