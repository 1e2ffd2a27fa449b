class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16][1]cpu", arg1_1: "f32[1, 8][8, 1]cpu", arg2_1: "f32[8, 16][16, 1]cpu"):
        permute: "f32[8, 1][1, 8]cpu" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        mul: "f32[8, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(permute, arg2_1);  permute = arg2_1 = None
        sum_1: "f32[1, 16][16, 1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [0], True);  mul = None
        mul_1: "f32[1, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sum_1, 1);  sum_1 = None
        mul_2: "f32[16][1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 1);  arg0_1 = None
        add: "f32[1, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(mul_1, mul_2);  mul_1 = mul_2 = None
        return (add,)
