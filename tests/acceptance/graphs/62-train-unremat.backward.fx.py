class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0", arg2_1: "f32[10, 10][10, 1]cuda:0", arg3_1: "f32[10, 10][1, 10]cuda:0"):
        mul: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg0_1);  arg0_1 = None
        sub: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(1, mul);  mul = None
        mul_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, sub);  arg1_1 = sub = None
        tanh: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.tanh.default(arg2_1);  arg2_1 = None
        mul_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(tanh, tanh);  tanh = None
        sub_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(1, mul_2);  mul_2 = None
        mul_3: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_1, sub_1);  mul_1 = sub_1 = None
        mm: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(mul_3, arg3_1);  mul_3 = arg3_1 = None
        return (mm,)
