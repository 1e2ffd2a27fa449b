/* Log lines: TORCH_LOGS puts a prefix before every line of a graph,
 *   V0123 10:01:52.787000 14045 torch/_inductor/compile_fx.py:910] [0/0] [__post_grad_graphs] class …
 *   [2024-01-23 10:01:52,787] [0/0] torch._inductor.compile_fx.__post_grad_graphs: [DEBUG] class …
 * maybe with "[rank0]:" or the launcher's "[default0]:" before it, and colours. They are taken off before anything is
 * read. Every line stays a line, and what was taken off is remembered for the columns of error messages. */
#include "fl-fx-private.h"

#include <string.h>

static gboolean
is_digit_at (const char *p, const char *end)
{
  return p < end && g_ascii_isdigit (*p);
}

/* After "]" and blanks: further "[0/0]", "[0/0_1]", "[__graph_code]" groups. */
static const char *
skip_groups (const char *p, const char *end)
{
  while (p + 1 < end && p[0] == ' ' && p[1] == '[')
    {
      const char *q = p + 2;

      while (q < end && *q != ']' && *q != '\n' && *q != ' ' && *q != ',')
        q++;
      if (q >= end || *q != ']')
        break;
      p = q + 1;
    }
  return p < end && *p == ' ' ? p + 1 : p;
}

/* "[rank0]:" and the like; p when there is none. */
static const char *
skip_rank (const char *p, const char *end)
{
  const char *q = p;

  if (q >= end || *q != '[' || !(g_str_has_prefix (q, "[rank") || g_str_has_prefix (q, "[default")))
    return p;
  while (q < end && *q != ']' && *q != '\n')
    q++;
  if (q + 1 >= end || q[1] != ':')
    return p;
  q += 2;
  return q < end && *q == ' ' ? q + 1 : q;
}

/* "V0123 10:01:52.787000 … file.py:910]" */
static const char *
skip_glog (const char *p, const char *end)
{
  const char *q = p + 5;

  if (end - p < 24 || strchr ("VDIWEC", *p) == NULL)
    return p;
  for (int i = 1; i <= 4; i++)
    if (!is_digit_at (p + i, end))
      return p;
  if (*q != ' ' || !is_digit_at (q + 1, end) || !is_digit_at (q + 2, end) || q[3] != ':')
    return p;
  while (q < end && *q != ']' && *q != '\n')
    q++;
  return q < end && *q == ']' ? skip_groups (q + 1, end) : p;
}

/* "[2024-01-23 10:01:52,787] [0/0] name: [DEBUG] " */
static const char *
skip_dated (const char *p, const char *end)
{
  static const char *const levels[] = { ": [DEBUG] ", ": [INFO] ", ": [WARNING] ", ": [DEBUG]", ": [INFO]" };
  const char *line_end;

  if (end - p < 26 || p[0] != '[' || !g_ascii_isdigit (p[1]) || p[5] != '-' || p[8] != '-' || p[11] != ' ')
    return p;
  line_end = memchr (p, '\n', end - p);
  if (line_end == NULL)
    line_end = end;
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      const char *level = memmem (p, line_end - p, levels[i], strlen (levels[i]));

      if (level != NULL)
        return level + strlen (levels[i]);
    }
  return p;
}

static const char *
skip_prefix (const char *p, const char *end)
{
  const char *q = skip_rank (p, end);

  q = skip_glog (q, end);
  return skip_dated (q, end);
}

/* Copies a line without colours; returns the end of the copy. */
static char *
copy_line (char *out, const char *p, const char *end)
{
  while (p < end)
    {
      if (*p != '\033' || p + 1 >= end || p[1] != '[')
        {
          *out++ = *p++;
          continue;
        }
      p += 2;
      while (p < end && !g_ascii_isalpha (*p))
        p++;
      if (p < end)
        p++;
    }
  return out;
}

static gboolean
needs_stripping (const char *text, const char *end)
{
  if (memchr (text, '\033', end - text) != NULL)
    return TRUE;
  for (const char *p = text; p != NULL && p < end;)
    {
      if (*p != ' ' && *p != '\n' && skip_prefix (p, end) != p)
        return TRUE;
      p = memchr (p, '\n', end - p);
      p = p != NULL ? p + 1 : NULL;
    }
  return FALSE;
}

char *
fl_fx_strip_lines (const char *text, gsize length, gsize *clean_length, guint **prefix_lengths)
{
  const char *end = text + length;
  g_autoptr (GArray) prefixes = NULL;
  char *clean, *out;

  if (!needs_stripping (text, end))
    return NULL;

  prefixes = g_array_new (FALSE, FALSE, sizeof (guint));
  out = clean = g_malloc (length + 1);
  for (const char *p = text; p < end;)
    {
      const char *newline = memchr (p, '\n', end - p);
      const char *line_end = newline != NULL ? newline : end;
      const char *start = skip_prefix (p, line_end);
      const guint prefix = (guint) (start - p);

      g_array_append_val (prefixes, prefix);
      out = copy_line (out, start, line_end);
      if (newline != NULL)
        *out++ = '\n';
      p = line_end + 1;
    }
  *out = '\0';
  *clean_length = out - clean;
  *prefix_lengths = (guint *) (gpointer) g_array_free (g_steal_pointer (&prefixes), FALSE);
  return clean;
}
