/* A file of JSON texts, one a line, that grows while others read it: a line is in there whole or not at all, and one
 * process at a time adds to it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FlFileLines FlFileLines;

/* Opens the file, or makes it, and locks it until it is closed or the process ends. A last line that was cut off
 * (no JSON, no end) is taken away: *n_cut bytes; one that only lacks its end gets it. NULL + error: it cannot be
 * written, is no regular file, or another process has it open. */
FlFileLines *fl_file_lines_open (const char *path, gsize *n_cut, GError **error);
/* Adds the text, which has no line end in it, as one line, and waits until it is on the disk. Where that fails, the
 * file is as before. */
gboolean fl_file_lines_add (FlFileLines *lines, const char *text, GError **error);
void fl_file_lines_close (FlFileLines *lines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlFileLines, fl_file_lines_close)

G_END_DECLS
