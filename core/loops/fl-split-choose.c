/* Into how many parts reductions are split over threads. */
#include "fl-split-private.h"

enum
{
  MAX_PARTIALS = 16384, /* results of parts that wait in memory */
  MEMORY_GRAINS = 128,  /* least works of a thread, of 32 KiB, which no L2 cache holds together */
  COLUMNS_A_GRAIN = 4,  /* of each row a thread may read a quarter of a page: 256 columns, of vector loops' 64 */
  ROWS_AT_A_TIME = 8
};

static const FlLoopAxis *
get_axis (const FlLoopKernel *kernel, FlStmtId loop)
{
  return fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, loop)->axis);
}

/* --- into how many parts ---------------------------------------------------------------------- */

static gint64
round_up (gint64 value, gint64 step)
{
  return (value + step - 1) / step * step;
}

static gint64
count_wanted (const FlLoopMachine *machine, const FlSplit *split)
{
  return MIN (split->work / MAX (machine->work_grain, 1), machine->parts);
}

/* Parts of a loop whose length comes with the call: of a multiple of `least`, at most so many of them. */
static gboolean
choose_unknown (FlSplitter *self, FlSplit *split, gint64 least, gint64 most)
{
  const FlSym *extent = get_axis (self->kernel, split->loop)->extent;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (self->kernel);
  const FlSym *pieces = fl_sym_ceil_div (extent, fl_sym_int (symbols, least * MAX (most, 1)));

  if (most < 2 || most * split->around > MAX_PARTIALS)
    return FALSE;
  split->size = fl_sym_mul_int (fl_sym_max (pieces, fl_sym_int (symbols, 1)), least);
  split->n_parts = fl_sym_ceil_div (extent, split->size);
  split->most = most * split->around;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (self->kernel),
                "reduction is split over threads",
                "how many iterations %s has comes with the call: parts of a multiple of %" G_GINT64_FORMAT
                ", at most %" G_GINT64_FORMAT
                " (cpu.parts), joined in their order: any number of threads gives the same result",
                get_axis (self->kernel, split->loop)->name, least, split->most);
  return TRUE;
}

static gboolean
choose_known (FlSplitter *self, FlSplit *split, gint64 step, gint64 wanted)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (self->kernel);
  const gint64 size = round_up ((split->length + wanted - 1) / MAX (wanted, 1), step),
               n_parts = (split->length + size - 1) / MAX (size, 1);

  if (n_parts < 2 || n_parts * split->around > MAX_PARTIALS)
    return FALSE;
  split->size = fl_sym_int (symbols, size);
  split->n_parts = fl_sym_int (symbols, n_parts);
  split->most = n_parts * split->around;
  return TRUE;
}

static gboolean
is_known (const FlSplitter *self, const FlSplit *split)
{
  return fl_sym_is_int (get_axis (self->kernel, split->loop)->extent, NULL);
}

static void
count_loops (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  *(guint *) data += fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP;
}

/* Parts of an innermost loop begin at whole vectors and cache lines. */
static gint64
get_step (const FlSplitter *self, const FlSplit *split)
{
  guint n_loops = 0;

  fl_loop_visit (self->kernel, split->loop, count_loops, &n_loops);
  return n_loops == 1 ? MAX (self->context->machine->grain, 1) : 1;
}

/* As many parts as the work is worth, all results together. */
static gboolean
choose_parts (FlSplitter *self, FlSplit *split)
{
  const FlLoopMachine *machine = self->context->machine;
  const gint64 wanted = count_wanted (machine, split), step = get_step (self, split);

  if (!is_known (self, split))
    return (split->n_outer == 0 || split->around < wanted / 2 || split->work < 2 * machine->work_grain)
           && choose_unknown (self, split, step, machine->parts / split->around);
  if (split->work < 2 * machine->work_grain)
    {
      if (split->n_outer == 0)
        fl_loop_note_small (self->context, self->program, split->work);
      return FALSE;
    }
  if ((split->n_outer > 0 && split->around >= wanted / 2)
      || !choose_known (self, split, step, (wanted + split->around - 1) / split->around))
    return FALSE;
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (self->kernel),
                "reduction is split over threads",
                "%" G_GINT64_FORMAT " parts of %" G_GINT64_FORMAT " iterations of %s, at most %" G_GINT64_FORMAT
                " (cpu.parts), joined in their order: any number of threads gives the same result",
                split->most, fl_sym_get_hint (split->size, 1), get_axis (self->kernel, split->loop)->name,
                machine->parts);
  return TRUE;
}

/* Threads take columns, where these are wide enough, else rows: whole rows are read faster from memory, too. A row of
 * results a part is written and read again, so that a part has some rows. */
static gboolean
choose_rows (FlSplitter *self, FlSplit *split)
{
  const FlLoopMachine *machine = self->context->machine;
  const gint64 least_rows = MAX (machine->grain, ROWS_AT_A_TIME), least_columns = COLUMNS_A_GRAIN * least_rows,
               by_columns = MAX (split->around / least_columns, 1), most = MAX_PARTIALS / split->around,
               by_rows = is_known (self, split)
                             ? MIN (MIN (count_wanted (machine, split), most), split->length / least_rows)
                             : MIN (machine->parts, most);
  const gboolean is_far = split->work >= MEMORY_GRAINS * machine->work_grain,
                 is_wider = by_rows > 2 * by_columns || (by_rows >= 4 && by_rows > by_columns && is_far);

  if (is_known (self, split) && split->work < 2 * machine->work_grain)
    return FALSE;
  fl_loop_note (self->context, self->program, is_wider ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                fl_loop_kernel_get_name (self->kernel), "threads take rows and join what they come to",
                "%" G_GINT64_FORMAT " columns make %" G_GINT64_FORMAT " parts of %" G_GINT64_FORMAT
                " or more; %" G_GINT64_FORMAT " rows make %" G_GINT64_FORMAT " parts of %" G_GINT64_FORMAT
                " or more, whose results are joined in their order%s",
                split->around, by_columns, least_columns, split->length, MAX (by_rows, 1), least_rows,
                is_far ? "; memory is read faster in whole rows" : "");
  if (!is_wider)
    return FALSE;
  return is_known (self, split) ? choose_known (self, split, ROWS_AT_A_TIME, by_rows)
                                : choose_unknown (self, split, least_rows, by_rows);
}

gboolean
fl_split_choose (FlSplitter *self, FlSplit *split)
{
  return split->is_columns ? choose_rows (self, split) : choose_parts (self, split);
}
