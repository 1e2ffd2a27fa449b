/* From an execution of programs with a pass switched off each to what these passes are worth. */
#include "fl-ablation.h"

#include "fl-loop-passes.h"

#include <string.h>

enum
{
  MIN_ROUNDS = 5 /* of fewer, quartiles say nothing */
};

typedef struct
{
  const FlRun *run;
  FlAblation *ablation;
  const FlVariantTime *whole; /* with all passes */
} Maker;

static const FlVariantTime *
find_variant (const FlExecution *execution, const char *pass)
{
  g_autofree char *name = g_strconcat (FL_ABLATION_WITHOUT, pass, NULL);

  for (guint i = 0; i < execution->n_variants; i++)
    if (g_str_equal (execution->variants[i].name, name))
      return &execution->variants[i];
  return NULL;
}

/* --- worth ------------------------------------------------------------------------------------ */

/* Medians and quartiles of several kernels, added up. */
typedef struct
{
  double low, median, high;
} Sum;

static void
add_time (Sum *sum, const FlKernelTime *time)
{
  sum->low += time->low_ns;
  sum->median += time->median_ns;
  sum->high += time->high_ns;
}

static FlWorth
compare_sums (const Sum *without, const Sum *with)
{
  if (!(with->low > 0))
    return (FlWorth) { 0 };
  return (FlWorth) { without->median / with->median, without->low / with->high, without->high / with->low };
}

static gboolean
is_other_code (const FlKernel *a, const FlKernel *b)
{
  return a->source && b->source && strcmp (a->source, b->source) != 0;
}

static const FlKernelTime *
find_time (const FlVariantTime *variant, guint position)
{
  for (guint i = 0; i < variant->n_kernels; i++)
    if (variant->kernels[i].of == &variant->program->kernels[position])
      return &variant->kernels[i];
  return NULL;
}

static void
add_kernels (Maker *maker, FlAblationRow *row, const FlVariantTime *without)
{
  const FlVariantTime *with = maker->whole;
  FlAblationKernel *kernels = fl_arena_new (maker->ablation->arena, FlAblationKernel, with->program->n_kernels + 1);
  Sum sum_with = { 0 }, sum_without = { 0 };

  for (guint i = 0; i < with->program->n_kernels && i < without->program->n_kernels; i++)
    {
      const FlKernelTime *a = find_time (with, i), *b = find_time (without, i);
      FlAblationKernel *kernel = &kernels[row->n_kernels];
      Sum one = { 0 }, other = { 0 };

      if (!is_other_code (&with->program->kernels[i], &without->program->kernels[i]))
        continue;
      kernel->kernel = fl_arena_strdup (maker->ablation->arena, with->program->kernels[i].name);
      row->n_kernels++;
      if (!a || !b || !(a->median_ns > 0) || !(b->median_ns > 0))
        continue;
      add_time (&one, a);
      add_time (&other, b);
      add_time (&sum_with, a);
      add_time (&sum_without, b);
      kernel->with_ns = a->median_ns;
      kernel->without_ns = b->median_ns;
      kernel->worth = compare_sums (&other, &one);
    }
  row->kernels = kernels;
  row->with_ns = sum_with.median;
  row->without_ns = sum_without.median;
  row->worth = compare_sums (&sum_without, &sum_with);
}

static FlCheck
check_results (const FlExecution *execution, const char *variant)
{
  FlCheck check = FL_CHECK_UNVERIFIED;

  for (guint i = 0; i < execution->n_agreements; i++)
    {
      const FlAgreement *agreement = &execution->agreements[i];
      const FlCheck own = fl_agreement_get_check (agreement);

      if (!g_str_equal (agreement->variant, variant))
        continue;
      if (own != FL_CHECK_AGREES)
        return own;
      check = own;
    }
  return check;
}

static void
add_row (Maker *maker, FlAblationRow *row, const char *pass, const char *sentence, gboolean is_off)
{
  const FlExecution *execution = maker->run->execution;
  const FlVariantTime *without = is_off ? NULL : find_variant (execution, pass);

  *row = (FlAblationRow) { .pass = fl_arena_strdup (maker->ablation->arena, pass),
                           .sentence = sentence,
                           .state = is_off ? FL_ABLATION_OFF : FL_ABLATION_SAME_CODE };
  if (!without)
    return;
  row->check = check_results (execution, without->name);
  add_kernels (maker, row, without);
  row->state = row->worth.median > 0 ? FL_ABLATION_MEASURED : FL_ABLATION_NOT_TIMED;
  row->program_ns = without->total_median_ns;
  row->is_apart
      = row->worth.median > 0 && (row->worth.low > 1 || row->worth.high < 1) && maker->whole->n_samples >= MIN_ROUNDS;
}

/* --- rows of an execution ---------------------------------------------------------------------- */

static gboolean
is_ablation (const FlExecution *execution)
{
  return execution && execution->n_variants > 0 && g_str_equal (execution->variants[0].name, FL_ABLATION_WITH);
}

FlAblation *
fl_ablation_new (const FlRun *run)
{
  FlArena *arena;
  FlAblation *ablation;
  FlAblationRow *rows;
  Maker maker = { .run = run };

  if (!is_ablation (run->execution))
    return NULL;
  arena = fl_arena_open ();
  ablation = maker.ablation = fl_arena_new (arena, FlAblation, 1);
  ablation->arena = arena;
  maker.whole = &run->execution->variants[0];
  ablation->program_ns = maker.whole->total_median_ns;
  ablation->n_samples = maker.whole->n_samples;
  for (guint i = 0; i < run->program->n_kernels; i++)
    ablation->n_kernels += run->program->plan->nests[i] != NULL;
  rows = fl_arena_new (arena, FlAblationRow, fl_loop_passes_get_n () + 1);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if ((fl_loop_passes_get (i)->targets >> run->options.target & 1) && !fl_loop_passes_get (i)->is_required)
      add_row (&maker, &rows[ablation->n_rows++], fl_loop_passes_get (i)->name, fl_loop_passes_get (i)->sentence,
               run->options.loops_off >> i & 1);
  if (find_variant (run->execution, FL_ABLATION_ALL))
    add_row (&maker, &rows[ablation->n_rows++], FL_ABLATION_ALL, "Every pass of the list", FALSE);
  ablation->rows = rows;
  return ablation;
}

void
fl_ablation_free (FlAblation *ablation)
{
  if (ablation)
    fl_arena_close (ablation->arena);
}
