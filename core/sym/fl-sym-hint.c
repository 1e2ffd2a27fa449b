/* Values that stand for symbols where nobody knows theirs: hints, as PyTorch's, and samples. */
#include "fl-sym-private.h"

void
fl_sym_set_hint (const FlSym *size_symbol, gint64 hint)
{
  g_assert (fl_sym_is_atom (size_symbol));
  size_symbol->facts->hint = hint;
  size_symbol->facts->has_hint = TRUE;
}

void
fl_sym_set_sample (const FlSym *size_symbol, gint64 sample)
{
  g_assert (fl_sym_is_atom (size_symbol));
  size_symbol->facts->sample = sample;
  size_symbol->facts->has_sample = TRUE;
}

gboolean
fl_sym_has_sample (const FlSym *size_symbol)
{
  return size_symbol->facts->has_sample;
}

gboolean
fl_sym_look_up_sample (const FlSym *symbol, gpointer data, gint64 *value)
{
  enum
  {
    FALLBACK = 8
  };
  const FlSymFacts *facts = symbol->facts;

  if (facts->has_hint)
    *value = facts->hint;
  else if (facts->has_sample)
    *value = facts->sample;
  else
    *value = symbol->kind == FL_SYM_SIZE ? FALLBACK : 0;
  return TRUE;
}

gint64
fl_sym_get_sample (const FlSym *sym)
{
  gint64 value;

  return fl_sym_evaluate (sym, fl_sym_look_up_sample, NULL, &value) ? value : -1;
}

static gboolean
lookup_hint (const FlSym *symbol, gpointer data, gint64 *value)
{
  if (symbol->facts->has_hint)
    *value = symbol->facts->hint;
  else
    *value = symbol->kind == FL_SYM_SIZE ? *(gint64 *) data : 0;
  return TRUE;
}

gint64
fl_sym_get_hint (const FlSym *sym, gint64 fallback)
{
  gint64 value;

  return fl_sym_evaluate (sym, lookup_hint, &fallback, &value) ? value : fallback;
}
