/* FluiStageRail: the list of stages with a count each; choosing one shows it. Stages that the run
 * did not reach are disabled and say why. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_STAGE_RAIL (flui_stage_rail_get_type ())
G_DECLARE_FINAL_TYPE (FluiStageRail, flui_stage_rail, FLUI, STAGE_RAIL, GtkWidget)

GtkWidget *flui_stage_rail_new (FluiSession *session);

G_END_DECLS
