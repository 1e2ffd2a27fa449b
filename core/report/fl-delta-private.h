/* Shared by the files of the delta. */
#pragma once

#include "fl-delta.h"

G_BEGIN_DECLS

/* In the delta's arena. */
const char *fl_delta_make_sentence (const FlDelta *delta, const FlFacts *base, const FlFacts *variant,
                                    const FlOverrides *overrides);

G_END_DECLS
