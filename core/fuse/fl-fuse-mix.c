/* Two reductions over the same elements, one along rows and one along columns, in one GPU kernel.
 * Source: torch/_inductor/scheduler.py (MixOrderReduction). */
#include <string.h>

#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

enum
{
  MIN_ELEMENTS = 5 << 20, /* smaller inputs stay in the cache */
  MIN_ROWS = 4096,
  MAX_COLUMNS = 16 * 1024
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
        return (Extent) { node->originals[i]->op->loops->split_kept, node->originals[i]->op->loops->split_reduced };
  return (Extent) { node->numel, node->rnumel };
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
  stride = fl_sym_get_stride (body->indices[op->index], body->vars[body->n_vars - 1], body->vars, body->n_vars);
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

gboolean
fl_fusion_is_contiguous (const FlSchedNode *node)
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
        && is_full_access (fusion, a, a->reads[i].name) && is_full_access (fusion, b, a->reads[i].name))
      g_ptr_array_add (names, (gpointer) a->reads[i].name);
  return names;
}

/* --- the rule --------------------------------------------------------------------------------- */

gboolean
fl_fusion_supports_columns (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];
      const FlLoops *loops = original->op->loops;

      if (original->is_reduction
          && ((loops->kind != FL_LOOPS_REDUCTION
               || (loops->reduction != FL_REDUCTION_SUM && loops->reduction != FL_REDUCTION_PROD))
              || (loops->dtype != FL_DTYPE_F32 && loops->dtype != FL_DTYPE_F16 && loops->dtype != FL_DTYPE_BF16)))
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

  if (!fusion->pass->options->mix_order_reduction || !a->is_reduction || !b->is_reduction
      || !fl_sched_is_gpu (a->device) || !fl_sched_is_gpu (b->device) || a->kind == FL_SCHED_FOREACH
      || b->kind == FL_SCHED_FOREACH)
    return FALSE;
  if (!have_mixed_orders (get_extent (a), get_extent (b)) || fl_fusion_depends (a, b) || fl_fusion_depends (b, a))
    return FALSE;
  names = find_common_reads (fusion, a, b);
  if (names->len == 0)
    return FALSE;
  rows = fl_fusion_is_contiguous (a) ? a : b;
  columns = rows == a ? b : a;
  if (rows == b && !fl_fusion_is_contiguous (b))
    return FALSE;
  one = get_extent (rows);
  other = get_extent (columns);
  if (fl_fusion_get_mix_numel (rows) < MIN_ELEMENTS || fl_sched_get_hint (one.kept) < MIN_ROWS)
    return FALSE;
  if (fl_fusion_has (fusion, FL_RULE_MIX_OF_TALL) && fl_sched_get_hint (one.kept) < 2 * fl_sched_get_hint (one.reduced))
    return FALSE;
  if (one.kept == other.kept && one.reduced == other.reduced && !read_in_other_order (a, b, names))
    return FALSE;
  return is_persistent (rows)
         && fl_sym_known (FL_SYM_LE, one.reduced, fl_sym_int (fusion->context.symbols, MAX_COLUMNS)) && !is_split (rows)
         && fl_fusion_supports_columns (columns);
}
