/* Strides as numbers: contiguous, in an order, padded; and the order in which loops or memory are filled. */
#include "fl-lowering.h"

#include <string.h>

gint64
fl_sym_hint (const FlSym *sym)
{
  return fl_sym_get_hint (sym, 8192);
}

gboolean
fl_sizes_equal (const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (!fl_sym_known_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

/* Walks order, innermost first, and assigns the running product (Inductor's fill_ordered). */
static const FlSym **
fill_ordered (FlLowering *low, const FlSym *const *sizes, guint n, const guint *order)
{
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, n + 1);
  const FlSym *next = low->one;

  for (guint i = 0; i < n; i++)
    {
      strides[order[i]] = next;
      next = fl_sym_mul (next, sizes[order[i]]);
    }
  return strides;
}

const FlSym **
fl_strides_contiguous (FlLowering *low, const FlSym *const *sizes, guint n)
{
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, n + 1);
  const FlSym *next = low->one;

  for (guint i = n; i > 0; i--)
    {
      strides[i - 1] = next;
      next = fl_sym_mul (next, sizes[i - 1]);
    }
  return strides;
}

const FlSym **
fl_strides_channels_last (FlLowering *low, const FlSym *const *sizes, guint n)
{
  guint order[8];

  g_assert (n >= 2 && n <= G_N_ELEMENTS (order));
  order[0] = 1;
  for (guint i = 1; i + 1 < n; i++)
    order[i] = n - i;
  order[n - 1] = 0;
  return fill_ordered (low, sizes, n, order);
}

const FlSym **
fl_strides_of_order (FlLowering *low, const FlSym *const *sizes, guint n, const guint *order)
{
  guint *fill = fl_arena_new (low->arena, guint, n + 1);

  for (guint i = 0; i < n; i++)
    fill[order[i]] = i;
  return fill_ordered (low, sizes, n, fill);
}

const FlSym **
fl_strides_of_fill_order (FlLowering *low, const FlSym *const *sizes, guint n, const guint *fill)
{
  return fill_ordered (low, sizes, n, fill);
}

/* Equal strides: the later dimension is the inner one. */
guint *
fl_stride_order (FlLowering *low, const FlSym *const *strides, guint n)
{
  guint *order = fl_arena_new (low->arena, guint, n + 1);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        gint64 a = fl_sym_hint (strides[i]), b = fl_sym_hint (strides[j]);

        order[i] += b < a || (b == a && j > i);
      }
  return order;
}

/* Filled in the order of the strides given, smallest first; of equal ones, the earlier dimension is the inner one. */
const FlSym **
fl_strides_of_same_order (FlLowering *low, const FlSym *const *sizes, guint n, const FlSym *const *strides)
{
  guint *fill = fl_arena_new (low->arena, guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint rank = 0;

      for (guint j = 0; j < n; j++)
        {
          gint64 a = fl_sym_hint (strides[i]), b = fl_sym_hint (strides[j]);

          rank += b < a || (b == a && j < i);
        }
      fill[rank] = i;
    }
  return fill_ordered (low, sizes, n, fill);
}

gboolean
fl_strides_are_ordered (const FlSym *const *strides, const FlSym *const *sizes, guint n, const guint *order)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      if (order[i] < order[j] && !fl_sym_is_int_value (sizes[i], 1) && !fl_sym_is_int_value (sizes[j], 1)
          && fl_sym_hint (strides[i]) > fl_sym_hint (strides[j]))
        return FALSE;
  return TRUE;
}

gboolean
fl_strides_are_dense (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n)
{
  guint *order = fl_stride_order (low, strides, n), *fill = fl_arena_new (low->arena, guint, n + 1);
  const FlSym *next = low->one;

  for (guint i = 0; i < n; i++)
    fill[order[i]] = i;
  for (guint i = 0; i < n; i++)
    if (!fl_sym_is_int_value (sizes[fill[i]], 1))
      {
        if (!fl_sym_known_equal (strides[fill[i]], next))
          return FALSE;
        next = fl_sym_mul (next, sizes[fill[i]]);
      }
  return TRUE;
}

gboolean
fl_strides_are_channels_last (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n)
{
  return (n == 4 || n == 5) && !fl_sym_is_int_value (sizes[1], 1)
         && fl_strides_fit_channels_last (low, strides, sizes, n);
}

gboolean
fl_strides_suggest_channels_last (const FlSym *const *strides, const FlSym *const *sizes, guint n)
{
  static const guint order4[] = { 1, 3, 2, 0 }, order5[] = { 1, 4, 3, 2, 0 };
  const guint *order = n == 5 ? order5 : order4;
  gint64 least = 0;

  if ((n != 4 && n != 5) || fl_sym_hint (strides[1]) == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint d = order[i];
      gint64 stride = fl_sym_hint (strides[d]), size = fl_sym_hint (sizes[d]);

      if (size == 0 || stride < least || (d == 0 && least == fl_sym_hint (strides[1])))
        return FALSE;
      least = size > 1 ? stride * size : stride;
    }
  return TRUE;
}

gboolean
fl_strides_fit_channels_last (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n)
{
  const FlSym **wanted;

  if (n != 4 && n != 5)
    return FALSE;
  wanted = fl_strides_channels_last (low, sizes, n);
  for (guint i = 0; i < n; i++)
    if (!fl_sym_is_int_value (sizes[i], 1) && !fl_sym_known_equal (wanted[i], strides[i]))
      return FALSE;
  return TRUE;
}

/* --- padding: only on a GPU (torch/_inductor/ir.py, _pad_strides) ----------------------------- */

const FlSym **
fl_strides_pad (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n, FlDtype dtype,
                FlDevice device)
{
  const FlSym **same = (const FlSym **) strides, **padded;
  guint *order, *fill;
  gint64 align;
  gboolean is_padded = FALSE;

  if (n == 0 || !fl_options_is_gpu (low->options) || !low->options->comprehensive_padding
      || fl_strides_are_channels_last (low, strides, sizes, n)
      || (low->node != NULL && low->dislikes_padding != NULL && low->dislikes_padding[low->id.index]))
    return same;
  for (guint i = 0; i < n; i++)
    if (!fl_sym_is_int (strides[i], NULL) || !fl_sym_is_int (sizes[i], NULL))
      return same;
  align = low->options->padding_alignment_bytes / MAX (1u, fl_dtype_get_size_bytes (dtype));
  order = fl_stride_order (low, strides, n);
  fill = fl_arena_new (low->arena, guint, n + 1);
  padded = fl_arena_new (low->arena, const FlSym *, n + 1);
  for (guint i = 0; i < n; i++)
    fill[order[i]] = i;
  padded[fill[0]] = low->one;
  for (guint i = 1; i < n; i++)
    {
      gint64 stride = fl_sym_hint (padded[fill[i - 1]]) * fl_sym_hint (sizes[fill[i - 1]]);

      if (stride > low->options->padding_stride_threshold && stride % align != 0)
        {
          stride = (stride + align - 1) / align * align;
          is_padded = TRUE;
        }
      padded[fill[i]] = fl_sym_int (low->symbols, stride);
    }
  return is_padded ? padded : same;
}

/* --- loop order ------------------------------------------------------------------------------- */

typedef struct
{
  const gint64 *const *strides;
  guint n_reads;
  const FlSym *const *sizes;
  gboolean is_modern;
} LoopOrder;

/* < 0: a is further in. Modern: the majority of reads decides; classic: all have to agree. */
static int
compare_loops (const LoopOrder *order, guint a, guint b)
{
  guint a_first = 0, b_first = 0;
  gboolean one_a = fl_sym_is_int_value (order->sizes[a], 1), one_b = fl_sym_is_int_value (order->sizes[b], 1);

  if (one_a || one_b)
    return (int) one_a - (int) one_b;
  for (guint i = 0; i < order->n_reads; i++)
    {
      gint64 stride_a = ABS (order->strides[i][a]), stride_b = ABS (order->strides[i][b]);

      a_first += stride_b == 0 || stride_a < stride_b;
      b_first += stride_a == 0 || stride_b < stride_a;
    }
  if (!order->is_modern)
    {
      a_first = a_first == order->n_reads;
      b_first = b_first == order->n_reads;
    }
  if (a_first != b_first)
    return a_first > b_first ? -1 : 1;
  return (b > a) - (b < a);
}

/* The comparison is no order in the mathematical sense, so the result depends on the sorting method: this is Python's
 * for short lists, a natural run followed by binary insertion. */
void
fl_pick_loop_order (const gint64 *const *strides, guint n_reads, const FlSym *const *sizes, guint n, gboolean is_modern,
                    guint *order)
{
  LoopOrder loops = { strides, n_reads, sizes, is_modern };
  guint run = 1;

  for (guint i = 0; i < n; i++)
    order[i] = n - 1 - i;
  if (n < 2)
    return;
  if (compare_loops (&loops, order[1], order[0]) < 0)
    {
      for (run = 2; run < n && compare_loops (&loops, order[run], order[run - 1]) < 0; run++)
        ;
      for (guint i = 0; i < run / 2; i++)
        {
          guint swap = order[i];

          order[i] = order[run - 1 - i];
          order[run - 1 - i] = swap;
        }
    }
  else
    for (run = 2; run < n && compare_loops (&loops, order[run], order[run - 1]) >= 0; run++)
      ;
  for (; run < n; run++)
    {
      guint pivot = order[run], left = 0, right = run;

      while (left < right)
        {
          guint middle = left + (right - left) / 2;

          if (compare_loops (&loops, pivot, order[middle]) < 0)
            right = middle;
          else
            left = middle + 1;
        }
      memmove (order + left + 1, order + left, (run - left) * sizeof *order);
      order[left] = pivot;
    }
}
