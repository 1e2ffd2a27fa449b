/* Functions of generated source on vectors of floats, at every width and with both compilers: none is further from the
 * true value than fl-c-accuracy.def says. The true value is the C library's in double.
 *
 * FUSELOOM_ALL_FLOATS=1 takes every float that there is, for the two widest vectors by gcc (minutes a function;
 * FUSELOOM_ONLY_FUNCTION=tanh picks some), else every 9973rd; --measure prints nanoseconds an element. */
#include "fl-c-preamble.h"
#define FL_QUICK_IS_ACCURATE
#include "fl-codegen-fixture.h"
#include "fl-codegen-functions.h"
#include "fl-test-long.h"

#include <stdlib.h>

enum
{
  BLOCK = 1 << 16
};

typedef void (*Kernel) (float *result, const float *x, const float *y, gint64 n);
typedef void (*Reference) (double *result, const float *x, const float *y, gint64 n);

/* In double: C of x and y. */
static const struct
{
  const char *code;
  double ulps[2];          /* precise, fast */
  gboolean is_of_argument; /* the error is measured in units of the argument */
  const char *expected;
} rows[] = {
#define EXPECTED_EXP "exp (x)"
#define EXPECTED_EXP_BELOW "exp (x)"
#define EXPECTED_EXP2 "exp2 (x)"
#define EXPECTED_EXPM1 "expm1 (x)"
#define EXPECTED_SIGMOID "1 / (1 + exp (-x))"
#define EXPECTED_SINH "sinh (x)"
#define EXPECTED_COSH "cosh (x)"
#define EXPECTED_TANH "tanh (x)"
#define EXPECTED_ERF "erf (x)"
#define EXPECTED_ERFC "erfc (x)"
#define EXPECTED_ERFINV "erfinv (x)"
#define EXPECTED_LOG "log (x)"
#define EXPECTED_LOG2 "log2 (x)"
#define EXPECTED_LOG10 "log10 (x)"
#define EXPECTED_LOG1P "log1p (x)"
#define EXPECTED_SQRT "__builtin_sqrt (x)"
#define EXPECTED_RSQRT "1 / __builtin_sqrt (x)"
#define EXPECTED_SIN "sin (x)"
#define EXPECTED_COS "cos (x)"
#define EXPECTED_TAN "tan (x)"
#define EXPECTED_ASIN "asin (x)"
#define EXPECTED_ACOS "acos (x)"
#define EXPECTED_ATAN "atan (x)"
#define EXPECTED_ASINH "asinh (x)"
#define EXPECTED_ACOSH "acosh (x)"
#define EXPECTED_ATANH "atanh (x)"
#define EXPECTED_FLOOR "__builtin_floor (x)"
#define EXPECTED_CEIL "__builtin_ceil (x)"
#define EXPECTED_ROUND "__builtin_rint (x)"
#define EXPECTED_TRUNC "__builtin_trunc (x)"
#define EXPECTED_POW "pow (x, y)"
#define EXPECTED_HYPOT "hypot (x, y)"
#define EXPECTED_ATAN2 "atan2 (x, y)"
#define EXPECTED_FMOD "fmod (x, y)"
#define EXPECTED_REMAINDER "fmod (x, y) != 0 && (fmod (x, y) < 0) != (y < 0) ? fmod (x, y) + y : fmod (x, y)"
#define EXPECTED_LGAMMA "lgamma (x)"
#define EXPECTED_NEXTAFTER "__builtin_nextafterf (x, y)"
#define EXPECTED_COPYSIGN "__builtin_copysign (x, y)"
#define EXPECTED_GELU "x > 1e30 ? x : x < -1e30 ? 0 * x : x * 0.5 * erfc (-x * 0.70710678118654752)"
#define EXPECTED_GELU_TANH                                                                                             \
  "x > 1e30 ? x : x < -1e30 ? 0 * x : x / (1 + exp (-1.59576912160573071 * (x + 0.044715 * x * x * x)))"
#define EXPECTED_SILU "x > 1e30 ? x : x < -1e30 ? 0 * x : x / (1 + exp (-x))"
#define EXPECTED_SOFTPLUS "x > 88.72283905 ? __builtin_inf () : x > 40 ? x : log1p (exp (x))"
#define EXPECTED_TANH_SOFTPLUS "x > 40 ? 1 : tanh (log1p (exp (x)))"
#define RESULT FALSE
#define ARGUMENT TRUE
#define ACCURACY(id, code, ulps, fast_ulps, unit, ns, fast_ns, remark)                                                 \
  { code, { ulps, fast_ulps }, unit, EXPECTED_##id },
#include "fl-c-accuracy.def"
};

static gboolean
has_two_arguments (guint row)
{
  return strstr (rows[row].code, "y)") != NULL;
}

/* --- building --------------------------------------------------------------------------------- */

/* One function a row, over n elements, a multiple of 16. */
static void *
build_functions (const char *compiler, int lanes, const char *machine, gboolean is_fast)
{
  static const char *const plain[] = { "-fno-math-errno", "-fno-trapping-math", "-fwrapv" };
  const char *flags[] = { plain[0], plain[1], plain[2], machine, NULL };
  g_autofree char *head = g_strdup_printf ("%s#define FL_LANES %d\n", is_fast ? "#define FL_FAST\n" : "", lanes);
  g_autoptr (GString) source = g_string_new (NULL), kernels = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (kernels,
                            "void f%u (float *result, const float *px, const float *py, int64_t n)\n"
                            "{\n"
                            "  for (int64_t i = 0; i < n; i += FL_LANES)\n"
                            "    {\n"
                            "      const fl_vec x = fl_load_f32 (px + i), y = fl_load_f32 (py + i);\n"
                            "      fl_store_f32 (result + i, %s);\n"
                            "    }\n"
                            "}\n",
                            i, rows[i].code);
  fl_c_preamble_note (&used, kernels->str);
  fl_c_preamble_append (source, used, head);
  g_string_append (source, kernels->str);
  return build_source (compiler, source->str, flags);
}

/* Of the C library; where its header says that vectors of a function are there, the compiler takes those. */
static void *
build_references (void)
{
  static const char *const flags[] = { "-O3", "-march=native", "-fopenmp-simd", "-fno-math-errno", NULL };
  static const char *const one[]
      = { "exp",   "exp2", "expm1", "sinh", "cosh", "tanh", "erf",  "erfc",  "log",   "log2", "log10",
          "log1p", "sin",  "cos",   "tan",  "asin", "acos", "atan", "asinh", "acosh", "atanh" };
  g_autoptr (GString) source
      = g_string_new ("#include <stdint.h>\n#include <features.h>\n"
                      "#if __GLIBC_PREREQ (2, 35) && defined __x86_64__ && !defined __clang__\n"
                      "#define VECTOR __attribute__ ((simd (\"notinbranch\"), const))\n"
                      "#else\n#define VECTOR\n#endif\n"
                      "double fmod (double, double);\ndouble lgamma (double);\n"
                      "VECTOR double pow (double, double);\nVECTOR double hypot (double, double);\n"
                      "VECTOR double atan2 (double, double);\n");

  for (guint i = 0; i < G_N_ELEMENTS (one); i++)
    g_string_append_printf (source, "VECTOR double %s (double);\n", one[i]);
  /* By Newton's steps, up to the root from below; 1 - x is exact. */
  g_string_append (source,
                   "static double erfinv (double x)\n"
                   "{\n"
                   "  const double a = x < 0 ? -x : x;\n"
                   "  double y = 0.88 * a, step = 1;\n"
                   "  if (!(a < 1))\n"
                   "    return a == 1 ? x / 0.0 : __builtin_nan (\"\");\n"
                   "  if (a < 1e-9)\n"
                   "    return 0.886226925452758 * x;\n"
                   "  for (int i = 0; i < 200 && step > 1e-16 * y; i++)\n"
                   "    y += step = (a < 0.5 ? a - erf (y) : erfc (y) - (1 - a)) * 0.886226925452758 * exp (y * y);\n"
                   "  return x < 0 ? -y : y;\n"
                   "}\n");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_string_append_printf (source,
                            "void r%u (double *result, const float *px, const float *py, int64_t n)\n"
                            "{\n"
                            "#pragma omp simd\n"
                            "  for (int64_t i = 0; i < n; i++)\n"
                            "    {\n"
                            "      const double x = px[i], y = py[i];\n"
                            "      result[i] = %s;\n"
                            "    }\n"
                            "}\n",
                            i, rows[i].expected);
  return build_source ("cc", source->str, flags);
}

/* --- comparing -------------------------------------------------------------------------------- */

static double
count_ulps (float y, double expected)
{
  guint64 bits;
  gint64 exponent;

  if (isnan (expected))
    return isnan (y) ? 0 : INFINITY;
  if (y == (float) expected)
    return isinf (y)                            ? 0
           : fabs (y - expected) / 0x1p-149 < 1 ? 0
                                                : fabs (y - expected) / ldexp (1, MAX (ilogb (expected), -126) - 23);
  if (isnan (y))
    return INFINITY;
  if (isinf ((float) expected) || isinf (y))
    return nextafterf (y, 0) == (float) expected || nextafterf ((float) expected, 0) == y ? 1 : INFINITY;
  memcpy (&bits, &expected, sizeof bits);
  exponent = (gint64) (bits >> 52 & 0x7FF) - 1023;
  return fabs (y - expected) / ldexp (1, MAX (exponent, -126) - 23);
}

typedef struct
{
  double worst;
  float x, y, got;
} Worst;

static void
compare_block (Worst *worst, Kernel kernel, Reference reference, guint row, const float *x, const float *y, guint n)
{
  static float got[BLOCK];
  static double expected[BLOCK];

  kernel (got, x, y, n);
  reference (expected, x, y, n);
  for (guint i = 0; i < n; i++)
    {
      double ulps = rows[row].is_of_argument && isfinite (got[i]) && isfinite (expected[i])
                        ? fabs (got[i] - expected[i]) / ldexp (1, MAX (ilogb (x[i]), -126) - 23)
                        : count_ulps (got[i], expected[i]);

      /* The sign of 0, too. */
      if (got[i] == 0 && expected[i] == 0 && !rows[row].is_of_argument && !signbit (got[i]) != !signbit (expected[i]))
        ulps = INFINITY;
      if (ulps > worst->worst)
        *worst = (Worst) { ulps, x[i], y[i], got[i] };
    }
}

static float
make_float (guint32 word)
{
  float x;

  memcpy (&x, &word, sizeof x);
  return x;
}

/* Of one argument: every step-th float, and all that are special. */
static Worst
measure_one (Kernel kernel, Reference reference, guint row, guint64 step)
{
  static const float special[] = { 0,
                                   -0.0f,
                                   1,
                                   -1,
                                   0.5f,
                                   -0.5f,
                                   1e-45f,
                                   -1e-45f,
                                   1.17549435e-38f,
                                   -1.17549435e-38f,
                                   3.40282347e38f,
                                   -3.40282347e38f,
                                   INFINITY,
                                   -INFINITY,
                                   NAN,
                                   88.7228394f };
  static float x[BLOCK];
  Worst worst = { 0 };
  guint64 bits = 0;

  while (bits <= G_MAXUINT32)
    {
      guint n = 0;

      for (; n < BLOCK; n++, bits += step)
        x[n] = make_float (MIN (bits, G_MAXUINT32));
      compare_block (&worst, kernel, reference, row, x, x, n);
    }
  /* Each among others of its kind: one slow lane takes its whole vector along. */
  for (guint i = 0; i < 16 * G_N_ELEMENTS (special); i++)
    x[i] = special[i / 16];
  compare_block (&worst, kernel, reference, row, x, x, 16 * G_N_ELEMENTS (special));
  /* Around 1 and 2, where some are 0. */
  for (guint one = 0; one < 2; one++)
    {
      for (guint i = 0; i < BLOCK; i++)
        x[i] = make_float ((one ? 0x3F800000 : 0x40000000) - BLOCK / 2 + i);
      compare_block (&worst, kernel, reference, row, x, x, BLOCK);
    }
  return worst;
}

/* Of two: pairs of any floats, of numbers like those in models, and of all that are special. */
static Worst
measure_two (Kernel kernel, Reference reference, guint row, guint n_blocks)
{
  static const float special[]
      = { 0, -0.0f, 1, -1, 2, -2, 0.5f, 3, -3, 1e-40f, -1e-40f, 3e38f, -3e38f, INFINITY, -INFINITY, NAN };
  static float x[BLOCK], y[BLOCK];
  guint64 state = 88172645463325252;
  Worst worst = { 0 };

  for (guint b = 0; b < n_blocks; b++)
    {
      for (guint i = 0; i < BLOCK; i++)
        {
          state ^= state << 13, state ^= state >> 7, state ^= state << 17;
          x[i] = b % 2 ? make_float (state) : (float) ((state & 0xFFFFFF) / 65536.0 - (b % 4 ? 0 : 128));
          y[i] = b % 2 ? make_float (state >> 32) : (float) ((state >> 32 & 0xFFFFFF) / 524288.0 - 16);
          if (b == 0 && i < 256)
            {
              x[i] = special[i / 16];
              y[i] = special[i % 16];
            }
        }
      compare_block (&worst, kernel, reference, row, x, y, BLOCK);
    }
  return worst;
}

static void
check_library (void *functions, void *references, gboolean is_fast, gboolean is_all, const char *what)
{
  const char *only = g_getenv ("FUSELOOM_ONLY_FUNCTION");
  guint n_bad = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Kernel kernel = find_function (functions, 'f', i);
      Reference reference = find_function (references, 'r', i);
      Worst worst;

      if (only && !strstr (rows[i].code, only))
        continue;
      worst = has_two_arguments (i) ? measure_two (kernel, reference, i, is_all ? 2000 : 20)
                                    : measure_one (kernel, reference, i, is_all ? 1 : 9973);
      g_test_message ("%-24s %-10s %.3f ulp at %.9g, %.9g: %.9g%s", rows[i].code, what, worst.worst, worst.x, worst.y,
                      worst.got, worst.worst > MAX (rows[i].ulps[is_fast], 0.5) ? "  TOO FAR" : "");
      n_bad += worst.worst > MAX (rows[i].ulps[is_fast], 0.5);
    }
  g_test_message ("%s: %u too far", what, n_bad);
  if (n_bad > 0)
    g_test_fail ();
}

static void
test_functions_are_as_accurate_as_stated (void)
{
  static const int lanes[] = { 16, 8, 4 };
  static const char *const compilers[] = { "gcc", "clang" };
  void *references = build_references ();

  for (guint c = 0; c < G_N_ELEMENTS (compilers); c++)
    {
      g_autofree char *program = find_test_compiler (compilers[c], c == 0);

      for (guint l = 0; l < 4 && program; l++)
        for (guint is_fast = 0; is_fast < 2; is_fast++)
          {
            /* The last: a machine without multiply-add. */
            const char *machine = l < 3 ? "-march=native" : "-march=x86-64";
            g_autofree char *what = g_strdup_printf ("%s, %d%s%s", compilers[c], lanes[MIN (l, 2)],
                                                     l < 3 ? "" : ", plain", is_fast ? ", fast" : "");
            void *functions;

#ifndef __x86_64__
            if (l == 3)
              continue;
#endif
            functions = build_functions (program, lanes[MIN (l, 2)], machine, is_fast);
            check_library (functions, references, is_fast,
                           g_getenv ("FUSELOOM_ALL_FLOATS") && c == 0 && l < 2 && !is_fast, what);
            dlclose (functions);
          }
    }
  dlclose (references);
}

/* --- compositions ----------------------------------------------------------------------------- */

static const FlExpr *
number (Fixture *fix, double value)
{
  return fl_expr_constant (fix->pool, FL_DTYPE_F32, value);
}

static const FlExpr *
times (Fixture *fix, const FlExpr *a, const FlExpr *b)
{
  return fl_expr_op2 (fix->pool, FL_SCALAR_MUL, a, b);
}

static const FlExpr *
one_more (Fixture *fix, const FlExpr *a)
{
  return fl_expr_op2 (fix->pool, FL_SCALAR_ADD, a, number (fix, 1));
}

/* Graphs spell it in several ways; some only look like it. */
static const FlExpr *
make_gelu (Fixture *fix, const FlExpr *x, guint way)
{
  const FlExpr *erf = fl_expr_op1 (fix->pool, FL_SCALAR_ERF, times (fix, x, number (fix, 0.7071067811865476)));
  const FlExpr *cube = times (fix, times (fix, x, x), x), *inner, *tanh;

  inner = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, x, times (fix, cube, number (fix, 0.044715)));
  tanh = fl_expr_op1 (fix->pool, FL_SCALAR_TANH, times (fix, inner, number (fix, 0.7978845608028654)));
  switch (way)
    {
    case 0: return times (fix, times (fix, x, number (fix, 0.5)), one_more (fix, erf));
    case 1: return times (fix, number (fix, 0.5), times (fix, one_more (fix, erf), x));
    case 2: return times (fix, times (fix, x, number (fix, 0.5)), one_more (fix, tanh));
    case 3: /* another factor */ return times (fix, times (fix, x, number (fix, 0.25)), one_more (fix, erf));
    default: /* the error function is needed itself */
      return fl_expr_op2 (fix->pool, FL_SCALAR_ADD, make_gelu (fix, x, 0), erf);
    }
}

static void
test_gelu_is_one_function (void)
{
  static const char *const functions[]
      = { "fl_gelu_vec (", "fl_gelu_vec (", "fl_gelu_tanh_vec (", "fl_erf_vec (", "fl_erf_vec (" };

  for (guint way = 0; way < G_N_ELEMENTS (functions); way++)
    {
      Fixture *fix = fixture_new ();
      g_autofree float *x = make_floats (1003, way);
      const FlSym *sizes[] = { num (fix, 1003) };
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);

      loops->values[0] = make_gelu (fix, load (fix, in, loops->vars), way);
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      g_assert_nonnull (strstr (fix->program->kernels[0].source, functions[way]));
      for (guint i = 0; i < 1003; i++)
        {
          double v = x[i], erf_part = erf (v * 0.7071067811865476), expected = 0.5 * v * (1 + erf_part);

          if (way == 2)
            expected = 0.5 * v * (1 + tanh (0.7978845608028654 * (v + 0.044715 * v * v * v)));
          else if (way > 2)
            expected = way == 3 ? 0.5 * expected : expected + erf_part;
          g_assert_cmpfloat (fabs (((float *) get_memory (fix, out))[i] - expected), <=, 2e-7 * (1 + fabs (v)));
        }
      fixture_free (fix);
    }
}

/* x * sigmoid (x) and x / (1 + exp (-x)); where the sigmoid is needed itself, a product with it is cheaper. Errors are
 * of the result, but with cpu.math=fast. */
static void
test_silu_is_one_function (void)
{
  static const char *const functions[] = { "fl_silu_vec (", "fl_silu_vec (", "fl_sigmoid_vec (", "fl_silu_vec (" };

  for (guint way = 0; way < G_N_ELEMENTS (functions); way++)
    {
      Fixture *fix = fixture_new ();
      g_autofree float *x = make_floats (1003, way);
      const FlSym *sizes[] = { num (fix, 1003) };
      FlBuffer *in = add_input (fix, FL_DTYPE_F32, 1, sizes, x), *out;
      FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, FL_DTYPE_F32, 1, 0, sizes);
      const FlExpr *v = load (fix, in, loops->vars), *sigmoid = fl_expr_op1 (fix->pool, FL_SCALAR_SIGMOID, v);

      for (guint i = 0; i < 512; i++) /* down to results among denormals, and to 0 */
        x[i] = -79.75f - 0.0625f * i;
      fix->options.cpu_math = way < 3;
      if (way == 1)
        loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_TRUEDIV, v,
                                        one_more (fix, fl_expr_op1 (fix->pool, FL_SCALAR_EXP,
                                                                    fl_expr_op1 (fix->pool, FL_SCALAR_NEG, v))));
      else
        loops->values[0] = times (fix, v, sigmoid);
      if (way == 2)
        loops->values[0] = fl_expr_op2 (fix->pool, FL_SCALAR_ADD, loops->values[0], sigmoid);
      out = add_computed (fix, loops, 1, sizes);
      add_output (fix, out);
      schedule_all (fix);
      build_and_run (fix);
      g_assert_nonnull (strstr (fix->program->kernels[0].source, functions[way]));
      g_assert_true (way != 2 || !strstr (fix->program->kernels[0].source, "fl_silu_vec ("));
      for (guint i = 0; i < 1003; i++)
        {
          double a = x[i], expected = a / (1 + exp (-a)) + (way == 2 ? 1 / (1 + exp (-a)) : 0);

          g_assert_cmpfloat (fabs (((float *) get_memory (fix, out))[i] - expected), <=,
                             way < 3 ? 3e-7 * (1 + fabs (a)) : 4 * 0x1p-23 * fabs (expected) + 0x1p-149);
        }
      fixture_free (fix);
    }
}

/* --- measuring -------------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Nanoseconds an element in the L1 cache, precise and fast: medians of turns. */
static void
measure_functions (void)
{
  enum
  {
    N = 4096,
    TURNS = 41,
    CALLS = 20
  };
  static float x[N], y[N], result[N];
  static double times[2][G_N_ELEMENTS (rows)][TURNS];
  void *functions[2]
      = { build_functions ("gcc", 16, "-march=native", FALSE), build_functions ("gcc", 16, "-march=native", TRUE) };

  for (guint i = 0; i < N; i++)
    {
      x[i] = (i * 7919 % N + 1) * (4.0f / N);
      y[i] = (i * 104729 % N) * (4.0f / N) - 1.5f;
    }
  for (guint t = 0; t < TURNS; t++)
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      for (guint f = 0; f < 2; f++)
        {
          Kernel kernel = find_function (functions[f], 'f', i);
          gint64 start = g_get_monotonic_time ();

          for (guint c = 0; c < CALLS; c++)
            kernel (result, x, y, N);
          times[f][i][t] = (g_get_monotonic_time () - start) * 1000.0 / (N * CALLS);
        }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      for (guint f = 0; f < 2; f++)
        qsort (times[f][i], TURNS, sizeof (double), compare_doubles);
      g_print ("%-24s %.3f ns  fast %.3f ns\n", rows[i].code, times[0][i][TURNS / 2], times[1][i][TURNS / 2]);
    }
  for (guint f = 0; f < 2; f++)
    dlclose (functions[f]);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && g_str_equal (argv[1], "--measure"))
    {
      measure_functions ();
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/math/functions-are-as-accurate-as-stated", test_functions_are_as_accurate_as_stated);
  g_test_add_func ("/core/codegen/math/gelu-is-one-function", test_gelu_is_one_function);
  g_test_add_func ("/core/codegen/math/silu-is-one-function", test_silu_is_one_function);
  return g_test_run ();
}
