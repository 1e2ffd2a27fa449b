/* Beside the panes: the list of differences, why the chosen one is there, and the bars. */
#include <math.h>

#include "fl-text.h"

#include "flui-compare-bars.h"
#include "flui-compare-private.h"
#include "flui-scroller.h"
#include "flui-table.h"

static const FluiColumn list_columns[] = {
  { "", "In the graph's order", TRUE, FALSE },
  { "Operators", "What the kernels of this place compute", FALSE, TRUE },
  { "Kernels", "How many kernels each column has there", FALSE, FALSE },
  { "Bytes", "What the column that moves most bytes there moves more than the one that moves least", TRUE, FALSE },
};

static const FlCompareDifference *
get_difference (FluiCompare *self, guint row)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);

  return comparison && row < comparison->n_differences ? &comparison->differences[row] : NULL;
}

static char *
dup_cell (guint row, guint column, double *value, gpointer data)
{
  const FlCompareDifference *difference = get_difference (data, row);

  *value = column == 0 ? row : column == 3 && difference ? (double) difference->spread_bytes : NAN;
  if (!difference)
    return g_strdup ("");
  switch (column)
    {
    case 0: return g_strdup_printf ("%u", row + 1);
    case 1: return g_strdup (difference->title);
    case 2: return g_strdup (difference->counts);
    default:
      return difference->spread_bytes > 0 ? fl_text_dup_bytes ((guint64) difference->spread_bytes) : g_strdup ("–");
    }
}

static void
on_row_chosen (FluiTable *table, guint row, FluiCompare *self)
{
  flui_comparing_set_difference (self->comparing, row);
}

/* --- why --------------------------------------------------------------------------------------- */

char *
flui_compare_dup_detail (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  const FlCompareDifference *difference = get_difference (self, flui_comparing_get_difference (self->comparing));
  GString *text = g_string_new (NULL);

  if (!difference)
    return g_string_free (text, FALSE);
  for (guint c = 0; c < comparison->n_columns; c++)
    {
      g_autofree char *bytes = fl_text_dup_bytes ((guint64) difference->bytes[c]);

      g_string_append_printf (text, "%s%c %s: %u kernel%s, %s", c > 0 ? "\n" : "", comparison->columns[c].letter,
                              comparison->columns[c].title, difference->n_groups[c],
                              difference->n_groups[c] == 1 ? "" : "s", bytes);
    }
  for (guint i = 0; i < difference->n_reasons; i++)
    g_string_append_printf (text, "%s%s.", i == 0 ? "\n\n" : "\n", difference->reasons[i].text);
  return g_string_free (text, FALSE);
}

void
flui_compare_side_show_difference (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  guint at = flui_comparing_get_difference (self->comparing), n = comparison ? comparison->n_differences : 0;
  g_autofree char *detail = flui_compare_dup_detail (self);
  g_autofree char *position = at < n       ? g_strdup_printf ("%u of %u", at + 1, n)
                              : n > 0      ? g_strdup_printf ("%u difference%s", n, n == 1 ? "" : "s")
                              : comparison ? g_strdup ("no difference")
                                           : g_strdup ("");

  flui_table_mark (FLUI_TABLE (self->table), at);
  gtk_label_set_text (GTK_LABEL (self->detail),
                      *detail ? detail
                      : n > 0 ? "Choose a difference (J, K) to see what each column does there, and why."
                              : "");
  gtk_label_set_text (GTK_LABEL (self->position), position);
}

void
flui_compare_side_show_times (FluiCompare *self)
{
  const FlExecution *execution = flui_comparing_get_execution (self->comparing);
  const char *obstacle = flui_comparing_get_obstacle (self->comparing),
             *message = flui_comparing_get_message (self->comparing);
  g_autofree char *note = NULL, *confined = NULL;

  flui_compare_bars_set (FLUI_COMPARE_BARS (self->bars), flui_comparing_get_comparison (self->comparing), execution);
  if (execution && execution->check == FL_CHECK_AGREES)
    note = g_strdup_printf ("All results agree with the reference. A time is ticked where its middle half lies below "
                            "all others. %s",
                            execution->machine ? execution->machine : "");
  else if (execution && execution->check == FL_CHECK_DISAGREES)
    note = g_strdup ("A result DISAGREES with the reference: its time means nothing.");
  else if (execution)
    note = g_strdup_printf ("Unverified: %s", execution->not_verified_why ? execution->not_verified_why : "");
  else if (message && flui_comparing_get_state (self->comparing) == FLUI_COMPARING_READY)
    note = g_strdup (message);
  else if (obstacle)
    note = g_strdup (obstacle);
  gtk_label_set_text (GTK_LABEL (self->bars_note), note ? note : "Times: press T, or Measure.");
  if (execution && execution->confined)
    confined = g_strdup_printf ("Kernels had: %s%s%s", execution->confined,
                                execution->not_confined ? "\nNot confined: " : "",
                                execution->not_confined ? execution->not_confined : "");
  gtk_widget_set_tooltip_text (self->bars_note, confined);
}

void
flui_compare_side_update (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  guint n = comparison ? comparison->n_differences : 0;

  flui_table_set_n_rows (FLUI_TABLE (self->table), n);
  gtk_label_set_text (GTK_LABEL (self->nothing),
                      comparison ? "Nothing differs: every column has the same kernels." : "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->list_stack), n > 0 ? "list" : "nothing");
  flui_compare_side_show_difference (self);
  flui_compare_side_show_times (self);
}

static GtkWidget *
make_heading (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "compare-heading");
  return label;
}

static GtkWidget *
make_text (gboolean selectable)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), selectable);
  return label;
}

static GtkWidget *
make_scroller (GtkWidget *child)
{
  GtkWidget *scroller = flui_scroller_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  return scroller;
}

static GtkWidget *
make_list (FluiCompare *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scroller;

  self->table = flui_table_new ("Differences", list_columns, G_N_ELEMENTS (list_columns), dup_cell, self);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row_chosen), self);
  self->nothing = make_text (FALSE);
  gtk_widget_add_css_class (self->nothing, "compare-detail");
  gtk_widget_add_css_class (self->nothing, "dim-label");
  self->list_stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->list_stack), self->nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->list_stack), self->table, "list");
  gtk_widget_set_vexpand (self->list_stack, TRUE);
  self->detail = make_text (TRUE);
  gtk_widget_add_css_class (self->detail, "compare-detail");
  scroller = self->detail_scroller = make_scroller (self->detail);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), 118);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 300);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_box_append (GTK_BOX (box), make_heading ("Differences"));
  gtk_box_append (GTK_BOX (box), self->list_stack);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

GtkWidget *
flui_compare_side_new (FluiCompare *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *list = make_list (self);
  GtkWidget *scroller;

  self->bars = flui_compare_bars_new ();
  self->bars_note = make_text (TRUE);
  gtk_widget_add_css_class (self->bars_note, "compare-detail");
  gtk_widget_add_css_class (self->bars_note, "dim-label");
  gtk_widget_set_size_request (self->bars_note, -1, 54); /* high enough to be seen without scrolling */
  gtk_box_append (GTK_BOX (box), self->bars);
  gtk_box_append (GTK_BOX (box), self->bars_note);
  scroller = make_scroller (box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), 110);
  gtk_widget_set_size_request (list, FLUI_COMPARE_SIDE_WIDTH, 230);
  self->list = list;
  gtk_widget_set_vexpand (list, TRUE);
  gtk_box_append (GTK_BOX (side), list);
  gtk_box_append (GTK_BOX (side), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (side), scroller);
  gtk_widget_add_css_class (side, "compare-side");
  return side;
}
