/* What the tests of CUDA kernels share: graphs planned for CUDA, their kernels as one source,
 * expected values by the interpreter. */
#pragma once

#include "fl-cuda-cases.h"
#include "fl-cuda-phases.h"
#include "fl-intern.h"
#include "fl-loops-fixture.h"

enum
{
  CUDA_MAX_PHASES = 8
};

/* One kernel of a case with its arguments, and what they are afterwards. */
typedef struct
{
  const CudaCase *c;
  FlRun *run;
  const FlKernel *kernel;
  char *name;               /* of the function, which no other case has */
  LoopsArguments arguments; /* numbers: as the program that was built leaves them; bytes: before */
  gint64 sizes[8];
  gint64 n_blocks[CUDA_MAX_PHASES]; /* of each function */
} CudaKernel;

static inline FlRun *
cuda_plan (const CudaCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", c->signature, c->body);
  g_autoptr (FlGraph) graph = fl_graph_read_text (c->name, text, strlen (text), &error);
  FlPipelineRequest request;
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CUDA;
  request.options.split_reductions = !c->is_whole;
  request.options.strategy = fl_intern (c->strategy ? c->strategy : "inductor");
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

/* The reference is the program as it was built, one element after the other, without any pass. */
static inline void
cuda_kernel_init (CudaKernel *self, const CudaCase *c, FlRun *run, guint position, guint seed)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, position, &error);
  FlLoopInput input = { .lookup = loops_look_up, .max_steps = 20 * 1000 * 1000 };

  g_assert_no_error (error);
  *self = (CudaKernel) { .c = c, .run = run, .kernel = &run->program->kernels[position] };
  if (!self->kernel->source)
    g_test_message ("%s: %s", c->name, self->kernel->why_no_source);
  g_assert_nonnull (self->kernel->source);
  self->name = g_strdup_printf ("%s_of_%s_%u", self->kernel->name, c->name, position);
  g_strdelimit (self->name, "-", '_');
  g_assert_true (loops_arguments_init (&self->arguments, self->kernel, run->symbols, random, FALSE));
  input.n_arguments = self->arguments.n;
  input.arguments = self->arguments.numbers;
  g_assert_true (fl_loop_interpret (built, &input, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < self->kernel->n_sizes; i++)
    g_assert_true (loops_look_up (self->kernel->size_symbols[i], NULL, &self->sizes[i]));
  g_assert_cmpuint (self->kernel->n_phases, <=, CUDA_MAX_PHASES);
  for (guint i = 0; i < self->kernel->n_phases; i++)
    g_assert_true (fl_sym_evaluate (self->kernel->phases[i].extent, loops_look_up, NULL, &self->n_blocks[i]));
}

static inline void
cuda_kernel_clear (gpointer data)
{
  CudaKernel *self = data;

  loops_arguments_clear (&self->arguments);
  fl_run_unref (self->run);
  g_free (self->name);
}

static inline void
cuda_replace (GString *text, const char *from, const char *to)
{
  g_string_replace (text, from, to, 0);
}

/* All kernels (CudaKernel) with the helpers that they use: one translation unit. */
static inline char *
cuda_dup_source (const GArray *kernels)
{
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < kernels->len; i++)
    fl_preamble_note (fl_cuda_preamble_get (), &used, g_array_index (kernels, CudaKernel, i).kernel->source);
  fl_preamble_append (fl_cuda_preamble_get (), out, used, "");
  for (guint i = 0; i < kernels->len; i++)
    {
      const CudaKernel *kernel = &g_array_index (kernels, CudaKernel, i);
      g_autoptr (GString) source = g_string_new (kernel->kernel->source);

      cuda_replace (source, kernel->kernel->name, kernel->name);
      g_string_append_printf (out, "\n%s", source->str);
    }
  return g_string_free (out, FALSE);
}

/* The function's name where kernels of all cases are in one source. */
static inline char *
cuda_dup_phase (const CudaKernel *self, guint phase)
{
  GString *out = g_string_new (self->kernel->phases[phase].name);

  cuda_replace (out, self->kernel->name, self->name);
  return g_string_free (out, FALSE);
}

/* "(const float *) buffers[0], (float *) buffers[1], sizes[0]" */
static inline char *
cuda_dup_call (const CudaKernel *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->kernel->n_args; i++)
    g_string_append_printf (out, "%s(%s *) buffers[%u]", i ? ", " : "",
                            fl_dtype_get_c_type (self->kernel->args[i].buffer->layout.dtype), i);
  for (guint i = 0; i < self->kernel->n_sizes; i++)
    g_string_append_printf (out, ", sizes[%u]", i);
  return g_string_free (out, FALSE);
}

/* Kernels of all cases. */
static inline GArray *
cuda_collect (void)
{
  GArray *kernels = g_array_new (FALSE, TRUE, sizeof (CudaKernel));

  g_array_set_clear_func (kernels, cuda_kernel_clear);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_cases); i++)
    {
      g_autoptr (FlRun) run = cuda_plan (&cuda_cases[i]);

      for (guint k = 0; k < run->program->n_kernels; k++)
        {
          CudaKernel kernel;

          cuda_kernel_init (&kernel, &cuda_cases[i], fl_run_ref (run), k, 5 * i + k);
          g_array_append_val (kernels, kernel);
        }
    }
  return kernels;
}
