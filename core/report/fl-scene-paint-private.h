/* What the two files of the painter share: a brush with fonts and colours for one call. */
#pragma once

#include <pango/pangocairo.h>

#include "fl-palette.h"
#include "fl-scene-private.h"
#include "fl-shape.h"

G_BEGIN_DECLS

/* How much of a box can be seen at a zoom. */
typedef enum
{
  FL_DETAIL_BLOCK, /* a block of colour */
  FL_DETAIL_GLYPH, /* outline and glyph */
  FL_DETAIL_TITLE, /* the first line too, as large as it must be to be read */
  FL_DETAIL_FULL
} FlDetail;

typedef struct
{
  cairo_t *cr;
  const FlScene *scene;
  const FlPlacement *placement;
  const FlPaint *paint;
  const FlThemeInfo *theme;
  FlDetail detail;
  PangoLayout *layout;
  PangoFontDescription *font;
  FlBox visible;
} FlBrush;

void fl_brush_set_color (FlBrush *brush, guint32 color, double alpha);
void fl_brush_set_stroke (FlBrush *brush, FlStroke stroke, double width);
void fl_brush_trace_shape (FlBrush *brush, const FlShape *shape);
gboolean fl_brush_sees (const FlBrush *brush, double x, double y, double width, double height);

typedef struct
{
  double x, y;      /* left end of the baseline, or its middle */
  double max_width; /* 0: any; longer text loses its middle */
  double size;
  gboolean bold, centered;
} FlTextSpot;
void fl_brush_draw_text (FlBrush *brush, const char *text, const FlTextSpot *spot);

void fl_brush_draw_edges (FlBrush *brush);
/* The signs and names of refused fusions. */
void fl_brush_draw_refusals (FlBrush *brush);
/* Below the arrows: kernels around their operators; above the boxes: their names. */
void fl_brush_draw_hulls (FlBrush *brush);
void fl_brush_draw_hull_labels (FlBrush *brush);
/* Inside a hull that is drawn as one thing. */
gboolean fl_brush_is_shadow (const FlBrush *brush, guint32 node);
/* Below the arrows: what only PyTorch has. Above the boxes: the badges of all. */
void fl_brush_draw_outlines (FlBrush *brush);
/* The groups of the replay, below the arrows; its pair, above everything. */
void fl_brush_draw_film_groups (FlBrush *brush);
void fl_brush_draw_film_pair (FlBrush *brush);
/* The numbered arrows of paint->path. */
void fl_brush_draw_way (FlBrush *brush);
void fl_brush_draw_marks (FlBrush *brush);

G_END_DECLS
