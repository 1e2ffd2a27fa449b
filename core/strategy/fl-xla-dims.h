/* Constraints between symbolic sizes, as events of XLA's shape analysis. They decide nothing here: PyTorch's guards
 * have given equal sizes one symbol before a graph is printed, and other graphs keep theirs. */
#pragma once

#include "fl-op-graph.h"

G_BEGIN_DECLS

void fl_xla_tell_dims (const FlPass *pass, const FlOpGraph *graph);

G_END_DECLS
