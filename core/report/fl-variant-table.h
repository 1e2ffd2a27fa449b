/* Variants side by side: their figures as texts, how each differs from the base, and which is the
 * best of a row. */
#pragma once

#include "fl-delta.h"

G_BEGIN_DECLS

/* "62", "1.5 MiB", "41.2 us ± 0.4 us"; "" when it is not known. */
char *fl_variant_dup_amount (const FlFacts *facts, FlFact fact);
/* "+1", "−4.0 KiB (−3.0 %)"; "" for the base (delta NULL), for no change, and where it is not
 * known. Of times whose spreads overlap: "within the spread". */
char *fl_variant_dup_change (const FlDelta *delta, FlFact fact);
/* is_best[n]: of those that are known (facts[i] not NULL and with that figure), the best ones; none
 * when all are equal or fewer than two are known, or when there is no better or worse. Times within
 * the spread of the best are best, too. */
void fl_variant_find_best (const FlFacts *const *facts, guint n, FlFact fact, gboolean *is_best);
/* "Kernels 15 → 16, bytes moved +128 KiB (+1.2 %)": for a card; "nothing measurable changed". */
char *fl_variant_dup_card (const FlDelta *delta);

G_END_DECLS
