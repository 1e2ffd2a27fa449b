/* Scans and sorts of a Triton kernel, along rows that one block holds.
 * Source: torch/_inductor/codegen/triton.py (TritonKernel.scan, sort). */
#include "fl-print-triton-private.h"

#include <string.h>

static const struct
{
  const char *name, *text;
} combiners[] = {
  { "add", "arg0_0 + arg1_0" },
  { "mul", "arg0_0 * arg1_0" },
  { "maximum", "triton_helpers.maximum(arg0_0, arg1_0)" },
  { "minimum", "triton_helpers.minimum(arg0_0, arg1_0)" },
};

/* The function that joins two elements; NULL: there is none. */
static const char *
find_helper (FlTriton *triton, const char *name)
{
  for (guint i = 0; name && i < G_N_ELEMENTS (combiners); i++)
    if (g_str_equal (combiners[i].name, name))
      {
        const char *function = fl_arena_printf (triton->pass->arena, "_triton_helper_fn_%s0", name);

        if (!strstr (triton->helpers->str, function))
          g_string_append_printf (triton->helpers, "@triton.jit\ndef %s(arg0_0, arg1_0):\n    return %s\n\n", function,
                                  combiners[i].text);
        return function;
      }
  return NULL;
}

FlTritonValue
fl_triton_scan (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  const char *helper = op->n_args == 1 ? find_helper (triton, op->scan_op) : NULL;
  FlTritonValue value, result;

  if (triton->is_looped || !helper || !triton->is_inside)
    {
      fl_triton_fail (triton, triton->is_looped ? "a scan over more than one block (%s)" : "the scan %s",
                      op->scan_op ? op->scan_op : "of several values");
      return args[0];
    }
  value = fl_triton_broadcast (triton, fl_triton_convert (triton, args[0], op->dtype));
  result = (FlTritonValue) { fl_triton_new_name (triton), value.dtype, value.trees, { NULL } };
  result.parts[0] = result.text;
  fl_triton_line (triton->lines.compute, "%s, = tl.associative_scan((%s,), 1, %s)", result.text, value.text, helper);
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
