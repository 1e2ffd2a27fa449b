/* Occupancy: how many blocks of a kernel a multiprocessor of a GPU holds at once, and what keeps it from holding more.
 */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* What a block takes. */
typedef struct
{
  gint64 n_threads, n_shared_bytes;
  gint64 n_registers; /* of a thread; 0: not known, before the kernel is compiled */
} FlOccupancyBlock;

typedef struct
{
  gint64 n_blocks, n_warps, most_warps; /* of a multiprocessor */
  gint64 most_registers;                /* a thread may take so many, and still as many blocks are held */
  const char *limit;                    /* "registers" */
} FlOccupancy;

/* capability: 90 is 9.0; of one between two that are known the older one counts. FALSE: it is older than all that are,
 * or no block fits. */
gboolean fl_occupancy_find (guint capability, const FlOccupancyBlock *block, FlOccupancy *occupancy);
/* Of a program that is mapped to a grid. FALSE: it is not. */
gboolean fl_occupancy_find_block (const FlLoopProgram *program, FlOccupancyBlock *block);
/* "64 of 64 warps (8 blocks of 8), as long as a thread takes at most 32 registers". g_free it. */
char *fl_occupancy_dup_text (const FlOccupancyBlock *block, const FlOccupancy *occupancy);

G_END_DECLS
