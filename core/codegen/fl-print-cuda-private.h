/* Printing a loop program as CUDA C++: shared by the printer's files. */
#pragma once

#include "fl-print-c-private.h"

G_BEGIN_DECLS

/* Accumulators: their declarations, one step, what the lanes have together, what is read of them.
 */
void fl_print_cuda_begin_accumulator (FlPrinter *printer, FlHomeId home);
void fl_print_cuda_step (FlPrinter *printer, const FlLoopStmt *stmt);
void fl_print_cuda_combine (FlPrinter *printer, const FlLoopStmt *stmt);
FlCValue fl_print_cuda_read_accumulator (FlPrinter *printer, const FlLoopValue *value);
/* A component as it is kept: "sum_1_weight". */
const char *fl_print_cuda_component (FlPrinter *printer, FlHomeId home, guint component);

/* The loop over a vector: wide loads in front of it, wide stores behind. statement: writes one of
 * its children. */
void fl_print_cuda_pack_loop (FlPrinter *printer, FlStmtId loop, void (*statement) (FlPrinter *printer, FlStmtId stmt));
/* "fl_pack<uint16_t, 8> x_kept[4];" */
void fl_print_cuda_begin_packs (FlPrinter *printer, FlHomeId home);
/* Where a store of the loop at hand goes to: an element of a pack; NULL: to memory. */
const char *fl_print_cuda_find_packed_store (FlPrinter *printer, FlStmtId store);

G_END_DECLS
