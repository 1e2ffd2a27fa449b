/* The loops of a scheduler node: simplified and reordered, permuted, split, merged.
 * Source: torch/_inductor/ir.py (simplify_and_reorder), loop_body.py (reorder_iter_loops,
 * merge_loops). */
#include <string.h>

#include "fl-intern.h"
#include "fl-schedule-private.h"

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

/* Where old loops go: value[i] is the expression over new variables that replaces old variable i.
 */
typedef struct
{
  const FlLoopBody *body;
  GPtrArray *accesses; /* indices of memory that vote on the order */
  GPtrArray *formulas; /* indices that must stay simple when loops merge */
  gboolean merge, keeps_order;
  guint n_new;
  const FlSym **new_vars, **new_sizes, **new_written, **values;
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
  g_autofree const FlSym **written = g_new0 (const FlSym *, n + 1);
  g_autofree gint *positions = g_new0 (gint, n + 1);
  const FlSym **new_sizes = plan->new_sizes + plan->n_new, **new_written = plan->new_written + plan->n_new;
  const FlLoopRanges loops = { vars, sizes, written, n };
  guint n_left = n;

  for (guint k = 0; k < plan->accesses->len; k++)
    fl_loops_get_stride_hints (plan->accesses->pdata[k], body->vars + first, n, body->vars, body->n_vars,
                               strides + k * n);
  for (guint i = 0; i < n; i++)
    order[i] = n - 1 - i;
  if (context->options->pick_loop_orders && !plan->keeps_order)
    fl_loops_pick_order (strides, plan->accesses->len, body->sizes + first, n, order);
  for (guint i = 0; i < n; i++)
    {
      vars[i] = body->vars[first + order[n - 1 - i]];
      sizes[i] = new_sizes[i] = body->sizes[first + order[n - 1 - i]];
      written[i] = new_written[i] = body->written_sizes[first + order[n - 1 - i]];
      positions[i] = i;
    }
  if (plan->merge)
    {
      g_ptr_array_add (plan->formulas, (gpointer) fl_loops_get_contiguous_index (context->symbols, vars, sizes, n));
      n_left = fl_simplify_loops (context->symbols, &loops, (const FlSym *const *) plan->formulas->pdata,
                                  plan->formulas->len, new_sizes, new_written, positions);
      g_ptr_array_remove_index (plan->formulas, plan->formulas->len - 1);
    }
  for (guint i = 0; i < n_left; i++)
    {
      guint at = plan->n_new + i;

      plan->new_vars[at]
          = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, at), new_sizes[i]);
    }
  for (guint i = 0; i < n; i++)
    plan->values[first + order[n - 1 - i]]
        = positions[i] >= 0 ? plan->new_vars[plan->n_new + positions[i]] : fl_sym_int (context->symbols, 0);
  plan->n_new += n_left;
}

/* Does it yield positions, counted by the loops themselves? Where they come as an argument, as
 * modern ones do, loops may run in any order. */
static gboolean
counts_positions (const FlLoopBody *body)
{
  for (guint i = 0; i < body->blocks[0].n_ops; i++)
    {
      const FlBodyOp *op = &body->blocks[0].ops[i];

      if (op->op == FL_SCALAR_REDUCTION && op->n_args == 1 && fl_reduction_is_arg (op->reduction))
        return TRUE;
    }
  return FALSE;
}

static const FlLoopBody *
reindex (FlSchedContext *context, const FlLoopBody *body, const FlSym *const *values, const FlLoopRanges *loops,
         guint n_iter)
{
  FlLoopBody *new_body = fl_loop_body_reindex (context->arena, context->symbols, body, values, loops->vars,
                                               loops->sizes, loops->n, n_iter);

  new_body->written_sizes = fl_arena_memdup (context->arena, loops->written, loops->n * sizeof *loops->written);
  return new_body;
}

static const FlLoopBody *
simplify_and_reorder (FlSchedContext *context, const FlSchedNode *node, const FlSym *const *constraints,
                      guint n_constraints)
{
  const FlLoopBody *body = node->default_body;
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();
  g_autoptr (GPtrArray) formulas = g_ptr_array_new ();
  g_autofree const FlSym **new_vars = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **new_sizes = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **new_written = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  Accesses noted = { accesses, body };
  Reordering plan = { .body = body,
                      .accesses = accesses,
                      .formulas = formulas,
                      .merge = !fl_sched_keeps_loops (context, node->device),
                      .new_vars = new_vars,
                      .new_sizes = new_sizes,
                      .new_written = new_written,
                      .values = values };
  guint n_iter;

  fl_loop_body_visit (body, note_access, &noted);
  for (guint i = 0; i < body->n_indices; i++)
    g_ptr_array_add (formulas, (gpointer) body->indices[i]);
  for (guint i = 0; i < n_constraints; i++)
    if (!g_ptr_array_find (formulas, constraints[i], NULL))
      g_ptr_array_add (formulas, (gpointer) constraints[i]);
  reorder_loops (context, &plan, 0, body->n_iter);
  n_iter = plan.n_new;
  plan.keeps_order = counts_positions (body);
  reorder_loops (context, &plan, body->n_iter, body->n_vars - body->n_iter);
  return reindex (context, body, values, &(FlLoopRanges) { new_vars, new_sizes, new_written, plan.n_new }, n_iter);
}

void
fl_sched_node_set_loops (FlSchedContext *context, FlSchedNode *node, const FlSym *const *constraints,
                         guint n_constraints)
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
  g_autofree const FlSym **written = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  const FlLoopRanges loops = { vars, sizes, written, body->n_vars };

  for (guint i = 0; i < body->n_vars; i++)
    {
      guint old = i < body->n_iter ? order[i] : i;

      sizes[i] = body->sizes[old];
      written[i] = body->written_sizes[old];
      vars[i] = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, i), sizes[i]);
      values[old] = vars[i];
    }
  body = reindex (context, body, values, &loops, body->n_iter);
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

/* Merges loops first .. first + n - 1 as far as every index of the body allows; appends what is left to plan. */
static void
merge_range (FlSchedContext *context, Reordering *plan, guint first, guint n)
{
  const FlLoopBody *body = plan->body;
  const FlLoopRanges loops = { body->vars + first, body->sizes + first, body->written_sizes + first, n };
  const FlSym **new_vars = plan->new_vars + plan->n_new, **new_sizes = plan->new_sizes + plan->n_new;
  g_autofree const FlSym **formulas = g_new0 (const FlSym *, body->n_indices + 1);
  g_autofree gint *positions = g_new0 (gint, n + 1);
  guint n_left;

  memcpy (formulas, body->indices, body->n_indices * sizeof *formulas);
  formulas[body->n_indices]
      = fl_loops_get_contiguous_index (context->symbols, body->vars + first, body->sizes + first, n);
  n_left = fl_simplify_loops (context->symbols, &loops, formulas, body->n_indices + 1, new_sizes,
                              plan->new_written + plan->n_new, positions);
  for (guint i = 0; i < n_left; i++)
    new_vars[i]
        = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", context->var_prefix, plan->n_new + i), new_sizes[i]);
  for (guint i = 0; i < n; i++)
    plan->values[first + i] = positions[i] >= 0 ? new_vars[positions[i]] : fl_sym_int (context->symbols, 0);
  plan->n_new += n_left;
}

void
fl_sched_node_merge_loops (FlSchedContext *context, FlSchedNode *node)
{
  const FlLoopBody *body = node->body;
  const FlSym *numel = node->numel, *rnumel = node->rnumel;
  g_autofree const FlSym **vars = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **written = g_new0 (const FlSym *, body->n_vars + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);
  Reordering plan = { .body = body, .new_vars = vars, .new_sizes = sizes, .new_written = written, .values = values };
  guint n_iter;

  merge_range (context, &plan, 0, body->n_iter);
  n_iter = plan.n_new;
  merge_range (context, &plan, body->n_iter, body->n_vars - body->n_iter);
  if (plan.n_new != body->n_vars)
    node->body = reindex (context, body, values, &(FlLoopRanges) { vars, sizes, written, plan.n_new }, n_iter);
  set_sizes (context, node);
  node->numel = numel;
  node->rnumel = rnumel;
  node->sizes_are_tuples = TRUE;
  fl_sched_node_refresh_deps (context, node, TRUE);
}
