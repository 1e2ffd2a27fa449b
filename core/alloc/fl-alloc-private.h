/* What the planners share: conflicts and the search for a gap. */
#pragma once

#include "fl-alloc.h"

G_BEGIN_DECLS

static inline gint64
fl_align_up (gint64 value, gint64 alignment)
{
  return (value + alignment - 1) / alignment * alignment;
}

static inline gint64
fl_alloc_get_size (const FlAllocProblem *problem, guint i)
{
  return fl_align_up (problem->buffers[i].size, problem->alignment);
}

static inline gboolean
fl_alloc_takes_part (const FlAllocBuffer *buffer)
{
  return buffer->size > 0 && buffer->upper > buffer->lower;
}

/* The beginning or the end of a buffer that takes part. */
typedef struct
{
  gint64 time;
  guint index;
  gboolean is_start;
} FlAllocPoint;

/* By time, ends before starts at equal times, then by index. */
GArray *fl_alloc_collect_points (const FlAllocProblem *problem);
gint64 fl_alloc_get_height (const FlAllocProblem *problem, const gint64 *offsets);

/* Conflicts in compressed rows: those of i are others[starts[i]] … others[starts[i + 1] - 1],
 * ascending. */
typedef struct
{
  guint *starts; /* n + 1 */
  guint *others;
} FlAllocConflicts;

/* Pairs of conflicting buffers, without listing them. */
guint64 fl_alloc_count_conflicts (const FlAllocProblem *problem);
void fl_alloc_conflicts_init (FlAllocConflicts *conflicts, const FlAllocProblem *problem);
void fl_alloc_conflicts_clear (FlAllocConflicts *conflicts);

typedef enum
{
  FL_FIT_FIRST, /* the lowest gap that is large enough */
  FL_FIT_BEST   /* the smallest such gap; the lowest of equal ones */
} FlAllocFit;

/* Gives each buffer of `order` (n of them) its offset in turn, among the conflicting ones that have
 * one. conflicts NULL: they are found by looking at all placed buffers, lowest first, which is
 * quicker than listing them for one placement. */
void fl_alloc_place (const FlAllocProblem *problem, const FlAllocConflicts *conflicts, const guint *order, guint n,
                     FlAllocFit fit, gint64 *offsets);

void fl_alloc_naive (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_size_first (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_size_best (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_breadth (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_heap (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_time (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_hill (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_exact (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_auto (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
void fl_alloc_pool_tree (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);

/* --- fl-alloc-search.c ------------------------------------------------------------------------ */
typedef struct _FlAllocSearch FlAllocSearch;

typedef enum
{
  FL_SEARCH_FOUND,
  FL_SEARCH_IMPOSSIBLE, /* proved */
  FL_SEARCH_GAVE_UP     /* the limit came first */
} FlSearchResult;

FlAllocSearch *fl_alloc_search_new (const FlAllocProblem *problem);
void fl_alloc_search_free (FlAllocSearch *search);
/* Is there a plan of height at most `capacity`? offsets are set when FOUND. max_nodes 0: no such
 * limit. */
FlSearchResult fl_alloc_search_run (FlAllocSearch *search, gint64 capacity, guint64 max_nodes, gint64 deadline_us,
                                    const gint *cancelled, gint64 *offsets);
guint64 fl_alloc_search_get_n_nodes (const FlAllocSearch *search);
guint64 fl_alloc_search_get_n_backtracks (const FlAllocSearch *search);

G_END_DECLS
