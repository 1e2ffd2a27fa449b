/* The verifier refuses loop programs that are wrong, and the interpreter sees what they do. */
#include "fl-loops-fixture.h"

/* for i0 [8] { for i1 [4]: y[…] = x[…] }, with a fault. */
typedef struct
{
  const char *name, *words;
  FlAxisMap outer, inner;
  gint64 outer_step, inner_step, first; /* of the store's index */
  gboolean is_closed;                   /* the store stands outside of the loop over i1 */
  gboolean is_found_late;               /* only executing it tells */
} WrongCase;

static const WrongCase wrong_cases[] = {
  { "open-axis", "an index depends on i1, which is not open here", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 0, TRUE, FALSE },
  { "one-element", "all positions of i0 (parallel) write one element of y", FL_MAP_PARALLEL, FL_MAP_SERIAL, 0, 1, 0,
    FALSE, FALSE },
  { "vector-in-vector", "a vector along i1 within one along i0", FL_MAP_VECTOR, FL_MAP_VECTOR, 4, 1, 0, FALSE, FALSE },
  { "beyond", "of y, which has 32", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 32, FALSE, FALSE },
  { "beyond-at-the-end", "element 32 of y, which has 32", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 1, FALSE, TRUE },
};

static FlAxisId
add_axis (FlLoopKernel *kernel, const char *name, gint64 extent)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopAxis axis = { .name = name, .extent = fl_sym_int (symbols, extent) };

  axis.var = fl_sym_var (symbols, name, axis.extent);
  return fl_loop_add_axis (kernel, &axis);
}

static FlHomeId
add_argument (FlLoopKernel *kernel, const char *name, guint position)
{
  const FlLoopHome home = { .name = name,
                            .kind = FL_HOME_ARGUMENT,
                            .dtype = FL_DTYPE_F32,
                            .combiner = FL_N_REDUCTIONS,
                            .n_components = 1,
                            .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 32),
                            .argument = position };

  return fl_loop_add_home (kernel, &home);
}

static FlStmtId
add_block (FlLoopKernel *kernel, FlLoopStmt stmt, const FlStmtId *children, guint n)
{
  stmt.n_children = n;
  stmt.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children, sizeof *children * n);
  return fl_loop_add_stmt (kernel, &stmt);
}

static const FlLoopProgram *
make_wrong (FlLoopKernel *kernel, const WrongCase *c)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlAxisId outer = add_axis (kernel, "i0", 8), inner = add_axis (kernel, "i1", 4);
  const FlHomeId x = add_argument (kernel, "x", 0), y = add_argument (kernel, "y", 1);
  const FlSym *i0 = fl_loop_get_axis (kernel, outer)->var, *i1 = fl_loop_get_axis (kernel, inner)->var;
  const FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = x, .index = i0, .name = "load" };
  const FlLoopStmt store
      = { .kind = FL_STMT_STORE,
          .home = y,
          .value = fl_loop_add_value (kernel, &load),
          .index = fl_sym_add (fl_sym_add (fl_sym_mul_int (i0, c->outer_step), fl_sym_mul_int (i1, c->inner_step)),
                               fl_sym_int (symbols, c->first)) };
  FlStmtId stmt = fl_loop_add_stmt (kernel, &store);

  if (!c->is_closed)
    stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = inner, .map = c->inner }, &stmt, 1);
  stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = outer, .map = c->outer }, &stmt, 1);
  return fl_loop_program_new (kernel, add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, &stmt, 1), "build",
                              NULL);
}

static void
test_wrong_programs_are_found (gconstpointer data)
{
  const WrongCase *c = data;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = make_wrong (fl_loop_kernel_new (arena, symbols, "wrong"), c);
  FlLoopNumber elements[2][32] = { 0 };
  FlLoopMemory memory[] = { { elements[0], 32 }, { elements[1], 32 } };
  FlLoopInput input = { .n_arguments = 2, .arguments = memory };

  if (!c->is_found_late)
    g_assert_false (fl_loop_verify (program, &error));
  else
    {
      g_assert_true (fl_loop_verify (program, &error));
      g_assert_false (fl_loop_interpret (program, &input, &error));
    }
  g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, c->words));
}

/* for i0 [8] { y[i0] = x[i0], combined; z[i0] = x[i0] }, where x, y and z may be one memory. */
static gboolean
verify_combined (gboolean is_read, gboolean is_written, GError **error)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  FlLoopKernel *kernel = fl_loop_kernel_new (arena, symbols, "lines");
  const FlAxisId axis = add_axis (kernel, "i0", 8);
  const FlHomeId x = add_argument (kernel, "x", 0), y = is_read ? x : add_argument (kernel, "y", 1),
                 z = is_written ? y : add_argument (kernel, "z", 2);
  const FlSym *i0 = fl_loop_get_axis (kernel, axis)->var;
  const FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = x, .index = i0, .name = "load" };
  const FlLoopStmt combined = { .kind = FL_STMT_STORE,
                                .home = y,
                                .value = fl_loop_add_value (kernel, &load),
                                .index = i0,
                                .mode = FL_LOOP_STORE_COMBINED },
                   plain = { .kind = FL_STMT_STORE, .home = z, .value = combined.value, .index = i0 };
  const FlStmtId stores[] = { fl_loop_add_stmt (kernel, &combined), fl_loop_add_stmt (kernel, &plain) };
  FlStmtId stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis }, stores, 2);

  stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, &stmt, 1);
  return fl_loop_verify (fl_loop_program_new (kernel, stmt, "build", NULL), error);
}

/* What waits in a register is nobody else's. */
static void
test_combined_memory_is_left_alone (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (verify_combined (FALSE, FALSE, &error));
  g_assert_no_error (error);
  g_assert_false (verify_combined (TRUE, FALSE, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, "x: what is read may still wait in a register"));
  g_clear_error (&error);
  g_assert_false (verify_combined (FALSE, TRUE, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, "y: what is written may be overwritten by what waits in a register"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/wrong/%s", wrong_cases[i].name);

      g_test_add_data_func (path, &wrong_cases[i], test_wrong_programs_are_found);
    }
  g_test_add_func ("/core/loops/combined-memory", test_combined_memory_is_left_alone);
  return g_test_run ();
}
