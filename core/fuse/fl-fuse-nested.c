/* A reduction of groups inside of the rows that another reduction takes whole: the mean square of
 * rows and then the largest of each 32 neighbours, in one GPU kernel. Nodes over parts of a group
 * and nodes that come later are not joined yet.
 * Source: torch/_inductor/scheduler.py (NestedReduction.plan, _r_grouped_stage_accesses_match,
 * _prove_staged_fusion_dependencies). */
#include "fl-fuse-private.h"

enum
{
  MAX_INNER_GROUP = 512, /* neighbours in memory */
  MAX_OTHER_GROUP = 128
};

typedef struct
{
  FlFusion *fusion;
  const FlSchedNode *outer, *grouped;
  const FlSchedNode *reduction; /* the one original of grouped that reduces */
  gint64 group_size;
  const FlSym *whole;              /* elements */
  const FlSym *vars[3], *sizes[3]; /* row, group, place in the group */
  const FlSym *full, *reduced;     /* positions of an element and of a group in these */
} Plan;

/* --- shape ------------------------------------------------------------------------------------ */

static gboolean
is_simple (FlReductionType type)
{
  return type == FL_REDUCTION_SUM || type == FL_REDUCTION_PROD || type == FL_REDUCTION_MAX || type == FL_REDUCTION_MIN
         || type == FL_REDUCTION_ANY || type == FL_REDUCTION_XOR_SUM;
}

/* One reduction over a known number of neighbours, a power of 2. */
static gboolean
find_reduction (Plan *plan)
{
  const FlSchedNode *grouped = plan->grouped;

  for (guint i = 0; i < grouped->n_originals; i++)
    if (grouped->originals[i]->is_reduction)
      {
        if (plan->reduction != NULL)
          return FALSE;
        plan->reduction = grouped->originals[i];
      }
  return plan->reduction->kind == FL_SCHED_COMPUTE && plan->reduction->op->loops->kind == FL_LOOPS_REDUCTION
         && is_simple (plan->reduction->op->loops->reduction) && plan->reduction->n_reduce_sizes == 1
         && (plan->reduction->n_iter_sizes == 1 || plan->reduction->n_iter_sizes == 2)
         && fl_sym_is_int (grouped->rnumel, &plan->group_size) && plan->group_size >= 1
         && (plan->group_size & (plan->group_size - 1)) == 0;
}

/* Groups of a row: [rows, row / group] x group, or [row / group] x group of the only row. */
static gboolean
splits_rows (const Plan *plan)
{
  const FlSym *const *sizes = plan->reduction->iter_sizes;
  FlSymTable *symbols = plan->fusion->context.symbols;
  const FlSym *n_groups = fl_sym_floor_div (plan->outer->rnumel, fl_sym_int (symbols, plan->group_size));

  if (plan->reduction->n_iter_sizes == 1)
    return fl_sym_is_int_value (plan->outer->numel, 1) && fl_sym_known_equal (sizes[0], n_groups);
  return fl_sym_known_equal (sizes[0], plan->outer->numel) && fl_sym_known_equal (sizes[1], n_groups);
}

typedef struct
{
  const FlLoopBody *body;
  gboolean is_contiguous;
} Accesses;

static void
check_access (const FlBodyOp *op, gpointer data)
{
  Accesses *accesses = data;
  const FlLoopBody *body = accesses->body;
  const FlSym *stride;

  if (op->op != FL_SCALAR_LOAD && op->op != FL_SCALAR_STORE && op->op != FL_SCALAR_STORE_REDUCTION)
    return;
  stride = fl_sym_get_stride (body->indices[op->index], body->vars[body->n_vars - 1], body->vars, body->n_vars);
  if (!fl_sym_is_int_value (stride, 0) && !fl_sym_is_int_value (stride, 1))
    accesses->is_contiguous = FALSE;
}

/* The outer kernel must have just rows and columns as tiles. That is known where there is one loop
 * of rows and memory is read along the columns; what tiles others would get is not computed. */
static gboolean
has_plain_tiles (const Plan *plan)
{
  gint64 limit = MAX_INNER_GROUP;

  for (guint i = 0; i < plan->outer->n_originals; i++)
    {
      const FlSchedNode *node = plan->outer->originals[i];
      Accesses accesses = { node->body, TRUE };

      if (node->kind != FL_SCHED_COMPUTE || node->body->n_vars == 0
          || (node->is_reduction && (node->n_iter_sizes != 1 || node->n_reduce_sizes != 1)))
        return FALSE;
      if (node->is_reduction && node->op->loops->hint != FL_HINT_INNER)
        limit = MAX_OTHER_GROUP;
      fl_loop_body_visit (node->body, check_access, &accesses);
      if (!accesses.is_contiguous)
        return FALSE;
    }
  return plan->group_size <= limit;
}

/* --- where pointwise nodes run ---------------------------------------------------------------- */

static gboolean
is_among_elements (const Plan *plan, const FlSchedNode *node, gboolean in_groups)
{
  const FlSchedNode *reduction = plan->reduction;
  const FlSym *sizes[3] = { plan->outer->numel, plan->outer->rnumel };
  guint n = 2;

  if (in_groups)
    {
      n = reduction->n_iter_sizes + 1;
      for (guint i = 0; i < n - 1; i++)
        sizes[i] = reduction->iter_sizes[i];
      sizes[n - 1] = reduction->reduce_sizes[0];
    }
  return fl_fusion_covers (plan->fusion, node, plan->whole, sizes, n);
}

static gboolean
follows_outer_reduction (const Plan *plan, const FlSchedNode *node)
{
  for (guint i = 0; i < plan->outer->n_originals; i++)
    if (plan->outer->originals[i]->is_reduction && fl_bits_get (node->ancestors, plan->outer->originals[i]->index))
      return TRUE;
  return FALSE;
}

/* What follows the outer reduction feeds the groups, so it moves there; what stays must not need
 * it.
 */
static gboolean
check_outer (const Plan *plan)
{
  const FlSchedNode *outer = plan->outer;

  for (guint i = 0; i < outer->n_originals; i++)
    {
      const FlSchedNode *node = outer->originals[i];

      if (node->is_reduction || !follows_outer_reduction (plan, node))
        continue;
      if (!is_among_elements (plan, node, TRUE))
        return FALSE;
      for (guint k = 0; k < outer->n_originals; k++)
        if ((outer->originals[k]->is_reduction || !follows_outer_reduction (plan, outer->originals[k]))
            && fl_bits_get (outer->originals[k]->ancestors, node->index))
          return FALSE;
    }
  return TRUE;
}

/* Each pointwise node of the grouped side is before its reduction or after it. */
static gboolean
check_grouped (const Plan *plan)
{
  const FlSchedNode *reduction = plan->reduction;

  for (guint i = 0; i < plan->grouped->n_originals; i++)
    {
      const FlSchedNode *node = plan->grouped->originals[i];
      gboolean is_producer, is_consumer;

      if (node == reduction)
        continue;
      if (node->kind != FL_SCHED_COMPUTE)
        return FALSE;
      is_producer = fl_bits_get (reduction->ancestors, node->index);
      is_consumer = fl_bits_get (node->ancestors, reduction->index);
      if (is_producer == is_consumer)
        return FALSE;
      if (fl_fusion_covers (plan->fusion, node, plan->grouped->numel, reduction->iter_sizes, reduction->n_iter_sizes))
        {
          /* A node that covers the group may cover a half or a quarter of it as well: which one it
           * reads is not known. */
          if (is_consumer && (plan->group_size == 2 || plan->group_size == 4))
            return FALSE;
        }
      else if (!is_among_elements (plan, node, is_producer))
        return FALSE;
    }
  return TRUE;
}

/* --- do values stay where they are? ----------------------------------------------------------- */

/* An index in terms of row, group and place; NULL: the node's loops are neither elements nor
 * groups.
 */
static const FlSym *
get_frame_index (const Plan *plan, const FlSchedNode *node, const FlSym *index)
{
  FlSymTable *symbols = plan->fusion->context.symbols;
  const FlLoopBody *body = node->body;
  const FlSym *n = fl_sym_product (symbols, body->sizes, body->n_vars), *flat, *stride = fl_sym_int (symbols, 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_vars + 1);

  if (fl_sym_known_equal (n, plan->whole))
    flat = plan->full;
  else if (fl_sym_known_equal (n, plan->grouped->numel))
    flat = plan->reduced;
  else
    return NULL;
  for (guint i = body->n_vars; i-- > 0;)
    {
      values[i] = fl_sym_mod_index (flat, stride, body->sizes[i]);
      stride = fl_sym_mul (stride, body->sizes[i]);
    }
  index = fl_sym_substitute (index, body->vars, values, body->n_vars);
  return fl_sym_simplify_as_inductor (fl_sym_drop_identities (index), plan->vars, plan->sizes, 3);
}

typedef struct
{
  const Plan *plan;
  const FlSchedNode *node;
  const char *buffer;  /* of stores */
  const FlSym *wanted; /* of stores */
  gboolean is_fine;
} Check;

static void
look_at_store (const FlBodyOp *op, gpointer data)
{
  Check *check = data;
  const FlSym *index;

  if ((op->op != FL_SCALAR_STORE && op->op != FL_SCALAR_STORE_REDUCTION) || op->buffer != check->buffer)
    return;
  index = get_frame_index (check->plan, check->node, check->node->body->indices[op->index]);
  check->is_fine |= index != NULL && fl_sym_known_equal (index, check->wanted);
}

static const FlSchedNode *
find_writer (const Plan *plan, const char *buffer)
{
  const FlSchedNode *both[2] = { plan->outer, plan->grouped };

  for (guint i = 0; i < 2; i++)
    for (guint k = 0; k < both[i]->n_originals; k++)
      if (fl_sched_node_has_buffer (both[i]->originals[k], buffer))
        return both[i]->originals[k];
  return NULL;
}

static void
look_at_load (const FlBodyOp *op, gpointer data)
{
  Check *check = data;
  const FlSchedNode *writer = op->op == FL_SCALAR_LOAD ? find_writer (check->plan, op->buffer) : NULL;
  Check stores = { .plan = check->plan, .node = writer, .buffer = op->buffer };

  if (writer == NULL)
    return;
  stores.wanted = get_frame_index (check->plan, check->node, check->node->body->indices[op->index]);
  if (stores.wanted != NULL && writer != check->node)
    fl_loop_body_visit (writer->body, look_at_store, &stores);
  check->is_fine = check->is_fine && stores.is_fine;
}

static void
set_frame (Plan *plan)
{
  static const char *const names[3] = { "_nested_parent_x", "_nested_group_r", "_nested_local_r" };
  FlSymTable *symbols = plan->fusion->context.symbols;

  plan->sizes[0] = plan->outer->numel;
  plan->sizes[2] = fl_sym_int (symbols, plan->group_size);
  plan->sizes[1] = fl_sym_floor_div (plan->outer->rnumel, plan->sizes[2]);
  for (guint i = 0; i < 3; i++)
    plan->vars[i] = fl_sym_is_int_value (plan->sizes[i], 1) ? fl_sym_int (symbols, 0)
                                                            : fl_sym_var (symbols, names[i], plan->sizes[i]);
  plan->reduced = fl_sym_add (fl_sym_mul (plan->vars[0], plan->sizes[1]), plan->vars[1]);
  plan->full = fl_sym_add (fl_sym_mul (plan->vars[0], plan->outer->rnumel),
                           fl_sym_add (fl_sym_mul_int (plan->vars[1], plan->group_size), plan->vars[2]));
}

/* The grouped side reads each value of the kernel at the place where it was made. */
static gboolean
check_accesses (Plan *plan)
{
  set_frame (plan);
  for (guint i = 0; i < plan->grouped->n_originals; i++)
    {
      const FlSchedNode *node = plan->grouped->originals[i];
      Check check = { .plan = plan, .node = node, .is_fine = node->n_renames == 0 };

      for (guint k = 0; k < node->n_reads; k++)
        if (node->reads[k].kind == FL_DEP_STAR && find_writer (plan, node->reads[k].name) != NULL)
          return FALSE;
      fl_loop_body_visit (node->body, look_at_load, &check);
      if (!check.is_fine)
        return FALSE;
    }
  return TRUE;
}

gboolean
fl_fusion_is_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  Plan plan = { .fusion = fusion, .outer = a, .grouped = b };

  if (!fusion->pass->options->nested_reduction || fusion->is_without_mix || !a->is_reduction || !b->is_reduction
      || !fl_sched_is_gpu (a->device) || !fl_sched_is_gpu (b->device)
      || (a->kind != FL_SCHED_COMPUTE && a->kind != FL_SCHED_FUSED)
      || (b->kind != FL_SCHED_COMPUTE && b->kind != FL_SCHED_FUSED) || fl_sym_known_equal (a->rnumel, b->rnumel)
      || !fl_fusion_depends (b, a))
    return FALSE;
  plan.whole = fl_sym_mul (a->numel, a->rnumel);
  return fl_sym_known_equal (plan.whole, fl_sym_mul (b->numel, b->rnumel)) && find_reduction (&plan)
         && splits_rows (&plan) && has_plain_tiles (&plan) && check_outer (&plan) && check_grouped (&plan)
         && check_accesses (&plan);
}

/* --- dependencies ----------------------------------------------------------------------------- */

static gboolean
is_contiguous (const FlDep *dep)
{
  return dep->n_vars <= 1 && (fl_sym_is_int (dep->index, NULL) || (dep->n_vars == 1 && dep->index == dep->vars[0]));
}

/* Read and write mean the same elements once loops are merged, put in order, or left out of the
 * read. */
static gboolean
is_equivalent (FlFusion *fusion, const FlDep *read, const FlDep *write)
{
  FlSchedContext *context = &fusion->context;
  FlDep merged = fl_dep_normalize (context, write), ordered = fl_dep_normalize_with_stride_order (context, write),
        other;

  if (fl_dep_is_indirect (read) || fl_dep_is_indirect (write) || write->mode != NULL
      || (!is_contiguous (&merged) && !is_contiguous (&ordered)))
    return FALSE;
  for (guint i = 0; i < write->n_vars; i++)
    if (!fl_dep_uses_var (write, write->vars[i]))
      return FALSE;
  other = read->n_vars == write->n_vars ? fl_dep_normalize_with_stride_order (context, read)
                                        : fl_dep_normalize (context, read);
  return fl_dep_equal (&other, read->n_vars == write->n_vars ? &ordered : &merged);
}

static gboolean
prove_read (FlFusion *fusion, const FlSchedNode *a, const FlDep *read)
{
  const FlDep *write = NULL;

  for (guint i = 0; i < a->n_writes; i++)
    if (a->writes[i].kind == FL_DEP_MEMORY
        && fl_fusion_rename (fusion, a->writes[i].name) == fl_fusion_rename (fusion, read->name))
      {
        if (write != NULL)
          return FALSE;
        write = &a->writes[i];
      }
  if (write == NULL)
    return FALSE;
  if (!fl_fusion_can_read_from_write (fusion, read, write))
    {
      FlStagedMatch match = { read->id, write->id };

      if (!is_equivalent (fusion, read, write))
        return FALSE;
      g_array_append_val (fusion->staged, match);
    }
  return TRUE;
}

gboolean
fl_fusion_prove_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  for (guint i = 0; i < b->n_unmet; i++)
    if (b->unmet[i].kind == FL_DEP_MEMORY && fl_sched_node_has_buffer (a, b->unmet[i].name)
        && !prove_read (fusion, a, &b->unmet[i]))
      return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "staged fusion dependency proof failed", "%s",
                               b->unmet[i].name);
  return TRUE;
}

static gboolean
reads_exactly (const FlSchedNode *node, const FlDep *write)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].id == write->id)
      return TRUE;
  return FALSE;
}

gint64
fl_fusion_score_nested (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autofree gboolean *is_matched = g_new0 (gboolean, b->n_reads + 1);
  gint64 bytes = fl_fusion_score_memory (fusion, a, b);

  for (guint w = 0; w < a->n_writes; w++)
    for (guint r = 0; a->writes[w].kind == FL_DEP_MEMORY && !reads_exactly (b, &a->writes[w]) && r < b->n_reads; r++)
      if (!is_matched[r] && b->reads[r].kind == FL_DEP_MEMORY
          && fl_fusion_can_read_from_write (fusion, &b->reads[r], &a->writes[w]))
        {
          is_matched[r] = TRUE;
          bytes += MAX (fl_dep_get_bytes (&fusion->context, &b->reads[r]),
                        fl_dep_get_bytes (&fusion->context, &a->writes[w]));
          break;
        }
  return bytes;
}

/* --- the kernel ------------------------------------------------------------------------------- */

/* What comes later may only follow the groups; to work out where it would run is not built. */
gboolean
fl_fusion_can_append_nested (FlFusion *fusion, const FlSchedNode *nested, const FlSchedNode *node)
{
  if (node->is_reduction || !fl_fusion_depends (node, nested->members[1]))
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "nested reduction append planning failed",
                             "%s does not follow the groups", node->name);
  return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "joining a nested reduction from behind is not built yet", NULL);
}

FlSchedNode *
fl_fusion_fuse_nested (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *members[2] = { a, b };
  FlSchedNode *group = fl_sched_group_new (&fusion->context, FL_SCHED_NESTED, members, 2, fusion->n_words);
  guint32 *ancestors
      = fl_arena_memdup (fusion->pass->arena, group->ancestors, (fusion->n_words + 1) * sizeof *ancestors);

  for (guint i = 0; i < group->n_originals; i++)
    ancestors[group->originals[i]->index / 32] &= ~(1u << (group->originals[i]->index % 32));
  group->ancestors = ancestors;
  return group;
}
