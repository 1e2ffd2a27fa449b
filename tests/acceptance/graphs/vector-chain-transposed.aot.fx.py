class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[20, 10][1, 20]cpu", arg1_1: "f32[20, 10][10, 1]cpu"):
        abs_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.abs.default(arg0_1)
        sin: "f32[20, 10][10, 1]cpu" = torch.ops.aten.sin.default(arg1_1)
        add: "f32[20, 10][1, 20]cpu" = torch.ops.aten.add.Tensor(abs_1, sin);  abs_1 = sin = None
        neg: "f32[20, 10][1, 20]cpu" = torch.ops.aten.neg.default(arg0_1)
        sub: "f32[20, 10][1, 20]cpu" = torch.ops.aten.sub.Tensor(add, neg);  add = neg = None
        sigmoid: "f32[20, 10][1, 20]cpu" = torch.ops.aten.sigmoid.default(sub);  sub = None
        pow_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.pow.Tensor_Scalar(sigmoid, 2);  sigmoid = None
        cos: "f32[20, 10][1, 20]cpu" = torch.ops.aten.cos.default(arg0_1)
        exp: "f32[20, 10][10, 1]cpu" = torch.ops.aten.exp.default(arg1_1)
        mul: "f32[20, 10][1, 20]cpu" = torch.ops.aten.mul.Tensor(cos, exp);  cos = exp = None
        relu: "f32[20, 10][1, 20]cpu" = torch.ops.aten.relu.default(mul);  mul = None
        add_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.add.Tensor(pow_1, relu);  pow_1 = relu = None
        abs_2: "f32[20, 10][1, 20]cpu" = torch.ops.aten.abs.default(add_1);  add_1 = None
        sqrt: "f32[20, 10][1, 20]cpu" = torch.ops.aten.sqrt.default(abs_2);  abs_2 = None
        abs_3: "f32[20, 10][10, 1]cpu" = torch.ops.aten.abs.default(arg1_1)
        add_2: "f32[20, 10][10, 1]cpu" = torch.ops.aten.add.Tensor(abs_3, 1);  abs_3 = None
        rsqrt: "f32[20, 10][10, 1]cpu" = torch.ops.aten.rsqrt.default(add_2);  add_2 = None
        sub_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.sub.Tensor(sqrt, rsqrt);  sqrt = rsqrt = None
        tanh: "f32[20, 10][1, 20]cpu" = torch.ops.aten.tanh.default(sub_1)
        abs_4: "f32[20, 10][1, 20]cpu" = torch.ops.aten.abs.default(sub_1)
        log1p: "f32[20, 10][1, 20]cpu" = torch.ops.aten.log1p.default(abs_4);  abs_4 = None
        floor: "f32[20, 10][1, 20]cpu" = torch.ops.aten.floor.default(arg0_1);  arg0_1 = None
        mul_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.mul.Tensor(log1p, floor);  log1p = floor = None
        add_3: "f32[20, 10][1, 20]cpu" = torch.ops.aten.add.Tensor(tanh, mul_1);  tanh = mul_1 = None
        ceil: "f32[20, 10][10, 1]cpu" = torch.ops.aten.ceil.default(arg1_1);  arg1_1 = None
        add_4: "f32[20, 10][1, 20]cpu" = torch.ops.aten.add.Tensor(add_3, ceil);  add_3 = ceil = None
        round_1: "f32[20, 10][1, 20]cpu" = torch.ops.aten.round.default(sub_1);  sub_1 = None
        add_5: "f32[20, 10][1, 20]cpu" = torch.ops.aten.add.Tensor(add_4, round_1);  add_4 = round_1 = None
        return (add_5,)
