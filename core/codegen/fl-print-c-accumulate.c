/* One step of an accumulator of a loop program, as C. */
#include "fl-c-lanes.h"
#include "fl-print-c-private.h"

static gboolean
is_float32 (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_dtype_is_low_precision (dtype);
}

static void
step_extreme (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *name, const char *value)
{
  const gboolean is_max = home->combiner == FL_REDUCTION_MAX;

  if (!home->ignores_nan && (is_float32 (home->dtype) || home->dtype == FL_DTYPE_F64))
    fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s_%s (%s, %s);", name, is_max ? "max" : "min",
                     home->dtype == FL_DTYPE_F64 ? "f64" : "f32", name, value);
  else
    fl_print_c_line (printer, stmt->origins, 0, "%s = %s %s %s ? %s : %s;", name, value, is_max ? ">" : "<", name,
                     value, name);
}

/* B. P. Welford, 1962; of partial results: T. Chan, G. Golub, R. LeVeque, 1979. */
static void
step_moments (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *mean = fl_print_c_home (printer, stmt->home, 0), *m2 = fl_print_c_home (printer, stmt->home, 1),
             *weight = fl_print_c_home (printer, stmt->home, 2);
  const char *delta = fl_c_make_name (printer->text, "delta"), *share = fl_c_make_name (printer->text, "share");
  const char *more_m2 = "0", *more_weight = "1";

  if (stmt->more[0]) /* a partial result */
    {
      more_m2 = fl_print_c_value (printer, stmt->more[0]).text;
      more_weight = fl_print_c_value (printer, stmt->more[1]).text;
    }
  fl_c_line (printer->text, "const double %s = %s - %s;", delta, value, mean);
  fl_c_line (printer->text, "const double %s = %s + %s != 0 ? %s / (%s + %s) : 0;", share, weight, more_weight,
             more_weight, weight, more_weight);
  if (stmt->more[0])
    fl_print_c_line (printer, stmt->origins, 0, "%s += %s + %s * %s * %s * %s;", m2, more_m2, delta, delta, weight,
                     share);
  /* An infinity stays the mean, as it is of the sum. */
  fl_c_line (printer->text, "%s += __builtin_isfinite (%s) ? %s * %s : %s;", mean, delta, delta, share, value);
  if (!stmt->more[0]) /* of the new mean: no number beside an infinity */
    fl_print_c_line (printer, stmt->origins, 0, "%s += %s * (%s - %s);", m2, delta, value, mean);
  fl_c_line (printer->text, "%s += %s;", weight, more_weight);
}

static void
step_softmax (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *largest = fl_print_c_home (printer, stmt->home, 0), *sum = fl_print_c_home (printer, stmt->home, 1);
  const char *now = fl_c_make_name (printer->text, "largest"), *kind = home->dtype == FL_DTYPE_F64 ? "f64" : "f32";
  const char *part = stmt->more[0] ? fl_print_c_value (printer, stmt->more[0]).text : "1";

  fl_c_line (printer->text, "const %s %s = fl_max_%s (%s, %s);", fl_c_get_compute_type (home->dtype), now, kind,
             largest, value);
  fl_c_line (printer->text, "if (%s != -__builtin_inf ())", now);
  fl_print_c_line (printer, stmt->origins, 0,
                   "  %s = %s * __builtin_exp ((double) %s - %s) + %s * __builtin_exp ((double) %s - %s);", sum, sum,
                   largest, now, part, value, now);
  fl_c_line (printer->text, "%s = %s;", largest, now);
}

/* --- lanes ------------------------------------------------------------------------------------ */

/* The value in all lanes; of whether any holds, a truth value. */
static char *
dup_operand (const FlLoopHome *home, FlCValue value)
{
  g_autofree char *operand = fl_c_lanes_dup_operand (value);

  return home->combiner == FL_REDUCTION_ANY && value.dtype != FL_DTYPE_BOOL ? g_strdup_printf ("(%s != 0)", operand)
                                                                            : g_steal_pointer (&operand);
}

/* The operand of an accumulation; beyond the last lane that there is, what changes nothing. */
static char *
dup_addend (FlPrinter *printer, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype), *operand = dup_operand (home, value);

  if (!printer->text->left)
    return g_steal_pointer (&operand);
  if (home->combiner == FL_REDUCTION_ANY)
    return g_strdup_printf ("fl_first_i32 (%s, %s, 0)", operand, printer->text->left);
  return g_strdup_printf ("fl_first%s (%s, %s, %s)", fl_print_c_get_suffix (home), operand, printer->text->left,
                          neutral);
}

/* Several columns of a row of accumulators. */
static void
step_row (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index),
                  *operand = dup_operand (home, value),
                  *loaded = fl_print_c_dup_loaded_columns (printer, home->combiner, place), *now = NULL;
  const char *kind = home->combiner == FL_REDUCTION_ANY ? "i32" : "f32", *count = fl_print_c_count_columns (printer);

  if (home->combiner == FL_REDUCTION_MAX || home->combiner == FL_REDUCTION_MIN)
    now = g_strdup_printf ("fl_%s_vec (%s, %s)", home->combiner == FL_REDUCTION_MAX ? "max" : "min", loaded, operand);
  else
    now = g_strdup_printf ("%s %s %s", loaded,
                           home->combiner == FL_REDUCTION_ANY    ? "|"
                           : home->combiner == FL_REDUCTION_PROD ? "*"
                                                                 : "+",
                           operand);
  if (count)
    fl_print_c_line (printer, stmt->origins, 0, "fl_store_part_%s (%s, %s, %s);", kind, place, now, count);
  else
    fl_print_c_line (printer, stmt->origins, 0, "fl_store_%s (%s, %s);", kind, place, now);
}

static void
step_lanes (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *lanes = fl_print_c_dup_lanes (printer, stmt, 0), *addend = dup_addend (printer, home, value);

  switch (home->combiner)
    {
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      if (home->ignores_nan)
        fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s (%s, %s);", lanes,
                         home->combiner == FL_REDUCTION_MAX ? "larger" : "smaller", addend, lanes);
      else
        fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s%s_vec (%s, %s);", lanes,
                         home->combiner == FL_REDUCTION_MAX ? "max" : "min", fl_print_c_get_suffix (home), lanes,
                         addend);
      break;
    case FL_REDUCTION_PROD: fl_print_c_line (printer, stmt->origins, 0, "%s *= %s;", lanes, addend); break;
    case FL_REDUCTION_ANY: fl_print_c_line (printer, stmt->origins, 0, "%s |= %s;", lanes, addend); break;
    default: fl_print_c_line (printer, stmt->origins, 0, "%s += %s;", lanes, addend);
    }
}

static const char *
get_across (FlReductionType combiner, gboolean ignores_nan)
{
  return combiner == FL_REDUCTION_MAX    ? (ignores_nan ? "largest" : "max")
         : combiner == FL_REDUCTION_MIN  ? (ignores_nan ? "smallest" : "min")
         : combiner == FL_REDUCTION_PROD ? "prod"
         : combiner == FL_REDUCTION_ANY  ? "any"
                                         : "sum";
}

void
fl_print_c_combine (FlPrinter *printer, const FlLoopStmt *stmt, gboolean declares)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home),
                   from = *fl_loop_get_home (printer->loops, stmt->from);
  const guint n = fl_print_c_count_vectors (printer, &from);
  const char *name = fl_print_c_home (printer, stmt->home, 0), *lanes = fl_print_c_home (printer, stmt->from, 0),
             *type = fl_print_c_get_kept_type (&home, 0);
  g_autofree char *total = n == 0
                               ? g_strdup (lanes)
                               : g_strdup_printf ("fl_%s_across%s%s (%s)", get_across (home.combiner, home.ignores_nan),
                                                  n > 1 ? "_4" : "", fl_print_c_get_suffix (&from), lanes);

  if (fl_reduction_is_arg (home.combiner))
    fl_print_c_combine_places (printer, stmt, declares);
  else if (declares)
    fl_c_line (printer->text, "%s %s = %s;", type, name, total);
  else if (home.combiner == FL_REDUCTION_MAX || home.combiner == FL_REDUCTION_MIN)
    step_extreme (printer, stmt, &home, name, total);
  else
    fl_c_line (printer->text, "%s %s %s;", name,
               home.combiner == FL_REDUCTION_PROD  ? "*="
               : home.combiner == FL_REDUCTION_ANY ? "|="
                                                   : "+=",
               total);
}

void
fl_print_c_step (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const char *name = fl_print_c_home (printer, stmt->home, 0), *sign = NULL;
  FlCValue value;

  if (fl_reduction_is_arg (home.combiner))
    {
      fl_print_c_step_place (printer, stmt);
      return;
    }
  value = fl_print_c_value (printer, stmt->value);
  if (home.kind == FL_HOME_STACK && stmt->index)
    name = fl_print_c_dup_element_kept (printer, stmt->home, stmt->index);
  if (printer->vector && home.kind == FL_HOME_STACK)
    {
      step_row (printer, stmt, &home, value);
      return;
    }
  if (printer->vector)
    {
      step_lanes (printer, stmt, &home, value);
      return;
    }
  switch (home.combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT: sign = home.dtype == FL_DTYPE_BOOL ? "|=" : "+="; break;
    case FL_REDUCTION_PROD: sign = home.dtype == FL_DTYPE_BOOL ? "&=" : "*="; break;
    case FL_REDUCTION_ANY: fl_print_c_line (printer, stmt->origins, 0, "%s |= %s != 0;", name, value.text); return;
    case FL_REDUCTION_XOR_SUM: sign = "^="; break;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN: step_extreme (printer, stmt, &home, name, value.text); return;
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE: step_moments (printer, stmt, &home, value.text); return;
    case FL_REDUCTION_ONLINE_SOFTMAX: step_softmax (printer, stmt, &home, value.text); return;
    default: fl_c_fail (printer->text, "a step of %s", fl_reduction_get_name (home.combiner)); return;
    }
  fl_print_c_line (printer, stmt->origins, 0, "%s %s %s;", name, sign, value.text);
}
