/* Sorting items: insertion sort for short lanes, merge sort for longer ones, radix sort for long ones; quickselect. */
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
#define NAME(verb) fl_items_##verb
#include "fl-sort-items.inc"
#undef ITEM
#undef PLACE_BITS
#undef NAME

#define ITEM FlWideItem
#define PLACE_BITS FL_WIDE_ITEM_BITS
#define NAME(verb) fl_wide_items_##verb
#include "fl-sort-items.inc"
