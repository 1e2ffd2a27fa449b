/* Files as text, compressed ones too. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The whole text with a zero behind it. A file that begins as gzip does is decompressed, whatever
 * its name; where PATH is not there and PATH.gz is, that one is read. Limit: 1 GiB of text. Errors
 * name the file. */
gboolean fl_file_read (const char *path, char **text, gsize *length, GError **error);
/* PATH or PATH.gz is a file. */
gboolean fl_file_exists (const char *path);

G_END_DECLS
