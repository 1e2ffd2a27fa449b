/* The loop interpreter where positions run at the same time: warps and lanes.
 *
 * A team is what positions of the open warp and lane axes there are. Statements that none of them
 * meets at run position by position, in an order that the seed makes and that is another one each
 * time; at a COMBINE or BARRIER all positions have come before any goes on. A guard or a loop whose
 * extent varies splits the team: those that go in are the active ones, and a statement that they
 * meet at must have all positions along the axes that it crosses among them, else the program would
 * hang. */
#include "fl-loop-interpret-team.h"

static gboolean execute_stmt (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, FlStmtId id);

/* --- positions ----------------------------------------------------------- */

static void
switch_to (FlLoopRunner *runner, const FlLoopTeam *team, FlLoopPosition *position)
{
  for (guint i = 0; i < team->n_axes; i++)
    runner->axes[team->axes[i]] = position->at[i];
  runner->homes = position->homes;
  runner->let = position->let;
  runner->names = position->names;
  runner->outer = position->scope.outer;
  runner->together.actor = &position->actor;
  runner->moment++;
}

static guint
take_chance (FlLoopRunner *runner, guint n)
{
  runner->together.chance = runner->together.chance * 1664525u + 1013904223u;
  return (guint) ((guint64) (runner->together.chance >> 8) * n >> 24);
}

/* The active positions in an order by chance. */
static GArray *
shuffle (FlLoopRunner *runner, const GArray *active)
{
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint), active->len);

  g_array_append_vals (order, active->data, active->len);
  for (guint i = order->len; i > 1; i--)
    {
      guint *last = &g_array_index (order, guint, i - 1),
            *other = &g_array_index (order, guint, take_chance (runner, i)), kept = *last;

      *last = *other;
      *other = kept;
    }
  return order;
}

/* --- statements ---------------------------------------------------------- */

/* Children that nobody meets at run position by position, as far as they follow each other. */
static gboolean
execute_children (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  for (guint i = 0, end; i < stmt->n_children; i = end)
    {
      g_autoptr (GArray) order = NULL;

      for (end = i; end < stmt->n_children && !fl_loop_team_meets (runner, stmt->children[end]); end++)
        ;
      if (end == i)
        {
          if (!execute_stmt (runner, team, active, stmt->children[end++]))
            return FALSE;
          continue;
        }
      order = shuffle (runner, active);
      for (guint k = 0; k < order->len; k++)
        {
          switch_to (runner, team, &team->positions[g_array_index (order, guint, k)]);
          for (guint child = i; child < end; child++)
            if (!runner->execute (runner, stmt->children[child]))
              return FALSE;
        }
    }
  return TRUE;
}

static void
forget_names (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const guint *n_names)
{
  for (guint i = 0; i < active->len; i++)
    {
      switch_to (runner, team, &team->positions[g_array_index (active, guint, i)]);
      fl_loop_runner_forget_names (runner, n_names[i]);
    }
}

static gboolean
begin_homes (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < active->len && stmt->n_homes > 0; i++)
    {
      switch_to (runner, team, &team->positions[g_array_index (active, guint, i)]);
      if (!fl_loop_runner_begin_homes (runner, stmt))
        return FALSE;
    }
  return TRUE;
}

/* The children as a scope of their own. */
static gboolean
execute_inside (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  g_autofree guint *n_names = g_new (guint, active->len + 1);

  for (guint i = 0; i < active->len; i++)
    n_names[i] = team->positions[g_array_index (active, guint, i)].names->len;
  if (!begin_homes (runner, team, active, stmt) || !execute_children (runner, team, active, stmt))
    return FALSE;
  forget_names (runner, team, active, n_names);
  return TRUE;
}

static gboolean
execute_guard (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < active->len; i++)
    {
      const guint at = g_array_index (active, guint, i);
      FlLoopNumber holds;

      switch_to (runner, team, &team->positions[at]);
      if (!fl_loop_runner_evaluate (runner, stmt->condition, 0, &holds))
        return FALSE;
      if (holds.integer)
        g_array_append_val (inside, at);
    }
  return inside->len == 0 || execute_inside (runner, team, inside, stmt);
}

static gboolean
execute_serial (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, const FlLoopStmt *stmt)
{
  const FlSym *extent = fl_loop_get_axis (runner->kernel, stmt->axis)->extent;

  for (gint64 step = 0;; step++)
    {
      g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = 0; i < active->len; i++)
        {
          const guint at = g_array_index (active, guint, i);
          gint64 n;

          switch_to (runner, team, &team->positions[at]);
          if (!fl_loop_runner_compute_index (runner, extent, &n))
            return FALSE;
          if (step < n)
            g_array_append_val (inside, at);
        }
      if (inside->len == 0)
        return TRUE;
      runner->axes[stmt->axis] = step;
      if (!execute_inside (runner, team, inside, stmt))
        return FALSE;
    }
}

/* --- teams --------------------------------------------------------------- */

static void
position_init (FlLoopRunner *runner, FlLoopPosition *position, const FlLoopPosition *around, const FlLoopScope *scope)
{
  const gsize n_homes = fl_loop_get_n_homes (runner->kernel) + 1;

  *position = *around;
  position->homes = g_memdup2 (around->homes, n_homes * sizeof *around->homes);
  position->let = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  position->names = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  position->scope = (FlLoopScope) { .let = position->let, .outer = scope };
}

static void
position_clear (const FlLoopRunner *runner, FlLoopPosition *position, const FlLoopPosition *around)
{
  for (FlHomeId i = 1; i <= fl_loop_get_n_homes (runner->kernel); i++)
    if (position->homes[i].elements != around->homes[i].elements)
      g_free (position->homes[i].elements);
  g_free (position->homes);
  g_hash_table_unref (position->let);
  g_array_unref (position->names);
}

/* Every active position becomes as many as the axis has. */
static gboolean
execute_concurrent (FlLoopRunner *runner, FlLoopTeam *around, const GArray *active, const FlLoopStmt *stmt)
{
  FlLoopTeam team = *around;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree FlLoopScope *scopes = g_new (FlLoopScope, active->len);
  gint64 n = 0;
  gboolean done;

  for (guint i = 0; i < active->len; i++)
    {
      gint64 extent;

      switch_to (runner, around, &around->positions[g_array_index (active, guint, i)]);
      if (!fl_loop_runner_compute_index (runner, fl_loop_get_axis (runner->kernel, stmt->axis)->extent, &extent))
        return FALSE;
      if (i > 0 && extent != n)
        return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH,
                                    "as many positions for all around it: %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
                                    n, extent);
      n = extent;
    }
  if (around->n_axes == FL_LOOP_MAX_TEAM_AXES || n < 1 || n * active->len > FL_LOOP_MAX_POSITIONS)
    return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH,
                                "%" G_GINT64_FORMAT " positions at the same time, at most %d can be", n * active->len,
                                FL_LOOP_MAX_POSITIONS);
  team.axes[team.n_axes] = stmt->axis;
  team.extents[team.n_axes++] = n;
  team.n = (guint) n * active->len;
  team.positions = g_new0 (FlLoopPosition, team.n);
  for (guint i = 0; i < team.n; i++)
    {
      const FlLoopPosition *parent = &around->positions[g_array_index (active, guint, i / n)];

      scopes[i / n] = parent->scope;
      position_init (runner, &team.positions[i], parent, &scopes[i / n]);
      team.positions[i].at[team.n_axes - 1] = i % n;
      team.positions[i].actor.thread = (guint) (parent->actor.thread * n + i % n);
      team.positions[i].actor.warp = stmt->map == FL_MAP_LANE ? parent->actor.thread : team.positions[i].actor.thread;
      g_array_append_val (all, i);
    }
  done = begin_homes (runner, &team, all, stmt) && execute_children (runner, &team, all, stmt);
  for (guint i = 0; i < team.n; i++)
    position_clear (runner, &team.positions[i], &around->positions[g_array_index (active, guint, i / n)]);
  g_free (team.positions);
  return done;
}

static gboolean
execute_stmt (FlLoopRunner *runner, FlLoopTeam *team, const GArray *active, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (runner->kernel, id);

  runner->stmt = id;
  if (runner->input->max_steps && (runner->n_steps += active->len) > runner->input->max_steps)
    return fl_loop_runner_fail (runner, FL_ERROR_UNSUPPORTED, "more than %" G_GINT64_FORMAT " steps",
                                runner->input->max_steps);
  switch (stmt.kind)
    {
    case FL_STMT_SEQUENCE:
      return begin_homes (runner, team, active, &stmt) && execute_children (runner, team, active, &stmt);
    case FL_STMT_GUARD: return execute_guard (runner, team, active, &stmt);
    case FL_STMT_LOOP:
      if (stmt.map == FL_MAP_SERIAL || stmt.map == FL_MAP_UNROLLED)
        return execute_serial (runner, team, active, &stmt);
      if (stmt.map == FL_MAP_WARP || stmt.map == FL_MAP_LANE || stmt.map == FL_MAP_CLUSTER)
        return execute_concurrent (runner, team, active, &stmt);
      return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "positions meet within a %s axis",
                                  fl_axis_map_get_name (stmt.map));
    default: return fl_loop_team_meet (runner, team, active, &stmt);
    }
}

gboolean
fl_loop_runner_execute_team (FlLoopRunner *runner, FlStmtId id)
{
  const FlLoopRunner before = *runner;
  const guint first = 0;
  g_autoptr (GArray) active = g_array_new (FALSE, FALSE, sizeof (guint));
  FlLoopPosition one = {
    .homes = runner->homes, .let = runner->let, .names = runner->names, .actor = { .block = runner->together.n_blocks }
  };
  FlLoopTeam team = { .n = 1, .positions = &one };
  const FlLoopStmt stmt = *fl_loop_get_stmt (runner->kernel, id);
  gboolean done;

  if (runner->lane || runner->together.actor)
    return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH, "a %s axis within a vector, or in a guard of its own",
                                fl_axis_map_get_name (stmt.map));
  one.scope.let = runner->let;
  g_array_append_val (active, first);
  done = execute_concurrent (runner, &team, active, &stmt);
  runner->homes = before.homes;
  runner->let = before.let;
  runner->names = before.names;
  runner->outer = before.outer;
  runner->together.actor = NULL;
  runner->moment++;
  fl_loop_runner_forget_shared (runner);
  return done;
}
