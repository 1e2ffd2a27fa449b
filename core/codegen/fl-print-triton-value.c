/* The operations of a loop body as lines of a Triton kernel, one name an operation; equal right sides share a name.
 * Source: torch/_inductor/codegen/triton.py (TritonOverrides, TritonKernelOverrides), common.py (CSE). */
#include "fl-print-triton-private.h"

#include <string.h>

/* --- elementwise operations ------------------------------------------------------------------- */

static FlTritonValue
bitcast (FlTriton *triton, const FlBodyOp *op, FlTritonValue value)
{
  const FlDtype from = op->src_dtype != FL_DTYPE_NONE ? op->src_dtype : value.dtype;
  const FlDtype compute = fl_triton_get_compute (op->dtype);
  const char *narrow = fl_triton_get_type (from), *type = fl_triton_get_type (op->dtype);
  g_autoptr (GString) text = g_string_new (value.text);

  if (!narrow || !type || fl_dtype_get_size_bytes (from) != fl_dtype_get_size_bytes (op->dtype))
    {
      fl_triton_fail (triton, "a bit cast to %s", fl_dtype_get_torch_name (op->dtype));
      return value;
    }
  if (from != value.dtype)
    g_string_append_printf (text, ".to(%s)", narrow);
  g_string_append_printf (text, ".to(%s, bitcast=True)", type);
  if (compute != op->dtype)
    g_string_append_printf (text, ".to(%s)", fl_triton_get_type (compute));
  return fl_triton_name (triton, triton->lines.compute, compute, value.trees, "%s", text->str);
}

static gboolean
is_logical (FlScalar op)
{
  return op == FL_SCALAR_LOGICAL_AND || op == FL_SCALAR_LOGICAL_OR || op == FL_SCALAR_LOGICAL_XOR || op == FL_SCALAR_AND
         || op == FL_SCALAR_LOGICAL_NOT;
}

static gboolean
is_random (FlScalar op)
{
  return op == FL_SCALAR_RAND || op == FL_SCALAR_RANDN || op == FL_SCALAR_RANDINT64;
}

/* The type that an operation computes in: a comparison's is that of what is compared. */
static FlDtype
get_arithmetic (const FlBodyOp *op, const FlTritonValue *args)
{
  FlDtype dtype = fl_triton_get_compute (op->dtype);

  if (is_logical (op->op))
    return FL_DTYPE_BOOL;
  if (fl_scalar_get_info (op->op)->result != FL_RESULT_BOOL)
    return dtype;
  dtype = args[0].dtype;
  for (guint i = 1; i < op->n_args; i++)
    dtype = fl_dtype_promote (dtype, args[i].dtype);
  return fl_triton_get_compute (dtype);
}

static FlTritonValue
compute (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *given)
{
  const FlDtype arithmetic = get_arithmetic (op, given);
  const char *format = fl_triton_get_spelling (op->op, arithmetic);
  const gboolean is_truth = fl_scalar_get_info (op->op)->result == FL_RESULT_BOOL;
  FlTritonValue args[4];
  g_autofree char *text = NULL;
  guint trees = 0;

  if (!format || !fl_triton_get_type (fl_triton_get_compute (op->dtype)))
    {
      fl_triton_fail (triton, "%s of %s", fl_scalar_get_info (op->op)->name, fl_dtype_get_torch_name (op->dtype));
      return given[0];
    }
  for (guint i = 0; i < op->n_args; i++)
    {
      args[i] = given[i];
      if (op->op == FL_SCALAR_WHERE && i == 0)
        args[i] = fl_triton_convert (triton, given[i], FL_DTYPE_BOOL);
      else if (!is_random (op->op) && arithmetic != given[i].dtype)
        args[i] = fl_triton_convert (triton, given[i], arithmetic);
      trees |= given[i].trees;
    }
  text = fl_triton_dup_spelled (format, args, op->n_args);
  return fl_triton_name (triton, triton->lines.compute, is_truth ? FL_DTYPE_BOOL : arithmetic, trees, "%s", text);
}

/* --- what is not elementwise ------------------------------------------------------------------ */

static FlTritonValue
name_index (FlTriton *triton, const FlBodyOp *op)
{
  gboolean is_indirect;
  const FlSym *index = fl_triton_get_index (triton, op->index, &is_indirect);
  const FlDtype dtype = fl_triton_get_compute (op->dtype);
  g_autofree char *text = NULL;
  gint64 number;
  guint trees;

  if (fl_sym_is_int (index, &number))
    return fl_triton_name_constant (triton, dtype, (double) number, number);
  text = fl_triton_dup_index (triton, index);
  trees = fl_triton_get_trees (triton, index);
  if (!fl_triton_get_type (dtype))
    fl_triton_fail (triton, "an index of %s", fl_dtype_get_torch_name (op->dtype));
  if (trees != 0)
    return fl_triton_name (triton, triton->lines.compute, dtype, trees, "(%s).to(%s)", text,
                           fl_triton_get_type (dtype));
  /* Adding zero makes a tensor of a size, which is a plain number. */
  return fl_triton_name (triton, triton->lines.compute, dtype, 0, "(%s + tl.full([%s], 0, tl.int32)).to(%s)", text,
                         triton->n_trees > 1 ? "1, 1" : "1", fl_triton_get_type (dtype));
}

static void write_block (FlTriton *triton, guint block);

static FlTritonValue
mask_block (FlTriton *triton, const FlBodyOp *op, FlTritonValue mask)
{
  const char *outer = triton->mask;
  FlTritonValue inner = fl_triton_convert (triton, mask, FL_DTYPE_BOOL), result, other;

  if (outer)
    inner = fl_triton_name (triton, triton->lines.compute, FL_DTYPE_BOOL, fl_triton_get_all_trees (triton), "%s & %s",
                            outer, inner.text);
  triton->mask = inner.text;
  write_block (triton, op->block);
  triton->mask = outer;
  result = triton->node->values[op->block][triton->node->body->blocks[op->block].result];
  other = fl_triton_name_constant (triton, result.dtype, op->number, op->integer ? op->integer : (gint64) op->number);
  return fl_triton_name (triton, triton->lines.compute, result.dtype, fl_triton_get_all_trees (triton),
                         "tl.where(%s, %s, %s)", inner.text, result.text, other.text);
}

static FlTritonValue
load_seed (FlTriton *triton, const FlBodyOp *op)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (triton->program->plan->schedule->lowered, op->buffer);
  const char *pointer = fl_triton_get_pointer_name (triton, buffer);
  g_autofree char *index = fl_triton_dup_index (triton, triton->node->indices[op->index]);

  if (!pointer)
    fl_triton_fail (triton, "the seed %s", op->buffer);
  return fl_triton_name (triton, triton->lines.loads, FL_DTYPE_I64, 0, "tl.load(%s + %s)", pointer, index);
}

static void
assert_value (FlTriton *triton, const FlBodyOp *op, FlTritonValue value)
{
  g_autofree char *mask = fl_triton_dup_mask (triton, value.trees);
  g_autofree char *message
      = g_strcanon (g_strdup (op->message ? op->message : "assertion"),
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;()<>=_-", '_');

  if (g_str_equal (mask, "None"))
    fl_triton_line (triton->lines.compute, "tl.device_assert(%s, '%s')", value.text, message);
  else
    fl_triton_line (triton->lines.compute, "tl.device_assert(%s | ~(%s), '%s')", value.text, mask, message);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static FlTritonValue
relu (FlTriton *triton, FlTritonValue value)
{
  const FlTritonValue zero = fl_triton_name_constant (triton, FL_DTYPE_I32, 0, 0);

  return fl_triton_name (triton, triton->lines.compute, value.dtype, value.trees, "triton_helpers.maximum(%s, %s)",
                         zero.text, value.text);
}

static FlTritonValue
write_op (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  switch (op->op)
    {
    case FL_SCALAR_LOAD: return fl_triton_load (triton, op);
    case FL_SCALAR_CONSTANT: return fl_triton_name_constant (triton, op->dtype, op->number, op->integer);
    case FL_SCALAR_INDEX_EXPR: return name_index (triton, op);
    case FL_SCALAR_TO_DTYPE: return fl_triton_convert (triton, args[0], op->dtype);
    case FL_SCALAR_ROUND_LOW:
      return fl_triton_name (triton, triton->lines.compute, FL_DTYPE_F32, args[0].trees, "%s.to(%s).to(tl.float32)",
                             args[0].text, fl_triton_get_type (op->dtype));
    case FL_SCALAR_WIDEN: return args[0];
    case FL_SCALAR_BITCAST: return bitcast (triton, op, args[0]);
    case FL_SCALAR_MASKED: return mask_block (triton, op, args[0]);
    case FL_SCALAR_LOAD_SEED: return load_seed (triton, op);
    case FL_SCALAR_SET_INDIRECT: fl_triton_set_indirect (triton, op, args[0]); return args[0];
    case FL_SCALAR_CHECK_BOUNDS: fl_triton_check_bounds (triton, op); break;
    case FL_SCALAR_DEVICE_ASSERT: assert_value (triton, op, args[0]); return args[0];
    case FL_SCALAR_RELU: return relu (triton, args[0]);
    case FL_SCALAR_REDUCTION: return fl_triton_reduce (triton, op, args);
    case FL_SCALAR_SCAN: return fl_triton_scan (triton, op, args);
    case FL_SCALAR_SORT: return fl_triton_sort (triton, op, args);
    case FL_SCALAR_GETITEM:
      return (FlTritonValue) {
        args[0].parts[MIN (op->output, 2)], fl_triton_get_compute (op->dtype), args[0].trees, { NULL }
      };
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION: fl_triton_store (triton, op, args[0]); return args[0];
    default: return compute (triton, op, args);
    }
  return (FlTritonValue) { "", FL_DTYPE_NONE, 0, { NULL } };
}

static void
write_block (FlTriton *triton, guint block)
{
  const FlBodyBlock *ops = &triton->node->body->blocks[block];
  FlTritonValue *values = fl_arena_new (triton->pass->arena, FlTritonValue, ops->n_ops + 1);

  triton->node->values[block] = values;
  for (guint i = 0; i < ops->n_ops && !triton->why_not; i++)
    {
      FlTritonValue args[4] = { { "", FL_DTYPE_NONE, 0, { NULL } } };

      for (guint k = 0; k < ops->ops[i].n_args && k < 4 && ops->ops[i].op != FL_SCALAR_MASKED; k++)
        args[k] = values[ops->ops[i].args[k]];
      if (ops->ops[i].op == FL_SCALAR_MASKED)
        args[0] = values[ops->ops[i].args[0]];
      values[i] = write_op (triton, &ops->ops[i], args);
      if (!values[i].text)
        fl_triton_fail (triton, "%s", fl_scalar_get_info (ops->ops[i].op)->name);
    }
}

void
fl_triton_write_node (FlTriton *triton, const FlSchedNode *node, gboolean is_again)
{
  FlTritonNode *outer = triton->node;
  FlTritonNode *inner = fl_arena_new (triton->pass->arena, FlTritonNode, 1);
  const char *mask = triton->mask;

  *inner = (FlTritonNode) { .node = node, .body = node->body, .is_again = is_again };
  inner->values = fl_arena_new (triton->pass->arena, FlTritonValue *, node->body->n_blocks + 1);
  inner->indirects = fl_arena_new (triton->pass->arena, FlTritonValue, node->body->n_indirect + 1);
  triton->node = inner;
  triton->mask = NULL;
  if (fl_triton_split (triton, inner))
    write_block (triton, 0);
  else
    fl_triton_fail (triton, "the loops of %s, which are no parts of the kernel's", node->name);
  triton->node = outer;
  triton->mask = mask;
}
