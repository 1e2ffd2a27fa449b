/* Idiom recognition: graphs spell GELU, SiLU, softplus and mish by their definitions, which are found and become one
 * function.
 *
 * One polynomial for the whole costs no more than one for its error function alone, and loses nothing where that is
 * near -1. The recipe stays: it says what the value is to any target that has no such function. Patterns are of
 * operations and constants, in any order of factors and terms; constants count as equal within the rounding of a float.
 */
#include "fl-loop-passes.h"

#include "fl-intern.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-uses.h"

#include <math.h>
#include <string.h>

static const double SQRT_HALF = 0.70710678118654752, SQRT_2_OVER_PI = 0.79788456080286536, CUBIC = 0.044715;

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopUses *uses;
} Finder;

/* --- parts of patterns ------------------------------------------------------------------------ */

static gboolean
is_number (const FlLoopKernel *kernel, FlValueId id, double number)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  double bits;

  if (value->op != FL_SCALAR_CONSTANT || !fl_dtype_is_float (value->dtype))
    return FALSE;
  memcpy (&bits, &value->bits, sizeof bits);
  return fabs (bits - number) <= 1e-7 * fabs (number);
}

/* Is the number one argument of a two-sided operation? other: its other argument. */
static gboolean
takes_number (const FlLoopKernel *kernel, FlValueId id, FlScalar op, double number, FlValueId *other)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->op != op)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (is_number (kernel, value->args[i], number))
      {
        *other = value->args[1 - i];
        return TRUE;
      }
  return FALSE;
}

/* x * number, or x / (1 / number). */
static gboolean
is_scaled (const FlLoopKernel *kernel, FlValueId id, double number, FlValueId *x)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->op == FL_SCALAR_TRUEDIV && is_number (kernel, value->args[1], 1 / number))
    {
      *x = value->args[0];
      return TRUE;
    }
  return takes_number (kernel, id, FL_SCALAR_MUL, number, x);
}

static gboolean
is_square (const FlLoopKernel *kernel, FlValueId id, FlValueId x)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  return (value->op == FL_SCALAR_SQUARE && value->args[0] == x)
         || (value->op == FL_SCALAR_MUL && value->args[0] == x && value->args[1] == x);
}

static gboolean
is_cube (const FlLoopKernel *kernel, FlValueId id, FlValueId x)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  for (guint i = 0; i < 2 && value->op == FL_SCALAR_MUL; i++)
    if (value->args[i] == x && is_square (kernel, value->args[1 - i], x))
      return TRUE;
  return FALSE;
}

/* sqrt (2 / pi) * (x + 0.044715 * x^3) */
static gboolean
is_tanh_argument (const FlLoopKernel *kernel, FlValueId id, FlValueId x)
{
  const FlLoopValue *sum;
  FlValueId term, cube;

  if (!is_scaled (kernel, id, SQRT_2_OVER_PI, &term))
    return FALSE;
  sum = fl_loop_get_value (kernel, term);
  for (guint i = 0; i < 2 && sum->op == FL_SCALAR_ADD; i++)
    if (sum->args[i] == x && is_scaled (kernel, sum->args[1 - i], CUBIC, &cube) && is_cube (kernel, cube, x))
      return TRUE;
  return FALSE;
}

/* Does only one operation need the value? */
static gboolean
is_needed_once (const Finder *finder, FlValueId id)
{
  return fl_loop_uses_find (finder->uses, id)->len == 1;
}

/* --- patterns --------------------------------------------------------------------------------- */

/* Of three factors: x, a half, and 1 + erf (...) or 1 + tanh (...). x may be a product itself. */
static FlLoopFunction
match_gelu (const FlLoopKernel *kernel, const FlValueId *factors, FlValueId *of)
{
  for (guint s = 0; s < 3; s++)
    for (guint k = 1; k < 3; k++)
      {
        const FlValueId half = factors[(s + k) % 3], x = factors[(s + 3 - k) % 3];
        const FlLoopValue *value;
        FlValueId function, scaled;

        if (!is_number (kernel, half, 0.5) || !takes_number (kernel, factors[s], FL_SCALAR_ADD, 1, &function))
          continue;
        value = fl_loop_get_value (kernel, function);
        *of = x;
        if (value->op == FL_SCALAR_ERF && is_scaled (kernel, value->args[0], SQRT_HALF, &scaled) && scaled == x)
          return FL_LOOP_FUNCTION_GELU;
        if (value->op == FL_SCALAR_TANH && is_tanh_argument (kernel, value->args[0], x))
          return FL_LOOP_FUNCTION_GELU_TANH;
      }
  return FL_LOOP_FUNCTION_NONE;
}

/* x * sigmoid (x), unless the sigmoid is there anyway; or three factors, of which two are a product. */
static FlLoopFunction
match_product (const Finder *finder, const FlLoopValue *value, FlValueId *of)
{
  for (guint i = 0; i < 2; i++)
    {
      const FlLoopValue *factor = fl_loop_get_value (finder->kernel, value->args[i]);

      if (factor->op == FL_SCALAR_SIGMOID && factor->args[0] == value->args[1 - i]
          && is_needed_once (finder, value->args[i]))
        {
          *of = value->args[1 - i];
          return FL_LOOP_FUNCTION_SILU;
        }
    }
  for (guint i = 0; i < 2; i++)
    {
      const FlLoopValue *product = fl_loop_get_value (finder->kernel, value->args[1 - i]);
      const FlValueId factors[3] = { value->args[i], product->args[0], product->args[1] };
      const FlLoopFunction function
          = product->op == FL_SCALAR_MUL ? match_gelu (finder->kernel, factors, of) : FL_LOOP_FUNCTION_NONE;

      if (function != FL_LOOP_FUNCTION_NONE)
        return function;
    }
  return FL_LOOP_FUNCTION_NONE;
}

/* x / (1 + exp (-x)), unless the sum is there anyway. */
static gboolean
is_silu_quotient (const Finder *finder, const FlLoopValue *value, FlValueId *of)
{
  const FlLoopValue *exp, *negated;
  FlValueId other;

  *of = value->args[0];
  if (!takes_number (finder->kernel, value->args[1], FL_SCALAR_ADD, 1, &other)
      || !is_needed_once (finder, value->args[1]))
    return FALSE;
  exp = fl_loop_get_value (finder->kernel, other);
  negated = exp->op == FL_SCALAR_EXP ? fl_loop_get_value (finder->kernel, exp->args[0]) : NULL;
  return negated && is_needed_once (finder, other) && negated->op == FL_SCALAR_NEG && negated->args[0] == *of;
}

/* log1p (exp (x)) */
static gboolean
is_softplus (const FlLoopKernel *kernel, FlValueId id, FlValueId *of)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id), *exp;

  if (value->op != FL_SCALAR_LOG1P)
    return FALSE;
  exp = fl_loop_get_value (kernel, value->args[0]);
  *of = exp->args[0];
  return exp->op == FL_SCALAR_EXP;
}

static FlLoopFunction
match (const Finder *finder, FlValueId id, FlValueId *of)
{
  const FlLoopValue *value = fl_loop_get_value (finder->kernel, id);

  if (value->dtype != FL_DTYPE_F32 || value->function != FL_LOOP_FUNCTION_NONE)
    return FL_LOOP_FUNCTION_NONE;
  switch (value->op)
    {
    case FL_SCALAR_MUL: return match_product (finder, value, of);
    case FL_SCALAR_TRUEDIV: return is_silu_quotient (finder, value, of) ? FL_LOOP_FUNCTION_SILU : FL_LOOP_FUNCTION_NONE;
    case FL_SCALAR_LOG1P:
      return is_softplus (finder->kernel, id, of) ? FL_LOOP_FUNCTION_SOFTPLUS : FL_LOOP_FUNCTION_NONE;
    case FL_SCALAR_TANH:
      return is_softplus (finder->kernel, value->args[0], of) ? FL_LOOP_FUNCTION_TANH_SOFTPLUS : FL_LOOP_FUNCTION_NONE;
    default: return FL_LOOP_FUNCTION_NONE;
    }
}

/* --- the program ------------------------------------------------------------------------------ */

/* A composition with the function that it is; parts that are such themselves have become it before. */
static FlValueId
mark (FlLoopKernel *kernel, FlLoopRewrite *rewrite, FlValueId id, FlLoopFunction function, FlValueId of)
{
  FlLoopValue value = *fl_loop_get_value (kernel, fl_loop_rewrite_value (rewrite, id));
  FlValueId made;

  value.function = function;
  value.of = fl_loop_rewrite_value (rewrite, of);
  value.name = fl_intern (fl_loop_function_get_name (function));
  made = fl_loop_add_value (kernel, &value);
  fl_loop_set_value_origins (kernel, made, fl_loop_get_value_origins (kernel, id));
  fl_loop_rewrite_add_value (rewrite, id, made);
  return made;
}

/* Notes functions that are left: a composition may be a part of a larger one. */
static void
note_made (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, const GArray *made)
{
  g_autoptr (GHashTable) needed = fl_loop_collect_needed (program->kernel, root);

  for (guint i = 0; i < made->len; i++)
    {
      const FlValueId id = g_array_index (made, FlValueId, i);
      const FlLoopFunction function = fl_loop_get_value (program->kernel, id)->function;

      if (g_hash_table_contains (needed, GUINT_TO_POINTER (id)))
        fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_function_get_name (function),
                      "computed by one function", "instead of its definition's operations: %s",
                      fl_loop_function_get_definition (function));
    }
}

const FlLoopProgram *
fl_pass_idioms (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (program->kernel);
  g_autoptr (FlLoopUses) uses = fl_loop_uses_new (program);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  const Finder finder = { .kernel = program->kernel, .uses = uses };
  FlStmtId root;

  for (guint i = 0; i < uses->values->len; i++)
    {
      const FlValueId id = g_array_index (uses->values, FlValueId, i);
      FlValueId of = 0;
      const FlLoopFunction function = match (&finder, id, &of);
      const FlValueId marked
          = function == FL_LOOP_FUNCTION_NONE ? 0 : mark (program->kernel, rewrite, id, function, of);

      if (marked)
        g_array_append_val (made, marked);
    }
  if (made->len == 0)
    return program;
  root = fl_loop_drop_unused (program->kernel, fl_loop_rewrite_values (rewrite, program->root));
  note_made (context, program, root, made);
  return fl_loop_program_new (program->kernel, root, context->pass, program);
}
