/* FluiCompare: the page that lays two to four strategies (or a stage before fusion, or a variant)
 * side by side: the same operators at the same places in every pane, the kernels around them, what
 * differs, and why. Panes move together.
 *
 * Keys while a pane or the list has the focus: J and K next and previous difference; L ties and
 * unties the panes; R the ribbons from operators to their kernel; G kernels instead of operators; T
 * measures the times; those of the canvas.
 *
 * Actions of the page: compare.next, compare.previous, compare.link, compare.ribbons,
 * compare.kernels, compare.measure, compare.cancel, compare.retry, compare.reset, compare.copy,
 * compare.export. */
#pragma once

#include "flui-canvas.h"
#include "flui-comparing.h"

G_BEGIN_DECLS

#define FLUI_TYPE_COMPARE (flui_compare_get_type ())
G_DECLARE_FINAL_TYPE (FluiCompare, flui_compare, FLUI, COMPARE, GtkWidget)

GtkWidget *flui_compare_new (FluiSession *session);
FluiComparing *flui_compare_get_comparing (FluiCompare *self);
FluiCanvas *flui_compare_get_canvas (FluiCompare *self, guint column);
/* A row for people who cannot see the pictures, and for tests: what the list says of the chosen
 * difference; free with g_free. */
char *flui_compare_dup_detail (FluiCompare *self);

G_END_DECLS
