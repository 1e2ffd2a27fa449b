/* Words of C that CUDA C++ spells otherwise: scalar operations have one spelling (fl-c-ops.c), in
 * which functions of the C library are builtins of the compiler and some have a helper of ours that
 * vectorizes; CUDA has the functions themselves. */
#include "fl-cuda-words.h"

#include <string.h>

static const struct
{
  const char *c, *cuda;
} words[] = {
  { "_Bool", "bool" },          { "fl_exp_f32", "expf" },   { "fl_exp2_f32", "exp2f" }, { "fl_log_f32", "logf" },
  { "fl_log1p_f32", "log1pf" }, { "fl_tanh_f32", "tanhf" }, { "fl_erf_f32", "erff" },   { "fl_erfinv", "erfinv" },
};

/* Numbers that C has no other word for. */
static const struct
{
  const char *c, *cuda;
} numbers[] = {
  { "__builtin_inff ()", "INFINITY" },
  { "__builtin_inf ()", "(double) INFINITY" },
  { "__builtin_nanf (\"\")", "NAN" },
  { "__builtin_nan (\"\")", "(double) NAN" },
};

static const char *const taken[] = {
  "abs",          "acos",          "acosf",       "acosh",     "acoshf",
  "asin",         "asinf",         "asinh",       "asinhf",    "atan",
  "atan2",        "atan2f",        "atanf",       "atanh",     "atanhf",
  "cbrt",         "cbrtf",         "ceil",        "ceilf",     "copysign",
  "copysignf",    "cos",           "cosf",        "cosh",      "coshf",
  "cospi",        "cospif",        "erf",         "erfc",      "erfcf",
  "erfcinv",      "erfcinvf",      "erfcx",       "erfcxf",    "erff",
  "erfinv",       "erfinvf",       "exp",         "exp10",     "exp10f",
  "exp2",         "exp2f",         "expf",        "expm1",     "expm1f",
  "fabs",         "fabsf",         "fdim",        "fdimf",     "floor",
  "floorf",       "fma",           "fmaf",        "fmax",      "fmaxf",
  "fmin",         "fminf",         "fmod",        "fmodf",     "frexp",
  "frexpf",       "hypot",         "hypotf",      "ilogb",     "ilogbf",
  "isfinite",     "isinf",         "isnan",       "j0",        "j0f",
  "j1",           "j1f",           "jn",          "jnf",       "ldexp",
  "ldexpf",       "lgamma",        "lgammaf",     "log",       "log10",
  "log10f",       "log1p",         "log1pf",      "log2",      "log2f",
  "logb",         "logbf",         "logf",        "max",       "min",
  "modf",         "modff",         "nan",         "nanf",      "nearbyint",
  "nearbyintf",   "nextafter",     "nextafterf",  "normcdf",   "normcdff",
  "normcdfinv",   "normcdfinvf",   "pow",         "powf",      "rcbrt",
  "rcbrtf",       "remainder",     "remainderf",  "remquo",    "remquof",
  "rint",         "rintf",         "round",       "roundf",    "rsqrt",
  "rsqrtf",       "signbit",       "sin",         "sincos",    "sincosf",
  "sinf",         "sinh",          "sinhf",       "sinpi",     "sinpif",
  "sqrt",         "sqrtf",         "tan",         "tanf",      "tanh",
  "tanhf",        "tgamma",        "tgammaf",     "trunc",     "truncf",
  "y0",           "y0f",           "y1",          "y1f",       "yn",
  "ynf",          "alignas",       "and",         "and_eq",    "asm",
  "bitand",       "bitor",         "bool",        "catch",     "char8_t",
  "char16_t",     "char32_t",      "class",       "compl",     "concept",
  "const_cast",   "consteval",     "constexpr",   "constinit", "decltype",
  "delete",       "dynamic_cast",  "explicit",    "export",    "false",
  "friend",       "mutable",       "namespace",   "new",       "noexcept",
  "not",          "not_eq",        "nullptr",     "operator",  "or",
  "or_eq",        "private",       "protected",   "public",    "reinterpret_cast",
  "requires",     "static_assert", "static_cast", "template",  "this",
  "thread_local", "throw",         "true",        "try",       "typeid",
  "typename",     "using",         "virtual",     "wchar_t",   "xor",
  "xor_eq",       "assert",        "blockDim",    "blockIdx",  "clock",
  "gridDim",      "threadIdx",     "warpSize",    "atomicAdd", "atomicCAS",
  "dim3",         "int2",          "int4",        "float2",    "float4",
  "double2",      "half",          "EOF",         "HUGE_VAL",  "INFINITY",
  "INT8_MIN",     "INT8_MAX",      "INT16_MIN",   "INT16_MAX", "INT32_MAX",
  "INT32_MIN",    "INT64_C",       "INT64_MAX",   "INT64_MIN", "NAN",
  "NULL",         "RAND_MAX",      "SIZE_MAX",    "UINT8_MAX", "UINT16_MAX",
  "UINT32_MAX",   "UINT64_MAX",    "errno",       "linux",     "unix",
  "stdin",        "stdout",        "stderr",      "printf",    "memcpy",
  "memset",       "malloc",        "free",        "size_t",    "ssize_t",
  "ptrdiff_t",    "intptr_t",      "uintptr_t",   "int8_t",    "int16_t",
  "int32_t",      "int64_t",       "uint8_t",     "uint16_t",  "uint32_t",
  "uint64_t",     "main",          NULL,
};

const char *const *
fl_cuda_get_words (void)
{
  return taken;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static void
append_word (GString *out, const char *start, gsize length)
{
  static const char builtin[] = "__builtin_";

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].c) == length && strncmp (words[i].c, start, length) == 0)
      {
        g_string_append (out, words[i].cuda);
        return;
      }
  if (length > strlen (builtin) && strncmp (start, builtin, strlen (builtin)) == 0)
    g_string_append_len (out, start + strlen (builtin), length - strlen (builtin));
  else
    g_string_append_len (out, start, length);
}

static gsize
append_number (GString *out, const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strncmp (text, numbers[i].c, strlen (numbers[i].c)) == 0)
      {
        g_string_append (out, numbers[i].cuda);
        return strlen (numbers[i].c);
      }
  return 0;
}

char *
fl_cuda_dup_spelled (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text)
    {
      const char *start = text;
      const gsize number = append_number (out, text);

      text += number;
      if (number > 0)
        continue;
      while (is_word (*text))
        text++;
      if (text > start)
        append_word (out, start, text - start);
      else
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}
