/* Reads what the reader of integers does not: decimal points, ToFloat, IntTrueDiv and their like,
 * as PyTorch prints them. */
#include <math.h>
#include <string.h>

#include "fl-intern.h"
#include "fl-sym-private.h"

enum
{
  MAX_DEPTH = 64
};

typedef struct
{
  FlSymTable *table;
  const char *next, *end;
  guint depth;
} Reader;

static const FlSym *read_sum (Reader *reader);

static char
peek (Reader *reader)
{
  while (reader->next < reader->end && *reader->next == ' ')
    reader->next++;
  return reader->next < reader->end ? *reader->next : '\0';
}

static gboolean
accept (Reader *reader, char c)
{
  if (peek (reader) != c)
    return FALSE;
  reader->next++;
  return TRUE;
}

/* Of integers an integer, else in doubles; NULL where there is no such operation. */
static const FlSym *
combine (FlSymReal op, const FlSym *a, const FlSym *b)
{
  if (a == NULL || b == NULL)
    return NULL;
  if (fl_sym_is_real (a) || fl_sym_is_real (b) || op == FL_SYM_REAL_DIV || op == FL_SYM_REAL_POW)
    return fl_sym_real (op, a, b);
  return op == FL_SYM_REAL_ADD   ? fl_sym_add (a, b)
         : op == FL_SYM_REAL_SUB ? fl_sym_sub (a, b)
         : op == FL_SYM_REAL_MUL ? fl_sym_mul (a, b)
         : op == FL_SYM_REAL_MIN ? fl_sym_min (a, b)
                                 : fl_sym_max (a, b);
}

static const FlSym *
apply (Reader *reader, const char *name, const FlSym *const *args, guint n)
{
  static const struct
  {
    const char *name;
    FlSymReal op;
  } calls[] = { { "IntTrueDiv", FL_SYM_REAL_DIV },
                { "FloatTrueDiv", FL_SYM_REAL_DIV },
                { "FloatPow", FL_SYM_REAL_POW },
                { "Min", FL_SYM_REAL_MIN },
                { "Max", FL_SYM_REAL_MAX } };
  static const struct
  {
    const char *name;
    FlSymRounding how;
  } roundings[] = { { "TruncToInt", FL_SYM_ROUND_TRUNC }, { "FloorToInt", FL_SYM_ROUND_FLOOR },
                    { "CeilToInt", FL_SYM_ROUND_CEIL },   { "RoundToInt", FL_SYM_ROUND_EVEN },
                    { "math.trunc", FL_SYM_ROUND_TRUNC }, { "math.floor", FL_SYM_ROUND_FLOOR },
                    { "math.ceil", FL_SYM_ROUND_CEIL } };
  gboolean is_whole = TRUE;
  FlSymReal function;

  for (guint i = 0; i < n; i++)
    is_whole &= !fl_sym_is_real (args[i]);
  for (guint i = 0; i < G_N_ELEMENTS (calls) && n == 2; i++)
    if (strcmp (name, calls[i].name) == 0)
      return combine (calls[i].op, args[0], args[1]);
  for (guint i = 0; i < G_N_ELEMENTS (roundings) && n == 1; i++)
    if (strcmp (name, roundings[i].name) == 0)
      return fl_sym_round (roundings[i].how, args[0]);
  if (strcmp (name, "ToFloat") == 0 && n == 1)
    return fl_sym_real (FL_SYM_REAL_FLOAT, args[0], NULL);
  if (n == 1
      && fl_sym_find_function (g_str_has_prefix (name, "OpaqueUnaryFn_") ? strchr (name, '_') + 1 : name, &function)
      && (g_str_has_prefix (name, "OpaqueUnaryFn_") || !g_ascii_islower (name[0])))
    return fl_sym_real (function, args[0], NULL);
  if (n == 2 && !is_whole)
    return strcmp (name, "PythonMod") == 0 ? fl_sym_real (FL_SYM_REAL_MOD, args[0], args[1]) : NULL;
  if (n != 2)
    return NULL;
  return strcmp (name, "FloorDiv") == 0                                 ? fl_sym_floor_div (args[0], args[1])
         : strcmp (name, "Mod") == 0 || strcmp (name, "PythonMod") == 0 ? fl_sym_mod (args[0], args[1])
                                                                        : NULL;
}

static const FlSym *
read_name (Reader *reader)
{
  const char *start = reader->next, *name;
  const FlSym *args[2];
  guint n = 0;

  while (reader->next < reader->end
         && (g_ascii_isalnum (*reader->next) || *reader->next == '_' || *reader->next == '.'))
    reader->next++;
  name = fl_intern_n (start, (gsize) (reader->next - start));
  if (!accept (reader, '('))
    {
      const FlSym *symbol = strchr (name, '.') == NULL ? fl_sym_size (reader->table, name) : NULL;

      return symbol != NULL && fl_sym_is_float (symbol) ? fl_sym_real (FL_SYM_REAL_INPUT, symbol, NULL) : symbol;
    }
  do
    {
      if (n == G_N_ELEMENTS (args) || (args[n] = read_sum (reader)) == NULL)
        return NULL;
      n++;
    }
  while (accept (reader, ','));
  return accept (reader, ')') ? apply (reader, name, args, n) : NULL;
}

static const FlSym *
read_number (Reader *reader)
{
  g_autofree char *text = g_strndup (reader->next, MIN ((gsize) (reader->end - reader->next), 64));
  const gsize whole = strspn (text, "0123456789");
  char *stop;
  double value = g_ascii_strtod (text, &stop);

  reader->next += stop - text;
  if (stop == text + whole)
    return whole <= 18 ? fl_sym_int (reader->table, g_ascii_strtoll (text, NULL, 10)) : NULL;
  return fl_sym_real_constant (reader->table, value);
}

static const FlSym *
read_atom (Reader *reader)
{
  const char c = peek (reader);
  const FlSym *sym = NULL;

  if (reader->depth >= MAX_DEPTH)
    return NULL;
  reader->depth++;
  if (accept (reader, '-'))
    {
      sym = read_atom (reader);
      sym = sym == NULL            ? NULL
            : fl_sym_is_real (sym) ? fl_sym_real (FL_SYM_REAL_MUL, fl_sym_int (reader->table, -1), sym)
                                   : fl_sym_neg (sym);
    }
  else if (accept (reader, '('))
    {
      sym = read_sum (reader);
      sym = accept (reader, ')') ? sym : NULL;
    }
  else if (g_ascii_isdigit (c))
    sym = read_number (reader);
  else if (g_ascii_isalpha (c) || c == '_')
    sym = read_name (reader);
  reader->depth--;
  return sym;
}

static const FlSym *
read_product (Reader *reader)
{
  const FlSym *sym = read_atom (reader);

  while (sym != NULL && (peek (reader) == '*' || peek (reader) == '/'))
    {
      const char sign = *reader->next++;
      const gboolean is_double = accept (reader, sign);
      const FlSym *other = read_atom (reader);

      if (other == NULL || (is_double && sign == '/' && (fl_sym_is_real (sym) || fl_sym_is_real (other))))
        return NULL;
      if (is_double && sign == '/')
        sym = fl_sym_floor_div (sym, other);
      else
        sym = combine (is_double ? FL_SYM_REAL_POW : sign == '*' ? FL_SYM_REAL_MUL : FL_SYM_REAL_DIV, sym, other);
    }
  return sym;
}

static const FlSym *
read_sum (Reader *reader)
{
  const FlSym *sym = read_product (reader);

  while (sym != NULL && (peek (reader) == '+' || peek (reader) == '-'))
    {
      const FlSymReal op = *reader->next++ == '+' ? FL_SYM_REAL_ADD : FL_SYM_REAL_SUB;

      sym = combine (op, sym, read_product (reader));
    }
  return sym;
}

gboolean
fl_sym_has_float_name (const char *text, gsize length)
{
  for (gsize i = 0; i < length;)
    {
      gsize n = 0;

      while (i + n < length && (g_ascii_isalnum (text[i + n]) || text[i + n] == '_'))
        n++;
      if (n > 0 && fl_sym_is_float_name (text + i, n))
        return TRUE;
      i += n + 1;
    }
  return FALSE;
}

const FlSym *
fl_sym_parse_real (FlSymTable *table, const char *text, gsize length)
{
  Reader reader = { .table = table, .next = text, .end = text + length };
  const FlSym *sym;

  /* What has neither is no number of this kind: its words are no symbols. */
  if (memchr (text, '.', length) == NULL && g_strstr_len (text, (gssize) length, "ToFloat") == NULL
      && g_strstr_len (text, (gssize) length, "TrueDiv") == NULL
      && g_strstr_len (text, (gssize) length, "OpaqueUnaryFn_") == NULL && !fl_sym_has_float_name (text, length))
    return NULL;
  sym = read_sum (&reader);
  return sym != NULL && peek (&reader) == '\0' ? sym : NULL;
}
