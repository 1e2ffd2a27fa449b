/* Where eager PyTorch differs from what torch.compile computes, which kernels and reference are held to: said beside
 * the results. */
#include "fl-execute-private.h"

#include <string.h>

/* Is there a number among the bounds that the dtype cannot hold? */
static gboolean
has_foreign_bound (const FlNode *node, FlDtype dtype, gint64 *bound)
{
  static const char *const names[] = { "min", "max" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const FlArg *arg = fl_node_find_arg (node, names[i]);
      if (arg != NULL && arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, bound)
          && fl_dtype_wrap (dtype, *bound) != *bound)
        return TRUE;
    }
  return FALSE;
}

static const FlTensor *
find_operand (const FlGraph *graph, const FlNode *node)
{
  const FlArg *arg = fl_node_get_arg (node, 0);
  return arg != NULL && arg->kind == FL_ARG_NODE ? fl_node_find_tensor (&graph->nodes[arg->node.index]) : NULL;
}

static const char *
describe_clamp (const FlNode *node, const FlTensor *operand, FlArena *arena)
{
  const char *dtype = fl_dtype_get_short_name (operand->dtype);
  gint64 bound;
  if (!fl_dtype_is_integer (operand->dtype) || !has_foreign_bound (node, operand->dtype, &bound))
    return NULL;
  return fl_arena_printf (arena,
                          "%s: the bound %" G_GINT64_FORMAT " is %" G_GINT64_FORMAT
                          " in %s, as torch.compile has it; eager PyTorch compares before it"
                          " converts, and gives other results",
                          node->name, bound, fl_dtype_wrap (operand->dtype, bound), dtype);
}

/* Of the integers below 32 bits: what lies outside of the wide ones is undefined in C. */
static const char *
describe_conversion (const FlNode *node, const FlTensor *operand, FlArena *arena)
{
  const FlTensor *to = fl_node_find_tensor (node);
  if (to == NULL || !fl_dtype_is_float (operand->dtype) || !fl_dtype_is_integer (to->dtype)
      || fl_dtype_get_size_bytes (to->dtype) >= 4)
    return NULL;
  return fl_arena_printf (
      arena,
      "numbers that %s cannot hold are converted by way of 32 bits and wrap, as in torch.compile (%s); eager PyTorch may give others",
      fl_dtype_get_short_name (to->dtype), node->name);
}

const char *
fl_execution_describe_eager (const FlGraph *graph, const FlNode *node, FlArena *arena)
{
  const FlTensor *operand = node->kind == FL_NODE_CALL && node->op != NULL ? find_operand (graph, node) : NULL;
  if (operand == NULL)
    return NULL;
  if (g_str_has_prefix (node->op->name, "aten.clamp"))
    return describe_clamp (node, operand, arena);
  if (strstr (node->op->name, "_to_copy") != NULL || strstr (node->op->name, "convert_element_type") != NULL
      || g_str_has_prefix (node->op->name, "aten.to."))
    return describe_conversion (node, operand, arena);
  return NULL;
}
