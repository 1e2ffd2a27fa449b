/* Copies that transpose memory: what is read is contiguous along one axis, what is written along
 * another, and nothing is computed on the way. The two loops become one statement, RELAYOUT, whose
 * tiles go through registers; loops between them go around it. Exact: elements are copied as they
 * are, and each is written once. */
#include "fl-loop-order.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

enum
{
  MIN_LENGTH = 4,     /* shorter loops stay as they are */
  MAX_INTERLEAVED = 4 /* rows that become the elements of one, side by side: FlPrinter has a spelling for as many */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
} Transposer;

typedef struct
{
  GArray *loops; /* FlStmtId, from outside in */
  FlLoopStmt store;
  FlAxisId outer, inner;
  FlAxisId row, column; /* along which reads are contiguous, and writes */
} Copy;

static gboolean
is_plain (const FlLoopStmt *loop, const FlLoopAxis *axis)
{
  return loop->kind == FL_STMT_LOOP && loop->map == FL_MAP_SERIAL && !axis->step && loop->n_homes == 0
         && loop->n_children == 1;
}

/* The loop with all that is inside it, one in the other, around nothing but an element that is read
 * and stored as it is. */
static gboolean
find_copy (FlLoopKernel *kernel, FlStmtId id, Copy *copy)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  const FlLoopValue *load;
  const FlLoopHome *from, *to;

  for (; stmt->kind == FL_STMT_LOOP; id = stmt->children[0], stmt = fl_loop_get_stmt (kernel, id))
    {
      if (!is_plain (stmt, fl_loop_get_axis (kernel, stmt->axis)))
        return FALSE;
      g_array_append_val (copy->loops, id);
    }
  if (copy->loops->len < 2 || stmt->kind != FL_STMT_STORE || stmt->mode == FL_LOOP_STORE_ATOMIC_ADD
      || stmt->mode == FL_LOOP_STORE_COMBINED)
    return FALSE;
  copy->store = *stmt;
  load = fl_loop_get_value (kernel, stmt->value);
  if (load->op != FL_SCALAR_LOAD || load->home == stmt->home)
    return FALSE;
  from = fl_loop_get_home (kernel, load->home);
  to = fl_loop_get_home (kernel, stmt->home);
  return from->kind == FL_HOME_ARGUMENT && to->kind == FL_HOME_ARGUMENT && from->dtype == to->dtype
         && fl_dtype_get_size_bytes (to->dtype) <= 8;
}

static gboolean
is_far (const FlSym *step)
{
  return step && !fl_sym_is_int_value (step, 0) && !fl_sym_is_int_value (step, 1);
}

static gboolean
goes (FlLoopKernel *kernel, Copy *copy, FlAxisId row, FlAxisId column)
{
  const FlSym *read = fl_loop_get_value (kernel, copy->store.value)->index, *written = copy->store.index;

  copy->row = row;
  copy->column = column;
  return fl_loop_has_step (kernel, read, row, 1) && fl_loop_has_step (kernel, written, column, 1)
         && is_far (fl_loop_find_step (kernel, read, column)) && is_far (fl_loop_find_step (kernel, written, row));
}

/* A few rows, of which one element each makes up all that lies side by side? */
static gboolean
interleaves (const FlLoopKernel *kernel, const Copy *copy)
{
  gint64 n;

  return copy->loops->len == 2 && copy->column == copy->inner
         && fl_dtype_get_size_bytes (fl_loop_get_home (kernel, copy->store.home)->dtype) == 4
         && fl_sym_is_int (fl_loop_get_whole_extent (kernel, copy->inner), &n) && n >= 2 && n <= MAX_INTERLEAVED
         && fl_loop_has_step (kernel, copy->store.index, copy->row, n);
}

static gboolean
can_transpose (FlLoopKernel *kernel, FlStmtId id, Copy *copy)
{
  guint64 axes = 0;

  if (!find_copy (kernel, id, copy))
    return FALSE;
  for (guint i = 0; i < copy->loops->len; i++)
    axes |= G_GUINT64_CONSTANT (1) << fl_loop_get_stmt (kernel, g_array_index (copy->loops, FlStmtId, i))->axis;
  copy->outer = fl_loop_get_stmt (kernel, id)->axis;
  copy->inner = fl_loop_get_stmt (kernel, g_array_index (copy->loops, FlStmtId, copy->loops->len - 1))->axis;
  return (goes (kernel, copy, copy->outer, copy->inner) || goes (kernel, copy, copy->inner, copy->outer))
         && fl_sym_get_hint (fl_loop_get_whole_extent (kernel, copy->outer), MIN_LENGTH) >= MIN_LENGTH
         && (fl_sym_get_hint (fl_loop_get_whole_extent (kernel, copy->inner), MIN_LENGTH) >= MIN_LENGTH
             || interleaves (kernel, copy))
         && fl_loop_has_free_order (kernel, id, axes);
}

static FlStmtId
transpose (const Transposer *transposer, const Copy *copy)
{
  FlLoopKernel *kernel = transposer->kernel;
  FlLoopStmt relayout = copy->store;
  FlStmtId made;

  relayout.kind = FL_STMT_RELAYOUT;
  relayout.over = G_GUINT64_CONSTANT (1) << copy->outer | G_GUINT64_CONSTANT (1) << copy->inner;
  made = fl_loop_add_stmt (kernel, &relayout);
  for (guint i = copy->loops->len - 1; i-- > 1;)
    made = fl_loop_with_children (kernel, g_array_index (copy->loops, FlStmtId, i), &made, 1);
  fl_loop_note (transposer->context, transposer->program, FL_VERDICT_ACCEPT, fl_loop_get_name (kernel, copy->row),
                "transposed in registers",
                "a copy of elements of %u bits, contiguous along %s where it reads and along %s "
                "where it writes",
                8 * (guint) fl_dtype_get_size_bytes (fl_loop_get_home (kernel, copy->store.home)->dtype),
                fl_loop_get_name (kernel, copy->row), fl_loop_get_name (kernel, copy->column));
  return made;
}

static FlStmtId
transpose_stmt (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Copy copy = { .loops = loops };

  return fl_loop_get_stmt (kernel, id)->kind == FL_STMT_LOOP && can_transpose (kernel, id, &copy)
             ? transpose (data, &copy)
             : 0;
}

gboolean
fl_loop_is_transposed (FlLoopKernel *kernel, FlStmtId loop)
{
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Copy copy = { .loops = loops };

  return can_transpose (kernel, loop, &copy);
}

const FlLoopProgram *
fl_pass_transpose (FlLoopContext *context, const FlLoopProgram *program)
{
  Transposer transposer = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = context->machine->n_lanes < 2
                            ? program->root
                            : fl_loop_map_stmts (program->kernel, program->root, 0, transpose_stmt, &transposer);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "transpose", program);
}
