/* Accesses of 16 bytes: an innermost loop i is strip-mined, i = V b + v, and its V neighbours are a
 * vector, which one instruction loads or stores where memory is contiguous along it and each run of
 * V elements begins at a multiple of 16 bytes.
 *
 * V is 16 bytes over the widest type that the loop touches so, since a thread has to have as many
 * elements of every operand. Rows that do not begin at multiples of V elements are left alone; a
 * single loop of a length that V does not divide has its last elements one by one. Buffers begin at
 * multiples of 16 bytes, as CUDA's allocators have it. */
#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-make.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

enum
{
  ACCESS_BYTES = 16
};

typedef struct
{
  FlAxisId axis;
  gint64 width; /* elements of a vector */
  guint n_wide; /* accesses that become wide */
  gboolean divides;
  const char *why_not;
} Choice;

static gboolean
is_argument (const FlLoopKernel *kernel, FlHomeId home)
{
  return fl_loop_get_home (kernel, home)->kind == FL_HOME_ARGUMENT;
}

/* Statement by statement is as good as element by element, if no iteration touches what another one
 * writes. */
static const char *
find_conflict (const FlLoopKernel *kernel, FlStmtId loop, const GArray *touches)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, loop);
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, loop);

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (kernel, stmt.children[i]);

      if (child.kind != FL_STMT_LET && child.kind != FL_STMT_STORE && child.kind != FL_STMT_ACCUMULATE)
        return "a statement in it has no vector form";
      if (child.mode == FL_LOOP_STORE_ATOMIC_ADD)
        return "it adds to elements that several iterations may share";
    }
  for (guint i = 0; i < touches->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const FlLoopTouch *a = &g_array_index (touches, FlLoopTouch, i), *b = &g_array_index (touches, FlLoopTouch, k);

        if (a->home == b->home && a->index != b->index && g_hash_table_contains (written, GUINT_TO_POINTER (a->home)))
          return "it reads and writes one memory at different places";
      }
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlLoopStmt child = *fl_loop_get_stmt (kernel, stmt.children[i]);
      g_autoptr (GHashTable) totals = g_hash_table_new (NULL, NULL);

      for (guint k = 0; k < stmt.n_children; k++)
        if (fl_loop_get_stmt (kernel, stmt.children[k])->kind == FL_STMT_ACCUMULATE)
          g_hash_table_add (totals, GUINT_TO_POINTER (fl_loop_get_stmt (kernel, stmt.children[k])->home));
      if (child.value && fl_loop_value_reads (kernel, child.value, totals))
        return "it reads what it accumulates, step by step";
    }
  return NULL;
}

/* The widest type that is contiguous along the axis says how many elements 16 bytes are. */
static void
choose (const FlLoopKernel *kernel, FlStmtId loop, gboolean is_alone, Choice *choice)
{
  const FlSym *extent = fl_loop_get_axis (kernel, choice->axis)->extent;
  g_autoptr (GArray) touches = fl_loop_collect_touches (kernel, loop);
  gint64 widest = 0;

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (is_argument (kernel, touch->home) && !touch->is_masked
          && fl_loop_classify_access (kernel, choice->axis, touch->index) == FL_ACCESS_CONTIGUOUS)
        widest = MAX (widest, (gint64) fl_dtype_get_size_bytes (fl_loop_get_home (kernel, touch->home)->dtype));
    }
  choice->width = widest > 0 ? ACCESS_BYTES / widest : 1;
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      choice->n_wide += is_argument (kernel, touch->home) && !touch->is_masked
                        && fl_loop_is_aligned (kernel, choice->axis, touch->index, choice->width);
    }
  choice->divides = fl_sym_known_multiple (extent, fl_sym_int (fl_sym_get_table (extent), MAX (choice->width, 1)));
  if (widest == 0)
    choice->why_not = "memory is not contiguous along it";
  else if (choice->width < 2)
    choice->why_not = "an element has 16 bytes";
  else if (fl_sym_known (FL_SYM_LT, extent, fl_sym_int (fl_sym_get_table (extent), choice->width)))
    choice->why_not = "it is shorter than 16 bytes";
  else if (choice->n_wide == 0)
    choice->why_not = "rows are not known to begin at multiples of 16 bytes";
  else if (!choice->divides && !is_alone)
    choice->why_not = "its length is not known to be a multiple of 16 bytes, and the next row "
                      "begins where it ends";
  else
    choice->why_not = find_conflict (kernel, loop, touches);
}

/* --- the split ----------------------------------------------------------- */

/* Elements of a vector, which begins at `first`, in the place of the loop's. */
typedef struct
{
  FlLoopKernel *kernel;
  FlAxisId axis;
  gint64 width;
  const FlSym *first;
} Vectors;

/* i < 64 has one answer for a whole vector, where both sides are multiples of its elements: that of its first one, so
 * that what the condition masks is a wide access, too. */
static FlValueId
answer_once (gpointer data, FlLoopRewrite *rewrite, FlValueId id)
{
  const Vectors *self = data;
  FlLoopValue value = *fl_loop_get_value (self->kernel, id), place;

  if ((value.op != FL_SCALAR_LT && value.op != FL_SCALAR_GE)
      || fl_loop_get_value (self->kernel, value.args[1])->op != FL_SCALAR_CONSTANT
      || fl_dtype_is_float (fl_loop_get_value (self->kernel, value.args[1])->dtype)
      || fl_loop_get_value (self->kernel, value.args[1])->bits % self->width != 0)
    return 0;
  place = *fl_loop_get_value (self->kernel, value.args[0]);
  if (place.op != FL_SCALAR_INDEX_EXPR || fl_dtype_is_float (place.dtype)
      || !fl_loop_is_aligned (self->kernel, self->axis, place.index, self->width))
    return 0;
  place.index = fl_sym_substitute (place.index, &fl_loop_get_axis (self->kernel, self->axis)->var, &self->first, 1);
  value.args[0] = fl_loop_add_value (self->kernel, &place);
  return fl_loop_add_value (self->kernel, &value);
}

static void
rewrite_inside (FlLoopKernel *kernel, const FlLoopStmt *loop, const FlSym *by, const Vectors *vectors, GArray *out)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  const FlLoopSettle settle = { .value = answer_once, .data = (gpointer) vectors };

  if (vectors)
    fl_loop_rewrite_set_settle (rewrite, &settle);
  fl_loop_rewrite_add_var (rewrite, fl_loop_get_var (kernel, loop->axis), by);
  for (guint i = 0; i < loop->n_children; i++)
    fl_loop_append (out, fl_loop_rewrite_stmt (rewrite, loop->children[i]));
}

/* Elements behind the last whole vector, one by one. */
static FlStmtId
make_tail (FlLoopKernel *kernel, const FlLoopStmt *loop, const Choice *choice, const FlSym *first)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, loop->axis);
  const FlAxisId rest = fl_loop_make_axis (kernel, loop->axis, fl_intern_printf ("%st", whole.name),
                                           fl_sym_int (symbols, choice->width));
  const FlSym *place = fl_sym_add (first, fl_loop_get_var (kernel, rest));
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     guarded = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  rewrite_inside (kernel, loop, place, NULL, inside);
  fl_loop_append_guarded (kernel, guarded, fl_sym_rel (FL_SYM_LT, place, whole.extent), inside);
  return fl_loop_add_loop (kernel, rest, FL_MAP_SERIAL, (const FlStmtId *) guarded->data, guarded->len);
}

static FlStmtId
split (FlLoopKernel *kernel, const FlLoopStmt *loop, const Choice *choice)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlLoopAxis whole = *fl_loop_get_axis (kernel, loop->axis);
  const FlSym *width = fl_sym_int (symbols, choice->width), *n_blocks = fl_sym_ceil_div (whole.extent, width);
  const FlAxisId block = fl_loop_make_axis (kernel, loop->axis, fl_intern_printf ("%sb", whole.name), n_blocks);
  const FlAxisId element = fl_loop_make_axis (kernel, loop->axis, fl_intern_printf ("%sv", whole.name), width);
  const FlSym *first = fl_sym_mul (fl_loop_get_var (kernel, block), width), *end = fl_sym_add (first, width);
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     vector = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     blocks = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     tail = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  const Vectors vectors = { kernel, loop->axis, choice->width, first };
  FlStmtId stmt;

  rewrite_inside (kernel, loop, fl_sym_add (first, fl_loop_get_var (kernel, element)), &vectors, inside);
  stmt = fl_loop_add_loop (kernel, element, FL_MAP_VECTOR, (const FlStmtId *) inside->data, inside->len);
  g_array_append_val (vector, stmt);
  if (choice->divides)
    g_array_append_val (blocks, stmt);
  else
    {
      fl_loop_append_guarded (kernel, blocks, fl_sym_rel (FL_SYM_LE, end, whole.extent), vector);
      fl_loop_append (tail, make_tail (kernel, loop, choice, first));
      fl_loop_append_guarded (kernel, blocks, fl_sym_rel (FL_SYM_GT, end, whole.extent), tail);
    }
  stmt = fl_loop_add_loop (kernel, block, FL_MAP_SERIAL, (const FlStmtId *) blocks->data, blocks->len);
  if (!choice->divides)
    {
      FlLoopStmt masked = *fl_loop_get_stmt (kernel, stmt);

      masked.tail = FL_TAIL_MASK;
      stmt = fl_loop_add_stmt (kernel, &masked);
    }
  return stmt;
}

/* --- loops --------------------------------------------------------------- */

typedef struct
{
  GArray *loops; /* FlStmtId, innermost */
  guint n_loops;
} Loops;

static void
collect_innermost (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Loops *self = data;

  self->n_loops += stmt->kind == FL_STMT_LOOP;
  if (fl_loop_is_innermost (kernel, stmt) && stmt->map == FL_MAP_SERIAL && stmt->n_homes == 0)
    g_array_append_val (self->loops, id);
}

const FlLoopProgram *
fl_pass_wide_accesses (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  Loops found = { .loops = loops };
  FlStmtId root = program->root;

  fl_loop_visit (kernel, program->root, collect_innermost, &found);
  for (guint i = 0; i < loops->len && fl_loop_get_n_axes (kernel) + 4 < FL_LOOP_MAX_AXES; i++)
    {
      const FlStmtId id = g_array_index (loops, FlStmtId, i);
      const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
      const char *name = fl_loop_get_axis (kernel, loop.axis)->name;
      Choice choice = { .axis = loop.axis };
      FlStmtId by;

      choose (kernel, id, found.n_loops == 1, &choice);
      if (choice.why_not)
        {
          fl_loop_note (context, program, FL_VERDICT_REJECT, name, "accessed 16 bytes at a time", "%s", choice.why_not);
          continue;
        }
      fl_loop_note (context, program, FL_VERDICT_ACCEPT, name, "accessed 16 bytes at a time",
                    "%" G_GINT64_FORMAT " elements of the widest type; %u accesses begin at multiples of them%s",
                    choice.width, choice.n_wide,
                    choice.divides ? "" : "; a guard keeps the tail out, which goes one by one");
      by = split (kernel, &loop, &choice);
      root = fl_loop_replace (kernel, root, id, &by, 1);
    }
  return root == program->root ? program : fl_loop_program_new (kernel, root, "wide accesses", program);
}
