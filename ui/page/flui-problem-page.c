#include "flui-problem-page.h"

#include <adwaita.h>
#include <string.h>

#include "fl-error.h"
#include "fl-text.h"

#include "flui-plan.h"
#include "fl-file.h"

#define TICK_MS 100
#define DEFAULT_SECONDS 10
#define MOST_SECONDS 3600

struct _FluiProblemPage
{
  GtkWidget parent;
  GtkWidget *box;
  GtkWidget *planner;
  GtkWidget *capacity;
  GtkWidget *seconds;
  GtkWidget *solve_stack; /* "solve" or "cancel" */
  GtkWidget *other;
  GtkWidget *status;
  GtkWidget *progress;
  GtkWidget *desk;
  FluiProblem *problem;
  FluiPlanJob *job, *other_job;
  gint64 start_us;
  guint tick;
  gboolean is_setting;
};

G_DEFINE_FINAL_TYPE (FluiProblemPage, flui_problem_page, GTK_TYPE_WIDGET)

enum
{
  SOLVED,
  FAILED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* --- what is asked for ------------------------------------------------------------------------- */

/* "1 MiB", "1.5k", "1048576"; 0: as low as possible; -1: no such number. */
static gint64
parse_capacity (const char *text)
{
  static const struct
  {
    const char *unit;
    double bytes;
  } units[] = { { "", 1 },        { "b", 1 },         { "k", 1024 },         { "kib", 1024 },
                { "m", 1048576 }, { "mib", 1048576 }, { "g", 1073741824.0 }, { "gib", 1073741824.0 } };
  g_autofree char *lower = g_ascii_strdown (text, -1);
  char *end;
  double number;

  g_strstrip (lower);
  if (!*lower)
    return 0;
  number = g_ascii_strtod (lower, &end);
  g_strstrip (end);
  for (guint i = 0; end != lower && number > 0 && i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].unit) && number * units[i].bytes < 4e18)
      return (gint64) (number * units[i].bytes);
  return -1;
}

static const FlAllocRow *
get_row (FluiProblemPage *self)
{
  return fl_alloc_get_row (
      MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->planner)), fl_alloc_get_n_rows () - 1));
}

static gboolean
get_limits (FluiProblemPage *self, FlAllocLimits *limits)
{
  *limits = (FlAllocLimits) { .capacity = parse_capacity (gtk_editable_get_text (GTK_EDITABLE (self->capacity))),
                              .seconds = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seconds)) };
  return limits->capacity >= 0;
}

/* --- how it is going --------------------------------------------------------------------------- */

static void
append_gap (GString *text, const FluiPlan *plan)
{
  const FlAllocPlan *solution = &plan->solution;
  char gap[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *bound = fl_text_dup_bytes ((guint64) MAX (solution->bound, 0));

  if (solution->height <= solution->bound)
    g_string_append (text, ", optimal: no plan is lower");
  else if (solution->bound > 0)
    g_string_append_printf (text, ", bound %s, gap %s %%", bound,
                            g_ascii_formatd (gap, sizeof gap, "%.3g",
                                             100.0 * (double) (solution->height - solution->bound)
                                                 / (double) solution->bound));
  if (solution->n_nodes > 0)
    g_string_append_printf (text, ", %" G_GUINT64_FORMAT " nodes of the search", solution->n_nodes);
}

static void
append_verdict (GString *text, const FluiPlan *plan)
{
  gint64 capacity = plan->picture->capacity;

  if (capacity <= 0)
    return;
  if (plan->solution.height <= capacity)
    g_string_append (text, ". It fits");
  else if (plan->solution.bound > capacity)
    g_string_append (text, ". It does not fit: that is proved by the bound");
  else
    g_string_append (text, ". It does not fit so; whether another plan does is not known");
}

/* seconds: so far, or in all. */
static void
show_status (FluiProblemPage *self)
{
  FluiPlan *plan = flui_memory_desk_get_plan (FLUI_MEMORY_DESK (self->desk));
  double seconds = (double) (g_get_monotonic_time () - self->start_us) / G_USEC_PER_SEC;
  g_autoptr (GString) text = g_string_new (self->job ? "Searching: " : "");
  char time[G_ASCII_DTOSTR_BUF_SIZE];

  if (plan)
    {
      g_autofree char *height = fl_text_dup_bytes ((guint64) plan->solution.height);
      g_autofree char *exact = plan->solution.height >= 1024
                                   ? g_strdup_printf (" (%" G_GINT64_FORMAT " B)", plan->solution.height)
                                   : g_strdup ("");

      g_string_append_printf (text, "best found %s%s", height, exact);
      append_gap (text, plan);
    }
  else if (self->job)
    g_string_append (text, "nothing found yet");
  g_string_append_printf (text, ", %s s", g_ascii_formatd (time, sizeof time, seconds < 1 ? "%.2f" : "%.1f", seconds));
  if (plan && !self->job)
    {
      append_verdict (text, plan);
      if (plan->solution.gave_up)
        g_string_append (text, ". The search ended before it was complete");
    }
  if (!self->job && text->len > 0)
    text->str[0] = g_ascii_toupper (text->str[0]);
  gtk_label_set_text (GTK_LABEL (self->status), text->str);
  gtk_widget_set_tooltip_text (self->status, text->str);
}

static gboolean
on_tick (gpointer data)
{
  FluiProblemPage *self = data;
  double seconds = (double) (g_get_monotonic_time () - self->start_us) / G_USEC_PER_SEC;
  double limit = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->seconds));

  show_status (self);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (seconds / MAX (limit, 0.1), 0, 1));
  return G_SOURCE_CONTINUE;
}

static void
show_busy (FluiProblemPage *self)
{
  gboolean busy = self->job != NULL;

  gtk_stack_set_visible_child_name (GTK_STACK (self->solve_stack), busy ? "cancel" : "solve");
  gtk_widget_set_visible (self->progress, busy);
  if (busy && !self->tick)
    self->tick = g_timeout_add (TICK_MS, on_tick, self);
  if (!busy)
    g_clear_handle_id (&self->tick, g_source_remove);
}

/* --- another planner --------------------------------------------------------------------------- */

/* NULL: none. */
static const FlAllocRow *
get_other (FluiProblemPage *self)
{
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->other));

  return at > 0 && at <= fl_alloc_get_n_rows () ? fl_alloc_get_row (at - 1) : NULL;
}

static void
on_other_solved (FluiPlan *plan, gboolean is_last, const GError *error, gpointer data)
{
  FluiProblemPage *self = data;
  const FlAllocRow *row;

  if (!is_last)
    return;
  self->other_job = NULL;
  row = get_other (self);
  flui_memory_desk_set_other (FLUI_MEMORY_DESK (self->desk), plan, row ? row->title : NULL);
  if (plan && !self->job)
    {
      g_autofree char *text = flui_memory_desk_dup_summary (FLUI_MEMORY_DESK (self->desk));

      gtk_label_set_text (GTK_LABEL (self->status), text);
      gtk_widget_set_tooltip_text (self->status, text);
    }
}

static void
start_other (FluiProblemPage *self)
{
  const FlAllocRow *row = get_other (self);
  FlAllocLimits limits;

  g_clear_pointer (&self->other_job, flui_plan_job_drop);
  flui_memory_desk_set_other (FLUI_MEMORY_DESK (self->desk), NULL, NULL);
  if (!row || !self->problem || !get_limits (self, &limits))
    {
      show_status (self);
      return;
    }
  self->other_job = flui_plan_job_start_problem (self->problem, row, &limits, on_other_solved, self);
}

static void
on_other (GtkDropDown *drop_down, GParamSpec *spec, FluiProblemPage *self)
{
  if (!self->is_setting && !self->job)
    start_other (self);
}

/* --- solving ----------------------------------------------------------------------------------- */

static void
on_solved (FluiPlan *plan, gboolean is_last, const GError *error, gpointer data)
{
  FluiProblemPage *self = data;

  if (is_last)
    self->job = NULL;
  if (plan)
    flui_memory_desk_set_plan (FLUI_MEMORY_DESK (self->desk), plan);
  show_busy (self);
  show_status (self);
  if (!is_last)
    return;
  if (get_other (self))
    start_other (self);
  g_signal_emit (self, signals[SOLVED], 0);
}

void
flui_problem_page_solve (FluiProblemPage *self)
{
  FlAllocLimits limits;

  if (!self->problem)
    return;
  if (!get_limits (self, &limits))
    {
      gtk_widget_add_css_class (self->capacity, "error");
      g_signal_emit (self, signals[FAILED], 0,
                     "The capacity is a number of bytes: 1048576, 512 KiB, 1.5 MiB; empty: as low "
                     "as possible.");
      return;
    }
  gtk_widget_remove_css_class (self->capacity, "error");
  flui_plan_job_drop (self->job);
  g_clear_pointer (&self->other_job, flui_plan_job_drop);
  self->start_us = g_get_monotonic_time ();
  self->job = flui_plan_job_start_problem (self->problem, get_row (self), &limits, on_solved, self);
  show_busy (self);
}

void
flui_problem_page_stop (FluiProblemPage *self)
{
  if (self->job)
    flui_plan_job_stop (self->job);
}

gboolean
flui_problem_page_is_busy (FluiProblemPage *self)
{
  return self->job || self->other_job;
}

void
flui_problem_page_set_problem (FluiProblemPage *self, FluiProblem *problem)
{
  g_return_if_fail (FLUI_IS_PROBLEM_PAGE (self));
  g_clear_pointer (&self->job, flui_plan_job_drop);
  g_clear_pointer (&self->other_job, flui_plan_job_drop);
  flui_memory_desk_set_plan (FLUI_MEMORY_DESK (self->desk), NULL);
  g_clear_pointer (&self->problem, flui_problem_unref);
  show_busy (self);
  if (!problem)
    return;
  self->problem = flui_problem_ref (problem);
  if (problem->capacity > 0)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, problem->capacity);

      flui_problem_page_set_capacity (self, text);
    }
  else
    flui_problem_page_set_capacity (self, "");
  flui_problem_page_solve (self);
}

FluiProblem *
flui_problem_page_get_problem (FluiProblemPage *self)
{
  return self->problem;
}

FluiMemoryDesk *
flui_problem_page_get_desk (FluiProblemPage *self)
{
  return FLUI_MEMORY_DESK (self->desk);
}

const char *
flui_problem_page_get_status (FluiProblemPage *self)
{
  return gtk_label_get_text (GTK_LABEL (self->status));
}

gboolean
flui_problem_page_set_planner (FluiProblemPage *self, const char *name)
{
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    if (g_str_equal (fl_alloc_get_row (i)->name, name))
      {
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->planner), i);
        return TRUE;
      }
  return FALSE;
}

void
flui_problem_page_set_capacity (FluiProblemPage *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->capacity), text);
}

gboolean
flui_problem_page_write_solution (FluiProblemPage *self, const char *path, GError **error)
{
  FluiPlan *plan = flui_memory_desk_get_plan (FLUI_MEMORY_DESK (self->desk));
  g_autoptr (GString) text = g_string_new (NULL);

  if (!plan)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no plan yet: solve the problem first");
      return FALSE;
    }
  fl_alloc_append_solution (text, plan->problem->problem, &plan->solution);
  return fl_file_write_text (path, text->str, (gssize) text->len, error);
}

/* --- the bar ----------------------------------------------------------------------------------- */

static void
on_planner (GtkDropDown *drop_down, GParamSpec *spec, FluiProblemPage *self)
{
  g_autofree char *tooltip = g_strdup_printf ("Who places the buffers\n%s", get_row (self)->sentence);

  gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), tooltip);
  if (!self->is_setting)
    flui_problem_page_solve (self);
}

static GtkWidget *
make_planner_choice (const char *first)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  if (first)
    gtk_string_list_append (titles, first);
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    gtk_string_list_append (titles, fl_alloc_get_row (i)->title);
  return gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
}

static void
set_label (GtkWidget *widget, const char *label, const char *tooltip)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_tooltip_text (widget, tooltip);
}

static GtkWidget *
make_solve_stack (FluiProblemPage *self)
{
  GtkWidget *solve = gtk_button_new_with_label ("Solve"), *cancel = gtk_button_new_with_label ("Cancel");

  self->solve_stack = gtk_stack_new ();
  gtk_widget_add_css_class (solve, "suggested-action");
  gtk_widget_set_tooltip_text (solve, "Place the buffers again (Ctrl+Return)");
  gtk_widget_add_css_class (cancel, "destructive-action");
  gtk_widget_set_tooltip_text (cancel, "End the search with the best plan so far (Ctrl+.)");
  g_signal_connect_swapped (solve, "clicked", G_CALLBACK (flui_problem_page_solve), self);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (flui_problem_page_stop), self);
  gtk_stack_add_named (GTK_STACK (self->solve_stack), solve, "solve");
  gtk_stack_add_named (GTK_STACK (self->solve_stack), cancel, "cancel");
  return self->solve_stack;
}

static GtkWidget *
make_button (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_bar (FluiProblemPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->planner = make_planner_choice (NULL);
  set_label (self->planner, "Planner", NULL);
  self->capacity = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->capacity), "as low as possible");
  gtk_editable_set_width_chars (GTK_EDITABLE (self->capacity), 14);
  set_label (self->capacity, "Capacity",
             "Capacity: a plan within so many bytes is enough (1048576, 1 MiB); empty: as low as "
             "possible");
  self->seconds = gtk_spin_button_new_with_range (0.1, MOST_SECONDS, 1);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (self->seconds), 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seconds), DEFAULT_SECONDS);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->seconds), 5);
  set_label (self->seconds, "Seconds that a search may take",
             "Seconds that a search may take; then its best plan counts");
  self->other = make_planner_choice ("Compare with…");
  set_label (self->other, "Planner to compare with", "Another planner’s plan, drawn as dashed outlines");
  g_signal_connect (self->planner, "notify::selected", G_CALLBACK (on_planner), self);
  g_signal_connect (self->other, "notify::selected", G_CALLBACK (on_other), self);
  g_signal_connect_swapped (self->capacity, "activate", G_CALLBACK (flui_problem_page_solve), self);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_widget_add_css_class (bar, "problem-bar");
  gtk_box_append (GTK_BOX (bar), self->planner);
  gtk_box_append (GTK_BOX (bar), gtk_label_new ("within"));
  gtk_box_append (GTK_BOX (bar), self->capacity);
  gtk_box_append (GTK_BOX (bar), gtk_label_new ("B, for"));
  gtk_box_append (GTK_BOX (bar), self->seconds);
  gtk_box_append (GTK_BOX (bar), gtk_label_new ("s"));
  gtk_box_append (GTK_BOX (bar), make_solve_stack (self));
  gtk_box_append (GTK_BOX (bar), self->other);
  gtk_box_append (GTK_BOX (bar), space);
  gtk_box_append (GTK_BOX (bar),
                  make_button ("Save Solution…", "The offsets as a CSV file (Ctrl+S)", "win.save-solution"));
  gtk_box_append (GTK_BOX (bar),
                  make_button ("Export Map…", "The map as .svg, .pdf or .png (Ctrl+Shift+E)", "win.export-map"));
  return bar;
}

static GtkWidget *
make_status (FluiProblemPage *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->status = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->status, "numeric");
  gtk_widget_set_hexpand (self->status, TRUE);
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->progress, FALSE);
  set_label (self->progress, "Time of the search", NULL);
  gtk_widget_add_css_class (row, "problem-status");
  gtk_box_append (GTK_BOX (row), self->status);
  gtk_box_append (GTK_BOX (row), self->progress);
  gtk_box_append (GTK_BOX (row), flui_memory_desk_get_switcher (FLUI_MEMORY_DESK (self->desk)));
  return row;
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_problem_page_dispose (GObject *object)
{
  FluiProblemPage *self = FLUI_PROBLEM_PAGE (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_pointer (&self->job, flui_plan_job_drop);
  g_clear_pointer (&self->other_job, flui_plan_job_drop);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->problem, flui_problem_unref);
  G_OBJECT_CLASS (flui_problem_page_parent_class)->dispose (object);
}

static void
flui_problem_page_class_init (FluiProblemPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_problem_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[SOLVED]
      = g_signal_new ("solved", FLUI_TYPE_PROBLEM_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", FLUI_TYPE_PROBLEM_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_STRING);
}

static gboolean
on_solve_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  flui_problem_page_solve (FLUI_PROBLEM_PAGE (widget));
  return TRUE;
}

static gboolean
on_stop_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  flui_problem_page_stop (FLUI_PROBLEM_PAGE (widget));
  return TRUE;
}

static void
add_key (GtkEventController *controller, const char *trigger, GtkShortcutFunc func)
{
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger),
                                                          gtk_callback_action_new (func, NULL, NULL)));
}

static void
flui_problem_page_init (FluiProblemPage *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->desk = flui_memory_desk_new ();
  gtk_widget_set_vexpand (self->desk, TRUE);
  self->is_setting = TRUE;
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  gtk_box_append (GTK_BOX (self->box), make_status (self));
  gtk_box_append (GTK_BOX (self->box), self->desk);
  flui_problem_page_set_planner (self, "exact");
  self->is_setting = FALSE;
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  add_key (keys, "<Ctrl>Return", on_solve_key);
  add_key (keys, "<Ctrl>KP_Enter", on_solve_key);
  add_key (keys, "<Ctrl>period", on_stop_key);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
flui_problem_page_new (void)
{
  return g_object_new (FLUI_TYPE_PROBLEM_PAGE, NULL);
}
