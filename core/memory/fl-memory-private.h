/* Shared by the files of the memory planner. */
#pragma once

#include "fl-memory.h"

/* What is known of one buffer while lines are written. */
typedef struct
{
  const FlBuffer *buffer;
  const FlSchedBuffer *sched; /* NULL: a graph input or constant */
  const FlSym *elements;      /* of its storage; the key of reuse together with dtype and device */
  gint64 size_bytes;
  guint first, last; /* positions of scheduled nodes */
  const FlBuffer *owner;
  const FlBuffer *source; /* the buffer whose memory it took directly: in place or reused */
  gboolean is_input, is_output;
  gboolean is_removed, is_allocated, is_freed;
  const char *why;
} FlMemoryInfo;

typedef struct
{
  const FlMemoryInfo *info;
  guint node; /* the scheduled node after which it was freed */
  guint line;
} FlPoolEntry;

typedef struct
{
  const FlPass *pass;
  const FlSchedule *schedule;
  GHashTable *infos;    /* interned name -> FlMemoryInfo */
  GPtrArray *order;     /* the values of infos, by first use */
  const FlNest **nests; /* one a scheduled node */
  GArray *lines;        /* FlMemoryLine */
  GHashTable *pool;     /* freed memory by reuse key: GArray of FlPoolEntry, last freed last */
  GPtrArray **ends;     /* by scheduled node: the infos whose last use it is, in the order of first uses; NULL: none */
  const guint *positions; /* by index of an original node: the scheduled node that holds it */
  gint64 *estimate;       /* bytes live at each scheduled node before planning, plus one entry */
  gint64 estimated_peak;
  const FlAllocRow *row; /* who gives the offsets instead of the lines, which then reuse nothing; NULL: lines reuse */
  guint node;            /* the scheduled node being written */
  gboolean is_halted;    /* stepping: the next event would be one too many, so nothing more happens */
} FlPlanner;

/* fl-memory-lines.c: freed memory that may be taken over. */
GHashTable *fl_memory_pool_new (void);
FlMemoryInfo *fl_planner_find (const FlPlanner *planner, const char *name);
/* fl-memory-lives.c: sizes, first and last uses, and Inductor's estimate of the peak. */
void fl_planner_find_lives (FlPlanner *planner);
/* fl-memory-inplace.c: for every output of the node that may be written over an input; records the decisions. Returns
 * the input, or NULL. */
FlMemoryInfo *fl_planner_find_inplace (FlPlanner *planner, const FlSchedNode *original, const FlMemoryInfo *output);
/* fl-memory-lines.c */
void fl_planner_write_lines (FlPlanner *planner);
/* fl-memory-pools.c: places what the lines allocate in pools. */
void fl_planner_make_pools (FlPlanner *planner, FlMemoryPlan *plan);
enum
{
  FL_ARENA_ALIGNMENT = 64 /* a cache line, and the widest vector load */
};

/* No arena is larger: 64 TiB. */
#define FL_MAX_ARENA_BYTES (G_GINT64_CONSTANT (1) << 46)

/* fl-memory-planner.c: offsets[n_buffers] by plan->row, for these sizes; returns the arena's bytes, or -1 and an error.
 * result may be NULL; its offsets are not kept. */
gint64 fl_memory_plan_place (const FlMemoryPlan *plan, const gint64 *sizes, gint64 *offsets, FlAllocPlan *result,
                             GError **error);
/* The planner that the options ask for; NULL in *row: reuse or pools. *keeps_lines: lines that reuse memory are written
 * all the same. */
gboolean fl_memory_find_row (const FlOptions *options, const FlAllocRow **row, gboolean *keeps_lines, GError **error);
/* Do these sizes add up to a number that planners can work with? */
gboolean fl_memory_plan_can_place (const FlMemoryPlan *plan, const gint64 *sizes);
/* fl-memory-layout.c: peak, lower bound, offsets. */
gboolean fl_memory_plan_measure_sizes (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 *sizes,
                                       GError **error);
void fl_planner_measure (FlPlanner *planner, FlMemoryPlan *plan);

/* fl-memory-plan.c: an event of this stage; nothing once the planner is halted. */
void fl_planner_record (FlPlanner *planner, FlEventKind kind, FlVerdict verdict, const FlMemoryInfo *subject,
                        const FlMemoryInfo *object, const char *reason, const char *facts);
