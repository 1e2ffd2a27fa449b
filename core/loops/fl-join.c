#include "fl-join-private.h"

#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-options.h"
#include "fl-override.h"

#include <string.h>

enum
{
  MIN_INNERMOST = 64,         /* elements: what a loop that is cut for company keeps, or what it had */
  MAX_BESIDE_BYTES = 16 << 10 /* of a row that slices are parts of: longer pieces are as fast by themselves */
};

/* --- groups ----------------------------------------------------------------------------------- */

gboolean
fl_join_writes (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->buffer->name == name)
      return TRUE;
  return FALSE;
}

static void
add_dep (GArray *deps, const FlDep *dep)
{
  for (guint i = 0; i < deps->len; i++)
    if (fl_dep_equal (&g_array_index (deps, FlDep, i), dep))
      return;
  g_array_append_vals (deps, dep, 1);
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find (names, name, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

static void
set_deps (FlArena *arena, FlSchedNode *group)
{
  g_autoptr (GArray) reads = g_array_new (FALSE, FALSE, sizeof (FlDep)),
                     unmet = g_array_new (FALSE, FALSE, sizeof (FlDep));
  g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (FlDep));
  g_autoptr (GPtrArray) last = g_ptr_array_new ();

  for (guint m = 0; m < group->n_members; m++)
    {
      const FlSchedNode *member = group->members[m];

      for (guint i = 0; i < member->n_reads; i++)
        if (!fl_join_writes (group, member->reads[i].name))
          add_dep (reads, &member->reads[i]);
      for (guint i = 0; i < member->n_unmet; i++)
        if (!fl_join_writes (group, member->unmet[i].name))
          add_dep (unmet, &member->unmet[i]);
      for (guint i = 0; i < member->n_writes; i++)
        add_dep (written, &member->writes[i]);
      for (guint i = 0; i < member->n_last_usage; i++)
        add_name (last, member->last_usage[i]);
    }
  group->n_reads = reads->len;
  group->reads = fl_arena_memdup (arena, reads->data, reads->len * sizeof (FlDep));
  group->n_unmet = unmet->len;
  group->unmet = fl_arena_memdup (arena, unmet->data, unmet->len * sizeof (FlDep));
  group->n_writes = written->len;
  group->writes = fl_arena_memdup (arena, written->data, written->len * sizeof (FlDep));
  group->n_last_usage = last->len;
  group->last_usage = fl_arena_memdup (arena, last->pdata, last->len * sizeof (gpointer));
}

static void
add_members (GPtrArray *members, FlSchedNode *node)
{
  for (guint i = 0; node->kind == FL_SCHED_KERNEL_GROUP && i < node->n_members; i++)
    g_ptr_array_add (members, node->members[i]);
  if (node->kind != FL_SCHED_KERNEL_GROUP)
    g_ptr_array_add (members, node);
}

/* Everything about it that follows from its members. */
static void
sum_up (FlArena *arena, const FlSchedule *schedule, FlSchedNode *group)
{
  g_autoptr (GPtrArray) originals = g_ptr_array_new (), outputs = g_ptr_array_new ();
  guint32 *ancestors = fl_arena_new (arena, guint32, schedule->n_words + 1);

  for (guint m = 0; m < group->n_members; m++)
    {
      const FlSchedNode *member = group->members[m];

      for (guint i = 0; i < member->n_originals; i++)
        g_ptr_array_add (originals, member->originals[i]);
      for (guint i = 0; i < member->n_outputs; i++)
        g_ptr_array_add (outputs, member->outputs[i]);
      for (guint w = 0; w < schedule->n_words; w++)
        ancestors[w] |= member->ancestors[w];
      group->min_order = MIN (group->min_order, member->min_order);
      group->max_order = MAX (group->max_order, member->max_order);
      group->min_input_distance = MIN (group->min_input_distance, member->min_input_distance);
      group->max_input_distance = MAX (group->max_input_distance, member->max_input_distance);
      group->is_reduction |= member->is_reduction;
    }
  group->n_originals = originals->len;
  group->originals = fl_arena_memdup (arena, originals->pdata, originals->len * sizeof (gpointer));
  group->n_outputs = outputs->len;
  group->outputs = fl_arena_memdup (arena, outputs->pdata, outputs->len * sizeof (gpointer));
  group->ancestors = ancestors;
}

FlSchedNode *
fl_join_make_group (FlArena *arena, const FlSchedule *schedule, FlSchedNode *const *nodes, guint n_nodes)
{
  FlSchedNode *group = fl_arena_new (arena, FlSchedNode, 1);
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GString) name = g_string_new (NULL);

  *group = *nodes[0];
  for (guint i = 0; i < n_nodes; i++)
    {
      add_members (members, nodes[i]);
      g_string_append_printf (name, "%s%s", i ? "_" : "", nodes[i]->name);
    }
  group->kind = FL_SCHED_KERNEL_GROUP;
  group->name = fl_intern (name->str);
  group->op = NULL;
  group->body = group->default_body = NULL;
  group->n_members = members->len;
  group->members = fl_arena_memdup (arena, members->pdata, members->len * sizeof (gpointer));
  sum_up (arena, schedule, group);
  set_deps (arena, group);
  return group;
}

/* --- is it a gain ----------------------------------------------------------------------------- */

gboolean
fl_join_is_loops (const FlSchedNode *node)
{
  return (node->device.type == NULL || g_str_equal (node->device.type, "cpu"))
         && (node->kind == FL_SCHED_COMPUTE || node->kind == FL_SCHED_FUSED || node->kind == FL_SCHED_OUTER_LOOP
             || node->kind == FL_SCHED_KERNEL_GROUP);
}

static gboolean
reads_from (const FlSchedNode *b, const FlSchedNode *a)
{
  for (guint i = 0; i < b->n_reads; i++)
    if (fl_join_writes (a, b->reads[i].name))
      return TRUE;
  return FALSE;
}

/* The whole of which all that a node writes is slices, in rows that are short; NULL: none. */
static const FlBuffer *
find_whole (const FlSchedNode *node)
{
  const FlBuffer *whole = NULL;

  for (guint i = 0; i < node->n_outputs; i++)
    {
      const FlLayout *layout = &node->outputs[i]->buffer->layout;
      gint64 run = 1, step = 0, size;

      if (layout->kind != FL_LAYOUT_NON_OWNING || (whole && layout->target != whole))
        return NULL;
      for (guint d = layout->n_dims; d-- > 0 && fl_sym_is_int (layout->strides[d], &step) && step == run; run *= size)
        if (!fl_sym_is_int (layout->sizes[d], &size))
          return NULL;
      if (step <= run || step * (gint64) fl_dtype_get_size_bytes (layout->dtype) > MAX_BESIDE_BYTES)
        return NULL;
      whole = layout->target;
    }
  return whole;
}

/* Loops that walk memory by strips or tiles. */
guint
fl_join_count_special (const FlNestItem *items, guint n_items)
{
  guint n = 0;

  for (guint i = 0; i < n_items; i++)
    if (items[i].loop)
      n += items[i].loop->is_strip + items[i].loop->is_tiled
           + fl_join_count_special (items[i].loop->items, items[i].loop->n_items);
  return n;
}

static gint64
get_innermost (const FlNestLeaf *leaf)
{
  return leaf->n_loops > 0 ? fl_sym_get_hint (leaf->sizes[leaf->n_loops - 1], 8) : 1;
}

static double
count_iterations (const FlNestLeaf *leaf)
{
  double n = 1;

  for (guint i = 0; i < leaf->n_loops; i++)
    n *= fl_sym_get_hint (leaf->sizes[i], 8);
  return n;
}

/* Are the innermost loops of one of both still as long as it matters? What is done once a row takes no time. */
static gboolean
keeps_innermost (const FlNest *joined, const FlNest *own, guint first)
{
  double most = 0;

  for (guint i = 0; i < joined->n_leaves; i++)
    most = MAX (most, count_iterations (&joined->leaves[i]));
  for (guint i = 0; i < own->n_leaves; i++)
    if (get_innermost (&joined->leaves[first + i]) < MIN (get_innermost (&own->leaves[i]), MIN_INNERMOST)
        && count_iterations (&own->leaves[i]) * MIN_INNERMOST > most)
      return FALSE;
  return TRUE;
}

/* A buffer of a that b reads and that no longer goes through memory. */
static const FlNestLocal *
find_gain (const FlNest *joined, const FlSchedNode *a)
{
  for (guint i = 0; i < joined->n_locals; i++)
    if (joined->locals[i].place != FL_LOCAL_MEMORY && fl_join_writes (a, joined->locals[i].buffer->name))
      {
        const FlSchedBuffer *buffer = fl_schedule_find_buffer (joined->schedule, joined->locals[i].buffer->name);

        for (guint u = 0; u < buffer->n_users; u++)
          {
            gboolean is_inside = FALSE;

            for (guint k = 0; k < a->n_originals; k++)
              is_inside |= a->originals[k] == buffer->users[u].node;
            if (!is_inside && !buffer->users[u].is_weak)
              return &joined->locals[i];
          }
      }
  return NULL;
}

/* Is it done once, when all else is: the division of a mean, a loss made of sums? */
static gboolean
has_no_loops (const FlNest *nest)
{
  for (guint i = 0; i < nest->n_leaves; i++)
    if (nest->leaves[i].n_loops > 0)
      return FALSE;
  return nest->n_leaves > 0;
}

static const char *
find_obstacle (FlArena *arena, const FlSchedule *schedule, const FlSchedNode *a, const FlSchedNode *b,
               const FlSchedNode *group, const FlBuffer *whole, const FlNestLocal **gain, gboolean *is_end)
{
  const FlNest *joined = fl_nest_new (arena, schedule, group);
  const FlNest *first = fl_nest_new (arena, schedule, a), *second = fl_nest_new (arena, schedule, b);

  *is_end = has_no_loops (second) && joined->n_items == first->n_items + second->n_items;
  if (joined->n_items != 1 && !*is_end)
    return "they share no outermost loop";
  if (!joined->is_parallel && !*is_end)
    return joined->why_serial;
  *gain = find_gain (joined, a);
  if (!*gain && !whole)
    return "what passes between them would go through memory all the same";
  if (fl_join_count_special (joined->items, joined->n_items)
      != fl_join_count_special (first->items, first->n_items) + fl_join_count_special (second->items, second->n_items))
    return "one of them walks memory by strips or tiles, which the other's loops do not allow";
  if (!keeps_innermost (joined, first, 0) || !keeps_innermost (joined, second, first->n_leaves))
    return "innermost loops would become short";
  return NULL;
}

/* --- the pass --------------------------------------------------------------------------------- */

const char *
fl_join_find_forbidden (const FlPass *pass, const FlSchedNode *group)
{
  for (guint i = 0; pass->overrides && i < pass->overrides->n; i++)
    {
      const FlOverrideState *state = &pass->overrides->states[i];

      if (state->override.kind == FL_OVERRIDE_FORBID && state->outcome < FL_OUTCOME_REFUSED
          && fl_sched_node_computes (group, state->node_a) && fl_sched_node_computes (group, state->node_b))
        return fl_arena_printf (pass->arena, "an override forbids it: forbid %s, %s", state->override.a,
                                state->override.b);
    }
  return NULL;
}

void
fl_join_record (const FlPass *pass, const FlSchedNode *a, const FlSchedNode *b, FlVerdict verdict, const char *facts)
{
  FlEvent event
      = { .stage = FL_STAGE_FUSE,
          .kind = FL_EVENT_JOIN,
          .verdict = verdict,
          .reason = verdict == FL_VERDICT_ACCEPT ? "written as one kernel" : "written as kernels of their own",
          .facts = facts };

  event.subject = (FlRef) { FL_REF_OP, a->index, a->name };
  event.object = (FlRef) { FL_REF_OP, b->index, b->name };
  fl_trace_record (pass->trace, &event);
}

static FlSchedNode *
join (const FlPass *pass, const FlSchedule *schedule, FlSchedNode *a, FlSchedNode *b)
{
  const FlBuffer *whole = find_whole (a);
  const FlNestLocal *gain = NULL;
  const char *obstacle;
  FlSchedNode *group;
  gboolean is_end = FALSE;

  whole = whole && whole == find_whole (b) ? whole : NULL;
  if (!fl_join_is_loops (a) || !fl_join_is_loops (b) || (!whole && !reads_from (b, a))
      || a->n_originals + b->n_originals > FL_JOIN_MAX_ORIGINALS)
    return NULL;
  group = fl_join_make_group (pass->arena, schedule, (FlSchedNode *[]) { a, b }, 2);
  obstacle = fl_join_find_forbidden (pass, group);
  if (!obstacle)
    obstacle = find_obstacle (pass->arena, schedule, a, b, group, whole, &gain, &is_end);
  fl_join_record (pass, a, b, obstacle ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT,
                  obstacle ? obstacle
                  : !gain  ? fl_arena_printf (pass->arena,
                                              "they share their outermost loop and write pieces of the same rows of %s",
                                              whole->name)
                  : is_end ? fl_arena_printf (pass->arena, "the second has no loops, and %s needs no memory",
                                              gain->buffer->name)
                           : fl_arena_printf (pass->arena, "they share their outermost loop and %s needs no memory: %s",
                                              gain->buffer->name, gain->why));
  return obstacle ? NULL : group;
}

const FlSchedule *
fl_join_run (const FlPass *pass, const FlSchedule *schedule)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  FlSchedule *joined;

  if (!pass->options->cpu_join || schedule->target != FL_TARGET_CPU)
    return schedule;
  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      FlSchedNode *last = nodes->len > 0 ? nodes->pdata[nodes->len - 1] : NULL;
      FlSchedNode *group = last ? join (pass, schedule, last, schedule->nodes[i]) : NULL;

      if (group)
        nodes->pdata[nodes->len - 1] = group;
      else
        g_ptr_array_add (nodes, schedule->nodes[i]);
    }
  for (guint i = 0; i < nodes->len; i++)
    fl_join_take_in (pass, schedule, nodes, &i);
  if (nodes->len == schedule->n_nodes)
    return schedule;
  joined = fl_arena_memdup (pass->arena, schedule, sizeof *schedule);
  joined->n_unjoined = schedule->n_nodes;
  joined->unjoined = schedule->nodes;
  joined->n_nodes = nodes->len;
  joined->nodes = fl_arena_memdup (pass->arena, nodes->pdata, nodes->len * sizeof (gpointer));
  return joined;
}
