/* Multiplications and additions of library calls, from shapes: what their speed is measured by. */
#include "fl-aten-ids.h"
#include "fl-execute-private.h"

/* Elements of the weight that each result reads: the terms of its sum. */
static gint64
count_terms (const FlBuffer *call, FlSymLookup look_up, gpointer data)
{
  FlAtenOp op = call->aten == NULL ? FL_ATEN_OP_NONE : call->aten->op;
  guint position = op == FL_ATEN_OP_MM || op == FL_ATEN_OP_BMM || op == FL_ATEN_OP__INT_MM ? 0
                   : op == FL_ATEN_OP_ADDMM || op == FL_ATEN_OP_BADDBMM                    ? 1
                                                                                           : 2;
  gboolean is_convolution = op == FL_ATEN_OP_CONVOLUTION;
  if ((position == 2 && !is_convolution) || call->n_args < 3 - (position == 0))
    return 0;
  const FlExternArg *arg = &call->args[is_convolution ? 1 : position];
  const FlLayout *layout = arg->kind == FL_EXTERN_TENSOR ? &arg->tensor.layout : NULL;
  gint64 terms = 1, size;
  for (guint d = is_convolution   ? 1
                 : layout == NULL ? 0
                                  : layout->n_dims - 1;
       layout != NULL && d < layout->n_dims; d++)
    if (fl_sym_evaluate (layout->sizes[d], look_up, data, &size))
      terms *= size;
  return layout == NULL || layout->n_dims < 2 ? 0 : terms;
}

/* Of a transposed convolution each input, not each output, meets all taps. */
static const FlLayout *
find_counted (const FlBuffer *call)
{
  for (guint i = 0; i < call->n_args && call->aten != NULL && call->aten->op == FL_ATEN_OP_CONVOLUTION; i++)
    if (g_strcmp0 (call->args[i].keyword, "transposed") == 0 && call->args[i].kind == FL_EXTERN_VALUE
        && call->args[i].value.number != 0 && call->args[0].kind == FL_EXTERN_TENSOR)
      return &call->args[0].tensor.layout;
  return &call->layout;
}

static gboolean
read_sizes (const FlBuffer *call, guint n, FlSymLookup look_up, gpointer data, gint64 *sizes)
{
  const FlLayout *layout
      = n < call->n_args && call->args[n].kind == FL_EXTERN_TENSOR ? &call->args[n].tensor.layout : NULL;

  for (guint d = 0; layout != NULL && layout->n_dims == 4 && d < 4; d++)
    if (!fl_sym_evaluate (layout->sizes[d], look_up, data, &sizes[d]))
      return FALSE;
  return layout != NULL && layout->n_dims == 4;
}

static gboolean
is_causal (const FlBuffer *call)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (call->aten, &n);

  for (guint i = 0; i < n && i < call->n_args; i++)
    if (strcmp (params[i].name, "is_causal") == 0 && call->args[i].keyword == NULL)
      return call->args[i].kind == FL_EXTERN_VALUE && call->args[i].value.number != 0;
  return FALSE;
}

static gboolean
is_attention (FlAtenOp op)
{
  return op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU
         || op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION
         || op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION;
}

static gboolean
is_attention_gradient (FlAtenOp op)
{
  return op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_FOR_CPU_BACKWARD
         || op == FL_ATEN_OP__SCALED_DOT_PRODUCT_FLASH_ATTENTION_BACKWARD
         || op == FL_ATEN_OP__SCALED_DOT_PRODUCT_EFFICIENT_ATTENTION_BACKWARD;
}

/* Both products of attention, without what a causal mask hides: one over the query's depth, one over the value's. Its
 * gradient has three and two of them. 0: it is something else. */
static gint64
count_attention (const FlBuffer *call, FlSymLookup look_up, gpointer data)
{
  FlAtenOp op = call->aten == NULL ? FL_ATEN_OP_NONE : call->aten->op;
  const guint first = is_attention_gradient (op), of_query = first ? 3 : 1,
              of_value = first ? 2 : 1; /* the result's gradient comes first */
  gint64 q[4], k[4], v[4], n_scores;

  if ((!is_attention (op) && !is_attention_gradient (op)) || !read_sizes (call, first, look_up, data, q)
      || !read_sizes (call, first + 1, look_up, data, k) || !read_sizes (call, first + 2, look_up, data, v))
    return 0;
  n_scores = q[2] * k[2];
  if (is_causal (call)) /* row i sees i + 1 columns, as far as there are so many */
    n_scores = q[2] <= k[2] ? q[2] * (q[2] + 1) / 2 : k[2] * (k[2] + 1) / 2 + (q[2] - k[2]) * k[2];
  return 2 * q[0] * q[1] * n_scores * (of_query * q[3] + of_value * v[3]);
}

static gint64
multiply_sizes (const FlLayout *layout, guint first, FlSymLookup look_up, gpointer data)
{
  gint64 n = 1, size;

  for (guint d = first; d < layout->n_dims; d++)
    if (fl_sym_evaluate (layout->sizes[d], look_up, data, &size))
      n *= size;
  return n;
}

/* A convolution's gradients: of the input and of the weight, if asked for, each as much as the convolution itself. 0:
 * it is something else. */
static gint64
count_convolution_gradient (const FlBuffer *call, FlSymLookup look_up, gpointer data)
{
  enum
  {
    GRADIENT,
    INPUT,
    WEIGHT,
    TRANSPOSED = 7,
    MASK = 10,
    N_ARGS
  };
  guint n_asked = 0;

  if (call->aten == NULL || call->aten->op != FL_ATEN_OP_CONVOLUTION_BACKWARD || call->n_args < N_ARGS)
    return 0;
  const FlExternArg *mask = &call->args[MASK], *weight = &call->args[WEIGHT];
  const FlExternArg *narrow = &call->args[call->args[TRANSPOSED].value.number != 0 ? INPUT : GRADIENT];
  if (mask->kind != FL_EXTERN_VALUE || mask->value.n_items != 3 || weight->kind != FL_EXTERN_TENSOR
      || narrow->kind != FL_EXTERN_TENSOR)
    return 0;
  for (guint i = 0; i < 2; i++)
    n_asked += mask->value.items[i].number != 0;
  return 2 * n_asked * multiply_sizes (&narrow->tensor.layout, 0, look_up, data)
         * multiply_sizes (&weight->tensor.layout, 1, look_up, data);
}

gint64
fl_kernel_count_flops (const FlKernel *kernel, FlSymLookup look_up, gpointer data)
{
  const FlBuffer *call = kernel->call;

  if (kernel->kind != FL_KERNEL_EXTERN || call == NULL)
    return kernel->flops;
  gint64 terms = count_terms (call, look_up, data),
         rest = count_attention (call, look_up, data) + count_convolution_gradient (call, look_up, data);
  return rest > 0 ? rest : terms > 0 ? 2 * terms * multiply_sizes (find_counted (call), 0, look_up, data) : 0;
}
