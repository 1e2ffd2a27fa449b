/* What a reduction starts with, as C: the neutral element of its combiner. */
#include "fl-c-ops.h"

#include <math.h>

static gint64
get_smallest (FlDtype dtype)
{
  guint bits = fl_dtype_get_size_bytes (dtype) * 8;

  return fl_dtype_is_signed (dtype) ? (gint64) (G_MAXUINT64 << (bits - 1)) : 0;
}

static gint64
get_largest (FlDtype dtype)
{
  guint bits = fl_dtype_get_size_bytes (dtype) * 8 - (fl_dtype_is_signed (dtype) ? 1 : 0);

  return bits >= 63 ? G_MAXINT64 : (gint64) ((G_GUINT64_CONSTANT (1) << bits) - 1);
}

char *
fl_c_dup_neutral (FlReductionType reduction, FlDtype dtype)
{
  gboolean is_float = fl_dtype_is_float (dtype), is_bool = dtype == FL_DTYPE_BOOL;

  switch (reduction)
    {
    case FL_REDUCTION_PROD: return fl_c_dup_constant (dtype, 1, 1);
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ONLINE_SOFTMAX:
      return is_float  ? fl_c_dup_constant (dtype, -INFINITY, 0)
             : is_bool ? g_strdup ("0")
                       : fl_c_dup_constant (dtype, 0, get_smallest (dtype));
    case FL_REDUCTION_MIN:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      return is_float  ? fl_c_dup_constant (dtype, INFINITY, 0)
             : is_bool ? g_strdup ("1")
                       : fl_c_dup_constant (dtype, 0, get_largest (dtype));
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_ANY:
    case FL_REDUCTION_XOR_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
    case FL_N_REDUCTIONS: break;
    }
  return fl_c_dup_constant (dtype, 0, 0);
}
