/* What is wrong with a graph that can be read: calls with the wrong arguments, tensors that cannot
 * be. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* Counts, kinds and ranges of a call's arguments by its operator's signature. The values of the
 * nodes that it uses must be known already, as far as they can be. An operator without a row
 * passes. */
gboolean fl_args_check (const FlGraph *graph, const FlNode *node, GError **error);
/* Sizes and strides are not negative, and neither elements nor bytes pass 62 bits, as far as they
 * are known. */
gboolean fl_value_check (const FlGraph *graph, const FlNode *node, const FlValue *value, GError **error);
/* "FILE:LINE: NODE (OPERATOR): message", and the operator's signature. */
void fl_args_set_error (const FlGraph *graph, const FlNode *node, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

G_END_DECLS
