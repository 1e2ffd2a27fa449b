/* "What if": subjects, overrides and their legality under every strategy, deltas, the gate. Every
 * graph is small enough to be worked by hand; what is expected is said beside it. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-error.h"
#include "fl-fuse.h"
#include "fl-gate.h"
#include "fl-intern.h"
#include "fl-subject.h"
#include "fl-test-run.h"
#include "fl-undo.h"
#include "fl-whatif.h"

/* --- graphs ----------------------------------------------------------------------------------- */

#define OPS "torch.ops.aten."

static FlGraph *
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
static const char diamond[] = "    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                              "        a = " OPS "exp.default(x)\n"
                              "        b = " OPS "neg.default(a)\n"
                              "        c = " OPS "abs.default(a)\n"
                              "        d = " OPS "add.Tensor(b, c)\n"
                              "        return (a, b, c, d)\n";

/* m is a library call between two elementwise ops. */
static const char product[]
    = "    def forward(self, x: \"f32[64, 32]cpu\", w: \"f32[32, 16]cpu\"):\n"
      "        a = " OPS "exp.default(x)\n"
      "        m = " OPS "mm.default(a, w)\n"
      "        b = " OPS "neg.default(m)\n"
      "        return (b,)\n";

/* Two sizes that no loop has in common. */
static const char apart[] = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[7, 5]cpu\"):\n"
                            "        a = " OPS "exp.default(x)\n"
                            "        b = " OPS "exp.default(y)\n"
                            "        return (a, b)\n";

/* A row reduction, its reader, and one that is inlined into it. */
static const char rows[] = "    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                           "        a = " OPS "mul.Tensor(x, 2.0)\n"
                           "        s = " OPS "sum.dim_IntList(a, [1], True)\n"
                           "        d = " OPS "sub.Tensor(x, s)\n"
                           "        return (d,)\n";

/* What a reads is overwritten before b reads a. */
static const char overwritten[]
    = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[64, 32]cpu\"):\n"
      "        a = " OPS "exp.default(x)\n"
      "        c = " OPS "copy_.default(x, y)\n"
      "        b = " OPS "neg.default(a)\n"
      "        return (b,)\n";

static const char devices[]
    = "    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[64, 32]cuda:0\"):\n"
      "        a = " OPS "exp.default(x)\n"
      "        b = " OPS "exp.default(y)\n"
      "        return (a, b)\n";

typedef struct
{
  FlGraph *graph;
  FlRun *base;
} Fixture;

static void
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

static void
fixture_clear (Fixture *fixture)
{
  fl_run_unref (fixture->base);
  fl_graph_unref (fixture->graph);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static FlOverride
make (FlOverrideKind kind, const char *text)
{
  g_autoptr (GError) error = NULL;
  FlOverride override;

  g_assert_true (fl_override_parse (kind, text, &override, &error));
  g_assert_no_error (error);
  return override;
}

static FlRun *
run_with (const Fixture *fixture, FlOverrideKind kind, const char *text)
{
  FlOverride override = make (kind, text);
  FlRun *run = fl_whatif_run (fixture->base, NULL, &override, 1, NULL);

  g_assert_no_error (run->error);
  return run;
}

/* --- subjects --------------------------------------------------------------------------------- */

static void
test_subjects_name_what_a_node_became (void)
{
  g_autoptr (FlGraph) graph = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                                           "        s = " OPS "_softmax.default(x, -1, False)\n"
                                           "        r = " OPS "relu.default(s)\n"
                                           "        return (r,)\n");
  g_autoptr (FlRun) run = run_graph (graph);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  /* A softmax becomes amax, sub, exp, sum, div: each has a subject, and each subject finds its node
   * again. */
  for (guint32 i = 0; i < run->decomposed->n_nodes; i++)
    {
      const char *subject = fl_subject_of_node (graph, run->decomposed, (FlNodeId){ i });

      g_assert_cmpint (subject != NULL, ==, run->decomposed->nodes[i].kind == FL_NODE_CALL);
      if (subject == NULL)
        continue;
      n++;
      g_assert_cmpuint (fl_subject_find (graph, run->decomposed, subject, &error).index, ==, i);
      g_assert_no_error (error);
    }
  g_assert_cmpuint (n, ==, 6);
  g_assert_nonnull (fl_whatif_find_subject (run, "s:exp", NULL));
  g_assert_cmpstr (fl_whatif_find_subject (run, "s", NULL), ==, "s");
  g_assert_cmpstr (fl_whatif_find_subject (run, "exp", NULL), ==,
                   "s:exp"); /* the name of the opened graph */
  g_assert_null (fl_whatif_find_subject (run, "s:nothing", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "s:exp")); /* what there is instead */
}

static void
test_subjects_refuse_what_is_no_value (void)
{
  static const char *const wrong[]
      = { "x", "output", "nobody", "a:", ":exp", "a:exp#0", "a:exp#x", "a:exp#99999999999999999999",
          "" };
  g_auto (Fixture) fixture = { NULL };

  fixture_init (&fixture, diamond, "inductor");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fl_whatif_find_subject (fixture.base, wrong[i], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
    }
}

static void
test_overrides_are_read_strictly (void)
{
  static const struct
  {
    FlOverrideKind kind;
    const char *text;
  } wrong[] = {
    { FL_OVERRIDE_FORBID, "a" },
    { FL_OVERRIDE_FORBID, "a,b,c" },
    { FL_OVERRIDE_FORBID, "a,a" },
    { FL_OVERRIDE_FORCE, "a," },
    { FL_OVERRIDE_REALIZE, "a,b" },
    { FL_OVERRIDE_INLINE, "" },
    { FL_OVERRIDE_OPTION, "a" },
    { FL_OVERRIDE_OPTION, "nothing=1" },
    { FL_OVERRIDE_OPTION, "max_fusion_size=none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      FlOverride override;

      g_assert_false (fl_override_parse (wrong[i].kind, wrong[i].text, &override, &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
    }
}

/* --- legality --------------------------------------------------------------------------------- */

typedef struct
{
  const char *name, *body, *strategy;
  FlOverrideKind kind;
  const char *text;
  FlOutcome outcome;
  const char *rule;  /* a part of it; NULL: any */
  const char *facts; /* a part of them; NULL: any */
} Case;

static const Case cases[] = {
  /* All four share one kernel. Forbidden, a's value goes through memory. */
  { "forbid-applies", diamond, "inductor", FL_OVERRIDE_FORBID, "a,d", FL_OUTCOME_APPLIED, NULL,
    NULL },
  { "forbid-applies-xla-base", diamond, "xla-base", FL_OVERRIDE_FORBID, "a,d", FL_OUTCOME_APPLIED,
    NULL, NULL },
  { "forbid-applies-tvm", diamond, "tvm", FL_OVERRIDE_FORBID, "b,d", FL_OUTCOME_APPLIED, NULL,
    NULL },
  /* a -> b -> d: a and d alone would wait for b, which waits for a. */
  { "force-cycle", diamond, "none", FL_OVERRIDE_FORCE, "a,d", FL_OUTCOME_REFUSED, "cycle", "op1" },
  { "force-cycle-pattern", diamond, "pattern", FL_OVERRIDE_FORCE, "a,d", FL_OUTCOME_REFUSED,
    "cycle", "path from a to d through b" },
  { "force-cycle-optimal", diamond, "optimal", FL_OVERRIDE_FORCE, "d,a", FL_OUTCOME_REFUSED,
    "cycle", "path from a to d through b" },
  { "force-applies", diamond, "none", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_APPLIED, "first", NULL },
  { "force-siblings", diamond, "pattern", FL_OVERRIDE_FORCE, "b,c", FL_OUTCOME_APPLIED, NULL,
    NULL },
  /* A library call has no loops that others could join. */
  { "force-extern", product, "inductor", FL_OVERRIDE_FORCE, "a,m", FL_OUTCOME_REFUSED, "extern",
    "mm" },
  { "force-extern-after", product, "inductor", FL_OVERRIDE_FORCE, "m,b", FL_OUTCOME_REFUSED,
    "extern", NULL },
  /* 2048 and 35 elements: no loop nest serves both. */
  { "force-shapes", apart, "inductor", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED,
    "loops do not match", "(2048) against (35)" },
  { "force-shapes-xla", apart, "xla", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "no kernel",
    "results" },
  { "force-shapes-dnnfusion", apart, "dnnfusion", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED,
    "no kernel", "results" },
  /* 2.0 * x is one multiplication: no rule stores it. */
  { "realize-applies", rows, "inductor", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_APPLIED, NULL,
    "buf" },
  { "realize-applies-stitch", rows, "stitch", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_APPLIED, NULL,
    NULL },
  { "realize-needless", rows, "inductor", FL_OVERRIDE_REALIZE, "s", FL_OUTCOME_NEEDLESS,
    "without the override", "reduction" },
  { "realize-needless-none", rows, "pattern", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_NEEDLESS, NULL,
    NULL },
  { "inline-reduction", rows, "inductor", FL_OVERRIDE_INLINE, "s", FL_OUTCOME_REFUSED,
    "must be in memory", "reduction" },
  { "inline-reduction-tvm", rows, "tvm", FL_OVERRIDE_INLINE, "s", FL_OUTCOME_REFUSED,
    "must be in memory", "reduction" },
  { "inline-needless", rows, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_NEEDLESS, NULL, NULL },
  { "inline-output", diamond, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", NULL },
  { "inline-output-xla", diamond, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", "caller" },
  { "inline-extern", product, "inductor", FL_OVERRIDE_INLINE, "m", FL_OUTCOME_REFUSED, NULL,
    "library call" },
  { "inline-extern-xla", product, "xla", FL_OVERRIDE_INLINE, "m", FL_OUTCOME_REFUSED,
    "must be in memory", "library call" },
  { "inline-read-by-extern", product, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", NULL },
  { "inline-read-by-extern-xla", product, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", "m reads it" },
  { "inline-applies-none", rows, "pattern", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_APPLIED, NULL,
    NULL },
  { "inline-overwritten", overwritten, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", "overwritten" },
  { "inline-overwritten-xla", overwritten, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED,
    "must be in memory", "overwritten" },
  { "force-devices", devices, "inductor", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED,
    "device mismatch", "cpu vs cuda:0" },
  { "force-devices-none", devices, "none", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED,
    "device mismatch", "cpu vs cuda:0" },
  { "force-devices-stitch", devices, "stitch", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED,
    "device mismatch", "cpu vs cuda:0" },
  { "option-applies", diamond, "inductor", FL_OVERRIDE_OPTION, "max_fusion_size=1",
    FL_OUTCOME_APPLIED, NULL, NULL },
  { "option-needless", diamond, "inductor", FL_OVERRIDE_OPTION, "max_fusion_size=64",
    FL_OUTCOME_NEEDLESS, NULL, NULL },
  { "unknown", diamond, "inductor", FL_OVERRIDE_REALIZE, "zebra", FL_OUTCOME_UNKNOWN,
    "no such value", "zebra" },
  { "unknown-xla", diamond, "xla", FL_OVERRIDE_FORBID, "a,x", FL_OUTCOME_UNKNOWN, "no such value",
    "input" },
};

/* One event an override, with its outcome; another when a later stage must take it back. */
static void
check_event (const FlRun *run, const FlOverrideState *state)
{
  const char *last = NULL;
  guint n = 0;

  for (guint32 i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);

      if (event->kind != FL_EVENT_OVERRIDE_FUSION && event->kind != FL_EVENT_OVERRIDE_VALUE
          && event->kind != FL_EVENT_OVERRIDE_OPTION)
        continue;
      n++;
      last = event->reason;
      g_assert_true (event->subject.name == state->override.a);
    }
  g_assert_true (last == state->rule);
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (n, <=, state->outcome == FL_OUTCOME_REFUSED ? 2 : 1);
}

static void
test_legality (gconstpointer data)
{
  const Case *expected = data;
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlRun) run = NULL;
  const FlOverrideState *state;

  fixture_init (&fixture, expected->body, expected->strategy);
  run = run_with (&fixture, expected->kind, expected->text);
  state = &run->overrides->states[0];
  g_test_message ("%s: %s (%s)", fl_outcome_get_name (state->outcome), state->rule,
                  state->facts ? state->facts : "");
  g_assert_cmpstr (fl_outcome_get_name (state->outcome), ==,
                   fl_outcome_get_name (expected->outcome));
  if (expected->rule != NULL)
    g_assert_nonnull (strstr (state->rule, expected->rule));
  if (expected->facts != NULL)
    {
      g_assert_nonnull (state->facts);
      g_assert_nonnull (strstr (state->facts, expected->facts));
    }
  check_event (run, state);
}

static void
test_forcing_what_is_forbidden_is_refused (void)
{
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      g_auto (Fixture) fixture = { NULL };
      g_autoptr (FlRun) run = NULL;
      FlOverride both[2];

      fixture_init (&fixture, diamond, fl_strategies_get_row (i)->name);
      both[0] = make (FL_OVERRIDE_FORBID, "a,b");
      both[1] = make (FL_OVERRIDE_FORCE, "a,b");
      run = fl_whatif_run (fixture.base, NULL, both, 2, NULL);
      g_assert_cmpint (run->overrides->states[0].outcome, ==, FL_OUTCOME_APPLIED);
      g_assert_cmpint (run->overrides->states[1].outcome, ==, FL_OUTCOME_REFUSED);
      g_assert_cmpstr (run->overrides->states[1].rule, ==, "an override forbids it");
    }
}

/* What is computed inside a reader is stored when the two must be apart. */
static void
test_forbidding_parts_what_lowering_merged (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlRun) run = NULL;
  g_autoptr (FlDelta) delta = NULL;

  fixture_init (&fixture,
                "    def forward(self, x: \"f32[64, 32]cpu\"):\n"
                "        a = " OPS "neg.default(x)\n"
                "        b = " OPS "abs.default(a)\n"
                "        return (b,)\n",
                "inductor");
  g_assert_cmpuint (fixture.base->fused->n_nodes, ==, 1);
  run = run_with (&fixture, FL_OVERRIDE_FORBID, "a,b");
  g_assert_cmpint (run->overrides->states[0].outcome, ==, FL_OUTCOME_APPLIED);
  g_assert_cmpuint (run->fused->n_nodes, ==, 2);
  delta = fl_whatif_compare (fixture.base, run);
  /* One kernel moves x and b, 8192 bytes each; two move a as well, once out and once in. */
  g_assert_cmpfloat (delta->base[FL_FACT_BYTES], ==, 2 * 8192);
  g_assert_cmpfloat (delta->variant[FL_FACT_BYTES], ==, 4 * 8192);
  g_assert_cmpuint (delta->n_lost, ==, 1);
  g_assert_cmpuint (delta->n_won, ==, 0);
  g_assert_cmpuint (delta->n_matched, ==, 2);
  g_assert_cmpuint (delta->n_new, ==, 1);
  g_assert_cmpstr (delta->fresh[0].subject, ==, "a");
}

static void
test_checking_changes_nothing (void)
{
  g_auto (Fixture) fixture = { NULL };
  FlOverride override = make (FL_OVERRIDE_FORCE, "a,d");
  g_autoptr (GError) error = NULL;
  FlOverrideState state;

  fixture_init (&fixture, diamond, "pattern");
  g_assert_true (fl_whatif_check (fixture.base, &override, NULL, &state, &error));
  g_assert_no_error (error);
  g_assert_cmpint (state.outcome, ==, FL_OUTCOME_REFUSED);
  g_assert_null (fixture.base->overrides);
}

/* --- deltas ----------------------------------------------------------------------------------- */

static void
test_an_inserted_operator_renames_nothing (void)
{
  g_autoptr (FlGraph) old
      = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[32, 64]cpu\"):\n"
                     "        add = " OPS "add.Tensor(x, x)\n"
                     "        exp = " OPS "exp.default(add)\n"
                     "        add_1 = " OPS "add.Tensor(y, y)\n"
                     "        return (exp, add_1)\n");
  g_autoptr (FlGraph) new
      = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[32, 64]cpu\"):\n"
                     "        add = " OPS "add.Tensor(x, 1)\n"
                     "        neg = " OPS "neg.default(add)\n"
                     "        add_1 = " OPS "add.Tensor(neg, x)\n"
                     "        exp = " OPS "exp.default(add_1)\n"
                     "        add_2 = " OPS "add.Tensor(y, y)\n"
                     "        return (exp, add_2)\n");
  g_autoptr (FlRun) one = run_graph (old), other = run_graph (new);
  g_autoptr (FlDelta) delta = fl_whatif_compare (one, other);

  /* add, exp and the last add are in both, in this order; neg and one add are new: 2 * 3 of 3 + 5
   * values. */
  g_assert_cmpuint (delta->n_matched, ==, 3);
  g_assert_cmpuint (delta->n_matched_by_order, ==, 3);
  g_assert_cmpfloat (delta->matched_share, ==, 0.75);
  g_assert_cmpuint (delta->n_lost, ==, 0);
}

static void
test_facts_survive_a_report (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlFacts) facts = NULL, read = NULL;
  g_autoptr (FlDelta) delta = NULL;
  g_autoptr (GError) error = NULL;
  cJSON *json;
  char *text;

  fixture_init (&fixture, rows, "inductor");
  json = fl_report_new_json (fixture.base);
  text = cJSON_Print (json);
  facts = fl_facts_new (fixture.base);
  read = fl_facts_parse (text, strlen (text), "report.json", &error);
  g_assert_no_error (error);
  delta = fl_delta_new (facts, read, NULL);
  for (guint i = 0; i < FL_N_FACTS; i++)
    g_assert_true (facts->has[i] == read->has[i] && facts->amount[i] == read->amount[i]);
  g_assert_cmpuint (delta->n_matched, ==, facts->n_values);
  g_assert_cmpuint (delta->n_lost + delta->n_won + delta->n_gone + delta->n_new, ==, 0);
  g_assert_cmpstr (delta->sentence, ==, "nothing differs.");
  cJSON_free (text);
  cJSON_Delete (json);
}

/* --- the gate --------------------------------------------------------------------------------- */

static void
test_limits_are_read (void)
{
  static const struct
  {
    const char *text;
    FlUnit unit;
    gboolean is_right, is_relative, is_percent;
    double amount;
  } texts[] = {
    { "0", FL_UNIT_COUNT, TRUE, FALSE, FALSE, 0 },
    { "+3", FL_UNIT_COUNT, TRUE, TRUE, FALSE, 3 },
    { "+2%", FL_UNIT_BYTES, TRUE, TRUE, TRUE, 2 },
    { "-5 %", FL_UNIT_BYTES, TRUE, TRUE, TRUE, -5 },
    { "1.5KiB", FL_UNIT_BYTES, TRUE, FALSE, FALSE, 1536 },
    { "+1MiB", FL_UNIT_BYTES, TRUE, TRUE, FALSE, 1048576 },
    { "2ms", FL_UNIT_NS, TRUE, FALSE, FALSE, 2e6 },
    { "2ms", FL_UNIT_BYTES, FALSE, FALSE, FALSE, 0 },
    { "", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "many", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "nan", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "inf", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "1e300", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "3KiB", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "+2%%", FL_UNIT_BYTES, FALSE, FALSE, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      FlGateLimit limit;

      g_assert_true (fl_gate_parse_limit (texts[i].text, texts[i].unit, &limit, &error)
                     == texts[i].is_right);
      if (!texts[i].is_right)
        continue;
      g_assert_true (limit.is_set && limit.is_relative == texts[i].is_relative
                     && limit.is_percent == texts[i].is_percent);
      g_assert_cmpfloat (limit.amount, ==, texts[i].amount);
    }
}

static gboolean
passes (FlFact fact, const char *limit, FlFacts *base, FlFacts *variant)
{
  g_autoptr (FlDelta) delta = fl_delta_new (base, variant, NULL);
  g_autoptr (GPtrArray) checks = NULL;
  FlGateLimits limits;

  fl_gate_limits_init (&limits);
  g_assert_true (
      fl_gate_parse_limit (limit, fl_fact_get_info (fact)->unit, &limits.facts[fact], NULL));
  checks = fl_gate_check (&limits, delta, base, variant);
  g_assert_cmpuint (checks->len, ==, 1);
  return fl_gate_passed (checks);
}

static void
test_limits_hold (void)
{
  FlFacts base = { .has = { [FL_FACT_PEAK] = TRUE, [FL_FACT_TIME] = TRUE }, .name = "a" };
  FlFacts variant = base;

  base.amount[FL_FACT_PEAK] = 1000;
  variant.amount[FL_FACT_PEAK] = 1020;
  g_assert_true (passes (FL_FACT_PEAK, "+2%", &base, &variant));
  g_assert_false (passes (FL_FACT_PEAK, "+1.9%", &base, &variant));
  g_assert_true (passes (FL_FACT_PEAK, "+20", &base, &variant));
  g_assert_false (passes (FL_FACT_PEAK, "+19", &base, &variant));
  g_assert_true (passes (FL_FACT_PEAK, "1020", &base, &variant));
  g_assert_false (passes (FL_FACT_PEAK, "1019", &base, &variant));
  g_assert_false (passes (FL_FACT_KERNELS, "+2%", &base, &variant)); /* not known: does not open */

  /* 100 (90 to 110) against 130 (105 to 140): over +10 %, but 105 is below 110 * 1.1 = 121: within
   * the spread. */
  base.amount[FL_FACT_TIME] = 100;
  base.time_low_ns = 90;
  base.time_high_ns = 110;
  variant.amount[FL_FACT_TIME] = 130;
  variant.time_low_ns = 105;
  variant.time_high_ns = 140;
  g_assert_true (passes (FL_FACT_TIME, "+10%", &base, &variant));
  variant.time_low_ns = 122;
  g_assert_false (passes (FL_FACT_TIME, "+10%", &base, &variant));
}

static void
test_lost_fusions_close_the_gate (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlRun) run = NULL;
  g_autoptr (FlFacts) base = NULL, variant = NULL;
  g_autoptr (FlDelta) delta = NULL;
  FlGateLimits limits;

  fixture_init (&fixture, diamond, "inductor");
  run = run_with (&fixture, FL_OVERRIDE_OPTION, "max_fusion_size=1");
  base = fl_facts_new (fixture.base);
  variant = fl_facts_new (run);
  delta = fl_delta_new (base, variant, NULL);
  g_assert_cmpuint (delta->n_lost, ==, 3); /* four values in one kernel, then in four */
  fl_gate_limits_init (&limits);
  for (int most = 2; most <= 3; most++)
    {
      g_autoptr (GPtrArray) checks = NULL;

      limits.lost = (FlGateLimit){ .is_set = TRUE, .amount = most };
      checks = fl_gate_check (&limits, delta, base, variant);
      g_assert_true (fl_gate_passed (checks) == (most == 3));
    }
}

/* --- undo ------------------------------------------------------------------------------------- */

static void
test_undo_goes_back_and_forth (void)
{
  g_autoptr (FlUndo) undo = fl_undo_new (NULL, NULL);
  FlOverride forbid = make (FL_OVERRIDE_FORBID, "a,b"), force = make (FL_OVERRIDE_FORCE, "b,a");
  FlOverride small = make (FL_OVERRIDE_OPTION, "max_fusion_size=4"),
             large = make (FL_OVERRIDE_OPTION, "max_fusion_size=8");

  g_assert_false (fl_undo_undo (undo));
  g_assert_null (fl_undo_get_undo_label (undo));
  g_assert_true (fl_undo_add (undo, &forbid));
  g_assert_false (fl_undo_add (undo, &forbid));
  g_assert_cmpstr (fl_undo_get_undo_label (undo), ==, "forbid a, b");
  g_assert_true (fl_undo_add (undo, &force)); /* of the same two: takes its place */
  g_assert_cmpuint (fl_undo_get_state (undo)->overrides->len, ==, 1);
  g_assert_true (fl_undo_add (undo, &small) && fl_undo_add (undo, &large));
  g_assert_cmpuint (fl_undo_get_state (undo)->overrides->len, ==, 2);
  g_assert_true (fl_undo_set_strategy (undo, "xla"));
  g_assert_false (fl_undo_set_strategy (undo, "xla"));
  for (guint i = 0; i < 4; i++)
    g_assert_true (fl_undo_undo (undo));
  g_assert_cmpuint (fl_undo_get_state (undo)->overrides->len, ==, 1);
  g_assert_cmpint (g_array_index (fl_undo_get_state (undo)->overrides, FlOverride, 0).kind, ==,
                   FL_OVERRIDE_FORBID);
  g_assert_cmpstr (fl_undo_get_redo_label (undo), ==, "force b, a");
  g_assert_true (fl_undo_redo (undo));
  g_assert_true (fl_undo_remove (undo, &force));
  g_assert_false (fl_undo_remove (undo, &force));
  g_assert_null (fl_undo_get_redo_label (undo)); /* what could be redone is gone */
  g_assert_false (fl_undo_clear (undo));
}

/* a and b are pieces of the same rows of c, written by one kernel (a join); s and d, t are a kernel each. */
static const char joined[]
    = "    def forward(self, x: \"f32[64, 64]cpu\", y: \"f32[64, 64]cpu\", z: \"f32[64, 512]cpu\"):\n"
      "        a = " OPS "neg.default(x)\n"
      "        b = " OPS "exp.default(y)\n"
      "        c = " OPS "cat.default([a, b], 1)\n"
      "        s = " OPS "sum.dim_IntList(z, [1], True)\n"
      "        d = " OPS "sub.Tensor(z, s)\n"
      "        t = " OPS "sum.dim_IntList(d, [0])\n"
      "        return (c, t)\n";

static guint
count_kernels (const FlRun *run)
{
  return fl_schedule_count_kernels (run->fused, TRUE);
}

static void
test_forbidding_one_pair_leaves_other_joins (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlRun) elsewhere = NULL, within = NULL;

  fixture_init (&fixture, joined, "inductor");
  elsewhere = run_with (&fixture, FL_OVERRIDE_FORBID, "a,d");
  g_assert_cmpint (elsewhere->overrides->states[0].outcome, ==, FL_OUTCOME_APPLIED);
  g_assert_cmpuint (count_kernels (elsewhere), ==, count_kernels (fixture.base));
  within = run_with (&fixture, FL_OVERRIDE_FORBID, "a,b");
  g_assert_cmpint (within->overrides->states[0].outcome, ==, FL_OUTCOME_APPLIED);
  g_assert_cmpuint (count_kernels (within), ==, count_kernels (fixture.base) + 1);
}

/* Whatever rule refuses it, under whatever strategy: every figure, kernel and buffer is the base's. */
static void
test_refused_changes_nothing (void)
{
  static const struct
  {
    const char *graph;
    FlOverrideKind kind;
    const char *text;
  } refused[] = {
    { product, FL_OVERRIDE_FORCE, "a,b" },     { product, FL_OVERRIDE_INLINE, "m" },     { rows, FL_OVERRIDE_FORCE, "a,s" },
    { overwritten, FL_OVERRIDE_INLINE, "c" },  { apart, FL_OVERRIDE_FORCE, "a,b" },      { devices, FL_OVERRIDE_FORCE, "a,b" },
  };
  guint n_refused = 0;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    for (guint k = 0; k < fl_strategies_get_n_rows (); k++)
      {
        g_auto (Fixture) fixture = { NULL };
        g_autoptr (FlRun) run = NULL;
        g_autoptr (FlDelta) delta = NULL;

        fixture_init (&fixture, refused[i].graph, fl_strategies_get_row (k)->name);
        run = run_with (&fixture, refused[i].kind, refused[i].text);
        if (run->overrides->states[0].outcome != FL_OUTCOME_REFUSED)
          continue;
        n_refused++;
        delta = fl_whatif_compare (fixture.base, run);
        for (guint f = 0; f < FL_N_FACTS; f++)
          g_assert_true (!delta->has[f] || delta->base[f] == delta->variant[f]);
        g_assert_cmpuint (delta->n_losses + delta->n_wins + delta->n_gone + delta->n_new, ==, 0);
      }
  g_assert_cmpuint (n_refused, >=, 20);
}

/* Joins are this program's own: what TorchInductor's text shows is counted beside them. */
static void
test_joins_are_counted_apart (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (FlFacts) facts = NULL;
  g_autofree char *outcome = NULL;
  guint before, after;

  fixture_init (&fixture, joined, "inductor");
  before = fl_schedule_count_kernels (fixture.base->fused, FALSE);
  after = fl_schedule_count_kernels (fixture.base->fused, TRUE);
  g_assert_cmpuint (before, ==, after + 1); /* the two pieces of c */
  facts = fl_facts_new (fixture.base);
  g_assert_cmpfloat (facts->amount[FL_FACT_KERNELS], ==, after);
  g_assert_cmpfloat (facts->amount[FL_FACT_POST_FUSION], ==, before);
  outcome = fl_report_dup_outcome (fixture.base, FL_STAGE_FUSE);
  g_assert_nonnull (strstr (outcome, "in ir_post_fusion"));
  g_assert_nonnull (strstr (outcome, "after joining"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/whatif/subjects-name-what-a-node-became",
                   test_subjects_name_what_a_node_became);
  g_test_add_func ("/core/whatif/subjects-refuse-what-is-no-value",
                   test_subjects_refuse_what_is_no_value);
  g_test_add_func ("/core/whatif/overrides-are-read-strictly", test_overrides_are_read_strictly);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/whatif/legality/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_legality);
    }
  g_test_add_func ("/core/whatif/forcing-what-is-forbidden-is-refused",
                   test_forcing_what_is_forbidden_is_refused);
  g_test_add_func ("/core/whatif/forbidding-parts-what-lowering-merged",
                   test_forbidding_parts_what_lowering_merged);
  g_test_add_func ("/core/whatif/checking-changes-nothing", test_checking_changes_nothing);
  g_test_add_func ("/core/whatif/an-inserted-operator-renames-nothing",
                   test_an_inserted_operator_renames_nothing);
  g_test_add_func ("/core/whatif/facts-survive-a-report", test_facts_survive_a_report);
  g_test_add_func ("/core/whatif/gate/limits-are-read", test_limits_are_read);
  g_test_add_func ("/core/whatif/gate/limits-hold", test_limits_hold);
  g_test_add_func ("/core/whatif/gate/lost-fusions-close-it", test_lost_fusions_close_the_gate);
  g_test_add_func ("/core/whatif/undo-goes-back-and-forth", test_undo_goes_back_and_forth);
  g_test_add_func ("/core/whatif/forbidding-one-pair-leaves-other-joins", test_forbidding_one_pair_leaves_other_joins);
  g_test_add_func ("/core/whatif/refused-changes-nothing", test_refused_changes_nothing);
  g_test_add_func ("/core/whatif/joins-are-counted-apart", test_joins_are_counted_apart);
  return g_test_run ();
}
