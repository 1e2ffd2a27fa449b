/* Argmax and argmin of long rows in two steps: which block of four vectors has the extreme, then where in that block.
 *
 * A pair of value and place for each vector would take two more operations an element. Of a block only the best of its
 * four vectors is compared with what each lane has, and the place kept is where the block begins. The lanes' best, at
 * the first block that has it, is the row's; the first of equal elements lies in that block, whose four vectors are
 * looked at once more: that is the argmax of whether each is the extreme. Where rows are no multiple of a block, the
 * last one begins earlier: it does some elements again. Exact but for which of two zeros, or of two NaNs, is the
 * extreme that is read beside its place. */
#include "fl-loop-make.h"
#include "fl-loop-order.h"
#include "fl-loop-partials.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"

#include "fl-intern.h"

enum
{
  N_VECTORS = 4, /* of a block */
  MIN_LENGTH = N_VECTORS * FL_LOOP_MOST_FLOATS
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  FlLoopRewrite *reads; /* of accumulators that are gone */
  guint n_found;
} Finder;

/* One loop along a row. */
typedef struct
{
  Finder *finder;
  FlLoopKernel *kernel;
  FlLoopStmt scope, loop; /* where its accumulators begin */
  FlValueId value;        /* the compared value */
  FlHomeId place;         /* one of the accumulators that keep a place */
  FlHomeId block, block_lanes, found, found_lanes;
} Row;

/* --- which loops ------------------------------------------------------------------------------ */

static gboolean
begins_in (const FlLoopStmt *scope, FlHomeId home)
{
  for (guint i = 0; i < scope->n_homes; i++)
    if (scope->homes[i] == home)
      return TRUE;
  return FALSE;
}

/* Do all of them seek the same extreme of the same value, the first one a place that is the row's own position? */
static gboolean
takes_step (Row *row, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (row->kernel, stmt->home);
  const gboolean is_place = fl_reduction_is_arg (home->combiner);
  const FlSym *var = fl_loop_get_var (row->kernel, row->loop.axis);

  if (stmt->index || !fl_sym_is_int_value (home->size, 1) || !begins_in (&row->scope, stmt->home)
      || !(is_place || home->combiner == FL_REDUCTION_MAX || home->combiner == FL_REDUCTION_MIN)
      || fl_dtype_get_compute (home->source_dtype) != FL_DTYPE_F32 || (row->value && row->value != stmt->value)
      || (is_place && fl_loop_get_value (row->kernel, stmt->more[0])->index != var))
    return FALSE;
  if (row->place
      && fl_loop_is_least (fl_loop_get_home (row->kernel, row->place)->combiner) != fl_loop_is_least (home->combiner))
    return FALSE;
  row->value = stmt->value;
  if (is_place || !row->place)
    row->place = stmt->home;
  return TRUE;
}

/* Is it accumulated in nowhere else? */
static gboolean
is_whole_reduction (const Row *row, FlStmtId loop)
{
  g_autoptr (GHashTable) inside = fl_loop_collect_written (row->kernel, loop);

  for (guint i = 0; i < row->scope.n_children; i++)
    if (row->scope.children[i] != loop)
      {
        g_autoptr (GHashTable) written = fl_loop_collect_written (row->kernel, row->scope.children[i]);

        for (guint k = 0; k < row->scope.n_homes; k++)
          if (g_hash_table_contains (inside, GUINT_TO_POINTER (row->scope.homes[k]))
              && g_hash_table_contains (written, GUINT_TO_POINTER (row->scope.homes[k])))
            return FALSE;
      }
  return TRUE;
}

static gboolean
find_row (Finder *finder, const FlLoopStmt *scope, FlStmtId id, Row *row)
{
  const FlLoopAxis *axis;
  gint64 length;

  *row = (Row) {
    .finder = finder, .kernel = finder->kernel, .scope = *scope, .loop = *fl_loop_get_stmt (finder->kernel, id)
  };
  if (row->loop.kind != FL_STMT_LOOP || row->loop.map != FL_MAP_SERIAL || row->loop.n_homes > 0)
    return FALSE;
  axis = fl_loop_get_axis (finder->kernel, row->loop.axis);
  if (axis->step || axis->stop
      || (axis->begin ? !fl_loop_axis_is_multiple (finder->kernel, row->loop.axis, MIN_LENGTH)
                      : !fl_sym_is_int (axis->extent, &length) || length < MIN_LENGTH))
    return FALSE;
  for (guint i = 0; i < row->loop.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (finder->kernel, row->loop.children[i]);

      if (stmt->kind != FL_STMT_LET && !(stmt->kind == FL_STMT_ACCUMULATE && takes_step (row, stmt)))
        return FALSE;
    }
  return row->place && fl_reduction_is_arg (fl_loop_get_home (finder->kernel, row->place)->combiner)
         && is_whole_reduction (row, id) && !fl_loop_refuse_vectors (finder->context->machine, finder->kernel, id);
}

/* --- values ----------------------------------------------------------------------------------- */

static FlValueId
add_op (const Row *row, FlScalar op, FlDtype dtype, FlValueId a, FlValueId b)
{
  const FlLoopValue value
      = { .op = op, .dtype = dtype, .n_args = 2, .args = { a, b }, .name = fl_scalar_get_info (op)->name };

  return fl_loop_add_value (row->kernel, &value);
}

static FlValueId
add_position (const Row *row, const FlSym *index)
{
  return fl_loop_add_value (row->kernel,
                            &(FlLoopValue) {
                                .op = FL_SCALAR_INDEX_EXPR, .dtype = FL_DTYPE_I64, .index = index, .name = "place" });
}

static FlValueId
read_back (const Row *row, FlHomeId id, FlDtype dtype, guint component)
{
  const FlLoopHome *home = fl_loop_get_home (row->kernel, id);

  return fl_loop_add_value (row->kernel, &(FlLoopValue) { .op = FL_SCALAR_GETITEM,
                                                          .dtype = dtype,
                                                          .home = id,
                                                          .component = component,
                                                          .epoch = 1,
                                                          .name = home->name });
}

/* What is compared, at another position. */
static FlValueId
compute_at (const Row *row, const FlSym *position)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (row->kernel);

  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (row->kernel, row->loop.axis), position);
  return fl_loop_rewrite_value (rewrite, row->value);
}

/* --- the two steps ---------------------------------------------------------------------------- */

static FlHomeId
add_accumulator (const Row *row, const char *suffix, FlReductionType combiner, FlDtype dtype, FlDtype source,
                 const FlSym *size)
{
  FlLoopHome home = *fl_loop_get_home (row->kernel, row->place);

  home.name = fl_intern_printf ("%s_%s", home.name, suffix);
  home.combiner = combiner;
  home.dtype = dtype;
  home.source_dtype = source;
  home.n_components = fl_reduction_get_n_outputs (combiner);
  home.size = size;
  return fl_loop_add_home (row->kernel, &home);
}

static void
add_accumulators (Row *row)
{
  const FlLoopHome place = *fl_loop_get_home (row->kernel, row->place);
  const FlReductionType combiner
      = fl_loop_is_least (place.combiner) ? FL_REDUCTION_ARGMIN_WITH_VALUE : FL_REDUCTION_ARGMAX_WITH_VALUE;
  const FlSym *lanes = fl_loop_kernel_get_lanes (row->kernel);

  row->block = add_accumulator (row, "block", combiner, place.dtype, place.source_dtype, place.size);
  row->block_lanes = add_accumulator (row, "block_lanes", combiner, place.dtype, place.source_dtype, lanes);
  row->found = add_accumulator (row, "found", FL_REDUCTION_ARGMAX, place.dtype, FL_DTYPE_BOOL, place.size);
  row->found_lanes = add_accumulator (row, "found_lanes", FL_REDUCTION_ARGMAX, place.dtype, FL_DTYPE_BOOL,
                                      fl_sym_mul_int (lanes, N_VECTORS));
}

static FlStmtId
add_combine (const Row *row, FlHomeId home, FlHomeId from)
{
  return fl_loop_add_stmt (row->kernel, &(FlLoopStmt) { .kind = FL_STMT_COMBINE, .home = home, .from = from });
}

/* Each lane's best of all blocks, and where the first block that has it begins. */
static FlStmtId
add_blocks (const Row *row, FlAxisId lanes, guint origins)
{
  FlLoopKernel *kernel = row->kernel;
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, row->loop.axis);
  const FlSym *width = fl_loop_kernel_get_lanes (kernel), *step = fl_sym_mul_int (width, N_VECTORS);
  const gboolean divides = fl_loop_axis_is_multiple (kernel, row->loop.axis, MIN_LENGTH);
  const FlAxisId blocks = fl_loop_add_part (kernel, row->loop.axis, "k",
                                            (FlLoopAxis) { .begin = axis.begin, .extent = axis.extent, .step = step });
  const FlSym *begin = fl_loop_get_var (kernel, blocks),
              *at = divides ? begin : fl_sym_min (begin, fl_sym_sub (axis.extent, step)),
              *lane = fl_loop_get_var (kernel, lanes);
  const FlScalar op
      = fl_loop_is_least (fl_loop_get_home (kernel, row->place)->combiner) ? FL_SCALAR_MINIMUM : FL_SCALAR_MAXIMUM;
  const FlDtype dtype = fl_loop_get_value (kernel, row->value)->dtype;
  FlValueId best[N_VECTORS];
  FlLoopStmt stmt = { .kind = FL_STMT_ACCUMULATE, .home = row->block_lanes, .index = lane, .origins = origins };
  FlStmtId made;

  for (guint i = 0; i < N_VECTORS; i++)
    best[i] = compute_at (row, fl_sym_add (fl_sym_add (at, fl_sym_mul_int (width, i)), lane));
  for (guint n = N_VECTORS; n > 1; n /= 2)
    for (guint i = 0; i < n / 2; i++)
      best[i] = add_op (row, op, dtype, best[2 * i], best[2 * i + 1]);
  stmt.value = best[0];
  stmt.more[0] = add_position (row, at);
  made = fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = lanes, .map = FL_MAP_VECTOR },
                       fl_loop_add_stmt (kernel, &stmt));
  return fl_loop_wrap (kernel,
                       (FlLoopStmt) {
                           .kind = FL_STMT_LOOP, .axis = blocks, .tail = divides ? FL_TAIL_NONE : FL_TAIL_OVERLAP },
                       made);
}

/* The first element of the block that is the extreme, which may be NaN. */
static FlStmtId
add_search (const Row *row, FlAxisId lanes, guint origins)
{
  FlLoopKernel *kernel = row->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlSym *width = fl_loop_kernel_get_lanes (kernel);
  const FlAxisId vectors
      = fl_loop_add_part (kernel, row->loop.axis, "u", (FlLoopAxis) { .extent = fl_sym_int (symbols, N_VECTORS) });
  const FlSym *within
      = fl_sym_add (fl_sym_mul (fl_loop_get_var (kernel, vectors), width), fl_loop_get_var (kernel, lanes));
  const FlSym *block = fl_loop_make_indirect (kernel, "block");
  const FlLoopValue at = { .op = FL_SCALAR_SET_INDIRECT,
                           .dtype = FL_DTYPE_I64,
                           .n_args = 1,
                           .args = { read_back (row, row->block, FL_DTYPE_I64, 1) },
                           .bound = fl_loop_get_whole_extent (kernel, row->loop.axis),
                           .index = block,
                           .name = fl_sym_get_name (block) };
  const FlDtype dtype = fl_loop_get_value (kernel, row->value)->dtype;
  FlLoopStmt stmt = { .kind = FL_STMT_ACCUMULATE, .home = row->found_lanes, .index = within, .origins = origins };
  FlValueId value;
  FlStmtId made;

  fl_loop_add_value (kernel, &at);
  value = compute_at (row, fl_sym_add (at.index, within));
  stmt.value = add_op (row, FL_SCALAR_LOGICAL_OR, FL_DTYPE_BOOL,
                       add_op (row, FL_SCALAR_EQ, FL_DTYPE_BOOL, value, read_back (row, row->block, dtype, 0)),
                       add_op (row, FL_SCALAR_NE, FL_DTYPE_BOOL, value, value));
  stmt.more[0] = add_position (row, within);
  made = fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = lanes, .map = FL_MAP_VECTOR },
                       fl_loop_add_stmt (kernel, &stmt));
  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = vectors, .map = FL_MAP_UNROLLED }, made);
}

/* Where the block begins, and how far from there; the extreme beside it. */
static gboolean
replace_read (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  const Row *row = data;
  gboolean is_one = FALSE;
  FlValueId found;

  for (guint i = 0; value.home && i < row->loop.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, row->loop.children[i]);

      is_one |= stmt->kind == FL_STMT_ACCUMULATE && stmt->home == value.home;
    }
  if (!is_one)
    return TRUE;
  if (fl_loop_get_place_component (kernel, &value) == 1)
    found = add_op (row, FL_SCALAR_ADD, FL_DTYPE_I64, read_back (row, row->block, FL_DTYPE_I64, 1),
                    read_back (row, row->found, FL_DTYPE_I64, 1));
  else
    found = read_back (row, row->block, value.dtype, 0);
  fl_loop_rewrite_add_value (row->finder->reads, id, found);
  return TRUE;
}

static void
replace_reads (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  fl_loop_visit_values (kernel, &stmt, seen, replace_read, data);
}

/* The statements that the loop becomes, and the accumulators that begin instead of its own. */
static void
add_row (Row *row, GArray *children, GArray *homes)
{
  Finder *finder = row->finder;
  FlLoopKernel *kernel = row->kernel;
  const FlAxisId lanes
      = fl_loop_add_part (kernel, row->loop.axis, "v", (FlLoopAxis) { .extent = fl_loop_kernel_get_lanes (kernel) });
  const char *name = fl_loop_get_name (kernel, row->loop.axis);
  guint origins = 0;

  for (guint i = 0; i < row->loop.n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, row->loop.children[i]);

      if (stmt->kind != FL_STMT_ACCUMULATE)
        continue;
      origins = stmt->origins;
      for (guint k = homes->len; k-- > 0;)
        if (g_array_index (homes, FlHomeId, k) == stmt->home)
          g_array_remove_index (homes, k);
    }
  add_accumulators (row);
  {
    const FlHomeId added[] = { row->block, row->block_lanes, row->found, row->found_lanes };
    const FlStmtId made[] = { add_blocks (row, lanes, origins), add_combine (row, row->block, row->block_lanes),
                              add_search (row, lanes, origins), add_combine (row, row->found, row->found_lanes) };

    g_array_append_vals (homes, added, G_N_ELEMENTS (added));
    g_array_append_vals (children, made, G_N_ELEMENTS (made));
  }
  fl_loop_visit (kernel, finder->program->root, replace_reads, row);
  finder->n_found++;
  fl_loop_note (
      finder->context, finder->program, FL_VERDICT_ACCEPT, name, "place found in two steps",
      "the block of %d vectors first, then the element: a place for each vector would take two operations more",
      N_VECTORS);
}

static FlStmtId
find_in (Finder *finder, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (finder->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  gboolean is_changed = FALSE;

  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      Row row;

      if (stmt.n_homes > 0 && fl_loop_get_n_axes (finder->kernel) + 8 < FL_LOOP_MAX_AXES
          && find_row (finder, &stmt, stmt.children[i], &row))
        {
          add_row (&row, children, homes);
          is_changed = TRUE;
        }
      else
        {
          const FlStmtId child = find_in (finder, stmt.children[i]);

          is_changed |= child != stmt.children[i];
          g_array_append_val (children, child);
        }
    }
  if (!is_changed)
    return id;
  return fl_loop_add_block (finder->kernel, stmt, children, homes);
}

const FlLoopProgram *
fl_pass_argmax (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) reads = fl_loop_rewrite_new (program->kernel);
  Finder finder = { .context = context, .program = program, .kernel = program->kernel, .reads = reads };
  FlStmtId root;

  if (context->machine->n_lanes < 2)
    return program;
  root = find_in (&finder, program->root);
  return root == program->root
             ? program
             : fl_loop_program_new (program->kernel, fl_loop_rewrite_values (reads, root), "argmax", program);
}
