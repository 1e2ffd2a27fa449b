/* The tables of a loop program: adding, looking, which axes a value depends on.
 * Keeps: what was added never changes; numbers are positions. */
#include "fl-loop-program.h"
#include "fl-loop-values.h"

#include <string.h>

struct _FlLoopKernel
{
  FlArena *arena;
  FlSymTable *symbols;
  const FlSym *lanes, *lanes64; /* of the target's vectors */
  const char *name;
  gint64 traffic;                 /* bytes */
  const FlNest *nest;             /* the kernel was built from it; NULL: it was made by hand */
  FlStmtId joined;                /* the tree of that nest */
  GArray *axes, *homes, *origins; /* position 0 of each is none */
  FlLoopTable stmts;              /* FlLoopStmt */
  FlLoopValues values;
  GHashTable *by_var;   /* FlSym -> axis */
  GHashTable *indirect; /* FlSym -> value */
  GArray *axis_axes;    /* guint64 an axis: itself, and those that its bounds depend on */
  gboolean lacks_axes;  /* more were asked for than there may be */
};

/* --- making ----------------------------------------------------------------------------------- */

static GArray *
new_table (FlArena *arena, gsize size)
{
  GArray *table = g_array_new (FALSE, TRUE, size);

  g_array_set_size (table, 1);
  return fl_arena_adopt (arena, table, (GDestroyNotify) g_array_unref);
}

static GHashTable *
adopt_hash (FlArena *arena, GHashTable *table)
{
  return fl_arena_adopt (arena, table, (GDestroyNotify) g_hash_table_unref);
}

static const FlSym *
make_lanes (FlSymTable *symbols, const char *name, gint64 least, gint64 most)
{
  const FlSym *lanes = fl_sym_var (symbols, name, NULL);

  fl_sym_set_range (lanes, least, most);
  return lanes;
}

FlLoopKernel *
fl_loop_kernel_new (FlArena *arena, FlSymTable *symbols, const char *name)
{
  FlLoopKernel *kernel = fl_arena_new (arena, FlLoopKernel, 1);

  *kernel = (FlLoopKernel) { .arena = arena, .symbols = symbols, .name = name };
  kernel->lanes = make_lanes (symbols, "lanes", FL_LOOP_FEWEST_FLOATS, FL_LOOP_MOST_FLOATS);
  kernel->lanes64 = make_lanes (symbols, "lanes64", FL_LOOP_FEWEST_FLOATS / 2, FL_LOOP_MOST_FLOATS / 2);
  kernel->axes = new_table (arena, sizeof (FlLoopAxis));
  kernel->homes = new_table (arena, sizeof (FlLoopHome));
  fl_loop_table_init (&kernel->stmts, arena, sizeof (FlLoopStmt));
  fl_loop_values_init (&kernel->values, arena);
  kernel->origins = new_table (arena, sizeof (FlLoopOrigins));
  kernel->by_var = adopt_hash (arena, g_hash_table_new (NULL, NULL));
  kernel->indirect = adopt_hash (arena, g_hash_table_new (NULL, NULL));
  kernel->axis_axes = new_table (arena, sizeof (guint64));
  return kernel;
}

const char *
fl_loop_kernel_get_name (const FlLoopKernel *kernel)
{
  return kernel->name;
}

void
fl_loop_kernel_set_joined (FlLoopKernel *kernel, const FlNest *nest, FlStmtId root)
{
  kernel->nest = nest;
  kernel->joined = root;
}

FlStmtId
fl_loop_kernel_get_joined (const FlLoopKernel *kernel, const FlNest **nest)
{
  *nest = kernel->nest;
  return kernel->joined;
}

void
fl_loop_kernel_set_traffic (FlLoopKernel *kernel, gint64 bytes)
{
  kernel->traffic = bytes;
}

gint64
fl_loop_kernel_get_traffic (const FlLoopKernel *kernel)
{
  return kernel->traffic;
}

FlArena *
fl_loop_kernel_get_arena (FlLoopKernel *kernel)
{
  return kernel->arena;
}

FlSymTable *
fl_loop_kernel_get_symbols (FlLoopKernel *kernel)
{
  return kernel->symbols;
}

const FlSym *
fl_loop_kernel_get_lanes (FlLoopKernel *kernel)
{
  return kernel->lanes;
}

const FlSym *
fl_loop_kernel_get_lanes64 (FlLoopKernel *kernel)
{
  return kernel->lanes64;
}

FlLoopProgram *
fl_loop_program_new (FlLoopKernel *kernel, FlStmtId root, const char *pass, const FlLoopProgram *before)
{
  FlLoopProgram *program = fl_arena_new (kernel->arena, FlLoopProgram, 1);

  *program = (FlLoopProgram) { .kernel = kernel, .root = root, .pass = pass, .before = before };
  return program;
}

FlAxisId
fl_loop_add_axis (FlLoopKernel *kernel, const FlLoopAxis *axis)
{
  const FlAxisId id = kernel->axes->len;
  guint64 axes = G_GUINT64_CONSTANT (1) << (id % FL_LOOP_MAX_AXES);

  if (id == FL_LOOP_MAX_AXES)
    {
      kernel->lacks_axes = TRUE; /* the program made of it is never used */
      return id - 1;
    }
  g_array_append_vals (kernel->axes, axis, 1);
  g_hash_table_insert (kernel->by_var, (gpointer) axis->var, GUINT_TO_POINTER (id));
  if (axis->stop)
    g_hash_table_insert (kernel->by_var, (gpointer) axis->stop, GUINT_TO_POINTER (id));
  if (axis->begin)
    axes |= fl_loop_index_get_axes (kernel, axis->begin);
  axes |= fl_loop_index_get_axes (kernel, axis->extent);
  g_array_append_val (kernel->axis_axes, axes);
  return id;
}

gboolean
fl_loop_kernel_clear_lack (FlLoopKernel *kernel)
{
  const gboolean lacked = kernel->lacks_axes;

  kernel->lacks_axes = FALSE;
  return lacked;
}

FlHomeId
fl_loop_add_home (FlLoopKernel *kernel, const FlLoopHome *home)
{
  g_array_append_vals (kernel->homes, home, 1);
  return kernel->homes->len - 1;
}

FlValueId
fl_loop_add_value (FlLoopKernel *kernel, const FlLoopValue *value)
{
  guint64 axes = 0;
  gboolean is_new;
  const FlValueId id = fl_loop_values_add (&kernel->values, kernel->arena, value, &is_new);

  if (!is_new)
    return id;
  if (value->op == FL_SCALAR_SET_INDIRECT)
    g_hash_table_insert (kernel->indirect, (gpointer) value->index, GUINT_TO_POINTER (id));
  for (guint i = 0; i < value->n_args; i++)
    axes |= fl_loop_value_get_axes (kernel, value->args[i]);
  if (value->index && value->op != FL_SCALAR_SET_INDIRECT)
    axes |= fl_loop_index_get_axes (kernel, value->index);
  if (value->bound && value->n_args == 0)
    axes |= fl_loop_index_get_axes (kernel, value->bound);
  if (value->home)
    axes |= fl_loop_get_home (kernel, value->home)->varies;
  fl_loop_values_get (&kernel->values, id)->axes = axes;
  return id;
}

void
fl_loop_set_value_origins (FlLoopKernel *kernel, FlValueId value, guint origins)
{
  FlLoopValueRow *row = fl_loop_values_get (&kernel->values, value);

  if (row->origins == 0)
    row->origins = origins;
}

guint
fl_loop_get_value_origins (const FlLoopKernel *kernel, FlValueId value)
{
  return fl_loop_values_get (&kernel->values, value)->origins;
}

FlStmtId
fl_loop_add_stmt (FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  *(FlLoopStmt *) fl_loop_table_add (&kernel->stmts, kernel->arena) = *stmt;
  return kernel->stmts.n - 1;
}

guint
fl_loop_add_origins (FlLoopKernel *kernel, const FlLoopOrigins *origins)
{
  for (guint i = 1; i < kernel->origins->len; i++)
    {
      const FlLoopOrigins *known = &g_array_index (kernel->origins, FlLoopOrigins, i);

      if (known->n == origins->n && known->op == origins->op
          && memcmp (known->nodes, origins->nodes, sizeof (FlNodeId) * known->n) == 0)
        return i;
    }
  g_array_append_vals (kernel->origins, origins, 1);
  return kernel->origins->len - 1;
}

FlStmtId
fl_loop_with_children (FlLoopKernel *kernel, FlStmtId stmt, const FlStmtId *children, guint n)
{
  FlLoopStmt changed = *fl_loop_get_stmt (kernel, stmt);

  if (changed.n_children == n && memcmp (changed.children, children, sizeof (FlStmtId) * n) == 0)
    return stmt;
  changed.n_children = n;
  changed.children = fl_arena_memdup (kernel->arena, children, sizeof (FlStmtId) * n);
  return fl_loop_add_stmt (kernel, &changed);
}

FlStmtId
fl_loop_add_block (FlLoopKernel *kernel, FlLoopStmt stmt, const GArray *children, const GArray *homes)
{
  stmt.n_children = children->len;
  stmt.children = fl_arena_memdup (kernel->arena, children->data, children->len * sizeof (FlStmtId));
  if (homes)
    {
      stmt.n_homes = homes->len;
      stmt.homes = fl_arena_memdup (kernel->arena, homes->data, homes->len * sizeof (FlHomeId));
    }
  return fl_loop_add_stmt (kernel, &stmt);
}

void
fl_loop_append (GArray *numbers, guint number)
{
  g_array_append_val (numbers, number);
}

/* --- looking ---------------------------------------------------------------------------------- */

const FlLoopAxis *
fl_loop_get_axis (const FlLoopKernel *kernel, FlAxisId axis)
{
  g_assert (axis > 0 && axis < kernel->axes->len);
  return &g_array_index (kernel->axes, FlLoopAxis, axis);
}

const FlSym *
fl_loop_get_var (const FlLoopKernel *kernel, FlAxisId axis)
{
  return fl_loop_get_axis (kernel, axis)->var;
}

const FlLoopHome *
fl_loop_get_home (const FlLoopKernel *kernel, FlHomeId home)
{
  g_assert (home > 0 && home < kernel->homes->len);
  return &g_array_index (kernel->homes, FlLoopHome, home);
}

const FlLoopValue *
fl_loop_get_value (const FlLoopKernel *kernel, FlValueId value)
{
  g_assert (value > 0 && value < kernel->values.table.n);
  return &fl_loop_values_get (&kernel->values, value)->value;
}

const FlLoopStmt *
fl_loop_get_stmt (const FlLoopKernel *kernel, FlStmtId stmt)
{
  g_assert (stmt > 0 && stmt < kernel->stmts.n);
  return fl_loop_table_get (&kernel->stmts, stmt);
}

const FlLoopOrigins *
fl_loop_get_origins (const FlLoopKernel *kernel, guint origins)
{
  return origins > 0 && origins < kernel->origins->len ? &g_array_index (kernel->origins, FlLoopOrigins, origins)
                                                       : NULL;
}

guint
fl_loop_get_n_axes (const FlLoopKernel *kernel)
{
  return kernel->axes->len - 1;
}

guint
fl_loop_get_n_homes (const FlLoopKernel *kernel)
{
  return kernel->homes->len - 1;
}

guint
fl_loop_get_n_values (const FlLoopKernel *kernel)
{
  return kernel->values.table.n - 1;
}

FlAxisId
fl_loop_get_whole (const FlLoopKernel *kernel, FlAxisId axis)
{
  while (fl_loop_get_axis (kernel, axis)->of)
    axis = fl_loop_get_axis (kernel, axis)->of;
  return axis;
}

FlAxisId
fl_loop_find_axis (const FlLoopKernel *kernel, const FlSym *var)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (kernel->by_var, var));
}

FlValueId
fl_loop_find_indirect (const FlLoopKernel *kernel, const FlSym *symbol)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (kernel->indirect, symbol));
}

guint64
fl_loop_value_get_axes (const FlLoopKernel *kernel, FlValueId value)
{
  return fl_loop_values_get (&kernel->values, value)->axes;
}

typedef struct
{
  const FlLoopKernel *kernel;
  guint64 axes;
} Dependence;

static void
add_axes_of (const FlSym *symbol, gpointer data)
{
  Dependence *self = data;
  const FlAxisId axis = fl_loop_find_axis (self->kernel, symbol);
  const FlValueId indirect = axis ? 0 : fl_loop_find_indirect (self->kernel, symbol);

  if (axis)
    self->axes |= axis < self->kernel->axis_axes->len ? g_array_index (self->kernel->axis_axes, guint64, axis) : 0;
  if (indirect)
    self->axes |= fl_loop_value_get_axes (self->kernel, indirect);
}

guint64
fl_loop_index_get_axes (const FlLoopKernel *kernel, const FlSym *index)
{
  Dependence self = { .kernel = kernel };

  fl_sym_visit_symbols (index, add_axes_of, &self);
  return self.axes;
}
