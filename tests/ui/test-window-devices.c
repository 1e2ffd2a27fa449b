/* Machines where kernels run: the page of the preferences, and a run on another one. The "ssh" is the harness's. */
#include <string.h>

#include "flui-devices.h"

#include "test-window.h"
#include "ui-harness.h"

static gboolean
is_asked (gpointer data)
{
  FluiDevices *devices = flui_devices_get_default ();
  const char *text;

  for (guint i = 0; i < flui_devices_get_n (devices); i++)
    if (flui_devices_get_state (devices, i, &text) == FLUI_DEVICE_CONNECTING)
      return FALSE;
  return TRUE;
}

static GtkWindow *
open_page (FluiWindow *window)
{
  GtkWindow *dialog;

  ui_harness_act (window, "preferences", NULL);
  ui_harness_wait_ms (100);
  dialog = ui_harness_find_dialog (window);
  g_assert_nonnull (dialog);
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (dialog), "devices");
  ui_harness_wait_ms (50);
  return dialog;
}

/* As typed, and Return pressed. */
static void
type_address (GtkWindow *dialog, const char *address)
{
  GtkWidget *entry = ui_harness_find (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, 0);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), address);
  g_signal_emit_by_name (entry, "apply");
  ui_harness_wait_for (is_asked, NULL, 20000);
  ui_harness_wait_ms (20);
}

static void
clear (void)
{
  FluiDevices *devices = flui_devices_get_default ();

  while (flui_devices_get_n (devices) > 0)
    {
      g_autofree char *address = g_strdup (flui_devices_get_address (devices, 0));

      flui_devices_remove (devices, address);
    }
}

static void
test_devices_are_added_and_kept (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiDevices *devices = flui_devices_get_default ();
  static const char near[] = "ssh://near/~/fuseloom-bundle";
  g_autofree char *kept = NULL, *path = g_build_filename (g_get_user_config_dir (), "fuseloom", "devices.ini", NULL);
  GtkWindow *dialog;
  const char *text;

  ui_harness_make_ssh ();
  dialog = open_page (window);
  type_address (dialog, near);
  g_assert_cmpuint (flui_devices_get_n (devices), ==, 1);
  g_assert_cmpint (flui_devices_get_state (devices, 0, &text), ==, FLUI_DEVICE_CONNECTED);
  g_assert_nonnull (strstr (text, " x ")); /* processors */
  type_address (dialog, "ssh://elsewhere");
  g_assert_cmpint (flui_devices_get_state (devices, 1, &text), ==, FLUI_DEVICE_UNREACHABLE);
  g_assert_nonnull (strstr (text, "elsewhere cannot be reached: "));
  type_address (dialog, "ssh://-oProxyCommand=x");
  type_address (dialog, near); /* a second time */
  g_assert_cmpuint (flui_devices_get_n (devices), ==, 2);
  flui_devices_choose (devices, near);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_nonnull (strstr (kept, "ssh://elsewhere"));
  g_assert_nonnull (strstr (kept, "chosen=ssh://near"));
  clear ();
  g_assert_null (flui_devices_get_chosen (devices));
  gtk_window_destroy (dialog);
  ui_harness_close (window);
}

/* Each row can be had by the keyboard: its radio button, and the buttons behind it. */
static void
test_devices_are_chosen_by_their_rows (void)
{
  FluiWindow *window = ui_harness_open_window (NULL);
  FluiDevices *devices = flui_devices_get_default ();
  GtkWindow *dialog;
  GtkWidget *here, *there;

  ui_harness_make_ssh ();
  g_assert_true (flui_devices_add (devices, "ssh://elsewhere", NULL));
  ui_harness_wait_for (is_asked, NULL, 20000);
  dialog = open_page (window);
  here = ui_harness_find (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, 0);
  there = ui_harness_find (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, 1);
  g_assert_nonnull (there);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (here)));
  g_assert_true (gtk_widget_grab_focus (there));
  g_assert_true (gtk_widget_activate (there));
  g_assert_cmpstr (flui_devices_get_chosen (devices), ==, "ssh://elsewhere");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (here)));
  ui_harness_wait_for (is_asked, NULL, 20000);
  g_assert_true (gtk_widget_has_focus (there) || gtk_window_get_focus (dialog) == there); /* the answer left it there */
  g_assert_true (gtk_widget_activate (here));
  g_assert_null (flui_devices_get_chosen (devices));
  clear ();
  gtk_window_destroy (dialog);
  ui_harness_close (window);
}

static const char *
get_run_tooltip (FluiWindow *window)
{
  GtkWidget *button = NULL;
  const char *action = NULL;

  for (guint i = 0; g_strcmp0 (action, "win.run") != 0; i++)
    {
      button = ui_harness_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, i);
      g_assert_nonnull (button);
      action = gtk_actionable_get_action_name (GTK_ACTIONABLE (button));
    }
  return gtk_widget_get_tooltip_text (button);
}

static void
test_runs_on_the_chosen_device (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiSession *session = flui_window_get_session (window);
  FluiDevices *devices = flui_devices_get_default ();
  static const char near[] = "ssh://near/~/fuseloom-bundle";
  const FlExecution *execution;

  ui_harness_make_ssh ();
  g_assert_true (flui_devices_add (devices, near, NULL));
  flui_devices_choose (devices, near);
  ui_harness_wait_for (is_asked, NULL, 20000);
  g_assert_nonnull (strstr (get_run_tooltip (window), " on ssh://near/"));
  ui_harness_act (window, "run", NULL);
  g_assert_true (ui_harness_settle (window));
  execution = flui_session_get_run (session)->execution;
  if (execution == NULL)
    g_error ("not run: %s", flui_session_get_message (session));
  g_assert_cmpint (execution->check, ==, FL_CHECK_AGREES);
  g_assert_true (g_str_has_prefix (execution->device, near));
  g_assert_true (g_str_has_prefix (execution->machine, near));
  flui_devices_choose (devices, NULL);
  clear ();
  ui_harness_close (window);
}

/* A machine that is not there is told as what went wrong, and the run that was stays. */
static void
test_says_why_a_device_is_not_there (void)
{
  FluiWindow *window = ui_harness_open_window ("add-relu.py");
  FluiSession *session = flui_window_get_session (window);
  FluiDevices *devices = flui_devices_get_default ();

  ui_harness_make_ssh ();
  g_assert_true (flui_devices_add (devices, "ssh://elsewhere", NULL));
  flui_devices_choose (devices, "ssh://elsewhere");
  ui_harness_wait_for (is_asked, NULL, 20000);
  ui_harness_act (window, "run", NULL);
  ui_harness_settle (window);
  g_assert_nonnull (flui_session_get_run (session));
  g_assert_null (flui_session_get_run (session)->execution);
  g_assert_nonnull (strstr (flui_session_get_message (session), "elsewhere cannot be reached"));
  clear ();
  ui_harness_close (window);
}

void
test_window_devices_add (void)
{
  static const UiTest tests[] = {
    { "/ui/devices/are-added-and-kept", test_devices_are_added_and_kept },
    { "/ui/devices/are-chosen-by-their-rows", test_devices_are_chosen_by_their_rows },
    { "/ui/devices/runs-on-the-chosen-device", test_runs_on_the_chosen_device },
    { "/ui/devices/says-why-a-device-is-not-there", test_says_why_a_device_is_not_there },
  };

  ui_harness_add_tests (tests, G_N_ELEMENTS (tests));
}
