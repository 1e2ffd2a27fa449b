/* What fl-pass-stream.c decides, for passes that make a non-temporal store possible. */
#pragma once

#include "fl-loop-passes.h"

G_BEGIN_DECLS

/* Stores, as keys of a set, of results that are large enough for non-temporal stores, where some rows are no whole
 * cache lines, or cut. */
void fl_stream_find_parts (FlLoopContext *context, const FlLoopProgram *program, GHashTable *stores);

G_END_DECLS
