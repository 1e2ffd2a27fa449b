"""Further cases, derived from the hand-written ones: the same call with other element types, layouts, sizes and dims.

Each maker takes a call (args, kwargs) and gives another one, or None when it does not apply.  What PyTorch refuses is
dropped, so a maker need not know which operators it suits.
"""
import torch

from op_values import BF16, BOOL, EMULATED, F16, F32, F64, I32, I64, SPECIAL, U8

MOST_ELEMENTS = 3000  # of all inputs and outputs of a case together
MOST_CASES = 16       # of one operator


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from tensors_of(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from tensors_of(part)


def rebuild(value, change):
    """The same structure with every tensor t replaced by change (t)."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, (list, tuple)):
        return type(value)(rebuild(part, change) for part in value)
    if isinstance(value, dict):
        return {key: rebuild(part, change) for key, part in value.items()}
    return value


def changed(args, kwargs, change):
    return rebuild(args, change), rebuild(kwargs, change)


def cast(dtype):
    def to_dtype(tensor):
        if tensor.dtype != F32:
            return tensor
        return tensor > 0 if dtype == BOOL else tensor.abs().to(dtype) if dtype == U8 else tensor.to(dtype)

    def make(_schema, args, kwargs):
        return changed(args, kwargs, to_dtype)
    return make


def turn(tensor):
    return tensor.transpose(-1, -2).contiguous().transpose(-1, -2) if tensor.dim() > 1 else tensor


def turned(_schema, args, kwargs):
    """The last two dimensions exchanged in memory."""
    return changed(args, kwargs, turn)


def spread_out(tensor):
    if tensor.dim() == 0 or tensor.numel() == 0:
        return tensor
    return torch.zeros(*tensor.shape[:-1], tensor.shape[-1] * 2, dtype=tensor.dtype)[..., ::2].copy_(tensor)


def spread(schema, args, kwargs):
    """Every second element of a larger tensor."""
    return None if "as_strided" in schema.name else changed(args, kwargs, spread_out)


def channels_last(_schema, args, kwargs):
    def change(tensor):
        if tensor.dim() != 4:
            return tensor
        return tensor.contiguous(memory_format=torch.channels_last)
    return changed(args, kwargs, change)


def emptied(dim):
    """No elements: every tensor whose size at dim is that of the first loses that dimension's elements."""
    def make(_schema, args, kwargs):
        first = next(tensors_of(args), None)
        if first is None or first.dim() == 0:
            return None
        size = first.shape[dim]
        return changed(args, kwargs, lambda t: t.narrow(dim, 0, 0).clone() if t.dim() and t.shape[dim] == size else t)
    return make


def one_element(_schema, args, kwargs):
    """Tensors without dimensions."""
    return changed(args, kwargs, lambda t: t.flatten()[0].clone() if t.numel() else t)


def first_is_broadcast(_schema, args, kwargs):
    state = {"seen": 0}

    def change(tensor):
        state["seen"] += 1
        return tensor.narrow(0, 0, 1).clone() if state["seen"] == 1 and tensor.dim() and tensor.shape[0] > 1 else tensor
    return changed(args, kwargs, change) if sum(1 for _ in tensors_of((args, kwargs))) > 1 else None


def others_are_deeper(_schema, args, kwargs):
    """All but the first tensor get another dimension in front."""
    state = {"seen": 0}

    def change(tensor):
        state["seen"] += 1
        return tensor if state["seen"] == 1 else torch.stack([tensor, tensor.flip(0) if tensor.dim() else tensor])
    return changed(args, kwargs, change) if sum(1 for _ in tensors_of((args, kwargs))) > 1 else None


def negative_dims(schema, args, kwargs):
    first = next(tensors_of(args), None)
    if first is None:
        return None
    n_dims, args = first.dim(), list(args)

    def turn_dim(value):
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < n_dims:
            return value - n_dims
        return [turn_dim(part) for part in value] if isinstance(value, list) else value
    for position, argument in enumerate(schema.arguments):
        if argument.name in ("dim", "dims", "dim0", "dim1", "start_dim", "end_dim", "axis", "dimension", "permutation"):
            if position < len(args):
                args[position] = turn_dim(args[position])
            elif argument.name in kwargs:
                kwargs = {**kwargs, argument.name: turn_dim(kwargs[argument.name])}
    return tuple(args), kwargs


def special(_schema, args, kwargs):
    """Zeros of both signs, infinities and NaN in every float tensor."""
    state = {"seen": 0}

    def change(tensor):
        if tensor.dtype != F32 or tensor.numel() == 0:
            return tensor
        state["seen"] += 1
        return torch.cat([SPECIAL.roll(3 * state["seen"] - 3)] * (tensor.numel() // 8 + 1))[:tensor.numel()].reshape(tensor.shape)
    return changed(args, kwargs, change)


def tied(_schema, args, kwargs):
    """Few different values."""
    return changed(args, kwargs, lambda t: t.clamp(-1, 1).round() if t.dtype in (F32, F64) else t)


def long(_schema, args, kwargs):
    """The last dimension 33 times as long, of all tensors that have the first's: more than the lanes of a kernel."""
    first = next(tensors_of(args), None)
    if first is None or first.dim() == 0:
        return None
    return changed(args, kwargs, lambda t: torch.cat([t] * 33, -1) if t.dim() and t.shape[-1] == first.shape[-1] else t)


ORDERED = ("sort", "argsort", "argmax", "argmin", "max", "min", "cummax", "cummin")
MAKERS = [("bf16", cast(BF16)), ("turned", turned), ("no rows", emptied(0)), ("i64", cast(I64)), ("negative dims", negative_dims),
          ("bool", cast(BOOL)), ("f16", cast(F16)), ("spread", spread), ("channels last", channels_last),
          ("broadcast", first_is_broadcast), ("no columns", emptied(-1)), ("deeper", others_are_deeper), ("f64", cast(F64)),
          ("one element", one_element), ("u8", cast(U8)), ("i32", cast(I32))]
SPECIAL_FAMILIES = ("pointwise", "reduction")
# Results that PyTorch leaves open, or that depend on its kernels' inner order: no derived cases. (Of bags, results beside the first depend
# on the table's layout and type; what derived offsets say is not checked.)
OPEN = {"_embedding_bag", "_embedding_bag_backward", "_fft_c2r", "_embedding_bag_forward_only", "_assert_async", "_assert_scalar", "_local_scalar_dense", "bernoulli", "bernoulli_", "empty", "empty_like", "empty_permuted",
        "empty_strided", "exponential_", "inductor_lookup_seed", "inductor_randint", "inductor_random", "inductor_seed",
        "inductor_seeds", "item", "kthvalue", "median", "nanmedian", "mode", "multinomial", "native_dropout", "new_empty", "new_empty_strided",
        "nextafter", "nonzero", "normal_", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm", "topk",
        "uniform", "uniform_"}


# Variants that mean nothing, and why.
FORBIDDEN = {
    "native_batch_norm_backward": ("no rows", "no columns", "broadcast"),  # PyTorch divides by zero, or trusts the sizes
    "_fused_rms_norm": ("no columns", "one element"),  # 0 / 0
    "_reshape_alias": ("turned", "spread", "no rows", "no columns", "one element"),  # trusts the strides it is given
    "as_strided_scatter": ("turned",),  # copies as the input's memory is
    "_unsafe_masked_index": ("no rows", "no columns", "broadcast"),  # unsafe: nobody checks the indices
    "_unsafe_masked_index_put_accumulate": ("no rows", "no columns", "broadcast"),
    "index_add": ("no rows",), "index_add_": ("no rows",),  # does not check indices of an empty tensor
    "_softmax_backward_data": ("bf16", "f16", "f64"), "_log_softmax_backward_data": ("bf16", "f16", "f64", "broadcast", "deeper"),  # input_dtype is f32
    "prepare_softmax_online": ("i64", "i32", "u8", "bool"),
    "gelu": ("special",), "var_mean": ("special",), "var": ("special",), "std": ("special",),  # inf - inf inside
    "_low_memory_max_pool_with_offsets": ("special",),  # which of several NaN
    "hardsigmoid_backward": ("f64",),  # its constant is a float32
    "scaled_dot_product_attention": ("deeper", "bf16"),  # rounds the weights or does not
    "_scaled_dot_product_attention_math": ("deeper", "no columns", "bf16"),
    "_scaled_dot_product_flash_attention_for_cpu": ("turned", "channels last", "no columns"),  # trusts the strides
    "cross_entropy_loss": ("bf16", "f16"),  # rounds within
    "upsample_bicubic2d": ("u8", "bf16", "f16"),  # fixed-point weights, weights in bf16
    "bucketize": ("u8", "bool"), "searchsorted": ("u8", "bool"),  # boundaries are no longer sorted
    "clamp": ("u8",), "clip": ("u8",), "l1_loss": ("u8",), "clamp_": ("u8",), "hardtanh_": ("u8",),   # -1 is no uint8
    "binary_cross_entropy": ("broadcast", "deeper"),  # trusts the sizes
    "mse_loss_backward": ("i64", "i32", "u8"),  # integers have no gradients
    "instance_norm": ("bf16", "f16"), "unfold_backward": ("one element",),
    "native_dropout_backward": ("bool", "i64", "u8", "i32"),  # integers have no gradients
    "_fft_c2c": ("negative dims",), "view_as_complex": ("f16",),
    "native_layer_norm_backward": ("spread", "broadcast", "turned", "bf16"),  # eager mode rounds within
    "_native_batch_norm_legit": ("deeper", "bf16"), "_native_batch_norm_legit_functional": ("bf16",),
    "elu_backward": ("broadcast", "deeper"),  # gradients are of the result's shape
    "reshape": ("prims spread",),  # a view or a copy
    **{name: ("prims i64", "prims u8", "prims i32") for name in  # a prim takes floats only
       ("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "digamma", "erf", "erfc", "exp", "exp2", "expm1", "hypot",
        "lgamma", "log", "log10", "log1p", "log2", "reciprocal", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh")},
    "masked_scatter": ("broadcast", "deeper"),
    "upsample_bilinear2d": ("u8",),  # rounds its weights
    **{name: ("i64", "i32", "u8", "bool", "broadcast", "deeper") for name in  # integers have no gradients; gradients have the result's shape
       ("smooth_l1_loss_backward", "huber_loss_backward", "soft_margin_loss_backward", "binary_cross_entropy_backward",
        "log_sigmoid_backward", "_prelu_kernel_backward", "rrelu_with_noise_backward")},
    **{name: ("f64",) for name in  # PyTorch's own approximations are good to eight digits
       ("special_airy_ai", "special_bessel_j0", "special_bessel_j1", "special_bessel_y0", "special_bessel_y1", "bessel_j0", "bessel_j1",
        "polygamma", "special_polygamma")},
    **{name: ("i64", "i32", "u8", "bool", "broadcast", "deeper") for name in ("hardshrink_backward", "softshrink_backward")},
    "glu_backward": ("i64", "i32", "u8", "bool", "broadcast", "deeper", "bf16", "f16"),  # and eager mode rounds within
    # Eager mode takes the tensor for contiguous.
    "_weight_norm_interface": ("i64", "i32", "u8", "bool", "broadcast", "deeper", "no rows", "no columns", "one element", "spread",
                               "turned"),
    **{name: ("no rows", "no columns", "broadcast", "deeper", "one element") for name in  # trusts the sizes
       ("adaptive_max_pool2d_backward", "_pdist_backward", "_cdist_backward", "max_pool3d_with_indices_backward")},
    **{name: ("no rows", "no columns", "broadcast", "deeper", "one element", "turned", "spread", "channels last") for name in  # and the strides
       ("adaptive_max_pool3d_backward", "fractional_max_pool2d_backward", "fractional_max_pool3d_backward")},
    "upsample_trilinear3d": ("bf16", "f16"), "_adaptive_avg_pool3d_backward": ("bf16", "f16", "broadcast"),  # eager mode rounds within
    "_trilinear": ("no rows", "no columns", "broadcast", "deeper"),  # trusts the sizes
    **{name: ("no rows", "no columns", "broadcast", "deeper", "one element", "turned", "spread", "channels last", "bf16", "f16", "i64", "i32", "u8",
            "bool") for name in
       ("segment_reduce", "_segment_reduce_backward", "_chunk_cat", "_embedding_bag_per_sample_weights_backward", "batch_norm_backward",
        "_weight_int8pack_mm", "_weight_norm_interface_backward", "_histogramdd_bin_edges", "_histogramdd_from_bin_cts")},  # trusts its arguments
    "addbmm": ("i64", "i32", "u8", "bool"),  # half of an integer
    "repeat_interleave": ("no rows", "no columns"),  # the sizes no longer fit
    "masked_scatter_backward": ("broadcast", "deeper"), "_batch_norm_with_update": ("bf16", "f16"),  # trusts the sizes; rounds within
    "special_i0e": ("bf16",),  # eager mode rounds within
    "fake_quantize_per_tensor_affine": ("special",), "fake_quantize_per_channel_affine": ("special",),  # NaN as an integer, scales without end
    "logit_backward": ("i64", "i32", "u8", "bool", "broadcast", "deeper", "special"),  # and at -0 eager mode has the infinity of 0
    "_prelu_kernel": ("deeper",), "pixel_unshuffle": ("no rows", "no columns"),  # gives what its inner steps leave
}


def is_open(name):
    return name.split(".")[1] in OPEN or name in EMULATED


def makers_for(name, family):
    found = list(MAKERS)
    if family in SPECIAL_FAMILIES:
        found.insert(3, ("special", special))
        found.insert(4, ("long", long))
    if name.split(".")[1] in ORDERED and not is_open(name):
        found[:0] = [("tied", tied), ("special", special)]
    return [(what, make) for what, make in found if what not in FORBIDDEN.get(name.split(".")[1], ())
            and not (name.startswith("prims.") and "prims " + what in ("prims bool", *FORBIDDEN.get(name.split(".")[1], ())))]


def size_of(value):
    return sum(tensor.numel() for tensor in tensors_of(value))
