/* Folders as one file. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder with all that is in it, by its last name, as a gzip-compressed tar archive. Replaces what is at PATH. */
gboolean fl_cli_archive_write (const char *path, const char *folder, GError **error);

G_END_DECLS
