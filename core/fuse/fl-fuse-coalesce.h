/* What the files about coalesced accesses share: the accesses of several nodes over one set of loops. */
#pragma once

#include "fl-fuse-private.h"

G_BEGIN_DECLS

enum
{
  FL_MAX_COALESCED_LOOPS = 24 /* of kernels with more nothing is known */
};

/* Loops n0, n1, … that all nodes of a kernel can be written over. */
typedef struct
{
  guint n, n_pointwise; /* the reduction's follow */
  const FlSym *vars[FL_MAX_COALESCED_LOOPS];
  const FlSym *sizes[FL_MAX_COALESCED_LOOPS];
} FlCommonLoops;

/* FALSE: a node has too many loops. */
gboolean fl_common_loops_find (FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel, const FlSym *rnumel,
                               FlCommonLoops *loops);
/* FlSplitPieces of a node's own loops, as the groups are the common ones; FALSE: they do not divide so. */
gboolean fl_common_loops_divide (const FlCommonLoops *loops, const FlSchedNode *node, const FlSym *numel,
                                 const FlSym *rnumel, GArray *pieces);

typedef struct
{
  const FlSym *index; /* over the common loops */
  GPtrArray *names;   /* of the buffers that are accessed there, each once */
  gboolean is_read;
} FlCommonAccess;

/* FlCommonAccess, each place once as a read and once as a write, without what is handed on inside of the kernel; NULL:
 * the nodes' loops could not be made alike. */
GArray *fl_common_accesses_new (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel,
                                const FlSym *rnumel, FlCommonLoops *loops);

/* The number of steps after which an access by this loop alone has moved by one. */
gboolean fl_coalescing_find_tile (const FlSym *index, const FlSym *var, gint64 *tile);

G_END_DECLS
