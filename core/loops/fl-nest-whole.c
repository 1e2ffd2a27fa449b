/* Concatenations that the kernel which writes their pieces reads, too: rotary embeddings, x * cos + cat (-x_high,
 * x_low) * sin.
 *
 * In: operations, some of which write pieces of a whole, others of which read the whole.  Out: what reads it is cut
 * where pieces end, once for each piece, which it reads instead.  Keeps: which element is computed from which.
 *
 * Memory of the whole falls into rows, in each of which every piece has one stretch: R elements, the extent of the axis
 * of the concatenation and of all axes inside it. Loops whose steps are multiples of R go from row to row; those of
 * shorter steps along a row, the outermost of which is cut. A loop that does both is made two first. Then all
 * operations have the same loops over rows, and those of one piece the same loops along it: where one has more of them,
 * the others' are cut there. */
#include "fl-nest-whole.h"

#include "fl-intern.h"

#include <string.h>

enum
{
  MAX_CUT_OPS = 48 /* beyond, the kernel would take long to compile */
};

typedef struct
{
  FlArena *arena;
  const FlSchedule *schedule;
  const FlSchedNode *node;
  GArray *wholes; /* FlWhole; of the same rows, cut alike */
  GArray *ops;    /* FlWholeOp */
} Cutter;

/* --- wholes ----------------------------------------------------------------------------------- */

static gboolean
add_part (FlWhole *whole, const FlBuffer *part, guint *axis)
{
  const FlLayout *layout = &part->layout, *all = &whole->buffer->layout;

  if (whole->n_parts == FL_WHOLE_MAX_PARTS || layout->kind != FL_LAYOUT_NON_OWNING || layout->target != whole->buffer
      || layout->n_dims != all->n_dims || layout->dtype != all->dtype)
    return FALSE;
  for (guint d = 0; d < all->n_dims; d++)
    {
      if (!fl_whole_is_one (layout->sizes[d]) && !fl_sym_known_equal (layout->strides[d], all->strides[d]))
        return FALSE;
      if (fl_sym_known_equal (layout->sizes[d], all->sizes[d]))
        continue;
      if (*axis != G_MAXUINT && *axis != d)
        return FALSE;
      *axis = d;
    }
  if (*axis == G_MAXUINT)
    return FALSE;
  whole->offsets[whole->n_parts]
      = layout->target_offset ? layout->target_offset : fl_sym_int (fl_sym_get_table (all->sizes[0]), 0);
  whole->parts[whole->n_parts++] = part;
  return TRUE;
}

/* Does every other axis go from row to row, or stay within an element of the axis? */
static gboolean
has_rows (const FlWhole *whole, guint axis)
{
  const FlLayout *layout = &whole->buffer->layout;
  const FlSym *inside = layout->strides[axis];

  for (guint d = 0; d < layout->n_dims; d++)
    if (d != axis && !fl_whole_is_one (layout->sizes[d]) && !fl_whole_divide (layout->strides[d], whole->row)
        && !fl_sym_known (FL_SYM_LE, fl_sym_mul (layout->sizes[d], layout->strides[d]), inside))
      return FALSE;
  return TRUE;
}

/* Do the pieces follow each other without gaps? */
static gboolean
is_tiled (const FlWhole *whole, guint axis)
{
  const FlSym *step = whole->buffer->layout.strides[axis], *at = fl_sym_int (fl_sym_get_table (step), 0);

  for (guint p = 0; p < whole->n_parts; p++)
    {
      if (!fl_sym_known_equal (whole->offsets[p], at))
        return FALSE;
      at = fl_sym_add (at, fl_sym_mul (whole->parts[p]->layout.sizes[axis], step));
    }
  return fl_sym_known_equal (at, whole->row);
}

static gboolean
find_whole (const FlBuffer *buffer, FlWhole *whole)
{
  guint axis = G_MAXUINT;

  *whole = (FlWhole) { .buffer = buffer };
  if (buffer->layout.kind != FL_LAYOUT_FIXED || !fl_sym_is_int_value (buffer->layout.offset, 0))
    return FALSE;
  for (guint i = 0; i < buffer->n_args; i++)
    {
      const FlExternArg *arg = &buffer->args[i];

      if (arg->kind == FL_EXTERN_TENSOR && !add_part (whole, arg->tensor.buffer, &axis))
        return FALSE;
      for (guint k = 0; arg->kind == FL_EXTERN_TENSORS && k < arg->n_tensors; k++)
        if (!add_part (whole, arg->tensors[k].buffer, &axis))
          return FALSE;
    }
  if (whole->n_parts < 2)
    return FALSE;
  whole->row = fl_sym_mul (buffer->layout.sizes[axis], buffer->layout.strides[axis]);
  whole->offsets[whole->n_parts] = whole->row;
  return has_rows (whole, axis) && is_tiled (whole, axis);
}

/* All are cut at the same places of equal rows. */
static gboolean
find_wholes (Cutter *cutter)
{
  for (guint i = 0; i < cutter->node->n_originals; i++)
    {
      const FlSchedNode *node = cutter->node->originals[i];
      const FlWhole *first = cutter->wholes->len > 0 ? &g_array_index (cutter->wholes, FlWhole, 0) : NULL;
      FlWhole whole;

      if (node->kind != FL_SCHED_NOP)
        continue;
      if (!node->op || node->op->kind != FL_BUFFER_CONCAT || !find_whole (node->op, &whole)
          || (first && first->n_parts != whole.n_parts))
        return FALSE;
      for (guint p = 0; first && p <= whole.n_parts; p++)
        if (!fl_sym_known_equal (first->offsets[p], whole.offsets[p]))
          return FALSE;
      g_array_append_val (cutter->wholes, whole);
    }
  return cutter->wholes->len > 0;
}

/* --- what operations have to do with them ----------------------------------------------------- */

static const FlWhole *
find_read (const Cutter *cutter, const char *name)
{
  for (guint i = 0; i < cutter->wholes->len; i++)
    if (g_array_index (cutter->wholes, FlWhole, i).buffer->name == name)
      return &g_array_index (cutter->wholes, FlWhole, i);
  return NULL;
}

static const FlWhole *
find_written (const Cutter *cutter, const char *name, guint *part)
{
  for (guint i = 0; i < cutter->wholes->len; i++)
    for (guint p = 0; p < g_array_index (cutter->wholes, FlWhole, i).n_parts; p++)
      if (g_array_index (cutter->wholes, FlWhole, i).parts[p]->name == name)
        {
          *part = p;
          return &g_array_index (cutter->wholes, FlWhole, i);
        }
  return NULL;
}

/* Element by element, to memory of its own. */
static gboolean
is_plain (const FlSchedNode *node)
{
  const FlLoopBody *body = node->body;

  if (!body || body->n_iter != body->n_vars || body->n_vars > FL_WHOLE_MAX_LOOPS || node->n_renames > 0)
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->buffer->layout.kind == FL_LAYOUT_MUTATION)
      return FALSE;
  for (guint b = 0; b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &body->blocks[b].ops[i];

        if (op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_SORT || op->op == FL_SCALAR_REDUCTION
            || (op->op == FL_SCALAR_STORE
                && (op->mode == FL_STORE_ATOMIC_ADD
                    || fl_sym_contains_kind (body->indices[op->index], FL_SYM_INDIRECT))))
          return FALSE;
      }
  return TRUE;
}

/* The one index at which an operation touches wholes or their pieces; NULL: it touches none. *is_mixed: there are
 * several. */
static const FlSym *
find_index (const Cutter *cutter, const FlLoopBody *body, FlWholeOp *op, gboolean *is_mixed)
{
  const FlSym *index = NULL;
  gboolean reads = FALSE, writes = FALSE;

  for (guint b = 0; b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *at = &body->blocks[b].ops[i];
        guint part = 0;
        gboolean is_read = at->op == FL_SCALAR_LOAD && find_read (cutter, at->buffer) != NULL,
                 is_write = at->op == FL_SCALAR_STORE && find_written (cutter, at->buffer, &part) != NULL;

        if (!is_read && !is_write)
          continue;
        *is_mixed |= index && (index != body->indices[at->index] || (is_write && part != op->part));
        index = body->indices[at->index];
        op->part = part;
        reads |= is_read;
        writes |= is_write;
      }
  *is_mixed |= reads && writes;
  op->is_reader = reads;
  return index;
}

/* --- members ---------------------------------------------------------------------------------- */

static gboolean
has_equal_sizes (const FlLoopBody *a, const FlLoopBody *b)
{
  if (a->n_vars != b->n_vars)
    return FALSE;
  for (guint i = 0; i < a->n_vars; i++)
    if (a->sizes[i] != b->sizes[i])
      return FALSE;
  return TRUE;
}

static gboolean
has_equal_loops (const FlWholeOp *a, const FlWholeOp *b)
{
  if (a->n != b->n || a->n_outer != b->n_outer)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->loops[i].var != b->loops[i].var || a->loops[i].size != b->loops[i].size
        || a->loops[i].scale != b->loops[i].scale)
      return FALSE;
  return TRUE;
}

/* The operation of a member that touches a whole tells how all of them are cut. */
static gboolean
find_model (const Cutter *cutter, const FlSchedNode *member, FlWholeOp *model, const FlSym **step)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < member->n_originals; i++)
    {
      const FlSchedNode *node = member->originals[i];
      FlWholeOp op = { .node = node, .body = node->body };
      gboolean is_mixed = FALSE;
      const FlSym *index;

      if (!is_plain (node))
        return FALSE;
      index = find_index (cutter, node->body, &op, &is_mixed);
      if (is_mixed)
        return FALSE;
      if (!index)
        continue;
      if (!fl_whole_make_loops (&g_array_index (cutter->wholes, FlWhole, 0), &op, index))
        return FALSE;
      if (is_found
          && (model->is_reader != op.is_reader || model->part != op.part || !has_equal_sizes (model->body, op.body)
              || !has_equal_loops (model, &op)))
        return FALSE;
      is_found = TRUE;
      *model = op;
      if (op.n > op.n_outer)
        *step = op.loops[op.n_outer].step;
    }
  return is_found;
}

static gboolean
add_member (Cutter *cutter, const FlSchedNode *member)
{
  const FlWhole *whole = &g_array_index (cutter->wholes, FlWhole, 0);
  const FlSym *step = NULL;
  FlWholeOp model;

  if (!find_model (cutter, member, &model, &step) || (model.is_reader && !step))
    return FALSE;
  for (guint p = 0; p < (model.is_reader ? whole->n_parts : 1); p++)
    for (guint i = 0; i < member->n_originals; i++)
      {
        FlWholeOp op = model;

        op.node = member->originals[i];
        op.body = op.node->body;
        if (!has_equal_sizes (op.body, model.body) || (model.is_reader && !fl_whole_cut_op (whole, step, p, &op)))
          return FALSE;
        fl_whole_drop_single_loops (&op);
        g_array_append_val (cutter->ops, op);
      }
  return cutter->ops->len <= MAX_CUT_OPS;
}

/* --- bodies ----------------------------------------------------------------------------------- */

/* Loads of wholes become loads of the part. */
static void
read_parts (const Cutter *cutter, const FlWholeOp *op, FlLoopBody *body)
{
  const FlSym **indices = fl_arena_new (cutter->arena, const FlSym *, body->n_indices + 1);
  FlBodyBlock *blocks = fl_arena_memdup (cutter->arena, body->blocks, body->n_blocks * sizeof *blocks);
  guint n = body->n_indices;

  memcpy (indices, body->indices, n * sizeof *indices);
  for (guint b = 0; b < body->n_blocks; b++)
    {
      blocks[b].ops = fl_arena_memdup (cutter->arena, blocks[b].ops, blocks[b].n_ops * sizeof (FlBodyOp));
      for (guint i = 0; i < blocks[b].n_ops; i++)
        {
          FlBodyOp *at = &blocks[b].ops[i];
          const FlWhole *whole = at->op == FL_SCALAR_LOAD ? find_read (cutter, at->buffer) : NULL;

          if (!whole)
            continue;
          indices[n] = fl_sym_sub (indices[at->index], whole->offsets[op->part]);
          at->index = n;
          at->buffer = whole->parts[op->part]->name;
        }
    }
  body->n_indices = n + 1;
  indices[n] = indices[n] ? indices[n] : fl_sym_int (cutter->schedule->lowered->symbols, 0);
  body->indices = indices;
  body->blocks = blocks;
}

static const FlLoopBody *
make_body (const Cutter *cutter, const FlWholeOp *op)
{
  FlSymTable *symbols = cutter->schedule->lowered->symbols;
  const FlSym *vars[FL_WHOLE_MAX_LOOPS], *sizes[FL_WHOLE_MAX_LOOPS], *values[FL_WHOLE_MAX_LOOPS];
  FlLoopBody *body;

  memcpy (values, op->bases, sizeof values);
  for (guint i = 0; i < op->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("w%u", i);

      sizes[i] = op->loops[i].size;
      vars[i] = fl_sym_var (symbols, name, sizes[i]);
      values[op->loops[i].var] = fl_sym_add (values[op->loops[i].var], fl_sym_mul (vars[i], op->loops[i].scale));
    }
  body = fl_loop_body_reindex (cutter->arena, symbols, op->body, values, vars, sizes, op->n, op->n);
  if (op->is_reader)
    read_parts (cutter, op, body);
  return body;
}

static gboolean
cut (Cutter *cutter)
{
  if (cutter->node->kind != FL_SCHED_KERNEL_GROUP || !find_wholes (cutter))
    return FALSE;
  for (guint m = 0; m < cutter->node->n_members; m++)
    if (cutter->node->members[m]->kind != FL_SCHED_NOP && !add_member (cutter, cutter->node->members[m]))
      return FALSE;
  if (!fl_whole_align_rows (cutter->ops))
    return FALSE;
  for (guint p = 0; p < g_array_index (cutter->wholes, FlWhole, 0).n_parts; p++)
    if (!fl_whole_align_part (cutter->ops, p))
      return FALSE;
  return TRUE;
}

gboolean
fl_nest_cut_wholes (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *node, GArray *ops, GPtrArray *wholes)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (FlWhole)),
                     cut_ops = g_array_new (FALSE, FALSE, sizeof (FlWholeOp));
  Cutter cutter = { arena, schedule, node, found, cut_ops };

  if (!cut (&cutter))
    return FALSE;
  for (guint i = 0; i < cut_ops->len; i++)
    {
      const FlWholeOp *op = &g_array_index (cut_ops, FlWholeOp, i);

      g_array_append_vals (ops, &(FlNestOp) { op->node, make_body (&cutter, op), op->is_reader ? op->part + 1 : 0 }, 1);
    }
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (wholes, (gpointer) g_array_index (found, FlWhole, i).buffer);
  return TRUE;
}
