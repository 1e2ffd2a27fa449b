/* Reductions of a Triton kernel: of a whole block at once, or block by block in a loop with accumulators as wide as a
 * block, which are reduced behind the loop.
 * Source: torch/_inductor/codegen/triton.py (TritonKernel.reduction), runtime/triton_helpers.py. */
#include "fl-print-triton-private.h"

#include <string.h>

/* A reduction of one value: how the accumulator takes a block up, and how a block becomes one element. */
typedef struct
{
  const char *step;   /* {0}: accumulator, {1}: value */
  const char *finish; /* {0}: value */
} Row;

static const Row rows[FL_N_REDUCTIONS] = {
  [FL_REDUCTION_SUM] = { "{0} + {1}", "tl.sum({0}, 1)" },
  [FL_REDUCTION_DOT] = { "{0} + {1}", "tl.sum({0}, 1)" },
  [FL_REDUCTION_PROD] = { "{0} * {1}", "triton_helpers.prod({0}, 1)" },
  [FL_REDUCTION_MAX] = { "triton_helpers.maximum({0}, {1})", "triton_helpers.max2({0}, 1)" },
  [FL_REDUCTION_MIN] = { "triton_helpers.minimum({0}, {1})", "triton_helpers.min2({0}, 1)" },
  [FL_REDUCTION_ANY] = { "{0} | {1}", "triton_helpers.any({0}, 1)" },
  [FL_REDUCTION_XOR_SUM] = { "{0} ^ {1}", "tl.xor_sum({0}, 1)" },
};

static guint
get_kept_trees (FlTriton *triton)
{
  return (1u << (triton->n_trees - 1)) - 1;
}

FlTritonValue
fl_triton_broadcast (FlTriton *triton, FlTritonValue value)
{
  g_autofree char *shape = fl_triton_dup_shape (triton);

  return fl_triton_name (triton, triton->lines.compute, value.dtype, fl_triton_get_all_trees (triton),
                         "tl.broadcast_to(%s, %s)", value.text, shape);
}

/* The value, and in lanes past an end what changes nothing. */
static FlTritonValue
fence (FlTriton *triton, FlTritonValue value, const char *neutral)
{
  g_autofree char *mask = fl_triton_dup_mask (triton, fl_triton_get_all_trees (triton));

  value = fl_triton_broadcast (triton, value);
  if (g_str_equal (mask, "None"))
    return value;
  return fl_triton_name (triton, triton->lines.compute, value.dtype, value.trees, "tl.where(%s, %s, %s)", mask,
                         value.text, neutral);
}

/* "_tmp3 = tl.full([XBLOCK, R0_BLOCK], 0, tl.float32)" before the loop. */
static void
begin_accumulator (FlTriton *triton, const char *name, FlDtype dtype, const char *neutral)
{
  g_autofree char *shape = fl_triton_dup_shape (triton);

  fl_triton_line (triton->lines.begin, "%s = tl.full(%s, %s, %s)", name, shape, neutral, fl_triton_get_type (dtype));
}

/* "_tmp3 = tl.where(mask, tmp4, _tmp3)" */
static void
keep (FlTriton *triton, const char *accumulator, const char *value)
{
  g_autofree char *mask = fl_triton_dup_mask (triton, fl_triton_get_all_trees (triton));

  if (g_str_equal (mask, "None"))
    fl_triton_line (triton->lines.compute, "%s = %s", accumulator, value);
  else
    fl_triton_line (triton->lines.compute, "%s = tl.where(%s, %s, %s)", accumulator, mask, value, accumulator);
}

static FlTritonValue
make_result (FlTriton *triton, FlDtype dtype)
{
  return (FlTritonValue) { fl_triton_new_name (triton), dtype, get_kept_trees (triton), { NULL } };
}

static GString *
get_result_lines (FlTriton *triton)
{
  return triton->is_looped ? triton->lines.after : triton->lines.compute;
}

/* --- one value -------------------------------------------------------------------------------- */

static FlTritonValue
reduce_plain (FlTriton *triton, const FlBodyOp *op, FlTritonValue value)
{
  const Row *row = &rows[op->reduction];
  FlDtype dtype = fl_triton_get_compute (op->dtype), over = value.dtype;
  const char *neutral, *type;
  g_autofree char *finish = NULL;
  FlTritonValue result;

  if (op->reduction == FL_REDUCTION_ANY || (over != dtype && fl_triton_get_type (dtype)))
    over = op->reduction == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : dtype;
  if (over == FL_DTYPE_BOOL && op->reduction != FL_REDUCTION_ANY)
    over = FL_DTYPE_I8; /* extremes of truth values */
  value = fl_triton_convert (triton, value, over);
  neutral = fl_triton_get_neutral (op->reduction, over);
  type = fl_triton_get_type (dtype);
  if (!row->step || !type)
    {
      fl_triton_fail (triton, "the reduction %s of %s", fl_reduction_get_name (op->reduction),
                      fl_dtype_get_torch_name (op->dtype));
      return value;
    }
  if (triton->is_looped)
    {
      const char *accumulator;

      value = fl_triton_broadcast (triton, value);
      result = make_result (triton, dtype);
      accumulator = fl_arena_printf (triton->pass->arena, "_%s", result.text);
      begin_accumulator (triton, accumulator, over, neutral);
      {
        const FlTritonValue both[] = { { .text = accumulator }, value };
        g_autofree char *step = fl_triton_dup_spelled (row->step, both, 2);
        const char *next = fl_triton_new_name (triton);

        fl_triton_line (triton->lines.compute, "%s = %s", next, step);
        keep (triton, accumulator, next);
      }
      value.text = accumulator;
    }
  else
    {
      value = fence (triton, value, neutral);
      result = make_result (triton, dtype);
    }
  finish = fl_triton_dup_spelled (row->finish, &value, 1);
  fl_triton_line (get_result_lines (triton), "%s = %s[:, None].to(%s)", result.text, finish, type);
  return result;
}

/* --- where an extreme is ---------------------------------------------------------------------- */

static FlTritonValue
reduce_arg (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  const gboolean is_min = op->reduction == FL_REDUCTION_ARGMIN || op->reduction == FL_REDUCTION_ARGMIN_VALUE
                          || op->reduction == FL_REDUCTION_ARGMIN_WITH_VALUE;
  const char *root = is_min ? "min" : "max";
  const gboolean is_value = op->reduction == FL_REDUCTION_ARGMAX_VALUE || op->reduction == FL_REDUCTION_ARGMIN_VALUE;
  const FlDtype over = args[0].dtype == FL_DTYPE_BOOL ? FL_DTYPE_I8 : args[0].dtype;
  FlTritonValue value = fl_triton_convert (triton, args[0], over), position, result;
  const char *neutral = fl_triton_get_neutral (op->reduction, over), *lines_value, *lines_position, *type;
  GString *compute = triton->lines.compute;

  type = fl_triton_get_type (fl_triton_get_compute (op->dtype));
  if (op->n_args > 1)
    position = fl_triton_convert (triton, args[1], FL_DTYPE_I64);
  else
    position
        = fl_triton_name (triton, compute, FL_DTYPE_I64, fl_triton_get_all_trees (triton), "r0_index.to(tl.int64)");
  position = fl_triton_broadcast (triton, position);
  if (!triton->is_looped)
    {
      value = fence (triton, value, neutral);
      position = fence (triton, position, "9223372036854775807");
    }
  else
    value = fl_triton_broadcast (triton, value);
  result = make_result (triton, is_value ? over : FL_DTYPE_I64);
  lines_value = value.text;
  lines_position = position.text;
  if (triton->is_looped)
    {
      const char *name = result.text;

      lines_value = fl_arena_printf (triton->pass->arena, "_%s", name);
      lines_position = fl_arena_printf (triton->pass->arena, "_%s_index", name);
      begin_accumulator (triton, lines_value, over, neutral);
      begin_accumulator (triton, lines_position, FL_DTYPE_I64, "9223372036854775807");
      fl_triton_line (compute, "%s_next, %s_index_next = triton_helpers.%simum_with_index(%s, %s, %s, %s)", lines_value,
                      lines_value, root, lines_value, lines_position, value.text, position.text);
      keep (triton, lines_value, fl_arena_printf (triton->pass->arena, "_%s_next", name));
      keep (triton, lines_position, fl_arena_printf (triton->pass->arena, "_%s_index_next", name));
    }
  fl_triton_line (get_result_lines (triton), "%s_val, %s_idx = triton_helpers.%s_with_index(%s, %s, 1)", result.text,
                  result.text, root, lines_value, lines_position);
  result.parts[0] = fl_arena_printf (triton->pass->arena, "%s_value", result.text);
  result.parts[1] = result.text;
  fl_triton_line (get_result_lines (triton), "%s = %s_val[:, None]", result.parts[0], result.text);
  fl_triton_line (get_result_lines (triton), "%s = %s_idx[:, None]", result.text, result.text);
  if (is_value && type)
    result.text = result.parts[0];
  return result;
}

/* --- mean and squares, maximum and exponentials ------------------------------------------------ */

static const char *
add_part (FlTriton *triton, FlTritonValue *result, guint part)
{
  return result->parts[part] = fl_triton_new_name (triton);
}

/* Of a whole block in two passes: the mean, and the squares about it. */
static FlTritonValue
welford_at_once (FlTriton *triton, FlTritonValue value)
{
  const FlTritonTree *tree = &triton->trees[triton->n_trees - 1];
  g_autofree char *n = fl_triton_dup_size (triton, tree->numel);
  const char *type = fl_triton_get_type (value.dtype);
  const guint kept = get_kept_trees (triton);
  GString *lines = triton->lines.compute;
  FlTritonValue whole = fl_triton_broadcast (triton, value), sum, count, mean, apart,
                result = { .dtype = value.dtype, .trees = kept };

  sum = fence (triton, whole, "0");
  sum = fl_triton_name (triton, lines, value.dtype, kept, "tl.sum(%s, 1)[:, None]", sum.text);
  count = fl_triton_name (triton, lines, value.dtype, 0, "tl.full([1, 1], %s, tl.int32).to(%s)", n, type);
  mean = fl_triton_name (triton, lines, value.dtype, kept, "(%s / %s)", sum.text, count.text);
  apart = fl_triton_name (triton, lines, value.dtype, whole.trees, "%s - %s", whole.text, mean.text);
  apart = fl_triton_name (triton, lines, value.dtype, whole.trees, "%s * %s", apart.text, apart.text);
  apart = fence (triton, apart, "0");
  result.text = "";
  result.parts[0] = mean.text;
  result.parts[1] = fl_triton_name (triton, lines, value.dtype, kept, "tl.sum(%s, 1)[:, None]", apart.text).text;
  result.parts[2] = count.text;
  return result;
}

static FlTritonValue
reduce_welford (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  static const char *const names[] = { "mean", "m2", "weight" };
  const gboolean is_merge = op->reduction == FL_REDUCTION_WELFORD_COMBINE;
  const FlDtype dtype = args[0].dtype;
  FlTritonValue values[3], result = { .text = "", .dtype = dtype, .trees = get_kept_trees (triton) };
  const char *over[3], *reduced[3];

  if (!is_merge && !triton->is_looped)
    return welford_at_once (triton, args[0]);
  for (guint i = 0; i < (is_merge ? 3 : 1); i++)
    values[i] = triton->is_looped ? fl_triton_broadcast (triton, args[i]) : fence (triton, args[i], "0");
  for (guint i = 0; i < 3; i++)
    reduced[i] = fl_triton_new_name (triton);
  for (guint i = 0; i < 3; i++)
    over[i] = triton->is_looped ? fl_arena_printf (triton->pass->arena, "%s_%s", reduced[0], names[i]) : values[i].text;
  if (triton->is_looped)
    {
      for (guint i = 0; i < 3; i++)
        begin_accumulator (triton, over[i], dtype, "0");
      if (is_merge)
        fl_triton_line (triton->lines.compute,
                        "%s_next, %s_next, %s_next = triton_helpers.welford_combine(%s, %s, %s, %s, %s, %s)", over[0],
                        over[1], over[2], over[0], over[1], over[2], values[0].text, values[1].text, values[2].text);
      else
        fl_triton_line (triton->lines.compute,
                        "%s_next, %s_next, %s_next = triton_helpers.welford_reduce(%s, %s, %s, %s, roffset == 0)",
                        over[0], over[1], over[2], values[0].text, over[0], over[1], over[2]);
      for (guint i = 0; i < 3; i++)
        keep (triton, over[i], fl_arena_printf (triton->pass->arena, "%s_next", over[i]));
    }
  fl_triton_line (get_result_lines (triton), "%s, %s, %s = triton_helpers.welford(%s, %s, %s, 1)", reduced[0],
                  reduced[1], reduced[2], over[0], over[1], over[2]);
  for (guint i = 0; i < 3; i++)
    fl_triton_line (get_result_lines (triton), "%s = %s[:, None]", add_part (triton, &result, i), reduced[i]);
  return result;
}

/* "tl.where(a == b, 1.0, libdevice.exp(a - b))": where both are -inf, too. */
static char *
dup_factor (const char *a, const char *b)
{
  return g_strdup_printf ("tl.where(%s == %s, 1.0, libdevice.exp(%s - %s))", a, b, a, b);
}

/* In a loop: _max and _sum take a block up, which elements make, or maxima and sums of parts. */
static FlTritonValue
reduce_softmax_in_loop (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  FlTritonValue result = { .text = "", .dtype = args[0].dtype, .trees = get_kept_trees (triton) };
  const char *base = fl_triton_new_name (triton);
  const char *max = fl_arena_printf (triton->pass->arena, "_%s_max", base);
  const char *sum = fl_arena_printf (triton->pass->arena, "_%s_sum", base);
  const char *next_max = fl_arena_printf (triton->pass->arena, "%s_next", max);
  const char *next_sum = fl_arena_printf (triton->pass->arena, "%s_next", sum);
  const char *value = fl_triton_broadcast (triton, args[0]).text;
  GString *lines = triton->lines.compute;

  begin_accumulator (triton, max, args[0].dtype, "float('-inf')");
  begin_accumulator (triton, sum, args[0].dtype, "0");
  {
    g_autofree char *kept = dup_factor (max, next_max), *taken = dup_factor (value, next_max);

    fl_triton_line (lines, "%s = triton_helpers.maximum(%s, %s)", next_max, max, value);
    fl_triton_line (lines, "%s = %s * %s + %s%s%s", next_sum, sum, kept, op->n_args > 1 ? args[1].text : "",
                    op->n_args > 1 ? " * " : "", taken);
  }
  keep (triton, max, next_max);
  keep (triton, sum, next_sum);
  add_part (triton, &result, 0);
  add_part (triton, &result, 1);
  {
    g_autofree char *kept = dup_factor (max, result.parts[0]);

    fl_triton_line (triton->lines.after, "%s = triton_helpers.max2(%s, 1)[:, None]", result.parts[0], max);
    fl_triton_line (triton->lines.after, "%s = tl.sum(%s * %s, 1)[:, None]", result.parts[1], sum, kept);
  }
  return result;
}

/* args: the elements; or maxima and sums of parts. */
static FlTritonValue
reduce_softmax (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  const FlDtype dtype = args[0].dtype;
  const guint kept = get_kept_trees (triton);
  FlTritonValue value, result = { .text = "", .dtype = dtype, .trees = kept };
  GString *lines = triton->lines.compute;
  FlTritonValue most, terms;

  if (triton->is_looped)
    return reduce_softmax_in_loop (triton, op, args);
  value = fl_triton_broadcast (triton, args[0]);
  most = fence (triton, value, "float('-inf')");
  most = fl_triton_name (triton, lines, dtype, kept, "triton_helpers.max2(%s, 1)[:, None]", most.text);
  terms = fl_triton_name (triton, lines, dtype, value.trees, "%s - %s", value.text, most.text);
  terms = fl_triton_name (triton, lines, dtype, value.trees, "libdevice.exp(%s)", terms.text);
  if (op->n_args > 1)
    terms = fl_triton_name (triton, lines, dtype, value.trees, "%s * %s", args[1].text, terms.text);
  terms = fence (triton, terms, "0");
  result.parts[0] = most.text;
  result.parts[1] = fl_triton_name (triton, lines, dtype, kept, "tl.sum(%s, 1)[:, None]", terms.text).text;
  return result;
}

/* --- all -------------------------------------------------------------------------------------- */

FlTritonValue
fl_triton_reduce (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args)
{
  /* Operations that take different results of one reduction share it. */
  g_autofree char *key = g_strdup_printf ("reduce %s %s %s %s %s", fl_reduction_get_name (op->reduction),
                                          fl_dtype_get_torch_name (op->dtype), args[0].text,
                                          op->n_args > 1 ? args[1].text : "", op->n_args > 2 ? args[2].text : "");
  const FlTritonValue *known = g_hash_table_lookup (triton->known, key);
  FlTritonValue *value;

  if (known)
    return *known;
  if (!triton->is_inside || triton->mask)
    {
      fl_triton_fail (triton, "a reduction outside of the kernel's");
      return args[0];
    }
  triton->counts[FL_TRITON_REDUCTIONS]++;
  value = fl_arena_new (triton->pass->arena, FlTritonValue, 1);
  switch (op->reduction)
    {
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE: *value = reduce_welford (triton, op, args); break;
    case FL_REDUCTION_ONLINE_SOFTMAX: *value = reduce_softmax (triton, op, args); break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE: *value = reduce_arg (triton, op, args); break;
    default: *value = reduce_plain (triton, op, args[0]);
    }
  g_hash_table_insert (triton->known, g_strdup (key), value);
  return *value;
}
