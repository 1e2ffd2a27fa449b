/* Random numbers in vectors of generated source, at every width and with both compilers: the bits of the scalar
 * generator. */
#include "fl-c-preamble.h"
#include "fl-codegen-functions.h"
#include "fl-random.h"
#include "fl-test-long.h"

#include <math.h>

typedef void (*Kernel) (float *uniform, float *normal, gint64 seed, gint64 first, gint64 n);

static const char kernel_text[]
    = "void f (float *uniform, float *normal, int64_t seed, int64_t first, int64_t n)\n"
      "{\n"
      "  for (int64_t i = 0; i < n; i += FL_LANES)\n"
      "    {\n"
      "      fl_store_f32 (uniform + i, fl_rand_vec (seed, fl_count_from (first + i, 1)));\n"
      "      fl_store_f32 (normal + i, fl_normal_vec (seed, fl_count_from (first + i, 1)));\n"
      "    }\n"
      "}\n";

static void *
build (const char *compiler, int lanes, const char *machine)
{
  const char *flags[] = { "-fno-math-errno", "-fno-trapping-math", "-fwrapv", machine, NULL };
  g_autofree char *head = g_strdup_printf ("#define FL_LANES %d\n", lanes);
  g_autoptr (GString) source = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  fl_c_preamble_note (&used, kernel_text);
  fl_c_preamble_append (source, used, head);
  g_string_append (source, kernel_text);
  return build_source (compiler, source->str, flags);
}

static void
check (Kernel kernel, gint64 seed, gint64 first)
{
  enum
  {
    N = 65536
  }; /* enough for some far out, where the logarithm's argument is small */
  static float uniform[N], normal[N];

  kernel (uniform, normal, seed, first, N);
  for (guint i = 0; i < N; i++)
    {
      double expected = fl_random_normal (seed, first + i);

      g_assert_cmpfloat (uniform[i], ==, fl_random_uniform (seed, first + i));
      /* Two functions of at most 2 ulp, a product and a root: 8 ulp, but near zeros of the cosine, whose argument is
       * rounded. */
      g_assert_cmpfloat (fabs (normal[i] - expected), <=, 8 * 0x1p-23 * fabs (expected) + 6.3 * 0x1p-22 * 6);
    }
}

static void
test_random_has_the_scalar_bits (void)
{
  static const char *const compilers[] = { "gcc", "clang" };
  static const int lanes[] = { 16, 8, 4, 4 };
  static const gint64 seeds[] = { 0, 1, -1, 0x123456789ABCDEF, G_MININT64 },
                      firsts[] = { 0, 12345678, G_MAXINT32 - 65535, -50000 };

  for (guint c = 0; c < G_N_ELEMENTS (compilers); c++)
    {
      g_autofree char *program = find_test_compiler (compilers[c], c == 0);

      for (guint l = 0; l < 4 && program; l++)
        {
          void *library;
          Kernel kernel;

#ifndef __x86_64__
          if (l == 3)
            continue;
#endif
          library = build (program, lanes[l], l < 3 ? "-march=native" : "-march=x86-64");
          *(void **) &kernel = dlsym (library, "f");
          g_assert_nonnull (kernel);
          for (guint s = 0; s < G_N_ELEMENTS (seeds); s++)
            for (guint f = 0; f < G_N_ELEMENTS (firsts); f++)
              check (kernel, seeds[s], firsts[f]);
          dlclose (library);
        }
    }
}

/* Nanoseconds an element in the L1 cache, both kinds together. */
static void
measure (void)
{
  enum
  {
    N = 2048,
    TURNS = 21
  };
  static float uniform[N], normal[N];
  double least = INFINITY;
  void *library = build ("gcc", 16, "-march=native");
  Kernel kernel;

  *(void **) &kernel = dlsym (library, "f");
  for (guint t = 0; t < TURNS; t++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint i = 0; i < 20; i++)
        kernel (uniform, normal, 7, 0, N);
      least = MIN (least, (g_get_monotonic_time () - start) * 1000.0 / (20 * N));
    }
  g_print ("%.2f ns in vectors", least);
  least = INFINITY;
  for (guint t = 0; t < TURNS; t++)
    {
      gint64 start = g_get_monotonic_time ();

      for (guint i = 0; i < N; i++)
        {
          uniform[i] = fl_random_uniform (7, i);
          normal[i] = fl_random_normal (7, i);
        }
      least = MIN (least, (g_get_monotonic_time () - start) * 1000.0 / N);
    }
  g_print (", %.2f ns one at a time\n", least);
  dlclose (library);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && g_str_equal (argv[1], "--measure"))
    {
      measure ();
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/random/has-the-scalar-bits", test_random_has_the_scalar_bits);
  return g_test_run ();
}
