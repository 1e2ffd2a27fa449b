/* One kernel's loop programs on trial: arguments, what the interpreter leaves in them, and whether two such are the
 * same. */
#include "random-trial.h"

#include <math.h>
#include <string.h>

enum
{
  MAX_ELEMENTS = 1 << 15, /* of a kernel's arguments */
  MAX_STEPS = 1 << 18     /* statements of one interpretation */
};

static RndLoopTotals totals;
static guint64 changed; /* bit k: the pass of row k changed something in this program */

RndLoopTotals *
rnd_trial_get_totals (void)
{
  if (!totals.n_changed)
    totals.n_changed = g_new0 (guint64, fl_loop_passes_get_n ());
  return &totals;
}

/* The row that made this version. */
static guint
find_row (const FlLoopProgram *program)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, program->pass))
      return i;
  g_error ("no pass is called %s", program->pass);
}

gboolean
rnd_trial_approximates (const FlLoopProgram *program)
{
  return fl_loop_passes_get (find_row (program))->effect == FL_PASS_APPROXIMATES;
}

void
rnd_trial_note_changed (const FlLoopProgram *last)
{
  for (const FlLoopProgram *at = last; at->before; at = at->before)
    changed |= G_GUINT64_CONSTANT (1) << find_row (at);
}

void
rnd_trial_end_program (void)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    rnd_trial_get_totals ()->n_changed[i] += changed >> i & 1;
  changed = 0;
  totals.n_programs++;
}

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const GArray *sizes = data;

  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      {
        *value = g_array_index (sizes, FlSizeValue, i).value;
        return TRUE;
      }
  return fl_sym_look_up_sample (symbol, NULL, value);
}

static FlLoopNumber
make_number (FlDtype dtype, RndNumbers numbers, GRand *random)
{
  const gint64 any = g_rand_int_range (random, -6, 7), chance = g_rand_int_range (random, 0, 120);
  const gint64 number = numbers == RND_POSITIVE ? MAX (ABS (any), 1) : any;

  if (fl_dtype_is_float (dtype))
    return fl_loop_number_convert (dtype, FL_DTYPE_F64,
                                   (FlLoopNumber) { .number = chance < 3 ? NAN
                                                              : chance < 6 && numbers == RND_ANY
                                                                  ? copysign (INFINITY, number)
                                                                  : (double) number });
  return fl_loop_number_convert (dtype, FL_DTYPE_I64, (FlLoopNumber) { .integer = ABS (number) });
}

void
rnd_trial_free_memory (FlLoopMemory *memory, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (memory[i].elements);
  g_free (memory);
}

FlLoopMemory *
rnd_trial_dup_memory (const FlLoopMemory *memory, guint n)
{
  FlLoopMemory *copy = g_new0 (FlLoopMemory, n + 1);

  for (guint i = 0; i < n; i++)
    copy[i] = (FlLoopMemory) { g_memdup2 (memory[i].elements, sizeof (FlLoopNumber) * memory[i].n), memory[i].n };
  return copy;
}

FlLoopMemory *
rnd_trial_make_arguments (const FlKernel *kernel, FlSymTable *symbols, GArray *sizes, RndNumbers numbers, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  FlLoopMemory *memory = g_new0 (FlLoopMemory, kernel->n_args + 1);
  gint64 total = 0;

  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlLayout *layout = &kernel->args[i].buffer->layout;

      if (!fl_sym_evaluate (fl_layout_get_storage_size (layout, symbols), look_up, sizes, &memory[i].n)
          || memory[i].n < 0 || (total += memory[i].n) > MAX_ELEMENTS)
        {
          rnd_trial_free_memory (memory, i);
          return NULL;
        }
      memory[i].elements = g_new0 (FlLoopNumber, memory[i].n + 1);
      for (gint64 k = 0; k < memory[i].n; k++)
        memory[i].elements[k] = make_number (layout->dtype, numbers, random);
    }
  return memory;
}

/* A NaN has no sign that counts. */
static gboolean
is_same (const FlKernel *kernel, guint arg, FlLoopNumber x, FlLoopNumber y)
{
  return x.integer == y.integer
         || (fl_dtype_is_float (kernel->args[arg].buffer->layout.dtype) && isnan (x.number) && isnan (y.number));
}

gboolean
rnd_trial_are_same (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b)
{
  for (guint i = 0; i < kernel->n_args; i++)
    for (gint64 k = 0; k < a[i].n; k++)
      if (!is_same (kernel, i, a[i].elements[k], b[i].elements[k]))
        return FALSE;
  return TRUE;
}

void
rnd_trial_fail (const RndTrial *trial, const char *kind, const char *message)
{
  g_autofree char *detail = g_strdup_printf ("%s: %s", trial->words, message);

  rnd_check_fail (trial->check, kind, message, detail);
}

/* All programs that a kernel consists of. */
FlLoopMemory *
rnd_trial_interpret_all (const RndTrial *trial, const GPtrArray *programs, FlLoopOrder order)
{
  const FlLoopProgram *first = programs->pdata[0];
  g_autoptr (GError) error = NULL;
  FlLoopMemory *memory = rnd_trial_dup_memory (trial->arguments, trial->kernel->n_args);
  FlLoopInput input = { .n_arguments = trial->kernel->n_args,
                        .arguments = memory,
                        .lookup = look_up,
                        .data = trial->sizes,
                        .order = order,
                        .n_lanes = trial->n_lanes,
                        .has_exact_sums = TRUE,
                        .seed = trial->seed,
                        .max_steps = MAX_STEPS,
                        .clamps = TRUE };

  if (fl_loop_interpret_all (programs, &input, &error))
    return memory;
  if (!g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
    rnd_trial_fail (trial, first->before ? "loops: pass" : "loops: build", error->message);
  rnd_trial_free_memory (memory, trial->kernel->n_args);
  return NULL;
}

FlLoopMemory *
rnd_trial_interpret (const RndTrial *trial, const FlLoopProgram *program, FlLoopOrder order)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, (gpointer) program);
  return rnd_trial_interpret_all (trial, one, order);
}

gboolean
rnd_trial_are_close (const FlKernel *kernel, const FlLoopMemory *a, const FlLoopMemory *b)
{
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlDtype dtype = kernel->args[i].buffer->layout.dtype;
      double largest = 0;
      gint64 n_far = 0;

      for (gint64 k = 0; k < a[i].n; k++)
        if (isfinite (a[i].elements[k].number))
          largest = MAX (largest, fabs (a[i].elements[k].number));
      for (gint64 k = 0; fl_dtype_is_float (dtype) && k < a[i].n; k++)
        {
          const double x = a[i].elements[k].number, y = b[i].elements[k].number;

          n_far += isnan (x) ? !isnan (y) : x != y && !(fabs (x - y) <= 1e-5 + 1e-2 * (fabs (x) + 1e-2 * largest));
        }
      if (n_far > a[i].n / 16)
        return FALSE;
    }
  return TRUE;
}

char *
rnd_trial_dup_difference (const FlKernel *kernel, const FlLoopMemory *before, const FlLoopMemory *now)
{
  for (guint i = 0; i < kernel->n_args; i++)
    for (gint64 k = 0; k < before[i].n; k++)
      if (!is_same (kernel, i, before[i].elements[k], now[i].elements[k]))
        {
          const gboolean is_float = fl_dtype_is_float (kernel->args[i].buffer->layout.dtype);
          const FlLoopNumber a = before[i].elements[k], b = now[i].elements[k];

          return g_strdup_printf ("%s[%" G_GINT64_FORMAT "] is %.9g, %.9g before", kernel->args[i].buffer->name, k,
                                  is_float ? b.number : (double) b.integer, is_float ? a.number : (double) a.integer);
        }
  return g_strdup ("nothing differs");
}

guint64
rnd_trial_draw_off (GRand *random)
{
  const guint64 one = G_GUINT64_CONSTANT (1) << g_rand_int_range (random, 0, (gint32) fl_loop_passes_get_n ()),
                half = (guint64) g_rand_int (random) << 32 | g_rand_int (random),
                other = (guint64) g_rand_int (random) << 32 | g_rand_int (random);

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0: return 0;
    case 1: return one;
    case 2: return half;
    default: return half | other;
    }
}
