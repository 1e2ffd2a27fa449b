/* FluiDecisions: the decisions of the shown stage as a table: verdict, what, with what, reason, the
 * values compared. Typing filters; choosing a row goes to its step and selects its subject. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_DECISIONS (flui_decisions_get_type ())
G_DECLARE_FINAL_TYPE (FluiDecisions, flui_decisions, FLUI, DECISIONS, GtkWidget)

GtkWidget *flui_decisions_new (FluiSession *session);

G_END_DECLS
