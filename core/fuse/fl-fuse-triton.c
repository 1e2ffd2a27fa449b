/* GPU rules: what one Triton kernel can hold.
 * Source: torch/_inductor/codegen/simd.py (SIMDScheduling.can_fuse). */
#include "fl-fuse-private.h"

static char *
dup_sizes (const FlSchedNode *a, const FlSchedNode *b)
{
  g_autofree char *n1 = fl_sym_dup_text (a->numel), *n2 = fl_sym_dup_text (b->numel);
  g_autofree char *r1 = fl_sym_dup_text (a->rnumel), *r2 = fl_sym_dup_text (b->rnumel);

  return g_strdup_printf ("(%s, %s), (%s, %s)", n1, n2, r1, r2);
}

static gboolean
refuse_sizes (FlFusion *fusion, const char *reason, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autofree char *sizes = dup_sizes (a, b);

  return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, reason, "%s", sizes);
}

static void
append_tiling (GString *out, const FlTiling *tiling)
{
  static const char *const names[2][3] = { { "x", "r0_", NULL }, { "y", "x", "r0_" } };

  g_string_append_c (out, '{');
  for (guint i = 0; i < tiling->n; i++)
    {
      g_string_append_printf (out, "%s'%s': ", i > 0 ? ", " : "", names[tiling->n - 2][i]);
      fl_sym_append (out, tiling->sizes[i]);
    }
  g_string_append_c (out, '}');
}

/* Two pointwise nodes: the tiles that each wants must be those of the whole. */
static gboolean
can_share_tiling (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  g_autofree FlSchedNode **all = g_new0 (FlSchedNode *, a->n_originals + b->n_originals);
  FlTiling one = fl_tiling_select (fusion, a->originals, a->n_originals, a->numel, a->rnumel);
  FlTiling other = fl_tiling_select (fusion, b->originals, b->n_originals, a->numel, a->rnumel);
  FlTiling joint;
  g_autoptr (GString) text = NULL;

  if (!fusion->pass->options->tiling_prevents_pointwise)
    return TRUE;
  for (guint i = 0; i < a->n_originals; i++)
    all[i] = a->originals[i];
  for (guint i = 0; i < b->n_originals; i++)
    all[a->n_originals + i] = b->originals[i];
  joint = fl_tiling_select (fusion, all, a->n_originals + b->n_originals, a->numel, a->rnumel);
  if ((one.n <= 2 || fl_tiling_equal (&one, &joint)) && (other.n <= 2 || fl_tiling_equal (&other, &joint)))
    return TRUE;
  text = g_string_new ("(");
  append_tiling (text, &one);
  g_string_append (text, ", ");
  append_tiling (text, &other);
  g_string_append (text, ", ");
  append_tiling (text, &joint);
  g_string_append_c (text, ')');
  return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "tiling mismatch", "%s", text->str);
}

/* A pointwise node inside of a reduction's loops, before or after it. */
static gboolean
can_join_reduction (FlFusion *fusion, FlSchedNode *pointwise, FlSchedNode *reduction)
{
  const FlSym *groups[2] = { reduction->numel, reduction->rnumel };
  FlSymTable *symbols = fusion->context.symbols;
  FlTiling tiling;

  if (pointwise->numel != fl_sym_mul (reduction->numel, reduction->rnumel))
    return pointwise->numel == reduction->numel
           || refuse_sizes (fusion, "nodes numel incompatibility", pointwise, reduction);
  for (guint i = 0; i < pointwise->n_originals; i++)
    if (!fl_tiling_is_compatible (symbols, groups, 2, pointwise->originals[i], fl_sym_int (symbols, 1)))
      return refuse_sizes (fusion, "nodes numel/rnumel incompatibility", pointwise, reduction);
  tiling = fl_tiling_select (fusion, pointwise->originals, pointwise->n_originals, pointwise->numel,
                             fl_sym_int (symbols, 1));
  if (!fusion->pass->options->tiling_prevents_reduction || tiling.n == 2
      || (tiling.sizes[0] == reduction->numel && tiling.sizes[1] == reduction->rnumel))
    return TRUE;
  return refuse_sizes (fusion, "invalid tiling for reduction", pointwise, reduction);
}

static gboolean
is_split_scan (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->op->loops != NULL && node->originals[i]->op->loops->is_split)
      return TRUE;
  return FALSE;
}

/* A block of a scan over several waits for the total of those before it, of a reduction for nothing. */
static gboolean
can_scan_beside (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  const gboolean one = is_split_scan (a), other = is_split_scan (b);

  return one == other || !(one ? b : a)->is_reduction
         || fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "Split scan cannot fuse with reductions",
                              "%s scans its rows in several blocks", (one ? a : b)->name);
}

static gboolean
can_fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  if (a->kind == FL_SCHED_FOREACH || b->kind == FL_SCHED_FOREACH)
    return fl_fusion_can_fuse_foreach (fusion, a, b);
  if (!can_scan_beside (fusion, a, b))
    return FALSE;
  if (a->is_reduction && b->is_reduction)
    return (a->numel == b->numel && a->rnumel == b->rnumel) || fl_fusion_is_mix_order (fusion, a, b)
           || fl_fusion_is_nested (fusion, a, b) || refuse_sizes (fusion, "numel/rnumel mismatch (reduce)", a, b);
  if (!a->is_reduction && !b->is_reduction)
    {
      if (a->numel != b->numel || a->rnumel != b->rnumel)
        return refuse_sizes (fusion, "numel/rnumel mismatch (non-reduce)", a, b);
      return can_share_tiling (fusion, a, b);
    }
  return a->is_reduction ? can_join_reduction (fusion, b, a) : can_join_reduction (fusion, a, b);
}

static guint
get_priority (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  return 0;
}

static FlSchedNode *
fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  if (a->kind == FL_SCHED_FOREACH || b->kind == FL_SCHED_FOREACH)
    return fl_fusion_fuse_foreach (fusion, a, b);
  if (fl_fusion_is_nested (fusion, a, b))
    return fl_fusion_fuse_nested (fusion, a, b);
  if (a->kind == FL_SCHED_MIX_ORDER || fl_fusion_is_mix_order (fusion, a, b))
    return fl_fusion_fuse_mix (fusion, a, b);
  return fl_fusion_fuse_loops (fusion, a, b);
}

const FlFusionBackend fl_fusion_triton_backend = {
  .can_fuse_vertical = can_fuse,
  .can_fuse_horizontal = can_fuse,
  .get_priority = get_priority,
  .fuse = fuse,
};
