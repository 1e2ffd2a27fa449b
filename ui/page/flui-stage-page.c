#include "flui-stage-page.h"

#include <adwaita.h>

#include "fl-intern.h"

#define LAYOUT_DEADLINE_MS 4000

/* One layout under way. */
typedef struct
{
  FluiStagePage *page; /* referenced */
  FlRun *run;
  FlStage stage;
  FlSceneOptions options;
  char **unfolded;
  char *worker_path;
  gint cancelled;
  FlScene *scene;
  FlPlacement *placement;
  GError *error;
} LayoutJob;

struct _FluiStagePage
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *overlay;
  GtkWidget *canvas;
  GtkWidget *banner;        /* a revealer with a label */
  GtkWidget *banner_label;
  GtkWidget *empty;         /* status page when nothing is open */
  GtkWidget *spinner;
  GtkWidget *zoom_label;
  GPtrArray *unfolded;      /* module paths that the user opened */
  gboolean show_refused;
  LayoutJob *job;           /* the newest; borrowed */
  FlStage drawn_stage;
  const FlGraph *drawn_graph;
};

G_DEFINE_FINAL_TYPE (FluiStagePage, flui_stage_page, GTK_TYPE_WIDGET)

/* --- layout in a thread ----------------------------------------------------------------------------------------- */

static void
layout_job_free (LayoutJob *job)
{
  g_clear_object (&job->page);
  g_clear_pointer (&job->run, fl_run_unref);
  g_clear_pointer (&job->scene, fl_scene_free);
  g_clear_pointer (&job->placement, fl_placement_free);
  g_clear_error (&job->error);
  g_strfreev (job->unfolded);
  g_free (job->worker_path);
  g_free (job);
}

static void
update_banner (FluiStagePage *self, const FlRun *run, const char *note)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (run && run->graph->truncated)
    g_string_append_printf (text, "The file ends early: %s. Shown as far as it goes.", run->graph->truncated_why);
  if (run && run->error)
    g_string_append_printf (text, "%sStopped at %s", text->len ? "\n" : "", run->error->message);
  if (note)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", note);
  gtk_label_set_text (GTK_LABEL (self->banner_label), text->str);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), text->len > 0);
}

static void
update_lit (FluiStagePage *self)
{
  FlItem selection = flui_session_get_selection (self->session);
  FlKin *kin = flui_session_get_kin (self->session);
  guint n_items = 0;
  const FlItem *items = kin && selection.kind != FL_ITEM_NONE ? fl_kin_get (kin, selection, &n_items) : NULL;

  flui_canvas_set_lit (FLUI_CANVAS (self->canvas), selection, items, n_items);
}

static gboolean
take_layout (gpointer data)
{
  LayoutJob *job = data;
  FluiStagePage *self = job->page;

  if (job == self->job)
    {
      gboolean keep = job->stage == self->drawn_stage && job->run->graph == self->drawn_graph;

      self->job = NULL;
      gtk_widget_set_visible (self->spinner, FALSE);
      update_banner (self, job->run, job->error ? job->error->message : job->placement->note);
      if (!job->error && self->canvas)
        {
          self->drawn_stage = job->stage;
          self->drawn_graph = job->run->graph;
          flui_canvas_set_scene (FLUI_CANVAS (self->canvas), g_steal_pointer (&job->scene), g_steal_pointer (&job->placement), keep);
          update_lit (self);
        }
    }
  layout_job_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
layout_thread (gpointer data)
{
  LayoutJob *job = data;

  job->options.unfolded = (const char *const *) job->unfolded;
  job->scene = fl_scene_new (job->run, job->stage, &job->options);
  fl_scene_measure (job->scene);
  job->placement = fl_layout_run (job->scene, job->worker_path, LAYOUT_DEADLINE_MS, &job->cancelled, &job->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_layout, job, NULL);
  return NULL;
}

static void
draw_stage (FluiStagePage *self)
{
  const FlRun *run = flui_session_get_shown (self->session);
  FlStage stage = flui_session_get_stage (self->session);
  g_autoptr (GStrvBuilder) unfolded = g_strv_builder_new ();
  LayoutJob *job;

  gtk_widget_set_visible (self->empty, run == NULL);
  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
  if (!run || !run->stages[stage].was_reached)
    return;
  job = g_new0 (LayoutJob, 1);
  job->page = g_object_ref (self);
  job->run = fl_run_ref (run);
  job->stage = stage;
  job->options = (FlSceneOptions) { .fold_modules = TRUE, .show_refused = self->show_refused };
  for (guint i = 0; i < self->unfolded->len; i++)
    g_strv_builder_add (unfolded, self->unfolded->pdata[i]);
  job->unfolded = g_strv_builder_end (unfolded);
  job->worker_path = g_strdup (flui_session_get_worker_path (self->session));
  self->job = job;
  gtk_widget_set_visible (self->spinner, TRUE);
  g_thread_unref (g_thread_new ("layout", layout_thread, job));
}

gboolean
flui_stage_page_is_busy (FluiStagePage *self)
{
  return self->job != NULL;
}

/* --- the session and the canvas --------------------------------------------------------------------------------- */

static void
on_run_changed (FluiSession *session, FluiStagePage *self)
{
  const FlRun *run = flui_session_get_run (session);

  if (run && run->graph != self->drawn_graph)
    g_ptr_array_set_size (self->unfolded, 0);
}

static void
on_selection_changed (FluiSession *session, FluiStagePage *self)
{
  FlItem selection = flui_session_get_selection (session);
  FlKin *kin = flui_session_get_kin (session);
  guint n_items = 0;
  const FlItem *items;

  update_lit (self);
  if (!kin || selection.kind == FL_ITEM_NONE || flui_canvas_show_item (FLUI_CANVAS (self->canvas), selection))
    return;
  items = fl_kin_get (kin, selection, &n_items);
  for (guint i = 0; i < n_items; i++)
    if (flui_canvas_show_item (FLUI_CANVAS (self->canvas), items[i]))
      return;
}

static void
on_item_selected (FluiCanvas *canvas, int kind, const char *name, FluiStagePage *self)
{
  flui_session_select (self->session, (FlItem) { kind, kind == FL_ITEM_NONE ? NULL : fl_intern (name) });
}

/* A folded block has no item of its own: its name is the module path. */
static void
on_item_activated (FluiCanvas *canvas, int kind, const char *name, FluiStagePage *self)
{
  if (kind != FL_ITEM_NONE || !name)
    return;
  g_ptr_array_add (self->unfolded, g_strdup (name));
  draw_stage (self);
}

static void
on_zoom_changed (FluiCanvas *canvas, FluiStagePage *self)
{
  g_autofree char *text = g_strdup_printf ("%.0f %%", flui_canvas_get_zoom (canvas) * 100);

  gtk_label_set_text (GTK_LABEL (self->zoom_label), text);
}

void
flui_stage_page_set_show_refused (FluiStagePage *self, gboolean show)
{
  self->show_refused = show;
  draw_stage (self);
}

gboolean
flui_stage_page_get_show_refused (FluiStagePage *self)
{
  return self->show_refused;
}

FluiCanvas *
flui_stage_page_get_canvas (FluiStagePage *self)
{
  return FLUI_CANVAS (self->canvas);
}

/* --- life ------------------------------------------------------------------------------------------------------- */

static void
flui_stage_page_dispose (GObject *object)
{
  FluiStagePage *self = FLUI_STAGE_PAGE (object);

  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
  self->canvas = NULL;
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->unfolded, g_ptr_array_unref);
  G_OBJECT_CLASS (flui_stage_page_parent_class)->dispose (object);
}

static void
flui_stage_page_class_init (FluiStagePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_stage_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_zoom_button (const char *icon, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_zoom_box (FluiStagePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->zoom_label = gtk_label_new ("100 %");
  gtk_label_set_width_chars (GTK_LABEL (self->zoom_label), 6);
  gtk_widget_add_css_class (self->zoom_label, "numeric");
  gtk_box_append (GTK_BOX (box), make_zoom_button ("zoom-out-symbolic", "Zoom out (Ctrl+-)", "win.zoom-out"));
  gtk_box_append (GTK_BOX (box), self->zoom_label);
  gtk_box_append (GTK_BOX (box), make_zoom_button ("zoom-in-symbolic", "Zoom in (Ctrl++)", "win.zoom-in"));
  gtk_box_append (GTK_BOX (box), make_zoom_button ("zoom-fit-best-symbolic", "Show all (Ctrl+0)", "win.zoom-fit"));
  gtk_widget_add_css_class (box, "osd-box");
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  return box;
}

static void
make_banner (FluiStagePage *self)
{
  self->banner = gtk_revealer_new ();
  self->banner_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->banner_label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->banner_label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->banner_label), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->banner_label), 5);
  gtk_label_set_ellipsize (GTK_LABEL (self->banner_label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->banner_label, "page-banner");
  gtk_revealer_set_child (GTK_REVEALER (self->banner), self->banner_label);
  gtk_widget_set_valign (self->banner, GTK_ALIGN_START);
}

static void
flui_stage_page_init (FluiStagePage *self)
{
  self->show_refused = TRUE;
  self->drawn_stage = FL_N_STAGES;
  self->unfolded = g_ptr_array_new_with_free_func (g_free);
  self->overlay = gtk_overlay_new ();
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  self->canvas = flui_canvas_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->canvas);
  self->empty = adw_status_page_new ();
  adw_status_page_set_title (ADW_STATUS_PAGE (self->empty), "Open a graph");
  adw_status_page_set_description (ADW_STATUS_PAGE (self->empty),
                                   "Drop a file here, choose one with Ctrl+O, or pick a sample from the menu beside Open.\n"
                                   "Fuseloom reads what PyTorch's compiler dumps: fx_graph_transformed.py, fx_graph_readable.py, logs.");
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->empty), "document-open-symbolic");
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->empty);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), make_zoom_box (self));
  make_banner (self);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->banner);
  self->spinner = gtk_spinner_new ();
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  gtk_widget_set_halign (self->spinner, GTK_ALIGN_END);
  gtk_widget_set_valign (self->spinner, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->spinner, 12);
  gtk_widget_set_margin_end (self->spinner, 12);
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->spinner);
  g_signal_connect (self->canvas, "item-selected", G_CALLBACK (on_item_selected), self);
  g_signal_connect (self->canvas, "item-activated", G_CALLBACK (on_item_activated), self);
  g_signal_connect (self->canvas, "zoom-changed", G_CALLBACK (on_zoom_changed), self);
}

GtkWidget *
flui_stage_page_new (FluiSession *session)
{
  FluiStagePage *self = g_object_new (FLUI_TYPE_STAGE_PAGE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (draw_stage), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, 0);
  draw_stage (self);
  return GTK_WIDGET (self);
}
