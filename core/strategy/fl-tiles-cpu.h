/* Stitching on a CPU: can a set of ops be one parallel loop whose every round computes a tile of
 * each value, one op after the other, in fast memory? Source: the rules of BladeDISC's CPU stitch.
 * Elementwise ops, broadcasts, reductions over the last axes and reshapes that only add or remove
 * axes of size 1; sizes are compared as symbols, never by their hints. */
#pragma once

#include "fl-op-set.h"

G_BEGIN_DECLS

typedef struct
{
  const char *reason; /* why not; NULL: it can */
  guint32 culprit;    /* the node the reason speaks of; G_MAXUINT32: none */
  guint32 dominant;   /* the value whose axes the loop runs over */
  guint32 parallel;   /* bits of the value's axes that are parallel */
  guint n_sub_roots;  /* values that a round keeps in a buffer */
} FlCpuStitch;

gboolean fl_cpu_stitch_is_supported (const FlOpGraph *graph, const FlOpNode *node);
void fl_cpu_stitch_analyse (const FlOpSet *set, FlCpuStitch *stitch);

/* What one round computes of a value. */
typedef struct
{
  guint32 whole; /* bits of the value's axes that lie wholly inside one round */
  gboolean is_sub_root, is_result;
} FlCpuTile;

/* fl_cpu_stitch_analyse with the tile of every member, in order; tiles means nothing where it gives a reason. */
void fl_cpu_stitch_analyse_tiles (const FlOpSet *set, FlCpuStitch *stitch, FlCpuTile *tiles);

G_END_DECLS
