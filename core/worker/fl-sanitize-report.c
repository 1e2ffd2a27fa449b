/* The owner's side of checked kernels: the runtime that the worker starts with, and its words in ours. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "fl-compiler.h"
#include "fl-sanitize.h"
#include "fl-trust.h"

#if defined __SANITIZE_ADDRESS__
#define HAS_RUNTIME 1
#elif defined __SANITIZE_THREAD__
#define HAS_OTHER_RUNTIME 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define HAS_RUNTIME 1
#elif __has_feature(thread_sanitizer)
#define HAS_OTHER_RUNTIME 1
#endif
#endif

enum
{
  MAX_REPORT_BYTES = 1 << 20,
  MAX_SOURCE_BYTES = 64 << 20,
  NEAR_BYTES = 1 << 16 /* an access further than this from every buffer belongs to none */
};

/* --- the runtime ------------------------------------------------------------------------------ */

#if !defined HAS_RUNTIME && !defined HAS_OTHER_RUNTIME
/* A library as a compiler finds it; NULL: not there. */
static char *
find_library (const char *compiler, const char *name)
{
  g_autofree char *question = g_strconcat ("-print-file-name=", name, NULL), *out = NULL;
  const char *argv[] = { compiler, question, NULL };

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out,
                     NULL, NULL, NULL)
      || out == NULL || !g_path_is_absolute (g_strstrip (out)) || !g_file_test (out, G_FILE_TEST_EXISTS))
    return NULL;
  return g_steal_pointer (&out);
}

/* clang's own runtime names lines by a program; gcc's does so itself, and understands clang's code as well. */
static char *
find_runtime (const FlCompiler *compiler)
{
  g_autofree char *symbolizer = g_find_program_in_path ("llvm-symbolizer");
  gboolean is_clang = strstr (compiler->identity, "clang") != NULL;
  struct utsname machine;

  if (is_clang && symbolizer != NULL && uname (&machine) == 0)
    {
      g_autofree char *name = g_strdup_printf ("libclang_rt.asan-%s.so", machine.machine);
      char *own = find_library (compiler->path, name);

      if (own != NULL)
        return own;
    }
  g_autofree char *address = find_library (is_clang ? "gcc" : compiler->path, "libasan.so");
  g_autofree char *undefined = find_library (is_clang ? "gcc" : compiler->path, "libubsan.so");

  return address == NULL || undefined == NULL ? NULL : g_strconcat (address, ":", undefined, NULL);
}
#endif

static gboolean
set_runtime (GSubprocessLauncher *launcher, GError **error)
{
#ifdef HAS_OTHER_RUNTIME
  /* Both runtimes want the same parts of a process's memory for their shadows: the worker would crash before it says
   * anything. */
  g_set_error_literal (
      error, FL_ERROR, FL_ERROR_UNSUPPORTED,
      "cpu.sanitize: this program was built with the thread sanitizer, and one process cannot have both its runtime and "
      "the address sanitizer's; use a program that was built without it (./dev run), or set cpu.sanitize=0");
  return FALSE;
#elif !defined HAS_RUNTIME
  const FlCompiler *compiler = fl_compiler_get (error);
  g_autofree char *runtime = compiler == NULL ? NULL : find_runtime (compiler);

  if (compiler == NULL)
    return FALSE;
  if (runtime == NULL)
    {
      g_set_error (
          error, FL_ERROR, FL_ERROR_UNSUPPORTED,
          "cpu.sanitize: %s has no runtime of the address sanitizer; install it (Debian, Ubuntu: apt install gcc, or "
          "libclang-rt-dev for clang) or set cpu.sanitize=0",
          compiler->summary);
      return FALSE;
    }
  g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", runtime, TRUE);
#endif
  return TRUE;
}

gboolean
fl_sanitize_prepare (GSubprocessLauncher *launcher, gboolean only_bounds, int *report, GError **error)
{
  if (!set_runtime (launcher, error))
    return FALSE;
  *report = memfd_create ("fuseloom-sanitizer", MFD_CLOEXEC);
  if (*report < 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "no memory for a report can be had: %s", g_strerror (errno));
      return FALSE;
    }
  g_subprocess_launcher_setenv (launcher, "FUSELOOM_SANITIZE", only_bounds ? "bounds" : "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS",
                                "detect_leaks=0:handle_segv=1:handle_sigfpe=1:exitcode=99:print_legend=0", TRUE);
  g_subprocess_launcher_setenv (launcher, "UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1:exitcode=99", TRUE);
  g_subprocess_launcher_take_stderr_fd (launcher, dup (*report));
  return TRUE;
}

char *
fl_sanitize_read (int report)
{
  g_autofree char *text = g_malloc0 (MAX_REPORT_BYTES + 1);
  gssize n = pread (report, text, MAX_REPORT_BYTES, 0);

  text[MAX (n, 0)] = '\0';
  return g_utf8_make_valid (text, -1);
}

/* --- its words -------------------------------------------------------------------------------- */

typedef struct
{
  char *kind;     /* "stack-buffer-overflow", "shift exponent 40 is too large for …" */
  char *variable; /* on the stack, that an access overflows; or NULL */
  char *file;     /* where: the kernel's own line, not that of a function that it calls; or NULL */
  guint line;
  gboolean is_access, is_write;
  guint64 address, bytes;
} Finding;

static void
finding_clear (Finding *finding)
{
  g_free (finding->kind);
  g_free (finding->variable);
  g_free (finding->file);
}

/* "    #1 0x7f00 in cpp_fused_add_0 /home/u/.cache/fuseloom/kernels/ab12.c:133:9" */
static gboolean
read_frame (const char *line, char **function, char **file, guint *number)
{
  g_autoptr (GRegex) regex = g_regex_new ("^\\s+#\\d+ 0x[0-9a-f]+ in (\\S+) (/\\S+\\.c):(\\d+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, line, 0, &match))
    return FALSE;
  g_autofree char *digits = g_match_info_fetch (match, 3);
  *function = g_match_info_fetch (match, 1);
  *file = g_match_info_fetch (match, 2);
  *number = (guint) g_ascii_strtoull (digits, NULL, 10);
  return TRUE;
}

/* The frames of the first stack: the last one in the kernel's file is the kernel's own line. */
static void
read_frames (GStrv lines, const char *kernel, Finding *finding)
{
  gboolean is_there = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *function = NULL, *file = NULL;
      guint number;

      if (!read_frame (lines[i], &function, &file, &number))
        {
          if (is_there && !g_str_has_prefix (g_strchug (lines[i]), "#"))
            return;
          continue;
        }
      is_there = TRUE;
      if (finding->file != NULL && strcmp (finding->file, file) != 0)
        return;
      g_free (finding->file);
      finding->file = g_steal_pointer (&file);
      finding->line = number;
      if (strcmp (function, kernel) == 0)
        return;
    }
}

static char *
dup_group (const char *text, const char *pattern, guint group)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, group) : NULL;
}

static gboolean
read_finding (const char *said, const char *kernel, Finding *finding)
{
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);
  g_autofree char *address
      = dup_group (said, "ERROR: AddressSanitizer:.*?(?:on|to|of)? (?:unknown )?address (0x[0-9a-f]+)", 1);
  g_autofree char *bytes = dup_group (said, "^(READ|WRITE) of size (\\d+)", 2);
  g_autofree char *access = dup_group (said, "^(READ|WRITE) of size (\\d+)", 1);
  g_autofree char *line = dup_group (said, "^(/\\S+\\.c):(\\d+):\\d+: runtime error: (.*)$", 2);

  finding->kind = line != NULL ? dup_group (said, "^(/\\S+\\.c):(\\d+):\\d+: runtime error: (.*)$", 3)
                               : dup_group (said, "ERROR: AddressSanitizer: (\\S+)", 1);
  if (finding->kind == NULL)
    return FALSE;
  finding->variable = dup_group (said, "'(\\w+)' \\(line \\d+\\) <== Memory access", 1);
  if (line == NULL && bytes != NULL && address != NULL)
    {
      finding->is_access = TRUE;
      finding->is_write = strcmp (access, "WRITE") == 0;
      finding->address = g_ascii_strtoull (address, NULL, 16);
      finding->bytes = g_ascii_strtoull (bytes, NULL, 10);
    }
  read_frames (lines, kernel, finding);
  if (finding->file == NULL && line != NULL)
    {
      finding->file = dup_group (said, "^(/\\S+\\.c):(\\d+):\\d+: runtime error: (.*)$", 1);
      finding->line = (guint) g_ascii_strtoull (line, NULL, 10);
    }
  return TRUE;
}

/* --- the sentence ----------------------------------------------------------------------------- */

/* How far an access lies from a buffer: 0 when it begins in it. */
static guint64
measure_distance (const FlControlPage *control, guint range, guint64 address)
{
  guint64 begin = control->ranges[range].begin, end = begin + control->ranges[range].bytes;

  return address < begin ? begin - address : address >= end ? address - end + 1 : 0;
}

static void
append_buffer (GString *out, const FlControlPage *control, const Finding *finding)
{
  guint n = MIN (control->n_ranges, FL_MAX_RANGES), best = n;
  const char *verb = finding->is_write ? "writes" : "reads";

  for (guint i = 0; i < n; i++)
    if (measure_distance (control, i, finding->address) < NEAR_BYTES
        && (best == n
            || measure_distance (control, i, finding->address) < measure_distance (control, best, finding->address)))
      best = i;
  if (best == n)
    {
      g_string_append_printf (out, " %s %" G_GUINT64_FORMAT " bytes that belong to none of its buffers", verb,
                              finding->bytes);
      return;
    }
  g_autofree char *name = g_utf8_make_valid (control->ranges[best].name,
                                             strnlen (control->ranges[best].name, sizeof control->ranges[best].name));
  gint64 width = MAX (control->ranges[best].element_bytes, 1), count = control->ranges[best].bytes / width;
  gint64 behind = (gint64) (finding->address - control->ranges[best].begin);
  gint64 element = behind >= 0 ? behind / width : -((-behind + width - 1) / width);

  g_string_append_printf (out,
                          " %s %s of %s: %" G_GUINT64_FORMAT " bytes from element %" G_GINT64_FORMAT
                          " on, of %" G_GINT64_FORMAT " elements of %" G_GINT64_FORMAT " bytes",
                          verb, behind < 0 ? "before the beginning" : "past the end", name, finding->bytes, element,
                          count, width);
}

/* "in line 12, `fl_store_f32 (…);` (/home/u/.cache/fuseloom/kernels/ab12.c:133)": counted from the kernel's title. */
static void
append_line (GString *out, const Finding *finding, const char *kernel)
{
  g_autofree char *text = NULL, *head = g_strconcat (kernel, " (", NULL);
  guint first = 0, n;

  if (finding->file == NULL)
    return;
  if (!(text = fl_trust_read_path (finding->file, MAX_SOURCE_BYTES, NULL, NULL)))
    {
      g_string_append_printf (out, " (%s:%u)", finding->file, finding->line);
      return;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  n = g_strv_length (lines);
  for (guint i = 0; i < n && first == 0; i++)
    if (g_str_has_prefix (lines[i], head))
      first = i - 1; /* the title stands two lines above, and lines count from 1 */
  if (finding->line > first && finding->line <= n)
    g_string_append_printf (out, ", in line %u: %s (%s:%u)", finding->line - first + 1,
                            g_strstrip (lines[finding->line - 1]), finding->file, finding->line);
}

char *
fl_sanitize_explain (const char *said, const FlControlPage *control)
{
  Finding finding = { 0 };
  g_autofree char *kernel = g_utf8_make_valid (control->kernel, strnlen (control->kernel, sizeof control->kernel));
  GString *out;

  if (!read_finding (said, kernel, &finding))
    {
      finding_clear (&finding);
      return NULL;
    }
  out = g_string_new (NULL);
  g_string_append_printf (out, *kernel == '\0' ? "the worker" : "kernel %s", kernel);
  if (finding.variable != NULL)
    g_string_append_printf (out, " %s %" G_GUINT64_FORMAT " bytes past the end of %s, on its stack",
                            finding.is_write ? "writes" : "reads", finding.bytes, finding.variable);
  else if (finding.is_access)
    append_buffer (out, control, &finding);
  else
    g_string_append_printf (out, ": %s", finding.kind);
  append_line (out, &finding, kernel);
  finding_clear (&finding);
  return g_string_free (out, FALSE);
}
