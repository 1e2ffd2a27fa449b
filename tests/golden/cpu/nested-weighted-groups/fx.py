class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1024][1024, 1]cpu", arg1_1: "f32[1024][1]cpu"):
        # File: golden_cases_rules.py:244 in nested_weighted_groups, code: y = x / x.square().mean(-1, keepdim=True).sqrt() * weight
        pow_1: "f32[512, 1024][1024, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(arg0_1, 2)
        mean: "f32[512, 1][1, 1]cpu" = torch.ops.aten.mean.dim(pow_1, [-1], True);  pow_1 = None
        sqrt: "f32[512, 1][1, 1]cpu" = torch.ops.aten.sqrt.default(mean);  mean = None
        div: "f32[512, 1024][1024, 1]cpu" = torch.ops.aten.div.Tensor(arg0_1, sqrt);  arg0_1 = sqrt = None
        mul: "f32[512, 1024][1024, 1]cpu" = torch.ops.aten.mul.Tensor(div, arg1_1);  div = arg1_1 = None

        # File: golden_cases_rules.py:245 in nested_weighted_groups, code: return y, y.view(512, 32, 32).abs().amax(-1)
        view: "f32[512, 32, 32][1024, 32, 1]cpu" = torch.ops.aten.reshape.default(mul, [512, 32, 32])
        abs_1: "f32[512, 32, 32][1024, 32, 1]cpu" = torch.ops.aten.abs.default(view);  view = None
        amax: "f32[512, 32][32, 1]cpu" = torch.ops.aten.amax.default(abs_1, [-1]);  abs_1 = None
        return (mul, amax)
