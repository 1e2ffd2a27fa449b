/* An execution as text, in the order in which a reader asks: do the results agree, how much faster is the fused
 * program, which kernels take its time and why; after these the tables and the conditions under which all was measured.
 */
#include <string.h>

#include "fl-limit.h"
#include "fl-report-private.h"
#include "fl-slower.h"
#include "fl-text.h"

enum
{
  N_SHOWN = 3 /* kernels of the verdict */
};

/* --- agreement ------------------------------------------------------------------------------ */

/* "largest relative error 2e-07 over 4 results". */
static void
append_errors (GString *out, const FlExecution *execution, guint n)
{
  g_autofree char *error = fl_report_dup_number ("%.3g", execution->max_rel);

  g_string_append_printf (out, "largest relative error %s over %u result%s\n", error, n - execution->n_widened,
                          n - execution->n_widened == 1 ? "" : "s");
  if (execution->n_widened > 0)
    g_string_append_printf (out, "%u more differ by no more than eight times what rounding alone moves them by\n",
                            execution->n_widened);
}

static void
append_given_headline (GString *out, const FlExecution *execution)
{
  guint n_different = 0, n_unverified = 0;

  for (guint i = 0; i < execution->n_expected; i++)
    {
      n_different += fl_agreement_get_check (&execution->expected[i]) == FL_CHECK_DISAGREES;
      n_unverified += fl_agreement_get_check (&execution->expected[i]) == FL_CHECK_UNVERIFIED;
    }
  if (n_different > 0)
    g_string_append_printf (out, "DISAGREES with the given results: %u of %u\n", n_different, execution->n_expected);
  else if (n_unverified > 0)
    g_string_append_printf (out, "unverified beside the given results: %u of %u rest on what is not known\n",
                            n_unverified, execution->n_expected);
  else if (execution->n_expected > 0)
    g_string_append_printf (out, "agrees with the given results: all %u\n", execution->n_expected);
}

void
fl_report_append_headline (GString *out, const FlExecution *execution)
{
  const char *why
      = execution->not_verified_why != NULL ? execution->not_verified_why : "verification was not asked for";
  guint n_verified = execution->n_agreements - execution->n_unverified;

  if (execution->check == FL_CHECK_UNVERIFIED)
    g_string_append_printf (out, "unverified: %s\n", why);
  if (execution->check != FL_CHECK_UNVERIFIED || n_verified > 0)
    {
      if (execution->check == FL_CHECK_UNVERIFIED)
        g_string_append_printf (out, "the other %u agree with the reference: ", n_verified);
      else
        g_string_append_printf (out, "%s the reference: ",
                                execution->check == FL_CHECK_DISAGREES ? "DISAGREES with" : "agrees with");
      append_errors (out, execution, n_verified);
    }
  if (execution->check == FL_CHECK_DISAGREES && execution->n_unverified > 0)
    g_string_append_printf (out, "unverified: %s\n", why);
  append_given_headline (out, execution);
}

static void
append_agreement (GString *out, const FlAgreement *agreements, guint n)
{
  FlTable table;

  if (n == 0)
    return;
  g_string_append_c (out, '\n');
  fl_report_init_agreement (&table, agreements, n);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
}

/* The rows without which "disagrees" or "unverified" says too little. */
static void
append_doubtful (GString *out, const FlAgreement *agreements, guint n)
{
  g_autoptr (GArray) doubtful = g_array_new (FALSE, FALSE, sizeof (FlAgreement));

  for (guint i = 0; i < n; i++)
    if (fl_agreement_get_check (&agreements[i]) != FL_CHECK_AGREES)
      g_array_append_val (doubtful, agreements[i]);
  append_agreement (out, (const FlAgreement *) doubtful->data, doubtful->len);
}

/* --- the verdict: speed, and the kernels that take the time ---------------------------------- */

/* "fused 3.2 µs, unfused 4.24 µs: 1.32 times as fast (quartiles of pairs 1.27 … 1.34)". */
static void
append_speedup (GString *out, const FlExecution *execution)
{
  const FlVariantTime *fused = &execution->variants[1], *unfused = &execution->variants[0];
  g_autofree char *new_time = fl_text_dup_duration (fused->total_median_ns),
                  *old_time = fl_text_dup_duration (unfused->total_median_ns);
  g_autofree char *speedup = fl_report_dup_number ("%.3g", execution->speedup);
  g_autofree char *low = fl_report_dup_number ("%.3g", execution->speedup_low);
  g_autofree char *high = fl_report_dup_number ("%.3g", execution->speedup_high);
  g_autofree char *slower = fl_execution_dup_slower (execution, 1, 0);
  gboolean is_noise = execution->speedup_low <= 1 && execution->speedup_high >= 1;

  g_string_append_printf (out, "%s %s, %s %s: %s times as fast%s (quartiles of pairs %s … %s)\n", fused->name, new_time,
                          unfused->name, old_time, speedup, is_noise ? ", within the noise" : "", low, high);
  if (slower != NULL)
    g_string_append_printf (out, "%s\n", slower);
}

/* All calls of a kernel, or of a library's function. */
typedef struct
{
  const FlKernelTime *longest;
  guint n_calls;
  double ns;
} Calls;

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  double p = ((const Calls *) a)->ns, q = ((const Calls *) b)->ns;

  return p > q ? -1 : p < q;
}

static GArray *
collect_calls (const FlVariantTime *variant)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Calls));

  for (guint i = 0; i < variant->n_kernels; i++)
    {
      const FlKernelTime *time = &variant->kernels[i];
      Calls one = { time, 1, time->median_ns }, *calls = NULL;

      for (guint k = 0; k < all->len && calls == NULL; k++)
        if (g_strcmp0 (g_array_index (all, Calls, k).longest->kernel, time->kernel) == 0)
          calls = &g_array_index (all, Calls, k);
      if (calls == NULL)
        g_array_append_val (all, one);
      else
        {
          calls->longest = time->median_ns > calls->longest->median_ns ? time : calls->longest;
          calls->n_calls++;
          calls->ns += time->median_ns;
        }
    }
  g_array_sort (all, compare_calls);
  return all;
}

guint
fl_report_init_longest (FlTable *table, const FlVariantTime *variant)
{
  static const char *const titles[] = { "kernel", "time", "of all", "why not faster" };
  g_autoptr (GArray) all = collect_calls (variant);
  double sum = 0;

  for (guint i = 0; i < variant->n_kernels; i++)
    sum += variant->kernels[i].median_ns;
  fl_table_init (table, titles, G_N_ELEMENTS (titles), 0x6);
  for (guint i = 0; i < MIN (all->len, N_SHOWN) && sum > 0; i++)
    {
      const Calls *calls = &g_array_index (all, Calls, i);
      g_autofree char *time = fl_text_dup_duration (calls->ns);

      if (calls->longest->host_why != NULL) /* a note says which they are */
        continue;

      fl_table_add (table, calls->longest->kernel);
      fl_table_take (table, calls->n_calls > 1 ? g_strdup_printf ("%s in %u calls", time, calls->n_calls)
                                               : g_steal_pointer (&time));
      fl_table_take (table, g_strdup_printf ("%.0f %%", 100 * calls->ns / sum));
      fl_table_take (table, fl_kernel_time_dup_limit (calls->longest));
    }
  return all->len;
}

/* On a GPU: what one CUDA graph of all kernels wins over starting each. */
static void
append_launches (GString *out, const FlVariantTime *variant)
{
  g_autofree char *graph = fl_text_dup_duration (variant->total_median_ns),
                  *plain = fl_text_dup_duration (variant->plain_median_ns);

  if (variant->no_graph_why != NULL)
    g_string_append_printf (out, "%s: plain launches, %s; no CUDA graph: %s\n", variant->name, plain,
                            variant->no_graph_why);
  else if (variant->plain_median_ns > 0)
    g_string_append_printf (out, "%s: one CUDA graph, %s; plain launches %s\n", variant->name, graph, plain);
}

static void
append_longest (GString *out, const FlVariantTime *variant)
{
  FlTable table;
  guint n_all = fl_report_init_longest (&table, variant);

  if (fl_table_get_n_rows (&table) > 0)
    {
      if (n_all > N_SHOWN)
        g_string_append_printf (out, "most of the %s program's time, in %u of %u kernels:\n", variant->name, N_SHOWN,
                                n_all);
      fl_table_append_text (out, &table);
    }
  fl_table_clear (&table);
}

static void
append_sizes (GString *out, const FlExecution *execution)
{
  for (guint i = 0; i < execution->n_sizes; i++)
    {
      g_string_append_printf (out, "%s%s = ", i > 0 ? ", " : "sizes: ", fl_sym_get_name (execution->sizes[i].symbol));
      fl_sizes_append_value (out, &execution->sizes[i]);
      g_string_append (out, i + 1 == execution->n_sizes ? "\n" : "");
    }
}

/* Without a compiler no kernel runs; by a plain one all do. */
static gboolean
has_times (const FlExecution *execution)
{
  for (guint i = 0; i < execution->n_variants; i++)
    if (execution->variants[i].total_median_ns > 0)
      return TRUE;
  return FALSE;
}

void
fl_report_append_speed (GString *out, const FlExecution *execution)
{
  if (execution->warning != NULL)
    g_string_append_printf (out, "warning: %s\n", execution->warning);
  append_sizes (out, execution);
  if (execution->gpu != NULL)
    g_string_append_printf (out, "on %s%s\n", execution->gpu,
                            has_times (execution) ? "; every sample begins with nothing in its cache" : "");
  if (execution->n_variants == 2 && execution->speedup > 0)
    append_speedup (out, execution);
  for (guint i = 0; i < execution->n_variants; i++)
    append_launches (out, &execution->variants[i]);
  if (execution->foreign_share > 0.05)
    g_string_append_printf (
        out, "other processes used %.0f %% of the machine meanwhile: times of several threads say little\n",
        100 * execution->foreign_share);
}

static void
append_speed_and_longest (GString *out, const FlExecution *execution)
{
  fl_report_append_speed (out, execution);
  if (execution->n_variants > 0)
    append_longest (out, &execution->variants[execution->n_variants - 1]);
}

/* --- under which conditions ------------------------------------------------------------------ */

/* "compiled in 312 ms" or that nothing had to be. */
static void
append_compilation (GString *out, const FlExecution *execution)
{
  double ns = 0;

  for (guint i = 0; i < execution->n_variants; i++)
    ns += execution->variants[i].was_cached ? 0 : execution->variants[i].compile_ns;
  if (ns > 0)
    {
      g_autofree char *time = fl_text_dup_duration (ns), *processor = fl_text_dup_duration (execution->compile_cpu_ns);

      g_string_append_printf (
          out, "kernels: compiled in %s, %s of the compilers' processor time; %u of %u objects were in the cache\n",
          time, processor, execution->n_cached_modules, execution->n_modules);
    }
  else if (execution->n_modules > 0)
    g_string_append (out, "kernels: found in the compile cache, nothing was compiled\n");
}

static void
append_part (GString *out, const char *what, double ns, const char *end)
{
  g_autofree char *time = fl_text_dup_duration (ns);

  g_string_append_printf (out, "%s %s%s", what, time, end);
}

/* How long one waits for the first results, and for what. */
static void
append_first_result (GString *out, const FlExecution *execution)
{
  const FlFirstResult *first = &execution->first;

  if (first->run_ns <= 0) /* the interpreter's */
    return;
  append_part (out, "first result: after", first->total_ns, " (");
  append_part (out, "laying out", first->layout_ns, ", ");
  append_part (out, "starting the worker", first->worker_ns, ", ");
  append_part (out, execution->variants[0].was_cached ? "loading from the cache" : "compiling", first->compile_ns,
               ", ");
  append_part (out, "preparing memory and library", first->library_ns, ", ");
  append_part (out, "making inputs", first->inputs_ns, ", ");
  append_part (out, "the first call", first->run_ns, "; some at the same time)\n");
}

static void
append_machine (GString *out, const FlExecution *execution)
{
  if (execution->machine != NULL)
    g_string_append_printf (out, "machine: %s\n", execution->machine);
  if (execution->compiler != NULL)
    g_string_append_printf (out, "compiler: %s%s%s%s\n", execution->compiler,
                            execution->compiler_path != NULL ? " (" : "",
                            execution->compiler_path != NULL ? execution->compiler_path : "",
                            execution->compiler_path != NULL ? ")" : "");
  if (execution->compiler_flags != NULL)
    g_string_append_printf (out, "flags: %s\n", execution->compiler_flags);
  if (execution->vectors != NULL)
    g_string_append_printf (out, "vectors: %s\n", execution->vectors);
  if (execution->confined != NULL)
    g_string_append_printf (out, "kernels have: %s\n", execution->confined);
  if (execution->not_confined != NULL)
    g_string_append_printf (out, "not confined: %s\n", execution->not_confined);
  if (execution->no_counters_why != NULL)
    g_string_append_printf (out, "hardware counters: %s\n", execution->no_counters_why);
}

void
fl_report_append_conditions (GString *out, const FlExecution *execution)
{
  append_compilation (out, execution);
  append_first_result (out, execution);
  append_machine (out, execution);
  if (execution->peak_flops_per_s > 0)
    {
      g_autofree char *rate = fl_report_dup_number ("%.3g", execution->peak_flops_per_s / 1e9);

      g_string_append_printf (out, "peak FMA throughput, measured: %s GFLOP/s with %u thread%s\n", rate,
                              execution->n_threads, execution->n_threads == 1 ? "" : "s");
    }
  if (execution->copy_bytes_per_s > 0)
    {
      g_autofree char *rate = fl_report_dup_number ("%.3g", execution->copy_bytes_per_s / 1e9);

      g_string_append_printf (out, "%s, measured: %s GB/s\n",
                              execution->gpu != NULL ? "copy rate of the GPU's memory, read and written"
                                                     : "STREAM copy bandwidth of memory",
                              rate);
    }
}

/* Planned against measured: the arena without inputs and constants. */
static void
append_measured_memory (GString *out, const FlVariantTime *variant)
{
  g_autofree char *planned = fl_text_dup_bytes ((guint64) MAX (variant->planned_bytes, 0));
  g_autofree char *measured = fl_text_dup_bytes ((guint64) MAX (variant->measured_peak_bytes, 0));
  g_autofree char *page = fl_text_dup_bytes ((guint64) MAX (variant->page_bytes, 0));

  if (variant->n_measured > 0)
    g_string_append_printf (out, "memory of %s: planned %s, at most %s in use at once (pages of %s)\n", variant->name,
                            planned, measured, page);
}

/* What the processor counted, where it does. */
static void
append_counters (GString *out, const FlVariantTime *variant)
{
  for (guint i = 0; i < variant->n_kernels; i++)
    {
      const FlKernelTime *time = &variant->kernels[i];
      double cycles = MAX (time->cycles, 1);

      if (time->is_counted)
        g_string_append_printf (out,
                                "counters of %s, %s: %" G_GINT64_FORMAT " cycles, %" G_GINT64_FORMAT
                                " instructions (%.2f a cycle), %" G_GINT64_FORMAT " cache misses\n",
                                variant->name, time->kernel, time->cycles, time->instructions,
                                time->instructions / cycles, time->cache_misses);
    }
}

/* --- the whole ------------------------------------------------------------------------------- */

static void
append_times (GString *out, const FlExecution *execution)
{
  FlTable table;

  g_string_append_c (out, '\n');
  fl_report_init_kernel_times (&table, execution);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
}

static void
append_notes (GString *out, const FlExecution *execution)
{
  for (guint i = 0; i < execution->n_notes; i++)
    g_string_append_printf (out, "note: %s\n", execution->notes[i]);
}

/* Times never travel without their device. */
static void
append_device (GString *out, const FlExecution *execution)
{
  if (execution->device != NULL)
    g_string_append_printf (out, "device: %s\n", execution->device);
}

void
fl_report_append_verdict (GString *out, const FlRun *run)
{
  const FlExecution *execution = run->execution;

  fl_report_append_headline (out, execution);
  append_device (out, execution);
  append_notes (out, execution);
  append_speed_and_longest (out, execution);
  append_doubtful (out, execution->agreements, execution->n_agreements);
  append_doubtful (out, execution->expected, execution->n_expected);
}

void
fl_report_append_execution (GString *out, const FlRun *run)
{
  const FlExecution *execution = run->execution;

  if (execution == NULL)
    {
      g_string_append (out, "not executed\n");
      return;
    }
  fl_report_append_headline (out, execution);
  append_device (out, execution);
  append_notes (out, execution);
  append_speed_and_longest (out, execution);
  append_agreement (out, execution->agreements, execution->n_agreements);
  append_agreement (out, execution->expected, execution->n_expected);
  if (execution->warning == NULL || has_times (execution))
    append_times (out, execution);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < execution->n_variants; i++)
    {
      append_measured_memory (out, &execution->variants[i]);
      append_counters (out, &execution->variants[i]);
    }
  fl_report_append_conditions (out, execution);
}
