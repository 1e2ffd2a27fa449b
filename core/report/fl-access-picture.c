/* Pictures of two walks through one buffer: loops are cut to a few steps each, so that a corner shows the pattern. */
#include "fl-access-picture.h"

#include <string.h>

#include "fl-text.h"

/* --- loops made alike ------------------------------------------------------------------------- */

typedef struct
{
  guint n;
  FlAccessLoop loops[FL_ACCESS_MAX_LOOPS];
  gint64 limits[FL_ACCESS_MAX_LOOPS];
} Walk;

/* A loop over 6 elements beside one with steps of 3 becomes two, over 2 and over 3. */
static gboolean
cut_loop (Walk *walk, gint64 stride)
{
  for (guint i = 0; i < walk->n && walk->n < FL_ACCESS_MAX_LOOPS; i++)
    {
      FlAccessLoop *loop = &walk->loops[i];
      const gint64 parts = loop->stride > 0 && stride % loop->stride == 0 ? stride / loop->stride : 0;

      if (parts <= 1 || parts >= loop->size || loop->size % parts != 0)
        continue;
      memmove (loop + 1, loop, (walk->n - i) * sizeof *loop);
      walk->n++;
      loop[0].size /= parts;
      loop[0].stride = stride;
      loop[1].size = parts;
      return TRUE;
    }
  return FALSE;
}

static void
make_alike (Walk *walks)
{
  gboolean is_changed = TRUE;

  while (is_changed)
    {
      is_changed = FALSE;
      for (guint side = 0; side < 2; side++)
        for (guint i = 0; i < walks[1 - side].n; i++)
          is_changed = cut_loop (&walks[side], walks[1 - side].loops[i].stride) || is_changed;
    }
}

/* How many different steps of either walk are shorter than this one. */
static guint
get_rank (const Walk *walks, gint64 stride)
{
  guint rank = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < walks[side].n; i++)
      {
        const gint64 other = ABS (walks[side].loops[i].stride);
        gboolean was_met = other == 0 || other >= ABS (stride);

        for (guint s = 0; s <= side && !was_met; s++)
          for (guint k = 0; k < (s == side ? i : walks[s].n) && !was_met; k++)
            was_met = ABS (walks[s].loops[k].stride) == other;
        rank += !was_met;
      }
  return rank;
}

/* Four steps along the rows of memory and three across, or three, two and two where there are more; what does not move
 * is passed twice. */
static void
limit_loops (const Walk *walks, Walk *walk)
{
  static const gint64 flat[] = { 4, 3, 1 }, deep[] = { 3, 2, 2 };
  const gint64 *limits = get_rank (walks, G_MAXINT64) > 2 ? deep : flat;

  for (guint i = 0; i < walk->n; i++)
    {
      const guint rank = get_rank (walks, walk->loops[i].stride);
      const gint64 limit = walk->loops[i].stride == 0 ? 2 : rank < G_N_ELEMENTS (flat) ? limits[rank] : 1;

      walk->limits[i] = MIN (limit, walk->loops[i].size);
    }
}

/* --- visits ----------------------------------------------------------------------------------- */

static FlAccessCell *
find_cell (FlAccessPicture *picture, gint64 address)
{
  guint i = 0;

  while (i < picture->n_cells && picture->cells[i].address < address)
    i++;
  if (i < picture->n_cells && picture->cells[i].address == address)
    return &picture->cells[i];
  if (picture->n_cells == FL_ACCESS_MAX_CELLS)
    return NULL;
  memmove (&picture->cells[i + 1], &picture->cells[i], (picture->n_cells - i) * sizeof *picture->cells);
  picture->n_cells++;
  picture->cells[i] = (FlAccessCell) { .address = address };
  return &picture->cells[i];
}

/* The iteration is counted in mixed radix: the innermost loop's digit changes fastest. */
static void
visit_all (FlAccessPicture *picture, const Walk *walk, gint64 offset, guint side)
{
  gint64 n = 1;

  for (guint i = 0; i < walk->n; i++)
    n *= walk->limits[i];
  for (gint64 step = 0; step < n; step++)
    {
      gint64 rest = step, address = offset;
      guint result = 0, place = 1;
      FlAccessCell *cell;

      for (guint i = walk->n; i-- > 0; rest /= walk->limits[i])
        {
          const gint64 digit = rest % walk->limits[i];

          address += digit * walk->loops[i].stride;
          if (walk->loops[i].is_reduced)
            continue;
          result += (guint) digit * place;
          place *= (guint) walk->limits[i];
        }
      cell = find_cell (picture, address);
      if (cell == NULL)
        continue;
      if (cell->n_visits[side]++ == 0)
        cell->visits[side] = (guint) step + 1;
      cell->results[side] = result;
    }
}

/* Rows are elements that follow each other with the shortest step. */
static void
set_rows (FlAccessPicture *picture)
{
  gint64 shortest = G_MAXINT64;

  for (guint i = 1; i < picture->n_cells; i++)
    shortest = MIN (shortest, picture->cells[i].address - picture->cells[i - 1].address);
  for (guint i = 0; i < picture->n_cells; i++)
    {
      FlAccessCell *cell = &picture->cells[i];

      if (i == 0 || cell->address - cell[-1].address != shortest)
        picture->n_rows++;
      else
        cell->column = cell[-1].column + 1;
      cell->row = picture->n_rows - 1;
      picture->n_columns = MAX (picture->n_columns, cell->column + 1);
    }
}

gboolean
fl_access_picture_init (FlAccessPicture *picture, const FlAccess *access)
{
  Walk walks[2] = { { 0 }, { 0 } };

  *picture = (FlAccessPicture) { .names = { access->sides[0].node, access->sides[1].node } };
  for (guint side = 0; side < 2; side++)
    {
      const FlAccessSide *from = &access->sides[side];

      if (from->index == NULL || !from->is_linear)
        return FALSE;
      walks[side].n = from->n_loops;
      memcpy (walks[side].loops, from->loops, sizeof from->loops);
      for (guint i = 0; i < from->n_loops; i++)
        picture->is_reduction[side] = picture->is_reduction[side] || from->loops[i].is_reduced;
    }
  make_alike (walks);
  for (guint side = 0; side < 2; side++)
    {
      limit_loops (walks, &walks[side]);
      visit_all (picture, &walks[side], access->sides[side].offset, side);
    }
  set_rows (picture);
  return picture->n_cells > 1;
}

/* --- text ------------------------------------------------------------------------------------- */

char *
fl_access_cell_dup_text (const FlAccessPicture *picture, const FlAccessCell *cell, guint side)
{
  const char *again = cell->n_visits[side] > 1 ? "+" : "";

  if (cell->n_visits[side] == 0)
    return g_strdup ("·");
  if (picture->is_reduction[side])
    return g_strdup_printf ("%c%s", 'a' + (int) (cell->results[side] % 26), again);
  return g_strdup_printf ("%u%s", cell->visits[side], again);
}

/* Text of a width in characters, not bytes. */
static void
append_right (GString *out, const char *text, guint width)
{
  for (glong i = g_utf8_strlen (text, -1); i < (glong) width; i++)
    g_string_append_c (out, ' ');
  g_string_append (out, text);
}

static void
append_row (GString *out, const FlAccessPicture *picture, guint row)
{
  enum
  {
    WIDTH = 4
  };

  for (guint side = 0; side < 2; side++)
    {
      guint column = 0;

      g_string_append (out, "  ");
      for (guint i = 0; i < picture->n_cells; i++)
        {
          g_autofree char *text = NULL;

          if (picture->cells[i].row != row)
            continue;
          text = fl_access_cell_dup_text (picture, &picture->cells[i], side);
          append_right (out, text, WIDTH);
          column++;
        }
      for (; side == 0 && column < picture->n_columns; column++)
        append_right (out, "", WIDTH);
    }
}

void
fl_access_picture_append (GString *out, const FlAccessPicture *picture, const char *indent)
{
  const guint width = MAX (picture->n_columns * 4, 6);

  g_string_append_printf (out, "%s%-12s  %*s  %*s\n", indent, "element", (int) width, picture->names[0], (int) width,
                          picture->names[1]);
  for (guint row = 0; row < picture->n_rows; row++)
    {
      guint first = 0;

      while (picture->cells[first].row != row)
        first++;
      g_string_append_printf (out, "%s%-12" G_GINT64_FORMAT, indent, picture->cells[first].address);
      append_row (out, picture, row);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (out, "%s%s\n", indent,
                          picture->is_reduction[0] || picture->is_reduction[1]
                              ? "(a corner of it; numbers: the order of steps, letters: the result it is reduced into)"
                              : "(a corner of it; numbers: the order in which the steps come)");
}

gboolean
fl_access_have_equal_elements (const FlAccess *access)
{
  return access->kind == FL_ACCESS_ORDER || access->kind == FL_ACCESS_LOOPS || access->kind == FL_ACCESS_BROADCAST
         || access->kind == FL_ACCESS_AXIS || access->kind == FL_ACCESS_DEEPER;
}

void
fl_access_append_words (GString *out, const FlAccess *access, const char *indent)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) MAX (access->bytes, 0));
  const gboolean flows = access->sides[0].is_write || access->sides[1].is_write;

  g_string_append_printf (out, "%s%s: %s\n", indent, fl_access_kind_get_name (access->kind),
                          fl_access_kind_get_sentence (access->kind));
  if (fl_access_have_equal_elements (access))
    g_string_append_printf (out, "%s%s of %s %s:\n", indent, bytes, access->buffer,
                            flows ? "flow from one to the other" : "are read by both");
  else
    g_string_append_printf (out, "%sof %s each touches %s or more:\n", indent, access->buffer, bytes);
  for (guint side = 0; side < 2; side++)
    {
      g_string_append_printf (out, "%s  %s ", indent, access->sides[side].node);
      fl_access_append_side (out, &access->sides[side]);
      g_string_append_c (out, '\n');
    }
  if (access->n_others > 0)
    g_string_append_printf (out, "%s  and %u more buffer%s, with fewer bytes, that both touch\n", indent,
                            access->n_others, access->n_others == 1 ? "" : "s");
}

void
fl_access_append_story (GString *out, const FlAccess *access, const char *indent)
{
  FlAccessPicture picture;

  fl_access_append_words (out, access, indent);
  if (access->kind != FL_ACCESS_ORDERED && fl_access_picture_init (&picture, access))
    fl_access_picture_append (out, &picture, indent);
}
