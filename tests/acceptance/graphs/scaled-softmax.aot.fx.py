class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0"):
        mul: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.125);  arg0_1 = None
        amax: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.amax.default(mul, [-1], True)
        sub: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.sub.Tensor(mul, amax);  mul = amax = None
        exp: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.exp.default(sub);  sub = None
        sum_1: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None
        return (div,)
