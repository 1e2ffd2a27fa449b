class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s27)", arg1_1: "f32[4, s27][s27, 1]cuda:0"):
        # File: golden_cases_classes.py:65 in halves_of_symbol, code: return torch.stack([x[:, ::2].exp(), x[:, 1::2].exp()])
        slice_1: "f32[4, ((s27 + 1)//2)][s27, 2]cuda:0" = torch.ops.aten.slice.Tensor(arg1_1, 1, 0, 9223372036854775807, 2)
        exp: "f32[4, ((s27 + 1)//2)][Max(1, ((s27 + 1)//2)), 1]cuda:0" = torch.ops.aten.exp.default(slice_1)
        slice_2: "f32[4, (s27//2)][s27, 2]cuda:0" = torch.ops.aten.slice.Tensor(arg1_1, 1, 1, 9223372036854775807, 2);  arg1_1 = None
        exp_1: "f32[4, (s27//2)][Max(1, (s27//2)), 1]cuda:0" = torch.ops.aten.exp.default(slice_2);  slice_2 = None
        cat: "f32[8, ((s27 + 1)//2)][Max(1, ((s27 + 1)//2)), 1]cuda:0" = torch.ops.aten.cat.default([exp, exp_1]);  exp = exp_1 = None
        sym_size_int_2: "Sym(((s27 + 1)//2))" = torch.ops.aten.sym_size.int(slice_1, 1);  slice_1 = None
        view: "f32[2, 4, ((s27 + 1)//2)][4*Max(1, ((s27 + 1)//2)), Max(1, ((s27 + 1)//2)), 1]cuda:0" = torch.ops.aten.reshape.default(cat, [2, 4, sym_size_int_2]);  cat = sym_size_int_2 = None
        return (view,)
