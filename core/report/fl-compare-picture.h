/* The comparison as pictures: one a column, all over one layout of the same operators, so that
 * nothing moves from one to the next; each column's kernels are hulls around them. */
#pragma once

#include "fl-scene.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_columns;
  FlScene **scenes;         /* one a column; NULL once taken */
  FlPlacement *placement;   /* of all of them */
  const char **block_of_op; /* one an operator: the path of the closed block around it; NULL: none */
  const char
      *note; /* a sentence about folded parts, or why the layout is a plain one; NULL: none. Owned by the picture */
  FlArena *arena;
} FlComparePicture;

/* Lays out the operators (blocks: call it from a thread). options: folding; NULL: as the stages.
 * cancelled may be NULL. NULL + error: cancelled. */
FlComparePicture *fl_compare_picture_new (const FlComparison *comparison, const FlSceneOptions *options,
                                          const char *worker_path, guint deadline_ms, const gint *cancelled,
                                          GError **error);
void fl_compare_picture_free (FlComparePicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlComparePicture, fl_compare_picture_free)

/* One column's scene; the caller owns it. */
FlScene *fl_compare_picture_take_scene (FlComparePicture *picture, guint column);

/* The paths of the closed blocks that hold a difference's operators, to put into
 * FlSceneOptions.unfolded: NULL-terminated, free with g_strfreev; empty when all are in sight. */
char **fl_compare_picture_find_blocks (const FlComparePicture *picture, const FlComparison *comparison,
                                       guint difference);

/* All columns side by side under their titles, with the summary above and the legend below, as
 * .svg, .pdf or .png (by the path's end). */
gboolean fl_compare_picture_write (const FlComparePicture *picture, const FlComparison *comparison, gboolean dark,
                                   const char *path, GError **error);

G_END_DECLS
