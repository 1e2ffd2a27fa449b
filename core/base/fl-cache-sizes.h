/* Sizes of the processor's caches, as the system tells them. */
#pragma once

#include "fl-options.h"

G_BEGIN_DECLS

/* Bytes of the data cache of this level, 1 to 3, that one processor reaches; 0: the system does not say. Read once: a
 * process that will not be allowed to read files asks before. */
gint64 fl_cache_get_bytes (guint level);
/* Reads a size from a folder with index0/level, index0/type, index0/size …, as Linux has them under
 * /sys/devices/system/cpu/cpu0/cache. */
gint64 fl_cache_read_bytes (const char *folder, guint level);
/* Fills in this machine's sizes where the options do not give others (cpu.l1_bytes, cpu.l2_bytes). For kernels that
 * will run: those that are only shown are made for usual sizes, so that their text is everywhere the same. */
void fl_cache_find_sizes (FlOptions *options);

G_END_DECLS
