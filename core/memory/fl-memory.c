/* Memory planning, as TorchInductor's memory_plan_reuse does it.
 * In: fused schedule.  Out: wrapper lines, lifetimes, offsets.  Keeps: the order of calls.  Source:
 * torch/_inductor/scheduler.py, codegen/wrapper.py. */
#include "fl-memory-private.h"

#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-text.h"

/* --- what never reaches memory ---------------------------------------------------------------- */

static void
remove_buffer (FlPlanner *planner, const FlBuffer *buffer, const char *why)
{
  FlMemoryInfo *info = fl_planner_find (planner, buffer->name);

  info->is_removed = TRUE;
  info->why = why;
}

/* Is it written over later? Who reads the newer version is among that one's readers only, and the memory is the same.
 */
static gboolean
is_mutated (const FlSchedule *schedule, const FlBuffer *buffer)
{
  for (guint i = 0; i < schedule->n_mutations; i++)
    if (schedule->mutations[i].real == buffer->name || schedule->mutations[i].target == buffer->name)
      return TRUE;
  return FALSE;
}

/* A GPU kernel keeps every value that only its own operations read in registers (Inductor's
 * remove_kernel_local_buffers). */
static void
remove_gpu_locals (FlPlanner *planner, const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals && node->kind != FL_SCHED_COMPUTE; i++)
    for (guint k = 0; k < node->originals[i]->n_outputs; k++)
      {
        const FlSchedBuffer *buffer = node->originals[i]->outputs[k];
        gboolean is_local = !buffer->buffer->is_output && buffer->n_users > 0 && buffer->n_mutations == 0
                            && buffer->n_aliases == 0 && buffer->buffer->layout.kind == FL_LAYOUT_FIXED
                            && !is_mutated (planner->schedule, buffer->buffer);

        for (guint u = 0; u < buffer->n_users && is_local; u++)
          is_local = buffer->users[u].node
                     && (buffer->users[u].is_weak
                         || fl_schedule_find_group (planner->schedule, buffer->users[u].node) == node);
        if (is_local)
          remove_buffer (planner, buffer->buffer, "every reader is in the kernel that computes it");
      }
}

static gboolean
has_loops (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (!node->originals[i]->body && node->originals[i]->kind != FL_SCHED_NOP)
      return FALSE;
  return node->kind != FL_SCHED_EXTERN && node->kind != FL_SCHED_NOP;
}

static void
remove_kernel_locals (FlPlanner *planner)
{
  for (guint i = 0; i < planner->schedule->n_nodes; i++)
    {
      const FlSchedNode *node = planner->schedule->nodes[i];

      if (!has_loops (node))
        continue;
      if (planner->schedule->target != FL_TARGET_CPU)
        {
          remove_gpu_locals (planner, node);
          continue;
        }
      planner->nests[i] = fl_nest_new (planner->pass->arena, planner->schedule, node);
      for (guint k = 0; k < planner->nests[i]->n_locals; k++)
        if (planner->nests[i]->locals[k].place != FL_LOCAL_MEMORY)
          remove_buffer (planner, planner->nests[i]->locals[k].buffer, planner->nests[i]->locals[k].why);
    }
}

/* --- the plan --------------------------------------------------------------------------------- */

/* Positions of scheduled nodes in the order of calls: nodes that do not run stand at the next call. */
static guint *
number_calls (const FlPlanner *planner, guint *n_calls)
{
  guint *calls = fl_arena_new (planner->pass->arena, guint, planner->schedule->n_nodes + 1), n = 0;

  for (guint i = 0; i < planner->schedule->n_nodes; i++)
    {
      calls[i] = n;
      n += planner->schedule->nodes[i]->kind != FL_SCHED_NOP;
    }
  *n_calls = n;
  return calls;
}

/* A node that does not run ends what it uses with the call before it: the line that frees comes before the next call.
 */
static guint
get_last_call (const FlPlanner *planner, const FlMemoryInfo *info, const guint *calls)
{
  guint last = calls[info->last];

  if (planner->schedule->nodes[info->last]->kind == FL_SCHED_NOP && last > calls[info->first])
    last--;
  return last;
}

static void
fill_buffers (FlPlanner *planner, FlMemoryPlan *plan)
{
  FlMemoryBuffer *buffers = fl_arena_new (planner->pass->arena, FlMemoryBuffer, planner->order->len);
  guint n_calls, n = 0, *calls = number_calls (planner, &n_calls);

  for (guint i = 0; i < planner->order->len; i++)
    {
      const FlMemoryInfo *info = g_ptr_array_index (planner->order, i);

      if (info->is_input || (!info->is_allocated && !info->is_removed))
        continue;
      buffers[n++]
          = (FlMemoryBuffer) { .buffer = info->buffer,
                               .size_bytes = info->size_bytes,
                               .first = MIN (calls[info->first], plan->n_calls),
                               .last = info->is_output ? plan->n_calls
                                                       : MIN (get_last_call (planner, info, calls), plan->n_calls),
                               .offset = -1,
                               .owner = info->owner,
                               .is_removed = info->is_removed,
                               .is_output = info->is_output,
                               .why = info->why ? info->why : "" };
    }
  plan->buffers = buffers;
  plan->n_buffers = n;
  plan->by_name
      = fl_arena_adopt (planner->pass->arena, g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  for (guint i = n; i-- > 0;)
    g_hash_table_insert (plan->by_name, (gpointer) buffers[i].buffer->name, &buffers[i]);
}

static void
fill_overwritten (FlPlanner *planner, FlMemoryPlan *plan)
{
  plan->overwritten
      = fl_arena_adopt (planner->pass->arena, g_hash_table_new (NULL, NULL), (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < plan->n_lines; i++)
    if (plan->lines[i].kind == FL_LINE_INPLACE)
      g_hash_table_insert (plan->overwritten, (gpointer) plan->lines[i].buffer, (gpointer) plan->lines[i].other);
}

static void
fill_calls (FlPlanner *planner, FlMemoryPlan *plan)
{
  const FlNest **nests;

  for (guint i = 0; i < plan->n_lines; i++)
    plan->n_calls += plan->lines[i].kind == FL_LINE_CALL;
  plan->nests = nests = fl_arena_new (planner->pass->arena, const FlNest *, plan->n_calls + 1);
  for (guint i = 0, call = 0; i < planner->schedule->n_nodes && call < plan->n_calls; i++)
    if (planner->schedule->nodes[i]->kind != FL_SCHED_NOP)
      nests[call++] = planner->nests[i];
}

/* How the offsets were found is one decision: the planner's. */
static void
record_arena (FlPlanner *planner, const FlMemoryPlan *plan, const FlAllocPlan *placed)
{
  FlEvent event = { .stage = FL_STAGE_MEMORY,
                    .kind = FL_EVENT_ALLOCATE,
                    .verdict = FL_VERDICT_ACCEPT,
                    .subject = { .kind = FL_REF_NONE, .name = plan->planner },
                    .amount = plan->arena_bytes };
  g_autofree char *arena = NULL, *bound = NULL;

  planner->is_halted |= fl_pass_is_stopped (planner->pass, FL_STAGE_MEMORY);
  if (planner->is_halted)
    return;
  event.reason = plan->is_arena_optimal ? "laid out in an arena: none is smaller"
                 : placed->gave_up      ? "laid out in an arena: the search for a smaller one ended by its limit"
                                        : "laid out in an arena";
  arena = fl_text_dup_bytes ((guint64) MAX (plan->arena_bytes, 0));
  bound = fl_text_dup_bytes ((guint64) MAX (plan->arena_bound_bytes, 0));
  event.facts = fl_arena_printf (planner->pass->arena, "%s, at least %s", arena, bound);
  fl_trace_record (planner->pass->trace, &event);
}

static gboolean
place_by_row (FlPlanner *planner, FlMemoryPlan *plan, gint64 *offsets, GError **error)
{
  g_autofree gint64 *sizes = g_new0 (gint64, plan->n_buffers + 1);
  FlAllocPlan placed = { 0 };

  if (!fl_memory_plan_measure_sizes (plan, NULL, NULL, sizes, error))
    return FALSE;
  if (plan->keeps_lines && !fl_memory_plan_can_place (plan, sizes))
    {
      plan->row = NULL;
      plan->planner = "reuse";
      return TRUE;
    }
  plan->arena_bytes = fl_memory_plan_place (plan, sizes, offsets, &placed, error);
  if (plan->arena_bytes < 0)
    return FALSE;
  plan->arena_bound_bytes = placed.bound;
  plan->is_arena_optimal = placed.is_optimal;
  record_arena (planner, plan, &placed);
  return TRUE;
}

static gboolean
lay_out (FlPlanner *planner, FlMemoryPlan *plan, GError **error)
{
  g_autofree gint64 *offsets = g_new0 (gint64, plan->n_buffers + 1);

  if (plan->row && !place_by_row (planner, plan, offsets, error))
    return FALSE;
  if (!plan->row)
    {
      g_autoptr (FlArena) scratch = fl_arena_open ();

      plan->arena_bytes = fl_memory_plan_lay_out (plan, NULL, NULL, offsets, NULL, error);
      if (plan->arena_bytes < 0)
        return FALSE;
      plan->arena_bound_bytes = fl_alloc_get_max_live (fl_memory_plan_make_problem (plan, NULL, scratch, NULL));
      plan->is_arena_optimal = plan->arena_bytes == plan->arena_bound_bytes;
    }
  for (guint i = 0; i < plan->n_buffers; i++)
    ((FlMemoryBuffer *) plan->buffers)[i].offset = offsets[i];
  return TRUE;
}

FlMemoryPlan *
fl_memory_plan_run (const FlPass *pass, const FlSchedule *schedule, GError **error)
{
  g_autoptr (GHashTable) infos = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GArray) lines = g_array_new (FALSE, TRUE, sizeof (FlMemoryLine));
  g_autoptr (GHashTable) pool = fl_memory_pool_new ();
  FlPlanner planner
      = { .pass = pass, .schedule = schedule, .infos = infos, .order = order, .lines = lines, .pool = pool };
  FlMemoryPlan *plan = fl_arena_new (pass->arena, FlMemoryPlan, 1);

  if (fl_pass_is_cancelled (pass, error) || !fl_memory_find_row (pass->options, &plan->row, &plan->keeps_lines, error))
    return NULL;
  planner.nests = fl_arena_new (pass->arena, const FlNest *, schedule->n_nodes + 1);
  planner.row = plan->keeps_lines ? NULL : plan->row;
  fl_planner_find_lives (&planner);
  remove_kernel_locals (&planner);
  fl_planner_write_lines (&planner);
  plan->planner = plan->row ? plan->row->name : "reuse";
  plan->limit_seconds = pass->options->memory_planner_limit_ms / 1e3;
  plan->schedule = schedule;
  plan->n_lines = lines->len;
  plan->lines = fl_arena_memdup (pass->arena, lines->data, lines->len * sizeof (FlMemoryLine));
  fill_calls (&planner, plan);
  fill_buffers (&planner, plan);
  fill_overwritten (&planner, plan);
  if (pass->options->memory_planning)
    fl_planner_make_pools (&planner, plan);
  fl_planner_measure (&planner, plan);
  return lay_out (&planner, plan, error) ? plan : NULL;
}
