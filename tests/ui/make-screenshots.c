/* Renders every page of the real window into a folder: make-screenshots FOLDER [NAME …]. One row a
 * picture: what is opened, what is done before the picture is taken. */
#include <glib/gstdio.h>

#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-tensor-file.h"

#include "flui-compare.h"
#include "flui-devices.h"
#include "flui-passes.h"
#include "flui-memory.h"
#include "flui-parity.h"
#include "flui-problem-page.h"
#include "flui-replay.h"
#include "flui-side.h"

#include "ui-harness.h"

typedef struct
{
  const char *name;
  const char *graph; /* NULL: nothing is opened */
  FlStage stage;
  gboolean dark;
  int width, height;    /* 0: 1280 x 720 */
  const char *drawer;   /* NULL: as the stage wants it */
  const char *strategy; /* NULL: TorchInductor's */
  const char *select;   /* name of an item of the stage's scene, of a group, or "A+B" for a pair */
  guint32 step;         /* 0: the last */
  gboolean executes;
  const char *action; /* done last */
  void (*prepare) (FluiWindow *window);
} Shot;

static const char broken_text[]
    = "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, arg0_1: \"f32[10, 3840]\"):\n"
      "        add: \"f32[10, 3840]\" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None\n"
      "        exp: \"f32[10, 3840]\" = torch.ops.aten.exp.default(ad);  ad = None\n"
      "        return (exp,)\n";
static const char truncated_text[]
    = "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, arg0_1: \"f32[10, 3840]\"):\n"
      "        add: \"f32[10, 3840]\" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None\n"
      "        exp: \"f32[10, 3840]\" = torch.ops.aten.exp.default(add);  add = None\n"
      "        sum_1: \"f32[10, 1]\" = torch.ops.aten.sum.dim_IntList(exp, [-1], True);  ex";

/* At a place whose name is the same with every run: it is in the picture. */
static void
open_text (FluiWindow *window, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);

  g_file_set_contents (path, text, -1, NULL);
  ui_harness_open (window, path);
  g_unlink (path);
}

/* One machine that answers, one that does not. */
static void
show_devices (FluiWindow *window)
{
  GtkWindow *dialog;

  ui_harness_make_ssh ();
  flui_devices_add (flui_devices_get_default (), "ssh://near/~/fuseloom-bundle", NULL);
  flui_devices_add (flui_devices_get_default (), "ssh://me@lab.example/opt/fuseloom-bundle", NULL);
  ui_harness_act (window, "preferences", NULL);
  ui_harness_wait_ms (2000);
  dialog = ui_harness_find_dialog (window);
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (dialog), "devices");
}

static void
write_broken (FluiWindow *window)
{
  open_text (window, "fx_graph_readable.py", broken_text);
}

static void
write_truncated (FluiWindow *window)
{
  open_text (window, "fx_graph_transformed.py", truncated_text);
}

/* A log with three graphs, and the list of them. */
static void
list_graphs (FluiWindow *window)
{
  static const char row[] = "class %s(torch.nn.Module):\n"
                            "    def forward(self, %s: \"f32[64, 512][512, 1]cpu\"):\n"
                            "        y: \"f32[64, 512][512, 1]cpu\" = torch.%s(%s)\n"
                            "        return (y,)\n";
  static const char *const graphs[][3] = { { "Traced", "L_x_", "nn.functional.relu" },
                                           { "Forward", "primals_1", "ops.aten.relu.default" },
                                           { "Backward", "tangents_1", "ops.aten.neg.default" } };
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *button;

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    g_string_append_printf (text, row, graphs[i][0], graphs[i][1], graphs[i][2], graphs[i][1]);
  open_text (window, "torch_trace.log", text->str);
  for (guint i = 0; (button = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, i)); i++)
    if (g_strcmp0 (gtk_widget_get_tooltip_text (button), "The graphs of this file or folder") == 0)
      gtk_menu_button_popup (GTK_MENU_BUTTON (button));
}

/* A tensor that was dropped, and the run on it. */
static void
run_on_tensor (FluiWindow *window)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "arg1_1.npy", NULL);
  g_autofree float *values = g_new0 (float, 32 * 1024);
  const gint64 sizes[] = { 32, 1024 };

  for (guint i = 0; i < 32 * 1024; i++)
    values[i] = (float) (i % 101) / 50 - 1;
  fl_tensor_file_write_npy (path, FL_DTYPE_F32, 2, sizes, values, NULL);
  flui_window_open (window, path);
  g_unlink (path);
  ui_harness_act (window, "run", NULL);
  ui_harness_settle (window);
}

/* Times of a machine with a GPU, from tests/data/times, where the graph lies beside them. */
static void
show_times (FluiWindow *window)
{
  const char *graph = flui_session_get_path (flui_window_get_session (window));
  g_autofree char *path = g_strndup (graph, strlen (graph) - strlen (".py")),
                  *times = g_strconcat (path, ".json", NULL);

  flui_window_open (window, times);
  g_action_group_activate_action (G_ACTION_GROUP (window), "enlarge-drawer", NULL);
}

static void
show_roofs (FluiWindow *window)
{
  show_times (window);
  flui_side_show (FLUI_SIDE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_SIDE, 0)), "rooflines");
}

static void
set_heat (FluiWindow *window)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "heat", g_variant_new_boolean (TRUE));
}

static void
show_roofline (FluiWindow *window)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "roofline", g_variant_new_boolean (TRUE));
}

static FluiPasses *
open_passes (FluiWindow *window, const char *name)
{
  FluiPasses *passes;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "passes", g_variant_new_boolean (TRUE));
  ui_harness_settle (window);
  passes = FLUI_PASSES (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PASSES, 0));
  while (flui_passes_is_busy (passes))
    ui_harness_wait_ms (20);
  for (guint i = 0; flui_passes_get_steps (passes) && i < flui_passes_get_steps (passes)->n_steps; i++)
    if (g_str_equal (flui_passes_get_steps (passes)->steps[i].name, name))
      flui_passes_set_step (passes, i);
  ui_harness_wait_ms (300);
  return passes;
}

static void
show_vectorize (FluiWindow *window)
{
  open_passes (window, "vectorize");
}

static void
explain_words (FluiWindow *window)
{
  GtkWidget *button;

  open_passes (window, "vectorize");
  for (guint i = 0; (button = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, i)); i++)
    if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), "Words") == 0)
      gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_harness_wait_ms (300);
}

static void
show_hoist (FluiWindow *window)
{
  open_passes (window, "hoist");
}

/* The pass switched off is a variant, and the page shows it. */
static void
switch_pass (FluiWindow *window)
{
  FluiPasses *passes = open_passes (window, "parallelize");

  flui_passes_switch (passes);
  ui_harness_settle (window);
  while (flui_passes_is_busy (passes))
    ui_harness_wait_ms (20);
  ui_harness_wait_ms (300);
}

static void
measure_passes (FluiWindow *window)
{
  FluiSession *session = flui_window_get_session (window);

  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, "cpu.vector_bytes"))
      flui_session_set_option (session, fl_options_get_row (i), FL_VECTOR_BYTES_NONE);
  ui_harness_settle (window);
  ui_harness_act (window, "ablate", NULL);
  ui_harness_settle (window);
  ui_harness_wait_ms (300);
}

static void
show_legend (FluiWindow *window)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window), "show-legend", g_variant_new_boolean (TRUE));
}

static void
search (FluiWindow *window)
{
  GtkWidget *entry = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, 0);

  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "add");
  ui_harness_wait_ms (400);
}

/* PyTorch's own dumps, with two made-up differences. */
static void
open_theirs (FluiWindow *window)
{
  g_autofree char *folder = ui_harness_make_other_folder ();

  show_legend (window);
  ui_harness_open (window, folder);
  g_action_group_activate_action (G_ACTION_GROUP (window), "difference-next", NULL);
}

static void
open_theirs_before (FluiWindow *window)
{
  open_theirs (window);
  flui_session_set_stage (flui_window_get_session (window), FL_STAGE_SCHEDULE);
  ui_harness_settle (window);
  g_action_group_activate_action (G_ACTION_GROUP (window), "difference-next", NULL);
}

static void
open_theirs_texts (FluiWindow *window)
{
  g_autofree char *folder = ui_harness_make_other_folder ();
  GtkWidget *page;

  ui_harness_open (window, folder);
  flui_window_show_drawer (window, "parity");
  page = ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PARITY, 0);
  flui_parity_show (FLUI_PARITY (page), "after");
  ui_harness_settle (window);
  flui_parity_jump (FLUI_PARITY (page));
}

static FluiMemory *
find_memory (FluiWindow *window)
{
  flui_window_show_drawer (window, "memory");
  ui_harness_settle (window);
  return FLUI_MEMORY (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_MEMORY, 0));
}

static gboolean
is_compared (gpointer memory)
{
  return !flui_memory_is_busy (memory);
}

/* Inductor's plan over the default one. */
static void
compare_plans (FluiWindow *window)
{
  FluiMemory *memory = find_memory (window);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (TRUE));
  for (guint i = 1; i < flui_memory_get_n_others (memory); i++)
    if (g_str_equal (flui_memory_get_other_title (memory, i), "Inductor: reuse"))
      flui_memory_compare (memory, i);
  ui_harness_wait_for (is_compared, memory, 20000);
  flui_memory_desk_show (flui_memory_get_desk (memory), "changes");
}

/* What was planned, and what the run really had in use. */
static void
show_measured (FluiWindow *window)
{
  find_memory (window);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (TRUE));
}

/* Inductor's pools as nested splits, some buffers still to be placed. */
static void
show_pools (FluiWindow *window)
{
  FluiMemory *memory = find_memory (window);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (TRUE));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_harness_find (GTK_WIDGET (memory), GTK_TYPE_DROP_DOWN, 0)), 1);
  ui_harness_settle (window);
  flui_memory_desk_show (flui_memory_get_desk (memory), "pools");
}

static void
step_pools (FluiWindow *window)
{
  FluiSession *session = flui_window_get_session (window);

  show_pools (window);
  flui_session_set_step (session, flui_session_get_n_steps (session) - 5);
}

/* Two buffers, and why the one does not lie in the memory of the other. */
static void
ask_pair (FluiWindow *window)
{
  FluiMemory *memory = find_memory (window);

  g_action_group_change_action_state (G_ACTION_GROUP (window), "enlarge-drawer", g_variant_new_boolean (TRUE));
  flui_session_select_pair (flui_window_get_session (window), (FlItem) { FL_ITEM_BUFFER, fl_intern ("buf20") },
                            (FlItem) { FL_ITEM_BUFFER, fl_intern ("buf4") });
  flui_memory_desk_show (flui_memory_get_desk (memory), "why");
}

static gboolean
is_solved (gpointer page)
{
  return flui_problem_page_get_problem (page) && !flui_problem_page_is_busy (page);
}

/* Eighty buffers by fixed arithmetic. */
static void
open_problem (FluiWindow *window)
{
  g_autoptr (GString) text = g_string_new ("id,lower,upper,size\n");
  FluiProblemPage *page;

  for (guint i = 0; i < 80; i++)
    g_string_append_printf (text, "b%u,%u,%u,%u\n", i, i * 7 % 61, i * 7 % 61 + 3 + i * 13 % 17,
                            64 * (1 + i * 29 % 23));
  open_text (window, "eighty.csv", text->str);
  page = FLUI_PROBLEM_PAGE (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_PROBLEM_PAGE, 0));
  ui_harness_wait_for (is_solved, page, 30000);
}

static void
open_bad_problem (FluiWindow *window)
{
  open_text (window, "problem.csv", "id,lower,upper,size\na,0,2,64\nb,1,x,64\n");
  ui_harness_wait_ms (200);
}

/* --- strategies side by side --- */

static gboolean
has_compared (gpointer data)
{
  return flui_comparing_get_state (data) == FLUI_COMPARING_READY && !flui_comparing_is_working (data);
}

static FluiComparing *
compare_strategies (FluiWindow *window)
{
  GtkWidget *page = ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_COMPARE, 0);
  FluiComparing *comparing = flui_compare_get_comparing (FLUI_COMPARE (page));

  g_action_group_change_action_state (G_ACTION_GROUP (window), "compare", g_variant_new_boolean (TRUE));
  ui_harness_wait_for (has_compared, comparing, 60000);
  ui_harness_wait_ms (300);
  return comparing;
}

static void
show_strategies (FluiComparing *comparing, const char *const *strategies)
{
  for (guint i = 0; strategies[i]; i++)
    flui_comparing_set_column (comparing, i, &(FluiCompared) { .strategy = fl_intern (strategies[i]) });
  flui_comparing_set_n_columns (comparing, g_strv_length ((char **) strategies));
  ui_harness_wait_for (has_compared, comparing, 60000);
  ui_harness_wait_ms (300);
}

static void
compare_before_and_after (FluiWindow *window)
{
  FluiComparing *comparing = compare_strategies (window);

  flui_comparing_set_difference (comparing, 0);
  gtk_widget_activate_action (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_COMPARE, 0), "compare.kernels", NULL);
}

static void
compare_two (FluiWindow *window)
{
  FluiComparing *comparing = compare_strategies (window);

  show_strategies (comparing, (const char *const[]) { "inductor", "xla", NULL });
  flui_comparing_set_difference (comparing, 0);
}

/* TorchInductor by the rules of two versions of PyTorch. */
static void
compare_versions (FluiWindow *window)
{
  static const guint versions[] = { 211, 215 };
  FluiComparing *comparing;

  flui_session_set_target (flui_window_get_session (window), FL_TARGET_CUDA);
  ui_harness_settle (window);
  comparing = compare_strategies (window);
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    for (guint k = 0; k < flui_comparing_get_n_choices (comparing); k++)
      if (flui_comparing_get_choice (comparing, k)->torch == versions[i])
        flui_comparing_set_column (comparing, i, flui_comparing_get_choice (comparing, k));
  ui_harness_wait_for (has_compared, comparing, 60000);
  ui_harness_wait_ms (300);
  flui_comparing_set_difference (comparing, 0);
}

static void
compare_measured (FluiWindow *window)
{
  FluiComparing *comparing = compare_strategies (window);

  show_strategies (comparing, (const char *const[]) { "none", "inductor", "stitch", NULL });
  flui_comparing_measure (comparing);
  ui_harness_wait_for (has_compared, comparing, 60000);
}

static void
compare_four (FluiWindow *window)
{
  FluiComparing *comparing = compare_strategies (window);

  show_strategies (comparing, (const char *const[]) { "inductor", "none", "xla-base", "optimal", NULL });
  flui_comparing_measure (comparing);
  ui_harness_wait_for (has_compared, comparing, 60000);
  flui_comparing_set_difference (comparing, 2);
}

static void
compare_again (FluiWindow *window)
{
  compare_strategies (window);
}

/* Arrow keys on the picture, as a user without a mouse would. */
static void
walk (FluiWindow *window)
{
  gtk_widget_grab_focus (GTK_WIDGET (ui_harness_get_canvas (window)));
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
}

/* A replay in its middle. */
static void
open_replay_at (FluiWindow *window, guint32 step)
{
  FluiReplay *replay;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "replay", g_variant_new_boolean (TRUE));
  replay = FLUI_REPLAY (ui_harness_find (GTK_WIDGET (window), FLUI_TYPE_REPLAY, 0));
  while (flui_replay_is_busy (replay))
    ui_harness_wait_ms (50);
  flui_replay_set_only_decisions (replay, TRUE);
  flui_replay_set_step (replay, step);
}

static guint32
find_decision (FluiWindow *window, FlVerdict verdict, guint n)
{
  const FlFusionLog *log = flui_session_get_fusion_log (flui_window_get_session (window));
  guint32 found = 0;

  for (guint32 step = 1; step <= log->n_steps; step++)
    {
      const FlEvent *event = fl_fusion_log_get_event (log, step);

      if (event->kind == FL_EVENT_FUSE && event->verdict == verdict && n-- > 0)
        found = step;
    }
  return found;
}

static void
replay_merge (FluiWindow *window)
{
  open_replay_at (window, find_decision (window, FL_VERDICT_ACCEPT, 4));
}

static void
replay_passed (FluiWindow *window)
{
  flui_session_set_target (flui_window_get_session (window), FL_TARGET_CUDA);
  ui_harness_settle (window);
  open_replay_at (window, find_decision (window, FL_VERDICT_NOTE, 2));
}

static void
replay_refused (FluiWindow *window)
{
  open_replay_at (window, find_decision (window, FL_VERDICT_ILLEGAL, 5));
}

static void
wait_for_variants (FluiWindow *window)
{
  do
    ui_harness_wait_ms (60);
  while (flui_whatif_is_busy (flui_window_get_whatif (window))
         || flui_session_is_busy (flui_window_get_session (window)));
  ui_harness_settle (window);
}

/* Three variants beside the base. */
static void
try_variants (FluiWindow *window)
{
  FluiWhatif *whatif = flui_window_get_whatif (window);

  wait_for_variants (window);
  flui_whatif_split (whatif, (FlItem) { FL_ITEM_OP, fl_intern ("op2") });
  wait_for_variants (window);
  flui_whatif_set_note (whatif, 1, "the kernel of op2 in two");
  flui_whatif_set_current (whatif, 0);
  wait_for_variants (window);
  flui_whatif_try_option (whatif, "max_fusion_size=2");
  wait_for_variants (window);
  flui_whatif_set_current (whatif, 0);
  wait_for_variants (window);
  flui_whatif_try_strategy (whatif, "stitch");
  wait_for_variants (window);
}

static gboolean
can_apply (gpointer data)
{
  return ui_harness_find_button (data, "Apply") != NULL;
}

/* softmax over columns: what would bring exp and div into one kernel? */
static void
ask_for_help (FluiWindow *window)
{
  wait_for_variants (window);
  flui_session_select_pair (flui_window_get_session (window), (FlItem) { FL_ITEM_OP, fl_intern ("op1") },
                            (FlItem) { FL_ITEM_OP, fl_intern ("op3") });
  g_signal_emit_by_name (ui_harness_find_button (GTK_WIDGET (window), "What Would Help?"), "clicked");
  ui_harness_wait_for (can_apply, window, 60000);
}

static void
open_menu (FluiWindow *window)
{
  wait_for_variants (window);
  flui_session_select_pair (flui_window_get_session (window), (FlItem) { FL_ITEM_OP, fl_intern ("op0") },
                            (FlItem) { FL_ITEM_OP, fl_intern ("op1") });
  g_signal_emit_by_name (ui_harness_get_canvas (window), "menu-asked", 300.0, 120.0);
}

static const Shot shots[] = {
#include "screenshots.def"
};

static FlItem
find_item (FluiWindow *window, const char *name)
{
  const FlScene *scene = flui_canvas_get_scene (ui_harness_get_canvas (window));

  for (guint i = 0; scene && i < scene->n_nodes; i++)
    if (g_strcmp0 (scene->nodes[i].item.name, name) == 0)
      return scene->nodes[i].item;
  for (guint i = 0; scene && i < scene->n_clusters; i++)
    if (g_strcmp0 (scene->clusters[i].item.name, name) == 0)
      return scene->clusters[i].item;
  return (FlItem) { FL_ITEM_OP, fl_intern (name) };
}

static void
select_items (FluiWindow *window, const char *what)
{
  g_auto (GStrv) names = g_strsplit (what, "+", 2);

  if (names[1])
    flui_session_select_pair (flui_window_get_session (window), find_item (window, names[0]),
                              find_item (window, names[1]));
  else
    flui_session_select (flui_window_get_session (window), find_item (window, names[0]));
}

static void
take (const Shot *shot, const char *folder)
{
  g_autofree char *file = g_strdup_printf ("%s.png", shot->name);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  FluiWindow *window;
  FluiSession *session;
  GtkWindow *dialog = NULL;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      shot->dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT);
  ui_harness_forget ();
  window = ui_harness_new_window (shot->width ? shot->width : 1280, shot->height ? shot->height : 720);
  session = flui_window_get_session (window);
  ui_harness_settle (window);
  if (shot->graph)
    ui_harness_open (window, shot->graph);
  if (shot->strategy)
    {
      flui_session_set_strategy (session, shot->strategy);
      ui_harness_settle (window);
    }
  if (shot->executes && ui_harness_can (window, "run"))
    {
      ui_harness_act (window, "run", NULL);
      ui_harness_settle (window);
    }
  if (shot->graph)
    flui_session_set_stage (session, shot->stage);
  ui_harness_settle (window);
  if (shot->step)
    flui_session_set_step (session, shot->step);
  if (shot->drawer)
    flui_window_show_drawer (window, shot->drawer);
  ui_harness_settle (window);
  if (shot->prepare)
    shot->prepare (window);
  if (shot->select)
    select_items (window, shot->select);
  if (shot->action)
    ui_harness_act (window, shot->action, NULL);
  ui_harness_settle (window);
  ui_harness_wait_ms (250);
  dialog = ui_harness_find_dialog (window);
  ui_harness_shoot (dialog ? GTK_WIDGET (dialog) : GTK_WIDGET (window), path);
  if (flui_window_get_error (window) && shot->graph)
    g_printerr ("%s: %s\n", shot->name, flui_window_get_error (window));
  if (dialog)
    gtk_window_destroy (dialog);
  ui_harness_close (window);
}

/* Times that need a machine with a GPU are measured there, and may not be here. */
static gboolean
is_there (const Shot *shot)
{
  g_autofree char *path = shot->graph ? ui_harness_dup_sample (shot->graph) : NULL;

  if (!path || g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  g_printerr ("%s is left out: there is no %s\n", shot->name, shot->graph);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_canonicalize_filename (argc > 1 ? argv[1] : ".", NULL);

  ui_harness_init (&argc, &argv);
  g_mkdir_with_parents (folder, 0755);
  for (guint i = 0; i < G_N_ELEMENTS (shots); i++)
    {
      gboolean wanted = argc < 3;

      for (int k = 2; k < argc; k++)
        wanted = wanted || g_pattern_match_simple (argv[k], shots[i].name);
      if (!wanted)
        continue;
      if (!is_there (&shots[i]))
        continue;
      g_print ("%s\n", shots[i].name);
      take (&shots[i], folder);
    }
  ui_harness_finish ();
  return 0;
}
