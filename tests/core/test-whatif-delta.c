/* What a change amounts to: figures of base and variant, joins counted apart, the gate, undo. What is expected is said
 * beside it. */
#include <cjson/cJSON.h>

#include "fl-error.h"
#include "fl-fuse.h"
#include "fl-gate.h"
#include "fl-undo.h"
#include "fl-whatif-fixture.h"

/* --- deltas ----------------------------------------------------------------------------------- */

static void
test_an_inserted_operator_renames_nothing (void)
{
  g_autoptr (FlGraph) old = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[32, 64]cpu\"):\n"
                                         "        add = " OPS "add.Tensor(x, x)\n"
                                         "        exp = " OPS "exp.default(add)\n"
                                         "        add_1 = " OPS "add.Tensor(y, y)\n"
                                         "        return (exp, add_1)\n");
  g_autoptr (FlGraph) new = parse_graph ("    def forward(self, x: \"f32[64, 32]cpu\", y: \"f32[32, 64]cpu\"):\n"
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
    { "0", FL_UNIT_COUNT, TRUE, FALSE, FALSE, 0 },         { "+3", FL_UNIT_COUNT, TRUE, TRUE, FALSE, 3 },
    { "+2%", FL_UNIT_BYTES, TRUE, TRUE, TRUE, 2 },         { "-5 %", FL_UNIT_BYTES, TRUE, TRUE, TRUE, -5 },
    { "1.5KiB", FL_UNIT_BYTES, TRUE, FALSE, FALSE, 1536 }, { "+1MiB", FL_UNIT_BYTES, TRUE, TRUE, FALSE, 1048576 },
    { "2ms", FL_UNIT_NS, TRUE, FALSE, FALSE, 2e6 },        { "2ms", FL_UNIT_BYTES, FALSE, FALSE, FALSE, 0 },
    { "", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },         { "many", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "nan", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },      { "inf", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "1e300", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },    { "3KiB", FL_UNIT_COUNT, FALSE, FALSE, FALSE, 0 },
    { "+2%%", FL_UNIT_BYTES, FALSE, FALSE, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      FlGateLimit limit;

      g_assert_true (fl_gate_parse_limit (texts[i].text, texts[i].unit, &limit, &error) == texts[i].is_right);
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
  g_assert_true (fl_gate_parse_limit (limit, fl_fact_get_info (fact)->unit, &limits.facts[fact], NULL));
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

      limits.lost = (FlGateLimit) { .is_set = TRUE, .amount = most };
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
  g_assert_cmpint (g_array_index (fl_undo_get_state (undo)->overrides, FlOverride, 0).kind, ==, FL_OVERRIDE_FORBID);
  g_assert_cmpstr (fl_undo_get_redo_label (undo), ==, "force b, a");
  g_assert_true (fl_undo_redo (undo));
  g_assert_true (fl_undo_remove (undo, &force));
  g_assert_false (fl_undo_remove (undo, &force));
  g_assert_null (fl_undo_get_redo_label (undo)); /* a new change drops the changes that could be redone */
  g_assert_false (fl_undo_clear (undo));
}

/* --- counts ----------------------------------------------------------------------------------- */

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
    { product, FL_OVERRIDE_FORCE, "a,b" }, { product, FL_OVERRIDE_INLINE, "m" },
    { rows, FL_OVERRIDE_FORCE, "a,s" },    { overwritten, FL_OVERRIDE_INLINE, "c" },
    { apart, FL_OVERRIDE_FORCE, "a,b" },   { devices, FL_OVERRIDE_FORCE, "a,b" },
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
  g_test_add_func ("/core/whatif/an-inserted-operator-renames-nothing", test_an_inserted_operator_renames_nothing);
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
