/* One picture of times over sizes, both axes logarithmic, as SVG. */
#pragma once

#include <glib.h>

typedef struct
{
  const char *series; /* points of one series stand together */
  double nodes;
  double ms, low, high; /* median and quartiles */
} BenchPoint;

char *bench_plot_dup_svg (const BenchPoint *points, guint n_points);
