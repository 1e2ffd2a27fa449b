/* Tuned values of the passes. See fl-loop-tuned.h. */
#include "fl-loop-tuned.h"

enum
{
  /* Caches of the AMD EPYC that the rows were measured on. Intel Sapphire Rapids, with 2 MiB of L2 cache, gave the same
   * choices where it was measured. */
  FIRST_LEVEL = 48 << 10,
  SECOND_LEVEL = 1 << 20
};

static const FlTunedRow rows[FL_N_TUNED] = {
#define TUNED(NAME, words, value, unit, from, measured)                                                                \
  [FL_TUNED_##NAME] = { words, value, unit, FL_TUNED_##from, measured },
#include "fl-loop-tuned.def"
#undef TUNED
};

const FlTunedRow *
fl_tuned_get_row (FlTuned tuned)
{
  return &rows[tuned];
}

static gint64
scale (gint64 value, gint64 cache, gint64 measured_on)
{
  return cache > 0 ? MAX (value * cache / measured_on, 1) : value;
}

gint64
fl_tuned_get (FlTuned tuned, const FlLoopCaches *caches)
{
  const FlTunedRow *row = &rows[tuned];

  switch (row->from)
    {
    case FL_TUNED_FIRST_LEVEL: return scale (row->value, caches->first_level, FIRST_LEVEL);
    case FL_TUNED_SECOND_LEVEL: return scale (row->value, caches->second_level, SECOND_LEVEL);
    default: return row->value;
    }
}
