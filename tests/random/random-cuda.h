/* CUDA kernels of random programs on a CPU: each as a function of the ABI that C kernels have, which runs its grid by
 * the emulation of tests/cuda. FUSELOOM_CC is to name tests/cuda/emulated-cc. */
#pragma once

#include "fl-codegen.h"

G_BEGIN_DECLS

/* What stands before all kernels of a unit: the emulation. */
const char *rnd_cuda_get_head (void);
/* The source of the kernel and the function that runs it, which rnd_cuda_get_phase names. New string. */
char *rnd_cuda_dup_source (const FlKernel *kernel, const char *source);
char *rnd_cuda_dup_phase (const char *kernel);
/* Why the program cannot run: a kernel without source, and the reason; more threads than can be emulated at those sizes
 * (each a GArray of FlSizeValue). NULL: it can. */
const char *rnd_cuda_find_why_not (const FlProgram *program, const GPtrArray *points);

G_END_DECLS
