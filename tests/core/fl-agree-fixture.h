/* Small programs under several strategies beside the reference interpreter. */
#pragma once

#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

#include <string.h>

typedef struct
{
  const char *name, *signature, *body;
  const char *setting;  /* an option, or NULL */
  const char *sizes[4]; /* names of size symbols … */
  gint64 values[4];     /* … and what they are */
} AgreeCase;

static const char *const agree_strategies[]
    = { "inductor", "none", "pattern", "xla", "stitch-cpu", "dnnfusion", "optimal" };

static inline FlGraph *
agree_read (const AgreeCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self%s%s):\n%s",
                                           c->signature[0] != '\0' ? ", " : "", c->signature, c->body);
  FlGraph *graph = fl_graph_read_text (c->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static inline FlRun *
agree_plan (FlGraph *graph, const AgreeCase *c, const char *strategy)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  request.options.timeout_s = 120;
  if (c->setting != NULL)
    g_assert_true (fl_options_set (&request.options, c->setting, NULL));
  run = fl_pipeline_run (graph, &request);
  if (run->error != NULL)
    g_test_message ("%s under %s", c->name, strategy);
  g_assert_no_error (run->error);
  return run;
}

/* Whether error only says that kernels cannot be checked here (cpu.sanitize), which is no fault of theirs. */
static inline gboolean
agree_cannot_check (const AgreeCase *c, const GError *error)
{
  return g_strcmp0 (c->setting, "cpu.sanitize=1") == 0 && g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED)
         && g_str_has_prefix (error->message, "cpu.sanitize: ");
}

/* Every result, and every input that is written, is the reference's under each strategy. */
static inline void
agree_check (const AgreeCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = agree_read (c);
  FlRun *runs[G_N_ELEMENTS (agree_strategies)];
  FlVariant programs[G_N_ELEMENTS (agree_strategies)];
  FlSizeValue sizes[4];
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .sizes = sizes };
  g_autoptr (FlRun) done = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (c->sizes) && c->sizes[i] != NULL; i++)
    sizes[request.n_sizes++] = (FlSizeValue) { fl_sym_size (graph->symbols, c->sizes[i]), c->values[i] };
  for (guint i = 0; i < G_N_ELEMENTS (agree_strategies); i++)
    {
      runs[i] = agree_plan (graph, c, agree_strategies[i]);
      programs[i] = (FlVariant) { agree_strategies[i], runs[i]->program };
    }
  request.n_variants = G_N_ELEMENTS (agree_strategies);
  request.variants = programs;
  request.graph = graph;
  done = fl_pipeline_execute (runs[0], &request, NULL, NULL, NULL, &error);
  if (agree_cannot_check (c, error))
    {
      g_test_skip (error->message);
      for (guint i = 0; i < G_N_ELEMENTS (agree_strategies); i++)
        fl_run_unref (runs[i]);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpstr (done->execution->not_verified_why, ==, NULL);
  g_assert_true (done->execution->verified);
  g_assert_cmpuint (done->execution->n_agreements, >, 0);
  for (guint i = 0; i < done->execution->n_agreements; i++)
    {
      const FlAgreement *a = &done->execution->agreements[i];

      if (!a->agrees)
        g_test_message ("%s, %s: %s at %s is %g, expected %g", c->name, a->variant, a->output, a->worst_place, a->got,
                        a->expected);
      g_assert_true (a->agrees);
    }
  for (guint i = 0; i < done->execution->n_notes; i++) /* no index of these programs does */
    g_assert_null (strstr (done->execution->notes[i], "lay outside"));
  for (guint i = 0; i < G_N_ELEMENTS (agree_strategies); i++)
    fl_run_unref (runs[i]);
}

static inline void
agree_test (gconstpointer data)
{
  agree_check (data);
}

static inline void
agree_add (const char *suite, const AgreeCase *cases, guint n)
{
  compile_kernels_quickly ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%s/%s", suite, cases[i].name);

      g_test_add_data_func (path, &cases[i], agree_test);
    }
}
