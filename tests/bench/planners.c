/* bench-planners [N [REPEATS [FILE.csv …]]]: CPU time and height of every planner that needs no
 * search, and of the default, over problems of N buffers: as an inference has them (few alive at a
 * time), as a training step has them (half live until their turn comes backwards), at random, and
 * files repeated one after the other until they have N buffers. Not part of the test run. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fl-alloc.h"

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gint64
draw_size (GRand *random)
{
  return 64 * (gint64) g_rand_int_range (random, 1, 1 << g_rand_int_range (random, 1, 15));
}

/* Alive for a few steps; one in fifty for a long time, as a residual is. */
static void
fill_inference (GRand *random, FlAllocBuffer *buffers, guint n)
{
  for (guint i = 0; i < n; i++)
    buffers[i]
        = (FlAllocBuffer) { "b", i, i + 1 + g_rand_int_range (random, 1, i % 50 == 0 ? 500 : 6), draw_size (random) };
}

/* The first half forwards: every other buffer is kept for the backward half, which reads them in
 * reverse. */
static void
fill_training (GRand *random, FlAllocBuffer *buffers, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 upper = i < n / 2 && i % 2 == 0 ? n - i : i + 1 + g_rand_int_range (random, 1, 6);

      buffers[i] = (FlAllocBuffer) { "b", i, upper, draw_size (random) };
    }
}

static void
fill_random (GRand *random, FlAllocBuffer *buffers, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 lower = g_rand_int_range (random, 0, n);

      buffers[i] = (FlAllocBuffer) { "b", lower, lower + 1 + g_rand_int_range (random, 0, n / 10), draw_size (random) };
    }
}

static int
compare_doubles (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return one < other ? -1 : one > other;
}

static void
measure (const char *title, const FlAllocProblem *problem, guint repeats)
{
  static const char *const names[] = { "size-first", "size-best", "breadth", "heap", "time", "auto" };
  g_autofree double *times = g_new (double, repeats *G_N_ELEMENTS (names));
  double heights[G_N_ELEMENTS (names)];

  for (guint k = 0; k < repeats; k++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      {
        g_auto (FlAllocPlan) plan = { 0 };
        double start_ms = get_cpu_ms ();

        fl_alloc_run (fl_alloc_find (names[i]), problem, NULL, &plan);
        times[i * repeats + k] = get_cpu_ms () - start_ms;
        heights[i] = (double) plan.height / (double) MAX (plan.bound, 1);
      }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      qsort (times + i * repeats, repeats, sizeof *times, compare_doubles);
      printf ("%-24s %6u buffers  %-10s  %8.1f ms (%.1f to %.1f)  height / bound %.4f\n", title, problem->n, names[i],
              times[i * repeats + repeats / 2], times[i * repeats], times[i * repeats + repeats - 1], heights[i]);
    }
}

static gboolean
measure_file (const char *path, guint n, guint repeats)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  g_autofree FlAllocBuffer *buffers = g_new (FlAllocBuffer, n + 1);
  FlAllocProblem problem = { n, buffers, 64 };
  const FlAllocProblem *once = NULL;
  gint64 end = 0;
  gsize length;

  if (g_file_get_contents (path, &text, &length, &error))
    once = fl_alloc_problem_parse (arena, text, length, path, &error);
  if (once == NULL || once->n == 0)
    {
      fprintf (stderr, "bench-planners: %s\n", error != NULL ? error->message : "no buffers");
      return FALSE;
    }
  for (guint i = 0; i < once->n; i++)
    end = MAX (end, once->buffers[i].upper);
  for (guint i = 0; i < n; i++)
    {
      buffers[i] = once->buffers[i % once->n];
      buffers[i].lower += end * (i / once->n);
      buffers[i].upper += end * (i / once->n);
    }
  measure (name, &problem, repeats);
  return TRUE;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *title;
    void (*fill) (GRand *random, FlAllocBuffer *buffers, guint n);
  } kinds[] = { { "inference", fill_inference }, { "training", fill_training }, { "random", fill_random } };
  guint n = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 1, 1000000) : 10000,
        repeats = argc > 2 ? (guint) CLAMP (atoi (argv[2]), 1, 1000) : 5;
  gboolean is_fine = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (7);
      g_autofree FlAllocBuffer *buffers = g_new (FlAllocBuffer, n + 1);
      FlAllocProblem problem = { n, buffers, 64 };

      kinds[i].fill (random, buffers, n);
      measure (kinds[i].title, &problem, repeats);
    }
  for (int i = 3; i < argc; i++)
    is_fine &= measure_file (argv[i], n, repeats);
  return is_fine ? 0 : 1;
}
