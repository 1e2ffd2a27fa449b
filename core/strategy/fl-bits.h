/* Sets of small integers as bits. */
#pragma once

#include <glib.h>
#include <string.h>

typedef guint64 FlBits;

static inline guint
fl_bits_n_words (guint n)
{
  return (n + 63) / 64;
}

static inline FlBits *
fl_bits_new (guint n)
{
  return g_new0 (FlBits, fl_bits_n_words (n) + 1);
}

static inline gboolean
fl_bits_has (const FlBits *bits, guint i)
{
  return (bits[i / 64] >> (i % 64)) & 1;
}

static inline void
fl_bits_add (FlBits *bits, guint i)
{
  bits[i / 64] |= (FlBits) 1 << (i % 64);
}

static inline void
fl_bits_remove (FlBits *bits, guint i)
{
  bits[i / 64] &= ~((FlBits) 1 << (i % 64));
}
