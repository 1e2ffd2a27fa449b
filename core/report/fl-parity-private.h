/* What the files of the comparison share: fl-parity.c matches nodes and groups, fl-parity-reason.c
 * finds the reasons. */
#pragma once

#include "fl-parity.h"

G_BEGIN_DECLS

/* Fills in the reasons of every difference. group_of: interned member name (ours) -> position + 1
 * of our group; their_group_of: likewise of PyTorch's. */
void fl_parity_find_reasons (FlParity *parity, const FlRun *run, FlParityDifference *differences, GHashTable *group_of,
                             GHashTable *their_group_of);

/* Fills in the wrapper's text. */
void fl_parity_compare_wrappers (FlParity *parity, const FlRun *run);
/* Fills in the entries. ours: our text before fusion read back; NULL: not reached. */
void fl_parity_find_entries (FlParity *parity, const FlDump *ours);

G_END_DECLS
