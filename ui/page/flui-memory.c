#include "flui-memory.h"

#include <adwaita.h>

#include "fl-intern.h"

#include "flui-memory-choices.h"
#include "flui-plan.h"

enum
{
  MAX_BUFFERS_AT_ONCE = 500 /* of more a map is drawn in a thread: of 4,000 it takes 30 ms */
};

struct _FluiMemory
{
  GtkWidget parent;
  FluiSession *session;
  FluiWhatif *whatif;
  GtkWidget *box;
  GtkWidget *planner;
  GtkWidget *order;
  GtkWidget *other;
  GtkWidget *summary;
  GtkWidget *desk;
  GtkWidget *stack;                   /* "none" or "plan" */
  GArray *planners, *orders, *others; /* FluiChoice */
  char *other_title;                  /* of what is compared with, over changes of options; NULL: nothing */
  FluiPlanJob *job;                   /* of the plan to compare with */
  FluiPlanJob *drawing;               /* of the run's own plan */
  const FlRun *listed;                /* compared only */
  gboolean is_stale, is_setting;
};

G_DEFINE_FINAL_TYPE (FluiMemory, flui_memory, GTK_TYPE_WIDGET)

static const FlRun *
get_planned (FluiMemory *self)
{
  const FlRun *run = flui_session_get_shown (self->session);

  if (!run || !run->plan)
    run = flui_session_get_run (self->session);
  return run && run->plan ? run : NULL;
}

/* --- choices ----------------------------------------------------------------------------------- */

static void
fill_choice (GtkWidget *drop_down, const GArray *choices, const char *first, guint selected)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  if (first)
    gtk_string_list_append (titles, first);
  for (guint i = 0; i < choices->len; i++)
    gtk_string_list_append (titles, g_array_index (choices, FluiChoice, i).title);
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), selected);
  g_object_unref (titles);
}

static void
set_tip (GtkWidget *drop_down, const char *what, const GArray *choices, guint at)
{
  g_autofree char *text = at < choices->len
                              ? g_strdup_printf ("%s\n%s", what, g_array_index (choices, FluiChoice, at).sentence)
                              : g_strdup (what);

  gtk_widget_set_tooltip_text (drop_down, text);
}

/* Position in the drop-down of what is compared with, found again by its title; 0: nothing. */
static guint
find_other (FluiMemory *self)
{
  for (guint i = 0; self->other_title && i < self->others->len; i++)
    if (g_str_equal (g_array_index (self->others, FluiChoice, i).title, self->other_title))
      return i + 1;
  return 0;
}

static void
fill_choices (FluiMemory *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const FlOptions *options = run ? &run->options : flui_session_get_options (self->session);
  guint other;

  self->is_setting = TRUE;
  g_clear_pointer (&self->planners, g_array_unref);
  g_clear_pointer (&self->orders, g_array_unref);
  g_clear_pointer (&self->others, g_array_unref);
  self->planners = flui_choices_list_planners (options);
  self->orders = flui_choices_list_orders (options);
  self->others = flui_choices_list_others (options, self->whatif);
  fill_choice (self->planner, self->planners, NULL, flui_choices_find_current (self->planners));
  fill_choice (self->order, self->orders, NULL, flui_choices_find_current (self->orders));
  other = find_other (self);
  fill_choice (self->other, self->others, "Compare with…", other);
  set_tip (self->planner, "Who gives buffers their memory", self->planners, flui_choices_find_current (self->planners));
  set_tip (self->order, "In which order kernels run", self->orders, flui_choices_find_current (self->orders));
  set_tip (self->other, "Another plan of the same graph, drawn as dashed outlines", self->others, other - 1);
  self->is_setting = FALSE;
}

static void
apply_option (FluiMemory *self, const char *name, const FlOptions *wanted)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);

      if (g_str_equal (row->name, name))
        flui_session_set_option (self->session, row, fl_options_get_value (wanted, row));
    }
}

static void
on_planner (GtkDropDown *drop_down, GParamSpec *spec, FluiMemory *self)
{
  guint at = gtk_drop_down_get_selected (drop_down);
  FlOptions wanted;

  if (self->is_setting || at >= self->planners->len)
    return;
  wanted = g_array_index (self->planners, FluiChoice, at).options;
  apply_option (self, "memory_planner", &wanted);
  apply_option (self, "memory_planning", &wanted);
}

static void
on_order (GtkDropDown *drop_down, GParamSpec *spec, FluiMemory *self)
{
  guint at = gtk_drop_down_get_selected (drop_down);
  FlOptions wanted;

  if (self->is_setting || at >= self->orders->len)
    return;
  wanted = g_array_index (self->orders, FluiChoice, at).options;
  apply_option (self, "peak_order", &wanted);
  apply_option (self, "reorder_for_peak_memory", &wanted);
}

/* --- comparing --------------------------------------------------------------------------------- */

static void
show_summary (FluiMemory *self, const char *instead)
{
  g_autofree char *text = instead ? g_strdup (instead) : flui_memory_desk_dup_summary (FLUI_MEMORY_DESK (self->desk));

  gtk_label_set_text (GTK_LABEL (self->summary), text ? text : "");
  gtk_widget_set_tooltip_text (self->summary, text);
}

static void
on_other_planned (FluiPlan *plan, gboolean is_last, const GError *error, gpointer data)
{
  FluiMemory *self = data;

  self->job = NULL;
  flui_memory_desk_set_other (FLUI_MEMORY_DESK (self->desk), plan, self->other_title);
  show_summary (self, error ? error->message : NULL);
}

static void
start_other (FluiMemory *self, guint position)
{
  const FlRun *run = get_planned (self);
  const FluiChoice *choice;

  flui_plan_job_drop (self->job);
  self->job = NULL;
  flui_memory_desk_set_other (FLUI_MEMORY_DESK (self->desk), NULL, NULL);
  show_summary (self, NULL);
  if (position == 0 || position > self->others->len || !run)
    return;
  choice = &g_array_index (self->others, FluiChoice, position - 1);
  if (choice->run)
    {
      g_autoptr (FluiPlan) plan = flui_plan_new (choice->run);

      on_other_planned (plan, TRUE, NULL, self);
      return;
    }
  show_summary (self, "Planning…");
  self->job = flui_plan_job_start (run, &choice->options, on_other_planned, self);
}

static void
on_other (GtkDropDown *drop_down, GParamSpec *spec, FluiMemory *self)
{
  guint at = gtk_drop_down_get_selected (drop_down);

  if (self->is_setting)
    return;
  g_free (self->other_title);
  self->other_title
      = at > 0 && at <= self->others->len ? g_strdup (g_array_index (self->others, FluiChoice, at - 1).title) : NULL;
  set_tip (self->other, "Another plan of the same graph, drawn as dashed outlines", self->others, at - 1);
  start_other (self, at);
}

guint
flui_memory_get_n_others (FluiMemory *self)
{
  return self->others ? self->others->len + 1 : 1;
}

const char *
flui_memory_get_other_title (FluiMemory *self, guint position)
{
  return position == 0 ? "" : g_array_index (self->others, FluiChoice, position - 1).title;
}

void
flui_memory_compare (FluiMemory *self, guint position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->other), position);
}

gboolean
flui_memory_is_busy (FluiMemory *self)
{
  return self->job != NULL || self->drawing != NULL;
}

const char *
flui_memory_get_summary (FluiMemory *self)
{
  return gtk_label_get_text (GTK_LABEL (self->summary));
}

FluiMemoryDesk *
flui_memory_get_desk (FluiMemory *self)
{
  return FLUI_MEMORY_DESK (self->desk);
}

/* --- following the session --------------------------------------------------------------------- */

static gboolean
has_item (const FlItem *items, guint n_items, const char *name)
{
  for (guint i = 0; i < n_items; i++)
    if (items[i].kind == FL_ITEM_BUFFER && g_strcmp0 (items[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
show_selection (FluiMemory *self)
{
  FluiPlan *plan = flui_memory_desk_get_plan (FLUI_MEMORY_DESK (self->desk));
  FlItem selection = flui_session_get_selection (self->session), partner = flui_session_get_partner (self->session);
  g_autofree guint8 *lit = NULL;
  const char *first = NULL;
  const FlItem *items;
  guint n_items = 0;

  if (!plan || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  items = flui_session_get_lit (self->session, &n_items);
  lit = g_new0 (guint8, plan->map->n_boxes + 1);
  for (guint i = 0; i < plan->map->n_boxes; i++)
    {
      lit[i] = has_item (items, n_items, plan->map->boxes[i].name);
      if (lit[i] && !first)
        first = plan->map->boxes[i].name;
    }
  if (selection.kind == FL_ITEM_BUFFER)
    first = selection.name;
  flui_memory_desk_set_lit (FLUI_MEMORY_DESK (self->desk), lit);
  flui_memory_desk_select (FLUI_MEMORY_DESK (self->desk), selection.kind == FL_ITEM_NONE ? NULL : first,
                           partner.kind == FL_ITEM_BUFFER ? partner.name : NULL);
}

static void
show_plan (FluiMemory *self, FluiPlan *plan)
{
  flui_memory_desk_set_plan (FLUI_MEMORY_DESK (self->desk), plan);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), plan ? "plan" : "none");
  fill_choices (self);
  start_other (self, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->other)));
  show_selection (self);
}

static void
on_drawn (FluiPlan *plan, gboolean is_last, const GError *error, gpointer data)
{
  FluiMemory *self = data;

  self->drawing = NULL;
  show_plan (self, plan);
}

/* A plan that nobody sees is drawn when it is seen. */
static void
update (FluiMemory *self)
{
  const FlRun *run = get_planned (self);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || (run == self->listed && !self->is_stale))
    return;
  self->listed = run;
  self->is_stale = FALSE;
  g_clear_pointer (&self->drawing, flui_plan_job_drop);
  if (run && run->plan->n_buffers > MAX_BUFFERS_AT_ONCE)
    {
      show_summary (self, "Drawing the map…");
      self->drawing = flui_plan_job_start_drawing (run, on_drawn, self);
    }
  else
    {
      g_autoptr (FluiPlan) plan = flui_plan_new (run);

      show_plan (self, plan);
    }
}

/* A new run may lie where an old one lay. */
static void
on_run_changed (FluiSession *session, FluiMemory *self)
{
  self->is_stale = TRUE;
}

/* A variant may have been given another name. */
static void
follow_name (FluiMemory *self, const GArray *others, const FlRun *compared)
{
  const char *title = NULL;

  for (guint i = 0; compared && i < others->len; i++)
    {
      const FluiChoice *choice = &g_array_index (others, FluiChoice, i);

      if (g_strcmp0 (choice->title, self->other_title) == 0)
        return;
      if (choice->run == compared)
        title = choice->title;
    }
  if (!title)
    return;
  g_free (self->other_title);
  self->other_title = g_strdup (title);
}

/* Variants come, go and get their results. What is compared with stays, unless it is another. */
static void
on_variants_changed (FluiMemory *self)
{
  const FlRun *run = self->session ? flui_session_get_run (self->session) : NULL;
  guint before, after;
  g_autoptr (GArray) others = NULL, old = NULL;
  g_autofree char *title = NULL;
  const FlRun *compared;

  if (!run || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->is_stale = TRUE;
      return;
    }
  before = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->other));
  others = flui_choices_list_others (&run->options, self->whatif);
  if (flui_choices_are_same (others, self->others))
    return;
  old = g_array_ref (self->others); /* keeps its runs until they are told from the new ones */
  compared = before > 0 ? g_array_index (old, FluiChoice, before - 1).run : NULL;
  title = g_strdup (self->other_title);
  follow_name (self, others, compared);
  fill_choices (self);
  after = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->other));
  if ((before > 0) != (after > 0) || g_strcmp0 (title, self->other_title) != 0
      || (after > 0 && g_array_index (self->others, FluiChoice, after - 1).run != compared))
    start_other (self, after);
}

static void
on_buffer_chosen (FluiMemoryDesk *desk, const char *name, gboolean as_second, FluiMemory *self)
{
  FlItem item = { name ? FL_ITEM_BUFFER : FL_ITEM_NONE, name ? fl_intern (name) : NULL };

  if (as_second)
    flui_session_select_pair (self->session, flui_session_get_selection (self->session), item);
  else
    flui_session_select (self->session, item);
}

static void
on_operator_wanted (FluiMemoryDesk *desk, const char *name, FluiMemory *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  gboolean is_alone = run && run->schedule && fl_schedule_find_node (run->schedule, fl_intern (name));

  flui_session_select (self->session, (FlItem) { is_alone ? FL_ITEM_OP : FL_ITEM_GROUP, fl_intern (name) });
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_memory_dispose (GObject *object)
{
  FluiMemory *self = FLUI_MEMORY (object);

  g_clear_pointer (&self->job, flui_plan_job_drop);
  g_clear_pointer (&self->drawing, flui_plan_job_drop);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->planners, g_array_unref);
  g_clear_pointer (&self->orders, g_array_unref);
  g_clear_pointer (&self->others, g_array_unref);
  g_clear_pointer (&self->other_title, g_free);
  g_clear_object (&self->session);
  g_clear_object (&self->whatif);
  G_OBJECT_CLASS (flui_memory_parent_class)->dispose (object);
}

static void
flui_memory_class_init (FluiMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_memory_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_choice (FluiMemory *self, const char *label, GCallback chosen)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (drop_down, "notify::selected", chosen, self);
  return drop_down;
}

static GtkWidget *
make_bar (FluiMemory *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->planner = make_choice (self, "Memory planner", G_CALLBACK (on_planner));
  self->order = make_choice (self, "Order of kernels", G_CALLBACK (on_order));
  self->other = make_choice (self, "Plan to compare with", G_CALLBACK (on_other));
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->summary), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (self->summary), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->summary), 2);
  gtk_widget_set_hexpand (self->summary, TRUE);
  gtk_widget_add_css_class (self->summary, "memory-summary");
  gtk_widget_add_css_class (bar, "drawer-bar");
  gtk_box_append (GTK_BOX (bar), self->planner);
  gtk_box_append (GTK_BOX (bar), self->order);
  gtk_box_append (GTK_BOX (bar), self->other);
  gtk_box_append (GTK_BOX (bar), self->summary);
  gtk_box_append (GTK_BOX (bar), flui_memory_desk_get_switcher (FLUI_MEMORY_DESK (self->desk)));
  return bar;
}

static void
flui_memory_init (FluiMemory *self)
{
  GtkWidget *none = gtk_label_new ("No plan: the run did not get that far.");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->desk = flui_memory_desk_new ();
  self->stack = gtk_stack_new ();
  gtk_widget_add_css_class (none, "dim-label");
  gtk_stack_add_named (GTK_STACK (self->stack), none, "none");
  gtk_stack_add_named (GTK_STACK (self->stack), self->desk, "plan");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (self->desk, "buffer-chosen", G_CALLBACK (on_buffer_chosen), self);
  g_signal_connect (self->desk, "operator-wanted", G_CALLBACK (on_operator_wanted), self);
  self->is_stale = TRUE;
}

GtkWidget *
flui_memory_new (FluiSession *session, FluiWhatif *whatif)
{
  FluiMemory *self = g_object_new (FLUI_TYPE_MEMORY, NULL);

  self->session = g_object_ref (session);
  self->whatif = g_object_ref (whatif);
  fill_choices (self);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  g_signal_connect_object (whatif, "changed", G_CALLBACK (on_variants_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (show_selection), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
