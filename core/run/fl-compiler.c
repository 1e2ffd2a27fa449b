/* Finding and calling the C compiler. */
#include "fl-compiler.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

/* -fno-math-errno and -fno-trapping-math let loops with sqrt and selects be vectorised and change no result; -ffast-math
 * would also set flush-to-zero for the whole process and is never used. -fopenmp-simd (no OpenMP library) makes the
 * kernels' simd pragmas count, above all sums in several lanes; -fwrapv gives integers PyTorch's overflow. */
static const char *const flags[] = {
  "-O3", "-march=native", "-std=gnu17", "-fPIC", "-shared", "-fno-math-errno", "-fno-trapping-math",
  "-fwrapv", "-fopenmp-simd",
#ifdef __x86_64__
  "-mprefer-vector-width=512",
#endif
  "-fno-asynchronous-unwind-tables", "-fvisibility=default", "-w", NULL
};

enum
{
  MAX_MESSAGE_LENGTH = 4000,
  MAX_CACHE_BYTES = 256 << 20,
  OLD_SECONDS = 3600 /* what a killed compiler left behind is older than this */
};

static const char *
read_processor (void)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    return "unknown processor";
  const char *line = strstr (text, "model name");
  const char *colon = line == NULL ? NULL : strchr (line, ':');
  const char *end = colon == NULL ? NULL : strchr (colon, '\n');
  if (end == NULL)
    return "unknown processor";
  return g_strstrip (g_strndup (colon + 1, end - colon - 1));
}

const char *
fl_compiler_get_processor (void)
{
  static gsize once = 0;
  static const char *processor;
  if (g_once_init_enter (&once))
    {
      processor = read_processor ();
      g_once_init_leave (&once, 1);
    }
  return processor;
}

static char *
find_program (void)
{
  const char *chosen = g_getenv ("FUSELOOM_CC");
  if (chosen != NULL && *chosen != '\0')
    return g_find_program_in_path (chosen);
  static const char *const names[] = { "cc", "gcc", "clang" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *path = g_find_program_in_path (names[i]);
      if (path != NULL)
        return path;
    }
  return NULL;
}

static char *
read_identity (const char *path)
{
  g_autofree char *out = NULL;
  const char *argv[] = { path, "--version", NULL };
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, NULL, NULL) || out == NULL)
    return g_strdup (path);
  char *end = strchr (out, '\n');
  return end == NULL ? g_strdup (out) : g_strndup (out, end - out);
}

/* "cc (Debian 12.2.0-14) 12.2.0" -> "cc 12.2.0"; "Debian clang version 14.0.6" -> "clang 14.0.6". */
static char *
make_summary (const char *path, const char *identity)
{
  g_auto (GStrv) words = g_strsplit (identity, " ", -1);
  const char *version = "";
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_isdigit (words[i][0]) && strchr (words[i], '.') != NULL)
      version = words[i];
  g_autofree char *base = g_path_get_basename (path);
  const char *name = strstr (identity, "clang") != NULL ? "clang" : strstr (identity, "Free Software") != NULL ? "gcc" : base;
  return g_strdup_printf ("%s %s -O3 -march=native", name, version);
}

const FlCompiler *
fl_compiler_get (GError **error)
{
  static gsize once = 0;
  static FlCompiler compiler;
  if (g_once_init_enter (&once))
    {
      compiler.path = find_program ();
      if (compiler.path != NULL)
        {
          compiler.identity = read_identity (compiler.path);
          compiler.summary = make_summary (compiler.path, compiler.identity);
        }
      g_once_init_leave (&once, 1);
    }
  if (compiler.path != NULL)
    return &compiler;
  g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
               "no C compiler was found: looked for %s in PATH; install one (Debian, Ubuntu: apt install gcc) "
               "or name one in FUSELOOM_CC",
               g_getenv ("FUSELOOM_CC") != NULL ? g_getenv ("FUSELOOM_CC") : "cc, gcc and clang");
  return NULL;
}

static char *
make_key (const FlCompiler *compiler, const char *source)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *joined = g_strjoinv (" ", (char **) flags);
  const char *parts[] = { compiler->path, compiler->identity, joined, fl_compiler_get_processor (), source };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}

/* The compiler's words without our temporary names, cut to a length that a dialog can show. */
static char *
clean_message (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text == NULL ? "" : text));
  if (strlen (stripped) <= MAX_MESSAGE_LENGTH)
    return g_utf8_make_valid (stripped, -1);
  stripped[MAX_MESSAGE_LENGTH] = '\0';
  g_autofree char *valid = g_utf8_make_valid (stripped, -1);
  return g_strconcat (valid, "\n…", NULL);
}

/* Ours end with us. */
static void
die_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static gboolean
call_compiler (const FlCompiler *compiler, const char *name, const char *source, const char *object, GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_ptr_array_add (argv, (gpointer) compiler->path);
  for (guint i = 0; flags[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  const char *rest[] = { "-x", "c", "-", "-o", object, "-lm", NULL };
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    g_ptr_array_add (argv, (gpointer) rest[i]);

  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_subprocess_launcher_set_child_setup (launcher, die_with_parent, NULL, NULL);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  g_autoptr (GSubprocess) process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, error);
  g_autofree char *said = NULL;
  if (process == NULL || !g_subprocess_communicate_utf8 (process, source, NULL, &said, NULL, error))
    {
      g_prefix_error (error, "while starting %s: ", compiler->path);
      return FALSE;
    }
  if (g_subprocess_get_successful (process))
    return TRUE;
  g_autofree char *message = clean_message (said);
  if (*message == '\0' && g_subprocess_get_if_signaled (process))
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s was killed by signal %d (%s) while compiling %s", compiler->summary,
                 g_subprocess_get_term_sig (process), g_strsignal (g_subprocess_get_term_sig (process)), name);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s refused %s:\n%s", compiler->summary, name, message);
  return FALSE;
}

/* --- the cache ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  char *path;
  gint64 bytes, time_s;
} Entry;

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;
  return (x->time_s > y->time_s) - (x->time_s < y->time_s);
}

static void
clear_entry (gpointer entry)
{
  g_free (((Entry *) entry)->path);
}

/* Removes what was interrupted, and the least recently used objects beyond the limit. Another process may do the same at
 * the same time: a file that is gone already is no matter, and one that is loaded stays loaded. */
static void
prune_cache (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  gint64 total = 0, now = g_get_real_time () / G_USEC_PER_SEC;
  g_array_set_clear_func (entries, clear_entry);
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      GStatBuf facts;
      gboolean is_object = g_str_has_suffix (name, ".so");
      if (g_stat (entry.path, &facts) == 0 && (is_object || strstr (name, ".so.") != NULL))
        {
          entry.bytes = facts.st_size;
          entry.time_s = facts.st_mtime;
          if (!is_object && now - entry.time_s > OLD_SECONDS)
            g_unlink (entry.path);
          if (is_object)
            {
              total += entry.bytes;
              g_array_append_val (entries, entry);
              continue;
            }
        }
      clear_entry (&entry);
    }
  g_array_sort (entries, compare_times);
  for (guint i = 0; i < entries->len && total > MAX_CACHE_BYTES; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      g_unlink (entry->path);
      total -= entry->bytes;
    }
}

char *
fl_compiler_build (const char *name, const char *source, const char *folder, gboolean *was_cached, GError **error)
{
  const FlCompiler *compiler = fl_compiler_get (error);
  if (compiler == NULL)
    return NULL;
  g_autofree char *cache
      = folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_cache_dir (), "fuseloom", "kernels", NULL);
  g_autofree char *key = make_key (compiler, source);
  g_autofree char *file = g_strconcat (key, ".so", NULL);
  g_autofree char *object = g_build_filename (cache, file, NULL);
  gboolean is_there = g_file_test (object, G_FILE_TEST_IS_REGULAR);
  if (was_cached != NULL)
    *was_cached = is_there;
  if (is_there)
    {
      utime (object, NULL); /* used: keep it longest */
      return g_steal_pointer (&object);
    }

  if (g_mkdir_with_parents (cache, 0700) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "the kernel cache %s cannot be made: %s", cache, g_strerror (errno));
      return NULL;
    }
  g_autofree char *temporary = g_strdup_printf ("%s.%d.%u", object, (int) getpid (), g_random_int ());
  gboolean done = call_compiler (compiler, name, source, temporary, error);
  if (done && g_rename (temporary, object) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s cannot be written: %s", object, g_strerror (errno));
      done = FALSE;
    }
  if (!done)
    g_unlink (temporary);
  prune_cache (cache);
  return done ? g_steal_pointer (&object) : NULL;
}
