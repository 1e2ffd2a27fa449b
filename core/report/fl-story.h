/* The story of one value: from the user's line through every stage to the kernel's line and its time. */
#pragma once

#include "fl-run.h"

G_BEGIN_DECLS

/* name: of any stage. FALSE: nothing has that name; out is as it was. */
gboolean fl_story_append (GString *out, const FlRun *run, const char *name);

G_END_DECLS
