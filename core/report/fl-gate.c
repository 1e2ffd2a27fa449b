/* Limits over a delta. */
#include "fl-gate.h"

#include <math.h>
#include <string.h>

#include "fl-error.h"
#include "fl-text.h"

void
fl_gate_limits_init (FlGateLimits *limits)
{
  *limits = (FlGateLimits) { .min_matched_share = 0.5 };
}

/* --- limits as text --------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  FlUnit unit;
  double factor;
} Suffix;

static const Suffix suffixes[] = {
  { "KiB", FL_UNIT_BYTES, 1024.0 },
  { "MiB", FL_UNIT_BYTES, 1024.0 * 1024 },
  { "GiB", FL_UNIT_BYTES, 1024.0 * 1024 * 1024 },
  { "B", FL_UNIT_BYTES, 1 },
  { "ns", FL_UNIT_NS, 1 },
  { "us", FL_UNIT_NS, 1e3 },
  { "ms", FL_UNIT_NS, 1e6 },
  { "s", FL_UNIT_NS, 1e9 },
};

static gboolean
read_suffix (const char *text, FlUnit unit, FlGateLimit *limit)
{
  while (*text == ' ')
    text++;
  if (*text == '\0')
    return TRUE;
  if (g_str_equal (text, "%"))
    {
      limit->is_percent = limit->is_relative = TRUE;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (suffixes[i].unit == unit && g_str_equal (text, suffixes[i].name))
      {
        limit->amount *= suffixes[i].factor;
        return TRUE;
      }
  return FALSE;
}

gboolean
fl_gate_parse_limit (const char *text, FlUnit unit, FlGateLimit *limit, GError **error)
{
  char *end = NULL;

  *limit = (FlGateLimit) { .is_set = TRUE, .is_relative = *text == '+' || *text == '-' };
  limit->amount = g_ascii_strtod (text, &end);
  if (end != text && isfinite (limit->amount) && fabs (limit->amount) < 1e18
      && strpbrk (text, "xXnN") != text + (*text == '+' || *text == '-') && read_suffix (end, unit, limit))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "“%s” is no limit: write 12 (at most that), +3 (at most so much more), +2%% or -5%%%s", text,
               unit == FL_UNIT_BYTES ? "; bytes may have KiB, MiB or GiB"
               : unit == FL_UNIT_NS  ? "; times may have ns, us, ms or s"
                                     : "");
  return FALSE;
}

/* --- checks ----------------------------------------------------------------------------------- */

static void
free_check (gpointer data)
{
  FlGateCheck *check = data;

  g_free (check->text);
  g_free (check);
}

static void
add_check (GPtrArray *checks, const char *name, gboolean passed, char *text)
{
  FlGateCheck *check = g_new0 (FlGateCheck, 1);

  *check = (FlGateCheck) { name, passed, text };
  g_ptr_array_add (checks, check);
}

static double
get_most (const FlGateLimit *limit, double base)
{
  if (limit->is_percent)
    return base * (1 + limit->amount / 100);
  return limit->is_relative ? base + limit->amount : limit->amount;
}

static char *
dup_amount (FlUnit unit, double amount)
{
  if (amount < 0)
    return g_strdup_printf ("%.0f", amount);
  return unit == FL_UNIT_BYTES ? fl_text_dup_bytes ((guint64) amount)
         : unit == FL_UNIT_NS  ? fl_text_dup_duration (amount)
                               : g_strdup_printf ("%.0f", amount);
}

/* "at most 4.1 MiB (base 4.0 MiB +2 %)" */
static char *
dup_limit (FlUnit unit, const FlGateLimit *limit, double base)
{
  g_autofree char *most = dup_amount (unit, get_most (limit, base)), *from = dup_amount (unit, base);
  g_autofree char *change = NULL;

  if (!limit->is_relative)
    return g_strdup_printf ("at most %s (base %s)", most, from);
  if (limit->is_percent)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      change = g_strdup_printf ("%s%s %%", limit->amount >= 0 ? "+" : "",
                                g_ascii_formatd (number, sizeof number, "%.4g", limit->amount));
    }
  else
    {
      g_autofree char *amount = dup_amount (unit, fabs (limit->amount));

      change = g_strdup_printf ("%s%s", limit->amount < 0 ? "-" : "+", amount);
    }
  return g_strdup_printf ("at most %s (base %s %s)", most, from, change);
}

/* A time is over its limit only when the faster quarter of the new runs is slower than the slower
 * quarter of the base's runs allows: what lies within the spread is no difference. */
static void
check_time (GPtrArray *checks, const FlGateLimit *limit, const FlFacts *base, const FlFacts *variant)
{
  double most = get_most (limit, base->amount[FL_FACT_TIME]);
  double most_with_spread = limit->is_relative ? get_most (limit, base->time_high_ns) : most;
  gboolean is_over = variant->amount[FL_FACT_TIME] > most;
  gboolean is_proved = is_over && variant->time_low_ns > most_with_spread;
  g_autofree char *now = fl_text_dup_duration (variant->amount[FL_FACT_TIME]);
  g_autofree char *low = fl_text_dup_duration (variant->time_low_ns),
                  *high = fl_text_dup_duration (variant->time_high_ns);
  g_autofree char *limit_text = dup_limit (FL_UNIT_NS, limit, base->amount[FL_FACT_TIME]);

  add_check (checks, "time", !is_proved,
             g_strdup_printf ("time %s (quartiles %s to %s), %s%s", now, low, high, limit_text,
                              is_over && !is_proved ? "; over it, but within the measured spread" : ""));
}

static void
check_fact (GPtrArray *checks, FlFact fact, const FlGateLimit *limit, const FlFacts *base, const FlFacts *variant)
{
  const FlFactInfo *info = fl_fact_get_info (fact);
  g_autofree char *now = NULL, *limit_text = NULL;

  if (!variant->has[fact] || (limit->is_relative && !base->has[fact]))
    {
      add_check (checks, info->name, FALSE,
                 g_strdup_printf ("%s is not known of %s: a gate that cannot look does not open%s", info->name,
                                  variant->has[fact] ? "the base" : "the new run",
                                  fact == FL_FACT_TIME ? "; give graphs, or reports of `run`" : ""));
      return;
    }
  if (fact == FL_FACT_TIME)
    {
      check_time (checks, limit, base, variant);
      return;
    }
  now = dup_amount (info->unit, variant->amount[fact]);
  limit_text = dup_limit (info->unit, limit, base->amount[fact]);
  /* Half a byte of slack: percent of large numbers are not exact. */
  add_check (checks, info->name, variant->amount[fact] <= get_most (limit, base->amount[fact]) + 0.5e-6,
             g_strdup_printf ("%s %s, %s", info->name, now, limit_text));
}

static void
check_lost (GPtrArray *checks, const FlGateLimits *limits, const FlDelta *delta)
{
  double most
      = limits->lost.is_percent ? delta->base[FL_FACT_FUSIONS] * limits->lost.amount / 100 : limits->lost.amount;

  if (delta->matched_share < limits->min_matched_share)
    {
      add_check (checks, "lost-fusions", FALSE,
                 g_strdup_printf ("only %.0f %% of the values of the two runs match, at least %.0f "
                                  "%% are needed: the graphs "
                                  "are too different to speak of lost fusions",
                                  floor (delta->matched_share * 100), limits->min_matched_share * 100));
      return;
    }
  add_check (checks, "lost-fusions", delta->n_lost <= most,
             g_strdup_printf ("%u fusions lost, at most %.0f (%.0f %% of the values matched)", delta->n_lost,
                              floor (most), floor (delta->matched_share * 100)));
}

GPtrArray *
fl_gate_check (const FlGateLimits *limits, const FlDelta *delta, const FlFacts *base, const FlFacts *variant)
{
  GPtrArray *checks = g_ptr_array_new_with_free_func (free_check);

  if (limits->lost.is_set)
    check_lost (checks, limits, delta);
  for (guint i = 0; i < FL_N_FACTS; i++)
    if (limits->facts[i].is_set)
      check_fact (checks, i, &limits->facts[i], base, variant);
  return checks;
}

gboolean
fl_gate_passed (const GPtrArray *checks)
{
  for (guint i = 0; i < checks->len; i++)
    if (!((const FlGateCheck *) checks->pdata[i])->passed)
      return FALSE;
  return TRUE;
}
