/* Facts about where buffers lie in memory and for how long: the map of a plan (steps from left to
 * right, offsets upwards), what memory holds at any step and why, who took whose memory and who
 * could not, two plans beside each other, and what a run measured. The same facts come from a run's
 * plan and from an allocation problem without a graph. Nothing here plans: it tells. */
#pragma once

#include "fl-alloc.h"
#include "fl-run.h"

G_BEGIN_DECLS

/* One buffer for as long as it lives. Buffers of one storage (written over each other, or slices of
 * one) share their bytes. */
typedef struct
{
  const char *name;  /* of the buffer, or the id in a problem */
  guint first, last; /* steps, both included */
  gint64 offset, size_bytes;
  guint storage;                /* equal for buffers of one storage */
  gboolean is_output;           /* lives until the end, for the caller */
  gboolean is_slice;            /* of a larger buffer of the same storage */
  const char *producer;         /* the call that writes it; NULL: a problem's buffer */
  const char *last_reader;      /* the call that reads it last; NULL: nobody does, or it is a result */
  const char *shape;            /* dtype, sizes and strides as text; NULL: a problem's buffer */
  const char *why;              /* how it came by its memory: a sentence, or "" */
  const FlMemoryBuffer *buffer; /* NULL: a problem's buffer */
} FlMapBox;

/* One rectangle of the arena. */
typedef struct
{
  guint first, last;    /* steps, both included; first G_MAXUINT: not in the arena */
  gint64 offset, bytes; /* with padding up to the alignment */
} FlMapStorage;

typedef enum
{
  FL_MAP_TAKES,   /* `to` lies where `from` lay before: the last one that ended there */
  FL_MAP_REUSE,   /* a line of the wrapper gives the memory of `from` to `to` */
  FL_MAP_INPLACE, /* `to` is written over `from` while that is read for the last time */
  FL_MAP_ALIAS,   /* `to` is a slice of `from` */
  FL_MAP_REFUSED  /* `to` was not given the memory of `from`: reason and facts say why */
} FlMapArrowKind;

typedef struct
{
  FlMapArrowKind kind;
  guint from, to;     /* boxes */
  const char *reason; /* "sizes or dtypes differ" */
  const char *facts;  /* the values compared; NULL: none */
} FlMapArrow;

/* All in the arena that was given; frozen. */
typedef struct
{
  const char *title;        /* "gpt2-block.py", "A.1048576.csv" */
  const char *planner;      /* "size-first" */
  gboolean is_problem;      /* of a file of lifetimes and sizes: there are no calls */
  guint n_steps;            /* calls, and the return as the last; of a problem: times at which something
                               changes */
  const char *const *steps; /* n_steps names: "cpp_fused_add_0", "return"; of a problem the time */
  guint n_boxes, n_storages;
  const FlMapBox *boxes; /* in the order of the plan or of the file */
  const FlMapStorage *storages;
  gint64 alignment; /* of offsets */
  guint n_inside;   /* buffers that never leave their kernel: not in the map */
  guint n_arrows;
  const FlMapArrow *arrows;
  gint64 height, bound; /* of the arena; no arena for these lifetimes is smaller than bound */
  gboolean is_optimal;
  gint64 outside_bytes;         /* inputs and constants, which lie outside of the arena */
  const gint64 *live_bytes;     /* n_steps: bytes of the storages alive */
  const gint64 *top_bytes;      /* n_steps: where the highest of them ends */
  guint peak_step;              /* the first with most bytes alive */
  const gint64 *measured_bytes; /* n_steps: memory of the arena that the run's process had in use;
                                   NULL: not measured */
  gint64 measured_peak_bytes;   /* -1: not measured */
  gint64 page_bytes;            /* granularity of the measurement */
  gint64 executed_bytes;        /* the arena at the sizes of that run */
} FlMemoryMap;

const char *fl_map_arrow_kind_get_name (FlMapArrowKind kind); /* "takes", "reuse", "in place", "slice", "refused" */

/* NULL: the run has no plan. */
FlMemoryMap *fl_memory_map_new (FlArena *arena, const FlRun *run);
/* A map of the run's storages and lifetimes, placed by another planner; limits may be NULL. */
FlMemoryMap *fl_memory_map_new_by (FlArena *arena, const FlRun *run, const FlAllocRow *row,
                                   const FlAllocLimits *limits);
FlMemoryMap *fl_memory_map_new_problem (FlArena *arena, const FlAllocProblem *problem, const char *title,
                                        const FlAllocRow *row, const FlAllocPlan *plan);
/* G_MAXUINT: there is none. */
guint fl_memory_map_find (const FlMemoryMap *map, const char *name);

/* --- what memory holds at a step
 * ---------------------------------------------------------------------------------- */
typedef enum
{
  FL_SHARE_BUFFER,
  FL_SHARE_RESULT,
  FL_SHARE_PADDING, /* up to the alignment */
  FL_SHARE_HOLES,   /* free bytes below something alive */
  FL_SHARE_OUTSIDE  /* inputs and constants */
} FlMapShareKind;

typedef struct
{
  FlMapShareKind kind;
  guint box; /* of BUFFER and RESULT; else G_MAXUINT */
  const char *name;
  gint64 bytes;
  const char *why; /* why it is still alive: a sentence */
} FlMapShare;

/* Largest buffer first; then padding, holes and what lies outside, when there are any. Buffers,
 * padding and holes add up to top_bytes[step]. */
const FlMapShare *fl_memory_map_break_down (FlArena *arena, const FlMemoryMap *map, guint step, guint *n_shares);

/* --- why --------------------------------------------------------------------------------------- */
/* The box alive at the same time whose end is this one's offset; G_MAXUINT: it lies on the ground,
 * or on nothing. */
guint fl_memory_map_find_support (const FlMemoryMap *map, guint box);
/* Sentences, one a line: how it came by its memory, whose bytes they were, what it stands on. */
char *fl_memory_map_dup_why (const FlMemoryMap *map, guint box);
/* Why `box` does not lie where `other` lies, or that it does. */
char *fl_memory_map_dup_why_not (const FlMemoryMap *map, guint box, guint other);
/* Why the arena is this high: from a box that ends at its top down to the ground, one line each. */
char *fl_memory_map_dup_why_high (const FlMemoryMap *map);

/* --- pools ------------------------------------------------------------------------------------ */
/* The run's pools after the first n_steps blocks were placed: nested splits, whose steps say what was
 * decided. NULL: the run has no pools (option memory_planning). For a problem:
 * fl_pool_forest_new_problem. */
const FlPoolForest *fl_memory_map_replay_pools (FlArena *arena, const FlRun *run, guint n_steps);
/* The name of a block of those. */
const char *fl_memory_map_name_block (const FlPoolBlock *block);
/* One line a step: "1. buf3, 8.0 KiB: begins a pool: pool0 at 0"; then each pool as nested splits. */
void fl_memory_map_append_pools (GString *out, const FlRun *run);

/* --- two plans --------------------------------------------------------------------------------- */
typedef enum
{
  FL_MAP_SAME,
  FL_MAP_MOVED,   /* another offset */
  FL_MAP_CHANGED, /* another size or lifetime */
  FL_MAP_ONLY_OLD,
  FL_MAP_ONLY_NEW
} FlMapChangeKind;

typedef struct
{
  FlMapChangeKind kind;
  guint old_box, new_box; /* G_MAXUINT: not there */
} FlMapChange;

/* By name: all boxes of the old map in its order, then those that are only in the new one. */
const FlMapChange *fl_memory_map_compare (FlArena *arena, const FlMemoryMap *old_map, const FlMemoryMap *new_map,
                                          guint *n_changes);
/* "height 3.0 MiB -> 2.5 MiB (-16.7 %), 12 of 40 buffers moved, …". */
char *fl_memory_map_dup_comparison (const FlMemoryMap *old_map, const FlMemoryMap *new_map);

G_END_DECLS
