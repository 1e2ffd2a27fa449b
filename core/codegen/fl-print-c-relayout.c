/* Transpositions of a loop program as C: calls of functions of the preamble, by the size of an
 * element and where it goes. */
#include "fl-print-c-private.h"

enum
{
  MOST_INTERLEAVED = 4 /* rows that one function interleaves element by element: preamble/transpose.h */
};

/* One side of it: where the first element is, and the step along the axis that is not contiguous.
 */
typedef struct
{
  char *place, *step;
} Side;

static void
side_clear (Side *side)
{
  g_free (side->place);
  g_free (side->step);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

static const FlSym *
get_begin (const FlLoopAxis *axis)
{
  return axis->begin ? axis->begin : fl_sym_int (fl_sym_get_table (axis->var), 0);
}

static Side
make_side (FlPrinter *printer, FlHomeId home, const FlSym *index, const FlLoopAxis *far, const FlLoopAxis *near)
{
  const FlSym *vars[] = { far->var, near->var }, *begins[] = { get_begin (far), get_begin (near) };
  const FlSym *first = fl_sym_substitute (index, vars, begins, 2);

  return (Side) { .place = fl_sym_is_int_value (first, 0) ? g_strdup (fl_print_c_home (printer, home, 0))
                                                          : fl_print_c_dup_place (printer, home, first),
                  .step = fl_print_c_dup_index (printer, fl_sym_get_stride (index, far->var, vars, 2)) };
}

static char *
dup_length (FlPrinter *printer, const FlLoopAxis *axis)
{
  return fl_print_c_dup_index (printer, fl_sym_sub (axis->extent, get_begin (axis)));
}

/* Whether one element of each of the n rows after the other makes up all that is written, without gaps. */
static gboolean
lies_side_by_side (const FlLoopStmt *stmt, const FlLoopAxis *row, gint64 n)
{
  const FlSym *step = fl_sym_get_stride (stmt->index, row->var, &row->var, 1);

  return step != NULL && fl_sym_is_int_value (step, n);
}

void
fl_print_c_relayout (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlAxisId one = (FlAxisId) g_bit_nth_lsf (stmt->over, -1),
                 other = (FlAxisId) g_bit_nth_lsf (stmt->over, (gint) one);
  const FlLoopAxis a = *fl_loop_get_axis (printer->loops, one), b = *fl_loop_get_axis (printer->loops, other);
  const gboolean is_a
      = fl_sym_is_int_value (fl_sym_get_stride (stmt->index, a.var, &a.var, 1), 1); /* contiguous where it writes */
  const FlLoopAxis *column = is_a ? &a : &b, *row = is_a ? &b : &a;
  const FlLoopValue load = *fl_loop_get_value (printer->loops, stmt->value);
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  g_auto (Side) from = make_side (printer, load.home, load.index, column, row),
                to = make_side (printer, stmt->home, stmt->index, row, column);
  g_autofree char *columns = dup_length (printer, column), *rows = dup_length (printer, row);
  const gboolean is_streaming = stmt->mode == FL_LOOP_STORE_STREAMING;
  const guint bits = 8 * fl_dtype_get_size_bytes (home.dtype);
  gint64 n;

  printer->text->has_streams |= stmt->mode == FL_LOOP_STORE_STREAMING;
  if (home.kind == FL_HOME_STACK)
    fl_print_c_line (printer, stmt->origins, 0, "fl_transpose_%s (%s, %s, %s, %s, %s);", bits == 16 ? "16" : "f32",
                     to.place, from.place, from.step, columns, rows);
  else if (bits == 32 && fl_sym_is_int (column->extent, &n) && n <= MOST_INTERLEAVED
           && lies_side_by_side (stmt, row, n))
    fl_print_c_line (printer, stmt->origins, 0, "fl_%s_interleaved_32 (%s, %s, %s, %s, %s);",
                     is_streaming ? "stream" : "copy", to.place, from.place, from.step, columns, rows);
  else
    fl_print_c_line (printer, stmt->origins, 0, "fl_%s_transposed_%u (%s, %s, %s, %s, %s, %s);",
                     is_streaming ? "stream" : "copy", bits, to.place, to.step, from.place, from.step, columns, rows);
}
