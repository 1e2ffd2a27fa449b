/* What core/schedule and core/fuse share: making scheduler nodes and changing them while they are
 * not yet handed on. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

/* --- context: one schedule that is being made ------------------------------------------------- */
typedef struct
{
  FlArena *arena;
  const FlOptions *options;
  const FlLowered *lowered;
  FlSymTable *symbols;
  const char *var_prefix; /* "p"; classic "z" */
  GHashTable *deps;       /* FlDep -> itself: equal deps get equal ids */
  GArray *dep_bytes;      /* gint64 by id; -1: not computed yet */
  GArray *marks;          /* guint32 by id: which set being built holds it */
  guint32 mark;
  GHashTable *buffers;      /* interned name -> FlSchedBuffer */
  GHashTable *is_available; /* interned names of inputs and constants */
  GHashTable *renames;      /* interned name -> name of its latest version */
  GHashTable *former;       /* interned name of a mutation's buffer -> name of the version that it wrote over */
  GHashTable *real_names;   /* interned name of a mutation's buffer -> name of the memory */
} FlSchedContext;

void fl_sched_context_init (FlSchedContext *context, const FlPass *pass, const FlLowered *lowered);
void fl_sched_context_clear (FlSchedContext *context);
gboolean fl_sched_is_gpu (FlDevice device);
/* Nodes are named op0, as operations, not as their buffers. */
gboolean fl_sched_has_operations (const FlSchedContext *context);
/* Loops of this device stay unmerged until fusion is over (loop_ordering_after_fusion). */
gboolean fl_sched_keeps_loops (const FlSchedContext *context, FlDevice device);

/* --- deps ------------------------------------------------------------------------------------- */
typedef struct
{
  guint n;
  const FlDep *deps;
} FlDepSet;

/* An ordered set being built; one at a time per context. */
typedef struct
{
  FlSchedContext *context;
  GArray *deps;
} FlDepSetBuilder;

void fl_dep_set_begin (FlDepSetBuilder *builder, FlSchedContext *context);
/* Before adding: these will be left out. */
void fl_dep_set_exclude (FlDepSetBuilder *builder, FlDepSet set);
void fl_dep_set_add (FlDepSetBuilder *builder, const FlDep *dep);
void fl_dep_set_add_all (FlDepSetBuilder *builder, FlDepSet set);
FlDepSet fl_dep_set_end (FlDepSetBuilder *builder);

FlDep fl_dep_star (const char *name, const char *mode);
FlDep fl_dep_weak (const char *name, const char *mutating_buf, gboolean is_fake);
FlDep fl_dep_rename (const FlDep *dep, const char *name);
typedef struct
{
  const FlSym *const *vars;
  const FlSym *const *sizes;
  const FlSym *const *written; /* the sizes as they are printed */
  guint n;
} FlLoopRanges;

/* MemoryDep of an access over loops. normalize: loops are merged and named c0, …; else only trailing
 * unused ones go. */
FlDep fl_dep_memory (FlSchedContext *context, const char *name, const FlSym *index, const FlLoopRanges *loops,
                     const char *mode, gboolean normalize);
FlDep fl_dep_normalize (FlSchedContext *context, const FlDep *dep);
/* fl_dep_normalize after loops were sorted by falling stride. */
FlDep fl_dep_normalize_with_stride_order (FlSchedContext *context, const FlDep *dep);
/* Reads and writes of a body, in Inductor's order: loads, seeds, stores, stores of reductions. */
void fl_dep_extract (FlSchedContext *context, const FlLoopBody *body, gboolean normalize, FlDepSet *reads,
                     FlDepSet *writes);
/* Bytes that the access touches, at the hints. */
gint64 fl_dep_get_bytes (FlSchedContext *context, const FlDep *dep);
const FlSym *fl_dep_get_numel (FlSchedContext *context, const FlDep *dep);
gboolean fl_dep_uses_var (const FlDep *dep, const FlSym *var);

/* Value at the hints; a graph's text often has none, then a size counts as 8192, Inductor's guess
 * for unknown ones. */
enum
{
  FL_UNKNOWN_SIZE = 8192
};
/* In how many different ways the bodies of a node read that buffer at places that were themselves loaded. */
guint fl_sched_node_count_places (const FlSchedNode *node, const char *name);

static inline gint64
fl_sched_get_hint (const FlSym *sym)
{
  return fl_sym_get_hint (sym, FL_UNKNOWN_SIZE);
}

/* --- loops ------------------------------------------------------------------------------------ */
/* Inductor's _simplify_loops. positions[i] becomes the new position of loop i, or -1 when it went
 * into another. Returns the number of loops left; new_sizes and new_written have room for n. */
guint fl_simplify_loops (FlSymTable *symbols, const FlLoopRanges *loops, const FlSym *const *formulas, guint n_formulas,
                         const FlSym **new_sizes, const FlSym **new_written, gint *positions);
/* sum of vars[i] * contiguous stride of dimension i: as one more formula it keeps loops from being
 * merged out of order. */
const FlSym *fl_loops_get_contiguous_index (FlSymTable *symbols, const FlSym *const *vars, const FlSym *const *sizes,
                                            guint n);
/* Strides of an index at the hints, indirect symbols being 0. */
void fl_loops_get_stride_hints (const FlSym *index, const FlSym *const *vars, guint n, const FlSym *const *support_vars,
                                guint n_support, gint64 *strides);
/* Inductor's pick_loop_order over n loops; strides[k * n + i] of access k. order: innermost first.
 */
void fl_loops_pick_order (const gint64 *strides, guint n_accesses, const FlSym *const *sizes, guint n, guint *order);

/* --- nodes ------------------------------------------------------------------------------------ */
FlSchedNode *fl_sched_node_new (FlSchedContext *context, FlBuffer *op);
/* Sizes and body anew, with more index formulas that must stay simple (C++: compatible ranges). */
void fl_sched_node_set_loops (FlSchedContext *context, FlSchedNode *node, const FlSym *const *constraints,
                              guint n_constraints);
/* Deps anew from the body; star and weak ones are kept, versions renamed. */
void fl_sched_node_refresh_deps (FlSchedContext *context, FlSchedNode *node, gboolean normalize);
void fl_sched_node_set_deps (FlSchedContext *context, FlSchedNode *node, FlDepSet reads, FlDepSet writes);
void fl_sched_node_rename_deps (FlSchedContext *context, FlSchedNode *node);
void fl_sched_node_add_read (FlSchedContext *context, FlSchedNode *node, const FlDep *dep);
/* "512, of 4 x 1 x 8 x 16: without loops of one step, ordered by strides, merged": what became of the loops that
 * lowering made. */
void fl_sched_node_describe_loops (GString *out, const FlSchedNode *node);
void fl_sched_node_permute_loops (FlSchedContext *context, FlSchedNode *node, const guint *order);
void fl_sched_node_merge_loops (FlSchedContext *context, FlSchedNode *node);
/* Runs the iterations, in row-major order, over loops of other sizes. */
void fl_sched_node_split_loops (FlSchedContext *context, FlSchedNode *node, const FlSym *const *sizes, guint n);
/* A group of originals. kind FUSED, or others with members given. */
FlSchedNode *fl_sched_group_new (FlSchedContext *context, FlSchedKind kind, FlSchedNode *const *members,
                                 guint n_members, guint n_words);
void fl_sched_group_refresh_deps (FlSchedContext *context, FlSchedNode *group);
gboolean fl_sched_node_is_group (const FlSchedNode *node);
gboolean fl_sched_node_has_buffer (const FlSchedNode *node, const char *name);
FlDepSet fl_sched_node_get_reads (const FlSchedNode *node);
FlDepSet fl_sched_node_get_writes (const FlSchedNode *node);
FlDepSet fl_sched_node_get_unmet (const FlSchedNode *node);

/* --- whole schedules -------------------------------------------------------------------------- */
/* Users, order-only deps of mutations, versions. nodes: by op number. */
void fl_schedule_compute_dependencies (FlSchedContext *context, FlSchedNode *const *nodes, guint n_nodes,
                                       GPtrArray *buffers, GArray *mutations);
/* From here on, reads of mutation->target mean mutation->buffer. */
void fl_sched_context_note_mutation (FlSchedContext *context, const FlSchedMutation *mutation);
/* Depth first in the present order, producers by name. */
void fl_schedule_sort (FlSchedNode **nodes, guint n_nodes);
/* Removes nodes that nobody needs; returns how many are left and adds the names of the others to
 * dead. */
guint fl_schedule_remove_dead (FlSchedContext *context, FlSchedNode **nodes, guint n_nodes, GPtrArray *dead);
/* Numbers nodes and fills in ancestors and distances from the inputs. */
void fl_schedule_number (FlSchedContext *context, FlSchedNode **nodes, guint n_nodes, guint n_words);

static inline gboolean
fl_bits_get (const guint32 *bits, guint position)
{
  return bits != NULL && (bits[position / 32] >> (position % 32) & 1);
}

static inline void
fl_bits_set (guint32 *bits, guint position)
{
  bits[position / 32] |= 1u << (position % 32);
}

G_END_DECLS
