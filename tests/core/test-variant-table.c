/* Variants side by side: texts, changes and the best of a row. */
#include <string.h>

#include "fl-variant-table.h"

static FlFacts *
make_facts (double kernels, double bytes, double time_ns, double spread_ns)
{
  FlArena *arena = fl_arena_open ();
  FlFacts *facts = fl_arena_new (arena, FlFacts, 1);

  *facts = (FlFacts) { .arena = arena, .name = "graph", .strategy = "inductor" };
  facts->has[FL_FACT_KERNELS] = facts->has[FL_FACT_BYTES] = TRUE;
  facts->amount[FL_FACT_KERNELS] = kernels;
  facts->amount[FL_FACT_BYTES] = bytes;
  if (time_ns > 0)
    {
      facts->has[FL_FACT_TIME] = TRUE;
      facts->amount[FL_FACT_TIME] = time_ns;
      facts->time_low_ns = time_ns - spread_ns;
      facts->time_high_ns = time_ns + spread_ns;
    }
  return facts;
}

static void
test_best (void)
{
  g_autoptr (FlFacts) a = make_facts (3, 4096, 1000, 10);
  g_autoptr (FlFacts) b = make_facts (2, 4096, 1015, 10);
  g_autoptr (FlFacts) c = make_facts (5, 4096, 2000, 10);
  const FlFacts *all[] = { a, b, NULL, c };
  gboolean is_best[4];

  fl_variant_find_best (all, 4, FL_FACT_KERNELS, is_best);
  g_assert_false (is_best[0]);
  g_assert_true (is_best[1]);
  g_assert_false (is_best[2]);
  g_assert_false (is_best[3]);
  /* All are equal: there is no best. */
  fl_variant_find_best (all, 4, FL_FACT_BYTES, is_best);
  for (guint i = 0; i < 4; i++)
    g_assert_false (is_best[i]);
  /* 990 to 1010 and 1005 to 1025 overlap: neither is better; 1990 to 2010 is worse. */
  fl_variant_find_best (all, 4, FL_FACT_TIME, is_best);
  g_assert_true (is_best[0]);
  g_assert_true (is_best[1]);
  g_assert_false (is_best[3]);
  /* Not known of any. */
  fl_variant_find_best (all, 4, FL_FACT_PEAK, is_best);
  g_assert_false (is_best[0]);
}

static void
test_texts (void)
{
  g_autoptr (FlFacts) a = make_facts (3, 4096, 1000, 10);
  g_autoptr (FlFacts) b = make_facts (2, 8192, 1015, 10);
  g_autoptr (FlDelta) delta = fl_delta_new (a, b, NULL);
  g_autofree char *kernels = fl_variant_dup_amount (a, FL_FACT_KERNELS);
  g_autofree char *unknown = fl_variant_dup_amount (a, FL_FACT_PEAK);
  g_autofree char *time = fl_variant_dup_change (delta, FL_FACT_TIME);
  g_autofree char *bytes = fl_variant_dup_change (delta, FL_FACT_BYTES);
  g_autofree char *base = fl_variant_dup_change (NULL, FL_FACT_BYTES);
  g_autofree char *card = fl_variant_dup_card (delta);

  g_assert_cmpstr (kernels, ==, "3");
  g_assert_cmpstr (unknown, ==, "");
  g_assert_cmpstr (base, ==, "");
  g_assert_cmpstr (time, ==, "within the spread"); /* 990 to 1010 and 1005 to 1025 */
  g_assert_true (g_str_has_prefix (bytes, "+4"));  /* 8192 - 4096 bytes: 4 KiB, 100 % */
  g_assert_nonnull (strstr (bytes, "100.0 %"));
  g_assert_true (g_str_has_prefix (card, "Kernels 3 → 2, bytes moved +4"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/variant-table/best", test_best);
  g_test_add_func ("/variant-table/texts", test_texts);
  return g_test_run ();
}
