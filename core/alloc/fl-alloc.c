/* The table of planners. */
#include "fl-alloc-private.h"

static const FlAllocRow rows[] = {
  { "naive", "No sharing", "Every buffer has memory of its own: what sharing is measured against.", fl_alloc_naive },
  { "size-first", "By size, first fit", "The largest buffer first, each into the lowest gap that is large enough.",
    fl_alloc_size_first },
  { "size-best", "By size, best fit", "The largest buffer first, each into the smallest gap that is large enough.",
    fl_alloc_size_best },
  { "breadth", "By breadth", "The steps that need most memory first; within a step the largest buffer.",
    fl_alloc_breadth },
  { "heap", "Best-fit heap", "By size, and by length of life; the lower of the two plans.", fl_alloc_heap },
  { "time", "Program order", "As an allocator at run time would: each buffer when it is made, best fit.",
    fl_alloc_time },
  { "hill", "Hill climb", "Swaps buffers in the order of placement and keeps what lowers the arena.", fl_alloc_hill },
  { "exact", "Exact search", "A complete search that stops at the lower bound, or says how far from it it may be.",
    fl_alloc_exact },
  { "auto", "The lowest of several",
    "By size first; while that is above the lower bound the other orders, and then a search of "
    "bounded length.",
    fl_alloc_auto },
  { "pool-tree", "TorchInductor's pools", "By size into nested splits of time and space, all in one pool.",
    fl_alloc_pool_tree },
};

guint
fl_alloc_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlAllocRow *
fl_alloc_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

const FlAllocRow *
fl_alloc_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return &rows[i];
  return NULL;
}
