/* What the heads of kernels say, in C and in CUDA C++. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Fills in the size symbols that loops, indices and bounds of the nest depend on. */
void fl_c_kernel_find_sizes (const FlPass *pass, const FlNest *nest, FlKernel *kernel);
/* A comment: the operators, and the operations with their nodes. */
void fl_c_kernel_write_title (FlCWriter *writer, const FlKernel *kernel);
/* "f32[6, 40]; buf3 is written over it", fit for a comment, in the run's arena. */
const char *fl_c_kernel_describe_arg (FlCWriter *writer, const FlKernel *kernel, const FlBuffer *buffer);

G_END_DECLS
