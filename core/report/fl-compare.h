/* FlComparison: several runs of one graph side by side. Operators of all runs are matched by their
 * origins in the user's graph, so that each run's kernels become sets of the same operators; what
 * differs between the sets is listed, with what it costs and the rule that kept operators apart.
 * Frozen once made, reference-counted, readable from any thread. */
#pragma once

#include "fl-group-run.h"
#include "fl-run.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

enum
{
  FL_COMPARE_MAX_COLUMNS = 26 /* each has a letter */
};

/* What one column shows. Any run of the same user graph will do: another strategy, other options,
 * an edited one. */
typedef struct
{
  const char *title;   /* NULL: the strategy's own */
  const FlRun *run;    /* is referenced; it must have got as far as fusion */
  gboolean is_unfused; /* the schedule before fusion instead of the one after */
} FlCompareSource;

/* A kernel beside the kernels of the other columns. */
typedef enum
{
  FL_RELATION_SAME,      /* every other column has a kernel of exactly these operators */
  FL_RELATION_JOINED,    /* another column needs several kernels for these operators, and none joins
                            more */
  FL_RELATION_PART,      /* another column computes these operators inside a larger kernel, and none
                            splits them */
  FL_RELATION_REGROUPED, /* both, or neither contains the other */
  FL_N_RELATIONS
} FlRelation;

typedef struct
{
  const char *name;  /* interned: "op0_op1", of the column's own run */
  const char *label; /* "A3" */
  guint n_ops;
  const guint32 *ops; /* positions in FlComparison.ops, ascending; an operator may be in several
                       * kernels. Of what no kernel computes alone (a broadcast that is read in
                       * place): what only this one reads */
  guint n_nodes;      /* scheduler nodes inside */
  gint64 read_bytes, written_bytes;
  gboolean is_library;
  FlRelation relation;
  guint difference; /* position in differences; G_MAXUINT: none */
} FlCompareGroup;

typedef struct
{
  char letter; /* 'A' … */
  const char *title;
  const char *strategy; /* interned */
  FlRun *run;
  gboolean is_unfused;
  guint n_groups; /* kernels, in schedule order */
  const FlCompareGroup *groups;
  const guint32 *node_of_op;  /* in the run's decomposed graph, the operator or its last part;
                                 G_MAXUINT32: it is not there */
  const guint32 *first_of_op; /* n_ops + 1 positions in groups_of_op: where an operator's kernels stand */
  const guint32 *groups_of_op;
  guint n_split;                    /* groups of the strategy that this version runs in parts */
  const FlGroupRun *group_runs;     /* by group of the run's partition; NULL: it has none */
  gint64 read_bytes, written_bytes; /* elements that the kernels' accesses reach, each once a kernel */
  gint64 estimate_bytes;            /* bytes moved by TorchInductor's count: whole buffers */
  gint64 peak_bytes;                /* -1: not planned */
  guint n_nodes, n_matched;         /* operators of its kernels; those that the joint picture has by origin */
  guint n_joins, n_lost;            /* fusions that it has and the first column has not; and the other way round */
} FlCompareColumn;

/* Why a column keeps two operators apart that another one joins. */
typedef struct
{
  guint column;
  guint a, b;         /* positions in ops */
  FlVerdict verdict;  /* ILLEGAL: a rule forbids it; REJECT: legal, refused; NOTE: never considered */
  const char *reason; /* the rule in words */
  const char *facts;  /* the values it compared; may be NULL */
  const char *text;   /* a sentence */
  guint32 step;       /* of the FUSE stage of the column's run; G_MAXUINT32: no event */
} FlCompareReason;

/* Kernels of all columns that share operators, directly or through others, and are not the same. */
typedef struct
{
  const char *title;  /* "sum_1, div, exp (5 operators)" */
  const char *counts; /* "A 1 kernel, B 3" */
  guint n_ops;
  const guint32 *ops;
  guint *n_groups;     /* one a column */
  gint64 *bytes;       /* one a column: read and written by its kernels of this difference */
  gint64 spread_bytes; /* the most less the fewest of them */
  guint n_reasons;
  const FlCompareReason *reasons;
} FlCompareDifference;

typedef struct
{
  FlArena *arena;
  guint n_columns;
  const FlCompareColumn *columns;
  guint base;           /* the column whose decomposed graph gives the operators and their places */
  const FlGraph *graph; /* the graph of this comparison */
  guint n_ops;
  const FlNodeId *ops; /* in graph: its calls, in order */
  guint n_differences; /* in the graph's order */
  const FlCompareDifference *differences;
  gint64 least_bytes; /* moved by the column of strategy "optimal"; 0: there is none */
  gint64
      bound_bytes; /* no partition of operations into kernels moves less, by the partition's own count; 0: not known */
  gboolean bound_is_optimum;
  const char *summary; /* one sentence: what differs, and why */
  gatomicrefcount refs;
} FlComparison;

/* n >= 1 sources. NULL + error: a run did not get as far as fusion, or is of another user graph; or
 * cancelled (may be NULL). */
FlComparison *fl_comparison_new (const FlCompareSource *sources, guint n, const gint *cancelled, GError **error);
FlComparison *fl_comparison_ref (const FlComparison *comparison);
void fl_comparison_unref (FlComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlComparison, fl_comparison_unref)

static inline const char *
fl_comparison_get_op_name (const FlComparison *comparison, guint op)
{
  return fl_graph_get_node (comparison->graph, comparison->ops[op])->name;
}

const char *fl_relation_get_name (FlRelation relation);     /* "joined" */
const char *fl_relation_get_sentence (FlRelation relation); /* for legends and tooltips */

/* --- texts ---------------------------------------------------------------------------------- */
/* "214 → 61 kernels, 96 fusions, 0 lost; matched 100 % by origin": a column beside the first one.
 */
char *fl_comparison_dup_counters (const FlComparison *comparison, guint column);
/* The table: one row a column. execution: of fl_comparison's runs, one variant a column; NULL: not
 * measured. */
/* "inductor:pre"; where columns follow several versions of PyTorch, with its own: "inductor 2.11". */
char *fl_comparison_dup_name (const FlComparison *comparison, guint column);
void fl_comparison_append_table (GString *out, const FlComparison *comparison, const FlExecution *execution);
/* The summary, the counters, and every difference with its kernels, bytes and reasons. */
void fl_comparison_append_differences (GString *out, const FlComparison *comparison);
/* -1: unverified; else whether every result of the variant agrees with the reference. */
int fl_comparison_get_agreement (const FlExecution *execution, guint column);
/* The object of compare --json. Caller frees with cJSON_Delete. */
cJSON *fl_comparison_new_json (const FlComparison *comparison, const FlExecution *execution, gboolean with_differences);

G_END_DECLS
