/* Sorting items: short lanes by insertion, longer ones by runs that are merged, long ones digit by digit. */
#include "fl-sort-items.h"

#include <string.h>

enum
{
  RUN = 16,   /* sorted by insertion */
  MANY = 768, /* from which on digits are faster than merging */
  FEW = 32    /* kept in order while the others are looked at */
};

#define ITEM FlItem
#define PLACE_BITS FL_ITEM_BITS
#define NAME(verb) verb
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
  sort_any (items, n, scratch, TRUE);
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
    keep_few (items, n, keep);
  else if (keep < n / 4)
    keep_many (items, n, keep, scratch);
  else
    sort_any (items, n, scratch, TRUE);
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
