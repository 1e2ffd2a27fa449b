/* How much processor time single turns of the main loop take: what makes a window freeze, whatever else the machine
 * does meanwhile. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on every turn of the default main context is measured, in time of this thread on a processor. */
void ui_turns_watch (void);
/* The longest turn since the last call of this, in ms. */
double ui_turns_take_longest_ms (void);

G_END_DECLS
