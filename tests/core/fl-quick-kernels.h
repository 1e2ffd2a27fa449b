/* How kernels are compiled that a test has made by the hundred: GCC takes about half as long without what -O3 adds to
 * -O1, on which no expected value depends. What is left counts: a multiplication and an addition are one instruction as
 * they are at -O3. The long form compiles as for users; so do, in the short form too, random programs and graphs,
 * sweeps and the command line. */
#pragma once

#include "fl-test-long.h"

#define FL_QUICK_FLAGS "-O1 -fexpensive-optimizations"

/* For kernels that the worker compiles. Before the first. */
static inline void
compile_kernels_quickly (void)
{
  if (!is_long_run ())
    g_setenv ("FUSELOOM_CFLAGS", FL_QUICK_FLAGS, FALSE);
}
