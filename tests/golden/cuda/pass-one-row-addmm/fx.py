class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8][1]cuda:0", arg1_1: "f32[1, 16][16, 1]cuda:0", arg2_1: "f32[16, 8][8, 1]cuda:0"):
        # File: golden_cases_rules.py:267 in pass_one_row_addmm, code: return torch.addmm(bias, x, y)
        addmm: "f32[1, 8][8, 1]cuda:0" = torch.ops.aten.addmm.default(arg0_1, arg1_1, arg2_1);  arg0_1 = arg1_1 = arg2_1 = None
        return (addmm,)
