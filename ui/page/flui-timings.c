#include "flui-timings.h"

#include <math.h>

#include "fl-limit.h"
#include "fl-report.h"
#include "fl-slower.h"
#include "fl-text.h"

#include "flui-scroller.h"
#include "flui-table.h"

#define SUMMARY_WIDTH 400

struct _FluiTimings
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *summary;
  GtkWidget *badge;
  GtkWidget *slower;   /* seen where fusing costs time */
  GtkWidget *accepted; /* the user's own tensors */
  GtkWidget *chart;
  GtkWidget *table;
  GtkWidget *stack; /* "none" or "times" */
};

G_DEFINE_FINAL_TYPE (FluiTimings, flui_timings, GTK_TYPE_WIDGET)

enum
{
  COLUMN_VARIANT,
  COLUMN_KERNEL,
  COLUMN_MEDIAN,
  COLUMN_SHARE_OF_TIME,
  COLUMN_LIMIT,
  COLUMN_SPREAD,
  COLUMN_BYTES,
  COLUMN_RATE,
  COLUMN_SHARE_OF_COPY,
  N_COLUMNS
};

static const FluiColumn columns[N_COLUMNS] = {
  { "Variant", NULL, FALSE, FALSE },
  { "Kernel", NULL, FALSE, TRUE },
  { "Median", NULL, TRUE, FALSE },
  { "Of the total", "Share of what the kernels of this variant take, each timed by itself", TRUE, FALSE },
  { "Why not faster", "Which bound is near: memory (memory-bound), arithmetic (compute-bound), or launch overhead",
    FALSE, TRUE, 38 },
  { "Quartiles", NULL, TRUE, FALSE },
  { "Bytes", NULL, TRUE, FALSE },
  { "GB/s", NULL, TRUE, FALSE },
  { "Of STREAM", "Of the bandwidth of a STREAM loop over as many bytes, measured in the same run", TRUE, FALSE },
};

static const FlExecution *
get_execution (FluiTimings *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  return run ? run->execution : NULL;
}

/* Rows run over the last variant (fused) first, then the others. */
static const FlKernelTime *
get_row (FluiTimings *self, guint row, const FlVariantTime **variant)
{
  const FlExecution *execution = get_execution (self);

  for (guint i = execution ? execution->n_variants : 0; i-- > 0;)
    {
      *variant = &execution->variants[i];
      if (row < (*variant)->n_kernels)
        return &(*variant)->kernels[row];
      row -= (*variant)->n_kernels;
    }
  return NULL;
}

/* Kernels timed one at a time: together they may take more than the whole program, whose kernels hand their data on. */
static double
add_up_kernels (const FlVariantTime *variant)
{
  double sum = 0;

  for (guint k = 0; k < variant->n_kernels; k++)
    sum += variant->kernels[k].median_ns;
  return sum;
}

static char *
dup_cell (guint row, guint column, double *value, gpointer data)
{
  const FlVariantTime *variant;
  const FlKernelTime *time = get_row (data, row, &variant);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  g_autofree char *limit = NULL;
  double sum;

  if (!time)
    return g_strdup ("");
  switch (column)
    {
    case COLUMN_VARIANT: return g_strdup (variant->name);
    case COLUMN_KERNEL: return g_strdup (time->kernel);
    case COLUMN_MEDIAN: *value = time->median_ns; return fl_text_dup_duration (time->median_ns);
    case COLUMN_SPREAD:
      *value = time->high_ns - time->low_ns;
      low = fl_text_dup_duration (time->low_ns);
      high = fl_text_dup_duration (time->high_ns);
      return g_strdup_printf ("%s – %s", low, high);
    case COLUMN_SHARE_OF_TIME:
      sum = add_up_kernels (variant);
      *value = sum > 0 ? time->median_ns / sum : 0;
      return g_strdup_printf ("%.0f %%", *value * 100);
    case COLUMN_BYTES: *value = time->bytes; return fl_text_dup_bytes (time->bytes);
    case COLUMN_RATE:
      *value = time->median_ns > 0 ? time->bytes / time->median_ns : 0;
      return g_strdup_printf ("%.1f", *value);
    case COLUMN_SHARE_OF_COPY:
      *value = time->bandwidth_share;
      return time->bandwidth_share > 0 ? g_strdup_printf ("%.0f %%", time->bandwidth_share * 100) : g_strdup ("–");
    case COLUMN_LIMIT: limit = fl_kernel_time_dup_limit (time); return g_strdup (limit ? limit : "–");
    default: return g_strdup ("");
    }
}

/* --- chart: one stacked bar a variant
 * ---------------------------------------------------------------------------- */

static void
draw_chart (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  static const double tones[][3] = { { .12, .47, .73 }, { .61, .41, .06 }, { .06, .51, .32 },
                                     { .55, .2, .5 },   { .35, .35, .75 }, { .65, .3, .15 } };
  const FlExecution *execution = get_execution (data);
  double longest = 0, bar = 18, left = 74, right = 90;
  GdkRGBA ink;

  if (!execution)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  cairo_select_font_face (cr, "Cantarell", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, 13);
  for (guint i = 0; i < execution->n_variants; i++)
    {
      cairo_text_extents_t extents;

      cairo_text_extents (cr, execution->variants[i].name, &extents);
      left = MAX (left, MIN (extents.x_advance + 20, width / 2.0));
      longest = MAX (longest, execution->variants[i].total_median_ns);
    }
  for (guint i = 0; i < execution->n_variants && longest > 0; i++)
    {
      const FlVariantTime *variant = &execution->variants[i];
      double x = left, y = 6 + i * (bar + 8), sum = add_up_kernels (variant);
      double scale = sum > 0 ? variant->total_median_ns / sum / longest * (width - left - right) : 0;
      g_autofree char *total = fl_text_dup_duration (variant->total_median_ns);

      gdk_cairo_set_source_rgba (cr, &ink);
      cairo_move_to (cr, 8, y + bar - 5);
      cairo_show_text (cr, variant->name);
      for (guint k = 0; k < variant->n_kernels; k++)
        {
          const double *tone = tones[k % G_N_ELEMENTS (tones)];
          double length = variant->kernels[k].median_ns * scale;

          cairo_rectangle (cr, x, y, MAX (length - 1, 0.5), bar);
          cairo_set_source_rgba (cr, tone[0], tone[1], tone[2], 0.85);
          cairo_fill (cr);
          x += length;
        }
      gdk_cairo_set_source_rgba (cr, &ink);
      cairo_move_to (cr, x + 8, y + bar - 5);
      cairo_show_text (cr, total);
    }
}

/* --- summary ----------------------------------------------------------------------------------- */

/* How far a result is from what is expected, as a share of what it may be: each has a tolerance of its own. */
static double
get_share_of_tolerance (const FlAgreement *agreement)
{
  if (agreement->max_rel == 0)
    return agreement->is_within ? 0 : INFINITY;
  return agreement->tolerance > 0 ? agreement->max_rel / agreement->tolerance : INFINITY;
}

static void
append_worst (GString *text, const FlExecution *execution)
{
  const FlAgreement *worst = NULL;

  for (guint i = 0; i < execution->n_agreements; i++)
    if (execution->agreements[i].unverified_why)
      continue;
    else if (!worst || get_share_of_tolerance (&execution->agreements[i]) > get_share_of_tolerance (worst))
      worst = &execution->agreements[i];
  if (worst)
    g_string_append_printf (text, "Worst element %s%s: %.9g, expected %.9g (relative %.2g, allowed %.2g).",
                            worst->output ? worst->output : "", worst->worst_place ? worst->worst_place : "",
                            worst->got, worst->expected, worst->max_rel, worst->tolerance);
  if (worst && worst->sensitivity > 0)
    g_string_append_printf (text, " The tolerance was widened: rounding alone moves this result by %.2g.",
                            worst->sensitivity);
  if (worst && worst->tolerance_why)
    g_string_append_printf (text, " The tolerance is that of %s.", worst->tolerance_why);
}

/* Under the chart, where it is seen at once, and not a second time in the text below. */
static void
show_slower (FluiTimings *self, const FlExecution *execution, GString *text)
{
  g_autofree char *slower = execution->n_variants == 2 ? fl_execution_dup_slower (execution, 1, 0) : NULL;
  g_autofree char *line = slower ? g_strconcat (slower, "\n", NULL) : NULL;

  if (line)
    g_string_replace (text, line, "", 1);
  gtk_label_set_text (GTK_LABEL (self->slower), slower ? slower : "");
  gtk_widget_set_visible (self->slower, slower != NULL);
}

static void
update (FluiTimings *self)
{
  static const char *const badges[] = { "unverified", "agrees with the reference", "WRONG RESULT" };
  static const char *const classes[] = { "reject", "accept", "illegal" };
  const FlExecution *execution = get_execution (self);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *given = flui_session_dup_given (self->session);
  g_autofree char *accepted = given ? g_strdup_printf ("Your own tensors in the next run: %s", given) : NULL;
  guint n_rows = 0;

  gtk_label_set_text (GTK_LABEL (self->accepted), accepted ? accepted : "");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), execution ? "times" : "none");
  if (!execution)
    {
      flui_table_set_n_rows (FLUI_TABLE (self->table), 0);
      return;
    }
  for (guint i = 0; i < execution->n_variants; i++)
    n_rows += execution->variants[i].n_kernels;
  for (guint i = 0; i < execution->n_notes; i++)
    g_string_append_printf (text, "%s\n", execution->notes[i]);
  if (accepted)
    g_string_append_printf (text, "%s\n", accepted);
  fl_report_append_speed (text, execution);
  fl_report_append_conditions (text, execution);
  if (!execution->verified)
    g_string_append_printf (text, "Unverified: %s\n",
                            execution->not_verified_why ? execution->not_verified_why : "not asked for");
  append_worst (text, execution);
  show_slower (self, execution, text);
  gtk_label_set_text (GTK_LABEL (self->summary), text->str);
  gtk_label_set_text (GTK_LABEL (self->badge), badges[execution->check]);
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->badge, classes[i]);
  gtk_widget_add_css_class (self->badge, classes[execution->check]);
  flui_table_set_n_rows (FLUI_TABLE (self->table), n_rows);
  gtk_widget_set_size_request (self->chart, -1, 12 + 26 * (int) execution->n_variants);
  gtk_widget_queue_draw (self->chart);
}

static void
on_row_chosen (FluiTable *table, guint row, FluiTimings *self)
{
  const FlVariantTime *variant;
  const FlKernelTime *time = get_row (self, row, &variant);

  if (time)
    flui_session_select (self->session, (FlItem) { FL_ITEM_KERNEL, time->kernel });
}

static void
on_selection_changed (FluiSession *session, FluiTimings *self)
{
  const FlVariantTime *variant;
  const FlKernelTime *time;
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (session, &n_items);

  for (guint row = 0; n_items && (time = get_row (self, row, &variant)); row++)
    for (guint i = 0; i < n_items; i++)
      if (items[i].kind == FL_ITEM_KERNEL && items[i].name == time->kernel)
        {
          flui_table_mark (FLUI_TABLE (self->table), row);
          return;
        }
  flui_table_mark (FLUI_TABLE (self->table), G_MAXUINT);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_timings_dispose (GObject *object)
{
  FluiTimings *self = FLUI_TIMINGS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_timings_parent_class)->dispose (object);
}

static void
flui_timings_class_init (FluiTimingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_timings_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_empty (FluiTimings *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *label = gtk_label_new ("Not run yet. Run builds the kernels, runs them unfused and fused on the same "
                                    "inputs,\nchecks every output against the reference, and shows the times here.\n"
                                    "Drop .npy or .safetensors files to run on your own tensors.");
  GtkWidget *button = gtk_button_new_with_label ("Run (Ctrl+Return)");

  self->accepted = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->accepted), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.run");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), self->accepted);
  return box;
}

static GtkWidget *
make_summary (FluiTimings *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = flui_scroller_new ();

  self->badge = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->badge, "badge");
  gtk_widget_set_halign (self->badge, GTK_ALIGN_START);
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  gtk_widget_set_can_focus (self->summary, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_widget_add_css_class (self->summary, "timings-summary");
  self->slower = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->slower), 0);
  gtk_label_set_wrap (GTK_LABEL (self->slower), TRUE);
  gtk_widget_add_css_class (self->slower, "verdict-text");
  gtk_widget_add_css_class (self->slower, "reject");
  self->chart = gtk_drawing_area_new ();
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->chart), draw_chart, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Total times; the table beside has the numbers", -1);
  gtk_widget_add_css_class (box, "drawer-bar");
  gtk_box_append (GTK_BOX (box), self->badge);
  gtk_box_append (GTK_BOX (box), self->chart);
  gtk_box_append (GTK_BOX (box), self->slower);
  gtk_box_append (GTK_BOX (box), self->summary);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scroller, 300, -1);
  return scroller;
}

static void
flui_timings_init (FluiTimings *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  self->stack = gtk_stack_new ();
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  gtk_stack_add_named (GTK_STACK (self->stack), make_empty (self), "none");
  gtk_stack_add_named (GTK_STACK (self->stack), paned, "times");
  self->table = flui_table_new ("Times of the kernels", columns, N_COLUMNS, dup_cell, self);
  gtk_widget_set_size_request (self->table, 420, -1);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row_chosen), self);
  gtk_paned_set_start_child (GTK_PANED (paned), make_summary (self));
  gtk_paned_set_end_child (GTK_PANED (paned), self->table);
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), SUMMARY_WIDTH);
}

GtkWidget *
flui_timings_new (FluiSession *session)
{
  FluiTimings *self = g_object_new (FLUI_TYPE_TIMINGS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "options-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, 0);
  update (self);
  return GTK_WIDGET (self);
}
