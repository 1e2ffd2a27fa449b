/* Which vector of an accumulator's lanes a statement steps, as C. */
#include "fl-print-c-private.h"

char *
fl_print_c_dup_lanes (FlPrinter *printer, const FlLoopStmt *stmt, guint component)
{
  const FlSym *lane = fl_loop_get_axis (printer->loops, printer->vector)->var, *first;
  const FlLoopHome *home = fl_loop_get_home (printer->loops, stmt->home);
  g_autofree char *at = NULL;

  if (fl_print_c_count_vectors (printer, home) == 1)
    return g_strdup (fl_print_c_home (printer, stmt->home, component));
  first = fl_sym_substitute (stmt->index, &lane, (const FlSym *[]) { fl_sym_int (fl_sym_get_table (lane), 0) }, 1);
  at = fl_print_c_dup_index (printer, fl_sym_floor_div (first, fl_print_c_get_lanes (printer, home)));
  return g_strdup_printf ("%s[%s]", fl_print_c_home (printer, stmt->home, component), at);
}
