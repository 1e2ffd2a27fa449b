/* What the tests of "what if" share: graphs that are small enough to be worked by hand, and their base runs. */
#pragma once

#include <string.h>

#include "fl-intern.h"
#include "fl-test-run.h"
#include "fl-whatif.h"

#define OPS "torch.ops.aten."

static inline FlGraph *
parse_graph (const char *body)
{
  g_autofree char *text = g_strdup_printf ("class M(torch.nn.Module):\n%s", body);
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_text ("graph.py", text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

/* x -> a -> b -> d, a -> c -> d, all of one size: one kernel under any rule that fuses elementwise
 * ops. */
static const char G_GNUC_UNUSED diamond[] = "    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                                            "        a = " OPS "exp.default(x)\n"
                                            "        b = " OPS "neg.default(a)\n"
                                            "        c = " OPS "abs.default(a)\n"
                                            "        d = " OPS "add.Tensor(b, c)\n"
                                            "        return (a, b, c, d)\n";

/* m is a library call between two elementwise ops. */
static const char G_GNUC_UNUSED product[] = "    def forward(self, x: \"f32[64, 32]cpu\", w: \"f32[32, 16]cpu\"):\n"
                                            "        a = " OPS "exp.default(x)\n"
                                            "        m = " OPS "mm.default(a, w)\n"
                                            "        b = " OPS "neg.default(m)\n"
                                            "        return (b,)\n";

/* Two sizes that no loop has in common. */
static const char G_GNUC_UNUSED apart[] = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[7, 5]cpu\"):\n"
                                          "        a = " OPS "exp.default(x)\n"
                                          "        b = " OPS "exp.default(y)\n"
                                          "        return (a, b)\n";

/* A row reduction, its reader, and one that is inlined into it. */
static const char G_GNUC_UNUSED rows[] = "    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                                         "        a = " OPS "mul.Tensor(x, 2.0)\n"
                                         "        s = " OPS "sum.dim_IntList(a, [1], True)\n"
                                         "        d = " OPS "sub.Tensor(x, s)\n"
                                         "        return (d,)\n";

/* What a reads is overwritten before b reads a. */
static const char G_GNUC_UNUSED overwritten[] = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[64, 32]cpu\"):\n"
                                                "        a = " OPS "exp.default(x)\n"
                                                "        c = " OPS "copy_.default(x, y)\n"
                                                "        b = " OPS "neg.default(a)\n"
                                                "        return (b,)\n";

static const char G_GNUC_UNUSED devices[] = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[64, 32]cuda:0\"):\n"
                                            "        a = " OPS "exp.default(x)\n"
                                            "        b = " OPS "exp.default(y)\n"
                                            "        return (a, b)\n";

typedef struct
{
  FlGraph *graph;
  FlRun *base;
} Fixture;

static inline void
fixture_init (Fixture *fixture, const char *body, const char *strategy)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = fl_intern (strategy);
  if (strstr (body, "cuda") != NULL)
    request.options.target = FL_TARGET_CUDA;
  fixture->graph = parse_graph (body);
  fixture->base = fl_pipeline_run (fixture->graph, &request);
  g_assert_no_error (fixture->base->error);
}

static inline void
fixture_clear (Fixture *fixture)
{
  fl_run_unref (fixture->base);
  fl_graph_unref (fixture->graph);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static inline FlOverride
make (FlOverrideKind kind, const char *text)
{
  g_autoptr (GError) error = NULL;
  FlOverride override;

  g_assert_true (fl_override_parse (kind, text, &override, &error));
  g_assert_no_error (error);
  return override;
}

static inline FlRun *
run_with (const Fixture *fixture, FlOverrideKind kind, const char *text)
{
  FlOverride override = make (kind, text);
  FlRun *run = fl_whatif_run (fixture->base, NULL, &override, 1, NULL);

  g_assert_no_error (run->error);
  return run;
}
