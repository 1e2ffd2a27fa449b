/* Symbolic integers as C expressions over int64_t. Every operand that is not an atom is
 * parenthesised: the text is for compilers, and for people only second. */
#include "fl-sym-private.h"
#include "fl-text.h"

typedef struct
{
  GString *out;
  FlSymRename rename;
  gpointer data;
} Writer;

static const char *const relation_signs[] = {
  [FL_SYM_EQ] = "==", [FL_SYM_NE] = "!=", [FL_SYM_LT] = "<", [FL_SYM_LE] = "<=", [FL_SYM_GT] = ">", [FL_SYM_GE] = ">=",
};

static void write_c (const Writer *writer, const FlSym *sym);

static void
write_operand (const Writer *writer, const FlSym *sym)
{
  gboolean is_wrapped = sym->n_args > 0 && sym->kind != FL_SYM_MIN && sym->kind != FL_SYM_MAX;

  is_wrapped |= sym->kind == FL_SYM_INT && sym->value < 0;
  if (is_wrapped)
    g_string_append_c (writer->out, '(');
  write_c (writer, sym);
  if (is_wrapped)
    g_string_append_c (writer->out, ')');
}

static void
write_int (const Writer *writer, gint64 value)
{
  if (value == G_MININT64)
    g_string_append (writer->out, "INT64_MIN");
  else if (value > G_MAXINT32 || value < G_MININT32)
    g_string_append_printf (writer->out, "INT64_C (%" G_GINT64_FORMAT ")", value);
  else
    fl_text_append_int (writer->out, value);
}

static void
write_symbol (const Writer *writer, const FlSym *sym)
{
  const char *name = writer->rename != NULL ? writer->rename (sym, writer->data) : NULL;

  g_string_append (writer->out, name != NULL ? name : sym->name);
}

static void
write_list (const Writer *writer, const FlSym *sym, const char *separator)
{
  for (guint i = 0; i < sym->n_args; i++)
    {
      if (i > 0)
        g_string_append (writer->out, separator);
      write_operand (writer, sym->args[i]);
    }
}

/* The constant first would read worse: "64 * x0 + x1 + 5". */
static void
write_sum (const Writer *writer, const FlSym *sum)
{
  const FlSym **terms = g_new (const FlSym *, sum->n_args);

  fl_sym_order_terms (sum, terms);
  for (guint i = 0; i < sum->n_args; i++)
    {
      FlSymTerm term = fl_sym_split (terms[i]);
      gboolean is_negative = term.coefficient < 0 && term.coefficient != G_MININT64;

      if (i > 0 || is_negative)
        g_string_append (writer->out, i == 0 ? "-" : is_negative ? " - " : " + ");
      if (is_negative)
        term.coefficient = -term.coefficient;
      if (term.rest->kind == FL_SYM_INT)
        write_int (writer, term.coefficient);
      else
        {
          const FlSym *product = fl_sym_join (term);

          if (product->kind == FL_SYM_MUL)
            write_list (writer, product, " * ");
          else
            write_operand (writer, product);
        }
    }
  g_free (terms);
}

static void
write_quotient (const Writer *writer, const FlSym *x, const FlSym *d)
{
  gboolean is_plain = fl_sym_known_nonnegative (x) && fl_sym_known_nonnegative (d);

  if (fl_sym_is_int_value (d, 1))
    {
      write_operand (writer, x);
      return;
    }
  if (!is_plain)
    g_string_append (writer->out, "fl_floor_div (");
  write_operand (writer, x);
  g_string_append (writer->out, is_plain ? " / " : ", ");
  write_operand (writer, d);
  if (!is_plain)
    g_string_append_c (writer->out, ')');
}

static void
write_modulo (const Writer *writer, const FlSym *x, const FlSym *d, const FlSym *m)
{
  gboolean is_plain = fl_sym_known_nonnegative (x) && fl_sym_known_nonnegative (d) && fl_sym_known_nonnegative (m);

  if (!is_plain)
    g_string_append (writer->out, "fl_floor_mod (");
  if (fl_sym_is_int_value (d, 1))
    write_operand (writer, x);
  else
    {
      g_string_append_c (writer->out, '(');
      write_quotient (writer, x, d);
      g_string_append_c (writer->out, ')');
    }
  g_string_append (writer->out, is_plain ? " % " : ", ");
  write_operand (writer, m);
  if (!is_plain)
    g_string_append_c (writer->out, ')');
}

static void
write_power (const Writer *writer, const FlSym *sym)
{
  for (gint64 i = 0; i < sym->args[1]->value; i++)
    {
      if (i > 0)
        g_string_append (writer->out, " * ");
      write_operand (writer, sym->args[0]);
    }
}

static void
write_extreme (const Writer *writer, const FlSym *sym)
{
  for (guint i = 0; i + 1 < sym->n_args; i++)
    {
      g_string_append (writer->out, sym->kind == FL_SYM_MIN ? "fl_min (" : "fl_max (");
      write_c (writer, sym->args[i]);
      g_string_append (writer->out, ", ");
    }
  write_c (writer, sym->args[sym->n_args - 1]);
  for (guint i = 0; i + 1 < sym->n_args; i++)
    g_string_append_c (writer->out, ')');
}

static void
write_part (GString *out, const FlSym *sym, gpointer writer)
{
  write_c (writer, sym);
}

static void
write_c (const Writer *writer, const FlSym *sym)
{
  switch ((FlSymKind) sym->kind)
    {
    case FL_SYM_INT: write_int (writer, sym->value); return;
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT: write_symbol (writer, sym); return;
    case FL_SYM_OPAQUE: g_string_append (writer->out, sym->name); return;
    case FL_SYM_REAL:
    case FL_SYM_ROUND: fl_sym_append_real_c (writer->out, sym, write_part, (gpointer) writer); return;
    case FL_SYM_ADD: write_sum (writer, sym); return;
    case FL_SYM_MUL: write_list (writer, sym, " * "); return;
    case FL_SYM_POW: write_power (writer, sym); return;
    case FL_SYM_FLOOR_DIV: write_quotient (writer, sym->args[0], sym->args[1]); return;
    case FL_SYM_MOD_INDEX: write_modulo (writer, sym->args[0], sym->args[1], sym->args[2]); return;
    case FL_SYM_MOD: write_modulo (writer, sym->args[0], fl_sym_int (sym->table, 1), sym->args[1]); return;
    case FL_SYM_MIN:
    case FL_SYM_MAX: write_extreme (writer, sym); return;
    case FL_SYM_IDENTITY: write_c (writer, sym->args[0]); return;
    case FL_SYM_REL:
      write_operand (writer, sym->args[0]);
      g_string_append_printf (writer->out, " %s ", relation_signs[sym->relation]);
      write_operand (writer, sym->args[1]);
      return;
    case FL_SYM_SELECT:
      write_operand (writer, sym->args[0]);
      g_string_append (writer->out, " ? ");
      write_operand (writer, sym->args[1]);
      g_string_append (writer->out, " : ");
      write_operand (writer, sym->args[2]);
      return;
    }
  g_assert_not_reached ();
}

void
fl_sym_append_c (GString *out, const FlSym *sym, FlSymRename rename, gpointer data)
{
  Writer writer = { .out = out, .rename = rename, .data = data };

  write_c (&writer, sym);
}
