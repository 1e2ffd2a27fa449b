/* A delta as Markdown, as a pull request's comment shows it. */
#include <math.h>

#include "fl-delta.h"
#include "fl-text.h"

enum
{
  MAX_LISTED = 20
};

/* Names from files are no markup: they stand between backticks, and a cell of a table is not ended early. */
static void
append_code (GString *out, const char *text)
{
  g_string_append_c (out, '`');
  for (const char *at = text; *at != '\0'; at++)
    if (*at == '|' || *at == '`' || *at == '\n')
      g_string_append (out, *at == '|' ? "\\|" : *at == '`' ? "'" : " ");
    else
      g_string_append_c (out, *at);
  g_string_append_c (out, '`');
}

static void
append_figures (GString *out, const FlDelta *delta)
{
  g_string_append (out, "| | base | new | change |\n| --- | ---: | ---: | ---: |\n");
  for (guint i = 0; i < FL_N_FACTS; i++)
    {
      g_autofree char *base = NULL, *variant = NULL, *change = NULL;

      if (!delta->has[i])
        continue;
      base = fl_fact_dup_amount (i, delta->base[i]);
      variant = fl_fact_dup_amount (i, delta->variant[i]);
      change = fl_delta_dup_change (delta, i);
      g_string_append_printf (out, "| %s | %s | %s | %s%s |\n", fl_fact_get_info (i)->title, base, variant, change,
                              i != FL_FACT_TIME      ? ""
                              : delta->is_time_apart ? ", beyond the spread"
                                                     : ", within the spread");
    }
}

static void
append_splits (GString *out, const char *title, const FlDeltaFusion *splits, guint n)
{
  if (n == 0)
    return;
  g_string_append_printf (out, "\n<details><summary>%s: %u kernel%s</summary>\n\n", title, n, n == 1 ? "" : "s");
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_string_append (out, "- ");
      append_code (out, splits[i].kernel);
      g_string_append_c (out, '\n');
      for (guint k = 0; k < splits[i].n_pieces; k++)
        {
          g_string_append (out, "  - ");
          append_code (out, splits[i].pieces[k]);
          g_string_append (out, " in ");
          append_code (out, splits[i].homes[k]);
          g_string_append_c (out, '\n');
        }
    }
  if (n > MAX_LISTED)
    g_string_append_printf (out, "- … and %u more\n", n - MAX_LISTED);
  g_string_append (out, "\n</details>\n");
}

static void
append_buffers (GString *out, const char *title, const FlDeltaBuffer *buffers, guint n)
{
  if (n == 0)
    return;
  g_string_append_printf (out, "\n<details><summary>%s: %u</summary>\n\n", title, n);
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_autofree char *bytes = fl_text_dup_bytes ((guint64) buffers[i].bytes);

      g_string_append (out, "- ");
      append_code (out, buffers[i].subject);
      g_string_append_printf (out, " %s, %s\n", buffers[i].shape, bytes);
    }
  if (n > MAX_LISTED)
    g_string_append_printf (out, "- … and %u more\n", n - MAX_LISTED);
  g_string_append (out, "\n</details>\n");
}

void
fl_delta_append_markdown (GString *out, const FlDelta *delta)
{
  append_figures (out, delta);
  g_string_append_printf (out, "\nFusions: **%u lost**, %u won, between the %u values that both have (%.0f %%).\n",
                          delta->n_lost, delta->n_won, delta->n_matched, floor (delta->matched_share * 100));
  append_splits (out, "Fell apart", delta->losses, delta->n_losses);
  append_splits (out, "Came together", delta->wins, delta->n_wins);
  append_buffers (out, "No longer stored", delta->gone, delta->n_gone);
  append_buffers (out, "Newly stored", delta->fresh, delta->n_new);
}
