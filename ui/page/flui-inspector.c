/* The inspector itself: its life, and what it tells: of the selection, of a pair, or of the run. */
#include "fl-text.h"

#include "flui-inspector-private.h"
#include "flui-scroller.h"

G_DEFINE_FINAL_TYPE (FluiInspector, flui_inspector, GTK_TYPE_WIDGET)

static const char *
get_kind_title (FlItemKind kind)
{
  static const char *const titles[]
      = { "", "FX node", "FX node, decomposed", "Buffer", "Scheduler node", "Fused group", "Kernel" };

  return titles[kind];
}

static void
add_actions (FluiInspector *self, FlItem selection)
{
  static const FluiInspectorAction actions[] = {
    { "Split", "win.whatif-split", "Take its kernel apart here, in a new variant (Ctrl+/)" },
    { "Realize", "win.whatif-realize", "Store the value in a buffer of its own, in a new variant (Ctrl+B)" },
    { "Inline", "win.whatif-inline", "Compute the value inside each of its readers, in a new variant (Ctrl+I)" },
  };

  if (selection.kind != FL_ITEM_NONE)
    flui_inspector_add_actions (self, actions, G_N_ELEMENTS (actions));
}

/* Nothing selected: the stage and the run as a whole. */
static void
add_overview (FluiInspector *self, const FlRun *run)
{
  const FlStageInfo *info = fl_stage_get_info (flui_session_get_stage (self->session));
  g_autofree char *time = fl_text_dup_duration (run->stages[flui_session_get_stage (self->session)].time_ns);
  g_autoptr (GString) text = g_string_new (NULL);
  const FlEvent *event = flui_session_get_event (self->session);

  flui_inspector_add_label (self, info->title, "inspector-title");
  flui_inspector_add_label (self, info->sentence, NULL);
  flui_inspector_add_fact (self, "took", time);
  if (event && flui_session_get_step (self->session) < flui_session_get_n_steps (self->session))
    {
      flui_inspector_add_heading (self, "This step");
      flui_inspector_add_decision (self, event, 1);
    }
  flui_inspector_add_heading (self, "This run");
  flui_inspector_add_fact (self, "target", fl_target_get_name (run->options.target));
  flui_inspector_add_fact (self, "strategy", run->own_options.strategy);
  if (run->options.strategy != run->own_options.strategy)
    flui_inspector_add_fact (self, "kernels taken from", run->options.strategy);
  if (run->schedule && run->fused)
    {
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      if (!self->is_counted)
        {
          self->bytes_before = fl_schedule_count_traffic (run->schedule);
          self->bytes_after = fl_schedule_count_traffic (run->fused);
          self->is_counted = TRUE;
        }
      before = fl_text_dup_bytes (self->bytes_before);
      after = fl_text_dup_bytes (self->bytes_after);

      g_string_printf (text, "%u node%s became %u", run->schedule->n_nodes, run->schedule->n_nodes == 1 ? "" : "s",
                       run->fused->n_nodes);
      flui_inspector_add_fact (self, "fusion", text->str);
      g_string_printf (text, "%s before, %s after", before, after);
      flui_inspector_add_fact (self, "traffic", text->str);
    }
  if (run->error)
    gtk_widget_add_css_class (flui_inspector_add_fact (self, "stopped", fl_stage_get_info (run->failed_stage)->title),
                              "stop");
  flui_inspector_add_heading (self, "Select anything");
  flui_inspector_add_label (self,
                            "Click a box, or use the arrow keys. What belongs to it lights up in every stage, in "
                            "the source, in the tables.",
                            "dim-label");
  flui_inspector_add_label (self, "Ctrl+click a second box to ask whether both can be one kernel, and why not.",
                            "dim-label");
}

static void
update (FluiInspector *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  FlItem selection = flui_session_get_selection (self->session);
  FlItem partner = flui_session_get_partner (self->session);
  FlKin *kin = flui_session_get_kin (self->session);
  guint n_items = 0;
  const FlItem *items;

  self->help = self->progress = NULL;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "inspector");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  if (!run)
    {
      flui_inspector_add_label (self, "Nothing is open.", "dim-label");
      return;
    }
  if (selection.kind == FL_ITEM_NONE || !kin)
    {
      add_overview (self, run);
      return;
    }
  if (partner.kind != FL_ITEM_NONE)
    {
      flui_inspector_add_pair (self, run, selection, partner);
      return;
    }
  items = fl_kin_get (kin, selection, &n_items);
  flui_inspector_add_label (self, selection.name, "inspector-title");
  flui_inspector_add_badge (self, get_kind_title (selection.kind), "note");
  flui_inspector_add_item_facts (self, run, selection);
  add_actions (self, selection);
  flui_inspector_add_decisions (self, run, items, n_items);
  flui_inspector_add_kin (self, selection, items, n_items);
}

static void
on_run_changed (FluiSession *session, FluiInspector *self)
{
  self->is_counted = FALSE;
  update (self);
}

static void
flui_inspector_dispose (GObject *object)
{
  FluiInspector *self = FLUI_INSPECTOR (object);

  if (self->helping)
    flui_helping_cancel (self->helping);
  g_clear_object (&self->helping);
  self->help = self->progress = NULL;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_inspector_parent_class)->dispose (object);
}

static void
flui_inspector_class_init (FluiInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_inspector_init (FluiInspector *self)
{
  self->scroller = flui_scroller_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
flui_inspector_new (FluiSession *session)
{
  FluiInspector *self = g_object_new (FLUI_TYPE_INSPECTOR, NULL);

  self->session = g_object_ref (session);
  self->helping = flui_helping_new (session);
  g_signal_connect_object (self->helping, "changed", G_CALLBACK (flui_inspector_update_help), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
