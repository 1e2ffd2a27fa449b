/* What the painter and the SVG writer of memory pictures share. */
#pragma once

#include "fl-memory-picture.h"

G_BEGIN_DECLS

/* Under so many pixels a box is not drawn by itself, but counted with its neighbours. */
static const double fl_memory_small = 2;

/* fl-memory-picture-pools.c */
void fl_memory_picture_add_splits (FlMemoryPicture *picture, const FlRun *run);

/* Boxes too small to be seen, together. */
typedef struct
{
  FlBox box;
  guint n;
} FlMemoryHeap;

/* Heaps of what is seen; GArray of FlMemoryHeap. is_drawn[n_boxes]: those that are large enough,
 * and seen. */
GArray *fl_memory_view_gather (const FlMemoryView *view, const FlMemoryPicture *picture, guint8 *is_drawn);

/* Round distances of the lines across: in powers of two bytes, and in steps of 1, 2, 5, 10 … */
double fl_memory_view_get_byte_tick (const FlMemoryView *view);
double fl_memory_view_get_step_tick (const FlMemoryView *view);

/* Lines across with their words. */
typedef struct
{
  gint64 bytes;
  char *text; /* owned */
  guint32 color;
  FlStroke stroke;
  double width;
} FlMemoryLevel;
/* Arena, bound, capacity, measured: at most 4; returns how many. Equal ones are one. */
guint fl_memory_picture_list_levels (const FlMemoryPicture *picture, gboolean dark, FlMemoryLevel levels[4]);

G_END_DECLS
