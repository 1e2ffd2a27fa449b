/* Two reductions over the same elements, one along rows and one along columns, in one GPU kernel.
 * Source: torch/_inductor/scheduler.py (MixOrderReduction, FusedMixOrderReductions). */
#include <string.h>

#include "fl-fuse-private.h"

enum
{
  MIN_ELEMENTS = 5 << 20, /* smaller inputs stay in the cache */
  MIN_ROWS = 4096,
  MAX_COLUMNS = 16 * 1024,
  MAX_READS = 10
};

/* --- sizes ------------------------------------------------------------------------------------ */

typedef struct
{
  const FlSym *kept, *reduced;
} Extent;

static gboolean
is_split (const FlSchedNode *node)
{
  if (!node->is_reduction)
    return FALSE;
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->is_reduction && node->originals[i]->op->loops->split_kept == NULL)
      return FALSE;
  return TRUE;
}

/* Of a split reduction: as it was before. */
static Extent
get_extent (const FlSchedNode *node)
{
  if (is_split (node))
    for (guint i = 0; i < node->n_originals; i++)
      if (node->originals[i]->is_reduction)
        return (Extent){ node->originals[i]->op->loops->split_kept,
                         node->originals[i]->op->loops->split_reduced };
  return (Extent){ node->numel, node->rnumel };
}

static gboolean
have_mixed_orders (Extent a, Extent b)
{
  if (a.kept == b.kept && a.reduced == b.reduced && a.kept == a.reduced)
    return TRUE;
  return a.kept == b.reduced && a.reduced == b.kept;
}

gint64
fl_fusion_get_mix_numel (const FlSchedNode *node)
{
  Extent extent = get_extent (node);

  return fl_sched_get_hint (fl_sym_mul (extent.kept, extent.reduced));
}

/* --- accesses --------------------------------------------------------------------------------- */

typedef struct
{
  const FlLoopBody *body;
  const char *buffer;
  gboolean is_contiguous;
} Loads;

static void
check_load (const FlBodyOp *op, gpointer data)
{
  Loads *loads = data;
  const FlLoopBody *body = loads->body;
  const FlSym *stride;

  if (op->op != FL_SCALAR_LOAD || op->buffer != loads->buffer || body->n_vars == 0)
    return;
  stride = fl_sym_get_stride (body->indices[op->index], body->vars[body->n_vars - 1], body->vars,
                              body->n_vars);
  if (!fl_sym_is_int_value (stride, 0) && !fl_sym_is_int_value (stride, 1))
    loads->is_contiguous = FALSE;
}

/* Along the innermost loop every load of the buffer takes neighbours, or always the same. */
static gboolean
is_contiguous_load (const FlSchedNode *node, const char *buffer)
{
  Loads loads = { .buffer = buffer, .is_contiguous = TRUE };

  for (guint i = 0; i < node->n_originals && loads.is_contiguous; i++)
    if (node->originals[i]->body != NULL)
      {
        loads.body = node->originals[i]->body;
        fl_loop_body_visit (loads.body, check_load, &loads);
      }
  return loads.is_contiguous;
}

static gboolean
is_contiguous (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (!is_contiguous_load (node, node->reads[i].name))
      return FALSE;
  return TRUE;
}

static const FlDep *
find_read (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].kind == FL_DEP_MEMORY && node->reads[i].name == name)
      return &node->reads[i];
  return NULL;
}

static gboolean
mentions (const FlSym *index, const char *name)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (g_str_equal (fl_sym_get_name (symbols->pdata[i]), name))
      return TRUE;
  return FALSE;
}

/* The node reads every element that its first member's loops run over, not a row again and again.
 */
static gboolean
is_full_access (FlFusion *fusion, const FlSchedNode *node, const char *name)
{
  const FlDep *read = find_read (node, name);
  const FlLoopBody *body = node->originals[0]->body;
  const FlSym *whole = fl_sym_int (fusion->context.symbols, 1), *read_size = whole;
  gboolean uses_all = TRUE;
  guint n = 0;

  if (read == NULL || body == NULL)
    return FALSE;
  for (guint i = 0; i < body->n_vars; i++)
    if (!fl_sym_is_int_value (body->sizes[i], 1))
      {
        g_autofree char *var = g_strdup_printf ("d%u", n++);

        whole = fl_sym_mul (whole, body->sizes[i]);
        uses_all = uses_all && mentions (read->index, var);
      }
  if (n == 0)
    return FALSE;
  for (guint i = 0; i < read->n_vars; i++)
    read_size = fl_sym_mul (read_size, read->sizes[i]);
  return uses_all || read_size == whole;
}

static gboolean
touches (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].name == name)
      return TRUE;
  for (guint i = 0; i < node->n_writes; i++)
    if (node->writes[i].name == name)
      return TRUE;
  return FALSE;
}

static GPtrArray *
find_common_reads (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < a->n_reads; i++)
    if (!g_ptr_array_find (names, a->reads[i].name, NULL) && touches (b, a->reads[i].name)
        && is_full_access (fusion, a, a->reads[i].name)
        && is_full_access (fusion, b, a->reads[i].name))
      g_ptr_array_add (names, (gpointer) a->reads[i].name);
  return names;
}

/* --- the rule --------------------------------------------------------------------------------- */

static gboolean
supports_columns (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];
      const FlLoops *loops = original->op->loops;

      if (original->is_reduction
          && ((loops->kind != FL_LOOPS_REDUCTION || (loops->reduction != FL_REDUCTION_SUM
                                                     && loops->reduction != FL_REDUCTION_PROD))
              || (loops->dtype != FL_DTYPE_F32 && loops->dtype != FL_DTYPE_F16
                  && loops->dtype != FL_DTYPE_BF16)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_persistent (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->is_reduction && node->originals[i]->op->loops->hint != FL_HINT_INNER
        && node->originals[i]->op->loops->hint != FL_HINT_DEFAULT)
      return FALSE;
  return TRUE;
}

static gboolean
read_in_other_order (const FlSchedNode *a, const FlSchedNode *b, const GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    if (is_contiguous_load (a, names->pdata[i]) != is_contiguous_load (b, names->pdata[i]))
      return TRUE;
  return FALSE;
}

gboolean
fl_fusion_is_mix_order (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  Extent one, other;
  const FlSchedNode *rows, *columns;
  g_autoptr (GPtrArray) names = NULL;

  if (!fusion->context.is_modern || !fusion->pass->options->mix_order_reduction
      || !a->is_reduction || !b->is_reduction || !fl_sched_is_gpu (a->device)
      || !fl_sched_is_gpu (b->device) || a->kind == FL_SCHED_FOREACH || b->kind == FL_SCHED_FOREACH)
    return FALSE;
  if (!have_mixed_orders (get_extent (a), get_extent (b)) || fl_fusion_depends (a, b)
      || fl_fusion_depends (b, a))
    return FALSE;
  names = find_common_reads (fusion, a, b);
  if (names->len == 0)
    return FALSE;
  rows = is_contiguous (a) ? a : b;
  columns = rows == a ? b : a;
  if (rows == b && !is_contiguous (b))
    return FALSE;
  one = get_extent (rows);
  other = get_extent (columns);
  if (fl_fusion_get_mix_numel (rows) < MIN_ELEMENTS || fl_sched_get_hint (one.kept) < MIN_ROWS)
    return FALSE;
  if (one.kept == other.kept && one.reduced == other.reduced && !read_in_other_order (a, b, names))
    return FALSE;
  return is_persistent (rows)
         && fl_sym_known (FL_SYM_LE, one.reduced,
                          fl_sym_int (fusion->context.symbols, MAX_COLUMNS))
         && !is_split (rows) && supports_columns (columns);
}

/* --- joining a pair --------------------------------------------------------------------------- */

/* Elements of the accesses that both have. */
static gint64
score_elements (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  gint64 elements = 0;

  if (fl_fusion_is_mix_order (fusion, a, b))
    return fl_fusion_get_mix_numel (a);
  for (guint i = 0; i < a->n_reads + a->n_writes; i++)
    {
      const FlDep *dep = i < a->n_reads ? &a->reads[i] : &a->writes[i - a->n_reads];
      gboolean is_common = FALSE;

      for (guint k = 0; k < b->n_reads + b->n_writes && !is_common; k++)
        is_common
            = fl_dep_equal (dep, k < b->n_reads ? &b->reads[k] : &b->writes[k - b->n_reads]);
      if (is_common)
        elements += MAX (0, fl_sched_get_hint (fl_dep_get_numel (&fusion->context, dep)));
    }
  return elements;
}

static gboolean
has_producer_among (const FlSchedNode *a, FlSchedNode *const *others, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fl_fusion_depends (a, others[i]) || fl_fusion_depends (others[i], a))
      return TRUE;
  return FALSE;
}

static gboolean
can_join_part (FlFusion *fusion,
               const FlSchedNode *mix,
               FlSchedNode *part,
               FlSchedNode *node,
               FlSchedNode *const *others,
               guint n_others)
{
  gboolean can, was_without = fusion->is_without_mix;

  fusion->is_without_mix = TRUE;
  can = fl_fusion_can_fuse_parts (fusion, part, node);
  fusion->is_without_mix = was_without;
  if (!can || (is_contiguous (part) ? !is_contiguous (node) : !supports_columns (node))
      || has_producer_among (part, others, n_others) || has_producer_among (node, others, n_others))
    return FALSE;
  return !node->is_reduction
         || score_elements (fusion, part, node) >= fl_fusion_get_mix_numel (mix->members[0]);
}

static guint
count_read_buffers (const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  const FlSchedNode *both[] = { a, b };

  for (guint n = 0; n < 2; n++)
    for (guint i = 0; i < both[n]->n_originals; i++)
      for (guint k = 0; k < both[n]->originals[i]->n_reads; k++)
        if (both[n]->originals[i]->reads[k].kind == FL_DEP_MEMORY)
          g_hash_table_add (names, (gpointer) both[n]->originals[i]->reads[k].name);
  return g_hash_table_size (names);
}

gboolean
fl_fusion_can_join_mix (FlFusion *fusion, FlSchedNode *mix, FlSchedNode *node)
{
  FlSchedNode *const *parts = mix->members;
  gboolean can;

  if (count_read_buffers (mix, node) > MAX_READS)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "a kernel of both orders reads too much",
                             "%u buffers > %d", count_read_buffers (mix, node), MAX_READS);
  if (node->kind == FL_SCHED_MIX_ORDER)
    {
      FlSchedNode *others[] = { parts[1], node->members[1] };

      can = can_join_part (fusion, mix, parts[0], node->members[0], others, 2)
            && can_join_part (fusion, mix, parts[1], node->members[1], NULL, 0);
    }
  else
    can = can_join_part (fusion, mix, parts[0], node, parts + 1, 1)
          || can_join_part (fusion, mix, parts[1], node, parts, 1);
  return can
         || fl_fusion_refuse (fusion, FL_VERDICT_REJECT,
                              "it fits neither reduction of a kernel of both orders", NULL);
}

FlSchedNode *
fl_fusion_fuse_mix (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *members[2] = { a, b };

  if (a->kind == FL_SCHED_MIX_ORDER && b->kind == FL_SCHED_MIX_ORDER)
    {
      members[0] = fl_fusion_fuse_loops (fusion, a->members[0], b->members[0]);
      members[1] = fl_fusion_fuse_loops (fusion, a->members[1], b->members[1]);
    }
  else if (a->kind == FL_SCHED_MIX_ORDER)
    {
      guint which = can_join_part (fusion, a, a->members[0], b, a->members + 1, 1) ? 0 : 1;

      members[which] = fl_fusion_fuse_loops (fusion, a->members[which], b);
      members[1 - which] = a->members[1 - which];
    }
  if (!is_contiguous (members[0]))
    {
      FlSchedNode *first = members[0];

      members[0] = members[1];
      members[1] = first;
    }
  return fl_sched_group_new (&fusion->context, FL_SCHED_MIX_ORDER, members, 2, fusion->n_words);
}
