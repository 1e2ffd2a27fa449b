/* From a nest to a loop program, second part: a leaf on its way, its homes, and how statements and names are added.
 *
 * A value becomes part of the statement that uses it. It gets a name (LET) where two operations use it, so that no
 * recipe grows with every use, and where a later store of the kernel could change what it read. */
#include "fl-loop-build-private.h"

#include "fl-intern.h"

#include <string.h>

FlLoopLeaf *
fl_loop_leaf_new (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  FlLoopLeaf *state = g_new0 (FlLoopLeaf, 1);

  *state = (FlLoopLeaf) { .leaf = leaf,
                          .values = g_new0 (FlValueId, block->n_ops + 1),
                          .is_after = g_new0 (gboolean, block->n_ops + 1),
                          .n_uses = g_new0 (guint, block->n_ops + 1),
                          .old = g_ptr_array_new (),
                          .fresh = g_ptr_array_new () };
  for (guint i = 0; i < block->n_ops; i++)
    {
      state->is_after[i] = block->ops[i].op == FL_SCALAR_REDUCTION;
      for (guint a = 0; a < block->ops[i].n_args; a++)
        {
          state->is_after[i] |= state->is_after[block->ops[i].args[a]];
          state->n_uses[block->ops[i].args[a]]++;
        }
    }
  return state;
}

void
fl_loop_leaf_free (FlLoopLeaf *leaf)
{
  g_free (leaf->values);
  g_free (leaf->is_after);
  g_free (leaf->n_uses);
  g_ptr_array_unref (leaf->old);
  g_ptr_array_unref (leaf->fresh);
  g_free (leaf);
}

static const FlBodyOp *
find_accumulation (const FlLoopLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION || block->ops[i].op == FL_SCALAR_SCAN)
      return &block->ops[i];
  return NULL;
}

gboolean
fl_loop_leaf_accumulates (const FlLoopLeaf *leaf)
{
  return find_accumulation (leaf) != NULL;
}

void
fl_loop_builder_fail (FlLoopBuilder *builder, const char *what)
{
  if (!builder->unsupported)
    builder->unsupported = g_strdup (what);
}

/* --- homes ------------------------------------------------------------------------------------ */

static FlReductionType
get_combiner (const FlBodyOp *op)
{
  if (op->op == FL_SCALAR_REDUCTION)
    return op->reduction;
  return g_str_equal (op->scan_op, "mul")         ? FL_REDUCTION_PROD
         : g_str_equal (op->scan_op, "maximum")   ? FL_REDUCTION_MAX
         : g_str_equal (op->scan_op, "minimum")   ? FL_REDUCTION_MIN
         : g_str_equal (op->scan_op, "argmax")    ? FL_REDUCTION_ARGMAX_WITH_VALUE
         : g_str_equal (op->scan_op, "argmin")    ? FL_REDUCTION_ARGMIN_WITH_VALUE
         : g_str_equal (op->scan_op, "logaddexp") ? FL_REDUCTION_ONLINE_SOFTMAX
                                                  : FL_REDUCTION_SUM;
}

/* The graph's own name reads best, amax or sum_1; but the sum that a mean or a variance begins with is neither. */
static const char *
choose_name (const FlLoopBuilder *builder, const FlBodyOp *op)
{
  const FlGraph *graph = builder->nest->schedule->lowered->graph;
  const FlNode *node = graph && op->origin.index < graph->n_nodes ? &graph->nodes[op->origin.index] : NULL;

  if (!node || strstr (node->target, "mean") || strstr (node->target, "var") || strstr (node->target, "std"))
    return op->op == FL_SCALAR_REDUCTION ? fl_reduction_get_name (op->reduction) : op->name;
  return node->name;
}

FlHomeId
fl_loop_leaf_add_accumulator (FlLoopBuilder *builder, FlLoopLeaf *leaf)
{
  const FlBodyOp *op = find_accumulation (leaf);
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];
  FlLoopHome home = { .name = choose_name (builder, op),
                      .kind = FL_HOME_REGISTER,
                      .dtype = op->dtype,
                      .combiner = get_combiner (op),
                      .varies = builder->open,
                      .source_dtype = block->ops[op->args[0]].dtype };

  home.n_components = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN
                          ? 2
                          : fl_reduction_get_n_outputs (home.combiner);
  home.size = fl_sym_int (fl_loop_kernel_get_symbols (builder->kernel), 1);
  leaf->accumulator = fl_loop_add_home (builder->kernel, &home);
  return leaf->accumulator;
}

/* The array that a buffer is for as long as its operations have loops of their own. */
static FlHomeId
get_array (FlLoopBuilder *builder, const FlBuffer *buffer)
{
  gboolean is_taken;
  FlHomeId home;

  for (guint i = 0; i < builder->arrays->len; i++)
    {
      home = g_array_index (builder->arrays, FlHomeId, i);
      if (fl_loop_get_home (builder->kernel, home)->buffer == buffer)
        return home;
    }
  /* Another buffer's memory may be called so: a result that is written over it. */
  home = GPOINTER_TO_UINT (g_hash_table_lookup (builder->homes, buffer));
  is_taken = home && fl_loop_get_home (builder->kernel, home)->kind == FL_HOME_ARGUMENT;
  home = fl_loop_add_home (builder->kernel,
                           &(FlLoopHome) {
                               .name = is_taken ? fl_intern_printf ("%s_whole", buffer->name) : buffer->name,
                               .kind = FL_HOME_PARTIALS,
                               .dtype = buffer->layout.dtype,
                               .size = fl_layout_get_storage_size (&buffer->layout,
                                                                   fl_loop_kernel_get_symbols (builder->kernel)),
                               .combiner = FL_N_REDUCTIONS,
                               .n_components = 1,
                               .buffer = buffer });
  g_array_append_val (builder->arrays, home);
  return home;
}

/* The argument that lies there. A row may be known by the same buffer: the memory that this one does without is another
 * result's, which is written over it. 0: none yet. */
static FlHomeId
find_argument (const FlLoopBuilder *builder, const FlBuffer *storage)
{
  const FlHomeId known = GPOINTER_TO_UINT (g_hash_table_lookup (builder->homes, storage));

  if (!known || fl_loop_get_home (builder->kernel, known)->kind == FL_HOME_ARGUMENT)
    return known;
  for (FlHomeId home = 1; home <= fl_loop_get_n_homes (builder->kernel); home++)
    if (fl_loop_get_home (builder->kernel, home)->kind == FL_HOME_ARGUMENT
        && fl_loop_get_home (builder->kernel, home)->buffer == storage)
      return home;
  return 0;
}

/* The home that a buffer lies in, and the index of an element there. 0: in a register. */
FlHomeId
fl_loop_site_find_home (FlLoopSite *site, const FlBuffer *buffer, const FlSym **index)
{
  FlLoopBuilder *builder = site->builder;
  const FlNestLocal *local = fl_nest_find_local (builder->nest, buffer->name);
  FlLoopBinding binding = { 0 };
  FlHomeId home;

  if (local && local->place == FL_LOCAL_REGISTER)
    return 0;
  if (local && local->place == FL_LOCAL_ARRAY)
    return get_array (builder, buffer);
  if (local && local->place == FL_LOCAL_ROW)
    {
      *index = fl_nest_get_row_index (site->leaf->leaf, *index, local->depth);
      return GPOINTER_TO_UINT (g_hash_table_lookup (builder->homes, buffer));
    }
  if (!builder->bind (builder->data, buffer, &binding))
    {
      fl_loop_builder_fail (builder, "a buffer of it is no argument of the kernel");
      return 0;
    }
  if (binding.offset)
    *index = fl_sym_add (*index, binding.offset);
  home = find_argument (builder, binding.storage);
  if (!home)
    {
      const FlLoopHome argument = { .name = binding.storage->name,
                                    .kind = FL_HOME_ARGUMENT,
                                    .dtype = binding.storage->layout.dtype,
                                    .size = fl_layout_get_storage_size (&binding.storage->layout,
                                                                        fl_loop_kernel_get_symbols (builder->kernel)),
                                    .combiner = FL_N_REDUCTIONS,
                                    .n_components = 1,
                                    .buffer = binding.storage,
                                    .argument = binding.argument,
                                    .is_for_library = binding.is_for_library,
                                    .is_written = binding.is_written };

      home = fl_loop_add_home (builder->kernel, &argument);
      if (!g_hash_table_contains (builder->homes, binding.storage)) /* otherwise the storage is a row */
        g_hash_table_insert (builder->homes, (gpointer) binding.storage, GUINT_TO_POINTER (home));
    }
  return home;
}

guint *
fl_loop_builder_get_epoch (FlLoopBuilder *builder, FlHomeId home)
{
  if (builder->epochs->len <= home)
    g_array_set_size (builder->epochs, home + 1);
  return &g_array_index (builder->epochs, guint, home);
}

/* --- statements ------------------------------------------------------------------------------- */

guint
fl_loop_site_make_origins (FlLoopSite *site, const FlBodyOp *op)
{
  FlLoopBuilder *builder = site->builder;
  const FlGraph *graph = builder->nest->schedule->lowered->graph;
  FlLoopOrigins origins = { .op = site->leaf->leaf->node->name };

  if (graph && op->origin.index < graph->n_nodes)
    {
      origins.n = 1;
      origins.nodes = fl_arena_memdup (fl_loop_kernel_get_arena (builder->kernel), &op->origin, sizeof op->origin);
    }
  return fl_loop_add_origins (builder->kernel, &origins);
}

void
fl_loop_site_add_stmt (FlLoopSite *site, const FlBodyOp *op, FlLoopStmt stmt)
{
  if (!site->stmts)
    {
      fl_loop_builder_fail (site->builder, "a statement under a mask");
      return;
    }
  stmt.origins = fl_loop_site_make_origins (site, op);
  fl_loop_append (site->stmts, fl_loop_add_stmt (site->builder->kernel, &stmt));
}

/* A name for a value, unless it has one that reaches here. */
void
fl_loop_site_add_let (FlLoopSite *site, const FlBodyOp *op, FlValueId value)
{
  GArray *lets = site->builder->lets;

  for (guint i = 0; i < lets->len; i++)
    if (g_array_index (lets, FlValueId, i) == value)
      return;
  fl_loop_site_add_stmt (site, op, (FlLoopStmt) { .kind = FL_STMT_LET, .value = value });
  g_array_append_val (lets, value);
}

const FlSym *
fl_loop_site_get_index (const FlLoopSite *site, gint32 position)
{
  return fl_sym_substitute (site->leaf->leaf->indices[position], (const FlSym *const *) site->leaf->old->pdata,
                            (const FlSym *const *) site->leaf->fresh->pdata, site->leaf->old->len);
}

static gint64
double_to_bits (double number)
{
  gint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

gint64
fl_loop_get_bits (FlDtype dtype, double number, gint64 integer)
{
  if (fl_dtype_is_float (dtype))
    return double_to_bits (number);
  return dtype == FL_DTYPE_BOOL ? number != 0 || integer != 0 : integer;
}
