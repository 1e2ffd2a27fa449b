/* Rows that overlap, whatever overlaps with what: which loops over a row may run in the turn of another one, and the
 * operations of one row written again for another. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

/* --- whether ---------------------------------------------------------------------------------- */

/* A loop over one row, with leaves only. */
gboolean
fl_c_nest_is_row (const FlNestItem *item, const FlNestLoop *rows)
{
  const FlNestLoop *loop = item->loop;

  if (!loop || loop->depth != rows->depth + 1 || loop->is_strip || loop->is_tiled)
    return FALSE;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      return FALSE;
  return TRUE;
}

/* Does any leaf write memory that this one reads? Writing over the very element that is read, later in the row's turn,
 * does no harm. */
gboolean
fl_c_nest_reads_written (const FlCWriter *writer, const FlNestLeaf *reader, gboolean may_be_local)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place
          = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (block->ops[i].op == FL_SCALAR_LOAD
          && (!place || place->is_shared || place->slice_offset || (place->local && !may_be_local)))
        return TRUE;
      for (guint l = 0; place && !place->local && l < writer->nest->n_leaves; l++)
        for (guint b = 0; b < writer->nest->leaves[l].body->n_blocks; b++)
          for (guint k = 0; k < writer->nest->leaves[l].body->blocks[b].n_ops; k++)
            {
              const FlNestLeaf *leaf = &writer->nest->leaves[l];
              const FlBodyOp *op = &leaf->body->blocks[b].ops[k];
              const FlCPlace *other = op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION
                                          ? g_hash_table_lookup (writer->places, op->buffer)
                                          : NULL;

              if (other && !other->local && other->arg == place->arg
                  && (op->op != FL_SCALAR_STORE || leaf->indices[op->index] != reader->indices[block->ops[i].index]))
                return TRUE;
            }
    }
  return FALSE;
}

/* Operations that depend on nothing but where they are, and on memory. */
gboolean
fl_c_nest_is_plain (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  if (leaf->body->n_blocks != 1 || leaf->is_two_pass || block->n_ops == 0
      || block->ops[block->n_ops - 1].op != FL_SCALAR_STORE_REDUCTION)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_SET_INDIRECT || block->ops[i].op == FL_SCALAR_CHECK_BOUNDS
        || block->ops[i].op == FL_SCALAR_DEVICE_ASSERT || block->ops[i].op == FL_SCALAR_SCAN
        || (block->ops[i].index >= 0 && fl_sym_contains_kind (leaf->indices[block->ops[i].index], FL_SYM_INDIRECT)))
      return FALSE;
  return TRUE;
}

gboolean
fl_c_nest_stores_past (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    for (guint k = 0; k < loop->leaves[i]->node->n_outputs; k++)
      {
        const FlCPlace *place = g_hash_table_lookup (writer->places, loop->leaves[i]->node->outputs[k]->buffer->name);

        if (place && place->is_streamed)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_made_here (const FlCWriter *writer, const char *buffer)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    for (guint k = 0; k < writer->nest->leaves[l].node->n_outputs; k++)
      if (g_str_equal (writer->nest->leaves[l].node->outputs[k]->buffer->name, buffer))
        return TRUE;
  return FALSE;
}

/* Does the loop write over what the leaf reads of the kernel's inputs? In the first turn it would do so before that is
 * read. */
gboolean
fl_c_nest_writes_over (const FlCWriter *writer, const FlNestLoop *loop, const FlNestLeaf *reader)
{
  const FlBodyBlock *block = &reader->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlCPlace *place
          = block->ops[i].op == FL_SCALAR_LOAD ? g_hash_table_lookup (writer->places, block->ops[i].buffer) : NULL;

      if (!place || place->local || is_made_here (writer, block->ops[i].buffer))
        continue;
      for (guint l = 0; l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          {
            const FlCPlace *other
                = g_hash_table_lookup (writer->places, loop->leaves[l]->node->outputs[k]->buffer->name);

            if (other && !other->local && other->arg == place->arg)
              return TRUE;
          }
    }
  return FALSE;
}

/* --- leaves of another row -------------------------------------------------------------------- */

/* The same operations, of the row that has this name; of a reduction, those but the last, which stores its result. */
const FlNestLeaf *
fl_c_nest_make_leaf (FlCWriter *writer, const FlNestLeaf *leaf, guint depth, const char *row)
{
  FlArena *arena = writer->pass->arena;
  FlNestLeaf *copy = fl_arena_memdup (arena, leaf, sizeof *leaf);
  FlLoopBody *body = fl_arena_memdup (arena, leaf->body, sizeof *leaf->body);
  FlBodyBlock *block = fl_arena_memdup (arena, &leaf->body->blocks[0], sizeof *block);
  FlSchedNode *node = fl_arena_memdup (arena, leaf->node, sizeof *node);
  FlSymTable *symbols = fl_sym_get_table (leaf->sizes[depth]);
  const FlSym *from = leaf->vars[depth],
              *to = g_str_equal (row, "0") ? fl_sym_int (symbols, 0) : fl_sym_var (symbols, row, leaf->sizes[depth]);
  const FlSym **vars = fl_arena_memdup (arena, leaf->vars, leaf->n_loops * sizeof *vars);
  guint n_indices = 0;

  vars[depth] = to;
  for (guint i = 0; i < block->n_ops; i++)
    n_indices = MAX (n_indices, (guint) (MAX (block->ops[i].index, block->ops[i].bound) + 1));
  if (n_indices > 0)
    {
      const FlSym **indices = fl_arena_new (arena, const FlSym *, n_indices);

      for (guint i = 0; i < n_indices; i++)
        indices[i] = fl_sym_substitute (leaf->indices[i], &from, &to, 1);
      copy->indices = indices;
    }
  if (leaf->is_reduction)
    {
      block->n_ops--;
      node->n_outputs = 0;
    }
  body->blocks = block;
  copy->body = body;
  copy->node = node;
  copy->vars = vars;
  copy->reduction_index = fl_sym_substitute (leaf->reduction_index, &from, &to, 1);
  return copy;
}

/* In the place of the leaf it was made of, whose state is returned. */
FlCLeaf
fl_c_nest_begin_leaf (FlCWriter *writer, const FlNestLeaf *leaf)
{
  FlCLeaf *state = &writer->leaves[leaf->position], saved = *state;

  *state = (FlCLeaf) { 0 };
  fl_c_leaf_init (writer, state, leaf);
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      state->ops[i].ignores_nan = saved.ops[i].ignores_nan;
      state->ops[i].idiom = saved.ops[i].idiom;
      state->ops[i].idiom_arg = saved.ops[i].idiom_arg;
      state->ops[i].is_idle = saved.ops[i].is_idle;
    }
  return saved;
}

void
fl_c_nest_end_leaf (FlCWriter *writer, const FlNestLeaf *leaf, FlCLeaf saved)
{
  fl_c_leaf_clear (&writer->leaves[leaf->position]);
  writer->leaves[leaf->position] = saved;
}

/* The loop with these leaves. */
const FlNestLoop *
fl_c_nest_make_loop (FlCWriter *writer, const FlNestLoop *loop, const GPtrArray *leaves)
{
  FlNestLoop *copy = fl_arena_memdup (writer->pass->arena, loop, sizeof *loop);
  FlNestItem *items = fl_arena_new (writer->pass->arena, FlNestItem, leaves->len);

  for (guint i = 0; i < leaves->len; i++)
    items[i] = (FlNestItem) { .leaf = leaves->pdata[i] };
  copy->leaves = fl_arena_memdup (writer->pass->arena, leaves->pdata, leaves->len * sizeof *copy->leaves);
  copy->items = items;
  copy->n_leaves = copy->n_items = leaves->len;
  return copy;
}

/* "i0 + 1", "end - 1"; of numbers, what that comes to. */
char *
fl_c_nest_dup_shifted (const char *text, int step)
{
  char *end;
  const gint64 number = g_ascii_strtoll (text, &end, 10);

  return end != text && *end == '\0' ? g_strdup_printf ("%" G_GINT64_FORMAT, number + step)
                                     : g_strdup_printf ("%s %c %d", text, step < 0 ? '-' : '+', ABS (step));
}

/* A row further on; where there is none, the last one, once more. */
void
fl_c_nest_write_later (FlCWriter *writer, const FlNestLoop *rows, const char *name, guint step, const char *why)
{
  g_autofree char *last = fl_c_nest_dup_shifted (fl_c_threads_get_last (writer, rows), -1);

  fl_c_line (writer, "const int64_t %s = fl_min (i%u + %u, %s);  /* %s */", name, rows->depth, step, last, why);
}
