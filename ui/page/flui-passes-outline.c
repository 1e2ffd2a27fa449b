/* The outlines before and after a pass, side by side: what belongs together stands at one height,
 * and signs in front of lines say what changed, colours beside them. */
#include <adwaita.h>
#include <string.h>

#include "fl-intern.h"

#include "flui-passes-private.h"
#include "flui-scroller.h"

enum
{
  BEFORE,
  AFTER,
  N_SIDES
};

typedef struct
{
  FluiPasses *page;
  const FlKernelStep *before, *step;
  GString *texts[N_SIDES];
  GArray *marks[N_SIDES]; /* FlStepLineMark a line; FL_N_STEP_LINES: nothing stands there */
} Filler;

/* --- text ------------------------------------------------------------------------------------- */

/* Where a line comes from stands far to the right in files, where it can be a column. */
static void
append_line (GString *out, const char *line)
{
  const char *from = strstr (line, "  # "), *end = from;

  while (end && end > line && end[-1] == ' ')
    end--;
  if (!from)
    g_string_append (out, line);
  else
    g_string_append_printf (out, "%.*s   %s", (int) (end - line), line, from + 2);
}

/* line: NULL: nothing stands there. */
static void
add_line (Filler *filler, guint side, FlStepLineMark mark, const char *line)
{
  const guint none = FL_N_STEP_LINES, sign = mark;

  if (filler->texts[side]->len || filler->marks[side]->len)
    g_string_append_c (filler->texts[side], '\n');
  if (line)
    {
      g_string_append_printf (filler->texts[side], "%c ", fl_step_line_get_sign (mark));
      append_line (filler->texts[side], line);
    }
  g_array_append_vals (filler->marks[side], line ? &sign : &none, 1);
}

/* Removed and added lines of one place stand beside each other as far as they go. */
static guint
add_hunk (Filler *filler, guint first)
{
  const FlKernelStep *step = filler->step;
  guint n_removed = 0, n_added = 0, n;

  while (first + n_removed < step->n_lines && step->lines[first + n_removed].mark == FL_STEP_LINE_REMOVED)
    n_removed++;
  while (first + n_removed + n_added < step->n_lines
         && step->lines[first + n_removed + n_added].mark == FL_STEP_LINE_ADDED)
    n_added++;
  n = MAX (n_removed, n_added);
  for (guint i = 0; i < n; i++)
    {
      const FlStepLine *gone = i < n_removed ? &step->lines[first + i] : NULL,
                       *new = i < n_added ? &step->lines[first + n_removed + i] : NULL;

      add_line (filler, BEFORE, FL_STEP_LINE_REMOVED, gone ? filler->before->outline[gone->before - 1] : NULL);
      add_line (filler, AFTER, FL_STEP_LINE_ADDED, new ? step->outline[new->after - 1] : NULL);
    }
  return n_removed + n_added;
}

static void
add_lines (Filler *filler)
{
  const FlKernelStep *step = filler->step;

  for (guint i = 0; i < step->n_lines;)
    {
      const FlStepLine *line = &step->lines[i];

      if (line->mark == FL_STEP_LINE_REMOVED || line->mark == FL_STEP_LINE_ADDED)
        {
          i += add_hunk (filler, i);
          continue;
        }
      add_line (filler, BEFORE, line->mark, filler->before->outline[line->before - 1]);
      add_line (filler, AFTER, line->mark, step->outline[line->after - 1]);
      i++;
    }
}

static void
show_side (Filler *filler, guint side)
{
  FluiPasses *self = filler->page;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[side]));
  const GArray *marks = filler->marks[side];

  gtk_text_buffer_set_text (buffer, filler->texts[side]->str, -1);
  for (guint i = 0; i < marks->len; i++)
    {
      const guint mark = g_array_index (marks, guint, i);
      GtkTextIter start, end;

      if (mark == FL_N_STEP_LINES || mark == FL_STEP_LINE_KEPT)
        continue;
      gtk_text_buffer_get_iter_at_line (buffer, &start, i);
      end = start;
      gtk_text_iter_forward_to_line_end (&end); /* over the line's end, the next line would lose its colour */
      gtk_text_buffer_apply_tag (buffer, self->tags[side][mark], &start, &end);
    }
}

static void
name_sides (FluiPasses *self)
{
  const char *names[N_SIDES]
      = { self->step > 0 ? self->steps->steps[self->step - 1].name : NULL, self->steps->steps[self->step].name };

  for (guint side = 0; side < N_SIDES; side++)
    {
      g_autofree char *title
          = g_strdup_printf ("%s %s", side == BEFORE ? "Before: after" : "After", names[side] ? names[side] : "");

      gtk_label_set_text (GTK_LABEL (self->titles[side]), title);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (self->sides[side]), GTK_ACCESSIBLE_PROPERTY_LABEL, title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
          "In front of a line: plus, it is new; minus, it is gone; tilde, the same statement reads otherwise", -1);
    }
}

void
flui_passes_fill_outlines (FluiPasses *self)
{
  const FlKernelStep *step = &self->steps->steps[self->step];
  Filler filler = { .page = self, .step = step, .before = self->step > 0 ? step - 1 : step };

  for (guint side = 0; side < N_SIDES; side++)
    {
      filler.texts[side] = g_string_new (NULL);
      filler.marks[side] = g_array_new (FALSE, FALSE, sizeof (guint));
    }
  add_lines (&filler);
  name_sides (self);
  gtk_widget_set_visible (gtk_paned_get_start_child (GTK_PANED (self->outlines)), self->step > 0);
  for (guint side = 0; side < N_SIDES; side++)
    {
      show_side (&filler, side);
      g_string_free (filler.texts[side], TRUE);
      g_array_unref (filler.marks[side]);
    }
  flui_passes_light_outlines (self);
  flui_passes_move_change (self, 0);
}

char *
flui_passes_dup_side (FluiPasses *self, gboolean after)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[after ? AFTER : BEFORE]));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* --- where lines come from -------------------------------------------------------------------- */

/* "op3" of a line that ends in "# op3: add"; NULL: it comes from no single operation. */
static const char *
find_op (GtkTextBuffer *buffer, int line)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL, *op = NULL;
  const char *from;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  from = strstr (text, "  # op");
  if (!from)
    return NULL;
  op = g_strndup (from + 4, strcspn (from + 4, ": "));
  return fl_intern (op);
}

static gboolean
is_lit (FluiPasses *self, const char *op)
{
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (self->session, &n_items);

  for (guint i = 0; op && i < n_items; i++)
    if (items[i].kind == FL_ITEM_OP && items[i].name == op)
      return TRUE;
  return FALSE;
}

/* Lines of what is selected are bold. */
void
flui_passes_light_outlines (FluiPasses *self)
{
  for (guint side = 0; side < N_SIDES; side++)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[side]));
      GtkTextIter start, end;

      gtk_text_buffer_get_bounds (buffer, &start, &end);
      gtk_text_buffer_remove_tag (buffer, self->lit[side], &start, &end);
      for (int line = 0; line < gtk_text_buffer_get_line_count (buffer); line++)
        {
          if (!is_lit (self, find_op (buffer, line)))
            continue;
          gtk_text_buffer_get_iter_at_line (buffer, &start, line);
          end = start;
          gtk_text_iter_forward_to_line_end (&end);
          gtk_text_buffer_apply_tag (buffer, self->lit[side], &start, &end);
        }
    }
}

/* The cursor on a line selects the operation that it comes from. */
static void
on_cursor (GtkTextBuffer *buffer, GParamSpec *spec, FluiPasses *self)
{
  GtkTextIter at;
  const char *op;

  if (!gtk_widget_has_focus (self->sides[BEFORE]) && !gtk_widget_has_focus (self->sides[AFTER]))
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &at, gtk_text_buffer_get_insert (buffer));
  op = find_op (buffer, gtk_text_iter_get_line (&at));
  if (op)
    flui_session_select (self->session, (FlItem) { FL_ITEM_OP, op });
}

/* --- from change to change -------------------------------------------------------------------- */

static gboolean
is_changed (FluiPasses *self, int line)
{
  for (guint side = 0; side < N_SIDES; side++)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[side]));
      GtkTextIter at;

      if (!gtk_text_buffer_get_iter_at_line (buffer, &at, line))
        continue;
      for (guint mark = FL_STEP_LINE_ADDED; mark < FL_N_STEP_LINES; mark++)
        if (gtk_text_iter_has_tag (&at, self->tags[side][mark]))
          return TRUE;
    }
  return FALSE;
}

static void
go_to_line (FluiPasses *self, int line)
{
  for (guint side = 0; side < N_SIDES; side++)
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[side]));
      GtkTextIter at;

      gtk_text_buffer_get_iter_at_line (buffer, &at, line);
      gtk_text_buffer_place_cursor (buffer, &at);
      gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->sides[side]), gtk_text_buffer_get_insert (buffer), 0.2, FALSE,
                                    0, 0);
    }
}

/* The first line of each run of changed ones; by 0: the first of all. */
void
flui_passes_move_change (FluiPasses *self, int by)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[AFTER]));
  const int n = gtk_text_buffer_get_line_count (buffer);
  GtkTextIter cursor;
  int line;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  line = by == 0 ? -1 : gtk_text_iter_get_line (&cursor);
  for (line += by < 0 ? -1 : 1; line >= 0 && line < n; line += by < 0 ? -1 : 1)
    if (is_changed (self, line) && (line == 0 || !is_changed (self, line - 1)))
      {
        go_to_line (self, line);
        return;
      }
}

/* --- widgets ---------------------------------------------------------------------------------- */

void
flui_passes_color_outlines (FluiPasses *self)
{
  static const char *const colors[FL_N_STEP_LINES][2] = { [FL_STEP_LINE_ADDED] = { "#d8f0dd", "#1d3f28" },
                                                          [FL_STEP_LINE_REMOVED] = { "#fbe0de", "#4d2321" },
                                                          [FL_STEP_LINE_RESPELLED] = { "#e1e5f8", "#2b3158" } };
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  for (guint side = 0; side < N_SIDES; side++)
    for (guint mark = FL_STEP_LINE_ADDED; mark < FL_N_STEP_LINES; mark++)
      g_object_set (self->tags[side][mark], "paragraph-background", colors[mark][dark], NULL);
}

static GtkWidget *
make_side (FluiPasses *self, guint side, GtkAdjustment *adjustment)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller = flui_scroller_new ();
  GtkTextBuffer *buffer;

  self->titles[side] = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->titles[side]), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->titles[side]), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->titles[side], "replay-title");
  self->sides[side] = gtk_text_view_new ();
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->sides[side]), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->sides[side]), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->sides[side]), 6);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->sides[side]), 4);
  gtk_widget_add_css_class (self->sides[side], "code");
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->sides[side]));
  for (guint mark = 0; mark < FL_N_STEP_LINES; mark++)
    self->tags[side][mark] = gtk_text_buffer_create_tag (buffer, fl_step_line_get_name (mark), NULL);
  self->lit[side] = gtk_text_buffer_create_tag (buffer, "lit", "weight", PANGO_WEIGHT_BOLD, NULL);
  g_signal_connect (buffer, "notify::cursor-position", G_CALLBACK (on_cursor), self);
  if (adjustment) /* both sides scroll together */
    gtk_scrolled_window_set_vadjustment (GTK_SCROLLED_WINDOW (scroller), adjustment);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->sides[side]);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (column), self->titles[side]);
  gtk_box_append (GTK_BOX (column), scroller);
  gtk_widget_set_size_request (column, 160, 90);
  return column;
}

GtkWidget *
flui_passes_make_outlines (FluiPasses *self)
{
  GtkWidget *before = make_side (self, BEFORE, NULL), *scroller = gtk_widget_get_last_child (before);

  self->outlines = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->outlines), before);
  gtk_paned_set_end_child (GTK_PANED (self->outlines),
                           make_side (self, AFTER,
                                      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller))));
  gtk_paned_set_shrink_start_child (GTK_PANED (self->outlines), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->outlines), FALSE);
  flui_passes_color_outlines (self);
  return self->outlines;
}
