/* Lowerings of adaptive pooling whose windows are not all of one size: each result is written out over the largest
 * window, and what lies outside its own is masked (torch/_inductor/lowering.py). */
#include "fl-lower-table.h"

#include <math.h>
#include <string.h>

LOWERING (adaptive_avg_pool2d);
LOWERING (adaptive_max_pool2d);

enum
{
  LARGEST_WINDOW = 25 /* Inductor's own loops; beyond it a library is called */
};

/* The last two dimensions, rows first. */
typedef struct
{
  FlBox *input;
  const FlSym *const *sizes; /* of the result */
  gint64 in[2], out[2], window[2];
  const FlSym *starts[2], *ends[2]; /* of the window of the element at hand */
} Adaptive;

static const FlSym *const *
get_result_sizes (FlLowering *low)
{
  const FlValue *value = &low->node->value;

  if (value->kind == FL_VALUE_TUPLE && value->n_items > 0)
    value = &value->items[0];
  for (guint i = 0; value->kind != FL_VALUE_TENSOR && i < low->node->n_users; i++)
    value = &fl_graph_get_node (low->graph, low->node->users[i])->value;
  return value->kind == FL_VALUE_TENSOR ? value->tensor.sizes : NULL;
}

/* FALSE: no tensor with sizes that are numbers. */
static gboolean
start_adaptive (FlLowering *low, Adaptive *pool)
{
  FlBox *box = fl_lower_get_input (low);

  memset (pool, 0, sizeof *pool);
  pool->input = box;
  pool->sizes = get_result_sizes (low);
  if (box == NULL || pool->sizes == NULL || box->n_dims < 3)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      if (!fl_sym_is_int (box->sizes[box->n_dims - 2 + i], &pool->in[i])
          || !fl_sym_is_int (pool->sizes[box->n_dims - 2 + i], &pool->out[i]) || pool->out[i] < 1)
        return FALSE;
      pool->window[i] = (pool->in[i] + 2 * (pool->out[i] - 1)) / pool->out[i];
    }
  return TRUE;
}

static gboolean
is_even (const Adaptive *pool)
{
  return pool->in[0] % pool->out[0] == 0 && pool->in[1] % pool->out[1] == 0;
}

/* Where the window of each dimension begins and ends for these variables of the result. */
static void
find_window (FlLowering *low, Adaptive *pool, const FlSym *const *vars)
{
  for (guint i = 0; i < 2; i++)
    {
      const FlSym *position = fl_sym_mul_int (vars[pool->input->n_dims - 2 + i], pool->in[i]);
      const FlSym *out = fl_sym_int (low->symbols, pool->out[i]);

      pool->starts[i] = fl_sym_floor_div (position, out);
      pool->ends[i] = fl_sym_floor_div (fl_sym_add_int (position, pool->in[i] + pool->out[i] - 1), out);
    }
}

/* The element at these offsets from the window's start; value instead of the input's where it is given. */
static const FlExpr *
load_at (FlLowering *low, const Adaptive *pool, const FlSym *const *vars, const gint64 *offsets, double outside,
         const FlExpr *value)
{
  guint n = pool->input->n_dims;
  const FlSym **index = fl_arena_memdup (low->arena, vars, n * sizeof *vars);
  const FlExpr *inside[2], *mask;

  for (guint i = 0; i < 2; i++)
    {
      index[n - 2 + i] = fl_sym_add_int (pool->starts[i], offsets[i]);
      inside[i] = fl_mask_compare (low, FL_SCALAR_LT, index[n - 2 + i], pool->ends[i]);
    }
  mask = fl_expr_op2 (low->pool, FL_SCALAR_AND, inside[0], inside[1]);
  return fl_expr_masked (low->pool, mask, value != NULL ? value : fl_box_load (low, pool->input, index), outside);
}

/* The value, computed before what is made after it. */
static const FlExpr *
compute_now (FlLowering *low, const FlExpr *value)
{
  return fl_expr_step (low->pool, value, value);
}

/* All elements of the largest window by one operation, the newest first. */
static const FlExpr *
fold (FlLowering *low, const Adaptive *pool, const FlSym *const *vars, FlScalar op, double outside, const FlExpr *value)
{
  const FlExpr *result = NULL;

  for (gint64 row = 0; row < pool->window[0]; row++)
    for (gint64 column = 0; column < pool->window[1]; column++)
      {
        const FlExpr *element = load_at (low, pool, vars, (const gint64[]) { row, column }, outside, value);

        result = result == NULL ? element : compute_now (low, fl_expr_op2 (low->pool, op, element, result));
      }
  return result;
}

static FlItem
average_uneven (FlLowering *low, Adaptive *pool)
{
  FlBox *box = pool->input;
  const FlSym **vars = fl_box_get_vars (low, "i", pool->sizes, box->n_dims);
  const FlExpr *one = fl_dtype_is_float (box->dtype) ? fl_expr_constant (low->pool, box->dtype, 1)
                                                     : fl_expr_constant_int (low->pool, box->dtype, 1);
  const FlExpr *sum, *count;

  find_window (low, pool, vars);
  sum = fold (low, pool, vars, FL_SCALAR_ADD, 0, NULL);
  count = fold (low, pool, vars, FL_SCALAR_ADD, 0, fl_expr_scope (low->pool, one));
  return fl_item_of_box (fl_box_pointwise (low, box->device, box->dtype, pool->sizes, box->n_dims,
                                           fl_expr_op2 (low->pool, FL_SCALAR_TRUEDIV, sum, count)));
}

FlItem
lower_adaptive_avg_pool2d (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  Adaptive pool;

  if (!start_adaptive (low, &pool))
    return fl_lower_adaptive_evenly (low);
  fl_realize_hint (low, pool.input, "windows of it are read");
  if (is_even (&pool))
    return fl_lower_adaptive_evenly (low);
  if (pool.window[0] * pool.window[1] > LARGEST_WINDOW)
    return fl_lower_fallback (low);
  return average_uneven (low, &pool);
}

/* Where the maximum of the window lies in the input, row-major. */
static const FlExpr *
find_position (FlLowering *low, const Adaptive *pool, const FlSym *const *vars)
{
  const FlExpr *highest = NULL, *position = NULL;

  for (gint64 row = 0; row < pool->window[0]; row++)
    for (gint64 column = 0; column < pool->window[1]; column++)
      {
        const FlExpr *element = load_at (low, pool, vars, (const gint64[]) { row, column }, -INFINITY, NULL);
        const FlSym *flat = fl_sym_add (fl_sym_mul_int (fl_sym_add_int (pool->starts[0], row), pool->in[1]),
                                        fl_sym_add_int (pool->starts[1], column));
        const FlExpr *here = fl_expr_scope (low->pool, fl_expr_index (low->pool, FL_DTYPE_I64, flat));

        if (position == NULL)
          {
            position = here;
            highest = element;
            continue;
          }
        position = compute_now (low, fl_expr_where (low->pool, fl_expr_op2 (low->pool, FL_SCALAR_GT, element, highest),
                                                    here, position));
        highest = compute_now (low, fl_expr_op2 (low->pool, FL_SCALAR_MAXIMUM, element, highest));
      }
  return fl_expr_step (low->pool, highest, position);
}

FlItem
lower_adaptive_max_pool2d (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlSym **vars;
  FlBox *outputs[2];
  Adaptive pool;
  guint n;

  if (!start_adaptive (low, &pool))
    return fl_lower_fallback (low);
  fl_realize_hint (low, pool.input, "windows of it are read");
  if (is_even (&pool) || pool.window[0] * pool.window[1] > LARGEST_WINDOW)
    return fl_lower_fallback (low);
  n = pool.input->n_dims;
  vars = fl_box_get_vars (low, "i", pool.sizes, n);
  find_window (low, &pool, vars);
  outputs[0] = fl_box_pointwise (low, pool.input->device, pool.input->dtype, pool.sizes, n,
                                 fold (low, &pool, vars, FL_SCALAR_MAXIMUM, -INFINITY, NULL));
  outputs[1]
      = fl_box_pointwise (low, pool.input->device, FL_DTYPE_I64, pool.sizes, n, find_position (low, &pool, vars));
  return fl_item_of_boxes (low, outputs, 2);
}
