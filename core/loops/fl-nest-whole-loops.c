/* The loops of operations on pieces of a whole: over rows and along them, cut where pieces end, and made the same for
 * all. */
#include "fl-nest-whole.h"

#include <string.h>

/* --- numbers ---------------------------------------------------------------------------------- */

/* NULL: it does not go into it, or may not. */
const FlSym *
fl_whole_divide (const FlSym *a, const FlSym *b)
{
  gint64 x, y;
  const FlSym *quotient;

  if (fl_sym_is_int (b, &y) && y <= 0)
    return NULL;
  if (fl_sym_is_int (a, &x) && fl_sym_is_int (b, &y))
    return x % y == 0 ? fl_sym_int (fl_sym_get_table (a), x / y) : NULL;
  quotient = fl_sym_floor_div (a, b);
  return fl_sym_known_equal (fl_sym_mul (quotient, b), a) ? quotient : NULL;
}

gboolean
fl_whole_is_one (const FlSym *sym)
{
  return fl_sym_is_int_value (sym, 1);
}

/* --- loops ------------------------------------------------------------------------------------ */

static gboolean
insert_loop (FlWholeOp *op, guint at, FlWholeLoop loop)
{
  if (op->n == FL_WHOLE_MAX_LOOPS)
    return FALSE;
  memmove (&op->loops[at + 1], &op->loops[at], (op->n - at) * sizeof (FlWholeLoop));
  op->loops[at] = loop;
  op->n++;
  return TRUE;
}

/* Among the loops from `first` on: those of longer steps come first. */
static gboolean
insert_in_order (FlWholeOp *op, guint first, guint end, FlWholeLoop loop)
{
  guint at = first;

  while (at < end && fl_sym_get_hint (op->loops[at].step, 8) >= fl_sym_get_hint (loop.step, 8))
    at++;
  return insert_loop (op, at, loop);
}

static gboolean
add_outer_loop (FlWholeOp *op, FlWholeLoop loop)
{
  return insert_in_order (op, 0, op->n_outer++, loop);
}

static gboolean
add_inner_loop (FlWholeOp *op, FlWholeLoop loop)
{
  return insert_in_order (op, op->n_outer, op->n, loop);
}

/* A loop from row to row; or along a row; or both, which becomes two. */
static gboolean
add_loop (const FlWhole *whole, FlWholeOp *op, guint var, const FlSym *step)
{
  const FlSym *size = op->body->sizes[var], *one = fl_sym_int (fl_sym_get_table (size), 1), *along, *rows;

  if (fl_whole_divide (step, whole->row))
    return add_outer_loop (op, (FlWholeLoop) { size, one, step, var });
  if (fl_sym_known (FL_SYM_LE, fl_sym_mul (size, step), whole->row))
    return add_inner_loop (op, (FlWholeLoop) { size, one, step, var });
  along = fl_whole_divide (whole->row, step);
  rows = along ? fl_whole_divide (size, along) : NULL;
  return rows && add_outer_loop (op, (FlWholeLoop) { rows, along, whole->row, var })
         && add_inner_loop (op, (FlWholeLoop) { along, one, step, var });
}

/* What the loops along a row go over, the first of them being of the largest step; NULL: they leave gaps. */
static const FlSym *
get_extent (const FlWholeOp *op)
{
  const FlSym *extent = NULL;

  for (guint i = op->n; i-- > op->n_outer;)
    {
      const FlSym *step = op->loops[i].step;

      if (extent && !fl_sym_known_equal (step, extent))
        return NULL;
      extent = fl_sym_mul (op->loops[i].size, step);
    }
  return extent;
}

/* Sorts the loops of an operation by what they do to the index. */
gboolean
fl_whole_make_loops (const FlWhole *whole, FlWholeOp *op, const FlSym *index)
{
  const FlLoopBody *body = op->body;
  const FlSym *sum = fl_sym_int (fl_sym_get_table (index), 0), *extent;

  for (guint v = 0; v < body->n_vars; v++)
    {
      const FlSym *step = fl_sym_get_stride (index, body->vars[v], body->vars, body->n_vars);

      sum = fl_sym_add (sum, fl_sym_mul (step, body->vars[v]));
      op->bases[v] = fl_sym_int (fl_sym_get_table (index), 0);
      if (fl_sym_contains_kind (step, FL_SYM_VAR) || !fl_sym_known (FL_SYM_GT, step, op->bases[v])
          || !add_loop (whole, op, v, step))
        return FALSE;
    }
  if (!fl_sym_known_equal (sum, index))
    return FALSE;
  extent = get_extent (op);
  if (!op->is_reader) /* a piece of one element a row has no loop along it */
    return fl_sym_known_equal (extent ? extent : fl_sym_int (fl_sym_get_table (index), 1),
                               fl_sym_sub (whole->offsets[op->part + 1], whole->offsets[op->part]));
  return extent && fl_sym_known_equal (extent, whole->row);
}

/* The copy for one piece. */
gboolean
fl_whole_cut_op (const FlWhole *whole, const FlSym *step, guint part, FlWholeOp *op)
{
  FlWholeLoop *axis = &op->loops[op->n_outer];
  const FlSym *first = fl_whole_divide (whole->offsets[part], step),
              *length = fl_whole_divide (fl_sym_sub (whole->offsets[part + 1], whole->offsets[part]), step);

  if (!first || !length)
    return FALSE;
  op->part = part;
  op->bases[axis->var] = fl_sym_add (op->bases[axis->var], fl_sym_mul (first, axis->scale));
  axis->size = length;
  return TRUE;
}

/* --- equal loops ------------------------------------------------------------------------------ */

void
fl_whole_drop_single_loops (FlWholeOp *op)
{
  guint n = 0, n_outer = 0;

  for (guint i = 0; i < op->n; i++)
    if (!fl_whole_is_one (op->loops[i].size))
      {
        n_outer += i < op->n_outer;
        op->loops[n++] = op->loops[i];
      }
  op->n = n;
  op->n_outer = n_outer;
}

/* Products of lengths from the first loop of a range on, in rising order, without repetition. */
static void
add_counts (const FlWholeOp *op, guint first, guint end, GPtrArray *counts)
{
  const FlSym *count = NULL;

  for (guint i = first; i < end; i++)
    {
      guint at = 0;

      count = count ? fl_sym_mul (count, op->loops[i].size) : op->loops[i].size;
      while (at < counts->len && fl_sym_get_hint (counts->pdata[at], 8) < fl_sym_get_hint (count, 8))
        at++;
      if (at == counts->len || counts->pdata[at] != count)
        g_ptr_array_insert (counts, at, (gpointer) count);
    }
}

/* Cuts the loops of a range where the counts say. */
static gboolean
cut_range (FlWholeOp *op, guint first, guint end, const GPtrArray *counts)
{
  const FlSym *done = NULL;
  guint at = 0;

  for (guint i = first; i < end; at++)
    {
      const FlSym *piece, *rest;

      if (at == counts->len)
        return FALSE;
      piece = done ? fl_whole_divide (counts->pdata[at], done) : counts->pdata[at];
      rest = piece ? fl_whole_divide (op->loops[i].size, piece) : NULL;
      if (!rest)
        return FALSE;
      done = counts->pdata[at];
      if (!fl_whole_is_one (rest))
        {
          const FlWholeLoop outer = { piece, fl_sym_mul (op->loops[i].scale, rest),
                                      fl_sym_mul (op->loops[i].step, rest), op->loops[i].var };

          op->loops[i].size = rest;
          if (!insert_loop (op, i, outer))
            return FALSE;
          op->n_outer += i < op->n_outer;
          end++;
        }
      i++;
    }
  return at == counts->len;
}

gboolean
fl_whole_align_rows (GArray *ops)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new ();

  for (guint i = 0; i < ops->len; i++)
    add_counts (&g_array_index (ops, FlWholeOp, i), 0, g_array_index (ops, FlWholeOp, i).n_outer, counts);
  for (guint i = 0; i < ops->len; i++)
    if (!cut_range (&g_array_index (ops, FlWholeOp, i), 0, g_array_index (ops, FlWholeOp, i).n_outer, counts))
      return FALSE;
  return counts->len > 0;
}

gboolean
fl_whole_align_part (GArray *ops, guint part)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new ();

  for (guint i = 0; i < ops->len; i++)
    if (g_array_index (ops, FlWholeOp, i).part == part)
      add_counts (&g_array_index (ops, FlWholeOp, i), g_array_index (ops, FlWholeOp, i).n_outer,
                  g_array_index (ops, FlWholeOp, i).n, counts);
  for (guint i = 0; i < ops->len; i++)
    if (g_array_index (ops, FlWholeOp, i).part == part
        && !cut_range (&g_array_index (ops, FlWholeOp, i), g_array_index (ops, FlWholeOp, i).n_outer,
                       g_array_index (ops, FlWholeOp, i).n, counts))
      return FALSE;
  return TRUE;
}
