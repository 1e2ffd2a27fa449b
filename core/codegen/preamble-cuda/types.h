/* Types of generated CUDA source. NVRTC has no headers; nvcc, and the emulation of the tests, have the C library's. */
#pragma once

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define INT32_MIN (-2147483647 - 1)
#define INT64_C(x) x##LL
#define INT64_MIN (-INT64_C (9223372036854775807) - 1)
#define INFINITY __int_as_float (0x7f800000)
#define NAN __int_as_float (0x7fffffff)
#else
#include <math.h>
#include <stdint.h>
#endif
#define FL_INLINE static __device__ __forceinline__
#define FL_STATIC static __device__
