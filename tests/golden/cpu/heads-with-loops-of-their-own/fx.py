class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 1024][1024, 1]cpu", arg1_1: "f32[128][1]cpu"):
        # File: golden_cases_options.py:97 in heads_with_loops_of_their_own, code: heads = x.view(64, 8, 128)
        view: "f32[64, 8, 128][1024, 128, 1]cpu" = torch.ops.aten.reshape.default(arg0_1, [64, 8, 128])

        # File: golden_cases_options.py:98 in heads_with_loops_of_their_own, code: return (heads * torch.rsqrt(heads.pow(2).mean(-1, keepdim=True) + 1e-6) * weight).view(64, 1024) + x
        pow_1: "f32[64, 8, 128][1024, 128, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(view, 2)
        mean: "f32[64, 8, 1][8, 1, 1]cpu" = torch.ops.aten.mean.dim(pow_1, [-1], True);  pow_1 = None
        add: "f32[64, 8, 1][8, 1, 1]cpu" = torch.ops.aten.add.Tensor(mean, 1e-06);  mean = None
        rsqrt: "f32[64, 8, 1][8, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add);  add = None
        mul: "f32[64, 8, 128][1024, 128, 1]cpu" = torch.ops.aten.mul.Tensor(view, rsqrt);  view = rsqrt = None
        mul_1: "f32[64, 8, 128][1024, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul, arg1_1);  mul = arg1_1 = None
        view_1: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.reshape.default(mul_1, [64, 1024]);  mul_1 = None
        add_1: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.add.Tensor(view_1, arg0_1);  view_1 = arg0_1 = None
        return (add_1,)
