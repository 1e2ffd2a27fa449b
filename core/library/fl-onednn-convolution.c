/* oneDNN: convolutions, transposed ones too, and the gradients of their weights. */
#include "fl-onednn.h"
#include "fl-array.h"

#include <string.h>

/* Describes a tensor with channels innermost, as the fast kernels like best. */
static Desc
describe_channels_last (guint n, const gint64 *sizes)
{
  dnnl_dims_t strides = { 0 };
  gint64 stride = sizes[1];
  strides[1] = 1;
  for (guint d = n; d-- > 2; stride *= sizes[d])
    strides[d] = stride;
  strides[0] = stride;
  return fl_onednn_describe (n, sizes, strides);
}

/* Describes a tensor with blocks of 16 or 8 channels innermost, with zeros behind the last one. */
static Desc
describe_blocks (guint n, const gint64 *sizes, gboolean of_16)
{
  static const dnnl_format_tag_t tags[][2]
      = { { dnnl_aBc8b, dnnl_aBc16b }, { dnnl_aBcd8b, dnnl_aBcd16b }, { dnnl_aBcde8b, dnnl_aBcde16b } };
  dnnl_dims_t whole_sizes = { 0 };
  Desc desc = { 0 };
  memcpy (whole_sizes, sizes, n * sizeof *sizes);
  CREATE_WITH_TAG (&desc, n, whole_sizes, dnnl_f32, tags[n - 3][of_16]);
  return desc;
}

/* Describes a weight [O, C, …], whose groups are a dimension of their own. is_any: in whatever order is fastest. */
static Desc
describe_weight (const FlConvolution *shape, gboolean is_any)
{
  const guint n = shape->n_spatial + 2, extra = shape->groups > 1, first = shape->is_transposed ? 1 : 0;
  dnnl_dims_t sizes = { 0 }, strides = { 0 };
  memcpy (sizes + extra, shape->weight_sizes, n * sizeof *sizes);
  memcpy (strides + extra, shape->weight_strides, n * sizeof *strides);
  sizes[extra] = shape->weight_sizes[first] / (first == 0 ? shape->groups : 1);
  sizes[extra + 1] = shape->weight_sizes[1 - first] / (first == 1 ? shape->groups : 1);
  strides[extra] = shape->weight_strides[first];
  strides[extra + 1] = shape->weight_strides[1 - first];
  if (extra)
    {
      sizes[0] = shape->groups;
      strides[0] = shape->weight_sizes[0] / shape->groups * shape->weight_strides[0];
    }
  return fl_onednn_describe (n + extra, sizes, is_any ? NULL : strides);
}

static dnnl_primitive_desc_t
describe_convolution (dnnl_primitive_attr_t attributes, const FlConvolution *shape, FlConvolutionForm form, DescRef in,
                      DescRef weight, DescRef bias, DescRef out)
{
  const dnnl_alg_kind_t algorithm
      = form == FL_CONVOLUTION_WINOGRAD ? dnnl_convolution_winograd : dnnl_convolution_direct;
  dnnl_primitive_desc_t pd = NULL;
  dnnl_dims_t dilates = { 0 };
  dnnl_status_t status;
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1; /* oneDNN counts the gaps */
#if DNNL_VERSION_MAJOR >= 3
  status = shape->is_transposed
               ? dnnl_deconvolution_forward_primitive_desc_create (&pd, fl_onednn_get_engine (), dnnl_forward_inference,
                                                                   dnnl_deconvolution_direct, in, weight, bias, out,
                                                                   shape->stride, dilates, shape->padding,
                                                                   shape->behind, attributes)
               : dnnl_convolution_forward_primitive_desc_create (&pd, fl_onednn_get_engine (), dnnl_forward_inference,
                                                                 algorithm, in, weight, bias, out, shape->stride,
                                                                 dilates, shape->padding, shape->behind, attributes);
#else
  dnnl_convolution_desc_t desc; /* of either */
  status
      = shape->is_transposed
            ? dnnl_dilated_deconvolution_forward_desc_init (&desc, dnnl_forward_inference, dnnl_deconvolution_direct,
                                                            in, weight, bias, out, shape->stride, dilates,
                                                            shape->padding, shape->behind)
            : dnnl_dilated_convolution_forward_desc_init (&desc, dnnl_forward_inference, algorithm, in, weight, bias,
                                                          out, shape->stride, dilates, shape->padding, shape->behind);
  if (status == dnnl_success)
    status = dnnl_primitive_desc_create (&pd, &desc, attributes, fl_onednn_get_engine (), NULL);
#endif
  return status == dnnl_success ? pd : NULL;
}

/* Products over columns are one form, and what was made for convolutions another.
 *
 * Plain loops ("ref") are no kernel. Transposed ones over batches of products ("brg", new in version 3) multiply
 * weights by zeros where there is no pixel, so that an infinite weight makes NaN of results that it should not reach.
 */
static gboolean
has_form (dnnl_primitive_desc_t pd, const FlConvolution *shape, FlConvolutionForm form)
{
  const char *name = NULL;
  if (dnnl_primitive_desc_query (pd, dnnl_query_impl_info_str, 0, &name) != dnnl_success || name == NULL
      || g_str_has_prefix (name, "ref") || strstr (name, "ref:any") != NULL
      || (shape->is_transposed && strstr (name, "brg") != NULL))
    return FALSE;
  return form == FL_CONVOLUTION_WINOGRAD || (strstr (name, "gemm") != NULL) == (form == FL_CONVOLUTION_GEMM);
}

/* The first of that form among the library's kernels, which it has in the order in which it likes them; before version
 * 3, its first kernel or none. */
static dnnl_primitive_desc_t
describe_form (dnnl_primitive_attr_t attributes, const FlConvolution *shape, FlConvolutionForm form, DescRef in,
               DescRef weight, DescRef bias, DescRef out)
{
  dnnl_primitive_desc_t pd = describe_convolution (attributes, shape, form, in, weight, bias, out);
  while (pd != NULL && !has_form (pd, shape, form))
#if DNNL_VERSION_MAJOR >= 3
    if (dnnl_primitive_desc_next_impl (pd) != dnnl_success)
#endif
      g_clear_pointer (&pd, dnnl_primitive_desc_destroy);
  return pd;
}

/* Does a tensor lie with gaps, as a share of channels or of rows does? */
static gboolean
has_gaps (const gint64 *sizes, const gint64 *strides, guint n)
{
  gint64 span = 1;
  for (guint d = 0; d < n; d++)
    span += (sizes[d] - 1) * strides[d];
  return span != fl_sizes_product (sizes, n);
}

FlPrimitive *
fl_primitive_new_convolution (const FlConvolution *shape, FlConvolutionForm form, const FlPrimitive *with)
{
  const guint n = shape->n_spatial + 2;
  const dnnl_dims_t bias_sizes = { shape->out_sizes[1] }, one = { 1 };
  const int args[N_OPERANDS] = { DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, shape->has_bias ? DNNL_ARG_BIAS : 0, DNNL_ARG_DST };
  const gboolean is_winograd = form == FL_CONVOLUTION_WINOGRAD;
  Desc users[N_OPERANDS]
      = { fl_onednn_describe (n, shape->sizes, shape->in_strides), describe_weight (shape, FALSE),
          fl_onednn_describe (1, bias_sizes, one), fl_onednn_describe (n, shape->out_sizes, shape->out_strides) };
  Desc any = describe_weight (shape, TRUE),
       in = is_winograd ? fl_onednn_describe (n, shape->sizes, NULL) : describe_channels_last (n, shape->sizes),
       out
       = is_winograd ? fl_onednn_describe (n, shape->out_sizes, NULL) : describe_channels_last (n, shape->out_sizes);
  const DescRef bias = shape->has_bias ? REF (users[BIAS]) : NULL;
  dnnl_primitive_desc_t pd = NULL;
  dnnl_primitive_attr_t attributes;
  FlPrimitive *self = fl_onednn_begin (&attributes);
  /* The library first takes both as the caller has them, then a copy of one of them, then of both. Since version 3, a
   * transposed convolution keeps its result in scratch memory before it adds the bias: where the result has gaps, it
   * writes behind that memory, which has no room for them. Products over columns look for the second image where it
   * were without gaps, of the input and of the result. */
  const gboolean out_has_gaps = DNNL_VERSION_MAJOR >= 3 && has_gaps (shape->out_sizes, shape->out_strides, n),
                 in_has_gaps = DNNL_VERSION_MAJOR >= 3 && has_gaps (shape->sizes, shape->in_strides, n);
  const gboolean needs_copies = is_winograd || (form == FL_CONVOLUTION_GEMM && (in_has_gaps || out_has_gaps));
  for (guint i = needs_copies ? 3 : shape->is_transposed && out_has_gaps ? 2 : 0; i < 4 && pd == NULL; i++)
    pd = describe_form (attributes, shape, form, i % 2 == 1 ? REF (in) : REF (users[IN]), REF (any), bias,
                        i / 2 == 1 ? REF (out) : REF (users[OUT]));
  /* The kernels made for transposed ones before "brg" stand behind it where channels are innermost. */
  for (guint i = 0; i < 2 && pd == NULL && shape->is_transposed && form == FL_CONVOLUTION_DIRECT; i++)
    {
      Desc in_blocks = describe_blocks (n, shape->sizes, i == 0),
           out_blocks = describe_blocks (n, shape->out_sizes, i == 0);
      pd = describe_form (attributes, shape, form, REF (in_blocks), REF (any), bias, REF (out_blocks));
      forget (in_blocks);
      forget (out_blocks);
    }
  forget (any);
  forget (in);
  forget (out);
  if (!shape->has_bias)
    forget (users[BIAS]);
  return fl_onednn_finish (self, pd, args, users, with);
}

/* All three tensors are in whatever order is fastest: an operand is copied once, and read by as many taps as there are,
 * many taps. */
FlPrimitive *
fl_primitive_new_weight_gradient (const FlConvolution *shape)
{
  const guint n = shape->n_spatial + 2;
  const int args[N_OPERANDS] = { DNNL_ARG_SRC, DNNL_ARG_DIFF_DST, 0, DNNL_ARG_DIFF_WEIGHTS };
  Desc users[N_OPERANDS] = { fl_onednn_describe (n, shape->sizes, shape->in_strides),
                             fl_onednn_describe (n, shape->out_sizes, shape->out_strides),
                             { 0 },
                             describe_weight (shape, FALSE) };
  Desc in = fl_onednn_describe (n, shape->sizes, NULL), weight = describe_weight (shape, TRUE),
       out = fl_onednn_describe (n, shape->out_sizes, NULL);
  dnnl_primitive_attr_t attributes;
  FlPrimitive *self = fl_onednn_begin (&attributes);
  dnnl_primitive_desc_t pd = NULL, forward = describe_convolution (attributes, shape, FL_CONVOLUTION_DIRECT, REF (in),
                                                                   REF (weight), NULL, REF (out));
  dnnl_dims_t dilates = { 0 };
  dnnl_status_t status = dnnl_unimplemented;
  for (guint i = 0; i < shape->n_spatial; i++)
    dilates[i] = shape->dilation[i] - 1;
#if DNNL_VERSION_MAJOR >= 3
  if (forward != NULL)
    status = dnnl_convolution_backward_weights_primitive_desc_create (&pd, fl_onednn_get_engine (),
                                                                      dnnl_convolution_direct, in, weight, NULL, out,
                                                                      shape->stride, dilates, shape->padding,
                                                                      shape->behind, forward, attributes);
#else
  dnnl_convolution_desc_t desc;
  if (forward != NULL)
    status
        = dnnl_dilated_convolution_backward_weights_desc_init (&desc, dnnl_convolution_direct, &in, &weight, NULL, &out,
                                                               shape->stride, dilates, shape->padding, shape->behind);
  if (status == dnnl_success)
    status = dnnl_primitive_desc_create (&pd, &desc, attributes, fl_onednn_get_engine (), forward);
#endif
  if (forward != NULL)
    dnnl_primitive_desc_destroy (forward);
  forget (in);
  forget (weight);
  forget (out);
  return fl_onednn_finish (self, status == dnnl_success ? pd : NULL, args, users, NULL);
}
