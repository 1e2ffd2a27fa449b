/* The C compiler and the cache of what it made. How it is found is in fl-compiler-find.c, how it is called in
 * fl-compiler-call.c. */
#include "fl-compiler-private.h"
#include "fl-quote.h"
#include "fl-sanitize.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_OBJECT_BYTES = 64 << 20
};

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
      compiler = (FlCompiler) { parts->path, parts->identity, parts->summary, g_strjoinv (" ", (char **) parts->flags),
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
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                 "no C compiler is used, as FUSELOOM_CC is \"none\": name one there, or unset it");
  else
    g_set_error (
        error, FL_ERROR, FL_ERROR_COMPILER,
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
  const char *parts[] = { "sealed by name",
                          compiler->path,
                          compiler->identity,
                          compiler->flags,
                          linked,
                          fl_compiler_get_processor (),
                          source,
                          compiler->is_plain     ? fl_compiler_get_plain_head ()
                          : fl_sanitize_is_on () ? fl_sanitize_get_head ()
                                                 : "" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}

/* --- building --------------------------------------------------------------------------------- */

/* What the compiler left, as it is to be kept. NULL: nothing of use. */
static char *
read_object (const char *key, const char *path, gsize *length)
{
  int fd = open (path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  struct stat facts;
  char *sealed = NULL;
  if (fd >= 0 && fstat (fd, &facts) == 0 && S_ISREG (facts.st_mode) && facts.st_size > 0
      && facts.st_size <= MAX_OBJECT_BYTES)
    {
      g_autofree char *bytes = g_malloc (facts.st_size);
      gsize done = 0;
      for (gssize n = 1; n > 0 && done < (gsize) facts.st_size; done += MAX (n, 0))
        n = read (fd, bytes + done, facts.st_size - done);
      if (done == (gsize) facts.st_size)
        sealed = fl_compiler_dup_sealed (key, bytes, done, length);
    }
  if (fd >= 0)
    close (fd);
  return sealed;
}

/* In the work folder. is_full: another one may do. */
static char *
make_object (const char *work, const char *name, const char *key, const char *text, gsize *length, gboolean *is_full,
             GError **error)
{
  const FlCompilerParts *parts = get_parts ();
  g_autofree char *object = g_build_filename (work, "kernels.so", NULL);
  char *bytes = NULL;
  if (fl_compiler_parts_call (parts, parts->flags, name, text, object, error))
    {
      bytes = read_object (key, object, length);
      if (bytes == NULL)
        g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                     "%s (%s) said that all was well, but made no object: name another compiler in FUSELOOM_CC",
                     parts->summary, parts->path);
    }
  *is_full = bytes == NULL && !fl_compiler_work_has_room (work);
  return bytes;
}

/* Does it compile anything at all, with the same flags, in a folder that has room? */
static gboolean
is_sound (void)
{
  g_autofree char *object = NULL;
  char *work = fl_compiler_work_new (0);
  gboolean sound = FALSE;
  if (work != NULL && *work != '\0')
    {
      object = g_build_filename (work, "probe.so", NULL);
      sound = fl_compiler_parts_call (get_parts (), get_parts ()->flags, "probe", "int fl_probe (void) { return 0; }\n",
                                      object, NULL)
              && fl_compiler_work_has_room (work);
    }
  if (work != NULL)
    fl_compiler_work_free (work);
  return sound;
}

/* Whose fault is it that the kernels were refused? Ours, unless the compiler refuses everything; plain ones are not
 * expected to know all. */
static void
judge (const char *folder, const char *key, const char *text, GError *error)
{
  g_autofree char *path = NULL, *before = error->message;
  if (!g_error_matches (error, FL_ERROR, FL_ERROR_KERNEL) || get_parts ()->kind == FL_COMPILER_TCC || !is_sound ())
    {
      if (error->domain == FL_ERROR && error->code == FL_ERROR_KERNEL)
        error->code = FL_ERROR_COMPILER;
      before = NULL;
      return;
    }
  path = fl_compiler_cache_keep_refused (folder, key, text);
  error->message
      = g_strdup_printf ("%s\nThis is a defect of Fuseloom, not of the graph. Please report it with %s%s", before,
                         path != NULL ? "the source, which is kept as " : "the graph: the source could be kept nowhere",
                         path != NULL ? path : "");
}

static char *
compile (const char *name, const char *folder, const char *key, const char *text, gsize *length, GError **error)
{
  g_autoptr (GError) first = NULL;
  gboolean is_full = TRUE;
  char *bytes = NULL, *work;
  for (guint attempt = 0; is_full && (work = fl_compiler_work_new (attempt)) != NULL; attempt++)
    {
      g_autoptr (GError) why = NULL;
      if (*work != '\0')
        bytes = make_object (work, name, key, text, length, &is_full, &why);
      if (first == NULL)
        first = g_steal_pointer (&why);
      fl_compiler_work_free (work);
    }
  if (bytes == NULL && first == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_IO,
                 "there is no folder for the compiler's files: neither /dev/shm nor %s nor the cache can be written to",
                 g_get_tmp_dir ());
  else if (bytes == NULL)
    {
      judge (folder, key, text, first);
      g_propagate_error (error, g_steal_pointer (&first));
    }
  return bytes;
}

/* What is compiled for a source; NULL: the source as it is. */
static char *
dup_text (const char *folder, const char *key, const char *source)
{
  if (get_parts ()->kind == FL_COMPILER_TCC)
    return g_strconcat (fl_compiler_get_plain_head (), "#line 1\n", source, NULL);
  if (!fl_sanitize_is_on ())
    return NULL;
  g_autofree char *whole = g_strconcat (fl_sanitize_get_head (), source, NULL);
  g_autofree char *path = fl_compiler_cache_keep_text (folder, key, whole);
  GString *text = g_string_new ("#line 1 "); /* says that it is there */
  fl_quote_append_c_string (text, path);
  g_string_append_printf (text, "\n%s", whole);
  return g_string_free (text, FALSE);
}

void
fl_build_facts_clear (FlBuildFacts *facts)
{
  g_clear_pointer (&facts->path, g_free);
  g_clear_pointer (&facts->note, g_free);
}

/* What the cache lacks: compiled, and kept. */
static int
make (const char *name, const char *source, const char *folder, const char *key, FlBuildFacts *facts, GError **error)
{
  gsize length;
  g_autofree char *text = dup_text (folder, key, source);
  g_autofree char *bytes = compile (name, folder, key, text != NULL ? text : source, &length, error);
  if (bytes == NULL)
    return -1;
  int fd = fl_compiler_seal_memory (bytes, length);
  if (fd < 0)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "no memory for the kernels of %s can be had: %s", name,
                 g_strerror (errno));
  else
    fl_compiler_cache_keep (folder, key, bytes, length, &facts->path, &facts->note);
  return fd;
}

int
fl_compiler_build (const char *name, const char *source, const char *folder, FlBuildFacts *facts, GError **error)
{
  const FlCompiler *compiler = fl_compiler_get (error);
  g_auto (FlBuildFacts) own = { 0 };
  if (compiler == NULL)
    return -1;
  if (facts == NULL)
    facts = &own;
  *facts = (FlBuildFacts) { 0 };
  g_autofree char *key = make_key (compiler, source);
  gboolean is_first = fl_compiler_turn_begin (key);
  int fd = fl_compiler_cache_find (folder, key, &facts->path, &facts->note);
  facts->was_cached = fd >= 0 && is_first; /* who waited saw it made */
  if (fd < 0)
    fd = make (name, source, folder, key, facts, error);
  if (is_first)
    fl_compiler_turn_end (key);
  return fd;
}

void
fl_compiler_forget (const char *source, const char *folder)
{
  const FlCompiler *compiler = fl_compiler_get (NULL);
  g_autofree char *key = compiler == NULL ? NULL : make_key (compiler, source);
  if (key != NULL)
    fl_compiler_cache_forget (folder, key);
}
