/* Lowerings of pooling: reductions over small windows, mostly written out (torch/_inductor/lowering.py). */
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

#include <math.h>
#include <string.h>

LOWERING (low_memory_max_pool_with_offsets);
LOWERING (max_pool2d_with_indices);
LOWERING (low_memory_max_pool_offsets_to_indices);
LOWERING (avg_pool);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

enum
{
  MAX_WINDOW = 25
};

typedef struct
{
  FlBox *input;
  guint n_window; /* how many dimensions are pooled */
  gint64 kernel[3], stride[3], padding[3], dilation[3];
  const FlSym *const *sizes; /* of the result */
  gboolean is_padded;
  gboolean is_symbolic; /* the window is known when the kernel runs: the library is called */
  double outside;       /* value beyond the border */
} Pool;

/* FALSE: some come with the call. */
static gboolean
get_list (FlLowering *low, const char *name, guint n, gint64 fallback, gint64 *values)
{
  guint found;
  const FlSym **syms = fl_lower_get_syms (low, name, &found);

  for (guint i = 0; i < n; i++)
    {
      values[i] = fallback;
      if (found > 0 && !fl_sym_is_int (syms[MIN (i, found - 1)], &values[i]))
        return FALSE;
    }
  return TRUE;
}

static const FlSym *const *
get_result_sizes (FlLowering *low)
{
  const FlValue *value = &low->node->value;

  if (value->kind == FL_VALUE_TUPLE && value->n_items > 0)
    value = &value->items[0];
  if (value->kind == FL_VALUE_TENSOR)
    return value->tensor.sizes;
  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);

      if (user->value.kind == FL_VALUE_TENSOR)
        return user->value.tensor.sizes;
    }
  return NULL;
}

/* May a window reach beyond the input although nothing is padded? Only ceil_mode makes such, for some sizes. */
static gboolean
may_reach_beyond (FlLowering *low, const Pool *pool, guint i)
{
  guint d = pool->input->n_dims - pool->n_window + i;
  const FlSym *last = fl_sym_add_int (fl_sym_mul_int (fl_sym_add_int (pool->sizes[d], -1), pool->stride[i]),
                                      (pool->kernel[i] - 1) * pool->dilation[i] - pool->padding[i]);

  return fl_lower_get_bool (low, "ceil_mode", FALSE)
         && !fl_sym_known (FL_SYM_LT, last, fl_sym_add_int (pool->input->sizes[d], pool->padding[i]));
}

/* Symbolic sizes as lowering counts windows, in one division, not as the graph does: (s0 + 1)//2 for (s0 - 1)//2 + 1.
 */
static void
count_windows_at_once (FlLowering *low, Pool *pool)
{
  const guint first = pool->input->n_dims - pool->n_window;
  const FlSym **sizes = fl_arena_memdup (low->arena, pool->sizes, pool->input->n_dims * sizeof *sizes);

  for (guint i = 0; i < pool->n_window; i++)
    {
      const gint64 around = 2 * pool->padding[i] - pool->dilation[i] * (pool->kernel[i] - 1) + pool->stride[i] - 1;

      if (!fl_sym_is_int (sizes[first + i], NULL))
        sizes[first + i] = fl_sym_floor_div (fl_sym_add_int (pool->input->sizes[first + i], around),
                                             fl_sym_int (low->symbols, pool->stride[i]));
    }
  pool->sizes = sizes;
}

static gboolean
start_pool (FlLowering *low, Pool *pool, guint n_window)
{
  guint n_strides;

  memset (pool, 0, sizeof *pool);
  pool->input = fl_lower_get_input (low);
  pool->n_window = n_window;
  pool->sizes = get_result_sizes (low);
  if (pool->input == NULL || pool->sizes == NULL || pool->input->n_dims < n_window)
    return FALSE;
  fl_lower_get_syms (low, "stride", &n_strides);
  if (!get_list (low, "kernel_size", n_window, 1, pool->kernel)
      || !get_list (low, "padding", n_window, 0, pool->padding)
      || !get_list (low, "dilation", n_window, 1, pool->dilation)
      || !get_list (low, n_strides > 0 ? "stride" : "kernel_size", n_window, 1, pool->stride))
    {
      pool->is_symbolic = TRUE;
      return FALSE;
    }
  for (guint i = 0; i < n_window; i++)
    pool->is_padded |= pool->padding[i] != 0 || pool->dilation[i] > 1 || may_reach_beyond (low, pool, i);
  if (!fl_lower_get_bool (low, "ceil_mode", FALSE))
    count_windows_at_once (low, pool);
  return TRUE;
}

/* The input element at offsets r of the window of result element i; outside the input, pool->outside. */
static const FlExpr *
load_window (FlLowering *low, const Pool *pool, const FlSym *const *vars, const FlSym *const *offsets)
{
  guint n = pool->input->n_dims, first = n - pool->n_window;
  const FlSym **index = fl_arena_memdup (low->arena, vars, n * sizeof *vars);
  const FlExpr *mask = NULL, *value;

  for (guint i = 0; i < pool->n_window; i++)
    {
      const FlExpr *inside;

      index[first + i] = fl_sym_add_int (fl_sym_add (fl_sym_mul_int (vars[first + i], pool->stride[i]),
                                                     fl_sym_mul_int (offsets[i], pool->dilation[i])),
                                         -pool->padding[i]);
      if (!pool->is_padded)
        continue;
      inside = fl_mask_compare (low, FL_SCALAR_GE, index[first + i], low->zero);
      inside = fl_expr_op2 (low->pool, FL_SCALAR_AND, inside,
                            fl_mask_compare (low, FL_SCALAR_LT, index[first + i], pool->input->sizes[first + i]));
      inside = fl_expr_scope (low->pool, inside);
      mask = mask == NULL ? inside : fl_expr_op2 (low->pool, FL_SCALAR_AND, mask, inside);
    }
  value = fl_box_load (low, pool->input, index);
  return mask != NULL ? fl_expr_masked (low->pool, mask, value, pool->outside) : value;
}

/* Where start_pool did not. */
static FlItem
refuse (FlLowering *low, const Pool *pool)
{
  return pool->is_symbolic ? fl_lower_fallback (low) : nothing;
}

static gint64
get_window_numel (const Pool *pool)
{
  gint64 numel = 1;

  for (guint i = 0; i < pool->n_window; i++)
    numel *= pool->kernel[i];
  return numel;
}

static FlReductionPlan
plan_window (FlLowering *low, const Pool *pool, FlReductionType type, FlDtype dtype)
{
  FlReductionPlan plan = { .device = pool->input->device,
                           .dtype = dtype,
                           .src_dtype = pool->input->dtype,
                           .type = type,
                           .hint = FL_HINT_DEFAULT,
                           .n_ranges = pool->input->n_dims,
                           .ranges = pool->sizes,
                           .n_reduction_ranges = pool->n_window,
                           .input = pool->input,
                           .n_values = 1 };
  const FlSym **window = fl_arena_new (low->arena, const FlSym *, pool->n_window);

  for (guint i = 0; i < pool->n_window; i++)
    window[i] = fl_sym_int (low->symbols, pool->kernel[i]);
  plan.reduction_ranges = window;
  plan.unroll_threshold = get_window_numel (pool) <= MAX_WINDOW ? MAX_WINDOW : 0;
  plan.values[0] = load_window (low, pool, fl_box_get_vars (low, "i", pool->sizes, plan.n_ranges),
                                fl_box_get_vars (low, "r0_", window, pool->n_window));
  return plan;
}

static FlBox *
reduce_window (FlLowering *low, FlReductionPlan *plan)
{
  FlBox *box = fl_reduction_create (low, plan);
  const FlLoops *loops = fl_storage_get_loops (box->storage);

  if (loops != NULL && loops->kind == FL_LOOPS_REDUCTION)
    fl_realize_box (low, box, "it is a reduction");
  return box;
}

/* --- maximum ---------------------------------------------------------------------------------- */

static void
pool_maximum (FlLowering *low, Pool *pool, FlBox **outputs)
{
  FlReductionPlan plan;

  fl_realize_hint (low, pool->input, "windows of it are read");
  pool->outside = fl_reduction_get_identity (FL_REDUCTION_MAX, pool->input->dtype);
  plan = plan_window (low, pool, FL_REDUCTION_MAX, pool->input->dtype);
  outputs[0] = reduce_window (low, &plan);
  plan = plan_window (low, pool, FL_REDUCTION_ARGMAX, FL_DTYPE_I64);
  outputs[1] = reduce_window (low, &plan);
}

/* offset within the window -> position in the input, row-major. */
static FlBox *
locate (FlLowering *low, const Pool *pool, FlBox *offsets, const FlSym *const *input_sizes)
{
  guint n = offsets->n_dims, first = n - pool->n_window;
  const FlSym **vars = fl_box_get_vars (low, "i", offsets->sizes, n);
  const FlSym *flat = fl_expr_indirect (low->pool, fl_box_load (low, offsets, vars),
                                        fl_sym_int (low->symbols, get_window_numel (pool)), TRUE, TRUE);
  const FlSym *position = low->zero;
  gint64 below = get_window_numel (pool);

  for (guint i = 0; i < pool->n_window; i++)
    {
      const FlSym *step;

      below /= pool->kernel[i];
      step = fl_sym_floor_div (flat, fl_sym_int (low->symbols, below));
      flat = fl_sym_sub (flat, fl_sym_mul_int (step, below));
      step = fl_sym_add_int (fl_sym_add (fl_sym_mul_int (vars[first + i], pool->stride[i]),
                                         fl_sym_mul_int (step, pool->dilation[i])),
                             -pool->padding[i]);
      position = fl_sym_add (fl_sym_mul (position, input_sizes[i]), step);
    }
  return fl_box_pointwise (low, offsets->device, FL_DTYPE_I64, offsets->sizes, n,
                           fl_expr_index (low->pool, FL_DTYPE_I64, position));
}

FlItem
lower_low_memory_max_pool_with_offsets (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  Pool pool;
  FlBox *outputs[2];
  guint n;

  fl_lower_get_syms (low, "kernel_size", &n);
  if (n < 1 || n > 3)
    return nothing;
  if (!start_pool (low, &pool, n))
    return refuse (low, &pool);
  pool_maximum (low, &pool, outputs);
  outputs[1] = fl_box_to_dtype (low, outputs[1], FL_DTYPE_I8);
  return fl_item_of_boxes (low, outputs, 2);
}

FlItem
lower_max_pool2d_with_indices (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  Pool pool;
  FlBox *outputs[2];

  if (!start_pool (low, &pool, 2))
    return refuse (low, &pool);
  pool_maximum (low, &pool, outputs);
  outputs[1] = locate (low, &pool, outputs[1], pool.input->sizes + pool.input->n_dims - 2);
  return fl_item_of_boxes (low, outputs, 2);
}

FlItem
lower_low_memory_max_pool_offsets_to_indices (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  Pool pool = { .input = fl_lower_get_input (low) };
  guint n, n_sizes;
  const FlSym **sizes;

  fl_lower_get_syms (low, "kernel_size", &n);
  sizes = fl_lower_get_syms (low, "input_size", &n_sizes);
  if (pool.input == NULL || n < 1 || n > 3 || n_sizes < n)
    return nothing;
  pool.n_window = n;
  if (!get_list (low, "kernel_size", n, 1, pool.kernel) || !get_list (low, "stride", n, 1, pool.stride)
      || !get_list (low, "padding", n, 0, pool.padding) || !get_list (low, "dilation", n, 1, pool.dilation))
    return fl_lower_fallback (low);
  return fl_item_of_box (locate (low, &pool, pool.input, sizes + n_sizes - n));
}

/* --- average ---------------------------------------------------------------------------------- */

/* How many elements a window covers; with count_include_pad the padding counts. */
static FlBox *
count_window (FlLowering *low, const Pool *pool, gboolean includes_padding)
{
  guint n = pool->input->n_dims, first = n - pool->n_window;
  const FlSym **vars = fl_box_get_vars (low, "i", pool->sizes, n);
  const FlExpr *count = NULL;

  for (guint i = 0; i < pool->n_window; i++)
    {
      const FlSym *size = pool->input->sizes[first + i];
      const FlSym *start = fl_sym_add_int (fl_sym_mul_int (vars[first + i], pool->stride[i]), -pool->padding[i]);
      const FlSym *end = fl_sym_min (fl_sym_add_int (start, pool->kernel[i]), fl_sym_add_int (size, pool->padding[i]));
      const FlExpr *factor;

      if (!includes_padding)
        {
          start = fl_sym_max (start, low->zero);
          end = fl_sym_min (end, size);
        }
      factor = fl_expr_index (low->pool, FL_DTYPE_I32, fl_sym_sub (end, start));
      count = count == NULL ? factor : fl_expr_op2 (low->pool, FL_SCALAR_MUL, count, factor);
    }
  return fl_box_pointwise (low, pool->input->device, pool->input->dtype, pool->sizes, n, count);
}

static const FlExpr *
divide (FlLowering *low, const FlExpr *const *values, guint n, gpointer data)
{
  return fl_expr_op2 (low->pool, FL_SCALAR_TRUEDIV, values[0], values[1]);
}

/* Until 2.10: the window written out, each element before the sum of those before it. */
static FlItem
average_written_out (FlLowering *low, const Pool *pool)
{
  FlItem override = fl_lower_get_arg (low, "divisor_override");
  const guint n = pool->input->n_dims;
  const gint64 window = get_window_numel (pool), divisor = fl_lower_get_int (low, "divisor_override", window);
  const FlSym **vars = fl_box_get_vars (low, "i", pool->sizes, n);
  const FlExpr *total = NULL;
  FlBox *count;

  if (window > MAX_WINDOW)
    return fl_lower_fallback (low);
  fl_realize_hint (low, pool->input, "windows of it are read");
  for (gint64 k = 0; k < window; k++)
    {
      const FlSym *offsets[3];
      const FlExpr *value;
      gint64 rest = k;

      for (guint i = pool->n_window; i-- > 0; rest /= pool->kernel[i])
        offsets[i] = fl_sym_int (low->symbols, rest % pool->kernel[i]);
      value = load_window (low, pool, vars, offsets);
      if (total != NULL)
        value = fl_expr_op2 (low->pool, FL_SCALAR_ADD, value, total);
      total = fl_expr_step (low->pool, value, value); /* made before the next element is loaded */
    }
  if (!pool->is_padded || override.kind == FL_ITEM_SYM)
    total = fl_expr_op2 (low->pool, FL_SCALAR_MUL, total,
                         fl_expr_constant (low->pool, pool->input->dtype, 1.0 / (double) divisor));
  else
    {
      count = count_window (low, pool, fl_lower_get_bool (low, "count_include_pad", TRUE));
      total = fl_expr_op2 (low->pool, FL_SCALAR_TRUEDIV, total, fl_box_load (low, count, vars));
    }
  return fl_item_of_box (fl_box_pointwise (low, pool->input->device, pool->input->dtype, pool->sizes, n, total));
}

static FlItem
average (FlLowering *low, Pool *pool)
{
  FlItem override = fl_lower_get_arg (low, "divisor_override"), items[2];
  FlDtype dtype = pool->input->dtype;
  gint64 window = get_window_numel (pool);
  FlReductionPlan plan;
  FlBox *result;

  if (!fl_options_has (low->options, FL_RULE_AVERAGES_REDUCE))
    return average_written_out (low, pool);
  for (guint i = 0; i < pool->n_window; i++)
    if (window > MAX_WINDOW && pool->kernel[i] != pool->stride[i])
      return fl_lower_fallback (low);
  fl_realize_hint (low, pool->input, "windows of it are read");
  plan = plan_window (low, pool, FL_REDUCTION_SUM, fl_dtype_is_low_precision (dtype) ? FL_DTYPE_F32 : dtype);
  items[0] = fl_item_of_box (reduce_window (low, &plan));
  if (!pool->is_padded || override.kind == FL_ITEM_SYM)
    {
      items[1] = override.kind == FL_ITEM_SYM ? override : fl_item_of_int (low, window);
      result = fl_make_pointwise (low, divide, NULL, items, 2, FL_DTYPE_NONE);
    }
  else
    {
      FlBox *count = count_window (low, pool, fl_lower_get_bool (low, "count_include_pad", TRUE));

      items[1]
          = fl_item_of_box (fl_dtype_is_low_precision (dtype) ? fl_box_to_dtype (low, count, FL_DTYPE_F32) : count);
      result = fl_make_pointwise (low, divide, NULL, items, 2, FL_DTYPE_NONE);
    }
  return fl_item_of_box (fl_box_to_dtype (low, result, dtype));
}

FlItem
lower_avg_pool (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);
  Pool pool;

  if (box != NULL && !fl_dtype_is_float (box->dtype)) /* truncates means of integers */
    return fl_lower_fallback (low);
  return start_pool (low, &pool, strstr (row->name, "3d") != NULL ? 3 : 2) ? average (low, &pool) : refuse (low, &pool);
}

/* Adaptive windows of one size, whatever the symbols are; otherwise the library is called. */
FlItem
fl_lower_adaptive_evenly (FlLowering *low)
{
  FlBox *box = fl_lower_get_input (low);
  Pool pool = { .input = box, .n_window = 2, .sizes = get_result_sizes (low), .dilation = { 1, 1 } };
  gboolean is_same = TRUE;

  if (box == NULL || pool.sizes == NULL || box->n_dims < 3)
    return nothing;
  for (guint i = 0; i < 2; i++)
    {
      const FlSym *in = box->sizes[box->n_dims - 2 + i], *out = pool.sizes[box->n_dims - 2 + i];

      if (!fl_sym_known (FL_SYM_GE, out, low->one) || !fl_sym_known_multiple (in, out)
          || !fl_sym_is_int (fl_sym_floor_div (in, out), &pool.kernel[i]))
        return fl_lower_fallback (low);
      is_same &= pool.kernel[i] == 1;
      pool.stride[i] = pool.kernel[i];
    }
  return is_same ? fl_item_of_box (fl_box_clone (low, box)) : average (low, &pool);
}
