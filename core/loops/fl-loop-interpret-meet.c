/* Statements that the positions of a team meet at: COMBINE and BARRIER. */
#include <string.h>

#include "fl-loop-interpret-team.h"

static void
note_meeting (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if ((stmt->kind == FL_STMT_COMBINE && !stmt->from) || stmt->kind == FL_STMT_BARRIER || stmt->kind == FL_STMT_ARRIVE
      || stmt->kind == FL_STMT_WAIT || stmt->kind == FL_STMT_RELAYOUT
      || (stmt->kind == FL_STMT_LOOP
          && (stmt->map == FL_MAP_WARP || stmt->map == FL_MAP_LANE || stmt->map == FL_MAP_CLUSTER)))
    *(gboolean *) data = TRUE;
}

gboolean
fl_loop_team_meets (const FlLoopRunner *runner, FlStmtId id)
{
  gboolean found = FALSE;

  fl_loop_visit (runner->kernel, id, note_meeting, &found);
  return found;
}

/* Positions that agree along all axes but those that are crossed have one number. */
static guint
number_group (const FlLoopTeam *team, const FlLoopPosition *position, guint64 over)
{
  gint64 number = 0;

  for (guint i = 0; i < team->n_axes; i++)
    if (!(over >> team->axes[i] & 1))
      number = number * team->extents[i] + position->at[i];
  return (guint) number;
}

static void
free_group (gpointer group)
{
  if (group)
    g_array_unref (group);
}

/* The active positions by group, each group whole. NULL: one is not. */
static GPtrArray *
make_groups (FlLoopRunner *runner, const FlLoopTeam *team, const GArray *active, guint64 over)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (free_group);
  gint64 size = 1;

  for (guint i = 0; i < team->n_axes; i++)
    size *= over >> team->axes[i] & 1 ? team->extents[i] : 1;
  g_ptr_array_set_size (groups, team->n);
  for (guint i = 0; i < active->len; i++)
    {
      const guint at = g_array_index (active, guint, i), number = number_group (team, &team->positions[at], over);

      if (!groups->pdata[number])
        groups->pdata[number] = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val ((GArray *) groups->pdata[number], at);
    }
  for (guint i = 0; i < groups->len; i++)
    if (groups->pdata[i] && ((GArray *) groups->pdata[i])->len != size)
      {
        fl_loop_runner_fail (runner, FL_ERROR_MISMATCH,
                             "%u of %" G_GINT64_FORMAT " positions come here: they wait for the others for ever",
                             ((GArray *) groups->pdata[i])->len, size);
        return NULL;
      }
  return g_steal_pointer (&groups);
}

/* As a butterfly of shuffles does it: neighbours first, then pairs of them. */
static gboolean
merge_group (FlLoopRunner *runner, FlLoopTeam *team, const GArray *group, FlHomeId id)
{
  const FlLoopHome *home = fl_loop_get_home (runner->kernel, id);
  const FlDtype type = fl_dtype_get_compute (home->source_dtype);
  g_autofree FlLoopNumber *states = g_new (FlLoopNumber, 3 * (gsize) group->len);

  for (guint i = 0; i < group->len; i++)
    memcpy (states + 3 * i, team->positions[g_array_index (group, guint, i)].homes[id].elements, 3 * sizeof *states);
  for (guint distance = 1; distance < group->len; distance *= 2)
    for (guint i = 0; i + distance < group->len; i += 2 * distance)
      if (fl_loop_runner_is_exact_sum (runner, home))
        states[3 * i].number += states[3 * (i + distance)].number;
      else if (!fl_loop_number_merge (home->combiner, type, states + 3 * i, states + 3 * (i + distance)))
        return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "merging %s by %s",
                                    fl_dtype_get_torch_name (home->source_dtype),
                                    fl_reduction_get_name (home->combiner));
  for (guint i = 0; i < group->len; i++)
    memcpy (team->positions[g_array_index (group, guint, i)].homes[id].elements, states, 3 * sizeof *states);
  return TRUE;
}

gboolean
fl_loop_team_meet (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  g_autoptr (GPtrArray) groups = make_groups (runner, team, active, stmt->over);
  guint64 all = 0;

  if (!groups)
    return FALSE;
  for (guint i = 0; i < team->n_axes; i++)
    all |= G_GUINT64_CONSTANT (1) << team->axes[i];
  for (guint i = 0; i < groups->len; i++)
    if (groups->pdata[i] && stmt->kind == FL_STMT_COMBINE && !merge_group (runner, team, groups->pdata[i], stmt->home))
      return FALSE;
  for (guint i = 0; i < active->len && stmt->kind == FL_STMT_BARRIER; i++)
    {
      FlLoopActor *actor = &team->positions[g_array_index (active, guint, i)].actor;

      if ((stmt->over & all) == all)
        actor->block_clock++;
      else
        actor->warp_clock++;
    }
  return stmt->kind == FL_STMT_RELAYOUT
             ? fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "the interpreter does not know this statement yet")
             : TRUE;
}
