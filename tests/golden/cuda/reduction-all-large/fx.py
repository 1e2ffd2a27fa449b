class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2048, 2048][2048, 1]cuda:0"):
        # File: golden_cases.py:169 in reduction_all_large, code: return (x * x).sum()
        mul: "f32[2048, 2048][2048, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg0_1);  arg0_1 = None
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mul);  mul = None
        return (sum_1,)
