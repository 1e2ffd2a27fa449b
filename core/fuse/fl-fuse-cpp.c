/* CPU rules: what one C++ loop nest, or one outer loop over several, can hold.
 * Source: torch/_inductor/codegen/cpp.py (CppScheduling). Inductor gives no reasons here; the words
 * are ours. */
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

typedef enum
{
  WHY_NOT,
  WHY_SAME_LOOPS,           /* both have equal loops and equal reductions */
  WHY_COMPATIBLE_REDUCTION, /* a runs over all that b reduces */
  WHY_COMPATIBLE_RANGES     /* one flat loop against the same iterations in several */
} Why;

/* --- loops of two nodes ----------------------------------------------------------------------- */

static gboolean
are_equal (const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b)
{
  if (n_a != n_b)
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (a[i] != b[i])
      return FALSE;
  return TRUE;
}

static gboolean
have_equal_vars (const FlSchedNode *a, const FlSchedNode *b)
{
  return are_equal (a->iter_sizes, a->n_iter_sizes, b->iter_sizes, b->n_iter_sizes);
}

/* a's loops are b's loops followed by b's reduction. */
static gboolean
spans_reduction (const FlSchedNode *a, const FlSchedNode *b)
{
  if (a->n_reduce_sizes != 0 || a->n_iter_sizes != b->n_iter_sizes + b->n_reduce_sizes)
    return FALSE;
  for (guint i = 0; i < a->n_iter_sizes; i++)
    if (a->iter_sizes[i] != (i < b->n_iter_sizes ? b->iter_sizes[i] : b->reduce_sizes[i - b->n_iter_sizes]))
      return FALSE;
  return TRUE;
}

/* --- compatible ranges ------------------------------------------------------------------------ */

/* The ranges that every original inside was lowered with; FALSE when they differ. */
static gboolean
get_lowered_ranges (const FlSchedNode *node, const FlLoops **loops)
{
  *loops = node->originals[0]->op->loops;
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlLoops *other = node->originals[i]->op->loops;

      if (!are_equal ((*loops)->ranges, (*loops)->n_ranges, other->ranges, other->n_ranges))
        return FALSE;
    }
  return TRUE;
}

static GPtrArray *
collect_formulas (const FlSchedNode *node)
{
  GPtrArray *formulas = g_ptr_array_new ();

  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlLoopBody *body = node->originals[i]->default_body;

      for (guint k = 0; k < body->n_indices; k++)
        if (!g_ptr_array_find (formulas, body->indices[k], NULL))
          g_ptr_array_add (formulas, (gpointer) body->indices[k]);
    }
  return formulas;
}

static void
set_loops (FlFusion *fusion, FlSchedNode *node, const GPtrArray *formulas)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      fl_fusion_save (fusion, node->originals[i]);
      fl_sched_node_set_loops (&fusion->context, node->originals[i], (const FlSym *const *) formulas->pdata,
                               formulas->len);
    }
}

/* Makes the node with fewer loops keep those of the other, and then the other way round. */
static gboolean
align (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *changed = a->n_iter_sizes < b->n_iter_sizes ? a : b;
  FlSchedNode *model = changed == a ? b : a;
  g_autoptr (GPtrArray) formulas = collect_formulas (model);
  g_autoptr (GPtrArray) back = NULL;

  set_loops (fusion, changed, formulas);
  if (have_equal_vars (a, b))
    return TRUE;
  back = collect_formulas (changed);
  set_loops (fusion, model, back);
  return have_equal_vars (a, b);
}

static gboolean
have_compatible_ranges (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *changed = a->n_iter_sizes < b->n_iter_sizes ? a : b;
  FlSchedNode *model = changed == a ? b : a;
  const FlLoops *changed_loops, *model_loops;
  guint mark = fusion->saved->len;
  gboolean yes;

  if (!fl_fusion_has (fusion, FL_RULE_CPU_COMPATIBLE_RANGES) || a->n_reduce_sizes != 0 || b->n_reduce_sizes != 0
      || a->numel != b->numel || (a->n_iter_sizes != 1 && b->n_iter_sizes != 1) || fl_sched_node_is_group (changed))
    return FALSE;
  if (!get_lowered_ranges (model, &model_loops) || !get_lowered_ranges (changed, &changed_loops)
      || !are_equal (model_loops->ranges, model_loops->n_ranges, changed_loops->ranges, changed_loops->n_ranges))
    return FALSE;
  yes = align (fusion, a, b);
  fl_fusion_restore (fusion, mark);
  return yes;
}

static Why
get_why (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  if (have_equal_vars (a, b) && are_equal (a->reduce_sizes, a->n_reduce_sizes, b->reduce_sizes, b->n_reduce_sizes))
    return WHY_SAME_LOOPS;
  if (spans_reduction (a, b))
    return WHY_COMPATIBLE_REDUCTION;
  return have_compatible_ranges (fusion, a, b) ? WHY_COMPATIBLE_RANGES : WHY_NOT;
}

/* --- outer loops ------------------------------------------------------------------------------ */

static gboolean
is_loop_nest (const FlSchedNode *node)
{
  return node->kind == FL_SCHED_COMPUTE || node->kind == FL_SCHED_FUSED || node->kind == FL_SCHED_OUTER_LOOP;
}

/* How many outer loops two nodes can share; 0: none. */
static guint
get_outer_depth (const FlSchedNode *a, const FlSchedNode *b)
{
  gboolean a_is_outer = a->kind == FL_SCHED_OUTER_LOOP, b_is_outer = b->kind == FL_SCHED_OUTER_LOOP;
  const FlSchedNode *last, *first;
  guint depth;

  if (!is_loop_nest (a) || !is_loop_nest (b))
    return 0;
  last = a_is_outer ? a->members[a->n_members - 1] : a;
  first = b_is_outer ? b->members[0] : b;
  if (last->n_iter_sizes == 0 && first->n_iter_sizes == 0 && last->n_reduce_sizes > 0 && first->n_reduce_sizes > 0)
    return 0;
  if (a_is_outer && b_is_outer)
    return a->outer_loop_depth == b->outer_loop_depth ? a->outer_loop_depth : 0;
  depth = MIN (last->n_iter_sizes, first->n_iter_sizes);
  if (depth == 0 || !are_equal (last->iter_sizes, depth, first->iter_sizes, depth))
    return 0;
  if (a_is_outer || b_is_outer)
    return (a_is_outer ? a : b)->outer_loop_depth == depth ? depth : 0;
  return depth;
}

static gboolean
can_share_loop_nest (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  return a->kind != FL_SCHED_OUTER_LOOP && b->kind != FL_SCHED_OUTER_LOOP && get_why (fusion, a, b) != WHY_NOT;
}

static gboolean
needs_outer_loop (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  return fl_fusion_has (fusion, FL_RULE_CPU_OUTER_LOOPS) && fl_fusion_depends (b, a)
         && !(!a->is_reduction && can_share_loop_nest (fusion, a, b)) && get_outer_depth (a, b) >= 1;
}

/* --- the rules -------------------------------------------------------------------------------- */

static void
append_loops (GString *out, const FlSchedNode *node)
{
  g_string_append_c (out, '(');
  for (guint i = 0; i < node->n_iter_sizes + node->n_reduce_sizes; i++)
    {
      g_string_append (out, i == node->n_iter_sizes ? " reduce " : i > 0 ? " x " : "");
      fl_sym_append (out, i < node->n_iter_sizes ? node->iter_sizes[i] : node->reduce_sizes[i - node->n_iter_sizes]);
    }
  g_string_append_c (out, ')');
}

static gboolean
refuse_loops (FlFusion *fusion, const char *reason, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GString) text = g_string_new ("loops ");

  append_loops (text, a);
  g_string_append (text, " against ");
  append_loops (text, b);
  return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, reason, "%s", text->str);
}

static gboolean
can_fuse_horizontal (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  guint n = a->n_originals + b->n_originals;
  gint64 limit = fusion->pass->options->cpp_max_horizontal_fusion_size;

  if (n > limit && !fusion->is_forced)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, "too many nodes side by side",
                             "%u nodes > cpp.max_horizontal_fusion_size %" G_GINT64_FORMAT, n, limit);
  if (a->kind == FL_SCHED_OUTER_LOOP || b->kind == FL_SCHED_OUTER_LOOP)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "nothing joins an outer loop sideways", NULL);
  return get_why (fusion, a, b) != WHY_NOT || refuse_loops (fusion, "loops do not match", a, b);
}

static gboolean
can_fuse_vertical (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  if (!a->is_reduction && can_share_loop_nest (fusion, a, b))
    return TRUE;
  if (needs_outer_loop (fusion, a, b))
    return TRUE;
  return refuse_loops (fusion,
                       a->is_reduction ? "a reduction is read after its loops, and no outer loop is shared"
                                       : "loops do not match",
                       a, b);
}

static guint
get_priority (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  return needs_outer_loop (fusion, a, b) ? 1 : 0;
}

/* --- fusing ----------------------------------------------------------------------------------- */

static FlSchedNode *
fuse_under_outer_loop (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  FlSchedNode *both[2] = { a, b };
  guint depth = get_outer_depth (a, b);
  FlSchedNode *group;

  for (guint i = 0; i < 2; i++)
    if (both[i]->kind == FL_SCHED_OUTER_LOOP)
      for (guint k = 0; k < both[i]->n_members; k++)
        g_ptr_array_add (members, both[i]->members[k]);
    else
      g_ptr_array_add (members, both[i]);
  group = fl_sched_group_new (&fusion->context, FL_SCHED_OUTER_LOOP, (FlSchedNode *const *) members->pdata,
                              members->len, fusion->n_words);
  group->outer_loop_depth = depth;
  return group;
}

static FlSchedNode *
fuse (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  Why why = get_why (fusion, a, b);

  if (why == WHY_COMPATIBLE_RANGES)
    align (fusion, a, b);
  else if (needs_outer_loop (fusion, a, b))
    return fuse_under_outer_loop (fusion, a, b);
  return fl_fusion_triton_backend.fuse (fusion, a, b);
}

const FlFusionBackend fl_fusion_cpp_backend = {
  .can_fuse_vertical = can_fuse_vertical,
  .can_fuse_horizontal = can_fuse_horizontal,
  .get_priority = get_priority,
  .fuse = fuse,
};
