"""The rows: what Inductor's own tests and the records of real compilations say of small functions.

Each row has a name, the section it stands in, a function, its inputs (called inside a default device) and what is
expected of it.  `expect` is the published figure, not something measured here; make-rows.py writes what the installed
PyTorch makes of the same function beside it.
"""
import torch
import torch.nn.functional as F
from torch import randn

aten, prims = torch.ops.aten, torch.ops.prims
ROWS = {}
MM_PATTERNS_OFF = {"realize_opcount_threshold": 0, "pattern_matcher": False}
BATCH_PASSES = {"split_cat_fx_passes": False, "post_grad_fusion_options": {},
                "pre_grad_fusion_options": {"batch_linear": {}, "batch_linear_lhs": {}, "batch_layernorm": {},
                                            "batch_tanh": {}, "batch_relu": {}, "batch_sigmoid": {}}}


def row(section, name, function, inputs, device="cuda", settings=None, train=False, dynamic=False, bytes_differ=None, unfinished=None, only_before=False,
        unfinished_before=None,
        **expect):
    assert name not in ROWS, name
    ROWS[name] = dict(section=section, function=function, inputs=inputs, device=device, settings=settings or {},
                      train=train, dynamic=dynamic, bytes_differ=bytes_differ,
                      unfinished=unfinished, only_before=only_before,
                      unfinished_before=unfinished_before, expect=expect)


def tensors(*shapes):
    return lambda: tuple(randn(*shape) for shape in shapes)


def integers(high, *shape):
    return torch.randint(0, high, shape, dtype=torch.int32)


def lazy_clone(x):
    return aten._lazy_clone(x)


V, M, C = (10,), (10, 10), (10, 10, 10)


# --- bytes accessed, in elements of four bytes -------------------------------------------------------------------

def elements(number, name, function, inputs, expected, **more):
    row("14.1", f"{number:02d}-{name}", function, inputs, elements=expected, **more)


def cos_mm_cos(x):
    x = torch.cos(x)
    return torch.mm(x, x).cos()


def norm_chain(a):
    for _ in range(3):
        a = a * a.sum(dim=1, keepdim=True)
    return a


def layer_norm_10(x, weight, bias):
    return F.layer_norm(x, (10,), weight, bias)


def choice_one(a):
    c = a.cos()
    return torch.mm(c, c) + c.cos()


def layer_norm_amax(x, scale):
    x = F.layer_norm(x.float(), [4096], eps=1e-05)
    return torch.sigmoid(x * scale), torch.amax(torch.abs(x))


def scaled_amax(x, scale):
    x = x * 1.1
    return torch.sigmoid(x * scale), torch.amax(torch.abs(x))


def copy_of_cat(dst, a, b):
    dst.copy_(torch.cat([a, b]))


def clone_twice_used(a):
    b = a.clone()
    return b, lazy_clone(b)


def put_in_place(a, b):
    a.copy_(aten.index_put(a, (b,), a.new_full((), 1.0)))


def unsafe_put_in_place(a, b):
    a.copy_(aten._unsafe_index_put(a, (b,), a.new_full((), 1.0)))


def many(function):
    return lambda *inputs: torch.cat([function(x) for x in inputs]) + 10


elements(1, "pointwise", lambda x: x.cos(), tensors(V), 20)
elements(2, "pointwise-add", lambda x, y: x + y, tensors(V, V), 30)
elements(3, "pointwise-broadcast", lambda x, y: x + y, tensors(M, V), 210)
elements(4, "pointwise-same", lambda x: x + x, tensors(V), 20)
elements(5, "pointwise-transposed", lambda x: x + x.t(), tensors(M), 200)
elements(6, "pointwise-two-outputs", lambda a, b, c: (a.cos(), b.sin() + c.sin()), tensors(V, V, V), 50)
elements(7, "reduction-inner", lambda x: x.sum(dim=1), tensors(M), 110)
elements(8, "reduction-outer", lambda x: x.sum(dim=0), tensors(M), 110)
elements(9, "extern-same", lambda x: torch.mm(x, x), tensors(M), 200)
elements(10, "extern", torch.mm, tensors(M, M), 300)
elements(11, "extern-between-pointwise", cos_mm_cos, tensors(M), 600)
elements(12, "extern-of-two", lambda x: torch.mm(x.cos(), x.sin()), tensors(M), 600)
elements(13, "cat-of-sines", lambda a, b: torch.cat([a.sin(), b.sin()]), tensors(V, V), 40)
elements(14, "cat-of-inputs", lambda a, b: torch.cat([a, b]), tensors(V, V), 40)
elements(15, "cat-of-cosine-and-input", lambda a, b: torch.cat([a.cos(), b]), tensors(V, V), 40)
elements(16, "cat-of-one-source", lambda a: torch.cat([a.cos(), a.sin()]), tensors(V), 30)
elements(17, "cat-of-product-and-sine", lambda a, b: torch.cat([torch.mm(a, a), b.sin()]), tensors(M, M), 400)
elements(20, "cat-of-sums", lambda a, b: torch.cat([a.sum(dim=0), b.sum(dim=0)]) + 10, tensors(C, C), 2600)
elements(21, "cat-of-softmaxes", lambda a, b: torch.cat([a.softmax(-1), b.softmax(-1)]), tensors(M, M), 400)
elements(23, "cat-pointwise-product", lambda a, b: torch.cat([a.cos(), torch.mm(b, b)]).cos(), tensors(M, M), 600)
elements(24, "cat-two-products", lambda a, b: torch.cat([torch.mm(a, a), torch.mm(b, b)]).cos(), tensors(M, M), 800)
elements(25, "cat-pointwise-inputs", lambda a, b: torch.cat([a, b]).cos(), tensors(M, M), 400)
elements(26, "cat-pointwise-not-used", lambda a, b: torch.cat([a, b.cos()]), tensors(M, M), 400)
elements(28, "cat-many-complex", many(F.gelu), tensors(*[M] * 16), 6400, settings=BATCH_PASSES)
elements(29, "cat-many-simple", many(F.relu), tensors(*[M] * 16), 9600, settings=BATCH_PASSES)
elements(30, "cat-limit-zero", lambda a, b: torch.cat([a + 1, b + 2]) + 3, tensors(M, M), 400,
         settings={"max_pointwise_cat_inputs": 0})
elements(31, "index", lambda a, b: a[b], lambda: (randn(10), integers(10, 10)), 30)
elements(32, "reduction-beside-pointwise", lambda a: (a.sum(dim=1), a.cos()), tensors(M), 210)
elements(33, "reduction-beside-reduction", lambda a: (a.sum(dim=1), a.amax(dim=1)), tensors(M), 120)
elements(36, "sum-times-broadcast", lambda a, b: a.sum(dim=1, keepdim=True) * b.cos(), tensors(M, V), 210)
elements(37, "vertical-sum", lambda a: a.cos().sum(dim=1).cos(), tensors(M), 110)
elements(38, "norm-chain", norm_chain, tensors(M), 200)
elements(39, "softmax-inner", lambda a: torch.softmax(a, dim=1), tensors(M), 200)
elements(40, "layer-norm", layer_norm_10, tensors(M, V, V), 220)
elements(41, "double-softmax", lambda x: torch.softmax(torch.softmax(x, dim=1), dim=1), tensors(M), 200)
elements(42, "softmax-backward", lambda g, o: aten._softmax_backward_data(g, o, 1, torch.float32), tensors(M, M), 300)
elements(44, "factory-reduction", lambda: (torch.ones(10) + torch.ones(10, 10)).sum(dim=-1), tensors(), 10)
elements(45, "index-pointwise", lambda a, b: a[b].cos(), lambda: (randn(10, 10), integers(10, 20)), 320)
elements(48, "copy-of-cat", copy_of_cat, tensors((20,), V, V), 60)
elements(49, "layer-norm-and-amax", layer_norm_amax, tensors((4, 2048, 4096), (1,)), 67133442, kernels=2,
         tolerance=0.0005)
elements(50, "pointwise-and-amax", scaled_amax, tensors((4, 2048, 4096), (1,)), 100663298, kernels=3,
         tolerance=0.0005)
elements(51, "choice-one", choice_one, tensors(M), 700, settings=MM_PATTERNS_OFF)
elements(54, "choice-four-cpu", lambda x, w: x * w + 1.0, tensors((2, 3, 10, 11), (11,)), 1331, device="cpu",
         settings=MM_PATTERNS_OFF)
elements(56, "tiling-second", lambda a, b: a + b.t(), tensors(M, M), 300)
elements(57, "tiling-first", lambda a, b: a.t() + b, tensors(M, M), 300)


class ViewAndProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.sin()
        x = x.cos().view(10, 10)
        ctx.save_for_backward(x, y)
        return x.cos()

    @staticmethod
    def backward(ctx, gradient):
        x, y = ctx.saved_tensors
        return torch.mm(gradient, x).view(100) * y


def product_chain(a):
    a = torch.mm(a, a) + 1
    return torch.mm(a, a + 2)


elements(59, "train-full-remat", lambda x: x.cos().cos().cos(), tensors(V), 50, train=True)
elements(60, "train-partial-remat", lambda a, b, c, d: (a + b + c + d).cos().cos(), tensors(V, V, V, V), 90, train=True)
elements(61, "train-dtype", lambda x: (x < 0) * x, tensors((100,)), 450, train=True)
elements(62, "train-unremat", lambda x: torch.mm(x, x.new_ones(x.shape)).tanh().tanh(), tensors(M), 1300, train=True)
elements(63, "train-unremat-products", product_chain, tensors(M), 2600, train=True, settings={"pattern_matcher": False})
elements(65, "train-cat", lambda a, b: torch.cat([torch.tanh(a), b]), tensors(V, V), 70, train=True)
elements(67, "train-view", lambda x: ViewAndProduct.apply(x), tensors((100,)), 900, train=True)
elements(69, "noop-clone", lambda a: lazy_clone(a.clone()), tensors(V), 20)
elements(70, "noop-clone-returned", clone_twice_used, tensors(V), 40)
elements(71, "noop-slice-scatter", lambda a: lazy_clone(aten.slice_scatter(a, a)), tensors(V), 20)
row("14.1", "71-noop-dtype", lambda a: lazy_clone(prims.convert_element_type(a, torch.float32)), tensors(V), elements=20)
row("14.1", "71-noop-device", lambda a: lazy_clone(prims.device_put(a, a.device)), tensors(V), elements=20)
for which, change in {"ceil": torch.ceil, "floor": torch.floor, "round": torch.round,
                      "power": lambda a: torch.pow(a, 1)}.items():
    row("14.1", f"72-noop-{which}", lambda a, change=change: lazy_clone(change(a)), lambda: (integers(10, 10),), elements=20)
elements(73, "noop-cat", lambda a: lazy_clone(torch.cat([a])), tensors(V), 20)
row("14.1", "73-noop-cat-twice", lambda a: torch.cat([torch.cat([a])]), tensors(V), elements=20)
elements(75, "scatter-in-place", put_in_place, lambda: (randn(10), integers(5, 2)), 6)
row("14.1", "75-scatter-in-place-unsafe", unsafe_put_in_place, lambda: (randn(10), integers(5, 2)), elements=6)


# --- orders for peak memory --------------------------------------------------------------------------------------

def two_chains(x, w1, w2, w3, w4):
    t1, t2 = torch.matmul(x, w1), torch.matmul(x, w2)
    t3, t4 = torch.matmul(t1, w3), torch.matmul(t2, w4)
    return t3.sum() + t4.sum()


def sums_of_products(a, b, c):
    return (a @ c).sum(dim=-1) + (b @ c).sum(dim=-1)


def accumulate(x, y, z):
    res = torch.zeros_like(x[0])
    for _ in range(4):
        res = res + (torch.matmul(x, y) + z)
    return res


CHAINS = tensors((2048, 1), (1, 10), (1, 1), (10, 1), (1, 10))
for method, order in {"": "buf1 buf0 buf2 buf4 buf3 buf5 buf7", "lpmf": "buf1 buf0 buf2 buf4 buf3 buf5 buf7",
                      "bfs": "buf0 buf1 buf2 buf3 buf4 buf5 buf7", "dfs": "buf0 buf2 buf4 buf1 buf3 buf5 buf7"}.items():
    row("14.2", "order-" + (method or "best"), two_chains, CHAINS, train="forward", order=order,
        settings={"score_fusion_memory_threshold": 1, "decompose_products": False, **({"peak_order": method} if method else {})})
row("14.2", "reductions-raise-peak", sums_of_products, tensors((32768, 16), (32768, 16), (16, 32768)),
    peak_below=2 * 32768 * 32768 * 4)
for limit, name, kernels in ((None, "no-limit", 1), (12 * 128 ** 2, "three-reads", 2), (128 ** 2, "one-read", 3)):
    row("14.2", "accumulate-" + name, accumulate, tensors(*[(128, 128)] * 3), kernels=kernels,
        settings={} if limit is None else {"realize_acc_reads_size_threshold": limit, "fusion_reads_size_threshold": limit})


# --- pools -------------------------------------------------------------------------------------------------------

def two_products(x, y, z):
    t0, t1 = x.matmul(y), x.matmul(z)
    t0 = x.transpose(0, 1).matmul(t1)
    t1 = x.matmul(t0)
    return t0.sum() + t1.sum()


row("14.3", "pools", two_products, tensors((3, 2), (2, 3), (2, 3)), settings={"memory_planning": True}, dynamic=True,
    wrapper=True, pools="pool1 = (4*s0*s1) + (align(4*(s0*s0))): buf0 at 0, buf1 at align((4*s0) + (4*s0*((-1) + s0)))")


# --- loop orders -------------------------------------------------------------------------------------------------

def realize(x):
    import torch._inductor.test_operators  # noqa: F401: registers the operator
    return torch.ops._inductor_test.realize(x)


def fp8_twice(x, scale):
    def cast(x):
        return (x * scale).clamp(-448, 448).to(torch.float8_e4m3fn)
    return cast(x), cast(x).t().contiguous().t()


def realized_view(x):
    return realize(x.sin().view(10, 10))


L = "14.4"
row(L, "apbt-realize", lambda x, y: realize(x * 2) + realize(y * 3), lambda: (randn(1024, 2048), randn(2048, 1024).t()),
    kernels=1)
row(L, "sum-and-t", lambda x: (x.sum(dim=-1), x.t().contiguous()), tensors((1024, 2048)), kernels=1)
row(L, "pw-outer-red", lambda x: realize(x + 1).sum(dim=[0, 1]), tensors((2, 4, 512)), kernels=1)
row(L, "different-reduction-order", lambda x: (x.sum(dim=0), x.sum(dim=1)), tensors((1024, 2048)), kernels=2,
    settings={"split_reductions": False})
row(L, "view", realized_view, tensors((100,)), kernels=1)
row(L, "fp8-pattern-2", fp8_twice, lambda: (randn(4096, 4096, dtype=torch.bfloat16), randn(1)), kernels=1,
    bytes=4 + 2 * 4096 ** 2 + 2 * 4096 ** 2)
row(L, "outer-softmax", lambda x: torch.softmax(x, dim=0), tensors((32, 2 ** 21)), kernels=1)
row(L, "outer-sum-and-pw", lambda x: x.sum(dim=0, keepdim=True) + x, tensors((32, 2 ** 21)), kernels=1)
def strided(*size, stride):
    return torch.empty_strided(size, stride).normal_()


def doubled(x):
    return x * 2


def repeated(x):
    return x[:, None].repeat(2, 4, 1, 1)


row(L, "reorder-and-merge-loops", doubled, lambda: (strided(1024, 2048, stride=(1, 1024)),), sizes_before="[2048, 1024]",
    sizes_after="[2097152]")
row(L, "merge-loops", doubled, tensors((1024, 2048)), sizes_before="[1024, 2048]", sizes_after="[2097152]")
row(L, "modular-indexing", repeated, tensors((64, 49, 49)), sizes_before="[128, 4, 49, 49]",
    index="49*p2 + p3 + 2401*(ModularIndexing(p0, 1, 64))", reordered="49*p1 + p2 + 2401*(ModularIndexing(p3, 1, 64))")
row(L, "scalar-shared-memory", lambda x: torch.mean(x), tensors((5, 5)), kernels=1)


# --- numbers of kernels ------------------------------------------------------------------------------------------

def vertical(sa, ct, p):
    t17 = ct * 0.0003 + -4.2e-07
    t18 = 0.02 + ct * t17 + -0.00012 * sa
    return 1.0 / t18 + t18 * p


def forced(a):
    return realize(a * 2) * 2


def explicit_softmax(x):
    maximum = torch.amax(x, dim=1, keepdim=True)
    unnormalized = torch.exp(x - maximum)
    return unnormalized / unnormalized.sum(dim=1, keepdim=True)


def long_chain(*inputs):
    x = inputs[0]
    for y in inputs[1:]:
        x = x + y
    return x


def no_ops(x, y):
    zeros, ones = torch.zeros(256, 256, device=x.device), torch.ones(256, 256, device=x.device)
    return [x @ y + zeros, x @ y - zeros, x @ y * ones, x @ y / ones]


def put_and_expand(x):
    x.index_put_((torch.arange(10, device=x.device),), torch.ones(10, device=x.device))
    return x.expand(2, 1024)


K = "14.6"
row(K, "vertical-fusion-cpu", vertical, tensors((204, 204, 26), (204, 204, 26), (26,)), device="cpu", kernels=1)
row(K, "vertical-fusion-gpu", vertical, tensors((204, 204, 26), (204, 204, 26), (26,)), kernels=1)
row(K, "forced-buffer-realize", forced, tensors(V), nodes=2)
row(K, "layer-norm-relu", lambda x, w, b: F.layer_norm(x, (32,), w, b).relu(), tensors((16, 32), (32,), (32,)), kernels=1)
row(K, "transpose-add", lambda a, b: a.t() + b, tensors((16, 32), (32, 16)), kernels=1)
row(K, "softmax-persistent", explicit_softmax, tensors((16, 32)), kernels=1)
row(K, "softmax-loop", explicit_softmax, tensors((16, 32)), kernels=1, settings={"triton.persistent_reductions": False})
row(K, "complex-fallback", lambda x: x * x + 10, lambda: (torch.randn(1, 2, 4, 8, dtype=torch.complex64),), kernels=0)
row(K, "complex-cast", lambda x: (x + x + 12).to(torch.complex64), tensors((1, 2, 4, 8)), kernels=1,
    bytes_differ="Inductor makes an empty complex tensor and a library copy into it; here one library call does both")
row(K, "no-mega-fusion", long_chain, tensors(*[(64,)] * 51), kernels_above=1, settings={"max_fusion_size": 1})
row(K, "remove-no-ops", no_ops, tensors((256, 256), (256, 256)), kernels=0)
row(K, "adaptive-avg-pool", lambda x: aten._adaptive_avg_pool2d(x, (4, 4)), tensors((2, 4, 21, 21)), kernels=0)
row(K, "max-pool-13", lambda x: aten.max_pool2d_with_indices(x, [13, 13], []), tensors((16, 64, 55, 55)), kernels=0)
row(K, "max-pool-dilated", lambda x: aten.max_pool2d_with_indices(x, [3, 2], [2, 1], [1, 1], [1, 2]),
    tensors((2, 2, 3, 6)), kernels=0)
row(K, "avg-pool-13", lambda x: aten.avg_pool2d(x, [13, 13], [1, 1], [0, 0]), tensors((1, 1, 24, 24)), kernels=0)
row(K, "put-and-expand", put_and_expand, tensors((1024,)), kernels=1)
row(K, "kernel-count-cpu", lambda x, y: x * y + y, tensors((5, 5), (5, 5)), device="cpu", kernels=1)


# --- CPU loops and foreach ---------------------------------------------------------------------------------------

def twenty_operators(x1, x2):
    y = torch.abs(x1) + torch.sin(x2) - torch.neg(x1)
    y = torch.square(torch.sigmoid(y)) + torch.relu(torch.cos(x1) * torch.exp(x2))
    y = torch.sqrt(torch.abs(y)) - torch.rsqrt(torch.abs(x2) + 1)
    return torch.tanh(y) + torch.log1p(torch.abs(y)) * torch.floor(x1) + torch.ceil(x2) + torch.round(y)


B = "14.7"
row(B, "outer-loop", lambda x: x - torch.amax(x, dim=-1, keepdim=True), tensors((4, 12, 1023, 1022)), device="cpu",
    outer_loop=1, inner_kernels=2)
for n in (7, 8, 9, 16, 17, 32, 33):
    row(B, f"transpose-copy-{n}", lambda a: a.t().contiguous(), tensors((n, n)), device="cpu", kernels=1, vector=2)
row(B, "maxpool-channels-last", lambda x: aten.max_pool2d_with_indices(x, [3, 3], [2, 2], [1, 1])[0],
    lambda: (randn(26, 32, 112, 112).to(memory_format=torch.channels_last),), device="cpu", vector=1)
row(B, "argmax-cpu", lambda x: torch.argmax(x, -1), tensors(M), device="cpu", vector=0)
row(B, "argmin-cpu", lambda x: torch.argmin(x, -1), tensors(M), device="cpu", vector=0)
row(B, "vector-chain", twenty_operators, tensors((5, 20), (5, 20)), device="cpu", kernels=1, vector=1)
row(B, "vector-chain-transposed", twenty_operators, lambda: (randn(10, 20).permute(1, 0), randn(20, 10)), device="cpu",
    kernels=1, vector=2)
row(B, "foreach-single", lambda a, b, c, d: torch._foreach_add([a, b], [c, d]),
    tensors(M, (20, 20), M, (20, 20)), kernels=1)
row(B, "foreach-broadcasting", lambda a, b, c, d: torch._foreach_add([a, b], [c, d]),
    tensors((10, 1), (20, 20), (1, 10), (20, 20)), kernels=1)
row(B, "foreach-type-promotion", lambda a, b, c, d: torch._foreach_add([a, b], [c, d]),
    lambda: (integers(9, 10, 10), integers(9, 20, 20), integers(9, 10, 10), integers(9, 20, 20).long()), kernels=0)


# --- a debug trace, and one block of GPT-2 -----------------------------------------------------------------------

def traced(a, b):
    return torch.mm(realize(a + 1) + 2, b)


def gpt2_block(x, mask, w):
    def heads(z):
        return z.view(4, 128, 12, 64).transpose(1, 2)

    y = F.layer_norm(x, (768,), w["n1"], w["c1"])
    q, k, v = torch.addmm(w["bqkv"], y.view(512, 768), w["qkv"]).view(4, 128, 2304).split(768, dim=2)
    bias = torch.where(mask, 0.0, -float("inf")).to(torch.bfloat16).expand(4, 12, 128, 128)
    y = aten._scaled_dot_product_efficient_attention(heads(q), heads(k).contiguous(), heads(v).contiguous(), bias, False,
                                                     scale=0.125)[0]
    y = torch.addmm(w["bout"], y.transpose(1, 2).reshape(512, 768), w["out"])
    x = x + y.view(4, 128, 768)
    y = F.layer_norm(x, (768,), w["n2"], w["c2"])
    y = F.gelu(torch.addmm(w["bup"], y.view(512, 768), w["up"]), approximate="tanh")
    x = x + torch.addmm(w["bdown"], y, w["down"]).view(4, 128, 768)
    return F.layer_norm(x, (768,), w["n3"], w["c3"])


def gpt2_inputs():
    b = torch.bfloat16
    shapes = dict(n1=(768,), c1=(768,), qkv=(768, 2304), bqkv=(2304,), out=(768, 768), bout=(768,), n2=(768,), c2=(768,),
                  up=(768, 3072), bup=(3072,), down=(3072, 768), bdown=(768,), n3=(768,), c3=(768,))
    return (randn(4, 128, 768, dtype=b), torch.ones(4, 1, 128, 128, dtype=torch.bool),
            {name: randn(shape, dtype=b) for name, shape in shapes.items()})


row("14.5", "debug-trace", traced, tensors((16, 16), (16, 16)), device="cpu", nodes=3, groups="op0_op1 op2")
row("14.8", "gpt2-block", gpt2_block, gpt2_inputs, kernels=7, calls="addmm sdpa addmm addmm addmm", wrapper=True)


# --- graph passes: what this PyTorch makes of the graph before them ------------------------------------------------

def scatter_of_full(index):
    return torch.full((32, 64), 0.5, device=index.device).scatter(1, index, 3.0)


def partial_reductions(x):
    return x.amax(), x.amax(dim=1), x.amin(), x.amin(dim=0)


def cat_slice_cat(x, y):
    a = torch.cat([x, y], 1)
    return torch.cat([a, a[:, 0:9]], 1)


def split_and_cat(x):
    return torch.cat(torch.split(x, [4, 8, 20], 1), 1) + 1


def cat_and_split(x, y):
    a, b = torch.split(torch.cat([x, y], 1), [8, 24], 1)
    return a.exp(), b.sin()


def twice_cast(x):
    return x.to(torch.bfloat16).to(torch.float32) * 2


P = "passes"
row(P, "scatter-of-full", scatter_of_full, lambda: (torch.randint(0, 64, (32, 1)),))
row(P, "cumsum-of-full", lambda x: torch.full((16,), 2, device=x.device).cumsum(0) + x, tensors((16,)))
row(P, "cat-slice-cat", cat_slice_cat, tensors((8, 16), (8, 24)), only_before=True)
row(P, "cat-of-slice", lambda x, y: torch.cat([x, y, x[:, 0:9]], 1), tensors((8, 16), (8, 24)))
row(P, "relu-of-addmm", lambda b, x, w: torch.addmm(b, x, w).relu(), tensors((64,), (32, 16), (16, 64)))
row(P, "gelu-of-addmm", lambda b, x, w: F.gelu(torch.addmm(b, x, w), approximate="tanh"), tensors((64,), (32, 16), (16, 64)))
row(P, "split-and-cat", split_and_cat, tensors((16, 32)), only_before=True)
row(P, "cat-and-split", cat_and_split, tensors((16, 8), (16, 24)), only_before=True)
row(P, "partial-reductions", partial_reductions, tensors((512, 512)))
row(P, "constructor-moved", lambda x: x[torch.arange(8)] + 1, tensors((16, 32)))
row(P, "bias-cpu", lambda x, w, b: torch.mm(x, w) + b, tensors((32, 16), (16, 64), (64,)), device="cpu")
row(P, "bias-gpu", lambda x, w, b: torch.mm(x, w) + b, tensors((32, 16), (16, 64), (64,)))
row(P, "bias-then-relu-gpu", lambda x, w, b: (torch.mm(x, w) + b).relu() * 2, tensors((32, 16), (16, 64), (64,)))
row(P, "one-row-cpu", lambda x, w, b: torch.addmm(b, x, w), tensors((1, 8), (8, 16), (16,)), device="cpu")
row(P, "batch-of-one", lambda x, w: torch.bmm(x, w), tensors((1, 32, 16), (1, 16, 64)))
row(P, "cast-there-and-back", twice_cast, tensors((64, 64)))
row(P, "scaled-softmax", lambda x: torch.softmax(x * 0.125, dim=-1), tensors((64, 128)))
row(P, "view-to-same", lambda x: x.view(64, 64).relu(), tensors((64, 64)))
row(P, "zeros-and-ones", lambda x: (x + torch.zeros_like(x)) * torch.ones_like(x) - 1, tensors((64, 64)))
row(P, "dead-code", lambda x: (x.exp().sum(), x * 2)[1], tensors((64, 64)))
row(P, "slice-of-all", lambda x: x[:, 0:64] + 1, tensors((64, 64)))
row(P, "pad-of-nothing", lambda x: F.pad(x, [0, 0]) + 1, tensors((64, 64)))
row(P, "attention", lambda q, k, v: torch.softmax(q @ k.transpose(-2, -1) / 8.0, dim=-1) @ v,
    tensors((2, 4, 32, 64), (2, 4, 32, 64), (2, 4, 32, 64)))
row(P, "order-of-producers", lambda x, y, z: (y.exp() @ z, x.sin() @ x.cos()), tensors((32, 32), (32, 32), (32, 32)))
