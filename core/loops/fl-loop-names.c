/* Names of what a loop program is made of: axes, maps, tails, homes, statements, functions. */
#include "fl-loop-program.h"

static const char *const map_names[FL_N_MAPS]
    = { "serial", "parallel", "cluster", "warp", "lane", "vector", "unrolled" };
static const char *const tail_names[FL_N_TAILS]
    = { "none", "peeled", "masked", "rest", "head", "overlapping", "padded" };
static const char *const home_names[FL_N_HOMES]
    = { "argument", "register", "stack", "scratch", "shared", "cluster", "partials" };
static const char *const stmt_names[FL_N_STMTS]
    = { "sequence", "loop",   "guard",    "let",        "store", "accumulate", "combine", "relayout",
        "barrier",  "arrive", "prefetch", "copy_async", "wait",  "rotate",     "assert" };

static const struct
{
  const char *name, *definition;
} functions[FL_N_LOOP_FUNCTIONS] = {
  [FL_LOOP_FUNCTION_GELU] = { "gelu", "x / 2 * (1 + erf (x / sqrt (2)))" },
  [FL_LOOP_FUNCTION_GELU_TANH] = { "gelu_tanh", "x / 2 * (1 + tanh (sqrt (2 / pi) * (x + 0.044715 * x^3)))" },
  [FL_LOOP_FUNCTION_SILU] = { "silu", "x / (1 + exp (-x))" },
  [FL_LOOP_FUNCTION_SOFTPLUS] = { "softplus", "log1p (exp (x))" },
  [FL_LOOP_FUNCTION_TANH_SOFTPLUS] = { "tanh_softplus", "tanh (log1p (exp (x)))" },
  [FL_LOOP_FUNCTION_EXP_BELOW] = { "exp_below", "exp (x), x <= 0" },
};

const char *
fl_loop_function_get_name (FlLoopFunction function)
{
  return functions[function].name;
}

const char *
fl_loop_function_get_definition (FlLoopFunction function)
{
  return functions[function].definition;
}

const char *
fl_axis_map_get_name (FlAxisMap map)
{
  return map_names[map];
}

const char *
fl_axis_tail_get_name (FlAxisTail tail)
{
  return tail_names[tail];
}

const char *
fl_home_kind_get_name (FlHomeKind kind)
{
  return home_names[kind];
}

const char *
fl_stmt_kind_get_name (FlStmtKind kind)
{
  return stmt_names[kind];
}

const char *
fl_loop_get_name (const FlLoopKernel *kernel, FlAxisId axis)
{
  return fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, axis))->name;
}
