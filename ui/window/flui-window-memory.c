/* Memory in the window: allocation problems, which have no stages; the map as a picture; a drawer
 * as tall as the window allows. */
#include <adwaita.h>

#include "flui-memory.h"
#include "flui-problem-page.h"
#include "flui-samples.h"
#include "flui-window-private.h"

/* --- what is shown ----------------------------------------------------------------------------- */

static gboolean
shows_problem (FluiWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->body)), "problem") == 0;
}

static void
set_enabled (FluiWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

static FluiMemoryDesk *
get_desk (FluiWindow *self)
{
  return shows_problem (self) ? flui_problem_page_get_desk (FLUI_PROBLEM_PAGE (self->problem))
                              : flui_memory_get_desk (FLUI_MEMORY (self->memory));
}

/* The parts of the header that speak of stages and kernels mean nothing for a problem. */
static void
on_body_changed (FluiWindow *self)
{
  GtkWidget *const of_graphs[] = { self->target, self->strategy, self->run_stack, self->search };
  gboolean is_problem = shows_problem (self);

  for (guint i = 0; i < G_N_ELEMENTS (of_graphs); i++)
    gtk_widget_set_visible (of_graphs[i], !is_problem);
  for (GtkWidget *toggle = self->rail_toggle; toggle;
       toggle = toggle == self->rail_toggle ? self->inspector_toggle : NULL)
    gtk_widget_set_visible (toggle, !is_problem);
  if (is_problem)
    gtk_widget_set_visible (self->sizes, FALSE);
  if (!is_problem)
    flui_problem_page_set_problem (FLUI_PROBLEM_PAGE (self->problem), NULL);
  set_enabled (self, "save-solution", is_problem);
  set_enabled (self, "enlarge-drawer", !is_problem);
}

/* --- opening ----------------------------------------------------------------------------------- */

static void
on_problem_read (FluiProblem *problem, const GError *error, gpointer data)
{
  g_autoptr (FluiWindow) self = data;
  g_autofree char *name = problem ? g_path_get_basename (problem->path) : NULL;

  if (!self->session) /* the window was closed meanwhile */
    return;
  if (!problem)
    {
      flui_window_show_error (self, error->message);
      return;
    }
  flui_session_cancel (self->session);
  gtk_stack_set_visible_child_name (GTK_STACK (self->body), "problem");
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), "Allocation problem");
  gtk_window_set_title (GTK_WINDOW (self), name);
  gtk_widget_set_tooltip_text (self->title, problem->path);
  gtk_label_set_text (GTK_LABEL (self->status), "");
  flui_recent_add (problem->path);
  flui_problem_page_set_problem (FLUI_PROBLEM_PAGE (self->problem), problem);
}

gboolean
flui_window_open_problem (FluiWindow *self, const char *path)
{
  if (!flui_problem_is_one (path))
    return FALSE;
  flui_problem_read (path, on_problem_read, g_object_ref (self));
  return TRUE;
}

/* --- files ------------------------------------------------------------------------------------- */

static gboolean
export_map (FluiWindow *self, const char *path, GError **error)
{
  return flui_memory_desk_export (get_desk (self), path, error);
}

static gboolean
save_solution (FluiWindow *self, const char *path, GError **error)
{
  return flui_problem_page_write_solution (FLUI_PROBLEM_PAGE (self->problem), path, error);
}

typedef gboolean (*Write) (FluiWindow *self, const char *path, GError **error);

static void
on_file_chosen (GtkNativeDialog *dialog, int response, FluiWindow *self)
{
  Write write = (Write) g_object_get_data (G_OBJECT (dialog), "write");

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autoptr (GError) error = NULL;

      if (path && !write (self, path, &error))
        flui_window_show_error (self, error->message);
      else if (path)
        {
          g_autofree char *text = g_strdup_printf ("Written: %s", path);

          flui_window_say (self, text);
        }
    }
  g_object_unref (dialog);
}

static void
choose_file (FluiWindow *self, const char *title, const char *name, Write write)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_object_set_data (G_OBJECT (dialog), "write", (gpointer) write);
  g_signal_connect (dialog, "response", G_CALLBACK (on_file_chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_export_map (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  FluiWindow *self = data;

  if (!shows_problem (self))
    flui_window_show_drawer (self, "memory"); /* the plan is made when it is seen */
  if (!flui_memory_desk_get_plan (get_desk (self)))
    flui_window_say (self, "There is no memory plan to draw yet");
  else
    choose_file (self, "Export the memory map: .svg, .pdf or .png", "memory-map.svg", export_map);
}

static void
on_export_map_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!flui_memory_desk_get_plan (get_desk (data)))
    flui_window_say (data, "There is no memory plan to draw yet");
  else if (!export_map (data, g_variant_get_string (parameter, NULL), &error))
    flui_window_show_error (data, error->message);
}

static void
on_save_solution (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  choose_file (data, "Save the offsets as CSV", "solution.csv", save_solution);
}

static void
on_save_solution_to (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!save_solution (data, g_variant_get_string (parameter, NULL), &error))
    flui_window_show_error (data, error->message);
}

/* --- the drawer -------------------------------------------------------------------------------- */

/* As tall as the picture above gives way, and back. */
static void
on_enlarge_drawer (GSimpleAction *action, GVariant *state, gpointer data)
{
  FluiWindow *self = data;
  GtkPaned *paned = GTK_PANED (self->outer_paned);

  if (g_variant_get_boolean (state))
    {
      self->drawer_before = gtk_paned_get_position (paned);
      gtk_widget_set_visible (self->drawer, TRUE);
      gtk_paned_set_position (paned, 0);
    }
  else
    gtk_paned_set_position (paned, self->drawer_before);
  g_simple_action_set_state (action, state);
}

/* --- the table --------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "export-map", .activate = on_export_map },
  { .name = "export-map-to", .activate = on_export_map_to, .parameter_type = "s" },
  { .name = "save-solution", .activate = on_save_solution },
  { .name = "save-solution-to", .activate = on_save_solution_to, .parameter_type = "s" },
  { .name = "enlarge-drawer", .state = "false", .change_state = on_enlarge_drawer },
};

void
flui_window_add_memory (FluiWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->problem = flui_problem_page_new ();
  gtk_stack_add_named (GTK_STACK (self->body), self->problem, "problem");
  g_signal_connect_swapped (self->problem, "failed", G_CALLBACK (flui_window_say), self);
  g_signal_connect_swapped (self->body, "notify::visible-child", G_CALLBACK (on_body_changed), self);
  on_body_changed (self);
}
