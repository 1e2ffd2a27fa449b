/* What scatters share: how elements are joined, and tables of results that threads have to themselves. */
#pragma once

#include "fl-library-op.h"

G_BEGIN_DECLS

typedef enum
{
  FL_SCATTER_SET,
  FL_SCATTER_SUM,
  FL_SCATTER_PRODUCT,
  FL_SCATTER_MAX,
  FL_SCATTER_MIN,
  FL_SCATTER_COUNT, /* 1 for each element that comes */
  FL_SCATTER_CLEAR, /* what was there does not count: what the others begin with */
  FL_SCATTER_CLEAR_PRODUCT,
  FL_SCATTER_CLEAR_MAX,
  FL_SCATTER_CLEAR_MIN,
  FL_N_SCATTER_JOINS
} FlScatterJoin;

/* wide: integers wrap. */
#define SET(to, x, wide) to = x
#define SUM(to, x, wide) to = (wide) to + (wide) x
#define PRODUCT(to, x, wide) to = (wide) to * (wide) x
/* Without a branch but for NaN, which wins. */
#define EXTREME(to, x, than)                                                                                           \
  {                                                                                                                    \
    const __typeof__ (to) old = to, new = x, best = new than old ? new : old;                                          \
    to = new == new ? best : new;                                                                                      \
  }
#define LARGER(to, x, wide) EXTREME (to, x, >)
#define SMALLER(to, x, wide) EXTREME (to, x, <)

/* Loops over rows and over indices for each instruction set that this kind of processor may have. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__                      \
    && !defined __SANITIZE_THREAD__
#define FL_SCATTER_CLONES __attribute__ ((target_clones ("avx512f", "avx2", "default")))
#else
#define FL_SCATTER_CLONES
#endif

/* Is one of them negative, or not below size? */
gboolean fl_scatter_has_outside (const gint64 *index, gint64 n, gint64 size);

/* Tables of results, each of what one piece of the indices brings. */
typedef struct _FlScatterTables FlScatterTables;
/* For n elements that lie in a row, joined to places that do so, too. NULL: the places are too many beside the
 * elements, or nothing tells how such tables would be joined. */
FlScatterTables *fl_scatter_tables_new (FlDtype dtype, FlScatterJoin join, gint64 n, gint64 n_places);
/* FALSE: an index is outside, and nothing was written. */
gboolean fl_scatter_tables_run (FlScatterTables *self, gpointer to, gconstpointer from, const gint64 *index,
                                FlThreadPool *pool);
/* "pieces of 16384 indices, 64 of them, each with a table of 256 places, …": as long as they are there. */
const char *fl_scatter_tables_describe (const FlScatterTables *self);
gint64 fl_scatter_tables_count_bytes (const FlScatterTables *self);
void fl_scatter_tables_free (FlScatterTables *self);

G_END_DECLS
