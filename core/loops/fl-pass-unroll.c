/* Unrolling: a thread's loop that reads memory does several iterations at once, so that their loads are under way
 * before the first one is used. A multiprocessor has to have some 25 KB under way to keep the memory busy: 1,024
 * threads of a load of 2 bytes each have 2 KB. Iterations stay in their order. */
#include "fl-intern.h"
#include "fl-loop-access.h"
#include "fl-loop-make.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

enum
{
  MOST_PACKS = 4, /* loads of 16 bytes, which take four registers each */
  MOST_LOADS = 16,
  FEWEST = 2
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
} Pass;

static void
note_inside (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  gboolean *both = data;

  both[0] |= stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_VECTOR;
  both[1] |= stmt->kind == FL_STMT_BARRIER || stmt->kind == FL_STMT_COMBINE
             || (stmt->kind == FL_STMT_LOOP && stmt->map != FL_MAP_VECTOR);
}

/* Iterations at once; 1: the loop stays. */
static gint64
choose (const FlLoopKernel *kernel, const FlLoopStmt *loop)
{
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop->axis);
  gboolean both[2] = { FALSE, FALSE };
  gint64 extent, n;
  guint n_loads = 0;

  if (!fl_sym_is_int (axis.extent, &extent) || axis.begin || axis.step || axis.stop)
    return 1;
  for (guint i = 0; i < loop->n_children; i++)
    {
      g_autoptr (GArray) touches = fl_loop_collect_touches (kernel, loop->children[i]);

      fl_loop_visit (kernel, loop->children[i], note_inside, both);
      for (guint k = 0; k < touches->len; k++)
        {
          const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, k);

          n_loads += touch->value && fl_loop_get_home (kernel, touch->home)->kind == FL_HOME_ARGUMENT
                     && (fl_loop_index_get_axes (kernel, touch->index) >> loop->axis & 1);
        }
    }
  if (both[1] || n_loads == 0)
    return 1;
  for (n = MAX ((both[0] ? MOST_PACKS : MOST_LOADS) / n_loads, FEWEST); n > 1 && (extent % n != 0 || extent <= n);)
    n--;
  return n;
}

static FlStmtId
unroll (FlLoopKernel *kernel, FlStmtId id, guint64 open, gpointer data)
{
  const Pass *pass = data;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const gint64 n = loop.kind == FL_STMT_LOOP && loop.map == FL_MAP_SERIAL && open ? choose (kernel, &loop) : 1;
  g_autoptr (FlLoopRewrite) rewrite = NULL;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlLoopAxis axis;
  FlAxisId block, element;
  FlStmtId made;
  FlLoopStmt inside = loop;

  if (n <= FEWEST - 1)
    return 0;
  axis = *fl_loop_get_axis (kernel, loop.axis);
  rewrite = fl_loop_rewrite_new (kernel);
  block = fl_loop_make_axis (kernel, loop.axis, fl_intern_printf ("%sb", axis.name),
                             fl_sym_floor_div (axis.extent, fl_sym_int (fl_sym_get_table (axis.extent), n)));
  element = fl_loop_make_axis (kernel, loop.axis, fl_intern_printf ("%su", axis.name),
                               fl_sym_int (fl_sym_get_table (axis.extent), n));
  fl_loop_rewrite_set_open (rewrite, open | G_GUINT64_CONSTANT (1) << block | G_GUINT64_CONSTANT (1) << element);
  fl_loop_rewrite_add_var (rewrite, axis.var,
                           fl_sym_add (fl_sym_mul_int (fl_loop_get_var (kernel, block), n),
                                       fl_loop_get_var (kernel, element)));
  fl_loop_rewrite_homes (rewrite, &inside);
  for (guint i = 0; i < loop.n_children; i++)
    fl_loop_append (children, fl_loop_rewrite_stmt (rewrite, loop.children[i]));
  inside.axis = element;
  inside.map = FL_MAP_UNROLLED;
  made = fl_loop_add_block (kernel, inside, children, NULL);
  fl_loop_note (pass->context, pass->program, FL_VERDICT_ACCEPT, fl_loop_get_name (kernel, loop.axis), "unrolled",
                "%" G_GINT64_FORMAT " iterations at once, whose loads do not wait for each other", n);
  return fl_loop_add_loop (kernel, block, FL_MAP_SERIAL, &made, 1);
}

const FlLoopProgram *
fl_pass_unroll (FlLoopContext *context, const FlLoopProgram *program)
{
  Pass pass = { context, program };
  FlStmtId root;

  if (fl_loop_get_n_axes (program->kernel) + 8 >= FL_LOOP_MAX_AXES)
    return program;
  root = fl_loop_map_stmts (program->kernel, program->root, 0, unroll, &pass);
  return root == program->root ? program : fl_loop_program_new (program->kernel, root, context->pass, program);
}
