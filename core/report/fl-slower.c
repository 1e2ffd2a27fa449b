/* Which kernel of a fused program loses what the whole loses: beside it, the kernels of the other program that compute
 * the same operations. */
#include "fl-slower.h"

#include "fl-limit.h"
#include "fl-text.h"

#include <string.h>

static gboolean
computes (const FlKernel *kernel, const char *operation)
{
  for (guint i = 0; kernel->node && i < kernel->node->n_originals; i++)
    if (g_str_equal (kernel->node->originals[i]->name, operation))
      return TRUE;
  return FALSE;
}

/* All that `part` computes is among what `whole` computes. */
static gboolean
is_part (const FlKernel *whole, const FlKernel *part)
{
  if (!part->node || part->node->n_originals == 0)
    return FALSE;
  for (guint i = 0; i < part->node->n_originals; i++)
    if (!computes (whole, part->node->originals[i]->name))
      return FALSE;
  return TRUE;
}

static gboolean
has_vectors (const FlKernel *kernel)
{
  return kernel->source && (strstr (kernel->source, "FL_LANES") || strstr (kernel->source, "FL_WIDE"));
}

typedef struct
{
  const FlKernelTime *time;
  double parts_ns, lost_ns;
  guint n_parts, n_vectors; /* n_vectors: parts whose loops are vectorized */
} Loss;

static Loss
measure_loss (const FlKernelTime *time, const FlVariantTime *unfused)
{
  Loss loss = { .time = time };

  for (guint i = 0; time->of && i < unfused->n_kernels; i++)
    if (unfused->kernels[i].of && is_part (time->of, unfused->kernels[i].of))
      {
        loss.parts_ns += unfused->kernels[i].median_ns;
        loss.n_parts++;
        loss.n_vectors += has_vectors (unfused->kernels[i].of);
      }
  loss.lost_ns = loss.n_parts > 0 ? time->median_ns - loss.parts_ns : 0;
  return loss;
}

static Loss
find_worst (const FlVariantTime *fused, const FlVariantTime *unfused)
{
  Loss worst = { NULL };

  for (guint i = 0; i < fused->n_kernels; i++)
    {
      Loss loss = measure_loss (&fused->kernels[i], unfused);

      if (loss.lost_ns > worst.lost_ns)
        worst = loss;
    }
  return worst;
}

static void
append_reason (GString *out, const Loss *loss)
{
  g_autofree char *time = fl_text_dup_duration (loss->time->median_ns), *parts = fl_text_dup_duration (loss->parts_ns);
  g_autofree char *limit = fl_kernel_time_dup_limit (loss->time);

  g_string_append_printf (out, "; most of it in %s, %s where its %u part%s by %s take%s %s", loss->time->kernel, time,
                          loss->n_parts, loss->n_parts == 1 ? "" : "s", loss->n_parts == 1 ? "itself" : "themselves",
                          loss->n_parts == 1 ? "s" : "", parts);
  if (loss->n_vectors > 0 && loss->time->of && !has_vectors (loss->time->of))
    g_string_append_printf (out, ": %u of them %s vectorized, the fused loops are not", loss->n_vectors,
                            loss->n_vectors == 1 ? "is" : "are");
  else if (limit)
    g_string_append_printf (out, ": %s", limit);
}

char *
fl_execution_dup_slower (const FlExecution *execution, guint fused, guint unfused)
{
  const gboolean are_pairs = execution->n_variants == 2 && fused == 1;
  const FlVariantTime *slow, *quick;
  GString *out;
  Loss worst;

  if (fused >= execution->n_variants || unfused >= execution->n_variants || fused == unfused)
    return NULL;
  slow = &execution->variants[fused];
  quick = &execution->variants[unfused];
  /* Quartiles of pairs below 1; where there are more variants, quartiles of the two that do not meet. */
  if (!(quick->total_median_ns > 0) || slow->total_median_ns <= quick->total_median_ns
      || (are_pairs ? !(execution->speedup_high > 0 && execution->speedup_high < 1)
                    : slow->total_low_ns <= quick->total_high_ns))
    return NULL;
  out = g_string_new (NULL);
  g_string_append_printf (out, "%s is slower than %s by %.0f %% (beyond the spread)", slow->name, quick->name,
                          100
                              * (are_pairs ? 1 / execution->speedup - 1
                                           : slow->total_median_ns / quick->total_median_ns - 1));
  worst = find_worst (slow, quick);
  if (worst.time)
    append_reason (out, &worst);
  return g_string_free (out, FALSE);
}
