/* FluiParity: PyTorch's own dumps beside ours: the differences of the shown stage as a list, and
 * the texts before and after fusion side by side, line for line, with the lines that differ marked.
 */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_PARITY (flui_parity_get_type ())
G_DECLARE_FINAL_TYPE (FluiParity, flui_parity, FLUI, PARITY, GtkWidget)

GtkWidget *flui_parity_new (FluiSession *session);
/* "differences", "before" or "after": the list, or the text before or after fusion. */
void flui_parity_show (FluiParity *self, const char *what);
/* Scrolls the texts to the next lines that differ. */
void flui_parity_jump (FluiParity *self);
/* The two texts as shown, for tests. Borrowed. */
GtkTextBuffer *flui_parity_get_buffer (FluiParity *self, gboolean is_ours);

G_END_DECLS
