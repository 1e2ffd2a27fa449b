/* Since how many bytes non-temporal stores are faster on this machine: measured once by a worker, kept in the user's
 * cache beside the kernels, for each processor and number of threads. Kernels that are only shown are written without
 * it, so that their text is everywhere the same. */
#pragma once

#include "fl-options.h"

G_BEGIN_DECLS

/* Fills in the measured figures of the options, where they ask for them (cpu.stream_bytes=-1) and they are known. A
 * file is read, no more. folder: the cache; NULL: the user's. */
gboolean fl_streaming_find (FlOptions *options, const char *folder);
/* fl_streaming_find; a worker measures figures that are not known, which takes about a tenth of a second. worker_path:
 * as in FlExecuteRequest. FALSE: they could not be had, and the options are as they were. Not for a window's main
 * thread. */
gboolean fl_streaming_measure (FlOptions *options, const char *folder, const char *worker_path);

G_END_DECLS
