/* FluiEventList: the events of one stage as a GListModel; rows are made on demand, so 200,000
 * decisions cost an array of numbers. A filter in words keeps what matches: free text, or
 * verdict:accept, reason:TEXT, node:NAME, kind:NAME. Identical notes are not folded. */
#pragma once

#include <gio/gio.h>

#include "fl-run.h"

G_BEGIN_DECLS

#define FLUI_TYPE_EVENT_ROW (flui_event_row_get_type ())
G_DECLARE_FINAL_TYPE (FluiEventRow, flui_event_row, FLUI, EVENT_ROW, GObject)

/* Borrowed; lives as long as the row. */
const FlEvent *flui_event_row_get_event (FluiEventRow *self);

#define FLUI_TYPE_EVENT_LIST (flui_event_list_get_type ())
G_DECLARE_FINAL_TYPE (FluiEventList, flui_event_list, FLUI, EVENT_LIST, GObject)

FluiEventList *flui_event_list_new (void);
/* run may be NULL. A filter takes effect when all events have been looked at, some in every turn of the main loop. */
void flui_event_list_set (FluiEventList *self, const FlRun *run, FlStage stage, const char *filter);
guint flui_event_list_get_n_all (FluiEventList *self);
/* Position of the row of a step, or of the nearest one before it; G_MAXUINT when there is none. */
guint flui_event_list_find_step (FluiEventList *self, guint32 step);

G_END_DECLS
