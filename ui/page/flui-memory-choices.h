/* Choices of the memory page as rows: who plans, in which order kernels run, what a plan is
 * compared with. Each row is a change of options, or a run that is already there. */
#pragma once

#include <glib.h>

#include "fl-options.h"

#include "flui-whatif.h"

G_BEGIN_DECLS

typedef struct
{
  char *title;
  char *sentence;
  FlOptions options; /* with the row's change */
  gboolean is_current;
  FlRun *run; /* referenced: its plan is taken as it is; NULL: planned by the options */
} FluiChoice;

/* GArray of FluiChoice that frees its rows. */
GArray *flui_choices_list_planners (const FlOptions *options);
GArray *flui_choices_list_orders (const FlOptions *options);
/* All planners and orders but the current ones, no fusion, and the variants of what if that have a
 * plan, but the current one; while one of them is current, the base too. whatif may be NULL. */
GArray *flui_choices_list_others (const FlOptions *options, FluiWhatif *whatif);
gboolean flui_choices_are_same (const GArray *a, const GArray *b);
guint flui_choices_find_current (const GArray *choices);

G_END_DECLS
