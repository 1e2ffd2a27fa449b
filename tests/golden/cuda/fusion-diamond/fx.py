class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "f32[64, 64][64, 1]cuda:0", arg2_1: "f32[64, 64][64, 1]cuda:0"):
        # File: golden_cases.py:139 in fusion_diamond, code: a = (x * y).exp()
        mul: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        exp: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.exp.default(mul);  mul = None

        # File: golden_cases.py:140 in fusion_diamond, code: b = a.sum(1, keepdim=True)
        sum_1: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(exp, [1], True)

        # File: golden_cases.py:141 in fusion_diamond, code: c = a / b
        div: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.div.Tensor(exp, sum_1);  sum_1 = None

        # File: golden_cases.py:142 in fusion_diamond, code: return c @ w + a
        addmm_default: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.addmm.default(exp, div, arg2_1);  exp = div = arg2_1 = None
        return (addmm_default,)
