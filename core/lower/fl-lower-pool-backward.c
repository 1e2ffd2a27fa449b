/* The gradient of an average over windows of two or three dimensions: every element of the input adds up its share of
 * each window that it lies in, as Inductor writes it: over the few windows that may hold it, with those outside
 * masked. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

LOWERING (avg_pool_backward);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

enum
{
  MAX_DIMS = 3
};

typedef struct
{
  guint n_dims; /* of a window */
  FlBox *grad, *input;
  gint64 kernel[MAX_DIMS], stride[MAX_DIMS], padding[MAX_DIMS], windows[MAX_DIMS];
  const FlSym *pooled[MAX_DIMS], *size[MAX_DIMS]; /* of the gradient and of the input */
  gboolean counts_padding, is_padded;
  gboolean is_symbolic;                          /* the windows are known when the kernel runs: the library is called */
  gint64 divisor;                                /* 0: the size of the window */
  const FlExpr *first[MAX_DIMS], *end[MAX_DIMS]; /* the windows that hold an element: from first to before end */
} Backward;

/* An element may lie in so many windows; with more the library is called. */
static gint64
get_most_windows (const Backward *self)
{
  return self->n_dims == 2 ? 25 : 125;
}

/* FALSE: some come with the call. */
static gboolean
read_list (FlLowering *low, const char *name, guint n, const gint64 *fallback, gint64 *values)
{
  guint found;
  const FlSym **syms = fl_lower_get_syms (low, name, &found);

  for (guint i = 0; i < n; i++)
    {
      values[i] = fallback[i];
      if (found > 0 && !fl_sym_is_int (syms[MIN (i, found - 1)], &values[i]))
        return FALSE;
    }
  return TRUE;
}

/* At most how many windows hold one element. */
static gint64
count_windows (gint64 kernel, gint64 stride)
{
  gint64 most = 1;

  for (gint64 at = 0; at < 2 * kernel; at++)
    {
      gint64 before = at < kernel ? 0 : (at - kernel) / stride;

      most = MAX (most, at / stride - before);
    }
  return most;
}

/* With ceil_mode, may the last window reach beyond the padding, for some sizes? */
static gboolean
may_reach_beyond (FlLowering *low, const Backward *self, guint i)
{
  const FlSym *end
      = fl_sym_add_int (fl_sym_mul_int (fl_sym_add_int (self->pooled[i], -1), self->stride[i]), self->kernel[i]);
  gint64 reach, size;

  if (fl_sym_is_int (end, &reach) && fl_sym_is_int (self->size[i], &size))
    return reach > size + 2 * self->padding[i];
  return fl_lower_get_bool (low, "ceil_mode", FALSE)
         && !fl_sym_known (FL_SYM_LE, end, fl_sym_add_int (self->size[i], 2 * self->padding[i]));
}

static gboolean
start (FlLowering *low, guint n, Backward *self)
{
  static const gint64 ones[MAX_DIMS] = { 1, 1, 1 }, zeros[MAX_DIMS] = { 0, 0, 0 };

  *self = (Backward) { .n_dims = n,
                       .grad = fl_lower_get_arg (low, "grad_output").box,
                       .input = fl_lower_get_arg (low, "self").box };
  if (self->grad == NULL || self->input == NULL || self->grad->n_dims != self->input->n_dims || self->input->n_dims < n)
    return FALSE;
  if (!read_list (low, "kernel_size", n, ones, self->kernel)
      || !read_list (low, "stride", n, self->kernel, self->stride)
      || !read_list (low, "padding", n, zeros, self->padding)
      || (fl_lower_get_arg (low, "divisor_override").kind == FL_ITEM_SYM
          && !fl_sym_is_int (fl_lower_get_arg (low, "divisor_override").sym, NULL)))
    {
      self->is_symbolic = TRUE;
      return FALSE;
    }
  self->counts_padding = fl_lower_get_bool (low, "count_include_pad", TRUE);
  self->divisor = fl_lower_get_int (low, "divisor_override", 0);
  for (guint i = 0; i < self->n_dims; i++)
    {
      guint d = self->input->n_dims - self->n_dims + i;

      if (self->kernel[i] < 1 || self->stride[i] < 1)
        return FALSE;
      self->pooled[i] = self->grad->sizes[d];
      self->size[i] = self->input->sizes[d];
      self->windows[i] = count_windows (self->kernel[i], self->stride[i]);
      self->is_padded |= self->padding[i] != 0 || may_reach_beyond (low, self, i);
    }
  return TRUE;
}

static const FlExpr *
number (FlLowering *low, gint64 value)
{
  return fl_expr_constant_int (low->pool, FL_DTYPE_I32, value);
}

static const FlExpr *
index_of (FlLowering *low, const FlSym *sym)
{
  return fl_expr_index (low->pool, FL_DTYPE_I32, sym);
}

static const FlExpr *
combine (FlLowering *low, FlScalar op, const FlExpr *a, const FlExpr *b)
{
  return fl_expr_op2 (low->pool, op, a, b);
}

static void
find_windows (FlLowering *low, Backward *self, const FlSym *const *vars)
{
  for (guint i = 0; i < self->n_dims; i++)
    {
      const FlSym *at = fl_sym_add_int (vars[self->input->n_dims - self->n_dims + i], self->padding[i]);
      const FlSym *step = fl_sym_int (low->symbols, self->stride[i]);

      self->first[i] = index_of (low, fl_sym_floor_div (fl_sym_add_int (at, self->stride[i] - self->kernel[i]), step));
      self->end[i] = index_of (low, fl_sym_add_int (fl_sym_floor_div (at, step), 1));
      self->first[i] = combine (low, FL_SCALAR_MAXIMUM, self->first[i], number (low, 0));
      self->end[i] = combine (low, FL_SCALAR_MINIMUM, self->end[i], index_of (low, self->pooled[i]));
    }
}

/* Elements of the input in a window. */
static const FlExpr *
count_inside (FlLowering *low, const Backward *self, const FlExpr *const *window)
{
  const FlExpr *count = NULL;

  for (guint i = 0; i < self->n_dims; i++)
    {
      const FlExpr *begin
          = combine (low, FL_SCALAR_SUB, combine (low, FL_SCALAR_MUL, window[i], number (low, self->stride[i])),
                     number (low, self->padding[i]));
      const FlExpr *stop = combine (low, FL_SCALAR_ADD, begin, number (low, self->kernel[i]));
      const FlExpr *padded
          = combine (low, FL_SCALAR_ADD, index_of (low, self->size[i]), number (low, self->padding[i]));

      stop = combine (low, FL_SCALAR_MINIMUM, stop, padded);
      begin = combine (low, FL_SCALAR_MAXIMUM, begin, number (low, 0));
      stop = combine (low, FL_SCALAR_MINIMUM, stop, index_of (low, self->size[i]));
      stop = combine (low, FL_SCALAR_SUB, stop, begin);
      count = count == NULL ? stop : combine (low, FL_SCALAR_MUL, count, stop);
    }
  return count;
}

/* The share of one window: its gradient over its size. A window beyond the last is read as the last
 * and masked later. */
static const FlExpr *
read_share (FlLowering *low, const Backward *self, const FlSym *const *vars, const FlExpr *const *window, FlDtype dtype)
{
  const FlSym **index = fl_arena_memdup (low->arena, vars, self->grad->n_dims * sizeof *vars);
  const FlExpr *divisor;

  for (guint i = 0; i < self->n_dims; i++)
    {
      const FlExpr *last = combine (low, FL_SCALAR_SUB, self->end[i], number (low, 1));

      index[self->grad->n_dims - self->n_dims + i]
          = fl_expr_indirect (low->pool, combine (low, FL_SCALAR_MINIMUM, window[i], last), self->pooled[i], TRUE,
                              FALSE);
    }
  if (self->divisor != 0)
    divisor = fl_expr_literal (low->pool, dtype, self->divisor);
  else if (self->counts_padding || !self->is_padded)
    divisor = fl_expr_literal (low->pool, dtype, self->kernel[0] * self->kernel[1] * MAX (1, self->kernel[2]));
  else
    divisor = fl_expr_imply_dtype (low->pool, count_inside (low, self, window), dtype);
  return combine (low, FL_SCALAR_TRUEDIV, fl_expr_imply_dtype (low->pool, fl_box_load (low, self->grad, index), dtype),
                  divisor);
}

/* The sum goes on with one more window, the n-th that may hold the element: read, masked and added before the next. */
static const FlExpr *
add_share (FlLowering *low, const Backward *self, const FlSym *const *vars, gint64 n, const FlExpr *sum, FlDtype dtype)
{
  const FlExpr *window[MAX_DIMS], *mask = NULL, *share;

  for (guint i = self->n_dims; i-- > 0; n /= self->windows[i])
    window[i] = combine (low, FL_SCALAR_ADD, self->first[i], number (low, n % self->windows[i]));
  share = fl_expr_scope (low->pool, read_share (low, self, vars, window, dtype));
  for (guint i = 0; i < self->n_dims; i++)
    {
      const FlExpr *is_below = combine (low, FL_SCALAR_LT, window[i], self->end[i]);

      mask = mask == NULL ? is_below : combine (low, FL_SCALAR_AND, mask, is_below);
      mask = fl_expr_step (low->pool, mask, mask);
    }
  mask = fl_expr_scope (low->pool, mask);
  if (sum == NULL)
    sum = fl_expr_where (low->pool, mask, share, fl_expr_constant (low->pool, dtype, 0));
  else
    sum = fl_expr_where (low->pool, mask, combine (low, FL_SCALAR_ADD, sum, share), sum);
  return fl_expr_step (low->pool, sum, sum); /* before the next window is looked at */
}

static gint64
count_most (const Backward *self)
{
  gint64 n = 1;

  for (guint i = 0; i < self->n_dims; i++)
    n *= self->windows[i];
  return n;
}

/* TRUE, and said: the library is called. */
static gboolean
is_for_library (FlLowering *low, const Backward *self, const char *name)
{
  gboolean is_cut = FALSE;

  for (guint i = 0; i < self->n_dims; i++)
    is_cut |= self->counts_padding && self->divisor == 0 && may_reach_beyond (low, self, i);
  if (count_most (self) <= get_most_windows (self) && fl_dtype_is_float (self->input->dtype) && !is_cut)
    return FALSE;
  fl_lower_trace (low, FL_EVENT_LOWER, FL_VERDICT_NOTE,
                  is_cut ? "windows are cut off by ceil_mode: the library is called"
                         : "too many windows an element: the library is called",
                  NULL, count_most (self), name);
  return TRUE;
}

FlItem
lower_avg_pool_backward (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  Backward self;
  FlDtype dtype;
  const FlSym **vars;
  const FlExpr *sum = NULL;

  if (!start (low, strstr (row->name, "3d") != NULL ? 3 : 2, &self))
    return self.is_symbolic ? fl_lower_fallback (low) : nothing;
  if ((self.n_dims == 3 && !fl_options_has (low->options, FL_RULE_POOLS_VOLUMES_BACK))
      || is_for_library (low, &self, row->name))
    return fl_lower_fallback (low);
  dtype = self.input->dtype;
  fl_realize_hint (low, self.grad, "windows of it are read");
  vars = fl_box_get_vars (low, "i", self.input->sizes, self.input->n_dims);
  find_windows (low, &self, vars);
  for (gint64 n = 0; n < count_most (&self); n++)
    sum = add_share (low, &self, vars, n, sum, fl_dtype_is_low_precision (dtype) ? FL_DTYPE_F32 : dtype);
  return fl_item_of_box (fl_box_pointwise (low, self.grad->device, dtype, self.input->sizes, self.input->n_dims,
                                           fl_expr_imply_dtype (low->pool, sum, dtype)));
}
