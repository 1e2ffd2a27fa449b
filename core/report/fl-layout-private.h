/* What the parts of layout share: ranks, the plain layered layout, and the placement that both fill in. */
#pragma once

#include "fl-scene-private.h"

G_BEGIN_DECLS

enum
{
  FL_MAX_SPAN = 12, /* arrows over more ranks than this become stubs */
  FL_SPINE_WEIGHT = 16,
  FL_RANK_GAP = 30,            /* between ranks, points */
  FL_NODE_GAP = 18,            /* between neighbours in a rank */
  FL_MAX_GRAPHVIZ_NODES = 1500 /* more than this goes straight to the layered layout */
};

/* An empty placement with space for everything of the scene. */
FlPlacement *fl_placement_new (const FlScene *scene);
/* Size of the whole from what was placed; moves everything so that it starts at a margin. */
void fl_placement_finish (FlPlacement *placement, const FlScene *scene);

/* Longest-path ranks; nodes that only inputs and constants feed stand just above their first reader. Edges that go
 * backwards in the order of nodes, refused fusions and reused memory do not count. */
guint fl_layout_rank (const FlScene *scene, guint *ranks);
/* One longest path gets heavy edges: a straight spine keeps long graphs from drifting sideways. is_spine: one flag a
 * node; its path is rank by rank, so an arrow between two marked neighbouring ranks is on it. */
void fl_layout_mark_spine (const FlScene *scene, const guint *ranks, guint n_ranks, gboolean *is_spine);
gboolean fl_layout_is_constraint (const FlScene *scene, const FlSceneEdge *edge);

/* Our own layered layout: ranks, a few sweeps of ordering, positions by least squares. Linear but for sorting; good
 * for tens of thousands of nodes; clusters are boxes around their members. */
FlPlacement *fl_layout_layered (const FlScene *scene);

G_END_DECLS
