/* May a node write its result over one of its inputs? TorchInductor's decide_inplace_update
 * (torch/_inductor/scheduler.py): the node must be the input's last reader, read and write the same elements in the
 * same order, and the sizes must agree. */
#include "fl-event-kinds.h"
#include "fl-memory-private.h"

static gboolean
is_ancestor (const FlSchedNode *node, const FlSchedNode *of)
{
  return of->ancestors && (of->ancestors[node->index / 32] >> (node->index % 32) & 1);
}

static gboolean
is_done (const FlPlanner *planner, const FlSchedNode *original)
{
  return planner->positions[original->index] < planner->node;
}

/* Readers that have yet to run. */
static guint
count_remaining_users (const FlPlanner *planner, const FlSchedBuffer *buffer, const FlSchedNode *node,
                       const FlSchedUser **last)
{
  guint n = 0;

  for (guint i = 0; i < buffer->n_users; i++)
    {
      const FlSchedNode *user = buffer->users[i].node;

      if (user && (is_ancestor (user, node) || is_done (planner, user)))
        continue;
      n++;
      *last = &buffer->users[i];
    }
  return n;
}

static gboolean
has_fitting_size (const FlMemoryInfo *input, const FlMemoryInfo *output)
{
  gint64 have, want;

  if (input->buffer->layout.dtype != output->buffer->layout.dtype
      || input->buffer->layout.device.type != output->buffer->layout.device.type
      || input->buffer->layout.device.index != output->buffer->layout.device.index)
    return FALSE;
  if (input->elements == output->elements)
    return TRUE;
  if (!fl_sym_is_int (input->elements, &have) || !fl_sym_is_int (output->elements, &want))
    return FALSE;
  return want <= have && want * 20 >= have * 19; /* at most 5 % of it unused */
}

/* All accesses to the buffer within the scheduled node go through one and the same index. */
static gboolean
has_single_index (const FlPlanner *planner, const char *name)
{
  const FlSchedNode *group = planner->schedule->nodes[planner->node];
  const FlDep *seen = NULL;

  for (guint i = 0; i < group->n_originals; i++)
    {
      const FlSchedNode *original = group->originals[i];

      for (guint k = 0; k < original->n_reads + original->n_writes; k++)
        {
          const FlDep *dep = k < original->n_reads ? &original->reads[k] : &original->writes[k - original->n_reads];

          if (dep->name != name)
            continue;
          if (seen && !fl_dep_equal (seen, dep))
            return FALSE;
          seen = dep;
        }
    }
  return TRUE;
}

/* TorchInductor decides about in-place writes before it finds out that a value never leaves a Triton kernel; then the
 * two share one argument, and the plan shows the value as allocated and taken over. */
static gboolean
is_local_of_gpu_kernel (const FlPlanner *planner, const FlMemoryInfo *input)
{
  return planner->schedule->target != FL_TARGET_CPU && input->first == planner->node;
}

/* NULL: it may. */
static const char *
find_obstacle (const FlPlanner *planner, const FlSchedNode *node, const FlMemoryInfo *input, const FlMemoryInfo *output)
{
  const FlSchedUser *last = NULL;
  FlLayoutKind kind = input->buffer->layout.kind;

  if (input->is_input)
    return "graph inputs and constants are kept";
  if (kind == FL_LAYOUT_NONE || kind == FL_LAYOUT_MULTI_OUTPUT || kind == FL_LAYOUT_MUTATION)
    return "the input has no memory of its own";
  if (kind == FL_LAYOUT_NON_OWNING)
    return "the input is a slice of another buffer";
  if (input->is_removed && !is_local_of_gpu_kernel (planner, input))
    return "the input lives only inside the kernel";
  if (input->is_freed || (!input->is_allocated && !input->is_removed))
    return "the input's memory was given away already";
  if (input->is_output)
    return "the input is an output of the graph";
  if (input->sched->node && input->sched->node->kind == FL_SCHED_NOP)
    return "the input is put together from slices";
  if (count_remaining_users (planner, input->sched, node, &last) != 1 || last->node != node)
    return "others still read the input";
  if (!last->can_inplace)
    return "the input is not read element by element in the order of the output";
  if (input->buffer->n_aliases > 0)
    return "the input may alias another buffer";
  if (!has_fitting_size (input, output))
    return "sizes or dtypes differ";
  if (!has_single_index (planner, input->buffer->name))
    return "the kernel reads the input at more than one index";
  return NULL;
}

/* At another index: what is said of a buffer holds for all its reads. */
static gboolean
is_read_before (const FlSchedNode *node, guint read)
{
  for (guint i = 0; i < read; i++)
    if (node->reads[i].name == node->reads[read].name)
      return TRUE;
  return FALSE;
}

FlMemoryInfo *
fl_planner_find_inplace (FlPlanner *planner, const FlSchedNode *original, const FlMemoryInfo *output)
{
  const FlSchedNode *group = planner->schedule->nodes[planner->node];

  /* TorchInductor writes the groups of nested reductions without asking what may be written in place. (It does ask for
   * the part over whole rows; a group does not say which of its nodes that is, so it counts as the other.) */
  if (!planner->pass->options->inplace_buffers || original->kind != FL_SCHED_COMPUTE
      || group->kind == FL_SCHED_OUTER_LOOP || group->kind == FL_SCHED_NESTED || group->kind == FL_SCHED_KERNEL_GROUP)
    return NULL;
  for (guint i = 0; i < original->n_reads; i++)
    {
      FlMemoryInfo *input = fl_planner_find (planner, original->reads[i].name);
      const char *obstacle;

      if (!input || !input->sched || is_read_before (original, i))
        continue;
      obstacle = find_obstacle (planner, original, input, output);
      fl_planner_record (planner, FL_EVENT_INPLACE, obstacle ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT, output, input,
                         obstacle ? obstacle : "last reader, same elements, same size", NULL);
      if (!obstacle)
        return input;
    }
  return NULL;
}
