/* What generated C takes for granted of GCC and clang, for compilers that have no more than C itself. */
#include "fl-compiler-private.h"

#define REAL(name) "float " name "f (float); double " name " (double);\n#define __builtin_" name "f " name "f\n#define __builtin_" name " " name "\n"
#define REALS(name)                                                                                                            \
  "float " name "f (float, float); double " name " (double, double);\n#define __builtin_" name "f " name "f\n#define __builtin_" name   \
  " " name "\n"

static const char head[]
    = "#define __INT8_TYPE__ signed char\n"
      "#define __INT16_TYPE__ short\n"
      "#define __INT32_TYPE__ int\n"
      "#define __INT64_TYPE__ long long\n"
      "#define __UINT8_TYPE__ unsigned char\n"
      "#define __UINT16_TYPE__ unsigned short\n"
      "#define __UINT32_TYPE__ unsigned\n"
      "#define __UINT64_TYPE__ unsigned long long\n"
      "#define __builtin_prefetch(...) ((void) 0)\n"
      "#define __builtin_inf() (1.0 / 0.0)\n"
      "#define __builtin_inff() (1.0f / 0.0f)\n"
      "#define __builtin_nan(text) (0.0 / 0.0)\n"
      "#define __builtin_nanf(text) (0.0f / 0.0f)\n"
      "float fmaf (float, float, float); double fma (double, double, double);\n"
      "#define __builtin_fmaf fmaf\n"
      "#define __builtin_fma fma\n"
      "void *memcpy (void *, const void *, unsigned long);\n"
      "#define __builtin_memcpy memcpy\n"
      "#define __ATOMIC_RELAXED 0\n"
      "static inline __INT64_TYPE__ fl_plain_fetch_add (__INT64_TYPE__ *at, __INT64_TYPE__ x)\n"
      "{\n"
      "#ifdef __x86_64__\n"
      "  __asm__ volatile (\"lock; xaddq %0, %1\" : \"+r\" (x), \"+m\" (*at) : : \"memory\");\n"
      "  return x;\n"
      "#else\n"
      "  return (*at += x) - x; /* counts errors: none stay none */\n"
      "#endif\n"
      "}\n"
      "#define __atomic_fetch_add(at, x, order) fl_plain_fetch_add (at, x)\n"
      REAL ("acos") REAL ("asin") REAL ("atan") REAL ("ceil") REAL ("cos") REAL ("erf") REAL ("exp") REAL ("exp2") REAL ("fabs")
      REAL ("floor") REAL ("lgamma") REAL ("log") REAL ("log10") REAL ("log1p") REAL ("log2") REAL ("rint") REAL ("sin") REAL ("sqrt")
      REAL ("tan") REAL ("tanh") REAL ("trunc")
      REALS ("atan2") REALS ("copysign") REALS ("fmod") REALS ("hypot") REALS ("pow");

const char *
fl_compiler_get_plain_head (void)
{
  return head;
}
