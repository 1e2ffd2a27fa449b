/* Files that an earlier run left for this one: compiled kernels, the compiler's line, choices. They
 * are trusted only when they are ours: the folder and the file are owned by this user, nobody else
 * may write to them, and no link was followed to either. Written whole under another name and
 * renamed, so that two programs at once, or one that was killed, leave nothing half written. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A descriptor of the folder; -1 with a sentence in why (g_free it; may be NULL), which stays NULL
 * where there merely is no such folder. is_made: it is made where it is not there, for this user
 * alone. */
int fl_trust_open_folder (const char *path, gboolean is_made, char **why);

/* A descriptor of a regular file in such a folder, for reading. */
int fl_trust_open (int folder, const char *name, char **why);
gboolean fl_trust_write (int folder, const char *name, gconstpointer bytes, gsize length, char **why);

/* All of a file, up to so many bytes, by its path; a zero byte follows. NULL as above. g_free it.
 */
char *fl_trust_read_path (const char *path, gsize most, gsize *length, char **why);
gboolean fl_trust_write_path (const char *path, gconstpointer bytes, gsize length, char **why);

G_END_DECLS
