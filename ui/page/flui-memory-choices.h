/* Choices of the memory page as rows: who plans, in which order kernels run, what a plan is
 * compared with. Each row is a change of options. */
#pragma once

#include <glib.h>

#include "fl-options.h"

G_BEGIN_DECLS

typedef struct
{
  char *title;
  char *sentence;
  FlOptions options; /* with the row's change */
  gboolean is_current;
} FluiChoice;

/* GArray of FluiChoice that frees its rows. */
GArray *flui_choices_list_planners (const FlOptions *options);
GArray *flui_choices_list_orders (const FlOptions *options);
/* All planners and orders but the current ones, and no fusion. */
GArray *flui_choices_list_others (const FlOptions *options);
guint flui_choices_find_current (const GArray *choices);

G_END_DECLS
