/* The table of fusion strategies, and questions to them. */
#include <string.h>

#include "fl-error.h"
#include "fl-fuse-private.h"

static const FlStrategyRow rows[] = {
  { "inductor", "TorchInductor", "Greedy rounds over pairs of nodes that share data, best score first.",
    fl_strategy_inductor_run },
  { "none", "No fusion", "Every operation is a kernel of its own: what fusion is measured against.",
    fl_strategy_none_run },
  { "eager", "Eager PyTorch",
    "One kernel an operator of the file, as without a compiler: the baseline of every saving.", NULL,
    fl_op_strategy_eager },
  { "pattern", "Patterns", "A list of hand-written rules: bias and activation, add and relu.", NULL,
    fl_op_strategy_pattern },
  { "xla", "XLA classic", "Elementwise producers join elementwise and reduction consumers of one shape class.", NULL,
    fl_op_strategy_xla },
  { "xla-base", "XLA base", "Broadcasts and many results too; equal element counts suffice.", NULL,
    fl_op_strategy_xla_base },
  { "stitch", "BladeDISC stitch", "Row reductions and their readers share a kernel that keeps each row.", NULL,
    fl_op_strategy_stitch },
  { "stitch-cpu", "BladeDISC CPU stitch",
    "As stitch, by the rules for CPUs: one parallel loop, a tile of every value in each round.", NULL,
    fl_op_strategy_stitch_cpu },
  { "tvm", "TVM", "Operations join the one that post-dominates them.", NULL, fl_op_strategy_tvm },
  { "dnnfusion", "DNNFusion", "A table of mapping types says which pairs fuse.", NULL, fl_op_strategy_dnnfusion },
  { "optimal", "Optimum", "The fewest bytes of all partitions, proved where the graph is small enough.", NULL,
    fl_op_strategy_optimal },
};

guint
fl_strategies_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlStrategyRow *
fl_strategies_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

const FlStrategyRow *
fl_strategies_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return &rows[i];
  return NULL;
}

FlSchedule *
fl_strategy_none_run (const FlPass *pass, const FlSchedule *schedule, GError **error)
{
  g_autofree FlSchedNode **nodes = g_new0 (FlSchedNode *, schedule->n_originals + 1);
  guint n_nodes = schedule->n_originals;
  FlFusion fusion;
  FlSchedule *result;

  if (fl_pass_is_cancelled (pass, error))
    return NULL;
  fl_fusion_init (&fusion, &fl_fusion_backends, pass, schedule);
  memcpy (nodes, fusion.schedule->originals, schedule->n_originals * sizeof *nodes);
  fl_fusion_force_pairs (&fusion, nodes, &n_nodes);
  result = fl_fusion_finish (&fusion, nodes, n_nodes);
  fl_fusion_clear (&fusion);
  return result;
}

FlSchedule *
fl_fuse_run (const FlPass *pass, const FlSchedule *schedule, GError **error)
{
  const FlStrategyRow *row = fl_strategies_find (pass->options->strategy);
  g_autoptr (GString) names = NULL;

  if (row != NULL && row->run != NULL)
    return row->run (pass, schedule, error);
  if (row != NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "the strategy “%s” groups tensor operations before lowering, not scheduler nodes", row->name);
      return NULL;
    }
  names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", rows[i].name);
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no fusion strategy “%s”; there are: %s",
               pass->options->strategy, names->str);
  return NULL;
}

/* --- why? ------------------------------------------------------------------------------------- */

static FlSchedNode *
find_same (FlFusion *fusion, const FlSchedNode *node)
{
  FlSchedNode *group = fusion->groups[node->originals[0]->index];

  if (group->n_originals == node->n_originals)
    return group;
  return node->n_originals == 1 ? fusion->schedule->originals[node->originals[0]->index] : group;
}

static void
explain (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b, FlFusionAnswer *answer)
{
  gboolean yes
      = fl_fusion_can_fuse (fusion, a, b, TRUE, &answer->shared_bytes) && !fl_fusion_makes_cycle (fusion, a, b);

  answer->verdict = yes ? FL_VERDICT_ACCEPT : fusion->verdict;
  if (yes)
    {
      answer->reason = fl_fusion_depends (b, a) ? "reads what it writes" : "shares data";
      answer->facts = fl_arena_printf (fusion->pass->arena, "shared bytes %" G_GINT64_FORMAT, answer->shared_bytes);
      return;
    }
  answer->reason = fusion->reason;
  answer->upstream = fusion->upstream;
  answer->access = fusion->access;
  answer->facts = fusion->facts->len > 0 ? fl_arena_strdup (fusion->pass->arena, fusion->facts->str) : NULL;
}

gboolean
fl_fuse_explain (const FlPass *pass, const FlSchedule *schedule, const FlSchedNode *a, const FlSchedNode *b,
                 FlFusionAnswer *answer, GError **error)
{
  FlFusion fusion;
  FlSchedNode *one, *other;

  memset (answer, 0, sizeof *answer);
  if (fl_strategies_find (pass->options->strategy) == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no fusion strategy “%s”", pass->options->strategy);
      return FALSE;
    }
  if (fl_strategies_find (pass->options->strategy)->partition != NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "the strategy “%s” decides over tensor operations, before there are scheduler nodes: "
                   "its steps say what it tried",
                   pass->options->strategy);
      return FALSE;
    }
  if (g_str_equal (pass->options->strategy, "none"))
    {
      *answer = (FlFusionAnswer) { FL_VERDICT_REJECT, 0, "the strategy fuses nothing", NULL };
      return TRUE;
    }
  fl_fusion_init (&fusion, &fl_fusion_backends, pass, schedule);
  fusion.is_silent = TRUE;
  one = find_same (&fusion, a);
  other = find_same (&fusion, b);
  /* Inductor asks in schedule order; asked the other way round, the first would only have to go
   * later. */
  if (fl_fusion_depends (one, other) || (!fl_fusion_depends (other, one) && other->min_order < one->min_order))
    {
      FlSchedNode *swapped = one;

      one = other;
      other = swapped;
    }
  explain (&fusion, one, other, answer);
  fl_fusion_clear (&fusion);
  return TRUE;
}
