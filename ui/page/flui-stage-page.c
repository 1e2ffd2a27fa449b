#include "flui-stage-page.h"

#include <string.h>

#include "fl-intern.h"

#include "flui-difference-bar.h"
#include "flui-icon-button.h"
#include "flui-jobs.h"
#include "flui-legend.h"

#define LAYOUT_DEADLINE_MS 4000
#define MAX_REVEALS 5

/* One layout under way. */
typedef struct
{
  FluiStagePage *page; /* referenced */
  FlRun *run;
  FlParity *parity; /* NULL: nothing is marked */
  FlStage stage;
  FlSceneOptions options;
  char **unfolded, **folded;
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
  GtkWidget *box;
  GtkWidget *canvas;
  GtkWidget *banner; /* a revealer with a label: what is wrong with the input */
  GtkWidget *banner_label;
  GtkWidget *differences; /* the bar that walks through what differs from PyTorch's own */
  GtkWidget *note;        /* lists parts that the picture leaves out */
  GtkWidget *legend;
  GtkWidget *nothing; /* said when a stage has no boxes */
  GtkWidget *busy;
  GtkWidget *zoom_label;
  GPtrArray *unfolded; /* module paths that the user opened … */
  GPtrArray *folded;   /* … and closed */
  gboolean show_refused, show_theirs, show_legend;
  LayoutJob *job;  /* the newest; borrowed */
  guint n_reveals; /* blocks opened for the sake of one selection */
  FlStage drawn_stage;
  FlGraph *drawn_graph;
};

G_DEFINE_FINAL_TYPE (FluiStagePage, flui_stage_page, GTK_TYPE_WIDGET)

/* --- layout in a thread
 * ----------------------------------------------------------------------------------------- */

static void
layout_job_free (LayoutJob *job)
{
  g_clear_object (&job->page);
  g_clear_pointer (&job->run, fl_run_unref);
  g_clear_pointer (&job->parity, fl_parity_unref);
  g_clear_pointer (&job->scene, fl_scene_free);
  g_clear_pointer (&job->placement, fl_placement_free);
  g_clear_error (&job->error);
  g_strfreev (job->unfolded);
  g_strfreev (job->folded);
  g_free (job->worker_path);
  g_free (job);
}

/* Standing facts about the input above the picture, what the picture leaves out in its corner. */
static void
update_banner (FluiStagePage *self, const FlRun *run, const char *error, const char *note)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (run->graph->truncated)
    {
      g_string_append_printf (text, "%s. It is shown as far as it goes.", run->graph->truncated_why);
      text->str[0] = g_ascii_toupper (text->str[0]);
    }
  if (run->error)
    g_string_append_printf (text, "%sStopped at %s", text->len ? "\n" : "", run->error->message);
  if (error)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", error);
  gtk_label_set_text (GTK_LABEL (self->banner_label), text->str);
  gtk_widget_set_tooltip_text (self->banner_label, text->len > 200 ? text->str : NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), text->len > 0);
  if (note && run->graph->truncated && strstr (note, run->graph->truncated_why))
    note = NULL; /* said above */
  gtk_label_set_text (GTK_LABEL (self->note), note ? note : "");
  gtk_widget_set_tooltip_text (self->note, note);
  gtk_widget_set_visible (self->note, note != NULL);
}

static void draw_stage (FluiStagePage *self);

static void
remove_path (GPtrArray *paths, const char *path)
{
  guint at;

  if (g_ptr_array_find_with_equal_func (paths, path, g_str_equal, &at))
    g_ptr_array_remove_index (paths, at);
}

static void
toggle_block (FluiStagePage *self, const char *path, gboolean open)
{
  remove_path (open ? self->folded : self->unfolded, path);
  g_ptr_array_add (open ? self->unfolded : self->folded, g_strdup (path));
  draw_stage (self);
}

/* Opens the closed block that holds the selection, where that is the only place it has in this
 * picture. Blocks lie in blocks: it is called again with the next layout. */
static gboolean
reveal (FluiStagePage *self)
{
  const FlScene *scene = flui_canvas_get_scene (FLUI_CANVAS (self->canvas));
  FlItem selection = flui_session_get_selection (self->session);
  gint32 block = flui_canvas_find_block (FLUI_CANVAS (self->canvas), selection);

  if (block < 0 || scene->nodes[block].item.kind != FL_ITEM_NONE || self->n_reveals++ >= MAX_REVEALS)
    return FALSE;
  toggle_block (self, scene->nodes[block].item.name, TRUE);
  return TRUE;
}

static FlItem
get_item_of (const FlRef *ref)
{
  static const FlItemKind kinds[] = { FL_ITEM_NONE, FL_ITEM_NODE, FL_ITEM_BUFFER, FL_ITEM_OP, FL_ITEM_KERNEL };

  return (FlItem) { kinds[ref->kind], ref->kind == FL_REF_NONE ? NULL : ref->name };
}

/* What the shown step is about lights up while nothing is selected. */
static void
light_step (FluiStagePage *self)
{
  const FlEvent *event = flui_session_get_event (self->session);
  gboolean is_last = flui_session_get_step (self->session) == flui_session_get_n_steps (self->session);
  FluiLit lit = { .n_kin = 0 };
  FlItem items[2];

  if (event && !is_last)
    {
      items[0] = flui_session_get_stand_in (self->session, get_item_of (&event->subject));
      items[1] = flui_session_get_stand_in (self->session, get_item_of (&event->object));
      lit.n_kin = 2;
      lit.kin = items;
    }
  flui_canvas_set_lit (FLUI_CANVAS (self->canvas), &lit);
  if (lit.n_kin && items[0].kind != FL_ITEM_NONE)
    flui_canvas_show_item (FLUI_CANVAS (self->canvas), items[0]);
}

/* Two that would make a cycle: the way around, from one to the other. */
static void
update_path (FluiStagePage *self)
{
  const FlFusionLog *log = flui_session_get_fusion_log (self->session);
  const FlWhy *why = flui_session_get_why (self->session);
  FlStage stage = flui_session_get_stage (self->session);
  guint n_hops = why && (stage == FL_STAGE_FUSE || stage == FL_STAGE_SCHEDULE) ? why->n_hops : 0;
  g_autofree FlItem *ends = g_new (FlItem, 2 * n_hops + 1);

  for (guint i = 0; i < n_hops; i++)
    {
      ends[2 * i] = log->nodes[why->hops[i].from].item;
      ends[2 * i + 1] = log->nodes[why->hops[i].to].item;
    }
  flui_canvas_set_path (FLUI_CANVAS (self->canvas), ends, n_hops);
}

static void
update_lit (FluiStagePage *self)
{
  FluiLit lit = { .selection = flui_session_get_stand_in (self->session, flui_session_get_selection (self->session)),
                  .partner = flui_session_get_stand_in (self->session, flui_session_get_partner (self->session)) };

  update_path (self);
  if (lit.selection.kind == FL_ITEM_NONE)
    {
      light_step (self);
      return;
    }
  lit.kin = flui_session_get_lit (self->session, &lit.n_kin);
  flui_canvas_set_lit (FLUI_CANVAS (self->canvas), &lit);
}

static void
update_legend (FluiStagePage *self)
{
  const FlScene *scene = flui_canvas_get_scene (FLUI_CANVAS (self->canvas));

  gtk_widget_set_visible (self->legend, self->show_legend && scene && scene->n_nodes > 0);
  flui_legend_set_scene (FLUI_LEGEND (self->legend), scene, flui_canvas_get_heat (FLUI_CANVAS (self->canvas)));
}

static void
set_drawn_graph (FluiStagePage *self, FlGraph *graph)
{
  g_clear_pointer (&self->drawn_graph, fl_graph_unref);
  self->drawn_graph = graph ? fl_graph_ref (graph) : NULL;
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
      gtk_widget_set_visible (self->busy, FALSE);
      update_banner (self, job->run, job->error ? job->error->message : NULL, job->error ? NULL : job->placement->note);
      if (!job->error && self->canvas)
        {
          self->drawn_stage = job->stage;
          set_drawn_graph (self, job->run->graph);
          flui_canvas_set_scene (FLUI_CANVAS (self->canvas), g_steal_pointer (&job->scene),
                                 g_steal_pointer (&job->placement), keep);
          update_lit (self);
          if (self->n_reveals > 0 && !reveal (self))
            flui_canvas_show_item (FLUI_CANVAS (self->canvas), flui_session_get_selection (self->session));
          update_legend (self);
          gtk_widget_set_visible (self->nothing, flui_canvas_get_scene (FLUI_CANVAS (self->canvas))->n_nodes == 0);
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
  job->options.folded = (const char *const *) job->folded;
  job->options.parity = job->parity;
  job->scene = fl_scene_new (job->run, job->stage, &job->options);
  fl_scene_measure (job->scene);
  job->placement = fl_layout_run (job->scene, job->worker_path, LAYOUT_DEADLINE_MS, &job->cancelled, &job->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_layout, job, NULL);
  return NULL;
}

static char **
dup_paths (GPtrArray *paths)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < paths->len; i++)
    g_strv_builder_add (builder, paths->pdata[i]);
  return g_strv_builder_end (builder);
}

/* Marks belong to the whole run, not to a step on the way. */
static FlParity *
ref_parity (FluiStagePage *self)
{
  const FlParity *parity = flui_session_get_parity (self->session);

  return parity && self->show_theirs
                 && flui_session_get_step (self->session) == flui_session_get_n_steps (self->session)
             ? fl_parity_ref (parity)
             : NULL;
}

static void
draw_stage (FluiStagePage *self)
{
  const FlRun *run = flui_session_get_shown (self->session);
  FlStage stage = flui_session_get_stage (self->session);
  LayoutJob *job;

  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
  if (!run || !run->stages[stage].was_reached)
    return;
  job = g_new0 (LayoutJob, 1);
  job->page = g_object_ref (self);
  job->run = fl_run_ref (run);
  job->parity = ref_parity (self);
  job->stage = stage;
  job->options = (FlSceneOptions) { .fold_modules = TRUE, .show_refused = self->show_refused };
  job->unfolded = dup_paths (self->unfolded);
  job->folded = dup_paths (self->folded);
  job->worker_path = g_strdup (flui_session_get_worker_path (self->session));
  self->job = job;
  gtk_widget_set_visible (self->busy, TRUE);
  flui_jobs_start ("layout", layout_thread, job);
}

gboolean
flui_stage_page_is_busy (FluiStagePage *self)
{
  return self->job != NULL;
}

/* --- the session and the canvas
 * --------------------------------------------------------------------------------- */

static void
on_run_changed (FluiSession *session, FluiStagePage *self)
{
  const FlRun *run = flui_session_get_run (session);

  if (run && run->graph != self->drawn_graph)
    {
      g_ptr_array_set_size (self->unfolded, 0);
      g_ptr_array_set_size (self->folded, 0);
    }
}

/* The view moves only when nothing of the selection is in sight. */
static void
on_selection_changed (FluiSession *session, FluiStagePage *self)
{
  FlItem selection = flui_session_get_selection (session);
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (session, &n_items);

  update_lit (self);
  self->n_reveals = 0;
  if (selection.kind == FL_ITEM_NONE || reveal (self)
      || flui_canvas_show_item (FLUI_CANVAS (self->canvas), flui_session_get_stand_in (self->session, selection)))
    return;
  for (guint i = 0; i < n_items; i++)
    if (flui_canvas_show_item (FLUI_CANVAS (self->canvas), items[i]))
      return;
}

static void
on_item_selected (FluiCanvas *canvas, int kind, const char *name, gboolean as_second, FluiStagePage *self)
{
  FlItem item = { kind, kind == FL_ITEM_NONE ? NULL : fl_intern (name) };
  FlItem selection = flui_session_get_selection (self->session);

  if (as_second && selection.kind != FL_ITEM_NONE && item.kind != FL_ITEM_NONE && selection.name != item.name)
    flui_session_select_pair (self->session, selection, item);
  else
    flui_session_select (self->session, item);
}

static void
on_edge_selected (FluiCanvas *canvas, guint position, FluiStagePage *self)
{
  const FlScene *scene = flui_canvas_get_scene (canvas);
  const FlSceneEdge *edge = &scene->edges[position];

  flui_session_select_pair (self->session, scene->nodes[edge->from].item, scene->nodes[edge->to].item);
}

static void
on_block_toggled (FluiCanvas *canvas, const char *path, gboolean open, FluiStagePage *self)
{
  toggle_block (self, path, open);
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

void
flui_stage_page_set_show_theirs (FluiStagePage *self, gboolean show)
{
  self->show_theirs = show;
  flui_difference_bar_set_active (FLUI_DIFFERENCE_BAR (self->differences), show);
  draw_stage (self);
}

gboolean
flui_stage_page_get_show_theirs (FluiStagePage *self)
{
  return self->show_theirs;
}

void
flui_stage_page_set_show_legend (FluiStagePage *self, gboolean show)
{
  self->show_legend = show;
  update_legend (self);
}

FluiCanvas *
flui_stage_page_get_canvas (FluiStagePage *self)
{
  return FLUI_CANVAS (self->canvas);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_stage_page_dispose (GObject *object)
{
  FluiStagePage *self = FLUI_STAGE_PAGE (object);

  if (self->job)
    g_atomic_int_set (&self->job->cancelled, 1);
  self->job = NULL;
  self->canvas = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->unfolded, g_ptr_array_unref);
  g_clear_pointer (&self->folded, g_ptr_array_unref);
  g_clear_pointer (&self->drawn_graph, fl_graph_unref);
  G_OBJECT_CLASS (flui_stage_page_parent_class)->dispose (object);
}

static void
flui_stage_page_class_init (FluiStagePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_stage_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_zoom_box (FluiStagePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->zoom_label = gtk_label_new ("100 %");
  gtk_label_set_width_chars (GTK_LABEL (self->zoom_label), 6);
  gtk_widget_add_css_class (self->zoom_label, "numeric");
  gtk_box_append (GTK_BOX (box), flui_icon_button_new ("zoom-out-symbolic", "Zoom out (Ctrl+-)", "win.zoom-out"));
  gtk_box_append (GTK_BOX (box), self->zoom_label);
  gtk_box_append (GTK_BOX (box), flui_icon_button_new ("zoom-in-symbolic", "Zoom in (Ctrl++)", "win.zoom-in"));
  gtk_box_append (GTK_BOX (box), flui_icon_button_new ("zoom-fit-best-symbolic", "Show all (Ctrl+0)", "win.zoom-fit"));
  gtk_widget_add_css_class (box, "osd-box");
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  return box;
}

/* Zoom and what the picture leaves out, in the lower left corner. */
static GtkWidget *
make_corner (FluiStagePage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->note), 2);
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 42);
  gtk_widget_add_css_class (self->note, "osd-box");
  gtk_widget_add_css_class (self->note, "canvas-note");
  gtk_widget_set_valign (self->note, GTK_ALIGN_END);
  gtk_widget_set_visible (self->note, FALSE);
  gtk_box_append (GTK_BOX (box), make_zoom_box (self));
  gtk_box_append (GTK_BOX (box), self->note);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  return box;
}

static GtkWidget *
make_legend (FluiStagePage *self)
{
  self->legend = flui_legend_new ();
  gtk_widget_add_css_class (self->legend, "osd-box");
  gtk_widget_set_halign (self->legend, GTK_ALIGN_START);
  gtk_widget_set_valign (self->legend, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->legend, 12);
  gtk_widget_set_margin_top (self->legend, 12);
  gtk_widget_set_visible (self->legend, FALSE);
  return self->legend;
}

static GtkWidget *
make_busy (FluiStagePage *self)
{
  GtkWidget *spinner = gtk_spinner_new ();

  self->busy = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_box_append (GTK_BOX (self->busy), spinner);
  gtk_box_append (GTK_BOX (self->busy), gtk_label_new ("Laying out"));
  gtk_widget_add_css_class (self->busy, "osd-box");
  gtk_widget_add_css_class (self->busy, "canvas-note");
  gtk_widget_set_halign (self->busy, GTK_ALIGN_END);
  gtk_widget_set_valign (self->busy, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->busy, 12);
  gtk_widget_set_margin_end (self->busy, 12);
  gtk_widget_set_visible (self->busy, FALSE);
  return self->busy;
}

static void
make_banner (FluiStagePage *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  self->banner = gtk_revealer_new ();
  self->banner_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->banner_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->banner_label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->banner_label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->banner_label), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->banner_label), 4);
  gtk_label_set_ellipsize (GTK_LABEL (self->banner_label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->banner_label, TRUE);
  gtk_widget_add_css_class (row, "page-banner");
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), self->banner_label);
  gtk_revealer_set_child (GTK_REVEALER (self->banner), row);
}

static void
flui_stage_page_init (FluiStagePage *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->show_refused = self->show_theirs = TRUE;
  self->drawn_stage = FL_N_STAGES;
  self->unfolded = g_ptr_array_new_with_free_func (g_free);
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  make_banner (self);
  gtk_box_append (GTK_BOX (self->box), self->banner);
  gtk_box_append (GTK_BOX (self->box), overlay);
  self->canvas = flui_canvas_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->canvas);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), make_corner (self));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), make_legend (self));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), make_busy (self));
  self->nothing = gtk_label_new ("Nothing is left at this stage: no node leads to a result.");
  gtk_widget_add_css_class (self->nothing, "dim-label");
  gtk_widget_set_visible (self->nothing, FALSE);
  gtk_widget_set_can_target (self->nothing, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->nothing);
  g_signal_connect (self->canvas, "item-selected", G_CALLBACK (on_item_selected), self);
  g_signal_connect (self->canvas, "edge-selected", G_CALLBACK (on_edge_selected), self);
  g_signal_connect (self->canvas, "block-toggled", G_CALLBACK (on_block_toggled), self);
  g_signal_connect (self->canvas, "zoom-changed", G_CALLBACK (on_zoom_changed), self);
  g_signal_connect_swapped (self->canvas, "view-changed", G_CALLBACK (update_legend), self);
}

GtkWidget *
flui_stage_page_new (FluiSession *session)
{
  FluiStagePage *self = g_object_new (FLUI_TYPE_STAGE_PAGE, NULL);

  self->session = g_object_ref (session);
  self->differences = flui_difference_bar_new (session);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->differences, self->banner);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (draw_stage), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, 0);
  draw_stage (self);
  return GTK_WIDGET (self);
}
