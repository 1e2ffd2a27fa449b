/* Types of generated source, which includes no header: those cost more to read than most kernels to compile. Every source has these. */
#pragma once

typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
#define INT64_C(x) x##LL
#define INT64_MIN (-INT64_C (9223372036854775807) - 1)
#define INT32_MIN (-2147483647 - 1)
#define FL_INLINE static inline __attribute__ ((always_inline, unused))
#define FL_STATIC static

/* Kernels count indices that were out of range here; they read a valid element instead. */
int64_t fl_index_errors;
