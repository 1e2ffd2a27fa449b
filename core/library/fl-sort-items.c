/* Sorting items: short lanes by insertion, longer ones by runs that are merged, long ones digit by digit. */
#include "fl-sort-items.h"

#include <string.h>

enum
{
  RUN = 16,       /* sorted by insertion */
  MANY = 768,     /* from which on digits are faster than merging */
  FEW = 32,       /* kept in order while the others are looked at */
  MAX_ROUNDS = 60 /* of selecting */
};

#define ITEM FlItem
#define PLACE_BITS FL_ITEM_BITS
#define NAME(verb) items_##verb
#include "fl-sort-items.inc"
#undef ITEM
#undef PLACE_BITS
#undef NAME

#define ITEM FlWideItem
#define PLACE_BITS FL_WIDE_ITEM_BITS
#define NAME(verb) wide_##verb
#include "fl-sort-items.inc"

void
fl_items_sort (FlItem *items, gint64 n, FlItem *scratch)
{
  items_sort_any (items, n, scratch, TRUE);
}

void
fl_wide_items_sort (FlWideItem *items, gint64 n, FlWideItem *scratch)
{
  wide_sort_any (items, n, scratch, TRUE);
}

void
fl_items_sort_least (FlItem *items, gint64 n, gint64 keep, FlItem *scratch)
{
  if (keep == 0)
    return;
  if (keep <= FEW)
    items_keep_few (items, n, keep);
  else if (keep < n / 4)
    items_keep_many (items, n, keep, scratch);
  else
    items_sort_any (items, n, scratch, TRUE);
}

FlItem
fl_items_select (FlItem *items, gint64 n, gint64 rank, FlItem *scratch)
{
  return items_select (items, n, rank, scratch);
}

FlWideItem
fl_wide_items_select (FlWideItem *items, gint64 n, gint64 rank, FlWideItem *scratch)
{
  return wide_select (items, n, rank, scratch);
}

void
fl_wide_items_sort_least (FlWideItem *items, gint64 n, gint64 keep, FlWideItem *scratch)
{
  if (keep == 0)
    return;
  if (keep <= FEW)
    wide_keep_few (items, n, keep);
  else if (keep < n / 4)
    wide_keep_many (items, n, keep, scratch);
  else
    wide_sort_any (items, n, scratch, TRUE);
}
