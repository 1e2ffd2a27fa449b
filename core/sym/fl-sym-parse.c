/* Reading sympy's text. A value is read as a quotient of two expressions, so that "floor(s0/2)" and
 * "ceiling(a/b)" need no fractions inside the algebra. Whatever is not understood makes the whole
 * text one opaque atom. */
#include <errno.h>
#include <string.h>

#include "fl-error.h"
#include "fl-intern.h"
#include "fl-quote.h"
#include "fl-sym-private.h"

enum
{
  MAX_DEPTH = 200,
  MAX_CALL_ARGS = 64,
  MAX_EXPONENT = 64,
  MAX_TEXT_LENGTH = 64 * 1024
};

typedef struct
{
  FlSymTable *table;
  const char *next;
  const char *end;
  guint depth;
  gboolean has_variables; /* d0, z1, indirect2 and the like are not sizes */
  gboolean is_written;    /* sums stay factors */
  gboolean is_failed;
} Reader;

/* numerator / denominator */
typedef struct
{
  const FlSym *numerator;
  const FlSym *denominator;
} Value;

static Value read_comparison (Reader *reader);

static Value
make_value (Reader *reader, const FlSym *sym)
{
  return (Value) { sym, fl_sym_int (reader->table, 1) };
}

static Value
fail (Reader *reader)
{
  reader->is_failed = TRUE;
  return make_value (reader, fl_sym_int (reader->table, 0));
}

static void
skip_space (Reader *reader)
{
  while (reader->next < reader->end && g_ascii_isspace (*reader->next))
    reader->next++;
}

static gboolean
accept (Reader *reader, const char *token)
{
  gsize length = strlen (token);

  skip_space (reader);
  if ((gsize) (reader->end - reader->next) < length || memcmp (reader->next, token, length) != 0)
    return FALSE;
  reader->next += length;
  return TRUE;
}

static char
peek (Reader *reader)
{
  skip_space (reader);
  return reader->next < reader->end ? *reader->next : '\0';
}

/* A value that must be whole. */
static const FlSym *
get_whole (Reader *reader, Value value)
{
  const FlSym *quotient;

  if (fl_sym_is_int_value (value.denominator, 1) || value.numerator->is_overflow)
    return value.numerator;
  if (fl_sym_is_int_value (value.denominator, 0) || value.denominator->is_overflow)
    return fl_sym_get_overflow (reader->table);
  quotient = fl_sym_divide_exactly (value.numerator, value.denominator);
  if (quotient == NULL)
    return fail (reader).numerator;
  return quotient;
}

/* --- names ------------------------------------------------------------------------------------- */
static gboolean
has_number_after (const char *name, const char *prefix)
{
  gsize length = strlen (prefix);

  if (strncmp (name, prefix, length) != 0 || name[length] == '\0')
    return FALSE;
  for (const char *p = name + length; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      return FALSE;
  return TRUE;
}

static const FlSym *
get_symbol (const Reader *reader, const char *name)
{
  static const char *const variables[] = { "d", "p", "i", "x", "y", "z", "c", "q", "r", "r0_", "r1_", "idx" };
  static const char *const indirects[] = { "indirect", "tmp" };

  for (guint i = 0; i < G_N_ELEMENTS (variables) && reader->has_variables; i++)
    if (has_number_after (name, variables[i]))
      return fl_sym_var (reader->table, name, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (indirects) && reader->has_variables; i++)
    if (has_number_after (name, indirects[i]))
      return fl_sym_indirect (reader->table, name);
  return fl_sym_size (reader->table, name);
}

/* --- calls ------------------------------------------------------------------------------------- */
typedef Value (*CallFunc) (Reader *reader, const Value *args, guint n_args);

static Value
call_floor (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_floor_div (args[0].numerator, args[0].denominator));
}

static Value
call_ceiling (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_ceil_div (args[0].numerator, args[0].denominator));
}

/* Towards zero is towards minus infinity for what is not negative; other cases are not read. */
static Value
call_trunc (Reader *reader, const Value *args, guint n_args)
{
  if (!fl_sym_known_nonnegative (args[0].numerator) || !fl_sym_known_nonnegative (args[0].denominator))
    return fail (reader);
  return call_floor (reader, args, n_args);
}

static Value
call_divide (Reader *reader, const Value *args, guint n_args)
{
  return (Value) { fl_sym_mul (args[0].numerator, args[1].denominator),
                   fl_sym_mul (args[0].denominator, args[1].numerator) };
}

static Value
call_floor_div (Reader *reader, const Value *args, guint n_args)
{
  Value quotient = call_divide (reader, args, n_args);

  return call_floor (reader, &quotient, 1);
}

static Value
call_ceil_div (Reader *reader, const Value *args, guint n_args)
{
  Value quotient = call_divide (reader, args, n_args);

  return call_ceiling (reader, &quotient, 1);
}

static Value
call_mod (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_mod (get_whole (reader, args[0]), get_whole (reader, args[1])));
}

static Value
call_mod_index (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_mod_index (get_whole (reader, args[0]), get_whole (reader, args[1]),
                                               get_whole (reader, args[2])));
}

static Value
call_min (Reader *reader, const Value *args, guint n_args)
{
  const FlSym *result = get_whole (reader, args[0]);

  for (guint i = 1; i < n_args; i++)
    result = fl_sym_min (result, get_whole (reader, args[i]));
  return make_value (reader, result);
}

static Value
call_max (Reader *reader, const Value *args, guint n_args)
{
  const FlSym *result = get_whole (reader, args[0]);

  for (guint i = 1; i < n_args; i++)
    result = fl_sym_max (result, get_whole (reader, args[i]));
  return make_value (reader, result);
}

static Value
call_eq (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_rel (FL_SYM_EQ, get_whole (reader, args[0]), get_whole (reader, args[1])));
}

static Value
call_ne (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_rel (FL_SYM_NE, get_whole (reader, args[0]), get_whole (reader, args[1])));
}

static Value
call_where (Reader *reader, const Value *args, guint n_args)
{
  return make_value (reader, fl_sym_select (get_whole (reader, args[0]), get_whole (reader, args[1]),
                                            get_whole (reader, args[2])));
}

static Value
call_identity (Reader *reader, const Value *args, guint n_args)
{
  return args[0];
}

static Value
raise_value (Reader *reader, Value base, Value exponent)
{
  const FlSym *power_of = get_whole (reader, base), *power = fl_sym_int (reader->table, 1);
  gint64 count;

  if (!fl_sym_is_int (get_whole (reader, exponent), &count) || count < 0 || count > MAX_EXPONENT)
    return fail (reader);
  for (gint64 i = 0; i < count; i++)
    power = fl_sym_mul (power, power_of);
  return make_value (reader, power);
}

static Value
call_power (Reader *reader, const Value *args, guint n_args)
{
  return raise_value (reader, args[0], args[1]);
}

static const struct
{
  const char *name;
  CallFunc call;
  guint n_min;
  guint n_max;
} calls[] = {
  { "floor", call_floor, 1, 1 },
  { "math.floor", call_floor, 1, 1 },
  { "FloorToInt", call_floor, 1, 1 },
  { "ceiling", call_ceiling, 1, 1 },
  { "math.ceil", call_ceiling, 1, 1 },
  { "CeilToInt", call_ceiling, 1, 1 },
  { "TruncToInt", call_trunc, 1, 1 },
  { "math.trunc", call_trunc, 1, 1 },
  { "IntTrueDiv", call_divide, 2, 2 },
  { "FloorDiv", call_floor_div, 2, 2 },
  { "CleanDiv", call_floor_div, 2, 2 },
  { "CeilDiv", call_ceil_div, 2, 2 },
  { "Mod", call_mod, 2, 2 },
  { "PythonMod", call_mod, 2, 2 },
  { "ModularIndexing", call_mod_index, 3, 3 },
  { "Min", call_min, 1, MAX_CALL_ARGS },
  { "min", call_min, 1, MAX_CALL_ARGS },
  { "Max", call_max, 1, MAX_CALL_ARGS },
  { "max", call_max, 1, MAX_CALL_ARGS },
  { "Eq", call_eq, 2, 2 },
  { "Ne", call_ne, 2, 2 },
  { "Where", call_where, 3, 3 },
  { "Identity", call_identity, 1, 1 },
  { "PowByNatural", call_power, 2, 2 },
};

static Value
read_call (Reader *reader, const char *name)
{
  g_autofree Value *args = g_new (Value, MAX_CALL_ARGS);
  guint n_args = 0;

  if (peek (reader) != ')')
    do
      {
        if (n_args == MAX_CALL_ARGS)
          return fail (reader);
        args[n_args++] = read_comparison (reader);
      }
    while (!reader->is_failed && accept (reader, ","));
  if (reader->is_failed || !accept (reader, ")"))
    return fail (reader);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (strcmp (calls[i].name, name) == 0 && n_args >= calls[i].n_min && n_args <= calls[i].n_max)
      return calls[i].call (reader, args, n_args);
  return fail (reader);
}

/* --- the grammar ------------------------------------------------------------------------------- */
static Value
read_number (Reader *reader)
{
  guint64 value = 0;

  while (reader->next < reader->end && g_ascii_isdigit (*reader->next))
    {
      guint digit = (guint) (*reader->next++ - '0');

      if (value > (G_MAXINT64 - digit) / 10)
        return fail (reader);
      value = value * 10 + digit;
    }
  if (reader->next < reader->end && (*reader->next == '.' || g_ascii_isalpha (*reader->next) || *reader->next == '_'))
    return fail (reader); /* 3.07, 1e-5 */
  return make_value (reader, fl_sym_int (reader->table, (gint64) value));
}

static Value
read_name (Reader *reader)
{
  const char *start = reader->next;
  const char *name;

  while (reader->next < reader->end
         && (g_ascii_isalnum (*reader->next) || *reader->next == '_' || *reader->next == '.'))
    reader->next++;
  name = fl_intern_n (start, (gsize) (reader->next - start));
  if (accept (reader, "("))
    return read_call (reader, name);
  if (strcmp (name, "True") == 0 || strcmp (name, "False") == 0)
    return make_value (reader, fl_sym_int (reader->table, name[0] == 'T'));
  if (strchr (name, '.') != NULL || strcmp (name, "and") == 0 || strcmp (name, "or") == 0 || strcmp (name, "not") == 0)
    return fail (reader);
  return make_value (reader, get_symbol (reader, name));
}

static Value
read_atom (Reader *reader)
{
  char c = peek (reader);

  if (c == '(')
    {
      Value value;

      reader->next++;
      value = read_comparison (reader);
      return accept (reader, ")") ? value : fail (reader);
    }
  if (g_ascii_isdigit (c))
    return read_number (reader);
  if (g_ascii_isalpha (c) || c == '_')
    return read_name (reader);
  return fail (reader);
}

static Value read_unary (Reader *reader);

static Value
read_power (Reader *reader)
{
  Value base = read_atom (reader);

  if (!reader->is_failed && accept (reader, "**"))
    return raise_value (reader, base, read_unary (reader));
  return base;
}

static Value
read_unary (Reader *reader)
{
  Value value;

  if (reader->is_failed || reader->depth >= MAX_DEPTH)
    return fail (reader);
  reader->depth++;
  if (accept (reader, "-"))
    {
      value = read_unary (reader);
      value.numerator = fl_sym_neg (value.numerator);
    }
  else if (accept (reader, "+"))
    value = read_unary (reader);
  else
    value = read_power (reader);
  reader->depth--;
  return value;
}

static Value
read_product (Reader *reader)
{
  Value value = read_unary (reader);

  while (!reader->is_failed)
    {
      Value operands[2];

      operands[0] = value;
      if (accept (reader, "//"))
        {
          operands[1] = read_unary (reader);
          value = call_floor_div (reader, operands, 2);
        }
      else if (accept (reader, "/"))
        {
          operands[1] = read_unary (reader);
          value = call_divide (reader, operands, 2);
        }
      else if (accept (reader, "%"))
        {
          operands[1] = read_unary (reader);
          value = call_mod (reader, operands, 2);
        }
      else if (accept (reader, "*"))
        {
          operands[1] = read_unary (reader);
          value.numerator = reader->is_written ? fl_sym_mul_written (value.numerator, operands[1].numerator)
                                               : fl_sym_mul (value.numerator, operands[1].numerator);
          value.denominator = fl_sym_mul (value.denominator, operands[1].denominator);
        }
      else
        break;
    }
  return value;
}

/* a + b */
static Value
add_values (Value a, Value b)
{
  if (a.denominator == b.denominator)
    return (Value) { fl_sym_add (a.numerator, b.numerator), a.denominator };
  return (Value) { fl_sym_add (fl_sym_mul (a.numerator, b.denominator), fl_sym_mul (b.numerator, a.denominator)),
                   fl_sym_mul (a.denominator, b.denominator) };
}

/* Whole terms are kept and added up at once: one by one, a sum of 10,000 terms would take seconds.
 */
static Value
read_sum (Reader *reader)
{
  Value value = read_product (reader);
  g_autoptr (GPtrArray) wholes = NULL;

  while (!reader->is_failed)
    {
      gboolean is_minus = accept (reader, "-");
      Value next;

      if (!is_minus && !accept (reader, "+"))
        break;
      next = read_product (reader);
      if (is_minus)
        next.numerator = fl_sym_neg (next.numerator);
      if (!fl_sym_is_int_value (next.denominator, 1))
        value = add_values (value, next);
      else
        {
          if (wholes == NULL)
            wholes = g_ptr_array_new ();
          g_ptr_array_add (wholes, (gpointer) next.numerator);
        }
    }
  if (wholes != NULL)
    value = add_values (value, make_value (reader, fl_sym_add_all (reader->table, (const FlSym *const *) wholes->pdata,
                                                                   wholes->len)));
  return value;
}

static Value
read_comparison (Reader *reader)
{
  static const struct
  {
    const char *sign;
    FlSymRelation relation;
  } relations[] = {
    { "==", FL_SYM_EQ }, { "!=", FL_SYM_NE }, { "<=", FL_SYM_LE },
    { ">=", FL_SYM_GE }, { "<", FL_SYM_LT },  { ">", FL_SYM_GT },
  };
  Value value = read_sum (reader);

  for (guint i = 0; i < G_N_ELEMENTS (relations) && !reader->is_failed; i++)
    if (accept (reader, relations[i].sign))
      {
        Value other = read_sum (reader);

        return make_value (reader,
                           fl_sym_rel (relations[i].relation, get_whole (reader, value), get_whole (reader, other)));
      }
  return value;
}

/* --- the whole text
 * ---------------------------------------------------------------------------------------------- */
static gboolean
is_balanced (const char *text, gsize length)
{
  gint64 depth = 0;

  for (gsize i = 0; i < length && depth >= 0; i++)
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
  return depth == 0;
}

static void
set_error (GError **error, const char *text, gsize length)
{
  if (length == 0)
    g_set_error_literal (error, FL_ERROR, FL_ERROR_SYNTAX, "a size or an index is empty");
  else if (length > MAX_TEXT_LENGTH)
    g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "a size or an index has %" G_GSIZE_FORMAT " characters, more than %d",
                 length, MAX_TEXT_LENGTH);
  else
    {
      g_autofree char *copy = g_strndup (text, length), *shown = fl_quote_dup_shown (copy);

      g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "the parentheses of '%s' do not match", shown);
    }
}

static const FlSym *
parse (FlSymTable *table, const char *text, gssize length, gboolean has_variables, GError **error)
{
  gsize n = length >= 0 ? (gsize) length : strlen (text);
  g_autofree char *copy = NULL;
  Reader reader = { .table = table, .has_variables = has_variables };
  const FlSym *sym = NULL;
  Value value;

  n = strnlen (text, n);
  while (n > 0 && g_ascii_isspace (text[0]))
    {
      text++;
      n--;
    }
  while (n > 0 && g_ascii_isspace (text[n - 1]))
    n--;
  if (n == 0 || n > MAX_TEXT_LENGTH || !is_balanced (text, n))
    {
      set_error (error, text, n);
      return NULL;
    }

  reader.next = text;
  reader.end = text + n;
  if (!has_variables && fl_sym_has_float_name (text, n)) /* in no integer */
    {
      sym = fl_sym_parse_real (table, text, n);
      copy = sym == NULL ? g_utf8_make_valid (text, (gssize) n) : NULL;
      return sym != NULL ? sym : fl_sym_opaque (table, copy);
    }
  value = read_comparison (&reader);
  if (!reader.is_failed && peek (&reader) == '\0' && reader.next == reader.end)
    sym = get_whole (&reader, value);
  if (sym != NULL && !reader.is_failed)
    return sym;
  sym = has_variables ? NULL : fl_sym_parse_real (table, text, n);
  if (sym != NULL)
    return sym;
  copy = g_utf8_make_valid (text, (gssize) n);
  return fl_sym_opaque (table, copy);
}

const FlSym *
fl_sym_parse (FlSymTable *table, const char *text, gssize length, GError **error)
{
  return parse (table, text, length, FALSE, error);
}

const FlSym *
fl_sym_parse_size (FlSymTable *table, const char *text, gssize length, GError **error)
{
  const FlSym *sym = parse (table, text, length, FALSE, error);
  Reader reader = { .table = table, .next = text, .is_written = TRUE };
  Value written;

  if (sym == NULL || fl_sym_get_kind (sym) != FL_SYM_ADD)
    return sym;
  reader.end = text + (length >= 0 ? strnlen (text, (gsize) length) : strlen (text));
  written = read_sum (&reader);
  if (!reader.is_failed && peek (&reader) == '\0' && fl_sym_is_int_value (written.denominator, 1))
    fl_sym_table_add_written (table, sym, written.numerator);
  return sym;
}

const FlSym *
fl_sym_parse_index (FlSymTable *table, const char *text, gssize length, GError **error)
{
  return parse (table, text, length, TRUE, error);
}
