/* Numbers for tests of convolutions. */
#pragma once

#include <glib.h>

static inline float
get_number (guint i)
{
  return (float) ((i * 2654435761u >> 8) % 2001) / 1000.0f - 1.0f;
}

static inline float *
new_floats (gint64 n, guint seed)
{
  float *data = g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
  for (gint64 i = 0; i < n; i++)
    data[i] = get_number (seed * 7919 + i);
  return data;
}
