/* The list of passes over loop programs, in the order that they run in, and the one loop over it. */
#include "fl-loop-passes.h"

#include "fl-error.h"
#include "fl-loop-barriers.h"
#include "fl-loop-verify.h"

#define CPU .targets = FL_PASS_FOR_CPU
#define CUDA .targets = FL_PASS_FOR_CUDA
#define BOTH .targets = FL_PASS_FOR_CPU | FL_PASS_FOR_CUDA

static const FlLoopPass passes[] = {
  { "non-temporal stores", "Large results are stored past the caches, which would not keep them", FL_PASS_EXACT, fl_pass_stream, CPU },
  { "forward stores", "What was just stored is at hand, and is not loaded again", FL_PASS_EXACT, fl_pass_forward, BOTH },
  { "idioms", "Compositions that are one function, as GELU and SiLU, are computed by that", FL_PASS_APPROXIMATES, fl_pass_idioms, CPU },
  { "narrow", "Integers of 64 bits that 32 hold become such of 32, twice as many in a vector", FL_PASS_EXACT, fl_pass_narrow, CPU },
  { "parallelize", "The outermost axis is shared out to threads, where its iterations write apart", FL_PASS_EXACT, fl_pass_parallelize, CPU },
  { "split index sets", "An axis is cut where a condition on it changes, and each part is written without the question", FL_PASS_EXACT, fl_pass_split_sets, CPU },
  { "pieces", "Long sums go by pieces of some thousand elements, which a double adds up", FL_PASS_REORDERS, fl_pass_pieces, CPU },
  { "vectorize", "The innermost axis is strip-mined by the vector's lanes; what is left over is a partial vector", FL_PASS_REORDERS, fl_pass_vectorize, CPU },
  { "double sums", "Sums of floats that are added up one by one are kept in double", FL_PASS_REORDERS, fl_pass_double_sums, CPU },
  { "wide accesses", "Innermost axes are strip-mined so that a thread loads and stores 16 bytes at once", FL_PASS_EXACT, fl_pass_wide_accesses, CUDA },
  { "grid", "Axes are mapped to blocks, warps and lanes; each lane's part of a reduction is combined with the others'", FL_PASS_REORDERS, fl_pass_grid, CUDA,
    .is_required = TRUE },
  { "keep rows", "What a lane reads again of its row stays in its registers", FL_PASS_EXACT, fl_pass_keep_rows, CUDA },
  { "combine warps", "Partial results of warps meet in shared memory, and each warp combines them", FL_PASS_REORDERS, fl_pass_combine_warps, CUDA,
    .is_required = TRUE },
  { "hoist", "Values that a loop does not change get a name in front of it", FL_PASS_EXACT, fl_pass_hoist, BOTH },
  { "prefetch", "Memory that a later iteration reads is asked for while this one computes", FL_PASS_EXACT, fl_pass_prefetch, CPU },
  { "barriers", "Threads wait for each other where one uses what another one wrote, and nowhere else", FL_PASS_EXACT, fl_pass_barriers, CUDA,
    .is_required = TRUE },
};

guint
fl_loop_passes_get_n (void)
{
  return G_N_ELEMENTS (passes);
}

const FlLoopPass *
fl_loop_passes_get (guint position)
{
  return &passes[position];
}

const FlLoopProgram *
fl_loop_passes_apply (FlLoopContext *context, const FlLoopPass *pass, const FlLoopProgram *program, GError **error)
{
  const FlLoopProgram *next;

  context->pass = pass->name;
  next = pass->run (context, program);
  if (next == program || fl_loop_verify (next, error))
    return next;
  g_prefix_error (error, "after pass %s: ", pass->name);
  return NULL;
}

/* Invariant 5, once barriers are placed. */
static const FlLoopProgram *
check_barriers (const FlLoopProgram *program, GError **error)
{
  const char *subject;
  guint n;

  fl_loop_place_barriers (program->kernel, program->root, &n, &subject);
  if (n == 0 && !subject)
    return program;
  g_set_error (error, FL_ERROR, FL_ERROR_MISMATCH, "loop program %s: threads use %s that others write, and no barrier orders them", fl_loop_kernel_get_name (program->kernel),
               subject ? subject : "memory");
  return NULL;
}

const FlLoopProgram *
fl_loop_passes_run (FlLoopContext *context, const FlLoopProgram *program, guint64 off, GError **error)
{
  for (guint i = 0; program && i < G_N_ELEMENTS (passes); i++)
    if ((passes[i].targets >> context->machine->target & 1) && (passes[i].is_required || !(off >> i & 1)))
      program = fl_loop_passes_apply (context, &passes[i], program, error);
  return program && context->machine->target == FL_TARGET_CUDA ? check_barriers (program, error) : program;
}
