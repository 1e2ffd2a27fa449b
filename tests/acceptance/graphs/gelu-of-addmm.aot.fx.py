class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64][1]cuda:0", arg1_1: "f32[32, 16][16, 1]cuda:0", arg2_1: "f32[16, 64][64, 1]cuda:0"):
        addmm: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.addmm.default(arg0_1, arg1_1, arg2_1);  arg0_1 = arg1_1 = arg2_1 = None
        mul: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(addmm, addmm)
        mul_1: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, addmm);  mul = None
        mul_2: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_1, 0.044715);  mul_1 = None
        add: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(addmm, mul_2);  mul_2 = None
        mul_3: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(add, 0.7978845608028654);  add = None
        mul_4: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(addmm, 0.5);  addmm = None
        tanh: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.tanh.default(mul_3);  mul_3 = None
        add_1: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(tanh, 1);  tanh = None
        mul_5: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_4, add_1);  mul_4 = add_1 = None
        return (mul_5,)
