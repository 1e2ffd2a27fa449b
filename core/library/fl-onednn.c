/* oneDNN: its C interface changed between versions 2 and 3 where tensors and primitives are
 * described; both are served. */
#include <oneapi/dnnl/dnnl.h>
#include <string.h>

#include "fl-primitive.h"

void
fl_library_gemm (const FlMatrix *a,
                 const FlMatrix *b,
                 float alpha,
                 float beta,
                 float *c,
                 gint64 stride)
{
  gboolean a_plain = a->column_stride == 1, b_plain = b->column_stride == 1;
  gint64 lda = MAX (a_plain ? a->row_stride : a->column_stride, a_plain ? a->columns : a->rows);
  gint64 ldb = MAX (b_plain ? b->row_stride : b->column_stride, b_plain ? b->columns : b->rows);
  dnnl_sgemm (a_plain ? 'N' : 'T', b_plain ? 'N' : 'T', a->rows, b->columns, a->columns, alpha,
              a->data, MAX (lda, 1), b->data, MAX (ldb, 1), beta, c, stride);
}

/* --- descriptions
 * ----------------------------------------------------------------------------------------------------
 */

#if DNNL_VERSION_MAJOR >= 3
typedef dnnl_memory_desc_t Desc;
typedef const_dnnl_memory_desc_t DescRef;
#define REF(desc) (desc)
#define DESC_OF(pd, what, arg) dnnl_primitive_desc_query_md ((pd), (what), (arg))
#define CREATE_WITH_STRIDES dnnl_memory_desc_create_with_strides
#define CREATE_WITH_TAG dnnl_memory_desc_create_with_tag
static void
forget (Desc desc)
{
  dnnl_memory_desc_destroy (desc);
}
#else
typedef dnnl_memory_desc_t Desc;
typedef const dnnl_memory_desc_t *DescRef;
#define REF(desc) (&(desc))
#define DESC_OF(pd, what, arg) dnnl_primitive_desc_query_md ((pd), (what), (arg))
#define CREATE_WITH_STRIDES dnnl_memory_desc_init_by_strides
#define CREATE_WITH_TAG dnnl_memory_desc_init_by_tag
static void
forget (Desc desc)
{
}
#endif

/* strides NULL: in whatever order is fastest. The library reads whole arrays of its own length. */
static Desc
describe (guint n, const gint64 *sizes, const gint64 *strides)
{
  dnnl_dims_t whole_sizes = { 0 }, whole_strides = { 0 };
  Desc desc = { 0 };
  memcpy (whole_sizes, sizes, n * sizeof *sizes);
  if (strides == NULL)
    {
      CREATE_WITH_TAG (&desc, n, whole_sizes, dnnl_f32, dnnl_format_tag_any);
      return desc;
    }
  memcpy (whole_strides, strides, n * sizeof *strides);
  CREATE_WITH_STRIDES (&desc, n, whole_sizes, dnnl_f32, whole_strides);
  return desc;
}

/* Channels innermost: what the fast kernels like best. */
static Desc
describe_channels_last (guint n, const gint64 *sizes)
{
  dnnl_dims_t strides = { 0 };
  gint64 stride = sizes[1];
  strides[1] = 1;
  for (guint d = n; d-- > 2; stride *= sizes[d])
    strides[d] = stride;
  strides[0] = stride;
  return describe (n, sizes, strides);
}

/* Groups are a dimension of their own in oneDNN's weights. is_any: in whatever order is fastest. */
static Desc
describe_weight (const FlConvolution *shape, gboolean is_any)
{
  const guint n = shape->n_spatial + 2, extra = shape->groups > 1;
  dnnl_dims_t sizes = { 0 }, strides = { 0 };
  memcpy (sizes + extra, shape->weight_sizes, n * sizeof *sizes);
  memcpy (strides + extra, shape->weight_strides, n * sizeof *strides);
  if (extra)
    {
      sizes[0] = shape->groups;
      sizes[1] /= shape->groups;
      strides[0] = sizes[1] * strides[1];
    }
  return describe (n + extra, sizes, is_any ? NULL : strides);
}

/* --- kernels
 * ---------------------------------------------------------------------------------------------------------
 */

enum
{
  IN,
  RIGHT,
  BIAS,
  OUT,
  N_OPERANDS
};

/* A tensor as the caller has it, and as the primitive wants it where that differs. */
typedef struct
{
  int arg;                    /* oneDNN's number for it; 0: there is none */
  dnnl_memory_t outer, inner; /* inner: NULL when outer will do */
  dnnl_primitive_t reorder;   /* between the two, in the direction the data go */
  dnnl_memory_t scratch;      /* of the reorder */
  gboolean is_shared;         /* inner is another kernel's */
} Slot;

struct _FlPrimitive
{
  dnnl_stream_t stream;
  dnnl_primitive_attr_t attributes;
  dnnl_primitive_t primitive;
  dnnl_memory_t scratch;
  Slot slots[N_OPERANDS];
};

static dnnl_engine_t
get_engine (void)
{
  static gsize engine;
  dnnl_engine_t made = NULL;
  if (g_once_init_enter (&engine))
    {
      dnnl_engine_create (&made, dnnl_cpu, 0);
      g_once_init_leave (&engine, (gsize) made);
    }
  return (dnnl_engine_t) engine;
}

/* Scratch memory is the kernel's: else the library keeps it for the thread that made the primitive,
 * and others crash. */
static FlPrimitive *
new_kernel (void)
{
  FlPrimitive *self = g_new0 (FlPrimitive, 1);
  dnnl_stream_create (&self->stream, get_engine (), dnnl_stream_default_flags);
  dnnl_primitive_attr_create (&self->attributes);
  dnnl_primitive_attr_set_scratchpad_mode (self->attributes, dnnl_scratchpad_mode_user);
  return self;
}

static gboolean
open_scratch (dnnl_primitive_desc_t pd, dnnl_memory_t *scratch)
{
  return dnnl_memory_create (scratch, DESC_OF (pd, dnnl_query_scratchpad_md, 0), get_engine (),
                             DNNL_MEMORY_ALLOCATE)
         == dnnl_success;
}

/* user: how the caller has it. with: a slot that may hold it already. */
static gboolean
open_slot (Slot *slot,
           dnnl_primitive_desc_t pd,
           int arg,
           DescRef user,
           gboolean is_result,
           const Slot *with)
{
  const DescRef wanted = DESC_OF (pd, dnnl_query_exec_arg_md, arg);
  dnnl_primitive_attr_t attributes = NULL;
  dnnl_primitive_desc_t reorder = NULL;
  gboolean ok;
  slot->arg = arg;
  if (dnnl_memory_create (&slot->outer, user, get_engine (), DNNL_MEMORY_NONE) != dnnl_success)
    return FALSE;
  if (dnnl_memory_desc_equal (user, wanted))
    return TRUE;
  dnnl_primitive_attr_create (&attributes);
  dnnl_primitive_attr_set_scratchpad_mode (attributes, dnnl_scratchpad_mode_user);
  ok = dnnl_reorder_primitive_desc_create (&reorder, is_result ? wanted : user, get_engine (),
                                           is_result ? user : wanted, get_engine (), attributes)
           == dnnl_success
       && dnnl_primitive_create (&slot->reorder, reorder) == dnnl_success
       && open_scratch (reorder, &slot->scratch);
  if (reorder != NULL)
    dnnl_primitive_desc_destroy (reorder);
  dnnl_primitive_attr_destroy (attributes);
  if (ok && with != NULL && with->inner != NULL)
    {
      DescRef held;
      dnnl_memory_get_memory_desc (with->inner, &held);
      slot->is_shared = dnnl_memory_desc_equal (held, wanted);
    }
  if (ok && slot->is_shared)
    slot->inner = with->inner;
  return ok
         && (slot->is_shared
             || dnnl_memory_create (&slot->inner, wanted, get_engine (), DNNL_MEMORY_ALLOCATE)
                    == dnnl_success);
}

/* Makes the primitive that pd describes; takes pd and the descriptions of the caller's tensors (by
 * operand; used: which there are). */
static FlPrimitive *
finish (FlPrimitive *self,
        dnnl_primitive_desc_t pd,
        const int *args,
        Desc *users,
        const FlPrimitive *with)
{
  gboolean ok = pd != NULL && dnnl_primitive_create (&self->primitive, pd) == dnnl_success
                && open_scratch (pd, &self->scratch);
  for (guint i = 0; i < N_OPERANDS; i++)
    {
      if (ok && args[i] != 0)
        ok = open_slot (&self->slots[i], pd, args[i], REF (users[i]), i == OUT,
                        i == RIGHT && with != NULL ? &with->slots[i] : NULL);
      if (args[i] != 0)
        forget (users[i]);
    }
  if (pd != NULL)
    dnnl_primitive_desc_destroy (pd);
  if (!ok)
    g_clear_pointer (&self, fl_primitive_free);
  return self;
}

static void
copy (FlPrimitive *self, const Slot *slot, dnnl_memory_t from, dnnl_memory_t to)
{
  const dnnl_exec_arg_t args[]
      = { { DNNL_ARG_FROM, from }, { DNNL_ARG_TO, to }, { DNNL_ARG_SCRATCHPAD, slot->scratch } };
  dnnl_primitive_execute (slot->reorder, self->stream, G_N_ELEMENTS (args), args);
}

/* data NULL: the operand is held already. */
static void
bring_in (FlPrimitive *self, Slot *slot, const float *data)
{
  if (data == NULL)
    return;
  dnnl_memory_set_data_handle (slot->outer, (void *) data);
  if (slot->reorder != NULL && !slot->is_shared)
    copy (self, slot, slot->outer, slot->inner);
}

void
fl_primitive_pack (FlPrimitive *self, const float *right)
{
  bring_in (self, &self->slots[RIGHT], right);
}

void
fl_primitive_run (FlPrimitive *self,
                  const float *in,
                  const float *right,
                  const float *bias,
                  float *out)
{
  const float *const data[] = { in, right, bias };
  dnnl_exec_arg_t args[N_OPERANDS + 1] = { { DNNL_ARG_SCRATCHPAD, self->scratch } };
  Slot *result = &self->slots[OUT];
  guint n = 1;
  for (guint i = IN; i < OUT; i++)
    bring_in (self, &self->slots[i], self->slots[i].arg != 0 ? data[i] : NULL);
  dnnl_memory_set_data_handle (result->outer, out);
  for (guint i = 0; i < N_OPERANDS; i++)
    if (self->slots[i].arg != 0)
      args[n++] = (dnnl_exec_arg_t){ self->slots[i].arg, self->slots[i].inner != NULL
                                                             ? self->slots[i].inner
                                                             : self->slots[i].outer };
  dnnl_primitive_execute (self->primitive, self->stream, n, args);
  if (result->reorder != NULL)
    copy (self, result, result->inner, result->outer);
  dnnl_stream_wait (self->stream);
}

gboolean
fl_primitive_copies_operands (const FlPrimitive *self)
{
  return self->slots[IN].reorder != NULL || self->slots[OUT].reorder != NULL;
}

gint64
fl_primitive_count_packed (const FlPrimitive *self)
{
  DescRef desc;
  if (self->slots[RIGHT].inner == NULL || self->slots[RIGHT].is_shared)
    return 0;
  dnnl_memory_get_memory_desc (self->slots[RIGHT].inner, &desc);
  return dnnl_memory_desc_get_size (desc);
}

void
fl_primitive_free (FlPrimitive *self)
{
  for (guint i = 0; i < N_OPERANDS; i++)
    {
      Slot *slot = &self->slots[i];
      g_clear_pointer (&slot->outer, dnnl_memory_destroy);
      if (!slot->is_shared)
        g_clear_pointer (&slot->inner, dnnl_memory_destroy);
      g_clear_pointer (&slot->scratch, dnnl_memory_destroy);
      g_clear_pointer (&slot->reorder, dnnl_primitive_destroy);
    }
  g_clear_pointer (&self->scratch, dnnl_memory_destroy);
  g_clear_pointer (&self->primitive, dnnl_primitive_destroy);
  g_clear_pointer (&self->attributes, dnnl_primitive_attr_destroy);
  g_clear_pointer (&self->stream, dnnl_stream_destroy);
  g_free (self);
}

/* --- matrix products
 * -------------------------------------------------------------------------------------------------
 */

FlPrimitive *
fl_primitive_new_matmul (const FlMatmul *shape, const FlPrimitive *with)
{
  const guint n = shape->batch > 1 ? 3 : 2, skip = 3 - n;
  const gint64 a[] = { shape->batch, shape->rows, shape->depth },
               b[] = { shape->batch, shape->depth, shape->columns },
               c[] = { shape->batch, shape->rows, shape->columns },
               bias[] = { 1, 1, shape->columns },
               bias_strides[] = { shape->columns, shape->columns, 1 };
  const int args[N_OPERANDS]
      = { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, shape->has_bias ? DNNL_ARG_BIAS : 0, DNNL_ARG_DST };
  Desc users[N_OPERANDS] = { describe (n, a + skip, shape->a_strides + skip),
                             describe (n, b + skip, shape->b_strides + skip),
                             describe (n, bias + skip, bias_strides + skip),
                             describe (n, c + skip, shape->c_strides + skip) };
  Desc any = describe (n, b + skip, NULL);
  dnnl_primitive_desc_t pd = NULL;
  FlPrimitive *self = new_kernel ();
#if DNNL_VERSION_MAJOR >= 3
  if (dnnl_matmul_primitive_desc_create (&pd, get_engine (), users[IN], any,
                                         shape->has_bias ? users[BIAS] : NULL, users[OUT],
                                         self->attributes)
      != dnnl_success)
    pd = NULL;
#else
  dnnl_matmul_desc_t desc;
  if (dnnl_matmul_desc_init (&desc, &users[IN], &any, shape->has_bias ? &users[BIAS] : NULL,
                             &users[OUT])
          != dnnl_success
      || dnnl_primitive_desc_create (&pd, &desc, self->attributes, get_engine (), NULL)
             != dnnl_success)
    pd = NULL;
#endif
  forget (any);
  if (!shape->has_bias)
    forget (users[BIAS]);
  return finish (self, pd, args, users, with);
}

/* --- convolutions
 * ----------------------------------------------------------------------------------------------------
 */

static dnnl_primitive_desc_t
describe_convolution (const FlPrimitive *self,
                      const FlConvolution *shape,
                      FlConvolutionForm form,
                      DescRef in,
                      DescRef weight,
                      DescRef bias,
                      DescRef out)
{
  const dnnl_alg_kind_t algorithm
      = form == FL_CONVOLUTION_WINOGRAD ? dnnl_convolution_winograd : dnnl_convolution_direct;
  dnnl_primitive_desc_t pd = NULL;
  dnnl_dims_t dilates = { 0 };
  dnnl_status_t status;
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1; /* oneDNN counts the gaps */
#if DNNL_VERSION_MAJOR >= 3
  status
      = dnnl_convolution_forward_primitive_desc_create (&pd, get_engine (), dnnl_forward_inference,
                                                        algorithm, in, weight, bias, out,
                                                        shape->stride, dilates, shape->padding,
                                                        shape->behind, self->attributes);
#else
  dnnl_convolution_desc_t desc;
  status = dnnl_dilated_convolution_forward_desc_init (&desc, dnnl_forward_inference, algorithm, in,
                                                       weight, bias, out, shape->stride, dilates,
                                                       shape->padding, shape->behind);
  if (status == dnnl_success)
    status = dnnl_primitive_desc_create (&pd, &desc, self->attributes, get_engine (), NULL);
#endif
  return status == dnnl_success ? pd : NULL;
}

/* Plain loops are no kernel; products over columns are one form, and what was made for convolutions
 * another. */
static gboolean
has_form (dnnl_primitive_desc_t pd, FlConvolutionForm form)
{
  const char *name = NULL;
  if (dnnl_primitive_desc_query (pd, dnnl_query_impl_info_str, 0, &name) != dnnl_success
      || name == NULL || g_str_has_prefix (name, "ref"))
    return FALSE;
  return form == FL_CONVOLUTION_WINOGRAD
         || (strstr (name, "gemm:") != NULL) == (form == FL_CONVOLUTION_GEMM);
}

FlPrimitive *
fl_primitive_new_convolution (const FlConvolution *shape,
                              FlConvolutionForm form,
                              const FlPrimitive *with)
{
  const guint n = shape->n_spatial + 2;
  const dnnl_dims_t bias_sizes = { shape->weight_sizes[0] }, one = { 1 };
  const int args[N_OPERANDS]
      = { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, shape->has_bias ? DNNL_ARG_BIAS : 0, DNNL_ARG_DST };
  const gboolean is_winograd = form == FL_CONVOLUTION_WINOGRAD;
  Desc users[N_OPERANDS]
      = { describe (n, shape->sizes, shape->in_strides), describe_weight (shape, FALSE),
          describe (1, bias_sizes, one), describe (n, shape->out_sizes, shape->out_strides) };
  Desc any = describe_weight (shape, TRUE),
       in
       = is_winograd ? describe (n, shape->sizes, NULL) : describe_channels_last (n, shape->sizes),
       out = is_winograd ? describe (n, shape->out_sizes, NULL)
                         : describe_channels_last (n, shape->out_sizes);
  dnnl_primitive_desc_t pd = NULL;
  FlPrimitive *self = new_kernel ();
  /* as the caller has both; else one of them copied, or both */
  for (guint i = is_winograd ? 3 : 0; i < 4 && pd == NULL; i++)
    {
      pd = describe_convolution (self, shape, form, i % 2 == 1 ? REF (in) : REF (users[IN]),
                                 REF (any), shape->has_bias ? REF (users[BIAS]) : NULL,
                                 i / 2 == 1 ? REF (out) : REF (users[OUT]));
      if (pd != NULL && !has_form (pd, form))
        g_clear_pointer (&pd, dnnl_primitive_desc_destroy);
    }
  forget (any);
  forget (in);
  forget (out);
  if (!shape->has_bias)
    forget (users[BIAS]);
  return finish (self, pd, args, users, with);
}

/* All three in whatever order is fastest: what is read is copied once, where its time is that of
 * many taps. */
FlPrimitive *
fl_primitive_new_weight_gradient (const FlConvolution *shape)
{
  const guint n = shape->n_spatial + 2;
  const int args[N_OPERANDS] = { DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, 0, DNNL_ARG_DIFF_WEIGHTS };
  Desc users[N_OPERANDS] = { describe (n, shape->sizes, shape->in_strides),
                             describe (n, shape->out_sizes, shape->out_strides),
                             { 0 },
                             describe_weight (shape, FALSE) };
  Desc in = describe (n, shape->sizes, NULL), weight = describe_weight (shape, TRUE),
       out = describe (n, shape->out_sizes, NULL);
  FlPrimitive *self = new_kernel ();
  dnnl_primitive_desc_t pd = NULL,
                        forward = describe_convolution (self, shape, FL_CONVOLUTION_DIRECT,
                                                        REF (in), REF (weight), NULL, REF (out));
  dnnl_dims_t dilates = { 0 };
  dnnl_status_t status = dnnl_unimplemented;
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1;
#if DNNL_VERSION_MAJOR >= 3
  if (forward != NULL)
    status = dnnl_convolution_backward_weights_primitive_desc_create (&pd, get_engine (),
                                                                      dnnl_convolution_direct, in,
                                                                      weight, NULL, out,
                                                                      shape->stride, dilates,
                                                                      shape->padding, shape->behind,
                                                                      forward, self->attributes);
#else
  dnnl_convolution_desc_t desc;
  if (forward != NULL)
    status = dnnl_dilated_convolution_backward_weights_desc_init (&desc, dnnl_convolution_direct,
                                                                  &in, &weight, NULL, &out,
                                                                  shape->stride, dilates,
                                                                  shape->padding, shape->behind);
  if (status == dnnl_success)
    status = dnnl_primitive_desc_create (&pd, &desc, self->attributes, get_engine (), forward);
#endif
  if (forward != NULL)
    dnnl_primitive_desc_destroy (forward);
  forget (in);
  forget (weight);
  forget (out);
  return finish (self, status == dnnl_success ? pd : NULL, args, users, NULL);
}
