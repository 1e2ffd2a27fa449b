/* The fusion log: replaying the events gives the groups of every step, refusals are told apart, and
 * "why?" is answered. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-film.h"
#include "fl-fuse.h"
#include "fl-fusion-log.h"
#include "fl-intern.h"
#include "fl-test-run.h"

static const char *const samples[]
    = { "add-relu.py",      "add-relu-shared.py", "attention.py",     "gpt2-block.py", "layer-norm.py",
        "llama-block.py",   "mlp-gelu.py",        "rms-norm.py",      "softmax.py",    "softmax-dynamic.py",
        "softmax-outer.py", "conv-bn-relu.py",    "long-reduction.py" };

static FlRun *
run_strategy (const char *sample, const char *strategy, FlTarget target, guint32 stop_step)
{
  g_autoptr (FlGraph) graph = read_sample (sample);
  FlPipelineRequest request;

  fl_pipeline_request_init (&request);
  request.options.strategy = fl_intern (strategy);
  request.options.target = target;
  request.with_unfused = FALSE;
  request.until = FL_STAGE_FUSE;
  if (stop_step != G_MAXUINT32)
    {
      request.stop_stage = FL_STAGE_FUSE;
      request.stop_step = stop_step;
    }
  return fl_pipeline_run (graph, &request);
}

static guint32
find (const FlFusionLog *log, const char *name)
{
  guint32 at = fl_fusion_log_find_item (log, (FlItem) { FL_ITEM_OP, fl_intern (name) });

  g_assert_cmpuint (at, !=, G_MAXUINT32);
  return at;
}

/* Two nodes are together in one exactly when they are in the other. Broadcasts that several groups
 * compute for themselves belong to none of them alone. */
static void
assert_same_groups (const FlFusionLog *log, const guint32 *groups, const guint32 *expected)
{
  for (guint32 i = 0; i < log->n_nodes; i++)
    for (guint32 k = 0; k < i; k++)
      if (log->nodes[i].is_work && log->nodes[k].is_work
          && !(log->is_over_ops && (log->nodes[i].look == FL_LOOK_VIEW || log->nodes[k].look == FL_LOOK_VIEW)))
        g_assert_cmpint (groups[i] == groups[k], ==, expected[i] == expected[k]);
}

/* The events alone, without what the run ended with. */
static void
test_events_rebuild_the_groups (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    for (guint s = 0; s < fl_strategies_get_n_rows (); s++)
      for (FlTarget target = FL_TARGET_CPU; target <= FL_TARGET_CUDA; target++)
        {
          const char *strategy = fl_strategies_get_row (s)->name;
          g_autoptr (FlRun) run = run_strategy (samples[i], strategy, target, G_MAXUINT32);
          g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
          g_autofree guint32 *groups = NULL;
          guint32 step;

          g_assert_no_error (run->error);
          g_assert_nonnull (log);
          groups = g_new (guint32, log->n_nodes + 1);
          step = log->n_group_steps;
          log->n_group_steps = G_MAXUINT32;
          fl_fusion_log_get_groups (log, step, groups, NULL);
          if (!g_str_equal (strategy, "optimal")) /* the optimum decides about all groups at once */
            assert_same_groups (log, groups, log->final_group);
          log->n_group_steps = step;
          fl_fusion_log_get_groups (log, log->n_steps, groups, NULL);
          assert_same_groups (log, groups, log->final_group);
        }
}

/* Stopping the strategy itself after so many events leaves the same groups. */
static void
test_steps_are_exact (void)
{
  static const char *const names[] = { "softmax.py", "layer-norm.py", "mlp-gelu.py" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (FlRun) run = run_strategy (names[i], "inductor", FL_TARGET_CUDA, G_MAXUINT32);
      g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
      g_autofree guint32 *groups = g_new (guint32, log->n_nodes + 1);

      for (guint32 step = 0; step < log->n_steps; step++)
        {
          g_autoptr (FlRun) part = run_strategy (names[i], "inductor", FL_TARGET_CUDA, step);
          g_autoptr (FlFusionLog) stopped = fl_fusion_log_new (part);

          g_assert_cmpuint (stopped->n_nodes, ==, log->n_nodes);
          fl_fusion_log_get_groups (log, step, groups, NULL);
          assert_same_groups (log, groups, stopped->final_group);
        }
    }
}

/* softmax: op0 = amax, op1 = sum of exp, op2 = div on CUDA: two merges in the first round. */
static void
test_rounds_have_their_candidates (void)
{
  g_autoptr (FlRun) run = run_strategy ("softmax.py", "inductor", FL_TARGET_CUDA, G_MAXUINT32);
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
  g_autofree guint *numbers = g_new (guint, log->n_nodes + 1);
  g_autofree guint32 *groups = g_new (guint32, log->n_nodes + 1);
  guint n_merged = 0, rank = 0;

  g_assert_cmpuint (log->n_nodes, ==, 3);
  g_assert_cmpuint (log->n_rounds, >=, 1);
  g_assert_cmpstr (log->rounds[0].title, ==, "Round 1");
  for (guint i = 0; i < log->n_rounds; i++)
    {
      rank = 0;
      n_merged += log->rounds[i].n_merged;
      for (guint k = 0; k < log->rounds[i].n_candidates; k++)
        {
          const FlFusionCandidate *row = &log->rounds[i].candidates[k];

          g_assert_cmpuint (row->a, <, log->n_nodes);
          g_assert_cmpuint (row->b, <, log->n_nodes);
          g_assert_cmpuint (row->rank, ==, row->rank > 0 ? ++rank : 0);
          if (row->rank > 0)
            g_assert_nonnull (row->score);
          if (row->verdict == FL_VERDICT_NOTE)
            g_assert_cmpuint (row->group, >, 0);
        }
      g_assert_cmpuint (fl_fusion_log_find_round (log, log->rounds[i].first + 1), ==, i);
    }
  g_assert_cmpuint (n_merged, ==, 2); /* three nodes became one */
  fl_fusion_log_get_groups (log, 0, groups, numbers);
  g_assert_cmpuint (groups[2], ==, 2);
  g_assert_cmpuint (numbers[0], ==, 0);
  fl_fusion_log_get_groups (log, log->n_steps, groups, numbers);
  g_assert_cmpuint (groups[2], ==, 0);
  g_assert_cmpuint (numbers[0], ==, 1);
}

/* Softmax over columns: op1 and op3 cannot be one kernel, for op2 must run between them. */
static void
test_a_cycle_has_a_way (void)
{
  g_autoptr (FlRun) run = run_strategy ("softmax-outer.py", "inductor", FL_TARGET_CPU, G_MAXUINT32);
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
  guint32 a = find (log, "op1"), b = find (log, "op3");
  g_autoptr (FlWhy) why = fl_why_new (log, a, b);

  g_assert_cmpint (why->kind, ==, FL_WHY_CYCLE);
  g_assert_cmpint (why->verdict, ==, FL_VERDICT_ILLEGAL);
  g_assert_cmpuint (why->n_hops, ==, 2);
  g_assert_cmpuint (why->hops[0].from, ==, a);
  g_assert_cmpstr (log->nodes[why->hops[0].to].name, ==, "op2");
  g_assert_cmpstr (log->nodes[why->hops[1].from].name, ==, "op2");
  g_assert_cmpuint (why->hops[1].to, ==, b);
  g_assert_cmpuint (why->n_events, ==, 2); /* once a round */
  g_assert_nonnull (strstr (why->sentence, "op1 → op2 → op3"));
  g_assert_cmpuint (log->n_refusals, >, 0);
  g_assert_cmpint (log->refusals[0].kind, ==, FL_REFUSAL_CYCLE);
  g_assert_cmpint (log->refusals[0].shared, ==, 16777216); /* 2048 x 2048 floats */
}

/* xla: exp and div have expand_1 between them; the rule and the way are there for operations, too.
 */
static void
test_op_strategies_have_ways (void)
{
  g_autoptr (FlRun) run = run_strategy ("softmax.py", "xla", FL_TARGET_CPU, G_MAXUINT32);
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
  g_autoptr (FlWhy) cycle = fl_why_new (log, find (log, "exp"), find (log, "div"));
  g_autoptr (FlWhy) rule = fl_why_new (log, find (log, "amax"), find (log, "expand"));
  g_autoptr (FlWhy) same = fl_why_new (log, find (log, "sub"), find (log, "exp"));

  g_assert_true (log->is_over_ops);
  g_assert_cmpint (cycle->kind, ==, FL_WHY_CYCLE);
  g_assert_cmpuint (cycle->n_hops, >=, 2);
  g_assert_cmpint (rule->kind, ==, FL_WHY_ILLEGAL);
  g_assert_cmpstr (rule->rule, ==, "the producer is not elementwise");
  g_assert_cmpstr (rule->facts, ==, "amax");
  g_assert_cmpint (same->kind, ==, FL_WHY_SAME);
  g_assert_cmpuint (same->step, !=, G_MAXUINT32);
}

/* Whatever the pair, there is an answer; and it agrees with the groups. */
static void
test_any_pair_has_an_answer (void)
{
  static const char *const names[] = { "softmax.py", "attention.py", "add-relu-shared.py", "layer-norm.py" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint s = 0; s < fl_strategies_get_n_rows (); s++)
      {
        g_autoptr (FlRun) run = run_strategy (names[i], fl_strategies_get_row (s)->name, FL_TARGET_CPU, G_MAXUINT32);
        g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);

        for (guint32 a = 0; a < log->n_nodes; a++)
          for (guint32 b = 0; b < a; b++)
            {
              g_autoptr (FlWhy) why = NULL;

              if (!log->nodes[a].is_work || !log->nodes[b].is_work)
                continue;
              why = fl_why_new (log, a, b);
              g_assert_nonnull (why->sentence);
              g_assert_nonnull (why->title);
              g_assert_cmpint (why->kind == FL_WHY_SAME, ==, log->final_group[a] == log->final_group[b]);
              g_assert_cmpint (why->kind == FL_WHY_CYCLE, ==, why->n_hops > 0);
              if (why->kind == FL_WHY_ILLEGAL || why->kind == FL_WHY_SCORE)
                g_assert_nonnull (why->rule);
            }
      }
}

/* Every strategy that leaves a producer and its reader apart has a dashed arrow to click, of a
 * kind. */
static void
test_every_strategy_draws_refusals (void)
{
  for (guint s = 0; s < fl_strategies_get_n_rows (); s++)
    {
      g_autoptr (FlRun) run
          = run_strategy ("gpt2-block.py", fl_strategies_get_row (s)->name, FL_TARGET_CPU, G_MAXUINT32);
      g_autoptr (FlScene) scene
          = fl_scene_new (run, FL_STAGE_FUSE, &(FlSceneOptions) { .show_refused = TRUE, .max_refused = 5 });
      guint n = 0;

      for (guint i = 0; i < scene->n_edges; i++)
        if (fl_edge_look_is_refusal (scene->edges[i].look))
          {
            n++;
            g_assert_nonnull (scene->edges[i].label);
            g_assert_nonnull (strstr (scene->edges[i].tooltip, "were not fused"));
          }
      g_assert_cmpuint (n, ==, scene->n_refused);
      g_assert_cmpuint (n, ==, MIN (5, scene->n_refused_in_all));
      g_assert_cmpuint (n, >, 0);
      if (scene->n_refused_in_all > 5)
        g_assert_nonnull (strstr (scene->note, "refused pairs are drawn"));
    }
}

static guint
count_members (const FlFilmFrame *frame)
{
  guint n = 0;

  for (guint i = 0; i < frame->n_groups; i++)
    n += frame->groups[i].n_nodes;
  return n;
}

/* softmax on CUDA: three nodes, two merges; the pair that is one by then is passed over, with the group's number.
 * Frames hold every member of a group, in groups that are those of the log. */
static void
test_film_shows_the_steps (void)
{
  g_autoptr (FlRun) run = run_strategy ("softmax.py", "inductor", FL_TARGET_CUDA, G_MAXUINT32);
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
  g_autoptr (FlScene) scene = fl_film_new_scene (log);
  g_autoptr (FlPlacement) placement = NULL;
  g_autoptr (GError) error = NULL;
  guint n_merges = 0, n_passed = 0, n_members = 0;

  g_assert_cmpuint (scene->n_nodes, ==, log->n_nodes);
  fl_scene_measure (scene);
  placement = fl_layout_run (scene, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);
  g_assert_no_error (error);
  for (guint32 step = 0; step <= log->n_steps; step++)
    {
      g_autoptr (FlFilmFrame) frame = fl_film_frame_new (log, placement, step);
      g_autofree char *sentence = fl_film_dup_sentence (log, step);
      const FlEvent *event = fl_fusion_log_get_event (log, step);

      g_assert_cmpuint (count_members (frame), >=, n_members); /* groups only grow */
      n_members = count_members (frame);
      n_merges += frame->merges;
      if (event && event->kind == FL_EVENT_FUSE && event->verdict == FL_VERDICT_NOTE)
        {
          n_passed++;
          g_assert_cmpstr (frame->label, ==, "already in group 1");
          g_assert_true (g_str_has_suffix (sentence, "already in group 1"));
        }
      if (frame->merges)
        g_assert_cmpuint (frame->seam_a, !=, frame->seam_b);
    }
  g_assert_cmpuint (n_merges, ==, 2);
  g_assert_cmpuint (n_passed, ==, 1); /* three pairs share data; two merges make one of them needless */
  g_assert_cmpuint (n_members, ==, 3);
  g_assert_cmpint (fl_fusion_log_get_event (log, fl_film_find_decision (log, 0))->kind, ==, FL_EVENT_FUSE);
  g_assert_cmpuint (fl_film_find_decision (log, log->n_steps), ==, log->n_steps);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fusion-log/events-rebuild-the-groups", test_events_rebuild_the_groups);
  g_test_add_func ("/fusion-log/steps-are-exact", test_steps_are_exact);
  g_test_add_func ("/fusion-log/rounds-have-their-candidates", test_rounds_have_their_candidates);
  g_test_add_func ("/fusion-log/a-cycle-has-a-way", test_a_cycle_has_a_way);
  g_test_add_func ("/fusion-log/op-strategies-have-ways", test_op_strategies_have_ways);
  g_test_add_func ("/fusion-log/any-pair-has-an-answer", test_any_pair_has_an_answer);
  g_test_add_func ("/fusion-log/every-strategy-draws-refusals", test_every_strategy_draws_refusals);
  g_test_add_func ("/fusion-log/film-shows-the-steps", test_film_shows_the_steps);
  return g_test_run ();
}
