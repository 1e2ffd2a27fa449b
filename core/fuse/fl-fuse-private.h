/* What the files of core/fuse share: one fusion run over a copy of the schedule that may be
 * changed. */
#pragma once

#include "fl-access-private.h"
#include "fl-fuse.h"
#include "fl-override.h"

G_BEGIN_DECLS

typedef struct _FlFusion FlFusion;
typedef struct _FlTilingCache FlTilingCache;

/* What depends on the kind of code that is generated. A refusal is noted with fl_fusion_refuse. */
typedef struct
{
  gboolean (*can_fuse_vertical) (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
  gboolean (*can_fuse_horizontal) (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
  /* Pairs of the lowest number go first. */
  guint (*get_priority) (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
  FlSchedNode *(*fuse) (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
} FlFusionBackend;

extern const FlFusionBackend fl_fusion_cpp_backend;
extern const FlFusionBackend fl_fusion_triton_backend;

typedef struct
{
  const FlFusionBackend *cpu, *gpu;
} FlFusionBackends;

extern const FlFusionBackends fl_fusion_backends;

struct _FlFusion
{
  const FlFusionBackends *backends;
  const FlPass *pass;
  FlSchedContext context;
  /* the result; originals and buffers are copies, nodes are filled in at the end */
  FlSchedule *schedule;
  guint n_words;
  FlSchedNode **groups; /* by original: the node that holds it now */
  guint32 *is_grouped;  /* bit set of the originals that are in a group with others */
  guint round;          /* from 1 */
  gboolean is_reorder_round;
  gboolean is_without_mix; /* while a node is tried for a kernel of both orders: no other such kernel counts */
  gboolean is_forced;      /* the user wants the pair: only what is not legal is refused */
  gboolean is_silent;      /* no events: a question, not a pass */
  /* the last refusal */
  FlVerdict verdict;
  const char *reason;
  const char *upstream;   /* TorchInductor's word for it, where reason says more */
  const FlAccess *access; /* the difference between the accesses of the two */
  GString *facts;
  /* scratch */
  GArray *score_marks; /* guint32 by dep id */
  guint32 score_mark;
  const FlDep *score_reads; /* whose deps are marked */
  GArray *saved;            /* FlSavedNode: loops as they were before a trial */
  GArray *staged;           /* FlStagedMatch: proved while a nested reduction is tried, else empty */
  FlTilingCache *tilings;
};

static inline gboolean
fl_fusion_has (const FlFusion *fusion, FlTorchRule rule)
{
  return fl_options_has (fusion->pass->options, rule);
}

/* A read and a write of the same elements though their indices differ; ids of deps. */
typedef struct
{
  guint32 read, write;
} FlStagedMatch;

typedef struct
{
  FlSchedNode *node;
  FlSchedNode copy;
} FlSavedNode;

typedef struct
{
  gint node_type;
  gint64 memory;
  gint64 proximity;
  gint template_score;
  gboolean is_by_ratio;
} FlFusionScore;

/* --- fl-fuse-state.c -------------------------------------------------------------------------- */
/* From now on node holds its originals. */
void fl_fusion_set_group (FlFusion *fusion, FlSchedNode *node);
/* Copies the schedule (groups too); everything of the copy may be changed. */
void fl_fusion_init (FlFusion *fusion, const FlFusionBackends *backends, const FlPass *pass,
                     const FlSchedule *schedule);
void fl_fusion_clear (FlFusion *fusion);
/* Notes why a pair is refused; FALSE, to be returned. */
gboolean fl_fusion_refuse (FlFusion *fusion, FlVerdict verdict, const char *reason, const char *facts_format, ...)
    G_GNUC_PRINTF (4, 5);
const FlFusionBackend *fl_fusion_get_backend (const FlFusion *fusion, const FlSchedNode *node);
FlSchedNode *fl_fusion_get_group (FlFusion *fusion, const FlSchedNode *original);
/* The group that writes a buffer; NULL for inputs. */
FlSchedNode *fl_fusion_get_writer (FlFusion *fusion, const char *buffer);
/* Is an original of a among the ancestors of b? */
gboolean fl_fusion_depends (const FlSchedNode *b, const FlSchedNode *a);
/* Before loops are changed on trial; restore puts back all that were saved since mark. */
void fl_fusion_save (FlFusion *fusion, FlSchedNode *node);
void fl_fusion_restore (FlFusion *fusion, guint mark);
const char *fl_fusion_rename (FlFusion *fusion, const char *name);

/* --- fl-fuse-score.c -------------------------------------------------------------------------- */
gint64 fl_fusion_score_memory (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
FlFusionScore fl_fusion_score (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
gboolean fl_fusion_score_is_less (const FlFusionScore *a, const FlFusionScore *b);
gint64 fl_fusion_get_distance (const FlSchedNode *a, const FlSchedNode *b);
gboolean fl_fusion_may_raise_peak (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);

/* --- fl-fuse-apart.c -------------------------------------------------------------------------- */
/* FALSE, refused: no access of one is an access of the other. Says what differs where both touch one buffer. */
gboolean fl_fusion_refuse_apart (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);

/* --- fl-fuse-reads.c -------------------------------------------------------------------------- */
gboolean fl_fusion_can_read_from_write (FlFusion *fusion, const FlDep *read, const FlDep *write);
/* Bytes of b's reads that a's writes provide, alike or alike once loops are merged. */
gint64 fl_fusion_score_reads_of_writes (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
gboolean fl_fusion_can_fuse_weak_dep (FlFusion *fusion, const FlDep *weak, const FlSchedNode *a, const FlSchedNode *b);

/* --- fl-fuse-rules.c -------------------------------------------------------------------------- */
gboolean fl_fusion_can_fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, gboolean can_reorder, gint64 *shared);
/* fl_fusion_can_fuse about parts of groups: a refusal is recorded as one of the groups'. */
gboolean fl_fusion_can_fuse_parts (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
gboolean fl_fusion_makes_cycle (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
void fl_fusion_prune_redundant_deps (FlFusion *fusion, FlSchedNode *node);

/* --- fl-fuse-loops.c -------------------------------------------------------------------------- */
/* Tries to change the loops of a or b so that they share accesses. The bytes then shared, or -1
 * when nothing was tried. */
gint64 fl_fusion_reorder_loops (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
/* Gives a pointwise node the two loops of the reduction that the other is, when accesses then
 * agree. */
gboolean fl_fusion_split_for_reduction (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);

/* --- fl-fuse-invert.c ------------------------------------------------------------------------- */
/* Turns b around so that it reads as a writes, when it only moves data. The bytes then shared, or
 * -1. */
gint64 fl_fusion_invert_index (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);

/* --- fl-fuse-foreach.c ------------------------------------------------------------------------ */
/* Makes the groups that lowering asked for; nodes become what is scheduled now. */
guint fl_fusion_make_foreach (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes);
gboolean fl_fusion_can_fuse_foreach (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
FlSchedNode *fl_fusion_fuse_foreach (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);

/* --- fl-fuse-mix.c ---------------------------------------------------------------------------- */
/* Two reductions over the same elements in both orders, worth one kernel? */
gboolean fl_fusion_is_mix_order (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
gint64 fl_fusion_get_mix_numel (const FlSchedNode *node);
/* Of a node that may be in such a kernel: it reads along rows; its columns can be written. */
gboolean fl_fusion_is_contiguous (const FlSchedNode *node);
gboolean fl_fusion_supports_columns (const FlSchedNode *node);
/* --- fl-fuse-mix-join.c ----------------------------------------------------------------------- */
gboolean fl_fusion_can_join_mix (FlFusion *fusion, FlSchedNode *mix, FlSchedNode *node);
FlSchedNode *fl_fusion_fuse_mix (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);

/* --- fl-fuse-parts.c -------------------------------------------------------------------------- */
/* FALSE, refused: b has nodes over a part of reduction a's elements that cannot follow it. */
gboolean fl_fusion_check_parts (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);

/* Pointwise, over so many elements, with loops that can be written over groups of these sizes. */
gboolean fl_fusion_covers (FlFusion *fusion, const FlSchedNode *node, const FlSym *numel, const FlSym *const *sizes,
                           guint n_sizes);

/* --- fl-fuse-nested.c ------------------------------------------------------------------------- */
/* Does reduction b take groups of the rows that reduction a, which it needs, takes whole? */
gboolean fl_fusion_is_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
/* Notes in fusion->staged which reads of b take what a writes; FALSE, refused: one does not. */
gboolean fl_fusion_prove_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
gint64 fl_fusion_score_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);
gboolean fl_fusion_can_append_nested (FlFusion *fusion, const FlSchedNode *nested, const FlSchedNode *node);
FlSchedNode *fl_fusion_fuse_nested (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);

/* --- fl-fuse-split.c -------------------------------------------------------------------------- */
/* A part of a loop, which runs over a part of a group; a loop's pieces follow each other, outermost first. */
typedef struct
{
  guint loop, group;
  const FlSym *size;
} FlSplitPiece;

/* Can loops of these sizes be written over groups of these sizes? pieces: a GArray for how, or NULL. */
gboolean fl_tiling_split (FlSymTable *symbols, const FlSym *const *groups, guint n_groups, const FlSym *const *loops,
                          guint n_loops, GArray *pieces);
/* fl_tiling_split of a node's loops, which may leave out the reduction's. */
gboolean fl_tiling_is_compatible (FlSymTable *symbols, const FlSym *const *groups, guint n_groups,
                                  const FlSchedNode *node, const FlSym *rnumel);

/* --- fl-fuse-coalesce.c, fl-fuse-coalesce-loops.c --------------------------------------------- */
/* What a kernel of these nodes reads and writes, in bytes, writes twice: neighbouring threads access neighbours, or
 * not. */
typedef struct
{
  gint64 coalesced, uncoalesced;
} FlCoalescing;

/* FALSE: not known. */
gboolean fl_coalescing_measure (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, FlCoalescing *coalescing);
gint64 fl_coalescing_get_cost (const FlCoalescing *coalescing);

/* --- fl-fuse-tiling.c ------------------------------------------------------------------------- */
/* Tiles of a kernel: pointwise ones, outermost first, then the reduction. */
typedef struct
{
  guint n;
  const FlSym *sizes[3];
} FlTiling;

FlTiling fl_tiling_select (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel,
                           const FlSym *rnumel);
gboolean fl_tiling_equal (const FlTiling *a, const FlTiling *b);
void fl_tiling_cache_free (FlTilingCache *cache);

/* --- fl-fuse-candidates.c --------------------------------------------------------------------- */
typedef struct
{
  FlSchedNode *a, *b;
  FlFusionScore score;
} FlFusionPair;

/* All pairs that may be fused, the best first. */
GArray *fl_fusion_get_candidates (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, GError **error);

/* --- fl-fuse-record.c ------------------------------------------------------------------------- */
/* A FUSE or CANDIDATE event about a pair with the verdict given; a refusal takes the rule noted
 * last. */
void fl_fusion_record (FlFusion *fusion, FlEventKind kind, const FlSchedNode *a, const FlSchedNode *b,
                       FlVerdict verdict, gint64 amount);
/* Whether a pointwise node's loops were split like the reduction's that the other is. Takes facts. */
void fl_fusion_record_loops (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b, FlVerdict verdict,
                             const char *reason, char *facts);
gboolean fl_fusion_is_stopped (const FlFusion *fusion);
/* FALSE, refused: the user wants a value of a and one of b in different kernels. */
gboolean fl_fusion_check_forbidden (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b);

/* --- fl-fuse-finish.c ------------------------------------------------------------------------- */
/* What follows fusion: loops merged, order for the lowest peak, last uses. nodes are the groups in
 * order. */
FlSchedule *fl_fusion_finish (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes);

/* --- fl-fuse-order.c -------------------------------------------------------------------------- */
void fl_fusion_reorder_for_peak_memory (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes);

/* --- fl-fuse-groups.c ------------------------------------------------------------------------- */
/* The originals of both in one node, as loops; nothing is checked. */
FlSchedNode *fl_fusion_fuse_loops (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
void fl_fusion_fuse_pair (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b);
/* The groups in topological order; returns how many. */
guint fl_fusion_collect_groups (FlFusion *fusion, FlSchedNode **nodes);

/* --- fl-fuse-override.c ----------------------------------------------------------------------- */
/* Fuses the pairs that the user forces, where legal; nodes become what is scheduled now. */
void fl_fusion_force_pairs (FlFusion *fusion, FlSchedNode **nodes, guint *n_nodes);

/* --- strategies ------------------------------------------------------------------------------- */
FlSchedule *fl_strategy_none_run (const FlPass *pass, const FlSchedule *schedule, GError **error);
FlSchedule *fl_strategy_inductor_run (const FlPass *pass, const FlSchedule *schedule, GError **error);

G_END_DECLS
