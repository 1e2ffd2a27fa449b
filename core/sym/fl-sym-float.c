/* Floats that come with a call: names of their symbols, and their bits, which stand in the place of
 * an integer. */
#include <string.h>

#include "fl-sym-private.h"

gboolean
fl_sym_is_float_name (const char *name, gsize length)
{
  const gsize prefix = length > 2 && memcmp (name, "zf", 2) == 0    ? 2
                       : length > 3 && memcmp (name, "zuf", 3) == 0 ? 3
                                                                    : 0;

  for (gsize i = prefix; i < length; i++)
    if (!g_ascii_isdigit (name[i]))
      return FALSE;
  return prefix > 0;
}

gboolean
fl_sym_is_float (const FlSym *symbol)
{
  return symbol->kind == FL_SYM_SIZE && fl_sym_is_float_name (symbol->name, strlen (symbol->name));
}

gint64
fl_sym_float_to_bits (double value)
{
  gint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

double
fl_sym_bits_to_float (gint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}
