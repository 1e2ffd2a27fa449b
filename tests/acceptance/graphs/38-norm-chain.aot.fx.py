class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        sum_1: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [1], True)
        mul: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, sum_1);  arg0_1 = sum_1 = None
        sum_2: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul, [1], True)
        mul_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, sum_2);  mul = sum_2 = None
        sum_3: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul_1, [1], True)
        mul_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_1, sum_3);  mul_1 = sum_3 = None
        return (mul_2,)
