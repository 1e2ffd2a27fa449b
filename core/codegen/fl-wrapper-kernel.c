/* What TorchInductor's kernels do with memory by themselves: results written over inputs, and values that never leave a
 * kernel. Source: torch/_inductor/scheduler.py (decide_inplace_update, can_buffer_be_removed_through_fusion),
 * codegen/common.py (remove_kernel_local_buffers), codegen/cpp.py (codegen_outer_loop_node). */
#include "fl-wrapper-plan-private.h"

/* A looped reduction is one block of the kernel up to these lengths. */
enum
{
  MAX_PERSISTENT_INNER = 1024,
  MAX_PERSISTENT_OTHER = 64,
  LONG_INNER_LOOP = 300 /* times as long as all outer loops together: the inner one had better be divided */
};

/* --- in place --------------------------------------------------------------------------------- */

static gboolean
is_ancestor (const FlSchedNode *node, const FlSchedNode *of)
{
  return of->ancestors && (of->ancestors[node->index / 32] >> (node->index % 32) & 1);
}

static gboolean
is_only_user_left (const FlWrapperWriter *writer, const FlSchedBuffer *input, const FlSchedNode *node)
{
  const FlSchedUser *left = NULL;

  for (guint i = 0; i < input->n_users; i++)
    {
      const FlSchedNode *user = input->users[i].node;

      if (user && (is_ancestor (user, node) || writer->is_done[user->index]))
        continue;
      if (left)
        return FALSE;
      left = &input->users[i];
    }
  return left && left->node == node && left->can_inplace;
}

static gboolean
has_fitting_size (const FlWrapperSlot *input, const FlWrapperSlot *output)
{
  const FlLayout *a = &input->buffer->layout, *b = &output->buffer->layout;
  gint64 have, want;

  if (a->dtype != b->dtype || a->device.type != b->device.type || a->device.index != b->device.index)
    return FALSE;
  if (input->elements == output->elements)
    return TRUE;
  if (!input->elements || !output->elements || !fl_sym_is_int (input->elements, &have)
      || !fl_sym_is_int (output->elements, &want))
    return FALSE;
  return want <= have && want * 20 >= have * 19; /* at most 5 % of it unused */
}

/* The readers in the same scheduled node all go through one and the same index. */
static gboolean
has_single_index (const FlWrapperWriter *writer, const FlSchedBuffer *input, const FlSchedNode *node)
{
  const guint group = writer->group_of[node->index];
  const FlDep *seen = NULL;

  for (guint i = 0; i < input->n_users; i++)
    {
      const FlSchedNode *user = input->users[i].node;

      if (!user || writer->group_of[user->index] != group)
        continue;
      for (guint k = 0; k < user->n_reads + user->n_writes; k++)
        {
          const FlDep *dep = k < user->n_reads ? &user->reads[k] : &user->writes[k - user->n_reads];

          if (dep->name != input->buffer->name)
            continue;
          if (seen && !fl_dep_equal (seen, dep))
            return FALSE;
          seen = dep;
        }
    }
  return TRUE;
}

static gboolean
can_be_overwritten (const FlWrapperWriter *writer, const FlWrapperSlot *input, const FlSchedNode *node,
                    const FlWrapperSlot *output)
{
  const FlLayoutKind kind = input->buffer->layout.kind;

  if (!input->sched || input->is_removed || input->is_freed || kind == FL_LAYOUT_NONE || kind == FL_LAYOUT_MULTI_OUTPUT
      || kind == FL_LAYOUT_MUTATION || (input->sched->node && input->sched->node->kind == FL_SCHED_NOP))
    return FALSE;
  if ((input->buffer->kind == FL_BUFFER_FALLBACK || input->buffer->kind == FL_BUFFER_MULTI_OUTPUT)
      && input->sched->n_aliases > 0)
    return FALSE;
  return is_only_user_left (writer, input->sched, node) && has_fitting_size (input, output)
         && has_single_index (writer, input->sched, node);
}

FlWrapperSlot *
fl_wrapper_find_inplace (FlWrapperWriter *writer, const FlSchedNode *original, FlWrapperSlot *output)
{
  if (!writer->pass->options->inplace_buffers)
    return NULL;
  for (guint i = 0; i < original->n_reads; i++)
    {
      FlWrapperSlot *input = fl_wrapper_writer_find (writer, original->reads[i].name);

      if (input && can_be_overwritten (writer, input, original, output))
        return input;
    }
  return NULL;
}

void
fl_wrapper_join_argument (FlWrapperWriter *writer, FlWrapperSlot *input, FlWrapperSlot *output)
{
  if (!input->chain)
    {
      input->chain = g_ptr_array_new ();
      g_ptr_array_add (input->chain, input);
      g_ptr_array_add (writer->chains, input->chain);
    }
  output->is_unaligned |= input->is_unaligned;
  output->chain = input->chain;
  g_ptr_array_add (output->chain, output);
}

void
fl_wrapper_end_arguments (FlWrapperWriter *writer)
{
  for (guint i = 0; i < writer->chains->len; i++)
    {
      GPtrArray *chain = writer->chains->pdata[i];

      for (guint k = 0; k < chain->len; k++)
        ((FlWrapperSlot *) chain->pdata[k])->chain = NULL;
    }
  g_ptr_array_set_size (writer->chains, 0);
}

/* --- values that stay in a kernel ------------------------------------------------------------- */

static gboolean
is_mutated (const FlSchedule *schedule, const char *name)
{
  for (guint i = 0; i < schedule->n_mutations; i++)
    if (schedule->mutations[i].buffer == name || schedule->mutations[i].target == name)
      return TRUE;
  return FALSE;
}

static gboolean
is_among (const FlSchedNode *node, FlSchedNode *const *originals, guint n)
{
  for (guint i = 0; i < n; i++)
    if (originals[i] == node)
      return TRUE;
  return FALSE;
}

/* Of a GPU kernel whose reductions go over their rows in loops: the loop in which a node's values live, from 1; 0: they
 * live outside of loops, as a reduction's results do. */
static void
number_loops (const FlSchedNode *group, FlSchedNode *const *originals, guint n, guint *loops)
{
  guint loop = 1, begin = 0;

  for (guint i = 0; i < n; i++)
    {
      const FlSchedNode *node = originals[i];
      const gboolean is_outside
          = !node->is_reduction && node->numel == group->numel && node->rnumel && fl_sym_is_int_value (node->rnumel, 1);

      for (guint k = begin; k < i && !is_outside; k++)
        if (originals[k]->is_reduction && is_ancestor (originals[k], node))
          {
            loop++;
            begin = i;
            break;
          }
      loops[i] = is_outside || node->is_reduction ? 0 : loop;
    }
}

static gboolean
is_looped (const FlOptions *options, const FlSchedNode *group)
{
  const gint64 most = fl_kernel_get_hint (group) == FL_HINT_INNER ? MAX_PERSISTENT_INNER : MAX_PERSISTENT_OTHER;

  return group->is_reduction && group->rnumel
         && (!options->persistent_reductions || fl_sym_get_sample (group->rnumel) > most) && group->device.type
         && !g_str_equal (group->device.type, "cpu");
}

/* A value of one loop that a later loop reads has to be in memory. */
static gboolean
leaves_loop (FlSchedNode *const *originals, guint n, const guint *loops, guint writer)
{
  for (guint i = writer + 1; i < n && loops[writer] > 0; i++)
    {
      guint loop = loops[i];

      for (guint k = i; originals[i]->is_reduction && loop == 0 && k-- > 0;)
        loop = loops[k]; /* a reduction reads in the loop of what stands before it */
      for (guint k = 0; k < originals[i]->n_reads; k++)
        for (guint o = 0; o < originals[writer]->n_outputs; o++)
          if (originals[i]->reads[k].name == originals[writer]->outputs[o]->buffer->name && loop != loops[writer])
            return TRUE;
    }
  return FALSE;
}

static gboolean
is_local (const FlWrapperWriter *writer, const FlSchedBuffer *buffer, FlSchedNode *const *originals, guint n)
{
  for (guint i = 0; i < buffer->n_users; i++)
    if (!buffer->users[i].is_weak && (!buffer->users[i].node || !is_among (buffer->users[i].node, originals, n)))
      return FALSE;
  return !is_mutated (writer->schedule, buffer->buffer->name);
}

void
fl_wrapper_remove_locals (FlWrapperWriter *writer, const FlSchedNode *group, FlSchedNode *const *originals, guint n)
{
  g_autoptr (GPtrArray) locals = g_ptr_array_new ();
  g_autofree guint *loops = g_new0 (guint, n + 1);

  if (is_looped (writer->pass->options, group))
    number_loops (group, originals, n, loops);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < originals[i]->n_outputs; k++)
      if (is_local (writer, originals[i]->outputs[k], originals, n) && !leaves_loop (originals, n, loops, i))
        g_ptr_array_add (locals, fl_wrapper_writer_find (writer, originals[i]->outputs[k]->buffer->name));
  for (guint i = 0; i < locals->len; i++)
    {
      const FlWrapperSlot *slot = locals->pdata[i];
      gboolean is_whole = TRUE;

      for (guint k = 0; slot->chain && k < slot->chain->len && is_whole; k++)
        is_whole = g_ptr_array_find (locals, slot->chain->pdata[k], NULL);
      if (is_whole)
        ((FlWrapperSlot *) locals->pdata[i])->is_removed = TRUE;
    }
}

/* --- rows of kernels with a common outer loop ------------------------------------------------- */

static const FlSchedNode *
get_widest (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->is_reduction)
      return node->originals[i];
  return node->originals[0];
}

static gboolean
has_rows (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_members; i++)
    {
      const FlSchedNode *widest = get_widest (node->members[i]);

      if (widest->n_iter_sizes + widest->n_reduce_sizes != node->outer_loop_depth + 1)
        return FALSE;
    }
  return TRUE;
}

/* Is every access of it one to elements in their order, over the same loops? */
static gboolean
is_in_order (const FlDep *dep, const FlDep *like)
{
  const FlSym *numel;

  if (dep->kind != FL_DEP_MEMORY || dep->n_vars != 1 || dep->index != dep->vars[0])
    return FALSE;
  numel = dep->sizes[0];
  return !like || (like->n_vars == 1 && like->sizes[0] == numel);
}

static const FlDep *
find_dep (const FlDep *deps, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (deps[i].name == name)
      return &deps[i];
  return NULL;
}

static gboolean
is_row_local (const FlSchedNode *group, const FlSchedNode *original)
{
  const FlSchedBuffer *buffer = original->outputs[0];
  const FlDep *write = find_dep (original->writes, original->n_writes, buffer->buffer->name);

  if (!write || !is_in_order (write, NULL) || !fl_layout_is_contiguous (&buffer->buffer->layout))
    return FALSE;
  for (guint i = 0; i < buffer->n_users; i++)
    {
      const FlSchedNode *user = buffer->users[i].node;
      const FlDep *read = user ? find_dep (user->reads, user->n_reads, buffer->buffer->name) : NULL;

      if (!read || !is_among (user, group->originals, group->n_originals) || !is_in_order (read, write))
        return FALSE;
    }
  return TRUE;
}

void
fl_wrapper_remove_rows (FlWrapperWriter *writer, const FlSchedNode *node, GPtrArray *removed)
{
  if (!has_rows (node))
    return;
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      if (!original->is_reduction && original->n_outputs == 1 && is_row_local (node, original))
        {
          FlWrapperSlot *slot = fl_wrapper_writer_find (writer, original->outputs[0]->buffer->name);

          if (!slot->is_removed)
            g_ptr_array_add (removed, slot);
          slot->is_removed = TRUE;
        }
    }
}

gboolean
fl_wrapper_keeps_outer_loop (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_members; i++)
    {
      const FlSchedNode *widest = get_widest (node->members[i]);
      gint64 outer = 1, inner = 0, size;
      gboolean is_known = widest->n_iter_sizes + widest->n_reduce_sizes > node->outer_loop_depth;

      for (guint d = 0; d <= node->outer_loop_depth && is_known; d++)
        {
          is_known = fl_sym_is_int (d < widest->n_iter_sizes ? widest->iter_sizes[d]
                                                             : widest->reduce_sizes[d - widest->n_iter_sizes],
                                    &size);
          if (d < node->outer_loop_depth)
            outer *= is_known ? size : 1;
          else
            inner = size;
        }
      if (is_known && outer * LONG_INNER_LOOP < inner)
        return FALSE;
    }
  return TRUE;
}
