/* Which compiler there is, what it is, and what it is given. */
#include "fl-compiler-private.h"
#include "fl-sanitize.h"
#include "fl-trust.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum
{
  MAX_FACTS_BYTES = 1 << 16
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

/* -fno-math-errno and -fno-trapping-math let loops with sqrt and selects be vectorised and change no result;
 * -ffast-math would also set flush-to-zero for the whole process and is never used. -fopenmp-simd (no OpenMP library)
 * makes the kernels' simd pragmas count, above all sums in several lanes; -fwrapv gives integers PyTorch's overflow. */
#define FLAGS                                                                                                          \
  "-O3", "-march=native", "-std=gnu17", "-fPIC", "-fno-math-errno", "-fno-trapping-math", "-fwrapv", "-fopenmp-simd",  \
      WIDTH "-fno-asynchronous-unwind-tables", "-fvisibility=default", "-w"
#ifdef __x86_64__
#define WIDTH "-mprefer-vector-width=512",
#else
#define WIDTH
#endif
static const char *const common_flags[] = { FLAGS, NULL };
/* The processor orders instructions itself; GCC 13 took twenty times as long as all else to do so for a Sapphire
 * Rapids. */
static const char *const gcc_flags[] = { FLAGS, "-fno-schedule-insns2", NULL };

static const char *const tcc_flags[] = { "-w", NULL };

static const char *const *
get_own_flags (FlCompilerKind kind)
{
  if (kind == FL_COMPILER_TCC)
    return tcc_flags;
  return fl_sanitize_is_on ()      ? fl_sanitize_get_flags (kind == FL_COMPILER_GCC)
         : kind == FL_COMPILER_GCC ? gcc_flags
                                   : common_flags;
}

/* "": none. */
static const char *
get_more_flags (FlCompilerKind kind)
{
  const char *more = g_getenv ("FUSELOOM_CFLAGS");
  return more == NULL || kind == FL_COMPILER_TCC ? "" : more;
}

/* Ours, then those of FUSELOOM_CFLAGS, which have the last word. For the only thread that looks for a compiler. */
static const char *const *
get_flags (FlCompilerKind kind)
{
  static GStrv joined[FL_COMPILER_OTHER + 1];
  const char *const *own = get_own_flags (kind);
  g_auto (GStrv) more = g_strsplit (get_more_flags (kind), " ", -1);
  if (*more == NULL)
    return own;
  if (joined[kind] == NULL)
    {
      g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
      g_strv_builder_addv (all, (const char **) own);
      for (guint i = 0; more[i] != NULL; i++)
        if (*more[i] != '\0')
          g_strv_builder_add (all, more[i]);
      joined[kind] = g_strv_builder_end (all);
    }
  return (const char *const *) joined[kind];
}

static char *
find_program (void)
{
  const char *chosen = g_getenv ("FUSELOOM_CC");
  if (chosen != NULL && *chosen != '\0')
    return strcmp (chosen, "none") == 0 ? NULL : g_find_program_in_path (chosen);
  static const char *const names[] = { "cc", "gcc", "clang", "tcc" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *path = g_find_program_in_path (names[i]);
      if (path != NULL)
        return path;
    }
  return NULL;
}

/* All that it says of itself; its path where it says nothing. NULL: it cannot be called. */
static char *
read_version (const char *path)
{
  const char *argv[] = { path, "--version", NULL };
  gboolean is_dead = FALSE;
  g_autofree char *said = fl_compiler_dup_output (argv, &is_dead);
  if (is_dead)
    return NULL;
  return said != NULL && *said != '\0' ? g_utf8_make_valid (said, -1) : g_strdup (path);
}

/* "cc (Debian 12.2.0-14) 12.2.0" is called by the name that it was found by: only the lines below tell that it is GCC.
 */
static FlCompilerKind
find_kind (const char *said)
{
  return g_str_has_prefix (said, "tcc version")   ? FL_COMPILER_TCC
         : strstr (said, "clang") != NULL         ? FL_COMPILER_CLANG
         : strstr (said, "Free Software") != NULL ? FL_COMPILER_GCC
                                                  : FL_COMPILER_OTHER;
}

/* "cc (Debian 12.2.0-14) 12.2.0" -> "gcc 12.2.0"; "Debian clang version 14.0.6" -> "clang 14.0.6". */
static char *
make_summary (const FlCompilerParts *parts)
{
  g_auto (GStrv) words = g_strsplit (parts->identity, " ", -1);
  const char *version = "";
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_isdigit (words[i][0]) && strchr (words[i], '.') != NULL)
      version = words[i];
  g_autofree char *base = g_path_get_basename (parts->path);
  const char *const names[] = {
    [FL_COMPILER_GCC] = "gcc", [FL_COMPILER_CLANG] = "clang", [FL_COMPILER_TCC] = "tcc", [FL_COMPILER_OTHER] = base
  };
  if (parts->kind == FL_COMPILER_TCC)
    return g_strdup_printf ("tcc %s", version);
  const char *more = get_more_flags (parts->kind);
  return g_strdup_printf ("%s%s%s %s %s%s%s", names[parts->kind], *version != '\0' ? " " : "", version, parts->flags[0],
                          fl_sanitize_is_on () ? "-fsanitize=address,undefined" : parts->flags[1],
                          *more != '\0' ? " " : "", more);
}

/* --- what was found out, kept for the next process -------------------------------------------- */

static char *
get_facts_path (const char *path)
{
  GStatBuf facts;
  gboolean is_there = g_stat (path, &facts) == 0;
  g_autofree char *joined = g_strjoinv (" ", (char **) get_flags (FL_COMPILER_GCC));
  g_autofree char *text
      = g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s %s", path,
                         is_there ? (gint64) facts.st_size : 0, is_there ? (gint64) facts.st_mtime : 0, joined,
                         fl_compiler_get_processor ());
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *name = g_strdup_printf ("compiler-5-%.16s.ini", sum);
  return g_build_filename (g_get_user_cache_dir (), "fuseloom", name, NULL);
}

static void
keep_facts (const FlCompilerParts *parts, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize length;
  g_key_file_set_string (file, "compiler", "identity", parts->identity);
  g_key_file_set_integer (file, "compiler", "kind", parts->kind);
  if (parts->compile != NULL)
    g_key_file_set_string_list (file, "compiler", "compile", (const char *const *) parts->compile,
                                g_strv_length (parts->compile));
  if (parts->assemble != NULL)
    g_key_file_set_string_list (file, "compiler", "assemble", (const char *const *) parts->assemble,
                                g_strv_length (parts->assemble));
  if (parts->link != NULL)
    g_key_file_set_string_list (file, "compiler", "link", (const char *const *) parts->link,
                                g_strv_length (parts->link));
  g_autofree char *text = g_key_file_to_data (file, &length, NULL);
  fl_trust_write_path (path, text, length, NULL); /* only a saving */
}

static gboolean
read_facts (FlCompilerParts *parts, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize length = 0;
  g_autofree char *text = fl_trust_read_path (path, MAX_FACTS_BYTES, &length, NULL);
  if (text == NULL || !g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, NULL))
    return FALSE;
  parts->identity = g_key_file_get_string (file, "compiler", "identity", NULL);
  parts->kind = CLAMP (g_key_file_get_integer (file, "compiler", "kind", NULL), 0, FL_COMPILER_OTHER);
  parts->compile = g_key_file_get_string_list (file, "compiler", "compile", NULL, NULL);
  parts->assemble = g_key_file_get_string_list (file, "compiler", "assemble", NULL, NULL);
  parts->link = g_key_file_get_string_list (file, "compiler", "link", NULL, NULL);
  return parts->identity != NULL && fl_compiler_parts_are_there (parts);
}

/* The first line stands for it. */
static void
ask (FlCompilerParts *parts)
{
  g_autofree char *said = read_version (parts->path);
  if (said == NULL)
    {
      parts->why_not = g_strdup_printf (
          "the C compiler %s cannot be used: asked for its version, it crashed, or did not answer and was stopped; "
          "name another one in FUSELOOM_CC",
          parts->path);
      return;
    }
  parts->kind = find_kind (said);
  parts->identity = g_strndup (said, strcspn (said, "\n"));
  parts->compile = parts->assemble = parts->link = NULL;
  if (!fl_sanitize_is_on ()) /* only the driver knows what checked kernels link */
    fl_compiler_parts_find (parts, get_flags (parts->kind));
}

void
fl_compiler_find (FlCompilerParts *parts)
{
  parts->path = find_program ();
  if (parts->path == NULL)
    return;
  g_autofree char *facts = get_facts_path (parts->path);
  if (!read_facts (parts, facts))
    {
      ask (parts);
      if (parts->why_not != NULL)
        return;
      keep_facts (parts, facts);
    }
  parts->flags = get_flags (parts->kind);
  parts->summary = make_summary (parts);
}

guint
fl_compiler_get_vector_bytes (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("avx512bw"))
    return 64;
  return __builtin_cpu_supports ("avx2") ? 32 : 16;
#else
  return 16;
#endif
}
