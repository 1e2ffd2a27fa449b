/* fuseloom: the window. `fuseloom [GRAPH or PROBLEM.csv]`. With FUSELOOM_WORKER unset, the worker beside this
 * program is used. */
#include <adwaita.h>
#include <glib-unix.h>
#include <locale.h>
#include <unistd.h>

#include "flui-jobs.h"
#include "flui-window.h"

#define LAST_JOBS_MS 1500

static char *
find_worker (void)
{
  const char *given = g_getenv ("FUSELOOM_WORKER");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;
  g_autofree char *path = NULL;

  if (given)
    return g_strdup (given);
  path = folder ? g_build_filename (folder, "fuseloom-worker", NULL) : NULL;
  return path && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&path) : NULL;
}

static FluiWindow *
make_window (GApplication *application)
{
  GtkWidget *window = flui_window_new (ADW_APPLICATION (application));
  g_autofree char *worker = find_worker ();

  flui_session_set_worker_path (flui_window_get_session (FLUI_WINDOW (window)), worker);
  flui_window_start_autosave (FLUI_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
  flui_window_offer_lost (FLUI_WINDOW (window));
  return FLUI_WINDOW (window);
}

static void
on_startup (GApplication *application, gpointer data)
{
  flui_window_set_up_application (GTK_APPLICATION (application));
}

static void
on_activate (GApplication *application, gpointer data)
{
  make_window (application);
}

static void
on_open (GApplication *application, GFile **files, int n_files, const char *hint, gpointer data)
{
  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *path = g_file_get_path (files[i]);

      if (path)
        flui_window_open (make_window (application), path);
    }
}

/* The session's end, or a terminal's: what is open is offered by the next start. */
static gboolean
on_terminate (gpointer data)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (data)); item; item = item->next)
    if (FLUI_IS_WINDOW (item->data))
      flui_window_leave_session (FLUI_WINDOW (item->data));
  g_application_quit (G_APPLICATION (data));
  return G_SOURCE_REMOVE;
}

int
main (int argc, char **argv)
{
  g_autoptr (AdwApplication) application
      = adw_application_new ("io.github.fuseloom.Fuseloom", G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);

  int status;

  /* Reports that are saved here are the same under every locale. */
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  gtk_disable_setlocale ();
  g_set_application_name ("Fuseloom");
  g_signal_connect (application, "startup", G_CALLBACK (on_startup), NULL);
  g_signal_connect (application, "activate", G_CALLBACK (on_activate), NULL);
  g_signal_connect (application, "open", G_CALLBACK (on_open), NULL);
  g_unix_signal_add (SIGTERM, on_terminate, application);
  g_unix_signal_add (SIGHUP, on_terminate, application);
  status = g_application_run (G_APPLICATION (application), argc, argv);
  /* A closed window cancelled its jobs; one that does not listen must not run on while the program
   * is taken down around it. */
  if (!flui_jobs_wait (LAST_JOBS_MS))
    _exit (status);
  return status;
}
