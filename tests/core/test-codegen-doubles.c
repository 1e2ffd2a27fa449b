/* Functions of generated source on vectors of doubles, at every width and with both compilers: none is further from the
 * true value than fl-c-accuracy.def says. The true value is the C library's in long double. --measure prints
 * nanoseconds an element. */
#include "fl-c-preamble.h"
#include "fl-codegen-functions.h"
#include "fl-test-long.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void (*Kernel) (double *result, const double *x, const double *y, gint64 n);
typedef void (*Reference) (long double *result, const double *x, const double *y, gint64 n);

/* In long double: C of x and y. */
static const struct
{
  const char *code;
  double ulps;
  const char *expected;
} rows[] = {
#define EXPECTED_EXP "__builtin_expl (x)"
#define EXPECTED_EXP2 "__builtin_exp2l (x)"
#define EXPECTED_EXPM1 "__builtin_expm1l (x)"
#define EXPECTED_SIGMOID "1 / (1 + __builtin_expl (-x))"
#define EXPECTED_SINH "__builtin_sinhl (x)"
#define EXPECTED_COSH "__builtin_coshl (x)"
#define EXPECTED_TANH "__builtin_tanhl (x)"
#define EXPECTED_ERF "__builtin_erfl (x)"
#define EXPECTED_LOG "__builtin_logl (x)"
#define EXPECTED_LOG2 "__builtin_log2l (x)"
#define EXPECTED_LOG10 "__builtin_log10l (x)"
#define EXPECTED_LOG1P "__builtin_log1pl (x)"
#define EXPECTED_SQRT "__builtin_sqrtl (x)"
#define EXPECTED_SIN "__builtin_sinl (x)"
#define EXPECTED_COS "__builtin_cosl (x)"
#define EXPECTED_TAN "__builtin_tanl (x)"
#define EXPECTED_ASIN "__builtin_asinl (x)"
#define EXPECTED_ACOS "__builtin_acosl (x)"
#define EXPECTED_ATAN "__builtin_atanl (x)"
#define EXPECTED_ASINH "__builtin_asinhl (x)"
#define EXPECTED_ACOSH "__builtin_acoshl (x)"
#define EXPECTED_ATANH "__builtin_atanhl (x)"
#define EXPECTED_POW "__builtin_powl (x, y)"
#define EXPECTED_HYPOT "__builtin_hypotl (x, y)"
#define EXPECTED_ATAN2 "__builtin_atan2l (x, y)"
#define EXPECTED_FMOD "__builtin_fmodl (x, y)"
#define EXPECTED_REMAINDER                                                                                             \
  "__builtin_fmodl (x, y) != 0 && (__builtin_fmodl (x, y) < 0) != (y < 0) ? __builtin_fmodl (x, y) + y : __builtin_fmodl (x, y)"
#define EXPECTED_FLOOR "__builtin_floorl (x)"
#define EXPECTED_CEIL "__builtin_ceill (x)"
#define EXPECTED_ROUND "__builtin_rintl (x)"
#define EXPECTED_TRUNC "__builtin_truncl (x)"
#define ACCURACY_F64(id, code, ulps, ns, remark) { code, ulps, EXPECTED_##id },
#include "fl-c-accuracy.def"
};

enum
{
  N_ROWS = G_N_ELEMENTS (rows),
  N = 1 << 19
};

/* One function a row, over n elements, a multiple of 8. */
static void *
build_functions (const char *compiler, int lanes, const char *machine)
{
  const char *flags[] = { "-fno-math-errno", "-fno-trapping-math", "-fwrapv", machine, NULL };
  g_autofree char *head = g_strdup_printf ("#define FL_LANES %d\n", lanes);
  g_autoptr (GString) source = g_string_new (NULL), kernels = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (kernels,
                            "void f%u (double *result, const double *px, const double *py, int64_t n)\n"
                            "{\n"
                            "  for (int64_t i = 0; i < n; i += FL_WIDE)\n"
                            "    {\n"
                            "      const fl_f64 x = fl_load_f64 (px + i), y = fl_load_f64 (py + i);\n"
                            "      fl_store_f64 (result + i, %s);\n"
                            "    }\n"
                            "}\n",
                            i, rows[i].code);
  fl_c_preamble_note (&used, kernels->str);
  fl_c_preamble_append (source, used, head);
  g_string_append (source, kernels->str);
  return build_source (compiler, source->str, flags);
}

static void *
build_references (void)
{
  static const char *const flags[] = { "-march=native", NULL };
  g_autoptr (GString) source = g_string_new ("#include <stdint.h>\n");

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (source,
                            "void r%u (long double *result, const double *px, const double *py, int64_t n)\n"
                            "{\n"
                            "  for (int64_t i = 0; i < n; i++)\n"
                            "    {\n"
                            "      const long double x = px[i], y = py[i];\n"
                            "      result[i] = %s;\n"
                            "    }\n"
                            "}\n",
                            i, rows[i].expected);
  return build_source ("cc", source->str, flags);
}

/* Doubles of all kinds, numbers like those in models, some near 1, and all that are special. */
static double *
make_doubles (void)
{
  static const double special[] = { 0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.5,
                                    -0.5,
                                    2,
                                    5e-324,
                                    -5e-324,
                                    2.2250738585072014e-308,
                                    DBL_MAX,
                                    -DBL_MAX,
                                    INFINITY,
                                    -INFINITY,
                                    NAN,
                                    709.78271289338397,
                                    709.78271289338409,
                                    710.4758600739439,
                                    710.47586007394398,
                                    -745.13321910194122,
                                    -745.13321910194111,
                                    -708.4,
                                    1024,
                                    1023.9999999999999,
                                    -1074,
                                    -1075,
                                    -1074.5,
                                    99999.9,
                                    100001 };
  double *x = g_new0 (double, N);
  guint64 state = 88172645463325252;

  for (guint i = 0; i < N; i++)
    {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      switch (i / 16 % 4) /* whole vectors of a kind: one slow lane takes the others along */
        {
        case 0: memcpy (&x[i], &state, sizeof state); break;
        case 1: x[i] = (state >> 11) * 0x1p-53 * 40 - 20; break;
        case 2: x[i] = 1 + ldexp ((double) (gint64) state, -64 - (int) (i % 50)); break;
        default: x[i] = (state >> 11) * 0x1p-53 * 1600 - 800;
        }
      if (i < 16 * G_N_ELEMENTS (special))
        x[i] = special[i / 16];
    }
  return x;
}

/* What goes with them in functions of two: any doubles, exponents like those in models, and each special one with each.
 */
static double *
make_seconds (double *x)
{
  static const double special[]
      = { 0.0, -0.0, 1, -1, 2, -2, 0.5, 3, -3, 1e-310, -1e-310, 1e308, -1e308, INFINITY, -INFINITY, NAN };
  double *y = g_new0 (double, N);
  guint64 state = 1181783497276652981;

  for (guint i = 0; i < N; i++)
    {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      switch (i / 64 % 3)
        {
        case 0: memcpy (&y[i], &state, sizeof state); break;
        case 1: y[i] = (state >> 11) * 0x1p-53 * 20 - 10; break;
        default: /* a power of it nearly overflows, or underflows */
          y[i] = (state & 1 ? 709 : -744) * ((state >> 11) * 0x1p-53) / log (fabs (x[i]));
        }
      if (i >= N / 2 && i < N / 2 + 256)
        {
          x[i] = special[i / 16 % 16];
          y[i] = special[i % 16];
        }
    }
  return y;
}

static double
count_ulps (double y, long double expected)
{
  if (isnan (expected))
    return isnan (y) ? 0 : INFINITY;
  if (isnan (y))
    return INFINITY;
  if (isinf ((double) expected) || isinf (y))
    return y == (double) expected                                                           ? 0
           : nextafter (y, 0) == (double) expected || nextafter ((double) expected, 0) == y ? 1
                                                                                            : INFINITY;
  if (y == 0 && expected == 0)
    return !signbit (y) == !signbit (expected) ? 0 : INFINITY;
  if (expected == 0)
    return fabs (y) / 5e-324;
  return fabsl (y - expected) / ldexpl (1, MAX (ilogbl (expected), -1022) - 52);
}

static double
measure (Kernel kernel, const double *x, const double *y, const long double *expected, double *got, guint *where)
{
  double worst = 0;

  kernel (got, x, y, N);
  for (guint i = 0; i < N; i++)
    {
      double ulps = count_ulps (got[i], expected[i]);

      if (!(ulps <= worst))
        {
          worst = ulps;
          *where = i;
        }
    }
  return worst;
}

typedef struct
{
  char *what;
  void *functions;
} Build;

static GArray *
build_all (void)
{
  static const char *const compilers[] = { "gcc", "clang" };
  static const int lanes[] = { 16, 8, 4, 4 };
  GArray *builds = g_array_new (FALSE, FALSE, sizeof (Build));

  for (guint c = 0; c < G_N_ELEMENTS (compilers); c++)
    {
      g_autofree char *program = find_test_compiler (compilers[c], c == 0);

      for (guint l = 0; l < 4 && program; l++)
        {
          /* The last: a machine without multiply-add. */
          const char *machine = l < 3 ? "-march=native" : "-march=x86-64";
          Build build = { g_strdup_printf ("%s, %d%s", compilers[c], lanes[l], l < 3 ? "" : ", plain"), NULL };

#ifndef __x86_64__
          if (l == 3)
            continue;
#endif
          build.functions = build_functions (program, lanes[l], machine);
          g_array_append_val (builds, build);
        }
    }
  return builds;
}

static void
test_doubles_are_as_accurate_as_stated (void)
{
  void *references = build_references ();
  g_autoptr (GArray) builds = build_all ();
  g_autofree double *x = make_doubles (), *y = make_seconds (x), *got = g_new0 (double, N);
  g_autofree long double *expected = g_new0 (long double, N);

  for (guint i = 0; i < N_ROWS; i++)
    {
      double worst_of_all = 0;

      ((Reference) find_function (references, 'r', i)) (expected, x, y, N);
      for (guint b = 0; b < builds->len; b++)
        {
          const Build *build = &g_array_index (builds, Build, b);
          guint where = 0;
          double worst = measure (find_function (build->functions, 'f', i), x, y, expected, got, &where);

          worst_of_all = MAX (worst_of_all, worst);
          if (worst <= MAX (rows[i].ulps, 0.51)) /* a result that is rounded once may be half an ulp off, the
                                                    reference's own rounding added */
            continue;
          g_test_message ("%s, %s: %.3f ulp at %.17g, %.17g: %.17g", rows[i].code, build->what, worst, x[where],
                          y[where], got[where]);
          g_test_fail ();
        }
      g_test_message ("%-24s %.3f ulp", rows[i].code, worst_of_all);
    }
  for (guint b = 0; b < builds->len; b++)
    {
      dlclose (g_array_index (builds, Build, b).functions);
      g_free (g_array_index (builds, Build, b).what);
    }
  dlclose (references);
}

/* Nanoseconds an element in the L1 cache: the least of several turns. */
static void
measure_functions (void)
{
  enum
  {
    LENGTH = 2048,
    TURNS = 41,
    CALLS = 20
  };
  static double x[LENGTH], y[LENGTH], result[LENGTH];
  void *functions = build_functions ("gcc", 16, "-march=native");

  for (guint i = 0; i < LENGTH; i++)
    {
      x[i] = (i * 7919 % LENGTH + 1) * (4.0 / LENGTH);
      y[i] = (i * 104729 % LENGTH) * (4.0 / LENGTH) - 1.5;
    }
  for (guint i = 0; i < N_ROWS; i++)
    {
      Kernel kernel = find_function (functions, 'f', i);
      double least = INFINITY;

      for (guint t = 0; t < TURNS; t++)
        {
          gint64 start = g_get_monotonic_time ();

          for (guint c = 0; c < CALLS; c++)
            kernel (result, x, y, LENGTH);
          least = MIN (least, (g_get_monotonic_time () - start) * 1000.0 / (LENGTH * CALLS));
        }
      g_print ("%-24s %.2f ns\n", rows[i].code, least);
    }
  dlclose (functions);
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
  g_test_add_func ("/core/codegen/doubles/are-as-accurate-as-stated", test_doubles_are_as_accurate_as_stated);
  return g_test_run ();
}
