/* The verifier of loop programs: scopes, parts of axes, bounds, stores of concurrent positions. See fl-loop-verify.h.
 */
#include "fl-loop-verify.h"

#include "fl-error.h"
#include "fl-loop-verify-lines.h"

typedef struct
{
  const FlLoopKernel *kernel;
  guint64 open;                     /* axes around the statement */
  FlAxisMap maps[FL_LOOP_MAX_AXES]; /* of those */
  guint64 divergent;   /* axes whose positions do not all come here: guards and extents around it depend on them */
  guint64 guarded;     /* axes that guards depend on */
  GArray *lets;        /* FlValueId in reach */
  GArray *homes;       /* FlHomeId that live */
  GHashTable *checked; /* values of the statement at hand; those under a mask apart */
  FlStmtId stmt;
  guint n_outside;       /* of `homes`: those that begin around the parallel axis that is open; 0: none is */
  gboolean is_guarded;   /* the statement, or the value, is done by some positions only */
  gboolean may_be_empty; /* a loop around it may not run at all, as the tail of a split that divides */
  GError **error;
} Verifier;

static gboolean fail (Verifier *verifier, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (Verifier *verifier, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  if (verifier->error && !*verifier->error)
    g_set_error (verifier->error, FL_ERROR, FL_ERROR_MISMATCH, "loop program %s, %s %u: %s",
                 fl_loop_kernel_get_name (verifier->kernel),
                 fl_stmt_kind_get_name (fl_loop_get_stmt (verifier->kernel, verifier->stmt)->kind), verifier->stmt,
                 text);
  return FALSE;
}

static gboolean
contains (const GArray *ids, guint32 id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == id)
      return TRUE;
  return FALSE;
}

static const char *
get_axis_name (const Verifier *verifier, guint64 axes)
{
  return fl_loop_get_axis (verifier->kernel, (FlAxisId) g_bit_nth_lsf (axes, -1))->name;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Invariant 3: provably outside. */
static gboolean
check_bounds (Verifier *verifier, const FlLoopHome *home, const FlSym *index)
{
  gint64 minimum, maximum;
  g_autofree char *text = NULL, *size = NULL;

  if ((home->kind == FL_HOME_REGISTER && home->combiner != FL_N_REDUCTIONS) || verifier->is_guarded
      || verifier->may_be_empty || fl_sym_is_int_value (home->size, 0)) /* of no elements: its loop is empty */
    return TRUE;
  fl_sym_get_range (index, &minimum, &maximum);
  if (maximum >= 0 && !fl_sym_known (FL_SYM_GE, index, home->size))
    return TRUE;
  text = fl_sym_dup_text (index);
  size = fl_sym_dup_text (home->size);
  return fail (verifier, "element %s of %s, which has %s", text, home->name, size);
}

/* Threads have registers and stacks of their own: of what lives around a parallel axis they see memory only. */
static gboolean
is_in_reach (const Verifier *verifier, FlHomeId id)
{
  const FlLoopHome *home = fl_loop_get_home (verifier->kernel, id);

  if (home->kind == FL_HOME_ARGUMENT)
    return TRUE;
  for (guint i = home->kind == FL_HOME_PARTIALS ? 0 : verifier->n_outside; i < verifier->homes->len; i++)
    if (g_array_index (verifier->homes, FlHomeId, i) == id)
      return TRUE;
  return FALSE;
}

static gboolean check_value (Verifier *verifier, FlValueId id);

static gboolean
check_index (Verifier *verifier, const FlSym *index)
{
  const guint64 axes = fl_loop_index_get_axes (verifier->kernel, index) & ~verifier->open;
  g_autoptr (GPtrArray) symbols = NULL;

  if (axes == 0 && !fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return TRUE;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId at = fl_loop_find_indirect (verifier->kernel, symbols->pdata[i]);
      const FlAxisId axis = fl_loop_find_axis (verifier->kernel, symbols->pdata[i]);

      if (at && !check_value (verifier, at))
        return FALSE;
      if (axis && !(verifier->open >> axis & 1))
        return fail (verifier, "an index depends on %s, which is not open here", get_axis_name (verifier, axes));
    }
  return TRUE;
}

/* Invariant 1: what it depends on is in reach. */
static gboolean
check_value (Verifier *verifier, FlValueId id)
{
  const FlLoopValue value = *fl_loop_get_value (verifier->kernel, id);
  const FlLoopHome *home = value.home ? fl_loop_get_home (verifier->kernel, value.home) : NULL;
  const gboolean was_guarded = verifier->is_guarded;

  if (contains (verifier->lets, id)
      || !g_hash_table_add (verifier->checked, GUINT_TO_POINTER (2 * id + (verifier->is_guarded ? 1 : 0))))
    return TRUE;
  if (home && !is_in_reach (verifier, value.home))
    return fail (verifier, "%s is read where it does not live", home->name);
  for (guint i = 0; i < value.n_args; i++)
    {
      verifier->is_guarded = was_guarded || (value.op == FL_SCALAR_MASKED && i == 1);
      if (!check_value (verifier, value.args[i]))
        return FALSE;
    }
  verifier->is_guarded = was_guarded;
  if (value.op == FL_SCALAR_SET_INDIRECT)
    return !value.bound || check_index (verifier, value.bound);
  if (value.index && !check_index (verifier, value.index))
    return FALSE;
  return !home || !value.index || check_bounds (verifier, home, value.index);
}

/* --- stores of concurrent positions: invariant 4 ---------------------------------------------- */

static gboolean
is_concurrent (FlAxisMap map)
{
  return map != FL_MAP_SERIAL && map != FL_MAP_UNROLLED;
}

static gboolean
check_writers (Verifier *verifier, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (verifier->kernel, stmt->home);
  const guint64 moving = stmt->index ? fl_loop_index_get_axes (verifier->kernel, stmt->index) : 0;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (verifier->kernel); axis++)
    {
      const FlLoopAxis *row = fl_loop_get_axis (verifier->kernel, axis);

      if (!(verifier->open >> axis & 1) || !is_concurrent (verifier->maps[axis]) || (home->varies >> axis & 1)
          || (moving >> axis & 1) || fl_sym_is_int_value (row->extent, 1))
        continue;
      /* A guard along the axis names one writer; a vector's positions accumulate one after the other. */
      if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD || (verifier->guarded >> axis & 1)
          || (stmt->kind == FL_STMT_ACCUMULATE && verifier->maps[axis] == FL_MAP_VECTOR))
        continue;
      return fail (verifier, "all positions of %s (%s) write one element of %s", row->name,
                   fl_axis_map_get_name (verifier->maps[axis]), home->name);
    }
  return TRUE;
}

/* --- statements that positions meet at: invariants 5 and 6 ------------------------------------ */

static gboolean
check_meeting (Verifier *verifier, const FlLoopStmt *stmt)
{
  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (verifier->kernel); axis++)
    {
      if (!(stmt->over >> axis & 1))
        continue;
      if (!(verifier->open >> axis & 1) || !is_concurrent (verifier->maps[axis]))
        return fail (verifier, "it crosses %s, which has no concurrent positions here",
                     fl_loop_get_axis (verifier->kernel, axis)->name);
      if (verifier->divergent >> axis & 1)
        return fail (verifier, "it crosses %s, but not all positions of that come here",
                     fl_loop_get_axis (verifier->kernel, axis)->name);
      if (stmt->kind == FL_STMT_COMBINE && !(fl_loop_get_home (verifier->kernel, stmt->home)->varies >> axis & 1))
        return fail (verifier, "%s has no copies along %s", fl_loop_get_home (verifier->kernel, stmt->home)->name,
                     fl_loop_get_axis (verifier->kernel, axis)->name);
    }
  if (stmt->kind == FL_STMT_COMBINE && fl_loop_get_home (verifier->kernel, stmt->home)->combiner == FL_N_REDUCTIONS)
    return fail (verifier, "%s is no accumulator", fl_loop_get_home (verifier->kernel, stmt->home)->name);
  return stmt->over != 0 || fail (verifier, "it crosses no axis");
}

/* Elements of one accumulator go to another one of the same kind. */
static gboolean
check_merge (Verifier *verifier, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (verifier->kernel, stmt->home),
                   *from = fl_loop_get_home (verifier->kernel, stmt->from);

  if (!contains (verifier->homes, stmt->from))
    return fail (verifier, "%s is read where it does not live", from->name);
  return (home->combiner == from->combiner && home->combiner != FL_N_REDUCTIONS)
         || fail (verifier, "%s and %s do not combine alike", home->name, from->name);
}

/* What all lanes see lives outside of warps and lanes. */
static gboolean
check_homes (Verifier *verifier, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (verifier->kernel, stmt->homes[i]);

      for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (verifier->kernel)
                              && (home->kind == FL_HOME_SHARED || home->kind == FL_HOME_CLUSTER);
           axis++)
        if ((verifier->open >> axis & 1)
            && (verifier->maps[axis] == FL_MAP_WARP || verifier->maps[axis] == FL_MAP_LANE
                || (verifier->maps[axis] == FL_MAP_CLUSTER && home->kind == FL_HOME_CLUSTER)))
          return fail (verifier, "%s in shared memory begins anew for each position of %s", home->name,
                       fl_loop_get_axis (verifier->kernel, axis)->name);
    }
  return TRUE;
}

/* --- axes: invariants 1 and 2 ----------------------------------------------------------------- */

static gboolean
check_open (Verifier *verifier, const FlLoopStmt *stmt)
{
  const FlLoopAxis *axis = fl_loop_get_axis (verifier->kernel, stmt->axis);

  if (verifier->open >> stmt->axis & 1)
    return fail (verifier, "%s is open already", axis->name);
  for (FlAxisId other = 1; other <= fl_loop_get_n_axes (verifier->kernel) && stmt->map == FL_MAP_VECTOR; other++)
    if ((verifier->open >> other & 1) && verifier->maps[other] == FL_MAP_VECTOR)
      return fail (verifier, "a vector along %s within one along %s", axis->name,
                   fl_loop_get_axis (verifier->kernel, other)->name);
  if (stmt->map == FL_MAP_VECTOR && (axis->begin || axis->step))
    return fail (verifier, "a vector along %s, which does not go 0, 1, 2 …", axis->name);
  if ((stmt->map == FL_MAP_WARP || stmt->map == FL_MAP_LANE || stmt->map == FL_MAP_CLUSTER)
      && !fl_sym_is_int (axis->extent, NULL))
    return fail (verifier, "a %s axis %s of unknown length", fl_axis_map_get_name (stmt->map), axis->name);
  for (FlAxisId other = 1; other <= fl_loop_get_n_axes (verifier->kernel); other++)
    if ((verifier->open >> other & 1) && (verifier->maps[other] == FL_MAP_LANE || verifier->maps[other] == FL_MAP_WARP)
        && (stmt->map == verifier->maps[other] || stmt->map == FL_MAP_CLUSTER
            || (stmt->map == FL_MAP_WARP && verifier->maps[other] == FL_MAP_LANE)))
      return fail (verifier, "%s positions of %s within those of %s", fl_axis_map_get_name (stmt->map), axis->name,
                   fl_loop_get_axis (verifier->kernel, other)->name);
  return (!axis->begin || check_index (verifier, axis->begin)) && check_index (verifier, axis->extent);
}

/* --- the tree --------------------------------------------------------------------------------- */

static gboolean check_stmt (Verifier *verifier, FlStmtId id);

static gboolean
check_children (Verifier *verifier, FlStmtId id, const FlLoopStmt *stmt)
{
  const guint n_lets = verifier->lets->len, n_homes = verifier->homes->len;
  const gboolean was_guarded = verifier->is_guarded, is_scope = stmt->kind != FL_STMT_SEQUENCE;

  if (!check_homes (verifier, stmt))
    return FALSE;
  g_array_append_vals (verifier->homes, stmt->homes, stmt->n_homes);
  verifier->is_guarded |= stmt->kind == FL_STMT_GUARD;
  for (guint i = 0; i < stmt->n_children; i++)
    if (!check_stmt (verifier, stmt->children[i]))
      return FALSE;
  verifier->stmt = id;
  verifier->is_guarded = was_guarded;
  if (is_scope)
    {
      g_array_set_size (verifier->lets, n_lets);
      g_array_set_size (verifier->homes, n_homes);
    }
  return TRUE;
}

static gboolean
check_plain (Verifier *verifier, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more); i++)
    if (stmt->more[i] && !check_value (verifier, stmt->more[i]))
      return FALSE;
  if ((stmt->value && !check_value (verifier, stmt->value))
      || (stmt->condition && !check_value (verifier, stmt->condition))
      || (stmt->index && !check_index (verifier, stmt->index)))
    return FALSE;
  if (stmt->kind == FL_STMT_LET)
    g_array_append_val (verifier->lets, stmt->value);
  if (((stmt->kind == FL_STMT_COMBINE && !stmt->from) || stmt->kind == FL_STMT_BARRIER || stmt->kind == FL_STMT_ARRIVE
       || stmt->kind == FL_STMT_WAIT)
      && !check_meeting (verifier, stmt))
    return FALSE;
  if (stmt->kind == FL_STMT_COMBINE && stmt->from && !check_merge (verifier, stmt))
    return FALSE;
  if (!stmt->home || stmt->kind == FL_STMT_PREFETCH) /* a hint, which may go beyond its home */
    return TRUE;
  if (!is_in_reach (verifier, stmt->home))
    return fail (verifier, "%s is written where it does not live",
                 fl_loop_get_home (verifier->kernel, stmt->home)->name);
  return (!stmt->index || check_bounds (verifier, fl_loop_get_home (verifier->kernel, stmt->home), stmt->index))
         && (stmt->kind == FL_STMT_COMBINE || check_writers (verifier, stmt));
}

/* All positions of its axes, which are open nowhere else. */
static gboolean
check_relayout (Verifier *verifier, const FlLoopStmt *stmt)
{
  const guint64 was_open = verifier->open;
  gboolean done = TRUE;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (verifier->kernel) && done; axis++)
    if (stmt->over >> axis & 1)
      {
        const FlLoopStmt loop = { .kind = FL_STMT_LOOP, .axis = axis };

        done = check_open (verifier, &loop);
        verifier->open |= G_GUINT64_CONSTANT (1) << axis;
        verifier->maps[axis] = FL_MAP_SERIAL;
      }
  done = done && check_plain (verifier, stmt);
  verifier->open = was_open;
  return done;
}

static gboolean
may_be_empty (const FlLoopAxis *axis)
{
  gint64 least, most;

  fl_sym_get_range (axis->begin ? fl_sym_sub (axis->extent, axis->begin) : axis->extent, &least, &most);
  return least < 1;
}

static gboolean
check_stmt (Verifier *verifier, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (verifier->kernel, id);
  const gboolean was_empty = verifier->may_be_empty;
  const guint64 was_divergent = verifier->divergent, were_guarded = verifier->guarded;
  const guint n_outside = verifier->n_outside;
  gboolean done;

  verifier->stmt = id;
  g_hash_table_remove_all (verifier->checked);
  switch (stmt.kind)
    {
    case FL_STMT_LOOP:
      if (!check_open (verifier, &stmt))
        return FALSE;
      verifier->open |= G_GUINT64_CONSTANT (1) << stmt.axis;
      verifier->maps[stmt.axis] = stmt.map;
      verifier->may_be_empty |= may_be_empty (fl_loop_get_axis (verifier->kernel, stmt.axis));
      verifier->divergent
          |= fl_loop_index_get_axes (verifier->kernel, fl_loop_get_axis (verifier->kernel, stmt.axis)->extent);
      if (stmt.map == FL_MAP_PARALLEL)
        verifier->n_outside = verifier->homes->len;
      done = check_children (verifier, id, &stmt);
      verifier->n_outside = n_outside;
      verifier->divergent = was_divergent;
      verifier->may_be_empty = was_empty;
      verifier->open &= ~(G_GUINT64_CONSTANT (1) << stmt.axis);
      return done;
    case FL_STMT_GUARD:
      verifier->guarded |= fl_loop_value_get_axes (verifier->kernel, stmt.condition);
      verifier->divergent |= verifier->guarded;
      done = check_value (verifier, stmt.condition) && check_children (verifier, id, &stmt);
      verifier->divergent = was_divergent;
      verifier->guarded = were_guarded;
      return done;
    case FL_STMT_SEQUENCE: return check_children (verifier, id, &stmt);
    case FL_STMT_RELAYOUT: return check_relayout (verifier, &stmt);
    default: return check_plain (verifier, &stmt);
    }
}

gboolean
fl_loop_verify (const FlLoopProgram *program, GError **error)
{
  g_autoptr (GArray) lets = g_array_new (FALSE, FALSE, sizeof (FlValueId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  g_autoptr (GHashTable) checked = g_hash_table_new (NULL, NULL);
  Verifier verifier = { .kernel = program->kernel, .checked = checked, .lets = lets, .homes = homes, .error = error };
  const char *home = NULL, *why_not;

  if (!check_stmt (&verifier, program->root))
    return FALSE;
  why_not = fl_loop_find_unfit_line (program, &home);
  return !why_not || fail (&verifier, "%s: %s", home, why_not);
}
