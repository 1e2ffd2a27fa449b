/* Substitution in statements and values. A value whose recipe does not change keeps its number. */
#include "fl-loop-rewrite.h"

#include "fl-intern.h"

#include <string.h>

struct _FlLoopRewrite
{
  FlLoopKernel *kernel;
  GPtrArray *vars, *by;       /* FlSym */
  GHashTable *values;         /* value -> value */
  GHashTable *homes;          /* home -> the copy's own; NULL: none has one */
  GHashTable *axes;           /* axis -> axis, of loops; NULL: none becomes another */
  const FlLoopSettle *settle; /* NULL: nothing else */
  guint64 open;               /* axes around copies */
  gboolean simplifies;
};

FlLoopRewrite *
fl_loop_rewrite_new (FlLoopKernel *kernel)
{
  FlLoopRewrite *rewrite = g_new0 (FlLoopRewrite, 1);

  *rewrite = (FlLoopRewrite) {
    .kernel = kernel, .vars = g_ptr_array_new (), .by = g_ptr_array_new (), .values = g_hash_table_new (NULL, NULL)
  };
  return rewrite;
}

/* Most rewrites map no homes and no axes, and need no tables for them. */
static void
put (GHashTable **table, guint32 from, guint32 to)
{
  if (*table == NULL)
    *table = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (*table, GUINT_TO_POINTER (from), GUINT_TO_POINTER (to));
}

static guint32
look_up (GHashTable *table, guint32 from)
{
  return table == NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (table, GUINT_TO_POINTER (from)));
}

void
fl_loop_rewrite_free (FlLoopRewrite *rewrite)
{
  g_ptr_array_unref (rewrite->vars);
  g_ptr_array_unref (rewrite->by);
  g_hash_table_unref (rewrite->values);
  g_clear_pointer (&rewrite->homes, g_hash_table_unref);
  g_clear_pointer (&rewrite->axes, g_hash_table_unref);
  g_free (rewrite);
}

void
fl_loop_rewrite_add_var (FlLoopRewrite *rewrite, const FlSym *var, const FlSym *by)
{
  g_ptr_array_add (rewrite->vars, (gpointer) var);
  g_ptr_array_add (rewrite->by, (gpointer) by);
}

void
fl_loop_rewrite_add_axis (FlLoopRewrite *rewrite, FlAxisId axis, FlAxisId by)
{
  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (rewrite->kernel, axis), fl_loop_get_var (rewrite->kernel, by));
  put (&rewrite->axes, axis, by);
}

void
fl_loop_rewrite_add_value (FlLoopRewrite *rewrite, FlValueId value, FlValueId by)
{
  g_hash_table_insert (rewrite->values, GUINT_TO_POINTER (value), GUINT_TO_POINTER (by));
}

void
fl_loop_rewrite_add_home (FlLoopRewrite *rewrite, FlHomeId home, FlHomeId by)
{
  put (&rewrite->homes, home, by);
}

void
fl_loop_rewrite_set_settle (FlLoopRewrite *rewrite, const FlLoopSettle *settle)
{
  rewrite->settle = settle;
}

void
fl_loop_rewrite_set_open (FlLoopRewrite *rewrite, guint64 axes)
{
  rewrite->open = axes;
}

void
fl_loop_rewrite_simplify (FlLoopRewrite *rewrite)
{
  rewrite->simplifies = TRUE;
}

/* An axis whose variable is replaced gives way to those of the expression. */
static guint64
rewrite_axes (const FlLoopRewrite *rewrite, guint64 axes)
{
  for (guint i = 0; i < rewrite->vars->len; i++)
    {
      const FlAxisId axis = fl_loop_find_axis (rewrite->kernel, rewrite->vars->pdata[i]);

      if (axis && axes >> axis & 1)
        axes = (axes & ~(G_GUINT64_CONSTANT (1) << axis))
               | fl_loop_index_get_axes (rewrite->kernel, rewrite->by->pdata[i]);
    }
  return axes | rewrite->open;
}

static FlHomeId
get_home (FlLoopRewrite *rewrite, FlHomeId home)
{
  const FlHomeId copy = look_up (rewrite->homes, home);

  return copy ? copy : home;
}

/* The values that symbols of the index stand for are rewritten first; a symbol whose value changes is replaced by a new
 * one. */
static void
rewrite_indirect (FlLoopRewrite *rewrite, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlValueId old = fl_loop_find_indirect (rewrite->kernel, symbols->pdata[i]);

      if (old)
        fl_loop_rewrite_value (rewrite, old);
    }
}

const FlSym *
fl_loop_rewrite_bound (FlLoopRewrite *rewrite, const FlSym *bound)
{
  rewrite_indirect (rewrite, bound);
  return fl_sym_substitute (bound, (const FlSym *const *) rewrite->vars->pdata,
                            (const FlSym *const *) rewrite->by->pdata, rewrite->vars->len);
}

const FlSym *
fl_loop_rewrite_index (FlLoopRewrite *rewrite, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = NULL;

  rewrite_indirect (rewrite, index);
  index = fl_sym_substitute (index, (const FlSym *const *) rewrite->vars->pdata,
                             (const FlSym *const *) rewrite->by->pdata, rewrite->vars->len);
  if (!rewrite->simplifies
      || !(fl_sym_contains_kind (index, FL_SYM_FLOOR_DIV) || fl_sym_contains_kind (index, FL_SYM_MOD_INDEX)))
    return rewrite->settle && rewrite->settle->index ? rewrite->settle->index (rewrite->settle->data, index) : index;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = symbols->len; i-- > 0;)
    if (fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_VAR)
      g_ptr_array_remove_index (symbols, i);
  index = fl_sym_simplify (index, (const FlSym *const *) symbols->pdata, NULL, symbols->len);
  return rewrite->settle && rewrite->settle->index ? rewrite->settle->index (rewrite->settle->data, index) : index;
}

static FlValueId
add_indirect (FlLoopRewrite *rewrite, FlLoopValue value)
{
  const FlSym *old = value.index;

  value.index
      = fl_sym_indirect (fl_loop_kernel_get_symbols (rewrite->kernel),
                         fl_intern_printf (value.n_args ? "at%u" : "head_%u", fl_loop_get_n_values (rewrite->kernel)));
  if (value.n_args == 0)
    fl_sym_set_range (value.index, 0, FL_LOOP_MOST_FLOATS - 1);
  fl_loop_rewrite_add_var (rewrite, old, value.index);
  return fl_loop_add_value (rewrite->kernel, &value);
}

FlValueId
fl_loop_rewrite_value (FlLoopRewrite *rewrite, FlValueId id)
{
  FlLoopValue value = *fl_loop_get_value (rewrite->kernel, id);
  FlValueId known = GPOINTER_TO_UINT (g_hash_table_lookup (rewrite->values, GUINT_TO_POINTER (id)));
  gboolean is_changed = FALSE;

  if (known)
    return known;
  known = rewrite->settle ? rewrite->settle->value (rewrite->settle->data, rewrite, id) : 0;
  if (known)
    {
      fl_loop_set_value_origins (rewrite->kernel, known, fl_loop_get_value_origins (rewrite->kernel, id));
      g_hash_table_insert (rewrite->values, GUINT_TO_POINTER (id), GUINT_TO_POINTER (known));
      return known;
    }
  for (guint i = 0; i < value.n_args; i++)
    {
      const FlValueId arg = fl_loop_rewrite_value (rewrite, value.args[i]);

      is_changed |= arg != value.args[i];
      value.args[i] = arg;
    }
  if (value.index && value.op != FL_SCALAR_SET_INDIRECT)
    {
      const FlSym *index = fl_loop_rewrite_index (rewrite, value.index);

      is_changed |= index != value.index;
      value.index = index;
    }
  if (value.home && get_home (rewrite, value.home) != value.home)
    {
      value.home = get_home (rewrite, value.home);
      is_changed = TRUE;
    }
  if (value.of)
    value.of = fl_loop_rewrite_value (rewrite, value.of); /* a part of the recipe, too */
  if (value.bound)
    {
      const FlSym *bound = fl_loop_rewrite_index (rewrite, value.bound);

      is_changed |= value.n_args == 0 && bound != value.bound;
      value.bound = bound;
    }
  known = !is_changed                          ? id
          : value.op == FL_SCALAR_SET_INDIRECT ? add_indirect (rewrite, value)
                                               : fl_loop_add_value (rewrite->kernel, &value);
  fl_loop_set_value_origins (rewrite->kernel, known, fl_loop_get_value_origins (rewrite->kernel, id));
  g_hash_table_insert (rewrite->values, GUINT_TO_POINTER (id), GUINT_TO_POINTER (known));
  return known;
}

void
fl_loop_rewrite_homes (FlLoopRewrite *rewrite, FlLoopStmt *stmt)
{
  FlHomeId *homes = fl_arena_new (fl_loop_kernel_get_arena (rewrite->kernel), FlHomeId, stmt->n_homes + 1);

  for (guint i = 0; i < stmt->n_homes; i++)
    {
      FlLoopHome home = *fl_loop_get_home (rewrite->kernel, stmt->homes[i]);

      homes[i] = get_home (rewrite, stmt->homes[i]);
      if (homes[i] != stmt->homes[i])
        continue;
      home.size = fl_loop_rewrite_index (rewrite, home.size);
      home.varies = rewrite_axes (rewrite, home.varies);
      homes[i] = fl_loop_add_home (rewrite->kernel, &home);
      put (&rewrite->homes, stmt->homes[i], homes[i]);
    }
  stmt->homes = homes;
}

FlStmtId
fl_loop_rewrite_stmt (FlLoopRewrite *rewrite, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (rewrite->kernel, id);
  const FlAxisId axis = look_up (rewrite->axes, stmt.axis);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);

  stmt.axis = axis ? axis : stmt.axis;
  if (stmt.n_homes > 0)
    fl_loop_rewrite_homes (rewrite, &stmt);
  stmt.home = stmt.home ? get_home (rewrite, stmt.home) : 0;
  stmt.from = stmt.from ? get_home (rewrite, stmt.from) : 0;
  stmt.value = stmt.value ? fl_loop_rewrite_value (rewrite, stmt.value) : 0;
  stmt.condition = stmt.condition ? fl_loop_rewrite_value (rewrite, stmt.condition) : 0;
  for (guint i = 0; i < G_N_ELEMENTS (stmt.more); i++)
    stmt.more[i] = stmt.more[i] ? fl_loop_rewrite_value (rewrite, stmt.more[i]) : 0;
  if (stmt.index)
    stmt.index = fl_loop_rewrite_index (rewrite, stmt.index);
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = fl_loop_rewrite_stmt (rewrite, stmt.children[i]);
  stmt.children
      = fl_arena_memdup (fl_loop_kernel_get_arena (rewrite->kernel), children, sizeof (FlStmtId) * stmt.n_children);
  return fl_loop_add_stmt (rewrite->kernel, &stmt);
}

FlStmtId
fl_loop_rewrite_values (FlLoopRewrite *rewrite, FlStmtId id)
{
  const FlLoopStmt old = *fl_loop_get_stmt (rewrite->kernel, id);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, old.n_children + 1);
  FlLoopStmt stmt = old;

  stmt.value = stmt.value ? fl_loop_rewrite_value (rewrite, stmt.value) : 0;
  stmt.condition = stmt.condition ? fl_loop_rewrite_value (rewrite, stmt.condition) : 0;
  for (guint i = 0; i < G_N_ELEMENTS (stmt.more); i++)
    stmt.more[i] = stmt.more[i] ? fl_loop_rewrite_value (rewrite, stmt.more[i]) : 0;
  if (stmt.index)
    stmt.index = fl_loop_rewrite_index (rewrite, stmt.index);
  if (stmt.value != old.value || stmt.condition != old.condition || stmt.index != old.index
      || memcmp (stmt.more, old.more, sizeof old.more) != 0)
    id = fl_loop_add_stmt (rewrite->kernel, &stmt);
  for (guint i = 0; i < old.n_children; i++)
    children[i] = fl_loop_rewrite_values (rewrite, old.children[i]);
  return fl_loop_with_children (rewrite->kernel, id, children, old.n_children);
}

FlStmtId
fl_loop_map_stmts (FlLoopKernel *kernel, FlStmtId id, guint64 open, FlLoopMake make, gpointer data)
{
  const FlStmtId made = make (kernel, id, open, data);
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autofree FlStmtId *children = made ? NULL : g_new0 (FlStmtId, stmt.n_children + 1);

  if (made)
    return made;
  if (stmt.kind == FL_STMT_LOOP)
    open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = fl_loop_map_stmts (kernel, stmt.children[i], open, make, data);
  return fl_loop_with_children (kernel, id, children, stmt.n_children);
}

FlStmtId
fl_loop_replace (FlLoopKernel *kernel, FlStmtId root, FlStmtId stmt, const FlStmtId *by, guint n)
{
  const FlLoopStmt old = *fl_loop_get_stmt (kernel, root);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < old.n_children; i++)
    {
      if (old.children[i] == stmt)
        {
          g_array_append_vals (children, by, n);
          continue;
        }
      fl_loop_append (children, fl_loop_replace (kernel, old.children[i], stmt, by, n));
    }
  return fl_loop_with_children (kernel, root, (const FlStmtId *) children->data, children->len);
}

FlStmtId
fl_loop_expand_children (FlLoopKernel *kernel, FlStmtId id, FlLoopAppend append, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    append (data, stmt.children[i], children);
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

static void
note_written (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->home && stmt->kind != FL_STMT_PREFETCH)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->home));
  if (stmt->home && stmt->kind == FL_STMT_COMBINE && stmt->from)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->from));
  for (guint i = 0; i < stmt->n_homes; i++)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->homes[i]));
}

GHashTable *
fl_loop_collect_written (const FlLoopKernel *kernel, FlStmtId stmt)
{
  GHashTable *homes = g_hash_table_new (NULL, NULL);

  fl_loop_visit (kernel, stmt, note_written, homes);
  return homes;
}

typedef struct
{
  GHashTable *homes;
  gboolean reads;
} Reading;

static gboolean
note_read (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Reading *reading = data;

  reading->reads |= value->home && g_hash_table_contains (reading->homes, GUINT_TO_POINTER (value->home));
  return !reading->reads;
}

gboolean
fl_loop_value_reads (const FlLoopKernel *kernel, FlValueId id, GHashTable *homes)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Reading reading = { .homes = homes };

  fl_loop_visit_value (kernel, id, seen, note_read, &reading);
  return reading.reads;
}
