/* Reference kernels that are a formula of one to three operands and a few numbers, broadcast
 * together: one line each. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

typedef double (*FlFormula) (const double *x, const double *p);

/* What integers become, and the result. */
typedef enum
{
  FL_FORMULA_SAME,   /* the operands' common dtype */
  FL_FORMULA_FLOAT,  /* integers become f32 */
  FL_FORMULA_DOUBLE, /* all become f64 */
  FL_FORMULA_BOOL    /* the result is a truth value */
} FlFormulaKind;

/* operands and numbers are NULL-ended lists of parameter names. An operand may be a number. NULL +
 * the call's error. */
FlArray *fl_call_evaluate (FlCall *call, FlFormula formula, const char *const *operands, const char *const *numbers,
                           FlFormulaKind kind);

/* FORMULA (name, KIND, operands, numbers, expression): defines reference_<name>. X, Y, Z are the
 * operands. */
#define LIST(...) ((const char *const[]) { __VA_ARGS__, NULL })
#define X x[0]
#define Y x[1]
#define Z x[2]
#define FORMULA(name, kind, operands, numbers, expression)                                                             \
  static double formula_##name (const double *x, const double *p)                                                      \
  {                                                                                                                    \
    return expression;                                                                                                 \
  }                                                                                                                    \
  REFERENCE_KERNEL (name);                                                                                             \
  gboolean reference_##name (FlCall *call)                                                                             \
  {                                                                                                                    \
    FlArray *out = fl_call_evaluate (call, formula_##name, operands, numbers, FL_FORMULA_##kind);                      \
    return out != NULL && fl_call_return (call, out);                                                                  \
  }

G_END_DECLS
