/* The picture of two walks through a buffer, drawn: two grids of the same elements side by side. */
#include "fl-access-picture.h"

#define TITLE 20.0
#define ROW 22.0
#define GAP 16.0
#define MARGIN 2.0
#define TEXT 11.0

double
fl_access_picture_get_height (const FlAccessPicture *picture)
{
  return TITLE + picture->n_rows * ROW + 2 * MARGIN;
}

static void
show_text (cairo_t *cr, const char *text, double x, double y)
{
  cairo_move_to (cr, x, y);
  cairo_show_text (cr, text);
}

/* Late steps are darker; a reduction's shade is that of the result. */
static double
get_shade (const FlAccessPicture *picture, const FlAccessCell *cell, guint side)
{
  guint most = 1;

  for (guint i = 0; i < picture->n_cells; i++)
    most = MAX (most,
                picture->is_reduction[side] ? picture->cells[i].results[side] + 1 : picture->cells[i].visits[side]);
  return 0.1 + 0.5 * (picture->is_reduction[side] ? cell->results[side] : cell->visits[side]) / most;
}

static void
paint_cell (cairo_t *cr, const FlAccessPicture *picture, const FlAccessCell *cell, guint side, double x, double y,
            double width, const double ink[3])
{
  g_autofree char *text = fl_access_cell_dup_text (picture, cell, side);
  cairo_text_extents_t extents;

  cairo_rectangle (cr, x + 0.5, y + 0.5, width - 2, ROW - 2);
  if (cell->n_visits[side] > 0)
    {
      cairo_set_source_rgba (cr, 0.36, 0.56, 0.92, get_shade (picture, cell, side));
      cairo_fill_preserve (cr);
    }
  cairo_set_source_rgba (cr, ink[0], ink[1], ink[2], cell->n_visits[side] > 0 ? 0.6 : 0.2);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_set_source_rgba (cr, ink[0], ink[1], ink[2], cell->n_visits[side] > 0 ? 1 : 0.5);
  cairo_text_extents (cr, text, &extents);
  show_text (cr, text, x + (width - extents.x_advance) / 2, y + ROW / 2 + TEXT / 3);
}

void
fl_access_picture_paint (cairo_t *cr, const FlAccessPicture *picture, double width, const double ink[3])
{
  const double side_width = (width - GAP - 2 * MARGIN) / 2, cell_width = MIN (side_width / picture->n_columns, 36);

  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, TEXT);
  for (guint side = 0; side < 2; side++)
    {
      const double left = MARGIN + side * (side_width + GAP);

      cairo_set_source_rgb (cr, ink[0], ink[1], ink[2]);
      show_text (cr, picture->names[side], left, TITLE - 7);
      for (guint i = 0; i < picture->n_cells; i++)
        paint_cell (cr, picture, &picture->cells[i], side, left + picture->cells[i].column * cell_width,
                    MARGIN + TITLE + picture->cells[i].row * ROW, cell_width, ink);
    }
}
