/* Vectors for micro-kernels. */
#pragma once

#include <glib.h>

/* As wide as the widest registers; where they are narrower, compilers take several. */
typedef float FlFloats __attribute__ ((vector_size (64), aligned (4), may_alias));
typedef double FlDoubles __attribute__ ((vector_size (64), aligned (8), may_alias));

enum
{
  FL_FLOATS = 16, /* of a vector */
  FL_DOUBLES = 8
};
