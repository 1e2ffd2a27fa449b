/* Graphs of a few operators and what their loop programs are checked for. */
#pragma once

#include "fl-intern.h"
#include "fl-loops-fixture.h"

typedef struct
{
  const char *name, *signature, *body;
} LoopsCase;

extern const LoopsCase loops_cases[];
extern const guint loops_n_cases;

typedef struct
{
  guint n_checked, n_skipped, n_wrong;
} LoopsTally;

static inline FlRun *
loops_plan (FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  return fl_pipeline_run (graph, &request);
}

static inline FlGraph *
loops_read_graph (const LoopsCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", c->signature, c->body);
  FlGraph *graph = fl_graph_read_text (c->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static inline gboolean
loops_approximates (const FlLoopProgram *version)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, version->pass))
      return fl_loop_passes_get (i)->effect == FL_PASS_APPROXIMATES;
  return FALSE;
}

/* Each version computes the bits of the one before, in any order of parallel iterations; behind a pass that
 * approximates, the bits of what that made. */
static inline FlLoopMemory *
loops_validate (const FlLoopProgram *at, const LoopsArguments *arguments, LoopsTally *tally)
{
  g_autoptr (GError) error = NULL;
  FlLoopMemory *expected = at->before ? loops_validate (at->before, arguments, tally) : NULL, *first = NULL;

  if (!at->before)
    {
      first = loops_interpret (at, arguments, FL_LOOP_FORWARD, &error);
      tally->n_skipped += !first;
      g_assert_true (first || g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED));
      return first;
    }
  for (FlLoopOrder order = FL_LOOP_FORWARD; expected && order <= FL_LOOP_EVEN_ODD; order++)
    {
      FlLoopMemory *got = loops_interpret (at, arguments, order, &error);

      g_assert_no_error (error);
      if (!loops_are_same (arguments, order > FL_LOOP_FORWARD ? first : expected, got, at->pass)
          && (order > FL_LOOP_FORWARD || !loops_approximates (at)))
        tally->n_wrong++;
      tally->n_checked++;
      if (order == FL_LOOP_FORWARD)
        first = got;
      else
        loops_free_memory (got, arguments->n);
    }
  if (expected)
    loops_free_memory (expected, arguments->n);
  return first;
}
