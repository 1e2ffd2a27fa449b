/* FluiReplay: the fusion rounds, replayed: the nodes laid out once, groups that grow together as
 * the strategy decides, and beside them the round's candidates in the order of their scores. Every
 * frame is an event of the run.
 *
 * Keys, wherever the focus is in the page: Space plays or pauses, Left and Right go one step, Home
 * and End to the ends, [ and ] a round, minus and plus change the speed, D skips what was only
 * looked at. */
#pragma once

#include <gtk/gtk.h>

#include "flui-canvas.h"
#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_REPLAY (flui_replay_get_type ())
G_DECLARE_FINAL_TYPE (FluiReplay, flui_replay, FLUI, REPLAY, GtkWidget)

GtkWidget *flui_replay_new (FluiSession *session);

/* What is not seen is not laid out: the window says when it is. */
void flui_replay_set_active (FluiReplay *self, gboolean active);
gboolean flui_replay_is_busy (FluiReplay *self); /* laying out */
FluiCanvas *flui_replay_get_canvas (FluiReplay *self);
guint32 flui_replay_get_step (FluiReplay *self);
void flui_replay_set_step (FluiReplay *self, guint32 step);
void flui_replay_set_playing (FluiReplay *self, gboolean playing);
gboolean flui_replay_is_playing (FluiReplay *self);
/* 0.5, 1, 2 or 4. */
void flui_replay_set_speed (FluiReplay *self, double speed);
/* Candidates that were only looked at are passed over. */
void flui_replay_set_only_decisions (FluiReplay *self, gboolean only);
/* Of the chosen round. */
guint flui_replay_get_round (FluiReplay *self);
void flui_replay_set_round (FluiReplay *self, guint round);

G_END_DECLS
