/* Privatized histograms, many elements joined to few places (histograms, segments): the indices are cut into pieces,
 * each with a table of results of its own, and tables are joined in their order. Threads take pieces; one thread goes
 * through four of them side by side, as memory brings four streams faster than one, and as elements that meet in one
 * place would wait for each other.
 *
 * How many pieces there are follows from the sizes alone: any number of threads gives the same result. */
#include "fl-library-scatter-private.h"

#include <math.h>
#include <string.h>

#ifndef __clang__                              /* which does so anyway */
#pragma GCC optimize("O3", "no-trapping-math") /* joining in vectors */
#endif

/* Either sets the sign of what is collected. */
FL_SCATTER_CLONES gboolean
fl_scatter_has_outside (const gint64 *index, gint64 n, gint64 size)
{
  guint64 outside = 0;
  for (gint64 i = 0; i < n; i++)
    outside |= (guint64) index[i] | ((guint64) size - 1 - (guint64) index[i]);
  return outside >> 63;
}

enum
{
  BESIDE = 4, /* pieces side by side */
  MAX_PIECES = 64,
  LEAST_LENGTH = 4096,        /* elements of a piece */
  LEAST_SHARE = 4,            /* elements of a piece to a place: making and joining tables is little beside them */
  MAX_BESIDE_BYTES = 1 << 19, /* of the tables that a thread holds in its second-level cache */
  N_CHECKED = 512,            /* indices of each piece that are looked at before they are used */
  MIN_PARALLEL = 1 << 15      /* results of all pieces that are worth threads when they are joined */
};

typedef struct
{
  gpointer tables[BESIDE];
  gconstpointer from[BESIDE];
  const gint64 *index[BESIDE];
  gint64 n, n_places;
} Pieces;

/* FALSE: an index is outside. */
typedef gboolean (*PiecesFunc) (const Pieces *pieces);
/* What places begin with, so that joining it changes nothing. */
typedef void (*ClearFunc) (gpointer table, gint64 n);
typedef void (*JoinFunc) (gpointer to, gconstpointer table, gint64 begin, gint64 end);

typedef struct
{
  PiecesFunc run;
  ClearFunc clear;
  JoinFunc join;
} Functions;

struct _FlScatterTables
{
  Functions functions;
  gint64 n, n_places, n_pieces, length, table_bytes, width;
  guint8 *tables;
  gpointer to;
  gconstpointer from;
  const gint64 *index;
  gint n_bad;
  char *text;
};

/* --- elements --------------------------------------------------------------------------------- */

static gboolean
are_inside (const Pieces *pieces, gint64 first, gint64 n)
{
  gboolean has_outside = FALSE;
  for (guint k = 0; k < BESIDE; k++)
    has_outside |= fl_scatter_has_outside (pieces->index[k] + first, n, pieces->n_places);
  return !has_outside;
}

#define DEFINE(name, type, wide, join, neutral)                                                                        \
  static gboolean run_##name (const Pieces *p)                                                                         \
  {                                                                                                                    \
    type *a = p->tables[0], *b = p->tables[1], *c = p->tables[2], *d = p->tables[3];                                   \
    for (gint64 first = 0; first < p->n; first += N_CHECKED)                                                           \
      {                                                                                                                \
        const gint64 last = MIN (first + N_CHECKED, p->n);                                                             \
        if (!are_inside (p, first, last - first))                                                                      \
          return FALSE;                                                                                                \
        for (gint64 i = first; i < last; i++)                                                                          \
          {                                                                                                            \
            join (a[p->index[0][i]], ((const type *) p->from[0])[i], wide);                                            \
            join (b[p->index[1][i]], ((const type *) p->from[1])[i], wide);                                            \
            join (c[p->index[2][i]], ((const type *) p->from[2])[i], wide);                                            \
            join (d[p->index[3][i]], ((const type *) p->from[3])[i], wide);                                            \
          }                                                                                                            \
      }                                                                                                                \
    return TRUE;                                                                                                       \
  }                                                                                                                    \
  static void clear_##name (gpointer table, gint64 n)                                                                  \
  {                                                                                                                    \
    type *t = table;                                                                                                   \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      t[i] = neutral;                                                                                                  \
  }                                                                                                                    \
  FL_SCATTER_CLONES static void join_##name (gpointer to, gconstpointer table, gint64 begin, gint64 end)               \
  {                                                                                                                    \
    type *restrict t = to;                                                                                             \
    const type *restrict from = table;                                                                                 \
    for (gint64 i = begin; i < end; i++)                                                                               \
      join (t[i], from[i], wide);                                                                                      \
  }
/* -0: what is added to it stays what it is. */
#define DEFINE_ALL(name, type, wide, zero, least, largest)                                                             \
  DEFINE (sum_##name, type, wide, SUM, zero)                                                                           \
  DEFINE (product_##name, type, wide, PRODUCT, 1)                                                                      \
  DEFINE (larger_##name, type, wide, LARGER, least)                                                                    \
  DEFINE (smaller_##name, type, wide, SMALLER, largest)
#define FUNCTIONS_OF(name)                                                                                             \
  {                                                                                                                    \
    run_##name, clear_##name, join_##name                                                                              \
  }
#define ALL(name)                                                                                                      \
  [FL_SCATTER_SUM] = FUNCTIONS_OF (sum_##name), [FL_SCATTER_PRODUCT] = FUNCTIONS_OF (product_##name),                  \
  [FL_SCATTER_MAX] = FUNCTIONS_OF (larger_##name), [FL_SCATTER_MIN] = FUNCTIONS_OF (smaller_##name)

DEFINE_ALL (f32, float, float, -0.0f, -INFINITY, INFINITY)
DEFINE_ALL (f64, double, double, -0.0, -INFINITY, INFINITY)
DEFINE_ALL (i64, gint64, guint64, 0, G_MININT64, G_MAXINT64)
DEFINE_ALL (i32, gint32, guint32, 0, G_MININT32, G_MAXINT32)

static Functions
find_functions (FlDtype dtype, FlScatterJoin join)
{
  static const Functions f32[FL_N_SCATTER_JOINS] = { ALL (f32) }, f64[FL_N_SCATTER_JOINS] = { ALL (f64) },
                         i64[FL_N_SCATTER_JOINS] = { ALL (i64) }, i32[FL_N_SCATTER_JOINS] = { ALL (i32) };
  switch ((int) dtype)
    {
    case FL_DTYPE_F32: return f32[join];
    case FL_DTYPE_F64: return f64[join];
    case FL_DTYPE_I64: return i64[join];
    case FL_DTYPE_I32: return i32[join];
    default: return (Functions) { NULL };
    }
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void
run_groups (gpointer data, gint64 begin, gint64 end)
{
  FlScatterTables *self = data;
  for (gint64 group = begin; group < end; group++)
    {
      Pieces pieces = { .n = self->length, .n_places = self->n_places };
      for (guint k = 0; k < BESIDE; k++)
        {
          const gint64 piece = BESIDE * group + k;
          pieces.tables[k] = self->tables + piece * self->table_bytes;
          pieces.from[k] = (const guint8 *) self->from + piece * self->length * self->width;
          pieces.index[k] = self->index + piece * self->length;
          self->functions.clear (pieces.tables[k], self->n_places);
        }
      if (!self->functions.run (&pieces))
        g_atomic_int_set (&self->n_bad, 1);
    }
}

static void
join_places (gpointer data, gint64 begin, gint64 end)
{
  const FlScatterTables *self = data;
  for (gint64 piece = 0; piece < self->n_pieces; piece++)
    self->functions.join (self->to, self->tables + piece * self->table_bytes, begin, end);
}

/* Fewer than a piece, as tables of their own. */
static void
join_rest (FlScatterTables *self)
{
  const gint64 first = self->n_pieces * self->length;
  for (gint64 i = first; i < self->n; i++)
    self->functions.join ((guint8 *) self->to + self->index[i] * self->width,
                          (const guint8 *) self->from + i * self->width, 0, 1);
}

/* --- the interface ---------------------------------------------------------------------------- */

FlScatterTables *
fl_scatter_tables_new (FlDtype dtype, FlScatterJoin join, gint64 n, gint64 n_places)
{
  const Functions functions = find_functions (dtype, join);
  const gint64 width = fl_dtype_get_size_bytes (dtype);
  gint64 n_pieces;
  if (functions.run == NULL || n_places < 1 || n_places > MAX_BESIDE_BYTES / (BESIDE * width))
    return NULL;
  n_pieces = MIN (n / MAX (LEAST_LENGTH, LEAST_SHARE * n_places), MAX_PIECES) / BESIDE * BESIDE;
  if (n_pieces == 0)
    return NULL;
  FlScatterTables *self = g_new0 (FlScatterTables, 1);
  *self = (FlScatterTables) {
    .functions = functions, .n = n, .n_places = n_places, .n_pieces = n_pieces, .length = n / n_pieces, .width = width
  };
  /* Equal places of tables lie on different lines, and not a multiple of 4096 bytes apart. */
  self->table_bytes = (n_places * width + 63) / 64 * 64 + 64;
  self->tables = g_aligned_alloc (n_pieces, self->table_bytes, 64);
  self->text
      = g_strdup_printf ("pieces of %" G_GINT64_FORMAT " indices, %" G_GINT64_FORMAT
                         " of them, each with a table of %" G_GINT64_FORMAT
                         " places, which are joined in their order; a thread goes through %d of them side by side",
                         self->length, n_pieces, n_places, BESIDE);
  return self;
}

gboolean
fl_scatter_tables_run (FlScatterTables *self, gpointer to, gconstpointer from, const gint64 *index, FlThreadPool *pool)
{
  const gint64 n_results = self->n_places * self->n_pieces, first = self->n_pieces * self->length;
  self->to = to;
  self->from = from;
  self->index = index;
  self->n_bad = fl_scatter_has_outside (index + first, self->n - first, self->n_places);
  if (self->n_bad == 0)
    fl_thread_pool_run (pool, run_groups, self, self->n_pieces / BESIDE);
  if (self->n_bad != 0)
    return FALSE;
  if (n_results >= MIN_PARALLEL)
    fl_thread_pool_run (pool, join_places, self, self->n_places);
  else
    join_places (self, 0, self->n_places);
  join_rest (self);
  return TRUE;
}

const char *
fl_scatter_tables_describe (const FlScatterTables *self)
{
  return self->text;
}

gint64
fl_scatter_tables_count_bytes (const FlScatterTables *self)
{
  return self->n_pieces * self->table_bytes;
}

void
fl_scatter_tables_free (FlScatterTables *self)
{
  g_aligned_free (self->tables);
  g_free (self->text);
  g_free (self);
}
