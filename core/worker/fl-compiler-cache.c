/* Where compiled kernels are kept from one run to the next, and where compilers put their files.
 *
 * An entry is read whole into a sealed file in memory, and that is what is looked at and loaded:
 * whoever changes the file on the disk meanwhile, or puts something else in its place, changes
 * nothing. A folder or a file that is not ours alone (fl-trust.h) is passed over, and said so. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fl-compiler-private.h"
#include "fl-trust.h"

enum
{
  MAX_CACHE_BYTES = 256 << 20,
  MAX_OBJECT_BYTES = 64 << 20,
  OLD_SECONDS = 3600, /* files of a compiler that was killed are older than this */
  N_FOLDERS = 3,
  ROOM_BYTES = 1 << 18 /* about what an object and its parts take */
};

#define WORK_PREFIX "fuseloom-work-"

static void
add_note (char **note, char *why)
{
  if (note != NULL && *note == NULL)
    *note = why;
  else
    g_free (why);
}

/* --- folders ----------------------------------------------------------------------------------- */

/* The folder that was asked for or the user's; where that cannot be had, one that goes with the
 * session. */
static char *
dup_folder (const char *folder, guint attempt)
{
  if (attempt == 0)
    return folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_cache_dir (), "fuseloom", "kernels", NULL);
  g_autofree char *name = g_strdup_printf ("fuseloom-%u", (guint) geteuid ());
  return g_build_filename (attempt == 1 ? g_get_tmp_dir () : "/dev/shm", name, NULL);
}

static int
open_folder (const char *folder, guint attempt, gboolean is_made, char **path, char **note)
{
  char *why = NULL;
  *path = dup_folder (folder, attempt);
  int fd = fl_trust_open_folder (*path, is_made, &why);
  if (why != NULL && attempt == 0)
    add_note (note, g_strdup_printf ("the kernel cache is not used: %s", why));
  g_free (why);
  return fd;
}

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

/* Looking at every entry takes longer than keeping one where there are thousands: one new entry in sixteen does it,
 * told by its key, which is a sum. */
static gboolean
is_time_to_prune (const char *key)
{
  return key[0] == '0';
}

/* Removes what was interrupted, and the least recently used objects beyond the limit. Another
 * process may do the same at the same time: a file that is gone already is no matter, and one that
 * is loaded stays loaded. */
static void
prune_folder (const char *folder)
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

/* --- entries ----------------------------------------------------------------------------------- */

int
fl_compiler_seal_memory (const char *bytes, gsize length)
{
  int fd = memfd_create ("fuseloom-kernels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  gsize done = 0;
  for (gssize n = 1; fd >= 0 && n > 0 && done < length; done += MAX (n, 0))
    n = write (fd, bytes + done, length - done);
  if (fd >= 0 && done == length
      && fcntl (fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0)
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

/* -1: it is not whole. */
static int
copy_whole (int file, const char *key)
{
  struct stat facts;
  gsize done = 0;
  if (fstat (file, &facts) != 0 || facts.st_size <= 0 || facts.st_size > MAX_OBJECT_BYTES)
    return -1;
  g_autofree char *bytes = g_malloc (facts.st_size);
  for (gssize n = 1; n > 0 && done < (gsize) facts.st_size; done += MAX (n, 0))
    n = read (file, bytes + done, facts.st_size - done);
  return done == (gsize) facts.st_size && fl_compiler_is_whole (key, bytes, done)
             ? fl_compiler_seal_memory (bytes, done)
             : -1;
}

/* is_there: something is, though it may not do. */
static int
find_in (int folder, const char *key, const char *path, gboolean *is_there, char **note)
{
  g_autofree char *name = g_strconcat (key, ".so", NULL);
  char *why = NULL;
  int file = fl_trust_open (folder, name, &why), fd = -1;
  if (file >= 0)
    {
      fd = copy_whole (file, key);
      if (fd < 0)
        why = g_strdup_printf ("%s is damaged", name);
      else
        futimens (file, NULL); /* used: keep it longest */
      close (file);
    }
  *is_there = fd >= 0 || why != NULL;
  if (why != NULL)
    add_note (note, g_strdup_printf ("a kernel of the cache %s was made again: %s", path, why));
  g_free (why);
  return fd;
}

/* Other folders are looked at where the one before cannot be had, or not be written to: only then is something kept
 * there. */
int
fl_compiler_cache_find (const char *folder, const char *key, char **path, char **note)
{
  gboolean is_there = FALSE, is_kept = FALSE;
  int fd = -1;
  for (guint i = 0; i < N_FOLDERS && !is_there && !is_kept; i++)
    {
      g_autofree char *where = NULL;
      int dir = open_folder (folder, i, i == 0, &where, note);
      if (dir < 0)
        continue;
      fd = find_in (dir, key, where, &is_there, note);
      is_kept = faccessat (dir, ".", W_OK, AT_EACCESS) == 0;
      close (dir);
      if (fd >= 0)
        *path = g_strdup_printf ("%s/%s.so", where, key);
    }
  return fd;
}

void
fl_compiler_cache_keep (const char *folder, const char *key, const char *bytes, gsize length, char **path, char **note)
{
  g_autofree char *name = g_strconcat (key, ".so", NULL);
  for (guint i = 0; i < N_FOLDERS && *path == NULL; i++)
    {
      g_autofree char *where = NULL;
      char *why = NULL;
      int dir = open_folder (folder, i, TRUE, &where, note);
      if (dir >= 0 && fl_trust_write (dir, name, bytes, length, &why))
        *path = g_build_filename (where, name, NULL);
      if (dir >= 0)
        {
          if (is_time_to_prune (key))
            prune_folder (where);
          close (dir);
        }
      if (why != NULL)
        add_note (note, g_strdup_printf ("kernels are not kept in the cache %s: %s", where, why));
      g_free (why);
    }
}

void
fl_compiler_cache_forget (const char *folder, const char *key)
{
  g_autofree char *name = g_strconcat (key, ".so", NULL);
  for (guint i = 0; i < N_FOLDERS; i++)
    {
      g_autofree char *where = NULL;
      int dir = open_folder (folder, i, FALSE, &where, NULL);
      if (dir < 0)
        continue;
      unlinkat (dir, name, 0);
      close (dir);
    }
}

static char *
keep_text (const char *folder, const char *name, const char *text)
{
  for (guint i = 0; i < N_FOLDERS; i++)
    {
      g_autofree char *where = dup_folder (folder, i);
      char *path = g_build_filename (where, name, NULL);
      if (fl_trust_write_path (path, text, strlen (text), NULL))
        return path;
      g_free (path);
    }
  return NULL;
}

char *
fl_compiler_cache_keep_text (const char *folder, const char *key, const char *text)
{
  g_autofree char *name = g_strconcat (key, ".c", NULL);
  char *path = keep_text (folder, name, text);
  return path != NULL ? path : g_strdup_printf ("/%s", name); /* reports lack a line of text then */
}

char *
fl_compiler_cache_keep_refused (const char *folder, const char *key, const char *text)
{
  g_autofree char *name = g_strdup_printf ("refused-%.16s.c", key);
  return keep_text (folder, name, text);
}

/* --- where compilers work
 * -------------------------------------------------------------------------------------------- */

/* What was left by those who were killed. */
static void
sweep (const char *place)
{
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (place, name, NULL);
      GStatBuf facts;
      if (g_str_has_prefix (name, WORK_PREFIX) && g_lstat (path, &facts) == 0 && S_ISDIR (facts.st_mode)
          && facts.st_uid == geteuid () && now - facts.st_mtime > OLD_SECONDS)
        fl_compiler_work_free (g_steal_pointer (&path));
    }
}

char *
fl_compiler_work_new (guint attempt)
{
  static gsize once = 0;
  const char *const places[] = { "/dev/shm", g_get_tmp_dir (), g_get_user_cache_dir () };
  if (attempt >= G_N_ELEMENTS (places))
    return NULL;
  if (g_once_init_enter (&once))
    {
      sweep (places[0]);
      g_once_init_leave (&once, 1);
    }
  char *work = g_build_filename (places[attempt], WORK_PREFIX "XXXXXX", NULL);
  if (g_mkdtemp_full (work, 0700) == NULL)
    *work = '\0';
  return work;
}

/* A compiler that fails may have found the disk full. */
gboolean
fl_compiler_work_has_room (const char *work)
{
  g_autofree char *path = g_build_filename (work, "room", NULL), *zeros = g_malloc0 (ROOM_BYTES);
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  gboolean done = fd >= 0 && write (fd, zeros, ROOM_BYTES) == ROOM_BYTES;
  if (fd >= 0)
    close (fd);
  g_unlink (path);
  return done;
}

void
fl_compiler_work_free (char *work)
{
  g_autoptr (GDir) dir = *work == '\0' ? NULL : g_dir_open (work, 0, NULL);
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (work, name, NULL);
      g_unlink (path);
    }
  if (dir != NULL)
    g_rmdir (work);
  g_free (work);
}
