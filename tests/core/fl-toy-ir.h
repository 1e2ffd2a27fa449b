/* IR made by hand, for tests of the scheduler that must not depend on lowering. */
#pragma once

#include "fl-fuse.h"
#include "fl-intern.h"

typedef struct
{
  FlArena *arena;
  FlSymTable *symbols;
  FlExprPool *pool;
  FlOptions options;
  FlPass pass;
  FlDevice device;
  GPtrArray *inputs, *buffers, *operations;
  GArray *outputs;
  FlLowered lowered;
} Toy;

static inline void
toy_init (Toy *toy, FlTarget target)
{
  *toy = (Toy) { .arena = fl_arena_open (), .symbols = fl_sym_table_new () };
  toy->pool = fl_expr_pool_new (toy->arena, toy->symbols);
  fl_options_init (&toy->options);
  toy->options.target = target;
  toy->device = target == FL_TARGET_CUDA ? (FlDevice) { fl_intern ("cuda"), 0 } : (FlDevice) { fl_intern ("cpu"), -1 };
  toy->pass = (FlPass) { .arena = toy->arena,
                         .trace = fl_trace_new (toy->arena),
                         .options = &toy->options,
                         .stop_stage = FL_N_STAGES,
                         .stop_step = G_MAXUINT32 };
  toy->inputs = g_ptr_array_new ();
  toy->buffers = g_ptr_array_new ();
  toy->operations = g_ptr_array_new ();
  toy->outputs = g_array_new (FALSE, TRUE, sizeof (FlOutput));
}

static inline void
toy_clear (Toy *toy)
{
  g_ptr_array_unref (toy->inputs);
  g_ptr_array_unref (toy->buffers);
  g_ptr_array_unref (toy->operations);
  g_array_unref (toy->outputs);
  fl_sym_table_unref (toy->symbols);
  fl_arena_close (toy->arena);
}

static inline const FlSym *
toy_int (Toy *toy, gint64 value)
{
  return fl_sym_int (toy->symbols, value);
}

static inline const FlSym **
toy_ints (Toy *toy, guint n, const gint64 *values)
{
  const FlSym **syms = fl_arena_new (toy->arena, const FlSym *, n + 1);

  for (guint i = 0; i < n; i++)
    syms[i] = toy_int (toy, values[i]);
  return syms;
}

static inline FlLayout
toy_layout (Toy *toy, FlDtype dtype, guint n, const gint64 *sizes, const gint64 *strides)
{
  return (FlLayout) { .kind = FL_LAYOUT_FIXED,
                      .device = toy->device,
                      .dtype = dtype,
                      .n_dims = n,
                      .sizes = toy_ints (toy, n, sizes),
                      .strides = toy_ints (toy, n, strides),
                      .offset = toy_int (toy, 0) };
}

static inline FlBuffer *
toy_input (Toy *toy, guint n, const gint64 *sizes, const gint64 *strides)
{
  FlBuffer *buffer = fl_arena_new (toy->arena, FlBuffer, 1);

  buffer->kind = FL_BUFFER_INPUT;
  buffer->name = fl_intern_printf ("arg%u_1", toy->inputs->len);
  buffer->layout = toy_layout (toy, FL_DTYPE_F32, n, sizes, strides);
  g_ptr_array_add (toy->inputs, buffer);
  return buffer;
}

static inline FlBuffer *
toy_buffer (Toy *toy, FlBufferKind kind, FlDtype dtype, guint n, const gint64 *sizes, const gint64 *strides)
{
  FlBuffer *buffer = fl_arena_new (toy->arena, FlBuffer, 1);

  buffer->kind = kind;
  buffer->number = toy->buffers->len;
  buffer->name = fl_intern_printf ("buf%u", toy->buffers->len);
  buffer->op_name = fl_intern_printf ("op%u", toy->operations->len);
  buffer->layout = toy_layout (toy, dtype, n, sizes, strides);
  buffer->fx_node = FL_NODE_NONE;
  g_ptr_array_add (toy->buffers, buffer);
  g_ptr_array_add (toy->operations, buffer);
  return buffer;
}

/* Loop variables i0, i1, … and r0_0, … ; 0 for a range of 1. */
static inline FlLoops *
toy_loops (Toy *toy, FlBuffer *buffer, FlLoopsKind kind, guint n, const gint64 *ranges, guint n_reduction,
           const gint64 *reduction)
{
  FlLoops *loops = fl_arena_new (toy->arena, FlLoops, 1);
  const FlSym **vars = fl_arena_new (toy->arena, const FlSym *, n + 1);
  const FlSym **rvars = fl_arena_new (toy->arena, const FlSym *, n_reduction + 1);

  loops->kind = kind;
  loops->device = toy->device;
  loops->dtype = loops->src_dtype = buffer->layout.dtype;
  loops->n_ranges = n;
  loops->ranges = toy_ints (toy, n, ranges);
  loops->n_reduction_ranges = n_reduction;
  loops->reduction_ranges = toy_ints (toy, n_reduction, reduction);
  for (guint i = 0; i < n; i++)
    vars[i]
        = ranges[i] == 1 ? toy_int (toy, 0) : fl_sym_var (toy->symbols, fl_intern_printf ("i%u", i), loops->ranges[i]);
  for (guint i = 0; i < n_reduction; i++)
    rvars[i] = fl_sym_var (toy->symbols, fl_intern_printf ("r0_%u", i), loops->reduction_ranges[i]);
  loops->vars = vars;
  loops->reduction_vars = rvars;
  loops->n_values = 1;
  buffer->loops = loops;
  return loops;
}

static inline const FlExpr *
toy_load (Toy *toy, const FlBuffer *buffer, const FlSym *const *index)
{
  return fl_expr_load (toy->pool, buffer->name, buffer->layout.dtype,
                       fl_layout_get_index (&buffer->layout, toy->symbols, index));
}

static inline void
toy_output (Toy *toy, FlBuffer *buffer)
{
  FlOutput output = { .kind = FL_OUTPUT_TENSOR, .tensor = { .buffer = buffer, .layout = buffer->layout } };

  buffer->is_output = TRUE;
  g_array_append_val (toy->outputs, output);
}

static inline const FlLowered *
toy_finish (Toy *toy)
{
  FlLowered *lowered = &toy->lowered;

  lowered->pool = toy->pool;
  lowered->symbols = toy->symbols;
  lowered->target = toy->options.target;
  lowered->n_inputs = toy->inputs->len;
  lowered->inputs = (FlBuffer *const *) toy->inputs->pdata;
  lowered->n_buffers = toy->buffers->len;
  lowered->buffers = (FlBuffer *const *) toy->buffers->pdata;
  lowered->n_operations = toy->operations->len;
  lowered->operations = (FlBuffer *const *) toy->operations->pdata;
  lowered->n_outputs = toy->outputs->len;
  lowered->outputs = (const FlOutput *) (gpointer) toy->outputs->data;
  lowered->by_name = g_hash_table_new (NULL, NULL);
  fl_arena_adopt (toy->arena, lowered->by_name, (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < toy->inputs->len; i++)
    g_hash_table_insert (lowered->by_name, (gpointer) lowered->inputs[i]->name, lowered->inputs[i]);
  for (guint i = 0; i < toy->buffers->len; i++)
    g_hash_table_insert (lowered->by_name, (gpointer) lowered->buffers[i]->name, lowered->buffers[i]);
  return lowered;
}

/* --- two graphs that several tests use -------------------------------------------------------- */

/* realize (a + 1), realize (that + 2), product with b: f32[16, 16]. */
static inline const FlLowered *
toy_make_adds_and_product (Toy *toy)
{
  static const gint64 sizes[] = { 16, 16 }, strides[] = { 16, 1 };
  FlBuffer *a = toy_input (toy, 2, sizes, strides), *b = toy_input (toy, 2, sizes, strides), *product;
  FlBuffer *from = a;
  FlExternArg *args = fl_arena_new (toy->arena, FlExternArg, 2);

  for (guint i = 0; i < 2; i++)
    {
      FlBuffer *buffer = toy_buffer (toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, sizes, strides);
      FlLoops *loops = toy_loops (toy, buffer, FL_LOOPS_POINTWISE, 2, sizes, 0, NULL);

      loops->values[0] = fl_expr_op2 (toy->pool, FL_SCALAR_ADD, toy_load (toy, from, loops->vars),
                                      fl_expr_constant (toy->pool, FL_DTYPE_F32, i + 1.0));
      from = buffer;
    }
  product = toy_buffer (toy, FL_BUFFER_EXTERN_OUT, FL_DTYPE_F32, 2, sizes, strides);
  product->kernel = "extern_kernels.mm";
  args[0] = (FlExternArg) { .kind = FL_EXTERN_TENSOR, .tensor = { .buffer = from, .layout = from->layout } };
  args[1] = (FlExternArg) { .kind = FL_EXTERN_TENSOR, .tensor = { .buffer = b, .layout = b->layout } };
  product->n_args = 2;
  product->args = args;
  toy_output (toy, product);
  return toy_finish (toy);
}

/* softmax over dimension 1 of f32[10, 3840] as the CPU has it (exp is a buffer), or with the online
 * reduction of a GPU. */
static inline const FlLowered *
toy_make_softmax (Toy *toy, gboolean online)
{
  static const gint64 sizes[] = { 10, 3840 }, strides[] = { 3840, 1 }, column[] = { 10, 1 },
                      column_strides[] = { 1, 10 }, row[] = { 3840 };
  FlBuffer *x = toy_input (toy, 2, sizes, strides), *maximum, *sum, *exps = NULL, *result;
  const FlSym *index[2];
  const FlExpr *value;
  FlLoops *loops;

  maximum = toy_buffer (toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, column, column_strides);
  loops = toy_loops (toy, maximum, FL_LOOPS_REDUCTION, 2, column, 1, row);
  index[0] = loops->vars[0];
  index[1] = loops->reduction_vars[0];
  loops->values[0] = toy_load (toy, x, index);
  loops->reduction = online ? FL_REDUCTION_ONLINE_SOFTMAX : FL_REDUCTION_MAX;
  if (!online)
    {
      exps = toy_buffer (toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, sizes, strides);
      loops = toy_loops (toy, exps, FL_LOOPS_POINTWISE, 2, sizes, 0, NULL);
      value = fl_expr_op2 (toy->pool, FL_SCALAR_SUB, toy_load (toy, x, loops->vars),
                           toy_load (toy, maximum, loops->vars));
      loops->values[0] = fl_expr_op1 (toy->pool, FL_SCALAR_EXP, value);
    }
  sum = toy_buffer (toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, column, column_strides);
  loops = toy_loops (toy, sum, FL_LOOPS_REDUCTION, 2, column, 1, row);
  index[0] = loops->vars[0];
  index[1] = loops->reduction_vars[0];
  loops->values[0] = toy_load (toy, online ? x : exps, index);
  loops->reduction = online ? FL_REDUCTION_ONLINE_SOFTMAX : FL_REDUCTION_SUM;
  loops->output_index = online;
  result = toy_buffer (toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, sizes, strides);
  loops = toy_loops (toy, result, FL_LOOPS_POINTWISE, 2, sizes, 0, NULL);
  value = online ? fl_expr_op1 (toy->pool, FL_SCALAR_EXP,
                                fl_expr_op2 (toy->pool, FL_SCALAR_SUB, toy_load (toy, x, loops->vars),
                                             toy_load (toy, maximum, loops->vars)))
                 : toy_load (toy, exps, loops->vars);
  loops->values[0] = fl_expr_op2 (toy->pool, FL_SCALAR_TRUEDIV, value, toy_load (toy, sum, loops->vars));
  toy_output (toy, result);
  return toy_finish (toy);
}
