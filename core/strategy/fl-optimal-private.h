/* Between the parts of the exact search: which ops can never share a kernel, what every plan pays,
 * and the searches. */
#pragma once

#include "fl-op-guard.h"

enum
{
  FL_OPTIMAL_MAX_ALL = 16,        /* ops of which every set is considered, apart ones too */
  FL_OPTIMAL_MAX_RECOMPUTE = 12,  /* ops for the same with recomputation */
  FL_OPTIMAL_MAX_PART = 62,       /* ops of a part that is searched by branch and bound */
  FL_OPTIMAL_MAX_STATES = 200000, /* closed sets that one search keeps */
  FL_OPTIMAL_ASK_WORK = 4,        /* of an op of a set whose bytes are asked for; a step of a search is 1 */
  FL_OPTIMAL_WORK_PER_MS = 40000  /* 22,000 to 130,000 on an EPYC at 2.6 GHz, in graphs of 30 to 900 ops */
};

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  guint n;             /* work */
  guint32 *ops;        /* ids of the work, ascending */
  guint32 *position;   /* by node: in ops; G_MAXUINT32: no work */
  FlBits **reach;      /* by position: what needs it, however far */
  FlBits **clash;      /* by position: what can never share a kernel with it */
  gboolean *is_forced; /* by position: its value is stored in every plan */
  guint32 *part_of;    /* by position */
  guint n_parts;
  gint64 *work, work_limit; /* done so far, and when the search ends, in FL_OPTIMAL_WORK_PER_MS */
  FlOpGuard *guard;         /* the user's decisions; NULL: none */
  guint templates;          /* bit FL_TEMPLATE_...: those that count as kernels */
  GArray *row_counts;       /* FlSym *: of the row reductions, distinct */
} FlOptimal;

void fl_optimal_init (FlOptimal *optimal, const FlPass *pass, const FlOpGraph *graph);
void fl_optimal_clear (FlOptimal *optimal);
/* Has the search done its share? It is counted in work and not in time, so that the same plan comes out of every
 * machine; `work` is what was done since the last call, apart from asking for the bytes of kernels. */
gboolean fl_optimal_is_late (const FlOptimal *optimal, gint64 work);
/* Fills reach, clash, is_forced and the parts: ops of different parts share no value that one
 * kernel could keep. */
void fl_optimal_find_clashes (FlOptimal *optimal);
/* Bytes that every partition moves for the ops of a part. Needs the clashes. */
gint64 fl_optimal_get_part_bound (const FlOptimal *optimal, guint part);
/* A bound for plans that may compute a value several times: inputs, outputs and bytes that library calls force. */
gint64 fl_optimal_get_free_bound (const FlOpGraph *graph);

/* Bytes of one kernel over the ops, or -1 when none of the templates can compute them. is_loose:
 * nor together with ops that share no value with them. */
gint64 fl_optimal_ask (const FlOptimal *optimal, const guint32 *ids, guint n, gboolean is_loose);
gint64 fl_optimal_ask_with_results (const FlOptimal *optimal, const guint32 *ids, guint n, const guint32 *results,
                                    guint n_results);

/* Every partition of at most FL_OPTIMAL_MAX_ALL ops: fewest bytes, then fewest kernels. Sets of
 * positions in `ids`. FALSE when it was cancelled or ran out of time. */
gboolean fl_optimal_search_all (const FlOptimal *optimal, const guint32 *ids, guint n, GArray *sets);

typedef struct
{
  guint n;
  guint32 ids[FL_OPTIMAL_MAX_PART];
  gint64 upper;   /* bytes of a known partition; what costs as much or more is not looked for */
  GArray *sets;   /* out, guint64: the kernels; empty when nothing below `upper` was found */
  gint64 lower;   /* out: no partition of the part moves less */
  guint n_states; /* out */
} FlOptimalPart;

/* Best first over closed sets of one part. */
void fl_optimal_search_part (const FlOptimal *optimal, FlOptimalPart *part, gboolean is_loose);

/* With recomputation: at most FL_OPTIMAL_MAX_RECOMPUTE ops. NULL when it was cancelled or ran out
 * of time. */
FlPartition *fl_optimal_search_recompute (const FlOptimal *optimal, gint64 upper);
/* Copies ops into the readers of their values where that saves bytes; best: what there is so far.
 */
FlPartition *fl_optimal_recompute_more (const FlOptimal *optimal, FlPartition *best);
