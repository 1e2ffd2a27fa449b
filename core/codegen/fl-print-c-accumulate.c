/* One step of an accumulator of a loop program, as C. */
#include "fl-c-vector.h"
#include "fl-print-c-private.h"

static gboolean
is_float32 (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_dtype_is_low_precision (dtype);
}

static void
step_extreme (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *name = fl_print_c_home (printer, stmt->home, 0);
  const gboolean is_max = home->combiner == FL_REDUCTION_MAX;

  if (is_float32 (home->dtype) || home->dtype == FL_DTYPE_F64)
    fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s_%s (%s, %s);", name, is_max ? "max" : "min",
                     home->dtype == FL_DTYPE_F64 ? "f64" : "f32", name, value);
  else
    fl_print_c_line (printer, stmt->origins, 0, "%s = %s %s %s ? %s : %s;", name, value, is_max ? ">" : "<", name,
                     value, name);
}

/* Ties go to the smaller position; NaN is beyond every number. */
static void
step_place (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *best = fl_print_c_home (printer, stmt->home, 0), *at = fl_print_c_home (printer, stmt->home, 1);
  const gboolean is_least = home->combiner == FL_REDUCTION_ARGMIN || home->combiner == FL_REDUCTION_ARGMIN_VALUE
                            || home->combiner == FL_REDUCTION_ARGMIN_WITH_VALUE;
  const FlCValue place = fl_print_c_value (printer, stmt->more[0]);
  const char *sign = is_least ? "<" : ">";

  if (fl_dtype_is_float (home->source_dtype))
    fl_c_line (printer->text,
               "if (%s %s %s || (%s != %s && %s == %s) || ((%s == %s || (%s != %s && %s != %s)) && %s < %s)) {", value,
               sign, best, value, value, best, best, value, best, value, value, best, best, place.text, at);
  else
    fl_c_line (printer->text, "if (%s %s %s || (%s == %s && %s < %s)) {", value, sign, best, value, best, place.text,
               at);
  printer->text->indent++;
  fl_print_c_line (printer, stmt->origins, 0, "%s = %s;", best, value);
  fl_c_line (printer->text, "%s = %s;", at, place.text);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

/* B. P. Welford, 1962; of partial results: T. Chan, G. Golub, R. LeVeque, 1979. */
static void
step_moments (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *mean = fl_print_c_home (printer, stmt->home, 0), *m2 = fl_print_c_home (printer, stmt->home, 1),
             *weight = fl_print_c_home (printer, stmt->home, 2);
  const char *delta = fl_c_make_name (printer->text, "delta"), *part = fl_c_make_name (printer->text, "share");
  const char *more_m2 = "0", *more_weight = "1";

  if (stmt->more[0]) /* a partial result */
    {
      more_m2 = fl_print_c_value (printer, stmt->more[0]).text;
      more_weight = fl_print_c_value (printer, stmt->more[1]).text;
    }
  fl_c_line (printer->text, "const double %s = %s - %s;", delta, value, mean);
  fl_c_line (printer->text, "const double %s = %s + %s != 0 ? %s / (%s + %s) : 0;", part, weight, more_weight,
             more_weight, weight, more_weight);
  if (stmt->more[0])
    fl_print_c_line (printer, stmt->origins, 0, "%s += %s + %s * %s * %s * %s;", m2, more_m2, delta, delta, weight,
                     part);
  /* An infinity stays the mean, as it is of the sum. */
  fl_c_line (printer->text, "%s += __builtin_isfinite (%s) ? %s * %s : %s;", mean, delta, delta, part, value);
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

/* "sum_lanes", or of several vectors that of the unrolled step: "sum_lanes[i1u]". */
static char *
dup_lanes (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home)
{
  const FlSym *lane = fl_loop_get_axis (printer->loops, printer->vector)->var, *first;
  g_autofree char *at = NULL;

  if (fl_print_c_count_vectors (printer, home) == 1)
    return g_strdup (fl_print_c_home (printer, stmt->home, 0));
  first = fl_sym_substitute (stmt->index, &lane, (const FlSym *[]) { fl_sym_int (fl_sym_get_table (lane), 0) }, 1);
  at = fl_print_c_dup_index (printer, fl_sym_floor_div (first, fl_loop_kernel_get_lanes (printer->program->kernel)));
  return g_strdup_printf ("%s[%s]", fl_print_c_home (printer, stmt->home, 0), at);
}

/* The value in all lanes; beyond the last one that there is, what changes nothing. */
static char *
dup_addend (FlPrinter *printer, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype), *operand = fl_c_vector_dup_operand (value);

  if (home->combiner == FL_REDUCTION_ANY && value.dtype != FL_DTYPE_BOOL)
    {
      char *truth = g_strdup_printf ("(%s != 0.0f)", operand);

      g_free (operand);
      operand = truth;
    }
  if (!printer->text->left)
    return g_steal_pointer (&operand);
  if (home->combiner == FL_REDUCTION_ANY)
    return g_strdup_printf ("fl_first_i32 (%s, %s, 0)", operand, printer->text->left);
  return g_strdup_printf ("fl_first (%s, %s, %s)", operand, printer->text->left, neutral);
}

/* Several columns of a row of accumulators: whole vectors of it are there, what is beyond the last column is never
 * used. */
static void
step_row (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index),
                  *operand = fl_c_vector_dup_operand (value);
  const char *sign = home->combiner == FL_REDUCTION_PROD ? "*" : "+";

  if (home->combiner == FL_REDUCTION_MAX || home->combiner == FL_REDUCTION_MIN)
    fl_print_c_line (printer, stmt->origins, 0, "fl_store_f32 (%s, fl_%s_vec (fl_load_f32 (%s), %s));", place,
                     home->combiner == FL_REDUCTION_MAX ? "max" : "min", place, operand);
  else
    fl_print_c_line (printer, stmt->origins, 0, "fl_store_f32 (%s, fl_load_f32 (%s) %s %s);", place, place, sign,
                     operand);
}

static void
step_lanes (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *lanes = dup_lanes (printer, stmt, home), *addend = dup_addend (printer, home, value);

  switch (home->combiner)
    {
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      if (home->ignores_nan)
        fl_print_c_line (printer, stmt->origins, 0, "%s = fl_larger (%s, %s);", lanes, addend, lanes);
      else
        fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s_vec (%s, %s);", lanes,
                         home->combiner == FL_REDUCTION_MAX ? "max" : "min", lanes, addend);
      break;
    case FL_REDUCTION_PROD: fl_print_c_line (printer, stmt->origins, 0, "%s *= %s;", lanes, addend); break;
    case FL_REDUCTION_ANY: fl_print_c_line (printer, stmt->origins, 0, "%s |= %s;", lanes, addend); break;
    default: fl_print_c_line (printer, stmt->origins, 0, "%s += %s;", lanes, addend);
    }
}

static const char *
get_across (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_MAX    ? "max"
         : combiner == FL_REDUCTION_MIN  ? "min"
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
  g_autofree char *total
      = n == 0 ? g_strdup (lanes)
               : g_strdup_printf ("fl_%s_across%s (%s)", get_across (home.combiner), n > 1 ? "_4" : "", lanes);

  if (declares)
    fl_c_line (printer->text, "%s %s = %s;", type, name, total);
  else if (home.combiner == FL_REDUCTION_MAX || home.combiner == FL_REDUCTION_MIN)
    fl_c_line (printer->text, "%s = fl_%s_f32 (%s, %s);", name, get_across (home.combiner), name, total);
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
  const FlCValue value = fl_print_c_value (printer, stmt->value);
  const char *name = fl_print_c_home (printer, stmt->home, 0);
  const char *sign = NULL;

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
    case FL_REDUCTION_MIN: step_extreme (printer, stmt, &home, value.text); return;
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE: step_moments (printer, stmt, &home, value.text); return;
    case FL_REDUCTION_ONLINE_SOFTMAX: step_softmax (printer, stmt, &home, value.text); return;
    default: step_place (printer, stmt, &home, value.text); return;
    }
  fl_print_c_line (printer, stmt->origins, 0, "%s %s %s;", name, sign, value.text);
}
