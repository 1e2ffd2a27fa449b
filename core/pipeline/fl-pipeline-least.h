/* Which strategy moves the fewest bytes. */
#pragma once

#include "fl-run.h"

G_BEGIN_DECLS

/* Makes a run under a strategy to the end of fusion. */
typedef FlRun *(*FlRunStrategy) (gpointer data, const char *strategy);

/* The strategy, interned, whose kernels, as they are carried out, move the fewest bytes; that of own, where no other
 * has fewer. One that refuses what own obeys is none. */
const char *fl_pipeline_find_least (const FlRun *own, FlRunStrategy make_run, gpointer data);

G_END_DECLS
