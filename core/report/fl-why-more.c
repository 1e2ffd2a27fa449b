/* What else there is to say of two nodes that are not one kernel: what kind of node forbids it, why a value between
 * them is stored at all, and what TorchInductor has for such cases that this program does not follow. */
#include "fl-fusion-log-private.h"
#include "fl-torch-rules.h"

static const FlSchedNode *
get_node (const FlFusionLog *log, guint32 position)
{
  const FlSchedule *schedule = log->run->schedule;

  return !log->is_over_ops && position < schedule->n_originals && schedule->originals[position]->index == position
             ? schedule->originals[position]
             : NULL;
}

static void
append_extern (GString *out, const FlFusionLog *log, const FlSchedNode *node, const FlSchedNode *other)
{
  const char *kernel = node->op->kernel;

  g_string_append_printf (out, " %s is a library call%s%s%s: nothing is fused into one", node->name,
                          kernel != NULL ? " (" : "", kernel != NULL ? kernel : "", kernel != NULL ? ")" : "");
  if (kernel != NULL && g_str_has_prefix (kernel, "extern_kernels.") && other->kind == FL_SCHED_COMPUTE
      && log->run->schedule->target == FL_TARGET_CUDA)
    g_string_append (out, "; with max_autotune TorchInductor may take a Triton template in its place, into which "
                          "elementwise readers go as an epilogue (templates are not followed here)");
  g_string_append_c (out, '.');
}

/* The memory of a concatenation, which others fill. */
static void
append_nop (GString *out, const FlSchedNode *node, const FlSchedNode *other)
{
  const gboolean is_concat = node->op->kind == FL_BUFFER_CONCAT;

  g_string_append_printf (out, " %s computes nothing: it is %s", node->name,
                          is_concat ? "the memory of a concatenation, whose parts others write"
                                    : "memory whose parts others write");
  for (guint i = 0; is_concat && i < node->n_reads; i++)
    g_string_append_printf (out, "%s%s", i == 0 ? " (" : ", ", node->reads[i].name);
  g_string_append (out, is_concat && node->n_reads > 0 ? ")." : ".");
  if (is_concat && other->kind == FL_SCHED_COMPUTE && !other->is_reduction)
    g_string_append (out,
                     " TorchInductor fuses nothing into a whole concatenation: an elementwise reader can be applied "
                     "to each part instead, where it joins what computes the part.");
}

static gboolean
reads_from (const FlSchedNode *reader, const FlSchedNode *writer)
{
  for (guint i = 0; i < reader->n_reads; i++)
    for (guint k = 0; k < writer->n_outputs; k++)
      if (reader->reads[i].name == writer->outputs[k]->buffer->name)
        return TRUE;
  return FALSE;
}

/* A pointwise value that has a buffer was given one by a rule: without it there would be no second node. */
static void
append_stored (GString *out, const FlSchedNode *writer)
{
  const FlBuffer *buffer = writer->op;

  if (buffer->why != NULL && buffer->loops != NULL && buffer->loops->kind == FL_LOOPS_POINTWISE && !buffer->is_output)
    g_string_append_printf (out, " %s is stored, not computed within its readers, since: %s.", buffer->name,
                            buffer->why);
}

static void
append_layers (GString *out, const FlSchedNode *first, const FlSchedNode *second)
{
  if (first->op->loops != NULL && first->op->loops->split_kept != NULL && second->is_reduction)
    g_string_append_printf (out,
                            " %s and %s are the two layers of one reduction, which was split to fill the device: the "
                            "second adds up what all of the first has left; split_reductions=false keeps it whole.",
                            first->name, second->name);
}

/* Which of the two goes along rows: its innermost loop is reduced, element by element. 2: neither. */
static guint
find_rows (const FlAccess *access)
{
  for (guint i = 0; i < 2; i++)
    {
      const FlAccessSide *side = &access->sides[i];
      const FlAccessLoop *last = side->n_loops > 0 ? &side->loops[side->n_loops - 1] : NULL;

      if (last != NULL && last->is_reduced && last->stride == 1)
        return i;
    }
  return 2;
}

/* Rows and columns of one input, which a version did not yet put into one kernel for their sizes. */
static void
append_flat (GString *out, const FlFusionLog *log, const FlSchedNode *const *nodes, const FlAccess *access)
{
  const guint first = find_rows (access);
  const FlLoops *columns;
  gint64 n_rows, n_columns;

  if (first == 2 || !nodes[0]->is_reduction || !nodes[1]->is_reduction || nodes[1 - first]->op->loops == NULL
      || log->run->schedule->target != FL_TARGET_CUDA || !fl_options_has (&log->run->options, FL_RULE_MIX_OF_TALL))
    return;
  columns = nodes[1 - first]->op->loops;
  n_rows = fl_sym_get_hint (nodes[first]->numel, 0);
  n_columns = fl_sym_get_hint (nodes[first]->rnumel, 0);
  if (n_rows >= 2 * n_columns
      || fl_sym_get_hint (columns->split_kept != NULL ? columns->split_kept : nodes[1 - first]->numel, 0) != n_columns)
    return;
  g_string_append_printf (
      out,
      " %s reduces rows, %s columns: up to PyTorch 2.14 one kernel does both only of at least twice as "
      "many rows as columns, and here are %" G_GINT64_FORMAT " rows of %" G_GINT64_FORMAT ".",
      nodes[first]->name, nodes[1 - first]->name, n_rows, n_columns);
}

void
fl_why_append_more (GString *out, const FlFusionLog *log, guint32 a, guint32 b, const FlWhy *why)
{
  const gboolean share_nothing = why->kind == FL_WHY_NEVER && why->shared + why->inputs == 0;

  const FlSchedNode *nodes[2] = { get_node (log, a), get_node (log, b) };

  if (nodes[0] == NULL || nodes[1] == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    {
      if (nodes[i]->kind == FL_SCHED_EXTERN)
        append_extern (out, log, nodes[i], nodes[1 - i]);
      else if (nodes[i]->kind == FL_SCHED_NOP)
        append_nop (out, nodes[i], nodes[1 - i]);
      if (!reads_from (nodes[1 - i], nodes[i]))
        continue;
      append_stored (out, nodes[i]);
      if (why->access == NULL)
        append_layers (out, nodes[i], nodes[1 - i]);
    }
  if (why->access != NULL)
    append_flat (out, log, nodes, why->access);
  if (share_nothing && nodes[0]->kind == FL_SCHED_COMPUTE && nodes[1]->kind == FL_SCHED_COMPUTE
      && log->run->schedule->target == FL_TARGET_CUDA)
    g_string_append (out, " One kernel of both would save a launch and no bytes: TorchInductor starts such kernels "
                          "together with combo_kernels=true (not followed here).");
}
