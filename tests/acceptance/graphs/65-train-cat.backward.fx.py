class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[20][1]cuda:0", arg1_1: "f32[10][1]cuda:0"):
        slice_1: "f32[10][1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 0, 0, 10)
        slice_2: "f32[10][1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 0, 10, 20);  arg0_1 = None
        tanh: "f32[10][1]cuda:0" = torch.ops.aten.tanh.default(arg1_1);  arg1_1 = None
        mul: "f32[10][1]cuda:0" = torch.ops.aten.mul.Tensor(tanh, tanh);  tanh = None
        sub: "f32[10][1]cuda:0" = torch.ops.aten.sub.Tensor(1, mul);  mul = None
        mul_1: "f32[10][1]cuda:0" = torch.ops.aten.mul.Tensor(slice_1, sub);  slice_1 = sub = None
        return (mul_1, slice_2)
