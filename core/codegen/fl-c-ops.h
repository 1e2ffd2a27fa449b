/* How scalar operations are spelled in C. */
#pragma once

#include "fl-loop-body.h"

G_BEGIN_DECLS

/* A value of generated source: a name or a literal, and what it is. */
typedef struct
{
  const char *text; /* an atom: needs no parentheses */
  FlDtype dtype;
  gboolean is_vector;  /* one a lane: see fl-c-vector.h */
  gboolean is_counted; /* of a vector: an integer made from a truth value, still -1 or 0 in a lane of 32 bits */
} FlCValue;

/* The type that a dtype is computed in: "float" for f16, bf16 and f32, "_Bool" for bool. NULL: not supported (complex,
 * f8). */
const char *fl_c_get_compute_type (FlDtype dtype);
/* "1.0f", "(-2)", "__builtin_inff ()". */
char *fl_c_dup_constant (FlDtype dtype, double number, gint64 integer);
/* An element in memory to the compute type, and back; text is an expression. */
void fl_c_append_loaded (GString *out, FlDtype dtype, const char *element);
void fl_c_append_stored (GString *out, FlDtype dtype, FlCValue value);
/* The expression of one operation. FALSE: this scalar op has no C spelling for these dtypes. */
/* A shift by a number of bits that is known and that the type has: plain C; by others, PyTorch has all bits leave. */
gboolean fl_c_shifts_plainly (const FlBodyOp *op, const FlCValue *args);
gboolean fl_c_append_op (GString *out, const FlBodyOp *op, const FlCValue *args);

/* Neutral start of a reduction, in the compute type. */
char *fl_c_dup_neutral (FlReductionType reduction, FlDtype dtype);

G_END_DECLS
