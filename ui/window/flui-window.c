#include "flui-window-private.h"

#include "fl-fuse.h"
#include "flui-decisions.h"
#include "flui-inspector.h"
#include "flui-memory.h"
#include "flui-notes.h"
#include "flui-samples.h"
#include "flui-search.h"
#include "flui-source.h"
#include "flui-stage-rail.h"
#include "flui-timings.h"

#define WIDTH 1280
#define HEIGHT 800
#define INSPECTOR_WIDTH 300
#define DRAWER_HEIGHT 240

G_DEFINE_FINAL_TYPE (FluiWindow, flui_window, ADW_TYPE_APPLICATION_WINDOW)

FluiSession *
flui_window_get_session (FluiWindow *self)
{
  return self->session;
}

FluiStagePage *
flui_window_get_page (FluiWindow *self)
{
  return FLUI_STAGE_PAGE (self->page);
}

void
flui_window_open (FluiWindow *self, const char *path)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->error_banner), FALSE);
  flui_session_open_file (self->session, path);
}

void
flui_window_say (FluiWindow *self, const char *text)
{
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), adw_toast_new (text));
}

void
flui_window_show_drawer (FluiWindow *self, const char *name)
{
  gtk_widget_set_visible (self->drawer, name != NULL);
  if (name)
    gtk_stack_set_visible_child_name (GTK_STACK (self->drawer_stack), name);
}

/* --- following the session --------------------------------------------------------------------------------------- */

static void
update_steps (FluiWindow *self)
{
  static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };
  const FlEvent *event = flui_session_get_event (self->session);
  g_autoptr (GString) sentence = g_string_new (NULL);

  if (event)
    fl_event_append_sentence (event, sentence);
  else if (flui_session_get_run (self->session))
    g_string_append (sentence, fl_stage_get_info (flui_session_get_stage (self->session))->sentence);
  flui_step_bar_set (FLUI_STEP_BAR (self->step_bar), flui_session_get_step (self->session), flui_session_get_n_steps (self->session), sentence->str,
                     event ? verdicts[event->verdict] : NULL);
}

static void
update_status (FluiWindow *self)
{
  FlKin *kin = flui_session_get_kin (self->session);
  const FlRun *run = flui_session_get_run (self->session);
  FlItem selection = flui_session_get_selection (self->session);
  g_autofree char *text = NULL;

  if (kin && selection.kind != FL_ITEM_NONE)
    text = fl_kin_dup_status (kin, selection);
  else if (run && run->fused)
    text = g_strdup_printf ("%u FX nodes, %u scheduler nodes, %u kernels after fusion", run->graph->n_nodes, run->schedule->n_nodes, run->fused->n_nodes);
  else if (run)
    text = g_strdup_printf ("%u FX nodes", run->graph->n_nodes);
  gtk_label_set_text (GTK_LABEL (self->status), text ? text : "");
}

static void
on_run_changed (FluiSession *session, FluiWindow *self)
{
  const FlRun *run = flui_session_get_run (session);
  const char *path = flui_session_get_path (session);
  const char *note = path ? flui_samples_get_note (path) : NULL;
  g_autofree char *name = path ? g_path_get_basename (path) : NULL;

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name ? name : "Fuseloom");
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), fl_stage_get_info (flui_session_get_stage (session))->title);
  gtk_widget_set_tooltip_text (self->title, note ? note : path);
  gtk_widget_set_sensitive (self->run_button, run && run->program);
  if (run && run->execution)
    flui_window_show_drawer (self, "timings");
  update_status (self);
}

static void
on_shown_changed (FluiSession *session, FluiWindow *self)
{
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), fl_stage_get_info (flui_session_get_stage (session))->title);
  update_steps (self);
}

static void
on_busy_changed (FluiSession *session, FluiWindow *self)
{
  gboolean executing = flui_session_is_executing (session);
  double fraction = flui_session_get_progress (session);
  const char *text = flui_session_get_progress_text (session);

  gtk_stack_set_visible_child_name (GTK_STACK (self->run_stack), executing ? "cancel" : "run");
  gtk_widget_set_visible (self->progress, executing);
  if (executing && fraction >= 0)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (fraction, 0, 1));
  else if (executing)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  if (executing && text)
    gtk_label_set_text (GTK_LABEL (self->status), text);
  else
    update_status (self);
}

static void
on_failed (FluiSession *session, FluiWindow *self)
{
  gtk_label_set_text (GTK_LABEL (self->error_label), flui_session_get_message (session));
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->error_banner), TRUE);
}

static void
on_options_changed (FluiSession *session, FluiWindow *self)
{
  const FlOptions *options = flui_session_get_options (session);

  self->is_setting = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->target), options->target);
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    if (g_strcmp0 (fl_strategies_get_row (i)->name, options->strategy) == 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->strategy), i);
  self->is_setting = FALSE;
}

static void
on_target (GtkDropDown *drop_down, GParamSpec *spec, FluiWindow *self)
{
  if (!self->is_setting)
    flui_session_set_target (self->session, gtk_drop_down_get_selected (drop_down));
}

static void
on_strategy (GtkDropDown *drop_down, GParamSpec *spec, FluiWindow *self)
{
  if (!self->is_setting)
    flui_session_set_strategy (self->session, fl_strategies_get_row (gtk_drop_down_get_selected (drop_down))->name);
}

static void
on_step_chosen (FluiStepBar *bar, guint step, FluiWindow *self)
{
  flui_session_set_step (self->session, step);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, FluiWindow *self)
{
  GSList *files = g_value_get_boxed (value);
  g_autofree char *path = files ? g_file_get_path (files->data) : NULL;

  if (!path)
    return FALSE;
  flui_window_open (self, path);
  return TRUE;
}

/* --- building ---------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_icon_button (const char *icon, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_open_button (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *open = gtk_button_new_with_label ("Open");
  GtkWidget *samples = gtk_menu_button_new ();
  g_autoptr (GMenuModel) list = flui_samples_new_menu ();
  g_autoptr (GMenu) menu = g_menu_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_set_tooltip_text (open, "Open a graph (Ctrl+O)");
  g_menu_append_section (menu, "Samples", list);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (samples), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (samples), "pan-down-symbolic");
  gtk_widget_set_tooltip_text (samples, "Samples and recent graphs");
  gtk_widget_set_name (samples, "samples");
  gtk_accessible_update_property (GTK_ACCESSIBLE (samples), GTK_ACCESSIBLE_PROPERTY_LABEL, "Samples and recent graphs", -1);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), open);
  gtk_box_append (GTK_BOX (box), samples);
  return box;
}

static GtkWidget *
make_menu_button (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) file = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();
  g_autoptr (GMenu) help = g_menu_new ();

  g_menu_append (file, "Write _Report…", "win.report");
  g_menu_append (file, "_Export Picture…", "win.export");
  g_menu_append (view, "Stage _Rail", "win.show-rail");
  g_menu_append (view, "_Inspector", "win.show-inspector");
  g_menu_append (view, "_Drawer", "win.show-drawer");
  g_menu_append (view, "Refused _Fusions", "win.show-refused");
  g_menu_append (help, "_Preferences", "win.preferences");
  g_menu_append (help, "_Keyboard Shortcuts", "win.shortcuts");
  g_menu_append (help, "_About Fuseloom", "win.about");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (file));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (help));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "open-menu-symbolic");
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, "Main menu (F10)");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Main menu", -1);
  return button;
}

static GtkWidget *
make_run_stack (FluiWindow *self)
{
  GtkWidget *cancel = gtk_button_new_with_label ("Cancel");

  self->run_stack = gtk_stack_new ();
  self->run_button = gtk_button_new_with_label ("Run");
  gtk_widget_add_css_class (self->run_button, "suggested-action");
  gtk_widget_set_tooltip_text (self->run_button, "Build, run, check and time the kernels (Ctrl+Return)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button), "win.run");
  gtk_widget_add_css_class (cancel, "destructive-action");
  gtk_widget_set_tooltip_text (cancel, "Stop (Ctrl+.)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "win.cancel");
  gtk_stack_add_named (GTK_STACK (self->run_stack), self->run_button, "run");
  gtk_stack_add_named (GTK_STACK (self->run_stack), cancel, "cancel");
  return self->run_stack;
}

static GtkWidget *
make_strategy_drop_down (void)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    gtk_string_list_append (titles, fl_strategies_get_row (i)->title);
  return gtk_drop_down_new (g_object_ref (G_LIST_MODEL (titles)), NULL);
}

static GtkWidget *
make_header (FluiWindow *self)
{
  static const char *const targets[] = { "CPU", "CUDA", NULL };
  GtkWidget *header = adw_header_bar_new ();

  self->title = adw_window_title_new ("Fuseloom", "");
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), self->title);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), make_open_button ());
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), make_icon_button ("sidebar-show-symbolic", "Stage rail (F9)", "win.show-rail"));
  self->search = flui_search_new (self->session);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->search);
  self->menu_button = make_menu_button ();
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->menu_button);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), make_run_stack (self));
  self->strategy = make_strategy_drop_down ();
  gtk_widget_set_tooltip_text (self->strategy, "Fusion strategy: who decides which nodes share a kernel");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->strategy);
  self->target = gtk_drop_down_new_from_strings (targets);
  gtk_widget_set_tooltip_text (self->target, "Target: whose rules the compiler follows");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->target);
  g_signal_connect (self->target, "notify::selected", G_CALLBACK (on_target), self);
  g_signal_connect (self->strategy, "notify::selected", G_CALLBACK (on_strategy), self);
  return header;
}

static void
hide_error (GtkButton *button, FluiWindow *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->error_banner), FALSE);
}

static GtkWidget *
make_error_banner (FluiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->error_banner = gtk_revealer_new ();
  self->error_label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->error_label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->error_label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->error_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->error_label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->error_label), 12);
  gtk_label_set_ellipsize (GTK_LABEL (self->error_label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->error_label, TRUE);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, "Close the message");
  g_signal_connect (close, "clicked", G_CALLBACK (hide_error), self);
  gtk_widget_add_css_class (box, "error-banner");
  gtk_box_append (GTK_BOX (box), self->error_label);
  gtk_box_append (GTK_BOX (box), close);
  gtk_revealer_set_child (GTK_REVEALER (self->error_banner), box);
  return self->error_banner;
}

static void
add_drawer_page (FluiWindow *self, GtkWidget *child, const char *name, const char *title)
{
  gtk_stack_add_titled (GTK_STACK (self->drawer_stack), child, name, title);
}

static GtkWidget *
make_drawer (FluiWindow *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *switcher = gtk_stack_switcher_new ();
  GtkWidget *close = make_icon_button ("window-close-symbolic", "Close the drawer (F8)", "win.show-drawer");

  self->drawer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->drawer_stack = gtk_stack_new ();
  add_drawer_page (self, flui_source_new (self->session), "source", "Source");
  add_drawer_page (self, flui_timings_new (self->session), "timings", "Timings");
  add_drawer_page (self, flui_memory_new (self->session), "memory", "Memory");
  add_drawer_page (self, flui_decisions_new (self->session), "decisions", "Decisions");
  add_drawer_page (self, flui_notes_new (self->session), "notes", "Notes");
  gtk_stack_set_visible_child_name (GTK_STACK (self->drawer_stack), "decisions");
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->drawer_stack));
  gtk_widget_set_hexpand (switcher, TRUE);
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (bar, "drawer-tabs");
  gtk_box_append (GTK_BOX (bar), switcher);
  gtk_box_append (GTK_BOX (bar), close);
  gtk_widget_set_vexpand (self->drawer_stack, TRUE);
  gtk_box_append (GTK_BOX (self->drawer), bar);
  gtk_box_append (GTK_BOX (self->drawer), self->drawer_stack);
  gtk_widget_set_size_request (self->drawer, -1, 150);
  return self->drawer;
}

/* Keys without a modifier must not act while somebody types in an entry: they belong to the picture and the step bar only. */
static void
add_plain_keys (GtkWidget *widget)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_period, "win.step-next" },
    { GDK_KEY_comma, "win.step-previous" },
    { GDK_KEY_Page_Down, "win.stage-next" },
    { GDK_KEY_Page_Up, "win.stage-previous" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, 0), gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (widget, controller);
}

static GtkWidget *
make_middle (FluiWindow *self)
{
  GtkWidget *picture = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->page = flui_stage_page_new (self->session);
  self->step_bar = flui_step_bar_new ();
  g_signal_connect (self->step_bar, "step-chosen", G_CALLBACK (on_step_chosen), self);
  gtk_widget_set_vexpand (self->page, TRUE);
  gtk_box_append (GTK_BOX (picture), self->page);
  gtk_box_append (GTK_BOX (picture), self->step_bar);
  gtk_widget_set_size_request (picture, 420, 160);
  add_plain_keys (picture);
  self->inspector = flui_inspector_new (self->session);
  gtk_widget_add_css_class (self->inspector, "inspector-pane");
  gtk_widget_set_size_request (self->inspector, 220, -1);
  self->inner_paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->inner_paned), picture);
  gtk_paned_set_end_child (GTK_PANED (self->inner_paned), self->inspector);
  gtk_paned_set_resize_end_child (GTK_PANED (self->inner_paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->inner_paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->inner_paned), FALSE);
  self->outer_paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->outer_paned), self->inner_paned);
  gtk_paned_set_end_child (GTK_PANED (self->outer_paned), make_drawer (self));
  gtk_paned_set_resize_end_child (GTK_PANED (self->outer_paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->outer_paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->outer_paned), FALSE);
  gtk_widget_set_hexpand (self->outer_paned, TRUE);
  return self->outer_paned;
}

static GtkWidget *
make_status (FluiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->status = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->status, TRUE);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->progress, FALSE);
  gtk_widget_add_css_class (box, "status");
  gtk_box_append (GTK_BOX (box), self->status);
  gtk_box_append (GTK_BOX (box), self->progress);
  return box;
}

static void
build (FluiWindow *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->toasts = adw_toast_overlay_new ();
  self->rail = flui_stage_rail_new (self->session);
  gtk_widget_set_size_request (self->rail, 176, -1);
  gtk_widget_add_css_class (self->rail, "rail");
  gtk_box_append (GTK_BOX (row), self->rail);
  gtk_box_append (GTK_BOX (row), make_middle (self));
  gtk_widget_set_vexpand (row, TRUE);
  gtk_box_append (GTK_BOX (column), make_header (self));
  gtk_box_append (GTK_BOX (column), make_error_banner (self));
  gtk_box_append (GTK_BOX (column), row);
  gtk_box_append (GTK_BOX (column), make_status (self));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (self->toasts), column);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), self->toasts);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

/* Pane positions follow the window's size until the user moves them: the drawer and the inspector keep theirs. */
static void
flui_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiWindow *self = FLUI_WINDOW (widget);
  static const int rail_width = 176;

  if (!g_object_get_data (G_OBJECT (self), "placed") && width > 400)
    {
      gtk_paned_set_position (GTK_PANED (self->inner_paned), width - rail_width - (width >= 2000 ? 420 : INSPECTOR_WIDTH));
      gtk_paned_set_position (GTK_PANED (self->outer_paned), height - 90 - (height >= 1200 ? 400 : DRAWER_HEIGHT));
      g_object_set_data (G_OBJECT (self), "placed", self);
    }
  GTK_WIDGET_CLASS (flui_window_parent_class)->size_allocate (widget, width, height, baseline);
}

static void
flui_window_dispose (GObject *object)
{
  FluiWindow *self = FLUI_WINDOW (object);

  if (self->session)
    {
      flui_session_cancel (self->session);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_window_parent_class)->dispose (object);
}

static void
flui_window_class_init (FluiWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_window_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = flui_window_size_allocate;
}

static void
flui_window_init (FluiWindow *self)
{
  self->session = flui_session_new ();
  gtk_window_set_title (GTK_WINDOW (self), "Fuseloom");
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  build (self);
  flui_window_add_actions (self);
  g_signal_connect (self->session, "run-changed", G_CALLBACK (on_run_changed), self);
  g_signal_connect (self->session, "shown-changed", G_CALLBACK (on_shown_changed), self);
  g_signal_connect_swapped (self->session, "selection-changed", G_CALLBACK (update_status), self);
  g_signal_connect (self->session, "busy-changed", G_CALLBACK (on_busy_changed), self);
  g_signal_connect (self->session, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->session, "options-changed", G_CALLBACK (on_options_changed), self);
  on_options_changed (self->session, self);
  on_run_changed (self->session, self);
}

GtkWidget *
flui_window_new (AdwApplication *application)
{
  return g_object_new (FLUI_TYPE_WINDOW, "application", application, NULL);
}
