/* Accumulators of a loop program as CUDA C++: one variable a component in each thread's registers,
 * in the type that is computed in. Sums of floats are spread over lanes and warps, each of which
 * adds up few elements, so that floats do. */
#include "fl-print-cuda-private.h"

#include <string.h>

static gboolean
is_moments (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE;
}

static gboolean
is_least (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_ARGMIN || combiner == FL_REDUCTION_ARGMIN_VALUE
         || combiner == FL_REDUCTION_ARGMIN_WITH_VALUE;
}

static guint
count_components (const FlLoopHome *home)
{
  return is_moments (home->combiner)                                                             ? 3
         : fl_reduction_is_arg (home->combiner) || home->combiner == FL_REDUCTION_ONLINE_SOFTMAX ? 2
                                                                                                 : 1;
}

/* The type that a component is kept in. */
static FlDtype
get_kept (const FlLoopHome *home, guint component)
{
  if (fl_reduction_is_arg (home->combiner))
    return component == 1 ? FL_DTYPE_I64 : fl_dtype_get_compute (home->source_dtype);
  return home->combiner == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : fl_dtype_get_compute (home->dtype);
}

const char *
fl_print_cuda_component (FlPrinter *printer, FlHomeId home, guint component)
{
  return fl_print_c_home (printer, home, component);
}

void
fl_print_cuda_begin_accumulator (FlPrinter *printer, FlHomeId id)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);

  for (guint i = 0; i < count_components (&home); i++)
    {
      const FlDtype kept = get_kept (&home, i);
      const char *type = fl_c_get_compute_type (kept);
      g_autofree char *neutral = fl_c_dup_neutral (home.combiner, kept), *zero = fl_c_dup_constant (kept, 0, 0);

      if (!type)
        fl_c_fail (printer->text, "a %s of %s", fl_reduction_get_name (home.combiner),
                   fl_dtype_get_torch_name (home.dtype));
      else
        fl_c_line (printer->text, "%s %s = %s;", type, fl_print_cuda_component (printer, id, i),
                   is_moments (home.combiner) || (i > 0 && home.combiner == FL_REDUCTION_ONLINE_SOFTMAX) ? zero
                   : i > 0 ? "INT64_C (0x7fffffffffffffff)"
                           : neutral);
    }
}

/* What makes the accumulator take in another value, or another lane's components: a statement. New
 * string. */
static char *
dup_merge (FlPrinter *printer, FlHomeId id, const char *const *parts, guint n_parts)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);
  const char *name = fl_print_cuda_component (printer, id, 0), *value = parts[0];
  const char *kind = fl_dtype_get_compute (home.dtype) == FL_DTYPE_F64 ? "f64" : "f32";

  switch (home.combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
      return g_strdup_printf (home.dtype == FL_DTYPE_BOOL ? "%s |= %s;" : "%s += %s;", name, value);
    case FL_REDUCTION_PROD:
      return g_strdup_printf (home.dtype == FL_DTYPE_BOOL ? "%s &= %s;" : "%s *= %s;", name, value);
    case FL_REDUCTION_ANY: return g_strdup_printf ("%s |= %s != 0;", name, value);
    case FL_REDUCTION_XOR_SUM: return g_strdup_printf ("%s ^= %s;", name, value);
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      if (fl_dtype_is_float (home.dtype))
        return g_strdup_printf ("%s = fl_%s_%s (%s, %s);", name, home.combiner == FL_REDUCTION_MAX ? "max" : "min",
                                kind, name, value);
      return g_strdup_printf ("%s = %s %s %s ? %s : %s;", name, value, home.combiner == FL_REDUCTION_MAX ? ">" : "<",
                              name, value, name);
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
      if (n_parts == 3)
        return g_strdup_printf ("fl_welford_merge (%s, %s, %s, %s, %s, %s);", name,
                                fl_print_cuda_component (printer, id, 1), fl_print_cuda_component (printer, id, 2),
                                parts[0], parts[1], parts[2]);
      return g_strdup_printf ("fl_welford_step (%s, %s, %s, %s);", name, fl_print_cuda_component (printer, id, 1),
                              fl_print_cuda_component (printer, id, 2), value);
    case FL_REDUCTION_ONLINE_SOFTMAX:
      return g_strdup_printf ("fl_softmax_merge (%s, %s, %s, %s);", name, fl_print_cuda_component (printer, id, 1),
                              value,
                              n_parts > 1                 ? parts[1]
                              : g_str_equal (kind, "f64") ? "1.0"
                                                          : "1.0f");
    default:
      return g_strdup_printf ("fl_%s_merge (%s, %s, %s, %s);", is_least (home.combiner) ? "argmin" : "argmax", name,
                              fl_print_cuda_component (printer, id, 1), value, n_parts > 1 ? parts[1] : "0");
    }
}

static gboolean
is_template (const FlLoopHome *home)
{
  return is_moments (home->combiner) || fl_reduction_is_arg (home->combiner)
         || home->combiner == FL_REDUCTION_ONLINE_SOFTMAX;
}

/* "7", "(-7)": of no type that a template could take as its argument's. */
static gboolean
is_literal (const char *text)
{
  return strspn (text, "(-0123456789)") == strlen (text);
}

void
fl_print_cuda_step (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const char *parts[3];
  g_autofree char *line = NULL;
  guint n = 0;

  for (guint i = 0; i < 3; i++)
    {
      const FlValueId id = i == 0 ? stmt->value : stmt->more[i - 1];
      FlCValue value;

      if (!id)
        continue;
      value = fl_print_c_value (printer, id);
      /* Templates want one type for all of their arguments. */
      parts[n] = value.text;
      if (is_template (&home) && (fl_dtype_get_compute (value.dtype) != get_kept (&home, n) || is_literal (value.text)))
        parts[n] = fl_arena_printf (printer->text->pass->arena, "(%s) %s", fl_c_get_compute_type (get_kept (&home, n)),
                                    value.text);
      n++;
    }
  line = dup_merge (printer, stmt->home, parts, n);
  fl_print_c_line (printer, stmt->origins, 0, "%s", line);
}

/* A butterfly: after the last exchange every lane has all. */
void
fl_print_cuda_combine (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const guint n = count_components (&home);
  const char *distance = fl_c_make_name (printer->text, "distance"), *parts[3];
  /* Where a value is written twice, the exchange must not be: every lane has to come to it. */
  const gboolean is_named
      = (home.combiner == FL_REDUCTION_MAX || home.combiner == FL_REDUCTION_MIN) && !fl_dtype_is_float (home.dtype);
  g_autofree char *line = NULL;

  for (guint i = 0; i < n; i++)
    parts[i] = fl_arena_printf (printer->text->pass->arena, "fl_other_lane (%s, %s)",
                                fl_print_cuda_component (printer, stmt->home, i), distance);
  fl_c_line (printer->text, "for (int %s = 16; %s > 0; %s /= 2)%s", distance, distance, distance, is_named ? " {" : "");
  printer->text->indent++;
  if (is_named)
    {
      const char *other = fl_c_make_name (printer->text, "other");

      fl_c_line (printer->text, "const %s %s = %s;", fl_c_get_compute_type (get_kept (&home, 0)), other, parts[0]);
      parts[0] = other;
    }
  line = dup_merge (printer, stmt->home, parts, n);
  fl_c_line (printer->text, "%s", line);
  printer->text->indent--;
  if (is_named)
    fl_c_line (printer->text, "}");
}

FlCValue
fl_print_cuda_read_accumulator (FlPrinter *printer, const FlLoopValue *value)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  const guint component
      = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN ? 1 : value->component;
  const char *name = fl_print_cuda_component (printer, value->home, component),
             *type = fl_c_get_compute_type (value->dtype);
  const FlDtype kept = get_kept (&home, component);

  /* The mean of nothing is no number. */
  if (is_moments (home.combiner) && component == 0)
    name = fl_arena_printf (printer->text->pass->arena, "(%s != 0 ? %s : NAN)",
                            fl_print_cuda_component (printer, value->home, 2), name);
  /* An infinity less itself is no number, and so is the sum of its exponential, which steps take for 1. */
  if (home.combiner == FL_REDUCTION_ONLINE_SOFTMAX && component == 1)
    name = fl_arena_printf (printer->text->pass->arena, "(%s == INFINITY ? NAN : %s)",
                            fl_print_cuda_component (printer, value->home, 0), name);
  if (fl_dtype_get_compute (value->dtype) == kept)
    return (FlCValue) { .text = name, .dtype = value->dtype };
  return (FlCValue) { .text = fl_arena_printf (printer->text->pass->arena, "((%s) %s)", type ? type : "float", name),
                      .dtype = value->dtype };
}
