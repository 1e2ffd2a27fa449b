/* Which kernel, if any, can compute a set of ops: the kinds of kernel that a code generator has, told apart by shape
 * alone. Strategies that search use it as their rule; the others are checked against it ("not emittable"). */
#pragma once

#include "fl-tiles.h"

G_BEGIN_DECLS

typedef enum
{
  FL_TEMPLATE_NONE,     /* no kernel: the reason says why */
  FL_TEMPLATE_LOOP,     /* one flat loop over the elements of equal-sized results */
  FL_TEMPLATE_ROW,      /* a loop over rows with reductions along them; results are not used inside */
  FL_TEMPLATE_COLUMN,   /* a loop over columns with reductions down them; results are not used inside */
  FL_TEMPLATE_STITCH,   /* rows kept by one block through several loops */
  FL_TEMPLATE_EPILOGUE, /* a matrix product or convolution with pointwise work on each element of its result */
  FL_TEMPLATE_EXTERN    /* one library call */
} FlTemplate;

typedef struct
{
  FlTemplate template;
  const char *reason; /* TEMPLATE_NONE: the rule that failed */
  guint32 culprit;    /* the node it speaks of; G_MAXUINT32: none */
  guint32 dominant;   /* the op whose elements the kernel loops over */
  gint64 bytes_issued;
} FlEmission;

const char *fl_template_get_name (FlTemplate template); /* "loop" */
const char *fl_template_get_sentence (FlTemplate template);

/* The template for the set, or the reason why there is none; the set's work must not be empty. */
void fl_oracle_ask (const FlOpSet *set, FlEmission *emission);

G_END_DECLS
