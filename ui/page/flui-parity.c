#include "flui-parity.h"

#include <adwaita.h>
#include <math.h>

#include "flui-scroller.h"
#include "flui-table.h"

enum
{
  MAX_WHOLE_LINES = 6000, /* longer texts are shown around their differences only */
  N_CONTEXT = 4,
  FOLLOW_US = 800000
};

typedef enum
{
  SHOW_DIFFERENCES,
  SHOW_BEFORE,
  SHOW_AFTER
} Show;

typedef struct
{
  GtkWidget *view;
  GtkTextBuffer *buffer;
  GtkTextTag *changed, *missing, *number;
} Side;

struct _FluiParity
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *choice;
  GtkWidget *verdict; /* of the texts */
  GtkWidget *jump;    /* to the next differing lines */
  GtkWidget *stack;
  GtkWidget *nothing; /* said where a list would be empty */
  GtkWidget *table;
  Side sides[2];  /* PyTorch's, ours */
  GArray *places; /* lines of the buffers where differences begin: guint */
  guint place;
  gint64 follow_until_us;
  gboolean is_stale;
};

G_DEFINE_FINAL_TYPE (FluiParity, flui_parity, GTK_TYPE_WIDGET)

static Show
get_show (FluiParity *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));
}

/* --- the list ---------------------------------------------------------------------------------- */

static const FlParityEntry *
get_entries (FluiParity *self, guint *n_entries)
{
  const FlParity *parity = flui_session_get_parity (self->session);

  *n_entries = 0;
  return parity ? fl_parity_get_entries (parity, flui_session_get_stage (self->session), n_entries) : NULL;
}

static char *
dup_cell (guint row, guint column, double *value, gpointer data)
{
  guint n_entries;
  const FlParityEntry *entries = get_entries (data, &n_entries);

  *value = column == 0 ? row : NAN;
  if (row >= n_entries)
    return g_strdup ("");
  if (column == 0)
    return g_strdup_printf ("%u", row + 1);
  return g_strdelimit (g_strdup (column == 1 ? entries[row].title : entries[row].reason), "\n", ' ');
}

static void
on_row_chosen (FluiTable *table, guint row, FluiParity *self)
{
  flui_session_set_difference (self->session, row);
}

static void
fill_list (FluiParity *self)
{
  guint n_entries;

  get_entries (self, &n_entries);
  flui_table_set_n_rows (FLUI_TABLE (self->table), n_entries);
  flui_table_mark (FLUI_TABLE (self->table), flui_session_get_difference (self->session));
}

/* --- the texts --------------------------------------------------------------------------------- */

static void
add_line (Side *side, const char *line, guint number, GtkTextTag *tag)
{
  g_autofree char *valid = line ? g_utf8_make_valid (line, -1) : g_strdup ("");
  g_autofree char *prefix = line ? g_strdup_printf ("%5u  ", number) : g_strdup ("       ");
  g_autofree char *rest = g_strconcat (valid, "\n", NULL);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (side->buffer, &end);
  /* tag may be NULL, which ends the list */
  gtk_text_buffer_insert_with_tags (side->buffer, &end, prefix, -1, side->number, tag, NULL);
  gtk_text_buffer_get_end_iter (side->buffer, &end);
  if (tag)
    gtk_text_buffer_insert_with_tags (side->buffer, &end, rest, -1, tag, NULL);
  else
    gtk_text_buffer_insert (side->buffer, &end, rest, -1);
}

static void
add_equal (FluiParity *self, const FlParityText *text, guint a, guint b, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      add_line (&self->sides[0], text->theirs->pdata[a + i], a + i + 1, NULL);
      add_line (&self->sides[1], text->ours->pdata[b + i], b + i + 1, NULL);
    }
}

/* Equal lines between two differences; of a long text only those next to them. */
static void
add_between (FluiParity *self, const FlParityText *text, guint a, guint b, guint n, gboolean cut)
{
  g_autofree char *note = NULL;

  if (!cut || n <= 2 * N_CONTEXT + 1)
    {
      add_equal (self, text, a, b, n);
      return;
    }
  note = g_strdup_printf ("… %u equal lines …", n - 2 * N_CONTEXT);
  add_equal (self, text, a, b, N_CONTEXT);
  for (guint i = 0; i < 2; i++)
    {
      GtkTextIter end;
      g_autofree char *line = g_strdup_printf ("       %s\n", note);

      gtk_text_buffer_get_end_iter (self->sides[i].buffer, &end);
      gtk_text_buffer_insert_with_tags (self->sides[i].buffer, &end, line, -1, self->sides[i].number, NULL);
    }
  add_equal (self, text, a + n - N_CONTEXT, b + n - N_CONTEXT, N_CONTEXT);
}

static void
add_hunk (FluiParity *self, const FlParityText *text, const FlHunk *hunk)
{
  guint n = MAX (hunk->n_a, hunk->n_b);
  guint line = (guint) gtk_text_buffer_get_line_count (self->sides[0].buffer) - 1;

  g_array_append_val (self->places, line);
  for (guint i = 0; i < n; i++)
    {
      gboolean has_a = i < hunk->n_a, has_b = i < hunk->n_b;

      add_line (&self->sides[0], has_a ? text->theirs->pdata[hunk->from_a + i] : NULL, hunk->from_a + i + 1,
                has_a ? self->sides[0].changed : self->sides[0].missing);
      add_line (&self->sides[1], has_b ? text->ours->pdata[hunk->from_b + i] : NULL, hunk->from_b + i + 1,
                has_b ? self->sides[1].changed : self->sides[1].missing);
    }
}

static void
fill_texts (FluiParity *self, const FlParityText *text)
{
  gboolean cut = text->theirs && text->theirs->len + text->ours->len > MAX_WHOLE_LINES;
  guint a = 0, b = 0;

  for (guint i = 0; i < 2; i++)
    gtk_text_buffer_set_text (self->sides[i].buffer, "", 0);
  g_array_set_size (self->places, 0);
  self->place = G_MAXUINT;
  if (!text->hunks)
    return;
  for (guint i = 0; i < text->hunks->len; i++)
    {
      const FlHunk *hunk = &g_array_index (text->hunks, FlHunk, i);

      add_between (self, text, a, b, hunk->from_a - a, cut);
      add_hunk (self, text, hunk);
      a = hunk->from_a + hunk->n_a;
      b = hunk->from_b + hunk->n_b;
    }
  add_between (self, text, a, b, text->theirs->len - a, cut);
}

static char *
dup_verdict (const FlParityText *text)
{
  guint n = text->hunks ? text->hunks->len : 0;

  switch (text->verdict)
    {
    case FL_TEXT_ABSENT:
    case FL_TEXT_OTHER_FORM: return g_strdup_printf ("Not compared: %s", text->why);
    case FL_TEXT_IDENTICAL: return g_strdup_printf ("Identical, all %u lines", text->theirs->len);
    case FL_TEXT_BLANKS: return g_strdup_printf ("Identical but for blanks at line ends, %u lines", text->theirs->len);
    case FL_TEXT_DIFFERS: return g_strdup_printf ("%u place%s differ%s", n, n == 1 ? "" : "s", n == 1 ? "s" : "");
    }
  return g_strdup ("");
}

/* All lines are equally high; the two views scroll together. */
static void
scroll_to_place (FluiParity *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->sides[0].view));
  int n_lines = gtk_text_buffer_get_line_count (self->sides[0].buffer);
  double line = g_array_index (self->places, guint, self->place);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * line / n_lines
                                            - gtk_adjustment_get_page_size (adjustment) / 4);
}

/* The views learn how high they are bit by bit: the place is kept in sight meanwhile. */
static void
on_height_changed (FluiParity *self)
{
  if (g_get_monotonic_time () < self->follow_until_us && self->place < self->places->len)
    scroll_to_place (self);
}

void
flui_parity_jump (FluiParity *self)
{
  if (self->places->len == 0)
    return;
  self->place = self->place < self->places->len - 1 ? self->place + 1 : 0;
  self->follow_until_us = g_get_monotonic_time () + FOLLOW_US;
  scroll_to_place (self);
}

/* --- what is shown ----------------------------------------------------------------------------- */

/* What to say instead of an empty list; "" when there is one. */
static const char *
get_nothing (FluiParity *self)
{
  FlStage stage = flui_session_get_stage (self->session);
  guint n_entries;

  get_entries (self, &n_entries);
  if (!flui_session_get_parity (self->session))
    return "Nothing of PyTorch’s own is open. Open a folder that TORCH_COMPILE_DEBUG=1 wrote "
           "(Ctrl+Shift+O): its dumps then stand beside ours.";
  if (n_entries > 0)
    return "";
  if (stage == FL_STAGE_SCHEDULE)
    return "Nothing differs before fusion.";
  return stage == FL_STAGE_FUSE ? "Nothing differs after fusion: PyTorch made the same kernels."
                                : "PyTorch’s dumps tell of the stages before and after fusion: choose one of these.";
}

static void
show (FluiParity *self)
{
  const FlParity *parity = flui_session_get_parity (self->session);
  Show what = get_show (self);

  self->is_stale = FALSE;
  gtk_widget_set_visible (self->jump, parity && what != SHOW_DIFFERENCES);
  if (!parity)
    {
      gtk_label_set_text (GTK_LABEL (self->verdict), "");
      gtk_label_set_text (GTK_LABEL (self->nothing), get_nothing (self));
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "nothing");
      return;
    }
  if (what == SHOW_DIFFERENCES)
    {
      gboolean is_before = flui_session_get_stage (self->session) == FL_STAGE_SCHEDULE;
      g_autofree char *summary = is_before ? fl_parity_dup_node_summary (parity) : fl_parity_dup_summary (parity);

      gtk_label_set_text (GTK_LABEL (self->verdict), summary);
      fill_list (self);
      gtk_label_set_text (GTK_LABEL (self->nothing), get_nothing (self));
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), *get_nothing (self) ? "nothing" : "list");
    }
  else
    {
      const FlParityText *text = what == SHOW_BEFORE ? &parity->pre : &parity->post;
      g_autofree char *verdict = dup_verdict (text);

      gtk_label_set_text (GTK_LABEL (self->verdict), verdict);
      fill_texts (self, text);
      gtk_widget_set_sensitive (self->jump, self->places->len > 0);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "texts");
    }
}

static void
refresh (FluiParity *self)
{
  self->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show (self);
}

static void
on_map (FluiParity *self)
{
  if (self->is_stale)
    show (self);
}

/* Another stage has other differences; the texts stay. */
static void
on_shown_changed (FluiParity *self)
{
  if (get_show (self) == SHOW_DIFFERENCES)
    refresh (self);
}

static void
on_difference_changed (FluiParity *self)
{
  if (get_show (self) == SHOW_DIFFERENCES && !self->is_stale)
    flui_table_mark (FLUI_TABLE (self->table), flui_session_get_difference (self->session));
}

void
flui_parity_show (FluiParity *self, const char *what)
{
  static const char *const names[] = { "differences", "before", "after" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (what, names[i]))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), i);
}

GtkTextBuffer *
flui_parity_get_buffer (FluiParity *self, gboolean is_ours)
{
  return self->sides[is_ours ? 1 : 0].buffer;
}

/* --- life -------------------------------------------------------------------------------------- */

static void
update_colors (FluiParity *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  for (guint i = 0; i < 2; i++)
    {
      g_object_set (self->sides[i].changed, "paragraph-background",
                    i == 0 ? (dark ? "#4a2c1c" : "#fbe3d6") : (dark ? "#3a2458" : "#eedcfb"), NULL);
      g_object_set (self->sides[i].missing, "paragraph-background", dark ? "#2a2a2a" : "#ececec", NULL);
      g_object_set (self->sides[i].number, "foreground", dark ? "#9a9a9a" : "#6a6a6a", NULL);
    }
}

static void
flui_parity_dispose (GObject *object)
{
  FluiParity *self = FLUI_PARITY (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->places, g_array_unref);
  for (guint i = 0; i < 2; i++)
    g_clear_object (&self->sides[i].buffer);
  G_OBJECT_CLASS (flui_parity_parent_class)->dispose (object);
}

static void
flui_parity_class_init (FluiParityClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_parity_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_side (Side *side, const char *title, const char *tooltip)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *scroller = flui_scroller_new ();

  side->buffer = gtk_text_buffer_new (NULL);
  side->changed = gtk_text_buffer_create_tag (side->buffer, "changed", NULL);
  side->missing = gtk_text_buffer_create_tag (side->buffer, "missing", NULL);
  side->number = gtk_text_buffer_create_tag (side->buffer, "number", NULL);
  side->view = gtk_text_view_new_with_buffer (side->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (side->view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (side->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (side->view), TRUE);
  gtk_widget_add_css_class (side->view, "code");
  gtk_accessible_update_property (GTK_ACCESSIBLE (side->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "parity-title");
  gtk_widget_set_tooltip_text (label, tooltip);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), side->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

static GtkAdjustment *
get_adjustment (Side *side)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (side->view));
}

static GtkWidget *
make_texts (FluiParity *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  gtk_box_append (GTK_BOX (row), make_side (&self->sides[0], "PyTorch’s own", "The text that PyTorch wrote"));
  gtk_box_append (GTK_BOX (row),
                  make_side (&self->sides[1], "Ours", "The text that Fuseloom writes for the same graph"));
  g_object_bind_property (get_adjustment (&self->sides[0]), "value", get_adjustment (&self->sides[1]), "value",
                          G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (get_adjustment (&self->sides[0]), "changed", G_CALLBACK (on_height_changed), self);
  return row;
}

static GtkWidget *
make_bar (FluiParity *self)
{
  static const char *const texts[] = { "Differences", "Text before fusion", "Text after fusion", NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->choice = gtk_drop_down_new_from_strings (texts);
  gtk_widget_set_tooltip_text (self->choice, "The list of differences, or PyTorch's text beside ours\n"
                                             "(ir_pre_fusion.txt and ir_post_fusion.txt)");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, "What to compare", -1);
  self->verdict = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->verdict), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->verdict), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->verdict, TRUE);
  self->jump = gtk_button_new_with_label ("Next place");
  gtk_widget_set_tooltip_text (self->jump, "Scroll to the next lines that differ");
  gtk_widget_add_css_class (bar, "drawer-bar");
  gtk_box_append (GTK_BOX (bar), self->choice);
  gtk_box_append (GTK_BOX (bar), self->verdict);
  gtk_box_append (GTK_BOX (bar), self->jump);
  return bar;
}

static void
flui_parity_init (FluiParity *self)
{
  static const FluiColumn columns[] = {
    { "#", NULL, TRUE, FALSE },
    { "What differs", "PyTorch's kernels and ours, by the scheduler nodes in them", FALSE, TRUE },
    { "Why", "The rule and the values of our decision; PyTorch's own where it is known", FALSE, TRUE },
  };

  self->places = g_array_new (FALSE, FALSE, sizeof (guint));
  self->is_stale = TRUE;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  self->stack = gtk_stack_new ();
  self->table = flui_table_new ("Differences", columns, G_N_ELEMENTS (columns), dup_cell, self);
  self->nothing = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->nothing), TRUE);
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_stack_add_named (GTK_STACK (self->stack), self->nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->stack), self->table, "list");
  gtk_stack_add_named (GTK_STACK (self->stack), make_texts (self), "texts");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  update_colors (self);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row_chosen), self);
  g_signal_connect_swapped (self->choice, "notify::selected", G_CALLBACK (refresh), self);
  g_signal_connect_swapped (self->jump, "clicked", G_CALLBACK (flui_parity_jump), self);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_colors), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
flui_parity_new (FluiSession *session)
{
  FluiParity *self = g_object_new (FLUI_TYPE_PARITY, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (on_shown_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "difference-changed", G_CALLBACK (on_difference_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
