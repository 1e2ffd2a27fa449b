/* The preferences dialog, generated from the option rows. */
#pragma once

#include <adwaita.h>

#include "flui-session.h"

G_BEGIN_DECLS

void flui_preferences_present (GtkWindow *parent, FluiSession *session);

G_END_DECLS
