/* Who allocates and who frees what: the plan that orders of kernels are measured with. */
#pragma once

#include "fl-fuse-private.h"

G_BEGIN_DECLS

typedef struct _FlMemNode FlMemNode;

typedef struct
{
  gint64 size_alloc, size_free;
  GPtrArray *succ;       /* FlMemNode: who keeps it alive */
  GPtrArray *succ_order; /* FlMemNode: who must run later */
  gboolean is_output, is_input;
  guint outdegree;
} FlMemBuffer;

struct _FlMemNode
{
  FlSchedNode *node;
  guint index;
  gint64 size, size_with_reads, memory_to_free;
  GPtrArray *outputs, *pred_buffers;  /* FlMemBuffer */
  GPtrArray *pred_nodes, *succ_nodes; /* FlMemNode */
  guint indegree, order;
  GArray *priority; /* breadth first: places of the predecessors */
};

typedef struct
{
  FlFusion *fusion;
  FlMemNode *nodes;
  guint n_nodes;
  GHashTable *buffers; /* interned name -> FlMemBuffer */
  GPtrArray *inputs;   /* FlMemBuffer: inputs that may be freed after their last use */
  gint64 output_memory;
} FlMemPlan;

void fl_mem_plan_init (FlMemPlan *plan, FlFusion *fusion, FlSchedNode **nodes, guint n_nodes);
void fl_mem_plan_clear (FlMemPlan *plan);
/* The highest number of bytes that are alive at once in this order; sets order of each node. */
gint64 fl_mem_plan_estimate_peak (FlMemPlan *plan, FlMemNode *const *order);

/* fl-fuse-order-search.c: both improve on the order given, as far as their limits let them; *facts is literal or in the
 * arena. */
void fl_mem_plan_search_beam (FlMemPlan *plan, FlMemNode **order, const char **facts);
void fl_mem_plan_search_exact (FlMemPlan *plan, FlMemNode **order, const char **facts);

G_END_DECLS
