/* Reshape: strides where the memory allows it, else index arithmetic (torch/_inductor/ir.py, dynamic_reshape_indexer).
 */
#include "fl-lowering.h"

#include <string.h>

/* -1, 0, 1: by value where it is known, else by divisibility, else by hint. 0 only where the sizes are equal whatever
 * the symbols are: -1 and 1 say where to look on, and what is found is right where it ends with 0. */
static int
compare_sizes (const FlSym *a, const FlSym *b)
{
  gint64 hint_a, hint_b;

  if (fl_sym_known_equal (a, b) || fl_sym_take_out_whole_parts (a) == fl_sym_take_out_whole_parts (b))
    return 0;
  if (fl_sym_known (FL_SYM_LT, a, b))
    return -1;
  if (fl_sym_known (FL_SYM_GT, a, b))
    return 1;
  if (fl_sym_known_multiple (b, a))
    return -1;
  if (fl_sym_known_multiple (a, b))
    return 1;
  hint_a = fl_sym_hint (a);
  hint_b = fl_sym_hint (b);
  return hint_a > hint_b ? 1 : -1;
}

/* The stacks of the optimistic algorithm: both are taken from their last dimension. */
typedef struct
{
  FlLowering *low;
  const FlSym **sizes_new, **vars;
  guint n_new;
  const FlSym *const *sizes_old;
  guint n_old;
  const FlSym **out; /* index of old dimension i at out[i] */
} Match;

static gboolean
merge_new (Match *match, const FlSym *var, const FlSym *size_new, const FlSym *size_old)
{
  while (compare_sizes (size_new, size_old) < 0)
    {
      if (match->n_new == 0)
        return FALSE;
      match->n_new--;
      var = fl_sym_add (fl_sym_mul (match->vars[match->n_new], size_new), var);
      size_new = fl_sym_mul (size_new, match->sizes_new[match->n_new]);
    }
  match->out[match->n_old] = var;
  return compare_sizes (size_new, size_old) == 0;
}

static gboolean
split_new (Match *match, const FlSym *var, const FlSym *size_new, const FlSym *size_old)
{
  const FlSym *divisor = size_old;

  match->out[match->n_old] = fl_sym_mod_index (var, match->low->one, size_old);
  while (compare_sizes (size_new, size_old) > 0)
    {
      const FlSym *modulus;

      if (match->n_old == 0)
        return FALSE;
      modulus = match->sizes_old[--match->n_old];
      match->out[match->n_old] = fl_sym_mod_index (var, divisor, modulus);
      divisor = fl_sym_mul (divisor, modulus);
      size_old = fl_sym_mul (size_old, modulus);
    }
  return compare_sizes (size_new, size_old) == 0;
}

static gboolean
match_one (Match *match)
{
  const FlSym *size_old = match->sizes_old[match->n_old - 1];
  const FlSym *size_new = match->sizes_new[match->n_new - 1];
  const FlSym *var = match->vars[match->n_new - 1];

  if (fl_sym_is_int_value (size_old, 1))
    {
      match->out[--match->n_old] = match->low->zero;
      return TRUE;
    }
  match->n_new--;
  if (fl_sym_is_int_value (size_new, 1))
    return TRUE;
  match->n_old--;
  if (compare_sizes (size_new, size_old) == 0)
    {
      match->out[match->n_old] = var;
      return TRUE;
    }
  return compare_sizes (size_new, size_old) < 0 ? merge_new (match, var, size_new, size_old)
                                                : split_new (match, var, size_new, size_old);
}

static gboolean
match_dimensions (Match *match)
{
  while (match->n_old > 0 && match->n_new > 0)
    if (!match_one (match))
      return FALSE;
  while (match->n_old > 0)
    {
      if (!fl_sym_known_equal (match->sizes_old[match->n_old - 1], match->low->one))
        return FALSE;
      match->out[--match->n_old] = match->low->zero;
    }
  while (match->n_new > 0)
    if (!fl_sym_known_equal (match->sizes_new[--match->n_new], match->low->one))
      return FALSE;
  return TRUE;
}

static const FlSym **
match_index (FlLowering *low, const FlSym *const *old_sizes, guint n_old, const FlSym *const *new_sizes, guint n_new,
             const FlSym *const *index)
{
  Match match = {
    .low = low,
    .sizes_new = fl_arena_memdup (low->arena, new_sizes, n_new * sizeof *new_sizes),
    .vars = fl_arena_memdup (low->arena, index, n_new * sizeof *index),
    .n_new = n_new,
    .sizes_old = old_sizes,
    .n_old = n_old,
    .out = fl_arena_new (low->arena, const FlSym *, n_old + 1),
  };

  return match_dimensions (&match) ? match.out : NULL;
}

const FlSym **
fl_reshape_index (FlLowering *low, const FlSym *const *old_sizes, guint n_old, const FlSym *const *new_sizes,
                  guint n_new, const FlSym *const *index)
{
  const FlSym **vars = fl_box_get_view_vars (low, new_sizes, n_new);
  const FlSym **found = match_index (low, old_sizes, n_old, new_sizes, n_new, vars);
  const FlSym *flat = fl_sym_product (low->symbols, old_sizes, n_old);

  if (found == NULL)
    {
      /* Through one flat dimension: new -> flat, flat -> old. */
      const FlSym **to_flat = match_index (low, &flat, 1, new_sizes, n_new, vars);

      found = to_flat != NULL ? match_index (low, old_sizes, n_old, &flat, 1, to_flat) : NULL;
    }
  if (found == NULL)
    {
      const FlSym *position = low->zero, *divisor = low->one;

      /* Sizes that cannot be compared: row-major arithmetic, always right. */
      for (guint i = 0; i < n_new; i++)
        position = fl_sym_add (fl_sym_mul (position, new_sizes[i]), vars[i]);
      found = fl_arena_new (low->arena, const FlSym *, n_old + 1);
      for (guint i = n_old; i > 0; i--)
        {
          found[i - 1] = fl_sym_mod_index (position, divisor, old_sizes[i - 1]);
          divisor = fl_sym_mul (divisor, old_sizes[i - 1]);
        }
    }
  for (guint i = 0; i < n_old; i++)
    found[i] = fl_sym_substitute (found[i], vars, index, n_new);
  return found;
}

/* --- strides of the new shape over the old memory --------------------------------------------- */

/* PyTorch's rule for a view: chunks of old dimensions that are contiguous among themselves may be cut anew. */
static const FlSym **
find_view_strides (FlLowering *low, const FlLayout *layout, const FlSym *const *sizes, guint n)
{
  const FlSym **strides = fl_arena_new (low->arena, const FlSym *, n + 1);
  guint next = n;
  const FlSym *base = layout->n_dims > 0 ? layout->strides[layout->n_dims - 1] : low->one;
  const FlSym *chunk = low->one, *taken = low->one;

  for (guint i = layout->n_dims; i > 0; i--)
    {
      chunk = fl_sym_mul (chunk, layout->sizes[i - 1]);
      if (i > 1
          && (fl_sym_is_int_value (layout->sizes[i - 2], 1)
              || fl_sym_known_equal (layout->strides[i - 2], fl_sym_mul (chunk, base))))
        continue;
      while (next > 0 && (compare_sizes (taken, chunk) < 0 || fl_sym_is_int_value (sizes[next - 1], 1)))
        {
          strides[next - 1] = fl_sym_mul (taken, base);
          taken = fl_sym_mul (taken, sizes[next - 1]);
          next--;
        }
      if (compare_sizes (taken, chunk) != 0)
        return NULL;
      if (i > 1)
        {
          base = layout->strides[i - 2];
          chunk = taken = low->one;
        }
    }
  while (next > 0)
    {
      if (!fl_sym_is_int_value (sizes[next - 1], 1))
        return NULL;
      strides[--next] = taken;
    }
  return strides;
}

static const FlSym **
resolve_sizes (FlLowering *low, const FlBox *box, const FlSym *const *wanted, guint n)
{
  const FlSym **sizes = fl_arena_memdup (low->arena, wanted, n * sizeof *wanted);
  const FlSym *others = low->one;
  gint missing = -1;

  for (guint i = 0; i < n; i++)
    if (fl_sym_is_int_value (sizes[i], -1))
      missing = (gint) i;
    else
      others = fl_sym_mul (others, sizes[i]);
  if (missing >= 0)
    sizes[missing] = fl_sym_floor_div (fl_box_get_numel (low, box), others);
  return sizes;
}

FlBox *
fl_box_reshape (FlLowering *low, FlBox *box, const FlSym *const *wanted, guint n)
{
  const FlSym **sizes = resolve_sizes (low, box, wanted, n);
  const FlSym **strides;
  FlLayout layout;
  FlBox *reshaped;

  if (fl_sizes_equal (box->sizes, box->n_dims, sizes, n))
    return box;
  for (guint i = 0; i < n; i++)
    if (fl_sym_is_int_value (sizes[i], 0))
      {
        const FlSym **zeros = fl_arena_new (low->arena, const FlSym *, box->n_dims + 1);

        for (guint d = 0; d < box->n_dims; d++)
          zeros[d] = low->zero;
        return fl_box_lazy (low, box, sizes, n, zeros);
      }
  if (fl_box_is_storage_and_layout (box))
    {
      layout = fl_box_get_layout (box);
      if (fl_layout_is_contiguous (&layout))
        {
          box = fl_require_contiguous (low, box);
          layout = fl_box_get_layout (box);
          return fl_box_reinterpret (low, box, sizes, fl_strides_contiguous (low, sizes, n), n, layout.offset);
        }
      fl_box_decide_layout (low, box);
      layout = fl_box_get_layout (box);
      strides = find_view_strides (low, &layout, sizes, n);
      if (strides != NULL)
        return fl_box_reinterpret (low, box, sizes, strides, n, layout.offset);
    }
  reshaped
      = fl_box_lazy (low, box, sizes, n,
                     fl_reshape_index (low, box->sizes, box->n_dims, sizes, n, fl_box_get_view_vars (low, sizes, n)));
  reshaped->is_in_order = box->view == FL_VIEW_NONE || box->is_in_order;
  return reshaped;
}
