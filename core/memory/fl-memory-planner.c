/* Offsets by a planner of static allocation instead of lines that reuse: storages, with their lifetimes counted in
 * calls, in one arena. A kernel's results never share memory with what it reads, except where it writes over it
 * (fl-memory-inplace.c): that makes the two one storage. */
#include "fl-memory-private.h"

#include "fl-error.h"

/* The buffer at the beginning of those that are written over each other. */
static const FlBuffer *
get_storage (const FlMemoryPlan *plan, const FlBuffer *buffer)
{
  const FlBuffer *under;

  buffer = fl_buffer_get_base (buffer);
  while ((under = g_hash_table_lookup (plan->overwritten, buffer)))
    buffer = fl_buffer_get_base (under);
  return buffer;
}

const FlAllocProblem *
fl_memory_plan_make_problem (const FlMemoryPlan *plan, const gint64 *sizes_bytes, FlArena *arena, guint *storages)
{
  FlAllocBuffer *buffers = fl_arena_new (arena, FlAllocBuffer, plan->n_buffers + 1);
  FlAllocProblem *problem = fl_arena_new (arena, FlAllocProblem, 1);
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &plan->buffers[i];
      const FlBuffer *storage = get_storage (plan, entry->buffer);
      gpointer position;
      FlAllocBuffer *buffer;

      if (storages)
        storages[i] = G_MAXUINT;
      if (entry->is_removed || storage->kind == FL_BUFFER_INPUT || storage->kind == FL_BUFFER_CONSTANT)
        continue;
      if (!g_hash_table_lookup_extended (positions, storage, NULL, &position))
        {
          position = GUINT_TO_POINTER (n);
          g_hash_table_insert (positions, (gpointer) storage, position);
          buffers[n++] = (FlAllocBuffer) { .id = storage->name, .lower = entry->first, .upper = entry->last + 1 };
        }
      buffer = &buffers[GPOINTER_TO_UINT (position)];
      buffer->lower = MIN (buffer->lower, entry->first);
      buffer->upper = MAX (buffer->upper, (gint64) entry->last + 1);
      buffer->size = MAX (buffer->size, sizes_bytes ? sizes_bytes[i] : entry->size_bytes);
      if (storages)
        storages[i] = GPOINTER_TO_UINT (position);
    }
  *problem = (FlAllocProblem) { .n = n, .buffers = buffers, .alignment = FL_ARENA_ALIGNMENT };
  return problem;
}

/* Planners add up sizes: all of them together must be a number. */
static gboolean
check_sum (const FlAllocProblem *problem, GError **error)
{
  gint64 left = FL_MAX_ARENA_BYTES;

  for (guint i = 0; i < problem->n; i++)
    {
      if (problem->buffers[i].size > left - FL_ARENA_ALIGNMENT)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                       "the buffers need more than 64 TiB together, too much for a memory planner: use planner reuse");
          return FALSE;
        }
      left -= problem->buffers[i].size + FL_ARENA_ALIGNMENT;
    }
  return TRUE;
}

gint64
fl_memory_plan_place (const FlMemoryPlan *plan, const gint64 *sizes, gint64 *offsets, FlAllocPlan *result,
                      GError **error)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();
  g_autofree guint *storages = g_new (guint, plan->n_buffers + 1);
  const FlAllocProblem *problem = fl_memory_plan_make_problem (plan, sizes, scratch, storages);
  FlAllocLimits limits = { .seconds = plan->limit_seconds };
  g_auto (FlAllocPlan) placed = { 0 };

  if (!check_sum (problem, error))
    return -1;
  fl_alloc_run (plan->row, problem, &limits, &placed);
  for (guint i = 0; i < plan->n_buffers; i++)
    offsets[i] = storages[i] == G_MAXUINT ? -1 : placed.offsets[storages[i]];
  if (result)
    {
      *result = placed;
      result->offsets = NULL;
    }
  return placed.height;
}

gboolean
fl_memory_plan_can_place (const FlMemoryPlan *plan, const gint64 *sizes)
{
  g_autoptr (FlArena) scratch = fl_arena_open ();

  return check_sum (fl_memory_plan_make_problem (plan, sizes, scratch, NULL), NULL);
}

/* The choices of option memory_planner are reuse and then the rows of the table. */
gboolean
fl_memory_find_row (const FlOptions *options, const FlAllocRow **row, gboolean *keeps_lines, GError **error)
{
  *row = NULL;
  *keeps_lines = FALSE;
  if (options->memory_planner == 0)
    return TRUE;
  g_assert ((guint) options->memory_planner <= fl_alloc_get_n_rows ());
  *row = fl_alloc_get_row (options->memory_planner - 1);
  *keeps_lines = g_str_equal ((*row)->name, "auto");
  if (!options->memory_planning)
    return TRUE;
  if (*keeps_lines)
    {
      *row = NULL; /* pools were asked for, and no planner in particular */
      return TRUE;
    }
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "memory planner %s lays buffers out in one arena, memory_planning=true in pools: choose one of the two",
               (*row)->name);
  return FALSE;
}
