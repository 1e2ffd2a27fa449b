/* FluiWindow: the frame: header, stage rail, picture, step bar, inspector, drawer, status line;
 * every command as a named action. */
#pragma once

#include <adwaita.h>

#include "flui-session.h"
#include "flui-stage-page.h"
#include "flui-whatif.h"

G_BEGIN_DECLS

#define FLUI_TYPE_WINDOW (flui_window_get_type ())
G_DECLARE_FINAL_TYPE (FluiWindow, flui_window, FLUI, WINDOW, AdwApplicationWindow)

GtkWidget *flui_window_new (AdwApplication *application);
void flui_window_open (FluiWindow *self, const char *path);
FluiSession *flui_window_get_session (FluiWindow *self);
FluiStagePage *flui_window_get_page (FluiWindow *self);
/* "source", "timings", "memory", "decisions", "notes"; opens the drawer. NULL closes it. */
void flui_window_show_drawer (FluiWindow *self, const char *name);
/* The drawer's tab; NULL while it is closed. */
const char *flui_window_get_drawer (FluiWindow *self);
/* What the error banner says; NULL while there is none. */
const char *flui_window_get_error (FluiWindow *self);

/* Writes the report folder in the background; a toast says when it is done. */
void flui_window_write_report (FluiWindow *self, const char *folder);
/* The shown picture as .svg, .pdf, .png or .dot. */
gboolean flui_window_export (FluiWindow *self, const char *path, GError **error);

/* Style sheet, icons, accelerators: once an application. */
void flui_window_set_up_application (GtkApplication *application);

FluiWhatif *flui_window_get_whatif (FluiWindow *self);
/* How things are looked at goes along. */
gboolean flui_window_save_session (FluiWindow *self, const char *path, GError **error);

/* Keeps the session in a file while the window is open: every ten seconds, and now. */
void flui_window_start_autosave (FluiWindow *self);
void flui_window_keep_session (FluiWindow *self);
/* The process is to end: what there is is kept for the next start. */
void flui_window_leave_session (FluiWindow *self);
/* Offers what a process that ended by itself had open; flui_window_get_lost: its file; NULL: nothing is offered. */
void flui_window_offer_lost (FluiWindow *self);
const char *flui_window_get_lost (FluiWindow *self);

G_END_DECLS
