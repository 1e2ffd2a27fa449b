/* FluiCompareBars: kernels, bytes, peak memory and time of the compared columns as bars, each with
 * its number. What was not measured is hatched, never zero. */
#pragma once

#include <gtk/gtk.h>

#include "fl-compare.h"

G_BEGIN_DECLS

#define FLUI_TYPE_COMPARE_BARS (flui_compare_bars_get_type ())
G_DECLARE_FINAL_TYPE (FluiCompareBars, flui_compare_bars, FLUI, COMPARE_BARS, GtkWidget)

GtkWidget *flui_compare_bars_new (void);
/* Copied. execution: the times, one variant a column; NULL: not measured. comparison may be NULL.
 */
void flui_compare_bars_set (FluiCompareBars *self, const FlComparison *comparison, const FlExecution *execution);
/* What the bars say, for screen readers and tests; free with g_free. */
char *flui_compare_bars_dup_text (FluiCompareBars *self);

G_END_DECLS
