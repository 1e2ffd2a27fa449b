class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0"):
        neg: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.neg.default(arg1_1)
        mul: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        sum_1: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul, [1], True)
        fma: "f32[10, 10][10, 1]cuda:0" = torch.ops.prims.fma.default(neg, sum_1, mul);  neg = sum_1 = mul = None
        return (fma,)
