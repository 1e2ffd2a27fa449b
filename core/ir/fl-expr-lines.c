/* The text of an inner_fn with one operation a line (torch/_inductor/ops_handler.py, KernelFormatterHandler). */
#include "fl-expr-private.h"

#include "fl-intern.h"
#include "fl-text.h"

typedef struct
{
  GString *out;
  FlExprPool *pool;
  const char *indent;
  GHashTable *names;
} Lines;

static const char *append_line (Lines *lines, const FlExpr *expr);

/* The index; each place that is read from memory is computed first and stands there by its name. */
static char *
dup_index (Lines *lines, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autoptr (GString) text = NULL;

  fl_expr_collect_indirect (lines->pool, index, symbols);
  text = g_string_new (NULL);
  fl_sym_append (text, index);
  for (guint i = symbols->len; i > 0; i--)
    {
      const FlSym *symbol = symbols->pdata[i - 1];
      const FlIndirect *indirect = fl_expr_find_indirect (lines->pool, symbol);

      if (indirect != NULL)
        g_string_replace (text, fl_sym_get_name (symbol), append_line (lines, indirect->value), 0);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "ops.load(arg0_1, 3840*i0 + i1)" */
static void
append_call (GString *out, const FlExpr *expr, const char *index, const char *const *args)
{
  const char *separator = "", *infix = fl_expr_get_operator (expr->op);

  if (infix != NULL)
    {
      g_string_append_printf (out, "%s %s %s", args[0], infix, args[1]);
      return;
    }
  g_string_append_printf (out, "ops.%s(", fl_scalar_get_info (expr->op)->name);
  if (expr->op == FL_SCALAR_CONSTANT)
    fl_expr_append_number (out, expr);
  if (expr->buffer != NULL)
    g_string_append (out, expr->buffer);
  if (index != NULL)
    g_string_append_printf (out, "%s%s", expr->buffer != NULL ? ", " : "", index);
  separator = expr->op == FL_SCALAR_CONSTANT || expr->buffer != NULL || index != NULL ? ", " : "";
  for (guint i = 0; i < expr->n_args; i++)
    {
      g_string_append_printf (out, "%s%s", separator, args[i]);
      separator = ", ";
    }
  if (expr->op == FL_SCALAR_MASKED)
    {
      g_string_append (out, ", ");
      fl_text_append_float (out, expr->number);
    }
  if (expr->op == FL_SCALAR_TO_DTYPE || expr->op == FL_SCALAR_BITCAST || expr->op == FL_SCALAR_CONSTANT
      || expr->op == FL_SCALAR_INDEX_EXPR)
    g_string_append_printf (out, "%s%s", separator, fl_dtype_get_torch_name (expr->dtype));
  g_string_append_c (out, ')');
}

/* Recursion is as deep as the expression, which realization keeps shallow. */
static const char *
append_line (Lines *lines, const FlExpr *expr)
{
  const char *args[G_N_ELEMENTS (expr->args)] = { NULL }, *name;
  g_autofree char *index = NULL;

  expr = expr->canon;
  name = g_hash_table_lookup (lines->names, expr);
  if (name != NULL)
    return name;
  index = expr->index != NULL ? dup_index (lines, expr->index) : NULL;
  for (guint i = 0; i < expr->n_args; i++)
    args[i] = append_line (lines, expr->args[i]);
  if (expr->is_implied)
    return expr->op == FL_SCALAR_CONSTANT ? fl_intern_printf ("%" G_GINT64_FORMAT, expr->integer) : args[0];
  name = fl_intern_printf ("tmp%u", g_hash_table_size (lines->names));
  g_hash_table_insert (lines->names, (gpointer) expr, (gpointer) name);
  g_string_append_printf (lines->out, "%s%s = ", lines->indent, name);
  append_call (lines->out, expr, index, args);
  g_string_append_c (lines->out, '\n');
  return name;
}

const char *
fl_expr_append_lines (GString *out, FlExprPool *pool, const FlExpr *expr, const char *indent, GHashTable *names)
{
  Lines lines = { out, pool, indent, names };

  return append_line (&lines, expr);
}
