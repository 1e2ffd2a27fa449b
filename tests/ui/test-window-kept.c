/* What the window keeps and takes: sessions of processes that ended by themselves, and the user's own tensors. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "fl-tensor-file.h"

#include "flui-autosave.h"
#include "flui-whatif.h"

#include "test-window.h"
#include "ui-harness.h"

static gboolean
has_result (gpointer data)
{
  FluiWhatif *whatif = flui_window_get_whatif (data);

  return flui_whatif_get_n (whatif) == 2 && !flui_whatif_is_busy (whatif) && flui_whatif_get_facts (whatif, 1)
         && !flui_session_is_busy (flui_window_get_session (data));
}

/* A window that is told to end, as by SIGTERM, leaves what it had; the next one offers and restores it, and then it is
 * gone. */
static void
test_lost_sessions_come_back (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax.py");
  g_autofree char *lost = NULL, *nothing = NULL;

  flui_window_start_autosave (window);
  flui_whatif_try_option (flui_window_get_whatif (window), "max_fusion_size=2");
  g_assert_true (ui_harness_wait_for (has_result, window, 60000));
  flui_window_keep_session (window);
  g_assert_null (flui_autosave_find_lost ()); /* a session is not lost while its window lives */
  flui_window_leave_session (window);
  lost = flui_autosave_find_lost ();
  g_assert_nonnull (lost);
  ui_harness_close (window);

  window = ui_harness_new_window (1280, 720);
  flui_window_start_autosave (window);
  flui_window_offer_lost (window);
  g_assert_cmpstr (flui_window_get_lost (window), ==, lost);
  ui_harness_act (window, "restore-lost", NULL);
  g_assert_true (ui_harness_wait_for (has_result, window, 60000));
  g_assert_true (g_str_has_suffix (flui_session_get_path (flui_window_get_session (window)), "softmax.py"));
  g_assert_true (flui_whatif_is_modified (flui_window_get_whatif (window)));
  g_assert_null (flui_whatif_get_path (flui_window_get_whatif (window))); /* never saved by the user */
  g_assert_false (g_file_test (lost, G_FILE_TEST_EXISTS));
  ui_harness_close (window);
  nothing = flui_autosave_find_lost ();
  g_assert_null (nothing); /* a window that is closed leaves nothing */
}

/* --- the program itself ------------------------------------------------------------------------ */

/* *kept: where it will keep what is open. */
static GSubprocess *
start_program (const char *sample, char **kept)
{
  g_autofree char *folder = g_path_get_dirname (g_getenv ("FUSELOOM_WORKER")),
                  *program = g_build_filename (folder, "fuseloom", NULL);
  g_autofree char *graph = ui_harness_dup_sample (sample), *name = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess *process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, program, graph, NULL);

  g_assert_no_error (error);
  name = g_strdup_printf ("%s-0.fuseloom", g_subprocess_get_identifier (process));
  *kept = g_build_filename (g_get_user_state_dir (), "fuseloom", "open", name, NULL);
  return process;
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* A new window offers it, and has it once it is restored. */
static void
assert_offered (const char *lost, const char *sample)
{
  FluiWindow *window = ui_harness_new_window (1280, 720);
  FluiSession *session = flui_window_get_session (window);

  flui_window_start_autosave (window);
  flui_window_offer_lost (window);
  g_assert_cmpstr (flui_window_get_lost (window), ==, lost);
  ui_harness_act (window, "restore-lost", NULL);
  ui_harness_settle (window);
  g_assert_true (flui_session_get_path (session) && g_str_has_suffix (flui_session_get_path (session), sample));
  g_assert_false (g_file_test (lost, G_FILE_TEST_EXISTS));
  ui_harness_close (window);
}

/* One is killed once its timer, of ten seconds, has kept something; one is told to end a few
 * seconds before its timer would. */
static void
test_processes_that_end (void)
{
  g_autofree char *first = NULL, *second = NULL;
  const gint64 begin = g_get_monotonic_time ();
  g_autoptr (GSubprocess) killed = start_program ("softmax.py", &first), ended = NULL;

  ui_harness_wait_ms (4000);
  ended = start_program ("layer-norm.py", &second);
  g_assert_true (ui_harness_wait_for (is_there, first, 60000));
  g_assert_cmpint (g_get_monotonic_time () - begin, >, 9 * G_USEC_PER_SEC);
  g_assert_false (is_there (second));
  g_subprocess_send_signal (ended, SIGTERM);
  g_assert_true (g_subprocess_wait (ended, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (ended));
  g_assert_true (is_there (second));
  assert_offered (second, "layer-norm.py"); /* not what lives */
  g_subprocess_send_signal (killed, SIGKILL);
  g_assert_true (g_subprocess_wait (killed, NULL, NULL));
  assert_offered (first, "softmax.py");
}

static char *
write_tensor (const char *name, gint64 rows, gint64 columns)
{
  char *path = g_build_filename (g_get_user_data_dir (), name, NULL);
  g_autofree float *values = g_new0 (float, rows *columns);
  const gint64 sizes[] = { rows, columns };
  g_autoptr (GError) error = NULL;

  for (gint64 i = 0; i < rows * columns; i++)
    values[i] = (float) (i % 7);
  fl_tensor_file_write_npy (path, FL_DTYPE_F32, 2, sizes, values, &error);
  g_assert_no_error (error);
  return path;
}

static gboolean
is_labelled (FluiWindow *window, const char *text)
{
  GtkWidget *button;

  for (guint i = 0; (button = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, i)); i++)
    if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (button)), text) == 0)
      return TRUE;
  return FALSE;
}

static void
test_own_tensors_are_taken (void)
{
  FluiWindow *window = ui_harness_open_window ("softmax-dynamic.py");
  FluiSession *session = flui_window_get_session (window);
  g_autofree char *path = write_tensor ("arg1_1.npy", 5, 1024), *other = write_tensor ("nobody.npy", 1, 1),
                  *given = NULL;
  const FlExecution *execution;

  flui_window_open (window, path);
  g_assert_null (flui_window_get_error (window));
  g_assert_cmpstr (flui_window_get_drawer (window), ==, "timings");
  given = flui_session_dup_given (session);
  g_assert_cmpstr (given, ==, "arg1_1 from arg1_1.npy (f32[5, 1024])");
  g_assert_true (is_labelled (window, "s0 = 5")); /* in the button for sizes */
  flui_window_open (window, other);
  g_assert_nonnull (strstr (flui_window_get_error (window), "no input or constant \"nobody\""));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  execution = flui_session_get_run (session)->execution;
  g_assert_nonnull (execution);
  g_assert_true (execution->agrees);
  g_assert_cmpint (execution->sizes[0].value, ==, 5);
  g_unlink (path);
  g_unlink (other);
  ui_harness_close (window);
}

void
test_window_kept_add (void)
{
  static const UiTest tests[] = {
    { "/window/kept/lost-sessions", test_lost_sessions_come_back },
    { "/window/kept/processes-that-end", test_processes_that_end },
    { "/window/kept/own-tensors", test_own_tensors_are_taken },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
