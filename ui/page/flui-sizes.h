/* FluiSizes: a button that shows the sizes of a symbolic graph, and a box to set them for the next
 * run, which decides for them. Kernels take sizes as numbers: those that come out alike for another
 * size are not compiled again. Hidden where every size of the graph is a number. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_SIZES (flui_sizes_get_type ())
G_DECLARE_FINAL_TYPE (FluiSizes, flui_sizes, FLUI, SIZES, GtkWidget)

GtkWidget *flui_sizes_new (FluiSession *session);
void flui_sizes_popup (FluiSizes *self);

/* For tests: types into the entry of a symbol, and takes all entries over; FALSE when one was
 * refused. */
void flui_sizes_type (FluiSizes *self, const char *symbol, const char *text);
gboolean flui_sizes_apply (FluiSizes *self);
/* What was refused and why; NULL: nothing. */
const char *flui_sizes_get_error (FluiSizes *self);

G_END_DECLS
