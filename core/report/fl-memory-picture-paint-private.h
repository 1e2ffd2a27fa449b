/* What the two files of the painter of memory pictures share. */
#pragma once

#include "fl-memory-picture-private.h"

G_BEGIN_DECLS

static const double fl_memory_font_size = 11, fl_memory_small_font_size = 10;

typedef struct
{
  cairo_t *cr;
  const FlMemoryPicture *picture;
  const FlMemoryView *view;
  const FlMemoryPaint *paint;
  const FlThemeInfo *theme;
} FlMemoryBrush;

void fl_memory_brush_init (FlMemoryBrush *brush, cairo_t *cr, const FlMemoryPicture *picture, const FlMemoryView *view,
                           const FlMemoryPaint *paint);
void fl_memory_brush_set_color (const FlMemoryBrush *brush, guint32 color, double alpha);
void fl_memory_brush_set_stroke (const FlMemoryBrush *brush, FlStroke stroke, double width);
double fl_memory_brush_draw_text (const FlMemoryBrush *brush, const char *text, double x, double y, double max_width);
void fl_memory_brush_draw_splits (const FlMemoryBrush *brush);
void fl_memory_brush_draw_boxes (const FlMemoryBrush *brush);
void fl_memory_brush_trace_box (const FlMemoryBrush *brush, FlBox box);

G_END_DECLS
