/* A directed graph that stays acyclic while edges are added and contracted, with an order kept up to date.
 * Source: Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs", JEA 11 (2006); the
 * contraction and its ties as the fusion passes that derive from TensorFlow's GraphCycles have them. Adding an edge
 * and reachability walk only nodes whose rank lies between those of the two ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FlCycles FlCycles;

FlCycles *fl_cycles_new (guint n_nodes);
void fl_cycles_free (FlCycles *cycles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlCycles, fl_cycles_free)

/* FALSE, and nothing changed, when it would close a cycle or x == y. */
gboolean fl_cycles_add_edge (FlCycles *cycles, guint32 x, guint32 y);
void fl_cycles_remove_edge (FlCycles *cycles, guint32 x, guint32 y);
gboolean fl_cycles_has_edge (const FlCycles *cycles, guint32 x, guint32 y);
gboolean fl_cycles_reaches (FlCycles *cycles, guint32 x, guint32 y);
/* The edge x -> y exists and no other path leads from x to y. */
gboolean fl_cycles_can_contract (FlCycles *cycles, guint32 x, guint32 y);
/* Needs fl_cycles_can_contract. The end with more edges survives, x on a tie; returns it. */
guint32 fl_cycles_contract (FlCycles *cycles, guint32 x, guint32 y);
/* The nodes between x and y on a path from x to y other than the edge itself, in order (NULL: none): what makes a
 * contraction a cycle. Free with g_array_unref; of guint32. */
GArray *fl_cycles_find_path (FlCycles *cycles, guint32 x, guint32 y);
guint fl_cycles_get_n_successors (const FlCycles *cycles, guint32 x);
guint32 fl_cycles_get_successor (const FlCycles *cycles, guint32 x, guint position);
/* The living nodes, consumers before producers (descending rank). Free with g_array_unref; of guint32. */
GArray *fl_cycles_get_post_order (const FlCycles *cycles);

G_END_DECLS
