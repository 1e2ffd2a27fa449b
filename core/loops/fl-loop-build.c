/* From a nest to a loop program, first part: axes, homes and the tree of loops.
 * In: a nest and where its buffers lie.  Out: a program.  Keeps: the order of the nest's items. */
#include "fl-loop-build-private.h"

#include "fl-error.h"
#include "fl-intern.h"

/* --- axes ------------------------------------------------------------------------------------- */

/* Loops of the same variable and size in different leaves are one axis; a nest that opens it twice, one after the
 * other, opens the same. */
static FlAxisId
get_axis (FlLoopBuilder *builder, const FlNestLoop *loop)
{
  const FlAxisId known = fl_loop_find_axis (builder->kernel, loop->var);
  FlLoopAxis axis = { .var = loop->var, .extent = loop->size };

  if (known)
    return known;
  axis.name = fl_sym_get_name (loop->var);
  return fl_loop_add_axis (builder->kernel, &axis);
}

static void
add_axes (FlLoopBuilder *builder, const FlNestItem *items, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    if (items[i].loop)
      {
        get_axis (builder, items[i].loop);
        add_axes (builder, items[i].loop->items, items[i].loop->n_items);
      }
}

/* --- homes ------------------------------------------------------------------------------------ */

static gboolean
begins_here (const FlLoopBuilder *builder, const FlNestLeaf *leaf, const FlNestLoop *loop)
{
  return leaf->n_iter == loop->depth && fl_loop_leaf_accumulates (g_ptr_array_index (builder->leaves, leaf->position));
}

/* Rows on the stack that live for one iteration of the loop. */
static void
add_rows (FlLoopBuilder *builder, const FlNestLoop *loop, GArray *homes)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (builder->kernel);

  for (guint i = 0; i < builder->nest->n_locals; i++)
    {
      const FlNestLocal *local = &builder->nest->locals[i];
      FlLoopHome row
          = { .kind = FL_HOME_STACK, .combiner = FL_N_REDUCTIONS, .n_components = 1, .buffer = local->buffer };
      FlHomeId home = 0;

      if (local->place != FL_LOCAL_ROW || local->depth != loop->depth + 1)
        continue;
      for (guint k = 0; k < loop->n_leaves && !home; k++)
        if (loop->leaves[k]->node->op == local->buffer)
          {
            row.name = fl_intern_printf ("%s_row", local->buffer->name);
            row.dtype = local->buffer->layout.dtype;
            row.size = fl_sym_int (symbols, local->row_elements);
            row.varies = builder->open;
            home = fl_loop_add_home (builder->kernel, &row);
            g_hash_table_insert (builder->homes, (gpointer) local->buffer, GUINT_TO_POINTER (home));
            g_array_append_val (homes, home);
          }
    }
}

/* --- the tree --------------------------------------------------------------------------------- */

static void build_items (FlLoopBuilder *builder, const FlNestItem *items, guint n_items, GArray *stmts);

static FlStmtId
build_loop (FlLoopBuilder *builder, const FlNestLoop *loop)
{
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlAxisId axis = get_axis (builder, loop);
  const guint n_lets = builder->lets->len;

  builder->open |= G_GUINT64_CONSTANT (1) << axis;
  add_rows (builder, loop, homes);
  build_items (builder, loop->items, loop->n_items, children);
  builder->open &= ~(G_GUINT64_CONSTANT (1) << axis);
  g_array_set_size (builder->lets, n_lets);
  return fl_loop_add_block (builder->kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis }, children, homes);
}

/* Accumulators begin anew for each execution of the sequence around their loop; behind the loop stands what is done
 * with them. */
static void
build_reductions (FlLoopBuilder *builder, const FlNestLoop *loop, GArray *stmts)
{
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlStmtId stmt;

  for (guint i = 0; i < loop->n_leaves; i++)
    if (begins_here (builder, loop->leaves[i], loop))
      fl_loop_append (homes, fl_loop_leaf_add_accumulator (builder, g_ptr_array_index (builder->leaves,
                                                                                       loop->leaves[i]->position)));
  stmt = build_loop (builder, loop);
  if (homes->len == 0)
    {
      g_array_append_val (stmts, stmt);
      return;
    }
  g_array_append_val (inside, stmt);
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_reduction && begins_here (builder, loop->leaves[i], loop))
      fl_loop_leaf_build_after (builder, g_ptr_array_index (builder->leaves, loop->leaves[i]->position), inside);
  stmt = fl_loop_add_block (builder->kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, inside, homes);
  g_array_append_val (stmts, stmt);
}

/* A reduction over one element has no loop. */
static void
build_single (FlLoopBuilder *builder, FlLoopLeaf *leaf, GArray *stmts)
{
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const FlHomeId home = fl_loop_leaf_add_accumulator (builder, leaf);

  g_array_append_val (homes, home);
  fl_loop_leaf_build_inside (builder, leaf, inside);
  fl_loop_leaf_build_after (builder, leaf, inside);
  fl_loop_append (stmts, fl_loop_add_block (builder->kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, inside, homes));
}

static void
build_items (FlLoopBuilder *builder, const FlNestItem *items, guint n_items, GArray *stmts)
{
  for (guint i = 0; i < n_items && !builder->unsupported; i++)
    {
      FlLoopLeaf *leaf = items[i].leaf ? g_ptr_array_index (builder->leaves, items[i].leaf->position) : NULL;

      if (!leaf)
        build_reductions (builder, items[i].loop, stmts);
      else if (leaf->leaf->n_loops == leaf->leaf->n_iter && fl_loop_leaf_accumulates (leaf))
        build_single (builder, leaf, stmts);
      else
        fl_loop_leaf_build_inside (builder, leaf, stmts);
    }
}

/* The tree of a nest, over tables that may have another one's already. 0: it has no form. */
static FlStmtId
build_tree (FlLoopBuilder *builder, const FlNest *nest)
{
  g_autoptr (GHashTable) registers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) epochs = g_array_new (FALSE, TRUE, sizeof (guint)),
                     stmts = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     lets = g_array_new (FALSE, FALSE, sizeof (FlValueId)),
                     arrays = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  g_autoptr (GPtrArray) leaves = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_loop_leaf_free);

  builder->nest = nest;
  builder->registers = registers;
  builder->epochs = epochs;
  builder->lets = lets;
  builder->arrays = arrays;
  builder->leaves = leaves;
  for (guint i = 0; i < nest->n_leaves; i++)
    g_ptr_array_add (leaves, fl_loop_leaf_new (&nest->leaves[i]));
  add_axes (builder, nest->items, nest->n_items);
  build_items (builder, nest->items, nest->n_items, stmts);
  return builder->unsupported
             ? 0
             : fl_loop_add_block (builder->kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, stmts, arrays);
}

const FlLoopProgram *
fl_loop_build (FlArena *arena, const FlNest *nest, const char *name, FlLoopBind bind, gpointer data, GError **error)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL);
  FlLoopBuilder builder = { .kernel = fl_loop_kernel_new (arena, nest->schedule->lowered->symbols, name),
                            .bind = bind,
                            .data = data,
                            .homes = homes };
  const FlStmtId joined = build_tree (&builder, nest);
  const FlStmtId root = joined && nest->n_leaves > 1 ? build_tree (&builder, fl_nest_take_apart (arena, nest)) : joined;

  if (root)
    {
      fl_loop_kernel_set_joined (builder.kernel, nest, joined);
      return fl_loop_program_new (builder.kernel, root, "build", NULL);
    }
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the loop program of %s cannot be built: %s", name,
               builder.unsupported);
  g_free (builder.unsupported);
  return NULL;
}
