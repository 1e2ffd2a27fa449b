/* TorchInductor's wrapper, followed node by node: what is allocated, called and deleted.
 * In: a fused schedule.  Out: FlWrapperPlan.  Source: torch/_inductor/scheduler.py (_codegen, free_buffers),
 * codegen/wrapper.py (codegen_allocation, codegen_free), codegen/simd.py, codegen/cpp.py (KernelGroup). */
#include "fl-wrapper-plan-private.h"

#include "fl-intern.h"

#include <string.h>

/* A C++ function takes no more arguments than this: it ends with the node that goes beyond. */
#define MAX_FUNCTION_ARGUMENTS 500

/* --- slots ------------------------------------------------------------------------------------ */

static void
add_slots (FlWrapperWriter *writer)
{
  const FlLowered *lowered = writer->schedule->lowered;

  for (guint i = 0; i < writer->schedule->n_buffers; i++)
    fl_wrapper_writer_add (writer, writer->schedule->buffers[i]->buffer, writer->schedule->buffers[i]);
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] && !fl_wrapper_writer_find (writer, lowered->inputs[i]->name))
      fl_wrapper_writer_add (writer, lowered->inputs[i], NULL);
  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR && lowered->outputs[i].tensor.buffer)
      {
        FlWrapperSlot *slot = fl_wrapper_writer_find (writer, lowered->outputs[i].tensor.buffer->name);

        if (slot)
          slot->is_output = TRUE;
      }
  /* A result that nobody reads has no memory, though its operation runs for another one. */
  for (guint i = 0; i < writer->schedule->n_buffers; i++)
    {
      const FlSchedBuffer *sched = writer->schedule->buffers[i];
      gboolean is_read = FALSE;

      for (guint u = 0; u < sched->n_users; u++)
        is_read |= !sched->users[u].is_weak;
      fl_wrapper_writer_find (writer, sched->buffer->name)->is_removed = !is_read;
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static FlWrapperLine *
add_line (FlWrapperWriter *writer, FlWrapperStepKind kind, FlWrapperSlot *slot, FlWrapperSlot *other)
{
  FlWrapperLine line = { .step = { .kind = kind, .buffer = slot ? slot->buffer : NULL }, .slot = slot, .other = other };

  line.step.other = other ? other->buffer : NULL;
  line.node = writer->at;
  g_array_append_val (writer->lines, line);
  return &g_array_index (writer->lines, FlWrapperLine, writer->lines->len - 1);
}

static void
add_call (FlWrapperWriter *writer, guint first, guint n)
{
  FlWrapperLine *line = add_line (writer, FL_WRAPPER_CALL, NULL, NULL);

  line->step.first_node = first;
  line->step.n_nodes = n;
}

/* A library that returns its result allocates it itself. */
static gboolean
is_returned (const FlBuffer *buffer)
{
  return buffer->kind == FL_BUFFER_EXTERN_ALLOC || buffer->kind == FL_BUFFER_FALLBACK
         || buffer->kind == FL_BUFFER_MULTI_OUTPUT || buffer->kind == FL_BUFFER_MUTATION_OUTPUT;
}

static void
allocate (FlWrapperWriter *writer, FlWrapperSlot *slot)
{
  const FlLayout *layout = &slot->buffer->layout;

  if (slot->is_removed || slot->is_allocated || !slot->sched || slot->buffer->kind == FL_BUFFER_INPUT)
    return;
  slot->is_allocated = TRUE;
  if (is_returned (slot->buffer) || layout->kind == FL_LAYOUT_MUTATION || layout->kind == FL_LAYOUT_NONE
      || layout->kind == FL_LAYOUT_MULTI_OUTPUT)
    return;
  if (layout->kind == FL_LAYOUT_NON_OWNING && layout->target)
    {
      FlWrapperSlot *whole = fl_wrapper_writer_find (writer, layout->target->name);

      if (!whole)
        return;
      allocate (writer, whole);
      add_line (writer, FL_WRAPPER_ALIAS, slot, whole);
      return;
    }
  add_line (writer, FL_WRAPPER_ALLOCATE, slot, NULL);
}

static void
allocate_inplace (FlWrapperWriter *writer, FlWrapperSlot *slot, FlWrapperSlot *input)
{
  if (slot->is_allocated)
    return;
  allocate (writer, input);
  input->is_freed = TRUE;
  slot->is_allocated = TRUE;
  add_line (writer, FL_WRAPPER_INPLACE, slot, input);
}

/* --- freeing ---------------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
has_output_user (const FlSchedBuffer *sched)
{
  for (guint i = 0; i < sched->n_users; i++)
    if (!sched->users[i].node)
      return TRUE;
  return FALSE;
}

static void
free_one (FlWrapperWriter *writer, FlWrapperSlot *slot)
{
  if (slot->is_freed || slot->is_removed)
    return;
  if (slot->buffer->kind == FL_BUFFER_INPUT)
    add_line (writer, FL_WRAPPER_FREE, slot, NULL)->is_input = TRUE;
  if (!slot->sched || slot->buffer->kind == FL_BUFFER_INPUT || slot->buffer->layout.kind == FL_LAYOUT_NONE
      || has_output_user (slot->sched))
    return;
  slot->is_freed = TRUE;
  add_line (writer, FL_WRAPPER_FREE, slot, NULL);
}

static void
free_dying (FlWrapperWriter *writer)
{
  guint n;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (writer->dying, &n);

  qsort (names, n, sizeof *names, compare_names);
  for (guint i = 0; i < n; i++)
    {
      FlWrapperSlot *slot = fl_wrapper_writer_find (writer, names[i]);

      if (slot)
        free_one (writer, slot);
    }
  g_hash_table_remove_all (writer->dying);
}

/* The C++ function under way ends here. */
static void
flush (FlWrapperWriter *writer)
{
  if (writer->n_pending > 0)
    add_call (writer, writer->first_pending, writer->n_pending);
  writer->n_pending = 0;
  g_hash_table_remove_all (writer->arguments);
  fl_wrapper_end_arguments (writer);
  free_dying (writer);
}

/* --- nodes ------------------------------------------------------------------------------------ */

static gboolean
may_be_inplace (const FlWrapperSlot *slot)
{
  return !slot->is_removed && !slot->is_allocated && !is_returned (slot->buffer)
         && slot->buffer->layout.kind != FL_LAYOUT_NON_OWNING && slot->buffer->layout.kind != FL_LAYOUT_MUTATION
         && slot->sched && slot->sched->n_aliases == 0 && slot->sched->n_mutations == 0;
}

/* Decisions about what is written in place come before any allocation of the kernel on a GPU, node by node on a CPU. */
static void
decide_inplace (FlWrapperWriter *writer, const FlSchedNode *original, GHashTable *over)
{
  for (guint k = 0; k < original->n_outputs && original->kind == FL_SCHED_COMPUTE; k++)
    {
      FlWrapperSlot *output = fl_wrapper_writer_find (writer, original->outputs[k]->buffer->name);
      FlWrapperSlot *input = may_be_inplace (output) ? fl_wrapper_find_inplace (writer, original, output) : NULL;

      if (!input)
        continue;
      fl_wrapper_join_argument (writer, input, output);
      g_hash_table_insert (over, output, input);
    }
}

static void
mark_run (FlWrapperWriter *writer, const FlSchedNode *original, GHashTable *over)
{
  for (guint k = 0; k < original->n_outputs; k++)
    {
      FlWrapperSlot *output = fl_wrapper_writer_find (writer, original->outputs[k]->buffer->name);
      FlWrapperSlot *input = over ? g_hash_table_lookup (over, output) : NULL;

      if (input)
        allocate_inplace (writer, output, input);
      else
        allocate (writer, output);
    }
}

static void
mark_done (FlWrapperWriter *writer, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    writer->is_done[node->originals[i]->index] = TRUE;
}

/* PyTorch writes the groups inside a nested reduction's rows without asking what may be written in place. */
static gboolean
asks_inplace (const FlSchedNode *group, guint original)
{
  return group->kind != FL_SCHED_NESTED || original < group->members[0]->n_originals;
}

/* One sub-kernel: of a foreach node one of its members. */
static void
write_gpu_part (FlWrapperWriter *writer, const FlSchedNode *group, FlSchedNode *const *originals, guint n)
{
  g_autoptr (GHashTable) over = g_hash_table_new (NULL, NULL);

  fl_wrapper_end_arguments (writer);
  for (guint i = 0; i < n; i++)
    if (asks_inplace (group, i))
      decide_inplace (writer, originals[i], over);
  for (guint i = 0; i < n; i++)
    mark_run (writer, originals[i], over);
  fl_wrapper_remove_locals (writer, group, originals, n);
}

static gboolean
is_computed (const FlWrapperWriter *writer, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (!g_hash_table_contains (writer->computed, node->originals[i]))
      return FALSE;
  return TRUE;
}

/* Scratch memory is allocated with the call, and goes back once what is left in it was summed up. */
static void
write_gpu_call (FlWrapperWriter *writer, const FlSchedNode *node, const GPtrArray *sums)
{
  FlWrapperSlot *workspace = fl_wrapper_find_workspace (writer, node);

  if (workspace)
    add_line (writer, FL_WRAPPER_ALLOCATE, workspace, NULL);
  add_call (writer, writer->node, 1);
  for (guint i = 0; sums && i < sums->len; i++)
    {
      FlWrapperSlot *sum = sums->pdata[i];

      sum->is_allocated = TRUE;
      add_line (writer, FL_WRAPPER_SUM, sum, workspace);
    }
  if (workspace)
    add_line (writer, FL_WRAPPER_FREE, workspace, NULL);
}

static void
write_gpu_node (FlWrapperWriter *writer, const FlSchedNode *node)
{
  g_autoptr (GPtrArray) sums = node->kind == FL_SCHED_MIX_ORDER ? fl_wrapper_find_sums (writer, node) : NULL;

  if (is_computed (writer, node))
    return;
  if (node->kind == FL_SCHED_FOREACH)
    for (guint i = 0; i < node->n_members; i++)
      write_gpu_part (writer, node, node->members[i]->originals, node->members[i]->n_originals);
  else
    write_gpu_part (writer, node, node->originals, node->n_originals);
  write_gpu_call (writer, node, sums);
  free_dying (writer);
}

/* The loops of one C++ kernel. */
static void
write_cpu_part (FlWrapperWriter *writer, const FlSchedNode *group, FlSchedNode *const *originals, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GHashTable) over = g_hash_table_new (NULL, NULL);

      decide_inplace (writer, originals[i], over);
      mark_run (writer, originals[i], over);
    }
  fl_wrapper_remove_locals (writer, group, originals, n);
}

/* Where PyTorch finds that the common outer loop does not pay, it writes the loops a second time, and then allocates
 * what was to be handed on row by row. */
static void
write_outer_loop (FlWrapperWriter *writer, const FlSchedNode *node)
{
  g_autoptr (GPtrArray) removed = g_ptr_array_new ();

  fl_wrapper_remove_rows (writer, node, removed);
  for (guint i = 0; i < node->n_members; i++)
    write_cpu_part (writer, node, node->members[i]->originals, node->members[i]->n_originals);
  if (fl_wrapper_keeps_outer_loop (node))
    return;
  for (guint i = 0; i < removed->len; i++)
    ((FlWrapperSlot *) removed->pdata[i])->is_removed = FALSE;
  for (guint i = 0; i < node->n_originals; i++)
    mark_run (writer, node->originals[i], NULL);
}

static void
note_arguments (FlWrapperWriter *writer, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *original = node->originals[i];

      for (guint d = 0; d < original->n_reads + original->n_writes; d++)
        {
          const FlDep *dep = d < original->n_reads ? &original->reads[d] : &original->writes[d - original->n_reads];
          const FlWrapperSlot *slot = fl_wrapper_writer_find (writer, dep->name);

          if (dep->kind == FL_DEP_MEMORY && slot && !slot->is_removed)
            g_hash_table_add (writer->arguments, (gpointer) dep->name);
        }
    }
}

static void
write_cpu_node (FlWrapperWriter *writer, const FlSchedNode *node)
{
  if (writer->n_pending++ == 0)
    writer->first_pending = writer->node;
  writer->n_pending = writer->node - writer->first_pending + 1;
  if (node->kind == FL_SCHED_OUTER_LOOP)
    write_outer_loop (writer, node);
  else
    write_cpu_part (writer, node, node->originals, node->n_originals);
  note_arguments (writer, node);
}

static gboolean
is_gpu (const FlSchedNode *node)
{
  return node->device.type && strcmp (node->device.type, "cpu") != 0;
}

/* A line that notes which part of the graph follows: it keeps what stands before it from being dropped at the end. */
static void
note_origins (FlWrapperWriter *writer, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->op && node->originals[i]->op->n_origins > 0)
      {
        add_call (writer, writer->node, 0);
        return;
      }
}

static void
write_node (FlWrapperWriter *writer, const FlSchedNode *node)
{
  note_origins (writer, node);
  if (node->kind == FL_SCHED_EXTERN || (writer->node > 0 && is_gpu (node) != is_gpu (writer->nodes[writer->node - 1])))
    flush (writer);
  writer->at = writer->node;
  for (guint i = 0; i < node->n_last_usage; i++)
    g_hash_table_add (writer->dying, (gpointer) node->last_usage[i]);
  switch (node->kind)
    {
    case FL_SCHED_NOP: mark_run (writer, node->originals[0], NULL); break;
    case FL_SCHED_EXTERN:
      mark_run (writer, node->originals[0], NULL);
      add_call (writer, writer->node, 1);
      free_dying (writer);
      break;
    default:
      if (is_gpu (node))
        write_gpu_node (writer, node);
      else
        write_cpu_node (writer, node);
      break;
    }
  mark_done (writer, node);
  if (writer->n_pending > 0 && g_hash_table_size (writer->arguments) > MAX_FUNCTION_ARGUMENTS)
    flush (writer);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* On a CPU deleting just before the return changes nothing; on a GPU the end of the device's block stands in between.
 */
static void
drop_trailing (FlWrapperWriter *writer)
{
  while (writer->lines->len > 0)
    {
      const FlWrapperLine *line = &g_array_index (writer->lines, FlWrapperLine, writer->lines->len - 1);

      if (line->step.kind == FL_WRAPPER_CALL || line->is_input || line->slot->is_output)
        return;
      g_array_set_size (writer->lines, writer->lines->len - 1);
    }
}

static const FlWrapperPlan *
make_plan (FlWrapperWriter *writer)
{
  FlWrapperPlan *plan = fl_arena_new (writer->pass->arena, FlWrapperPlan, 1);
  FlWrapperStep *steps = fl_arena_new (writer->pass->arena, FlWrapperStep, writer->lines->len + 1);

  plan->schedule = writer->schedule;
  plan->n_nodes = writer->n_nodes;
  plan->nodes = writer->nodes;
  plan->steps = steps;
  for (guint i = 0; i < writer->lines->len; i++)
    {
      const FlWrapperLine *line = &g_array_index (writer->lines, FlWrapperLine, i);

      if ((line->slot && line->slot->is_removed) || line->is_taken
          || (line->step.kind == FL_WRAPPER_CALL && line->step.n_nodes == 0))
        continue;
      steps[plan->n_steps++] = line->step;
    }
  return plan;
}

const FlWrapperPlan *
fl_wrapper_plan_new (const FlPass *pass, const FlSchedule *schedule)
{
  g_autoptr (GHashTable) slots = g_hash_table_new (NULL, NULL), dying = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) chains = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) computed = g_hash_table_new (NULL, NULL), arguments = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) lines = g_array_new (FALSE, TRUE, sizeof (FlWrapperLine));
  FlWrapperWriter writer = { .pass = pass,
                             .schedule = schedule,
                             .slots = slots,
                             .dying = dying,
                             .chains = chains,
                             .lines = lines,
                             .computed = computed,
                             .arguments = arguments };

  writer.nodes = schedule->n_unjoined > 0 ? schedule->unjoined : schedule->nodes;
  writer.n_nodes = schedule->n_unjoined > 0 ? schedule->n_unjoined : schedule->n_nodes;
  writer.is_done = fl_arena_new (pass->arena, gboolean, schedule->n_originals + 1);
  writer.group_of = fl_arena_new (pass->arena, guint, schedule->n_originals + 1);
  for (guint i = 0; i < writer.n_nodes; i++)
    for (guint k = 0; k < writer.nodes[i]->n_originals; k++)
      writer.group_of[writer.nodes[i]->originals[k]->index] = i;
  add_slots (&writer);
  fl_wrapper_note_alignment (&writer);
  fl_wrapper_add_donated (&writer);
  for (writer.node = 0; writer.node < writer.n_nodes; writer.node++)
    write_node (&writer, writer.nodes[writer.node]);
  flush (&writer);
  if (schedule->target == FL_TARGET_CPU)
    drop_trailing (&writer);
  fl_wrapper_take_over (&writer);
  return make_plan (&writer);
}
