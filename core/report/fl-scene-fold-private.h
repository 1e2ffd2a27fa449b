/* What the two files of folding share: the tree of modules and runs, and the boxes and arrows made from it. */
#pragma once

#include "fl-scene-private.h"

G_BEGIN_DECLS

typedef struct _FlFoldGroup Group;

typedef struct
{
  Group *group; /* NULL: the box `leaf` */
  guint32 leaf;
} Child;

struct _FlFoldGroup
{
  const char *path;  /* interned; "" for the root */
  const char *title; /* last part of the path */
  Group *parent;
  GArray *children; /* Child */
  GHashTable *by_part;
  guint n_leaves;
  guint depth;
  gboolean is_run;
  gboolean is_open;
  gint32 cluster;
};

typedef struct
{
  FlSceneBuilder *builder;
  GPtrArray *groups; /* all, root first, breadth not guaranteed */
  GArray *nodes;     /* the new ones */
  guint32 *map;      /* old position -> new */
  guint n_visible;
} Fold;

/* Boxes of a group: its members when it is open, one card when it is closed. */
void fl_fold_emit_group (Fold *fold, Group *group, gint32 cluster);
/* Arrows between the new boxes; parallel ones become one with a count. map: old position -> new. */
void fl_fold_remap_edges (FlSceneBuilder *builder, const guint32 *map);
/* Groups of fused nodes become one box each. */
void fl_fold_collapse_clusters (FlSceneBuilder *builder);

G_END_DECLS
