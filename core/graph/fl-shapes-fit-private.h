/* What the files of fl-shapes-fit share: looks at arguments, and the checks of fl-shapes-fit-index.c. All checks: FALSE
 * and why. */
#pragma once

#include "fl-shapes-private.h"

G_BEGIN_DECLS

const FlTensor *fl_fit_find (FlShape *shape, const char *name); /* NULL: no tensor of that name */
guint fl_fit_get_rank (const FlTensor *tensor);
gint64 fl_fit_get_size (const FlTensor *tensor, guint dim); /* -1: not known */
gboolean fl_fit_is_greater (const FlTensor *a, const FlTensor *b, guint dim);
gboolean fl_fit_check_integers (FlShape *shape, const char *name, const FlTensor *tensor, gboolean may_be_mask);
gboolean fl_fit_check_same_sizes (FlShape *shape, const char *name, const FlTensor *tensor, const FlTensor *other,
                                  guint roomy);

gboolean fl_fit_gather (FlShape *shape);
gboolean fl_fit_scatter (FlShape *shape);
gboolean fl_fit_rows (FlShape *shape);
gboolean fl_fit_index (FlShape *shape);
gboolean fl_fit_index_put (FlShape *shape);
gboolean fl_fit_masked_index (FlShape *shape);
gboolean fl_fit_slice_scatter (FlShape *shape);
gboolean fl_fit_select_scatter (FlShape *shape);
gboolean fl_fit_diagonal_scatter (FlShape *shape);
gboolean fl_fit_as_strided_scatter (FlShape *shape);

G_END_DECLS
