/* Loops written over the groups of a GPU kernel: whole, or broken over two or three of them.
 * Source: torch/_inductor/codegen/simd.py (_split_iteration_ranges, prepare_split_iteration_lengths). */
#include "fl-fuse-private.h"

typedef struct
{
  FlSymTable *symbols;
  const FlSym **remaining;
  guint n;
  GArray *pieces;
  guint loop;
} Split;

static gboolean
take (Split *split, guint group, const FlSym *size)
{
  FlSplitPiece piece = { split->loop, group, size };

  if (!fl_sym_known_multiple (split->remaining[group], size))
    return FALSE;
  split->remaining[group] = fl_sym_floor_div (split->remaining[group], size);
  if (split->pieces != NULL)
    g_array_append_val (split->pieces, piece);
  return TRUE;
}

static gboolean
is_greater (const FlSym *a, const FlSym *b)
{
  return fl_sym_known (FL_SYM_GT, a, b);
}

/* One loop of a node over the groups that are not used up. */
static gboolean
split_loop (Split *split, guint *current, const FlSym *size)
{
  const FlSym *first, *second;

  while (*current < split->n && fl_sym_is_int_value (split->remaining[*current], 1))
    (*current)++;
  if (*current + 2 < split->n)
    {
      first = split->remaining[*current];
      second = split->remaining[*current + 1];
      if (is_greater (size, fl_sym_mul (first, second)))
        return fl_sym_known_multiple (size, fl_sym_mul (first, second)) && take (split, *current, first)
               && take (split, *current + 1, second)
               && take (split, *current + 2, fl_sym_floor_div (size, fl_sym_mul (first, second)));
    }
  if (*current + 1 < split->n)
    {
      first = split->remaining[*current];
      if (is_greater (size, first) || is_greater (fl_sym_floor_div (size, first), fl_sym_int (split->symbols, 1)))
        return fl_sym_known_multiple (size, first) && take (split, *current, first)
               && take (split, *current + 1, fl_sym_floor_div (size, first));
    }
  return *current < split->n && take (split, *current, size);
}

gboolean
fl_tiling_split (FlSymTable *symbols, const FlSym *const *groups, guint n_groups, const FlSym *const *loops,
                 guint n_loops, GArray *pieces)
{
  g_autofree const FlSym **remaining = g_memdup2 (groups, (n_groups + 1) * sizeof *groups);
  Split split = { symbols, remaining, n_groups, pieces, 0 };
  guint current = 0;

  if (n_loops == 0)
    return TRUE;
  for (; split.loop < n_loops; split.loop++)
    if (!fl_sym_is_int_value (loops[split.loop], 1) && !split_loop (&split, &current, loops[split.loop]))
      return FALSE;
  for (guint i = 0; i < n_groups; i++)
    if (!fl_sym_is_int_value (remaining[i], 1))
      return FALSE;
  return TRUE;
}

gboolean
fl_tiling_is_compatible (FlSymTable *symbols, const FlSym *const *groups, guint n_groups, const FlSchedNode *node,
                         const FlSym *rnumel)
{
  guint n = node->n_iter_sizes + node->n_reduce_sizes;
  g_autofree const FlSym **loops = g_new (const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    loops[i] = i < node->n_iter_sizes ? node->iter_sizes[i] : node->reduce_sizes[i - node->n_iter_sizes];
  if (n > 0 && node->n_reduce_sizes == 0 && !fl_sym_is_int_value (rnumel, 1)
      && fl_sym_known_equal (fl_sym_product (symbols, groups, n_groups),
                             fl_sym_mul (fl_sym_product (symbols, node->iter_sizes, n), rnumel)))
    loops[n++] = rnumel;
  return fl_tiling_split (symbols, groups, n_groups, loops, n, NULL);
}
