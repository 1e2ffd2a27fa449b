/* Cutting the loops of operations alike, so that they can be shared: 512 rows here are 2 x 256 rows there.
 *
 * The loops of each operation over what it computes, outermost first, count iterations: after 2 x 256 loops 512 rows
 * are begun. Where one operation's count falls inside of a loop of another, that loop is cut in two there. Which
 * elements meet in the same iteration is checked later, as for any two operations. */
#include "fl-nest-private.h"

static gboolean
multiply (gint64 *product, const FlSym *size)
{
  gint64 factor;

  return fl_sym_is_int (size, &factor) && factor > 0 && !__builtin_mul_overflow (*product, factor, product);
}

static int
compare_cuts (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

GArray *
fl_nest_collect_cuts (const FlSchedNode *node)
{
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlLoopBody *body = node->originals[i]->body;
      gint64 count = 1;

      for (guint v = 0; body && v < body->n_iter && multiply (&count, body->sizes[v]); v++)
        if (count > 1)
          g_array_append_val (cuts, count);
    }
  g_array_sort (cuts, compare_cuts);
  return cuts;
}

guint
fl_nest_cut_pieces (const GArray *cuts, const FlLoopBody *body, guint position, gint64 *pieces, guint n_pieces,
                    guint max_pieces)
{
  gint64 before = 1, cut_pieces[8];
  guint n = 0;

  g_assert (max_pieces <= G_N_ELEMENTS (cut_pieces));
  for (guint v = 0; v < position; v++)
    if (!multiply (&before, body->sizes[v]))
      return n_pieces;
  for (guint p = 0; p < n_pieces; p++)
    {
      gint64 rest = pieces[p];

      for (guint i = 0; i < cuts->len; i++)
        {
          gint64 cut = g_array_index (cuts, gint64, i), first = cut / before;

          if (cut % before != 0 || first <= 1 || first >= rest || rest % first != 0 || n + (n_pieces - p) >= max_pieces)
            continue;
          cut_pieces[n++] = first;
          rest /= first;
          before = cut;
        }
      cut_pieces[n++] = rest;
      before *= rest;
    }
  for (guint p = 0; p < n; p++)
    pieces[p] = cut_pieces[p];
  return n;
}

static guint
count_in_memory (const FlNest *nest)
{
  guint n = 0;

  for (guint i = 0; i < nest->n_locals; i++)
    n += nest->locals[i].place == FL_LOCAL_MEMORY;
  return n;
}

gboolean
fl_nest_is_better (const FlNest *a, const FlNest *b)
{
  return a->n_items < b->n_items || (a->n_items == b->n_items && count_in_memory (a) < count_in_memory (b));
}
