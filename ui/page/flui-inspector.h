/* FluiInspector: everything about the selection: what it is, its shape and layout, what it reads
 * and who reads it, why it was realized, fused or refused, and its counterparts in the other stages
 * as links. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_INSPECTOR (flui_inspector_get_type ())
G_DECLARE_FINAL_TYPE (FluiInspector, flui_inspector, FLUI, INSPECTOR, GtkWidget)

GtkWidget *flui_inspector_new (FluiSession *session);

G_END_DECLS
