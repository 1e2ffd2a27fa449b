/* The picture of the replay: the nodes of a fusion log laid out once, so that nothing moves from
 * step to step, and what is painted over them at a step: groups as closed shapes, and the pair that
 * is being decided. */
#pragma once

#include "fl-fusion-log.h"

G_BEGIN_DECLS

/* A group at some moment. */
typedef struct
{
  guint number; /* "g7" */
  guint n_nodes;
  const guint32 *nodes; /* positions in the scene, which are those in the log */
} FlFilmGroup;

typedef struct _FlFilmFrame
{
  FlArena *arena;
  guint32 step;
  guint n_groups;
  const FlFilmGroup *groups;
  guint32 a, b; /* the pair of the event; G_MAXUINT32: none */
  FlVerdict verdict;
  gboolean merges;        /* a and b, and with them their groups, become one with this step */
  guint32 seam_a, seam_b; /* merges: the two boxes between which they grow together */
  const char *label;      /* of the pair: "already in group 7"; NULL: none */
} FlFilmFrame;

/* One box a node of the log, in its order; clusters are the groups as they end, for the layout
 * only. */
FlScene *fl_film_new_scene (const FlFusionLog *log);

/* The moment after `step` events. placement: of that scene. */
FlFilmFrame *fl_film_frame_new (const FlFusionLog *log, const FlPlacement *placement, guint32 step);
void fl_film_frame_free (FlFilmFrame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlFilmFrame, fl_film_frame_free)

/* What happens with the step, in a sentence; of step 0, what the round does. */
char *fl_film_dup_sentence (const FlFusionLog *log, guint32 step);
/* The next step at which something is decided about a pair: a merge, or a refusal when it was tried
 * (not when it was only looked at). n_steps: none is left. */
guint32 fl_film_find_decision (const FlFusionLog *log, guint32 step);

G_END_DECLS
