class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s53)", arg1_1: "Sym(s0)", arg2_1: "f32[1, 2, s53, s0][2*s0*s53, s0*s53, s0, 1]cuda:0", arg3_1: "Sym(s4)", arg4_1: "i64[s4][1]cuda:0"):
        # File: golden_cases.py:448 in dynamic_views, code: return x.flatten(1).t() * 2, x[:, :, where].sum(-1), F.pad(x, (1, 1, 1, 1))
        mul: "Sym(2*s53)" = 2 * arg0_1;  arg0_1 = None
        mul_1: "Sym(2*s0*s53)" = mul * arg1_1;  mul = arg1_1 = None
        view: "f32[1, 2*s0*s53][2*s0*s53, 1]cuda:0" = torch.ops.aten.reshape.default(arg2_1, [1, mul_1]);  mul_1 = None
        permute: "f32[2*s0*s53, 1][1, 2*s0*s53]cuda:0" = torch.ops.aten.permute.default(view, [1, 0]);  view = None
        mul_8: "f32[2*s0*s53, 1][1, 1]cuda:0" = torch.ops.aten.mul.Tensor(permute, 2);  permute = None
        index: "f32[1, 2, s4, s0][2*s0*s4, s0*s4, s0, 1]cuda:0" = torch.ops.aten.index.Tensor(arg2_1, [None, None, arg4_1]);  arg4_1 = None
        sum_1: "f32[1, 2, s4][2*s4, s4, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(index, [-1]);  index = None

        # File: torch/nn/functional.py:5896 in pad, code: return torch._C._nn.pad(input, pad, mode, value)
        constant_pad_nd: "f32[1, 2, s53 + 2, s0 + 2][2*(s0 + 2)*(s53 + 2), (s0 + 2)*(s53 + 2), s0 + 2, 1]cuda:0" = torch.ops.aten.constant_pad_nd.default(arg2_1, [1, 1, 1, 1], 0.0);  arg2_1 = None
        return (mul_8, sum_1, constant_pad_nd)
