/* Kernels divided among threads, run in this process: by any number of threads, with their parts in either order. */
#pragma once

#include "fl-codegen-fixture.h"
#include "fl-formats.h"
#include "fl-pipeline.h"

typedef struct
{
  FlRun *run;
  void *library;
  guint8 *arena;
  gint64 *offsets, bytes;
  gint64 s0; /* the size that comes with the call; 0: there is none */
} Program;

static inline void
program_open (Program *program, const char *text, guint parts, guint grain)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("threads", text, strlen (text), &error);
  FlPipelineRequest request;

  g_assert_no_error (error);
  program->s0 = 0;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.cpu_parts = parts;
  request.options.cpu_grain_bytes = grain;
  program->run = fl_pipeline_run (graph, &request);
  g_assert_no_error (program->run->error);
  program->library = compile (program->run->program->source);
  program->offsets = g_new0 (gint64, program->run->program->plan->n_buffers + 1);
  program->bytes = fl_memory_plan_lay_out (program->run->program->plan, NULL, NULL, program->offsets, NULL, &error);
  g_assert_no_error (error);
  program->arena = g_malloc (program->bytes + 64);
}

static inline void
program_close (Program *program)
{
  dlclose (program->library);
  fl_run_unref (program->run);
  g_free (program->offsets);
  g_free (program->arena);
}

static inline gpointer
find_memory (const Program *program, const FlBuffer *buffer, gpointer *inputs)
{
  const FlMemoryPlan *plan = program->run->program->plan;
  const FlLowered *lowered = plan->schedule->lowered;

  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] == buffer)
      return inputs[i];
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].buffer == buffer && program->offsets[i] >= 0)
      return program->arena + program->offsets[i];
  return g_hash_table_lookup (plan->overwritten, buffer)
             ? find_memory (program, g_hash_table_lookup (plan->overwritten, buffer), inputs)
             : NULL;
}

static inline gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  *value = ((const Program *) data)->s0;
  return TRUE;
}

/* One phase in n parts, as n threads would; or the last part first. */
static inline void
run_phase (const Program *program, const FlKernelPhase *phase, gpointer *buffers, guint n_threads, gboolean is_backward)
{
  typedef void (*Kernel) (void *const *buffers, const gint64 *sizes, gint64 begin, gint64 end);
  Kernel function = (Kernel) dlsym (program->library, phase->name);
  gint64 extent = phase->extent ? fl_sym_get_hint (phase->extent, 1) : 1, n_steps;
  const gint64 sizes[1] = { program->s0 };

  g_assert_nonnull (function);
  if (program->s0 && phase->extent)
    g_assert_true (fl_sym_evaluate (phase->extent, look_up, (gpointer) program, &extent));
  n_steps = (extent + phase->step - 1) / phase->step;
  for (guint i = 0; i < n_threads; i++)
    {
      guint t = is_backward ? n_threads - 1 - i : i;
      gint64 begin = n_steps * t / n_threads * phase->step,
             end = MIN (n_steps * (t + 1) / n_threads * phase->step, extent);

      if (begin < end)
        function (buffers, sizes, begin, end);
    }
}

static inline gpointer
program_run (const Program *program, gpointer *inputs, guint n_threads, gboolean is_backward)
{
  const FlProgram *made = program->run->program;
  gpointer result;

  memset (program->arena, 0xab, program->bytes + 64); /* a read before the first write shows */
  for (guint i = 0; i < made->n_kernels; i++)
    {
      const FlKernel *kernel = &made->kernels[i];
      gpointer buffers[MAX_BUFFERS];

      if (!kernel->source)
        continue;
      for (guint k = 0; k < kernel->n_args; k++)
        buffers[k] = find_memory (program, kernel->args[k].buffer, inputs);
      for (guint k = 0; k < kernel->n_phases; k++)
        run_phase (program, &kernel->phases[k], buffers, n_threads, is_backward);
    }
  result = find_memory (program, made->plan->schedule->lowered->outputs[0].tensor.buffer, inputs);
  g_assert_nonnull (result);
  return result;
}

static inline guint
count_phases (const Program *program)
{
  guint n = 0;

  for (guint i = 0; i < program->run->program->n_kernels; i++)
    n += program->run->program->kernels[i].n_phases;
  return n;
}

/* The result for one thread; the same bytes for others. g_free it. */
static inline gpointer
run_all_ways (const Program *program, gpointer *inputs, gsize bytes)
{
  static const guint counts[] = { 2, 3, 7, 64 };
  gpointer first = g_memdup2 (program_run (program, inputs, 1, FALSE), bytes);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    for (guint backward = 0; backward < 2; backward++)
      if (memcmp (first, program_run (program, inputs, counts[i], backward), bytes) != 0)
        g_error ("%u threads%s: another result than one thread's\n%s", counts[i], backward ? ", backward" : "",
                 program->run->program->source);
  return first;
}
