/* Concatenations that the kernel which writes their pieces reads, too: rotary embeddings, x * cos + cat (-x_high, x_low) * sin.
 *
 * In: operations, some of which write pieces of a whole, others of which read the whole.  Out: what reads it is cut where pieces end,
 * once for each piece, which it reads instead.  Keeps: which element is computed from which.
 *
 * Memory of the whole falls into rows, in each of which every piece has one stretch: R elements, the extent of the axis of the
 * concatenation and of all axes inside it. Loops whose steps are multiples of R go from row to row; those of shorter steps along a row,
 * the outermost of which is cut. A loop that does both is made two first. Then all operations have the same loops over rows, and those
 * of one piece the same loops along it: where one has more of them, the others' are cut there. */
#include "fl-nest-private.h"

#include "fl-intern.h"

#include <string.h>

enum
{
  MAX_LOOPS = 8,
  MAX_PARTS = 8,
  MAX_CUT_OPS = 48 /* beyond, the kernel would take long to compile */
};

typedef struct
{
  const FlBuffer *buffer;
  const FlSym *row;   /* elements */
  guint n_parts;
  const FlBuffer *parts[MAX_PARTS];
  const FlSym *offsets[MAX_PARTS + 1]; /* where each begins in a row; then the row's end */
} Whole;

/* A loop that is to be: so many steps of `scale` of a variable, each of `step` elements of the whole. */
typedef struct
{
  const FlSym *size, *scale, *step;
  guint var;
} Loop;

typedef struct
{
  const FlSchedNode *node;
  const FlLoopBody *body;
  guint part;            /* of the whole: written by it, or read by this copy */
  gboolean is_reader;
  guint n_outer, n;      /* loops over rows, then along them */
  Loop loops[MAX_LOOPS];
  const FlSym *bases[MAX_LOOPS]; /* added to each variable of the body */
} Op;

typedef struct
{
  FlArena *arena;
  const FlSchedule *schedule;
  const FlSchedNode *node;
  GArray *wholes; /* Whole; of the same rows, cut alike */
  GArray *ops;    /* Op */
} Cutter;

/* --- numbers ----------------------------------------------------------------------------------------------------- */

/* NULL: it does not go into it, or may not. */
static const FlSym *
divide (const FlSym *a, const FlSym *b)
{
  gint64 x, y;
  const FlSym *quotient;

  if (fl_sym_is_int (b, &y) && y <= 0)
    return NULL;
  if (fl_sym_is_int (a, &x) && fl_sym_is_int (b, &y))
    return x % y == 0 ? fl_sym_int (fl_sym_get_table (a), x / y) : NULL;
  quotient = fl_sym_floor_div (a, b);
  return fl_sym_known_equal (fl_sym_mul (quotient, b), a) ? quotient : NULL;
}

static gboolean
is_one (const FlSym *sym)
{
  return fl_sym_is_int_value (sym, 1);
}

/* --- wholes ------------------------------------------------------------------------------------------------------ */

static gboolean
add_part (Whole *whole, const FlBuffer *part, guint *axis)
{
  const FlLayout *layout = &part->layout, *all = &whole->buffer->layout;

  if (whole->n_parts == MAX_PARTS || layout->kind != FL_LAYOUT_NON_OWNING || layout->target != whole->buffer || layout->n_dims != all->n_dims
      || layout->dtype != all->dtype)
    return FALSE;
  for (guint d = 0; d < all->n_dims; d++)
    {
      if (!is_one (layout->sizes[d]) && !fl_sym_known_equal (layout->strides[d], all->strides[d]))
        return FALSE;
      if (fl_sym_known_equal (layout->sizes[d], all->sizes[d]))
        continue;
      if (*axis != G_MAXUINT && *axis != d)
        return FALSE;
      *axis = d;
    }
  if (*axis == G_MAXUINT)
    return FALSE;
  whole->offsets[whole->n_parts] = layout->target_offset ? layout->target_offset : fl_sym_int (fl_sym_get_table (all->sizes[0]), 0);
  whole->parts[whole->n_parts++] = part;
  return TRUE;
}

/* Does every other axis go from row to row, or stay within an element of the axis? */
static gboolean
has_rows (const Whole *whole, guint axis)
{
  const FlLayout *layout = &whole->buffer->layout;
  const FlSym *inside = layout->strides[axis];

  for (guint d = 0; d < layout->n_dims; d++)
    if (d != axis && !is_one (layout->sizes[d]) && !divide (layout->strides[d], whole->row)
        && !fl_sym_known (FL_SYM_LE, fl_sym_mul (layout->sizes[d], layout->strides[d]), inside))
      return FALSE;
  return TRUE;
}

/* Do the pieces follow each other without gaps? */
static gboolean
is_tiled (const Whole *whole, guint axis)
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
find_whole (const FlBuffer *buffer, Whole *whole)
{
  guint axis = G_MAXUINT;

  *whole = (Whole) { .buffer = buffer };
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
      const Whole *first = cutter->wholes->len > 0 ? &g_array_index (cutter->wholes, Whole, 0) : NULL;
      Whole whole;

      if (node->kind != FL_SCHED_NOP)
        continue;
      if (!node->op || node->op->kind != FL_BUFFER_CONCAT || !find_whole (node->op, &whole) || (first && first->n_parts != whole.n_parts))
        return FALSE;
      for (guint p = 0; first && p <= whole.n_parts; p++)
        if (!fl_sym_known_equal (first->offsets[p], whole.offsets[p]))
          return FALSE;
      g_array_append_val (cutter->wholes, whole);
    }
  return cutter->wholes->len > 0;
}

/* --- what operations have to do with them ------------------------------------------------------------------------ */

static const Whole *
find_read (const Cutter *cutter, const char *name)
{
  for (guint i = 0; i < cutter->wholes->len; i++)
    if (g_array_index (cutter->wholes, Whole, i).buffer->name == name)
      return &g_array_index (cutter->wholes, Whole, i);
  return NULL;
}

static const Whole *
find_written (const Cutter *cutter, const char *name, guint *part)
{
  for (guint i = 0; i < cutter->wholes->len; i++)
    for (guint p = 0; p < g_array_index (cutter->wholes, Whole, i).n_parts; p++)
      if (g_array_index (cutter->wholes, Whole, i).parts[p]->name == name)
        {
          *part = p;
          return &g_array_index (cutter->wholes, Whole, i);
        }
  return NULL;
}

/* Element by element, to memory of its own. */
static gboolean
is_plain (const FlSchedNode *node)
{
  const FlLoopBody *body = node->body;

  if (!body || body->n_iter != body->n_vars || body->n_vars > MAX_LOOPS || node->n_renames > 0)
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
                && (op->mode == FL_STORE_ATOMIC_ADD || fl_sym_contains_kind (body->indices[op->index], FL_SYM_INDIRECT))))
          return FALSE;
      }
  return TRUE;
}

/* The one index at which an operation touches wholes or their pieces; NULL: it touches none. *is_mixed: there are several. */
static const FlSym *
find_index (const Cutter *cutter, const FlLoopBody *body, Op *op, gboolean *is_mixed)
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

/* --- loops ------------------------------------------------------------------------------------------------------- */

static gboolean
insert_loop (Op *op, guint at, Loop loop)
{
  if (op->n == MAX_LOOPS)
    return FALSE;
  memmove (&op->loops[at + 1], &op->loops[at], (op->n - at) * sizeof (Loop));
  op->loops[at] = loop;
  op->n++;
  return TRUE;
}

/* Among the loops from `first` on: those of longer steps come first. */
static gboolean
insert_in_order (Op *op, guint first, guint end, Loop loop)
{
  guint at = first;

  while (at < end && fl_sym_get_hint (op->loops[at].step, 8) >= fl_sym_get_hint (loop.step, 8))
    at++;
  return insert_loop (op, at, loop);
}

static gboolean
add_outer_loop (Op *op, Loop loop)
{
  return insert_in_order (op, 0, op->n_outer++, loop);
}

static gboolean
add_inner_loop (Op *op, Loop loop)
{
  return insert_in_order (op, op->n_outer, op->n, loop);
}

/* A loop from row to row; or along a row; or both, which becomes two. */
static gboolean
add_loop (const Whole *whole, Op *op, guint var, const FlSym *step)
{
  const FlSym *size = op->body->sizes[var], *one = fl_sym_int (fl_sym_get_table (size), 1), *along, *rows;

  if (divide (step, whole->row))
    return add_outer_loop (op, (Loop) { size, one, step, var });
  if (fl_sym_known (FL_SYM_LE, fl_sym_mul (size, step), whole->row))
    return add_inner_loop (op, (Loop) { size, one, step, var });
  along = divide (whole->row, step);
  rows = along ? divide (size, along) : NULL;
  return rows && add_outer_loop (op, (Loop) { rows, along, whole->row, var }) && add_inner_loop (op, (Loop) { along, one, step, var });
}

/* What the loops along a row go over, the first of them being of the largest step; NULL: they leave gaps. */
static const FlSym *
get_extent (const Op *op)
{
  const FlSym *extent = NULL;

  for (guint i = op->n; i-- > op->n_outer;)
    {
      const FlSym *step = op->loops[i].step;

      if (extent && !fl_sym_known_equal (step, extent))
        return NULL;
      extent = fl_sym_mul (op->loops[i].size, step);
    }
  return extent;
}

/* Sorts the loops of an operation by what they do to the index. */
static gboolean
make_loops (const Whole *whole, Op *op, const FlSym *index)
{
  const FlLoopBody *body = op->body;
  const FlSym *sum = fl_sym_int (fl_sym_get_table (index), 0), *extent;

  for (guint v = 0; v < body->n_vars; v++)
    {
      const FlSym *step = fl_sym_get_stride (index, body->vars[v], body->vars, body->n_vars);

      sum = fl_sym_add (sum, fl_sym_mul (step, body->vars[v]));
      op->bases[v] = fl_sym_int (fl_sym_get_table (index), 0);
      if (fl_sym_contains_kind (step, FL_SYM_VAR) || !fl_sym_known (FL_SYM_GT, step, op->bases[v]) || !add_loop (whole, op, v, step))
        return FALSE;
    }
  if (!fl_sym_known_equal (sum, index))
    return FALSE;
  extent = get_extent (op);
  if (!op->is_reader) /* a piece of one element a row has no loop along it */
    return fl_sym_known_equal (extent ? extent : fl_sym_int (fl_sym_get_table (index), 1),
                               fl_sym_sub (whole->offsets[op->part + 1], whole->offsets[op->part]));
  return extent && fl_sym_known_equal (extent, whole->row);
}

/* The copy for one piece. */
static gboolean
cut_op (const Whole *whole, const FlSym *step, guint part, Op *op)
{
  Loop *axis = &op->loops[op->n_outer];
  const FlSym *first = divide (whole->offsets[part], step), *length = divide (fl_sym_sub (whole->offsets[part + 1], whole->offsets[part]), step);

  if (!first || !length)
    return FALSE;
  op->part = part;
  op->bases[axis->var] = fl_sym_add (op->bases[axis->var], fl_sym_mul (first, axis->scale));
  axis->size = length;
  return TRUE;
}

/* --- equal loops ------------------------------------------------------------------------------------------------- */

static void
drop_single_loops (Op *op)
{
  guint n = 0, n_outer = 0;

  for (guint i = 0; i < op->n; i++)
    if (!is_one (op->loops[i].size))
      {
        n_outer += i < op->n_outer;
        op->loops[n++] = op->loops[i];
      }
  op->n = n;
  op->n_outer = n_outer;
}

/* Products of lengths from the first loop of a range on, in rising order, without repetition. */
static void
add_counts (const Op *op, guint first, guint end, GPtrArray *counts)
{
  const FlSym *count = NULL;

  for (guint i = first; i < end; i++)
    {
      guint at = 0;

      count = count ? fl_sym_mul (count, op->loops[i].size) : op->loops[i].size;
      while (at < counts->len && fl_sym_get_hint (counts->pdata[at], 8) < fl_sym_get_hint (count, 8))
        at++;
      if (at == counts->len || counts->pdata[at] != count)
        g_ptr_array_insert (counts, at, (gpointer) count);
    }
}

/* Cuts the loops of a range where the counts say. */
static gboolean
cut_range (Op *op, guint first, guint end, const GPtrArray *counts)
{
  const FlSym *done = NULL;
  guint at = 0;

  for (guint i = first; i < end; at++)
    {
      const FlSym *piece, *rest;

      if (at == counts->len)
        return FALSE;
      piece = done ? divide (counts->pdata[at], done) : counts->pdata[at];
      rest = piece ? divide (op->loops[i].size, piece) : NULL;
      if (!rest)
        return FALSE;
      done = counts->pdata[at];
      if (!is_one (rest))
        {
          const Loop outer = { piece, fl_sym_mul (op->loops[i].scale, rest), fl_sym_mul (op->loops[i].step, rest), op->loops[i].var };

          op->loops[i].size = rest;
          if (!insert_loop (op, i, outer))
            return FALSE;
          op->n_outer += i < op->n_outer;
          end++;
        }
      i++;
    }
  return at == counts->len;
}

static gboolean
align_rows (GArray *ops)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new ();

  for (guint i = 0; i < ops->len; i++)
    add_counts (&g_array_index (ops, Op, i), 0, g_array_index (ops, Op, i).n_outer, counts);
  for (guint i = 0; i < ops->len; i++)
    if (!cut_range (&g_array_index (ops, Op, i), 0, g_array_index (ops, Op, i).n_outer, counts))
      return FALSE;
  return counts->len > 0;
}

static gboolean
align_part (GArray *ops, guint part)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new ();

  for (guint i = 0; i < ops->len; i++)
    if (g_array_index (ops, Op, i).part == part)
      add_counts (&g_array_index (ops, Op, i), g_array_index (ops, Op, i).n_outer, g_array_index (ops, Op, i).n, counts);
  for (guint i = 0; i < ops->len; i++)
    if (g_array_index (ops, Op, i).part == part
        && !cut_range (&g_array_index (ops, Op, i), g_array_index (ops, Op, i).n_outer, g_array_index (ops, Op, i).n, counts))
      return FALSE;
  return TRUE;
}

/* --- members ----------------------------------------------------------------------------------------------------- */

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
has_equal_loops (const Op *a, const Op *b)
{
  if (a->n != b->n || a->n_outer != b->n_outer)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->loops[i].var != b->loops[i].var || a->loops[i].size != b->loops[i].size || a->loops[i].scale != b->loops[i].scale)
      return FALSE;
  return TRUE;
}

/* The operation of a member that touches a whole tells how all of them are cut. */
static gboolean
find_model (const Cutter *cutter, const FlSchedNode *member, Op *model, const FlSym **step)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < member->n_originals; i++)
    {
      const FlSchedNode *node = member->originals[i];
      Op op = { .node = node, .body = node->body };
      gboolean is_mixed = FALSE;
      const FlSym *index;

      if (!is_plain (node))
        return FALSE;
      index = find_index (cutter, node->body, &op, &is_mixed);
      if (is_mixed)
        return FALSE;
      if (!index)
        continue;
      if (!make_loops (&g_array_index (cutter->wholes, Whole, 0), &op, index))
        return FALSE;
      if (is_found && (model->is_reader != op.is_reader || model->part != op.part || !has_equal_sizes (model->body, op.body)
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
  const Whole *whole = &g_array_index (cutter->wholes, Whole, 0);
  const FlSym *step = NULL;
  Op model;

  if (!find_model (cutter, member, &model, &step) || (model.is_reader && !step))
    return FALSE;
  for (guint p = 0; p < (model.is_reader ? whole->n_parts : 1); p++)
    for (guint i = 0; i < member->n_originals; i++)
      {
        Op op = model;

        op.node = member->originals[i];
        op.body = op.node->body;
        if (!has_equal_sizes (op.body, model.body) || (model.is_reader && !cut_op (whole, step, p, &op)))
          return FALSE;
        drop_single_loops (&op);
        g_array_append_val (cutter->ops, op);
      }
  return cutter->ops->len <= MAX_CUT_OPS;
}

/* --- bodies ------------------------------------------------------------------------------------------------------ */

/* Loads of wholes become loads of the part. */
static void
read_parts (const Cutter *cutter, const Op *op, FlLoopBody *body)
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
          const Whole *whole = at->op == FL_SCALAR_LOAD ? find_read (cutter, at->buffer) : NULL;

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
make_body (const Cutter *cutter, const Op *op)
{
  FlSymTable *symbols = cutter->schedule->lowered->symbols;
  const FlSym *vars[MAX_LOOPS], *sizes[MAX_LOOPS], *values[MAX_LOOPS];
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
  if (!align_rows (cutter->ops))
    return FALSE;
  for (guint p = 0; p < g_array_index (cutter->wholes, Whole, 0).n_parts; p++)
    if (!align_part (cutter->ops, p))
      return FALSE;
  return TRUE;
}

gboolean
fl_nest_cut_wholes (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *node, GArray *ops, GPtrArray *wholes)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Whole)), cut_ops = g_array_new (FALSE, FALSE, sizeof (Op));
  Cutter cutter = { arena, schedule, node, found, cut_ops };

  if (!cut (&cutter))
    return FALSE;
  for (guint i = 0; i < cut_ops->len; i++)
    {
      const Op *op = &g_array_index (cut_ops, Op, i);

      g_array_append_vals (ops, &(FlNestOp) { op->node, make_body (&cutter, op), op->is_reader ? op->part + 1 : 0 }, 1);
    }
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (wholes, (gpointer) g_array_index (found, Whole, i).buffer);
  return TRUE;
}
