/* Memory in the window: the map and its lists, one selection everywhere, plans beside each other,
 * allocation problems. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-intern.h"

#include "flui-cell.h"
#include "flui-memory.h"
#include "flui-problem-page.h"
#include "flui-table.h"

#include "test-window.h"
#include "ui-harness.h"

static FluiMemory *
show_memory (FluiWindow *window)
{
  FluiMemory *memory;

  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_MEMORY);
  flui_window_show_drawer (window, "memory");
  ui_harness_settle (window);
  memory = FLUI_MEMORY (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_MEMORY, 0));
  g_assert_nonnull (flui_memory_desk_get_plan (flui_memory_get_desk (memory)));
  return memory;
}

static gboolean
press (GtkWidget *widget, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean is_done = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !is_done; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &is_done);
    }
  return is_done;
}

/* A click as the widget gets it. */
static void
click (GtkWidget *widget, double x, double y, int n_press)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_CLICK (controller))
        continue;
      g_signal_emit_by_name (controller, "pressed", n_press, x, y);
      g_signal_emit_by_name (controller, "released", n_press, x, y);
    }
}

/* A label or cell that is seen and has that in its text. */
static GtkWidget *
find_text (GtkWidget *root, const char *text)
{
  const char *own = GTK_IS_LABEL (root)   ? gtk_label_get_text (GTK_LABEL (root))
                    : FLUI_IS_CELL (root) ? flui_cell_get_text (FLUI_CELL (root))
                                          : "";
  GtkWidget *found = gtk_widget_get_mapped (root) && strstr (own, text) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_text (child, text);
  return found;
}

/* --- graphs ------------------------------------------------------------------------------------ */

static void
test_map_shows_every_buffer_of_the_arena (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiMemoryDesk *desk = flui_memory_get_desk (show_memory (window));
  const FlMemoryPlan *plan = flui_session_get_run (flui_window_get_session (window))->plan;
  const FlMemoryMap *map = flui_memory_desk_get_plan (desk)->map;
  guint n = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].offset >= 0)
      {
        g_assert_cmpuint (fl_memory_map_find (map, plan->buffers[i].buffer->name), !=, G_MAXUINT);
        n++;
      }
  g_assert_cmpuint (n, >, 10);
  g_assert_cmpint (map->height, ==, plan->arena_bytes);
  ui_harness_close (window);
}

/* One selection: a click on the map selects the buffer everywhere; what is selected elsewhere is
 * selected here. */
static void
test_selection_goes_both_ways (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiSession *session = flui_window_get_session (window);
  FluiMemoryDesk *desk = flui_memory_get_desk (show_memory (window));
  FluiMemoryMap *map = flui_memory_desk_get_map (desk);
  const FlMemoryPicture *picture = flui_memory_map_get_picture (map);
  guint at = fl_memory_map_find (picture->map, "buf4");
  FlBox box = fl_memory_view_get_box (flui_memory_map_get_view (map), picture, at);

  click (GTK_WIDGET (map), box.x + box.width / 2, box.y + box.height / 2, 1);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_BUFFER);
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "buf4");
  g_assert_cmpint (flui_memory_map_get_selected (map), ==, at);
  flui_session_select (session, (FlItem) { FL_ITEM_BUFFER, fl_intern ("buf6") });
  g_assert_cmpint (flui_memory_map_get_selected (map), ==, fl_memory_map_find (picture->map, "buf6"));
  /* An operator lights the buffer that it writes. */
  flui_session_select (session, (FlItem) { FL_ITEM_OP, fl_intern ("op7") });
  g_assert_cmpint (flui_memory_map_get_selected (map), ==, fl_memory_map_find (picture->map, "buf7"));
  /* Enter, or a double click, leads to the operator. */
  click (GTK_WIDGET (map), box.x + box.width / 2, box.y + box.height / 2, 2);
  g_assert_cmpint (flui_session_get_selection (session).kind, ==, FL_ITEM_OP);
  g_assert_cmpstr (flui_session_get_selection (session).name, ==, "op4");
  flui_session_select (session, (FlItem) { FL_ITEM_NONE, NULL });
  g_assert_cmpint (flui_memory_map_get_selected (map), ==, -1);
  ui_harness_close (window);
}

static void
test_keys_walk_the_map (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiMemoryDesk *desk = flui_memory_get_desk (show_memory (window));
  GtkWidget *map = GTK_WIDGET (flui_memory_desk_get_map (desk));
  const FlMemoryPicture *picture = flui_memory_map_get_picture (FLUI_MEMORY_MAP (map));
  gint32 first, second;
  double span;

  g_assert_true (press (map, GDK_KEY_Home, 0));
  first = flui_memory_map_get_selected (FLUI_MEMORY_MAP (map));
  g_assert_cmpint (first, >=, 0);
  g_assert_cmpuint (picture->map->boxes[first].first, ==, 0);
  g_assert_true (press (map, GDK_KEY_Right, 0));
  second = flui_memory_map_get_selected (FLUI_MEMORY_MAP (map));
  g_assert_cmpint (second, !=, first);
  g_assert_cmpfloat (picture->boxes[second].begin + picture->boxes[second].end, >,
                     picture->boxes[first].begin + picture->boxes[first].end);
  /* Shift and an arrow: a second one, and why the first does not lie there. */
  g_assert_true (press (map, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_cmpint (flui_memory_map_get_selected (FLUI_MEMORY_MAP (map)), ==, second);
  g_assert_cmpint (flui_memory_map_get_partner (FLUI_MEMORY_MAP (map)), >=, 0);
  g_assert_cmpstr (flui_memory_desk_get_page (desk), ==, "why");
  g_assert_nonnull (strstr (flui_memory_desk_get_why (desk), picture->map->boxes[second].name));
  span = flui_memory_map_get_view (FLUI_MEMORY_MAP (map))->step_span;
  g_assert_true (press (map, GDK_KEY_plus, 0));
  g_assert_cmpfloat (flui_memory_map_get_view (FLUI_MEMORY_MAP (map))->step_span, <, span);
  g_assert_true (press (map, GDK_KEY_0, 0));
  g_assert_cmpfloat_with_epsilon (flui_memory_map_get_view (FLUI_MEMORY_MAP (map))->step_span, span, 1e-9);
  g_assert_true (press (map, GDK_KEY_Escape, 0));
  g_assert_cmpint (flui_memory_map_get_selected (FLUI_MEMORY_MAP (map)), ==, -1);
  g_assert_false (press (map, GDK_KEY_q, 0));
  ui_harness_close (window);
}

/* What is alive at the chosen step adds up, and is shown with its reasons. */
static void
test_steps_are_broken_down (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiMemoryDesk *desk = flui_memory_get_desk (show_memory (window));
  FluiMemoryMap *map = flui_memory_desk_get_map (desk);
  const FlMemoryView *view = flui_memory_map_get_view (map);

  flui_memory_desk_show (desk, "buffers");
  /* On the axis, in the middle of call 2. */
  click (GTK_WIDGET (map), fl_memory_view_get_x (view, 2.5), view->height - 4, 1);
  g_assert_cmpstr (flui_memory_desk_get_page (desk), ==, "alive");
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "Call 2, "));
  /* Above the boxes: the peak. */
  click (GTK_WIDGET (map), view->plot.x + 40, view->plot.y - 8, 1);
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "(the peak)"));
  g_assert_true (press (GTK_WIDGET (map), GDK_KEY_bracketleft, 0));
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "Call 3, "));
  ui_harness_close (window);
}

static gboolean
is_compared (gpointer memory)
{
  return !flui_memory_is_busy (memory);
}

static guint
find_other (FluiMemory *memory, const char *title)
{
  for (guint i = 1; i < flui_memory_get_n_others (memory); i++)
    if (g_str_equal (flui_memory_get_other_title (memory, i), title))
      return i;
  g_assert_not_reached ();
}

/* The exact planner reaches the bound; without sharing, the arena is the sum of all. */
static void
test_plans_are_compared (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiMemory *memory = show_memory (window);
  FluiMemoryDesk *desk = flui_memory_get_desk (memory);
  FluiPlan *other;

  flui_memory_compare (memory, find_other (memory, "Exact search"));
  g_assert_true (ui_harness_wait_for (is_compared, memory, 30000));
  other = flui_memory_desk_get_other (desk);
  g_assert_nonnull (other);
  g_assert_cmpstr (other->map->planner, ==, "exact");
  g_assert_cmpint (other->map->height, ==, other->map->bound);
  g_assert_cmpint (other->map->height, <=, flui_memory_desk_get_plan (desk)->map->height);
  g_assert_nonnull (strstr (flui_memory_get_summary (memory), "“Exact search” instead: "));
  flui_memory_desk_show (desk, "changes");
  flui_memory_compare (memory, 0);
  g_assert_null (flui_memory_desk_get_other (desk));
  g_assert_cmpstr (flui_memory_desk_get_page (desk), !=, "changes");
  flui_memory_compare (memory, find_other (memory, "No sharing"));
  g_assert_true (ui_harness_wait_for (is_compared, memory, 30000));
  g_assert_cmpint (flui_memory_desk_get_other (desk)->map->height, >, flui_memory_desk_get_plan (desk)->map->height);
  /* Without fusion there are more buffers, and so other boxes. */
  flui_memory_compare (memory, find_other (memory, "Without fusion"));
  g_assert_true (ui_harness_wait_for (is_compared, memory, 30000));
  g_assert_cmpuint (flui_memory_desk_get_other (desk)->map->n_steps, >, flui_memory_desk_get_plan (desk)->map->n_steps);
  ui_harness_close (window);
}

static gboolean
has_variants (gpointer window)
{
  return !flui_whatif_is_busy (flui_window_get_whatif (window))
         && !flui_session_is_busy (flui_window_get_session (window));
}

static void
settle_variants (FluiWindow *window)
{
  g_assert_true (ui_harness_wait_for (has_variants, window, 60000));
  g_assert_true (ui_harness_settle (window));
  g_assert_true (ui_harness_wait_for (has_variants, window, 60000));
}

/* Takes two nodes of the base apart. */
static void
forbid (FluiWindow *window, const char *a, const char *b)
{
  FluiWhatif *whatif = flui_window_get_whatif (window);

  flui_whatif_set_current (whatif, 0);
  settle_variants (window);
  flui_whatif_try (whatif, FL_OVERRIDE_FORBID, (FlItem) { FL_ITEM_OP, fl_intern (a) },
                   (FlItem) { FL_ITEM_OP, fl_intern (b) });
  settle_variants (window);
}

static guint
find_variant (FluiWindow *window, FluiMemory *memory, guint position)
{
  g_autofree char *title
      = g_strdup_printf ("What if: %s", flui_whatif_get_name (flui_window_get_whatif (window), position));

  return find_other (memory, title);
}

static gboolean
has_box (const FluiPlan *plan, const char *name)
{
  return fl_memory_map_find (plan->map, name) != G_MAXUINT;
}

/* Softmax is one kernel on the CPU, and nothing but its result is in memory. Taken apart behind the
 * maximum, that (buf0) has to be stored; taken apart before the division, what is divided (buf1)
 * and by what (buf2) have to. So the plans of the two variants have buffers that the other has not.
 */
static void
test_variants_are_compared (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiWhatif *whatif = flui_window_get_whatif (window);
  FluiMemory *memory = show_memory (window);
  FluiMemoryDesk *desk = flui_memory_get_desk (memory);
  guint n_others = flui_memory_get_n_others (memory);
  g_autofree char *sentence = NULL;

  forbid (window, "op0", "op1");
  forbid (window, "op2", "op3");
  g_assert_cmpuint (flui_whatif_get_n (whatif), ==, 3);
  g_assert_cmpuint (flui_whatif_get_current (whatif), ==, 2);
  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_MEMORY);
  flui_window_show_drawer (window, "memory");
  settle_variants (window);
  /* The base and the first variant, but not the second one with itself. */
  g_assert_cmpuint (flui_memory_get_n_others (memory), ==, n_others + 2);
  find_other (memory, "What if: Base");
  /* Both have runs: nothing is planned, and there is nothing to be waited for. */
  flui_memory_compare (memory, find_variant (window, memory, 1));
  g_assert_false (flui_memory_is_busy (memory));
  g_assert_true (flui_memory_desk_get_other (desk)->run == flui_whatif_get_run (whatif, 1));
  g_assert_true (has_box (flui_memory_desk_get_other (desk), "buf0"));
  g_assert_false (has_box (flui_memory_desk_get_other (desk), "buf2"));
  g_assert_true (has_box (flui_memory_desk_get_plan (desk), "buf2"));
  g_assert_false (has_box (flui_memory_desk_get_plan (desk), "buf0"));
  sentence = g_strdup_printf ("With “What if: %s” instead: ", flui_whatif_get_name (whatif, 1));
  g_assert_true (g_str_has_prefix (flui_memory_get_summary (memory), sentence));
  flui_memory_desk_show (desk, "changes");
  ui_harness_settle (window);
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "buf0"));
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "buf2"));
  /* Another name is no other plan, nor is a note; a variant that is gone has none. */
  flui_whatif_rename (whatif, 1, "apart");
  g_assert_true (g_str_has_prefix (flui_memory_get_summary (memory), "With “What if: apart” instead: "));
  flui_whatif_set_note (whatif, 1, "the maximum apart");
  g_assert_nonnull (flui_memory_desk_get_other (desk));
  flui_whatif_remove (whatif, 1);
  settle_variants (window);
  g_assert_null (flui_memory_desk_get_other (desk));
  g_assert_cmpuint (flui_memory_get_n_others (memory), ==, n_others + 1);
  flui_whatif_undo (whatif);
  settle_variants (window);
  g_assert_nonnull (flui_memory_desk_get_other (desk));
  ui_harness_close (window);
}

/* Another planner plans the kernels of the variant that is shown, not those of the base. */
static void
test_planners_plan_the_shown_variant (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  FluiMemory *memory = show_memory (window);
  FluiMemoryDesk *desk = flui_memory_get_desk (memory);

  forbid (window, "op0", "op1");
  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_MEMORY);
  flui_window_show_drawer (window, "memory");
  settle_variants (window);
  g_assert_true (has_box (flui_memory_desk_get_plan (desk), "buf0"));
  flui_memory_compare (memory, find_other (memory, "Exact search"));
  g_assert_true (ui_harness_wait_for (is_compared, memory, 30000));
  g_assert_nonnull (flui_memory_desk_get_other (desk));
  g_assert_true (has_box (flui_memory_desk_get_other (desk), "buf0"));
  flui_memory_compare (memory, find_other (memory, "What if: Base"));
  g_assert_false (has_box (flui_memory_desk_get_other (desk), "buf0"));
  ui_harness_close (window);
}

static void
test_planner_and_order_are_options (void)
{
  FluiWindow *window = ui_harness_open_window ("gpt2-block.py");
  FluiMemory *memory = show_memory (window);
  FluiMemoryDesk *desk = flui_memory_get_desk (memory);
  GtkWidget *planner = ui_harness_find (GTK_WIDGET (memory), GTK_TYPE_DROP_DOWN, 0);
  GtkWidget *order = ui_harness_find (GTK_WIDGET (memory), GTK_TYPE_DROP_DOWN, 1);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (planner), 1); /* Inductor's pools */
  ui_harness_settle (window);
  g_assert_true (flui_session_get_run (flui_window_get_session (window))->options.memory_planning);
  g_assert_cmpstr (flui_memory_desk_get_plan (desk)->map->planner, ==, "pools");
  /* Nested splits are drawn, and listed. */
  g_assert_cmpuint (flui_memory_desk_get_plan (desk)->picture->n_splits, >, 5);
  flui_memory_desk_show (desk, "pools");
  ui_harness_settle (window);
  g_assert_nonnull (find_text (GTK_WIDGET (desk), "(TemporalSplit of "));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (planner), 3); /* after reuse, pools and the first row of the table */
  ui_harness_settle (window);
  g_assert_false (flui_session_get_run (flui_window_get_session (window))->options.memory_planning);
  g_assert_cmpstr (flui_memory_desk_get_plan (desk)->map->planner, ==, fl_alloc_get_row (1)->name);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (order), 0);
  ui_harness_settle (window);
  g_assert_false (flui_session_get_run (flui_window_get_session (window))->options.reorder_for_peak_memory);
  ui_harness_close (window);
}

static void
test_drawer_grows_and_shrinks (void)
{
  FluiWindow *window = ui_harness_open_window ("attention.py");
  GtkWidget *memory = GTK_WIDGET (show_memory (window));
  int before = gtk_widget_get_height (memory);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (TRUE));
  ui_harness_wait_ms (100);
  g_assert_cmpint (gtk_widget_get_height (memory), >, before + 150);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (FALSE));
  ui_harness_wait_ms (100);
  g_assert_cmpint (ABS (gtk_widget_get_height (memory) - before), <=, 2);
  ui_harness_close (window);
}

static void
test_map_is_exported (void)
{
  FluiWindow *window = ui_harness_open_window ("attention.py");
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-map-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "map.svg", NULL);
  g_autofree char *text = NULL;

  show_memory (window);
  ui_harness_act (window, "export-map-to", g_variant_new_string (path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<title>buf1 "));
  g_assert_null (flui_window_get_error (window));
  ui_harness_act (window, "export-map-to", g_variant_new_string ("map.gif"));
  g_assert_nonnull (strstr (flui_window_get_error (window), ".svg, .pdf or .png"));
  g_unlink (path);
  g_rmdir (folder);
  ui_harness_close (window);
}

/* --- problems ---------------------------------------------------------------------------------- */

static gboolean
is_solved (gpointer page)
{
  return flui_problem_page_get_problem (page) && !flui_problem_page_is_busy (page);
}

static gboolean
has_error (gpointer window)
{
  return flui_window_get_error (window) != NULL;
}

static char *
write_problem (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-csv-XXXXXX", NULL);
  char *path = g_build_filename (folder, "problem.csv", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
remove_problem (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (folder);
}

/* a and b are never there together, c is with both: 4 + 6 are needed, and enough. */
static const char three[] = "id,lower,upper,size\na,0,2,4\nb,2,4,4\nc,0,4,6\n";

static void
test_problem_is_solved_and_saved (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiProblemPage *page = FLUI_PROBLEM_PAGE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PROBLEM_PAGE, 0));
  g_autofree char *path = write_problem (three);
  g_autofree char *solution = g_strconcat (path, ".solution", NULL);
  g_autofree char *text = NULL;
  FluiPlan *plan;

  flui_window_open (window, path);
  g_assert_true (ui_harness_wait_for (is_solved, page, 10000));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (page)));
  plan = flui_memory_desk_get_plan (flui_problem_page_get_desk (page));
  g_assert_cmpint (plan->map->height, ==, 10);
  g_assert_nonnull (strstr (flui_problem_page_get_status (page), "optimal"));
  g_assert_false (ui_harness_can (window, "run"));
  ui_harness_act (window, "save-solution-to", g_variant_new_string (solution));
  g_assert_true (g_file_get_contents (solution, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "id,lower,upper,size,offset\na,0,2,4,"));
  /* Nine bytes: proved impossible. */
  flui_problem_page_set_capacity (page, "9");
  flui_problem_page_solve (page);
  g_assert_true (ui_harness_wait_for (is_solved, page, 10000));
  g_assert_nonnull (strstr (flui_problem_page_get_status (page), "does not fit: that is proved"));
  flui_problem_page_set_capacity (page, "1 KiB");
  flui_problem_page_solve (page);
  g_assert_true (ui_harness_wait_for (is_solved, page, 10000));
  g_assert_nonnull (strstr (flui_problem_page_get_status (page), "It fits"));
  /* A graph takes the place of the problem. */
  ui_harness_open (window, "add-relu.py");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
  g_assert_null (flui_problem_page_get_problem (page));
  g_unlink (solution);
  remove_problem (path);
  ui_harness_close (window);
}

static void
test_bad_problem_names_line_and_column (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
  g_autofree char *path = write_problem ("id,lower,upper,size\na,0,2,4\nb,2,x,4\n");

  flui_window_open (window, path);
  g_assert_true (ui_harness_wait_for (has_error, window, 10000));
  g_assert_nonnull (strstr (flui_window_get_error (window), "problem.csv:3:5: not an integer"));
  remove_problem (path);
  flui_window_open (window, path);
  g_assert_true (ui_harness_wait_for (has_error, window, 10000));
  g_assert_nonnull (strstr (flui_window_get_error (window), "problem.csv"));
  ui_harness_close (window);
}

/* Fifty buffers that size-first places badly: the search may be stopped, and then has a plan all
 * the same. */
static void
test_search_is_stopped_with_a_plan (void)
{
  g_autoptr (GString) text = g_string_new ("id,lower,upper,size\n");
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiProblemPage *page = FLUI_PROBLEM_PAGE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PROBLEM_PAGE, 0));
  g_autofree char *path = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < 400; i++)
    {
      gint lower = g_rand_int_range (random, 0, 100);

      g_string_append_printf (text, "b%u,%d,%d,%d\n", i, lower, lower + g_rand_int_range (random, 1, 40),
                              g_rand_int_range (random, 1, 1000));
    }
  path = write_problem (text->str);
  flui_window_open (window, path);
  ui_harness_wait_ms (150);
  flui_problem_page_stop (page);
  g_assert_true (ui_harness_wait_for (is_solved, page, 5000));
  g_assert_cmpuint (flui_memory_desk_get_plan (flui_problem_page_get_desk (page))->map->n_boxes, ==, 400);
  g_assert_true (flui_problem_page_set_planner (page, "size-first"));
  g_assert_true (ui_harness_wait_for (is_solved, page, 5000));
  g_assert_cmpstr (flui_memory_desk_get_plan (flui_problem_page_get_desk (page))->map->planner, ==, "size-first");
  remove_problem (path);
  ui_harness_close (window);
}

void
test_window_memory_add (void)
{
  static const UiTest tests[] = {
    { "/ui/window/memory/map-shows-every-buffer-of-the-arena", test_map_shows_every_buffer_of_the_arena },
    { "/ui/window/memory/selection-goes-both-ways", test_selection_goes_both_ways },
    { "/ui/window/memory/keys-walk-the-map", test_keys_walk_the_map },
    { "/ui/window/memory/steps-are-broken-down", test_steps_are_broken_down },
    { "/ui/window/memory/plans-are-compared", test_plans_are_compared },
    { "/ui/window/memory/variants-are-compared", test_variants_are_compared },
    { "/ui/window/memory/planners-plan-the-shown-variant", test_planners_plan_the_shown_variant },
    { "/ui/window/memory/planner-and-order-are-options", test_planner_and_order_are_options },
    { "/ui/window/memory/drawer-grows-and-shrinks", test_drawer_grows_and_shrinks },
    { "/ui/window/memory/map-is-exported", test_map_is_exported },
    { "/ui/window/memory/problem-is-solved-and-saved", test_problem_is_solved_and_saved },
    { "/ui/window/memory/bad-problem-names-line-and-column", test_bad_problem_names_line_and_column },
    { "/ui/window/memory/search-is-stopped-with-a-plan", test_search_is_stopped_with_a_plan },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
