/* What kind of value each parameter of an operator takes: fl-aten-kinds.def, looked up by the
 * operator's name. */
#include <stdlib.h>
#include <string.h>

#include "fl-aten-private.h"

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

const char *
fl_aten_find_kinds (const char *operator_name)
{
  const Row *row = bsearch (operator_name, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_rows);

  return row != NULL ? row->kinds : NULL;
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
    { "Tensor", FL_ATEN_BASE_TENSOR },    { "Scalar", FL_ATEN_BASE_SCALAR },
    { "int", FL_ATEN_BASE_INT },          { "float", FL_ATEN_BASE_FLOAT },
    { "bool", FL_ATEN_BASE_BOOL },        { "str", FL_ATEN_BASE_STRING },
    { "ScalarType", FL_ATEN_BASE_DTYPE }, { "Device", FL_ATEN_BASE_DEVICE },
    { "Layout", FL_ATEN_BASE_LAYOUT },    { "MemoryFormat", FL_ATEN_BASE_FORMAT },
    { "numeric", FL_ATEN_BASE_NUMERIC },  { "...", FL_ATEN_BASE_REST },
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
