/* oneDNN: its C interface changed between versions 2 and 3 where tensors and primitives are
 * described; both are served. */
#include "fl-onednn.h"

#include <string.h>

/* Where the library refuses, for want of memory for its own copies: slow and right. */
static void
multiply_plainly (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride)
{
  const float *x = a->data, *y = b->data;

  for (gint64 i = 0; i < a->rows; i++)
    for (gint64 j = 0; j < b->columns; j++)
      {
        float sum = 0;

        for (gint64 k = 0; k < a->columns; k++)
          sum += x[i * a->row_stride + k * a->column_stride] * y[k * b->row_stride + j * b->column_stride];
        c[i * stride + j] = alpha * sum + (beta != 0 ? beta * c[i * stride + j] : 0);
      }
}

void
fl_library_gemm (const FlMatrix *a, const FlMatrix *b, float alpha, float beta, float *c, gint64 stride)
{
  gboolean a_plain = a->column_stride == 1, b_plain = b->column_stride == 1;
  gint64 lda = MAX (a_plain ? a->row_stride : a->column_stride, a_plain ? a->columns : a->rows);
  gint64 ldb = MAX (b_plain ? b->row_stride : b->column_stride, b_plain ? b->columns : b->rows);

  if (dnnl_sgemm (a_plain ? 'N' : 'T', b_plain ? 'N' : 'T', a->rows, b->columns, a->columns, alpha, a->data,
                  MAX (lda, 1), b->data, MAX (ldb, 1), beta, c, stride)
      != dnnl_success)
    multiply_plainly (a, b, alpha, beta, c, stride);
}

gboolean
fl_library_gemm_bytes (const FlMatrix *a, const FlMatrix *b, gint32 *c, gint64 stride)
{
#if defined __x86_64__
  const gboolean a_plain = a->column_stride == 1, b_plain = b->column_stride == 1;
  const gint64 lda = MAX (a_plain ? a->row_stride : a->column_stride, a_plain ? a->columns : a->rows);
  const gint64 ldb = MAX (b_plain ? b->row_stride : b->column_stride, b_plain ? b->columns : b->rows);
  const gint32 no_offset = 0;
  /* Without this instruction oneDNN adds pairs of products in 16 bits, which saturates. */
  return __builtin_cpu_supports ("avx512vnni")
         && dnnl_gemm_s8s8s32 (a_plain ? 'N' : 'T', b_plain ? 'N' : 'T', 'F', a->rows, b->columns, a->columns, 1,
                               a->data, lda, 0, b->data, ldb, 0, 0, c, stride, &no_offset)
                == dnnl_success;
#else
  return FALSE;
#endif
}

/* --- descriptions --------------------------------------------------------------------------- */

/* Describes a tensor; strides NULL: in whatever order is fastest. The library reads whole arrays of its own length. */
Desc
fl_onednn_describe (guint n, const gint64 *sizes, const gint64 *strides)
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

/* --- kernels -------------------------------------------------------------------------------- */

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

dnnl_engine_t
fl_onednn_get_engine (void)
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
FlPrimitive *
fl_onednn_begin (dnnl_primitive_attr_t *attributes)
{
  FlPrimitive *self = g_new0 (FlPrimitive, 1);
  dnnl_stream_create (&self->stream, fl_onednn_get_engine (), dnnl_stream_default_flags);
  dnnl_primitive_attr_create (&self->attributes);
  dnnl_primitive_attr_set_scratchpad_mode (self->attributes, dnnl_scratchpad_mode_user);
  *attributes = self->attributes;
  return self;
}

static gboolean
open_scratch (dnnl_primitive_desc_t pd, dnnl_memory_t *scratch)
{
  return dnnl_memory_create (scratch, DESC_OF (pd, dnnl_query_scratchpad_md, 0), fl_onednn_get_engine (),
                             DNNL_MEMORY_ALLOCATE)
         == dnnl_success;
}

/* Opens an operand; user: how the caller has it; with: a slot that may hold it already. */
static gboolean
open_slot (Slot *slot, dnnl_primitive_desc_t pd, int arg, DescRef user, gboolean is_result, const Slot *with)
{
  const DescRef wanted = DESC_OF (pd, dnnl_query_exec_arg_md, arg);
  dnnl_primitive_attr_t attributes = NULL;
  dnnl_primitive_desc_t reorder = NULL;
  gboolean ok;
  slot->arg = arg;
  if (dnnl_memory_create (&slot->outer, user, fl_onednn_get_engine (), DNNL_MEMORY_NONE) != dnnl_success)
    return FALSE;
  if (dnnl_memory_desc_equal (user, wanted))
    return TRUE;
  dnnl_primitive_attr_create (&attributes);
  dnnl_primitive_attr_set_scratchpad_mode (attributes, dnnl_scratchpad_mode_user);
  ok = dnnl_reorder_primitive_desc_create (&reorder, is_result ? wanted : user, fl_onednn_get_engine (),
                                           is_result ? user : wanted, fl_onednn_get_engine (), attributes)
           == dnnl_success
       && dnnl_primitive_create (&slot->reorder, reorder) == dnnl_success && open_scratch (reorder, &slot->scratch);
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
             || dnnl_memory_create (&slot->inner, wanted, fl_onednn_get_engine (), DNNL_MEMORY_ALLOCATE)
                    == dnnl_success);
}

/* Makes the primitive that pd describes; takes pd and the descriptions of the caller's tensors (by
 * operand; used: which there are). */
FlPrimitive *
fl_onednn_finish (FlPrimitive *self, dnnl_primitive_desc_t pd, const int *args, Desc *users, const FlPrimitive *with)
{
  gboolean ok
      = pd != NULL && dnnl_primitive_create (&self->primitive, pd) == dnnl_success && open_scratch (pd, &self->scratch);
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

/* Brings an operand in; data NULL: it is held already. */
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
fl_primitive_run (FlPrimitive *self, const float *in, const float *right, const float *bias, float *out)
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
      args[n++] = (dnnl_exec_arg_t) { self->slots[i].arg,
                                      self->slots[i].inner != NULL ? self->slots[i].inner : self->slots[i].outer };
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

/* --- matrix products ------------------------------------------------------------------------ */

FlPrimitive *
fl_primitive_new_matmul (const FlMatmul *shape, const FlPrimitive *with)
{
  const gint64 a[] = { shape->rows, shape->depth }, b[] = { shape->depth, shape->columns },
               c[] = { shape->rows, shape->columns }, bias[] = { 1, shape->columns },
               bias_strides[] = { shape->columns, 1 };
  const int args[N_OPERANDS] = { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, shape->has_bias ? DNNL_ARG_BIAS : 0, DNNL_ARG_DST };
  Desc users[N_OPERANDS] = { fl_onednn_describe (2, a, shape->a_strides), fl_onednn_describe (2, b, shape->b_strides),
                             fl_onednn_describe (2, bias, bias_strides), fl_onednn_describe (2, c, shape->c_strides) };
  Desc any = fl_onednn_describe (2, b, NULL);
  dnnl_primitive_desc_t pd = NULL;
  dnnl_primitive_attr_t attributes;
  FlPrimitive *self = fl_onednn_begin (&attributes);
#if DNNL_VERSION_MAJOR >= 3
  if (dnnl_matmul_primitive_desc_create (&pd, fl_onednn_get_engine (), users[IN], any,
                                         shape->has_bias ? users[BIAS] : NULL, users[OUT], attributes)
      != dnnl_success)
    pd = NULL;
#else
  dnnl_matmul_desc_t desc;
  if (dnnl_matmul_desc_init (&desc, &users[IN], &any, shape->has_bias ? &users[BIAS] : NULL, &users[OUT])
          != dnnl_success
      || dnnl_primitive_desc_create (&pd, &desc, attributes, fl_onednn_get_engine (), NULL) != dnnl_success)
    pd = NULL;
#endif
  forget (any);
  if (!shape->has_bias)
    forget (users[BIAS]);
  return fl_onednn_finish (self, pd, args, users, with);
}
