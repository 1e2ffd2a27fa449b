/* Palette: the colours, glyphs and stroke patterns of boxes and arrows, in one table for canvas, legend, export and
 * report. Colour never speaks alone: every kind also has a shape, a glyph of two letters and a stroke pattern. */
#pragma once

#include "fl-scene.h"

G_BEGIN_DECLS

typedef enum
{
  FL_STROKE_SOLID,
  FL_STROKE_DASHED,
  FL_STROKE_DOTTED,
  FL_STROKE_DASH_DOT,
  FL_STROKE_LONG_DASH,
  FL_STROKE_DOUBLE
} FlStroke;

/* 0xRRGGBB */
typedef struct
{
  guint32 fill, stroke;
} FlColorPair;

typedef struct
{
  const char *name;  /* "pointwise" */
  const char *glyph; /* "PW" */
  FlStroke stroke;
  FlColorPair light, dark;
} FlLookInfo;

typedef struct
{
  const char *name; /* "data" */
  FlStroke stroke;
  double width;
  guint32 light, dark;
} FlEdgeInfo;

/* Colours that belong to no kind. */
typedef struct
{
  guint32 canvas, text, secondary, group, selection, hover, shadow;
  double group_tint; /* opacity of a cluster's fill */
} FlThemeInfo;

/* Marks of the comparison with PyTorch: each has a colour, a shape of badge, a glyph and a pattern of outline. */
typedef struct
{
  const char *glyph;    /* "=" */
  const char *sentence; /* for legend and tooltips */
  FlStroke stroke;
  guint32 light, dark;
} FlMarkInfo;

const FlMarkInfo *fl_mark_get_info (FlMark mark);

static inline guint32
fl_mark_get_color (FlMark mark, gboolean dark)
{
  return dark ? fl_mark_get_info (mark)->dark : fl_mark_get_info (mark)->light;
}

/* How a kernel relates to those of other columns: sign, colour and, inside the hull, a pattern. */
typedef struct
{
  const char *sign; /* "+" */
  guint32 light, dark;
} FlRelationInfo;

const FlRelationInfo *fl_relation_get_info (FlRelation relation);

static inline guint32
fl_relation_get_color (FlRelation relation, gboolean dark)
{
  return dark ? fl_relation_get_info (relation)->dark : fl_relation_get_info (relation)->light;
}

typedef struct _cairo cairo_t;
/* color: 0xRRGGBB; alpha: 0 to 1. */
void fl_color_set (cairo_t *cr, guint32 color, double alpha);
/* The badge around (x, y): circle, triangle, square or diamond with the glyph, or with label where it is not NULL. */
void fl_mark_paint_badge (cairo_t *cr, FlMark mark, double x, double y, double radius, const char *label,
                          gboolean dark);

const FlLookInfo *fl_look_get_info (FlLook look);
const FlEdgeInfo *fl_edge_look_get_info (FlEdgeLook look);
const FlThemeInfo *fl_theme_get_info (gboolean dark);

static inline FlColorPair
fl_look_get_colors (FlLook look, gboolean dark)
{
  return dark ? fl_look_get_info (look)->dark : fl_look_get_info (look)->light;
}

static inline guint32
fl_edge_look_get_color (FlEdgeLook look, gboolean dark)
{
  return dark ? fl_edge_look_get_info (look)->dark : fl_edge_look_get_info (look)->light;
}

/* Cividis in six steps; the same in both modes. text: black or white, whichever reads better on it. */
guint32 fl_heat_get_color (double heat, guint32 *text);

/* What tells refused fusions apart beside their strokes, in the middle of their arrows: a bar in a circle (a rule
 * forbids it), a cross (not worth it), a question mark (not tried). */
void fl_edge_paint_refusal (cairo_t *cr, FlEdgeLook look, double x, double y, double radius, gboolean dark);

/* The dashes of a pattern for a line of this width; returns how many of dashes[4] are used, 0: solid. */
guint fl_stroke_get_dashes (FlStroke stroke, double width, double dashes[4]);

G_END_DECLS
