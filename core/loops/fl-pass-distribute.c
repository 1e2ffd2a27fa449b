/* Loop distribution: a loop over columns whose reductions wait for each other is cut in several loops, one a reduction.
 *
 * Columns are reduced side by side, in vectors, if the loop over them goes innermost; it cannot where one reduction of
 * a column needs what another one came to, as squares need the mean. So columns are strip-mined, and within a strip
 * each reduction has a loop of its own. What passes from one to the next becomes a row (scalar expansion). Exact:
 * columns touch nothing of each other, and each is reduced in the order in which it was. */
#include "fl-intern.h"
#include "fl-loop-order.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-loop-strips.h"
#include "fl-loop-walk.h"

enum
{
  STRIP = 1024, /* columns at most, as in fl-pass-strips.c */
  LINE = 16,    /* floats: rows are whole vectors of any width */
  MAX_GROUPS = 8
};

/* A value that a later loop takes from an earlier one, by its row. */
typedef struct
{
  FlValueId value;
  guint group; /* the group that computes it */
  FlHomeId row;
} Crossing;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlStmtId id; /* the loop over columns */
  FlLoopStmt loop;
  guint n_groups;
  GArray *groups[MAX_GROUPS];    /* FlStmtId */
  GHashTable *homes[MAX_GROUPS]; /* homes that a group begins */
  GArray *crossings;             /* Crossing */
  guint group;                   /* at hand */
  FlAxisId strips, within;
  gint64 n_columns; /* of a strip */
  gboolean is_refused;
} Cutter;

/* --- whether ---------------------------------------------------------------------------------- */

static void
note_statement (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const gboolean is_plain = stmt->kind == FL_STMT_SEQUENCE || stmt->kind == FL_STMT_LET
                            || stmt->kind == FL_STMT_ACCUMULATE
                            || (stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_SERIAL)
                            || (stmt->kind == FL_STMT_STORE && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD);

  *(gboolean *) data &= is_plain;
}

/* Does the loop read memory that it writes? What is read of an accumulator is no such thing. */
static void
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  gpointer *both = data;

  if (value->op != FL_SCALAR_GETITEM && value->home && g_hash_table_contains (both[0], GUINT_TO_POINTER (value->home)))
    *(gboolean *) both[1] = FALSE;
}

static gboolean
is_legal (const Cutter *self)
{
  g_autoptr (GHashTable) written = fl_loop_collect_written (self->kernel, self->id);
  gboolean is_good = TRUE;
  gpointer both[] = { written, &is_good };

  fl_loop_visit (self->kernel, self->id, note_statement, &is_good);
  fl_loop_walk_values (self->kernel, self->id, note_load, both);
  return is_good;
}

static void
note_homes (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  for (guint i = 0; i < stmt->n_homes; i++)
    g_hash_table_add (data, GUINT_TO_POINTER (stmt->homes[i]));
}

/* A group is a loop, alone or with the accumulators around it, and what follows that is none. FALSE: there are not
 * several. */
static gboolean
find_groups (Cutter *self)
{
  guint n_reductions = 0;

  for (guint i = 0; i < self->loop.n_children; i++)
    {
      const FlStmtId id = self->loop.children[i];
      const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, id);

      if (stmt->n_children > 0 || self->n_groups == 0)
        {
          if (self->n_groups == MAX_GROUPS)
            return FALSE;
          self->homes[self->n_groups] = g_hash_table_new (NULL, NULL);
          self->groups[self->n_groups++] = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
        }
      n_reductions += stmt->kind == FL_STMT_SEQUENCE && stmt->n_homes > 0;
      g_array_append_val (self->groups[self->n_groups - 1], id);
      fl_loop_visit (self->kernel, id, note_homes, self->homes[self->n_groups - 1]);
    }
  return n_reductions > 0 && self->n_groups > 1;
}

/* --- what passes from one to another ---------------------------------------------------------- */

/* The last of the groups in front of the one at hand that the value takes something of; -1: none. */
static gint
find_group (const Cutter *self, FlValueId id)
{
  for (guint i = self->group; i-- > 0;)
    if (fl_loop_value_reads (self->kernel, id, self->homes[i]))
      return (gint) i;
  return -1;
}

static gboolean
is_named_before (const Cutter *self, FlValueId id)
{
  for (guint g = 0; g < self->group; g++)
    for (guint i = 0; i < self->groups[g]->len; i++)
      {
        const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, g_array_index (self->groups[g], FlStmtId, i));

        if (stmt->kind == FL_STMT_LET && stmt->value == id)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_known (const Cutter *self, FlValueId id)
{
  for (guint i = 0; i < self->crossings->len; i++)
    if (g_array_index (self->crossings, Crossing, i).value == id)
      return TRUE;
  return FALSE;
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Cutter *self = data;
  const gint group = find_group (self, id);
  const Crossing crossing = { .value = id, .group = (guint) group };

  if (group < 0)
    return FALSE;
  if (value->op != FL_SCALAR_GETITEM && !is_named_before (self, id))
    return TRUE;
  self->is_refused |= value->dtype != FL_DTYPE_F32 || (value->op == FL_SCALAR_GETITEM && value->index);
  if (!is_known (self, id))
    g_array_append_val (self->crossings, crossing);
  return FALSE;
}

static void
note_values (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  if (stmt.value)
    fl_loop_visit_value (kernel, stmt.value, seen, enter_value, data);
}

static void
find_crossings (Cutter *self)
{
  for (self->group = 1; self->group < self->n_groups; self->group++)
    for (guint i = 0; i < self->groups[self->group]->len; i++)
      fl_loop_visit (self->kernel, g_array_index (self->groups[self->group], FlStmtId, i), note_values, self);
}

/* --- the loops -------------------------------------------------------------------------------- */

static const FlSym *
get_var (const Cutter *self, FlAxisId axis)
{
  return fl_loop_get_var (self->kernel, axis);
}

static void
add_axes (Cutter *self)
{
  const FlAxisId column = self->loop.axis;
  const FlLoopAxis axis = *fl_loop_get_axis (self->kernel, column);
  const FlSym *step, *first, *end;
  gint64 n;

  if (!fl_sym_is_int (fl_loop_get_whole_extent (self->kernel, column), &n) || n > STRIP)
    n = STRIP;
  self->n_columns = MAX (n, 1);
  step = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), self->n_columns);
  self->strips = fl_loop_add_part (self->kernel, column, "_strip",
                                   (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
  first = get_var (self, self->strips);
  end = fl_sym_min (fl_sym_add (first, step), axis.extent);
  self->within = fl_loop_add_part (self->kernel, column, "_in", (FlLoopAxis) { .begin = first, .extent = end });
}

static void
add_rows (Cutter *self, guint64 open)
{
  for (guint i = 0; i < self->crossings->len; i++)
    {
      Crossing *crossing = &g_array_index (self->crossings, Crossing, i);
      const FlLoopHome row
          = { .name = fl_intern_printf ("%s_row", fl_loop_get_value (self->kernel, crossing->value)->name),
              .kind = FL_HOME_STACK,
              .dtype = FL_DTYPE_F32,
              .source_dtype = FL_DTYPE_F32,
              .size
              = fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), (self->n_columns + LINE - 1) / LINE * LINE),
              .combiner = FL_N_REDUCTIONS,
              .n_components = 1,
              .varies = open | G_GUINT64_CONSTANT (1) << self->strips };

      crossing->row = fl_loop_add_home (self->kernel, &row);
    }
}

/* The loop over the columns of a strip with one group; what it takes from earlier ones it loads, what it computes for
 * later ones it stores. */
static FlStmtId
make_loop (const Cutter *self, guint group)
{
  FlLoopKernel *kernel = self->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlSym *column = get_var (self, self->loop.axis), *place = fl_sym_sub (column, get_var (self, self->strips));
  FlLoopStmt loop = { .kind = FL_STMT_LOOP };

  g_array_append_vals (children, self->groups[group]->data, self->groups[group]->len);
  fl_loop_rewrite_add_var (rewrite, column, get_var (self, self->within));
  for (guint i = 0; i < self->crossings->len; i++)
    {
      const Crossing *crossing = &g_array_index (self->crossings, Crossing, i);
      const FlLoopStmt store = { .kind = FL_STMT_STORE,
                                 .home = crossing->row,
                                 .index = place,
                                 .value = crossing->value,
                                 .origins = fl_loop_get_value_origins (kernel, crossing->value) };

      if (crossing->group == group)
        fl_loop_append (children, fl_loop_add_stmt (kernel, &store));
      else if (crossing->group < group)
        fl_loop_rewrite_add_value (rewrite, crossing->value,
                                   fl_loop_add_value (kernel,
                                                      &(FlLoopValue) {
                                                          .op = FL_SCALAR_LOAD,
                                                          .dtype = FL_DTYPE_F32,
                                                          .home = crossing->row,
                                                          .index = fl_sym_sub (get_var (self, self->within),
                                                                               get_var (self, self->strips)),
                                                          .epoch = 1,
                                                          .name = fl_loop_get_value (kernel, crossing->value)->name }));
    }
  loop.children
      = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children->data, sizeof (FlStmtId) * children->len);
  loop.n_children = children->len;
  return fl_loop_remake_with (kernel, rewrite, &loop, self->within, FL_MAP_SERIAL);
}

/* Can its columns be done in vectors? A loop that reduces nothing is no reason against it. */
static gboolean
is_strip (const Cutter *self, FlStmtId loop)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (self->kernel, loop);
  FlLoopStrip strip;

  if (fl_loop_get_stmt (self->kernel, stmt->children[0])->kind == FL_STMT_LOOP)
    return TRUE;
  return fl_loop_find_strip (self->kernel, loop, &strip) && !fl_loop_refuse_strip (self->kernel, &strip)
         && !fl_loop_refuse_strip_vectors (self->context->machine, self->kernel, &strip);
}

static FlStmtId
make_strips (Cutter *self, guint64 open)
{
  FlArena *arena = fl_loop_kernel_get_arena (self->kernel);
  FlStmtId *children = fl_arena_new (arena, FlStmtId, self->n_groups);
  FlHomeId *homes = fl_arena_new (arena, FlHomeId, self->crossings->len + 1);
  FlLoopStmt strips = { .kind = FL_STMT_LOOP,
                        .children = children,
                        .n_children = self->n_groups,
                        .homes = homes,
                        .n_homes = self->crossings->len };

  add_axes (self);
  add_rows (self, open);
  strips.axis = self->strips;
  strips.message = fl_arena_printf (arena, "%" G_GINT64_FORMAT " columns at a time: memory is contiguous along %s",
                                    self->n_columns, fl_loop_get_name (self->kernel, self->loop.axis));
  for (guint i = 0; i < self->crossings->len; i++)
    homes[i] = g_array_index (self->crossings, Crossing, i).row;
  for (guint g = 0; g < self->n_groups; g++)
    {
      children[g] = make_loop (self, g);
      if (!is_strip (self, children[g]))
        return 0;
    }
  fl_loop_note (self->context, self->program, FL_VERDICT_ACCEPT, fl_loop_get_name (self->kernel, self->loop.axis),
                "columns in a loop for each reduction",
                "%u loops; %u values of a column go from one to another by rows", self->n_groups, self->crossings->len);
  return fl_loop_add_stmt (self->kernel, &strips);
}

static void
clear (Cutter *self)
{
  for (guint g = 0; g < self->n_groups; g++)
    {
      g_array_unref (self->groups[g]);
      g_hash_table_unref (self->homes[g]);
    }
}

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
} Pass;

/* The loop in strips; 0: it stays as it is. */
static FlStmtId
cut (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  const Pass *pass = data;
  g_autoptr (GArray) crossings = g_array_new (FALSE, FALSE, sizeof (Crossing));
  Cutter self = { .context = pass->context,
                  .program = pass->program,
                  .kernel = kernel,
                  .id = id,
                  .loop = *fl_loop_get_stmt (kernel, id),
                  .crossings = crossings };
  const FlLoopAxis *axis = self.loop.kind == FL_STMT_LOOP ? fl_loop_get_axis (kernel, self.loop.axis) : NULL;
  FlStmtId made = 0;

  if (!axis || axis->step || axis->stop || self.loop.map != FL_MAP_SERIAL || self.loop.n_homes > 0
      || fl_loop_get_n_axes (kernel) + 16 > FL_LOOP_MAX_AXES)
    return 0;
  if (find_groups (&self) && is_legal (&self))
    {
      find_crossings (&self);
      made = self.is_refused ? 0 : make_strips (&self, open);
    }
  clear (&self);
  return made;
}

const FlLoopProgram *
fl_pass_distribute (FlLoopContext *context, const FlLoopProgram *program)
{
  Pass pass = { context, program };
  const FlStmtId root = context->machine->n_lanes < 2
                            ? program->root
                            : fl_loop_map_stmts (program->kernel, program->root, 0, cut, &pass);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "distribute", program);
}
