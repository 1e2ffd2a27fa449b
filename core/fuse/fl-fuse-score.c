/* How good a fusion is.
 * Source: torch/_inductor/scheduler.py (score_fusion_memory, can_fusion_increase_peak_memory),
 * choices.py (FusionScore). */
#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

/* --- shared data ------------------------------------------------------------------------------ */

static void
mark_deps (FlFusion *fusion, const FlSchedNode *node)
{
  FlDepSet sets[2] = { fl_sched_node_get_reads (node), fl_sched_node_get_writes (node) };

  if (fusion->score_reads == node->reads && fusion->score_reads != NULL)
    return;
  fusion->score_reads = node->reads;
  fusion->score_mark++;
  if (fusion->score_marks->len < fusion->context.marks->len)
    g_array_set_size (fusion->score_marks, fusion->context.marks->len);
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      g_array_index (fusion->score_marks, guint32, sets[s].deps[i].id) = fusion->score_mark;
}

/* Bytes of the accesses that both have, exactly alike. */
gint64
fl_fusion_score_memory (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  FlDepSet sets[2] = { fl_sched_node_get_reads (b), fl_sched_node_get_writes (b) };
  gint64 bytes = 0;

  if (!fusion->is_without_mix && fl_fusion_is_mix_order (fusion, a, b))
    return fl_fusion_get_mix_numel (a);
  mark_deps (fusion, a);
  if (fusion->score_marks->len < fusion->context.marks->len)
    g_array_set_size (fusion->score_marks, fusion->context.marks->len);
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      if (g_array_index (fusion->score_marks, guint32, sets[s].deps[i].id) == fusion->score_mark)
        bytes += fl_dep_get_bytes (&fusion->context, &sets[s].deps[i]);
  return bytes;
}

/* --- scores ----------------------------------------------------------------------------------- */

gint64
fl_fusion_get_distance (const FlSchedNode *a, const FlSchedNode *b)
{
  gint64 one = (gint64) a->min_order - b->max_order, other = (gint64) b->min_order - a->max_order;

  return MAX (ABS (one), ABS (other));
}

static gboolean
have_equal_reductions (const FlSchedNode *a, const FlSchedNode *b)
{
  if (fl_sched_is_gpu (a->device))
    return a->rnumel == b->rnumel;
  if (a->n_reduce_sizes != b->n_reduce_sizes)
    return FALSE;
  for (guint i = 0; i < a->n_reduce_sizes; i++)
    if (a->reduce_sizes[i] != b->reduce_sizes[i])
      return FALSE;
  return TRUE;
}

FlFusionScore
fl_fusion_score (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  FlFusionScore score = { .is_by_ratio = fl_fusion_has (fusion, FL_RULE_SCORE_RATIO) };

  score.memory = fl_fusion_score_memory (fusion, a, b);
  score.template_score = score.memory > 0;
  score.node_type = a->is_reduction == b->is_reduction && score.memory > 0;
  /* A reduction of what another reduces, over other elements, goes last. */
  if (fl_fusion_has (fusion, FL_RULE_NESTED_LAST) && fusion->pass->options->nested_reduction && a->is_reduction
      && b->is_reduction && fl_fusion_depends (b, a) && !have_equal_reductions (a, b))
    score.node_type = -1;
  score.proximity = -fl_fusion_get_distance (a, b);
  return score;
}

/* The kind of pair decides first, unless one shares more than 16 times what the other does: no
 * total order. */
gboolean
fl_fusion_score_is_less (const FlFusionScore *a, const FlFusionScore *b)
{
  enum
  {
    THRESHOLD = 16
  };

  if (a->template_score != b->template_score)
    return a->template_score < b->template_score;
  if (a->is_by_ratio && MAX (a->memory, b->memory) > MIN (a->memory, b->memory) * THRESHOLD)
    return a->memory < b->memory;
  if (a->node_type != b->node_type)
    return a->node_type < b->node_type;
  if (a->memory != b->memory)
    return a->memory < b->memory;
  return a->proximity < b->proximity;
}

/* --- peak memory ------------------------------------------------------------------------------ */

/* What must agree for one buffer's memory to be given to another. */
typedef struct
{
  FlDevice device;
  FlDtype dtype;
  const FlSym *storage;
} ReuseKey;

static void
collect_reuse_keys (FlFusion *fusion, const FlSchedNode *node, GArray *keys)
{
  for (guint i = 0; i < node->n_reads; i++)
    {
      const FlSchedBuffer *buffer = g_hash_table_lookup (fusion->context.buffers, node->reads[i].name);
      const FlLayout *layout;
      ReuseKey key;
      gboolean known = FALSE;

      if (buffer == NULL || buffer->n_users != 1)
        continue;
      layout = &buffer->buffer->layout;
      if (layout->kind == FL_LAYOUT_NONE || layout->kind == FL_LAYOUT_MULTI_OUTPUT)
        continue;
      key = (ReuseKey) { layout->device, layout->dtype, fl_layout_get_storage_size (layout, fusion->context.symbols) };
      for (guint k = 0; k < keys->len && !known; k++)
        {
          const ReuseKey *other = &g_array_index (keys, ReuseKey, k);

          known = other->device.type == key.device.type && other->device.index == key.device.index
                  && other->dtype == key.dtype && other->storage == key.storage;
        }
      if (!known)
        g_array_append_val (keys, key);
    }
}

/* Both nodes read buffers that nobody else needs: unfused, one result could take the memory of the
 * other's input. Weighed against what fusion saves; Inductor's factor. */
gboolean
fl_fusion_may_raise_peak (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  enum
  {
    FACTOR = 32
  };
  g_autoptr (GArray) keys_a = g_array_new (FALSE, FALSE, sizeof (ReuseKey));
  g_autoptr (GArray) keys_b = g_array_new (FALSE, FALSE, sizeof (ReuseKey));
  gint64 overhead = 0;

  collect_reuse_keys (fusion, a, keys_a);
  if (keys_a->len == 0)
    return FALSE;
  collect_reuse_keys (fusion, b, keys_b);
  for (guint i = 0; i < keys_a->len; i++)
    for (guint k = 0; k < keys_b->len; k++)
      {
        const ReuseKey *one = &g_array_index (keys_a, ReuseKey, i), *other = &g_array_index (keys_b, ReuseKey, k);
        gint64 elements;

        if (one->device.type != other->device.type || one->device.index != other->device.index
            || one->dtype != other->dtype || one->storage != other->storage)
          continue;
        if (!fl_sym_is_int (one->storage, &elements))
          return FALSE; /* a symbolic size: Inductor rather fuses */
        overhead += elements;
      }
  return overhead > FACTOR * fl_fusion_score_memory (fusion, a, b);
}
