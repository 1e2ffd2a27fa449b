#include "flui-stage-rail.h"

#include "flui-scroller.h"

struct _FluiStageRail
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *scroller;
  GtkWidget *list;
  GtkWidget *counts[FL_N_STAGES];
  gboolean is_setting;
};

G_DEFINE_FINAL_TYPE (FluiStageRail, flui_stage_rail, GTK_TYPE_WIDGET)

/* What a stage holds: nodes, buffers, kernels; -1: nothing to count. */
static gint
count_stage (const FlRun *run, FlStage stage)
{
  gint n = 0;

  switch (stage)
    {
    case FL_STAGE_GRAPH: return run->graph->n_nodes;
    case FL_STAGE_DECOMPOSE: return run->decomposed ? (gint) run->decomposed->n_nodes : -1;
    case FL_STAGE_LOWER:
      for (guint i = 0; run->lowered && i < run->decomposed->n_nodes; i++)
        n += run->lowered->nodes[i].kind != FL_LOWERED_NOTHING;
      return n;
    case FL_STAGE_REALIZE: return run->lowered ? (gint) run->lowered->n_buffers : -1;
    case FL_STAGE_SCHEDULE: return run->schedule ? (gint) run->schedule->n_nodes : -1;
    case FL_STAGE_FUSE: return run->fused ? (gint) run->fused->n_nodes : -1;
    case FL_STAGE_MEMORY:
      for (guint i = 0; run->plan && i < run->plan->n_buffers; i++)
        n += !run->plan->buffers[i].is_removed;
      return n;
    case FL_STAGE_CODEGEN: return run->program ? (gint) run->program->n_kernels : -1;
    case FL_STAGE_RUN:
      return run->execution && run->execution->n_variants
                 ? (gint) run->execution->variants[run->execution->n_variants - 1].n_kernels
                 : -1;
    case FL_N_STAGES: break;
    }
  return -1;
}

static void
update (FluiStageRail *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  FlStage shown = flui_session_get_stage (self->session);

  self->is_setting = TRUE;
  for (int stage = 0; stage < FL_N_STAGES; stage++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), stage);
      gboolean reached = run && run->stages[stage].was_reached;
      gint count = reached ? count_stage (run, stage) : -1;
      g_autofree char *text = count >= 0 ? g_strdup_printf ("%d", count) : g_strdup ("–");

      gtk_label_set_text (GTK_LABEL (self->counts[stage]), text);
      gtk_widget_set_sensitive (GTK_WIDGET (row), reached);
      if (reached || !run)
        gtk_widget_set_tooltip_text (GTK_WIDGET (row), fl_stage_get_info (stage)->sentence);
      else
        gtk_widget_set_tooltip_text (GTK_WIDGET (row),
                                     run->error ? run->error->message : "Press Run to build and time the kernels");
      if (run && shown == (FlStage) stage)
        gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
    }
  self->is_setting = FALSE;
}

static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row, FluiStageRail *self)
{
  if (row && !self->is_setting)
    flui_session_set_stage (self->session, gtk_list_box_row_get_index (row));
}

static void
flui_stage_rail_dispose (GObject *object)
{
  FluiStageRail *self = FLUI_STAGE_RAIL (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_stage_rail_parent_class)->dispose (object);
}

/* One stop for Tab, at the stage that is shown: a list box would go on from row to row, and show each. */
static gboolean
flui_stage_rail_focus (GtkWidget *widget, GtkDirectionType direction)
{
  FluiStageRail *self = FLUI_STAGE_RAIL (widget);
  GtkListBoxRow *row;

  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (flui_stage_rail_parent_class)->focus (widget, direction);
  if (gtk_widget_get_focus_child (widget))
    return FALSE;
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  return row && gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
flui_stage_rail_class_init (FluiStageRailClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_stage_rail_dispose;
  GTK_WIDGET_CLASS (klass)->focus = flui_stage_rail_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_row (FluiStageRail *self, FlStage stage)
{
  g_autofree char *number = g_strdup_printf ("%d", stage + 1);
  g_autofree char *name = g_strdup_printf ("Stage %d: %s", stage + 1, fl_stage_get_info (stage)->title);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *index = gtk_label_new (number);
  GtkWidget *title = gtk_label_new (fl_stage_get_info (stage)->title);
  GtkWidget *row = gtk_list_box_row_new ();

  self->counts[stage] = gtk_label_new ("–");
  gtk_widget_add_css_class (index, "stage-number");
  gtk_widget_add_css_class (index, "numeric");
  gtk_widget_add_css_class (title, "stage-title");
  gtk_widget_add_css_class (self->counts[stage], "stage-count");
  gtk_widget_add_css_class (self->counts[stage], "numeric");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (box), index);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), self->counts[stage]);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static void
flui_stage_rail_init (FluiStageRail *self)
{
  self->scroller = flui_scroller_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, "Stages", -1);
  for (int stage = 0; stage < FL_N_STAGES; stage++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self, stage));
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row_selected), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
}

GtkWidget *
flui_stage_rail_new (FluiSession *session)
{
  FluiStageRail *self = g_object_new (FLUI_TYPE_STAGE_RAIL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
