/* Idiom recognition, compositions of operations that are one function: graphs spell GELU, SiLU, softplus and mish by
 * their definitions. In: a leaf's operations.  Out: marks on them.  Keeps: the operations; values that others need,
 * too.
 *
 * One polynomial for the whole costs no more than one for its error function alone, and loses nothing where that is
 * near -1. Patterns are of operations and constants, in any order of factors and terms; constants count as equal within
 * the rounding of a float. */
#include "fl-c-idiom.h"
#include "fl-c-ops.h"

#include <math.h>

static const double SQRT_HALF = 0.70710678118654752, SQRT_2_OVER_PI = 0.79788456080286536, CUBIC = 0.044715;

static const struct
{
  const char *name, *function, *definition;
} idioms[] = {
  [FL_C_IDIOM_GELU] = { "gelu", "fl_gelu_vec", "x / 2 * (1 + erf (x / sqrt (2)))" },
  [FL_C_IDIOM_GELU_TANH] = { "gelu", "fl_gelu_tanh_vec", "x / 2 * (1 + tanh (sqrt (2 / pi) * (x + 0.044715 * x^3)))" },
  [FL_C_IDIOM_SILU] = { "silu", "fl_silu_vec", "x / (1 + exp (-x))" },
  [FL_C_IDIOM_SOFTPLUS] = { "softplus", "fl_softplus_vec", "log1p (exp (x))" },
  [FL_C_IDIOM_TANH_SOFTPLUS] = { "tanh", "fl_tanh_softplus_vec", "tanh (log1p (exp (x)))" },
  [FL_C_IDIOM_ANY_ABOVE] = { "any", "fl_larger", "any (x > c)" },
  [FL_C_IDIOM_ANY_BELOW] = { "any", "fl_smaller", "any (x < c)" },
};

const char *
fl_c_idiom_get_function (FlCIdiom idiom)
{
  return idioms[idiom].function;
}

const char *
fl_c_idiom_get_name (FlCIdiom idiom)
{
  return idioms[idiom].name;
}

const char *
fl_c_idiom_get_definition (FlCIdiom idiom)
{
  return idioms[idiom].definition;
}

/* --- parts of patterns ------------------------------------------------------------------------ */

static gboolean
is_number (const FlBodyBlock *block, guint32 position, double value)
{
  const FlBodyOp *op = &block->ops[position];

  return op->op == FL_SCALAR_CONSTANT && fabs (op->number - value) <= 1e-7 * fabs (value);
}

/* The same value, be it written once or twice? */
static gboolean
is_same (const FlBodyBlock *block, guint32 a, guint32 b, guint depth)
{
  const FlBodyOp *x = &block->ops[a], *y = &block->ops[b];

  if (a == b)
    return TRUE;
  if (depth == 0 || x->op != y->op || x->dtype != y->dtype || x->n_args != y->n_args || x->index != y->index
      || x->buffer != y->buffer || x->block != y->block || x->block >= 0 || x->op == FL_SCALAR_REDUCTION
      || x->op == FL_SCALAR_SCAN || x->op == FL_SCALAR_GETITEM || x->op == FL_SCALAR_RAND || x->op == FL_SCALAR_RANDN)
    return FALSE;
  if (x->op == FL_SCALAR_CONSTANT)
    return x->number == y->number && x->integer == y->integer;
  if (x->op != FL_SCALAR_LOAD && x->n_args == 0)
    return FALSE;
  for (guint i = 0; i < x->n_args; i++)
    if (!is_same (block, x->args[i], y->args[i], depth - 1))
      return FALSE;
  return TRUE;
}

enum
{
  SAME_DEPTH = 12,
  MAX_FACTORS = 4
};

/* The other argument of a two-sided operation one of whose arguments is the number. */
static gboolean
takes_number (const FlBodyBlock *block, guint32 position, FlScalar kind, double value, guint32 *other)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op != kind)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (is_number (block, op->args[i], value))
      {
        *other = op->args[1 - i];
        return TRUE;
      }
  return FALSE;
}

/* x * value, or x / (1 / value). */
static gboolean
is_scaled (const FlBodyBlock *block, guint32 position, double value, guint32 *x)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op == FL_SCALAR_TRUEDIV && is_number (block, op->args[1], 1 / value))
    {
      *x = op->args[0];
      return TRUE;
    }
  return takes_number (block, position, FL_SCALAR_MUL, value, x);
}

static gboolean
is_square (const FlBodyBlock *block, guint32 position, guint32 x)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op == FL_SCALAR_SQUARE)
    return is_same (block, op->args[0], x, SAME_DEPTH);
  return op->op == FL_SCALAR_MUL && is_same (block, op->args[0], x, SAME_DEPTH)
         && is_same (block, op->args[1], x, SAME_DEPTH);
}

static gboolean
is_cube (const FlBodyBlock *block, guint32 position, guint32 x)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op != FL_SCALAR_MUL)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (is_same (block, op->args[i], x, SAME_DEPTH) && is_square (block, op->args[1 - i], x))
      return TRUE;
  return FALSE;
}

/* sqrt (2 / pi) * (x + 0.044715 * x^3) */
static gboolean
is_tanh_argument (const FlBodyBlock *block, guint32 position, guint32 x)
{
  const FlBodyOp *sum;
  guint32 term, cube;

  if (!is_scaled (block, position, SQRT_2_OVER_PI, &term))
    return FALSE;
  sum = &block->ops[term];
  for (guint i = 0; i < 2 && sum->op == FL_SCALAR_ADD; i++)
    if (is_same (block, sum->args[i], x, SAME_DEPTH) && is_scaled (block, sum->args[1 - i], CUBIC, &cube)
        && is_cube (block, cube, x))
      return TRUE;
  return FALSE;
}

/* --- patterns --------------------------------------------------------------------------------- */

static void
collect_factors (const FlBodyBlock *block, guint32 position, guint depth, guint32 *factors, guint *n)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op == FL_SCALAR_MUL && depth > 0)
    for (guint i = 0; i < 2; i++)
      collect_factors (block, op->args[i], depth - 1, factors, n);
  else if (*n < MAX_FACTORS)
    factors[(*n)++] = position;
  else
    *n = MAX_FACTORS + 1;
}

/* Of three factors: x, a half, and 1 + erf (...) or 1 + tanh (...). depth: how far products are taken apart; x may be
 * one itself. */
static FlCIdiom
find_gelu (const FlBodyBlock *block, const guint32 *factors, guint32 *arg)
{
  for (guint s = 0; s < 3; s++)
    for (guint k = 1; k < 3; k++)
      {
        guint32 half = factors[(s + k) % 3], x = factors[(s + 3 - k) % 3], function, scaled;
        const FlBodyOp *op;

        if (!is_number (block, half, 0.5) || !takes_number (block, factors[s], FL_SCALAR_ADD, 1, &function))
          continue;
        op = &block->ops[function];
        *arg = x;
        if (op->op == FL_SCALAR_ERF && is_scaled (block, op->args[0], SQRT_HALF, &scaled)
            && is_same (block, scaled, x, SAME_DEPTH))
          return FL_C_IDIOM_GELU;
        if (op->op == FL_SCALAR_TANH && is_tanh_argument (block, op->args[0], x))
          return FL_C_IDIOM_GELU_TANH;
      }
  return FL_C_IDIOM_NONE;
}

/* Does only one operation need the value? */
static gboolean
is_needed_once (const FlBodyBlock *block, guint32 position)
{
  guint n = 0;

  for (guint i = position + 1; i < block->n_ops; i++)
    for (guint a = 0; a < block->ops[i].n_args; a++)
      n += block->ops[i].args[a] == position;
  return n == 1;
}

/* x * sigmoid (x), unless the sigmoid is there anyway. */
static gboolean
is_silu (const FlBodyBlock *block, guint32 position, guint32 *arg)
{
  const FlBodyOp *op = &block->ops[position];

  for (guint i = 0; i < 2; i++)
    if (block->ops[op->args[i]].op == FL_SCALAR_SIGMOID && is_needed_once (block, op->args[i])
        && is_same (block, block->ops[op->args[i]].args[0], op->args[1 - i], SAME_DEPTH))
      {
        *arg = op->args[1 - i];
        return TRUE;
      }
  return FALSE;
}

/* x / (1 + exp (-x)), unless the sum is there anyway. */
static gboolean
is_silu_quotient (const FlBodyBlock *block, guint32 position, guint32 *arg)
{
  const FlBodyOp *op = &block->ops[position], *exp;
  guint32 other;

  *arg = op->args[0];
  if (!takes_number (block, op->args[1], FL_SCALAR_ADD, 1, &other) || !is_needed_once (block, op->args[1]))
    return FALSE;
  exp = &block->ops[other];
  return exp->op == FL_SCALAR_EXP && is_needed_once (block, other) && block->ops[exp->args[0]].op == FL_SCALAR_NEG
         && is_same (block, block->ops[exp->args[0]].args[0], op->args[0], SAME_DEPTH);
}

static FlCIdiom
match_product (const FlBodyBlock *block, guint32 position, guint32 *arg)
{
  const FlBodyOp *op = &block->ops[position];

  if (is_silu (block, position, arg))
    return FL_C_IDIOM_SILU;
  for (guint i = 0; i < 2; i++)
    {
      /* One of the two factors is a product itself. */
      guint32 factors[MAX_FACTORS + 1] = { op->args[i] };
      guint n = 1;
      FlCIdiom idiom;

      if (block->ops[op->args[1 - i]].op != FL_SCALAR_MUL)
        continue;
      collect_factors (block, op->args[1 - i], 1, factors, &n);
      idiom = n == 3 ? find_gelu (block, factors, arg) : FL_C_IDIOM_NONE;
      if (idiom != FL_C_IDIOM_NONE)
        return idiom;
    }
  return FL_C_IDIOM_NONE;
}

/* log1p (exp (x)) */
static gboolean
is_softplus (const FlBodyBlock *block, guint32 position, guint32 *arg)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op != FL_SCALAR_LOG1P || block->ops[op->args[0]].op != FL_SCALAR_EXP)
    return FALSE;
  *arg = block->ops[op->args[0]].args[0];
  return TRUE;
}

/* --- elements beyond a constant --------------------------------------------------------------- */

/* Which of the two that are compared is a finite constant? That of NaN or of none at all is never beyond it, nor is a
 * row's first extreme. */
static gboolean
find_bound (const FlBodyBlock *block, const FlBodyOp *compare, guint *bound)
{
  for (*bound = 0; compare->n_args == 2 && *bound < 2; ++*bound)
    {
      const FlBodyOp *constant = &block->ops[compare->args[*bound]], *x = &block->ops[compare->args[1 - *bound]];

      if (constant->op == FL_SCALAR_CONSTANT && constant->dtype == FL_DTYPE_F32 && isfinite ((float) constant->number)
          && x->dtype == FL_DTYPE_F32 && x->op != FL_SCALAR_CONSTANT)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_above (const FlBodyOp *compare, guint bound)
{
  return (compare->op == FL_SCALAR_GT || compare->op == FL_SCALAR_GE) == (bound == 1);
}

/* What the reduction is told of each element: a comparison, which may have been made a number on the way. */
static const FlBodyOp *
get_compared (const FlBodyBlock *block, const FlBodyOp *reduction)
{
  const FlBodyOp *op = &block->ops[reduction->args[0]];

  while (op->op == FL_SCALAR_TO_DTYPE)
    op = &block->ops[op->args[0]];
  return op;
}

static FlCIdiom
match_any (const FlBodyBlock *block, const FlBodyOp *op, guint32 *arg)
{
  const FlBodyOp *compare = op->reduction == FL_REDUCTION_ANY && op->n_args == 1 ? get_compared (block, op) : NULL;
  guint bound;

  if (!compare
      || (compare->op != FL_SCALAR_GT && compare->op != FL_SCALAR_GE && compare->op != FL_SCALAR_LT
          && compare->op != FL_SCALAR_LE)
      || !find_bound (block, compare, &bound))
    return FL_C_IDIOM_NONE;
  *arg = compare->args[1 - bound];
  return is_above (compare, bound) ? FL_C_IDIOM_ANY_ABOVE : FL_C_IDIOM_ANY_BELOW;
}

char *
fl_c_idiom_dup_bound (const FlCLeaf *state, guint32 position, const char **sign)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *compare = get_compared (block, &block->ops[position]), *constant;
  const gboolean is_strict = compare->op == FL_SCALAR_GT || compare->op == FL_SCALAR_LT;
  guint bound = 0;

  find_bound (block, compare, &bound);
  constant = &block->ops[compare->args[bound]];
  *sign = is_above (compare, bound) ? (is_strict ? ">" : ">=") : (is_strict ? "<" : "<=");
  return fl_c_dup_constant (FL_DTYPE_F32, constant->number, constant->integer);
}

/* --- all -------------------------------------------------------------------------------------- */

static FlCIdiom
match (const FlBodyBlock *block, guint32 position, guint32 *arg)
{
  const FlBodyOp *op = &block->ops[position];

  if (op->op == FL_SCALAR_REDUCTION)
    return match_any (block, op, arg);
  if (op->dtype != FL_DTYPE_F32)
    return FL_C_IDIOM_NONE;
  switch (op->op)
    {
    case FL_SCALAR_MUL: return match_product (block, position, arg);
    case FL_SCALAR_TRUEDIV: return is_silu_quotient (block, position, arg) ? FL_C_IDIOM_SILU : FL_C_IDIOM_NONE;
    case FL_SCALAR_LOG1P: return is_softplus (block, position, arg) ? FL_C_IDIOM_SOFTPLUS : FL_C_IDIOM_NONE;
    case FL_SCALAR_TANH: return is_softplus (block, op->args[0], arg) ? FL_C_IDIOM_TANH_SOFTPLUS : FL_C_IDIOM_NONE;
    default: return FL_C_IDIOM_NONE;
    }
}

/* --- what is left to do ----------------------------------------------------------------------- */

/* Does the operation do something besides having a value? */
static gboolean
has_effect (const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION:
    case FL_SCALAR_REDUCTION:
    case FL_SCALAR_SCAN:
    case FL_SCALAR_SORT:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_CHECK_BOUNDS:
    case FL_SCALAR_DEVICE_ASSERT:
    case FL_SCALAR_MASKED: return TRUE;
    default: return FALSE;
    }
}

void
fl_c_idiom_find (FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  g_autofree gboolean *is_needed = NULL;
  gboolean has_any = FALSE;

  for (guint i = 0; i < block->n_ops; i++)
    {
      state->ops[i].idiom = match (block, i, &state->ops[i].idiom_arg);
      has_any |= state->ops[i].idiom != FL_C_IDIOM_NONE;
    }
  if (!has_any)
    return;
  is_needed = g_new0 (gboolean, block->n_ops);
  for (guint i = block->n_ops; i-- > 0;)
    {
      is_needed[i] |= has_effect (&block->ops[i]);
      if (is_needed[i] && state->ops[i].idiom != FL_C_IDIOM_NONE)
        is_needed[state->ops[i].idiom_arg] = TRUE;
      else
        for (guint a = 0; a < block->ops[i].n_args && is_needed[i]; a++)
          is_needed[block->ops[i].args[a]] = TRUE;
      state->ops[i].is_idle = !is_needed[i];
    }
}
