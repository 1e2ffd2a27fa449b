/* Disjoint partitions: which elements of its arguments a part of a kernel has to itself.
 *
 * In: a written kernel of one phase over its nest. Out: per argument, the elements a part. Keeps: what cannot be proved
 * is 0. */
#include "fl-kernel.h"

typedef struct
{
  const FlMemoryPlan *plan;
  const FlNest *nest;
  const FlKernel *kernel;
  guint depth; /* loops whose iterations are the parts, together */
  gint64 sizes[8];
  const FlSym *vars[8];
  gint64 *own;
} Finder;

/* The outermost loops, one inside the other, whose iterations are as many as the phase has parts, or a whole number of
 * parts each. */
static gboolean
find_loops (Finder *finder, gint64 extent, gint64 *group)
{
  const FlNestItem *item = finder->nest->items;
  gint64 product = 1;

  if (!finder->nest->is_parallel || finder->nest->n_items != 1)
    return FALSE;
  while (item->loop != NULL && finder->depth < G_N_ELEMENTS (finder->sizes))
    {
      gint64 size;

      if (!fl_sym_is_int (item->loop->size, &size) || size < 1)
        return FALSE;
      finder->vars[finder->depth] = item->loop->var;
      finder->sizes[finder->depth++] = size;
      product *= size;
      *group = extent / product;
      if (product == extent)
        return TRUE;
      if (product > extent || extent % product != 0 || item->loop->n_items != 1)
        break;
      item = item->loop->items;
    }
  if (finder->depth > 0 && product > extent) /* a part is some of the innermost one's iterations */
    product /= finder->sizes[--finder->depth];
  *group = extent / product;
  return finder->depth > 0 && extent % product == 0;
}

/* Does part u touch only elements [u * own, (u + 1) * own) through this index? */
static gboolean
stays_inside (const Finder *finder, const FlNestLeaf *leaf, const FlSym *index, gint64 own)
{
  gint64 stride = own, low, high, value;

  if (leaf->n_loops < finder->depth)
    return FALSE;
  for (guint d = finder->depth; d-- > 0; stride *= finder->sizes[d])
    {
      if (leaf->vars[d] != finder->vars[d])
        return FALSE;
      const FlSym *step = fl_sym_get_stride (index, leaf->vars[d], leaf->vars, leaf->n_loops);

      if (finder->sizes[d] > 1 && (step == NULL || !fl_sym_is_int (step, &value) || value != stride))
        return FALSE;
    }
  index = fl_nest_get_row_index (leaf, index, finder->depth);
  for (guint d = 0; d < finder->depth; d++)
    if (fl_sym_contains (index, leaf->vars[d]))
      return FALSE;
  fl_sym_get_range (index, &low, &high);
  return !fl_sym_contains_kind (index, FL_SYM_INDIRECT) && low >= 0 && high < own;
}

static void
look_at (Finder *finder, const FlNestLeaf *leaf, const FlBodyOp *op, gboolean *is_shared)
{
  const FlNestLocal *local = fl_nest_find_local (finder->nest, op->buffer);
  const FlBuffer *named, *buffer;

  if (local != NULL && local->place != FL_LOCAL_MEMORY)
    return; /* no memory outside of the kernel */
  named = fl_lowered_find_buffer (finder->plan->schedule->lowered, op->buffer);
  buffer = named == NULL ? NULL : fl_kernel_resolve (finder->plan, finder->kernel->node, named);
  for (guint i = 0; i < finder->kernel->n_args; i++)
    if (named == NULL || finder->kernel->args[i].buffer == buffer)
      is_shared[i] |= named == NULL || fl_buffer_get_slice_offset (named) != NULL || op->index < 0
                      || finder->own[i] == 0 || !stays_inside (finder, leaf, leaf->indices[op->index], finder->own[i]);
}

/* --- parts ------------------------------------------------------------------------------------ */

gboolean
fl_kernel_find_parts (const FlMemoryPlan *plan, const FlNest *nest, const FlKernel *kernel, gint64 *group, gint64 *own)
{
  Finder finder = { .plan = plan, .nest = nest, .kernel = kernel, .own = own };
  g_autofree gboolean *is_shared = g_new0 (gboolean, kernel->n_args + 1);
  gint64 extent;

  if (nest == NULL || kernel->n_phases != 1 || kernel->phases[0].extent == NULL
      || !fl_sym_is_int (kernel->phases[0].extent, &extent) || !find_loops (&finder, extent, group))
    return FALSE;
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlLayout *layout = &kernel->args[i].buffer->layout;
      gint64 numel = 1, size;

      for (guint d = 0; d < layout->n_dims; d++)
        numel = fl_sym_is_int (layout->sizes[d], &size) ? numel * size : 0;
      own[i] = numel % (extent / *group) == 0 ? numel / (extent / *group) : 0;
    }
  for (guint l = 0; l < nest->n_leaves; l++)
    for (guint b = 0; b < nest->leaves[l].body->n_blocks; b++)
      for (guint k = 0; k < nest->leaves[l].body->blocks[b].n_ops; k++)
        if (nest->leaves[l].body->blocks[b].ops[k].buffer != NULL)
          look_at (&finder, &nest->leaves[l], &nest->leaves[l].body->blocks[b].ops[k], is_shared);
  for (guint i = 0; i < kernel->n_args; i++)
    own[i] = is_shared[i] ? 0 : own[i];
  return TRUE;
}
