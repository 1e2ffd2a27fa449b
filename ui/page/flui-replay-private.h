/* What the parts of the replay share: flui-replay.c plays it, flui-replay-build.c its widgets
 * and keys. */
#pragma once

#include <adwaita.h>

#include "fl-film.h"

#include "flui-replay.h"

G_BEGIN_DECLS

typedef struct _FluiReplayJob FluiReplayJob;

struct _FluiReplay
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *paned;  /* picture | candidates */
  GtkWidget *rounds; /* a drop-down */
  GtkWidget *about;  /* the round's effect, in figures */
  GtkWidget *speed;  /* a drop-down */
  GtkWidget *only_decisions;
  GtkWidget *canvas;
  GtkWidget *nothing; /* said when there is no replay */
  GtkWidget *busy;
  GtkWidget *table; /* candidates of the round */
  GtkWidget *list_title;
  GtkWidget *bar;         /* a FluiStepBar */
  const FlFusionLog *log; /* the session's; compared, and used until "run-changed" */
  FlPlacement *placement;
  FlFilmFrame *frame;
  guint32 step;
  guint round;
  FluiReplayJob *job; /* the newest layout under way; borrowed */
  AdwAnimation *growing;
  gboolean is_active, is_setting;
  gboolean is_placed; /* the panes have their sizes: from then on they are the user's */
};

static const double flui_replay_speeds[] = { 0.5, 1, 2, 4 };

/* Handlers of the session's signals. */
void flui_replay_on_run_changed (FluiSession *session, FluiReplay *self);
void flui_replay_on_selection_changed (FluiSession *session, FluiReplay *self);
void flui_replay_fill_rounds (FluiReplay *self);
/* Goes on from the current step by so many, or to the next decision. */
void flui_replay_move (FluiReplay *self, int by);
double flui_replay_get_speed (FluiReplay *self);
const FlFusionRound *flui_replay_peek_round (FluiReplay *self); /* NULL: none */

G_END_DECLS
