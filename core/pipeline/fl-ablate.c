/* One run a pass that is switched off; programs that are the same without it are not executed. */
#include "fl-ablate.h"

#include "fl-kernel-steps.h"
#include "fl-loop-passes.h"
#include "fl-whatif.h"

#include <string.h>

typedef struct
{
  const FlRun *base;
  const gint *cancelled;
  GArray *variants; /* FlVariant; names and runs are owned by: */
  GPtrArray *names, *runs;
  guint n_changing;
} Ablation;

static gboolean
is_same_code (const FlProgram *a, const FlProgram *b)
{
  return a->n_kernels == b->n_kernels && g_strcmp0 (a->source, b->source) == 0;
}

/* base with its own overrides, and the option with this value. */
static FlRun *
run_with (const Ablation *ablation, const char *assignment, GError **error)
{
  const FlOverrides *own = ablation->base->overrides;
  const guint n = own ? own->n : 0;
  g_autofree FlOverride *overrides = g_new (FlOverride, n + 1);
  g_autoptr (FlRun) run = NULL;

  for (guint i = 0; i < n; i++)
    overrides[i] = own->states[i].override;
  if (!fl_override_parse (FL_OVERRIDE_OPTION, assignment, &overrides[n], error))
    return NULL;
  run = fl_whatif_run (ablation->base, NULL, overrides, n + 1, ablation->cancelled);
  if (run->program)
    return g_steal_pointer (&run);
  g_propagate_error (error, g_error_copy (run->error));
  return NULL;
}

static gboolean
add_without (Ablation *ablation, const char *pass, const char *assignment, GError **error)
{
  FlRun *run = run_with (ablation, assignment, error);
  char *name;

  if (!run)
    return FALSE;
  if (is_same_code (run->program, ablation->base->program))
    {
      fl_run_unref (run);
      return TRUE;
    }
  name = g_strconcat (FL_ABLATION_WITHOUT, pass, NULL);
  g_ptr_array_add (ablation->runs, run);
  g_ptr_array_add (ablation->names, name);
  g_array_append_vals (ablation->variants, &(FlVariant) { name, run->program }, 1);
  ablation->n_changing++;
  return TRUE;
}

static gboolean
add_variants (Ablation *ablation, GError **error)
{
  const FlOptions *options = &ablation->base->options;
  g_autoptr (GString) all = g_string_new ("loops.off=");

  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    {
      const char *pass = fl_loop_passes_get (i)->name;
      const gboolean is_for_target
          = (fl_loop_passes_get (i)->targets >> options->target & 1) && !fl_loop_passes_get (i)->is_required;
      g_autofree char *assignment = fl_kernel_steps_dup_assignment (options, pass, TRUE);

      g_string_append_printf (all, "%s%s", i ? "," : "", pass);
      if (is_for_target && !(options->loops_off >> i & 1) && !add_without (ablation, pass, assignment, error))
        return FALSE;
    }
  return ablation->n_changing < 2 || add_without (ablation, FL_ABLATION_ALL, all->str, error);
}

FlRun *
fl_pipeline_ablate (const FlRun *base, const FlExecuteRequest *request, const gint *cancelled, FlProgress progress,
                    gpointer data, GError **error)
{
  g_autoptr (GArray) variants = g_array_new (FALSE, FALSE, sizeof (FlVariant));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free),
                        runs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_run_unref);
  Ablation ablation = { .base = base, .cancelled = cancelled, .variants = variants, .names = names, .runs = runs };
  FlExecuteRequest full = *request;
  FlRun *run;

  if (base->program)
    {
      g_array_append_vals (variants, &(FlVariant) { FL_ABLATION_WITH, base->program }, 1);
      if (!add_variants (&ablation, error))
        return NULL;
      full.n_variants = variants->len;
      full.variants = (const FlVariant *) (gpointer) variants->data;
    }
  run = fl_pipeline_execute (base, &full, cancelled, progress, data, error);
  if (!run)
    return NULL;
  /* Programs and names belong to the execution from now on. */
  fl_arena_adopt (run->arena, g_steal_pointer (&runs), (GDestroyNotify) g_ptr_array_unref);
  fl_arena_adopt (run->arena, g_steal_pointer (&names), (GDestroyNotify) g_ptr_array_unref);
  return run;
}
