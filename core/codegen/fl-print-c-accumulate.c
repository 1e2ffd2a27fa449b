/* Accumulators of a loop program as C: how each is kept, one step, what is read of it.
 *
 * Sums of floats are kept in double, one for all elements: a float that adds up thousands of them loses digits. Mean and squares are
 * Welford's, in double; maximum and sum of exponentials follow each other element by element (online softmax). */
#include "fl-print-c-private.h"

static gboolean
is_float32 (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || fl_dtype_is_low_precision (dtype);
}

static gboolean
is_moments (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE;
}

/* The type that a component is kept in. */
static const char *
get_kept_type (const FlLoopHome *home, guint component)
{
  if (is_moments (home->combiner) || (home->combiner == FL_REDUCTION_ONLINE_SOFTMAX && component == 1))
    return "double";
  if (fl_reduction_is_arg (home->combiner))
    return component == 1 ? "int64_t" : fl_c_get_compute_type (home->source_dtype);
  if ((home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT) && is_float32 (home->dtype))
    return "double";
  if (home->combiner == FL_REDUCTION_ANY)
    return "_Bool";
  return fl_c_get_compute_type (home->dtype);
}

static guint
count_kept (const FlLoopHome *home)
{
  return is_moments (home->combiner) ? 3 : fl_reduction_is_arg (home->combiner) || home->combiner == FL_REDUCTION_ONLINE_SOFTMAX ? 2 : 1;
}

void
fl_print_c_begin_accumulator (FlPrinter *printer, FlHomeId id)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);

  for (guint i = 0; i < count_kept (&home); i++)
    {
      const char *type = get_kept_type (&home, i);
      g_autofree char *neutral = fl_c_dup_neutral (home.combiner, fl_reduction_is_arg (home.combiner) ? home.source_dtype : home.dtype);

      if (!type)
        fl_c_fail (printer->text, "a %s of %s", fl_reduction_get_name (home.combiner), fl_dtype_get_torch_name (home.dtype));
      else
        fl_c_line (printer->text, "%s %s = %s;", type, fl_print_c_home (printer, id, i),
                   is_moments (home.combiner) || (i > 0 && home.combiner == FL_REDUCTION_ONLINE_SOFTMAX) ? "0"
                   : i > 0                                                                              ? "INT64_C (0x7fffffffffffffff)"
                                                                                                        : neutral);
    }
}

static void
step_extreme (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *name = fl_print_c_home (printer, stmt->home, 0);
  const gboolean is_max = home->combiner == FL_REDUCTION_MAX;

  if (is_float32 (home->dtype) || home->dtype == FL_DTYPE_F64)
    fl_print_c_line (printer, stmt->origins, 0, "%s = fl_%s_%s (%s, %s);", name, is_max ? "max" : "min", home->dtype == FL_DTYPE_F64 ? "f64" : "f32", name, value);
  else
    fl_print_c_line (printer, stmt->origins, 0, "%s = %s %s %s ? %s : %s;", name, value, is_max ? ">" : "<", name, value, name);
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
    fl_c_line (printer->text, "if (%s %s %s || (%s != %s && %s == %s) || ((%s == %s || (%s != %s && %s != %s)) && %s < %s)) {", value, sign, best, value,
               value, best, best, value, best, value, value, best, best, place.text, at);
  else
    fl_c_line (printer->text, "if (%s %s %s || (%s == %s && %s < %s)) {", value, sign, best, value, best, place.text, at);
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
  const char *delta = fl_c_make_name (printer->text, "delta"), *part = fl_c_make_name (printer->text, "part");
  const char *more_m2 = "0", *more_weight = "1";

  if (home->combiner == FL_REDUCTION_WELFORD_COMBINE)
    {
      more_m2 = fl_print_c_value (printer, stmt->more[0]).text;
      more_weight = fl_print_c_value (printer, stmt->more[1]).text;
    }
  fl_c_line (printer->text, "const double %s = %s - %s;", delta, value, mean);
  fl_c_line (printer->text, "const double %s = %s + %s != 0 ? %s / (%s + %s) : 0;", part, weight, more_weight, more_weight, weight, more_weight);
  fl_print_c_line (printer, stmt->origins, 0, "%s += %s + %s * %s * %s * %s;", m2, more_m2, delta, delta, weight, part);
  fl_c_line (printer->text, "%s += %s * %s;", mean, delta, part);
  fl_c_line (printer->text, "%s += %s;", weight, more_weight);
}

static void
step_softmax (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *largest = fl_print_c_home (printer, stmt->home, 0), *sum = fl_print_c_home (printer, stmt->home, 1);
  const char *now = fl_c_make_name (printer->text, "largest"), *kind = home->dtype == FL_DTYPE_F64 ? "f64" : "f32";
  const char *part = stmt->more[0] ? fl_print_c_value (printer, stmt->more[0]).text : "1";

  fl_c_line (printer->text, "const %s %s = fl_max_%s (%s, %s);", fl_c_get_compute_type (home->dtype), now, kind, largest, value);
  fl_c_line (printer->text, "if (%s != -__builtin_inf ())", now);
  fl_print_c_line (printer, stmt->origins, 0, "  %s = %s * __builtin_exp ((double) %s - %s) + %s * __builtin_exp ((double) %s - %s);", sum, sum, largest, now, part,
                   value, now);
  fl_c_line (printer->text, "%s = %s;", largest, now);
}

void
fl_print_c_step (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const FlCValue value = fl_print_c_value (printer, stmt->value);
  const char *name = fl_print_c_home (printer, stmt->home, 0);
  const char *sign = NULL;

  switch (home.combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
      sign = home.dtype == FL_DTYPE_BOOL ? "|=" : "+=";
      break;
    case FL_REDUCTION_PROD:
      sign = home.dtype == FL_DTYPE_BOOL ? "&=" : "*=";
      break;
    case FL_REDUCTION_ANY:
      fl_print_c_line (printer, stmt->origins, 0, "%s |= %s != 0;", name, value.text);
      return;
    case FL_REDUCTION_XOR_SUM:
      sign = "^=";
      break;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      step_extreme (printer, stmt, &home, value.text);
      return;
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
      step_moments (printer, stmt, &home, value.text);
      return;
    case FL_REDUCTION_ONLINE_SOFTMAX:
      step_softmax (printer, stmt, &home, value.text);
      return;
    default:
      step_place (printer, stmt, &home, value.text);
      return;
    }
  fl_print_c_line (printer, stmt->origins, 0, "%s %s %s;", name, sign, value.text);
}

FlCValue
fl_print_c_read_accumulator (FlPrinter *printer, const FlLoopValue *value)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  const guint component = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN ? 1 : value->component;
  const char *name = fl_print_c_home (printer, value->home, component), *kept = get_kept_type (&home, component);
  const char *type = fl_c_get_compute_type (value->dtype);

  if (kept && type && g_str_equal (kept, type))
    return (FlCValue) { .text = name, .dtype = value->dtype };
  return (FlCValue) { .text = fl_arena_printf (printer->text->pass->arena, "((%s) %s)", type ? type : "float", name), .dtype = value->dtype };
}
