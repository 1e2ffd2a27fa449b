/* Facts about a plan: where buffers lie, what memory holds and why. Lifetimes and sizes are small
 * enough to be checked by hand. */
#include <string.h>

#include "fl-formats.h"
#include "fl-memory-map.h"
#include "fl-pipeline.h"

/* Time 0 1 2 3 4: a [0,2) 6, b [1,3) 4, c [2,5) 4, d [3,5) 6: at most 10 alive. size-first: a at 0,
 * d at 0 (a ended), then b on top of a and beside d at 6, then c: conflicts with b (6..10) and d
 * (0..6), so on top of both at 10. */
static const char csv[] = "id,lower,upper,size\na,0,2,6\nb,1,3,4\nc,2,5,4\nd,3,5,6\n";

typedef struct
{
  FlArena *arena;
  FlAllocProblem *problem;
  FlAllocPlan plan;
} Fixture;

static FlMemoryMap *
map_problem (Fixture *fixture, const char *planner)
{
  GError *error = NULL;

  fixture->arena = fl_arena_open ();
  fixture->problem = fl_alloc_problem_parse (fixture->arena, csv, strlen (csv), "four.csv", &error);
  g_assert_no_error (error);
  fl_alloc_run (fl_alloc_find (planner), fixture->problem, NULL, &fixture->plan);
  return fl_memory_map_new_problem (fixture->arena, fixture->problem, "four.csv", fl_alloc_find (planner),
                                    &fixture->plan);
}

static void
close_fixture (Fixture *fixture)
{
  fl_alloc_plan_clear (&fixture->plan);
  fl_arena_close (fixture->arena);
}

static const FlMapArrow *
find_arrow (const FlMemoryMap *map, FlMapArrowKind kind, const char *to)
{
  for (guint i = 0; i < map->n_arrows; i++)
    if (map->arrows[i].kind == kind && g_str_equal (map->boxes[map->arrows[i].to].name, to))
      return &map->arrows[i];
  return NULL;
}

static void
test_problem_has_boxes_and_steps (void)
{
  static const gint64 live[] = { 6, 10, 8, 10 };
  Fixture fixture = { 0 };
  FlMemoryMap *map = map_problem (&fixture, "exact");

  g_assert_cmpuint (map->n_steps, ==, 4); /* 0, 1, 2 and 3, which lasts until 5 */
  g_assert_cmpstr (map->steps[3], ==, "3");
  g_assert_cmpuint (map->n_boxes, ==, 4);
  g_assert_cmpint (map->height, ==, 10);
  g_assert_true (map->is_optimal);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (map->live_bytes[i], ==, live[i]);
  g_assert_cmpuint (map->peak_step, ==, 1);
  g_assert_cmpuint (map->boxes[fl_memory_map_find (map, "c")].first, ==, 2);
  g_assert_cmpuint (map->boxes[fl_memory_map_find (map, "c")].last, ==, 3);
  g_assert_cmpuint (fl_memory_map_find (map, "e"), ==, G_MAXUINT);
  close_fixture (&fixture);
}

static void
check_shares (const FlMemoryMap *map)
{
  g_autoptr (FlArena) arena = fl_arena_open ();

  for (guint step = 0; step < map->n_steps; step++)
    {
      guint n;
      const FlMapShare *shares = fl_memory_map_break_down (arena, map, step, &n);
      gint64 inside = 0, alive = 0;

      for (guint i = 0; i < n; i++)
        {
          if (shares[i].kind != FL_SHARE_OUTSIDE)
            inside += shares[i].bytes;
          if (shares[i].kind != FL_SHARE_OUTSIDE && shares[i].kind != FL_SHARE_HOLES)
            alive += shares[i].bytes;
          g_assert_cmpint (shares[i].bytes, >, 0);
          g_assert_cmpstr (shares[i].why, !=, "");
        }
      g_assert_cmpint (inside, ==, map->top_bytes[step]);
      g_assert_cmpint (alive, ==, map->live_bytes[step]);
      g_assert_cmpint (map->top_bytes[step], <=, map->height);
    }
}

static void
test_shares_add_up (void)
{
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    {
      Fixture fixture = { 0 };

      check_shares (map_problem (&fixture, fl_alloc_get_row (i)->name));
      close_fixture (&fixture);
    }
}

static void
test_reasons_are_told (void)
{
  Fixture fixture = { 0 };
  FlMemoryMap *map = map_problem (&fixture, "size-first");
  guint a = fl_memory_map_find (map, "a"), b = fl_memory_map_find (map, "b"), d = fl_memory_map_find (map, "d");
  g_autofree char *why_b = fl_memory_map_dup_why (map, b), *why_d = fl_memory_map_dup_why (map, d);
  g_autofree char *conflict = fl_memory_map_dup_why_not (map, b, a), *shared = fl_memory_map_dup_why_not (map, d, a);
  g_autofree char *apart = fl_memory_map_dup_why_not (map, d, b), *high = fl_memory_map_dup_why_high (map);

  g_assert_cmpint (map->boxes[b].offset, ==, 6);
  g_assert_cmpint (map->height, ==, 14);
  g_assert_cmpuint (fl_memory_map_find_support (map, b), ==, a);
  g_assert_cmpuint (fl_memory_map_find_support (map, a), ==, G_MAXUINT);
  g_assert_nonnull (strstr (why_b, "on top of a"));
  g_assert_nonnull (strstr (why_d, "Its bytes were a's before, whose last use was in time 1"));
  g_assert_nonnull (strstr (conflict, "a is alive until time 1, and b is there from time 1 on"));
  g_assert_nonnull (strstr (shared, "They do share 6 B"));
  /* While d lives, c lies above b's bytes 6 to 10: those are free. */
  g_assert_nonnull (strstr (apart, "The bytes are free while d lives; planner size-first chose offset 0"));
  /* c at 10 stands on b, b on a. */
  g_assert_true (g_str_has_prefix (high, "c: 4 B at offset 10"));
  g_assert_nonnull (strstr (high, "\nb: 4 B at offset 6"));
  g_assert_nonnull (strstr (high, "\na: 6 B at offset 0"));
  close_fixture (&fixture);
}

static void
test_two_plans_are_compared (void)
{
  Fixture one = { 0 }, other = { 0 };
  FlMemoryMap *first = map_problem (&one, "size-first"), *naive = map_problem (&other, "naive");
  guint n;
  const FlMapChange *changes = fl_memory_map_compare (one.arena, first, naive, &n);
  g_autofree char *text = fl_memory_map_dup_comparison (first, naive);

  /* naive: 0, 6, 10, 14, 20 high; size-first: 0, 6, 10, 0, 14 high. */
  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (changes[i].kind, ==, FL_MAP_SAME);
  g_assert_cmpint (changes[3].kind, ==, FL_MAP_MOVED);
  g_assert_nonnull (strstr (text, "height 14 B -> 20 B (+42.9 %); 3 of 4 buffers at the same place, 1 moved"));
  close_fixture (&one);
  close_fixture (&other);
}

static FlRun *
run_text (const char *text, const char *setting)
{
  FlPipelineRequest request;
  GError *error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("text.py", text, strlen (text), &error);
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  g_assert_true (fl_options_set (&request.options, setting, &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

/* mm, then relu over it, then mm: buf0 and buf1 are one storage, buf2 lies beside it while both are
 * alive. 64 * 64 * 4 = 16384. */
static const char chain[] = "class G(torch.nn.Module):\n"
                            "    def forward(self, a: \"f32[64, 64][64, 1]cpu\", b: \"f32[64, 64][64, 1]cpu\"):\n"
                            "        mm: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(a, b)\n"
                            "        relu: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.relu.default(mm)\n"
                            "        mm_1: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(relu, b)\n"
                            "        return (mm_1,)\n";

static void
test_run_tells_calls (void)
{
  g_autoptr (FlRun) run = run_text (chain, "memory_planner=size-first");
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryMap *map = fl_memory_map_new (arena, run),
              *naive = fl_memory_map_new_by (arena, run, fl_alloc_find ("naive"), NULL);
  const FlMapArrow *arrow = find_arrow (map, FL_MAP_INPLACE, "buf1");
  const FlMapShare *shares;
  guint n;

  g_assert_cmpuint (map->n_steps, ==, 4); /* three calls and the return */
  g_assert_cmpstr (map->steps[3], ==, "return");
  g_assert_cmpint (map->height, ==, 2 * 16384);
  g_assert_cmpint (map->outside_bytes, ==, 2 * 16384);
  g_assert_nonnull (arrow);
  g_assert_cmpstr (map->boxes[arrow->from].name, ==, "buf0");
  g_assert_cmpstr (map->boxes[fl_memory_map_find (map, "buf1")].producer, ==, run->program->kernels[1].name);
  g_assert_cmpstr (map->boxes[fl_memory_map_find (map, "buf1")].last_reader, ==, run->program->kernels[2].name);
  shares = fl_memory_map_break_down (arena, map, 2, &n);
  g_assert_cmpuint (n, ==, 3); /* buf1, buf2, inputs */
  g_assert_cmpint (shares[n - 1].kind, ==, FL_SHARE_OUTSIDE);
  g_assert_cmpstr (naive->planner, ==, "naive");
  g_assert_cmpint (naive->height, ==, 2 * 16384); /* two storages */
  check_shares (map);
  check_shares (naive);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/report/memory-map/problem", test_problem_has_boxes_and_steps);
  g_test_add_func ("/core/report/memory-map/shares-add-up", test_shares_add_up);
  g_test_add_func ("/core/report/memory-map/reasons", test_reasons_are_told);
  g_test_add_func ("/core/report/memory-map/two-plans", test_two_plans_are_compared);
  g_test_add_func ("/core/report/memory-map/run", test_run_tells_calls);
  return g_test_run ();
}
