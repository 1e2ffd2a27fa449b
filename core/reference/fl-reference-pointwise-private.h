/* What pointwise reference kernels share. */
#pragma once

#include <math.h>

#include "fl-reference-private.h"

G_BEGIN_DECLS

/* Operands cast to *dtype (FL_DTYPE_NONE: their common one, which it becomes) and broadcast; values that are NULL are
 * left out. The arrays are the call's. FALSE + the call's error when shapes do not broadcast. */
gboolean fl_call_open_operands (FlCall *call, guint n, const FlDatum *const *values, FlDtype *dtype,
                                const FlArray **arrays);

double fl_reference_digamma (double x);

/* Operators by the names of fl-scalar-ops.def on complex numbers, an array's pairs. a and b are of one shape. FALSE +
 * the call's error where the operator has no meaning on them. */
gboolean fl_reference_complex_unary (FlCall *call, const char *name, const FlView *view);
gboolean fl_reference_complex_binary (FlCall *call, const char *name, const FlArray *a, const FlArray *b);
/* EQ and NE: complex numbers have no order. */
gboolean fl_reference_complex_compare (FlCall *call, const char *name, const FlArray *a, const FlArray *b);

/* NaN where either is NaN, as PyTorch's. */
static inline double
fl_reference_max (double a, double b)
{
  return a != a || b != b ? NAN : MAX (a, b);
}

static inline double
fl_reference_min (double a, double b)
{
  return a != a || b != b ? NAN : MIN (a, b);
}

G_END_DECLS
