/* What the machine tells without a file being opened, as confined processes may not open any. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Processors that this process may use, at least 1. The C library's count opens files. */
guint fl_count_processors (void);
/* Of a clock that only goes on: to tell how long something took. */
gint64 fl_now_ns (void);

G_END_DECLS
