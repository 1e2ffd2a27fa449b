/* Indices read from memory. */
#pragma once

/* Kernels count indices that were out of range here; they read a valid element instead. */
__device__ unsigned long long fl_index_errors;
