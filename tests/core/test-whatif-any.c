/* Random overrides on random graphs under every strategy: whatever is asked for, the result covers
 * every value once, in an order that runs, keeps what it says it keeps, and some of it is executed
 * and compared with the reference. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-quick-kernels.h"
#include "fl-subject.h"
#include "fl-test-long.h"
#include "fl-test-run.h"
#include "fl-whatif.h"

enum
{
  N_QUICK_GRAPHS = 160,
  N_GRAPHS = 400, /* in the long form */
  N_SLOW_GRAPHS = 4000,
  N_EXECUTED_GRAPHS = 5,
  MAX_CALLS = 9,
  MAX_OVERRIDES = 4
};

/* --- graphs ----------------------------------------------------------------------------------- */

typedef struct
{
  GRand *random;
  GString *text;
  GPtrArray *full;  /* names of values f32[8, 16] */
  GPtrArray *small; /* names of values f32[8, 1] */
  guint n_calls;
} Maker;

static guint
pick (GRand *random, guint n)
{
  return (guint) g_rand_int_range (random, 0, (gint32) n);
}

static const char *
pick_name (Maker *maker, const GPtrArray *names)
{
  return names->pdata[pick (maker->random, names->len)];
}

static void
add_call (Maker *maker)
{
  static const char *const unary[] = { "neg", "exp", "abs", "relu", "tanh", "sigmoid" };
  static const char *const binary[] = { "add.Tensor", "mul.Tensor", "sub.Tensor", "maximum.default" };
  char *name = g_strdup_printf ("v%u", maker->n_calls++);
  GPtrArray *to = maker->full;

  g_string_append_printf (maker->text, "        %s = torch.ops.aten.", name);
  switch (pick (maker->random, 8))
    {
    case 0:
    case 1:
      g_string_append_printf (maker->text, "%s.default(%s)\n", unary[pick (maker->random, G_N_ELEMENTS (unary))],
                              pick_name (maker, maker->full));
      break;
    case 2: /* of a row */
      g_string_append_printf (maker->text, "%s(%s, [1], True)\n",
                              pick (maker->random, 2) ? "sum.dim_IntList" : "amax.default",
                              pick_name (maker, maker->full));
      to = maker->small;
      break;
    case 3:
      if (maker->small->len > 0)
        {
          g_string_append_printf (maker->text, "exp.default(%s)\n", pick_name (maker, maker->small));
          to = maker->small;
          break;
        }
      /* fall through */
    case 4:
      if (maker->small->len > 0) /* a broadcast */
        {
          g_string_append_printf (maker->text, "%s(%s, %s)\n", binary[pick (maker->random, G_N_ELEMENTS (binary))],
                                  pick_name (maker, maker->full), pick_name (maker, maker->small));
          break;
        }
      /* fall through */
    case 5:
      if (pick (maker->random, 3) == 0) /* a library call */
        {
          g_string_append_printf (maker->text, "mm.default(%s, w)\n", pick_name (maker, maker->full));
          break;
        }
      /* fall through */
    default:
      g_string_append_printf (maker->text, "%s(%s, %s)\n", binary[pick (maker->random, G_N_ELEMENTS (binary))],
                              pick_name (maker, maker->full), pick_name (maker, maker->full));
      break;
    }
  g_ptr_array_add (to, name);
}

/* Some values are results; what nobody reads is one, so that nothing is dead. */
static void
add_results (Maker *maker)
{
  const GPtrArray *lists[] = { maker->full, maker->small };
  guint n = 0;

  g_string_append (maker->text, "        return (");
  for (guint l = 0; l < 2; l++)
    for (guint i = l == 0 ? 2 : 0; i < lists[l]->len; i++)
      {
        g_autofree char *first = g_strdup_printf ("(%s,", (const char *) lists[l]->pdata[i]);
        g_autofree char *last = g_strdup_printf ("(%s)", (const char *) lists[l]->pdata[i]);
        g_autofree char *later = g_strdup_printf (", %s)", (const char *) lists[l]->pdata[i]);
        gboolean is_read
            = strstr (maker->text->str, first) || strstr (maker->text->str, last) || strstr (maker->text->str, later);

        if (is_read && pick (maker->random, 5) != 0)
          continue;
        g_string_append_printf (maker->text, "%s%s", n++ > 0 ? ", " : "", (const char *) lists[l]->pdata[i]);
      }
  g_string_append (maker->text, n == 1 ? ",)\n" : ")\n");
}

static FlGraph *
make_graph (GRand *random)
{
  g_autoptr (GString) text = g_string_new ("class M(torch.nn.Module):\n    def forward(self, x: \"f32[8, 16]cpu\", "
                                           "y: \"f32[8, 16]cpu\", w: \"f32[16, 16]cpu\"):\n");
  g_autoptr (GPtrArray) full = g_ptr_array_new_with_free_func (g_free), small = g_ptr_array_new_with_free_func (g_free);
  Maker maker = { random, text, full, small, 0 };
  guint n = 2 + pick (random, MAX_CALLS - 1);
  g_autoptr (GError) error = NULL;
  FlGraph *graph;

  g_ptr_array_add (full, g_strdup ("x"));
  g_ptr_array_add (full, g_strdup ("y"));
  for (guint i = 0; i < n; i++)
    add_call (&maker);
  add_results (&maker);
  graph = fl_graph_read_text ("any.py", text->str, text->len, &error);
  g_assert_no_error (error);
  return graph;
}

/* --- overrides -------------------------------------------------------------------------------- */

static const char *
pick_subject (GRand *random, const FlRun *base)
{
  for (;;)
    {
      FlNodeId id = { pick (random, base->decomposed->n_nodes) };
      const char *subject = fl_subject_of_node (base->graph, base->decomposed, id);

      if (subject != NULL)
        return subject;
    }
}

static guint
make_overrides (GRand *random, const FlRun *base, FlOverride *overrides)
{
  guint n = 1 + pick (random, MAX_OVERRIDES);

  for (guint i = 0; i < n; i++)
    {
      FlOverride *override = &overrides[i];

      *override = (FlOverride) { .kind = pick (random, FL_OVERRIDE_OPTION), .a = pick_subject (random, base) };
      if (fl_override_get_info (override->kind)->n_subjects == 2)
        override->b = pick_subject (random, base);
    }
  return n;
}

/* --- what must hold --------------------------------------------------------------------------- */

static gboolean
op_is (const FlBuffer *op, guint32 node)
{
  if (op->fx_node.index == node)
    return TRUE;
  for (guint i = 0; i < op->n_origins; i++)
    if (op->origins[i].index == node)
      return TRUE;
  return FALSE;
}

static gboolean
holds (const FlSchedNode *group, guint32 node)
{
  for (guint i = 0; i < group->n_originals; i++)
    if (op_is (group->originals[i]->op, node))
      return TRUE;
  return FALSE;
}

static gboolean
shares_kernel (const FlRun *run, guint32 a, guint32 b)
{
  for (guint i = 0; i < run->fused->n_nodes; i++)
    if (holds (run->fused->nodes[i], a) && holds (run->fused->nodes[i], b))
      return TRUE;
  return FALSE;
}

static gboolean
has_op (const guint32 *list, guint n, guint32 op)
{
  for (guint i = 0; i < n; i++)
    if (list[i] == op)
      return TRUE;
  return FALSE;
}

static gboolean
shares_group (const FlRun *run, guint32 a, guint32 b)
{
  for (guint g = 0; g < run->partition->n_groups; g++)
    {
      const FlOpGroup *group = &run->partition->groups[g];

      if (has_op (group->members, group->n_members, a) && has_op (group->members, group->n_members, b))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_stored (const FlRun *run, guint32 node)
{
  for (guint g = 0; run->partition != NULL && g < run->partition->n_groups; g++)
    if (has_op (run->partition->groups[g].results, run->partition->groups[g].n_results, node))
      return TRUE;
  for (guint i = 0; run->partition == NULL && i < run->lowered->n_operations; i++)
    if (run->lowered->operations[i]->fx_node.index == node)
      return TRUE;
  return FALSE;
}

static guint32
find_node (const FlRun *run, const char *subject)
{
  return fl_subject_find (run->graph, run->decomposed, subject, NULL).index;
}

/* For a strategy over operations, nodes of the state are operations. */
static void
check_outcome (const FlRun *run, const FlOverrideState *state)
{
  guint32 a, b;

  g_assert_cmpint (state->outcome, !=, FL_OUTCOME_PENDING);
  g_assert_nonnull (state->rule);
  if (state->outcome >= FL_OUTCOME_REFUSED)
    return;
  a = find_node (run, state->override.a);
  b = state->override.b != NULL ? find_node (run, state->override.b) : G_MAXUINT32;
  if (run->partition != NULL && (a == G_MAXUINT32 || (state->override.b != NULL && b == G_MAXUINT32)))
    a = b = G_MAXUINT32; /* a plan computes a product in its own way: only its groups tell */
  switch (state->override.kind)
    {
    case FL_OVERRIDE_FORBID:
      g_assert_false (shares_kernel (run, a, b));
      g_assert_false (run->partition != NULL && shares_group (run, state->node_a, state->node_b));
      break;
    case FL_OVERRIDE_FORCE: /* of a group with a library call the call stays a kernel of its own */
      g_assert_true (run->partition != NULL ? shares_group (run, state->node_a, state->node_b)
                                            : shares_kernel (run, a, b));
      break;
    case FL_OVERRIDE_REALIZE: g_assert_true (is_stored (run, run->partition != NULL ? state->node_a : a)); break;
    case FL_OVERRIDE_INLINE: g_assert_false (is_stored (run, run->partition != NULL ? state->node_a : a)); break;
    case FL_OVERRIDE_CONTIGUOUS:
    case FL_OVERRIDE_TRANSPOSED:
    case FL_OVERRIDE_BEFORE_CAT:
    case FL_OVERRIDE_BEFORE_RESHAPE:
    case FL_OVERRIDE_ROWS_FIRST: g_assert_true (run->decomposed != run->graph); break;
    default: g_assert_not_reached ();
    }
}

/* Every original in one node, and every node after those whose buffers it reads. */
static void
check_schedule (const FlRun *run)
{
  const FlSchedule *fused = run->fused;
  g_autofree guint *position = g_new (guint, fused->n_originals + 1);
  guint n = 0;

  memset (position, 0xff, (fused->n_originals + 1) * sizeof *position);
  for (guint i = 0; i < fused->n_nodes; i++)
    for (guint k = 0; k < fused->nodes[i]->n_originals; k++)
      {
        g_assert_cmpuint (position[fused->nodes[i]->originals[k]->index], ==, G_MAXUINT);
        position[fused->nodes[i]->originals[k]->index] = i;
        n++;
      }
  g_assert_cmpuint (n, ==, fused->n_originals);
  for (guint i = 0; i < fused->n_nodes; i++)
    for (guint k = 0; k < fused->nodes[i]->n_unmet; k++)
      {
        const FlSchedBuffer *buffer = fl_schedule_find_buffer (fused, fused->nodes[i]->unmet[k].name);

        if (buffer != NULL)
          g_assert_cmpuint (position[buffer->node->index], <, i);
      }
}

/* Every value of the graph is computed by some kernel. */
static void
check_cover (const FlRun *run)
{
  g_autoptr (FlFacts) facts = fl_facts_new (run);

  for (guint i = 0; i < facts->n_values; i++)
    {
      if (facts->values[i].kernel >= facts->n_kernels)
        g_test_message ("%s is in no kernel: %.*s", facts->values[i].subject, (int) run->graph->text_length,
                        run->graph->text);
      g_assert_cmpuint (facts->values[i].kernel, <, facts->n_kernels);
    }
}

static char *
dup_facts (const FlRun *run)
{
  g_autoptr (FlFacts) facts = fl_facts_new (run);
  cJSON *json = fl_facts_new_json (facts);
  char *printed = cJSON_PrintUnformatted (json), *text = g_strdup (printed);

  cJSON_free (printed);
  cJSON_Delete (json);
  return text;
}

static void
check_run (const FlRun *run)
{
  if (run->error != NULL)
    g_test_message ("%.*s", (int) run->graph->text_length, run->graph->text);
  g_assert_no_error (run->error);
  check_schedule (run);
  check_cover (run);
  for (guint i = 0; i < run->overrides->n; i++)
    check_outcome (run, &run->overrides->states[i]);
}

/* The run without the overrides that were refused has the same kernels, values and buffers: refused is as if it was
 * never asked for. */
static void
check_refused (const FlRun *base, const FlRun *run)
{
  FlOverride held[MAX_OVERRIDES];
  guint n_held = 0;
  g_autoptr (FlRun) other = NULL;
  g_autofree char *ours = NULL, *theirs = NULL;

  for (guint i = 0; i < run->overrides->n; i++)
    if (run->overrides->states[i].outcome < FL_OUTCOME_REFUSED)
      held[n_held++] = run->overrides->states[i].override;
  if (n_held == run->overrides->n)
    return;
  other = fl_whatif_run (base, NULL, held, n_held, NULL);
  ours = dup_facts (run);
  theirs = dup_facts (other);
  g_assert_cmpstr (ours, ==, theirs);
}

static void
say (const FlRun *run)
{
  g_autoptr (GString) text = g_string_new (run->options.strategy);

  for (guint i = 0; i < run->overrides->n; i++)
    {
      g_string_append (text, "; ");
      fl_override_append (text, &run->overrides->states[i].override);
      g_string_append_printf (text, ": %s", fl_outcome_get_name (run->overrides->states[i].outcome));
    }
  g_test_message ("%s", text->str);
}

/* --- runs ------------------------------------------------------------------------------------- */

static FlRun *
run_base (FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = fl_intern (strategy);
  request.options.optimal_limit_ms = 50;
  return fl_pipeline_run (graph, &request);
}

static void
test_any_override_on_any_graph (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8087);
  guint n = g_test_slow () ? N_SLOW_GRAPHS : get_test_count (N_QUICK_GRAPHS, N_GRAPHS),
        counts[FL_N_OVERRIDES][FL_OUTCOME_UNKNOWN + 1] = { 0 };

  for (guint round = 0; round < n; round++)
    {
      g_autoptr (FlGraph) graph = make_graph (random);

      for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
        {
          g_autoptr (FlRun) base = run_base (graph, fl_strategies_get_row (i)->name);
          FlOverride overrides[MAX_OVERRIDES];
          guint n_overrides;
          g_autoptr (FlRun) run = NULL;

          g_assert_no_error (base->error);
          n_overrides = make_overrides (random, base, overrides);
          run = fl_whatif_run (base, NULL, overrides, n_overrides, NULL);
          if (g_test_verbose ())
            say (run);
          check_run (run);
          check_refused (base, run);
          for (guint k = 0; k < n_overrides; k++)
            counts[overrides[k].kind][run->overrides->states[k].outcome]++;
        }
    }
  /* The test means little unless every kind is obeyed, and refused, often. */
  for (guint kind = 0; kind < FL_OVERRIDE_OPTION; kind++)
    {
      g_test_message ("%s: %u applied, %u needless, %u refused, %u not found", fl_override_get_info (kind)->name,
                      counts[kind][FL_OUTCOME_APPLIED], counts[kind][FL_OUTCOME_NEEDLESS],
                      counts[kind][FL_OUTCOME_REFUSED], counts[kind][FL_OUTCOME_UNKNOWN]);
      /* The graphs have few concatenations and whole reductions. */
      if (kind < FL_OVERRIDE_BEFORE_CAT)
        g_assert_cmpuint (counts[kind][FL_OUTCOME_APPLIED], >, n / 20);
      g_assert_cmpuint (counts[kind][FL_OUTCOME_REFUSED], >, n / 100);
    }
}

/* The programs of all strategies, each with overrides of its own, in one worker against the
 * reference. */
static void
test_results_stay_right (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (68000);

  for (guint round = 0; round < N_EXECUTED_GRAPHS; round++)
    {
      g_autoptr (FlGraph) graph = make_graph (random);
      g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
      g_autofree FlVariant *variants = g_new0 (FlVariant, fl_strategies_get_n_rows ());
      FlExecuteRequest request = { .verify = TRUE, .variants = variants };
      g_autoptr (FlRun) executed = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
        {
          g_autoptr (FlRun) base = run_base (graph, fl_strategies_get_row (i)->name);
          FlOverride overrides[MAX_OVERRIDES];
          guint n = make_overrides (random, base, overrides);
          FlRun *run = fl_whatif_run (base, NULL, overrides, n, NULL);

          g_ptr_array_add (runs, run);
          say (run);
          check_run (run);
          variants[request.n_variants++] = (FlVariant) { fl_strategies_get_row (i)->name, run->program };
        }
      executed = fl_pipeline_execute (runs->pdata[0], &request, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (executed->execution->verified);
      for (guint i = 0; i < executed->execution->n_agreements; i++)
        if (!executed->execution->agreements[i].agrees)
          g_test_message ("%s: %s", executed->execution->agreements[i].variant,
                          executed->execution->agreements[i].output);
      g_assert_true (executed->execution->agrees);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  g_test_add_func ("/core/whatif-any/any-override-on-any-graph", test_any_override_on_any_graph);
  g_test_add_func ("/core/whatif-any/results-stay-right", test_results_stay_right);
  return g_test_run ();
}
