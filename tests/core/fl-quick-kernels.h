/* How kernels are compiled that a test has made by the hundred: GCC takes about a quarter as long for -Og as for -O3,
 * on which no expected value depends. Not so for functions whose accuracy is tested: their multiplications and
 * additions are one instruction, as they are at -O3 (FL_QUICK_IS_ACCURATE). The long form compiles as for users; so do,
 * in the short form too, random programs and graphs, sweeps, all strategies and the command line. */
#pragma once

#include "fl-test-long.h"

#ifdef FL_QUICK_IS_ACCURATE
#define FL_QUICK_FLAGS "-O1", "-fexpensive-optimizations"
#else
#define FL_QUICK_FLAGS "-Og"
#endif

/* For kernels that the worker compiles. Before the first. */
static inline void
compile_kernels_quickly (void)
{
  if (!is_long_run ())
    g_setenv ("FUSELOOM_CFLAGS", "-Og", FALSE);
}
