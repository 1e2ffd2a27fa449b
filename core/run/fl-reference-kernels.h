/* The reference kernels by name: one line a token of the operator table's REFERENCE column. Tokens that have no kernel
 * yet stand at the end as NULL, and programs that need them are refused with the operator's name. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

#define reference_none NULL
gboolean reference_unary (FlCall *call);
gboolean reference_add (FlCall *call);
gboolean reference_binary (FlCall *call);
gboolean reference_div_mode (FlCall *call);
gboolean reference_floor_divide (FlCall *call);
gboolean reference_fmax (FlCall *call);
gboolean reference_fmin (FlCall *call);
gboolean reference_clamp (FlCall *call);
gboolean reference_compare (FlCall *call);
gboolean reference_where (FlCall *call);
gboolean reference_masked_fill (FlCall *call);
gboolean reference_clone (FlCall *call);
gboolean reference_copy (FlCall *call);
gboolean reference_alias (FlCall *call);
gboolean reference_to_copy (FlCall *call);
gboolean reference_addcmul (FlCall *call);
gboolean reference_addcdiv (FlCall *call);
gboolean reference_lerp (FlCall *call);
gboolean reference_nan_to_num (FlCall *call);
gboolean reference_logaddexp (FlCall *call);
gboolean reference_xlogy (FlCall *call);
gboolean reference_celu (FlCall *call);
gboolean reference_elu (FlCall *call);
gboolean reference_gelu (FlCall *call);
gboolean reference_glu (FlCall *call);
gboolean reference_hardsigmoid (FlCall *call);
gboolean reference_hardswish (FlCall *call);
gboolean reference_hardtanh (FlCall *call);
gboolean reference_leaky_relu (FlCall *call);
gboolean reference_log_sigmoid (FlCall *call);
gboolean reference_mish (FlCall *call);
gboolean reference_selu (FlCall *call);
gboolean reference_silu (FlCall *call);
gboolean reference_softplus (FlCall *call);
gboolean reference_softshrink (FlCall *call);
gboolean reference_threshold (FlCall *call);
gboolean reference_prelu (FlCall *call);
gboolean reference_elu_backward (FlCall *call);
gboolean reference_gelu_backward (FlCall *call);
gboolean reference_hardsigmoid_backward (FlCall *call);
gboolean reference_hardswish_backward (FlCall *call);
gboolean reference_hardtanh_backward (FlCall *call);
gboolean reference_leaky_relu_backward (FlCall *call);
gboolean reference_mish_backward (FlCall *call);
gboolean reference_native_dropout_backward (FlCall *call);
gboolean reference_sigmoid_backward (FlCall *call);
gboolean reference_silu_backward (FlCall *call);
gboolean reference_softplus_backward (FlCall *call);
gboolean reference_tanh_backward (FlCall *call);
gboolean reference_threshold_backward (FlCall *call);
gboolean reference_sum (FlCall *call);
gboolean reference_prod (FlCall *call);
gboolean reference_mean (FlCall *call);
gboolean reference_amax (FlCall *call);
gboolean reference_amin (FlCall *call);
gboolean reference_aminmax (FlCall *call);
gboolean reference_max_dim (FlCall *call);
gboolean reference_min_dim (FlCall *call);
gboolean reference_argmax (FlCall *call);
gboolean reference_argmin (FlCall *call);
gboolean reference_any (FlCall *call);
gboolean reference_all (FlCall *call);
gboolean reference_var (FlCall *call);
gboolean reference_var_mean (FlCall *call);
gboolean reference_std (FlCall *call);
gboolean reference_logsumexp (FlCall *call);
gboolean reference_linalg_vector_norm (FlCall *call);
gboolean reference_cumsum (FlCall *call);
gboolean reference_cumprod (FlCall *call);
gboolean reference_as_strided (FlCall *call);
gboolean reference_diagonal (FlCall *call);
gboolean reference_expand (FlCall *call);
gboolean reference_view (FlCall *call);
gboolean reference_permute (FlCall *call);
gboolean reference_narrow (FlCall *call);
gboolean reference_select (FlCall *call);
gboolean reference_slice (FlCall *call);
gboolean reference_split (FlCall *call);
gboolean reference_split_with_sizes (FlCall *call);
gboolean reference_chunk (FlCall *call);
gboolean reference_squeeze (FlCall *call);
gboolean reference_t (FlCall *call);
gboolean reference_transpose (FlCall *call);
gboolean reference_unbind (FlCall *call);
gboolean reference_unfold (FlCall *call);
gboolean reference_unsqueeze (FlCall *call);
gboolean reference_view_dtype (FlCall *call);
gboolean reference_view_as_complex (FlCall *call);
gboolean reference_view_as_real (FlCall *call);
gboolean reference_cat (FlCall *call);
gboolean reference_stack (FlCall *call);
gboolean reference_constant_pad_nd (FlCall *call);
gboolean reference_pad (FlCall *call);
gboolean reference_reflection_pad (FlCall *call);
gboolean reference_replication_pad (FlCall *call);
gboolean reference_repeat (FlCall *call);
gboolean reference_tile (FlCall *call);
gboolean reference_flip (FlCall *call);
gboolean reference_roll (FlCall *call);
gboolean reference_embedding (FlCall *call);
gboolean reference_embedding_dense_backward (FlCall *call);
gboolean reference_gather (FlCall *call);
gboolean reference_index (FlCall *call);
gboolean reference_unsafe_masked_index (FlCall *call);
gboolean reference_unsafe_masked_index_put_accumulate (FlCall *call);
gboolean reference_index_select (FlCall *call);
gboolean reference_index_put (FlCall *call);
gboolean reference_index_add (FlCall *call);
gboolean reference_index_copy (FlCall *call);
gboolean reference_index_fill (FlCall *call);
gboolean reference_scatter (FlCall *call);
gboolean reference_scatter_add (FlCall *call);
gboolean reference_scatter_reduce (FlCall *call);
gboolean reference_slice_scatter (FlCall *call);
gboolean reference_select_scatter (FlCall *call);
gboolean reference_as_strided_scatter (FlCall *call);
gboolean reference_slice_backward (FlCall *call);
gboolean reference_select_backward (FlCall *call);
gboolean reference_tril (FlCall *call);
gboolean reference_triu (FlCall *call);
gboolean reference_bucketize (FlCall *call);
gboolean reference_pixel_shuffle (FlCall *call);
gboolean reference_pixel_unshuffle (FlCall *call);
gboolean reference_arange (FlCall *call);
gboolean reference_linspace (FlCall *call);
gboolean reference_full (FlCall *call);
gboolean reference_full_like (FlCall *call);
gboolean reference_empty (FlCall *call);
gboolean reference_eye (FlCall *call);
gboolean reference_fill (FlCall *call);
gboolean reference_mm (FlCall *call);
gboolean reference_addmm (FlCall *call);
gboolean reference_bmm (FlCall *call);
gboolean reference_baddbmm (FlCall *call);
gboolean reference_mv (FlCall *call);
gboolean reference_addmv (FlCall *call);
gboolean reference_dot (FlCall *call);
gboolean reference_convolution (FlCall *call);
gboolean reference_convolution_backward (FlCall *call);
gboolean reference_avg_pool (FlCall *call);
gboolean reference_avg_pool_backward (FlCall *call);
gboolean reference_adaptive_avg_pool (FlCall *call);
gboolean reference_adaptive_avg_pool2d_backward (FlCall *call);
gboolean reference_max_pool (FlCall *call);
gboolean reference_max_pool2d_with_indices (FlCall *call);
gboolean reference_max_pool2d_with_indices_backward (FlCall *call);
gboolean reference_sdpa (FlCall *call);
gboolean reference_sdpa_backward (FlCall *call);
gboolean reference_linear (FlCall *call);
gboolean reference_matmul (FlCall *call);
gboolean reference_softmax (FlCall *call);
gboolean reference_log_softmax (FlCall *call);
gboolean reference_softmax_backward (FlCall *call);
gboolean reference_log_softmax_backward (FlCall *call);
gboolean reference_layer_norm (FlCall *call);
gboolean reference_native_layer_norm (FlCall *call);
gboolean reference_native_layer_norm_backward (FlCall *call);
gboolean reference_rms_norm (FlCall *call);
gboolean reference_fused_rms_norm (FlCall *call);
gboolean reference_group_norm (FlCall *call);
gboolean reference_native_group_norm (FlCall *call);
gboolean reference_batch_norm (FlCall *call);
gboolean reference_native_batch_norm (FlCall *call);
gboolean reference_native_batch_norm_backward (FlCall *call);
gboolean reference_mse_loss (FlCall *call);
gboolean reference_mse_loss_backward (FlCall *call);
gboolean reference_l1_loss (FlCall *call);
gboolean reference_smooth_l1_loss (FlCall *call);
gboolean reference_huber_loss (FlCall *call);
gboolean reference_binary_cross_entropy (FlCall *call);
gboolean reference_binary_cross_entropy_with_logits (FlCall *call);
gboolean reference_prims_div (FlCall *call);
gboolean reference_convert_element_type (FlCall *call);
gboolean reference_broadcast_in_dim (FlCall *call);
gboolean reference_fma (FlCall *call);
gboolean reference_iota (FlCall *call);
gboolean reference_low_memory_max_pool_with_offsets (FlCall *call);
gboolean reference_low_memory_max_pool_offsets_to_indices (FlCall *call);
gboolean reference_prepare_softmax_online (FlCall *call);
gboolean reference_symbolic (FlCall *call);
gboolean reference_item (FlCall *call);
gboolean reference_nothing (FlCall *call);
gboolean reference_getitem (FlCall *call);

#define reference_grouped_mm NULL
#define reference_sort NULL
#define reference_argsort NULL
#define reference_topk NULL
#define reference_histc NULL
#define reference_fft_c2c NULL
#define reference_upsample_bicubic2d NULL
#define reference_upsample_bilinear2d NULL
#define reference_upsample_nearest NULL
#define reference_cross_entropy NULL
#define reference_nll_loss NULL
#define reference_nll_loss_backward NULL
#define reference_random NULL

G_END_DECLS
