/* Executing a loop program as it stands: slowly, every access checked. What a pass makes must compute what it was made
 * from; this says whether it does.
 *
 * Vector axes run statement by statement over all positions, parallel ones in an order of the caller's choice, so that
 * a program whose result hangs on the order gives itself away. Positions of warp and lane axes run at the same time:
 * from one statement that they meet at (COMBINE, BARRIER) to the next, one after the other in an order made of the
 * seed; an element that one of them writes and another one uses between the same barriers is a race, whatever came out.
 * Floats are computed as C kernels compute them: f16, bf16 and 8-bit ones in f32, rounded where they are stored or
 * where the program says so. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef union
{
  double number;  /* float types */
  gint64 integer; /* integers; truth values as 0 and 1 */
} FlLoopNumber;

typedef enum
{
  FL_LOOP_FORWARD,
  FL_LOOP_BACKWARD, /* of parallel axes, whose partitions have parts as small as can be */
  FL_LOOP_EVEN_ODD
} FlLoopOrder;

typedef struct
{
  FlLoopNumber *elements;
  gint64 n;
} FlLoopMemory;

typedef struct
{
  guint n_arguments;
  FlLoopMemory *arguments; /* by position; changed */
  FlSymLookup lookup;      /* values of size symbols */
  gpointer data;
  FlLoopOrder order;
  /* Sums of floats, and what stands for products, without rounding: terms become multiples of 2^-20. Then the order of
   * terms does not matter, and passes that change nothing else leave the same bits. */
  gboolean has_exact_sums;
  gint64 n_lanes;   /* floats of a vector; 0: 4 */
  guint32 seed;     /* of the order of warps and lanes */
  gint64 max_steps; /* statements; 0: no limit */
  gboolean
      clamps; /* indices read from memory that the program takes unchecked stay inside: for arguments made at random */
  /* Functions that the interpreter has none of itself (Bessel functions and the like); NULL: a program with them is
   * refused. */
  gboolean (*special) (FlScalar op, const double *args, double *result);
  gint64 bad_indices; /* out: indices read from memory that were outside and clamped */
} FlLoopInput;

/* FALSE: an access outside of its home, an assertion, too many steps, or FL_ERROR_UNSUPPORTED: an operation it does not
 * know. */
gboolean fl_loop_interpret (const FlLoopProgram *program, FlLoopInput *input, GError **error);
/* Programs (FlLoopProgram) that a kernel consists of, one after the other, with its own memory between them. */
gboolean fl_loop_interpret_all (const GPtrArray *programs, FlLoopInput *input, GError **error);

/* --- arithmetic ------------------------------------------------------------------------------- */

/* As memory of that type holds it. */
FlLoopNumber fl_loop_number_convert (FlDtype to, FlDtype from, FlLoopNumber value);
/* types: of the arguments. FALSE: not known for this type. */
gboolean fl_loop_number_apply (const FlLoopValue *value, const FlLoopNumber *args, const FlDtype *types,
                               FlLoopNumber *result);
/* One step of a combiner on its components. */
void fl_loop_number_begin (FlReductionType combiner, FlDtype type, FlLoopNumber *state);
gboolean fl_loop_number_step (FlReductionType combiner, FlDtype type, FlLoopNumber *state, const FlLoopNumber *args,
                              guint n_args);
/* A step of a sum in fixed point, so that neither the order of terms nor the type matters; is_sum: may it replace the
 * combiner's step? */
gboolean fl_loop_number_is_sum (FlReductionType combiner, FlDtype type);
void fl_loop_number_add_exactly (FlLoopNumber *state, FlLoopNumber term);
/* Two partial results become one, in the first: state is value, then what the combiner has besides. */
gboolean fl_loop_number_merge (FlReductionType combiner, FlDtype type, FlLoopNumber *state, const FlLoopNumber *other);
FlLoopNumber fl_loop_number_get (FlReductionType combiner, const FlLoopNumber *state, guint component);

G_END_DECLS
