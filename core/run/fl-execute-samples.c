/* Medians and quartiles of samples. */
#include "fl-execute-private.h"

#include <stdlib.h>

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Linear between neighbours, as numpy does. */
static double
get_quantile (const double *sorted, guint n, double share)
{
  double place = share * (n - 1);
  guint below = place;
  return below + 1 >= n ? sorted[n - 1] : sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

FlQuartiles
fl_samples_summarize (double *values, guint n)
{
  if (n == 0)
    return (FlQuartiles) { 0 };
  qsort (values, n, sizeof *values, compare_numbers);
  return (FlQuartiles) { n, get_quantile (values, n, 0.25), get_quantile (values, n, 0.5),
                         get_quantile (values, n, 0.75) };
}

double
fl_samples_get_median (double *values, guint n)
{
  return fl_samples_summarize (values, n).median;
}
