/* Values of a loop program as text for people. */
#include "fl-loop-text-private.h"

#include "fl-intern.h"
#include "fl-quote.h"
#include "fl-text.h"

#include <math.h>
#include <string.h>

static const struct
{
  FlScalar op;
  const char *sign;
} infix[] = {
  { FL_SCALAR_ADD, "+" },         { FL_SCALAR_SUB, "-" },           { FL_SCALAR_MUL, "*" },
  { FL_SCALAR_TRUEDIV, "/" },     { FL_SCALAR_EQ, "==" },           { FL_SCALAR_NE, "!=" },
  { FL_SCALAR_LT, "<" },          { FL_SCALAR_LE, "<=" },           { FL_SCALAR_GT, ">" },
  { FL_SCALAR_GE, ">=" },         { FL_SCALAR_LOGICAL_AND, "and" }, { FL_SCALAR_AND, "and" },
  { FL_SCALAR_LOGICAL_OR, "or" }, { FL_SCALAR_BITWISE_AND, "&" },   { FL_SCALAR_BITWISE_OR, "|" },
  { FL_SCALAR_BITWISE_XOR, "^" },
};

static const char *
find_sign (FlScalar op)
{
  for (guint i = 0; i < G_N_ELEMENTS (infix); i++)
    if (infix[i].op == op)
      return infix[i].sign;
  return NULL;
}

/* A name that nothing else has: the second "sum" is "sum_1". */
static const char *
make_name (FlLoopOutline *outline, const char *base)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (outline->taken, base));
  const char *name;

  g_hash_table_insert (outline->taken, (gpointer) base, GUINT_TO_POINTER (n + 1));
  if (n == 0)
    return base;
  name = fl_intern_printf ("%s_%u", base, n);
  g_hash_table_insert (outline->taken, (gpointer) name, GUINT_TO_POINTER (1));
  return name;
}

const char *
fl_loop_outline_name (FlLoopOutline *outline, FlValueId value)
{
  const char *base = fl_loop_get_value (outline->kernel, value)->name,
             *name = g_hash_table_lookup (outline->names, GUINT_TO_POINTER (value));

  if (!name)
    {
      name = make_name (outline, base ? base : "value");
      g_hash_table_insert (outline->names, GUINT_TO_POINTER (value), (gpointer) name);
    }
  return name;
}

/* What memory of the kernel is called is its buffer's name, which is the only one of its kind. */
const char *
fl_loop_outline_home (FlLoopOutline *outline, FlHomeId home)
{
  const FlLoopHome *row = fl_loop_get_home (outline->kernel, home);
  const char *name = g_hash_table_lookup (outline->homes, GUINT_TO_POINTER (home));

  if (row->buffer || name)
    return row->buffer ? row->name : name;
  name = make_name (outline, row->name);
  g_hash_table_insert (outline->homes, GUINT_TO_POINTER (home), (gpointer) name);
  return name;
}

static gboolean
is_in_reach (const FlLoopOutline *outline, FlValueId value)
{
  for (guint i = 0; i < outline->lets->len; i++)
    if (g_array_index (outline->lets, FlValueId, i) == value)
      return TRUE;
  return FALSE;
}

void
fl_loop_outline_append_index (FlLoopOutline *outline, const FlSym *index)
{
  g_autofree char *text = fl_sym_dup_text (index);

  fl_quote_append_line (outline->out, text, -1);
}

static void
append_element (FlLoopOutline *outline, const FlLoopValue *value)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, value->home), -1);
  g_string_append_c (outline->out, '[');
  fl_loop_outline_append_index (outline, value->index);
  fl_sym_collect_symbols (value->index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (outline->kernel, symbols->pdata[i]);

      if (!at || is_in_reach (outline, at))
        continue;
      g_string_append_printf (outline->out, ", %s = ", fl_sym_get_name (symbols->pdata[i]));
      fl_loop_outline_append_value (outline, fl_loop_get_value (outline->kernel, at)->args[0]);
    }
  g_string_append_c (outline->out, ']');
}

static void
append_number (GString *out, const FlLoopValue *value)
{
  double number;

  if (value->dtype == FL_DTYPE_BOOL)
    {
      g_string_append (out, value->bits ? "true" : "false");
      return;
    }
  if (!fl_dtype_is_float (value->dtype))
    {
      g_string_append_printf (out, "%" G_GINT64_FORMAT, value->bits);
      return;
    }
  memcpy (&number, &value->bits, sizeof number);
  if (isnan (number) || isinf (number))
    g_string_append (out, isnan (number) ? "nan" : number < 0 ? "-inf" : "inf");
  else
    fl_text_append_float (out, number);
}

static void
append_operand (FlLoopOutline *outline, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (outline->kernel, id);
  const gboolean is_sum
      = value->op == FL_SCALAR_INDEX_EXPR && !fl_sym_is_symbol (value->index) && !fl_sym_is_int (value->index, NULL);
  const gboolean has_sign = (is_sum || find_sign (value->op) != NULL) && value->function == FL_LOOP_FUNCTION_NONE
                            && !is_in_reach (outline, id);

  if (has_sign)
    g_string_append_c (outline->out, '(');
  fl_loop_outline_append_value (outline, id);
  if (has_sign)
    g_string_append_c (outline->out, ')');
}

static void
append_call (FlLoopOutline *outline, const char *name, const FlLoopValue *value)
{
  g_string_append_printf (outline->out, "%s (", name);
  for (guint i = 0; i < value->n_args; i++)
    {
      g_string_append (outline->out, i ? ", " : "");
      fl_loop_outline_append_value (outline, value->args[i]);
    }
  g_string_append_c (outline->out, ')');
}

void
fl_loop_outline_append_recipe (FlLoopOutline *outline, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (outline->kernel, id);
  const char *sign = find_sign (value->op);

  if (value->function != FL_LOOP_FUNCTION_NONE)
    {
      g_string_append_printf (outline->out, "%s (", fl_loop_function_get_name (value->function));
      fl_loop_outline_append_value (outline, value->of);
      g_string_append_c (outline->out, ')');
      return;
    }
  switch (value->op)
    {
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED: append_element (outline, value); return;
    case FL_SCALAR_CONSTANT: append_number (outline->out, value); return;
    case FL_SCALAR_INDEX_EXPR: fl_loop_outline_append_index (outline, value->index); return;
    case FL_SCALAR_GETITEM:
      fl_quote_append_line (outline->out, fl_loop_outline_home (outline, value->home), -1);
      if (fl_loop_get_home (outline->kernel, value->home)->n_components > 1)
        g_string_append_printf (outline->out, ".%u", value->component);
      if (value->index)
        {
          g_string_append_c (outline->out, '[');
          fl_loop_outline_append_index (outline, value->index);
          g_string_append_c (outline->out, ']');
        }
      return;
    case FL_SCALAR_SET_INDIRECT:
      if (value->n_args == 0)
        {
          g_string_append_printf (outline->out, "elements until %s[", fl_loop_outline_home (outline, value->home));
          fl_loop_outline_append_index (outline, value->bound);
          g_string_append (outline->out, "] is aligned");
        }
      else
        append_call (outline, fl_scalar_get_info (value->op)->name, value);
      return;
    case FL_SCALAR_TO_DTYPE: append_call (outline, fl_dtype_get_short_name (value->dtype), value); return;
    case FL_SCALAR_MASKED:
      g_string_append (outline->out, "if ");
      append_operand (outline, value->args[0]);
      g_string_append (outline->out, " then ");
      append_operand (outline, value->args[1]);
      g_string_append (outline->out, " else ");
      append_number (outline->out, value);
      return;
    default: break;
    }
  if (sign && value->n_args == 2)
    {
      append_operand (outline, value->args[0]);
      g_string_append_printf (outline->out, " %s ", sign);
      append_operand (outline, value->args[1]);
    }
  else
    append_call (outline, fl_scalar_get_info (value->op)->name, value);
}

void
fl_loop_outline_append_value (FlLoopOutline *outline, FlValueId value)
{
  if (is_in_reach (outline, value))
    g_string_append (outline->out, fl_loop_outline_name (outline, value));
  else
    fl_loop_outline_append_recipe (outline, value);
}
