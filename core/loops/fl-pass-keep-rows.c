/* Rows in registers. */
#include "fl-loop-passes.h"

const FlLoopProgram *
fl_pass_keep_rows (FlLoopContext *context, const FlLoopProgram *program)
{
  return program;
}
