/* The events of a kernel: what was decided about its loops, its rows and its local buffers, each with its reason. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Records what the nest decided, then what was noted while the kernel was written. */
void fl_c_explain_record (const FlCWriter *writer, const FlKernel *kernel);

G_END_DECLS
