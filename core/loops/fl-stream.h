/* What fl-pass-stream.c decides, for passes that make a non-temporal store possible. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

/* Stores, as keys of a set, that would be non-temporal if the rows that they write were not so short, or cut. */
void fl_stream_find_short (FlLoopContext *context, const FlLoopProgram *program, GHashTable *stores);

G_END_DECLS
