/* The worker (app/fuseloom-worker.c). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The worker's main loop: JSON lines on stdin and stdout. Returns the exit status. */
int fl_worker_main (int argc, char **argv);

G_END_DECLS
