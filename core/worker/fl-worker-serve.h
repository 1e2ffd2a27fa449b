/* The far end of a link by ssh (fl-remote-frame.h). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Greets, and serves until the stream ends. Returns the exit status. */
int fl_worker_serve_main (void);

G_END_DECLS
