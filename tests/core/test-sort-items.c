/* Sorting items of both widths, all ways, held to the C library's. */
#include "fl-sort-items.h"

#include <stdlib.h>
#include <string.h>

typedef enum
{
  RANDOM,
  EQUAL,
  ASCENDING,
  DESCENDING,
  N_KINDS
} Kind;

static int
compare (gconstpointer a, gconstpointer b)
{
  const FlItem *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static int
compare_wide (gconstpointer a, gconstpointer b)
{
  const FlWideItem *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static guint64
make_order (Kind kind, gint64 i, GRand *rand)
{
  switch (kind)
    {
    case RANDOM: return (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
    case EQUAL: /* of three */ return (guint64) (g_rand_int (rand) % 3) << 40 | 7;
    case ASCENDING: return i * G_GUINT64_CONSTANT (0x100000001);
    default: return (1000000 - i) * G_GUINT64_CONSTANT (0x100000001);
    }
}

static void
check_lane (gint64 n, gint64 keep, Kind kind, GRand *rand)
{
  g_autofree FlItem *items = g_new (FlItem, n + 1), *sorted = g_new (FlItem, n + 1), *scratch = g_new (FlItem, n + 1);
  g_autofree FlWideItem *wide = g_new (FlWideItem, n + 1), *wide_sorted = g_new (FlWideItem, n + 1),
                        *wide_scratch = g_new (FlWideItem, n + 1);

  for (gint64 i = 0; i < n; i++)
    {
      guint64 order = make_order (kind, i, rand);
      items[i] = (order & G_MAXUINT32) << FL_ITEM_BITS | i;
      wide[i] = (FlWideItem) order << FL_WIDE_ITEM_BITS | i;
    }
  memcpy (sorted, items, n * sizeof *items);
  memcpy (wide_sorted, wide, n * sizeof *wide);
  qsort (sorted, n, sizeof *sorted, compare);
  qsort (wide_sorted, n, sizeof *wide_sorted, compare_wide);
  fl_items_sort_least (items, n, keep, scratch);
  fl_wide_items_sort_least (wide, n, keep, wide_scratch);
  g_assert_true (memcmp (items, sorted, keep * sizeof *items) == 0);
  g_assert_true (memcmp (wide, wide_sorted, keep * sizeof *wide) == 0);
}

static void
check_selection (gint64 n, gint64 rank, Kind kind, GRand *rand)
{
  g_autofree FlItem *items = g_new (FlItem, n), *sorted = g_new (FlItem, n), *scratch = g_new (FlItem, n);
  g_autofree FlWideItem *wide = g_new (FlWideItem, n), *wide_sorted = g_new (FlWideItem, n),
                        *wide_scratch = g_new (FlWideItem, n);

  for (gint64 i = 0; i < n; i++)
    {
      guint64 order = make_order (kind, i, rand);
      items[i] = (order & G_MAXUINT32) << FL_ITEM_BITS | i;
      wide[i] = (FlWideItem) order << FL_WIDE_ITEM_BITS | i;
    }
  memcpy (sorted, items, n * sizeof *items);
  memcpy (wide_sorted, wide, n * sizeof *wide);
  qsort (sorted, n, sizeof *sorted, compare);
  qsort (wide_sorted, n, sizeof *wide_sorted, compare_wide);
  g_assert_true (fl_items_select (items, n, rank, scratch) == sorted[rank]);
  g_assert_true (fl_wide_items_select (wide, n, rank, wide_scratch) == wide_sorted[rank]);
}

static void
test_one_is_selected (void)
{
  static const gint64 lengths[] = { 1, 2, 16, 17, 33, 100, 768, 5000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (Kind kind = 0; kind < N_KINDS; kind++)
      for (gint64 rank = 0; rank < lengths[l]; rank += MAX (lengths[l] / 7, 1))
        check_selection (lengths[l], rank, kind, rand);
}

static void
test_lanes_are_sorted (void)
{
  static const gint64 lengths[] = { 0, 1, 2, 15, 16, 17, 33, 100, 700, 767, 768, 5000, 70000 };
  static const gint64 keeps[] = { 0, 1, 2, 8, 32, 33, 40, 150, 1000, 2000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (Kind kind = 0; kind < N_KINDS; kind++)
      {
        check_lane (lengths[l], lengths[l], kind, rand);
        for (guint k = 0; k < G_N_ELEMENTS (keeps); k++)
          if (keeps[k] <= lengths[l])
            check_lane (lengths[l], keeps[k], kind, rand);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/sort-items/lanes-are-sorted", test_lanes_are_sorted);
  g_test_add_func ("/core/sort-items/one-is-selected", test_one_is_selected);
  return g_test_run ();
}
