/* The order of buffers within a (sub)problem of the exact search: what is most in the way first. */
#include <string.h>

#include "fl-alloc-search-private.h"

typedef struct
{
  guint index;
  __int128 keys[FL_N_RANKS]; /* the first decides first */
} Ranked;

static gint
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *one = a, *other = b;

  for (guint i = 0; i < FL_N_RANKS; i++)
    if (one->keys[i] != other->keys[i])
      return one->keys[i] > other->keys[i] ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

guint
fl_alloc_rank (const FlAllocSections *sections, const guint *letters, const gint64 *minimum, const gint64 *total,
               const guint *members, guint n, guint from, guint to, guint *order)
{
  g_autofree Ranked *ranked = g_new (Ranked, n + 1);
  guint n_ranked = 0;

  for (guint i = 0; i < n; i++)
    {
      guint b = members[i];
      const FlAllocBuffer *buffer = &sections->problem->buffers[b];
      __int128 keys[FL_N_RANKS];
      gint64 most = 0;

      if (minimum[b] == G_MAXINT64 || sections->first[b] < from || sections->last[b] > to)
        continue;
      for (guint s = sections->first[b]; s < sections->last[b]; s++)
        most = MAX (most, total[s]);
      keys[FL_RANK_WIDTH] = buffer->upper - buffer->lower;
      keys[FL_RANK_AREA] = (__int128) sections->size[b] * (buffer->upper - buffer->lower);
      keys[FL_RANK_TOTAL] = most;
      ranked[n_ranked].index = b;
      for (guint k = 0; k < FL_N_RANKS; k++)
        ranked[n_ranked].keys[k] = keys[letters[k]];
      n_ranked++;
    }
  qsort (ranked, n_ranked, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < n_ranked; i++)
    order[i] = ranked[i].index;
  return n_ranked;
}
