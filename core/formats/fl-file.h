/* Files of users: the one way in and the one way out. (Files that Fuseloom keeps for itself:
 * core/base/fl-trust.h.) */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FL_FILE_MAX_BYTES ((gsize) 1 << 30)        /* of a graph or a problem, decompressed */
#define FL_FILE_MAX_SMALL_BYTES ((gsize) 64 << 20) /* of a session, a report or a file of rules */

/* The whole text with a zero behind it. A file that begins as gzip does is decompressed, whatever
 * its name; where PATH is not there and PATH.gz is, that one is read. "-": standard input. Only
 * regular files are read, up to a limit, here FL_FILE_MAX_BYTES; one that changes meanwhile is read
 * again. Errors name the file. */
gboolean fl_file_read (const char *path, char **text, gsize *length, GError **error);
gboolean fl_file_read_up_to (const char *path, gsize most, char **text, gsize *length, GError **error);
/* The bytes of a file of another kind, tensors for one: not decompressed, and "-" is a name like
 * others. More than memory holds is an error as well. */
gboolean fl_file_read_bytes (const char *path, guint64 most, guint8 **bytes, gsize *length, GError **error);
/* PATH or PATH.gz is a file. */
gboolean fl_file_exists (const char *path);

/* The file has this text, or is as it was: it is written beside PATH and renamed over it. Where PATH
 * is a symbolic link, the file that it leads to is replaced. What is there and no regular file (a
 * folder, a device, a pipe, a link that leads nowhere) stays: an error. "-" is standard output, as it is standard input
 * for readers. length -1: up to the zero. */
gboolean fl_file_write (const char *path, const char *bytes, gssize length, GError **error);
/* Writes text of any kind as fl_file_write does, JSON and SVG too: characters that are not seen are escaped
 * (fl_quote_append_text). */
gboolean fl_file_write_text (const char *path, const char *text, gssize length, GError **error);

G_END_DECLS
