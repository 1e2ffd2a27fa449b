/* Shared by the files of the session. */
#pragma once

#include "fl-session-file.h"

G_BEGIN_DECLS

/* SHA-256 of the text of a graph file; NULL: it cannot be read. */
char *fl_session_dup_hash (const char *path);

G_END_DECLS
