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

typedef struct
{
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_t primitive, reorder; /* reorder: NULL when the weights are taken as they lie */
  dnnl_memory_t in, weight, bias, out, packed_weight;
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
describe_primitive (dnnl_primitive_desc_t *pd, dnnl_engine_t engine, const FlConvolution *shape, DescRef in, DescRef weight,
                    DescRef bias, DescRef out)
{
  dnnl_dims_t dilates = { 0 };
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1; /* oneDNN counts the gaps */
#if DNNL_VERSION_MAJOR >= 3
  return dnnl_convolution_forward_primitive_desc_create (pd, engine, dnnl_forward_inference, dnnl_convolution_direct, in, weight,
                                                         bias, out, shape->stride, dilates, shape->padding, shape->padding, NULL);
#else
  dnnl_convolution_desc_t desc;
  dnnl_status_t status
      = dnnl_dilated_convolution_forward_desc_init (&desc, dnnl_forward_inference, dnnl_convolution_direct, in, weight, bias, out,
                                                    shape->stride, dilates, shape->padding, shape->padding);
  return status != dnnl_success ? status : dnnl_primitive_desc_create (pd, &desc, NULL, engine, NULL);
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

static gboolean
make_primitive (Convolution *self, const FlConvolution *shape)
{
  guint n = shape->n_spatial + 2;
  dnnl_dims_t weight_sizes = { 0 }, weight_strides = { 0 };
  guint n_weight = group_weight (shape, weight_sizes, weight_strides);
  Desc in, weight, any_weight, bias, out;
  dnnl_dims_t bias_sizes = { shape->weight_sizes[0] }, one = { 1 };
  describe (&in, n, shape->sizes, shape->in_strides);
  describe (&weight, n_weight, weight_sizes, weight_strides);
  describe_any (&any_weight, n_weight, weight_sizes);
  describe (&bias, 1, bias_sizes, one);
  describe (&out, n, shape->out_sizes, shape->out_strides);

  dnnl_primitive_desc_t pd = NULL;
  gboolean ok = describe_primitive (&pd, self->engine, shape, REF (in), REF (any_weight), shape->has_bias ? REF (bias) : NULL,
                                    REF (out)) == dnnl_success
                && dnnl_primitive_create (&self->primitive, pd) == dnnl_success
                && dnnl_memory_create (&self->in, REF (in), self->engine, DNNL_MEMORY_NONE) == dnnl_success
                && dnnl_memory_create (&self->weight, REF (weight), self->engine, DNNL_MEMORY_NONE) == dnnl_success
                && dnnl_memory_create (&self->bias, REF (bias), self->engine, DNNL_MEMORY_NONE) == dnnl_success
                && dnnl_memory_create (&self->out, REF (out), self->engine, DNNL_MEMORY_NONE) == dnnl_success;
  if (ok && !is_equal (REF (weight), DESC_OF (pd, dnnl_query_weights_md)))
    {
      dnnl_primitive_desc_t reorder = NULL;
      ok = dnnl_reorder_primitive_desc_create (&reorder, REF (weight), self->engine, DESC_OF (pd, dnnl_query_weights_md),
                                               self->engine, NULL) == dnnl_success
           && dnnl_primitive_create (&self->reorder, reorder) == dnnl_success
           && dnnl_memory_create (&self->packed_weight, DESC_OF (pd, dnnl_query_weights_md), self->engine, DNNL_MEMORY_ALLOCATE)
                  == dnnl_success;
      if (reorder != NULL)
        dnnl_primitive_desc_destroy (reorder);
    }
  if (pd != NULL)
    dnnl_primitive_desc_destroy (pd);
  Desc *descs[] = { &in, &weight, &any_weight, &bias, &out };
  for (guint i = 0; i < G_N_ELEMENTS (descs); i++)
    forget (descs[i]);
  return ok;
}

gpointer
fl_library_convolution_new (const FlConvolution *shape)
{
  Convolution *self = g_new0 (Convolution, 1);
  if (dnnl_engine_create (&self->engine, dnnl_cpu, 0) == dnnl_success
      && dnnl_stream_create (&self->stream, self->engine, dnnl_stream_default_flags) == dnnl_success
      && make_primitive (self, shape))
    return self;
  fl_library_convolution_free (self);
  return NULL;
}

void
fl_library_convolution_run (gpointer convolution, const float *in, const float *weight, const float *bias, float *out)
{
  Convolution *self = convolution;
  dnnl_memory_set_data_handle (self->in, (void *) in);
  dnnl_memory_set_data_handle (self->weight, (void *) weight);
  dnnl_memory_set_data_handle (self->out, out);
  if (bias != NULL)
    dnnl_memory_set_data_handle (self->bias, (void *) bias);
  if (self->reorder != NULL)
    {
      dnnl_exec_arg_t args[] = { { DNNL_ARG_FROM, self->weight }, { DNNL_ARG_TO, self->packed_weight } };
      dnnl_primitive_execute (self->reorder, self->stream, 2, args);
    }
  dnnl_exec_arg_t args[] = { { DNNL_ARG_SRC, self->in },
                             { DNNL_ARG_WEIGHTS, self->reorder != NULL ? self->packed_weight : self->weight },
                             { DNNL_ARG_DST, self->out },
                             { DNNL_ARG_BIAS, self->bias } };
  dnnl_primitive_execute (self->primitive, self->stream, bias != NULL ? 4 : 3, args);
  dnnl_stream_wait (self->stream);
}

void
fl_library_convolution_free (gpointer convolution)
{
  Convolution *self = convolution;
  dnnl_memory_t memories[] = { self->in, self->weight, self->bias, self->out, self->packed_weight };
  for (guint i = 0; i < G_N_ELEMENTS (memories); i++)
    if (memories[i] != NULL)
      dnnl_memory_destroy (memories[i]);
  if (self->primitive != NULL)
    dnnl_primitive_destroy (self->primitive);
  if (self->reorder != NULL)
    dnnl_primitive_destroy (self->reorder);
  if (self->stream != NULL)
    dnnl_stream_destroy (self->stream);
  if (self->engine != NULL)
    dnnl_engine_destroy (self->engine);
  g_free (self);
}
