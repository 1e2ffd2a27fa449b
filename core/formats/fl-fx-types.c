/* Type annotations: f32[8, 3][3, 1]cuda:0, Sym(s0), DTensor(f32[8], S(0)). */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

enum
{
  MAX_DIMS = 64,
  MAX_TYPE_WARNINGS = 16, /* of one file */
  MAX_TYPE_LENGTH = 80    /* bytes of a type that a warning quotes */
};

typedef struct
{
  FlArena *arena;
  FlSymTable *symbols;
  const char *p;
  const char *end;
} TypeScan;

static gboolean
take (TypeScan *scan, char c)
{
  while (scan->p < scan->end && *scan->p == ' ')
    scan->p++;
  if (scan->p >= scan->end || *scan->p != c)
    return FALSE;
  scan->p++;
  return TRUE;
}

/* The end of an expression: the first ',' or ']' outside of brackets. */
static const char *
find_dim_end (const char *p, const char *end)
{
  int depth = 0;

  for (; p < end; p++)
    {
      if (*p == '(' || *p == '[')
        depth++;
      else if (depth > 0 && (*p == ')' || *p == ']'))
        depth--;
      else if (depth == 0 && (*p == ',' || *p == ']' || *p == ')'))
        return p;
    }
  return end;
}

static gboolean
is_plain_name (const char *p, const char *end)
{
  if (p >= end || !fl_fx_is_name_start (*p))
    return FALSE;
  while (p < end && fl_fx_is_name_char (*p))
    p++;
  return p == end;
}

static gboolean
parse_plain_int (const char *p, const char *end, gint64 *value)
{
  const gboolean is_negative = p < end && *p == '-';

  p += is_negative;
  if (p >= end || end - p > 18)
    return FALSE;
  *value = 0;
  for (; p < end; p++)
    {
      if (!g_ascii_isdigit (*p))
        return FALSE;
      *value = *value * 10 + (*p - '0');
    }
  if (is_negative)
    *value = -*value;
  return TRUE;
}

static const FlSym *
parse_sym (FlSymTable *symbols, const char *start, const char *end)
{
  gint64 value;

  while (start < end && *start == ' ')
    start++;
  while (end > start && end[-1] == ' ')
    end--;
  if (start == end)
    return NULL;
  if (parse_plain_int (start, end, &value))
    return fl_sym_int (symbols, value);
  if (is_plain_name (start, end) && !fl_sym_is_float_name (start, (gsize) (end - start)))
    return fl_sym_size (symbols, fl_intern_n (start, end - start));
  return fl_sym_parse_size (symbols, start, end - start, NULL);
}

/* "[8, s0]": FALSE when it is no such list. */
static gboolean
parse_dims (TypeScan *scan, guint *n, const FlSym *const **dims)
{
  const FlSym *found[MAX_DIMS];
  guint n_found = 0;

  if (!take (scan, '['))
    return FALSE;
  while (!take (scan, ']'))
    {
      const char *dim_end = find_dim_end (scan->p, scan->end);
      const FlSym *sym = parse_sym (scan->symbols, scan->p, dim_end);

      if (sym == NULL || n_found == MAX_DIMS || dim_end >= scan->end)
        return FALSE;
      if (fl_sym_is_real (sym)) /* no tensor has so many elements */
        {
          g_autofree char *text = g_strndup (scan->p, dim_end - scan->p);

          sym = fl_sym_opaque (scan->symbols, text);
        }
      found[n_found++] = sym;
      scan->p = dim_end;
      if (*scan->p == ',')
        scan->p++;
      else if (*scan->p != ']')
        return FALSE;
    }
  *n = n_found;
  *dims = fl_arena_new (scan->arena, const FlSym *, n_found + 1);
  memcpy ((gpointer) *dims, found, n_found * sizeof *found);
  return TRUE;
}

static gboolean
parse_device (TypeScan *scan, FlDevice *device)
{
  const char *start = scan->p;

  device->type = NULL;
  device->index = -1;
  while (scan->p < scan->end && (g_ascii_isalnum (*scan->p) || *scan->p == '_'))
    scan->p++;
  if (scan->p == start)
    return TRUE;
  device->type = fl_intern_n (start, scan->p - start);
  if (scan->p < scan->end && *scan->p == ':')
    {
      device->index = 0;
      for (scan->p++; scan->p < scan->end && g_ascii_isdigit (*scan->p); scan->p++)
        device->index = MIN (device->index * 10 + (*scan->p - '0'), 4096);
    }
  return TRUE;
}

static gboolean
parse_tensor (TypeScan *scan, FlValue *value)
{
  const char *start = scan->p;
  FlTensor *tensor = &value->tensor;
  const FlSym *const *strides;
  guint n_strides;

  while (scan->p < scan->end && (fl_fx_is_name_char (*scan->p) || *scan->p == '.'))
    scan->p++;
  tensor->dtype = fl_dtype_find (start, scan->p - start);
  if (tensor->dtype == FL_DTYPE_NONE || !parse_dims (scan, &tensor->n_dims, &tensor->sizes))
    return FALSE;
  tensor->device.index = -1;
  if (scan->p < scan->end && *scan->p == '[')
    {
      if (!parse_dims (scan, &n_strides, &strides) || n_strides != tensor->n_dims)
        return FALSE;
      tensor->strides = strides;
    }
  value->kind = FL_VALUE_TENSOR;
  return parse_device (scan, &tensor->device);
}

/* Between the brackets of Sym(…): relations are booleans, ToFloat and decimal points floats. */
static gboolean
parse_sym_value (TypeScan *scan, const char *close, FlValue *value)
{
  const gsize length = close - scan->p;

  value->kind = FL_VALUE_SYM;
  if (memchr (scan->p, '<', length) != NULL || memchr (scan->p, '>', length) != NULL
      || memchr (scan->p, '=', length) != NULL || g_strstr_len (scan->p, length, "Eq(") != NULL
      || g_strstr_len (scan->p, length, "Ne(") != NULL || g_strstr_len (scan->p, length, "True") != NULL
      || g_strstr_len (scan->p, length, "False") != NULL)
    value->kind = FL_VALUE_BOOL;
  else if (g_strstr_len (scan->p, length, "ToFloat") != NULL || memchr (scan->p, '.', length) != NULL
           || g_strstr_len (scan->p, length, "TrueDiv") != NULL || g_strstr_len (scan->p, length, "zf") != NULL)
    value->kind = FL_VALUE_FLOAT;
  if (value->kind != FL_VALUE_BOOL)
    value->sym = parse_sym (scan->symbols, scan->p, close);
  if (value->sym != NULL && fl_sym_is_real (value->sym))
    value->kind = FL_VALUE_FLOAT;
  else if (value->sym != NULL && fl_sym_contains_kind (value->sym, FL_SYM_ROUND))
    value->kind = FL_VALUE_SYM; /* TruncToInt (1.5*ToFloat (s0)) */
  else if (value->kind != FL_VALUE_SYM)
    {
      g_autofree char *text = g_strndup (scan->p, length);

      value->sym = fl_sym_opaque (scan->symbols, text);
    }
  scan->p = close + 1;
  return value->sym != NULL;
}

static const char *
find_close (const char *p, const char *end)
{
  int depth = 1;

  for (; p < end; p++)
    {
      if (*p == '(')
        depth++;
      else if (*p == ')' && --depth == 0)
        return p;
    }
  return NULL;
}

gboolean
fl_fx_parse_type (FlArena *arena, FlSymTable *symbols, const char *text, gsize length, FlValue *value)
{
  TypeScan scan = { arena, symbols, text, text + length };
  const char *open;
  const char *close;

  *value = (FlValue) { 0 };
  while (scan.p < scan.end && *scan.p == ' ')
    scan.p++;
  while (scan.end > scan.p && g_ascii_isspace (scan.end[-1]))
    scan.end--;
  open = memchr (scan.p, '(', scan.end - scan.p);
  if (open != NULL && is_plain_name (scan.p, open))
    {
      /* Sym(…), or a tensor subclass: what is inside is what matters */
      const gboolean is_sym = open - scan.p == 3 && memcmp (scan.p, "Sym", 3) == 0;

      close = find_close (open + 1, scan.end);
      scan.p = open + 1;
      if (close == NULL || close == scan.p)
        return FALSE;
      if (is_sym ? parse_sym_value (&scan, close, value) : parse_tensor (&scan, value))
        return TRUE;
    }
  else if (parse_tensor (&scan, value) && scan.p == scan.end)
    return TRUE;
  *value = (FlValue) { 0 };
  if (length == 4 && memcmp (text, "None", 4) == 0)
    {
      value->kind = FL_VALUE_NONE;
      return TRUE;
    }
  return FALSE;
}

/* A bare annotation ends at " = ", or at ',' and ')' outside of its own brackets, or with the line. */
static const char *
find_bare_end (const FlFx *fx)
{
  const char *p = fx->p;
  int depth = 0;

  for (; p < fx->end && *p != '\n'; p++)
    {
      if (*p == '(' || *p == '[')
        depth++;
      else if (depth > 0 && (*p == ')' || *p == ']'))
        depth--;
      else if (depth == 0 && (*p == ',' || *p == ')' || *p == ';' || (*p == '=' && p[-1] == ' ')))
        break;
    }
  return p;
}

/* Not an error: the shape rules may know better, and a graph with one odd type still opens. Dotted words (torch.Tensor)
 * are types of Python that say nothing here. */
static void
warn_about_type (FlFx *fx, const char *start, const char *stop)
{
  const char *p = start;
  FlPlace place;

  while (p < stop && (fl_fx_is_name_char (*p) || *p == '.' || *p == ' '))
    p++;
  if (p == stop || fx->n_type_warnings++ >= MAX_TYPE_WARNINGS)
    return;
  stop = start + MIN (stop - start, MAX_TYPE_LENGTH);
  while (stop > start && ((guchar) *stop & 0xc0) == 0x80) /* inside a character */
    stop--;
  place = fl_fx_find_place (fx, start);
  fl_graph_builder_warn (
      fx->builder, "%u:%u: '%.*s' is no type that is understood, as f32[8, 3], f32[8, 3][3, 1]cuda:0 or Sym(s0) are",
      place.line, place.column, (int) (stop - start), start);
}

gboolean
fl_fx_read_annotation (FlFx *fx, FlValue *value)
{
  const char *start, *stop;

  fl_fx_skip_blanks (fx);
  if (fx->p < fx->end && (*fx->p == '"' || *fx->p == '\''))
    {
      const char quote = *fx->p;

      start = fx->p + 1;
      for (stop = start; stop < fx->end && *stop != quote && *stop != '\n'; stop++)
        ;
      if (stop >= fx->end)
        {
          fx->ended = TRUE;
          return FALSE;
        }
      if (*stop != quote)
        return fl_fx_fail (fx, fx->p, FL_ERROR_SYNTAX, "the type that starts here has no closing quote");
      fx->p = stop + 1;
    }
  else
    {
      start = fx->p;
      fx->p = stop = find_bare_end (fx);
    }
  if (!fl_fx_parse_type (fx->arena, fx->symbols, start, stop - start, value))
    warn_about_type (fx, start, stop);
  return TRUE;
}
