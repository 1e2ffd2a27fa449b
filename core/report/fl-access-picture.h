/* A corner of a buffer, and in which order two nodes pass over it: numbers for steps, letters for the result that a
 * reduction adds the element to. */
#pragma once

#include <cairo.h>

#include "fl-access.h"

G_BEGIN_DECLS

enum
{
  FL_ACCESS_MAX_CELLS = 48
};

typedef struct
{
  gint64 address; /* in elements from the start of the buffer */
  guint row, column;
  guint visits[2]; /* by side: the step that comes to it first, from 1; 0: none does */
  guint n_visits[2];
  guint results[2]; /* of a reduction: which result it goes into, from 0 */
} FlAccessCell;

typedef struct
{
  const char *names[2]; /* of the two nodes; interned */
  guint n_rows, n_columns;
  gboolean is_reduction[2];
  guint n_cells; /* by address */
  FlAccessCell cells[FL_ACCESS_MAX_CELLS];
} FlAccessPicture;

/* FALSE: there is nothing to draw, since an index is loaded or follows no loops. */
gboolean fl_access_picture_init (FlAccessPicture *picture, const FlAccess *access);
/* What stands in a cell for one side: "3", "b", "·"; with a sign where it comes there again. */
char *fl_access_cell_dup_text (const FlAccessPicture *picture, const FlAccessCell *cell, guint side);
/* Lines of text, each indented. */
void fl_access_picture_append (GString *out, const FlAccessPicture *picture, const char *indent);
/* Two grids, their cells the darker the later they come; ink: the colour of text, red, green, blue. */
void fl_access_picture_paint (cairo_t *cr, const FlAccessPicture *picture, double width, const double ink[3]);
double fl_access_picture_get_height (const FlAccessPicture *picture);
/* Do both come to the same elements? Only then is what one touches what the other does. */
gboolean fl_access_have_equal_elements (const FlAccess *access);
/* The kind in a sentence, the bytes, both accesses: lines of text, each indented. */
void fl_access_append_words (GString *out, const FlAccess *access, const char *indent);
/* … and the picture. */
void fl_access_append_story (GString *out, const FlAccess *access, const char *indent);

G_END_DECLS
