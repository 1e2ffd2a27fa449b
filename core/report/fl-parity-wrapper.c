/* PyTorch's wrapper beside ours: what it allocates, reuses and deletes. */
#include "fl-parity-private.h"

#include <string.h>

#include "fl-report.h"
#include "fl-wrapper-plan.h"

void
fl_report_append_torch_wrapper (GString *out, const FlRun *run)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  const FlPass pass = { .arena = scratch,
                        .trace = fl_trace_new (scratch),
                        .options = &run->options,
                        .stop_stage = FL_N_STAGES,
                        .stop_step = G_MAXUINT32 };

  fl_wrapper_plan_append (out, &pass, fl_wrapper_plan_new (&pass, run->fused));
}

static char *
join_lines (const GPtrArray *lines)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) lines->pdata[i]);
  return g_string_free (text, FALSE);
}

void
fl_parity_compare_wrappers (FlParity *parity, const FlRun *run)
{
  FlParityText *text = &parity->wrapper;
  g_autoptr (GString) written = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *theirs = NULL, *ours = NULL;

  if (parity->theirs->memory_lines == NULL || run->fused == NULL)
    {
      text->why = run->fused == NULL ? "our run did not come so far" : "PyTorch's is not there";
      return;
    }
  fl_report_append_torch_wrapper (written, run);
  lines = fl_wrapper_find_memory_lines (written->str, written->len);
  theirs = join_lines (parity->theirs->memory_lines);
  ours = join_lines (lines);
  text->theirs = fl_line_pool_split (parity->pool, theirs, strlen (theirs), TRUE);
  text->ours = fl_line_pool_split (parity->pool, ours, strlen (ours), TRUE);
  text->hunks = fl_diff_new ((gconstpointer const *) text->theirs->pdata, text->theirs->len,
                             (gconstpointer const *) text->ours->pdata, text->ours->len);
  text->verdict = text->hunks->len > 0 ? FL_TEXT_DIFFERS : FL_TEXT_IDENTICAL;
}
