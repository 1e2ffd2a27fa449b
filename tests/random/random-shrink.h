/* Makes a failing program smaller while it fails in the same way. Every candidate is tried in a
 * process of its own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* argv: a command to which "--check=FILE" is added; it says how the program fails in its first
 * line. path: the failing program, which stays; minimal_path: what is left of it, with the line as
 * a comment. FALSE: it does not fail. */
gboolean rnd_shrink (const char *const *argv, guint32 seed, const char *path, const char *minimal_path,
                     guint most_tries);

G_END_DECLS
