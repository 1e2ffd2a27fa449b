#include "flui-compare-bars.h"

#include <adwaita.h>
#include <math.h>

#include "fl-palette.h"
#include "fl-text.h"

enum
{
  TITLE_WIDTH = 92,
  BAR_HEIGHT = 16,
  GROUP_GAP = 8,
  LETTER_WIDTH = 16,
  NUMBER_WIDTH = 122,
  PAD = 12,
  MAX_COLUMNS = 4
};

typedef enum
{
  MEASURE_KERNELS,
  MEASURE_READ,
  MEASURE_WRITTEN,
  MEASURE_ESTIMATE,
  MEASURE_PEAK,
  MEASURE_TIME,
  N_MEASURES
} Measure;

static const struct
{
  const char *title, *tooltip;
} measures[N_MEASURES] = {
  { "Kernels", "How many kernels run, library calls included" },
  { "Bytes read", "What the kernels' accesses reach in memory, each element once a kernel" },
  { "Bytes written", "What the kernels write to memory" },
  { "Estimate", "What TorchInductor counts as read and written: of a buffer that a kernel "
                "touches, all" },
  { "Peak memory", "Intermediate results and outputs that are alive at once" },
  { "Time", "One call of all kernels: the median, and the middle half of the samples. All columns "
            "ran in interleaved rounds, in one process" },
};

/* One bar. */
typedef struct
{
  double value;     /* negative: not known */
  double low, high; /* of a time: quartiles; 0: none */
  gboolean is_best; /* the smallest, and not all are about equal */
  char text[64];
} Bar;

struct _FluiCompareBars
{
  GtkWidget parent;
  guint n_columns;
  char letters[MAX_COLUMNS];
  Bar bars[N_MEASURES][MAX_COLUMNS];
};

G_DEFINE_FINAL_TYPE (FluiCompareBars, flui_compare_bars, GTK_TYPE_WIDGET)

/* --- values
 * ---------------------------------------------------------------------------------------- */

static void
set_bytes (Bar *bar, gint64 bytes)
{
  g_autofree char *text = bytes >= 0 ? fl_text_dup_bytes ((guint64) bytes) : g_strdup ("not planned");

  bar->value = (double) bytes;
  g_strlcpy (bar->text, text, sizeof bar->text);
}

static void
set_time (Bar *bar, const FlExecution *execution, guint column)
{
  const FlVariantTime *time = execution && column < execution->n_variants ? &execution->variants[column] : NULL;
  g_autofree char *median = NULL;

  bar->value = -1;
  g_strlcpy (bar->text, "not measured", sizeof bar->text);
  if (!time || !(time->total_median_ns > 0))
    return;
  bar->value = time->total_median_ns;
  bar->low = time->total_low_ns;
  bar->high = time->total_high_ns;
  median = fl_text_dup_duration (time->total_median_ns);
  g_snprintf (bar->text, sizeof bar->text, "%s ±%.0f %%%s", median,
              50 * (time->total_high_ns - time->total_low_ns) / time->total_median_ns,
              fl_comparison_get_agreement (execution, column) == FALSE ? ", WRONG" : "");
}

static void
find_best (Bar *bars, guint n)
{
  double least = G_MAXDOUBLE, most = -1;

  for (guint i = 0; i < n; i++)
    if (bars[i].value >= 0)
      {
        least = MIN (least, bars[i].value);
        most = MAX (most, bars[i].value);
      }
  for (guint i = 0; i < n; i++)
    bars[i].is_best = bars[i].value >= 0 && bars[i].value <= least * 1.002 && least < most * 0.995;
}

/* The fastest is only said to be so when its middle half lies below that of all others. */
static void
doubt_times (Bar *bars, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n && bars[i].is_best; k++)
      if (k != i && bars[k].value >= 0 && bars[i].high >= bars[k].low)
        bars[i].is_best = FALSE;
}

char *
flui_compare_bars_dup_text (FluiCompareBars *self)
{
  GString *text = g_string_new (NULL);

  for (guint m = 0; m < N_MEASURES && self->n_columns > 0; m++)
    {
      g_string_append_printf (text, "%s%s:", m > 0 ? "; " : "", measures[m].title);
      for (guint i = 0; i < self->n_columns; i++)
        g_string_append_printf (text, " %c %s%s", self->letters[i], self->bars[m][i].text,
                                self->bars[m][i].is_best ? " (least)" : "");
    }
  return g_string_free (text, FALSE);
}

void
flui_compare_bars_set (FluiCompareBars *self, const FlComparison *comparison, const FlExecution *execution)
{
  g_autofree char *text = NULL;

  memset (self->bars, 0, sizeof self->bars);
  self->n_columns = comparison ? MIN (comparison->n_columns, MAX_COLUMNS) : 0;
  for (guint i = 0; i < self->n_columns; i++)
    {
      const FlCompareColumn *column = &comparison->columns[i];

      self->letters[i] = column->letter;
      self->bars[MEASURE_KERNELS][i].value = column->n_groups;
      g_snprintf (self->bars[MEASURE_KERNELS][i].text, sizeof self->bars[0][0].text, "%u", column->n_groups);
      set_bytes (&self->bars[MEASURE_READ][i], column->read_bytes);
      set_bytes (&self->bars[MEASURE_WRITTEN][i], column->written_bytes);
      set_bytes (&self->bars[MEASURE_ESTIMATE][i], column->estimate_bytes);
      set_bytes (&self->bars[MEASURE_PEAK][i], column->peak_bytes);
      set_time (&self->bars[MEASURE_TIME][i], execution, i);
    }
  for (guint m = 0; m < N_MEASURES; m++)
    find_best (self->bars[m], self->n_columns);
  doubt_times (self->bars[MEASURE_TIME], self->n_columns);
  text = flui_compare_bars_dup_text (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- drawing
 * --------------------------------------------------------------------------------------- */

static int
get_group_height (FluiCompareBars *self)
{
  return (int) self->n_columns * BAR_HEIGHT + GROUP_GAP;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  FluiCompareBars *self = FLUI_COMPARE_BARS (widget);

  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = 300;
  else
    *minimum = *natural = self->n_columns > 0 ? N_MEASURES * get_group_height (self) + 10 : 0;
}

static void
draw_text (cairo_t *cr, GtkWidget *widget, const char *text, double x, double y, double width, gboolean bold,
           PangoAlignment alignment)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.86));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_alignment (layout, alignment);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  pango_attr_list_unref (attributes);
  g_object_unref (layout);
}

static void
draw_hatch (cairo_t *cr, const FlThemeInfo *theme, double x, double y, double width, double height)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip_preserve (cr);
  fl_color_set (cr, theme->text, 0.05);
  cairo_fill (cr);
  for (double at = -height; at < width; at += 6)
    {
      cairo_move_to (cr, x + at, y + height);
      cairo_line_to (cr, x + at + height, y);
    }
  fl_color_set (cr, theme->text, 0.28);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_bar (FluiCompareBars *self, cairo_t *cr, const FlThemeInfo *theme, Measure at, guint column, double y, double most)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const Bar *bar = &self->bars[at][column];
  const double height = BAR_HEIGHT - 4;
  double x = PAD + TITLE_WIDTH + LETTER_WIDTH, width = MAX (gtk_widget_get_width (widget) - x - NUMBER_WIDTH - PAD, 20);
  char letter[2] = { self->letters[column], '\0' };

  fl_color_set (cr, theme->secondary, 1);
  draw_text (cr, widget, letter, PAD + TITLE_WIDTH, y - 1, LETTER_WIDTH, TRUE, PANGO_ALIGN_LEFT);
  if (bar->value < 0)
    draw_hatch (cr, theme, x, y + 1, width, height);
  else
    {
      double length = most > 0 ? bar->value / most * width : 0;

      fl_color_set (cr, theme->text, 0.05);
      cairo_rectangle (cr, x, y + 1, width, height);
      cairo_fill (cr);
      fl_color_set (cr,
                    bar->is_best ? fl_relation_get_color (FL_RELATION_JOINED, theme == fl_theme_get_info (TRUE))
                                 : theme->selection,
                    bar->is_best ? 0.95 : 0.62);
      cairo_rectangle (cr, x, y + 1, MAX (length, bar->value > 0 ? 2 : 0), height);
      cairo_fill (cr);
      if (bar->high > 0 && most > 0)
        {
          /* A whisker that is longer than its bar's place ends at the edge. */
          double from = x + bar->low / most * width, to = x + MIN (bar->high / most, 1) * width;

          fl_color_set (cr, theme->text, 0.9);
          cairo_set_line_width (cr, 1.4);
          cairo_move_to (cr, from, y + 1 + height / 2);
          cairo_line_to (cr, to, y + 1 + height / 2);
          cairo_move_to (cr, from, y + 3), cairo_line_to (cr, from, y + height - 1);
          cairo_move_to (cr, to, y + 3), cairo_line_to (cr, to, y + height - 1);
          cairo_stroke (cr);
        }
    }
  fl_color_set (cr, bar->value < 0 ? theme->secondary : theme->text, 1);
  {
    g_autofree char *text = g_strdup_printf ("%s%s", bar->is_best ? "✓ " : "", bar->text);
    draw_text (cr, widget, text, x + width + 8, y - 1, NUMBER_WIDTH - 8, bar->is_best, PANGO_ALIGN_LEFT);
  }
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  FluiCompareBars *self = FLUI_COMPARE_BARS (widget);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const FlThemeInfo *theme = fl_theme_get_info (dark);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;
  double y = 8;

  if (width < 1 || height < 1 || self->n_columns == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  for (guint m = 0; m < N_MEASURES; m++)
    {
      double most = 0;

      for (guint i = 0; i < self->n_columns; i++)
        most = MAX (most, MAX (self->bars[m][i].value, MIN (self->bars[m][i].high, 1.3 * self->bars[m][i].value)));
      fl_color_set (cr, theme->secondary, 1);
      draw_text (cr, widget, measures[m].title, PAD, y - 1, TITLE_WIDTH - 6, TRUE, PANGO_ALIGN_LEFT);
      for (guint i = 0; i < self->n_columns; i++)
        draw_bar (self, cr, theme, m, i, y + i * BAR_HEIGHT, most);
      y += get_group_height (self);
    }
  cairo_destroy (cr);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  FluiCompareBars *self = FLUI_COMPARE_BARS (widget);
  int at = self->n_columns > 0 ? (y - 8) / get_group_height (self) : -1;

  if (keyboard || at < 0 || at >= N_MEASURES)
    return FALSE;
  gtk_tooltip_set_text (tooltip, measures[at].tooltip);
  return TRUE;
}

/* --- life
 * -------------------------------------------------------------------------------------------- */

static void
flui_compare_bars_class_init (FluiCompareBarsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = measure;
  widget_class->snapshot = snapshot;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "comparebars");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
flui_compare_bars_init (FluiCompareBars *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Kernels, bytes, memory and time", -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
flui_compare_bars_new (void)
{
  return g_object_new (FLUI_TYPE_COMPARE_BARS, NULL);
}
