/* The gate: is a new run still as good as a base? Limits over a delta, for continuous integration.
 */
#pragma once

#include "fl-delta.h"

G_BEGIN_DECLS

/* "0", "12": at most so much; "+3": at most so much more than the base; "+2%": at most so much more
 * than the base, in percent; "-5%": at least so much less. Bytes take KiB, MiB, GiB; times ns, us,
 * ms, s. */
typedef struct
{
  gboolean is_set;
  gboolean is_relative; /* to the base's amount */
  gboolean is_percent;
  double amount;
} FlGateLimit;

typedef struct
{
  FlGateLimit facts[FL_N_FACTS];
  FlGateLimit lost;         /* fusions lost */
  double min_matched_share; /* below it a comparison of fusions says nothing: 0.5 at first */
} FlGateLimits;

typedef struct
{
  const char *name; /* "lost-fusions", "peak" */
  gboolean passed;
  char *text; /* "peak 4.2 MiB, at most 4.1 MiB (base 4.0 MiB +2 %)" */
} FlGateCheck;

void fl_gate_limits_init (FlGateLimits *limits);
gboolean fl_gate_parse_limit (const char *text, FlUnit unit, FlGateLimit *limit, GError **error);
/* One check a limit that is set; free with g_ptr_array_unref; of FlGateCheck. A figure that one
 * side lacks fails its check: a gate that could not look must not open. */
GPtrArray *fl_gate_check (const FlGateLimits *limits, const FlDelta *delta, const FlFacts *base,
                          const FlFacts *variant);
gboolean fl_gate_passed (const GPtrArray *checks);

G_END_DECLS
