/* The map of a plan: boxes, what is alive at every step, and arrows from buffer to buffer. Offsets
 * are bytes from the arena's start; a storage is one rectangle for all buffers that are written
 * over each other, as the planners see it. */
#include "fl-event-kinds.h"
#include "fl-memory-map.h"

#include <string.h>

const char *
fl_map_arrow_kind_get_name (FlMapArrowKind kind)
{
  static const char *const names[] = {
    [FL_MAP_TAKES] = "takes", [FL_MAP_REUSE] = "reuse",     [FL_MAP_INPLACE] = "in place",
    [FL_MAP_ALIAS] = "slice", [FL_MAP_REFUSED] = "refused",
  };

  return names[kind];
}

guint
fl_memory_map_find (const FlMemoryMap *map, const char *name)
{
  for (guint i = 0; i < map->n_boxes; i++)
    if (g_str_equal (map->boxes[i].name, name))
      return i;
  return G_MAXUINT;
}

/* --- what follows from the boxes -------------------------------------------------------------- */

/* Each storage once: from the first step of its buffers to their last, where the lowest of them
 * begins. */
static FlMapStorage *
collect_storages (FlArena *arena, const FlMemoryMap *map, const gint64 *bytes)
{
  FlMapStorage *storages = fl_arena_new (arena, FlMapStorage, map->n_storages + 1);

  for (guint s = 0; s < map->n_storages; s++)
    storages[s] = (FlMapStorage) { .first = G_MAXUINT, .offset = G_MAXINT64, .bytes = bytes[s] };
  for (guint i = 0; i < map->n_boxes; i++)
    {
      const FlMapBox *box = &map->boxes[i];
      FlMapStorage *storage = &storages[box->storage];

      storage->first = MIN (storage->first, box->first);
      storage->last = MAX (storage->last, box->last);
      storage->offset = MIN (storage->offset, box->offset);
    }
  return storages;
}

static void
measure_steps (FlArena *arena, FlMemoryMap *map, const gint64 *bytes)
{
  gint64 *live = fl_arena_new (arena, gint64, map->n_steps + 2), *top = fl_arena_new (arena, gint64, map->n_steps + 1);
  gint64 now = 0;

  map->storages = collect_storages (arena, map, bytes);
  for (guint s = 0; s < map->n_storages; s++)
    {
      const FlMapStorage *storage = &map->storages[s];

      if (storage->first == G_MAXUINT)
        continue; /* none of it lies in the arena */
      live[storage->first] += storage->bytes;
      live[storage->last + 1] -= storage->bytes;
      for (guint step = storage->first; step <= storage->last; step++)
        top[step] = MAX (top[step], storage->offset + storage->bytes);
    }
  for (guint step = 0; step < map->n_steps; step++)
    {
      now += live[step];
      live[step] = now;
      if (now > live[map->peak_step])
        map->peak_step = step;
    }
  map->live_bytes = live;
  map->top_bytes = top;
}

static void
add_arrow (GArray *arrows, FlMapArrowKind kind, guint from, guint to, const char *reason, const char *facts)
{
  FlMapArrow arrow = { kind, from, to, reason, facts };

  if (from != G_MAXUINT && to != G_MAXUINT)
    g_array_append_val (arrows, arrow);
}

static int
compare_lasts (gconstpointer a, gconstpointer b, gpointer data)
{
  const FlMapBox *boxes = data;
  guint one = *(const guint *) a, other = *(const guint *) b;

  if (boxes[one].last != boxes[other].last)
    return boxes[one].last < boxes[other].last ? -1 : 1;
  return one < other ? -1 : one > other;
}

/* How many of the boxes, by their last step, end before a step. */
static guint
count_ended (const FlMemoryMap *map, const guint *order, guint step)
{
  guint low = 0, high = map->n_boxes;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (map->boxes[order[middle]].last < step)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Whose bytes they were: of the boxes that ended before and shared bytes with this one, the last;
 * of several, the one that shared most, and of these the first. */
static guint
find_former (const FlMemoryMap *map, const guint *order, const FlMapBox *box)
{
  guint best = G_MAXUINT;
  gint64 best_shared = 0;

  for (guint k = count_ended (map, order, box->first); k-- > 0;)
    {
      const FlMapBox *other = &map->boxes[order[k]];
      gint64 shared
          = MIN (box->offset + box->size_bytes, other->offset + other->size_bytes) - MAX (box->offset, other->offset);

      if (best != G_MAXUINT && other->last < map->boxes[best].last)
        break; /* boxes are sorted by their end: all further ones ended earlier still */
      if (shared < best_shared || shared <= 0 || other->storage == box->storage || other->is_slice)
        continue;
      best = order[k];
      best_shared = shared;
    }
  return best;
}

static void
find_takers (const FlMemoryMap *map, GArray *arrows)
{
  g_autofree guint *order = g_new (guint, map->n_boxes + 1);

  for (guint i = 0; i < map->n_boxes; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) map->n_boxes, sizeof *order, compare_lasts, (gpointer) map->boxes);
  for (guint i = 0; i < map->n_boxes; i++)
    if (!map->boxes[i].is_slice)
      add_arrow (arrows, FL_MAP_TAKES, find_former (map, order, &map->boxes[i]), i, "its last use was over", NULL);
}

static void
take_arrows (FlArena *arena, FlMemoryMap *map, GArray *arrows)
{
  map->n_arrows = arrows->len;
  map->arrows = fl_arena_memdup (arena, arrows->data, arrows->len * sizeof (FlMapArrow));
}

/* --- of a run --------------------------------------------------------------------------------- */

static const char *const *
name_steps (FlArena *arena, const FlRun *run)
{
  const FlMemoryPlan *plan = run->plan;
  const char **names = fl_arena_new (arena, const char *, plan->n_calls + 1);
  guint call = 0;

  for (guint i = 0; i < plan->n_lines; i++)
    if (plan->lines[i].kind == FL_LINE_CALL)
      {
        names[call] = run->program != NULL && call < run->program->n_kernels ? run->program->kernels[call].name
                                                                             : plan->lines[i].node->name;
        call++;
      }
  names[plan->n_calls] = "return";
  return names;
}

/* Bytes from the start of its storage, at the hints. */
static gint64
get_slice_bytes (const FlBuffer *buffer)
{
  const FlSym *start = fl_buffer_get_slice_offset (buffer);

  return start != NULL ? MAX (fl_sym_get_sample (start), 0) * fl_dtype_get_size_bytes (buffer->layout.dtype) : 0;
}

static void
fill_box (FlArena *arena, const FlMemoryMap *map, const FlMemoryBuffer *from, gint64 offset, guint storage,
          FlMapBox *box)
{
  g_autoptr (GString) shape = g_string_new (NULL);
  gint64 slice = get_slice_bytes (from->buffer);

  fl_layout_append (shape, &from->buffer->layout);
  *box = (FlMapBox) { .name = from->buffer->name,
                      .first = MIN (from->first, map->n_steps - 1),
                      .last = MIN (from->last, map->n_steps - 1),
                      .offset = offset + slice,
                      .size_bytes = from->size_bytes,
                      .storage = storage,
                      .is_output = from->is_output,
                      .is_slice = fl_buffer_get_base (from->buffer) != from->buffer,
                      .shape = fl_arena_strdup (arena, shape->str),
                      .why = from->why != NULL ? from->why : "",
                      .buffer = from };
  box->last = MAX (box->first, box->last);
  box->producer = map->steps[box->first];
  box->last_reader = from->is_output || box->last == box->first ? NULL : map->steps[box->last];
}

static void
fill_boxes (FlArena *arena, FlMemoryMap *map, const FlMemoryPlan *plan, const guint *storages, const gint64 *offsets)
{
  FlMapBox *boxes = fl_arena_new (arena, FlMapBox, plan->n_buffers + 1);

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *from = &plan->buffers[i];
      gint64 offset = offsets != NULL && storages[i] != G_MAXUINT ? offsets[storages[i]] : from->offset;

      map->n_inside += from->is_removed;
      if (storages[i] != G_MAXUINT && offset >= 0)
        fill_box (arena, map, from, offset, storages[i], &boxes[map->n_boxes++]);
    }
  map->boxes = boxes;
}

static void
add_line_arrows (const FlMemoryMap *map, const FlMemoryPlan *plan, GHashTable *positions, GArray *arrows)
{
  for (guint i = 0; i < plan->n_lines; i++)
    {
      const FlMemoryLine *line = &plan->lines[i];
      FlMapArrowKind kind = line->kind == FL_LINE_REUSE     ? FL_MAP_REUSE
                            : line->kind == FL_LINE_INPLACE ? FL_MAP_INPLACE
                                                            : FL_MAP_ALIAS;
      guint from, to;

      if (line->kind != FL_LINE_REUSE && line->kind != FL_LINE_INPLACE && line->kind != FL_LINE_ALIAS)
        continue;
      from = GPOINTER_TO_UINT (g_hash_table_lookup (positions, line->other->name));
      to = GPOINTER_TO_UINT (g_hash_table_lookup (positions, line->buffer->name));
      add_arrow (arrows, kind, from - 1, to - 1, to > 0 ? map->boxes[to - 1].why : "", NULL);
    }
}

static void
add_refusals (const FlRun *run, GHashTable *positions, GArray *arrows)
{
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_MEMORY); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_MEMORY, i);
      guint from, to;

      if ((event->kind != FL_EVENT_REUSE && event->kind != FL_EVENT_INPLACE) || event->object.name == NULL
          || event->verdict == FL_VERDICT_ACCEPT || event->verdict == FL_VERDICT_NOTE)
        continue;
      from = GPOINTER_TO_UINT (g_hash_table_lookup (positions, event->object.name));
      to = GPOINTER_TO_UINT (g_hash_table_lookup (positions, event->subject.name));
      add_arrow (arrows, FL_MAP_REFUSED, from - 1, to - 1, event->reason, event->facts);
    }
}

static void
find_arrows (FlArena *arena, FlMemoryMap *map, const FlRun *run)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) arrows = g_array_new (FALSE, FALSE, sizeof (FlMapArrow));

  for (guint i = map->n_boxes; i-- > 0;)
    g_hash_table_insert (positions, (gpointer) map->boxes[i].name, GUINT_TO_POINTER (i + 1));
  add_line_arrows (map, run->plan, positions, arrows);
  add_refusals (run, positions, arrows);
  find_takers (map, arrows);
  take_arrows (arena, map, arrows);
}

static gint64
count_outside (const FlLowered *lowered)
{
  gint64 bytes, sum = 0;

  for (guint i = 0; i < lowered->n_inputs + lowered->n_constants; i++)
    {
      const FlBuffer *buffer = i < lowered->n_inputs ? lowered->inputs[i] : lowered->constants[i - lowered->n_inputs];

      if (buffer != NULL && fl_buffer_get_size_bytes (buffer, lowered->symbols, NULL, NULL, &bytes, NULL))
        sum += bytes;
    }
  return sum;
}

/* Of each storage, with padding. */
static gint64 *
collect_sizes (const FlAllocProblem *problem)
{
  gint64 *bytes = g_new (gint64, problem->n + 1);

  for (guint i = 0; i < problem->n; i++)
    bytes[i] = (problem->buffers[i].size + problem->alignment - 1) / problem->alignment * problem->alignment;
  return bytes;
}

/* What an execution of this plan measured, call by call: one that does nothing leaves it as it was.
 */
static void
take_measured (FlArena *arena, FlMemoryMap *map, const FlRun *run)
{
  const FlVariantTime *variant = NULL;
  gint64 *measured;
  guint n = 0;

  for (guint i = 0; run->execution != NULL && i < run->execution->n_variants && variant == NULL; i++)
    if (run->execution->variants[i].program == run->program)
      variant = &run->execution->variants[i];
  if (variant == NULL || variant->n_measured == 0)
    return;
  measured = fl_arena_new (arena, gint64, map->n_steps + 1);
  for (guint i = 0; i < map->n_steps; i++)
    {
      gboolean has_step = i < run->program->n_kernels && n < variant->n_measured
                          && variant->measured_kernels[n] == &run->program->kernels[i];

      measured[i] = has_step ? variant->measured_bytes[n++] : i > 0 ? measured[i - 1] : 0;
    }
  map->measured_bytes = measured;
  map->measured_peak_bytes = variant->measured_peak_bytes;
  map->executed_bytes = variant->planned_bytes;
  map->page_bytes = variant->page_bytes;
}

static FlMemoryMap *
map_run (FlArena *arena, const FlRun *run, const FlAllocRow *row, const FlAllocLimits *limits)
{
  FlMemoryMap *map = fl_arena_new (arena, FlMemoryMap, 1);
  g_autofree guint *storages = g_new (guint, run->plan->n_buffers + 1);
  const FlAllocProblem *problem = fl_memory_plan_make_problem (run->plan, NULL, arena, storages);
  g_autofree gint64 *bytes = collect_sizes (problem);
  g_auto (FlAllocPlan) placed = { 0 };

  if (row != NULL)
    fl_alloc_run (row, problem, limits, &placed);
  map->title = run->graph->name;
  map->planner = row != NULL ? row->name : run->plan->planner;
  map->n_steps = run->plan->n_calls + 1;
  map->steps = name_steps (arena, run);
  map->height = row != NULL ? placed.height : run->plan->arena_bytes;
  map->bound = row != NULL ? placed.bound : run->plan->arena_bound_bytes;
  map->is_optimal = row != NULL ? placed.is_optimal : run->plan->is_arena_optimal;
  map->outside_bytes = count_outside (run->lowered);
  map->measured_peak_bytes = -1;
  map->n_storages = problem->n;
  map->alignment = problem->alignment;
  fill_boxes (arena, map, run->plan, storages, placed.offsets);
  measure_steps (arena, map, bytes);
  find_arrows (arena, map, run);
  if (row == NULL)
    take_measured (arena, map, run);
  return map;
}

FlMemoryMap *
fl_memory_map_new (FlArena *arena, const FlRun *run)
{
  return run->plan != NULL ? map_run (arena, run, NULL, NULL) : NULL;
}

FlMemoryMap *
fl_memory_map_new_by (FlArena *arena, const FlRun *run, const FlAllocRow *row, const FlAllocLimits *limits)
{
  return run->plan != NULL ? map_run (arena, run, row, limits) : NULL;
}

/* --- of a problem ----------------------------------------------------------------------------- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return one < other ? -1 : one > other;
}

/* The times at which something begins or ends, each once: between them nothing changes. */
static GArray *
collect_times (const FlAllocProblem *problem)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n = 0;

  for (guint i = 0; i < problem->n; i++)
    if (problem->buffers[i].size > 0 && problem->buffers[i].upper > problem->buffers[i].lower)
      {
        g_array_append_val (times, problem->buffers[i].lower);
        g_array_append_val (times, problem->buffers[i].upper);
      }
  g_array_sort (times, compare_times);
  for (guint i = 0; i < times->len; i++)
    if (n == 0 || g_array_index (times, gint64, i) != g_array_index (times, gint64, n - 1))
      g_array_index (times, gint64, n++) = g_array_index (times, gint64, i);
  g_array_set_size (times, n);
  return times;
}

static guint
find_time (const GArray *times, gint64 time)
{
  guint position = 0;

  g_array_binary_search ((GArray *) times, &time, compare_times, &position);
  return position;
}

static const char *const *
name_times (FlArena *arena, const GArray *times, guint n_steps)
{
  const char **names = fl_arena_new (arena, const char *, n_steps + 1);

  for (guint i = 0; i < n_steps; i++)
    names[i] = fl_arena_printf (arena, "%" G_GINT64_FORMAT, i < times->len ? g_array_index (times, gint64, i) : 0);
  return names;
}

FlMemoryMap *
fl_memory_map_new_problem (FlArena *arena, const FlAllocProblem *problem, const char *title, const FlAllocRow *row,
                           const FlAllocPlan *plan)
{
  FlMemoryMap *map = fl_arena_new (arena, FlMemoryMap, 1);
  g_autoptr (GArray) times = collect_times (problem), arrows = g_array_new (FALSE, FALSE, sizeof (FlMapArrow));
  FlMapBox *boxes = fl_arena_new (arena, FlMapBox, problem->n + 1);
  g_autofree gint64 *bytes = g_new (gint64, problem->n + 1);

  *map = (FlMemoryMap) { .title = fl_arena_strdup (arena, title),
                         .planner = row->name,
                         .is_problem = TRUE,
                         .boxes = boxes,
                         .n_steps = times->len > 1 ? times->len - 1 : 1,
                         .alignment = problem->alignment,
                         .height = plan->height,
                         .bound = plan->bound,
                         .is_optimal = plan->is_optimal,
                         .measured_peak_bytes = -1 };
  map->steps = name_times (arena, times, map->n_steps);
  for (guint i = 0; i < problem->n; i++)
    {
      const FlAllocBuffer *from = &problem->buffers[i];
      guint at = map->n_boxes;

      if (from->size <= 0 || from->upper <= from->lower)
        continue;
      boxes[at] = (FlMapBox) { .name = from->id,
                               .first = find_time (times, from->lower),
                               .last = find_time (times, from->upper) - 1,
                               .offset = plan->offsets[i],
                               .size_bytes = from->size,
                               .storage = at,
                               .why = "" };
      bytes[at] = (from->size + problem->alignment - 1) / problem->alignment * problem->alignment;
      map->n_boxes++;
    }
  map->n_storages = map->n_boxes;
  measure_steps (arena, map, bytes);
  find_takers (map, arrows);
  take_arrows (arena, map, arrows);
  return map;
}
