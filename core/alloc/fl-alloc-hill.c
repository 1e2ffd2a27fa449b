/* Hill climbing over the order of placement. Source: TVM USMP's hill climb, with a fixed generator so that a problem
 * has one answer: of a buffer that touches the top, one earlier neighbour, or neighbour's neighbour, changes place with
 * another. */
#include <string.h>

#include "fl-alloc-private.h"

enum
{
  ATTEMPTS = 500
};

typedef struct
{
  const FlAllocProblem *problem;
  FlAllocConflicts conflicts;
  guint n;
  guint *order, *position;
  gint64 *offsets;
  guint64 state; /* xorshift64* */
} Climb;

static guint
draw (Climb *climb, guint below)
{
  climb->state ^= climb->state >> 12;
  climb->state ^= climb->state << 25;
  climb->state ^= climb->state >> 27;
  return (guint) (((climb->state * G_GUINT64_CONSTANT (0x2545F4914F6CDD1D)) >> 33) % below);
}

static gint
compare_at_start (gconstpointer a, gconstpointer b, gpointer data)
{
  const Climb *climb = data;
  guint one = *(const guint *) a, other = *(const guint *) b;
  gint64 x = fl_alloc_get_size (climb->problem, one), y = fl_alloc_get_size (climb->problem, other);
  guint m = climb->conflicts.starts[one + 1] - climb->conflicts.starts[one];
  guint n = climb->conflicts.starts[other + 1] - climb->conflicts.starts[other];

  if (x != y)
    return x > y ? -1 : 1;
  if (m != n)
    return m > n ? -1 : 1;
  return one < other ? -1 : one > other;
}

static gint64
place (Climb *climb)
{
  gint64 height = 0;

  fl_alloc_place (climb->problem, &climb->conflicts, climb->order, climb->n, FL_FIT_FIRST, climb->offsets);
  for (guint i = 0; i < climb->n; i++)
    height = MAX (height, climb->offsets[climb->order[i]] + fl_alloc_get_size (climb->problem, climb->order[i]));
  return height;
}

static gint
compare_positions (gconstpointer a, gconstpointer b, gpointer data)
{
  const Climb *climb = data;
  guint one = climb->position[*(const guint *) a], other = climb->position[*(const guint *) b];

  return one < other ? -1 : one > other;
}

/* The conflicts of `buffer` that stand before it in the order. */
static void
add_earlier (const Climb *climb, guint buffer, GArray *list)
{
  for (guint k = climb->conflicts.starts[buffer]; k < climb->conflicts.starts[buffer + 1]; k++)
    if (climb->position[climb->conflicts.others[k]] < climb->position[buffer])
      g_array_append_val (list, climb->conflicts.others[k]);
}

static guint
pick_top (Climb *climb, gint64 height, GArray *list)
{
  g_array_set_size (list, 0);
  for (guint i = 0; i < climb->n; i++)
    {
      guint buffer = climb->order[i];

      if (climb->offsets[buffer] + fl_alloc_get_size (climb->problem, buffer) == height)
        g_array_append_val (list, buffer);
    }
  return g_array_index (list, guint, draw (climb, list->len));
}

static void
swap (Climb *climb, guint a, guint b)
{
  guint at = climb->position[a], to = climb->position[b];

  climb->order[at] = b;
  climb->order[to] = a;
  climb->position[a] = to;
  climb->position[b] = at;
}

/* Two buffers to swap; FALSE: this attempt has none. */
static gboolean
choose (Climb *climb, gint64 height, GArray *near, GArray *far, guint *a, guint *b)
{
  guint top = pick_top (climb, height, near);

  g_array_set_size (near, 0);
  g_array_set_size (far, 0);
  add_earlier (climb, top, near);
  if (near->len == 0)
    return FALSE;
  for (guint k = climb->conflicts.starts[top]; k < climb->conflicts.starts[top + 1]; k++)
    add_earlier (climb, climb->conflicts.others[k], far);
  g_array_sort_with_data (near, compare_positions, climb);
  g_array_sort_with_data (far, compare_positions, climb);
  *a = g_array_index (near, guint, draw (climb, near->len));
  for (guint tries = 0; tries <= 20; tries++)
    {
      const GArray *from = far->len > 0 && draw (climb, 100) > 25 ? far : near;

      *b = g_array_index (from, guint, draw (climb, from->len));
      if (*a != *b)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_over (const FlAllocLimits *limits, gint64 start_us)
{
  if (limits->cancelled != NULL && g_atomic_int_get (limits->cancelled))
    return TRUE;
  return limits->seconds > 0 && g_get_monotonic_time () - start_us > limits->seconds * G_USEC_PER_SEC;
}

static void
climb_up (Climb *climb, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) far = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 start_us = g_get_monotonic_time (), height = place (climb), best = height;

  memcpy (plan->offsets, climb->offsets, climb->problem->n * sizeof (gint64));
  for (guint attempt = 2; attempt <= ATTEMPTS && best > plan->bound; attempt++)
    {
      guint a, b;
      gint64 next;

      plan->gave_up = is_over (limits, start_us);
      if (plan->gave_up)
        break;
      if (!choose (climb, height, near, far, &a, &b))
        continue;
      swap (climb, a, b);
      next = place (climb);
      if (next < height || (next > height && draw (climb, 100) < (guint) (50 * (next - height) / next) / attempt))
        height = next;
      else
        {
          swap (climb, a, b);
          place (climb);
        }
      if (height < best)
        {
          best = height;
          memcpy (plan->offsets, climb->offsets, climb->problem->n * sizeof (gint64));
        }
    }
}

void
fl_alloc_hill (const FlAllocProblem *problem, const FlAllocLimits *limits, FlAllocPlan *plan)
{
  Climb climb = { .problem = problem, .state = 1 };

  fl_alloc_conflicts_init (&climb.conflicts, problem);
  climb.order = g_new (guint, problem->n + 1);
  climb.position = g_new0 (guint, problem->n + 1);
  climb.offsets = g_new0 (gint64, problem->n + 1);
  for (guint i = 0; i < problem->n; i++)
    if (fl_alloc_takes_part (&problem->buffers[i]))
      climb.order[climb.n++] = i;
  g_qsort_with_data (climb.order, (gint) climb.n, sizeof *climb.order, compare_at_start, &climb);
  for (guint i = 0; i < climb.n; i++)
    climb.position[climb.order[i]] = i;
  if (climb.n > 0)
    climb_up (&climb, limits, plan);
  fl_alloc_conflicts_clear (&climb.conflicts);
  g_free (climb.order);
  g_free (climb.position);
  g_free (climb.offsets);
}
