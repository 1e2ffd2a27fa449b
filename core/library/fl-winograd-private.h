/* What the files on Winograd's convolutions share. */
#pragma once

#include "fl-winograd.h"

G_BEGIN_DECLS

enum
{
  FL_WINOGRAD_PHASES = 4, /* at most */
  FL_WINOGRAD_TAPS = 4,   /* pixels of a tile, each way */
  FL_WINOGRAD_PLACES = FL_WINOGRAD_TAPS * FL_WINOGRAD_TAPS
};

/* Scratch memory and products of one thread. */
typedef struct
{
  float *window, *transformed, *products, *results;
  FlPrimitive *multiply[FL_WINOGRAD_PHASES][FL_WINOGRAD_PLACES];
} FlWinogradScratch;

struct _FlWinograd
{
  FlConvolution shape;
  gint64 in[2], out[2], in_step[2], out_step[2], padding[2]; /* of rows and columns */
  gint64 step, n_places, n_phases;
  gint64 tiles[2], block[2], n_blocks[2]; /* of an image, of a block, and blocks of an image */
  gint64 images;              /* of a block: several where they are small, so that weights are read less often */
  gint64 in_width, out_width; /* channels and outputs in whole vectors */
  guint n_threads;
  float *weights, *bias; /* weights: [phase][place][channel][output] */
  FlWinogradScratch *scratch;
};

/* Geometry of dimension d, rows or columns. Of the outputs r, r + 2, …: where the first one's taps begin, and how many
 * outputs there are. */
gint64 fl_winograd_find_low (const FlWinograd *self, guint d, gint64 r);
gint64 fl_winograd_count_outputs (const FlWinograd *self, guint d, gint64 r);
gint64 fl_winograd_get_origin (const FlWinograd *self, guint d);   /* where the first tile begins */
gint64 fl_winograd_get_step (const FlWinograd *self, guint d);     /* pixels from one tile to the next */
gint64 fl_winograd_get_outputs (const FlWinograd *self, guint d);  /* of a tile */
gint64 fl_winograd_count_window (const FlWinograd *self, guint d); /* pixels that a block's tiles read */
gint64 fl_winograd_count_tiles_at_once (const FlWinograd *self);
gint64 fl_winograd_count_tasks (const FlWinograd *self); /* blocks of all images */

G_END_DECLS
