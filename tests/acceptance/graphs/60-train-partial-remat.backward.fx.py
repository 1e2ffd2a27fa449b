class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "f32[10][1]cuda:0"):
        cos: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(arg0_1)
        sin: "f32[10][1]cuda:0" = torch.ops.aten.sin.default(cos);  cos = None
        neg: "f32[10][1]cuda:0" = torch.ops.aten.neg.default(sin);  sin = None
        mul: "f32[10][1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, neg);  arg1_1 = neg = None
        sin_1: "f32[10][1]cuda:0" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        neg_1: "f32[10][1]cuda:0" = torch.ops.aten.neg.default(sin_1);  sin_1 = None
        mul_1: "f32[10][1]cuda:0" = torch.ops.aten.mul.Tensor(mul, neg_1);  mul = neg_1 = None
        return (mul_1,)
