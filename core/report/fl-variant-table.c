/* Variants side by side. */
#include "fl-variant-table.h"

#include "fl-text.h"

char *
fl_variant_dup_amount (const FlFacts *facts, FlFact fact)
{
  g_autofree char *amount = NULL, *spread = NULL;

  if (facts == NULL || !facts->has[fact])
    return g_strdup ("");
  amount = fl_fact_dup_amount (fact, facts->amount[fact]);
  if (fact != FL_FACT_TIME)
    return g_steal_pointer (&amount);
  spread = fl_text_dup_duration ((facts->time_high_ns - facts->time_low_ns) / 2);
  return g_strdup_printf ("%s ± %s", amount, spread);
}

char *
fl_variant_dup_change (const FlDelta *delta, FlFact fact)
{
  if (delta == NULL || !delta->has[fact] || delta->base[fact] == delta->variant[fact])
    return g_strdup ("");
  if (fact == FL_FACT_TIME && !delta->is_time_apart)
    return g_strdup ("within the spread");
  return fl_delta_dup_change (delta, fact);
}

/* Smaller is better, but for fusions; a bound is neither. */
static int
get_direction (FlFact fact)
{
  return fact == FL_FACT_BOUND ? 0 : fact == FL_FACT_FUSIONS ? 1 : -1;
}

static gboolean
is_as_good (const FlFacts *facts, const FlFacts *best, FlFact fact)
{
  if (fact == FL_FACT_TIME)
    return facts->time_low_ns <= best->time_high_ns && best->time_low_ns <= facts->time_high_ns;
  return facts->amount[fact] == best->amount[fact];
}

void
fl_variant_find_best (const FlFacts *const *facts, guint n, FlFact fact, gboolean *is_best)
{
  const FlFacts *best = NULL;
  guint n_known = 0, n_best = 0;

  for (guint i = 0; i < n; i++)
    {
      is_best[i] = FALSE;
      if (facts[i] == NULL || !facts[i]->has[fact])
        continue;
      n_known++;
      if (best == NULL || (facts[i]->amount[fact] - best->amount[fact]) * get_direction (fact) > 0)
        best = facts[i];
    }
  if (best == NULL || get_direction (fact) == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      is_best[i] = facts[i] != NULL && facts[i]->has[fact] && is_as_good (facts[i], best, fact);
      n_best += is_best[i];
    }
  for (guint i = 0; i < n && n_best == n_known; i++)
    is_best[i] = FALSE;
}

char *
fl_variant_dup_card (const FlDelta *delta)
{
  static const FlFact told[] = { FL_FACT_KERNELS, FL_FACT_BYTES, FL_FACT_PEAK, FL_FACT_TIME };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      g_autofree char *change = fl_variant_dup_change (delta, told[i]);
      g_autofree char *title = g_ascii_strdown (fl_fact_get_info (told[i])->title, -1);

      if (*change == '\0')
        continue;
      g_string_append (text, text->len > 0 ? ", " : "");
      if (told[i] == FL_FACT_KERNELS)
        g_string_append_printf (text, "%s %.0f → %.0f", title, delta->base[told[i]], delta->variant[told[i]]);
      else
        g_string_append_printf (text, "%s %s", title, change);
    }
  if (text->len == 0 && delta->n_rewritten > 0)
    g_string_append_printf (text, "the code of %u kernel%s", delta->n_rewritten,
                            delta->n_rewritten == 1 ? " differs" : "s differs");
  if (text->len == 0)
    g_string_append (text, "nothing measurable changed");
  text->str[0] = g_ascii_toupper (text->str[0]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
