/* Allocation planners: worked examples with known plans, search traces, random problems against brute force, and files.
 */
#include <string.h>

#include "fl-alloc-pools.h"
#include "fl-alloc-private.h"
#include "fl-error.h"

enum
{
  MAX_BUFFERS = 16
};

static FlAllocProblem
read_problem (const char *text, gint64 alignment, FlAllocBuffer *buffers)
{
  FlAllocProblem problem = { 0, buffers, alignment };

  for (const char *at = strchr (text, '('); at != NULL; at = strchr (at + 1, '('))
    {
      char *end;
      FlAllocBuffer *buffer = &buffers[problem.n++];

      buffer->id = "b";
      buffer->lower = g_ascii_strtoll (at + 1, &end, 10);
      buffer->upper = g_ascii_strtoll (end + 1, &end, 10);
      buffer->size = g_ascii_strtoll (end + 1, &end, 10);
    }
  return problem;
}

static char *
print_offsets (const gint64 *offsets, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", offsets[i]);
  return g_string_free (text, FALSE);
}

/* --- worked examples: (lower,upper,size) ------------------------------------------------------ */

static const struct
{
  const char *problem;
  gint64 alignment, bound, optimum;
  const char *size_first, *size_best, *breadth, *heap, *time, *hill, *exact; /* exact: the search at the optimum */
} examples[] = {
  { "(0,3,4)(3,9,4)(0,9,4)(9,21,4)(0,21,4)", 1, 12, 12, "0 0 4 0 8", "0 0 4 0 8", "0 0 4 0 8", "8 8 4 4 0", "0 0 4 0 8",
    "8 8 4 4 0", "8 8 4 4 0" },
  { "(0,2,4)(1,3,4)(2,4,4)(3,5,4)(4,6,4)", 1, 8, 8, "0 4 0 4 0", "0 4 0 4 0", "0 4 0 4 0", "0 4 0 4 0", "0 4 0 4 0",
    "4 0 4 0 4", "0 4 0 4 0" },
  { "(0,5,2)(0,2,6)(1,3,4)(2,4,6)(3,5,4)(4,6,2)", 1, 12, 12, "10 0 6 0 6 0", "10 0 6 0 6 0", "10 0 6 0 6 0",
    "10 0 6 0 6 0", "0 2 8 2 8 2", "10 0 6 0 6 0", "0 2 8 2 8 2" },
  { "(2,4,4)(1,2,6)(5,6,3)(3,4,6)(2,4,4)(0,3,6)", 1, 14, 14, "12 0 0 0 16 6", "12 0 0 0 16 6", "6 6 0 0 10 0",
    "6 6 0 0 10 0", "6 6 0 0 10 0", "6 6 0 0 10 0", "6 6 0 0 10 0" },
  { "(4,6,4)(2,5,4)(0,4,6)(5,6,6)", 1, 10, 10, "6 10 0 0", "6 10 0 0", "10 6 0 0", "0 6 0 4", "0 6 0 4", "0 6 0 4",
    "0 6 0 4" },
  { "(2,4,2)(4,5,3)(1,4,1)(3,5,3)(1,3,1)(0,1,3)(0,2,3)", 1, 6, 7, "0 0 2 3 6 0 3", "0 0 2 3 6 0 3", "3 3 6 0 0 0 3",
    "3 3 5 0 6 3 0", "2 0 0 4 1 0 3", "3 3 5 0 6 3 0", "1 0 0 3 6 0 3" },
  { "(1,3,4)(1,2,6)(3,4,6)(2,5,4)(5,6,6)(2,3,1)", 1, 10, 10, "6 0 0 10 0 0", "6 0 0 10 0 0", "6 0 0 10 0 0",
    "10 0 0 6 0 0", "0 4 8 4 0 8", "6 0 4 0 0 4", "6 0 4 0 0 4" },
  { "(0,1,6)(0,4,3)(4,5,6)(2,5,1)", 1, 9, 9, "0 6 0 9", "0 6 0 9", "0 6 0 9", "0 6 0 9", "0 6 1 0", "3 0 0 6",
    "3 0 0 6" },
  { "(0,1,4)(1,3,8)(5,6,4)(3,5,2)", 1, 8, 8, "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0",
    "0 0 0 0" },
  { "(0,2,100)(1,3,60)(2,4,200)(0,4,36)", 64, 384, 384, "0 256 0 320", "0 256 0 320", "0 256 0 320", "0 320 0 256",
    "0 192 256 128", "0 256 0 320", "64 320 64 0" },
  { "(2,5,2)(0,2,2)(1,5,2)(2,3,4)(3,4,2)(2,5,2)(0,2,6)", 1, 10, 10, "4 6 8 0 0 6 0", "4 6 8 0 6 10 0", "4 6 8 0 0 6 0",
    "4 8 6 0 0 8 0", "0 0 8 2 2 6 2", "4 8 6 0 0 8 0", "2 8 0 6 6 4 2" },
  { "(1,3,4)(2,4,4)(3,4,6)(1,3,1)(1,5,2)(1,2,4)", 1, 12, 12, "0 6 0 12 10 4", "0 6 0 12 10 4", "0 6 0 12 10 4",
    "0 6 0 12 10 4", "0 7 11 4 5 7", "4 0 4 8 10 0", "6 2 6 10 0 2" },
};

static void
check_planner (const char *name, const FlAllocProblem *problem, const char *expected)
{
  g_auto (FlAllocPlan) plan = { 0 };
  g_autofree char *got = NULL;

  fl_alloc_run (fl_alloc_find (name), problem, NULL, &plan);
  got = print_offsets (plan.offsets, problem->n);
  g_test_message ("%s", name);
  g_assert_cmpstr (got, ==, expected);
}

/* The examples of pool_plan in nested splits. */
static const char *const pool_tree[] = {
  "8 8 4 4 0",    "0 4 0 4 0", "10 0 6 0 6 0", "12 6 0 0 16 0", "10 6 0 0",      "3 3 5 0 6 3 0",
  "10 0 0 6 0 0", "0 6 0 9",   "0 0 0 0",      "0 320 0 256",   "4 8 6 0 0 8 0", "0 6 0 4 10 6",
};

static void
test_examples (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      FlAllocBuffer buffers[MAX_BUFFERS];
      FlAllocProblem problem = read_problem (examples[i].problem, examples[i].alignment, buffers);
      FlAllocSearch *search = fl_alloc_search_new (&problem);
      gint64 offsets[MAX_BUFFERS];
      g_autofree char *got = NULL;
      g_auto (FlAllocPlan) plan = { 0 };

      g_test_message ("example %u", i + 1);
      g_assert_cmpint (fl_alloc_get_max_live (&problem), ==, examples[i].bound);
      check_planner ("size-first", &problem, examples[i].size_first);
      check_planner ("size-best", &problem, examples[i].size_best);
      check_planner ("breadth", &problem, examples[i].breadth);
      check_planner ("heap", &problem, examples[i].heap);
      check_planner ("time", &problem, examples[i].time);
      check_planner ("hill", &problem, examples[i].hill);
      check_planner ("pool-tree", &problem, pool_tree[i]);
      g_assert_cmpint (fl_alloc_search_run (search, examples[i].optimum, 0, 0, NULL, offsets), ==, FL_SEARCH_FOUND);
      got = print_offsets (offsets, problem.n);
      g_assert_cmpstr (got, ==, examples[i].exact);
      if (examples[i].optimum > examples[i].bound)
        g_assert_cmpint (fl_alloc_search_run (search, examples[i].optimum - 1, 0, 0, NULL, offsets), ==,
                         FL_SEARCH_IMPOSSIBLE);
      fl_alloc_search_free (search);
      fl_alloc_run (fl_alloc_find ("exact"), &problem, NULL, &plan);
      g_assert_cmpint (plan.height, ==, examples[i].optimum);
      g_assert_cmpint (plan.bound, ==, examples[i].optimum);
      g_assert_true (plan.is_optimal);
    }
}

/* The seventh example at 10: 8 nodes, no backtrack. The sixth at 6 is impossible: three runs of 14 nodes end by their
 * limit, the fourth is exhausted after 20; 48 backtracks. At 7: 7 nodes, no backtrack. */
static void
test_traces (void)
{
  static const struct
  {
    guint example;
    gint64 capacity;
    FlSearchResult result;
    guint n_nodes, n_backtracks;
  } traces[]
      = { { 6, 10, FL_SEARCH_FOUND, 8, 0 }, { 5, 6, FL_SEARCH_IMPOSSIBLE, 62, 48 }, { 5, 7, FL_SEARCH_FOUND, 7, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      FlAllocBuffer buffers[MAX_BUFFERS];
      FlAllocProblem problem = read_problem (examples[traces[i].example].problem, 1, buffers);
      FlAllocSearch *search = fl_alloc_search_new (&problem);
      gint64 offsets[MAX_BUFFERS];

      g_assert_cmpint (fl_alloc_search_run (search, traces[i].capacity, 0, 0, NULL, offsets), ==, traces[i].result);
      g_assert_cmpuint (fl_alloc_search_get_n_nodes (search), ==, traces[i].n_nodes);
      g_assert_cmpuint (fl_alloc_search_get_n_backtracks (search), ==, traces[i].n_backtracks);
      fl_alloc_search_free (search);
    }
}

/* --- random problems -------------------------------------------------------------------------- */

/* Every order of placement, each buffer as low as it goes: some order gives an optimal plan. */
static void
try_orders (const FlAllocProblem *problem, const FlAllocConflicts *conflicts, guint *order, guint n, gint64 *best)
{
  gint64 offsets[MAX_BUFFERS] = { 0 }, height = 0;

  if (n == problem->n)
    {
      fl_alloc_place (problem, conflicts, order, n, FL_FIT_FIRST, offsets);
      for (guint i = 0; i < n; i++)
        height = MAX (height, offsets[i] + problem->buffers[i].size);
      *best = MIN (*best, height);
      return;
    }
  for (guint i = n; i < problem->n; i++)
    {
      guint saved = order[n];

      order[n] = order[i];
      order[i] = saved;
      try_orders (problem, conflicts, order, n + 1, best);
      order[i] = order[n];
      order[n] = saved;
    }
}

static gint64
find_optimum (const FlAllocProblem *problem)
{
  guint order[MAX_BUFFERS];
  gint64 best = G_MAXINT64;
  FlAllocConflicts conflicts;

  for (guint i = 0; i < problem->n; i++)
    order[i] = i;
  fl_alloc_conflicts_init (&conflicts, problem);
  try_orders (problem, &conflicts, order, 0, &best);
  fl_alloc_conflicts_clear (&conflicts);
  return best;
}

static FlAllocProblem
make_problem (GRand *random, guint n, FlAllocBuffer *buffers)
{
  guint n_steps = 2 + g_rand_int_range (random, 0, 12), most = 1 + g_rand_int_range (random, 0, 9);

  for (guint i = 0; i < n; i++)
    {
      guint a = g_rand_int_range (random, 0, n_steps), b = g_rand_int_range (random, 0, n_steps);

      buffers[i] = (FlAllocBuffer) { "b", MIN (a, b), MAX (a, b) + 1, g_rand_int_range (random, 1, most + 1) };
    }
  return (FlAllocProblem) { n, buffers, 1 };
}

/* No planner overlaps (fl_alloc_run asserts it) or goes below the bound; the exact one is never higher than another,
 * and on tiny problems as low as any order of placement gets. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  guint n_compared = 0;

  for (guint round = 0; round < 50000; round++)
    {
      FlAllocBuffer buffers[MAX_BUFFERS];
      FlAllocProblem problem = make_problem (random, 1 + g_rand_int_range (random, 0, MAX_BUFFERS - 1), buffers);
      gint64 lowest = G_MAXINT64;

      for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
        {
          g_auto (FlAllocPlan) plan = { 0 };

          if (g_str_equal (fl_alloc_get_row (i)->name, "hill") && round % 20 != 0)
            continue;
          fl_alloc_run (fl_alloc_get_row (i), &problem, NULL, &plan);
          g_assert_cmpint (plan.height, >=, plan.bound);
          if (!g_str_equal (fl_alloc_get_row (i)->name, "exact"))
            {
              lowest = MIN (lowest, plan.height);
              continue;
            }
          g_assert_cmpint (plan.height, <=, lowest);
          g_assert_true (plan.is_optimal);
          if (problem.n <= 6)
            {
              g_assert_cmpint (plan.height, ==, find_optimum (&problem));
              n_compared++;
            }
        }
    }
  g_assert_cmpuint (n_compared, >=, 10000);
}

/* --- files ------------------------------------------------------------------------------------ */

static void
test_files (void)
{
  static const char text[] = "size,id,lower,upper,note\r\n4,a,0,2,x\r\n4,b,1,3,y\r\n\r\nleft alone";
  static const struct
  {
    const char *text, *error;
  } wrong[] = {
    { "", "p.csv:1:1: the file is empty" },
    { "id,lower,upper\n", "p.csv:1:1: the first line names the columns id, lower, upper and size; it lacks “size”" },
    { "id,lower,upper,size,buffer\n", "p.csv:1:21: two columns say the same: “buffer”\n" },
    { "id,lower,upper,size\na,0,1\n", "p.csv:2:6: as many fields as the first line has are expected: 4, not 3" },
    { "id,lower,upper,size\na,0,1,x\n", "p.csv:2:7: not an integer between -2^60 and 2^60: “x”\n" },
    { "id,lower,upper,size\na,3,1,1\n", "p.csv:2:5: a lifetime ends before it begins: “1”" },
    { "id,lower,upper,size\na,0,1,-1\n", "p.csv:2:7: a size below 0: “-1”" },
    { "id,lower,upper,size\na,0,1,99999999999999999999\n", "p.csv:2:7: not an integer" },
  };
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (FlAllocPlan) plan = { 0 };
  FlAllocProblem *problem;
  GError *error = NULL;

  problem = fl_alloc_problem_parse (arena, text, strlen (text), "p.csv", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (problem->n, ==, 2);
  fl_alloc_run (fl_alloc_find ("size-first"), problem, NULL, &plan);
  fl_alloc_append_solution (out, problem, &plan);
  g_assert_cmpstr (out->str, ==, "id,lower,upper,size,offset\na,0,2,4,0\nb,1,3,4,4\n");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      problem = fl_alloc_problem_parse (arena, wrong[i].text, strlen (wrong[i].text), "p.csv", &error);
      g_assert_null (problem);
      g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
      g_assert_true (g_str_has_prefix (error->message, wrong[i].error));
      g_clear_error (&error);
    }
  /* "end" is the last moment of a lifetime, not the first after it. */
  problem = fl_alloc_problem_parse (arena, "buffer,start,end,size\na,0,1,5\n", 30, "p.csv", NULL);
  g_assert_cmpint (problem->buffers[0].upper, ==, 2);
}

/* The lowest offset that is free among the placed buffers that live at the same time: 0 or the end of one of them. */
static gint64
find_lowest (const FlAllocBuffer *buffers, const gint64 *offsets, guint n, guint index)
{
  gint64 lowest = G_MAXINT64;

  for (guint c = 0; c <= n; c++)
    {
      gint64 at = c == n ? 0 : offsets[c] + buffers[c].size;
      gboolean fits = c == n || offsets[c] >= 0;

      for (guint k = 0; k < n && fits; k++)
        fits = offsets[k] < 0 || buffers[k].lower >= buffers[index].upper || buffers[index].lower >= buffers[k].upper
               || at >= offsets[k] + buffers[k].size || at + buffers[index].size <= offsets[k];
      if (fits)
        lowest = MIN (lowest, at);
    }
  return lowest;
}

/* First fit by size against the definition, where few and where most of the buffers live at the same time. */
static void
test_first_fit_by_definition (void)
{
  enum
  {
    N = 150
  };

  for (guint life = 2; life <= 200; life *= 10)
    {
      FlAllocBuffer buffers[N];
      FlAllocProblem problem = { .n = N, .buffers = buffers, .alignment = 1 };
      gint64 offsets[N];
      g_auto (FlAllocPlan) plan = { 0 };

      for (guint i = 0; i < N; i++)
        {
          gint64 lower = g_test_rand_int_range (0, 200);

          buffers[i] = (FlAllocBuffer) { "b", lower, lower + g_test_rand_int_range (1, life + 1),
                                         g_test_rand_int_range (1, 40) };
          offsets[i] = -1;
        }
      for (gint64 size = 40; size > 0; size--)
        for (guint i = 0; i < N; i++)
          if (buffers[i].size == size)
            offsets[i] = find_lowest (buffers, offsets, N, i);
      fl_alloc_run (fl_alloc_find ("size-first"), &problem, NULL, &plan);
      for (guint i = 0; i < N; i++)
        g_assert_cmpint (plan.offsets[i], ==, offsets[i]);
    }
}

/* Where the first placement (14, as size-first has it) is not the lowest: a climb that is stopped keeps it and says so.
 */
static void
test_a_stopped_climb_keeps_its_plan (void)
{
  FlAllocBuffer buffers[MAX_BUFFERS];
  FlAllocProblem problem = read_problem ("(1,3,4)(1,2,6)(3,4,6)(2,5,4)(5,6,6)(2,3,1)", 1, buffers);
  const gint cancelled = 1;
  FlAllocLimits limits = { .cancelled = &cancelled };
  g_auto (FlAllocPlan) plan = { 0 };

  fl_alloc_run (fl_alloc_find ("hill"), &problem, &limits, &plan);
  g_assert_true (plan.gave_up);
  g_assert_cmpint (plan.height, ==, 14);
}

typedef struct
{
  const FlAllocProblem *problem;
  guint n;
  gint64 height, bound;
} Told;

static void
on_progress (const FlAllocPlan *best, gpointer data)
{
  Told *told = data;
  guint a, b;

  g_assert_cmpint (best->height, <=, told->height);
  g_assert_cmpint (best->bound, >=, told->bound);
  g_assert_true (fl_alloc_verify (told->problem, best->offsets, &a, &b));
  told->n++;
  told->height = best->height;
  told->bound = best->bound;
}

/* In the sixth example first fit by size ends at 7, and 6 is proved impossible. */
static void
test_progress_is_told (void)
{
  FlAllocBuffer buffers[MAX_BUFFERS];
  FlAllocProblem problem = read_problem (examples[5].problem, examples[5].alignment, buffers);
  Told told = { &problem, 0, G_MAXINT64, 0 };
  FlAllocLimits limits = { .progress = on_progress, .progress_data = &told };
  g_auto (FlAllocPlan) plan = { 0 };

  fl_alloc_run (fl_alloc_find ("exact"), &problem, &limits, &plan);
  g_assert_cmpuint (told.n, >=, 2); /* plans of the quick planners, and the answer to the bound */
  g_assert_cmpint (told.height, ==, 7);
  g_assert_cmpint (plan.height, ==, 7);
  g_assert_cmpint (plan.bound, ==, 7);
}

/* --- pools ------------------------------------------------------------------------------------ */

static const char *
name_block (const FlPoolBlock *block)
{
  return block->data;
}

static guint
read_blocks (const char *line, FlPoolMode *mode, FlPoolBlock *blocks, guint *pools, gint64 *offsets, guint most)
{
  static const char *const modes[] = { "none", "intermediates", "outputs", "combined" };
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint n = g_strv_length (words) - 1;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (g_str_equal (words[0], modes[i]))
      *mode = i;
  g_assert_cmpuint (n, <=, most);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) fields = g_strsplit (words[i + 1], ",", 6);

      blocks[i] = (FlPoolBlock) { g_ascii_strtoll (fields[0], NULL, 10), (guint) g_ascii_strtoll (fields[1], NULL, 10),
                                  (guint) g_ascii_strtoll (fields[2], NULL, 10), fields[3][0] == '1', "b" };
      pools[i] = (guint) g_ascii_strtoll (fields[4], NULL, 10);
      offsets[i] = g_ascii_strtoll (fields[5], NULL, 10);
    }
  return n;
}

/* 240 problems that PyTorch's own planner solved: tests/data/pools/make-pool-cases.py. */
static void
test_pools_equal_pytorchs (void)
{
  const char *source = g_getenv ("FUSELOOM_SOURCE_DIR");
  g_autofree char *path = g_build_filename (source ? source : ".", "tests", "data", "pools", "cases.txt", NULL),
                  *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_cases = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint l = 0; lines[l] != NULL && lines[l + 1] != NULL && lines[l][0] != '\0'; l += 2)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      FlPoolBlock blocks[64];
      guint pools[64];
      gint64 offsets[64];
      FlPoolMode mode = FL_POOL_MODE_NONE;
      guint n = read_blocks (lines[l], &mode, blocks, pools, offsets, 64);
      const FlPoolForest *forest = fl_pool_forest_new (arena, blocks, n, mode, 64, G_MAXUINT);
      g_auto (GStrv) sizes = g_strsplit (lines[l + 1], " ", -1);

      g_test_message ("case %u", l / 2);
      g_assert_cmpuint (forest->n_pools, ==, g_strv_length (sizes) - 1);
      for (guint i = 0; i < forest->n_pools; i++)
        g_assert_cmpint (forest->roots[i]->used_bytes, ==, g_ascii_strtoll (sizes[i + 1], NULL, 10));
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (forest->pools[i], ==, pools[i]);
          g_assert_cmpint (forest->offsets[i], ==, offsets[i]);
        }
      n_cases++;
    }
  g_assert_cmpuint (n_cases, ==, 240);
}

/* a [0,2) 128 begins the pool; b [2,4) 64 takes a part of its place; c [3,5) 64 lives with b alone: beside it, in what
 * was left over; d [1,4) 64 lives with a and with what b and c are in: behind everything. */
static void
test_pools_step_by_step (void)
{
  static const struct
  {
    FlPoolOutcome outcome;
    const char *tree;
  } steps[] = {
    { FL_POOL_NEW, "[a]" },
    { FL_POOL_SPLIT, "[a | ([b], [empty 64])]" },
    { FL_POOL_PERFECT, "[a | ([b], [c])]" },
    { FL_POOL_END, "[([a | ([b], [c])], [d])]" },
  };
  const FlPoolBlock blocks[]
      = { { 128, 0, 2, FALSE, "a" }, { 64, 1, 4, FALSE, "d" }, { 64, 2, 4, FALSE, "b" }, { 64, 3, 5, FALSE, "c" } };

  /* By size, then by length of life: a, d (3 steps), b, c. So that d comes last it is given less time than its bytes
   * say. */
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (GString) text = g_string_new (NULL);
      FlPoolBlock own[G_N_ELEMENTS (blocks)];
      const FlPoolForest *forest;

      memcpy (own, blocks, sizeof own);
      own[1].bytes = 63; /* behind b and c in the order */
      forest = fl_pool_forest_new (arena, own, G_N_ELEMENTS (own), FL_POOL_MODE_INTERMEDIATES, 64, i + 1);
      g_assert_cmpuint (forest->n_steps, ==, i + 1);
      g_assert_cmpint (forest->steps[i].outcome, ==, steps[i].outcome);
      fl_pool_node_append (text, forest, forest->roots[0], name_block);
      g_assert_cmpstr (text->str, ==, steps[i].tree);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/alloc/examples", test_examples);
  g_test_add_func ("/alloc/traces", test_traces);
  g_test_add_func ("/alloc/random", test_random);
  g_test_add_func ("/alloc/pools/equal-pytorchs", test_pools_equal_pytorchs);
  g_test_add_func ("/alloc/pools/step-by-step", test_pools_step_by_step);
  g_test_add_func ("/alloc/files", test_files);
  g_test_add_func ("/alloc/first-fit-by-definition", test_first_fit_by_definition);
  g_test_add_func ("/alloc/a-stopped-climb-keeps-its-plan", test_a_stopped_climb_keeps_its_plan);
  g_test_add_func ("/alloc/progress-is-told", test_progress_is_told);
  return g_test_run ();
}
