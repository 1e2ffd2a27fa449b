/* Scene: one stage of a run (as far as that run went) turned into boxes, arrows and enclosing shapes, ready for layout
 * and painting. Nothing here knows of GTK or Graphviz. Sizes in points at zoom 1, y downwards. */
#pragma once

#include "fl-compare.h"
#include "fl-parity.h"

G_BEGIN_DECLS

/* Shape, glyph, stroke pattern and colour of a box. */
typedef enum
{
  FL_LOOK_INPUT,
  FL_LOOK_CONSTANT,
  FL_LOOK_POINTWISE,
  FL_LOOK_REDUCTION,
  FL_LOOK_VIEW,
  FL_LOOK_EXTERN,
  FL_LOOK_TEMPLATE,
  FL_LOOK_RANDOM,
  FL_LOOK_BUFFER,
  FL_LOOK_OUTPUT,
  FL_LOOK_FOLDED, /* a module that is collapsed: stacked cards and a count */
  FL_LOOK_OPAQUE, /* an operator that is not known */
  FL_N_LOOKS
} FlLook;

typedef enum
{
  FL_EDGE_DATA,
  FL_EDGE_MUTATION,
  FL_EDGE_WEAK,
  FL_EDGE_ALIAS,
  FL_EDGE_REUSE,
  FL_EDGE_REFUSED,  /* a fusion that a rule forbids; not laid out, drawn dashed, like the next two */
  FL_EDGE_REJECTED, /* a legal fusion that was refused by score, size or order */
  FL_EDGE_UNTRIED,  /* a fusion that the strategy never looked at */
  FL_N_EDGE_LOOKS
} FlEdgeLook;

/* A pair that is not one kernel, rather than something that one gives to the other. */
static inline gboolean
fl_edge_look_is_refusal (FlEdgeLook look)
{
  return look == FL_EDGE_REFUSED || look == FL_EDGE_REJECTED || look == FL_EDGE_UNTRIED;
}

typedef struct
{
  FlItem item;
  FlLook look;
  guint n_lines; /* text, first line is the title */
  const char *const *lines;
  const char *tooltip;  /* full text, several lines */
  const char *badges;   /* one letter each: "W" …; may be NULL */
  gint32 cluster;       /* position in clusters; -1: none */
  double heat;          /* 0 … 1; negative: unknown */
  gboolean is_faded;    /* unchanged or inlined: drawn weakly */
  FlMark mark;          /* beside PyTorch's own: SAME, CHANGED or OURS; NONE: not compared */
  double width, height; /* measured by fl_scene_measure */
} FlSceneNode;

typedef struct
{
  guint32 from, to; /* positions in nodes */
  FlEdgeLook look;
  const char *label; /* may be NULL */
  const char *tooltip;
} FlSceneEdge;

typedef struct
{
  FlItem item;
  const char *title; /* "op0_op1   2 ops   150 KiB saved" */
  const char *tooltip;
  gint32 parent; /* enclosing cluster; -1 */
  guint n_nodes;
  FlMark mark;        /* SAME or OURS; NONE: not compared */
  double title_width; /* measured by fl_scene_measure */
} FlSceneCluster;

/* A group that only PyTorch has: its members are drawn where we have them, tied together. */
typedef struct
{
  const char *label; /* "P1" */
  const char *tooltip;
  guint n_nodes;
  const guint32 *nodes; /* positions in nodes, each once */
} FlSceneOutline;

/* A kernel drawn where its operators stand: one shape around their boxes, with bridges along the arrows between them.
 * Moves nothing, so that several pictures of the same operators can be laid side by side. */
typedef struct
{
  FlItem item;          /* FL_ITEM_GROUP */
  const char *label;    /* "B3" */
  const char *title;    /* "B3  4 ops" */
  const char *subtitle; /* "300 KiB" */
  const char *tooltip;
  FlRelation relation;
  guint difference; /* position in the comparison's; G_MAXUINT: none */
  guint n_nodes;
  const guint32 *nodes; /* positions in nodes, ascending, each once */
  guint n_edges;
  const guint32 *edges; /* positions in edges: those between its nodes */
} FlSceneHull;

/* Something that is inside a closed block. */
typedef struct
{
  FlItem item;
  guint32 node; /* the block's position in nodes */
} FlSceneHidden;

typedef struct
{
  FlStage stage;
  guint n_nodes;
  FlSceneNode *nodes;
  guint n_edges;
  FlSceneEdge *edges;
  guint n_clusters;
  FlSceneCluster *clusters;
  FlArena *arena;
  guint64 hash;   /* of all that layout depends on; set by fl_scene_measure */
  guint n_folded; /* items that are inside closed modules */
  guint n_hidden;
  FlSceneHidden *hidden;             /* graph nodes that a box stands for without being called so */
  const char *note;                  /* a sentence about folded or omitted parts, for the banner; may be NULL */
  guint n_refused, n_refused_in_all; /* pairs drawn as dashed edges, of so many */
  gboolean is_compared;              /* beside PyTorch's own: the marks mean something */
  guint n_outlines;
  const FlSceneOutline *outlines;
  guint n_hulls; /* largest first */
  const FlSceneHull *hulls;
  const gint32 *hull_of_node; /* the smallest one; -1: none. NULL: no hulls */
  const char *prefix;         /* of ids in SVG; NULL: the stage's name */
} FlScene;

typedef struct
{
  gboolean fold_modules; /* collapse by module path where there are more nodes than max_nodes */
  guint max_nodes;       /* 0: 400 */
  /* A closed module is a node of look FL_LOOK_FOLDED and item kind FL_ITEM_NONE, an open one a cluster of item kind
   * FL_ITEM_NONE; the name of the item is the path to put here, or to take out. */
  const char *const *unfolded; /* NULL-terminated module paths that stay open */
  const char *const
      *folded; /* NULL-terminated module paths that stay closed; wins over `unfolded`, inside too; may be NULL */
  gboolean show_refused;  /* refused fusions as dashed edges */
  guint max_refused;      /* most refused fusions that are drawn; 0: 24 */
  const FlParity *parity; /* of this run: marks what PyTorch has, too, at SCHEDULE and FUSE; may be NULL; not kept */
} FlSceneOptions;

/* Which stages a run has a scene for: all reached ones. Never fails for those. */
FlScene *fl_scene_new (const FlRun *run, FlStage stage, const FlSceneOptions *options);
/* Of a run with a partition: the graph of operations with one box a fusion, before lowering. */
FlScene *fl_scene_new_regions (const FlRun *run, const FlSceneOptions *options);
void fl_scene_free (FlScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlScene, fl_scene_free)

/* --- layout --------------------------------------------------------------------------------- */
typedef struct
{
  double x, y;
} FlPoint;

typedef struct
{
  guint n_points; /* Bezier: 1 + 3 k */
  FlPoint *points;
  gboolean has_arrow;
  FlPoint arrow;                   /* tip */
  guint16 stub_from, n_stubs_from; /* n_points 0: which of how many stubs at its start … */
  guint16 stub_to, n_stubs_to;     /* … and at its end */
} FlSpline;

typedef struct
{
  double x, y, width, height; /* top left corner and size */
} FlBox;

typedef struct
{
  double width, height;
  guint n_nodes;
  FlBox *nodes;
  guint n_edges;
  FlSpline *edges; /* n_points 0: draw a straight line or a stub */
  guint n_clusters;
  FlBox *clusters;
  gboolean is_coarse; /* the deadline passed: a plain layered layout took over */
  const char *note;   /* a sentence about folded or cut parts, for the banner; may be NULL */
  FlArena *arena;
  gatomicrefcount refs; /* the cache holds one; fl_placement_free drops one */
} FlPlacement;

FlPlacement *fl_placement_ref (FlPlacement *placement);
void fl_placement_free (FlPlacement *placement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlPlacement, fl_placement_free)

/* Lays out by Graphviz in `fuseloom-worker layout` (a process a layout: deterministic, killable); beyond deadline_ms,
 * or where Graphviz fails, by our own layered layout. Cached by the scene's hash. cancelled as in FlPass. Blocks: call
 * it from a thread. */
FlPlacement *fl_layout_run (const FlScene *scene, const char *worker_path, guint deadline_ms, const gint *cancelled,
                            GError **error);
/* The worker's side: reads a graph on stdin, writes positions on stdout. */
int fl_layout_worker_main (int argc, char **argv);
/* Loads what a layout needs, and lays nothing out. */
void fl_layout_worker_load (void);

/* One arrow of a way through the picture: from one box to another. */
typedef struct
{
  guint32 from, to; /* positions in nodes */
} FlScenePathHop;

/* --- painting: one painter for the canvas, the minimap, PNG and PDF ------------------------- */
typedef struct
{
  gboolean dark;
  gboolean high_contrast;
  double zoom;   /* for the level of detail: text vanishes when it would be under 9 px */
  FlBox visible; /* in scene points; width 0: everything */
  gboolean heat;
  const guint8 *lit;          /* n_nodes flags: 1 related nodes of the selection, 2 the selection itself; may be NULL */
  gint32 hovered;             /* position in nodes; -1 */
  gint32 focused_edge;        /* -1 */
  guint difference;           /* position + 1 of the difference that is looked at: the others step back; 0: none */
  gboolean shows_kernels;     /* hulls as one thing each, their operators as shadows */
  guint n_path;               /* a way through the picture: arrows with numbers, above everything */
  const FlScenePathHop *path; /* may be NULL */
  const struct _FlFilmFrame *film; /* a moment of the replay, in the place of the clusters; may be NULL */
  double growth;                   /* how far the groups that the replay's step unites have grown together: 0 … 1 */
} FlPaint;

typedef struct _cairo cairo_t;
/* Measures text and sets width and height of every node; uses Pango. Call before layout. */
void fl_scene_measure (FlScene *scene);
void fl_scene_paint (cairo_t *cr, const FlScene *scene, const FlPlacement *placement, const FlPaint *paint);
/* Position in nodes at a point, or -1; likewise clusters and edges (within `reach` points). */
gint32 fl_scene_pick_node (const FlScene *scene, const FlPlacement *placement, double x, double y);
gint32 fl_scene_pick_cluster (const FlScene *scene, const FlPlacement *placement, double x, double y);
gint32 fl_scene_pick_hull (const FlScene *scene, const FlPlacement *placement, double x,
                           double y); /* around one of its boxes */
gint32 fl_scene_pick_edge (const FlScene *scene, const FlPlacement *placement, double x, double y, double reach);

/* --- export --------------------------------------------------------------------------------- */
gboolean fl_scene_write_svg (const FlScene *scene, const FlPlacement *placement, gboolean dark, const char *path,
                             GError **error);
void fl_scene_append_svg (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark);
gboolean fl_scene_write_pdf (const FlScene *scene, const FlPlacement *placement, const char *path, GError **error);
gboolean fl_scene_write_png (const FlScene *scene, const FlPlacement *placement, gboolean dark, double scale,
                             const char *path, GError **error);
void fl_scene_append_dot (GString *out, const FlScene *scene);

G_END_DECLS
