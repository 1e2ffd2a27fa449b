class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[204, 204, 26][5304, 26, 1]cuda:0", arg1_1: "f32[204, 204, 26][5304, 26, 1]cuda:0", arg2_1: "f32[26][1]cuda:0"):
        mul: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.0003)
        add: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.add.Tensor(mul, -4.2e-07);  mul = None
        mul_1: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, add);  arg0_1 = add = None
        add_1: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, 0.02);  mul_1 = None
        mul_2: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, -0.00012);  arg1_1 = None
        add_2: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.add.Tensor(add_1, mul_2);  add_1 = mul_2 = None
        reciprocal: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.reciprocal.default(add_2)
        mul_3: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.mul.Tensor(reciprocal, 1.0);  reciprocal = None
        mul_4: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_2, arg2_1);  add_2 = arg2_1 = None
        add_3: "f32[204, 204, 26][5304, 26, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_3, mul_4);  mul_3 = mul_4 = None
        return (add_3,)
