/* The helpers that generated C source may call. A source gets those it uses, and no header at all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* the identifier whose occurrence asks for it */
  const char *text;
} FlCHelper;

/* Tables of helpers, in order of definition: each may use rows before it, and those of earlier tables. */
typedef enum
{
  FL_C_HELPERS_SCALAR,
  FL_C_HELPERS_VECTOR, /* floats and truth values: memory, choices, tiles */
  FL_C_HELPERS_ACROSS, /* sums and extremes across lanes */
  FL_C_HELPERS_EXP,    /* exp, roots, quotients */
  FL_C_HELPERS_WIDE,   /* integers, and numbers of 64 bits */
  FL_C_HELPERS_TABLE,  /* of polynomials, which functions look up */
  FL_C_HELPERS_MATH,   /* functions of floats */
  FL_C_HELPERS_DOUBLE, /* functions of doubles */
  FL_C_HELPERS_NORMAL, /* of floats: the normal distribution */
  FL_C_HELPERS_ANGLE,  /* of floats: angles, remainders */
  FL_C_HELPERS_INVERSE, /* their inverses, powers, remainders */
  FL_C_HELPERS_RANDOM, /* random numbers */
  FL_C_HELPERS_TURN,   /* matrices turned over */
  FL_C_HELPERS_GATHER, /* elements from anywhere */
  FL_C_HELPERS_SPECIAL, /* Bessel's, gamma, polynomials */
  FL_C_N_HELPERS
} FlCHelpers;

/* Which helpers a source uses: a bit each. */
typedef struct
{
  guint64 words[FL_C_N_HELPERS][4]; /* of each table: at most 256 */
} FlCHelperSet;

/* Notes that every helper whose name occurs in text is used. */
void fl_c_preamble_note (FlCHelperSet *used, const char *text);
/* Types first, then the used helpers and what they rest on. head: lines before all, such as "#define FL_LANES 8"; may be "". */
void fl_c_preamble_append (GString *out, FlCHelperSet used, const char *head);
/* The rows of one table. */
const FlCHelper *fl_c_preamble_get_helpers (FlCHelpers table, guint *n);
const FlCHelper *fl_c_preamble_get_vector_helpers (guint *n); /* each in a file of its own */
const FlCHelper *fl_c_preamble_get_across_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_exp_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_wide_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_table_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_math_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_double_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_normal_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_angle_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_inverse_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_random_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_turn_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_gather_helpers (guint *n);
const FlCHelper *fl_c_preamble_get_special_helpers (guint *n);
/* Compiler flags that generated source counts on, NULL-terminated: without them it is right but slow, but for -fwrapv. */
const char *const *fl_c_preamble_get_flags (void);

G_END_DECLS
