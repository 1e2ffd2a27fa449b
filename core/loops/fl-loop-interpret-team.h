/* Positions that run at the same time in the loop interpreter: private to its files. */
#pragma once

#include "fl-loop-interpret-private.h"

G_BEGIN_DECLS

enum
{
  FL_LOOP_MAX_TEAM_AXES = 3,
  FL_LOOP_MAX_POSITIONS = 8192
};

/* One position with what it has to itself. */
typedef struct
{
  gint64 at[FL_LOOP_MAX_TEAM_AXES]; /* along the team's axes */
  FlLoopMemory *homes;              /* all; what does not live within the team is shared with the position around */
  GHashTable *let;
  GArray *names;
  FlLoopScope scope;
  FlLoopActor actor;
} FlLoopPosition;

typedef struct
{
  guint n_axes, n;
  FlAxisId axes[FL_LOOP_MAX_TEAM_AXES];
  gint64 extents[FL_LOOP_MAX_TEAM_AXES];
  FlLoopPosition *positions;
  const FlLoopScope *outer;
} FlLoopTeam;

/* Does anybody wait for others in the statement, or in what is below it? */
gboolean fl_loop_team_meets (const FlLoopRunner *runner, FlStmtId stmt);
/* A COMBINE or BARRIER, by the active positions (guint, of the team). */
gboolean fl_loop_team_meet (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt);

G_END_DECLS
