/* "What if": subjects, overrides and their legality under every strategy. What is expected is said
 * beside it. */
#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-subject.h"
#include "fl-whatif-fixture.h"

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
      const char *subject = fl_subject_of_node (graph, run->decomposed, (FlNodeId) { i });

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
  g_assert_cmpstr (fl_whatif_find_subject (run, "exp", NULL), ==, "s:exp"); /* the name of the opened graph */
  g_assert_null (fl_whatif_find_subject (run, "s:nothing", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "s:exp")); /* the message names nodes that there are */
}

static void
test_subjects_refuse_what_is_no_value (void)
{
  static const char *const wrong[]
      = { "x", "output", "nobody", "a:", ":exp", "a:exp#0", "a:exp#x", "a:exp#99999999999999999999", "" };
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
    { FL_OVERRIDE_FORBID, "a" }, { FL_OVERRIDE_FORBID, "a,b,c" },     { FL_OVERRIDE_FORBID, "a,a" },
    { FL_OVERRIDE_FORCE, "a," }, { FL_OVERRIDE_REALIZE, "a,b" },      { FL_OVERRIDE_INLINE, "" },
    { FL_OVERRIDE_OPTION, "a" }, { FL_OVERRIDE_OPTION, "nothing=1" }, { FL_OVERRIDE_OPTION, "max_fusion_size=none" },
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
  { "forbid-applies", diamond, "inductor", FL_OVERRIDE_FORBID, "a,d", FL_OUTCOME_APPLIED, NULL, NULL },
  { "forbid-applies-xla-base", diamond, "xla-base", FL_OVERRIDE_FORBID, "a,d", FL_OUTCOME_APPLIED, NULL, NULL },
  { "forbid-applies-tvm", diamond, "tvm", FL_OVERRIDE_FORBID, "b,d", FL_OUTCOME_APPLIED, NULL, NULL },
  /* a -> b -> d: a and d alone would wait for b, which waits for a. */
  { "force-cycle", diamond, "none", FL_OVERRIDE_FORCE, "a,d", FL_OUTCOME_REFUSED, "cycle", "op1" },
  { "force-cycle-pattern", diamond, "pattern", FL_OVERRIDE_FORCE, "a,d", FL_OUTCOME_REFUSED, "cycle",
    "path from a to d through b" },
  { "force-cycle-optimal", diamond, "optimal", FL_OVERRIDE_FORCE, "d,a", FL_OUTCOME_REFUSED, "cycle",
    "path from a to d through b" },
  { "force-applies", diamond, "none", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_APPLIED, "first", NULL },
  { "force-siblings", diamond, "pattern", FL_OVERRIDE_FORCE, "b,c", FL_OUTCOME_APPLIED, NULL, NULL },
  /* A library call has no loops that others could join. */
  { "force-extern", product, "inductor", FL_OVERRIDE_FORCE, "a,m", FL_OUTCOME_REFUSED, "extern", "mm" },
  { "force-extern-after", product, "inductor", FL_OVERRIDE_FORCE, "m,b", FL_OUTCOME_REFUSED, "extern", NULL },
  /* 2048 and 35 elements: no loop nest serves both. */
  { "force-shapes", apart, "inductor", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "loops do not match",
    "(2048) against (35)" },
  { "force-shapes-xla", apart, "xla", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "no kernel", "results" },
  { "force-shapes-dnnfusion", apart, "dnnfusion", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "no kernel",
    "results" },
  /* 2.0 * x is one multiplication: no rule stores it. */
  { "realize-applies", rows, "inductor", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_APPLIED, NULL, "buf" },
  { "realize-applies-stitch", rows, "stitch", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_APPLIED, NULL, NULL },
  { "realize-needless", rows, "inductor", FL_OVERRIDE_REALIZE, "s", FL_OUTCOME_NEEDLESS, "without the override",
    "reduction" },
  { "realize-needless-none", rows, "pattern", FL_OVERRIDE_REALIZE, "a", FL_OUTCOME_NEEDLESS, NULL, NULL },
  { "inline-reduction", rows, "inductor", FL_OVERRIDE_INLINE, "s", FL_OUTCOME_REFUSED, "must be in memory",
    "reduction" },
  { "inline-reduction-tvm", rows, "tvm", FL_OVERRIDE_INLINE, "s", FL_OUTCOME_REFUSED, "must be in memory",
    "reduction" },
  { "inline-needless", rows, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_NEEDLESS, NULL, NULL },
  { "inline-output", diamond, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory", NULL },
  { "inline-output-xla", diamond, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory", "caller" },
  { "inline-extern", product, "inductor", FL_OVERRIDE_INLINE, "m", FL_OUTCOME_REFUSED, NULL, "library call" },
  { "inline-extern-xla", product, "xla", FL_OVERRIDE_INLINE, "m", FL_OUTCOME_REFUSED, "must be in memory",
    "library call" },
  { "inline-read-by-extern", product, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory",
    NULL },
  { "inline-read-by-extern-xla", product, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory",
    "m reads it" },
  { "inline-applies-none", rows, "pattern", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_APPLIED, NULL, NULL },
  { "inline-overwritten", overwritten, "inductor", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory",
    "overwritten" },
  { "inline-overwritten-xla", overwritten, "xla", FL_OVERRIDE_INLINE, "a", FL_OUTCOME_REFUSED, "must be in memory",
    "overwritten" },
  { "force-devices", devices, "inductor", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "device mismatch",
    "cpu vs cuda:0" },
  { "force-devices-none", devices, "none", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "device mismatch",
    "cpu vs cuda:0" },
  { "force-devices-stitch", devices, "stitch", FL_OVERRIDE_FORCE, "a,b", FL_OUTCOME_REFUSED, "device mismatch",
    "cpu vs cuda:0" },
  { "option-applies", diamond, "inductor", FL_OVERRIDE_OPTION, "max_fusion_size=1", FL_OUTCOME_APPLIED, NULL, NULL },
  { "option-needless", diamond, "inductor", FL_OVERRIDE_OPTION, "max_fusion_size=64", FL_OUTCOME_NEEDLESS, NULL, NULL },
  /* Written in another way: by the operations themselves, whatever the strategy. */
  { "rows-first-of-rows", rows, "inductor", FL_OVERRIDE_ROWS_FIRST, "s", FL_OUTCOME_REFUSED, "all elements", "sum" },
  { "before-cat-without", diamond, "inductor", FL_OVERRIDE_BEFORE_CAT, "a", FL_OUTCOME_REFUSED, "no concatenation",
    NULL },
  { "before-reshape-without", diamond, "xla", FL_OVERRIDE_BEFORE_RESHAPE, "a", FL_OUTCOME_REFUSED, "not reshaped",
    NULL },
  { "contiguous-output", diamond, "inductor", FL_OVERRIDE_CONTIGUOUS, "a", FL_OUTCOME_REFUSED, "seen outside", NULL },
  { "contiguous-applies", rows, "inductor", FL_OVERRIDE_CONTIGUOUS, "a", FL_OUTCOME_APPLIED, "contiguous copy", NULL },
  { "transposed-applies-xla", rows, "xla", FL_OVERRIDE_TRANSPOSED, "a", FL_OUTCOME_APPLIED, "transposed copy", NULL },
  { "unknown", diamond, "inductor", FL_OVERRIDE_REALIZE, "zebra", FL_OUTCOME_UNKNOWN, "no such value", "zebra" },
  { "unknown-xla", diamond, "xla", FL_OVERRIDE_FORBID, "a,x", FL_OUTCOME_UNKNOWN, "no such value", "input" },
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
          && event->kind != FL_EVENT_OVERRIDE_OPTION && event->kind != FL_EVENT_OVERRIDE_GRAPH)
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
  g_test_message ("%s: %s (%s)", fl_outcome_get_name (state->outcome), state->rule, state->facts ? state->facts : "");
  g_assert_cmpstr (fl_outcome_get_name (state->outcome), ==, fl_outcome_get_name (expected->outcome));
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/whatif/subjects-name-what-a-node-became", test_subjects_name_what_a_node_became);
  g_test_add_func ("/core/whatif/subjects-refuse-what-is-no-value", test_subjects_refuse_what_is_no_value);
  g_test_add_func ("/core/whatif/overrides-are-read-strictly", test_overrides_are_read_strictly);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/whatif/legality/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_legality);
    }
  g_test_add_func ("/core/whatif/forcing-what-is-forbidden-is-refused", test_forcing_what_is_forbidden_is_refused);
  g_test_add_func ("/core/whatif/forbidding-parts-what-lowering-merged", test_forbidding_parts_what_lowering_merged);
  g_test_add_func ("/core/whatif/checking-changes-nothing", test_checking_changes_nothing);
  return g_test_run ();
}
