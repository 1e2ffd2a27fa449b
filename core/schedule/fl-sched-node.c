/* Scheduler nodes: one operation each. */
#include "fl-schedule-private.h"

#include "fl-intern.h"

#include <string.h>

/* --- deps of a node ------------------------------------------------------------------------------------------------------- */

FlDepSet
fl_sched_node_get_reads (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_reads, node->reads };
}

FlDepSet
fl_sched_node_get_writes (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_writes, node->writes };
}

FlDepSet
fl_sched_node_get_unmet (const FlSchedNode *node)
{
  return (FlDepSet) { node->n_unmet, node->unmet };
}

void
fl_sched_node_set_deps (FlSchedContext *context, FlSchedNode *node, FlDepSet reads, FlDepSet writes)
{
  FlDepSetBuilder unmet;

  node->reads = reads.deps;
  node->n_reads = reads.n;
  node->writes = writes.deps;
  node->n_writes = writes.n;
  fl_dep_set_begin (&unmet, context);
  for (guint i = 0; i < reads.n; i++)
    if (!g_hash_table_contains (context->is_available, reads.deps[i].name))
      fl_dep_set_add (&unmet, &reads.deps[i]);
  reads = fl_dep_set_end (&unmet);
  node->unmet = reads.deps;
  node->n_unmet = reads.n;
}

void
fl_sched_node_add_read (FlSchedContext *context, FlSchedNode *node, const FlDep *dep)
{
  FlDepSetBuilder reads;

  fl_dep_set_begin (&reads, context);
  fl_dep_set_add_all (&reads, fl_sched_node_get_reads (node));
  fl_dep_set_add (&reads, dep);
  fl_sched_node_set_deps (context, node, fl_dep_set_end (&reads), fl_sched_node_get_writes (node));
}

static const char *
find_rename (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_renames; i++)
    if (node->renames[2 * i] == name)
      return node->renames[2 * i + 1];
  return name;
}

static FlDepSet
rename_set (FlSchedContext *context, const FlSchedNode *node, FlDepSet set)
{
  FlDepSetBuilder renamed;

  fl_dep_set_begin (&renamed, context);
  for (guint i = 0; i < set.n; i++)
    {
      FlDep dep = fl_dep_rename (&set.deps[i], find_rename (node, set.deps[i].name));

      fl_dep_set_add (&renamed, &dep);
    }
  return fl_dep_set_end (&renamed);
}

void
fl_sched_node_rename_deps (FlSchedContext *context, FlSchedNode *node)
{
  FlDepSet reads, writes;

  if (node->n_renames == 0)
    return;
  reads = rename_set (context, node, fl_sched_node_get_reads (node));
  writes = rename_set (context, node, fl_sched_node_get_writes (node));
  fl_sched_node_set_deps (context, node, reads, writes);
}

void
fl_sched_node_refresh_deps (FlSchedContext *context, FlSchedNode *node, gboolean normalize)
{
  FlDepSet reads, writes;
  FlDepSetBuilder all;

  fl_dep_extract (context, node->body, normalize, &reads, &writes);
  fl_dep_set_begin (&all, context);
  fl_dep_set_add_all (&all, reads);
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].kind != FL_DEP_MEMORY)
      fl_dep_set_add (&all, &node->reads[i]);
  fl_sched_node_set_deps (context, node, fl_dep_set_end (&all), writes);
  fl_sched_node_rename_deps (context, node);
}

/* --- loops ---------------------------------------------------------------------------------------------------------------- */

static const FlSym *
multiply_all (FlSymTable *symbols, const FlSym *const *sizes, guint n)
{
  return fl_sym_product (symbols, sizes, n);
}

static void
set_sizes (FlSchedContext *context, FlSchedNode *node)
{
  const FlLoopBody *body = node->body;

  node->iter_sizes = body->sizes;
  node->n_iter_sizes = body->n_iter;
  node->reduce_sizes = body->sizes + body->n_iter;
  node->n_reduce_sizes = body->n_vars - body->n_iter;
  node->numel = multiply_all (context->symbols, node->iter_sizes, node->n_iter_sizes);
  node->rnumel = multiply_all (context->symbols, node->reduce_sizes, node->n_reduce_sizes);
}

typedef struct
{
  GPtrArray *indices;
  const FlLoopBody *body;
} Accesses;

static void
note_access (const FlBodyOp *op, gpointer data)
{
  Accesses *accesses = data;

  if (op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION)
    g_ptr_array_add (accesses->indices, (gpointer) accesses->body->indices[op->index]);
}

/* Where old loops go: value[i] is the expression over new variables that replaces old variable i. */
typedef struct
{
  const FlLoopBody *body;
  GPtrArray *accesses;       /* indices of memory that vote on the order */
  GPtrArray *formulas;       /* indices that must stay simple when loops merge */
  gboolean merge;
  guint n_new;
  const FlSym **new_vars, **new_sizes, **values;
} Reordering;

/* Orders and merges the loops first .. first + n - 1. */
static void
reorder_loops (FlSchedContext *context, Reordering *plan, guint first, guint n)
{
  const FlLoopBody *body = plan->body;
  g_autofree guint *order = g_new0 (guint, n + 1);
  g_autofree gint64 *strides = g_new0 (gint64, (gsize) n * plan->accesses->len + 1);
  g_autofree const FlSym **vars = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **merged = g_new0 (const FlSym *, n + 1);
  g_autofree gint *positions = g_new0 (gint, n + 1);
  guint n_left = n;

  for (guint k = 0; k < plan->accesses->len; k++)
    fl_loops_get_stride_hints (plan->accesses->pdata[k], body->vars + first, n, body->vars, body->n_vars, strides + k * n);
  for (guint i = 0; i < n; i++)
    order[i] = n - 1 - i;
  if (context->options->pick_loop_orders)
    fl_loops_pick_order (strides, plan->accesses->len, body->sizes + first, n, order);
  for (guint i = 0; i < n; i++)
    {
      vars[i] = body->vars[first + order[n - 1 - i]];
      sizes[i] = merged[i] = body->sizes[first + order[n - 1 - i]];
      positions[i] = i;
    }
  if (plan->merge)
    {
      g_ptr_array_add (plan->formulas, (gpointer) fl_loops_get_contiguous_index (context->symbols, vars, sizes, n));
      n_left = fl_simplify_loops (context->symbols, vars, sizes, n, (const FlSym *const *) plan->formulas->pdata,
                                  plan->formulas->len, merged, positions);
      g_ptr_array_remove_index (plan->formulas, plan->formulas->len - 1);
    }
  for (guint i = 0; i < n_left; i++)
    {
      guint at = plan->n_new + i;

      plan->new_sizes[at] = merged[i];
      plan->new_vars[at] = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, at), merged[i]);
    }
  for (guint i = 0; i < n; i++)
    plan->values[first + order[n - 1 - i]]
        = positions[i] >= 0 ? plan->new_vars[plan->n_new + positions[i]] : fl_sym_int (context->symbols, 0);
  plan->n_new += n_left;
}

static const FlLoopBody *
simplify_and_reorder (FlSchedContext *context, const FlSchedNode *node, const FlSym *const *constraints, guint n_constraints)
{
  const FlLoopBody *body = node->default_body;
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();
  g_autoptr (GPtrArray) formulas = g_ptr_array_new ();
  g_autofree const FlSym **new_vars = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **new_sizes = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  Accesses noted = { accesses, body };
  Reordering plan = { body, accesses, formulas, !fl_sched_keeps_loops (context, node->device), 0, new_vars, new_sizes, values };
  guint n_iter;

  fl_loop_body_visit (body, note_access, &noted);
  for (guint i = 0; i < body->n_indices; i++)
    g_ptr_array_add (formulas, (gpointer) body->indices[i]);
  for (guint i = 0; i < n_constraints; i++)
    if (!g_ptr_array_find (formulas, constraints[i], NULL))
      g_ptr_array_add (formulas, (gpointer) constraints[i]);
  reorder_loops (context, &plan, 0, body->n_iter);
  n_iter = plan.n_new;
  reorder_loops (context, &plan, body->n_iter, body->n_vars - body->n_iter);
  return fl_loop_body_reindex (context->arena, context->symbols, body, values, new_vars, new_sizes, plan.n_new, n_iter);
}

void
fl_sched_node_set_loops (FlSchedContext *context, FlSchedNode *node, const FlSym *const *constraints, guint n_constraints)
{
  node->body = simplify_and_reorder (context, node, constraints, n_constraints);
  set_sizes (context, node);
  fl_sched_node_refresh_deps (context, node, !fl_sched_keeps_loops (context, node->device));
}

void
fl_sched_node_permute_loops (FlSchedContext *context, FlSchedNode *node, const guint *order)
{
  const FlLoopBody *body = node->body;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);

  for (guint i = 0; i < body->n_vars; i++)
    {
      guint old = i < body->n_iter ? order[i] : i;

      sizes[i] = body->sizes[old];
      vars[i] = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, i), sizes[i]);
      values[old] = vars[i];
    }
  body = fl_loop_body_reindex (context->arena, context->symbols, body, values, vars, sizes, body->n_vars, body->n_iter);
  node->body = fl_loop_body_merge_indices (context->arena, body);
  node->sizes_are_tuples = TRUE;
  set_sizes (context, node);
  fl_sched_node_refresh_deps (context, node, FALSE);
}

void
fl_sched_node_split_loops (FlSchedContext *context, FlSchedNode *node, const FlSym *const *sizes, guint n)
{
  const FlLoopBody *body = node->body;
  guint n_reduce = body->n_vars - body->n_iter;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, n + n_reduce + 1);
  g_autofree const FlSym **new_sizes = g_new0 (const FlSym *, n + n_reduce + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  const FlSym *flat = fl_sym_int (context->symbols, 0), *stride = fl_sym_int (context->symbols, 1);

  for (guint i = 0; i < n + n_reduce; i++)
    {
      new_sizes[i] = i < n ? sizes[i] : body->sizes[body->n_iter + i - n];
      vars[i] = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, i), new_sizes[i]);
      if (i < n)
        flat = fl_sym_add (fl_sym_mul (flat, new_sizes[i]), vars[i]);
      else
        values[body->n_iter + i - n] = vars[i];
    }
  for (guint i = body->n_iter; i-- > 0;)
    {
      values[i] = fl_sym_mod_index (flat, stride, body->sizes[i]);
      stride = fl_sym_mul (stride, body->sizes[i]);
    }
  body = fl_loop_body_reindex (context->arena, context->symbols, body, values, vars, new_sizes, n + n_reduce, n);
  node->body = fl_loop_body_merge_indices (context->arena, body);
  node->sizes_are_tuples = TRUE;
  set_sizes (context, node);
  fl_sched_node_refresh_deps (context, node, FALSE);
}

/* Merges loops first .. first + n - 1 as far as every index of the body allows. */
static guint
merge_range (FlSchedContext *context, const FlLoopBody *body, guint first, guint n, guint n_done, const FlSym **new_vars,
             const FlSym **new_sizes, const FlSym **values)
{
  g_autofree const FlSym **formulas = g_new0 (const FlSym *, body->n_indices + 1);
  g_autofree gint *positions = g_new0 (gint, n + 1);
  guint n_left;

  memcpy (formulas, body->indices, body->n_indices * sizeof *formulas);
  formulas[body->n_indices] = fl_loops_get_contiguous_index (context->symbols, body->vars + first, body->sizes + first, n);
  n_left = fl_simplify_loops (context->symbols, body->vars + first, body->sizes + first, n, formulas, body->n_indices + 1,
                              new_sizes + n_done, positions);
  for (guint i = 0; i < n_left; i++)
    new_vars[n_done + i]
        = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, n_done + i), new_sizes[n_done + i]);
  for (guint i = 0; i < n; i++)
    values[first + i] = positions[i] >= 0 ? new_vars[n_done + positions[i]] : fl_sym_int (context->symbols, 0);
  return n_left;
}

void
fl_sched_node_merge_loops (FlSchedContext *context, FlSchedNode *node)
{
  const FlLoopBody *body = node->body;
  const FlSym *numel = node->numel, *rnumel = node->rnumel;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  guint n_iter = merge_range (context, body, 0, body->n_iter, 0, vars, sizes, values);
  guint n_reduce = merge_range (context, body, body->n_iter, body->n_vars - body->n_iter, n_iter, vars, sizes, values);

  if (n_iter + n_reduce != body->n_vars)
    node->body = fl_loop_body_reindex (context->arena, context->symbols, body, values, vars, sizes, n_iter + n_reduce, n_iter);
  set_sizes (context, node);
  node->numel = numel;
  node->rnumel = rnumel;
  node->sizes_are_tuples = TRUE;
  fl_sched_node_refresh_deps (context, node, TRUE);
}

/* --- making ----------------------------------------------------------------------------------------------------------------- */

static FlSchedKind
classify (FlSchedContext *context, const FlBuffer *op)
{
  if (op->kind == FL_BUFFER_CONCAT || op->kind == FL_BUFFER_NOP)
    return FL_SCHED_NOP;
  if (op->kind != FL_BUFFER_COMPUTED)
    return FL_SCHED_EXTERN;
  if (fl_sym_is_int_value (fl_layout_get_numel (&op->layout, context->symbols), 0))
    return FL_SCHED_NOP;
  return FL_SCHED_COMPUTE;
}

/* A library call or a copy-free join reads whole buffers. */
static FlDepSet
get_extern_reads (FlSchedContext *context, const FlBuffer *op)
{
  FlDepSetBuilder reads;

  fl_dep_set_begin (&reads, context);
  for (guint i = 0; i < op->n_args; i++)
    {
      const FlExternArg *arg = &op->args[i];
      guint n = arg->kind == FL_EXTERN_TENSOR ? 1 : arg->kind == FL_EXTERN_TENSORS ? arg->n_tensors : 0;
      const FlBufferView *views = arg->kind == FL_EXTERN_TENSOR ? &arg->tensor : arg->tensors;

      for (guint k = 0; k < n; k++)
        if (views[k].buffer != NULL)
          {
            FlDep dep = fl_dep_star (views[k].buffer->name, NULL);

            fl_dep_set_add (&reads, &dep);
          }
    }
  return fl_dep_set_end (&reads);
}

/* One result of a tuple is a dense write, so that its readers can be matched. */
static FlDep
get_tuple_item_write (FlSchedContext *context, const FlBuffer *op)
{
  const FlLayout *layout = &op->layout;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, layout->n_dims + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, layout->n_dims + 1);
  g_autofree const FlSym **index = g_new0 (const FlSym *, layout->n_dims + 1);
  guint n = 0;

  for (guint i = 0; i < layout->n_dims; i++)
    {
      index[i] = fl_sym_int (context->symbols, 0);
      if (fl_sym_is_int_value (layout->sizes[i], 1))
        continue;
      sizes[n] = layout->sizes[i];
      vars[n] = index[i] = fl_sym_var (context->symbols, fl_intern_printf ("d%u", n), sizes[n]);
      n++;
    }
  return fl_dep_memory (context, op->name, fl_layout_get_index (layout, context->symbols, index), vars, sizes, n, NULL,
                        !fl_sched_keeps_loops (context, layout->device));
}

static void
set_extern_deps (FlSchedContext *context, FlSchedNode *node)
{
  FlDepSet reads = get_extern_reads (context, node->op);
  FlDepSetBuilder writes;

  fl_dep_set_begin (&writes, context);
  for (guint i = 0; i < node->n_outputs; i++)
    {
      const FlBuffer *buffer = node->outputs[i]->buffer;
      gboolean is_item = buffer->kind == FL_BUFFER_MULTI_OUTPUT && buffer->layout.kind == FL_LAYOUT_FIXED && context->is_modern;
      FlDep dep = is_item ? get_tuple_item_write (context, buffer) : fl_dep_star (buffer->name, NULL);

      fl_dep_set_add (&writes, &dep);
    }
  fl_sched_node_set_deps (context, node, reads, fl_dep_set_end (&writes));
}

/* Names of the buffers whose memory `buffer` may share, and of those that it overwrites. */
static void
set_aliases (FlSchedContext *context, FlSchedBuffer *sched_buffer)
{
  const FlBuffer *buffer = sched_buffer->buffer;
  const char **aliases = fl_arena_new (context->arena, const char *, buffer->n_aliases + 1);
  const char **mutations = fl_arena_new (context->arena, const char *, buffer->n_mutates + 1);

  if (buffer->layout.kind == FL_LAYOUT_NON_OWNING)
    aliases[sched_buffer->n_aliases++] = buffer->layout.target->name;
  for (guint i = 0; i < buffer->n_aliases; i++)
    aliases[sched_buffer->n_aliases++] = buffer->aliases[i]->name;
  if (buffer->layout.kind == FL_LAYOUT_MUTATION)
    mutations[sched_buffer->n_mutations++] = buffer->layout.target->name;
  else
    for (guint i = 0; i < buffer->n_mutates; i++)
      mutations[sched_buffer->n_mutations++] = buffer->mutates[i]->name;
  sched_buffer->aliases = aliases;
  sched_buffer->mutations = mutations;
}

static FlSchedBuffer *
make_buffer (FlSchedContext *context, FlSchedNode *node, FlBuffer *buffer)
{
  FlSchedBuffer *made = fl_arena_new (context->arena, FlSchedBuffer, 1);

  made->buffer = buffer;
  made->node = node;
  set_aliases (context, made);
  g_hash_table_insert (context->buffers, (gpointer) buffer->name, made);
  return made;
}

/* The operation's own buffer, then what else it writes. */
static void
make_outputs (FlSchedContext *context, FlSchedNode *node)
{
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  const FlLowered *lowered = context->lowered;

  g_ptr_array_add (outputs, make_buffer (context, node, node->op));
  for (guint i = node->op->number + 1; i < lowered->n_buffers; i++)
    {
      FlBuffer *other = lowered->buffers[i];

      if (other->kind != FL_BUFFER_MUTATION_OUTPUT || other->op_name != node->op->op_name)
        break;
      g_ptr_array_add (outputs, make_buffer (context, node, other));
    }
  node->n_outputs = outputs->len;
  node->outputs = fl_arena_memdup (context->arena, outputs->pdata, outputs->len * sizeof (gpointer));
}

FlSchedNode *
fl_sched_node_new (FlSchedContext *context, FlBuffer *op)
{
  FlSchedNode *node = fl_arena_new (context->arena, FlSchedNode, 1);
  FlSchedNode **self = fl_arena_new (context->arena, FlSchedNode *, 1);

  node->op = op;
  node->kind = classify (context, op);
  node->name = context->is_modern ? op->op_name : op->name;
  node->device = op->layout.device;
  self[0] = node;
  node->n_originals = 1;
  node->originals = self;
  make_outputs (context, node);
  if (node->kind == FL_SCHED_COMPUTE)
    {
      node->is_reduction = op->loops->kind != FL_LOOPS_POINTWISE && op->loops->kind != FL_LOOPS_SCATTER;
      node->default_body = fl_loop_body_new (context->arena, context->lowered, op, "q");
      fl_sched_node_set_loops (context, node, NULL, 0);
    }
  else if (op->kind == FL_BUFFER_COMPUTED) /* no elements: nothing runs, but the order is kept */
    {
      FlDepSet reads, writes;

      node->default_body = fl_loop_body_new (context->arena, context->lowered, op, "q");
      fl_dep_extract (context, node->default_body, FALSE, &reads, &writes);
      fl_sched_node_set_deps (context, node, reads, writes);
    }
  else
    set_extern_deps (context, node);
  return node;
}
