/* Memory between the phases of a kernel. See fl-loop-partials.h. */
#include "fl-loop-partials.h"

#include "fl-loop-rewrite.h"

#include "fl-intern.h"

/* --- what accumulators keep ------------------------------------------------------------------- */

static gboolean
is_moments (const FlLoopHome *home)
{
  return home->combiner == FL_REDUCTION_WELFORD_REDUCE || home->combiner == FL_REDUCTION_WELFORD_COMBINE;
}

guint
fl_loop_count_kept (const FlLoopHome *home)
{
  if (is_moments (home))
    return FL_LOOP_MAX_KEPT;
  return fl_reduction_is_arg (home->combiner) || home->combiner == FL_REDUCTION_ONLINE_SOFTMAX ? 2 : 1;
}

const char *
fl_loop_get_kept_suffix (const FlLoopHome *home, guint component)
{
  if (component == 0)
    return "";
  return fl_reduction_is_arg (home->combiner)            ? "_at"
         : home->combiner == FL_REDUCTION_ONLINE_SOFTMAX ? "_sum"
         : component == 1                                ? "_m2"
                                                         : "_weight";
}

FlDtype
fl_loop_get_kept_dtype (const FlLoopHome *home, guint component)
{
  if (home->combiner == FL_REDUCTION_ONLINE_SOFTMAX && component == 1)
    return FL_DTYPE_F64;
  if (fl_reduction_is_arg (home->combiner))
    return component == 1 ? FL_DTYPE_I64 : fl_dtype_get_compute (home->source_dtype);
  return home->combiner == FL_REDUCTION_ANY ? FL_DTYPE_BOOL : fl_dtype_get_compute (home->dtype);
}

FlValueId
fl_loop_read_kept (FlLoopKernel *kernel, FlHomeId id, guint component)
{
  const FlLoopHome home = *fl_loop_get_home (kernel, id);
  FlLoopValue value = { .op = FL_SCALAR_GETITEM,
                        .dtype = fl_loop_get_kept_dtype (&home, component),
                        .home = id,
                        .epoch = 1,
                        .component = component,
                        .name = home.name };

  if (fl_loop_count_kept (&home) == 2) /* of an argmax GETITEM reads the place alone */
    {
      value.op = FL_SCALAR_LOAD;
      value.component = 0;
      value.index = fl_sym_int (fl_loop_kernel_get_symbols (kernel), component);
    }
  return fl_loop_add_value (kernel, &value);
}

guint
fl_loop_get_place_component (const FlLoopKernel *kernel, const FlLoopValue *read)
{
  const FlReductionType combiner = fl_loop_get_home (kernel, read->home)->combiner;

  if (read->op == FL_SCALAR_LOAD)
    return fl_sym_is_int_value (read->index, 1);
  return combiner == FL_REDUCTION_ARGMAX || combiner == FL_REDUCTION_ARGMIN ? 1 : read->component;
}

/* --- memory ----------------------------------------------------------------------------------- */

static gboolean
has_partials (const FlLoopKernel *kernel, const char *name)
{
  for (FlHomeId i = 1; i <= fl_loop_get_n_homes (kernel); i++)
    {
      const FlLoopHome *home = fl_loop_get_home (kernel, i);

      if (home->kind == FL_HOME_PARTIALS && home->name == name)
        return TRUE;
    }
  return FALSE;
}

FlHomeId
fl_loop_add_partials (FlLoopKernel *kernel, const char *name, FlDtype dtype, const FlSym *size)
{
  FlLoopHome home = { .name = fl_intern (name),
                      .kind = FL_HOME_PARTIALS,
                      .dtype = dtype,
                      .size = size,
                      .combiner = FL_N_REDUCTIONS,
                      .n_components = 1 };

  for (guint n = 2; has_partials (kernel, home.name); n++)
    home.name = fl_intern_printf ("%s_%u", name, n);
  return fl_loop_add_home (kernel, &home);
}

FlValueId
fl_loop_load_partial (FlLoopKernel *kernel, FlHomeId partials, const FlSym *index)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, partials);
  const FlLoopValue load
      = { .op = FL_SCALAR_LOAD, .dtype = home->dtype, .home = partials, .epoch = 1, .index = index, .name = "partial" };

  return fl_loop_add_value (kernel, &load);
}

FlStmtId
fl_loop_store_partial (FlLoopKernel *kernel, FlHomeId partials, const FlSym *index, FlValueId value, guint origins)
{
  return fl_loop_add_stmt (kernel, &(FlLoopStmt) { .kind = FL_STMT_STORE,
                                                   .home = partials,
                                                   .index = index,
                                                   .value = value,
                                                   .origins = origins });
}

FlStmtId
fl_loop_with_homes (FlLoopKernel *kernel, FlStmtId root, const GArray *homes)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (kernel, root);
  FlHomeId *all = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlHomeId, stmt.n_homes + homes->len + 1);

  if (homes->len == 0)
    return root;
  for (guint i = 0; i < stmt.n_homes + homes->len; i++)
    all[i] = i < stmt.n_homes ? stmt.homes[i] : g_array_index (homes, FlHomeId, i - stmt.n_homes);
  stmt.homes = all;
  stmt.n_homes += homes->len;
  return fl_loop_add_stmt (kernel, &stmt);
}

/* --- handing over ----------------------------------------------------------------------------- */

typedef struct
{
  guint child; /* statement of the root that leaves it behind */
  FlStmtId store;
} Handed;

typedef struct
{
  FlLoopKernel *kernel;
  GHashTable *homes; /* homes that begin at the level of the root -> its child + 1 */
  GHashTable *names; /* values that have a name there -> its child + 1 */
  GHashTable *loads; /* value -> what other phases read instead */
  GHashTable *seen;
  const guint *phases; /* of the root's children */
  guint child;         /* being looked at */
  GArray *handed, *partials;
  GPtrArray *rewrites; /* FlLoopRewrite, one a child: what is read of other phases */
} HandOver;

gboolean
fl_loop_is_shared (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  return stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_PARALLEL;
}

/* Homes and names of a statement of the root that reach those behind it. */
static void
note_left (HandOver *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  const gpointer child = GUINT_TO_POINTER (self->child + 1);

  if (stmt.kind == FL_STMT_LET)
    g_hash_table_insert (self->names, GUINT_TO_POINTER (stmt.value), child);
  if (stmt.kind != FL_STMT_SEQUENCE)
    return;
  for (guint i = 0; i < stmt.n_homes; i++)
    g_hash_table_insert (self->homes, GUINT_TO_POINTER (stmt.homes[i]), child);
  for (guint i = 0; i < stmt.n_children; i++)
    note_left (self, stmt.children[i]);
}

/* The child of another phase that leaves the value behind, + 1; 0: it is known here, or is made of what is. */
static guint
find_source (const HandOver *self, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (self->kernel, id);
  guint child = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, GUINT_TO_POINTER (id)));

  if (value->op == FL_SCALAR_SET_INDIRECT || value->op == FL_SCALAR_CONSTANT)
    return 0;
  if (child == 0 && value->home)
    child = GPOINTER_TO_UINT (g_hash_table_lookup (self->homes, GUINT_TO_POINTER (value->home)));
  return child > 0 && self->phases[child - 1] != self->phases[self->child] ? child : 0;
}

/* A place in memory for the value, which its child stores to. Returns the load of it. */
static FlValueId
add_handed (HandOver *self, FlValueId id, guint child)
{
  const FlSym *zero = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), 0);
  const FlLoopValue value = *fl_loop_get_value (self->kernel, id);
  const FlHomeId home = fl_loop_add_partials (self->kernel, fl_intern_printf ("%s_shared", value.name), value.dtype,
                                              fl_sym_add_int (zero, 1));
  const Handed handed = { .child = child, .store = fl_loop_store_partial (self->kernel, home, zero, id, 0) };
  const FlValueId load = fl_loop_load_partial (self->kernel, home, zero);

  g_array_append_val (self->handed, handed);
  g_array_append_val (self->partials, home);
  g_hash_table_insert (self->loads, GUINT_TO_POINTER (id), GUINT_TO_POINTER (load));
  return load;
}

static gboolean
hand_over (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  HandOver *self = data;
  const guint source = find_source (self, id);
  FlValueId load = GPOINTER_TO_UINT (g_hash_table_lookup (self->loads, GUINT_TO_POINTER (id)));

  if (source == 0)
    return TRUE;
  if (!load)
    load = add_handed (self, id, source - 1);
  fl_loop_rewrite_add_value (g_ptr_array_index (self->rewrites, self->child), id, load);
  return FALSE;
}

static void
note_read (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  HandOver *self = data;

  fl_loop_visit_values (kernel, &stmt, self->seen, hand_over, self);
  if (stmt.index)
    fl_loop_visit_positions (kernel, stmt.index, self->seen, hand_over, self);
}

/* A statement of the root in its phase: what others leave behind is read from memory, and what it leaves is stored. */
static FlStmtId
rebuild (HandOver *self, FlStmtId id, guint child)
{
  FlLoopRewrite *rewrite = g_ptr_array_index (self->rewrites, child);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  id = fl_loop_rewrite_values (rewrite, id);
  g_array_append_val (children, id);
  for (guint i = 0; i < self->handed->len; i++)
    if (g_array_index (self->handed, Handed, i).child == child)
      fl_loop_append (children, fl_loop_rewrite_values (rewrite, g_array_index (self->handed, Handed, i).store));
  if (children->len == 1)
    return id;
  return fl_loop_add_block (self->kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, children, NULL);
}

FlStmtId
fl_loop_hand_over (FlLoopKernel *kernel, FlStmtId root, guint *n)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, root);
  g_autofree FlStmtId *children = g_new0 (FlStmtId, stmt.n_children + 1);
  g_autofree guint *phases = g_new0 (guint, stmt.n_children + 1);
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL), names = g_hash_table_new (NULL, NULL),
                         loads = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) handed = g_array_new (FALSE, FALSE, sizeof (Handed)),
                     partials = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  g_autoptr (GPtrArray) rewrites = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_loop_rewrite_free);
  HandOver self = { .kernel = kernel,
                    .homes = homes,
                    .names = names,
                    .loads = loads,
                    .phases = phases,
                    .handed = handed,
                    .partials = partials,
                    .rewrites = rewrites };

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const gboolean is_shared = fl_loop_is_shared (kernel, stmt.children[i]);
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      phases[i] = i == 0 ? 0 : phases[i - 1] + (is_shared || fl_loop_is_shared (kernel, stmt.children[i - 1]) ? 1 : 0);
      g_ptr_array_add (rewrites, fl_loop_rewrite_new (kernel));
      self.child = i;
      self.seen = seen;
      fl_loop_visit (kernel, stmt.children[i], note_read, &self);
      if (!is_shared)
        note_left (&self, stmt.children[i]);
    }
  *n = handed->len;
  for (guint i = 0; i < stmt.n_children; i++)
    children[i] = rebuild (&self, stmt.children[i], i);
  root = fl_loop_with_children (kernel, root, children, stmt.n_children);
  return fl_loop_with_homes (kernel, root, partials);
}
