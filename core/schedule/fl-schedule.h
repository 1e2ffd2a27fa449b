/* Scheduler nodes, dependencies and order: TorchInductor's Scheduler up to fusion, and the node
 * graph that every fusion strategy works on. Frozen once returned: a strategy makes a new
 * FlSchedule. */
#pragma once

#include "fl-loop-body.h"
#include "fl-trace.h"

G_BEGIN_DECLS

typedef enum
{
  FL_DEP_MEMORY,
  FL_DEP_STAR, /* the whole buffer */
  FL_DEP_WEAK  /* only an order: this must run after a reader of what it overwrites */
} FlDepKind;

typedef struct
{
  FlDepKind kind;
  const char *name;   /* interned buffer name */
  const FlSym *index; /* MEMORY */
  guint n_vars;
  const FlSym *const *vars; /* c0, c1, … or d0, … */
  const FlSym *const *sizes;
  const FlSym *const *written_sizes; /* sizes as products of the loops merged into them; for text only */
  const char *mode;                  /* NULL or "atomic_add" */
  const char *mutating_buf;          /* WEAK */
  gboolean is_fake;
  guint32 id; /* equal deps of one schedule have equal ids */
} FlDep;

gboolean fl_dep_equal (const FlDep *a, const FlDep *b);
guint fl_dep_hash (const FlDep *dep);
gboolean fl_dep_is_indirect (const FlDep *dep);
/* "MemoryDep('buf0', c0, {c0: 10})" */
void fl_dep_append (GString *out, const FlDep *dep, const FlTorch *rules);

/* Whose memory is free after its last read, for what orders kernels and estimates peaks: told by its name in the graph.
 */
gboolean fl_sched_is_freeable_input (const FlOptions *options, const char *name);

typedef enum
{
  FL_SCHED_COMPUTE,     /* SchedulerNode */
  FL_SCHED_EXTERN,      /* ExternKernelSchedulerNode */
  FL_SCHED_NOP,         /* NopKernelSchedulerNode */
  FL_SCHED_FUSED,       /* FusedSchedulerNode */
  FL_SCHED_OUTER_LOOP,  /* OuterLoopFusedSchedulerNode */
  FL_SCHED_FOREACH,     /* ForeachKernelSchedulerNode */
  FL_SCHED_MIX_ORDER,   /* FusedMixOrderReductions: two reductions over one input in both orders;
                           members: those two */
  FL_SCHED_NESTED,      /* FusedNestedReductions: a reduction of rows, then one of groups in them;
                           members: those two */
  FL_SCHED_KERNEL_GROUP /* KernelGroup: nodes that follow each other, written as one kernel of a CPU;
                           made after fusion, which does not know it: texts show the members */
} FlSchedKind;

const char *fl_sched_kind_get_name (FlSchedKind kind); /* "SchedulerNode", … */

typedef struct _FlSchedNode FlSchedNode;

typedef struct
{
  FlSchedNode *node; /* NULL: the graph's output */
  gboolean can_inplace;
  gboolean is_weak;
} FlSchedUser;

typedef struct
{
  FlBuffer *buffer;
  FlSchedNode *node; /* the original (unfused) node that writes it */
  guint n_users;
  const FlSchedUser *users; /* original nodes, never groups */
  guint n_aliases;
  const char *const *aliases;
  guint n_mutations;
  const char *const *mutations;
} FlSchedBuffer;

/* After buffer was written, reads of `target` mean buffer; the memory is that of `real`. */
typedef struct
{
  const char *buffer;
  const char *target;
  const char *real;
} FlSchedMutation;

struct _FlSchedNode
{
  FlSchedKind kind;
  const char *name; /* interned: "op0" (classic "buf0"); groups: "op0_op1" */
  guint32 index;    /* of an original node: its number in FlSchedule.originals; of a group: that of its
                       first */
  guint min_order, max_order;
  FlBuffer *op; /* original nodes: the operation */
  guint n_outputs;
  FlSchedBuffer *const *outputs;
  guint n_reads, n_writes, n_unmet;
  const FlDep *reads; /* in extraction order, then the ones for order only: star and weak ones */
  const FlDep *writes;
  const FlDep *unmet;             /* reads of what other nodes write */
  const FlLoopBody *body;         /* COMPUTE */
  const FlLoopBody *default_body; /* COMPUTE: before loops were reordered and merged */
  guint n_renames;                /* pairs: a name that the body reads or writes, and the version of it that is
                                     meant */
  const char *const *renames;
  guint n_iter_sizes, n_reduce_sizes;
  const FlSym *const *iter_sizes;
  const FlSym *const *reduce_sizes;
  gboolean sizes_are_tuples; /* text only: printed as tuples once loops were merged after fusion */
  gboolean is_reduction;
  gboolean knows_readers; /* FOREACH: it can be asked which member reads a buffer */
  guint outer_loop_depth; /* OUTER_LOOP: how many outer loops are shared */
  FlDevice device;
  /* Group key. Triton: (numel, rnumel). C++: the two size tuples themselves. */
  const FlSym *numel, *rnumel;
  guint n_members; /* groups: members in order; OUTER_LOOP: the outer-fused nodes, each maybe a
                      FUSED group */
  FlSchedNode *const *members;
  guint n_originals; /* original nodes inside, in order; 1 for an original node: itself */
  FlSchedNode *const *originals;
  const guint32 *ancestors; /* bit set over original indices: everything it depends on, itself excluded */
  guint min_input_distance, max_input_distance;
  guint n_last_usage; /* buffers whose last reader this node is; filled after fusion */
  const char *const *last_usage;
};

typedef struct
{
  const FlLowered *lowered;
  FlTarget target;
  FlTorch text_rules; /* by which its texts are written */
  guint n_originals;  /* live original nodes, in schedule order */
  FlSchedNode *const *originals;
  guint n_nodes; /* scheduled nodes: originals before fusion, groups after */
  FlSchedNode *const *nodes;
  guint n_buffers;
  FlSchedBuffer *const *buffers;
  guint n_unjoined; /* nodes as fusion left them, when some became one kernel since: what texts show */
  FlSchedNode *const *unjoined;
  guint n_dead; /* names of removed operations */
  const char *const *dead;
  GHashTable *by_name; /* interned name -> FlSchedBuffer; private to core/schedule and core/fuse */
  guint n_mutations;   /* buffers that are a new version of another's memory */
  const FlSchedMutation *mutations;
  guint n_rounds; /* fusion rounds that were made */
  guint n_words;  /* guint32 words in an ancestors set */
} FlSchedule;

/* In: lowered IR. Out: scheduler nodes in topological order, dead ones removed, dependencies and
 * users filled in. */
FlSchedule *fl_schedule_run (const FlPass *pass, const FlLowered *lowered, GError **error);

const FlSchedBuffer *fl_schedule_find_buffer (const FlSchedule *schedule, const char *name);
/* A group or an original. */
const FlSchedNode *fl_schedule_find_node (const FlSchedule *schedule, const char *name);
/* The scheduled node (group) that holds an original, also one of the schedule that this one was
 * made from: found by name. */
const FlSchedNode *fl_schedule_find_group (const FlSchedule *schedule, const FlSchedNode *original);
/* Does a node of the schedule, or one inside it, compute this node of the graph, alone or inside a reader's loops? */
gboolean fl_sched_node_computes (const FlSchedNode *node, guint32 fx);
/* Kernels and library calls: of the schedule as it is, or as fusion left it, before nodes were joined
 * (ir_post_fusion's). */
guint fl_schedule_count_kernels (const FlSchedule *schedule, gboolean is_joined);
/* The node of ir_post_fusion that holds an original: as find_group, but before nodes were joined. */
const FlSchedNode *fl_schedule_find_unjoined (const FlSchedule *schedule, const FlSchedNode *original);
gboolean fl_schedule_verify (const FlSchedule *schedule, GError **error);

/* Inductor's count_bytes, in bytes at the hints of symbolic sizes (torch/_inductor/graph.py). */
gint64 fl_schedule_count_bytes (const FlSchedule *schedule);
/* Bytes that one scheduled node reads and writes: distinct buffers touched outside of it, each at
 * most once. */
void fl_sched_node_count_bytes (const FlSchedule *schedule, const FlSchedNode *node, gint64 *read_bytes,
                                gint64 *written_bytes);
/* --- what kernels move ------------------------------------------------------------------------ */
/* Inductor's count above takes every buffer that a group touches as read from end to end. This one counts the elements
 * that the node's accesses reach, each at most once: of a table only the rows that are gathered, of a slice its part.
 * In bytes, at the hints of symbolic sizes. */
gint64 fl_schedule_count_traffic (const FlSchedule *schedule);
void fl_sched_node_count_traffic (const FlSchedule *schedule, const FlSchedNode *node, gint64 *read_bytes,
                                  gint64 *written_bytes);
/* Bytes that a node moves at given values of size symbols; lookup NULL: at their hints. */
void fl_sched_node_count_traffic_at (const FlSchedule *schedule, const FlSchedNode *node, FlSymLookup lookup,
                                     gpointer data, gint64 *read_bytes, gint64 *written_bytes);

/* ir_pre_fusion.txt / ir_post_fusion.txt (torch/_inductor/debug.py), in the schedule's dialect. */
void fl_schedule_append_text (GString *out, const FlSchedule *schedule);

G_END_DECLS
