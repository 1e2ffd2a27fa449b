class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[128, 128][128, 1]cuda:0", arg1_1: "f32[128, 128][128, 1]cuda:0", arg2_1: "f32[128, 128][128, 1]cuda:0"):
        # File: golden_cases.py:96 in pointwise_activations, code: return F.gelu(x), F.silu(y), F.hardswish(z), F.softplus(x), F.leaky_relu(y, 0.1)
        mul: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.5)
        mul_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.7071067811865476)
        erf: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.erf.default(mul_1);  mul_1 = None
        add: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(erf, 1);  erf = None
        mul_2: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, add);  mul = add = None
        neg: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.neg.default(arg1_1)
        exp: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.exp.default(neg);  neg = None
        add_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(exp, 1);  exp = None
        div: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.div.Tensor(arg1_1, add_1);  add_1 = None
        add_2: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(arg2_1, 3)
        clamp_min: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_2, 0);  add_2 = None
        clamp_max: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.clamp_max.default(clamp_min, 6);  clamp_min = None
        mul_3: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg2_1, clamp_max);  arg2_1 = clamp_max = None
        div_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.div.Tensor(mul_3, 6);  mul_3 = None
        gt: "b8[128, 128][128, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 20)
        exp_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.exp.default(arg0_1)
        log1p: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.log1p.default(exp_1);  exp_1 = None
        where: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.where.self(gt, arg0_1, log1p);  gt = arg0_1 = log1p = None
        gt_1: "b8[128, 128][128, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg1_1, 0)
        mul_4: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 0.1)
        where_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.where.self(gt_1, arg1_1, mul_4);  gt_1 = arg1_1 = mul_4 = None
        return (mul_2, div, div_1, where, where_1)
