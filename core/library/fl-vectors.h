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

/* A loop that compilers turn into vectors, for each instruction set that this kind of processor may have. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__                      \
    && !defined __SANITIZE_THREAD__
#define FL_CLONES __attribute__ ((target_clones ("avx512f", "avx2", "default")))
#else
#define FL_CLONES
#endif
