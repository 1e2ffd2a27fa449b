/* The list of passes over loop programs, in the order that they run in, and the one loop over it. */
#include "fl-loop-passes.h"

#include "fl-error.h"
#include "fl-loop-verify.h"

static const FlLoopPass passes[] = {
  { "non-temporal stores", "Large results are stored past the caches, which would not keep them", FL_PASS_EXACT, fl_pass_stream },
  { "forward stores", "What was just stored is at hand, and is not loaded again", FL_PASS_EXACT, fl_pass_forward },
  { "idioms", "Compositions that are one function, as GELU and SiLU, are computed by that", FL_PASS_APPROXIMATES, fl_pass_idioms },
  { "narrow", "Integers of 64 bits that 32 hold become such of 32, twice as many in a vector", FL_PASS_EXACT, fl_pass_narrow },
  { "parallelize", "The outermost axis is shared out to threads, where its iterations write apart", FL_PASS_EXACT, fl_pass_parallelize },
  { "split index sets", "An axis is cut where a condition on it changes, and each part is written without the question", FL_PASS_EXACT, fl_pass_split_sets },
  { "pieces", "Long sums go by pieces of some thousand elements, which a double adds up", FL_PASS_REORDERS, fl_pass_pieces },
  { "vectorize", "The innermost axis is strip-mined by the vector's lanes; what is left over is a partial vector", FL_PASS_REORDERS, fl_pass_vectorize },
  { "double sums", "Sums of floats that are added up one by one are kept in double", FL_PASS_REORDERS, fl_pass_double_sums },
  { "hoist", "Values that a loop does not change get a name in front of it", FL_PASS_EXACT, fl_pass_hoist },
  { "prefetch", "Memory that a later iteration reads is asked for while this one computes", FL_PASS_EXACT, fl_pass_prefetch },
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

const FlLoopProgram *
fl_loop_passes_run (FlLoopContext *context, const FlLoopProgram *program, guint64 off, GError **error)
{
  for (guint i = 0; program && i < G_N_ELEMENTS (passes); i++)
    if (!(off >> i & 1))
      program = fl_loop_passes_apply (context, &passes[i], program, error);
  return program;
}
