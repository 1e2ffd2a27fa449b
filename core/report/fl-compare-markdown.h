/* A comparison as Markdown, short enough for a pull request's comment; and strategies by targets, as text or Markdown.
 */
#pragma once

#include "fl-compare.h"

G_BEGIN_DECLS

/* The table, the sentence, and the largest differences with their reasons. execution may be NULL. */
void fl_comparison_append_markdown (GString *out, const FlComparison *comparison, const FlExecution *execution);

/* Strategies by the rules of one target: the same ones on every side. */
typedef struct
{
  const char *target; /* "cuda" */
  const FlComparison *comparison;
  const FlExecution *execution; /* NULL: not run, because: */
  const char *why_not;
} FlMatrixSide;

/* One row a strategy; of each target kernels, bytes, shared memory of the strategy's plan, time and agreement; then the
 * three largest differences of each in words. */
void fl_comparison_append_matrix (GString *out, const FlMatrixSide *sides, guint n_sides, gboolean as_markdown);

G_END_DECLS
