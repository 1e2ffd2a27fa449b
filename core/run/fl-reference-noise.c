/* Monte Carlo arithmetic: what random roundings do to a result is what roundings may do to it.
 *
 * Every operator's result is moved by up to one unit in the last place, and what an operator adds up is moved before it does, each
 * operand by itself: then a difference of equal numbers, or a sum around 0, tells how large they were. */
#include "fl-inputs.h"
#include "fl-reference-private.h"

#include <string.h>

double
fl_dtype_get_unit (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_F64:
    case FL_DTYPE_C128:
      return 0x1p-52;
    case FL_DTYPE_F16:
    case FL_DTYPE_C32:
      return 0x1p-10;
    case FL_DTYPE_BF16:
      return 0x1p-7;
    case FL_DTYPE_F8E4M3:
    case FL_DTYPE_F8E4M3Z:
      return 0x1p-3;
    case FL_DTYPE_F8E5M2:
    case FL_DTYPE_F8E5M2Z:
      return 0x1p-2;
    case FL_DTYPE_F8E8M0:
      return 1;
    default:
      return 0x1p-23;
    }
}

void
fl_array_shake (FlArray *array, double unit, guint64 seed)
{
  guint64 state = fl_inputs_mix (seed);
  for (gint64 i = 0; array->numbers != NULL && i < array->numel; i++)
    {
      double share = (fl_inputs_mix (state + i) >> 11) * 0x1p-52 - 1; /* in [-1, 1) */
      array->numbers[i] *= 1 + unit * share;
    }
}

/* --- operands -------------------------------------------------------------------------------------------------------- */

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
  while (node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_VIEW && node->n_args > 0 && node->args[0].kind == FL_ARG_NODE)
    node = &graph->nodes[node->args[0].node.index];
  return node->kind == FL_NODE_CALL;
}

/* Sums take the terms as they are, so all of them are moved; a single addition of exact operands is rounded once, which its own
 * result tells. */
void
fl_reference_shake_operands (const FlGraph *graph, const FlNode *node, FlDatum *datums, guint64 noise)
{
  static const char *const sums[] = { ".sum", ".mean", ".var", ".std", "mm.", ".mv.", ".dot.", "conv", "norm", "attention", "einsum", "linear.",
                                      "cumsum", "logsumexp", "scatter_add", "index_add", "avg_pool", "_backward", "trace", NULL };
  static const char *const additions[] = { "aten.add.", "aten.sub.", "aten.rsub.", "aten.addcmul.", "aten.addcdiv.", "aten.lerp.", NULL };
  gboolean is_sum = has_any (node->target, sums);
  if (!is_sum && !has_any (node->target, additions))
    return;
  for (guint i = 0; i < node->n_args; i++)
    {
      FlDatum *datum = &datums[i];
      if (datum->kind != FL_DATUM_TENSOR || node->args[i].kind != FL_ARG_NODE || (!is_sum && !comes_from_call (graph, node->args[i].node)))
        continue;
      FlArray *array = fl_view_dup_array (datum->view);
      double unit = MIN (fl_dtype_get_unit (array->dtype), 0x1p-23); /* sums of fewer bits are kept in f32 */
      fl_array_shake (array, unit, noise ^ fl_inputs_mix (node->origin.index + ((guint64) (i + 1) << 32)));
      fl_view_unref (datum->view);
      datum->view = fl_view_new_array (array);
    }
}
