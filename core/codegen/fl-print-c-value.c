/* Values of a loop program as C: one constant an operation, written where its statement stands; a value in reach is
 * written once. */
#include "fl-c-lanes.h"
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-intern.h"

#include <string.h>

/* --- indices ---------------------------------------------------------------------------------- */

/* Does the axis go by tiles, within which another loop goes on? */
static gboolean
is_tile (const FlLoopAxis *axis)
{
  return axis->step && !axis->stop && fl_sym_is_int (axis->step, NULL);
}

static gboolean
is_in_tile (const FlPrinter *printer, FlAxisId whole)
{
  for (guint i = 0; i < printer->open->len; i++)
    {
      const FlAxisId other = g_array_index (printer->open, FlAxisId, i);

      if (fl_loop_get_whole (printer->loops, other) == whole && is_tile (fl_loop_get_axis (printer->loops, other)))
        return TRUE;
    }
  return FALSE;
}

/* A part is called as its whole axis, "i1", unless another part of that is open, which is called so; a loop over tiles
 * is "i1_tile". */
static const char *
choose_name (FlPrinter *printer, FlAxisId id)
{
  const FlAxisId whole = fl_loop_get_whole (printer->loops, id);
  const FlLoopAxis *axis = fl_loop_get_axis (printer->loops, id);

  if (is_tile (axis))
    return fl_arena_printf (printer->text->pass->arena, is_in_tile (printer, whole) ? "%s_at" : "%s_tile",
                            fl_loop_get_axis (printer->loops, whole)->name);

  for (guint i = 0; i < printer->open->len; i++)
    {
      const FlAxisId other = g_array_index (printer->open, FlAxisId, i);

      if (!fl_loop_get_axis (printer->loops, other)->stop
          && !(axis->begin && is_tile (fl_loop_get_axis (printer->loops, other)))
          && fl_loop_get_whole (printer->loops, other) == whole)
        return fl_loop_get_axis (printer->loops, id)->name;
    }
  return fl_loop_get_axis (printer->loops, whole)->name;
}

void
fl_print_c_open (FlPrinter *printer, FlAxisId axis)
{
  const char *name = choose_name (printer, axis);

  g_hash_table_insert (printer->axes, GUINT_TO_POINTER (axis), (gpointer) name);
  g_array_append_val (printer->open, axis);
}

const char *
fl_print_c_axis (FlPrinter *printer, const FlSym *var)
{
  const FlAxisId id = fl_loop_find_axis (printer->loops, var);
  const FlLoopAxis *axis = fl_loop_get_axis (printer->loops, id);

  if (printer->dialect)
    return axis->name;
  if (axis->stop && printer->is_shared)
    return axis->stop == var ? "end" : "begin";
  if (axis->stop)
    return axis->stop == var ? fl_print_c_dup_kept (printer, axis->extent) : "0";
  return g_hash_table_lookup (printer->axes, GUINT_TO_POINTER (id));
}

static const char *
rename_symbol (const FlSym *symbol, gpointer data)
{
  FlPrinter *printer = data;
  const FlValueId at = fl_loop_find_indirect (printer->loops, symbol);

  if (at)
    return fl_print_c_value (printer, at).text;
  if (symbol == fl_loop_kernel_get_lanes (printer->program->kernel))
    return "FL_LANES";
  if (symbol == fl_loop_kernel_get_lanes64 (printer->program->kernel))
    return "FL_WIDE";
  if (fl_loop_find_axis (printer->loops, symbol))
    return fl_print_c_axis (printer, symbol);
  if (fl_sym_get_kind (symbol) == FL_SYM_SIZE)
    return fl_c_get_foreign_name (printer->text, 's', fl_sym_get_name (symbol));
  return NULL;
}

/* What an index reads from memory gets its name before the line that the index stands in. */
static void
write_indirect (FlPrinter *printer, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (printer->loops, symbols->pdata[i]);

      if (at)
        fl_print_c_value (printer, at);
    }
}

char *
fl_print_c_dup_index (FlPrinter *printer, const FlSym *index)
{
  GString *out = g_string_new (NULL);

  if (printer->vector)
    {
      const FlSym *lane = fl_loop_get_axis (printer->loops, printer->vector)->var,
                  *zero = fl_sym_int (fl_sym_get_table (index), 0);

      index = fl_sym_substitute (index, &lane, &zero, 1);
    }
  if (fl_sym_contains_kind (index, FL_SYM_OPAQUE))
    {
      g_autofree char *text = fl_sym_dup_text (index);

      fl_c_fail (printer->text, "the size or index %s, which only a run could tell,", text);
    }
  write_indirect (printer, index);
  fl_sym_append_c (out, index, rename_symbol, printer);
  return g_string_free (out, FALSE);
}

const char *
fl_print_c_dup_kept (FlPrinter *printer, const FlSym *index)
{
  g_autofree char *text = fl_print_c_dup_index (printer, index);

  return fl_arena_strdup (printer->text->pass->arena, text);
}

char *
fl_print_c_dup_element (FlPrinter *printer, FlHomeId home, const FlSym *index)
{
  g_autofree char *at = fl_print_c_dup_index (printer, index);

  if (fl_print_c_is_one (printer, fl_loop_get_home (printer->loops, home)))
    return g_strdup (fl_print_c_home (printer, home, 0));
  return g_strdup_printf ("%s[%s]", fl_print_c_home (printer, home, 0), at);
}

const char *
fl_print_c_dup_element_kept (FlPrinter *printer, FlHomeId home, const FlSym *index)
{
  g_autofree char *element = fl_print_c_dup_element (printer, home, index);

  return fl_arena_strdup (printer->text->pass->arena, element);
}

char *
fl_print_c_dup_place (FlPrinter *printer, FlHomeId home, const FlSym *index)
{
  g_autofree char *at = fl_print_c_dup_index (printer, index);

  return g_strdup_printf ("%s + %s", fl_print_c_home (printer, home, 0), at);
}

gboolean
fl_print_c_is_vector (const FlPrinter *printer, FlValueId value)
{
  return printer->vector && fl_loop_value_get_axes (printer->loops, value) >> printer->vector & 1;
}

/* --- operations ------------------------------------------------------------------------------- */

FlCValue
fl_print_c_define (FlPrinter *printer, FlValueId id, const char *type, FlCValue as, const char *expression)
{
  as.text = fl_c_make_name (printer->text, as.text);
  fl_print_c_line (printer, fl_loop_get_value_origins (printer->loops, id), id, "const %s %s = %s;", type, as.text,
                   expression);
  return as;
}

static FlCValue
define (FlPrinter *printer, FlValueId id, const char *name, FlDtype dtype, const char *expression)
{
  return fl_print_c_define (printer, id, fl_c_get_compute_type (dtype), (FlCValue) { .text = name, .dtype = dtype },
                            expression);
}

void
fl_print_c_name (FlPrinter *printer, FlValueId id, guint origins, FlCValue as)
{
  const FlLoopValue value = *fl_loop_get_value (printer->loops, id);
  const FlCValue named = { .text = fl_c_make_name (printer->text, value.name), .dtype = as.dtype };

  fl_print_c_line (printer, origins, id, "const %s %s = %s;", fl_c_get_compute_type (as.dtype), named.text, as.text);
  fl_print_c_remember (printer, id, named);
}

/* Which one of an accumulator is read as it is kept. */
static guint
get_component (const FlSym *index)
{
  gint64 component = 0;

  fl_sym_is_int (index, &component);
  return (guint) component;
}

static FlCValue
write_load (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  g_autofree char *own = printer->dialect ? printer->dialect->dup_load (printer, id, value) : NULL;
  g_autofree char *element
      = own || home.combiner != FL_N_REDUCTIONS ? NULL : fl_print_c_dup_element (printer, value->home, value->index);
  g_autoptr (GString) loaded = g_string_new (own);

  if (own)
    return define (printer, id, value->name, value->dtype, loaded->str);
  if (home.combiner != FL_N_REDUCTIONS)
    return (FlCValue) { .text = fl_print_c_home (printer, value->home, get_component (value->index)),
                        .dtype = value->dtype };
  if (fl_print_c_is_row (&home))
    g_string_append (loaded, element);
  else
    fl_c_append_loaded (loaded, home.dtype, element);
  /* A position keeps all of its bits: what 32 do not hold is no index of anything. */
  return define (printer, id, value->name, value->dtype == FL_DTYPE_I32 ? home.dtype : value->dtype, loaded->str);
}

static FlCValue
write_index (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  g_autofree char *index = fl_print_c_dup_index (printer, value->index);
  g_autofree char *cast = NULL;

  if (value->dtype == FL_DTYPE_I64 && fl_sym_is_symbol (value->index))
    return (FlCValue) { .text = fl_arena_strdup (printer->text->pass->arena, index), .dtype = value->dtype };
  cast = value->dtype == FL_DTYPE_I64 ? g_strdup (index)
                                      : g_strdup_printf ("(%s) (%s)", fl_c_get_compute_type (value->dtype), index);
  return define (printer, id, value->name, value->dtype, cast);
}

static FlCValue
write_position (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlCValue at = fl_print_c_value (printer, value->args[0]);
  g_autofree char *size = fl_print_c_dup_index (printer, value->bound);
  g_autofree char *wrapped
      = value->wrap ? g_strdup_printf ("fl_wrap_index (%s, %s)", at.text, size) : g_strdup (at.text);
  g_autofree char *clamped
      = value->check ? g_strdup_printf ("fl_clamp_index (%s, %s)", wrapped, size) : g_strdup (wrapped);

  if (value->check)
    {
      fl_print_c_line (printer, fl_loop_get_value_origins (printer->loops, id), id,
                       "bad_indices += fl_is_outside (%s, %s);", wrapped, size);
      printer->text->has_checks = TRUE;
    }
  return define (printer, id, "at", FL_DTYPE_I64, clamped);
}

static FlCValue
write_head (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  g_autofree char *place = fl_print_c_dup_place (printer, value->home, value->bound),
                  *head = g_strdup_printf ("fl_until_aligned (%s)", place);

  return define (printer, id, "head", FL_DTYPE_I64, head);
}

char *
fl_print_c_dup_constant (FlDtype dtype, gint64 bits)
{
  double number = 0;

  if (fl_dtype_is_float (dtype))
    memcpy (&number, &bits, sizeof number);
  return fl_c_dup_constant (dtype, number, bits);
}

/* What is masked runs only where the mask holds, so that its loads stay inside of their buffers. */
static FlCValue
write_masked (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlCValue mask = fl_print_c_value (printer, value->args[0]);
  g_autofree char *other = fl_print_c_dup_constant (value->dtype, value->bits);
  const FlCValue result = { .text = fl_c_make_name (printer->text, value->name), .dtype = value->dtype };

  fl_print_c_line (printer, fl_loop_get_value_origins (printer->loops, id), id, "%s %s = %s;",
                   fl_c_get_compute_type (value->dtype), result.text, other);
  fl_c_line (printer->text, "if (%s) {", mask.text);
  printer->text->indent++;
  fl_print_c_push (printer);
  fl_c_line (printer->text, "%s = %s;", result.text, fl_print_c_value (printer, value->args[1]).text);
  fl_print_c_pop (printer);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
  return result;
}

static FlCValue
write_op (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlBodyOp op = { .op = value->op,
                        .dtype = value->dtype,
                        .src_dtype = value->src_dtype,
                        .n_args = value->n_args,
                        .index = -1,
                        .block = -1 };
  g_autoptr (GString) expression = g_string_new (NULL);
  FlCValue args[4] = { { 0 } };

  if (printer->dialect && value->function == FL_LOOP_FUNCTION_GELU && value->dtype == FL_DTYPE_F32)
    {
      g_string_printf (expression, "fl_gelu_f32 (%s)", fl_print_c_value (printer, value->of).text);
      return define (printer, id, value->name, value->dtype, expression->str);
    }
  for (guint i = 0; i < value->n_args && i < 4; i++)
    args[i] = fl_print_c_value (printer, value->args[i]);
  if (printer->dialect && value->function == FL_LOOP_FUNCTION_EXP_BELOW && value->dtype == FL_DTYPE_F32)
    g_string_printf (expression, "fl_exp_below_f32 (%s)", args[0].text);
  else if (!fl_c_get_compute_type (value->dtype) || !fl_c_append_op (expression, &op, args))
    fl_c_fail (printer->text, "the operation %s on %s", fl_scalar_get_info (value->op)->name,
               fl_dtype_get_torch_name (value->dtype));
  return printer->text->unsupported ? (FlCValue) { .text = "0", .dtype = value->dtype }
                                    : define (printer, id, value->name, value->dtype, expression->str);
}

/* --- all -------------------------------------------------------------------------------------- */

/* Which element of an accumulator that is a row; NULL: it has one element, or one a lane. */
static const char *
get_row_element (FlPrinter *printer, const FlLoopValue *value)
{
  return value->index && fl_loop_get_home (printer->loops, value->home)->kind == FL_HOME_STACK
             ? fl_print_c_dup_kept (printer, value->index)
             : NULL;
}

FlCValue
fl_print_c_value (FlPrinter *printer, FlValueId id)
{
  const FlLoopValue value = *fl_loop_get_value (printer->loops, id);
  const FlCValue *known = fl_print_c_find_value (printer, id);
  g_autofree char *constant = NULL;
  FlCValue result;

  if (known)
    return *known;
  if (fl_print_c_is_vector (printer, id))
    {
      result = fl_print_c_vector (printer, id, &value);
      fl_print_c_remember (printer, id, result);
      return result;
    }
  switch (value.op)
    {
    case FL_SCALAR_CONSTANT:
      constant = fl_print_c_dup_constant (value.dtype, value.bits);
      return (FlCValue) { .text = fl_arena_strdup (printer->text->pass->arena, constant), .dtype = value.dtype };
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED: result = write_load (printer, id, &value); break;
    case FL_SCALAR_INDEX_EXPR: result = write_index (printer, id, &value); break;
    case FL_SCALAR_GETITEM:
      result = printer->dialect ? printer->dialect->read_accumulator (printer, &value)
                                : fl_print_c_read_accumulator (printer, &value, get_row_element (printer, &value));
      break;
    case FL_SCALAR_MASKED: result = write_masked (printer, id, &value); break;
    case FL_SCALAR_SET_INDIRECT:
      result = value.n_args == 0 ? write_head (printer, id, &value) : write_position (printer, id, &value);
      break;
    default: result = write_op (printer, id, &value);
    }
  if (value.op != FL_SCALAR_GETITEM)
    fl_print_c_remember (printer, id, result);
  return result;
}
