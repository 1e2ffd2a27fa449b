/* Jobs: threads that are counted, so that the program can wait for them before it ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void flui_jobs_start (const char *name, GThreadFunc func, gpointer data);
/* FALSE: some are still at work after so long. The main loop does not run meanwhile. */
gboolean flui_jobs_wait (guint timeout_ms);

G_END_DECLS
