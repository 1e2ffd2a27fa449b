/* Where homes of a loop program begin, as C: their declarations. */
#include "fl-loop-partials.h"
#include "fl-print-c-private.h"

void
fl_print_c_begin_registers (FlPrinter *printer, FlHomeId id, const char *n_vectors)
{
  fl_c_line (printer->text, "fl_vec %s[%s];", fl_print_c_home (printer, id, 0), n_vectors);
}

static gboolean
is_moments (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE;
}

/* "fl_vec sum_lanes[4] = { 0 };" */
static void
begin_lanes (FlPrinter *printer, FlHomeId id, const FlLoopHome *home, guint n)
{
  const char *name = fl_print_c_home (printer, id, 0), *suffix = fl_print_c_get_suffix (home),
             *type = home->combiner == FL_REDUCTION_ANY ? "mask"
                     : *suffix                          ? suffix + 1
                                                        : "vec";
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype),
                  *several = n > 1 ? g_strdup_printf ("[%u]", n) : g_strdup ("");

  if (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT || home->combiner == FL_REDUCTION_ANY)
    fl_c_line (printer->text, "fl_%s %s%s = { 0 };", type, name, several);
  else
    fl_c_line (printer->text, n > 1 ? "fl_%s %s%s = FL_FOUR (fl_splat%s (%s));" : "fl_%s %s%s = fl_splat%s (%s);", type,
               name, several, suffix, neutral);
}

/* "_Alignas (64) float sum[304] = { 0 };" */
static void
begin_row (FlPrinter *printer, FlHomeId id, const FlLoopHome *home, const char *size)
{
  const char *name = fl_print_c_home (printer, id, 0),
             *type = home->combiner == FL_REDUCTION_ANY ? "int32_t" : fl_c_get_compute_type (home->dtype);
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype);

  if (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT || home->combiner == FL_REDUCTION_ANY
      || home->combiner == FL_REDUCTION_XOR_SUM)
    {
      fl_c_line (printer->text, "_Alignas (64) %s %s[%s] = { 0 };", type, name, size);
      return;
    }
  fl_c_line (printer->text, "_Alignas (64) %s %s[%s];", type, name, size);
  fl_c_line (printer->text, "for (int64_t c = 0; c < %s; c++)", size);
  fl_c_line (printer->text, "  %s[c] = %s;", name, neutral);
}

void
fl_print_c_begin_accumulator (FlPrinter *printer, FlHomeId id, const char *size)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);

  if (fl_reduction_is_arg (home.combiner))
    {
      fl_print_c_begin_place (printer, id, size);
      return;
    }
  if (home.kind == FL_HOME_STACK)
    {
      begin_row (printer, id, &home, size);
      return;
    }
  if (!fl_sym_is_int_value (home.size, 1))
    {
      begin_lanes (printer, id, &home, fl_print_c_count_vectors (printer, &home));
      return;
    }

  for (guint i = 0; i < fl_loop_count_kept (&home); i++)
    {
      const char *type = fl_print_c_get_kept_type (&home, i);
      g_autofree char *neutral = fl_c_dup_neutral (home.combiner, home.dtype);

      if (!type)
        fl_c_fail (printer->text, "a %s of %s", fl_reduction_get_name (home.combiner),
                   fl_dtype_get_torch_name (home.dtype));
      else
        fl_c_line (printer->text, "%s %s = %s;", type, fl_print_c_home (printer, id, i),
                   is_moments (home.combiner) || i > 0 ? "0" : neutral);
    }
}
