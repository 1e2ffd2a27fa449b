/* The samples that ship with the program: titles and notes of data/graphs/index.json; and the
 * graphs that were opened lately. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  char *path;
  const char *title, *note;
  char *teaches; /* "inlining, broadcasting" */
} FluiSample;

guint flui_samples_get_n_rows (void); /* 0 when the data folder is missing */
const FluiSample *flui_samples_get_row (guint position);
/* NULL when the path is no sample. */
const FluiSample *flui_samples_find (const char *path);
/* The folder that holds them: $FUSELOOM_DATA_DIR, the source tree's, or the installed one. NULL:
 * not found. Borrowed. */
const char *flui_samples_get_folder (void);
/* Fills the menu with recent graphs and samples; each entry activates win.open-path with its path.
 */
void flui_samples_fill_menu (GMenu *menu);

/* Samples are not remembered: they are in the menu anyway. */
void flui_recent_add (const char *path);
/* Paths of at most n graphs, newest first, that still exist. */
GPtrArray *flui_recent_list (guint n);

G_END_DECLS
