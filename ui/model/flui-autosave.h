/* What a window had, kept in a file while it is open, so that a crash loses ten seconds at most. One file a window, in
 * the user's state folder, beside a lock that the process holds: a file whose lock nobody holds was lost. */
#pragma once

#include "flui-whatif.h"

G_BEGIN_DECLS

typedef struct _FluiAutosave FluiAutosave;

/* NULL: there is no place to keep anything; no reason to bother anybody. */
FluiAutosave *flui_autosave_new (void);
/* keep: somebody is to find it, as after a crash. */
void flui_autosave_free (FluiAutosave *self, gboolean keep);
/* Writes the session with this view (taken), unless it is what was written before. Nothing when there is no graph.
 * FALSE: it could not be written. */
gboolean flui_autosave_save (FluiAutosave *self, FluiWhatif *whatif, struct cJSON *view, GError **error);

/* The newest one that was lost; NULL: none. Free with g_free. */
char *flui_autosave_find_lost (void);
/* Removes one that was lost, once it is offered and taken or declined. */
void flui_autosave_forget (const char *path);

G_END_DECLS
