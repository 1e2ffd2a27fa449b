/* What kind of value each parameter of an operator takes: by its schema in fl-overloads.def, or by
 * fl-aten-kinds.def, which goes first. */
#include <stdlib.h>
#include <string.h>

#include "fl-aten-private.h"
#include "fl-overloads.h"

typedef struct
{
  const char *name;
  const char *kinds; /* "Tensor Tensor Scalar": by position */
} Row;

static const Row rows[] = {
#define KINDS(name, kinds) { name, kinds },
#include "fl-aten-kinds.def"
};

static int
compare_rows (const void *name, const void *row)
{
  return strcmp (name, ((const Row *) row)->name);
}

/* "Tensor(a!)[]" as "Tensor[]", "SymInt[2]?" as "int[]?": without aliases and lengths, and a size
 * is an integer. */
static char *
simplify_type (const char *type, gsize length)
{
  GString *out = g_string_sized_new (length);

  for (gsize i = 0; i < length; i++)
    if (type[i] == '(')
      while (i < length && type[i] != ')')
        i++;
    else if (!(g_ascii_isdigit (type[i]) && i > 0 && type[i - 1] == '['))
      g_string_append_c (out, type[i]);
  if (g_str_has_prefix (out->str, "SymInt"))
    g_string_overwrite (g_string_erase (out, 0, 3), 0, "int");
  return g_string_free (out, FALSE);
}

/* The end of a parameter: a comma or the closing bracket that stands in no other bracket and in no
 * string. */
static const char *
find_end (const char *text)
{
  int depth = 0;
  char quote = '\0';

  for (; *text != '\0'; text++)
    if (quote != '\0' && *text == '\\' && text[1] != '\0')
      text++;
    else if (quote != '\0')
      quote = *text == quote ? '\0' : quote;
    else if (*text == '\'' || *text == '"')
      quote = *text;
    else if (depth == 0 && (*text == ',' || *text == ')'))
      return text;
    else
      depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
  return text;
}

/* Types stand before the names: "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) ->
 * Tensor". */
static GStrv
split_schema (const char *schema)
{
  g_autoptr (GStrvBuilder) kinds = g_strv_builder_new ();
  const char *start = strchr (schema, '(');

  while (start != NULL && *start != '\0' && *start != ')')
    {
      const char *type = start + 1 + strspn (start + 1, " "), *end = find_end (type);
      const gsize length = strcspn (type, " ");

      if (type + length < end)
        {
          g_autofree char *kind = simplify_type (type, length);

          g_strv_builder_add (kinds, kind);
        }
      start = end;
    }
  return g_strv_builder_end (kinds);
}

GStrv
fl_aten_make_kinds (const char *operator_name)
{
  const Row *row = bsearch (operator_name, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_rows);
  const FlOverload *overload = row == NULL ? fl_overloads_find (operator_name) : NULL;

  if (overload != NULL)
    return split_schema (overload->schema);
  return g_strsplit (row != NULL ? row->kinds : "", " ", -1);
}

/* "Tensor?[]?" is an optional list of optional tensors. */
FlAtenType
fl_aten_parse_type (const char *word)
{
  static const struct
  {
    const char *word;
    FlAtenBase base;
  } bases[] = {
    { "Tensor", FL_ATEN_BASE_TENSOR },       { "Scalar", FL_ATEN_BASE_SCALAR },   { "int", FL_ATEN_BASE_INT },
    { "float", FL_ATEN_BASE_FLOAT },         { "bool", FL_ATEN_BASE_BOOL },       { "str", FL_ATEN_BASE_STRING },
    { "ScalarType", FL_ATEN_BASE_DTYPE },    { "Device", FL_ATEN_BASE_DEVICE },   { "Layout", FL_ATEN_BASE_LAYOUT },
    { "MemoryFormat", FL_ATEN_BASE_FORMAT }, { "numeric", FL_ATEN_BASE_NUMERIC }, { "...", FL_ATEN_BASE_REST },
  };
  FlAtenType type = { .text = word, .base = FL_ATEN_BASE_ANY };
  gsize length = strlen (word);

  if (g_str_has_suffix (word, "?"))
    {
      type.is_optional = TRUE;
      length--;
    }
  if (length > 2 && word[length - 1] == ']')
    {
      type.is_list = TRUE;
      length -= 2;
    }
  if (type.is_list && word[length - 1] == '?')
    {
      type.has_none_items = TRUE;
      length--;
    }
  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    if (strlen (bases[i].word) == length && memcmp (bases[i].word, word, length) == 0)
      type.base = bases[i].base;
  return type;
}
