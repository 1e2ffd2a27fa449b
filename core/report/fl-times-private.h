/* The table of times, which text and page share. */
#pragma once

#include "fl-report-private.h"
#include "fl-times.h"

G_BEGIN_DECLS

/* A row a program; cleared by the caller. */
void fl_times_init_table (FlTable *table, const FlTimes *times);

G_END_DECLS
