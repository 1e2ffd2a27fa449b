/* What a set of ops would be as one kernel: what it reads, writes and computes over. Every strategy's rules are
 * questions to this summary. */
#pragma once

#include "fl-bits.h"
#include "fl-op-graph.h"

G_BEGIN_DECLS

/* How a reduction lies in memory. Rows: the last axes are reduced. Columns: the first ones, or all. */
typedef enum
{
  FL_REDUCE_NONE,
  FL_REDUCE_ROW,
  FL_REDUCE_COLUMN,
  FL_REDUCE_OTHER
} FlReduceShape;

typedef struct
{
  const FlOpGraph *graph;
  FlBits *bits;    /* of the members */
  GArray *members; /* guint32, ascending: topological */
  GArray *inputs;  /* distinct values from outside, constants left out, ascending */
  GArray *results; /* members that are graph outputs or have a reader outside, ascending */
  gint64 bytes_read, bytes_written;
} FlOpSet;

/* Takes the members in any order. Free with fl_op_set_clear. */
void fl_op_set_init (FlOpSet *set, const FlOpGraph *graph, const guint32 *members, guint n_members);
/* fl_op_set_init with an explicit list of results (other results are recomputed elsewhere). */
void fl_op_set_init_with_results (FlOpSet *set, const FlOpGraph *graph, const guint32 *members, guint n_members,
                                  const guint32 *results, guint n_results);
void fl_op_set_clear (FlOpSet *set);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlOpSet, fl_op_set_clear)

static inline gboolean
fl_op_set_has (const FlOpSet *set, guint32 node)
{
  return fl_bits_has (set->bits, node);
}
/* Bytes that the members read of a value from outside: one that only slices and gathers read counts what they produce,
 * since they do not touch the rest. */
gint64 fl_op_set_count_read (const FlOpSet *set, guint32 value);
/* Some reader of `node` is a member. */
gboolean fl_op_set_uses (const FlOpSet *set, guint32 node);

FlReduceShape fl_op_get_reduce_shape (const FlOpGraph *graph, const FlOpNode *node);
/* The node whose sizes a kernel that computes `node` loops over: a reduction's argument, else the node itself. */
const FlOpNode *fl_op_get_domain (const FlOpGraph *graph, const FlOpNode *node);
gboolean fl_op_same_sizes (const FlOpNode *a, const FlOpNode *b);
gboolean fl_op_same_numel (const FlOpNode *a, const FlOpNode *b);

G_END_DECLS
