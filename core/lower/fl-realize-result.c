/* What GraphLowering.run_node does once an operator was lowered: strides of outputs, and buffers for values that many
 * read or that have grown too large (torch/_inductor/graph.py, run_node). */
#include "fl-aten-ids.h"
#include "fl-graph-memory.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

enum
{
  MAX_POINTWISE_OPS = 100
}; /* beyond it Inductor itself would recurse too deep */

typedef struct
{
  gboolean is_output;
  gboolean feeds_as_strided;
  gboolean feeds_needs_realized;
  gboolean feeds_fixed_layout;
} Readers;

static gboolean
has_target (const FlNode *node, const char *name)
{
  return node->kind == FL_NODE_CALL && g_str_equal (node->target, name);
}

static gboolean
needs_fixed_layout (const FlLowering *low, const FlNode *node)
{
  return has_target (node, "aten.mm.default") || has_target (node, "aten._int_mm.default")
         || has_target (node, "aten.convolution_backward.default")
         || (!low->wants_channels_last && has_target (node, "aten.convolution.default"));
}

static Readers
look_at_readers (FlLowering *low)
{
  Readers readers = { .feeds_as_strided = low->is_seen_as_strided[low->id.index]
                                          || fl_lower_feeds_as_strided (low->graph, low->id.index) };

  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);

      readers.is_output |= user->kind == FL_NODE_OUTPUT;
    }
  return readers;
}

/* Strides as the graph was traced with them; NULL when they are not known. */
static const FlSym *const *
get_traced_strides (FlLowering *low, const FlBox *box)
{
  const FlValue *value = &low->node->value;

  if (value->kind != FL_VALUE_TENSOR || value->tensor.strides == NULL || value->tensor.n_dims != box->n_dims
      || box->n_dims == 0)
    return NULL;
  return value->tensor.strides;
}

/* A value between convolutions, of which the caller knows nothing, may as well be channels-last. */
static gboolean
may_be_channels_last (FlLowering *low, const FlBox *box, const Readers *readers)
{
  const FlTensor *tensor = &low->node->value.tensor;

  return box->n_dims == 4 && low->prefers_channels_last[low->id.index] && !low->is_visible[low->id.index]
         && !readers->feeds_as_strided && get_traced_strides (low, box) != NULL
         && fl_strides_are_dense (low, tensor->strides, tensor->sizes, tensor->n_dims);
}

static FlBox *
make_channels_last (FlLowering *low, FlBox *box, const Readers *readers)
{
  const FlTensor *tensor = &low->node->value.tensor;

  if (!may_be_channels_last (low, box, readers))
    return box;
  return fl_require_stride_order (low, box,
                                  fl_stride_order (low, fl_strides_channels_last (low, tensor->sizes, tensor->n_dims),
                                                   tensor->n_dims),
                                  FALSE);
}

/* One of the views that an operator made, of a split, say. */
static gboolean
is_one_of_views (const FlLowering *low)
{
  const FlNode *node = low->node, *views;

  if (!fl_node_is_op (node, FL_ATEN_OP_OPERATOR_GETITEM) || node->args[0].kind != FL_ARG_NODE)
    return FALSE;
  views = fl_graph_get_node (low->graph, node->args[0].node);
  return views->op != NULL && views->op->kind == FL_ATEN_VIEW;
}

static FlBox *
settle_strides (FlLowering *low, FlBox *box, const Readers *readers)
{
  const FlSym *const *strides;
  gboolean is_view = low->node->op != NULL && low->node->op->kind == FL_ATEN_VIEW;
  gboolean is_other_name = is_view || is_one_of_views (low) || fl_node_yields_argument (low->graph, low->node)
                           || (low->node->op != NULL && low->node->op->kind == FL_ATEN_MUTATION);
  gboolean allow_padding = !low->is_visible[low->id.index] && !readers->feeds_as_strided;

  if (readers->is_output && box->view != FL_VIEW_NONE)
    fl_realize_box (low, box, "a view of it is returned");
  if (!readers->is_output && !readers->feeds_as_strided)
    return box;
  strides = get_traced_strides (low, box);
  if (strides == NULL)
    return box;
  if (may_be_channels_last (low, box, readers))
    strides = fl_strides_channels_last (low, box->sizes, box->n_dims);
  /* A copy would be another tensor; but as_strided must find the memory that the graph was traced with. */
  if (is_other_name && low->is_written[low->id.index] && !readers->feeds_as_strided)
    return fl_prefer_stride_order (low, box, fl_stride_order (low, strides, box->n_dims));
  if (is_view || box->view != FL_VIEW_NONE)
    return fl_require_stride_order (low, box, fl_stride_order (low, strides, box->n_dims), allow_padding);
  return fl_require_exact_strides (low, box, strides, allow_padding);
}

/* Cheap values that read nothing (masks, constants) are copied at the output instead, since 2026. */
static gboolean
is_output_delayed (FlLowering *low, FlStorage *storage)
{
  const FlExprCount *count = fl_storage_get_count (low, storage);

  return fl_options_has (low->options, FL_RULE_DELAY_CHEAP_OUTPUTS) && count->n_reads == 0
         && count->n_ops <= low->options->realize_opcount_threshold;
}

static FlBox *
settle_many_readers (FlLowering *low, FlBox *box, const Readers *readers)
{
  for (guint i = 0; i < low->node->n_users; i++)
    {
      const FlNode *user = fl_graph_get_node (low->graph, low->node->users[i]);

      if (fl_lower_needs_realized_inputs (user))
        {
          const FlSym *const *strides = get_traced_strides (low, box);

          fl_realize_hint (low, box, fl_intern_printf ("%s needs it in memory", user->target));
          if (needs_fixed_layout (low, user) && strides != NULL)
            box = fl_require_stride_order (low, box, fl_stride_order (low, strides, box->n_dims), TRUE);
        }
      if (user->kind == FL_NODE_OUTPUT && fl_box_is_unrealized (box) && !is_output_delayed (low, box->storage))
        fl_realize_box (low, box, "it is returned and used");
    }
  if (fl_realize_is_due (low, box, low->node->n_users))
    box = make_channels_last (low, box, readers);
  fl_realize_mark_reuse (low, box, low->node->n_users, TRUE, "it is used more than once");
  return box;
}

/* Whether the value reads several buffers of one size, inputs of the graph not counted, and more bytes of them than the
 * threshold: then keeping those buffers alive until its reader runs costs memory. */
static gboolean
reads_many_bytes (FlLowering *low, FlBox *box, gint64 threshold)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gint64 total = 0, most = 0, least = G_MAXINT64;

  fl_box_collect_reads (low, box, names);
  for (guint i = 0; i < names->len; i++)
    {
      FlRecord *record = fl_lower_find_record (low, names->pdata[i]);
      gint64 bytes;

      if (record == NULL || record->buffer.kind == FL_BUFFER_INPUT)
        continue;
      bytes = fl_sym_get_hint (fl_layout_get_numel (&record->buffer.layout, low->symbols), 0)
              * fl_dtype_get_size_bytes (record->buffer.layout.dtype);
      total += bytes;
      most = MAX (most, bytes);
      least = MIN (least, bytes);
    }
  return most > 0 && total >= threshold && total >= 2 * most && most == least;
}

static FlBox *
settle_size (FlLowering *low, FlBox *box, const Readers *readers)
{
  FlStorage *storage = box->storage;
  const FlLoops *loops = fl_storage_get_loops (storage);
  const FlExprCount *count;
  gboolean on_cpu = fl_box_is_on_cpu (box);
  gint64 max_reads = low->options->realize_acc_reads_threshold, max_ops = low->options->realize_opcount_threshold;

  if (loops == NULL || loops->kind != FL_LOOPS_POINTWISE)
    return box;
  if (on_cpu && max_reads == 8)
    max_reads = low->options->realize_cpu_acc_reads_threshold;
  if (on_cpu && max_ops == 30)
    max_ops = low->options->realize_cpu_opcount_threshold;
  count = fl_storage_get_count (low, storage);
  if (count->n_reads > max_reads || count->n_ops > max_ops)
    {
      box = make_channels_last (low, box, readers);
      fl_realize_hint (low, box,
                       count->n_reads > max_reads ? "it has grown to more loads than realize_acc_reads_threshold"
                                                  : "it has grown to more operations than realize_opcount_threshold");
    }
  else if (low->options->realize_acc_reads_size_threshold > 0
           && reads_many_bytes (low, box, low->options->realize_acc_reads_size_threshold))
    fl_realize_hint (low, box, "it has grown to more bytes of loads than realize_acc_reads_size_threshold");
  if (fl_options_has (low->options, FL_RULE_MAX_POINTWISE_OPS) && box->view == FL_VIEW_NONE && storage->record == NULL
      && count->n_ops > MAX (MAX_POINTWISE_OPS, max_ops))
    fl_realize_box (low, box, "it has grown to more than 100 operations");
  return box;
}

/* Remembered by what it reads, in case that is overwritten later. */
static void
remember_readers (FlLowering *low, FlBox *box)
{
  g_autoptr (GPtrArray) names = NULL;

  if (box->storage->record != NULL)
    return;
  names = g_ptr_array_new ();
  fl_box_collect_reads (low, box, names);
  for (guint i = 0; i < names->len; i++)
    {
      FlRecord *record = fl_lower_find_record (low, names->pdata[i]);

      if (record == NULL)
        continue;
      if (record->readers == NULL)
        record->readers = fl_arena_adopt (low->arena, g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
      g_ptr_array_add (record->readers, box);
    }
}

FlBox *
fl_realize_result (FlLowering *low, FlBox *box)
{
  Readers readers = look_at_readers (low);

  box = settle_strides (low, box, &readers);
  if (low->node->n_users > 1)
    box = settle_many_readers (low, box, &readers);
  box = settle_size (low, box, &readers);
  fl_realize_obey (low, box);
  remember_readers (low, box);
  return box;
}
