/* One kernel as CUDA C++: its head, what the threads do, its foot.
 * In: a nest.  Out: source with its map, and what it is started with.  Keeps: every element
 * computed as its body says. */
#include "fl-c-kernel-text.h"
#include "fl-c-preamble.h"
#include "fl-c-writer.h"
#include "fl-cuda-phases.h"
#include "fl-cuda-words.h"
#include "fl-error.h"
#include "fl-intern.h"
#include "fl-kernel-cost.h"
#include "fl-kernel-loops.h"
#include "fl-kernel-passes.h"
#include "fl-kernel.h"
#include "fl-occupancy.h"
#include "fl-print-cuda.h"
#include "fl-quote.h"

enum
{
  MOST_OWN_BYTES = 1 << 28 /* of memory between the loops of a kernel */
};

/* --- the head ------------------------------------------------------------ */

static void
write_launch (FlCWriter *writer, const FlLoopProgram *program, const FlCudaGrid *grid)
{
  g_autofree char *blocks = fl_sym_dup_text (grid->n_blocks), *clusters = NULL, *held = NULL;
  const guint capability = (guint) writer->pass->options->cuda_capability;
  FlOccupancyBlock block;
  FlOccupancy occupancy;
  g_autoptr (GString) comment = g_string_new (NULL), head = g_string_new (NULL);

  fl_quote_append_c_comment (comment, blocks);
  if (grid->n_cluster > 1)
    clusters = g_strdup_printf (" in clusters of %" G_GINT64_FORMAT, grid->n_cluster);
  fl_c_line (writer, "/* started with %s %s of %" G_GINT64_FORMAT " threads%s; pointers are multiples of 16 bytes */",
             comment->str, g_str_equal (blocks, "1") ? "block" : "blocks", grid->n_threads, clusters ? clusters : "");
  if (fl_occupancy_find_block (program, &block) && fl_occupancy_find (capability, &block, &occupancy))
    held = fl_occupancy_dup_text (&block, &occupancy);
  if (held)
    fl_c_line (writer, "/* a multiprocessor of sm_%u holds %s */", capability, held);
  g_string_append (head, "extern \"C\" __global__ void");
  if (grid->n_cluster > 1)
    g_string_append_printf (head, " __cluster_dims__ (%" G_GINT64_FORMAT ", 1, 1)", grid->n_cluster);
  g_string_append_printf (head, " __launch_bounds__ (%" G_GINT64_FORMAT, grid->n_threads);
  if (grid->n_resident)
    g_string_append_printf (head, ", %u", grid->n_resident);
  fl_c_line (writer, "%s)", head->str);
}

/* "const float *__restrict__ x,  / * f32[6, 40] * /" a line; then sizes. Memory that is written and read is no
 * restricted pointer's: what other threads write before a barrier would be nothing to the compiler, which may then load
 * behind it what it loaded before. */
static void
write_arguments (FlCWriter *writer, const FlKernel *kernel, const char *name)
{
  const guint n = kernel->n_args + kernel->n_sizes;

  fl_c_line (writer, n == 0 ? "%s ()" : "%s (", name);
  for (guint i = 0; i < n; i++)
    {
      const char *end = i + 1 < n ? "," : ")";

      if (i < kernel->n_args)
        fl_c_line (writer, "    %s%s *%s%s%s  /* %s */", kernel->args[i].is_written ? "" : "const ",
                   fl_dtype_get_c_type (kernel->args[i].buffer->layout.dtype),
                   kernel->args[i].is_written && kernel->args[i].is_read ? "" : "__restrict__ ",
                   fl_c_get_foreign_name (writer, 'b', kernel->args[i].buffer->name), end,
                   fl_c_kernel_describe_arg (writer, kernel, kernel->args[i].buffer));
      else
        fl_c_line (writer, "    const int64_t %s%s",
                   fl_c_get_foreign_name (writer, 's', fl_sym_get_name (kernel->size_symbols[i - kernel->n_args])),
                   end);
    }
  fl_c_line (writer, "{");
}

static void
write_foot (FlCWriter *writer)
{
  if (writer->has_checks)
    {
      writer->indent = 1;
      fl_c_line (writer, "if (bad_indices)");
      fl_c_line (writer, "  atomicAdd (&fl_index_errors, (unsigned long long) bad_indices);");
    }
  writer->indent = 0;
  fl_c_line (writer, "}");
}

static void
reserve_words (FlCWriter *writer)
{
  const char *const *words = fl_cuda_get_words ();

  for (guint i = 0; words[i]; i++)
    g_hash_table_insert (writer->names, (gpointer) fl_intern (words[i]), GUINT_TO_POINTER (1));
}

static void
reserve_arguments (FlCWriter *writer, const FlKernel *kernel)
{
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlBuffer *buffer = kernel->args[i].buffer;

      if (!fl_c_get_compute_type (buffer->layout.dtype))
        fl_c_fail (writer, "elements of %s in %s", fl_dtype_get_torch_name (buffer->layout.dtype), buffer->name);
      g_hash_table_insert (writer->names, (gpointer) fl_c_get_foreign_name (writer, 'b', buffer->name),
                           GUINT_TO_POINTER (1));
    }
}

/* --- the kernel ---------------------------------------------------------- */

/* "alignas (16) static __device__ float triton_red_fused_sum_0_buf0[4096];" */
static void
write_own (FlCWriter *writer, const FlKernel *kernel, const GPtrArray *buffers)
{
  for (guint i = 0; i < buffers->len; i++)
    {
      const FlBuffer *buffer = buffers->pdata[i];
      const FlSym *size = fl_layout_get_storage_size (&buffer->layout, fl_sym_get_table (kernel->phases[0].extent));
      gint64 n;

      if (!fl_sym_is_int (size, &n) || n > MOST_OWN_BYTES / MAX (fl_dtype_get_size_bytes (buffer->layout.dtype), 1))
        fl_c_fail (writer, "memory between loops for %s, whose size is %s", buffer->name,
                   fl_sym_is_int (size, &n) ? "large" : "known at run time only");
      else
        fl_c_line (writer, "alignas (16) static __device__ %s %s_%s[%" G_GINT64_FORMAT "];",
                   fl_dtype_get_c_type (buffer->layout.dtype), kernel->name,
                   fl_c_get_foreign_name (writer, 'b', buffer->name), MAX (n, 1));
    }
}

/* One function. */
static void
write_phase (FlCWriter *writer, const FlKernel *kernel, const FlKernelPhase *phase, const FlCudaGrid *grid,
             const FlLoopProgram *program, const GPtrArray *own)
{
  FlCCapture capture;
  GString *body;

  writer->has_checks = FALSE;
  write_launch (writer, program, grid);
  fl_c_begin_capture (writer, &capture);
  writer->indent = 1;
  fl_print_cuda_body (writer, program);
  body = fl_c_end_capture (writer, &capture);
  writer->indent = 0;
  write_arguments (writer, kernel, phase->name);
  for (guint i = 0; i < own->len; i++)
    {
      const FlBuffer *buffer = own->pdata[i];
      const char *name = fl_c_get_foreign_name (writer, 'b', buffer->name);

      fl_c_line (writer, "  %s *const %s = %s_%s;", fl_dtype_get_c_type (buffer->layout.dtype), name, kernel->name,
                 name);
    }
  if (writer->has_checks)
    fl_c_line (writer, "  int64_t bad_indices = 0;");
  fl_c_paste (writer, body, 0);
  write_foot (writer);
}

static GPtrArray *
make_programs (FlCWriter *writer, const FlKernel *kernel)
{
  g_autoptr (GError) error = NULL;
  const FlCudaPhasesRequest request = { .arena = writer->pass->arena,
                                        .plan = writer->plan,
                                        .nest = writer->nest,
                                        .kernel = kernel,
                                        .machine = fl_kernel_get_machine (writer->pass->options),
                                        .off = writer->pass->options->loops_off,
                                        .one_block_steps = FL_CUDA_ONE_BLOCK_STEPS };
  GPtrArray *programs = fl_cuda_phases_make (&request, &error);

  if (!programs)
    fl_c_fail (writer, "%s", error->message);
  return programs;
}

/* FALSE: one of the programs has no grid. */
static gboolean
find_phases (FlCWriter *writer, FlKernel *kernel, const GPtrArray *programs, FlCudaGrid *grids)
{
  FlKernelPhase *phases = fl_arena_new (writer->pass->arena, FlKernelPhase, programs->len);

  for (guint i = 0; i < programs->len; i++)
    {
      if (!fl_print_cuda_find_grid (programs->pdata[i], &grids[i]))
        return FALSE;
      phases[i] = (FlKernelPhase) { .name = i > 0 ? fl_intern_printf ("%s_phase%u", kernel->name, i) : kernel->name,
                                    .extent = grids[i].n_blocks,
                                    .step = grids[i].n_threads,
                                    .cluster = (guint) grids[i].n_cluster,
                                    .work = (kernel->read_bytes + kernel->written_bytes) / programs->len };
    }
  kernel->n_phases = programs->len;
  kernel->phases = phases;
  return TRUE;
}

/* program: the version of its loop program to be printed; NULL: as all passes leave it. */
static void
write_kernel (FlCWriter *writer, FlKernel *kernel, const FlLoopProgram *program)
{
  g_autoptr (GPtrArray) programs = NULL, own = g_ptr_array_new ();
  g_autofree FlCudaGrid *grids = NULL;

  reserve_words (writer);
  reserve_arguments (writer, kernel);
  if (writer->unsupported)
    return;
  programs = program ? g_ptr_array_new () : make_programs (writer, kernel);
  if (!programs)
    return;
  if (program)
    g_ptr_array_add (programs, (gpointer) program);
  grids = g_new0 (FlCudaGrid, programs->len);
  if (!find_phases (writer, kernel, programs, grids))
    {
      fl_c_fail (writer, "a grid: its iterations are not proved to write apart");
      return;
    }
  kernel->n_passes = 0;
  kernel->flops = 0;
  for (guint i = 0; i < programs->len; i++)
    {
      const FlLoopProgram *whole = fl_kernel_find_whole (programs->pdata[i]);

      /* Functions that one loop program was divided into compute its operations together. */
      if (i == 0 || whole->kernel != ((const FlLoopProgram *) programs->pdata[i - 1])->kernel)
        kernel->flops += fl_kernel_count_operations (whole);
      kernel->n_passes = MAX (kernel->n_passes, fl_kernel_count_passes (programs->pdata[i]));
      fl_cuda_phases_collect_own (programs->pdata[i], kernel, own);
    }
  fl_c_kernel_write_title (writer, kernel);
  write_own (writer, kernel, own);
  for (guint i = 0; i < programs->len && !writer->unsupported; i++)
    {
      if (i > 0)
        fl_c_line (writer, "%s", "");
      write_phase (writer, kernel, &kernel->phases[i], &grids[i], programs->pdata[i], own);
    }
}

/* Spelled as CUDA C++, with names settled; what cannot be is in writer->unsupported. */
static void
print (FlCWriter *writer, FlKernel *kernel, const FlLoopProgram *program)
{
  g_autofree char *spelled = NULL, *missing = NULL;

  write_kernel (writer, kernel, program);
  if (writer->unsupported)
    return;
  spelled = fl_cuda_dup_spelled (writer->out->str);
  missing = fl_preamble_find_missing (fl_cuda_preamble_get (), spelled);
  if (missing)
    {
      fl_c_fail (writer, "the function %s", missing);
      return;
    }
  g_string_assign (writer->out, spelled);
  fl_c_settle_names (writer, fl_cuda_get_words ());
}

char *
fl_cuda_kernel_dup_printed (const FlPass *pass, const FlMemoryPlan *plan, const FlKernel *kernel,
                            const FlLoopProgram *loops, GError **error)
{
  const FlNest *nest = fl_kernel_make_nest (pass->arena, plan, kernel->node);
  FlKernel printed = *kernel;
  FlCudaGrid grid;
  FlCWriter writer;
  char *text = NULL;

  if (!fl_print_cuda_find_grid (loops, &grid))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "it is no CUDA kernel yet: no axis is mapped to a grid of blocks");
      return NULL;
    }
  fl_c_writer_init (&writer, pass, plan, nest);
  fl_c_kernel_find_sizes (pass, nest, &printed);
  print (&writer, &printed, loops);
  if (writer.unsupported)
    g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the CUDA printer does not have %s", writer.unsupported);
  else
    text = g_strdup (writer.out->str);
  fl_c_writer_clear (&writer);
  return text;
}

void
fl_cuda_kernel_write (const FlPass *pass, const FlMemoryPlan *plan, FlKernel *kernel)
{
  const FlNest *nest = fl_kernel_make_nest (pass->arena, plan, kernel->node);
  FlCWriter writer;

  fl_kernel_find_args (pass, plan, kernel);
  if (!nest)
    {
      kernel->why_no_source = "it has no loops of its own";
      return;
    }
  fl_c_kernel_find_sizes (pass, nest, kernel);
  fl_c_writer_init (&writer, pass, plan, nest);
  print (&writer, kernel, NULL);
  if (!writer.unsupported)
    {
      kernel->source = fl_arena_strndup (pass->arena, writer.out->str, writer.out->len);
      kernel->n_spans = writer.spans->len;
      kernel->spans = fl_arena_memdup (pass->arena, writer.spans->data, writer.spans->len * sizeof (FlSourceSpan));
    }
  else
    {
      kernel->why_no_source = writer.unsupported;
      kernel->n_phases = 0;
      kernel->phases = NULL;
    }
  fl_c_writer_clear (&writer);
}
