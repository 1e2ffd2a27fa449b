/* Circular padding of short rows that a loop reads over and over, as the bias of three colours: element i % 3.
 *
 * No vector of such a row is contiguous, since it ends in each vector's midst. So the row is copied once with as many
 * elements behind its end as a block of the loop has, and the loop goes block by block: within one, element b % 3 + j
 * of the copy is what element (b + j) % 3 was. One remainder is taken a block rather than one an element. Exact: the
 * same elements are read.
 *
 *     for (i = 0; i < 6400; i++)  y[i] = x[i] - row[i % 3];
 *
 * becomes, with 66 elements of `round`,
 *
 *     for (b = 0; b < 6400; b += 64)  for (j = 0; j < 64; j++)  y[b + j] = x[b + j] - round[b % 3 + j]; */
#include "fl-intern.h"
#include "fl-loop-passes.h"
#include "fl-loop-split.h"
#include "fl-loop-walk.h"

enum
{
  BLOCK = 64,   /* elements, as many as threads' parts begin at multiples of */
  MAX_ROW = 64, /* elements: longer ones would be loops of their own */
  MAX_ROWS = 8  /* copies on the stack */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint n_wrapped; /* rows */
} Wrapper;

/* A loop, and loads of it that read over and over. */
typedef struct
{
  Wrapper *wrapper;
  FlLoopStmt loop;
  const FlSym *var;
  GArray *loads;     /* FlValueId */
  gboolean is_other; /* something is read in another way that hangs on remainders */
} Candidate;

/* --- finding ---------------------------------------------------------------------------------- */

/* The remainder of a variable that an index is made of; NULL: none. */
static const FlSym *
find_remainder (const FlSym *index, const FlSym *var)
{
  if (fl_sym_get_kind (index) == FL_SYM_MOD_INDEX && fl_sym_get_arg (index, 0) == var
      && fl_sym_is_int_value (fl_sym_get_arg (index, 1), 1))
    return index;
  for (guint i = 0; i < fl_sym_get_n_args (index); i++)
    {
      const FlSym *found = find_remainder (fl_sym_get_arg (index, i), var);

      if (found)
        return found;
    }
  return NULL;
}

/* "row[first + i % length]" of memory that nobody writes meanwhile. */
static gboolean
is_round (const Candidate *candidate, const FlLoopValue *load, gint64 *length, gint64 *first)
{
  const FlLoopHome *home
      = load->op == FL_SCALAR_LOAD ? fl_loop_get_home (candidate->wrapper->kernel, load->home) : NULL;
  const FlSym *remainder = find_remainder (load->index, candidate->var);

  return home && remainder && home->kind == FL_HOME_ARGUMENT && !home->is_written && home->dtype == FL_DTYPE_F32
         && fl_sym_is_int (fl_sym_get_arg (remainder, 2), length) && *length > 0 && *length <= MAX_ROW
         && fl_sym_is_int (fl_sym_sub (load->index, remainder), first) && *first >= 0;
}

static void
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Candidate *candidate = data;
  gint64 length, first;

  if (!value->index || !find_remainder (value->index, candidate->var))
    return;
  if (is_round (candidate, value, &length, &first))
    g_array_append_val (candidate->loads, id);
  else
    candidate->is_other = TRUE;
}

static gboolean
can_wrap (Candidate *candidate, FlStmtId id)
{
  FlLoopKernel *kernel = candidate->wrapper->kernel;
  const FlLoopAxis *axis = fl_loop_get_axis (kernel, candidate->loop.axis);

  if (candidate->loop.map != FL_MAP_SERIAL || candidate->loop.n_homes > 0 || axis->step || axis->stop
      || fl_loop_get_n_axes (kernel) + 8 > FL_LOOP_MAX_AXES)
    return FALSE;
  for (guint i = 0; i < candidate->loop.n_children; i++)
    if (fl_loop_get_stmt (kernel, candidate->loop.children[i])->n_children > 0)
      return FALSE;
  candidate->var = axis->var;
  fl_loop_walk_values (kernel, id, note_load, candidate);
  return candidate->loads->len > 0 && candidate->loads->len <= MAX_ROWS && !candidate->is_other
         && fl_sym_get_hint (fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, candidate->loop.axis))->extent, BLOCK)
                >= 2 * BLOCK;
}

/* --- making ----------------------------------------------------------------------------------- */

static FlStmtId
make_loop (FlLoopKernel *kernel, FlAxisId axis, FlStmtId child)
{
  return fl_loop_wrap (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = axis }, child);
}

/* The copy, and the loop that fills it. */
static FlStmtId
copy_row (const Candidate *candidate, FlValueId id, guint64 open, FlHomeId *home)
{
  FlLoopKernel *kernel = candidate->wrapper->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopValue load = *fl_loop_get_value (kernel, id);
  const FlLoopHome *row = fl_loop_get_home (kernel, load.home);
  FlLoopHome copy = { .name = fl_intern_printf ("%s_round", row->name),
                      .kind = FL_HOME_STACK,
                      .dtype = row->dtype,
                      .combiner = FL_N_REDUCTIONS,
                      .n_components = 1,
                      .varies = open };
  FlLoopStmt store = { .kind = FL_STMT_STORE, .origins = fl_loop_get_value_origins (kernel, id) };
  gint64 length = 0, first = 0;
  FlAxisId axis;

  is_round (candidate, &load, &length, &first);
  copy.size = fl_sym_int (symbols, length + BLOCK - 1);
  *home = store.home = fl_loop_add_home (kernel, &copy);
  axis = fl_loop_add_part (kernel, candidate->loop.axis, "k", (FlLoopAxis) { .extent = copy.size });
  store.index = fl_loop_get_var (kernel, axis);
  load.index
      = fl_sym_add_int (fl_sym_mod_index (store.index, fl_sym_int (symbols, 1), fl_sym_int (symbols, length)), first);
  store.value = fl_loop_add_value (kernel, &load);
  return make_loop (kernel, axis, fl_loop_add_stmt (kernel, &store));
}

/* The loop over one block, which reads the copies. */
static FlStmtId
make_block (const Candidate *candidate, FlAxisId blocks, const GArray *homes)
{
  FlLoopKernel *kernel = candidate->wrapper->kernel;
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  const FlAxisId within
      = fl_loop_add_part (kernel, candidate->loop.axis, "j", (FlLoopAxis) { .extent = fl_sym_int (symbols, BLOCK) });
  const FlSym *begin = fl_loop_get_var (kernel, blocks), *j = fl_loop_get_var (kernel, within);

  for (guint i = 0; i < candidate->loads->len; i++)
    {
      const FlValueId id = g_array_index (candidate->loads, FlValueId, i);
      FlLoopValue load = *fl_loop_get_value (kernel, id);
      const FlSym *length = fl_sym_get_arg (find_remainder (load.index, candidate->var), 2);

      load.home = g_array_index (homes, FlHomeId, i);
      load.epoch = 1;
      load.index = fl_sym_add (fl_sym_mod_index (begin, fl_sym_int (symbols, 1), length), j);
      fl_loop_rewrite_add_value (rewrite, id, fl_loop_add_value (kernel, &load));
    }
  fl_loop_rewrite_add_var (rewrite, candidate->var, fl_sym_add (begin, j));
  return fl_loop_remake_with (kernel, rewrite, &candidate->loop, within, FL_MAP_SERIAL);
}

/* Copies, blocks, and what blocks leave over. */
static void
wrap (const Candidate *candidate, guint64 open, GArray *children, GArray *homes)
{
  FlLoopKernel *kernel = candidate->wrapper->kernel;
  const FlAxisId id = candidate->loop.axis;
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, id);
  const FlSym *block = fl_sym_int (fl_loop_kernel_get_symbols (kernel), BLOCK);
  const FlSym *begin = axis.begin ? axis.begin : fl_sym_int (fl_loop_kernel_get_symbols (kernel), 0);
  const gboolean divides = fl_loop_axis_is_multiple (kernel, id, BLOCK);
  const FlSym *end
      = divides ? axis.extent
                : fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (axis.extent, begin), block), block));
  g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  FlStmtId made;
  FlAxisId part;

  for (guint i = 0; i < candidate->loads->len; i++)
    {
      FlHomeId home;

      made = copy_row (candidate, g_array_index (candidate->loads, FlValueId, i), open, &home);
      g_array_append_val (copies, home);
      g_array_append_val (children, made);
    }
  g_array_append_vals (homes, copies->data, copies->len);
  part = fl_loop_add_part (kernel, id, "b", (FlLoopAxis) { .begin = axis.begin, .extent = end, .step = block });
  fl_loop_append (children, make_loop (kernel, part, make_block (candidate, part, copies)));
  if (divides)
    return;
  part = fl_loop_add_part (kernel, id, "r", (FlLoopAxis) { .begin = end, .extent = axis.extent });
  fl_loop_append (children,
                  fl_loop_remake (kernel, &candidate->loop, fl_loop_get_var (kernel, part), part, FL_MAP_SERIAL));
}

static gboolean
wrap_loop (Wrapper *wrapper, FlStmtId id, guint64 open, GArray *children, GArray *homes)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  Candidate candidate = { .wrapper = wrapper, .loop = *fl_loop_get_stmt (wrapper->kernel, id), .loads = loads };

  if (candidate.loop.kind != FL_STMT_LOOP || !can_wrap (&candidate, id))
    return FALSE;
  wrap (&candidate, open, children, homes);
  wrapper->n_wrapped += loads->len;
  fl_loop_note (
      wrapper->context, wrapper->program, FL_VERDICT_ACCEPT, fl_loop_get_name (wrapper->kernel, candidate.loop.axis),
      "rows wrapped around",
      "%u rows are read over and over: each is copied with %d more elements, so that vectors of it are contiguous",
      loads->len, BLOCK - 1);
  return TRUE;
}

/* Loops of the whole kernel, or of a thread's part: further inside, rows would be copied again and again. */
static FlStmtId
wrap_in (Wrapper *wrapper, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (wrapper->kernel, id);
  const guint64 open = stmt.kind == FL_STMT_LOOP ? G_GUINT64_CONSTANT (1) << stmt.axis : 0;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  const guint n_wrapped = wrapper->n_wrapped;

  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (wrapper->kernel, stmt.children[i]);
      FlStmtId made = stmt.children[i];

      if (wrap_loop (wrapper, made, open, children, homes))
        continue;
      if (child->kind == FL_STMT_LOOP && child->map == FL_MAP_PARALLEL)
        made = wrap_in (wrapper, made);
      g_array_append_val (children, made);
    }
  if (wrapper->n_wrapped == n_wrapped)
    return id;
  return fl_loop_add_block (wrapper->kernel, stmt, children, homes);
}

const FlLoopProgram *
fl_pass_wrap_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  Wrapper wrapper = { .context = context, .program = program, .kernel = program->kernel };
  const FlStmtId root = context->machine->n_lanes < 2 ? program->root : wrap_in (&wrapper, program->root);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "wrap rows", program);
}
