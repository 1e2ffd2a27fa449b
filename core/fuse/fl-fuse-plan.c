/* Groups that were decided before lowering: operations of one group become one scheduled node.
 *
 * In: a schedule before fusion whose graph was planned, and each FX node's group.
 * Out: one node a group, library calls apart, in an order in which each finds its inputs. */
#include <string.h>

#include "fl-fuse-private.h"

typedef struct
{
  FlFusion *fusion;
  const guint32 *group_of;
  GPtrArray *drafts;   /* GPtrArray of FlSchedNode: originals in order */
} Planned;

/* The group of an operation: that of the FX node whose value it is, or of the last node it came from. */
static guint32
get_group (const Planned *planned, const FlSchedNode *node)
{
  const FlBuffer *op = node->op;

  if (node->kind != FL_SCHED_COMPUTE)
    return G_MAXUINT32;
  if (op->fx_node.index != G_MAXUINT32 && planned->group_of[op->fx_node.index] != G_MAXUINT32)
    return planned->group_of[op->fx_node.index];
  return op->n_origins > 0 ? planned->group_of[op->origins[op->n_origins - 1].index] : G_MAXUINT32;
}

static void
collect (Planned *planned)
{
  const FlSchedule *schedule = planned->fusion->schedule;
  g_autoptr (GHashTable) by_group = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < schedule->n_originals; i++)
    {
      guint32 group = get_group (planned, schedule->originals[i]);
      GPtrArray *draft = group != G_MAXUINT32
                             ? g_hash_table_lookup (by_group, GUINT_TO_POINTER (group + 1))
                             : NULL;

      if (draft == NULL)
        {
          draft = g_ptr_array_new ();
          g_ptr_array_add (planned->drafts, draft);
          if (group != G_MAXUINT32)
            g_hash_table_insert (by_group, GUINT_TO_POINTER (group + 1), draft);
        }
      g_ptr_array_add (draft, schedule->originals[i]);
    }
}

static gboolean
has_ancestor (const FlSchedNode *node, guint index)
{
  return (node->ancestors[index / 32] >> (index % 32)) & 1;
}

/* The originals that must have run before any of the draft's may: those outside that one of them needs. */
static gboolean
is_ready (const GPtrArray *draft, const gboolean *is_done, const guint32 *inside, guint n_originals)
{
  for (guint i = 0; i < draft->len; i++)
    for (guint k = 0; k < n_originals; k++)
      if (!is_done[k] && has_ancestor (draft->pdata[i], k) && !((inside[k / 32] >> (k % 32)) & 1))
        return FALSE;
  return TRUE;
}

static void
mark_inside (const GPtrArray *draft, guint32 *inside, guint n_words)
{
  memset (inside, 0, n_words * sizeof *inside);
  for (guint i = 0; i < draft->len; i++)
    {
      guint index = ((const FlSchedNode *) draft->pdata[i])->index;

      inside[index / 32] |= (guint32) 1 << (index % 32);
    }
}

static const FlSym *
multiply (const FlFusion *fusion, const FlSchedNode *node)
{
  const FlSym *product = fl_sym_product (fusion->context.symbols, node->iter_sizes, node->n_iter_sizes);

  return fl_sym_mul (product,
                     fl_sym_product (fusion->context.symbols, node->reduce_sizes, node->n_reduce_sizes));
}

/* A pointwise member over as many elements as the kernel's reduction gets the reduction's loops, so that the two can share
 * them: lowering merged its own, for it did not know of the reduction. */
static void
take_loops (FlFusion *fusion, const FlSchedNode *reduction, FlSchedNode *pointwise)
{
  guint n = reduction->n_iter_sizes + reduction->n_reduce_sizes;
  g_autofree const FlSym **sizes = g_new (const FlSym *, n + 1);

  if (pointwise->is_reduction || pointwise->n_iter_sizes != 1
      || !fl_sym_known_equal (pointwise->iter_sizes[0], multiply (fusion, reduction)))
    return;
  memcpy (sizes, reduction->iter_sizes, reduction->n_iter_sizes * sizeof *sizes);
  memcpy (sizes + reduction->n_iter_sizes, reduction->reduce_sizes, reduction->n_reduce_sizes * sizeof *sizes);
  fl_sched_node_split_loops (&fusion->context, pointwise, sizes, n);
}

static void
align_loops (FlFusion *fusion, const GPtrArray *draft)
{
  const FlSchedNode *reduction = NULL;

  for (guint i = 0; i < draft->len && reduction == NULL; i++)
    if (((const FlSchedNode *) draft->pdata[i])->is_reduction)
      reduction = draft->pdata[i];
  for (guint i = 0; i < draft->len && reduction != NULL; i++)
    take_loops (fusion, reduction, draft->pdata[i]);
}

static FlSchedNode *
make_group (Planned *planned, const GPtrArray *draft)
{
  FlFusion *fusion = planned->fusion;
  FlSchedNode *group;

  if (draft->len == 1)
    return draft->pdata[0];
  align_loops (fusion, draft);
  group = fl_sched_group_new (&fusion->context, FL_SCHED_FUSED, (FlSchedNode *const *) draft->pdata, draft->len,
                              fusion->n_words);
  fl_fusion_set_group (fusion, group);
  return group;
}

/* Lowering may tie groups together that were apart (a concatenation that its inputs are written into): what can then not
 * be ordered as a whole runs operation by operation. */
static void
break_up (Planned *planned, guint position, GPtrArray *waiting)
{
  GPtrArray *draft = waiting->pdata[position];

  for (guint i = 1; i < draft->len; i++)
    {
      GPtrArray *single = g_ptr_array_new ();

      g_ptr_array_add (single, draft->pdata[i]);
      g_ptr_array_add (planned->drafts, single);
      g_ptr_array_insert (waiting, (gint) (position + i), single);
    }
  g_ptr_array_set_size (draft, 1);
}

static guint
order (Planned *planned, FlSchedNode **nodes)
{
  guint n = planned->fusion->schedule->n_originals, n_nodes = 0;
  g_autofree gboolean *is_done = g_new0 (gboolean, n + 1);
  g_autofree guint32 *inside = g_new0 (guint32, planned->fusion->n_words + 1);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();

  for (guint i = 0; i < planned->drafts->len; i++)
    g_ptr_array_add (waiting, planned->drafts->pdata[i]);
  while (waiting->len > 0)
    {
      guint at = 0;

      for (; at < waiting->len; at++)
        {
          mark_inside (waiting->pdata[at], inside, planned->fusion->n_words);
          if (is_ready (waiting->pdata[at], is_done, inside, n))
            break;
        }
      if (at == waiting->len)
        {
          for (at = 0; ((const GPtrArray *) waiting->pdata[at])->len == 1; at++)
            g_assert (at + 1 < waiting->len); /* single operations can always be ordered */
          break_up (planned, at, waiting);
          continue;
        }
      nodes[n_nodes++] = make_group (planned, waiting->pdata[at]);
      for (guint i = 0; i < ((const GPtrArray *) waiting->pdata[at])->len; i++)
        is_done[((const FlSchedNode *) ((const GPtrArray *) waiting->pdata[at])->pdata[i])->index] = TRUE;
      g_ptr_array_remove_index (waiting, at);
    }
  return n_nodes;
}

FlSchedule *
fl_fuse_run_planned (const FlPass *pass, const FlSchedule *schedule, const guint32 *group_of, GError **error)
{
  g_autofree FlSchedNode **nodes = g_new0 (FlSchedNode *, schedule->n_originals + 1);
  FlFusion fusion;
  Planned planned = { &fusion, group_of };
  FlSchedule *result;

  if (fl_pass_is_cancelled (pass, error))
    return NULL;
  fl_fusion_init (&fusion, pass, schedule);
  fusion.is_silent = TRUE; /* the strategy has said what there is to say */
  planned.drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  collect (&planned);
  result = fl_fusion_finish (&fusion, nodes, order (&planned, nodes));
  g_ptr_array_unref (planned.drafts);
  fl_fusion_clear (&fusion);
  return result;
}
