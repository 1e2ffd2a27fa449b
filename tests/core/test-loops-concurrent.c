/* Warps and lanes in loop programs: what the interpreter makes of them in any order, and the faults
 * that it and the verifier find. */
#include <string.h>

#include "fl-error.h"
#include "fl-loop-interpret.h"
#include "fl-loop-verify.h"

enum
{
  ROWS = 4,    /* a block does two, one after the other */
  COLUMNS = 64 /* two warps of 32 lanes */
};

typedef struct
{
  FlLoopKernel *kernel;
  FlSymTable *symbols;
  FlAxisId block, row, warp, lane;
  FlHomeId x, y, part, sum, total;
} Program;

typedef enum
{
  FAULT_NONE,
  FAULT_NO_BARRIER,      /* between partial sums and their readers */
  FAULT_NO_LOOP_BARRIER, /* between these and the next row's partial sums */
  FAULT_BARRIER_IN_GUARD,
  FAULT_COMBINE_IN_GUARD,
  FAULT_ALL_WRITE,
  FAULT_SHARED_IN_LANES,
  FAULT_COMBINE_OVER_ROWS,
  FAULT_WARPS_IN_LANES
} Fault;

typedef struct
{
  const char *name, *words;
  Fault fault;
  gboolean is_found_late; /* only executing it tells */
} FaultCase;

static const FaultCase fault_cases[] = {
  { "no-barrier", "with no barrier between: a race", FAULT_NO_BARRIER, TRUE },
  { "no-loop-barrier", "with no barrier between: a race", FAULT_NO_LOOP_BARRIER, TRUE },
  { "barrier-in-guard", "it crosses lane, but not all positions of that come here", FAULT_BARRIER_IN_GUARD, FALSE },
  { "combine-in-guard", "it crosses lane, but not all positions of that come here", FAULT_COMBINE_IN_GUARD, FALSE },
  { "all-write", "all positions of warp (warp) write one element of y", FAULT_ALL_WRITE, FALSE },
  { "shared-in-lanes", "part in shared memory begins anew for each position of warp", FAULT_SHARED_IN_LANES, FALSE },
  { "combine-over-rows", "it crosses row, which has no concurrent positions here", FAULT_COMBINE_OVER_ROWS, FALSE },
  { "warps-in-lanes", "warp positions of warp within those of lane", FAULT_WARPS_IN_LANES, FALSE },
};

/* --- making -------------------------------------------------------------- */

static FlAxisId
add_axis (Program *program, const char *name, gint64 extent)
{
  FlLoopAxis axis = { .name = name, .extent = fl_sym_int (program->symbols, extent) };

  axis.var = fl_sym_var (program->symbols, name, axis.extent);
  return fl_loop_add_axis (program->kernel, &axis);
}

static const FlSym *
var (const Program *program, FlAxisId axis)
{
  return fl_loop_get_axis (program->kernel, axis)->var;
}

static FlHomeId
add_home (Program *program, const char *name, FlHomeKind kind, gint64 size, guint argument, FlReductionType combiner,
          guint64 varies)
{
  const FlLoopHome home = { .name = name,
                            .kind = kind,
                            .dtype = FL_DTYPE_F32,
                            .source_dtype = FL_DTYPE_F32,
                            .combiner = combiner,
                            .n_components = 1,
                            .size = fl_sym_int (program->symbols, size),
                            .argument = argument,
                            .is_written = argument == 1,
                            .varies = varies };

  return fl_loop_add_home (program->kernel, &home);
}

static FlValueId
load (Program *program, FlHomeId home, const FlSym *index)
{
  return fl_loop_add_value (program->kernel, &(FlLoopValue) { .op = FL_SCALAR_LOAD,
                                                              .dtype = FL_DTYPE_F32,
                                                              .home = home,
                                                              .index = index,
                                                              .name = "load" });
}

static FlValueId
read_total (Program *program, FlHomeId home)
{
  return fl_loop_add_value (program->kernel,
                            &(FlLoopValue) {
                                .op = FL_SCALAR_GETITEM, .dtype = FL_DTYPE_F32, .home = home, .name = "read" });
}

static FlStmtId
block_of (Program *program, FlLoopStmt stmt, const FlStmtId *children, guint n)
{
  stmt.n_children = n;
  stmt.children = fl_arena_memdup (fl_loop_kernel_get_arena (program->kernel), children, sizeof *children * n);
  stmt.homes
      = fl_arena_memdup (fl_loop_kernel_get_arena (program->kernel), stmt.homes, sizeof *stmt.homes * stmt.n_homes);
  return fl_loop_add_stmt (program->kernel, &stmt);
}

static FlStmtId
guard (Program *program, FlSymRelation relation, FlAxisId axis, gint64 number, FlStmtId child)
{
  const FlLoopValue condition
      = { .op = FL_SCALAR_INDEX_EXPR,
          .dtype = FL_DTYPE_BOOL,
          .name = "holds",
          .index = fl_sym_rel (relation, var (program, axis), fl_sym_int (program->symbols, number)) };

  return block_of (program,
                   (FlLoopStmt) { .kind = FL_STMT_GUARD, .condition = fl_loop_add_value (program->kernel, &condition) },
                   &child, 1);
}

static FlStmtId
add_barrier (Program *program)
{
  return fl_loop_add_stmt (program->kernel, &(FlLoopStmt) { .kind = FL_STMT_BARRIER,
                                                            .over = 1u << program->warp | 1u << program->lane });
}

static FlStmtId
add_combine (Program *program, FlHomeId home, FlAxisId over)
{
  return fl_loop_add_stmt (program->kernel,
                           &(FlLoopStmt) { .kind = FL_STMT_COMBINE, .home = home, .over = 1u << over });
}

/* A row: each lane takes one element; a warp's sum goes to part, and every warp adds these up. */
static GArray *
make_row (Program *self, Fault fault)
{
  GArray *stmts = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const FlSym *row = fl_sym_add (fl_sym_mul_int (var (self, self->block), 2), var (self, self->row));
  const FlSym *place = fl_sym_add (fl_sym_mul_int (row, COLUMNS),
                                   fl_sym_add (fl_sym_mul_int (var (self, self->warp), 32), var (self, self->lane)));
  FlStmtId stmt = fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_ACCUMULATE,
                                                                  .home = self->sum,
                                                                  .value = load (self, self->x, place) });

  g_array_append_val (stmts, stmt);
  stmt = add_combine (self, self->sum, fault == FAULT_COMBINE_OVER_ROWS ? self->row : self->lane);
  stmt = fault == FAULT_COMBINE_IN_GUARD ? guard (self, FL_SYM_LT, self->lane, 16, stmt) : stmt;
  g_array_append_val (stmts, stmt);
  stmt = fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_STORE,
                                                         .home = self->part,
                                                         .value = read_total (self, self->sum),
                                                         .index = var (self, self->warp) });
  stmt = guard (self, FL_SYM_EQ, self->lane, 0, stmt);
  g_array_append_val (stmts, stmt);
  stmt = add_barrier (self);
  stmt = fault == FAULT_BARRIER_IN_GUARD ? guard (self, FL_SYM_EQ, self->lane, 0, stmt) : stmt;
  if (fault != FAULT_NO_BARRIER)
    g_array_append_val (stmts, stmt);
  stmt = fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_ACCUMULATE,
                                                         .home = self->total,
                                                         .value = load (self, self->part, var (self, self->lane)) });
  stmt = guard (self, FL_SYM_LT, self->lane, 2, stmt);
  g_array_append_val (stmts, stmt);
  stmt = add_combine (self, self->total, self->lane);
  g_array_append_val (stmts, stmt);
  stmt = fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_STORE,
                                                         .home = self->y,
                                                         .value = read_total (self, self->total),
                                                         .index = row });
  if (fault != FAULT_ALL_WRITE)
    stmt = guard (self, FL_SYM_EQ, self->warp, 0, guard (self, FL_SYM_EQ, self->lane, 0, stmt));
  g_array_append_val (stmts, stmt);
  stmt = add_barrier (self);
  if (fault != FAULT_NO_LOOP_BARRIER)
    g_array_append_val (stmts, stmt);
  return stmts;
}

static const FlLoopProgram *
make_program (FlArena *arena, FlSymTable *symbols, Fault fault)
{
  Program self = { .kernel = fl_loop_kernel_new (arena, symbols, "rows"), .symbols = symbols };
  g_autoptr (GArray) stmts = NULL;
  guint64 inside;
  FlStmtId stmt;
  gboolean is_swapped = fault == FAULT_WARPS_IN_LANES;

  self.block = add_axis (&self, "block", ROWS / 2);
  self.row = add_axis (&self, "row", 2);
  self.warp = add_axis (&self, "warp", COLUMNS / 32);
  self.lane = add_axis (&self, "lane", 32);
  inside = 1u << self.block | 1u << self.row | 1u << self.warp | 1u << self.lane;
  self.x = add_home (&self, "x", FL_HOME_ARGUMENT, ROWS * COLUMNS, 0, FL_N_REDUCTIONS, 0);
  self.y = add_home (&self, "y", FL_HOME_ARGUMENT, ROWS, 1, FL_N_REDUCTIONS, 0);
  self.part = add_home (&self, "part", FL_HOME_SHARED, 2, 2, FL_N_REDUCTIONS, 1u << self.block);
  self.sum = add_home (&self, "sum", FL_HOME_REGISTER, 1, 2, FL_REDUCTION_SUM, inside);
  self.total = add_home (&self, "total", FL_HOME_REGISTER, 1, 2, FL_REDUCTION_SUM, inside);
  stmts = make_row (&self, fault);
  stmt = block_of (&self,
                   (FlLoopStmt) { .kind = FL_STMT_LOOP,
                                  .axis = self.row,
                                  .n_homes = 2,
                                  .homes = (FlHomeId[]) { self.sum, self.total } },
                   (const FlStmtId *) stmts->data, stmts->len);
  stmt = block_of (&self,
                   (FlLoopStmt) { .kind = FL_STMT_LOOP,
                                  .axis = is_swapped ? self.warp : self.lane,
                                  .map = is_swapped ? FL_MAP_WARP : FL_MAP_LANE,
                                  .n_homes = fault == FAULT_SHARED_IN_LANES,
                                  .homes = &self.part },
                   &stmt, 1);
  stmt = block_of (&self,
                   (FlLoopStmt) { .kind = FL_STMT_LOOP,
                                  .axis = is_swapped ? self.lane : self.warp,
                                  .map = is_swapped ? FL_MAP_LANE : FL_MAP_WARP },
                   &stmt, 1);
  stmt = block_of (&self,
                   (FlLoopStmt) { .kind = FL_STMT_LOOP,
                                  .axis = self.block,
                                  .map = FL_MAP_PARALLEL,
                                  .n_homes = fault != FAULT_SHARED_IN_LANES,
                                  .homes = &self.part },
                   &stmt, 1);
  return fl_loop_program_new (self.kernel, block_of (&self, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, &stmt, 1),
                              "build", NULL);
}

static gboolean
interpret (const FlLoopProgram *program, FlLoopOrder order, guint seed, FlLoopNumber *y, GError **error)
{
  FlLoopNumber x[ROWS * COLUMNS];
  FlLoopMemory memory[] = { { x, G_N_ELEMENTS (x) }, { y, ROWS } };
  FlLoopInput input = { .n_arguments = 2, .arguments = memory, .order = order, .seed = seed };

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i].number = i;
  return fl_loop_interpret (program, &input, error);
}

/* --- tests --------------------------------------------------------------- */

static void
test_every_order_gives_the_sums (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = make_program (arena, symbols, FAULT_NONE);

  fl_loop_verify (program, &error);
  g_assert_no_error (error);
  for (guint seed = 0; seed < 6; seed++)
    {
      FlLoopNumber y[ROWS] = { 0 };

      interpret (program, (FlLoopOrder) (seed % 3), seed, y, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < ROWS; i++) /* 64 i + (64 i + 1) + … + (64 i + 63) */
        g_assert_cmpfloat (y[i].number, ==, 64.0 * 64 * i + 63 * 32);
    }
}

static void
test_faults_are_found (gconstpointer data)
{
  const FaultCase *c = data;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlLoopProgram *program = make_program (arena, symbols, c->fault);

  for (guint seed = 0; seed < 4; seed++)
    {
      g_autoptr (GError) error = NULL;
      FlLoopNumber y[ROWS] = { 0 };

      if (fl_loop_verify (program, &error))
        {
          g_assert_true (c->is_found_late);
          interpret (program, FL_LOOP_FORWARD, seed, y, &error);
        }
      g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, c->words));
    }
}

static void
test_outline_names_what_is_crossed (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  fl_loop_program_append (text, make_program (arena, symbols, FAULT_NONE), NULL);
  g_assert_nonnull (strstr (text->str, "for block [2] parallel\n  part: f32[2] in shared\n  for warp [2] warp\n  "
                                       "  for lane [32] lane\n      for row [2]\n"));
  g_assert_nonnull (strstr (text->str, "        combine sum over lane\n"));
  g_assert_nonnull (strstr (text->str, "        barrier over warp, lane\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/loops-concurrent/any-order", test_every_order_gives_the_sums);
  for (guint i = 0; i < G_N_ELEMENTS (fault_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops-concurrent/faults/%s", fault_cases[i].name);

      g_test_add_data_func (path, &fault_cases[i], test_faults_are_found);
    }
  g_test_add_func ("/core/loops-concurrent/outline", test_outline_names_what_is_crossed);
  return g_test_run ();
}
