/* What generated C takes for granted of GCC and clang, for compilers that have no more than C itself. */
#include "fl-compiler-private.h"

/* By functions of our own: kernels have variables that are called sqrt or exp, as the operators are. */
#define WRAP(type, name, parameters, arguments)                                                                        \
  "static inline " type " fl_plain_" name " " parameters "\n{\n  return " name " " arguments                           \
  ";\n}\n#define __builtin_" name " fl_plain_" name "\n"
#define REAL(name)                                                                                                     \
  "float " name "f (float);\ndouble " name " (double);\n" WRAP ("float", name "f", "(float x)", "(x)")                 \
      WRAP ("double", name, "(double x)", "(x)")
#define REALS(name)                                                                                                    \
  "float " name "f (float, float);\ndouble " name                                                                      \
  " (double, double);\n" WRAP ("float", name "f", "(float x, float y)", "(x, y)")                                      \
      WRAP ("double", name, "(double x, double y)", "(x, y)")

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
      "float fmaf (float, float, float); double fma (double, double, double);\n" WRAP ("float", "fmaf",
                                                                                       "(float x, float y, float z)",
                                                                                       "(x, y, z)")
          WRAP ("double", "fma", "(double x, double y, double z)",
                "(x, y, z)") "void *memcpy (void *, const void *, unsigned long);\n"
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
    /* All of C's: kernels call those that fl-c-ops.c names, and preambles others. */
    REAL ("acos") REAL ("acosh") REAL ("asin") REAL ("asinh") REAL ("atan") REAL ("atanh") REAL ("cbrt") REAL ("ceil")
        REAL ("cos") REAL ("cosh") REAL ("erf") REAL ("erfc") REAL ("exp") REAL ("exp2") REAL ("expm1") REAL ("fabs")
            REAL ("floor") REAL ("lgamma") REAL ("log") REAL ("log10") REAL ("log1p") REAL ("log2") REAL ("logb")
                REAL ("nearbyint") REAL ("rint") REAL ("round") REAL ("sin") REAL ("sinh") REAL ("sqrt") REAL ("tan")
                    REAL ("tanh") REAL ("tgamma") REAL ("trunc") REALS ("atan2") REALS ("copysign") REALS ("fdim")
                        REALS ("fmax") REALS ("fmin") REALS ("fmod") REALS ("hypot") REALS ("nextafter") REALS ("pow")
                            REALS ("remainder");

const char *
fl_compiler_get_plain_head (void)
{
  return head;
}
