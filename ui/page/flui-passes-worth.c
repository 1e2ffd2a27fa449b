/* What each pass is worth, as a chart with a table of kernels below. */
#include <adwaita.h>

#include "fl-text.h"

#include "flui-passes-private.h"
#include "flui-scroller.h"
#include "flui-table.h"

enum
{
  COLUMN_KERNEL,
  COLUMN_PASS,
  COLUMN_WITH,
  COLUMN_WITHOUT,
  COLUMN_RATIO,
  COLUMN_RANGE
};

enum
{
  MAX_CHART = 360 /* pixels of height; of more passes, it scrolls */
};

static const FluiColumn columns[] = {
  { "Kernel", "Whose code is another without the pass", FALSE, TRUE, 24 },
  { "Pass", "The one that was switched off", FALSE, FALSE, 14 },
  { "With", "Median time with all passes", TRUE, FALSE },
  { "Without", "Median time without this one", TRUE, FALSE },
  { "Ratio", "Time without the pass over time with it: above 1 it helps", TRUE, FALSE },
  { "At least – at most", "The ratio of the quartiles that are farthest apart", TRUE, FALSE },
};

/* --- the table -------------------------------------------------------------------------------- */

static const FlAblationKernel *
get_kernel (FluiPasses *self, guint position, const char **pass)
{
  for (guint i = 0; self->ablation && i < self->ablation->n_rows; i++)
    {
      const FlAblationRow *row = &self->ablation->rows[i];

      *pass = row->pass;
      if (position < row->n_kernels)
        return &row->kernels[position];
      position -= row->n_kernels;
    }
  return NULL;
}

static char *
dup_cell (guint position, guint column, double *value, gpointer data)
{
  const char *pass = NULL;
  const FlAblationKernel *kernel = get_kernel (data, position, &pass);

  if (!kernel)
    return g_strdup ("");
  switch (column)
    {
    case COLUMN_KERNEL: return g_strdup (kernel->kernel);
    case COLUMN_PASS: return g_strdup (pass);
    case COLUMN_WITH:
      *value = kernel->with_ns;
      return kernel->with_ns > 0 ? fl_text_dup_duration (kernel->with_ns) : g_strdup ("–");
    case COLUMN_WITHOUT:
      *value = kernel->without_ns;
      return kernel->without_ns > 0 ? fl_text_dup_duration (kernel->without_ns) : g_strdup ("–");
    case COLUMN_RATIO:
      *value = kernel->worth.median;
      return kernel->worth.median > 0 ? g_strdup_printf ("%.3g x", kernel->worth.median) : g_strdup ("–");
    case COLUMN_RANGE:
      *value = kernel->worth.high;
      return kernel->worth.median > 0 ? g_strdup_printf ("%.3g – %.3g", kernel->worth.low, kernel->worth.high)
                                      : g_strdup ("–");
    default: return g_strdup ("");
    }
}

char *
flui_passes_dup_worth (FluiPasses *self, const char *pass)
{
  for (guint i = 0; self->ablation && i < self->ablation->n_rows; i++)
    if (g_str_equal (self->ablation->rows[i].pass, pass) && self->ablation->rows[i].worth.median > 0)
      return g_strdup_printf ("worth %.3g x%s", self->ablation->rows[i].worth.median,
                              self->ablation->rows[i].is_apart ? "" : ", within the spread");
  return NULL;
}

/* --- the chart -------------------------------------------------------------------------------- */

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  FluiPasses *self = data;
  AdwStyleManager *style = adw_style_manager_get_default ();
  const FlAblationPaint paint = { .width = width,
                                  .height = height,
                                  .dark = adw_style_manager_get_dark (style),
                                  .high_contrast = adw_style_manager_get_high_contrast (style),
                                  .marked = G_MAXUINT };

  if (self->ablation)
    fl_ablation_paint (self->ablation, &paint, cr);
}

/* Who does not see the bars is told them. */
static void
describe_chart (FluiPasses *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->ablation->n_rows; i++)
    {
      g_autofree char *verdict = fl_ablation_row_dup_verdict (&self->ablation->rows[i]);

      g_string_append_printf (text, "%s: %s. ", self->ablation->rows[i].pass, verdict);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "What each pass is worth", GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  gtk_widget_set_tooltip_text (self->chart, text->str);
}

void
flui_passes_fill_worth (FluiPasses *self)
{
  guint n_rows = 0;

  gtk_stack_set_visible_child_name (GTK_STACK (self->worth_stack), self->ablation ? "measured" : "none");
  for (guint i = 0; self->ablation && i < self->ablation->n_rows; i++)
    n_rows += self->ablation->rows[i].n_kernels;
  flui_table_set_n_rows (FLUI_TABLE (self->worth_table), n_rows);
  if (!self->ablation)
    return;
  g_autoptr (GString) headline = g_string_new (NULL);

  fl_ablation_append_headline (headline, self->ablation);
  gtk_label_set_text (GTK_LABEL (self->headline), headline->str);
  gtk_widget_set_size_request (self->chart, -1, (int) fl_ablation_get_height (self->ablation));
  gtk_widget_set_visible (self->worth_table, n_rows > 0);
  describe_chart (self);
  gtk_widget_queue_draw (self->chart);
}

/* --- widgets ---------------------------------------------------------------------------------- */

static GtkWidget *
make_invitation (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10),
            *button = gtk_button_new_with_label ("Measure (Ctrl+Shift+A)");
  GtkWidget *label = gtk_label_new (
      "Not measured yet. The kernels are made again without one pass at a time; all of them run in interleaved rounds on\n"
      "the same inputs, every result is checked, and what is slower without a pass says what it is worth here.");

  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.ablate");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

GtkWidget *
flui_passes_make_worth (FluiPasses *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scroller = flui_scroller_new ();

  self->headline = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->headline), 0);
  gtk_label_set_wrap (GTK_LABEL (self->headline), TRUE);
  self->chart = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->chart), draw, self, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw),
                           self->chart, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->chart);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_CHART);
  self->worth_table
      = flui_table_new ("Kernels with and without each pass", columns, G_N_ELEMENTS (columns), dup_cell, self);
  gtk_widget_set_vexpand (self->worth_table, TRUE);
  gtk_widget_add_css_class (column, "passes-worth");
  gtk_box_append (GTK_BOX (column), self->headline);
  gtk_box_append (GTK_BOX (column), scroller);
  gtk_box_append (GTK_BOX (column), self->worth_table);
  self->worth_stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->worth_stack), make_invitation (), "none");
  gtk_stack_add_named (GTK_STACK (self->worth_stack), column, "measured");
  return self->worth_stack;
}
