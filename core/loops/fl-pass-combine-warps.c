/* Combining over the warps of a block, or of the blocks of a cluster: a warp's lanes combine by
 * shuffles, the first of them puts the partial result in shared memory, of each block where there is
 * a cluster, and once all have, the lanes of every warp take one partial result each, or every 32nd,
 * and combine them. Every warp so gets the total, and nobody waits for one that does it for all.
 * Where lanes have results of their own, each puts its part there and takes in those of its column.
 * Each result has places of its own, so that no warp overwrites what another one still reads. */
#include "fl-intern.h"
#include "fl-loop-make.h"
#include "fl-loop-partials.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

enum
{
  WARP_LANES = 32
};

/* What becomes of an accumulator. */
typedef struct
{
  FlHomeId of_warp; /* the accumulator that its steps go to */
  guint n;
  FlHomeId parts[FL_LOOP_MAX_KEPT]; /* in shared memory, an element a warp, or a lane */
  gboolean is_of_lanes;             /* lanes have results of their own */
  gint64 n_parts;                   /* of a result: warps */
} Lowered;

typedef struct
{
  FlLoopKernel *kernel;
  FlSymTable *symbols;
  FlAxisId block, rank, warp, lane; /* rank 0: there are no clusters */
  GHashTable *lowered;              /* home -> Lowered */
  GArray *parts;                    /* FlHomeId: all of them */
} Combiner;

static void
note_axis (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Combiner *self = data;

  if (stmt->kind != FL_STMT_LOOP)
    return;
  if (stmt->map == FL_MAP_PARALLEL)
    self->block = stmt->axis;
  else if (stmt->map == FL_MAP_CLUSTER)
    self->rank = stmt->axis;
  else if (stmt->map == FL_MAP_WARP)
    self->warp = stmt->axis;
  else if (stmt->map == FL_MAP_LANE)
    self->lane = stmt->axis;
}

static gboolean
crosses_warps (const Combiner *self, const FlLoopStmt *stmt)
{
  return stmt->kind == FL_STMT_COMBINE && self->warp && (stmt->over >> self->warp & 1);
}

static FlDtype
get_component_dtype (const FlLoopHome *home, guint component)
{
  if (fl_reduction_is_arg (home->combiner))
    return component == 0 ? fl_dtype_get_compute (home->source_dtype) : FL_DTYPE_I64;
  return fl_dtype_get_compute (home->dtype);
}

static gint64
get_extent (const Combiner *self, FlAxisId axis)
{
  gint64 n = 1;

  if (axis)
    fl_sym_is_int (fl_loop_get_axis (self->kernel, axis)->extent, &n);
  return n;
}

/* Parts of a result that lie side by side: a load takes the lanes' next 32 of them. */
static gint64
count_stored (const Lowered *lowered)
{
  return lowered->n_parts * (lowered->is_of_lanes ? WARP_LANES : 1);
}

static void
add_lowered (Combiner *self, FlHomeId id, const FlLoopStmt *combine)
{
  FlLoopHome home = *fl_loop_get_home (self->kernel, id), of_warp = home;
  Lowered *lowered = fl_arena_new (fl_loop_kernel_get_arena (self->kernel), Lowered, 1);

  of_warp.name = fl_intern_printf ("%s_of_warp", home.name);
  lowered->of_warp = fl_loop_add_home (self->kernel, &of_warp);
  lowered->n = fl_loop_count_kept (&home);
  lowered->is_of_lanes = !(combine->over >> self->lane & 1);
  lowered->n_parts = get_extent (self, self->warp) * get_extent (self, self->rank);
  for (guint i = 0; i < lowered->n; i++)
    {
      const FlLoopHome part
          = { .name = fl_intern_printf ("%s_of_warps%s", home.name, fl_loop_get_kept_suffix (&home, i)),
              .kind = self->rank ? FL_HOME_CLUSTER : FL_HOME_SHARED,
              .dtype = get_component_dtype (&home, i),
              .size = fl_sym_int (self->symbols, count_stored (lowered)),
              .combiner = FL_N_REDUCTIONS,
              .n_components = 1,
              .varies = G_GUINT64_CONSTANT (1) << self->block };

      lowered->parts[i] = fl_loop_add_home (self->kernel, &part);
      g_array_append_val (self->parts, lowered->parts[i]);
    }
  g_hash_table_insert (self->lowered, GUINT_TO_POINTER (id), lowered);
}

static void
note_combine (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  Combiner *self = data;

  if (crosses_warps (self, &stmt) && !g_hash_table_contains (self->lowered, GUINT_TO_POINTER (stmt.home)))
    add_lowered (self, stmt.home, &stmt);
}

/* --- statements ---------------------------------------------------------- */

static FlValueId
load (Combiner *self, FlHomeId home, FlDtype dtype, const FlSym *index)
{
  const FlLoopValue value = { .op = FL_SCALAR_LOAD, .dtype = dtype, .home = home, .index = index, .name = "partial" };

  return fl_loop_add_value (self->kernel, &value);
}

static void
append_combine (Combiner *self, FlHomeId home, GArray *out)
{
  fl_loop_append (out, fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_COMBINE,
                                                                       .home = home,
                                                                       .over = G_GUINT64_CONSTANT (1) << self->lane }));
}

/* Where the thread's part lies. */
static const FlSym *
get_place (const Combiner *self, const Lowered *lowered)
{
  const FlSym *warp = fl_loop_get_var (self->kernel, self->warp);

  if (lowered->is_of_lanes)
    return fl_sym_add (fl_sym_mul_int (warp, WARP_LANES), fl_loop_get_var (self->kernel, self->lane));
  if (!self->rank)
    return warp;
  return fl_sym_add (fl_sym_mul_int (fl_loop_get_var (self->kernel, self->rank), get_extent (self, self->warp)), warp);
}

/* The warp's own part, or each lane's, into shared memory. */
static void
append_stores (Combiner *self, FlHomeId id, GArray *out)
{
  const FlLoopHome home = *fl_loop_get_home (self->kernel, id);
  const Lowered *lowered = g_hash_table_lookup (self->lowered, GUINT_TO_POINTER (id));
  const FlSym *lane = fl_loop_get_var (self->kernel, self->lane), *place = get_place (self, lowered);
  FlStmtId stores[FL_LOOP_MAX_KEPT], stmt;

  if (!lowered->is_of_lanes)
    append_combine (self, lowered->of_warp, out);
  for (guint i = 0; i < lowered->n; i++)
    {
      const FlValueId partial
          = load (self, lowered->of_warp, get_component_dtype (&home, i), fl_sym_int (self->symbols, i));

      stores[i]
          = fl_loop_add_stmt (self->kernel,
                              &(FlLoopStmt) {
                                  .kind = FL_STMT_STORE, .home = lowered->parts[i], .index = place, .value = partial });
    }
  if (lowered->is_of_lanes)
    {
      g_array_append_vals (out, stores, lowered->n);
      return;
    }
  stmt = fl_loop_add_guard (self->kernel, fl_sym_rel (FL_SYM_EQ, lane, fl_sym_int (self->symbols, 0)), stores,
                            lowered->n);
  g_array_append_val (out, stmt);
}

/* All warps' parts, one a lane and step. */
static void
append_total (Combiner *self, FlHomeId id, GArray *out)
{
  const FlLoopHome home = *fl_loop_get_home (self->kernel, id);
  const Lowered *lowered = g_hash_table_lookup (self->lowered, GUINT_TO_POINTER (id));
  const gint64 n_stored = count_stored (lowered), n_steps = (n_stored + WARP_LANES - 1) / WARP_LANES;
  const FlAxisId part
      = n_steps > 1 ? fl_loop_make_axis (self->kernel, 0, "part", fl_sym_int (self->symbols, n_steps)) : 0;
  const FlSym *place = fl_loop_get_var (self->kernel, self->lane);
  FlLoopStmt step = { .kind = FL_STMT_ACCUMULATE, .home = id };
  FlStmtId stmt;

  if (part)
    place = fl_sym_add (fl_sym_mul_int (fl_loop_get_var (self->kernel, part), WARP_LANES), place);
  for (guint i = 0; i < lowered->n; i++)
    *(i == 0 ? &step.value : &step.more[i - 1]) = load (self, lowered->parts[i], get_component_dtype (&home, i), place);
  stmt = fl_loop_add_stmt (self->kernel, &step);
  if (n_stored % WARP_LANES != 0)
    stmt = fl_loop_add_guard (self->kernel, fl_sym_rel (FL_SYM_LT, place, fl_sym_int (self->symbols, n_stored)), &stmt,
                              1);
  if (part)
    stmt = fl_loop_add_loop (self->kernel, part, FL_MAP_UNROLLED, &stmt, 1);
  g_array_append_val (out, stmt);
  if (!lowered->is_of_lanes)
    append_combine (self, id, out);
}

/* Results that are due at the same time: one barrier does for all of them. Returns how many there
 * were. */
static guint
lower_combines (Combiner *self, const FlLoopStmt *stmt, guint first, GArray *out)
{
  guint end = first;

  for (; end < stmt->n_children && crosses_warps (self, fl_loop_get_stmt (self->kernel, stmt->children[end])); end++)
    append_stores (self, fl_loop_get_stmt (self->kernel, stmt->children[end])->home, out);
  for (guint i = first; i < end; i++)
    append_total (self, fl_loop_get_stmt (self->kernel, stmt->children[i])->home, out);
  return end - first;
}

static void
append_homes (Combiner *self, FlLoopStmt *stmt, const GArray *more)
{
  g_autoptr (GArray) homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));

  g_array_append_vals (homes, stmt->homes, stmt->n_homes);
  g_array_append_vals (homes, more->data, more->len);
  stmt->n_homes = homes->len;
  stmt->homes = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), homes->data, homes->len * sizeof (FlHomeId));
}

static void
lower_stmt (Combiner *self, FlStmtId id, GArray *out)
{
  const FlLoopStmt old = *fl_loop_get_stmt (self->kernel, id);
  const Lowered *lowered = old.home ? g_hash_table_lookup (self->lowered, GUINT_TO_POINTER (old.home)) : NULL;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     begun = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlLoopStmt stmt = old;

  if (old.kind == FL_STMT_ACCUMULATE && lowered)
    stmt.home = lowered->of_warp;
  for (guint i = 0; i < old.n_homes; i++)
    {
      const Lowered *inside = g_hash_table_lookup (self->lowered, GUINT_TO_POINTER (old.homes[i]));

      if (inside)
        g_array_append_val (begun, inside->of_warp);
    }
  append_homes (self, &stmt, begun);
  if (old.kind == FL_STMT_LOOP && old.map == FL_MAP_PARALLEL)
    append_homes (self, &stmt, self->parts);
  for (guint i = 0, n; i < old.n_children; i += MAX (n, 1))
    {
      n = lower_combines (self, &old, i, children);
      if (n == 0)
        lower_stmt (self, old.children[i], children);
    }
  fl_loop_append (out, fl_loop_add_block (self->kernel, stmt, children, NULL));
}

const FlLoopProgram *
fl_pass_combine_warps (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) lowered = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (FlHomeId)),
                     root = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Combiner self = { .kernel = program->kernel,
                    .symbols = fl_loop_kernel_get_symbols (program->kernel),
                    .lowered = lowered,
                    .parts = parts };
  gint64 bytes = 0;

  fl_loop_visit (self.kernel, program->root, note_axis, &self);
  fl_loop_visit (self.kernel, program->root, note_combine, &self);
  if (parts->len == 0)
    return program;
  for (guint i = 0; i < parts->len; i++)
    {
      const FlLoopHome *part = fl_loop_get_home (self.kernel, g_array_index (parts, FlHomeId, i));

      bytes += fl_sym_get_hint (part->size, 0) * fl_dtype_get_size_bytes (part->dtype);
    }
  lower_stmt (&self, program->root, root);
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, "warp",
                self.rank ? "combined through shared memory of all blocks of the cluster"
                          : "combined through shared memory",
                "%u results of %" G_GINT64_FORMAT " warps, %" G_GINT64_FORMAT " B a block", g_hash_table_size (lowered),
                get_extent (&self, self.warp) * get_extent (&self, self.rank), bytes);
  return fl_loop_program_new (self.kernel, g_array_index (root, FlStmtId, 0), "combine warps", program);
}
