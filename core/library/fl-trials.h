/* Trials find the fastest of some ways to do the same, by measurement, however busy the machine is. */
#pragma once

#include "fl-choices.h"
#include "fl-thread-pool.h"

G_BEGIN_DECLS

typedef void (*FlTrialFunc) (gpointer data, guint way, FlThreadPool *pool);

/* Times all ways, one round after the other, forth and back, until the times of the best two are told apart or a
 * fraction of a second is over; those that are far behind leave. A sample during which another process had the
 * processor is taken again. ns: of each way the quartile that is nearer to the fastest sample, as others only make
 * times longer; 0: not tried. best: where ways are equal, stays. FALSE: others had the processor most of the time, so
 * that another run had better measure again. */
gboolean fl_trials_run (FlTrialFunc run, gpointer data, FlThreadPool *pool, const gboolean *can, guint n_ways,
                        gint64 *ns, guint *best);

G_END_DECLS
