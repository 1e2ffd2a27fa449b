/* Names of the IR, look-up, and its verifier. */
#include "fl-ir.h"

#include "fl-error.h"
#include "fl-intern.h"

static const struct
{
  const char *name;
  guint n_outputs;
} reductions[FL_N_REDUCTIONS] = {
  [FL_REDUCTION_SUM] = { "sum", 1 },
  [FL_REDUCTION_PROD] = { "prod", 1 },
  [FL_REDUCTION_MAX] = { "max", 1 },
  [FL_REDUCTION_MIN] = { "min", 1 },
  [FL_REDUCTION_ANY] = { "any", 1 },
  [FL_REDUCTION_XOR_SUM] = { "xor_sum", 1 },
  [FL_REDUCTION_ARGMAX] = { "argmax", 1 },
  [FL_REDUCTION_ARGMIN] = { "argmin", 1 },
  [FL_REDUCTION_ARGMAX_VALUE] = { "argmax_value", 1 },
  [FL_REDUCTION_ARGMIN_VALUE] = { "argmin_value", 1 },
  [FL_REDUCTION_ARGMAX_WITH_VALUE] = { "argmax_with_value", 2 },
  [FL_REDUCTION_ARGMIN_WITH_VALUE] = { "argmin_with_value", 2 },
  [FL_REDUCTION_DOT] = { "dot", 1 },
  [FL_REDUCTION_WELFORD_REDUCE] = { "welford_reduce", 3 },
  [FL_REDUCTION_WELFORD_COMBINE] = { "welford_combine", 3 },
  [FL_REDUCTION_ONLINE_SOFTMAX] = { "online_softmax_reduce", 2 },
};

static const char *const buffer_kind_names[FL_N_BUFFER_KINDS] = {
  [FL_BUFFER_INPUT] = "InputBuffer",
  [FL_BUFFER_CONSTANT] = "ConstantBuffer",
  [FL_BUFFER_COMPUTED] = "ComputedBuffer",
  [FL_BUFFER_EXTERN_OUT] = "ExternKernelOut",
  [FL_BUFFER_EXTERN_ALLOC] = "ExternKernelAlloc",
  [FL_BUFFER_FALLBACK] = "FallbackKernel",
  [FL_BUFFER_MULTI_OUTPUT] = "MultiOutput",
  [FL_BUFFER_CONCAT] = "ConcatKernel",
  [FL_BUFFER_NOP] = "ComputedBuffer", /* whose loops run over nothing */
  [FL_BUFFER_MUTATION_OUTPUT] = "MutationOutput",
  [FL_BUFFER_DEVICE_COPY] = "DeviceCopy",
  [FL_BUFFER_RANDOM_SEEDS] = "RandomSeeds",
};

gboolean
fl_reduction_is_arg (FlReductionType type)
{
  return type >= FL_REDUCTION_ARGMAX && type <= FL_REDUCTION_ARGMIN_WITH_VALUE;
}

const char *
fl_reduction_get_name (FlReductionType type)
{
  g_assert (type < FL_N_REDUCTIONS);
  return reductions[type].name;
}

guint
fl_reduction_get_n_outputs (FlReductionType type)
{
  g_assert (type < FL_N_REDUCTIONS);
  return reductions[type].n_outputs;
}

const char *
fl_buffer_kind_get_name (FlBufferKind kind)
{
  g_assert (kind < FL_N_BUFFER_KINDS);
  return buffer_kind_names[kind];
}

const char *
fl_buffer_get_class_name (const FlBuffer *buffer)
{
  return buffer->class_name != NULL ? buffer->class_name : fl_buffer_kind_get_name (buffer->kind);
}

FlBuffer *
fl_lowered_find_buffer (const FlLowered *lowered, const char *name)
{
  FlBuffer *buffer = lowered->by_name != NULL ? g_hash_table_lookup (lowered->by_name, name) : NULL;

  /* Names are nearly always interned already. */
  if (buffer == NULL && lowered->by_name != NULL)
    buffer = g_hash_table_lookup (lowered->by_name, fl_intern (name));
  return buffer;
}

/* --- verification ----------------------------------------------------------------------------- */

typedef struct
{
  const FlLowered *lowered;
  const FlBuffer *buffer;
  GHashTable *seen; /* FlExpr */
  GError **error;
} Check;

static gboolean
fail (const Check *check, const char *what, const char *name)
{
  g_set_error (check->error, FL_ERROR, FL_ERROR_GRAPH, "verifying %s (%s): %s%s%s",
               check->buffer != NULL ? check->buffer->name : "the lowered graph",
               check->buffer != NULL ? fl_buffer_kind_get_name (check->buffer->kind) : "IR", what,
               name != NULL ? ": " : "", name != NULL ? name : "");
  return FALSE;
}

static gboolean check_expr (Check *check, const FlExpr *expr);

static gboolean
check_index (Check *check, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];
      const FlIndirect *indirect = fl_expr_find_indirect (check->lowered->pool, symbol);

      if (fl_sym_get_kind (symbol) == FL_SYM_INDIRECT && indirect == NULL)
        return fail (check, "an indirect index is tied to nothing", fl_sym_get_name (symbol));
      if (indirect != NULL && !check_expr (check, indirect->value))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_expr (Check *check, const FlExpr *expr)
{
  if (!g_hash_table_add (check->seen, (gpointer) expr))
    return TRUE;
  if (expr->buffer != NULL && fl_lowered_find_buffer (check->lowered, expr->buffer) == NULL)
    return fail (check, "it loads an unknown buffer", expr->buffer);
  if (expr->index != NULL && !check_index (check, expr->index))
    return FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    if (!check_expr (check, expr->args[i]))
      return FALSE;
  return TRUE;
}

static gboolean
check_loops (Check *check, const FlLoops *loops)
{
  const FlLayout *layout = &check->buffer->layout;
  gboolean has_own_shape = loops->kind == FL_LOOPS_POINTWISE || loops->kind == FL_LOOPS_REDUCTION;

  if (loops->n_values < 1 || loops->n_values > 3)
    return fail (check, "its loops yield no value", NULL);
  if (has_own_shape && layout->n_dims != loops->n_ranges)
    return fail (check, "its loops and its layout have different ranks", NULL);
  for (guint i = 0; has_own_shape && i < loops->n_ranges; i++)
    if (!fl_sym_known_equal (loops->ranges[i], layout->sizes[i]))
      return fail (check, "its loops and its layout have different sizes", NULL);
  for (guint i = 0; i < loops->n_values; i++)
    if (!check_expr (check, loops->values[i]))
      return FALSE;
  for (guint i = 0; i < loops->n_scatter_index; i++)
    if (!check_index (check, loops->scatter_index[i]))
      return FALSE;
  return TRUE;
}

static gboolean
check_buffer (Check *check, guint number)
{
  const FlBuffer *buffer = check->buffer;

  if (buffer->number != number)
    return fail (check, "its number is not its position", NULL);
  if (fl_lowered_find_buffer (check->lowered, buffer->name) != buffer)
    return fail (check, "its name is not its own", NULL);
  if (buffer->layout.kind == FL_LAYOUT_FLEXIBLE)
    return fail (check, "its layout was never decided", NULL);
  if ((buffer->layout.kind == FL_LAYOUT_NON_OWNING || buffer->layout.kind == FL_LAYOUT_MUTATION)
      && buffer->layout.target == NULL)
    return fail (check, "its layout needs a target and has none", NULL);
  if (buffer->kind == FL_BUFFER_COMPUTED && buffer->loops == NULL)
    return fail (check, "it is computed, but has no loops", NULL);
  return buffer->loops == NULL || check_loops (check, buffer->loops);
}

gboolean
fl_lowered_verify (const FlLowered *lowered, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Check check = { lowered, NULL, seen, error };

  for (guint i = 0; i < lowered->n_buffers; i++)
    {
      check.buffer = lowered->buffers[i];
      if (!check_buffer (&check, i))
        return FALSE;
    }
  check.buffer = NULL;
  for (guint i = 0; i < lowered->n_operations; i++)
    if (lowered->operations[i]->op_name == NULL)
      return fail (&check, "an operation has no name", lowered->operations[i]->name);
  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR && lowered->outputs[i].tensor.buffer == NULL)
      return fail (&check, "an output has no buffer", NULL);
  return TRUE;
}
