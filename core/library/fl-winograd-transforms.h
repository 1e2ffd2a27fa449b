/* Micro-kernels: the transforms F(2, 3) along lines and F(3 x 3, 2 x 2) of S. Winograd.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pixels of `width` channels, a multiple of 16. pixel: the tile's first; right, down: from one to
 * the next. 4 pixels of a line become 4 rows, `step` floats apart; 4 x 4 pixels become 16. */
void fl_winograd_line_in (const float *pixel, gint64 right, gint64 width, float *to, gint64 step);
void fl_winograd_square_in (const float *pixel, gint64 down, gint64 right, gint64 width, float *to, gint64 step);

/* 4 rows of products become 2 pixels, 16 become 9, with bias (NULL: none); NULL pixels are left
 * out. FALSE: some results are not finite. */
gboolean fl_winograd_line_out (const float *from, gint64 step, gint64 width, const float *bias, float *const *pixels);
gboolean fl_winograd_square_out (const float *from, gint64 step, gint64 width, const float *bias, float *const *pixels);

/* Taps of one channel and output as rows of weights, `step` floats apart: 3 become 4, and 2
 * become 4. */
void fl_winograd_weigh_three (const float taps[3], float *to, gint64 step);
void fl_winograd_weigh_two (const float taps[2], float *to, gint64 step);

G_END_DECLS
