/* The replay's widgets and keys. */
#include <math.h>

#include "fl-intern.h"
#include "fl-text.h"

#include "flui-replay-private.h"
#include "flui-step-bar.h"
#include "flui-table.h"

void
flui_replay_set_speed (FluiReplay *self, double speed)
{
  for (guint i = 0; i < G_N_ELEMENTS (flui_replay_speeds); i++)
    if (flui_replay_speeds[i] == speed)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), i);
}

void
flui_replay_set_only_decisions (FluiReplay *self, gboolean only)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->only_decisions), only);
}

/* --- list -------------------------------------------------------------------------------------- */

enum
{
  COLUMN_RANK,
  COLUMN_PAIR,
  COLUMN_VERDICT,
  COLUMN_SAVED,
  COLUMN_REASON
};

static char *
dup_verdict (FluiReplay *self, const FlFusionCandidate *row)
{
  static const char *const verdicts[] = { "", "✓ merged", "✗ refused", "⊘ illegal" };

  if (row->step >= self->step)
    return g_strdup ("…");
  if (row->verdict == FL_VERDICT_NOTE)
    return g_strdup_printf ("= in g%u", row->group);
  return g_strdup (verdicts[row->verdict]);
}

static char *
dup_reason (FluiReplay *self, const FlFusionCandidate *row)
{
  if (row->step >= self->step)
    return g_strdup (row->score ? row->score : "");
  if (row->verdict == FL_VERDICT_NOTE)
    return g_strdup_printf ("already in group %u", row->group);
  if (row->verdict == FL_VERDICT_ACCEPT)
    return g_strdup (row->score ? row->score : row->reason ? row->reason : "");
  return row->facts ? g_strdup_printf ("%s (%s)", row->reason, row->facts) : g_strdup (row->reason);
}

static char *
get_cell (guint position, guint column, double *value, gpointer data)
{
  FluiReplay *self = data;
  const FlFusionRound *round = flui_replay_peek_round (self);
  const FlFusionCandidate *row;

  if (!round || position >= round->n_candidates)
    return g_strdup ("");
  row = &round->candidates[position];
  switch (column)
    {
    case COLUMN_RANK:
      *value = row->rank ? row->rank : G_MAXUINT;
      return row->rank ? g_strdup_printf ("%u", row->rank) : g_strdup ("–");
    case COLUMN_PAIR: return g_strdup_printf ("%s + %s", row->a_name, row->b_name);
    case COLUMN_VERDICT: return dup_verdict (self, row);
    case COLUMN_SAVED: *value = row->saved; return row->saved > 0 ? fl_text_dup_bytes (row->saved) : g_strdup ("–");
    default: return dup_reason (self, row);
    }
}

static void
on_row (FluiTable *table, guint position, FluiReplay *self)
{
  const FlFusionRound *round = flui_replay_peek_round (self);

  flui_replay_set_playing (self, FALSE);
  if (round && position < round->n_candidates)
    flui_replay_set_step (self, round->candidates[position].step + 1);
}

static GtkWidget *
make_list (FluiReplay *self)
{
  static const FluiColumn columns[] = {
    { "#", "The order in which pairs were tried: by score", TRUE, FALSE },
    { "Pair", "Two nodes or groups that might be one kernel", FALSE, FALSE, 13 },
    { "Verdict", "What became of it, once the replay is there", FALSE, FALSE, 9 },
    { "Saves", "Bytes that need not go through memory", TRUE, FALSE },
    { "Score or reason", "Why it came first, or why it was refused", FALSE, TRUE, 24 },
  };
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->list_title = gtk_label_new ("Candidates of this round, best score first");
  gtk_label_set_xalign (GTK_LABEL (self->list_title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->list_title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->list_title, "replay-title");
  self->table = flui_table_new ("Candidates of the round", columns, G_N_ELEMENTS (columns), get_cell, self);
  gtk_widget_set_vexpand (self->table, TRUE);
  g_signal_connect (self->table, "row-chosen", G_CALLBACK (on_row), self);
  gtk_box_append (GTK_BOX (column), self->list_title);
  gtk_box_append (GTK_BOX (column), self->table);
  gtk_widget_set_size_request (column, 260, -1);
  return column;
}

/* --- bars -------------------------------------------------------------------------------------- */

static void
on_round (GtkDropDown *drop_down, GParamSpec *spec, FluiReplay *self)
{
  guint round = gtk_drop_down_get_selected (drop_down);

  if (!self->is_setting && round != GTK_INVALID_LIST_POSITION)
    flui_replay_set_round (self, round);
}

static void
on_speed (GtkDropDown *drop_down, GParamSpec *spec, FluiReplay *self)
{
  flui_step_bar_set_speed (FLUI_STEP_BAR (self->bar), flui_replay_get_speed (self));
}

/* The bar counts in steps of one; what was only looked at may be passed over. */
static void
on_step (FluiStepBar *bar, guint step, FluiReplay *self)
{
  if (step == self->step + 1 && flui_step_bar_is_playing (bar))
    flui_replay_move (self, 1);
  else
    flui_replay_set_step (self, step);
}

static void
add_name (GtkWidget *widget, const char *text)
{
  gtk_widget_set_tooltip_text (widget, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static GtkWidget *
make_top (FluiReplay *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = gtk_label_new ("Replay"), *close = gtk_button_new_with_label ("Done");

  gtk_widget_add_css_class (title, "heading");
  self->rounds = gtk_drop_down_new (NULL, NULL);
  add_name (self->rounds, "Round ([ and ])");
  g_signal_connect (self->rounds, "notify::selected", G_CALLBACK (on_round), self);
  self->about = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->about), 0);
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_widget_add_css_class (self->about, "dim-label");
  self->only_decisions = gtk_toggle_button_new_with_label ("Decisions only");
  add_name (self->only_decisions, "Pass over pairs that were only looked at (D)");
  self->speed = gtk_drop_down_new_from_strings ((const char *const[]) { "0.5×", "1×", "2×", "4×", NULL });
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), 1);
  add_name (self->speed, "Speed (− and +)");
  g_signal_connect (self->speed, "notify::selected", G_CALLBACK (on_speed), self);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.replay");
  gtk_widget_set_tooltip_text (close, "Back to the stage (Escape, or Ctrl+Shift+R)");
  gtk_widget_add_css_class (bar, "replay-bar");
  gtk_box_append (GTK_BOX (bar), title);
  gtk_box_append (GTK_BOX (bar), self->rounds);
  gtk_box_append (GTK_BOX (bar), self->about);
  gtk_box_append (GTK_BOX (bar), self->only_decisions);
  gtk_box_append (GTK_BOX (bar), self->speed);
  gtk_box_append (GTK_BOX (bar), close);
  return bar;
}

/* --- picture ----------------------------------------------------------------------------------- */

static void
on_item (FluiCanvas *canvas, int kind, const char *name, gboolean as_second, FluiReplay *self)
{
  FlItem item = { kind, kind == FL_ITEM_NONE ? NULL : fl_intern (name) };
  FlItem selection = flui_session_get_selection (self->session);

  if (as_second && selection.kind != FL_ITEM_NONE && item.kind != FL_ITEM_NONE && selection.name != item.name)
    flui_session_select_pair (self->session, selection, item);
  else
    flui_session_select (self->session, item);
}

static GtkWidget *
make_picture (FluiReplay *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->canvas = flui_canvas_new ();
  g_signal_connect (self->canvas, "item-selected", G_CALLBACK (on_item), self);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->canvas);
  self->nothing = gtk_label_new ("There is nothing to replay: this strategy decides nothing pair by pair.");
  gtk_label_set_wrap (GTK_LABEL (self->nothing), TRUE);
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_widget_set_can_target (self->nothing, FALSE);
  gtk_widget_set_valign (self->nothing, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->nothing, 24);
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->nothing);
  self->busy = gtk_label_new ("Laying out");
  gtk_widget_add_css_class (self->busy, "osd-box");
  gtk_widget_add_css_class (self->busy, "canvas-note");
  gtk_widget_set_halign (self->busy, GTK_ALIGN_END);
  gtk_widget_set_valign (self->busy, GTK_ALIGN_START);
  gtk_widget_set_visible (self->busy, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->busy);
  gtk_widget_set_size_request (overlay, 200, 120);
  return overlay;
}

/* --- keys -------------------------------------------------------------------------------------- */

static void
change_speed (FluiReplay *self, int by)
{
  int at = (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed)) + by;

  if (at >= 0 && at < (int) G_N_ELEMENTS (flui_replay_speeds))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), (guint) at);
}

static gboolean
on_plain_key (FluiReplay *self, guint value)
{
  switch (value)
    {
    case GDK_KEY_space: flui_replay_set_playing (self, !flui_replay_is_playing (self)); return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_comma:
      flui_replay_set_playing (self, FALSE);
      flui_replay_move (self, -1);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_period:
      flui_replay_set_playing (self, FALSE);
      flui_replay_move (self, 1);
      return TRUE;
    case GDK_KEY_Home: flui_replay_set_step (self, 0); return TRUE;
    case GDK_KEY_End: flui_replay_set_step (self, G_MAXUINT32); return TRUE;
    case GDK_KEY_bracketleft: flui_replay_set_round (self, self->round > 0 ? self->round - 1 : 0); return TRUE;
    case GDK_KEY_bracketright: flui_replay_set_round (self, self->round + 1); return TRUE;
    case GDK_KEY_minus: change_speed (self, -1); return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal: change_speed (self, 1); return TRUE;
    case GDK_KEY_d:
      flui_replay_set_only_decisions (self, !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->only_decisions)));
      return TRUE;
    case GDK_KEY_Escape: gtk_widget_activate_action (GTK_WIDGET (self), "win.replay", NULL); return TRUE;
    default: return FALSE;
    }
}

static gboolean
on_key (GtkEventControllerKey *key, guint value, guint code, GdkModifierType state, FluiReplay *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK) & ~(value == GDK_KEY_plus ? GDK_SHIFT_MASK : 0))
    return FALSE;
  return on_plain_key (self, value);
}

static void
build (FluiReplay *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkEventController *key = gtk_event_controller_key_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), make_top (self));
  gtk_paned_set_start_child (GTK_PANED (paned), make_picture (self));
  gtk_paned_set_end_child (GTK_PANED (paned), make_list (self));
  gtk_paned_set_resize_end_child (GTK_PANED (paned), TRUE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  self->paned = paned;
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_box_append (GTK_BOX (self->box), paned);
  self->bar = flui_step_bar_new ();
  g_signal_connect (self->bar, "step-chosen", G_CALLBACK (on_step), self);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

GtkWidget *
flui_replay_new (FluiSession *session)
{
  FluiReplay *self = g_object_new (FLUI_TYPE_REPLAY, NULL);

  self->session = g_object_ref (session);
  build (self);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (flui_replay_on_run_changed), self, 0);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (flui_replay_on_selection_changed), self, 0);
  return GTK_WIDGET (self);
}
