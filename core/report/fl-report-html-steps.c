/* The passes over a kernel's loop program, in the page: folded, a pass a fold, with what it changed and the code that
 * came of it. */
#include <string.h>

#include "fl-kernel-steps.h"
#include "fl-quote.h"
#include "fl-report-private.h"

static void
append_notes (GString *out, const FlKernelStep *step)
{
  if (step->n_notes == 0)
    return;
  g_string_append (out, "<ul>");
  for (guint i = 0; i < step->n_notes; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fl_step_note_append (text, &step->notes[i]);
      g_string_append (out, "<li>");
      fl_quote_append_xml (out, text->str);
      g_string_append (out, "</li>");
    }
  g_string_append (out, "</ul>\n");
}

/* Signs stand in front of lines, so that nothing rests on colours. */
static void
append_diff (GString *out, const FlKernelStep *before, const FlKernelStep *step)
{
  g_string_append (out, "<pre>");
  for (guint i = 0; i < step->n_lines; i++)
    {
      const FlStepLine *line = &step->lines[i];

      g_string_append_printf (out, "<span class=\"%s\">%c ", fl_step_line_get_name (line->mark),
                              fl_step_line_get_sign (line->mark));
      fl_quote_append_xml (out, line->after ? step->outline[line->after - 1] : before->outline[line->before - 1]);
      g_string_append (out, "</span>\n");
    }
  g_string_append (out, "</pre>\n");
}

static void
append_step (GString *out, const FlKernelSteps *steps, guint position)
{
  const FlKernelStep *step = &steps->steps[position], *before = &steps->steps[position > 0 ? position - 1 : 0];
  g_autofree char *summary = fl_kernel_step_dup_summary (step);

  g_string_append_printf (out, "<details><summary>%u %s <span class=\"dim\">", position + 1, step->name);
  fl_quote_append_xml (out, step->sentence);
  g_string_append_printf (out, position > 0 ? ". %s; %s" : ".", summary, step->effect);
  g_string_append (out, "</span></summary>\n");
  append_notes (out, step);
  append_diff (out, before, step);
  if (position > 0 && !step->has_changed)
    g_string_append (out, "<p class=\"dim\">The code is that of the step before.</p>\n");
  else
    {
      g_string_append (out, "<details><summary>Code <span class=\"dim\">after it</span></summary><pre>");
      fl_quote_append_xml (out, step->code ? step->code : step->no_code);
      g_string_append (out, "</pre></details>\n");
    }
  g_string_append (out, "</details>\n");
}

void
fl_report_append_steps_html (GString *out, const FlRun *run, guint kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlKernelSteps) steps = fl_kernel_steps_new (run, kernel, &error);

  if (!steps || steps->why_none)
    {
      g_string_append (out, "<p class=\"dim\">No steps: ");
      fl_quote_append_xml (out, steps ? steps->why_none : error->message);
      g_string_append (out, "</p>\n");
      return;
    }
  g_string_append_printf (
      out,
      "<details><summary>Passes <span class=\"dim\">%u steps over its loop program; %s</span></summary>\n"
      "<p class=\"dim\">In front of a line: + it is new, - it is gone, ~ the same statement reads otherwise.</p>\n",
      steps->n_steps, steps->is_made_of ? "the code is printed from the last one" : "there is no code");
  for (guint i = 0; i < steps->n_steps; i++)
    append_step (out, steps, i);
  g_string_append (out, "</details>\n");
}

/* --- ablation --------------------------------------------------------------------------------- */

void
fl_report_append_ablation_html (GString *out, const FlRun *run)
{
  g_autoptr (FlAblation) ablation = fl_ablation_new (run);
  g_autoptr (GString) headline = g_string_new (NULL);
  g_autofree char *svg = NULL;
  FlTable table;

  if (!ablation)
    return;
  fl_ablation_append_headline (headline, ablation);
  g_string_append (out, "<h3>What each pass is worth</h3>\n<p>");
  fl_quote_append_xml (out, headline->str);
  g_string_append (out, "</p>\n");
  if (ablation->n_kernels == 0)
    return;
  fl_ablation_init_passes (&table, ablation);
  fl_table_append_html (out, &table, NULL);
  fl_table_clear (&table);
  fl_ablation_init_kernels (&table, ablation);
  if (fl_table_get_n_rows (&table) > 0)
    fl_table_append_html (out, &table, NULL);
  fl_table_clear (&table);
  svg = fl_ablation_dup_svg (ablation, FALSE);
  g_string_append_printf (out, "<figure class=\"roofline\">%s</figure>\n", strstr (svg, "<svg"));
}
