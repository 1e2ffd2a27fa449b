/* Scans and sorts of a Triton kernel: along rows that one block holds, scans also block by block.
 * Source: torch/_inductor/codegen/triton.py (TritonKernel.scan, sort). */
#include "fl-print-triton-private.h"

#include <string.h>

/* How two elements, or two pairs of a value and its position, become one. Of equal extremes the later one counts, as in
 * PyTorch's cummax. */
#define EXTREME(relation)                                                                                              \
  "    a_first = (a_0 " relation " b_0) | ((a_0 != a_0) & (b_0 == b_0))\n"                                             \
  "    is_tie = (a_0 == b_0) | ((a_0 != a_0) & (b_0 != b_0))\n"                                                        \
  "    a_first = a_first | (is_tie & (a_1 > b_1))\n"                                                                   \
  "    return tl.where(a_first, a_0, b_0), tl.where(a_first, a_1, b_1)\n"

static const struct
{
  const char *name;
  guint n_values;
  const char *text;
} combiners[] = {
  { "add", 1, "    return a_0 + b_0\n" },
  { "mul", 1, "    return a_0 * b_0\n" },
  { "maximum", 1, "    return triton_helpers.maximum(a_0, b_0)\n" },
  { "minimum", 1, "    return triton_helpers.minimum(a_0, b_0)\n" },
  { "logaddexp", 1,
    "    return tl.where(a_0 == b_0, a_0 + 0.6931471805599453, triton_helpers.maximum(a_0, b_0) + "
    "libdevice.log1p(libdevice.exp(-tl_math.abs(a_0 - b_0))))\n" },
  { "argmax", 2, EXTREME (">") },
  { "argmin", 2, EXTREME ("<") },
};

/* The function that joins two elements; NULL: there is none. */
static const char *
find_helper (FlTriton *triton, const char *name, guint n_values)
{
  for (guint i = 0; name && i < G_N_ELEMENTS (combiners); i++)
    if (g_str_equal (combiners[i].name, name) && combiners[i].n_values == n_values)
      {
        const char *function = fl_arena_printf (triton->pass->arena, "_triton_helper_fn_%s", name);
        g_autofree char *head = g_strdup_printf ("@triton.jit\ndef %s(", function);

        if (!strstr (triton->text.helpers->str, head))
          g_string_append_printf (triton->text.helpers, "%s%s):\n%s\n", head,
                                  n_values == 1 ? "a_0, b_0" : "a_0, a_1, b_0, b_1", combiners[i].text);
        return function;
      }
  return NULL;
}

/* A block's scan goes on from the last element of the block before. */
static FlTritonValue
carry_on (FlTriton *triton, FlTritonValue part, const char *helper)
{
  const char *type = fl_triton_get_type (part.dtype);
  FlTritonValue result = { fl_triton_new_name (triton), part.dtype, part.trees, { NULL } };
  GString *lines = triton->lines.compute;

  fl_triton_line (triton->lines.begin, "_%s = tl.full([XBLOCK, 1], 0, %s)", result.text, type);
  fl_triton_line (lines, "%s = tl.where(roffset > 0, %s(_%s, %s), %s)", result.text, helper, result.text, part.text,
                  part.text);
  fl_triton_line (lines, "_%s = tl.sum(tl.where(rbase == R0_BLOCK - 1, %s, 0), 1)[:, None].to(%s)", result.text,
                  result.text, type);
  return result;
}

FlTritonValue
fl_triton_scan (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  const char *helper = op->n_args <= 2 ? find_helper (triton, op->scan_op, op->n_args) : NULL;
  FlTritonValue values[2], result = { NULL };

  if (!helper || !triton->is_inside || (triton->is_looped && op->n_args > 1))
    {
      fl_triton_fail (triton, helper ? "the scan %s over more than one block" : "the scan %s",
                      op->scan_op ? op->scan_op : "of several values");
      return args[0];
    }
  for (guint i = 0; i < op->n_args; i++)
    values[i]
        = fl_triton_broadcast (triton, op->n_args == 1 ? fl_triton_convert (triton, args[0], op->dtype) : args[i]);
  for (guint i = 0; i < op->n_args; i++)
    result.parts[i] = fl_triton_new_name (triton);
  result.text = result.parts[0];
  result.dtype = values[0].dtype;
  result.trees = values[0].trees;
  if (op->n_args == 1)
    fl_triton_line (triton->lines.compute, "%s, = tl.associative_scan((%s,), 1, %s)", result.text, values[0].text,
                    helper);
  else
    fl_triton_line (triton->lines.compute, "%s, %s = tl.associative_scan((%s, %s), 1, %s)", result.parts[0],
                    result.parts[1], values[0].text, values[1].text, helper);
  if (triton->is_looped)
    {
      result = carry_on (triton, result, helper);
      result.parts[0] = result.text;
    }
  return result;
}

FlTritonValue
fl_triton_sort (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  const FlTritonTree *tree = &triton->trees[triton->n_trees - 1];
  FlTritonValue values[2], result;

  if (triton->is_looped || op->n_args != 2 || !triton->is_inside)
    {
      fl_triton_fail (triton, "a sort over more than one block");
      return args[0];
    }
  for (guint i = 0; i < 2; i++)
    values[i] = fl_triton_broadcast (triton, args[i]);
  result = (FlTritonValue) { fl_triton_new_name (triton), values[0].dtype, values[0].trees, { NULL } };
  result.parts[0] = result.text;
  result.parts[1] = fl_triton_new_name (triton);
  fl_triton_line (triton->lines.compute,
                  "%s, %s = triton_helpers.sort_with_index(%s, %s, %s, 1, stable=%s, descending=%s)", result.parts[0],
                  result.parts[1], values[0].text, values[1].text, tree->has_mask ? "rnumel" : "None",
                  op->sort_stable ? "True" : "False", op->sort_descending ? "True" : "False");
  return result;
}
