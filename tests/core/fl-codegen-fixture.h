/* What the tests of generated kernels share: loop bodies made by hand, written as C, compiled,
 * loaded and run. */
#pragma once

#include <dlfcn.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fl-c-preamble.h"
#include "fl-codegen-emulate.h"
#include "fl-codegen.h"
#include "fl-intern.h"
#include "fl-quick-kernels.h"
#include "fl-random.h"
#include "fl-schedule-private.h"

/* --- a small graph of buffers
 * ------------------------------------------------------------------------------------ */

enum
{
  MAX_BUFFERS = 16
};

typedef struct
{
  FlArena *arena;
  FlSymTable *symbols;
  FlExprPool *pool;
  FlOptions options;
  FlPass pass;
  FlLowered lowered;
  FlBuffer *inputs[MAX_BUFFERS], *buffers[MAX_BUFFERS];
  FlOutput outputs[MAX_BUFFERS];
  FlSchedule *schedule;
  FlMemoryPlan *plan;
  FlProgram *program;
  void *library;
  GHashTable *memory; /* FlBuffer -> data of inputs */
  guint8 *arena_bytes;
  gint64 *offsets;
} Fixture;

static inline Fixture *
fixture_new (void)
{
  Fixture *fix = g_new0 (Fixture, 1);

  fix->arena = fl_arena_open ();
  fix->symbols = fl_sym_table_new ();
  fix->pool = fl_expr_pool_new (fix->arena, fix->symbols);
  fl_options_init (&fix->options);
  fix->options.target = FL_TARGET_CPU;
  fix->pass = (FlPass) { .arena = fix->arena,
                         .trace = fl_trace_new (fix->arena),
                         .options = &fix->options,
                         .stop_stage = FL_N_STAGES,
                         .stop_step = G_MAXUINT32 };
  fix->lowered = (FlLowered) { .pool = fix->pool,
                               .symbols = fix->symbols,
                               .target = FL_TARGET_CPU,
                               .inputs = fix->inputs,
                               .buffers = fix->buffers,
                               .operations = fix->buffers,
                               .outputs = fix->outputs,
                               .by_name = g_hash_table_new (NULL, NULL) };
  fix->memory = g_hash_table_new (NULL, NULL);
  return fix;
}

static inline void
fixture_free (Fixture *fix)
{
  if (fix->library)
    dlclose (fix->library);
  g_free (fix->arena_bytes);
  g_free (fix->offsets);
  g_hash_table_unref (fix->memory);
  g_hash_table_unref (fix->lowered.by_name);
  fl_sym_table_unref (fix->symbols);
  fl_arena_close (fix->arena);
  g_free (fix);
}

static inline const FlSym *
num (Fixture *fix, gint64 value)
{
  return fl_sym_int (fix->symbols, value);
}

static inline void
set_layout (Fixture *fix, FlLayout *layout, FlDtype dtype, guint n_dims, const FlSym *const *sizes)
{
  const FlSym **strides = fl_arena_new (fix->arena, const FlSym *, n_dims + 1);
  const FlSym *stride = num (fix, 1);

  for (guint i = n_dims; i-- > 0;)
    {
      strides[i] = stride;
      stride = fl_sym_mul (stride, sizes[i]);
    }
  *layout = (FlLayout) { .kind = FL_LAYOUT_FIXED,
                         .device = { fl_intern ("cpu"), -1 },
                         .dtype = dtype,
                         .n_dims = n_dims,
                         .sizes = fl_arena_memdup (fix->arena, sizes, n_dims * sizeof *sizes),
                         .strides = strides,
                         .offset = num (fix, 0) };
}

static inline FlBuffer *
add_input (Fixture *fix, FlDtype dtype, guint n_dims, const FlSym *const *sizes, gpointer data)
{
  FlBuffer *buffer = fl_arena_new (fix->arena, FlBuffer, 1);

  buffer->kind = FL_BUFFER_INPUT;
  buffer->name = fl_intern_printf ("arg%u_1", fix->lowered.n_inputs);
  buffer->fx_node = FL_NODE_NONE;
  set_layout (fix, &buffer->layout, dtype, n_dims, sizes);
  fix->inputs[fix->lowered.n_inputs++] = buffer;
  g_hash_table_insert (fix->lowered.by_name, (gpointer) buffer->name, buffer);
  g_hash_table_insert (fix->memory, buffer, data);
  return buffer;
}

/* Loops over sizes with variables v0, v1, …; the expression is added by the caller. */
static inline FlLoops *
new_loops (Fixture *fix, FlLoopsKind kind, FlDtype dtype, guint n_ranges, guint n_reduced, const FlSym *const *sizes)
{
  FlLoops *loops = fl_arena_new (fix->arena, FlLoops, 1);
  const FlSym **vars = fl_arena_new (fix->arena, const FlSym *, n_ranges + n_reduced + 1);

  for (guint i = 0; i < n_ranges + n_reduced; i++)
    {
      g_autofree char *name = g_strdup_printf ("v%u", i);

      vars[i] = fl_sym_var (fix->symbols, name, sizes[i]);
    }
  loops->kind = kind;
  loops->device = (FlDevice) { fl_intern ("cpu"), -1 };
  loops->dtype = loops->src_dtype = dtype;
  loops->n_ranges = n_ranges;
  loops->ranges = fl_arena_memdup (fix->arena, sizes, (n_ranges + n_reduced) * sizeof *sizes);
  loops->vars = vars;
  loops->n_reduction_ranges = n_reduced;
  loops->reduction_ranges = loops->ranges + n_ranges;
  loops->reduction_vars = vars + n_ranges;
  loops->n_values = 1;
  return loops;
}

static inline FlBuffer *
add_computed (Fixture *fix, FlLoops *loops, guint n_dims, const FlSym *const *sizes)
{
  FlBuffer *buffer = fl_arena_new (fix->arena, FlBuffer, 1);
  guint number = fix->lowered.n_buffers;

  buffer->kind = FL_BUFFER_COMPUTED;
  buffer->name = fl_intern_printf ("buf%u", number);
  buffer->number = number;
  buffer->op_name = fl_intern_printf ("op%u", number);
  buffer->loops = loops;
  buffer->fx_node = FL_NODE_NONE;
  set_layout (fix, &buffer->layout, loops->dtype, n_dims, sizes);
  fix->buffers[number] = buffer;
  fix->lowered.n_operations = ++fix->lowered.n_buffers;
  g_hash_table_insert (fix->lowered.by_name, (gpointer) buffer->name, buffer);
  return buffer;
}

static inline void
add_output (Fixture *fix, FlBuffer *buffer)
{
  buffer->is_output = TRUE;
  fix->outputs[fix->lowered.n_outputs++]
      = (FlOutput) { .kind = FL_OUTPUT_TENSOR, .tensor = { .buffer = buffer, .layout = buffer->layout } };
}

/* Element of a buffer at the loops' variables: iteration, then reduction. */
static inline const FlExpr *
load (Fixture *fix, const FlBuffer *buffer, const FlSym *const *index)
{
  return fl_expr_load (fix->pool, buffer->name, buffer->layout.dtype,
                       fl_layout_get_index (&buffer->layout, fix->symbols, index));
}

/* --- building and running
 * ---------------------------------------------------------------------------------------- */

static inline void *
compile (const char *source)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL);
  g_autofree char *c = g_build_filename (folder, "kernels.c", NULL),
                  *so = g_build_filename (folder, "kernels.so", NULL);
  const char *const *flags = fl_c_preamble_get_flags ();
  static const char *const quick_flags[] = { FL_QUICK_FLAGS };
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *errors = NULL;
  int status;
  void *library;

  g_assert_true (g_file_set_contents (c, source, -1, NULL));
  g_ptr_array_add (argv, (gpointer) (g_getenv ("FUSELOOM_CC") ? g_getenv ("FUSELOOM_CC") : "cc"));
  for (guint i = 0; flags[i]; i++)
    g_ptr_array_add (argv, (gpointer) flags[i]);
  for (guint i = 0; i < 6; i++)
    g_ptr_array_add (argv, (gpointer) (const char *[]) { "-O3", "-march=native", "-std=gnu17", "-shared", "-fPIC",
                                                         "-Wall" }[i]);
  for (guint i = 0; i < G_N_ELEMENTS (quick_flags) && !is_long_run (); i++)
    g_ptr_array_add (argv, (gpointer) quick_flags[i]);
  g_ptr_array_add (argv, (gpointer) "-Werror=implicit-function-declaration");
  for (guint i = 0; i < 4; i++)
    g_ptr_array_add (argv, (gpointer) (const char *[]) { c, "-o", so, "-lm" }[i]);
  g_ptr_array_add (argv, NULL);
  g_assert_true (
      g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &errors, &status, NULL));
  if (status != 0)
    g_test_message ("%s\n%s", source, errors);
  g_assert_cmpint (status, ==, 0);
  library = dlopen (so, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (library);
  g_unlink (c);
  g_unlink (so);
  g_rmdir (folder);
  return library;
}

static inline void
schedule_all (Fixture *fix)
{
  GError *error = NULL;

  fix->schedule = fl_schedule_run (&fix->pass, &fix->lowered, &error);
  g_assert_no_error (error);
}

/* The first so many scheduled nodes become one. */
static inline void
fuse_first (Fixture *fix, FlSchedKind kind, guint n_nodes)
{
  FlSchedContext context;
  FlSchedNode **nodes = fl_arena_memdup (fix->arena, fix->schedule->nodes + n_nodes - 1,
                                         (fix->schedule->n_nodes - n_nodes + 1) * sizeof *nodes);
  FlSchedule *fused = fl_arena_memdup (fix->arena, fix->schedule, sizeof *fused);

  fl_sched_context_init (&context, &fix->pass, &fix->lowered);
  nodes[0] = fl_sched_group_new (&context, kind, fix->schedule->nodes, n_nodes, fix->schedule->n_words);
  fused->nodes = nodes;
  fused->n_nodes -= n_nodes - 1;
  fix->schedule = fused;
  fl_sched_context_clear (&context);
}

/* All of them do. */
static inline void
fuse_all (Fixture *fix, FlSchedKind kind)
{
  fuse_first (fix, kind, fix->schedule->n_nodes);
}

static inline void
build (Fixture *fix)
{
  GError *error = NULL;
  gint64 bytes;

  fix->plan = fl_memory_plan_run (&fix->pass, fix->schedule, &error);
  g_assert_no_error (error);
  fl_memory_plan_verify (fix->plan, &error);
  g_assert_no_error (error);
  fix->program = fl_codegen_run (&fix->pass, fix->plan, &error);
  g_assert_no_error (error);
  if (g_test_verbose ())
    g_test_message ("%s\n%s", fix->program->source, fix->program->wrapper);
  fix->library = get_cross () ? NULL : compile (fix->program->source);
  fix->offsets = g_new0 (gint64, fix->plan->n_buffers + 1);
  bytes = fl_memory_plan_lay_out (fix->plan, NULL, NULL, fix->offsets, NULL, &error);
  g_assert_no_error (error);
  fix->arena_bytes = g_malloc (bytes + 64);
  memset (fix->arena_bytes, 0xAB, bytes + 64); /* a read before the first write shows */
}

static inline gpointer
get_memory (Fixture *fix, const FlBuffer *buffer)
{
  gpointer data = g_hash_table_lookup (fix->memory, buffer);

  for (guint i = 0; i < fix->plan->n_buffers && !data; i++)
    if (fix->plan->buffers[i].buffer == buffer && fix->offsets[i] >= 0)
      data = fix->arena_bytes + fix->offsets[i];
  g_assert_nonnull (data);
  return data;
}

static inline gint64
get_extent (const FlKernel *kernel)
{
  return kernel->phases[0].extent ? fl_sym_get_hint (kernel->phases[0].extent, 8) : 1;
}

static inline gpointer
get_fixture_memory (gpointer fixture, const FlBuffer *buffer)
{
  return get_memory (fixture, buffer);
}

/* Calls every function of every kernel in two halves, as two threads would. */
static inline void
run (Fixture *fix)
{
  typedef void (*Kernel) (void *const *buffers, const gint64 *sizes, gint64 begin, gint64 end);

  if (get_cross ())
    {
      run_emulated (fix->program, get_fixture_memory, fix);
      return;
    }

  for (guint i = 0; i < fix->program->n_kernels; i++)
    {
      const FlKernel *kernel = &fix->program->kernels[i];
      gpointer buffers[MAX_BUFFERS];
      gint64 sizes[MAX_BUFFERS];

      for (guint k = 0; k < kernel->n_args; k++)
        buffers[k] = get_memory (fix, kernel->args[k].buffer);
      for (guint k = 0; k < kernel->n_sizes; k++)
        sizes[k] = fl_sym_get_hint (kernel->size_symbols[k], 8);
      for (guint k = 0; k < kernel->n_phases; k++)
        {
          const FlKernelPhase *phase = &kernel->phases[k];
          Kernel function = (Kernel) dlsym (fix->library, phase->name);
          gint64 extent = phase->extent ? fl_sym_get_hint (phase->extent, 8) : 1,
                 half = extent / 2 / phase->step * phase->step;

          g_assert_nonnull (function);
          if (half > 0)
            function (buffers, sizes, 0, half);
          function (buffers, sizes, half, extent);
        }
    }
}

static inline void
build_and_run (Fixture *fix)
{
  build (fix);
  run (fix);
}

static inline float *
make_floats (gsize n, guint32 seed)
{
  float *data = g_new (float, n + 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < n; i++)
    data[i] = (float) g_rand_double_range (rand, -3, 3);
  return data;
}

static inline void
assert_close (double got, double expected, double tolerance)
{
  if (isnan (expected))
    g_assert_true (isnan (got));
  else if (fabs (got - expected) > tolerance * MAX (1, fabs (expected)))
    g_error ("got %.9g, expected %.9g", got, expected);
}
