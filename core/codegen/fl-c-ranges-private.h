/* What a range of a loop decides, for the files that cut loops. */
#pragma once

#include "fl-c-ranges.h"

G_BEGIN_DECLS

/* f >= 0 in the range? 1, 0, or -1: it is not known, and the place where it changes is noted. */
int fl_c_ranges_decide (const FlCSpecial *special, const FlSym *f);
int fl_c_ranges_decide_relation (const FlCSpecial *special, FlSymRelation relation, const FlSym *a, const FlSym *b);
/* The same number in the range, without what does nothing there. */
const FlSym *fl_c_ranges_settle (const FlCSpecial *special, const FlSym *sym);

G_END_DECLS
