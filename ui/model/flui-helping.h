/* FluiHelping: "what would help?", asked about two values of the shown run: the changes of fl-help.h, tried in a
 * thread. Signal "changed", on the main thread: progress, an end, or another question. */
#pragma once

#include "fl-help.h"

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_HELPING (flui_helping_get_type ())
G_DECLARE_FINAL_TYPE (FluiHelping, flui_helping, FLUI, HELPING, GObject)

FluiHelping *flui_helping_new (FluiSession *session);

/* Stops what is under way. FALSE: one of the two has no value that changes could be about. */
gboolean flui_helping_ask (FluiHelping *self, FlItem a, FlItem b);
void flui_helping_cancel (FluiHelping *self);
/* Is there an answer to this question, or one under way, of the run that is shown? */
gboolean flui_helping_is_about (FluiHelping *self, FlItem a, FlItem b);
gboolean flui_helping_is_busy (FluiHelping *self);
/* 0 to 1, of the changes that there are to try. */
double flui_helping_get_progress (FluiHelping *self);
/* NULL: there is no answer yet. */
const FlHelpSearch *flui_helping_get_found (FluiHelping *self);

G_END_DECLS
