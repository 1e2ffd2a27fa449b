/* Graphs of a few operators and what their loop programs are checked for. */
#pragma once

#include "fl-intern.h"
#include "fl-loops-fixture.h"
#include "fl-test-long.h"

typedef struct
{
  const char *name, *signature, *body;
} LoopsCase;

extern const LoopsCase loops_cases[];
extern const guint loops_n_cases;

typedef struct
{
  guint n_checked, n_skipped, n_wrong;
  GHashTable *known; /* results of versions of the kernel at hand, by lanes and outline; NULL: all are interpreted */
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

static inline FlLoopMemory *
loops_interpret_orders (const FlLoopProgram *at, const LoopsArguments *arguments, const FlLoopMemory *expected,
                        LoopsTally *tally)
{
  FlLoopMemory *first = NULL;

  for (FlLoopOrder order = FL_LOOP_FORWARD; order <= FL_LOOP_EVEN_ODD; order++)
    {
      g_autoptr (GError) error = NULL;
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
  return first;
}

/* Each version computes the bits of the one before, in any order of parallel iterations; behind a pass that
 * approximates, the bits of what that made. What is returned is the table's of known versions, where there is one. */
static inline FlLoopMemory *
loops_validate (const FlLoopProgram *at, const LoopsArguments *arguments, LoopsTally *tally)
{
  g_autoptr (GError) error = NULL;
  FlLoopMemory *expected = at->before ? loops_validate (at->before, arguments, tally) : NULL, *first = NULL;
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%" G_GINT64_FORMAT " lanes\n", arguments->n_lanes);
  fl_loop_program_append (key, at, NULL);
  if (tally->known && (first = g_hash_table_lookup (tally->known, key->str)))
    {
      if (expected && !loops_are_same (arguments, expected, first, at->pass) && !loops_approximates (at))
        tally->n_wrong++;
      tally->n_checked++;
    }
  else if (!at->before)
    {
      first = loops_interpret (at, arguments, FL_LOOP_FORWARD, &error);
      tally->n_skipped += !first;
      g_assert_true (first || g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED));
    }
  else if (expected)
    first = loops_interpret_orders (at, arguments, expected, tally);
  if (tally->known && first)
    g_hash_table_replace (tally->known, g_strdup (key->str), first);
  else if (expected && !tally->known)
    loops_free_memory (expected, arguments->n);
  g_string_free (key, TRUE);
  return first;
}
