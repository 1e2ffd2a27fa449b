/* What the window remembers from one start to the next: size, panes, what is shown. In a key file
 * in the user's config folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  int width, height;
  gboolean is_maximized;
  int inspector_width, drawer_height, side_width; /* 0: by the window's size */
  gboolean rail, inspector, drawer, legend, minimap;
} FluiState;

/* Defaults where the file is missing or odd. */
void flui_state_load (FluiState *state);
void flui_state_save (const FluiState *state);

G_END_DECLS
