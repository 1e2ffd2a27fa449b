/* Accumulators of a place as C: argmax and argmin keep what is best and where it is.
 *
 * Ties go to the smaller place; NaN is beyond every number. In vectors each lane keeps a pair, and so does each column
 * of a row of accumulators, with places of 32 bits that begin with the first one: where nothing is better than the
 * worst there is, all are equal. Places grow along a loop, so that the first of equal elements is kept by itself. */
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-c-vector.h"
#include "fl-loop-order.h"

static const char *
get_kind (const FlLoopHome *home)
{
  return fl_loop_is_least (home->combiner) ? "argmin" : "argmax";
}

/* --- where they begin ------------------------------------------------------------------------- */

void
fl_print_c_begin_place (FlPrinter *printer, FlHomeId id, const char *size)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);
  const char *best = fl_print_c_home (printer, id, 0), *at = fl_print_c_home (printer, id, 1),
             *type = fl_c_get_compute_type (home.source_dtype);
  const guint n = fl_print_c_count_vectors (printer, &home);
  g_autofree char *worst = fl_c_dup_neutral (home.combiner, home.source_dtype);

  if (home.kind == FL_HOME_STACK)
    {
      fl_c_line (printer->text, "_Alignas (64) int32_t %s[%s] = { 0 };", at, size);
      fl_c_line (printer->text, "_Alignas (64) %s %s[%s];", type, best, size);
      fl_c_line (printer->text, "for (int64_t c = 0; c < %s; c++)", size);
      fl_c_line (printer->text, "  %s[c] = %s;", best, worst);
      return;
    }
  if (fl_sym_is_int_value (home.size, 1))
    {
      fl_c_line (printer->text, "%s %s = %s;", type, best, worst);
      fl_c_line (printer->text, "int64_t %s = INT64_C (0x7fffffffffffffff);", at);
      return;
    }
  if (home.source_dtype == FL_DTYPE_BOOL) /* a bit for each lane, which is told once */
    {
      fl_c_line (printer->text, "uint64_t %s = 0;", best);
      return;
    }
  if (n > 1)
    fl_c_line (printer->text, "fl_vec %s[%u] = FL_FOUR (fl_splat (%s));", best, n, worst);
  else
    fl_c_line (printer->text, "fl_vec %s = fl_splat (%s);", best, worst);
  fl_c_line (printer->text, n > 1 ? "fl_mask %s[%u] = { 0 };" : "fl_mask %s = { 0 };", at, n);
}

/* --- one step --------------------------------------------------------------------------------- */

/* Places count up along the lanes, or are the same for all. */
static char *
dup_places (FlPrinter *printer, FlValueId place)
{
  const FlSym *index = fl_loop_get_value (printer->loops, place)->index;
  g_autofree char *first = fl_print_c_dup_index (printer, index);
  gint64 step = 0;

  fl_print_c_find_step (printer->loops, index, printer->vector, &step);
  return g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ")", first, step);
}

/* The best of four vectors, which is compared as one. */
static gboolean
find_four (const FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlValueId *four)
{
  const FlScalar op = fl_loop_is_least (home->combiner) ? FL_SCALAR_MINIMUM : FL_SCALAR_MAXIMUM;
  const FlLoopValue *all = fl_loop_get_value (printer->loops, stmt->value);

  if (all->op != op || printer->text->left)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      const FlLoopValue *two = fl_loop_get_value (printer->loops, all->args[i]);

      if (two->op != op || !fl_print_c_is_vector (printer, two->args[0])
          || !fl_print_c_is_vector (printer, two->args[1]))
        return FALSE;
      four[2 * i] = two->args[0];
      four[2 * i + 1] = two->args[1];
    }
  return TRUE;
}

static void
step_four (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const FlValueId *four)
{
  g_autofree char *best = fl_print_c_dup_lanes (printer, stmt, 0), *at = fl_print_c_dup_lanes (printer, stmt, 1),
                  *places = dup_places (printer, stmt->more[0]);
  const char *names[4];

  for (guint i = 0; i < 4; i++)
    names[i] = fl_print_c_value (printer, four[i]).text;
  fl_print_c_line (printer, stmt->origins, 0, "fl_%s_step_4 (&%s, &%s, %s, %s, %s, %s, %s);", get_kind (home), best, at,
                   names[0], names[1], names[2], names[3], places);
}

/* Which lanes are a number, be it NaN: x == number or x != x, at as many places as bits. */
static void
step_bits (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopValue either = *fl_loop_get_value (printer->loops, stmt->value),
                    equal = *fl_loop_get_value (printer->loops, either.args[0]);
  g_autofree char *first = fl_print_c_dup_index (printer, stmt->index);
  const char *x, *number;

  if (either.op != FL_SCALAR_LOGICAL_OR || equal.op != FL_SCALAR_EQ || fl_print_c_is_vector (printer, equal.args[1]))
    {
      fl_c_fail (printer->text, "places of truth values");
      return;
    }
  x = fl_print_c_value (printer, equal.args[0]).text;
  number = fl_print_c_value (printer, equal.args[1]).text;
  fl_print_c_line (printer, stmt->origins, 0, "%s |= fl_lanes_of (%s, %s) << (%s);",
                   fl_print_c_home (printer, stmt->home, 0), x, number, first);
}

static void
step_lanes (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *best = fl_print_c_dup_lanes (printer, stmt, 0), *at = fl_print_c_dup_lanes (printer, stmt, 1),
                  *places = dup_places (printer, stmt->more[0]), *operand = fl_c_vector_dup_operand (value),
                  *worst = fl_c_dup_neutral (home->combiner, home->source_dtype);
  g_autofree char *there = printer->text->left
                               ? g_strdup_printf ("fl_first (%s, %s, %s)", operand, printer->text->left, worst)
                               : g_strdup (operand);

  fl_print_c_line (printer, stmt->origins, 0, "fl_%s_step (&%s, &%s, %s, %s);", get_kind (home), best, at, there,
                   places);
}

/* What is beyond the last column is never used. */
static void
step_row (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, FlCValue value)
{
  g_autofree char *column = fl_print_c_dup_index (printer, stmt->index), *places = dup_places (printer, stmt->more[0]),
                  *operand = fl_c_vector_dup_operand (value);

  fl_print_c_line (printer, stmt->origins, 0, "fl_%s_row (%s + %s, %s + %s, %s, %s);", get_kind (home),
                   fl_print_c_home (printer, stmt->home, 0), column, fl_print_c_home (printer, stmt->home, 1), column,
                   operand, places);
}

/* Of an element that is not worse, whether it is better, or as good and in front: as a rule it is worse. Of whole
 * numbers, many of which may be equal, one branch is foretold better than two. */
static void
step_number (FlPrinter *printer, guint origins, const FlLoopHome *home, const char *best, const char *at,
             const char *value, const char *place)
{
  const char *better = fl_loop_is_least (home->combiner) ? "<" : ">",
             *worse = fl_loop_is_least (home->combiner) ? ">" : "<";

  if (fl_dtype_is_float (home->source_dtype))
    fl_c_line (printer->text,
               "if (!(%s %s %s) && (%s %s %s || (%s != %s && %s == %s) || ((%s == %s || %s != %s) && %s < %s))) {",
               value, worse, best, value, better, best, value, value, best, best, value, best, value, value, place, at);
  else
    fl_c_line (printer->text, "if ((%s %s %s) | ((%s == %s) & (%s < %s))) {", value, better, best, value, best, place,
               at);
  printer->text->indent++;
  fl_print_c_line (printer, origins, 0, "%s = %s;", best, value);
  fl_c_line (printer->text, "%s = %s;", at, place);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

/* An element of a row, which takes its elements in their order. */
static void
step_element (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *value)
{
  const char *better = fl_loop_is_least (home->combiner) ? "<" : ">",
             *place = fl_print_c_value (printer, stmt->more[0]).text;
  g_autofree char *column = fl_print_c_dup_index (printer, stmt->index),
                  *best = g_strdup_printf ("%s[%s]", fl_print_c_home (printer, stmt->home, 0), column);

  if (fl_dtype_is_float (home->source_dtype))
    fl_c_line (printer->text, "if (%s %s %s || (%s != %s && %s == %s)) {", value, better, best, value, value, best,
               best);
  else
    fl_c_line (printer->text, "if (%s %s %s) {", value, better, best);
  printer->text->indent++;
  fl_print_c_line (printer, stmt->origins, 0, "%s = %s;", best, value);
  fl_c_line (printer->text, "%s[%s] = %s;", fl_print_c_home (printer, stmt->home, 1), column, place);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

void
fl_print_c_step_place (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  FlValueId four[4];
  FlCValue value;

  if (printer->vector && home.kind == FL_HOME_REGISTER && find_four (printer, stmt, &home, four))
    {
      step_four (printer, stmt, &home, four);
      return;
    }
  if (printer->vector && home.source_dtype == FL_DTYPE_BOOL)
    {
      step_bits (printer, stmt);
      return;
    }
  value = fl_print_c_value (printer, stmt->value);
  if (printer->vector && home.kind == FL_HOME_STACK)
    step_row (printer, stmt, &home, value);
  else if (printer->vector)
    step_lanes (printer, stmt, &home, value);
  else if (home.kind == FL_HOME_STACK)
    step_element (printer, stmt, &home, value.text);
  else
    step_number (printer, stmt->origins, &home, fl_print_c_home (printer, stmt->home, 0),
                 fl_print_c_home (printer, stmt->home, 1), value.text, fl_print_c_value (printer, stmt->more[0]).text);
}

/* --- lanes are merged ------------------------------------------------------------------------- */

void
fl_print_c_combine_places (FlPrinter *printer, const FlLoopStmt *stmt, gboolean declares)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home),
                   from = *fl_loop_get_home (printer->loops, stmt->from);
  const guint n = fl_print_c_count_vectors (printer, &from);
  const char *best = fl_print_c_home (printer, stmt->home, 0), *at = fl_print_c_home (printer, stmt->home, 1),
             *lanes = fl_print_c_home (printer, stmt->from, 0), *places = fl_print_c_home (printer, stmt->from, 1),
             *type = fl_c_get_compute_type (home.source_dtype), *sign = n > 1 ? "" : "&";

  if (from.source_dtype == FL_DTYPE_BOOL && n > 0)
    {
      fl_c_line (printer->text, "const int64_t %s = fl_first_lane (%s);", at, lanes);
      return;
    }
  if (n == 0)
    {
      step_number (printer, stmt->origins, &home, best, at, lanes, places);
      return;
    }
  if (!declares)
    {
      best = fl_c_make_name (printer->text, "best");
      at = fl_c_make_name (printer->text, "place");
    }
  fl_c_line (printer->text, "%s %s;", type, best);
  fl_c_line (printer->text, "int64_t %s = fl_%s_across (%s%s, %s%s, %u, &%s);", at, get_kind (&home), sign, lanes, sign,
             places, n, best);
  if (!declares)
    step_number (printer, stmt->origins, &home, fl_print_c_home (printer, stmt->home, 0),
                 fl_print_c_home (printer, stmt->home, 1), best, at);
}
