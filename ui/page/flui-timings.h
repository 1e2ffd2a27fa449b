/* FluiTimings: what running the kernels gave: agreement with the reference, the whole program
 * unfused and fused, and each kernel with median, spread, bytes and share of the copy bandwidth
 * measured in the same run. */
#pragma once

#include <gtk/gtk.h>

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_TIMINGS (flui_timings_get_type ())
G_DECLARE_FINAL_TYPE (FluiTimings, flui_timings, FLUI, TIMINGS, GtkWidget)

GtkWidget *flui_timings_new (FluiSession *session);

G_END_DECLS
