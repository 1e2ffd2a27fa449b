/* Monte Carlo arithmetic: what random roundings do to a result is what roundings may do to it.
 *
 * Every operator's result is moved by up to one unit in the last place, and what an operator adds up is moved before it
 * does, each operand by itself: then a difference of equal numbers, or a sum around 0, tells how large they were. */
#include "fl-inputs.h"
#include "fl-reference-private.h"

#include <math.h>
#include <string.h>

double
fl_dtype_get_unit (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_F64:
    case FL_DTYPE_C128: return 0x1p-52;
    case FL_DTYPE_F16:
    case FL_DTYPE_C32: return 0x1p-10;
    case FL_DTYPE_BF16: return 0x1p-7;
    case FL_DTYPE_F8E4M3:
    case FL_DTYPE_F8E4M3Z: return 0x1p-3;
    case FL_DTYPE_F8E5M2:
    case FL_DTYPE_F8E5M2Z: return 0x1p-2;
    case FL_DTYPE_F8E8M0: return 1;
    default: return 0x1p-23;
    }
}

void
fl_array_shake (FlArray *array, double unit, guint64 seed)
{
  guint64 state = fl_inputs_mix (seed);
  for (gint64 i = 0; array->numbers != NULL && i < array->numel; i++)
    {
      double share = (fl_inputs_mix (state + i) >> 11) * 0x1p-52 - 1; /* in [-1, 1) */
      if (isnan (
              array->numbers[i])) /* the sign of a NaN is unspecified: operators that look at the bits may see either */
        array->numbers[i] = copysign (array->numbers[i], share);
      array->numbers[i] *= 1 + unit * share;
    }
}

/* --- operands --------------------------------------------------------------------------------- */

static gboolean
has_any (const char *target, const char *const *names)
{
  for (; *names != NULL; names++)
    if (strstr (target, *names) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
comes_from_call (const FlGraph *graph, FlNodeId id)
{
  const FlNode *node = &graph->nodes[id.index];
  while (node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_VIEW && node->n_args > 0
         && node->args[0].kind == FL_ARG_NODE)
    node = &graph->nodes[node->args[0].node.index];
  return node->kind == FL_NODE_CALL;
}

/* "aten.add_.Tensor", but not "aten.__and__.Tensor". */
static gboolean
writes_first (const FlNode *node)
{
  const char *overload = strrchr (node->target, '.');
  return overload != NULL && overload > node->target + 1 && overload[-1] == '_' && overload[-2] != '_';
}

enum
{
  FUNCTION_UNITS = 4 /* rounding errors of a recurrence, in units of its argument as a double */
};

/* Which operands are moved, too, and by how much. */
typedef struct
{
  gboolean all;         /* all operands; FALSE: computed ones only */
  gboolean is_function; /* a function computed in f64, whatever the type */
} Moving;

/* Sums take the terms as they are, so all of them are moved; a single addition of exact operands is rounded once, which
 * its own result tells. A function that nobody computes to the last digit is as good as its argument, which stands for
 * what its recurrences and series do: that counts near its zeros and poles. A quotient is rounded before it is cut off
 * to an integer: of exact operands that is all. */
static gboolean
find_moving (const FlNode *node, Moving *moving)
{
  static const char *const sums[] = {
    ".sum",           "nansum",    "nanmean",     ".mean",          ".var",         ".std",           "mm.",
    ".mv.",           ".dot.",     "conv",        "norm",           "attention",    "einsum",         "linear.",
    "cumsum",         "logsumexp", "scatter_add", "scatter.reduce", "value_reduce", "scatter_reduce", "index_reduce",
    "segment_reduce", "index_add", "avg_pool",    "_backward",      "trace",        "cross.",         "cross_entropy",
    "_loss.",         "kl_div",    NULL
  };
  static const char *const additions[]
      = { "aten.add.", "aten.sub.", "aten.rsub.", "aten.addcmul.", "aten.addcdiv.", "aten.lerp.", NULL };
  static const char *const cuts[] = { "floor_divide", "Tensor_mode", "Scalar_mode", NULL };
  static const char *const functions[]
      = { "_polynomial_", "gamma", ".special_psi", "bessel_",    "airy_ai",    "zeta.", "ndtr",
          "erfinv",       "erfcx", ".i0",          "special_i0", "special_i1", NULL };
  *moving = (Moving) { 0 };
  if (has_any (node->target, sums))
    moving->all = TRUE;
  else if (has_any (node->target, functions))
    moving->all = moving->is_function = TRUE;
  else
    return has_any (node->target, additions) || has_any (node->target, cuts);
  return TRUE;
}

/* Far from 0 these turn so fast that the last digit of a double decides, even of an integer. */
static FlArray *
dup_argument (const FlNode *node, const FlView *view)
{
  static const char *const oscillating[] = { "airy_ai", "bessel_", NULL };
  FlArray *array = fl_view_dup_array (view), *floats;
  if (array->integers == NULL || !has_any (node->target, oscillating))
    return array;
  floats = fl_array_new (FL_DTYPE_F32, array->n_dims, array->sizes);
  for (gint64 i = 0; i < array->numel; i++)
    floats->numbers[i] = array->integers[i];
  fl_array_free (array);
  return floats;
}

void
fl_reference_shake_operands (const FlGraph *graph, const FlNode *node, FlDatum *datums, guint64 noise)
{
  Moving moving;
  if (!find_moving (node, &moving))
    return;
  for (guint i = 0; i < node->n_args; i++)
    {
      FlDatum *datum = &datums[i];
      if (datum->kind != FL_DATUM_TENSOR || node->args[i].kind != FL_ARG_NODE
          || (!moving.all && !comes_from_call (graph, node->args[i].node)))
        continue;
      FlArray *array = moving.is_function ? dup_argument (node, datum->view) : fl_view_dup_array (datum->view);
      double unit = moving.is_function
                        ? fl_dtype_get_unit (FL_DTYPE_F64)
                        : MIN (fl_dtype_get_unit (array->dtype), 0x1p-23); /* sums of fewer bits are kept in f32 */
      fl_array_shake (array, moving.is_function ? FUNCTION_UNITS * unit : unit,
                      noise ^ fl_inputs_mix (node->origin.index + ((guint64) (i + 1) << 32)));
      if (i == 0
          && writes_first (
              node)) /* an operator that writes its first operand needs the moved values in that very storage */
        {
          fl_view_write (datum->view, array);
          fl_array_free (array);
          continue;
        }
      fl_view_unref (datum->view);
      datum->view = fl_view_new_array (array);
    }
}
