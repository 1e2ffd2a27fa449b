class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s17)", arg1_1: "Sym(s27)", arg2_1: "f32[s17, s27][s27, 1]cuda:0", arg3_1: "Sym(s17)", arg4_1: "f32[s17, s27][s27, 1]cuda:0"):
        # File: golden_cases.py:437 in dynamic_two_symbols, code: return (x * y).sum(1), torch.cat([x, y], dim=1), x.reshape(-1) + x.shape[0]
        mul: "f32[s17, s27][s27, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg2_1, arg4_1)
        sum_1: "f32[s17][1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul, [1]);  mul = None
        cat: "f32[s17, 2*s27][2*s27, 1]cuda:0" = torch.ops.aten.cat.default([arg2_1, arg4_1], 1);  arg4_1 = None
        view: "f32[s17*s27][1]cuda:0" = torch.ops.aten.reshape.default(arg2_1, [-1]);  arg2_1 = None
        add: "f32[s17*s27][1]cuda:0" = torch.ops.aten.add.Tensor(view, arg3_1);  view = arg3_1 = None
        return (sum_1, cat, add)
