/* Static allocation: buffers with lifetimes and sizes get offsets in one arena, so that those alive at the same time do
 * not overlap and the arena is small. Times are any integers; lifetimes are half-open. Everything is in bytes.
 *
 * Two buffers conflict when lower_a < upper_b and lower_b < upper_a. Sizes are rounded up to `alignment` before
 * planning. Buffers of size 0 or without a lifetime get offset 0 and take no part. Ties are always settled by the
 * index. */
#pragma once

#include "fl-arena.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;
  gint64 lower, upper, size;
} FlAllocBuffer;

typedef struct
{
  guint n;
  const FlAllocBuffer *buffers;
  gint64 alignment; /* at least 1 */
} FlAllocProblem;

typedef struct _FlAllocPlan FlAllocPlan;
/* Told by planners that search, from their thread, whenever they know better: best is the lowest plan so far, its bound
 * what is proved so far. Valid during the call only. */
typedef void (*FlAllocProgress) (const FlAllocPlan *best, gpointer data);

typedef struct
{
  gint64 capacity;          /* "does it fit": stop as soon as a plan is no higher; 0: as low as possible */
  double seconds;           /* for planners that search; 0: their own limit */
  const gint *cancelled;    /* may be NULL */
  FlAllocProgress progress; /* may be NULL */
  gpointer progress_data;
} FlAllocLimits;

struct _FlAllocPlan
{
  gint64 *offsets;               /* n; free with g_free (fl_alloc_plan_clear) */
  gint64 height;                 /* highest end */
  gint64 bound;                  /* no plan is lower: the most bytes alive at once, or more where that was proved */
  gboolean is_optimal;           /* height == bound */
  gboolean gave_up;              /* a search ended by its limit, not by itself */
  guint64 n_nodes, n_backtracks; /* of searches */
};

typedef struct
{
  const char *name; /* "size-first" */
  const char *title;
  const char *sentence;
  void (*run) (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan);
} FlAllocRow;

guint fl_alloc_get_n_rows (void);
const FlAllocRow *fl_alloc_get_row (guint position);
const FlAllocRow *fl_alloc_find (const char *name);

/* Runs the planner, checks the plan and fills in height and bound. limits may be NULL. */
void fl_alloc_run (const FlAllocRow *row, const FlAllocProblem *problem, const FlAllocLimits *limits,
                   FlAllocPlan *plan);
void fl_alloc_plan_clear (FlAllocPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlAllocPlan, fl_alloc_plan_clear)

/* The most bytes alive at any time, sizes rounded up. */
gint64 fl_alloc_get_max_live (const FlAllocProblem *problem);
/* TRUE when no two conflicting buffers overlap and all offsets are aligned and not negative; else *a and *b name two.
 */
gboolean fl_alloc_verify (const FlAllocProblem *problem, const gint64 *offsets, guint *a, guint *b);

/* --- files: "id,lower,upper,size", as the public benchmark problems have it ------------------- */
/* In the arena. NULL + error with file, line, column and what is wrong. Columns may stand in any order; others are
 * ignored. */
FlAllocProblem *fl_alloc_problem_parse (FlArena *arena, const char *text, gsize length, const char *path,
                                        GError **error);
/* Sizes rounded up, so that a plan for what was written is one for the problem. */
void fl_alloc_append_problem (GString *out, const FlAllocProblem *problem);
/* The columns of fl_alloc_append_problem and "offset". */
void fl_alloc_append_solution (GString *out, const FlAllocProblem *problem, const FlAllocPlan *plan);

G_END_DECLS
