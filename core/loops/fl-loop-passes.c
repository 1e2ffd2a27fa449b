/* The list of passes over loop programs, in the order that they run in, and the one loop over it. */
#include "fl-loop-passes.h"

#include "fl-error.h"
#include "fl-loop-barriers.h"
#include "fl-loop-verify.h"

#define CPU .targets = FL_PASS_FOR_CPU
#define CUDA .targets = FL_PASS_FOR_CUDA
#define BOTH .targets = FL_PASS_FOR_CPU | FL_PASS_FOR_CUDA
#define CUDA_REQUIRED CUDA, .is_required = TRUE
#define BOTH_REQUIRED BOTH, .is_required = TRUE

static const FlLoopPass passes[] = {
#define LOOP_PASS(id, name, effect, targets, sentence) { name, sentence, FL_PASS_##effect, fl_pass_##id, targets },
#include "fl-loop-pass-list.def"
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
  FlLoopKernel *kernel = program->kernel;
  const FlLoopProgram *next;

  context->pass = pass->name;
  next = pass->run (context, program);
  if (fl_loop_kernel_clear_lack (kernel))
    {
      if (pass->is_required)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "pass %s needs more than %d axes of kernel %s",
                       pass->name, FL_LOOP_MAX_AXES - 1, fl_loop_kernel_get_name (kernel));
          return NULL;
        }
      fl_loop_note (context, program, FL_VERDICT_REJECT, fl_loop_kernel_get_name (kernel), "not applied",
                    "the loops that it would make have more than %d axes together with those there are",
                    FL_LOOP_MAX_AXES - 1);
      next = program;
    }
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
  g_set_error (error, FL_ERROR, FL_ERROR_MISMATCH,
               "loop program %s: threads use %s that others write, and no barrier orders them",
               fl_loop_kernel_get_name (program->kernel), subject ? subject : "memory");
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
