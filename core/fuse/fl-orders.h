/* Orders of kernels for a low peak, as rows of one table. Option peak_order chooses which are
 * tried: "best" TorchInductor's, "lowest" all of them, or a row's name. The order after fusion
 * ("given") is always the first, and the first of equally low ones is taken, so no choice raises
 * the estimated peak. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;  /* "lpmf": a choice of option peak_order */
  const char *title; /* "least peak memory first": the reason of its event */
  const char *sentence;
  gboolean is_inductors;
} FlOrderRow;

guint fl_orders_get_n_rows (void);
const FlOrderRow *fl_orders_get_row (guint position);

G_END_DECLS
