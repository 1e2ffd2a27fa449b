/* Micro-kernel: elements joined to the places that indices name. */
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
  FL_N_SCATTER_JOINS
} FlScatterJoin;

/* A block of n_outer times n_inner elements, strides in elements: index[a * index_outer + j * index_inner] of each
 * tells how many steps from to[j * to_inner] on its place is. Elements of the same place are joined in their order. */
typedef struct
{
  gpointer to;
  gconstpointer from;
  const gint64 *index;
  gint64 n_outer, n_inner, step;
  gint64 to_inner, from_outer, from_inner, index_outer, index_inner;
  gint64 low, high; /* whole rows are joined only to places [low, high): other threads have the others */
} FlScatterBlock;

typedef void (*FlScatterFunc) (const FlScatterBlock *block);

/* The loop for elements of f32, f64, i64 or i32, whose sums and products wrap; NULL: another type. */
FlScatterFunc fl_scatter_find_func (FlDtype dtype, FlScatterJoin join);
/* Is one of n indices negative, or not below size? */
gboolean fl_scatter_has_outside (const gint64 *index, gint64 n, gint64 size);
gboolean fl_scatter_block_has_outside (const FlScatterBlock *block, gint64 n_places);
/* One element that changes nothing when it is joined. A sum's is -0, which only +0 tells from 0. */
gconstpointer fl_scatter_get_neutral (FlDtype dtype, FlScatterJoin join);

G_END_DECLS
