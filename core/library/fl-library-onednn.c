/* oneDNN: its C interface changed between versions 2 and 3 where primitives are described; both are served. */
#include "fl-library.h"

#include <oneapi/dnnl/dnnl.h>
#include <string.h>

void
fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride)
{
  gboolean a_plain = a->column_stride == 1, b_plain = b->column_stride == 1;
  gint64 lda = MAX (a_plain ? a->row_stride : a->column_stride, a_plain ? a->columns : a->rows);
  gint64 ldb = MAX (b_plain ? b->row_stride : b->column_stride, b_plain ? b->columns : b->rows);
  dnnl_sgemm (a_plain ? 'N' : 'T', b_plain ? 'N' : 'T', a->rows, b->columns, a->columns, alpha, a->data, MAX (lda, 1), b->data,
              MAX (ldb, 1), beta, c, stride);
}

gboolean
fl_library_gemm_is_plain (void)
{
  return FALSE;
}

/* A tensor as the caller has it, and as the primitive wants it where that differs. */
typedef struct
{
  dnnl_memory_t outer, inner; /* inner: NULL when outer will do */
  dnnl_primitive_t reorder;   /* between the two, in the direction the data go */
  dnnl_memory_t scratch;      /* of the reorder */
} Slot;

typedef struct
{
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_attr_t attributes;
  dnnl_primitive_t primitive;
  dnnl_memory_t scratch;
  Slot in, weight, bias, out;
} Convolution;

#if DNNL_VERSION_MAJOR >= 3
typedef dnnl_memory_desc_t Desc;
#define DESC_OF(pd, what) ((dnnl_memory_desc_t) dnnl_primitive_desc_query_md ((pd), (what), 0))
static void
describe (Desc *desc, guint n, const gint64 *sizes, const gint64 *strides)
{
  dnnl_memory_desc_create_with_strides (desc, n, sizes, dnnl_f32, strides);
}
static void
describe_any (Desc *desc, guint n, const gint64 *sizes)
{
  dnnl_memory_desc_create_with_tag (desc, n, sizes, dnnl_f32, dnnl_format_tag_any);
}
static void
forget (Desc *desc)
{
  dnnl_memory_desc_destroy (*desc);
}
static gboolean
is_equal (dnnl_memory_desc_t a, dnnl_memory_desc_t b)
{
  return dnnl_memory_desc_equal (a, b);
}
typedef dnnl_memory_desc_t DescRef;
#define REF(desc) (desc)
#else
typedef dnnl_memory_desc_t Desc;
typedef const dnnl_memory_desc_t *DescRef;
#define REF(desc) (&(desc))
#define DESC_OF(pd, what) dnnl_primitive_desc_query_md ((pd), (what), 0)
static void
describe (Desc *desc, guint n, const gint64 *sizes, const gint64 *strides)
{
  dnnl_memory_desc_init_by_strides (desc, n, sizes, dnnl_f32, strides);
}
static void
describe_any (Desc *desc, guint n, const gint64 *sizes)
{
  dnnl_memory_desc_init_by_tag (desc, n, sizes, dnnl_f32, dnnl_format_tag_any);
}
static void
forget (Desc *desc)
{
}
static gboolean
is_equal (DescRef a, DescRef b)
{
  return dnnl_memory_desc_equal (a, b);
}
#endif

static dnnl_status_t
describe_primitive (dnnl_primitive_desc_t *pd, const Convolution *self, const FlConvolution *shape, DescRef in, DescRef weight,
                    DescRef bias, DescRef out)
{
  dnnl_dims_t dilates = { 0 };
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1; /* oneDNN counts the gaps */
#if DNNL_VERSION_MAJOR >= 3
  return dnnl_convolution_forward_primitive_desc_create (pd, self->engine, dnnl_forward_inference, dnnl_convolution_direct, in, weight,
                                                         bias, out, shape->stride, dilates, shape->padding, shape->padding,
                                                         self->attributes);
#else
  dnnl_convolution_desc_t desc;
  dnnl_status_t status
      = dnnl_dilated_convolution_forward_desc_init (&desc, dnnl_forward_inference, dnnl_convolution_direct, in, weight, bias, out,
                                                    shape->stride, dilates, shape->padding, shape->padding);
  return status != dnnl_success ? status : dnnl_primitive_desc_create (pd, &desc, self->attributes, self->engine, NULL);
#endif
}

/* Groups are a dimension of their own in oneDNN's weights. */
static guint
group_weight (const FlConvolution *shape, gint64 *sizes, gint64 *strides)
{
  guint n = shape->n_spatial + 2;
  guint extra = shape->groups > 1;
  memcpy (sizes + extra, shape->weight_sizes, n * sizeof *sizes);
  memcpy (strides + extra, shape->weight_strides, n * sizeof *strides);
  if (extra)
    {
      sizes[0] = shape->groups;
      sizes[1] /= shape->groups;
      strides[0] = sizes[1] * strides[1];
    }
  return n + extra;
}

/* Channels innermost: what the fast kernels like best. */
static void
describe_channels_last (Desc *desc, guint n, const gint64 *sizes)
{
  dnnl_dims_t strides = { 0 };
  gint64 stride = sizes[1];
  strides[1] = 1;
  for (guint d = n; d-- > 2;)
    {
      strides[d] = stride;
      stride *= sizes[d];
    }
  strides[0] = stride;
  describe (desc, n, sizes, strides);
}

/* Memory that the primitive needs beside its operands: else the library keeps it for the thread that made the primitive, and others
 * crash. */
static gboolean
open_scratch (Convolution *self, dnnl_primitive_desc_t pd, dnnl_memory_t *scratch)
{
  return dnnl_memory_create (scratch, DESC_OF (pd, dnnl_query_scratchpad_md), self->engine, DNNL_MEMORY_ALLOCATE) == dnnl_success;
}

/* Opens one side: user is how the caller has it, wanted how the primitive does. */
static gboolean
open_slot (Convolution *self, Slot *slot, DescRef user, DescRef wanted, gboolean is_result)
{
  if (dnnl_memory_create (&slot->outer, user, self->engine, DNNL_MEMORY_NONE) != dnnl_success)
    return FALSE;
  if (wanted == NULL || is_equal (user, wanted))
    return TRUE;
  dnnl_primitive_desc_t reorder = NULL;
  gboolean ok = dnnl_reorder_primitive_desc_create (&reorder, is_result ? wanted : user, self->engine, is_result ? user : wanted,
                                                    self->engine, self->attributes) == dnnl_success
                && dnnl_primitive_create (&slot->reorder, reorder) == dnnl_success && open_scratch (self, reorder, &slot->scratch)
                && dnnl_memory_create (&slot->inner, wanted, self->engine, DNNL_MEMORY_ALLOCATE) == dnnl_success;
  if (reorder != NULL)
    dnnl_primitive_desc_destroy (reorder);
  return ok;
}

static gboolean
is_slow (dnnl_primitive_desc_t pd)
{
  const char *name = NULL;
  return dnnl_primitive_desc_query (pd, dnnl_query_impl_info_str, 0, &name) == dnnl_success && name != NULL
         && g_str_has_prefix (name, "ref");
}

/* As the caller has the tensors; where oneDNN has only its plain loops for that (channels last in, first out), with
 * channels last on both sides and the copies that this needs. */
static gboolean
make_primitive (Convolution *self, const FlConvolution *shape)
{
  guint n = shape->n_spatial + 2;
  dnnl_dims_t weight_sizes = { 0 }, weight_strides = { 0 };
  guint n_weight = group_weight (shape, weight_sizes, weight_strides);
  Desc in, weight, any_weight, bias, out, last_in, last_out;
  dnnl_dims_t bias_sizes = { shape->weight_sizes[0] }, one = { 1 };
  describe (&in, n, shape->sizes, shape->in_strides);
  describe (&weight, n_weight, weight_sizes, weight_strides);
  describe_any (&any_weight, n_weight, weight_sizes);
  describe (&bias, 1, bias_sizes, one);
  describe (&out, n, shape->out_sizes, shape->out_strides);
  describe_channels_last (&last_in, n, shape->sizes);
  describe_channels_last (&last_out, n, shape->out_sizes);

  dnnl_primitive_desc_t pd = NULL, other = NULL;
  DescRef bias_ref = shape->has_bias ? REF (bias) : NULL;
  if (describe_primitive (&pd, self, shape, REF (in), REF (any_weight), bias_ref, REF (out)) != dnnl_success)
    pd = NULL;
  if ((pd == NULL || is_slow (pd))
      && describe_primitive (&other, self, shape, REF (last_in), REF (any_weight), bias_ref, REF (last_out)) == dnnl_success)
    {
      if (pd != NULL)
        dnnl_primitive_desc_destroy (pd);
      pd = other;
    }
  gboolean ok = pd != NULL && dnnl_primitive_create (&self->primitive, pd) == dnnl_success && open_scratch (self, pd, &self->scratch)
                && open_slot (self, &self->in, REF (in), DESC_OF (pd, dnnl_query_src_md), FALSE)
                && open_slot (self, &self->weight, REF (weight), DESC_OF (pd, dnnl_query_weights_md), FALSE)
                && open_slot (self, &self->out, REF (out), DESC_OF (pd, dnnl_query_dst_md), TRUE)
                && open_slot (self, &self->bias, REF (bias), NULL, FALSE);
  if (pd != NULL)
    dnnl_primitive_desc_destroy (pd);
  Desc *descs[] = { &in, &weight, &any_weight, &bias, &out, &last_in, &last_out };
  for (guint i = 0; i < G_N_ELEMENTS (descs); i++)
    forget (descs[i]);
  return ok;
}

static gpointer
new_convolution (const FlConvolution *shape, gboolean (*make) (Convolution *self, const FlConvolution *shape))
{
  Convolution *self = g_new0 (Convolution, 1);
  if (dnnl_engine_create (&self->engine, dnnl_cpu, 0) == dnnl_success
      && dnnl_stream_create (&self->stream, self->engine, dnnl_stream_default_flags) == dnnl_success
      && dnnl_primitive_attr_create (&self->attributes) == dnnl_success
      && dnnl_primitive_attr_set_scratchpad_mode (self->attributes, dnnl_scratchpad_mode_user) == dnnl_success
      && make (self, shape))
    return self;
  fl_library_convolution_free (self);
  return NULL;
}

gpointer
fl_library_convolution_new (const FlConvolution *shape)
{
  return new_convolution (shape, make_primitive);
}

/* Gives the primitive's memory of an operand, copied into shape first where it must be. */
static dnnl_memory_t
bring_in (Convolution *self, Slot *slot, const float *data)
{
  dnnl_memory_set_data_handle (slot->outer, (void *) data);
  if (slot->reorder == NULL)
    return slot->outer;
  dnnl_exec_arg_t args[] = { { DNNL_ARG_FROM, slot->outer }, { DNNL_ARG_TO, slot->inner }, { DNNL_ARG_SCRATCHPAD, slot->scratch } };
  dnnl_primitive_execute (slot->reorder, self->stream, G_N_ELEMENTS (args), args);
  return slot->inner;
}

static dnnl_memory_t
get_kept (const Slot *slot)
{
  return slot->reorder == NULL ? slot->outer : slot->inner;
}

/* Copies a result back into the caller's shape where it must be. */
static void
take_out (Convolution *self, Slot *slot)
{
  dnnl_exec_arg_t args[] = { { DNNL_ARG_FROM, slot->inner }, { DNNL_ARG_TO, slot->outer }, { DNNL_ARG_SCRATCHPAD, slot->scratch } };
  if (slot->reorder != NULL)
    dnnl_primitive_execute (slot->reorder, self->stream, G_N_ELEMENTS (args), args);
}

void
fl_library_convolution_run (gpointer convolution, const float *in, const float *weight, const float *bias, float *out)
{
  Convolution *self = convolution;
  dnnl_memory_set_data_handle (self->out.outer, out);
  dnnl_exec_arg_t args[] = { { DNNL_ARG_SRC, bring_in (self, &self->in, in) },
                             { DNNL_ARG_WEIGHTS, weight == NULL ? get_kept (&self->weight) : bring_in (self, &self->weight, weight) },
                             { DNNL_ARG_DST, self->out.reorder != NULL ? self->out.inner : self->out.outer },
                             { DNNL_ARG_SCRATCHPAD, self->scratch },
                             { DNNL_ARG_BIAS, bias == NULL ? NULL : bring_in (self, &self->bias, bias) } };
  dnnl_primitive_execute (self->primitive, self->stream, bias != NULL ? 5 : 4, args);
  take_out (self, &self->out);
  dnnl_stream_wait (self->stream);
}

static void
close_slot (Slot *slot)
{
  if (slot->outer != NULL)
    dnnl_memory_destroy (slot->outer);
  if (slot->inner != NULL)
    dnnl_memory_destroy (slot->inner);
  if (slot->scratch != NULL)
    dnnl_memory_destroy (slot->scratch);
  if (slot->reorder != NULL)
    dnnl_primitive_destroy (slot->reorder);
}

void
fl_library_convolution_free (gpointer convolution)
{
  Convolution *self = convolution;
  close_slot (&self->in);
  close_slot (&self->weight);
  close_slot (&self->bias);
  close_slot (&self->out);
  if (self->scratch != NULL)
    dnnl_memory_destroy (self->scratch);
  if (self->primitive != NULL)
    dnnl_primitive_destroy (self->primitive);
  if (self->attributes != NULL)
    dnnl_primitive_attr_destroy (self->attributes);
  if (self->stream != NULL)
    dnnl_stream_destroy (self->stream);
  if (self->engine != NULL)
    dnnl_engine_destroy (self->engine);
  g_free (self);
}

/* --- the weight's gradient ------------------------------------------------------------------------------------------- */

static dnnl_status_t
describe_gradient (dnnl_primitive_desc_t *pd, const Convolution *self, const FlConvolution *shape, DescRef in, DescRef weight, DescRef out)
{
  dnnl_dims_t dilates = { 0 };
  dnnl_primitive_desc_t forward = NULL; /* that the gradient belongs to */
  dnnl_status_t status;
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1;
  status = describe_primitive (&forward, self, shape, in, weight, NULL, out);
  if (status != dnnl_success)
    return status;
#if DNNL_VERSION_MAJOR >= 3
  status = dnnl_convolution_backward_weights_primitive_desc_create (pd, self->engine, dnnl_convolution_direct, in, weight, NULL, out,
                                                                    shape->stride, dilates, shape->padding, shape->padding, forward,
                                                                    self->attributes);
#else
  dnnl_convolution_desc_t desc;
  status = dnnl_dilated_convolution_backward_weights_desc_init (&desc, dnnl_convolution_direct, in, weight, NULL, out, shape->stride,
                                                                dilates, shape->padding, shape->padding);
  if (status == dnnl_success)
    status = dnnl_primitive_desc_create (pd, &desc, self->attributes, self->engine, forward);
#endif
  dnnl_primitive_desc_destroy (forward);
  return status;
}

/* All three in whatever order is fastest: what is read is copied once, where its time is that of many taps. */
static gboolean
make_gradient (Convolution *self, const FlConvolution *shape)
{
  guint n = shape->n_spatial + 2;
  dnnl_dims_t weight_sizes = { 0 }, weight_strides = { 0 };
  guint n_weight = group_weight (shape, weight_sizes, weight_strides);
  Desc in, weight, out, any_in, any_weight, any_out;
  dnnl_primitive_desc_t pd = NULL;
  describe (&in, n, shape->sizes, shape->in_strides);
  describe (&weight, n_weight, weight_sizes, weight_strides);
  describe (&out, n, shape->out_sizes, shape->out_strides);
  describe_any (&any_in, n, shape->sizes);
  describe_any (&any_weight, n_weight, weight_sizes);
  describe_any (&any_out, n, shape->out_sizes);
  gboolean ok = describe_gradient (&pd, self, shape, REF (any_in), REF (any_weight), REF (any_out)) == dnnl_success
                && dnnl_primitive_create (&self->primitive, pd) == dnnl_success && open_scratch (self, pd, &self->scratch)
                && open_slot (self, &self->in, REF (in), DESC_OF (pd, dnnl_query_src_md), FALSE)
                && open_slot (self, &self->out, REF (out), DESC_OF (pd, dnnl_query_diff_dst_md), FALSE)
                && open_slot (self, &self->weight, REF (weight), DESC_OF (pd, dnnl_query_diff_weights_md), TRUE);
  if (pd != NULL)
    dnnl_primitive_desc_destroy (pd);
  Desc *descs[] = { &in, &weight, &out, &any_in, &any_weight, &any_out };
  for (guint i = 0; i < G_N_ELEMENTS (descs); i++)
    forget (descs[i]);
  return ok;
}

gpointer
fl_library_weight_gradient_new (const FlConvolution *shape)
{
  return new_convolution (shape, make_gradient);
}

void
fl_library_weight_gradient_run (gpointer gradient, const float *in, const float *out, float *weight)
{
  Convolution *self = gradient;
  dnnl_memory_set_data_handle (self->weight.outer, weight);
  dnnl_exec_arg_t args[] = { { DNNL_ARG_SRC, bring_in (self, &self->in, in) },
                             { DNNL_ARG_DIFF_DST, bring_in (self, &self->out, out) },
                             { DNNL_ARG_DIFF_WEIGHTS, get_kept (&self->weight) },
                             { DNNL_ARG_SCRATCHPAD, self->scratch } };
  dnnl_primitive_execute (self->primitive, self->stream, G_N_ELEMENTS (args), args);
  take_out (self, &self->weight);
  dnnl_stream_wait (self->stream);
}

void
fl_library_weight_gradient_free (gpointer gradient)
{
  fl_library_convolution_free (gradient);
}
