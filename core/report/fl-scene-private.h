/* What the files of the scene share: the builder that stages fill in, folding, and the metrics of a box. */
#pragma once

#include "fl-intern.h"
#include "fl-scene.h"
#include "fl-text.h"

G_BEGIN_DECLS

/* --- metrics, in points at zoom 1 ----------------------------------------------------------- */
enum
{
  FL_BOX_BAND = 22, /* coloured band with the glyph */
  FL_BOX_PAD_X = 9,
  FL_BOX_PAD_Y = 7,
  FL_BOX_TITLE = 15, /* height of the first line */
  FL_BOX_LINE = 13,  /* of the others */
  FL_BOX_MIN_WIDTH = 92,
  FL_CLUSTER_TITLE = 20, /* height of the strip that holds a cluster's title */
  FL_CLUSTER_PAD = 10,
  FL_HULL_PAD = 8,     /* around the boxes of a kernel */
  FL_HULL_BRIDGE = 14, /* width along the arrows inside it */
  FL_MAX_LABEL = 40,   /* characters */
  FL_FEW_REFUSED = 6   /* refused pairs; when there are more, only lit ones are labelled */
};

#define FL_FONT_FAMILY "Cantarell, Inter, Noto Sans, DejaVu Sans, sans-serif"
static const double fl_font_title = 12, fl_font_line = 10.5, fl_font_glyph = 9, fl_font_cluster = 11;

/* --- building ------------------------------------------------------------------------------- */
typedef struct
{
  const FlRun *run;
  FlStage stage;
  FlSceneOptions options;
  FlArena *arena;
  GArray *nodes;        /* FlSceneNode */
  GPtrArray *paths;     /* one a node: its module path, or NULL */
  GPtrArray *sections;  /* one a node: the user's line of code it stands for, or NULL */
  GArray *edges;        /* FlSceneEdge */
  GArray *clusters;     /* FlSceneCluster */
  GArray *hidden;       /* FlSceneHidden */
  GHashTable *by_name;  /* interned name -> position + 1 */
  GHashTable *seen;     /* edges added: from, to, look */
  GHashTable *concepts; /* name of an operation -> GString: what the strategy calls it; NULL: nothing to tell */
  GString *note;
  guint n_folded;
  guint n_refused, n_refused_in_all;
} FlSceneBuilder;

/* Text for a box, growing line by line; the strings live in the builder's arena. */
typedef struct
{
  guint n;
  const char *lines[6];
  GString *tooltip;
} FlSceneText;

FlLook fl_scene_look_of_kernel (const FlKernel *kernel);

void fl_scene_text_init (FlSceneText *text);
/* At most FL_MAX_LABEL characters, the middle left out; the whole goes into the tooltip too. NULL or "": nothing. */
void fl_scene_text_add (FlSceneText *text, FlSceneBuilder *builder, const char *line);
void fl_scene_text_tip (FlSceneText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Takes the text over (frees its tooltip) and sets the item's position for finding. path, section: may be NULL. */
guint32 fl_scene_builder_add_node (FlSceneBuilder *builder, FlItem item, FlLook look, FlSceneText *text);
FlSceneNode *fl_scene_builder_get_node (FlSceneBuilder *builder, guint32 position);
void fl_scene_builder_set_place (FlSceneBuilder *builder, guint32 position, const char *path, const char *section);
/* G_MAXUINT32 when there is none. */
guint32 fl_scene_builder_find (FlSceneBuilder *builder, const char *name);
void fl_scene_builder_name (FlSceneBuilder *builder, const char *name, guint32 position);
/* One arrow a pair and look; more of them are merged. Ignores from == to and G_MAXUINT32. */
void fl_scene_builder_add_edge (FlSceneBuilder *builder, guint32 from, guint32 to, FlEdgeLook look, const char *label,
                                const char *tooltip);
gint32 fl_scene_builder_add_cluster (FlSceneBuilder *builder, FlItem item, const char *title, const char *tooltip,
                                     gint32 parent);
void fl_scene_builder_note (FlSceneBuilder *builder, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A scene by any builder: fl_scene_new for what is no stage. */
typedef void (*FlSceneBuild) (FlSceneBuilder *builder, gpointer data);
FlScene *fl_scene_new_built (const FlRun *run, FlStage stage, const FlSceneOptions *options, FlSceneBuild build,
                             gpointer data);

/* Middle left out beyond n_characters. */
const char *fl_scene_clip (FlArena *arena, const char *text, guint n_characters);

/* Fewer boxes: first groups, then modules, then runs of neighbours, until at most options.max_nodes are left. Also
 * draws open modules as clusters where nodes have module paths and no clusters yet. */
void fl_scene_builder_fold (FlSceneBuilder *builder);

/* Marks of what PyTorch has, too; the outlines of what only PyTorch has. */
void fl_scene_add_marks (FlScene *scene, const FlParity *parity);

/* The overlay of PyTorch's own in SVG: below the arrows, and above the boxes. */
void fl_scene_append_svg_outlines (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark);
void fl_scene_append_svg_refusal (GString *out, FlEdgeLook look, FlPoint at, gboolean dark);
/* How wide a kernel is along one of its arrows: wide between neighbours, thin where the arrow is only hinted at. */
double fl_hull_get_bridge (const FlPlacement *placement, const FlScene *scene, guint32 edge);
void fl_scene_append_svg_hulls (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark);
void fl_scene_append_svg_hull_labels (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark);
void fl_scene_append_svg_badges (GString *out, const FlScene *scene, const FlPlacement *placement, gboolean dark);

/* --- one function a stage ------------------------------------------------------------------- */
void fl_scene_build_graph (FlSceneBuilder *builder, const FlGraph *graph, FlItemKind kind);
void fl_scene_build_lowered (FlSceneBuilder *builder);
void fl_scene_build_realized (FlSceneBuilder *builder);
void fl_scene_build_schedule (FlSceneBuilder *builder, const FlSchedule *schedule);
void fl_scene_build_fused (FlSceneBuilder *builder);
/* What events say of operations under a strategy over tensor operations: class, part in a stitched kernel, tile. Fills
 * builder->concepts; the caller destroys them. */
void fl_scene_builder_read_concepts (FlSceneBuilder *builder);
/* A line of the box, and more in the tooltip, of what the scheduler node computes. */
void fl_scene_text_add_concepts (FlSceneText *text, FlSceneBuilder *builder, const FlSchedNode *node);
/* The graph after the plan, of which `data` fusions are applied already. */
void fl_scene_build_regions (FlSceneBuilder *builder, gpointer data);
/* Fusions that the run had applied where it was stopped; 0: it was not stopped there. */
guint fl_scene_count_applied (const FlRun *run);
void fl_scene_build_memory (FlSceneBuilder *builder);
void fl_scene_build_codegen (FlSceneBuilder *builder, const FlVariantTime *times);
void fl_scene_build_run (FlSceneBuilder *builder);

/* --- shared by stages ----------------------------------------------------------------------- */
FlLook fl_look_of_node (const FlNode *node);
FlLook fl_look_of_buffer (const FlBuffer *buffer);
FlLook fl_look_of_sched_node (const FlSchedNode *node);
/* "aten.add.Tensor" without ".default". Interned. */
const char *fl_scene_short_target (const char *target);
/* "f32[10, 1]". In the arena. */
const char *fl_scene_layout_text (FlSceneBuilder *builder, const FlLayout *layout);
/* Place of the first origin of a buffer or node: its module path and source code. */
void fl_scene_builder_place_origins (FlSceneBuilder *builder, guint32 position, const FlGraph *graph,
                                     const FlNodeId *origins, guint n_origins);
void fl_scene_tip_origins (FlSceneText *text, const FlGraph *graph, const FlNodeId *origins, guint n_origins);
void fl_scene_tip_source (FlSceneText *text, const FlNode *node);

G_END_DECLS
