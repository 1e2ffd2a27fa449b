/* bundle: a folder with the command line, the worker and their shared libraries, for machines that have none of them.
 *
 * Both programs look for libraries in "lib" beside themselves first (their run path, set when they are linked). What
 * is copied is what this process and the worker have loaded, by their own link maps; the C library's own family stays
 * behind, as it belongs to the kernel and the loader of the machine. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-cli-archive.h"
#include "fl-cli.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-link-map.h"

typedef struct
{
  const char *folder;
  guint n_libraries;
  char *glibc; /* the least version of all */
  char *whose; /* file that asks for that version */
} Bundle;

static char *
find_beside (const char *name)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *own = g_path_get_dirname (self ? self : ".");

  return g_build_filename (own, name, NULL);
}

/* A folder of data: in a bundle, in the source tree, or where it is installed. */
static char *
find_data (const char *name)
{
  g_autofree char *beside = find_beside ("data");
  const char *places[] = { beside, FL_SOURCE_DATA_DIR, FL_INSTALLED_DATA_DIR };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      char *path = g_build_filename (places[i], name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return path;
      g_free (path);
    }
  return NULL;
}

static gboolean
copy_file (const char *from, const char *folder, const char *name, int mode, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *parent = g_path_get_dirname (path);
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (path);

  if (g_mkdir_with_parents (parent, 0755) == 0
      && g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL, error))
    return g_chmod (path, mode) == 0;
  if (error && !*error)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s cannot be written", path);
  g_prefix_error (error, "while copying %s: ", from);
  return FALSE;
}

/* Graphs of one folder: plain files. */
static gboolean
copy_data (const Bundle *bundle, const char *name, GError **error)
{
  g_autofree char *from = find_data (name), *to = g_build_filename ("data", name, NULL);
  g_autoptr (GDir) folder = from ? g_dir_open (from, 0, error) : NULL;
  const char *entry;

  if (!folder)
    {
      if (from)
        return FALSE;
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "data/%s is neither beside this program nor where it was installed",
                   name);
      return FALSE;
    }
  while ((entry = g_dir_read_name (folder)))
    {
      g_autofree char *path = g_build_filename (from, entry, NULL), *name_there = g_build_filename (to, entry, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && strcmp (entry, "make-samples.py") != 0
          && !copy_file (path, bundle->folder, name_there, 0644, error))
        return FALSE;
    }
  return TRUE;
}

/* Plugins of Graphviz stay in a folder of their own, with the file that lists them. */
static gboolean
copy_plugin (const Bundle *bundle, const char *path, GError **error)
{
  g_autofree char *from = g_path_get_dirname (path), *name = g_path_get_basename (path),
                  *to = g_build_filename ("lib/graphviz", name, NULL);
  g_autoptr (GDir) folder = g_dir_open (from, 0, NULL);
  const char *entry;

  if (!copy_file (path, bundle->folder, to, 0644, error))
    return FALSE;
  while (folder && (entry = g_dir_read_name (folder)))
    {
      g_autofree char *list = g_build_filename (from, entry, NULL),
                      *list_there = g_build_filename ("lib/graphviz", entry, NULL),
                      *there = g_build_filename (bundle->folder, list_there, NULL);

      if (g_str_has_prefix (entry, "config") && !g_file_test (there, G_FILE_TEST_EXISTS)
          && !copy_file (list, bundle->folder, list_there, 0644, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
copy_linked (Bundle *bundle, const FlLinked *linked, gboolean is_program, GError **error)
{
  g_autofree char *name = g_path_get_basename (linked->path), *parent = g_path_get_dirname (linked->path),
                  *last = g_path_get_basename (parent),
                  *to = is_program ? g_strdup (name) : g_build_filename ("lib", name, NULL),
                  *there = g_build_filename (bundle->folder, to, NULL);

  if (linked->is_libcs || g_file_test (there, G_FILE_TEST_EXISTS))
    return TRUE;
  if (fl_link_map_compare_versions (bundle->glibc, linked->glibc) < 0)
    {
      g_free (bundle->glibc);
      g_free (bundle->whose);
      bundle->glibc = g_strdup (linked->glibc);
      bundle->whose = g_strdup (name);
    }
  if (!is_program && strcmp (last, "graphviz") == 0)
    return copy_plugin (bundle, linked->path, error);
  bundle->n_libraries += !is_program;
  return copy_file (linked->path, bundle->folder, to, is_program ? 0755 : 0644, error);
}

/* The worker's own list; inside says whether nothing of the caller's environment may lead it to other libraries. */
static GPtrArray *
ask_worker (const char *worker, gboolean is_copy, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *text = NULL;
  GPtrArray *map;

  if (is_copy)
    g_subprocess_launcher_unsetenv (launcher, "LD_LIBRARY_PATH");
  process = g_subprocess_launcher_spawn (launcher, error, worker, "libraries", NULL);
  if (!process || !g_subprocess_communicate_utf8 (process, NULL, NULL, &text, NULL, error))
    return NULL;
  map = g_subprocess_get_successful (process) ? fl_link_map_parse (text) : NULL;
  if (!map || map->len == 0)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s libraries: no list of libraries came back%s", worker,
                 is_copy ? ": the bundle does not start here" : "");
  return map && map->len > 0 ? map : NULL;
}

static gboolean
copy_programs (Bundle *bundle, GError **error)
{
  g_autoptr (GPtrArray) own = fl_link_map_new ();
  g_autoptr (GPtrArray) workers = NULL;

  if (!fl_cli_get_worker ())
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "fuseloom-worker is not beside this program");
      return FALSE;
    }
  workers = ask_worker (fl_cli_get_worker (), FALSE, error);
  if (!workers)
    return FALSE;
  for (guint i = 0; i < own->len; i++)
    if (!copy_linked (bundle, own->pdata[i], i == 0, error))
      return FALSE;
  for (guint i = 0; i < workers->len; i++)
    if (!copy_linked (bundle, workers->pdata[i], i == 0, error))
      return FALSE;
  return TRUE;
}

/* The copy is started once: every library but the C library's must come out of the folder. */
static gboolean
check_copy (const Bundle *bundle, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (bundle->folder, NULL), *real = realpath (absolute, NULL),
                  *worker = g_build_filename (real ? real : absolute, "fuseloom-worker", NULL),
                  *inside = g_strconcat (real ? real : absolute, "/", NULL);
  g_autoptr (GPtrArray) map = ask_worker (worker, TRUE, error);

  for (guint i = 0; map && i < map->len; i++)
    {
      const FlLinked *linked = map->pdata[i];

      if (linked->is_libcs || g_str_has_prefix (linked->path, inside))
        continue;
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "the copy still loads %s from outside of %s: this Fuseloom was linked without the run path "
                   "$ORIGIN/lib; bundle from a build by Meson",
                   linked->path, bundle->folder);
      return FALSE;
    }
  return map != NULL;
}

static gboolean
write_words (const Bundle *bundle, GError **error)
{
  g_autofree char *path = g_build_filename (bundle->folder, "README.txt", NULL);
  g_autofree char *text = g_strdup_printf (
      "Fuseloom " FL_VERSION ": command line, worker and their shared libraries, for machines without GLib.\n"
      "\n"
      "Needs: Linux, glibc %s or later (%s asks for it), and a C compiler (gcc or clang) to run kernels.\n"
      "Runs from any place: ./fuseloom-cli stages data/graphs/softmax.py\n"
      "                     ./fuseloom-cli run data/graphs/softmax.py --target cpu\n"
      "As a device:         fuseloom-cli run GRAPH --device ssh://HOST/PATH-OF-THIS-FOLDER\n"
      "\n"
      "lib/ has copies of the libraries of the machine where the bundle was made; their licences are theirs.\n",
      bundle->glibc ? bundle->glibc : "(any)", bundle->whose ? bundle->whose : "nothing");

  return fl_file_write_text (path, text, -1, error);
}

/* A folder that has something else in it is left alone. */
static gboolean
make_folder (const char *path, GError **error)
{
  g_autoptr (GDir) folder = NULL;

  if (g_mkdir_with_parents (path, 0755) == 0 && (folder = g_dir_open (path, 0, error)) && !g_dir_read_name (folder))
    return TRUE;
  if (error && !*error)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s %s; name a folder that is empty or not there yet", path,
                 folder ? "is not empty" : "cannot be made");
  return FALSE;
}

FlCliStatus
fl_cli_bundle (FlCli *cli)
{
  Bundle bundle = { .folder = cli->output };
  GError *error = NULL;
  gboolean ok;

  if (!cli->output)
    {
      fl_cli_say ("bundle: name the folder: -o FOLDER");
      return FL_CLI_USAGE;
    }
  ok = make_folder (cli->output, &error) && copy_programs (&bundle, &error) && copy_data (&bundle, "graphs", &error)
       && copy_data (&bundle, "rules", &error) && write_words (&bundle, &error) && check_copy (&bundle, &error)
       && (!cli->archive || fl_cli_archive_write (cli->archive, cli->output, &error));
  if (ok && !cli->quiet)
    {
      g_autofree char *text = g_strdup_printf (
          "%s: fuseloom-cli, fuseloom-worker, %u libraries\nneeds glibc %s or later (%s asks for it); there: `ldd --version`\n%s%s",
          cli->output, bundle.n_libraries, bundle.glibc ? bundle.glibc : "(any)",
          bundle.whose ? bundle.whose : "nothing", cli->archive ? cli->archive : "", cli->archive ? "\n" : "");

      fl_cli_write_out (text);
    }
  g_free (bundle.glibc);
  g_free (bundle.whose);
  return ok ? FL_CLI_OK : fl_cli_fail (error);
}
