/* What the two files on accesses share. */
#pragma once

#include "fl-access.h"

G_BEGIN_DECLS

/* Of two accesses to one buffer that are not equal; neither only keeps an order. */
FlAccessKind fl_access_classify (const FlAccessSide *a, const FlAccessSide *b);

G_END_DECLS
