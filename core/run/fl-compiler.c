/* The C compiler and the cache of what it made. How it is found is in fl-compiler-find.c, how it is called in fl-compiler-call.c. */
#include "fl-compiler-private.h"
#include "fl-sanitize.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

enum
{
  MAX_CACHE_BYTES = 256 << 20,
  OLD_SECONDS = 3600, /* what a killed compiler left behind is older than this */
  ROOM_BYTES = 1 << 18 /* about what an object and its parts take */
};

/* Of the first processor: the others are described alike, and each costs time. */
static const char *
read_processor (void)
{
  char text[4096] = "";
  int fd = open ("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  gssize n = fd < 0 ? 0 : read (fd, text, sizeof text - 1);
  if (fd >= 0)
    close (fd);
  text[MAX (n, 0)] = '\0';
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

static const FlCompilerParts *
get_parts (void)
{
  static gsize once = 0;
  static FlCompilerParts parts;
  if (g_once_init_enter (&once))
    {
      fl_compiler_find (&parts);
      g_once_init_leave (&once, 1);
    }
  return &parts;
}

static const FlCompiler *
describe_parts (const FlCompilerParts *parts)
{
  static gsize once = 0;
  static FlCompiler compiler;
  if (g_once_init_enter (&once))
    {
      compiler = (FlCompiler){ parts->path, parts->identity, parts->summary, g_strjoinv (" ", (char **) parts->flags),
                              parts->kind == FL_COMPILER_TCC };
      g_once_init_leave (&once, 1);
    }
  return &compiler;
}

const FlCompiler *
fl_compiler_get (GError **error)
{
  const FlCompilerParts *parts = get_parts ();
  const char *chosen = g_getenv ("FUSELOOM_CC");
  gboolean is_chosen = chosen != NULL && *chosen != '\0';
  if (parts->path != NULL && parts->why_not == NULL)
    return describe_parts (parts);
  if (parts->why_not != NULL)
    {
      g_set_error_literal (error, FL_ERROR, FL_ERROR_COMPILER, parts->why_not);
      return NULL;
    }
  if (is_chosen && strcmp (chosen, "none") == 0)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "no C compiler is used, as FUSELOOM_CC is \"none\": name one there, or unset it");
  else
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                 "no C compiler was found: looked for %s in PATH; install one (Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc; "
                 "Arch: pacman -S gcc) or name one in FUSELOOM_CC",
                 is_chosen ? chosen : "cc, gcc, clang and tcc");
  return NULL;
}

static char *
make_key (const FlCompiler *compiler, const char *source)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *linked = get_parts ()->link != NULL ? g_strjoinv (" ", get_parts ()->link) : g_strdup ("");
  const char *parts[] = { compiler->path, compiler->identity, compiler->flags, linked, fl_compiler_get_processor (), source,
                          compiler->is_plain ? fl_compiler_get_plain_head () : fl_sanitize_is_on () ? fl_sanitize_get_head () : "" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
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
      g_autofree char *text = g_strdup_printf ("%.*s.c", (int) strlen (entry->path) - 3, entry->path);
      g_unlink (entry->path);
      g_unlink (text); /* of checked kernels */
      total -= entry->bytes;
    }
}

/* Checked kernels keep their text beside their object, for reports and debuggers: "#line" says that it is there. */
static char *
keep_text (const char *source, const char *object)
{
  g_autofree char *path = g_strdup_printf ("%.*s.c", (int) strlen (object) - 3, object);
  g_autofree char *whole = g_strconcat (fl_sanitize_get_head (), source, NULL);
  char *text = g_strdup_printf ("#line 1 \"%s\"\n%s", path, whole);

  g_file_set_contents (path, whole, -1, NULL); /* without it reports lack a line of text */
  return text;
}

/* Where objects are kept: the folder that was asked for or the user's; where that cannot be written, one that goes with the session,
 * which must be nobody else's. NULL: there is none. */
static char *
dup_cache (const char *folder, guint attempt)
{
  if (attempt == 0)
    return folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_cache_dir (), "fuseloom", "kernels", NULL);
  g_autofree char *name = g_strdup_printf ("fuseloom-%u", (guint) geteuid ());
  char *path = g_build_filename (attempt == 1 ? g_get_tmp_dir () : "/dev/shm", name, NULL);
  GStatBuf facts;
  if (g_mkdir_with_parents (path, 0700) == 0 && g_lstat (path, &facts) == 0 && S_ISDIR (facts.st_mode) && facts.st_uid == geteuid ()
      && (facts.st_mode & 022) == 0)
    return path;
  g_free (path);
  return NULL;
}

/* A compiler that fails may have found the disk full. */
static gboolean
has_room (const char *cache)
{
  g_autofree char *path = g_strdup_printf ("%s%croom.so.%d.%u", cache, G_DIR_SEPARATOR, (int) getpid (), g_random_int ());
  g_autofree char *zeros = g_malloc0 (ROOM_BYTES);
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  gboolean done = fd >= 0 && write (fd, zeros, ROOM_BYTES) == ROOM_BYTES;
  if (fd >= 0)
    close (fd);
  g_unlink (path);
  return done;
}

static gboolean
make_object (const char *name, const char *source, const char *object, GError **error)
{
  const FlCompilerParts *parts = get_parts ();
  gboolean is_plain = parts->kind == FL_COMPILER_TCC;
  g_autofree char *temporary = g_strdup_printf ("%s.%d.%u", object, (int) getpid (), g_random_int ());
  g_autofree char *text = is_plain               ? g_strconcat (fl_compiler_get_plain_head (), "#line 1\n", source, NULL)
                          : fl_sanitize_is_on () ? keep_text (source, object)
                                                 : NULL;
  gboolean done = fl_compiler_parts_call (parts, parts->flags, name, text != NULL ? text : source, temporary, error);
  if (done && !g_file_test (temporary, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s (%s) said that all was well, but made no object: name another compiler in FUSELOOM_CC",
                   parts->summary, parts->path);
      return FALSE;
    }
  done = done && fl_compiler_seal (temporary, error);
  if (done && g_rename (temporary, object) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s cannot be written: %s", object, g_strerror (errno));
      done = FALSE;
    }
  if (!done)
    g_unlink (temporary);
  return done;
}

/* FALSE with is_full: another folder may do. */
static gboolean
build_in (const char *cache, const char *name, const char *source, const char *object, gboolean *was_cached, gboolean *is_full, GError **error)
{
  gboolean is_there = g_file_test (object, G_FILE_TEST_IS_REGULAR) && fl_compiler_is_whole (object);
  *is_full = FALSE;
  if (was_cached != NULL)
    *was_cached = is_there;
  if (is_there)
    {
      utime (object, NULL); /* used: keep it longest */
      return TRUE;
    }
  if (g_mkdir_with_parents (cache, 0700) != 0)
    {
      *is_full = TRUE;
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "the kernel cache %s cannot be made: %s", cache, g_strerror (errno));
      return FALSE;
    }
  gboolean done = make_object (name, source, object, error);
  *is_full = !done && !has_room (cache);
  prune_cache (cache);
  return done;
}

char *
fl_compiler_build (const char *name, const char *source, const char *folder, gboolean *was_cached, GError **error)
{
  const FlCompiler *compiler = fl_compiler_get (error);
  if (compiler == NULL)
    return NULL;
  g_autofree char *key = make_key (compiler, source);
  g_autofree char *file = g_strconcat (key, ".so", NULL);
  g_autoptr (GError) first = NULL;
  for (guint attempt = 0; attempt < 3; attempt++)
    {
      g_autofree char *cache = dup_cache (folder, attempt);
      g_autofree char *object = cache != NULL ? g_build_filename (cache, file, NULL) : NULL;
      g_autoptr (GError) why = NULL;
      gboolean is_full = TRUE;
      if (cache == NULL)
        continue;
      if (build_in (cache, name, source, object, was_cached, &is_full, &why))
        return g_steal_pointer (&object);
      if (first == NULL)
        first = g_steal_pointer (&why);
      if (!is_full)
        break;
    }
  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}
