/* Roofs over each kernel: the time in which a plain stream moves its bytes, the time that its operations would take as multiply-adds in
 * registers, and the time that the functions it calls take by themselves in the first-level cache. All were measured in the same
 * minute. Which one is near tells what bounds it; where none is, what the kernel computes says why. */
#include "fl-limit.h"

#include "fl-text.h"

#include <string.h>

/* Where a bound counts as reached: the rest is what loops and calls cost. */
static const double near_memory = 0.75, near_arithmetic = 0.5;
static const double disturbed = 2; /* quartiles */
static const double held_up = 4;   /* times a kernel's time: a stream that takes so long was itself kept from its processor */
static const double above_peak = 1.1; /* no matter how the processor's clock was when the peak was measured */
static const double short_ns = 1000; /* a stream of this length is over before a call has paid */
static const double possible = 1;    /* times a kernel's own time: what is measured by itself cannot take longer, but for disturbances */

enum
{
  SHARED_BYTES = 64 << 10 /* what the worker does not share out to threads is smaller */
};

/* Functions that take many operations each, dearest first. */
static const char *const functions[] = { "randn", "rand", "lgamma", "erfinv", "pow", "atan2", "tanh", "erf", "erfc", "tan", "asin", "acos", "atan", "sinh",
                                         "cosh", "asinh", "acosh", "atanh", "sigmoid", "sin", "cos", "expm1", "log1p", "exp2", "exp",
                                         "log2", "log10", "log" };

/* Which Winograd's form does in fewer multiplications. */
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

/* What it does instead of reading and writing in order; NULL: nothing of that kind. */
static const char *
find_pattern (const FlKernel *kernel)
{
  if (kernel->kind == FL_KERNEL_SCATTER)
    return "writes by index";
  if (kernel->kind == FL_KERNEL_SCAN)
    return "a scan: each element waits for the one before";
  if (!calls (kernel, "set_indirect"))
    return NULL;
  if (kernel->source && !has_vectors (kernel))
    return "gather-bound: reads by index, one element at a time";
  return kernel->source && !strstr (kernel->source, "fl_gather_") ? "gather-bound: reads rows by index" : "gather-bound: reads by index";
}

/* What its text says of its loops; NULL: nothing. */
static char *
dup_loops (const FlKernelTime *time, const char *share)
{
  const FlKernel *kernel = time->of;

  if (!kernel || !kernel->source)
    return NULL;
  if (strstr (kernel->source, "fl_transpose") || strstr (kernel->source, "fl_turn"))
    return g_strdup_printf ("reads against the grain: tiles are turned over in registers; %s", share);
  if (!has_vectors (kernel) && strstr (kernel->source, "#pragma omp simd"))
    return g_strdup_printf ("its loops are plain C, in vectors as far as the compiler makes them, the steps tell why; %s", share);
  if (!has_vectors (kernel))
    return g_strdup_printf ("one element at a time: none of its loops is written in vectors, the steps tell why; %s", share);
  if (kernel->n_passes > 1)
    return g_strdup_printf ("goes over its rows %u times, of which memory serves the first: %s", kernel->n_passes, share);
  return NULL;
}

/* A plain stream finds its data where it left them. A kernel in a program may not: they were pushed out of the caches next to the
 * processors by the rest of the program, or lie in those of another processor, which wrote them. NULL: neither can be. */
static char *
dup_place (const FlKernelTime *time, const char *of_stream)
{
  gint64 near_bytes = time->near_bytes * MAX (time->n_threads, 1);

  if (time->bytes >= near_bytes)
    return NULL;
  if (time->program_bytes > near_bytes / 4 * 3) /* which are never free for one program alone */
    {
      g_autofree char *all = fl_text_dup_bytes ((guint64) time->program_bytes), *near = fl_text_dup_bytes ((guint64) near_bytes);

      if (time->program_bytes <= near_bytes)
        return g_strdup_printf ("its data come from afar: the program's %s take most of the %s next to the processor%s and do not all stay there; %s",
                                all, near, time->n_threads > 1 ? "s" : "", of_stream);
      return g_strdup_printf ("its data come from afar: the program's %s do not stay in the %s next to the processor%s; %s", all, near,
                              time->n_threads > 1 ? "s, or near the one that needs them" : " between two calls", of_stream);
    }
  if (time->n_threads > 1 && time->is_among_others && time->bytes >= SHARED_BYTES)
    return g_strdup_printf ("its data come from another processor: other kernels share them out to the %u threads otherwise; %s",
                            time->n_threads, of_stream);
  return NULL;
}

/* Of a kernel whose functions were timed by themselves, and are not what bounds it alone. */
static char *
dup_function (const FlKernelTime *time, const char *of_stream)
{
  gboolean in_turn = time->arithmetic_ns + time->ceiling_ns > near_memory * time->median_ns;
  char *other = in_turn ? NULL : dup_loops (time, of_stream);

  if (!in_turn && !other)
    other = dup_place (time, of_stream);
  if (other)
    return other;
  return g_strdup_printf ("%s: %s takes %.2g of %.2g ns an element; %s", in_turn ? "arithmetic and memory in turn" : "its loops, mostly",
                          time->function, time->function_ns, time->median_ns / time->n_function, of_stream);
}

static gboolean
is_attention (const FlKernel *kernel)
{
  return kernel->call != NULL && kernel->call->aten != NULL && strstr (kernel->call->aten->name, "attention") != NULL;
}

/* It writes where it reads, as a plain copy does not. */
static gboolean
is_in_place (const FlKernelTime *time)
{
  for (guint i = 0; time->of && i < time->of->n_args; i++)
    if (time->of->args[i].is_read && time->of->args[i].is_written)
      return TRUE;
  return FALSE;
}

static char *
dup_too_small (const FlKernelTime *time)
{
  g_autofree char *stream = fl_text_dup_duration (time->ceiling_ns);

  return g_strdup_printf ("too small: a plain %s would take %s, the rest is beginning and ending: the call, threads, loops", time->ceiling, stream);
}

static char *
dup_unexplained (const FlKernelTime *time, double share)
{
  const char *pattern = time->of ? find_pattern (time->of) : NULL, *function = time->of ? find_function (time->of) : NULL;
  g_autofree char *of_stream = g_strdup_printf ("%.0f %% of a plain %s", 100 * share, time->ceiling);
  char *loops;

  if (time->of && time->of->kind == FL_KERNEL_EXTERN)
    return time->flops > 0 ? g_strdup_printf ("%s: %.0f %% of multiply-adds in registers, %s",
                                              is_attention (time->of) ? "products and exponentials" : "a product or convolution",
                                              100 * time->compute_ns / time->median_ns, of_stream)
                           : g_strdup_printf ("a library call: %s", of_stream);
  if (pattern && !(time->function && g_str_has_prefix (pattern, "gather")))
    return g_strdup_printf ("%s; %s", pattern, of_stream);
  if (time->function)
    return dup_function (time, of_stream);
  if (function)
    return g_strdup_printf ("compute-bound in %s: %s", function, of_stream);
  loops = dup_loops (time, of_stream);
  if (loops)
    return loops;
  loops = dup_place (time, of_stream);
  if (loops)
    return loops;
  if (share >= 0.5)
    return g_strdup_printf ("mostly memory: at %s, the rest is its loops and the call", of_stream);
  return g_strdup_printf ("neither memory (%s) nor arithmetic (%.0f %%) explains it", of_stream, 100 * time->compute_ns / time->median_ns);
}

gboolean
fl_kernel_time_is_compute_bound (const FlKernelTime *time)
{
  return time->arithmetic_ns >= near_arithmetic * time->median_ns && time->arithmetic_ns > time->ceiling_ns;
}

char *
fl_kernel_time_dup_limit (const FlKernelTime *time)
{
  double share;

  if (time->is_interpreted)
    return g_strdup ("not run: the compiler refused it, and the interpreter's values are copied in its place");
  if (time->median_ns <= 0 || time->ceiling_ns <= 0 || !time->ceiling)
    return NULL;
  share = time->ceiling_ns / time->median_ns;
  if (time->high_ns > disturbed * time->low_ns)
    return g_strdup ("disturbed: its samples differ too much to say; measure again on a quiet machine");
  if (share > held_up)
    return g_strdup_printf ("disturbed: the plain %s beside it took %.0f times as long; measure again on a quiet machine", time->ceiling, share);
  if (time->function && fl_kernel_time_is_compute_bound (time))
    {
      double each = time->median_ns / time->n_function;

      if (time->arithmetic_ns > possible * time->median_ns)
        return g_strdup_printf ("compute-bound in %s: %.2g ns an element, as long as its arithmetic takes by itself (%.2g ns when that was measured)",
                                time->function, each, time->arithmetic_ns / time->n_function);
      return g_strdup_printf ("compute-bound in %s: %.2g of %.2g ns an element; all its arithmetic %.0f %%", time->function, time->function_ns, each,
                              100 * time->arithmetic_ns / time->median_ns);
    }
  if (time->compute_ns > above_peak * time->median_ns && time->of && is_convolution (time->of->call))
    return g_strdup_printf ("compute-bound: in fewer multiplications than its sums have, as fast as %.0f %% of multiply-adds in registers",
                            100 * time->compute_ns / time->median_ns);
  if (time->compute_ns > above_peak * time->median_ns && time->compute_ns > time->ceiling_ns)
    return g_strdup_printf ("compute-bound: as fast as multiply-adds in registers, which were slower when they were measured (%.0f %%)",
                            100 * time->compute_ns / time->median_ns);
  if (time->compute_ns > near_arithmetic * time->median_ns && time->compute_ns > time->ceiling_ns)
    return g_strdup_printf ("compute-bound: at %.0f %% of multiply-adds in registers", 100 * time->compute_ns / time->median_ns);
  if (share > 1.05)
    return g_strdup_printf ("as fast as memory: faster than a plain %s of as many bytes (%.0f %%)%s", time->ceiling, 100 * share,
                            is_in_place (time) ? ", as it writes where it reads" : ", as some stay in nearer caches");
  if (share >= near_memory)
    return g_strdup_printf ("memory-bound: at %.0f %% of a plain %s", 100 * share, time->ceiling);
  if (time->ceiling_ns < short_ns && time->compute_ns < short_ns)
    return dup_too_small (time);
  return dup_unexplained (time, share);
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
  if (time->arithmetic_ns > MAX (time->ceiling_ns, time->compute_ns))
    return g_strdup_printf ("%.0f %% of its arithmetic", 100 * time->arithmetic_ns / time->median_ns);
  if (time->compute_ns > time->ceiling_ns)
    return g_strdup_printf ("%.0f %% of peak arithmetic", 100 * time->compute_ns / time->median_ns);
  if (time->ceiling_ns > held_up * time->median_ns)
    return NULL;
  return g_strdup_printf ("%.0f %% of a plain stream", 100 * time->ceiling_ns / time->median_ns);
}
