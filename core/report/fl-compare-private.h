/* What the files of the comparison share. */
#pragma once

#include "fl-aten.h"
#include "fl-compare.h"

G_BEGIN_DECLS

/* For sorting and searching lists of operators. */
static inline int
fl_compare_op_numbers (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return p < q ? -1 : p > q;
}

/* Which operators (positions in ops, nodes of base) a graph made from the same user graph has.
 * First the k-th last of an origin and target on both sides; what is then left over on both sides
 * belongs together by origin alone: an operator that one of the two spells out. */
typedef struct
{
  guint32 *op_of_node;   /* G_MAXUINT32: none alone */
  GArray **left_of_node; /* guint32: the operators that it is by origin alone; NULL: none */
  gboolean *has_origin;  /* base has operators of its origin */
  guint32 *node_of_op;   /* the last node that is the operator, or a part of it; G_MAXUINT32: none */
  GHashTable *left;
} FlCompareMatch;

void fl_compare_match_init (FlCompareMatch *match, const FlGraph *base, const FlNodeId *ops, guint n_ops,
                            const FlGraph *graph);
void fl_compare_match_clear (FlCompareMatch *match);

/* The scheduled nodes that a column shows. */
static inline const FlSchedule *
fl_compare_column_get_schedule (const FlCompareColumn *column)
{
  return column->is_unfused ? column->run->schedule : column->run->fused;
}

/* Only another look at memory: not what a sentence should name. */
static inline gboolean
fl_compare_is_view (const FlComparison *comparison, guint op)
{
  const FlNode *node = fl_graph_get_node (comparison->graph, comparison->ops[op]);

  return node->op == NULL ? g_str_has_prefix (node->target, "operator.") : node->op->kind == FL_ATEN_VIEW;
}

/* The kernels of a column that hold an operator. */
static inline const guint32 *
fl_compare_column_get_groups (const FlCompareColumn *column, guint op, guint *n)
{
  *n = column->first_of_op[op + 1] - column->first_of_op[op];
  return column->groups_of_op + column->first_of_op[op];
}

/* Counts the kernels of a column. */
void fl_compare_fill_column (FlComparison *comparison, FlCompareColumn *column);
/* Every kernel's relation to the other columns, and the fusions beside the first. */
void fl_compare_relate_columns (FlComparison *comparison, FlCompareColumn *columns);

/* In the comparison's arena. */
const char *fl_compare_make_summary (FlComparison *comparison);

/* One a comparison: what the reasons are found with. */
typedef struct _FlCompareSearch FlCompareSearch;
FlCompareSearch *fl_compare_search_new (FlComparison *comparison);
void fl_compare_search_free (FlCompareSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlCompareSearch, fl_compare_search_free)
void fl_compare_search_explain (FlCompareSearch *search, FlCompareDifference *difference);

G_END_DECLS
