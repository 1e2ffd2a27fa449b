/* FluiStagePage: the picture of the shown stage. Builds scene and layout in a thread (Graphviz runs
 * in the worker), keeps the view over steps, opens folded blocks, and says in a banner what is
 * folded, cut or missing. */
#pragma once

#include <gtk/gtk.h>

#include "flui-canvas.h"
#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_STAGE_PAGE (flui_stage_page_get_type ())
G_DECLARE_FINAL_TYPE (FluiStagePage, flui_stage_page, FLUI, STAGE_PAGE, GtkWidget)

GtkWidget *flui_stage_page_new (FluiSession *session);
FluiCanvas *flui_stage_page_get_canvas (FluiStagePage *self);
void flui_stage_page_set_show_refused (FluiStagePage *self, gboolean show);
gboolean flui_stage_page_get_show_refused (FluiStagePage *self);
/* PyTorch's own dumps on the picture: which nodes and kernels both have, and which only one of the two. */
void flui_stage_page_set_show_theirs (FluiStagePage *self, gboolean show);
gboolean flui_stage_page_get_show_theirs (FluiStagePage *self);
void flui_stage_page_set_show_legend (FluiStagePage *self, gboolean show);
/* TRUE while a layout is under way (tests and screenshots wait for it). */
gboolean flui_stage_page_is_busy (FluiStagePage *self);

G_END_DECLS
