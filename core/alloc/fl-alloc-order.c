/* Peaks of orders, and a beam search for a low one. */
#include <string.h>

#include "fl-alloc-order-private.h"

enum
{
  MAX_ROUNDS = 12
};

gint64
fl_order_measure (const FlOrderProblem *problem, const guint *order)
{
  g_autofree guint *left = g_new0 (guint, problem->n_buffers + 1);
  gint64 live = problem->start_bytes, peak = live;

  for (guint i = 0; i < problem->use_starts[problem->n_nodes]; i++)
    left[problem->uses[i]]++;
  for (guint i = 0; i < problem->n_nodes; i++)
    {
      live += problem->made_bytes[order[i]];
      peak = MAX (peak, live);
      for (guint k = problem->use_starts[order[i]]; k < problem->use_starts[order[i] + 1]; k++)
        if (--left[problem->uses[k]] == 0)
          live -= problem->freed_bytes[problem->uses[k]];
    }
  return peak;
}

/* --- index ------------------------------------------------------------------------------------ */

/* Rows turned round: for every column the rows that have it, ascending. */
static void
invert (const guint *starts, const guint *items, guint n_rows, guint n_columns, guint **new_starts, guint **new_items)
{
  g_autofree guint *used = g_new0 (guint, n_columns + 1);

  *new_starts = g_new0 (guint, n_columns + 2);
  *new_items = g_new (guint, starts[n_rows] + 1);
  for (guint i = 0; i < starts[n_rows]; i++)
    (*new_starts)[items[i] + 1]++;
  for (guint c = 0; c < n_columns; c++)
    (*new_starts)[c + 1] += (*new_starts)[c];
  for (guint row = 0; row < n_rows; row++)
    for (guint i = starts[row]; i < starts[row + 1]; i++)
      (*new_items)[(*new_starts)[items[i]] + used[items[i]]++] = row;
}

void
fl_order_index_init (FlOrderIndex *index, const FlOrderProblem *problem)
{
  guint64 state = 1;

  index->problem = problem;
  invert (problem->before_starts, problem->before, problem->n_nodes, problem->n_nodes, &index->after_starts,
          &index->after);
  invert (problem->use_starts, problem->uses, problem->n_nodes, problem->n_buffers, &index->user_starts, &index->users);
  index->hashes = g_new (guint64, problem->n_nodes + 1);
  for (guint i = 0; i < problem->n_nodes; i++)
    {
      state ^= state >> 12;
      state ^= state << 25;
      state ^= state >> 27;
      index->hashes[i] = state * G_GUINT64_CONSTANT (0x2545F4914F6CDD1D);
    }
}

void
fl_order_index_clear (FlOrderIndex *index)
{
  g_free (index->after_starts);
  g_free (index->after);
  g_free (index->user_starts);
  g_free (index->users);
  g_free (index->hashes);
}

/* --- beam ------------------------------------------------------------------------------------- */

/* A step: one node into the history of an unfinished order. */
typedef struct
{
  guint node, former; /* former: position in the history; G_MAXUINT: the first */
} Step;

/* An unfinished order. */
typedef struct
{
  gint64 live, peak;
  guint64 hash;
  guint last; /* in the history */
  guint n_ready;
  guint *ready; /* nodes */
  guint *waits; /* per node: how many must run before it */
  guint *left;  /* per buffer: users that have not run */
} Partial;

typedef struct
{
  gint64 peak, live;
  guint64 hash;
  guint parent, node;
} Choice;

typedef struct
{
  FlOrderIndex index;
  guint width;
  gint64 limit;    /* peaks are to be lower */
  GArray *history; /* Step */
  GArray *choices; /* Choice */
  Partial *now, *next;
} Beam;

static void
partial_init (Partial *partial, const FlOrderProblem *problem)
{
  partial->ready = g_new (guint, problem->n_nodes + 1);
  partial->waits = g_new (guint, problem->n_nodes + 1);
  partial->left = g_new (guint, problem->n_buffers + 1);
}

static void
partial_clear (Partial *partial)
{
  g_free (partial->ready);
  g_free (partial->waits);
  g_free (partial->left);
}

static gint64
count_freed (const Beam *beam, const Partial *partial, guint node)
{
  const FlOrderProblem *problem = beam->index.problem;
  gint64 freed = 0;

  for (guint k = problem->use_starts[node]; k < problem->use_starts[node + 1]; k++)
    if (partial->left[problem->uses[k]] == 1)
      freed += problem->freed_bytes[problem->uses[k]];
  return freed;
}

/* All that may run next; only one when it costs nothing: what it frees would be alive in every
 * order that puts it off. */
static void
add_choices (Beam *beam, guint parent)
{
  const Partial *partial = &beam->now[parent];
  guint first = beam->choices->len;

  for (guint i = 0; i < partial->n_ready; i++)
    {
      guint node = partial->ready[i];
      gint64 made = beam->index.problem->made_bytes[node], freed = count_freed (beam, partial, node);
      Choice choice = { MAX (partial->peak, partial->live + made), partial->live + made - freed,
                        partial->hash ^ beam->index.hashes[node], parent, node };

      if (choice.peak == partial->peak && made <= freed && choice.peak < beam->limit)
        {
          g_array_set_size (beam->choices, first);
          g_array_append_val (beam->choices, choice);
          return;
        }
      if (choice.peak < beam->limit)
        g_array_append_val (beam->choices, choice);
    }
}

static gint
compare_choices (gconstpointer a, gconstpointer b)
{
  const Choice *one = a, *other = b;

  if (one->live != other->live)
    return one->live < other->live ? -1 : 1;
  if (one->peak != other->peak)
    return one->peak < other->peak ? -1 : 1;
  if (one->hash != other->hash)
    return one->hash < other->hash ? -1 : 1;
  if (one->node != other->node)
    return one->node < other->node ? -1 : 1;
  return one->parent < other->parent ? -1 : one->parent > other->parent;
}

static void
take_choice (Beam *beam, const Choice *choice, Partial *to)
{
  const FlOrderProblem *problem = beam->index.problem;
  const Partial *from = &beam->now[choice->parent];
  Step step = { choice->node, from->last };

  to->live = choice->live;
  to->peak = choice->peak;
  to->hash = choice->hash;
  to->last = beam->history->len;
  g_array_append_val (beam->history, step);
  memcpy (to->waits, from->waits, problem->n_nodes * sizeof *to->waits);
  memcpy (to->left, from->left, problem->n_buffers * sizeof *to->left);
  to->n_ready = 0;
  for (guint i = 0; i < from->n_ready; i++)
    if (from->ready[i] != choice->node)
      to->ready[to->n_ready++] = from->ready[i];
  for (guint k = beam->index.after_starts[choice->node]; k < beam->index.after_starts[choice->node + 1]; k++)
    if (--to->waits[beam->index.after[k]] == 0)
      to->ready[to->n_ready++] = beam->index.after[k];
  for (guint k = problem->use_starts[choice->node]; k < problem->use_starts[choice->node + 1]; k++)
    to->left[problem->uses[k]]--;
}

/* The best of the choices, each set of nodes once: the sorting puts equal sets beside each other.
 */
static guint
take_best (Beam *beam)
{
  guint n = 0;
  Partial *saved = beam->now;

  g_array_sort (beam->choices, compare_choices);
  for (guint i = 0; i < beam->choices->len && n < beam->width; i++)
    {
      const Choice *choice = &g_array_index (beam->choices, Choice, i);

      if (i == 0 || choice->hash != g_array_index (beam->choices, Choice, i - 1).hash)
        take_choice (beam, choice, &beam->next[n++]);
    }
  beam->now = beam->next;
  beam->next = saved;
  return n;
}

static void
start_beam (Beam *beam)
{
  const FlOrderProblem *problem = beam->index.problem;
  Partial *partial = &beam->now[0];

  partial->live = partial->peak = problem->start_bytes;
  partial->hash = 0;
  partial->last = G_MAXUINT;
  partial->n_ready = 0;
  memset (partial->left, 0, problem->n_buffers * sizeof *partial->left);
  for (guint i = 0; i < problem->use_starts[problem->n_nodes]; i++)
    partial->left[problem->uses[i]]++;
  for (guint i = 0; i < problem->n_nodes; i++)
    {
      partial->waits[i] = problem->before_starts[i + 1] - problem->before_starts[i];
      if (partial->waits[i] == 0)
        partial->ready[partial->n_ready++] = i;
    }
}

/* One order below the limit. FALSE: none was found, or it was cancelled. */
static gboolean
grow (Beam *beam, const gint *cancelled, guint *order)
{
  guint n_nodes = beam->index.problem->n_nodes, n = 1;

  g_array_set_size (beam->history, 0);
  start_beam (beam);
  for (guint length = 0; length < n_nodes && n > 0; length++)
    {
      if (cancelled != NULL && g_atomic_int_get (cancelled))
        return FALSE;
      g_array_set_size (beam->choices, 0);
      for (guint i = 0; i < n; i++)
        add_choices (beam, i);
      n = take_best (beam);
    }
  if (n == 0)
    return FALSE;
  for (guint at = beam->now[0].last, i = n_nodes; i-- > 0; at = g_array_index (beam->history, Step, at).former)
    order[i] = g_array_index (beam->history, Step, at).node;
  return TRUE;
}

gboolean
fl_order_search_beam (const FlOrderProblem *problem, guint width, const gint *cancelled, guint *order)
{
  g_autoptr (GArray) history = g_array_new (FALSE, FALSE, sizeof (Step)),
                     choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  g_autofree Partial *one = g_new0 (Partial, width), *other = g_new0 (Partial, width);
  Beam beam = { .width = width, .history = history, .choices = choices, .now = one, .next = other };
  gboolean is_improved = FALSE;

  fl_order_index_init (&beam.index, problem);
  for (guint i = 0; i < width; i++)
    {
      partial_init (&one[i], problem);
      partial_init (&other[i], problem);
    }
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      beam.limit = fl_order_measure (problem, order);
      if (!grow (&beam, cancelled, order))
        break;
      is_improved = TRUE;
    }
  for (guint i = 0; i < width; i++)
    {
      partial_clear (&one[i]);
      partial_clear (&other[i]);
    }
  fl_order_index_clear (&beam.index);
  return is_improved;
}
