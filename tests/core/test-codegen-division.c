/* Division of integers in lanes, at every width: like the scalar operators of the reference, by 0 (which gives 0), by
 * -1 of the least number, and where quotients are so near a whole number that doubles round them to it. */
#include "fl-c-preamble.h"
#include "fl-codegen-fixture.h"
#include "fl-codegen-functions.h"
#include "fl-test-long.h"

enum
{
  N = 1 << 16
};

typedef void (*Divide) (gpointer result, gconstpointer a, gconstpointer b, gint64 n);

static gint64
floor_div (gint64 a, gint64 b)
{
  if (b == 0)
    return 0;
  if (b == -1)
    return (gint64) (0 - (guint64) a);
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

static gint64
trunc_div (gint64 a, gint64 b)
{
  return b == 0 ? 0 : b == -1 ? (gint64) (0 - (guint64) a) : a / b;
}

static gint64
floor_mod (gint64 a, gint64 b)
{
  return b == 0 ? 0 : (gint64) ((guint64) a - (guint64) floor_div (a, b) * (guint64) b);
}

static gint64
trunc_mod (gint64 a, gint64 b)
{
  return b == 0 ? 0 : (gint64) ((guint64) a - (guint64) trunc_div (a, b) * (guint64) b);
}

static const struct
{
  const char *name;
  gint64 (*expected) (gint64 a, gint64 b);
} rows[] = { { "floor_div", floor_div },
             { "floor_mod", floor_mod },
             { "trunc_div", trunc_div },
             { "trunc_mod", trunc_mod } };

static void *
build_divisions (const char *compiler, const char *head)
{
  static const char *const flags[] = { "-march=native", "-fno-trapping-math", "-fwrapv", NULL };
  g_autoptr (GString) source = g_string_new (NULL), body = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      const char *type = i % 2 ? "i64" : "i32";

      g_string_append_printf (body,
                              "void f%u (int%s_t *result, const int%s_t *a, const int%s_t *b, int64_t n)\n"
                              "{\n"
                              "  for (int64_t i = 0; i < n; i += %s)\n"
                              "    fl_store_%s (result + i, fl_%s_%s (fl_load_%s (a + i), fl_load_%s (b + i)));\n"
                              "}\n",
                              i, type + 1, type + 1, type + 1, i % 2 ? "FL_WIDE" : "FL_LANES", type, rows[i / 2].name,
                              type, type, type);
    }
  fl_c_preamble_note (&used, body->str);
  fl_c_preamble_append (source, used, head);
  g_string_append (source, body->str);
  return build_source (compiler, source->str, flags);
}

/* Of every size; then those next to multiples of the divisor, whose quotients are hard to round. */
static void
fill (gint64 *a, gint64 *b, guint most)
{
  static const gint64 special[] = { 0,
                                    1,
                                    -1,
                                    2,
                                    -2,
                                    3,
                                    -3,
                                    7,
                                    -7,
                                    G_MAXINT32,
                                    G_MININT32,
                                    G_MAXINT64,
                                    G_MININT64,
                                    (gint64) 1 << 50,
                                    -((gint64) 1 << 50) - 1,
                                    ((gint64) 1 << 50) - 1 };
  guint64 state = 88172645463325252;

  for (guint i = 0; i < N; i++)
    {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      a[i] = (gint64) state >> (64 - most + (state >> 20) % most);
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      b[i] = (gint64) state >> (64 - most + (state >> 20) % most);
      if (i % 3 == 0 && b[i] != 0)
        a[i] = (gint64) ((guint64) trunc_div (a[i], b[i]) * (guint64) b[i] + (guint64) (gint64) (i % 5) - 2);
      if (i < 4096)
        {
          a[i] = special[i / 16 % 16];
          b[i] = special[i % 16];
        }
    }
}

static void
check (void *library, const char *what)
{
  static gint64 a[N], b[N], y[N];
  static gint32 a32[N], b32[N], y32[N];

  for (guint most = 8; most <= 64; most += 7)
    {
      fill (a, b, most);
      for (guint i = 0; i < N; i++)
        a32[i] = a[i], b32[i] = b[i];
      for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
        {
          ((Divide) find_function (library, 'f', 2 * r)) (y32, a32, b32, N);
          ((Divide) find_function (library, 'f', 2 * r + 1)) (y, a, b, N);
          for (guint i = 0; i < N; i++)
            {
              const gint32 expected = (gint32) rows[r].expected (a32[i], b32[i]);

              if (y32[i] != expected)
                g_error ("%s: %s of %d and %d is %d, not %d", what, rows[r].name, a32[i], b32[i], y32[i], expected);
              if (y[i] != rows[r].expected (a[i], b[i]))
                g_error ("%s: %s of %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " is %" G_GINT64_FORMAT, what,
                         rows[r].name, a[i], b[i], y[i]);
            }
        }
    }
}

static void
test_lanes_divide_as_numbers_do (void)
{
  static const char *const heads[] = { "#define FL_LANES 16\n", "#define FL_LANES 8\n", "#define FL_LANES 4\n" },
                           *const compilers[] = { "gcc", "clang" };

  for (guint c = 0; c < G_N_ELEMENTS (compilers); c++)
    for (guint h = 0; h < G_N_ELEMENTS (heads); h++)
      {
        g_autofree char *program = find_test_compiler (compilers[c], c == 0);
        void *library;

        if (!program)
          continue;
        library = build_divisions (program, heads[h]);
        check (library, heads[h]);
        dlclose (library);
      }
}

/* In a loop: by elements, by a number for all, of integers of 8 bits, and of positions. */
static void
test_loops_divide_in_vectors (void)
{
  static const FlScalar ops[] = { FL_SCALAR_FLOORDIV, FL_SCALAR_REMAINDER, FL_SCALAR_TRUNCDIV, FL_SCALAR_MOD };
  static const FlDtype dtypes[] = { FL_DTYPE_I64, FL_DTYPE_I32, FL_DTYPE_I16 };
  enum
  {
    LENGTH = 1003
  };

  for (guint d = 0; d < G_N_ELEMENTS (dtypes); d++)
    for (guint o = 0; o < 2 * G_N_ELEMENTS (ops); o++)
      {
        Fixture *fix = fixture_new ();
        const guint bytes = fl_dtype_get_size_bytes (dtypes[d]);
        const FlSym *sizes[] = { num (fix, LENGTH) };
        g_autofree gint64 *a = g_new0 (gint64, LENGTH), *b = g_new0 (gint64, LENGTH);
        FlBuffer *x = add_input (fix, dtypes[d], 1, sizes, a), *y = add_input (fix, dtypes[d], 1, sizes, b), *out;
        FlLoops *loops = new_loops (fix, FL_LOOPS_POINTWISE, dtypes[d], 1, 0, sizes);
        const gboolean is_constant = o % 2 == 1;
        const FlExpr *left = load (fix, x, loops->vars), *right = is_constant
                                                                      ? fl_expr_constant_int (fix->pool, dtypes[d], -7)
                                                                      : load (fix, y, loops->vars);

        for (guint i = 0; i < LENGTH; i++)
          {
            const gint64 p = (gint64) (i * 2654435761u % 60001) - 30000, q = (gint64) (i * 40503u % 23) - 11;

            memcpy ((char *) a + i * bytes, &p, bytes);
            memcpy ((char *) b + i * bytes, &q, bytes);
          }
        loops->values[0] = fl_expr_op2 (fix->pool, ops[o / 2], left, right);
        out = add_computed (fix, loops, 1, sizes);
        add_output (fix, out);
        schedule_all (fix);
        build_and_run (fix);
        if (dtypes[d] != FL_DTYPE_I16)
          g_assert_nonnull (
              strstr (fix->program->kernels[0].source, dtypes[d] == FL_DTYPE_I64 ? "const fl_i64" : "const fl_i32"));
        for (guint i = 0; i < LENGTH; i++)
          {
            const gint64 p = (gint64) (i * 2654435761u % 60001) - 30000,
                         q = is_constant ? -7 : (gint64) (i * 40503u % 23) - 11;
            gint64 got = 0, expected = rows[o / 2].expected (p, q);

            memcpy (&got, (char *) get_memory (fix, out) + i * bytes, bytes);
            got = bytes == 8 ? got : bytes == 4 ? (gint32) got : (gint16) got;
            g_assert_cmpint (got, ==, bytes == 2 ? (gint16) expected : expected);
          }
        fixture_free (fix);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/codegen/division/lanes-divide-as-numbers-do", test_lanes_divide_as_numbers_do);
  g_test_add_func ("/core/codegen/division/loops-divide-in-vectors", test_loops_divide_in_vectors);
  return g_test_run ();
}
