/* Loop bodies: change of variables and walking. */
#include "fl-loop-body.h"

FlLoopBody *
fl_loop_body_reindex (FlArena *arena, FlSymTable *symbols, const FlLoopBody *body, const FlSym *const *values,
                      const FlSym *const *new_vars, const FlSym *const *new_sizes, guint n_new, guint n_iter)
{
  FlLoopBody *copy = fl_arena_memdup (arena, body, sizeof *body);
  const FlSym **indices = fl_arena_new (arena, const FlSym *, body->n_indices + 1);

  for (guint i = 0; i < body->n_indices; i++)
    indices[i] = fl_sym_simplify_as_inductor (fl_sym_substitute (body->indices[i], body->vars, values, body->n_vars),
                                              new_vars, new_sizes, n_new);
  copy->indices = indices;
  copy->n_vars = n_new;
  copy->n_iter = n_iter;
  copy->vars = fl_arena_memdup (arena, new_vars, n_new * sizeof *new_vars);
  copy->sizes = copy->written_sizes = fl_arena_memdup (arena, new_sizes, n_new * sizeof *new_sizes);
  return copy;
}

/* --- walking ---------------------------------------------------------------------------------- */

static void
visit_block (const FlLoopBody *body, guint position, FlBodyVisit visit, gpointer data)
{
  const FlBodyBlock *block = &body->blocks[position];

  for (guint i = 0; i < block->n_ops; i++)
    {
      if (block->ops[i].block >= 0)
        visit_block (body, block->ops[i].block, visit, data);
      visit (&block->ops[i], data);
    }
}

void
fl_loop_body_visit (const FlLoopBody *body, FlBodyVisit visit, gpointer data)
{
  visit_block (body, 0, visit, data);
}

/* --- renumbering ------------------------------------------------------------------------------ */

typedef struct
{
  const FlLoopBody *body;
  GHashTable *positions; /* FlSym -> new position + 1 */
  GPtrArray *indices;
} Merge;

static gint32
merge_index (Merge *merge, gint32 old)
{
  const FlSym *index;
  guint position;

  if (old < 0)
    return old;
  index = merge->body->indices[old];
  position = GPOINTER_TO_UINT (g_hash_table_lookup (merge->positions, index));
  if (position == 0)
    {
      g_ptr_array_add (merge->indices, (gpointer) index);
      position = merge->indices->len;
      g_hash_table_insert (merge->positions, (gpointer) index, GUINT_TO_POINTER (position));
    }
  return position - 1;
}

static void
note_indices (const FlBodyOp *op, gpointer data)
{
  merge_index (data, op->index);
  merge_index (data, op->bound);
}

FlLoopBody *
fl_loop_body_merge_indices (FlArena *arena, const FlLoopBody *body)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) indices = g_ptr_array_new ();
  Merge merge = { body, positions, indices };
  FlLoopBody *copy = fl_arena_memdup (arena, body, sizeof *body);

  fl_loop_body_visit (body, note_indices, &merge);
  copy->blocks = fl_arena_memdup (arena, body->blocks, body->n_blocks * sizeof *body->blocks);
  for (guint i = 0; i < body->n_blocks; i++)
    {
      FlBodyBlock *block = &copy->blocks[i];

      block->ops = fl_arena_memdup (arena, block->ops, block->n_ops * sizeof *block->ops);
      for (guint k = 0; k < block->n_ops; k++)
        {
          block->ops[k].index = merge_index (&merge, block->ops[k].index);
          block->ops[k].bound = merge_index (&merge, block->ops[k].bound);
        }
    }
  copy->n_indices = indices->len;
  copy->indices = fl_arena_memdup (arena, indices->pdata, indices->len * sizeof (gpointer));
  return copy;
}
