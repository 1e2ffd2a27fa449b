/* Kernels beside their loop programs: the same arguments for both, the compiled kernel here, the interpreter there. */
#pragma once

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "fl-c-preamble.h"
#include "fl-formats.h"
#include "fl-kernel-loops.h"
#include "fl-loop-interpret.h"
#include "fl-loop-passes.h"
#include "fl-loop-verify.h"
#include "fl-pipeline.h"

enum
{
  LOOPS_MAX_ARGS = 64,
  LOOPS_MAX_ELEMENTS = 1 << 18 /* of one kernel's arguments: the interpreter is slow */
};

/* The arguments of a kernel as bytes, and as the interpreter has them. */
typedef struct
{
  guint n;
  FlDtype dtypes[LOOPS_MAX_ARGS];
  gint64 counts[LOOPS_MAX_ARGS];
  void *bytes[LOOPS_MAX_ARGS];
  FlLoopMemory numbers[LOOPS_MAX_ARGS];
  gint64 n_lanes; /* of a vector, in the interpreter; 0: its own choice */
} LoopsArguments;

static inline gboolean
loops_look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  return fl_sym_look_up_sample (symbol, NULL, value);
}

static inline void *
loops_compile (const char *source)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL);
  g_autofree char *c = g_build_filename (folder, "kernels.c", NULL),
                  *so = g_build_filename (folder, "kernels.so", NULL);
  const char *const *flags = fl_c_preamble_get_flags ();
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  int status;
  void *library;

  g_assert_true (g_file_set_contents (c, source, -1, NULL));
  g_ptr_array_add (argv, (gpointer) (g_getenv ("FUSELOOM_CC") ? g_getenv ("FUSELOOM_CC") : "cc"));
  for (guint i = 0; flags[i]; i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  for (guint i = 0; i < 9; i++)
    g_ptr_array_add (argv, (gpointer) (const char *[]) { "-O1", "-w", "-march=native", "-shared", "-fPIC", c, "-o", so,
                                                         "-lm" }[i]);
  g_ptr_array_add (argv, NULL);
  g_assert_true (
      g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  library = dlopen (so, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (library);
  g_unlink (c);
  g_unlink (so);
  g_rmdir (folder);
  return library;
}

/* --- elements --------------------------------------------------------------------------------- */

static inline double
loops_from_f16 (guint16 bits)
{
  const int exponent = bits >> 10 & 31;
  const double rest = bits & 1023, number = exponent == 31 ? (rest ? NAN : INFINITY)
                                            : exponent     ? ldexp (1024 + rest, exponent - 25)
                                                           : ldexp (rest, -24);

  return bits & 0x8000 ? -number : number;
}

/* Of a number that f16 has. */
static inline guint16
loops_to_f16 (double number)
{
  const guint16 sign = signbit (number) ? 0x8000 : 0;
  int exponent;
  double rest;

  if (isnan (number) || isinf (number))
    return sign | (isnan (number) ? 0x7E00 : 0x7C00);
  rest = frexp (fabs (number), &exponent); /* in [1/2, 1) */
  if (rest == 0 || exponent < -13)
    return sign | (guint16) ldexp (fabs (number), 24);
  return sign | (guint16) ((exponent + 14) << 10 | ((guint16) ldexp (rest, 11) & 1023));
}

static inline gboolean
loops_read (FlDtype dtype, const void *bytes, gint64 at, FlLoopNumber *number)
{
  const FlDtype raw = fl_dtype_get_size_bytes (dtype) == 2 ? FL_DTYPE_U16 : FL_DTYPE_U8;
  float single;
  guint32 word;

  switch (dtype)
    {
    case FL_DTYPE_F64: number->number = ((const double *) bytes)[at]; return TRUE;
    case FL_DTYPE_F32: number->number = ((const float *) bytes)[at]; return TRUE;
    case FL_DTYPE_BF16:
      word = (guint32) ((const guint16 *) bytes)[at] << 16;
      memcpy (&single, &word, sizeof single);
      number->number = single;
      return TRUE;
    case FL_DTYPE_F16: number->number = loops_from_f16 (((const guint16 *) bytes)[at]); return TRUE;
    case FL_DTYPE_I64:
    case FL_DTYPE_U64: number->integer = ((const gint64 *) bytes)[at]; return TRUE;
    case FL_DTYPE_I32: number->integer = ((const gint32 *) bytes)[at]; return TRUE;
    case FL_DTYPE_U32: number->integer = ((const guint32 *) bytes)[at]; return TRUE;
    case FL_DTYPE_I16: number->integer = ((const gint16 *) bytes)[at]; return TRUE;
    case FL_DTYPE_I8: number->integer = ((const gint8 *) bytes)[at]; return TRUE;
    case FL_DTYPE_U16:
    case FL_DTYPE_U8:
    case FL_DTYPE_BOOL:
      number->integer = raw == FL_DTYPE_U16 ? ((const guint16 *) bytes)[at] : ((const guint8 *) bytes)[at];
      return TRUE;
    default: return FALSE;
    }
}

static inline void
loops_write (FlDtype dtype, void *bytes, gint64 at, FlLoopNumber number)
{
  const float single = (float) number.number;
  guint32 word;

  switch (fl_dtype_is_float (dtype) ? dtype : FL_DTYPE_NONE)
    {
    case FL_DTYPE_F64: ((double *) bytes)[at] = number.number; return;
    case FL_DTYPE_F32: ((float *) bytes)[at] = single; return;
    case FL_DTYPE_F16: ((guint16 *) bytes)[at] = loops_to_f16 (number.number); return;
    case FL_DTYPE_BF16:
      memcpy (&word, &single, sizeof word);
      ((guint16 *) bytes)[at] = (guint16) (word >> 16);
      return;
    default:
      memcpy ((guint8 *) bytes + at * fl_dtype_get_size_bytes (dtype), &number.integer,
              fl_dtype_get_size_bytes (dtype));
      return;
    }
}

/* Random elements. Whole numbers of few bits: sums and products of them round nothing, so that their order does not
 * matter. */
static inline FlLoopNumber
loops_make (FlDtype dtype, GRand *random, gboolean is_exact)
{
  const double number = is_exact ? g_rand_int_range (random, -8, 9) : g_rand_double_range (random, -2, 2);

  if (dtype == FL_DTYPE_BOOL)
    return (FlLoopNumber) { .integer = g_rand_int_range (random, 0, 2) };
  if (!fl_dtype_is_float (dtype))
    return (FlLoopNumber) { .integer = g_rand_int_range (random, 0, 4) };
  return fl_loop_number_convert (dtype, FL_DTYPE_F64, (FlLoopNumber) { .number = number });
}

static inline void
loops_arguments_clear (LoopsArguments *arguments)
{
  for (guint i = 0; i < arguments->n; i++)
    {
      g_free (arguments->bytes[i]);
      g_free (arguments->numbers[i].elements);
    }
}

/* FALSE: too large for the interpreter, or of a type that it does not read from memory. */
static inline gboolean
loops_arguments_init (LoopsArguments *arguments, const FlKernel *kernel, FlSymTable *symbols, GRand *random,
                      gboolean is_exact)
{
  gint64 total = 0;

  *arguments = (LoopsArguments) { 0 };
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlLayout *layout = &kernel->args[i].buffer->layout;
      gint64 count;
      FlLoopNumber probe;

      if (i >= LOOPS_MAX_ARGS
          || !fl_sym_evaluate (fl_layout_get_storage_size (layout, symbols), loops_look_up, NULL, &count)
          || (total += count) > LOOPS_MAX_ELEMENTS || !loops_read (layout->dtype, "\0\0\0\0\0\0\0", 0, &probe))
        return FALSE;
      arguments->n = i + 1;
      arguments->dtypes[i] = layout->dtype;
      arguments->counts[i] = count;
      arguments->bytes[i] = g_malloc0 ((gsize) count * fl_dtype_get_size_bytes (layout->dtype) + 64);
      arguments->numbers[i] = (FlLoopMemory) { g_new0 (FlLoopNumber, count + 1), count };
      for (gint64 k = 0; k < count; k++)
        {
          arguments->numbers[i].elements[k] = loops_make (layout->dtype, random, is_exact);
          loops_write (layout->dtype, arguments->bytes[i], k, arguments->numbers[i].elements[k]);
        }
    }
  return TRUE;
}

/* --- running ---------------------------------------------------------------------------------- */

static inline void
loops_call (void *library, const FlKernel *kernel, LoopsArguments *arguments)
{
  gint64 sizes[LOOPS_MAX_ARGS] = { 0 };

  for (guint i = 0; i < kernel->n_sizes; i++)
    g_assert_true (loops_look_up (kernel->size_symbols[i], NULL, &sizes[i]));
  for (guint i = 0; i < kernel->n_phases; i++)
    {
      void (*function) (void *const *, const gint64 *, gint64, gint64) = dlsym (library, kernel->phases[i].name);
      gint64 end = 1;

      g_assert_nonnull (function);
      if (kernel->phases[i].extent)
        g_assert_true (fl_sym_evaluate (kernel->phases[i].extent, loops_look_up, NULL, &end));
      function (arguments->bytes, sizes, 0, end);
    }
}

static inline gboolean
loops_is_close (FlDtype dtype, FlLoopNumber got, FlLoopNumber expected)
{
  const double tolerance = dtype == FL_DTYPE_F64 ? 1e-10 : dtype == FL_DTYPE_F32 ? 2e-5 : 2e-2;

  if (!fl_dtype_is_float (dtype))
    return got.integer == expected.integer;
  if (isnan (expected.number) || isinf (expected.number))
    return isnan (expected.number) ? isnan (got.number) : got.number == expected.number;
  return fabs (got.number - expected.number) <= tolerance * (1 + fabs (expected.number));
}

/* What both left in memory. what: for the message. */
static inline guint
loops_compare (const LoopsArguments *kernel, const LoopsArguments *interpreted, const char *what)
{
  guint n_wrong = 0;

  for (guint i = 0; i < kernel->n; i++)
    for (gint64 k = 0; k < kernel->counts[i]; k++)
      {
        FlLoopNumber got = { 0 };

        loops_read (kernel->dtypes[i], kernel->bytes[i], k, &got);
        if (loops_is_close (kernel->dtypes[i], got, interpreted->numbers[i].elements[k]))
          continue;
        if (n_wrong++ < 3)
          g_test_message ("%s: argument %u, element %" G_GINT64_FORMAT ": kernel %.9g (%" G_GINT64_FORMAT
                          "), interpreter %.9g (%" G_GINT64_FORMAT ")",
                          what, i, k, got.number, got.integer, interpreted->numbers[i].elements[k].number,
                          interpreted->numbers[i].elements[k].integer);
      }
  return n_wrong;
}

/* --- translation validation ------------------------------------------------------------------- */

static inline FlLoopMemory *
loops_dup_memory (const LoopsArguments *arguments)
{
  FlLoopMemory *copy = g_new0 (FlLoopMemory, arguments->n + 1);

  for (guint i = 0; i < arguments->n; i++)
    copy[i] = (FlLoopMemory) { g_memdup2 (arguments->numbers[i].elements, sizeof (FlLoopNumber) * arguments->counts[i]),
                               arguments->counts[i] };
  return copy;
}

static inline void
loops_free_memory (FlLoopMemory *memory, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (memory[i].elements);
  g_free (memory);
}

/* Bit for bit; all NaN are one. */
static inline gboolean
loops_is_same (FlDtype dtype, FlLoopNumber a, FlLoopNumber b)
{
  return a.integer == b.integer || (fl_dtype_is_float (dtype) && isnan (a.number) && isnan (b.number));
}

/* Runs all programs (FlLoopProgram) of a kernel on a copy of the arguments; NULL + FL_ERROR_UNSUPPORTED where the
 * interpreter does not know something. */
static inline FlLoopMemory *
loops_interpret_all (const GPtrArray *programs, const LoopsArguments *arguments, FlLoopOrder order, guint seed,
                     GError **error)
{
  FlLoopMemory *memory = loops_dup_memory (arguments);
  FlLoopInput input = { .n_arguments = arguments->n,
                        .arguments = memory,
                        .lookup = loops_look_up,
                        .order = order,
                        .seed = seed,
                        .n_lanes = arguments->n_lanes,
                        .has_exact_sums = TRUE,
                        .max_steps = 20 * 1000 * 1000 };

  if (fl_loop_interpret_all (programs, &input, error))
    return memory;
  loops_free_memory (memory, arguments->n);
  return NULL;
}

static inline FlLoopMemory *
loops_interpret_seeded (const FlLoopProgram *program, const LoopsArguments *arguments, FlLoopOrder order, guint seed,
                        GError **error)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) program);
  return loops_interpret_all (one, arguments, order, seed, error);
}

static inline FlLoopMemory *
loops_interpret (const FlLoopProgram *program, const LoopsArguments *arguments, FlLoopOrder order, GError **error)
{
  return loops_interpret_seeded (program, arguments, order, 0, error);
}

static inline gboolean
loops_are_same (const LoopsArguments *arguments, const FlLoopMemory *a, const FlLoopMemory *b, const char *what)
{
  for (guint i = 0; i < arguments->n; i++)
    for (gint64 k = 0; k < arguments->counts[i]; k++)
      if (!loops_is_same (arguments->dtypes[i], a[i].elements[k], b[i].elements[k]))
        {
          g_test_message ("%s: argument %u, element %" G_GINT64_FORMAT ": %.9g before, %.9g after", what, i, k,
                          a[i].elements[k].number, b[i].elements[k].number);
          return FALSE;
        }
  return TRUE;
}
