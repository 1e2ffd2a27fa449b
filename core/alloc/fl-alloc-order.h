/* Orders of nodes with a low peak: before offsets are given, the order says how many bytes must be
 * alive at once. A node's results are made when it runs, and everything it uses is alive while it
 * does; a buffer is freed after the last of its users. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint n_nodes;
  const gint64 *made_bytes;            /* n_nodes: bytes that come alive when it runs */
  const guint *before_starts, *before; /* nodes that must run before node i: before[before_starts[i]] … */
  guint n_buffers;
  const gint64 *freed_bytes;      /* n_buffers: bytes that end with it; 0: it is kept */
  const guint *use_starts, *uses; /* buffers that node i uses or makes, each once */
  gint64 start_bytes;             /* alive before the first node */
} FlOrderProblem;

/* Most bytes alive at once; order[n_nodes] is a legal order. */
gint64 fl_order_measure (const FlOrderProblem *problem, const guint *order);

/* Several unfinished orders side by side, of each length the `width` with fewest bytes alive among
 * those that stay below the lowest peak known; again below what was found, while that succeeds. No
 * proof, but time that grows with the nodes. order: a legal one on entry, to be improved on. TRUE:
 * it was. */
gboolean fl_order_search_beam (const FlOrderProblem *problem, guint width, const gint *cancelled, guint *order);

typedef enum
{
  FL_ORDER_PROVED, /* no order has a lower peak */
  FL_ORDER_GAVE_UP /* the limit came first */
} FlOrderResult;

/* All orders, best first, as sets of nodes that have run. order: a legal one on entry, to be
 * improved on; the best known on return. *n_states: sets looked at, at most max_states. */
FlOrderResult fl_order_search_exact (const FlOrderProblem *problem, guint64 max_states, const gint *cancelled,
                                     guint *order, guint64 *n_states);

G_END_DECLS
