/* Pointwise nodes over a part of a reduction's elements: a half, a quarter or three quarters of
 * each row, such as values packed two by two. Inductor plans them as an epilogue of the reduction;
 * where the plan fails, the pair is refused and no loops are changed for it. Such kernels are not
 * built here, so a plan that works is refused too, in words of our own. Source:
 * torch/_inductor/scheduler.py (NestedReduction.sub_parent_epilogue_plan). */
#include "fl-fuse-private.h"

/* Of `factor` neighbours in a row of the reduction, a node makes `lanes` elements. */
typedef struct
{
  gint64 factor, lanes;
} Rate;

typedef struct
{
  FlFusion *fusion;
  const FlSchedNode *a, *b; /* the reduction, what is to join it */
  const FlSym *numel, *rnumel, *whole;
  gint64 factor;
  GPtrArray *parts, *parents;    /* originals */
  const FlSym *x, *row, *column; /* variables: of a result, in its row, in the part's row */
  const FlSym *part_rnumel;      /* elements of the part's row, lane by lane */
  GHashTable *sources;           /* interned names of what the parents read or write */
} Plan;

/* --- which nodes ------------------------------------------------------------------------------ */

static gboolean
find_rate (const Plan *plan, const FlSchedNode *node, Rate *rate)
{
  static const Rate rates[] = { { 2, 1 }, { 4, 1 }, { 4, 3 } };

  if (fl_sym_is_int_value (node->numel, 0))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    if (fl_sym_known_equal (fl_sym_mul_int (node->numel, rates[i].factor),
                            fl_sym_mul_int (plan->whole, rates[i].lanes)))
      {
        *rate = rates[i];
        return TRUE;
      }
  return FALSE;
}

/* The node is one of the reduction, of its results or of its elements, or else over a part. */
static gboolean
take_node (Plan *plan, FlSchedNode *node, gint64 *last_lanes)
{
  const FlSym *groups[2] = { plan->numel, plan->rnumel };
  FlSymTable *symbols = plan->fusion->context.symbols;
  Rate rate;

  if (node->kind != FL_SCHED_COMPUTE)
    return FALSE;
  if (node->is_reduction
          ? fl_sym_known_equal (node->numel, plan->numel) && fl_sym_known_equal (node->rnumel, plan->rnumel)
          : fl_fusion_covers (plan->fusion, node, plan->numel, groups, 1)
                || fl_fusion_covers (plan->fusion, node, plan->whole, groups, 2))
    {
      g_ptr_array_add (plan->parents, node);
      return TRUE;
    }
  if (node->is_reduction || !find_rate (plan, node, &rate))
    return FALSE;
  groups[1] = fl_sym_mul_int (fl_sym_floor_div (plan->rnumel, fl_sym_int (symbols, rate.factor)), rate.lanes);
  if (!fl_fusion_covers (plan->fusion, node, fl_sym_mul (groups[0], groups[1]), groups, 2)
      || (plan->factor != 0 && plan->factor != rate.factor) || rate.lanes < *last_lanes)
    return FALSE;
  plan->factor = rate.factor;
  *last_lanes = rate.lanes;
  g_ptr_array_add (plan->parts, node);
  return TRUE;
}

static gboolean
find_parts (Plan *plan)
{
  gint64 last_lanes = 0;

  for (guint i = 0; i < plan->a->n_originals + plan->b->n_originals; i++)
    if (!take_node (plan,
                    i < plan->a->n_originals ? plan->a->originals[i] : plan->b->originals[i - plan->a->n_originals],
                    &last_lanes))
      return FALSE;
  return plan->parts->len > 0;
}

/* --- what they read --------------------------------------------------------------------------- */

static gboolean
reads_buffer (const Plan *plan, const FlSchedNode *writer)
{
  for (guint i = 0; i < plan->parts->len; i++)
    {
      const FlSchedNode *part = plan->parts->pdata[i];

      for (guint k = 0; k < part->n_reads; k++)
        if (part->reads[k].kind == FL_DEP_MEMORY && fl_sched_node_has_buffer (writer, part->reads[k].name))
          return TRUE;
    }
  return FALSE;
}

/* What the reductions read and what is written over all of their elements, but for results, which a
 * part takes row by row. */
static void
collect_sources (Plan *plan)
{
  const FlSym *groups[1] = { plan->numel };

  for (guint i = 0; i < plan->parents->len; i++)
    {
      const FlSchedNode *node = plan->parents->pdata[i];

      for (guint k = 0; node->is_reduction && k < node->n_reads; k++)
        if (node->reads[k].kind == FL_DEP_MEMORY)
          g_hash_table_add (plan->sources, (gpointer) node->reads[k].name);
      for (guint k = 0; k < node->n_writes; k++)
        if (node->writes[k].kind == FL_DEP_MEMORY
            && fl_sym_known_equal (fl_sym_product (plan->fusion->context.symbols, node->writes[k].sizes,
                                                   node->writes[k].n_vars),
                                   plan->whole))
          g_hash_table_add (plan->sources, (gpointer) node->writes[k].name);
    }
  for (guint i = 0; i < plan->parents->len; i++)
    {
      const FlSchedNode *node = plan->parents->pdata[i];

      if ((node->is_reduction || fl_fusion_covers (plan->fusion, node, plan->numel, groups, 1))
          && reads_buffer (plan, node))
        for (guint k = 0; k < node->n_outputs; k++)
          g_hash_table_remove (plan->sources, node->outputs[k]->buffer->name);
    }
}

/* The index of an access, its loops made the two of x and column; NULL: they do not divide so. */
static const FlSym *
normalize (const Plan *plan, const FlDep *dep, const FlSym *column, const FlSym *size)
{
  FlSymTable *symbols = plan->fusion->context.symbols;
  const FlSym *groups[2] = { plan->numel, size }, *vars[2] = { plan->x, column };
  const FlSym *flat = fl_sym_add (fl_sym_mul (plan->x, size), column), *stride = fl_sym_int (symbols, 1);
  FlSchedNode probe = { .kind = FL_SCHED_COMPUTE, .n_iter_sizes = dep->n_vars };
  g_autofree const FlSym **values = g_new0 (const FlSym *, dep->n_vars + 1);
  const FlSym *index;

  if (fl_dep_is_indirect (dep))
    return NULL;
  if (dep->n_vars == 0)
    return dep->index;
  probe.iter_sizes = dep->sizes;
  if (!fl_sym_known_equal (fl_sym_product (symbols, dep->sizes, dep->n_vars), fl_sym_mul (groups[0], groups[1]))
      || !fl_tiling_is_compatible (symbols, groups, 2, &probe, fl_sym_int (symbols, 1)))
    return NULL;
  for (guint i = dep->n_vars; i-- > 0;)
    {
      values[i] = fl_sym_mod_index (flat, stride, dep->sizes[i]);
      stride = fl_sym_mul (stride, dep->sizes[i]);
    }
  index = fl_sym_substitute (dep->index, dep->vars, values, dep->n_vars);
  return fl_sym_simplify_as_inductor (fl_sym_drop_identities (index), vars, groups, 2);
}

/* How the parents access the buffer, if all do alike. */
static const FlSym *
find_parent_index (const Plan *plan, const char *name)
{
  const FlSym *found = NULL;

  for (guint i = 0; i < plan->parents->len; i++)
    {
      const FlSchedNode *node = plan->parents->pdata[i];

      for (guint k = 0; k < node->n_reads + node->n_writes; k++)
        {
          const FlDep *dep = k < node->n_reads ? &node->reads[k] : &node->writes[k - node->n_reads];
          const FlSym *index;

          if (dep->kind != FL_DEP_MEMORY || dep->name != name)
            continue;
          index = normalize (plan, dep, plan->row, plan->rnumel);
          if (index == NULL || (found != NULL && found != index))
            return NULL;
          found = index;
        }
    }
  return found;
}

/* The read takes one lane of what a parent has at hand: row = factor * column + lane. */
static gboolean
is_lane (const Plan *plan, const FlDep *read)
{
  FlSymTable *symbols = plan->fusion->context.symbols;
  const FlSym *vars[2] = { plan->x, plan->column }, *sizes[2] = { plan->numel, plan->part_rnumel };
  const FlSym *parent = find_parent_index (plan, read->name),
              *child = normalize (plan, read, plan->column, plan->part_rnumel), *lane;

  if (parent == NULL || child == NULL)
    return FALSE;
  lane = fl_sym_simplify_as_inductor (fl_sym_mod (child, fl_sym_int (symbols, plan->factor)), vars, sizes, 2);
  for (gint64 i = 0; i < plan->factor; i++)
    {
      const FlSym *row = fl_sym_add_int (fl_sym_mul_int (plan->column, plan->factor), i), *expected;

      if (!fl_sym_is_int_value (lane, i))
        continue;
      expected = fl_sym_substitute (parent, &plan->row, &row, 1);
      return fl_sym_known_equal (child, fl_sym_simplify_as_inductor (expected, vars, sizes, 2));
    }
  return FALSE;
}

/* Each part takes lanes of at least one source, and of sources nothing else. */
static gboolean
takes_lanes (Plan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->parts->len; i++)
    {
      const FlSchedNode *part = plan->parts->pdata[i];

      for (guint k = 0; k < part->n_reads; k++)
        if (part->reads[k].kind == FL_DEP_MEMORY && g_hash_table_contains (plan->sources, part->reads[k].name))
          {
            if (!is_lane (plan, &part->reads[k]))
              return FALSE;
            n++;
          }
    }
  return n > 0;
}

static gboolean
has_aliases (const Plan *plan)
{
  const FlSchedNode *both[2] = { plan->a, plan->b };

  for (guint i = 0; i < 2; i++)
    for (guint k = 0; k < both[i]->n_outputs; k++)
      if (both[i]->outputs[k]->n_aliases > 0)
        return TRUE;
  return FALSE;
}

/* --- the rule --------------------------------------------------------------------------------- */

static gboolean
can_plan (Plan *plan)
{
  FlSymTable *symbols = plan->fusion->context.symbols;

  if (has_aliases (plan) || !fl_sym_known_multiple (plan->rnumel, fl_sym_int (symbols, plan->factor)))
    return FALSE;
  plan->part_rnumel = fl_sym_floor_div (plan->rnumel, fl_sym_int (symbols, plan->factor));
  plan->x = fl_sym_var (symbols, "_sub_parent_x", plan->numel);
  plan->row = fl_sym_var (symbols, "_sub_parent_r", plan->rnumel);
  plan->column = fl_sym_var (symbols, "_sub_parent_child_r", plan->part_rnumel);
  collect_sources (plan);
  return takes_lanes (plan);
}

static gboolean
refuse (Plan *plan)
{
  const FlSchedNode *part = plan->parts->pdata[0];
  g_autofree char *size = fl_sym_dup_text (part->numel), *whole = fl_sym_dup_text (plan->whole);

  if (can_plan (plan))
    return fl_fusion_refuse (plan->fusion, FL_VERDICT_REJECT, "kernels over a part of a reduction are not built yet",
                             "%s makes %s of %s elements", part->name, size, whole);
  return fl_fusion_refuse (plan->fusion, FL_VERDICT_ILLEGAL, "sub-parent epilogue planning failed",
                           "%s makes %s of %s elements, which it does not read lane by lane", part->name, size, whole);
}

gboolean
fl_fusion_covers (FlFusion *fusion, const FlSchedNode *node, const FlSym *numel, const FlSym *const *sizes,
                  guint n_sizes)
{
  FlSymTable *symbols = fusion->context.symbols;

  return fl_sym_is_int_value (node->rnumel, 1) && fl_sym_known_equal (node->numel, numel)
         && fl_tiling_is_compatible (symbols, sizes, n_sizes, node, fl_sym_int (symbols, 1));
}

gboolean
fl_fusion_check_parts (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  Plan plan = { .fusion = fusion, .a = a, .b = b, .numel = a->numel, .rnumel = a->rnumel };
  gboolean is_fine = TRUE;

  if (!a->is_reduction || b->is_reduction || !fl_sched_is_gpu (a->device))
    return TRUE;
  plan.whole = fl_sym_mul (a->numel, a->rnumel);
  plan.parts = g_ptr_array_new ();
  plan.parents = g_ptr_array_new ();
  plan.sources = g_hash_table_new (NULL, NULL);
  if (find_parts (&plan))
    is_fine = refuse (&plan);
  g_ptr_array_unref (plan.parts);
  g_ptr_array_unref (plan.parents);
  g_hash_table_unref (plan.sources);
  return is_fine;
}
