/* A CUDA kernel as several functions: loops that follow each other, of which one uses what all blocks of another one
 * wrote, need a grid each. Blocks wait for each other only between two starts.
 *
 * In: a kernel's nest.  Out: loop programs, one a function.  Keeps: the order of loops that share memory.  Source: loop
 * distribution over barriers, as in polyhedral compilers for GPUs. */
#include "fl-cuda-phases.h"

#include <string.h>

#include "fl-loop-make.h"
#include "fl-print-cuda.h"

/* --- the statements of the root ------------------------------------------ */

static FlStmtId
find_sequence (const FlLoopProgram *program)
{
  FlStmtId id = program->root;
  const FlLoopStmt *stmt = fl_loop_get_stmt (program->kernel, id);

  while (stmt->kind == FL_STMT_SEQUENCE && stmt->n_children == 1
         && fl_loop_get_stmt (program->kernel, stmt->children[0])->kind == FL_STMT_SEQUENCE && stmt->n_homes == 0)
    {
      id = stmt->children[0];
      stmt = fl_loop_get_stmt (program->kernel, id);
    }
  return id;
}

/* Statements that need nothing of each other but what lies in memory: loops side by side, where nothing is named or
 * added up between them. 0: there are none such. */
static guint
count_parts (const FlLoopProgram *program)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (program->kernel, find_sequence (program));

  if (stmt->kind != FL_STMT_SEQUENCE || stmt->n_homes > 0)
    return 0;
  for (guint i = 0; i < stmt->n_children; i++)
    {
      const FlStmtKind kind = fl_loop_get_stmt (program->kernel, stmt->children[i])->kind;

      if (kind != FL_STMT_LOOP && kind != FL_STMT_SEQUENCE && kind != FL_STMT_GUARD && kind != FL_STMT_STORE)
        return 0;
    }
  return stmt->n_children;
}

static gint64
count_iterations (const FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  gint64 n = stmt.n_children == 0, times = 1;

  for (guint i = 0; i < stmt.n_children; i++)
    n = MIN (n + count_iterations (kernel, stmt.children[i]), G_MAXINT32);
  if (stmt.kind == FL_STMT_LOOP)
    times = CLAMP (fl_sym_get_hint (fl_loop_get_axis (kernel, stmt.axis)->extent, 8192), 1, G_MAXINT32);
  return MIN (n * times, G_MAXINT32);
}

/* --- one function -------------------------------------------------------- */

static gboolean
is_join (guint row)
{
  return g_str_equal (fl_loop_passes_get (row)->name, "join");
}

static const FlLoopProgram *
get_joined (const FlLoopProgram *program)
{
  while (program->before && !g_str_equal (program->pass, "join"))
    program = program->before;
  return program;
}

/* The loops of one part alone, made anew: tables of axes are of one function's size. NULL: it cannot be mapped. */
static const FlLoopProgram *
make_part (const FlCudaPhasesRequest *request, guint part)
{
  FlLoopContext context = { .machine = &request->machine };
  const FlLoopProgram *program
      = fl_kernel_make_loops (request->arena, request->plan, request->nest, request->kernel, NULL);
  gboolean is_joined = FALSE;
  FlCudaGrid grid;

  for (guint i = 0; program && i < fl_loop_passes_get_n (); i++)
    {
      const FlLoopPass *pass = fl_loop_passes_get (i);

      if (!(pass->targets >> FL_TARGET_CUDA & 1) || (!pass->is_required && (request->off >> i & 1)))
        continue;
      program = fl_loop_passes_apply (&context, pass, program, NULL);
      if (program && is_join (i) && !is_joined)
        {
          const FlLoopStmt all = *fl_loop_get_stmt (program->kernel, find_sequence (program));
          const FlStmtId root = fl_loop_with_children (program->kernel, program->root, &all.children[part], 1);

          is_joined = TRUE;
          program = fl_loop_program_new (program->kernel, root, program->pass, program);
        }
    }
  return program && fl_print_cuda_find_grid (program, &grid) ? program : NULL;
}

/* --- all of them --------------------------------------------------------- */

/* Has it no grid, or one block for what many could do? */
static gboolean
is_to_be_cut (const FlCudaPhasesRequest *request, const FlLoopProgram *program, const FlLoopProgram *joined)
{
  FlCudaGrid grid;

  if (!fl_print_cuda_find_grid (program, &grid))
    return TRUE;
  return fl_sym_is_int_value (grid.n_blocks, 1)
         && count_iterations (joined->kernel, joined->root) > request->one_block_steps;
}

GPtrArray *
fl_cuda_phases_make (const FlCudaPhasesRequest *request, GError **error)
{
  FlLoopContext context = { .machine = &request->machine };
  const FlLoopProgram *program
      = fl_kernel_make_loops (request->arena, request->plan, request->nest, request->kernel, error),
      *joined;
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  guint n;

  if (program)
    program = fl_loop_passes_run (&context, program, request->off, error);
  if (!program)
    return NULL;
  joined = get_joined (program);
  n = is_to_be_cut (request, program, joined) ? count_parts (joined) : 0;
  for (guint i = 0; n > 1 && i < n; i++)
    {
      const FlLoopProgram *part = make_part (request, i);

      if (!part)
        {
          n = 0;
          g_ptr_array_set_size (parts, 0);
        }
      else
        g_ptr_array_add (parts, (gpointer) part);
    }
  if (parts->len == 0)
    g_ptr_array_add (parts, (gpointer) program);
  return g_steal_pointer (&parts);
}

/* --- memory between the loops -------------------------------------------- */

void
fl_cuda_phases_collect_own (const FlLoopProgram *program, const FlKernel *kernel, GPtrArray *buffers)
{
  for (FlHomeId home = 1; home <= fl_loop_get_n_homes (program->kernel); home++)
    {
      const FlLoopHome *row = fl_loop_get_home (program->kernel, home);

      if (row->kind == FL_HOME_ARGUMENT && row->argument >= kernel->n_args
          && !g_ptr_array_find (buffers, row->buffer, NULL))
        g_ptr_array_add (buffers, (gpointer) row->buffer);
    }
}
