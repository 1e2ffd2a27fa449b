/* Expressions as people read them, for events, tooltips and tests. */
#include "fl-expr-private.h"

#include "fl-text.h"

/* A DAG may be exponentially longer as text: stop there. */
enum
{
  MAX_TEXT_LENGTH = 4000
};

static void append_expr (GString *out, FlExprPool *pool, const FlExpr *expr, gboolean nested);

const char *
fl_expr_get_operator (FlScalar op)
{
  switch (op)
    {
    case FL_SCALAR_ADD: return "+";
    case FL_SCALAR_SUB: return "-";
    case FL_SCALAR_MUL: return "*";
    case FL_SCALAR_TRUEDIV: return "/";
    default: return NULL;
    }
}

void
fl_expr_append_number (GString *out, const FlExpr *expr)
{
  if (fl_dtype_is_integer (expr->dtype))
    g_string_append_printf (out, "%" G_GINT64_FORMAT, expr->integer);
  else if (expr->dtype == FL_DTYPE_BOOL)
    g_string_append (out, expr->number != 0 ? "True" : "False");
  else
    fl_text_append_float (out, expr->number);
}

/* The index, each indirect symbol followed by what it reads: "32*[load(arg1_1, i0)] + i1". */
static void
append_index (GString *out, FlExprPool *pool, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autofree char *text = fl_sym_dup_text (index);
  g_autoptr (GString) whole = g_string_new (text);

  fl_sym_collect_symbols (index, symbols);
  for (guint i = symbols->len; i > 0; i--)
    {
      const FlIndirect *indirect = fl_expr_find_indirect (pool, symbols->pdata[i - 1]);
      g_autoptr (GString) value = NULL;

      if (indirect == NULL)
        continue;
      value = g_string_new ("[");
      append_expr (value, pool, indirect->value, FALSE);
      g_string_append_c (value, ']');
      g_string_replace (whole, fl_sym_get_name (symbols->pdata[i - 1]), value->str, 0);
    }
  g_string_append (out, whole->str);
}

static void
append_call (GString *out, FlExprPool *pool, const FlExpr *expr)
{
  const char *separator = "";

  g_string_append (out, fl_scalar_get_info (expr->op)->name);
  g_string_append_c (out, '(');
  if (expr->buffer != NULL)
    {
      g_string_append (out, expr->buffer);
      separator = ", ";
    }
  if (expr->index != NULL)
    {
      g_string_append (out, separator);
      append_index (out, pool, expr->index);
      separator = ", ";
    }
  for (guint i = 0; i < expr->n_args; i++)
    {
      g_string_append (out, separator);
      append_expr (out, pool, expr->args[i], FALSE);
      separator = ", ";
    }
  if (expr->op == FL_SCALAR_MASKED)
    {
      g_string_append (out, ", ");
      fl_text_append_float (out, expr->number);
    }
  if (expr->op == FL_SCALAR_TO_DTYPE || expr->op == FL_SCALAR_BITCAST)
    g_string_append_printf (out, ", %s", fl_dtype_get_short_name (expr->dtype));
  g_string_append_c (out, ')');
}

static void
append_expr (GString *out, FlExprPool *pool, const FlExpr *expr, gboolean nested)
{
  const char *infix = fl_expr_get_operator (expr->op),
             *space = expr->op == FL_SCALAR_ADD || expr->op == FL_SCALAR_SUB ? " " : "";

  if (out->len > MAX_TEXT_LENGTH)
    {
      g_string_append (out, "…");
      return;
    }
  if (expr->op == FL_SCALAR_SCOPE)
    append_expr (out, pool, expr->args[0], nested);
  else if (expr->op == FL_SCALAR_CONSTANT)
    fl_expr_append_number (out, expr);
  else if (infix != NULL)
    {
      g_string_append (out, nested ? "(" : "");
      append_expr (out, pool, expr->args[0], TRUE);
      g_string_append_printf (out, "%s%s%s", space, infix, space);
      append_expr (out, pool, expr->args[1], TRUE);
      g_string_append (out, nested ? ")" : "");
    }
  else
    append_call (out, pool, expr);
}

void
fl_expr_append (GString *out, FlExprPool *pool, const FlExpr *expr)
{
  append_expr (out, pool, expr, FALSE);
}
