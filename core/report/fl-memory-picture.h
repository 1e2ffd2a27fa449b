/* Memory picture: a memory map as something to look at: steps from left to right, offsets upwards,
 * a box for as long as a buffer lives. One painter for the window, PNG and PDF, one writer for SVG.
 * The facts are the map's; here is only where they are drawn. */
#pragma once

#include "fl-memory-map.h"
#include "fl-palette.h"

G_BEGIN_DECLS

/* How a buffer came to its memory: hatch and seam. */
typedef enum
{
  FL_TENURE_OWN,
  FL_TENURE_REUSED,  /* lies where another lay before, by decision */
  FL_TENURE_INPLACE, /* written over what is read for the last time */
  FL_TENURE_SLICE    /* a part of another buffer */
} FlTenure;

typedef struct
{
  double begin, end; /* in steps: of two that share a step, the one that is written over ends in its middle */
  FlTenure tenure;
  FlLook look;         /* of its producer */
  const char *node;    /* the scheduled node that writes it; NULL: not known */
  gint32 former;       /* whose memory it has: a box; -1: nobody's */
  gint32 next;         /* who has its memory after it; -1 */
  gboolean is_waiting; /* stepping: its place in a pool is still to be found */
} FlPictureBox;

/* A part of a pool: splits are drawn around the boxes that lie in them. */
typedef struct
{
  FlPoolNodeKind kind;
  guint pool, depth;         /* depth 0: the whole pool */
  gint64 offset, size_bytes; /* in the arena */
  double begin, end;         /* in steps */
  guint n_parts;
  gint32 box; /* of a BLOCK: its box; -1 */
} FlPictureSplit;

typedef struct
{
  FlArena *arena;
  const FlMemoryMap *map;
  FlPictureBox *boxes; /* one a box of the map */
  guint n_splits;
  const FlPictureSplit *splits; /* of Inductor's pools, every one before its parts */
  gint64 capacity;              /* a line; 0: none was given */
} FlMemoryPicture;

/* All in the arena. run gives the kinds of producers and may be NULL. */
FlMemoryPicture *fl_memory_picture_new (FlArena *arena, const FlMemoryMap *map, const FlRun *run);
/* Highest of arena, bound and capacity, in bytes; at least 1. */
gint64 fl_memory_picture_get_extent (const FlMemoryPicture *picture);

/* --- what is seen ----------------------------------------------------------------------------- */
typedef struct
{
  double width, height;
  double step, step_span;   /* left end, and how much of the steps is seen */
  double bytes, bytes_span; /* lower end, and how much */
  FlBox plot;               /* where the boxes are; set by fl_memory_view_place */
  FlBox strip;              /* bytes alive below; height 0: no room */
} FlMemoryView;

/* Everything. other: a second plan that must fit in too; may be NULL. */
void fl_memory_view_fit (FlMemoryView *view, const FlMemoryPicture *picture, const FlMemoryPicture *other, double width,
                         double height);
/* Keeps the visible part while the widget takes another size. */
void fl_memory_view_place (FlMemoryView *view, double width, double height);
double fl_memory_view_get_x (const FlMemoryView *view, double step);
double fl_memory_view_get_y (const FlMemoryView *view, double bytes);
/* Where a box is drawn, clipped to nothing. */
FlBox fl_memory_view_get_box (const FlMemoryView *view, const FlMemoryPicture *picture, guint box);

typedef struct
{
  gboolean dark, high_contrast;
  const char *other_name;       /* owner of the outlines; NULL: the other plan's planner */
  const FlMemoryPicture *other; /* drawn as outlines; may be NULL */
  const FlMapChange *changes;   /* from other to this one: same ones are not drawn twice; may be NULL */
  guint n_changes;
  const guint8 *lit;                 /* n_boxes: related nodes of the selection; may be NULL */
  gint32 selected, partner, hovered; /* boxes; -1 */
  gint32 step;                       /* the one that is looked at; -1 */
} FlMemoryPaint;

/* Axes, boxes, lines: what changes only with the view. */
void fl_memory_picture_paint (cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                              const FlMemoryPaint *paint);
/* Selection, arrows to former owners, refused reuse, the step that is looked at. */
void fl_memory_picture_paint_marks (cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                                    const FlMemoryPaint *paint);
/* The box at a place, slices before what they are part of; -1. n_near, which may be NULL: how many
 * boxes there are too small to be told apart; 0 where it is drawn by itself. */
gint32 fl_memory_picture_pick (const FlMemoryPicture *picture, const FlMemoryView *view, double x, double y,
                               guint *n_near);
/* Several lines: what the box is, where it lies, why. */
/* "pool 0", "one after the other (TemporalSplit of 3)": what a split is. */
char *fl_memory_picture_dup_split (const FlMemoryPicture *picture, guint split);
char *fl_memory_picture_dup_tooltip (const FlMemoryPicture *picture, guint box);

/* "At most 768 KiB alive (in cpp_fused_2); arena 1.12 MiB, 46 % above the lower bound 768 KiB.";
 * with another plan, what would change with that one. other_name: what to call it; NULL: by its
 * planner. */
char *fl_memory_picture_dup_summary (const FlMemoryPicture *picture, const FlMemoryPicture *other,
                                     const char *other_name);

/* --- files -------------------------------------------------------------------------------------
 */
void fl_memory_picture_append_svg (GString *out, const FlMemoryPicture *picture, const FlMemoryPaint *paint,
                                   double width, double height);
typedef enum
{
  FL_PICTURE_SVG,
  FL_PICTURE_PDF,
  FL_PICTURE_PNG
} FlPictureFormat;

gboolean fl_memory_picture_write_as (const FlMemoryPicture *picture, const FlMemoryPaint *paint, FlPictureFormat format,
                                     const char *path, GError **error);
/* By the ending of the name: .svg, .pdf or .png. */
gboolean fl_memory_picture_write (const FlMemoryPicture *picture, const FlMemoryPaint *paint, const char *path,
                                  GError **error);

G_END_DECLS
