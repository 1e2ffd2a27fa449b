/* Groups that were decided before lowering: operations of one group become one scheduled node.
 *
 * In: a schedule before fusion whose graph was planned, and each FX node's group.
 * Out: one node a group, library calls apart, in an order in which each finds its inputs. */
#include <string.h>

#include "fl-bits.h"
#include "fl-fuse-private.h"

typedef struct
{
  FlFusion *fusion;
  const guint32 *group_of;
  GPtrArray *drafts; /* GPtrArray of FlSchedNode: originals in order */
} Planned;

/* The group of an operation: that of the FX node whose value it is, or of the last node it came
 * from. */
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
      GPtrArray *draft = group != G_MAXUINT32 ? g_hash_table_lookup (by_group, GUINT_TO_POINTER (group + 1)) : NULL;

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

static const FlSym *
multiply (const FlFusion *fusion, const FlSchedNode *node)
{
  const FlSym *product = fl_sym_product (fusion->context.symbols, node->iter_sizes, node->n_iter_sizes);

  return fl_sym_mul (product, fl_sym_product (fusion->context.symbols, node->reduce_sizes, node->n_reduce_sizes));
}

/* Every border between loops of the one is one of the other, too: the other only cuts finer. */
static gboolean
is_finer (const FlFusion *fusion, const FlSym *const *sizes, guint n, const FlSchedNode *node)
{
  const FlSym *border = fl_sym_int (fusion->context.symbols, 1), *own = border;
  guint at = 0;

  for (guint i = 0; i < node->n_iter_sizes; i++)
    {
      own = fl_sym_mul (own, node->iter_sizes[i]);
      while (at < n && !fl_sym_known_equal (border, own))
        border = fl_sym_mul (border, sizes[at++]);
      if (!fl_sym_known_equal (border, own))
        return FALSE;
    }
  return TRUE;
}

/* The model's loops in the order in which its widest read goes through memory: order[i] is the loop
 * that comes i-th. A reduction's own loops come last, wherever they lie in memory. */
static void
find_memory_order (const FlSchedNode *model, guint n, guint *order)
{
  FlDepSet reads = fl_sched_node_get_reads (model);
  g_autofree gint64 *strides = g_new0 (gint64, n + 1);
  gboolean is_known = FALSE;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint r = 0; r < reads.n && model->is_reduction && !is_known; r++)
    {
      const FlDep *dep = &reads.deps[r];

      if (dep->kind != FL_DEP_MEMORY || dep->n_vars != n)
        continue;
      fl_loops_get_stride_hints (dep->index, dep->vars, n, dep->vars, n, strides);
      is_known = TRUE;
      for (guint i = 0; i < n; i++)
        is_known &= strides[i] > 0;
    }
  for (guint i = 0; i < n && is_known; i++)
    for (guint k = i; k > 0 && strides[order[k]] > strides[order[k - 1]]; k--)
      {
        guint saved = order[k];

        order[k] = order[k - 1];
        order[k - 1] = saved;
      }
}

/* A pointwise member over as many elements as another member gets that one's loops, so that the two
 * can share them: lowering merged and ordered each one's own, for it did not know of the other. */
static void
take_loops (FlFusion *fusion, const FlSchedNode *model, FlSchedNode *pointwise)
{
  guint n = model->n_iter_sizes + model->n_reduce_sizes;
  g_autofree const FlSym **sizes = g_new (const FlSym *, n + 1);
  g_autofree guint *order = g_new (guint, n + 1), *back = g_new (guint, n + 1);
  gboolean is_permuted = FALSE;

  if (pointwise == model || pointwise->is_reduction || pointwise->n_iter_sizes == 0 || pointwise->n_iter_sizes > n
      || !fl_sym_known_equal (multiply (fusion, pointwise), multiply (fusion, model)))
    return;
  find_memory_order (model, n, order);
  for (guint i = 0; i < n; i++)
    {
      sizes[i] = order[i] < model->n_iter_sizes ? model->iter_sizes[order[i]]
                                                : model->reduce_sizes[order[i] - model->n_iter_sizes];
      back[order[i]] = i;
      is_permuted |= order[i] != i;
    }
  if (!is_finer (fusion, sizes, n, pointwise))
    return;
  if (pointwise->n_iter_sizes < n)
    fl_sched_node_split_loops (&fusion->context, pointwise, sizes, n);
  if (is_permuted)
    fl_sched_node_permute_loops (&fusion->context, pointwise, back);
}

/* The first reduction's loops; without one, those of the member that has the most. */
static void
align_loops (FlFusion *fusion, const GPtrArray *draft)
{
  const FlSchedNode *model = NULL;

  for (guint i = 0; i < draft->len; i++)
    {
      const FlSchedNode *node = draft->pdata[i];

      if (node->kind != FL_SCHED_COMPUTE || (model != NULL && model->is_reduction))
        continue;
      if (model == NULL || node->is_reduction || node->n_iter_sizes > model->n_iter_sizes)
        model = node;
    }
  for (guint i = 0; i < draft->len && model != NULL; i++)
    if (((const FlSchedNode *) draft->pdata[i])->kind == FL_SCHED_COMPUTE)
      take_loops (fusion, model, draft->pdata[i]);
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

/* --- order --------------------------------------------------------------------------------------
 */

/* Drafts that wait for others, and who waits for whom. */
typedef struct
{
  GPtrArray *drafts;  /* GPtrArray of FlSchedNode */
  guint32 *draft_of;  /* by original */
  guint *n_waiting;   /* by draft: reads of what others still have to write */
  GPtrArray *readers; /* by draft: GArray of guint32; a draft that reads twice is in it twice */
  FlBits *ready;
} Waiting;

static void
waiting_clear (Waiting *waiting)
{
  g_free (waiting->draft_of);
  g_free (waiting->n_waiting);
  g_free (waiting->ready);
  g_ptr_array_unref (waiting->readers);
}

static void
note_reads (const Planned *planned, GHashTable *writers, const gboolean *is_done, Waiting *waiting, guint32 draft)
{
  const GPtrArray *originals = waiting->drafts->pdata[draft];

  for (guint i = 0; i < originals->len; i++)
    {
      const FlSchedNode *node = originals->pdata[i];

      for (guint k = 0; k < node->n_unmet; k++)
        {
          const FlSchedNode *writer = g_hash_table_lookup (writers, node->unmet[k].name);

          if (writer == NULL || is_done[writer->index] || waiting->draft_of[writer->index] == draft)
            continue;
          waiting->n_waiting[draft]++;
          g_array_append_val ((GArray *) waiting->readers->pdata[waiting->draft_of[writer->index]], draft);
        }
    }
  if (waiting->n_waiting[draft] == 0)
    fl_bits_add (waiting->ready, draft);
}

static void
waiting_init (const Planned *planned, GHashTable *writers, const gboolean *is_done, Waiting *waiting)
{
  waiting->draft_of = g_new0 (guint32, planned->fusion->schedule->n_originals + 1);
  waiting->n_waiting = g_new0 (guint, waiting->drafts->len + 1);
  waiting->readers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  waiting->ready = fl_bits_new (waiting->drafts->len);
  for (guint32 d = 0; d < waiting->drafts->len; d++)
    {
      const GPtrArray *originals = waiting->drafts->pdata[d];

      g_ptr_array_add (waiting->readers, g_array_new (FALSE, FALSE, sizeof (guint32)));
      for (guint i = 0; i < originals->len; i++)
        waiting->draft_of[((const FlSchedNode *) originals->pdata[i])->index] = d;
    }
  for (guint32 d = 0; d < waiting->drafts->len; d++)
    note_reads (planned, writers, is_done, waiting, d);
}

/* Takes drafts whose reads are there, the first one first; what is left waits for each other. */
static guint
take_ready (Planned *planned, Waiting *waiting, gboolean *is_done, FlSchedNode **nodes)
{
  guint n_nodes = 0, n_words = fl_bits_n_words (waiting->drafts->len);

  for (guint word = 0; word < n_words;)
    {
      const GArray *readers;
      GPtrArray *draft;
      guint32 at;

      if (waiting->ready[word] == 0)
        {
          word++;
          continue;
        }
      at = word * 64 + (guint) __builtin_ctzll (waiting->ready[word]);
      fl_bits_remove (waiting->ready, at);
      draft = waiting->drafts->pdata[at];
      nodes[n_nodes++] = make_group (planned, draft);
      for (guint i = 0; i < draft->len; i++)
        is_done[((const FlSchedNode *) draft->pdata[i])->index] = TRUE;
      readers = waiting->readers->pdata[at];
      for (guint i = 0; i < readers->len; i++)
        {
          guint32 reader = g_array_index (readers, guint32, i);

          if (--waiting->n_waiting[reader] == 0)
            {
              fl_bits_add (waiting->ready, reader);
              word = MIN (word, reader / 64);
            }
        }
    }
  return n_nodes;
}

/* Lowering may tie groups together that were apart (a concatenation that its inputs are written
 * into): what can then not be ordered as a whole runs operation by operation. Returns the drafts
 * that are left, the first group among them opened. */
static GPtrArray *
break_up (Planned *planned, const Waiting *waiting, const gboolean *is_done)
{
  GPtrArray *left = g_ptr_array_new ();
  gboolean is_open = FALSE;

  for (guint d = 0; d < waiting->drafts->len; d++)
    {
      GPtrArray *draft = waiting->drafts->pdata[d];

      if (is_done[((const FlSchedNode *) draft->pdata[0])->index])
        continue;
      g_ptr_array_add (left, draft);
      if (is_open || draft->len == 1)
        continue;
      is_open = TRUE;
      for (guint i = 1; i < draft->len; i++)
        {
          GPtrArray *single = g_ptr_array_new ();

          g_ptr_array_add (single, draft->pdata[i]);
          g_ptr_array_add (planned->drafts, single);
          g_ptr_array_add (left, single);
        }
      g_ptr_array_set_size (draft, 1);
    }
  g_assert (is_open || left->len == 0); /* single operations can always be ordered */
  return left;
}

static guint
order (Planned *planned, FlSchedNode **nodes)
{
  const FlSchedule *schedule = planned->fusion->schedule;
  guint n_nodes = 0;
  g_autofree gboolean *is_done = g_new0 (gboolean, schedule->n_originals + 1);
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);
  GPtrArray *left = g_ptr_array_new ();

  for (guint i = 0; i < schedule->n_originals; i++)
    for (guint k = 0; k < schedule->originals[i]->n_outputs; k++)
      g_hash_table_insert (writers, (gpointer) schedule->originals[i]->outputs[k]->buffer->name,
                           schedule->originals[i]);
  for (guint i = 0; i < planned->drafts->len; i++)
    g_ptr_array_add (left, planned->drafts->pdata[i]);
  while (left->len > 0)
    {
      Waiting waiting = { left };

      waiting_init (planned, writers, is_done, &waiting);
      n_nodes += take_ready (planned, &waiting, is_done, nodes + n_nodes);
      left = break_up (planned, &waiting, is_done);
      waiting_clear (&waiting);
      g_ptr_array_unref (waiting.drafts);
    }
  g_ptr_array_unref (left);
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
  fl_fusion_init (&fusion, &fl_fusion_backends, pass, schedule);
  fusion.is_silent = TRUE; /* the strategy has said what there is to say */
  planned.drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  collect (&planned);
  result = fl_fusion_finish (&fusion, nodes, order (&planned, nodes));
  g_ptr_array_unref (planned.drafts);
  fl_fusion_clear (&fusion);
  return result;
}
