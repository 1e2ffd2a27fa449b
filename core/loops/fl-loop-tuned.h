/* Tuned values of the passes over loop programs: one table, fl-loop-tuned.def, each row with the
 * measurement that chose it.
 *
 * What follows from a cache's size is a share of that cache: rows hold what the machine had on
 * which they were measured, and other machines get as much more or less as their caches are larger
 * or smaller. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a value is in proportion to. */
typedef enum
{
  FL_TUNED_FIXED,
  FL_TUNED_FIRST_LEVEL,
  FL_TUNED_SECOND_LEVEL
} FlTunedFrom;

/* Bytes of the caches of one processor; 0: as on the machine that the rows were measured on. No row is in proportion to
 * the third level, which processors and their guests share: from which size on results leave the caches is measured
 * (cpu.stream_bytes). */
typedef struct
{
  gint64 first_level, second_level;
} FlLoopCaches;

typedef enum
{
#define TUNED(NAME, words, value, unit, from, measured) FL_TUNED_##NAME,
#include "fl-loop-tuned.def"
#undef TUNED
  FL_N_TUNED
} FlTuned;

typedef struct
{
  const char *name; /* "prefetch.least" */
  gint64 value;
  const char *unit;
  FlTunedFrom from;
  const char *measured; /* a sentence: the measurement that chose the value */
} FlTunedRow;

const FlTunedRow *fl_tuned_get_row (FlTuned tuned);
/* On a machine with these caches. */
gint64 fl_tuned_get (FlTuned tuned, const FlLoopCaches *caches);

G_END_DECLS
