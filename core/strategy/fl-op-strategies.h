/* The strategies that work on the op graph: one row and one file each. */
#pragma once

#include "fl-partition.h"

G_BEGIN_DECLS

typedef FlPartition *(*FlOpStrategy) (const FlPass *pass, const FlOpGraph *graph, GError **error);

FlPartition *fl_op_strategy_xla (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_xla_base (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_stitch (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_stitch_cpu (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_tvm (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_dnnfusion (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_pattern (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_eager (const FlPass *pass, const FlOpGraph *graph, GError **error);
FlPartition *fl_op_strategy_optimal (const FlPass *pass, const FlOpGraph *graph, GError **error);

G_END_DECLS
