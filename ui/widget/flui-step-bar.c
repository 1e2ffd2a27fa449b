#include "flui-step-bar.h"

#include "flui-icon-button.h"

#define PLAY_INTERVAL_MS 600

struct _FluiStepBar
{
  GtkWidget parent;
  GtkWidget *box;
  GtkWidget *first, *back, *play, *forward, *last;
  GtkWidget *scale;
  GtkWidget *count;
  GtkWidget *mark;
  GtkWidget *sentence;
  guint step, n_steps;
  guint play_source;
  double speed;
  gboolean is_setting;
};

enum
{
  STEP_CHOSEN,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (FluiStepBar, flui_step_bar, GTK_TYPE_WIDGET)

static void
choose (FluiStepBar *self, guint step)
{
  g_signal_emit (self, signals[STEP_CHOSEN], 0, MIN (step, self->n_steps));
}

static gboolean
play_next (gpointer data)
{
  FluiStepBar *self = data;

  if (self->step >= self->n_steps)
    {
      self->play_source = 0;
      flui_step_bar_set_playing (self, FALSE);
      return G_SOURCE_REMOVE;
    }
  choose (self, self->step + 1);
  return G_SOURCE_CONTINUE;
}

gboolean
flui_step_bar_is_playing (FluiStepBar *self)
{
  return self->play_source != 0;
}

/* Playing from the end starts over. */
void
flui_step_bar_set_playing (FluiStepBar *self, gboolean playing)
{
  if (playing && !self->play_source && self->n_steps > 0)
    {
      if (self->step >= self->n_steps)
        choose (self, 0);
      self->play_source = g_timeout_add ((guint) (PLAY_INTERVAL_MS / self->speed), play_next, self);
    }
  else if (!playing)
    g_clear_handle_id (&self->play_source, g_source_remove);
  gtk_button_set_icon_name (GTK_BUTTON (self->play),
                            self->play_source ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->play, self->play_source ? "Pause" : "Play the steps");
}

void
flui_step_bar_set_speed (FluiStepBar *self, double speed)
{
  self->speed = speed;
  if (!self->play_source)
    return;
  g_source_remove (self->play_source);
  self->play_source = g_timeout_add ((guint) (PLAY_INTERVAL_MS / speed), play_next, self);
}

static void
on_button (GtkButton *button, FluiStepBar *self)
{
  GtkWidget *widget = GTK_WIDGET (button);

  if (widget == self->play)
    {
      flui_step_bar_set_playing (self, !self->play_source);
      return;
    }
  flui_step_bar_set_playing (self, FALSE);
  if (widget == self->first)
    choose (self, 0);
  else if (widget == self->back && self->step > 0)
    choose (self, self->step - 1);
  else if (widget == self->forward)
    choose (self, self->step + 1);
  else if (widget == self->last)
    choose (self, self->n_steps);
}

static void
on_scale (GtkRange *range, FluiStepBar *self)
{
  if (!self->is_setting)
    choose (self, (guint) (gtk_range_get_value (range) + 0.5));
}

void
flui_step_bar_set (FluiStepBar *self, guint step, guint n_steps, const char *sentence, const char *verdict)
{
  static const char *const verdicts[] = { "accept", "reject", "illegal", "note" };
  g_autofree char *count = g_strdup_printf ("%u / %u", step, n_steps);

  self->is_setting = TRUE;
  self->step = step;
  self->n_steps = n_steps;
  gtk_range_set_range (GTK_RANGE (self->scale), 0, MAX (n_steps, 1));
  gtk_range_set_value (GTK_RANGE (self->scale), step);
  self->is_setting = FALSE;
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence ? sentence : "");
  gtk_widget_set_tooltip_text (self->sentence, sentence);
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    gtk_widget_remove_css_class (self->mark, verdicts[i]);
  gtk_widget_add_css_class (self->mark, verdict ? verdict : "note");
  gtk_widget_set_visible (self->mark, verdict != NULL);
  gtk_widget_set_sensitive (self->first, step > 0);
  gtk_widget_set_sensitive (self->back, step > 0);
  gtk_widget_set_sensitive (self->forward, step < n_steps);
  gtk_widget_set_sensitive (self->last, step < n_steps);
  gtk_widget_set_sensitive (self->play, n_steps > 0);
  gtk_widget_set_sensitive (self->scale, n_steps > 0);
}

static void
flui_step_bar_dispose (GObject *object)
{
  FluiStepBar *self = FLUI_STEP_BAR (object);

  g_clear_handle_id (&self->play_source, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (flui_step_bar_parent_class)->dispose (object);
}

static void
flui_step_bar_class_init (FluiStepBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_step_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "stepbar");
  signals[STEP_CHOSEN] = g_signal_new ("step-chosen", FLUI_TYPE_STEP_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_UINT);
}

static GtkWidget *
add_button (FluiStepBar *self, const char *icon, const char *tooltip)
{
  GtkWidget *button = flui_icon_button_new (icon, tooltip, NULL);

  g_signal_connect (button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (self->box), button);
  return button;
}

static void
flui_step_bar_init (FluiStepBar *self)
{
  self->speed = 1;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->first = add_button (self, "go-first-symbolic", "First step");
  self->back = add_button (self, "go-previous-symbolic", "Step back");
  self->play = add_button (self, "media-playback-start-symbolic", "Play the steps");
  self->forward = add_button (self, "go-next-symbolic", "Step forward");
  self->last = add_button (self, "go-last-symbolic", "Last step");
  self->scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
  gtk_scale_set_draw_value (GTK_SCALE (self->scale), FALSE);
  gtk_widget_set_size_request (self->scale, 170, -1);
  gtk_widget_set_tooltip_text (self->scale, "Step");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, "Step", -1);
  g_signal_connect (self->scale, "value-changed", G_CALLBACK (on_scale), self);
  self->count = gtk_label_new ("0 / 0");
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_widget_add_css_class (self->count, "dim-label");
  gtk_label_set_width_chars (GTK_LABEL (self->count), 9);
  self->mark = gtk_label_new ("●");
  gtk_widget_add_css_class (self->mark, "verdict");
  self->sentence = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->sentence), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->sentence), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_set_can_focus (self->sentence, FALSE); /* to the Tab key: a selectable label would keep it */
  gtk_widget_set_hexpand (self->sentence, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scale);
  gtk_box_append (GTK_BOX (self->box), self->count);
  gtk_box_append (GTK_BOX (self->box), self->mark);
  gtk_box_append (GTK_BOX (self->box), self->sentence);
  flui_step_bar_set (self, 0, 0, NULL, NULL);
}

GtkWidget *
flui_step_bar_new (void)
{
  return g_object_new (FLUI_TYPE_STEP_BAR, NULL);
}
