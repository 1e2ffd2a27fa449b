/* Putting the window together: header, stage rail, picture and step bar, inspector, drawer, status
 * line. */
#include "fl-fuse.h"
#include "fl-tensor-file.h"

#include "flui-compare.h"
#include "flui-decisions.h"
#include "flui-inspector.h"
#include "flui-memory.h"
#include "flui-notes.h"
#include "flui-parity.h"
#include "flui-passes.h"
#include "flui-replay.h"
#include "flui-roofline.h"
#include "flui-samples.h"
#include "flui-search.h"
#include "flui-side.h"
#include "flui-sizes.h"
#include "flui-source.h"
#include "flui-stage-rail.h"
#include "flui-timings.h"
#include "flui-welcome.h"
#include "flui-whatif-page.h"
#include "flui-window-private.h"

/* --- what the widgets say
 * ----------------------------------------------------------------------------------------- */

static void
on_target (GtkDropDown *drop_down, GParamSpec *spec, FluiWindow *self)
{
  if (!self->is_setting)
    flui_session_set_target (self->session, gtk_drop_down_get_selected (drop_down));
}

static void
on_strategy (GtkDropDown *drop_down, GParamSpec *spec, FluiWindow *self)
{
  const FlStrategyRow *row = fl_strategies_get_row (gtk_drop_down_get_selected (drop_down));
  g_autofree char *tooltip
      = g_strdup_printf ("Fusion strategy: who decides which nodes share a kernel\n%s", row->sentence);

  gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), tooltip);
  if (!self->is_setting)
    flui_session_set_strategy (self->session, row->name);
}

static void
on_step_chosen (FluiStepBar *bar, guint step, FluiWindow *self)
{
  flui_session_set_step (self->session, step);
}

static void
on_drawer_page (GtkStack *stack, GParamSpec *spec, FluiWindow *self)
{
  if (!self->is_setting)
    self->drawer_is_chosen = TRUE;
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, FluiWindow *self)
{
  gboolean is_taken = FALSE;

  /* One graph, or any number of tensors for it. */
  for (GSList *file = g_value_get_boxed (value); file; file = file->next)
    {
      g_autofree char *path = g_file_get_path (file->data);

      if (!path || (is_taken && !fl_tensor_file_has_suffix (path)))
        continue;
      flui_window_open (self, path);
      is_taken = TRUE;
    }
  return is_taken;
}

/* --- header ------------------------------------------------------------------------------------ */

static void
set_label (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
make_icon_button (const char *icon, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  set_label (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_toggle (const char *icon, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, tooltip);
  set_label (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_open_button (FluiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *open = gtk_button_new_with_label ("Open");
  GtkWidget *more = gtk_menu_button_new ();

  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_widget_set_tooltip_text (open, "Open a graph (Ctrl+O)");
  self->open_menu = g_menu_new ();
  flui_samples_fill_menu (self->open_menu);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), G_MENU_MODEL (self->open_menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "pan-down-symbolic");
  gtk_widget_set_tooltip_text (more, "Recent graphs and samples");
  set_label (more, "Recent graphs and samples");
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (flui_samples_fill_menu),
                           self->open_menu, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), open);
  gtk_box_append (GTK_BOX (box), more);
  return box;
}

/* What the open sample teaches. */
static GtkWidget *
make_note_button (FluiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *popover = gtk_popover_new ();

  self->note_title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note_title), 0);
  gtk_widget_add_css_class (self->note_title, "heading");
  self->note_text = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note_text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->note_text), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note_text), 52);
  gtk_label_set_width_chars (GTK_LABEL (self->note_text), 52);
  gtk_box_append (GTK_BOX (box), self->note_title);
  gtk_box_append (GTK_BOX (box), self->note_text);
  gtk_widget_add_css_class (box, "teaching-note");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  self->note_button = gtk_menu_button_new ();
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->note_button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->note_button), "help-about-symbolic");
  gtk_widget_set_tooltip_text (self->note_button, "What this sample shows (F1)");
  set_label (self->note_button, "What this sample shows");
  gtk_widget_set_visible (self->note_button, FALSE);
  return self->note_button;
}

static void
append_section (GMenu *menu, const char *const rows[][2], guint n_rows)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n_rows; i++)
    g_menu_append (section, rows[i][0], rows[i][1]);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GtkWidget *
make_menu_button (void)
{
  static const char *const file[][2]
      = { { "Open _Folder…", "win.open-folder" },         { "_Save Session", "win.session-save" },
          { "Save Session _As…", "win.session-save-as" }, { "Write _Report…", "win.report" },
          { "_Export Picture…", "win.export" },           { "Export Memory _Map…", "win.export-map" } };
  static const char *const picture[][2] = { { "_Legend", "win.show-legend" },
                                            { "_Minimap", "win.show-minimap" },
                                            { "_Heat by Time", "win.heat" },
                                            { "Refused _Fusions", "win.show-refused" },
                                            { "_Replay Fusion Rounds", "win.replay" },
                                            { "_Passes of a Kernel", "win.passes" },
                                            { "_Worth of the Passes", "win.ablate" },
                                            { "Roof_line", "win.roofline" },
                                            { "Run on CPU and GP_U", "win.measure-times" },
                                            { "P_yTorch’s Own", "win.show-theirs" },
                                            { "_Compare Strategies", "win.compare" } };
  static const char *const regions[][2] = { { "Stage _Rail", "win.show-rail" },
                                            { "_Inspector", "win.show-inspector" },
                                            { "_Drawer", "win.show-drawer" },
                                            { "Full _Screen", "win.fullscreen" } };
  static const char *const help[][2] = { { "_Preferences", "win.preferences" },
                                         { "_Keyboard Shortcuts", "win.shortcuts" },
                                         { "_About Fuseloom", "win.about" } };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  append_section (menu, file, G_N_ELEMENTS (file));
  append_section (menu, picture, G_N_ELEMENTS (picture));
  append_section (menu, regions, G_N_ELEMENTS (regions));
  append_section (menu, help, G_N_ELEMENTS (help));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "open-menu-symbolic");
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, "Main menu (F10)");
  set_label (button, "Main menu");
  return button;
}

static GtkWidget *
make_run_stack (FluiWindow *self)
{
  GtkWidget *cancel = gtk_button_new_with_label ("Cancel");

  self->run_stack = gtk_stack_new ();
  self->run_button = gtk_button_new_with_label ("Run");
  gtk_widget_add_css_class (self->run_button, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run_button), "win.run");
  gtk_widget_add_css_class (cancel, "destructive-action");
  gtk_widget_set_tooltip_text (cancel, "Stop (Ctrl+.)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "win.cancel");
  gtk_stack_add_named (GTK_STACK (self->run_stack), self->run_button, "run");
  gtk_stack_add_named (GTK_STACK (self->run_stack), cancel, "cancel");
  return self->run_stack;
}

static void
make_choices (FluiWindow *self)
{
  static const char *const targets[] = { "CPU", "CUDA", NULL };
  GtkStringList *titles = gtk_string_list_new (NULL);

  self->target = gtk_drop_down_new_from_strings (targets);
  gtk_widget_set_tooltip_text (self->target, "Target: whose rules the compiler follows");
  set_label (self->target, "Target");
  g_signal_connect (self->target, "notify::selected", G_CALLBACK (on_target), self);
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    gtk_string_list_append (titles, fl_strategies_get_row (i)->title);
  self->strategy = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  set_label (self->strategy, "Fusion strategy");
  g_signal_connect (self->strategy, "notify::selected", G_CALLBACK (on_strategy), self);
  on_strategy (GTK_DROP_DOWN (self->strategy), NULL, self);
}

static GtkWidget *
make_header (FluiWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();
  AdwHeaderBar *bar = ADW_HEADER_BAR (header);

  self->header = header;
  self->title = adw_window_title_new ("Fuseloom", "");
  adw_header_bar_set_title_widget (bar, self->title);
  self->search = flui_search_new (self->session);
  make_choices (self);
  adw_header_bar_pack_start (bar, make_open_button (self));
  adw_header_bar_pack_start (bar, flui_window_make_graphs_button (self));
  self->rail_toggle = make_toggle ("sidebar-show-symbolic", "Stage rail (F9)", "win.show-rail");
  adw_header_bar_pack_start (bar, self->rail_toggle);
  adw_header_bar_pack_start (bar, self->search);
  adw_header_bar_pack_start (bar, make_note_button (self));
  adw_header_bar_pack_end (bar, make_menu_button ());
  self->inspector_toggle = make_toggle ("sidebar-show-right-symbolic", "Inspector (F7)", "win.show-inspector");
  adw_header_bar_pack_end (bar, self->inspector_toggle);
  adw_header_bar_pack_end (bar,
                           make_toggle ("view-dual-symbolic", "Strategies side by side (Ctrl+Shift+C)", "win.compare"));
  adw_header_bar_pack_end (bar, make_run_stack (self));
  self->sizes = flui_sizes_new (self->session);
  adw_header_bar_pack_end (bar, self->sizes);
  adw_header_bar_pack_end (bar, self->strategy);
  adw_header_bar_pack_end (bar, self->target);
  return header;
}

/* --- error banner ------------------------------------------------------------------------------ */

static GtkWidget *
make_error_text (FluiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->error_title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->error_title), 0);
  gtk_label_set_selectable (GTK_LABEL (self->error_title), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->error_title), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->error_title), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->error_title), 4);
  gtk_label_set_ellipsize (GTK_LABEL (self->error_title), PANGO_ELLIPSIZE_END);
  self->error_place = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->error_place), 0);
  gtk_label_set_selectable (GTK_LABEL (self->error_place), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->error_place), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (self->error_place), 8);
  gtk_widget_add_css_class (self->error_place, "code");
  gtk_box_append (GTK_BOX (box), self->error_title);
  gtk_box_append (GTK_BOX (box), self->error_place);
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

static GtkWidget *
make_error_banner (FluiWindow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-error-symbolic");
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_add_css_class (icon, "error");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "circular");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, "Close the message");
  set_label (close, "Close the message");
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (flui_window_hide_error), self);
  gtk_widget_add_css_class (row, "error-banner");
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), make_error_text (self));
  gtk_box_append (GTK_BOX (row), close);
  self->error_banner = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->error_banner), row);
  return self->error_banner;
}

/* --- drawer ------------------------------------------------------------------------------------ */

static GtkWidget *
make_drawer (FluiWindow *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *switcher = gtk_stack_switcher_new ();
  GtkWidget *close = make_icon_button ("window-close-symbolic", "Close the drawer (F8)", "win.show-drawer");
  GtkWidget *enlarge = make_toggle ("go-up-symbolic", "Enlarge the drawer (Shift+F8)", "win.enlarge-drawer");
  GtkStack *stack;

  self->drawer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->drawer_stack = gtk_stack_new ();
  stack = GTK_STACK (self->drawer_stack);
  gtk_stack_add_titled (stack, flui_source_new (self->session), "source", "Source");
  gtk_stack_add_titled (stack, flui_decisions_new (self->session), "decisions", "Decisions");
  self->memory = flui_memory_new (self->session, self->whatif);
  gtk_stack_add_titled (stack, self->memory, "memory", "Memory");
  gtk_stack_add_titled (stack, flui_timings_new (self->session), "timings", "Timings");
  self->times = flui_side_new (self->session);
  gtk_stack_add_titled (stack, self->times, "side", "Side by Side");
  self->parity = flui_parity_new (self->session);
  gtk_stack_add_titled (stack, self->parity, "parity", "PyTorch");
  gtk_stack_add_titled (stack, flui_whatif_page_new (self->whatif), "whatif", "What If");
  gtk_stack_add_titled (stack, flui_notes_new (self->session), "notes", "Notes");
  gtk_stack_set_visible_child_name (stack, "decisions");
  g_signal_connect (stack, "notify::visible-child", G_CALLBACK (on_drawer_page), self);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), stack);
  /* As wide as their names: there are many. */
  gtk_box_layout_set_homogeneous (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (switcher)), FALSE);
  gtk_widget_set_hexpand (switcher, TRUE);
  gtk_widget_set_halign (switcher, GTK_ALIGN_START);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (bar, "drawer-tabs");
  gtk_box_append (GTK_BOX (bar), switcher);
  gtk_widget_add_css_class (enlarge, "flat");
  gtk_box_append (GTK_BOX (bar), enlarge);
  gtk_box_append (GTK_BOX (bar), close);
  gtk_widget_set_vexpand (self->drawer_stack, TRUE);
  gtk_box_append (GTK_BOX (self->drawer), bar);
  gtk_box_append (GTK_BOX (self->drawer), self->drawer_stack);
  gtk_widget_set_size_request (self->drawer, -1, 150);
  return self->drawer;
}

static GtkWidget *
make_side (FluiWindow *self)
{
  GtkWidget *source = flui_source_new (self->session);

  self->side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_vexpand (source, TRUE);
  gtk_box_append (GTK_BOX (self->side), source);
  gtk_widget_set_size_request (self->side, 360, -1);
  gtk_widget_set_visible (self->side, FALSE);
  return self->side;
}

/* --- middle ------------------------------------------------------------------------------------ */

/* Keys without a modifier must not act while somebody types in an entry: they belong to the picture
 * and the step bar only. */
static void
add_plain_keys (GtkWidget *widget)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_period, "win.step-next" },      { GDK_KEY_comma, "win.step-previous" },
    { GDK_KEY_Page_Down, "win.stage-next" },  { GDK_KEY_Page_Up, "win.stage-previous" },
    { GDK_KEY_l, "win.show-legend" },         { GDK_KEY_question, "win.shortcuts" },
    { GDK_KEY_o, "win.show-theirs" },         { GDK_KEY_j, "win.difference-next" },
    { GDK_KEY_k, "win.difference-previous" }, { GDK_KEY_r, "win.show-refused" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, 0),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (widget, controller);
}

static GtkWidget *
make_paned (GtkOrientation orientation, GtkWidget *start, GtkWidget *end)
{
  GtkWidget *paned = gtk_paned_new (orientation);

  gtk_paned_set_start_child (GTK_PANED (paned), start);
  gtk_paned_set_end_child (GTK_PANED (paned), end);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  return paned;
}

static GtkWidget *
make_picture (FluiWindow *self)
{
  GtkWidget *picture = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->page = flui_stage_page_new (self->session);
  self->step_bar = flui_step_bar_new ();
  g_signal_connect (self->step_bar, "step-chosen", G_CALLBACK (on_step_chosen), self);
  gtk_widget_set_vexpand (self->page, TRUE);
  self->timed = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->timed), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->timed), FALSE);
  gtk_stack_add_named (GTK_STACK (self->timed), self->page, "graph");
  gtk_stack_add_named (GTK_STACK (self->timed), flui_roofline_page_new (self->session), "roofline");
  gtk_box_append (GTK_BOX (picture), self->timed);
  gtk_widget_set_hexpand (self->step_bar, TRUE);
  self->replay_button = gtk_button_new_with_label ("Replay");
  gtk_widget_set_tooltip_text (self->replay_button, "Replay the fusion rounds, merge by merge (Ctrl+Shift+R)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->replay_button), "win.replay");
  gtk_widget_add_css_class (self->replay_button, "replay-button");
  gtk_box_append (GTK_BOX (row), self->step_bar);
  gtk_box_append (GTK_BOX (row), self->replay_button);
  self->roofline_button = gtk_toggle_button_new_with_label ("Roofline");
  gtk_widget_set_tooltip_text (self->roofline_button,
                               "Kernels between what memory and what arithmetic allow (Ctrl+Shift+L)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->roofline_button), "win.roofline");
  gtk_widget_add_css_class (self->roofline_button, "replay-button");
  gtk_box_append (GTK_BOX (row), self->roofline_button);
  self->passes_button = gtk_button_new_with_label ("Passes");
  gtk_widget_set_tooltip_text (self->passes_button,
                               "How a kernel came to be, pass by pass, and what each pass is worth (Ctrl+Shift+K)");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->passes_button), "win.passes");
  gtk_widget_add_css_class (self->passes_button, "replay-button");
  gtk_box_append (GTK_BOX (row), self->passes_button);
  gtk_box_append (GTK_BOX (picture), row);
  add_plain_keys (picture);
  self->replay = flui_replay_new (self->session);
  self->picture = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->picture), FALSE);
  /* A page that is not seen asks for no height: the drawer below may grow as far as the seen one gives way. */
  gtk_stack_set_vhomogeneous (GTK_STACK (self->picture), FALSE);
  gtk_stack_add_named (GTK_STACK (self->picture), picture, "stage");
  gtk_stack_add_named (GTK_STACK (self->picture), self->replay, "replay");
  self->passes = flui_passes_new (self->session, self->whatif);
  gtk_stack_add_named (GTK_STACK (self->picture), self->passes, "passes");
  gtk_widget_set_size_request (self->picture, 420, 160);
  return self->picture;
}

static GtkWidget *
make_work (FluiWindow *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->rail = flui_stage_rail_new (self->session);
  gtk_widget_set_size_request (self->rail, FLUI_RAIL_WIDTH, -1);
  gtk_widget_add_css_class (self->rail, "rail");
  self->inspector = flui_inspector_new (self->session);
  gtk_widget_add_css_class (self->inspector, "inspector-pane");
  gtk_widget_set_size_request (self->inspector, 220, -1);
  self->inner_paned = make_paned (GTK_ORIENTATION_HORIZONTAL, make_picture (self), self->inspector);
  self->wide_paned = make_paned (GTK_ORIENTATION_HORIZONTAL, self->inner_paned, make_side (self));
  self->outer_paned = make_paned (GTK_ORIENTATION_VERTICAL, self->wide_paned, make_drawer (self));
  gtk_widget_set_hexpand (self->outer_paned, TRUE);
  gtk_box_append (GTK_BOX (row), self->rail);
  gtk_box_append (GTK_BOX (row), self->outer_paned);
  return row;
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
  set_label (self->progress, "Progress");
  gtk_widget_add_css_class (box, "status");
  gtk_box_append (GTK_BOX (box), self->status);
  gtk_box_append (GTK_BOX (box), self->progress);
  return box;
}

void
flui_window_build (FluiWindow *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->toasts = adw_toast_overlay_new ();
  /* Pages that nobody sees are not measured: the window's tests took an eighth longer with that. */
  self->body = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->body), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->body), FALSE);
  gtk_stack_add_named (GTK_STACK (self->body), flui_welcome_new (), "welcome");
  gtk_stack_add_named (GTK_STACK (self->body), make_work (self), "work");
  self->compare = flui_compare_new (self->session);
  gtk_stack_add_named (GTK_STACK (self->body), self->compare, "compare");
  gtk_widget_set_vexpand (self->body, TRUE);
  gtk_box_append (GTK_BOX (column), make_header (self));
  gtk_box_append (GTK_BOX (column), make_error_banner (self));
  gtk_box_append (GTK_BOX (column), self->body);
  gtk_box_append (GTK_BOX (column), make_status (self));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (self->toasts), column);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), self->toasts);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
