/* A program's kernels as several translation units, for compilers that run at the same time.
 * In: program.  Out: texts.  Keeps: the program.  Source: longest processing time first (Graham 1969). */
#include "fl-codegen.h"

#include <stdlib.h>
#include <string.h>

#include "fl-c-preamble.h"

/* What a compiler takes, in characters of a kernel: least squares over 100 kernels, by gcc and clang's time for each
 * alone. */
enum
{
  LOOP = 250,     /* each loop, those of helpers that a kernel uses above all: they are unrolled and made vectors */
  STARTING = 1400 /* starting a compiler, an assembler and a linker */
};

typedef struct
{
  guint kernel;
  gsize cost;
} Job;

static char *
join (const FlProgram *program, const guint *units, guint unit)
{
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source && units[i] == unit)
      fl_c_preamble_note (&used, program->kernels[i].source);
  fl_c_preamble_append (out, used, program->head);
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source && units[i] == unit)
      g_string_append_printf (out, "\n%s", program->kernels[i].source);
  return g_string_free (out, FALSE);
}

char *
fl_program_dup_unit (const FlProgram *program, guint kernel)
{
  g_autofree guint *units = g_new0 (guint, program->n_kernels + 1);

  for (guint i = 0; i < program->n_kernels; i++)
    units[i] = i != kernel;
  return join (program, units, 0);
}

FlProgram *
fl_program_new_without (FlArena *arena, const FlProgram *program, const gboolean *is_out)
{
  FlProgram *copy = fl_arena_memdup (arena, program, sizeof *copy);
  FlKernel *kernels = fl_arena_memdup (arena, program->kernels, program->n_kernels * sizeof *kernels);
  g_autofree guint *units = g_new0 (guint, program->n_kernels + 1);
  g_autofree char *source = NULL;

  for (guint i = 0; i < program->n_kernels; i++)
    if (is_out[i])
      kernels[i].source = NULL;
  copy->kernels = kernels;
  source = join (copy, units, 0);
  copy->source = fl_arena_strdup (arena, source);
  return copy;
}

static gsize
count_loops (const char *text)
{
  gsize n = 0;

  for (; (text = strstr (text, "for (")) != NULL; text++)
    n++;
  return n;
}

static gsize
estimate_cost (const FlKernel *kernel)
{
  g_autoptr (GString) helpers = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  fl_c_preamble_note (&used, kernel->source);
  fl_c_preamble_append (helpers, used, "");
  return strlen (kernel->source) + LOOP * count_loops (helpers->str);
}

static int
compare_jobs (const void *a, const void *b)
{
  const Job *one = a, *other = b;

  if (one->cost != other->cost)
    return one->cost < other->cost ? 1 : -1;
  return (one->kernel > other->kernel) - (one->kernel < other->kernel);
}

/* Each kernel, the longest first, to the unit that has least to do. The longest unit. */
static gsize
share_out (const Job *jobs, guint n_jobs, guint n_units, guint *units)
{
  g_autofree gsize *taken = g_new0 (gsize, n_units);
  gsize longest = 0;

  for (guint i = 0; i < n_jobs; i++)
    {
      guint least = 0;

      for (guint k = 1; k < n_units; k++)
        if (taken[k] < taken[least])
          least = k;
      taken[least] += jobs[i].cost;
      units[jobs[i].kernel] = least;
      longest = MAX (longest, taken[least]);
    }
  return STARTING + longest;
}

/* As few units as take at most a tenth longer than it takes at best: each one costs processor time. */
static guint
choose_units (const Job *jobs, guint n_jobs, guint n_most, guint *units)
{
  gsize best = G_MAXSIZE;
  guint n;

  for (n = 1; n <= n_most; n++)
    best = MIN (best, share_out (jobs, n_jobs, n, units));
  for (n = 1; n < n_most && share_out (jobs, n_jobs, n, units) > best + best / 10; n++)
    ;
  share_out (jobs, n_jobs, n, units);
  return n;
}

GPtrArray *
fl_program_split (const FlProgram *program, guint n_units)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree Job *jobs = g_new0 (Job, program->n_kernels + 1);
  g_autofree guint *units = g_new0 (guint, program->n_kernels + 1);
  guint n_jobs = 0, n = 0;

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      jobs[n_jobs++] = (Job) { i, n_units > 1 ? estimate_cost (&program->kernels[i]) : 0 };
  qsort (jobs, n_jobs, sizeof *jobs, compare_jobs);
  if (n_units > 1 && n_jobs > 1)
    n = choose_units (jobs, n_jobs, MIN (n_units, n_jobs), units);
  for (guint i = 0; n > 1 && i < n; i++)
    g_ptr_array_add (texts, join (program, units, i));
  if (n < 2)
    g_ptr_array_add (texts, g_strdup (program->source));
  return texts;
}
