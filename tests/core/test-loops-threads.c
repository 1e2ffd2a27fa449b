/* Loop programs on threads: reductions that are split into parts, values that phases hand on, and what the verifier
 * says of a phase that reads another one's register. */
#include "fl-loop-interpret.h"
#include "fl-loop-make.h"
#include "fl-loop-passes.h"
#include "fl-loop-split.h"
#include "fl-loop-verify.h"

#include <string.h>

enum
{
  N = 37
};

typedef struct
{
  FlArena *arena;
  FlSymTable *symbols;
  FlLoopKernel *kernel;
  FlHomeId x, y, sum;
  FlAxisId rows, columns;
} Fixture;

static FlHomeId
add_argument (Fixture *self, const char *name, guint position)
{
  const FlLoopHome home = { .name = name,
                            .kind = FL_HOME_ARGUMENT,
                            .dtype = FL_DTYPE_F32,
                            .combiner = FL_N_REDUCTIONS,
                            .n_components = 1,
                            .size = fl_sym_int (self->symbols, N),
                            .argument = position };

  return fl_loop_add_home (self->kernel, &home);
}

static void
open_fixture (Fixture *self)
{
  FlLoopHome sum = { .name = "sum",
                     .kind = FL_HOME_REGISTER,
                     .dtype = FL_DTYPE_F32,
                     .source_dtype = FL_DTYPE_F32,
                     .combiner = FL_REDUCTION_SUM,
                     .n_components = 1 };

  self->arena = fl_arena_open ();
  self->symbols = fl_sym_table_new ();
  self->kernel = fl_loop_kernel_new (self->arena, self->symbols, "kernel");
  self->x = add_argument (self, "x", 0);
  self->y = add_argument (self, "y", 1);
  sum.size = fl_sym_int (self->symbols, 1);
  self->sum = fl_loop_add_home (self->kernel, &sum);
  self->rows = fl_loop_make_axis (self->kernel, 0, "i0", fl_sym_int (self->symbols, N));
  self->columns = fl_loop_make_axis (self->kernel, 0, "i1", fl_sym_int (self->symbols, N));
}

static void
close_fixture (Fixture *self)
{
  fl_sym_table_unref (self->symbols);
  fl_arena_close (self->arena);
}

static FlValueId
add_load (Fixture *self, FlAxisId axis)
{
  const FlLoopValue load = { .op = FL_SCALAR_LOAD,
                             .dtype = FL_DTYPE_F32,
                             .home = self->x,
                             .index = fl_loop_get_var (self->kernel, axis),
                             .name = "load" };

  return fl_loop_add_value (self->kernel, &load);
}

/* { sum; for i0: sum += x[i0] } for i1: y[i1] = x[i1] * sum */
static const FlLoopProgram *
make_scale (Fixture *self, FlAxisMap map)
{
  const FlLoopValue total
      = { .op = FL_SCALAR_GETITEM, .dtype = FL_DTYPE_F32, .home = self->sum, .epoch = 1, .name = "sum" };
  FlLoopValue product = { .op = FL_SCALAR_MUL, .dtype = FL_DTYPE_F32, .n_args = 2, .name = "product" };
  FlLoopStmt block = { .kind = FL_STMT_SEQUENCE, .n_homes = 1, .homes = &self->sum },
             step = { .kind = FL_STMT_ACCUMULATE, .home = self->sum }, store = { .kind = FL_STMT_STORE };
  FlStmtId children[2];

  step.value = add_load (self, self->rows);
  children[0] = fl_loop_wrap (self->kernel, block,
                              fl_loop_wrap (self->kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = self->rows },
                                            fl_loop_add_stmt (self->kernel, &step)));
  product.args[0] = add_load (self, self->columns);
  product.args[1] = fl_loop_add_value (self->kernel, &total);
  store.home = self->y;
  store.index = fl_loop_get_var (self->kernel, self->columns);
  store.value = fl_loop_add_value (self->kernel, &product);
  children[1] = fl_loop_wrap (self->kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = self->columns, .map = map },
                              fl_loop_add_stmt (self->kernel, &store));
  block = (FlLoopStmt) { .kind = FL_STMT_SEQUENCE, .n_children = 2 };
  block.children = fl_arena_memdup (self->arena, children, sizeof children);
  return fl_loop_program_new (self->kernel, fl_loop_add_stmt (self->kernel, &block), "build", NULL);
}

/* x is 1, 2, 3 …, of which the sum is 37 * 38 / 2 = 703. */
static void
check_results (const FlLoopProgram *program, FlLoopOrder order)
{
  FlLoopNumber x[N], y[N] = { { 0 } };
  FlLoopMemory memory[] = { { x, N }, { y, N } };
  FlLoopInput input = { .n_arguments = 2, .arguments = memory, .order = order };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N; i++)
    x[i].number = i + 1;
  fl_loop_interpret (program, &input, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (y[i].number, ==, 703.0 * (i + 1));
}

static void
test_parts_and_totals_wait_in_memory (void)
{
  static const char done[] = "sum_parts: f32[4] in partials\n"
                             "sum_shared: f32[1] in partials\n"
                             "for partp [4] parallel\n"
                             "  for parts [part_begin .. part_end]\n"
                             "    sum: f32 in registers, combines by sum\n"
                             "    for i0rm [10*parts .. Min(37, 10*parts + 10)] reduces\n"
                             "      sum sum= x[i0rm]\n"
                             "    sum_parts[parts] = sum\n"
                             "sum_1: f32 in registers, combines by sum\n"
                             "for part [4] reduces\n"
                             "  sum_1 sum= sum_parts[part]\n"
                             "sum_shared[0] = sum_1\n"
                             "for i1p [37] parallel\n"
                             "  for i1s [i1_begin .. i1_end]\n"
                             "    y[i1s] = x[i1s] * sum_shared[0]\n";
  const FlLoopMachine machine = { .n_lanes = 1, .work_grain = 16, .parts = 4 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopProgram *program;
  Fixture self;

  open_fixture (&self);
  program = make_scale (&self, FL_MAP_SERIAL);
  check_results (program, FL_LOOP_FORWARD);
  program = fl_pass_parallelize (&context, fl_pass_split_reductions (&context, program));
  g_assert_true (fl_loop_verify (program, &error));
  g_assert_no_error (error);
  fl_loop_program_append (text, program, NULL);
  g_assert_cmpstr (text->str, ==, done);
  for (FlLoopOrder order = FL_LOOP_FORWARD; order <= FL_LOOP_EVEN_ODD; order++)
    check_results (program, order);
  close_fixture (&self);
}

/* Each thread has registers of its own. */
static void
test_registers_of_other_phases_are_out_of_reach (void)
{
  g_autoptr (GError) error = NULL;
  Fixture self;

  open_fixture (&self);
  g_assert_false (fl_loop_verify (make_scale (&self, FL_MAP_PARALLEL), &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, "sum is read where it does not live"));
  close_fixture (&self);
}

/* The part of a total that no thread would start for. */
static void
test_short_reductions_stay_whole (void)
{
  const FlLoopMachine machine = { .n_lanes = 1, .work_grain = 1 << 20, .parts = 4 };
  FlLoopContext context = { .machine = &machine };
  const FlLoopProgram *program;
  Fixture self;

  open_fixture (&self);
  program = make_scale (&self, FL_MAP_SERIAL);
  g_assert_true (fl_pass_split_reductions (&context, program) == program);
  close_fixture (&self);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/loops/threads/memory", test_parts_and_totals_wait_in_memory);
  g_test_add_func ("/core/loops/threads/registers", test_registers_of_other_phases_are_out_of_reach);
  g_test_add_func ("/core/loops/threads/short", test_short_reductions_stay_whole);
  return g_test_run ();
}
