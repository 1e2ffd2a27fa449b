/* Which values and stores along the lanes of a vector have a form in C, and how those values are spelled.
 *
 * Printing is a recursion: a value is written behind its operands, which are values, some of them numbers and some of
 * them vectors: so this file and fl-print-c-value.c call each other, and fl-print-c-gather.c, whose addresses are
 * values, calls both. */
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-c-lanes.h"
#include "fl-c-vector.h"
#include "fl-loop-order.h"

gboolean
fl_print_c_find_step (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, gint64 *step)
{
  const FlSym *var = fl_loop_get_axis (loops, axis)->var, *by = fl_sym_get_stride (index, var, &var, 1);

  return fl_sym_is_int (by, step) && !fl_sym_contains (fl_sym_sub (index, fl_sym_mul (by, var)), var)
         && !fl_loop_index_is_read_along (loops, index, axis);
}

/* --- whether ---------------------------------------------------------------------------------- */

enum
{
  MAX_SHUFFLED = 4 /* of loads whose lanes lie apart; beyond, whole vectors of memory would be read for few of them */
};

/* apart: the least distance of lanes that do not lie side by side; 0: they must. */
static const char *
refuse_memory (const FlLoopKernel *kernel, FlHomeId id, const FlSym *index, FlAxisId axis, gint64 apart)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, id);
  gint64 step;

  if (!fl_c_lanes_has_elements (home->dtype))
    return "elements that have no vectors";
  if (!fl_print_c_find_step (kernel, index, axis, &step))
    return "elements that are not next to each other";
  return step == 1 || (apart > 0 && ABS (step) >= apart && home->dtype == FL_DTYPE_F32)
             ? NULL
             : "elements that are not next to each other";
}

/* A load of floats side by side, of which lanes whose condition does not hold are left out. */
static const char *
refuse_masked (const FlLoopKernel *kernel, const FlLoopValue *value, FlAxisId axis)
{
  const FlLoopValue *load = fl_loop_get_value (kernel, value->args[1]);
  const FlLoopHome *home = load->op == FL_SCALAR_LOAD ? fl_loop_get_home (kernel, load->home) : NULL;
  gint64 step;

  return home && home->kind == FL_HOME_ARGUMENT && home->dtype == FL_DTYPE_F32 && value->dtype == FL_DTYPE_F32
                 && fl_print_c_find_step (kernel, load->index, axis, &step) && step == 1
             ? NULL
             : "elements that only some iterations may read";
}

/* One seed for the whole loop, and positions of 32 bits. */
static const char *
refuse_random (const FlLoopKernel *kernel, const FlLoopValue *value, FlAxisId axis)
{
  if (fl_loop_value_get_axes (kernel, value->args[0]) >> axis & 1)
    return "a seed for each element";
  return fl_loop_get_value (kernel, value->args[1])->dtype == FL_DTYPE_I32 ? NULL
                                                                           : "positions that 32 bits may not hold";
}

static const char *
refuse_index (const FlLoopKernel *kernel, const FlLoopValue *value, FlAxisId axis)
{
  gint64 step, least, most;

  if (value->dtype == FL_DTYPE_I32 && fl_print_c_is_gather (kernel, value->index, axis)
      && fl_print_c_can_count (kernel, value->index, axis))
    return NULL;
  if (!fl_print_c_find_step (kernel, value->index, axis, &step))
    return "positions that do not go up by steps";
  if (value->dtype == FL_DTYPE_I64)
    return NULL;
  fl_sym_get_range (value->index, &least, &most);
  if (value->dtype != FL_DTYPE_I32 && value->dtype != FL_DTYPE_F32)
    return "positions of another type";
  return least >= G_MININT32 / 2 && most <= G_MAXINT32 / 2 ? NULL : "positions that 32 bits may not hold";
}

/* Whether any element of a column holds. */
static gboolean
is_any (const FlLoopKernel *kernel, const FlLoopValue *value)
{
  return value->dtype == FL_DTYPE_BOOL && fl_loop_get_home (kernel, value->home)->combiner == FL_REDUCTION_ANY;
}

const char *
fl_print_c_refuse_vector (const FlLoopKernel *kernel, FlValueId id, FlAxisId axis)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlBodyOp op = { .op = value->op,
                        .dtype = value->dtype,
                        .src_dtype = value->src_dtype,
                        .n_args = value->n_args,
                        .index = -1,
                        .block = -1 };
  FlDtype types[4] = { 0 };

  switch (value->op)
    {
    case FL_SCALAR_LOAD:
      if (fl_print_c_is_gather (kernel, value->index, axis))
        return fl_print_c_refuse_gather (kernel, value, axis);
      return refuse_memory (kernel, value->home, value->index, axis, 1);
    case FL_SCALAR_GETITEM: /* of a row of accumulators */
      return value->index && (value->dtype == FL_DTYPE_F32 || is_any (kernel, value))
                 ? refuse_memory (kernel, value->home, value->index, axis, 0)
                 : "an accumulator of another type";
    case FL_SCALAR_INDEX_EXPR: return refuse_index (kernel, value, axis);
    case FL_SCALAR_MASKED: return refuse_masked (kernel, value, axis);
    case FL_SCALAR_SET_INDIRECT: return fl_print_c_refuse_position (kernel, value);
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN: return refuse_random (kernel, value, axis);
    case FL_SCALAR_LOAD_SEED:
    case FL_SCALAR_RANDINT64: return "random integers";
    default:
      for (guint i = 0; i < value->n_args; i++)
        types[i] = fl_loop_get_value (kernel, value->args[i])->dtype;
      return fl_c_lanes_refuse_op (&op, types);
    }
}

const char *
fl_print_c_refuse_store (const FlLoopKernel *kernel, const FlLoopStmt *store, FlAxisId axis)
{
  if (fl_print_c_is_gather (kernel, store->index, axis))
    return fl_print_c_refuse_scatter (kernel, store, axis);
  if (store->mode == FL_LOOP_STORE_ATOMIC_ADD && fl_loop_get_home (kernel, store->home)->dtype != FL_DTYPE_F32)
    return "a sum of numbers that are no floats";
  /* Of a few stores into one stretch of memory, as those of a stack of two, the compiler makes whole vectors: twice as
   * fast as lane by lane. */
  return refuse_memory (kernel, store->home, store->index, axis,
                        store->mode == FL_LOOP_STORE_PLAIN ? MAX_SHUFFLED + 1 : 0);
}

/* Places are kept beside floats, in as many bits. */
static const char *
refuse_place (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlAxisId axis)
{
  gint64 step;

  if (!fl_c_vector_is_float (fl_loop_get_home (kernel, stmt->home)->source_dtype)
      || !fl_c_vector_is_float (fl_loop_get_value (kernel, stmt->value)->dtype))
    return "places among numbers that are no floats";
  return fl_loop_is_place (kernel, stmt->more[0])
                 && fl_print_c_find_step (kernel, fl_loop_get_value (kernel, stmt->more[0])->index, axis, &step)
             ? NULL
             : "places that do not count up from 0";
}

const char *
fl_print_c_refuse_accumulate (const FlLoopKernel *kernel, const FlLoopStmt *stmt, FlAxisId axis)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, stmt->home);
  const FlDtype type = fl_loop_get_value (kernel, stmt->value)->dtype;

  if (fl_reduction_is_arg (home->combiner))
    return refuse_place (kernel, stmt, axis);
  if (home->dtype == FL_DTYPE_I32)
    return home->kind == FL_HOME_REGISTER && type == FL_DTYPE_I32
                   && (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_MAX
                       || home->combiner == FL_REDUCTION_MIN)
               ? NULL
               : "a row of accumulators of another type";
  if (home->dtype == FL_DTYPE_F64)
    return home->kind == FL_HOME_REGISTER && type == FL_DTYPE_F64 && home->combiner != FL_REDUCTION_XOR_SUM
               ? NULL
               : "a row of accumulators of another type";
  switch (home->combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      return fl_c_vector_is_float (home->dtype) && fl_c_vector_is_float (type)
                 ? NULL
                 : "a reduction of numbers that are no floats";
    case FL_REDUCTION_ANY: return fl_c_vector_is_element (type) ? NULL : "a reduction of numbers that are no floats";
    default: return "a reduction that is kept one element at a time";
    }
}

/* --- spelling --------------------------------------------------------------------------------- */

static char *
dup_count (FlPrinter *printer, const FlLoopValue *value)
{
  g_autofree char *first = NULL, *lanes = NULL;
  gint64 step = 0;

  if (value->dtype == FL_DTYPE_I64)
    {
      first = fl_print_c_dup_index (printer, value->index);
      fl_print_c_find_step (printer->loops, value->index, printer->vector, &step);
      return g_strdup_printf ("fl_count_wide_from (%s, %" G_GINT64_FORMAT ")", first, step);
    }
  lanes = fl_print_c_dup_count (printer, value->index);
  return value->dtype == FL_DTYPE_F32 ? g_strdup_printf ("fl_f32_of_i32 (%s)", lanes) : g_steal_pointer (&lanes);
}

/* A composition as one function on vectors. */
static FlCValue
write_function (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  static const char *const names[FL_N_LOOP_FUNCTIONS] = {
    [FL_LOOP_FUNCTION_GELU] = "fl_gelu_vec",
    [FL_LOOP_FUNCTION_GELU_TANH] = "fl_gelu_tanh_vec",
    [FL_LOOP_FUNCTION_SILU] = "fl_silu_vec",
    [FL_LOOP_FUNCTION_SOFTPLUS] = "fl_softplus_vec",
    [FL_LOOP_FUNCTION_TANH_SOFTPLUS] = "fl_tanh_softplus_vec",
    [FL_LOOP_FUNCTION_EXP_BELOW] = "fl_exp_below_vec",
  };
  g_autofree char *operand = fl_c_vector_dup_operand (fl_print_c_value (printer, value->of));
  g_autofree char *call = g_strdup_printf ("%s (%s)", names[value->function], operand);

  return fl_print_c_define (printer, id, "fl_vec",
                            (FlCValue) { .text = value->name, .dtype = value->dtype, .is_vector = TRUE }, call);
}

/* Elements at even places of bf16, or those at odd ones, as the unrolled loop around says: of several vectors each
 * second one. */
static char *
dup_pair (FlPrinter *printer, const FlLoopValue *value)
{
  const FlLoopAxis *half
      = fl_loop_get_axis (printer->loops, g_array_index (printer->open, FlAxisId, printer->open->len - 1));
  const FlSym *two = fl_sym_int (fl_sym_get_table (half->var), 2),
              *odd = half->extent == two ? half->var : fl_sym_mod (half->var, two);
  g_autofree char *place = fl_print_c_dup_place (printer, value->home, fl_sym_sub (value->index, odd));

  return g_strdup_printf (half->extent == two ? "fl_load_split_bf16 (%s, %s)" : "fl_load_split_bf16 (%s, %s & 1)",
                          place, fl_print_c_axis (printer, half->var));
}

/* Elements that go down, or up by 2, 3 or 4: shuffled; of the last, partial vector, and by other steps, each lane is
 * fetched. */
static char *
dup_apart (FlPrinter *printer, const FlLoopValue *value, gint64 step)
{
  g_autofree char *place = fl_print_c_dup_place (printer, value->home, value->index);
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32);

  if (step < -1 || step > MAX_SHUFFLED)
    return count ? g_strdup_printf ("fl_load_steps_part_f32 (%s, %" G_GINT64_FORMAT ", %s)", place, step, count)
                 : g_strdup_printf ("fl_load_steps_f32 (%s, %" G_GINT64_FORMAT ")", place, step);
  if (step < 0)
    return count ? g_strdup_printf ("fl_load_back_part_f32 (%s, %s)", place, count)
                 : g_strdup_printf ("fl_load_back_f32 (%s)", place);
  if (step == 2)
    return count ? g_strdup_printf ("fl_load_even_part_f32 (%s, %s)", place, count)
                 : g_strdup_printf ("fl_load_even_f32 (%s)", place);
  return count ? g_strdup_printf ("fl_gather_part_f32 (%s, fl_count_from (0, %" G_GINT64_FORMAT "), %s)", place, step,
                                  count)
               : g_strdup_printf ("fl_load_apart_f32 (%s, %" G_GINT64_FORMAT ")", place, step);
}

/* Lanes whose condition holds; those behind the last element of a partial vector need not be there, whatever it says of
 * them. */
static FlCValue
write_masked (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlLoopValue load = *fl_loop_get_value (printer->loops, value->args[1]);
  g_autofree char *mask = fl_c_vector_dup_operand (fl_print_c_value (printer, value->args[0]));
  g_autofree char *place = fl_print_c_dup_place (printer, load.home, load.index);
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32);
  g_autofree char *where = count ? g_strdup_printf ("fl_first_i32 (%s, %s, 0)", mask, count) : g_strdup (mask);
  g_autofree char *call = g_strdup_printf ("fl_load_where_f32 (%s, %s)", place, where), *other = NULL, *chosen = NULL;
  FlCValue as = { .text = load.name, .dtype = FL_DTYPE_F32, .is_vector = TRUE };

  as = fl_print_c_define (printer, value->args[1], "fl_vec", as, call);
  if (value->bits == 0)
    return as;
  other = fl_print_c_dup_constant (value->dtype, value->bits);
  chosen = g_strdup_printf ("fl_select (%s, %s, fl_splat (%s))", mask, as.text, other);
  as.text = value->name;
  return fl_print_c_define (printer, id, "fl_vec", as, chosen);
}

static void
append_load (FlPrinter *printer, GString *out, const FlLoopValue *value)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  g_autofree char *text = NULL;
  gint64 step = 0;

  if (fl_print_c_is_gather (printer->loops, value->index, printer->vector))
    {
      text = fl_print_c_dup_gather (printer, value);
      g_string_append (out, text);
      return;
    }
  if (value->dtype == FL_DTYPE_I32 && home.dtype == FL_DTYPE_I64)
    {
      text = fl_print_c_dup_loaded_index (printer, value);
      g_string_append (out, text);
      return;
    }
  if (fl_print_c_find_step (printer->loops, value->index, printer->vector, &step) && step != 1)
    {
      text = home.dtype == FL_DTYPE_BF16 ? dup_pair (printer, value) : dup_apart (printer, value, step);
      g_string_append (out, text);
      return;
    }
  text = fl_print_c_dup_place (printer, value->home, value->index);
  fl_c_lanes_append_loaded (printer->text, out, home.dtype, fl_print_c_is_row (&home), text);
}

FlCValue
fl_print_c_vector (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlBodyOp op = { .op = value->op,
                        .dtype = value->dtype,
                        .src_dtype = value->src_dtype,
                        .n_args = value->n_args,
                        .index = -1,
                        .block = -1 };
  FlCValue args[4] = { { 0 } }, as = { .text = value->name, .dtype = value->dtype, .is_vector = TRUE };
  g_autoptr (GString) expression = g_string_new (NULL);
  g_autofree char *text = NULL;

  if (value->function != FL_LOOP_FUNCTION_NONE)
    return write_function (printer, id, value);
  if (value->op == FL_SCALAR_SET_INDIRECT)
    return fl_print_c_position (printer, id, value);
  if (value->op == FL_SCALAR_MASKED)
    return write_masked (printer, id, value);
  for (guint i = 0; i < value->n_args && i < 4; i++)
    args[i] = fl_print_c_value (printer, value->args[i]);
  if (value->op == FL_SCALAR_LOAD)
    append_load (printer, expression, value);
  else if (value->op == FL_SCALAR_GETITEM)
    {
      g_autofree char *place = fl_print_c_dup_place (printer, value->home, value->index);
      const FlReductionType combiner = fl_loop_get_home (printer->loops, value->home)->combiner;

      text = fl_print_c_dup_loaded_columns (printer, combiner, place);
      g_string_append_printf (expression, combiner == FL_REDUCTION_ANY ? "(%s != 0)" : "%s", text);
    }
  else if (value->op == FL_SCALAR_INDEX_EXPR)
    {
      text = dup_count (printer, value);
      g_string_append (expression, text);
    }
  else if (fl_c_lanes_is_identity (printer->text, &op, args))
    {
      as.text = args[0].text;
      return as;
    }
  else if (!fl_c_lanes_append_op (expression, printer->text, &op, args))
    fl_c_fail (printer->text, "vectors of the operation %s", fl_scalar_get_info (value->op)->name);
  return printer->text->unsupported
             ? (FlCValue) { .text = "0", .dtype = value->dtype }
             : fl_print_c_define (printer, id, fl_c_lanes_get_type (printer->text, value->dtype), as, expression->str);
}
