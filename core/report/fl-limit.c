/* A roofline for each kernel, of three bounds: the time of a STREAM loop (read, copy, add, fill) over as many bytes,
 * the time of its operations at peak FMA throughput, and the time of the functions that it calls, each timed alone on
 * data in L1. All were measured in the same run. The nearest bound is what limits the kernel; where none is near, the
 * pattern of its loops and accesses says why. Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009; McCalpin:
 * STREAM. */
#include "fl-limit.h"

#include "fl-aten-ids.h"
#include "fl-text.h"

#include <string.h>

/* Shares of a kernel's time from which on a bound counts as reached: the rest is loop and launch overhead. */
static const double near_memory = 0.75, near_arithmetic = 0.5;
static const double disturbed = 2;    /* upper quartile over lower quartile: more is noise of the machine */
static const double held_up = 4;      /* STREAM loop over kernel: so slow a loop was itself kept from its processor */
static const double above_peak = 1.1; /* FMA time over kernel: more cannot come from a change of the clock alone */
static const double short_ns = 1000;  /* below this a STREAM loop is shorter than what launching a kernel costs */
static const double possible
    = 1; /* arithmetic measured alone over kernel: a part cannot take longer than the whole, but for noise */

enum
{
  SHARED_BYTES = 64 << 10 /* the worker runs kernels with less memory than this on one thread */
};

/* Functions of many operations each, most expensive first. */
static const char *const functions[]
    = { "randn", "rand",  "lgamma", "erfinv", "pow",  "atan2", "tanh",  "erf",   "erfc",    "tan",
        "asin",  "acos",  "atan",   "sinh",   "cosh", "asinh", "acosh", "atanh", "sigmoid", "sin",
        "cos",   "expm1", "log1p",  "exp2",   "exp",  "log2",  "log10", "log" };

/* Winograd's algorithm computes a convolution in fewer multiplications than its sums have (Lavin, Gray: arXiv
 * 1509.09308). */
static gboolean
is_convolution (const FlBuffer *call)
{
  return call && call->aten && call->aten->op == FL_ATEN_OP_CONVOLUTION;
}

static gboolean
calls (const FlKernel *kernel, const char *name)
{
  g_autofree char *call = g_strconcat ("ops.", name, "(", NULL);

  for (guint i = 0; i < kernel->n_spans; i++)
    if (kernel->spans[i].text && strstr (kernel->spans[i].text, call))
      return TRUE;
  return FALSE;
}

static const char *
find_function (const FlKernel *kernel)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (calls (kernel, functions[i]))
      return functions[i];
  return NULL;
}

static gboolean
has_vectors (const FlKernel *kernel)
{
  return strstr (kernel->source, "FL_LANES") || strstr (kernel->source, "FL_WIDE");
}

/* "92 % of STREAM copy bandwidth". */
static char *
dup_stream (const FlKernelTime *time)
{
  const char *end = strstr (time->ceiling, " with non-temporal stores");
  g_autofree char *kind = end ? g_strndup (time->ceiling, end - time->ceiling) : g_strdup (time->ceiling);

  return g_strdup_printf ("%.0f %% of STREAM %s bandwidth%s", 100 * time->ceiling_ns / time->median_ns, kind,
                          end ? " (non-temporal stores)" : "");
}

/* The access pattern of a kernel that does not read and write in order; NULL: it does. */
static const char *
find_pattern (const FlKernel *kernel)
{
  if (kernel->kind == FL_KERNEL_SCATTER)
    return "scatter-bound: writes by index";
  if (kernel->kind == FL_KERNEL_SCAN)
    return "latency-bound: a scan, each element waits for the one before";
  if (!calls (kernel, "set_indirect"))
    return NULL;
  if (kernel->source && !has_vectors (kernel))
    return "gather-bound: scalar reads by index";
  return kernel->source && !strstr (kernel->source, "fl_gather_") ? "gather-bound: reads rows by index"
                                                                  : "gather-bound: reads by index";
}

/* A bound that the text of the kernel's loops shows; NULL: none. */
static char *
dup_loops (const FlKernelTime *time, const char *of_stream)
{
  const FlKernel *kernel = time->of;

  if (!kernel || !kernel->source)
    return NULL;
  if (strstr (kernel->source, "fl_transpose") || strstr (kernel->source, "_transposed_"))
    return g_strdup_printf ("transpose-bound: strided reads, transposed in registers, %s", of_stream);
  if (!has_vectors (kernel) && strstr (kernel->source, "#pragma omp simd"))
    return g_strdup_printf ("vectorized by the C compiler at most (the steps of its kernel say why), %s", of_stream);
  if (!has_vectors (kernel))
    return g_strdup_printf ("scalar: no loop is vectorized (the steps of its kernel say why), %s", of_stream);
  if (kernel->n_passes > 1)
    return g_strdup_printf ("%u passes over each row, of which only the first is served by memory: %s",
                            kernel->n_passes, of_stream);
  return NULL;
}

/* A STREAM loop finds its data in the cache where its last call left them. A kernel of a program may not: other kernels
 * evicted them from L2, or another core wrote them. NULL: neither can be. */
static char *
dup_place (const FlKernelTime *time, const char *of_stream)
{
  gint64 near_bytes = time->near_bytes * MAX (time->n_threads, 1);

  if (time->bytes >= near_bytes)
    return NULL;
  if (time->program_bytes > near_bytes / 4 * 3) /* a quarter of L2 is taken by stacks, code and other processes */
    {
      g_autofree char *all = fl_text_dup_bytes ((guint64) time->program_bytes),
                      *near = fl_text_dup_bytes ((guint64) near_bytes);

      return g_strdup_printf ("working set (%s) %s L2 (%s): served by L3/DRAM, %s", all,
                              time->program_bytes <= near_bytes ? "nearly fills" : "exceeds", near, of_stream);
    }
  if (time->n_threads > 1 && time->is_among_others && time->bytes >= SHARED_BYTES)
    return g_strdup_printf (
        "cache-to-cache transfers: other kernels partition its data over the %u threads differently, %s",
        time->n_threads, of_stream);
  return NULL;
}

/* Of a kernel whose functions were timed alone and are not its bound. */
static char *
dup_function (const FlKernelTime *time, const char *of_stream)
{
  gboolean is_sum = time->arithmetic_ns + time->ceiling_ns > near_memory * time->median_ns;
  char *other = is_sum ? NULL : dup_loops (time, of_stream);

  if (!is_sum && !other)
    other = dup_place (time, of_stream);
  if (other)
    return other;
  return g_strdup_printf ("%s: %s takes %.2g of %.2g ns an element, %s",
                          is_sum ? "arithmetic and memory do not overlap" : "loop overhead", time->function,
                          time->function_ns, time->median_ns / time->n_function, of_stream);
}

static gboolean
is_attention (const FlKernel *kernel)
{
  return kernel->call != NULL && kernel->call->aten != NULL && strstr (kernel->call->aten->name, "attention") != NULL;
}

/* An update in place reads no other line than it writes, unlike a STREAM copy. */
static gboolean
is_in_place (const FlKernelTime *time)
{
  for (guint i = 0; time->of && i < time->of->n_args; i++)
    if (time->of->args[i].is_read && time->of->args[i].is_written)
      return TRUE;
  return FALSE;
}

static char *
dup_launch_bound (const FlKernelTime *time)
{
  g_autofree char *rest = fl_text_dup_duration (time->median_ns - time->ceiling_ns),
                  *all = fl_text_dup_duration (time->median_ns);

  return g_strdup_printf ("launch-bound: %s of its %s are launch overhead (call, threads, loop entry)", rest, all);
}

static char *
dup_extern (const FlKernelTime *time, const char *of_stream)
{
  if (time->flops <= 0)
    return g_strdup_printf ("library call: %s", of_stream);
  return g_strdup_printf ("library call (%s): %.0f %% of peak FMA throughput, %s",
                          is_attention (time->of) ? "GEMM and softmax" : "GEMM or convolution",
                          100 * time->compute_ns / time->median_ns, of_stream);
}

/* No bound is near: what the kernel's accesses, functions and loops are. */
static char *
dup_unexplained (const FlKernelTime *time)
{
  const char *pattern = time->of ? find_pattern (time->of) : NULL,
             *function = time->of ? find_function (time->of) : NULL;
  g_autofree char *of_stream = dup_stream (time);
  char *other;

  if (time->of && time->of->kind == FL_KERNEL_EXTERN)
    return dup_extern (time, of_stream);
  if (pattern && !(time->function && g_str_has_prefix (pattern, "gather")))
    return g_strdup_printf ("%s, %s", pattern, of_stream);
  if (time->function)
    return dup_function (time, of_stream);
  if (function)
    return g_strdup_printf ("compute-bound in %s: %s", function, of_stream);
  other = dup_loops (time, of_stream);
  if (!other)
    other = dup_place (time, of_stream);
  if (other)
    return other;
  if (time->ceiling_ns >= time->median_ns / 2)
    return g_strdup_printf ("mostly memory-bound: %s, loop and launch overhead the rest", of_stream);
  return g_strdup_printf ("not explained: %s, %.0f %% of peak FMA throughput", of_stream,
                          100 * time->compute_ns / time->median_ns);
}

gboolean
fl_kernel_time_is_compute_bound (const FlKernelTime *time)
{
  return time->arithmetic_ns >= near_arithmetic * time->median_ns && time->arithmetic_ns > time->ceiling_ns;
}

/* NULL: the samples are good enough to say more. */
static char *
dup_noise (const FlKernelTime *time)
{
  if (time->high_ns > disturbed * time->low_ns)
    return g_strdup_printf (
        "unknown: its samples differ by a factor of %.1f between quartiles; measure again on a quiet machine",
        time->high_ns / MAX (time->low_ns, 1));
  if (time->ceiling_ns > held_up * time->median_ns)
    return g_strdup_printf (
        "unknown: the STREAM loop beside it took %.0f times as long; measure again on a quiet machine",
        time->ceiling_ns / time->median_ns);
  return NULL;
}

static char *
dup_compute_bound (const FlKernelTime *time)
{
  double share = time->compute_ns / time->median_ns;

  if (time->function && fl_kernel_time_is_compute_bound (time))
    {
      double each = time->median_ns / time->n_function;

      if (time->arithmetic_ns > possible * time->median_ns)
        return g_strdup_printf (
            "compute-bound in %s: %.2g ns an element, no more than its arithmetic takes alone in L1 (%.2g ns)",
            time->function, each, time->arithmetic_ns / time->n_function);
      return g_strdup_printf ("compute-bound in %s: %.2g of %.2g ns an element, all arithmetic %.0f %%", time->function,
                              time->function_ns, each, 100 * time->arithmetic_ns / time->median_ns);
    }
  if (share <= near_arithmetic)
    return NULL;
  if (share > above_peak && time->of && is_convolution (time->of->call))
    return g_strdup_printf (
        "compute-bound: %.0f %% of peak FMA throughput, with fewer multiplications than its sums have (Winograd)",
        100 * share);
  if (time->compute_ns <= time->ceiling_ns)
    return NULL;
  return g_strdup_printf ("compute-bound: %.0f %% of peak FMA throughput%s", 100 * share,
                          share > above_peak ? ", which was slower when it was measured" : "");
}

/* Beside a copy in the GPU's own memory, which a kernel whose data hit in the cache passes. Why a kernel of little data
 * is slower than that is not looked into: its launch and a wave of blocks take microseconds. */
static char *
dup_on_gpu (const FlKernelTime *time)
{
  double share = time->ceiling_ns / time->median_ns;

  if (time->high_ns > disturbed * time->low_ns)
    return dup_noise (time);
  if (time->compute_ns > time->ceiling_ns && time->ceiling_ns >= short_ns)
    return g_strdup_printf ("compute-bound: %.0f %% of %s, measured beside it",
                            100 * time->compute_ns / time->median_ns,
                            time->of && time->of->call ? "what the library's large products reach"
                                                       : "peak FMA throughput");
  if (share > 1.05)
    return g_strdup_printf ("%.0f %% of copy: some of its data hit in L2", 100 * share);
  if (time->ceiling_ns < short_ns)
    return g_strdup_printf ("%.0f %% of copy: too little data to tell, launch and latency are in its time",
                            100 * share);
  return g_strdup_printf ("%.0f %% of copy", 100 * share);
}

char *
fl_kernel_time_dup_limit (const FlKernelTime *time)
{
  g_autofree char *of_stream = NULL;
  char *other;
  double share;

  if (time->told_limit)
    return g_strdup (time->told_limit);
  if (time->is_interpreted)
    return g_strdup ("not run: the compiler refused it, and the interpreter's values are copied in its place");
  if (time->host_why)
    return g_strdup_printf ("on the CPU: copied there and back, in no time here (%s)", time->host_why);
  if (time->median_ns <= 0 || time->ceiling_ns <= 0 || !time->ceiling)
    return NULL;
  if (time->is_on_gpu)
    return dup_on_gpu (time);
  other = dup_noise (time);
  if (!other)
    other = dup_compute_bound (time);
  if (other)
    return other;
  share = time->ceiling_ns / time->median_ns;
  of_stream = dup_stream (time);
  if (share > 1.05)
    return g_strdup_printf ("memory-bound: %s, %s", of_stream,
                            is_in_place (time) ? "as it updates in place" : "as some of its data hit in nearer caches");
  if (share >= near_memory)
    return g_strdup_printf ("memory-bound: %s", of_stream);
  if (time->ceiling_ns < short_ns && time->compute_ns < short_ns)
    return dup_launch_bound (time);
  return dup_unexplained (time);
}

char *
fl_kernel_time_dup_roofline (const FlKernelTime *time)
{
  double each, rate, peak, roof;

  if (time->median_ns <= 0 || time->ceiling_ns <= 0 || time->compute_ns <= 0 || time->bytes <= 0)
    return NULL;
  each = (double) time->flops / time->bytes;
  rate = time->flops / time->median_ns;
  peak = time->flops / time->compute_ns;
  roof = MIN (peak, time->flops / MAX (time->ceiling_ns, time->arithmetic_ns));
  return g_strdup_printf ("%.2g operations a byte, %.3g of at most %.3g GFLOP/s", each, rate, roof);
}

char *
fl_kernel_time_dup_share (const FlKernelTime *time)
{
  if (time->median_ns <= 0 || time->ceiling_ns <= 0)
    return NULL;
  if (time->is_on_gpu)
    return g_strdup_printf ("%.0f %% of copy", 100 * time->ceiling_ns / time->median_ns);
  if (time->arithmetic_ns > MAX (time->ceiling_ns, time->compute_ns))
    return g_strdup_printf ("%.0f %% is arithmetic", 100 * time->arithmetic_ns / time->median_ns);
  if (time->compute_ns > time->ceiling_ns)
    return g_strdup_printf ("%.0f %% of peak FMA", 100 * time->compute_ns / time->median_ns);
  if (time->ceiling_ns > held_up * time->median_ns)
    return NULL;
  return g_strdup_printf ("%.0f %% of STREAM", 100 * time->ceiling_ns / time->median_ns);
}
