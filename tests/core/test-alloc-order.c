/* Orders of nodes with a low peak: worked examples, and every order of small random graphs. */
#include <string.h>

#include "fl-alloc-order.h"

enum
{
  MAX_NODES = 10,
  MAX_EDGES = MAX_NODES * MAX_NODES
};

/* A graph of nodes with one result each: sizes, and for each node those it reads. */
typedef struct
{
  guint n;
  gint64 made[MAX_NODES], freed[MAX_NODES];
  guint before_starts[MAX_NODES + 1], before[MAX_EDGES];
  guint use_starts[MAX_NODES + 1], uses[MAX_EDGES];
  FlOrderProblem problem;
} Fixture;

static void
start (Fixture *fixture)
{
  memset (fixture, 0, sizeof *fixture);
}

static void
add_node (Fixture *fixture, gint64 size, gboolean is_output, guint n_reads, const guint *reads)
{
  guint i = fixture->n++;

  fixture->made[i] = size;
  fixture->freed[i] = is_output ? 0 : size;
  fixture->before_starts[i + 1] = fixture->before_starts[i];
  fixture->use_starts[i + 1] = fixture->use_starts[i];
  for (guint k = 0; k < n_reads; k++)
    {
      fixture->before[fixture->before_starts[i + 1]++] = reads[k];
      fixture->uses[fixture->use_starts[i + 1]++] = reads[k];
    }
  fixture->uses[fixture->use_starts[i + 1]++] = i;
  fixture->problem = (FlOrderProblem) { fixture->n,          fixture->made, fixture->before_starts,
                                        fixture->before,     fixture->n,    fixture->freed,
                                        fixture->use_starts, fixture->uses, 0 };
}

static gboolean
is_legal (const FlOrderProblem *problem, const guint *order)
{
  gboolean has_run[MAX_NODES] = { FALSE };

  for (guint i = 0; i < problem->n_nodes; i++)
    {
      for (guint k = problem->before_starts[order[i]]; k < problem->before_starts[order[i] + 1]; k++)
        if (!has_run[problem->before[k]])
          return FALSE;
      if (has_run[order[i]])
        return FALSE;
      has_run[order[i]] = TRUE;
    }
  return TRUE;
}

static gint64
find_exact (const FlOrderProblem *problem)
{
  guint order[MAX_NODES];
  guint64 n_states;

  for (guint i = 0; i < problem->n_nodes; i++)
    order[i] = i;
  g_assert_cmpint (fl_order_search_exact (problem, 100000, NULL, order, &n_states), ==, FL_ORDER_PROVED);
  g_assert_true (is_legal (problem, order));
  return fl_order_measure (problem, order);
}

static gint64
find_beam (const FlOrderProblem *problem, guint width)
{
  guint order[MAX_NODES];
  gint64 given;

  for (guint i = 0; i < problem->n_nodes; i++)
    order[i] = i;
  given = fl_order_measure (problem, order);
  g_assert_true (fl_order_search_beam (problem, width, NULL, order) == (fl_order_measure (problem, order) < given));
  g_assert_true (is_legal (problem, order));
  return fl_order_measure (problem, order);
}

/* Sizes 3 4 1 1 3 1; 2 reads 1, 3 reads 0, 4 reads 3, 5 reads 2 and 4. As given: 3, then 3 + 4
 * alive, then 8 with node 2's. 1, 2 (5, then 1 left), 0 (4), 3 (5, then 2 left), 4 (5), 5: 5, and
 * nodes 1 and 2 need that much in any order. */
static void
test_first_example (void)
{
  static const guint given[] = { 0, 1, 2, 3, 4, 5 }, best[] = { 1, 2, 0, 3, 4, 5 };
  Fixture fixture;

  start (&fixture);
  add_node (&fixture, 3, FALSE, 0, NULL);
  add_node (&fixture, 4, FALSE, 0, NULL);
  add_node (&fixture, 1, FALSE, 1, (guint[]) { 1 });
  add_node (&fixture, 1, FALSE, 1, (guint[]) { 0 });
  add_node (&fixture, 3, FALSE, 1, (guint[]) { 3 });
  add_node (&fixture, 1, TRUE, 2, (guint[]) { 2, 4 });
  g_assert_cmpint (fl_order_measure (&fixture.problem, given), ==, 8);
  g_assert_cmpint (fl_order_measure (&fixture.problem, best), ==, 5);
  g_assert_cmpint (find_exact (&fixture.problem), ==, 5);
  g_assert_cmpint (find_beam (&fixture.problem, 16), ==, 5);
}

static void
test_second_example (void)
{
  static const struct
  {
    guint order[8];
    gint64 peak;
  } orders[] = {
    { { 0, 1, 2, 3, 4, 5, 6, 7 }, 23 }, { { 0, 1, 3, 4, 2, 5, 6, 7 }, 22 }, { { 0, 1, 3, 2, 5, 6, 4, 7 }, 19 },
    { { 0, 1, 2, 5, 3, 6, 4, 7 }, 16 }, { { 0, 1, 2, 5, 6, 3, 4, 7 }, 16 },
  };
  Fixture fixture;

  start (&fixture);
  add_node (&fixture, 4, FALSE, 0, NULL);
  add_node (&fixture, 4, FALSE, 1, (guint[]) { 0 });
  add_node (&fixture, 6, FALSE, 1, (guint[]) { 1 });
  add_node (&fixture, 3, FALSE, 1, (guint[]) { 1 });
  add_node (&fixture, 6, FALSE, 2, (guint[]) { 1, 3 });
  add_node (&fixture, 2, FALSE, 2, (guint[]) { 0, 2 });
  add_node (&fixture, 1, FALSE, 2, (guint[]) { 1, 5 });
  add_node (&fixture, 4, TRUE, 2, (guint[]) { 4, 6 });
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    g_assert_cmpint (fl_order_measure (&fixture.problem, orders[i].order), ==, orders[i].peak);
  g_assert_cmpint (find_exact (&fixture.problem), ==, 16);
}

/* --- random graphs ---------------------------------------------------------------------------- */

static void
try_all (const FlOrderProblem *problem, guint *order, guint n, gint64 *lowest)
{
  if (n == problem->n_nodes)
    {
      *lowest = MIN (*lowest, fl_order_measure (problem, order));
      return;
    }
  for (guint node = 0; node < problem->n_nodes; node++)
    {
      gboolean is_ready = TRUE;

      for (guint i = 0; i < n && is_ready; i++)
        is_ready = order[i] != node;
      for (guint k = problem->before_starts[node]; k < problem->before_starts[node + 1] && is_ready; k++)
        {
          is_ready = FALSE;
          for (guint i = 0; i < n; i++)
            is_ready |= order[i] == problem->before[k];
        }
      if (!is_ready)
        continue;
      order[n] = node;
      try_all (problem, order, n + 1, lowest);
    }
}

static void
test_random_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  guint n_optimal = 0;

  for (guint round = 0; round < 1500; round++)
    {
      Fixture fixture;
      guint n = g_rand_int_range (random, 1, 8), order[MAX_NODES], given[MAX_NODES];
      gint64 lowest = G_MAXINT64, narrow;

      start (&fixture);
      for (guint i = 0; i < n; i++)
        {
          guint reads[MAX_NODES], n_reads = 0;

          for (guint k = 0; k < i; k++)
            if (g_rand_int_range (random, 0, 3) == 0)
              reads[n_reads++] = k;
          add_node (&fixture, g_rand_int_range (random, 1, 9), i + 1 == n || g_rand_int_range (random, 0, 6) == 0,
                    n_reads, reads);
          given[i] = i;
        }
      try_all (&fixture.problem, order, 0, &lowest);
      narrow = find_beam (&fixture.problem, 2);
      g_assert_cmpint (find_exact (&fixture.problem), ==, lowest);
      g_assert_cmpint (narrow, >=, lowest);
      n_optimal += narrow == lowest;
      g_assert_cmpint (narrow, <=, fl_order_measure (&fixture.problem, given));
    }
  g_assert_cmpuint (n_optimal, >, 1400); /* a heuristic, but not a bad one */
}

/* Stopped after two sets it keeps the order it was given. */
static void
test_a_stopped_search_keeps_the_order (void)
{
  Fixture fixture;
  guint order[MAX_NODES];
  guint64 n_states;

  start (&fixture);
  for (guint i = 0; i < MAX_NODES; i++)
    {
      add_node (&fixture, 1 + i % 3, TRUE, 0, NULL);
      order[i] = i;
    }
  /* All results are kept: every order ends with all of them, so the first complete one would be
   * proved. */
  g_assert_cmpint (fl_order_search_exact (&fixture.problem, 2, NULL, order, &n_states), ==, FL_ORDER_GAVE_UP);
  for (guint i = 0; i < MAX_NODES; i++)
    g_assert_cmpuint (order[i], ==, i);
  g_assert_cmpint (fl_order_search_exact (&fixture.problem, 10000, NULL, order, &n_states), ==, FL_ORDER_PROVED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/alloc/order/first-example", test_first_example);
  g_test_add_func ("/alloc/order/second-example", test_second_example);
  g_test_add_func ("/alloc/order/random-graphs", test_random_graphs);
  g_test_add_func ("/alloc/order/a-stopped-search", test_a_stopped_search_keeps_the_order);
  return g_test_run ();
}
