/* The samples that ship with the program: titles and notes of data/graphs/index.json. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A menu with one entry a sample, each activating win.open-path with the sample's file. Empty when the data folder is missing. */
GMenuModel *flui_samples_new_menu (void);
/* The folder that holds them: $FUSELOOM_DATA_DIR, beside the build, or the installed one. NULL: not found. Borrowed. */
const char *flui_samples_get_folder (void);
/* The note of the sample with this path; NULL when it is none. Borrowed. */
const char *flui_samples_get_note (const char *path);

G_END_DECLS
