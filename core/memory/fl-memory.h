/* Memory planning: from the fused schedule to a list of wrapper lines (allocate, reuse in place, reuse freed memory,
 * call, free), as TorchInductor's memory_plan_reuse makes them, with the peak that follows. */
#pragma once

#include "fl-alloc-pools.h"
#include "fl-alloc.h"
#include "fl-fuse.h"
#include "fl-nest.h"

G_BEGIN_DECLS

typedef enum
{
  FL_LINE_ALLOCATE,
  FL_LINE_REUSE,   /* takes the memory of `other`, freed before */
  FL_LINE_INPLACE, /* the kernel writes over `other` while reading it for the last time */
  FL_LINE_ALIAS,   /* a slice of `other`: no memory of its own */
  FL_LINE_CALL,    /* node runs */
  FL_LINE_FREE,    /* of a buffer, or `del` of a graph input */
  FL_LINE_RETURN
} FlLineKind;

typedef struct
{
  FlLineKind kind;
  const FlBuffer *buffer;
  const FlBuffer *other;
  const FlSchedNode *node; /* CALL */
} FlMemoryLine;

typedef struct
{
  const FlBuffer *buffer;
  gint64 size_bytes;     /* at the hints of symbolic sizes */
  guint first, last;     /* positions in the call order: written at, last read at (outputs: n_calls) */
  gint64 offset;         /* in an arena laid out by this plan: the slot of its memory, bytes; -1: not in the arena */
  const FlBuffer *owner; /* whose memory it uses; itself when it was allocated */
  gboolean is_removed;   /* lives only inside a kernel: never in memory */
  gboolean is_output;
  const char *why;              /* why it did (not) reuse: a sentence */
  guint pool;                   /* 0: in none; else FlMemoryPlan.pools[pool - 1] */
  const FlSym *pool_offset;     /* bytes from that pool's start */
  const char *pool_offset_text; /* as Inductor prints it, with align() unevaluated */
} FlMemoryBuffer;

/* Memory shared by several buffers, made once (option memory_planning). */
typedef struct
{
  const FlSym *bytes;
  const char *bytes_text;
  const FlBuffer *shape; /* the buffer as large as the pool, in whose shape it is made; NULL: bytes */
  guint end;             /* run of planning lines up to which something in it lives */
} FlMemoryPool;

typedef struct
{
  const char *planner;   /* "reuse", "pools" with option memory_planning, or the name of `row` */
  const FlAllocRow *row; /* gives the offsets; NULL: they follow from the lines */
  gboolean keeps_lines;  /* with a row: the lines are TorchInductor's all the same, and the peak is theirs */
  double limit_seconds;  /* of a row that searches */
  guint n_pools;
  const FlMemoryPool *pools;
  const FlPoolForest
      *forest; /* with option memory_planning: how they came about; a block's data is the FlBuffer that owns it */
  const FlSchedule *schedule;
  guint n_calls; /* scheduled nodes that run */
  guint n_lines;
  const FlMemoryLine *lines;
  guint n_buffers;
  const FlMemoryBuffer *buffers;
  GHashTable *by_name;      /* interned name -> FlMemoryBuffer; the first of that name */
  GHashTable *overwritten;  /* FlBuffer -> the FlBuffer over which it is written in place, by the INPLACE lines */
  gint64 peak_bytes;        /* intermediates and outputs live at once under this plan (inputs not counted) */
  gint64 lower_bound_bytes; /* most bytes that must be live at once in this order */
  gint64 arena_bytes;       /* size of an arena in which every buffer has its offset */
  gint64 arena_bound_bytes; /* no arena for these storages is smaller: most bytes alive at once, or more where that was
                               proved */
  gboolean is_arena_optimal;
  const gint64 *live_bytes;   /* n_calls entries: live while call i runs */
  const FlNest *const *nests; /* n_calls entries: the loops of each kernel; NULL where a library is called */
} FlMemoryPlan;

FlMemoryPlan *fl_memory_plan_run (const FlPass *pass, const FlSchedule *schedule, GError **error);
/* What every text calls the peak, and its bound: the memory that an execution has for intermediates and results. A
 * planner's plan is its arena; without one it is what is live at once (peak_bytes: with a planner, that of the
 * wrapper's lines). */
gint64 fl_memory_plan_get_peak (const FlMemoryPlan *plan);
gint64 fl_memory_plan_get_bound (const FlMemoryPlan *plan);
/* Lines that allocate, free or rename memory: consecutive ones are one moment of the pools' time. */
gboolean fl_memory_line_is_planning (const FlMemoryLine *line);
const FlMemoryBuffer *fl_memory_plan_find (const FlMemoryPlan *plan, const char *name);
/* No two buffers that live at the same time overlap in the arena, every line refers to what is live, and the peak is
 * not below the lower bound. */
gboolean fl_memory_plan_verify (const FlMemoryPlan *plan, GError **error);

/* Lays the plan out for given sizes: fills offsets[n_buffers] (-1: no memory of its own) and sizes_bytes[n_buffers]
 * (may be NULL), returns the arena's bytes; -1 and an error when a size has no value or is too large. lookup NULL: the
 * hints. */
gint64 fl_memory_plan_lay_out (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 *offsets,
                               gint64 *sizes_bytes, GError **error);
/* fl_memory_plan_lay_out with gap_bytes unused bytes behind every storage; pools cannot be laid out so. */
gint64 fl_memory_plan_lay_out_apart (const FlMemoryPlan *plan, FlSymLookup lookup, gpointer data, gint64 gap_bytes,
                                     gint64 *offsets, gint64 *sizes_bytes, GError **error);
/* The storages of a plan as an allocation problem: buffers written over each other are one, memory is not taken over
 * otherwise. Time counts calls. sizes_bytes[n_buffers]: NULL: the hints. storages[n_buffers], which may be NULL, gets
 * each buffer's position in the problem; G_MAXUINT: it has no memory in the arena. */
const FlAllocProblem *fl_memory_plan_make_problem (const FlMemoryPlan *plan, const gint64 *sizes_bytes, FlArena *arena,
                                                   guint *storages);
/* Bytes of a buffer's storage under the same values. */
gboolean fl_buffer_get_size_bytes (const FlBuffer *buffer, FlSymTable *symbols, FlSymLookup lookup, gpointer data,
                                   gint64 *size_bytes, GError **error);
/* The buffer whose storage this one lies in: itself, the target of a mutation, or the whole that it is a slice of. */
const FlBuffer *fl_buffer_get_base (const FlBuffer *buffer);
/* Where the buffer begins in that storage, in elements: NULL at its start. Indices of loads and stores, and the
 * buffer's own layout, count from there. */
const FlSym *fl_buffer_get_slice_offset (const FlBuffer *buffer);

G_END_DECLS
