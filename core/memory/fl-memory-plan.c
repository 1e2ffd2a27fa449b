/* Looking things up in a plan, and telling of its decisions. */
#include "fl-memory-private.h"

gint64
fl_memory_plan_get_peak (const FlMemoryPlan *plan)
{
  return plan->row != NULL ? plan->arena_bytes : plan->peak_bytes;
}

gint64
fl_memory_plan_get_bound (const FlMemoryPlan *plan)
{
  return plan->row != NULL ? plan->arena_bound_bytes : plan->lower_bound_bytes;
}

const FlMemoryBuffer *
fl_memory_plan_find (const FlMemoryPlan *plan, const char *name)
{
  return g_hash_table_lookup (plan->by_name, name);
}

void
fl_planner_record (FlPlanner *planner, FlEventKind kind, FlVerdict verdict, const FlMemoryInfo *subject,
                   const FlMemoryInfo *object, const char *reason, const char *facts)
{
  FlEvent event;

  planner->is_halted |= fl_pass_is_stopped (planner->pass, FL_STAGE_MEMORY);
  if (planner->is_halted)
    return;
  event = (FlEvent) { .stage = FL_STAGE_MEMORY, .kind = kind, .verdict = verdict, .reason = reason, .facts = facts };

  event.subject = (FlRef) { FL_REF_BUFFER, subject->buffer->number, subject->buffer->name };
  if (object)
    event.object = (FlRef) { FL_REF_BUFFER, object->buffer->number, object->buffer->name };
  event.amount = subject->size_bytes;
  fl_trace_record (planner->pass->trace, &event);
}
