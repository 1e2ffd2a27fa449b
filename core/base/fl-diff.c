/* Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b: divide at the
 * middle snake. */
#include "fl-diff.h"

#include <string.h>

enum
{
  MAX_DISTANCE = 1500 /* beyond so many differences in one piece, the farthest point reached divides it */
};

#define INVALID G_MININT64

typedef struct
{
  gconstpointer const *a;
  gconstpointer const *b;
  guint8 *gone_a; /* a flag an element: not in the other */
  guint8 *gone_b;
  gint64 *forward; /* farthest x on each diagonal; room for every diagonal, with an offset */
  gint64 *backward;
  gint64 offset;
} Diff;

typedef struct
{
  gint64 a0, a1, b0, b1;
} Piece;

static void
mark_all (Diff *diff, Piece piece)
{
  for (gint64 i = piece.a0; i < piece.a1; i++)
    diff->gone_a[i] = 1;
  for (gint64 i = piece.b0; i < piece.b1; i++)
    diff->gone_b[i] = 1;
}

static gboolean
is_equal (const Diff *diff, Piece piece, gboolean from_back, gint64 x, gint64 y)
{
  return from_back ? diff->a[piece.a1 - 1 - x] == diff->b[piece.b1 - 1 - y]
                   : diff->a[piece.a0 + x] == diff->b[piece.b0 + y];
}

/* The farthest x on diagonal k (x - y) that one more step reaches; INVALID when no step stays
 * inside of the piece. */
static gint64
reach (const Diff *diff, Piece piece, gboolean from_back, gint64 d, gint64 k)
{
  const gint64 *v = (from_back ? diff->backward : diff->forward) + diff->offset;
  gint64 n = piece.a1 - piece.a0, m = piece.b1 - piece.b0;
  gint64 right = k > -d && v[k - 1] != INVALID && v[k - 1] < n ? v[k - 1] + 1 : INVALID;
  gint64 down = k < d && v[k + 1] != INVALID && v[k + 1] - k <= m ? v[k + 1] : INVALID;
  gint64 x = d == 0 ? 0 : MAX (right, down);

  while (x != INVALID && x < n && x - k < m && is_equal (diff, piece, from_back, x, x - k))
    x++;
  return x;
}

/* One more difference from the front or from the back, where x and y count from the end. TRUE when
 * the two ways meet: *x_met, *y_met is where, from the front. */
static gboolean
step (Diff *diff, Piece piece, gboolean from_back, gint64 d, gint64 *x_met, gint64 *y_met)
{
  gint64 n = piece.a1 - piece.a0, m = piece.b1 - piece.b0, delta = n - m;
  gint64 *own = (from_back ? diff->backward : diff->forward) + diff->offset;
  const gint64 *other = (from_back ? diff->forward : diff->backward) + diff->offset;
  /* The back has made as many steps as the front, or one less. */
  gint64 other_d = from_back ? d : d - 1;

  for (gint64 k = -d; k <= d; k += 2)
    {
      gint64 x = own[k] = reach (diff, piece, from_back, d, k), mirror = delta - k;

      if (x != INVALID && ABS (mirror) <= other_d && ((delta & 1) == 0) == from_back && other[mirror] != INVALID
          && x + other[mirror] >= n)
        {
          *x_met = from_back ? n - x : x;
          *y_met = from_back ? m - (x - k) : x - k;
          return TRUE;
        }
    }
  return FALSE;
}

/* Where to divide a piece whose ends differ. */
static void
find_middle (Diff *diff, Piece piece, gint64 *x, gint64 *y)
{
  gint64 best = -1;

  for (gint64 d = 0; d <= MAX_DISTANCE; d++)
    if (step (diff, piece, FALSE, d, x, y) || step (diff, piece, TRUE, d, x, y))
      return;
  /* The front's point that got farthest. */
  for (gint64 k = -MAX_DISTANCE; k <= MAX_DISTANCE; k += 2)
    {
      gint64 px = diff->forward[diff->offset + k];

      if (px != INVALID && 2 * px - k > best)
        {
          best = 2 * px - k;
          *x = px;
          *y = px - k;
        }
    }
}

static void
compare (Diff *diff, Piece piece)
{
  while (piece.a0 < piece.a1 && piece.b0 < piece.b1 && diff->a[piece.a0] == diff->b[piece.b0])
    {
      piece.a0++;
      piece.b0++;
    }
  while (piece.a0 < piece.a1 && piece.b0 < piece.b1 && diff->a[piece.a1 - 1] == diff->b[piece.b1 - 1])
    {
      piece.a1--;
      piece.b1--;
    }
  if (piece.a0 == piece.a1 || piece.b0 == piece.b1)
    {
      mark_all (diff, piece);
      return;
    }
  {
    gint64 x = 0, y = 0;
    Piece first = piece, second = piece;

    find_middle (diff, piece, &x, &y);
    first.a1 = second.a0 = piece.a0 + x;
    first.b1 = second.b0 = piece.b0 + y;
    if ((x == 0 && y == 0) || (first.a1 == piece.a1 && first.b1 == piece.b1))
      {
        mark_all (diff, piece);
        return;
      }
    compare (diff, first);
    compare (diff, second);
  }
}

GArray *
fl_diff_new (gconstpointer const *a, guint n_a, gconstpointer const *b, guint n_b)
{
  GArray *hunks = g_array_new (FALSE, FALSE, sizeof (FlHunk));
  /* A difference count of d touches diagonals -d-1 … d+1. */
  gint64 span = MIN ((gint64) n_a + n_b, MAX_DISTANCE) + 2;
  g_autofree guint8 *gone_a = g_malloc0 (n_a + 1);
  g_autofree guint8 *gone_b = g_malloc0 (n_b + 1);
  g_autofree gint64 *forward = g_new0 (gint64, 2 * span + 1);
  g_autofree gint64 *backward = g_new0 (gint64, 2 * span + 1);
  Diff diff = { a, b, gone_a, gone_b, forward, backward, span };

  compare (&diff, (Piece) { 0, n_a, 0, n_b });
  for (guint i = 0, k = 0; i < n_a || k < n_b;)
    {
      FlHunk hunk = { i, 0, k, 0 };

      for (; i < n_a && gone_a[i]; i++)
        hunk.n_a++;
      for (; k < n_b && gone_b[k]; k++)
        hunk.n_b++;
      if (hunk.n_a > 0 || hunk.n_b > 0)
        g_array_append_val (hunks, hunk);
      else
        {
          g_assert (i < n_a && k < n_b && a[i] == b[k]);
          i++;
          k++;
        }
    }
  return hunks;
}

/* --- lines ------------------------------------------------------------------------------------ */

struct _FlLinePool
{
  GHashTable *lines; /* text -> itself */
};

FlLinePool *
fl_line_pool_new (void)
{
  FlLinePool *pool = g_new0 (FlLinePool, 1);

  pool->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return pool;
}

void
fl_line_pool_free (FlLinePool *pool)
{
  g_hash_table_unref (pool->lines);
  g_free (pool);
}

static const char *
intern_line (FlLinePool *pool, const char *text, gsize length)
{
  char *copy = g_strndup (text, length);
  char *known = g_hash_table_lookup (pool->lines, copy);

  if (known != NULL)
    {
      g_free (copy);
      return known;
    }
  g_hash_table_add (pool->lines, copy);
  return copy;
}

GPtrArray *
fl_line_pool_split (FlLinePool *pool, const char *text, gsize length, gboolean trim)
{
  GPtrArray *lines = g_ptr_array_new ();
  const char *end = text + length;

  while (text < end)
    {
      const char *stop = memchr (text, '\n', (gsize) (end - text));
      const char *last = stop != NULL ? stop : end;

      while (trim && last > text && g_ascii_isspace (last[-1]))
        last--;
      g_ptr_array_add (lines, (gpointer) intern_line (pool, text, (gsize) (last - text)));
      text = stop != NULL ? stop + 1 : end;
    }
  return lines;
}

/* --- text ------------------------------------------------------------------------------------- */

static void
append_lines (GString *out, char mark, const GPtrArray *lines, guint from, guint n)
{
  for (guint i = from; i < from + n; i++)
    g_string_append_printf (out, "%c%s\n", mark, (const char *) lines->pdata[i]);
}

/* How many hunks from this one on share one piece of the output. */
static guint
count_joined (const GArray *hunks, guint first, guint n_context)
{
  guint n = 1;

  while (first + n < hunks->len)
    {
      const FlHunk *last = &g_array_index (hunks, FlHunk, first + n - 1);
      const FlHunk *next = &g_array_index (hunks, FlHunk, first + n);

      if (next->from_a - (last->from_a + last->n_a) > 2 * n_context)
        break;
      n++;
    }
  return n;
}

void
fl_diff_append_unified (GString *out, const char *title_a, const GPtrArray *a, const char *title_b, const GPtrArray *b,
                        const GArray *hunks, guint n_context)
{
  if (hunks->len == 0)
    return;
  g_string_append_printf (out, "--- %s\n+++ %s\n", title_a, title_b);
  for (guint i = 0; i < hunks->len;)
    {
      guint n = count_joined (hunks, i, n_context);
      const FlHunk *first = &g_array_index (hunks, FlHunk, i);
      const FlHunk *last = &g_array_index (hunks, FlHunk, i + n - 1);
      guint before = MIN (n_context, first->from_a);
      guint after = MIN (n_context, a->len - (last->from_a + last->n_a));
      guint at = first->from_a - before;
      guint n_a = last->from_a + last->n_a + after - at;
      guint n_b = last->from_b + last->n_b + after - (first->from_b - before);

      g_string_append_printf (out, "@@ -%u,%u +%u,%u @@\n", at + (n_a > 0), n_a, first->from_b - before + (n_b > 0),
                              n_b);
      for (guint k = i; k < i + n; k++)
        {
          const FlHunk *hunk = &g_array_index (hunks, FlHunk, k);

          append_lines (out, ' ', a, at, hunk->from_a - at);
          append_lines (out, '-', a, hunk->from_a, hunk->n_a);
          append_lines (out, '+', b, hunk->from_b, hunk->n_b);
          at = hunk->from_a + hunk->n_a;
        }
      append_lines (out, ' ', a, at, after);
      i += n;
    }
}
