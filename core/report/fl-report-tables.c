/* The report's tables, as data: stages, decisions, memory, kernels, times, agreement. */
#include <math.h>
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-limit.h"
#include "fl-report-private.h"
#include "fl-text.h"

char *
fl_report_dup_number (const char *format, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    return g_strdup ("nan"); /* without its sign, which says nothing */
  return g_strdup (g_ascii_formatd (text, sizeof text, format, number));
}

static char *
dup_bytes (gint64 bytes)
{
  return fl_text_dup_bytes ((guint64) MAX (bytes, 0));
}

/* --- stages --------------------------------------------------------------------------------- */
/* "1 node", "3 nodes" */
static char *
dup_count (guint n, const char *noun)
{
  return g_strdup_printf ("%u %s%s", n, noun, n == 1 ? "" : "s");
}

static char *
dup_fused (const FlRun *run)
{
  g_autofree char *nodes = dup_count (run->schedule->n_nodes, "node");
  g_autofree char *groups = dup_count (run->fused->n_nodes, "group");
  g_autofree char *rounds = dup_count (run->fused->n_rounds, "round");
  g_autofree char *moved = dup_bytes (fl_schedule_count_traffic (run->fused));
  g_autofree char *kernels = fl_run_dup_kernels (run->fused);

  if (run->options.strategy != run->own_options.strategy)
    return g_strdup_printf ("%s: %s of %s, whose kernels move fewest bytes; %s moved", nodes, kernels,
                            run->options.strategy, moved);
  if (run->fused->unjoined != NULL)
    return g_strdup_printf ("%s: %s, %s, %s moved", nodes, kernels, rounds, moved);
  return g_strdup_printf ("%s became %s, %s, %s moved", nodes, groups, rounds, moved);
}

char *
fl_report_dup_outcome (const FlRun *run, FlStage stage)
{
  g_autofree char *a = NULL, *b = NULL;

  switch (stage)
    {
    case FL_STAGE_GRAPH:
      a = dup_count (run->graph->n_nodes, "node"), b = dup_count (run->graph->n_inputs, "input");
      return g_strdup_printf ("%s, %s", a, b);
    case FL_STAGE_DECOMPOSE: return run->decomposed ? dup_count (run->decomposed->n_nodes, "node") : NULL;
    case FL_STAGE_LOWER: return run->lowered ? dup_count (run->lowered->n_operations, "operation") : NULL;
    case FL_STAGE_REALIZE: return run->lowered ? dup_count (run->lowered->n_buffers, "buffer") : NULL;
    case FL_STAGE_SCHEDULE:
      if (run->schedule == NULL)
        return NULL;
      a = dup_count (run->schedule->n_nodes, "node");
      b = dup_bytes (fl_schedule_count_traffic (run->schedule));
      return g_strdup_printf ("%s, %u dead, %s moved", a, run->schedule->n_dead, b);
    case FL_STAGE_FUSE: return run->fused ? dup_fused (run) : NULL;
    case FL_STAGE_MEMORY:
      if (run->plan == NULL)
        return NULL;
      a = dup_bytes (fl_memory_plan_get_peak (run->plan)), b = dup_bytes (fl_memory_plan_get_bound (run->plan));
      return g_strdup_printf ("peak %s, at least %s", a, b);
    case FL_STAGE_CODEGEN: return run->program ? dup_count (run->program->n_kernels, "kernel") : NULL;
    case FL_STAGE_RUN:
      if (run->execution == NULL)
        return NULL;
      return g_strdup (run->execution->check == FL_CHECK_UNVERIFIED ? "unverified"
                       : run->execution->check == FL_CHECK_AGREES   ? "agrees with the reference"
                                                                    : "DISAGREES with the reference");
    case FL_N_STAGES: break;
    }
  return NULL;
}

void
fl_report_init_stages (FlTable *table, const FlRun *run, gboolean with_times)
{
  static const char *const titles[] = { "stage", "what", "result", "events", "time" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles) - !with_times, 1u << 3 | 1u << 4);
  for (guint i = 0; i < FL_N_STAGES; i++)
    {
      const FlStageTime *time = &run->stages[i];
      gboolean failed = run->error != NULL && run->failed_stage == i;

      fl_table_add (table, fl_stage_get_info (i)->name);
      fl_table_add (table, fl_stage_get_info (i)->title);
      if (failed)
        fl_table_add (table, "failed");
      else
        fl_table_take (table, time->was_reached ? fl_report_dup_outcome (run, i) : g_strdup ("not reached"));
      fl_table_take (table, time->was_reached ? g_strdup_printf ("%u", time->n_steps) : NULL);
      if (with_times)
        fl_table_take (table, time->was_reached ? fl_text_dup_duration ((double) time->time_ns) : NULL);
    }
}

static char *
dup_bandwidth (double bytes_per_ns)
{
  g_autofree char *number = fl_report_dup_number ("%.3g", bytes_per_ns);

  return g_strdup_printf ("%s GB/s", number);
}

/* What the times of the kernels do not explain, or what they take more than the whole, as threads are started for each
 * then: where it is more than they and the whole vary by. */
static char *
dup_gap (const FlVariantTime *variant)
{
  g_autofree char *gap = NULL;
  double spread = variant->total_high_ns - variant->total_low_ns;

  for (guint i = 0; i < variant->n_kernels; i++)
    spread += variant->kernels[i].high_ns - variant->kernels[i].low_ns;
  if (MAX (variant->gap_ns, variant->saved_ns) <= spread / 2 || (variant->n_kernels < 2 && variant->saved_ns > 0))
    return NULL;
  gap = fl_text_dup_duration (MAX (variant->gap_ns, variant->saved_ns));
  return g_strdup_printf (variant->saved_ns > 0 ? "%s less than its kernels one at a time" : "%s of it between kernels",
                          gap);
}

/* --- times ---------------------------------------------------------------------------------- */
void
fl_report_init_kernel_times (FlTable *table, const FlExecution *execution)
{
  static const char *const titles[]
      = { "variant", "kernel", "median", "quartiles", "samples", "moved", "bandwidth", "of STREAM", "why not faster" };
  static const char *const of_gpu[]
      = { "variant", "kernel", "median", "quartiles", "samples", "moved", "bandwidth", "of copy", "why not faster" };

  fl_table_init (table, execution->gpu != NULL ? of_gpu : titles, G_N_ELEMENTS (titles), 0xfc);
  for (guint v = 0; v < execution->n_variants; v++)
    {
      const FlVariantTime *variant = &execution->variants[v];
      g_autofree char *low = fl_text_dup_duration (variant->total_low_ns),
                      *high = fl_text_dup_duration (variant->total_high_ns);

      for (guint i = 0; i < variant->n_kernels; i++)
        {
          const FlKernelTime *time = &variant->kernels[i];
          g_autofree char *from = fl_text_dup_duration (time->low_ns), *to = fl_text_dup_duration (time->high_ns);

          fl_table_add (table, variant->name);
          fl_table_add (table, time->kernel);
          fl_table_take (table, time->host_why ? NULL : fl_text_dup_duration (time->median_ns));
          fl_table_take (table, time->host_why ? NULL : g_strdup_printf ("%s … %s", from, to));
          fl_table_take (table, g_strdup_printf ("%u", time->n_samples));
          fl_table_take (table, dup_bytes (time->bytes));
          fl_table_take (table, time->median_ns > 0 ? dup_bandwidth ((double) time->bytes / time->median_ns) : NULL);
          fl_table_take (table,
                         time->bandwidth_share > 0 ? g_strdup_printf ("%.0f %%", time->bandwidth_share * 100) : NULL);
          fl_table_take (table, fl_kernel_time_dup_limit (time));
        }
      fl_table_add (table, variant->name);
      fl_table_add (table, "whole program");
      fl_table_take (table, fl_text_dup_duration (variant->total_median_ns));
      fl_table_take (table, g_strdup_printf ("%s … %s", low, high));
      for (guint i = 0; i < 4; i++)
        fl_table_add (table, "");
      fl_table_take (table, dup_gap (variant));
    }
}

void
fl_report_init_agreement (FlTable *table, const FlAgreement *agreements, guint n)
{
  static const char *const words[] = { "unverified", "yes", "NO" };
  static const char *const titles[]
      = { "variant",  "result",   "agrees", "largest absolute",    "largest relative", "tolerance",
          "worst at", "expected", "got",    "tolerance is that of" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x1b8);
  for (guint i = 0; i < n; i++)
    {
      const FlAgreement *agreement = &agreements[i];

      fl_table_add (table, agreement->variant);
      fl_table_add (table, agreement->output);
      fl_table_add (table, words[fl_agreement_get_check (agreement)]);
      fl_table_take (table, fl_report_dup_number ("%.3g", agreement->max_abs));
      fl_table_take (table, fl_report_dup_number ("%.3g", agreement->max_rel));
      /* A tolerance that was widened must show it, or "yes" would say too much. */
      if (agreement->scale > 0)
        fl_table_take (table,
                       g_strdup_printf ("%.3g (of %.2g, which cancels out)", agreement->tolerance, agreement->scale));
      else if (agreement->sensitivity > 0)
        fl_table_take (table, g_strdup_printf ("%.3g (widened: rounding alone moves it by %.2g)", agreement->tolerance,
                                               agreement->sensitivity));
      else
        fl_table_take (table, fl_report_dup_number ("%.3g", agreement->tolerance));
      fl_table_add (table, agreement->worst_place);
      fl_table_take (table, fl_report_dup_number ("%.9g", agreement->expected));
      fl_table_take (table, fl_report_dup_number ("%.9g", agreement->got));
      fl_table_add (table, agreement->tolerance_why);
    }
}

/* --- memory and kernels --------------------------------------------------------------------- */
void
fl_report_init_memory (FlTable *table, const FlMemoryPlan *plan)
{
  static const char *const titles[] = { "buffer", "size", "first call", "last call", "offset", "memory of", "note" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x1e);
  for (guint i = 0; i < plan->n_buffers; i++)
    {
      const FlMemoryBuffer *buffer = &plan->buffers[i];

      fl_table_add (table, buffer->buffer->name);
      fl_table_take (table, dup_bytes (buffer->size_bytes));
      fl_table_take (table, g_strdup_printf ("%u", buffer->first));
      fl_table_take (table, buffer->is_output ? g_strdup ("result") : g_strdup_printf ("%u", buffer->last));
      fl_table_take (table, buffer->is_removed ? NULL : g_strdup_printf ("%" G_GINT64_FORMAT, buffer->offset));
      fl_table_add (table,
                    buffer->is_removed
                        ? "none"
                        : (buffer->owner != NULL && buffer->owner != buffer->buffer ? buffer->owner->name : "its own"));
      fl_table_add (table, buffer->is_removed && buffer->why == NULL ? "lives inside one kernel only" : buffer->why);
    }
}

void
fl_report_init_kernels (FlTable *table, const FlProgram *program)
{
  static const char *const titles[] = { "call", "kernel", "kind", "nodes", "reads", "writes", "operations" };

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x71);
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];

      fl_table_take (table, g_strdup_printf ("%u", i));
      fl_table_add (table, kernel->name);
      fl_table_add (table, fl_kernel_kind_get_name (kernel->kind));
      fl_table_add (table, kernel->node != NULL ? kernel->node->name : NULL);
      fl_table_take (table, dup_bytes (kernel->read_bytes));
      fl_table_take (table, dup_bytes (kernel->written_bytes));
      fl_table_take (table, g_strdup_printf ("%" G_GINT64_FORMAT, kernel->flops));
    }
}

/* --- decisions ------------------------------------------------------------------------------ */
const char *
fl_report_get_verdict (FlVerdict verdict)
{
  static const char *const names[] = { [FL_VERDICT_NOTE] = "note",
                                       [FL_VERDICT_ACCEPT] = "fused",
                                       [FL_VERDICT_REJECT] = "refused",
                                       [FL_VERDICT_ILLEGAL] = "illegal" };

  return names[verdict];
}

static int
rank_verdict (FlVerdict verdict)
{
  return verdict == FL_VERDICT_ACCEPT ? 0 : (verdict == FL_VERDICT_NOTE ? 2 : 1);
}

static int
compare_events (gconstpointer a, gconstpointer b)
{
  const FlEvent *p = *(const FlEvent *const *) a, *q = *(const FlEvent *const *) b;
  int rank = rank_verdict (p->verdict) - rank_verdict (q->verdict);

  if (rank != 0)
    return rank;
  if (p->verdict != FL_VERDICT_ACCEPT && p->amount != q->amount)
    return p->amount > q->amount ? -1 : 1;
  return p->seq < q->seq ? -1 : p->seq > q->seq;
}

void
fl_report_init_decisions (FlTable *table, const FlRun *run, guint most, guint *n_left_out)
{
  static const char *const titles[] = { "round", "A", "B", "verdict", "reason", "values compared", "shared" };
  g_autoptr (GPtrArray) events = g_ptr_array_new ();

  fl_table_init (table, titles, G_N_ELEMENTS (titles), 1u << 0 | 1u << 6);
  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);

      if (event->kind == FL_EVENT_FUSE
          || (event->kind == FL_EVENT_CANDIDATE
              && (event->verdict == FL_VERDICT_REJECT || event->verdict == FL_VERDICT_ILLEGAL)))
        g_ptr_array_add (events, (gpointer) event);
    }
  g_ptr_array_sort (events, compare_events);
  *n_left_out = events->len > most ? events->len - most : 0;
  for (guint i = 0; i < events->len && i < most; i++)
    {
      const FlEvent *event = events->pdata[i];

      fl_table_take (table, event->round > 0 ? g_strdup_printf ("%u", event->round) : NULL);
      fl_table_add (table, event->subject.name);
      fl_table_add (table, event->object.name);
      fl_table_add (table, fl_report_get_verdict (event->verdict));
      fl_table_add (table, event->reason);
      fl_table_add (table, event->facts);
      fl_table_take (table, event->amount > 0 ? dup_bytes (event->amount) : NULL);
    }
}
