/* What the tests of symbolic integers share. */
#pragma once

#include "fl-sym.h"

static inline const FlSym *
parse (FlSymTable *table, const char *text)
{
  g_autoptr (GError) error = NULL;
  const FlSym *sym = fl_sym_parse_index (table, text, -1, &error);

  g_assert_no_error (error);
  g_assert_nonnull (sym);
  return sym;
}
