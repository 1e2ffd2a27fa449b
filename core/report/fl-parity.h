/* FlParity: our run of a graph beside what a real PyTorch made of the same graph: which scheduler
 * nodes and which groups are the same, which only one of the two has, why, and the texts line by
 * line. Frozen once made, reference-counted, readable from any thread. Names are interned;
 * everything else lives in it.
 *
 * Nodes are matched by name, and where the names do not fit (a node more on one side shifts all
 * numbers), by what they do. Members of PyTorch's groups are given in our names where they have
 * one. */
#pragma once

#include "fl-diff.h"
#include "fl-run.h"
#include "fl-theirs.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

typedef enum
{
  FL_MARK_NONE,    /* not compared */
  FL_MARK_SAME,    /* both have it */
  FL_MARK_CHANGED, /* a node that both have, with another text */
  FL_MARK_THEIRS,  /* only PyTorch's */
  FL_MARK_OURS,    /* only ours */
  FL_N_MARKS
} FlMark;

typedef enum
{
  FL_TEXT_ABSENT, /* PyTorch's is not there, or ours was not reached: why says which */
  FL_TEXT_IDENTICAL,
  FL_TEXT_BLANKS, /* identical but for blanks at the ends of lines */
  FL_TEXT_DIFFERS,
  FL_TEXT_OTHER_FORM /* of a version whose form Fuseloom does not write */
} FlTextVerdict;

typedef struct
{
  FlTextVerdict verdict;
  const char *why;      /* ABSENT, OTHER_FORM: in words; NULL */
  const char *left_out; /* lines that PyTorch's version does not write and were not compared; NULL */
  GPtrArray *theirs;    /* lines; NULL unless both are there */
  GPtrArray *ours;
  GArray *hunks; /* FlHunk from theirs (a) to ours (b) */
} FlParityText;

/* One scheduled node after fusion: a kernel, a library call or nothing to do. */
typedef struct
{
  FlMark mark;      /* SAME, THEIRS, OURS */
  const char *name; /* in its own side's spelling */
  guint n_members;
  const char *const *members; /* in our names; PyTorch's own names for nodes that we do not have */
  guint difference;           /* position in differences; G_MAXUINT: none */
} FlParityGroup;

typedef struct
{
  FlMark side;       /* PyTorch's: why Fuseloom did not do it; ours: why PyTorch did not */
  const char *text;  /* a sentence */
  const char *a, *b; /* the pair: our scheduler nodes; may be NULL */
  guint32 step;      /* of our trace's FUSE stage; G_MAXUINT32: no event */
} FlParityReason;

/* Groups of both sides that share members, directly or through others. */
typedef struct
{
  const char *title; /* "PyTorch: op0 op1 op2 | ours: op0 op1, op2" */
  guint n_groups;
  const guint *groups; /* positions in FlParity.groups, PyTorch's first */
  guint n_reasons;
  const FlParityReason *reasons;
} FlParityDifference;

/* One thing that differs, for a list that is walked through. */
typedef struct
{
  FlMark mark; /* a node: CHANGED, OURS, THEIRS; a difference between groups: CHANGED */
  const char *title;
  const char *reason; /* one sentence a line; "" */
  const char *a, *b;  /* our scheduler nodes to look at; may be NULL */
} FlParityEntry;

typedef struct
{
  FlArena *arena;
  FlTheirs *theirs; /* referenced */
  FlLinePool *pool;
  FlTarget target;   /* whose rules our run followed */
  const char *torch; /* "PyTorch 2.11's rules, recognized from …" */
  const char *error; /* why our run stopped before fusion; NULL */
  /* nodes before fusion */
  guint n_our_nodes, n_their_nodes, n_matched;
  GHashTable *marks; /* our node's interned name -> FlMark: SAME, CHANGED, OURS */
  guint n_missing;   /* nodes of PyTorch's that we do not have, in its names */
  const char *const *missing;
  /* after fusion */
  gboolean has_groups; /* both sides have them */
  guint n_groups, n_same, n_only_theirs, n_only_ours;
  const FlParityGroup *groups; /* ours in order, then PyTorch's own */
  guint n_differences;
  const FlParityDifference *differences;
  gboolean other_order; /* equal groups in another order */
  guint n_node_entries; /* differences before fusion, node by node … */
  const FlParityEntry *node_entries;
  guint n_group_entries; /* … and after it: one a difference */
  const FlParityEntry *group_entries;
  FlParityText pre, post;
  /* What the wrapper allocates, reuses and deletes, with calls between, in one spelling. For information: it follows
   * from the kernels, and from which inputs may be written over, which no text of a graph tells. */
  FlParityText wrapper;
  guint n_our_kernels, n_their_kernels; /* scheduled nodes that do something */
  /* Calls of kernels and libraries in the code, -1: no code. For information: PyTorch puts C++
   * kernels that follow one another into one function, and names kernels after operators that the
   * graph's text may not tell. */
  gint n_our_calls, n_their_calls;
  gboolean same_calls;
  const char *call_note; /* the first that differs, or why they are not compared; NULL */
  gatomicrefcount refs;
} FlParity;

/* Never NULL: a run that stopped early gives what can be compared. */
FlParity *fl_parity_new (const FlRun *run, const FlTheirs *theirs);
FlParity *fl_parity_ref (const FlParity *parity);
void fl_parity_unref (FlParity *parity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlParity, fl_parity_unref)

/* TRUE when nothing that could be compared differs. */
gboolean fl_parity_is_equal (const FlParity *parity);
gboolean fl_parity_text_is_equal (const FlParityText *text);
/* Of one of our scheduler nodes before fusion. */
FlMark fl_parity_get_node_mark (const FlParity *parity, const char *name);

/* What differs at that stage: SCHEDULE or FUSE; nothing at others. */
const FlParityEntry *fl_parity_get_entries (const FlParity *parity, FlStage stage, guint *n_entries);

/* "12 groups: 10 the same, 1 only PyTorch's, 2 only ours"; of the nodes: "12 nodes: 11 the same, 1 with another text"
 */
char *fl_parity_dup_summary (const FlParity *parity);
char *fl_parity_dup_node_summary (const FlParity *parity);
/* Everything for people; with_diff: the differing lines of both texts too. */
void fl_parity_append_text (GString *out, const FlParity *parity, gboolean with_diff);
/* One row of the table "graph, nodes, partition, pre text, post text, kernels, wrapper", and its head;
 * Markdown. */
void fl_parity_append_table_head (GString *out);
void fl_parity_append_table_row (GString *out, const char *title, const FlParity *parity);
cJSON *fl_parity_new_json (const FlParity *parity);

G_END_DECLS
