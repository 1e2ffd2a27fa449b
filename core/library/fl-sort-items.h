/* Elements as items that compare as one unsigned number: first what tells their order, then their place in the lane. No
 * two of a lane are equal, so every way of sorting them keeps equal elements in the order in which they came. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_ITEM_BITS = 32,     /* of the place in an FlItem, below 32 bits of order */
  FL_WIDE_ITEM_BITS = 64 /* of the place in an FlWideItem, below 64 bits of order */
};

typedef guint64 FlItem;
__extension__ typedef unsigned __int128 FlWideItem;

/* The `keep` least of n items are put at the front in ascending order. scratch: as many again. */
void fl_items_sort_least (FlItem *items, gint64 n, gint64 keep, FlItem *scratch);
void fl_wide_items_sort_least (FlWideItem *items, gint64 n, gint64 keep, FlWideItem *scratch);

/* Finds the item at `rank` in ascending order, from 0; lesser items end up before it. scratch: as many again. */
FlItem fl_items_select (FlItem *items, gint64 n, gint64 rank, FlItem *scratch);
FlWideItem fl_wide_items_select (FlWideItem *items, gint64 n, gint64 rank, FlWideItem *scratch);

G_END_DECLS
