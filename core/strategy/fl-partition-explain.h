/* "Why are these two not one kernel?", answered from a partition and the events of the search that made it. */
#pragma once

#include "fl-partition.h"

G_BEGIN_DECLS

typedef struct
{
  FlVerdict verdict;  /* ACCEPT: they share a kernel; ILLEGAL, REJECT: tried and refused; NOTE: never tried */
  const char *reason; /* the rule in words */
  const char
      *facts; /* the values compared, and the obstacle that there would be now; may be NULL. In the graph's arena */
  gint64 shared_bytes;  /* values that go from one group to the other, or that both read */
  gboolean makes_cycle; /* one kernel of both groups would wait for itself */
  const char *via;      /* makes_cycle: an op on the way */
  FlEmission emission;  /* of both groups as one kernel */
} FlPartitionAnswer;

/* a, b: ops (work) of partition->graph. trace: of the run that made the partition. */
void fl_partition_explain (const FlPartition *partition, const FlTrace *trace, guint32 a, guint32 b,
                           FlPartitionAnswer *answer);

G_END_DECLS
